//! Canonicalization: simpler ops for the same.

use terrace_dialects_builtin::fold::{bool_attr, operands_of, single_int};
use terrace_dialects_builtin::index_list::constant_int;
use terrace_dialects_core::arith;
use terrace_dialects_core::arith::CmpIPredicate;
use terrace_ir::build::OperationState;
use terrace_ir::fold::constant_value;
use terrace_ir::{Attr, AttrData, Folded, InsertPoint, Op, OpKind, OpRef, Rewriter, Value, ValueRef, View};

use crate::shape::BroadcastOp;
use crate::types::{as_vector, vector};
use crate::{
    CompressStoreOp, ConstantMaskOp, CreateMaskOp, ExpandLoadOp, GatherOp, LoadOp, MaskOp, MaskedLoadOp,
    MaskedStoreOp, ScatterOp, StepOp, StoreOp, VectorScaleOp,
};

/// `broadcast(broadcast(x))` is `broadcast(x)`.
pub(crate) fn broadcast_of_broadcast(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let source = rw.op(op).single_operand().defined_by::<BroadcastOp>()?.source().id();
    rw.replace(op, BroadcastOp::of(source));
    Some(())
}

/// The constant factor of a multiple of `vector.vscale`; `None` for other values.
pub fn vscale_multiple(value: ValueRef<'_>) -> Option<i64> {
    let is_scale = |value: ValueRef<'_>| value.defined_by::<VectorScaleOp>().is_some();
    if is_scale(value) {
        return Some(1);
    }
    let [a, b] = operands_of::<arith::MulIOp, 2>(value)?;
    if is_scale(a) {
        return constant_int(b);
    }
    constant_int(a).filter(|_| is_scale(b))
}

/// A mask of known sizes is a constant one.
pub(crate) fn create_mask_of_constants(rw: &mut Rewriter<'_>, op: CreateMaskOp) -> Option<()> {
    let view = op.view(rw);
    let mask = vector(view.0.cx(), view.0.single_result().ty());
    let (shape, scalable): (&[i64], &[bool]) =
        if mask.rank() == 0 { (&[1], &[false]) } else { (mask.shape, mask.scalable) };
    let mut sizes = Vec::with_capacity(shape.len());
    for (i, value) in view.0.operands().enumerate() {
        let size = match constant_int(value) {
            Some(size) if scalable[i] && size >= 0 => return None,
            Some(size) => size,
            None => vscale_multiple(value).filter(|&size| size >= shape[i])?,
        };
        sizes.push(size.clamp(0, shape[i]));
    }
    if sizes.contains(&0) {
        sizes.fill(0);
    }
    let sizes = rw.cx().i64_array(&sizes);
    rw.replace(op, ConstantMaskOp::of().mask_dim_sizes_attr(sizes));
    Some(())
}

/// Whether all bits of a mask are known to be set, or none.
pub(crate) fn known_mask(mask: ValueRef<'_>) -> Option<bool> {
    let cx = mask.cx();
    let made = mask.defining_op()?;
    if let Some(made) = made.cast::<ConstantMaskOp>() {
        let sizes = made.mask_dim_sizes();
        let shape = vector(cx, mask.ty()).shape;
        let all = sizes.iter().zip(shape).all(|(size, &extent)| size >= extent);
        return if all { Some(true) } else { sizes.iter().all(|size| size <= 0).then_some(false) };
    }
    if made.isa::<CreateMaskOp>() {
        return made.operands().any(|size| constant_int(size).is_some_and(|size| size <= 0)).then_some(false);
    }
    let AttrData::DenseElements { data, .. } = constant_value(mask)?.data(cx) else { return None };
    let first = *data.first()?;
    data.iter().all(|&bit| bit == first).then_some(first != 0)
}

/// An access of memory under a mask, whichever way.
struct MaskedAccess<'a> {
    base: ValueRef<'a>,
    indices: Vec<Value>,
    mask: ValueRef<'a>,
    /// The value to store, or the pass-through value of a load.
    value: ValueRef<'a>,
}

