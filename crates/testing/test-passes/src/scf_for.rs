//! `test-scf-for-utils`: how often loops run, and loops that carry more values.

use terrace_dialects_core::arith::AddFOp;
use terrace_dialects_core::scf::ForOp;
use terrace_ir::interfaces::LoopLike;
use terrace_ir::{Op, Rewriter, Type, Value};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun, pass_options};
use terrace_rewrite::walk::body_post_order;

pass_options! {
    /// The options of the pass.
    struct ForUtilsOptions {
        /// Test replacing a loop with a new loop that returns new additional yield values
        yields("test-replace-with-new-yields"): bool = "false",
    }
}

/// The pass.
pub(crate) static TEST_SCF_FOR_UTILS: PassDef = PassDef {
    name: "test-scf-for-utils",
    class: "(anonymous namespace)::TestSCFForUtilsPass",
    doc: "test scf.for utils",
    anchor: Some("func.func"),
    options: ForUtilsOptions::DEFS,
    make: |options| Ok(Pass::Body(Box::new(ForUtilsOptions::from(options)))),
    ..EMPTY_PASS
};

impl BodyPass for ForUtilsOptions {
    fn run(&self, rw: &mut Rewriter<'_>, _: &mut PassRun<'_>) -> Result<(), Failed> {
        let loops = body_post_order(rw.body()).into_iter();
        let loops: Vec<Op> = loops.filter(|&op| rw.op(op).interface::<dyn LoopLike>().is_some()).collect();
        for &op in &loops {
            annotate(rw, op);
        }
        if self.yields {
            for op in loops {
                if rw.op(op).isa::<ForOp>() {
                    yield_sums(rw, op)?;
                }
            }
        }
        Ok(())
    }
}

/// Adds the number of iterations of a loop to it, if it is known.
fn annotate(rw: &mut Rewriter<'_>, op: Op) {
    let view = rw.op(op).cast::<ForOp>();
    let count = view.and_then(|view| Some((view.constant_trip_count()?, view.lower_bound().ty())));
    let cx = rw.cx();
    let attr = match count {
        Some((count, ty)) => {
            let ty = if ty == Type::INDEX { Type::I64 } else { ty };
            cx.int_attr(ty, count as i64)
        }
        None => cx.string_attr("none"),
    };
    rw.set_attr(op, "test.trip-count", attr);
}

/// Carries another value for each one that a loop carries, which starts as the same and is the sum of that with itself after
/// each iteration.
fn yield_sums(rw: &mut Rewriter<'_>, op: Op) -> Result<(), Failed> {
    let view = rw.op(op).cast::<ForOp>().ok_or(Failed)?;
    let inits: Vec<Value> = view.init_args().map(|init| init.id()).collect();
    let end = view.region().entry().and_then(|block| block.terminator()).ok_or(Failed)?;
    let (end, yielded) = (end.id(), end.operands().map(|value| value.id()).collect::<Vec<Value>>());
    let mut op = op;
    for (&init, &value) in inits.iter().zip(&yielded) {
        rw.set_insertion_point_before(end);
        let sum = rw.build_value(AddFOp::of(value, value).result(rw.body().value_type(value)));
        op = rw.replace_with_additional_yields(op, init, sum).ok_or(Failed)?;
        let carried =
            rw.op(op).single_region().entry().and_then(|block| block.args().last()).ok_or(Failed)?;
        let (carried, body) = (carried.id(), rw.op(op).single_region().id());
        let is_inside = |at: &terrace_ir::Body, user: Op, _| {
            at.block_of(user).and_then(|block| at.region_of(block)) == Some(body)
        };
        rw.replace_uses_with_if(init, carried, is_inside);
    }
    Ok(())
}
