//! `strip-debuginfo`: replaces all locations by unknown ones.

use terrace_ir::{Ir, Loc, OpHandle};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};

use crate::walk::post_order;

/// The pass.
pub static STRIP_DEBUGINFO: PassDef = PassDef {
    name: "strip-debuginfo",
    class: "StripDebugInfo",
    doc: "Strip debug info from all operations",
    make: |_| Ok(Pass::Ir(Box::new(StripDebugInfo))),
    ..EMPTY_PASS
};

struct StripDebugInfo;

impl IrPass for StripDebugInfo {
    fn run(&self, ir: &mut Ir, op: OpHandle, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        for at in post_order(ir, op) {
            let blocks = |ir: &Ir| -> Vec<_> {
                let blocks = ir.op(at).regions().flat_map(|r| r.blocks());
                blocks.map(|b| (b.body_id(), b.id(), b.args().len())).collect()
            };
            for (body, block, args) in blocks(ir) {
                ir.rewrite(body, |rw| (0..args).for_each(|i| rw.set_arg_loc(block, i, Loc::UNKNOWN)));
            }
            ir.rewrite(at.body, |rw| rw.set_loc(at.op, Loc::UNKNOWN));
        }
        Ok(())
    }
}
