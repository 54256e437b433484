//! From the process to a run of the driver.

use std::ffi::OsString;
use std::io::IsTerminal as _;
use std::path::Path;
use std::process::ExitCode;

use crate::stdout::with_stdout;
use crate::{Io, Setup};

/// The arguments of the process, its own name first; bytes that are no text are replaced.
pub fn arguments() -> (String, Vec<String>) {
    let mut args = std::env::args_os().map(|arg: OsString| arg.to_string_lossy().into_owned());
    let argv0 = args.next().unwrap_or_else(|| "terrace".into());
    (argv0, args.collect())
}

/// Whether diagnostics on the error stream are coloured by default: on a terminal that supports colours, unless
/// `NO_COLOR` is set to a non-empty text (<https://no-color.org>).
pub fn color() -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
    std::io::stderr().is_terminal() && !set("NO_COLOR") && !dumb
}

/// Runs the driver on the streams of the process.
pub fn opt(argv0: &str, args: &[String], setup: &Setup) -> ExitCode {
    let stdin = std::io::stdin();
    let interactive = stdin.is_terminal();
    with_stdout(|stdout| {
        let io = Io {
            stdin: &mut stdin.lock(),
            interactive,
            color: color(),
            stdout,
            stderr: &mut std::io::stderr(),
            // Relative paths are resolved by the system.
            cwd: Path::new(""),
        };
        u8::try_from(crate::run(argv0, args, io, setup)).unwrap_or(1)
    })
}
