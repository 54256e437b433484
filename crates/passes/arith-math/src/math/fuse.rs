//! Ops that become one: products and sums, sines and cosines.

use terrace_dialects_core::arith::{AddFOp, FastMathFlags, MulFOp};
use terrace_dialects_core::math::{CosOp, FmaOp, SinOp, SincosOp};
use terrace_ir::pattern::Pattern;
use terrace_ir::{Op, OpKind, OpRef, Rewriter, Value, View};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};
use terrace_rewrite::{GreedyOptions, PatternSet, apply_greedily};

/// Turns products that are added to something into `math.fma`.
pub static MATH_UPLIFT_TO_FMA: PassDef = PassDef {
    name: "math-uplift-to-fma",
    class: "MathUpliftToFMA",
    doc: "Uplift arith ops to math.fma.",
    make: |_| Ok(Pass::Body(Box::new(Apply(&UPLIFT_TO_FMA)))),
    ..EMPTY_PASS
};

/// Turns a sine and a cosine of one number into `math.sincos`.
pub static MATH_SINCOS_FUSION: PassDef = PassDef {
    name: "math-sincos-fusion",
    class: "MathSincosFusionPass",
    doc: "Fuse sin and cos operations.",
    make: |_| Ok(Pass::Body(Box::new(Apply(&SINCOS_FUSION)))),
    ..EMPTY_PASS
};

struct Apply(&'static Pattern);

impl BodyPass for Apply {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let mut patterns = PatternSet::new();
        patterns.add(rw.cx(), self.0);
        apply_greedily(rw, &patterns, &GreedyOptions::bottom_up()).report(run)?;
        Ok(())
    }
}

/// A sum with a product, where the flags of both allow contraction.
pub static UPLIFT_TO_FMA: Pattern = Pattern::new("UpliftFma", AddFOp::DEF.name, |rw, op| {
    let add = AddFOp::view_of(rw.op(op));
    let add_flags = add.fastmath();
    if !add_flags.contains(FastMathFlags::CONTRACT) {
        return rw.notify_match_failure(op, "addf op is not suitable for fma");
    }
    let product =
        |value: terrace_ir::ValueRef<'_>| value.defining_op().filter(|op| op.isa::<MulFOp>()).map(OpRef::id);
    let (lhs, rhs) = (add.lhs(), add.rhs());
    let (product, addend) = match (product(lhs), product(rhs)) {
        (Some(product), _) => (product, rhs.id()),
        (None, Some(product)) => (product, lhs.id()),
        (None, None) => return rw.notify_match_failure(op, "no mulf op"),
    };
    let multiply = MulFOp::view_of(rw.op(product));
    let flags = multiply.fastmath();
    if !flags.contains(FastMathFlags::CONTRACT) {
        return rw.notify_match_failure(op, "mulf op is not suitable for fma");
    }
    let flags = (add_flags & flags).attr(rw.cx());
    rw.replace(op, FmaOp::of(multiply.lhs().id(), multiply.rhs().id(), addend).fastmath_attr(flags));
    Some(())
});

/// A sine and the first cosine of the same number with the same flags in its block.
pub static SINCOS_FUSION: Pattern = Pattern::new("SincosFusionPattern", SinOp::DEF.name, |rw, op| {
    let sine = SinOp::view_of(rw.op(op));
    let (operand, flags, ty) = (sine.operand(), sine.fastmath(), sine.result().ty());
    let block = sine.0.block()?.id();
    let cosines = operand.uses().map(|(user, _)| user).filter(|user| {
        user.block().is_some_and(|around| around.id() == block)
            && user.cast::<CosOp>().is_some_and(|cosine: View<'_, CosOp>| cosine.fastmath() == flags)
    });
    let body = rw.body();
    let before = |a: Op, b: Op| body.is_before(a, b);
    let cosine = cosines.map(OpRef::id).reduce(|a, b| if before(a, b) { a } else { b })?;
    let first = if before(op, cosine) { op } else { cosine };
    let (operand, loc) = (operand.id(), rw.body().loc(first));
    rw.set_insertion_point_before(first);
    let flags = Some(flags.attr(rw.cx()));
    let both = rw.build(SincosOp::of(operand).fastmath_attr(flags).sin(ty).cos(ty).loc(loc));
    let results: Vec<Value> = rw.body().results(both).collect();
    rw.replace_op(op, &results[..1]);
    rw.replace_op(cosine, &results[1..]);
    Some(())
});
