//! Combining kinds, iterator types and punctuation.

use terrace_ir::asm::enum_attr;
use terrace_ir::def::{
    AttrConstraint, AttrDef, AttrSyntax, EMPTY_PARAMS, EnumCase, EnumDef, ParamDef, ParamKind,
};
use terrace_ir::{Attr, Context, Type};

const fn case(name: &'static str, value: u64) -> EnumCase {
    EnumCase { name, value }
}

const fn value_of(def: &'static EnumDef) -> ParamDef<'static> {
    ParamDef { name: "value", kind: ParamKind::Enum(def), optional: false, default: None }
}

/// How elements are combined.
pub static COMBINING_KINDS: EnumDef = EnumDef {
    name: "::mlir::vector::CombiningKind",
    cases: &[
        case("add", 0),
        case("mul", 1),
        case("minui", 2),
        case("minsi", 3),
        case("minnumf", 4),
        case("maxui", 5),
        case("maxsi", 6),
        case("maxnumf", 7),
        case("and", 8),
        case("or", 9),
        case("xor", 10),
        case("maximumf", 12),
        case("minimumf", 11),
    ],
    separator: None,
    width: 32,
};

/// `#vector.kind<add>`.
pub static COMBINING_KIND_ATTR: AttrDef = AttrDef {
    name: "vector.kind",
    class: "Vector_CombiningKindAttr",
    doc: "How elements are combined.",
    params: &[value_of(&COMBINING_KINDS)],
    format: Some("`<` $value `>`"),
    ..EMPTY_PARAMS
};

/// The attribute of an op that combines.
pub static COMBINING_KIND: AttrConstraint = AttrConstraint {
    summary: "Kind of combining function for contractions and reductions",
    pred: |cx, a| cx.attr_params(a, &COMBINING_KIND_ATTR).is_some(),
    syntax: AttrSyntax::Dialect(&COMBINING_KIND_ATTR),
};

fn enum_of(cx: &Context, def: &'static AttrDef, cases: &'static EnumDef, value: u64) -> Attr {
    cx.dialect_attr(def, &[enum_attr(cx, cases, value)]).unwrap_or(Attr::NULL)
}

fn value(cx: &Context, attr: Attr, def: &'static AttrDef) -> u64 {
    cx.attr_params(attr, def).and_then(|params| params[0].as_u64(cx)).unwrap_or(0)
}

/// `#vector.kind<add>`.
pub fn add_kind(cx: &Context) -> Attr {
    enum_of(cx, &COMBINING_KIND_ATTR, &COMBINING_KINDS, 0)
}

/// The keyword of a `#vector.kind`.
pub fn kind_keyword(cx: &Context, attr: Attr) -> &'static str {
    let value = value(cx, attr, &COMBINING_KIND_ATTR);
    COMBINING_KINDS.cases.iter().find(|case| case.value == value).map_or("", |case| case.name)
}

/// Whether elements of a type can be combined so.
pub fn combines(cx: &Context, kind: Attr, element: Type) -> bool {
    match kind_keyword(cx, kind) {
        "add" | "mul" => element.is_int_or_index(cx) || element.is_float(cx),
        "minnumf" | "maxnumf" | "minimumf" | "maximumf" => element.is_float(cx),
        _ => element.is_int_or_index(cx),
    }
}

/// Whether iterations are independent or reduce.
pub static ITERATOR_TYPES: EnumDef = EnumDef {
    name: "::mlir::vector::IteratorType",
    cases: &[case("parallel", 0), case("reduction", 1)],
    separator: None,
    width: 32,
};

/// `#vector.iterator_type<parallel>`.
pub static ITERATOR_TYPE_ATTR: AttrDef = AttrDef {
    name: "vector.iterator_type",
    class: "Vector_IteratorTypeEnum",
    doc: "Whether iterations are independent or reduce.",
    params: &[value_of(&ITERATOR_TYPES)],
    format: Some("`<` $value `>`"),
    ..EMPTY_PARAMS
};

/// An array of iterator types.
pub static ITERATOR_TYPE_ARRAY: AttrConstraint = AttrConstraint {
    summary: "Iterator type should be an enum.",
    pred: |cx, a| {
        a.as_array(cx)
            .is_some_and(|items| items.iter().all(|&i| cx.attr_params(i, &ITERATOR_TYPE_ATTR).is_some()))
    },
    syntax: AttrSyntax::Any,
};

/// `#vector.iterator_type` of a keyword; none for another word.
pub fn iterator_type(cx: &Context, keyword: &str) -> Option<Attr> {
    ITERATOR_TYPES.value_of(keyword).map(|value| enum_of(cx, &ITERATOR_TYPE_ATTR, &ITERATOR_TYPES, value))
}

/// The keyword of a `#vector.iterator_type`.
pub fn iterator_keyword(cx: &Context, attr: Attr) -> &'static str {
    if value(cx, attr, &ITERATOR_TYPE_ATTR) == 1 { "reduction" } else { "parallel" }
}

/// What stands between or around elements that are printed.
pub static PRINT_PUNCTUATIONS: EnumDef = EnumDef {
    name: "::mlir::vector::PrintPunctuation",
    cases: &[
        case("no_punctuation", 0),
        case("newline", 1),
        case("comma", 2),
        case("open", 3),
        case("close", 4),
    ],
    separator: None,
    width: 32,
};

/// `#vector.punctuation<newline>`.
pub static PRINT_PUNCTUATION_ATTR: AttrDef = AttrDef {
    name: "vector.punctuation",
    class: "Vector_PrintPunctuation",
    doc: "What stands between or around elements that are printed.",
    params: &[value_of(&PRINT_PUNCTUATIONS)],
    format: Some("`<` $value `>`"),
    ..EMPTY_PARAMS
};

/// The attribute of an op that prints.
pub static PRINT_PUNCTUATION: AttrConstraint = AttrConstraint {
    summary: "Punctuation for separating vectors or vector elements",
    pred: |cx, a| cx.attr_params(a, &PRINT_PUNCTUATION_ATTR).is_some(),
    syntax: AttrSyntax::Dialect(&PRINT_PUNCTUATION_ATTR),
};

/// `#vector.punctuation<newline>`.
pub fn newline(cx: &Context) -> Attr {
    enum_of(cx, &PRINT_PUNCTUATION_ATTR, &PRINT_PUNCTUATIONS, 1)
}

/// An array of `i64`.
pub static I64_ARRAY: AttrConstraint = AttrConstraint {
    summary: "64-bit integer array attribute",
    pred: |cx, a| {
        a.as_array(cx).is_some_and(|items| {
            items.iter().all(|i| i.as_integer(cx).is_some_and(|(_, ty)| ty == Type::I64))
        })
    },
    syntax: AttrSyntax::Any,
};

/// An array of `true` and `false`.
pub static BOOL_ARRAY: AttrConstraint = AttrConstraint {
    summary: "1-bit boolean array attribute",
    pred: |cx, a| {
        a.as_array(cx).is_some_and(|items| items.iter().all(|&i| i == Attr::TRUE || i == Attr::FALSE))
    },
    syntax: AttrSyntax::Any,
};

/// The numbers of an array of integers.
pub fn integers(cx: &Context, attr: Attr) -> Vec<i64> {
    attr.as_array(cx).unwrap_or(&[]).iter().filter_map(|item| item.as_i64(cx)).collect()
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
