//! Ops whose attributes are constrained: by type, by value, by the elements of an array.

use std::cmp::Ordering;

use terrace_ir::attr_kind::{
    AnyAttr, DenseI32ArrayAttr, DenseI64ArrayAttr, IndexAttr, StrAttr, TypeAttr, TypedAttr,
};
use terrace_ir::constraints::I32;
use terrace_ir::def::{AttrSyntax, OpDef};
use terrace_ir::traits::Predicate;
use terrace_ir::{Attr, AttrData, Context, OpKind, Signedness, Type, attr_kinds, int_attr_kinds};
use terrace_macros::op;
use terrace_support::apfloat::ApFloat;
use terrace_support::apint::ApInt;

/// Whether an attribute is an integer of 32 bits with this signedness, or with any.
fn is_int32(cx: &Context, attr: Attr, signedness: Option<Signedness>) -> bool {
    let all = [Signedness::Signless, Signedness::Signed, Signedness::Unsigned];
    let is = |ty: Type| {
        all.iter().any(|&sign| signedness.is_none_or(|only| only == sign) && ty == cx.integer(32, sign))
    };
    matches!(attr.data(cx), AttrData::Integer { ty, .. } if is(*ty))
}

/// Whether an attribute is a dense constant whose element type satisfies `element`, of this shape if there is one.
fn is_elements(cx: &Context, attr: Attr, element: impl Fn(Type) -> bool, shape: Option<&[i64]>) -> bool {
    let AttrData::DenseElements { ty, .. } = attr.data(cx) else { return false };
    ty.element_type(cx).is_some_and(element) && shape.is_none_or(|shape| ty.shape(cx) == Some(shape))
}

/// Whether an attribute is an integer of this type that is one of the cases of an enum.
fn is_case(cx: &Context, attr: Attr, width: u32, cases: &[u64]) -> bool {
    let AttrData::Integer { ty, value } = attr.data(cx) else { return false };
    *ty == cx.integer(width, Signedness::Signless) && value.to_u64().is_some_and(|v| cases.contains(&v))
}

/// Whether an attribute is a string with the type of an integer.
fn is_string_of_integer(cx: &Context, attr: Attr) -> bool {
    matches!(attr.data(cx), AttrData::String { ty, .. } if ty.is_integer(cx))
}

/// The elements of a dense array of this type; `None` for another attribute.
fn elements(cx: &Context, attr: Attr, expected: Type) -> Option<impl Iterator<Item = &[u8]>> {
    let AttrData::DenseArray { element, len, data } = attr.data(cx) else { return None };
    let width = data.len().checked_div(*len).unwrap_or(1).max(1);
    (*element == expected).then(|| data.chunks_exact(width))
}

/// The integers of a dense array of this type; `None` for another attribute.
fn integers(cx: &Context, attr: Attr, ty: Type) -> Option<Vec<i64>> {
    let number = |bytes: &[u8]| ApInt::from_le_bytes(8 * bytes.len() as u32, bytes).to_i64();
    elements(cx, attr, ty)?.map(number).collect()
}

/// The signs of the numbers of a dense array of this type; `None` for another attribute.
fn signs(cx: &Context, attr: Attr, ty: Type) -> Option<Vec<Ordering>> {
    let Some(kind) = ty.float_kind(cx) else {
        return Some(integers(cx, attr, ty)?.iter().map(|value| value.cmp(&0)).collect());
    };
    let bits = |bytes: &[u8]| bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u128::from(byte));
    let sign = |bytes| ApFloat::from_bits(kind, bits(bytes)).to_f64().partial_cmp(&0.0);
    elements(cx, attr, ty)?.map(sign).collect()
}

fn is_positive(cx: &Context, attr: Attr, ty: Type) -> bool {
    signs(cx, attr, ty).is_some_and(|all| all.iter().all(|&sign| sign == Ordering::Greater))
}

fn is_non_negative(cx: &Context, attr: Attr, ty: Type) -> bool {
    signs(cx, attr, ty).is_some_and(|all| all.iter().all(|&sign| sign != Ordering::Less))
}

