//! Transfers as transfers of parts along the first dimension, one after the other.

use terrace_dialects_mem::index_values::index_constant;
use terrace_dialects_vector::types::vector;
use terrace_dialects_vector::{ExtractOp, InsertOp};
use terrace_ir::elements::MAX_EXPANDED_ELEMENTS;
use terrace_ir::interfaces::mixed_values;
use terrace_ir::{Loc, Op, OpFoldResult, Rewriter, Value, ValueRef, VectorType, View};

use super::TransferToScfOptions;
use super::transfer::{TransferPart, Xfer, check, extract_at, split_places};
use terrace_passes_shared::transfers::is_masked;
use terrace_passes_shared::vector_ops::{broadcast, extract};

/// A transfer that is to be unrolled, and in how many parts.
fn unrollable(rw: &mut Rewriter<'_>, op: Op, options: TransferToScfOptions) -> Option<(Xfer, i64)> {
    if is_masked(rw.op(op)) {
        return None;
    }
    let xfer = Xfer::of(rw, op)?;
    check(rw, op, &xfer, options)?;
    let count = xfer.vector(rw.cx()).shape[0];
    (count <= MAX_EXPANDED_ELEMENTS as i64).then_some((xfer, count))
}

/// The mask of a part at a place.
fn part_mask(rw: &mut Rewriter<'_>, xfer: &Xfer, at: i64) -> Option<Value> {
    let mask = xfer.mask?;
    if xfer.is_broadcast() {
        return Some(mask);
    }
    (xfer.mask_rank(rw)? > 1).then(|| extract(rw, mask, &[at], xfer.loc))
}

/// The only use of the vector that is read, a `vector.insert` into what is there before the read, with its place.
struct Target {
    op: Op,
    dest: Value,
    places: Vec<OpFoldResult>,
}

fn target(rw: &Rewriter<'_>, op: Op) -> Option<Target> {
    let result = rw.op(op).single_result();
    let mut uses = result.uses();
    let ((user, _), None) = (uses.next()?, uses.next()) else { return None };
    let insert: View<'_, InsertOp> =
        user.cast::<InsertOp>().filter(|insert| insert.value_to_store() == result)?;
    let block = rw.op(op).block();
    let is_before = |value: ValueRef<'_>| {
        let made = value.defining_op().filter(|made| made.block() == block);
        made.is_none_or(|made| made.id() == op || rw.body().is_before(made.id(), op))
    };
    (user.block() == block && user.operands().all(is_before)).then_some(())?;
    let fixed = insert.static_position().to_vec();
    let places = mixed_values(&fixed, insert.dynamic_position()).into_iter().map(Into::into).collect();
    Some(Target { op: user.id(), dest: insert.dest().id(), places })
}

fn insert_at(rw: &mut Rewriter<'_>, value: Value, dest: Value, places: &[OpFoldResult], loc: Loc) -> Value {
    let (cx, ty) = (rw.cx(), rw.value(dest).ty());
    let (fixed, values) = split_places(places);
    let insert = InsertOp::of(value, dest).loc(loc).dynamic_position(&values);
    rw.build_value(insert.static_position_attr(cx.i64_array(&fixed)).result(ty))
}

pub(in super::super) fn read(rw: &mut Rewriter<'_>, op: Op, options: TransferToScfOptions) -> Option<()> {
    let (xfer, count) = unrollable(rw, op, options)?;
    let (cx, loc) = (rw.cx(), xfer.loc);
    let target = target(rw, op);
    let mut value = match &target {
        Some(target) => target.dest,
        None => broadcast(rw, xfer.operand, xfer.ty, loc),
    };
    let ty = xfer.part_ty(cx);
    let is_element = vector(cx, ty).rank() == 0;
    for at in 0..count {
        let iv = index_constant(rw, at, loc);
        let inside = |rw: &mut Rewriter<'_>| {
            let indices = xfer.indices_at(rw, iv);
            let part = TransferPart { base: xfer.base, indices: &indices, ty, value: None, label: false };
            let read = xfer.part(rw, &part, |rw| part_mask(rw, &xfer, at));
            let mut read = rw.body().single_result(read);
            if is_element {
                read = extract(rw, read, &[], loc);
            }
            let mut places = target.as_ref().map_or(Vec::new(), |target| target.places.clone());
            places.push(OpFoldResult::Static(at));
            Some(insert_at(rw, read, value, &places, loc))
        };
        value = xfer.guarded(rw, iv, inside, |_| Some(value))?;
    }
    match target {
        Some(target) => {
            rw.replace_op(target.op, &[value]);
            rw.erase_op(op);
        }
        None => rw.replace_op(op, &[value]),
    }
    Some(())
}

/// The vector that is written, or the one that it is a part of, and where.
fn source(rw: &Rewriter<'_>, xfer: &Xfer) -> (Value, Vec<OpFoldResult>) {
    match rw.value(xfer.operand).defined_by::<ExtractOp>() {
        Some(extract) => {
            let fixed = extract.static_position().to_vec();
            let places = mixed_values(&fixed, extract.dynamic_position());
            (extract.source().id(), places.into_iter().map(Into::into).collect())
        }
        None => (xfer.operand, Vec::new()),
    }
}

pub(in super::super) fn write(rw: &mut Rewriter<'_>, op: Op, options: TransferToScfOptions) -> Option<()> {
    let (xfer, count) = unrollable(rw, op, options)?;
    let (cx, loc) = (rw.cx(), xfer.loc);
    let (vector, places) = source(rw, &xfer);
    let own = xfer.vector(cx);
    let is_element = own.rank() == 1;
    let ty = xfer.part_ty(cx);
    let mut base = xfer.base;
    for at in 0..count {
        let iv = index_constant(rw, at, loc);
        let inside = |rw: &mut Rewriter<'_>| {
            let indices = xfer.indices_at(rw, iv);
            let places = [places.as_slice(), &[OpFoldResult::Static(at)]].concat();
            let mut value = extract_at(rw, vector, &places, loc);
            if is_element {
                value = broadcast(rw, value, VectorType::get_scalable(cx, &[], &[], own.element), loc);
            }
            let part = TransferPart { base, indices: &indices, ty, value: Some(value), label: false };
            let write = xfer.part(rw, &part, |rw| part_mask(rw, &xfer, at));
            rw.body().results(write).next()
        };
        let written = xfer.guarded(rw, iv, inside, |_| Some(base).filter(|_| xfer.is_tensor(cx)));
        base = written.unwrap_or(base);
    }
    match xfer.is_tensor(cx) {
        true => rw.replace_op(op, &[base]),
        false => rw.erase_op(op),
    }
    Some(())
}
