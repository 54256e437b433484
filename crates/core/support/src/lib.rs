//! Internal to Terrace; no promise of stability. Entities, interning, arbitrary-precision integers and floats for
//! Terrace.
//!
//! - [`mod@entity`]: `u32` handles and their packed options.
//! - [`append_vec`]: an append-only vector whose readers take no lock.
//! - [`interner`]: uniques values and hands out `u32` handles.
//! - [`apint`]: integers of any width with LLVM's semantics.
//! - [`apfloat`]: floating-point numbers of every format MLIR has.
//! - [`int_range`]: ranges of integers, and the transfer functions of arithmetic on them.
//! - [`graph`]: strongly connected components.
//! - [`held`]: references to values that are static, or created at run time and freed with the last
//!   reference.
//! - [`hex`]: bytes as hexadecimal digits.
//! - [`mod@file`]: the content of files.
//! - [`lazy_table`]: a table that is computed entry by entry.
//! - [`libm`]: functions of the C library.
//! - [`mod@options`]: structs of options.
//! - [`slots`]: state by its type.
//! - [`spelling`]: the nearest name to a misspelled one.
//! - [`mod@text`]: text that is known to be ASCII.
//! - [`mod@spin`]: a lock for a few instructions at a time.
//!
//! This is the only crate with unsafe code; it sits in [`append_vec`], in [`held`], in [`slots`], in [`mod@spin`],
//! in [`mod@file`], which maps large ones, in the declarations of [`libm`], and in the few lines of [`apint`],
//! [`hex`] and [`mod@text`] that convert ASCII to text without a check.

pub mod apfloat;
pub mod apint;
pub mod append_vec;
pub mod entity;
pub mod file;
pub mod graph;
pub mod held;
pub mod hex;
pub mod int_range;
pub mod interner;
pub mod lazy_table;
pub mod libm;
pub mod options;
pub mod slots;
pub mod spelling;
pub mod spin;
pub mod text;
