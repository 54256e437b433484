//! Ops that compute each element by itself.

use terrace_dialects_llvm::ops::{SDivOp, SRemOp, UDivOp, URemOp};
use terrace_ir::OpRef;

/// The intrinsics that have a form for vectors which computes each element by itself, all operands being vectors.
const ELEMENTWISE: &[&str] = &[
    "acos",
    "asin",
    "atan",
    "atan2",
    "cos",
    "cosh",
    "exp10",
    "exp2",
    "exp",
    "fabs",
    "ceil",
    "floor",
    "trunc",
    "log10",
    "log2",
    "log",
    "nearbyint",
    "rint",
    "roundeven",
    "round",
    "sin",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "copysign",
    "maxnum",
    "maximum",
    "minnum",
    "minimum",
    "pow",
    "fma",
    "fmuladd",
    "bitreverse",
    "bswap",
    "ctpop",
    "fshl",
    "fshr",
    "sadd.sat",
    "smax",
    "smin",
    "sshl.sat",
    "ssub.sat",
    "uadd.sat",
    "umax",
    "umin",
    "ushl.sat",
    "usub.sat",
    "abs",
    "ctlz",
    "cttz",
    "is.fpclass",
    "expect",
];

/// Ops that compute each element by itself.
const ELEMENTWISE_OPS: &[&str] = &[
    "llvm.add",
    "llvm.sub",
    "llvm.mul",
    "llvm.udiv",
    "llvm.sdiv",
    "llvm.urem",
    "llvm.srem",
    "llvm.and",
    "llvm.or",
    "llvm.xor",
    "llvm.shl",
    "llvm.lshr",
    "llvm.ashr",
    "llvm.icmp",
    "llvm.fcmp",
    "llvm.fadd",
    "llvm.fsub",
    "llvm.fmul",
    "llvm.fdiv",
    "llvm.frem",
    "llvm.fneg",
    "llvm.select",
    "llvm.freeze",
    "llvm.sext",
    "llvm.zext",
    "llvm.trunc",
    "llvm.sitofp",
    "llvm.uitofp",
    "llvm.fptosi",
    "llvm.fptoui",
    "llvm.fpext",
    "llvm.fptrunc",
    "llvm.bitcast",
    "llvm.inttoptr",
    "llvm.ptrtoint",
    "llvm.addrspacecast",
    "ripple.expression",
    "ripple.assigned",
];

/// Whether an op computes each element by itself and has a form for vectors.
pub(crate) fn is_elementwise(name: &str) -> bool {
    ELEMENTWISE_OPS.contains(&name)
        || name.strip_prefix("llvm.intr.").is_some_and(|name| ELEMENTWISE.contains(&name))
}

/// Whether an op divides, which is undefined for some divisors.
pub(crate) fn is_division(op: OpRef<'_>) -> bool {
    op.isa::<UDivOp>() || op.isa::<SDivOp>() || op.isa::<URemOp>() || op.isa::<SRemOp>()
}
