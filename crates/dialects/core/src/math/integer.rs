//! Functions of integers.

use terrace_ir::OpKind;
use terrace_ir::def::OpDef;
use terrace_macros::op;

use super::fold;
use terrace_dialects_builtin::constraints::SIGNLESS_INT_OR_INDEX_LIKE;
use terrace_dialects_builtin::infer::first_operand;

macro_rules! unary_ops {
    ($list:ident: $($(#[doc = $doc:tt])* $name:ident = $full:tt $(, $key:ident = $hook:expr)*;)*) => {
        $(
            $(#[doc = $doc])*
            #[op($full,
                 traits(SameOperandsAndResultType, Pure, ElementwiseMappable, InferTypes),
                 format = "$operand attr-dict `:` type($result)",
                 infer = first_operand $(, $key = $hook)*)]
            pub struct $name {
                operand: Operand<SIGNLESS_INT_OR_INDEX_LIKE>,
                result: Res<SIGNLESS_INT_OR_INDEX_LIKE>,
            }
        )*

        /// The ops of this table.
        pub(super) const $list: &[&OpDef] = &[$($name::DEF),*];
    };
}

unary_ops! {
    UNARY:
    /// The magnitude of a signed integer; the least integer stays as it is.
    AbsIOp = "math.absi", fold = fold::absi;
    /// Counts the leading zeros; the bit width for zero.
    CountLeadingZerosOp = "math.ctlz", fold = fold::ctlz;
    /// Counts the trailing zeros; the bit width for zero.
    CountTrailingZerosOp = "math.cttz", fold = fold::cttz;
    /// Counts the bits that are set.
    CtPopOp = "math.ctpop", fold = fold::ctpop;
}

/// A signed integer to the power of another; wraps on overflow.
#[op("math.ipowi",
     traits(SameOperandsAndResultType, Pure, ElementwiseMappable, InferTypes),
     format = "$lhs `,` $rhs attr-dict `:` type($result)",
     infer = first_operand, fold = fold::ipowi)]
pub struct IPowIOp {
    lhs: Operand<SIGNLESS_INT_OR_INDEX_LIKE>,
    rhs: Operand<SIGNLESS_INT_OR_INDEX_LIKE>,
    result: Res<SIGNLESS_INT_OR_INDEX_LIKE>,
}
