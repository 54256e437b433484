//! Passes on the dialect llvm before LLVM IR is written.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use terrace_dialects_builtin::builtin::ModuleOp;
use terrace_dialects_llvm::enums::{Comdat, Linkage, Visibility};
use terrace_dialects_llvm::ops as llvm;
use terrace_ir::enum_attr::enum_attr;
use terrace_ir::{
    Attr, AttrData, Block, BodyId, InsertPoint, Ir, Op, OpHandle, OpKind, Rewriter, Type, Value,
};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun, option_enum, pass_options};
use terrace_passes_arith_math::arith::ranges::rewrite_bodies;

/// The name of the op that holds the groups of functions.
const COMDAT: &str = "__llvm_comdat";

/// Adds `linkonce` and `linkonce_odr` functions to comdats of the selection kind `any`.
pub static LLVM_ADD_COMDATS: PassDef = PassDef {
    name: "llvm-add-comdats",
    class: "LLVMAddComdats",
    doc: "Add comdats to linkonce and linkonce_odr functions",
    anchor: Some(ModuleOp::DEF.name),
    make: |_| Ok(Pass::Ir(Box::new(AddComdats))),
    ..EMPTY_PASS
};

struct AddComdats;

impl IrPass for AddComdats {
    fn run(&self, ir: &mut Ir, op: OpHandle, _: &mut PassRun<'_>) -> Result<(), Failed> {
        let cx = Arc::clone(ir.cx());
        let Some(block) = ir.op(op).single_region().entry() else { return Ok(()) };
        let (body, block, loc) = (block.body_id(), block.id(), ir.op(op).loc());
        let functions: Vec<(Op, Attr)> = ir
            .op(op)
            .single_region()
            .entry()
            .into_iter()
            .flat_map(|block| block.ops())
            .filter_map(|op| op.cast::<llvm::LLVMFuncOp>().map(|view| (op.id(), view)))
            .filter(|(_, view)| matches!(view.linkage(), Linkage::Linkonce | Linkage::LinkonceODR))
            .map(|(op, view)| (op, view.sym_name_attr()))
            .collect();
        if functions.is_empty() {
            return Ok(());
        }
        let tables = ir.symbol_tables();
        let found = tables.lookup(ir.op(op), cx.str(COMDAT)).filter(|op| op.isa::<llvm::ComdatOp>());
        let found = found.map(|op| op.handle().op);
        ir.rewrite(body, |rw| {
            let comdat = found.unwrap_or_else(|| {
                rw.set_insertion_point(InsertPoint::start(rw.body(), block));
                let region = rw.new_region();
                rw.create_block(region, &[]);
                let name = cx.str_attr(cx.str(COMDAT));
                rw.build(llvm::ComdatOp::of().loc(loc).sym_name_attr(name).body(region)).into()
            });
            let region = llvm::ComdatOp::view_of(rw.op(comdat)).body().id();
            let Some(group) = rw.body().last_block(region) else { return };
            let loc = rw.body().loc(comdat);
            for (function, name) in functions {
                rw.set_insertion_point(InsertPoint::start(rw.body(), group));
                let selector = llvm::ComdatSelectorOp::of().loc(loc).sym_name_attr(name);
                rw.build(selector.comdat(Comdat::Any));
                let Some(name) = name.as_string(rw.cx()) else { continue };
                let root = rw.cx().str(COMDAT);
                let symbol = rw.cx().attr(AttrData::SymbolRef { root, nested: Box::new([name]) });
                rw.set_attr(function, "comdat", symbol);
            }
        });
        Ok(())
    }
}

option_enum! {
    /// The visibility of symbols.
    enum DefaultVisibility {
        /// As it is.
        Default = "",
        /// Not visible outside of the module.
        Hidden = "hidden",
        /// Visible, but not preemptible.
        Protected = "protected",
    }
}

pass_options! {
    /// The options of `llvm-use-default-visibility`.
    struct VisibilityOptions {
        /// Visibility to use in place of default.
        visibility("visibility"): DefaultVisibility = "",
    }
}

/// Sets the visibility of symbols that have the default one.
pub static LLVM_USE_DEFAULT_VISIBILITY: PassDef = PassDef {
    name: "llvm-use-default-visibility",
    class: "LLVMUseDefaultVisibilityPass",
    doc: "Update default visibility of all global values and function definitions",
    options: VisibilityOptions::DEFS,
    anchor: Some(ModuleOp::DEF.name),
    make: |options| {
        let visibility = match VisibilityOptions::from(options).visibility {
            DefaultVisibility::Default => Visibility::Default,
            DefaultVisibility::Hidden => Visibility::Hidden,
            DefaultVisibility::Protected => Visibility::Protected,
        };
        Ok(Pass::Ir(Box::new(UseDefaultVisibility(visibility))))
    },
    ..EMPTY_PASS
};

