//! The names in a text of LLVM IR, with what they stand for.

use std::ops::Range;

use rustc_hash::FxHashMap;
use terrace_asm::{Entity, Occurrence, Recording, WrittenOp};

use crate::chunk::{Chunk, Word};

/// A word of the text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A name after `%`.
    Local,
    /// A name after `@`.
    Global,
    /// A name or a number after `!`, a number after `#`, or a name after `$`.
    Other,
    /// A name before `:` at the start of a line.
    Label,
    /// Any other word or character.
    Plain,
}

/// Cuts a text into words, without comments and texts.
struct Words<'a> {
    text: &'a [u8],
    at: usize,
}

fn is_name(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-$._".contains(byte)
}

impl Words<'_> {
    /// The byte after a name or a text in quotes that begins at `at`.
    fn end_of_name(&self, at: usize) -> usize {
        match self.text.get(at) {
            Some(b'"') => {
                let close = self.text[at + 1..].iter().position(|byte| matches!(byte, b'"' | b'\n'));
                close.map_or(self.text.len(), |close| at + close + 2)
            }
            _ => at + self.text[at.min(self.text.len())..].iter().take_while(|byte| is_name(byte)).count(),
        }
    }
}

impl Iterator for Words<'_> {
    type Item = (Kind, Range<usize>);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let start = self.at;
            let byte = *self.text.get(start)?;
            let (kind, end) = match byte {
                b' ' | b'\t' | b'\r' | b'\n' => {
                    self.at += 1;
                    continue;
                }
                b';' => {
                    let rest = &self.text[start..];
                    self.at = start + rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
                    continue;
                }
                b'%' | b'@' | b'!' | b'#' | b'$' => {
                    let kind = match byte {
                        b'%' => Kind::Local,
                        b'@' => Kind::Global,
                        _ => Kind::Other,
                    };
                    match self.end_of_name(start + 1) {
                        end if end > start + 1 => (kind, end),
                        end => (Kind::Plain, end),
                    }
                }
                b'"' => (Kind::Plain, self.end_of_name(start)),
                _ if is_name(&byte) => (Kind::Plain, self.end_of_name(start)),
                _ => {
                    let rest = self.text[start + 1..].iter().take_while(|byte| **byte & 0xC0 == 0x80);
                    (Kind::Plain, start + 1 + rest.count())
                }
            };
            self.at = end.min(self.text.len());
            let before = self.text[..start].iter().rev().take_while(|byte| **byte != b'\n');
            let is_label = kind == Kind::Plain
                && self.text.get(end) == Some(&b':')
                && before.clone().all(|byte| matches!(byte, b' ' | b'\t'));
            return Some((if is_label { Kind::Label } else { kind }, start..self.at));
        }
    }
}

/// Where a name of a function is defined or used.
struct Local<'a> {
    name: &'a str,
    range: Range<usize>,
    defines: bool,
    is_label: bool,
}

/// The index while it is filled.
struct Index<'a> {
    text: &'a str,
    notes: Recording,
    symbols: Vec<Word>,
    /// The names of the module: their entities, by the name with its sigil.
    names: FxHashMap<&'a str, u32>,
    /// The types with names.
    types: FxHashMap<&'a str, u32>,
}

impl<'a> Index<'a> {
    fn note(&mut self, range: Range<usize>, entity: u32, defines: bool) {
        let (start, end) = (range.start as u32, range.end as u32);
        self.notes.occurrences.push(Occurrence { start, end, entity, defines });
    }

    fn entity(notes: &mut Recording, is_block: bool) -> u32 {
        notes.entities.push(Entity { is_block, ..Entity::default() });
        notes.entities.len() as u32 - 1
    }

    /// Notes a name of the module.
    fn name(&mut self, range: Range<usize>, defines: bool) {
        let notes = &mut self.notes;
        let entity =
            *self.names.entry(&self.text[range.clone()]).or_insert_with(|| Self::entity(notes, false));
        self.note(range, entity, defines);
    }

    /// Begins an op: a function, or another definition of the module.
    fn op(&mut self, start: usize, name: Range<usize>, end: usize) -> u32 {
        self.notes.ops.push(WrittenOp {
            start: start as u32,
            end: end as u32,
            name_start: name.start as u32,
            name_end: name.end as u32,
            name: None,
            parent: None,
            op: None,
        });
        self.notes.ops.len() as u32 - 1
    }

