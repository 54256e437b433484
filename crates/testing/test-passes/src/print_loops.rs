//! `test-cfg-loop-info`: the natural loops of a function.

use std::fmt::Write;

use terrace_analysis::loops::{LoopId, LoopInfo};
use terrace_ir::{Block, Body, Ir, OpHandle};
use terrace_pass::pass::{EMPTY_PASS, FUNCTION};
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};

/// The pass.
pub(crate) static TEST_CFG_LOOP_INFO: PassDef = PassDef {
    name: "test-cfg-loop-info",
    class: "TestCFGLoopInfo",
    doc: "Test the loop info analysis.",
    requires: Some(FUNCTION),
    make: |_| Ok(Pass::Ir(Box::new(PrintLoops))),
    ..EMPTY_PASS
};

struct PrintLoops;

impl IrPass for PrintLoops {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let function = ir.op(op);
        let region = function.single_region();
        let (body, text) = (region.body(), &mut run.text);
        let blocks: Vec<Block> = body.blocks_of(region.id()).collect();
        let name = function.symbol_name().map_or("", |name| name.text(ir.cx()));
        let names: Vec<String> = (0..blocks.len()).map(|number| format!("^bb{number}")).collect();
        let name_of = |block: Block| {
            blocks.iter().position(|&other| other == block).map_or("", |number| &names[number])
        };
        // Nothing can go wrong when writing to a string.
        let _ = writeln!(text, "Testing : \"{name}\"\nBlocks : {}", names.join(", "));
        let loops = body.analysis::<LoopInfo>(region.id());
        if loops.top_level().next().is_none() {
            text.push_str("no loops\n");
        }
        for id in loops.top_level() {
            print_loop(text, body, &loops, id, &name_of);
        }
        Ok(())
    }

    fn only_reads(&self) -> bool {
        true
    }
}

/// Prints a loop and those inside, as LLVM does.
fn print_loop<'a>(
    text: &mut String,
    body: &Body,
    loops: &LoopInfo,
    id: LoopId,
    name_of: &dyn Fn(Block) -> &'a str,
) {
    let mut pending = vec![id];
    while let Some(id) = pending.pop() {
        let found = loops.get(id);
        let indent = 4 * (found.depth as usize - 1);
        let blocks: Vec<String> = (loops.blocks(id).into_iter())
            .map(|block| {
                let is = [
                    (block == found.header, "<header>"),
                    (found.latches.contains(&block), "<latch>"),
                    (loops.is_exiting(body, id, block), "<exiting>"),
                ];
                let marks: String = is.iter().filter(|(is, _)| *is).map(|(_, mark)| *mark).collect();
                format!("{}{marks}", name_of(block))
            })
            .collect();
        let _ =
            writeln!(text, "{:indent$}Loop at depth {} containing: {}", "", found.depth, blocks.join(","));
        pending.extend(found.children.iter().rev());
    }
}
