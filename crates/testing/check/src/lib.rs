//! Holds passes against what programs do before and after them.
//!
//! A generated program ([`terrace_progen`]) is run, goes through a pass or a pipeline, and is run again. After it, the
//! program must be valid, give the same results to the bit, and do nothing undefined where it did not before; the
//! pass must neither fail nor panic, and what it prints must not depend on threads. Results that are not a number
//! are all the same: which bits such a float has is not defined.
//!
//! | Module | What it holds |
//! |---|---|
//! | [`subjects`] | the passes and pipelines under test: one line each |
//! | [`execute`] | runs a program: its results, or what it did wrong |
//! | [`copies`] | what programs mean when functions return copies |
//! | [`own_ops`] | how ops of the dialect test are run that some programs have |
//! | `own_tensors` | how some of them are bufferized |
//! | [`in_place`] | all choices of what is in place, beside the decisions of One-Shot Analysis |
//! | [`judge`] | one program and one subject: what is wrong |
//! | [`campaign`] | many programs and all subjects, on several threads |
//! | [`folds`] | expressions of a few ops, with all inputs |
//! | [`coverage`] | which folds, patterns and models applied how often |
//! | [`finding`] | a failure, reduced to a small file |
//! | [`explanations`] | whether what `explain` says of a program is true |

#![forbid(unsafe_code)]

pub mod campaign;
pub mod copies;
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

pub use campaign::{Campaign, Summary};
pub use judge::{Bench, Problem, Start, Verdict};
pub use subjects::{SUBJECTS, Subject};
