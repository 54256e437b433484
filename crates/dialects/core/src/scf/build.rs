//! Builders for branches and loops with bodies created by closures.

use terrace_ir::{Block, Loc, Op, Rewriter, Type, Value};

use super::{ForOp, IfOp, YieldOp};

/// Creates an `scf.if` with both regions, each of which yields the values that its closure returns.
pub fn if_else(
    rw: &mut Rewriter<'_>,
    condition: Value,
    loc: Loc,
    yes: impl FnOnce(&mut Rewriter<'_>) -> Option<Vec<Value>>,
    no: impl FnOnce(&mut Rewriter<'_>) -> Option<Vec<Value>>,
) -> Option<Op> {
    let point = rw.insertion_point()?;
    let (yes_region, no_region) = (rw.new_region(), rw.new_region());
    let block = rw.create_block(yes_region, &[]);
    rw.set_insertion_point_to_end(block);
    let values = yes(rw)?;
    rw.build(YieldOp::of(&values).loc(loc));
    let block = rw.create_block(no_region, &[]);
    rw.set_insertion_point_to_end(block);
    let values = no(rw)?;
    rw.build(YieldOp::of(&values).loc(loc));
    let types: Vec<Type> = values.iter().map(|&value| rw.body().value_type(value)).collect();
    rw.set_insertion_point(point);
    Some(
        rw.build(IfOp::of(condition).loc(loc).results(&types).then_region(yes_region).else_region(no_region))
            .into(),
    )
}

/// Creates an `scf.if` without results and without an else region.
pub fn if_then(
    rw: &mut Rewriter<'_>,
    condition: Value,
    loc: Loc,
    yes: impl FnOnce(&mut Rewriter<'_>),
) -> Option<Op> {
    let point = rw.insertion_point()?;
    let (yes_region, no_region) = (rw.new_region(), rw.new_region());
    let block = rw.create_block(yes_region, &[]);
    rw.set_insertion_point_to_end(block);
    yes(rw);
    rw.build(YieldOp::of(&[]).loc(loc));
    rw.set_insertion_point(point);
    let made = IfOp::of(condition).loc(loc).then_region(yes_region).else_region(no_region);
    Some(rw.build(made).into())
}

/// Creates an `scf.for` that yields the values that `make` returns for the induction variable and the
/// iteration arguments.
pub fn for_loop(
    rw: &mut Rewriter<'_>,
    [lower, upper, step]: [Value; 3],
    inits: &[Value],
    loc: Loc,
    make: impl FnOnce(&mut Rewriter<'_>, Value, &[Value]) -> Option<Vec<Value>>,
) -> Option<Op> {
    let point = rw.insertion_point()?;
    let types: Vec<Type> = inits.iter().map(|&value| rw.body().value_type(value)).collect();
    let iv = rw.body().value_type(lower);
    let args: Vec<(Type, Loc)> = [iv].iter().chain(&types).map(|&ty| (ty, loc)).collect();
    let region = rw.new_region();
    let block = rw.create_block(region, &args);
    rw.set_insertion_point_to_end(block);
    let args: Vec<Value> = rw.body().args(block).collect();
    let values = make(rw, args[0], &args[1..])?;
    rw.build(YieldOp::of(&values).loc(loc));
    rw.set_insertion_point(point);
    Some(rw.build(ForOp::of(lower, upper, step, inits).loc(loc).results(&types).region(region)).into())
}

/// A loop without carried values at the insertion point, and its block, which ends with a yield.
pub fn make_for(rw: &mut Rewriter<'_>, [lower, upper, step]: [Value; 3], loc: Loc) -> (Op, Block) {
    let region = rw.new_region();
    let ty = rw.body().value_type(lower);
    let block = rw.create_block(region, &[(ty, loc)]);
    let point = rw.insertion_point();
    rw.set_insertion_point_to_end(block);
    rw.build(YieldOp::of(&[]).loc(loc));
    point.into_iter().for_each(|point| rw.set_insertion_point(point));
    let op = rw.build(ForOp::of(lower, upper, step, &[]).loc(loc).region(region));
    (op.into(), block)
}
