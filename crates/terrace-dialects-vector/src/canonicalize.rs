//! Canonicalization: simpler ops for the same.

use terrace_dialects_core::index_list::constant_int;
use terrace_ir::fold::constant_value;
use terrace_ir::{AttrData, Op, OpRef, Rewriter, Value, ValueRef};

use crate::shape::BroadcastOp;
use crate::types::vector;
use crate::{ConstantMaskOp, CreateMaskOp, LoadOp, StoreOp};

/// `broadcast(broadcast(x))` is `broadcast(x)`.
pub(crate) fn broadcast_of_broadcast(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let inner = rw.op(op).operand(0).defining_op().filter(|inner| inner.isa::<BroadcastOp>())?;
    let source = inner.operand(0).id();
    rw.replace_as::<BroadcastOp>(op, &[source], &[]);
    Some(())
}

/// A mask of known sizes is a constant one.
pub(crate) fn create_mask_of_constants(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let mask = vector(view.cx(), view.result(0).ty());
    let (shape, scalable): (&[i64], &[bool]) =
        if mask.rank() == 0 { (&[1], &[false]) } else { (mask.shape, mask.scalable) };
    let mut sizes = Vec::with_capacity(shape.len());
    for (i, size) in view.operands().enumerate() {
        let size = constant_int(size)?;
        if scalable[i] && size >= 0 {
            return None;
        }
        sizes.push(size.clamp(0, shape[i]));
    }
    if sizes.contains(&0) {
        sizes.fill(0);
    }
    let sizes = rw.cx().i64_array(&sizes);
    rw.replace_as::<ConstantMaskOp>(op, &[], &[Some(sizes)]);
    Some(())
}

/// Whether all bits of a mask are known to be set, or none.
fn known_mask(mask: ValueRef<'_>) -> Option<bool> {
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
        rw.replace_as::<LoadOp>(op, &operands, &[]);
    } else {
        let pass_thru = pass_thru.id();
        rw.replace(op, &[pass_thru]);
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
        rw.add(|cx, body| StoreOp::build(cx, body, value, base, &indices, None, None, loc));
    }
    rw.erase(op);
    Some(())
}
