//! The output stream of the process, with errors recorded, so that failed writes are not lost.

use std::io::{self, ErrorKind, StdoutLock, Write};
use std::process::{self, ExitCode};

/// The output stream, which remembers the first error. The process exits silently if the pipe is closed.
struct Watched {
    stream: StdoutLock<'static>,
    failed: Option<String>,
}

impl Watched {
    fn note<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        if let Err(error) = &result {
            match error.kind() {
                ErrorKind::BrokenPipe => process::exit(1),
                // The caller retries it.
                ErrorKind::Interrupted => {}
                _ => {
                    self.failed.get_or_insert_with(|| error.to_string());
                }
            }
        }
        result
    }
}

impl Write for Watched {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.stream.write(bytes);
        self.note(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.stream.flush();
        self.note(flushed)
    }
}

/// Runs `work`, which returns its exit code, on the output stream of the process. If not all that it writes reaches the
/// stream, this is reported, and the exit code is not zero.
pub fn with_stdout(work: impl FnOnce(&mut dyn Write) -> u8) -> ExitCode {
    let mut stdout = Watched { stream: io::stdout().lock(), failed: None };
    let code = work(&mut stdout);
    // An error is remembered.
    let _ = stdout.flush();
    match stdout.failed {
        Some(text) if code == 0 => {
            let text = text.split_once(" (os error").map_or(&*text, |(reason, _)| reason);
            // There is nowhere left to complain to.
            let _ = writeln!(io::stderr(), "error: cannot write the output: {text}");
            ExitCode::FAILURE
        }
        _ => ExitCode::from(code),
    }
}
