//! Passes that apply patterns on vectors to functions.

use std::sync::OnceLock;

use terrace_dialects_vector::types::vector;
use terrace_ir::{Context, Rewriter};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun, pass_options};
use terrace_passes_vector::break_down_bitcasts::add_break_down_bitcasts;
use terrace_passes_vector::bubble_bitcasts::BUBBLE_BITCASTS;
use terrace_passes_vector::flatten::add_flatten_transfers;
use terrace_passes_vector::fold_extension::FOLD_ARITH_EXTENSION;
use terrace_passes_vector::gather_to_loads::GATHER_TO_LOADS;
use terrace_passes_vector::leading_one_dims::CAST_AWAY_LEADING_ONE_DIMS;
use terrace_passes_vector::lower_gather::LOWER_GATHER;
use terrace_passes_vector::lower_scan::LOWER_SCAN;
use terrace_passes_vector::lower_strided_slices::EXTRACT_ELEMENTS_OF_SLICES;
use terrace_passes_vector::masked_memory::EMULATE_MASKED_MEMORY;
use terrace_passes_vector::matmul_to_mmt::MATMUL_TO_MMT;
use terrace_passes_vector::reduction_to_contract::REDUCTION_TO_CONTRACT;
use terrace_passes_vector::scalar_transfers::add_scalar_transfer_lowering;
use terrace_passes_vector::shuffle_sizes::LOWER_SHUFFLE;
use terrace_passes_vector::simplify::vector_to_vector_canonicalization;
use terrace_passes_vector::simplify_reductions::{CHAINED_REDUCTIONS, add_break_down_reduction};
use terrace_passes_vector::sink::SINK_OPS;
use terrace_passes_vector::sink_memory::SINK_MEMORY_OPS;
use terrace_passes_vector::unroll::add_unroll;
use terrace_rewrite::{GreedyOptions, PatternSet, apply_greedily};

use crate::vector_unrolling::of_slices;

/// Adds the patterns of a pass.
type Populate = Box<dyn Fn(&mut PatternSet, &Context) + Send + Sync>;

pub(crate) struct Patterns {
    populate: Populate,
    set: OnceLock<PatternSet>,
    options: GreedyOptions,
    /// Whether ops are folded where no option chooses patterns.
    folds_alone: bool,
}

impl Patterns {
    /// A pass that applies patterns until nothing changes.
    pub(crate) fn pass(
        populate: impl Fn(&mut PatternSet, &Context) + Send + Sync + 'static,
    ) -> Result<Pass, String> {
        Self::with(GreedyOptions::bottom_up(), populate)
    }

    /// The same, where what stands first comes first.
    pub(crate) fn top_down(
        populate: impl Fn(&mut PatternSet, &Context) + Send + Sync + 'static,
    ) -> Result<Pass, String> {
        Self::with(GreedyOptions::bottom_up().top_down(true), populate)
    }

    /// The same, with options of the driver.
    pub(crate) fn with(
        options: GreedyOptions,
        populate: impl Fn(&mut PatternSet, &Context) + Send + Sync + 'static,
    ) -> Result<Pass, String> {
        let populate: Populate = Box::new(populate);
        Ok(Pass::Body(Box::new(Self { populate, set: OnceLock::new(), options, folds_alone: false })))
    }

    /// A pass that folds ops, and has no patterns.
    pub(crate) fn only_folds() -> Result<Pass, String> {
        let (populate, options): (Populate, _) = (Box::new(|_, _| {}), GreedyOptions::bottom_up());
        Ok(Pass::Body(Box::new(Self { populate, set: OnceLock::new(), options, folds_alone: true })))
    }
}

impl BodyPass for Patterns {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let cx = rw.cx();
        let set = self.set.get_or_init(|| {
            let mut set = PatternSet::new();
            (self.populate)(&mut set, cx);
            set
        });
        if set.is_empty() && !self.folds_alone {
            return Ok(());
        }
        apply_greedily(rw, set, &self.options).report(run).map(|_| ())
    }
}

