//! Calls that may unwind.
//!
//! A call in a C++ function with destructors is an `llvm.invoke`, whether or not what it calls can throw. What cannot is
//! found here and called as anywhere else. What can is called by all elements together, and where it unwinds to gets a
//! landing pad of its own, so that edges out of loops can be moved like others.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_llvm::ops::{BrOp, CallOp, InvokeOp, LLVMFuncOp, LandingpadOp, ResumeOp, parent_module};
use terrace_ir::{Attr, Block, BodyId, Ir, Loc, Op, OpHandle, OpRef, Rewriter, Type, Value};

use crate::functions::{callee_of, functions, ops_of};

/// The function that a call or an invoke names.
fn target(ir: &Ir, op: OpRef<'_>) -> Option<OpHandle> {
    Some(ir.symbol_tables().lookup(parent_module(op)?, callee_of(op)?)?.handle())
}

fn says_it_does_not_throw(op: OpRef<'_>) -> bool {
    op.cast::<LLVMFuncOp>().is_some_and(|function| function.no_unwind())
        || op.cast::<CallOp>().is_some_and(|call| call.no_unwind())
}

/// The functions of a module that cannot unwind: they say so, or nothing in them does.
pub(crate) fn functions_that_cannot_throw(ir: &Ir, module: OpHandle) -> FxHashSet<OpHandle> {
    let mut cannot: FxHashSet<OpHandle> = ir
        .op(module)
        .regions()
        .flat_map(|region| region.blocks())
        .flat_map(|block| block.ops())
        .filter(|op| op.isa::<LLVMFuncOp>())
        .filter(|op| says_it_does_not_throw(*op) || op.regions().any(|region| !region.is_empty()))
        .map(|op| op.handle())
        .collect();
    let mut callers: FxHashMap<OpHandle, Vec<OpHandle>> = FxHashMap::default();
    let mut throwing: Vec<OpHandle> = Vec::new();
    for function in functions(ir, module).filter(|function| !says_it_does_not_throw(*function)) {
        for op in ops_of(function) {
            if op.isa::<ResumeOp>() {
                throwing.push(function.handle());
            }
            if !op.isa::<CallOp>() || says_it_does_not_throw(op) {
                continue;
            }
            match target(ir, op).filter(|target| cannot.contains(target)) {
                Some(target) => callers.entry(target).or_default().push(function.handle()),
                None => throwing.push(function.handle()),
            }
        }
    }
    while let Some(function) = throwing.pop() {
        if cannot.remove(&function) {
            throwing.extend(callers.remove(&function).unwrap_or_default());
        }
    }
    cannot
}

/// Calls by `llvm.call` what an `llvm.invoke` calls that cannot unwind.
pub(crate) fn call_what_cannot_throw(ir: &mut Ir, body: BodyId, cannot: &FxHashSet<OpHandle>) {
    let invokes: Vec<Op> = ir
        .body(body)
        .live_ops()
        .filter(|&op| {
            let view = OpRef::in_body(ir, ir.body(body), body, op);
            view.isa::<InvokeOp>() && target(ir, view).is_some_and(|target| cannot.contains(&target))
        })
        .collect();
    ir.rewrite(body, |rw| invokes.into_iter().for_each(|op| call(rw, op)));
}

/// Lets a function in which nothing unwinds any more have no personality, so that it may be inlined.
pub(crate) fn drop_personality(ir: &mut Ir, function: OpHandle) {
    let unwinds = ops_of(ir.op(function))
        .any(|op| op.isa::<InvokeOp>() || op.isa::<LandingpadOp>() || op.isa::<ResumeOp>());
    if !unwinds {
        ir.rewrite(function.body, |rw| rw.set_attr(function.op, "personality", Attr::NULL));
    }
}

