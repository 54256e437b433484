//! Generated programs, to run before and after passes.
//!
//! A program is text. It is well-typed, it ends after a few hundred ops, and has no undefined behavior:
//! divisors are made non-zero, shifts are masked, indices are in bounds, memory is initialized before it is
//! read and freed once. Some branches guard undefined behavior on purpose, to catch passes that hoist it. The
//! results of `main`, and the numbers that are added to global buffers, depend on all computations that
//! matter.
//!
//! Passes cannot constant-fold a program: numbers come from global buffers that are not constant
//! ([`functions`]). The generator knows the values of some, so that sizes may be dynamic in types and still
//! correct.
//!
//! The map:
//!
//! | Module | Contents |
//! |---|---|
//! | [`kinds`] | the kinds of programs: which statements occur, and how often; `program_kind` is the definition of one |
//! | [`numbers`], [`types`] | numbers from a seed; types and values |
//! | [`generator`] | the text so far, what is in scope, and the choice of values |
//! | [`functions`] | the module: functions, calls, globals; `shown` adds numbers to these |
//! | [`integers`], [`floats`] | arithmetic |
//! | [`branches`], [`loops`], [`guarded_loops`] | graphs of blocks; regions of `scf`; loops that guard what they compute |
//! | [`outside`] | programs outside of functions |
//! | [`deallocation`] | programs that allocate and never free |
//! | [`bufferization`] | functions on tensors for analyses, not to be run |
//! | [`scripts`] | programs with scripts that transform them |
//! | [`script_verdicts`] | scripts that a verifier may reject |
//! | [`copying`] | functions on tensors that need copies for every reason, not to be run |
//! | [`tosa`] | programs of the dialect tosa |
//! | [`snippets`] | statements from templates, a line of a table each, for folds and patterns |
//! | [`inputs`] | large inputs of one shape, for benches and the gate |
//! | [`views`] | vectors through views, loops whose iterations depend on each other |
//! | [`reshaped`], [`reshaped_tensors`] | chains of ops that move the elements of vectors and tensors; transfers that overlap, with masks and maps |
//! | [`masked`] | accesses of memory under masks and by indices, packed ones; contractions |
//! | [`nests`], [`lanes`] | several nests of affine loops over the same buffers; nests whose iterations may be lanes |
//! | [`memory`], [`affine`], [`tensors`], [`linalg`], [`shapes`], [`vectors`] | statements by dialect |

#![forbid(unsafe_code)]

pub mod affine;
pub mod branches;
pub mod bufferization;
pub mod copying;
pub mod deallocation;
pub mod floats;
pub mod functions;
pub mod generator;
pub mod guarded_loops;
pub mod inputs;
pub mod integers;
pub mod kinds;
pub mod lanes;
pub mod linalg;
pub mod loops;
pub mod masked;
pub mod memory;
pub mod nests;
pub mod numbers;
pub mod outside;
mod own_tensors;
mod program_kind;
pub mod reshaped;
pub mod reshaped_tensors;
pub mod script_verdicts;
pub mod scripts;
pub mod shapes;
mod shown;
pub mod snippets;
pub mod tensors;
pub mod tosa;
pub mod types;
pub mod vectors;
pub mod views;

pub use kinds::{KINDS, kind};
pub use program_kind::ProgramKind;

/// Whether an op of a name can be run; a program has no others.
pub type Supported<'a> = &'a dyn Fn(&str) -> bool;

/// The program of a kind and a seed.
pub fn program(kind: &ProgramKind, seed: u64, supported: Supported<'_>) -> String {
    if let Some(own) = kind.own_generator {
        own(seed)
    } else if kind.leaks {
        deallocation::program(seed, seed.is_multiple_of(3), kind.own_ops)
    } else if kind.scripted {
        scripts::program(kind, seed, supported)
    } else if kind.outside {
        outside::program(kind, seed, supported)
    } else {
        functions::module(kind, seed, supported)
    }
}
