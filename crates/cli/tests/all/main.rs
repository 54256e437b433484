//! The tests of the commands, in one program.

mod command;
mod mistakes;
mod reduce;
