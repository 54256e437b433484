//! `scf-parallel-loop-tiling`: a parallel loop becomes one over tiles and one over the points of a tile.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_core::arith::AndIOp;
use terrace_dialects_core::arith::CmpIPredicate;
use terrace_dialects_core::scf::{IfOp, ParallelOp, YieldOp};
use terrace_dialects_mem::affine::AffineMinOp;
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::{Block, Diag, Loc, Op, OpKind, Rewriter, Type, Value};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun, pass_options};
use terrace_passes_shared::arithmetic::Arith;
use terrace_rewrite::walk::body_post_order;

use super::build::make_parallel;

pass_options! {
    /// The options of the pass.
    struct ParallelLoopTilingOptions {
        /// Tile size of each dimension; missing sizes are 1
        parallel_loop_tile_sizes("parallel-loop-tile-sizes"): Vec<i64> = "",
        /// Use full tiles with bounds checks instead of partial tiles
        no_min_max_bounds("no-min-max-bounds"): bool = "false",
    }
}

/// The pass.
pub static PARALLEL_LOOP_TILING: PassDef = PassDef {
    name: "scf-parallel-loop-tiling",
    class: "SCFParallelLoopTiling",
    doc: "Tile parallel loops",
    options: ParallelLoopTilingOptions::DEFS,
    make: |options| {
        let options = ParallelLoopTilingOptions::from(options);
        let (sizes, checked) = (options.parallel_loop_tile_sizes, options.no_min_max_bounds);
        Ok(Pass::Body(Box::new(ParallelLoopTiling { sizes, checked })))
    },
    ..EMPTY_PASS
};

struct ParallelLoopTiling {
    sizes: Vec<i64>,
    checked: bool,
}

impl BodyPass for ParallelLoopTiling {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        if self.sizes.contains(&0) {
            return run.fail(Diag::error(Loc::UNKNOWN, "tile size cannot be 0"));
        }
        let is_parallel = |rw: &Rewriter<'_>, op: Op| rw.op(op).isa::<ParallelOp>();
        let mut innermost = Vec::new();
        // The walk is in post-order: an ancestor of a visited loop contains a loop.
        let mut holds = std::collections::HashSet::new();
        for op in body_post_order(rw.body()) {
            let inner = holds.contains(&op);
            if is_parallel(rw, op) && !inner {
                innermost.push(op);
            }
            if (is_parallel(rw, op) || inner)
                && let Some(around) = rw.op(op).parent_op().filter(|around| around.body_id() == rw.body_id())
            {
                holds.insert(around.id());
            }
        }
        for op in innermost {
            if rw.op(op).num_results() == 0 {
                tile(rw, ParallelOp::assume(op), &self.sizes, self.checked);
            }
        }
        Ok(())
    }
}

/// Whether a number of iterations from `lower` to `upper` is a multiple of a tile's size.
fn divides(rw: &Rewriter<'_>, [lower, upper, step]: [Value; 3], size: i64) -> bool {
    let [lower, upper, step] =
        [lower, upper, step].map(|value| m_scalar_i64(rw.value(value)).map(i128::from));
    let (Some(lower), Some(upper), Some(step)) = (lower, upper, step) else { return false };
    let span = upper - lower;
    step > 0 && ((span + step - 1).div_euclid(step)) % i128::from(size) == 0
}

