//! A client of `terrace lsp`: a process, and messages.

use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use lsp_server::{Message, Notification, Request};
use serde_json::{Value as Json, json};

pub(crate) const URI: &str = "file:///test.mlir";

/// A client of a server that it has started.
pub(crate) struct Client {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    requests: i32,
    /// The last diagnostics of the file.
    diagnostics: Json,
    version: i32,
}

impl Client {
    /// A client of a server for the file [`URI`].
    pub(crate) fn new() -> Self {
        Self::in_folder(Json::Null)
    }

    /// A client of a server for a folder.
    pub(crate) fn in_folder(root: Json) -> Self {
        let (client, encoding) = Self::with(json!({"capabilities": {}, "rootUri": root}));
        assert_eq!(encoding, "utf-16");
        client
    }

    /// A client that begins with these parameters, and the unit of columns that the server has chosen.
    pub(crate) fn with(params: Json) -> (Self, Json) {
        let mut child = Command::new(env!("CARGO_BIN_EXE_terrace"))
            .args(["lsp", "--stdio"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("an output"));
        let mut client = Self { child, input, output, requests: 0, diagnostics: Json::Null, version: 0 };
        let result = client.ask("initialize", params);
        assert_eq!(result["serverInfo"]["name"], "terrace");
        client.tell("initialized", json!({}));
        (client, result["capabilities"]["positionEncoding"].clone())
    }

    pub(crate) fn send(&mut self, message: impl Into<Message>) {
        let input = self.input.as_mut().expect("the server listens");
        message.into().write(input).and_then(|()| input.flush()).expect("the server listens");
    }

    pub(crate) fn tell(&mut self, method: &str, params: Json) {
        self.send(Notification { method: method.to_owned(), params });
    }

    /// The next message; diagnostics are kept.
    pub(crate) fn receive(&mut self) -> Message {
        let message = Message::read(&mut self.output).expect("a message").expect("the server lives");
        if let Message::Notification(Notification { method, params }) = &message
            && method == "textDocument/publishDiagnostics"
        {
            self.diagnostics = params.clone();
        }
        message
    }

    /// The result of a request, or its error.
    pub(crate) fn try_ask(&mut self, method: &str, params: Json) -> Result<Json, String> {
        self.requests += 1;
        let id = self.requests.into();
        self.send(Request { id, method: method.to_owned(), params });
        loop {
            if let Message::Response(response) = self.receive() {
                assert_eq!(response.id, self.requests.into());
                return match response.error {
                    None => Ok(response.result.unwrap_or(Json::Null)),
                    Some(error) => Err(error.message),
                };
            }
        }
    }

    pub(crate) fn ask(&mut self, method: &str, params: Json) -> Json {
        self.try_ask(method, params).unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// Asks about the first place of a text in the file, which `skip` bytes follow.
    pub(crate) fn ask_at(&mut self, method: &str, text: &str, place: &str, skip: usize) -> Json {
        self.ask(&format!("textDocument/{method}"), at(text, place, skip))
    }

    pub(crate) fn open(&mut self, text: &str) {
        self.open_at(URI, text);
    }

    /// Opens a file of another address.
    pub(crate) fn open_at(&mut self, uri: &str, text: &str) {
        let document = json!({"uri": uri, "languageId": "mlir", "version": 0, "text": text});
        self.tell("textDocument/didOpen", json!({"textDocument": document}));
    }

    /// The result of a command with one argument.
    pub(crate) fn execute(&mut self, command: &str, argument: Json) -> Result<Json, String> {
        let params = json!({"command": command, "arguments": [argument]});
        self.try_ask("workspace/executeCommand", params)
    }

    pub(crate) fn change(&mut self, change: Json) {
        self.version += 1;
        let document = json!({"uri": URI, "version": self.version});
        self.tell("textDocument/didChange", json!({"textDocument": document, "contentChanges": [change]}));
    }

    /// The diagnostics of the present text.
    pub(crate) fn problems(&mut self) -> Vec<Json> {
        while self.diagnostics["version"] != self.version {
            self.receive();
        }
        self.diagnostics["diagnostics"].as_array().expect("a list").clone()
    }

    /// Ends the server.
    pub(crate) fn end(mut self) {
        assert_eq!(self.ask("shutdown", Json::Null), Json::Null);
        self.tell("exit", Json::Null);
        self.input = None;
        assert!(self.child.wait().expect("the server ends").success());
    }
}

/// The parameters of a request about the first place of a text in the file, which `skip` bytes follow.
pub(crate) fn at(text: &str, place: &str, skip: usize) -> Json {
    let offset = text.find(place).unwrap_or_else(|| panic!("{place} is not there")) + skip;
    let line = text[..offset].matches('\n').count();
    let start = text[..offset].rfind('\n').map_or(0, |newline| newline + 1);
    let character = text[start..offset].encode_utf16().count();
    json!({"textDocument": {"uri": URI}, "position": {"line": line, "character": character},
        "context": {"includeDeclaration": true}})
}

/// The texts at the ranges of locations or edits.
pub(crate) fn texts(text: &str, places: &Json) -> Vec<String> {
    let offset = |position: &Json| {
        let line = position["line"].as_u64().expect("a line") as usize;
        let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        let units: Vec<u16> = text[start..].lines().next().unwrap_or("").encode_utf16().collect();
        let column = position["character"].as_u64().expect("a column") as usize;
        start + String::from_utf16_lossy(&units[..column]).len()
    };
    let places = places.as_array().expect("a list").iter();
    places
        .map(|place| text[offset(&place["range"]["start"])..offset(&place["range"]["end"])].to_owned())
        .collect()
}

/// The starts of the ranges of locations: line and column.
pub(crate) fn starts(places: &Json) -> Vec<(u64, u64)> {
    let start = |place: &Json| {
        let start = &place["range"]["start"];
        (start["line"].as_u64().expect("a line"), start["character"].as_u64().expect("a column"))
    };
    places.as_array().expect("a list").iter().map(start).collect()
}
