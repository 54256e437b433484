//! The tests of the commands, in one program.

mod batch;
mod command;
mod lsp;
mod mistakes;
mod reduce;
