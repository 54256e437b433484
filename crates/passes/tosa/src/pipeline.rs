//! `tosa-to-linalg-pipeline`: the lowering to linalg with what is done before it.

use terrace_pass::{OpPipeline, PassOptions, PipelineDef, Registry};

/// The pipeline: decompositions, canonicalization, the named ops of linalg, folds, validation, and the other ops of linalg.
///
/// Control flow, constants, scales of numbers, and concatenations, pads, reshapes and slices stay: `tosa-to-scf`,
/// `tosa-to-arith` and `tosa-to-tensor` lower these.
pub static TOSA_TO_LINALG_PIPELINE: PipelineDef = PipelineDef {
    name: "tosa-to-linalg-pipeline",
    doc: "The default pipeline for converting TOSA operators to the equivalent operations using the tensor operations in \
          LinAlg as well as LinAlg named operations.",
    options: &[],
    build,
};

fn build(pipeline: &mut OpPipeline, registry: &Registry, _options: &PassOptions) -> Result<(), String> {
    let text = "func.func(tosa-optional-decompositions),func.func(canonicalize),func.func(tosa-infer-shapes),\
                func.func(tosa-make-broadcastable),func.func(tosa-to-linalg-named),func.func(canonicalize),\
                func.func(tosa-layerwise-constant-fold),func.func(tosa-make-broadcastable),tosa-validate,\
                func.func(tosa-to-linalg)";
    pipeline.parse_into(text, registry).map_err(String::from)
}
