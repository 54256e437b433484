//! Internal to Terrace; no promise of stability. The language server of `terrace lsp`, for any set-up.
//!
//! [`main`] is the command; [`serve`] answers the requests of one client until it ends. Each change of a file reads it again, as soon as no message
//! waits: [`analysis`] has what is known of it then, [`features`] answers from that. [`text`] converts positions.

#![forbid(unsafe_code)]

mod analysis;
mod command;
mod features;
mod text;

pub use command::{PAGE, main};

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::error::Error;
use std::fmt;

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use serde_json::{Value as Json, json};
use terrace_opt::Setup;

use analysis::Analysis;
use features::View;
use text::{Encoding, Text};

/// The page about a topic, as an op or a pass: `None` if there is none.
pub type Docs<'a> = &'a dyn Fn(&str) -> Option<String>;

/// The error of a session that ended before its client spoke.
#[derive(Debug)]
struct NoClient;

impl fmt::Display for NoClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the input ended before a client spoke: editors start this command")
    }
}

impl Error for NoClient {}

/// An open file.
struct Document {
    version: Json,
    text: Text,
    /// The analysis of the text; `None` since it changed.
    analysis: Option<Analysis>,
}

/// A session with a client.
struct Server<'a> {
    connection: &'a Connection,
    setup: &'a Setup,
    docs: Docs<'a>,
    encoding: Encoding,
    documents: BTreeMap<String, Document>,
}

/// Serves the client of a connection until it says `exit` or hangs up.
///
/// # Errors
/// If the client breaks the protocol at its beginning or its end.
pub fn serve(
    connection: &Connection,
    setup: &Setup,
    docs: Docs<'_>,
) -> Result<(), Box<dyn Error + Send + Sync>> {
    let (id, params) =
        connection.initialize_start().map_err(|error| match error.channel_is_disconnected() {
            true => NoClient.into(),
            false => Box::<dyn Error + Send + Sync>::from(error),
        })?;
    let encodings = params["capabilities"]["general"]["positionEncodings"].as_array();
    let encoding = match encodings.is_some_and(|known| known.iter().any(|name| name == "utf-8")) {
        true => Encoding::Utf8,
        false => Encoding::Utf16,
    };
    connection.initialize_finish(id, capabilities(encoding, setup))?;
    let mut server = Server { connection, setup, docs, encoding, documents: BTreeMap::new() };
    let mut waiting = VecDeque::new();
    let mut cancelled = BTreeSet::new();
    loop {
        for message in connection.receiver.try_iter() {
            if let Message::Notification(Notification { method, params }) = &message
                && method == "$/cancelRequest"
            {
                cancelled.insert(params["id"].to_string());
            }
            waiting.push_back(message);
        }
        let message = match waiting.pop_front() {
            Some(message) => message,
            None => {
                cancelled.clear();
                server.publish()?;
                match connection.receiver.recv() {
                    Ok(message) => message,
                    Err(_) => return Ok(()),
                }
            }
        };
        match message {
            Message::Request(request) => {
                if connection.handle_shutdown(&request)? {
                    return Ok(());
                }
                let response = match cancelled.contains(&json!(request.id).to_string()) {
                    true => {
                        let code = ErrorCode::RequestCanceled as i32;
                        Response::new_err(request.id, code, "the request was cancelled".to_owned())
                    }
                    false => server.answer(request),
                };
                connection.sender.send(response.into())?;
            }
            Message::Notification(notification) => server.notice(notification)?,
            Message::Response(_) => {}
        }
    }
}

fn capabilities(encoding: Encoding, setup: &Setup) -> Json {
    let encoding = match encoding {
        Encoding::Utf8 => "utf-8",
        Encoding::Utf16 => "utf-16",
    };
    json!({
        "capabilities": {
            "positionEncoding": encoding,
            "textDocumentSync": {"openClose": true, "change": 2},
            "hoverProvider": true,
            "definitionProvider": true,
            "referencesProvider": true,
            "documentHighlightProvider": true,
            "documentSymbolProvider": true,
            "foldingRangeProvider": true,
            "inlayHintProvider": true,
            "renameProvider": {"prepareProvider": true},
            "completionProvider": {"triggerCharacters": ["%", "@", "#", "!", "^", "."]},
        },
        "serverInfo": {"name": setup.name, "version": setup.version},
    })
}

