//! Internal to Terrace; no promise of stability. Rewriting: the greedy driver, folding, region simplification, and
//! passes that need no dialect.
//!
//! The map: [`patterns`] is a set of patterns, [`greedy`] applies it to a fixed point, with [`constants`]
//! uniquing constant ops and [`rewrite_budget`] bounding the number of rewrites, and [`across`] does so for
//! all bodies nested in an op; [`commutativity`] sorts operands; [`equivalence`] compares ops; [`regions`] erases unreachable and dead blocks,
//! and merges equal ones; [`walk`] visits ops, [`walk_driver`] applies patterns in a single walk;
//! [`callgraph`] is the call graph, [`inline`] inlines a call; [`motion`] moves dependencies before their
//! uses; [`fingerprint`] detects modifications; [`passes`] are the passes, one file each.
//!
//! No dialect is known in this crate.

#![forbid(unsafe_code)]

pub mod across;
pub mod callgraph;
pub mod commutativity;
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
pub use greedy::{GreedyOptions, GreedyResult, RegionSimplify, Strictness, apply_greedily};
pub use passes::{PASSES, PIPELINES};
pub use patterns::PatternSet;
