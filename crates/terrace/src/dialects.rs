//! The dialects, each a module with its table, its ops and what builds them; those beyond the core with the feature `dialects`.

#[cfg(feature = "dialects")]
pub use terrace_dialects_arm::{neon as arm_neon, sme as arm_sme, sve as arm_sve};
pub use terrace_dialects_builtin::{builtin, ub};
pub use terrace_dialects_core::{arith, cf, complex, func, index, math, scf};
#[cfg(feature = "dialects")]
pub use terrace_dialects_gpu::{asynchronous, gpu};
#[cfg(feature = "dialects")]
pub use terrace_dialects_linalg as linalg;
#[cfg(feature = "dialects")]
pub use terrace_dialects_llvm as llvm;
#[cfg(feature = "dialects")]
pub use terrace_dialects_mem::{affine, bufferization, memref, tensor};
#[cfg(feature = "dialects")]
pub use terrace_dialects_pdl as pdl;
#[cfg(feature = "dialects")]
pub use terrace_dialects_ptr::{dlti, ptr};
#[cfg(feature = "dialects")]
pub use terrace_dialects_shape::{ml_program, quant, shape, sparse_tensor};
#[cfg(feature = "dialects")]
pub use terrace_dialects_tosa as tosa;
#[cfg(feature = "dialects")]
pub use terrace_dialects_vector as vector;
use terrace_ir::def::DialectDef;
use terrace_ir::extension::DialectExtension;
pub use terrace_irdl as irdl;
#[cfg(feature = "ripple")]
pub use terrace_ripple::ops as ripple;

/// Constraints of operands, results and attributes, besides those of [`terrace_ir::constraints`].
pub mod constraints {
    pub use terrace_dialects_builtin::constraints::*;
    #[cfg(feature = "dialects")]
    pub use terrace_dialects_mem::constraints::*;
    pub use terrace_ir::constraints::*;
}

/// Returns every dialect that users get, of the features that are enabled.
pub fn all() -> Vec<&'static DialectDef> {
    [
        terrace_dialects_core::DIALECTS,
        #[cfg(feature = "dialects")]
        terrace_dialects_mem::DIALECTS,
        #[cfg(feature = "dialects")]
        terrace_dialects_gpu::DIALECTS,
        #[cfg(feature = "dialects")]
        terrace_dialects_linalg::DIALECTS,
        #[cfg(feature = "dialects")]
        terrace_dialects_llvm::DIALECTS,
        #[cfg(feature = "dialects")]
        terrace_dialects_arm::DIALECTS,
        #[cfg(feature = "dialects")]
        terrace_dialects_ptr::DIALECTS,
        #[cfg(feature = "dialects")]
        terrace_dialects_shape::DIALECTS,
        #[cfg(feature = "dialects")]
        terrace_dialects_tosa::DIALECTS,
        #[cfg(feature = "dialects")]
        terrace_dialects_pdl::DIALECTS,
        terrace_irdl::DIALECTS,
        #[cfg(feature = "ripple")]
        terrace_ripple::DIALECTS,
        #[cfg(feature = "passes")]
        terrace_transform::DIALECTS,
        #[cfg(feature = "dialects")]
        terrace_dialects_vector::DIALECTS,
    ]
    .concat()
}

/// Returns what crates of the workspace add to the dialects of others: bufferization, interpretation, deallocation, readers, and
/// how uninterpreted types and attributes are written.
pub fn extensions() -> Vec<&'static DialectExtension> {
    [
        #[cfg(feature = "passes")]
        terrace_deallocation::EXTENSIONS,
        #[cfg(feature = "passes")]
        terrace_bufferize::EXTENSIONS,
        #[cfg(feature = "passes")]
        terrace_passes_memref_tensor::memref::memory_spaces::EXTENSIONS,
        #[cfg(feature = "interp")]
        terrace_interp::EXTENSIONS,
        #[cfg(feature = "interp")]
        terrace_interp_tosa::EXTENSIONS,
        #[cfg(feature = "passes")]
        terrace_transform_ops::EXTENSIONS,
        #[cfg(feature = "llvm")]
        terrace_llvmir::EXTENSIONS,
        #[cfg(feature = "llvm")]
        terrace_to_llvm::EXTENSIONS,
        #[cfg(feature = "ripple")]
        terrace_ripple::EXTENSIONS,
        terrace_bytecode::EXTENSIONS,
        crate::unregistered::EXTENSIONS,
    ]
    .concat()
}
