//! The server: connections on threads of their own, and the engine that answers in turn.

use std::io::ErrorKind;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::time::Duration;

use lsp_server::ErrorCode;
use serde_json::Value as Json;

use super::http::{self, Answer, Unreadable};
use super::page::page;
use super::token::Token;
use crate::jobs::Job;
use crate::machine::arguments::MOST_BYTES;
use crate::machine::input::Pending;
use crate::machine::requests::{Server, unreadable};

/// The connections at a time: others are closed at once.
const MOST_CONNECTIONS: usize = 64;

/// The messages that wait for the engine at most.
const MOST_WAITING: usize = 16;

/// A message for the engine, and where its answer goes.
pub(super) struct Request {
    message: Json,
    job: Arc<Job>,
    answered: Sender<Option<Json>>,
}

/// The data that each connection needs.
#[derive(Clone)]
struct Site {
    token: Token,
    port: u16,
    start: Arc<Json>,
    engine: SyncSender<Request>,
    pending: Pending,
    connections: Arc<AtomicUsize>,
}

/// A server that listens.
pub(super) struct Workbench {
    /// The address of the page, with the token.
    pub(super) address: String,
    requests: Receiver<Request>,
    pending: Pending,
}

impl Workbench {
    /// Listens on the loopback interface, at a free port if it is zero; the page begins with `start`.
    ///
    /// # Errors
    /// If the port is taken, or the system has no random numbers.
    pub(super) fn listen(port: u16, start: Json) -> std::io::Result<Self> {
        let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port)))?;
        let port = listener.local_addr()?.port();
        let (engine, requests) = sync_channel(MOST_WAITING);
        let token = Token::new()?;
        let address = format!("http://127.0.0.1:{port}/{}/", token.text());
        let pending = Pending::default();
        let connections = Arc::default();
        let site =
            Site { token, port, start: Arc::new(start), engine, pending: pending.clone(), connections };
        std::thread::Builder::new().spawn(move || accept(&listener, &site))?;
        Ok(Self { address, requests, pending })
    }

    /// Answers messages until the process ends.
    pub(super) fn answer(self, mut server: Server<'_>) {
        for Request { message, job, answered } in &self.requests {
            let is_cancelled = || job.cancelled().is_some();
            let answer = if is_cancelled() { None } else { server.answer(&message, &job) };
            self.pending.done(&job);
            // A client that has gone needs no answer.
            drop(answered.send(answer.filter(|_| !is_cancelled())));
        }
    }
}

fn accept(listener: &TcpListener, site: &Site) {
    loop {
        let stream = match listener.accept() {
            Ok((stream, _)) => stream,
            Err(error) => {
                // Without a free descriptor, the next try fails as quickly.
                if !matches!(error.kind(), ErrorKind::ConnectionAborted | ErrorKind::Interrupted) {
                    std::thread::sleep(Duration::from_millis(50));
                }
                continue;
            }
        };
        if site.connections.fetch_add(1, Ordering::SeqCst) >= MOST_CONNECTIONS {
            site.connections.fetch_sub(1, Ordering::SeqCst);
            continue;
        }
        let own = site.clone();
        let spawned = std::thread::Builder::new().spawn(move || {
            own.serve(stream);
            own.connections.fetch_sub(1, Ordering::SeqCst);
        });
        if spawned.is_err() {
            site.connections.fetch_sub(1, Ordering::SeqCst);
        }
    }
}

impl Site {
    fn serve(&self, mut stream: TcpStream) {
        let answer = self.answer(&mut stream).unwrap_or_else(|Unreadable(status)| status.map(Answer::empty));
        if let Some(answer) = answer {
            // Nobody is left to complain to.
            drop(http::write(&mut stream, &answer));
        }
    }

    /// The answer to the request of a connection; `None` if it was cancelled. Without the token it is 403 for all.
    fn answer(&self, stream: &mut TcpStream) -> Result<Option<Answer>, Unreadable> {
        let head = http::read_head(stream).map_err(|Unreadable(status)| Unreadable(status.map(|_| 403)))?;
        let is_own = |host: &str| {
            let name = host.strip_suffix(&format!(":{}", self.port));
            matches!(name, Some("127.0.0.1" | "localhost"))
        };
        // A page of another site may resolve its name to this address.
        let is_from_here = head.host.as_deref().is_some_and(is_own)
            && head.origin.as_deref().is_none_or(|origin| origin.strip_prefix("http://").is_some_and(is_own));
        let Some(place) = self.token.strip(&head.path).filter(|_| is_from_here) else {
            return Ok(Some(Answer::empty(403)));
        };
        match (&*head.method, place) {
            ("GET", "") => {
                let body = page(&self.start).into_bytes();
                Ok(Some(Answer { status: 200, media: "text/html; charset=utf-8", body }))
            }
            ("POST", "rpc") => {
                let body = head.read_body(stream, MOST_BYTES)?;
                Ok(self.call(stream, &body))
            }
            (_, "" | "rpc") => Ok(Some(Answer::empty(405))),
            _ => Ok(Some(Answer::empty(404))),
        }
    }

    /// The answer to a message; `None` if the client has gone.
    fn call(&self, stream: &TcpStream, body: &[u8]) -> Option<Answer> {
        let json = |answer: &Json| Answer {
            status: 200,
            media: "application/json",
            body: answer.to_string().into(),
        };
        let message = match serde_json::from_slice::<Json>(body) {
            Ok(message) => message,
            Err(error) => return Some(json(&unreadable(&format!("the message is not JSON: {error}")))),
        };
        let Some(job) = self.pending.begin(&message) else { return Some(Answer::empty(202)) };
        let (answered, answer) = channel();
        self.engine.send(Request { message, job: job.clone(), answered }).ok()?;
        loop {
            match answer.recv_timeout(Duration::from_millis(100)) {
                Ok(Some(answer)) => return Some(json(&answer)),
                // By the protocol, notifications and what was cancelled have no answer.
                Ok(None) => return Some(Answer::empty(202)),
                Err(RecvTimeoutError::Disconnected) => return None,
                // A page that was closed or loaded again does not wait.
                Err(RecvTimeoutError::Timeout) if is_closed(stream) => {
                    job.cancel(ErrorCode::RequestCanceled);
                    return None;
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

/// Whether the client has ended the connection.
fn is_closed(stream: &TcpStream) -> bool {
    let peeked = stream.set_nonblocking(true).and_then(|()| stream.peek(&mut [0]));
    let is_open = match peeked {
        Ok(count) => count > 0,
        Err(error) => error.kind() == ErrorKind::WouldBlock,
    };
    stream.set_nonblocking(false).is_err() || !is_open
}
