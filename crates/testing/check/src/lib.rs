//! Differential tests of passes: the behavior of programs before and after them.
//!
//! A generated program ([`terrace_progen`]) is run, transformed by a pass or a pipeline, and run again.
//! Afterwards, the program must be valid, have bit-identical results, and have no undefined behavior that it
//! did not have before; the pass must neither fail nor panic, and its output must not depend on threads. All
//! NaN results are equal, since the bits of a computed NaN are unspecified.
//!
//! | Module | Contents |
//! |---|---|
//! | [`subjects`] | the passes and pipelines under test: one line each |
//! | [`execute`] | runs a program: its results, or its fault |
//! | [`copies`] | semantics of programs whose functions return copies |
//! | [`own_ops`] | the interpretation of ops of the dialect test in programs |
//! | `own_tensors` | the bufferization of some of them |
//! | [`in_place`] | all in-place choices, compared with the decisions of One-Shot Analysis |
//! | [`judge`] | the verdict on one program and one subject |
//! | [`campaign`] | many programs and all subjects, on several threads |
//! | [`variations`] | programs like those to which seldom seen rules applied |
//! | [`corpus`] | programs of a folder, and all pairs of passes on loops |
//! | [`folds`] | expressions of a few ops, with all inputs |
//! | [`coverage`] | the number of applications of folds, patterns and models |
//! | [`finding`] | a failure, reduced to a small file |
//! | [`explanations`] | the check of the statements of `explain` |

#![forbid(unsafe_code)]

pub mod campaign;
pub mod copies;
pub mod corpus;
pub mod coverage;
pub mod execute;
pub mod explanations;
pub mod finding;
pub mod folds;
pub mod in_place;
pub mod judge;
pub mod mirror;
pub mod own_ops;
mod own_tensors;
pub mod subjects;
pub mod variations;

pub use campaign::{Campaign, Summary};
pub use judge::{Bench, Problem, Start, Verdict};
pub use subjects::{SUBJECTS, Subject};
