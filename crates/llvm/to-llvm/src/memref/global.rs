//! Buffers of modules.

use terrace_conversion::{Adaptor, ConversionRewriter};
use terrace_dialects_llvm::enums::{GEPNoWrapFlags, Linkage};
use terrace_dialects_llvm::ops as llvm;
use terrace_dialects_llvm::types::{ArrayType, PointerType};
use terrace_dialects_mem::memref::{GetGlobalOp, GlobalOp};
use terrace_ir::{Attr, Context, Type};

use super::{extents, new_descriptor};
use terrace_llvm_common::build::{Build, GepIndex};
use terrace_llvm_common::converter::LlvmTypeConverter;

/// The allocated pointer of a global's descriptor, recognizable in a debugger.
const NOT_ALLOCATED: i64 = 0xdead_beef;

/// The type of the elements of a memref of static shape, as arrays of arrays.
fn elements_type(cx: &Context, converter: &LlvmTypeConverter, memref: Type) -> Option<Type> {
    let element = converter.convert(cx, memref.element_type(cx)?)?;
    let shape = memref.shape(cx)?;
    Some(shape.iter().rev().fold(element, |ty, &size| ArrayType::get(cx, ty, size as u64).into()))
}

pub(super) fn global(
    rw: &mut ConversionRewriter<'_>,
    op: GlobalOp,
    _: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let (cx, loc, view) = (rw.cx(), rw.body().loc(op), op.view(rw));
    let memref = view.type_();
    if !converter.convert(cx, memref).is_some_and(|_| memref.has_static_shape(cx)) {
        return None;
    }
    let ty = elements_type(cx, converter, memref)?;
    let is_private = view.sym_visibility().is_some_and(|visibility| visibility == "private");
    let linkage = if is_private { Linkage::Private } else { Linkage::External };
    let (name, constant, alignment) = (view.sym_name_attr(), view.constant(), view.alignment());
    let initial = view.initial_value_attr();
    let is_uninitialized = initial == Some(Attr::UNIT);
    // A memref without dimensions has a dense constant of one element.
    let value = initial.filter(|_| !is_uninitialized).map(|value| match memref.shape(cx) {
        Some([]) => terrace_dialects_mem::tensor::splat_element(cx, value).unwrap_or(value),
        _ => value,
    });
    let space = converter.address_space(cx, memref)?;
    rw.set_insertion_point_before(op);
    let mut global = llvm::GlobalOp::of()
        .loc(loc)
        .sym_name_attr(name)
        .global_type(ty)
        .constant(constant)
        .linkage(linkage)
        .addr_space(i64::from(space));
    if let Some(value) = value {
        global = global.value_attr(value);
    }
    if let Some(alignment) = alignment {
        global = global.alignment(alignment);
    }
    let made = rw.build(global);
    let handle = rw.handle(made);
    rw.with_ir(|ir| {
        let (body, regions) = ir.add_inner_body(handle, 1);
        if is_uninitialized {
            ir.rewrite(body, |rw| {
                let entry = rw.create_block(regions[0], &[]);
                rw.set_insertion_point_to_end(entry);
                let undef = rw.build_value(llvm::UndefOp::of().loc(loc).res(ty));
                rw.build(llvm::ReturnOp::of().loc(loc).arg(undef));
            });
        }
    });
    rw.erase_op(op);
    Some(())
}

pub(super) fn get_global(
    rw: &mut ConversionRewriter<'_>,
    op: GetGlobalOp,
    _: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let (cx, loc, view) = (rw.cx(), rw.body().loc(op), op.view(rw));
    let (memref, name) = (view.result().ty(), view.name_attr());
    let structure = converter.convert(cx, memref)?;
    let elements = elements_type(cx, converter, memref)?;
    let element = converter.convert(cx, memref.element_type(cx)?)?;
    let pointer = converter.pointer(cx, memref)?;
    let rank = memref.shape(cx)?.len();
    rw.set_insertion_point_before(op);
    let mut build = Build::new(rw, loc, converter.index);
    let extents = extents(&mut build, memref, &[])?;
    // The size in bytes, as of an allocation.
    let null_pointer = PointerType::default_space(cx);
    let null = build.zero(null_pointer);
    let none = GEPNoWrapFlags::NONE;
    let end = build.gep(null_pointer, element, null, &[GepIndex::Value(extents.count)], none);
    let index = build.index;
    build.unary::<llvm::PtrToIntOp>(end, index);
    let address = build.rw.build_value(llvm::AddressOfOp::of().loc(loc).global_name_attr(name).res(pointer));
    let first = build.gep(pointer, elements, address, &vec![GepIndex::Known(0); rank + 1], none);
    let number = build.index(NOT_ALLOCATED);
    let allocated = build.unary::<llvm::IntToPtrOp>(number, pointer);
    let value = new_descriptor(&mut build, structure, [allocated, first], &extents);
    rw.replace_op(op, &[value]);
    Some(())
}
