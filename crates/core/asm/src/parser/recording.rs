//! Notes of a reader for editors: the names of values and blocks with what they stand for, and ops; and the way on after
//! an error.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_ir::asm::{Failed, PResult};
use terrace_ir::{Block, Body, BodyId, Ir, Op, OpHandle, OpName, OpRef, Type, Value, ValueRef};

use super::names::Named;
use super::{Frame, Parser};
use crate::lexer::{Lexer, Token, TokenKind};

/// The name of a value or a block where it is written. Positions are bytes from the start of the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Occurrence {
    /// The first byte: `%` or `^`.
    pub start: u32,
    /// The byte after the name, without `#` and number.
    pub end: u32,
    /// The number of what it stands for, in [`Recording::entities`].
    pub entity: u32,
    /// Whether it is defined here.
    pub defines: bool,
}

/// A block, or the values that have one name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Entity {
    /// The types of the values; empty for a block, and for results of an op that could not be read.
    pub types: Vec<Type>,
    /// The op with these results, in [`Recording::ops`].
    pub op: Option<u32>,
    /// Whether it is a block.
    pub is_block: bool,
    /// The first of the values, in the body that it was read into; `None` for a block, and for values that are unknown.
    pub first: Option<(BodyId, Value)>,
}

/// The body with a number at the time of reading: that of a module that is the whole file has become the outermost one.
fn body_of(ir: &Ir, id: BodyId) -> Option<(BodyId, &Body)> {
    let found = ir.find_body(id).map(|body| (id, body));
    found.or_else(|| Some((Ir::ROOT, ir.find_body(Ir::ROOT)?)))
}

impl Entity {
    /// Returns the values, in the IR that was read; empty for IR of another shape.
    pub fn values<'i>(&self, ir: &'i Ir) -> impl Iterator<Item = ValueRef<'i>> + use<'i> {
        let found = self.first.and_then(|(id, first)| {
            let (id, body) = body_of(ir, id)?;
            let all = first.as_u32()..first.as_u32().checked_add(self.types.len() as u32)?;
            (all.end as usize <= body.num_values()).then_some((id, body, all))
        });
        found.into_iter().flat_map(move |(id, body, all)| {
            all.map(move |value| ValueRef::in_body(ir, body, id, Value::from_u32(value)))
        })
    }
}

/// An op as it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrittenOp {
    /// The first byte: that of the names of its results, if there are any.
    pub start: u32,
    /// The byte after the op.
    pub end: u32,
    /// The first byte of its name.
    pub name_start: u32,
    /// The byte after its name.
    pub name_end: u32,
    /// The name; `None` if the op could not be read.
    pub name: Option<OpName>,
    /// The op around it, in [`Recording::ops`].
    pub parent: Option<u32>,
    /// The op, in the body that it was read into; `None` if it could not be read.
    pub op: Option<OpHandle>,
}

impl WrittenOp {
    /// Returns the op, in the IR that was read.
    pub fn op_in<'i>(&self, ir: &'i Ir) -> Option<OpRef<'i>> {
        let OpHandle { body: id, op } = self.op?;
        let (id, body) = body_of(ir, id)?;
        Some(OpRef::in_body(ir, body, id, op))
    }
}

/// The notes of a reader.
#[derive(Default, Debug)]
pub struct Recording {
    /// The names of values and blocks, by position.
    pub occurrences: Vec<Occurrence>,
    /// The values and blocks that they stand for.
    pub entities: Vec<Entity>,
    /// The ops, each after those around it.
    pub ops: Vec<WrittenOp>,
    values: FxHashMap<(BodyId, Value), u32>,
    blocks: FxHashMap<(BodyId, Block), u32>,
    /// Results of ops that could not be read: they have any type.
    unknown: FxHashSet<(BodyId, Value)>,
    /// The ops being read.
    open: Vec<u32>,
}

impl Recording {
    /// The name that begins at a byte, or that the byte is in or after; the definition if it is several things.
    pub fn name_at(&self, at: u32) -> Option<&Occurrence> {
        let end = self.occurrences.partition_point(|name| name.start <= at);
        let start = self.occurrences[..end].last()?.start;
        let first = self.occurrences.partition_point(|name| name.start < start);
        self.occurrences[first..end].first().filter(|name| at <= name.end)
    }

    fn new_entity(&mut self, entity: Entity) -> u32 {
        self.entities.push(entity);
        self.entities.len() as u32 - 1
    }

    fn value(&mut self, body: BodyId, value: Value) -> u32 {
        if let Some(&known) = self.values.get(&(body, value)) {
            return known;
        }
        let entity = self.new_entity(Entity::default());
        self.values.insert((body, value), entity);
        entity
    }

    fn block(&mut self, body: BodyId, block: Block) -> u32 {
        if let Some(&known) = self.blocks.get(&(body, block)) {
            return known;
        }
        let entity = self.new_entity(Entity { is_block: true, ..Entity::default() });
        self.blocks.insert((body, block), entity);
        entity
    }