fn is_sorted(cx: &Context, attr: Attr, ty: Type, strictly: bool) -> bool {
    integers(cx, attr, ty).is_some_and(|all| all.is_sorted_by(|a, b| a < b || (!strictly && a == b)))
}

int_attr_kinds! {
    /// An `i32` that is at least zero.
    pub NonNegativeI32Attr(
        "32-bit signless integer attribute whose value is non-negative", Type::I32, |value| value >= 0
    );
    /// An `i64` that is at least zero.
    pub NonNegativeI64Attr(
        "64-bit signless integer attribute whose value is non-negative", Type::I64, |value| value >= 0
    );
    /// An `i32` above zero.
    pub PositiveI32Attr(
        "32-bit signless integer attribute whose value is positive", Type::I32, |value| value > 0
    );
    /// An `i64` above zero.
    pub PositiveI64Attr(
        "64-bit signless integer attribute whose value is positive", Type::I64, |value| value > 0
    );
}

attr_kinds! {
    /// Strings.
    pub StrArrayAttr("string array attribute") { array_of: StrAttr }
    /// Types.
    pub TypeArrayAttr("type array attribute") { array_of: TypeAttr }
    /// A string with the type of an integer.
    pub StringOfIntegerAttr("string attribute of integer") { accepts: is_string_of_integer }
    /// The same, or an integer.
    pub StringOfIntegerOrI64Attr("string attribute of integer or 64-bit signless integer attribute") {
        accepts: |cx, attr| {
            is_string_of_integer(cx, attr) || terrace_ir::attr_kind::int_of_type(cx, attr, Type::I64).is_some()
        },
    }
    /// An enum that is stored in 32 bits.
    pub SomeI32EnumAttr("allowed 32-bit signless integer cases: 5, 10, 2147483648, 4294967295") {
        accepts: |cx, attr| is_case(cx, attr, 32, &[5, 10, 2_147_483_648, 4_294_967_295]),
    }
    /// An enum that is stored in 64 bits.
    pub SomeI64EnumAttr("allowed 64-bit signless integer cases: 5, 10, 4294967296") {
        accepts: |cx, attr| is_case(cx, attr, 64, &[5, 10, 4_294_967_296]),
    }
    /// An integer of 32 bits.
    pub AnyI32Attr("32-bit integer attribute") { accepts: |cx, attr| is_int32(cx, attr, None) }
    /// An unsigned integer of 32 bits.
    pub UI32Attr("32-bit unsigned integer attribute") {
        accepts: |cx, attr| is_int32(cx, attr, Some(Signedness::Unsigned)),
    }
    /// A signed integer of 32 bits.
    pub SI32Attr("32-bit signed integer attribute") {
        accepts: |cx, attr| is_int32(cx, attr, Some(Signedness::Signed)),
    }
    /// Two `f32`.
    pub TwoF32ElementsAttr("32-bit float elements attribute of shape [2]") {
        accepts: |cx, attr| is_elements(cx, attr, |ty| ty == Type::F32, Some(&[2])),
    }
    /// A matrix of `f64`.
    pub F64MatrixElementsAttr("64-bit float elements attribute of shape [4, 8]") {
        accepts: |cx, attr| is_elements(cx, attr, |ty| ty == Type::F64, Some(&[4, 8])),
    }
    /// Integers of 32 bits.
    pub AnyI32ElementsAttr("32-bit integer elements attribute") {
        accepts: |cx, attr| is_elements(cx, attr, |ty| ty.is_integer(cx) && ty.integer_width(cx) == 32, None),
    }
    /// Signless integers of 32 bits.
    pub I32ElementsAttr("32-bit signless integer elements attribute") {
        accepts: |cx, attr| is_elements(cx, attr, |ty| ty == Type::I32, None),
    }
    /// Two `i32`.
    pub TwoI32ElementsAttr("32-bit signless int elements attribute of shape [2]") {
        accepts: |cx, attr| is_elements(cx, attr, |ty| ty == Type::I32, Some(&[2])),
    }
    /// A matrix of `i64`.
    pub I64MatrixElementsAttr("64-bit signless int elements attribute of shape [4, 8]") {
        accepts: |cx, attr| is_elements(cx, attr, |ty| ty == Type::I64, Some(&[4, 8])),
    }
    /// Strings.
    pub StringElementsAttr("string elements attribute") {
        accepts: |cx, attr| matches!(attr.data(cx), AttrData::DenseString { .. }),
    }
    /// The type `i64`.
    pub TypeOfI64Attr("type attribute of 64-bit signless integer") {
        accepts: |cx, attr| attr.as_type(cx) == Some(Type::I64), syntax: AttrSyntax::Type,
    }
    /// An attribute `#test.slash_attr`.
    pub SlashAttr("") { accepts: |cx, attr| cx.attr_params(attr, &crate::params::SLASH).is_some() }
}

