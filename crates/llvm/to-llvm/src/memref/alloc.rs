//! Allocation and deallocation.

use terrace_conversion::{Adaptor, ConversionRewriter};
use terrace_dialects_llvm::enums::GEPNoWrapFlags;
use terrace_dialects_llvm::ops as llvm;
use terrace_dialects_llvm::types::PointerType;
use terrace_dialects_mem::memref::{AllocOp, AllocaOp, DeallocOp};
use terrace_ir::{Diag, Op, Type, Value};

use super::{extents, new_descriptor, refuse, size_in_bytes};
use crate::functions::RuntimeFunction;
use terrace_llvm_common::build::{Build, GepIndex};
use terrace_llvm_common::converter::LlvmTypeConverter;
use terrace_llvm_common::descriptor::{MemRefDescriptor, POINTER_SIZE, UnrankedMemRefDescriptor};

/// The least alignment that is passed to `aligned_alloc`.
const MIN_ALIGNMENT: i64 = 16;

/// Stack memory for `count` values of a type.
pub(super) fn on_stack(build: &mut Build<'_, '_>, count: Value, ty: Type) -> Value {
    let cx = build.cx();
    let alloca = llvm::AllocaOp::of(count).loc(build.loc).elem_type(ty);
    build.rw.build_value(alloca.res(PointerType::default_space(cx)))
}

/// The next number that an alignment divides.
fn align(build: &mut Build<'_, '_>, number: Value, alignment: Value) -> Value {
    let one = build.index(1);
    let bump = build.binary::<llvm::SubOp>(alignment, one);
    let bumped = build.binary::<llvm::AddOp>(number, bump);
    let rest = build.binary::<llvm::URemOp>(bumped, alignment);
    build.binary::<llvm::SubOp>(bumped, rest)
}

/// A pointer in the address space of a memref.
fn in_space(build: &mut Build<'_, '_>, pointer: Value, wanted: Type) -> Value {
    match build.rw.body().value_type(pointer) == wanted {
        true => pointer,
        false => build.unary::<llvm::AddrSpaceCastOp>(pointer, wanted),
    }
}

pub(super) fn alloc(
    rw: &mut ConversionRewriter<'_>,
    op: AllocOp,
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let (cx, loc) = (rw.cx(), rw.body().loc(op));
    let view = op.view(rw);
    let (memref, alignment) = (view.memref().ty(), view.alignment());
    if !terrace_dialects_mem::layout::memref(cx, memref)?.has_identity_layout(cx) {
        return rw.notify_match_failure(op, "incompatible memref type");
    }
    let structure = converter.convert(cx, memref)?;
    let element = memref.element_type(cx)?;
    let converted = converter.convert(cx, element)?;
    let wanted = converter.pointer(cx, memref)?;
    rw.set_insertion_point_before(op);
    let mut build = Build::new(rw, loc, converter.index);
    let extents = extents(&mut build, memref, &adaptor.flat())?;
    let null_pointer = PointerType::default_space(cx);
    let null = build.zero(null_pointer);
    let none = GEPNoWrapFlags::NONE;
    let end = build.gep(null_pointer, converted, null, &[GepIndex::Value(extents.count)], none);
    let index = build.index;
    let mut size = build.unary::<llvm::PtrToIntOp>(end, index);
    let made = match converter.options.aligned_alloc {
        true => aligned_alloc(&mut build, op.into(), (size, alignment), (converter, memref)),
        false => {
            let alignment = match alignment {
                Some(alignment) => Some(build.index(alignment)),
                None if is_plain(cx, element) => None,
                None => Some(size_in_bytes(&mut build, converted)),
            };
            if let Some(alignment) = alignment {
                size = build.binary::<llvm::AddOp>(size, alignment);
            }
            let name =
                if converter.options.generic_functions { "_mlir_memref_to_llvm_alloc" } else { "malloc" };
            let malloc = RuntimeFunction { name, inputs: &[index], result: Some(null_pointer) };
            malloc.call(&mut build, op.into(), &[size]).map(|allocated| {
                let allocated = in_space(&mut build, allocated.unwrap_or(size), wanted);
                let aligned = alignment.map_or(allocated, |alignment| {
                    let number = build.unary::<llvm::PtrToIntOp>(allocated, index);
                    let number = align(&mut build, number, alignment);
                    build.unary::<llvm::IntToPtrOp>(number, wanted)
                });
                [allocated, aligned]
            })
        }
    };
    let pointers = match made {
        Ok(pointers) => pointers,
        Err(diag) => return refuse(rw, diag),
    };
    let value = new_descriptor(&mut build, structure, pointers, &extents);
    rw.replace_op(op, &[value]);
    Some(())
}

