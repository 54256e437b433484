//! The command `terrace lsp`.

use std::process::ExitCode;

use lsp_server::Connection;
use terrace_opt::exit;
use terrace_opt::page::{Also, Flag, Page, Section};

use crate::server::{NoClient, serve};
use crate::services::Services;

/// The page of the command.
pub const PAGE: Page = Page {
    name: "lsp",
    doc: "Serves editors: diagnostics, definitions, references, hovers, completion, outlines of .mlir and .ll files",
    usage: &["[--stdio]"],
    sections: &[Section {
        title: "Options",
        flags: &[Flag::switch("--stdio", "speaks on the standard streams, as without it; editors pass it")],
    }],
    notes: "The server speaks the Language Server Protocol. Editors start it; docs/use/editors.md says how, and lists \
            what it answers: runs of RUN lines and pipelines among it, which the next edit cancels. It reads what \
            follows an error, too, and takes ops of dialects that are not registered in their generic form.",
    examples: &[],
    also: Also::Nothing,
};

/// Runs the command with the arguments after its name: serves the client on the standard streams.
pub fn main(args: &[String], services: Services<'_>) -> ExitCode {
    if let Some(unknown) = args.iter().find(|arg| *arg != "--stdio") {
        eprintln!("error: unknown option '{unknown}'; see {} lsp --help", services.setup.name);
        return ExitCode::from(exit::WRONG_COMMAND_LINE);
    }
    let (connection, threads) = Connection::stdio();
    let served = serve(&connection, services);
    drop(connection);
    let joined = threads.join().map_err(Into::into);
    match served.and(joined) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(if error.is::<NoClient>() { exit::WRONG_COMMAND_LINE } else { exit::REFUSED })
        }
    }
}
