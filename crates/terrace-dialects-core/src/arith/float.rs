//! Arithmetic on floats.

use terrace_macros::op;

use super::attrs::{FASTMATH, no_fastmath};
use crate::constraints::FLOAT_LIKE;

macro_rules! float_ops {
    ($($(#[doc = $doc:tt])* $name:ident = $full:tt [$($trait:tt)*];)*) => {
        $(
            $(#[doc = $doc])*
            #[op($full,
                 traits($($trait)*, SameOperandsAndResultType, Elementwise, Scalarizable, Vectorizable,
                        Tensorizable, InferTypes),
                 format = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)",
                 infer = crate::infer::first_operand)]
            pub struct $name {
                lhs: Operand<FLOAT_LIKE>,
                rhs: Operand<FLOAT_LIKE>,
                fastmath: DefaultProp<FASTMATH, no_fastmath>,
                result: Res<FLOAT_LIKE>,
            }
        )*
    };
}

float_ops! {
    /// Adds floats.
    AddFOp = "arith.addf" [Pure, Commutative];
    /// Subtracts floats.
    SubFOp = "arith.subf" [Pure];
    /// Multiplies floats.
    MulFOp = "arith.mulf" [Pure, Commutative];
    /// Divides floats.
    DivFOp = "arith.divf" [Pure];
    /// The remainder of a division that rounds towards zero, as C's `fmod`.
    RemFOp = "arith.remf" [Pure];
    /// The greater float; NaN where either is NaN, and -0 is less than +0.
    MaximumFOp = "arith.maximumf" [Pure, Commutative];
    /// The lesser float; NaN where either is NaN, and -0 is less than +0.
    MinimumFOp = "arith.minimumf" [Pure, Commutative];
    /// The greater float; the other one where one is NaN.
    MaxNumFOp = "arith.maxnumf" [Pure, Commutative];
    /// The lesser float; the other one where one is NaN.
    MinNumFOp = "arith.minnumf" [Pure, Commutative];
}

/// Flips the sign.
#[op("arith.negf",
     traits(Pure, SameOperandsAndResultType, Elementwise, Scalarizable, Vectorizable, Tensorizable, InferTypes),
     format = "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)",
     infer = crate::infer::first_operand)]
pub struct NegFOp {
    operand: Operand<FLOAT_LIKE>,
    fastmath: DefaultProp<FASTMATH, no_fastmath>,
    result: Res<FLOAT_LIKE>,
}
