//! Temporary directories, and child processes with a time limit.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A temporary directory of a run, which is removed when it is dropped.
#[derive(Debug)]
pub struct Scratch(PathBuf);

impl Scratch {
    /// Creates the directory.
    ///
    /// # Errors
    ///
    /// If the system does not let it, or its name is not UTF-8: other programs get it as text.
    pub fn new() -> Result<Self, String> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let temporary = std::env::temp_dir();
        if temporary.to_str().is_none() {
            return Err(format!("the directory for temporary files, {temporary:?}, is not UTF-8"));
        }
        loop {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let path = temporary.join(format!("terrace-{}-{number}", std::process::id()));
            match std::fs::create_dir(&path) {
                Ok(()) => return Ok(Self(path)),
                // A process by this number, which was killed, left it.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(format!("cannot make '{}': {error}", path.display())),
            }
        }
    }

    /// Returns the path of the directory.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// A file in it.
    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Writes a file in it.
    ///
    /// # Errors
    ///
    /// If the system does not let it.
    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> Result<PathBuf, String> {
        let path = self.file(name);
        std::fs::write(&path, bytes)
            .map_err(|error| format!("cannot write '{}': {error}", path.display()))?;
        Ok(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Files that cannot be removed are left to the system.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The first interval of polling for a child's exit, and the longest one.
const POLL: [Duration; 2] = [Duration::from_micros(200), Duration::from_millis(5)];

/// Waits for a child; returns `None` if it was killed since it ran for longer than the limit.
///
/// # Errors
///
/// If the system cannot wait for it.
pub fn wait(child: &mut Child, limit: Duration) -> io::Result<Option<ExitStatus>> {
    let (start, [mut pause, longest]) = (Instant::now(), POLL);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if start.elapsed() > limit {
            // It may have exited just now.
            let _ = child.kill();
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(longest);
    }
}
