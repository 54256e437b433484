//! Dominance among blocks without cycles, numbered so that a dominator tree's subtree is a range.

use std::ops::Range;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_ir::dominance::DomTree;
use terrace_ir::{Block, Region, Rewriter};

use super::multiplexer::{Edge, successors};

/// An edge by the number of the block it leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NumberedEdge {
    pub(super) from: u32,
    pub(super) index: u32,
    /// The block it led to when the order was computed.
    pub(super) to: Block,
}

/// Edges in the order of their numbers, part of a shared list.
#[derive(Clone, Debug)]
pub(super) struct EdgeList {
    all: Rc<[NumberedEdge]>,
    range: Range<usize>,
}

impl EdgeList {
    pub(super) fn new(all: Vec<NumberedEdge>) -> Self {
        Self { range: 0..all.len(), all: all.into() }
    }

    pub(super) fn as_slice(&self) -> &[NumberedEdge] {
        &self.all[self.range.clone()]
    }

    /// The edges that leave blocks whose numbers are in `blocks`, in logarithmic time.
    pub(super) fn within(&self, blocks: &Range<u32>) -> Self {
        let list = self.as_slice();
        let start = list.partition_point(|edge| edge.from < blocks.start);
        let end = list.partition_point(|edge| edge.from < blocks.end);
        let range = self.range.start + start..self.range.start + end;
        Self { all: self.all.clone(), range }
    }
}

/// The dominator tree of an acyclic region. Blocks are numbered in pre-order of the tree, so that the blocks
/// that a block dominates are a range of numbers. It remains valid for a subtree that is moved elsewhere as a
/// whole.
#[derive(Debug)]
pub(super) struct DominanceOrder {
    numbers: FxHashMap<Block, u32>,
    pub(super) blocks: Vec<Block>,
    /// For each block the number after the last that it dominates.
    ends: Vec<u32>,
    leaving: Rc<[NumberedEdge]>,
    /// For each block, the end in `leaving` of the edges from its subtree to siblings in the tree.
    leaving_ends: Vec<usize>,
    /// The blocks without successors, in order.
    exits: Vec<u32>,
}

impl DominanceOrder {
    pub(super) fn new(rw: &Rewriter<'_>, region: Region) -> Self {
        let dominators = rw.body().analysis::<DomTree>(region);
        let entry = rw.body().entry(region);
        let mut children: FxHashMap<Block, Vec<Block>> = FxHashMap::default();
        let mut seen = FxHashSet::default();
        let mut pending: Vec<Block> = entry.into_iter().collect();
        while let Some(block) = pending.pop() {
            if !seen.insert(block) {
                continue;
            }
            if let Some(parent) = dominators.immediate_dominator(block) {
                children.entry(parent).or_default().push(block);
            }
            pending.extend(successors(rw, block).into_iter().rev());
        }
        let children_of = |block: Block| children.get(&block).map_or(&[][..], |list| list);
        let (mut numbers, mut blocks, mut ends) = (FxHashMap::default(), Vec::new(), Vec::new());
        let mut pending: Vec<(Block, bool)> = entry.map(|block| (block, false)).into_iter().collect();
        while let Some((block, done)) = pending.pop() {
            if done {
                ends[numbers[&block] as usize] = blocks.len() as u32;
                continue;
            }
            numbers.insert(block, blocks.len() as u32);
            blocks.push(block);
            ends.push(0);
            pending.push((block, true));
            pending.extend(children_of(block).iter().rev().map(|&child| (child, false)));
        }

        let mut exits = Vec::new();
        // Edges with the sibling of their target that dominates their source.
        let mut edges: Vec<(u32, NumberedEdge)> = Vec::new();
        for (from, &block) in blocks.iter().enumerate() {
            let (from, targets) = (from as u32, successors(rw, block));
            if targets.is_empty() {
                exits.push(from);
            }
            for (index, to) in targets.into_iter().enumerate() {
                let Some(parent) = dominators.immediate_dominator(to).filter(|&parent| parent != block)
                else {
                    continue;
                };
                let siblings = children_of(parent);
                let at = siblings.partition_point(|sibling| numbers[sibling] <= from);
                let Some(&sibling) = at.checked_sub(1).and_then(|at| siblings.get(at)) else { continue };
                edges.push((numbers[&sibling], NumberedEdge { from, index: index as u32, to }));
            }
        }
        edges.sort_by_key(|(sibling, _)| *sibling);
        let mut leaving_ends = vec![0; blocks.len()];
        edges.iter().for_each(|(sibling, _)| leaving_ends[*sibling as usize] += 1);
        let mut end = 0;
        for count in &mut leaving_ends {
            end += *count;
            *count = end;
        }
        let leaving = edges.into_iter().map(|(_, edge)| edge).collect();
        Self { numbers, blocks, ends, leaving, leaving_ends, exits }
    }

    /// The numbers of a block and all that it dominates; `None` if the order does not have the block.
    pub(super) fn dominated(&self, block: Block) -> Option<Range<u32>> {
        let &number = self.numbers.get(&block)?;
        Some(number..self.ends[number as usize])
    }

    /// Whether a block in the range has no successors.
    pub(super) fn has_exit(&self, blocks: &Range<u32>) -> bool {
        let at = self.exits.partition_point(|&exit| exit < blocks.start);
        self.exits.get(at).is_some_and(|exit| blocks.contains(exit))
    }

    /// The edges from what block number `block` dominates to blocks with the same immediate dominator as it.
    pub(super) fn leaving(&self, block: u32) -> EdgeList {
        let at = block as usize;
        let start = if at == 0 { 0 } else { self.leaving_ends[at - 1] };
        EdgeList { all: self.leaving.clone(), range: start..self.leaving_ends[at] }
    }

    pub(super) fn edge(&self, edge: &NumberedEdge) -> Edge {
        Edge { from: self.blocks[edge.from as usize], index: edge.index as usize }
    }
}
