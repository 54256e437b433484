//! Bodies read on several cores.
//!
//! While the file is parsed in order, the bodies of isolated ops are skipped by brace matching and deferred.
//! When all aliases are known they are parsed in parallel, each by a separate parser. Any irregularity (an
//! error, a mismatched brace, an alias defined late) makes the caller parse the whole file in order instead,
//! so that diagnostics and accepted inputs do not depend on this.

use std::sync::Arc;

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use terrace_ir::asm::{Argument, Failed, PResult, ParseState};
use terrace_ir::{BodyBuilder, BodyId, OpName, Region, TraitSet};

use super::token_interning::{Integers, LongTexts, Orders, Words};
use super::{DeferredLoc, Frame, OpenOp, Parser};
use crate::lexer::{Lexer, TokenKind};

/// A region whose text is read later.
pub(crate) struct PutOff {
    pub(crate) region: Region,
    arguments: Vec<Argument>,
    /// The opening brace, and the byte after the closing one.
    start: u32,
    end: u32,
    aliases: FxHashMap<u32, (u32, u32)>,
}

/// A body with regions to be read.
pub(crate) struct Task {
    frame: Box<Frame>,
    op: OpName,
    default_dialects: Vec<&'static str>,
    size: u32,
}

/// Below this many bytes, reading in order is as fast.
const PARALLEL_THRESHOLD: usize = 128 << 10;
/// Bodies with less text are read where they stand.
const SMALL: u32 = 256;

/// Whether the text is long enough, and free of constructs that only in-order parsing handles.
pub(super) fn is_worth_it(src: &[u8]) -> bool {
    src.len() >= PARALLEL_THRESHOLD
        // A file with large blobs refers to them before it has them.
        && memchr::memmem::find(src, b"dense_resource<").is_none()
        && memchr::memmem::find(src, b"distinct[").is_none()
}

/// A cursor over occurrences of `//`, which begins a comment unless it is in a string.
#[derive(Clone, Copy, Default)]
pub(crate) struct NextSlashes {
    /// None are between these; at the end of the source there may be none.
    from: usize,
    to: usize,
}

impl NextSlashes {
    /// The first two slashes from `at` on. As long as `at` grows, all calls together read the source once.
    #[inline]
    fn find(&mut self, src: &[u8], at: usize) -> usize {
        if at < self.from || self.to < at || self.to == 0 {
            let found = memchr::memmem::find(&src[at..], b"//");
            *self = Self { from: at, to: found.map_or(src.len(), |n| at + n) };
        }
        self.to
    }
}

/// The byte after the brace that closes the one at `start`; `None` if there is none.
fn skip_braces(src: &[u8], start: usize, slashes: &mut NextSlashes) -> Option<usize> {
    let mut depth = 0u32;
    let mut at = start;
    loop {
        let found = at + memchr::memchr3(b'{', b'}', b'"', &src[at..])?;
        let comment = slashes.find(src, at);
        if comment < found {
            at = comment + memchr::memchr2(b'\n', b'\r', &src[comment..])?;
            continue;
        }
        at = found;
        match src[at] {
            b'{' => depth += 1,
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {
                at += 1;
                loop {
                    at += memchr::memchr3(b'"', b'\\', b'\n', &src[at..])?;
                    match src[at] {
                        b'"' => break,
                        b'\n' => return None,
                        _ => at += 2,
                    }
                    if at >= src.len() {
                        return None;
                    }
                }
            }
        }
        at += 1;
    }
}

impl<'a> Parser<'a> {
    /// Skips a region that can be read later. None if it is to be read now.
    pub(super) fn put_off_region(&mut self, state: &ParseState, arguments: &[Argument]) -> Option<Region> {
        let traits = self.cx.op_info(state.name).traits;
        let now = TraitSet::SymbolTable
            .with(TraitSet::SingleBlock)
            .with(TraitSet::SingleBlockImplicitTerminator)
            .with(TraitSet::NoTerminator);
        if traits.has_any(now) || !self.at(TokenKind::LBrace) {
            return None;
        }
        // Names of values outside may not be given again inside.
        if self.outer.iter().any(|f| !f.names.is_empty()) {
            return None;
        }
        let start = self.tok.start;
        let end = skip_braces(self.src, start as usize, &mut self.slashes)? as u32;
        if end - start < SMALL {
            return None;
        }
        // Something other than a comment must are in the braces.
        let mut first = Lexer::new(self.src, start as usize + 1);
        if first.next_token().kind == TokenKind::RBrace {
            return None;
        }
        let region = self.frame.body.new_region();
        let mut aliases = FxHashMap::default();
        for argument in arguments {
            let at = argument.loc.as_source().map(|p| p.wrapping_sub(self.base));
            if let Some((at, name)) = at.and_then(|at| self.alias_locs.remove(&at).map(|n| (at, n))) {
                aliases.insert(at, name);
            }
        }
        self.frame.deferred_body.push(PutOff { region, arguments: arguments.to_vec(), start, end, aliases });
        self.last_end = end;
        self.reset_to(end);
        Some(region)
    }

    /// Defers a body with regions.
    pub(super) fn put_off_body(&mut self, frame: Box<Frame>, op: OpName) {
        let size = frame.deferred_body.iter().map(|p| p.end - p.start).sum();
        self.tasks.push(Task { frame, op, default_dialects: self.default_dialects.clone(), size });
    }

