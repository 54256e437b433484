//! The tests of the commands, in one program.

mod batch;
mod command;
mod lsp;
mod lsp_client;
mod lsp_commands;
mod lsp_typing;
mod mistakes;
mod reduce;
mod serve;
mod workbench;
