//! `test-lower-to-llvm`: all that it takes to lower programs on buffers, loops and vectors to the dialect llvm.

use terrace_pass::{OpPipeline, PassOptions, PipelineDef, Registry, pass_options};

pass_options! {
    /// The options of the pipeline.
    struct LowerOptions {
        /// Allow reassociation og FP reductions
        reassociate("reassociate-fp-reductions"): bool = "false",
    }
}

/// The pipelines of this crate.
pub static PIPELINES: &[&PipelineDef] = &[&TEST_LOWER_TO_LLVM];

/// The pipeline.
pub static TEST_LOWER_TO_LLVM: PipelineDef = PipelineDef {
    name: "test-lower-to-llvm",
    doc: "An example of pipeline to lower the main dialects (arith, linalg, memref, scf, vector) down to LLVM.",
    options: LowerOptions::DEFS,
    build,
};

fn build(pipeline: &mut OpPipeline, registry: &Registry, options: &PassOptions) -> Result<(), String> {
    let reassociate = LowerOptions::from(options).reassociate;
    let text = format!(
        "func.func(convert-vector-to-scf),func.func(convert-linalg-to-loops),lower-affine,convert-scf-to-cf,canonicalize,cse,\
         convert-vector-to-llvm{{reassociate-fp-reductions={reassociate}}},func.func(convert-math-to-llvm),\
         expand-strided-metadata,lower-affine,finalize-memref-to-llvm,convert-func-to-llvm,convert-arith-to-llvm,\
         convert-cf-to-llvm,convert-index-to-llvm,convert-ub-to-llvm,reconcile-unrealized-casts"
    );
    pipeline.parse_into(&text, registry).map_err(String::from)
}
