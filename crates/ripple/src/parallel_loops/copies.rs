//! Copies blocks of a loop.

use terrace_ir::rewriter::IrMapping;
use terrace_ir::{Block, InsertPoint, Loc, Op, Rewriter, Type};

/// Creates a copy of each block, with its arguments and without ops, before another block.
pub(crate) fn create_blocks(rw: &mut Rewriter<'_>, blocks: &[Block], before: Block, map: &mut IrMapping) {
    for &block in blocks {
        let args: Vec<(Type, Loc)> = rw.block(block).args().map(|arg| (arg.ty(), arg.loc())).collect();
        let copy = rw.create_block_before(before, &args);
        map.map_block(block, copy);
        let pairs: Vec<_> = rw.body().args(block).zip(rw.body().args(copy)).collect();
        pairs.into_iter().for_each(|(from, to)| map.map(from, to));
    }
}

/// Copies the ops of a block, but for those that are left out, to the end of another.
pub(crate) fn copy_ops(
    rw: &mut Rewriter<'_>,
    from: Block,
    to: Block,
    left_out: Option<Op>,
    map: &mut IrMapping,
) {
    let ops: Vec<Op> = rw.body().ops_of(from).filter(|&op| Some(op) != left_out).collect();
    rw.set_insertion_point(InsertPoint::End(to));
    for op in ops {
        rw.clone_op(op, map).expect("a block of a function in the dialect llvm holds no isolated ops");
    }
}
