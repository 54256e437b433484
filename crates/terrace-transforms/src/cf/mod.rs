//! Passes about the dialect cf.

mod branches;
pub mod lift;
mod loops;
mod multiplexer;
