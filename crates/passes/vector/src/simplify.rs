//! Canonicalization of masks, of masked accesses, and of transpositions, as lowerings require.

use terrace_dialects_vector::*;
use terrace_ir::pattern::Pattern;
use terrace_ir::{OpDef, OpKind};

use terrace_passes_shared::greedy::canonicalization_of;

/// The ops, and the patterns of theirs.
static SIMPLIFIED: &[(&OpDef, &str)] = &[
    (CreateMaskOp::DEF, "create_mask_of_constants"),
    (MaskedLoadOp::DEF, "maskedload_of_known"),
    (MaskedStoreOp::DEF, "maskedstore_of_known"),
    (GatherOp::DEF, "indexed_access_of_known"),
    (ScatterOp::DEF, "indexed_access_of_known"),
    (ExpandLoadOp::DEF, "packed_access_of_known"),
    (CompressStoreOp::DEF, "packed_access_of_known"),
    (ExtractStridedSliceOp::DEF, "extract_of_constant_mask"),
    (TransposeOp::DEF, "transpose_of_transpose"),
];

/// The patterns that upstream applies where it lowers vectors to vectors.
pub fn vector_to_vector_canonicalization() -> impl Iterator<Item = Pattern> {
    SIMPLIFIED
        .iter()
        .flat_map(|&(def, wanted)| canonicalization_of(def).filter(move |pattern| pattern.name == wanted))
}
