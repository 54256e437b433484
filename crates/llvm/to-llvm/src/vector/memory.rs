//! Loads and stores of vectors, also under masks and at many addresses, and casts of buffers to such of vectors.

use terrace_conversion::Adaptor;
use terrace_dialects_llvm::enums::GEPNoWrapFlags;
use terrace_dialects_llvm::intrinsics as intr;
use terrace_dialects_llvm::ops as llvm;
use terrace_dialects_llvm::types::{ArrayType, PointerType, StructRef, vector_type};
use terrace_dialects_mem::layout;
use terrace_dialects_vector::types::{as_vector, vector};
use terrace_dialects_vector::*;
use terrace_ir::{Attr, Context, DYNAMIC, Op, OpKind, Type, TypeData, Value};

use super::{Lowering, rank};
use terrace_llvm_common::build::{Build, GepIndex};
use terrace_llvm_common::converter::strides_and_offset;
use terrace_llvm_common::descriptor::MemRefDescriptor;

/// The alignment that LLVM prefers for a value of a type, in bytes, without a target.
fn preferred_alignment(cx: &Context, ty: Type) -> Option<u64> {
    let natural = |bits: u64| bits.div_ceil(8).max(1).next_power_of_two();
    if let Some(own) = as_vector(cx, ty) {
        let element = match own.element.isa::<PointerType>(cx) {
            true => 64,
            false => u64::from(own.element.bit_width(cx)?),
        };
        return element.checked_mul(u64::try_from(own.num_elements()).ok()?).map(natural);
    }
    if let Some(array) = ty.dyn_cast::<ArrayType>(cx) {
        return preferred_alignment(cx, array.element_type(cx));
    }
    if let Some(structure) = StructRef::of(cx, ty) {
        let fields: Option<Vec<u64>> =
            structure.elements().map(|field| preferred_alignment(cx, field)).collect();
        return Some(fields?.into_iter().fold(8, u64::max));
    }
    match ty.data(cx) {
        _ if ty.isa::<PointerType>(cx) => Some(8),
        // Wider integers are not aligned more.
        TypeData::Integer { width, .. } => Some(natural(u64::from(*width)).min(8)),
        _ => ty.bit_width(cx).map(|width| natural(u64::from(width))),
    }
}

/// The alignment of an access: the specified one, or the preferred one of the vector or of the elements of
/// the buffer.
fn alignment(
    cx: &Context,
    lowering: &Lowering,
    given: Option<i64>,
    vector: Type,
    memref: Type,
) -> Option<i64> {
    if let Some(given) = given.filter(|&given| given != 0) {
        return Some(given);
    }
    let ty = match lowering.options.vector_alignment {
        true => vector,
        false => memref.element_type(cx)?,
    };
    preferred_alignment(cx, lowering.convert(cx, ty)?).map(|bytes| bytes as i64)
}

/// The address of an element of a buffer.
fn address(
    build: &mut Build<'_, '_>,
    lowering: &Lowering,
    memref: Type,
    base: Value,
    indices: &[Value],
) -> Option<Value> {
    let descriptor = MemRefDescriptor::of(base);
    descriptor.element(build, &lowering.converter, memref, indices, GEPNoWrapFlags::NONE)
}

/// The components of a vector access that its lowering needs.
struct VectorAccess {
    alignment: i64,
    vector: Type,
}

/// An access of a vector of one dimension at most; `None` for others.
fn access(
    cx: &Context,
    lowering: &Lowering,
    given: Option<i64>,
    vector: Type,
    memref: Type,
) -> Option<VectorAccess> {
    if rank(cx, vector) > 1 {
        return None;
    }
    let converted = lowering.convert(cx, vector)?;
    Some(VectorAccess { alignment: alignment(cx, lowering, given, vector, memref)?, vector: converted })
}

