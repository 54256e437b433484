//! The architecture of a function, by the triple of its module or by its features.

use terrace_dialects_llvm::attrs::{TargetFeaturesAttr, VScaleRangeAttr};
use terrace_dialects_llvm::ops::{LLVMFuncOp, parent_module};
use terrace_ir::{Attr, OpRef, OptionalAttr};

use crate::ARCHITECTURES;
use crate::architecture::Architecture;
use crate::features::FeatureSet;
use crate::generic::Generic;
use crate::target::{Machine, Target};

/// The target that a function is compiled for.
pub fn target_of(function: OpRef<'_>) -> Box<dyn Target> {
    let cx = function.cx();
    let view = function.cast::<LLVMFuncOp>();
    let features = view.and_then(|view| view.target_features_attr());
    let features = features.and_then(|attr| attr.dyn_cast::<TargetFeaturesAttr>(cx));
    let features = features.map_or_else(Vec::new, |features| features.features(cx));
    let features: Vec<&str> = features.iter().filter_map(|name| Some(name.as_string(cx)?.text(cx))).collect();
    let triple = parent_module(function).and_then(|module| module.discardable_attr("llvm.target_triple"));
    let triple = triple.optional_text(cx);
    let limit = view.and_then(|view| view.prefer_vector_width());
    let range = view.and_then(|view| view.vscale_range());
    let bound = |bound: Attr| bound.as_i64(cx).and_then(|bound| u32::try_from(bound).ok()).unwrap_or(0);
    let scales = range
        .and_then(|range| range.dyn_cast::<VScaleRangeAttr>(cx))
        .map(|range| [bound(range.min_range(cx)), bound(range.max_range(cx))]);
    let preferred_bits = limit.and_then(|limit| limit.parse().ok());
    let is_narrow = ["i386", "i486", "i586", "i686", "x86-"].iter().any(|narrow| triple.starts_with(narrow));
    target_of_machine(triple, &Machine { features, preferred_bits, scales, is_narrow })
}

/// The target of the architecture that a triple begins with, or, without a triple, of the one that the features tell.
pub fn target_of_machine(triple: &str, machine: &Machine<'_>) -> Box<dyn Target> {
    let first = triple.split('-').next().unwrap_or("");
    let is_it =
        |known: &Architecture| if first.is_empty() { is_told(known, machine) } else { known.is_named(first) };
    match ARCHITECTURES.iter().find(|known| is_it(known)) {
        Some(known) => (known.make)(machine),
        None => Box::new(Generic::new(machine)),
    }
}

/// Whether the features tell an architecture. Features of several ones, as `aes`, tell none.
fn is_told(known: &Architecture, machine: &Machine<'_>) -> bool {
    let is_own = |feature: &&str| {
        let name = feature.get(1..).unwrap_or_default();
        ARCHITECTURES.iter().filter(|other| other.features.position(name).is_some()).count() == 1
    };
    let own = FeatureSet::parse(known.features, machine.features.iter().copied().filter(is_own));
    known.telling.iter().any(|feature| own.has(feature))
}
