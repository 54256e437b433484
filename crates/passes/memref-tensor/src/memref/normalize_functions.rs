//! `normalize-memrefs`: buffers without layouts, also across functions.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_builtin::builtin::ModuleOp;
use terrace_dialects_core::func::{CallOp, FuncOp, ReturnOp};
use terrace_dialects_mem::memref::{AllocOp, AllocaOp, CastOp, MemorySpaceCastOp, ReinterpretCastOp};
use terrace_ir::symbols::symbol_refs_of_op;
use terrace_ir::traits::TraitSet;
use terrace_ir::{BlockRef, Ir, OpHandle, OpKind, OpRef, Rewriter, Str, Type, Value};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};
use terrace_rewrite::walk::{body_post_order, post_order};

use super::normalize::{
    is_normalizable, layout_of, normalize_allocation, normalize_reinterpret_cast, normalized_type,
    set_normalized_type,
};

/// The pass.
pub static NORMALIZE_MEMREFS: PassDef = PassDef {
    name: "normalize-memrefs",
    class: "NormalizeMemRefsPass",
    doc: "Normalize memrefs",
    anchor: Some(ModuleOp::DEF.name),
    make: |_| Ok(Pass::Ir(Box::new(NormalizeMemRefs))),
    ..EMPTY_PASS
};

struct NormalizeMemRefs;

impl IrPass for NormalizeMemRefs {
    fn run(&self, ir: &mut Ir, op: OpHandle, _: &mut PassRun<'_>) -> Result<(), Failed> {
        let mut calls = CallEdges::of(ir, op);
        calls.exclude_not_normalizable(ir);
        let functions: Vec<OpHandle> = calls
            .functions
            .iter()
            .copied()
            .filter(|function| calls.normalizable.contains(function))
            .collect();
        for function in functions {
            normalize_function(ir, function);
            update_signature(ir, function, &calls);
        }
        Ok(())
    }
}

/// The functions in an op, and the calls between them.
struct CallEdges {
    functions: Vec<OpHandle>,
    /// Each function that a function has a call of, with the function around the call, and the call.
    calls: Vec<(OpHandle, OpHandle, OpHandle)>,
    /// The functions that something other than a call in a function refers to: it expects their types as they are.
    referenced: Vec<OpHandle>,
    normalizable: FxHashSet<OpHandle>,
}

/// The name of a function, and the symbol table that it is in.
fn symbol_of(op: OpRef<'_>) -> Option<(Str, Option<OpHandle>)> {
    Some((op.symbol_name()?, op.parent_op().map(|table| table.handle())))
}

impl CallEdges {
    fn of(ir: &Ir, root: OpHandle) -> Self {
        let ops = post_order(ir, root);
        let functions: Vec<OpHandle> = ops.iter().copied().filter(|&op| ir.op(op).isa::<FuncOp>()).collect();
        let (mut by_symbol, mut by_name) = (FxHashMap::default(), FxHashMap::<Str, Vec<OpHandle>>::default());
        for &function in &functions {
            let Some(symbol) = symbol_of(ir.op(function)) else { continue };
            by_name.entry(symbol.0).or_default().push(function);
            by_symbol.entry(symbol).or_insert(function);
        }
        let (mut calls, mut referenced) = (Vec::new(), Vec::new());
        for &op in &ops {
            let view = ir.op(op);
            let around = view.ancestors();
            if let Some(call) = view.cast::<CallOp>()
                && let Some(caller) = around.into_iter().find(|op| op.isa::<FuncOp>())
            {
                let table = caller.parent_op().map(|table| table.handle());
                let callee = by_symbol.get(&(call.callee(), table));
                calls.extend(callee.map(|&callee| (callee, caller.handle(), op)));
                continue;
            }
            let names =
                symbol_refs_of_op(view).into_iter().filter_map(|attr| Some(attr.as_symbol_ref(ir.cx())?.0));
            referenced.extend(names.filter_map(|name| by_name.get(&name)).flatten());
        }
        let normalizable = functions.iter().copied().collect();
        Self { functions, calls, referenced, normalizable }
    }

    /// Leaves out functions with buffers that keep their layouts, and those that call them or are called by them.
    fn exclude_not_normalizable(&mut self, ir: &Ir) {
        let mut pending: Vec<OpHandle> = self
            .functions
            .iter()
            .copied()
            .filter(|&function| !has_normalizable_buffers(ir, function))
            .chain(self.referenced.iter().copied())
            .collect();
        while let Some(function) = pending.pop() {
            if !self.normalizable.remove(&function) {
                continue;
            }
            for &(callee, caller, _) in &self.calls {
                if callee == function {
                    pending.push(caller);
                } else if caller == function {
                    pending.push(callee);
                }
            }
        }
    }
}

