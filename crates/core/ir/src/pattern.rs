//! Rewrite patterns: their roots and rewrite functions.

use crate::context::OpInfo;
use crate::ids::Op;
use crate::rewriter::Rewriter;

/// Rewrites the op if it matches. Returns `None` if it does not match, and then has changed nothing.
pub type RewriteFn = fn(&mut Rewriter<'_>, Op) -> Option<()>;

/// The ops that a pattern's root matches.
#[derive(Clone, Copy, Debug)]
pub enum Root {
    /// An op of this name.
    Op(&'static str),
    /// An op whose definition satisfies a predicate, such as having an interface.
    Having(fn(&OpInfo) -> bool),
    /// Any op.
    Any,
}

/// A rewrite pattern as data.
#[derive(Clone, Copy, Debug)]
pub struct Pattern {
    /// Its name, by which it can be enabled and disabled.
    pub name: &'static str,
    /// The ops that are tried.
    pub root: Root,
    /// Patterns of greater benefit are tried first.
    pub benefit: u16,
    /// Whether it changes other bodies, too, so that it is given a rewriter that can, and never runs in parallel with others.
    pub across_bodies: bool,
    /// The rewrite.
    pub rewrite: RewriteFn,
}

impl Pattern {
    /// A pattern for ops of one name, with benefit 1.
    pub const fn new(name: &'static str, root: &'static str, rewrite: RewriteFn) -> Self {
        Self { name, root: Root::Op(root), benefit: 1, across_bodies: false, rewrite }
    }

    /// A pattern for ops whose definitions satisfy a predicate, with benefit 1.
    pub const fn having(name: &'static str, pred: fn(&OpInfo) -> bool, rewrite: RewriteFn) -> Self {
        Self { name, root: Root::Having(pred), benefit: 1, across_bodies: false, rewrite }
    }

    /// A pattern for any op, with benefit 1.
    pub const fn any(name: &'static str, rewrite: RewriteFn) -> Self {
        Self { name, root: Root::Any, benefit: 1, across_bodies: false, rewrite }
    }

    /// The same pattern, which changes other bodies as well: by [`Rewriter::with_ir`] and [`Rewriter::enter`]. It is for drivers
    /// of several bodies; canonicalization leaves it out.
    pub const fn across_bodies(self) -> Self {
        Self { across_bodies: true, ..self }
    }

    /// The same pattern with another benefit.
    pub const fn with_benefit(self, benefit: u16) -> Self {
        Self { benefit, ..self }
    }
}

/// A canonicalization pattern of an op's definition: its name, and its rewrite function.
pub type OpPattern = (&'static str, RewriteFn);

/// A pattern for ops of one kind, with benefit 1: its name, the kind, and a function that gets the handle of such an op.
///
/// ```text
/// static PATTERNS: &[Pattern] = &[pattern!("fold_transposes", TransposeOp, fold_transposes)];
/// fn fold_transposes(rw: &mut Rewriter<'_>, op: TransposeOp) -> Option<()> { .. }
/// ```
#[macro_export]
macro_rules! pattern {
    ($name:expr, $kind:ty, $rewrite:expr $(,)?) => {
        $crate::pattern::Pattern::new($name, <$kind as $crate::OpKind>::DEF.name, |rw, op| {
            let rewrite: fn(&mut $crate::Rewriter<'_>, $kind) -> Option<()> = $rewrite;
            rewrite(rw, <$kind as $crate::OpKind>::assume(op))
        })
    };
}
