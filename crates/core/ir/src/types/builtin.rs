//! Creation of builtin types, in the manner of those that `#[type_def]` defines.

use super::{Type, TypeData};
use crate::context::Context;
use crate::handles::Attr;

macro_rules! builtin_types {
    ($($(#[doc = $doc:literal])* $name:ident { $(
        $get:ident $checked:ident($($param:ident: $ty:ty),*) => $data:expr;
    )* })*) => {$(
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl $name {
            $(
                /// Returns the type with these parameters; the verifier of the IR rejects ops with one that is not valid.
                pub fn $get(cx: &Context, $($param: $ty),*) -> Type {
                    cx.ty($data)
                }

                /// Returns the type with these parameters.
                ///
                /// # Errors
                ///
                /// If they are invalid.
                pub fn $checked(cx: &Context, $($param: $ty),*) -> Result<Type, String> {
                    cx.ty_checked($data)
                }
            )*
        }
    )*};
}

builtin_types! {
    /// `vector<4x[8]xf32>`.
    VectorType {
        get get_checked(shape: &[i64], element: Type) =>
            TypeData::Vector { shape: shape.into(), scalable: vec![false; shape.len()].into(), element };
        get_scalable get_scalable_checked(shape: &[i64], scalable: &[bool], element: Type) =>
            TypeData::Vector { shape: shape.into(), scalable: scalable.into(), element };
    }
    /// `tensor<4x?xf32, #enc>`.
    RankedTensorType {
        get get_checked(shape: &[i64], element: Type) =>
            TypeData::RankedTensor { shape: shape.into(), element, encoding: None };
        get_encoded get_encoded_checked(shape: &[i64], element: Type, encoding: Option<Attr>) =>
            TypeData::RankedTensor { shape: shape.into(), element, encoding };
    }
    /// `tensor<*xf32>`.
    UnrankedTensorType {
        get get_checked(element: Type) => TypeData::UnrankedTensor(element);
    }
    /// `memref<4x?xf32, strided<[?, 1]>, 3>`.
    MemRefType {
        get get_checked(shape: &[i64], element: Type) =>
            TypeData::MemRef { shape: shape.into(), element, layout: None, space: None };
        get_with get_with_checked(shape: &[i64], element: Type, layout: Option<Attr>, space: Option<Attr>) =>
            TypeData::MemRef { shape: shape.into(), element, layout, space };
    }
    /// `memref<*xf32, 3>`.
    UnrankedMemRefType {
        get get_checked(element: Type, space: Option<Attr>) => TypeData::UnrankedMemRef { element, space };
    }
    /// `complex<f32>`.
    ComplexType {
        get get_checked(element: Type) => TypeData::Complex(element);
    }
    /// `tuple<i32, f32>`.
    TupleType {
        get get_checked(types: &[Type]) => TypeData::Tuple(types.into());
    }
}
