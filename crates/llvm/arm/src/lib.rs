//! Internal to Terrace; no promise of stability. Passes that lower vectors to Arm instructions.
//!
//! The map: [`enable_streaming`] marks functions that compute in streaming mode; [`arith_to_sme`] converts
//! constants to ops on tiles, [`vector_to_sme`] vectors, which [`vector_legalization`] splits first,
//! [`outer_product_fusion`] fuses chains of outer products; [`sme_to_scf`] lowers loads and stores of tiles,
//! [`sme_to_llvm`] all other ops to intrinsics, and [`tiles`] allocates a tile to each value.
//! [`sve_vector_storage`] legalizes buffers of scalable vectors, [`neon_2d`] lowers vectors of fixed size.
//! [`build`] has shared builders.

#![forbid(unsafe_code)]

pub mod arith_to_sme;
pub mod build;
pub mod enable_streaming;
pub mod neon_2d;
pub mod outer_product_fusion;
pub mod sme_to_llvm;
pub mod sme_to_scf;
pub mod sve_vector_storage;
pub mod tiles;
pub mod vector_legalization;
pub mod vector_to_sme;

use terrace_pass::PassDef;

/// The passes of this crate.
pub static PASSES: &[&PassDef] = &[
    &arith_to_sme::CONVERT_ARITH_TO_ARM_SME,
    &sme_to_llvm::CONVERT_ARM_SME_TO_LLVM,
    &sme_to_scf::CONVERT_ARM_SME_TO_SCF,
    &vector_to_sme::CONVERT_VECTOR_TO_ARM_SME,
    &enable_streaming::ENABLE_ARM_STREAMING,
    &neon_2d::ARM_NEON_2D_TO_INTR,
    &outer_product_fusion::ARM_SME_OUTER_PRODUCT_FUSION,
    &sve_vector_storage::ARM_SVE_LEGALIZE_VECTOR_STORAGE,
    &vector_legalization::ARM_SME_VECTOR_LEGALIZATION,
    &tiles::TEST_ARM_SME_TILE_ALLOCATION,
];
