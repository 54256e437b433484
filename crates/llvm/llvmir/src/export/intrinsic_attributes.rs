//! Attributes that declarations of intrinsics have in LLVM.

mod aarch64;

use super::attributes::AttributeSet;

/// Intrinsics with the same attributes.
pub(super) struct Group {
    function: &'static str,
    result: &'static str,
    parameters: &'static [(usize, &'static str)],
    /// Without `llvm.`, and without the types that they are overloaded on.
    names: &'static [&'static str],
}

impl Group {
    /// Those of the function.
    pub(super) fn function_set(&self) -> AttributeSet {
        let mut set = AttributeSet::default();
        let mut rest = self.function;
        while !rest.is_empty() {
            let end = match rest.find([' ', '(']) {
                Some(at) if rest.as_bytes()[at] == b'(' => rest.find(')').map_or(rest.len(), |at| at + 1),
                Some(at) => at,
                None => rest.len(),
            };
            let word = &rest[..end];
            let name = word.split('(').next().unwrap_or(word);
            set.text(name, word.to_string());
            rest = rest[end..].trim_start();
        }
        set
    }

    /// Those of the result.
    pub(super) fn result(&self) -> Option<&'static str> {
        (!self.result.is_empty()).then_some(self.result)
    }

    /// Those of a parameter.
    pub(super) fn parameter(&self, index: usize) -> Option<&'static str> {
        self.parameters.iter().find(|(at, _)| *at == index).map(|(_, text)| *text)
    }
}

/// The attributes of an intrinsic, by its name without types.
pub(super) fn attributes_of(name: &str) -> Option<&'static Group> {
    let name = name.strip_prefix("llvm.")?;
    GROUPS.iter().chain(aarch64::GROUPS).find(|group| group.names.contains(&name))
}

