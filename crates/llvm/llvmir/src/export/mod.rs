//! A module in the dialect llvm as a module of LLVM IR.
//!
//! Symbols are declared in the order of their ops, as LLVM's tools would have them. Of a function, constants are computed
//! first, in an order in which values come before their uses; then values and blocks get handles; then its instructions are made.
//! Instructions that LLVM folds while it builds them are folded, so that the module is that of upstream's translation.

mod attributes;
mod calls;
mod constant_attrs;
mod control;
mod debug_fields;
mod debug_info;
mod edges;
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
mod module;
mod types;

use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_ir::{Attr, Block, Context, Diag, Ir, OpHandle, OpRef, OptionalAttr, Str, ValueRef};
use terrace_llvm_ir::layout::Layout;
use terrace_llvm_ir::model::{
    BlockId, Body, ConstId, ConstKind, Flags, GlobalId, Inst, InstKind, LocalId, Metadata, Module, NodeId,
    Value,
};
use terrace_llvm_ir::{Type as LlvmType, print};
use terrace_support::entity::Entity;

use crate::phi_notes::PhiNotes;

pub use types::type_text;

type Result<T = ()> = std::result::Result<T, Box<Diag>>;

/// The attachments of a global or an instruction: kinds and nodes.
type Attached = Vec<(terrace_llvm_ir::Str, NodeId)>;

/// Exports a module as LLVM IR. If a branch reaches one block with different operands, all but one of the
/// edges are split, since the value of a `phi` depends only on the predecessor block.
///
/// # Errors
///
/// If the module has ops or types without an equivalent in LLVM IR.
pub fn export(ir: &Ir, module: OpHandle) -> Result<String> {
    Ok(print(&build(ir, module, false)?))
}

/// As [`export`], for a module that was LLVM IR before: addresses in globals keep the types that they were written with, which
/// LLVM's builder would make bytes.
///
/// # Errors
///
/// As [`export`].
pub fn export_imported(ir: &Ir, module: OpHandle) -> Result<String> {
    Ok(print(&build(ir, module, true)?))
}

/// Builds a module of LLVM IR; one that was LLVM IR before keeps the types of addresses in globals.
///
/// # Errors
///
/// As [`export`].
pub fn build(ir: &Ir, module: OpHandle, was_imported: bool) -> Result<Module> {
    let layout = layout_spec::data_layout(ir.op(module))?;
    let mut exporter = Exporter::new(ir, ir.op(module), &layout);
    exporter.keeps_addresses = was_imported || exporter.has_kept();
    exporter.build(ir.op(module), &layout)?;
    Ok(exporter.module)
}

/// The bytes of a string; empty if the attribute is no string.
fn bytes_of(cx: &Context, attr: impl Into<Option<Attr>>) -> &[u8] {
    attr.into().optional_bytes(cx)
}

/// The translation of a value.
#[derive(Clone, Copy, Default)]
enum Local {
    /// Nothing yet.
    #[default]
    Unknown,
    /// A constant.
    Const(ConstId),
    /// The result of an instruction, or an argument.
    Value(LocalId),
}

/// The state of the translation of one function.
#[derive(Default)]
struct FunctionState {
    body: Body,
    values: Vec<Local>,
    blocks: FxHashMap<Block, BlockId>,
    /// Blocks that are not in the text, since they are a part of the edge from the first block to the second.
    edges: FxHashMap<Block, (Block, Block)>,
    /// Blocks that the text has for edges.
    split: edges::SplitEdges,
    /// The scope in which locations are, if there is debug information.
    scope: Option<NodeId>,
    /// The parts of `phi` instructions and records that block arguments cannot represent.
    notes: Arc<PhiNotes>,
}

