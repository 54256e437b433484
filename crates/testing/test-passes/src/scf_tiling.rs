//! `test-scf-tiling`: tiles what carries an attribute, as the ops of the transform dialect do.

use terrace_ir::tiling::{PartialReduction, Refusal, TilingInterface};
use terrace_ir::{Diag, Loc, Op, OpFoldResult, OpKind, Rewriter, Value};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassOptions, PassRun, option_enum, pass_options};
use terrace_passes_scf::forall::normalize_forall;
use terrace_passes_scf::tile::consumer::tile_and_fuse_consumer;
use terrace_passes_scf::tile::containing::fuse_into_containing;
use terrace_passes_scf::tile::fuse::{FusionOptions, tile_consumer_and_fuse_producers_using_scf};
use terrace_passes_scf::tile::{LoopType, TileSizes, TilingOptions, tile_using_scf};
use terrace_rewrite::walk::body_post_order;

option_enum! {
    /// The loops that are made.
    enum Loops {
        For = "for",
        Forall = "forall",
    }
}

option_enum! {
    /// The tiling strategy of reductions.
    enum Reductions {
        None = "none",
        OuterReduction = "outer-reduction",
        OuterParallel = "outer-parallel",
    }
}

pass_options! {
    /// The options of the pass.
    struct ScfTilingOptions {
        /// Tile ops with this attribute
        attribute("attribute"): String = "tile",
        /// Tile sizes; zero for untiled dimensions
        tile_sizes("tile-sizes"): Vec<i64> = "",
        /// Numbers of tiles, for scf.forall
        num_threads("num-threads"): Vec<i64> = "",
        /// The dimension of each loop
        interchange("interchange"): Vec<u64> = "",
        /// Kind of the created loops
        loops("loop"): Loops = "for",
        /// Use partial reductions
        reduction("reduction"): Reductions = "none",
        /// Partially reduced dimensions; by default all reduction dimensions
        reduction_dims("reduction-dims"): Vec<u64> = "",
        /// Fuse producers
        fuse("fuse"): bool = "false",
        /// Yield the results of fused producers from the loops
        yields("yield"): bool = "false",
        /// Fuse ops with the attribute 'producer' into the outermost loop
        producers("producers"): bool = "false",
        /// Fuse ops with the attribute 'consumer' into the loops
        consumers("consumers"): bool = "false",
    }
}

/// The pass.
pub(crate) static TEST_SCF_TILING: PassDef = PassDef {
    name: "test-scf-tiling",
    class: "TestScfTilingPass",
    doc: "Tile and fuse ops that implement TilingInterface",
    options: ScfTilingOptions::DEFS,
    make: |options| Ok(Pass::Body(Box::new(ScfTiling::of(options)))),
    ..EMPTY_PASS
};

struct ScfTiling {
    attribute: String,
    sizes: Vec<i64>,
    threads: Vec<i64>,
    interchange: Vec<usize>,
    forall: bool,
    reduction: Option<PartialReduction>,
    reduction_dims: Vec<usize>,
    fuse: bool,
    yields: bool,
    producers: bool,
    consumers: bool,
}

impl ScfTiling {
    fn of(options: &PassOptions) -> Self {
        let options = ScfTilingOptions::from(options);
        let reduction = match options.reduction {
            Reductions::None => None,
            Reductions::OuterReduction => Some(PartialReduction::OuterReduction),
            Reductions::OuterParallel => Some(PartialReduction::OuterParallel),
        };
        let dims = |list: Vec<u64>| list.into_iter().map(|dim| dim as usize).collect();
        Self {
            attribute: options.attribute,
            sizes: options.tile_sizes,
            threads: options.num_threads,
            interchange: dims(options.interchange),
            forall: options.loops == Loops::Forall,
            reduction,
            reduction_dims: dims(options.reduction_dims),
            fuse: options.fuse,
            yields: options.yields,
            producers: options.producers,
            consumers: options.consumers,
        }
    }

