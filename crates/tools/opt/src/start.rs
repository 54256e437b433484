//! From the process to a run of the driver.

use std::ffi::OsString;
use std::io::{IsTerminal as _, Write as _};
use std::path::Path;
use std::process::ExitCode;

use crate::stdout::with_stdout;
use crate::{Io, Setup, exit};

/// The arguments of the process, its own name first.
///
/// Ends the process, as for any wrong command line, at an argument that is not UTF-8: names of files are shown in
/// diagnostics and written into locations, which are text.
pub fn arguments() -> (String, Vec<String>) {
    let mut args = std::env::args_os();
    let argv0 = args.next().map_or_else(|| "terrace".into(), |name| name.to_string_lossy().into_owned());
    match args.map(OsString::into_string).collect() {
        Ok(args) => (argv0, args),
        Err(arg) => {
            // There is nowhere left to complain to.
            let _ = writeln!(
                std::io::stderr(),
                "error: the argument {arg:?} is not UTF-8, as names of files must be here; such a file can be read \
                 from standard input"
            );
            std::process::exit(i32::from(exit::WRONG_COMMAND_LINE));
        }
    }
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
