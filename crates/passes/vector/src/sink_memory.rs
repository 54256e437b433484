//! Sinking of extractions into loads, and of broadcasts into stores.

use terrace_dialects_core::arith::{AddIOp, IntegerOverflowFlags};
use terrace_dialects_mem::index_values::index_constant;
use terrace_dialects_mem::layout::memref as buffer;
use terrace_dialects_mem::memref;
use terrace_dialects_vector::types::{as_vector, vector};
use terrace_dialects_vector::{BroadcastOp, ExtractOp, LoadOp, StoreOp};
use terrace_ir::interfaces::mixed_values;
use terrace_ir::pattern::Pattern;
use terrace_ir::{Context, OpFoldResult, OpRef, Rewriter, Type, Value, ValueRef, pattern};

/// Moves extractions and broadcasts into accesses of memory.
pub static SINK_MEMORY_OPS: &[Pattern] = &[
    pattern!("ExtractOpFromLoad", ExtractOp, extract_of_load),
    pattern!("StoreOpFromBroadcast", StoreOp, store_of_broadcast),
];

/// Whether elements of a type are whole bytes.
fn is_bytes(cx: &Context, element: Type) -> bool {
    let is_number = element.is_integer(cx) || element.is_float(cx);
    element == Type::INDEX || is_number && element.bit_width(cx).is_some_and(|width| width % 8 == 0)
}

/// Whether a value is certainly there before an op.
pub(crate) fn is_before(value: ValueRef<'_>, op: OpRef<'_>) -> bool {
    let block = match value.defining_op() {
        Some(def) => def.block(),
        None => value.owner_block(),
    };
    let mut at = Some(op);
    while let (Some(op), Some(block)) = (at, block) {
        let Some(around) = op.block() else { return false };
        if around.id() == block.id() {
            return value.defining_op().is_none_or(|def| op.body().is_before(def.id(), op.id()));
        }
        let Some(region) = around.region() else { return false };
        if region.entry().is_some_and(|entry| entry.id() == block.id()) {
            return true;
        }
        at = region.parent_op().filter(|parent| parent.body_id() == op.body_id());
    }
    false
}

fn extract_of_load(rw: &mut Rewriter<'_>, op: ExtractOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let Some(load) = view.source().defined_by::<LoadOp>() else {
        return rw.notify_match_failure(op, "expected a load op");
    };
    if view.source().uses().count() != 1 {
        return rw.notify_match_failure(op, "expected single op use");
    }
    let own = vector(cx, load.result().ty());
    if own.is_scalable() {
        return rw.notify_match_failure(op, "scalable vectors are not supported");
    }
    let memory = buffer(cx, load.base().ty())?;
    if !is_bytes(cx, memory.element) {
        return rw.notify_match_failure(op, "unsupported element type");
    }
    let Some(skipped) = memory.shape.len().checked_sub(own.rank()) else {
        return rw.notify_match_failure(op, "unsupported ranks combination");
    };
    let (ty, loaded, loc) = (view.result().ty(), load.0.id(), load.0.loc());
    let base = load.base().id();
    let mut indices: Vec<Value> = load.indices().map(|index| index.id()).collect();
    let fixed = view.static_position().to_vec();
    let places: Vec<OpFoldResult> =
        mixed_values(&fixed, view.dynamic_position()).into_iter().map(Into::into).collect();
    // A place that is poison has no address; upstream also sinks where a place is computed after the load, which is invalid.
    let is_late = |place: ValueRef<'_>| !is_before(place, load.0);
    if fixed.contains(&-1) || view.dynamic_position().any(is_late) {
        return None;
    }
    rw.set_insertion_point_before(loaded);
    for (index, place) in indices[skipped..].iter_mut().zip(places) {
        let offset = match place {
            OpFoldResult::Static(0) => continue,
            OpFoldResult::Static(number) => index_constant(rw, number, loc),
            OpFoldResult::Value(value) => value,
        };
        let flags = Some(IntegerOverflowFlags::NSW.attr(cx));
        *index = rw
            .build_value(AddIOp::of(*index, offset).overflow_flags_attr(flags).result(Type::INDEX).loc(loc));
    }
    let value = match as_vector(cx, ty) {
        Some(_) => rw.build_value(LoadOp::of(base, &indices).loc(loc).result(ty)),
        None => rw.build_value(memref::LoadOp::of(base, &indices).loc(loc).result(ty)),
    };
    rw.replace_op(op, &[value]);
    rw.erase_op(loaded);
    Some(())
}

fn store_of_broadcast(rw: &mut Rewriter<'_>, op: StoreOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let value = view.value_to_store();
    let own = vector(cx, value.ty());
    if own.is_scalable() {
        return rw.notify_match_failure(op, "scalable vectors are not supported");
    }
    if as_vector(cx, view.base().ty().element_type(cx)?).is_some() {
        return rw.notify_match_failure(op, "memrefs of vectors are not supported");
    }
    if own.num_elements() != 1 {
        return rw.notify_match_failure(op, "only 1-element vectors are supported");
    }
    let Some(broadcast) = value.defined_by::<BroadcastOp>() else {
        return rw.notify_match_failure(op, "value to store is not from a broadcast");
    };
    if value.uses().count() != 1 {
        return rw.notify_match_failure(op, "expected single op use");
    }
    let (source, made, loc) = (broadcast.source(), broadcast.0.id(), view.0.loc());
    let (is_vector, source, base) = (source.ty().is_vector(cx), source.id(), view.base().id());
    let indices: Vec<Value> = view.indices().map(|index| index.id()).collect();
    match is_vector {
        true => {
            rw.build(StoreOp::of(source, base, &indices).loc(loc));
        }
        false => {
            rw.build(memref::StoreOp::of(source, base, &indices).loc(loc));
        }
    }
    rw.erase_op(op);
    rw.erase_op(made);
    Some(())
}
