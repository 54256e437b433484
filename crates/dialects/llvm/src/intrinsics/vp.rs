//! Vectors under a mask, up to an explicit length.

use terrace_ir::constraints::I32;
use terrace_macros::op;

use super::{Intrinsic, IntrinsicOp};
use crate::constraints::*;

macro_rules! vp_integers {
    ($($(#[doc = $doc:literal])* $marker:ident = $name:literal, $llvm:literal;)*) => {$(
        $(#[doc = $doc])*
        #[op($name, traits(Pure),
             interfaces(dyn IntrinsicOp = Intrinsic { name: $llvm, overloaded_results: &[0], overloaded_arguments: &[], immediates: &[] }))]
        pub struct $marker {
            lhs: Operand<INT_VECTOR>,
            rhs: Operand<INT_VECTOR>,
            mask: Operand<MASK>,
            evl: Operand<I32>,
            res: Res<LLVM_TYPE>,
        }
    )*};
}

vp_integers! {
    /// The intrinsic `llvm.vp.ashr`.
    VPAShrOp = "llvm.intr.vp.ashr", "llvm.vp.ashr";
    /// The intrinsic `llvm.vp.add`.
    VPAddOp = "llvm.intr.vp.add", "llvm.vp.add";
    /// The intrinsic `llvm.vp.and`.
    VPAndOp = "llvm.intr.vp.and", "llvm.vp.and";
    /// The intrinsic `llvm.vp.lshr`.
    VPLShrOp = "llvm.intr.vp.lshr", "llvm.vp.lshr";
    /// The intrinsic `llvm.vp.mul`.
    VPMulOp = "llvm.intr.vp.mul", "llvm.vp.mul";
    /// The intrinsic `llvm.vp.or`.
    VPOrOp = "llvm.intr.vp.or", "llvm.vp.or";
    /// The intrinsic `llvm.vp.sdiv`.
    VPSDivOp = "llvm.intr.vp.sdiv", "llvm.vp.sdiv";
    /// The intrinsic `llvm.vp.smax`.
    VPSMaxOp = "llvm.intr.vp.smax", "llvm.vp.smax";
    /// The intrinsic `llvm.vp.smin`.
    VPSMinOp = "llvm.intr.vp.smin", "llvm.vp.smin";
    /// The intrinsic `llvm.vp.srem`.
    VPSRemOp = "llvm.intr.vp.srem", "llvm.vp.srem";
    /// The intrinsic `llvm.vp.shl`.
    VPShlOp = "llvm.intr.vp.shl", "llvm.vp.shl";
    /// The intrinsic `llvm.vp.sub`.
    VPSubOp = "llvm.intr.vp.sub", "llvm.vp.sub";
    /// The intrinsic `llvm.vp.udiv`.
    VPUDivOp = "llvm.intr.vp.udiv", "llvm.vp.udiv";
    /// The intrinsic `llvm.vp.umax`.
    VPUMaxOp = "llvm.intr.vp.umax", "llvm.vp.umax";
    /// The intrinsic `llvm.vp.umin`.
    VPUMinOp = "llvm.intr.vp.umin", "llvm.vp.umin";
    /// The intrinsic `llvm.vp.urem`.
    VPURemOp = "llvm.intr.vp.urem", "llvm.vp.urem";
    /// The intrinsic `llvm.vp.xor`.
    VPXorOp = "llvm.intr.vp.xor", "llvm.vp.xor";
}

macro_rules! vp_floats {
    ($($(#[doc = $doc:literal])* $marker:ident = $name:literal, $llvm:literal;)*) => {$(
        $(#[doc = $doc])*
        #[op($name, traits(Pure),
             interfaces(dyn IntrinsicOp = Intrinsic { name: $llvm, overloaded_results: &[0], overloaded_arguments: &[], immediates: &[] }))]
        pub struct $marker {
            lhs: Operand<FLOAT_VECTOR>,
            rhs: Operand<FLOAT_VECTOR>,
            mask: Operand<MASK>,
            evl: Operand<I32>,
            res: Res<LLVM_TYPE>,
        }
    )*};
}

