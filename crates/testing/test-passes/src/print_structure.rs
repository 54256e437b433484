//! `test-print-nesting` and `test-print-defuse`: the nesting of the IR, and its def-use chains.

use terrace_ir::{Attr, BlockRef, Ir, NamedAttr, OpHandle, OpRef, OptionalAttr, RegionRef, ValueRef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};
use terrace_rewrite::walk::post_order;

/// Prints the nesting of the IR.
pub(crate) static TEST_PRINT_NESTING: PassDef = PassDef {
    name: "test-print-nesting",
    class: "(anonymous namespace)::TestPrintNestingPass",
    doc: "Test various printing.",
    make: |_| Ok(Pass::Ir(Box::new(PrintNesting))),
    ..EMPTY_PASS
};

/// Prints the def-use chains.
pub(crate) static TEST_PRINT_DEFUSE: PassDef = PassDef {
    name: "test-print-defuse",
    class: "(anonymous namespace)::TestPrintDefUsePass",
    doc: "Test various printing.",
    make: |_| Ok(Pass::Ir(Box::new(PrintDefUse))),
    ..EMPTY_PASS
};

/// All attributes of an op, sorted by name.
pub(crate) fn all_attrs(op: OpRef<'_>) -> Attr {
    let cx = op.cx();
    let slots = op.info().prop_names.iter().zip(op.props()).filter(|(_, attr)| !attr.is_null());
    let mut entries: Vec<NamedAttr> = slots.map(|(&name, &attr)| (name, attr)).collect();
    entries.extend(op.attrs().optional_entries(cx));
    cx.dict(entries)
}

struct PrintNesting;

enum Item<'a> {
    Op(OpRef<'a>),
    Region(RegionRef<'a>),
    Block(BlockRef<'a>),
}

impl IrPass for PrintNesting {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let cx = ir.cx();
        let mut pending = vec![(0, Item::Op(ir.op(op)))];
        while let Some((depth, item)) = pending.pop() {
            let indent = "  ".repeat(depth);
            let mut line = |text: String| run.printed.push_str(&format!("{indent}{text}\n"));
            let start = pending.len();
            match item {
                Item::Op(op) => {
                    line(format!(
                        "visiting op: '{}' with {} operands and {} results",
                        op.name_text(),
                        op.num_operands(),
                        op.num_results()
                    ));
                    let attrs = all_attrs(op).optional_entries(cx);
                    if !attrs.is_empty() {
                        line(format!("{} attributes:", attrs.len()));
                    }
                    for &(name, value) in attrs {
                        line(format!(" - '{}' : '{}'", name.text(cx), cx.attr_text(value)));
                    }
                    line(format!(" {} nested regions:", op.num_regions()));
                    pending.extend(op.regions().map(|region| (depth + 1, Item::Region(region))));
                }
                Item::Region(region) => {
                    line(format!("Region with {} blocks:", region.blocks().count()));
                    pending.extend(region.blocks().map(|block| (depth + 1, Item::Block(block))));
                }
                Item::Block(block) => {
                    line(format!(
                        "Block with {} arguments, {} successors, and {} operations",
                        block.args().len(),
                        block.last().map_or(0, |last| last.num_successors()),
                        block.ops().count()
                    ));
                    pending.extend(block.ops().map(|op| (depth + 1, Item::Op(op))));
                }
            }
            pending[start..].reverse();
        }
        Ok(())
    }

    fn only_reads(&self) -> bool {
        true
    }
}

struct PrintDefUse;

impl IrPass for PrintDefUse {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        for handle in post_order(ir, op) {
            let op = ir.op(handle);
            let out = &mut run.printed;
            out.push_str(&format!("Visiting op '{}' with {} operands:\n", op.name_text(), op.num_operands()));
            for operand in op.operands() {
                out.push_str(&match operand.defining_op() {
                    Some(producer) => {
                        format!("  - Operand produced by operation '{}'\n", producer.name_text())
                    }
                    None => {
                        format!("  - Operand produced by Block argument, number {}\n", operand.index())
                    }
                });
            }
            out.push_str(&format!("Has {} results:\n", op.num_results()));
            for (index, result) in op.results().enumerate() {
                out.push_str(&format!("  - Result {index} {}", uses(result)));
            }
        }
        Ok(())
    }

    fn only_reads(&self) -> bool {
        true
    }
}

fn uses(value: ValueRef<'_>) -> String {
    let users: Vec<String> = value.uses().map(|(user, _)| format!("    - {}\n", user.name_text())).collect();
    match users.len() {
        0 => "has no uses\n".to_owned(),
        1 => format!("has a single use: {}", users[0]),
        count => format!("has {count} uses:\n{}", users.concat()),
    }
}
