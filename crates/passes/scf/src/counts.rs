//! Numbers of iterations that are computed from the bounds of loops.
//!
//! Such a number is less than zero where a loop ends before it starts. Upstream does not consider that.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_analysis::value_bounds::ValueBoundsConstraintSet;
use terrace_dialects_core::arith::{MaxSIOp, MaxUIOp};
use terrace_dialects_mem::affine::make::{apply_expr, composed_max};
use terrace_dialects_mem::index_values::value_of;
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::value_bounds::{Quantity, Relation};
use terrace_ir::{Loc, OpFoldResult, Rewriter, Type, Value, ValueDef};

/// Whether the upper bound of a loop may be less than its lower one, as signed or unsigned numbers; never if upstream is
/// matched.
pub(super) fn may_end_before_start(rw: &Rewriter<'_>, [lower, upper]: [Value; 2], unsigned: bool) -> bool {
    if rw.cx().matches_upstream() {
        return false;
    }
    let (lower, upper) = (rw.value(lower), rw.value(upper));
    match (m_scalar_i64(lower), m_scalar_i64(upper)) {
        (Some(lower), Some(upper)) if unsigned => (upper as u64) < lower as u64,
        (Some(lower), Some(upper)) => upper < lower,
        _ if unsigned || lower.ty() != Type::INDEX => true,
        _ => {
            let [lower, upper] = [lower, upper].map(|value| Quantity::index(value).into());
            !ValueBoundsConstraintSet::compare(&upper, Relation::AtLeast, &lower)
        }
    }
}

/// The maximum of two values, which compare as signed or unsigned numbers.
pub(super) fn max(rw: &mut Rewriter<'_>, [a, b]: [Value; 2], unsigned: bool, loc: Loc) -> Value {
    let ty = rw.body().value_type(a);
    match unsigned {
        true => rw.build_or_fold_value(MaxUIOp::of(a, b).result(ty).loc(loc)),
        false => rw.build_or_fold_value(MaxSIOp::of(a, b).result(ty).loc(loc)),
    }
}

/// A value as the operand of a map: a number if it is known.
pub(super) fn index_of(rw: &Rewriter<'_>, value: Value) -> OpFoldResult {
    m_scalar_i64(rw.value(value)).map_or(OpFoldResult::Value(value), OpFoldResult::Static)
}

/// Computes the number of iterations of a loop over indices, which is not less than zero if `clamped`.
pub(super) fn index_trip_count(
    rw: &mut Rewriter<'_>,
    controls: [Value; 3],
    clamped: bool,
    loc: Loc,
) -> OpFoldResult {
    let [lower, upper, step] = [0, 1, 2].map(AffineExpr::symbol);
    let count = AffineExpr::ceil_div(upper - lower, step);
    let operands = controls.map(|value| index_of(rw, value));
    match clamped {
        true => {
            let map = AffineMap::new(0, 3, vec![count, AffineExpr::constant(0)]);
            composed_max(rw, &map, &operands, loc)
        }
        false => apply_expr(rw, count, &operands, loc),
    }
}

/// Computes the induction variable of a loop over indices that now counts iterations, and replaces its uses by that.
pub(super) fn denormalize_index(rw: &mut Rewriter<'_>, variable: Value, [lower, step]: [Value; 2], loc: Loc) {
    let old = AffineExpr::dim(0) * AffineExpr::symbol(1) + AffineExpr::symbol(0);
    let operands = [OpFoldResult::Value(variable), index_of(rw, lower), index_of(rw, step)];
    let value = apply_expr(rw, old, &operands, loc);
    let value = value_of(rw, value, loc);
    replace_but_in(rw, variable, value);
}

/// Replaces the uses of a value by one that is computed from it.
pub(super) fn replace_but_in(rw: &mut Rewriter<'_>, value: Value, computed: Value) {
    if value == computed {
        return;
    }
    match rw.body().value_def(computed) {
        ValueDef::Result(op) => rw.replace_all_uses_except(value, computed, op),
        _ => rw.replace_all_uses_with(value, computed),
    }
}

/// For each of the loops whose numbers of iterations are multiplied, whether its number has to be at least zero: the
/// product of several that are less would be a number of iterations where there is none.
pub(super) fn clamped(rw: &Rewriter<'_>, loops: &[[Value; 3]]) -> Vec<bool> {
    let negative: Vec<bool> =
        loops.iter().map(|&[lower, upper, _]| may_end_before_start(rw, [lower, upper], false)).collect();
    let several = negative.iter().filter(|&&negative| negative).count() > 1;
    negative.into_iter().map(|negative| negative && several).collect()
}