impl<'a> MaskedAccess<'a> {
    /// An op as an access under a mask; `None` for another op.
    fn of(op: OpRef<'a>) -> Option<Self> {
        macro_rules! access {
            ($($op:ident: $indices:ident, $value:ident;)*) => {
                $(if let Some(view) = op.cast::<$op>() {
                    let indices = view.$indices().map(|index| index.id()).collect();
                    return Some(Self { base: view.base(), indices, mask: view.mask(), value: view.$value() });
                })*
            };
        }
        access! {
            MaskedLoadOp: indices, pass_thru;
            MaskedStoreOp: indices, value_to_store;
            ExpandLoadOp: indices, pass_thru;
            CompressStoreOp: indices, value_to_store;
            GatherOp: offsets, pass_thru;
            ScatterOp: offsets, value_to_store;
        }
        None
    }

    /// The operands of a plain access: the value, where one is written, the buffer and the indices.
    fn plain_operands(&self, reads: bool) -> Vec<Value> {
        let value = (!reads).then(|| self.value.id());
        value.into_iter().chain([self.base.id()]).chain(self.indices.iter().copied()).collect()
    }
}

/// A load under a mask that is all or nothing is a plain one, or none.
pub(crate) fn maskedload_of_known(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    access_of_known(rw, op, true)
}

/// A store under a mask that is all or nothing is a plain one, or none.
pub(crate) fn maskedstore_of_known(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    access_of_known(rw, op, true)
}

/// An access without its mask, where that is all or nothing; one that reads has something to pass through.
fn access_of_known(rw: &mut Rewriter<'_>, op: Op, unmasked: bool) -> Option<()> {
    let view = rw.op(op);
    let access = MaskedAccess::of(view)?;
    let known = known_mask(access.mask)?;
    let reads = view.num_results() == 1 && !view.isa::<ScatterOp>();
    if !known {
        // What is written to a tensor leaves the tensor.
        let left = if reads { access.value } else { access.base }.id();
        match view.num_results() {
            0 => rw.erase_op(op),
            _ => rw.replace_op(op, &[left]),
        }
        return Some(());
    }
    unmasked.then_some(())?;
    let (operands, loc) = (access.plain_operands(reads), view.loc());
    if reads {
        rw.replace(op, OperationState::positional::<LoadOp>(&operands, &[]));
    } else {
        rw.build(OperationState::positional::<StoreOp>(&operands, &[]).with_results(&[]).with_loc(loc));
        rw.erase_op(op);
    }
    Some(())
}

/// Under a mask that is all or nothing, compressing and expanding is storing and loading, or nothing.
pub(crate) fn packed_access_of_known(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    access_of_known(rw, op, true)
}

/// Under a mask without a bit nothing is gathered or scattered.
pub(crate) fn indexed_access_of_known(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    access_of_known(rw, op, false)
}

/// Whether a vector counts from zero.
fn counts_from_zero(value: ValueRef<'_>) -> bool {
    let cx = value.cx();
    let Some(ty) = as_vector(cx, value.ty()).filter(|ty| ty.rank() == 1 && !ty.is_scalable()) else {
        return false;
    };
    if value.defined_by::<StepOp>().is_some() {
        return true;
    }
    let numbers = constant_value(value).and_then(|attr| terrace_ir::elements::int_values(cx, attr));
    numbers.is_some_and(|list| {
        list.len() as i64 == ty.num_elements()
            && list.iter().enumerate().all(|(i, number)| number.to_i64() == Some(i as i64))
    })
}