/// Whether the buffers with a layout that a function takes, allocates and is returned may have none.
fn has_normalizable_buffers(ir: &Ir, function: OpHandle) -> bool {
    let Some(entry) = entry_of(ir, function) else { return true };
    let cx = ir.cx();
    let ops = body_post_order(ir.body(entry.body_id())).into_iter();
    let ops = ops.map(|op| ir.op(OpHandle { body: entry.body_id(), op }));
    let of_op = |op: &OpRef<'_>| op.isa::<AllocOp>() || op.isa::<AllocaOp>() || op.isa::<CallOp>();
    let mut values = entry.args().chain(ops.filter(of_op).flat_map(|op| op.results()));
    values.all(|value| layout_of(cx, value.ty()).is_none() || is_normalizable(value))
}

/// The first block of a function; `None` for a declaration.
fn entry_of(ir: &Ir, function: OpHandle) -> Option<BlockRef<'_>> {
    ir.op(function).regions().next().and_then(|region| region.entry())
}

/// Normalizes the layouts of the buffers of a function, except for those that calls return.
fn normalize_function(ir: &mut Ir, function: OpHandle) {
    let cx = std::sync::Arc::clone(ir.cx());
    let Some((inputs, results)) = ir.signature(function) else { return };
    let normalized = |ty: &Type| {
        let without_symbols = layout_of(&cx, *ty).is_none_or(|map| map.num_symbols == 0);
        normalized_type(&cx, *ty).filter(|_| without_symbols).unwrap_or(*ty)
    };
    let Some((inner, entry)) = entry_of(ir, function).map(|entry| (entry.body_id(), entry.id())) else {
        let [inputs, results] =
            [inputs, results].map(|types| types.iter().map(normalized).collect::<Vec<_>>());
        return ir.set_signature(function, &inputs, &results);
    };
    ir.rewrite(inner, |rw| {
        for op in body_post_order(rw.body()) {
            normalize_allocation(rw, op);
        }
        let args: Vec<Value> = rw.body().args(entry).collect();
        for arg in args {
            set_if_normalizable(rw, arg, normalized(&rw.value(arg).ty()));
        }
        for op in body_post_order(rw.body()) {
            let view = rw.op(op);
            if !view.has_trait(TraitSet::MemRefsNormalizable) || view.isa::<CallOp>() {
                continue;
            }
            if view.isa::<ReinterpretCastOp>() {
                normalize_reinterpret_cast(rw, op);
                continue;
            }
            // What a buffer is cast from keeps its layout.
            if !cx.matches_upstream() && (view.isa::<CastOp>() || view.isa::<MemorySpaceCastOp>()) {
                continue;
            }
            let results: Vec<Value> = rw.body().results(op).collect();
            for result in results {
                set_if_normalizable(rw, result, normalized(&rw.value(result).ty()));
            }
        }
    });
}

/// Sets the type of a value, unless it is the one that it has or an op uses the value otherwise.
fn set_if_normalizable(rw: &mut Rewriter<'_>, value: Value, ty: Type) {
    if ty != rw.value(value).ty() && is_normalizable(rw.value(value)) {
        set_normalized_type(rw, value, ty, &[]);
    }
}

/// Updates the type of a function to its arguments and returned values, and the results of its calls; and,
/// transitively, functions with calls whose result types have changed.
fn update_signature(ir: &mut Ir, function: OpHandle, calls: &CallEdges) {
    let mut pending = vec![function];
    while let Some(function) = pending.pop() {
        let Some((_, mut results)) = ir.signature(function) else { continue };
        if let Some(entry) = entry_of(ir, function) {
            let (inner, cx) = (entry.body_id(), ir.cx());
            let inputs = entry.arg_types();
            for op in body_post_order(ir.body(inner)) {
                let view = ir.op(OpHandle { body: inner, op });
                if !view.isa::<ReturnOp>() {
                    continue;
                }
                for (result, value) in results.iter_mut().zip(view.operands()) {
                    let ty = value.ty();
                    if layout_of(cx, *result).is_some() && layout_of(cx, ty).is_none() {
                        *result = ty;
                    }
                }
            }
            ir.set_signature(function, &inputs, &results);
        }
        for &(callee, caller, call) in calls.calls.iter().filter(|(callee, ..)| *callee == function) {
            let view = CallOp::view_of(ir.op(call));
            debug_assert_eq!(callee, function);
            let changed: Vec<(Value, Type)> = (view.0.results().zip(&results))
                .filter(|(value, ty)| value.ty() != **ty && is_normalizable(*value))
                .map(|(value, &ty)| (value.id(), ty))
                .collect();
            if changed.is_empty() {
                continue;
            }
            ir.rewrite(call.body, |rw| {
                changed.iter().for_each(|&(value, ty)| set_normalized_type(rw, value, ty, &[]));
            });
            pending.push(caller);
        }
    }
}
