//! The intrinsics of LLVM that the dialect's ops become.

use terrace_dialects_llvm::constraints::{LLVM_TYPE, POINTER};
use terrace_dialects_llvm::intrinsics::{Intrinsic, IntrinsicOp};
use terrace_ir::Type;
use terrace_ir::attr_kind::I32Attr;
use terrace_ir::constraints::I32;
use terrace_ir::effects::{EffectOn, writes};
use terrace_ir::traits::Predicate;
use terrace_macros::op;

use crate::constraints::*;

/// The intrinsic `llvm.aarch64.sme.zero`.
#[op("arm_sme.intr.zero",
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.aarch64.sme.zero", overloaded_results: &[], overloaded_arguments: &[], immediates: &[(0, "tile_mask")] }))]
pub struct ZeroIntrOp {
    tile_mask: Prop<I32Attr>,
}

macro_rules! outer_products {
    ($($(#[doc = $doc:literal])* $marker:ident = $name:literal, $llvm:literal;)*) => {$(
        $(#[doc = $doc])*
        #[op($name, interfaces(dyn IntrinsicOp = Intrinsic { name: $llvm, overloaded_results: &[], overloaded_arguments: &[4], immediates: &[(0, "tile_id")] }))]
        pub struct $marker {
            tile_id: Prop<I32Attr>,
            lhs_predicate: Operand<MOP_PREDICATE>,
            rhs_predicate: Operand<MOP_PREDICATE>,
            lhs_vector: Operand<MOP_VECTOR>,
            rhs_vector: Operand<MOP_VECTOR>,
        }
    )*};
}

outer_products! {
    /// The intrinsic `llvm.aarch64.sme.mopa`.
    MopaIntrOp = "arm_sme.intr.mopa", "llvm.aarch64.sme.mopa";
    /// The intrinsic `llvm.aarch64.sme.mops`.
    MopsIntrOp = "arm_sme.intr.mops", "llvm.aarch64.sme.mops";
    /// The intrinsic `llvm.aarch64.sme.mopa.wide`.
    MopaWideIntrOp = "arm_sme.intr.mopa.wide", "llvm.aarch64.sme.mopa.wide";
    /// The intrinsic `llvm.aarch64.sme.mops.wide`.
    MopsWideIntrOp = "arm_sme.intr.mops.wide", "llvm.aarch64.sme.mops.wide";
    /// The intrinsic `llvm.aarch64.sme.smopa.wide`.
    SmopaWideIntrOp = "arm_sme.intr.smopa.wide", "llvm.aarch64.sme.smopa.wide";
    /// The intrinsic `llvm.aarch64.sme.smops.wide`.
    SmopsWideIntrOp = "arm_sme.intr.smops.wide", "llvm.aarch64.sme.smops.wide";
    /// The intrinsic `llvm.aarch64.sme.umopa.wide`.
    UmopaWideIntrOp = "arm_sme.intr.umopa.wide", "llvm.aarch64.sme.umopa.wide";
    /// The intrinsic `llvm.aarch64.sme.umops.wide`.
    UmopsWideIntrOp = "arm_sme.intr.umops.wide", "llvm.aarch64.sme.umops.wide";
    /// The intrinsic `llvm.aarch64.sme.sumopa.wide`.
    SumopaWideIntrOp = "arm_sme.intr.sumopa.wide", "llvm.aarch64.sme.sumopa.wide";
    /// The intrinsic `llvm.aarch64.sme.sumops.wide`.
    SumopsWideIntrOp = "arm_sme.intr.sumops.wide", "llvm.aarch64.sme.sumops.wide";
    /// The intrinsic `llvm.aarch64.sme.usmopa.wide`.
    UsmopaWideIntrOp = "arm_sme.intr.usmopa.wide", "llvm.aarch64.sme.usmopa.wide";
    /// The intrinsic `llvm.aarch64.sme.usmops.wide`.
    UsmopsWideIntrOp = "arm_sme.intr.usmops.wide", "llvm.aarch64.sme.usmops.wide";
    /// The intrinsic `llvm.aarch64.sme.smopa.za32`.
    SmopaZa32IntrOp = "arm_sme.intr.smopa.za32", "llvm.aarch64.sme.smopa.za32";
    /// The intrinsic `llvm.aarch64.sme.umopa.za32`.
    UmopaZa32IntrOp = "arm_sme.intr.umopa.za32", "llvm.aarch64.sme.umopa.za32";
    /// The intrinsic `llvm.aarch64.sme.smops.za32`.
    SmopsZa32IntrOp = "arm_sme.intr.smops.za32", "llvm.aarch64.sme.smops.za32";
    /// The intrinsic `llvm.aarch64.sme.umops.za32`.
    UmopsZa32IntrOp = "arm_sme.intr.umops.za32", "llvm.aarch64.sme.umops.za32";
}

macro_rules! loads {
    ($($(#[doc = $doc:literal])* $marker:ident = $name:literal, $llvm:literal;)*) => {$(
        $(#[doc = $doc])*
        #[op($name, interfaces(dyn IntrinsicOp = Intrinsic { name: $llvm, overloaded_results: &[], overloaded_arguments: &[], immediates: &[(2, "tile_id")] }))]
        pub struct $marker {
            predicate: Operand<SLICE_PREDICATE>,
            load_address: Operand<POINTER>,
            tile_id: Prop<I32Attr>,
            tile_slice_index: Operand<I32>,
        }
    )*};
}

loads! {
    /// The intrinsic `llvm.aarch64.sme.ld1b.horiz`.
    Ld1bHorizIntrOp = "arm_sme.intr.ld1b.horiz", "llvm.aarch64.sme.ld1b.horiz";
    /// The intrinsic `llvm.aarch64.sme.ld1h.horiz`.
    Ld1hHorizIntrOp = "arm_sme.intr.ld1h.horiz", "llvm.aarch64.sme.ld1h.horiz";
    /// The intrinsic `llvm.aarch64.sme.ld1w.horiz`.
    Ld1wHorizIntrOp = "arm_sme.intr.ld1w.horiz", "llvm.aarch64.sme.ld1w.horiz";
    /// The intrinsic `llvm.aarch64.sme.ld1d.horiz`.
    Ld1dHorizIntrOp = "arm_sme.intr.ld1d.horiz", "llvm.aarch64.sme.ld1d.horiz";
    /// The intrinsic `llvm.aarch64.sme.ld1q.horiz`.
    Ld1qHorizIntrOp = "arm_sme.intr.ld1q.horiz", "llvm.aarch64.sme.ld1q.horiz";
    /// The intrinsic `llvm.aarch64.sme.ld1b.vert`.
    Ld1bVertIntrOp = "arm_sme.intr.ld1b.vert", "llvm.aarch64.sme.ld1b.vert";
    /// The intrinsic `llvm.aarch64.sme.ld1h.vert`.
    Ld1hVertIntrOp = "arm_sme.intr.ld1h.vert", "llvm.aarch64.sme.ld1h.vert";
    /// The intrinsic `llvm.aarch64.sme.ld1w.vert`.
    Ld1wVertIntrOp = "arm_sme.intr.ld1w.vert", "llvm.aarch64.sme.ld1w.vert";
    /// The intrinsic `llvm.aarch64.sme.ld1d.vert`.
    Ld1dVertIntrOp = "arm_sme.intr.ld1d.vert", "llvm.aarch64.sme.ld1d.vert";
    /// The intrinsic `llvm.aarch64.sme.ld1q.vert`.
    Ld1qVertIntrOp = "arm_sme.intr.ld1q.vert", "llvm.aarch64.sme.ld1q.vert";
}

macro_rules! stores {
    ($($(#[doc = $doc:literal])* $marker:ident = $name:literal, $llvm:literal;)*) => {$(
        $(#[doc = $doc])*
        #[op($name, effects(writes(EffectOn::Operand(1))),
             interfaces(dyn IntrinsicOp = Intrinsic { name: $llvm, overloaded_results: &[], overloaded_arguments: &[], immediates: &[(2, "tile_id")] }))]
        pub struct $marker {
            predicate: Operand<SLICE_PREDICATE>,
            store_address: Operand<POINTER>,
            tile_id: Prop<I32Attr>,
            tile_slice_index: Operand<I32>,
        }
    )*};
}

stores! {
    /// The intrinsic `llvm.aarch64.sme.st1b.horiz`.
    St1bHorizIntrOp = "arm_sme.intr.st1b.horiz", "llvm.aarch64.sme.st1b.horiz";
    /// The intrinsic `llvm.aarch64.sme.st1h.horiz`.
    St1hHorizIntrOp = "arm_sme.intr.st1h.horiz", "llvm.aarch64.sme.st1h.horiz";
    /// The intrinsic `llvm.aarch64.sme.st1w.horiz`.
    St1wHorizIntrOp = "arm_sme.intr.st1w.horiz", "llvm.aarch64.sme.st1w.horiz";
    /// The intrinsic `llvm.aarch64.sme.st1d.horiz`.
    St1dHorizIntrOp = "arm_sme.intr.st1d.horiz", "llvm.aarch64.sme.st1d.horiz";
    /// The intrinsic `llvm.aarch64.sme.st1q.horiz`.
    St1qHorizIntrOp = "arm_sme.intr.st1q.horiz", "llvm.aarch64.sme.st1q.horiz";
    /// The intrinsic `llvm.aarch64.sme.st1b.vert`.
    St1bVertIntrOp = "arm_sme.intr.st1b.vert", "llvm.aarch64.sme.st1b.vert";
    /// The intrinsic `llvm.aarch64.sme.st1h.vert`.
    St1hVertIntrOp = "arm_sme.intr.st1h.vert", "llvm.aarch64.sme.st1h.vert";
    /// The intrinsic `llvm.aarch64.sme.st1w.vert`.
    St1wVertIntrOp = "arm_sme.intr.st1w.vert", "llvm.aarch64.sme.st1w.vert";
    /// The intrinsic `llvm.aarch64.sme.st1d.vert`.
    St1dVertIntrOp = "arm_sme.intr.st1d.vert", "llvm.aarch64.sme.st1d.vert";
    /// The intrinsic `llvm.aarch64.sme.st1q.vert`.
    St1qVertIntrOp = "arm_sme.intr.st1q.vert", "llvm.aarch64.sme.st1q.vert";
}

/// The intrinsic `llvm.aarch64.sme.str`.
#[op("arm_sme.intr.str", effects(writes(EffectOn::Operand(1))),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.aarch64.sme.str", overloaded_results: &[], overloaded_arguments: &[], immediates: &[] }))]
pub struct StrIntrOp {
    index: Operand<I32>,
    store_address: Operand<POINTER>,
    offset: Operand<I32>,
}

macro_rules! slice_writes {
    ($($(#[doc = $doc:literal])* $marker:ident = $name:literal, $llvm:literal;)*) => {$(
        $(#[doc = $doc])*
        #[op($name, traits(AllShapesMatch(&["predicate", "vector"])),
             interfaces(dyn IntrinsicOp = Intrinsic { name: $llvm, overloaded_results: &[], overloaded_arguments: &[3], immediates: &[(0, "tile_id")] }))]
        pub struct $marker {
            tile_id: Prop<I32Attr>,
            tile_slice_index: Operand<I32>,
            predicate: Operand<SLICE_PREDICATE>,
            vector: Operand<SLICE>,
        }
    )*};
}

slice_writes! {
    /// The intrinsic `llvm.aarch64.sme.write.horiz`.
    WriteHorizIntrOp = "arm_sme.intr.write.horiz", "llvm.aarch64.sme.write.horiz";
    /// The intrinsic `llvm.aarch64.sme.write.vert`.
    WriteVertIntrOp = "arm_sme.intr.write.vert", "llvm.aarch64.sme.write.vert";
}

macro_rules! slice_reads {
    ($($(#[doc = $doc:literal])* $marker:ident = $name:literal, $llvm:literal;)*) => {$(
        $(#[doc = $doc])*
        #[op($name,
             traits(AllShapesMatch(&["vector", "predicate", "res"]), AllElementTypesMatch(&["vector", "res"])),
             interfaces(dyn IntrinsicOp = Intrinsic { name: $llvm, overloaded_results: &[0], overloaded_arguments: &[], immediates: &[(2, "tile_id")] }))]
        pub struct $marker {
            vector: Operand<SLICE>,
            predicate: Operand<SLICE_PREDICATE>,
            tile_id: Prop<I32Attr>,
            tile_slice_index: Operand<I32>,
            res: Res<LLVM_TYPE>,
        }
    )*};
}

slice_reads! {
    /// The intrinsic `llvm.aarch64.sme.read.horiz`.
    ReadHorizIntrOp = "arm_sme.intr.read.horiz", "llvm.aarch64.sme.read.horiz";
    /// The intrinsic `llvm.aarch64.sme.read.vert`.
    ReadVertIntrOp = "arm_sme.intr.read.vert", "llvm.aarch64.sme.read.vert";
}

static RES_IS_I64: Predicate =
    Predicate { summary: "`res` is i64", holds: |op| op.single_result().ty() == Type::I64 };

/// The intrinsic `llvm.aarch64.sme.cntsd`.
#[op("arm_sme.intr.cntsd", traits(Predicate(&RES_IS_I64)),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.aarch64.sme.cntsd", overloaded_results: &[], overloaded_arguments: &[], immediates: &[] }))]
pub struct CntsdIntrOp {
    res: Res<LLVM_TYPE>,
}
