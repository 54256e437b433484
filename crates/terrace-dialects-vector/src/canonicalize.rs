//! Canonicalization: simpler ops for the same.

use terrace_dialects_core::arith;
use terrace_dialects_core::arith::CmpIPredicate;
use terrace_dialects_core::fold::{bool_attr, operands_of, single_int};
use terrace_dialects_core::index_list::constant_int;
use terrace_ir::fold::constant_value;
use terrace_ir::{Attr, AttrData, Folded, InsertPoint, Op, OpRef, Rewriter, Value, ValueRef};

use crate::shape::BroadcastOp;
use crate::types::{as_vector, vector};
use crate::{
    ConstantMaskOp, CreateMaskOp, LoadOp, MaskOp, MaskedLoadOp, MaskedStoreOp, ScatterOp, StepOp, StoreOp,
    VectorScaleOp,
};

/// `broadcast(broadcast(x))` is `broadcast(x)`.
pub(crate) fn broadcast_of_broadcast(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let inner = rw.op(op).operand(0).defining_op().filter(|inner| inner.isa::<BroadcastOp>())?;
    let source = inner.operand(0).id();
    rw.replace_op_with_new::<BroadcastOp>(op, &[source], &[]);
    Some(())
}

/// How many times the run-time scale a value is.
fn scale_multiple(value: ValueRef<'_>) -> Option<i64> {
    let is_scale = |value: ValueRef<'_>| value.defining_op().is_some_and(|op| op.isa::<VectorScaleOp>());
    if is_scale(value) {
        return Some(1);
    }
    let [a, b] = operands_of::<arith::MulIOp, 2>(value)?;
    if is_scale(a) {
        return constant_int(b);
    }
    constant_int(a).filter(|_| is_scale(b))
}

/// A mask of known sizes is a constant one.
pub(crate) fn create_mask_of_constants(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let mask = vector(view.cx(), view.result(0).ty());
    let (shape, scalable): (&[i64], &[bool]) =
        if mask.rank() == 0 { (&[1], &[false]) } else { (mask.shape, mask.scalable) };
    let mut sizes = Vec::with_capacity(shape.len());
    for (i, value) in view.operands().enumerate() {
        let size = match constant_int(value) {
            Some(size) if scalable[i] && size >= 0 => return None,
            Some(size) => size,
            None => scale_multiple(value).filter(|&size| size >= shape[i])?,
        };
        sizes.push(size.clamp(0, shape[i]));
    }
    if sizes.contains(&0) {
        sizes.fill(0);
    }
    let sizes = rw.cx().i64_array(&sizes);
    rw.replace_op_with_new::<ConstantMaskOp>(op, &[], &[Some(sizes)]);
    Some(())
}

/// Whether all bits of a mask are known to be set, or none.
pub(crate) fn known_mask(mask: ValueRef<'_>) -> Option<bool> {
    let cx = mask.cx();
    let made = mask.defining_op()?;
    if made.isa::<ConstantMaskOp>() {
        let sizes = made.inherent_attr("mask_dim_sizes")?.as_i64_array(cx)?;
        let shape = vector(cx, mask.ty()).shape;
        let all = sizes.iter().zip(shape).all(|(size, extent)| size >= extent);
        return if all { Some(true) } else { sizes.iter().all(|&size| size <= 0).then_some(false) };
    }
    if made.isa::<CreateMaskOp>() {
        return made.operands().any(|size| constant_int(size).is_some_and(|size| size <= 0)).then_some(false);
    }
    let AttrData::DenseElements { data, .. } = constant_value(mask)?.data(cx) else { return None };
    let first = *data.0.first()?;
    data.0.iter().all(|&bit| bit == first).then_some(first != 0)
}

/// The operands of a plain access: the value, where one is written, the buffer and the indices.
fn plain_operands(op: OpRef<'_>, value: Option<Value>) -> Vec<Value> {
    let (start, len) = op.operand_range(1);
    let indices = (start..start + len).map(|i| op.operand(i).id());
    value.into_iter().chain([op.operand(0).id()]).chain(indices).collect()
}

/// A load under a mask that is all or nothing is a plain one, or none.
pub(crate) fn maskedload_of_known(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let (mask, pass_thru) = (view.operand_group(2).next()?, view.operand_group(3).next()?);
    if known_mask(mask)? {
        let operands = plain_operands(view, None);
        rw.replace_op_with_new::<LoadOp>(op, &operands, &[]);
    } else {
        let pass_thru = pass_thru.id();
        rw.replace_op(op, &[pass_thru]);
    }
    Some(())
}

/// A store under a mask that is all or nothing is a plain one, or none.
pub(crate) fn maskedstore_of_known(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let (mask, value) = (view.operand_group(2).next()?, view.operand_group(3).next()?.id());
    if known_mask(mask)? {
        let operands = plain_operands(view, Some(value));
        let (base, indices) = (operands[1], operands[2..].to_vec());
        let loc = view.loc();
        rw.build(|cx, body| StoreOp::build(cx, body, value, base, &indices, None, None, loc));
    }
    rw.erase_op(op);
    Some(())
}

