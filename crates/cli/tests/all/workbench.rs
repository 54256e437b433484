//! `terrace workbench` as a browser sees it: the page, the token, verbs over HTTP, files, and damaged requests.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value as Json, json};

/// A server that a test has started in a directory of its own.
struct Workbench {
    child: Child,
    port: u16,
    token: String,
}

impl Drop for Workbench {
    fn drop(&mut self) {
        // It runs until it is killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The status and the body of an answer, and its head.
#[derive(Debug)]
struct Answer {
    status: u16,
    head: String,
    body: Vec<u8>,
}

const SUM: &str = "\
func.func @main(%a: i32) -> i32 {
  %one = arith.constant 1 : i32
  %two = arith.addi %one, %one : i32
  %sum = arith.addi %two, %a : i32
  return %sum : i32
}
";

/// An empty directory of a test.
fn directory(name: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("workbench").join(name);
    let _ = std::fs::remove_dir_all(&dir);
    std::fs::create_dir_all(dir.join("inner")).expect("a directory");
    dir
}

impl Workbench {
    fn new(path: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_terrace"))
            .args(["workbench", "--no-open", "--port=0"])
            .arg(path)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("an output")).read_line(&mut line).expect("an address");
        let rest = line.trim().strip_prefix("http://127.0.0.1:").expect("a loopback address");
        let (port, token) = rest.strip_suffix('/').expect("a directory").split_once('/').expect("a token");
        Self { child, port: port.parse().expect("a port"), token: token.to_owned() }
    }

    /// Sends bytes, and reads the answer; `None` if there is none.
    fn send(&self, bytes: &[u8]) -> Option<Answer> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a time");
        // The server may refuse before all is sent.
        let _ = stream.write_all(bytes);
        let mut all = Vec::new();
        let _ = stream.read_to_end(&mut all);
        let end = all.windows(4).position(|part| part == b"\r\n\r\n")?;
        let head = String::from_utf8(all[..end].to_vec()).expect("a head is text");
        let status = head.split(' ').nth(1)?.parse().expect("a status");
        Some(Answer { status, head, body: all[end + 4..].to_vec() })
    }

    fn get(&self, path: &str) -> Answer {
        let request = format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", self.port);
        self.send(request.as_bytes()).expect("an answer")
    }

    fn post(&self, path: &str, body: &[u8]) -> Answer {
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Length: {}\r\n\r\n",
            self.port,
            body.len()
        );
        self.send(&[head.as_bytes(), body].concat()).expect("an answer")
    }

    fn request(&self, method: &str, params: &Json) -> Json {
        let request = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        let answer = self.post(&format!("/{}/rpc", self.token), request.to_string().as_bytes());
        assert_eq!(answer.status, 200, "{answer:?}");
        serde_json::from_slice(&answer.body).expect("JSON")
    }

    fn ask(&self, method: &str, params: &Json) -> Json {
        let answer = self.request(method, params);
        answer.get("result").unwrap_or_else(|| panic!("{method}: {answer}")).clone()
    }

    fn refused(&self, method: &str, params: &Json) -> String {
        let answer = self.request(method, params);
        answer["error"]["message"].as_str().unwrap_or_else(|| panic!("{method}: {answer}")).to_owned()
    }
}

