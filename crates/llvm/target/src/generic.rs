//! All other architectures.

use crate::features::{FeatureSet, FeatureTable};
use crate::target::{BytePick, Machine, Target};

/// The features that matter here: those of vectors of LoongArch.
static FEATURES: FeatureTable = FeatureTable::new(&[("lasx", &["lsx"]), ("lsx", &[])]);

/// A processor of which nothing is known but the features of vectors.
#[derive(Debug)]
pub struct Generic {
    register_bytes: usize,
}

impl Generic {
    pub(crate) fn new(machine: &Machine<'_>) -> Self {
        let features = FeatureSet::parse(&FEATURES, machine.features.iter().copied());
        Self { register_bytes: machine.preferred(if features.has("lasx") { 32 } else { 16 }) }
    }
}

impl Target for Generic {
    fn register_bytes(&self) -> usize {
        self.register_bytes
    }

    fn least_masked(&self) -> Option<i64> {
        Some(1)
    }

    fn chooses_halves(&self) -> bool {
        true
    }

    fn reduces_choices(&self) -> bool {
        true
    }

    fn byte_pick(&self) -> Option<BytePick> {
        None
    }

    fn shuffles_bytes(&self) -> bool {
        true
    }
}
