//! Ops on vectors of several dimensions as ops on rows, within the dialect vector, before they are converted.

use terrace_dialects_core::arith;
use terrace_dialects_vector::types::vector;
use terrace_dialects_vector::*;
use terrace_ir::pattern::{Pattern, Root};
use terrace_ir::{Context, Op, Rewriter, VectorType, pattern};
use terrace_passes_shared::arithmetic::zero_attr;
use terrace_passes_vector::lower_contract::{CONTRACT, ContractLowering, lower_contract};
use terrace_passes_vector::lower_gather::LOWER_GATHER;
use terrace_passes_vector::lower_outer_product::LOWER_OUTER_PRODUCT;
use terrace_passes_vector::lower_rows::{LOWER_BITCAST, LOWER_BROADCAST, LOWER_INTERLEAVE, LOWER_MASKS};
use terrace_passes_vector::lower_shape_cast::LOWER_SHAPE_CAST;
use terrace_passes_vector::lower_strided_slices::LOWER_STRIDED_SLICES;
use terrace_passes_vector::lower_transfer::LOWER_TRANSFERS_OF_ROWS;
use terrace_passes_vector::lower_transpose::{
    LOWER_TRANSPOSE_ELEMENTWISE, LOWER_TRANSPOSE_SHUFFLE_1D, LOWER_TRANSPOSE_SHUFFLE_16X16,
};
use terrace_passes_vector::materialize_masks::add_mask_materialization;
use terrace_passes_vector::simplify::vector_to_vector_canonicalization;
use terrace_passes_vector::step::STEP_LOWERING;
use terrace_passes_vector::unroll_elements::{UNROLL_FROM_ELEMENTS, UNROLL_TO_ELEMENTS};
use terrace_rewrite::PatternSet;

use super::matrix::{CONTRACT_TO_MATRIX_MULTIPLY, TRANSPOSE_TO_FLAT_TRANSPOSE};

terrace_pass::option_enum! {
    /// The lowering of contractions.
    pub enum ContractChoice {
        /// To dot products.
        Dot = "dot",
        /// To matrix intrinsics.
        LlvmIntr = "llvmintr",
        /// To outer products.
        OuterProduct = "outerproduct",
        /// To elementwise arithmetic, if all reduction dimensions have extent one.
        ParallelArith = "parallelarith",
    }
}

terrace_pass::option_enum! {
    /// The lowering of transpositions.
    pub enum TransposeChoice {
        /// By element extraction and insertion.
        Elementwise = "eltwise",
        /// To matrix intrinsics.
        LlvmIntr = "llvmintr",
        /// To shuffles of one-dimensional vectors.
        Shuffle1D = "shuffle1d",
        /// To register shuffles, for 16 x 16 elements.
        Shuffle16x16 = "shuffle16x16",
    }
}

/// Lowers fused products and sums to those of rows.
static REDUCE_RANK_OF_FMA: &[Pattern] = &[pattern!("VectorFMAOpNDRewritePattern", FMAOp, fma)];

/// The patterns that lower ops to those of rows.
pub fn lowering_patterns(
    cx: &Context,
    contract: ContractChoice,
    transpose: TransposeChoice,
    narrow: bool,
) -> PatternSet {
    let mut set = PatternSet::new();
    vector_to_vector_canonicalization().for_each(|pattern| set.add(cx, &pattern));
    set.add_all(cx, LOWER_BITCAST);
    set.add_all(cx, LOWER_BROADCAST);
    set.add_all(cx, LOWER_OUTER_PRODUCT);
    let lowering = match contract {
        ContractChoice::Dot => ContractLowering::Dot,
        ContractChoice::LlvmIntr => ContractLowering::Unrolled,
        ContractChoice::OuterProduct => ContractLowering::OuterProduct,
        ContractChoice::ParallelArith => ContractLowering::ParallelArith,
    };
    let lower = Box::new(move |rw: &mut Rewriter<'_>, op: Op| lower_contract(rw, op, lowering));
    set.add_action(cx, "ContractionOpLowering", Root::Op(CONTRACT), 1, lower);
    if contract == ContractChoice::LlvmIntr {
        set.add_all(cx, CONTRACT_TO_MATRIX_MULTIPLY);
    }
    set.add_all(cx, LOWER_MASKS);
    set.add_all(cx, LOWER_SHAPE_CAST);
    set.add_all(cx, LOWER_INTERLEAVE);
    set.add_all(
        cx,
        match transpose {
            TransposeChoice::Elementwise | TransposeChoice::LlvmIntr => LOWER_TRANSPOSE_ELEMENTWISE,
            TransposeChoice::Shuffle1D => LOWER_TRANSPOSE_SHUFFLE_1D,
            TransposeChoice::Shuffle16x16 => LOWER_TRANSPOSE_SHUFFLE_16X16,
        },
    );
    if transpose == TransposeChoice::LlvmIntr {
        set.add_all(cx, TRANSPOSE_TO_FLAT_TRANSPOSE);
    }
    set.add_all(cx, LOWER_TRANSFERS_OF_ROWS);
    add_mask_materialization(&mut set, cx, narrow);
    set.add_all(cx, LOWER_STRIDED_SLICES);
    set.add_all(cx, STEP_LOWERING);
    set.add_all(cx, REDUCE_RANK_OF_FMA);
    set.add_all(cx, LOWER_GATHER);
    set.add_all(cx, UNROLL_FROM_ELEMENTS);
    set.add_all(cx, UNROLL_TO_ELEMENTS);
    set
}

fn fma(rw: &mut Rewriter<'_>, op: FMAOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (inputs, ty, loc) =
        ([view.lhs().id(), view.rhs().id(), view.acc().id()], view.result().ty(), view.0.loc());
    let own = vector(cx, ty);
    if own.rank() < 2 || own.scalable[0] {
        return None;
    }
    let zero = zero_attr(cx, own.element)?;
    let zero = rw.build_value(arith::ConstantOp::of().value_attr(zero).result(own.element).loc(loc));
    let mut result = rw.build_value(BroadcastOp::of(zero).vector(ty).loc(loc));
    let row_ty = VectorType::get_scalable(cx, &own.shape[1..], &own.scalable[1..], own.element);
    for at in 0..own.shape[0] {
        let place = cx.i64_array(&[at]);
        let [a, b, c] = inputs.map(|input| {
            let row = ExtractOp::of(input).loc(loc).static_position_attr(place);
            rw.build_value(row.result(row_ty))
        });
        let row = rw.build_value(FMAOp::of(a, b, c).result(row_ty).loc(loc));
        let insert = InsertOp::of(row, result).loc(loc);
        result = rw.build_value(insert.static_position_attr(place).result(ty));
    }
    rw.replace_op(op, &[result]);
    Some(())
}
