//! Functions of integers.

use terrace_ir::constraints::I32;
use terrace_macros::op;

use super::{Intrinsic, IntrinsicOp};
use crate::attrs::*;
use crate::constraints::*;
use terrace_dialects_builtin::infer::first_operand;

/// The intrinsic `llvm.abs`.
#[op("llvm.intr.abs", traits(Lanewise, Pure),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.abs", overloaded_results: &[], overloaded_arguments: &[0], immediates: &[(1, "is_int_min_poison")] }))]
pub struct AbsOp {
    r#in: Operand<INT_OR_VECTOR>,
    is_int_min_poison: Prop<I1Kind>,
    res: Res<LLVM_TYPE>,
}

macro_rules! unary_integers {
    ($($(#[doc = $doc:literal])* $marker:ident = $name:literal, $llvm:literal;)*) => {$(
        $(#[doc = $doc])*
        #[op($name, traits(Lanewise, Pure, SameOperandsAndResultType, InferTypes), infer = first_operand,
             interfaces(dyn IntrinsicOp = Intrinsic { name: $llvm, overloaded_results: &[], overloaded_arguments: &[0], immediates: &[] }),
             format = "`(` operands `)` attr-dict `:` functional-type(operands, results)")]
        pub struct $marker {
            r#in: Operand<INT_OR_VECTOR>,
            res: Res<LLVM_TYPE>,
        }
    )*};
}

unary_integers! {
    /// The intrinsic `llvm.bitreverse`.
    BitReverseOp = "llvm.intr.bitreverse", "llvm.bitreverse";
    /// The intrinsic `llvm.bswap`.
    ByteSwapOp = "llvm.intr.bswap", "llvm.bswap";
    /// The intrinsic `llvm.ctpop`.
    CtPopOp = "llvm.intr.ctpop", "llvm.ctpop";
}

/// The intrinsic `llvm.ctlz`.
#[op("llvm.intr.ctlz", traits(Lanewise, Pure, SameOperandsAndResultType, InferTypes), infer = first_operand,
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.ctlz", overloaded_results: &[], overloaded_arguments: &[0], immediates: &[(1, "is_zero_poison")] }))]
pub struct CountLeadingZerosOp {
    r#in: Operand<INT_OR_VECTOR>,
    is_zero_poison: Prop<I1Kind>,
    res: Res<LLVM_TYPE>,
}

/// The intrinsic `llvm.cttz`.
#[op("llvm.intr.cttz", traits(Lanewise, Pure, SameOperandsAndResultType, InferTypes), infer = first_operand,
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.cttz", overloaded_results: &[], overloaded_arguments: &[0], immediates: &[(1, "is_zero_poison")] }))]
pub struct CountTrailingZerosOp {
    r#in: Operand<INT_OR_VECTOR>,
    is_zero_poison: Prop<I1Kind>,
    res: Res<LLVM_TYPE>,
}

/// The intrinsic `llvm.eh.typeid.for`.
#[op("llvm.intr.eh.typeid.for",
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.eh.typeid.for", overloaded_results: &[], overloaded_arguments: &[0], immediates: &[] }),
     format = "$type_info attr-dict `:` functional-type(operands, results)")]
pub struct EhTypeidForOp {
    type_info: Operand<POINTER>,
    res: Res<LLVM_TYPE>,
}

/// The intrinsic `llvm.expect`.
#[op("llvm.intr.expect", traits(Lanewise, Pure, SameOperandsAndResultType, InferTypes), infer = first_operand,
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.expect", overloaded_results: &[], overloaded_arguments: &[0], immediates: &[] }),
     format = "$val `,` $expected attr-dict `:` type($val)")]
pub struct ExpectOp {
    val: Operand<INT>,
    expected: Operand<INT>,
    res: Res<LLVM_TYPE>,
}

