//! `convert-shape-constraints`: lowers shape constraints to run-time checks.

use terrace_dialects_core::cf;
use terrace_dialects_shape::shape;
use terrace_dialects_shape::shape::*;
use terrace_ir::OpKind;
use terrace_ir::Rewriter;
use terrace_ir::pattern::Pattern;
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};
use terrace_rewrite::{GreedyOptions, PatternSet, apply_greedily};

use super::to_standard::require;

/// The pass.
pub static CONVERT_SHAPE_CONSTRAINTS: PassDef = PassDef {
    name: "convert-shape-constraints",
    class: "ConvertShapeConstraintsPass",
    doc: "Convert shape constraint operations to the standard dialect",
    make: |_| Ok(Pass::Body(Box::new(ConvertConstraints))),
    ..EMPTY_PASS
};

struct ConvertConstraints;

static PATTERNS: [Pattern; 3] = [
    Pattern::new("CstrBroadcastableToRequire", shape::CstrBroadcastableOp::DEF.name, |rw, op| {
        let require = require::<IsBroadcastableOp>(rw, op, "required broadcastable shapes");
        rw.replace_op_with(op, require);
        Some(())
    }),
    Pattern::new("CstrEqToRequire", shape::CstrEqOp::DEF.name, |rw, op| {
        let require = require::<ShapeEqOp>(rw, op, "required equal shapes");
        rw.replace_op_with(op, require);
        Some(())
    }),
    Pattern::new("ConvertCstrRequireOp", shape::CstrRequireOp::DEF.name, |rw, op| {
        let view = CstrRequireOp::view_of(rw.op(op));
        let (holds, message, loc) = (view.pred().id(), view.msg_attr(), view.0.loc());
        rw.set_insertion_point_before(op);
        rw.build(cf::AssertOp::of(holds).loc(loc).msg_attr(message));
        let passing = rw.cx().bool_attr(true);
        rw.replace(op, ConstWitnessOp::of().passing_attr(passing));
        Some(())
    }),
];

impl BodyPass for ConvertConstraints {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let mut patterns = PatternSet::new();
        patterns.add_all(rw.cx(), &PATTERNS);
        apply_greedily(rw, &patterns, &GreedyOptions::bottom_up()).report(run)?;
        Ok(())
    }
}
