//! `affine-data-copy-generate`: copies the memory that loops access to buffers in faster memory, before and after these.
//!
//! A block is split at its loops. For each range of ops, the region of a memref that is accessed gets a buffer; it is
//! copied in before and out after the range, or the loops around it on which the region does not depend. Other than
//! upstream, nothing else in these may access the memory, copies stay in bounds, and what is not known to be all
//! written is copied in as well.

mod check;
mod generate;
mod nests;
mod regions;

use terrace_dialects_core::func::FuncOp;
use terrace_dialects_mem::affine::{AffineForOp, AffineLoadOp, AffineStoreOp};
use terrace_ir::pattern::Pattern;
use terrace_ir::{Block, Op, OpDef, OpKind, Rewriter};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun, pass_options};
use terrace_passes_shared::arithmetic::Arith;
use terrace_passes_shared::greedy::canonicalization_of;
use terrace_rewrite::greedy::apply_greedily_to;
use terrace_rewrite::walk::nested_post_order;
use terrace_rewrite::{GreedyOptions, PatternSet};

use crate::fusion::cost::footprint;
use crate::loop_normalize::promote_if_one_iteration;
use generate::{Copies, CopyOptions};
pub use nests::{NestData, copy_nest_data};
use regions::Range;

pass_options! {
    /// The options of the pass.
    struct AffineDataCopyGenerationOptions {
        /// Set fast memory space capacity in KiB (default: unlimited)
        fast_mem_capacity("fast-mem-capacity"): String = "18446744073709551615",
        /// Fast memory space identifier for copy generation (default: 1)
        fast_mem_space("fast-mem-space"): u32 = "1",
        /// Generate DMA instead of point-wise copy
        generate_dma("generate-dma"): bool = "false",
        /// Minimum DMA transfer size supported by the target in bytes
        min_dma_transfer("min-dma-transfer"): i32 = "1024",
        /// Testing purposes: avoid non-unit stride loop choice depths for copy placement
        skip_non_unit_stride_loops("skip-non-unit-stride-loops"): bool = "false",
        /// Slow memory space identifier for copy generation (default: 0)
        slow_mem_space("slow-mem-space"): u32 = "0",
        /// Tag memory space identifier for copy generation (default: 0)
        tag_mem_space("tag-mem-space"): u32 = "0",
    }
}

/// The pass.
pub static AFFINE_DATA_COPY_GENERATE: PassDef = PassDef {
    name: "affine-data-copy-generate",
    class: "AffineDataCopyGeneration",
    doc: "Generate explicit copying for affine memory operations",
    anchor: Some(FuncOp::DEF.name),
    options: AffineDataCopyGenerationOptions::DEFS,
    make: |options| {
        let options = AffineDataCopyGenerationOptions::from(options);
        let capacity: u64 = options
            .fast_mem_capacity
            .parse()
            .map_err(|_| "'fast-mem-capacity' must be a number of KiB".to_owned())?;
        let copies = CopyOptions {
            generates_dma: options.generate_dma,
            slow_space: options.slow_mem_space.into(),
            fast_space: options.fast_mem_space.into(),
            tag_space: options.tag_mem_space.into(),
            capacity: i64::try_from(capacity).ok().and_then(|capacity| capacity.checked_mul(1024)),
        };
        let skips = options.skip_non_unit_stride_loops;
        Ok(Pass::Body(Box::new(DataCopyGeneration { copies, skips_non_unit_steps: skips })))
    },
    ..EMPTY_PASS
};

struct DataCopyGeneration {
    copies: CopyOptions,
    skips_non_unit_steps: bool,
}

impl BodyPass for DataCopyGeneration {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let Some(&region) = rw.body().top_regions().first() else { return Ok(()) };
        let blocks: Vec<Block> = rw.body().blocks_of(region).collect();
        let Some(first) = blocks.first().and_then(|&block| rw.body().ops_of(block).next()) else {
            return Ok(());
        };
        // As upstream, which creates one that it does not use.
        rw.set_insertion_point_before(first);
        let loc = rw.op(first).parent_op().map_or(rw.op(first).loc(), |parent| parent.loc());
        Arith::new(rw, loc).index(0);
        let mut copies = Copies::new(self.copies);
        for block in blocks {
            self.run_on_block(rw, block, &mut copies);
        }
        let is_simplified = simplify(rw, copies.nests(), &[AffineLoadOp::DEF, AffineStoreOp::DEF]);
        copies.report(run);
        if is_simplified { Ok(()) } else { Err(Failed) }
    }
}

/// Replaces copy loops of one iteration by their bodies, and simplifies the accesses of some kinds in copies; returns whether
/// that ended.
fn simplify(rw: &mut Rewriter<'_>, nests: &[Op], kinds: &[&'static OpDef]) -> bool {
    let mut accesses = Vec::new();
    for &nest in nests {
        for op in nested_post_order(rw.body(), nest).into_iter().chain([nest]) {
            if rw.op(op).isa::<AffineForOp>() {
                promote_if_one_iteration(rw, AffineForOp::assume(op));
            } else if is_access(rw, op) {
                accesses.push(op);
            }
        }
    }
    let mut patterns = PatternSet::new();
    let all = kinds.iter().copied().flat_map(canonicalization_of);
    patterns.add_all(rw.cx(), &all.collect::<Vec<Pattern>>());
    apply_greedily_to(rw, &accesses, &patterns, &GreedyOptions::bottom_up()).converged
}

fn is_access(rw: &Rewriter<'_>, op: Op) -> bool {
    rw.op(op).isa::<AffineLoadOp>() || rw.op(op).isa::<AffineStoreOp>()
}

impl DataCopyGeneration {
    /// Copies for the ranges of a block: each loop, and what is between loops from the first access on.
    fn run_on_block(&self, rw: &mut Rewriter<'_>, block: Block, copies: &mut Copies) {
        let mut pending = vec![rw.body().ops_of(block).collect::<Vec<Op>>().into_iter()];
        let mut begins: Vec<Option<Op>> = vec![None];
        while let (Some(ops), Some(begin)) = (pending.last_mut(), begins.last_mut()) {
            let Some(op) = ops.next() else {
                pending.pop();
                begins.pop();
                continue;
            };
            let is_loop = rw.op(op).isa::<AffineForOp>() && !copies.nests().contains(&op);
            let is_end = rw.op(op).next().is_none();
            if (is_loop || is_end)
                && let Some(begin) = begin.take()
            {
                copies.generate(rw, Range { begin, end: op });
            }
            if !is_loop {
                if begin.is_none() && is_access(rw, op) && !is_end {
                    *begin = Some(op);
                }
                continue;
            }
            let view = AffineForOp::view_of(rw.op(op));
            let exceeds = || {
                let bytes = footprint(rw, AffineForOp::assume(op));
                bytes.zip(self.copies.capacity).is_some_and(|(bytes, capacity)| bytes > capacity)
            };
            let recurses = match self.skips_non_unit_steps {
                true => view.constant_step() != 1,
                false => exceeds(),
            };
            let body = AffineForOp::view_of(rw.op(op)).region().entry().map(|block| block.id());
            if let (true, Some(body)) = (recurses, body) {
                pending.push(rw.body().ops_of(body).collect::<Vec<Op>>().into_iter());
                begins.push(None);
            } else if let Some(end) = rw.op(op).next().map(|next| next.id()) {
                copies.generate(rw, Range { begin: op, end });
            }
        }
    }
}
