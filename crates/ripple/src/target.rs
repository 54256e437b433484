//! What a function is compiled for: features of its processor, and the vectors that they suffice for.

use terrace_dialects_llvm::attrs::{TargetFeaturesAttr, VScaleRangeAttr};
use terrace_dialects_llvm::ops::{LLVMFuncOp, LLVMFuncOpView, parent_module};

use crate::faults::{Fault, is_planted};
use terrace_ir::{Attr, Context, Ir, Op, OpHandle, OpRef, Rewriter};

/// The attribute of LLVM that says which vectors a function of x86 must be able to hold in registers.
const LEGAL_WIDTH: &str = "min-legal-vector-width";

/// The processor that a function is compiled for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Processor {
    triple: String,
    features: String,
    /// The bits of vectors that the program prefers at most (`-mprefer-vector-width`).
    limit: Option<usize>,
    /// The least length of vectors in units of 128 bits, if the program promises more than one.
    promised_scale: Option<usize>,
}

impl Processor {
    /// The processor of a function.
    pub(crate) fn of(function: OpRef<'_>) -> Self {
        let cx = function.cx();
        let features = function.inherent_attr("target_features").map(|attr| cx.attr_text(attr));
        let triple = parent_module(function).and_then(|module| module.discardable_attr("llvm.target_triple"));
        let limit = function.cast::<LLVMFuncOp>().and_then(LLVMFuncOpView::prefer_vector_width);
        let range = function.cast::<LLVMFuncOp>().and_then(LLVMFuncOpView::vscale_range);
        let range = range.and_then(|range| range.dyn_cast::<VScaleRangeAttr>(cx));
        Self {
            promised_scale: range
                .and_then(|range| usize::try_from(range.min_range(cx).as_i64(cx)?).ok())
                .filter(|&least| least > 1),
            triple: triple.and_then(|triple| triple.as_str(cx)).unwrap_or_default().to_owned(),
            features: features.unwrap_or_default(),
            limit: limit.and_then(|limit| limit.parse().ok()),
        }
    }

    /// Whether it has a feature, by LLVM's name.
    pub(crate) fn has(&self, feature: &str) -> bool {
        self.features.contains(&format!("\"+{feature}\""))
    }

    /// Whether it is a 64-bit ARM.
    pub(crate) fn is_aarch64(&self) -> bool {
        ["aarch64", "arm64"].iter().any(|name| self.triple.starts_with(name))
    }

    /// Whether it is an x86, of 32 or 64 bits.
    pub(crate) fn is_x86(&self) -> bool {
        ["x86_64", "i386", "i486", "i586", "i686"].iter().any(|name| self.triple.starts_with(name))
    }

    /// Whether it converts to `__bf16`.
    pub(crate) fn has_bfloat(&self) -> bool {
        self.has("avx512bf16") || self.is_aarch64() && self.has("bf16")
    }

    /// Whether it has SVE, with vectors of an unknown length.
    pub(crate) fn has_vectors_of_unknown_length(&self) -> bool {
        self.is_aarch64() && self.has("sve") && self.promised_scale.is_none()
    }

    /// Whether it has SVE, and the program promises that vectors are longer than 128 bits: LLVM keeps vectors of fixed length in those.
    pub(crate) fn has_longer_fixed_vectors(&self) -> bool {
        self.is_aarch64() && self.has("sve") && self.promised_scale.is_some()
    }

    /// The least size of elements of which it has masked loads and stores; `None` if it has none.
    pub(crate) fn least_masked(&self) -> Option<i64> {
        match () {
            () if self.is_x86() && self.has("avx512bw") => Some(1),
            () if self.is_x86() => self.has("avx").then_some(4),
            () if self.is_aarch64() => self.has("sve").then_some(1),
            () => Some(1),
        }
    }

    /// The size in bytes of the registers of x86 in which vectors of small integers are computed; `None` elsewhere.
    pub(crate) fn x86_integer_vector_bytes(&self) -> Option<usize> {
        match self.vector_bytes() {
            _ if !self.is_x86() => None,
            64 if self.has("avx512bw") => Some(64),
            32.. if self.has("avx2") => Some(32),
            _ => self.has("sse2").then_some(16),
        }
    }

