//! `tensor.extract` in the region of an op: a gather, or a read where the elements are next to each other or all the same.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_core::arith;
use terrace_dialects_linalg::region_ops::IndexOp;
use terrace_dialects_mem::index_values::index_constant;
use terrace_dialects_mem::tensor;
use terrace_dialects_vector::elements::splat_of;
use terrace_dialects_vector::types::vector;
use terrace_dialects_vector::{ConstantMaskOp, ExtractOp, GatherOp, ShapeCastOp};
use terrace_ir::{BlockRef, Op, OpKind, OpRef, Rewriter, Type, Value, ValueRef, VectorType};

use super::generic::{Body, broadcast_if_needed, mapped};
use terrace_passes_shared::arithmetic::zero_attr;
use terrace_passes_shared::transfers::{Read, create_read, mask_op};

/// The access pattern of an extraction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ExtractAccess {
    /// The same in all iterations.
    ScalarBroadcast,
    /// Elements next to each other.
    Contiguous,
    /// Any.
    Gather,
}

/// The loops around an extraction, to classify its indices.
struct Loops<'a> {
    block: BlockRef<'a>,
    /// The trip count of each loop.
    space: &'a [i64],
    /// The last loop that runs more than once.
    innermost: usize,
}

impl<'a> Loops<'a> {
    /// The op of the block that computes a value, or in whose regions it is computed.
    fn ancestor(&self, value: ValueRef<'a>) -> Option<OpRef<'a>> {
        let maker = value.defining_op()?;
        let mut around = maker.self_and_ancestors();
        around.find(|op| op.block() == Some(self.block))
    }

    fn is_own_argument(&self, value: ValueRef<'a>) -> bool {
        value.owner_block() == Some(self.block)
    }

    /// Whether an index is the same in all iterations.
    fn is_invariant(&self, value: ValueRef<'a>) -> bool {
        let mut pending = vec![value];
        while let Some(value) = pending.pop() {
            let Some(maker) = value.defining_op() else {
                if self.is_own_argument(value) {
                    return false;
                }
                continue;
            };
            if let Some(index) = maker.cast::<IndexOp>() {
                if self.space.get(index.dim() as usize) != Some(&1) {
                    return false;
                }
                continue;
            }
            let Some(ancestor) = self.ancestor(value) else { continue };
            if !ancestor.isa::<arith::ConstantOp>() {
                pending.extend(ancestor.operands());
            }
        }
        true
    }

    /// Whether an index may grow by one with each iteration of the innermost loop, as a sum of which that loop's own index is a
    /// term.
    fn is_contiguous(&self, value: ValueRef<'a>) -> bool {
        let (mut may_be, mut found) = (false, false);
        let mut pending = vec![value];
        while let Some(value) = pending.pop() {
            let Some(maker) = value.defining_op() else {
                may_be |= !self.is_own_argument(value);
                continue;
            };
            if let Some(index) = maker.cast::<IndexOp>() {
                // The last index of a loop decides.
                found = index.dim() as usize == self.innermost;
                may_be = true;
            } else if let Some(ancestor) = self.ancestor(value).filter(|op| op.isa::<arith::AddIOp>()) {
                pending.extend(ancestor.operands().rev());
            }
        }
        may_be && found
    }
}

impl Body<'_> {
    fn access(&self, rw: &Rewriter<'_>, op: Op, ty: Type) -> ExtractAccess {
        let (cx, view) = (rw.cx(), tensor::ExtractOp::view_of(rw.op(op)));
        let source = view.tensor().ty().ranked_shape(cx);
        if source.is_empty() {
            return ExtractAccess::ScalarBroadcast;
        }
        let shape = vector(cx, ty).shape;
        if shape.iter().filter(|&&extent| extent > 1).count() != 1 {
            return ExtractAccess::Gather;
        }
        let Some(block) = rw.op(self.op).single_region().entry() else { return ExtractAccess::Gather };
        let space = &self.state.space;
        let innermost = (1..space.len()).rev().find(|&dim| space[dim] != 1).unwrap_or(0);
        let loops = Loops { block, space, innermost };
        let indices: Vec<ValueRef<'_>> = view.indices().collect();
        let Some((&last, leading)) = indices.split_last() else { return ExtractAccess::Gather };
        let fixed = |(&index, &extent): (&ValueRef<'_>, &i64)| extent == 1 || loops.is_invariant(index);
        if !leading.iter().zip(source).all(fixed) {
            return ExtractAccess::Gather;
        }
        if loops.is_invariant(last) {
            return ExtractAccess::ScalarBroadcast;
        }
        match loops.is_contiguous(last) && shape.last() != Some(&1) {
            true => ExtractAccess::Contiguous,
            false => ExtractAccess::Gather,
        }
    }

    /// The places of elements in the tensor, numbered with the last index fastest.
    fn gather_offset(&self, rw: &mut Rewriter<'_>, op: Op) -> Option<Value> {
        let (ty, view) = (self.state.whole_vector(rw, Type::INDEX), tensor::ExtractOp::view_of(rw.op(op)));
        let (loc, source) = (view.0.loc(), view.tensor().id());
        let indices: Vec<Value> = view.indices().map(|index| mapped(&self.values, index.id())).collect();
        let mut offset = broadcast_if_needed(rw, *indices.first()?, ty, loc);
        for (at, &index) in indices.iter().enumerate().skip(1) {
            let dim = index_constant(rw, at as i64, loc);
            let size = rw.build_value(tensor::DimOp::of(source, dim).result(Type::INDEX).loc(loc));
            let size = broadcast_if_needed(rw, size, ty, loc);
            offset = rw.build_value(arith::MulIOp::of(offset, size).result(ty).loc(loc));
            let index = broadcast_if_needed(rw, index, ty, loc);
            offset = rw.build_value(arith::AddIOp::of(index, offset).result(ty).loc(loc));
        }
        Some(offset)
    }

    /// Vectorizes a `tensor.extract` of the region, at the insertion point.
    pub(super) fn vectorize_extract(&mut self, rw: &mut Rewriter<'_>, op: Op) -> Option<Op> {
        let (cx, view) = (rw.cx(), tensor::ExtractOp::view_of(rw.op(op)));
        let (loc, source, element) = (view.0.loc(), view.tensor().id(), view.result().ty());
        let indices: Vec<Value> = view.indices().map(|index| mapped(&self.values, index.id())).collect();
        let (ty, mask_ty) = (self.state.whole_vector(rw, element), self.state.whole_vector(rw, Type::I1));
        let (set, zeros) = (splat_of(cx, cx.bool_attr(true), mask_ty)?, zero_attr(cx, ty)?);
        let mask = rw.build_value(arith::ConstantOp::of().value_attr(set).result(mask_ty).loc(loc));
        let passthru = rw.build_value(arith::ConstantOp::of().value_attr(zeros).result(ty).loc(loc));
        let zero = index_constant(rw, 0, loc);
        let access = self.access(rw, op, ty);
        if access == ExtractAccess::Gather {
            let offset = self.gather_offset(rw, op)?;
            let bases = vec![zero; indices.len()];
            let gather = rw.build(GatherOp::of(source, &bases, offset, mask, passthru).loc(loc).result(ty));
            return Some(self.state.mask_operation(rw, gather.into(), None));
        }
        let mut starts = Vec::with_capacity(indices.len());
        for index in indices {
            if rw.value(index).ty() == Type::INDEX {
                starts.push(index);
                continue;
            }
            let own = vector(cx, ty);
            let (last, scalable) = (*own.shape.last()?, *own.scalable.last()?);
            let flat = VectorType::get_scalable(cx, &[last], &[scalable], Type::INDEX);
            let flat = rw.build_value(ShapeCastOp::of(index).result(flat).loc(loc));
            let first = cx.i64_array(&[0]);
            starts.push(
                rw.build_value(ExtractOp::of(flat).loc(loc).static_position_attr(first).result(Type::INDEX)),
            );
        }
        let (rank, from) = (vector(cx, ty).rank(), rw.value(source).ty().shape(cx)?.len());
        let in_bounds = vec![true; rank];
        let map = match access {
            ExtractAccess::ScalarBroadcast => {
                AffineMap::new(from as u32, 0, vec![AffineExpr::constant(0); rank])
            }
            _ => {
                let minor = AffineMap::minor_identity(from as u32, rank.min(from) as u32);
                let missing = vec![AffineExpr::constant(0); rank.saturating_sub(from)];
                AffineMap::new(from as u32, 0, [missing, minor.results].concat())
            }
        };
        let read = Read {
            base: source,
            indices: &starts,
            padding: None,
            mask: None,
            map,
            in_bounds: &in_bounds,
            ty,
        };
        let read = create_read(rw, &read, loc);
        if access == ExtractAccess::Contiguous {
            return Some(read);
        }
        // The mask for the whole iteration space is not one for a single element.
        let one = VectorType::get(cx, &[1], Type::I1);
        let set =
            rw.build_value(ConstantMaskOp::of().mask_dim_sizes_attr(cx.i64_array(&[1])).result(one).loc(loc));
        Some(mask_op(rw, read, set))
    }
}
