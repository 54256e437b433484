//! Functions of elements, iterator types, and constraints of attributes.

use terrace_dialects_core::constraints::is_enum_case;
use terrace_ir::asm::enum_attr;
use terrace_ir::def::{
    AttrConstraint, AttrDef, AttrSyntax, EMPTY_PARAMS, EnumCase, EnumDef, ParamDef, ParamKind,
};
use terrace_ir::{Attr, AttrData, Context, Type};

const fn case(name: &'static str, value: u64) -> EnumCase {
    EnumCase { name, value }
}

macro_rules! enums {
    ($($(#[$doc:meta])* $cases:ident $attr:ident = $name:literal, $mnemonic:literal, $class:literal:
       [$($case:literal = $value:literal),* $(,)?];)*) => {
        $(
            $(#[$doc])*
            pub static $cases: EnumDef = EnumDef {
                name: concat!("::mlir::", $name),
                cases: &[$(case($case, $value)),*],
                separator: None,
                width: 32,
            };
            $(#[$doc])*
            pub static $attr: AttrDef = AttrDef {
                name: concat!("linalg.", $mnemonic),
                class: $class,
                doc: $mnemonic,
                params: &[ParamDef { name: "value", kind: ParamKind::Enum(&$cases), optional: false, default: None }],
                format: Some("`<` $value `>`"),
                ..EMPTY_PARAMS
            };
        )*
        /// The attributes of the dialect.
        pub static ATTRS: &[&AttrDef] = &[$(&$attr),*];
    };
}

enums! {
    /// A function of elements.
    ELEMENTWISE_KINDS ELEMENTWISE_KIND_ATTR = "linalg::ElementwiseKind", "elementwise_kind", "ElementwiseKindAttr": [
        "exp" = 0, "log" = 1, "abs" = 2, "ceil" = 3, "floor" = 4, "negf" = 5, "reciprocal" = 6, "round" = 7,
        "sqrt" = 8, "rsqrt" = 9, "square" = 10, "tanh" = 11, "erf" = 12, "add" = 13, "sub" = 14, "mul" = 15,
        "div" = 16, "div_unsigned" = 17, "max_signed" = 18, "min_signed" = 19, "max_unsigned" = 20,
        "min_unsigned" = 21, "powf" = 22, "select" = 23,
    ];
    /// A function of one element.
    UNARY_FNS UNARY_FN_ATTR = "linalg::UnaryFn", "unary_fn", "UnaryFnAttr": [
        "exp" = 0, "log" = 1, "abs" = 2, "ceil" = 3, "floor" = 4, "negf" = 5, "reciprocal" = 6, "round" = 7,
        "sqrt" = 8, "rsqrt" = 9, "square" = 10, "tanh" = 11, "erf" = 12,
    ];
    /// A function of two elements.
    BINARY_FNS BINARY_FN_ATTR = "linalg::BinaryFn", "binary_fn", "BinaryFnAttr": [
        "add" = 0, "sub" = 1, "mul" = 2, "div" = 3, "div_unsigned" = 4, "max_signed" = 5, "min_signed" = 6,
        "max_unsigned" = 7, "min_unsigned" = 8, "powf" = 9,
    ];
    /// A function of three elements.
    TERNARY_FNS TERNARY_FN_ATTR = "linalg::TernaryFn", "ternary_fn", "TernaryFnAttr": ["select" = 0];
    /// How an integer is converted.
    TYPE_FNS TYPE_FN_ATTR = "linalg::TypeFn", "type_fn", "TypeFnAttr": ["cast_signed" = 0, "cast_unsigned" = 1];
    /// Whether iterations are independent or reduce.
    ITERATOR_TYPES ITERATOR_TYPE_ATTR = "utils::IteratorType", "iterator_type", "IteratorTypeEnum": [
        "parallel" = 0, "reduction" = 1, "window" = 2,
    ];
}

fn number(cx: &Context, attr: Attr, def: &'static AttrDef) -> Option<u64> {
    cx.attr_params(attr, def)?[0].as_u64(cx)
}

fn keyword(cx: &Context, attr: Attr, def: &'static AttrDef, cases: &'static EnumDef) -> Option<&'static str> {
    let value = number(cx, attr, def)?;
    cases.cases.iter().find(|case| case.value == value).map(|case| case.name)
}

/// The keyword of a `#linalg.elementwise_kind`.
pub fn elementwise_keyword(cx: &Context, attr: Attr) -> Option<&'static str> {
    keyword(cx, attr, &ELEMENTWISE_KIND_ATTR, &ELEMENTWISE_KINDS)
}

/// `#linalg.elementwise_kind` of a keyword; none for another word.
pub fn elementwise_kind(cx: &Context, word: &str) -> Option<Attr> {
    let value = ELEMENTWISE_KINDS.value_of(word)?;
    cx.dialect_attr(&ELEMENTWISE_KIND_ATTR, &[enum_attr(cx, &ELEMENTWISE_KINDS, value)])
}

/// How many elements the function of this name takes.
pub fn elementwise_arity(keyword: &str) -> usize {
    match keyword {
        "select" => 3,
        word if BINARY_FNS.value_of(word).is_some() => 2,
        _ => 1,
    }
}

/// Whether a `#linalg.type_fn` says that integers have no sign.
pub fn is_unsigned(cx: &Context, attr: Attr) -> bool {
    number(cx, attr, &TYPE_FN_ATTR) == Some(1)
}

/// `#linalg.type_fn<cast_signed>`.
pub fn cast_signed(cx: &Context) -> Attr {
    cx.dialect_attr(&TYPE_FN_ATTR, &[enum_attr(cx, &TYPE_FNS, 0)]).unwrap_or(Attr::NULL)
}

/// `#linalg.iterator_type` of a keyword; none for another word.
pub fn iterator_type(cx: &Context, word: &str) -> Option<Attr> {
    let value = ITERATOR_TYPES.value_of(word)?;
    cx.dialect_attr(&ITERATOR_TYPE_ATTR, &[enum_attr(cx, &ITERATOR_TYPES, value)])
}

/// The keyword of a `#linalg.iterator_type`.
pub fn iterator_keyword(cx: &Context, attr: Attr) -> &'static str {
    keyword(cx, attr, &ITERATOR_TYPE_ATTR, &ITERATOR_TYPES).unwrap_or("parallel")
}

