//! `print-ir`: the IR on the error stream.

use terrace_asm::print_op;
use terrace_ir::{Ir, OpHandle};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun, pass_options};

pass_options! {
    /// The options of the pass.
    struct PrintIrOptions {
        /// Label
        label("label"): String = "",
    }
}

/// The pass.
pub static PRINT_IR: PassDef = PassDef {
    name: "print-ir",
    class: "PrintIRPass",
    doc: "Print IR on the debug stream",
    options: PrintIrOptions::DEFS,
    make: |options| {
        let options = PrintIrOptions::from(options);
        Ok(Pass::Ir(Box::new(PrintIr { label: options.label })))
    },
    ..EMPTY_PASS
};

struct PrintIr {
    label: String,
}

impl IrPass for PrintIr {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let space = if self.label.is_empty() { "" } else { " " };
        run.text.push_str(&format!("// -----// IR Dump{space}{} //----- //\n", self.label));
        run.text.push_str(&print_op(ir.op(op), &run.manager.print));
        run.text.push('\n');
        Ok(())
    }

    fn only_reads(&self) -> bool {
        true
    }
}
