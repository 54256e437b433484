//! `terrace translate`: from MLIR to other languages, in place of mlir-translate.

use std::io::IsTerminal as _;
use std::path::Path;
use std::process::ExitCode;

use terrace_opt::{Io, Setup, Translation};

use super::start;
use super::stdout::with_stdout;

/// The translations that there are.
pub static TRANSLATIONS: &[Translation] = &[Translation {
    name: "mlir-to-llvmir",
    doc: "Translate MLIR to LLVMIR",
    export: terrace_llvmir::export,
}];

/// Translates on any streams; the result is the exit code.
pub fn translate(argv0: &str, args: &[String], io: Io<'_>, setup: &Setup) -> i32 {
    terrace_opt::translate(argv0, args, io, setup, TRANSLATIONS)
}

/// Translates on the streams of the process.
pub fn main(argv0: &str, args: &[String], setup: &Setup) -> ExitCode {
    let stdin = std::io::stdin();
    let interactive = stdin.is_terminal();
    with_stdout(|stdout| {
        let io = Io {
            stdin: &mut stdin.lock(),
            interactive,
            color: start::color(),
            stdout,
            stderr: &mut std::io::stderr(),
            // Relative paths are the system's business.
            cwd: Path::new(""),
        };
        u8::try_from(translate(argv0, args, io, setup)).unwrap_or(1)
    })
}