fn call(rw: &mut Rewriter<'_>, op: Op) {
    let Some(invoke) = rw.op(op).cast::<InvokeOp>() else { return };
    let values = |operands: Vec<terrace_ir::ValueRef<'_>>| -> Vec<Value> {
        operands.into_iter().map(|operand| operand.id()).collect()
    };
    let operands = values(invoke.callee_operands().collect());
    let passed = values(invoke.normal_dest_operands().collect());
    let callee = invoke.callee_attr();
    let (kept, target) = (
        ["var_callee_type", "CConv", "arg_attrs", "res_attrs"]
            .map(|name| (name, rw.op(op).inherent_attr(name))),
        rw.op(op).successors().next().map(|block| block.id()),
    );
    let (loc, types): (Loc, Vec<Type>) =
        (rw.body().loc(op), rw.op(op).results().map(|result| result.ty()).collect());
    let (Some(callee), Some(target)) = (callee, target) else { return };
    rw.set_insertion_point_before(op);
    let mut built = CallOp::of()
        .loc(loc)
        .callee_attr(callee)
        .callee_operands(&operands)
        .op_bundle_operands(&[])
        .no_unwind(true);
    if let [ty] = types[..] {
        built = built.result(ty);
    }
    let made = rw.build(built);
    for (name, attr) in kept {
        if let Some(attr) = attr {
            rw.set_attr(made, name, attr);
        }
    }
    let results: Vec<Value> = rw.body().results(made).collect();
    rw.build(BrOp::of(&passed).loc(loc).dest(target));
    rw.replace_op(op, &results);
}

/// Makes for each `llvm.invoke` a block of its own to unwind to, with a landing pad and nothing else.
pub(crate) fn separate_landing_pads(rw: &mut Rewriter<'_>) {
    let pads: Vec<Op> = rw.body().live_ops().filter(|&op| rw.op(op).isa::<LandingpadOp>()).collect();
    for pad in pads {
        let Some(block) = rw.body().block_of(pad) else { continue };
        separate(rw, pad, block);
    }
}

fn separate(rw: &mut Rewriter<'_>, pad: Op, block: Block) {
    let edges = crate::levels::predecessors(rw.body(), block);
    let is_separate = edges.len() == 1
        && rw.body().n_args(block) == 0
        && rw.body().ops_of(block).count() == 2
        && rw.op(pad).next().is_some_and(|op| op.isa::<BrOp>());
    if is_separate {
        return;
    }
    let Some(view) = rw.op(pad).cast::<LandingpadOp>() else { return };
    let (ty, loc) = (view.res().ty(), rw.body().loc(pad));
    let operands: Vec<Value> = rw.body().operands(pad).collect();
    let (props, name) = (rw.op(pad).props().to_vec(), rw.op(pad).name());
    let old = rw.body().single_result(pad);
    let caught = rw.add_argument(block, ty, loc);
    rw.replace_all_uses_with(old, caught);
    rw.erase_op(pad);
    for (invoke, index) in edges {
        let at = rw.body().loc(invoke);
        let landing = rw.create_block_before(block, &[]);
        rw.set_insertion_point_to_end(landing);
        let made = rw.create_op(&terrace_ir::OpSpec {
            name,
            operands: &operands,
            results: &[ty],
            props: &props,
            attrs: terrace_ir::Attr::EMPTY_DICT,
            successors: &[],
            loc,
        });
        let result = rw.body().single_result(made);
        let mut passed = passed(rw, invoke, index);
        passed.push(result);
        rw.build(BrOp::of(&passed).loc(at).dest(block));
        rw.set_successor_operands(invoke, index, &[]);
        rw.set_successor(invoke, index, landing);
    }
}

/// The operands that a branch passes to a successor.
fn passed(rw: &Rewriter<'_>, branch: Op, index: usize) -> Vec<Value> {
    let view = rw.op(branch);
    let Some(interface) = view.interface::<dyn terrace_ir::interfaces::BranchOp>() else { return Vec::new() };
    let operands = interface.successor_operands(view, index);
    let count = view.successors().nth(index).map_or(0, |target| target.args().len());
    (0..count).filter_map(|place| Some(view.operand(operands.operand_for(place)?).id())).collect()
}
