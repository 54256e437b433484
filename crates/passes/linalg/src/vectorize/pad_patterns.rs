//! Pads that vectors are read from, that vectors are written to, and that are inserted, by transfers out of bounds.

use terrace_dialects_mem::index_values::{index_constant, indices, known_index, known_mixed, value_of};
use terrace_dialects_mem::slices::{mixed_offsets, mixed_sizes, mixed_strides};
use terrace_dialects_mem::tensor::{CastOp, ExtractSliceOp, InsertSliceOp, PadOp, constant_padding_value};
use terrace_dialects_vector::transfer::Transfer;
use terrace_dialects_vector::types::vector;
use terrace_dialects_vector::{TransferReadOp, TransferWriteOp};
use terrace_ir::pattern::Pattern;
use terrace_ir::{DYNAMIC, Op, OpKind, OpRef, Rewriter, Value, ValueRef, VectorType};

use terrace_passes_shared::transfers::{Read, create_read, create_write, flags_attr, minor_map};

/// Folds pads into transfers.
pub static PAD_VECTORIZATION: &[Pattern] = &[
    Pattern::new("PadOpVectorizationWithTransferReadPattern", PadOp::DEF.name, |rw, op| {
        rewrite_users::<TransferReadOp>(rw, PadOp::assume(op), read_of_pad)
    }),
    Pattern::new("PadOpVectorizationWithTransferWritePattern", PadOp::DEF.name, |rw, op| {
        rewrite_users::<TransferWriteOp>(rw, PadOp::assume(op), write_to_pad)
    }),
    Pattern::new("PadOpVectorizationWithInsertSlicePattern", PadOp::DEF.name, |rw, op| {
        rewrite_users::<InsertSliceOp>(rw, PadOp::assume(op), insert_of_pad)
    }),
];

