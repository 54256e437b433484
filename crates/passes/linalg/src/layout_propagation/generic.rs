//! Relayouts before and after `linalg.generic`.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_builtin::ub::PoisonOp;
use terrace_dialects_linalg::builders::{Loops, make_generic, tensor_types};
use terrace_dialects_linalg::generic::GenericOp;
use terrace_dialects_linalg::pack_unpack::{PackOp, UnPackOp};
use terrace_dialects_linalg::structured::{as_structured, is_element_used};
use terrace_dialects_mem::index_values::{indices, known_index};
use terrace_dialects_mem::make_slices::empty;
use terrace_dialects_mem::tensor::EmptyOp;
use terrace_ir::interfaces::mixed_values;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{DYNAMIC, Loc, Op, OpFoldResult, OpKind, Rewriter, Value};
use terrace_rewrite::motion::Dominance;

use super::{LayoutPropagation, gathers, is_defined_everywhere};
use crate::fold_pack::inverse;
use crate::pack::Packing;

/// The packing of the iterations of an op.
struct DomainPacking {
    /// The loops that are split into tiles, with the sizes of these.
    tiled: Vec<(u32, OpFoldResult)>,
    /// The order of the loops over tiles; empty if it is the same.
    outer: Vec<i64>,
}

/// An operand of the op on packed tensors.
struct PackedOperand {
    map: AffineMap,
    /// `None` if the operand stays as it is.
    packing: Option<Packing>,
}

/// A `linalg.generic` that works on packed operands.
struct Target {
    op: Op,
    maps: Vec<AffineMap>,
    parallel: Vec<bool>,
    operands: Vec<Value>,
    num_inputs: usize,
    loc: Loc,
}

impl Target {
    /// The op with one result, if its computation depends on the elements alone.
    fn of(rw: &Rewriter<'_>, op: Op) -> Option<Self> {
        let view = rw.op(op);
        let structured = as_structured(view).filter(|_| view.isa::<GenericOp>())?;
        if view.num_results() != 1 || gathers(view) {
            return None;
        }
        Some(Self {
            op,
            maps: structured.indexing_maps(view),
            parallel: structured.parallel(view),
            operands: view.operands().map(|value| value.id()).collect(),
            num_inputs: structured.destinations(view).0,
            loc: view.loc(),
        })
    }

    /// The packing of the iterations that packs an operand so. `None` if a dimension with tiles is not one parallel loop,
    /// or that loop is used in another way by an operand.
    fn packing_from(&self, operand: usize, packing: &Packing) -> Option<DomainPacking> {
        let map = self.maps.get(operand)?;
        let mut tiled = Vec::with_capacity(packing.dims.len());
        for (&dim, &tile) in packing.dims.iter().zip(&packing.tiles) {
            let of_dim = map.results.get(usize::try_from(dim).ok()?)?.as_dim()?;
            if !self.parallel[of_dim as usize] || !self.maps.iter().all(|map| is_plain(map, of_dim)) {
                return None;
            }
            tiled.push((of_dim, tile));
        }
        let mut permuted = Vec::with_capacity(packing.outer.len());
        for (at, &dim) in packing.outer.iter().enumerate() {
            match map.results.get(usize::try_from(dim).ok()?)?.as_dim() {
                Some(of_dim) if permuted.contains(&i64::from(of_dim)) => return None,
                Some(of_dim) => permuted.push(i64::from(of_dim)),
                None if at as i64 == dim => {}
                None => return None,
            }
        }
        let mut outer = Vec::new();
        if !permuted.is_empty() {
            let mut next = permuted.iter().copied();
            let place = |dim: i64| if permuted.contains(&dim) { next.next() } else { Some(dim) };
            outer = (0..i64::from(map.num_dims)).map(place).collect::<Option<_>>()?;
        }
        Some(DomainPacking { tiled, outer })
    }

