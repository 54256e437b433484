//! Lists, uses and dominance of a body, built by hand.

use std::sync::Arc;

use super::{Body, OpSpec};
use crate::attrs::Attr;
use crate::context::Context;
use crate::dominance::DomTree;
use crate::ids::{Block, BodyId, Op, Region, Use, Value};
use crate::ir::Ir;
use crate::loc::Loc;
use crate::rewriter::Rewriter;
use crate::types::Type;

/// A body with one region of `count` empty blocks.
fn blocks(count: usize) -> (Context, Body, Region, Vec<Block>) {
    let mut body = Body::new(None);
    let region = body.new_top_region();
    let blocks: Vec<Block> = (0..count).map(|_| body.new_block()).collect();
    for &block in &blocks {
        body.append_block(region, block);
    }
    (Context::new(&[]), body, region, blocks)
}

fn new_op(
    cx: &Context,
    body: &mut Body,
    operands: &[Value],
    results: &[Type],
    successors: &[Block],
    block: Block,
) -> Op {
    let spec = OpSpec {
        name: cx.op_name("t.a"),
        operands,
        results,
        props: &[],
        attrs: Attr::EMPTY_DICT,
        successors,
        loc: Loc::UNKNOWN,
    };
    let op = body.new_op(&spec);
    body.append_op(block, op);
    op
}

/// The operands that use a value, as op and number, sorted.
fn uses(body: &Body, value: Value) -> Vec<(Op, usize)> {
    let mut found: Vec<(Op, usize)> =
        body.uses(value).map(|used: Use| (body.use_owner(used), body.use_index(used))).collect();
    found.sort_unstable();
    found
}

#[test]
fn other_operands_in_other_number() {
    let (cx, mut body, _, blocks) = blocks(2);
    let def = new_op(&cx, &mut body, &[], &[Type::I32, Type::I32], &[], blocks[0]);
    let (a, b) = (body.result(def, 0), body.result(def, 1));
    let user = new_op(&cx, &mut body, &[a], &[], &[blocks[1]], blocks[0]);
    let other = new_op(&cx, &mut body, &[a, b], &[], &[], blocks[1]);
    for operands in [&[b, a, b][..], &[], &[a], &[b], &[b, b]] {
        body.set_operands(user, operands);
        assert_eq!(body.operands(user).collect::<Vec<_>>(), operands);
        assert_eq!(body.successors(user).collect::<Vec<_>>(), [blocks[1]]);
        assert_eq!(body.preds(blocks[1]).count(), 1);
        for (value, elsewhere) in [(a, (other, 0)), (b, (other, 1))] {
            let here = (0..operands.len()).filter(|&i| operands[i] == value).map(|i| (user, i));
            let mut expected: Vec<(Op, usize)> = here.chain([elsewhere]).collect();
            expected.sort_unstable();
            assert_eq!(uses(&body, value), expected);
        }
    }
}

#[test]
fn more_operands_than_a_short_count_holds() {
    let (cx, mut body, _, blocks) = blocks(1);
    let def = new_op(&cx, &mut body, &[], &[Type::I32], &[], blocks[0]);
    let a = body.result(def, 0);
    let user = new_op(&cx, &mut body, &[a], &[], &[], blocks[0]);
    body.set_operands(user, &vec![a; 100_000]);
    assert_eq!((body.operands(user).count(), uses(&body, a).len()), (100_000, 100_000));
    body.set_operands(user, &[a]);
    assert_eq!((body.operands(user).count(), uses(&body, a)), (1, vec![(user, 0)]));
}

#[test]
fn erasing_takes_what_is_nested_along() {
    let (cx, mut body, _, blocks) = blocks(1);
    let def = new_op(&cx, &mut body, &[], &[Type::I32], &[], blocks[0]);
    let value = body.result(def, 0);
    let holder = new_op(&cx, &mut body, &[], &[], &[], blocks[0]);
    let (region, inner) = (body.new_region(), body.new_block());
    body.append_block(region, inner);
    body.set_regions(holder, &[region]);
    let nested = new_op(&cx, &mut body, &[value], &[], &[], inner);
    assert_eq!(uses(&body, value), [(nested, 0)]);
    let ir = Ir::new(Arc::new(cx), Default::default());
    Rewriter::new(&ir, &mut body, BodyId::from_u32(1)).erase_op(holder);
    assert!(body.is_erased(holder) && body.is_erased(nested) && !body.is_erased(def));
    assert!(body.first_use(value).is_none());
    assert_eq!(body.ops_of(blocks[0]).collect::<Vec<_>>(), [def]);
}

