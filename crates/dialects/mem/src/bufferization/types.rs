//! Types of dialects that are tensors or buffers to bufferization.

use terrace_ir::def::{TypeConstraint, TypeKind};
use terrace_ir::type_interfaces::as_builtin_shaped_type;
use terrace_ir::{Attr, Context, Type};

/// The interface of types that are tensors to bufferization. Builtin tensors always are.
pub trait TensorLikeType: Send + Sync {
    /// Returns the buffer-like type of the buffers that hold a tensor, in a memory space where one is required; `None` if no
    /// buffer can hold it. The layout is the type's own matter: options for layouts are for builtin tensors.
    fn buffer_type(&self, cx: &Context, tensor: Type, space: Option<Attr>) -> Option<Type>;

    /// Verifies that a buffer can hold a tensor.
    ///
    /// # Errors
    ///
    /// If it cannot: the reason.
    fn verify_compatible_buffer_type(&self, cx: &Context, tensor: Type, buffer: Type) -> Result<(), String>;
}

/// Marks types that are buffers to bufferization. Builtin memrefs always are.
pub trait BufferLikeType: Send + Sync {}

/// Queries of types by the interfaces of bufferization.
pub trait BufferizationType: Copy {
    /// Whether the type is a tensor to bufferization: a builtin one, or one that implements [`TensorLikeType`].
    fn is_tensor_like(self, cx: &Context) -> bool;
}

impl BufferizationType for Type {
    fn is_tensor_like(self, cx: &Context) -> bool {
        is_tensor_like(cx, self)
    }
}

static TENSOR_LIKE_KIND: TypeKind = TypeKind { name: "", pred: is_tensor_like };
static BUFFER_LIKE_KIND: TypeKind = TypeKind { name: "", pred: is_buffer_like };

/// A tensor, or a tensor-like type of a dialect.
pub static TENSOR_LIKE: TypeConstraint =
    TypeConstraint::new("TensorLikeType instance", is_tensor_like).of_kind(&TENSOR_LIKE_KIND);
/// A buffer, or a buffer-like type of a dialect.
pub static BUFFER_LIKE: TypeConstraint =
    TypeConstraint::new("BufferLikeType instance", is_buffer_like).of_kind(&BUFFER_LIKE_KIND);

/// Whether a type is a tensor to bufferization.
pub fn is_tensor_like(cx: &Context, ty: Type) -> bool {
    ty.is_tensor(cx) || cx.type_interface::<dyn TensorLikeType>(ty).is_some()
}

/// Whether a type is a buffer to bufferization.
pub fn is_buffer_like(cx: &Context, ty: Type) -> bool {
    ty.is_memref(cx) || cx.type_interface::<dyn BufferLikeType>(ty).is_some()
}

/// Verifies that a buffer-like type can hold a tensor-like one.
///
/// # Errors
///
/// If it cannot: the reason.
pub fn verify_compatible_buffer_type(cx: &Context, tensor: Type, buffer: Type) -> Result<(), String> {
    if let Some(rules) = cx.type_interface::<dyn TensorLikeType>(tensor) {
        return rules.verify_compatible_buffer_type(cx, tensor, buffer);
    }
    compare_shaped_types(cx, tensor, buffer)
}

/// Verifies that a tensor and a buffer have one shape and one type of elements.
///
/// # Errors
///
/// If they differ: the reason.
pub fn compare_shaped_types(cx: &Context, tensor: Type, buffer: Type) -> Result<(), String> {
    let [tensor, buffer] = [tensor, buffer].map(|ty| as_builtin_shaped_type(cx, ty));
    if tensor.shape(cx) != buffer.shape(cx) {
        return Err("shapes do not match".to_owned());
    }
    if tensor.element_type_or_self(cx) != buffer.element_type_or_self(cx) {
        return Err("element types do not match".to_owned());
    }
    Ok(())
}
