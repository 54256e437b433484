//! The architecture of a function, by the triple of its module or by its features.

use terrace_dialects_llvm::attrs::{TargetFeaturesAttr, VScaleRangeAttr};
use terrace_dialects_llvm::ops::{LLVMFuncOp, parent_module};
use terrace_ir::{Attr, OpRef, OptionalAttr};

use crate::aarch64::AArch64;
use crate::generic::Generic;
use crate::hexagon::Hexagon;
use crate::target::{Machine, Target};
use crate::x86::X86;

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
    target_of_machine(triple, &Machine { features, preferred_bits, scales })
}

/// The architecture that a triple begins with, or, without a triple, the one that has the features.
fn target_of_machine(triple: &str, machine: &Machine<'_>) -> Box<dyn Target> {
    let architecture = triple.split('-').next().unwrap_or("");
    let is_any = |prefixes: &[&str]| prefixes.iter().any(|prefix| architecture.starts_with(prefix));
    let has_any = |prefixes: &[&str]| {
        architecture.is_empty()
            && machine.features.iter().any(|feature| {
                let name = feature.strip_prefix('+');
                name.is_some_and(|name| prefixes.iter().any(|prefix| name.starts_with(prefix)))
            })
    };
    if is_any(&["x86_64", "i386", "i486", "i586", "i686"]) || has_any(&["sse", "ssse", "avx"]) {
        Box::new(X86::new(machine))
    } else if is_any(&["aarch64", "arm64"]) || has_any(&["neon", "sve", "sme"]) {
        Box::new(AArch64::new(machine))
    } else if is_any(&["hexagon"]) {
        Box::new(Hexagon)
    } else {
        Box::new(Generic::new(machine))
    }
}