#[test]
fn the_page_and_verbs_over_http() {
    let dir = directory("verbs");
    std::fs::write(dir.join("inner/sum.mlir"), SUM).expect("a file");
    let server = Workbench::new(&dir.join("inner/sum.mlir"));
    let page = server.get(&format!("/{}/", server.token));
    assert_eq!(page.status, 200);
    for header in ["content-security-policy: default-src 'none'", "cache-control: no-store", "no-referrer"] {
        assert!(page.head.contains(header), "{}", page.head);
    }
    let text = String::from_utf8(page.body).expect("text");
    assert!(text.starts_with("<!doctype html>") && text.contains(r#"{"file":"sum.mlir"}"#), "{text}");

    let text = server.ask("read", &json!({"file": "sum.mlir"}));
    assert_eq!(text["text"], SUM);
    assert_eq!(server.ask("open", &text)["diagnostics"], json!([]));
    let stages = server.ask("stages", &json!({"passes": ["canonicalize", "cse"]}));
    let changed = |number: usize| stages["passes"][number]["changed"].as_bool();
    // Canonicalization folds the sum of constants; nothing is left for CSE.
    assert_eq!((changed(0), changed(1)), (Some(true), Some(false)), "{stages}");
    assert_eq!(stages["elements"], json!([["canonicalize"], ["cse"]]));
    let diff = server.ask("diff", &json!({"from": 0, "to": 1}));
    assert!(
        diff["diff"].as_str().expect("a text").contains("\n+    %two = arith.constant 2 : i32\n"),
        "{diff}"
    );
    assert_eq!(server.ask("run", &json!({"arguments": ["40"], "step": 0}))["results"], json!(["42 : i32"]));

    // A pass for functions is nested in the module, as flags are; one that is misspelled is named.
    let stages =
        server.ask("stages", &json!({"passes": ["affine-loop-fusion", "func.func(cse,canonicalize)"]}));
    assert_eq!(stages["elements"], json!([["affine-loop-fusion"], ["cse", "canonicalize"]]));
    assert_eq!(stages["failed"], false);
    let wrong = server.request("stages", &json!({"passes": ["cse", "canonicalise"]}));
    assert_eq!(wrong["error"]["data"]["element"], 1, "{wrong}");
    assert!(wrong["error"]["message"].as_str().expect("a text").contains("canonicalise"), "{wrong}");
    let wrong = server.refused("stages", &json!({"passes": ["cse)"]}));
    assert!(wrong.starts_with("'cse)': "), "{wrong}");
}

#[test]
fn without_the_token_there_is_no_answer() {
    let dir = directory("token");
    let server = Workbench::new(&dir);
    let token = &server.token;
    let host = format!("Host: 127.0.0.1:{}", server.port);
    let other: String = token.chars().rev().collect();
    assert_ne!(*token, other);
    let requests = [
        format!("GET / HTTP/1.1\r\n{host}\r\n\r\n"),
        format!("GET /{other}/ HTTP/1.1\r\n{host}\r\n\r\n"),
        format!("GET /{token} HTTP/1.1\r\n{host}\r\n\r\n"),
        format!("GET /{}/ HTTP/1.1\r\n{host}\r\n\r\n", &token[..31]),
        format!("POST /rpc HTTP/1.1\r\n{host}\r\nContent-Length: 2\r\n\r\n{{}}"),
        format!("POST /{other}/rpc HTTP/1.1\r\n{host}\r\nContent-Length: 99999999999999999999\r\n\r\n"),
        // With the token, but as the page of another site, or under its name.
        format!("GET /{token}/ HTTP/1.1\r\nHost: example.com\r\n\r\n"),
        format!("GET /{token}/ HTTP/1.1\r\n\r\n"),
        format!("GET /{token}/ HTTP/1.1\r\n{host}\r\nOrigin: http://example.com\r\n\r\n"),
        "no request\r\n\r\n".to_owned(),
    ];
    for request in requests {
        let answer = server.send(request.as_bytes()).expect("an answer");
        assert_eq!((answer.status, answer.body.len()), (403, 0), "{request}: {answer:?}");
        assert!(
            !answer.head.contains("content-type") && !answer.head.contains(token.as_str()),
            "{}",
            answer.head
        );
    }
    let origin = format!("Origin: http://127.0.0.1:{}", server.port);
    let own = server.send(format!("GET /{token}/ HTTP/1.1\r\n{host}\r\n{origin}\r\n\r\n").as_bytes());
    assert_eq!(own.expect("an answer").status, 200);
    let status = |request: String| server.send(request.as_bytes()).expect("an answer").status;
    assert_eq!(status(format!("GET /{token}/other HTTP/1.1\r\n{host}\r\n\r\n")), 404);
    assert_eq!(status(format!("DELETE /{token}/ HTTP/1.1\r\n{host}\r\n\r\n")), 405);
    assert_eq!(status(format!("GET /{token}/rpc HTTP/1.1\r\n{host}\r\n\r\n")), 405);
    let posted = |headers: &str| status(format!("POST /{token}/rpc HTTP/1.1\r\n{host}\r\n{headers}\r\n\r\n"));
    assert_eq!(posted("Content-Length: 67108865"), 413);
    assert_eq!(posted("Content-Length: 99999999999999999999"), 413);
    assert_eq!(posted("Transfer-Encoding: chunked"), 403);
    // No other interface is served: the address of this computer in its network, if it has one.
    let elsewhere = std::net::UdpSocket::bind("0.0.0.0:0").and_then(|socket| {
        socket.connect("192.0.2.1:9")?;
        socket.local_addr()
    });
    if let Ok(address) = elsewhere.map(|address| address.ip()).map_err(drop)
        && !address.is_loopback()
        && !address.is_unspecified()
    {
        assert!(TcpStream::connect((address, server.port)).is_err(), "{address}");
    }
}

#[test]
fn files_outside_of_the_folder_are_not_served() {
    let dir = directory("files");
    std::fs::write(dir.join("secret.mlir"), SUM).expect("a file");
    std::fs::write(dir.join("inner/own.mlir"), SUM).expect("a file");
    #[cfg(unix)]
    std::os::unix::fs::symlink("../secret.mlir", dir.join("inner/link.mlir")).expect("a link");
    let server = Workbench::new(&dir.join("inner"));
    assert_eq!(server.ask("files", &json!({})), json!({"files": ["own.mlir"], "more": false}));
    assert_eq!(server.ask("read", &json!({"file": "own.mlir"}))["text"], SUM);
    let absolute = dir.join("secret.mlir").display().to_string();
    let mut outside =
        vec!["../secret.mlir", "./../inner/../secret.mlir", &absolute, "/etc/passwd", "../../absent"];
    if cfg!(unix) {
        outside.push("link.mlir");
    }
    for file in outside {
        for method in ["read", "open"] {
            let message = server.refused(method, &json!({"file": file}));
            assert!(message.contains("is outside of the working directory"), "{file}: {message}");
        }
    }
    for file in ["absent.mlir", ".", "", "a\0b"] {
        assert!(server.refused("read", &json!({"file": file})).starts_with("cannot read"), "{file:?}");
    }
    // A page is no way around the token.
    for path in ["own.mlir", "../own.mlir", "%2e%2e/own.mlir"] {
        assert_eq!(server.get(&format!("/{path}")).status, 403, "{path}");
        assert_eq!(server.get(&format!("/{}/{path}", server.token)).status, 404, "{path}");
    }
}

#[test]
fn a_request_is_cancelled_by_another_and_by_leaving() {
    let dir = directory("cancel");
    let server = Workbench::new(&dir);
    let endless = "func.func @main() {\n  cf.br ^bb1\n^bb1:\n  cf.br ^bb1\n}\n";
    server.ask("open", &json!({"text": endless}));
    let path = format!("/{}/rpc", server.token);
    let run = json!({"jsonrpc": "2.0", "id": 7, "method": "run", "params": {"seconds": 600}}).to_string();
    let cancel = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}});
    std::thread::scope(|scope| {
        let running = scope.spawn(|| server.post(&path, run.as_bytes()));
        while !running.is_finished() {
            assert_eq!(server.post(&path, cancel.to_string().as_bytes()).status, 202);
            std::thread::sleep(Duration::from_millis(20));
        }
        assert_eq!(running.join().expect("an answer").status, 202);
    });
    // A client that closes its connection waits no longer; the next one does not wait for that run either.
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Length: {}\r\n\r\n",
        server.port,
        run.len()
    );
    let mut left = TcpStream::connect(("127.0.0.1", server.port)).expect("the server listens");
    left.write_all(format!("{head}{run}").as_bytes()).expect("it listens");
    std::thread::sleep(Duration::from_millis(50));
    drop(left);
    assert_eq!(server.ask("steps", &json!({}))["step"], 0);
}

