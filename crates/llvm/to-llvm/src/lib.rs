//! Conversions to the dialect llvm, from which LLVM IR is written.
//!
//! The map: [`converter`] says which types of the dialect stand for others, [`descriptor`] how the structures for memrefs are
//! read and made, [`build`] makes ops, [`one_to_one`] turns ops into one op each, for each vector where there are several
//! dimensions; each dialect has a module with its patterns, [`passes`] has the passes, and [`pipeline`] runs them; [`mod@transform`]
//! and [`lower_transpose`] have ops of the dialect transform.

#![forbid(unsafe_code)]

pub mod arith;
pub mod build;
pub mod cf;
pub mod complex;
mod conversions;
pub mod converter;
pub mod debug_scopes;
pub mod descriptor;
pub mod export;
pub mod func;
pub mod functions;
pub mod index;
pub mod lower_transpose;
pub mod math;
pub mod math_to_funcs;
pub mod memref;
pub mod one_to_one;
pub mod passes;
pub mod pipeline;
pub mod print;
pub mod ptr;
pub mod target;
pub mod transform;
pub mod ub;
pub mod vector;
mod wrappers;

pub use converter::{LlvmTypeConverter, LowerToLlvmOptions};
pub use passes::PASSES;
pub use pipeline::PIPELINES;
