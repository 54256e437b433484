//! Arithmetic on floats.

use terrace_macros::op;

use super::attrs::{FastMathFlagsAttr, no_fastmath};
use super::canonicalize::of_negf;
use super::fold_float;
use terrace_dialects_builtin::constraints::FLOAT_LIKE;

macro_rules! float_ops {
    ($($(#[doc = $doc:tt])* $name:ident = $full:tt [$($trait:tt)*] { $($rest:tt)* };)*) => {
        $(
            $(#[doc = $doc])*
            #[op($full,
                 traits($($trait)*, SameOperandsAndResultType, Elementwise, Scalarizable, Vectorizable,
                        Tensorizable, InferTypes),
                 format = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)",
                 infer = terrace_dialects_builtin::infer::first_operand, $($rest)*)]
            pub struct $name {
                lhs: Operand<FLOAT_LIKE>,
                rhs: Operand<FLOAT_LIKE>,
                fastmath: DefaultProp<FastMathFlagsAttr, no_fastmath>,
                result: Res<FLOAT_LIKE>,
            }
        )*
    };
}

float_ops! {
    /// Adds floats.
    AddFOp = "arith.addf" [Pure, Commutative] { fold = fold_float::addf };
    /// Subtracts floats.
    SubFOp = "arith.subf" [Pure] { fold = fold_float::subf };
    /// Multiplies floats.
    MulFOp = "arith.mulf" [Pure, Commutative] { fold = fold_float::mulf, canonicalize(mulf_of_negf: of_negf::<MulFOp>) };
    /// Divides floats.
    DivFOp = "arith.divf" [Pure] { fold = fold_float::divf, canonicalize(divf_of_negf: of_negf::<DivFOp>) };
    /// The remainder of a division that rounds towards zero, as C's `fmod`.
    RemFOp = "arith.remf" [Pure] { fold = fold_float::remf };
    /// The greater float; NaN where either is NaN, and -0 is less than +0.
    MaximumFOp = "arith.maximumf" [Pure, Commutative] { fold = fold_float::maximumf };
    /// The lesser float; NaN where either is NaN, and -0 is less than +0.
    MinimumFOp = "arith.minimumf" [Pure, Commutative] { fold = fold_float::minimumf };
    /// The greater float; the other one where one is NaN.
    MaxNumFOp = "arith.maxnumf" [Pure, Commutative] { fold = fold_float::maxnumf };
    /// The lesser float; the other one where one is NaN.
    MinNumFOp = "arith.minnumf" [Pure, Commutative] { fold = fold_float::minnumf };
}

/// Flips the sign.
#[op("arith.negf",
     traits(Pure, SameOperandsAndResultType, Elementwise, Scalarizable, Vectorizable, Tensorizable, InferTypes),
     format = "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)",
     infer = terrace_dialects_builtin::infer::first_operand, fold = fold_float::negf)]
pub struct NegFOp {
    operand: Operand<FLOAT_LIKE>,
    fastmath: DefaultProp<FastMathFlagsAttr, no_fastmath>,
    result: Res<FLOAT_LIKE>,
}
