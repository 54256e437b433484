//! The tests of this crate, in one program.

mod coverage;
mod number;
mod scale;
mod windows;
