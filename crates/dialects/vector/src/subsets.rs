//! Transfers as ops on parts of tensors.

use terrace_ir::OpFoldResultRef;
use terrace_ir::OpKind;
use terrace_ir::OpRef;
use terrace_ir::subset::{HyperrectangularSlice, SubsetOp};

use crate::transfer::{Transfer, TransferReadOp, TransferWriteOp};

/// From the given indices on as many elements as the vector has, one by one.
fn slice<'a>(
    op: OpRef<'a>,
    indices: impl Iterator<Item = terrace_ir::ValueRef<'a>>,
) -> Option<HyperrectangularSlice<'a>> {
    let transfer = Transfer::of(op)?;
    let map = transfer.permutation_map();
    let mut sizes = vec![1; map.num_dims as usize];
    for (expr, &extent) in map.results.iter().zip(transfer.vector.shape(op.cx())?) {
        if let Some(size) = expr.as_dim().and_then(|dim| sizes.get_mut(dim as usize)) {
            *size = extent;
        }
    }
    let offsets: Vec<OpFoldResultRef<'a>> = indices.map(OpFoldResultRef::Value).collect();
    let strides = vec![OpFoldResultRef::Static(1); offsets.len()];
    Some(HyperrectangularSlice {
        offsets,
        sizes: sizes.into_iter().map(OpFoldResultRef::Static).collect(),
        strides,
    })
}

impl SubsetOp for TransferReadOp {
    fn container(&self, _op: OpRef<'_>) -> usize {
        0
    }
    fn source(&self, _op: OpRef<'_>) -> Option<usize> {
        None
    }
    fn slice<'a>(&self, op: OpRef<'a>) -> Option<HyperrectangularSlice<'a>> {
        slice(op, TransferReadOp::view_of(op).indices())
    }
}

impl SubsetOp for TransferWriteOp {
    fn container(&self, _op: OpRef<'_>) -> usize {
        1
    }
    fn source(&self, _op: OpRef<'_>) -> Option<usize> {
        Some(0)
    }
    fn slice<'a>(&self, op: OpRef<'a>) -> Option<HyperrectangularSlice<'a>> {
        slice(op, TransferWriteOp::view_of(op).indices())
    }
}
