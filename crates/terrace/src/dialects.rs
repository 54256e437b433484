//! The dialects, each a module with its table, its ops and what builds them.

pub use terrace_dialects_arm::{neon as arm_neon, sme as arm_sme, sve as arm_sve};
pub use terrace_dialects_core::ml_program;
pub use terrace_dialects_core::{arith, builtin, cf, complex, func, index, math, quant, scf, ub};
pub use terrace_dialects_linalg as linalg;
pub use terrace_dialects_llvm as llvm;
pub use terrace_dialects_mem::{affine, bufferization, dlti, memref, ptr, shape, tensor};
pub use terrace_dialects_pdl as pdl;
pub use terrace_dialects_vector as vector;
use terrace_ir::def::DialectDef;
use terrace_ir::extension::DialectExtension;
pub use terrace_irdl as irdl;
pub use terrace_ripple::dialect as ripple;

/// Constraints of operands, results and attributes, besides those of [`terrace_ir::constraints`].
pub mod constraints {
    pub use terrace_dialects_core::constraints::*;
    pub use terrace_dialects_mem::constraints::*;
    pub use terrace_ir::constraints::*;
}

/// Returns every dialect that users get.
pub fn all() -> Vec<&'static DialectDef> {
    [
        terrace_dialects_core::DIALECTS,
        terrace_dialects_mem::DIALECTS,
        terrace_dialects_linalg::DIALECTS,
        terrace_dialects_llvm::DIALECTS,
        terrace_dialects_arm::DIALECTS,
        terrace_dialects_core::ml_program::DIALECTS,
        terrace_dialects_pdl::DIALECTS,
        terrace_irdl::DIALECTS,
        terrace_ripple::DIALECTS,
        terrace_transform::DIALECTS,
        terrace_dialects_vector::DIALECTS,
    ]
    .concat()
}

/// Returns what crates of the workspace add to the dialects of others: bufferization, interpretation, deallocation, and
/// how uninterpreted types and attributes are written.
pub fn extensions() -> Vec<&'static DialectExtension> {
    [
        terrace_deallocation::EXTENSIONS,
        terrace_bufferize::EXTENSIONS,
        terrace_interp::EXTENSIONS,
        terrace_transform_ops::EXTENSIONS,
        terrace_to_llvm::transform::EXTENSIONS,
        crate::unregistered::EXTENSIONS,
    ]
    .concat()
}