/// An access without its mask, where that is all or nothing; one that reads has something to pass through.
fn access_of_known(rw: &mut Rewriter<'_>, op: Op, unmasked: bool, mask: usize) -> Option<()> {
    let view = rw.op(op);
    let known = known_mask(view.operand_group(mask).next()?)?;
    let other = view.operand_group(mask + 1).next()?.id();
    let reads = view.num_results() == 1 && !view.isa::<ScatterOp>();
    if !known {
        match view.num_results() {
            0 => rw.erase_op(op),
            _ if reads => rw.replace_op(op, &[other]),
            // What is written to a tensor leaves the tensor.
            _ => {
                let base = view.operand(0).id();
                rw.replace_op(op, &[base]);
            }
        }
        return Some(());
    }
    unmasked.then_some(())?;
    if reads {
        let operands = plain_operands(view, None);
        rw.replace_op_with_new::<LoadOp>(op, &operands, &[]);
    } else {
        let operands = plain_operands(view, Some(other));
        let loc = view.loc();
        rw.create::<StoreOp>(&operands, &[], &[], loc);
        rw.erase_op(op);
    }
    Some(())
}

/// Under a mask that is all or nothing, compressing and expanding is storing and loading, or nothing.
pub(crate) fn packed_access_of_known(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    access_of_known(rw, op, true, 2)
}

/// Under a mask without a bit nothing is gathered or scattered.
pub(crate) fn indexed_access_of_known(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    access_of_known(rw, op, false, 3)
}

/// Whether a vector counts from zero.
fn counts_from_zero(value: ValueRef<'_>) -> bool {
    let cx = value.cx();
    let Some(ty) = as_vector(cx, value.ty()).filter(|ty| ty.rank() == 1 && !ty.is_scalable()) else {
        return false;
    };
    if value.defining_op().is_some_and(|op| op.isa::<StepOp>()) {
        return true;
    }
    let numbers = constant_value(value).and_then(|attr| terrace_ir::elements::int_values(cx, attr));
    numbers.is_some_and(|list| {
        list.len() as i64 == ty.num_elements()
            && list.iter().enumerate().all(|(i, number)| number.to_i64() == Some(i as i64))
    })
}

/// What is gathered from places that stand together is a masked load, what is scattered there a masked store.
pub(crate) fn contiguous_access(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let indices = view.operand_group(2).next()?;
    if !view.operand(0).ty().is_memref(cx) || !counts_from_zero(indices) {
        return None;
    }
    let (at, loc) = (view.operand_range(2).0, view.loc());
    let mut operands: Vec<Value> = view.operands().map(|v| v.id()).collect();
    operands.remove(at);
    if view.num_results() == 1 {
        rw.replace_op_with_new::<MaskedLoadOp>(op, &operands, &[]);
    } else {
        rw.create::<MaskedStoreOp>(&operands, &[], &[], loc);
        rw.erase_op(op);
    }
    Some(())
}

/// The op under a mask; `None` if there is none.
fn masked(op: OpRef<'_>) -> Option<OpRef<'_>> {
    let block = op.region(0).entry()?;
    block.first().filter(|&first| Some(first) != block.last())
}

/// A mask on nothing only passes values on.
pub(crate) fn fold_empty_mask(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let end = op.region(0).entry().and_then(|block| block.last());
    match end {
        Some(end) if masked(op).is_none() && op.num_operands() == 1 && end.num_operands() > 0 => {
            Folded::Results(end.operands().map(|value| value.into()).collect())
        }
        _ => Folded::Unchanged,
    }
}

/// An op under a mask of all bits needs no mask.
pub(crate) fn mask_of_all(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    if known_mask(view.operand(0)) != Some(true) {
        return None;
    }
    let inner = masked(view)?.id();
    let values: Vec<Value> = rw.body().results(inner).collect();
    rw.move_op(inner, InsertPoint::Before(op));
    rw.replace_op(op, &values);
    Some(())
}

/// A mask on nothing chooses between what is passed on and what goes through.
pub(crate) fn mask_of_nothing(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    if masked(view).is_some() || view.num_operands() != 2 {
        return None;
    }
    let end = view.region(0).entry()?.last()?;
    let operands = [view.operand(0).id(), end.operands().next()?.id(), view.operand(1).id()];
    rw.replace_op_with_new::<arith::SelectOp>(op, &operands, &[]);
    Some(())
}

/// The mask that an op is under.
pub(crate) fn masking_op(op: OpRef<'_>) -> Option<OpRef<'_>> {
    op.parent_op().filter(|parent| parent.isa::<MaskOp>())
}

/// Whether comparing numbers from zero up to a limit with a constant returns the same everywhere.
fn compared(predicate: CmpIPredicate, count: i64, constant: i64) -> Option<bool> {
    use CmpIPredicate::*;
    match predicate {
        Ult | Uge => (count <= constant).then_some(predicate == Ult),
        Ule | Ugt => (count - 1 <= constant).then_some(predicate == Ule),
        Eq | Ne => (count <= constant).then_some(predicate == Ne),
        Slt | Sle | Sgt | Sge => None,
    }
}

/// What counts is compared with what it never reaches.
pub(crate) fn step_compared(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let count = vector(cx, view.result(0).ty()).num_elements();
    let found = view.result(0).uses().find_map(|(user, operand)| {
        let compare = user.cast::<arith::CmpIOp>().filter(|_| operand == 0)?;
        let constant = constant_value(compare.rhs()).and_then(|attr| single_int(cx, Some(attr)))?;
        Some((user, compared(compare.predicate(), count, constant.to_i64()?)?))
    });
    let (user, value) = found?;
    let ty = user.result(0).ty();
    let constant = bool_attr(cx, ty, value)?;
    let (user, loc) = (user.id(), user.loc());
    rw.set_insertion_point_after(user);
    let made = rw.create_value::<arith::ConstantOp>(&[], &[Some(constant)], ty, loc);
    rw.replace_op(user, &[made]);
    Some(())
}
