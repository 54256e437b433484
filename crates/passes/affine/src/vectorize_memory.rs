//! Loads and stores of a nest that is vectorized, as transfers of vectors, and the masks of these.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_mem::affine::make::make_apply;
use terrace_dialects_mem::affine::value_map::ValueMap;
use terrace_dialects_mem::affine::{AffineApplyOp, AffineLoadOp, AffineMinOp, AffineStoreOp};
use terrace_dialects_mem::index_values::index_constant;
use terrace_dialects_vector::{CreateMaskOp, TransferWriteOp};
use terrace_ir::{Loc, Op, OpFoldResult, Type, Value, VectorType};
use terrace_passes_shared::transfers::{Read, create_read, flags_attr};

use crate::unroll::has_rest;
use crate::vectorize_legality::ends_with_memref;
use crate::vectorize_nest::Nest;
use crate::vectorize_strategy::Refusal;

/// The dimension of a memref along which each dimension of the vectors advances; `None` for one along which all lanes
/// access the same elements.
type Advances = Vec<Option<usize>>;

impl Nest<'_, '_> {
    /// `vector.transfer_read` in the place of a load; returns the vector.
    pub(crate) fn vectorize_load(&mut self, op: AffineLoadOp) -> Result<Value, Refusal> {
        let view = op.view(self.rw);
        let (map, loc, base) = (view.map().clone(), view.0.loc(), view.memref().id());
        let ty = self.vector_type(view.0.single_result().ty());
        let operands: Vec<Value> = view.indices().map(|value| value.id()).collect();
        let operands = self.scalars_of(op.into(), &operands)?;
        let is_apply = |&value: &Value| self.rw.value(value).defined_by::<AffineApplyOp>().is_some();
        if !map.is_identity() && operands.iter().any(is_apply) {
            let rule = "a subscript is computed from the result of an 'affine.apply'";
            return Err(Refusal::at(self.rw.op(op), rule));
        }
        let indices = self.indices(&map, &operands, loc);
        let advances = self.advances(op.into(), &indices)?;
        let exprs = advances.iter().map(|dim| match dim {
            Some(dim) => AffineExpr::dim(*dim as u32),
            None => AffineExpr::constant(0),
        });
        let permutation = AffineMap::new(indices.len() as u32, 0, exprs.collect());
        let in_bounds = vec![false; self.strategy.sizes.len()];
        let read = Read {
            base,
            indices: &indices,
            padding: None,
            mask: None,
            map: permutation,
            in_bounds: &in_bounds,
            ty,
        };
        let read = create_read(self.rw, &read, loc);
        Ok(self.rw.body().single_result(read))
    }

    /// `vector.transfer_write` in the place of a store.
    pub(crate) fn vectorize_store(&mut self, op: AffineStoreOp) -> Result<(), Refusal> {
        let view = op.view(self.rw);
        let (map, loc, base) = (view.map().clone(), view.0.loc(), view.memref().id());
        let value = view.value().id();
        let operands: Vec<Value> = view.indices().map(|value| value.id()).collect();
        let value = self.operand(op.into(), value)?;
        let operands = self.scalars_of(op.into(), &operands)?;
        let indices = self.indices(&map, &operands, loc);
        let advances = self.advances(op.into(), &indices)?;
        let dims: Option<Vec<usize>> = advances.into_iter().collect();
        let Some(dims) = dims else {
            return Err(Refusal::at(self.rw.op(op), "several lanes store to the same element"));
        };
        let mask = self.store_mask(op, &dims);
        let cx = self.rw.cx();
        let exprs = dims.iter().map(|&dim| AffineExpr::dim(dim as u32)).collect();
        let permutation = cx.affine_map_attr(AffineMap::new(indices.len() as u32, 0, exprs));
        let in_bounds = flags_attr(cx, &vec![false; dims.len()]);
        self.rw.build(
            TransferWriteOp::of(value, base)
                .loc(loc)
                .indices(&indices)
                .mask(mask)
                .permutation_map_attr(permutation)
                .in_bounds_attr(in_bounds)
                .result(None),
        );
        Ok(())
    }

    /// The subscripts of the first lane.
    fn indices(&mut self, map: &AffineMap, operands: &[Value], loc: Loc) -> Vec<Value> {
        if map.is_identity() {
            return operands.to_vec();
        }
        let mut indices = Vec::with_capacity(map.num_results());
        for result in &map.results {
            let map = AffineMap::new(map.num_dims, map.num_symbols, vec![result.clone()]);
            let map = self.rw.cx().affine_map_attr(map);
            let apply = AffineApplyOp::of(operands).map_attr(map).result(Type::INDEX).loc(loc);
            indices.push(self.rw.build_value(apply));
        }
        indices
    }