    /// Notes the names of a function: those that it does not define are of types.
    fn locals(&mut self, locals: Vec<Local<'a>>, is_function: bool) {
        let mut own: FxHashMap<&str, u32> = FxHashMap::default();
        for local in locals.iter().filter(|local| local.defines) {
            if !self.types.contains_key(local.name) || local.is_label {
                own.entry(local.name).or_insert_with(|| Self::entity(&mut self.notes, local.is_label));
            }
        }
        for local in locals {
            let known = own.get(local.name).or_else(|| self.types.get(local.name)).copied();
            // A type is defined outside of functions, and a value never where a type of its name is.
            let defines = local.defines && (own.contains_key(local.name) || !is_function);
            let entity = known.unwrap_or_else(|| {
                let entity = Self::entity(&mut self.notes, false);
                own.insert(local.name, entity);
                entity
            });
            self.note(local.range, entity, defines);
        }
    }
}

/// Returns the names of a text as the notes of one part of a file.
pub(crate) fn chunk(text: &str) -> Chunk {
    let mut index = Index {
        text,
        notes: Recording::default(),
        symbols: Vec::new(),
        names: FxHashMap::default(),
        types: FxHashMap::default(),
    };
    let words: Vec<(Kind, Range<usize>)> = Words { text: text.as_bytes(), at: 0 }.collect();
    let followed_by = |number: usize, what: &str| {
        words.get(number + 1).is_some_and(|(_, range)| &text[range.clone()] == what)
    };
    let begins_line =
        |range: &Range<usize>| text[..range.start].bytes().next_back().is_none_or(|byte| byte == b'\n');
    // Types are defined anywhere.
    for (number, (kind, range)) in words.iter().enumerate() {
        if *kind == Kind::Local
            && begins_line(range)
            && followed_by(number, "=")
            && followed_by(number + 1, "type")
        {
            let entity = Index::entity(&mut index.notes, false);
            index.types.insert(&text[range.start + 1..range.end], entity);
        }
    }
    let end_of_line = |at: usize| at + text[at..].find('\n').unwrap_or(text.len() - at);
    // The function that is read, whether its braces are open, and its names.
    let mut function: Option<(u32, bool)> = None;
    let mut locals: Vec<Local<'_>> = Vec::new();
    // The declaration or definition whose name comes next.
    let mut naming: Option<u32> = None;
    for (number, (kind, range)) in words.iter().enumerate() {
        let range = range.clone();
        let word = &text[range.clone()];
        let is_first = begins_line(&range);
        match kind {
            Kind::Plain if is_first && matches!(word, "define" | "declare") => {
                index.locals(std::mem::take(&mut locals), function.is_some());
                let op = index.op(range.start, range.clone(), end_of_line(range.start));
                (function, naming) = (Some((op, false)), Some(op));
            }
            Kind::Plain if is_first && word == "}" => {
                index.locals(std::mem::take(&mut locals), function.is_some());
                if let Some((op, _)) = function.take() {
                    index.notes.ops[op as usize].end = range.end as u32;
                }
            }
            Kind::Plain if word == "{" => {
                if let Some((_, is_open)) = &mut function {
                    *is_open = true;
                }
            }
            Kind::Global => {
                let defines = is_first && followed_by(number, "=") || naming.is_some();
                let op = naming.take().or_else(|| {
                    if !defines {
                        return None;
                    }
                    let end = end_of_line(range.start);
                    let mut line = words[number..]
                        .iter()
                        .map(|(_, other)| other.clone())
                        .take_while(|other| other.start < end);
                    let kinds = ["global", "constant", "alias", "ifunc"];
                    let keyword = line.find(|other| kinds.contains(&&text[other.clone()]))?;
                    Some(index.op(range.start, keyword, end))
                });
                if defines {
                    index.symbols.push(Word { range: range.clone(), op, defines });
                }
                index.name(range, defines);
            }
            Kind::Other => {
                let is_group = number > 0 && &text[words[number - 1].1.clone()] == "attributes";
                index.name(range, (is_first || is_group) && followed_by(number, "="));
            }
            Kind::Label => {
                let name = word.trim_matches('"');
                locals.push(Local { name, range, defines: true, is_label: true });
            }
            Kind::Local => {
                let name = text[range.start + 1..range.end].trim_matches('"');
                let is_argument = matches!(function, Some((_, false)))
                    && (followed_by(number, ",") || followed_by(number, ")"));
                let defines = is_argument || followed_by(number, "=");
                locals.push(Local { name, range, defines, is_label: false });
            }
            Kind::Plain => {}
        }
    }
    index.locals(locals, function.is_some());
    index.types.clear();
    let Index { mut notes, symbols, .. } = index;
    notes.occurrences.sort_by_key(|name| name.start);
    Chunk { range: 0..text.len(), notes, symbols, aliases: Vec::new(), values: None }
}
