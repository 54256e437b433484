//! 64-bit ARM processors, and the intrinsics of their scalable vectors and tiles.

use crate::architecture::{Architecture, Layouts, one};
use crate::features::{FeatureSet, FeatureTable};
use crate::quirks::Quirk;
use crate::target::{
    AccumulatorRegisters, Averages, Bfloat, BytePick, DotProduct, Machine, OuterProduct, ScalableVectors,
    Target,
};

/// The architecture.
pub(crate) static ARCHITECTURE: Architecture = Architecture {
    prefixes: &["aarch64", "arm64"],
    layouts: &[
        (
            &["aarch64", "arm64", "arm64e"],
            Layouts(
                "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32",
                "e-m:o-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-n32:64-S128-Fn32",
                "e-m:w-p270:32:32-p271:32:32-p272:64:64-p:64:64-i32:32-i64:64-i128:128-n32:64-S128-Fn32",
            ),
        ),
        (
            &["aarch64_be"],
            one("E-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"),
        ),
    ],
    features: &FEATURES,
    telling: &["neon", "sme", "sve"],
    make: |machine| Box::new(AArch64::new(machine)),
};

/// The features that matter here, each with those that it implies. `aes` and `sm4` are x86's as well: they tell neither.
static FEATURES: FeatureTable = FeatureTable::new(&[
    ("aes", &["neon"]),
    ("bf16", &[]),
    ("dotprod", &["neon"]),
    ("fp-armv8", &[]),
    ("fullfp16", &["fp-armv8"]),
    ("i8mm", &["neon"]),
    ("neon", &["fp-armv8"]),
    ("sm4", &["neon"]),
    ("sme", &["bf16", "fullfp16"]),
    ("sme-b16b16", &["sme2"]),
    ("sme-f16f16", &["sme2"]),
    ("sme-f64f64", &["sme"]),
    ("sme-f8f16", &["sme2"]),
    ("sme-f8f32", &["sme2"]),
    ("sme-fa64", &["sme", "sve2"]),
    ("sme-i16i64", &["sme"]),
    ("sme-lutv2", &["sme2"]),
    ("sme2", &["sme"]),
    ("sme2p1", &["sme2"]),
    ("sme2p2", &["sme2p1"]),
    ("sve", &["fullfp16"]),
    ("sve2", &["sve"]),
    ("sve2-aes", &["aes", "sve2"]),
    ("sve2-bitperm", &["sve2"]),
    ("sve2-sha3", &["sve2"]),
    ("sve2-sm4", &["sm4", "sve2"]),
    ("sve2p1", &["sve2"]),
    ("sve2p2", &["sve2p1"]),
]);

/// A 64-bit ARM processor.
#[derive(Debug)]
pub struct AArch64 {
    features: FeatureSet,
    register_bytes: usize,
    /// The least and the largest length of scalable vectors in units of 128 bits; 0 for no largest one.
    scales: [u32; 2],
}

impl AArch64 {
    fn new(machine: &Machine<'_>) -> Self {
        let features = FeatureSet::parse(&FEATURES, machine.features.iter().copied());
        let scales = machine.scales.unwrap_or([1, 0]);
        let widest = if features.has("sve") { 16 * scales[0].max(1) as usize } else { 16 };
        Self { features, register_bytes: machine.preferred(widest), scales }
    }

    fn has(&self, feature: &str) -> bool {
        self.features.has(feature)
    }
}

impl Target for AArch64 {
    fn register_bytes(&self) -> usize {
        self.register_bytes
    }

    fn least_masked(&self) -> Option<i64> {
        self.has("sve").then_some(1)
    }

    fn gathers(&self, _bits: u32) -> bool {
        self.has("sve")
    }

    fn scalable_vectors(&self) -> ScalableVectors {
        match self.scales[0] {
            _ if !self.has("sve") => ScalableVectors::Absent,
            0 | 1 => ScalableVectors::OfUnknownLength,
            _ => ScalableVectors::Longer,
        }
    }

    fn vector_scales(&self) -> Vec<u32> {
        if !self.has("sve") {
            return vec![1];
        }
        let [least, most] = self.scales;
        let is_possible = |scale: &u32| *scale >= least && (most == 0 || *scale <= most);
        [1, 2, 4, 8, 16].into_iter().filter(is_possible).collect()
    }

