//! Buffers in another memory space or under another shape, also where the rank is known only when the program runs.

use terrace_conversion::{Adaptor, ConversionRewriter};
use terrace_dialects_builtin::builtin::UnrealizedConversionCastOp;
use terrace_dialects_llvm::enums::{GEPNoWrapFlags, ICmpPredicate};
use terrace_dialects_llvm::intrinsics::MemcpyOp;
use terrace_dialects_llvm::ops as llvm;
use terrace_dialects_llvm::types::PointerType;
use terrace_dialects_mem::memref::{MemorySpaceCastOp, ReshapeOp};
use terrace_ir::enum_attr::enum_attr;
use terrace_ir::{DYNAMIC, Type, Value};

use super::NO_WRAP;
use super::views::pointers;
use terrace_llvm_common::build::{Build, GepIndex};
use terrace_llvm_common::converter::{LlvmTypeConverter, strides_and_offset};
use terrace_llvm_common::descriptor::{
    MemRefDescriptor, MemRefDescriptorInMemory, POINTER_SIZE, UnrankedMemRefDescriptor,
};

pub(super) fn memory_space_cast(
    rw: &mut ConversionRewriter<'_>,
    op: MemorySpaceCastOp,
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let (cx, loc, view) = (rw.cx(), rw.body().loc(op), op.view(rw));
    let (from, to) = (view.source().ty(), view.dest().ty());
    let &[source] = adaptor.values(0) else { return None };
    let structure = converter.convert(cx, to)?;
    let [old_pointer, pointer] = [converter.pointer(cx, from)?, converter.pointer(cx, to)?];
    rw.set_insertion_point_before(op);
    let mut build = Build::new(rw, loc, converter.index);
    let value = match to.shape(cx) {
        Some(shape) => {
            let rank = shape.len();
            let mut fields = MemRefDescriptor::of(source).unpack(&mut build, rank);
            for field in &mut fields[..2] {
                *field = build.unary::<llvm::AddrSpaceCastOp>(*field, pointer);
            }
            MemRefDescriptor::pack(&mut build, structure, rank, &fields).value
        }
        None => {
            let source = UnrankedMemRefDescriptor::of(source);
            let rank = source.rank(&mut build);
            let memory = source.pointer(&mut build);
            let old = MemRefDescriptorInMemory { memory, pointer: old_pointer };
            let mut made = UnrankedMemRefDescriptor::with_rank(&mut build, structure, rank);
            let (size, memory) = made.allocate(&mut build);
            let new = MemRefDescriptorInMemory { memory, pointer };
            let found = [old.allocated(&mut build), old.aligned(&mut build)];
            let casted = found.map(|found| build.unary::<llvm::AddrSpaceCastOp>(found, pointer));
            new.set_pointers(&mut build, casted);
            // Offset, sizes and strides are the same.
            let from = old.offset_address(&mut build);
            let to = new.offset_address(&mut build);
            let skipped = build.index(2 * POINTER_SIZE);
            let rest = build.binary::<llvm::SubOp>(size, skipped);
            build.rw.build(MemcpyOp::of(to, from, rest).loc(loc).is_volatile(false));
            made.value
        }
    };
    rw.replace_op(op, &[value]);
    Some(())
}

pub(super) fn reshape(
    rw: &mut ConversionRewriter<'_>,
    op: ReshapeOp,
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    match view.result().ty().shape(cx) {
        Some(_) => ranked(rw, op, adaptor, converter),
        None => unranked(rw, op, adaptor, converter),
    }
}

/// An integer as wide as an index.
fn as_index(build: &mut Build<'_, '_>, value: Value) -> Value {
    let (cx, index) = (build.cx(), build.index);
    let width = |ty: Type| ty.bit_width(cx).expect("an index was converted to an integer");
    match width(build.rw.body().value_type(value)).cmp(&width(index)) {
        std::cmp::Ordering::Less => build.unary::<llvm::SExtOp>(value, index),
        std::cmp::Ordering::Equal => value,
        std::cmp::Ordering::Greater => build.unary::<llvm::TruncOp>(value, index),
    }
}

/// An extent that was read, as a value of type `index` and that as an integer: other conversions remove the casts.
fn through_index(build: &mut Build<'_, '_>, element: Type, value: Value) -> Value {
    let (loc, index) = (build.loc, build.index);
    if element != Type::INDEX {
        return as_index(build, value);
    }
    let value =
        build.rw.build_value(UnrealizedConversionCastOp::of(&[value]).outputs(&[Type::INDEX]).loc(loc));
    build.rw.build_value(UnrealizedConversionCastOp::of(&[value]).outputs(&[index]).loc(loc))
}

