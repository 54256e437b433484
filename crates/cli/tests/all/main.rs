//! The tests of the commands, in one program.

mod batch;
mod command;
mod lsp;
mod lsp_client;
mod lsp_commands;
mod mistakes;
mod reduce;
mod serve;