/// A function of elements.
pub static ELEMENTWISE_KIND: AttrConstraint = AttrConstraint {
    summary: "allowed 32-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, \
              18, 19, 20, 21, 22, 23",
    pred: |cx, a| cx.attr_params(a, &ELEMENTWISE_KIND_ATTR).is_some(),
    syntax: AttrSyntax::Dialect(&ELEMENTWISE_KIND_ATTR),
};

/// How an integer is converted.
pub static TYPE_FN: AttrConstraint = AttrConstraint {
    summary: "allowed 32-bit signless integer cases: 0, 1",
    pred: |cx, a| cx.attr_params(a, &TYPE_FN_ATTR).is_some(),
    syntax: AttrSyntax::Dialect(&TYPE_FN_ATTR),
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

/// An array of affine maps.
pub static AFFINE_MAP_ARRAY: AttrConstraint = AttrConstraint {
    summary: "AffineMap array attribute",
    pred: |cx, a| a.as_array(cx).is_some_and(|items| items.iter().all(|i| i.as_affine_map(cx).is_some())),
    syntax: AttrSyntax::Any,
};

/// No map at all.
pub fn no_maps(cx: &Context) -> Attr {
    cx.array_attr(&[])
}

/// Numbers of dimensions, each above the one before.
pub static SORTED_DIMS: AttrConstraint = AttrConstraint {
    summary: "i64 dense array attribute should be in increasing order",
    pred: |cx, a| a.as_i64_array(cx).is_some_and(|list| list.is_sorted_by(|a, b| a < b)),
    syntax: AttrSyntax::DenseArray(Type::I64),
};

/// A number of a dimension.
pub static DIM: AttrConstraint = AttrConstraint {
    summary: "64-bit signless integer attribute whose minimum value is 0",
    pred: |cx, a| matches!(a.data(cx), AttrData::Integer { ty: Type::I64, .. }) && a.as_i64(cx) >= Some(0),
    syntax: AttrSyntax::Typed(|_| Type::I64),
};

fn is_window(cx: &Context, attr: Attr, dims: i64) -> bool {
    let AttrData::DenseElements { ty, .. } = attr.data(cx) else { return false };
    ty.element_type(cx) == Some(Type::I64) && ty.shape(cx) == Some(&[dims])
}

macro_rules! windows {
    ($($(#[$doc:meta])* $name:ident $ones:ident = $count:literal;)*) => {
        $(
            $(#[$doc])*
            pub static $name: AttrConstraint = AttrConstraint {
                summary: concat!("64-bit signless int elements attribute of shape [", $count, "]"),
                pred: |cx, a| is_window(cx, a, $count),
                syntax: AttrSyntax::Any,
            };
            /// One in each dimension.
            pub fn $ones(cx: &Context) -> Attr {
                let ty = terrace_dialects_mem::tensor::ranked_tensor(cx, &[$count], Type::I64, None);
                let one = terrace_support::apint::ApInt::new(64, 1);
                terrace_ir::elements::int_elements(cx, ty, &vec![one; $count]).unwrap_or(Attr::NULL)
            }
        )*
    };
}

windows! {
    /// A stride or dilation for one dimension.
    WINDOW_1 ones_1 = 1;
    /// Strides or dilations for two dimensions.
    WINDOW_2 ones_2 = 2;
    /// Strides or dilations for three dimensions.
    WINDOW_3 ones_3 = 3;
}

/// The sizes of tiles of Winograd's algorithm: outputs and filter.
pub static WINOGRAD_SIZES: EnumDef = EnumDef {
    name: "mlir::linalg::WinogradConv2DFmr",
    cases: &[case("F_2_3", 0), case("F_4_3", 1), case("F_2_5", 2)],
    separator: None,
    width: 32,
};

/// The sizes of tiles of Winograd's algorithm.
pub static WINOGRAD: AttrConstraint = AttrConstraint {
    summary: "allowed 32-bit signless integer cases: 0, 1, 2",
    pred: |cx, a| is_enum_case(cx, a, &WINOGRAD_SIZES),
    syntax: AttrSyntax::Enum(&WINOGRAD_SIZES),
};
