//! Programs outside this process.

use super::tool::{Environment, ExitStatus};
use std::io::{Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Instant;

/// The output and exit status of a program.
pub(super) struct ProgramOutput {
    pub(super) status: ExitStatus,
    pub(super) stdout: Vec<u8>,
    pub(super) stderr: Vec<u8>,
}

/// Returns the program of a name.
pub(super) fn resolve(name: &str, cwd: &Path, env: &Environment) -> Option<PathBuf> {
    if name.contains('/') {
        let path = cwd.join(name);
        return path.is_file().then_some(path);
    }
    let path = env.get("PATH")?;
    std::env::split_paths(path).map(|dir| dir.join(name)).find(|path| path.is_file())
}

/// Runs a program; with `merge` its two outputs are one, in the order of writing.
pub(super) fn run(
    program: &Path,
    args: &[String],
    stdin: &[u8],
    cwd: &Path,
    env: &Environment,
    merge: bool,
    deadline: Option<Instant>,
) -> std::io::Result<ProgramOutput> {
    let mut command = Command::new(program);
    command.args(args).current_dir(cwd).env_clear().envs(env);
    command.stdin(if stdin.is_empty() { Stdio::null() } else { Stdio::piped() });
    let (out_read, out_write) = std::io::pipe()?;
    let (err_read, err_write) = std::io::pipe()?;
    command.stderr(if merge {
        Stdio::from(out_write.try_clone()?)
    } else {
        Stdio::from(err_write.try_clone()?)
    });
    command.stdout(out_write);
    let mut child = command.spawn()?;
    // The pipes end when the child's copies are the last.
    drop(command);
    drop(err_write);
    let input = child.stdin.take();
    std::thread::scope(|scope| {
        if let Some(mut input) = input {
            // A program may end without reading all.
            scope.spawn(move || drop(input.write_all(stdin)));
        }
        let (sender, receiver) = mpsc::channel();
        let drain = |mut from: std::io::PipeReader, sender: mpsc::Sender<()>| {
            move || {
                let mut bytes = Vec::new();
                let _ = from.read_to_end(&mut bytes);
                let _ = sender.send(());
                bytes
            }
        };
        let out = scope.spawn(drain(out_read, sender.clone()));
        let err = scope.spawn(drain(err_read, sender));
        let mut timed_out = false;
        for _ in 0..2 {
            let done = match deadline {
                None => receiver.recv().is_ok(),
                Some(deadline) => {
                    receiver.recv_timeout(deadline.saturating_duration_since(Instant::now())).is_ok()
                }
            };
            if !done && !timed_out {
                timed_out = true;
                let _ = child.kill();
            }
        }
        let status = child.wait()?;
        let status = match status.code() {
            _ if timed_out => ExitStatus::Timeout,
            Some(code) => ExitStatus::Code(code),
            None => ExitStatus::Crash,
        };
        Ok(ProgramOutput {
            status,
            stdout: out.join().unwrap_or_default(),
            stderr: err.join().unwrap_or_default(),
        })
    })
}
