//! Branches that reach a block more than once.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;
use terrace_dialects_llvm::{BrOp, LLVMFuncOp};
use terrace_ir::interfaces::BranchOp;
use terrace_ir::{Block, InsertPoint, Ir, Loc, Op, OpHandle, OpRef, Rewriter, Type, Value};

/// Makes each successor of a terminator a block of its own where two of them are one block that is passed different values: a
/// new block at the end of the region takes the arguments and branches on with them. In LLVM IR, what an argument is depends
/// only on the block that control comes from.
pub fn make_successors_distinct(ir: &mut Ir, root: OpHandle) {
    let functions: Vec<OpHandle> =
        ops(ir.op(root)).filter(|op| op.isa::<LLVMFuncOp>()).map(|op| op.handle()).collect();
    for function in functions {
        let Some(body) = ir.op(function).inner_body() else { continue };
        let mut repeated: Vec<(Op, usize)> = Vec::new();
        for block in ir.op(function).regions().flat_map(|region| region.blocks()) {
            let Some(op) = block.last() else { continue };
            let mut seen: FxHashMap<Block, Vec<Option<Value>>> = FxHashMap::default();
            for (index, successor) in op.successors().enumerate().filter(|(_, to)| to.args().len() > 0) {
                let passed = passed(op, index, successor.args().len());
                match seen.entry(successor.id()) {
                    Entry::Vacant(entry) => drop(entry.insert(passed)),
                    Entry::Occupied(first) if *first.get() == passed => {}
                    Entry::Occupied(_) => repeated.push((op.id(), index)),
                }
            }
        }
        if !repeated.is_empty() {
            ir.rewrite(body, |rw| repeated.into_iter().for_each(|(op, index)| split_edge(rw, op, index)));
        }
    }
}

/// The operands that a terminator passes to a successor; `None` for those that the terminator produces.
fn passed(op: OpRef<'_>, successor: usize, count: usize) -> Vec<Option<Value>> {
    let operands = op.interface::<dyn BranchOp>().map(|branch| branch.successor_operands(op, successor));
    let value = |index| Some(op.operand(operands.as_ref()?.operand_for(index)?).id());
    (0..count).map(value).collect()
}

/// The ops of the blocks of a module.
fn ops(module: OpRef<'_>) -> impl Iterator<Item = OpRef<'_>> {
    module.regions().flat_map(|region| region.blocks()).flat_map(|block| block.ops())
}

fn split_edge(rw: &mut Rewriter<'_>, op: Op, index: usize) {
    let cx = rw.cx();
    let view = rw.op(op);
    let loc = view.loc();
    let Some(target) = view.successors().nth(index) else { return };
    let arguments: Vec<(Type, Loc)> = target.args().map(|arg| (arg.ty(), arg.loc())).collect();
    let target = target.id();
    let Some(region) = view.block().and_then(|block| block.region()) else { return };
    let Some(last) = rw.body().last_block(region.id()) else { return };
    let between = rw.create_block_after(last, &arguments);
    let values: Vec<Value> = rw.block(between).args().map(|arg| arg.id()).collect();
    rw.set_insertion_point(InsertPoint::End(between));
    rw.build(BrOp::builder(cx, loc).dest_operands(&values).dest(target));
    rw.set_successor(op, index, between);
}
