//! The run-time scale, and vectors that count.

use terrace_affine::AffineExpr;
use terrace_ir::constraints::INDEX;
use terrace_ir::int_range::InferIntRange;
use terrace_ir::value_bounds;
use terrace_ir::value_bounds::ValueBounds;
use terrace_macros::op;

use crate::canonicalize;
use crate::constraints::INDEX_VECTOR_RANK_1;

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

/// Zero, one, and so on.
#[op("vector.step", traits(Pure), canonicalize(step_compared: canonicalize::step_compared),
     interfaces(dyn InferIntRange), format = "attr-dict `:` type($result)")]
pub struct StepOp {
    result: Res<INDEX_VECTOR_RANK_1>,
}
