//! Elementwise ops and constants.

use terrace_dialects_core::arith::ConstantOp;
use terrace_dialects_gpu::gpu::warp::WarpExecuteOnLane0Op;
use terrace_dialects_vector::StepOp;
use terrace_dialects_vector::elements::{splat_element, splat_of};
use terrace_dialects_vector::types::{as_vector, vector};
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{OpRef, Rewriter, TraitSet, Type, Value};
use terrace_passes_shared::vector_ops::broadcast;

use super::lanes::with_shape;
use super::region::Warp;

/// Whether an op computes each element of its result from the elements at that place.
fn is_elementwise(op: OpRef<'_>) -> bool {
    let traits =
        [TraitSet::Elementwise, TraitSet::Scalarizable, TraitSet::Vectorizable, TraitSet::Tensorizable];
    op.num_results() == 1 && traits.into_iter().all(|set| op.has_trait(set))
}

/// Computes the parts of an elementwise result from parts of the operands.
pub(super) fn move_elementwise(rw: &mut Rewriter<'_>, op: WarpExecuteOnLane0Op) -> Option<()> {
    let (cx, warp) = (rw.cx(), Warp::of(rw, op)?);
    let (index, def) = warp.yielded(rw, is_elementwise)?;
    let part = warp.result_type(rw, index);
    let operands: Vec<Value> = rw.op(def).operands().map(|value| value.id()).collect();
    let mut types = Vec::with_capacity(operands.len());
    for &operand in &operands {
        let ty = rw.value(operand).ty();
        types.push(match (as_vector(cx, ty), as_vector(cx, part)) {
            (Some(_), Some(part)) => with_shape(cx, ty, part.shape),
            (None, _) => ty,
            (Some(_), None) => return None,
        });
    }
    let (warp, parts) = warp.append(rw, &operands, &types)?;
    let mut map = IrMapping::new();
    operands.iter().zip(&parts).for_each(|(&operand, &part)| map.map(operand, part));
    let new = rw.clone_op(def, &mut map)?;
    let value = rw.body().single_result(new);
    rw.set_type(value, part);
    rw.set_loc(new, warp.loc);
    warp.replace_result(rw, index, value);
    Some(())
}

/// Creates a constant with one value in all elements after the region.
pub(super) fn move_constant(rw: &mut Rewriter<'_>, op: WarpExecuteOnLane0Op) -> Option<()> {
    let (cx, warp) = (rw.cx(), Warp::of(rw, op)?);
    let (index, def) = warp.yielded(rw, |def| def.isa::<ConstantOp>())?;
    let attr = rw.op(def).cast::<ConstantOp>()?.value_attr();
    let part = warp.result_type(rw, index);
    as_vector(cx, part)?;
    let part_attr = splat_of(cx, splat_element(cx, attr)?, part)?;
    rw.set_insertion_point_after(warp.op);
    let value = rw.build_value(ConstantOp::of().value_attr(part_attr).result(part).loc(warp.loc));
    warp.replace_result(rw, index, value);
    Some(())
}

/// The numbers of elements are the numbers of lanes, if each lane holds one.
pub(super) fn move_step(rw: &mut Rewriter<'_>, op: WarpExecuteOnLane0Op) -> Option<()> {
    let (cx, warp) = (rw.cx(), Warp::of(rw, op)?);
    let (index, def) = warp.yielded(rw, |def| def.isa::<StepOp>())?;
    let (whole, part): (Type, Type) = (rw.op(def).single_result().ty(), warp.result_type(rw, index));
    if vector(cx, whole).num_elements() != warp.size || vector(cx, part).num_elements() != 1 {
        return rw.notify_match_failure(op, "not one element for each lane");
    }
    rw.set_insertion_point_after(warp.op);
    let value = broadcast(rw, warp.lane, part, warp.loc);
    warp.replace_result(rw, index, value);
    Some(())
}