fn ranked(
    rw: &mut ConversionRewriter<'_>,
    op: ReshapeOp,
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let (cx, loc, view) = (rw.cx(), rw.body().loc(op), op.view(rw));
    let (from, list, to) = (view.source().ty(), view.shape().ty(), view.result().ty());
    let structure = converter.convert(cx, to)?;
    let number = converter.convert(cx, list.element_type(cx)?)?;
    let shape = to.shape(cx)?.to_vec();
    let [source, extents] = adaptor.flat()[..] else { return None };
    let Some((strides, offset)) = strides_and_offset(cx, to) else {
        return rw.notify_match_failure(op, "failed to get stride and offset exprs");
    };
    if offset == DYNAMIC {
        return rw.notify_match_failure(op, "dynamic offset is unsupported");
    }
    rw.set_insertion_point_before(op);
    let mut build = Build::new(rw, loc, converter.index);
    let mut made = MemRefDescriptor::poison(&mut build, structure);
    let [allocated, aligned] = pointers(&mut build, converter, from, source)?;
    made.set_allocated(&mut build, allocated);
    made.set_aligned(&mut build, aligned);
    let offset = build.index(offset);
    made.set_offset(&mut build, offset);
    let mut running: Option<Value> = None;
    for (dim, (&size, &stride)) in shape.iter().zip(&strides).enumerate().rev() {
        let stride = match running {
            Some(running) if stride == DYNAMIC => running,
            _ => build.index(if stride == DYNAMIC { 1 } else { stride }),
        };
        let size = if size == DYNAMIC {
            let at = build.index(dim as i64);
            let extents = MemRefDescriptor::of(extents);
            let address = extents.element(&mut build, converter, list, &[at], NO_WRAP)?;
            let size = build.load(number, address);
            through_index(&mut build, list.element_type(cx)?, size)
        } else {
            build.index(size)
        };
        made.set_size(&mut build, dim, size);
        made.set_stride(&mut build, dim, stride);
        running = Some(build.binary::<llvm::MulOp>(stride, size));
    }
    rw.replace_op(op, &[made.value]);
    Some(())
}

/// The rank is the length of the shape, which is read by a loop from the last extent to the first one.
fn unranked(
    rw: &mut ConversionRewriter<'_>,
    op: ReshapeOp,
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let (cx, loc, view) = (rw.cx(), rw.body().loc(op), op.view(rw));
    let (from, list, to) = (view.source().ty(), view.shape().ty(), view.result().ty());
    let (structure, pointer) = (converter.convert(cx, to)?, converter.pointer(cx, to)?);
    let number = converter.convert(cx, list.element_type(cx)?)?;
    let [source, extents] = adaptor.flat()[..] else { return None };
    let region = rw.body().region_of(rw.body().block_of(op)?)?;
    let (init, after) = rw.split_before(op)?;
    rw.move_block(after, region);
    let index = converter.index;
    let condition = rw.create_block_before(after, &[(index, loc), (index, loc)]);
    let body = rw.create_block_before(after, &[]);
    let carried: Vec<Value> = rw.body().args(condition).collect();
    let [at, stride] = carried[..] else { return None };
    let (default, none) = (PointerType::default_space(cx), GEPNoWrapFlags::NONE);

    rw.set_insertion_point_to_end(init);
    let mut build = Build::new(rw, loc, index);
    let extents = MemRefDescriptor::of(extents);
    let rank = extents.size(&mut build, 0);
    let mut made = UnrankedMemRefDescriptor::with_rank(&mut build, structure, rank);
    let (_, memory) = made.allocate(&mut build);
    let new = MemRefDescriptorInMemory { memory, pointer };
    let (found, offset) = match from.shape(cx) {
        Some(_) => {
            let found = pointers(&mut build, converter, from, source)?;
            (found, MemRefDescriptor::of(source).offset(&mut build))
        }
        None => {
            let memory = UnrankedMemRefDescriptor::of(source).pointer(&mut build);
            let old = MemRefDescriptorInMemory { memory, pointer: converter.pointer(cx, from)? };
            let found = [old.allocated(&mut build), old.aligned(&mut build)];
            (found, old.offset(&mut build))
        }
    };
    new.set_pointers(&mut build, found);
    new.set_offset(&mut build, offset);
    let sizes = new.sizes_address(&mut build);
    let strides = build.gep(default, index, sizes, &[GepIndex::Value(rank)], none);
    let numbers = extents.aligned(&mut build);
    let one = build.index(1);
    let last = build.binary::<llvm::SubOp>(rank, one);
    build.rw.build(llvm::BrOp::of(&[last, one]).loc(loc).dest(condition));

    build.rw.set_insertion_point_to_end(condition);
    let zero = build.index(0);
    let predicate = enum_attr(cx, ICmpPredicate::Sge);
    let goes_on =
        build.rw.build_value(llvm::ICmpOp::of(at, zero).predicate_attr(predicate).res(Type::I1).loc(loc));
    let exit = llvm::CondBrOp::of(goes_on)
        .loc(loc)
        .true_dest_operands(&[])
        .false_dest_operands(&[])
        .true_dest(body)
        .false_dest(after);
    build.rw.build(exit);

    build.rw.set_insertion_point_to_end(body);
    let address = build.gep(default, number, numbers, &[GepIndex::Value(at)], none);
    let size = build.load(number, address);
    let size = as_index(&mut build, size);
    let address = build.gep(default, index, sizes, &[GepIndex::Value(at)], none);
    build.store(size, address);
    let address = build.gep(default, index, strides, &[GepIndex::Value(at)], none);
    build.store(stride, address);
    let next_stride = build.binary::<llvm::MulOp>(stride, size);
    let next = build.binary::<llvm::SubOp>(at, one);
    build.rw.build(llvm::BrOp::of(&[next, next_stride]).loc(loc).dest(condition));
    rw.replace_op(op, &[made.value]);
    Some(())
}
