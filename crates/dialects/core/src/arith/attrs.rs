//! Flags, rounding modes and predicates.

use terrace_ir::attr_kind::AttrKind;
use terrace_ir::def::{AttrDef, EMPTY_PARAMS, ParamDef};
use terrace_ir::enum_attr::{EnumValue, enum_param_attr};
use terrace_ir::{Attr, Context, OpRef, attr_kinds, bit_enums, enums};

bit_enums! {
    /// The fast-math flags of a floating-point op.
    pub struct FastMathFlags("::mlir::arith::FastMathFlags", 32, ",") {
        NONE = 0 => "none",
        REASSOC = 1 => "reassoc",
        NNAN = 2 => "nnan",
        NINF = 4 => "ninf",
        NSZ = 8 => "nsz",
        ARCP = 16 => "arcp",
        CONTRACT = 32 => "contract",
        AFN = 64 => "afn",
        FAST = 127 => "fast",
    }
    /// The overflows of an integer op that result in poison.
    pub struct IntegerOverflowFlags("::mlir::arith::IntegerOverflowFlags", 32, ", ") {
        NONE = 0 => "none",
        NSW = 1 => "nsw",
        NUW = 2 => "nuw",
    }
}

enums! {
    /// The rounding mode of a floating-point op; the numbers are those of LLVM.
    pub enum RoundingMode("::mlir::arith::RoundingMode", 32) {
        ToNearestEven = 0 => "to_nearest_even",
        Downward = 1 => "downward",
        Upward = 2 => "upward",
        TowardZero = 3 => "toward_zero",
        ToNearestAway = 4 => "to_nearest_away",
    }
    /// The predicate of an integer comparison.
    pub enum CmpIPredicate("::mlir::arith::CmpIPredicate", 64) {
        Eq = 0 => "eq",
        Ne = 1 => "ne",
        Slt = 2 => "slt",
        Sle = 3 => "sle",
        Sgt = 4 => "sgt",
        Sge = 5 => "sge",
        Ult = 6 => "ult",
        Ule = 7 => "ule",
        Ugt = 8 => "ugt",
        Uge = 9 => "uge",
    }
    /// The predicate of a floating-point comparison: an ordered predicate (`o`) is false and an unordered one (`u`)
    /// true if an operand is NaN.
    pub enum CmpFPredicate("::mlir::arith::CmpFPredicate", 64) {
        AlwaysFalse = 0 => "false",
        Oeq = 1 => "oeq",
        Ogt = 2 => "ogt",
        Oge = 3 => "oge",
        Olt = 4 => "olt",
        Ole = 5 => "ole",
        One = 6 => "one",
        Ord = 7 => "ord",
        Ueq = 8 => "ueq",
        Ugt = 9 => "ugt",
        Uge = 10 => "uge",
        Ult = 11 => "ult",
        Ule = 12 => "ule",
        Une = 13 => "une",
        Uno = 14 => "uno",
        AlwaysTrue = 15 => "true",
    }
    /// The kind of an atomic read-modify-write or of a parallel reduction.
    pub enum AtomicRMWKind("::mlir::arith::AtomicRMWKind", 64) {
        Addf = 0 => "addf",
        Addi = 1 => "addi",
        Andi = 2 => "andi",
        Assign = 3 => "assign",
        Maximumf = 4 => "maximumf",
        Maxnumf = 5 => "maxnumf",
        Maxs = 6 => "maxs",
        Maxu = 7 => "maxu",
        Minimumf = 8 => "minimumf",
        Minnumf = 9 => "minnumf",
        Mins = 10 => "mins",
        Minu = 11 => "minu",
        Mulf = 12 => "mulf",
        Muli = 13 => "muli",
        Ori = 14 => "ori",
        Xori = 15 => "xori",
    }
}

impl FastMathFlags {
    /// Returns `#arith.fastmath<..>` with these flags.
    pub fn attr(self, cx: &Context) -> Attr {
        enum_param_attr(cx, self, &FASTMATH_ATTR)
    }
}

impl IntegerOverflowFlags {
    /// Returns `#arith.overflow<..>` with these flags.
    pub fn attr(self, cx: &Context) -> Attr {
        enum_param_attr(cx, self, &OVERFLOW_ATTR)
    }

    /// The flags without those of `other`.
    pub fn without(self, other: Self) -> Self {
        Self::from_int(self.to_int() & !other.to_int()).expect("some of the flags are flags")
    }
}

/// `#arith.fastmath<nnan,ninf>`.
pub static FASTMATH_ATTR: AttrDef = AttrDef {
    name: "arith.fastmath",
    class: "Arith_FastMathAttr",
    doc: "The fast-math flags of a floating-point op.",
    params: &[ParamDef::of_enum("value", FastMathFlags::DEF)],
    format: Some("`<` $value `>`"),
    ..EMPTY_PARAMS
};

/// `#arith.overflow<nsw, nuw>`.
pub static OVERFLOW_ATTR: AttrDef = AttrDef {
    name: "arith.overflow",
    class: "Arith_IntegerOverflowAttr",
    doc: "The overflow flags of an integer op, which make an overflow poison.",
    params: &[ParamDef::of_enum("value", IntegerOverflowFlags::DEF)],
    format: Some("`<` $value `>`"),
    ..EMPTY_PARAMS
};

attr_kinds! {
    /// The flags of a floating-point op.
    pub FastMathFlagsAttr("Floating point fast math flags") -> FastMathFlags { parameter_of: FASTMATH_ATTR }
    /// The flags of an integer op.
    pub IntegerOverflowFlagsAttr("Integer overflow arith flags") -> IntegerOverflowFlags { parameter_of: OVERFLOW_ATTR }
    /// The rounding mode of an op.
    pub RoundingModeAttr("Floating point rounding mode") -> RoundingMode { stored_as_integer }
    /// The predicate of an integer comparison.
    pub CmpIPredicateAttr("allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9") -> CmpIPredicate { stored_as_integer }
    /// The predicate of a floating-point comparison.
    pub CmpFPredicateAttr(
        "allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15"
    ) -> CmpFPredicate { stored_as_integer }
    /// The kind of an atomic read-modify-write.
    pub AtomicRMWKindAttr(
        "allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15"
    ) -> AtomicRMWKind { stored_as_integer }
}

/// The fastmath flags of an op of any kind that has them (upstream's `ArithFastMathInterface`).
pub fn fastmath_flags(op: OpRef<'_>) -> Option<FastMathFlags> {
    FastMathFlagsAttr::value(op.cx(), op.inherent_attr("fastmath")?)
}

/// The overflow flags of an op of any kind that has them (upstream's `ArithIntegerOverflowFlagsInterface`).
pub fn overflow_flags(op: OpRef<'_>) -> Option<IntegerOverflowFlags> {
    IntegerOverflowFlagsAttr::value(op.cx(), op.inherent_attr("overflowFlags")?)
}

/// `#arith.fastmath<none>`.
pub fn no_fastmath(cx: &Context) -> Attr {
    FastMathFlags::NONE.attr(cx)
}

/// `#arith.overflow<none>`.
pub fn no_overflow(cx: &Context) -> Attr {
    IntegerOverflowFlags::NONE.attr(cx)
}
