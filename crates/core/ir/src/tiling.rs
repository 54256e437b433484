//! Ops that can be computed tile by tile.
//!
//! An op with this interface has a rectangular iteration domain. The result of a part of that domain, a tile,
//! can be computed from slices of its operands. Transformations tile such ops with loops, or fuse tiles of
//! them into the loops of other ops, independent of the ops.

use crate::diag::Diag;
use crate::ids::{Op, Value};
use crate::interfaces::OpFoldResult;
use crate::ir::OpRef;
use crate::rewriter::Rewriter;

/// The kind of an iteration domain's dimension: the dependence between its iterations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IteratorType {
    /// The iterations are independent.
    Parallel,
    /// Together they make up a value.
    Reduction,
}

/// The points along a dimension of an iteration domain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    /// The first one.
    pub offset: OpFoldResult,
    /// The number of iterations.
    pub size: OpFoldResult,
    /// The step between iterations.
    pub stride: OpFoldResult,
}

impl Range {
    /// The range from zero to `size`, with step 1.
    pub fn up_to(size: OpFoldResult) -> Self {
        Self { offset: OpFoldResult::Static(0), size, stride: OpFoldResult::Static(1) }
    }
}

/// A part of a box: where it starts in each dimension, and its extents.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tile {
    /// The offset along each dimension.
    pub offsets: Vec<OpFoldResult>,
    /// Its extents.
    pub sizes: Vec<OpFoldResult>,
}

/// A tiled implementation of an op.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tiled {
    /// The ops that compute, the main one first.
    pub ops: Vec<Op>,
    /// The values of the tile: one for each result of the op, or the requested one.
    pub values: Vec<Value>,
    /// The ops that take parts of operands.
    pub slices: Vec<Op>,
}

/// The reason of a refusal: `None`, or a diagnostic to be reported.
pub type Refusal = Option<Box<Diag>>;

/// An op that can be tiled. Methods insert new ops at the rewriter's insertion point unless stated otherwise.
pub trait TilingInterface: Send + Sync {
    /// Returns the iterator type of each dimension of the iteration domain.
    fn loop_iterator_types(&self, op: OpRef<'_>) -> Vec<IteratorType>;

    /// The iteration domain. Sizes that have to be computed are computed before the op.
    fn iteration_domain(&self, rw: &mut Rewriter<'_>, op: Op) -> Result<Vec<Range>, Refusal>;

    /// Creates the tiled op for a tile of its iteration domain.
    fn tiled_implementation(&self, rw: &mut Rewriter<'_>, op: Op, tile: &Tile) -> Result<Tiled, Refusal>;

    /// The part of a result that a tile of the iteration domain is about.
    fn result_tile_position(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        result: usize,
        tile: &Tile,
    ) -> Result<Tile, Refusal>;

    /// The tile of the iteration domain that computes a slice of a result.
    fn domain_tile_of_result(
        &self,
        _rw: &mut Rewriter<'_>,
        _op: Op,
        _result: usize,
        _tile: &Tile,
    ) -> Result<Tile, Refusal> {
        Err(None)
    }

    /// Computes a part of a result, the only value that is given.
    fn result_tile_value(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        result: usize,
        tile: &Tile,
    ) -> Result<Tiled, Refusal> {
        let tile = self.domain_tile_of_result(rw, op, result, tile)?;
        let mut tiled = self.tiled_implementation(rw, op, &tile)?;
        tiled.values = tiled.values.get(result).copied().into_iter().collect();
        Ok(tiled)
    }

    /// The tile of the iteration domain that uses these parts of operands, each with the operand's number.
    fn domain_tile_of_operands(
        &self,
        _rw: &mut Rewriter<'_>,
        _op: Op,
        _tiles: &[(usize, Tile)],
    ) -> Result<Tile, Refusal> {
        Err(None)
    }

    /// Creates the tiled op for these slices of operands, each with the operand's index.
    fn tiled_from_operand_tiles(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        tiles: &[(usize, Tile)],
    ) -> Result<Tiled, Refusal> {
        let tile = self.domain_tile_of_operands(rw, op, tiles)?;
        self.tiled_implementation(rw, op, &tile)
    }

    /// Creates the scalar computation of the op, which works on buffers, at a point.
    fn scalar_implementation(
        &self,
        _rw: &mut Rewriter<'_>,
        _op: Op,
        _point: &[Value],
    ) -> Result<(), Refusal> {
        Err(None)
    }
}

/// The strategy of a partial reduction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PartialReduction {
    /// Each tile is added to a partial result of a tile's extents; these are reduced in the end.
    OuterReduction,
    /// Each tile is reduced to a separate partial result.
    OuterParallel,
}

/// The reduced dimensions of an iteration domain, and the strategy of their partial reduction.
#[derive(Clone, Copy, Debug)]
pub struct Reduced<'a> {
    /// The strategy.
    pub strategy: PartialReduction,
    /// The dimensions, in the order of those that are added to results.
    pub dims: &'a [usize],
    /// The numbers of the partial results along these dimensions.
    pub places: &'a [OpFoldResult],
}

/// Can be reduced in parts that are put together in the end.
pub trait PartialReductionOp: Send + Sync {
    /// Creates the initial tensors of partial results. `sizes` are the extents along the iteration domain.
    fn initial_tensors(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        sizes: &[OpFoldResult],
        dims: &[usize],
    ) -> Result<Vec<Value>, Refusal>;

    /// Computes a tile into partial results.
    fn tile_to_partial(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        inits: &[Value],
        tile: &Tile,
        reduced: &Reduced<'_>,
    ) -> Result<Tiled, Refusal>;

    /// Merges partial results: returns the merging ops, and the op's results.
    fn merge(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        partial: &[Value],
        dims: &[usize],
    ) -> Result<(Vec<Op>, Vec<Value>), Refusal>;

    /// The part of a partial result that a tile is about.
    fn partial_tile_position(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        result: usize,
        tile: &Tile,
        reduced: &Reduced<'_>,
    ) -> Result<Tile, Refusal>;
}

/// Returns the shapes of its results in terms of its operands.
pub trait ReifyShapes: Send + Sync {
    /// Computes the extents of the results, at the insertion point; `None` if they cannot be computed.
    fn reify_shapes(&self, rw: &mut Rewriter<'_>, op: Op) -> Option<Vec<Vec<OpFoldResult>>>;
}
