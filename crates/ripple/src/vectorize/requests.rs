//! The functions that a function calls: what is asked for while it is written.

use rustc_hash::FxHashMap;
use terrace_ir::{Attr, Block, Op, OpHandle, Type};
use terrace_target::TargetKey;

use super::accesses::CopyFunction;
use super::lanes::Lanes;
use crate::analysis::Specialization;
use crate::libraries::Library;
use crate::math::MathRequest;
use crate::shape::Shape;

/// A specialized function that is needed: the function, its arguments, and the shape of its mask if it has one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Request {
    pub key: Specialization,
    pub mask: Option<Shape>,
    /// The target attributes of the function.
    pub target: TargetKey,
}

/// A function that is called by way of memory.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct Adapter {
    pub(super) callee: String,
    pub(super) inputs: Vec<Type>,
    pub(super) result: Option<Type>,
    pub(super) attrs: Attr,
}

/// The names of functions that are called.
pub(super) struct Calls<'e> {
    /// Returns the name of a specialized function.
    pub request: &'e mut dyn FnMut(Request) -> String,
    /// Returns the name of a function of math on vectors; `None` where calls of such are not rendered.
    pub math: Option<&'e mut dyn FnMut(MathRequest) -> String>,
    /// The vector functions of the user's.
    pub library: &'e Library,
    /// Returns the name of a function of the library in the module.
    pub library_name: &'e mut dyn FnMut(usize) -> String,
    /// Returns the name of a function by which a function for another target is called.
    pub adapter: &'e mut dyn FnMut(Adapter, TargetKey) -> String,
    /// Returns the name of a function that copies elements.
    pub copy_function: &'e mut dyn FnMut(CopyFunction) -> String,
    /// The targets of the functions that are called with shapes, as they were written.
    pub written_for: FxHashMap<OpHandle, TargetKey>,
}

/// A branch that passes values to a block that is not begun yet.
pub(super) struct PendingEdge {
    pub branch: Op,
    pub successor: usize,
    pub args: Vec<Lanes>,
}

/// The blocks that are written for those of the original.
#[derive(Default)]
pub(super) struct Blocks {
    /// The new blocks for blocks that are executed by all elements together.
    pub written: FxHashMap<Block, Block>,
    /// Branches to blocks that are not begun yet.
    pub pending: FxHashMap<Block, Vec<PendingEdge>>,
}
