//! Reads the messages of a client, and cancels requests while others are answered.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

use lsp_server::ErrorCode;
use serde_json::Value as Json;

use super::arguments::MOST_BYTES;
use super::requests::{pong, unreadable};
use crate::jobs::Job;

/// The messages that wait at most; a client that sends more waits itself.
const MOST_WAITING: usize = 16;

/// A line of the input.
pub(super) enum Line {
    /// A message, with the job that its answer is; the client may have cancelled it.
    Message(Json, Arc<Job>),
    /// The answer to a line that is no message.
    Unreadable(Json),
}

/// The requests that are not answered yet, each with its number as text.
#[derive(Clone, Default)]
pub(crate) struct Pending(Arc<Mutex<Vec<(String, Arc<Job>)>>>);

impl Pending {
    /// Begins the job that the answer to a message is; `None` if the message cancels another one.
    pub(crate) fn begin(&self, message: &Json) -> Option<Arc<Job>> {
        let id = message.get("id");
        if (message["method"].as_str(), id) == (Some("notifications/cancelled"), None) {
            let id = message["params"]["requestId"].to_string();
            let of_request = |(pending, _): &&(String, Arc<Job>)| *pending == id;
            if let Some((_, job)) = self.locked().iter().find(of_request) {
                job.cancel(ErrorCode::RequestCanceled);
            }
            return None;
        }
        let job = Arc::new(Job::default());
        if let Some(id) = id {
            self.locked().push((id.to_string(), job.clone()));
        }
        Some(job)
    }

    /// Removes a job that is done from those that may be cancelled.
    pub(crate) fn done(&self, job: &Arc<Job>) {
        self.locked().retain(|(_, pending)| !Arc::ptr_eq(pending, job));
    }

    fn locked(&self) -> std::sync::MutexGuard<'_, Vec<(String, Arc<Job>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The messages of a client.
pub(super) struct Input {
    pub(super) lines: Receiver<Line>,
    pub(super) pending: Pending,
}

impl Input {
    /// Reads the standard input on a thread, until it ends.
    pub(super) fn of_process() -> Self {
        let (sender, lines) = sync_channel(MOST_WAITING);
        let pending = Pending::default();
        let own = pending.clone();
        std::thread::spawn(move || {
            let mut reader = Reader { sender, pending: own };
            let mut input = io::stdin().lock();
            while let Ok(Some(line)) = read_line(&mut input, MOST_BYTES) {
                if reader.take(line).is_none() {
                    break;
                }
            }
        });
        Self { lines, pending }
    }
}

/// Writes a message and the end of its line.
///
/// # Errors
/// If the client has gone.
pub(super) fn write(message: &Json) -> io::Result<()> {
    let mut line = message.to_string();
    line.push('\n');
    let mut output = io::stdout().lock();
    output.write_all(line.as_bytes())?;
    output.flush()
}

/// Sends lines to the thread that answers.
struct Reader {
    sender: SyncSender<Line>,
    pending: Pending,
}

impl Reader {
    /// Takes a line, `Err` for one that is too long; returns `None` if nobody answers any more.
    fn take(&mut self, line: Result<Vec<u8>, usize>) -> Option<()> {
        let unreadable = |reason: String| Some(Line::Unreadable(unreadable(&reason)));
        let line = match line {
            Ok(bytes) if bytes.trim_ascii().is_empty() => None,
            Ok(bytes) => match serde_json::from_slice::<Json>(&bytes) {
                Ok(message) => self.message(message),
                Err(error) => unreadable(format!("the line is not JSON: {error}")),
            },
            Err(length) => unreadable(format!("the line has {length} bytes; {MOST_BYTES} are the most")),
        };
        match line {
            Some(line) => self.sender.send(line).ok(),
            None => Some(()),
        }
    }

    /// Answers what does not wait; returns other messages.
    fn message(&self, message: Json) -> Option<Line> {
        if let (Some("ping"), Some(id @ (Json::String(_) | Json::Number(_)))) =
            (message["method"].as_str(), message.get("id"))
            && message["jsonrpc"] == "2.0"
        {
            // The thread that answers finds out if the client has gone.
            drop(write(&pong(id)));
            return None;
        }
        let job = self.pending.begin(&message)?;
        Some(Line::Message(message, job))
    }
}

/// Reads a line without its end; `None` at the end of the input. Of a line that has more bytes than `most`, the rest is
/// skipped, and the length is returned.
fn read_line(input: &mut impl BufRead, most: usize) -> io::Result<Option<Result<Vec<u8>, usize>>> {
    let (mut line, mut length, mut has_ended) = (Vec::new(), 0, false);
    while !has_ended {
        let bytes = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            bytes => bytes?,
        };
        if bytes.is_empty() {
            if length == 0 {
                return Ok(None);
            }
            break;
        }
        let newline = bytes.iter().position(|&byte| byte == b'\n');
        let end = newline.unwrap_or(bytes.len());
        length += end;
        match length <= most {
            true => line.extend_from_slice(&bytes[..end]),
            false => line = Vec::new(),
        }
        has_ended = newline.is_some();
        let used = end + usize::from(has_ended);
        input.consume(used);
    }
    Ok(Some(if length <= most { Ok(line) } else { Err(length) }))
}
