//! The attributes of a function that decide which code it may contain and how it is called.

use terrace_dialects_llvm::attrs::TargetFeaturesAttr;
use terrace_ir::{Attr, Context, Op, OpRef, Rewriter};

use crate::x86;

/// The attributes that say what a function is compiled for, but for what it is only tuned for.
const ATTRIBUTES: [&str; 4] = ["target_cpu", "target_features", "prefer_vector_width", "vscale_range"];

/// The target attributes of a function; a part of the key of a specialized function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TargetKey([Attr; 4]);

impl TargetKey {
    /// The target attributes of a function.
    pub fn of(function: OpRef<'_>) -> Self {
        Self(ATTRIBUTES.map(|name| function.inherent_attr(name).unwrap_or(Attr::NULL)))
    }

    /// Compiles a function for this.
    pub fn set(self, rw: &mut Rewriter<'_>, function: Op) {
        for (name, attr) in ATTRIBUTES.into_iter().zip(self.0) {
            rw.set_attr(function, name, attr);
        }
    }

    /// Whether the program says which vectors it prefers.
    pub fn prefers_vectors(self) -> bool {
        self.0[2] != Attr::NULL
    }

    fn features(self, cx: &Context) -> Vec<&str> {
        let features = Some(self.0[1]).filter(|&attr| attr != Attr::NULL);
        let features = features.and_then(|attr| attr.dyn_cast::<TargetFeaturesAttr>(cx));
        let names = features.map_or_else(Vec::new, |features| features.features(cx));
        let texts = names.iter().filter_map(|name| name.as_string(cx).map(|text| text.text(cx)));
        texts.filter_map(|text| text.strip_prefix('+')).collect()
    }

    /// The features of another function that this lacks, in order.
    pub fn lacking(self, other: Self, cx: &Context) -> Vec<String> {
        let own = self.features(cx);
        let missing = other.features(cx).into_iter().filter(|feature| !own.contains(feature));
        missing.map(str::to_owned).collect()
    }

    /// The target of a copy of a callee for a caller with this target: the caller's, unless the callee was written for
    /// features that the caller lacks.
    pub fn of_callee(self, callee: Self, cx: &Context) -> Self {
        if self.lacking(callee, cx).is_empty() { self } else { callee }
    }

    /// Whether functions of both pass vectors in the same registers.
    pub fn passes_vectors_as(self, other: Self, cx: &Context) -> bool {
        if self == other {
            return true;
        }
        let (own, others) = (self.features(cx), other.features(cx));
        let is_x86 = own.contains(&"sse2") && others.contains(&"sse2");
        is_x86
            && self.0[2..] == other.0[2..]
            && x86::PASSING.iter().all(|feature| own.contains(feature) == others.contains(feature))
    }
}
