//! `vector.transpose` of 4 or 8 rows of 8 numbers as shuffles and blends of registers of 256 bits.

use terrace_dialects_llvm::enums::AsmDialect;
use terrace_dialects_llvm::ops::InlineAsmOp;
use terrace_dialects_vector::TransposeOp;
use terrace_dialects_vector::types::vector;
use terrace_ir::pattern::Pattern;
use terrace_ir::{Loc, Rewriter, Type, Value, VectorType, pattern};

use terrace_passes_shared::vector_ops::{extract, insert, shape_cast, zeros};
use terrace_passes_vector::lower_transpose::{shuffle_of, slice_of_two_dims};

/// Lowers transpositions for AVX2; before others that do.
pub static LOWER_TRANSPOSE_AVX2: &[Pattern] =
    &[pattern!("TransposeOpLowering", TransposeOp, by_registers).with_benefit(10)];

/// Elements of pairs of rows.
const PAIRS: [[i64; 8]; 2] = [[0, 8, 1, 9, 4, 12, 5, 13], [2, 10, 3, 11, 6, 14, 7, 15]];
/// Pairs of elements.
const FOURS: [[i64; 8]; 2] = [[0, 1, 8, 9, 4, 5, 12, 13], [2, 3, 10, 11, 6, 7, 14, 15]];
/// The second pair of a row and the first of another, which blends put in two rows.
const MIDDLES: [i64; 8] = [2, 3, 8, 9, 6, 7, 12, 13];
/// Halves of registers.
const HALVES: [[i64; 8]; 2] = [[0, 1, 2, 3, 8, 9, 10, 11], [4, 5, 6, 7, 12, 13, 14, 15]];

fn by_registers(rw: &mut Rewriter<'_>, op: TransposeOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (source, ty, loc) = (view.vector().id(), view.result().ty(), view.0.loc());
    let own = vector(cx, view.vector().ty());
    if own.element != Type::F32 || own.is_scalable() {
        return rw.notify_match_failure(op, "Unsupported vector element type");
    }
    let (rows, columns) = slice_of_two_dims(rw, op.into())?;
    if !matches!((rows, columns), (4 | 8, 8)) {
        return rw.notify_match_failure(op, "Unsupported vector shape");
    }
    let flat = VectorType::get(cx, &[rows * columns], own.element);
    let rectangle = VectorType::get(cx, &[rows, columns], own.element);
    let value = shape_cast(rw, source, flat, loc);
    let value = shape_cast(rw, value, rectangle, loc);
    let parts: Vec<Value> = (0..rows).map(|row| extract(rw, value, &[row], loc)).collect();
    let columns =
        if rows == 4 { transposed_four(rw, &parts, loc) } else { transposed_eight(rw, &parts, loc) };
    let mut result = zeros(rw, rectangle, loc)?;
    for (at, column) in columns.into_iter().enumerate() {
        result = insert(rw, column, result, &[at as i64], loc);
    }
    let result = shape_cast(rw, result, flat, loc);
    let result = shape_cast(rw, result, ty, loc);
    rw.replace_op(op, &[result]);
    Some(())
}

/// Elements of pairs of rows, two registers for each pair.
fn pairs(rw: &mut Rewriter<'_>, rows: &[Value], loc: Loc) -> Vec<Value> {
    let mut pairs = Vec::with_capacity(rows.len());
    for two in rows.chunks_exact(2) {
        for places in &PAIRS {
            pairs.push(shuffle_of(rw, two[0], two[1], places, loc));
        }
    }
    pairs
}

fn transposed_four(rw: &mut Rewriter<'_>, rows: &[Value], loc: Loc) -> Vec<Value> {
    let pairs = pairs(rw, rows, loc);
    let mut fours = Vec::with_capacity(4);
    for at in [0, 1] {
        for places in &FOURS {
            fours.push(shuffle_of(rw, pairs[at], pairs[at + 2], places, loc));
        }
    }
    let mut columns = Vec::with_capacity(4);
    for places in &HALVES {
        for at in [0, 2] {
            columns.push(shuffle_of(rw, fours[at], fours[at + 1], places, loc));
        }
    }
    columns
}

fn transposed_eight(rw: &mut Rewriter<'_>, rows: &[Value], loc: Loc) -> Vec<Value> {
    let pairs = pairs(rw, rows, loc);
    let starts = [0, 1, 4, 5];
    let middles = starts.map(|at| shuffle_of(rw, pairs[at], pairs[at + 2], &MIDDLES, loc));
    let mut fours = Vec::with_capacity(8);
    for (at, middle) in starts.into_iter().zip(middles) {
        fours.push(blend(rw, pairs[at], middle, 0xcc, loc));
        fours.push(blend(rw, pairs[at + 2], middle, 0x33, loc));
    }
    let mut columns = Vec::with_capacity(8);
    for places in &HALVES {
        for at in 0..4 {
            columns.push(shuffle_of(rw, fours[at], fours[at + 4], places, loc));
        }
    }
    columns
}

/// A register that has an element of `b` where the bit of its place is set, and of `a` elsewhere.
fn blend(rw: &mut Rewriter<'_>, a: Value, b: Value, bits: u8, loc: Loc) -> Value {
    let ty = rw.value(a).ty();
    rw.build_value(
        InlineAsmOp::of(&[a, b])
            .loc(loc)
            .asm_string(&format!("vblendps $0, $1, $2, {bits:#x}"))
            .constraints("=x,x,x")
            .asm_dialect(AsmDialect::ADIntel)
            .res(ty),
    )
}
