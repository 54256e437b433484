//! Writes IR: one pass to number, one to write, and one before them to find aliases where there may be any.

mod hooks;
mod marks;
mod metadata;
mod names;
mod ops;
mod texts;
mod values;

use std::io::{self, Write};
use std::sync::Arc;

use rustc_hash::FxHashMap;
use terrace_ir::attrs::AttrData;
use terrace_ir::print::alias::{AliasCollector, AliasTable, Symbol, may_have_aliases};
use terrace_ir::print::{AttrOptions, AttrWriter, Elide};
use terrace_ir::{BlockRef, BodyId, Context, Ir, OpRef};
use terrace_support::file;

pub(crate) use hooks::Hooks;
pub use marks::{Mark, Marked, What};
use names::{Names, Numbering, Start};
pub use values::ValueNames;

pub use terrace_ir::print::PrintOptions;

/// Writes text on; keeps it in a buffer when there is nowhere to write to.
pub(crate) enum Sink<'a> {
    Buffer,
    Stream { out: &'a mut dyn Write, error: Option<io::Error> },
}

const FLUSH: usize = 1 << 16;

/// The state of writing.
pub(crate) struct Printer<'a, 's> {
    pub(crate) w: AttrWriter<'a>,
    pub(crate) ir: &'a Ir,
    pub(crate) options: &'a PrintOptions,
    pub(crate) indent: usize,
    /// Names of the bodies that are open, the innermost last.
    pub(crate) names: Vec<(BodyId, Arc<Names>)>,
    /// Names of all bodies, where numbers are unique.
    pub(crate) unique: Arc<FxHashMap<BodyId, Arc<Names>>>,
    pub(crate) default_dialects: Vec<&'static str>,
    pub(crate) sink: Sink<'s>,
    /// The positions of printed ops and values, if requested.
    pub(crate) marks: Option<Vec<Mark>>,
}

impl<'a, 's> Printer<'a, 's> {
    pub(crate) fn new(ir: &'a Ir, options: &'a PrintOptions, sink: Sink<'s>) -> Self {
        let mut w = AttrWriter::new(ir.cx());
        w.options = AttrOptions::default()
            .elide_elements_above(options.elide_elements_above)
            .hex_above(options.hex_above)
            .pretty_locations(options.pretty_debuginfo);
        Self {
            w,
            ir,
            options,
            indent: 0,
            names: Vec::new(),
            unique: Arc::default(),
            default_dialects: vec!["builtin"],
            sink,
            marks: None,
        }
    }

    /// The context.
    #[inline]
    pub(crate) fn cx(&self) -> &'a Context {
        let ir: &'a Ir = self.ir;
        ir.cx()
    }

    /// Hands the buffer on when it is large enough.
    #[inline]
    pub(crate) fn flush_if_large(&mut self) {
        if self.w.out.len() >= FLUSH {
            self.flush();
        }
    }

    /// Appends text to the output after the contents of the buffer.
    pub(crate) fn hand_on(&mut self, text: String) {
        if let Sink::Buffer = self.sink {
            return self.w.out.push_str(&text);
        }
        self.flush();
        self.w.out = text;
        self.flush();
    }

    /// Appends text that need not pass through the buffer: ASCII characters, of which parts of a mapped file need not stay
    /// in memory after that.
    pub(crate) fn hand_on_ascii(&mut self, text: &[u8]) {
        const PART: usize = 4 << 20;
        self.flush();
        for part in text.chunks(PART) {
            match &mut self.sink {
                Sink::Buffer => self.w.out.push_str(&String::from_utf8_lossy(part)),
                Sink::Stream { out, error: error @ None } => *error = out.write_all(part).err(),
                Sink::Stream { .. } => return,
            }
            if text.len() >= PART {
                file::release(part);
            }
        }
    }

    pub(crate) fn flush(&mut self) {
        if let Sink::Stream { out, error } = &mut self.sink {
            if error.is_none()
                && let Err(e) = out.write_all(self.w.out.as_bytes())
            {
                *error = Some(e);
            }
            self.w.out.clear();
        }
    }

    pub(crate) fn names_of(&self, body: BodyId) -> Option<&Names> {
        self.names.iter().rev().find(|(id, _)| *id == body).map(|(_, names)| &**names)
    }

    /// Opens a body: makes its names the innermost. True if it was not open.
    pub(crate) fn open_body(&mut self, op: OpRef<'a>) -> bool {
        let Some(inner) = op.inner_body() else { return false };
        // Nothing is named while aliases are collected.
        if self.w.collect.is_some() || self.names_of(inner).is_some() {
            return false;
        }
        let names = match self.unique.get(&inner) {
            Some(names) => names.clone(),
            None => {
                let start = match op.block().and_then(|b| b.region()) {
                    Some(region) => {
                        self.names_of(op.body_id()).map_or(Start::default(), |n| n.start(region.id()))
                    }
                    None => Start::default(),
                };
                Arc::new(Numbering::body(self.ir, self.options, inner, start))
            }
        };
        self.names.push((inner, names));
        true
    }
}

/// Whether there are distinct attributes, which are numbered as they are met.
fn has_distinct(cx: &Context) -> bool {
    (0..cx.num_attrs()).any(|i| matches!(terrace_ir::Attr::from_u32(i).data(cx), AttrData::Distinct { .. }))
}

/// Collects the attributes and types that may have an alias, in the order in which they are printed, and names them.
fn aliases(ir: &Ir, options: &PrintOptions) -> AliasTable {
    if options.local_scope || (!options.debuginfo && !may_have_aliases(ir.cx())) {
        return AliasTable::default();
    }
    let Some(root) = ir.root() else { return AliasTable::default() };
    let mut printer = Printer::new(ir, options, Sink::Buffer);
    printer.w.collect = Some(Box::new(AliasCollector::default()));
    printer.full_op(root);
    printer.w.collect.take().map_or(AliasTable::default(), |c| c.finish())
}

