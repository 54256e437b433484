//! Patterns about the dialect vector, which scripts apply.
//!
//! The map: [`unroll_elements`] goes down to vectors of one dimension, [`contract_to_fma`] lowers contractions that are outer
//! products with one element, `transfers` makes transfers, [`sink_producers`] puts loads next to where they are used.

pub mod contract_to_fma;
pub mod sink_producers;
pub(crate) mod transfers;
pub mod unroll_elements;
