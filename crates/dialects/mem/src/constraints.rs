//! Type and attribute constraints of these dialects, in upstream's words.

use terrace_dialects_builtin::constraints::is_signless_int_or_index;
use terrace_ir::attr_kind::I64ArrayAttr;
use terrace_ir::constraints::{ANY_MEMREF_KIND, MEMREF_KIND, RANKED_TENSOR_KIND, SHAPED_KIND, TENSOR_KIND};
use terrace_ir::def::{AttrSyntax, TypeConstraint};
use terrace_ir::{Attr, Context, Type, TypeData};
use terrace_ir::{attr_kinds, int_attr_kinds};

use crate::layout::memref;

/// Whether a type is a ranked memref of this rank whose element type satisfies `pred`.
fn is_memref(cx: &Context, ty: Type, rank: Option<usize>, pred: fn(&Context, Type) -> bool) -> bool {
    memref(cx, ty).is_some_and(|m| rank.is_none_or(|rank| m.shape.len() == rank) && pred(cx, m.element))
}

/// Whether a type is a ranked tensor whose element type satisfies `pred`.
pub fn is_ranked_tensor(cx: &Context, ty: Type, pred: fn(&Context, Type) -> bool) -> bool {
    matches!(ty.data(cx), TypeData::RankedTensor { element, .. } if pred(cx, *element))
}

fn is_signless_int_or_float(cx: &Context, ty: Type) -> bool {
    ty.is_signless_integer(cx) || ty.is_float(cx)
}

fn any(_cx: &Context, _ty: Type) -> bool {
    true
}

