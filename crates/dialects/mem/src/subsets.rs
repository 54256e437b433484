//! The ops on slices of tensors as ops on parts.

use terrace_ir::OpRef;
use terrace_ir::subset::{HyperrectangularSlice, SubsetOp};

use crate::slices::mixed_lists;
use crate::tensor::{ExtractSliceOp, InsertSliceOp, ParallelInsertSliceOp};

/// The offsets, sizes and strides of an op.
fn slice(op: OpRef<'_>) -> Option<HyperrectangularSlice<'_>> {
    let [offsets, sizes, strides] = mixed_lists(op);
    Some(HyperrectangularSlice { offsets, sizes, strides })
}

macro_rules! subsets {
    ($($op:ty = $container:expr, $source:expr;)*) => {
        $(
            impl SubsetOp for $op {
                fn container(&self, _op: OpRef<'_>) -> usize {
                    $container
                }
                fn source(&self, _op: OpRef<'_>) -> Option<usize> {
                    $source
                }
                fn slice<'a>(&self, op: OpRef<'a>) -> Option<HyperrectangularSlice<'a>> {
                    slice(op)
                }
            }
        )*
    };
}

subsets! {
    ExtractSliceOp = 0, None;
    InsertSliceOp = 1, Some(0);
    ParallelInsertSliceOp = 1, Some(0);
}