struct UseDefaultVisibility(Visibility);

impl IrPass for UseDefaultVisibility {
    fn run(&self, ir: &mut Ir, op: OpHandle, _: &mut PassRun<'_>) -> Result<(), Failed> {
        if self.0 == Visibility::Default {
            return Ok(());
        }
        let kinds: Vec<&str> = vec![
            llvm::LLVMFuncOp::DEF.name,
            llvm::GlobalOp::DEF.name,
            llvm::IFuncOp::DEF.name,
            llvm::AliasOp::DEF.name,
        ];
        rewrite_bodies(ir, op, |rw| {
            let cx = rw.cx();
            let (default, wanted) = (enum_attr(cx, Visibility::Default), enum_attr(cx, self.0));
            let ops: Vec<Op> = rw.body().live_ops().collect();
            for op in ops {
                let view = rw.op(op);
                if kinds.contains(&view.name_text()) && view.inherent_attr("visibility_") == Some(default) {
                    rw.set_attr(op, "visibility_", wanted);
                }
            }
        });
        Ok(())
    }
}

/// Splits edges so that successors with arguments of a branch are distinct blocks, since LLVM's phis
/// distinguish edges by predecessor.
pub static LLVM_LEGALIZE_FOR_EXPORT: PassDef = PassDef {
    name: "llvm-legalize-for-export",
    class: "LLVMLegalizeForExportPass",
    doc: "Legalize LLVM dialect to be convertible to LLVM IR",
    make: |_| Ok(Pass::Ir(Box::new(LegalizeForExport))),
    ..EMPTY_PASS
};

struct LegalizeForExport;

impl IrPass for LegalizeForExport {
    fn run(&self, ir: &mut Ir, op: OpHandle, _: &mut PassRun<'_>) -> Result<(), Failed> {
        rewrite_bodies(ir, op, |rw| {
            let terminators: Vec<Op> =
                rw.body().live_ops().filter(|&op| rw.op(op).successors().nth(1).is_some()).collect();
            terminators.into_iter().for_each(|op| distinct_successors(rw, op));
        });
        Ok(())
    }
}

fn distinct_successors(rw: &mut Rewriter<'_>, op: Op) {
    let successors: Vec<Block> = rw.op(op).successors().map(|block| block.id()).collect();
    let mut positions: FxHashMap<Block, Vec<usize>> = FxHashMap::default();
    for (at, &block) in successors.iter().enumerate() {
        if rw.body().n_args(block) > 0 {
            positions.entry(block).or_default().push(at);
        }
    }
    // Blocks in the order in which the branch names them.
    for (at, block) in successors.into_iter().enumerate() {
        let first = positions.get(&block).and_then(|positions| positions.first());
        if first.is_none_or(|&first| first == at) {
            continue;
        }
        let Some(region) = rw.body().region_of(block) else { continue };
        let loc = rw.body().loc(op);
        let args: Vec<(Type, terrace_ir::Loc)> = (0..rw.body().n_args(block))
            .map(|index| (rw.body().value_type(rw.body().arg(block, index)), rw.body().arg_loc(block, index)))
            .collect();
        let between = rw.create_block(region, &args);
        rw.set_successor(op, at, between);
        let values: Vec<Value> = rw.body().args(between).collect();
        rw.set_insertion_point_to_end(between);
        rw.build(llvm::BrOp::of(&values).loc(loc).dest(block));
    }
}

pass_options! {
    /// The options of `set-llvm-module-datalayout`.
    struct DataLayoutOptions {
        /// String description (LLVM format) of the data layout that is expected on the produced module
        data_layout("data-layout"): String = "",
    }
}

/// Sets the data layout of a module.
pub static SET_LLVM_MODULE_DATALAYOUT: PassDef = PassDef {
    name: "set-llvm-module-datalayout",
    class: "SetLLVMModuleDataLayoutPass",
    doc: "Attach a datalayout string as a module attribute",
    options: DataLayoutOptions::DEFS,
    anchor: Some(ModuleOp::DEF.name),
    make: |options| {
        let layout = DataLayoutOptions::from(options).data_layout;
        Ok(Pass::Ir(Box::new(SetDataLayout(layout))))
    },
    ..EMPTY_PASS
};

struct SetDataLayout(String);

impl IrPass for SetDataLayout {
    fn run(&self, ir: &mut Ir, op: OpHandle, _: &mut PassRun<'_>) -> Result<(), Failed> {
        let body: BodyId = op.body;
        ir.rewrite(body, |rw| {
            let layout = rw.cx().string_attr(&self.0);
            rw.set_attr(op.op, "llvm.data_layout", layout);
        });
        Ok(())
    }
}