    /// An operand for iterations that are packed so. `None` if its dimensions cannot be put into their order.
    fn packed_operand(
        &self,
        rw: &Rewriter<'_>,
        operand: usize,
        domain: &DomainPacking,
    ) -> Option<PackedOperand> {
        let (cx, old) = (rw.cx(), &self.maps[operand]);
        let (first_tile, count) = (old.num_dims, domain.tiled.len() as u32);
        let mut exprs = old.results.clone();
        let mut packing = Packing { dims: Vec::new(), tiles: Vec::new(), outer: Vec::new() };
        if rw.value(self.operands[operand]).ty().shape(cx).is_none() || exprs.is_empty() {
            let map = AffineMap::new(first_tile + count, 0, exprs);
            return Some(PackedOperand { map, packing: None });
        }
        for ((of_dim, tile), point) in domain.tiled.iter().zip(first_tile..) {
            if let Some(at) = old.results.iter().position(|expr| expr.as_dim() == Some(*of_dim)) {
                packing.dims.push(at as i64);
                packing.tiles.push(*tile);
                exprs.push(AffineExpr::dim(point));
            }
        }
        if !domain.outer.is_empty() {
            packing.outer = order_of(&old.results, exprs.len(), &domain.outer)?;
            let renamed = inverse(&domain.outer);
            let rename = |expr: &AffineExpr| match expr.as_dim() {
                Some(dim) => AffineExpr::dim(renamed[dim as usize] as u32),
                None => expr.clone(),
            };
            let dims: Vec<AffineExpr> = old.results.iter().map(rename).collect();
            for (at, dim) in dims.iter().enumerate() {
                let from = packing.outer.get(at).map_or(at, |&from| from as usize);
                exprs[at] = if from == at { dim.clone() } else { dims[from].clone() };
            }
        }
        let map = AffineMap::new(first_tile + count, 0, exprs);
        let is_packed = !packing.dims.is_empty() || !packing.outer.is_empty();
        Some(PackedOperand { map, packing: is_packed.then_some(packing) })
    }

    /// All operands for iterations that are packed so. `None` if one cannot be packed, or needs a padding that the options
    /// or the computation do not allow.
    fn packed_operands(
        &self,
        rw: &mut Rewriter<'_>,
        domain: &DomainPacking,
        options: &LayoutPropagation,
    ) -> Option<Vec<PackedOperand>> {
        let mut operands = Vec::with_capacity(self.operands.len());
        for operand in 0..self.operands.len() {
            operands.push(self.packed_operand(rw, operand, domain)?);
        }
        let is_padded = |(packed, &operand): (&PackedOperand, &Value)| {
            packed.packing.as_ref().is_some_and(|packing| needs_padding(rw, operand, packing))
        };
        if !operands.iter().zip(&self.operands).any(is_padded) {
            return Some(operands);
        }
        if !options.pads_with_poison {
            return rw.notify_match_failure(self.op, "an operand must be padded");
        }
        if !rw.cx().matches_upstream() && !is_defined_everywhere(rw.op(self.op)) {
            return rw.notify_match_failure(self.op, "the computation is not defined for the padding");
        }
        Some(operands)
    }

    /// The op on packed operands, with a destination. Where inputs are unpacked in the same way, what they are unpacked from
    /// is used if `folds` is set.
    fn pack(
        &self,
        rw: &mut Rewriter<'_>,
        domain: &DomainPacking,
        packed: &[PackedOperand],
        dest: Value,
        folds: bool,
    ) -> Option<Op> {
        let mut inputs = Vec::with_capacity(self.num_inputs);
        for (&operand, packed) in self.operands.iter().zip(packed).take(self.num_inputs) {
            let source = if folds { source_of_unpack(rw, operand, packed.packing.as_ref()) } else { None };
            inputs.push(match (source, &packed.packing) {
                (Some(source), _) => source,
                (None, Some(packing)) => pack_with_poison(rw, operand, packing, self.loc)?,
                (None, None) => operand,
            });
        }
        let maps: Vec<AffineMap> = packed.iter().map(|packed| packed.map.clone()).collect();
        let mut parallel: Vec<bool> = match domain.outer.is_empty() {
            true => self.parallel.clone(),
            false => domain.outer.iter().map(|&dim| self.parallel[dim as usize]).collect(),
        };
        parallel.resize(parallel.len() + domain.tiled.len(), true);
        let (from, to) = (rw.op(self.op).single_region().id(), rw.new_region());
        rw.clone_region(from, to, &mut IrMapping::new())?;
        let loops = Loops { inputs: &inputs, outputs: &[dest], maps: &maps, parallel: &parallel };
        let types = tensor_types(rw, &[dest]);
        let attrs = rw.op(self.op).attrs();
        let made = make_generic(rw, &loops, &types, to, self.loc);
        rw.set_attrs(made, attrs);
        Some(made)
    }

