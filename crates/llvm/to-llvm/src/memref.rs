//! `finalize-memref-to-llvm`: buffers as structures, and accesses as loads and stores at addresses.

mod alloc;
mod blocks;
mod global;
mod reshape;
mod views;

use std::sync::Arc;

use terrace_conversion::{Adaptor, ConversionPatterns, ConversionRewriter};
use terrace_dialects_core::arith::AtomicRMWKind;
use terrace_dialects_llvm::enums::{AtomicBinOp, AtomicOrdering, GEPNoWrapFlags};
use terrace_dialects_llvm::ops as llvm;
use terrace_dialects_llvm::types::{ArrayType, PointerType, StructType};
use terrace_dialects_mem::memref::*;
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::{Attr, Context, Diag, Type, Value};

use crate::conversions::add_conversions;
use crate::functions::RuntimeFunction;
use terrace_llvm_common::build::{Build, GepIndex};
use terrace_llvm_common::converter::{LlvmTypeConverter, strides_and_offset};
use terrace_llvm_common::descriptor::{MemRefDescriptor, UnrankedMemRefDescriptor};

/// The no-wrap guarantees of element addresses.
const NO_WRAP: GEPNoWrapFlags = GEPNoWrapFlags::INBOUNDS.union(GEPNoWrapFlags::NUW);

/// Adds the patterns that turn ops of memref into ops of the dialect llvm.
pub fn populate_patterns(
    cx: &Context,
    patterns: &mut ConversionPatterns,
    converter: &Arc<LlvmTypeConverter>,
) {
    add_conversions! { (cx, patterns, converter)
        AllocOp, "AllocOpLowering", alloc::alloc;
        AllocaOp, "AllocaOpLowering", alloc::alloca;
        AllocaScopeOp, "AllocaScopeOpLowering", blocks::alloca_scope;
        AssumeAlignmentOp, "AssumeAlignmentOpLowering", assume_alignment;
        AtomicRMWOp, "AtomicRMWOpLowering", atomic_rmw;
        CastOp, "MemRefCastOpLowering", views::cast;
        CopyOp, "MemRefCopyOpLowering", copy;
        DeallocOp, "DeallocOpLowering", alloc::dealloc;
        DimOp, "DimOpLowering", dim;
        DistinctObjectsOp, "DistinctObjectsOpLowering", distinct_objects;
        ExtractAlignedPointerAsIndexOp, "ConvertExtractAlignedPointerAsIndex", views::aligned_pointer;
        ExtractStridedMetadataOp, "ExtractStridedMetadataOpLowering", views::metadata;
        GenericAtomicRMWOp, "GenericAtomicRMWOpLowering", blocks::generic_atomic_rmw;
        GetGlobalOp, "GetGlobalMemrefOpLowering", global::get_global;
        GlobalOp, "GlobalMemrefOpLowering", global::global;
        LoadOp, "LoadOpLowering", load;
        MemorySpaceCastOp, "MemorySpaceCastOpLowering", reshape::memory_space_cast;
        PrefetchOp, "PrefetchOpLowering", prefetch;
        RankOp, "RankOpLowering", rank;
        ReinterpretCastOp, "MemRefReinterpretCastOpLowering", views::reinterpret_cast;
        ReshapeOp, "MemRefReshapeOpLowering", reshape::reshape;
        StoreOp, "StoreOpLowering", store;
        TransposeOp, "TransposeOpLowering", views::transpose;
        ViewOp, "ViewOpLowering", views::view;
    }
    patterns.across_bodies();
}

/// Reports a failed conversion.
fn refuse<T>(rw: &mut ConversionRewriter<'_>, diag: Box<Diag>) -> Option<T> {
    rw.report(diag);
    None
}

/// The size of a value of a type in bytes, as the distance of two of them.
fn size_in_bytes(build: &mut Build<'_, '_>, ty: Type) -> Value {
    let pointer = PointerType::default_space(build.cx());
    let null = build.zero(pointer);
    let next = build.gep(pointer, ty, null, &[GepIndex::Known(1)], GEPNoWrapFlags::NONE);
    let index = build.index;
    build.unary::<llvm::PtrToIntOp>(next, index)
}

