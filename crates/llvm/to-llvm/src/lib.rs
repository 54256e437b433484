//! Internal to Terrace; no promise of stability. Conversions to the dialect llvm, from which LLVM IR is written.
//!
//! The map: [`one_to_one`] turns ops into one op each, for each vector where there are several dimensions; each dialect has a module with its
//! patterns, [`passes`] has the passes, and [`pipeline`] runs them; [`mod@transform`] and [`lower_transpose`] have ops of the dialect transform. The
//! conversion of types and the structures for memrefs are in `terrace_llvm_common`.

#![forbid(unsafe_code)]

pub mod arith;
pub mod cf;
pub mod complex;
mod conversions;
pub mod debug_scopes;
pub mod export;
pub mod func;
pub mod functions;
pub mod index;
mod interface;
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

pub use interface::EXTENSIONS;
pub use passes::PASSES;
pub use pipeline::PIPELINES;
