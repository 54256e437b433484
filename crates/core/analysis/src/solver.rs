//! Runs several dataflow analyses together.
//!
//! Sparse forward analyses are solved together: a branch is resolved by any analysis that knows its operand,
//! and a block that none reaches is dead for all of them ([`Executable`]). Dense and backward analyses do not
//! affect reachability; they run afterwards, in the order in which they were loaded, and may query earlier
//! results.

use std::any::Any;
use terrace_support::options;

use terrace_ir::{Attr, BlockRef, OpRef, ValueRef};

use crate::constants::ConstantPropagation;
use crate::dense_backward::{DenseBackwardAnalysis, solve_dense_backward};
use crate::dense_forward::{DenseForwardAnalysis, solve_dense_forward};
use crate::executable::Executable;
use crate::lattice::{Lattice, PointStates, ValueStates};
use crate::sparse_backward::{SparseBackwardAnalysis, solve_sparse_backward};
use crate::sparse_forward::{Engine, Loaded, LoadedAnalysis, SparseForwardAnalysis};

options! {
    /// Options of a dataflow solver.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct DataFlowConfig {
        /// Whether the analysis is interprocedural; if not, arguments and results of calls are unknown.
        pub interprocedural: bool,
    }
}

impl Default for DataFlowConfig {
    fn default() -> Self {
        Self { interprocedural: true }
    }
}

/// Computes the result of a later analysis: [`ValueStates`] or [`PointStates`].
type Stage<'a> = Box<dyn FnOnce(&DataFlowSolver<'a>) -> Box<dyn Any> + 'a>;

/// Runs dataflow analyses on an op and everything nested in it: they are loaded, run once, and queried. To change the
/// IR by their results, use the [results](Self::finish).
///
/// ```
/// use terrace_analysis::{Constant, ConstantPropagation, DataFlowSolver, IntegerRange, IntegerRanges};
///
/// fn is_constant(root: terrace_ir::OpRef<'_>, value: terrace_ir::ValueRef<'_>) -> bool {
///     let mut solver = DataFlowSolver::new(root);
///     solver.load(ConstantPropagation);
///     solver.load(IntegerRanges);
///     solver.run();
///     let range = &solver.value_state::<IntegerRange>(value).range;
///     matches!(solver.value_state::<Constant>(value), Constant::Known(..))
///         || range.as_ref().is_some_and(|range| range.constant_value().is_some())
/// }
/// ```
pub struct DataFlowSolver<'a> {
    root: OpRef<'a>,
    config: DataFlowConfig,
    forward: Vec<Box<dyn Loaded<'a> + 'a>>,
    executable: Executable,
    stages: Vec<Stage<'a>>,
    /// The results of earlier stages.
    computed: Vec<Box<dyn Any>>,
}

impl<'a> DataFlowSolver<'a> {
    /// Creates a solver without analyses for the ops nested in `root`, whose own entry blocks are reachable.
    pub fn new(root: OpRef<'a>) -> Self {
        Self::with_config(root, DataFlowConfig::default())
    }

    /// Creates a solver with a configuration.
    pub fn with_config(root: OpRef<'a>, config: DataFlowConfig) -> Self {
        Self {
            root,
            config,
            forward: Vec::new(),
            executable: Executable::default(),
            stages: Vec::new(),
            computed: Vec::new(),
        }
    }

    /// Loads the analyses that most others depend on: dead code analysis and constant propagation.
    pub fn load_baseline(&mut self) -> &mut Self {
        self.load(ConstantPropagation)
    }

