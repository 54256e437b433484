//! `vector.contract` of groups of `bf16` or bytes with one group as an instruction of x86-64 that adds dot products.

use terrace_affine::AffineMap;
use terrace_dialects_vector::attrs::CombiningKind;
use terrace_dialects_vector::types::{Vector, vector};
use terrace_dialects_vector::x86::{DotBF16Op, DotInt8Op};
use terrace_dialects_vector::{BitCastOp, ContractionOp};
use terrace_ir::pattern::Pattern;
use terrace_ir::{Op, Rewriter, Type, VectorType, pattern};

use super::reduction_to_contract::Contraction;
use terrace_passes_shared::transfers::is_masked;
use terrace_passes_shared::vector_ops::{broadcast, shape_cast};

/// Lowers contractions to `x86vector.avx512.dot` and `x86vector.avx.dot.i8`.
pub static CONTRACT_TO_PACKED_DOT: &[Pattern] =
    &[pattern!("VectorContractToPackedTypeDotProduct", ContractionOp, contract_to_dot)];

/// Whether both inputs of a contraction have groups of `factor` elements that are multiplied with each other as the last
/// dimension: `[..][K][factor]` and `[..][K][N][factor]`.
pub(super) fn is_in_vnni_layout(maps: &[AffineMap], lhs: &Vector<'_>, rhs: &Vector<'_>, factor: i64) -> bool {
    let [a, b, c] = maps else { return false };
    let (rank_a, rank_b) = (lhs.rank(), rhs.rank());
    if rank_a < 3 || rank_b < 3 {
        return false;
    }
    let dim = |map: &AffineMap, at: usize| map.results.get(at).and_then(|expr| expr.as_dim());
    let is_reduced = |dim: u32| c.result_position(dim).is_none();
    let shared = |left: Option<u32>, right: Option<u32>| {
        left.is_some_and(|left| Some(left) == right && is_reduced(left))
    };
    let is_kept = dim(b, rank_b - 2).is_some_and(|dim| !is_reduced(dim));
    shared(dim(a, rank_a - 1), dim(b, rank_b - 1))
        && shared(dim(a, rank_a - 2), dim(b, rank_b - 3))
        && is_kept
        && lhs.minor() == factor
        && rhs.minor() == factor
        && lhs.shape[rank_a - 2] == rhs.shape[rank_b - 3]
}

/// The extents that are not one.
pub(super) fn long_extents(own: &Vector<'_>) -> Vec<i64> {
    own.shape.iter().copied().filter(|&extent| extent != 1).collect()
}

/// The contraction that an op is, if it adds up and has no mask.
pub(super) fn unmasked_sum(rw: &mut Rewriter<'_>, op: Op) -> Option<Contraction> {
    let contraction = Contraction::of(rw, op)?;
    if contraction.kind != CombiningKind::Add {
        return rw.notify_match_failure(op, "Expects add combining kind.");
    }
    if is_masked(rw.op(op)) {
        return rw.notify_match_failure(op, "A mask is not supported.");
    }
    Some(contraction)
}

fn contract_to_dot(rw: &mut Rewriter<'_>, op: ContractionOp) -> Option<()> {
    let (cx, contraction) = (rw.cx(), unmasked_sum(rw, op.into())?);
    let [lhs, rhs, acc] = contraction.operands;
    let [left, right, sums] = [lhs, rhs, acc].map(|value| vector(cx, rw.value(value).ty()));
    let (factor, sum, lengths): (i64, Type, &[i64]) = match left.element {
        Type::BF16 => (2, Type::F32, &[4, 8, 16]),
        Type::I8 => (4, Type::I32, &[4, 8]),
        _ => return rw.notify_match_failure(op, "Only BF16/Int8 lowering is supported."),
    };
    let is_fixed = [left, right, sums].iter().all(|own| !own.is_scalable());
    if !is_fixed || !is_in_vnni_layout(&contraction.maps, &left, &right, factor) {
        return rw.notify_match_failure(op, "Input matrices not in VNNI format.");
    }
    if right.element != left.element || sums.rank() == 0 || sums.element != sum {
        let reason = "Only F32 for BF16 or Int32 for Int8 accumulation type is supported.";
        return rw.notify_match_failure(op, reason);
    }
    let (is_left_long, long) = match (&long_extents(&left)[..], &long_extents(&right)[..]) {
        (&[long, _], [_]) => (true, long),
        ([_], &[long, _]) => (false, long),
        _ => {
            let reason = "Excepts a one non-unit A/B dimension for either LHS or RHS shape.";
            return rw.notify_match_failure(op, reason);
        }
    };
    if long_extents(&sums) != [long] || !lengths.contains(&long) {
        let reason = "dot-product operation expects the non-unit dim of the accumulator to have its length.";
        return rw.notify_match_failure(op, reason);
    }
    let (loc, acc_ty, element) = (contraction.loc, rw.value(acc).ty(), left.element);
    let row = |count: i64, element: Type| VectorType::get(cx, &[count], element);
    let acc = shape_cast(rw, acc, row(long, sum), loc);
    let (groups, group) = if is_left_long { (lhs, rhs) } else { (rhs, lhs) };
    let groups = shape_cast(rw, groups, row(long * factor, element), loc);
    // The only group is repeated as a word of 32 bits.
    let group = shape_cast(rw, group, row(factor, element), loc);
    let word = rw.build_value(BitCastOp::of(group).result(row(1, Type::I32)).loc(loc));
    let words = broadcast(rw, word, row(long, Type::I32), loc);
    let repeated = rw.build_value(BitCastOp::of(words).result(row(long * factor, element)).loc(loc));
    let factors = if is_left_long { [groups, repeated] } else { [repeated, groups] };
    let dot = match element {
        Type::BF16 => rw.build_value(DotBF16Op::of(acc, factors[0], factors[1]).dst(row(long, sum)).loc(loc)),
        _ => rw.build_value(DotInt8Op::of(acc, factors[0], factors[1]).dst(row(long, sum)).loc(loc)),
    };
    let result = shape_cast(rw, dot, acc_ty, loc);
    rw.replace_op(op, &[result]);
    Some(())
}
