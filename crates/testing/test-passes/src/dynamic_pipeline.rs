//! `test-dynamic-pipeline`: a pass that runs a pipeline.

use terrace_ir::print::PrintOptions;
use terrace_ir::{Diag, Ir, OpHandle};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, OpPipeline, Pass, PassDef, PassRun, pass_options};
use terrace_rewrite::walk::post_order;

pass_options! {
    /// The options of the pass.
    struct DynamicPipelineOptions {
        /// This will apply the pipeline on nested operations under the visited operation.
        run_on_nested("run-on-nested-operations"): bool = "false",
        /// This will apply the pipeline on the parent operation if it exist, this is expected to fail.
        run_on_parent("run-on-parent"): bool = "false",
        /// The pipeline description that will run on the filtered function.
        pipeline("dynamic-pipeline"): String = "",
        /// List of function name to apply the pipeline to
        op_names("op-name"): Vec<String> = "",
    }
}

/// The pass.
pub(crate) static TEST_DYNAMIC_PIPELINE: PassDef = PassDef {
    name: "test-dynamic-pipeline",
    class: "(anonymous namespace)::TestDynamicPipelinePass",
    doc: "Tests the dynamic pipeline feature by applying a pipeline on a selected set of functions",
    options: DynamicPipelineOptions::DEFS,
    make: |options| Ok(Pass::Ir(Box::new(DynamicPipelineOptions::from(options)))),
    ..EMPTY_PASS
};

impl IrPass for DynamicPipelineOptions {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let view = ir.op(op);
        let kind = view.name();
        let name = view.info().name.text(ir.cx()).to_owned();
        run.text.push_str(&format!("Dynamic execute '{}' on {name}\n", self.pipeline));
        if self.pipeline.is_empty() {
            run.text.push_str("Empty pipeline\n");
            return Ok(());
        }
        let Some(symbol) = view.symbol_name() else {
            let mut diag = Diag::warning(view.loc(), "Ignoring because not implementing SymbolOpInterface\n");
            diag.op = Some(op);
            run.report(diag);
            return Ok(());
        };
        let symbol = symbol.text(ir.cx());
        if !self.op_names.is_empty() && !self.op_names.iter().any(|wanted| wanted == symbol) {
            run.text.push_str(&format!("dynamic-pipeline skip op name: {symbol}\n"));
            return Ok(());
        }
        let mut pipeline = OpPipeline::new(Some(&name));
        if let Err(error) = pipeline.parse_into(&self.pipeline, run.manager.registry) {
            run.text.push_str(&format!("{}\n", error.message()));
        }
        if self.run_on_parent {
            let parent = view.parent_op().map(|parent| parent.handle());
            // It is an error, which is reported.
            return match parent.map(|parent| run.run_pipeline(ir, &pipeline, parent)) {
                Some(Ok(())) => Err(Failed),
                _ => Ok(()),
            };
        }
        if !self.run_on_nested {
            return run.run_pipeline(ir, &pipeline, op);
        }
        run.text.push_str("Run on nested op\n");
        let mut result = Ok(());
        let alike = |other: &OpHandle| {
            *other != op && ir.op(*other).inner_body().is_some() && ir.op(*other).name() == kind
        };
        let nested: Vec<OpHandle> = post_order(ir, op).into_iter().filter(alike).collect();
        for inner in nested {
            let text = terrace_asm::print_op(ir.op(inner), &PrintOptions::default());
            run.text.push_str(&format!("Run on {text}\n"));
            result = result.and(run.run_pipeline(ir, &pipeline, inner));
        }
        result
    }
}
