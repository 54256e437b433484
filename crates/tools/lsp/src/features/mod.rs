//! The requests of the protocol: [`FEATURES`] is the table, each has a function that answers it from the analysis of the file.
//!
//! [`named`] finds what the name at a position stands for, which most of them start from.

mod actions;
mod commands;
mod completion;
mod diagnostics;
mod hints;
mod hover;
mod named;
mod navigation;
mod outline;
mod signature;
mod tokens;

use std::ops::Range;
use std::sync::{Arc, Mutex};

use serde_json::{Value as Json, json};
use terrace_asm::WrittenOp;
use terrace_ir::{Context, Type};

use crate::analysis::{Analysis, Chunk};
use crate::jobs::Work;
use crate::services::Services;
use crate::text::Text;
use crate::workspace::{OpenFiles, Workspace};

pub(crate) use outline::symbol_kind;

/// What bufferization reports of a text: by line, once it was asked.
pub(crate) type Findings = Arc<Mutex<Option<Arc<Vec<commands::Finding>>>>>;

/// A file as the answers need it.
pub(crate) struct View<'a> {
    pub(crate) uri: &'a str,
    pub(crate) text: &'a Text,
    pub(crate) analysis: &'a Analysis,
    pub(crate) findings: Findings,
}

/// A request with what its answer may need besides the file.
pub(crate) struct Ask<'a> {
    pub(crate) params: &'a Json,
    /// The byte at the position of the request.
    pub(crate) offset: usize,
    pub(crate) services: Services<'a>,
    pub(crate) workspace: &'a Arc<Mutex<Workspace>>,
    /// The files that are open, for requests about the workspace.
    pub(crate) open: OpenFiles,
}

/// The answer to a request.
pub(crate) enum Answer {
    Now(Json),
    Later(Work),
}

impl From<Json> for Answer {
    fn from(result: Json) -> Self {
        Self::Now(result)
    }
}

/// A request that is answered.
pub(crate) struct Feature {
    pub(crate) method: &'static str,
    /// The name and the value of the capability that offers it; empty if another one does.
    pub(crate) capability: &'static str,
    pub(crate) options: fn() -> Json,
    /// Whether it is about an open file.
    pub(crate) needs_file: bool,
    /// Whether it is about other files, too.
    pub(crate) needs_workspace: bool,
    pub(crate) answer: fn(&View<'_>, Ask<'_>) -> Result<Answer, String>,
}

/// A request about an open file alone, which most are.
const OF_FILE: Feature = Feature {
    method: "",
    capability: "",
    options: || json!(true),
    needs_file: true,
    needs_workspace: false,
    answer: |_, _| Ok(Answer::Now(Json::Null)),
};