/// Whether `malloc` aligns values of a type well.
fn is_plain(cx: &terrace_ir::Context, ty: Type) -> bool {
    ty == Type::INDEX || ty.is_signless_integer(cx) || ty.is_float(cx)
}

/// Memory from `aligned_alloc`, whose size is a multiple of the alignment.
fn aligned_alloc(
    build: &mut Build<'_, '_>,
    op: Op,
    (mut size, alignment): (Value, Option<i64>),
    (converter, memref): (&LlvmTypeConverter, Type),
) -> Result<[Value; 2], Box<Diag>> {
    let (cx, index) = (build.cx(), build.index);
    let bytes =
        memref.element_type(cx).and_then(|element| element_bytes(cx, converter, element)).unwrap_or(1);
    let alignment = alignment
        .unwrap_or_else(|| MIN_ALIGNMENT.max(bytes.max(1).unsigned_abs().next_power_of_two() as i64));
    let value = build.index(alignment);
    let shape = memref.shape(cx).expect("a memref that is allocated has a rank");
    // The size is a multiple of this for any dynamic extents.
    let known = shape.iter().filter(|&&size| size != terrace_ir::DYNAMIC);
    let divisor = known.fold(bytes, |divisor, &size| divisor.wrapping_mul(size));
    if divisor % alignment != 0 {
        size = align(build, size, value);
    }
    let pointer = PointerType::default_space(cx);
    let name = if converter.options.generic_functions {
        "_mlir_memref_to_llvm_aligned_alloc"
    } else {
        "aligned_alloc"
    };
    let function = RuntimeFunction { name, inputs: &[index, index], result: Some(pointer) };
    let allocated = function.call(build, op, &[value, size])?.unwrap_or(size);
    let wanted = converter.pointer(cx, memref).unwrap_or(pointer);
    let allocated = in_space(build, allocated, wanted);
    Ok([allocated, allocated])
}

/// The size of an element of a memref in bytes; where it is a memref itself, the sum of its pointers and numbers.
fn element_bytes(cx: &terrace_ir::Context, converter: &LlvmTypeConverter, element: Type) -> Option<i64> {
    if element.is_memref(cx) {
        let index = i64::from(converter.index.bit_width(cx)?.div_ceil(8));
        return Some(match element.shape(cx) {
            Some(shape) => 2 * POINTER_SIZE + (1 + 2 * shape.len() as i64) * index,
            None => POINTER_SIZE + index,
        });
    }
    converter.layout.type_size(cx, element).ok().map(|size| size.minimum as i64)
}

pub(super) fn alloca(
    rw: &mut ConversionRewriter<'_>,
    op: AllocaOp,
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let (cx, loc) = (rw.cx(), rw.body().loc(op));
    let view = op.view(rw);
    let (memref, alignment) = (view.memref().ty(), view.alignment());
    if !terrace_dialects_mem::layout::memref(cx, memref)?.has_identity_layout(cx) {
        return rw.notify_match_failure(op, "incompatible memref type");
    }
    let structure = converter.convert(cx, memref)?;
    let element = converter.convert(cx, memref.element_type(cx)?)?;
    let pointer = converter.pointer(cx, memref)?;
    rw.set_insertion_point_before(op);
    let mut build = Build::new(rw, loc, converter.index);
    let extents = extents(&mut build, memref, &adaptor.flat())?;
    let mut alloca = llvm::AllocaOp::of(extents.count).loc(loc).elem_type(element).res(pointer);
    if let Some(alignment) = alignment {
        alloca = alloca.alignment(alignment);
    }
    let memory = build.rw.build_value(alloca);
    let value = new_descriptor(&mut build, structure, [memory, memory], &extents);
    rw.replace_op(op, &[value]);
    Some(())
}

pub(super) fn dealloc(
    rw: &mut ConversionRewriter<'_>,
    op: DeallocOp,
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let (cx, loc) = (rw.cx(), rw.body().loc(op));
    let memref = op.view(rw).memref().ty();
    let &[source] = adaptor.values(0) else { return None };
    rw.set_insertion_point_before(op);
    let mut build = Build::new(rw, loc, converter.index);
    let wanted = PointerType::default_space(cx);
    let allocated = match memref.shape(cx) {
        Some(_) => MemRefDescriptor::of(source).allocated(&mut build),
        None => {
            let structure = UnrankedMemRefDescriptor::of(source).pointer(&mut build);
            let pointer = converter.pointer(cx, memref)?;
            build.load(pointer, structure)
        }
    };
    let allocated = in_space(&mut build, allocated, wanted);
    let name = if converter.options.generic_functions { "_mlir_memref_to_llvm_free" } else { "free" };
    let free = RuntimeFunction { name, inputs: &[wanted], result: None };
    if let Err(diag) = free.call(&mut build, op.into(), &[allocated]) {
        return refuse(rw, diag);
    }
    rw.erase_op(op);
    Some(())
}
