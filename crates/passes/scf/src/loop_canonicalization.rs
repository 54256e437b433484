//! `scf-for-loop-canonicalization`: simplifications in loops by their bounds and by the types of their
//! loop-carried values.

use terrace_dialects_core::scf::ForOp;
use terrace_dialects_mem::tensor::InsertSliceOp;
use terrace_dialects_mem::{affine, memref, tensor};
use terrace_ir::pattern::Pattern;
use terrace_ir::{BinaryOpView, Op, Rewriter, ValueDef, ValueRef, View, op_match, pattern};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};
use terrace_rewrite::{GreedyOptions, PatternSet, apply_greedily};

use super::min_max::simplify_in_loops;

/// The pass.
pub static FOR_LOOP_CANONICALIZATION: PassDef = PassDef {
    name: "scf-for-loop-canonicalization",
    class: "SCFForLoopCanonicalization",
    doc: "Canonicalize operations within scf.for loop bodies",
    make: |_| Ok(Pass::Body(Box::new(ForLoopCanonicalization))),
    ..EMPTY_PASS
};

struct ForLoopCanonicalization;

/// The simplifications in loops.
pub static PATTERNS: &[Pattern] = &[
    pattern!("AffineOpSCFCanonicalizationPattern", affine::AffineMinOp, |rw, op| simplify_in_loops(
        rw,
        op.into()
    )),
    pattern!("AffineOpSCFCanonicalizationPattern", affine::AffineMaxOp, |rw, op| simplify_in_loops(
        rw,
        op.into()
    )),
    pattern!("DimOfIterArgFolder", tensor::DimOp, |rw, op| dim_of_carried(rw, op.into())),
    pattern!("DimOfIterArgFolder", memref::DimOp, |rw, op| dim_of_carried(rw, op.into())),
    pattern!("DimOfLoopResultFolder", tensor::DimOp, |rw, op| dim_of_result(rw, op.into())),
    pattern!("DimOfLoopResultFolder", memref::DimOp, |rw, op| dim_of_result(rw, op.into())),
];

impl BodyPass for ForLoopCanonicalization {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let mut patterns = PatternSet::new();
        patterns.add_all(rw.cx(), PATTERNS);
        let outcome = apply_greedily(rw, &patterns, &GreedyOptions::bottom_up()).report(run)?;
        if outcome.converged { Ok(()) } else { Err(Failed) }
    }
}

/// Returns the region argument, the init operand and the yielded value of a loop-carried value.
fn carried<'a>(view: View<'a, ForOp>, at: usize) -> Option<[ValueRef<'a>; 3]> {
    let block = view.region().entry()?;
    let (arg, yielded) = (block.args().nth(at + 1)?, block.last()?);
    (at < yielded.num_operands()).then_some(())?;
    Some([arg, view.init_args().nth(at)?, yielded.operand(at)])
}

/// Whether each iteration yields a tensor of the shape of the iteration argument, according to insertions and
/// inner loops.
fn keeps_shape(view: View<'_, ForOp>, at: usize) -> bool {
    let Some([arg, _, yielded]) = carried(view, at) else { return false };
    // For each loop under inspection, its argument and the continuation of the search.
    let mut open = vec![arg];
    let mut after: Vec<ValueRef<'_>> = Vec::new();
    let mut value = yielded;
    while let Some(&arg) = open.last() {
        if value == arg {
            open.pop();
            match after.pop() {
                Some(next) => value = next,
                None => break,
            }
            continue;
        }
        let Some(op) = value.defining_op() else { return false };
        op_match!(op, {
            InsertSliceOp(view) => value = view.dest(),
            ForOp(inner) => {
                let Some([arg, init, yielded]) = carried(inner, value.index() as usize) else { return false };
                open.push(arg);
                after.push(init);
                value = yielded;
            }
            _ => return false,
        })
    }
    true
}

/// Replaces a dimension of an iteration argument by that of the init.
fn dim_of_carried(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (source, _) = BinaryOpView(rw.op(op)).operands();
    let ValueDef::Argument(_) = source.def() else { return None };
    let view = source.owner_block()?.region()?.parent_op()?.cast::<ForOp>()?;
    let at = (source.index() as usize).checked_sub(1)?;
    from_start(rw, op, view.0.id(), at)
}

/// Replaces a dimension of a loop's result by that of the init.
fn dim_of_result(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (source, _) = BinaryOpView(rw.op(op)).operands();
    let (looped, at) = (source.defining_op()?.id(), source.index() as usize);
    from_start(rw, op, looped, at)
}

fn from_start(rw: &mut Rewriter<'_>, op: Op, looped: Op, at: usize) -> Option<()> {
    let view = rw.op(looped).cast::<ForOp>()?;
    let [_, init, _] = carried(view, at).filter(|_| keeps_shape(view, at))?;
    let init = init.id();
    rw.set_operand(op, 0, init);
    Some(())
}
