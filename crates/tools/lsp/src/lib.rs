//! Internal to Terrace; no promise of stability. The language server of `terrace lsp`, for any set-up.
//!
//! [`main`] is the command; [`serve`] answers the requests of one client until it ends. Each change of a file reads it again,
//! as soon as no message waits: [`analysis`] has what is known of it then: its parts ([`chunk`]), its diagnostics ([`problem`]) with [`expectations`] and [`fixes`], and [`values`] that are known; [`llvm_ir`] finds the names of LLVM IR. [`features`] is the table of requests,
//! with a function for each, that answer from that. [`workspace`] has the symbols of other files, [`run_lines`] reads `RUN:`
//! lines, [`jobs`] does what takes long. [`text`] converts positions.

#![forbid(unsafe_code)]

mod analysis;
mod chunk;
mod command;
mod expectations;
mod features;
mod finding;
mod fixes;
mod jobs;
mod llvm_ir;
mod problem;
mod run_lines;
mod server;
mod services;
mod text;
mod values;
mod workspace;

pub use command::{PAGE, main};
pub use server::serve;
pub use services::{CommandWord, Services};
