//! RISC-V processors.

use crate::architecture::{Architecture, one};
use crate::features::{FeatureSet, FeatureTable};
use crate::target::{BytePick, Machine, ScalableVectors, Target};

/// The architecture.
pub(crate) static ARCHITECTURE: Architecture = Architecture {
    prefixes: &["riscv32", "riscv64"],
    layouts: &[
        (&["riscv32"], one("e-m:e-p:32:32-i64:64-n32-S128")),
        (&["riscv64"], one("e-m:e-p:64:64-i64:64-i128:128-n32:64-S128")),
    ],
    features: &FEATURES,
    telling: &["zve32x"],
    make: |machine| Box::new(RiscV::new(machine)),
};

/// The features that matter here, each with those that it implies. `sha` is x86's as well: it tells neither.
static FEATURES: FeatureTable = FeatureTable::new(&[
    ("sha", &[]),
    ("v", &["zve64d", "zvl128b"]),
    ("zfh", &["zfhmin"]),
    ("zfhmin", &[]),
    ("zve32f", &["zve32x"]),
    ("zve32x", &["zvl32b"]),
    ("zve64d", &["zve64f"]),
    ("zve64f", &["zve32f", "zve64x"]),
    ("zve64x", &["zve32x", "zvl64b"]),
    ("zvfh", &["zfhmin", "zvfhmin"]),
    ("zvfhmin", &["zve32f"]),
    ("zvl1024b", &["zvl512b"]),
    ("zvl128b", &["zvl64b"]),
    ("zvl256b", &["zvl128b"]),
    ("zvl32b", &[]),
    ("zvl512b", &["zvl256b"]),
    ("zvl64b", &["zvl32b"]),
]);

/// A RISC-V processor.
#[derive(Debug)]
pub struct RiscV {
    features: FeatureSet,
    register_bytes: usize,
}

impl RiscV {
    fn new(machine: &Machine<'_>) -> Self {
        let features = FeatureSet::parse(&FEATURES, machine.features.iter().copied());
        let of_features = match () {
            () if features.has("zvl1024b") => 128,
            () if features.has("zvl512b") => 64,
            () if features.has("zvl256b") => 32,
            () => 16,
        };
        // On RISC-V, the lengths of `vscale_range` are in units of 64 bits.
        let promised = machine.scales.map_or(0, |[least, _]| 8 * least as usize);
        let widest = if features.has("v") { of_features.max(promised) } else { 16 };
        Self { features, register_bytes: machine.preferred(widest) }
    }

    fn has(&self, feature: &str) -> bool {
        self.features.has(feature)
    }
}

impl Target for RiscV {
    fn register_bytes(&self) -> usize {
        self.register_bytes
    }

    fn least_masked(&self) -> Option<i64> {
        self.has("v").then_some(1)
    }

    fn scalable_vectors(&self) -> ScalableVectors {
        if self.has("zve32x") { ScalableVectors::Unused } else { ScalableVectors::Absent }
    }

    fn divides_integers(&self) -> bool {
        true
    }

    fn fuses_multiply_add(&self) -> bool {
        self.has("v")
    }

    fn chooses_halves(&self) -> bool {
        self.has(if self.has("v") { "zvfhmin" } else { "zfhmin" })
    }

    fn reduces_choices(&self) -> bool {
        self.has("v")
    }

    fn byte_pick(&self) -> Option<BytePick> {
        None
    }

    fn shuffles_bytes(&self) -> bool {
        false
    }
}
