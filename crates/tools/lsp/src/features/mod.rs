//! The requests of the protocol: [`FEATURES`] is the table, each has a function that answers it from the analysis of the file.
//!
//! [`named`] finds what the name at a position stands for, which most of them start from.

mod actions;
mod commands;
mod completion;
mod diagnostics;
mod findings;
mod hints;
mod hover;
mod named;
mod navigation;
mod outline;
mod signature;
pub(crate) mod tokens;
mod view;

use serde_json::{Value as Json, json};

pub(crate) use view::{Answer, Ask, View};

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
        answer: |view, ask| Ok(view.lenses(ask.services.setup).into()),
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
        answer: |view, ask| {
            let range = view.bytes_of(&ask.params["range"]);
            Ok(view.code_actions(range, ask.services.setup).into())
        },
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