vp_floats! {
    /// The intrinsic `llvm.vp.fadd`.
    VPFAddOp = "llvm.intr.vp.fadd", "llvm.vp.fadd";
    /// The intrinsic `llvm.vp.fdiv`.
    VPFDivOp = "llvm.intr.vp.fdiv", "llvm.vp.fdiv";
    /// The intrinsic `llvm.vp.fmul`.
    VPFMulOp = "llvm.intr.vp.fmul", "llvm.vp.fmul";
    /// The intrinsic `llvm.vp.frem`.
    VPFRemOp = "llvm.intr.vp.frem", "llvm.vp.frem";
    /// The intrinsic `llvm.vp.fsub`.
    VPFSubOp = "llvm.intr.vp.fsub", "llvm.vp.fsub";
}

/// The intrinsic `llvm.vp.fmuladd`.
#[op("llvm.intr.vp.fmuladd", traits(Pure),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.vp.fmuladd", overloaded_results: &[0], overloaded_arguments: &[], immediates: &[] }))]
pub struct VPFMulAddOp {
    op1: Operand<FLOAT_VECTOR>,
    op2: Operand<FLOAT_VECTOR>,
    op3: Operand<FLOAT_VECTOR>,
    mask: Operand<MASK>,
    evl: Operand<I32>,
    res: Res<LLVM_TYPE>,
}

/// The intrinsic `llvm.vp.fma`.
#[op("llvm.intr.vp.fma", traits(Pure),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.vp.fma", overloaded_results: &[0], overloaded_arguments: &[], immediates: &[] }))]
pub struct VPFmaOp {
    op1: Operand<FLOAT_VECTOR>,
    op2: Operand<FLOAT_VECTOR>,
    op3: Operand<FLOAT_VECTOR>,
    mask: Operand<MASK>,
    evl: Operand<I32>,
    res: Res<LLVM_TYPE>,
}

/// The intrinsic `llvm.vp.fneg`.
#[op("llvm.intr.vp.fneg", traits(Pure),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.vp.fneg", overloaded_results: &[0], overloaded_arguments: &[], immediates: &[] }))]
pub struct VPFNegOp {
    op: Operand<FLOAT_VECTOR>,
    mask: Operand<MASK>,
    evl: Operand<I32>,
    res: Res<LLVM_TYPE>,
}

macro_rules! vp_float_casts {
    ($($(#[doc = $doc:literal])* $marker:ident = $name:literal, $llvm:literal;)*) => {$(
        $(#[doc = $doc])*
        #[op($name, traits(Pure),
             interfaces(dyn IntrinsicOp = Intrinsic { name: $llvm, overloaded_results: &[0], overloaded_arguments: &[0], immediates: &[] }))]
        pub struct $marker {
            src: Operand<FLOAT_VECTOR>,
            mask: Operand<MASK>,
            evl: Operand<I32>,
            res: Res<LLVM_TYPE>,
        }
    )*};
}

vp_float_casts! {
    /// The intrinsic `llvm.vp.fpext`.
    VPFPExtOp = "llvm.intr.vp.fpext", "llvm.vp.fpext";
    /// The intrinsic `llvm.vp.fptosi`.
    VPFPToSIOp = "llvm.intr.vp.fptosi", "llvm.vp.fptosi";
    /// The intrinsic `llvm.vp.fptoui`.
    VPFPToUIOp = "llvm.intr.vp.fptoui", "llvm.vp.fptoui";
    /// The intrinsic `llvm.vp.fptrunc`.
    VPFPTruncOp = "llvm.intr.vp.fptrunc", "llvm.vp.fptrunc";
}

macro_rules! vp_integer_casts {
    ($($(#[doc = $doc:literal])* $marker:ident = $name:literal, $llvm:literal;)*) => {$(
        $(#[doc = $doc])*
        #[op($name, traits(Pure),
             interfaces(dyn IntrinsicOp = Intrinsic { name: $llvm, overloaded_results: &[0], overloaded_arguments: &[0], immediates: &[] }))]
        pub struct $marker {
            src: Operand<INT_VECTOR>,
            mask: Operand<MASK>,
            evl: Operand<I32>,
            res: Res<LLVM_TYPE>,
        }
    )*};
}

