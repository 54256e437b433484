//! Passes, the pass manager and the registry; [`rewrite`] has the drivers of patterns, [`conversion`] dialect conversion, [`pdl`] patterns as data.

pub use terrace_analysis as analysis;
pub use terrace_conversion as conversion;
pub use terrace_pass::*;
#[cfg(feature = "passes")]
pub use terrace_pdl as pdl;
pub use terrace_rewrite as rewrite;

/// Passes and patterns on the ops of dialects.
#[cfg(feature = "passes")]
pub mod transforms {
    pub use terrace_passes_affine as affine;
    pub use terrace_passes_arith_math::{arith, complex, math};
    pub use terrace_passes_generic::{
        duplicate_functions, reconcile_casts, remove_dead_values, runtime_verification,
    };
    pub use terrace_passes_linalg as linalg;
    pub use terrace_passes_memref_tensor::{memref, ml_program, quant, shape, tensor};
    pub use terrace_passes_scf as scf;
    pub use terrace_passes_scf::cf;
    pub use terrace_passes_shared::{
        affine_arithmetic, arithmetic, build, expressions, function_signature, greedy, library_calls,
        reductions, tensor_sizes, transfers, vector_ops,
    };
    pub use terrace_passes_tosa as tosa;
    pub use terrace_passes_vector as vector;
    pub use terrace_passes_vector::gpu;

    use terrace_pass::PassDef;

    /// The passes, by what they are about.
    pub static PASSES: &[&[&PassDef]] = &[
        affine::PASSES,
        arith::PASSES,
        cf::PASSES,
        complex::PASSES,
        gpu::PASSES,
        linalg::PASSES,
        math::PASSES,
        memref::PASSES,
        tensor::PASSES,
        scf::PASSES,
        ml_program::PASSES,
        quant::PASSES,
        shape::PASSES,
        tosa::PASSES,
        vector::passes::PASSES,
        terrace_passes_generic::PASSES,
    ];
}

/// Returns every pass and pipeline that users get, of the features that are enabled.
pub fn registry() -> Registry {
    let passes = [
        terrace_rewrite::PASSES,
        #[cfg(feature = "passes")]
        &transforms::PASSES.concat(),
        #[cfg(feature = "llvm")]
        terrace_arm::PASSES,
        #[cfg(feature = "passes")]
        terrace_bufferize::PASSES,
        #[cfg(feature = "passes")]
        terrace_deallocation::PASSES,
        #[cfg(feature = "llvm")]
        terrace_to_llvm::PASSES,
        terrace_inspect::PASSES,
        #[cfg(feature = "passes")]
        terrace_pdl::PASSES,
        #[cfg(feature = "ripple")]
        terrace_ripple::PASSES,
        #[cfg(feature = "passes")]
        terrace_transform::passes::PASSES,
    ];
    let pipelines = [
        terrace_rewrite::PIPELINES,
        #[cfg(feature = "passes")]
        terrace_deallocation::PIPELINES,
        #[cfg(feature = "passes")]
        transforms::tosa::PIPELINES,
        #[cfg(feature = "llvm")]
        terrace_to_llvm::PIPELINES,
    ];
    Registry::new(passes.concat(), pipelines.concat())
}