    /// Loads a sparse forward analysis.
    pub fn load<A: SparseForwardAnalysis + 'a>(&mut self, analysis: A) -> &mut Self {
        self.forward.push(Box::new(LoadedAnalysis::new(analysis)));
        self
    }

    /// Loads a sparse backward analysis.
    pub fn load_sparse_backward<A: SparseBackwardAnalysis + 'a>(&mut self, analysis: A) -> &mut Self {
        self.stages.push(Box::new(move |solver| Box::new(solve_sparse_backward(&analysis, solver))));
        self
    }

    /// Loads a dense forward analysis.
    pub fn load_dense_forward<A: DenseForwardAnalysis + 'a>(&mut self, analysis: A) -> &mut Self {
        self.stages.push(Box::new(move |solver| Box::new(solve_dense_forward(&analysis, solver))));
        self
    }

    /// Loads a dense backward analysis.
    pub fn load_dense_backward<A: DenseBackwardAnalysis + 'a>(&mut self, analysis: A) -> &mut Self {
        self.stages.push(Box::new(move |solver| Box::new(solve_dense_backward(&analysis, solver))));
        self
    }

    /// Runs the analyses that were loaded, until nothing changes.
    pub fn run(&mut self) {
        Engine::run(self.root, self.config.interprocedural, &mut self.forward, &mut self.executable);
        for stage in std::mem::take(&mut self.stages) {
            let computed = stage(self);
            self.computed.push(computed);
        }
    }

    /// The op that the analyses are about, with all below it.
    pub fn root(&self) -> OpRef<'a> {
        self.root
    }

    /// Returns the options of the solver.
    pub fn config(&self) -> DataFlowConfig {
        self.config
    }

    /// The blocks that control may reach, and the calls among them.
    pub fn executable(&self) -> &Executable {
        &self.executable
    }

    /// Returns the constant that a value is; `None` if no analysis knows one.
    pub fn constant(&self, value: ValueRef<'_>) -> Option<Attr> {
        self.forward.iter().find_map(|analysis| analysis.constant_of(value))
    }

    /// The constants that the operands of an op are.
    pub(crate) fn operand_constants(&self, op: OpRef<'_>) -> Vec<Option<Attr>> {
        op.operands().map(|value| self.constant(value)).collect()
    }

    fn find<T: 'static>(&self) -> Option<&T> {
        let forward = self.forward.iter().map(|analysis| analysis.states());
        forward.chain(self.computed.iter().map(|states| &**states)).find_map(|states| states.downcast_ref())
    }

    /// The elements of all values.
    ///
    /// # Panics
    ///
    /// If no sparse analysis with this lattice ran.
    pub fn value_states<L: Lattice>(&self) -> &ValueStates<L> {
        self.find().unwrap_or_else(|| panic!("no analysis of {} ran", std::any::type_name::<L>()))
    }

    /// The element of a value.
    ///
    /// # Panics
    ///
    /// As [`Self::value_states`].
    pub fn value_state<L: Lattice>(&self, value: ValueRef<'_>) -> &L {
        self.value_states().of(value)
    }

    /// The elements of all places.
    ///
    /// # Panics
    ///
    /// If no dense analysis with this lattice ran.
    pub fn point_states<L: Lattice>(&self) -> &PointStates<L> {
        self.find().unwrap_or_else(|| panic!("no analysis of {} ran", std::any::type_name::<L>()))
    }

    /// Returns the state before an op; `None` if it is unreachable.
    ///
    /// # Panics
    ///
    /// As [`Self::point_states`].
    pub fn before<L: Lattice>(&self, op: OpRef<'_>) -> Option<&L> {
        self.point_states().before(op)
    }

    /// Returns the state after an op; `None` if it is unreachable.
    ///
    /// # Panics
    ///
    /// As [`Self::point_states`].
    pub fn after<L: Lattice>(&self, op: OpRef<'_>) -> Option<&L> {
        self.point_states().after(op)
    }

    /// Returns the state at the start of a block; `None` if it is unreachable.
    ///
    /// # Panics
    ///
    /// As [`Self::point_states`].
    pub fn start<L: Lattice>(&self, block: BlockRef<'_>) -> Option<&L> {
        self.point_states().start(block)
    }

    /// Returns the results, which outlive changes of the IR.
    pub fn finish(self) -> DataFlowResults {
        let forward = self.forward.into_iter().map(|analysis| analysis.into_states());
        DataFlowResults { states: forward.chain(self.computed).collect(), executable: self.executable }
    }
}

/// The results of the analyses of a [`DataFlowSolver`], for the IR as it was before any later change.
pub struct DataFlowResults {
    states: Vec<Box<dyn Any>>,
    /// The blocks that control may reach, and the calls among them.
    pub executable: Executable,
}

impl DataFlowResults {
    /// Takes the states of all values.
    ///
    /// # Panics
    ///
    /// If no sparse analysis with this lattice ran, or if they were taken before.
    pub fn take_value_states<L: Lattice>(&mut self) -> ValueStates<L> {
        self.take()
    }

    /// Takes the states of all program points.
    ///
    /// # Panics
    ///
    /// If no dense analysis with this lattice ran, or if they were taken before.
    pub fn take_point_states<L: Lattice>(&mut self) -> PointStates<L> {
        self.take()
    }

    fn take<T: 'static>(&mut self) -> T {
        let at = self.states.iter().position(|states| states.is::<T>());
        let found = at.and_then(|at| self.states.swap_remove(at).downcast::<T>().ok());
        *found.unwrap_or_else(|| panic!("no analysis computed {}", std::any::type_name::<T>()))
    }
}
