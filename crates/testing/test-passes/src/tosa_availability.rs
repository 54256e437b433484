//! `test-tosa-op-availability`: the profiles and the extensions that have each op of tosa.

use std::fmt::Write;

use terrace_dialects_core::func::FuncOp;
use terrace_ir::enum_attr::EnumValue;
use terrace_ir::{Ir, OpHandle, OpKind};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};
use terrace_passes_tosa::validate::modes_of;
use terrace_rewrite::walk::post_order;

/// The pass.
pub(crate) static TEST_TOSA_OP_AVAILABILITY: PassDef = PassDef {
    name: "test-tosa-op-availability",
    class: "PrintTosaAvailability",
    doc: "Test Tosa op availability",
    anchor: Some(FuncOp::DEF.name),
    make: |_| Ok(Pass::Ir(Box::new(PrintAvailability))),
    ..EMPTY_PASS
};

struct PrintAvailability;

impl IrPass for PrintAvailability {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let function = ir.op(op);
        let name = function.symbol_name().map_or("", |name| name.text(function.cx()));
        let out = &mut run.printed;
        // Nothing can go wrong when writing to a string.
        let _ = writeln!(out, "{name}");
        for op in post_order(ir, op) {
            let name = ir.op(op).name_text();
            let Some((profiles, extensions)) = name.strip_prefix("tosa.").map(modes_of) else { continue };
            let _ = writeln!(out, "{name} profiles: [ {}]", listed(profiles));
            let _ = writeln!(out, "{name} extensions: [ {}]", listed(extensions));
        }
        Ok(())
    }

    fn only_reads(&self) -> bool {
        true
    }
}

/// Names in brackets, if there are any.
fn listed<M: EnumValue>(modes: &[M]) -> String {
    let names: Vec<&str> = modes.iter().map(|mode| mode.keyword()).collect();
    if names.is_empty() { String::new() } else { format!("[{}] ", names.join(", ")) }
}
