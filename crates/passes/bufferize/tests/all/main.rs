//! The tests of this crate, in one program.

mod explain_names;
mod growth;
mod interval_index;
mod mersenne;
mod pairs;
