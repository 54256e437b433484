//! The vector shapes for an op's iteration space, and the masks for partial vectors.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_linalg::structured::{has_tensor_semantics, static_loops};
use terrace_dialects_mem::index_values::index_constant;
use terrace_dialects_mem::{memref, tensor};
use terrace_dialects_vector::CreateMaskOp;
use terrace_dialects_vector::mask::MaskableOp;
use terrace_dialects_vector::transfer::Transfer;
use terrace_dialects_vector::types::vector;
use terrace_ir::{DYNAMIC, Loc, Op, Rewriter, Type, Value, VectorType};

use super::VectorizeOptions;
use terrace_passes_shared::transfers::{flags_attr, mask_op};

/// The iteration space of an op that is vectorized.
pub(super) struct VectorizationState {
    /// The location of the op.
    pub(super) loc: Loc,
    /// The maps of its operands.
    pub(super) maps: Vec<AffineMap>,
    /// The extents of vectors over the whole iteration space.
    pub(super) shape: Vec<i64>,
    /// The vector dimensions that are scalable.
    pub(super) scalable: Vec<bool>,
    /// The extents of the iteration space, and as values.
    pub(super) space: Vec<i64>,
    sizes: Vec<Value>,
    /// Whether dynamic extents are taken to be those of the vectors.
    assumes_match: bool,
    /// The masks for maps of the iteration space; `None` where none is needed.
    masks: Vec<(AffineMap, Option<Value>)>,
}

/// The entries that the results of a map select.
pub(super) fn select<T: Copy>(map: &AffineMap, entries: &[T]) -> Vec<T> {
    map.results.iter().filter_map(|expr| entries.get(expr.as_dim()? as usize).copied()).collect()
}

/// Marks the dynamic dimensions of a transfer, and these alone, to be in bounds.
fn mark_dynamic_in_bounds(rw: &mut Rewriter<'_>, op: Op) {
    let view = rw.op(op);
    let Some(transfer) = Transfer::of(view) else { return };
    let shape = transfer.shaped.ranked_shape(rw.cx());
    let is_dynamic =
        |expr: &AffineExpr| expr.as_dim().is_some_and(|dim| shape.get(dim as usize) == Some(&DYNAMIC));
    let flags: Vec<bool> = transfer.permutation_map().results.iter().map(is_dynamic).collect();
    let flags = flags_attr(rw.cx(), &flags);
    rw.set_attr(op, "in_bounds", flags);
}

impl VectorizationState {
    /// Computes the extents of the iteration space before the op. `None` if the vectors have no static extents.
    pub(super) fn new(
        rw: &mut Rewriter<'_>,
        op: Op,
        maps: Vec<AffineMap>,
        options: &VectorizeOptions,
    ) -> Option<Self> {
        rw.set_insertion_point_before(op);
        let view = rw.op(op);
        let loc = view.loc();
        let space = static_loops(view, &maps);
        let (shape, scalable) = match options.sizes.is_empty() {
            true => (space.clone(), vec![false; space.len()]),
            false => (options.sizes.clone(), options.scalable.clone()),
        };
        if shape.contains(&DYNAMIC) {
            return None;
        }
        let is_on_tensors = has_tensor_semantics(view);
        let operands: Vec<Value> = view.operands().map(|value| value.id()).collect();
        let mut sizes = Vec::with_capacity(shape.len());
        for (dim, &extent) in space.iter().enumerate().take(shape.len()) {
            if extent != DYNAMIC {
                sizes.push(index_constant(rw, extent, loc));
                continue;
            }
            let place = |(at, map): (usize, &AffineMap)| Some((at, map.result_position(dim as u32)?));
            let permuting = maps.iter().enumerate().filter(|(_, map)| map.is_projected_permutation(false));
            let (operand, place) = permuting.into_iter().find_map(place)?;
            let place = index_constant(rw, place as i64, loc);
            sizes.push(match is_on_tensors {
                true => {
                    rw.build_value(tensor::DimOp::of(operands[operand], place).result(Type::INDEX).loc(loc))
                }
                false => {
                    rw.build_value(memref::DimOp::of(operands[operand], place).result(Type::INDEX).loc(loc))
                }
            });
        }
        let assumes_match = options.assume_dynamic_dims_match;
        Some(Self { loc, maps, shape, scalable, space, sizes, assumes_match, masks: Vec::new() })
    }

    /// The type of vectors over the dimensions that a map selects, in its order.
    pub(super) fn vector_of(&self, rw: &Rewriter<'_>, element: Type, map: &AffineMap) -> Type {
        VectorType::get_scalable(rw.cx(), &select(map, &self.shape), &select(map, &self.scalable), element)
    }

    /// The type of vectors over the whole iteration space.
    pub(super) fn whole_vector(&self, rw: &Rewriter<'_>, element: Type) -> Type {
        VectorType::get_scalable(rw.cx(), &self.shape, &self.scalable, element)
    }

    /// The mask for the image of the iteration space under a map, created at the insertion point if there is
    /// none yet; `None` if none is needed.
    fn mask_for(&mut self, rw: &mut Rewriter<'_>, map: AffineMap) -> Option<Value> {
        if let Some((_, mask)) = self.masks.iter().find(|(of, _)| *of == map) {
            return *mask;
        }
        let ty = self.vector_of(rw, Type::I1, &map);
        let space = select(&map, &self.space);
        let shape = vector(rw.cx(), ty).shape;
        let fits =
            |(&extent, &size): (&i64, &i64)| extent == size || (self.assumes_match && extent == DYNAMIC);
        let mask = match space.iter().zip(shape).all(fits) {
            true => None,
            false => {
                let sizes = select(&map, &self.sizes);
                Some(rw.build_value(CreateMaskOp::of(&sizes).result(ty).loc(self.loc)))
            }
        };
        self.masks.push((map, mask));
        mask
    }

    /// Masks an op at the insertion point, where it can be masked and has to be: by the mask for a map of an operand, or that
    /// of the whole iteration space. Returns the op, or the one that masks it.
    pub(super) fn mask_operation(&mut self, rw: &mut Rewriter<'_>, op: Op, map: Option<&AffineMap>) -> Op {
        if rw.op(op).interface::<dyn MaskableOp>().is_none() {
            return op;
        }
        let map = match map {
            Some(map) => {
                let selected = map
                    .results
                    .iter()
                    .filter(|expr| expr.as_constant().is_none())
                    .cloned()
                    .collect::<Vec<AffineExpr>>();
                AffineMap::new(map.num_dims, map.num_symbols, selected)
            }
            None => AffineMap::identity(self.shape.len() as u32),
        };
        match self.mask_for(rw, map) {
            Some(mask) => mask_op(rw, op, mask),
            None => {
                if self.assumes_match {
                    mark_dynamic_in_bounds(rw, op);
                }
                op
            }
        }
    }
}
