//! Splits transfers that may be out of bounds into an in-bounds fast path and a slow path through a buffer on
//! the stack.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_core::arith::{AndIOp, CmpIOp, CmpIPredicate, XOrIOp};
use terrace_dialects_core::scf::{ForOp, IfOp, YieldOp};
use terrace_dialects_mem::affine::make::make_apply;
use terrace_dialects_mem::affine::{AffineForOp, AffineMinOp};
use terrace_dialects_mem::extents::extent;
use terrace_dialects_mem::index_values::{index_constant, value_of};
use terrace_dialects_mem::layout::{MemRef, memref, strided_layout};
use terrace_dialects_mem::memref::causes::SPLIT_TRANSFER;
use terrace_dialects_mem::memref::{
    self as buffers, AllocSpec, DimOp, MemorySpaceCastOp, SubViewOp, cast_compatible, create_alloca,
    create_copy, infer_subview_type,
};
use terrace_dialects_mem::slices::Slice;
use terrace_dialects_vector::transfer::Transfer;
use terrace_dialects_vector::types::vector;
use terrace_dialects_vector::{TransferReadOp, TransferWriteOp, TypeCastOp};
use terrace_ir::enum_attr::enum_attr;
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::traits::TraitSet;
use terrace_ir::{Attr, Context, DYNAMIC, InsertPoint, Loc, Op, OpFoldResult, OpKind, Rewriter, Type, Value};

use terrace_dialects_linalg::builders::make_fill;
use terrace_ir::rewriter::IrMapping;
use terrace_passes_shared::arithmetic::Arith;
use terrace_passes_shared::build::if_else;
use terrace_passes_shared::transfers::flags_attr;

/// The treatment of the case in which a transfer is out of bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Split {
    /// Transfers are taken to be within their buffer.
    ForceInBounds,
    /// By a transfer that may leave its buffer.
    VectorTransfer,
    /// By a copy of the part that is within it.
    LinalgCopy,
}

/// Splits a transfer that may leave its buffer.
pub fn split_transfer(rw: &mut Rewriter<'_>, op: Op, how: Split) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let transfer = Transfer::of(view)?;
    let in_bounds = transfer.in_bounds();
    let map = transfer.permutation_map();
    let rank = in_bounds.len();
    let is_minor = map == AffineMap::minor_identity(map.num_dims, rank as u32);
    if rank == 0 || !is_minor || !in_bounds.contains(&false) {
        return None;
    }
    if view.parent_op().is_some_and(|parent| parent.isa::<IfOp>()) {
        return None;
    }
    let all = flags_attr(cx, &vec![true; rank]);
    if how == Split::ForceInBounds {
        rw.set_attr(op, "in_bounds", all);
        return Some(());
    }
    if transfer.mask.is_some() {
        return None;
    }
    let base_ty = memref(cx, transfer.shaped)?;
    let (is_read, vector_ty, loc) = (view.isa::<TransferReadOp>(), transfer.vector, view.loc());
    let own = vector(cx, vector_ty);
    let operands: Vec<Value> = view.operands().map(|value| value.id()).collect();
    let at = usize::from(!is_read);
    let (base, indices) = (*operands.get(at)?, operands.get(at + 1..=at + transfer.indices)?.to_vec());
    let lead = indices.len().checked_sub(rank)?;
    let scratch_ty = MemRef { shape: own.shape, element: own.element, layout: None, space: None };
    let joined = joined_type(cx, &base_ty, &scratch_ty)?;
    allocation_scope(rw, op)?;
    // Copies have the dimensions of both buffers.
    if own.is_scalable() || (how == Split::LinalgCopy && lead != 0) {
        return None;
    }
    rw.set_insertion_point_before(op);
    let mut split = Splitting {
        op,
        base,
        indices: &indices,
        lead,
        shape: own.shape,
        scratch: base,
        joined,
        loc,
        vector_ty,
        in_bounds: &in_bounds,
    };
    let condition = split.condition(rw)?;
    let point = rw.insertion_point();
    rw.set_insertion_point(allocation_scope(rw, op)?);
    let spec = AllocSpec { alignment: Some(cx.int_attr(Type::I64, 32)), ..AllocSpec::default() };
    split.scratch = create_alloca(rw, spec, scratch_ty.ty(cx), loc, &SPLIT_TRANSFER);
    if let Some(point) = point {
        rw.set_insertion_point(point);
    }
    match is_read {
        true => split.read(rw, condition, how, all),
        false => split.write(rw, condition, how, all),
    }
}

