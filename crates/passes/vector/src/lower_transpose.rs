//! `vector.transpose` as extractions and insertions, or as shuffles where two dimensions alone are longer than one.

use terrace_dialects_builtin::ub;
use terrace_dialects_vector::types::vector;
use terrace_dialects_vector::{ExtractOp, ShuffleOp, TransposeOp};
use terrace_ir::elements::MAX_EXPANDED_ELEMENTS;
use terrace_ir::pattern::Pattern;
use terrace_ir::{Loc, Op, OpKind, Rewriter, Value, VectorType, pattern};

use terrace_passes_shared::vector_ops::{extract, insert, shape_cast};

/// Lowers transpositions element by element.
pub static LOWER_TRANSPOSE_ELEMENTWISE: &[Pattern] = &[
    pattern!("Transpose2DWithUnitDimToShapeCast", TransposeOp, unit_dim_to_shape_cast),
    Pattern::new("TransposeOpLowering", TransposeOp::DEF.name, |rw, op| {
        unroll(rw, TransposeOp::assume(op), false)
    }),
];

/// Lowers transpositions of two dimensions to shuffles of flat vectors.
pub static LOWER_TRANSPOSE_SHUFFLE_1D: &[Pattern] = &[
    pattern!("Transpose2DWithUnitDimToShapeCast", TransposeOp, unit_dim_to_shape_cast),
    Pattern::new("TransposeOpLowering", TransposeOp::DEF.name, |rw, op| {
        unroll(rw, TransposeOp::assume(op), true)
    }),
    Pattern::new("TransposeOp2DToShuffleLowering", TransposeOp::DEF.name, |rw, op| {
        shuffle(rw, TransposeOp::assume(op), false)
    }),
];

/// The same, but for 16 rows of 16 elements, which are shuffled as registers of 512 bits are.
pub static LOWER_TRANSPOSE_SHUFFLE_16X16: &[Pattern] = &[
    pattern!("Transpose2DWithUnitDimToShapeCast", TransposeOp, unit_dim_to_shape_cast),
    Pattern::new("TransposeOpLowering", TransposeOp::DEF.name, |rw, op| {
        unroll(rw, TransposeOp::assume(op), true)
    }),
    Pattern::new("TransposeOp2DToShuffleLowering", TransposeOp::DEF.name, |rw, op| {
        shuffle(rw, TransposeOp::assume(op), true)
    }),
];

/// Writes the transposition of a row or column as a change of shape.
fn unit_dim_to_shape_cast(rw: &mut Rewriter<'_>, op: TransposeOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (source, ty, loc) = (view.vector(), view.result().ty(), view.0.loc());
    let own = vector(cx, source.ty());
    let is_unit = |dim: usize| own.shape[dim] == 1 && !own.scalable[dim];
    if own.rank() != 2 || view.permutation().to_vec() != [1, 0] || !(is_unit(0) || is_unit(1)) {
        return None;
    }
    let source = source.id();
    let made = shape_cast(rw, source, ty, loc);
    rw.replace_op(op, &[made]);
    Some(())
}

/// The extents of the two dimensions that are longer than one, where these are transposed; `None` for another transposition.
pub fn slice_of_two_dims(rw: &Rewriter<'_>, op: Op) -> Option<(i64, i64)> {
    let view = TransposeOp::view_of(rw.op(op));
    let shape = vector(rw.cx(), view.vector().ty()).shape;
    let longer: Vec<usize> = (0..shape.len()).filter(|&dim| shape[dim] > 1).collect();
    let &[first, second] = longer.as_slice() else { return None };
    let order = view.permutation().to_vec();
    let place = |dim: usize| order.iter().position(|&at| at == dim as i64);
    (place(second)? < place(first)?).then_some((shape[first], shape[second]))
}

fn unroll(rw: &mut Rewriter<'_>, op: TransposeOp, shuffles: bool) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (source, ty, loc) = (view.vector().id(), view.result().ty(), view.0.loc());
    let own = vector(cx, view.vector().ty());
    if own.is_scalable() {
        return rw.notify_match_failure(op, "This lowering does not support scalable vectors");
    }
    if shuffles && slice_of_two_dims(rw, op.into()).is_some() {
        return rw.notify_match_failure(op, "Options specifies lowering to shuffle");
    }
    // Last dimensions that stay last are kept as vectors.
    let mut order = op.view(rw).permutation().to_vec();
    while order.last().is_some_and(|&dim| dim as usize + 1 == order.len()) {
        order.pop();
    }
    let shape = &own.shape[..order.len()];
    let count = shape.iter().try_fold(1_i64, |count, &extent| count.checked_mul(extent))?;
    if count > MAX_EXPANDED_ELEMENTS as i64 {
        return rw.notify_match_failure(op, "too many elements to move one by one");
    }
    let mut result = rw.build_value(ub::PoisonOp::of().result(ty).loc(loc));
    let mut place = vec![0_i64; order.len()];
    for _ in 0..count {
        let whole = place.len() == own.rank();
        let part_ty = match whole {
            true => own.element,
            false => VectorType::get_scalable(
                cx,
                &own.shape[place.len()..],
                &own.scalable[place.len()..],
                own.element,
            ),
        };
        let at = cx.i64_array(&place);
        let part =
            rw.build_or_fold_value(ExtractOp::of(source).loc(loc).static_position_attr(at).result(part_ty));
        let target: Vec<i64> = order.iter().map(|&dim| place[dim as usize]).collect();
        result = insert(rw, part, result, &target, loc);
        for (at, &extent) in place.iter_mut().zip(shape).rev() {
            *at += 1;
            if *at < extent {
                break;
            }
            *at = 0;
        }
    }
    rw.replace_op(op, &[result]);
    Some(())
}

