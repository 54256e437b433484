//! `composite-fixed-point-pass`: a pipeline, until it changes nothing more.

use terrace_ir::{Diag, Ir, OpHandle};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, OpPipeline, Pass, PassDef, PassOptions, PassRun, pass_options};

use crate::fingerprint::fingerprint;

pass_options! {
    /// The options of the pass.
    struct CompositeOptions {
        /// Name of the pass in messages
        name("name"): String = "CompositeFixedPointPass",
        /// The pipeline
        pipeline("pipeline"): String = "",
        /// Maximum number of iterations
        max_iterations("max-iterations"): i32 = "10",
    }
}

/// The pass.
pub static COMPOSITE: PassDef = PassDef {
    name: "composite-fixed-point-pass",
    class: "CompositeFixedPointPass",
    doc: "Run a pipeline until a fixed point is reached",
    options: CompositeOptions::DEFS,
    make: |options| Ok(Pass::Ir(Box::new(Composite::new(options)?))),
    ..EMPTY_PASS
};

struct Composite {
    name: String,
    pipeline: String,
    max_iterations: u64,
}

impl Composite {
    fn new(options: &PassOptions) -> Result<Self, String> {
        let options = CompositeOptions::from(options);
        let max = options.max_iterations;
        let max_iterations = u64::try_from(max)
            .ok()
            .filter(|&n| n > 0)
            .ok_or(format!("Invalid maxIterations value: {max}\n"))?;
        Ok(Self { name: options.name, pipeline: options.pipeline, max_iterations })
    }
}

impl IrPass for Composite {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let mut pipeline = OpPipeline::new(Some(ir.op(op).name_text()));
        if pipeline.parse_into(&self.pipeline, run.manager.registry).is_err() {
            let loc = ir.op(op).loc();
            return run.fail(Diag::error(loc, "Failed to parse composite pass pipeline"));
        }
        let mut before = fingerprint(ir.op(op));
        for iteration in 0.. {
            run.run_pipeline(ir, &pipeline, op)?;
            if iteration >= self.max_iterations {
                let message = format!(
                    "Composite pass \"{}\"+ didn't converge in {} iterations",
                    self.name, self.max_iterations
                );
                let mut diag = Diag::warning(ir.op(op).loc(), message);
                diag.op = Some(op);
                run.report(diag);
                break;
            }
            let after = fingerprint(ir.op(op));
            if after == before {
                break;
            }
            before = after;
        }
        Ok(())
    }
}
