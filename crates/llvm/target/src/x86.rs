//! Processors of x86, of 32 or 64 bits.

use crate::architecture::{Architecture, Layouts};
use crate::features::FeatureSet;
use crate::quirks::Quirk;
use crate::target::{
    AccumulatorRegisters, Averages, Bfloat, BytePick, Compression, DotProduct, HalfPacking, Machine,
    SumOfTerms, Target,
};
use crate::x86_processors::FEATURES;

/// The architecture.
pub(crate) static ARCHITECTURE: Architecture = Architecture {
    prefixes: &["x86_64", "i386", "i486", "i586", "i686"],
    layouts: &[
        (
            &["x86_64", "amd64", "x86_64h"],
            Layouts(
                "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128",
                "e-m:o-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128",
                "e-m:w-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128",
            ),
        ),
        (
            &["i386", "i486", "i586", "i686", "x86"],
            Layouts(
                "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128",
                "e-m:o-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:128-n8:16:32-S128",
                "e-m:x-p:32:32-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32-a:0:32-S32",
            ),
        ),
    ],
    features: &FEATURES,
    telling: &["sse"],
    make: |machine| Box::new(X86::new(machine)),
};

/// The features that decide in which registers vectors are passed, and as what elements.
pub(crate) const PASSING: [&str; 13] = [
    "sse",
    "sse2",
    "avx",
    "avx512f",
    "avx512bw",
    "avx512vl",
    "avx512dq",
    "avx512fp16",
    "avx512bf16",
    "avx10.1",
    "avx10.2",
    "f16c",
    "mmx",
];

/// A processor of x86.
#[derive(Debug)]
pub struct X86 {
    features: FeatureSet,
    register_bytes: usize,
    is_narrow: bool,
}

impl X86 {
    fn new(machine: &Machine<'_>) -> Self {
        let features = FeatureSet::parse(&FEATURES, machine.features.iter().copied());
        let widest = match () {
            () if features.has("avx512f") => 64,
            () if features.has("avx") => 32,
            () => 16,
        };
        Self { features, register_bytes: machine.preferred(widest), is_narrow: machine.is_narrow }
    }

    fn has(&self, feature: &str) -> bool {
        self.features.has(feature)
    }

    /// The size in bytes of the registers in which vectors of small integers are computed.
    fn integer_bytes(&self) -> Option<usize> {
        match self.register_bytes {
            64 if self.has("avx512bw") => Some(64),
            32.. if self.has("avx2") => Some(32),
            _ => self.has("sse2").then_some(16),
        }
    }
}

impl Target for X86 {
    fn register_bytes(&self) -> usize {
        self.register_bytes
    }

    fn least_masked(&self) -> Option<i64> {
        match self.has("avx512bw") {
            true => Some(1),
            false => self.has("avx").then_some(4),
        }
    }

    fn gathers(&self, bits: u32) -> bool {
        matches!(bits, 32 | 64) && (self.has("avx512f") || self.has("avx2") && self.has("fast-gather"))
    }

    fn scatters(&self, bits: u32) -> bool {
        matches!(bits, 32 | 64) && self.has("avx512f")
    }

    fn reads_pages(&self) -> bool {
        true
    }

    fn bfloat(&self) -> Bfloat {
        if self.has("avx512bf16") { Bfloat::Converted } else { Bfloat::Absent }
    }

    fn passes_bfloat_as_bits(&self) -> bool {
        self.has_quirk(Quirk::BfloatVectorsSplit)
    }

    fn fuses_multiply_add(&self) -> bool {
        self.has("fma")
    }

    fn chooses_halves(&self) -> bool {
        self.integer_bytes().is_none()
    }

    fn reduces_choices(&self) -> bool {
        self.integer_bytes().is_none()
    }

