//! Passes that apply patterns on structured ops to functions.

use terrace_dialects_linalg::attrs::WinogradConv2DFmr;
use terrace_dialects_linalg::pack_unpack::{PackOp, UnPackOp};
use terrace_ir::pattern::{Pattern, Root};
use terrace_ir::tiling::TilingInterface;
use terrace_ir::{Op, OpKind, Rewriter};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Pass, PassDef, PassOptions, pass_options};
use terrace_passes_linalg::cleanup::{ERASE_UNNECESSARY_INPUTS, ERASE_UNUSED};
use terrace_passes_linalg::decompose_pack::DECOMPOSE_PACK_UNPACK;
use terrace_passes_linalg::decompose_pad::DECOMPOSE_PAD;
use terrace_passes_linalg::decompose_winograd::DECOMPOSE_WINOGRAD;
use terrace_passes_linalg::fold_pack::{
    FOLD_INTO_PACK_AND_UNPACK, pack_of_pad, pack_of_transpose, unpack_of_transpose,
};
use terrace_passes_linalg::simplify_pack::SIMPLIFY_PACK_AND_UNPACK;
use terrace_passes_linalg::vectorize::copy::COPY_VECTORIZATION;
use terrace_passes_linalg::vectorize::forward_transfers::FORWARD_TRANSFERS;
use terrace_passes_linalg::winograd::add_winograd_conv2d;
use terrace_passes_memref_tensor::tensor::swap_slices::{SLICE_OF_FILL, SLICE_OF_PAD, SLICE_OF_STRUCTURED};

use crate::vector_patterns::Patterns;

pass_options! {
    /// The options of `test-linalg-transform-patterns`.
    struct TransformOptions {
        /// Specify the type of loops to generate: for, parallel or tiled_loop
        _loop_type("loop-type"): String = "for",
        /// Loops to be peeled when test-tile-pattern
        _peeled_loops("peeled-loops"): Vec<i64> = "",
        /// Skip loops inside partial iterations during peeling
        _skip_partial("skip-partial"): bool = "false",
        /// Linalg tile sizes for test-tile-pattern
        _tile_sizes("tile-sizes"): Vec<i64> = "",
        /// Test patterns to simplify linalg.pack and linalg.unpack
        simplify_pack("test-simplify-pack-unpack-patterns"): bool = "false",
        /// Test rewrite of linalgOp + extract_slice into extract_slice + linalgOp
        bubble_up("test-bubble-up-extract-slice-op-pattern"): bool = "false",
        /// Test transform that generalizes pack ops into a sequence of tensor and Linalg ops
        decompose_pack("test-decompose-linalg-pack"): bool = "false",
        /// Test transform pad tensor by copying with generic ops
        decompose_pad("test-decompose-pad-tensor"): bool = "false",
        /// Test transform that generalizes unpack ops into a sequence of tensor and Linalg ops
        decompose_unpack("test-decompose-tensor-unpack"): bool = "false",
        /// Test patterns to erase unnecessary inputs
        erase_inputs("test-erase-unnecessary-inputs"): bool = "false",
        /// Test patterns to erase unused operands and results
        erase_unused("test-erase-unused-operands-and-results"): bool = "false",
        /// Test folding ops into linalg.pack and linalg.unpack
        fold_pack("test-fold-into-pack-and-unpack"): bool = "false",
        /// Test controlling folding ops into linalg.pack and linalg.unpack
        fold_pack_control("test-fold-into-pack-and-unpack-control"): bool = "false",
        /// Test patterns to swap tensor.extract_slice(linalg.fill())
        swap_fill("test-swap-extract-slice-with-fill-pattern"): bool = "false",
        /// Test a mixed set of patterns
        mixed("test-patterns"): bool = "false",
        /// Test a fused pass that forwards memref.copy to vector.transfer
        forward_transfers("test-vector-transfer-forwarding-patterns"): bool = "false",
        /// Test transform conv2d by Winograd conv2d algorithm
        winograd("test-winograd-conv2d"): bool = "false",
        /// Test decompose Winograd ops
        decompose_winograd("test-decompose-winograd-ops"): bool = "false",
        /// Test rewrite of subtensor(tensor.pad) into tensor.pad(subtensor)
        swap_pad("test-swap-subtensor-padtensor"): bool = "false",
    }
}