/// The type to which buffers of both types can be cast; `None` if they have not the same rank or are not strided.
fn joined_type(cx: &Context, a: &MemRef<'_>, b: &MemRef<'_>) -> Option<Type> {
    if cast_compatible(cx, &[a.ty(cx)], &[b.ty(cx)]) {
        return Some(a.ty(cx));
    }
    if a.shape.len() != b.shape.len() {
        return None;
    }
    let ((a_strides, a_offset), (b_strides, b_offset)) =
        (a.strides_and_offset(cx)?, b.strides_and_offset(cx)?);
    let join = |a: i64, b: i64| if a == b { a } else { DYNAMIC };
    let all = |a: &[i64], b: &[i64]| a.iter().zip(b).map(|(&a, &b)| join(a, b)).collect::<Vec<i64>>();
    let (shape, strides) = (all(a.shape, b.shape), all(&a_strides, &b_strides));
    let layout = strided_layout(cx, join(a_offset, b_offset), &strides);
    Some(MemRef { shape: &shape, element: a.element, layout: Some(layout), space: b.space }.ty(cx))
}

/// The insertion point for allocations that are hoisted out of all loops around an op; `None` if there is no allocation
/// scope.
fn allocation_scope(rw: &Rewriter<'_>, op: Op) -> Option<InsertPoint> {
    let body = rw.body();
    let (mut at, mut scope) = (rw.op(op), None);
    loop {
        let block = body.block_of(at.id())?;
        let region = body.region_of(block)?;
        let entry = body.entry(region)?;
        let inner = body.region_parent(region).map(|parent| rw.op(parent));
        let parent = inner.or_else(|| at.parent_op())?;
        if parent.has_trait(TraitSet::AutomaticAllocationScope) {
            scope = Some(InsertPoint::start(body, entry));
        }
        if inner.is_none() || (!parent.isa::<ForOp>() && !parent.isa::<AffineForOp>()) {
            return scope;
        }
        at = parent;
    }
}

struct Splitting<'a> {
    op: Op,
    base: Value,
    indices: &'a [Value],
    /// The number of buffer dimensions that precede those of the vector.
    lead: usize,
    shape: &'a [i64],
    scratch: Value,
    joined: Type,
    loc: Loc,
    vector_ty: Type,
    in_bounds: &'a [bool],
}

