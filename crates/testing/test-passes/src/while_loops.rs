//! `test-wrap-scf-while-loop-in-zero-trip-check` and `test-scf-while-op-builder`: loops with a check before them, and loops
//! that are built beside others.

use terrace_dialects_builtin::builtin::UnrealizedConversionCastOp;
use terrace_dialects_core::scf::{ConditionOp, WhileOp, YieldOp};
use terrace_ir::{Loc, Op, OpKind, Rewriter, Type, Value};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun, pass_options};
use terrace_passes_scf::zero_trip_check::{ROTATE_WHILE_LOOPS, wrap_in_zero_trip_check};
use terrace_passes_shared::arithmetic::Arith;
use terrace_rewrite::walk::body_post_order;

use crate::vector_patterns::Patterns;

pass_options! {
    /// The options of `test-wrap-scf-while-loop-in-zero-trip-check`.
    struct WrapOptions {
        /// Force to create zero-trip-check.
        force("force-create-check"): bool = "false",
    }
}

/// The pass that wraps loops.
pub(crate) static TEST_WRAP_WHILE: PassDef = PassDef {
    name: "test-wrap-scf-while-loop-in-zero-trip-check",
    class: "(anonymous namespace)::TestWrapWhileLoopInZeroTripCheckPass",
    doc: "test scf::wrapWhileLoopInZeroTripCheck",
    anchor: Some("func.func"),
    options: WrapOptions::DEFS,
    make: |options| match WrapOptions::from(options).force {
        true => Ok(Pass::Body(Box::new(WrapAll))),
        false => Patterns::pass(|set, cx| set.add_all(cx, ROTATE_WHILE_LOOPS)),
    },
    ..EMPTY_PASS
};

/// The pass that builds loops.
pub(crate) static TEST_WHILE_BUILDER: PassDef = PassDef {
    name: "test-scf-while-op-builder",
    class: "(anonymous namespace)::TestSCFWhileOpBuilderPass",
    doc: "test build functions of scf.while",
    anchor: Some("func.func"),
    make: |_| Ok(Pass::Body(Box::new(BuildLoops))),
    ..EMPTY_PASS
};

fn while_loops(rw: &Rewriter<'_>) -> Vec<Op> {
    body_post_order(rw.body()).into_iter().filter(|&op| rw.op(op).isa::<WhileOp>()).collect()
}

struct WrapAll;

impl BodyPass for WrapAll {
    fn run(&self, rw: &mut Rewriter<'_>, _: &mut PassRun<'_>) -> Result<(), Failed> {
        for op in while_loops(rw) {
            wrap_in_zero_trip_check(rw, WhileOp::assume(op), true);
        }
        Ok(())
    }
}

struct BuildLoops;

impl BodyPass for BuildLoops {
    fn run(&self, rw: &mut Rewriter<'_>, _: &mut PassRun<'_>) -> Result<(), Failed> {
        for op in while_loops(rw) {
            let view = rw.op(op);
            let inits: Vec<Value> = view.operands().map(|value| value.id()).collect();
            let (init_types, types, loc) = (view.operand_types(), view.result_types(), view.loc());
            rw.set_insertion_point_before(op);
            build_loop(rw, &inits, [&init_types, &types], loc);
        }
        Ok(())
    }
}

/// A region whose block casts its arguments to other types; the values.
fn casting_block(
    rw: &mut Rewriter<'_>,
    [from, to]: [&[Type]; 2],
    loc: Loc,
) -> (terrace_ir::Region, Vec<Value>) {
    let region = rw.new_region();
    let args: Vec<(Type, Loc)> = from.iter().map(|&ty| (ty, loc)).collect();
    let block = rw.create_block(region, &args);
    rw.set_insertion_point_to_end(block);
    let args: Vec<Value> = rw.body().args(block).collect();
    let cast: Op = rw.build(UnrealizedConversionCastOp::of(&args).outputs(to).loc(loc)).into();
    (region, rw.body().results(cast).collect())
}

/// An endless loop at the insertion point, which casts the values that it carries.
fn build_loop(rw: &mut Rewriter<'_>, inits: &[Value], [carried, results]: [&[Type]; 2], loc: Loc) {
    let Some(point) = rw.insertion_point() else { return };
    let (before, values) = casting_block(rw, [carried, results], loc);
    let always = Arith::new(rw, loc).int(1, Type::I1);
    rw.build(ConditionOp::of(always, &values).loc(loc));
    let (after, values) = casting_block(rw, [results, carried], loc);
    rw.build(YieldOp::of(&values).loc(loc));
    rw.set_insertion_point(point);
    rw.build(WhileOp::of(inits).results(results).before(before).after(after).loc(loc));
}