    /// Whether the first elements of the destination are not used.
    fn overwrites(&self, rw: &Rewriter<'_>) -> bool {
        let init = self.operands[self.num_inputs];
        rw.value(init).defined_by::<EmptyOp>().is_some() || !is_element_used(rw.op(self.op), self.num_inputs)
    }
}

/// Whether a loop is at most one dimension of an operand, and no part of another expression.
fn is_plain(map: &AffineMap, dim: u32) -> bool {
    let mut uses = map.results.iter().filter(|expr| expr.is_function_of_dim(dim));
    uses.all(|expr| expr.as_dim().is_some())
        && map.results.iter().filter(|expr| expr.as_dim() == Some(dim)).count() <= 1
}

/// The dimensions of an operand in the order of the loops; empty if there is one dimension without tiles. `None` if they
/// have no such order.
fn order_of(exprs: &[AffineExpr], packed_rank: usize, loops: &[i64]) -> Option<Vec<i64>> {
    if packed_rank == 1 {
        return Some(Vec::new());
    }
    let mut places = vec![None; loops.len()];
    for (place, expr) in exprs.iter().enumerate() {
        let of_loop = match expr.as_dim() {
            Some(dim) => dim as usize,
            None => {
                expr.as_constant()?;
                place
            }
        };
        *places.get_mut(of_loop)? = Some(place as i64);
    }
    let order: Vec<i64> = loops.iter().filter_map(|&dim| places[dim as usize]).collect();
    let mut sorted = order.clone();
    sorted.sort_unstable();
    sorted.iter().copied().eq(0..exprs.len() as i64).then_some(order)
}

/// Whether the last tile may be partial, as far as types tell.
fn needs_padding(rw: &Rewriter<'_>, operand: Value, packing: &Packing) -> bool {
    let shape = rw.value(operand).ty().shape_or_scalar(rw.cx());
    let fits = |(&dim, &tile): (&i64, &OpFoldResult)| {
        let extent = shape[dim as usize];
        known_index(rw, tile).is_some_and(|tile| extent != DYNAMIC && tile > 0 && extent % tile == 0)
    };
    !packing.dims.iter().zip(&packing.tiles).all(fits)
}

/// The packed tensor that a value is unpacked from in this way.
fn source_of_unpack(rw: &Rewriter<'_>, value: Value, packing: Option<&Packing>) -> Option<Value> {
    let unpack = rw.value(value).defined_by::<UnPackOp>()?;
    let source = unpack.source().id();
    (Packing::of_unpack(rw, unpack.0.id()) == *packing?).then_some(source)
}

/// Packs a value, padded with poison.
fn pack_with_poison(rw: &mut Rewriter<'_>, value: Value, packing: &Packing, loc: Loc) -> Option<Value> {
    let element = rw.value(value).ty().element_type(rw.cx())?;
    let dest = packing.destination(rw, value, loc)?;
    let poison = rw.build_value(PoisonOp::of().result(element).loc(loc));
    let pack = packing.pack(rw, value, dest, Some(poison), loc);
    Some(rw.body().single_result(pack))
}

