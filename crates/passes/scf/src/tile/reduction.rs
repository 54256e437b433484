//! Reductions in parts that are put together after the loops.

use terrace_affine::AffineExpr;
use terrace_dialects_mem::affine::make::apply_expr;
use terrace_ir::def::op_error;
use terrace_ir::tiling::{
    IteratorType, PartialReduction, PartialReductionOp, Range, Reduced, Refusal, Tile, Tiled,
};
use terrace_ir::{Loc, Op, OpFoldResult, Rewriter, Value};

use super::{LoopType, TileSizes, TilingOptions, TilingResult, is, tile_using_scf};
use terrace_passes_shared::destinations::tiling_of;

/// The configuration of a partial reduction. Sizes are in the order of the loops.
pub(super) struct Partial<'a> {
    reduction: &'static dyn PartialReductionOp,
    strategy: PartialReduction,
    dims: &'a [usize],
    sizes: Vec<OpFoldResult>,
    threads: Vec<OpFoldResult>,
    loc: Loc,
}

impl<'a> Partial<'a> {
    pub(super) fn of(
        rw: &Rewriter<'_>,
        op: Op,
        strategy: PartialReduction,
        dims: &'a [usize],
        sizes: &[OpFoldResult],
        threads: &[OpFoldResult],
    ) -> Result<Self, Refusal> {
        let view = rw.op(op);
        let Some(reduction) = view.interface::<dyn PartialReductionOp>() else {
            let message = "PartialReductionOuterReduction tiling strategy is only supported for operations \
                           implementing PartialReductionOpInterface";
            return Err(Some(op_error(view, message)));
        };
        let (sizes, threads) = (sizes.to_vec(), threads.to_vec());
        Ok(Self { reduction, strategy, dims, sizes, threads, loc: view.loc() })
    }

    /// The extents of partial results along the domain, and their initial tensors.
    pub(super) fn initial_tensors(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        domain: &[Range],
    ) -> Result<Vec<Value>, Refusal> {
        let [s0, s1, s2] = [0, 1, 2].map(AffineExpr::symbol);
        let steps = AffineExpr::ceil_div(s0.clone() - s1.clone(), s2);
        let tiles = AffineExpr::ceil_div(s0, s1);
        let mut extents = Vec::with_capacity(domain.len());
        for (dim, (range, &size)) in domain.iter().zip(&self.sizes).enumerate() {
            let whole = |rw: &mut Rewriter<'_>| {
                apply_expr(rw, steps.clone(), &[range.size, range.offset, range.stride], self.loc)
            };
            extents.push(match (self.threads.get(dim), self.strategy) {
                (Some(&number), _) if is(rw, number, 0) => whole(rw),
                (Some(&number), _) => number,
                (None, _) if !self.dims.contains(&dim) || is(rw, size, 0) => whole(rw),
                (None, PartialReduction::OuterReduction) => size,
                (None, PartialReduction::OuterParallel) => {
                    let whole = whole(rw);
                    apply_expr(rw, tiles.clone(), &[whole, size], self.loc)
                }
            });
        }
        self.reduction.initial_tensors(rw, op, &extents, self.dims)
    }

    /// The indices of the partial results for the values of the induction variables.
    fn places(&self, rw: &mut Rewriter<'_>, ivs: &[Value]) -> Vec<OpFoldResult> {
        if self.strategy == PartialReduction::OuterReduction {
            return vec![OpFoldResult::Static(0); self.dims.len()];
        }
        let number = AffineExpr::floor_div(AffineExpr::symbol(0), AffineExpr::symbol(1));
        let mut places = Vec::with_capacity(self.dims.len());
        for (&dim, &variable) in self.dims.iter().zip(ivs) {
            let variable = OpFoldResult::Value(variable);
            places.push(match self.threads.is_empty() {
                false => variable,
                true => apply_expr(rw, number.clone(), &[variable, self.sizes[dim]], self.loc),
            });
        }
        places
    }

    pub(super) fn tile(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        ivs: &[Value],
        inits: &[Value],
        tile: &Tile,
    ) -> Result<Tiled, Refusal> {
        let places = self.places(rw, ivs);
        let reduced = Reduced { strategy: self.strategy, dims: self.dims, places: &places };
        self.reduction.tile_to_partial(rw, op, inits, tile, &reduced)
    }

    pub(super) fn position(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        ivs: &[Value],
        result: usize,
        tile: &Tile,
    ) -> Result<Tile, Refusal> {
        let places = self.places(rw, ivs);
        let reduced = Reduced { strategy: self.strategy, dims: self.dims, places: &places };
        self.reduction.partial_tile_position(rw, op, result, tile, &reduced)
    }

    pub(super) fn merge(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        partial: &[Value],
    ) -> Result<(Vec<Op>, Vec<Value>), Refusal> {
        self.reduction.merge(rw, op, partial, self.dims)
    }
}

/// Tiles a reduction with `scf.for`: tiles are added up into one of their extents, which is reduced after the loops.
///
/// # Errors
///
/// If the op cannot be tiled so.
pub fn tile_reduction_using_scf(
    rw: &mut Rewriter<'_>,
    op: Op,
    tile_sizes: &[OpFoldResult],
) -> Result<TilingResult, Refusal> {
    let kinds = tiling_of(rw, op)?.loop_iterator_types(rw.op(op));
    let reduced = (0..kinds.len()).filter(|&dim| kinds[dim] == IteratorType::Reduction);
    let options = TilingOptions {
        tile_sizes: Some(TileSizes::Given(tile_sizes.to_vec())),
        loop_type: LoopType::For,
        partial_reduction: Some(PartialReduction::OuterReduction),
        reduction_dims: reduced.collect(),
        ..TilingOptions::default()
    };
    tile_using_scf(rw, op, &options)
}