/// The sizes and strides of a buffer in its own order, and how many elements it has.
struct Extents {
    sizes: Vec<Value>,
    strides: Vec<Value>,
    count: Value,
}

fn extents(build: &mut Build<'_, '_>, memref: Type, dynamic: &[Value]) -> Option<Extents> {
    let shape = memref.shape(build.cx())?.to_vec();
    let mut dynamic = dynamic.iter().copied();
    let mut sizes = Vec::with_capacity(shape.len());
    for &size in &shape {
        sizes.push(if size == terrace_ir::DYNAMIC { dynamic.next()? } else { build.index(size) });
    }
    let mut stride = Some(1i64);
    let mut running = build.index(1);
    let mut strides = vec![running; shape.len()];
    for dim in (0..shape.len()).rev() {
        strides[dim] = running;
        let is_innermost = stride == Some(1);
        let size = (shape[dim] != terrace_ir::DYNAMIC).then_some(shape[dim]);
        stride = stride.zip(size).map(|(stride, size)| stride.wrapping_mul(size));
        running = match stride {
            _ if is_innermost => sizes[dim],
            None => build.binary::<llvm::MulOp>(running, sizes[dim]),
            Some(stride) => build.index(stride),
        };
    }
    Some(Extents { sizes, strides, count: running })
}

/// The structure of a buffer that begins at its pointer, with sizes and strides.
fn new_descriptor(
    build: &mut Build<'_, '_>,
    structure: Type,
    [allocated, aligned]: [Value; 2],
    extents: &Extents,
) -> Value {
    let mut made = MemRefDescriptor::poison(build, structure);
    made.set_allocated(build, allocated);
    made.set_aligned(build, aligned);
    let zero = build.index(0);
    made.set_offset(build, zero);
    for (dim, &size) in extents.sizes.iter().enumerate() {
        made.set_size(build, dim, size);
    }
    for (dim, &stride) in extents.strides.iter().enumerate() {
        made.set_stride(build, dim, stride);
    }
    made.value
}

fn load(
    rw: &mut ConversionRewriter<'_>,
    op: LoadOp,
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let (cx, loc) = (rw.cx(), rw.body().loc(op));
    let view = op.view(rw);
    let (memref, result) = (view.memref().ty(), view.result().ty());
    let (alignment, nontemporal) = (view.alignment(), view.nontemporal());
    let values = adaptor.flat();
    let (&source, indices) = values.split_first()?;
    let ty = converter.convert(cx, result)?;
    rw.set_insertion_point_before(op);
    let mut build = Build::new(rw, loc, converter.index);
    let address = MemRefDescriptor::of(source).element(&mut build, converter, memref, indices, NO_WRAP)?;
    let mut load = llvm::LoadOp::of(address).loc(loc).res(ty);
    if let Some(alignment) = alignment {
        load = load.alignment(alignment);
    }
    if nontemporal {
        load = load.nontemporal(true);
    }
    let loaded = build.rw.build_value(load);
    rw.replace_op(op, &[loaded]);
    Some(())
}

fn store(
    rw: &mut ConversionRewriter<'_>,
    op: StoreOp,
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let loc = rw.body().loc(op);
    let view = op.view(rw);
    let memref = view.memref().ty();
    let (alignment, nontemporal) = (view.alignment(), view.nontemporal());
    let values = adaptor.flat();
    let (&[value, target], indices) = values.split_first_chunk::<2>()?;
    rw.set_insertion_point_before(op);
    let mut build = Build::new(rw, loc, converter.index);
    let address = MemRefDescriptor::of(target).element(&mut build, converter, memref, indices, NO_WRAP)?;
    let mut store = llvm::StoreOp::of(value, address).loc(loc);
    if let Some(alignment) = alignment {
        store = store.alignment(alignment);
    }
    if nontemporal {
        store = store.nontemporal(true);
    }
    build.rw.build(store);
    rw.erase_op(op);
    Some(())
}

