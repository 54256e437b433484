//! Hexagon, of which LLVM's choices are left to LLVM.

use crate::architecture::{Architecture, one};
use crate::features::FeatureTable;
use crate::generic::Generic;

/// It has no features that are told apart.
static FEATURES: FeatureTable = FeatureTable::new(&[]);

/// The architecture.
pub(crate) static ARCHITECTURE: Architecture = Architecture {
    prefixes: &["hexagon"],
    layouts: &[(
        &["hexagon"],
        one(
            "e-m:e-p:32:32:32-a:0-n16:32-i64:64:64-i32:32:32-i16:16:16-i1:8:8-f32:32:32-f64:64:64-v32:32:32-\
             v64:64:64-v512:512:512-v1024:1024:1024-v2048:2048:2048",
        ),
    )],
    features: &FEATURES,
    telling: &[],
    make: |machine| Box::new(Generic::new(machine)),
};