    fn advances(&self, op: Op, indices: &[Value]) -> Result<Advances, Refusal> {
        let mut advances = vec![None; self.strategy.sizes.len()];
        for open in &self.open {
            let Some(dim) = open.dim else { continue };
            let variable = self.rw.value(open.variable);
            let varies = |&at: &usize| {
                let mut index = ValueMap::new(AffineMap::identity(1), [self.rw.value(indices[at])]);
                index.compose_fully();
                index.canonicalize();
                index.has_applies() || index.operands.contains(&variable)
            };
            let varying: Vec<usize> = (0..indices.len()).filter(varies).collect();
            let rule = match varying[..] {
                [] => continue,
                [at] if !advances.contains(&Some(at)) => {
                    advances[dim] = Some(at);
                    continue;
                }
                [_] => "a subscript depends on several of the loops to vectorize",
                _ => "the induction variable is in several subscripts",
            };
            return Err(Refusal::at(self.rw.op(op), rule));
        }
        Ok(advances)
    }

    /// The mask of the lanes of a store that are before the end of the loops; `None` if these are all that can be, or
    /// the others are out of bounds.
    fn store_mask(&mut self, op: AffineStoreOp, dims: &[usize]) -> Option<Value> {
        if self.rw.cx().matches_upstream() {
            return None;
        }
        let mut partial = Vec::new();
        for (at, &memref_dim) in dims.iter().enumerate() {
            let old = self.open.iter().find(|open| open.dim == Some(at))?.old.view(self.rw);
            let factor = u64::try_from(self.strategy.sizes[at]).ok()?;
            let masks = has_rest(old, factor) && !ends_with_memref(op.view(self.rw), old, memref_dim);
            partial.push((memref_dim, at, masks));
        }
        if partial.iter().all(|&(_, _, masks)| !masks) {
            return None;
        }
        partial.sort_unstable();
        let innermost = self.open.iter().rposition(|open| open.dim.is_some())?;
        let partial = partial.into_iter().map(|(_, at, masks)| (at, masks)).collect();
        Some(create_mask(self, innermost, partial))
    }
}

/// A mask at the start of the block of an open loop: for each of these dimensions of the vectors, whether it ends where
/// the loop that advances along it ends.
pub(crate) fn create_mask(nest: &mut Nest<'_, '_>, at: usize, partial: Vec<(usize, bool)>) -> Value {
    let known = nest.open[at].masks.iter().find(|(known, _)| *known == partial);
    if let Some(&(_, mask)) = known {
        return mask;
    }
    let (block, loc) = (nest.open[at].block, nest.rw.op(nest.open[at].new).loc());
    nest.rw.set_insertion_point_to_start(block);
    let mut sizes = Vec::with_capacity(partial.len());
    for &(dim, is_partial) in &partial {
        let left = if is_partial { iterations_left(nest, dim, loc) } else { None };
        let whole = nest.strategy.sizes[dim];
        sizes.push(left.unwrap_or_else(|| index_constant(nest.rw, whole, loc)));
    }
    let shape: Vec<i64> = partial.iter().map(|&(dim, _)| nest.strategy.sizes[dim]).collect();
    let ty = VectorType::get(nest.rw.cx(), &shape, Type::I1);
    let mask = nest.rw.build_value(CreateMaskOp::of(&sizes).result(ty).loc(loc));
    nest.open[at].masks.push((partial, mask));
    nest.here();
    mask
}

/// The number of iterations that the old loop along a dimension has left at the induction variable of the new one.
fn iterations_left(nest: &mut Nest<'_, '_>, dim: usize, loc: Loc) -> Option<Value> {
    let open = nest.open.iter().find(|open| open.dim == Some(dim))?;
    let (view, variable) = (open.new.view(nest.rw), open.variable);
    let step = open.old.view(nest.rw).constant_step();
    let (map, is_single) = (view.upper_bound_map_attr(), view.upper_bound_map().num_results() == 1);
    let operands: Vec<Value> = view.upper_bound_operands().map(|value| value.id()).collect();
    let upper = match is_single {
        true => nest.rw.build_value(AffineApplyOp::of(&operands).map_attr(map).result(Type::INDEX).loc(loc)),
        false => nest.rw.build_value(AffineMinOp::of(&operands).map_attr(map).result(Type::INDEX).loc(loc)),
    };
    let span = AffineExpr::dim(0) - AffineExpr::dim(1);
    let count = AffineMap::new(2, 0, vec![AffineExpr::ceil_div(span, AffineExpr::constant(step))]);
    let left = make_apply(nest.rw, loc, &count, &[upper, variable].map(OpFoldResult::Value));
    let made = nest.rw.value(upper).defining_op().filter(|_| nest.rw.value(upper).is_unused());
    if let Some(unused) = made.map(|op| op.id()) {
        nest.rw.erase_op(unused);
    }
    Some(left)
}
