//! Flags, rounding modes and predicates.

use terrace_ir::asm::enum_attr;
use terrace_ir::def::{
    AttrConstraint, AttrDef, AttrSyntax, EMPTY_PARAMS, EnumCase, EnumDef, ParamDef, ParamKind,
};
use terrace_ir::{Attr, Context};

use crate::constraints::is_enum_case;

const fn case(name: &'static str, value: u64) -> EnumCase {
    EnumCase { name, value }
}

const fn value_of(def: &'static EnumDef) -> ParamDef {
    ParamDef { name: "value", kind: ParamKind::Enum(def), optional: false, default: None }
}

/// What a floating-point op may assume and ignore.
pub static FASTMATH_FLAGS: EnumDef = EnumDef {
    name: "::mlir::arith::FastMathFlags",
    cases: &[
        case("none", 0),
        case("reassoc", 1),
        case("nnan", 2),
        case("ninf", 4),
        case("nsz", 8),
        case("arcp", 16),
        case("contract", 32),
        case("afn", 64),
        case("fast", 127),
    ],
    separator: Some(","),
    width: 32,
};

/// `#arith.fastmath<nnan,ninf>`.
pub static FASTMATH_ATTR: AttrDef = AttrDef {
    name: "arith.fastmath",
    class: "Arith_FastMathAttr",
    doc: "What a floating-point op may assume and ignore.",
    params: &[value_of(&FASTMATH_FLAGS)],
    format: Some("`<` $value `>`"),
    ..EMPTY_PARAMS
};

/// The attribute of an op with fast-math flags.
pub static FASTMATH: AttrConstraint = AttrConstraint {
    summary: "Floating point fast math flags",
    pred: |cx, a| cx.attr_params(a, &FASTMATH_ATTR).is_some(),
    syntax: AttrSyntax::Dialect(&FASTMATH_ATTR),
};

/// `#arith.fastmath` with these bits of [`FASTMATH_FLAGS`].
pub fn fastmath(cx: &Context, flags: u64) -> Attr {
    let value = enum_attr(cx, &FASTMATH_FLAGS, flags);
    cx.dialect_attr(&FASTMATH_ATTR, &[value]).unwrap_or(Attr::NULL)
}

/// The bit of [`FASTMATH_FLAGS`] that allows to compute in another order.
pub const REASSOC: u64 = 1;
/// All bits of [`FASTMATH_FLAGS`].
pub const FAST: u64 = 127;
/// The bit of [`FASTMATH_FLAGS`] that says there is no NaN.
pub const NNAN: u64 = 2;
/// The bit of [`FASTMATH_FLAGS`] that says there are no infinities.
pub const NINF: u64 = 4;
/// The bit of [`FASTMATH_FLAGS`] that says the sign of a zero does not matter.
pub const NSZ: u64 = 8;
/// The bit of [`FASTMATH_FLAGS`] that allows to contract several roundings into one.
pub const CONTRACT: u64 = 32;

/// The bits of [`FASTMATH_FLAGS`] of an `#arith.fastmath`.
pub fn fastmath_flags(cx: &Context, attr: Attr) -> u64 {
    cx.attr_params(attr, &FASTMATH_ATTR).and_then(|params| params[0].as_u64(cx)).unwrap_or(0)
}

/// `#arith.fastmath<none>`.
pub fn no_fastmath(cx: &Context) -> Attr {
    fastmath(cx, 0)
}

/// Which overflows of an integer op are poison.
pub static OVERFLOW_FLAGS: EnumDef = EnumDef {
    name: "::mlir::arith::IntegerOverflowFlags",
    cases: &[case("none", 0), case("nsw", 1), case("nuw", 2)],
    separator: Some(", "),
    width: 32,
};

/// `#arith.overflow<nsw, nuw>`.
pub static OVERFLOW_ATTR: AttrDef = AttrDef {
    name: "arith.overflow",
    class: "Arith_IntegerOverflowAttr",
    doc: "Which overflows of an integer op are poison.",
    params: &[value_of(&OVERFLOW_FLAGS)],
    format: Some("`<` $value `>`"),
    ..EMPTY_PARAMS
};

/// The attribute of an op with overflow flags.
pub static OVERFLOW: AttrConstraint = AttrConstraint {
    summary: "Integer overflow arith flags",
    pred: |cx, a| cx.attr_params(a, &OVERFLOW_ATTR).is_some(),
    syntax: AttrSyntax::Dialect(&OVERFLOW_ATTR),
};