    fn options(&self, rw: &Rewriter<'_>, op: Op) -> TilingOptions<'static> {
        let indices =
            |list: &[i64]| list.iter().map(|&number| OpFoldResult::Static(number)).collect::<Vec<_>>();
        let reduced = match (self.reduction, &self.reduction_dims[..]) {
            (Some(_), []) => reductions(rw, op),
            (_, dims) => dims.to_vec(),
        };
        TilingOptions::default()
            .tile_sizes((!self.sizes.is_empty()).then(|| TileSizes::Given(indices(&self.sizes))))
            .num_threads(indices(&self.threads))
            .interchange(self.interchange.clone())
            .loop_type(if self.forall { LoopType::Forall } else { LoopType::For })
            .partial_reduction(self.reduction)
            .reduction_dims(reduced)
    }

    fn tile(&self, rw: &mut Rewriter<'_>, op: Op, run: &mut PassRun<'_>) -> Result<(), Refusal> {
        let options = self.options(rw, op);
        rw.set_insertion_point_before(op);
        if self.fuse {
            let kept = if self.yields { used_behind(rw, op) } else { Vec::new() };
            let control = |_: &Rewriter<'_>, _: Op, value: Value, _: bool| Some(kept.contains(&value));
            let made =
                tile_consumer_and_fuse_producers_using_scf(rw, op, &options, &FusionOptions::new(&control))?;
            made.warnings.into_iter().for_each(|warning| run.report(warning));
            for old in std::iter::once(op).chain(made.fused_producers) {
                let results: Vec<Value> = rw.body().results(old).collect();
                for &(result, new) in made.replacements.iter().filter(|(result, _)| results.contains(result))
                {
                    let Some(maker) = rw.value(new).defining_op().map(|op| op.id()) else { continue };
                    rw.replace_uses_with_if(result, new, |body, user, _| {
                        let beside = body.block_of(user) == body.block_of(maker);
                        !self.yields || beside && body.is_before(maker, user)
                    });
                }
                if rw.op(old).results().all(|result| result.is_unused()) {
                    rw.erase_op(old);
                }
            }
            return Ok(());
        }
        let mut made = tile_using_scf(rw, op, &options)?;
        std::mem::take(&mut made.warnings).into_iter().for_each(|warning| run.report(warning));
        rw.replace_op(op, &made.replacements);
        if self.forall && self.threads.is_empty() && self.reduction.is_none() {
            for looped in &mut made.loops {
                *looped = normalize_forall(rw, terrace_dialects_core::scf::ForallOp::assume(*looped));
            }
        }
        let after = body_post_order(rw.body());
        if let Some(&outermost) = made.loops.first().filter(|_| self.producers) {
            let marked = |op: &Op| rw.op(*op).attr("producer").is_some();
            let producers: Vec<Op> = after.iter().copied().filter(marked).collect();
            fuse_into_containing(rw, &producers, outermost).map_err(|(_, refusal)| refusal)?;
        }
        for op in after.into_iter().filter(|_| self.consumers) {
            if !rw.body().is_erased(op) && rw.op(op).attr("consumer").is_some() {
                tile_and_fuse_consumer(rw, op, &mut made.loops)?;
            }
        }
        Ok(())
    }
}

/// The results of the ops in the block of `op` that have a result with a user after it.
pub(crate) fn used_behind(rw: &Rewriter<'_>, op: Op) -> Vec<Value> {
    let body = rw.body();
    let behind = |user: Op| body.block_of(user) == body.block_of(op) && body.is_before(op, user);
    let beside = rw.op(op).block().into_iter().flat_map(|block| block.ops());
    let used =
        beside.filter(|maker| maker.results().any(|result| result.uses().any(|(user, _)| behind(user.id()))));
    used.flat_map(|maker| maker.results()).map(|result| result.id()).collect()
}

/// The dimensions along which an op reduces.
fn reductions(rw: &Rewriter<'_>, op: Op) -> Vec<usize> {
    let view = rw.op(op);
    let kinds = view.interface::<dyn TilingInterface>().map_or(Vec::new(), |t| t.loop_iterator_types(view));
    let reduces = |dim: &usize| kinds[*dim] == terrace_ir::tiling::IteratorType::Reduction;
    (0..kinds.len()).filter(reduces).collect()
}

impl BodyPass for ScfTiling {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let marked = body_post_order(rw.body());
        for op in
            marked.into_iter().filter(|&op| rw.op(op).attr(&self.attribute).is_some()).collect::<Vec<_>>()
        {
            if rw.body().is_erased(op) {
                continue;
            }
            if let Err(refusal) = self.tile(rw, op, run) {
                let plain = || Diag::error(Loc::UNKNOWN, "failed to tile");
                return run.fail(refusal.unwrap_or_else(plain));
            }
        }
        Ok(())
    }
}