/// Replaces gathers and scatters of contiguous elements by masked loads and stores.
pub(crate) fn contiguous_access(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let access = MaskedAccess::of(view)?;
    let indices = match view.cast::<GatherOp>() {
        Some(gather) => gather.indices(),
        None => view.cast::<ScatterOp>()?.indices(),
    };
    if !access.base.ty().is_memref(cx) || !counts_from_zero(indices) {
        return None;
    }
    let (base, loc) = (access.base.id(), view.loc());
    let operands = [&[base], &access.indices[..], &[access.mask.id(), access.value.id()]].concat();
    if view.num_results() == 1 {
        rw.replace(op, OperationState::positional::<MaskedLoadOp>(&operands, &[]));
    } else {
        rw.build(OperationState::positional::<MaskedStoreOp>(&operands, &[]).with_results(&[]).with_loc(loc));
        rw.erase_op(op);
    }
    Some(())
}

/// The op under a mask; `None` if there is none.
fn masked(mask: View<'_, MaskOp>) -> Option<OpRef<'_>> {
    let block = mask.mask_region().entry()?;
    block.first().filter(|&first| Some(first) != block.last())
}

/// A mask on nothing only passes values on.
pub(crate) fn fold_empty_mask(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let view = MaskOp::view_of(op);
    let end = view.mask_region().entry().and_then(|block| block.last());
    match end {
        Some(end) if masked(view).is_none() && op.num_operands() == 1 && end.num_operands() > 0 => {
            Folded::Results(end.operands().map(|value| value.into()).collect())
        }
        _ => Folded::Unchanged,
    }
}

/// An op under a mask of all bits needs no mask.
pub(crate) fn mask_of_all(rw: &mut Rewriter<'_>, op: MaskOp) -> Option<()> {
    let view = op.view(rw);
    if known_mask(view.mask()) != Some(true) {
        return None;
    }
    let inner = masked(view)?.id();
    let values: Vec<Value> = rw.body().results(inner).collect();
    rw.move_op(inner, InsertPoint::Before(op.into()));
    rw.replace_op(op, &values);
    Some(())
}

/// A mask on nothing chooses between what is passed on and what goes through.
pub(crate) fn mask_of_nothing(rw: &mut Rewriter<'_>, op: MaskOp) -> Option<()> {
    let view = op.view(rw);
    if masked(view).is_some() {
        return None;
    }
    let passthru = view.passthru()?.id();
    let end = view.mask_region().entry()?.last()?;
    let (mask, value) = (view.mask().id(), end.operands().next()?.id());
    rw.replace(op, arith::SelectOp::of(mask, value, passthru));
    Some(())
}

/// The mask that an op is under.
pub(crate) fn masking_op(op: OpRef<'_>) -> Option<View<'_, MaskOp>> {
    op.parent_op()?.cast::<MaskOp>()
}

/// Whether comparing numbers from zero up to a limit with a constant returns the same everywhere.
fn compared(predicate: CmpIPredicate, count: i64, constant: i64) -> Option<bool> {
    use CmpIPredicate::*;
    match predicate {
        Ult | Uge => (count <= constant).then_some(predicate == Ult),
        Ule | Ugt => (count - 1 <= constant).then_some(predicate == Ule),
        Eq | Ne => (count <= constant).then_some(predicate == Ne),
        Slt | Sle | Sgt | Sge => None,
    }
}

/// Folds comparisons of a `vector.step` with a constant if the result is the same for all elements.
pub(crate) fn step_compared(rw: &mut Rewriter<'_>, op: StepOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let count = vector(cx, view.result().ty()).num_elements();
    let found = view.result().uses().find_map(|(user, operand)| {
        let compare = user.cast::<arith::CmpIOp>().filter(|_| operand == 0)?;
        let constant = constant_value(compare.rhs()).and_then(|attr| single_int(cx, Some(attr)))?;
        Some((compare, compared(compare.predicate(), count, constant.to_i64()?)?))
    });
    let (user, value) = found?;
    let ty = user.result().ty();
    let constant = bool_attr(cx, ty, value)?;
    let (user, loc) = (user.0.id(), user.0.loc());
    rw.set_insertion_point_after(user);
    let made = rw.build_value(arith::ConstantOp::of().value_attr(constant).result(ty).loc(loc));
    rw.replace_op(user, &[made]);
    Some(())
}