    fn bfloat(&self) -> Bfloat {
        if self.has("bf16") { Bfloat::Computed } else { Bfloat::Absent }
    }

    fn fuses_multiply_add(&self) -> bool {
        true
    }

    fn chooses_halves(&self) -> bool {
        true
    }

    fn reduces_choices(&self) -> bool {
        true
    }

    fn byte_pick(&self) -> Option<BytePick> {
        Some(BytePick::Table {
            intrinsics: [
                "llvm.aarch64.neon.tbl1.v16i8",
                "llvm.aarch64.neon.tbl2.v16i8",
                "llvm.aarch64.neon.tbl3.v16i8",
                "llvm.aarch64.neon.tbl4.v16i8",
            ],
        })
    }

    fn shuffles_bytes(&self) -> bool {
        true
    }

    fn counts_conditions(&self) -> bool {
        self.has("neon")
    }

    fn averages(&self) -> Option<Averages> {
        self.has("neon").then_some(Averages::Both)
    }

    fn dot_product(&self, signed: [bool; 2], bytes: usize) -> Option<DotProduct> {
        let intrinsic = match signed {
            [false, false] if self.has("dotprod") => "llvm.aarch64.neon.udot.v4i32.v16i8",
            [true, true] if self.has("dotprod") => "llvm.aarch64.neon.sdot.v4i32.v16i8",
            [false, true] if self.has("i8mm") => "llvm.aarch64.neon.usdot.v4i32.v16i8",
            _ => return None,
        };
        (bytes >= 16).then_some(DotProduct { intrinsic, bytes: 16, takes_words: false })
    }

    fn divides_integers(&self) -> bool {
        self.has("sve")
    }

    fn counts_bits(&self, bits: u32) -> bool {
        bits == 8 || self.has("sve")
    }

    fn sum_of_neighbors(&self, bits: u32, is_signed: bool) -> Option<&'static str> {
        match (bits, is_signed) {
            _ if !self.has("neon") => None,
            (8, false) => Some("llvm.aarch64.neon.uaddlp.v8i16.v16i8"),
            (8, true) => Some("llvm.aarch64.neon.saddlp.v8i16.v16i8"),
            (16, false) => Some("llvm.aarch64.neon.uaddlp.v4i32.v8i16"),
            (16, true) => Some("llvm.aarch64.neon.saddlp.v4i32.v8i16"),
            (32, false) => Some("llvm.aarch64.neon.uaddlp.v2i64.v4i32"),
            (32, true) => Some("llvm.aarch64.neon.saddlp.v2i64.v4i32"),
            _ => None,
        }
    }

    fn has_tiles(&self) -> bool {
        self.has("sme")
    }

    fn least_transposed(&self) -> Option<u32> {
        // Turning tiles on, and off again, pays for no smaller block.
        self.has_tiles().then_some(16)
    }

    fn outer_product(&self, product: OuterProduct) -> Option<&'static str> {
        if !self.has_tiles() {
            return None;
        }
        let is_there = match product {
            OuterProduct::F64 => self.has("sme-f64f64"),
            OuterProduct::I16 { .. } => self.has("sme-i16i64"),
            _ => true,
        };
        is_there.then(|| add_outer_product(product))
    }

    fn accumulator_registers(&self) -> Option<AccumulatorRegisters> {
        match self.register_bytes {
            64 => Some(AccumulatorRegisters { bytes: 64, rows: 16, vectors: 1, most: 24, overwrites: false }),
            _ => self.has("neon").then_some(AccumulatorRegisters {
                bytes: 16,
                rows: 8,
                vectors: 2,
                most: 24,
                overwrites: false,
            }),
        }
    }

    fn has_quirk(&self, quirk: Quirk) -> bool {
        match quirk {
            Quirk::SingleMaskedElement
            | Quirk::OddGather
            | Quirk::ExtendedGather
            | Quirk::ThreeTruncatedBytes
            | Quirk::TruncatedPieces
            | Quirk::BfloatComparison => self.scalable_vectors() == ScalableVectors::Longer,
            Quirk::MasksWrittenOut => self.scalable_vectors() == ScalableVectors::OfUnknownLength,
            Quirk::ConstantSlice => self.has_tiles(),
            Quirk::WideMaskPassed => true,
            _ => quirk.is_everywhere(),
        }
    }
}

