//! Questions about floats, answered by `i1` in their shape.

use terrace_ir::OpKind;
use terrace_ir::def::OpDef;
use terrace_ir::traits::TypesMatch;
use terrace_macros::op;

use super::fold;
use crate::arith::{FastMathFlagsAttr, no_fastmath};
use terrace_dialects_builtin::constraints::{BOOL_LIKE, FLOAT_LIKE};
use terrace_dialects_builtin::infer::{i1_like_first_operand, i1_same_shape};

static RESULT_IS_I1_LIKE: TypesMatch = TypesMatch::new(
    "result type has i1 element type and same shape as operands",
    "operand",
    "result",
    i1_same_shape,
);

macro_rules! classify_ops {
    ($list:ident: $($(#[doc = $doc:tt])* $name:ident = $full:tt $(, $key:ident = $hook:expr)*;)*) => {
        $(
            $(#[doc = $doc])*
            #[op($full,
                 traits(TypesMatchWith(&RESULT_IS_I1_LIKE), Pure, Elementwise, Scalarizable, Vectorizable,
                        Tensorizable, InferTypes),
                 format = "$operand attr-dict `:` type($operand)",
                 infer = i1_like_first_operand $(, $key = $hook)*)]
            pub struct $name {
                operand: Operand<FLOAT_LIKE>,
                fastmath: DefaultProp<FastMathFlagsAttr, no_fastmath>,
                result: Res<BOOL_LIKE>,
            }
        )*

        /// The ops of this table.
        pub(super) const $list: &[&OpDef] = &[$($name::DEF),*];
    };
}

classify_ops! {
    OPS:
    /// Tests if a float is neither infinite nor NaN.
    IsFiniteOp = "math.isfinite", fold = fold::isfinite;
    /// Tests if a float is infinite.
    IsInfOp = "math.isinf", fold = fold::isinf;
    /// Tests if a float is NaN.
    IsNaNOp = "math.isnan", fold = fold::isnan;
    /// Tests if a float is neither zero, subnormal, infinite nor NaN.
    IsNormalOp = "math.isnormal", fold = fold::isnormal;
}
