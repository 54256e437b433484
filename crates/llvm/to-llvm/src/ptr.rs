//! The conversion of ptr: addresses become pointers, and memref metadata a structure of the allocated pointer
//! and the dynamic offset, sizes and strides.

use std::sync::Arc;

use terrace_conversion::{Adaptor, ConversionPatterns, ConversionRewriter};
use terrace_dialects_llvm::enums::GEPNoWrapFlags;
use terrace_dialects_llvm::ops as llvm;
use terrace_dialects_llvm::types::PointerType;
use terrace_dialects_ptr::ptr::*;
use terrace_ir::{Context, DYNAMIC, Type};

use crate::conversions::add_conversions;
use terrace_llvm_common::build::{Build, GepIndex};
use terrace_llvm_common::converter::LlvmTypeConverter;
use terrace_llvm_common::descriptor::MemRefDescriptor;
use terrace_llvm_common::ptr_metadata::{fields, metadata_type};

/// Adds the patterns that turn ops of ptr into ops of the dialect llvm.
pub fn populate_patterns(
    cx: &Context,
    patterns: &mut ConversionPatterns,
    converter: &Arc<LlvmTypeConverter>,
) {
    add_conversions! { (cx, patterns, converter)
        FromPtrOp, "FromPtrOpConversion", from_ptr;
        GetMetadataOp, "GetMetadataOpConversion", get_metadata;
        PtrAddOp, "PtrAddOpConversion", ptr_add;
        ToPtrOp, "ToPtrOpConversion", to_ptr;
        TypeOffsetOp, "TypeOffsetOpConversion", type_offset;
    }
}

fn from_ptr(
    rw: &mut ConversionRewriter<'_>,
    op: FromPtrOp,
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let (cx, loc, memref) = (rw.cx(), rw.body().loc(op), op.view(rw).result().ty());
    let Some(fields) = fields(cx, memref) else {
        return rw.notify_match_failure(op, "Expected memref result type");
    };
    let [address, metadata] = adaptor.flat()[..] else {
        return rw.notify_match_failure(op, "Can convert only memrefs with metadata");
    };
    let Some(structure) = converter.convert(cx, memref) else {
        return rw.notify_match_failure(op, "Failed to convert result type");
    };
    rw.set_insertion_point_before(op);
    let mut build = Build::new(rw, loc, converter.index);
    let mut made = MemRefDescriptor::poison(&mut build, structure);
    let allocated = build.extract(metadata, &[0]);
    made.set_allocated(&mut build, allocated);
    made.set_aligned(&mut build, address);
    let mut at = 0;
    for (field, number) in fields {
        let value = if number == DYNAMIC {
            at += 1;
            build.extract(metadata, &[at])
        } else {
            build.index(number)
        };
        field.write(&mut build, &mut made, value);
    }
    rw.replace_op(op, &[made.value]);
    Some(())
}

fn get_metadata(
    rw: &mut ConversionRewriter<'_>,
    op: GetMetadataOp,
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let (cx, loc, memref) = (rw.cx(), rw.body().loc(op), op.view(rw).ptr().ty());
    let Some(fields) = fields(cx, memref) else {
        return rw.notify_match_failure(op, "Only memref metadata is supported");
    };
    let structure = metadata_type(cx, converter.index, memref)?;
    let &[source] = adaptor.values(0) else { return None };
    let source = MemRefDescriptor::of(source);
    rw.set_insertion_point_before(op);
    let mut build = Build::new(rw, loc, converter.index);
    let mut made = build.rw.build_value(llvm::UndefOp::of().loc(loc).res(structure));
    let allocated = source.allocated(&mut build);
    made = build.insert(made, allocated, &[0]);
    let unknown = fields.into_iter().filter(|&(_, number)| number == DYNAMIC);
    for (at, (field, _)) in (1..).zip(unknown) {
        let value = field.read(&mut build, source);
        made = build.insert(made, value, &[at]);
    }
    rw.replace_op(op, &[made]);
    Some(())
}

fn ptr_add(
    rw: &mut ConversionRewriter<'_>,
    op: PtrAddOp,
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let (cx, loc, flags) = (rw.cx(), rw.body().loc(op), op.view(rw).flags());
    let [base, offset] = adaptor.flat()[..] else { return None };
    let pointer = rw.body().value_type(base);
    if !pointer.isa::<PointerType>(cx) {
        return rw.notify_match_failure(op, "Incompatible pointer type");
    }
    let flags = match flags {
        PtrAddFlags::None => GEPNoWrapFlags::NONE,
        PtrAddFlags::Nusw => GEPNoWrapFlags::NUSW,
        PtrAddFlags::Nuw => GEPNoWrapFlags::NUW,
        PtrAddFlags::Inbounds => GEPNoWrapFlags::INBOUNDS,
    };
    rw.set_insertion_point_before(op);
    let mut build = Build::new(rw, loc, converter.index);
    let sum = build.gep(pointer, Type::I8, base, &[GepIndex::Value(offset)], flags);
    rw.replace_op(op, &[sum]);
    Some(())
}

fn to_ptr(
    rw: &mut ConversionRewriter<'_>,
    op: ToPtrOp,
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let (cx, loc, source) = (rw.cx(), rw.body().loc(op), op.view(rw).ptr().ty());
    if !source.is_memref(cx) || source.shape(cx).is_none() {
        return rw.notify_match_failure(op, "Expected a memref input");
    }
    let &[value] = adaptor.values(0) else { return None };
    rw.set_insertion_point_before(op);
    let aligned = MemRefDescriptor::of(value).aligned(&mut Build::new(rw, loc, converter.index));
    rw.replace_op(op, &[aligned]);
    Some(())
}

fn type_offset(
    rw: &mut ConversionRewriter<'_>,
    op: TypeOffsetOp,
    _: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let (cx, loc, view) = (rw.cx(), rw.body().loc(op), op.view(rw));
    let (Some(element), Some(result)) =
        (converter.convert(cx, view.element_type()), converter.convert(cx, view.result().ty()))
    else {
        return rw.notify_match_failure(op, "Couldn't convert the type");
    };
    let pointer = PointerType::default_space(cx);
    rw.set_insertion_point_before(op);
    let mut build = Build::new(rw, loc, converter.index);
    let null = build.zero(pointer);
    let next = build.gep(pointer, element, null, &[GepIndex::Known(1)], GEPNoWrapFlags::NONE);
    let offset = build.unary::<llvm::PtrToIntOp>(next, result);
    rw.replace_op(op, &[offset]);
    Some(())
}