/// `#arith.overflow` with these bits of [`OVERFLOW_FLAGS`].
pub fn overflow(cx: &Context, flags: u64) -> Attr {
    let value = enum_attr(cx, &OVERFLOW_FLAGS, flags);
    cx.dialect_attr(&OVERFLOW_ATTR, &[value]).unwrap_or(Attr::NULL)
}

/// The bit of [`OVERFLOW_FLAGS`] that makes signed overflow poison.
pub const NSW: u64 = 1;
/// The bit of [`OVERFLOW_FLAGS`] that makes unsigned overflow poison.
pub const NUW: u64 = 2;

/// The bits of [`OVERFLOW_FLAGS`] of an `#arith.overflow`.
pub fn overflow_flags(cx: &Context, attr: Attr) -> u64 {
    cx.attr_params(attr, &OVERFLOW_ATTR).and_then(|params| params[0].as_u64(cx)).unwrap_or(0)
}

/// `#arith.overflow<none>`.
pub fn no_overflow(cx: &Context) -> Attr {
    overflow(cx, 0)
}

/// How a float is rounded; the numbers are LLVM's.
pub static ROUNDING_MODES: EnumDef = EnumDef {
    name: "::mlir::arith::RoundingMode",
    cases: &[
        case("to_nearest_even", 0),
        case("downward", 1),
        case("upward", 2),
        case("toward_zero", 3),
        case("to_nearest_away", 4),
    ],
    separator: None,
    width: 32,
};

/// How integers are compared.
pub static CMPI_PREDICATES: EnumDef = EnumDef {
    name: "::mlir::arith::CmpIPredicate",
    cases: &[
        case("eq", 0),
        case("ne", 1),
        case("slt", 2),
        case("sle", 3),
        case("sgt", 4),
        case("sge", 5),
        case("ult", 6),
        case("ule", 7),
        case("ugt", 8),
        case("uge", 9),
    ],
    separator: None,
    width: 64,
};

/// How floats are compared: `o` is false and `u` true where an operand is NaN.
pub static CMPF_PREDICATES: EnumDef = EnumDef {
    name: "::mlir::arith::CmpFPredicate",
    cases: &[
        case("false", 0),
        case("oeq", 1),
        case("ogt", 2),
        case("oge", 3),
        case("olt", 4),
        case("ole", 5),
        case("one", 6),
        case("ord", 7),
        case("ueq", 8),
        case("ugt", 9),
        case("uge", 10),
        case("ult", 11),
        case("ule", 12),
        case("une", 13),
        case("uno", 14),
        case("true", 15),
    ],
    separator: None,
    width: 64,
};

/// What an atomic read-modify-write or a parallel reduction computes.
pub static ATOMIC_RMW_KINDS: EnumDef = EnumDef {
    name: "::mlir::arith::AtomicRMWKind",
    cases: &[
        case("addf", 0),
        case("addi", 1),
        case("andi", 2),
        case("assign", 3),
        case("maximumf", 4),
        case("maxnumf", 5),
        case("maxs", 6),
        case("maxu", 7),
        case("minimumf", 8),
        case("minnumf", 9),
        case("mins", 10),
        case("minu", 11),
        case("mulf", 12),
        case("muli", 13),
        case("ori", 14),
        case("xori", 15),
    ],
    separator: None,
    width: 64,
};

macro_rules! enum_attrs {
    ($($(#[$meta:meta])* $name:ident($summary:literal, $def:ident);)*) => {
        $($(#[$meta])*
        pub static $name: AttrConstraint = AttrConstraint {
            summary: $summary,
            pred: |cx, a| is_enum_case(cx, a, &$def),
            syntax: AttrSyntax::Enum(&$def),
        };)*
    };
}

enum_attrs! {
    /// The attribute of an op that rounds.
    ROUNDING_MODE("Floating point rounding mode", ROUNDING_MODES);
    /// The attribute of an integer comparison.
    CMPI_PREDICATE("allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9", CMPI_PREDICATES);
    /// The attribute of a floating-point comparison.
    CMPF_PREDICATE(
        "allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15",
        CMPF_PREDICATES
    );
    /// The attribute of an atomic read-modify-write.
    ATOMIC_RMW_KIND(
        "allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15",
        ATOMIC_RMW_KINDS
    );
}
