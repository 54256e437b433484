//! Binds annotations to their loops in preprocessed text.
//!
//! An annotation becomes a conditional statement around the loop, whose condition is a call that marks the loop, and a pragma
//! that numbers it:
//!
//! - `if (__ripple_loop_mark(block, ID, flags, number of dims, dim ..)) __builtin_unreachable(); else`
//! - `#pragma clang loop pipeline_initiation_interval(ID)`
//! - `for (..) ..`
//!
//! The mark of a loop that is distributed over threads is `__ripple_thread_mark(..)`, with the chunks of the thread.
//!
//! The call dominates the loop in LLVM IR, and the number is an attribute of the branch at the loop's end.

use std::io::Write as _;

use super::headers::SHOWN;
use super::macros::Macros;
use super::pragma::{self, Annotation, Threads, ripple_pragma};
use super::scan::{Position, Scan, Token};

/// The number of the first loop, large enough that no user writes it.
const FIRST_ID: u32 = 0x5250_0000;

/// An error in an annotation.
#[derive(Debug)]
pub struct BindError {
    /// The position.
    pub position: Position,
    /// The message.
    pub message: String,
    /// The tag that the message ends in.
    pub tag: &'static str,
}

/// Preprocessed text with its annotations bound.
pub struct Bound {
    /// The text; annotations with errors are left out.
    pub text: Vec<u8>,
    /// The number of annotated loops.
    pub loops: u32,
    /// The errors, in source order.
    pub errors: Vec<BindError>,
}

/// Binds the annotations of a text that defines macros by directives, as clang prints it with `-dD`; these lines become empty. In
/// line markers, the directory of the headers becomes [`SHOWN`].
///
/// `column` returns the column of the annotation in a line of a file.
pub fn bind(text: &[u8], cxx: bool, file: &str, headers: &str, column: &dyn Fn(&Position) -> u32) -> Bound {
    let mut binder = Binder {
        scan: Scan::new(text, cxx, file),
        headers: headers.as_bytes(),
        column,
        macros: Macros::default(),
        bound: Bound { text: Vec::with_capacity(text.len()), loops: 0, errors: Vec::new() },
    };
    while let Some((token, bytes)) = binder.scan.advance() {
        match token {
            Token::Directive => binder.directive(bytes),
            _ => binder.bound.text.extend_from_slice(bytes),
        }
    }
    binder.bound
}

/// Replaces the names of macros in the annotations of a text that defines macros by directives; these lines become empty.
pub fn expand_macros(text: &[u8], cxx: bool) -> Vec<u8> {
    let mut scan = Scan::new(text, cxx, "");
    let (mut macros, mut out) = (Macros::default(), Vec::with_capacity(text.len()));
    while let Some((token, bytes)) = scan.advance() {
        match ripple_pragma(bytes).filter(|_| token == Token::Directive) {
            Some(clauses) => {
                out.extend_from_slice(b"#pragma ripple");
                out.extend_from_slice(&macros.expand(clauses));
            }
            None if token == Token::Directive && macros.directive(bytes) => {}
            None => out.extend_from_slice(bytes),
        }
    }
    out
}

struct Binder<'t> {
    scan: Scan<'t>,
    headers: &'t [u8],
    column: &'t dyn Fn(&Position) -> u32,
    macros: Macros,
    bound: Bound,
}

impl Binder<'_> {
    fn directive(&mut self, bytes: &[u8]) {
        if self.macros.directive(bytes) {
            return;
        }
        match ripple_pragma(bytes) {
            Some(clauses) => self.annotation(clauses),
            None => copy_directive(bytes, self.headers, &mut self.bound.text),
        }
    }

    /// Binds annotations, the first of which was scanned, to the loop that follows.
    fn annotation(&mut self, clauses: &[u8]) {
        let mut group = Vec::new();
        self.parse(clauses, &mut group);
        let mut others = Vec::new();
        let mut column = 0;
        let found = loop {
            let before = self.scan.clone();
            let Some((token, bytes)) = self.scan.advance() else { break false };
            match token {
                Token::Directive => match ripple_pragma(bytes) {
                    Some(clauses) => self.parse(clauses, &mut group),
                    None if self.macros.directive(bytes) => {}
                    None if is_pragma(bytes) => {
                        others.extend_from_slice(bytes);
                        others.push(b'\n');
                    }
                    None => {}
                },
                Token::Newline => column = 0,
                Token::Blank | Token::Comment => column += bytes.len(),
                Token::Other
                    if bytes == b";" && group.last().is_none_or(|last| last.ignores_null_statements) =>
                {
                    column += 1;
                }
                _ => {
                    self.scan = before;
                    break token == Token::Word && bytes == b"for";
                }
            }
        };
        let bound = &mut self.bound.text;
        if !found {
            if let Some(first) = group.first() {
                self.bound.errors.push(BindError {
                    position: first.position.clone(),
                    message: "a 'for' loop must follow the annotation".to_owned(),
                    tag: "ripple-loop-form",
                });
            }
        } else if !group.is_empty() {
            let id = FIRST_ID + self.bound.loops;
            self.bound.loops += 1;
            for annotation in &group {
                write_mark(annotation, id, self.headers, (self.column)(&annotation.position), bound);
            }
            bound.extend_from_slice(&others);
            // Writing to memory does not fail.
            let _ = writeln!(bound, "#pragma clang loop pipeline_initiation_interval({id})");
        }
        let here = &self.scan.position;
        write_marker(here, &here.flags, self.headers, &mut self.bound.text);
        self.bound.text.extend(std::iter::repeat_n(b' ', column));
    }

    fn parse(&mut self, clauses: &[u8], group: &mut Vec<Annotation>) {
        let position = self.scan.position.clone();
        match pragma::parse(clauses, position.clone(), &self.macros) {
            Ok(annotation) => group.push(annotation),
            Err(message) => self.bound.errors.push(BindError { position, message, tag: "ripple-pragma" }),
        }
    }
}

