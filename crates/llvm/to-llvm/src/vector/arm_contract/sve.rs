//! Products of a matrix of fixed size and one of scalable size.

use terrace_dialects_arm::sve::{BfmmlaOp, DupQLaneOp, SmmlaOp, UmmlaOp, UsmmlaOp};
use terrace_dialects_builtin::ub::PoisonOp;
use terrace_dialects_vector::{
    BitCastOp, ContractionOp, DeinterleaveOp, ExtractOp, InsertOp, InterleaveOp, ScalableExtractOp,
    ScalableInsertOp, ShapeCastOp, ShuffleOp,
};
use terrace_ir::elements::MAX_EXPANDED_ELEMENTS;
use terrace_ir::pattern::Pattern;
use terrace_ir::{Context, Loc, Op, OpKind, Rewriter, Type, Value, VectorType, pattern};

use super::{Factors, Instruction, bfloat_factors, factor_types, integer_factors, multiplies_rows};

/// Products of bytes.
pub static CONTRACT_TO_I8MM: &[Pattern] =
    &[pattern!("LowerContractionToSVEI8MMPattern", ContractionOp, lower_bytes).with_benefit(2)];

/// Products of `bf16`.
pub static CONTRACT_TO_BFMMLA: &[Pattern] =
    &[pattern!("LowerContractionToSVEBFMMLAPattern", ContractionOp, lower_bfloats).with_benefit(2)];

fn lower_bytes(rw: &mut Rewriter<'_>, op: ContractionOp) -> Option<()> {
    let sizes = Sizes::of(rw, op.into(), 8)?;
    if rw.op(op).single_result().ty().element_type(rw.cx()) != Some(Type::I32) {
        return rw.notify_match_failure(op, "output type is not a vector of i32");
    }
    let reasons = ["LHS is not a sign- or zero- extended i8", "RHS is not a sign- or zero- extended i8"];
    let factors = integer_factors(rw, ContractionOp::assume(op.into()), |_, ty| ty == Type::I8, reasons)?;
    lower(rw, ContractionOp::assume(op.into()), sizes, factors)
}

fn lower_bfloats(rw: &mut Rewriter<'_>, op: ContractionOp) -> Option<()> {
    let sizes = Sizes::of(rw, op.into(), 4)?;
    let factors = bfloat_factors(rw, ContractionOp::assume(op.into()))?;
    lower(rw, ContractionOp::assume(op.into()), sizes, factors)
}

/// The rows of the left factor, those of the right one at a scale of one, and the columns of both.
#[derive(Clone, Copy)]
struct Sizes {
    rows: i64,
    others: i64,
    columns: i64,
}

impl Sizes {
    /// The sizes of a product that instructions with this many columns compute.
    fn of(rw: &mut Rewriter<'_>, op: Op, columns: i64) -> Option<Self> {
        let cx = rw.cx();
        if !multiplies_rows(rw, ContractionOp::assume(op)) {
            return rw.notify_match_failure(op, "non-matching permutation maps");
        }
        let [lhs, rhs] = factor_types(cx, rw, op)?;
        let is_even = |rows: i64| rows >= 2 && rows % 2 == 0;
        let fits = lhs.scalable == [false, false]
            && rhs.scalable == [true, false]
            && lhs.shape[1] == columns
            && rhs.shape[1] == columns
            && is_even(lhs.shape[0])
            && is_even(rhs.shape[0])
            && lhs.shape[0].saturating_mul(rhs.shape[0]) <= MAX_EXPANDED_ELEMENTS as i64;
        if !fits {
            return rw.notify_match_failure(op, "non-matching operand shape");
        }
        Some(Self { rows: lhs.shape[0], others: rhs.shape[0], columns })
    }
}

fn row_type(cx: &Context, length: i64, element: Type) -> Type {
    VectorType::get_scalable(cx, &[length], &[true], element)
}

/// Creates ops at one place.
struct Creator<'b, 'r> {
    rw: &'b mut Rewriter<'r>,
    loc: Loc,
}

impl Creator<'_, '_> {
    fn extract(&mut self, matrix: Value, row: i64, ty: Type) -> Value {
        let position = Some(self.rw.cx().i64_array(&[row]));
        self.rw.build_value(ExtractOp::of(matrix).static_position_attr(position).result(ty).loc(self.loc))
    }

    fn part(&mut self, row: Value, at: i64, ty: Type) -> Value {
        let position = Some(self.rw.cx().int_attr(Type::I64, at));
        self.rw.build_value(ScalableExtractOp::of(row).pos_attr(position).result(ty).loc(self.loc))
    }

    fn insert_part(&mut self, part: Value, row: Value, at: i64, ty: Type) -> Value {
        let position = Some(self.rw.cx().int_attr(Type::I64, at));
        self.rw.build_value(ScalableInsertOp::of(part, row).pos_attr(position).result(ty).loc(self.loc))
    }

    fn poison(&mut self, ty: Type) -> Value {
        self.rw.build_value(PoisonOp::of().result(ty).loc(self.loc))
    }

    fn bitcast(&mut self, value: Value, ty: Type) -> Value {
        self.rw.build_value(BitCastOp::of(value).result(ty).loc(self.loc))
    }

    fn interleave(&mut self, [even, odd]: [Value; 2], ty: Type) -> Value {
        self.rw.build_value(InterleaveOp::of(even, odd).result(ty).loc(self.loc))
    }