const GROUPS: &[Group] = &[
    Group {
        function: "nocallback nofree nosync nounwind speculatable willreturn memory(none)",
        result: "",
        parameters: &[],
        names: &[
            "acos",
            "asin",
            "atan",
            "atan2",
            "cosh",
            "get.active.lane.mask",
            "sincos",
            "sinh",
            "sshl.sat",
            "strip.invariant.group",
            "tan",
            "tanh",
            "ushl.sat",
            "vector.deinterleave2",
            "vector.interleave2",
            "vector.reduce.add",
            "vector.reduce.and",
            "vector.reduce.fadd",
            "vector.reduce.fmax",
            "vector.reduce.fmaximum",
            "vector.reduce.fmin",
            "vector.reduce.fminimum",
            "vector.reduce.fmul",
            "vector.reduce.mul",
            "vector.reduce.or",
            "vector.reduce.smax",
            "vector.reduce.smin",
            "vector.reduce.umax",
            "vector.reduce.umin",
            "vector.reduce.xor",
            "vp.add",
            "vp.and",
            "vp.ashr",
            "vp.fadd",
            "vp.fdiv",
            "vp.fma",
            "vp.fmul",
            "vp.fmuladd",
            "vp.fneg",
            "vp.fpext",
            "vp.fptosi",
            "vp.fptoui",
            "vp.fptrunc",
            "vp.frem",
            "vp.fsub",
            "vp.inttoptr",
            "vp.lshr",
            "vp.merge",
            "vp.mul",
            "vp.or",
            "vp.ptrtoint",
            "vp.reduce.add",
            "vp.reduce.and",
            "vp.reduce.fadd",
            "vp.reduce.fmax",
            "vp.reduce.fmin",
            "vp.reduce.fmul",
            "vp.reduce.mul",
            "vp.reduce.or",
            "vp.reduce.smax",
            "vp.reduce.smin",
            "vp.reduce.umax",
            "vp.reduce.umin",
            "vp.reduce.xor",
            "vp.select",
            "vp.sext",
            "vp.shl",
            "vp.sitofp",
            "vp.smax",
            "vp.smin",
            "vp.sub",
            "vp.trunc",
            "vp.uitofp",
            "vp.umax",
            "vp.umin",
            "vp.xor",
            "vp.zext",
            "vscale",
        ],
    },
    Group {
        function: "nocallback nofree nosync nounwind speculatable willreturn memory(none)",
        result: "nonnull",
        parameters: &[(0, "nonnull")],
        names: &["threadlocal.address"],
    },
    Group {
        function: "nocallback nofree nosync nounwind speculatable willreturn memory(none)",
        result: "",
        parameters: &[(1, "immarg")],
        names: &["abs", "ctlz", "cttz", "vector.extract"],
    },
    Group {
        function: "nocallback nofree nosync nounwind speculatable willreturn memory(none)",
        result: "",
        parameters: &[(1, "immarg"), (2, "immarg")],
        names: &["matrix.transpose"],
    },
    Group {
        function: "nocallback nofree nosync nounwind speculatable willreturn memory(none)",
        result: "",
        parameters: &[(2, "immarg")],
        names: &["vector.insert"],
    },
    Group {
        function: "nocallback nofree nosync nounwind speculatable willreturn memory(none)",
        result: "",
        parameters: &[(2, "immarg"), (3, "immarg"), (4, "immarg")],
        names: &["matrix.multiply"],
    },
    Group {
        function: "nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)",
        result: "",
        parameters: &[],
        names: &[
            "bitreverse",
            "bswap",
            "ceil",
            "copysign",
            "cos",
            "ctpop",
            "exp",
            "exp10",
            "exp2",
            "fabs",
            "floor",
            "fma",
            "fmuladd",
            "frexp",
            "fshl",
            "fshr",
            "ldexp",
            "llrint",
            "llround",
            "log",
            "log10",
            "log2",
            "lrint",
            "lround",
            "maximum",
            "maxnum",
            "minimum",
            "minnum",
            "nearbyint",
            "pow",
            "powi",
            "ptrmask",
            "rint",
            "round",
            "roundeven",
            "sadd.sat",
            "sadd.with.overflow",
            "sin",
            "smax",
            "smin",
            "smul.with.overflow",
            "sqrt",
            "ssub.sat",
            "ssub.with.overflow",
            "trunc",
            "uadd.sat",
            "uadd.with.overflow",
            "umax",
            "umin",
            "umul.with.overflow",
            "usub.sat",
            "usub.with.overflow",
        ],
    },
    Group {
        function: "nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)",
        result: "@range",
        parameters: &[],
        names: &["scmp", "ucmp"],
    },
    Group {
        function: "nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)",
        result: "",
        parameters: &[(1, "immarg")],
        names: &["is.fpclass"],
    },
    Group {
        function: "nocallback nofree nosync nounwind willreturn memory(none)",
        result: "",
        parameters: &[],
        names: &["expect", "stepvector", "vp.sdiv", "vp.srem", "vp.udiv", "vp.urem"],
    },
    Group {
        function: "nocallback nofree nosync nounwind willreturn memory(none)",
        result: "",
        parameters: &[(0, "returned")],
        names: &["ssa.copy"],
    },
    Group {
        function: "nocallback nofree nosync nounwind willreturn memory(none)",
        result: "",
        parameters: &[(2, "immarg")],
        names: &["expect.with.probability"],
    },
    Group {
        function: "nocallback nofree nosync nounwind willreturn",
        result: "",
        parameters: &[],
        names: &["stackrestore", "stacksave", "va_copy", "va_end", "va_start"],
    },
    Group {
        function: "nocallback nofree nosync nounwind willreturn memory(argmem: read)",
        result: "",
        parameters: &[(0, "captures(none)")],
        names: &["experimental.vp.strided.load", "masked.load", "vp.load"],
    },
    Group {
        function: "nocallback nofree nosync nounwind willreturn memory(argmem: read)",
        result: "",
        parameters: &[(0, "captures(none)"), (2, "immarg"), (3, "immarg"), (4, "immarg")],
        names: &["matrix.column.major.load"],
    },
    Group {
        function: "nocallback nofree nosync nounwind willreturn memory(argmem: read)",
        result: "",
        parameters: &[(1, "readnone"), (2, "readonly captures(none)")],
        names: &["coro.id"],
    },
    Group {
        function: "nocallback nofree nosync nounwind willreturn memory(argmem: write)",
        result: "",
        parameters: &[(1, "captures(none)")],
        names: &["experimental.vp.strided.store", "masked.compressstore", "masked.store", "vp.store"],
    },
    Group {
        function: "nocallback nofree nosync nounwind willreturn memory(argmem: write)",
        result: "",
        parameters: &[(1, "writeonly captures(none)"), (3, "immarg"), (4, "immarg"), (5, "immarg")],
        names: &["matrix.column.major.store"],
    },
    Group {
        function: "nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)",
        result: "",
        parameters: &[],
        names: &["annotation", "experimental.noalias.scope.decl", "ptr.annotation", "var.annotation"],
    },
    Group {
        function: "nocallback nofree nosync nounwind strictfp willreturn memory(inaccessiblemem: readwrite)",
        result: "",
        parameters: &[],
        names: &[
            "experimental.constrained.fpext",
            "experimental.constrained.fptrunc",
            "experimental.constrained.sitofp",
            "experimental.constrained.uitofp",
        ],
    },
    Group {
        function: "nounwind",
        result: "",
        parameters: &[],
        names: &["coro.end", "coro.suspend", "debugtrap"],
    },
    Group { function: "nounwind", result: "", parameters: &[(1, "writeonly")], names: &["coro.begin"] },
    Group {
        function: "nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)",
        result: "",
        parameters: &[(0, "captures(none)")],
        names: &["lifetime.end", "lifetime.start"],
    },
    Group {
        function: "nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)",
        result: "",
        parameters: &[(0, "immarg"), (1, "captures(none)")],
        names: &["invariant.start"],
    },
    Group {
        function: "nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)",
        result: "",
        parameters: &[(1, "immarg"), (2, "captures(none)")],
        names: &["invariant.end"],
    },
    Group {
        function: "nounwind memory(none)",
        result: "",
        parameters: &[],
        names: &["coro.align", "coro.size", "eh.typeid.for"],
    },
    Group {
        function: "nounwind memory(none)",
        result: "",
        parameters: &[(0, "captures(none)")],
        names: &["coro.promise"],
    },
    Group {
        function: "nocallback nofree nounwind willreturn memory(argmem: readwrite)",
        result: "",
        parameters: &[
            (0, "noalias writeonly captures(none)"),
            (1, "noalias readonly captures(none)"),
            (3, "immarg"),
        ],
        names: &["memcpy", "memcpy.inline"],
    },
    Group {
        function: "nocallback nofree nounwind willreturn memory(argmem: readwrite)",
        result: "",
        parameters: &[(0, "writeonly captures(none)"), (1, "readonly captures(none)"), (3, "immarg")],
        names: &["memmove"],
    },
    Group {
        function: "nocallback nofree nounwind willreturn memory(argmem: write)",
        result: "",
        parameters: &[(0, "writeonly captures(none)"), (3, "immarg")],
        names: &["memset", "memset.inline"],
    },
    Group {
        function: "cold noreturn nounwind memory(inaccessiblemem: write)",
        result: "",
        parameters: &[],
        names: &["trap"],
    },
    Group {
        function: "cold noreturn nounwind memory(inaccessiblemem: write)",
        result: "",
        parameters: &[(0, "immarg")],
        names: &["ubsantrap"],
    },
    Group {
        function: "nocallback nofree nosync nounwind willreturn memory(read)",
        result: "",
        parameters: &[],
        names: &["masked.gather"],
    },
    Group {
        function: "nocallback nofree nosync nounwind willreturn memory(read)",
        result: "",
        parameters: &[(0, "captures(none)")],
        names: &["masked.expandload"],
    },
    Group { function: "", result: "", parameters: &[], names: &["coro.resume"] },
    Group {
        function: "convergent nocallback nofree nosync nounwind willreturn memory(none)",
        result: "",
        parameters: &[],
        names: &["is.constant"],
    },
    Group {
        function: "nounwind memory(argmem: read)",
        result: "",
        parameters: &[(1, "readonly captures(none)")],
        names: &["coro.free"],
    },
    Group {
        function: "nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)",
        result: "",
        parameters: &[(0, "noundef")],
        names: &["assume"],
    },
    Group { function: "nomerge nounwind", result: "", parameters: &[], names: &["coro.save"] },
    Group {
        function: "nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)",
        result: "",
        parameters: &[(0, "readonly captures(none)"), (1, "immarg"), (2, "immarg"), (3, "immarg")],
        names: &["prefetch"],
    },
    Group {
        function: "nocallback nofree nosync nounwind willreturn memory(write)",
        result: "",
        parameters: &[],
        names: &["masked.scatter"],
    },
    Group {
        function: "nocallback nofree nosync nounwind speculatable willreturn memory(inaccessiblemem: readwrite)",
        result: "",
        parameters: &[],
        names: &["launder.invariant.group"],
    },
];
