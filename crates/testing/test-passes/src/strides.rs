//! `test-memref-stride-calculation`: the strides and the offset of each buffer that is allocated.

use terrace_dialects_mem::layout::memref;
use terrace_dialects_mem::memref::AllocOp;
use terrace_ir::types::DYNAMIC;
use terrace_ir::{Ir, OpHandle};
use terrace_pass::pass::{EMPTY_PASS, SYMBOL};
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};
use terrace_rewrite::walk::post_order;

/// The pass.
pub(crate) static TEST_MEMREF_STRIDE_CALCULATION: PassDef = PassDef {
    name: "test-memref-stride-calculation",
    class: "(anonymous namespace)::TestMemRefStrideCalculation",
    doc: "Test operation constant folding",
    requires: Some(SYMBOL),
    make: |_| Ok(Pass::Ir(Box::new(Strides))),
    ..EMPTY_PASS
};

struct Strides;

impl IrPass for Strides {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let cx = ir.cx();
        let name = ir.op(op).symbol_name().map_or("", |name| name.text(cx));
        run.printed.push_str(&format!("Testing: {name}\n"));
        let text = |value: i64| if value == DYNAMIC { "?".to_owned() } else { value.to_string() };
        for handle in post_order(ir, op) {
            let op = ir.op(handle);
            let Some(alloc) = op.cast::<AllocOp>() else { continue };
            let ty = alloc.memref().ty();
            let line = match memref(cx, ty).and_then(|buffer| buffer.strides_and_offset(cx)) {
                Some((strides, offset)) => {
                    let strides: Vec<String> = strides.into_iter().map(text).collect();
                    format!("MemRefType offset: {} strides: {}\n", text(offset), strides.join(", "))
                }
                None => format!("MemRefType {} cannot be converted to strided form\n", cx.type_text(ty)),
            };
            run.printed.push_str(&line);
        }
        Ok(())
    }

    fn only_reads(&self) -> bool {
        true
    }
}
