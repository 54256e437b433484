//! Types of dialects that are tensors or buffers to bufferization.

use terrace_ir::type_interfaces::as_builtin_shaped_type;
use terrace_ir::{Context, Type};

/// Marks types that are tensors to bufferization. Builtin tensors always are.
pub trait TensorLikeType: Send + Sync {
    /// Verifies that a buffer can hold a tensor.
    ///
    /// # Errors
    ///
    /// If it cannot: the reason.
    fn verify_compatible_buffer_type(&self, cx: &Context, tensor: Type, buffer: Type) -> Result<(), String>;
}

/// Marks types that are buffers to bufferization. Builtin memrefs always are.
pub trait BufferLikeType: Send + Sync {}

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
