//! Functions of floating-point numbers.

use terrace_ir::attr_kind::I32Attr;
use terrace_ir::def::op_error;
use terrace_ir::{CheckResult, OpKind, OpRef};
use terrace_macros::op;

use super::{Intrinsic, IntrinsicOp};
use crate::attrs::*;
use crate::constraints::*;
use crate::types::StructRef;
use terrace_dialects_builtin::infer::first_operand;

macro_rules! unary_floats {
    ($($(#[doc = $doc:literal])* $marker:ident = $name:literal, $llvm:literal;)*) => {$(
        $(#[doc = $doc])*
        #[op($name, traits(Lanewise, Pure, SameOperandsAndResultType, InferTypes), infer = first_operand,
             interfaces(dyn IntrinsicOp = Intrinsic { name: $llvm, overloaded_results: &[], overloaded_arguments: &[0], immediates: &[] }),
             format = "`(` operands `)` attr-dict `:` functional-type(operands, results)")]
        pub struct $marker {
            r#in: Operand<FLOAT_OR_VECTOR>,
            fastmathFlags: DefaultProp<FastmathKind, no_fastmath>,
            res: Res<LLVM_TYPE>,
        }
    )*};
}

unary_floats! {
    /// The intrinsic `llvm.acos`.
    ACosOp = "llvm.intr.acos", "llvm.acos";
    /// The intrinsic `llvm.asin`.
    ASinOp = "llvm.intr.asin", "llvm.asin";
    /// The intrinsic `llvm.atan`.
    ATanOp = "llvm.intr.atan", "llvm.atan";
    /// The intrinsic `llvm.cos`.
    CosOp = "llvm.intr.cos", "llvm.cos";
    /// The intrinsic `llvm.cosh`.
    CoshOp = "llvm.intr.cosh", "llvm.cosh";
    /// The intrinsic `llvm.exp10`.
    Exp10Op = "llvm.intr.exp10", "llvm.exp10";
    /// The intrinsic `llvm.exp2`.
    Exp2Op = "llvm.intr.exp2", "llvm.exp2";
    /// The intrinsic `llvm.exp`.
    ExpOp = "llvm.intr.exp", "llvm.exp";
    /// The intrinsic `llvm.fabs`.
    FAbsOp = "llvm.intr.fabs", "llvm.fabs";
    /// The intrinsic `llvm.ceil`.
    FCeilOp = "llvm.intr.ceil", "llvm.ceil";
    /// The intrinsic `llvm.floor`.
    FFloorOp = "llvm.intr.floor", "llvm.floor";
    /// The intrinsic `llvm.trunc`.
    FTruncOp = "llvm.intr.trunc", "llvm.trunc";
    /// The intrinsic `llvm.log10`.
    Log10Op = "llvm.intr.log10", "llvm.log10";
    /// The intrinsic `llvm.log2`.
    Log2Op = "llvm.intr.log2", "llvm.log2";
    /// The intrinsic `llvm.log`.
    LogOp = "llvm.intr.log", "llvm.log";
    /// The intrinsic `llvm.nearbyint`.
    NearbyintOp = "llvm.intr.nearbyint", "llvm.nearbyint";
    /// The intrinsic `llvm.rint`.
    RintOp = "llvm.intr.rint", "llvm.rint";
    /// The intrinsic `llvm.roundeven`.
    RoundEvenOp = "llvm.intr.roundeven", "llvm.roundeven";
    /// The intrinsic `llvm.round`.
    RoundOp = "llvm.intr.round", "llvm.round";
    /// The intrinsic `llvm.sin`.
    SinOp = "llvm.intr.sin", "llvm.sin";
    /// The intrinsic `llvm.sinh`.
    SinhOp = "llvm.intr.sinh", "llvm.sinh";
    /// The intrinsic `llvm.sqrt`.
    SqrtOp = "llvm.intr.sqrt", "llvm.sqrt";
    /// The intrinsic `llvm.tan`.
    TanOp = "llvm.intr.tan", "llvm.tan";
    /// The intrinsic `llvm.tanh`.
    TanhOp = "llvm.intr.tanh", "llvm.tanh";
}

macro_rules! binary_floats {
    ($($(#[doc = $doc:literal])* $marker:ident = $name:literal, $llvm:literal;)*) => {$(
        $(#[doc = $doc])*
        #[op($name, traits(Lanewise, Pure, SameOperandsAndResultType, InferTypes), infer = first_operand,
             interfaces(dyn IntrinsicOp = Intrinsic { name: $llvm, overloaded_results: &[], overloaded_arguments: &[0], immediates: &[] }),
             format = "`(` operands `)` attr-dict `:` functional-type(operands, results)")]
        pub struct $marker {
            a: Operand<FLOAT_OR_VECTOR>,
            b: Operand<FLOAT_OR_VECTOR>,
            fastmathFlags: DefaultProp<FastmathKind, no_fastmath>,
            res: Res<LLVM_TYPE>,
        }
    )*};
}