fn assume_alignment(
    rw: &mut ConversionRewriter<'_>,
    op: AssumeAlignmentOp,
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let (loc, view) = (rw.body().loc(op), op.view(rw));
    let (memref, alignment) = (view.memref().ty(), view.alignment());
    let &[source] = adaptor.values(0) else { return None };
    rw.set_insertion_point_before(op);
    let mut build = Build::new(rw, loc, converter.index);
    let pointer = MemRefDescriptor::of(source).buffer(&mut build, converter, memref)?;
    let condition = build.constant(Attr::TRUE, Type::I1);
    let alignment = build.index(alignment);
    assume(&mut build, condition, "align", &[pointer, alignment]);
    rw.replace_op(op, &[source]);
    Some(())
}

/// Creates an assumption that is a bundle of operands.
fn assume(build: &mut Build<'_, '_>, condition: Value, tag: &str, operands: &[Value]) {
    let cx = build.cx();
    let assume = terrace_dialects_llvm::intrinsics::AssumeOp::of(condition)
        .loc(build.loc)
        .op_bundle_operands(&[operands])
        .op_bundle_tags_attr(cx.array_attr(&[cx.str_attr(cx.str(tag))]));
    build.rw.build(assume);
}

fn distinct_objects(
    rw: &mut ConversionRewriter<'_>,
    op: DistinctObjectsOp,
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let (loc, values) = (rw.body().loc(op), adaptor.flat());
    let types = rw.op(op).operand_types();
    if values.len() > 1 {
        rw.set_insertion_point_before(op);
        let mut build = Build::new(rw, loc, converter.index);
        let mut pointers = Vec::with_capacity(values.len());
        for (&value, &memref) in values.iter().zip(types.iter()) {
            pointers.push(MemRefDescriptor::of(value).buffer(&mut build, converter, memref)?);
        }
        let condition = build.constant(Attr::TRUE, Type::I1);
        for (at, &one) in pointers.iter().enumerate() {
            for &other in &pointers[at + 1..] {
                assume(&mut build, condition, "separate_storage", &[one, other]);
            }
        }
    }
    rw.replace_op(op, &values);
    Some(())
}

fn prefetch(
    rw: &mut ConversionRewriter<'_>,
    op: PrefetchOp,
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    use terrace_dialects_llvm::intrinsics::PrefetchOp as Prefetch;
    let (cx, loc) = (rw.cx(), rw.body().loc(op));
    let view = op.view(rw);
    let memref = view.memref().ty();
    let (writes, is_data) = (i32::from(view.is_write()), i32::from(view.is_data_cache()));
    let hint = view.locality_hint();
    let values = adaptor.flat();
    let (&source, indices) = values.split_first()?;
    rw.set_insertion_point_before(op);
    let mut build = Build::new(rw, loc, converter.index);
    let address =
        MemRefDescriptor::of(source).element(&mut build, converter, memref, indices, GEPNoWrapFlags::NONE)?;
    let number = |number: i32| cx.int_attr(Type::I32, i64::from(number));
    let prefetch = Prefetch::of(address)
        .loc(loc)
        .rw_attr(number(writes))
        .hint_attr(number(hint as i32))
        .cache_attr(number(is_data));
    build.rw.build(prefetch);
    rw.erase_op(op);
    Some(())
}

fn rank(
    rw: &mut ConversionRewriter<'_>,
    op: RankOp,
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let (cx, loc) = (rw.cx(), rw.body().loc(op));
    let memref = op.view(rw).memref().ty();
    let &[source] = adaptor.values(0) else { return None };
    rw.set_insertion_point_before(op);
    let mut build = Build::new(rw, loc, converter.index);
    let rank = match memref.shape(cx) {
        Some(shape) => build.index(shape.len() as i64),
        None => UnrankedMemRefDescriptor::of(source).rank(&mut build),
    };
    rw.replace_op(op, &[rank]);
    Some(())
}

