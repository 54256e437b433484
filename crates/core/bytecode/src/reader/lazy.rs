//! Files whose isolated regions are read on demand, and may be dropped again. So are regions that use nothing from outside
//! without being isolated: they are read into a body of their own, and moved to their op from there.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use terrace_asm::{ParseOutput, assemble, finish_top_level};
use terrace_diag::{BufferId, SourceMap};
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{Blob, Block, BodyBuilder, BodyId, Context, Diag, Ir, Loc, Op, OpHandle, Region, Value};

use super::build::{Builder, UnreadRegions};
use super::cursor::{Cursor, Outcome};
use super::file::{File, FileParts, Header, Span};
use super::ops::{OpVisitor, RawBlock, RawOp, Visit, walk_op, walk_ops, walk_regions};
use super::slots::{Tables, VersionedDialect};
use super::state::State;
use super::{Failure, diagnostic};
use crate::config::BytecodeReaderConfig;
use crate::encoding::SectionKind;

/// A file whose isolated regions are read on demand: those of registered ops, and those in them that use nothing from
/// outside, in files of version 2 and later.
pub struct LazyBytecode {
    whole: Blob,
    header: Header,
    place: Loc,
    config: BytecodeReaderConfig,
    parts: FileParts,
    tables: Tables,
    ir: Ir,
    /// The regions that are known, in the order in which they were found, and the op of each.
    regions: Vec<LazyRegions>,
    index: FxHashMap<OpHandle, usize>,
}

/// Regions that are read on demand.
struct LazyRegions {
    op: OpHandle,
    /// The body of the op, which has them; `None` if they are in the body that the op is in.
    body: Option<BodyId>,
    count: usize,
    section: Span,
    is_read: bool,
}

/// The state of the reader after the outermost op.
struct Opened {
    ir: Ir,
    unread: Vec<UnreadRegions>,
    versions: Vec<VersionedDialect>,
    tables: Tables,
    parts: FileParts,
}