/// The pass of patterns that transform structured ops.
pub(crate) static TEST_LINALG_TRANSFORM_PATTERNS: PassDef = PassDef {
    name: "test-linalg-transform-patterns",
    class: "(anonymous namespace)::TestLinalgTransforms",
    doc: "Test Linalg transformation patterns by applying them greedily.",
    options: TransformOptions::DEFS,
    anchor: Some("func.func"),
    make: |options| {
        if TransformOptions::from(options).winograd {
            return Patterns::pass(|set, cx| {
                add_winograd_conv2d(set, cx, WinogradConv2DFmr::F43);
                add_winograd_conv2d(set, cx, WinogradConv2DFmr::F25);
            });
        }
        apply(transform_patterns(options))
    },
    ..EMPTY_PASS
};

fn apply(patterns: Vec<Pattern>) -> Result<Pass, String> {
    Patterns::pass(move |set, cx| set.add_all(cx, &patterns))
}

/// The patterns of the first option that is set.
fn transform_patterns(options: &PassOptions) -> Vec<Pattern> {
    let options = TransformOptions::from(options);
    let [pack, unpack] = [PackOp::DEF.name, UnPackOp::DEF.name];
    match () {
        () if options.decompose_pad => DECOMPOSE_PAD.to_vec(),
        () if options.decompose_pack => of_op(DECOMPOSE_PACK_UNPACK, pack),
        () if options.decompose_unpack => of_op(DECOMPOSE_PACK_UNPACK, unpack),
        () if options.swap_pad => SLICE_OF_PAD.to_vec(),
        () if options.bubble_up => SLICE_OF_STRUCTURED.to_vec(),
        () if options.swap_fill => SLICE_OF_FILL.to_vec(),
        () if options.erase_unused => ERASE_UNUSED.to_vec(),
        () if options.erase_inputs => ERASE_UNNECESSARY_INPUTS.to_vec(),
        () if options.fold_pack => FOLD_INTO_PACK_AND_UNPACK.to_vec(),
        () if options.fold_pack_control => {
            let mut patterns = FOLD_INTO_PACK_AND_UNPACK.to_vec();
            patterns.retain(|pattern| !is_of_op(pattern, pack) && !is_of_op(pattern, unpack));
            patterns.extend_from_slice(FOLD_INTO_ONLY_USER);
            patterns
        }
        () if options.simplify_pack => SIMPLIFY_PACK_AND_UNPACK.to_vec(),
        () if options.decompose_winograd => DECOMPOSE_WINOGRAD.to_vec(),
        () if options.mixed => COPY_VECTORIZATION.to_vec(),
        () if options.forward_transfers => FORWARD_TRANSFERS.to_vec(),
        () => Vec::new(),
    }
}

fn is_of_op(pattern: &Pattern, name: &str) -> bool {
    matches!(pattern.root, Root::Op(root) if root == name)
}

fn of_op(patterns: &[Pattern], name: &str) -> Vec<Pattern> {
    patterns.iter().filter(|pattern| is_of_op(pattern, name)).copied().collect()
}

/// Folds what nothing else uses into packs and unpacks.
static FOLD_INTO_ONLY_USER: &[Pattern] = &[
    Pattern::new("FoldPadWithPackOp", PackOp::DEF.name, |rw, op| {
        is_only_user(rw, op).then(|| pack_of_pad(rw, PackOp::assume(op))).flatten()
    }),
    Pattern::new("FoldConsumerPackWithProducerLinalgTransposeOp", PackOp::DEF.name, |rw, op| {
        is_only_user(rw, op).then(|| pack_of_transpose(rw, PackOp::assume(op))).flatten()
    }),
    Pattern::new("FoldConsumerUnPackWithProducerLinalgTransposeOp", UnPackOp::DEF.name, |rw, op| {
        is_only_user(rw, op).then(|| unpack_of_transpose(rw, UnPackOp::assume(op))).flatten()
    }),
];

/// Whether an op is the only user of its source, if that is computed by a tileable op.
fn is_only_user(rw: &Rewriter<'_>, op: Op) -> bool {
    let producer = rw.op(op).operands().next().and_then(|source| source.defining_op());
    producer.is_none_or(|producer| {
        let uses = producer.results().flat_map(|result| result.uses()).take(2).count();
        producer.interface::<dyn TilingInterface>().is_none() || uses < 2
    })
}
