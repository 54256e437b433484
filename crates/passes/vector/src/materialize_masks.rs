//! Masks as comparisons of numbers of elements, and transfers that may run out of bounds as transfers under such masks.

use terrace_dialects_core::arith::{self, CmpIPredicate};
use terrace_dialects_vector::elements::splat_element;
use terrace_dialects_vector::transfer::Transfer;
use terrace_dialects_vector::types::{as_vector, mask_of, vector};
use terrace_dialects_vector::{CreateMaskOp, TransferReadOp, TransferWriteOp};
use terrace_ir::elements::{MAX_EXPANDED_ELEMENTS, int_elements};
use terrace_ir::enum_attr::enum_attr;
use terrace_ir::fold::constant_value;
use terrace_ir::pattern::{Pattern, Root};
use terrace_ir::{Context, Loc, Op, OpKind, Rewriter, Type, Value, VectorType, pattern};
use terrace_rewrite::PatternSet;
use terrace_support::apint::ApInt;

use terrace_passes_shared::transfers::{extent_value, flags_attr, is_masked};
use terrace_passes_shared::vector_ops::broadcast;

/// Patterns that do not depend on the width of numbers.
static MATERIALIZE: &[Pattern] = &[
    pattern!("MaterializeTransferMask<TransferReadOp>", TransferReadOp, |rw, op| mask_transfer(
        rw,
        op.into()
    )),
    pattern!("MaterializeTransferMask<TransferWriteOp>", TransferWriteOp, |rw, op| mask_transfer(
        rw,
        op.into()
    )),
    pattern!("FoldI1Select", arith::SelectOp, fold_bit_select),
];

/// Adds the patterns that make comparisons of masks; numbers have 32 bits if the flag is set, else 64.
pub fn add_mask_materialization(patterns: &mut PatternSet, cx: &Context, narrow: bool) {
    let number = if narrow { Type::I32 } else { Type::I64 };
    let compare = Box::new(move |rw: &mut Rewriter<'_>, op: Op| {
        compare_with_bound(rw, CreateMaskOp::assume(op), number)
    });
    patterns.add_action(cx, "VectorCreateMaskOpConversion", Root::Op(CreateMaskOp::DEF.name), 1, compare);
    patterns.add_all(cx, MATERIALIZE);
}

/// The patterns with numbers of 64 bits.
pub fn patterns() -> Vec<Pattern> {
    let compare = Pattern::new("VectorCreateMaskOpConversion", CreateMaskOp::DEF.name, |rw, op| {
        compare_with_bound(rw, CreateMaskOp::assume(op), Type::I64)
    });
    std::iter::once(compare).chain(MATERIALIZE.iter().copied()).collect()
}

/// An index as an integer of a type.
pub fn index_as(rw: &mut Rewriter<'_>, index: Value, ty: Type, loc: Loc) -> Value {
    match rw.value(index).ty() == ty {
        true => index,
        false => rw.build_value(arith::IndexCastOp::of(index).out(ty).loc(loc)),
    }
}

/// Creates the mask of the elements of a vector that are less than a bound of type `index`.
pub fn below_bound(rw: &mut Rewriter<'_>, numbers: Value, bound: Value, loc: Loc) -> Value {
    let (cx, ty) = (rw.cx(), rw.value(numbers).ty());
    let bound = index_as(rw, bound, vector(cx, ty).element, loc);
    let bounds = broadcast(rw, bound, ty, loc);
    let predicate = enum_attr(cx, CmpIPredicate::Slt);
    rw.build_value(
        arith::CmpIOp::of(numbers, bounds).predicate_attr(predicate).result(mask_of(cx, ty)).loc(loc),
    )
}

fn compare_with_bound(rw: &mut Rewriter<'_>, op: CreateMaskOp, number: Type) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (own, loc) = (vector(cx, view.0.single_result().ty()), view.0.loc());
    if own.is_scalable() || own.rank() > 1 || own.num_elements() > MAX_EXPANDED_ELEMENTS as i64 {
        return None;
    }
    let bound = view.operands().next()?.id();
    let ty = own.with_element(cx, number);
    let width = number.bit_width(cx)?;
    let numbers: Vec<ApInt> = (0..own.num_elements()).map(|at| ApInt::from_i64(width, at)).collect();
    let numbers = int_elements(cx, ty, &numbers)?;
    let numbers = rw.build_value(arith::ConstantOp::of().value_attr(numbers).result(ty).loc(loc));
    let mask = below_bound(rw, numbers, bound, loc);
    rw.replace_op(op, &[mask]);
    Some(())
}