fn tile(rw: &mut Rewriter<'_>, op: ParallelOp, sizes: &[i64], checked: bool) -> Option<()> {
    let view = op.view(rw);
    let loc = view.0.loc();
    let ids = |slot: usize| -> Vec<Value> { view.0.operand_group(slot).map(|value| value.id()).collect() };
    let [lower, upper, steps] = [0, 1, 2].map(ids);
    let body = view.region().entry()?.id();
    rw.set_insertion_point_before(op);
    let zero = Arith::new(rw, loc).int(0, Type::INDEX);
    let size = |i: usize| sizes.get(i).copied().unwrap_or(1);
    let factors: Vec<Value> =
        (0..upper.len()).map(|i| Arith::new(rw, loc).int(size(i), Type::INDEX)).collect();
    let tiles: Vec<Value> =
        steps.iter().zip(factors).map(|(&step, factor)| Arith::new(rw, loc).mul(step, factor)).collect();
    let outer = make_parallel(rw, [&lower, &upper, &tiles], loc);
    let origins: Vec<Value> = rw.body().args(outer).collect();
    rw.set_insertion_point_to_start(outer);
    let least = AffineMap::new(3, 0, vec![AffineExpr::dim(0), AffineExpr::dim(1) - AffineExpr::dim(2)]);
    let least = rw.cx().affine_map_attr(least);
    let (mut ends, mut checks) = (Vec::new(), false);
    for i in 0..upper.len() {
        let whole = divides(rw, [lower[i], upper[i], steps[i]], size(i));
        checks |= checked && !whole;
        ends.push(if whole || checked {
            tiles[i]
        } else {
            let operands = [tiles[i], upper[i], origins[i]];
            rw.build_value(AffineMinOp::of(&operands).map_attr(least).result(Type::INDEX).loc(loc))
        });
    }
    let zeros = vec![zero; ends.len()];
    let inner = make_parallel(rw, [&zeros, &ends, &steps], loc);
    let offsets: Vec<Value> = rw.body().args(inner).collect();
    rw.set_insertion_point_to_start(inner);
    let target = match checks {
        true => Some(in_bounds(rw, [&lower, &upper, &steps], [&origins, &offsets], loc)?),
        false => None,
    };
    rw.set_insertion_point_to_start(inner);
    let places: Vec<Value> = offsets
        .iter()
        .zip(&origins)
        .map(|(&offset, &origin)| Arith::new(rw, loc).add(offset, origin))
        .collect();
    move_body(rw, body, target.unwrap_or(inner), &places);
    rw.erase_op(op);
    Some(())
}

/// Creates the check that a point is in bounds; returns the block that is executed if it is.
///
/// Offsets are multiples of the steps, and bounds are signed. Upstream multiplies by the step once more, and compares without
/// sign, which is the same where steps are one and no point is below zero.
fn in_bounds(
    rw: &mut Rewriter<'_>,
    [lower, upper, steps]: [&[Value]; 3],
    [origins, offsets]: [&[Value]; 2],
    loc: Loc,
) -> Option<Block> {
    let as_upstream = rw.cx().matches_upstream();
    let mut inside = Arith::new(rw, loc).int(1, Type::I1);
    for i in 0..upper.len() {
        let [low, step] = [lower[i], steps[i]].map(|value| m_scalar_i64(rw.value(value)));
        let distance = match as_upstream || step == Some(1) {
            true => Arith::new(rw, loc).mul(offsets[i], steps[i]),
            false => offsets[i],
        };
        let unsigned = as_upstream || low.is_some_and(|low| low >= 0);
        let less = if unsigned { CmpIPredicate::Ult } else { CmpIPredicate::Slt };
        let place = Arith::new(rw, loc).add(distance, origins[i]);
        let fits = Arith::new(rw, loc).compare(less, place, upper[i]);
        inside = Arith::new(rw, loc).binary::<AndIOp>(inside, fits);
    }
    let point = rw.insertion_point()?;
    let regions = [rw.new_region(), rw.new_region()];
    let block = rw.create_block(regions[0], &[]);
    rw.set_insertion_point_to_end(block);
    rw.build(YieldOp::of(&[]).loc(loc));
    rw.set_insertion_point(point);
    rw.build(IfOp::of(inside).loc(loc).then_region(regions[0]).else_region(regions[1]));
    Some(block)
}

/// Moves the ops of a loop's block, whose arguments become `values`, before another block's terminator.
fn move_body(rw: &mut Rewriter<'_>, from: Block, to: Block, values: &[Value]) {
    if let Some(end) = rw.body().last_op(from) {
        rw.erase_op(end);
    }
    let point = match rw.body().last_op(to) {
        Some(end) => terrace_ir::InsertPoint::Before(end),
        None => terrace_ir::InsertPoint::End(to),
    };
    rw.inline_block(from, point, values);
}
