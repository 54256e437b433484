//! Descriptors of patterns that have no options.

use terrace_ir::OpKind;
use terrace_ir::def::OpDef;
use terrace_macros::op;
use terrace_passes_linalg::cleanup::ERASE_UNNECESSARY_INPUTS;
use terrace_passes_linalg::decompose_pack::DECOMPOSE_PACK_UNPACK;
use terrace_passes_linalg::decompose_pad::DECOMPOSE_PAD;
use terrace_passes_linalg::fold_add::FOLD_ADD_INTO_DEST;
use terrace_passes_linalg::fold_pack::FOLD_INTO_PACK_AND_UNPACK;
use terrace_passes_linalg::unit_dims::{FOLD_UNIT_DIMS_BY_RESHAPES, FOLD_UNIT_DIMS_BY_SLICES};
use terrace_passes_linalg::vectorize::pad_patterns::PAD_VECTORIZATION;
use terrace_passes_memref_tensor::memref::expand::EXPAND_OPS;
use terrace_passes_memref_tensor::memref::extract_addresses::EXTRACT_ADDRESS_COMPUTATIONS;
use terrace_passes_memref_tensor::memref::{fold_alias, resolve_dims, strided_metadata};
use terrace_passes_memref_tensor::tensor::bubble_slices::BUBBLE_UP_EXTRACT_SLICE;
use terrace_passes_memref_tensor::tensor::decompose_concat::DECOMPOSE_CONCAT;
use terrace_passes_memref_tensor::tensor::drop_rank_expansion::DROP_REDUNDANT_RANK_EXPANSION;
use terrace_passes_memref_tensor::tensor::fold_reshapes::FOLD_REASSOCIATIVE_RESHAPES;
use terrace_passes_memref_tensor::tensor::insert_of_insert::fold_subset_ops;
use terrace_passes_memref_tensor::tensor::merge_slices::MERGE_SLICES;
use terrace_passes_memref_tensor::tensor::subset_transfers::SUBSET_INTO_TRANSFER;
use terrace_passes_vector::contract_bf16_to_fma::CONTRACT_BF16_TO_FMA;
use terrace_passes_vector::contract_to_dot::CONTRACT_TO_PACKED_DOT;
use terrace_passes_vector::drop_unit_dims::DROP_UNIT_DIMS;
use terrace_passes_vector::fold_extension::FOLD_ARITH_EXTENSION;
use terrace_passes_vector::leading_one_dims::CAST_AWAY_LEADING_ONE_DIMS;
use terrace_passes_vector::lower_gather::LOWER_GATHER;
use terrace_passes_vector::lower_outer_product::LOWER_OUTER_PRODUCT;
use terrace_passes_vector::lower_scan::LOWER_SCAN;
use terrace_passes_vector::lower_shape_cast::LOWER_SHAPE_CAST;
use terrace_passes_vector::lower_transfer::LOWER_MASKED_TRANSFERS;
use terrace_passes_vector::outer_products::ELEMENTWISE_TO_VECTOR;
use terrace_passes_vector::reduction_to_contract::REDUCTION_TO_CONTRACT;
use terrace_passes_vector::rewrite_narrow_types::{REWRITE_NARROW_TYPES, TRANSPOSE_NARROW_TYPES};
use terrace_passes_vector::sink::SINK_OPS;
use terrace_passes_vector::sink_memory::SINK_MEMORY_OPS;
use terrace_passes_vector::transfer_permutation::TRANSFER_PERMUTATION_LOWERING;
use terrace_passes_vector::unit_dim_transfers::{DROP_INNERMOST_UNIT_DIMS, DROP_UNIT_DIMS_OF_TRANSFERS};
use terrace_passes_vector::{
    contract_to_fma, lower_rows, materialize_masks, sink_producers, unroll_elements,
};
use terrace_transform::interfaces::PatternDescriptorOpInterface;

use super::Patterns;
use terrace_passes_linalg::tiling_canonicalization::tiling_canonicalization;

macro_rules! descriptors {
    ($($marker:ident = $name:tt, $patterns:expr;)*) => {
        $(
            /// Adds the patterns of its name.
            #[op($name, interfaces(dyn PatternDescriptorOpInterface = $patterns),
                 format = "attr-dict")]
            pub struct $marker {}
        )*

        /// The descriptors.
        pub(super) static OPS: &[&OpDef] = &[$($marker::DEF),*];
    };
}