fn dim(
    rw: &mut ConversionRewriter<'_>,
    op: DimOp,
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let (cx, loc) = (rw.cx(), rw.body().loc(op));
    let view = op.view(rw);
    let memref = view.source().ty();
    let known = m_scalar_i64(view.index());
    let [source, index] = adaptor.flat()[..] else { return None };
    let known = known.or_else(|| m_scalar_i64(rw.value(index)));
    rw.set_insertion_point_before(op);
    let mut build = Build::new(rw, loc, converter.index);
    let size = match memref.shape(cx) {
        Some(shape) => {
            let known = known.and_then(|dim| usize::try_from(dim).ok()).filter(|&dim| dim < shape.len());
            match known.map(|dim| (dim, shape[dim])) {
                Some((dim, terrace_ir::DYNAMIC)) => MemRefDescriptor::of(source).size(&mut build, dim),
                Some((_, size)) => build.index(size),
                None => size_of_dim(&mut build, source, index, shape.len()),
            }
        }
        None => {
            let pointer = PointerType::default_space(cx);
            let fields: Type = StructType::get(cx, vec![pointer, pointer, converter.index], false).into();
            let ranked = UnrankedMemRefDescriptor::of(source).pointer(&mut build);
            let none = GEPNoWrapFlags::NONE;
            let offset = build.gep(pointer, fields, ranked, &[GepIndex::Known(0), GepIndex::Known(2)], none);
            let one = build.index(1);
            let next = build.binary::<llvm::AddOp>(one, index);
            let address = build.gep(pointer, converter.index, offset, &[GepIndex::Value(next)], none);
            build.load(converter.index, address)
        }
    };
    rw.replace_op(op, &[size]);
    Some(())
}

/// The size of a dimension whose number is not known: all of them are written to the stack.
fn size_of_dim(build: &mut Build<'_, '_>, source: Value, dim: Value, rank: usize) -> Value {
    let (cx, index) = (build.cx(), build.index);
    let pointer = PointerType::default_space(cx);
    let list: Type = ArrayType::get(cx, index, rank as u64).into();
    let one = build.index(1);
    let sizes = build.extract(source, &[3]);
    let memory = alloc::on_stack(build, one, list);
    build.store(sizes, memory);
    let position = [GepIndex::Known(0), GepIndex::Value(dim)];
    let address = build.gep(pointer, list, memory, &position, GEPNoWrapFlags::NONE);
    build.load(index, address)
}

/// Whether the elements of a memref follow each other in memory in order.
fn is_contiguous(cx: &Context, memref: Type) -> bool {
    let Some(view) = terrace_dialects_mem::layout::memref(cx, memref) else { return false };
    if view.has_identity_layout(cx) {
        return true;
    }
    let Some(shape) = memref.shape(cx) else { return false };
    let Some((strides, _)) = strides_and_offset(cx, memref) else { return false };
    let mut running = 1i64;
    let mut dims = shape.iter().zip(&strides).rev().skip_while(|&(&size, &stride)| {
        let fits = stride == running;
        running = running.wrapping_mul(size);
        fits
    });
    // If only unit dimensions are left, their strides do not matter.
    memref.num_elements(cx).is_some_and(|count| count > 0) && dims.all(|(&size, _)| size == 1)
}

