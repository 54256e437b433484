//! Pages on the output stream.

use std::process::ExitCode;

use terrace_opt::page::Page;
use terrace_opt::stdout::with_stdout;
use terrace_opt::{Setup, exit};

/// Prints a page of help.
pub fn show(text: &str) -> ExitCode {
    // An error of the stream is reported at the end.
    with_stdout(|stdout| {
        let _ = stdout.write_all(text.as_bytes());
        0
    })
}

/// Prints the page of a command that was called without arguments on the error stream: the command line is wrong.
pub(crate) fn show_usage(page: &Page, setup: &Setup) -> ExitCode {
    eprint!("{}", setup.page(page));
    ExitCode::from(exit::WRONG_COMMAND_LINE)
}
