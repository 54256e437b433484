//! Interfaces of dialects: the queries of analyses and transformations to a whole dialect.
//!
//! A dialect names its implementations in its definition; other crates attach theirs with a
//! [`crate::extension::DialectExtension`]. Names are upstream's.

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, RwLock};

use crate::attrs::Attr;
use crate::context::Context;
use crate::context_slot;
use crate::diag::Diag;
use crate::ids::{Block, Op, OpHandle, OpName, Value};
use crate::ir::{BlockRef, Ir, OpRef, RegionRef, ValueRef};
use crate::rewriter::Rewriter;
use crate::types::Type;

/// The constants of a dialect.
pub trait DialectFoldInterface: Send + Sync {
    /// Returns the op that holds a constant of a type, with its inherent attributes, or `None` if the dialect has no such
    /// constant.
    fn materialize_constant(&self, _cx: &Context, _attr: Attr, _ty: Type) -> Option<(OpName, Vec<Attr>)> {
        None
    }

    /// Returns whether constants that are used in a region of an op of the dialect stay in the region, instead of moving to
    /// the nearest op that is isolated from above.
    fn should_materialize_into(&self, _region: RegionRef<'_>) -> bool {
        false
    }
}

/// The reason for which there is no constant op for the result of a fold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoConstant {
    /// The dialect of the op has no [`DialectFoldInterface`].
    NoInterface,
    /// The interface has no constant of that attribute and type.
    Refused,
    /// The op of the interface is not `ConstantLike`: it would be folded again, without end.
    NotConstantLike(OpName),
}

impl NoConstant {
    /// Returns the message about an op with that name, which begins after the op's name, and the help.
    pub fn message(self, cx: &Context, op: OpName) -> (String, String) {
        let text = |name: OpName| cx.op_info(name).name.text(cx);
        let dialect = text(op).split('.').next().unwrap_or("");
        let folds = "folds to a constant";
        match self {
            NoConstant::NoInterface => (
                format!(
                    "{folds}, but the dialect '{dialect}' has no DialectFoldInterface to create the op that holds it"
                ),
                format!("add a DialectFoldInterface to `interfaces` of the dialect '{dialect}'"),
            ),
            NoConstant::Refused => (
                format!("{folds}, of which the DialectFoldInterface of '{dialect}' creates no op"),
                "return an op for that attribute and type from materialize_constant".to_owned(),
            ),
            NoConstant::NotConstantLike(name) => (
                format!(
                    "{folds}, of which the DialectFoldInterface of '{dialect}' creates the op '{}', which is not ConstantLike",
                    text(name)
                ),
                format!(
                    "list ConstantLike in the traits of '{}', and let it fold to its attribute",
                    text(name)
                ),
            ),
        }
    }
}

impl<F: Fn(&Context, Attr, Type) -> Option<(OpName, Vec<Attr>)> + Send + Sync> DialectFoldInterface for F {
    fn materialize_constant(&self, cx: &Context, attr: Attr, ty: Type) -> Option<(OpName, Vec<Attr>)> {
        self(cx, attr, ty)
    }
}

/// Reads modules of MLIR, as text or bytecode: the crate that reads them adds the interface to the dialect builtin.
pub trait MlirReaderDialectInterface: Send + Sync {
    /// Returns the module, with locations. `name` is the file's.
    ///
    /// # Errors
    /// If the module is not well-formed: the reported diagnostics.
    fn read(&self, cx: &Arc<Context>, bytes: Vec<u8>, name: &str) -> Result<Ir, Vec<Box<Diag>>>;
}

/// The prefix of an alias, if there should be one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AliasResult {
    /// No alias.
    NoAlias,
    /// An alias, unless another dialect has one to offer.
    OverridableAlias(Cow<'static, str>),
    /// An alias that takes precedence over those of other dialects.
    FinalAlias(Cow<'static, str>),
}

/// The resources of a dialect that a file may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DialectResources {
    /// None: there is no section for them.
    None,
    /// None, but a section may be there: it is empty.
    NoKeys,
    /// Blobs of any key.
    Blobs,
}

/// Hooks of a dialect for parsing and printing. A dialect that implements it may have resources in a file's metadata.
pub trait OpAsmDialectInterface: Send + Sync {
    /// Returns the alias of an attribute of any dialect. `written` is what the file called an attribute whose dialect is not
    /// registered, without the number at its end.
    fn get_attr_alias(&self, _cx: &Context, _attr: Attr, _written: Option<&str>) -> AliasResult {
        AliasResult::NoAlias
    }

