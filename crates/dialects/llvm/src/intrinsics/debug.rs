//! The debug intrinsics, which locate variables.

use terrace_ir::memory_slots::PromotableOp;
use terrace_macros::op;

use super::{Intrinsic, IntrinsicOp};
use crate::attrs::*;
use crate::constraints::*;
use crate::ops::slots;

/// The intrinsic `llvm.dbg.declare`.
#[op("llvm.intr.dbg.declare", traits(DebugInfo),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.dbg.declare", overloaded_results: &[], overloaded_arguments: &[], immediates: &[] },
                dyn PromotableOp = slots::Declare),
     format = "qualified($varInfo) (qualified($locationExpr)^)? `=` $addr `:` qualified(type($addr)) attr-dict")]
pub struct DbgDeclareOp {
    addr: Operand<POINTER>,
    varInfo: Prop<DILocalVariableKind>,
    locationExpr: DefaultProp<DIExpressionKind, no_expression>,
}

/// The intrinsic `llvm.dbg.label`.
#[op("llvm.intr.dbg.label", traits(DebugInfo),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.dbg.label", overloaded_results: &[], overloaded_arguments: &[], immediates: &[] }),
     format = "$label attr-dict")]
pub struct DbgLabelOp {
    label: Prop<DILabelKind>,
}

/// The intrinsic `llvm.dbg.value`.
#[op("llvm.intr.dbg.value", traits(DebugInfo),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.dbg.value", overloaded_results: &[], overloaded_arguments: &[], immediates: &[] },
                dyn PromotableOp = slots::DebugValue),
     format = "qualified($varInfo) (qualified($locationExpr)^)? `=` $value `:` qualified(type($value)) attr-dict")]
pub struct DbgValueOp {
    value: Operand<LLVM_TYPE>,
    varInfo: Prop<DILocalVariableKind>,
    locationExpr: DefaultProp<DIExpressionKind, no_expression>,
}
