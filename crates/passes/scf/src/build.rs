//! Creation of loops and of their bounds and bodies.

pub use terrace_dialects_core::scf::build::make_for;
use terrace_dialects_core::scf::{IfOp, ParallelOp, ReduceOp, YieldOp};
use terrace_ir::{Block, Loc, Op, OpFoldResultRef, Rewriter, Type, Value, ValueRef};
use terrace_passes_shared::arithmetic::Arith;

/// A bound or step as a value; a constant where it is a number.
pub(super) fn value_of(rw: &mut Rewriter<'_>, mixed: BoundOf, loc: Loc) -> Value {
    match mixed {
        BoundOf::Number(number) => Arith::new(rw, loc).int(number, Type::INDEX),
        BoundOf::Value(value) => value,
    }
}

/// A bound or step of a loop, without views.
#[derive(Clone, Copy)]
pub(super) enum BoundOf {
    /// A number.
    Number(i64),
    /// A value.
    Value(Value),
}

/// Bounds without views.
pub(super) fn bounds(mixed: Vec<OpFoldResultRef<'_>>) -> Vec<BoundOf> {
    let bound = |mixed: OpFoldResultRef<'_>| match mixed {
        OpFoldResultRef::Static(number) => BoundOf::Number(number),
        OpFoldResultRef::Value(value) => BoundOf::Value(value.id()),
    };
    mixed.into_iter().map(bound).collect()
}

/// A nest of loops at the insertion point: its outermost op, its variables from the outside in, and the innermost
/// block.
pub(super) fn make_nest(
    rw: &mut Rewriter<'_>,
    lower: &[Value],
    upper: &[Value],
    steps: &[Value],
    loc: Loc,
) -> Option<(Vec<Value>, Block)> {
    let (mut variables, mut innermost) = (Vec::new(), None);
    for ((&lower, &upper), &step) in lower.iter().zip(upper).zip(steps) {
        let (_, block) = make_for(rw, [lower, upper, step], loc);
        variables.push(rw.body().args(block).next()?);
        rw.set_insertion_point_to_start(block);
        innermost = Some(block);
    }
    Some((variables, innermost?))
}

/// A condition with both alternatives at the insertion point, and their blocks, which end with yields.
pub(super) fn make_if(rw: &mut Rewriter<'_>, condition: Value, loc: Loc) -> (Op, [Block; 2]) {
    let point = rw.insertion_point();
    let regions = [rw.new_region(), rw.new_region()];
    let blocks = regions.map(|region| {
        let block = rw.create_block(region, &[]);
        rw.set_insertion_point_to_end(block);
        rw.build(YieldOp::of(&[]).loc(loc));
        block
    });
    point.into_iter().for_each(|point| rw.set_insertion_point(point));
    let op = rw.build(IfOp::of(condition).loc(loc).then_region(regions[0]).else_region(regions[1]));
    (op.into(), blocks)
}

/// Whether a value is defined in a region of an op, or deeper.
pub fn is_inside(value: ValueRef<'_>, op: Op) -> bool {
    let block = value.defining_op().map_or(value.owner_block(), |op| op.block());
    let mut around = block.and_then(|block| block.region()).and_then(|region| region.parent_op());
    while let Some(at) = around.filter(|at| at.body_id() == value.body_id()) {
        if at.id() == op {
            return true;
        }
        around = at.parent_op();
    }
    false
}

/// A parallel loop without reductions at the insertion point: its block, which ends with an empty `scf.reduce`.
pub(super) fn make_parallel(rw: &mut Rewriter<'_>, [lower, upper, steps]: [&[Value]; 3], loc: Loc) -> Block {
    let point = rw.insertion_point();
    let region = rw.new_region();
    let block = rw.create_block(region, &vec![(Type::INDEX, loc); lower.len()]);
    rw.set_insertion_point_to_end(block);
    rw.build(ReduceOp::of(&[]).loc(loc));
    point.into_iter().for_each(|point| rw.set_insertion_point(point));
    rw.build(ParallelOp::of().loc(loc).lower_bound(lower).upper_bound(upper).step(steps).region(region));
    block
}
