//! Valid element types of complex numbers, vectors, tensors and memrefs, and valid layouts and memory spaces
//! of memrefs.

use crate::type_interfaces::{MemRefElementTypeInterface, VectorElementTypeInterface};
use crate::{Attr, AttrData, Context, Type, TypeData};

/// Whether complex numbers may have such parts.
pub fn is_complex_element(cx: &Context, ty: Type) -> bool {
    ty.is_float(cx) || ty.is_integer(cx)
}

/// Whether vectors may have such elements.
pub fn is_vector_element(cx: &Context, ty: Type) -> bool {
    ty.is_int_or_index(cx)
        || ty.is_float(cx)
        || cx.type_interface::<dyn VectorElementTypeInterface>(ty).is_some()
        || allows_unknown_types(cx, ty)
}

/// Whether the type is uninterpreted, of a dialect that takes types it does not define.
fn allows_unknown_types(cx: &Context, ty: Type) -> bool {
    let dialect = match ty.data(cx) {
        TypeData::Opaque { dialect, .. } => dialect,
        // The writer of the file has checked that it is an element type.
        TypeData::Encoded(_) => return true,
        _ => return false,
    };
    cx.dialect(dialect.text(cx)).is_some_and(|dialect| dialect.def().allows_unknown_types)
}

/// Whether tensors may have such elements.
pub fn is_tensor_element(cx: &Context, ty: Type) -> bool {
    match ty.data(cx) {
        TypeData::Complex(_)
        | TypeData::Vector { .. }
        | TypeData::Dialect { .. }
        | TypeData::Identified { .. }
        | TypeData::Opaque { .. }
        | TypeData::Encoded(_) => true,
        _ => is_vector_element(cx, ty),
    }
}

/// Whether memrefs may have such elements.
pub fn is_memref_element(cx: &Context, ty: Type) -> bool {
    match ty.data(cx) {
        TypeData::Dialect { .. }
        | TypeData::Identified { .. }
        | TypeData::Opaque { .. }
        | TypeData::Encoded(_) => {
            cx.type_interface::<dyn MemRefElementTypeInterface>(ty).is_some() || allows_unknown_types(cx, ty)
        }
        _ => {
            is_tensor_element(cx, ty)
                || ty.is_memref(cx)
                || cx.type_interface::<dyn MemRefElementTypeInterface>(ty).is_some()
        }
    }
}

/// Whether memrefs may have such a layout.
pub fn is_memref_layout(cx: &Context, attr: Attr) -> bool {
    matches!(attr.data(cx), AttrData::AffineMap(_) | AttrData::StridedLayout { .. })
}

/// Whether memrefs may be in such a memory space: a number, a string, a dictionary, or an attribute of a
/// dialect that permits it.
pub fn is_memory_space(cx: &Context, attr: Attr) -> bool {
    matches!(
        attr.data(cx),
        AttrData::Integer { .. }
            | AttrData::String { .. }
            | AttrData::Dict(_)
            | AttrData::Dialect { .. }
            | AttrData::Encoded(_)
    )
}
