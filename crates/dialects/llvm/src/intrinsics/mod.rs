//! Intrinsics of LLVM.
//!
//! Each op names its intrinsic, and the types in its mangled name: [`Intrinsic`].

pub mod coroutines;
pub mod debug;
pub mod floats;
pub mod integers;
pub mod memory;
pub mod other;
pub mod vectors;
pub mod vp;

pub use coroutines::*;
pub use debug::*;
pub use floats::*;
pub use integers::*;
pub use memory::*;
pub use other::*;
pub use vectors::*;
pub use vp::*;

use terrace_ir::OpKind;
use terrace_ir::def::OpDef;

/// An intrinsic: the construction of its call from an op.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Intrinsic {
    /// Its name in LLVM, without the types that it is overloaded on.
    pub name: &'static str,
    /// The results whose types are in the mangled name: 0 is the result; several numbers are the elements of
    /// a structure result. They precede those of the arguments.
    pub overloaded_results: &'static [usize],
    /// The arguments whose types the name ends with, by their numbers among all arguments of the call.
    pub overloaded_arguments: &'static [usize],
    /// The arguments of the call that are inherent attributes of the op, by their numbers; all others are its operands, in
    /// order.
    pub immediates: &'static [(usize, &'static str)],
}

/// Implemented by ops that are calls of intrinsics.
pub trait IntrinsicOp: Send + Sync {
    /// Returns the intrinsic.
    fn intrinsic(&self) -> &Intrinsic;
}

impl IntrinsicOp for Intrinsic {
    fn intrinsic(&self) -> &Intrinsic {
        self
    }
}

/// The ops that are calls of intrinsics, by name.
pub fn intrinsic_ops() -> &'static [&'static OpDef] {
    OPS
}

