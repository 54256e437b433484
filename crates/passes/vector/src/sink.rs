//! Elementwise ops before transpositions and broadcasts of their operands, and on extracted elements.

use terrace_dialects_core::arith;
use terrace_dialects_linalg::copies::copy_with;
use terrace_dialects_vector::elements::{splat_element, splat_of};
use terrace_dialects_vector::types::{as_vector, vector};
use terrace_dialects_vector::{BroadcastOp, ExtractOp, FMAOp, TransposeOp};
use terrace_ir::context::OpInfo;
use terrace_ir::fold::constant_value;
use terrace_ir::pattern::Pattern;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{
    Attr, Context, Op, OpKind, OpRef, Rewriter, TraitSet, Type, Value, ValueRef, VectorType, pattern,
};

/// Moves elementwise ops before transpositions and broadcasts.
pub static SINK_OPS: &[Pattern] = &[
    Pattern::having("ReorderElementwiseOpsOnTranspose", is_elementwise, elementwise_of_transposes),
    Pattern::having(
        "ReorderCastOpsOnBroadcast",
        |info| info.traits.has(TraitSet::CastLike),
        cast_of_broadcast,
    ),
    Pattern::having("ReorderElementwiseOpsOnBroadcast", is_elementwise, elementwise_of_broadcasts),
    pattern!("ExtractOpFromElementwise", ExtractOp, extract_of_elementwise),
];

fn is_elementwise(info: &OpInfo) -> bool {
    info.traits.has(TraitSet::Elementwise)
}

fn made_by<K: OpKind>(value: ValueRef<'_>) -> Option<OpRef<'_>> {
    value.defining_op().filter(|op| op.isa::<K>())
}

fn elementwise_of_transposes(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    if view.num_results() != 1 || view.num_regions() != 0 {
        return None;
    }
    let (mut orders, mut shape): (Vec<Vec<i64>>, _) = (Vec::new(), None);
    // Between constants alone, the transposition of one would go to the other and back.
    let mut moves_value = false;
    for operand in view.operands() {
        let Some(transpose) = operand.defining_op().and_then(|op| op.cast::<TransposeOp>()) else {
            constant_value(operand)?;
            continue;
        };
        orders.push(transpose.permutation().to_vec());
        shape = Some(transpose.vector().ty());
        moves_value |= constant_value(transpose.vector()).is_none();
    }
    if !moves_value && orders.len() < view.num_operands() {
        return rw.notify_match_failure(op, "all transposes are of constants");
    }
    if orders.windows(2).any(|pair| pair[0] != pair[1]) {
        return rw.notify_match_failure(op, "different transpose map");
    }
    let (order, shape) = (orders.pop()?, vector(cx, shape?));
    let result = view.single_result().ty();
    let ty = shape.with_element(cx, as_vector(cx, result)?.element);
    let mut inverse = vec![0; order.len()];
    order.iter().enumerate().for_each(|(at, &dim)| inverse[dim as usize] = at as i64);
    let loc = view.loc();
    let operands: Vec<Value> = view.operands().map(|value| value.id()).collect();
    let mut sources = Vec::with_capacity(operands.len());
    for operand in operands {
        let value = rw.value(operand);
        let transposed =
            value.defining_op().and_then(|op| op.cast::<TransposeOp>()).map(|view| view.vector().id());
        sources.push(match transposed {
            Some(source) => source,
            None => {
                let (ty, loc) = (shape.with_element(cx, as_vector(cx, value.ty())?.element), value.loc());
                rw.build_value(
                    TransposeOp::of(operand).permutation_attr(cx.i64_array(&inverse)).result(ty).loc(loc),
                )
            }
        });
    }
    let new = copy_with(rw, op, &sources, &[ty])?;
    let value = rw.body().single_result(new);
    let transposed =
        rw.build_value(TransposeOp::of(value).permutation_attr(cx.i64_array(&order)).result(result).loc(loc));
    rw.replace_op(op, &[transposed]);
    Some(())
}

/// The type of a value before it is broadcast, with other elements.
fn before_broadcast(cx: &Context, source: Type, element: Type) -> Type {
    as_vector(cx, source).map_or(element, |source| source.with_element(cx, element))
}

fn cast_of_broadcast(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    if view.num_operands() != 1 || view.num_results() != 1 {
        return None;
    }
    let (operand, result) = (view.operands().next()?, view.single_result().ty());
    let element = as_vector(cx, result)?.element;
    let source = made_by::<BroadcastOp>(operand)?.operands().next()?;
    let (ty, source, loc) = (before_broadcast(cx, source.ty(), element), source.id(), view.loc());
    let new = copy_with(rw, op, &[source], &[ty])?;
    let value = rw.body().single_result(new);
    let made = rw.build_value(BroadcastOp::of(value).vector(result).loc(loc));
    rw.replace_op(op, &[made]);
    Some(())
}

/// Whether values have the same extents.
fn same_shape(cx: &Context, a: Type, b: Type) -> bool {
    match (as_vector(cx, a), as_vector(cx, b)) {
        (Some(a), Some(b)) => a.shape == b.shape && a.scalable == b.scalable,
        (None, None) => true,
        _ => false,
    }
}

/// The element that a constant has everywhere.
fn splat_of_constant(value: ValueRef<'_>) -> Option<Attr> {
    let constant = value.defining_op().filter(|op| op.has_trait(TraitSet::ConstantLike))?;
    splat_element(constant.cx(), constant_value(value)?)
}

fn elementwise_of_broadcasts(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    if view.num_results() != 1 || view.num_operands() == 0 {
        return None;
    }
    let result = view.single_result().ty();
    let element = as_vector(cx, result)?.element;
    if view.isa::<FMAOp>() {
        return rw.notify_match_failure(
            op,
            "Op only accepts vector types - not supported as broadcast source might be a scalar",
        );
    }
    let is_constant =
        |value: &ValueRef<'_>| value.defining_op().is_some_and(|op| op.has_trait(TraitSet::ConstantLike));
    let first = view.operands().find(|value| !is_constant(value))?;
    let source = made_by::<BroadcastOp>(first)?.operands().next()?.ty();
    let fits = |value: ValueRef<'_>| match made_by::<BroadcastOp>(value).and_then(|op| op.operands().next()) {
        Some(own) => same_shape(cx, own.ty(), source),
        None => splat_of_constant(value).is_some(),
    };
    if !view.operands().all(fits) {
        return rw
            .notify_match_failure(op, "not all operands are constants or broadcasts from the same type");
    }
    let (ty, loc) = (before_broadcast(cx, source, element), view.loc());
    let operands: Vec<Value> = view.operands().map(|value| value.id()).collect();
    let mut sources = Vec::with_capacity(operands.len());
    for operand in operands {
        let value = rw.value(operand);
        if let Some(broadcast) = made_by::<BroadcastOp>(value) {
            sources.push(broadcast.operands().next()?.id());
            continue;
        }
        let (constant, loc) = (splat_of_constant(value)?, value.loc());
        let ty = before_broadcast(cx, source, value.ty().element_type_or_self(cx));
        let constant = match as_vector(cx, ty) {
            Some(_) => splat_of(cx, constant, ty)?,
            None => constant,
        };
        sources.push(rw.build_value(arith::ConstantOp::of().value_attr(constant).result(ty).loc(loc)));
    }
    let new = copy_with(rw, op, &sources, &[ty])?;
    let value = rw.body().single_result(new);
    let made = rw.build_value(BroadcastOp::of(value).vector(result).loc(loc));
    rw.replace_op(op, &[made]);
    Some(())
}

