//! Canonicalization of transpositions and broadcasts.

use terrace_dialects_mem::index_values::index_constant;
use terrace_dialects_mem::tensor::DimOp;
use terrace_ir::{Attr, DYNAMIC, Folded, OpFoldResult, OpKind, OpRef, Rewriter, Type};

use crate::builders::{make_broadcast, make_transpose};
use crate::canonicalize_fill::make_empty;
use crate::transpose_broadcast::{BroadcastOp, TransposeOp};

/// Folds an identity transposition.
pub(crate) fn fold_transpose(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let view = TransposeOp::view_of(op);
    let permutation = view.permutation();
    let unchanged = permutation.iter().eq(0..permutation.len() as i64);
    (unchanged && view.input().ty().is_tensor(op.cx())).then(|| view.input()).into()
}

pub(crate) fn transpose_of_transpose(rw: &mut Rewriter<'_>, op: TransposeOp) -> Option<()> {
    let view = op.view(rw);
    let inner = view.input().defined_by::<TransposeOp>()?;
    let first = inner.permutation().to_vec();
    let both: Vec<i64> = view.permutation().iter().map(|dim| first[dim as usize]).collect();
    let (input, init, loc) = (inner.input().id(), view.init().id(), view.0.loc());
    let made = make_transpose(rw, input, init, &both, loc);
    rw.replace_op_with(op, made);
    Some(())
}

/// The numbers in `list` without those in `dropped`, renumbered.
fn without(list: &[i64], dropped: &[i64]) -> Vec<i64> {
    let below = |dim: i64| dropped.iter().filter(|&&other| other < dim).count() as i64;
    list.iter().filter(|dim| !dropped.contains(dim)).map(|&dim| dim - below(dim)).collect()
}

/// Swaps a transposition with the broadcast that is its only input, so that the smaller tensor is transposed.
pub(crate) fn transpose_of_broadcast(rw: &mut Rewriter<'_>, op: TransposeOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let between = view.input();
    let broadcast = between.defined_by::<BroadcastOp>()?;
    if between.uses().count() != 1 {
        return None;
    }
    let (added, permutation) = (broadcast.dimensions().to_vec(), view.permutation().to_vec());
    let inner = without(&permutation, &added);
    let place = |dim: i64| permutation.iter().position(|&at| at == dim).map(|at| at as i64);
    let outer: Vec<i64> = added.iter().map(|&dim| place(dim)).collect::<Option<_>>()?;
    let input = broadcast.input();
    let (shape, element) = (input.ty().shape(cx)?.to_vec(), input.ty().element_type(cx)?);
    let (input, init, loc) = (input.id(), view.init().id(), view.0.loc());
    let mut sizes = Vec::with_capacity(shape.len());
    for (dim, &extent) in shape.iter().enumerate() {
        sizes.push(if extent == DYNAMIC {
            let number = index_constant(rw, dim as i64, loc);
            OpFoldResult::Value(rw.build_value(DimOp::of(input, number).result(Type::INDEX).loc(loc)))
        } else {
            OpFoldResult::Static(extent)
        });
    }
    let sizes: Vec<OpFoldResult> = inner.iter().map(|&dim| sizes[dim as usize]).collect();
    let empty = make_empty(rw, &sizes, element, loc);
    let transposed = make_transpose(rw, input, empty, &inner, loc);
    let transposed = rw.body().single_result(transposed);
    let made = make_broadcast(rw, transposed, init, &outer, loc);
    rw.replace_op_with(op, made);
    Some(())
}

pub(crate) fn broadcast_of_broadcast(rw: &mut Rewriter<'_>, op: BroadcastOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let inner = view.input().defined_by::<BroadcastOp>()?;
    let mut all = view.dimensions().to_vec();
    let rank = view.init().ty().shape(cx)?.len() as i64;
    let kept: Vec<i64> = (0..rank).filter(|dim| !all.contains(dim)).collect();
    all.extend(inner.dimensions().iter().map(|dim| kept[dim as usize]));
    all.sort_unstable();
    let (input, init, loc) = (inner.input().id(), view.init().id(), view.0.loc());
    let made = make_broadcast(rw, input, init, &all, loc);
    rw.replace_op_with(op, made);
    Some(())
}
