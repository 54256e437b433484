//! A session with a client.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::error::Error;
use std::fmt;
use std::sync::{Arc, Mutex};

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use serde_json::{Value as Json, json};

use crate::analysis::Analysis;
use crate::features::{Answer, Ask, FEATURES, Feature, View};
use crate::finding::Findings;
use crate::jobs::{DEFECT, Jobs, Work, guarded};
use crate::services::Services;
use crate::text::{Encoding, Text};
use crate::workspace::{Workspace, path_of};

/// The end of a session, or of a step of it.
type SessionResult = Result<(), Box<dyn Error + Send + Sync>>;

/// The error of a session that ended before its client spoke.
#[derive(Debug)]
pub(crate) struct NoClient;

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
    /// The reports of bufferization on this text, once they were asked for.
    findings: Findings,
}

/// A session with a client.
struct Server<'a> {
    connection: &'a Connection,
    services: Services<'a>,
    encoding: Encoding,
    documents: BTreeMap<String, Document>,
    workspace: Arc<Mutex<Workspace>>,
    jobs: Jobs,
}

/// Serves the client of a connection until it says `exit` or hangs up.
///
/// # Errors
/// If the client breaks the protocol at its beginning or its end.
pub fn serve(connection: &Connection, services: Services<'_>) -> Result<(), Box<dyn Error + Send + Sync>> {
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
    connection.initialize_finish(id, capabilities(encoding, &services))?;
    let folders = params["workspaceFolders"].as_array().into_iter().flatten().map(|folder| &folder["uri"]);
    let mut roots: Vec<_> = folders.filter_map(|uri| path_of(uri.as_str()?)).collect();
    if roots.is_empty() {
        roots.extend(params["rootUri"].as_str().and_then(path_of));
    }
    let workspace = Workspace::new(roots, encoding, services.setup.new_context());
    let workspace = Arc::new(Mutex::new(workspace));
    let (documents, jobs) = (BTreeMap::new(), Jobs::default());
    let mut server = Server { connection, services, encoding, documents, workspace, jobs };
    let served = server.run();
    server.jobs.end();
    served
}

fn capabilities(encoding: Encoding, services: &Services<'_>) -> Json {
    let encoding = match encoding {
        Encoding::Utf8 => "utf-8",
        Encoding::Utf16 => "utf-16",
    };
    let mut capabilities = json!({
        "positionEncoding": encoding,
        "textDocumentSync": {"openClose": true, "change": 2},
    });
    for feature in FEATURES {
        if !feature.capability.is_empty() {
            capabilities[feature.capability] = (feature.options)();
        }
    }
    let setup = services.setup;
    json!({"capabilities": capabilities, "serverInfo": {"name": setup.name, "version": setup.version}})
}

