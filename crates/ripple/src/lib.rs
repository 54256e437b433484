//! Internal to Terrace; no promise of stability. Ripple: SPMD programs over blocks of processing elements, rendered as
//! vector code.
//!
//! A function declares blocks of processing elements, asks for the index of "its" element and is otherwise scalar code
//! of the dialect llvm. Every value has a [`shape`]: for each of ten dimensions either 1 or the size of a block. A value
//! whose shape has one element stays scalar; any other becomes a vector with one element for each element of its shape,
//! dimension 0 innermost. Execution is in lockstep: each op is carried out for the whole block before the next one.
//!
//! The map, in the order in which a module is worked on:
//! - [`constructs`] are what programs state all this with, a file each: calls of [`intrinsics`], which [`lift`] turns into ops of
//!   the [`dialect`], shapes and renderings;
//! - [`lengths`] copies functions whose blocks depend on the length of vectors for each length;
//! - [`prepare`] leads ways through [`cleanups`] and past [`dead_ends`], marks the values that expressions choose and promotes locals, which [`aggregates`] and [`locals`] split into members,
//!   without changing what other memory sees, also under the integers that conventions make of them ([`pieces`]) and where functions
//!   return them ([`results`]); functions that only compute ([`index_functions`]) or take indices are inlined, short loops
//!   over locals are unrolled ([`unroll`]), [`accumulators`] are locals of functions;
//! - [`parallel_loops`] distributes the iterations of annotated loops over blocks;
//! - [`outer_products`] moves loops that accumulate outer products into functions that use tiles, where the target has some, and
//!   combines products of neighbors in memory;
//! - [`analysis`] computes shapes, [`constants`] are what sizes of blocks are, [`evaluate`] runs index functions at compile time;
//! - [`if_conversion`] makes selects of expressions, and one block of loops over members;
//! - [`levels`] orders blocks by loops and finds the regions that a block-shaped branch divides;
//! - [`vectorize`] writes the function anew: vectors for values, masks for branches;
//! - [`select`] rewrites vector code to instructions of the target, by rules that are tested one by one;
//! - [`libraries`] are vector functions of the user's, which calls are rendered with;
//! - [`math`] are the functions of math that calls on vectors become;
//! - [`splats`] are vectors of equal elements, [`subprograms`] is what debug information of copied functions takes, [`discriminators`] tell remainders in it, [`watches`] are
//!   the variables that it has without optimization;
//! - [`faults`] are put back by tests of tests;
//! - [`to_llvm`] converts the types of the dialect's ops; [`extensions`] are additions to dialects, [`passes`] the passes, [`diagnostics`] the
//!   tags of errors.
//!
//! Absent: no pass removes or moves scalar accesses to memory, except for loads that go before stores of a range.
//! Accesses with a shape are merged within a basic block only.

#![forbid(unsafe_code)]

mod accumulators;
mod addresses;
mod aggregates;
pub mod analysis;
mod assignments;
mod cleanups;
mod constants;
mod constructs;
mod dead_ends;
pub mod diagnostics;
pub mod dialect;
mod discriminators;
pub mod evaluate;
mod extensions;
#[doc(hidden)]
pub mod faults;
mod functions;
mod if_conversion;
mod index_functions;
mod intrinsics;
mod legal_vectors;
mod lengths;
pub mod levels;
pub mod libraries;
pub mod lift;
mod locals;
pub mod math;
mod op_kinds;
pub mod outer_products;
pub mod parallel_loops;
pub mod passes;
mod pieces;
pub mod prepare;
mod references;
mod results;
mod run_time;
pub mod select;
pub mod shape;
mod splats;
mod subprograms;
mod to_llvm;
mod unroll;
mod unwinding;
pub mod vectorize;
mod vectors;
mod watches;

pub use extensions::{DIALECTS, EXTENSIONS, RIPPLE};
pub use passes::PASSES;

/// The ops of the dialect, and what they are defined with.
pub mod ops {
    pub use crate::constructs::*;
    pub use crate::dialect::*;
}