/// The intrinsic `llvm.expect.with.probability`.
#[op("llvm.intr.expect.with.probability", traits(Pure, AllTypesMatch(&["val", "expected", "res"])),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.expect.with.probability", overloaded_results: &[], overloaded_arguments: &[0], immediates: &[(2, "prob")] }),
     format = "$val `,` $expected `,` $prob attr-dict `:` type($val)")]
pub struct ExpectWithProbabilityOp {
    val: Operand<INT>,
    expected: Operand<INT>,
    prob: Prop<F64Kind>,
    res: Res<LLVM_TYPE>,
}

/// The intrinsic `llvm.fshl`.
#[op("llvm.intr.fshl", traits(Lanewise, Pure, SameOperandsAndResultType, InferTypes), infer = first_operand,
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.fshl", overloaded_results: &[], overloaded_arguments: &[0], immediates: &[] }),
     format = "`(` operands `)` attr-dict `:` functional-type(operands, results)")]
pub struct FshlOp {
    a: Operand<INT_OR_VECTOR>,
    b: Operand<INT_OR_VECTOR>,
    c: Operand<INT_OR_VECTOR>,
    res: Res<LLVM_TYPE>,
}

/// The intrinsic `llvm.fshr`.
#[op("llvm.intr.fshr", traits(Lanewise, Pure, SameOperandsAndResultType, InferTypes), infer = first_operand,
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.fshr", overloaded_results: &[], overloaded_arguments: &[0], immediates: &[] }),
     format = "`(` operands `)` attr-dict `:` functional-type(operands, results)")]
pub struct FshrOp {
    a: Operand<INT_OR_VECTOR>,
    b: Operand<INT_OR_VECTOR>,
    c: Operand<INT_OR_VECTOR>,
    res: Res<LLVM_TYPE>,
}

/// The intrinsic `llvm.ptr.annotation`.
#[op("llvm.intr.ptr.annotation",
     traits(AllTypesMatch(&["res", "ptr"]), AllTypesMatch(&["annotation", "fileName", "attr"])),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.ptr.annotation", overloaded_results: &[0], overloaded_arguments: &[2], immediates: &[] }))]
pub struct PtrAnnotationOp {
    ptr: Operand<POINTER>,
    annotation: Operand<POINTER>,
    fileName: Operand<POINTER>,
    line: Operand<I32>,
    attr: Operand<POINTER>,
    res: Res<POINTER>,
}

macro_rules! binary_integers {
    ($($(#[doc = $doc:literal])* $marker:ident = $name:literal, $llvm:literal;)*) => {$(
        $(#[doc = $doc])*
        #[op($name, traits(Lanewise, Pure, SameOperandsAndResultType, InferTypes), infer = first_operand,
             interfaces(dyn IntrinsicOp = Intrinsic { name: $llvm, overloaded_results: &[], overloaded_arguments: &[0], immediates: &[] }),
             format = "`(` operands `)` attr-dict `:` functional-type(operands, results)")]
        pub struct $marker {
            a: Operand<INT_OR_VECTOR>,
            b: Operand<INT_OR_VECTOR>,
            res: Res<LLVM_TYPE>,
        }
    )*};
}

binary_integers! {
    /// The intrinsic `llvm.sadd.sat`.
    SAddSatOp = "llvm.intr.sadd.sat", "llvm.sadd.sat";
    /// The intrinsic `llvm.smax`.
    SMaxOp = "llvm.intr.smax", "llvm.smax";
    /// The intrinsic `llvm.smin`.
    SMinOp = "llvm.intr.smin", "llvm.smin";
    /// The intrinsic `llvm.sshl.sat`.
    SSHLSatOp = "llvm.intr.sshl.sat", "llvm.sshl.sat";
    /// The intrinsic `llvm.ssub.sat`.
    SSubSatOp = "llvm.intr.ssub.sat", "llvm.ssub.sat";
    /// The intrinsic `llvm.uadd.sat`.
    UAddSatOp = "llvm.intr.uadd.sat", "llvm.uadd.sat";
    /// The intrinsic `llvm.umax`.
    UMaxOp = "llvm.intr.umax", "llvm.umax";
    /// The intrinsic `llvm.umin`.
    UMinOp = "llvm.intr.umin", "llvm.umin";
    /// The intrinsic `llvm.ushl.sat`.
    USHLSatOp = "llvm.intr.ushl.sat", "llvm.ushl.sat";
    /// The intrinsic `llvm.usub.sat`.
    USubSatOp = "llvm.intr.usub.sat", "llvm.usub.sat";
}

