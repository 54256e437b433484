//! Requests and answers of HTTP/1.1, one on each connection.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// The bytes of the head of a request at most.
const MOST_HEAD: usize = 16 << 10;

/// The headers of a request at most.
const MOST_HEADERS: usize = 100;

/// The longest time that a client may take for a head; for a body, between its parts.
const PATIENCE: Duration = Duration::from_secs(10);

/// The head of a request.
pub(super) struct Head {
    pub(super) method: String,
    pub(super) path: String,
    pub(super) host: Option<String>,
    pub(super) origin: Option<String>,
    /// The bytes of the body.
    length: usize,
    /// The bytes of the body that came with the head.
    begun: Vec<u8>,
}

/// A request that cannot be read: the status of the answer, or `None` if the client has gone.
pub(super) struct Unreadable(pub(super) Option<u16>);

impl From<io::Error> for Unreadable {
    fn from(error: io::Error) -> Self {
        let is_late = matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut);
        Self(is_late.then_some(408))
    }
}

/// Reads the head of a request.
pub(super) fn read_head(stream: &mut TcpStream) -> Result<Head, Unreadable> {
    let end = Instant::now() + PATIENCE;
    let (mut bytes, mut part) = (Vec::new(), [0; 4096]);
    loop {
        let left = end.saturating_duration_since(Instant::now());
        // A time of zero would be none.
        stream.set_read_timeout(Some(left.max(Duration::from_millis(1))))?;
        let count = stream.read(&mut part)?;
        bytes.extend_from_slice(&part[..count]);
        match parse(&bytes)? {
            Some(head) => return Ok(head),
            None if count == 0 => return Err(Unreadable(None)),
            None if left.is_zero() => return Err(Unreadable(Some(408))),
            None if bytes.len() > MOST_HEAD => return Err(Unreadable(Some(431))),
            None => {}
        }
    }
}

/// The head that bytes begin with; `None` if it is not complete.
fn parse(bytes: &[u8]) -> Result<Option<Head>, Unreadable> {
    let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
    let mut request = httparse::Request::new(&mut headers);
    let start = match request.parse(bytes) {
        Ok(httparse::Status::Complete(start)) => start,
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(httparse::Error::TooManyHeaders) => return Err(Unreadable(Some(431))),
        Err(_) => return Err(Unreadable(Some(400))),
    };
    let malformed = || Unreadable(Some(400));
    let (Some(method), Some(path)) = (request.method, request.path) else { return Err(malformed()) };
    // Of several headers of a name, none is taken for the others.
    let header = |name: &str| {
        let mut all = request.headers.iter().filter(|header| header.name.eq_ignore_ascii_case(name));
        match (all.next(), all.next()) {
            (None, _) => Ok(None),
            (Some(one), None) => std::str::from_utf8(one.value).map(Some).map_err(|_| malformed()),
            _ => Err(malformed()),
        }
    };
    if header("transfer-encoding")?.is_some() {
        return Err(Unreadable(Some(411)));
    }
    let length = match header("content-length")? {
        None => 0,
        Some(digits) if digits.bytes().all(|byte| byte.is_ascii_digit()) => match digits.parse() {
            Ok(length) => length,
            Err(_) if digits.is_empty() => return Err(malformed()),
            // It has more digits than any length.
            Err(_) => usize::MAX,
        },
        Some(_) => return Err(malformed()),
    };
    let owned = |text: Option<&str>| text.map(str::to_owned);
    Ok(Some(Head {
        method: method.to_owned(),
        path: path.to_owned(),
        host: owned(header("host")?),
        origin: owned(header("origin")?),
        length,
        begun: bytes[start..].to_vec(),
    }))
}

impl Head {
    /// Reads the body, of `most` bytes at most.
    pub(super) fn read_body(self, stream: &mut TcpStream, most: usize) -> Result<Vec<u8>, Unreadable> {
        if self.length > most {
            return Err(Unreadable(Some(413)));
        }
        stream.set_read_timeout(Some(PATIENCE))?;
        let mut body = self.begun;
        let missing = self.length.saturating_sub(body.len());
        body.truncate(self.length);
        // What a client claims reserves no memory.
        let read = stream.take(missing as u64).read_to_end(&mut body)?;
        if read < missing { Err(Unreadable(None)) } else { Ok(body) }
    }
}

/// An answer.
pub(super) struct Answer {
    pub(super) status: u16,
    /// The type of the body; empty without one.
    pub(super) media: &'static str,
    pub(super) body: Vec<u8>,
}

impl Answer {
    /// An answer without a body.
    pub(super) fn empty(status: u16) -> Self {
        Self { status, media: "", body: Vec::new() }
    }
}

/// Writes an answer and ends the connection.
///
/// Nothing is loaded from other places, and no other page shows or keeps this one. Scripts and styles are in the page, which
/// shows texts as texts only; the page of a script of `transform` is in a frame without an origin.
pub(super) fn write(stream: &mut TcpStream, answer: &Answer) -> io::Result<()> {
    let Answer { status, media, body } = answer;
    let reason = match status {
        200 => "OK",
        202 => "Accepted",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        411 => "Length Required",
        413 => "Content Too Large",
        431 => "Request Header Fields Too Large",
        _ => "Bad Request",
    };
    let mut head =
        format!("HTTP/1.1 {status} {reason}\r\ncontent-length: {}\r\nconnection: close\r\n", body.len());
    if !media.is_empty() {
        head.push_str(&format!("content-type: {media}\r\n"));
        head.push_str(
            "cache-control: no-store\r\nreferrer-policy: no-referrer\r\nx-content-type-options: nosniff\r\n\
             content-security-policy: default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; \
             img-src data:; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; \
             frame-ancestors 'none'\r\n",
        );
    }
    head.push_str("\r\n");
    stream.set_write_timeout(Some(PATIENCE))?;
    stream.write_all(head.as_bytes())?;
    stream.write_all(body)?;
    stream.flush()?;
    stream.shutdown(std::net::Shutdown::Write)?;
    // A connection that is closed with unread bytes is reset, and the client may lose the answer.
    stream.set_read_timeout(Some(Duration::from_millis(200)))?;
    let end = Instant::now() + Duration::from_secs(1);
    let mut rest = [0; 4096];
    while Instant::now() < end && stream.read(&mut rest)? > 0 {}
    Ok(())
}
