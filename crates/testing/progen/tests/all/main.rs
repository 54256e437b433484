//! The tests of this crate, in one program.

mod bufferization;
mod inputs;
mod numbers;
mod tosa;
