//! Faults of LLVM that are worked around, each with a program that shows it.
//!
//! A work-around asks [`crate::Target::has_quirk`] whether a fault concerns its target. A test runs the programs with the tools that are
//! installed: once LLVM is mended it fails, and the row and the work-around go.

use std::ops::RangeInclusive;

/// A fault of LLVM.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Quirk {
    /// A masked store of truncated numbers, under a constant mask with one element, writes the number before it is truncated.
    TruncatingMaskedStore,
    /// Zeros that are shifted into a register of 512 bits become an expansion under a mask.
    ZerosShiftedIn,
    /// Zeros for inactive elements of a masked load of which some are not used cannot be selected for AVX2.
    InactiveZeros,
    /// Operations on vectors of bfloat that are split cannot be selected for x86.
    BfloatVectorsSplit,
    /// Conversions of vectors to bfloat whose number of elements is no power of two pass through the stack on x86.
    OddBfloatConversion,
    /// Masked accesses to vectors of one element cannot be selected where vectors of SVE are longer.
    SingleMaskedElement,
    /// Gathers and scatters whose number of elements is no power of two take forever without optimization where vectors of SVE are longer.
    OddGather,
    /// Extensions of what a gather reads cannot be selected where vectors of SVE are longer.
    ExtendedGather,
    /// Three bytes that numbers of 64 bits are truncated to cannot be stored where vectors of SVE are longer.
    ThreeTruncatedBytes,
    /// Truncations to bytes and 16-bit numbers of elements that are picked from several vectors longer than 128 bits cannot be
    /// selected where vectors of SVE are longer.
    TruncatedPieces,
    /// Comparisons of vectors of bfloat cannot be selected where vectors of SVE are longer.
    BfloatComparison,
    /// Masked accesses to vectors of fixed length that are longer than 128 bits become a branch for each element where vectors of SVE
    /// have an unknown length.
    MasksWrittenOut,
    /// A constant number of a slice of a tile is encoded as an offset from a register that is not set.
    ConstantSlice,
    /// A masked load is moved to a selection by its mask, past stores to the same memory.
    SelectedMaskedLoad,
    /// A masked load reads all elements of 32 or 64 bits of a register of which no lane is active, if that is found after
    /// vectors were split.
    FalseMask,
    /// A vector whose number of elements is no power of two is passed from block to block with a register for each element.
    OddVectorPassed,
    /// A mask with more elements than a register has bytes is passed from block to block with a general register for each
    /// element, where there are no registers for masks.
    WideMaskPassed,
    /// A mask of several registers that comparisons are combined to is extended by way of bytes for AVX2.
    CombinedMaskExtended,
    /// Vectors that are stored to a local array, the one with the least address last, are combined to what one load reads of the
    /// array before the last of them is computed.
    PiecesCombinedEarly,
}

impl Quirk {
    /// Whether a fault concerns all targets.
    pub(crate) fn is_everywhere(self) -> bool {
        matches!(self, Self::SelectedMaskedLoad | Self::OddVectorPassed | Self::PiecesCombinedEarly)
    }
}

/// The evidence of a fault.
#[derive(Clone, Copy, Debug)]
pub enum Symptom {
    /// A text in the output of the tool, or in its errors if it fails.
    Output(&'static str),
    /// The tool takes forever.
    Endless,
}

/// A program that shows a fault.
#[derive(Clone, Copy, Debug)]
pub struct Reproducer {
    /// The program, in LLVM IR.
    pub text: &'static str,
    /// The tool that has the fault: `llc` or `opt`.
    pub tool: &'static str,
    /// The arguments of the tool.
    pub arguments: &'static [&'static str],
    /// The evidence of the fault.
    pub symptom: Symptom,
}

/// A row of the table of faults.
#[derive(Clone, Debug)]
pub struct QuirkRow {
    /// The fault.
    pub id: Quirk,
    /// The major versions of LLVM that are known to have it.
    pub llvm: RangeInclusive<u32>,
    /// The form of what is emitted instead.
    pub instead: &'static str,
    /// The program that shows it.
    pub reproducer: Reproducer,
}

const fn row(id: Quirk, instead: &'static str, reproducer: Reproducer) -> QuirkRow {
    QuirkRow { id, llvm: 22..=22, instead, reproducer }
}

