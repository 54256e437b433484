//! `reify-result-shapes`: extents that are known from operands become part of the types of results.

use terrace_dialects_linalg::reify::reified_shape;
use terrace_dialects_mem::index_values::known_index;
use terrace_dialects_mem::tensor::{CastOp, ConcatOp, PadOp};
use terrace_ir::diag::Diag;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{DYNAMIC, Op, OpFoldResult, Rewriter, TypeData, Value};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};
use terrace_rewrite::walk::body_post_order;

/// The pass.
pub static REIFY_RESULT_SHAPES: PassDef = PassDef {
    name: "reify-result-shapes",
    class: "ReifyResultShapesPass",
    doc: "Put the extents of results that follow from operands into their types",
    make: |_| Ok(Pass::Body(Box::new(Reify))),
    ..EMPTY_PASS
};

struct Reify;

impl BodyPass for Reify {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        // Of ops with destinations, the destination says what the extents are.
        let is_wanted = |op: &Op| rw.op(*op).isa::<PadOp>() || rw.op(*op).isa::<ConcatOp>();
        let ops: Vec<Op> = body_post_order(rw.body()).into_iter().filter(is_wanted).collect();
        for op in ops {
            rw.set_insertion_point_before(op);
            let result = rw.op(op).single_result().id();
            match reified_shape(rw, result) {
                Some(extents) => _ = refine(rw, op, &extents),
                None => run.report(Diag::warning(rw.op(op).loc(), "failed to get the reified shapes")),
            }
        }
        Ok(())
    }
}

/// Replaces an op by one with a result of known extents, cast to the type it had.
fn refine(rw: &mut Rewriter<'_>, op: Op, extents: &[OpFoldResult]) -> Option<()> {
    let result: Value = rw.op(op).single_result().id();
    let (old, loc) = (rw.body().value_type(result), rw.op(op).loc());
    let shape: Vec<i64> = extents.iter().map(|&extent| known_index(rw, extent).unwrap_or(DYNAMIC)).collect();
    let cx = rw.cx();
    if old.shape(cx)? == shape {
        return None;
    }
    let mut data = old.data(cx).clone();
    let TypeData::RankedTensor { shape: extents, .. } = &mut data else { return None };
    *extents = shape.into();
    let ty = cx.ty_checked(data).ok()?;
    let new = rw.clone_op(op, &mut IrMapping::new())?;
    let reified = rw.op(new).single_result().id();
    rw.set_type(reified, ty);
    let cast = rw.build(CastOp::of(reified).dest(old).loc(loc));
    rw.replace_op_with(op, cast);
    Some(())
}
