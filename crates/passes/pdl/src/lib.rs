//! Internal to Terrace; no promise of stability. Lowering of patterns of the dialect pdl to programs of the dialect
//! pdl_interp.
//!
//! The map: [`predicates`] are positions in the matched IR and predicates on them, [`pattern_predicates`]
//! those of a pattern, whose roots [`root_ordering`] connects; [`matcher_tree`] merges the predicates of all
//! patterns, [`matcher`] generates the function that evaluates them, [`rewriters`] the rewrite functions.
//! [`pass`] is the pass.
//!
//! [`patterns`] adds such programs to a pattern set: `program` has the instructions, `machine` executes them.

#![forbid(unsafe_code)]

mod machine;
pub mod matcher;
pub mod matcher_tree;
pub mod pass;
pub mod pattern_predicates;
pub mod patterns;
pub mod predicates;
mod program;
pub mod rewriters;
pub mod root_ordering;

use terrace_pass::PassDef;

pub use patterns::{PdlMatcher, PdlPatterns};

/// The passes this crate defines.
pub static PASSES: &[&PassDef] = &[&pass::CONVERT_PDL_TO_PDL_INTERP];
