//! Ops on buffers that become blocks: `memref.alloca_scope` and `memref.generic_atomic_rmw`.

use terrace_conversion::{Adaptor, ConversionRewriter};
use terrace_dialects_builtin::builtin::UnrealizedConversionCastOp;
use terrace_dialects_llvm::enums::{AtomicOrdering, GEPNoWrapFlags};
use terrace_dialects_llvm::intrinsics::{StackRestoreOp, StackSaveOp};
use terrace_dialects_llvm::ops as llvm;
use terrace_dialects_llvm::types::{PointerType, StructType, is_compatible_type};
use terrace_dialects_mem::memref::{AllocaScopeOp, AtomicYieldOp, GenericAtomicRMWOp};
use terrace_ir::{Block, InsertPoint, Op, OpKind, Signedness, Type, Value};

use terrace_llvm_common::build::Build;
use terrace_llvm_common::converter::LlvmTypeConverter;
use terrace_llvm_common::descriptor::MemRefDescriptor;

fn branch(rw: &mut ConversionRewriter<'_>, from: Op, dest: Block, operands: &[Value]) -> Op {
    let loc = rw.body().loc(from);
    rw.build(llvm::BrOp::of(operands).loc(loc).dest(dest)).into()
}

/// Restores the stack pointer at the end of the region.
pub(super) fn alloca_scope(
    rw: &mut ConversionRewriter<'_>,
    op: AllocaScopeOp,
    _: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let (cx, loc, view) = (rw.cx(), rw.body().loc(op), op.view(rw));
    let (region, results) = (view.body_region().id(), view.0.result_types());
    let types: Option<Vec<Type>> = results.iter().map(|&ty| converter.convert(cx, ty)).collect();
    let (Some(types), Some(entry)) = (types, rw.body().entry(region)) else {
        return rw.notify_match_failure(op, "the types of the results cannot be converted");
    };
    let end = rw.body().last_op(rw.body().last_block(region)?)?;
    let (before, after) = rw.split_before(op)?;
    let mut next = after;
    if !types.is_empty() {
        let args: Vec<_> = types.iter().map(|&ty| (ty, loc)).collect();
        next = rw.create_block_before(after, &args);
        rw.set_insertion_point_to_end(next);
        branch(rw, op.into(), after, &[]);
    }
    rw.inline_region_before(region, next);

    rw.set_insertion_point_to_end(before);
    let saved = rw.build_value(StackSaveOp::of().loc(loc).res(PointerType::default_space(cx)));
    branch(rw, op.into(), entry, &[]);

    rw.set_insertion_point_before(end);
    rw.build(StackRestoreOp::of(saved).loc(loc));
    let mut returned: Vec<Value> = rw.body().operands(end).collect();
    for (value, &ty) in returned.iter_mut().zip(&types) {
        if rw.body().value_type(*value) != ty {
            *value = rw.build_value(UnrealizedConversionCastOp::of(&[*value]).outputs(&[ty]).loc(loc));
        }
    }
    branch(rw, op.into(), next, &returned);
    rw.erase_op(end);
    let values: Vec<Value> = if types.is_empty() { Vec::new() } else { rw.body().args(next).collect() };
    rw.replace_op(op, &values);
    Some(())
}

/// A compare-and-exchange loop, which ends when there was no intervening write to the element. Floats are
/// compared by their bits.
pub(super) fn generic_atomic_rmw(
    rw: &mut ConversionRewriter<'_>,
    op: GenericAtomicRMWOp,
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let (cx, loc, view) = (rw.cx(), rw.body().loc(op), op.view(rw));
    let (memref, region) = (view.memref().ty(), view.atomic_body().id());
    let ty = converter.convert(cx, view.result().ty())?;
    if !is_compatible_type(cx, ty) || view.result().ty() != ty {
        return rw.notify_match_failure(op, "unsupported type of elements");
    }
    let bits = match ty.float_kind(cx) {
        Some(kind) => cx.integer(kind.width(), Signedness::Signless),
        None => ty,
    };
    let computed = rw.body().entry(region)?;
    let end = rw.body().last_op(computed)?;
    let values = adaptor.flat();
    let (&source, indices) = values.split_first()?;
    let (init, after) = rw.split_before(op)?;
    let looped = rw.create_block_before(after, &[(bits, loc)]);

    rw.set_insertion_point_to_end(init);
    let mut build = Build::new(rw, loc, converter.index);
    let descriptor = MemRefDescriptor::of(source);
    let address = descriptor.element(&mut build, converter, memref, indices, GEPNoWrapFlags::NONE)?;
    let first = build.load(bits, address);
    branch(rw, op.into(), looped, &[first]);

    rw.set_insertion_point_to_end(looped);
    let current = rw.body().args(looped).next()?;
    let mut build = Build::new(rw, loc, converter.index);
    let old = if bits == ty { current } else { build.unary::<llvm::BitcastOp>(current, ty) };
    let result = AtomicYieldOp::view_of(rw.op(end)).result().id();
    rw.erase_op(end);
    rw.inline_block(computed, InsertPoint::End(looped), &[old]);
    rw.set_insertion_point_to_end(looped);
    let mut build = Build::new(rw, loc, converter.index);
    let new = if bits == ty { result } else { build.unary::<llvm::BitcastOp>(result, bits) };
    let pair: Type = StructType::get(cx, vec![bits, Type::I1], false).into();
    let exchange = llvm::AtomicCmpXchgOp::of(address, current, new)
        .loc(loc)
        .success_ordering(AtomicOrdering::AcqRel)
        .failure_ordering(AtomicOrdering::Monotonic)
        .res(pair);
    let exchanged = build.rw.build_value(exchange);
    let loaded = build.extract(exchanged, &[0]);
    let done = build.extract(exchanged, &[1]);
    let latch = llvm::CondBrOp::of(done)
        .loc(loc)
        .true_dest_operands(&[])
        .false_dest_operands(&[loaded])
        .true_dest(after)
        .false_dest(looped);
    build.rw.build(latch);
    rw.set_insertion_point_before(op);
    let mut build = Build::new(rw, loc, converter.index);
    let value = if bits == ty { loaded } else { build.unary::<llvm::BitcastOp>(loaded, ty) };
    rw.replace_op(op, &[value]);
    Some(())
}
