//! Types that are tensors and buffers to bufferization.

use terrace_dialects_mem::bufferization::types::{BufferLikeType, TensorLikeType, compare_shaped_types};
use terrace_ir::type_interfaces::ShapedTypeInterface;
use terrace_ir::{Attr, Context, RankedTensorType, Type};
use terrace_macros::type_def;

/// A tensor of the dialect.
#[type_def("test.test_tensor", class = "TestTensorType", format = "`<` `[` $shape `]` `,` $elementType `>`",
           interfaces(dyn TensorLikeType = Shaped, dyn ShapedTypeInterface = Shaped))]
#[allow(non_snake_case)]
pub struct TestTensorType {
    shape: Vec<i64>,
    elementType: Type,
}

/// A buffer of the dialect.
#[type_def("test.test_memref", class = "TestMemrefType", format = "`<` `[` $shape `]` `,` $elementType `>`",
           interfaces(dyn BufferLikeType = Shaped, dyn ShapedTypeInterface = Shaped))]
#[allow(non_snake_case)]
pub struct TestMemrefType {
    shape: Vec<i64>,
    elementType: Type,
}

/// The shapes of both.
struct Shaped;

impl ShapedTypeInterface for Shaped {
    fn as_tensor_type(&self, cx: &Context, ty: Type) -> Type {
        let tensor = |shape: Vec<i64>, element: Type| RankedTensorType::get(cx, &shape, element);
        match (ty.dyn_cast::<TestTensorType>(cx), ty.dyn_cast::<TestMemrefType>(cx)) {
            (Some(ty), _) => tensor(ty.shape(cx), ty.element_type(cx)),
            (None, Some(ty)) => tensor(ty.shape(cx), ty.element_type(cx)),
            (None, None) => ty,
        }
    }
}

impl TensorLikeType for Shaped {
    fn buffer_type(&self, cx: &Context, tensor: Type, _space: Option<Attr>) -> Option<Type> {
        let tensor = tensor.dyn_cast::<TestTensorType>(cx)?;
        Some(TestMemrefType::get(cx, tensor.shape(cx), tensor.element_type(cx)).into())
    }

    fn verify_compatible_buffer_type(&self, cx: &Context, tensor: Type, buffer: Type) -> Result<(), String> {
        compare_shaped_types(cx, tensor, buffer)
    }
}

impl BufferLikeType for Shaped {}
