//! Broadcasts, shuffles, and what else moves the elements of vectors.

use terrace_conversion::Adaptor;
use terrace_dialects_llvm::intrinsics as intr;
use terrace_dialects_llvm::ops as llvm;
use terrace_dialects_llvm::types::{ArrayType, vector_type};
use terrace_dialects_vector::types::{as_vector, vector};
use terrace_dialects_vector::{BroadcastOp, CreateMaskOp, DeinterleaveOp, InterleaveOp, ShuffleOp};
use terrace_ir::elements::MAX_EXPANDED_ELEMENTS;
use terrace_ir::{Op, OpKind, Type, Value};
use terrace_passes_vector::materialize_masks::below_bound;

use super::{Lowering, create, rank};
use crate::one_to_one::for_each_vector;
use terrace_llvm_common::build::Build;

pub(super) fn bitcast(
    build: &mut Build<'_, '_>,
    op: Op,
    adaptor: &Adaptor,
    lowering: &Lowering,
) -> Option<Vec<Value>> {
    let (cx, ty) = (build.cx(), build.rw.op(op).single_result().ty());
    if rank(cx, ty) > 1 {
        return None;
    }
    let ty = lowering.convert(cx, ty)?;
    Some(create::<llvm::BitcastOp>(build, &adaptor.flat(), ty))
}

/// A shuffle of two vectors of one type.
fn shuffle_of(build: &mut Build<'_, '_>, vectors: [Value; 2], mask: &[i32]) -> Value {
    let ty = build.rw.body().value_type(vectors[0]);
    build.rw.build_value(llvm::ShuffleVectorOp::of_mask(build.cx(), build.loc, vectors, ty, mask))
}

pub(super) fn shuffle(
    build: &mut Build<'_, '_>,
    op: Op,
    adaptor: &Adaptor,
    lowering: &Lowering,
) -> Option<Vec<Value>> {
    let (cx, view) = (build.cx(), ShuffleOp::view_of(build.rw.op(op)));
    let (first, second, result) = (view.v1().ty(), view.v2().ty(), view.vector().ty());
    let mask = view.mask().to_vec();
    let ty = lowering.convert(cx, result)?;
    let [a, b] = adaptor.flat()[..] else { return None };
    if rank(cx, result) <= 1 && first == second {
        let mask: Vec<i32> = mask.iter().map(|&at| i32::try_from(at)).collect::<Result<_, _>>().ok()?;
        return Some(vec![shuffle_of(build, [a, b], &mask)]);
    }
    let (count, is_array) = (*vector(cx, first).shape.first()?, ty.isa::<ArrayType>(cx));
    // No part of an array is poison.
    if is_array && mask.iter().any(|&at| at < 0) {
        return None;
    }
    let mut made = build.poison(ty);
    for (at, &from) in (0..).zip(&mask) {
        let (source, from) = if from >= count { (b, from - count) } else { (a, from) };
        if is_array {
            let part = build.extract(source, &[from]);
            made = build.insert(made, part, &[at]);
        } else {
            let from = build.index(from);
            let element = ty.element_type(cx)?;
            let part =
                build.rw.build_value(llvm::ExtractElementOp::of(source, from).res(element).loc(build.loc));
            let at = build.index(at);
            made = build.rw.build_value(llvm::InsertElementOp::of(made, part, at).res(ty).loc(build.loc));
        }
    }
    Some(vec![made])
}

/// A vector of one dimension whose first element is a value.
fn with_first(build: &mut Build<'_, '_>, vector: Value, value: Value) -> Value {
    let ty = build.rw.body().value_type(vector);
    let zero = build.integer(0, Type::I32);
    build.rw.build_value(llvm::InsertElementOp::of(vector, value, zero).res(ty).loc(build.loc))
}

pub(super) fn broadcast_to_row(
    build: &mut Build<'_, '_>,
    op: Op,
    adaptor: &Adaptor,
    lowering: &Lowering,
) -> Option<Vec<Value>> {
    let (cx, view) = (build.cx(), BroadcastOp::view_of(build.rw.op(op)));
    let (source, result) = (view.source().ty(), view.vector().ty());
    if as_vector(cx, source).is_some() {
        return build.rw.notify_match_failure(op, "broadcast from vector type not handled");
    }
    let own = vector(cx, result);
    if own.rank() > 1 {
        return build.rw.notify_match_failure(op, "broadcast to 2+-d handled elsewhere");
    }
    let ty = lowering.convert(cx, result)?;
    let count = usize::try_from(own.minor()).ok().filter(|&count| count <= MAX_EXPANDED_ELEMENTS)?;
    let value = *adaptor.flat().first()?;
    let poison = build.poison(ty);
    let first = with_first(build, poison, value);
    if own.rank() == 0 {
        return Some(vec![first]);
    }
    let mask = vec![0; count];
    let all = llvm::ShuffleVectorOp::of_mask(cx, build.loc, [first, poison], ty, &mask);
    Some(vec![build.rw.build_or_fold_value(all)])
}