    fn byte_pick(&self) -> Option<BytePick> {
        match self.integer_bytes()? {
            64 if self.has("avx512vbmi") => Some(BytePick::Permute {
                of_one: "llvm.x86.avx512.permvar.qi.512",
                of_two: "llvm.x86.avx512.vpermi2var.qi.512",
            }),
            bytes if self.has("ssse3") => {
                let intrinsic = match bytes {
                    64 => "llvm.x86.avx512.pshuf.b.512",
                    32 => "llvm.x86.avx2.pshuf.b",
                    _ => "llvm.x86.ssse3.pshuf.b.128",
                };
                Some(BytePick::Shuffle { intrinsic, bytes })
            }
            _ => None,
        }
    }

    fn shuffles_bytes(&self) -> bool {
        self.byte_pick().is_some() || self.integer_bytes().is_none()
    }

    fn interleaved_bytes(&self) -> Option<usize> {
        (self.integer_bytes().is_some() && self.register_bytes <= 32).then_some(16)
    }

    fn rounds_floats(&self) -> bool {
        self.has("sse4.1")
    }

    fn rounds_to_integers(&self) -> bool {
        self.integer_bytes().is_some()
    }

    fn rounded_product(&self, lanes: usize) -> Option<(&'static str, usize)> {
        let lanes = (self.integer_bytes()? / 2).min(lanes);
        let intrinsic = match lanes {
            32 => "llvm.x86.avx512.pmul.hr.sw.512",
            16 => "llvm.x86.avx2.pmul.hr.sw",
            8 if self.has("ssse3") => "llvm.x86.ssse3.pmul.hr.sw.128",
            _ => return None,
        };
        Some((intrinsic, lanes))
    }

    fn sum_of_terms(&self, terms: SumOfTerms, lanes: usize) -> Option<(&'static str, usize)> {
        let lanes = (self.integer_bytes()? / terms.operand_bytes()).min(lanes);
        let intrinsic = match (terms, lanes * terms.operand_bytes()) {
            (SumOfTerms::ByteDifferences, 64) => "llvm.x86.avx512.psad.bw.512",
            (SumOfTerms::ByteDifferences, 32) => "llvm.x86.avx2.psad.bw",
            (SumOfTerms::ByteDifferences, 16) => "llvm.x86.sse2.psad.bw",
            (SumOfTerms::ShortProducts, 64) => "llvm.x86.avx512.pmaddw.d.512",
            (SumOfTerms::ShortProducts, 32) => "llvm.x86.avx2.pmadd.wd",
            (SumOfTerms::ShortProducts, 16) => "llvm.x86.sse2.pmadd.wd",
            (SumOfTerms::ByteProducts, 64) => "llvm.x86.avx512.pmaddubs.w.512",
            (SumOfTerms::ByteProducts, 32) => "llvm.x86.avx2.pmadd.ub.sw",
            (SumOfTerms::ByteProducts, 16) if self.has("ssse3") => "llvm.x86.ssse3.pmadd.ub.sw.128",
            _ => return None,
        };
        Some((intrinsic, lanes))
    }

    fn compression(&self, bits: u32) -> Compression {
        let has_length = self.register_bytes == 64 || self.has("avx512vl");
        if has_length && self.has(if bits < 32 { "avx512vbmi2" } else { "avx512f" }) {
            let lanes = self.register_bytes * 8 / bits as usize;
            return Compression::Moved { lanes, expand: "llvm.x86.avx512.mask.expand" };
        }
        let is_wide = bits >= 32 && self.register_bytes == 32;
        match is_wide && !self.is_narrow && self.has("avx2") && self.has("bmi2") {
            true => Compression::Permuted {
                lanes: 256 / bits as usize,
                deposit: "llvm.x86.bmi.pdep.64",
                extract: "llvm.x86.bmi.pext.64",
                permute: "llvm.x86.avx2.permd",
            },
            false => Compression::Each { lanes: 16 },
        }
    }

    fn packs_halves(&self) -> Option<HalfPacking> {
        // Elements of narrower ones are in order across halves.
        let is_wide = self.integer_bytes() == Some(32) && !self.has("avx512bw");
        is_wide.then_some(HalfPacking {
            to_words: "llvm.x86.avx2.packssdw",
            to_signed_bytes: "llvm.x86.avx2.packsswb",
            to_unsigned_bytes: "llvm.x86.avx2.packuswb",
        })
    }