/// The intrinsic that adds an outer product to a tile.
pub fn add_outer_product(product: OuterProduct) -> &'static str {
    match product {
        OuterProduct::F32 => "llvm.aarch64.sme.mopa.nxv4f32",
        OuterProduct::F64 => "llvm.aarch64.sme.mopa.nxv2f64",
        OuterProduct::F16 => "llvm.aarch64.sme.mopa.wide.nxv8f16",
        OuterProduct::BF16 => "llvm.aarch64.sme.mopa.wide.nxv8bf16",
        OuterProduct::I8 { signed } => match signed {
            [true, true] => "llvm.aarch64.sme.smopa.wide.nxv16i8",
            [false, false] => "llvm.aarch64.sme.umopa.wide.nxv16i8",
            [true, false] => "llvm.aarch64.sme.sumopa.wide.nxv16i8",
            [false, true] => "llvm.aarch64.sme.usmopa.wide.nxv16i8",
        },
        OuterProduct::I16 { signed } => match signed {
            [true, true] => "llvm.aarch64.sme.smopa.wide.nxv8i16",
            [false, false] => "llvm.aarch64.sme.umopa.wide.nxv8i16",
            [true, false] => "llvm.aarch64.sme.sumopa.wide.nxv8i16",
            [false, true] => "llvm.aarch64.sme.usmopa.wide.nxv8i16",
        },
    }
}

/// The number of bytes of the elements of which a call of an intrinsic counts those of a vector.
pub fn counted_bytes(intrinsic: &str) -> Option<u32> {
    match intrinsic {
        "llvm.aarch64.sve.cntb" => Some(1),
        "llvm.aarch64.sve.cnth" => Some(2),
        "llvm.aarch64.sve.cntw" => Some(4),
        "llvm.aarch64.sve.cntd" => Some(8),
        _ => None,
    }
}

/// The intrinsic for the predicate of `lanes` elements from a number on that are below a limit.
pub fn while_less(lanes: i64) -> String {
    format!("llvm.aarch64.sve.whilelt.nxv{lanes}i1.i64")
}

/// The intrinsic for the predicate in which all of `lanes` elements are active.
pub fn all_active(lanes: i64) -> String {
    format!("llvm.aarch64.sve.ptrue.nxv{lanes}i1")
}

/// The intrinsic that makes a predicate of bytes of one of `lanes` elements.
pub fn to_bytes(lanes: i64) -> String {
    format!("llvm.aarch64.sve.convert.to.svbool.nxv{lanes}i1")
}

/// The intrinsic that makes a predicate of `lanes` elements of one of bytes.
pub fn from_bytes(lanes: i64) -> String {
    format!("llvm.aarch64.sve.convert.from.svbool.nxv{lanes}i1")
}

/// The intrinsic that keeps a predicate if an element of another one of `lanes` elements is active.
pub fn pick_predicate(lanes: i64) -> String {
    format!("llvm.aarch64.sve.psel.nxv{lanes}i1")
}

/// The intrinsic that repeats a number in a vector of `lanes` elements.
pub fn repeat(lanes: i64, is_integer: bool, bits: u32) -> String {
    let letter = if is_integer { 'i' } else { 'f' };
    format!("llvm.aarch64.sve.dup.x.nxv{lanes}{letter}{bits}")
}

/// The intrinsic that sets tiles to zero.
pub const ZERO_TILES: &str = "llvm.aarch64.sme.zero";

/// The intrinsic that reads or writes a row or a column of a tile with elements of so many bytes.
pub fn access_slice(is_store: bool, bytes: i64, is_row: bool) -> String {
    let (access, letter) = (if is_store { "st1" } else { "ld1" }, letter(bytes));
    format!("llvm.aarch64.sme.{access}{letter}.{}", if is_row { "horiz" } else { "vert" })
}

/// The letter that instructions have for elements of so many bytes.
fn letter(bytes: i64) -> char {
    match bytes {
        1 => 'b',
        2 => 'h',
        4 => 'w',
        _ => 'd',
    }
}
