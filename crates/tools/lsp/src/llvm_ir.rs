//! The names in a text of LLVM IR, with what they stand for.

use std::ops::Range;

use rustc_hash::FxHashMap;
use terrace_asm::{Entity, Occurrence, Recording, WrittenOp};

use crate::chunk::{Chunk, Word};

/// A word of the text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WordKind {
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
    type Item = (WordKind, Range<usize>);

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
                        b'%' => WordKind::Local,
                        b'@' => WordKind::Global,
                        _ => WordKind::Other,
                    };
                    match self.end_of_name(start + 1) {
                        end if end > start + 1 => (kind, end),
                        end => (WordKind::Plain, end),
                    }
                }
                b'"' => (WordKind::Plain, self.end_of_name(start)),
                _ if is_name(&byte) => (WordKind::Plain, self.end_of_name(start)),
                _ => {
                    let rest = self.text[start + 1..].iter().take_while(|byte| **byte & 0xC0 == 0x80);
                    (WordKind::Plain, start + 1 + rest.count())
                }
            };
            self.at = end.min(self.text.len());
            let before = self.text[..start].iter().rev().take_while(|byte| **byte != b'\n');
            let is_label = kind == WordKind::Plain
                && self.text.get(end) == Some(&b':')
                && before.clone().all(|byte| matches!(byte, b' ' | b'\t'));
            return Some((if is_label { WordKind::Label } else { kind }, start..self.at));
        }
    }
}

/// A name of a function where it is defined or used.
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
    words: Vec<(WordKind, Range<usize>)>,
    function: Option<OpenFunction>,
    /// The names of the function so far.
    locals: Vec<Local<'a>>,
    /// The function whose name comes next.
    naming: Option<u32>,
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

    /// Notes the names of a function that has ended, or of what is between functions: those that it does not define are of
    /// types.
    fn end_locals(&mut self) {
        let (locals, is_function) = (std::mem::take(&mut self.locals), self.function.is_some());
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

/// The function that is read.
struct OpenFunction {
    op: u32,
    /// Whether its body has begun.
    has_body: bool,
}

/// Returns the names of a text as the notes of one part of a file.
pub(crate) fn chunk(text: &str) -> Chunk {
    let mut index = Index {
        text,
        words: Words { text: text.as_bytes(), at: 0 }.collect(),
        notes: Recording::default(),
        symbols: Vec::new(),
        names: FxHashMap::default(),
        types: FxHashMap::default(),
        function: None,
        locals: Vec::new(),
        naming: None,
    };
    // Types are defined anywhere.
    for number in 0..index.words.len() {
        let range = index.range(number);
        let is_local = index.words[number].0 == WordKind::Local && index.begins_line(&range);
        if is_local && index.is_word(number + 1, "=") && index.is_word(number + 2, "type") {
            let entity = Index::entity(&mut index.notes, false);
            index.types.insert(&text[range.start + 1..range.end], entity);
        }
    }
    (0..index.words.len()).for_each(|number| index.read(number));
    index.end_locals();
    let Index { mut notes, symbols, .. } = index;
    notes.occurrences.sort_by_key(|name| name.start);
    Chunk { range: 0..text.len(), notes, symbols, aliases: Vec::new(), values: None }
}

impl Index<'_> {
    fn range(&self, number: usize) -> Range<usize> {
        self.words[number].1.clone()
    }

    /// Whether there is a word of this number, and it is this one.
    fn is_word(&self, number: usize, what: &str) -> bool {
        self.words.get(number).is_some_and(|(_, range)| &self.text[range.clone()] == what)
    }

    fn begins_line(&self, range: &Range<usize>) -> bool {
        self.text[..range.start].bytes().next_back().is_none_or(|byte| byte == b'\n')
    }

    fn end_of_line(&self, at: usize) -> usize {
        at + self.text[at..].find('\n').unwrap_or(self.text.len() - at)
    }

    /// Notes a word.
    fn read(&mut self, number: usize) {
        let (kind, range) = self.words[number].clone();
        let word = &self.text[range.clone()];
        let is_first = self.begins_line(&range);
        match kind {
            WordKind::Plain if is_first && matches!(word, "define" | "declare") => {
                self.end_locals();
                let op = self.op(range.start, range.clone(), self.end_of_line(range.start));
                (self.function, self.naming) = (Some(OpenFunction { op, has_body: false }), Some(op));
            }
            WordKind::Plain if is_first && word == "}" => {
                self.end_locals();
                if let Some(function) = self.function.take() {
                    self.notes.ops[function.op as usize].end = range.end as u32;
                }
            }
            WordKind::Plain if word == "{" => {
                // Within a line, it begins a type.
                let rest = self.text[range.end..self.end_of_line(range.end)].trim();
                if let Some(function) = &mut self.function {
                    function.has_body |= rest.is_empty() || rest.starts_with(';');
                }
            }
            WordKind::Plain => {}
            WordKind::Global => self.global(number, is_first),
            WordKind::Other => {
                let is_group = number > 0 && self.is_word(number - 1, "attributes");
                self.name(range, (is_first || is_group) && self.is_word(number + 1, "="));
            }
            WordKind::Label => {
                let name = word.trim_matches('"');
                self.locals.push(Local { name, range, defines: true, is_label: true });
            }
            WordKind::Local => {
                let name = self.text[range.start + 1..range.end].trim_matches('"');
                let is_signature = self.function.as_ref().is_some_and(|function| !function.has_body);
                let is_argument =
                    is_signature && (self.is_word(number + 1, ",") || self.is_word(number + 1, ")"));
                let defines = is_argument || self.is_word(number + 1, "=");
                self.locals.push(Local { name, range, defines, is_label: false });
            }
        }
    }

    /// Notes the name of a global, with its definition if it is that.
    fn global(&mut self, number: usize, is_first: bool) {
        let range = self.range(number);
        let named = self.naming.take();
        let defines = named.is_some() || is_first && self.is_word(number + 1, "=");
        if defines {
            let op = named.or_else(|| {
                let end = self.end_of_line(range.start);
                let line = self.words[number..].iter().take_while(|(_, other)| other.start < end);
                let kinds = ["global", "constant", "alias", "ifunc"];
                let mut keywords = line.filter(|(_, other)| kinds.contains(&&self.text[other.clone()]));
                let keyword = keywords.next()?.1.clone();
                Some(self.op(range.start, keyword, end))
            });
            self.symbols.push(Word { range: range.clone(), op, defines });
        }
        self.name(range, defines);
    }
}
