//! Products of matrices of fixed size.

use terrace_dialects_arm::neon::{BfmmlaOp, SmmlaOp, UmmlaOp, UsmmlaOp};
use terrace_dialects_core::arith::{ConstantOp, ExtSIOp, ExtUIOp};
use terrace_dialects_vector::attrs::i64_attrs;
use terrace_dialects_vector::types::vector;
use terrace_dialects_vector::{
    ContractionOp, ExtractOp, ExtractStridedSliceOp, InsertStridedSliceOp, ShapeCastOp, TransposeOp,
};
use terrace_ir::elements::MAX_EXPANDED_ELEMENTS;
use terrace_ir::pattern::Pattern;
use terrace_ir::{Context, Loc, Op, OpKind, Rewriter, Type, Value, VectorType, pattern};
use terrace_passes_shared::arithmetic::zero_attr;

use super::{Factors, Instruction, bfloat_factors, factor_types, integer_factors, multiplies_rows};

/// Products of bytes.
pub static CONTRACT_TO_I8MM: &[Pattern] =
    &[pattern!("LowerContractionToNeonI8MMPattern", ContractionOp, lower_bytes).with_benefit(2)];

/// Products of `bf16`.
pub static CONTRACT_TO_BFMMLA: &[Pattern] =
    &[pattern!("LowerContractionToNeonBFMMLAPattern", ContractionOp, lower_bfloats).with_benefit(2)];

fn is_small(cx: &Context, ty: Type) -> bool {
    ty.is_signless_integer(cx) && ty.bit_width(cx).is_some_and(|bits| bits <= 8)
}

fn lower_bytes(rw: &mut Rewriter<'_>, op: ContractionOp) -> Option<()> {
    let sizes = Sizes::of(rw, op.into(), 8)?;
    let cx = rw.cx();
    if rw.op(op).single_result().ty().element_type(cx) != Some(Type::I32) {
        return None;
    }
    let reasons = [
        "LHS is not a sign- or zero- extended iN, N <= 8",
        "RHS is not a sign- or zero- extended iN, N <= 8",
    ];
    let mut factors = integer_factors(rw, ContractionOp::assume(op.into()), is_small, reasons)?;
    let loc = rw.body().loc(op);
    rw.set_insertion_point_before(op);
    let is_mixed = factors.instruction == Instruction::Mixed;
    let is_signed = factors.instruction == Instruction::Signed;
    factors.lhs = to_bytes(rw, factors.lhs, is_signed || is_mixed && !factors.swapped, loc);
    factors.rhs = to_bytes(rw, factors.rhs, is_signed || is_mixed && factors.swapped, loc);
    lower(rw, ContractionOp::assume(op.into()), &sizes, factors)
}

/// Extends integers that are narrower than a byte.
fn to_bytes(rw: &mut Rewriter<'_>, value: Value, signed: bool, loc: Loc) -> Value {
    let cx = rw.cx();
    let from = vector(cx, rw.body().value_type(value));
    if from.element == Type::I8 {
        return value;
    }
    let ty = from.with_element(cx, Type::I8);
    match signed {
        true => rw.build_or_fold_value(ExtSIOp::of(value).out(ty).loc(loc)),
        false => rw.build_or_fold_value(ExtUIOp::of(value).out(ty).loc(loc)),
    }
}

fn lower_bfloats(rw: &mut Rewriter<'_>, op: ContractionOp) -> Option<()> {
    let sizes = Sizes::of(rw, op.into(), 4)?;
    let factors = bfloat_factors(rw, ContractionOp::assume(op.into()))?;
    rw.set_insertion_point_before(op);
    lower(rw, ContractionOp::assume(op.into()), &sizes, factors)
}

/// The sizes of a contraction and of the instruction's tiles.
struct Sizes {
    /// Rows of the left factor, unless it is a single row without a dimension for it; rows of the right one; columns.
    bounds: Vec<i64>,
    /// The size of the tile that one instruction computes.
    tile: Vec<i64>,
    /// Whether the left factor has one row.
    is_row: bool,
}

