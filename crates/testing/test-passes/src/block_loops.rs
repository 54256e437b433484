//! `test-block-is-in-loop`: whether each block of a function may run more than once.

use terrace_analysis::loops::is_in_loop;
use terrace_asm::{PrintOptions, print_block};
use terrace_ir::{Ir, OpHandle, OpRef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};

/// The pass.
pub(crate) static TEST_BLOCK_IS_IN_LOOP: PassDef = PassDef {
    name: "test-block-is-in-loop",
    class: "(anonymous namespace)::IsInLoopPass",
    doc: "Test mlir::blockIsInLoop()",
    anchor: Some("func.func"),
    make: |_| Ok(Pass::Ir(Box::new(ShowLoops))),
    ..EMPTY_PASS
};

struct ShowLoops;

impl IrPass for ShowLoops {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        show(ir.op(op), &mut run.printed);
        Ok(())
    }

    fn only_reads(&self) -> bool {
        true
    }
}

/// Shows the blocks in an op, those inside of a block before it.
fn show(op: OpRef<'_>, out: &mut String) {
    let mut pending: Vec<_> = op.regions().flat_map(|region| region.blocks()).map(|b| (b, false)).collect();
    pending.reverse();
    while let Some((block, done)) = pending.pop() {
        if !done {
            pending.push((block, true));
            let start = pending.len();
            let inside = block.ops().flat_map(|op| op.regions()).flat_map(|region| region.blocks());
            pending.extend(inside.map(|block| (block, false)));
            pending[start..].reverse();
            continue;
        }
        let found = if is_in_loop(block) { "in a loop" } else { "not in a loop" };
        out.push_str(&format!("Block is {found}\n{}\n", print_block(block, &PrintOptions::default())));
    }
}