    /// Returns the alias of a type of any dialect. `written` is what the file called a type whose dialect is not registered,
    /// without the number at its end.
    fn get_type_alias(&self, _cx: &Context, _ty: Type, _written: Option<&str>) -> AliasResult {
        AliasResult::NoAlias
    }

    /// Returns which resources a file may have for the dialect.
    fn resources(&self) -> DialectResources {
        DialectResources::Blobs
    }

    /// Returns the message for a type of the dialect that it does not have; `None` for the usual one.
    fn unknown_type_message(&self, _name: &str) -> Option<String> {
        None
    }

    /// Returns the message for an attribute of the dialect that it does not have; `None` for the usual one.
    fn unknown_attr_message(&self, _name: &str) -> Option<String> {
        None
    }
}

/// Legality of inlining, and handling of inlined ops, for a dialect's ops. By default nothing is legal.
pub trait DialectInlinerInterface: Send + Sync {
    /// Whether a call of this dialect may be replaced by what `callable` does.
    fn allows_call(&self, _call: OpRef<'_>, _callable: OpRef<'_>, _clones: bool) -> bool {
        false
    }
    /// Whether the contents of `src` may be inlined into `dest`, a region of an op of this dialect. `values`
    /// replace the arguments of the first block.
    fn allows_region(
        &self,
        _dest: RegionRef<'_>,
        _src: RegionRef<'_>,
        _values: &[ValueRef<'_>],
        _clones: bool,
    ) -> bool {
        false
    }
    /// Whether an op of this dialect may go into `dest`.
    fn allows_op(&self, _op: OpRef<'_>, _dest: RegionRef<'_>, _clones: bool) -> bool {
        false
    }
    /// Whether the regions of an op of this dialect are to be looked at as well.
    fn looks_inside(&self, _op: OpRef<'_>) -> bool {
        true
    }
    /// Replaces a terminator of this dialect, in an inlined region of several blocks, by a branch to `dest`.
    fn branch_on(&self, _rw: &mut Rewriter<'_>, _terminator: Op, _dest: Block) {}
    /// Returns the replacement of an argument of `callable`, an op of this dialect, for the passed `value`; `attrs` is
    /// the dictionary of the argument's attributes. New ops are inserted after the call.
    fn argument(
        &self,
        _rw: &mut Rewriter<'_>,
        _call: Op,
        _callable: OpHandle,
        value: Value,
        _attrs: Attr,
    ) -> Value {
        value
    }
    /// Whether a single block, inlined into an op of this dialect, becomes part of the block of the call.
    fn merges_single_block(&self, _block: BlockRef<'_>) -> bool {
        true
    }
    /// Modifies the blocks that were inlined for a call of this dialect; it still ends with the terminators
    /// of the callable.
    fn call_inlined(&self, _rw: &mut Rewriter<'_>, _call: Op, _blocks: &[Block]) {}
    /// The values that a terminator of this dialect returns, one for each result of the call.
    fn returned<'a>(&self, terminator: OpRef<'a>) -> Vec<ValueRef<'a>> {
        terminator.operands().collect()
    }
}

/// The loaded dialects that may have aliases.
#[derive(Default)]
pub(crate) struct AliasInterfaces {
    /// True if there is one.
    any: AtomicBool,
    /// Sorted by name.
    all: RwLock<Vec<(Box<str>, &'static dyn OpAsmDialectInterface)>>,
}

context_slot!(AliasInterfaces);

impl AliasInterfaces {
    /// Adds a dialect.
    pub(crate) fn add(&self, dialect: &str, interface: &'static dyn OpAsmDialectInterface) {
        let mut all = self.all.write().unwrap_or_else(|e| e.into_inner());
        all.push((dialect.into(), interface));
        all.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        self.any.store(true, Ordering::Release);
    }
}

impl Context {
    /// Whether a loaded dialect may have aliases.
    #[inline]
    pub(crate) fn has_alias_interfaces(&self) -> bool {
        self.slot::<AliasInterfaces>().any.load(Ordering::Acquire)
    }

    /// Returns the loaded dialects that may have aliases, sorted by name.
    pub(crate) fn alias_interfaces(&self) -> Vec<&'static dyn OpAsmDialectInterface> {
        let AliasInterfaces { all, .. } = self.slot();
        let all = all.read().unwrap_or_else(|e| e.into_inner());
        all.iter().map(|(_, interface)| *interface).collect()
    }
}
