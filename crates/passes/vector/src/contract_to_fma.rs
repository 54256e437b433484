//! `vector.contract` of a vector and one element as a multiplication and an addition of vectors.

use terrace_dialects_vector::attrs::CombiningKind;
use terrace_dialects_vector::types::as_vector;
use terrace_dialects_vector::{BroadcastOp, ContractionOp, FMAOp, MaskOp, ShapeCastOp};
use terrace_ir::pattern::Pattern;
use terrace_ir::{Context, Rewriter, Type, Value, VectorType, pattern};

/// Lowers contractions to `vector.fma`.
pub static CONTRACT_TO_FMA: &[Pattern] = &[pattern!("VectorContractToFMA", ContractionOp, contract_to_fma)];

/// The extents of a vector of `f32` without scalable dimensions that are not one; `None` for another type.
fn long_extents(cx: &Context, ty: Type) -> Option<Vec<i64>> {
    let vector = as_vector(cx, ty).filter(|vector| vector.element == Type::F32 && !vector.is_scalable())?;
    Some(vector.shape.iter().copied().filter(|&extent| extent != 1).collect())
}

fn contract_to_fma(rw: &mut Rewriter<'_>, op: ContractionOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    if view.kind() != CombiningKind::Add {
        return rw.notify_match_failure(op, "Expects add combining kind.");
    }
    if view.0.parent_op().is_some_and(|parent| parent.isa::<MaskOp>()) {
        return rw.notify_match_failure(op, "A mask is not supported.");
    }
    let (lhs, rhs, acc, loc) = (view.lhs(), view.rhs(), view.acc(), view.0.loc());
    let Some([left, right, sums]) = [lhs, rhs, acc]
        .map(|value| long_extents(cx, value.ty()))
        .into_iter()
        .collect::<Option<Vec<_>>>()
        .and_then(|all| <[Vec<i64>; 3]>::try_from(all).ok())
    else {
        return rw.notify_match_failure(op, "Only vectors of f32 are supported.");
    };
    let (is_left_long, long) = match (left.as_slice(), right.as_slice()) {
        (&[long], []) => (true, long),
        ([], &[long]) => (false, long),
        _ => {
            return rw.notify_match_failure(op, "Expects one dimension of one operand alone to be non-unit.");
        }
    };
    if sums != [long] {
        return rw.notify_match_failure(op, "Expects the accumulator to have the same non-unit dimension.");
    }
    let [lhs, rhs, acc] = [lhs, rhs, acc].map(|value| value.id());
    let flat = |extent: i64| VectorType::get(cx, &[extent], Type::F32);
    let cast = |rw: &mut Rewriter<'_>, value: Value, extent: i64| {
        rw.build_value(ShapeCastOp::of(value).result(flat(extent)).loc(loc))
    };
    let acc = cast(rw, acc, long);
    let mut lhs = cast(rw, lhs, if is_left_long { long } else { 1 });
    let mut rhs = cast(rw, rhs, if is_left_long { 1 } else { long });
    let single = if is_left_long { &mut rhs } else { &mut lhs };
    *single = rw.build_value(BroadcastOp::of(*single).vector(flat(long)).loc(loc));
    let sum = rw.build_value(FMAOp::of(lhs, rhs, acc).result(flat(long)).loc(loc));
    rw.replace(op, ShapeCastOp::of(sum));
    Some(())
}