macro_rules! pattern_passes {
    ($($(#[doc = $doc:literal])* $id:ident = $name:literal, $class:literal, $summary:literal, $populate:expr;)*) => {
        $(
            $(#[doc = $doc])*
            pub(crate) static $id: PassDef = PassDef {
                name: $name,
                class: concat!("(anonymous namespace)::", $class),
                doc: $summary,
                anchor: Some("func.func"),
                make: |_| Patterns::pass($populate),
                ..EMPTY_PASS
            };
        )*
    };
}

pattern_passes! {
    /// Moves elementwise ops and accesses of memory to where they do less.
    SINK = "test-vector-sink-patterns", "TestVectorSinkPatterns",
        "Test lowering patterns that eliminate redundant broadcast and transpose operations.",
        |set, cx| {
            set.add_all(cx, SINK_OPS);
            set.add_all(cx, SINK_MEMORY_OPS);
        };
    /// Writes reductions as contractions.
    REDUCTIONS = "test-vector-reduction-to-contract-patterns", "TestVectorReduceToContractPatternsPatterns",
        "Test patterns to convert multireduce op to contract and combine broadcast/transpose to contract",
        |set, cx| set.add_all(cx, REDUCTION_TO_CONTRACT);
    /// Lowers scans.
    SCAN = "test-vector-scan-lowering", "TestVectorScanLowering",
        "Test lowering patterns that lower the scan op in the vector dialect",
        |set, cx| set.add_all(cx, LOWER_SCAN);
    /// Folds extensions into contractions.
    EXTENSIONS = "test-fold-arith-extf-into-vector-contract-patterns", "TestFoldArithExtensionIntoVectorContractPatterns",
        "Test patterns that fold arithmetic extension ops into vector contract ops",
        |set, cx| set.add_all(cx, FOLD_ARITH_EXTENSION);
    /// Lowers slices element by element.
    SLICES = "test-vector-extract-strided-slice-lowering", "TestVectorExtractStridedSliceLowering",
        "Test lowering patterns that converts vector.extract_strided_slice into a chain of vector.extract and vector.insert ops",
        |set, cx| set.add_all(cx, EXTRACT_ELEMENTS_OF_SLICES);
}

pattern_passes! {
    /// Breaks down reductions of two elements or one.
    BREAK_DOWN_REDUCTIONS = "test-vector-break-down-reduction-patterns", "TestVectorBreakDownReductionPatterns",
        "Test patterns to break down vector reductions into arith reductions",
        |set, cx| add_break_down_reduction(set, cx, 2);
    /// Merges chains of reductions.
    CHAINED = "test-vector-chained-reduction-folding-patterns", "TestVectorChainedReductionFoldingPatterns",
        "Test patterns to fold chained vector reductions",
        |set, cx| set.add_all(cx, CHAINED_REDUCTIONS);
    /// Accesses memory under masks element by element.
    EMULATE_MASKED = "test-vector-emulate-masked-load-store", "TestVectorEmulateMaskedLoadStore",
        "Test patterns that emulate the maskedload/maskedstore op by memref.load/store and scf.if",
        |set, cx| set.add_all(cx, EMULATE_MASKED_MEMORY);
}

pattern_passes! {
    /// Loads the elements of gathers.
    GATHER = "test-vector-gather-lowering", "TestVectorGatherLowering",
        "Test patterns that lower the gather op in the vector conditional loads",
        |set, cx| {
            set.add_all(cx, LOWER_GATHER);
            set.add_all(cx, GATHER_TO_LOADS);
        };
    /// Extends the shorter one of shuffled vectors.
    SHUFFLE = "test-vector-shuffle-lowering", "TestVectorShuffleLowering",
        "Test lowering patterns for vector.shuffle with mixed-size inputs",
        |set, cx| set.add_all(cx, LOWER_SHUFFLE);
    /// Breaks down casts of more than four elements.
    BREAK_DOWN_BITCASTS = "test-vector-break-down-bitcast", "TestVectorBreakDownBitCast",
        "Test pattern that breaks down vector.bitcast ops ",
        |set, cx| add_break_down_bitcasts(set, cx, |op| vector(op.0.cx(), op.source().ty()).minor() > 4);
    /// Transposes the matrices of products.
    MMT = "test-vector-contraction-prepare-for-mmt-lowering", "TestVectorContractionPrepareForMMTLowering",
        "Test vector.contract matmul canonicalization for MMT lowering.",
        |set, cx| set.add_all(cx, MATMUL_TO_MMT);
}

pass_options! {
    /// The options of the pass that lowers transfers of elements.
    struct ScalarTransferOptions {
        /// Fold transfer operations with multiple uses
        several("allow-multiple-uses"): bool = "false",
    }
}

/// Accesses elements of transfers alone.
pub(crate) static SCALAR_TRANSFERS: PassDef = PassDef {
    name: "test-scalar-vector-transfer-lowering",
    class: "(anonymous namespace)::TestScalarVectorTransferLoweringPatterns",
    doc: "Test lowering of scalar vector transfers to memref loads/stores.",
    options: ScalarTransferOptions::DEFS,
    anchor: Some("func.func"),
    make: |read| {
        let several = ScalarTransferOptions::from(read).several;
        Patterns::pass(move |set, cx| add_scalar_transfer_lowering(set, cx, several))
    },
    ..EMPTY_PASS
};

pass_options! {
    /// The options of the pass that lowers vectors to vectors.
    struct LoweringOptions {
        /// Include unrolling
        unroll("unroll"): bool = "false",
    }
}

/// Drops leading dimensions of one element.
pub(crate) static TO_VECTORS: PassDef = PassDef {
    name: "test-vector-to-vector-lowering",
    class: "(anonymous namespace)::TestVectorToVectorLowering",
    doc: "Test lowering patterns between ops in the vector dialect",
    options: LoweringOptions::DEFS,
    anchor: Some("func.func"),
    make: |read| {
        let unroll = LoweringOptions::from(read).unroll;
        Patterns::pass(move |set, cx| {
            if unroll {
                add_unroll(set, cx, of_slices());
            }
            vector_to_vector_canonicalization().for_each(|pattern| set.add(cx, &pattern));
            set.add_all(cx, BUBBLE_BITCASTS);
            set.add_all(cx, CAST_AWAY_LEADING_ONE_DIMS);
        })
    },
    ..EMPTY_PASS
};

pass_options! {
    /// The options of the pass that flattens transfers.
    struct FlattenOptions {
        /// Minimum vector bitwidth to enable the flattening transformation. For scalable vectors this is the base size, i.e. the size corresponding to vscale=1.
        target("target-vector-bitwidth"): u64 = "4294967295",
    }
}

/// Flattens transfers.
pub(crate) static FLATTEN: PassDef = PassDef {
    name: "test-vector-transfer-flatten-patterns",
    class: "(anonymous namespace)::TestFlattenVectorTransferPatterns",
    doc: "Test patterns to rewrite contiguous row-major N-dimensional vector.transfer_{read,write} ops into 1D transfers",
    options: FlattenOptions::DEFS,
    anchor: Some("func.func"),
    make: |read| {
        let target = FlattenOptions::from(read).target;
        Patterns::pass(move |set, cx| add_flatten_transfers(set, cx, target))
    },
    ..EMPTY_PASS
};
