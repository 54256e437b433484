//! Type and attribute constraints that several dialects use, in upstream's words.

use crate::attrs::{Attr, AttrData};
use crate::context::Context;
use crate::def::{AttrConstraint, AttrSyntax, TypeConstraint, TypeKind};
use crate::types::{Type, TypeData};

/// Any type.
pub static ANY_TYPE: TypeConstraint = TypeConstraint::new("any type", |_, _| true);
/// `index`.
pub static INDEX: TypeConstraint = TypeConstraint::only("index", |_, ty| ty == Type::INDEX, |_| Type::INDEX);
/// `i1`.
pub static I1: TypeConstraint =
    TypeConstraint::only("1-bit signless integer", |_, ty| ty == Type::I1, |_| Type::I1);
/// `i32`.
pub static I32: TypeConstraint =
    TypeConstraint::only("32-bit signless integer", |_, ty| ty == Type::I32, |_| Type::I32);
/// `i64`.
pub static I64: TypeConstraint =
    TypeConstraint::only("64-bit signless integer", |_, ty| ty == Type::I64, |_| Type::I64);
/// `none`.
pub static NONE: TypeConstraint = TypeConstraint::only("none type", |_, ty| ty == Type::NONE, |_| Type::NONE);
/// A function type.
pub static FUNCTION: TypeConstraint =
    TypeConstraint::new("function type", |cx, ty| matches!(ty.data(cx), TypeData::Function { .. }));

/// Any attribute.
pub static ANY_ATTR: AttrConstraint =
    AttrConstraint { summary: "any attribute", pred: |_, _| true, syntax: AttrSyntax::Any };
/// A unit attribute.
pub static UNIT_ATTR: AttrConstraint =
    AttrConstraint { summary: "unit attribute", pred: |_, a| a == Attr::UNIT, syntax: AttrSyntax::Unit };
