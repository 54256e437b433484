//! Loops over the tiles of an iteration domain.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_core::scf::{ForOp, ForallOp, InParallelOp, YieldOp};
use terrace_dialects_mem::affine::make::{apply_expr, composed_max, composed_min};
use terrace_dialects_mem::index_values::{known_index, value_of};
use terrace_dialects_mem::make_slices::{insert_slice, parallel_insert_slice};
use terrace_ir::tiling::{Range, Refusal, Tile};
use terrace_ir::{Attr, Block, Loc, Op, OpFoldResult, Rewriter, Type, Value};

use super::{LoopSpace, LoopType, TilingOptions, is};

/// Fills the innermost loop: sees the loops' variables, the tile and the arguments that hold the tensors; returns the
/// tensors' new parts and their places.
pub type BodyFn<'f> =
    dyn FnMut(&mut Rewriter<'_>, &[Value], &Tile, &[Value]) -> Result<Vec<(Value, Tile)>, Refusal> + 'f;

/// The input of the creation of a loop nest. Dimensions are in the order of the loops.
pub(super) struct Nest<'a> {
    pub(super) loc: Loc,
    pub(super) domain: &'a [Range],
    /// Sizes of tiles; no loop where that is zero.
    pub(super) sizes: &'a [OpFoldResult],
    /// Numbers of tiles; empty where only their sizes are given.
    pub(super) threads: &'a [OpFoldResult],
    pub(super) options: &'a TilingOptions<'a>,
    /// The initial values of the loop-carried tensors.
    pub(super) inits: &'a [Value],
}

/// An `scf.forall` at the insertion point, with a terminator that combines nothing yet: the op, its block and the
/// terminator's.
pub(crate) fn make_forall(
    rw: &mut Rewriter<'_>,
    [lower, upper, steps]: [&[OpFoldResult]; 3],
    outputs: &[Value],
    mapping: Option<Attr>,
    loc: Loc,
) -> (Op, Block, Block) {
    let types: Vec<Type> = outputs.iter().map(|&value| rw.value(value).ty()).collect();
    let args = lower.iter().map(|_| Type::INDEX).chain(types.iter().copied());
    let args: Vec<(Type, Loc)> = args.map(|ty| (ty, loc)).collect();
    let region = rw.new_region();
    let block = rw.create_block(region, &args);
    let op = rw.build(
        ForallOp::of()
            .loc(loc)
            .mixed_lower_bound(lower)
            .mixed_upper_bound(upper)
            .mixed_step(steps)
            .outputs(outputs)
            .mapping_attr(mapping)
            .results(&types)
            .region(region),
    );
    let point = rw.insertion_point();
    let inner = rw.new_region();
    let combining = rw.create_block(inner, &[]);
    rw.set_insertion_point_to_end(block);
    rw.build(InParallelOp::of().loc(loc).region(inner));
    point.into_iter().for_each(|point| rw.set_insertion_point(point));
    (op.into(), block, combining)
}

/// An `scf.for` at the insertion point, whose block is empty yet.
pub fn make_for(
    rw: &mut Rewriter<'_>,
    [lower, upper, step]: [Value; 3],
    inits: &[Value],
    unsigned: Option<Attr>,
    loc: Loc,
) -> (Op, Block) {
    let types: Vec<Type> = inits.iter().map(|&value| rw.value(value).ty()).collect();
    let variable = rw.value(lower).ty();
    let args: Vec<(Type, Loc)> = [variable].iter().chain(&types).map(|&ty| (ty, loc)).collect();
    let region = rw.new_region();
    let block = rw.create_block(region, &args);
    let op = rw.build(
        ForOp::of(lower, upper, step, inits)
            .loc(loc)
            .unsigned_cmp_attr(unsigned)
            .results(&types)
            .region(region),
    );
    (op.into(), block)
}

