//! Transfers of one dimension whose elements are not next to each other as loops over elements.

use terrace_dialects_core::arith::MulIOp;
use terrace_dialects_mem::index_values::index_constant;
use terrace_dialects_mem::layout::memref as buffer;
use terrace_dialects_mem::memref;
use terrace_dialects_vector::VectorScaleOp;
use terrace_dialects_vector::types::vector;
use terrace_ir::{Loc, Op, OpFoldResult, Rewriter, Type, Value};

use super::transfer::{Xfer, extract_at, split_places};
use terrace_dialects_vector::InsertOp;
use terrace_passes_shared::build::for_loop;
use terrace_passes_shared::transfers::is_masked;
use terrace_passes_shared::vector_ops::broadcast;

/// A transfer that is to be a loop over elements.
fn loopable(rw: &Rewriter<'_>, op: Op) -> Option<Xfer> {
    let (cx, xfer) = (rw.cx(), Xfer::of(rw, op)?);
    let buffer = buffer(cx, xfer.base_ty)?;
    if is_masked(rw.op(op)) || xfer.vector(cx).rank() != 1 || xfer.map.num_results() != 1 {
        return None;
    }
    let is_next_to_each_other =
        buffer.strides_and_offset(cx).is_some_and(|(strides, _)| strides.last().is_none_or(|&s| s == 1));
    if xfer.map.is_minor_identity() && is_next_to_each_other || !xfer.has_same_elements(cx) {
        return None;
    }
    xfer.first_dim()?;
    Some(xfer)
}

/// From zero to the number of elements of a vector, in steps of one.
fn bounds(rw: &mut Rewriter<'_>, ty: Type, loc: Loc) -> [Value; 3] {
    let own = vector(rw.cx(), ty);
    let lower = index_constant(rw, 0, loc);
    let mut upper = index_constant(rw, own.minor(), loc);
    if own.is_scalable() {
        let scale = rw.build_value(VectorScaleOp::of().res(Type::INDEX).loc(loc));
        upper = rw.build_value(MulIOp::of(upper, scale).result(Type::INDEX).loc(loc));
    }
    let step = index_constant(rw, 1, loc);
    [lower, upper, step]
}

pub(in super::super) fn read(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, xfer) = (rw.cx(), loopable(rw, op)?);
    let loc = xfer.loc;
    let element = xfer.vector(cx).element;
    let bounds = bounds(rw, xfer.ty, loc);
    let init = broadcast(rw, xfer.operand, xfer.ty, loc);
    let made = for_loop(rw, bounds, &[init], loc, |rw, iv, carried| {
        let carried = *carried.first()?;
        let indices = xfer.indices_at(rw, iv);
        let inside = |rw: &mut Rewriter<'_>| {
            let load = memref::LoadOp::of(xfer.base, &indices).loc(loc);
            let value = rw.build_value(load.result(element));
            let (fixed, values) = split_places(&[OpFoldResult::Value(iv)]);
            let insert = InsertOp::of(value, carried).loc(loc);
            let insert = insert.dynamic_position(&values).static_position_attr(cx.i64_array(&fixed));
            Some(rw.build_value(insert.result(xfer.ty)))
        };
        let next = xfer.guarded(rw, iv, inside, |_| Some(carried))?;
        Some(vec![next])
    })?;
    rw.replace_op_with(op, made);
    Some(())
}

pub(in super::super) fn write(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let xfer = loopable(rw, op)?;
    let loc = xfer.loc;
    let bounds = bounds(rw, xfer.ty, loc);
    for_loop(rw, bounds, &[], loc, |rw, iv, _| {
        let indices = xfer.indices_at(rw, iv);
        let inside = |rw: &mut Rewriter<'_>| {
            let value = extract_at(rw, xfer.operand, &[OpFoldResult::Value(iv)], loc);
            let store = memref::StoreOp::of(value, xfer.base, &indices).loc(loc);
            rw.build(store);
            None
        };
        xfer.guarded(rw, iv, inside, |_| None);
        Some(Vec::new())
    })?;
    rw.erase_op(op);
    Some(())
}