binary_floats! {
    /// The intrinsic `llvm.atan2`.
    ATan2Op = "llvm.intr.atan2", "llvm.atan2";
    /// The intrinsic `llvm.copysign`.
    CopySignOp = "llvm.intr.copysign", "llvm.copysign";
    /// The intrinsic `llvm.maxnum`.
    MaxNumOp = "llvm.intr.maxnum", "llvm.maxnum";
    /// The intrinsic `llvm.maximum`.
    MaximumOp = "llvm.intr.maximum", "llvm.maximum";
    /// The intrinsic `llvm.minnum`.
    MinNumOp = "llvm.intr.minnum", "llvm.minnum";
    /// The intrinsic `llvm.minimum`.
    MinimumOp = "llvm.intr.minimum", "llvm.minimum";
    /// The intrinsic `llvm.pow`.
    PowOp = "llvm.intr.pow", "llvm.pow";
}

/// The intrinsic `llvm.experimental.constrained.fpext`.
#[op("llvm.intr.experimental.constrained.fpext", traits(Pure),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.experimental.constrained.fpext", overloaded_results: &[0], overloaded_arguments: &[0], immediates: &[] }),
     format = "$arg_0 $fpExceptionBehavior attr-dict `:` type($arg_0) `to` type(results)")]
pub struct ConstrainedFPExtIntrOp {
    arg_0: Operand<LLVM_TYPE>,
    fpExceptionBehavior: Prop<FPExceptionBehaviorKind>,
    res: Res<LLVM_TYPE>,
}

macro_rules! constrained_casts {
    ($($(#[doc = $doc:literal])* $marker:ident = $name:literal, $llvm:literal;)*) => {$(
        $(#[doc = $doc])*
        #[op($name, traits(Pure),
             interfaces(dyn IntrinsicOp = Intrinsic { name: $llvm, overloaded_results: &[0], overloaded_arguments: &[0], immediates: &[] }),
             format = "$arg_0 $roundingmode $fpExceptionBehavior attr-dict `:` type($arg_0) `to` type(results)")]
        pub struct $marker {
            arg_0: Operand<LLVM_TYPE>,
            roundingmode: Prop<RoundingModeKind>,
            fpExceptionBehavior: Prop<FPExceptionBehaviorKind>,
            res: Res<LLVM_TYPE>,
        }
    )*};
}

constrained_casts! {
    /// The intrinsic `llvm.experimental.constrained.fptrunc`.
    ConstrainedFPTruncIntrOp = "llvm.intr.experimental.constrained.fptrunc", "llvm.experimental.constrained.fptrunc";
    /// The intrinsic `llvm.experimental.constrained.sitofp`.
    ConstrainedSIToFPOp = "llvm.intr.experimental.constrained.sitofp", "llvm.experimental.constrained.sitofp";
    /// The intrinsic `llvm.experimental.constrained.uitofp`.
    ConstrainedUIToFPOp = "llvm.intr.experimental.constrained.uitofp", "llvm.experimental.constrained.uitofp";
}

/// The intrinsic `llvm.fma`.
#[op("llvm.intr.fma", traits(Lanewise, Pure, SameOperandsAndResultType, InferTypes), infer = first_operand,
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.fma", overloaded_results: &[], overloaded_arguments: &[0], immediates: &[] }),
     format = "`(` operands `)` attr-dict `:` functional-type(operands, results)")]
pub struct FMAOp {
    a: Operand<FLOAT_OR_VECTOR>,
    b: Operand<FLOAT_OR_VECTOR>,
    c: Operand<FLOAT_OR_VECTOR>,
    fastmathFlags: DefaultProp<FastmathKind, no_fastmath>,
    res: Res<LLVM_TYPE>,
}

/// The intrinsic `llvm.fmuladd`.
#[op("llvm.intr.fmuladd", traits(Lanewise, Pure, SameOperandsAndResultType, InferTypes), infer = first_operand,
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.fmuladd", overloaded_results: &[], overloaded_arguments: &[0], immediates: &[] }),
     format = "`(` operands `)` attr-dict `:` functional-type(operands, results)")]
