//! Passes that show what analyses find, one file each, by upstream's names.
//!
//! What is absent: nothing here is for users; the driver for tests adds these passes to those that users get.

#![forbid(unsafe_code)]

mod accesses;
mod affine_accesses;
mod affine_data_copy;
mod alias;
mod block_loops;
mod bodies;
mod bytecode_roundtrip;
mod cf_assert;
mod commutativity;
mod compose_subview;
pub mod custom_loop;
pub mod custom_tensors;
mod data_layout_query;
mod decompose_affine_ops;
mod dependence_check;
mod diagnostic_filter;
mod distinct_attrs;
mod driver_patterns;
mod dynamic_ops;
mod dynamic_pipeline;
mod erase_schedule;
mod fixed_outer_loops;
mod foo_analysis;
mod inlining;
mod ir_visitors;
mod last_modified;
mod lazy_loading;
mod legalize;
mod linalg_fusion;
mod linalg_greedy_fusion;
mod linalg_patterns;
mod linalg_rewrites;
mod linearize;
mod liveness_analysis;
mod llvm_patterns;
mod loop_fusion;
mod loop_permutation;
mod loop_unrolling;
mod loop_unswitch;
mod match_reduction;
mod math_patterns;
pub mod motion_ops;
mod multi_buffer;
mod narrow_types;
mod next_access;
mod notifications;
mod one_shot_module;
mod operations_equality;
mod parallel_unrolling;
mod parametric_tile;
pub mod pdl_patterns;
mod print_callgraph;
mod print_dominance;
mod print_invalid;
mod print_liveness;
mod print_loops;
mod print_structure;
mod processor_mapping;
mod quant_utils;
mod recursive_types;
mod reflect_bounds;
mod reify_value_bounds;
mod remarks;
mod scf_for;
mod scf_if;
mod scf_pipelining;
mod scf_tiling;
mod shape_report;
mod side_effects;
mod signatures;
mod simple;
mod single_fold;
mod sinking;
mod slices;
mod strided_ranges;
mod strides;
mod symbol_rename;
mod symbol_uses;
mod tensor_copies;
mod tensor_like;
mod tensor_patterns;
mod tensor_tracking;
pub mod tiling_ops;
mod topological;
mod tosa_availability;
mod transfer_flow;
mod uplift_while;
mod use_lists;
mod vector_masks;
mod vector_patterns;
mod vector_unrolling;
mod vectorizer;
mod visitors;
mod warp_distribute;
mod while_loops;
mod wide_int;
mod written_to;

use terrace_pass::{PassDef, PipelineDef};

/// The passes in the place of those of users of the same names: they know the ops of tests.
pub static REPLACING: &[&PassDef] = &[
    &reflect_bounds::INT_RANGE_OPTIMIZATIONS,
    &reflect_bounds::ARITH_INT_RANGE_NARROWING,
    &reflect_bounds::ARITH_UNSIGNED_WHEN_EQUIVALENT,
];

/// The pipelines of this crate.
pub static PIPELINES: &[&PipelineDef] = simple::PIPELINES;

