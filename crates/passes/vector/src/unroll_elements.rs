//! `vector.from_elements` and `vector.to_elements` of several dimensions as ops on parts with one dimension less.

use terrace_dialects_builtin::ub::PoisonOp;
use terrace_dialects_vector::types::{Vector, as_vector, vector_type};
use terrace_dialects_vector::{
    ExtractOp, FromElementsOp, FromElementsOpView, InsertOp, ToElementsOp, ToElementsOpView,
};
use terrace_ir::pattern::Pattern;
use terrace_ir::{Context, Op, OpKind, Rewriter, Type, Value};

/// Unrolls the first dimension of `vector.from_elements`.
pub static UNROLL_FROM_ELEMENTS: &[Pattern] =
    &[Pattern::new("UnrollFromElements", FromElementsOp::DEF.name, unroll_from_elements)];

/// Unrolls the first dimension of `vector.to_elements`.
pub static UNROLL_TO_ELEMENTS: &[Pattern] =
    &[Pattern::new("UnrollToElements", ToElementsOp::DEF.name, unroll_to_elements)];

/// The type of a part along the first dimension; `None` with fewer than two dimensions, or if the first is scalable.
fn part_of(cx: &Context, ty: Type) -> Option<(Vector<'_>, Type)> {
    let whole = as_vector(cx, ty)?;
    let can_unroll = whole.rank() > 1 && !whole.scalable[0];
    can_unroll.then(|| (whole, vector_type(cx, &whole.shape[1..], &whole.scalable[1..], whole.element)))
}

fn unroll_from_elements(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = FromElementsOpView(rw.op(op));
    let (ty, loc) = (view.dest().ty(), view.0.loc());
    let elements: Vec<Value> = view.elements().map(|element| element.id()).collect();
    let Some((whole, part)) = part_of(rw.cx(), ty) else {
        return rw.notify_match_failure(op, "already 1-D");
    };
    let size = elements.len() / usize::try_from(whole.shape[0]).ok()?;
    let mut result = rw.create_value::<PoisonOp>(&[], &[], ty, loc);
    for (at, elements) in elements.chunks(size).enumerate() {
        let made = rw.create_value::<FromElementsOp>(elements, &[], part, loc);
        let place = rw.cx().i64_array(&[at as i64]);
        result = rw.build_value(
            InsertOp::builder(rw.cx(), loc)
                .value_to_store(made)
                .dest(result)
                .static_position_attr(place)
                .result(ty),
        );
    }
    rw.replace_op(op, &[result]);
    Some(())
}

fn unroll_to_elements(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = ToElementsOpView(rw.op(op));
    let (source, loc) = (view.source(), view.0.loc());
    let (ty, source_loc, source) = (source.ty(), source.loc(), source.id());
    let Some((whole, part)) = part_of(rw.cx(), ty) else {
        return rw.notify_match_failure(op, "already 1-D");
    };
    let (element, count) = (whole.element, whole.shape[0]);
    let size = rw.op(op).num_results() / usize::try_from(count).ok()?;
    let mut parts = Vec::new();
    for at in 0..count {
        let place = rw.cx().i64_array(&[at]);
        parts.push(rw.build_value(
            ExtractOp::builder(rw.cx(), source_loc).source(source).static_position_attr(place).result(part),
        ));
    }
    let mut elements = Vec::new();
    for part in parts {
        let taken = rw.create::<ToElementsOp>(&[part], &[], &vec![element; size], loc);
        elements.extend(rw.body().results(taken));
    }
    rw.replace_op(op, &elements);
    Some(())
}
