//! Liveness: whether the value of an SSA value can affect the program's behavior.

use terrace_ir::analysis::OpAnalysis;
use terrace_ir::effects::RecursiveEffects;
use terrace_ir::{OpRef, ValueRef};

use crate::lattice::{Lattice, ValueStates};
use crate::solver::DataFlowSolver;
use crate::sparse_backward::{OperandLattices, SparseBackwardAnalysis};

/// True if a value has a use that matters: by an op with effects, in a decision, or for a live value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Live(pub bool);

impl Lattice for Live {
    fn join(&mut self, other: &Self) -> bool {
        let new = other.0 && !self.0;
        self.0 |= other.0;
        new
    }
}

#[derive(Default)]
struct LivenessAnalysis {
    effects: RecursiveEffects,
}

impl SparseBackwardAnalysis for LivenessAnalysis {
    type Lattice = Live;

    fn exit_state(&self) -> Live {
        Live(true)
    }

    fn transfer(&self, op: OpRef<'_>, results: &[Live]) -> OperandLattices<Live> {
        OperandLattices::All(Live(
            results.iter().any(|result| result.0) || !self.effects.would_be_trivially_dead(op),
        ))
    }
}

/// The liveness of values nested in an op.
pub struct Liveness(ValueStates<Live>);

impl OpAnalysis for Liveness {
    const NAME: &'static str = "dataflow::RunLivenessAnalysis";

    fn compute(op: OpRef<'_>) -> Self {
        Self::new(op)
    }
}

impl Liveness {
    /// Computes the liveness of all values nested in `root`.
    pub fn new(root: OpRef<'_>) -> Self {
        let mut solver = DataFlowSolver::new(root);
        solver.load_baseline().load_sparse_backward(LivenessAnalysis::default());
        solver.run();
        Self(solver.finish().take_value_states())
    }

    /// Whether a value is live. A value that control does not reach is not.
    pub fn is_live(&self, value: ValueRef<'_>) -> bool {
        self.0.of(value).0
    }
}