pub(super) fn load(
    build: &mut Build<'_, '_>,
    op: Op,
    adaptor: &Adaptor,
    lowering: &Lowering,
) -> Option<Vec<Value>> {
    let (cx, view) = (build.cx(), LoadOp::view_of(build.rw.op(op)));
    let (memref, nontemporal) = (view.base().ty(), view.nontemporal());
    let access = access(cx, lowering, view.alignment(), view.result().ty(), memref)?;
    let operands = adaptor.flat();
    let (&base, indices) = operands.split_first()?;
    let pointer = address(build, lowering, memref, base, indices)?;
    let mut load = llvm::LoadOp::of(pointer).loc(build.loc).alignment(access.alignment).res(access.vector);
    if nontemporal {
        load = load.nontemporal(true);
    }
    Some(vec![build.rw.build_value(load)])
}

pub(super) fn store(
    build: &mut Build<'_, '_>,
    op: Op,
    adaptor: &Adaptor,
    lowering: &Lowering,
) -> Option<Vec<Value>> {
    let (cx, view) = (build.cx(), StoreOp::view_of(build.rw.op(op)));
    let (memref, nontemporal) = (view.base().ty(), view.nontemporal());
    let access = access(cx, lowering, view.alignment(), view.value_to_store().ty(), memref)?;
    let operands = adaptor.flat();
    let (&[value, base], indices) = operands.split_first_chunk::<2>()?;
    let pointer = address(build, lowering, memref, base, indices)?;
    let mut store = llvm::StoreOp::of(value, pointer).loc(build.loc).alignment(access.alignment);
    if nontemporal {
        store = store.nontemporal(true);
    }
    build.rw.build(store);
    Some(Vec::new())
}

/// An alignment as an attribute.
fn alignment_attr(cx: &Context, alignment: i64) -> Attr {
    cx.int_attr(Type::I32, alignment)
}

pub(super) fn masked_load(
    build: &mut Build<'_, '_>,
    op: Op,
    adaptor: &Adaptor,
    lowering: &Lowering,
) -> Option<Vec<Value>> {
    let (cx, view) = (build.cx(), MaskedLoadOp::view_of(build.rw.op(op)));
    let memref = view.base().ty();
    let access = access(cx, lowering, view.alignment(), view.result().ty(), memref)?;
    let operands = adaptor.flat();
    let (&base, rest) = operands.split_first()?;
    let (indices, &[mask, pass_thru]) = rest.split_last_chunk::<2>()?;
    let pointer = address(build, lowering, memref, base, indices)?;
    let load = intr::MaskedLoadOp::of(pointer, mask)
        .loc(build.loc)
        .pass_thru(pass_thru)
        .alignment_attr(alignment_attr(cx, access.alignment))
        .res(access.vector);
    Some(vec![build.rw.build_value(load)])
}

pub(super) fn masked_store(
    build: &mut Build<'_, '_>,
    op: Op,
    adaptor: &Adaptor,
    lowering: &Lowering,
) -> Option<Vec<Value>> {
    let (cx, view) = (build.cx(), MaskedStoreOp::view_of(build.rw.op(op)));
    let memref = view.base().ty();
    let access = access(cx, lowering, view.alignment(), view.value_to_store().ty(), memref)?;
    let operands = adaptor.flat();
    let (&base, rest) = operands.split_first()?;
    let (indices, &[mask, value]) = rest.split_last_chunk::<2>()?;
    let pointer = address(build, lowering, memref, base, indices)?;
    let store = intr::MaskedStoreOp::of(value, pointer, mask)
        .loc(build.loc)
        .alignment_attr(alignment_attr(cx, access.alignment));
    build.rw.build(store);
    Some(Vec::new())
}

/// The addresses of elements of a buffer that a vector has the numbers of, from an element on.
fn addresses(
    build: &mut Build<'_, '_>,
    lowering: &Lowering,
    memref: Type,
    [base, numbers]: [Value; 2],
    offsets: &[Value],
) -> Option<Value> {
    let cx = build.cx();
    let first = address(build, lowering, memref, base, offsets)?;
    let own = vector(cx, build.rw.body().value_type(numbers));
    let pointer = build.rw.body().value_type(first);
    let pointers = vector_type(cx, pointer, own.minor(), own.is_scalable());
    let element = lowering.convert(cx, memref.element_type(cx)?)?;
    Some(build.gep(pointers, element, first, &[GepIndex::Value(numbers)], GEPNoWrapFlags::NONE))
}

