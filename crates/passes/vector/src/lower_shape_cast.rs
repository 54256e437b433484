//! `vector.shape_cast` as extractions and insertions of the largest parts that both shapes have.

use terrace_dialects_builtin::ub;
use terrace_dialects_vector::attrs::i64_attrs;
use terrace_dialects_vector::types::{Vector, vector};
use terrace_dialects_vector::{
    ExtractStridedSliceOp, InsertStridedSliceOp, ScalableExtractOp, ScalableInsertOp, ShapeCastOp,
};
use terrace_ir::elements::MAX_EXPANDED_ELEMENTS;
use terrace_ir::pattern::Pattern;
use terrace_ir::{Loc, Rewriter, Type, Value, VectorType, pattern};

use terrace_passes_shared::vector_ops::{extract, insert};

/// Lowers casts of shapes.
pub static LOWER_SHAPE_CAST: &[Pattern] = &[
    pattern!("ShapeCastOpRewritePattern", ShapeCastOp, lower_fixed),
    pattern!("ScalableShapeCastOpRewritePattern", ShapeCastOp, lower_scalable),
];

/// The position `steps` elements after another one in a shape, which it wraps around.
fn advance(position: &mut [i64], shape: &[i64], mut steps: i64) {
    for (at, &extent) in position.iter_mut().zip(shape).rev() {
        let sum = *at + steps;
        (*at, steps) = (sum % extent, sum / extent);
        if steps == 0 {
            break;
        }
    }
}

fn poison(rw: &mut Rewriter<'_>, ty: Type, loc: Loc) -> Value {
    rw.build_value(ub::PoisonOp::of().result(ty).loc(loc))
}