/// The requests, in the order of the protocol's description.
pub(crate) static FEATURES: &[Feature] = &[
    Feature {
        method: "textDocument/definition",
        capability: "definitionProvider",
        needs_workspace: true,
        answer: |view, ask| Ok(view.definition(ask)),
        ..OF_FILE
    },
    Feature {
        method: "textDocument/references",
        capability: "referencesProvider",
        needs_workspace: true,
        answer: |view, ask| Ok(view.references(ask)),
        ..OF_FILE
    },
    Feature {
        method: "textDocument/documentHighlight",
        capability: "documentHighlightProvider",
        answer: |view, ask| Ok(view.highlights(ask.offset).into()),
        ..OF_FILE
    },
    Feature {
        method: "textDocument/hover",
        capability: "hoverProvider",
        answer: |view, ask| Ok(view.hover(ask)),
        ..OF_FILE
    },
    Feature {
        method: "textDocument/codeLens",
        capability: "codeLensProvider",
        options: || json!({}),
        answer: |view, _| Ok(view.lenses().into()),
        ..OF_FILE
    },
    Feature {
        method: "textDocument/foldingRange",
        capability: "foldingRangeProvider",
        answer: |view, _| Ok(view.folding_ranges().into()),
        ..OF_FILE
    },
    Feature {
        method: "textDocument/selectionRange",
        capability: "selectionRangeProvider",
        answer: |view, ask| Ok(view.selection_ranges(&ask.params["positions"]).into()),
        ..OF_FILE
    },
    Feature {
        method: "textDocument/documentSymbol",
        capability: "documentSymbolProvider",
        answer: |view, _| Ok(view.symbols().into()),
        ..OF_FILE
    },
    Feature {
        method: "textDocument/semanticTokens/full",
        capability: "semanticTokensProvider",
        options: tokens::options,
        answer: |view, _| Ok(view.all_tokens().into()),
        ..OF_FILE
    },
    Feature {
        method: "textDocument/semanticTokens/range",
        answer: |view, ask| Ok(view.tokens(view.bytes_of(&ask.params["range"])).into()),
        ..OF_FILE
    },
    Feature {
        method: "textDocument/inlayHint",
        capability: "inlayHintProvider",
        answer: |view, ask| Ok(view.inlay_hints(view.bytes_of(&ask.params["range"])).into()),
        ..OF_FILE
    },
    Feature {
        method: "textDocument/completion",
        capability: "completionProvider",
        options: || json!({"triggerCharacters": ["%", "@", "#", "!", "^", ".", "-", "=", "(", "{", ","]}),
        answer: |view, ask| Ok(view.completions(ask).into()),
        ..OF_FILE
    },
    Feature {
        method: "textDocument/signatureHelp",
        capability: "signatureHelpProvider",
        options: || json!({"triggerCharacters": [" ", ","]}),
        answer: |view, ask| Ok(view.signature(ask).into()),
        ..OF_FILE
    },
    Feature {
        method: "textDocument/codeAction",
        capability: "codeActionProvider",
        options: || json!({"codeActionKinds": ["quickfix", "source"]}),
        answer: |view, ask| Ok(view.code_actions(view.bytes_of(&ask.params["range"])).into()),
        ..OF_FILE
    },
    Feature {
        method: "textDocument/prepareRename",
        answer: |view, ask| Ok(view.prepare_rename(ask.offset).into()),
        ..OF_FILE
    },
    Feature {
        method: "textDocument/rename",
        capability: "renameProvider",
        options: || json!({"prepareProvider": true}),
        answer: |view, ask| {
            view.rename(ask.offset, ask.params["newName"].as_str().unwrap_or("")).map(Answer::Now)
        },
        ..OF_FILE
    },
    Feature {
        method: "workspace/symbol",
        capability: "workspaceSymbolProvider",
        needs_file: false,
        needs_workspace: true,
        answer: |_, ask| Ok(navigation::workspace_symbols(ask)),
        ..OF_FILE
    },
    Feature {
        method: "workspace/executeCommand",
        capability: "executeCommandProvider",
        options: || json!({"commands": commands::names()}),
        needs_file: false,
        answer: |view, ask| commands::execute(view, &ask),
        ..OF_FILE
    },
];

impl View<'_> {
    fn range(&self, range: Range<usize>) -> Json {
        self.text.range(range.start, range.end)
    }

    fn location(&self, range: Range<usize>) -> Json {
        json!({"uri": self.uri, "range": self.range(range)})
    }

    /// The bytes of a range of the protocol.
    fn bytes_of(&self, range: &Json) -> Range<usize> {
        let start = self.text.offset(&range["start"]);
        start..self.text.offset(&range["end"]).max(start)
    }

    /// The innermost op around a byte.
    fn op_at(&self, chunk: &Chunk, offset: usize) -> Option<u32> {
        let ops = &chunk.notes.ops;
        let mut found = ops.partition_point(|op| (op.start as usize) <= offset).checked_sub(1)? as u32;
        while (ops[found as usize].end as usize) < offset {
            found = ops[found as usize].parent?;
        }
        Some(found)
    }

    /// The name of an op with its dialect.
    fn full_name(&self, op: &WrittenOp) -> String {
        let written = self.text.text[op.name_start as usize..op.name_end as usize].trim_matches('"');
        match op.name {
            Some(name) => self.analysis.cx.op_info(name).name.text(&self.analysis.cx).to_owned(),
            None => written.to_owned(),
        }
    }
}

fn types_text(cx: &Context, types: &[Type]) -> String {
    let texts: Vec<String> = types.iter().map(|&ty| cx.type_text(ty).to_string()).collect();
    texts.join(", ")
}

/// The first line of a text from a byte on, without the brace that opens a region.
fn header(text: &str, at: usize) -> &str {
    let line = text[at..].lines().next().unwrap_or("");
    line.trim_end().trim_end_matches('{').trim_end()
}

fn code(text: &str) -> String {
    format!("```mlir\n{text}\n```")
}
