//! Combining kinds, iterator types and punctuation.

use terrace_ir::def::{AttrDef, EMPTY_PARAMS, ParamDef};
use terrace_ir::enum_attr::{EnumValue, enum_param_attr};
use terrace_ir::{Attr, Context, OptionalAttr, Type, attr_kinds, enums};

enums! {
    /// The combining kind of a reduction.
    pub enum CombiningKind("::mlir::vector::CombiningKind", 32) {
        Add = 0 => "add",
        Mul = 1 => "mul",
        Minui = 2 => "minui",
        Minsi = 3 => "minsi",
        Minnumf = 4 => "minnumf",
        Maxui = 5 => "maxui",
        Maxsi = 6 => "maxsi",
        Maxnumf = 7 => "maxnumf",
        And = 8 => "and",
        Or = 9 => "or",
        Xor = 10 => "xor",
        Maximumf = 12 => "maximumf",
        Minimumf = 11 => "minimumf",
    }
    /// The iterator type of a dimension: parallel or reduction.
    pub enum IteratorType("::mlir::vector::IteratorType", 32) {
        Parallel = 0 => "parallel",
        Reduction = 1 => "reduction",
    }
    /// The punctuation printed after or around elements.
    pub enum PrintPunctuation("::mlir::vector::PrintPunctuation", 32) {
        NoPunctuation = 0 => "no_punctuation",
        NewLine = 1 => "newline",
        Comma = 2 => "comma",
        Open = 3 => "open",
        Close = 4 => "close",
    }
}

/// `#vector.kind<add>`.
pub static COMBINING_KIND_ATTR: AttrDef = AttrDef {
    name: "vector.kind",
    class: "Vector_CombiningKindAttr",
    doc: "The combining kind of a reduction.",
    params: &[ParamDef::of_enum("value", CombiningKind::DEF)],
    format: Some("`<` $value `>`"),
    ..EMPTY_PARAMS
};

/// `#vector.iterator_type<parallel>`.
pub static ITERATOR_TYPE_ATTR: AttrDef = AttrDef {
    name: "vector.iterator_type",
    class: "Vector_IteratorTypeEnum",
    doc: "The iterator type of a dimension: parallel or reduction.",
    params: &[ParamDef::of_enum("value", IteratorType::DEF)],
    format: Some("`<` $value `>`"),
    ..EMPTY_PARAMS
};

/// `#vector.punctuation<newline>`.
pub static PRINT_PUNCTUATION_ATTR: AttrDef = AttrDef {
    name: "vector.punctuation",
    class: "Vector_PrintPunctuation",
    doc: "The punctuation printed after or around elements.",
    params: &[ParamDef::of_enum("value", PrintPunctuation::DEF)],
    format: Some("`<` $value `>`"),
    ..EMPTY_PARAMS
};

attr_kinds! {
    /// The combining kind of an op.
    pub CombiningKindAttr("Kind of combining function for contractions and reductions") -> CombiningKind { parameter_of: COMBINING_KIND_ATTR }
    /// The iterator type of a dimension.
    pub IteratorTypeAttr("Iterator type") -> IteratorType { parameter_of: ITERATOR_TYPE_ATTR }
    /// The iterator types of all dimensions.
    pub IteratorTypeArrayAttr("Iterator type should be an enum.") { array_of: IteratorTypeAttr }
    /// The punctuation that an op prints.
    pub PrintPunctuationAttr("Punctuation for separating vectors or vector elements") -> PrintPunctuation { parameter_of: PRINT_PUNCTUATION_ATTR }
}

impl CombiningKind {
    /// Returns `#vector.kind<..>` of this kind.
    pub fn attr(self, cx: &Context) -> Attr {
        enum_param_attr(cx, self, &COMBINING_KIND_ATTR)
    }

    /// Whether elements of a type can be combined so.
    pub fn combines(self, cx: &Context, element: Type) -> bool {
        use CombiningKind::*;
        match self {
            Add | Mul => element.is_int_or_index(cx) || element.is_float(cx),
            Minnumf | Maxnumf | Minimumf | Maximumf => element.is_float(cx),
            Minui | Minsi | Maxui | Maxsi | And | Or | Xor => element.is_int_or_index(cx),
        }
    }
}

impl IteratorType {
    /// Returns `#vector.iterator_type<..>` of this type.
    pub fn attr(self, cx: &Context) -> Attr {
        enum_param_attr(cx, self, &ITERATOR_TYPE_ATTR)
    }
}

/// `#vector.kind<add>`.
pub fn add_kind(cx: &Context) -> Attr {
    CombiningKind::Add.attr(cx)
}

/// `#vector.punctuation<newline>`.
pub fn newline(cx: &Context) -> Attr {
    enum_param_attr(cx, PrintPunctuation::NewLine, &PRINT_PUNCTUATION_ATTR)
}

/// The numbers of an array of integers.
pub fn integers(cx: &Context, attr: Attr) -> Vec<i64> {
    attr.optional_elements(cx).iter().filter_map(|item| item.as_i64(cx)).collect()
}

/// An array of `i64` with these numbers.
pub fn i64_attrs(cx: &Context, numbers: &[i64]) -> Attr {
    let items: Vec<Attr> = numbers.iter().map(|&number| cx.int_attr(Type::I64, number)).collect();
    cx.array_attr(&items)
}

/// An array of `true` and `false` with these flags.
pub fn bool_attrs(cx: &Context, flags: &[bool]) -> Attr {
    let items: Vec<Attr> = flags.iter().map(|&flag| cx.bool_attr(flag)).collect();
    cx.array_attr(&items)
}
