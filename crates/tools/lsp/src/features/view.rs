//! A file and a request, as the functions that answer need them.

use std::ops::Range;
use std::sync::{Arc, Mutex};

use serde_json::{Value as Json, json};
use terrace_asm::WrittenOp;
use terrace_ir::def::OpDef;
use terrace_ir::{Context, Type};
use terrace_opt::Setup;

use crate::analysis::Analysis;
use crate::chunk::Chunk;
use crate::finding::Findings;
use crate::jobs::Work;
use crate::services::Services;
use crate::text::Text;
use crate::workspace::{OpenFiles, Workspace};

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

impl View<'_> {
    pub(super) fn range(&self, range: Range<usize>) -> Json {
        self.text.range(range.start, range.end)
    }

    pub(super) fn location(&self, range: Range<usize>) -> Json {
        json!({"uri": self.uri, "range": self.range(range)})
    }

    /// The bytes of a range of the protocol.
    pub(super) fn bytes_of(&self, range: &Json) -> Range<usize> {
        let start = self.text.offset(&range["start"]);
        start..self.text.offset(&range["end"]).max(start)
    }

    /// The innermost op around a byte.
    pub(super) fn op_at(&self, chunk: &Chunk, offset: usize) -> Option<u32> {
        let ops = &chunk.notes.ops;
        let mut found = ops.partition_point(|op| (op.start as usize) <= offset).checked_sub(1)? as u32;
        while (ops[found as usize].end as usize) < offset {
            found = ops[found as usize].parent?;
        }
        Some(found)
    }

    /// The name of an op with its dialect.
    pub(crate) fn full_name(&self, op: &WrittenOp) -> String {
        let written = self.text.text[op.name_start as usize..op.name_end as usize].trim_matches('"');
        match op.name {
            Some(name) => self.analysis.cx.op_info(name).name.text(&self.analysis.cx).to_owned(),
            None => written.to_owned(),
        }
    }
}

/// The op of a name that may lack the dialect, as in a function.
pub(super) fn op_named(setup: &Setup, name: &str) -> Option<&'static OpDef> {
    ["", "func.", "builtin."].iter().find_map(|dialect| {
        let full = format!("{dialect}{name}");
        setup.ops().find(|op| op.name == full)
    })
}

pub(super) fn types_text(cx: &Context, types: &[Type]) -> String {
    let texts: Vec<String> = types.iter().map(|&ty| cx.type_text(ty).to_string()).collect();
    texts.join(", ")
}

/// The first line of a text from a byte on, without the brace that opens a region.
pub(super) fn header(text: &str, at: usize) -> &str {
    let line = text[at..].lines().next().unwrap_or("");
    line.trim_end().trim_end_matches('{').trim_end()
}

pub(super) fn code(text: &str) -> String {
    format!("```mlir\n{text}\n```")
}
