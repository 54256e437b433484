//! `affine-loop-tile`: tiles perfect nests of loops whose dependences allow it.

use terrace_affine::{AffineExpr, BinaryOp, IntegerSet};
use terrace_dialects_core::func::FuncOp;
use terrace_dialects_mem::affine::AffineForOp;
use terrace_dialects_mem::affine::value_map::ValueMap;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{InsertPoint, Op, OpKind, Rewriter, Value};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun, pass_options};

use crate::footprint::footprint_in_bytes;
use crate::loop_normalize::trip_count;
use crate::nests::{Bound, NewLoop, create_if, create_loop, perfect_nest};
use crate::tile::{is_rectangular, tile, tiling_obstacle};

pass_options! {
    /// The options of the pass.
    struct AffineLoopTilingOptions {
        /// Set size of cache to tile for in KiB (default: 512)
        cache_size("cache-size"): u64 = "512",
        /// Separate full and partial tiles (default: false)
        separate("separate"): bool = "false",
        /// Use this tile size for all loops
        tile_size("tile-size"): u32 = "0",
        /// List of tile sizes for each perfect nest (overridden by -tile-size)
        tile_sizes("tile-sizes"): Vec<u32> = "",
    }
}

/// The pass.
pub static AFFINE_LOOP_TILE: PassDef = PassDef {
    name: "affine-loop-tile",
    class: "AffineLoopTiling",
    doc: "Tile affine loop nests",
    anchor: Some(FuncOp::DEF.name),
    options: AffineLoopTilingOptions::DEFS,
    make: |options| {
        let options = AffineLoopTilingOptions::from(options);
        if options.tile_sizes.contains(&0) {
            return Err("'tile-sizes' must be positive".to_owned());
        }
        Ok(Pass::Body(Box::new(LoopTiling { options })))
    },
    ..EMPTY_PASS
};

/// The tile size of loops for which nothing else is known.
const DEFAULT_TILE_SIZE: u64 = 4;

struct LoopTiling {
    options: AffineLoopTilingOptions,
}

impl BodyPass for LoopTiling {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let body = rw.body();
        let blocks = body.top_regions().iter().flat_map(|&region| body.blocks_of(region));
        let ops: Vec<Op> = blocks.flat_map(|block| body.ops_of(block)).collect();
        for op in ops.into_iter().filter(|&op| rw.op(op).isa::<AffineForOp>()).collect::<Vec<_>>() {
            let nest = perfect_nest(AffineForOp::view_of(rw.op(op)));
            if let Some(obstacle) = tiling_obstacle(&nest) {
                if !rw.cx().matches_upstream() {
                    run.report(obstacle.to_remark(rw.op(op).loc(), "loop nest is not tiled"));
                }
                continue;
            }
            if !is_rectangular(&nest) {
                continue;
            }
            let counts: Vec<Option<u64>> = nest.iter().map(|&view| trip_count(view)).collect();
            let sizes = self.sizes(&counts, || footprint_in_bytes(nest[0]));
            let nest: Vec<AffineForOp> = nest.iter().map(|view| AffineForOp::assume(view.0.id())).collect();
            let Some(inner) = tile(rw, &nest, &sizes) else { continue };
            if self.options.separate {
                separate_full_tiles(rw, &inner);
            }
        }
        Ok(())
    }
}

impl LoopTiling {
    /// The tile sizes of a nest with loops of these trip counts.
    fn sizes(&self, counts: &[Option<u64>], footprint: impl FnOnce() -> Option<i64>) -> Vec<u64> {
        let options = &self.options;
        if options.tile_size > 0 {
            return vec![options.tile_size.into(); counts.len()];
        }
        if !options.tile_sizes.is_empty() {
            let given = options.tile_sizes.iter().map(|&size| u64::from(size));
            return given.chain(std::iter::repeat(DEFAULT_TILE_SIZE)).take(counts.len()).collect();
        }
        let Some(cache) = options.cache_size.checked_mul(1024).filter(|&size| size > 0) else {
            return vec![1; counts.len()];
        };
        let Some(bytes) = footprint().and_then(|bytes| u64::try_from(bytes).ok()) else {
            return divisors_of_counts(counts, vec![DEFAULT_TILE_SIZE; counts.len()]);
        };
        let excess = bytes.div_ceil(cache);
        if excess <= 1 {
            return vec![1; counts.len()];
        }
        // The product of the tile sizes is about the ratio of the footprint to the cache.
        let size = root(excess, counts.len() as u32);
        let mut sizes = vec![size; counts.len()];
        let others = sizes[1..].iter().fold(1u64, |product, &size| product.saturating_mul(size));
        if let Some(last) = sizes.last_mut() {
            *last = (excess / others).max(1);
        }
        divisors_of_counts(counts, sizes)
    }
}

/// The greatest number whose power is at most `value`.
fn root(value: u64, degree: u32) -> u64 {
    let fits = |root: u64| root.checked_pow(degree).is_some_and(|power| power <= value);
    let mut found = (value as f64).powf(1.0 / f64::from(degree)) as u64;
    while found > 1 && !fits(found) {
        found -= 1;
    }
    while fits(found + 1) {
        found += 1;
    }
    found.max(1)
}