macro_rules! overflow_checks {
    ($($(#[doc = $doc:literal])* $marker:ident = $name:literal, $llvm:literal;)*) => {$(
        $(#[doc = $doc])*
        #[op($name, traits(Pure, SameOperandsElementType),
             interfaces(dyn IntrinsicOp = Intrinsic { name: $llvm, overloaded_results: &[0], overloaded_arguments: &[], immediates: &[] }))]
        pub struct $marker {
            _operand0: Operand<INT_OR_VECTOR>,
            _operand1: Operand<INT_OR_VECTOR>,
            res: Res<LLVM_TYPE>,
        }
    )*};
}

overflow_checks! {
    /// The intrinsic `llvm.sadd.with.overflow`.
    SAddWithOverflowOp = "llvm.intr.sadd.with.overflow", "llvm.sadd.with.overflow";
    /// The intrinsic `llvm.smul.with.overflow`.
    SMulWithOverflowOp = "llvm.intr.smul.with.overflow", "llvm.smul.with.overflow";
    /// The intrinsic `llvm.ssub.with.overflow`.
    SSubWithOverflowOp = "llvm.intr.ssub.with.overflow", "llvm.ssub.with.overflow";
    /// The intrinsic `llvm.uadd.with.overflow`.
    UAddWithOverflowOp = "llvm.intr.uadd.with.overflow", "llvm.uadd.with.overflow";
    /// The intrinsic `llvm.umul.with.overflow`.
    UMulWithOverflowOp = "llvm.intr.umul.with.overflow", "llvm.umul.with.overflow";
    /// The intrinsic `llvm.usub.with.overflow`.
    USubWithOverflowOp = "llvm.intr.usub.with.overflow", "llvm.usub.with.overflow";
}

/// The intrinsic `llvm.scmp`.
#[op("llvm.intr.scmp", traits(Pure, SameTypeOperands),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.scmp", overloaded_results: &[0], overloaded_arguments: &[0], immediates: &[] }),
     format = "`(` operands `)` attr-dict `:` functional-type(operands, results)")]
pub struct SCmpOp {
    a: Operand<INT_OR_VECTOR>,
    b: Operand<INT_OR_VECTOR>,
    res: Res<INT_OR_VECTOR>,
}

/// The intrinsic `llvm.ucmp`.
#[op("llvm.intr.ucmp", traits(Pure, SameTypeOperands),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.ucmp", overloaded_results: &[0], overloaded_arguments: &[0], immediates: &[] }),
     format = "`(` operands `)` attr-dict `:` functional-type(operands, results)")]
pub struct UCmpOp {
    a: Operand<INT_OR_VECTOR>,
    b: Operand<INT_OR_VECTOR>,
    res: Res<INT_OR_VECTOR>,
}

/// The intrinsic `llvm.var.annotation`.
#[op("llvm.intr.var.annotation", traits(AllTypesMatch(&["annotation", "fileName", "attr"])),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.var.annotation", overloaded_results: &[], overloaded_arguments: &[0, 1], immediates: &[] }))]
pub struct VarAnnotationOp {
    val: Operand<POINTER>,
    annotation: Operand<POINTER>,
    fileName: Operand<POINTER>,
    line: Operand<I32>,
    attr: Operand<POINTER>,
}
