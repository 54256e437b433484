//! `test-match-reduction`: reports for the arguments of regions but the first one whether they are reduced, and how.

use terrace_analysis::match_reduction;
use terrace_ir::interfaces::FunctionOp;
use terrace_ir::{Diag, Ir, OpHandle, OpRef, ValueRef};
use terrace_pass::pass::{EMPTY_PASS, FUNCTION};
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};
use terrace_rewrite::walk::walk;
use terrace_transform::text::{op_in_remark, value_in_remark};

/// The pass.
pub(crate) static TEST_MATCH_REDUCTION: PassDef = PassDef {
    name: "test-match-reduction",
    class: "(anonymous namespace)::TestMatchReductionPass",
    doc: "Test the match reduction utility.",
    requires: Some(FUNCTION),
    make: |_| Ok(Pass::Ir(Box::new(Report))),
    ..EMPTY_PASS
};

struct Report;

impl IrPass for Report {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let mut remarks = vec![remark(ir.op(op), "Testing function".to_owned())];
        walk(ir.op(op), |op| report(op, &mut remarks));
        remarks.into_iter().for_each(|remark| run.report(remark));
        Ok(())
    }

    fn only_reads(&self) -> bool {
        true
    }
}

fn remark(op: OpRef<'_>, message: String) -> Box<Diag> {
    let mut diag = Diag::remark(op.loc(), message);
    diag.op = Some(op.handle());
    diag
}

fn report(op: OpRef<'_>, remarks: &mut Vec<Box<Diag>>) {
    let is_function = op.interface::<dyn FunctionOp>().is_some();
    if is_function || op.num_regions() != 1 || !op.single_region().has_one_block() {
        return;
    }
    let Some(block) = op.single_region().entry() else { return };
    let outputs: Vec<ValueRef<'_>> = block.args().skip(1).collect();
    for at in 0..outputs.len() {
        let Some(combiner) = match_reduction(&outputs, at) else {
            remarks.push(remark(op, format!("Reduction NOT found in output #{at}!")));
            continue;
        };
        remarks.push(remark(op, format!("Reduction found in output #{at}!")));
        if let Some(reduced) = combiner.operands().find(|&value| value != outputs[at]) {
            remarks.push(remark(op, format!("Reduced Value: {}", value_in_remark(reduced))));
        }
        remarks.push(remark(op, format!("Combiner Op: {}", op_in_remark(combiner))));
    }
}
