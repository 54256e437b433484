//! Work of a request that takes long: on a thread of its own, with child processes that end when it is cancelled.

use std::io::{Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use lsp_server::ErrorCode;
use serde_json::Value as Json;

/// The message for a panic, which only a defect causes: the session goes on.
pub(crate) const DEFECT: &str = "internal error; the message is on the standard error of the server";

/// The bytes of a stream of a process that are read; then it is closed.
const MOST_OUTPUT: u64 = 1 << 30;

/// Returns the result of some work; `None` if it panicked.
pub(crate) fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work)).ok()
}

/// Work whose result is sent when it is there.
pub(crate) type Work = Box<dyn FnOnce(&Job) -> Result<Json, String> + Send>;

/// The output of a process.
pub(crate) struct Output {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    /// The exit code; `None` after a signal.
    pub(crate) code: Option<i32>,
}

/// Work that is being done.
#[derive(Default)]
pub(crate) struct Job {
    /// The code of the error that cancelled it; zero before.
    cancelled: AtomicI32,
    child: Mutex<Option<Child>>,
}

impl Job {
    /// The code of the error of a job that was cancelled.
    pub(crate) fn cancelled(&self) -> Option<i32> {
        Some(self.cancelled.load(Ordering::SeqCst)).filter(|code| *code != 0)
    }

    /// Ends the job with an error; its process is killed.
    pub(crate) fn cancel(&self, code: ErrorCode) {
        self.cancelled.store(code as i32, Ordering::SeqCst);
        self.kill();
    }

    fn kill(&self) {
        if let Some(child) = &mut *self.child() {
            // It may have ended by itself.
            drop(child.kill());
        }
    }

    fn child(&self) -> std::sync::MutexGuard<'_, Option<Child>> {
        self.child.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs this program with other arguments, on a text.
    ///
    /// # Errors
    /// If it cannot be started, or the job is cancelled.
    pub(crate) fn run(&self, args: &[String], input: &str) -> Result<Output, String> {
        let failed = |error: std::io::Error| format!("cannot run {}: {error}", args.join(" "));
        let program = std::env::current_exe().map_err(failed)?;
        let mut child = Command::new(program)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        *self.child() = Some(child);
        // The job may have been cancelled before there was a process to kill.
        if self.cancelled().is_some() {
            self.kill();
        }
        let mut output = Output { stdout: String::new(), stderr: String::new(), code: None };
        std::thread::scope(|scope| {
            scope.spawn(|| {
                // A process that does not read its input ends with a message of its own.
                stdin.map(|mut stdin| stdin.write_all(input.as_bytes()))
            });
            scope.spawn(|| read(stderr, &mut output.stderr));
            read(stdout, &mut output.stdout);
        });
        let ended = self.child().take().map(|mut child| child.wait());
        output.code = ended.transpose().map_err(failed)?.and_then(|status| status.code());
        match self.cancelled() {
            Some(_) => Err("the request was cancelled".to_owned()),
            None => Ok(output),
        }
    }
}

fn read(from: Option<impl Read>, into: &mut String) {
    let mut bytes = Vec::new();
    if let Some(from) = from {
        // What was read before an error is shown.
        drop(from.take(MOST_OUTPUT).read_to_end(&mut bytes));
    }
    *into = String::from_utf8_lossy(&bytes).into_owned();
}

/// The jobs of a session.
#[derive(Default)]
pub(crate) struct Jobs {
    running: Vec<Running>,
}

struct Running {
    /// The number of the request, as text.
    request: String,
    uri: String,
    job: Arc<Job>,
    thread: std::thread::JoinHandle<()>,
}

impl Jobs {
    /// Does the work of a request about a file; `done` gets the result, and the code of an error.
    pub(crate) fn start(
        &mut self,
        request: String,
        uri: &str,
        work: Work,
        done: impl FnOnce(Result<Json, (i32, String)>) + Send + 'static,
    ) {
        self.running.retain(|running| !running.thread.is_finished());
        let job = Arc::new(Job::default());
        let own = job.clone();
        let thread = std::thread::spawn(move || {
            let result = guarded(|| work(&own)).unwrap_or_else(|| Err(DEFECT.to_owned()));
            done(match own.cancelled() {
                Some(code) => Err((code, "the request was cancelled".to_owned())),
                None => result.map_err(|message| (ErrorCode::RequestFailed as i32, message)),
            });
        });
        self.running.push(Running { request, uri: uri.to_owned(), job, thread });
    }

    /// Cancels the work on a file, which has changed.
    pub(crate) fn file_changed(&self, uri: &str) {
        let of_file = self.running.iter().filter(|running| running.uri == uri);
        of_file.for_each(|running| running.job.cancel(ErrorCode::ContentModified));
    }

    /// Cancels the work of a request.
    pub(crate) fn cancel(&self, request: &str) {
        let of_request = self.running.iter().filter(|running| running.request == request);
        of_request.for_each(|running| running.job.cancel(ErrorCode::RequestCanceled));
    }

    /// Cancels all work, and waits for it.
    pub(crate) fn end(self) {
        for running in self.running {
            running.job.cancel(ErrorCode::RequestCanceled);
            // A thread that panicked has said so.
            drop(running.thread.join());
        }
    }
}