/// Defines kinds of dense arrays of one element type.
macro_rules! dense_arrays {
    ($($name:ident($summary:literal, $element:expr $(, $accepts:expr)?);)*) => { attr_kinds! {$(
        #[doc = concat!("An ", $summary, ".")]
        pub $name($summary) {
            accepts: |cx, attr| {
                let accepts: fn(&Context, Attr, Type) -> bool =
                    dense_arrays!(@or [|cx, attr, ty| elements(cx, attr, ty).is_some()] $($accepts)?);
                accepts(cx, attr, $element)
            },
            syntax: AttrSyntax::DenseArray($element),
        }
    )*}};
    (@or [$default:expr]) => { $default };
    (@or [$default:expr] $given:expr) => { $given };
}

dense_arrays! {
    DenseBoolArrayAttr("i1 dense array attribute", Type::I1);
    DenseI8ArrayAttr("i8 dense array attribute", Type::I8);
    DenseI16ArrayAttr("i16 dense array attribute", Type::I16);
    DenseF32ArrayAttr("f32 dense array attribute", Type::F32);
    DenseF64ArrayAttr("f64 dense array attribute", Type::F64);
    IncreasingI16ArrayAttr(
        "i16 dense array attribute should be in increasing order", Type::I16,
        |cx, attr, ty| is_sorted(cx, attr, ty, true)
    );
    NonDecreasingI32ArrayAttr(
        "i32 dense array attribute should be in non-decreasing order", Type::I32,
        |cx, attr, ty| is_sorted(cx, attr, ty, false)
    );
    IncreasingI64ArrayAttr(
        "i64 dense array attribute should be in increasing order", Type::I64,
        |cx, attr, ty| is_sorted(cx, attr, ty, true)
    );
    PositiveI8ArrayAttr("i8 dense array attribute whose value is positive", Type::I8, is_positive);
    PositiveI16ArrayAttr("i16 dense array attribute whose value is positive", Type::I16, is_positive);
    PositiveI32ArrayAttr("i32 dense array attribute whose value is positive", Type::I32, is_positive);
    PositiveI64ArrayAttr("i64 dense array attribute whose value is positive", Type::I64, is_positive);
    PositiveF32ArrayAttr("f32 dense array attribute whose value is positive", Type::F32, is_positive);
    PositiveF64ArrayAttr("f64 dense array attribute whose value is positive", Type::F64, is_positive);
    NonNegativeI8ArrayAttr("i8 dense array attribute whose value is non-negative", Type::I8, is_non_negative);
    NonNegativeI16ArrayAttr("i16 dense array attribute whose value is non-negative", Type::I16, is_non_negative);
    NonNegativeI32ArrayAttr("i32 dense array attribute whose value is non-negative", Type::I32, is_non_negative);
    NonNegativeI64ArrayAttr("i64 dense array attribute whose value is non-negative", Type::I64, is_non_negative);
    NonNegativeF32ArrayAttr("f32 dense array attribute whose value is non-negative", Type::F32, is_non_negative);
    NonNegativeF64ArrayAttr("f64 dense array attribute whose value is non-negative", Type::F64, is_non_negative);
}

/// Holds integers that are not negative.
#[op("test.non_negative_int_attr")]
pub struct NonNegIntAttrOp {
    i32attr: Prop<NonNegativeI32Attr>,
    i64attr: Prop<NonNegativeI64Attr>,
}

