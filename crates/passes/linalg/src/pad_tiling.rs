//! Pads the iteration domain of structured ops: operands are padded according to their indexing maps.

use terrace_affine::{AffineExpr, AffineMap, BinaryOp};
use terrace_analysis::value_bounds::{ValueBoundsConstraintSet, Variable};
use terrace_dialects_linalg::structured::as_structured;
use terrace_dialects_mem::affine::AffineMinOp;
use terrace_dialects_mem::affine::make::composed_apply;
use terrace_dialects_mem::extents::extent;
use terrace_dialects_mem::index_values::known_index;
use terrace_dialects_mem::tensor::PadOp;
use terrace_ir::OpFoldResult;
use terrace_ir::tiling::TilingInterface;
use terrace_ir::value_bounds::{Quantity, Relation};
use terrace_ir::{Attr, Loc, Op, Rewriter, TypeData, Value};

use super::pad::{
    PadTarget, PaddedOp, compute_padded, create_padding_value, make_composed_pad_high, padding_values,
};

/// The options for padding an iteration domain.
pub struct DomainPadding {
    /// For each operand, its padding value; zeros if there is no entry.
    pub values: Vec<Attr>,
    /// The extents of the padded domain, zero for unpadded dimensions; missing ones are zero.
    pub sizes: Vec<OpFoldResult>,
    /// Whether padded extents are multiples of the sizes.
    pub to_multiple: bool,
}

/// The number by which a dimension is multiplied.
fn multiplier(expr: &AffineExpr) -> i64 {
    let product = expr.as_binary().filter(|(op, ..)| *op == BinaryOp::Mul);
    let factor = product.and_then(|(_, a, b)| match (a.as_dim(), b.as_dim()) {
        (Some(_), None) => b.as_constant(),
        (None, Some(_)) => a.as_constant(),
        _ => None,
    });
    factor.unwrap_or(1)
}

/// Whether an extent is that of a tile: positive, and the least of a tile's size, which is `size`, and other numbers.
fn is_one_tile(rw: &Rewriter<'_>, extent: OpFoldResult, size: OpFoldResult) -> bool {
    let (OpFoldResult::Value(extent), OpFoldResult::Static(size)) = (extent, size) else { return false };
    let Some(least) = rw.value(extent).defining_op().and_then(|op| op.cast::<AffineMinOp>()) else {
        return false;
    };
    let map = least.map();
    let operands: Vec<Quantity<'_>> = least.operands().map(Quantity::index).collect();
    let dims: Vec<AffineExpr> = (0..map.num_dims).map(AffineExpr::symbol).collect();
    let symbols: Vec<AffineExpr> =
        (map.num_dims..map.num_dims + map.num_symbols).map(AffineExpr::symbol).collect();
    let over_symbols = map.replace_dims_and_symbols(&dims, &symbols, 0, map.num_dims + map.num_symbols);
    let one = Variable { expr: AffineExpr::constant(1), operands: Vec::new() };
    let is_positive = |expr: &AffineExpr| {
        let variable = Variable { expr: expr.clone(), operands: operands.clone() };
        ValueBoundsConstraintSet::compare(&one, Relation::AtMost, &variable)
    };
    map.results.iter().any(|expr| expr.as_constant() == Some(size))
        && over_symbols.results.iter().all(is_positive)
}

impl DomainPadding {
    /// For each loop, to which extent it is padded, or to a multiple of which.
    fn full_sizes(&self, rw: &Rewriter<'_>, domain: &[OpFoldResult]) -> Vec<OpFoldResult> {
        let size = |(at, &extent): (usize, &OpFoldResult)| {
            let size = self.sizes.get(at).copied().unwrap_or(OpFoldResult::Static(0));
            match known_index(rw, size) {
                Some(0) if self.to_multiple => OpFoldResult::Static(1),
                Some(0) => extent,
                _ => size,
            }
        };
        domain.iter().enumerate().map(size).collect()
    }

