//! Passes about the dialect scf.

pub mod for_to_while;
pub mod forall;
pub mod to_cf;