/// The ops, by name.
pub(crate) const OPS: &[&OpDef] = &[
    AbsOp::DEF,
    ACosOp::DEF,
    AnnotationOp::DEF,
    ASinOp::DEF,
    AssumeOp::DEF,
    ATanOp::DEF,
    ATan2Op::DEF,
    BitReverseOp::DEF,
    ByteSwapOp::DEF,
    FCeilOp::DEF,
    CopySignOp::DEF,
    CoroAlignOp::DEF,
    CoroBeginOp::DEF,
    CoroEndOp::DEF,
    CoroFreeOp::DEF,
    CoroIdOp::DEF,
    CoroPromiseOp::DEF,
    CoroResumeOp::DEF,
    CoroSaveOp::DEF,
    CoroSizeOp::DEF,
    CoroSuspendOp::DEF,
    CosOp::DEF,
    CoshOp::DEF,
    CountLeadingZerosOp::DEF,
    CtPopOp::DEF,
    CountTrailingZerosOp::DEF,
    DbgDeclareOp::DEF,
    DbgLabelOp::DEF,
    DbgValueOp::DEF,
    DebugTrapOp::DEF,
    EhTypeidForOp::DEF,
    ExpOp::DEF,
    Exp10Op::DEF,
    Exp2Op::DEF,
    ExpectOp::DEF,
    ExpectWithProbabilityOp::DEF,
    ConstrainedFPExtIntrOp::DEF,
    ConstrainedFPTruncIntrOp::DEF,
    ConstrainedSIToFPOp::DEF,
    ConstrainedUIToFPOp::DEF,
    NoAliasScopeDeclOp::DEF,
    VPStridedLoadOp::DEF,
    VPStridedStoreOp::DEF,
    FAbsOp::DEF,
    FFloorOp::DEF,
    FMAOp::DEF,
    FMulAddOp::DEF,
    FractionExpOp::DEF,
    FshlOp::DEF,
    FshrOp::DEF,
    GetActiveLaneMaskOp::DEF,
    InvariantEndOp::DEF,
    InvariantStartOp::DEF,
    IsConstantOp::DEF,
    IsFPClassOp::DEF,
    LaunderInvariantGroupOp::DEF,
    LoadExpOp::DEF,
    LifetimeEndOp::DEF,
    LifetimeStartOp::DEF,
    LlrintOp::DEF,
    LlroundOp::DEF,
    LogOp::DEF,
    Log10Op::DEF,
    Log2Op::DEF,
    LrintOp::DEF,
    LroundOp::DEF,
    MaskedCompressstoreOp::DEF,
    MaskedExpandloadOp::DEF,
    MaskedGatherOp::DEF,
    MaskedLoadOp::DEF,
    MaskedScatterOp::DEF,
    MaskedStoreOp::DEF,
    MatrixColumnMajorLoadOp::DEF,
    MatrixColumnMajorStoreOp::DEF,
    MatrixMultiplyOp::DEF,
    MatrixTransposeOp::DEF,
    MaximumOp::DEF,
    MaxNumOp::DEF,
    MemcpyOp::DEF,
    MemcpyInlineOp::DEF,
    MemmoveOp::DEF,
    MemsetOp::DEF,
    MemsetInlineOp::DEF,
    MinimumOp::DEF,
    MinNumOp::DEF,
    NearbyintOp::DEF,
    PowOp::DEF,
    PowIOp::DEF,
    PrefetchOp::DEF,
    PtrAnnotationOp::DEF,
    PtrMaskOp::DEF,
    RintOp::DEF,
    RoundOp::DEF,
    RoundEvenOp::DEF,
    SAddSatOp::DEF,
    SAddWithOverflowOp::DEF,
    SCmpOp::DEF,
    SinOp::DEF,
    SincosOp::DEF,
    SinhOp::DEF,
    SMaxOp::DEF,
    SMinOp::DEF,
    SMulWithOverflowOp::DEF,
    SqrtOp::DEF,
    SSACopyOp::DEF,
    SSHLSatOp::DEF,
    SSubSatOp::DEF,
    SSubWithOverflowOp::DEF,
    StackRestoreOp::DEF,
    StackSaveOp::DEF,
    StepVectorOp::DEF,
    StripInvariantGroupOp::DEF,
    TanOp::DEF,
    TanhOp::DEF,
    ThreadlocalAddressOp::DEF,
    TrapOp::DEF,
    FTruncOp::DEF,
    UAddSatOp::DEF,
    UAddWithOverflowOp::DEF,
    UBSanTrapOp::DEF,
    UCmpOp::DEF,
    UMaxOp::DEF,
    UMinOp::DEF,
    UMulWithOverflowOp::DEF,
    USHLSatOp::DEF,
    USubSatOp::DEF,
    USubWithOverflowOp::DEF,
    VaCopyOp::DEF,
    VaEndOp::DEF,
    VarAnnotationOp::DEF,
    VaStartOp::DEF,
    VectorDeinterleave2Op::DEF,
    VectorExtractOp::DEF,
    VectorInsertOp::DEF,
    VectorInterleave2Op::DEF,
    VectorReduceAddOp::DEF,
    VectorReduceAndOp::DEF,
    VectorReduceFaddOp::DEF,
    VectorReduceFmaxOp::DEF,
    VectorReduceFmaximumOp::DEF,
    VectorReduceFminOp::DEF,
    VectorReduceFminimumOp::DEF,
    VectorReduceFmulOp::DEF,
    VectorReduceMulOp::DEF,
    VectorReduceOrOp::DEF,
    VectorReduceSmaxOp::DEF,
    VectorReduceSminOp::DEF,
    VectorReduceUmaxOp::DEF,
    VectorReduceUminOp::DEF,
    VectorReduceXorOp::DEF,
    VPAddOp::DEF,
    VPAndOp::DEF,
    VPAShrOp::DEF,
    VPFAddOp::DEF,
    VPFDivOp::DEF,
    VPFmaOp::DEF,
    VPFMulOp::DEF,
    VPFMulAddOp::DEF,
    VPFNegOp::DEF,
    VPFPExtOp::DEF,
    VPFPToSIOp::DEF,
    VPFPToUIOp::DEF,
    VPFPTruncOp::DEF,
    VPFRemOp::DEF,
    VPFSubOp::DEF,
    VPIntToPtrOp::DEF,
    VPLoadOp::DEF,
    VPLShrOp::DEF,
    VPMergeMinOp::DEF,
    VPMulOp::DEF,
    VPOrOp::DEF,
    VPPtrToIntOp::DEF,
    VPReduceAddOp::DEF,
    VPReduceAndOp::DEF,
    VPReduceFAddOp::DEF,
    VPReduceFMaxOp::DEF,
    VPReduceFMinOp::DEF,
    VPReduceFMulOp::DEF,
    VPReduceMulOp::DEF,
    VPReduceOrOp::DEF,
    VPReduceSMaxOp::DEF,
    VPReduceSMinOp::DEF,
    VPReduceUMaxOp::DEF,
    VPReduceUMinOp::DEF,
    VPReduceXorOp::DEF,
    VPSDivOp::DEF,
    VPSelectMinOp::DEF,
    VPSExtOp::DEF,
    VPShlOp::DEF,
    VPSIToFPOp::DEF,
    VPSMaxOp::DEF,
    VPSMinOp::DEF,
    VPSRemOp::DEF,
    VPStoreOp::DEF,
    VPSubOp::DEF,
    VPTruncOp::DEF,
    VPUDivOp::DEF,
    VPUIToFPOp::DEF,
    VPUMaxOp::DEF,
    VPUMinOp::DEF,
    VPURemOp::DEF,
    VPXorOp::DEF,
    VPZExtOp::DEF,
    VscaleOp::DEF,
];
