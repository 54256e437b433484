//! The contexts in which types may be used.

use rustc_hash::FxHashSet;
use terrace_dialects_ptr::ptr::ptr_space;
use terrace_ir::data_layout::DataLayout;
use terrace_ir::{Context, Type, TypeData};
use terrace_support::apfloat::FloatKind;

use super::{
    ArrayType, CompatibleTypes, FunctionType, LabelType, MetadataType, PointerType, PpcFp128Type, StructRef,
    TargetExtType, TokenType, VoidType, is_struct,
};
use crate::attrs::AddressSpaceAttr;

/// Whether a type is a floating-point type of LLVM.
pub fn is_compatible_float(cx: &Context, ty: Type) -> bool {
    is_builtin_float(cx, ty) || ty.isa::<PpcFp128Type>(cx)
}

/// Whether a type is a builtin floating-point type that LLVM has too.
fn is_builtin_float(cx: &Context, ty: Type) -> bool {
    matches!(
        ty.float_kind(cx),
        Some(
            FloatKind::BF16
                | FloatKind::F16
                | FloatKind::F32
                | FloatKind::F64
                | FloatKind::F80
                | FloatKind::F128
        )
    )
}

/// Whether a type is LLVM-compatible, without regard to nested types.
pub fn is_compatible_outer_type(cx: &Context, ty: Type) -> bool {
    match ty.data(cx) {
        TypeData::Integer { .. } => ty.is_signless_integer(cx),
        TypeData::Float(_) => is_builtin_float(cx, ty),
        TypeData::Vector { shape, .. } => shape.len() == 1,
        TypeData::Dialect { def, .. } | TypeData::Identified { def, .. } => {
            cx.type_def(*def).def().name.starts_with("llvm.") || is_compatible_address(cx, ty)
        }
        _ => false,
    }
}

/// Whether a type is an address (`!ptr.ptr`) in an address space of LLVM.
fn is_compatible_address(cx: &Context, ty: Type) -> bool {
    ptr_space(cx, ty).is_some_and(|space| space.isa::<AddressSpaceAttr>(cx))
}

/// Whether a type and all nested types are LLVM-compatible. The result is cached per context.
pub fn is_compatible_type(cx: &Context, ty: Type) -> bool {
    match ty.data(cx) {
        TypeData::Vector { shape, element, .. } => shape.len() == 1 && is_compatible_type(cx, *element),
        TypeData::Dialect { .. } | TypeData::Identified { .. } if is_compatible_outer_type(cx, ty) => {
            has_compatible_parts(cx, ty)
        }
        _ => is_compatible_outer_type(cx, ty),
    }
}

/// Whether the types nested in a type of the dialect are LLVM-compatible, at any depth.
fn has_compatible_parts(cx: &Context, ty: Type) -> bool {
    let known = cx.slot::<CompatibleTypes>();
    let is_known = |ty: &Type| known.0.read().unwrap_or_else(|e| e.into_inner()).contains(ty);
    if is_known(&ty) {
        return true;
    }
    let mut seen = FxHashSet::default();
    let mut pending = vec![ty];
    // What has no body yet may get another one.
    let mut is_settled = true;
    while let Some(ty) = pending.pop() {
        if !seen.insert(ty) || is_known(&ty) {
            continue;
        }
        if let Some(body) = StructRef::of(cx, ty) {
            pending.extend(body.elements());
            is_settled &= !body.is_opaque;
        } else if let Some(array) = ty.dyn_cast::<ArrayType>(cx) {
            pending.push(array.element_type(cx));
        } else if let Some(function) = ty.dyn_cast::<FunctionType>(cx) {
            pending.push(function.return_type(cx));
            pending.extend(function.params(cx));
        } else if let Some(target) = ty.dyn_cast::<TargetExtType>(cx) {
            pending.extend(target.type_params(cx));
        } else if let TypeData::Vector { shape, element, .. } = ty.data(cx) {
            if shape.len() != 1 {
                return false;
            }
            pending.push(*element);
        } else if !is_compatible_outer_type(cx, ty) {
            return false;
        }
    }
    // All that was seen is compatible, for each type led to all of its parts.
    if is_settled {
        known.0.write().unwrap_or_else(|e| e.into_inner()).extend(seen);
    }
    true
}

