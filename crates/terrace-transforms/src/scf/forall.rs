//! `scf-forall-to-parallel` and `scf-forall-to-for`: other loops in the place of `scf.forall`.

use terrace_dialects_core::scf::*;
use terrace_dialects_mem::index_values::{Index, indices, value_of};
use terrace_ir::interfaces::LoopLike;
use terrace_ir::{InsertPoint, Loc, Op, Rewriter, Type, Value};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};

/// The pass that makes `scf.parallel`.
pub static FORALL_TO_PARALLEL: PassDef = PassDef {
    name: "scf-forall-to-parallel",
    class: "ForallToParallelLoop",
    doc: "Convert SCF forall loops to SCF parallel loops",
    make: |_| Ok(Pass::Body(Box::new(ForAll(to_parallel)))),
    ..EMPTY_PASS
};

/// The pass that makes `scf.for`.
pub static FORALL_TO_FOR: PassDef = PassDef {
    name: "scf-forall-to-for",
    class: "ForallToForLoop",
    doc: "Convert SCF forall loops to SCF for loops",
    make: |_| Ok(Pass::Body(Box::new(ForAll(to_for)))),
    ..EMPTY_PASS
};

struct ForAll(fn(&mut Rewriter<'_>, Op) -> Option<()>);

impl BodyPass for ForAll {
    fn run(&self, rw: &mut Rewriter<'_>, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        for op in terrace_rewrite::passes::body_post_order(rw.body()) {
            if rw.op(op).isa::<ForallOp>() {
                (self.0)(rw, op).ok_or(Failed)?;
            }
        }
        Ok(())
    }
}

/// Lower bounds, upper bounds and steps of a loop as values, made in front of it.
fn bounds(rw: &mut Rewriter<'_>, op: Op) -> [Vec<Value>; 3] {
    rw.before(op);
    let (view, loc) = (rw.op(op), rw.body().loc(op));
    let loops = &ForallOp;
    let lists: [Vec<Index>; 3] =
        [indices(&loops.lower_bounds(view)), indices(&loops.upper_bounds(view)), indices(&loops.steps(view))];
    lists.map(|list| list.into_iter().map(|index| value_of(rw, index, loc)).collect())
}

/// Makes an `scf.parallel` in front of an `scf.forall` that takes over its body; gives it and the body's old
/// terminator, which is behind the new one's and to be erased. None for a loop with results.
pub(crate) fn make_parallel(rw: &mut Rewriter<'_>, op: Op) -> Option<(Op, Op)> {
    let view = ForallOpView(rw.op(op));
    if view.outputs().len() > 0 {
        return rw.no_match(op, "only fully bufferized scf.forall ops can be lowered to scf.parallel");
    }
    let (loc, mapping) = (view.0.loc(), view.mapping());
    let [lower, upper, steps] = bounds(rw, op);
    let region = rw.take_regions(op)[0];
    let parallel =
        rw.add(|cx, body| ParallelOp::build(cx, body, &lower, &upper, &steps, &[], &[], region, loc));
    let block = rw.body().entry(region)?;
    let end = rw.body().last_op(block)?;
    let end_loc = rw.body().loc(end);
    rw.at_end(block);
    rw.add(|cx, body| ReduceOp::build(cx, body, &[], &[], end_loc));
    if let Some(mapping) = mapping {
        let attrs = rw.cx().dict(vec![(rw.cx().str("mapping"), mapping)]);
        rw.set_attrs(parallel, attrs);
    }
    rw.after(parallel);
    Some((parallel, end))
}

fn to_parallel(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (parallel, end) = make_parallel(rw, op)?;
    rw.erase(end);
    rw.replace_with(op, parallel);
    Some(())
}

fn to_for(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = ForallOpView(rw.op(op));
    // With shared outputs there is no telling what each iteration writes where.
    if view.outputs().len() > 0 {
        return None;
    }
    let loc = view.0.loc();
    let [lower, upper, steps] = bounds(rw, op);
    let mut ivs = Vec::with_capacity(steps.len());
    let mut point = InsertPoint::Before(op);
    for ((&lower, &upper), &step) in lower.iter().zip(&upper).zip(&steps) {
        rw.set_insert_point(point);
        let (iv, end) = make_for(rw, [lower, upper, step], loc);
        ivs.push(iv);
        point = InsertPoint::Before(end);
    }
    let block = rw.body().entry(rw.body().regions(op).next()?)?;
    let end = rw.body().last_op(block)?;
    rw.erase(end);
    rw.inline_block(block, point, &ivs);
    rw.erase(op);
    Some(())
}

/// Makes an `scf.for` that carries nothing; gives its induction variable and its terminator.
pub(crate) fn make_for(rw: &mut Rewriter<'_>, [lower, upper, step]: [Value; 3], loc: Loc) -> (Value, Op) {
    let region = rw.new_region();
    let block = rw.add_block(region, &[(rw.body().value_type(lower), loc)]);
    rw.add(|cx, body| ForOp::build(cx, body, lower, upper, step, &[], None, &[], region, loc));
    rw.at_end(block);
    let no_types: &[Type] = &[];
    let end = rw.make::<YieldOp>(&[], &[], no_types, loc);
    (rw.body().arg(block, 0), end)
}