/// Holds integers above zero.
#[op("test.positive_int_attr")]
pub struct PositiveIntAttrOp {
    i32attr: Prop<PositiveI32Attr>,
    i64attr: Prop<PositiveI64Attr>,
}

/// Holds types.
#[op("test.type_array_attr")]
pub struct TypeArrayAttrOp {
    attr: Prop<TypeArrayAttr>,
}

/// Holds a string with a type.
#[op("test.string_attr_with_type", format = "$attr attr-dict")]
pub struct TypedStringAttrWithTypeOp {
    attr: Prop<StringOfIntegerAttr>,
}

/// Holds a string with a type, or an integer.
#[op("test.string_attr_with_mixed_type", format = "$attr attr-dict")]
pub struct TypedStringAttrWithMixedTypeOp {
    attr: Prop<StringOfIntegerOrI64Attr>,
}

/// Holds a number.
#[op("test.float_attrs")]
pub struct FloatAttrOp {
    float_attr: Prop<AnyAttr>,
}

/// Holds a case of an enum.
#[op("test.i32_enum_attr")]
pub struct I32EnumAttrOp {
    attr: Prop<SomeI32EnumAttr>,
    val: Res<I32>,
}

/// Holds a case of an enum.
#[op("test.i64_enum_attr")]
pub struct I64EnumAttrOp {
    attr: Prop<SomeI64EnumAttr>,
    val: Res<I32>,
}

/// Holds integers of each signedness.
#[op("test.int_attrs")]
pub struct IntAttrOp {
    any_i32_attr: Prop<AnyI32Attr>,
    index_attr: Prop<IndexAttr>,
    ui32_attr: Prop<UI32Attr>,
    si32_attr: Prop<SI32Attr>,
}

/// Holds floats of a shape.
#[op("test.float_elements_attr")]
pub struct FloatElementsAttrOp {
    scalar_f32_attr: Prop<TwoF32ElementsAttr>,
    tensor_f64_attr: Prop<F64MatrixElementsAttr>,
}

/// Holds integers of any shape.
#[op("test.int_elements_attr")]
pub struct IntElementsAttrOp {
    any_i32_attr: Prop<AnyI32ElementsAttr>,
    i32_attr: Prop<I32ElementsAttr>,
}

/// Holds integers of a shape.
#[op("test.ranked_int_elements_attr")]
pub struct RankedIntElementsAttrOp {
    vector_i32_attr: Prop<TwoI32ElementsAttr>,
    matrix_i64_attr: Prop<I64MatrixElementsAttr>,
}

/// Holds strings.
#[op("test.string_elements_attr")]
pub struct StringElementsAttrOp {
    scalar_string_attr: Prop<StringElementsAttr>,
}

/// Holds one type.
#[op("test.type_attr_of", format = "attr-dict $type")]
pub struct TypeAttrOfOp {
    r#type: Prop<TypeOfI64Attr>,
}

/// Holds dense arrays.
#[op(
    "test.dense_array_attr",
    format = "`i1attr` `=` $i1attr `i8attr` `=` $i8attr `i16attr` `=` $i16attr `i32attr` `=` $i32attr \
              `i64attr` `=` $i64attr `f32attr` `=` $f32attr `f64attr` `=` $f64attr `emptyattr` `=` $emptyattr \
              attr-dict"
)]
pub struct DenseArrayAttrOp {
    i1attr: Prop<DenseBoolArrayAttr>,
    i8attr: Prop<DenseI8ArrayAttr>,
    i16attr: Prop<DenseI16ArrayAttr>,
    i32attr: Prop<DenseI32ArrayAttr>,
    i64attr: Prop<DenseI64ArrayAttr>,
    f32attr: Prop<DenseF32ArrayAttr>,
    f64attr: Prop<DenseF64ArrayAttr>,
    emptyattr: Prop<DenseI32ArrayAttr>,
}

/// Holds an attribute with a slash.
#[op("test.slash_attr")]
pub struct SlashAttrOp {
    attr: Prop<SlashAttr>,
}