impl Splitting<'_> {
    /// Emits the condition that the transfer is in bounds; `None` if it is statically in bounds.
    fn condition(&self, rw: &mut Rewriter<'_>) -> Option<Value> {
        let mut condition = None;
        for (dim, &size) in self.shape.iter().enumerate() {
            if self.in_bounds[dim] {
                continue;
            }
            let index = self.indices[self.lead + dim];
            let end = AffineExpr::dim(0) + AffineExpr::constant(size);
            let end =
                make_apply(rw, self.loc, &AffineMap::new(1, 0, vec![end]), &[OpFoldResult::Value(index)]);
            let limit = extent(rw, self.base, self.lead + dim, self.loc);
            let limit = value_of(rw, limit, self.loc);
            if m_scalar_i64(rw.value(end))
                .zip(m_scalar_i64(rw.value(limit)))
                .is_some_and(|(end, limit)| end < limit)
            {
                continue;
            }
            let predicate = enum_attr(rw.cx(), CmpIPredicate::Sle);
            let here = rw
                .build_value(CmpIOp::of(end, limit).predicate_attr(predicate).result(Type::I1).loc(self.loc));
            condition = Some(match condition {
                Some(before) => rw.build_value(AndIOp::of(before, here).result(Type::I1).loc(self.loc)),
                None => here,
            });
        }
        condition
    }

    fn cast_to(&self, rw: &mut Rewriter<'_>, value: Value, ty: Type) -> Value {
        let cx = rw.cx();
        let mut value = value;
        let (from, to) = (memref(cx, rw.body().value_type(value)), memref(cx, ty));
        if let (Some(from), Some(to)) = (from, to)
            && from.space != to.space
        {
            let moved = MemRef { space: to.space, ..from }.ty(cx);
            value = rw.build_value(MemorySpaceCastOp::of(value).dest(moved).loc(self.loc));
        }
        match rw.body().value_type(value) == ty {
            true => value,
            false => rw.build_value(buffers::CastOp::of(value).dest(ty).loc(self.loc)),
        }
    }

    /// The buffer and indices where the transfer stays in bounds: its own ones, or those of the other buffer after `prepare`.
    fn chosen(
        &self,
        rw: &mut Rewriter<'_>,
        condition: Value,
        prepare: impl FnOnce(&mut Rewriter<'_>) -> Option<()>,
    ) -> Option<Vec<Value>> {
        let zero = index_constant(rw, 0, self.loc);
        let own = |rw: &mut Rewriter<'_>| {
            let buffer = self.cast_to(rw, self.base, self.joined);
            Some([&[buffer], self.indices].concat())
        };
        let other = |rw: &mut Rewriter<'_>| {
            prepare(rw)?;
            let buffer = self.cast_to(rw, self.scratch, self.joined);
            Some([vec![buffer], vec![zero; self.indices.len()]].concat())
        };
        let chosen = if_else(rw, condition, self.loc, own, other)?;
        Some(rw.body().results(chosen).collect())
    }

    /// The parts of the buffer and of the other one that the transfer has in common.
    fn common_parts(&self, rw: &mut Rewriter<'_>) -> Option<[Value; 2]> {
        let cx = rw.cx();
        let mut sizes = Vec::with_capacity(self.shape.len());
        let [i, j, k] = [0, 1, 2].map(AffineExpr::dim);
        let map = cx.affine_map_attr(AffineMap::new(3, 0, vec![i - j, k]));
        for dim in 0..self.shape.len() {
            let limit = extent(rw, self.base, dim, self.loc);
            let limit = value_of(rw, limit, self.loc);
            let number = index_constant(rw, dim as i64, self.loc);
            let have =
                rw.build_or_fold_value(DimOp::of(self.scratch, number).result(Type::INDEX).loc(self.loc));
            let operands = [limit, self.indices[dim], have];
            let size =
                rw.build_value(AffineMinOp::of(&operands).map_attr(map).result(Type::INDEX).loc(self.loc));
            sizes.push(OpFoldResult::Value(size));
        }
        let places: Vec<OpFoldResult> =
            self.indices.iter().map(|&index| OpFoldResult::Value(index)).collect();
        let zeros = vec![OpFoldResult::Static(0); sizes.len()];
        // Upstream takes the part of the other buffer at the indices for writes.
        let swapped = cx.matches_upstream() && rw.op(self.op).isa::<TransferWriteOp>();
        let (own, other) = if swapped { (&zeros, &places) } else { (&places, &zeros) };
        let part = |rw: &mut Rewriter<'_>, buffer: Value, offsets: &[OpFoldResult]| {
            let ones = vec![OpFoldResult::Static(1); sizes.len()];
            let fixed = |list: &[OpFoldResult]| list.iter().map(|item| item.fixed()).collect::<Vec<i64>>();
            let slice = Slice { offsets: fixed(offsets), sizes: fixed(&sizes), strides: fixed(&ones) };
            let ty = infer_subview_type(cx, &memref(cx, rw.body().value_type(buffer))?, &slice)?;
            Some(
                rw.build_value(
                    SubViewOp::of(buffer)
                        .loc(self.loc)
                        .mixed_offsets(offsets)
                        .mixed_sizes(&sizes)
                        .mixed_strides(&ones)
                        .result(ty),
                ),
            )
        };
        if rw.op(self.op).isa::<TransferWriteOp>() {
            let from = part(rw, self.scratch, other)?;
            return Some([part(rw, self.base, own)?, from]);
        }
        Some([part(rw, self.base, own)?, part(rw, self.scratch, other)?])
    }

    /// The other buffer as one that holds the vector.
    fn scratch_vector(&self, rw: &mut Rewriter<'_>) -> Value {
        let cx = rw.cx();
        let ty = MemRef { shape: &[], element: self.vector_ty, layout: None, space: None }.ty(cx);
        rw.build_value(TypeCastOp::of(self.scratch).result(ty).loc(self.loc))
    }

    fn read(&self, rw: &mut Rewriter<'_>, condition: Value, how: Split, all: Attr) -> Option<()> {
        let padding = *rw.body().operands(self.op).collect::<Vec<Value>>().get(self.indices.len() + 1)?;
        let chosen = self.chosen(rw, condition, |rw| {
            if how == Split::LinalgCopy {
                make_fill(rw, padding, self.scratch, self.loc)?;
                let [own, other] = self.common_parts(rw)?;
                create_copy(rw, own, other, self.loc, &SPLIT_TRANSFER);
                return Some(());
            }
            let copy = rw.clone_op(self.op, &mut IrMapping::default())?;
            let value = rw.body().single_result(copy);
            let buffer = self.scratch_vector(rw);
            rw.build(buffers::StoreOp::of(value, buffer, &[]).loc(self.loc));
            Some(())
        })?;
        for (at, &value) in chosen.iter().enumerate() {
            rw.set_operand(self.op, at, value);
        }
        rw.set_attr(self.op, "in_bounds", all);
        Some(())
    }

    fn write(&self, rw: &mut Rewriter<'_>, condition: Value, how: Split, all: Attr) -> Option<()> {
        let value = TransferWriteOp::view_of(rw.op(self.op)).value_to_store().id();
        let map = TransferWriteOp::view_of(rw.op(self.op)).permutation_map_attr();
        let chosen = self.chosen(rw, condition, |_| Some(()))?;
        let (buffer, indices) = chosen.split_first()?;
        rw.build(
            TransferWriteOp::of(value, *buffer)
                .loc(self.loc)
                .indices(indices)
                .permutation_map_attr(map)
                .in_bounds_attr(all),
        );
        let yes = Arith::new(rw, self.loc).constant(Attr::TRUE, Type::I1);
        let outside = rw.build_value(XOrIOp::of(condition, yes).result(Type::I1).loc(self.loc));
        let point = rw.insertion_point()?;
        let (then_region, else_region) = (rw.new_region(), rw.new_region());
        let block = rw.create_block(then_region, &[]);
        rw.set_insertion_point_to_end(block);
        if how == Split::LinalgCopy {
            let [own, other] = self.common_parts(rw)?;
            create_copy(rw, other, own, self.loc, &SPLIT_TRANSFER);
        } else {
            let buffer = self.scratch_vector(rw);
            let loaded =
                rw.build_value(buffers::LoadOp::of(buffer, &[]).result(self.vector_ty).loc(self.loc));
            let mut mapping = IrMapping::default();
            mapping.map(value, loaded);
            rw.clone_op(self.op, &mut mapping)?;
        }
        rw.build(YieldOp::of(&[]).loc(self.loc));
        rw.set_insertion_point(point);
        rw.build(
            IfOp::of(outside).loc(self.loc).results(&[]).then_region(then_region).else_region(else_region),
        );
        rw.erase_op(self.op);
        Some(())
    }
}