/// A flag that upstream keeps as a bool: `false` where it is not set.
pub static UNIT_PROP: AttrConstraint = AttrConstraint {
    summary: "unit property",
    pred: |_, a| a == Attr::UNIT || a == Attr::FALSE,
    syntax: AttrSyntax::Unit,
};
/// A string.
pub static STR_ATTR: AttrConstraint = AttrConstraint {
    summary: "string attribute",
    pred: |cx, a| matches!(a.data(cx), AttrData::String { .. }),
    syntax: AttrSyntax::Typed(|_| Type::NONE),
};
/// A string that names a symbol.
pub static SYMBOL_NAME_ATTR: AttrConstraint = AttrConstraint {
    summary: "string attribute",
    pred: |cx, a| matches!(a.data(cx), AttrData::String { .. }),
    syntax: AttrSyntax::SymbolName,
};
/// `true` or `false`.
pub static BOOL_ATTR: AttrConstraint = AttrConstraint {
    summary: "bool attribute",
    pred: |_, a| a == Attr::TRUE || a == Attr::FALSE,
    syntax: AttrSyntax::Typed(|_| Type::I1),
};
/// A symbol reference.
pub static SYMBOL_REF_ATTR: AttrConstraint = AttrConstraint {
    summary: "symbol reference attribute",
    pred: |cx, a| matches!(a.data(cx), AttrData::SymbolRef { .. }),
    syntax: AttrSyntax::Any,
};
/// A symbol reference without nested parts.
pub static FLAT_SYMBOL_REF_ATTR: AttrConstraint = AttrConstraint {
    summary: "flat symbol reference attribute",
    pred: |cx, a| a.as_flat_symbol_ref(cx).is_some(),
    syntax: AttrSyntax::Any,
};
/// A dictionary.
pub static DICT_ATTR: AttrConstraint = AttrConstraint {
    summary: "dictionary of named attribute values",
    pred: |cx, a| a.as_dict(cx).is_some(),
    syntax: AttrSyntax::Any,
};
/// An affine map.
pub static AFFINE_MAP_ATTR: AttrConstraint = AttrConstraint {
    summary: "AffineMap attribute",
    pred: |cx, a| a.as_affine_map(cx).is_some(),
    syntax: AttrSyntax::Any,
};
/// An integer set.
pub static INTEGER_SET_ATTR: AttrConstraint = AttrConstraint {
    summary: "IntegerSet attribute",
    pred: |cx, a| a.as_integer_set(cx).is_some(),
    syntax: AttrSyntax::Any,
};
/// An array of dictionaries.
pub static DICT_ARRAY_ATTR: AttrConstraint = AttrConstraint {
    summary: "Array of dictionary attributes",
    pred: |cx, a| a.as_array(cx).is_some_and(|items| items.iter().all(|i| i.as_dict(cx).is_some())),
    syntax: AttrSyntax::Any,
};
/// An array.
pub static ARRAY_ATTR: AttrConstraint = AttrConstraint {
    summary: "array attribute",
    pred: |cx, a| a.as_array(cx).is_some(),
    syntax: AttrSyntax::Any,
};
/// A type attribute that holds a function type.
pub static FUNCTION_TYPE_ATTR: AttrConstraint = AttrConstraint {
    summary: "type attribute of function type",
    pred: |cx, a| a.as_type(cx).is_some_and(|ty| ty.function(cx).is_some()),
    syntax: AttrSyntax::Type,
};
/// A type attribute.
pub static TYPE_ATTR: AttrConstraint = AttrConstraint {
    summary: "any type attribute",
    pred: |cx, a| a.as_type(cx).is_some(),
    syntax: AttrSyntax::Type,
};
/// An attribute that knows its type.
pub static TYPED_ATTR: AttrConstraint = AttrConstraint {
    summary: "TypedAttr instance",
    pred: |cx, a| a.ty(cx).is_some(),
    syntax: AttrSyntax::Any,
};
/// `array<i32: ...>`.
pub static DENSE_I32_ARRAY_ATTR: AttrConstraint = AttrConstraint {
    summary: "i32 dense array attribute",
    pred: |cx, a| matches!(a.data(cx), AttrData::DenseArray { element: Type::I32, .. }),
    syntax: AttrSyntax::DenseArray(Type::I32),
};
/// `array<i64: ...>`.
pub static DENSE_I64_ARRAY_ATTR: AttrConstraint = AttrConstraint {
    summary: "i64 dense array attribute",
    pred: |cx, a| matches!(a.data(cx), AttrData::DenseArray { element: Type::I64, .. }),
    syntax: AttrSyntax::DenseArray(Type::I64),
};

macro_rules! int_attrs {
    ($($(#[$meta:meta])* $name:ident($summary:literal, $ty:expr)),* $(,)?) => {
        $($(#[$meta])*
        pub static $name: AttrConstraint = AttrConstraint {
            summary: $summary,
            pred: |cx, a| matches!(a.data(cx), AttrData::Integer { ty, .. } if *ty == $ty),
            syntax: AttrSyntax::Typed(|_| $ty),
        };)*
    };
}

int_attrs! {
    /// An `i1` integer attribute.
    I1_ATTR("1-bit signless integer attribute", Type::I1),
    /// An `i8` integer attribute.
    I8_ATTR("8-bit signless integer attribute", Type::I8),
    /// An `i16` integer attribute.
    I16_ATTR("16-bit signless integer attribute", Type::I16),
    /// An `i32` integer attribute.
    I32_ATTR("32-bit signless integer attribute", Type::I32),
    /// An `i64` integer attribute.
    I64_ATTR("64-bit signless integer attribute", Type::I64),
    /// An `index` integer attribute.
    INDEX_ATTR("index attribute", Type::INDEX),
}

/// Whether the type is an integer without sign, or `index`.
pub fn is_signless_int_or_index(cx: &Context, ty: Type) -> bool {
    ty == Type::INDEX || ty.is_signless_integer(cx)
}

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
