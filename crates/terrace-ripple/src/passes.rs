//! The passes.

use terrace_ir::{Ir, OpHandle};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};

/// The passes of this crate.
pub static PASSES: &[&PassDef] = &[
    &crate::to_llvm::CONVERT_RIPPLE_TO_LLVM,
    &RIPPLE_PREPARE,
    &crate::parallel_loops::RIPPLE_LOWER_PARALLEL,
    &RIPPLE_VECTORIZE,
];

/// Marks what expressions choose, inlines and promotes locals.
pub static RIPPLE_PREPARE: PassDef = PassDef {
    name: "ripple-prepare",
    class: "RipplePrepare",
    doc: "Marks what expressions choose in functions that use Ripple, inlines small functions and promotes locals",
    anchor: Some("builtin.module"),
    make: |_| Ok(Pass::Ir(Box::new(Prepare))),
    ..EMPTY_PASS
};

struct Prepare;

impl IrPass for Prepare {
    fn run(&self, ir: &mut Ir, op: OpHandle, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        crate::prepare::prepare(ir, op);
        Ok(())
    }
}

/// Renders functions that use Ripple as vector code.
pub static RIPPLE_VECTORIZE: PassDef = PassDef {
    name: "ripple-vectorize",
    class: "RippleVectorize",
    doc: "Renders functions that use Ripple as vector code",
    anchor: Some("builtin.module"),
    make: |_| Ok(Pass::Ir(Box::new(Vectorize))),
    ..EMPTY_PASS
};

struct Vectorize;

impl IrPass for Vectorize {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let Err(errors) = crate::vectorize::vectorize(ir, op) else { return Ok(()) };
        errors.into_iter().for_each(|error| run.report(error));
        Err(Failed)
    }
}