    /// The size in bytes of the vector registers to use: those of 512 bits wherever they exist and the program does not
    /// prefer narrower ones. A block that fills them is reason enough, whatever LLVM prefers for loops that it finds itself.
    pub(crate) fn vector_bytes(&self) -> usize {
        let widest = match () {
            () if self.has("avx512f") => 64,
            () if self.has("avx") || self.has("lasx") => 32,
            () if self.is_aarch64() && self.has("sve") => 16 * self.promised_scale.unwrap_or(1),
            () => 16,
        };
        self.limit.map_or(widest, |limit| widest.min(limit / 8)).max(16)
    }
}

/// The attributes that say what a function is compiled for, but for what it is only tuned for.
const KEY_ATTRS: [&str; 4] = ["target_cpu", "target_features", "prefer_vector_width", "vscale_range"];

/// The features of x86 that decide in which registers vectors are passed, and as what elements.
const PASSING_X86: [&str; 13] = [
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

/// The target attributes of a function that decide which code it may contain and how it is called; a part of the key of
/// a specialized function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct TargetKey([Attr; 4]);

impl TargetKey {
    /// The target attributes of a function.
    pub(crate) fn of(function: OpRef<'_>) -> Self {
        Self(KEY_ATTRS.map(|name| function.inherent_attr(name).unwrap_or(Attr::NULL)))
    }

    /// Compiles a function for this.
    pub(crate) fn set(self, rw: &mut Rewriter<'_>, function: Op) {
        for (name, attr) in KEY_ATTRS.into_iter().zip(self.0) {
            rw.set_attr(function, name, attr);
        }
    }

    /// Whether the program says which vectors it prefers.
    pub(crate) fn prefers_vectors(self) -> bool {
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
    pub(crate) fn lacking(self, other: Self, cx: &Context) -> Vec<String> {
        let own = self.features(cx);
        let missing = other.features(cx).into_iter().filter(|feature| !own.contains(feature));
        missing.map(str::to_owned).collect()
    }

    /// The target of a copy of a callee for a caller with this target: the caller's, unless the callee was written for
    /// features that the caller lacks.
    pub(crate) fn of_callee(self, callee: Self, cx: &Context) -> Self {
        let is_own = self.lacking(callee, cx).is_empty() && !is_planted(Fault::TargetsNotCompared);
        if is_own { self } else { callee }
    }

    /// Whether functions of both pass vectors in the same registers.
    pub(crate) fn passes_vectors_as(self, other: Self, cx: &Context) -> bool {
        if self == other || is_planted(Fault::TargetsNotCompared) {
            return true;
        }
        let (own, others) = (self.features(cx), other.features(cx));
        let is_x86 = own.contains(&"sse2") && others.contains(&"sse2");
        is_x86
            && self.0[2..] == other.0[2..]
            && PASSING_X86.iter().all(|feature| own.contains(feature) == others.contains(feature))
    }
}

/// The attributes of a function that LLVM may use vectors in of no more bits than these, if the program prefers those.
pub(crate) fn legal_width(cx: &Context, bits: usize) -> Attr {
    let pair = [cx.string_attr(LEGAL_WIDTH), cx.string_attr(&bits.to_string())];
    cx.array_attr(&[cx.array_attr(&pair)])
}

/// Lets a function hold the vectors of its processor in registers. Without this LLVM splits those of 512 bits for processors
/// that it prefers 256 bits for, cannot compile their intrinsics, and passes them in other registers than callees expect.
pub(crate) fn allow_vectors(ir: &mut Ir, function: OpHandle) {
    let view = ir.op(function);
    if Processor::of(view).vector_bytes() < 64 {
        return;
    }
    let cx = std::sync::Arc::clone(ir.cx());
    let Some(passed) = view.cast::<LLVMFuncOp>().and_then(LLVMFuncOpView::passthrough) else { return };
    let is_width = |attr: Attr| {
        let name = attr.as_array(&cx).and_then(|pair| pair.first().copied());
        name.and_then(|name| name.as_str(&cx)) == Some(LEGAL_WIDTH)
    };
    let kept: Vec<Attr> = passed.iter().copied().filter(|&attr| !is_width(attr)).collect();
    if kept.len() < passed.len() {
        let kept = cx.array_attr(&kept);
        ir.rewrite(function.body, |rw| rw.set_attr(function.op, "passthrough", kept));
    }
}