/// Whether the elements of a buffer are next to each other along the last dimension, and its memory space is known.
fn has_unit_stride(cx: &Context, lowering: &Lowering, memref: Type) -> bool {
    strides_and_offset(cx, memref).is_some_and(|(strides, _)| strides.last().is_none_or(|&last| last == 1))
        && lowering.converter.address_space(cx, memref).is_some()
}

pub(super) fn gather(
    build: &mut Build<'_, '_>,
    op: Op,
    adaptor: &Adaptor,
    lowering: &Lowering,
) -> Option<Vec<Value>> {
    let (cx, view) = (build.cx(), GatherOp::view_of(build.rw.op(op)));
    let memref = view.base().ty();
    if !has_unit_stride(cx, lowering, memref) {
        return build.rw.notify_match_failure(op, "memref type not supported");
    }
    let ty = view.result().ty();
    if rank(cx, ty) > 1 {
        return build.rw.notify_match_failure(op, "only 1-D vectors can be lowered to LLVM");
    }
    let access = access(cx, lowering, view.alignment(), ty, memref)?;
    let operands = adaptor.flat();
    let (&base, rest) = operands.split_first()?;
    let (offsets, &[numbers, mask, pass_thru]) = rest.split_last_chunk::<3>()?;
    let pointers = addresses(build, lowering, memref, [base, numbers], offsets)?;
    let gather = intr::MaskedGatherOp::of(pointers, mask, &[pass_thru])
        .loc(build.loc)
        .alignment_attr(alignment_attr(cx, access.alignment))
        .res(access.vector);
    Some(vec![build.rw.build_value(gather)])
}

pub(super) fn scatter(
    build: &mut Build<'_, '_>,
    op: Op,
    adaptor: &Adaptor,
    lowering: &Lowering,
) -> Option<Vec<Value>> {
    let (cx, view) = (build.cx(), ScatterOp::view_of(build.rw.op(op)));
    let memref = view.base().ty();
    if !has_unit_stride(cx, lowering, memref) {
        return build.rw.notify_match_failure(op, "memref type not supported");
    }
    let ty = view.value_to_store().ty();
    if rank(cx, ty) > 1 {
        return build.rw.notify_match_failure(op, "only 1-D vectors can be lowered to LLVM");
    }
    let access = access(cx, lowering, view.alignment(), ty, memref)?;
    let operands = adaptor.flat();
    let (&base, rest) = operands.split_first()?;
    let (offsets, &[numbers, mask, value]) = rest.split_last_chunk::<3>()?;
    let pointers = addresses(build, lowering, memref, [base, numbers], offsets)?;
    let scatter = intr::MaskedScatterOp::of(value, pointers, mask)
        .loc(build.loc)
        .alignment_attr(alignment_attr(cx, access.alignment));
    build.rw.build(scatter);
    Some(Vec::new())
}

/// The attributes of three arguments, of which the pointer has an alignment; `None` for none.
fn pointer_alignment(cx: &Context, alignment: Option<i64>, pointer: usize) -> Option<Attr> {
    let alignment = alignment.filter(|&alignment| alignment != 1)?;
    let mut arguments = [Attr::EMPTY_DICT; 3];
    arguments[pointer] = cx.dict(vec![(cx.str("llvm.align"), cx.int_attr(Type::I64, alignment))]);
    Some(cx.array_attr(&arguments))
}

