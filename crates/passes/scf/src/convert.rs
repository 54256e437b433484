//! Loops of one kind as loops of another: `scf-forall-to-for`, `scf-forall-to-parallel`,
//! `scf-parallel-for-to-nested-fors` and `scf-for-to-while`.

use terrace_dialects_core::arith::CmpIPredicate;
use terrace_dialects_core::scf::{ConditionOp, ForOp, ForallOp, ParallelOp, WhileOp, YieldOp};
use terrace_ir::interfaces::LoopLike;
use terrace_ir::pattern::Pattern;
use terrace_ir::{Block, InsertPoint, Loc, Op, OpKind, Rewriter, Type, Value, pattern};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};
use terrace_passes_shared::arithmetic::Arith;
use terrace_rewrite::walk::body_post_order;
use terrace_rewrite::{GreedyOptions, PatternSet, apply_greedily};

use super::build::{bounds, make_nest, value_of};
use super::forall::make_parallel;

/// `scf.forall` as `scf.for`.
pub static FORALL_TO_FOR: PassDef = PassDef {
    name: "scf-forall-to-for",
    class: "SCFForallToForLoop",
    doc: "Convert SCF forall loops to SCF for loops",
    make: |_| Ok(each(ForallOp::DEF.name, to_nest)),
    ..EMPTY_PASS
};

/// `scf.forall` as `scf.parallel`.
pub static FORALL_TO_PARALLEL: PassDef = PassDef {
    name: "scf-forall-to-parallel",
    class: "SCFForallToParallelLoop",
    doc: "Convert SCF forall loops to SCF parallel loops",
    make: |_| Ok(each(ForallOp::DEF.name, to_parallel)),
    ..EMPTY_PASS
};

/// `scf.parallel` as `scf.for`.
pub static PARALLEL_TO_FOR: PassDef = PassDef {
    name: "scf-parallel-for-to-nested-fors",
    class: "SCFParallelForToNestedFors",
    doc: "Convert SCF parallel for loops to nested SCF for loops",
    make: |_| {
        // Loops with results are left as they are.
        let convert = |rw: &mut Rewriter<'_>, op: Op| to_nest(rw, op).or(Some(()));
        Ok(each(ParallelOp::DEF.name, convert))
    },
    ..EMPTY_PASS
};

/// `scf.for` as `scf.while`.
pub static FOR_TO_WHILE: PassDef = PassDef {
    name: "scf-for-to-while",
    class: "SCFForToWhileLoop",
    doc: "Convert SCF for loops to SCF while loops",
    make: |_| Ok(Pass::Body(Box::new(ForToWhile))),
    ..EMPTY_PASS
};

/// Converts each op of a name; fails where one cannot be.
struct Each {
    name: &'static str,
    convert: fn(&mut Rewriter<'_>, Op) -> Option<()>,
}

fn each(name: &'static str, convert: fn(&mut Rewriter<'_>, Op) -> Option<()>) -> Pass {
    Pass::Body(Box::new(Each { name, convert }))
}

impl BodyPass for Each {
    fn run(&self, rw: &mut Rewriter<'_>, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        let mut failed = false;
        for op in body_post_order(rw.body()) {
            failed |= rw.op(op).name_text() == self.name && (self.convert)(rw, op).is_none();
        }
        if failed { Err(Failed) } else { Ok(()) }
    }
}

/// The bounds and steps of a loop as values before it, and its block; `None` if it returns something back.
fn controls(rw: &mut Rewriter<'_>, op: Op) -> Option<([Vec<Value>; 3], Block)> {
    let view = rw.op(op);
    let looped = view.interface::<dyn LoopLike>().filter(|_| view.num_results() == 0)?;
    let lists = [looped.lower_bounds(view), looped.upper_bounds(view), looped.steps(view)].map(bounds);
    let (block, loc) = (view.single_region().entry()?.id(), view.loc());
    rw.set_insertion_point_before(op);
    let values = lists.map(|list| list.into_iter().map(|bound| value_of(rw, bound, loc)).collect());
    Some((values, block))
}

fn erase_terminator(rw: &mut Rewriter<'_>, block: Block) {
    if let Some(end) = rw.body().last_op(block) {
        rw.erase_op(end);
    }
}

