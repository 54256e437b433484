//! Copies at branches, on split edges, so that values of different edges do not overlap.

use terrace_dialects_arm::sme::CopyTileOp;
use terrace_dialects_arm::sme::tile::is_tile_type;
use terrace_dialects_core::cf::{BrOp, CondBrOp};
use terrace_ir::{Op, OpKind, Rewriter, ValueRef};
use terrace_rewrite::walk::body_post_order;

/// Splits the edges of conditional branches that pass tiles, and copies the tiles that branches pass.
pub(super) fn prepare(rw: &mut Rewriter<'_>) {
    split_edges(rw);
    copy_at_branches(rw);
}

fn is_tile(value: ValueRef<'_>) -> bool {
    is_tile_type(value.cx(), value.ty())
}

fn split_edges(rw: &mut Rewriter<'_>) {
    let passes_tiles = |rw: &Rewriter<'_>, op: Op| {
        let view = rw.op(op);
        view.isa::<CondBrOp>() && view.operands().any(is_tile)
    };
    let branches: Vec<Op> =
        body_post_order(rw.body()).into_iter().filter(|&op| passes_tiles(rw, op)).collect();
    for op in branches {
        let view = CondBrOp::view_of(rw.op(op));
        let (loc, Some(block)) = (view.0.loc(), view.0.block()) else { continue };
        let block = block.id();
        let edges = [
            (view.true_dest().id(), view.true_dest_operands().map(ValueRef::id).collect::<Vec<_>>()),
            (view.false_dest().id(), view.false_dest_operands().map(ValueRef::id).collect()),
        ];
        for (index, (dest, operands)) in edges.into_iter().enumerate() {
            let between = rw.create_block_after(block, &[]);
            rw.set_insertion_point_to_end(between);
            rw.build(BrOp::of(&operands).loc(loc).dest(dest));
            rw.set_successor_operands(op, index, &[]);
            rw.set_successor(op, index, between);
        }
    }
}

fn copy_at_branches(rw: &mut Rewriter<'_>) {
    let blocks: Vec<_> =
        rw.body().top_regions().iter().flat_map(|&region| rw.body().blocks_of(region)).collect();
    for block in blocks {
        let Some(op) = rw.body().last_op(block).filter(|&op| rw.op(op).isa::<BrOp>()) else { continue };
        rw.set_insertion_point_before(op);
        let loc = rw.body().loc(op);
        let tiles: Vec<_> = (rw.op(op).operands().enumerate())
            .filter(|(_, value)| is_tile(*value))
            .map(|(index, value)| (index, value.id(), value.ty()))
            .collect();
        for (index, tile, ty) in tiles {
            let copy = rw.build_value(CopyTileOp::of(tile).result(ty).loc(loc));
            rw.set_operand(op, index, copy);
        }
    }
}
