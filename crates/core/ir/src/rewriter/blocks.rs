//! Creation, splitting, merging, motion and erasure of blocks.

use super::{Edit, InsertPoint, Rewriter};
use crate::ids::{Block, Op, Region, Value};
use crate::loc::Loc;
use crate::types::Type;

impl Rewriter<'_> {
    /// A new region that no op owns yet.
    pub fn new_region(&mut self) -> Region {
        self.body.new_region()
    }

    /// Appends a new block to a region.
    pub fn create_block(&mut self, region: Region, args: &[(Type, Loc)]) -> Block {
        let block = self.body.new_block();
        self.body.add_args(block, args.iter().copied());
        self.body.append_block(region, block);
        self.note(Edit::BlockInserted(block));
        block
    }

    /// Creates a block before another.
    pub fn create_block_before(&mut self, before: Block, args: &[(Type, Loc)]) -> Block {
        let block = self.body.new_block();
        self.body.add_args(block, args.iter().copied());
        self.body.insert_block_before(block, before);
        self.note(Edit::BlockInserted(block));
        block
    }

    /// Creates a block after another.
    pub fn create_block_after(&mut self, behind: Block, args: &[(Type, Loc)]) -> Block {
        let region = self.body.region_of(behind).expect("the block stands in a region");
        match self.body.next_block(behind) {
            Some(next) => self.create_block_before(next, args),
            None => self.create_block(region, args),
        }
    }

    /// Adds an argument to a block.
    pub fn add_argument(&mut self, block: Block, ty: Type, loc: Loc) -> Value {
        let arg = self.body.add_args(block, [(ty, loc)].into_iter());
        self.note(Edit::BlockModified(block));
        arg
    }

    /// Erases an argument without uses.
    pub fn erase_argument(&mut self, block: Block, index: usize) {
        self.body.erase_arg(block, index);
        self.note(Edit::BlockModified(block));
    }

    /// Drops the arguments of a block that are not kept, which have no uses, in time linear in their number.
    pub fn keep_args(&mut self, block: Block, keep: &[bool]) {
        if keep.contains(&false) {
            self.body.keep_args(block, keep);
            self.note(Edit::BlockModified(block));
        }
    }

    /// Sets the location of an argument of a block.
    pub fn set_arg_loc(&mut self, block: Block, index: usize, loc: Loc) {
        self.body.set_arg_loc(block, index, loc);
        self.note(Edit::BlockModified(block));
    }

    /// Sets the regions of an op without regions to these, which no op owns yet.
    pub fn set_regions(&mut self, op: Op, regions: &[Region]) {
        self.body.set_regions(op, regions);
        self.note(Edit::Modified(op));
    }

    /// Moves the ops from `first` on into a new block after its own; returns that block.
    pub fn split_block(&mut self, first: Op) -> Block {
        let block = self.body.block_of(first).expect("the op stands in a block");
        let region = self.body.region_of(block).expect("the block stands in a region");
        let rest = self.body.new_block();
        match self.body.next_block(block) {
            Some(next) => self.body.insert_block_before(rest, next),
            None => self.body.append_block(region, rest),
        }
        self.note(Edit::BlockInserted(rest));
        if !self.is_heard() {
            self.splice(block, Some(first), InsertPoint::End(rest));
            return rest;
        }
        // Listeners hear of the last op first.
        while let Some(last) = self.body.last_op(block) {
            self.move_op(last, InsertPoint::start(self.body, rest));
            if last == first {
                break;
            }
        }
        rest
    }

    /// Splits the block at an insertion point: the ops after it are moved to a new block.
    pub fn split_at(&mut self, point: InsertPoint) -> Block {
        match point {
            InsertPoint::Before(op) => self.split_block(op),
            InsertPoint::End(block) => {
                let region = self.body.region_of(block).expect("the block stands in a region");
                match self.body.next_block(block) {
                    Some(next) => self.create_block_before(next, &[]),
                    None => self.create_block(region, &[]),
                }
            }
        }
    }

    /// Moves ops of `from`, beginning with `first`, elsewhere.
    fn splice(&mut self, from: Block, first: Option<Op>, point: InsertPoint) {
        let Some(first) = first else { return };
        let (to, before) = match point {
            InsertPoint::End(block) => (block, None),
            InsertPoint::Before(op) => (self.body.block_of(op).expect("the op stands in a block"), Some(op)),
        };
        if self.is_heard() {
            let ops = std::iter::successors(Some(first), |&op| self.body.next_op(op));
            let ops: Vec<Op> = ops.collect();
            ops.into_iter().for_each(|op| self.note_moving(op));
        }
        self.body.splice_ops(from, first, to, before);
        let mut at = Some(first);
        while let Some(op) = at.filter(|&op| Some(op) != before) {
            self.note(Edit::Moved(op));
            at = self.body.next_op(op);
        }
    }

    /// Moves all ops of a block elsewhere.
    pub fn move_ops(&mut self, block: Block, point: InsertPoint) {
        self.splice(block, self.body.first_op(block), point);
    }

    /// Redirects branches from `old` to `new`.
    pub fn replace_block_uses(&mut self, old: Block, new: Block) {
        let branches: Vec<(Op, usize)> = (self.body.preds(old))
            .map(|used| {
                let op = self.body.use_owner(used);
                (op, self.body.use_index(used) - self.body.operands(op).len())
            })
            .collect();
        for (op, index) in branches {
            self.body.set_successor(op, index, new);
            self.note(Edit::Modified(op));
        }
    }

    /// Detaches a block from its region, with its ops, to be erased later.
    pub fn detach_block(&mut self, block: Block) {
        self.note(Edit::BlockErased(block));
        self.body.unlink_block(block);
    }

    /// Moves the ops of a block to `point`, its arguments replaced by `values`, and erases it. Nothing may
    /// branch to the block.
    pub fn inline_block(&mut self, block: Block, point: InsertPoint, values: &[Value]) {
        let args: Vec<Value> = self.body.args(block).collect();
        assert_eq!(args.len(), values.len(), "one value for each argument");
        for (&arg, &value) in args.iter().zip(values) {
            self.replace_all_uses_with(arg, value);
        }
        self.splice(block, self.body.first_op(block), point);
        self.erase_block(block);
    }

    /// Moves the blocks of a region before `before`.
    pub fn inline_region_before(&mut self, region: Region, before: Block) {
        while let Some(block) = self.body.entry(region) {
            self.note_moving_block(block);
            self.body.unlink_block(block);
            self.body.insert_block_before(block, before);
            self.note(Edit::BlockInserted(block));
        }
    }

    /// Moves the blocks of a region to the end of another.
    pub fn inline_region(&mut self, region: Region, into: Region) {
        while let Some(block) = self.body.entry(region) {
            self.note_moving_block(block);
            self.body.unlink_block(block);
            self.body.append_block(into, block);
            self.note(Edit::BlockInserted(block));
        }
    }

    /// Moves a block before another, maybe in another region.
    pub fn move_block_before(&mut self, block: Block, before: Block) {
        self.note_moving_block(block);
        self.body.unlink_block(block);
        self.body.insert_block_before(block, before);
        self.note(Edit::BlockInserted(block));
    }

    /// Moves a block to the end of a region.
    pub fn move_block(&mut self, block: Block, into: Region) {
        self.note_moving_block(block);
        self.body.unlink_block(block);
        self.body.append_block(into, block);
        self.note(Edit::BlockInserted(block));
    }

    /// Erases a block and its ops. No other block's ops use their results or branch there.
    pub fn erase_block(&mut self, block: Block) {
        while let Some(op) = self.body.last_op(block) {
            self.erase_op(op);
        }
        self.note(Edit::BlockErased(block));
        self.body.unlink_block(block);
    }

    /// Erases blocks that together are reached from nowhere, though they may use each other's values.
    pub fn erase_blocks(&mut self, blocks: &[Block]) {
        // Users first: drop the operands of the ops, then the ops.
        for &block in blocks {
            let ops: Vec<Op> = self.body.ops_of(block).collect();
            for op in ops {
                self.drop_all_references(op);
            }
        }
        for &block in blocks {
            self.erase_block(block);
        }
    }
}
