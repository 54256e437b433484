//! Entities, interning, arbitrary-precision integers and floats for Terrace.
//!
//! - [`mod@entity`]: `u32` handles and their packed options.
//! - [`append_vec`]: an append-only vector whose readers take no lock.
//! - [`interner`]: uniques values and hands out `u32` handles.
//! - [`apint`]: integers of any width with LLVM's semantics.
//! - [`apfloat`]: floating-point numbers of every format MLIR has.
//! - [`libm`]: functions of the C library.
//!
//! This is the only crate with unsafe code; it sits in [`append_vec`], in the declarations of [`libm`], and in one
//! line of [`apint`] that takes ASCII digits for text.

pub mod apfloat;
pub mod apint;
pub mod append_vec;
pub mod entity;
pub mod interner;
pub mod libm;
