//! Passes about the dialect scf.

pub mod for_to_while;
pub mod forall;
pub mod parallel_fusion;
pub mod to_cf;
