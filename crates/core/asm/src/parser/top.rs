//! A whole file.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use terrace_support::options;

use rustc_hash::FxHashMap;
use terrace_diag::{BufferId, SourceMap};
use terrace_ir::asm::PResult;
use terrace_ir::blob::ByteOwner;
use terrace_ir::identified::CyclicTypes;
use terrace_ir::print::alias::{Symbol, alias_end};
use terrace_ir::{
    AttrData, Block, BodyBuilder, BodyId, Context, Diag, Ir, Loc, Op, OpHandle, OpSpec, Region, Type,
    TypeData,
};

use super::metadata::ExternalResource;
use super::regions::BlockScope;
use super::token_interning::{Integers, LongTexts, Orders, Words};
use super::{Frame, LocSlot, Parser, Recording, Symbols, assemble, parallel};
use crate::lexer::{Lexer, Token, TokenKind};

options! {
    /// Options of parsing a file.
    #[derive(Clone, Copy, Debug)]
    pub struct ParseOptions {
        /// Wrap a file that is not a single module in one.
        pub implicit_module: bool,
        /// Read bodies on several cores where that is worth it. The result is the same.
        pub parallel: bool,
        /// Keep the value names of the source, except for numeric ones.
        pub keep_names: bool,
    }
}

/// The maximum size of an expanded alias, in bytes, in addition to 16 for each byte of the source.
const MAX_EXPANDED_ALIAS: u64 = 1 << 26;

impl Default for ParseOptions {
    fn default() -> Self {
        Self { implicit_module: true, parallel: false, keep_names: false }
    }
}

/// The result of parsing a file.
pub struct ParseOutput {
    /// The IR; `None` if there was an error. It is not verified.
    pub ir: Option<Ir>,
    /// Errors and warnings, in the order of their discovery.
    pub diags: Vec<Box<Diag>>,
    /// Entries of `external_resources` for known tools.
    pub external: Vec<ExternalResource>,
}

/// Reads one buffer of `sources`, or the part of it in `range`. Errors are in the output.
pub fn parse_source(
    cx: &Arc<Context>,
    sources: &Arc<SourceMap>,
    buffer: BufferId,
    range: Option<std::ops::Range<usize>>,
    options: ParseOptions,
) -> ParseOutput {
    let buffer = sources.buffer(buffer);
    let range = range.unwrap_or(0..buffer.bytes().len());
    // Positions count from the start of the buffer, so a part of it keeps its line numbers.
    let src = &buffer.bytes()[..range.end];
    if buffer.base().0 as u64 + src.len() as u64 >= 1 << 31 {
        let diag = Diag::error(Loc::UNKNOWN, "sources larger than 2 GiB are not supported");
        return ParseOutput { ir: None, diags: vec![diag], external: Vec::new() };
    }
    let source = Source {
        cx,
        sources,
        src,
        text: buffer.shared_bytes(),
        base: buffer.base().0,
        start: range.start,
        name: buffer.name(),
    };
    if options.parallel && parallel::is_worth_it(&src[range.start..]) {
        // Anything out of the ordinary is left to reading in order, which decides what is reported.
        if let Some(output) = read(&source, options) {
            return output;
        }
    }
    read(&source, ParseOptions { parallel: false, ..options }).unwrap_or(ParseOutput {
        ir: None,
        diags: Vec::new(),
        external: Vec::new(),
    })
}

/// Reads one buffer of `sources`, or the part of it in `range`, for an editor: takes notes of names and ops, and goes on
/// after errors, so that there may be several. The IR is there if there was none.
pub fn parse_recorded(
    cx: &Arc<Context>,
    sources: &Arc<SourceMap>,
    buffer: BufferId,
    range: Option<std::ops::Range<usize>>,
    options: ParseOptions,
) -> (ParseOutput, Recording) {
    let buffer = sources.buffer(buffer);
    let range = range.unwrap_or(0..buffer.bytes().len());
    let options = ParseOptions { parallel: false, ..options };
    let mut parser =
        Parser::new(cx, &buffer.bytes()[..range.end], range.start as u32, buffer.base().0, options);
    parser.text = Some(buffer.shared_bytes());
    parser.recording = Some(Box::default());
    let mut external = Vec::new();
    let parsed = parser.file(&mut external, options, buffer.name());
    let Parser { diags, bodies, next_body, recording, .. } = parser;
    let ir = parsed.ok().map(|()| assemble(cx, sources.clone(), bodies, next_body.load(Ordering::Relaxed)));
    let mut notes = recording.map_or_else(Recording::default, |notes| *notes);
    notes.occurrences.sort_by_key(|name| (name.start, !name.defines));
    (ParseOutput { ir, diags, external }, notes)
}