/// Masks off the out-of-bounds elements of a transfer of at most one dimension.
fn mask_transfer(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let cx = rw.cx();
    let transfer = Transfer::of(rw.op(op))?;
    let own = vector(cx, transfer.vector);
    // Under another mask the op is to stay the only one.
    if !transfer.in_bounds().contains(&false) || own.rank() > 1 || is_masked(transfer.op) {
        return None;
    }
    let (view, loc) = (rw.op(op), rw.body().loc(op));
    let (base, offset, mask) = match view.cast::<TransferReadOp>() {
        Some(read) => (read.base(), read.indices().last()?, read.mask()),
        None => {
            let write = TransferWriteOp::view_of(view);
            (write.base(), write.indices().last()?, write.mask())
        }
    };
    let (base, offset, mask) = (base.id(), offset.id(), mask.map(|mask| mask.id()));
    let (dim, ty) = (transfer.indices - 1, mask_of(cx, transfer.vector));
    let size = extent_value(rw, base, dim, loc);
    let rest = rw.build_value(arith::SubIOp::of(size, offset).result(Type::INDEX).loc(loc));
    let inside = rw.build_value(CreateMaskOp::of(&[rest]).result(ty).loc(loc));
    let inside = match mask {
        Some(mask) => rw.build_value(arith::AndIOp::of(inside, mask).result(ty).loc(loc)),
        None => inside,
    };
    replace_masked(rw, op, inside)
}

/// A transfer like another one, in bounds and under a mask, in its place.
fn replace_masked(rw: &mut Rewriter<'_>, op: Op, mask: Value) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let (in_bounds, discardable) = (flags_attr(cx, &[true]), view.attrs());
    let new: Op = match view.cast::<TransferReadOp>() {
        Some(read) => {
            let indices: Vec<Value> = read.indices().map(|index| index.id()).collect();
            let new = TransferReadOp::of(read.base().id(), read.padding().id())
                .loc(view.loc())
                .indices(&indices)
                .mask(mask)
                .permutation_map_attr(read.permutation_map_attr())
                .in_bounds_attr(in_bounds)
                .vector(read.vector().ty());
            rw.replace(op, new).into()
        }
        None => {
            let write = TransferWriteOp::view_of(view);
            let indices: Vec<Value> = write.indices().map(|index| index.id()).collect();
            let new = TransferWriteOp::of(write.value_to_store().id(), write.base().id())
                .loc(view.loc())
                .indices(&indices)
                .mask(mask)
                .permutation_map_attr(write.permutation_map_attr())
                .in_bounds_attr(in_bounds)
                .result(write.result().map(|result| result.ty()));
            rw.replace(op, new).into()
        }
    };
    rw.set_attrs(new, discardable);
    Some(())
}

/// The bit that a constant mask has everywhere; `None` for other values.
fn splat_bit(rw: &Rewriter<'_>, value: Value) -> Option<bool> {
    let attr = constant_value(rw.value(value))?;
    Some(splat_element(rw.cx(), attr)?.as_i64(rw.cx())? != 0)
}

/// Writes a choice between all and nothing of a mask of one element as a broadcast of the condition.
fn fold_bit_select(rw: &mut Rewriter<'_>, op: arith::SelectOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let ty = view.0.single_result().ty();
    let own = as_vector(cx, ty)?;
    let condition = view.condition();
    if own.element != Type::I1
        || own.is_scalable()
        || own.shape != [1]
        || as_vector(cx, condition.ty()).is_some()
    {
        return None;
    }
    let (condition, loc) = (condition.id(), view.0.loc());
    let (yes, no) = (view.true_value().id(), view.false_value().id());
    if splat_bit(rw, yes) != Some(true) || splat_bit(rw, no) != Some(false) {
        return None;
    }
    let made = broadcast(rw, condition, VectorType::get(cx, &[1], Type::I1), loc);
    rw.replace_op(op, &[made]);
    Some(())
}
