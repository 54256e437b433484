//! Terrace: a multi-level compiler IR that reads, transforms and runs MLIR.
//!
//! | Module | What it holds | Feature |
//! |---|---|---|
//! | [`ir`] | contexts, types, attributes, ops, rewriters, definitions, the verifier | |
//! | [`dialects`] | the dialects; [`dialects::all`] returns them all | core: none; others: `dialects` |
//! | [`passes`] | passes, the pass manager, drivers of patterns, dialect conversion, analyses | on any op: none; others: `passes` |
//! | [`bufferize`] | One-Shot Bufferize | `passes` |
//! | [`deallocation`] | where buffers are allocated and freed | `passes` |
//! | [`interp`] | the interpreter | `interp` |
//! | [`transform`] | the dialect transform and its interpreter | `passes` |
//! | [`tools`] | `opt`, `run`, `explain`, `reduce`, `transform`, `bytecode` and `help` for any set-up | `opt`: none; others: `tools` |
//! | [`prelude`] | what most files that work with IR use | |
//!
//! Features are `dialects` and `passes`, which are on by default, `interp`, `llvm` (conversions to LLVM IR), `ripple`, and `tools`
//! (the subcommands of `terrace`, clang's driver among them); each has what it needs.
//!
//! A module is read, changed and printed with [`parse`], [`run_passes`] and [`print()`]:
//!
//! ```
//! # fn main() -> Result<(), terrace::Errors> {
//! let mut ir = terrace::parse(&terrace::context(), "func.func private @unused()")?;
//! terrace::run_passes(&mut ir, "builtin.module(symbol-dce)")?;
//! print!("{}", terrace::print(&ir));
//! # Ok(())
//! # }
//! ```
//!
//! A function is made by a [`NewFunction`](prelude::NewFunction):
//!
//! ```
//! use terrace::dialects::{arith, func};
//! use terrace::prelude::*;
//!
//! let mut ir = ModuleOp::create_ir(&terrace::context());
//! let (mut symbols, loc) = (SymbolTable::new(ir.root().unwrap()), Loc::UNKNOWN);
//! let double = NewFunction { name: "double", inputs: &[Type::I32], results: &[Type::I32], private: false, loc };
//! double.create(&mut ir, &mut symbols, |rw, args| {
//!     let sum = rw.build_value(arith::AddIOp::of(args[0], args[0]).loc(loc));
//!     rw.build(func::ReturnOp::of(&[sum]).loc(loc));
//! });
//! terrace::verify(&ir).unwrap();
//! assert!(terrace::print(&ir).contains("arith.addi %arg0, %arg0 : i32"));
//! ```

#![forbid(unsafe_code)]

pub mod dialects;
pub mod passes;
pub mod prelude;
mod steps;
pub mod tools;
mod unregistered;

pub use steps::{
    bytecode, context, context_of, parse, print, read, read_lazy, run_passes, run_passes_of, verify,
};
pub use terrace_bytecode::{BytecodeReaderConfig, BytecodeWriterConfig, LazyBytecode, bytecode_stats};
pub use terrace_opt::Errors;

#[cfg(feature = "passes")]
pub use terrace_bufferize as bufferize;
#[cfg(feature = "passes")]
pub use terrace_deallocation as deallocation;
#[cfg(feature = "interp")]
pub use terrace_interp as interp;
pub use terrace_ir as ir;
#[cfg(feature = "passes")]
pub use terrace_transform as transform;

#[cfg(doctest)]
mod book;