struct Source<'a> {
    cx: &'a Arc<Context>,
    sources: &'a Arc<SourceMap>,
    src: &'a [u8],
    text: ByteOwner,
    base: u32,
    start: usize,
    name: &'a str,
}

/// Reads the source; `None` if reading in parallel met something that must be read in order.
fn read(source: &Source<'_>, options: ParseOptions) -> Option<ParseOutput> {
    let mut parser = Parser::new(source.cx, source.src, source.start as u32, source.base, options);
    parser.text = Some(source.text.clone());
    let mut external = Vec::new();
    let parsed = parser.file(&mut external, options, source.name);
    if options.parallel && (parsed.is_err() || !parser.diags.is_empty()) {
        return None;
    }
    let Parser { diags, bodies, next_body, .. } = parser;
    let ir = match parsed {
        Ok(()) => {
            let mut ir =
                assemble(source.cx, source.sources.clone(), bodies, next_body.load(Ordering::Relaxed));
            ir.external = external.clone();
            Some(ir)
        }
        Err(_) => None,
    };
    Some(ParseOutput { ir, diags, external })
}

impl<'a> Parser<'a> {
    /// A reader of `src` from `start` on, whose first byte has position `base` among all loaded sources.
    pub(super) fn new(cx: &'a Context, src: &'a [u8], start: u32, base: u32, options: ParseOptions) -> Self {
        Parser {
            src,
            text: None,
            start,
            base,
            lexer: Lexer::new(src, start as usize),
            tok: Token { kind: TokenKind::Eof, start, end: start },
            last_end: start,
            cx,
            symbols: Arc::default(),
            frame: Box::new(Frame::new(BodyId::from_u32(1), (start, src.len() as u32))),
            outer: Vec::new(),
            open: Vec::new(),
            in_symbol: false,
            cyclic: CyclicTypes::default(),
            in_order: !options.parallel,
            bodies: Vec::new(),
            next_body: Arc::new(AtomicU32::new(2)),
            diags: Vec::new(),
            deferred: Vec::new(),
            default_dialects: vec!["builtin"],
            op_names: Words::default(),
            attr_names: Words::default(),
            type_aliases: Words::default(),
            attr_aliases: Words::default(),
            long_types: LongTexts::default(),
            long_attrs: LongTexts::default(),
            met_loc_attr: false,
            integers: Integers::default(),
            orders: Orders::default(),
            recent_type: (0, Type::NONE),
            alias_locs: FxHashMap::default(),
            spare_slots: Vec::new(),
            blocks: Vec::new(),
            parallel: options.parallel,
            keep_names: options.keep_names,
            slashes: parallel::NextSlashes::default(),
            tasks: Vec::new(),
            recording: None,
        }
    }
}

