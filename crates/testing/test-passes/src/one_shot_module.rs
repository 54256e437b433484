//! `test-one-shot-module-bufferize`: a module is bufferized by a call, with its functions.

use terrace_bufferize::options::{BufferizationOptions, LayoutMap};
use terrace_bufferize::passes::bodies::Env;
use terrace_bufferize::passes::module::run_one_shot_module_bufferize;
use terrace_ir::{Ir, OpHandle};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};

/// The pass.
pub(crate) static TEST_ONE_SHOT_MODULE_BUFFERIZE: PassDef = PassDef {
    name: "test-one-shot-module-bufferize",
    class: "(anonymous namespace)::TestOneShotModuleBufferizePass",
    doc: "Pass to test One Shot Module Bufferization",
    make: |_| Ok(Pass::Ir(Box::new(BufferizeModule))),
    ..EMPTY_PASS
};

struct BufferizeModule;

impl IrPass for BufferizeModule {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let name = ir.op(op).info().name.text(ir.cx());
        run.text.push_str(&format!("Running TestOneShotModuleBufferize on: {name}\n"));
        let options = BufferizationOptions::of_context(ir.cx())
            .bufferize_function_boundaries(true)
            .function_boundary_type_conversion(LayoutMap::Identity);
        let env = Env { options: &options, parallel: run.parallel, provenance: None };
        match run_one_shot_module_bufferize(ir, op, env) {
            Ok(_) => Ok(()),
            Err(diag) => run.fail(diag),
        }
    }
}
