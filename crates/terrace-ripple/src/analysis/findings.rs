//! What an analysis finds: shapes, and what is wrong or seldom meant.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_ir::Diag;

use super::{Shapes, Specialization};
use crate::diagnostics::{Tag, is_of};

/// What is known of the functions that were analysed.
pub type Analyzed = FxHashMap<Specialization, Rc<Analysis>>;

/// What is known of a function for certain arguments.
#[derive(Debug, Default)]
pub struct Analysis {
    /// The shapes in it.
    pub shapes: Shapes,
    /// What is wrong in it.
    pub(super) errors: Vec<Box<Diag>>,
    /// What is seldom meant in it.
    pub(super) warnings: Vec<Box<Diag>>,
    /// The functions that it calls once shapes are final.
    pub(super) callees: Vec<Specialization>,
}

/// The errors that leave a value with a wrong shape.
const CAUSES: [Tag; 5] =
    [Tag::ShapeMismatch, Tag::LoopExit, Tag::AmbiguousBlock, Tag::NotConstant, Tag::DimRange];
/// The errors that a value with a wrong shape may lead to.
const CONSEQUENCES: [Tag; 3] = [Tag::StoreShape, Tag::ReturnShape, Tag::Local];

impl Analysis {
    /// Drops errors that others of the function may be the cause of.
    pub(super) fn drop_consequences(&mut self) {
        let is_one_of = |error: &Diag, tags: &[Tag]| tags.iter().any(|&tag| is_of(error, tag));
        if self.errors.iter().any(|error| is_one_of(error, &CAUSES)) {
            self.errors.retain(|error| !is_one_of(error, &CONSEQUENCES));
        }
    }
}

/// Errors and warnings, those of a caller before those of what it calls.
#[derive(Debug, Default)]
pub struct Findings {
    /// What is wrong.
    pub errors: Vec<Box<Diag>>,
    /// What is seldom meant.
    pub warnings: Vec<Box<Diag>>,
    collected: FxHashSet<Specialization>,
}

impl Findings {
    /// Adds what was found in a function and all that it calls, unless that was added before.
    ///
    /// A place is warned of once, whatever the arguments are that it was analysed for.
    pub fn collect(&mut self, analyzed: &Analyzed, key: &Specialization) {
        let mut pending = vec![key.clone()];
        while let Some(key) = pending.pop() {
            let Some(found) = analyzed.get(&key) else { continue };
            if !self.collected.insert(key) {
                continue;
            }
            self.errors.extend(found.errors.iter().cloned());
            self.warnings.extend(found.warnings.iter().cloned());
            pending.extend(found.callees.iter().rev().cloned());
        }
    }

    /// Drops errors and warnings that others repeat, as copies of a loop have them.
    #[must_use]
    pub fn deduplicated(mut self) -> Self {
        drop_repeated(&mut self.errors);
        drop_repeated(&mut self.warnings);
        self
    }
}

/// Drops diagnostics that are the same as others before them.
pub(crate) fn drop_repeated(all: &mut Vec<Box<Diag>>) {
    let mut seen = FxHashSet::default();
    all.retain(|diag| seen.insert((diag.loc, diag.message.clone())));
}
