//! Interfaces of types and attributes: dialect-independent queries of the IR and of analyses.

use std::borrow::Cow;

use crate::context::Context;
use crate::types::Type;

/// Marks types that can be elements of vectors. Integers, `index` and floating-point types always can.
pub trait VectorElementTypeInterface: Send + Sync {}

/// Marks types that can be elements of memrefs. All builtin types that memrefs may have always can.
pub trait MemRefElementTypeInterface: Send + Sync {}

/// Marks the attributes of a dialect that are locations.
pub trait LocationLike: Send + Sync {}

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