descriptors! {
    ApplyEraseUnnecessaryInputsPatternsOp = "transform.apply_patterns.linalg.erase_unnecessary_inputs", Patterns(|| ERASE_UNNECESSARY_INPUTS.to_vec());
    ApplyDecomposeTensorPackUnpackPatternsOp = "transform.apply_patterns.linalg.decompose_pack_unpack", Patterns(|| DECOMPOSE_PACK_UNPACK.to_vec());
    ApplyDecomposeTensorPadPatternsOp = "transform.apply_patterns.linalg.decompose_pad", Patterns(|| DECOMPOSE_PAD.to_vec());
    ApplyFoldUnitExtentDimsViaReshapesPatternsOp = "transform.apply_patterns.linalg.fold_unit_extent_dims_via_reshapes", Patterns(|| FOLD_UNIT_DIMS_BY_RESHAPES.to_vec());
    ApplyFoldUnitExtentDimsViaSlicesPatternsOp = "transform.apply_patterns.linalg.fold_unit_extent_dims_via_slices", Patterns(|| FOLD_UNIT_DIMS_BY_SLICES.to_vec());
    ApplyTilingCanonicalizationPatternsOp = "transform.apply_patterns.linalg.tiling_canonicalization", Patterns(tiling_canonicalization);
    ApplyFoldAddIntoDestPatternsOp = "transform.apply_patterns.linalg.fold_add_into_dest", Patterns(|| FOLD_ADD_INTO_DEST.to_vec());
    ApplyPadVectorizationPatternsOp = "transform.apply_patterns.linalg.pad_vectorization", Patterns(|| PAD_VECTORIZATION.to_vec());
    ApplyFoldIntoPackAndUnpackPatternsOp = "transform.apply_patterns.tensor.fold_into_pack_and_unpack", Patterns(|| FOLD_INTO_PACK_AND_UNPACK.to_vec());
    ApplyExpandOpsPatternsOp = "transform.apply_patterns.memref.expand_ops", Patterns(|| EXPAND_OPS.to_vec());
    ApplyExpandStridedMetadataPatternsOp = "transform.apply_patterns.memref.expand_strided_metadata", Patterns(|| strided_metadata::PATTERNS.to_vec());
    ApplyExtractAddressComputationsPatternsOp = "transform.apply_patterns.memref.extract_address_computations", Patterns(|| EXTRACT_ADDRESS_COMPUTATIONS.to_vec());
    ApplyFoldMemrefAliasOpsPatternsOp = "transform.apply_patterns.memref.fold_memref_alias_ops", Patterns(fold_alias::patterns);
    ApplyResolveRankedShapedTypeResultDimsPatternsOp = "transform.apply_patterns.memref.resolve_ranked_shaped_type_result_dims", Patterns(resolve_dims::patterns);
    ApplyDecomposeTensorConcatPatternsOp = "transform.apply_patterns.tensor.decompose_concat", Patterns(|| DECOMPOSE_CONCAT.to_vec());
    ApplyDropRedundantInsertSliceRankExpansionPatternsOp = "transform.apply_patterns.tensor.drop_redundant_insert_slice_rank_expansion", Patterns(|| DROP_REDUNDANT_RANK_EXPANSION.to_vec());
    ApplyFoldTensorSubsetOpsPatternsOp = "transform.apply_patterns.tensor.fold_tensor_subset_ops", Patterns(fold_subset_ops);
    ApplyFoldTensorSubsetOpsIntoVectorTransfersPatternsOp = "transform.apply_patterns.tensor.fold_tensor_subset_ops_into_vector_transfers", Patterns(|| SUBSET_INTO_TRANSFER.to_vec());
    ApplyMergeConsecutiveInsertExtractSlicePatternsOp = "transform.apply_patterns.tensor.merge_consecutive_insert_extract_slice", Patterns(|| MERGE_SLICES.to_vec());
    ApplyReassociativeReshapeFoldingPatternsOp = "transform.apply_patterns.tensor.reassociative_reshape_folding", Patterns(|| FOLD_REASSOCIATIVE_RESHAPES.to_vec());
    ApplyBubbleUpExtractSlicePatternsOp = "transform.apply_patterns.tensor.bubble_up_extract_slice", Patterns(|| BUBBLE_UP_EXTRACT_SLICE.to_vec());
    ApplyCastAwayVectorLeadingOneDimPatternsOp = "transform.apply_patterns.vector.cast_away_vector_leading_one_dim", Patterns(|| CAST_AWAY_LEADING_ONE_DIMS.to_vec());
    ApplyRankReducingSubviewPatternsOp = "transform.apply_patterns.vector.rank_reducing_subview_patterns", Patterns(|| DROP_UNIT_DIMS_OF_TRANSFERS.to_vec());
    ApplyDropUnitDimWithShapeCastPatternsOp = "transform.apply_patterns.vector.drop_unit_dims_with_shape_cast", Patterns(|| DROP_UNIT_DIMS.to_vec());
    ApplyDropInnerMostUnitDimsFromXferOpsPatternsOp = "transform.apply_patterns.vector.drop_inner_most_unit_dims_from_xfer_ops", Patterns(|| DROP_INNERMOST_UNIT_DIMS.to_vec());
    ApplyTransferPermutationPatternsOp = "transform.apply_patterns.vector.transfer_permutation_patterns", Patterns(|| TRANSFER_PERMUTATION_LOWERING.to_vec());
    ApplyLowerBitCastPatternsOp = "transform.apply_patterns.vector.lower_bitcast", Patterns(|| lower_rows::LOWER_BITCAST.to_vec());
    ApplyLowerBroadcastPatternsOp = "transform.apply_patterns.vector.lower_broadcast", Patterns(|| lower_rows::LOWER_BROADCAST.to_vec());
    ApplyLowerCreateMaskPatternsOp = "transform.apply_patterns.vector.lower_create_mask", Patterns(|| lower_rows::LOWER_MASKS.to_vec());
    ApplyLowerMasksPatternsOp = "transform.apply_patterns.vector.lower_masks", Patterns(|| lower_rows::LOWER_MASKS.to_vec());
    ApplyLowerMaskedTransfersPatternsOp = "transform.apply_patterns.vector.lower_masked_transfers", Patterns(|| LOWER_MASKED_TRANSFERS.to_vec());
    ApplyMaterializeMasksPatternsOp = "transform.apply_patterns.vector.materialize_masks", Patterns(materialize_masks::patterns);
    ApplyLowerOuterProductPatternsOp = "transform.apply_patterns.vector.lower_outerproduct", Patterns(|| LOWER_OUTER_PRODUCT.to_vec());
    ApplyLowerGatherPatternsOp = "transform.apply_patterns.vector.lower_gather", Patterns(|| LOWER_GATHER.to_vec());
    ApplyUnrollFromElementsPatternsOp = "transform.apply_patterns.vector.unroll_from_elements", Patterns(|| unroll_elements::UNROLL_FROM_ELEMENTS.to_vec());
    ApplyUnrollToElementsPatternsOp = "transform.apply_patterns.vector.unroll_to_elements", Patterns(|| unroll_elements::UNROLL_TO_ELEMENTS.to_vec());
    ApplyLowerScanPatternsOp = "transform.apply_patterns.vector.lower_scan", Patterns(|| LOWER_SCAN.to_vec());
    ApplyLowerShapeCastPatternsOp = "transform.apply_patterns.vector.lower_shape_cast", Patterns(|| LOWER_SHAPE_CAST.to_vec());
    ApplyLowerInterleavePatternsOp = "transform.apply_patterns.vector.lower_interleave", Patterns(|| lower_rows::LOWER_INTERLEAVE.to_vec());
    ApplyInterleaveToShufflePatternsOp = "transform.apply_patterns.vector.interleave_to_shuffle", Patterns(|| lower_rows::INTERLEAVE_TO_SHUFFLE.to_vec());
    ApplyRewriteNarrowTypePatternsOp = "transform.apply_patterns.vector.rewrite_narrow_types", Patterns(|| [REWRITE_NARROW_TYPES, TRANSPOSE_NARROW_TYPES].concat());
    ApplyFoldArithExtensionPatternsOp = "transform.apply_patterns.vector.fold_arith_extension", Patterns(|| FOLD_ARITH_EXTENSION.to_vec());
    ApplyFoldElementwiseToVectorPatternsOp = "transform.apply_patterns.vector.elementwise_to_vector", Patterns(|| ELEMENTWISE_TO_VECTOR.to_vec());
    ApplyVectorReductionToContractPatternsOp = "transform.apply_patterns.vector.reduction_to_contract", Patterns(|| REDUCTION_TO_CONTRACT.to_vec());
    ApplySinkVectorPatternsOp = "transform.apply_patterns.vector.sink_ops", Patterns(|| SINK_OPS.to_vec());
    ApplySinkVectorMemPatternsOp = "transform.apply_patterns.vector.sink_mem_ops", Patterns(|| SINK_MEMORY_OPS.to_vec());
    ApplyVectorContractToFMAPatternsOp = "transform.apply_patterns.x86vector.vector_contract_to_fma", Patterns(|| contract_to_fma::CONTRACT_TO_FMA.to_vec());
    ApplyVectorContractToPackedTypeDotProductPatternsOp = "transform.apply_patterns.x86vector.vector_contract_to_packed_type_dot_product", Patterns(|| CONTRACT_TO_PACKED_DOT.to_vec());
    ApplyVectorContractBF16ToFMAPatternsOp = "transform.apply_patterns.x86vector.vector_contract_bf16_to_fma", Patterns(|| CONTRACT_BF16_TO_FMA.to_vec());
    ApplySinkVectorProducerOpsPatternsOp = "transform.apply_patterns.x86vector.sink_vector_producer_ops", Patterns(|| sink_producers::SINK_PRODUCERS.to_vec());
}
