//! The run-time scale, and vectors that count.

use terrace_affine::AffineExpr;
use terrace_dialects_builtin::fold::{bool_attr, operands_of};
use terrace_dialects_core::arith::{self, CmpIPredicate};
use terrace_ir::constraints::INDEX;
use terrace_ir::fold::constant_value;
use terrace_ir::int_range::InferIntRange;
use terrace_ir::matchers::{m_scalar_i64, single_int};
use terrace_ir::value_bounds;
use terrace_ir::value_bounds::ValueBounds;
use terrace_ir::{Rewriter, ValueRef};
use terrace_macros::op;

use crate::constraints::INDEX_VECTOR_RANK_1;
use crate::types::vector;

/// The number by which scalable extents are multiplied.
#[op("vector.vscale", traits(Pure), interfaces(dyn ValueBounds), names = "vscale", format = "attr-dict")]
pub struct VectorScaleOp {
    res: Res<INDEX>,
}

value_bounds! {
    index VectorScaleOp = |_, result, set| {
        let Some(scale) = set.scale(result.value) else { return };
        if scale.value == result.value {
            set.at_least(result, AffineExpr::constant(scale.least));
            set.at_most(result, AffineExpr::constant(scale.most));
        } else {
            set.same(result, scale.value);
        }
    };
}

/// The constant factor of a multiple of `vector.vscale`; `None` for other values.
pub fn vscale_multiple(value: ValueRef<'_>) -> Option<i64> {
    let is_scale = |value: ValueRef<'_>| value.defined_by::<VectorScaleOp>().is_some();
    if is_scale(value) {
        return Some(1);
    }
    let [a, b] = operands_of::<arith::MulIOp, 2>(value)?;
    if is_scale(a) {
        return m_scalar_i64(b);
    }
    m_scalar_i64(a).filter(|_| is_scale(b))
}

/// Zero, one, and so on.
#[op("vector.step", traits(Pure), canonicalize(step_compared),
     interfaces(dyn InferIntRange), format = "attr-dict `:` type($result)")]
pub struct StepOp {
    result: Res<INDEX_VECTOR_RANK_1>,
}

/// Whether comparing numbers from zero up to a limit with a constant returns the same everywhere.
fn compared(predicate: CmpIPredicate, count: i64, constant: i64) -> Option<bool> {
    use CmpIPredicate::*;
    match predicate {
        Ult | Uge => (count <= constant).then_some(predicate == Ult),
        Ule | Ugt => (count - 1 <= constant).then_some(predicate == Ule),
        Eq | Ne => (count <= constant).then_some(predicate == Ne),
        Slt | Sle | Sgt | Sge => None,
    }
}

/// Folds comparisons of a `vector.step` with a constant if the result is the same for all elements.
fn step_compared(rw: &mut Rewriter<'_>, op: StepOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let count = vector(cx, view.result().ty()).num_elements();
    let found = view.result().uses().find_map(|(user, operand)| {
        let compare = user.cast::<arith::CmpIOp>().filter(|_| operand == 0)?;
        let constant = constant_value(compare.rhs()).and_then(|attr| single_int(cx, Some(attr)))?;
        Some((compare, compared(compare.predicate(), count, constant.to_i64()?)?))
    });
    let (user, value) = found?;
    let ty = user.result().ty();
    let constant = bool_attr(cx, ty, value)?;
    let (user, loc) = (user.0.id(), user.0.loc());
    rw.set_insertion_point_after(user);
    let made = rw.build_value(arith::ConstantOp::of().value_attr(constant).result(ty).loc(loc));
    rw.replace_op(user, &[made]);
    Some(())
}