/// Whether a directive is a pragma.
fn is_pragma(directive: &[u8]) -> bool {
    directive[1..].trim_ascii_start().starts_with(b"pragma")
}

/// Writes the condition that marks a loop. It is attributed to a system header, in which clang does not warn
/// of `else`.
fn write_mark(annotation: &Annotation, id: u32, headers: &[u8], column: u32, out: &mut Vec<u8>) {
    let Annotation { block, dims, flags, position, threads, .. } = annotation;
    write_marker(position, b"3", headers, out);
    out.extend_from_slice(b"if (\n");
    // The call is where the annotation is.
    write_marker(position, b"3", headers, out);
    out.extend(std::iter::repeat_n(b' ', column.saturating_sub(1) as usize));
    if let Some(threads) = threads {
        write_thread_mark(annotation, threads, id, out);
        return;
    }
    out.extend_from_slice(b"__ripple_loop_mark((");
    out.extend_from_slice(block);
    // Writing to memory does not fail.
    let _ = write!(out, "), {id}, {flags}, {}", dims.len());
    for dim in dims {
        out.extend_from_slice(b", (int)(");
        out.extend_from_slice(dim);
        out.push(b')');
    }
    out.extend_from_slice(b")) __builtin_unreachable(); else\n");
}

/// Writes the rest of the condition that marks a loop whose iterations are distributed over threads.
fn write_thread_mark(annotation: &Annotation, threads: &Threads, id: u32, out: &mut Vec<u8>) {
    let mut dims: Vec<u8> = b"(int)(".to_vec();
    for (place, dim) in annotation.dims.iter().enumerate() {
        dims.extend_from_slice(if place == 0 { b"(unsigned)(" } else { b" | (unsigned)(" });
        dims.extend_from_slice(dim);
        dims.extend_from_slice(format!(") << {}", 4 * place).as_bytes());
    }
    dims.push(b')');
    let (count, is_dynamic) = (annotation.dims.len(), u8::from(threads.is_dynamic));
    out.extend_from_slice(b"__ripple_thread_mark(__ripple_thd_begin((");
    out.extend_from_slice(&annotation.block);
    out.extend_from_slice(b"), (");
    out.extend_from_slice(if threads.chunk.is_empty() { b"0" } else { &threads.chunk });
    // Writing to memory does not fail.
    let _ = write!(out, "), {is_dynamic}, (unsigned)");
    out.extend_from_slice(&dims);
    let _ = write!(out, ", {count}), __ripple_thd_next, {id}, ");
    out.extend_from_slice(&dims);
    let _ = writeln!(out, ", {count}, {is_dynamic})) __builtin_unreachable(); else");
}

/// Writes a line marker after which the next line is that of a position.
fn write_marker(position: &Position, flags: &[u8], headers: &[u8], out: &mut Vec<u8>) {
    let _ = write!(out, "# {} \"", position.line);
    out.extend_from_slice(&shown(&position.file, headers));
    out.push(b'"');
    if !flags.is_empty() {
        out.push(b' ');
        out.extend_from_slice(flags);
    }
    out.push(b'\n');
}

/// Copies a directive; the directory of the headers in a line marker is replaced.
fn copy_directive(bytes: &[u8], headers: &[u8], out: &mut Vec<u8>) {
    match bytes.iter().position(|&byte| byte == b'"') {
        Some(quote) if !is_pragma(bytes) => {
            let (head, name) = bytes.split_at(quote + 1);
            out.extend_from_slice(head);
            out.extend_from_slice(&shown(name, headers));
        }
        _ => out.extend_from_slice(bytes),
    }
}

/// A file's name, with the directory of the headers under its name that is the same in every run.
fn shown(name: &[u8], headers: &[u8]) -> Vec<u8> {
    match name.strip_prefix(headers).filter(|_| !headers.is_empty()) {
        Some(rest) => [SHOWN.as_bytes(), rest].concat(),
        None => name.to_vec(),
    }
}