/// Holds dense arrays that are sorted.
#[op("test.confined_dense_array_attr")]
pub struct ConfinedDenseArrayAttrOp {
    emptyattr: Prop<IncreasingI16ArrayAttr>,
    i32attr: Prop<NonDecreasingI32ArrayAttr>,
    i64attr: Prop<IncreasingI64ArrayAttr>,
}

/// Holds dense arrays of numbers above zero.
#[op("test.confined_strictly_positive_attr")]
pub struct DenseArrayStrictlyPositiveAttrOp {
    i8attr: Prop<PositiveI8ArrayAttr>,
    i16attr: Prop<PositiveI16ArrayAttr>,
    i32attr: Prop<PositiveI32ArrayAttr>,
    i64attr: Prop<PositiveI64ArrayAttr>,
    f32attr: Prop<PositiveF32ArrayAttr>,
    f64attr: Prop<PositiveF64ArrayAttr>,
    emptyattr: Prop<PositiveI16ArrayAttr>,
}

/// Holds dense arrays of numbers that are not negative.
#[op("test.confined_non_negative_attr")]
pub struct DenseArrayNonNegativeOp {
    i8attr: Prop<NonNegativeI8ArrayAttr>,
    i16attr: Prop<NonNegativeI16ArrayAttr>,
    i32attr: Prop<NonNegativeI32ArrayAttr>,
    i64attr: Prop<NonNegativeI64ArrayAttr>,
    f32attr: Prop<NonNegativeF32ArrayAttr>,
    f64attr: Prop<NonNegativeF64ArrayAttr>,
    emptyattr: Prop<NonNegativeI16ArrayAttr>,
}

/// Holds a number that is not printed if it is zero.
#[op("test.default_value_print", format = "attr-dict $operand")]
pub struct TestDefaultAttrPrintOp {
    value_with_default: DefaultProp<terrace_ir::attr_kind::I32Attr, zero>,
    operand: Operand<I32>,
}

fn zero(cx: &Context) -> Attr {
    cx.int_attr(Type::I32, 0)
}

/// Holds a string that is not printed if it is empty.
#[op("test.has_str_value", format = "attr-dict")]
pub struct TestDefaultStrAttrHasValueOp {
    value: DefaultProp<StrAttr, empty>,
}

fn empty(cx: &Context) -> Attr {
    cx.string_attr("")
}

/// Its results have the type of its attribute.
#[op("test.result_has_same_type_as_attr", traits(Predicate(&SAME_TYPE_AS_ATTR)),
     format = "$attr `->` type($result) attr-dict")]
pub struct ResultHasSameTypeAsAttr {
    attr: Prop<TypedAttr>,
    result: Res<terrace_ir::constraints::ANY_TYPE>,
}

static SAME_TYPE_AS_ATTR: Predicate = Predicate {
    summary: "all of {attr, result} have same type",
    holds: |op| {
        let ty = ResultHasSameTypeAsAttr::view_of(op).attr_attr().ty(op.cx());
        ty == Some(op.single_result().ty())
    },
};

/// The ops of this file.
pub(crate) const OPS: [&OpDef; 22] = [
    NonNegIntAttrOp::DEF,
    PositiveIntAttrOp::DEF,
    TypeArrayAttrOp::DEF,
    TypedStringAttrWithTypeOp::DEF,
    TypedStringAttrWithMixedTypeOp::DEF,
    FloatAttrOp::DEF,
    I32EnumAttrOp::DEF,
    I64EnumAttrOp::DEF,
    IntAttrOp::DEF,
    FloatElementsAttrOp::DEF,
    IntElementsAttrOp::DEF,
    RankedIntElementsAttrOp::DEF,
    StringElementsAttrOp::DEF,
    TypeAttrOfOp::DEF,
    DenseArrayAttrOp::DEF,
    SlashAttrOp::DEF,
    ConfinedDenseArrayAttrOp::DEF,
    DenseArrayStrictlyPositiveAttrOp::DEF,
    DenseArrayNonNegativeOp::DEF,
    TestDefaultAttrPrintOp::DEF,
    TestDefaultStrAttrHasValueOp::DEF,
    ResultHasSameTypeAsAttr::DEF,
];
