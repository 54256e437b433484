//! Views of buffers.

use terrace_conversion::{Adaptor, ConversionRewriter};
use terrace_dialects_llvm::enums::GEPNoWrapFlags;
use terrace_dialects_llvm::ops as llvm;
use terrace_dialects_mem::memref::{
    CastOp, ExtractAlignedPointerAsIndexOp, ExtractStridedMetadataOp, ReinterpretCastOp, TransposeOp, ViewOp,
};
use terrace_ir::{DYNAMIC, Signedness, Type, Value};

use super::alloc::on_stack;
use terrace_llvm_common::build::{Build, GepIndex};
use terrace_llvm_common::converter::{LlvmTypeConverter, strides_and_offset};
use terrace_llvm_common::descriptor::{MemRefDescriptor, MemRefDescriptorInMemory, UnrankedMemRefDescriptor};

pub(super) fn cast(
    rw: &mut ConversionRewriter<'_>,
    op: CastOp,
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let (cx, loc, view) = (rw.cx(), rw.body().loc(op), op.view(rw));
    let (from, to) = (view.source().ty(), view.dest().ty());
    let &[source] = adaptor.values(0) else { return None };
    let target = converter.convert(cx, to)?;
    match (from.shape(cx), to.shape(cx)) {
        (Some(_), Some(_)) => {
            if converter.convert(cx, from) != Some(target) {
                return None;
            }
            rw.replace_op(op, &[source]);
        }
        (Some(shape), None) => {
            rw.set_insertion_point_before(op);
            let mut build = Build::new(rw, loc, converter.index);
            let structure = build.rw.body().value_type(source);
            // The count has 64 bits, independent of the index width.
            let one = build.constant(cx.int_attr(Type::INDEX, 1), cx.integer(64, Signedness::Signless));
            let memory = on_stack(&mut build, one, structure);
            build.store(source, memory);
            let rank = build.index(shape.len() as i64);
            let value = UnrankedMemRefDescriptor::pack(&mut build, target, [rank, memory]).value;
            rw.replace_op(op, &[value]);
        }
        (None, Some(_)) => {
            rw.set_insertion_point_before(op);
            let mut build = Build::new(rw, loc, converter.index);
            let memory = UnrankedMemRefDescriptor::of(source).pointer(&mut build);
            let value = build.load(target, memory);
            rw.replace_op(op, &[value]);
        }
        (None, None) => return rw.notify_match_failure(op, "unranked to unranked"),
    }
    Some(())
}

pub(super) fn aligned_pointer(
    rw: &mut ConversionRewriter<'_>,
    op: ExtractAlignedPointerAsIndexOp,
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let (cx, loc) = (rw.cx(), rw.body().loc(op));
    let memref = op.view(rw).source().ty();
    let &[source] = adaptor.values(0) else { return None };
    rw.set_insertion_point_before(op);
    let mut build = Build::new(rw, loc, converter.index);
    let pointer = match memref.shape(cx) {
        Some(_) => MemRefDescriptor::of(source).aligned(&mut build),
        None => {
            let memory = UnrankedMemRefDescriptor::of(source).pointer(&mut build);
            let pointer = converter.pointer(cx, memref)?;
            MemRefDescriptorInMemory { memory, pointer }.aligned(&mut build)
        }
    };
    let index = build.index;
    let number = build.unary::<llvm::PtrToIntOp>(pointer, index);
    rw.replace_op(op, &[number]);
    Some(())
}

pub(super) fn metadata(
    rw: &mut ConversionRewriter<'_>,
    op: ExtractStridedMetadataOp,
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let (cx, loc, view) = (rw.cx(), rw.body().loc(op), op.view(rw));
    let rank = view.source().ty().shape(cx)?.len();
    let structure = converter.convert(cx, view.base_buffer().ty())?;
    let &[source] = adaptor.values(0) else { return None };
    let source = MemRefDescriptor::of(source);
    rw.set_insertion_point_before(op);
    let mut build = Build::new(rw, loc, converter.index);
    let allocated = source.allocated(&mut build);
    let aligned = source.aligned(&mut build);
    let mut base = MemRefDescriptor::poison(&mut build, structure);
    base.set_allocated(&mut build, allocated);
    base.set_aligned(&mut build, aligned);
    let zero = build.index(0);
    base.set_offset(&mut build, zero);
    let mut results = vec![base.value, source.offset(&mut build)];
    results.extend((0..rank).map(|dim| source.size(&mut build, dim)));
    results.extend((0..rank).map(|dim| source.stride(&mut build, dim)));
    rw.replace_op(op, &results);
    Some(())
}

/// The allocated and the aligned pointer of a memref, with or without a rank.
pub(super) fn pointers(
    build: &mut Build<'_, '_>,
    converter: &LlvmTypeConverter,
    memref: Type,
    value: Value,
) -> Option<[Value; 2]> {
    Some(match memref.shape(build.cx()) {
        Some(_) => {
            let source = MemRefDescriptor::of(value);
            [source.allocated(build), source.aligned(build)]
        }
        None => {
            let memory = UnrankedMemRefDescriptor::of(value).pointer(build);
            let pointer = converter.pointer(build.cx(), memref)?;
            let source = MemRefDescriptorInMemory { memory, pointer };
            [source.allocated(build), source.aligned(build)]
        }
    })
}