/// So many copies of a request, each with one to three damages.
fn damaged(whole: &[u8], count: u64) -> Vec<Vec<u8>> {
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = |below: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random >> 11) as usize % below
    };
    let mut damaged = Vec::new();
    for _ in 0..count {
        let mut bytes = whole.to_vec();
        for _ in 0..=next(3) {
            if bytes.is_empty() {
                break;
            }
            let at = next(bytes.len());
            match next(5) {
                0 => bytes[at] = next(256) as u8,
                1 => bytes[at] ^= 1 << next(8),
                2 => drop(bytes.remove(at)),
                3 => bytes.insert(at, b"\r\n\0:/{\"9"[next(8)]),
                _ => bytes.truncate(at.max(1)),
            }
        }
        damaged.push(bytes);
    }
    damaged
}

#[test]
fn damaged_requests_are_answered() {
    let dir = directory("damage");
    std::fs::write(dir.join("inner/sum.mlir"), SUM).expect("a file");
    let server = Workbench::new(&dir.join("inner"));
    server.ask("open", &json!({"text": SUM}));
    let body =
        json!({"jsonrpc": "2.0", "id": 1, "method": "read", "params": {"file": "sum.mlir"}}).to_string();
    let path = format!("/{}/rpc", server.token);
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        server.port,
        body.len()
    );
    let whole = [head.as_bytes(), body.as_bytes()].concat();
    assert_eq!(server.send(&whole).expect("an answer").status, 200);
    let count: u64 = std::env::var("TERRACE_DAMAGES").ok().and_then(|count| count.parse().ok()).unwrap_or(20);
    let damaged = damaged(&whole, 100 * count);
    std::thread::scope(|scope| {
        for part in damaged.chunks(damaged.len().div_ceil(8)) {
            let server = &server;
            scope.spawn(move || {
                for bytes in part {
                    let mut stream = TcpStream::connect(("127.0.0.1", server.port)).expect("it listens");
                    let _ = stream.write_all(bytes);
                    // Nothing more comes, so that the server does not wait for the rest.
                    let _ = stream.shutdown(std::net::Shutdown::Write);
                    let mut all = Vec::new();
                    let _ = stream.read_to_end(&mut all);
                    assert!(all.is_empty() || all.starts_with(b"HTTP/1.1 "), "{bytes:?}");
                }
            });
        }
    });
    assert_eq!(server.send(&whole).expect("an answer").status, 200);
    let silent = TcpStream::connect(("127.0.0.1", server.port)).expect("it listens");
    assert_eq!(server.ask("read", &json!({"file": "sum.mlir"}))["text"], SUM);
    drop(silent);
    let long = format!("GET /{} HTTP/1.1\r\n\r\n", "a".repeat(100_000));
    assert!(server.send(long.as_bytes()).is_none_or(|answer| answer.status == 403));
}

#[test]
fn wrong_arguments_are_said() {
    let run = |args: &[&str]| {
        let ran = Command::new(env!("CARGO_BIN_EXE_terrace"))
            .arg("workbench")
            .args(args)
            .output()
            .expect("it runs");
        (ran.status.code(), String::from_utf8(ran.stderr).expect("text"))
    };
    let wrong = |text: &str| (Some(2), format!("error: {text}\n"));
    assert_eq!(run(&["--port=many"]), wrong("--port needs a number from 0 to 65535, not 'many'"));
    assert_eq!(run(&["--port"]), wrong("--port needs a number from 0 to 65535, not ''"));
    assert_eq!(run(&["--open"]), wrong("unknown option '--open'; see terrace workbench --help"));
    assert_eq!(run(&["a", "b"]), wrong("there is one file or directory, and 'b'"));
    let (code, text) = run(&["/absent/file.mlir"]);
    assert!(code == Some(1) && text.starts_with("error: cannot open '/absent/file.mlir': "), "{text}");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port();
    let (code, text) = run(&["--no-open", &format!("--port={port}")]);
    assert!(code == Some(1) && text.starts_with(&format!("error: cannot listen at port {port}: ")), "{text}");
}
