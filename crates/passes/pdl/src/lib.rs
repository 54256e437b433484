//! Patterns of the dialect pdl as programs of the dialect pdl_interp.
//!
//! The map: [`predicates`] are places in what is matched and questions about them, [`pattern_predicates`] those of a pattern,
//! whose roots [`root_ordering`] connects; [`matcher_tree`] merges the questions of all patterns, [`matcher`] writes the
//! function that asks them, [`rewriters`] those that rewrite. [`pass`] is the pass.
//!
//! [`patterns`] are such programs as a part of a set of patterns: `program` has the instructions, `machine` runs them.

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