pub(super) fn expand_load(
    build: &mut Build<'_, '_>,
    op: Op,
    adaptor: &Adaptor,
    lowering: &Lowering,
) -> Option<Vec<Value>> {
    let (cx, view) = (build.cx(), ExpandLoadOp::view_of(build.rw.op(op)));
    let (memref, alignment) = (view.base().ty(), view.alignment());
    let ty = lowering.convert(cx, view.result().ty()).filter(|ty| ty.is_vector(cx))?;
    let operands = adaptor.flat();
    let (&base, rest) = operands.split_first()?;
    let (indices, &[mask, pass_thru]) = rest.split_last_chunk::<2>()?;
    let pointer = address(build, lowering, memref, base, indices)?;
    let mut load = intr::MaskedExpandloadOp::of(pointer, mask, pass_thru).loc(build.loc).res(ty);
    if let Some(attrs) = pointer_alignment(cx, alignment, 0) {
        load = load.arg_attrs_attr(attrs);
    }
    Some(vec![build.rw.build_value(load)])
}

pub(super) fn compress_store(
    build: &mut Build<'_, '_>,
    op: Op,
    adaptor: &Adaptor,
    lowering: &Lowering,
) -> Option<Vec<Value>> {
    let (cx, view) = (build.cx(), CompressStoreOp::view_of(build.rw.op(op)));
    let (memref, alignment) = (view.base().ty(), view.alignment());
    lowering.convert(cx, view.value_to_store().ty()).filter(|ty| ty.is_vector(cx))?;
    let operands = adaptor.flat();
    let (&base, rest) = operands.split_first()?;
    let (indices, &[mask, value]) = rest.split_last_chunk::<2>()?;
    let pointer = address(build, lowering, memref, base, indices)?;
    let mut store = intr::MaskedCompressstoreOp::of(value, pointer, mask).loc(build.loc);
    if let Some(attrs) = pointer_alignment(cx, alignment, 1) {
        store = store.arg_attrs_attr(attrs);
    }
    build.rw.build(store);
    Some(Vec::new())
}

/// The strides of a buffer whose elements follow each other in memory in order; `None` for others.
fn contiguous_strides(cx: &Context, memref: Type) -> Option<Vec<i64>> {
    let (strides, _) = strides_and_offset(cx, memref)?;
    if strides.last().is_some_and(|&last| last != 1) {
        return None;
    }
    if layout::memref(cx, memref)?.has_identity_layout(cx) {
        return Some(strides);
    }
    let shape = memref.shape(cx)?;
    let fits = (1..strides.len()).all(|dim| {
        ![shape[dim], strides[dim - 1], strides[dim]].contains(&DYNAMIC)
            && Some(strides[dim - 1]) == strides[dim].checked_mul(shape[dim])
    });
    fits.then_some(strides)
}

pub(super) fn type_cast(
    build: &mut Build<'_, '_>,
    op: Op,
    adaptor: &Adaptor,
    lowering: &Lowering,
) -> Option<Vec<Value>> {
    let (cx, view) = (build.cx(), TypeCastOp::view_of(build.rw.op(op)));
    let (from, to) = (view.memref().ty(), view.result().ty());
    if !from.has_static_shape(cx) || !to.has_static_shape(cx) {
        return None;
    }
    let structure = lowering.convert(cx, to)?;
    contiguous_strides(cx, from)?;
    let strides = contiguous_strides(cx, to).filter(|strides| !strides.contains(&DYNAMIC))?;
    let source = MemRefDescriptor::of(*adaptor.flat().first()?);
    let mut made = MemRefDescriptor::poison(build, structure);
    let allocated = source.allocated(build);
    made.set_allocated(build, allocated);
    let aligned = source.aligned(build);
    made.set_aligned(build, aligned);
    // Upstream has 64 bits here, independent of the index width.
    let number =
        |build: &mut Build<'_, '_>, number: i64| build.constant(cx.int_attr(Type::INDEX, number), Type::I64);
    let offset = number(build, 0);
    made.set_offset(build, offset);
    for (dim, (&size, stride)) in to.shape(cx)?.iter().zip(strides).enumerate() {
        let size = number(build, size);
        made.set_size(build, dim, size);
        let stride = number(build, stride);
        made.set_stride(build, dim, stride);
    }
    Some(vec![made.value])
}
