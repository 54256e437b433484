//! Reductions that vectorized loops carry: each lane reduces on its own, and the lanes are combined after the loop.

use terrace_analysis::match_reduction;
use terrace_dialects_core::arith::reductions::{identity, reduction_kind};
use terrace_dialects_core::arith::{AtomicRMWKind, FastMathFlags, fastmath_flags};
use terrace_dialects_mem::affine::AffineForOp;
use terrace_dialects_vector::attrs::CombiningKind;
use terrace_ir::fold::constant_value;
use terrace_ir::interfaces::LoopLike;
use terrace_ir::{Attr, Loc, Op, OpKind, OpRef, Rewriter, Value, ValueRef, View};
use terrace_passes_shared::arithmetic::Arith;
use terrace_passes_shared::reductions::combine;
use terrace_passes_shared::vector_ops::create_reduction;

use crate::parallelize::memory_obstacle;
use crate::vectorize_strategy::Refusal;

/// A value that a loop carries, and with which one op combines another value in each iteration.
pub(crate) struct Reduction {
    /// The op.
    pub(crate) combiner: Op,
    /// The other value.
    pub(crate) value: Value,
    kind: AtomicRMWKind,
    /// The element that leaves any other value as it is.
    pub(crate) neutral: Attr,
}

/// The reductions that a loop carries, which must be all that it carries.
pub(crate) fn reductions(view: View<'_, AffineForOp>) -> Result<Vec<Reduction>, Refusal> {
    let carried = AffineForOp::MODEL.iter_args(view.0);
    let found = (0..carried.len()).zip(view.inits()).map(|(at, init)| reduction(&carried, at, init));
    let found: Option<Vec<Reduction>> = found.collect();
    found.ok_or(Refusal::at(view.0, "a value that it carries is not a reduction by one op"))
}

/// Whether the iterations of a loop are independent but for reductions that it carries.
pub fn is_parallel_with_reductions(view: View<'_, AffineForOp>) -> bool {
    reductions(view).is_ok() && memory_obstacle(view).is_none()
}

fn reduction(carried: &[ValueRef<'_>], at: usize, init: ValueRef<'_>) -> Option<Reduction> {
    let combiner = match_reduction(carried, at)?;
    let kind = reduction_kind(combiner)?;
    let value = combiner.operands().find(|&value| value != carried[at])?;
    let neutral = neutral_element(combiner, kind, init)?;
    Some(Reduction { combiner: combiner.id(), value: value.id(), kind, neutral })
}

/// The neutral element of a reduction. With `--match-upstream`, it is one for which the flags of the op may promise that
/// it does not occur, and zero is neutral for the sum of negative zeros.
fn neutral_element(combiner: OpRef<'_>, kind: AtomicRMWKind, init: ValueRef<'_>) -> Option<Attr> {
    let (cx, ty) = (combiner.cx(), combiner.single_result().ty());
    let plain = identity(cx, kind, ty, false);
    let flags = fastmath_flags(combiner);
    let has = |flag| flags.is_some_and(|flags| flags.contains(flag));
    if cx.matches_upstream() {
        return plain;
    }
    match kind {
        AtomicRMWKind::Addf if !has(FastMathFlags::NSZ) && constant_value(init) != plain => {
            Some(cx.float_attr(ty, plain?.as_float(cx)?.neg()))
        }
        AtomicRMWKind::Maxnumf if has(FastMathFlags::NNAN) => {
            identity(cx, AtomicRMWKind::Maximumf, ty, has(FastMathFlags::NINF))
        }
        AtomicRMWKind::Minnumf if has(FastMathFlags::NNAN) => {
            identity(cx, AtomicRMWKind::Minimumf, ty, has(FastMathFlags::NINF))
        }
        _ => identity(cx, kind, ty, has(FastMathFlags::NINF)),
    }
}

impl Reduction {
    /// Combines the elements of a vector, and the result with the value that the loop starts with; returns the values
    /// that are created, the last of which is the result.
    pub(crate) fn finish(&self, rw: &mut Rewriter<'_>, vector: Value, init: Value, loc: Loc) -> Vec<Value> {
        let Some(kind) = combining_kind(self.kind) else { return Vec::new() };
        let reduced = create_reduction(rw, kind, vector, None, loc);
        let reduced = rw.body().single_result(reduced);
        if constant_value(rw.value(init)) == Some(self.neutral) {
            return vec![reduced];
        }
        let combined = combine(&mut Arith::new(rw, loc), self.kind, reduced, init);
        std::iter::once(reduced).chain(combined).collect()
    }
}

/// The kind by which vectors are reduced; `None` for an assignment.
fn combining_kind(kind: AtomicRMWKind) -> Option<CombiningKind> {
    use AtomicRMWKind::*;
    Some(match kind {
        Addf | Addi => CombiningKind::Add,
        Mulf | Muli => CombiningKind::Mul,
        Maximumf => CombiningKind::Maximumf,
        Minimumf => CombiningKind::Minimumf,
        Maxnumf => CombiningKind::Maxnumf,
        Minnumf => CombiningKind::Minnumf,
        Maxs => CombiningKind::Maxsi,
        Mins => CombiningKind::Minsi,
        Maxu => CombiningKind::Maxui,
        Minu => CombiningKind::Minui,
        Andi => CombiningKind::And,
        Ori => CombiningKind::Or,
        Xori => CombiningKind::Xor,
        Assign => return None,
    })
}
