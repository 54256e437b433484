//! Coroutines.

use terrace_ir::constraints::{I1, I32};
use terrace_macros::op;

use super::{Intrinsic, IntrinsicOp};
use crate::constraints::*;

/// The intrinsic `llvm.coro.align`.
#[op("llvm.intr.coro.align",
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.coro.align", overloaded_results: &[0], overloaded_arguments: &[], immediates: &[] }),
     format = "attr-dict `:` type($res)")]
pub struct CoroAlignOp {
    res: Res<LLVM_TYPE>,
}

/// The intrinsic `llvm.coro.size`.
#[op("llvm.intr.coro.size",
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.coro.size", overloaded_results: &[0], overloaded_arguments: &[], immediates: &[] }),
     format = "attr-dict `:` type($res)")]
pub struct CoroSizeOp {
    res: Res<LLVM_TYPE>,
}

/// The intrinsic `llvm.coro.begin`.
#[op("llvm.intr.coro.begin",
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.coro.begin", overloaded_results: &[], overloaded_arguments: &[], immediates: &[] }),
     format = "$token `,` $mem attr-dict `:` functional-type(operands, results)")]
pub struct CoroBeginOp {
    token: Operand<TOKEN>,
    mem: Operand<POINTER>,
    res: Res<LLVM_TYPE>,
}

/// The intrinsic `llvm.coro.end`.
#[op("llvm.intr.coro.end",
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.coro.end", overloaded_results: &[], overloaded_arguments: &[], immediates: &[] }),
     format = "$handle `,` $unwind `,` $retvals attr-dict `:` functional-type(operands, results)")]
pub struct CoroEndOp {
    handle: Operand<POINTER>,
    unwind: Operand<I1>,
    retvals: Operand<TOKEN>,
    res: Res<LLVM_TYPE>,
}

/// The intrinsic `llvm.coro.free`.
#[op("llvm.intr.coro.free",
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.coro.free", overloaded_results: &[], overloaded_arguments: &[], immediates: &[] }),
     format = "$id `,` $handle attr-dict `:` functional-type(operands, results)")]
pub struct CoroFreeOp {
    id: Operand<TOKEN>,
    handle: Operand<POINTER>,
    res: Res<LLVM_TYPE>,
}

/// The intrinsic `llvm.coro.id`.
#[op("llvm.intr.coro.id",
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.coro.id", overloaded_results: &[], overloaded_arguments: &[], immediates: &[] }),
     format = "$align `,` $promise `,` $coroaddr `,` $fnaddrs attr-dict `:` functional-type(operands, results)")]
pub struct CoroIdOp {
    align: Operand<I32>,
    promise: Operand<POINTER>,
    coroaddr: Operand<POINTER>,
    fnaddrs: Operand<POINTER>,
    res: Res<LLVM_TYPE>,
}

/// The intrinsic `llvm.coro.promise`.
#[op("llvm.intr.coro.promise",
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.coro.promise", overloaded_results: &[], overloaded_arguments: &[], immediates: &[] }),
     format = "$handle `,` $align `,` $from attr-dict `:` functional-type(operands, results)")]
pub struct CoroPromiseOp {
    handle: Operand<POINTER>,
    align: Operand<I32>,
    from: Operand<I1>,
    res: Res<POINTER>,
}

/// The intrinsic `llvm.coro.resume`.
#[op("llvm.intr.coro.resume",
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.coro.resume", overloaded_results: &[], overloaded_arguments: &[], immediates: &[] }),
     format = "$handle attr-dict `:` qualified(type($handle))")]
pub struct CoroResumeOp {
    handle: Operand<POINTER>,
}

/// The intrinsic `llvm.coro.save`.
#[op("llvm.intr.coro.save",
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.coro.save", overloaded_results: &[], overloaded_arguments: &[], immediates: &[] }),
     format = "$handle attr-dict `:` functional-type(operands, results)")]
pub struct CoroSaveOp {
    handle: Operand<POINTER>,
    res: Res<LLVM_TYPE>,
}

/// The intrinsic `llvm.coro.suspend`.
#[op("llvm.intr.coro.suspend",
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.coro.suspend", overloaded_results: &[], overloaded_arguments: &[], immediates: &[] }),
     format = "$save `,` $final attr-dict `:` type($res)")]
pub struct CoroSuspendOp {
    save: Operand<TOKEN>,
    r#final: Operand<I1>,
    res: Res<LLVM_TYPE>,
}
