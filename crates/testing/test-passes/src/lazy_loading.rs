//! `test-lazy-loading`: a module is written as bytecode, and its regions are read one after the other.

use std::sync::Arc;

use terrace_asm::{PrintOptions, print_op};
use terrace_bytecode::{BytecodeReaderConfig, BytecodeWriterConfig, LazyBytecode, write_bytecode};
use terrace_ir::{Diag, Ir, OpHandle};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun, pass_options};

pass_options! {
    /// The options of the pass.
    struct LazyLoadingOptions {
        /// Specifies the bytecode version to use.
        version("bytecode-version"): i32 = "-1",
    }
}

/// The pass.
pub(crate) static TEST_LAZY_LOADING: PassDef = PassDef {
    name: "test-lazy-loading",
    class: "(anonymous namespace)::LazyLoadingPass",
    doc: "Test LazyLoading of op",
    options: LazyLoadingOptions::DEFS,
    make: |options| Ok(Pass::Ir(Box::new(LazyLoadingOptions::from(options)))),
    ..EMPTY_PASS
};

impl IrPass for LazyLoadingOptions {
    fn run(&self, ir: &mut Ir, module: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let loc = ir.op(module).loc();
        let version = (self.version >= 0).then_some(i64::from(self.version));
        let mut bytes = Vec::new();
        let config = BytecodeWriterConfig::default().version(version);
        if let Err(error) = write_bytecode(ir, ir.op(module), &config, &mut bytes) {
            return run.fail(Diag::error(loc, format!("failed to write bytecode: {error}")));
        }
        let (cx, reader) = (Arc::clone(ir.cx()), BytecodeReaderConfig::default());
        let opened = LazyBytecode::open(&cx, &ir.sources, &bytes.into(), "<bytecode>", reader);
        let mut file = match opened {
            Ok(file) => file,
            Err(diag) => return run.fail(diag),
        };
        count(&file, run);
        loop {
            let Some(op) = file.ops_to_materialize().next() else { return Ok(()) };
            run.printed.push_str("\n\nBefore Materializing...\n\n");
            show(&file, op, run);
            if let Err(diag) = file.materialize(op) {
                return run.fail(diag);
            }
            run.printed.push_str("\n\nMaterializing...\n\n");
            show(&file, op, run);
            run.printed.push('\n');
            count(&file, run);
        }
    }

    fn only_reads(&self) -> bool {
        true
    }
}

/// Prints how many ops have regions that were not read.
fn count(file: &LazyBytecode, run: &mut PassRun<'_>) {
    run.printed.push_str(&format!("Has {} ops to materialize\n", file.ops_to_materialize().count()));
}

/// Prints an op in the generic form, since parts of it may not be read yet.
fn show(file: &LazyBytecode, op: OpHandle, run: &mut PassRun<'_>) {
    let options = PrintOptions::default().local_scope(true).generic(true);
    run.printed.push_str(print_op(file.ir().op(op), &options).trim_end());
}
