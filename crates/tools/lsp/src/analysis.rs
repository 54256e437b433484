//! The analysis of a text: the notes of the reader, symbols, aliases, and diagnostics.

use std::ops::Range;
use std::sync::Arc;

use terrace_asm::lexer::{Lexer, TokenKind};
use terrace_asm::{ParseOptions, Recording, WrittenOp, parse_recorded};
use terrace_diag::{BufferId, SourceMap};
use terrace_ir::diag::{Diag, Severity};
use terrace_ir::verify::{VerifyOptions, verify_with_warnings};
use terrace_ir::{Context, Loc, Str};

use crate::chunk::{Chunk, Language, Word};
use crate::expectations::Expectations;
use crate::llvm_ir;
use crate::problem::Problem;
use crate::run_lines::run_lines;
use crate::services::Services;
use crate::text::Text;
use crate::values::Values;

/// The line between parts of a file that are read on their own.
const SPLIT: &str = "// -----";

/// The analysis of a text.
pub(crate) struct Analysis {
    pub(crate) cx: Arc<Context>,
    pub(crate) language: Language,
    pub(crate) chunks: Vec<Chunk>,
    pub(crate) problems: Vec<Problem>,
}

impl Analysis {
    /// The analysis of no text.
    pub(crate) fn empty() -> Self {
        let cx = Arc::new(Context::new(&[]));
        Self { cx, language: Language::Mlir, chunks: Vec::new(), problems: Vec::new() }
    }

    /// The analysis of a text that could not be analyzed, with the reason as its one diagnostic.
    pub(crate) fn failed(reason: &str) -> Self {
        let (message, severity) = (reason.to_owned(), Some(Severity::Error));
        let problem = Problem { severity, range: 0..0, message, notes: Vec::new(), help: Vec::new() };
        Self { problems: vec![problem], ..Self::empty() }
    }

    /// Reads a text and verifies what was read.
    pub(crate) fn of(name: &str, text: &Text, services: &Services<'_>) -> Self {
        let (cx, language) = (services.setup.new_context(), Language::of(name));
        let runs = run_lines(&text.text);
        // With expectations, dialects that are not registered are errors that may be expected.
        let strict =
            |flag: &str| runs.iter().any(|run| run.has_flag("verify-diagnostics") && !run.has_flag(flag));
        cx.set_allow_unregistered(!strict("allow-unregistered-dialect"));
        let mut this = Self { cx: Arc::new(cx), language, chunks: Vec::new(), problems: Vec::new() };
        let mut sources = SourceMap::new();
        let Ok(buffer) = sources.add(name, text.text.clone()) else { return this };
        let mut expectations = Expectations::of(name, text, &sources);
        let sources = Arc::new(sources);
        let base = sources.buffer(buffer).base().0;
        let parts = match language {
            Language::Mlir => chunks(&text.text),
            Language::LlvmIr => std::iter::once(0..text.text.len()).collect(),
        };
        for range in parts {
            let (diags, chunk) = match language {
                Language::Mlir => this.read(&text.text, &sources, buffer, range.clone()),
                Language::LlvmIr => {
                    let diags = (services.import)(&this.cx, text.text.as_bytes(), name, base);
                    (diags, llvm_ir::chunk(&text.text))
                }
            };
            for diag in diags {
                let mut next = Some(diag);
                while let Some(mut diag) = next {
                    next = diag.next.take();
                    let mut problem = problem(&diag, base, &text.text, &range);
                    if expectations.as_mut().is_some_and(|expected| expected.meets(&sources, &problem, text))
                    {
                        problem.severity = None;
                        problem.message = format!("expected: {}", problem.message);
                    }
                    this.problems.push(problem);
                }
            }
            this.chunks.push(chunk);
        }
        if let Some(expectations) = expectations {
            let only_reads = runs.iter().all(|run| run.only_reads(services.setup));
            this.problems.extend(expectations.unmet(text, only_reads));
        }
        this.problems.sort_by_key(|problem| problem.range.start);
        this
    }

    /// Reads and verifies a part of a text of MLIR.
    fn read(
        &self,
        text: &str,
        sources: &Arc<SourceMap>,
        buffer: BufferId,
        range: Range<usize>,
    ) -> (Vec<Box<Diag>>, Chunk) {
        let options = ParseOptions::default();
        let (output, notes) = parse_recorded(&self.cx, sources, buffer, Some(range.clone()), options);
        let (mut diags, mut ir) = (output.diags, output.ir);
        if let Some(root) = ir.as_ref().and_then(|ir| ir.root()) {
            let verified = verify_with_warnings(root, VerifyOptions::default().parallel(false));
            if verified.is_err() {
                ir = None;
            }
            diags.extend(verified.unwrap_or_else(|errors| errors));
        }
        let (symbols, aliases) = words(&self.cx, text, &range, &notes);
        (diags, Chunk { range, notes, symbols, aliases, values: ir.map(Values::new) })
    }