vp_integer_casts! {
    /// The intrinsic `llvm.vp.inttoptr`.
    VPIntToPtrOp = "llvm.intr.vp.inttoptr", "llvm.vp.inttoptr";
    /// The intrinsic `llvm.vp.sext`.
    VPSExtOp = "llvm.intr.vp.sext", "llvm.vp.sext";
    /// The intrinsic `llvm.vp.sitofp`.
    VPSIToFPOp = "llvm.intr.vp.sitofp", "llvm.vp.sitofp";
    /// The intrinsic `llvm.vp.trunc`.
    VPTruncOp = "llvm.intr.vp.trunc", "llvm.vp.trunc";
    /// The intrinsic `llvm.vp.uitofp`.
    VPUIToFPOp = "llvm.intr.vp.uitofp", "llvm.vp.uitofp";
    /// The intrinsic `llvm.vp.zext`.
    VPZExtOp = "llvm.intr.vp.zext", "llvm.vp.zext";
}

/// The intrinsic `llvm.vp.load`.
#[op("llvm.intr.vp.load",
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.vp.load", overloaded_results: &[0], overloaded_arguments: &[0], immediates: &[] }))]
pub struct VPLoadOp {
    ptr: Operand<POINTER>,
    mask: Operand<MASK>,
    evl: Operand<I32>,
    res: Res<LLVM_TYPE>,
}

/// The intrinsic `llvm.vp.merge`.
#[op("llvm.intr.vp.merge", traits(Pure),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.vp.merge", overloaded_results: &[], overloaded_arguments: &[1], immediates: &[] }))]
pub struct VPMergeMinOp {
    cond: Operand<MASK>,
    true_val: Operand<VECTOR>,
    false_val: Operand<VECTOR>,
    evl: Operand<I32>,
    res: Res<LLVM_TYPE>,
}

/// The intrinsic `llvm.vp.select`.
#[op("llvm.intr.vp.select", traits(Pure),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.vp.select", overloaded_results: &[], overloaded_arguments: &[1], immediates: &[] }))]
pub struct VPSelectMinOp {
    cond: Operand<MASK>,
    true_val: Operand<VECTOR>,
    false_val: Operand<VECTOR>,
    evl: Operand<I32>,
    res: Res<LLVM_TYPE>,
}

/// The intrinsic `llvm.vp.ptrtoint`.
#[op("llvm.intr.vp.ptrtoint", traits(Pure),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.vp.ptrtoint", overloaded_results: &[0], overloaded_arguments: &[0], immediates: &[] }))]
pub struct VPPtrToIntOp {
    src: Operand<POINTER_VECTOR>,
    mask: Operand<MASK>,
    evl: Operand<I32>,
    res: Res<LLVM_TYPE>,
}

macro_rules! vp_integer_reductions {
    ($($(#[doc = $doc:literal])* $marker:ident = $name:literal, $llvm:literal;)*) => {$(
        $(#[doc = $doc])*
        #[op($name, traits(Pure),
             interfaces(dyn IntrinsicOp = Intrinsic { name: $llvm, overloaded_results: &[], overloaded_arguments: &[1], immediates: &[] }))]
        pub struct $marker {
            satrt_value: Operand<INT>,
            val: Operand<INT_VECTOR>,
            mask: Operand<MASK>,
            evl: Operand<I32>,
            res: Res<LLVM_TYPE>,
        }
    )*};
}

