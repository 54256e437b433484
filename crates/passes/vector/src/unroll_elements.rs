//! `vector.from_elements` and `vector.to_elements` of several dimensions as ops on parts with one dimension less.

use terrace_dialects_builtin::ub::PoisonOp;
use terrace_dialects_vector::types::{Vector, as_vector};
use terrace_dialects_vector::{ExtractOp, FromElementsOp, InsertOp, ToElementsOp};
use terrace_ir::pattern::Pattern;
use terrace_ir::{Context, Rewriter, Type, Value, VectorType, pattern};

/// Unrolls the first dimension of `vector.from_elements`.
pub static UNROLL_FROM_ELEMENTS: &[Pattern] =
    &[pattern!("UnrollFromElements", FromElementsOp, unroll_from_elements)];

/// Unrolls the first dimension of `vector.to_elements`.
pub static UNROLL_TO_ELEMENTS: &[Pattern] = &[pattern!("UnrollToElements", ToElementsOp, unroll_to_elements)];

/// The type of a part along the first dimension; `None` with fewer than two dimensions, or if the first is scalable.
fn part_of(cx: &Context, ty: Type) -> Option<(Vector<'_>, Type)> {
    let whole = as_vector(cx, ty)?;
    let can_unroll = whole.rank() > 1 && !whole.scalable[0];
    can_unroll.then(|| {
        (whole, VectorType::get_scalable(cx, &whole.shape[1..], &whole.scalable[1..], whole.element))
    })
}

fn unroll_from_elements(rw: &mut Rewriter<'_>, op: FromElementsOp) -> Option<()> {
    let view = op.view(rw);
    let (ty, loc) = (view.dest().ty(), view.0.loc());
    let elements: Vec<Value> = view.elements().map(|element| element.id()).collect();
    let Some((whole, part)) = part_of(rw.cx(), ty) else {
        return rw.notify_match_failure(op, "already 1-D");
    };
    let size = elements.len() / usize::try_from(whole.shape[0]).ok()?;
    let mut result = rw.build_value(PoisonOp::of().result(ty).loc(loc));
    for (at, elements) in elements.chunks(size).enumerate() {
        let made = rw.build_value(FromElementsOp::of(elements).dest(part).loc(loc));
        let place = rw.cx().i64_array(&[at as i64]);
        result = rw.build_value(InsertOp::of(made, result).loc(loc).static_position_attr(place).result(ty));
    }
    rw.replace_op(op, &[result]);
    Some(())
}

fn unroll_to_elements(rw: &mut Rewriter<'_>, op: ToElementsOp) -> Option<()> {
    let view = op.view(rw);
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
        parts.push(
            rw.build_value(ExtractOp::of(source).loc(source_loc).static_position_attr(place).result(part)),
        );
    }
    let mut elements = Vec::new();
    for part in parts {
        let taken = rw.build(ToElementsOp::of(part).elements(&vec![element; size]).loc(loc));
        elements.extend(rw.body().results(taken));
    }
    rw.replace_op(op, &elements);
    Some(())
}
