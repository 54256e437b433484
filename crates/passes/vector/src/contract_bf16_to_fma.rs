//! `vector.contract` of pairs of `bf16` in memory as multiplications and additions of what AVX loads as `f32`.

use terrace_affine::AffineMap;
use terrace_dialects_mem::layout::memref;
use terrace_dialects_mem::make_slices::subview_as;
use terrace_dialects_mem::memref::infer_subview_type;
use terrace_dialects_mem::slices::slice_of;
use terrace_dialects_vector::types::vector;
use terrace_dialects_vector::x86::{
    BcstToPackedF32Op, CvtPackedEvenIndexedToF32Op, CvtPackedOddIndexedToF32Op,
};
use terrace_dialects_vector::{ContractionOp, FMAOp, LoadOp, TransferReadOp};
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::pattern::Pattern;
use terrace_ir::{Loc, Op, OpFoldResult, Rewriter, Type, Value, ValueRef, VectorType, pattern};

use super::contract_to_dot::{is_in_vnni_layout, long_extents, unmasked_sum};
use super::sink_producers::may_change;
use terrace_passes_shared::transfers::is_masked;
use terrace_passes_shared::vector_ops::shape_cast;

/// Lowers contractions to `vector.fma` of elements at odd places and at even places.
pub static CONTRACT_BF16_TO_FMA: &[Pattern] =
    &[pattern!("VectorContractBF16ToFMA", ContractionOp, contract_to_fma)];

/// The elements of a pair.
const PAIR: i64 = 2;

/// A vector of pairs that is read from a buffer.
struct PairsInMemory {
    buffer: Value,
    indices: Vec<OpFoldResult>,
}

/// The buffer that an input of a contraction is read from, and the place; `None` unless pairs are contiguous there, and the
/// read is whole pairs without a mask.
fn pairs_in_memory(rw: &Rewriter<'_>, input: Value, contraction: Op) -> Option<PairsInMemory> {
    let cx = rw.cx();
    let read = rw.value(input).defining_op()?;
    let (buffer, indices) = if let Some(read) = read.cast::<TransferReadOp>() {
        let indices: Vec<ValueRef<'_>> = read.indices().collect();
        let is_whole = read.in_bounds().iter().all(|is_inside| is_inside)
            && read.mask().is_none()
            && *read.permutation_map() == AffineMap::identity(indices.len() as u32);
        (is_whole && !is_masked(read.0)).then(|| (read.base(), indices))?
    } else {
        let load = read.cast::<LoadOp>()?;
        (load.base(), load.indices().collect())
    };
    let (strides, _) = memref(cx, buffer.ty())?.strides_and_offset(cx)?;
    let shape = memref(cx, buffer.ty())?.shape;
    let own = vector(cx, rw.value(input).ty());
    let [.., pair_stride, stride] = strides[..] else { return None };
    let is_contiguous = stride == 1 && shape.last() == Some(&pair_stride);
    if own.rank() != strides.len() || !is_contiguous || m_scalar_i64(*indices.last()?) != Some(0) {
        return None;
    }
    let upstream = cx.matches_upstream();
    // One load reads pairs that are next to each other, which upstream takes for granted.
    let is_dense =
        own.shape.iter().zip(&strides).rev().skip(1).all(|(&extent, &stride)| extent == 1 || stride == PAIR);
    // The read is moved to the contraction.
    let is_beside =
        read.block().map(|block| block.id()) == rw.op(contraction).block().map(|block| block.id());
    if !upstream && (!is_dense || !is_beside || may_change(read, contraction)) {
        return None;
    }
    let indices = indices.iter().map(|index| OpFoldResult::Value(index.id())).collect();
    Some(PairsInMemory { buffer: buffer.id(), indices })
}