vp_integer_reductions! {
    /// The intrinsic `llvm.vp.reduce.add`.
    VPReduceAddOp = "llvm.intr.vp.reduce.add", "llvm.vp.reduce.add";
    /// The intrinsic `llvm.vp.reduce.and`.
    VPReduceAndOp = "llvm.intr.vp.reduce.and", "llvm.vp.reduce.and";
    /// The intrinsic `llvm.vp.reduce.mul`.
    VPReduceMulOp = "llvm.intr.vp.reduce.mul", "llvm.vp.reduce.mul";
    /// The intrinsic `llvm.vp.reduce.or`.
    VPReduceOrOp = "llvm.intr.vp.reduce.or", "llvm.vp.reduce.or";
    /// The intrinsic `llvm.vp.reduce.smax`.
    VPReduceSMaxOp = "llvm.intr.vp.reduce.smax", "llvm.vp.reduce.smax";
    /// The intrinsic `llvm.vp.reduce.smin`.
    VPReduceSMinOp = "llvm.intr.vp.reduce.smin", "llvm.vp.reduce.smin";
    /// The intrinsic `llvm.vp.reduce.umax`.
    VPReduceUMaxOp = "llvm.intr.vp.reduce.umax", "llvm.vp.reduce.umax";
    /// The intrinsic `llvm.vp.reduce.umin`.
    VPReduceUMinOp = "llvm.intr.vp.reduce.umin", "llvm.vp.reduce.umin";
    /// The intrinsic `llvm.vp.reduce.xor`.
    VPReduceXorOp = "llvm.intr.vp.reduce.xor", "llvm.vp.reduce.xor";
}

macro_rules! vp_float_reductions {
    ($($(#[doc = $doc:literal])* $marker:ident = $name:literal, $llvm:literal;)*) => {$(
        $(#[doc = $doc])*
        #[op($name, traits(Pure),
             interfaces(dyn IntrinsicOp = Intrinsic { name: $llvm, overloaded_results: &[], overloaded_arguments: &[1], immediates: &[] }))]
        pub struct $marker {
            satrt_value: Operand<ANY_FLOAT>,
            val: Operand<FLOAT_VECTOR>,
            mask: Operand<MASK>,
            evl: Operand<I32>,
            res: Res<LLVM_TYPE>,
        }
    )*};
}

vp_float_reductions! {
    /// The intrinsic `llvm.vp.reduce.fadd`.
    VPReduceFAddOp = "llvm.intr.vp.reduce.fadd", "llvm.vp.reduce.fadd";
    /// The intrinsic `llvm.vp.reduce.fmax`.
    VPReduceFMaxOp = "llvm.intr.vp.reduce.fmax", "llvm.vp.reduce.fmax";
    /// The intrinsic `llvm.vp.reduce.fmin`.
    VPReduceFMinOp = "llvm.intr.vp.reduce.fmin", "llvm.vp.reduce.fmin";
    /// The intrinsic `llvm.vp.reduce.fmul`.
    VPReduceFMulOp = "llvm.intr.vp.reduce.fmul", "llvm.vp.reduce.fmul";
}

/// The intrinsic `llvm.vp.store`.
#[op("llvm.intr.vp.store",
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.vp.store", overloaded_results: &[], overloaded_arguments: &[0, 1], immediates: &[] }))]
pub struct VPStoreOp {
    val: Operand<VECTOR>,
    ptr: Operand<POINTER>,
    mask: Operand<MASK>,
    evl: Operand<I32>,
}

/// The intrinsic `llvm.experimental.vp.strided.load`.
#[op("llvm.intr.experimental.vp.strided.load",
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.experimental.vp.strided.load", overloaded_results: &[0], overloaded_arguments: &[0, 1], immediates: &[] }))]
pub struct VPStridedLoadOp {
    ptr: Operand<POINTER>,
    stride: Operand<INT>,
    mask: Operand<MASK>,
    evl: Operand<I32>,
    res: Res<LLVM_TYPE>,
}

/// The intrinsic `llvm.experimental.vp.strided.store`.
#[op("llvm.intr.experimental.vp.strided.store",
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.experimental.vp.strided.store", overloaded_results: &[], overloaded_arguments: &[0, 1, 2], immediates: &[] }))]
pub struct VPStridedStoreOp {
    val: Operand<VECTOR>,
    ptr: Operand<POINTER>,
    stride: Operand<INT>,
    mask: Operand<MASK>,
    evl: Operand<I32>,
}