    fn averages(&self) -> Option<Averages> {
        self.integer_bytes().map(|_| Averages::Rounded)
    }

    fn scales_by_powers(&self) -> bool {
        self.has("avx512f") && (self.register_bytes == 64 || self.has("avx512vl"))
    }

    fn counts_conditions(&self) -> bool {
        self.has("sse2")
    }

    fn dot_product(&self, signed: [bool; 2], bytes: usize) -> Option<DotProduct> {
        let bytes = self.integer_bytes()?.min(bytes);
        let is_there = match bytes {
            64 => self.has("avx512vnni"),
            _ => self.has("avxvnni") || self.has("avx512vnni") && self.has("avx512vl"),
        };
        let same_signs = bytes < 64 && self.has("avxvnniint8");
        let intrinsic = match (signed, bytes) {
            ([false, true], 64) if is_there => "llvm.x86.avx512.vpdpbusd.512",
            ([false, true], 32) if is_there => "llvm.x86.avx512.vpdpbusd.256",
            ([false, true], 16) if is_there => "llvm.x86.avx512.vpdpbusd.128",
            ([true, true], 32) if same_signs => "llvm.x86.avx2.vpdpbssd.256",
            ([true, true], 16) if same_signs => "llvm.x86.avx2.vpdpbssd.128",
            ([false, false], 32) if same_signs => "llvm.x86.avx2.vpdpbuud.256",
            ([false, false], 16) if same_signs => "llvm.x86.avx2.vpdpbuud.128",
            _ => return None,
        };
        Some(DotProduct { intrinsic, bytes, takes_words: true })
    }

    fn exchanges_quarters(&self) -> bool {
        self.register_bytes == 32 && self.has("avx2") && !self.has("avx512vl")
    }

    fn flag_for_wide_integers(&self, orders_only: bool) -> Option<&'static str> {
        // What compares them is an instruction of the first set; what shifts each by another number is one of the second.
        (!self.has("sse4.2")).then_some(if orders_only { "-msse4.2" } else { "-mavx2" })
    }

    fn counts_bits(&self, bits: u32) -> bool {
        let has_length = self.register_bytes == 64 || self.has("avx512vl");
        has_length && self.has(if bits < 32 { "avx512bitalg" } else { "avx512vpopcntdq" })
    }

    fn counts_masks(&self) -> bool {
        self.integer_bytes() == Some(64) && self.has("popcnt")
    }

    fn accumulator_registers(&self) -> Option<AccumulatorRegisters> {
        match self.register_bytes {
            64 => Some(AccumulatorRegisters { bytes: 64, rows: 16, vectors: 1, most: 24, overwrites: false }),
            32 if self.has("avx2") => {
                Some(AccumulatorRegisters { bytes: 32, rows: 4, vectors: 2, most: 12, overwrites: false })
            }
            _ => self.has("sse2").then_some(AccumulatorRegisters {
                bytes: 16,
                rows: 4,
                vectors: 2,
                most: 12,
                overwrites: !self.has("avx"),
            }),
        }
    }

    fn has_quirk(&self, quirk: Quirk) -> bool {
        match quirk {
            Quirk::TruncatingMaskedStore | Quirk::ZerosShiftedIn => {
                self.register_bytes == 64 && self.integer_bytes().is_some()
            }
            Quirk::InactiveZeros | Quirk::FalseMask => self.least_masked() == Some(4),
            Quirk::WideMaskPassed => !self.has("avx512f"),
            Quirk::CombinedMaskExtended => {
                self.register_bytes == 32 && !self.has("avx512f") && self.has("avx2")
            }
            Quirk::BfloatVectorsSplit | Quirk::OddBfloatConversion => true,
            _ => quirk.is_everywhere(),
        }
    }
}

/// The intrinsic that multiplies floats of 32 or 64 bits by two to the power of others; for registers of 64 bytes it takes a mode of
/// rounding after the mask.
pub fn scale_by_power(bits: u32, lanes: usize) -> String {
    let letter = if bits == 64 { 'd' } else { 's' };
    format!("llvm.x86.avx512.mask.scalef.p{letter}.{}", bits as usize * lanes)
}