pub(super) fn reinterpret_cast(
    rw: &mut ConversionRewriter<'_>,
    op: ReinterpretCastOp,
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let (cx, loc, view) = (rw.cx(), rw.body().loc(op), op.view(rw));
    let (from, structure) = (view.source().ty(), converter.convert(cx, view.result().ty())?);
    let lists = [view.static_offsets(), view.static_sizes(), view.static_strides()].map(|list| list.to_vec());
    let values = adaptor.flat();
    let (&source, mut dynamic) = values.split_first()?;
    rw.set_insertion_point_before(op);
    let mut build = Build::new(rw, loc, converter.index);
    let mut made = MemRefDescriptor::poison(&mut build, structure);
    let pointers = pointers(&mut build, converter, from, source)?;
    made.set_allocated(&mut build, pointers[0]);
    made.set_aligned(&mut build, pointers[1]);
    // Numbers that are known are constants where they are needed.
    let mut values = lists.map(|list| {
        let list: Vec<(i64, Option<Value>)> = list
            .into_iter()
            .map(|number| match (number, dynamic) {
                (DYNAMIC, [first, rest @ ..]) => {
                    dynamic = rest;
                    (number, Some(*first))
                }
                _ => (number, None),
            })
            .collect();
        list.into_iter()
    });
    let value = |build: &mut Build<'_, '_>, (number, value): (i64, Option<Value>)| {
        value.unwrap_or_else(|| build.index(number))
    };
    let offset = values[0].next()?;
    let offset = value(&mut build, offset);
    made.set_offset(&mut build, offset);
    let [_, sizes, strides] = values;
    for (dim, (size, stride)) in sizes.zip(strides).enumerate() {
        let size = value(&mut build, size);
        made.set_size(&mut build, dim, size);
        let stride = value(&mut build, stride);
        made.set_stride(&mut build, dim, stride);
    }
    rw.replace_op(op, &[made.value]);
    Some(())
}

pub(super) fn transpose(
    rw: &mut ConversionRewriter<'_>,
    op: TransposeOp,
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let (loc, view) = (rw.body().loc(op), op.view(rw));
    let map = view.permutation();
    if map.is_identity() {
        rw.replace_op(op, adaptor.values(0));
        return Some(());
    }
    let permutation: Vec<usize> =
        map.results.iter().filter_map(|result| Some(result.as_dim()? as usize)).collect();
    let &[value] = adaptor.values(0) else { return None };
    let source = MemRefDescriptor::of(value);
    rw.set_insertion_point_before(op);
    let mut build = Build::new(rw, loc, converter.index);
    let structure = build.rw.body().value_type(value);
    let mut made = MemRefDescriptor::poison(&mut build, structure);
    let allocated = source.allocated(&mut build);
    made.set_allocated(&mut build, allocated);
    let aligned = source.aligned(&mut build);
    made.set_aligned(&mut build, aligned);
    let offset = source.offset(&mut build);
    made.set_offset(&mut build, offset);
    for (dim, &from) in permutation.iter().enumerate() {
        let size = source.size(&mut build, from);
        made.set_size(&mut build, dim, size);
        let stride = source.stride(&mut build, from);
        made.set_stride(&mut build, dim, stride);
    }
    rw.replace_op(op, &[made.value]);
    Some(())
}

pub(super) fn view(
    rw: &mut ConversionRewriter<'_>,
    op: ViewOp,
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let (cx, loc) = (rw.cx(), rw.body().loc(op));
    let (from, to): (Type, Type) = (op.view(rw).source().ty(), rw.op(op).single_result().ty());
    let structure = converter.convert(cx, to)?;
    let element = converter.convert(cx, from.element_type(cx)?)?;
    let Some((strides, offset)) = strides_and_offset(cx, to) else {
        return rw.notify_match_failure(op, "cannot cast to non-strided shape");
    };
    if offset != 0 {
        return rw.notify_match_failure(op, "cannot cast to non-zero offset");
    }
    let values = adaptor.flat();
    let (&[value, shift], dynamic) = values.split_first_chunk::<2>()?;
    let source = MemRefDescriptor::of(value);
    rw.set_insertion_point_before(op);
    let mut build = Build::new(rw, loc, converter.index);
    let mut made = MemRefDescriptor::poison(&mut build, structure);
    let allocated = source.allocated(&mut build);
    made.set_allocated(&mut build, allocated);
    let aligned = source.aligned(&mut build);
    let pointer = build.rw.body().value_type(aligned);
    let moved = build.gep(pointer, element, aligned, &[GepIndex::Value(shift)], GEPNoWrapFlags::NONE);
    made.set_aligned(&mut build, moved);
    let zero = build.index(offset);
    made.set_offset(&mut build, zero);
    let shape = to.shape(cx)?.to_vec();
    let mut left: Vec<Value> = dynamic.to_vec();
    let (mut stride, mut next_size): (Option<Value>, Option<Value>) = (None, None);
    for dim in (0..shape.len()).rev() {
        let size = if shape[dim] == DYNAMIC { left.pop()? } else { build.index(shape[dim]) };
        made.set_size(&mut build, dim, size);
        let here = match (strides[dim], next_size, stride) {
            (DYNAMIC, Some(size), Some(stride)) => build.binary::<llvm::MulOp>(stride, size),
            (DYNAMIC, Some(size), None) => size,
            (DYNAMIC, None, _) => build.index(1),
            (number, ..) => build.index(number),
        };
        made.set_stride(&mut build, dim, here);
        (stride, next_size) = (Some(here), Some(size));
    }
    rw.replace_op(op, &[made.value]);
    Some(())
}
