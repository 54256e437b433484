//! Hints, traps and annotations.

use terrace_ir::attr_kind::{ArrayAttr, DenseI32ArrayAttr, I8Attr};
use terrace_ir::constraints::{ANY_TYPE, I1, I32};
use terrace_macros::op;

use super::{Intrinsic, IntrinsicOp};
use crate::constraints::*;
use crate::ops::bundles::{OP_BUNDLES, verify_bundles};
use terrace_dialects_builtin::infer::first_operand;

/// The intrinsic `llvm.annotation`.
#[op("llvm.intr.annotation",
     traits(AllTypesMatch(&["res", "integer"]), AllTypesMatch(&["annotation", "fileName"])),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.annotation", overloaded_results: &[0], overloaded_arguments: &[2], immediates: &[] }))]
pub struct AnnotationOp {
    integer: Operand<INT>,
    annotation: Operand<POINTER>,
    fileName: Operand<POINTER>,
    line: Operand<I32>,
    res: Res<INT>,
}

/// The intrinsic `llvm.assume`.
#[op("llvm.intr.assume", customs(&OP_BUNDLES), verify = verify_bundles,
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.assume", overloaded_results: &[], overloaded_arguments: &[], immediates: &[] }),
     format = "$cond ( custom<OpBundles>($op_bundle_operands, type($op_bundle_operands), $op_bundle_tags)^ )? `:` type($cond) attr-dict")]
pub struct AssumeOp {
    cond: Operand<I1>,
    op_bundle_operands: VarVarOperand<LLVM_TYPE, "op_bundle_sizes">,
    op_bundle_sizes: Prop<DenseI32ArrayAttr>,
    op_bundle_tags: OptProp<ArrayAttr>,
}

/// The intrinsic `llvm.debugtrap`.
#[op("llvm.intr.debugtrap",
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.debugtrap", overloaded_results: &[], overloaded_arguments: &[], immediates: &[] }),
     format = "attr-dict")]
pub struct DebugTrapOp {}

/// The intrinsic `llvm.trap`.
#[op("llvm.intr.trap",
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.trap", overloaded_results: &[], overloaded_arguments: &[], immediates: &[] }),
     format = "attr-dict")]
pub struct TrapOp {}

/// The intrinsic `llvm.is.constant`.
#[op("llvm.intr.is.constant", traits(Pure),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.is.constant", overloaded_results: &[], overloaded_arguments: &[0], immediates: &[] }))]
pub struct IsConstantOp {
    val: Operand<LLVM_TYPE>,
    res: Res<I1>,
}

/// The intrinsic `llvm.ssa.copy`.
#[op("llvm.intr.ssa.copy", traits(Pure, SameOperandsAndResultType, InferTypes), infer = first_operand,
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.ssa.copy", overloaded_results: &[], overloaded_arguments: &[0], immediates: &[] }),
     format = "$operand attr-dict `:` type($operand)")]
pub struct SSACopyOp {
    operand: Operand<ANY_TYPE>,
    res: Res<LLVM_TYPE>,
}

/// The intrinsic `llvm.ubsantrap`.
#[op("llvm.intr.ubsantrap",
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.ubsantrap", overloaded_results: &[], overloaded_arguments: &[], immediates: &[(0, "failureKind")] }),
     format = "prop-dict attr-dict")]
pub struct UBSanTrapOp {
    failureKind: Prop<I8Attr>,
}
