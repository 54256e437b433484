//! The tests of this crate, in one program.

mod float_ops;
mod heap;
mod int_ops;
mod kernel_columns;
mod kernels;
mod lower;
mod memref;
mod ops;
mod ops_print;
mod races;
mod text;
mod view;