    #[cold]
    fn use_of(&mut self, name: (u32, u32), body: BodyId, value: Value) {
        let entity = self.value(body, value);
        self.note(name, entity, false);
    }

    #[cold]
    fn forward(&mut self, body: BodyId, placeholder: Value, value: Value) {
        let entity = self.value(body, placeholder);
        self.values.insert((body, value), entity);
    }

    #[cold]
    fn definition(&mut self, name: (u32, u32), frame: &Frame, first: Value, count: u32) {
        let values = (0..count).map(|i| Value::from_u32(first.as_u32() + i));
        let types = values.clone().map(|value| frame.body.value_type(value)).collect();
        let entity = self.value(frame.id, first);
        self.values.extend(values.skip(1).map(|value| ((frame.id, value), entity)));
        let (op, first) = (self.open.last().copied(), Some((frame.id, first)));
        self.entities[entity as usize] = Entity { types, op, is_block: false, first };
        self.note(name, entity, true);
    }

    #[cold]
    fn block_name(&mut self, name: (u32, u32), body: BodyId, block: Block, defines: bool) {
        let entity = self.block(body, block);
        self.note(name, entity, defines);
    }

    fn note(&mut self, (start, len): (u32, u32), entity: u32, defines: bool) {
        self.occurrences.push(Occurrence { start, end: start + len, entity, defines });
    }
}