/// Rewrites the users of one kind of a pad without lower borders, with one value in the upper ones.
fn rewrite_users<K: OpKind>(
    rw: &mut Rewriter<'_>,
    op: PadOp,
    rewrite: fn(&mut Rewriter<'_>, Op, Op, Value) -> Option<()>,
) -> Option<()> {
    let view = op.view(rw);
    if view.mixed_low().into_iter().any(|low| known_mixed(low) != Some(0)) {
        return None;
    }
    let value = constant_padding_value(view.0)?.id();
    let users: Vec<Op> = view
        .result()
        .uses()
        .map(|(user, _)| user)
        .filter(|user| user.isa::<K>())
        .map(|user| user.id())
        .collect();
    let mut changed = false;
    for user in users {
        changed |= rewrite(rw, op.into(), user, value).is_some();
    }
    changed.then_some(())
}

fn read_of_pad(rw: &mut Rewriter<'_>, pad: Op, op: Op, value: Value) -> Option<()> {
    let view = TransferReadOp::view_of(rw.op(op));
    let transfer = Transfer::of(view.0)?;
    if transfer.in_bounds().contains(&false) || transfer.mask.is_some() {
        return None;
    }
    let rank = vector(rw.cx(), transfer.vector).rank();
    let source = PadOp::view_of(rw.op(pad)).source().id();
    let mut operands: Vec<Value> = rw.op(op).operands().map(|operand| operand.id()).collect();
    let padding = 1 + view.indices().len();
    (operands[0], operands[padding]) = (source, value);
    let flags = flags_attr(rw.cx(), &vec![false; rank]);
    rw.set_attr(op, "in_bounds", flags);
    rw.set_operands(op, &operands);
    Some(())
}

/// Whether a slice has the extents that a tensor had before it was padded.
fn same_size(before: ValueRef<'_>, slice: OpRef<'_>) -> bool {
    if let Some(cast) = before.defining_op().and_then(|op| op.cast::<CastOp>())
        && same_size(cast.source(), slice)
    {
        return true;
    }
    let cx = slice.cx();
    let (Some(own), Some(other)) = (before.ty().shape(cx), slice.single_result().ty().shape(cx)) else {
        return false;
    };
    if own != other {
        return false;
    }
    if !own.contains(&DYNAMIC) {
        return true;
    }
    let Some(part) = before.defining_op().filter(|op| op.isa::<ExtractSliceOp>()) else { return false };
    let same = |(dim, (a, b))| {
        own[dim] != DYNAMIC || a == b || known_mixed(a).is_some_and(|n| known_mixed(b) == Some(n))
    };
    let (sizes, others) = (mixed_sizes(part), mixed_sizes(slice));
    sizes.len() == others.len()
        && sizes.len() == own.len()
        && sizes.into_iter().zip(others).enumerate().all(same)
}

fn write_to_pad(rw: &mut Rewriter<'_>, pad: Op, op: Op, _: Value) -> Option<()> {
    let (cx, view) = (rw.cx(), TransferWriteOp::view_of(rw.op(op)));
    let transfer = Transfer::of(view.0)?;
    let rank = vector(cx, transfer.vector).rank();
    if rank == 0 {
        return None;
    }
    let users: Vec<OpRef<'_>> = view.result()?.uses().map(|(user, _)| user).collect();
    let trim = users.first().copied().filter(|user| users.len() == 1 && user.isa::<ExtractSliceOp>())?;
    if mixed_offsets(trim).into_iter().any(|offset| known_mixed(offset) != Some(0)) {
        return None;
    }
    let source = PadOp::view_of(rw.op(pad)).source();
    if !same_size(source, trim) {
        return None;
    }
    let (value, source, ty, trim, loc) =
        (view.value_to_store().id(), source.id(), source.ty(), trim.id(), view.0.loc());
    let indices: Vec<Value> = view.indices().map(|index| index.id()).collect();
    let (mask, map) = (view.mask().map(|mask| mask.id()), view.permutation_map_attr());
    rw.set_insertion_point_before(op);
    let flags = flags_attr(cx, &vec![false; rank]);
    let new = rw.build_value(
        TransferWriteOp::of(value, source)
            .loc(loc)
            .indices(&indices)
            .mask(mask)
            .permutation_map_attr(map)
            .in_bounds_attr(flags)
            .result(ty),
    );
    rw.replace_op(op, &[new]);
    rw.replace_op(trim, &[new]);
    Some(())
}

fn insert_of_pad(rw: &mut Rewriter<'_>, pad: Op, op: Op, value: Value) -> Option<()> {
    let (cx, view) = (rw.cx(), InsertSliceOp::view_of(rw.op(op)));
    let padded = PadOp::view_of(rw.op(pad));
    let (ty, result, source, loc) =
        (padded.result().ty(), padded.result().id(), padded.source().id(), padded.0.loc());
    if mixed_strides(view.0).into_iter().any(|stride| known_mixed(stride) != Some(1)) {
        return None;
    }
    let shape = ty.shape(cx)?;
    if shape.contains(&DYNAMIC) || view.dest().id() == result {
        return None;
    }
    let sizes = indices(&mixed_sizes(view.0));
    let lead = sizes.len() - shape.len();
    let expected = vec![1; lead].into_iter().chain(shape.iter().copied());
    if !sizes.iter().zip(expected).all(|(&size, expected)| known_index(rw, size) == Some(expected)) {
        return None;
    }
    let (dest, offsets) = (view.dest().id(), indices(&mixed_offsets(view.0)));
    let rank = shape.len();
    let vector_ty = VectorType::get_scalable(cx, shape, &vec![false; rank], ty.element_type(cx)?);
    rw.set_insertion_point_before(op);
    let zero = index_constant(rw, 0, loc);
    let (starts, map) = (vec![zero; rank], minor_map(rw, source, rank));
    let read = Read {
        base: source,
        indices: &starts,
        padding: Some(value),
        mask: None,
        map,
        in_bounds: &vec![false; rank],
        ty: vector_ty,
    };
    let read = create_read(rw, &read, loc);
    let read = rw.body().single_result(read);
    let places: Vec<Value> = offsets.into_iter().map(|offset| value_of(rw, offset, loc)).collect();
    let (map, loc) = (minor_map(rw, dest, rank), rw.body().loc(op));
    let write = create_write(rw, read, dest, &places, &map, &vec![true; rank], loc);
    rw.replace_op_with(op, write);
    Some(())
}
