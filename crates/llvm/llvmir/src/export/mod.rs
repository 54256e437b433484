//! A module in the dialect llvm as LLVM IR text.
//!
//! Symbols are declared in the order of their ops, as LLVM's tools would print them. Of a function, constants are computed
//! first, in an order in which values come before their uses; then values and blocks get numbers; then it is written. What
//! LLVM would fold while it builds instructions is folded, so that the text is that of upstream's translation.

mod attributes;
mod calls;
mod constant_attrs;
mod control;
mod debug_fields;
mod debug_info;
mod forms;
mod functions;
mod globals;
mod instructions;
mod intrinsic_attributes;
mod intrinsics;
mod kept;
mod layout_spec;
mod loops;
mod memory;
mod metadata;
mod module;
mod successors;

use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_ir::{Attr, Block, Context, Diag, Ir, OpHandle, OpRef, Str, Type, ValueRef};
use terrace_support::entity::Entity;

use crate::constants::{Const, ConstKind};
use crate::fold::Folder;
use crate::layout::Layout;
use crate::phi_notes::PhiNotes;
use crate::types::Types;
use attributes::Groups;
use metadata::Metadata;

pub use successors::make_successors_distinct;

type Result<T = ()> = std::result::Result<T, Box<Diag>>;

/// Writes a module as LLVM IR. Branches that reach one block with different values are split first, as
/// [`make_successors_distinct`] does it.
///
/// # Errors
///
/// If the module has ops or types that LLVM IR has nothing for.
pub fn export(ir: &mut Ir, module: OpHandle) -> Result<String> {
    write_module(ir, module, false)
}

/// As [`export`], for a module that was LLVM IR before: addresses in globals keep the types that they were written with, which
/// LLVM's builder would make bytes.
///
/// # Errors
///
/// As [`export`].
pub fn export_imported(ir: &mut Ir, module: OpHandle) -> Result<String> {
    write_module(ir, module, true)
}

fn write_module(ir: &mut Ir, module: OpHandle, keeps_addresses: bool) -> Result<String> {
    make_successors_distinct(ir, module);
    let layout = layout_spec::data_layout(ir.op(module))?;
    let mut exporter = Exporter::new(ir, ir.op(module), &layout);
    exporter.keeps_addresses = keeps_addresses || exporter.has_kept();
    exporter.module(ir.op(module), &layout)?;
    Ok(exporter.finish())
}

/// An attribute with a number, as it is written.
pub(crate) fn number_attribute(name: &str, number: u64) -> String {
    attributes::number_text(name, number, false)
}

/// The bytes of a string; empty if the attribute is no string.
fn bytes_of(cx: &Context, attr: impl Into<Option<Attr>>) -> &[u8] {
    attr.into().and_then(|attr| attr.as_string(cx)).map(|text| text.bytes(cx)).unwrap_or_default()
}

/// A symbol with its sigil.
pub(crate) fn symbol_text(name: &[u8]) -> Rc<str> {
    let mut text = String::new();
    crate::names::write_identifier(&mut text, '@', name);
    text.into()
}

/// The translation of a value.
#[derive(Clone, Default)]
enum Local {
    /// Nothing yet.
    #[default]
    Unknown,
    /// A constant.
    Const(Const),
    /// The result of an instruction, or an argument.
    Number(u32),
}

/// The state of the translation of one function.
#[derive(Default)]
struct FunctionState {
    values: Vec<Local>,
    blocks: FxHashMap<Block, u32>,
    /// Blocks that are not written, since they are a part of the edge from the first block to the second.
    edges: FxHashMap<Block, (Block, Block)>,
    /// The scope in which locations are, if there is debug information.
    scope: Option<metadata::Node>,
    next: u32,
    /// The parts of `phi` instructions and records that block arguments cannot represent.
    notes: Arc<PhiNotes>,
}

