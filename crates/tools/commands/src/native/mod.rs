//! Programs as machine code: lowered to the dialect llvm, written as LLVM IR, compiled by the system's clang.
//!
//! - [`pipeline`]: the passes that lower a program;
//! - [`entry`]: how values get into a function and out of it;
//! - [`blobs`]: files of large constants;
//! - [`toolchain`]: where clang is;
//! - [`compile`]: the command `terrace compile`.

mod blobs;
pub mod compile;
pub mod entry;
mod header;
pub mod pipeline;
pub mod toolchain;
mod wrapper;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

use terrace_interp::value::{Given, Value};
use terrace_ir::{Context, Ir};
use terrace_opt::chunk::Session;
use terrace_opt::report::Reporter;

use crate::process::{self, Scratch};
use entry::Entry;

/// The program around the function that is run: it reads values from a file and writes others to one.
const DRIVER: &str = include_str!("driver.c");
/// The functions that lowered programs call.
pub const RUNTIME: &str = include_str!("runtime.c");

/// The function to compile and run.
pub struct Job<'a> {
    /// The name of the function.
    pub entry: &'a str,
    /// The optimization level of clang: `2` for `-O2`.
    pub level: &'a str,
    /// The time limit of the program, in seconds.
    pub seconds: Option<u64>,
    /// A program that is like mlir-opt and lowers the code in place of the passes here.
    pub lower_with: Option<&'a str>,
}

/// A program that is compiled, and how to call it.
pub struct Compiled {
    scratch: Scratch,
    program: PathBuf,
    entry: Entry,
}

/// Lowers and compiles a program; `None` if that failed, which was reported.
pub fn build(
    session: &Session<'_>,
    ir: &mut Ir,
    job: &Job<'_>,
    reporter: &mut Reporter<'_>,
) -> Option<Compiled> {
    let clang = match toolchain::clang_of(session.setup) {
        Ok(clang) => clang,
        Err(message) => {
            reporter.error(&message);
            return None;
        }
    };
    if !pipeline::bufferize(session, ir, reporter) {
        return None;
    }
    let mut entry = match Entry::of(ir, job.entry) {
        Ok(entry) => entry,
        Err(diag) => {
            reporter.diag(ir.cx(), Some(ir), &diag);
            return None;
        }
    };
    let lowered = match job.lower_with {
        None => pipeline::lower(session, ir, reporter),
        Some(program) => {
            pipeline::lower_with(program, ir).map_err(|message| reporter.error(&message)).is_ok()
        }
    };
    if !lowered {
        return None;
    }
    let scratch = Scratch::new().map_err(|message| reporter.error(&message)).ok()?;
    let root = ir.root()?.handle();
    blobs::move_to_files(ir, root, &scratch).map_err(|message| reporter.error(&message)).ok()?;
    let made = entry.export(ir).map_err(|diag| reporter.diag(ir.cx(), Some(ir), &diag)).ok()?;
    match link(&clang, &made, job, &scratch) {
        Ok(program) => Some(Compiled { scratch, program, entry }),
        Err(message) => {
            reporter.error(&message);
            None
        }
    }
}

fn link(clang: &Path, module: &str, job: &Job<'_>, scratch: &Scratch) -> Result<PathBuf, String> {
    let ir = scratch.write("program.ll", module)?;
    let driver = scratch.write("driver.c", DRIVER)?;
    let runtime = scratch.write("runtime.c", RUNTIME)?;
    let program = scratch.file("program");
    let mut command = Command::new(clang);
    command.arg(format!("-O{}", job.level)).args(["-w", "-x", "ir"]).arg(ir);
    command.args(["-x", "c"]).args([driver, runtime]).arg("-o").arg(&program).arg("-lm");
    toolchain::run(&mut command)?;
    Ok(program)
}

impl Compiled {
    /// The types of the arguments and results; tensors are converted to memrefs.
    pub fn signature(&self) -> (&[terrace_ir::Type], &[terrace_ir::Type]) {
        self.entry.signature()
    }

    /// Returns the location of the function.
    pub fn loc(&self) -> terrace_ir::Loc {
        self.entry.loc
    }

    /// Runs the program on values; its output is written to `stdout`.
    ///
    /// # Errors
    ///
    /// If a value does not fit its argument, or the program fails.
    pub fn call(
        &self,
        cx: &Context,
        args: &[Value],
        job: &Job<'_>,
        stdout: &mut dyn Write,
    ) -> Result<Given, String> {
        let input = self.scratch.write("input", self.entry.input(cx, args)?)?;
        let output = self.scratch.file("output");
        let child = Command::new(&self.program)
            .args([&input, &output])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot start the compiled program: {error}"))?;
        let (status, printed) = wait(child, job.seconds)?;
        // A closed pipe is not an error.
        let _ = stdout.write_all(&printed);
        end_of(status)?;
        let bytes =
            std::fs::read(&output).map_err(|error| format!("the compiled program wrote nothing: {error}"))?;
        self.entry.output(cx, args, &bytes)
    }
}

/// Waits for a program; returns its exit status and its output.
fn wait(mut child: std::process::Child, seconds: Option<u64>) -> Result<(ExitStatus, Vec<u8>), String> {
    let mut pipe = child.stdout.take();
    let reader = std::thread::spawn(move || {
        let mut printed = Vec::new();
        if let Some(pipe) = &mut pipe {
            // On an error, the output up to there is used.
            let _ = std::io::Read::read_to_end(pipe, &mut printed);
        }
        printed
    });
    let status = match seconds {
        None => child.wait().map(Some),
        Some(seconds) => process::wait(&mut child, Duration::from_secs(seconds)),
    };
    match status.map_err(|error| format!("cannot wait for the compiled program: {error}"))? {
        Some(status) => Ok((status, reader.join().unwrap_or_default())),
        None => Err(format!("more than {} seconds", seconds.unwrap_or_default())),
    }
}

/// Returns an error for an unsuccessful exit of a program.
fn end_of(status: ExitStatus) -> Result<(), String> {
    if status.success() {
        return Ok(());
    }
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        let what = match signal {
            4 => " (an illegal instruction)",
            6 => " (it aborted)",
            8 => " (a division by zero, or one that overflows)",
            11 | 7 => " (an access to memory that is not there)",
            _ => "",
        };
        return Err(format!(
            "the compiled program ended by signal {signal}{what}; without --native it says where"
        ));
    }
    Err(format!("the compiled program ended with {status}"))
}
