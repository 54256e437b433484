//! `test-remark`: an optimization remark of each kind for each op.

use terrace_dialects_builtin::builtin::ModuleOp;
use terrace_ir::remarks::RemarkKind;
use terrace_ir::{Ir, OpHandle};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};
use terrace_rewrite::walk::post_order;

/// The pass.
pub(crate) static TEST_REMARK: PassDef = PassDef {
    name: "test-remark",
    class: "(anonymous namespace)::TestRemarkPass",
    doc: "Tests the remark pipeline feature",
    make: |_| Ok(Pass::Ir(Box::new(TestRemark))),
    ..EMPTY_PASS
};

/// The remarks, each with its category and its text.
const REMARKS: [(RemarkKind, &str, &str); 5] = [
    (RemarkKind::Missed, "a-category-1-missed", "This is a test missed remark"),
    (RemarkKind::Passed, "category-1-passed", "This is a test passed remark (should be dropped)"),
    (RemarkKind::Passed, "category-1-passed", "This is a test passed remark"),
    (RemarkKind::Failure, "category-2-failed", "This is a test failed remark"),
    (RemarkKind::Analysis, "category-2-analysis", "This is a test analysis remark"),
];

struct TestRemark;

impl IrPass for TestRemark {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let cx = ir.cx();
        for op in post_order(ir, op) {
            let view = ir.op(op);
            if view.isa::<ModuleOp>() {
                continue;
            }
            for (kind, category, text) in REMARKS {
                let remark = cx.optimization_remark(view.loc(), kind, category, "test-remark", |remark| {
                    let remark = remark.remark(text);
                    match kind {
                        RemarkKind::Analysis => remark,
                        _ => remark
                            .reason("because we are testing the remark pipeline")
                            .suggestion("try using the remark pipeline feature"),
                    }
                });
                run.diags.extend(remark);
            }
        }
        Ok(())
    }

    fn only_reads(&self) -> bool {
        true
    }
}