/// The passes of this crate.
pub static PASSES: &[&PassDef] = &[
    &affine_accesses::TEST_AFFINE_ACCESS_ANALYSIS,
    &affine_accesses::TEST_AFFINE_WALK,
    &affine_accesses::TEST_MEMREF_BOUND_CHECK,
    &affine_data_copy::TEST_AFFINE_DATA_COPY,
    &alias::TEST_ALIAS_ANALYSIS,
    &alias::TEST_ALIAS_ANALYSIS_EXTENDING,
    &alias::TEST_ALIAS_ANALYSIS_MODREF,
    &block_loops::TEST_BLOCK_IS_IN_LOOP,
    &bodies::TEST_CLONE,
    &bodies::TEST_TAKE_BODY,
    &bytecode_roundtrip::TEST_BYTECODE_ROUNDTRIP,
    &cf_assert::TEST_CF_ASSERT,
    &commutativity::TEST_COMMUTATIVITY_UTILS,
    &commutativity::TEST_TRAIT_FOLDER,
    &compose_subview::TEST_COMPOSE_SUBVIEW,
    &data_layout_query::TEST_DATA_LAYOUT_QUERY,
    &decompose_affine_ops::TEST_DECOMPOSE_AFFINE_OPS,
    &dependence_check::TEST_MEMREF_DEPENDENCE_CHECK,
    &diagnostic_filter::TEST_DIAGNOSTIC_FILTER,
    &distinct_attrs::TEST_DISTINCT_ATTRS,
    &driver_patterns::TEST_GREEDY_PATTERNS,
    &driver_patterns::TEST_STRICT_PATTERN_DRIVER,
    &driver_patterns::TEST_WALK_PATTERN_REWRITE_DRIVER,
    &dynamic_ops::TEST_REWRITE_DYNAMIC_OP,
    &dynamic_pipeline::TEST_DYNAMIC_PIPELINE,
    &erase_schedule::ERASE_SCHEDULE,
    &last_modified::TEST_LAST_MODIFIED,
    &legalize::TEST_LEGALIZE_PATTERNS,
    &legalize::blocks::TEST_MERGE_BLOCKS,
    &legalize::calls::TEST_CONVERT_CALL_OP,
    &legalize::calls::TEST_DECOMPOSE_CALL_GRAPH_TYPES,
    &legalize::types::TEST_LEGALIZE_TYPE_CONVERSION,
    &legalize::TEST_LEGALIZE_UNKNOWN_ROOT,
    &legalize::TEST_REMAPPED_VALUE,
    &legalize::TEST_TARGET_MATERIALIZATION,
    &linalg_fusion::TEST_LINALG_FUSION_PATTERNS,
    &linalg_greedy_fusion::TEST_LINALG_GREEDY_FUSION,
    &linalg_patterns::TEST_LINALG_TRANSFORM_PATTERNS,
    &linalg_rewrites::TEST_LINALG_DATA_LAYOUT_PROPAGATION,
    &linalg_rewrites::TEST_LINALG_DECOMPOSE_OPS,
    &linalg_rewrites::TEST_LINALG_DROP_UNIT_DIMS,
    &linalg_rewrites::TEST_LINALG_PAD_FUSION,
    &linalg_rewrites::TEST_LINALG_RANK_REDUCE_CONTRACTION_OPS,
    &linearize::TEST_BIT_WIDTH_LINEARIZE,
    &linearize::TEST_VECTOR_LINEARIZE,
    &llvm_patterns::TEST_MEMREF_TO_LLVM_WITH_TRANSFORMS,
    &llvm_patterns::TEST_LLVM_LEGALIZE_PATTERNS,
    &liveness_analysis::TEST_LIVENESS_ANALYSIS,
    &foo_analysis::TEST_FOO_ANALYSIS,
    &fixed_outer_loops::TEST_EXTRACT_FIXED_OUTER_LOOPS,
    &loop_fusion::TEST_LOOP_FUSION,
    &loop_permutation::TEST_LOOP_PERMUTATION,
    &loop_unrolling::TEST_LOOP_UNROLLING,
    &loop_unswitch::TEST_AFFINE_LOOP_UNSWITCH,
    &reify_value_bounds::TEST_REIFY_VALUE_BOUNDS,
    &match_reduction::TEST_MATCH_REDUCTION,
    &multi_buffer::TEST_MULTI_BUFFERING,
    &narrow_types::TEST_EMULATE_NARROW_INT,
    &narrow_types::TEST_FLATTEN_AND_EMULATE,
    &next_access::TEST_NEXT_ACCESS,
    &operations_equality::TEST_OPERATIONS_EQUALITY,
    &parallel_unrolling::TEST_PARALLEL_LOOP_UNROLLING,
    &parametric_tile::TEST_AFFINE_PARAMETRIC_TILE,
    &processor_mapping::TEST_MAPPING_TO_PROCESSING_ELEMENTS,
    &pdl_patterns::TEST_PDL_BYTECODE,
    &print_structure::TEST_PRINT_DEFUSE,
    &print_structure::TEST_PRINT_NESTING,
    &scf_for::TEST_SCF_FOR_UTILS,
    &scf_if::TEST_SCF_IF_UTILS,
    &scf_pipelining::TEST_SCF_PIPELINING,
    &scf_tiling::TEST_SCF_TILING,
    &strided_ranges::TEST_STRIDED_METADATA_RANGE_ANALYSIS,
    &uplift_while::TEST_SCF_UPLIFT_WHILE_TO_FOR,
    &side_effects::TEST_SIDE_EFFECTS,
    &shape_report::TEST_SHAPE_FUNCTION_REPORT,
    &signatures::TEST_FUNC_ERASE_ARG,
    &signatures::TEST_FUNC_ERASE_RESULT,
    &signatures::TEST_FUNC_INSERT_ARG,
    &simple::TEST_FUNCTION_PASS,
    &simple::TEST_INTERFACE_PASS,
    &simple::TEST_MODULE_PASS,
    &simple::TEST_OPTIONS_PASS,
    &simple::TEST_OPTIONS_PASS_A,
    &simple::TEST_OPTIONS_PASS_B,
    &simple::TEST_OPTIONS_SUPER_PASS,
    &simple::TEST_STATS_PASS,
    &simple::TEST_PASS_CRASH,
    &simple::TEST_PASS_CREATE_INVALID_IR,
    &simple::TEST_PASS_FAILURE,
    &simple::TEST_PASS_INVALID_PARENT,
    &single_fold::TEST_SINGLE_FOLD,
    &slices::SLICE_ANALYSIS_TEST,
    &strides::TEST_MEMREF_STRIDE_CALCULATION,
    &symbol_rename::TEST_SYMBOL_RAUW,
    &tensor_copies::TEST_TENSOR_COPY_INSERTION,
    &tensor_patterns::TEST_TENSOR_TRANSFORM_PATTERNS,
    &vector_patterns::BREAK_DOWN_BITCASTS,
    &vector_patterns::GATHER,
    &vector_patterns::MMT,
    &vector_patterns::SCALAR_TRANSFERS,
    &vector_patterns::SHUFFLE,
    &vector_patterns::SINK,
    &vector_patterns::REDUCTIONS,
    &vector_patterns::SCAN,
    &vector_patterns::BREAK_DOWN_REDUCTIONS,
    &vector_patterns::CHAINED,
    &vector_patterns::EMULATE_MASKED,
    &vector_patterns::EXTENSIONS,
    &vector_patterns::SLICES,
    &vector_patterns::FLATTEN,
    &transfer_flow::TEST_VECTOR_TRANSFEROP_OPT,
    &vector_patterns::TO_VECTORS,
    &vector_masks::TEST_CREATE_VECTOR_BROADCAST,
    &vectorizer::AFFINE_SUPER_VECTORIZER_TEST,
    &vector_masks::TEST_ELIMINATE_VECTOR_MASKS,
    &vector_unrolling::TEST_VECTOR_UNROLLING,
    &vector_unrolling::TEST_VECTOR_TRANSFER_UNROLLING,
    &math_patterns::TEST_MATH_ALGEBRAIC_SIMPLIFICATION,
    &math_patterns::TEST_MATH_POLYNOMIAL_APPROXIMATION,
    &ir_visitors::TEST_IR_VISITORS,
    &visitors::TEST_GENERIC_IR_VISITORS,
    &visitors::TEST_GENERIC_IR_VISITORS_INTERRUPT,
    &visitors::TEST_GENERIC_IR_BLOCK_VISITORS_INTERRUPT,
    &visitors::TEST_GENERIC_IR_REGION_VISITORS_INTERRUPT,
    &warp_distribute::TEST_VECTOR_WARP_DISTRIBUTE,
    &while_loops::TEST_WHILE_BUILDER,
    &while_loops::TEST_WRAP_WHILE,
    &wide_int::TEST_ARITH_EMULATE_WIDE_INT,
    &written_to::TEST_WRITTEN_TO,
    &quant_utils::TOSA_TEST_QUANT_UTILS,
    &tosa_availability::TEST_TOSA_OP_AVAILABILITY,
    &recursive_types::TEST_RECURSIVE_TYPES,
    &remarks::TEST_REMARK,
    &symbol_uses::TEST_SYMBOL_USES,
    &topological::TEST_TOPOLOGICAL_SORT_ANALYSIS,
    &topological::TEST_PRINT_TOPOLOGICAL_SORT,
    &topological::TEST_SELECTIVE_REPLACEMENT,
    &tensor_like::TEST_TENSORLIKE_BUFFERLIKE,
    &sinking::TEST_CONTROL_FLOW_SINK,
    &one_shot_module::TEST_ONE_SHOT_MODULE_BUFFERIZE,
    &inlining::TEST_INLINE,
    &inlining::TEST_INLINE_CALLBACK,
    &llvm_patterns::TEST_CONVERT_FUNC_OP,
    &signatures::TEST_FUNC_INSERT_RESULT,
    &signatures::TEST_FUNC_SET_TYPE,
    &simple::TEST_MLIR_REDUCER,
    &use_lists::TEST_VERIFY_USELISTORDER,
    &lazy_loading::TEST_LAZY_LOADING,
    &print_callgraph::TEST_PRINT_CALLGRAPH,
    &print_dominance::TEST_PRINT_DOMINANCE,
    &print_invalid::TEST_PRINT_INVALID,
    &print_liveness::TEST_PRINT_LIVENESS,
    &print_loops::TEST_CFG_LOOP_INFO,
];
