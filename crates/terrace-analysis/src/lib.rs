//! Dataflow: what is known of values and blocks before anything runs.
//!
//! The map: [`forward`] spreads facts about values along the ways that control can take, functions called
//! included, until nothing new is found; [`constants`] is the instance that knows constants, [`int_ranges`] the one
//! that knows what integers lie between. [`backward`] spreads facts from uses to what is used; [`liveness`] is the
//! instance that knows what is of use. [`block_liveness`] says where in the code values are needed.
//!
//! What is absent: no dialect is known here; control flow is what the interfaces tell.

#![forbid(unsafe_code)]

pub mod backward;
pub mod block_liveness;
pub mod constants;
pub mod forward;
pub mod int_ranges;
pub mod liveness;

pub use backward::{Backward, BackwardOptions, BackwardSolution, UseFacts, solve_backward};
pub use constants::{Constant, ConstantPropagation};
pub use forward::{Facts, Forward, Solution, solve};
pub use int_ranges::{IntegerRange, IntegerRanges};
pub use liveness::Liveness;
