//! The requests of JSON-RPC 2.0 and of the Model Context Protocol, and their answers.

use serde_json::{Map, Value as Json, json};
use terrace_support::spelling::nearest;

use super::page_verbs::PAGE_VERBS;
use super::sessions::{Call, Failure, Sessions};
use super::verbs::{VERBS, Verb, tools};
use crate::jobs::{DEFECT, Job, guarded};
use crate::services::Services;

/// The codes of errors.
const PARSE_ERROR: i32 = -32700;
const INVALID_REQUEST: i32 = -32600;
const METHOD_NOT_FOUND: i32 = -32601;
const INVALID_PARAMS: i32 = -32602;
const INTERNAL_ERROR: i32 = -32603;
const FAILED: i32 = -32000;

/// The versions of the Model Context Protocol that are spoken, the newest first.
const VERSIONS: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/// The requests that a batch has at most.
const MOST_IN_BATCH: usize = 1000;

/// The server's part of a connection.
pub(crate) struct Server<'a> {
    pub(crate) services: Services<'a>,
    pub(crate) sessions: Sessions,
}

/// The error of a request.
struct RequestError {
    code: i32,
    message: String,
    data: Json,
}

impl RequestError {
    fn new(code: i32, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), data: Json::Null }
    }
}

/// The answer to a line that is no JSON.
pub(crate) fn unreadable(reason: &str) -> Json {
    response(&Json::Null, Err(RequestError::new(PARSE_ERROR, reason)))
}

/// The answer to a request of the method `ping`.
pub(super) fn pong(id: &Json) -> Json {
    response(id, Ok(json!({})))
}

fn response(id: &Json, result: Result<Json, RequestError>) -> Json {
    match result {
        Ok(result) => json!({"jsonrpc": "2.0", "id": id, "result": result}),
        Err(RequestError { code, message, data }) => {
            let mut error = json!({"code": code, "message": message});
            if !data.is_null() {
                error["data"] = data;
            }
            json!({"jsonrpc": "2.0", "id": id, "error": error})
        }
    }
}

impl Server<'_> {
    /// The answer to a message; `None` for notifications.
    pub(crate) fn answer(&mut self, message: &Json, job: &Job) -> Option<Json> {
        let Json::Array(batch) = message else { return self.answer_one(message, job) };
        if batch.is_empty() || batch.len() > MOST_IN_BATCH {
            let reason = format!("a batch has from 1 to {MOST_IN_BATCH} requests");
            return Some(response(&Json::Null, Err(RequestError::new(INVALID_REQUEST, reason))));
        }
        let answers: Vec<Json> = batch.iter().filter_map(|message| self.answer_one(message, job)).collect();
        (!answers.is_empty()).then_some(Json::Array(answers))
    }

    fn answer_one(&mut self, message: &Json, job: &Job) -> Option<Json> {
        let invalid = |id: &Json, reason| Some(response(id, Err(RequestError::new(INVALID_REQUEST, reason))));
        let Json::Object(request) = message else {
            return invalid(&Json::Null, "a request is an object");
        };
        let id = request.get("id");
        if id.is_some_and(|id| !(id.is_string() || id.is_number() || id.is_null())) {
            return invalid(&Json::Null, "'id' is a string or a number");
        }
        let shown = id.unwrap_or(&Json::Null);
        if request.get("jsonrpc").is_none_or(|version| version != "2.0") {
            return invalid(shown, "'jsonrpc' is \"2.0\"");
        }
        let Some(method) = request.get("method").and_then(Json::as_str) else {
            return invalid(shown, "'method' is a string");
        };
        let result = guarded(|| self.result(method, request, job))
            .unwrap_or_else(|| Err(RequestError::new(INTERNAL_ERROR, DEFECT)));
        id.map(|id| response(id, result))
    }

    fn result(&mut self, method: &str, request: &Map<String, Json>, job: &Job) -> Result<Json, RequestError> {
        let params = request.get("params").unwrap_or(&Json::Null);
        match method {
            "initialize" => Ok(self.initialize(params)),
            "ping" => Ok(json!({})),
            "tools/list" => Ok(json!({"tools": tools()})),
            "tools/call" => self.call_tool(params, job),
            _ if method.starts_with("notifications/") => Ok(Json::Null),
            _ => match VERBS.iter().chain(PAGE_VERBS).find(|verb| verb.name == method) {
                Some(verb) => self.call(verb, params, job).map_err(|failure| RequestError {
                    code: if failure.is_of_arguments { INVALID_PARAMS } else { FAILED },
                    message: failure.message,
                    data: failure.data,
                }),
                None => Err(RequestError::new(METHOD_NOT_FOUND, unknown("method", method))),
            },
        }
    }

    fn initialize(&self, params: &Json) -> Json {
        let wanted = params["protocolVersion"].as_str();
        let version = VERSIONS.iter().find(|version| wanted == Some(**version)).unwrap_or(&VERSIONS[0]);
        let setup = self.services.setup;
        json!({
            "protocolVersion": version,
            "capabilities": {"tools": {}},
            "serverInfo": {"name": setup.name, "version": setup.version},
            "instructions": "Open a text of MLIR, then apply passes, compare steps, run functions, explain copies.",
        })
    }

    /// Calls a verb as a tool: its failures are results, so that models see them.
    fn call_tool(&mut self, params: &Json, job: &Job) -> Result<Json, RequestError> {
        let Some(name) = params["name"].as_str() else {
            return Err(RequestError::new(INVALID_PARAMS, "tools/call: 'name' is the name of a tool"));
        };
        let Some(verb) = VERBS.iter().find(|verb| verb.name == name) else {
            return Err(RequestError::new(INVALID_PARAMS, unknown("tool", name)));
        };
        let (result, is_error) = match self.call(verb, &params["arguments"], job) {
            Ok(result) => (result, false),
            Err(Failure { message, mut data, .. }) => {
                if data.is_null() {
                    data = json!({});
                }
                data["error"] = message.into();
                (data, true)
            }
        };
        let content = json!([{"type": "text", "text": result.to_string()}]);
        Ok(json!({"content": content, "structuredContent": result, "isError": is_error}))
    }

    fn call(&mut self, verb: &Verb, arguments: &Json, job: &Job) -> Result<Json, Failure> {
        let (sessions, services) = (&mut self.sessions, self.services);
        Call { sessions, services, job, arguments }.answer(verb.name, verb.arguments, verb.answer)
    }
}

/// The message about a name that is not of a verb.
fn unknown(what: &str, name: &str) -> String {
    match nearest(name, VERBS.iter().map(|verb| verb.name)) {
        Some(meant) => format!("there is no {what} '{name}'; did you mean '{meant}'?"),
        None => format!("there is no {what} '{name}'"),
    }
}