/// Replaces a loop over a box by loops over its dimensions.
fn to_nest(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    convert_to_nested_for(rw, op).map(|_| ())
}

/// Replaces an `scf.forall` or `scf.parallel` by loops over its dimensions, and returns them, the outermost first; `None`,
/// without modifications, if it has results.
pub fn convert_to_nested_for(rw: &mut Rewriter<'_>, op: Op) -> Option<Vec<Op>> {
    let ([lower, upper, steps], block) = controls(rw, op)?;
    let loc = rw.body().loc(op);
    let (variables, innermost) = make_nest(rw, &lower, &upper, &steps, loc)?;
    erase_terminator(rw, block);
    let end = rw.body().last_op(innermost)?;
    let loops = variables.iter().filter_map(|&variable| {
        let block = rw.value(variable).owner_block()?;
        Some(block.region()?.parent_op()?.id())
    });
    let loops = loops.collect();
    rw.inline_block(block, InsertPoint::Before(end), &variables);
    rw.erase_op(op);
    Some(loops)
}

fn to_parallel(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    convert_to_parallel(rw, op).map(|_| ())
}

/// Replaces an `scf.forall` by an `scf.parallel`, which it returns; `None`, without modifications, if it has results.
pub fn convert_to_parallel(rw: &mut Rewriter<'_>, op: Op) -> Option<Op> {
    let (new, end) = make_parallel(rw, ForallOp::assume(op))?;
    rw.erase_op(end);
    rw.replace_op_with(op, new);
    Some(new)
}

struct ForToWhile;

static FOR_TO_WHILE_PATTERN: Pattern = pattern!("ForLoopLoweringPattern", ForOp, to_while);

impl BodyPass for ForToWhile {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let mut patterns = PatternSet::new();
        patterns.add(rw.cx(), &FOR_TO_WHILE_PATTERN);
        apply_greedily(rw, &patterns, &GreedyOptions::bottom_up()).report(run)?;
        Ok(())
    }
}

/// Replaces `scf.for` by a loop that carries the variable too.
fn to_while(rw: &mut Rewriter<'_>, op: ForOp) -> Option<()> {
    let view = op.view(rw);
    let (loc, attrs) = (view.0.loc(), view.0.attrs());
    let unsigned = view.unsigned_cmp_attr();
    let predicate = if unsigned.is_some() { CmpIPredicate::Ult } else { CmpIPredicate::Slt };
    let (upper, step, old) = (view.upper_bound().id(), view.step().id(), view.region().entry()?.id());
    let mut inits = vec![view.lower_bound().id()];
    inits.extend(view.init_args().map(|value| value.id()));
    let mut args: Vec<(Type, Loc)> = inits.iter().map(|&v| (rw.value(v).ty(), rw.value(v).loc())).collect();
    args[0].1 = rw.body().arg_loc(old, 0);
    let types: Vec<Type> = args.iter().map(|arg| arg.0).collect();

    let regions = [rw.new_region(), rw.new_region()];
    let new = rw.build(WhileOp::of(&inits).loc(loc).results(&types).before(regions[0]).after(regions[1]));
    rw.set_attrs(new, attrs);
    if let Some(flag) = unsigned {
        rw.set_attr(new, "unsignedCmp", flag);
    }
    let [before, after] = regions.map(|region| rw.create_block(region, &args));
    let values: Vec<Value> = rw.body().args(before).collect();
    rw.set_insertion_point_to_end(before);
    let goes_on = Arith::new(rw, loc).compare(predicate, values[0], upper);
    rw.build(ConditionOp::of(goes_on, &values).loc(loc));

    let values: Vec<Value> = rw.body().args(after).collect();
    rw.set_insertion_point_to_end(after);
    let next = Arith::new(rw, loc).add(values[0], step);
    rw.inline_block(old, InsertPoint::End(after), &values);
    let end = rw.body().last_op(after).filter(|&end| rw.op(end).isa::<YieldOp>())?;
    let mut carried = vec![next];
    carried.extend(rw.body().operands(end));
    rw.set_operands(end, &carried);
    let results: Vec<Value> = rw.body().results(new).skip(1).collect();
    rw.replace_op(op, &results);
    Some(())
}
