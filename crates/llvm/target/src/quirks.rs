//! Faults of LLVM that are worked around.

/// A fault of LLVM.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Quirk {
    /// A masked store of truncated numbers.
    TruncatingMaskedStore,
    /// Zeros shifted into a register.
    ZerosShiftedIn,
    /// Zeros for inactive elements.
    InactiveZeros,
    /// Vectors of bfloat that are split.
    BfloatVectorsSplit,
    /// Conversion.
    OddBfloatConversion,
    /// One element.
    SingleMaskedElement,
    /// Gather.
    OddGather,
    /// Extended.
    ExtendedGather,
    /// Bytes.
    ThreeTruncatedBytes,
    /// Comparison.
    BfloatComparison,
    /// Written out.
    MasksWrittenOut,
    /// Slice.
    ConstantSlice,
}
