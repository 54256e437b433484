//! Tiling of perfectly nested `affine.for` by sizes that are values.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_mem::affine::AffineForOp;
use terrace_ir::{Rewriter, Value, View};

use crate::nests::{Bound, NewLoop, create_loop, replace_nest};

/// A loop to tile by a size that is a value; tiles are numbered from the lower bound on.
struct Tiled {
    start: AffineExpr,
    bounds: [Bound; 2],
    step: i64,
    size: Value,
}

impl Tiled {
    fn new(view: View<'_, AffineForOp>, size: Value) -> Option<Self> {
        let [lower, upper] = view.bounds()?;
        Some(Self {
            start: AffineExpr::constant(view.constant_lower_bound()?),
            bounds: [Bound::of(&lower), Bound::of(&upper)],
            step: view.constant_step(),
            size,
        })
    }

    /// A bound of other results, over the operands of the upper bound, the number of the tile, if any, and the size.
    fn bound(
        &self,
        tile: Option<Value>,
        results: impl Fn(AffineExpr, AffineExpr) -> Vec<AffineExpr>,
    ) -> Bound {
        let Bound { map, operands } = &self.bounds[1];
        let (dims, symbols) = operands.split_at(map.num_dims as usize);
        let results = results(AffineExpr::dim(map.num_dims), AffineExpr::symbol(map.num_symbols));
        let num_dims = map.num_dims + u32::from(tile.is_some());
        let operands = dims.iter().copied().chain(tile).chain(symbols.iter().copied()).chain([self.size]);
        Bound { map: AffineMap::new(num_dims, map.num_symbols + 1, results), operands: operands.collect() }
    }

    /// The end of the loop over tiles.
    fn number_of_tiles(&self) -> Bound {
        let start = &self.start;
        self.bound(None, |_, size| {
            let count = |end: &AffineExpr| {
                start.clone() + AffineExpr::ceil_div(end.clone() - start.clone(), size.clone())
            };
            self.bounds[1].map.results.iter().map(count).collect()
        })
    }

    /// The bounds of the loop inside of a tile.
    fn bounds_in(&self, tile: Value) -> [Bound; 2] {
        let start = &self.start;
        let (dim, size) = (AffineExpr::dim(0), AffineExpr::symbol(0));
        let first = (dim - start.clone()) * size + start.clone();
        let lower = Bound { map: AffineMap::new(1, 1, vec![first]), operands: vec![tile, self.size] };
        let upper = self.bound(Some(tile), |dim, size| {
            let span = size.clone() * AffineExpr::constant(self.step);
            let end = (dim - start.clone()) * size + span + start.clone();
            std::iter::once(end).chain(self.bounds[1].map.results.iter().cloned()).collect()
        });
        [lower, upper]
    }
}

/// Tiles a perfect nest of loops that is rectangular, by sizes that are symbols and assumed to be positive. `None`, without
/// modifications, if a lower bound is not a constant, or the nest has no tile sizes.
pub fn tile_parametric(rw: &mut Rewriter<'_>, nest: &[AffineForOp], sizes: &[Value]) -> Option<()> {
    let root = *nest.first().filter(|_| nest.len() <= sizes.len())?;
    let loc = root.view(rw).0.loc();
    let parts: Option<Vec<Tiled>> =
        nest.iter().zip(sizes).map(|(op, &size)| Tiled::new(op.view(rw), size)).collect();
    let parts = parts?;
    rw.set_insertion_point_before(root);
    let outer: Vec<NewLoop> = parts
        .iter()
        .map(|part| create_loop(rw, loc, [&part.bounds[0], &part.number_of_tiles()], part.step))
        .collect();
    let mut inner = Vec::with_capacity(outer.len());
    for (part, over) in parts.iter().zip(&outer) {
        let [lower, upper] = part.bounds_in(over.variable);
        inner.push(create_loop(rw, loc, [&lower, &upper], part.step));
    }
    replace_nest(rw, nest, &inner)
}