/// Elements of two vectors of one dimension, which are numbered through both.
pub fn shuffle_of(rw: &mut Rewriter<'_>, a: Value, b: Value, places: &[i64], loc: Loc) -> Value {
    let (cx, own) = (rw.cx(), vector(rw.cx(), rw.value(a).ty()));
    let ty = VectorType::get(cx, &[places.len() as i64], own.element);
    rw.build_value(ShuffleOp::of(a, b).mask_attr(cx.i64_array(places)).vector(ty).loc(loc))
}

fn shuffle(rw: &mut Rewriter<'_>, op: TransposeOp, by_registers: bool) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (source, ty, loc) = (view.vector().id(), view.result().ty(), view.0.loc());
    let own = vector(cx, view.vector().ty());
    if own.is_scalable() {
        return rw.notify_match_failure(op, "vector shuffle lowering not supported for scalable vectors");
    }
    let Some((rows, columns)) = slice_of_two_dims(rw, op.into()) else {
        return rw.notify_match_failure(op, "expected transposition on a 2D slice");
    };
    let elements = rows.checked_mul(columns).filter(|&count| count <= MAX_EXPANDED_ELEMENTS as i64)?;
    let flat = shape_cast(rw, source, VectorType::get(cx, &[elements], own.element), loc);
    let value = if by_registers && rows == 16 && columns == 16 {
        let square = VectorType::get(cx, &[16, 16], own.element);
        let square = shape_cast(rw, flat, square, loc);
        shuffle_registers(rw, square, loc)
    } else {
        let places: Vec<i64> =
            (0..columns).flat_map(|column| (0..rows).map(move |row| row * columns + column)).collect();
        shuffle_of(rw, flat, flat, &places, loc)
    };
    let result = shape_cast(rw, value, ty, loc);
    rw.replace_op(op, &[result]);
    Some(())
}

/// In each quarter of two registers, the four elements at these places.
fn unpack(rw: &mut Rewriter<'_>, a: Value, b: Value, places: [i64; 4], loc: Loc) -> Value {
    let places: Vec<i64> =
        (0..4).flat_map(|quarter| places.iter().map(move |place| place + quarter * 4)).collect();
    shuffle_of(rw, a, b, &places, loc)
}

/// Two quarters of a register, and two of another one.
fn quarters(rw: &mut Rewriter<'_>, a: Value, b: Value, places: [i64; 2], loc: Loc) -> Value {
    let of = |start: i64| {
        places.into_iter().flat_map(move |quarter| (0..4).map(move |at| start + quarter * 4 + at))
    };
    let places: Vec<i64> = of(0).chain(of(16)).collect();
    shuffle_of(rw, a, b, &places, loc)
}

/// The transposed rows of a square of 16 rows.
fn shuffle_registers(rw: &mut Rewriter<'_>, square: Value, loc: Loc) -> Value {
    let rows: Vec<Value> = (0..16).map(|row| extract(rw, square, &[row], loc)).collect();
    // Elements of pairs of rows, then pairs of elements.
    let mut pairs = Vec::with_capacity(16);
    for at in 0..8 {
        for places in [[0, 16, 1, 17], [2, 18, 3, 19]] {
            pairs.push(unpack(rw, rows[2 * at], rows[2 * at + 1], places, loc));
        }
    }
    let mut fours = Vec::with_capacity(16);
    for group in 0..4 {
        for at in [0, 1] {
            for places in [[0, 1, 16, 17], [2, 3, 18, 19]] {
                fours.push(unpack(rw, pairs[4 * group + at], pairs[4 * group + at + 2], places, loc));
            }
        }
    }
    // Quarters of registers, twice.
    let mut eights = Vec::with_capacity(16);
    for half in [0, 8] {
        for places in [[0, 2], [1, 3]] {
            for at in 0..4 {
                eights.push(quarters(rw, fours[half + at], fours[half + at + 4], places, loc));
            }
        }
    }
    let mut columns = Vec::with_capacity(16);
    for places in [[0, 2], [1, 3]] {
        for at in 0..8 {
            columns.push(quarters(rw, eights[at], eights[at + 8], places, loc));
        }
    }
    let ty = rw.value(square).ty();
    let mut result = rw.build_value(ub::PoisonOp::of().result(ty).loc(loc));
    for (at, column) in columns.into_iter().enumerate() {
        result = insert(rw, column, result, &[at as i64], loc);
    }
    result
}
