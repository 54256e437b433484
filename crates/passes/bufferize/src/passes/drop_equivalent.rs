//! `drop-equivalent-buffer-results`: functions do not return the buffers that they are passed.
//!
//! Entry: bufferized functions. Exit: no non-public function with a body returns an argument, or a cast of one, from
//! all its returns; calls use the operand instead.

use rustc_hash::FxHashMap;
use terrace_dialects_builtin::builtin::ModuleOp;
use terrace_dialects_core::func::{CallOp, FuncOp};
use terrace_dialects_mem::memref;
use terrace_ir::symbols::{Visibility, visibility};
use terrace_ir::{Attr, Ir, OpHandle, OpKind, OpRef, Rewriter, Type, Value, ValueRef, View};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};
use terrace_rewrite::walk::walk;

/// The pass.
pub static DROP_EQUIVALENT_BUFFER_RESULTS: PassDef = PassDef {
    name: "drop-equivalent-buffer-results",
    class: "DropEquivalentBufferResultsPass",
    doc: "Remove MemRef return values that are equivalent to a bbArg",
    anchor: Some(ModuleOp::DEF.name),
    make: |_| Ok(Pass::Ir(Box::new(DropEquivalentBufferResults))),
    ..EMPTY_PASS
};

struct DropEquivalentBufferResults;

/// For each result of a function, the argument that it is equivalent to.
type Sources = Vec<Option<usize>>;

impl IrPass for DropEquivalentBufferResults {
    fn run(&self, ir: &mut Ir, op: OpHandle, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        let module = ir.op(op);
        let inner = module.single_region().blocks().flat_map(|block| block.ops());
        let is_private = |f: &View<'_, FuncOp>| visibility(f.0) != Visibility::Public && !f.is_declaration();
        let functions: Vec<OpHandle> =
            inner.filter_map(OpRef::cast::<FuncOp>).filter(is_private).map(|f| f.0.handle()).collect();
        let calls = calls_of(module, &functions);
        // One after the other: what a function returns may be what it got from one before it.
        for (&function, calls) in functions.iter().zip(calls) {
            let sources = sources(ir.op(function));
            if sources.iter().all(Option::is_none) {
                continue;
            }
            change_function(ir, function, &sources);
            for call in calls {
                ir.rewrite(call.body, |rw| change_call(rw, call, &sources));
            }
        }
        Ok(())
    }
}

/// The value before all casts.
fn uncast(mut value: ValueRef<'_>) -> ValueRef<'_> {
    while let Some(cast) = value.defined_by::<memref::CastOp>() {
        value = cast.source();
    }
    value
}

/// The arguments that all returns of a function return.
fn sources(function: OpRef<'_>) -> Sources {
    let function = FuncOp::view_of(function);
    let ends = function.returns();
    let (Some(first), Some(entry)) = (ends.first(), function.body().entry()) else {
        return Sources::new();
    };
    (0..first.num_operands())
        .map(|i| {
            let value = uncast(first.operand(i));
            let arg = entry.args().position(|arg| arg == value)?;
            ends.iter().all(|end| uncast(end.operand(i)) == value).then_some(arg)
        })
        .collect()
}

/// The calls of each function.
fn calls_of(module: OpRef<'_>, functions: &[OpHandle]) -> Vec<Vec<OpHandle>> {
    let tables = module.ir().symbol_tables();
    let numbers: FxHashMap<OpHandle, usize> =
        functions.iter().enumerate().map(|(i, function)| (*function, i)).collect();
    let mut calls = vec![Vec::new(); functions.len()];
    walk(module, |op| {
        let Some(call) = op.cast::<CallOp>() else { return };
        let callee = tables.lookup_nearest(op, call.callee_attr());
        if let Some(&number) = callee.and_then(|callee| numbers.get(&callee.handle())) {
            calls[number].push(op.handle());
        }
    });
    calls
}

fn change_function(ir: &mut Ir, function: OpHandle, sources: &Sources) {
    let op = ir.op(function);
    let Some(view) = op.cast::<FuncOp>() else { return };
    let (_, outputs) = view.function_type();
    let keep: Vec<bool> = (0..outputs.len()).map(|i| sources.get(i).is_none_or(Option::is_none)).collect();
    let ends: Vec<terrace_ir::Op> = view.returns().into_iter().map(|end| end.id()).collect();
    if let Some(body) = op.inner_body() {
        ir.rewrite(body, |rw| ends.into_iter().for_each(|end| rw.keep_operands(end, &keep)));
    }
    ir.keep_results(function, &keep);
}

/// Rewrites a call to return the remaining results, and replaces the others by its operands.
fn change_call(rw: &mut Rewriter<'_>, call: OpHandle, sources: &Sources) {
    let op = call.op;
    let view = rw.op(op);
    let (name, loc, props) = (view.name(), view.loc(), view.props().to_vec());
    let operands: Vec<Value> = view.operands().map(|value| value.id()).collect();
    let types = view.result_types();
    let kept: Vec<Type> =
        types.iter().zip(sources).filter(|(_, source)| source.is_none()).map(|(&ty, _)| ty).collect();
    rw.set_insertion_point_before(op);
    let attrs = Attr::EMPTY_DICT;
    let spec = terrace_ir::OpSpec {
        name,
        operands: &operands,
        results: &kept,
        props: &props,
        attrs,
        successors: &[],
        loc,
    };
    let new = rw.create_op(&spec);
    let mut results = rw.body().results(new).collect::<Vec<_>>().into_iter();
    let mut values = Vec::with_capacity(types.len());
    for (&ty, source) in types.iter().zip(sources) {
        let value = match source.and_then(|arg| operands.get(arg).copied()) {
            None => results.next(),
            Some(value) if rw.value(value).ty() == ty => Some(value),
            Some(value) => Some(rw.build_value(memref::CastOp::of(value).dest(ty).loc(loc))),
        };
        values.extend(value);
    }
    rw.replace_op(op, &values);
}