/// A part of the buffer at the insertion point, from the place of the pairs on, or from one element of the first pair on.
fn part(
    rw: &mut Rewriter<'_>,
    pairs: &PairsInMemory,
    element: Option<i64>,
    sizes: &[i64],
    loc: Loc,
) -> Option<Value> {
    let cx = rw.cx();
    let mut offsets = pairs.indices.clone();
    if let (Some(element), Some(last)) = (element, offsets.last_mut()) {
        *last = OpFoldResult::Static(element);
    }
    let sizes: Vec<OpFoldResult> = sizes.iter().copied().map(OpFoldResult::Static).collect();
    let lists = [offsets, sizes.clone(), vec![OpFoldResult::Static(1); sizes.len()]];
    let ty = infer_subview_type(cx, &memref(cx, rw.value(pairs.buffer).ty())?, &slice_of(&lists))?;
    Some(subview_as(rw, pairs.buffer, &lists, ty, loc))
}

fn contract_to_fma(rw: &mut Rewriter<'_>, op: ContractionOp) -> Option<()> {
    let (cx, contraction) = (rw.cx(), unmasked_sum(rw, op.into())?);
    let [lhs, rhs, acc] = contraction.operands;
    let [left, right, sums] = [lhs, rhs, acc].map(|value| vector(cx, rw.value(value).ty()));
    if [&left, &right].iter().any(|own| own.element != Type::BF16) {
        return rw.notify_match_failure(op, "Only BF16 lowering is supported.");
    }
    let is_fixed = [left, right, sums].iter().all(|own| !own.is_scalable());
    if !is_fixed || !is_in_vnni_layout(&contraction.maps, &left, &right, PAIR) {
        return rw.notify_match_failure(op, "Input matrices not in VNNI format.");
    }
    if sums.rank() == 0 || sums.element != Type::F32 {
        return rw.notify_match_failure(op, "Only F32 acumulation supported for BF16 type.");
    }
    let (is_left_long, long) = match (&long_extents(&left)[..], &long_extents(&right)[..]) {
        (&[long, _], [_]) => (true, long),
        ([_], &[long, _]) => (false, long),
        _ => {
            let reason = "Excepts a one non-unit A/B dimension for either LHS or RHS shape.";
            return rw.notify_match_failure(op, reason);
        }
    };
    if long_extents(&sums) != [long] || ![4, 8].contains(&long) {
        let reason = "BF16 packed load operation expects non-unit (LHR or RHS) dim and acc dim of size 4/8.";
        return rw.notify_match_failure(op, reason);
    }
    let inputs = [lhs, rhs].map(|input| pairs_in_memory(rw, input, op.into()));
    let [Some(left_pairs), Some(right_pairs)] = inputs else {
        return rw.notify_match_failure(op, "The LHS or RHS is no read of contiguous pairs of a memref.");
    };
    let (row, pair, row_shape) = if is_left_long {
        (left_pairs, right_pairs, left.shape)
    } else {
        (right_pairs, left_pairs, right.shape)
    };
    let (loc, acc_ty) = (contraction.loc, rw.value(acc).ty());
    let single = vec![1; pair.indices.len()];
    let odd = part(rw, &pair, Some(1), &single, loc)?;
    let even = part(rw, &pair, Some(0), &single, loc)?;
    let row = part(rw, &row, None, row_shape, loc)?;
    let ty = VectorType::get(cx, &[long], Type::F32);
    let acc = shape_cast(rw, acc, ty, loc);
    let repeated = rw.build_value(BcstToPackedF32Op::of(odd).dst(ty).loc(loc));
    let loaded = rw.build_value(CvtPackedOddIndexedToF32Op::of(row).dst(ty).loc(loc));
    let sum = rw.build_value(FMAOp::of(repeated, loaded, acc).result(ty).loc(loc));
    let repeated = rw.build_value(BcstToPackedF32Op::of(even).dst(ty).loc(loc));
    let loaded = rw.build_value(CvtPackedEvenIndexedToF32Op::of(row).dst(ty).loc(loc));
    let sum = rw.build_value(FMAOp::of(repeated, loaded, sum).result(ty).loc(loc));
    let result = shape_cast(rw, sum, acc_ty, loc);
    rw.replace_op(op, &[result]);
    Some(())
}
