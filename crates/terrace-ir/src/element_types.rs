//! What vectors, tensors and memrefs may have as elements.

use crate::type_interfaces::{MemRefElementTypeInterface, VectorElementTypeInterface};
use crate::{Context, Type, TypeData};

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
        // Whoever wrote the file knew that it is an element.
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