    /// The part of the file with a byte.
    pub(crate) fn chunk_at(&self, offset: usize) -> Option<&Chunk> {
        self.chunks.iter().find(|chunk| (chunk.range.start..=chunk.range.end).contains(&offset))
    }
}

/// The parts of a file.
fn chunks(text: &str) -> Vec<Range<usize>> {
    let (mut chunks, mut start, mut at) = (Vec::new(), 0, 0);
    for line in text.split_inclusive('\n') {
        if line.trim_end() == SPLIT {
            chunks.push(start..at);
            start = at + line.len();
        }
        at += line.len();
    }
    chunks.push(start..text.len());
    chunks
}

fn problem(diag: &Diag, base: u32, text: &str, chunk: &Range<usize>) -> Problem {
    let offset = |loc: Loc| {
        let at = loc.as_source()?.checked_sub(base)? as usize;
        (at <= text.len()).then_some(at)
    };
    let start = offset(diag.loc).unwrap_or(chunk.start);
    // The token at the place is underlined.
    let token = Lexer::new(text.as_bytes(), start).next_token();
    let end = if token.start as usize == start { token.end as usize } else { start };
    let range = start..end.max(start);
    Problem {
        severity: Some(diag.severity),
        range,
        message: diag.message.clone(),
        help: diag.help.clone(),
        notes: diag.notes.iter().map(|(loc, note)| (offset(*loc), note.clone())).collect(),
    }
}

/// Returns the symbols and aliases that are written in a part of a text.
fn words(cx: &Context, text: &str, range: &Range<usize>, notes: &Recording) -> (Vec<Word>, Vec<Word>) {
    let source = &text.as_bytes()[..range.end];
    let mut lexer = Lexer::new(source, range.start);
    let (mut symbols, mut aliases) = (Vec::new(), Vec::new());
    // The ops around the token, and the next op that may begin.
    let (mut around, mut next): (Vec<u32>, usize) = (Vec::new(), 0);
    // The op whose symbol comes next, unless something else does.
    let mut defining: Option<u32> = None;
    let mut token = lexer.next_token();
    while token.kind != TokenKind::Eof {
        while notes.ops.get(next).is_some_and(|op| op.start <= token.start) {
            let number = next as u32;
            around.push(number);
            next += 1;
        }
        while around.last().is_some_and(|&op| notes.ops[op as usize].end <= token.start) {
            around.pop();
        }
        let op = around.last().copied();
        let place = token.start as usize..token.end as usize;
        if let Some(number) = op
            && token.start == notes.ops[number as usize].name_start
            && defines_symbol(cx, text, &notes.ops[number as usize])
        {
            defining = Some(number);
        }
        match token.kind {
            TokenKind::At => {
                let defines = defining.take();
                symbols.push(Word { range: place, op: defines.or(op), defines: defines.is_some() });
            }
            TokenKind::Hash | TokenKind::Exclamation => {
                let is_first = text[..place.start].bytes().next_back().is_none_or(|byte| byte == b'\n');
                let after = Lexer::new(source, place.end).next_token().kind;
                aliases.push(Word { range: place, op, defines: is_first && after == TokenKind::Equal });
            }
            // Visibility and linkage come before the name.
            TokenKind::Bare => {}
            _ => defining = None,
        }
        let end = token.end as usize;
        token = lexer.next_token();
        // An invalid token ends the text for the lexer.
        if token.kind == TokenKind::Error {
            lexer = Lexer::new(source, (token.end as usize).max(end + 1).min(source.len()));
            token = lexer.next_token();
        }
    }
    (symbols, aliases)
}

/// Whether an op may be a symbol, by its name as it is written.
fn defines_symbol(cx: &Context, text: &str, op: &WrittenOp) -> bool {
    let written = &text[op.name_start as usize..op.name_end as usize];
    let name = op
        .name
        .or_else(|| cx.registered_op(written).or_else(|| cx.registered_op(&format!("builtin.{written}"))));
    name.is_some_and(|name| cx.op_info(name).prop_names.contains(&Str::SYM_NAME))
}