    fn deinterleave(&mut self, value: Value, ty: Type) -> [Value; 2] {
        let op = self.rw.build(DeinterleaveOp::of(value).res1(ty).res2(ty).loc(self.loc));
        let view = op.view(self.rw);
        [view.res1().id(), view.res2().id()]
    }

    fn multiply(&mut self, factors: &Factors, acc: Value, lhs: Value, rhs: Value) -> Value {
        let ty = self.rw.body().value_type(acc);
        let (a, b) = if factors.swapped { (rhs, lhs) } else { (lhs, rhs) };
        match factors.instruction {
            Instruction::Signed => self.rw.build_value(SmmlaOp::of(acc, a, b).dst(ty).loc(self.loc)),
            Instruction::Unsigned => self.rw.build_value(UmmlaOp::of(acc, a, b).dst(ty).loc(self.loc)),
            Instruction::Mixed => self.rw.build_value(UsmmlaOp::of(acc, a, b).dst(ty).loc(self.loc)),
            Instruction::Bfloat => self.rw.build_value(BfmmlaOp::of(acc, a, b).res(ty).loc(self.loc)),
        }
    }
}

fn lower(rw: &mut Rewriter<'_>, op: ContractionOp, sizes: Sizes, factors: Factors) -> Option<()> {
    let cx = rw.cx();
    let view = op.view(rw);
    let (acc, result_ty, loc) = (view.acc().id(), view.0.single_result().ty(), view.0.loc());
    let sum = result_ty.element_type(cx)?;
    let element = rw.value(factors.lhs).ty().element_type(cx)?;
    let Sizes { rows, others, columns } = sizes;
    let rhs_loc = rw.value(factors.rhs).loc();
    rw.set_insertion_point_before(op);
    let mut create = Creator { rw, loc };

    // Two rows of the left factor are repeated along the whole vector.
    let pair = 2 * columns;
    let pair_ty = row_type(cx, pair, element);
    let fixed_row = VectorType::get(cx, &[columns], element);
    let fixed_pair = VectorType::get(cx, &[pair], element);
    let mut lhs_tiles = Vec::new();
    for row in (0..rows).step_by(2) {
        let first = create.extract(factors.lhs, row, fixed_row);
        let second = create.extract(factors.lhs, row + 1, fixed_row);
        let order: Vec<i64> = (0..pair).collect();
        let order = Some(cx.i64_array(&order));
        let both =
            create.rw.build_value(ShuffleOp::of(first, second).mask_attr(order).vector(fixed_pair).loc(loc));
        let whole = create.poison(pair_ty);
        let whole = create.insert_part(both, whole, 0, pair_ty);
        let lane = Some(cx.int_attr(Type::I64, 0));
        lhs_tiles.push(create.rw.build_value(DupQLaneOp::of(whole).lane_attr(lane).dst(pair_ty).loc(loc)));
    }

    let flat_ty = row_type(cx, columns.checked_mul(others)?, element);
    let flat = create.rw.build_value(ShapeCastOp::of(factors.rhs).result(flat_ty).loc(rhs_loc));
    let rhs_tiles: Vec<Value> =
        (0..others).step_by(2).map(|row| create.part(flat, row * columns, pair_ty)).collect();

    // Two rows of the accumulator are tiles of two rows and two columns, one after the other.
    let (row_ty, two_rows_ty) = (row_type(cx, others, sum), row_type(cx, 2 * others, sum));
    let (row_64, two_rows_64) = (row_type(cx, others / 2, Type::I64), row_type(cx, others, Type::I64));
    let tile_ty = row_type(cx, 4, sum);
    let mut acc_tiles = Vec::new();
    for row in (0..rows).step_by(2) {
        let first = create.extract(acc, row, row_ty);
        let second = create.extract(acc, row + 1, row_ty);
        let both = if factors.swapped {
            create.interleave([first, second], two_rows_ty)
        } else {
            let first = create.bitcast(first, row_64);
            let second = create.bitcast(second, row_64);
            let both = create.interleave([first, second], two_rows_64);
            create.bitcast(both, two_rows_ty)
        };
        acc_tiles
            .extend((0..others).step_by(2).map(|at| create.part(both, at * 2, tile_ty)).collect::<Vec<_>>());
    }

    let mut tiles = Vec::with_capacity(acc_tiles.len());
    for (row, &lhs) in lhs_tiles.iter().enumerate() {
        for (column, &rhs) in rhs_tiles.iter().enumerate() {
            tiles.push(create.multiply(&factors, acc_tiles[row * rhs_tiles.len() + column], lhs, rhs));
        }
    }

    let mut result = create.poison(result_ty);
    for (row, tiles) in tiles.chunks(rhs_tiles.len()).enumerate() {
        let mut both = create.poison(two_rows_ty);
        for (column, &tile) in tiles.iter().enumerate() {
            both = create.insert_part(tile, both, column as i64 * 4, two_rows_ty);
        }
        let split = if factors.swapped {
            create.deinterleave(both, row_ty)
        } else {
            let both = create.bitcast(both, two_rows_64);
            create.deinterleave(both, row_64).map(|half| create.bitcast(half, row_ty))
        };
        for (half, at) in split.into_iter().zip(2 * row as i64..) {
            let position = Some(cx.i64_array(&[at]));
            result = create.rw.build_value(
                InsertOp::of(half, result).static_position_attr(position).result(result_ty).loc(loc),
            );
        }
    }
    rw.replace_op(op, &[result]);
    Some(())
}