/// Tile sizes that divide the constant trip counts, at most as large as these.
fn divisors_of_counts(counts: &[Option<u64>], mut sizes: Vec<u64>) -> Vec<u64> {
    for (size, count) in sizes.iter_mut().zip(counts) {
        let Some(count) = *count else { continue };
        if count > 1 && *size > count / 2 {
            *size = count / 2;
        }
        while count % *size != 0 {
            *size -= 1;
        }
    }
    sizes
}

/// A loop inside of a tile: its span in a full tile, and its other upper bounds.
struct PartialLoop {
    tile: Value,
    span: i64,
    others: Bound,
}

/// The parts of a loop inside of a tile; `None` unless its step is one, and its bounds are sums.
fn partial_loop(rw: &Rewriter<'_>, of: &NewLoop) -> Option<PartialLoop> {
    let view = of.op.view(rw);
    let [lower, upper] = view.bounds()?;
    if view.constant_step() != 1 {
        return None;
    }
    let tile = lower.operands.first()?.id();
    let at =
        upper.operands.iter().take(upper.map.num_dims as usize).position(|operand| operand.id() == tile)?;
    let span = upper.map.results.first()?.clone() - AffineExpr::dim(at as u32);
    let mut others = Bound::of(&upper);
    others.map.results.remove(0);
    // As upstream, which represents no quotients in the condition.
    let has_division = |result: &AffineExpr| {
        let mut found = false;
        result.walk(|expr| {
            let op = expr.as_binary().map(|(op, ..)| op);
            found |= matches!(op, Some(BinaryOp::Mod | BinaryOp::FloorDiv | BinaryOp::CeilDiv));
        });
        found
    };
    if others.map.results.iter().any(has_division) {
        return None;
    }
    Some(PartialLoop { tile, span: span.as_constant()?, others })
}

/// Runs full tiles in a nest of loops with constant trip counts, and the others in the nest as it is. `None`, without
/// modifications, if a step is not one.
fn separate_full_tiles(rw: &mut Rewriter<'_>, nest: &[NewLoop]) -> Option<()> {
    let root = nest.first().filter(|root| !rw.holds_isolated(root.op.into()))?;
    let parts = nest.iter().map(|of| partial_loop(rw, of)).collect::<Option<Vec<_>>>()?;
    let (set, operands) = full_tile_condition(rw, &parts);
    let loc = root.op.view(rw).0.loc();
    rw.set_insertion_point_before(root.op);
    let condition = rw.cx().integer_set_attr(set);
    let (_, [in_full, in_partial]) = create_if(rw, loc, condition, &operands);
    rw.set_insertion_point_before(in_full);
    let mut map = IrMapping::new();
    for (part, of) in parts.iter().zip(nest) {
        let bounds = [&Bound::sum(part.tile, 0), &Bound::sum(part.tile, part.span)];
        map.map(of.variable, create_loop(rw, loc, bounds, 1).variable);
    }
    let inner = nest.last()?.block;
    let end = rw.body().last_op(inner);
    let ops: Vec<Op> = rw.body().ops_of(inner).filter(|&op| Some(op) != end).collect();
    for op in ops {
        rw.clone_op(op, &mut map)?;
    }
    rw.move_op(root.op, InsertPoint::Before(in_partial));
    Some(())
}

/// The condition under which a tile is full in all loops.
fn full_tile_condition(rw: &Rewriter<'_>, parts: &[PartialLoop]) -> (IntegerSet, Vec<Value>) {
    let mut whole: Option<ValueMap<'_>> = None;
    for part in parts.iter().filter(|part| !part.others.map.results.is_empty()) {
        let count = part.others.map.num_results();
        let operands = part.others.operands.iter().map(|&value| rw.value(value));
        let ends = ValueMap::new(part.others.map.clone(), operands);
        let full = Bound::sum(part.tile, part.span);
        let full = ValueMap::new(full.map, [rw.value(part.tile)]).repeated(count);
        let rest = ends.minus(&full);
        whole = Some(match whole {
            None => rest,
            Some(all) => join(&all, &rest),
        });
    }
    // All tiles are full: as upstream, the condition always holds.
    let Some(mut whole) = whole else {
        return (IntegerSet::new(0, 0, vec![(AffineExpr::constant(0), true)]), Vec::new());
    };
    whole.canonicalize();
    let set = whole.to_set(&vec![false; whole.map.num_results()]);
    let values = whole.values();
    (set, values)
}

/// The results of two maps.
fn join<'a>(first: &ValueMap<'a>, second: &ValueMap<'a>) -> ValueMap<'a> {
    let mut map = first.map.clone();
    let (dims, symbols) = (map.num_dims, map.num_symbols);
    map.results
        .extend(second.map.results.iter().map(|result| result.shift_dims(dims, 0).shift_symbols(symbols, 0)));
    map.num_dims += second.map.num_dims;
    map.num_symbols += second.map.num_symbols;
    let (first_dims, first_symbols) = first.operands.split_at(dims as usize);
    let (second_dims, second_symbols) = second.operands.split_at(second.map.num_dims as usize);
    ValueMap::new(map, [first_dims, second_dims, first_symbols, second_symbols].concat())
}
