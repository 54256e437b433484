//! Makes branches and loops around what a function makes.

use terrace_ir::{Block, Loc, Op, Rewriter, Type, Value};

use super::{ForOp, IfOp, YieldOp};

/// Makes an `scf.if` with both regions, each of which yields what its function returns.
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
    rw.create::<YieldOp>(&values, &[], &[], loc);
    let block = rw.create_block(no_region, &[]);
    rw.set_insertion_point_to_end(block);
    let values = no(rw)?;
    rw.create::<YieldOp>(&values, &[], &[], loc);
    let types: Vec<Type> = values.iter().map(|&value| rw.body().value_type(value)).collect();
    rw.set_insertion_point(point);
    Some(
        rw.build(
            IfOp::builder(rw.cx(), loc)
                .condition(condition)
                .results(&types)
                .then_region(yes_region)
                .else_region(no_region),
        ),
    )
}

/// Makes an `scf.if` without results and without a second region.
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
    rw.create::<YieldOp>(&[], &[], &[], loc);
    rw.set_insertion_point(point);
    let made =
        IfOp::builder(rw.cx(), loc).condition(condition).then_region(yes_region).else_region(no_region);
    Some(rw.build(made))
}

/// Makes an `scf.for` that carries what `make` returns for the induction variable and what is carried.
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
    rw.create::<YieldOp>(&values, &[], &[], loc);
    rw.set_insertion_point(point);
    Some(
        rw.build(
            ForOp::builder(rw.cx(), loc)
                .lower_bound(lower)
                .upper_bound(upper)
                .step(step)
                .init_args(inits)
                .results(&types)
                .region(region),
        ),
    )
}

/// A loop without carried values at the insertion point, and its block, which ends with a yield.
pub fn make_for(rw: &mut Rewriter<'_>, [lower, upper, step]: [Value; 3], loc: Loc) -> (Op, Block) {
    let region = rw.new_region();
    let ty = rw.body().value_type(lower);
    let block = rw.create_block(region, &[(ty, loc)]);
    let point = rw.insertion_point();
    rw.set_insertion_point_to_end(block);
    rw.build(YieldOp::builder(rw.cx(), loc));
    point.into_iter().for_each(|point| rw.set_insertion_point(point));
    let op = rw
        .build(ForOp::builder(rw.cx(), loc).lower_bound(lower).upper_bound(upper).step(step).region(region));
    (op, block)
}