#[test]
fn arguments_that_move_keep_their_uses() {
    let (cx, mut body, _, blocks) = blocks(2);
    let first = body.add_args(blocks[0], [(Type::I32, Loc::UNKNOWN)].into_iter());
    let user = new_op(&cx, &mut body, &[first], &[], &[], blocks[0]);
    // Something else comes to stand after the first argument.
    body.add_args(blocks[1], [(Type::I1, Loc::UNKNOWN)].into_iter());
    body.add_args(blocks[0], [(Type::I64, Loc::UNKNOWN), (Type::I8, Loc::UNKNOWN)].into_iter());
    let args: Vec<Value> = body.args(blocks[0]).collect();
    let types: Vec<Type> = args.iter().map(|&arg| body.value_type(arg)).collect();
    assert_eq!(types, [Type::I32, Type::I64, Type::I8]);
    assert_eq!(body.operand(user, 0), args[0]);
    assert_eq!(uses(&body, args[0]), [(user, 0)]);
    assert_eq!(args.iter().map(|&arg| body.value_index(arg)).collect::<Vec<_>>(), [0, 1, 2]);
    let other: Vec<Value> = body.args(blocks[1]).collect();
    assert_eq!(body.value_type(other[0]), Type::I1);
}

#[test]
fn order_survives_many_insertions_at_one_place() {
    let (cx, mut body, _, blocks) = blocks(1);
    let last = new_op(&cx, &mut body, &[], &[], &[], blocks[0]);
    let mut ops = Vec::new();
    for _ in 0..1000 {
        let op = new_op(&cx, &mut body, &[], &[], &[], blocks[0]);
        body.unlink_op(op);
        body.insert_before(op, last);
        ops.push(op);
    }
    ops.push(last);
    assert_eq!(body.ops_of(blocks[0]).collect::<Vec<_>>(), ops);
    assert!(ops.windows(2).all(|pair| body.is_before(pair[0], pair[1]) && !body.is_before(pair[1], pair[0])));
}

#[test]
fn order_survives_many_insertions_at_every_place() {
    let (cx, mut body, _, blocks) = blocks(1);
    let old: Vec<Op> = (0..500).map(|_| new_op(&cx, &mut body, &[], &[], &[], blocks[0])).collect();
    for &before in old.iter().chain(old.iter().rev()) {
        for _ in 0..20 {
            let op = new_op(&cx, &mut body, &[], &[], &[], blocks[0]);
            body.unlink_op(op);
            body.insert_before(op, before);
        }
    }
    let ops: Vec<Op> = body.ops_of(blocks[0]).collect();
    assert_eq!(ops.len(), 500 * 41);
    assert!(ops.windows(2).all(|pair| body.is_before(pair[0], pair[1]) && !body.is_before(pair[1], pair[0])));
}

/// Whether every path from block 0 to `b` meets `a`, by looking for one that does not.
fn dominates_by_search(edges: &[&[usize]], a: usize, b: usize) -> bool {
    let (mut seen, mut pending) = (vec![false; edges.len()], vec![0]);
    while let Some(at) = pending.pop() {
        if at != a && !std::mem::replace(&mut seen[at], true) {
            pending.extend(edges[at]);
        }
    }
    a == b || !seen[b]
}

#[test]
fn dominance_is_what_a_search_for_paths_says() {
    // For each block, the numbers of its successors.
    let graphs: &[&[&[usize]]] = &[
        &[&[]],
        &[&[0]],
        &[&[1, 2], &[3], &[3], &[]],
        &[&[1], &[2], &[1, 3], &[0]],
        // Two entries into a loop.
        &[&[1, 2], &[2], &[1, 3], &[]],
        // Blocks 3 and 4 are not reached, and branch to one that is.
        &[&[1], &[2], &[], &[4, 1], &[3]],
        &[&[1, 2], &[3, 4], &[4, 5], &[6], &[6, 3], &[4, 6], &[1, 7], &[]],
    ];
    for edges in graphs {
        let (cx, mut body, region, blocks) = blocks(edges.len());
        for (&block, to) in blocks.iter().zip(*edges) {
            let to: Vec<Block> = to.iter().map(|&i| blocks[i]).collect();
            new_op(&cx, &mut body, &[], &[], &to, block);
        }
        let tree = DomTree::new(&body, region);
        for a in 0..edges.len() {
            for b in 0..edges.len() {
                let expected = dominates_by_search(edges, a, b);
                assert_eq!(tree.dominates(blocks[a], blocks[b]), expected, "{edges:?}: {a} over {b}");
            }
        }
    }
}