    /// The padded extents of an operand with the indexing map `map`.
    fn padded_shape(
        &self,
        rw: &mut Rewriter<'_>,
        operand: Value,
        map: &AffineMap,
        domain: &[OpFoldResult],
    ) -> Vec<OpFoldResult> {
        let loc = rw.value(operand).loc();
        let sizes = self.full_sizes(rw, domain);
        let mut shape = Vec::with_capacity(map.num_results());
        for (dim, expr) in map.results.iter().enumerate() {
            let mut last = Vec::new();
            for (at, (&size, &extent)) in sizes.iter().zip(domain).enumerate() {
                if expr.is_function_of_dim(at as u32) {
                    last.push(self.last_index(rw, &map.sub_map(&[dim]), at, size, extent, loc));
                }
            }
            if last.is_empty() {
                shape.push(extent(rw, operand, dim, loc));
                continue;
            }
            let sum = (1..last.len() as u32).map(AffineExpr::dim).fold(AffineExpr::dim(0), |a, b| a + b);
            let sum = AffineMap::new(last.len() as u32, 0, vec![sum + AffineExpr::constant(1)]);
            shape.push(composed_apply(rw, &sum, &last, loc));
        }
        shape
    }

    /// The greatest index that a padded loop leads to, where the other loops are at zero.
    fn last_index(
        &self,
        rw: &mut Rewriter<'_>,
        along: &AffineMap,
        at: usize,
        size: OpFoldResult,
        extent: OpFoldResult,
        loc: Loc,
    ) -> OpFoldResult {
        let others: Vec<u32> = (0..along.num_dims).filter(|&dim| dim as usize != at).collect();
        let alone = along.project_dims(&others);
        let end = if self.to_multiple && is_one_tile(rw, extent, size) {
            composed_apply(rw, &alone, &[size], loc)
        } else if self.to_multiple {
            let rounded =
                AffineExpr::ceil_div(AffineExpr::dim(0), AffineExpr::symbol(0)) * AffineExpr::symbol(0);
            let map = alone.compose(&AffineMap::new(1, 1, vec![rounded]));
            composed_apply(rw, &map, &[extent, size], loc)
        } else {
            composed_apply(rw, &alone, &[size], loc)
        };
        let before = AffineExpr::dim(0) - AffineExpr::constant(multiplier(&alone.results[0]));
        composed_apply(rw, &AffineMap::new(1, 0, vec![before]), &[end], loc)
    }
}

/// Pads the iteration domain of a structured op on tensors, after it, and computes it there; the op stays. `None` for another
/// op, and where there is no value to pad with.
pub fn rewrite_as_padded_domain(rw: &mut Rewriter<'_>, op: Op, options: &DomainPadding) -> Option<PaddedOp> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let (structured, tiling) = (as_structured(view)?, view.interface::<dyn TilingInterface>()?);
    let (maps, loc, results) = (structured.indexing_maps(view), view.loc(), view.num_results());
    let operands: Vec<Value> = view.operands().map(|value| value.id()).collect();
    let is_on_buffers = view.operands().any(|value| matches!(value.ty().data(cx), TypeData::MemRef { .. }));
    let values = padding_values(rw, op, &options.values)?;
    if is_on_buffers {
        return rw.notify_match_failure(op, "expected operation on tensors");
    }
    let domain: Vec<OpFoldResult> =
        tiling.iteration_domain(rw, op).ok()?.iter().map(|range| range.size).collect();
    rw.set_insertion_point_after(op);
    let (mut padded, mut pads) = (operands.clone(), Vec::new());
    for (at, &operand) in operands.iter().enumerate() {
        let ty = rw.value(operand).ty();
        if !matches!(ty.data(cx), TypeData::RankedTensor { .. }) {
            continue;
        }
        let shape = options.padded_shape(rw, operand, maps.get(at)?, &domain);
        let Some(&attr) = values.get(at) else {
            return rw.notify_match_failure(op, "--no padding value specified");
        };
        let value = create_padding_value(rw, attr, ty.element_type_or_self(cx), loc);
        let shape =
            shape.into_iter().map(|size| known_index(rw, size).map_or(size, OpFoldResult::Static)).collect();
        let target = PadTarget { shape, pads_dynamic: true, value, nofold: false };
        padded[at] = make_composed_pad_high(rw, operand, &target, loc)?;
        pads.extend(rw.value(padded[at]).defining_op().filter(|op| op.isa::<PadOp>()).map(|op| op.id()));
    }
    compute_padded(rw, op, &padded, PaddedOp { op, pads, replacements: Vec::with_capacity(results) })
}