macro_rules! type_constraints {
    ($($(#[$meta:meta])* $name:ident($summary:literal $(, $kind:ident)?; $pred:expr);)*) => {
        $($(#[$meta])*
        pub static $name: TypeConstraint = TypeConstraint::new($summary, $pred) $(.of_kind(&$kind))?;)*
    };
}

type_constraints! {
    /// A ranked memref.
    ANY_MEMREF("memref of any type values", MEMREF_KIND; |cx, ty| is_memref(cx, ty, None, any));
    /// A memref, ranked or not.
    ANY_RANKED_OR_UNRANKED_MEMREF(
        "ranked or unranked memref of any type values", ANY_MEMREF_KIND; |cx, ty| ty.is_memref(cx)
    );
    /// A memref without rank or of a rank that is not zero.
    ANY_NON0_RANKED_OR_UNRANKED_MEMREF(
        "unranked.memref of any type values or non-0-ranked.memref of any type values";
        |cx, ty| ty.is_memref(cx) && ty.shape(cx).is_none_or(|shape| !shape.is_empty())
    );
    /// A ranked memref whose layout has strides.
    ANY_STRIDED_MEMREF(
        "strided memref of any type values", MEMREF_KIND;
        |cx, ty| memref(cx, ty).is_some_and(|m| m.strides_and_offset(cx).is_some())
    );
    /// A memref of rank zero whose layout has strides.
    STRIDED_MEMREF_RANK_0(
        "strided memref of any type values of rank 0"; |cx, ty| is_memref(cx, ty, Some(0), any)
    );
    /// A memref all of whose extents are known.
    ANY_STATIC_SHAPE_MEMREF(
        "statically shaped memref of any type values", MEMREF_KIND;
        |cx, ty| is_memref(cx, ty, None, any) && ty.has_static_shape(cx)
    );
    /// A memref of signless integers or floats.
    SIGNLESS_INT_OR_FLOAT_MEMREF(
        "memref of signless integer or floating-point values", MEMREF_KIND;
        |cx, ty| is_memref(cx, ty, None, is_signless_int_or_float)
    );
    /// A memref of rank one.
    MEMREF_RANK_1("1D memref of any type values", MEMREF_KIND; |cx, ty| is_memref(cx, ty, Some(1), any));
    /// A memref of rank one of extents.
    INT_OR_INDEX_MEMREF_RANK_1(
        "1D memref of signless integer or index values", MEMREF_KIND;
        |cx, ty| is_memref(cx, ty, Some(1), is_signless_int_or_index)
    );
    /// A memref of bytes.
    I8_MEMREF_RANK_1(
        "1D memref of 8-bit signless integer values", MEMREF_KIND;
        |cx, ty| is_memref(cx, ty, Some(1), |_, element| element == Type::I8)
    );
    /// A signless integer or a float.
    SIGNLESS_INT_OR_FLOAT("signless integer or floating-point"; is_signless_int_or_float);
    /// A tensor, ranked or not.
    ANY_TENSOR("tensor of any type values", TENSOR_KIND; |cx, ty| ty.is_tensor(cx));
    /// A tensor without rank or of a rank that is not zero.
    ANY_NON0_RANKED_OR_UNRANKED_TENSOR(
        "non-0-ranked or unranked tensor", TENSOR_KIND;
        |cx, ty| ty.is_tensor(cx) && ty.shape(cx).is_none_or(|shape| !shape.is_empty())
    );
    /// A tensor all of whose extents are known.
    ANY_STATIC_SHAPE_TENSOR(
        "statically shaped tensor of any type values", RANKED_TENSOR_KIND;
        |cx, ty| is_ranked_tensor(cx, ty, any) && ty.has_static_shape(cx)
    );
    /// A ranked tensor of indices.
    INT_OR_INDEX_TENSOR(
        "ranked tensor of signless integer or index values", RANKED_TENSOR_KIND;
        |cx, ty| is_ranked_tensor(cx, ty, is_signless_int_or_index)
    );
    /// A tensor of rank one of extents.
    INT_OR_INDEX_TENSOR_RANK_1(
        "1D tensor of signless integer or index values", RANKED_TENSOR_KIND;
        |cx, ty| is_ranked_tensor(cx, ty, is_signless_int_or_index) && ty.shape(cx).is_some_and(|s| s.len() == 1)
    );
    /// A tensor of numbers that have a width.
    INT_OR_FLOAT_TENSOR(
        "tensor of signless integer or unsigned integer or signed integer or floating-point values", TENSOR_KIND;
        |cx, ty| ty.is_tensor(cx) && ty.element_type(cx).is_some_and(|e| e.is_integer(cx) || e.is_float(cx))
    );
    /// A vector, tensor or memref.
    ANY_SHAPED("shaped of any type values", SHAPED_KIND; |cx, ty| ty.is_shaped(cx));
}

int_attr_kinds! {
    /// The alignment of an access or an allocation, in bytes.
    pub AlignmentAttr(
        "64-bit signless integer attribute whose value is positive and whose value is a power of two > 0",
        Type::I64,
        |value| value > 0 && value.count_ones() == 1
    );
    /// A number above zero.
    pub PositiveI32Attr(
        "32-bit signless integer attribute whose value is positive",
        Type::I32,
        |value| value > 0
    );
    /// The temporal locality of prefetched data, from none (0) to maximal (3).
    pub LocalityAttr(
        "32-bit signless integer attribute whose minimum value is 0 whose maximum value is 3",
        Type::I32,
        |value| (0..=3).contains(&value)
    );
}

attr_kinds! {
    /// Groups of dimensions: an array of arrays of `i64`.
    pub IndexListArrayAttr("Array of 64-bit integer array attributes") { array_of: I64ArrayAttr }
    /// The type of a ranked memref.
    pub MemRefTypeAttr("memref type attribute") -> Type {
        value: |cx, attr: Attr| attr.as_type(cx).filter(|&ty| memref(cx, ty).is_some()),
        attr: |cx, ty| cx.type_attr(ty),
        placeholder: Type::NONE,
        syntax: AttrSyntax::Type,
    }
}

/// The default value of an optional flag: false.
pub fn no(_cx: &Context) -> Attr {
    Attr::FALSE
}
