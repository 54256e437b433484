//! Depth and dominance of the blocks of a body, across regions.

use std::cell::RefCell;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use terrace_analysis::block_liveness::all_blocks;
use terrace_ir::dominance::DomTree;
use terrace_ir::{Block, Body, Op, Region, ValueDef};

/// Depths and dominators of the blocks of a body whose blocks stay as they are.
pub struct Blocks {
    /// The nesting depth of each block's region.
    depths: Vec<u32>,
    trees: RefCell<FxHashMap<Region, Arc<DomTree>>>,
}

impl Blocks {
    /// Looks at the blocks of a body.
    pub fn new(body: &Body) -> Self {
        let mut depths = vec![0; body.num_blocks()];
        for block in all_blocks(body, body.top_regions()) {
            let around = parent(body, block);
            depths[block.as_u32() as usize] = around.map_or(0, |around| depths[around.as_u32() as usize] + 1);
        }
        Self { depths, trees: RefCell::default() }
    }

    fn tree(&self, body: &Body, region: Region) -> Arc<DomTree> {
        let mut trees = self.trees.borrow_mut();
        trees.entry(region).or_insert_with(|| body.analysis(region)).clone()
    }

    fn depth(&self, block: Block) -> u32 {
        self.depths[block.as_u32() as usize]
    }

    /// The block in the region of `outer` that holds `block` or is it.
    pub fn ancestor_beside(&self, body: &Body, outer: Block, mut block: Block) -> Option<Block> {
        while self.depth(block) > self.depth(outer) {
            block = parent(body, block)?;
        }
        (body.region_of(block) == body.region_of(outer)).then_some(block)
    }

    /// The op in `outer` that holds `op` or is it.
    pub fn ancestor_in(&self, body: &Body, outer: Block, mut op: Op) -> Option<Op> {
        loop {
            let block = body.block_of(op)?;
            if block == outer {
                return Some(op);
            }
            if self.depth(block) <= self.depth(outer) {
                return None;
            }
            op = body.region_of(block).and_then(|region| body.region_parent(region))?;
        }
    }

    /// Whether `a` dominates `b`, or is a parent of it.
    pub fn dominates(&self, body: &Body, a: Block, b: Block) -> bool {
        let Some(b) = self.ancestor_beside(body, a, b) else { return false };
        a == b || body.region_of(a).is_some_and(|region| self.tree(body, region).dominates(a, b))
    }

    /// [`Self::dominates`], where they are not the same.
    pub fn properly_dominates(&self, body: &Body, a: Block, b: Block) -> bool {
        a != b && self.dominates(body, a, b)
    }

    /// The immediate dominator of a block.
    pub fn immediate_dominator(&self, body: &Body, block: Block) -> Option<Block> {
        let region = body.region_of(block)?;
        if body.entry(region) == Some(block) {
            return None;
        }
        self.tree(body, region).immediate_dominator(block)
    }

    /// The closest block that dominates both.
    pub fn common_dominator(&self, body: &Body, a: Block, b: Block) -> Option<Block> {
        let (a, b) = self.side_by_side(body, a, b)?;
        if a == b {
            return Some(a);
        }
        self.tree(body, body.region_of(a)?).nearest_common_dominator(a, b)
    }

    /// The blocks of one region that hold two blocks.
    pub fn side_by_side(&self, body: &Body, mut a: Block, mut b: Block) -> Option<(Block, Block)> {
        while body.region_of(a) != body.region_of(b) {
            let (of_a, of_b) = (self.depth(a), self.depth(b));
            if of_a >= of_b {
                a = parent(body, a)?;
            }
            if of_b >= of_a {
                b = parent(body, b)?;
            }
        }
        Some((a, b))
    }
}

/// The block that the op around a block is in.
pub fn parent(body: &Body, block: Block) -> Option<Block> {
    body.region_of(block).and_then(|region| body.region_parent(region)).and_then(|op| body.block_of(op))
}

/// The block that a value is defined in.
pub fn defining_block(body: &Body, value: terrace_ir::Value) -> Option<Block> {
    match body.value_def(value) {
        ValueDef::Argument(block) => Some(block),
        ValueDef::Result(op) => body.block_of(op),
        ValueDef::Placeholder => None,
    }
}