/// Packs the operands of the op whose result is packed.
pub(super) fn pack_of_generic(rw: &mut Rewriter<'_>, op: Op, options: &LayoutPropagation) -> Option<()> {
    let view = PackOp::view_of(rw.op(op));
    let (dest, element) = (view.dest(), view.dest().ty().element_type(rw.cx())?);
    let target = Target::of(rw, view.source().defined_by::<GenericOp>()?.0.id())?;
    let uses = |value: terrace_ir::ValueRef<'_>| value.uses().take(2).count();
    if !options.allows(view.0, 0) || uses(view.source()) != 1 || uses(dest) != 1 {
        return None;
    }
    if view.padding_value().is_some() {
        return rw.notify_match_failure(op, "the padding would be computed with");
    }
    let packing = Packing::of_pack(rw, op);
    let domain = target.packing_from(target.num_inputs, &packing)?;
    let shape = dest.ty().shape_or_scalar(rw.cx());
    let sizes =
        dest.defined_by::<EmptyOp>().map(|empty| indices(&mixed_values(shape, empty.dynamic_sizes())));
    let needed = match &sizes {
        Some(sizes) => sizes.clone(),
        None => vec![OpFoldResult::Value(dest.id())],
    };
    let mut dominance = Dominance::default();
    let is_there = |index: &OpFoldResult| match *index {
        OpFoldResult::Value(value) => dominance.is_in_scope(rw, value, target.op),
        OpFoldResult::Static(_) => true,
    };
    if !needed.iter().chain(&packing.tiles).all(is_there) {
        return rw.notify_match_failure(op, "the destination or a tile is computed after the source");
    }
    let mut dest = dest.id();
    let packed = target.packed_operands(rw, &domain, options)?;
    rw.set_insertion_point_before(target.op);
    if let Some(sizes) = sizes {
        dest = empty(rw, &sizes, element, target.loc);
    }
    if !target.overwrites(rw) {
        let init = target.operands[target.num_inputs];
        dest = match &packed[target.num_inputs].packing {
            Some(packing) => pack_with_poison(rw, init, packing, target.loc)?,
            None => init,
        };
    }
    let made = target.pack(rw, &domain, &packed, dest, false)?;
    rw.replace_op_with(op, made);
    Some(())
}

/// The only operand that is unpacked.
fn unpacked_operand(rw: &Rewriter<'_>, target: &Target) -> Option<(usize, Op)> {
    let unpack = |&value: &Value| rw.value(value).defined_by::<UnPackOp>().map(|unpack| unpack.0.id());
    let mut unpacked =
        target.operands.iter().enumerate().filter_map(|(at, value)| Some((at, unpack(value)?)));
    let first = unpacked.next()?;
    unpacked.next().is_none().then_some(first)
}

/// Unpacks the result of an op instead of its operand.
pub(super) fn generic_of_unpack(rw: &mut Rewriter<'_>, op: Op, options: &LayoutPropagation) -> Option<()> {
    let target = Target::of(rw, op)?;
    let (operand, unpack) = unpacked_operand(rw, &target)?;
    if !options.allows(rw.op(op), operand) {
        return None;
    }
    let packing = Packing::of_unpack(rw, unpack);
    let domain = target.packing_from(operand, &packing)?;
    let packed = target.packed_operands(rw, &domain, options)?;
    let init = target.operands[target.num_inputs];
    let out = packed[target.num_inputs].packing.clone();
    let dest = match &out {
        None => init,
        Some(packing) if target.overwrites(rw) => packing.destination(rw, init, target.loc)?,
        Some(packing) => match source_of_unpack(rw, init, Some(packing)) {
            Some(source) => source,
            None => pack_with_poison(rw, init, packing, target.loc)?,
        },
    };
    let made = target.pack(rw, &domain, &packed, dest, true)?;
    let replacement = match out {
        Some(packing) => {
            let result = rw.body().single_result(made);
            packing.unpack(rw, result, init, target.loc)
        }
        None => made,
    };
    rw.replace_op_with(op, replacement);
    Some(())
}