/// Whether a type can be loaded and stored.
pub fn is_loadable_type(cx: &Context, ty: Type) -> bool {
    if !is_primitive(cx, ty) {
        return false;
    }
    if StructRef::of(cx, ty).is_some_and(|body| body.is_opaque) {
        return false;
    }
    ty.dyn_cast::<TargetExtType>(cx).is_none_or(|target| target.supports_memory_ops(cx))
}

/// Whether a type is one of LLVM that values of ops may have: neither `void` nor a function type.
pub fn is_primitive(cx: &Context, ty: Type) -> bool {
    is_compatible_outer_type(cx, ty) && !ty.isa::<VoidType>(cx) && !ty.isa::<FunctionType>(cx)
}

/// Whether a type is a vector of LLVM.
pub fn is_compatible_vector(cx: &Context, ty: Type) -> bool {
    let TypeData::Vector { shape, element, .. } = ty.data(cx) else { return false };
    shape.len() == 1
        && (element.is_signless_integer(cx)
            || is_builtin_float(cx, *element)
            || element.isa::<PointerType>(cx)
            || is_compatible_address(cx, *element))
}

/// Whether a type is a scalable vector.
pub fn is_scalable_vector(cx: &Context, ty: Type) -> bool {
    matches!(ty.data(cx), TypeData::Vector { scalable, .. } if scalable.contains(&true))
}

/// The number of elements of a vector of rank one, and whether that is a multiple of the scale of vectors.
pub fn vector_element_count(cx: &Context, ty: Type) -> Option<(i64, bool)> {
    match ty.data(cx) {
        TypeData::Vector { shape, scalable, .. } => Some((shape.iter().product(), scalable.contains(&true))),
        _ => None,
    }
}

/// Whether a type is an aggregate: a structure or an array.
pub fn is_aggregate(cx: &Context, ty: Type) -> bool {
    is_struct(cx, ty) || ty.isa::<ArrayType>(cx)
}

/// Whether atomic ops work on a type: an integer, pointer or float of a power of two of bits, at least 8.
pub fn is_atomic_type(cx: &Context, ty: Type, layout: &DataLayout) -> bool {
    if !ty.is_integer(cx) && !ty.isa::<PointerType>(cx) && !is_compatible_float(cx, ty) {
        return false;
    }
    match layout.type_size_in_bits(cx, ty) {
        Ok(size) => !size.scalable && size.minimum >= 8 && size.minimum.is_power_of_two(),
        Err(_) => false,
    }
}

/// Whether globals may have a type.
pub fn is_global_type(cx: &Context, ty: Type) -> bool {
    is_compatible_outer_type(cx, ty)
        && !ty.isa::<VoidType>(cx)
        && !ty.isa::<TokenType>(cx)
        && !ty.isa::<MetadataType>(cx)
        && !ty.isa::<LabelType>(cx)
}

/// The size in bits of a scalar or vector; 0 for other types.
pub fn primitive_size_in_bits(cx: &Context, ty: Type) -> u64 {
    match ty.data(cx) {
        TypeData::Vector { shape, element, .. } => {
            primitive_size_in_bits(cx, *element).saturating_mul(shape.iter().product::<i64>() as u64)
        }
        _ if ty.isa::<PpcFp128Type>(cx) => 128,
        _ => ty.bit_width(cx).map_or(0, u64::from),
    }
}

impl TargetExtType {
    /// Whether there is a value of all zeros.
    pub fn has_zero_initializer(self, cx: &Context) -> bool {
        self.ext_type_name(cx).starts_with("spirv.")
    }

    /// Whether globals may have the type.
    pub fn can_be_global(self, cx: &Context) -> bool {
        let name = self.ext_type_name(cx);
        name.starts_with("spirv.") || name == "amdgcn.named.barrier"
    }

    /// Whether values of the type can be in memory.
    pub fn supports_memory_ops(self, cx: &Context) -> bool {
        let name = self.ext_type_name(cx);
        name.starts_with("spirv.") || name == "aarch64.svcount"
    }
}
