//! Pages on the output stream.

use std::process::ExitCode;

use terrace_opt::stdout::with_stdout;

/// Prints a page of help.
pub fn show(text: &str) -> ExitCode {
    // An error of the stream is reported at the end.
    with_stdout(|stdout| {
        let _ = stdout.write_all(text.as_bytes());
        0
    })
}