impl Nest<'_> {
    /// The tile that is all of the domain.
    pub(super) fn whole(&self) -> Tile {
        let (offsets, sizes) = self.domain.iter().map(|range| (range.offset, range.size)).unzip();
        Tile { offsets, sizes }
    }

    /// Creates the loops at the insertion point, outermost first. If the body cannot be created, they are
    /// erased.
    pub(super) fn make(&self, rw: &mut Rewriter<'_>, body: &mut BodyFn<'_>) -> Result<Vec<Op>, Refusal> {
        if let Some(make) = &self.options.custom_loops {
            let (loc, domain, sizes, inits) = (self.loc, self.domain, self.sizes, self.inits);
            return make(rw, &LoopSpace { loc, domain, sizes, inits }, body);
        }
        match self.options.loop_type {
            LoopType::For => self.make_for(rw, body),
            LoopType::Forall => self.make_forall(rw, body),
        }
    }

    /// Lower bounds, upper bounds and steps of the loops.
    fn bounds(&self, rw: &Rewriter<'_>) -> [Vec<OpFoldResult>; 3] {
        let tiled = self.domain.iter().zip(self.sizes).filter(|(_, size)| !is(rw, **size, 0));
        let mut bounds = [Vec::new(), Vec::new(), Vec::new()];
        for (range, &size) in tiled {
            for (list, index) in bounds.iter_mut().zip([range.offset, range.size, size]) {
                list.push(index);
            }
        }
        bounds
    }

    fn make_for(&self, rw: &mut Rewriter<'_>, body: &mut BodyFn<'_>) -> Result<Vec<Op>, Refusal> {
        let loc = self.loc;
        let bounds = self.bounds(rw);
        let [lower, upper, steps] =
            bounds.map(|list| list.into_iter().map(|index| value_of(rw, index, loc)).collect::<Vec<Value>>());
        let point = rw.insertion_point();
        let (mut loops, mut blocks, mut ivs) = (Vec::new(), Vec::new(), Vec::new());
        let mut args = self.inits.to_vec();
        for i in 0..lower.len() {
            let (op, block) = make_for(rw, [lower[i], upper[i], steps[i]], &args, None, loc);
            let mut inner = rw.body().args(block);
            ivs.extend(inner.next());
            args = inner.collect();
            rw.set_insertion_point_to_end(block);
            loops.push(op);
            blocks.push(block);
        }
        let outermost = *loops.first().ok_or(None)?;
        let tile = self.tile(rw, &ivs);
        let parts = match body(rw, &ivs, &tile, &args) {
            Ok(parts) => parts,
            Err(refusal) => {
                rw.erase_op(outermost);
                return Err(refusal);
            }
        };
        let mut values = Vec::with_capacity(parts.len());
        for ((value, part), &arg) in parts.iter().zip(&args) {
            values.push(insert_slice(rw, *value, arg, part, loc));
        }
        rw.build(YieldOp::of(&values).loc(loc));
        for (&block, &inner) in blocks.iter().zip(&loops[1..]) {
            let values: Vec<Value> = rw.body().results(inner).collect();
            rw.set_insertion_point_to_end(block);
            rw.build(YieldOp::of(&values).loc(loc));
        }
        point.into_iter().for_each(|point| rw.set_insertion_point(point));
        Ok(loops)
    }

    fn make_forall(&self, rw: &mut Rewriter<'_>, body: &mut BodyFn<'_>) -> Result<Vec<Op>, Refusal> {
        let loc = self.loc;
        let mapping = &self.options.mapping;
        let mapping = (!mapping.is_empty()).then(|| rw.cx().array_attr(mapping));
        let [lower, upper, steps] = if self.threads.is_empty() {
            self.bounds(rw)
        } else {
            let numbers = self.threads.iter().copied();
            let numbers: Vec<OpFoldResult> = numbers.filter(|&number| !is(rw, number, 0)).collect();
            let count = numbers.len();
            [vec![OpFoldResult::Static(0); count], numbers, vec![OpFoldResult::Static(1); count]]
        };
        let point = rw.insertion_point();
        let (op, block, combining) = make_forall(rw, [&lower, &upper, &steps], self.inits, mapping, loc);
        let args: Vec<Value> = rw.body().args(block).collect();
        let (ivs, args) = args.split_at(lower.len());
        rw.set_insertion_point_to_start(block);
        let tile = match self.threads.is_empty() {
            true => self.tile(rw, ivs),
            false => self.tile_of_thread(rw, ivs),
        };
        let parts = match body(rw, ivs, &tile, args) {
            Ok(parts) => parts,
            Err(refusal) => {
                rw.erase_op(op);
                return Err(refusal);
            }
        };
        rw.set_insertion_point_to_end(combining);
        for ((value, part), &arg) in parts.iter().zip(args) {
            parallel_insert_slice(rw, *value, arg, part, loc);
        }
        point.into_iter().for_each(|point| rw.set_insertion_point(point));
        Ok(vec![op])
    }

    /// The tile that starts at the loops' variables.
    fn tile(&self, rw: &mut Rewriter<'_>, ivs: &[Value]) -> Tile {
        let (mut tile, mut ivs) = (Tile::default(), ivs.iter());
        for (range, &size) in self.domain.iter().zip(self.sizes) {
            let variable = if is(rw, size, 0) { None } else { ivs.next() };
            let (offset, size) = match variable {
                Some(&variable) => {
                    let offset = OpFoldResult::Value(variable);
                    (offset, self.bounded_size(rw, range, offset, size))
                }
                None => (range.offset, range.size),
            };
            tile.offsets.push(offset);
            tile.sizes.push(size);
        }
        tile
    }

    /// The size of a tile, clamped to the domain.
    fn bounded_size(
        &self,
        rw: &mut Rewriter<'_>,
        range: &Range,
        offset: OpFoldResult,
        size: OpFoldResult,
    ) -> OpFoldResult {
        let known = [range.offset, range.size, size].map(|index| known_index(rw, index));
        match known {
            [_, _, Some(1)] => return size,
            [Some(first), Some(end), Some(size)] if end.wrapping_sub(first).wrapping_rem(size) == 0 => {
                return OpFoldResult::Static(size);
            }
            _ => {}
        }
        let rest = AffineExpr::symbol(0) - AffineExpr::dim(0);
        let map = AffineMap::new(1, 2, vec![rest, AffineExpr::symbol(1)]);
        let end = OpFoldResult::Value(value_of(rw, range.size, self.loc));
        composed_min(rw, &map, &[offset, end, size], self.loc)
    }

    /// The tile whose number the loops' variables are.
    fn tile_of_thread(&self, rw: &mut Rewriter<'_>, ivs: &[Value]) -> Tile {
        let [d0, d1] = [0, 1].map(AffineExpr::dim);
        let [s0, s1] = [0, 1].map(AffineExpr::symbol);
        let start = d0.clone() + d1 * s0.clone();
        let rest = s1 - start.clone();
        let pair = AffineMap::identity(2);
        let (mut tile, mut ivs) = (Tile::default(), ivs.iter());
        for ((range, &given), &number) in self.domain.iter().zip(self.sizes).zip(self.threads) {
            let variable = if is(rw, number, 0) { None } else { ivs.next() };
            let Some(&variable) = variable else {
                tile.offsets.push(range.offset);
                tile.sizes.push(range.size);
                continue;
            };
            let variable = OpFoldResult::Value(variable);
            let offset = apply_expr(rw, start.clone(), &[range.offset, variable, given], self.loc);
            let residue = apply_expr(rw, rest.clone(), &[range.offset, number, given, range.size], self.loc);
            let mut size = given;
            if !is(rw, residue, 0) {
                let left = s0.clone() - d0.clone();
                let left = apply_expr(rw, left, &[offset, range.size], self.loc);
                size = composed_min(rw, &pair, &[left, given], self.loc);
            }
            let known = [given, number, range.size].map(|index| known_index(rw, index));
            let within = matches!(known, [Some(size), Some(number), Some(end)]
                if size.wrapping_mul(number.wrapping_sub(1)) < end);
            if !within {
                size = composed_max(rw, &pair, &[OpFoldResult::Static(0), size], self.loc);
            }
            tile.offsets.push(offset);
            tile.sizes.push(size);
        }
        tile
    }
}