impl Sizes {
    fn of(rw: &mut Rewriter<'_>, op: Op, columns: i64) -> Option<Self> {
        let cx = rw.cx();
        if !multiplies_rows(rw, ContractionOp::assume(op)) {
            let reason = "iterator types do not correspond to matrix multiplication";
            return rw.notify_match_failure(op, reason);
        }
        let [lhs, rhs] = factor_types(cx, rw, op)?;
        if lhs.is_scalable() || rhs.is_scalable() {
            return rw.notify_match_failure(op, "Not applicable to scalable vectors");
        }
        let rows = if lhs.rank() == 1 { 1 } else { lhs.shape[0] };
        let (others, depth) = (rhs.shape[0], rhs.shape[1]);
        let count = rows.checked_mul(others).and_then(|count| count.checked_mul(depth));
        let fits = (rows == 1 || rows % 2 == 0) && others % 2 == 0 && depth % columns == 0;
        if !fits || count.is_none_or(|count| count > MAX_EXPANDED_ELEMENTS as i64) {
            return rw.notify_match_failure(op, "Unsupported operand shapes");
        }
        let first = if rows == 1 { 1 } else { 2 };
        let (bounds, tile) = match lhs.rank() {
            1 => (vec![others, depth], vec![2, columns]),
            _ => (vec![rows, others, depth], vec![first, 2, columns]),
        };
        Some(Self { bounds, tile, is_row: rows == 1 })
    }

    /// The offsets of the tiles; the last dimension varies fastest.
    fn offsets(&self) -> Vec<Vec<i64>> {
        let mut all = vec![Vec::new()];
        for (&bound, &tile) in self.bounds.iter().zip(&self.tile) {
            let next = all.iter().flat_map(|front: &Vec<i64>| {
                (0..bound).step_by(tile as usize).map(move |at| [front.as_slice(), &[at]].concat())
            });
            all = next.collect();
        }
        all
    }

    /// The entries of a list over all dimensions for those of an operand: the left factor, the right factor or the
    /// accumulator.
    fn of_operand(&self, list: &[i64], operand: usize) -> Vec<i64> {
        let rank = self.bounds.len();
        let dims: &[usize] = match (rank, operand) {
            (3, 0) => &[0, 2],
            (3, 1) => &[1, 2],
            (3, _) => &[0, 1],
            (_, 0) => &[1],
            (_, 1) => &[0, 1],
            _ => &[0],
        };
        dims.iter().map(|&dim| list[dim]).collect()
    }
}

/// A part of a vector.
fn part(rw: &mut Rewriter<'_>, value: Value, offsets: &[i64], sizes: &[i64], loc: Loc) -> Value {
    let cx = rw.cx();
    let element = vector(cx, rw.body().value_type(value)).element;
    let ty = VectorType::get(cx, sizes, element);
    let [offsets, sizes, strides] = [offsets, sizes, &vec![1; sizes.len()]].map(|list| i64_attrs(cx, list));
    let part = ExtractStridedSliceOp::of(value).offsets_attr(offsets).sizes_attr(sizes);
    rw.build_or_fold_value(part.strides_attr(strides).result(ty).loc(loc))
}

/// A vector with another part.
fn with_part(rw: &mut Rewriter<'_>, value: Value, dest: Value, offsets: &[i64], loc: Loc) -> Value {
    let (cx, ty) = (rw.cx(), rw.body().value_type(dest));
    let rank = vector(cx, rw.body().value_type(value)).rank();
    let [offsets, strides] = [offsets, &vec![1; rank]].map(|list| i64_attrs(cx, list));
    let insert = InsertStridedSliceOp::of(value, dest).offsets_attr(offsets).strides_attr(strides);
    rw.build_or_fold_value(insert.result(ty).loc(loc))
}

fn cast(rw: &mut Rewriter<'_>, value: Value, ty: Type) -> Value {
    let loc = rw.value(value).loc();
    rw.build_or_fold_value(ShapeCastOp::of(value).result(ty).loc(loc))
}