impl Server<'_> {
    /// Reads the files that changed, and publishes their diagnostics.
    fn publish(&mut self) -> Result<(), Box<dyn Error + Send + Sync>> {
        for (uri, document) in &mut self.documents {
            if document.analysis.is_some() {
                continue;
            }
            let version = document.version.clone();
            let (text, analysis) = document.analyzed(uri, self.setup);
            let diagnostics = View { uri, text, analysis }.diagnostics();
            let params = json!({"uri": uri, "version": version, "diagnostics": diagnostics});
            let method = "textDocument/publishDiagnostics".to_owned();
            self.connection.sender.send(Notification { method, params }.into())?;
        }
        Ok(())
    }

    fn notice(&mut self, notification: Notification) -> Result<(), Box<dyn Error + Send + Sync>> {
        let params = notification.params;
        let document = &params["textDocument"];
        let uri = document["uri"].as_str().unwrap_or("").to_owned();
        match notification.method.as_str() {
            "textDocument/didOpen" => {
                let text = document["text"].as_str().unwrap_or("").to_owned();
                let text = Text::new(text, self.encoding);
                let document = Document { version: document["version"].clone(), text, analysis: None };
                self.documents.insert(uri, document);
            }
            "textDocument/didChange" => {
                if let Some(open) = self.documents.get_mut(&uri) {
                    open.version = document["version"].clone();
                    for change in params["contentChanges"].as_array().into_iter().flatten() {
                        open.text.change(&change["range"], change["text"].as_str().unwrap_or(""));
                    }
                    open.analysis = None;
                }
            }
            "textDocument/didClose" => {
                self.documents.remove(&uri);
                let method = "textDocument/publishDiagnostics".to_owned();
                let params = json!({"uri": uri, "diagnostics": []});
                self.connection.sender.send(Notification { method, params }.into())?;
            }
            _ => {}
        }
        Ok(())
    }

    fn answer(&mut self, request: Request) -> Response {
        let Request { id, method, params } = request;
        let uri = params["textDocument"]["uri"].as_str().unwrap_or("");
        let Some(document) = self.documents.get_mut(uri) else {
            let (code, what) = match method.starts_with("textDocument/") {
                true => (ErrorCode::InvalidParams, "the file is not open"),
                false => (ErrorCode::MethodNotFound, "there is no such request"),
            };
            return Response::new_err(id, code as i32, format!("{method}: {what}"));
        };
        let (text, analysis) = document.analyzed(uri, self.setup);
        let view = View { uri, text, analysis };
        let offset = text.offset(&params["position"]);
        let result = match method.as_str() {
            "textDocument/hover" => view.hover(offset, self.docs),
            "textDocument/definition" => view.definition(offset),
            "textDocument/references" => {
                let with_definition = params["context"]["includeDeclaration"].as_bool().unwrap_or(true);
                view.references(offset, with_definition)
            }
            "textDocument/documentHighlight" => view.highlights(offset),
            "textDocument/documentSymbol" => view.symbols(),
            "textDocument/foldingRange" => view.folding_ranges(),
            "textDocument/inlayHint" => {
                let range = &params["range"];
                view.inlay_hints(text.offset(&range["start"])..text.offset(&range["end"]))
            }
            "textDocument/completion" => view.completions(offset, self.setup),
            "textDocument/prepareRename" => view.prepare_rename(offset),
            "textDocument/rename" => match view.rename(offset, params["newName"].as_str().unwrap_or("")) {
                Ok(edit) => edit,
                Err(reason) => return Response::new_err(id, ErrorCode::RequestFailed as i32, reason),
            },
            _ => {
                let what = format!("{method}: there is no such request");
                return Response::new_err(id, ErrorCode::MethodNotFound as i32, what);
            }
        };
        Response::new_ok(id, result)
    }
}

impl Document {
    /// The text with its analysis.
    fn analyzed(&mut self, uri: &str, setup: &Setup) -> (&Text, &Analysis) {
        let analysis = self.analysis.get_or_insert_with(|| Analysis::of(uri, &self.text.text, setup));
        (&self.text, analysis)
    }
}