pub struct FMulAddOp {
    a: Operand<FLOAT_OR_VECTOR>,
    b: Operand<FLOAT_OR_VECTOR>,
    c: Operand<FLOAT_OR_VECTOR>,
    fastmathFlags: DefaultProp<FastmathKind, no_fastmath>,
    res: Res<LLVM_TYPE>,
}

/// The intrinsic `llvm.frexp`.
#[op("llvm.intr.frexp", traits(Pure),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.frexp", overloaded_results: &[0, 1], overloaded_arguments: &[], immediates: &[] }),
     format = "`(` operands `)` attr-dict `:` functional-type(operands, results)")]
pub struct FractionExpOp {
    val: Operand<FLOAT_OR_VECTOR>,
    fastmathFlags: DefaultProp<FastmathKind, no_fastmath>,
    res: Res<LLVM_TYPE>,
}

/// The intrinsic `llvm.is.fpclass`.
#[op("llvm.intr.is.fpclass", traits(Lanewise, Pure),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.is.fpclass", overloaded_results: &[], overloaded_arguments: &[0], immediates: &[(1, "bit")] }))]
pub struct IsFPClassOp {
    r#in: Operand<FLOAT_OR_VECTOR>,
    bit: Prop<I32Attr>,
    res: Res<LLVM_TYPE>,
}

macro_rules! roundings {
    ($($(#[doc = $doc:literal])* $marker:ident = $name:literal, $llvm:literal;)*) => {$(
        $(#[doc = $doc])*
        #[op($name, traits(Pure),
             interfaces(dyn IntrinsicOp = Intrinsic { name: $llvm, overloaded_results: &[0], overloaded_arguments: &[0], immediates: &[] }),
             format = "`(` operands `)` attr-dict `:` functional-type(operands, results)")]
        pub struct $marker {
            val: Operand<FLOAT_OR_VECTOR>,
            res: Res<LLVM_TYPE>,
        }
    )*};
}

roundings! {
    /// The intrinsic `llvm.llrint`.
    LlrintOp = "llvm.intr.llrint", "llvm.llrint";
    /// The intrinsic `llvm.lrint`.
    LrintOp = "llvm.intr.lrint", "llvm.lrint";
    /// The intrinsic `llvm.lround`.
    LroundOp = "llvm.intr.lround", "llvm.lround";
}

/// The intrinsic `llvm.llround`.
#[op("llvm.intr.llround", traits(Pure),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.llround", overloaded_results: &[0], overloaded_arguments: &[0], immediates: &[] }),
     format = "`(` operands `)` attr-dict `:` functional-type(operands, results)")]
pub struct LlroundOp {
    val: Operand<FLOAT>,
    res: Res<LLVM_TYPE>,
}

/// The intrinsic `llvm.ldexp`.
#[op("llvm.intr.ldexp", traits(Pure),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.ldexp", overloaded_results: &[], overloaded_arguments: &[0, 1], immediates: &[] }),
     format = "`(` operands `)` attr-dict `:` functional-type(operands, results)")]
pub struct LoadExpOp {
    val: Operand<FLOAT_OR_VECTOR>,
    power: Operand<INT>,
    fastmathFlags: DefaultProp<FastmathKind, no_fastmath>,
    res: Res<LLVM_TYPE>,
}

/// The intrinsic `llvm.powi`.
#[op("llvm.intr.powi", traits(Pure),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.powi", overloaded_results: &[], overloaded_arguments: &[0, 1], immediates: &[] }),
     format = "`(` operands `)` attr-dict `:` functional-type(operands, results)")]
pub struct PowIOp {
    val: Operand<FLOAT_OR_VECTOR>,
    power: Operand<INT>,
    fastmathFlags: DefaultProp<FastmathKind, no_fastmath>,
    res: Res<LLVM_TYPE>,
}

/// The intrinsic `llvm.sincos`.
#[op("llvm.intr.sincos", traits(Pure), verify = verify_sincos,
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.sincos", overloaded_results: &[], overloaded_arguments: &[0], immediates: &[] }),
     format = "`(` operands `)` attr-dict `:` functional-type(operands, results)")]
pub struct SincosOp {
    val: Operand<FLOAT_OR_VECTOR>,
    fastmathFlags: DefaultProp<FastmathKind, no_fastmath>,
    res: Res<LLVM_TYPE>,
}

fn verify_sincos(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), SincosOp::view_of(op));
    let (operand, result) = (view.val().ty(), view.res().ty());
    let fits = StructRef::of(cx, result).is_some_and(|body| body.elements().eq([operand; 2]));
    if fits {
        return Ok(());
    }
    let message = format!(
        "expected result type to be an homogeneous struct with two elements matching the operand type, but got '{}'",
        cx.type_text(result)
    );
    Err(op_error(op, message))
}