impl Parser<'_> {
    /// Body 1 is the implicit module's; body 0 holds the outermost op.
    fn file(
        &mut self,
        external: &mut Vec<ExternalResource>,
        options: ParseOptions,
        name: &str,
    ) -> PResult<()> {
        let region = self.frame.body.new_region();
        let block = self.frame.body.new_block();
        self.frame.body.append_block(region, block);
        self.blocks.push(BlockScope::new(block));
        self.advance();
        loop {
            match self.tok.kind {
                TokenKind::Eof => break,
                TokenKind::Error => self.recover(self.tok.start)?,
                TokenKind::Hash => self.or_recover(Self::attr_alias)?,
                TokenKind::Exclamation => self.or_recover(Self::type_alias)?,
                TokenKind::MetadataBegin => self.file_metadata(external)?,
                _ => self.next_operation()?,
            }
        }
        self.read_put_off()?;
        if !self.frame.forward.is_empty() {
            let mut at: Vec<u32> = self.frame.forward.values().copied().collect();
            at.sort_unstable();
            for at in at {
                let help = self.undeclared_value_help(at);
                self.report(at, "use of undeclared SSA value name", help);
            }
            return Err(terrace_ir::asm::Failed);
        }
        let forward = self.blocks.last().map(|scope| scope.undefined()).unwrap_or_default();
        if !forward.is_empty() {
            for at in forward {
                let meant = self.nearest_block(at);
                self.misspelled(at, "reference to an undefined block", meant);
            }
            return Err(terrace_ir::asm::Failed);
        }
        self.resolve_locations()?;
        if self.recording.is_some() && self.has_errors_since(0) {
            return Err(terrace_ir::asm::Failed);
        }
        let frame = std::mem::replace(&mut self.frame, Box::new(Frame::new(BodyId::from_u32(0), (0, 0))));
        // Where a file starts has no position, as upstream has it; where another part of it starts does.
        let file = Loc::from_attr(self.cx.file_loc(self.cx.str(name), 0, 0));
        let start = match frame.text.0 {
            0 => file,
            start => self.loc_at(start),
        };
        let top = TopLevel { id: frame.id, body: frame.body, region, block };
        finish_top_level(self.cx, top, &mut self.bodies, options.implicit_module.then_some(start))
            .map_err(|message| self.diag(Diag::error(file, message)))
    }

    pub(super) fn symbols_mut(&mut self) -> &mut Symbols {
        // Nobody else holds them while they change.
        Arc::make_mut(&mut self.symbols)
    }

    fn alias_name(&mut self, what: &str, known: impl Fn(&Self, &str) -> bool) -> PResult<Box<str>> {
        let text = self.str_of(self.tok);
        let name: Box<str> = text[1.min(text.len())..].into();
        if known(self, &name) {
            return Err(self.error(format!("redefinition of {what} alias id '{name}'")));
        }
        if name.contains('.') {
            let plural = if what == "type" { "type names" } else { "attribute names" };
            return Err(self.error(format!("{plural} with a '.' are reserved for dialect-defined names")));
        }
        self.advance();
        self.expect(TokenKind::Equal, &format!("expected '=' in {what} alias definition"))?;
        Ok(name)
    }

    fn attr_alias(&mut self) -> PResult<()> {
        let at = self.tok.start;
        let name = self.alias_name("attribute", |p, n| p.symbols.attrs.contains_key(n))?;
        let start = self.tok.start;
        self.met_loc_attr = false;
        let attr = self.attribute(None)?;
        // Texts are kept with the names of aliases in them, and locations are printed with them.
        // So are attributes that ask for an alias.
        let by_name = match attr.data(self.cx) {
            AttrData::Opaque { .. } => true,
            AttrData::Dialect { def, .. } => self.cx.attr_def(*def).def().alias.is_some(),
            _ => attr.as_loc(self.cx).is_some(),
        };
        let size = self.expanded_size("attribute", &name, (at, start), by_name)?;
        if matches!(attr.data(self.cx), AttrData::Opaque { .. }) {
            self.cx.opaque_aliases().note_name(Symbol::Attr(attr), &name);
        }
        let deferred_body = !self.tasks.is_empty();
        let is_loc = attr.as_loc(self.cx).is_some();
        if self.met_loc_attr && !is_loc {
            self.cx.note_loc_attr();
        }
        let symbols = self.symbols_mut();
        if deferred_body && is_loc {
            symbols.late.insert(name.clone());
        }
        symbols.order_matters |= deferred_body && !is_loc;
        symbols.attr_sizes.insert(name.clone(), size);
        symbols.attrs.insert(name, attr);
        self.long_types.clear();
        self.long_attrs.clear();
        Ok(())
    }

    fn type_alias(&mut self) -> PResult<()> {
        let at = self.tok.start;
        let name = self.alias_name("type", |p, n| p.symbols.types.contains_key(n))?;
        let start = self.tok.start;
        self.met_loc_attr = false;
        let ty = self.ty()?;
        if self.met_loc_attr {
            self.cx.note_loc_attr();
        }
        let by_name = matches!(ty.data(self.cx), TypeData::Opaque { .. });
        let size = self.expanded_size("type", &name, (at, start), by_name)?;
        if matches!(ty.data(self.cx), TypeData::Opaque { .. }) {
            self.cx.opaque_aliases().note_name(Symbol::Type(ty), &name);
        }
        let deferred_body = !self.tasks.is_empty();
        let symbols = self.symbols_mut();
        symbols.order_matters |= deferred_body;
        symbols.type_sizes.insert(name.clone(), size);
        symbols.types.insert(name, ty);
        self.long_types.clear();
        self.long_attrs.clear();
        Ok(())
    }

    /// Returns the length of the text of an alias whose definition was just read, from `start` on, with nested aliases
    /// expanded. It may double with each definition, and is printed in full: reports an error at `at` if it is out of
    /// proportion to the source.
    fn expanded_size(
        &mut self,
        what: &str,
        name: &str,
        (at, start): (u32, u32),
        by_name: bool,
    ) -> PResult<u64> {
        let text = &self.src[start as usize..self.last_end as usize];
        if by_name {
            return Ok(text.len() as u64);
        }
        let mut size = text.len() as u64;
        for position in memchr::memchr2_iter(b'#', b'!', text) {
            let sizes =
                if text[position] == b'#' { &self.symbols.attr_sizes } else { &self.symbols.type_sizes };
            let end = alias_end(text, position + 1);
            let used = std::str::from_utf8(&text[position + 1..end]).ok().and_then(|used| sizes.get(used));
            size = size.saturating_add(used.copied().unwrap_or(0));
        }
        let limit = MAX_EXPANDED_ALIAS + 16 * self.src.len() as u64;
        if size > limit {
            return Err(self
                .error_at(at, format!("{what} alias '{name}' stands for more than {limit} bytes of text")));
        }
        Ok(size)
    }

    /// Resolves locations whose aliases were defined after their use.
    fn resolve_locations(&mut self) -> PResult<()> {
        let deferred = std::mem::take(&mut self.deferred);
        if deferred.is_empty() {
            return Ok(());
        }
        let index: FxHashMap<BodyId, usize> = self.bodies.iter().enumerate().map(|(i, b)| (b.0, i)).collect();
        for item in deferred {
            let text = &self.src[item.name.0 as usize + 1..(item.name.0 + item.name.1) as usize];
            let name = std::str::from_utf8(text).unwrap_or("");
            let Some(&attr) = self.symbols.attrs.get(name) else {
                return Err(self.error_at(item.name.0, "operation location alias was never defined"));
            };
            let loc = Loc::from_attr(self.check_loc(attr, item.name.0)?);
            let body: &mut BodyBuilder = match index.get(&item.body) {
                Some(&i) => &mut self.bodies[i].1,
                None => &mut self.frame.body,
            };
            match item.slot {
                LocSlot::Op(op) => body.set_loc(op, loc),
                LocSlot::Arg(block, index) => body.set_arg_loc(block, index as usize, loc),
            }
        }
        Ok(())
    }
}

