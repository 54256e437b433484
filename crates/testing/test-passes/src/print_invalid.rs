//! `test-print-invalid`: prints a function without and with a terminator.

use terrace_asm::print_op;
use terrace_dialects_core::func::{FuncOp, ReturnOp};
use terrace_ir::verify::{VerifyOptions, verify};
use terrace_ir::{Ir, OpHandle};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};

/// The pass.
pub(crate) static TEST_PRINT_INVALID: PassDef = PassDef {
    name: "test-print-invalid",
    class: "(anonymous namespace)::TestPrintInvalidPass",
    doc: "Test printing invalid ops.",
    anchor: Some("builtin.module"),
    make: |_| Ok(Pass::Ir(Box::new(PrintInvalid))),
    ..EMPTY_PASS
};

struct PrintInvalid;

impl PrintInvalid {
    /// The text of an op: in the generic form, if it is invalid.
    fn text(ir: &Ir, op: OpHandle, run: &PassRun<'_>) -> String {
        let options = &run.manager.print;
        let view = ir.op(op);
        let generic =
            options.generic || (!options.assume_verified && verify(view, VerifyOptions::default()).is_err());
        print_op(view, &options.clone().generic(generic))
    }
}

impl IrPass for PrintInvalid {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let Some(module) = ir.op(op).inner_body() else { return Ok(()) };
        let function = ir.rewrite(module, |rw| {
            let block = rw.body().top_regions().first().and_then(|&region| rw.body().entry(region))?;
            rw.set_insertion_point_to_start(block);
            let ty = rw.cx().type_attr(rw.cx().function_type(&[], &[]));
            let function = rw.build(FuncOp::of().sym_name(rw.cx().str("test")).function_type_attr(ty));
            Some(rw.handle(function))
        });
        let Some(function) = function else { return Ok(()) };
        let (body, regions) = ir.add_inner_body(function, 1);
        let Some(&region) = regions.first() else { return Ok(()) };
        ir.rewrite(body, |rw| rw.create_block(region, &[]));
        run.printed.push_str(&format!("Invalid operation:\n{}\n", Self::text(ir, function, run)));
        ir.rewrite(body, |rw| {
            let block = rw.body().top_regions().first().and_then(|&region| rw.body().entry(region));
            if let Some(block) = block {
                rw.set_insertion_point_to_end(block);
                rw.build(ReturnOp::of(&[]));
            }
        });
        run.printed.push_str(&format!("Valid operation:\n{}\n", Self::text(ir, function, run)));
        ir.rewrite(function.body, |rw| rw.erase_op(function.op));
        Ok(())
    }
}