fn extract_of_elementwise(rw: &mut Rewriter<'_>, op: ExtractOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let source = view.source();
    let maker = source.defining_op().filter(|op| op.has_trait(TraitSet::Elementwise))?;
    if maker.isa::<FMAOp>() || maker.num_results() != 1 || source.uses().count() != 1 {
        return None;
    }
    let types = maker.operand_types();
    if types.windows(2).any(|pair| pair[0] != pair[1]) {
        return rw.notify_match_failure(op, "operand types are different");
    }
    if view.dynamic_position().len() > 0 {
        return rw.notify_match_failure(op, "dynamic position not supported");
    }
    let (ty, place, maker) = (view.result().ty(), view.static_position_attr(), maker.id());
    let (loc, own) = (rw.body().loc(maker), vector(cx, *types.first()?));
    let count = op.view(rw).static_position().to_vec().len();
    let part = match count == own.rank() {
        true => own.element,
        false => VectorType::get_scalable(cx, &own.shape[count..], &own.scalable[count..], own.element),
    };
    rw.set_insertion_point_before(maker);
    let operands: Vec<Value> = rw.op(maker).operands().map(|value| value.id()).collect();
    let mut parts = Vec::with_capacity(operands.len());
    for operand in operands {
        parts.push(rw.build_value(ExtractOp::of(operand).loc(loc).static_position_attr(place).result(part)));
    }
    let new = rw.clone_op(maker, &mut IrMapping::new())?;
    rw.set_operands(new, &parts);
    let value = rw.body().single_result(new);
    rw.set_type(value, ty);
    rw.replace_op(op, &[value]);
    rw.erase_op(maker);
    Some(())
}
