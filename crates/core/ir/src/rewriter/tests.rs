use std::sync::Arc;

use terrace_diag::SourceMap;

use super::*;
use crate::attrs::Attr;
use crate::body::OpSpec;
use crate::ids::Region;
use crate::loc::Loc;
use crate::types::Type;

fn spec<'a>(cx: &Context, operands: &'a [Value], results: &'a [Type]) -> OpSpec<'a> {
    OpSpec {
        name: cx.op_name("test.op"),
        operands,
        results,
        props: &[],
        attrs: Attr::EMPTY_DICT,
        successors: &[],
        loc: Loc::UNKNOWN,
    }
}

/// Runs `work` on a body with one region of one empty block.
fn with_block(work: impl FnOnce(&mut Rewriter<'_>, Region, Block)) -> Vec<Edit> {
    let ir = Ir::new(Arc::new(Context::new(&[])), Arc::new(SourceMap::new()));
    let mut body = Body::new(None);
    let region = body.new_top_region();
    let mut journal = Journal::default();
    let mut rw = Rewriter::new(&ir, &mut body, BodyId::from_u32(1)).with_listener(&mut journal);
    let block = rw.create_block(region, &[]);
    rw.set_insertion_point_to_end(block);
    work(&mut rw, region, block);
    journal.edits.into_iter().map(|(_, edit)| edit).collect()
}

#[test]
fn edits_are_told_in_order() {
    let edits = with_block(|rw, _, block| {
        let cx = rw.cx();
        let a = rw.create_op(&spec(cx, &[], &[Type::I32]));
        let b = rw.create_op(&spec(cx, &[], &[Type::I32]));
        let (va, vb) = (rw.body().result(a, 0), rw.body().result(b, 0));
        let user = rw.create_op(&spec(cx, &[va, va], &[]));
        rw.replace_op(a, &[vb]);
        assert_eq!(rw.body().operands(user).collect::<Vec<_>>(), [vb, vb]);
        assert!(rw.body().is_erased(a) && rw.body().first_use(va).is_none());
        assert_eq!(rw.body().ops_of(block).collect::<Vec<_>>(), [b, user]);
    });
    let op = Op::from_u32;
    assert_eq!(
        edits[4..],
        [Edit::Replaced(op(0)), Edit::Modified(op(2)), Edit::Modified(op(2)), Edit::Erased(op(0))]
    );
}

#[test]
fn order_survives_many_insertions_at_one_place() {
    with_block(|rw, _, block| {
        let cx = rw.cx();
        let first = rw.create_op(&spec(cx, &[], &[]));
        let last = rw.create_op(&spec(cx, &[], &[]));
        rw.set_insertion_point_before(last);
        let ops: Vec<Op> = (0..2000).map(|_| rw.create_op(&spec(cx, &[], &[]))).collect();
        let mut expected = vec![first];
        expected.extend(&ops);
        rw.set_insertion_point_after(first);
        let early: Vec<Op> = (0..50).map(|_| rw.create_op(&spec(cx, &[], &[]))).collect();
        expected.splice(1..1, early);
        expected.push(last);
        assert_eq!(rw.body().ops_of(block).collect::<Vec<_>>(), expected);
        assert!(expected.windows(2).all(|w| rw.body().is_before(w[0], w[1])));
    });
}

#[test]
fn blocks_split_and_merge() {
    with_block(|rw, region, block| {
        let cx = rw.cx();
        let ops: Vec<Op> = (0..5).map(|_| rw.create_op(&spec(cx, &[], &[Type::I32]))).collect();
        let rest = rw.split_block(ops[2]);
        assert_eq!(rw.body().ops_of(block).collect::<Vec<_>>(), ops[..2]);
        assert_eq!(rw.body().ops_of(rest).collect::<Vec<_>>(), ops[2..]);
        assert_eq!(rw.body().blocks_of(region).collect::<Vec<_>>(), [block, rest]);
        let arg = rw.add_argument(rest, Type::I32, Loc::UNKNOWN);
        rw.set_insertion_point_to_end(rest);
        let user = rw.create_op(&spec(cx, &[arg], &[]));
        let value = rw.body().result(ops[0], 0);
        rw.inline_block(rest, InsertPoint::Before(ops[1]), &[value]);
        let expected = [ops[0], ops[2], ops[3], ops[4], user, ops[1]];
        assert_eq!(rw.body().ops_of(block).collect::<Vec<_>>(), expected);
        assert!(expected.windows(2).all(|w| rw.body().is_before(w[0], w[1])));
        assert_eq!(rw.body().operand(user, 0), value);
        assert_eq!(rw.body().blocks_of(region).collect::<Vec<_>>(), [block]);
    });
}

#[test]
fn arguments_keep_their_handles() {
    with_block(|rw, _, block| {
        let args: Vec<Value> = (0..4).map(|_| rw.add_argument(block, Type::I32, Loc::UNKNOWN)).collect();
        rw.erase_argument(block, 1);
        rw.create_op(&spec(rw.cx(), &[], &[Type::I32]));
        let more = rw.add_argument(block, Type::INDEX, Loc::UNKNOWN);
        let expected = [args[0], args[2], args[3], more];
        assert_eq!(rw.body().args(block).collect::<Vec<_>>(), expected);
        assert_eq!(expected.map(|v| rw.body().value_index(v)), [0, 1, 2, 3]);
        rw.erase_argument(block, 3);
        assert_eq!(rw.body().n_args(block), 3);
    });
}

#[test]
fn many_arguments_are_dropped_at_once() {
    with_block(|rw, region, first| {
        let second = rw.create_block(region, &[]);
        // Arguments of two blocks in turn, so that neither list can be a run of values.
        let lists = [first, second].map(|block| (block, Vec::<Value>::new()));
        let mut lists = lists.to_vec();
        let args = 1 << 12;
        for _ in 0..args {
            for (block, list) in &mut lists {
                list.push(rw.add_argument(*block, Type::I32, Loc::UNKNOWN));
            }
        }
        let bytes = rw.body().heap_bytes();
        assert!(bytes < 200 * 2 * args, "{bytes} bytes for {args} arguments of each of two blocks");
        for (block, list) in lists {
            assert_eq!(rw.body().args(block).collect::<Vec<_>>(), list);
            let keep: Vec<bool> = (0..args).map(|at| at % 3 == 1).collect();
            rw.keep_args(block, &keep);
            let kept: Vec<Value> = list.iter().copied().skip(1).step_by(3).collect();
            assert_eq!(rw.body().args(block).collect::<Vec<_>>(), kept);
            assert!(kept.iter().enumerate().all(|(at, &arg)| rw.body().value_index(arg) as usize == at));
        }
    });
}

#[test]
fn regions_know_their_numbers() {
    with_block(|rw, _, _| {
        let regions: Vec<Region> = (0..300).map(|_| rw.new_region()).collect();
        let reversed: Vec<Region> = regions.iter().rev().copied().collect();
        let op = rw.create_op_with_regions(&spec(rw.cx(), &[], &[]), &reversed);
        let numbers: Vec<usize> = reversed.iter().map(|&region| rw.region(region).index()).collect();
        assert_eq!(numbers, (0..300).collect::<Vec<_>>());
        assert_eq!(rw.op(op).regions().nth(299).map(|region| region.id()), Some(regions[0]));
    });
}

#[test]
fn starts_of_segments_are_remembered() {
    let cx = Context::new(&[]);
    let sizes: Vec<i32> = (0..100).map(|at| at % 5 - 1).collect();
    let attr = cx.i32_array(&sizes);
    let mut start = 0;
    for (at, &size) in sizes.iter().enumerate() {
        let size = size.max(0) as usize;
        assert_eq!(cx.segment_range(attr, at), (start, size), "segment {at}");
        start += size;
    }
    assert_eq!(cx.segment_range(attr, 100), (start, 0));
}

#[test]
fn copies_take_their_regions_along() {
    with_block(|rw, _, block| {
        let cx = rw.cx();
        let inner = rw.new_region();
        let entry = rw.create_block(inner, &[(Type::I32, Loc::UNKNOWN)]);
        rw.set_insertion_point_to_end(entry);
        let arg = rw.body().arg(entry, 0);
        let used = rw.create_op(&spec(cx, &[arg], &[Type::I32]));
        let result = rw.body().result(used, 0);
        rw.create_op(&spec(cx, &[result, arg], &[]));
        rw.set_insertion_point_to_end(block);
        let outer = rw.create_op_with_regions(&spec(cx, &[], &[Type::I32]), &[inner]);
        let mut map = IrMapping::new();
        let copy = rw.clone_op(outer, &mut map).expect("nothing isolated in it");
        let region = rw.body().regions(copy).next().expect("a region");
        let new_entry = rw.body().entry(region).expect("a block");
        assert_eq!(map.block(entry), new_entry);
        let ops: Vec<Op> = rw.body().ops_of(new_entry).collect();
        let new_arg = rw.body().arg(new_entry, 0);
        assert_eq!(rw.body().operands(ops[0]).collect::<Vec<_>>(), [new_arg]);
        let new_result = rw.body().result(ops[0], 0);
        assert_eq!(rw.body().operands(ops[1]).collect::<Vec<_>>(), [new_result, new_arg]);
        rw.erase_op(copy);
        assert!(ops.iter().all(|&op| rw.body().is_erased(op)));
        assert_eq!(rw.body().operands(used).collect::<Vec<_>>(), [arg]);
    });
}

#[test]
fn listeners_hear_of_what_a_rewriter_does_to_other_bodies() {
    let mut ir = Ir::new(Arc::new(Context::new(&[])), Arc::new(SourceMap::new()));
    let (from, to) = ir.rewrite(Ir::ROOT, |rw| {
        let entry = rw.body().entry(rw.body().top_regions()[0]).expect("the outermost block");
        rw.set_insertion_point_to_end(entry);
        let cx = rw.cx();
        let ops = [rw.create_op(&spec(cx, &[], &[])), rw.create_op(&spec(cx, &[], &[]))];
        (rw.handle(ops[0]), rw.handle(ops[1]))
    });
    let (inner, regions) = ir.add_inner_body(from, 1);
    let mut journal = Journal::default();
    let before = ir.body(Ir::ROOT).num_edits();
    let created = ir.rewrite_across(Ir::ROOT, |rw| {
        let mut rw = rw.listening(&mut journal);
        assert!(rw.is_across_bodies());
        rw.set_insertion_point_before(from.op);
        let created = rw.enter(from.op, |rw| {
            let block = rw.create_block(regions[0], &[]);
            rw.set_insertion_point_to_end(block);
            rw.create_op(&spec(rw.cx(), &[], &[]))
        });
        rw.with_ir(|ir| ir.move_inner_body(from, to));
        assert_eq!(rw.insertion_point(), Some(InsertPoint::Before(from.op)));
        assert_eq!(rw.enter(from.op, |_| ()), None);
        created.expect("the op has a body")
    });
    let body = ir.body(Ir::ROOT);
    assert_eq!((body.inner(from.op), body.inner(to.op)), (None, Some(inner)));
    assert_eq!((body.regions(from.op).len(), ir.body(inner).parent()), (1, Some(to)));
    let block = ir.body(inner).entry(regions[0]).expect("a block");
    let root = |edit| (Ir::ROOT, edit);
    let expected = [
        (inner, Edit::BlockInserted(block)),
        (inner, Edit::Inserted(created)),
        root(Edit::Modified(from.op)),
        root(Edit::Modified(from.op)),
        root(Edit::Modified(to.op)),
    ];
    assert_eq!(journal.edits, expected);
    assert_eq!(body.num_edits(), before + 5);
}

#[test]
#[should_panic(expected = "changes body 0 alone")]
fn a_rewriter_that_shares_the_ir_changes_no_other_body() {
    let mut ir = Ir::new(Arc::new(Context::new(&[])), Arc::new(SourceMap::new()));
    ir.rewrite(Ir::ROOT, |rw| rw.with_ir(|_| ()));
}