fn open_top(
    cx: &Arc<Context>,
    sources: &Arc<SourceMap>,
    whole: &Blob,
    (header, rest): (&Header, Cursor<'_>),
    config: &BytecodeReaderConfig,
) -> Outcome<Opened> {
    let file = File::read(whole, header, rest)?;
    let mut state = State::new(cx, whole, &file, config, Tables::new(cx, &file, config));
    let external = state.read_resources()?;
    let section = file.section(SectionKind::Ir);
    let mut builder = Builder::new(&mut state);
    builder.unread = Some(Vec::new());
    walk_ops(section, file.version, &mut builder)?;
    let unread = builder.unread.take().unwrap_or_default();
    let (top, mut bodies, count) = builder.finish(&section)?;
    finish_top_level(cx, top, &mut bodies, None).map_err(|message| section.error(message))?;
    let mut ir = assemble(cx, sources.clone(), bodies, count);
    ir.external = external;
    let versions = state.versions().collect();
    let tables = std::mem::take(&mut state.tables);
    Ok(Opened { ir, unread, versions, tables, parts: file.parts })
}

impl LazyBytecode {
    /// Opens a file and reads only the outermost op; `name` is the file name in its locations.
    ///
    /// # Errors
    ///
    /// If the part of the file that is read is malformed.
    pub fn open(
        cx: &Arc<Context>,
        sources: &Arc<SourceMap>,
        bytes: &Blob,
        name: &str,
        config: BytecodeReaderConfig,
    ) -> Result<Self, Box<Diag>> {
        let place = Loc::from_attr(cx.file_loc(cx.str(name), 0, 0));
        let whole = bytes.clone();
        let (header, rest) = Header::read(&whole).map_err(|error| diagnostic(place, &error, None, None))?;
        let opened = open_top(cx, sources, &whole, (&header, rest), &config);
        let Opened { mut ir, unread, versions, tables, parts } =
            opened.map_err(|error| diagnostic(place, &error, Some(&header), None))?;
        for dialect in versions {
            dialect.upgrade(&mut ir, place)?;
        }
        let mut lazy = Self {
            whole,
            header,
            place,
            config,
            parts,
            tables,
            ir,
            regions: Vec::new(),
            index: FxHashMap::default(),
        };
        lazy.note_unread(unread, &FxHashMap::default());
        Ok(lazy)
    }

    /// The IR, as far as it was read: regions that were not are empty.
    pub fn ir(&self) -> &Ir {
        &self.ir
    }

    /// Returns the ops whose regions were not read, in the order in which they were found.
    pub fn ops_to_materialize(&self) -> impl Iterator<Item = OpHandle> {
        self.regions.iter().filter(|regions| !regions.is_read).map(|regions| regions.op)
    }

    /// Returns whether the regions of an op are to be read.
    pub fn is_materializable(&self, op: OpHandle) -> bool {
        self.index.get(&op).is_some_and(|&at| !self.regions[at].is_read)
    }

    /// Reads the regions of an op, but for those of isolated ops in them. Nothing happens if they were read.
    ///
    /// # Errors
    ///
    /// If they are not well-formed.
    pub fn materialize(&mut self, op: OpHandle) -> Result<(), Box<Diag>> {
        let Some(&at) = self.index.get(&op).filter(|&&at| !self.regions[at].is_read) else { return Ok(()) };
        let LazyRegions { body: own, count, section, .. } = self.regions[at];
        let body = own.unwrap_or_else(|| self.ir.reserve_body());
        let first = self.ir.num_bodies() as u32;
        let cx = Arc::clone(self.ir.cx());
        let file = File { bytes: &self.whole, parts: std::mem::take(&mut self.parts) };
        let tables = std::mem::take(&mut self.tables);
        let mut state = State::new(&cx, &self.whole, &file, &self.config, tables);
        let mut builder =
            Builder::of_regions(&mut state, body, Some(op), count, (first, section.range().start));
        builder.unread = Some(Vec::new());
        let read = walk_regions(file.cursor(section), file.version, count, &mut builder);
        let read = read.and_then(|()| builder.check_resolved(&file.cursor(section)));
        let unread = builder.unread.take().unwrap_or_default();
        let (done, next_body) = (std::mem::take(&mut builder.done), builder.next_body);
        let versions: Vec<_> = state.versions().collect();
        self.tables = std::mem::take(&mut state.tables);
        let in_section = read.as_ref().err().and_then(|error| file.section_at(error.offset));
        self.parts = file.parts;
        read.map_err(|error| diagnostic(self.place, &error, Some(&self.header), in_section))?;
        while (self.ir.num_bodies() as u32) < next_body {
            self.ir.reserve_body();
        }
        let ids: Vec<BodyId> = done.iter().map(|&(id, _)| id).collect();
        for (id, body) in done {
            self.ir.put_new_body(id, body);
        }
        self.regions[at].is_read = true;
        if !versions.is_empty() {
            // Other bodies were upgraded when they were read.
            let place = self.place;
            self.ir
                .with_bodies(&ids, |ir| versions.iter().try_for_each(|dialect| dialect.upgrade(ir, place)))?;
        }
        let moved = match own {
            Some(_) => FxHashMap::default(),
            None => move_regions(&mut self.ir, body, op),
        };
        self.note_unread(unread, &moved);
        if own.is_none() {
            self.ir.drop_body(body);
        }
        Ok(())
    }

    /// Drops the regions of an op, including modifications; they may be read again.
    pub fn drop_regions(&mut self, op: OpHandle) {
        let Some(&at) = self.index.get(&op).filter(|&&at| self.regions[at].is_read) else { return };
        let dropped = self.regions[at].body;
        if dropped.is_some() {
            let mut empty = BodyBuilder::new(Some(op));
            for _ in 0..self.regions[at].count {
                empty.new_top_region();
            }
            self.ir.replace_inner_body(op, empty);
        } else {
            erase_contents(&mut self.ir, op);
        }
        self.regions[at].is_read = false;
        // What was found in them is found again.
        let ir = &self.ir;
        self.regions.retain(|LazyRegions { op, body, .. }| match *body {
            Some(body) => ir.find_body(body).is_some(),
            None if Some(op.body) == dropped => false,
            None => ir.find_body(op.body).is_some_and(|body| !body.is_erased(op.op)),
        });
        self.index = self.regions.iter().enumerate().map(|(at, regions)| (regions.op, at)).collect();
    }

    /// Reads the regions that `keep` accepts, and all regions nested in them; returns the IR, in which the
    /// others are empty.
    ///
    /// # Errors
    ///
    /// If the regions are not well-formed.
    pub fn finalize(mut self, mut keep: impl FnMut(&Ir, OpHandle) -> bool) -> Result<Ir, Box<Diag>> {
        let mut at = 0;
        while at < self.regions.len() {
            let op = self.regions[at].op;
            if !self.regions[at].is_read && keep(&self.ir, op) {
                self.materialize(op)?;
            }
            at += 1;
        }
        let cx = Arc::clone(self.ir.cx());
        let file = File { bytes: &self.whole, parts: std::mem::take(&mut self.parts) };
        let mut state = State::new(&cx, &self.whole, &file, &self.config, std::mem::take(&mut self.tables));
        let origin = state.origin();
        self.ir.origin = origin
            .map_err(|error| {
                diagnostic(self.place, &error, Some(&self.header), file.section_at(error.offset))
            })?
            .map(Arc::new);
        Ok(self.ir)
    }

    /// Notes regions that were passed over, of ops that were moved since.
    fn note_unread(&mut self, unread: Vec<UnreadRegions>, moved: &FxHashMap<OpHandle, OpHandle>) {
        for UnreadRegions { body, op, regions: count, section } in unread {
            // What was the first body may be the outermost one now.
            let found = match op {
                Some(op) => Some(OpHandle { body, op }),
                None => self.ir.find_body(body).and_then(|body| body.parent()),
            };
            let Some(op) = found.map(|op| moved.get(&op).copied().unwrap_or(op)) else { continue };
            let body = self.ir.op(op).inner_body();
            self.index.insert(op, self.regions.len());
            self.regions.push(LazyRegions { op, body, count, section, is_read: false });
        }
    }
}

/// Moves the regions that a body has to an op of another body, with the order of the uses in them; returns the new ops of the
/// old ones. The old ones stay.
fn move_regions(ir: &mut Ir, from: BodyId, op: OpHandle) -> FxHashMap<OpHandle, OpHandle> {
    let sources = ir.body(from).top_regions().to_vec();
    let targets: Vec<Region> = ir.body(op.body).regions(op.op).collect();
    for (&source, &target) in sources.iter().zip(&targets) {
        ir.copy_region((from, source), (op.body, target), &mut IrMapping::new());
    }
    let (src, dst) = (ir.body(from), ir.body(op.body));
    let mut ops: FxHashMap<Op, Op> = FxHashMap::default();
    let mut values: Vec<(Value, Value)> = Vec::new();
    let mut pending: Vec<(Region, Region)> = sources.into_iter().zip(targets).collect();
    while let Some((source, target)) = pending.pop() {
        for (old, new) in src.blocks_of(source).zip(dst.blocks_of(target)) {
            values.extend(src.args(old).zip(dst.args(new)));
            for (old, new) in src.ops_of(old).zip(dst.ops_of(new)) {
                values.extend(src.results(old).zip(dst.results(new)));
                pending.extend(src.regions(old).zip(dst.regions(new)));
                ops.insert(old, new);
            }
        }
    }
    // An operand that is set becomes the first use.
    let mut uses = Vec::new();
    for (old, new) in values {
        let start = uses.len();
        let places = src.uses(old).map(|used| (src.use_owner(used), src.use_index(used)));
        uses.extend(places.filter_map(|(user, index)| Some((*ops.get(&user)?, index, new))));
        uses[start..].reverse();
    }
    ir.rewrite(op.body, |rw| uses.into_iter().for_each(|(user, at, value)| rw.set_operand(user, at, value)));
    let handle = |body: BodyId| move |op: Op| OpHandle { body, op };
    ops.into_iter().map(|(old, new)| (handle(from)(old), handle(op.body)(new))).collect()
}

/// Empties the regions of an op that are in the body that the op is in.
fn erase_contents(ir: &mut Ir, op: OpHandle) {
    let body = ir.body(op.body);
    let blocks: Vec<Block> = body.regions(op.op).flat_map(|region| body.blocks_of(region)).collect();
    let ops: Vec<Op> = blocks.iter().flat_map(|&block| body.ops_of(block)).collect();
    ir.rewrite(op.body, |rw| ops.iter().for_each(|&op| rw.drop_all_references(op)));
    // One by one, as ops may have bodies of their own.
    ops.into_iter().for_each(|inner| ir.erase_op(OpHandle { body: op.body, op: inner }));
    ir.rewrite(op.body, |rw| rw.erase_blocks(&blocks));
}

/// Finds ops right in the outermost op that refer to one of some attributes.
struct SymbolFinder<'f, 'a> {
    file: &'f File<'a>,
    attributes: Vec<u64>,
    depth: usize,
    /// Whether the first that is found is enough.
    first: bool,
    found: Vec<Span>,
}

impl SymbolFinder<'_, '_> {
    /// Returns whether one of the integers in a part of the file is a reference to one of the attributes: with a flag, or
    /// without.
    fn refers(&self, part: Span) -> bool {
        let range = part.range();
        let mut rest = Cursor::new(&self.file.bytes[range.start..], range.start);
        let is_one = |number: u64| self.attributes.iter().any(|&one| one == number || one == number >> 1);
        while rest.offset() < range.end
            && let Ok(number) = rest.varint()
        {
            if is_one(number) {
                return true;
            }
        }
        false
    }
}

impl<'a> OpVisitor<'a> for SymbolFinder<'_, 'a> {
    fn op(&mut self, op: &RawOp, cursor: &Cursor<'a>) -> Outcome<Visit> {
        if self.depth > 2 {
            return Ok(Visit::UnlessLazy);
        }
        let number = |number: u64| usize::try_from(number).ok();
        let properties = op.properties.map(|at| self.file.properties_at(at)).transpose()?.flatten();
        let attrs = op.attrs.and_then(number).filter(|&at| at < self.file.attributes.len());
        let candidate = properties.is_some_and(|span| self.refers(span))
            || attrs.is_some_and(|at| self.refers(self.file.attribute(at).data));
        if candidate {
            let end = cursor.span().range().end;
            self.found.push(Span::new(op.start as u32, (end - op.start) as u32));
            if self.first {
                return Ok(Visit::Stop);
            }
        }
        Ok(if self.depth < 2 { Visit::Regions } else { Visit::UnlessLazy })
    }

    fn begin_region(&mut self, _blocks: usize, _values: u64, _cursor: &Cursor<'a>) -> Outcome<()> {
        self.depth += 1;
        Ok(())
    }

    fn block(&mut self, _block: &RawBlock, _cursor: &Cursor<'a>) -> Outcome<()> {
        Ok(())
    }

    fn end_region(&mut self) -> Outcome<()> {
        self.depth -= 1;
        Ok(())
    }

    fn end_op(&mut self) -> Outcome<()> {
        Ok(())
    }
}

/// Reads a single op of a file: the symbol of this name in the outermost op; it becomes the outermost op of
/// the result. There is no IR, and no diagnostic, if there is no such symbol, or its op is not registered.
pub fn read_symbol(
    cx: &Arc<Context>,
    sources: &Arc<SourceMap>,
    bytes: &Blob,
    name: &str,
    symbol: &str,
    config: &BytecodeReaderConfig,
) -> ParseOutput {
    let place = Loc::from_attr(cx.file_loc(cx.str(name), 0, 0));
    let mut output = ParseOutput { ir: None, diags: Vec::new(), external: Vec::new() };
    let (header, rest) = match Header::read(bytes) {
        Ok(read) => read,
        Err(error) => {
            output.diags.push(diagnostic(place, &error, None, None));
            return output;
        }
    };
    match find_symbol(cx, sources, bytes, (&header, rest), (symbol, place), config) {
        Ok(ir) => output.ir = ir,
        Err(Failure::File(error)) => output.diags.push(diagnostic(place, &error, Some(&header), None)),
        Err(Failure::Upgrade(diag)) => output.diags.push(diag),
    }
    output
}

fn find_symbol(
    cx: &Arc<Context>,
    sources: &Arc<SourceMap>,
    bytes: &Blob,
    (header, rest): (&Header, Cursor<'_>),
    (symbol, place): (&str, Loc),
    config: &BytecodeReaderConfig,
) -> Result<Option<Ir>, Failure> {
    let (file, attributes) = File::read_and_find(bytes, header, rest, symbol.as_bytes())?;
    if attributes.is_empty() {
        return Ok(None);
    }
    let attributes = attributes.into_iter().map(|number| number as u64).collect();
    let mut finder = SymbolFinder { file: &file, attributes, depth: 0, first: true, found: Vec::new() };
    let section = file.section(SectionKind::Ir);
    walk_ops(section, file.version, &mut finder)?;
    let mut candidates = std::mem::take(&mut finder.found);
    while let Some(span) = candidates.pop() {
        if let Some(ir) = read_candidate(cx, sources, (bytes, &file), span, (symbol, place), config)? {
            return Ok(Some(ir));
        }
        if std::mem::take(&mut finder.first) {
            // The first one refers to the symbol, or to its name: all are looked for.
            finder.depth = 0;
            walk_ops(section, file.version, &mut finder)?;
            candidates = std::mem::take(&mut finder.found);
            candidates.reverse();
            candidates.pop();
        }
    }
    Ok(None)
}

/// Reads an op of a file; `None` if it is not the symbol.
fn read_candidate(
    cx: &Arc<Context>,
    sources: &Arc<SourceMap>,
    (bytes, file): (&Blob, &File<'_>),
    span: Span,
    (symbol, place): (&str, Loc),
    config: &BytecodeReaderConfig,
) -> Result<Option<Ir>, Failure> {
    let mut state = State::new(cx, bytes, file, config, Tables::new(cx, file, config));
    let external = state.read_resources()?;
    let start = file.cursor(span);
    let mut builder = Builder::new(&mut state);
    walk_op(start, file.version, &mut builder)?;
    let (top, mut bodies, count) = builder.finish(&start)?;
    finish_top_level(cx, top, &mut bodies, None).map_err(|message| start.error(message))?;
    let mut ir = assemble(cx, sources.clone(), bodies, count);
    let name = ir.root().and_then(|root| root.symbol_name());
    if name.is_none_or(|name| name.text(cx) != symbol) {
        return Ok(None);
    }
    ir.external = external;
    ir.origin = state.origin()?.map(Arc::new);
    for dialect in state.versions() {
        dialect.upgrade(&mut ir, place).map_err(Failure::Upgrade)?;
    }
    Ok(Some(ir))
}

/// Reads one symbol of a buffer of `sources`, as [`read_symbol`] does.
pub fn read_symbol_of(
    cx: &Arc<Context>,
    sources: &Arc<SourceMap>,
    buffer: BufferId,
    symbol: &str,
) -> ParseOutput {
    let buffer = sources.buffer(buffer);
    let file = Blob::part_of(buffer.shared_bytes(), 0..buffer.bytes().len());
    let (name, config) = (buffer.name().clone(), BytecodeReaderConfig::default());
    read_symbol(cx, sources, &file, &name, symbol, &config)
}

/// Opens a buffer of `sources`, as [`LazyBytecode::open`] does.
///
/// # Errors
///
/// As there.
pub fn open_lazily(
    cx: &Arc<Context>,
    sources: &Arc<SourceMap>,
    buffer: BufferId,
) -> Result<LazyBytecode, Box<Diag>> {
    let buffer = sources.buffer(buffer);
    let file = Blob::part_of(buffer.shared_bytes(), 0..buffer.bytes().len());
    LazyBytecode::open(cx, sources, &file, buffer.name(), BytecodeReaderConfig::default())
}