struct Exporter<'a> {
    cx: &'a Context,
    ir: &'a Ir,
    /// The module that is built.
    module: Module,
    types: types::TypeMap,
    layout: Layout,
    /// Whether addresses in globals are written as ops have them.
    keeps_addresses: bool,
    module_op: OpRef<'a>,
    kept: kept::KeptState,
    debug: debug_info::DebugInfo,
    loops: loops::Loops,
    /// Intrinsics that are called, in order.
    intrinsics: Vec<intrinsics::Declaration>,
    declared: FxHashMap<String, usize>,
    /// The intrinsics that calls with these names, types of arguments and types of results call.
    called: FxHashMap<(Attr, Vec<LlvmType>, LlvmType), Rc<terrace_llvm_ir::signatures::Called>>,
    /// Blocks with tags, for their addresses: by function and tag, the number among those whose addresses are taken.
    tags: FxHashMap<(GlobalId, u32), u32>,
    comdats: FxHashMap<terrace_llvm_ir::Str, &'static str>,
    function_comdats: Vec<terrace_llvm_ir::Str>,
    global_comdats: Vec<terrace_llvm_ir::Str>,
    /// The names of functions.
    functions: FxHashSet<Str>,
    flag_names: Vec<Metadata>,
    function: FunctionState,
    /// The translations of ops, by op name index.
    forms: Vec<Option<forms::Form>>,
}

impl<'a> Exporter<'a> {
    fn new(ir: &'a Ir, module: OpRef<'a>, layout: &str) -> Self {
        Self {
            cx: module.cx(),
            ir,
            module: Module::default(),
            types: types::TypeMap::default(),
            layout: Layout::parse(layout),
            keeps_addresses: false,
            module_op: module,
            kept: kept::KeptState::default(),
            debug: debug_info::DebugInfo::default(),
            loops: loops::Loops::default(),
            intrinsics: Vec::new(),
            declared: FxHashMap::default(),
            called: FxHashMap::default(),
            tags: FxHashMap::default(),
            comdats: FxHashMap::default(),
            function_comdats: Vec::new(),
            global_comdats: Vec::new(),
            functions: FxHashSet::default(),
            flag_names: Vec::new(),
            function: FunctionState::default(),
            forms: Vec::new(),
        }
    }

    /// The constant that a value is.
    fn constant_of(&self, value: ValueRef<'_>) -> Option<ConstId> {
        match self.function.values.get(value.id().index()) {
            Some(&Local::Const(constant)) => Some(constant),
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

    /// The operand that a value is.
    fn value(&mut self, value: ValueRef<'_>) -> Value {
        match self.function.values.get(value.id().index()) {
            Some(&Local::Const(constant)) => Value::Const(constant),
            Some(&Local::Value(local)) => Value::Local(local),
            // The result of an op that has none in LLVM IR.
            Some(Local::Unknown) | None => {
                let ty = self.ty(value.ty());
                Value::Const(self.module.constant(ty, ConstKind::Poison))
            }
        }
    }

    fn values<'v>(&mut self, values: impl IntoIterator<Item = ValueRef<'v>>) -> Vec<Value> {
        values.into_iter().map(|value| self.value(value)).collect()
    }

    /// The handle of the result of an instruction.
    fn result_of(&self, op: OpRef<'_>) -> Option<LocalId> {
        match self.function.values.get(op.results().next()?.id().index()) {
            Some(&Local::Value(local)) => Some(local),
            _ => None,
        }
    }

    /// The type of the first result, which is `void` where there is none.
    fn result_type(&mut self, op: OpRef<'_>) -> LlvmType {
        op.results().next().map_or(LlvmType::VOID, |result| self.ty(result.ty()))
    }

    /// The block of the text that a block is.
    fn block(&self, block: Block) -> BlockId {
        *self.function.blocks.get(&block).expect("the blocks of a function have handles")
    }

    /// Adds an instruction to the last block.
    fn push(&mut self, made: Made, result: Option<LocalId>, ty: LlvmType, attached: &Attached) {
        let body = &mut self.function.body;
        let operands = body.operands.len() as u32..(body.operands.len() + made.operands.len()) as u32;
        body.operands.extend_from_slice(&made.operands);
        let attachments = body.attachments.len() as u32..(body.attachments.len() + attached.len()) as u32;
        body.attachments.extend_from_slice(attached);
        let records = body.insts.last().map_or(0, |inst: &Inst| inst.records.end)..body.records.len() as u32;
        let Made { kind, flags, .. } = made;
        body.insts.push(Inst { kind, ty, result, operands, attachments, records, flags, span: 0..0 });
    }
}

/// An instruction without its result and attachments.
struct Made {
    kind: InstKind,
    flags: Flags,
    operands: Vec<Value>,
}

impl Made {
    fn new(kind: InstKind, operands: Vec<Value>) -> Self {
        Self { kind, flags: Flags::default(), operands }
    }

    fn with(mut self, flags: Flags) -> Self {
        self.flags = flags;
        self
    }
}
