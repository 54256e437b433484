//! `scf-for-loop-specialization`, `scf-parallel-loop-specialization`: versions a loop whose bound is the
//! minimum of a constant and others, with a copy for the constant.

use terrace_dialects_core::arith::AndIOp;
use terrace_dialects_core::arith::CmpIPredicate;
use terrace_dialects_core::scf::{ForOp, ParallelOp};
use terrace_dialects_mem::affine::AffineMinOp;
use terrace_ir::def::OpDef;
use terrace_ir::interfaces::LoopLike;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{Block, Op, OpFoldResultRef, OpKind, Rewriter, Value, ValueRef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};
use terrace_passes_shared::arithmetic::Arith;
use terrace_rewrite::walk::body_post_order;

use super::build::make_if;

/// The pass on `scf.for`.
pub static FOR_LOOP_SPECIALIZATION: PassDef = PassDef {
    name: "scf-for-loop-specialization",
    class: "SCFForLoopSpecialization",
    doc: "Specialize `for` loops for vectorization",
    make: |_| Ok(Pass::Body(Box::new(Specialization { of: ForOp::DEF }))),
    ..EMPTY_PASS
};

/// The pass on `scf.parallel`.
pub static PARALLEL_LOOP_SPECIALIZATION: PassDef = PassDef {
    name: "scf-parallel-loop-specialization",
    class: "SCFParallelLoopSpecialization",
    doc: "Specialize parallel loops for vectorization",
    make: |_| Ok(Pass::Body(Box::new(Specialization { of: ParallelOp::DEF }))),
    ..EMPTY_PASS
};

/// The loops of one kind.
struct Specialization {
    of: &'static OpDef,
}

impl BodyPass for Specialization {
    fn run(&self, rw: &mut Rewriter<'_>, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        for op in body_post_order(rw.body()) {
            if rw.op(op).info().is(self.of) {
                specialize(rw, op);
            }
        }
        Ok(())
    }
}

/// The least constant among the numbers whose least a bound is.
fn constant_bound(bound: ValueRef<'_>) -> Option<i64> {
    let op = bound.defined_by::<AffineMinOp>()?;
    op.map().results.iter().filter_map(|expr| expr.as_constant()).min()
}

fn specialize(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let mut bounds: Vec<(Value, i64)> = Vec::new();
    for bound in view.interface::<dyn LoopLike>()?.upper_bounds(view) {
        let OpFoldResultRef::Value(bound) = bound else { return None };
        bounds.push((bound.id(), constant_bound(bound)?));
    }
    // The results of the two versions are not merged.
    if view.results().any(|result| !result.is_unused()) || rw.holds_isolated(op) {
        return None;
    }
    let loc = rw.body().loc(op);
    rw.set_insertion_point_before(op);
    let (mut condition, mut map) = (None, IrMapping::new());
    for (bound, number) in bounds {
        let ty = rw.body().value_type(bound);
        let number = Arith::new(rw, loc).int(number, ty);
        let equal = Arith::new(rw, loc).compare(CmpIPredicate::Eq, bound, number);
        condition = Some(match condition {
            Some(others) => Arith::new(rw, loc).binary::<AndIOp>(others, equal),
            None => equal,
        });
        map.map(bound, number);
    }
    let (_, [special, general]) = make_if(rw, condition?, loc);
    copy_into(rw, op, special, &mut map);
    copy_into(rw, op, general, &mut IrMapping::new());
    rw.erase_op(op);
    Some(())
}

/// Clones an op to the end of a block, before its terminator.
fn copy_into(rw: &mut Rewriter<'_>, op: Op, block: Block, map: &mut IrMapping) {
    match rw.body().last_op(block) {
        Some(end) => rw.set_insertion_point_before(end),
        None => rw.set_insertion_point_to_end(block),
    }
    rw.clone_op(op, map);
}
