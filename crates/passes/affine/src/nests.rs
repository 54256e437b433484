//! Nests of `affine.for`.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_mem::affine::value_map::ValueMap;
use terrace_dialects_mem::affine::{AffineForOp, AffineIfOp, AffineYieldOp};
use terrace_ir::{Attr, Block, InsertPoint, Loc, Op, OpKind, OpRef, Rewriter, Type, Value, ValueRef, View};

/// The loops of a body, outer ones before those in them.
pub fn loops_outermost_first(rw: &Rewriter<'_>) -> Vec<AffineForOp> {
    let body = rw.body();
    let mut pending: Vec<Op> = body
        .top_regions()
        .iter()
        .flat_map(|&region| body.blocks_of(region))
        .flat_map(|block| body.ops_of(block))
        .collect();
    pending.reverse();
    let mut found = Vec::new();
    while let Some(op) = pending.pop() {
        if rw.op(op).isa::<AffineForOp>() {
            found.push(AffineForOp::assume(op));
        }
        let start = pending.len();
        pending.extend(
            body.regions(op).flat_map(|region| body.blocks_of(region)).flat_map(|block| body.ops_of(block)),
        );
        pending[start..].reverse();
    }
    found
}

/// The loops in an op and itself if it is one, outer ones before those in them.
pub(crate) fn loops_in(op: OpRef<'_>) -> Vec<AffineForOp> {
    let all = std::iter::once(op).chain(op.nested_ops());
    all.filter(|op| op.isa::<AffineForOp>()).map(|op| AffineForOp::assume(op.id())).collect()
}

/// The induction variable of a loop.
pub fn induction_var<'a>(view: View<'a, AffineForOp>) -> Option<ValueRef<'a>> {
    view.region().entry()?.args().next()
}

/// The loop that is the only op of another one, beside the terminator.
fn only_loop<'a>(view: View<'a, AffineForOp>) -> Option<OpRef<'a>> {
    let block = view.region().entry()?;
    let first = block.first()?;
    (first.next() == block.last() && first.isa::<AffineForOp>()).then_some(first)
}

/// The perfectly nested loops from a loop on.
pub fn perfect_nest<'a>(root: View<'a, AffineForOp>) -> Vec<View<'a, AffineForOp>> {
    let mut nest = vec![root];
    let mut inner = only_loop(root);
    while let Some(view) = inner.map(AffineForOp::view_of) {
        nest.push(view);
        inner = only_loop(view);
    }
    nest
}

/// A bound of a loop to create: a map and its operands.
#[derive(Clone)]
pub struct Bound {
    /// The map; each result is a bound.
    pub map: AffineMap,
    /// The operands of dimensions and then of symbols.
    pub operands: Vec<Value>,
}

impl Bound {
    /// The bound that a map of values is.
    pub fn of(map: &ValueMap<'_>) -> Self {
        Self { map: map.map.clone(), operands: map.values() }
    }

    /// A value and a constant.
    pub fn sum(value: Value, addend: i64) -> Self {
        let sum = AffineExpr::dim(0) + AffineExpr::constant(addend);
        Self { map: AffineMap::new(1, 0, vec![sum]), operands: vec![value] }
    }
}

/// A loop without results.
#[derive(Clone, Copy)]
pub struct NewLoop {
    /// The op.
    pub op: AffineForOp,
    /// Its block, with the terminator alone.
    pub block: Block,
    /// Its induction variable.
    pub variable: Value,
}

/// Creates an empty loop at the insertion point, which is at the start of the loop's block afterwards.
pub fn create_loop(rw: &mut Rewriter<'_>, loc: Loc, bounds: [&Bound; 2], step: i64) -> NewLoop {
    let region = rw.new_region();
    let block = rw.create_block(region, &[(Type::INDEX, loc)]);
    let cx = rw.cx();
    let [lower, upper] = bounds;
    let op = rw.build(
        AffineForOp::of()
            .loc(loc)
            .lower_bound_operands(&lower.operands)
            .upper_bound_operands(&upper.operands)
            .lower_bound_map_attr(cx.affine_map_attr(lower.map.clone()))
            .upper_bound_map_attr(cx.affine_map_attr(upper.map.clone()))
            .step_attr(cx.int_attr(Type::INDEX, step))
            .region(region),
    );
    rw.set_insertion_point_to_end(block);
    rw.build(AffineYieldOp::of(&[]).loc(loc));
    rw.set_insertion_point_to_start(block);
    NewLoop { op, block, variable: rw.body().arg(block, 0) }
}

/// Creates an `affine.if` with empty regions at the insertion point; returns it and the terminators of its regions.
pub fn create_if(rw: &mut Rewriter<'_>, loc: Loc, condition: Attr, operands: &[Value]) -> (Op, [Op; 2]) {
    let regions = [rw.new_region(), rw.new_region()];
    let blocks = regions.map(|region| rw.create_block(region, &[]));
    let made = rw.build(
        AffineIfOp::of(operands)
            .condition_attr(condition)
            .then_region(regions[0])
            .else_region(regions[1])
            .loc(loc),
    );
    let ends = blocks.map(|block| {
        rw.set_insertion_point_to_end(block);
        rw.build(AffineYieldOp::of(&[]).loc(loc)).into()
    });
    (made.into(), ends)
}

/// Moves the ops of a block, but for its terminator, before an op.
pub fn move_body(rw: &mut Rewriter<'_>, block: Block, before: Op) {
    let end = rw.body().last_op(block);
    let ops: Vec<Op> = rw.body().ops_of(block).filter(|&op| Some(op) != end).collect();
    ops.into_iter().for_each(|op| rw.move_op(op, InsertPoint::Before(before)));
}

/// Moves the body of a perfect nest into new loops, one for each of the nest, and erases the nest.
pub fn replace_nest(rw: &mut Rewriter<'_>, nest: &[AffineForOp], by: &[NewLoop]) -> Option<()> {
    let last = nest.last()?.view(rw).region().entry()?.id();
    let innermost = rw.body().last_op(by.last()?.block)?;
    let variables: Vec<Value> = nest.iter().filter_map(|op| Some(induction_var(op.view(rw))?.id())).collect();
    move_body(rw, last, innermost);
    for (old, new) in variables.into_iter().zip(by) {
        rw.replace_all_uses_with(old, new.variable);
    }
    rw.erase_op(*nest.first()?);
    Some(())
}
