//! Passes, the pass manager and the registry; [`rewrite`] has the drivers of patterns, [`conversion`] dialect conversion, [`pdl`] patterns as data.

pub use terrace_analysis as analysis;
pub use terrace_conversion as conversion;
pub use terrace_pass::*;
pub use terrace_pdl as pdl;
pub use terrace_rewrite as rewrite;
pub use terrace_transforms as transforms;

/// Returns every pass and pipeline that users get.
pub fn registry() -> Registry {
    let passes = terrace_rewrite::PASSES
        .iter()
        .chain(terrace_transforms::PASSES.iter().copied().flatten())
        .chain(terrace_arm::PASSES)
        .chain(terrace_bufferize::PASSES)
        .chain(terrace_deallocation::PASSES)
        .chain(terrace_to_llvm::PASSES)
        .chain(terrace_inspect::PASSES)
        .chain(terrace_pdl::PASSES)
        .chain(terrace_ripple::PASSES)
        .chain(terrace_transform::passes::PASSES);
    let pipelines = terrace_rewrite::PIPELINES
        .iter()
        .chain(terrace_deallocation::PIPELINES)
        .chain(terrace_to_llvm::PIPELINES);
    Registry::new(passes.copied(), pipelines.copied())
}
