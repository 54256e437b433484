//! Internal to Terrace; no promise of stability. Dataflow analyses: static properties of values and program points.
//!
//! The map: [`solver`] runs analyses together, on [`lattice`] elements: [`sparse_forward`] and
//! [`sparse_backward`] analyses of values, [`dense_forward`] and [`dense_backward`] analyses of program
//! points; [`executable`] is reachability. [`constants`], [`int_ranges`] and [`liveness`] are instances.
//! [`loops`] finds loops, [`block_liveness`] computes live ranges, [`alias`] alias queries. [`reductions`]
//! recognizes reductions, [`value_bounds`] computes and compares bounds of index values and extents,
//! [`slices`] compares tensor slices by them.
//!
//! No dialect is known in this crate; control flow is defined by interfaces.

#![forbid(unsafe_code)]

pub mod alias;
pub mod block_liveness;
mod calls;
pub mod constants;
pub mod dense_backward;
pub mod dense_forward;
pub mod executable;
pub mod int_ranges;
pub mod lattice;
pub mod liveness;
pub mod loops;
pub mod reductions;
pub mod slices;
pub mod solver;
pub mod sparse_backward;
pub mod sparse_forward;
pub mod value_bounds;

pub use constants::{Constant, ConstantPropagation};
pub use dense_backward::DenseBackwardAnalysis;
pub use dense_forward::{CallAction, DenseForwardAnalysis};
pub use executable::Executable;
pub use int_ranges::{IntegerRange, IntegerRanges};
pub use lattice::{ForwardLattice, Lattice, PointStates, ProgramPoint, ValueStates};
pub use liveness::Liveness;
pub use loops::LoopInfo;
pub use reductions::match_reduction;
pub use slices::{are_equivalent_slices, are_overlapping_slices};
pub use solver::{DataFlowConfig, DataFlowResults, DataFlowSolver};
pub use sparse_backward::{OperandLattices, SparseBackwardAnalysis};
pub use sparse_forward::SparseForwardAnalysis;
pub use value_bounds::{BoundKind, ValueBoundsConstraintSet, Variable};