pub(super) fn broadcast_to_rows(
    build: &mut Build<'_, '_>,
    op: Op,
    adaptor: &Adaptor,
    lowering: &Lowering,
) -> Option<Vec<Value>> {
    let (cx, view) = (build.cx(), BroadcastOp::view_of(build.rw.op(op)));
    let (source, result) = (view.source().ty(), view.vector().ty());
    if as_vector(cx, source).is_some() {
        return build.rw.notify_match_failure(op, "broadcast from vector type not handled");
    }
    let own = vector(cx, result);
    if own.rank() <= 1 {
        return build.rw.notify_match_failure(op, "broadcast to 1-d or 0-d handled elsewhere");
    }
    let ty = lowering.convert(cx, result)?;
    let count = usize::try_from(own.num_elements()).ok().filter(|&count| count <= MAX_EXPANDED_ELEMENTS)?;
    let width = own.minor() as usize;
    let value = *adaptor.flat().first()?;
    let mut made = build.poison(ty);
    let rows = if count == 0 { Vec::new() } else { for_each_vector(cx, ty) };
    let row_ty = rows.first().map(|(_, row)| *row)?;
    let row = build.poison(row_ty);
    let row = with_first(build, row, value);
    let row = shuffle_of(build, [row, row], &vec![0; width]);
    for (position, _) in rows {
        made = build.insert(made, row, &position);
    }
    Some(vec![made])
}

pub(super) fn interleave(
    build: &mut Build<'_, '_>,
    op: Op,
    adaptor: &Adaptor,
    lowering: &Lowering,
) -> Option<Vec<Value>> {
    let (cx, ty) = (build.cx(), InterleaveOp::view_of(build.rw.op(op)).result().ty());
    let own = vector(cx, ty);
    if own.rank() != 1 {
        return build.rw.notify_match_failure(op, "InterleaveOp not rank 1");
    }
    let ty = lowering.convert(cx, ty)?;
    let [a, b] = adaptor.flat()[..] else { return None };
    if own.is_scalable() {
        return Some(create::<intr::VectorInterleave2Op>(build, &[a, b], ty));
    }
    let half = i32::try_from(own.num_elements() / 2).ok()?;
    let mask: Vec<i32> = (0..half).flat_map(|at| [at, half + at]).collect();
    Some(vec![shuffle_of(build, [a, b], &mask)])
}

pub(super) fn deinterleave(
    build: &mut Build<'_, '_>,
    op: Op,
    adaptor: &Adaptor,
    lowering: &Lowering,
) -> Option<Vec<Value>> {
    let (cx, view) = (build.cx(), DeinterleaveOp::view_of(build.rw.op(op)));
    let (own, results) = (vector(cx, view.source().ty()), [view.res1().ty(), view.res2().ty()]);
    if own.rank() != 1 {
        return build.rw.notify_match_failure(op, "DeinterleaveOp not rank 1");
    }
    let source = *adaptor.flat().first()?;
    if own.is_scalable() {
        let pair = lowering.converter.pack_op_results(cx, &results)?;
        let made = build.rw.build_value(intr::VectorDeinterleave2Op::of(source).res(pair).loc(build.loc));
        return Some(vec![build.extract(made, &[0]), build.extract(made, &[1])]);
    }
    let count = i32::try_from(own.num_elements()).ok()?;
    let ty = build.rw.body().value_type(source);
    let poison = build.poison(ty);
    let of = |build: &mut Build<'_, '_>, first: i32| {
        let mask: Vec<i32> = (first..count).step_by(2).collect();
        shuffle_of(build, [source, poison], &mask)
    };
    Some(vec![of(build, 0), of(build, 1)])
}

pub(super) fn step(
    build: &mut Build<'_, '_>,
    op: Op,
    _: &Adaptor,
    lowering: &Lowering,
) -> Option<Vec<Value>> {
    let (cx, ty) = (build.cx(), build.rw.op(op).single_result().ty());
    if !vector(cx, ty).is_scalable() {
        return None;
    }
    let ty = lowering.convert(cx, ty)?;
    Some(create::<intr::StepVectorOp>(build, &[], ty))
}

/// A scalable mask of one dimension; other masks are lowered before.
pub(super) fn create_mask(build: &mut Build<'_, '_>, op: Op, narrow: bool) -> Option<Vec<Value>> {
    let (cx, view) = (build.cx(), CreateMaskOp::view_of(build.rw.op(op)));
    let own = vector(cx, view.0.single_result().ty());
    if own.rank() != 1 || !own.is_scalable() {
        return None;
    }
    let bound = view.operands().next()?.id();
    let number = if narrow { Type::I32 } else { Type::I64 };
    let numbers = create::<intr::StepVectorOp>(build, &[], vector_type(cx, number, own.minor(), true));
    Some(vec![below_bound(build.rw, numbers[0], bound, build.loc)])
}
