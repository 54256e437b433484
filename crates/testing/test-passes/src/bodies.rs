//! `test-clone` and `test-take-body`: bodies of functions are copied and moved.

use terrace_dialects_core::func::FuncOp;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{Block, Diag, InsertPoint, Ir, OpHandle, OpRef};
use terrace_pass::pass::{EMPTY_PASS, FUNCTION};
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};

/// Repeats the ops of functions of one block whose results have the types of the arguments.
pub(crate) static TEST_CLONE: PassDef = PassDef {
    name: "test-clone",
    class: "(anonymous namespace)::ClonePass",
    doc: "Test clone of op",
    requires: Some(FUNCTION),
    make: |_| Ok(Pass::Ir(Box::new(Clone))),
    ..EMPTY_PASS
};

/// Moves the body of the second function of a module to the first.
pub(crate) static TEST_TAKE_BODY: PassDef = PassDef {
    name: "test-take-body",
    class: "(anonymous namespace)::TakeBodyPass",
    doc: "Test Region's takeBody",
    anchor: Some("builtin.module"),
    make: |_| Ok(Pass::Ir(Box::new(TakeBody))),
    ..EMPTY_PASS
};

struct Clone;

impl IrPass for Clone {
    fn run(&self, ir: &mut Ir, function: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let view = ir.op(function);
        if view.num_regions() != 1 {
            return Ok(());
        }
        let mut blocks = view.regions().flat_map(|region| region.blocks());
        let (Some(block), None) = (blocks.next(), blocks.next()) else { return Ok(()) };
        let Some(terminator) = block.terminator() else { return Ok(()) };
        let types = terminator.operands().map(|value| value.ty());
        if !block.args().map(|arg| arg.ty()).eq(types) {
            return Ok(());
        }
        let mut map = IrMapping::new();
        for (arg, value) in block.args().zip(terminator.operands()) {
            map.map(arg.id(), value.id());
        }
        let ops: Vec<OpHandle> = block.ops().map(|op| op.handle()).collect();
        let (end, terminator) = (InsertPoint::End(block.id()), terminator.handle());
        drop(blocks);
        for op in ops {
            let copy = ir.clone_op(op, (terminator.body, end), &mut map);
            show_inserted(ir.op(copy), &mut run.printed);
        }
        ir.erase_op(terminator);
        Ok(())
    }
}

/// Prints an op and the ops in it.
fn show_inserted(op: OpRef<'_>, out: &mut String) {
    let mut pending = vec![op];
    while let Some(op) = pending.pop() {
        out.push_str(&format!("notifyOperationInserted: {}\n", op.name_text()));
        let start = pending.len();
        pending.extend(op.regions().flat_map(|region| region.blocks()).flat_map(|block| block.ops()));
        pending[start..].reverse();
    }
}

struct TakeBody;

impl IrPass for TakeBody {
    fn run(&self, ir: &mut Ir, module: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let view = ir.op(module);
        let ops = view.regions().flat_map(|region| region.blocks()).flat_map(|block| block.ops());
        let functions: Vec<OpHandle> = ops.filter(|op| op.isa::<FuncOp>()).map(|op| op.handle()).collect();
        let &[to, from] = &functions[..] else {
            let mut diag = Diag::error(view.loc(), "Expected only two functions in test");
            diag.op = Some(module);
            return run.fail(diag);
        };
        erase_blocks(ir, to);
        let place = |function| ir.op(function).regions().next().map(|region| (region.body_id(), region.id()));
        let (Some(source), Some(target)) = (place(from), place(to)) else { return Ok(()) };
        ir.copy_region(source, target, &mut IrMapping::new());
        erase_blocks(ir, from);
        Ok(())
    }
}

/// Empties the region of a function.
fn erase_blocks(ir: &mut Ir, function: OpHandle) {
    let Some(region) = ir.op(function).regions().next() else { return };
    let body = region.body_id();
    let blocks: Vec<Block> = region.blocks().map(|block| block.id()).collect();
    let ops: Vec<OpHandle> = region.blocks().flat_map(|block| block.ops()).map(|op| op.handle()).collect();
    ir.rewrite(body, |rw| ops.iter().for_each(|op| rw.drop_all_references(op.op)));
    // One by one, as ops may have bodies of their own.
    ops.into_iter().for_each(|op| ir.erase_op(op));
    ir.rewrite(body, |rw| rw.erase_blocks(&blocks));
}
