//! Rewriting: the greedy driver, folding, region simplification, and passes that need no dialect.
//!
//! The map: [`patterns`] is a set of patterns, [`greedy`] applies it until nothing matches, with [`constants`]
//! keeping one constant op for each constant and [`rewrite_budget`] bounding the number of rewrites, and [`across`] does so to all bodies below an op; [`equivalence`] tells when two ops
//! do the same; [`regions`] removes what is unreachable, unused or the same
//! twice among blocks; [`walk`] visits ops, [`walk_driver`] with patterns, each once; [`callgraph`] knows who calls whom,
//! [`inline`] replaces a call; [`motion`] moves what is needed earlier; [`fingerprint`] tells whether anything changed; [`passes`] are the passes, one file each.
//!
//! What is absent: no dialect is known here.

#![forbid(unsafe_code)]

pub mod across;
pub mod callgraph;
pub mod constants;
pub mod equivalence;
pub mod fingerprint;
pub mod greedy;
pub mod inline;
pub mod motion;
pub mod passes;
pub mod patterns;
pub mod regions;
pub mod rewrite_budget;
mod trivially_dead;
pub mod walk;
pub mod walk_driver;

pub use across::apply_greedily_below;
pub use greedy::{GreedyOptions, GreedyResult, RegionSimplify, apply_greedily};
pub use passes::{PASSES, PIPELINES};
pub use patterns::PatternSet;
