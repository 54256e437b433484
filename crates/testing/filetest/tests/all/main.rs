//! The tests of this crate, in one program.

mod filecheck;
mod program;
mod suite;
