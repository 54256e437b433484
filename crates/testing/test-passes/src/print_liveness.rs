//! `test-print-liveness`: the live values of each block, and the live interval of each result.

use std::collections::BTreeSet;
use std::fmt::Write;

use rustc_hash::FxHashMap;
use terrace_analysis::block_liveness::{BlockLiveness, all_blocks};
use terrace_asm::{PrintOptions, print_op};
use terrace_ir::{Block, Ir, Op, OpHandle, OpRef, Value, ValueDef};
use terrace_pass::pass::{EMPTY_PASS, SYMBOL};
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};

/// The pass.
pub(crate) static TEST_PRINT_LIVENESS: PassDef = PassDef {
    name: "test-print-liveness",
    class: "(anonymous namespace)::TestLivenessPass",
    doc: "Print the contents of a constructed liveness information.",
    requires: Some(SYMBOL),
    make: |_| Ok(Pass::Ir(Box::new(PrintLiveness))),
    ..EMPTY_PASS
};

struct PrintLiveness;

impl IrPass for PrintLiveness {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let op = ir.op(op);
        let name = op.symbol_name().map_or("", |name| name.text(op.cx()));
        run.text.push_str(&format!("Testing : {name}\n"));
        // Nothing can go wrong when writing to a string.
        let _ = show(op, &mut run.text);
        Ok(())
    }

    fn only_reads(&self) -> bool {
        true
    }
}

/// The order in which values and blocks are met.
struct Numbers {
    values: FxHashMap<Value, usize>,
    blocks: FxHashMap<Block, usize>,
    ops: FxHashMap<Op, usize>,
}

fn show(op: OpRef<'_>, out: &mut String) -> std::fmt::Result {
    let Some(id) = op.inner_body() else { return Ok(()) };
    let Some(live) = BlockLiveness::new(op) else { return Ok(()) };
    let body = op.ir().body(id);
    let order = all_blocks(body, body.top_regions());
    let mut numbers =
        Numbers { values: FxHashMap::default(), blocks: FxHashMap::default(), ops: FxHashMap::default() };
    for &block in &order {
        numbers.blocks.insert(block, numbers.blocks.len());
        body.args(block).for_each(|arg| {
            let next = numbers.values.len();
            numbers.values.insert(arg, next);
        });
        for op in body.ops_of(block) {
            numbers.ops.insert(op, numbers.ops.len());
            for result in body.results(op) {
                numbers.values.insert(result, numbers.values.len());
            }
        }
    }
    let reference = |value: Value| match body.value_def(value) {
        ValueDef::Argument(block) => format!("arg{}@{} ", body.value_index(value), numbers.blocks[&block]),
        _ => format!("val_{} ", numbers.values[&value]),
    };
    let references = |values: &BTreeSet<Value>| {
        let mut values: Vec<Value> = values.iter().copied().collect();
        values.sort_by_key(|value| numbers.values[value]);
        values.into_iter().map(reference).collect::<String>()
    };
    let text = |at: Op| print_op(OpRef::in_body(op.ir(), body, id, at), &PrintOptions::default());
    writeln!(out, "// ---- Liveness -----")?;
    for &block in &order {
        let Some(info) = live.block(block) else { continue };
        writeln!(out, "// - Block: {}", numbers.blocks[&block])?;
        writeln!(out, "// --- LiveIn: {}", references(&info.live_in))?;
        writeln!(out, "// --- LiveOut: {}", references(&info.live_out))?;
        write!(out, "// --- BeginLivenessIntervals")?;
        for op in body.ops_of(block).filter(|&op| body.results(op).len() > 0) {
            writeln!(out)?;
            for result in body.results(op) {
                write!(out, "// {}:", reference(result))?;
                let mut ops = live.interval(result);
                ops.sort_by_key(|op| numbers.ops[op]);
                for op in ops {
                    write!(out, "\n//     {}", text(op))?;
                }
            }
        }
        writeln!(out, "\n// --- EndLivenessIntervals")?;
        writeln!(out, "// --- BeginCurrentlyLive")?;
        for op in body.ops_of(block) {
            let values = live.live_at(op);
            if !values.is_empty() {
                writeln!(out, "//     {} [{}\u{8}]", text(op), references(&values))?;
            }
        }
        writeln!(out, "// --- EndCurrentlyLive")?;
    }
    writeln!(out, "// -------------------")
}
