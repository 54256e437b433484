//! Internal to Terrace; no promise of stability. The language server of `terrace lsp`, the machine
//! interface of `terrace serve`, and the page of `terrace workbench`, for any set-up.
//!
//! [`main`] is the command; [`serve`] answers the requests of one client until it ends. Each change of a file reads it again,
//! as soon as no message waits. [`analysis`] is what is known of a file then: its parts ([`chunk`]) and its diagnostics
//! ([`problem`]), with [`expectations`], [`fixes`], and [`values`] that are known; [`llvm_ir`] finds the names of LLVM IR.
//! [`features`] is the table of requests, with a function for each, which answers from that. [`workspace`] has the symbols of
//! other files, [`run_lines`] reads `RUN:` lines, [`jobs`] does what takes long, [`finding`] is what bufferization reports,
//! [`invocations`] are of other commands of the tool. [`machine`] serves programs with the same means, and [`workbench`]
//! people in a browser.
//! [`text`] converts positions; [`services`] is what other commands of the tool are asked.

#![forbid(unsafe_code)]

mod analysis;
mod chunk;
mod command;
mod expectations;
mod features;
mod finding;
mod fixes;
mod invocations;
mod jobs;
mod llvm_ir;
pub mod machine;
mod problem;
mod run_lines;
mod server;
mod services;
mod text;
mod values;
pub mod workbench;
mod workspace;

pub use command::{PAGE, main};
pub use server::serve;
pub use services::{CommandWord, Services};
