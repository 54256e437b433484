//! Type constraints that several dialects use, in upstream's words.

use crate::context::Context;
use crate::def::{TypeConstraint, TypeKind};
use crate::types::{Type, TypeData};

/// Any type.
pub static ANY_TYPE: TypeConstraint = TypeConstraint::new("any type", |_, _| true);
/// `index`.
pub static INDEX: TypeConstraint =
    TypeConstraint::only("index", |_, ty| ty == Type::INDEX, |_| Type::INDEX).of_kind(&INDEX_KIND);
/// `i1`.
pub static I1: TypeConstraint =
    TypeConstraint::only("1-bit signless integer", |_, ty| ty == Type::I1, |_| Type::I1)
        .of_kind(&INTEGER_KIND);
/// `i32`.
pub static I32: TypeConstraint =
    TypeConstraint::only("32-bit signless integer", |_, ty| ty == Type::I32, |_| Type::I32)
        .of_kind(&INTEGER_KIND);
/// `i64`.
pub static I64: TypeConstraint =
    TypeConstraint::only("64-bit signless integer", |_, ty| ty == Type::I64, |_| Type::I64)
        .of_kind(&INTEGER_KIND);
/// `none`.
pub static NONE: TypeConstraint = TypeConstraint::only("none type", |_, ty| ty == Type::NONE, |_| Type::NONE);
/// A function type.
pub static FUNCTION: TypeConstraint =
    TypeConstraint::new("function type", |cx, ty| matches!(ty.data(cx), TypeData::Function { .. }));

/// Whether the type is an integer without sign, or `index`.
pub fn is_signless_int_or_index(cx: &Context, ty: Type) -> bool {
    ty == Type::INDEX || ty.is_signless_integer(cx)
}

/// `index`.
pub static INDEX_KIND: TypeKind = TypeKind { name: "builtin.index", pred: |_, ty| ty == Type::INDEX };
/// Integers of any width and signedness.
pub static INTEGER_KIND: TypeKind = TypeKind { name: "builtin.integer", pred: |cx, ty| ty.is_integer(cx) };
/// Complex types.
pub static COMPLEX_KIND: TypeKind =
    TypeKind { name: "builtin.complex", pred: |cx, ty| matches!(ty.data(cx), TypeData::Complex(_)) };
/// Vectors.
pub static VECTOR_KIND: TypeKind = TypeKind { name: "builtin.vector", pred: |cx, ty| ty.is_vector(cx) };
/// Tensors, ranked or not.
pub static TENSOR_KIND: TypeKind = TypeKind { name: "", pred: |cx, ty| ty.is_tensor(cx) };
/// Ranked tensors.
pub static RANKED_TENSOR_KIND: TypeKind =
    TypeKind { name: "builtin.tensor", pred: |cx, ty| matches!(ty.data(cx), TypeData::RankedTensor { .. }) };
/// Memrefs, ranked or not.
pub static ANY_MEMREF_KIND: TypeKind = TypeKind { name: "", pred: |cx, ty| ty.is_memref(cx) };
/// Vectors, tensors and memrefs, ranked or not.
pub static SHAPED_KIND: TypeKind = TypeKind { name: "", pred: |cx, ty| ty.is_shaped(cx) };
/// Ranked memrefs.
pub static MEMREF_KIND: TypeKind =
    TypeKind { name: "builtin.memref", pred: |cx, ty| matches!(ty.data(cx), TypeData::MemRef { .. }) };
