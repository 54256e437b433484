//! Ops on vectors without fixed dimensions of one element, which `vector.shape_cast` drops and restores.

use terrace_dialects_core::scf::ForOp;
use terrace_dialects_linalg::copies::copy_with;
use terrace_dialects_vector::TransposeOp;
use terrace_dialects_vector::types::{Vector, as_vector, vector};
use terrace_ir::context::OpInfo;
use terrace_ir::interfaces::LoopLike;
use terrace_ir::pattern::Pattern;
use terrace_ir::{Context, InsertPoint, Op, OpKind, Rewriter, TraitSet, Type, Value, VectorType, pattern};

use terrace_passes_shared::vector_ops::{shape_cast, transpose};

/// Drops dimensions of one element of elementwise ops, of what loops carry, and of transpositions.
pub static DROP_UNIT_DIMS: &[Pattern] = &[
    Pattern::having("DropUnitDimFromElementwiseOps", is_elementwise, elementwise),
    pattern!("DropUnitDimsFromScfForOp", ForOp, carried_vector),
    pattern!("DropUnitDimsFromTransposeOp", TransposeOp, drop_from_transpose),
];

fn is_elementwise(info: &OpInfo) -> bool {
    info.traits.has(TraitSet::Elementwise)
}

/// Whether each dimension is a fixed one of one element.
pub(super) fn unit_dims<'a>(own: &Vector<'a>) -> impl Iterator<Item = bool> + use<'a> {
    own.shape.iter().zip(own.scalable).map(|(&extent, &scales)| extent == 1 && !scales)
}

/// A vector type without fixed dimensions of one element, which has one dimension at least.
fn without_units(cx: &Context, ty: Type) -> Type {
    let own = vector(cx, ty);
    let kept: Vec<usize> =
        (0..own.rank()).zip(unit_dims(&own)).filter(|(_, unit)| !unit).map(|(dim, _)| dim).collect();
    if kept.is_empty() {
        return VectorType::get(cx, &[1], own.element);
    }
    let shape: Vec<i64> = kept.iter().map(|&dim| own.shape[dim]).collect();
    let scalable: Vec<bool> = kept.iter().map(|&dim| own.scalable[dim]).collect();
    VectorType::get_scalable(cx, &shape, &scalable, own.element)
}

fn elementwise(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    if view.num_results() != 1 || view.num_regions() != 0 {
        return None;
    }
    let (ty, loc) = (view.single_result().ty(), view.loc());
    as_vector(cx, ty)?;
    as_vector(cx, view.operands().next()?.ty()).filter(|own| own.rank() >= 2)?;
    let mut operands: Vec<Value> = view.operands().map(|value| value.id()).collect();
    let types: Vec<Type> = view.operands().map(|value| value.ty()).collect();
    if types.iter().any(|&ty| as_vector(cx, ty).is_none() || without_units(cx, ty) == ty) {
        return rw.notify_match_failure(op, "No unit dimension to remove.");
    }
    for (operand, ty) in operands.iter_mut().zip(types) {
        *operand = shape_cast(rw, *operand, without_units(cx, ty), loc);
    }
    let new = copy_with(rw, op, &operands, &[without_units(cx, ty)])?;
    let value = rw.body().single_result(new);
    let result = shape_cast(rw, value, ty, loc);
    rw.replace_op(op, &[result]);
    Some(())
}

/// Changes the type of a value; its users see it cast to the type it had.
fn retype(rw: &mut Rewriter<'_>, value: Value, ty: Type, at: InsertPoint) {
    let (old, loc) = (rw.value(value).ty(), rw.value(value).loc());
    rw.set_type(value, ty);
    rw.set_insertion_point(at);
    let cast = shape_cast(rw, value, old, loc);
    rw.replace_uses_with_if(value, cast, |body, user, _| !body.results(user).any(|result| result == cast));
}

/// The first vector with such dimensions that a loop carries is carried without them.
fn carried_vector(rw: &mut Rewriter<'_>, op: ForOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let loc = view.0.loc();
    let (at, init, ty) = view.init_args().enumerate().find_map(|(at, init)| {
        as_vector(cx, init.ty())?;
        let ty = without_units(cx, init.ty());
        (ty != init.ty()).then(|| (at, init.id(), ty))
    })?;
    let looped: &dyn LoopLike = &ForOp::MODEL;
    let arg = looped.iter_args(view.0).get(at)?.id();
    let (slot, block) = (looped.inits(view.0).0 + at, view.region().entry()?.id());
    let result = view.results().nth(at)?.id();
    let end = rw.body().last_op(block)?;
    rw.set_insertion_point_before(op);
    let init = shape_cast(rw, init, ty, loc);
    rw.set_operand(op, slot, init);
    retype(rw, arg, ty, InsertPoint::start(rw.body(), block));
    let (yielded, loc) = (rw.body().operand(end, at), rw.body().loc(end));
    rw.set_insertion_point_before(end);
    let yielded = shape_cast(rw, yielded, ty, loc);
    rw.set_operand(end, at, yielded);
    retype(rw, result, ty, InsertPoint::after(rw.body(), op.into()));
    Some(())
}

fn drop_from_transpose(rw: &mut Rewriter<'_>, op: TransposeOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (source, ty, loc) = (view.vector(), view.result().ty(), view.0.loc());
    let (own, new_ty) = (vector(cx, source.ty()), without_units(cx, source.ty()));
    if own.rank() == 0 || new_ty == source.ty() {
        return None;
    }
    let units: Vec<bool> = unit_dims(&own).collect();
    let kept = view.permutation().to_vec().into_iter().filter(|&dim| !units[dim as usize]);
    let mut order: Vec<i64> =
        kept.map(|dim| units[..dim as usize].iter().filter(|&&unit| !unit).count() as i64).collect();
    if order.is_empty() {
        order.push(0);
    }
    let source = source.id();
    let dropped = shape_cast(rw, source, new_ty, loc);
    let transposed = transpose(rw, dropped, &order, loc);
    let result = shape_cast(rw, transposed, ty, loc);
    rw.replace_op(op, &[result]);
    Some(())
}