fn zeros(rw: &mut Rewriter<'_>, ty: Type, loc: Loc) -> Option<Value> {
    let zero = zero_attr(rw.cx(), ty)?;
    Some(rw.build_value(ConstantOp::of().value_attr(zero).result(ty).loc(loc)))
}

fn transposed(rw: &mut Rewriter<'_>, value: Value, loc: Loc) -> Value {
    let (order, ty) = (rw.cx().i64_array(&[1, 0]), rw.body().value_type(value));
    rw.build_value(TransposeOp::of(value).permutation_attr(order).result(ty).loc(loc))
}

fn multiply(rw: &mut Rewriter<'_>, factors: &Factors, acc: Value, [lhs, rhs]: [Value; 2], loc: Loc) -> Value {
    let ty = rw.body().value_type(acc);
    let (a, b) = if factors.swapped { (rhs, lhs) } else { (lhs, rhs) };
    match factors.instruction {
        Instruction::Signed => rw.build_value(SmmlaOp::of(acc, a, b).res(ty).loc(loc)),
        Instruction::Unsigned => rw.build_value(UmmlaOp::of(acc, a, b).res(ty).loc(loc)),
        Instruction::Mixed => rw.build_value(UsmmlaOp::of(acc, a, b).res(ty).loc(loc)),
        Instruction::Bfloat => rw.build_value(BfmmlaOp::of(acc, a, b).res(ty).loc(loc)),
    }
}

fn lower(rw: &mut Rewriter<'_>, op: ContractionOp, sizes: &Sizes, factors: Factors) -> Option<()> {
    let cx = rw.cx();
    let view = op.view(rw);
    let (acc, result_ty, loc) = (view.acc().id(), view.0.single_result().ty(), view.0.loc());
    let sum = result_ty.element_type(cx)?;
    let element = rw.value(factors.lhs).ty().element_type(cx)?;
    let columns = *sizes.tile.last()?;
    let matrix = |rows: i64, columns: i64, element| VectorType::get(cx, &[rows, columns], element);
    let (input_ty, output_ty) = (matrix(2, columns, element), matrix(2, 2, sum));
    let flat_input = VectorType::get(cx, &[2 * columns], element);
    let flat_output = VectorType::get(cx, &[4], sum);
    let mut result = zeros(rw, result_ty, loc)?;
    let mut carried = acc;
    for offsets in sizes.offsets() {
        let [lhs_at, rhs_at, acc_at] = [0, 1, 2].map(|operand| sizes.of_operand(&offsets, operand));
        let [lhs_size, rhs_size, acc_size] = [0, 1, 2].map(|operand| sizes.of_operand(&sizes.tile, operand));
        let mut lhs = part(rw, factors.lhs, &lhs_at, &lhs_size, loc);
        let rhs = part(rw, factors.rhs, &rhs_at, &rhs_size, loc);
        let mut tile = part(rw, acc, &acc_at, &acc_size, loc);
        if sizes.is_row {
            let empty = zeros(rw, input_ty, loc)?;
            lhs = with_part(rw, lhs, empty, &[0, 0], loc);
            let empty = zeros(rw, output_ty, loc)?;
            tile = with_part(rw, tile, empty, &[0, 0], loc);
        }
        if factors.swapped {
            tile = transposed(rw, tile, loc);
        }
        let tile_ty = rw.body().value_type(tile);
        let flat = [cast(rw, lhs, flat_input), cast(rw, rhs, flat_input)];
        // Later tiles along the columns accumulate into the previous sum.
        let sums = if offsets.last() == Some(&0) { cast(rw, tile, flat_output) } else { carried };
        carried = multiply(rw, &factors, sums, flat, loc);
        let mut product = cast(rw, carried, tile_ty);
        if factors.swapped {
            product = transposed(rw, product, loc);
        }
        if sizes.is_row {
            let position = Some(cx.i64_array(&[0]));
            let row = VectorType::get(cx, &[2], sum);
            product = rw.build_or_fold_value(
                ExtractOp::of(product).static_position_attr(position).result(row).loc(loc),
            );
        }
        result = with_part(rw, product, result, &acc_at, loc);
    }
    rw.replace_op(op, &[result]);
    Some(())
}
