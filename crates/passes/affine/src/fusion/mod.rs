//! `affine-loop-fusion`: fuses loop nests of a block, by slices of one nest that run inside of another one.
//!
//! A producer is fused into a consumer that loads what it stores: the slice computes what an iteration of the consumer
//! needs. Siblings that load the same memref are fused to load it once. The memory between fused nests becomes private to
//! an iteration, where nothing else needs it. Nests and depths are chosen as upstream chooses them; before a
//! nest is changed, `check` proves that the program stays the same, and a remark names what prevents a fusion otherwise.

pub(crate) mod accesses;
mod carried;
mod check;
pub(crate) mod cost;
mod graph;
mod greedy;
pub(crate) mod legality;
mod report;
pub(crate) mod slice;
pub(crate) mod transform;

use terrace_dialects_mem::affine::AffineForOp;
use terrace_ir::{Block, Rewriter};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun, option_enum, pass_options};
use terrace_rewrite::walk::body_post_order;

use graph::Graph;
use greedy::Fusion;
use transform::PrivateMemory;

pub use check::Rule;
pub use report::{Report, fuse_unchecked, report};

pass_options! {
    /// The options of the pass.
    struct AffineLoopFusionOptions {
        /// Fractional increase in additional computation tolerated while fusing
        compute_tolerance("compute-tolerance"): f64 = "0.3",
        /// Faster memory space number to promote fusion buffers to
        fast_mem_space("fast-mem-space"): u32 = "0",
        /// Threshold size (KiB) for promoting local buffers to fast memory space
        local_buf_threshold("local-buf-threshold"): u64 = "0",
        /// Enables maximal loop fusion
        maximal("maximal"): bool = "false",
        /// fusion mode to attempt
        mode("mode"): FusionMode = "greedy",
    }
}

option_enum! {
    /// The pairs of nests that are fused.
    enum FusionMode {
        /// Producers with consumers, and siblings.
        Greedy = "greedy",
        /// Producers with consumers.
        ProducerConsumer = "producer",
        /// Siblings.
        Sibling = "sibling",
    }
}

/// The pass.
pub static AFFINE_LOOP_FUSION: PassDef = PassDef {
    name: "affine-loop-fusion",
    class: "AffineLoopFusion",
    doc: "Fuse affine loop nests",
    options: AffineLoopFusionOptions::DEFS,
    make: |options| {
        let has_space = options.is_given("fast-mem-space");
        let options = AffineLoopFusionOptions::from(options);
        let fast_space = has_space.then(|| i64::from(options.fast_mem_space));
        let memory =
            PrivateMemory { fast_space, fast_size: options.local_buf_threshold.saturating_mul(1024) };
        Ok(Pass::Body(Box::new(LoopFusion { options, memory, without: None })))
    },
    ..EMPTY_PASS
};

struct LoopFusion {
    options: AffineLoopFusionOptions,
    memory: PrivateMemory,
    /// The rules that are not checked.
    without: Option<Rule>,
}

/// A pass that fuses wherever nests may be, and checks all rules but those of a group: wrong, so that tests can see that the
/// group is needed.
pub fn fusion_without(rule: Rule) -> Box<dyn BodyPass> {
    let options = AffineLoopFusionOptions {
        compute_tolerance: 100.0,
        fast_mem_space: 0,
        local_buf_threshold: 0,
        maximal: false,
        mode: FusionMode::Greedy,
    };
    let memory = PrivateMemory { fast_space: None, fast_size: 0 };
    Box::new(LoopFusion { options, memory, without: Some(rule) })
}

impl BodyPass for LoopFusion {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        for block in blocks_with_nests(rw) {
            let Some(graph) = Graph::of(rw, block) else { continue };
            let options = &self.options;
            let mut fusion = Fusion::new(graph, options.compute_tolerance, options.maximal, self.memory);
            fusion.without = self.without;
            match options.mode {
                FusionMode::ProducerConsumer => fusion.fuse_producers(rw, usize::MAX),
                FusionMode::Sibling => fusion.fuse_siblings(rw),
                FusionMode::Greedy => {
                    fusion.fuse_producers(rw, 1);
                    fusion.fuse_siblings(rw);
                    fusion.fuse_producers(rw, usize::MAX);
                }
            }
            fusion.finish(rw, run);
        }
        Ok(())
    }
}

/// The blocks with several loop nests, inner ones first.
fn blocks_with_nests(rw: &Rewriter<'_>) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let body = rw.body();
    let ops = body_post_order(body);
    let regions = ops.iter().flat_map(|&op| body.regions(op)).chain(body.top_regions().iter().copied());
    for block in regions.flat_map(|region| body.blocks_of(region)) {
        if body.ops_of(block).filter(|&op| rw.op(op).isa::<AffineForOp>()).count() > 1 {
            blocks.push(block);
        }
    }
    blocks
}