impl Server<'_> {
    fn run(&mut self) -> SessionResult {
        let mut waiting = VecDeque::new();
        let mut cancelled = BTreeSet::new();
        loop {
            for message in self.connection.receiver.try_iter() {
                if let Message::Notification(Notification { method, params }) = &message
                    && method == "$/cancelRequest"
                {
                    let id = params["id"].to_string();
                    self.jobs.cancel(&id);
                    cancelled.insert(id);
                }
                waiting.push_back(message);
            }
            let message = match waiting.pop_front() {
                Some(message) => message,
                None => {
                    cancelled.clear();
                    self.publish()?;
                    match self.connection.receiver.recv() {
                        Ok(message) => message,
                        Err(_) => return Ok(()),
                    }
                }
            };
            match message {
                Message::Request(request) => {
                    if self.connection.handle_shutdown(&request)? {
                        return Ok(());
                    }
                    match cancelled.contains(&json!(request.id).to_string()) {
                        true => {
                            let code = ErrorCode::RequestCanceled as i32;
                            let response =
                                Response::new_err(request.id, code, "the request was cancelled".to_owned());
                            self.connection.sender.send(response.into())?;
                        }
                        false => self.answer(request)?,
                    }
                }
                Message::Notification(notification) => {
                    // A cancelled request may have been read by itself.
                    if notification.method == "$/cancelRequest" {
                        self.jobs.cancel(&notification.params["id"].to_string());
                    }
                    self.notice(notification)?;
                }
                Message::Response(_) => {}
            }
        }
    }

    /// Reads the files that changed, and publishes their diagnostics.
    fn publish(&mut self) -> SessionResult {
        for (uri, document) in &mut self.documents {
            if document.analysis.is_some() {
                continue;
            }
            let version = document.version.clone();
            let findings = document.findings.clone();
            let (text, analysis) = document.analyzed(uri, &self.services);
            let diagnostics = View { uri, text, analysis, findings }.diagnostics();
            let params = json!({"uri": uri, "version": version, "diagnostics": diagnostics});
            let method = "textDocument/publishDiagnostics".to_owned();
            self.connection.sender.send(Notification { method, params }.into())?;
        }
        Ok(())
    }

    fn notice(&mut self, notification: Notification) -> SessionResult {
        let params = notification.params;
        let document = &params["textDocument"];
        let uri = document["uri"].as_str().unwrap_or("").to_owned();
        match notification.method.as_str() {
            "textDocument/didOpen" => {
                let text = document["text"].as_str().unwrap_or("").to_owned();
                let text = Text::new(text, self.encoding);
                let (version, findings) = (document["version"].clone(), Findings::default());
                self.documents.insert(uri, Document { version, text, analysis: None, findings });
            }
            "textDocument/didChange" => {
                self.jobs.file_changed(&uri);
                if let Some(open) = self.documents.get_mut(&uri) {
                    open.version = document["version"].clone();
                    for change in params["contentChanges"].as_array().into_iter().flatten() {
                        open.text.change(&change["range"], change["text"].as_str().unwrap_or(""));
                    }
                    (open.analysis, open.findings) = (None, Findings::default());
                }
            }
            "textDocument/didClose" => {
                self.jobs.file_changed(&uri);
                self.documents.remove(&uri);
                let method = "textDocument/publishDiagnostics".to_owned();
                let params = json!({"uri": uri, "diagnostics": []});
                self.connection.sender.send(Notification { method, params }.into())?;
            }
            _ => {}
        }
        Ok(())
    }

    fn answer(&mut self, request: Request) -> SessionResult {
        let Request { id, method, params } = request;
        let Some(feature) = FEATURES.iter().find(|feature| feature.method == method) else {
            let message = format!("{method}: there is no such request");
            let response = Response::new_err(id, ErrorCode::MethodNotFound as i32, message);
            return Ok(self.connection.sender.send(response.into())?);
        };
        let uri = params["textDocument"]["uri"].as_str().or(params["arguments"][0]["uri"].as_str());
        let uri = uri.unwrap_or("").to_owned();
        let response = match self.answer_of(feature, &uri, &params) {
            Ok(Answer::Now(result)) => Response::new_ok(id, result),
            Ok(Answer::Later(work)) => return self.start(work, id, &uri, &method, &params["workDoneToken"]),
            Err((code, message)) => Response::new_err(id, code as i32, message),
        };
        Ok(self.connection.sender.send(response.into())?)
    }

    /// The answer to a request about a file, or about none.
    fn answer_of(
        &mut self,
        feature: &Feature,
        uri: &str,
        params: &Json,
    ) -> Result<Answer, (ErrorCode, String)> {
        let open = self.documents.iter().filter(|_| feature.needs_workspace);
        let open = open.filter_map(|(uri, open)| Some((path_of(uri)?, open.text.text.clone()))).collect();
        let none;
        let (findings, (text, analysis)) = match self.documents.get_mut(uri) {
            Some(document) => (document.findings.clone(), document.analyzed(uri, &self.services)),
            None if feature.needs_file => {
                let message = format!("{}: the file is not open", feature.method);
                return Err((ErrorCode::InvalidParams, message));
            }
            None => {
                // Only the address is known.
                none = (Text::new(String::new(), self.encoding), Analysis::empty());
                (Findings::default(), (&none.0, &none.1))
            }
        };
        let view = View { uri, text, analysis, findings };
        let (services, workspace) = (self.services, &self.workspace);
        let ask = Ask { params, offset: text.offset(&params["position"]), services, workspace, open };
        match guarded(|| (feature.answer)(&view, ask)) {
            Some(answer) => answer.map_err(|reason| (ErrorCode::RequestFailed, reason)),
            None => Err((ErrorCode::InternalError, format!("{}: {DEFECT}", feature.method))),
        }
    }

    /// Does the work of a request about a file on a thread, which sends the result; a client that gave a token for it is told
    /// of the beginning and the end.
    fn start(&mut self, work: Work, id: RequestId, uri: &str, title: &str, token: &Json) -> SessionResult {
        let sender = self.connection.sender.clone();
        let (request, token) = (json!(id).to_string(), token.clone());
        let progress = move |value: Json| {
            let params = json!({"token": token, "value": value});
            let method = "$/progress".to_owned();
            (!params["token"].is_null()).then_some(Message::from(Notification { method, params }))
        };
        if let Some(begun) = progress(json!({"kind": "begin", "title": title, "cancellable": true})) {
            sender.send(begun)?;
        }
        self.jobs.start(request, uri, work, move |result| {
            let response = match result {
                Ok(result) => Response::new_ok(id, result),
                Err((code, message)) => Response::new_err(id, code, message),
            };
            let ended = progress(json!({"kind": "end"}));
            let sent =
                ended.into_iter().chain([response.into()]).try_for_each(|message| sender.send(message));
            // A client that has gone needs no response.
            drop(sent);
        });
        Ok(())
    }
}

impl Document {
    /// The text with its analysis.
    fn analyzed(&mut self, uri: &str, services: &Services<'_>) -> (&Text, &Analysis) {
        let analyze = || guarded(|| Analysis::of(uri, &self.text, services));
        let analysis =
            self.analysis.get_or_insert_with(|| analyze().unwrap_or_else(|| Analysis::failed(DEFECT)));
        (&self.text, analysis)
    }
}
