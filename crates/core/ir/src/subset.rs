//! Ops that read or write a part of a tensor or memref.

use crate::interfaces::OpFoldResultRef;
use crate::ir::{OpRef, ValueRef};

/// A slice of a shaped value: offset, size and stride of each dimension.
#[derive(Clone)]
pub struct HyperrectangularSlice<'a> {
    /// The offset along each dimension.
    pub offsets: Vec<OpFoldResultRef<'a>>,
    /// The number of elements along each dimension.
    pub sizes: Vec<OpFoldResultRef<'a>>,
    /// The stride along each dimension.
    pub strides: Vec<OpFoldResultRef<'a>>,
}

/// Reads a part of a shaped value, or returns that value with a part written.
pub trait SubsetOp: Send + Sync {
    /// The number of the operand that is read from, or of the destination that is written to.
    fn container(&self, op: OpRef<'_>) -> usize;
    /// The number of the operand that is written; `None` for an op that reads.
    fn source(&self, op: OpRef<'_>) -> Option<usize>;
    /// Returns the slice; `None` if it is not hyperrectangular.
    fn slice<'a>(&self, op: OpRef<'a>) -> Option<HyperrectangularSlice<'a>>;
    /// The result that is the destination after writing; `None` for an op that reads, or without such a result.
    fn updated<'a>(&self, op: OpRef<'a>) -> Option<ValueRef<'a>> {
        (self.source(op).is_some() && op.num_results() == 1).then(|| op.result(0))
    }
}
