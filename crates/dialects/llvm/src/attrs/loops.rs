//! Annotations of loops, on the branches that close them.

#![allow(clippy::too_many_arguments, reason = "attributes are made of all their parameters")]

use terrace_ir::def::ParamKind;
use terrace_ir::params::ParamType;
use terrace_ir::{Attr, Context};
use terrace_macros::attr_def;

use super::{AccessGroupAttr, BoolParam, FusedLocParam, IntegerParam, empty_list};

/// The annotation of a loop that a transformation creates.
pub struct FollowupParam;

impl ParamType for FollowupParam {
    type Value<'a> = LoopAnnotationAttr;
    const KIND: ParamKind = ParamKind::Recursive(|| LoopAnnotationAttr::DEF);

    fn value(cx: &Context, attr: Attr) -> Option<LoopAnnotationAttr> {
        attr.dyn_cast::<LoopAnnotationAttr>(cx)
    }

    fn attr(_cx: &Context, value: LoopAnnotationAttr) -> Attr {
        value.into()
    }

    fn placeholder<'a>() -> Self::Value<'a> {
        LoopAnnotationAttr::placeholder()
    }
}

/// The vectorization of a loop.
#[attr_def(
    "llvm.loop_vectorize",
    class = "LoopVectorizeAttr",
    format = "`<` struct(params) `>`",
    alias = "loop_vectorize"
)]
#[allow(non_snake_case)]
pub struct LoopVectorizeAttr {
    disable: Option<BoolParam>,
    predicateEnable: Option<BoolParam>,
    scalableEnable: Option<BoolParam>,
    width: Option<IntegerParam>,
    followupVectorized: Option<FollowupParam>,
    followupEpilogue: Option<FollowupParam>,
    followupAll: Option<FollowupParam>,
}

/// The interleaving of a loop's iterations.
#[attr_def(
    "llvm.loop_interleave",
    class = "LoopInterleaveAttr",
    format = "`<` struct(params) `>`",
    alias = "loop_interleave"
)]
pub struct LoopInterleaveAttr {
    count: IntegerParam,
}

/// The unrolling of a loop.
#[attr_def(
    "llvm.loop_unroll",
    class = "LoopUnrollAttr",
    format = "`<` struct(params) `>`",
    alias = "loop_unroll"
)]
#[allow(non_snake_case)]
pub struct LoopUnrollAttr {
    disable: Option<BoolParam>,
    count: Option<IntegerParam>,
    runtimeDisable: Option<BoolParam>,
    full: Option<BoolParam>,
    followupUnrolled: Option<FollowupParam>,
    followupRemainder: Option<FollowupParam>,
    followupAll: Option<FollowupParam>,
}

/// The unrolling of a loop with fusion of the copies of its inner loop.
#[attr_def(
    "llvm.loop_unroll_and_jam",
    class = "LoopUnrollAndJamAttr",
    format = "`<` struct(params) `>`",
    alias = "loop_unroll_and_jam"
)]
#[allow(non_snake_case)]
pub struct LoopUnrollAndJamAttr {
    disable: Option<BoolParam>,
    count: Option<IntegerParam>,
    followupOuter: Option<FollowupParam>,
    followupInner: Option<FollowupParam>,
    followupRemainderOuter: Option<FollowupParam>,
    followupRemainderInner: Option<FollowupParam>,
    followupAll: Option<FollowupParam>,
}

/// Loop-invariant code motion of a loop.
#[attr_def("llvm.loop_licm", class = "LoopLICMAttr", format = "`<` struct(params) `>`", alias = "loop_licm")]
#[allow(non_snake_case)]
pub struct LoopLicmAttr {
    disable: Option<BoolParam>,
    versioningDisable: Option<BoolParam>,
}

/// The distribution of a loop.
#[attr_def(
    "llvm.loop_distribute",
    class = "LoopDistributeAttr",
    format = "`<` struct(params) `>`",
    alias = "loop_distribute"
)]
#[allow(non_snake_case)]
pub struct LoopDistributeAttr {
    disable: Option<BoolParam>,
    followupCoincident: Option<FollowupParam>,
    followupSequential: Option<FollowupParam>,
    followupFallback: Option<FollowupParam>,
    followupAll: Option<FollowupParam>,
}

/// The software pipelining of a loop.
#[attr_def(
    "llvm.loop_pipeline",
    class = "LoopPipelineAttr",
    format = "`<` struct(params) `>`",
    alias = "loop_pipeline"
)]
pub struct LoopPipelineAttr {
    disable: Option<BoolParam>,
    initiationinterval: Option<IntegerParam>,
}

/// The number of peeled iterations.
#[attr_def(
    "llvm.loop_peeled",
    class = "LoopPeeledAttr",
    format = "`<` struct(params) `>`",
    alias = "loop_peeled"
)]
pub struct LoopPeeledAttr {
    count: Option<IntegerParam>,
}

/// The unswitching of a loop.
#[attr_def(
    "llvm.loop_unswitch",
    class = "LoopUnswitchAttr",
    format = "`<` struct(params) `>`",
    alias = "loop_unswitch"
)]
#[allow(non_snake_case)]
pub struct LoopUnswitchAttr {
    partialDisable: Option<BoolParam>,
}

/// The complete annotation of a loop.
#[attr_def(
    "llvm.loop_annotation",
    class = "LoopAnnotationAttr",
    format = "`<` struct(params) `>`",
    alias = "loop_annotation"
)]
#[allow(non_snake_case)]
pub struct LoopAnnotationAttr {
    disableNonforced: Option<BoolParam>,
    vectorize: Option<LoopVectorizeAttr>,
    interleave: Option<LoopInterleaveAttr>,
    unroll: Option<LoopUnrollAttr>,
    unrollAndJam: Option<LoopUnrollAndJamAttr>,
    licm: Option<LoopLicmAttr>,
    distribute: Option<LoopDistributeAttr>,
    pipeline: Option<LoopPipelineAttr>,
    peeled: Option<LoopPeeledAttr>,
    unswitch: Option<LoopUnswitchAttr>,
    mustProgress: Option<BoolParam>,
    isVectorized: Option<BoolParam>,
    startLoc: Option<FusedLocParam>,
    endLoc: Option<FusedLocParam>,
    parallelAccesses: DefaultParam<Vec<AccessGroupAttr>, empty_list>,
}