fn copy(
    rw: &mut ConversionRewriter<'_>,
    op: CopyOp,
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let (cx, loc) = (rw.cx(), rw.body().loc(op));
    let view = op.view(rw);
    let (from, to) = (view.source().ty(), view.target().ty());
    let [source, target] = adaptor.flat()[..] else { return None };
    let element = converter.convert(cx, from.element_type(cx)?)?;
    rw.set_insertion_point_before(op);
    let mut build = Build::new(rw, loc, converter.index);
    if is_contiguous(cx, from) && is_contiguous(cx, to) {
        let rank = from.shape(cx)?.len();
        let descriptors = [source, target].map(MemRefDescriptor::of);
        let mut count = build.index(1);
        for dim in 0..rank {
            let size = descriptors[0].size(&mut build, dim);
            count = build.binary::<llvm::MulOp>(count, size);
        }
        let size = size_in_bytes(&mut build, element);
        let bytes = build.binary::<llvm::MulOp>(count, size);
        let [source, target] = descriptors.map(|descriptor| {
            let base = descriptor.aligned(&mut build);
            let offset = descriptor.offset(&mut build);
            let pointer = build.rw.body().value_type(base);
            build.gep(pointer, element, base, &[GepIndex::Value(offset)], GEPNoWrapFlags::NONE)
        });
        let copy = terrace_dialects_llvm::intrinsics::MemcpyOp::of(target, source, bytes).is_volatile(false);
        build.rw.build(copy.loc(loc));
        rw.erase_op(op);
        return Some(());
    }
    let pointer = PointerType::default_space(cx);
    let saved = terrace_dialects_llvm::intrinsics::StackSaveOp::of().loc(loc).res(pointer);
    let saved = build.rw.build_value(saved);
    let unranked: Type = StructType::get(cx, vec![converter.index, pointer], false).into();
    let [source, target] = [(source, from), (target, to)].map(|(value, ty)| match ty.shape(cx) {
        None => value,
        Some(shape) => {
            let index = build.index;
            let rank = build.integer(shape.len() as i64, index);
            let one = build.index(1);
            let structure = build.rw.body().value_type(value);
            let memory = alloc::on_stack(&mut build, one, structure);
            build.store(value, memory);
            UnrankedMemRefDescriptor::pack(&mut build, unranked, [rank, memory]).value
        }
    });
    let one = build.index(1);
    let [source, target] = [source, target].map(|value| {
        let memory = alloc::on_stack(&mut build, one, unranked);
        build.store(value, memory);
        memory
    });
    let size = size_in_bytes(&mut build, element);
    let inputs = [converter.index, pointer, pointer];
    let function = RuntimeFunction { name: "memrefCopy", inputs: &inputs, result: None };
    if let Err(diag) = function.call(&mut build, op.into(), &[size, source, target]) {
        return refuse(rw, diag);
    }
    build.rw.build(terrace_dialects_llvm::intrinsics::StackRestoreOp::of(saved).loc(loc));
    rw.erase_op(op);
    Some(())
}

/// The atomic operation for a kind; `None` if there is no such instruction.
fn atomic_op(kind: AtomicRMWKind) -> Option<AtomicBinOp> {
    Some(match kind {
        AtomicRMWKind::Addf => AtomicBinOp::Fadd,
        AtomicRMWKind::Addi => AtomicBinOp::Add,
        AtomicRMWKind::Assign => AtomicBinOp::Xchg,
        AtomicRMWKind::Maximumf => AtomicBinOp::Fmaximum,
        AtomicRMWKind::Maxnumf => AtomicBinOp::Fmax,
        AtomicRMWKind::Maxs => AtomicBinOp::Max,
        AtomicRMWKind::Maxu => AtomicBinOp::Umax,
        AtomicRMWKind::Minimumf => AtomicBinOp::Fminimum,
        AtomicRMWKind::Minnumf => AtomicBinOp::Fmin,
        AtomicRMWKind::Mins => AtomicBinOp::Min,
        AtomicRMWKind::Minu => AtomicBinOp::Umin,
        AtomicRMWKind::Ori => AtomicBinOp::Or,
        AtomicRMWKind::Xori => AtomicBinOp::Xor,
        AtomicRMWKind::Andi => AtomicBinOp::And,
        AtomicRMWKind::Mulf | AtomicRMWKind::Muli => return None,
    })
}

fn atomic_rmw(
    rw: &mut ConversionRewriter<'_>,
    op: AtomicRMWOp,
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let loc = rw.body().loc(op);
    let view = op.view(rw);
    let (memref, kind) = (view.memref().ty(), atomic_op(view.kind())?);
    let values = adaptor.flat();
    let (&[value, target], indices) = values.split_first_chunk::<2>()?;
    rw.set_insertion_point_before(op);
    let mut build = Build::new(rw, loc, converter.index);
    let descriptor = MemRefDescriptor::of(target);
    let address = descriptor.element(&mut build, converter, memref, indices, GEPNoWrapFlags::NONE)?;
    let ty = build.rw.body().value_type(value);
    let atomic =
        llvm::AtomicRMWOp::of(address, value).loc(loc).bin_op(kind).ordering(AtomicOrdering::AcqRel).res(ty);
    let made = build.rw.build_value(atomic);
    rw.replace_op(op, &[made]);
    Some(())
}