struct Exporter<'a> {
    cx: &'a Context,
    ir: &'a Ir,
    layout: Layout,
    /// Whether addresses in globals are written as ops have them.
    keeps_addresses: bool,
    module_op: OpRef<'a>,
    kept: kept::KeptState,
    types: Types,
    groups: Groups,
    metadata: Metadata,
    /// The bytes that there are for sure after the address of a symbol.
    sizes: FxHashMap<Rc<str>, u64>,
    debug: debug_info::DebugInfo,
    loops: loops::Loops,
    /// Intrinsics that are called, in order, with their declarations up to the attributes.
    intrinsics: Vec<intrinsics::Declaration>,
    declared: FxHashMap<String, usize>,
    /// The intrinsics that calls with these names, types of arguments and types of results call.
    called: FxHashMap<(Attr, Vec<Type>, Option<Type>), Rc<crate::signatures::Called>>,
    /// Elements of `!llvm.module.flags` and its kin, by name and in order.
    named: Vec<(String, Vec<metadata::Node>)>,
    /// Blocks with tags, for their addresses: by function and tag.
    tags: FxHashMap<(Rc<str>, u32), u32>,
    header: String,
    comdats: FxHashMap<Rc<str>, &'static str>,
    function_comdats: Vec<Rc<str>>,
    global_comdats: Vec<Rc<str>>,
    /// The names of functions.
    functions: FxHashSet<Str>,
    flag_names: Vec<metadata::Item>,
    globals: String,
    aliases: String,
    ifuncs: String,
    out: String,
    function: FunctionState,
    /// The translations of ops, by op name index.
    forms: Vec<Option<forms::Form<'a>>>,
}

impl<'a> Exporter<'a> {
    fn new(ir: &'a Ir, module: OpRef<'a>, layout: &str) -> Self {
        let cx = module.cx();
        Self {
            cx,
            ir,
            layout: Layout::parse(layout),
            keeps_addresses: false,
            module_op: module,
            kept: kept::KeptState::default(),
            types: Types::default(),
            groups: Groups::default(),
            metadata: Metadata::default(),
            sizes: FxHashMap::default(),
            debug: debug_info::DebugInfo::default(),
            loops: loops::Loops::default(),
            intrinsics: Vec::new(),
            declared: FxHashMap::default(),
            called: FxHashMap::default(),
            named: Vec::new(),
            tags: FxHashMap::default(),
            header: String::new(),
            comdats: FxHashMap::default(),
            function_comdats: Vec::new(),
            global_comdats: Vec::new(),
            functions: FxHashSet::default(),
            flag_names: Vec::new(),
            globals: String::new(),
            aliases: String::new(),
            ifuncs: String::new(),
            out: String::new(),
            function: FunctionState::default(),
            forms: Vec::new(),
        }
    }

    fn folder(&self) -> Folder<'_> {
        let keeps_addresses = self.keeps_addresses;
        Folder { cx: self.cx, layout: &self.layout, sizes: &self.sizes, keeps_addresses }
    }

    fn ty(&mut self, ty: Type) {
        self.types.write(self.cx, &mut self.out, ty);
    }

    fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Whether a value is the result of an instruction, or an argument.
    fn has_number(&self, value: ValueRef<'_>) -> bool {
        matches!(self.function.values.get(value.id().index()), Some(Local::Number(_)))
    }

    /// The constant that a value is.
    fn constant_of(&self, value: ValueRef<'_>) -> Option<&Const> {
        match self.function.values.get(value.id().index()) {
            Some(Local::Const(constant)) => Some(constant),
            _ => None,
        }
    }

    fn set_local(&mut self, value: ValueRef<'_>, local: Local) {
        let index = value.id().index();
        if index >= self.function.values.len() {
            self.function.values.resize(index + 1, Local::Unknown);
        }
        self.function.values[index] = local;
    }

    /// Appends a value without its type.
    fn value(&mut self, value: ValueRef<'_>) {
        match self.function.values.get(value.id().index()) {
            Some(Local::Const(constant)) => constant.write(self.cx, &mut self.types, &mut self.out),
            Some(&Local::Number(number)) => self.local_number(number),
            // The result of an op that has none in LLVM IR.
            Some(Local::Unknown) | None => self.text("poison"),
        }
    }

    fn local_number(&mut self, number: u32) {
        self.out.push('%');
        terrace_support::apint::push_u64(&mut self.out, u64::from(number));
    }

    /// Appends a value after its type.
    fn typed(&mut self, value: ValueRef<'_>) {
        self.ty(value.ty());
        self.out.push(' ');
        self.value(value);
    }

    /// Appends values after their types, between commas.
    fn typed_list<'v>(&mut self, values: impl Iterator<Item = ValueRef<'v>>) {
        for (index, value) in values.enumerate() {
            if index > 0 {
                self.text(", ");
            }
            self.typed(value);
        }
    }

    /// Appends the name of a block.
    fn block(&mut self, block: Block) {
        let number = self.function.blocks.get(&block).copied().unwrap_or_default();
        self.local_number(number);
    }

    fn number_text(&mut self, number: u64) {
        terrace_support::apint::push_u64(&mut self.out, number);
    }
}

/// A symbol as a constant of a type.
fn symbol_constant(ty: Type, name: &[u8]) -> Const {
    Const::new(ty, ConstKind::Symbol(symbol_text(name)))
}
