//! Commands that are started before their input is there.
//!
//! A start of clang takes as long as a small program is compiled: the stages of a compilation start together, and each
//! waits for what the one before it makes.

use std::io::{self, Write};
use std::process::{Child, Command, Output, Stdio};

/// A command that waits for its standard input. It is ended when this is dropped.
pub(super) struct Waiting(Option<Child>);

impl Waiting {
    /// Starts a command, whose output and errors are kept.
    ///
    /// # Errors
    ///
    /// If the system cannot start it.
    pub(super) fn start(command: &mut Command) -> io::Result<Self> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().map(|child| Self(Some(child)))
    }

    /// Lets the command read a text; returns what it wrote. It shall read all of its input before it writes anything.
    ///
    /// # Errors
    ///
    /// If the system cannot wait for it.
    pub(super) fn finish(mut self, input: &[u8]) -> io::Result<Output> {
        let Some(mut child) = self.0.take() else { return Err(io::ErrorKind::NotFound.into()) };
        if let Some(mut stdin) = child.stdin.take() {
            // A command that does not read its input says why.
            let _ = stdin.write_all(input);
        }
        child.wait_with_output()
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            // It may have ended by itself.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
