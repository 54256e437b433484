//! Interfaces of types and attributes: dialect-independent queries of the IR and of analyses.

use std::borrow::Cow;

use crate::context::Context;
use crate::handles::Attr;
use crate::types::Type;

/// Marks types that can be elements of vectors. Integers, `index` and floating-point types always can.
pub trait VectorElementTypeInterface: Send + Sync {}

/// Marks types that can be elements of memrefs. All builtin types that memrefs may have always can.
pub trait MemRefElementTypeInterface: Send + Sync {}

/// Marks the attributes of a dialect that are locations.
pub trait LocationLike: Send + Sync {}

/// Marks types of dialects that have a shape and elements. Builtin vectors, tensors and memrefs always do.
pub trait ShapedTypeInterface: Send + Sync {
    /// Returns the builtin tensor type with the shape and the elements of a type.
    fn as_tensor_type(&self, cx: &Context, ty: Type) -> Type;
}

/// Returns a builtin type with the shape and the elements of a type: itself unless it is a shaped type of a dialect.
pub fn as_builtin_shaped_type(cx: &Context, ty: Type) -> Type {
    cx.type_interface::<dyn ShapedTypeInterface>(ty).map_or(ty, |shaped| shaped.as_tensor_type(cx, ty))
}

/// Restricts the tensors that may have an attribute as their encoding.
pub trait VerifiableTensorEncoding: Send + Sync {
    /// Verifies the shape and the element type of a ranked tensor that is encoded by `encoding`.
    ///
    /// # Errors
    ///
    /// If no such tensor exists.
    fn verify(&self, cx: &Context, encoding: Attr, shape: &[i64], element: Type) -> Result<(), String>;
}

/// Verifies that a ranked tensor may have an encoding.
///
/// # Errors
///
/// If the encoding refuses such a tensor.
pub fn verify_tensor_encoding(
    cx: &Context,
    encoding: Attr,
    shape: &[i64],
    element: Type,
) -> Result<(), String> {
    match cx.attr_interface::<dyn VerifiableTensorEncoding>(encoding) {
        Some(rules) => rules.verify(cx, encoding, shape, element),
        None => Ok(()),
    }
}

/// Suggests names for values of a type.
pub trait OpAsmTypeInterface: Send + Sync {
    /// Returns the name for values of the type: for results of ops with [`crate::traits::Trait::OpAsmInterface`] that have no names
    /// of their own, and for arguments of blocks in them. `None` if the type suggests none.
    fn asm_name(&self, cx: &Context, ty: Type) -> Option<Cow<'static, str>>;
}

/// Returns the name that a type suggests for its values.
pub fn asm_name_of(cx: &Context, ty: Type) -> Option<Cow<'static, str>> {
    cx.type_interface::<dyn OpAsmTypeInterface>(ty)?.asm_name(cx, ty)
}

/// Implements the interfaces that have no methods.
pub struct Marker;

impl VectorElementTypeInterface for Marker {}
impl MemRefElementTypeInterface for Marker {}
impl LocationLike for Marker {}
