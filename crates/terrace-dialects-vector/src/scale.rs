//! The run-time scale, and vectors that count.

use terrace_ir::constraints::INDEX;
use terrace_ir::int_range::InferIntRange;
use terrace_macros::op;

use crate::canonicalize;
use crate::constraints::INDEX_VECTOR_RANK_1;

/// The number by which scalable extents are multiplied.
#[op("vector.vscale", traits(Pure), names = "vscale", format = "attr-dict")]
pub struct VectorScaleOp {
    res: Res<INDEX>,
}

/// Zero, one, and so on.
#[op("vector.step", traits(Pure), canonicalize(step_compared: canonicalize::step_compared),
     interfaces(dyn InferIntRange), format = "attr-dict `:` type($result)")]
pub struct StepOp {
    result: Res<INDEX_VECTOR_RANK_1>,
}
