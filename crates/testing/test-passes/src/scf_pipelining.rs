//! `test-scf-pipelining`: pipelines loops whose ops have their stages in attributes.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use terrace_dialects_core::arith::ConstantOp;
use terrace_dialects_core::scf::{ForOp, IfOp, YieldOp};

use terrace_ir::pattern::Root;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{Attr, Diag, Op, OpKind, OpRef, Rewriter, Type, Value};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun, pass_options};
use terrace_passes_scf::pipeline::{PipelinerPart, PipeliningOptions, pipeline_for_loop};
use terrace_passes_shared::arithmetic::zero_attr;
use terrace_rewrite::walk::body_post_order;
use terrace_rewrite::{GreedyOptions, PatternSet, apply_greedily};

pass_options! {
    /// The options of the pass.
    struct TestScfPipeliningOptions {
        /// Annote operations during loop pipelining transformation
        annotate("annotate"): bool = "false",
        /// Don't peel the epilogue during pipelining.
        no_epilogue_peeling("no-epilogue-peeling"): bool = "false",
    }
}

/// The pass.
pub(crate) static TEST_SCF_PIPELINING: PassDef = PassDef {
    name: "test-scf-pipelining",
    class: "(anonymous namespace)::TestSCFPipeliningPass",
    doc: "test scf.forOp pipelining",
    anchor: Some("func.func"),
    options: TestScfPipeliningOptions::DEFS,
    make: |options| {
        let options = TestScfPipeliningOptions::from(options);
        let (annotate, keep_epilogue) = (options.annotate, options.no_epilogue_peeling);
        Ok(Pass::Body(Box::new(TestScfPipelining { annotate, keep_epilogue })))
    },
    ..EMPTY_PASS
};

#[derive(Clone, Copy)]
struct TestScfPipelining {
    annotate: bool,
    keep_epilogue: bool,
}

const LOOP: &str = "__test_pipelining_loop__";
const STAGE: &str = "__test_pipelining_stage__";
const ORDER: &str = "__test_pipelining_op_order__";

impl BodyPass for TestScfPipelining {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let (cx, pass) = (rw.cx(), *self);
        let mut patterns = PatternSet::new();
        let errors = Arc::new(Mutex::new(Vec::new()));
        let found = Arc::clone(&errors);
        let action = move |rw: &mut Rewriter<'_>, op: Op| match pass.pipeline(rw, op) {
            Ok(made) => made.map(|_| ()),
            Err(diag) => {
                found.lock().unwrap_or_else(PoisonError::into_inner).push(diag);
                None
            }
        };
        patterns.add_action(cx, "ForLoopPipeliningPattern", Root::Op(ForOp::DEF.name), 1, Box::new(action));
        apply_greedily(rw, &patterns, &GreedyOptions::bottom_up()).report(run)?;
        for op in body_post_order(rw.body()) {
            for mark in [ORDER, STAGE] {
                if rw.op(op).discardable_attr(mark).is_some() {
                    rw.set_attr(op, mark, Attr::NULL);
                }
            }
        }
        errors.lock().unwrap_or_else(PoisonError::into_inner).drain(..).for_each(|diag| run.report(diag));
        Ok(())
    }
}

fn number(op: OpRef<'_>, name: &str) -> Option<usize> {
    usize::try_from(op.discardable_attr(name)?.as_i64(op.cx())?).ok()
}

impl TestScfPipelining {
    fn pipeline(self, rw: &mut Rewriter<'_>, op: Op) -> Result<Option<Op>, Box<Diag>> {
        let view = ForOp::view_of(rw.op(op));
        if view.0.discardable_attr(LOOP).is_none() {
            return Ok(None);
        }
        // Of ops with the same number, the last one is scheduled.
        let mut ops: BTreeMap<usize, (Op, usize)> = BTreeMap::new();
        for op in view.region().blocks().flat_map(|block| block.ops()) {
            if let (Some(order), Some(stage)) = (number(op, ORDER), number(op, STAGE)) {
                ops.insert(order, (op.id(), stage));
            }
        }
        let schedule = ops.into_values().collect();
        let options = PipeliningOptions::default()
            .keep_epilogue(self.keep_epilogue)
            .support_dynamic_loops(true)
            .predicate(Some(&put_under_predicate))
            .annotate(self.annotate.then_some(&annotate));
        pipeline_for_loop(rw, op, schedule, options)
    }
}

fn annotate(rw: &mut Rewriter<'_>, op: Op, part: PipelinerPart, iteration: usize) {
    let part = match part {
        PipelinerPart::Prologue => "prologue",
        PipelinerPart::Kernel => "kernel",
        PipelinerPart::Epilogue => "epilogue",
    };
    let (part, iteration) = (rw.cx().string_attr(part), rw.cx().int_attr(Type::I32, iteration as i64));
    rw.set_attr(op, "__test_pipelining_part", part);
    rw.set_attr(op, "__test_pipelining_iteration", iteration);
}

/// Moves an op to a conditional that has zeros where the condition is false, or a copy of a view.
fn put_under_predicate(rw: &mut Rewriter<'_>, op: Op, predicate: Value) -> Option<Op> {
    let loc = rw.op(op).loc();
    let (types, results): (Vec<Type>, Vec<Value>) =
        rw.op(op).results().map(|result| (result.ty(), result.id())).unzip();
    let cx = rw.cx();
    let zeros = types.iter().map(|&ty| zero_attr(cx, ty)).collect::<Option<Vec<Attr>>>();
    if zeros.is_none() && rw.op(op).view_source().is_none() {
        return None;
    }
    rw.set_insertion_point_after(op);
    let made = IfOp::of(predicate)
        .loc(loc)
        .results(&types)
        .then_region_with(&[], |rw, _| {
            if let Some(point) = rw.insertion_point() {
                rw.move_op(op, point);
                rw.set_insertion_point_after(op);
            }
            rw.build(YieldOp::of(&results).loc(loc));
        })
        .else_region_with(&[], |rw, _| {
            let zeros: Vec<Value> = match &zeros {
                Some(zeros) => zeros
                    .iter()
                    .map(|&zero| rw.build_value(ConstantOp::of().loc(loc).value_attr(zero)))
                    .collect(),
                None => rw
                    .clone_op(op, &mut IrMapping::new())
                    .map_or(Vec::new(), |copy| rw.body().results(copy).collect()),
            };
            rw.build(YieldOp::of(&zeros).loc(loc));
        });
    Some(rw.build(made).into())
}