    /// Parses the deferred bodies.
    pub(super) fn read_put_off(&mut self) -> PResult<()> {
        let tasks = std::mem::take(&mut self.tasks);
        if tasks.is_empty() {
            return Ok(());
        }
        if self.symbols.order_matters {
            return Err(Failed);
        }
        // Bundles of about the same size, several for each core.
        let total: u64 = tasks.iter().map(|t| u64::from(t.size)).sum();
        let share = (total / (rayon::current_num_threads() as u64 * 8)).max(1 << 15);
        let mut bundles: Vec<Vec<Task>> = vec![Vec::new()];
        let mut size = 0;
        for task in tasks {
            if size >= share {
                bundles.push(Vec::new());
                size = 0;
            }
            size += u64::from(task.size);
            if let Some(bundle) = bundles.last_mut() {
                bundle.push(task);
            }
        }
        let shared = &*self;
        let read: Vec<PResult<Done>> =
            bundles.into_par_iter().map(|bundle| shared.fork().read_bundle(bundle)).collect();
        for done in read {
            let done = done?;
            self.bodies.extend(done.bodies);
            self.deferred.extend(done.deferred);
        }
        Ok(())
    }

    /// A parser of the same source with nothing read.
    fn fork(&self) -> Parser<'a> {
        Parser {
            src: self.src,
            text: self.text.clone(),
            start: self.start,
            base: self.base,
            lexer: Lexer::new(self.src, self.src.len()),
            tok: self.tok,
            last_end: self.last_end,
            cx: self.cx,
            symbols: Arc::clone(&self.symbols),
            frame: Box::new(Frame::new(BodyId::from_u32(0), (0, 0))),
            outer: Vec::new(),
            open: Vec::new(),
            in_symbol: false,
            cyclic: terrace_ir::identified::CyclicTypes::default(),
            in_order: false,
            bodies: Vec::new(),
            next_body: Arc::clone(&self.next_body),
            diags: Vec::new(),
            deferred: Vec::new(),
            default_dialects: Vec::new(),
            op_names: self.op_names.clone(),
            attr_names: self.attr_names.clone(),
            type_aliases: Words::default(),
            attr_aliases: Words::default(),
            long_types: LongTexts::default(),
            long_attrs: LongTexts::default(),
            met_loc_attr: false,
            integers: Integers::default(),
            orders: Orders::default(),
            recent_type: self.recent_type,
            alias_locs: FxHashMap::default(),
            spare_slots: Vec::new(),
            blocks: Vec::new(),
            parallel: false,
            keep_names: self.keep_names,
            slashes: NextSlashes::default(),
            tasks: Vec::new(),
            recording: None,
        }
    }

    fn read_bundle(mut self, bundle: Vec<Task>) -> PResult<Done> {
        for task in bundle {
            self.read_task(task)?;
        }
        Ok(Done { bodies: self.bodies, deferred: self.deferred })
    }

    fn read_task(&mut self, task: Task) -> PResult<()> {
        let Task { frame, op, default_dialects, .. } = task;
        self.default_dialects = default_dialects;
        self.frame = frame;
        let info = self.cx.op_info(op);
        self.default_dialects.push(info.def().and_then(|d| d.default_dialect).unwrap_or(""));
        for deferred_body in std::mem::take(&mut self.frame.deferred_body) {
            self.open.push(OpenOp {
                inner: None,
                isolated: false,
                name: info.name,
                name_pos: deferred_body.start,
                start: 0,
                shadows: false,
                results_written: 0,
            });
            self.alias_locs = deferred_body.aliases;
            self.frame.text = (deferred_body.start, deferred_body.end);
            self.reset_to(deferred_body.start + 1);
            self.fill_region(deferred_body.region, &deferred_body.arguments)?;
            self.open.pop();
            if self.last_end != deferred_body.end || !self.diags.is_empty() {
                return Err(Failed);
            }
        }
        let mut frame = std::mem::replace(&mut self.frame, Box::new(Frame::new(BodyId::from_u32(0), (0, 0))));
        frame.body.shrink();
        // A name that is defined elsewhere, or nowhere, is told when reading in order.
        if !frame.forward.is_empty() {
            return Err(Failed);
        }
        self.bodies.push((frame.id, frame.body));
        Ok(())
    }
}

struct Done {
    bodies: Vec<(BodyId, BodyBuilder)>,
    deferred: Vec<DeferredLoc>,
}

#[cfg(test)]
mod tests {
    use super::{NextSlashes, skip_braces};

    fn skip(src: &[u8]) -> Option<usize> {
        skip_braces(src, 0, &mut NextSlashes::default())
    }

    #[test]
    fn braces_in_strings_and_comments_do_not_count() {
        let text = b"{ \"}\\\"//}\" // }\n / { } // {\r } x";
        assert_eq!(skip(text), Some(text.len() - 2));
        assert_eq!(skip(b"{ { }"), None);
        assert_eq!(skip(b"{ \"} \n }"), None);
        assert_eq!(skip(b"{ // }"), None);
        assert_eq!(skip(b"{}"), Some(2));
    }
}
