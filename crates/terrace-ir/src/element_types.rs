//! What vectors, tensors and memrefs may have as elements.

use crate::{Context, Type, TypeData};

/// Types that upstream has as elements, for as long as their dialect is not registered: dialect, name, whether
/// memrefs may have them too.
const FOREIGN_ELEMENTS: &[(&str, &[u8], bool)] = &[("llvm", b"ptr", false)];

/// Whether vectors may have such elements.
pub fn is_vector_element(cx: &Context, ty: Type) -> bool {
    ty.is_int_or_index(cx) || ty.is_float(cx) || is_foreign_element(cx, ty, false)
}

/// Whether a type of another dialect offers to be an element of vectors, or of memrefs.
fn is_foreign_element(cx: &Context, ty: Type, of_memref: bool) -> bool {
    match ty.data(cx) {
        TypeData::Dialect { def, .. } => {
            let def = cx.type_def(*def).def;
            if of_memref { def.memref_element } else { def.vector_element }
        }
        TypeData::Opaque { dialect, data } => {
            let (dialect, data) = (dialect.text(cx), data.bytes(cx));
            let name = data.split(|&byte| byte == b'<').next().unwrap_or(data);
            cx.dialect(dialect).is_some_and(|dialect| dialect.def.allows_unknown_types)
                || FOREIGN_ELEMENTS.iter().any(|&(owner, known, memref)| {
                    (owner, known) == (dialect, name) && (memref || !of_memref)
                })
        }
        _ => false,
    }
}

/// Whether tensors may have such elements.
pub fn is_tensor_element(cx: &Context, ty: Type) -> bool {
    match ty.data(cx) {
        TypeData::Complex(_)
        | TypeData::Vector { .. }
        | TypeData::Dialect { .. }
        | TypeData::Opaque { .. } => true,
        _ => is_vector_element(cx, ty),
    }
}

/// Whether memrefs may have such elements.
pub fn is_memref_element(cx: &Context, ty: Type) -> bool {
    match ty.data(cx) {
        TypeData::Dialect { .. } | TypeData::Opaque { .. } => is_foreign_element(cx, ty, true),
        _ => is_tensor_element(cx, ty) || ty.is_memref(cx),
    }
}