impl Parser<'_> {
    /// Parses an operation, and appends it to the current block.
    pub(crate) fn operation(&mut self) -> PResult<Op> {
        match self.recording {
            None => self.read_operation(),
            Some(_) => self.recorded_operation(),
        }
    }

    /// Parses an operation of a block or a file; with notes, what cannot be read is passed over.
    pub(crate) fn next_operation(&mut self) -> PResult<()> {
        self.or_recover(|parser| parser.operation().map(drop))
    }

    /// Notes the use of a value.
    #[inline]
    pub(super) fn note_use(&mut self, name: (u32, u32), value: Value) {
        if let Some(notes) = &mut self.recording {
            notes.use_of(name, self.frame.id, value);
        }
    }

    /// Notes the definition of a name that was used before, by its placeholder.
    #[inline]
    pub(super) fn note_forward(&mut self, placeholder: Value, value: Value) {
        if let Some(notes) = &mut self.recording {
            notes.forward(self.frame.id, placeholder, value);
        }
    }

    /// Notes the definition of a name for values that follow each other; after [`Self::note_forward`].
    #[inline]
    pub(super) fn note_definition(&mut self, name: (u32, u32), first: Value, count: u32) {
        if let Some(notes) = &mut self.recording {
            notes.definition(name, &self.frame, first, count);
        }
    }

    /// Notes the name of a block.
    #[inline]
    pub(super) fn note_block(&mut self, name: Token, block: Block, defines: bool) {
        if let Some(notes) = &mut self.recording {
            notes.block_name((name.start, name.end - name.start), self.frame.id, block, defines);
        }
    }

    /// Whether a value is the result of an op that could not be read, which has any type.
    #[cold]
    pub(super) fn is_unknown(&self, value: Value) -> bool {
        self.recording.as_ref().is_some_and(|notes| notes.unknown.contains(&(self.frame.id, value)))
    }

    /// Reads an op, and notes its text.
    #[cold]
    pub(super) fn recorded_operation(&mut self) -> PResult<Op> {
        let start = self.tok.start;
        let name = self.name_of_op_at(self.tok);
        let Some(notes) = &mut self.recording else { return Err(Failed) };
        let number = notes.ops.len() as u32;
        let (name_start, name_end) = (name.start, name.end);
        let parent = notes.open.last().copied();
        notes.ops.push(WrittenOp { start, end: start, name_start, name_end, name: None, parent, op: None });
        notes.open.push(number);
        let depth = notes.open.len();
        let result = self.read_operation();
        let end = self.last_end;
        let name = result.as_ref().ok().map(|&op| self.frame.body.name(op));
        let handle = result.as_ref().ok().map(|&op| OpHandle { body: self.frame.id, op });
        if let Some(notes) = &mut self.recording {
            notes.open.truncate(depth - 1);
            let op = &mut notes.ops[number as usize];
            (op.end, op.name, op.op) = (end, name, handle);
        }
        result
    }

    /// The name of the op that begins with a token, after the names of its results.
    fn name_of_op_at(&self, first: Token) -> Token {
        let mut token = first;
        if first.kind == TokenKind::Percent {
            let mut lexer = Lexer::new(self.src, first.end as usize);
            while !matches!(token.kind, TokenKind::Equal | TokenKind::Eof | TokenKind::Error) {
                token = lexer.next_token();
            }
            token = lexer.next_token();
        }
        match token.kind {
            TokenKind::Bare | TokenKind::String => token,
            _ => Token { kind: TokenKind::Eof, start: first.start, end: first.start },
        }
    }

    /// Reads something that begins here; with notes, goes on after what cannot be read.
    #[inline]
    pub(super) fn or_recover(&mut self, read: impl FnOnce(&mut Self) -> PResult<()>) -> PResult<()> {
        let start = self.tok.start;
        read(self).or_else(|Failed| self.recover(start))
    }

    /// Goes on after an op that could not be read and starts at `start`: at the next op, block or end of a region. The
    /// names of its results stand for values of any type.
    ///
    /// # Errors
    /// If this does not take notes, or nothing follows.
    #[cold]
    pub(super) fn recover(&mut self, start: u32) -> PResult<()> {
        if self.recording.is_none() {
            return Err(Failed);
        }
        self.in_symbol = false;
        let failed_at = self.tok.start;
        self.define_unknown(start);
        // The braces that are open where the error is.
        let mut lexer = Lexer::new(self.src, start as usize);
        let mut depth = 0u32;
        loop {
            let token = lexer.next_token();
            if token.kind == TokenKind::Eof || token.start >= failed_at {
                break;
            }
            depth = depth_after(depth, token.kind);
        }
        let column = self.column(start);
        let stuck = failed_at == start;
        let mut first = true;
        loop {
            let at = self.tok;
            if at.kind == TokenKind::Eof {
                return Err(Failed);
            }
            // The token of the error itself is passed if the op is no longer than that.
            let may_stop = !(first && stuck);
            if may_stop && at.kind == TokenKind::RBrace && depth == 0 {
                return Ok(());
            }
            if may_stop && self.begins_line(at.start) && self.begins_op(at) {
                let outside = self.column(at.start) <= column;
                if depth == 0 || outside {
                    return Ok(());
                }
            }
            first = false;
            depth = depth_after(depth, at.kind);
            // Errors of the lexer in text that is passed over say nothing new.
            let errors = self.diags.len();
            self.advance();
            self.diags.truncate(errors);
            self.lexer.error = None;
        }
    }

    /// Defines the names of the results of an op that could not be read, for values of any type.
    fn define_unknown(&mut self, start: u32) {
        let mut lexer = Lexer::new(self.src, start as usize);
        let mut names = Vec::new();
        loop {
            let token = lexer.next_token();
            match token.kind {
                TokenKind::Percent => names.push(token),
                TokenKind::Comma | TokenKind::Colon | TokenKind::Integer => {}
                TokenKind::Equal => break,
                _ => return,
            }
        }
        for token in names {
            let name = (token.start, token.end - token.start);
            let value = self.frame.body.new_placeholder(Type::NONE);
            let before = self.frame.names.set(self.src, name, 0, Named { value, at: token.start }, true);
            if let Some(before) = before {
                self.frame.forward.remove(&before.value);
                self.note_forward(before.value, value);
            }
            self.note_definition(name, value, 1);
            let body = self.frame.id;
            if let Some(notes) = &mut self.recording {
                notes.unknown.insert((body, value));
                let op = notes.ops.iter().rposition(|op| op.start == start).map(|op| op as u32);
                if let Some(&entity) = notes.values.get(&(body, value)) {
                    notes.entities[entity as usize] = Entity { op, ..Entity::default() };
                }
            }
        }
    }

    fn column(&self, at: u32) -> usize {
        let before = &self.src[..at as usize];
        before.len() - memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1)
    }

    /// Whether only blanks are before a byte in its line.
    fn begins_line(&self, at: u32) -> bool {
        let before = &self.src[..at as usize];
        before
            .iter()
            .rev()
            .take_while(|&&byte| byte != b'\n')
            .all(|byte| matches!(byte, b' ' | b'\t' | b'\r'))
    }

    /// Whether an op, a block, an alias or the end of a region begins with a token at the start of a line.
    fn begins_op(&self, token: Token) -> bool {
        let next = || Lexer::new(self.src, token.end as usize).next_token().kind;
        match token.kind {
            TokenKind::RBrace | TokenKind::Caret | TokenKind::MetadataBegin => true,
            TokenKind::Percent => matches!(next(), TokenKind::Equal | TokenKind::Comma | TokenKind::Colon),
            TokenKind::String => next() == TokenKind::LParen,
            TokenKind::Hash | TokenKind::Exclamation => next() == TokenKind::Equal,
            TokenKind::Bare => {
                let written = self.str_of(token);
                let dialect = self.default_dialects.last().copied().unwrap_or("builtin");
                self.cx.registered_op(written).is_some()
                    || self.cx.registered_op(&[dialect, ".", written].concat()).is_some()
            }
            _ => false,
        }
    }

    /// Whether an error was met after the first so many diagnostics.
    pub(super) fn has_errors_since(&self, count: usize) -> bool {
        self.diags[count..].iter().any(|diag| diag.severity == terrace_ir::diag::Severity::Error)
    }
}

/// The number of open braces after a token.
fn depth_after(depth: u32, kind: TokenKind) -> u32 {
    match kind {
        TokenKind::LBrace => depth + 1,
        TokenKind::RBrace => depth.saturating_sub(1),
        _ => depth,
    }
}
