//! The ops.

use terrace_ir::constraints::ANY_TYPE;
use terrace_macros::op;

/// A value that an expression of the source chooses by control flow, such as `c ? a : b`.
///
/// The operand is an argument of a block; the result has, besides the argument's shape, those of the branches that
/// decide which value the argument has.
#[op("ripple.expression", traits(Pure, SameOperandsAndResultType, InferTypes), infer = terrace_dialects_core::infer::first_operand,
     format = "$value attr-dict `:` type($value)")]
pub struct ExpressionOp {
    value: Operand<ANY_TYPE>,
    result: Res<ANY_TYPE>,
}
