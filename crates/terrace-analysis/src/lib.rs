//! Dataflow: what is known of values and blocks before anything runs.
//!
//! The map: [`forward`] spreads facts about values along the ways that control can take, functions called
//! included, until nothing new is found; [`constants`] is the instance that knows constants, [`int_ranges`] the one
//! that knows what integers lie between. [`backward`] spreads facts from uses to what is used; [`liveness`] is the
//! instance that knows what is of use. [`loops`] finds loops. [`block_liveness`] says where in the code values are needed,
//! [`dense`] spreads what is known of places in the program and [`dense_backward`] what is known of what comes after
//! them, [`alias`] says whether two values may point to the same memory. [`reductions`] recognizes reductions,
//! [`value_bounds`] computes and compares bounds of index values and extents, [`slices`] compares parts of tensors by them.
//!
//! What is absent: no dialect is known here; control flow is what the interfaces tell.

#![forbid(unsafe_code)]

pub mod alias;
pub mod backward;
pub mod block_liveness;
mod calls;
pub mod constants;
pub mod dense;
pub mod dense_backward;
pub mod forward;
pub mod int_ranges;
pub mod liveness;
pub mod loops;
pub mod reductions;
pub mod slices;
pub mod value_bounds;

pub use backward::{Backward, BackwardOptions, BackwardSolution, Said, UseFacts, solve_backward};
pub use constants::{Constant, ConstantPropagation};
pub use dense::{CallAction, Dense, DenseSolution, State, solve_dense};
pub use dense_backward::{DenseBackward, DenseBackwardSolution, solve_dense_backward};
pub use forward::{Facts, Forward, ForwardOptions, Solution, solve, solve_with};
pub use int_ranges::{IntegerRange, IntegerRanges};
pub use liveness::Liveness;
pub use loops::LoopInfo;
pub use reductions::match_reduction;
pub use slices::{are_equivalent_slices, are_overlapping_slices};
pub use value_bounds::{BoundKind, ValueBoundsConstraintSet, Variable};
