//! The intrinsics of LLVM that the dialect's ops become.

use terrace_dialects_llvm::constraints::LLVM_TYPE;
use terrace_dialects_llvm::intrinsics::{Intrinsic, IntrinsicOp};
use terrace_ir::attr_kind::I64Attr;
use terrace_ir::constraints::{I32, I64};
use terrace_ir::traits::Predicate;
use terrace_macros::op;

use crate::constraints::*;

macro_rules! ternary {
    ($($(#[doc = $doc:literal])* $marker:ident = $name:literal, $llvm:literal;)*) => {$(
        $(#[doc = $doc])*
        #[op($name, interfaces(dyn IntrinsicOp = Intrinsic { name: $llvm, overloaded_results: &[0], overloaded_arguments: &[], immediates: &[] }))]
        pub struct $marker {
            _first: Operand<SCALABLE>,
            _second: Operand<SCALABLE>,
            _third: Operand<SCALABLE>,
            res: Res<LLVM_TYPE>,
        }
    )*};
}

ternary! {
    /// The intrinsic `llvm.aarch64.sve.ummla`.
    UmmlaIntrOp = "arm_sve.intr.ummla", "llvm.aarch64.sve.ummla";
    /// The intrinsic `llvm.aarch64.sve.smmla`.
    SmmlaIntrOp = "arm_sve.intr.smmla", "llvm.aarch64.sve.smmla";
    /// The intrinsic `llvm.aarch64.sve.usmmla`.
    UsmmlaIntrOp = "arm_sve.intr.usmmla", "llvm.aarch64.sve.usmmla";
    /// The intrinsic `llvm.aarch64.sve.sdot`.
    SdotIntrOp = "arm_sve.intr.sdot", "llvm.aarch64.sve.sdot";
    /// The intrinsic `llvm.aarch64.sve.udot`.
    UdotIntrOp = "arm_sve.intr.udot", "llvm.aarch64.sve.udot";
    /// The intrinsic `llvm.aarch64.sve.add`.
    ScalableMaskedAddIIntrOp = "arm_sve.intr.add", "llvm.aarch64.sve.add";
    /// The intrinsic `llvm.aarch64.sve.fadd`.
    ScalableMaskedAddFIntrOp = "arm_sve.intr.fadd", "llvm.aarch64.sve.fadd";
    /// The intrinsic `llvm.aarch64.sve.mul`.
    ScalableMaskedMulIIntrOp = "arm_sve.intr.mul", "llvm.aarch64.sve.mul";
    /// The intrinsic `llvm.aarch64.sve.fmul`.
    ScalableMaskedMulFIntrOp = "arm_sve.intr.fmul", "llvm.aarch64.sve.fmul";
    /// The intrinsic `llvm.aarch64.sve.sub`.
    ScalableMaskedSubIIntrOp = "arm_sve.intr.sub", "llvm.aarch64.sve.sub";
    /// The intrinsic `llvm.aarch64.sve.fsub`.
    ScalableMaskedSubFIntrOp = "arm_sve.intr.fsub", "llvm.aarch64.sve.fsub";
    /// The intrinsic `llvm.aarch64.sve.sdiv`.
    ScalableMaskedSDivIIntrOp = "arm_sve.intr.sdiv", "llvm.aarch64.sve.sdiv";
    /// The intrinsic `llvm.aarch64.sve.udiv`.
    ScalableMaskedUDivIIntrOp = "arm_sve.intr.udiv", "llvm.aarch64.sve.udiv";
    /// The intrinsic `llvm.aarch64.sve.fdiv`.
    ScalableMaskedDivFIntrOp = "arm_sve.intr.fdiv", "llvm.aarch64.sve.fdiv";
}

static RES_IS_PREDICATE: Predicate = Predicate {
    summary: "'res' is vector<[1]xi1>, vector<[2]xi1>, vector<[4]xi1>, vector<[8]xi1>, or vector<[16]xi1>",
    holds: |op| is_predicate(op.cx(), op.single_result().ty()),
};
static RES_IS_SVBOOL: Predicate = Predicate {
    summary: "'res' is vector<[16]xi1>",
    holds: |op| (SVBOOL.pred)(op.cx(), op.single_result().ty()),
};

/// The intrinsic `llvm.aarch64.sve.convert.from.svbool`.
#[op("arm_sve.intr.convert.from.svbool", traits(Predicate(&RES_IS_PREDICATE)),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.aarch64.sve.convert.from.svbool", overloaded_results: &[0], overloaded_arguments: &[], immediates: &[] }))]
pub struct ConvertFromSvboolIntrOp {
    svbool: Operand<SVBOOL>,
    res: Res<LLVM_TYPE>,
}

/// The intrinsic `llvm.aarch64.sve.convert.to.svbool`.
#[op("arm_sve.intr.convert.to.svbool", traits(Predicate(&RES_IS_SVBOOL)),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.aarch64.sve.convert.to.svbool", overloaded_results: &[], overloaded_arguments: &[0], immediates: &[] }))]
pub struct ConvertToSvboolIntrOp {
    mask: Operand<PREDICATE>,
    res: Res<LLVM_TYPE>,
}

/// The intrinsic `llvm.aarch64.sve.zip.x2`.
#[op("arm_sve.intr.zip.x2",
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.aarch64.sve.zip.x2", overloaded_results: &[], overloaded_arguments: &[0], immediates: &[] }))]
pub struct ZipX2IntrOp {
    v1: Operand<SCALABLE>,
    v2: Operand<SCALABLE>,
    res: Res<LLVM_TYPE>,
}

/// The intrinsic `llvm.aarch64.sve.zip.x4`.
#[op("arm_sve.intr.zip.x4",
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.aarch64.sve.zip.x4", overloaded_results: &[], overloaded_arguments: &[0], immediates: &[] }))]
pub struct ZipX4IntrOp {
    v1: Operand<SCALABLE>,
    v2: Operand<SCALABLE>,
    v3: Operand<SCALABLE>,
    v4: Operand<SCALABLE>,
    res: Res<LLVM_TYPE>,
}

/// The intrinsic `llvm.aarch64.sve.psel`.
#[op("arm_sve.intr.psel", traits(Pure, Predicate(&RES_IS_SVBOOL)),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.aarch64.sve.psel", overloaded_results: &[], overloaded_arguments: &[1], immediates: &[] }))]
pub struct PselIntrOp {
    p1: Operand<SVBOOL>,
    p2: Operand<PREDICATE>,
    index: Operand<I32>,
    res: Res<LLVM_TYPE>,
}

/// The intrinsic `llvm.aarch64.sve.whilelt`.
#[op("arm_sve.intr.whilelt", traits(Predicate(&RES_IS_PREDICATE), Pure),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.aarch64.sve.whilelt", overloaded_results: &[0], overloaded_arguments: &[0], immediates: &[] }))]
pub struct WhileLTIntrOp {
    base: Operand<I64>,
    n: Operand<I64>,
    res: Res<LLVM_TYPE>,
}

/// The intrinsic `llvm.aarch64.sve.dupq.lane`.
#[op("arm_sve.intr.dupq_lane",
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.aarch64.sve.dupq.lane", overloaded_results: &[], overloaded_arguments: &[0], immediates: &[(1, "lane")] }))]
pub struct DupQLaneIntrOp {
    v: Operand<SCALABLE_RANK_1>,
    lane: Prop<I64Attr>,
    res: Res<LLVM_TYPE>,
}