fn lower_fixed(rw: &mut Rewriter<'_>, op: ShapeCastOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (source, ty, loc) = (view.source().id(), view.result().ty(), view.0.loc());
    let (from, to) = (vector(cx, view.source().ty()), vector(cx, ty));
    if from.is_scalable() || to.is_scalable() {
        let reason = "shape_cast where vectors are scalable not handled by this pattern";
        return rw.notify_match_failure(op, reason);
    }
    let same = from.shape.iter().rev().zip(to.shape.iter().rev()).take_while(|(a, b)| a == b).count();
    let (outer_from, outer_to) = (from.rank() - same, to.rank() - same);
    let result = match (outer_from.checked_sub(1), outer_to.checked_sub(1)) {
        (Some(from_dim), Some(to_dim)) => {
            let common = gcd(from.shape[from_dim], to.shape[to_dim]);
            let size =
                from.shape[from_dim + 1..].iter().try_fold(common, |n, &extent| n.checked_mul(extent))?;
            let count = from.num_elements().checked_div(size)?;
            if count > MAX_EXPANDED_ELEMENTS as i64 {
                return rw.notify_match_failure(op, "too many elements to move one by one");
            }
            match common {
                1 => move_parts(rw, source, ty, [outer_from, outer_to], loc),
                _ => move_slices(rw, source, ty, [from_dim, to_dim], common, count, loc),
            }
        }
        // Leading dimensions of one element come or go.
        _ => {
            let part = extract(rw, source, &vec![0; from.rank().saturating_sub(to.rank())], loc);
            let whole = poison(rw, ty, loc);
            insert(rw, part, whole, &vec![0; to.rank().saturating_sub(from.rank())], loc)
        }
    };
    rw.replace_op(op, &[result]);
    Some(())
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Moves all subvectors, which are indexed by `outer_from` leading dimensions of the source and `outer_to` of
/// the result.
fn move_parts(
    rw: &mut Rewriter<'_>,
    source: Value,
    ty: Type,
    [outer_from, outer_to]: [usize; 2],
    loc: Loc,
) -> Value {
    let cx = rw.cx();
    let (from, to) = (vector(cx, rw.value(source).ty()), vector(cx, ty));
    let (from_shape, to_shape) = (&from.shape[..outer_from], &to.shape[..outer_to]);
    let count: i64 = from_shape.iter().product();
    let (mut from_at, mut to_at) = (vec![0; outer_from], vec![0; outer_to]);
    let mut result = poison(rw, ty, loc);
    for _ in 0..count {
        let part = extract(rw, source, &from_at, loc);
        result = insert(rw, part, result, &to_at, loc);
        advance(&mut from_at, from_shape, 1);
        advance(&mut to_at, to_shape, 1);
    }
    result
}

/// Moves slices whose extent along a dimension, one of the source and one of the result, is `common`; inner dimensions are
/// the same.
fn move_slices(
    rw: &mut Rewriter<'_>,
    source: Value,
    ty: Type,
    [from_dim, to_dim]: [usize; 2],
    common: i64,
    count: i64,
    loc: Loc,
) -> Value {
    let cx = rw.cx();
    let (from, to) = (vector(cx, rw.value(source).ty()), vector(cx, ty));
    let rank = from.rank() - from_dim;
    let slice: Vec<i64> = [&[common], &from.shape[from_dim + 1..]].concat();
    let slice_ty = VectorType::get_scalable(cx, &slice, &vec![false; rank], to.element);
    let row_ty = VectorType::get_scalable(cx, &to.shape[to_dim..], &to.scalable[to_dim..], to.element);
    let (sizes, strides) = (i64_attrs(cx, &slice), i64_attrs(cx, &vec![1; rank]));
    let offsets = |first: i64| {
        let mut offsets = vec![0; rank];
        offsets[0] = first;
        i64_attrs(cx, &offsets)
    };
    let (from_shape, to_shape) = (&from.shape[..from_dim], &to.shape[..to_dim]);
    let (taken_every, given_every) = (from.shape[from_dim] / common, to.shape[to_dim] / common);
    let (mut from_at, mut to_at) = (vec![0; from_dim], vec![0; to_dim]);
    let mut result = poison(rw, ty, loc);
    let empty = poison(rw, row_ty, loc);
    let (mut taken, mut given) = (source, empty);
    for at in 0..count {
        let (taken_at, given_at) = (at % taken_every, at % given_every);
        if taken_at == 0 {
            taken = extract(rw, source, &from_at, loc);
            advance(&mut from_at, from_shape, 1);
        }
        let part = rw.build_value(
            ExtractStridedSliceOp::of(taken)
                .offsets_attr(offsets(taken_at * common))
                .sizes_attr(sizes)
                .strides_attr(strides)
                .result(slice_ty)
                .loc(loc),
        );
        if given_at == 0 {
            given = empty;
        }
        given = rw.build_value(
            InsertStridedSliceOp::of(part, given)
                .offsets_attr(offsets(given_at * common))
                .strides_attr(strides)
                .result(row_ty)
                .loc(loc),
        );
        if given_at + 1 == given_every {
            result = insert(rw, given, result, &to_at, loc);
            advance(&mut to_at, to_shape, 1);
        }
    }
    result
}

/// Whether the last dimension alone is scalable.
fn is_last_scalable(own: &Vector<'_>) -> bool {
    own.scalable.split_last().is_some_and(|(&last, outer)| last && !outer.contains(&true))
}

fn lower_scalable(rw: &mut Rewriter<'_>, op: ShapeCastOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (source, ty, loc) = (view.source().id(), view.result().ty(), view.0.loc());
    let (from, to) = (vector(cx, view.source().ty()), vector(cx, ty));
    if !is_last_scalable(&from) || !is_last_scalable(&to) {
        let reason = "trailing dims are not scalable, not handled by this pattern";
        return rw.notify_match_failure(op, reason);
    }
    let (from_row, to_row) = (from.minor(), to.minor());
    let step = from_row.min(to_row);
    let count = from.num_elements();
    // Rows whose extents do not divide each other would be cut where they end.
    if from_row % step != 0 || to_row % step != 0 || count / step > MAX_EXPANDED_ELEMENTS as i64 {
        return None;
    }
    let part_ty = VectorType::get_scalable(cx, &[step], &[true], from.element);
    let mut result = poison(rw, ty, loc);
    let (mut from_at, mut to_at) = (vec![0; from.rank()], vec![0; to.rank()]);
    let (mut taken, mut given): (Option<Value>, Option<Value>) = (None, None);
    let row_of = |rw: &mut Rewriter<'_>, value: Value, at: &[i64]| match at {
        [] => value,
        at => extract(rw, value, at, loc),
    };
    for _ in 0..count / step {
        let (&from_last, from_outer) = from_at.split_last()?;
        let (&to_last, to_outer) = to_at.split_last()?;
        let row = match taken {
            Some(row) => row,
            None => row_of(rw, source, from_outer),
        };
        let part = match step < from_row {
            true => {
                let pos = Some(cx.int_attr(Type::I64, from_last));
                rw.build_value(ScalableExtractOp::of(row).pos_attr(pos).result(part_ty).loc(loc))
            }
            false => row,
        };
        let target = match given {
            Some(target) => target,
            None if step == to_row => part,
            None => row_of(rw, result, to_outer),
        };
        let target = match step < to_row {
            true => {
                let (ty, pos) = (rw.value(target).ty(), Some(cx.int_attr(Type::I64, to_last)));
                rw.build_value(ScalableInsertOp::of(part, target).pos_attr(pos).result(ty).loc(loc))
            }
            false => target,
        };
        let is_row_done = to_last + step >= to_row;
        given = Some(target);
        if is_row_done {
            result = insert(rw, target, result, to_outer, loc);
            given = None;
        }
        taken = Some(row).filter(|_| from_last + step < from_row);
        advance(&mut from_at, from.shape, step);
        advance(&mut to_at, to.shape, step);
    }
    rw.replace_op(op, &[result]);
    Some(())
}