const fn llc(text: &'static str, arguments: &'static [&'static str], symptom: &'static str) -> Reproducer {
    Reproducer { text, tool: "llc", arguments, symptom: Symptom::Output(symptom) }
}

const fn opt(text: &'static str, passes: &'static [&'static str], symptom: &'static str) -> Reproducer {
    Reproducer { text, tool: "opt", arguments: passes, symptom: Symptom::Output(symptom) }
}

/// The faults that are worked around.
pub static QUIRKS: &[QuirkRow] = &[
    row(
        Quirk::TruncatingMaskedStore,
        "a mask that may become constant is passed through an empty piece of assembly",
        llc(
            include_str!("quirks/truncating_masked_store.ll"),
            &["-mtriple=x86_64", "-mattr=+avx512bw,+avx512vl"],
            "vmovss\t%xmm0, (%rdi)",
        ),
    ),
    row(
        Quirk::ZerosShiftedIn,
        "the zeros are passed through an empty piece of assembly, so that two registers are shifted",
        llc(
            include_str!("quirks/zeros_shifted_in.ll"),
            &["-mtriple=x86_64", "-mattr=+avx512bw"],
            "vexpandpd",
        ),
    ),
    row(
        Quirk::InactiveZeros,
        "inactive elements are poison, and set to zero after the elements were put in order",
        llc(include_str!("quirks/inactive_zeros.ll"), &["-mtriple=x86_64", "-mattr=+avx2"], "Cannot select"),
    ),
    row(
        Quirk::BfloatVectorsSplit,
        "vectors of bfloat are vectors of 16-bit integers but between a conversion or a call and a bitcast",
        llc(
            include_str!("quirks/bfloat_vectors_split.ll"),
            &["-mtriple=x86_64", "-mattr=+avx512bf16,+avx512vl"],
            "Do not know how to soft promote this operator's operand",
        ),
    ),
    row(
        Quirk::OddBfloatConversion,
        "vectors are filled up to a power of two, and what is kept of the result is taken from its bits",
        llc(
            include_str!("quirks/odd_bfloat_conversion.ll"),
            &["-mtriple=x86_64", "-mattr=+avx512bf16,+avx512vl"],
            "(%rsp)",
        ),
    ),
    row(
        Quirk::SingleMaskedElement,
        "masked accesses have two elements at least",
        llc(
            include_str!("quirks/single_masked_element.ll"),
            &["-mtriple=aarch64", "-mattr=+sve"],
            "Do not know how to scalarize this operator's operand",
        ),
    ),
    row(
        Quirk::OddGather,
        "gathers and scatters are filled up to a power of two with inactive elements",
        Reproducer {
            text: include_str!("quirks/odd_gather.ll"),
            tool: "llc",
            arguments: &["-O0", "-mtriple=aarch64", "-mattr=+sve"],
            symptom: Symptom::Endless,
        },
    ),
    row(
        Quirk::ExtendedGather,
        "what a gather reads is frozen",
        llc(include_str!("quirks/extended_gather.ll"), &["-mtriple=aarch64", "-mattr=+sve"], "Cannot select"),
    ),
    row(
        Quirk::ThreeTruncatedBytes,
        "two bytes and one byte are stored",
        llc(
            include_str!("quirks/three_truncated_bytes.ll"),
            &["-mtriple=aarch64", "-mattr=+sve"],
            "Cannot select",
        ),
    ),
    row(
        Quirk::TruncatedPieces,
        "each 128 bits of what is truncated are passed through an empty piece of assembly",
        llc(
            include_str!("quirks/truncated_pieces.ll"),
            &["-mtriple=aarch64", "-mattr=+sve"],
            "Cannot select",
        ),
    ),
    row(
        Quirk::BfloatComparison,
        "numbers are extended to 'float' by shifts of their bits, which LLVM does not see through",
        llc(
            include_str!("quirks/bfloat_comparison.ll"),
            &["-mtriple=aarch64", "-mattr=+sve,+bf16"],
            "Cannot select",
        ),
    ),
    row(
        Quirk::MasksWrittenOut,
        "each 128 bits are accessed under a predicate",
        llc(
            include_str!("quirks/masks_written_out.ll"),
            &["-mtriple=aarch64", "-mattr=+sve"],
            "tbnz\tw8, #7",
        ),
    ),
    row(
        Quirk::ConstantSlice,
        "the number is passed through an empty piece of assembly",
        llc(
            include_str!("quirks/constant_slice.ll"),
            &["-mtriple=aarch64", "-mattr=+sme"],
            "{za0h.s[#0, 1]}",
        ),
    ),
    row(
        Quirk::SelectedMaskedLoad,
        "the load has the other value of the selection as its pass-through, or is frozen",
        opt(
            include_str!("quirks/selected_masked_load.ll"),
            &["-passes=instcombine", "-S"],
            "%s = call <8 x i32> @llvm.masked.load",
        ),
    ),
    row(
        Quirk::FalseMask,
        "each register is loaded by an op of its own, and a mask with constant lanes is passed through an empty piece of assembly",
        llc(include_str!("quirks/false_mask.ll"), &["-mtriple=x86_64", "-mattr=+avx2"], "vmovups\t32(%rdi)"),
    ),
    row(
        Quirk::OddVectorPassed,
        "vectors are held in parts whose numbers of elements are powers of two",
        llc(include_str!("quirks/odd_vector_passed.ll"), &["-mtriple=x86_64", "-mattr=+avx2"], "vinsertps"),
    ),
    row(
        Quirk::WideMaskPassed,
        "masks are held in parts of as many elements as a register has bytes",
        llc(include_str!("quirks/wide_mask_passed.ll"), &["-mtriple=x86_64", "-mattr=+avx2"], "vpinsrb"),
    ),
    row(
        Quirk::CombinedMaskExtended,
        "numbers that are passed through an empty piece of assembly are selected by the mask",
        llc(
            include_str!("quirks/combined_mask_extended.ll"),
            &["-mtriple=x86_64", "-mattr=+avx2"],
            "vpacksswb",
        ),
    ),
    row(
        Quirk::PiecesCombinedEarly,
        "a local array is read in the pieces that were stored",
        opt(
            include_str!("quirks/pieces_combined_early.ll"),
            &["-passes=sroa", "-S"],
            "Instruction does not dominate all uses",
        ),
    ),
];