impl<'a> Printer<'a, '_> {
    fn open_root(&mut self, root: OpRef<'a>) {
        // Generic text numbers every value once, so that it can be searched.
        if self.options.unique_ssa_ids || self.options.generic {
            self.unique = Arc::new(Numbering::unique(self.ir, self.options, root));
        }
        let names = match self.unique.get(&root.body_id()) {
            Some(names) => names.clone(),
            None => Arc::new(Numbering::body(self.ir, self.options, root.body_id(), Start::default())),
        };
        self.names.push((root.body_id(), names));
    }

    fn alias_definitions(&mut self, table: &'a AliasTable, deferred: bool) {
        for alias in table.iter().filter(|a| a.deferred == deferred) {
            self.w.out.push_str(&alias.text);
            self.w.out.push_str(" = ");
            match alias.symbol {
                Symbol::Attr(attr) => self.w.write_attr_in_full(attr, Elide::Never),
                Symbol::Type(ty) => self.w.write_type_in_full(ty),
            }
            self.w.out.push('\n');
        }
    }
}

/// Writes a whole file: aliases, the outermost op, metadata.
///
/// # Errors
///
/// If the output cannot be written.
pub fn print_ir(ir: &Ir, options: &PrintOptions, out: &mut dyn Write) -> io::Result<()> {
    write_file(ir, options, Sink::Stream { out, error: None }, None).map(|_| ())
}

/// A whole file, and where its ops and values are written.
pub fn print_ir_marked(ir: &Ir, options: &PrintOptions) -> Marked {
    let options = options.clone().parallel(false);
    write_file(ir, &options, Sink::Buffer, Some(Vec::new())).expect("writing to memory does not fail")
}

fn write_file(
    ir: &Ir,
    options: &PrintOptions,
    sink: Sink<'_>,
    marks: Option<Vec<Mark>>,
) -> io::Result<Marked> {
    let Some(root) = ir.root() else { return Ok(Marked::default()) };
    let table = aliases(ir, options);
    let mut printer = Printer::new(ir, options, sink);
    printer.marks = marks;
    printer.w.aliases = (!table.is_empty()).then_some(&table);
    printer.alias_definitions(&table, false);
    printer.open_root(root);
    printer.full_op_and_loc(root);
    printer.w.out.push('\n');
    if !options.local_scope {
        printer.alias_definitions(&table, true);
        printer.file_metadata();
        printer.w.out.push('\n');
    }
    printer.flush();
    match printer.sink {
        Sink::Stream { error: Some(error), .. } => Err(error),
        _ => Ok(Marked { text: printer.w.out, marks: printer.marks.unwrap_or_default() }),
    }
}

/// Returns the text of one op alone, as in diagnostics, without aliases.
pub fn print_op(op: OpRef<'_>, options: &PrintOptions) -> String {
    write_op(op, options, None).text
}

/// Returns the text of one block alone, with its label, and without aliases.
pub fn print_block(block: BlockRef<'_>, options: &PrintOptions) -> String {
    let options = options.clone().local_scope(true).parallel(false);
    let ir = block.ir();
    let mut printer = Printer::new(ir, &options, Sink::Buffer);
    let names = Numbering::body(ir, &options, block.body_id(), Start::default());
    printer.names.push((block.body_id(), Arc::new(names)));
    printer.block(block, true, true);
    printer.w.out
}

/// An elements attribute with more elements is cut short where an op is shown in a diagnostic.
const MAX_SHOWN_ELEMENTS: i64 = 16;

/// The text of an op in or with a diagnostic, starting on a new line if it has several lines. The op of an
/// error may be invalid, so that its custom form cannot be used.
pub fn print_op_in_diagnostic(op: OpRef<'_>, options: &PrintOptions, is_error: bool) -> String {
    let options = options
        .clone()
        .generic(options.generic || is_error)
        .local_scope(true)
        .elide_elements_above(Some(MAX_SHOWN_ELEMENTS));
    let text = print_op(op, &options);
    if text.contains('\n') { format!("\n{text}") } else { text }
}

/// Returns the text of one op alone, and the positions of the ops and values in it.
pub fn print_op_marked(op: OpRef<'_>, options: &PrintOptions) -> Marked {
    write_op(op, options, Some(Vec::new()))
}

fn write_op(op: OpRef<'_>, options: &PrintOptions, marks: Option<Vec<Mark>>) -> Marked {
    let options = options.clone().local_scope(true).parallel(options.parallel && marks.is_none());
    let ir = op.ir();
    let mut printer = Printer::new(ir, &options, Sink::Buffer);
    printer.marks = marks;
    // Names count from the closest isolated op, as the op's text would in its file.
    let names = match op.parent_op() {
        Some(parent) if options.unique_ssa_ids || options.generic => {
            let outer = || op.body().parent().map_or(parent, |handle| ir.op(handle));
            let root = if op.inner_body().is_some() { op } else { outer() };
            printer.unique = Arc::new(Numbering::unique(ir, &options, root));
            printer.unique.get(&op.body_id()).cloned().unwrap_or_default()
        }
        Some(_) => {
            let start = Start::default();
            Arc::new(Numbering::body(ir, &options, op.body_id(), start))
        }
        None => Arc::new(Numbering::op_alone(ir, &options, op)),
    };
    printer.names.push((op.body_id(), names));
    printer.full_op_and_loc(op);
    Marked { text: printer.w.out, marks: printer.marks.unwrap_or_default() }
}