/// The ops of a file, before it is known whether they are one.
pub struct TopLevel {
    /// The handle of the body that they are in.
    pub id: BodyId,
    /// The body.
    pub body: BodyBuilder,
    /// The region with the ops, which no op owns yet.
    pub region: Region,
    /// Its only block.
    pub block: Block,
}

/// Adds the outermost body to those of a file: it holds the one op of the file, or an implicit module with
/// this location around its ops.
///
/// # Errors
///
/// If there is not exactly one op, and no location of a module is given.
pub fn finish_top_level(
    cx: &Context,
    mut top: TopLevel,
    bodies: &mut Vec<(BodyId, BodyBuilder)>,
    implicit_module: Option<Loc>,
) -> Result<(), String> {
    let first = top.body.first_op(top.block);
    let only = first.filter(|&op| top.body.next_op(op).is_none());
    let is_module = |op: Op| cx.op_info(top.body.name(op)).name == terrace_ir::Str::BUILTIN_MODULE;
    if only.is_some_and(|op| implicit_module.is_none() || is_module(op)) {
        // The op's body becomes the outermost one; what it holds must follow.
        top.body.adopt_top_region(top.region);
        for (_, body) in bodies.iter_mut() {
            if let Some(parent) = body.parent()
                && parent.body == top.id
            {
                body.set_parent(Some(OpHandle { body: Ir::ROOT, op: parent.op }));
            }
        }
        bodies.push((Ir::ROOT, top.body));
        return Ok(());
    }
    let Some(loc) = implicit_module else {
        let found = top.body.ops_of(top.block).count();
        return Err(format!("source must contain a single top-level operation, found: {found}"));
    };
    let module = cx.op_name("builtin.module");
    let info = cx.op_info(module);
    let mut outer = BodyBuilder::new(None);
    let outer_region = outer.new_top_region();
    let outer_block = outer.new_block();
    outer.append_block(outer_region, outer_block);
    let op = outer.new_op(&OpSpec {
        name: module,
        operands: &[],
        results: &[],
        props: &info.prop_defaults,
        attrs: terrace_ir::Attr::EMPTY_DICT,
        successors: &[],
        loc,
    });
    outer.append_op(outer_block, op);
    top.body.adopt_top_region(top.region);
    top.body.set_parent(Some(OpHandle { body: Ir::ROOT, op }));
    outer.set_inner(op, top.id, 1);
    bodies.push((top.id, top.body));
    bodies.push((Ir::ROOT, outer));
    Ok(())
}
