//! The tests of this crate, in one program.

mod aliases;
mod segments;
mod symbol_table;
mod symbols;
