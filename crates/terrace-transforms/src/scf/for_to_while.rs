//! `scf-for-to-while`: a counted loop as a loop on a condition.

use terrace_dialects_core::arith;
use terrace_dialects_core::scf::*;
use terrace_ir::{InsertPoint, Loc, Op, Rewriter, Type, Value};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};
use terrace_rewrite::{GreedyOptions, PatternSet, apply_greedily};

use terrace_ir::pattern::Pattern;

use crate::arithmetic::Arith;

/// The pass.
pub static FOR_TO_WHILE: PassDef = PassDef {
    name: "scf-for-to-while",
    class: "ForToWhileLoop",
    doc: "Convert SCF for loops to SCF while loops",
    make: |_| Ok(Pass::Body(Box::new(ForToWhile))),
    ..EMPTY_PASS
};

struct ForToWhile;

impl BodyPass for ForToWhile {
    fn run(&self, rw: &mut Rewriter<'_>, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        let mut patterns = PatternSet::new();
        patterns.add(rw.cx(), &Pattern::new("ForLoopLoweringPattern", "scf.for", to_while));
        apply_greedily(rw, &patterns, &GreedyOptions::bottom_up());
        Ok(())
    }
}

fn to_while(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = ForOpView(rw.op(op));
    let (lower, upper, step) = (view.lower_bound().id(), view.upper_bound().id(), view.step().id());
    let (loc, unsigned) = (view.0.loc(), view.unsigned_cmp().is_some());
    let block = view.region().entry()?;
    let inits: Vec<Value> = [lower].into_iter().chain(view.init_args().map(|v| v.id())).collect();
    let iv_loc = block.args().next()?.loc();
    let types: Vec<Type> = inits.iter().map(|&v| rw.body().value_type(v)).collect();
    let args: Vec<(Type, Loc)> = types
        .iter()
        .zip([iv_loc].into_iter().chain(view.init_args().map(|v| v.loc())))
        .map(|(&ty, loc)| (ty, loc))
        .collect();
    let block = block.id();
    let cx = rw.cx();
    let mut attrs: Vec<_> = rw.body().attrs(op).as_dict(cx).unwrap_or(&[]).to_vec();
    if unsigned {
        attrs.push((cx.str("unsignedCmp"), terrace_ir::Attr::UNIT));
    }

    rw.before(op);
    let (before, after) = (rw.new_region(), rw.new_region());
    let looped = rw.add(|cx, body| WhileOp::build(cx, body, &inits, &types, before, after, loc));
    if !attrs.is_empty() {
        let attrs = cx.dict(attrs);
        rw.set_attrs(looped, attrs);
    }
    let before_block = rw.add_block(before, &args);
    rw.at_end(before_block);
    let values: Vec<Value> = rw.body().args(before_block).collect();
    let predicate = if unsigned { "ult" } else { "slt" };
    let goes_on = Arith::new(rw, loc).compare(predicate, values[0], upper);
    rw.add(|cx, body| ConditionOp::build(cx, body, goes_on, &values, loc));

    let after_block = rw.add_block(after, &args);
    rw.at_end(after_block);
    let values: Vec<Value> = rw.body().args(after_block).collect();
    let next = Arith::new(rw, loc).binary::<arith::AddIOp>(values[0], step);
    rw.inline_block(block, InsertPoint::End(after_block), &values);
    let end = rw.body().last_op(after_block)?;
    let yielded: Vec<Value> = [next].into_iter().chain(rw.body().operands(end)).collect();
    rw.set_operands(end, &yielded);
    let results: Vec<Value> = rw.body().results(looped).skip(1).collect();
    rw.replace(op, &results);
    Some(())
}
