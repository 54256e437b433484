//! Liveness: whether it matters what a value is.

use terrace_ir::analysis::OpAnalysis;
use terrace_ir::effects::RecursiveEffects;
use terrace_ir::{OpRef, ValueRef};

use crate::backward::{Backward, BackwardOptions, BackwardSolution, Said, UseFacts, solve_backward};

/// Whether a value has a use that matters: by an op with effects, in a decision, or for a value that is live.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Live(pub bool);

impl UseFacts for Live {
    fn meet(&mut self, other: &Self) -> bool {
        let new = other.0 && !self.0;
        self.0 |= other.0;
        new
    }
}

#[derive(Default)]
struct LivenessAnalysis {
    effects: RecursiveEffects,
}

impl Backward for LivenessAnalysis {
    type Facts = Live;

    fn exit(&self) -> Live {
        Live(true)
    }

    fn transfer(&self, op: OpRef<'_>, results: &[Live]) -> Said<Live> {
        Said::All(Live(results.iter().any(|result| result.0) || !self.effects.would_be_trivially_dead(op)))
    }
}

/// Which values below an op are live.
pub struct Liveness(BackwardSolution<Live>);

impl OpAnalysis for Liveness {
    fn compute(op: OpRef<'_>) -> Self {
        Self::new(op)
    }
}

impl Liveness {
    /// Finds out for all values below `root`.
    pub fn new(root: OpRef<'_>) -> Self {
        Self(solve_backward(&LivenessAnalysis::default(), root, BackwardOptions { interprocedural: true }))
    }

    /// Whether a value is live. A value that control does not reach is not.
    pub fn is_live(&self, value: ValueRef<'_>) -> bool {
        self.0.of(value).0
    }
}
