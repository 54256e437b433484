//! Dominance within a region, and the order of regions in each other.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use terrace_support::entity::Entity;

use crate::body::Body;
use crate::ids::{Block, Op, Region};

/// Lists of numbers one behind the other.
#[derive(Debug, Default)]
struct Lists {
    /// Where each list ends.
    ends: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    fn with_capacity(lists: usize) -> Self {
        Self { ends: Vec::with_capacity(lists), items: Vec::with_capacity(2 * lists) }
    }

    fn len(&self) -> usize {
        self.ends.len()
    }

    fn push(&mut self, list: impl Iterator<Item = u32>) {
        self.items.extend(list);
        self.ends.push(self.items.len() as u32);
    }

    fn of(&self, at: usize) -> &[u32] {
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.items[start as usize..self.ends[at] as usize]
    }

    /// For each number below `n`, those of `1..n` that `parent` gives it for, in order.
    fn inverse(parent: &[u32]) -> Self {
        let n = parent.len();
        let mut ends = vec![0u32; n];
        for &to in parent.iter().skip(1) {
            ends[to as usize] += 1;
        }
        let mut next = 0;
        for end in &mut ends {
            next += std::mem::replace(end, next);
        }
        // Now each holds where its list starts; filling it moves that to where it ends.
        let mut items = vec![0; n.saturating_sub(1)];
        for (at, &to) in parent.iter().enumerate().skip(1) {
            let place = &mut ends[to as usize];
            items[*place as usize] = at as u32;
            *place += 1;
        }
        Self { ends, items }
    }
}

/// A tree of dominators over numbered nodes, node 0 its root, after Cooper, Harvey and Kennedy, "A Simple, Fast
/// Dominance Algorithm" (2001), with interval numbers so that a query takes constant time.
#[derive(Debug, Default)]
struct Tree {
    enter: Vec<u32>,
    leave: Vec<u32>,
    idom: Vec<u32>,
    children: Lists,
}

impl Tree {
    /// The tree of a graph whose nodes are numbered in reverse post-order, given by the predecessors of each.
    fn new(preds: &Lists) -> Self {
        const NONE: u32 = u32::MAX;
        let n = preds.len();
        if n == 0 {
            return Self::default();
        }
        let mut idom = vec![NONE; n];
        idom[0] = 0;
        let mut changed = true;
        while changed {
            changed = false;
            for b in 1..n {
                let mut best = NONE;
                for &p in preds.of(b) {
                    if idom[p as usize] == NONE {
                        continue;
                    }
                    best = if best == NONE { p } else { intersect(&idom, best, p) };
                }
                if best != NONE && idom[b] != best {
                    idom[b] = best;
                    changed = true;
                }
            }
        }
        let children = Lists::inverse(&idom);
        let (mut enter, mut leave) = (vec![0; n], vec![0; n]);
        let (mut clock, mut stack) = (0u32, vec![(0u32, 0usize)]);
        while let Some((b, next)) = stack.last_mut() {
            if *next == 0 {
                enter[*b as usize] = clock;
                clock += 1;
            }
            if let Some(&child) = children.of(*b as usize).get(*next) {
                *next += 1;
                stack.push((child, 0));
            } else {
                leave[*b as usize] = clock;
                stack.pop();
            }
        }
        Self { enter, leave, idom, children }
    }

    fn dominates(&self, a: u32, b: u32) -> bool {
        let (a, b) = (a as usize, b as usize);
        self.enter[a] <= self.enter[b] && self.leave[b] <= self.leave[a]
    }
}

/// Immediate dominators of a region's blocks.
#[derive(Debug)]
pub struct DomTree {
    numbers: FxHashMap<Block, u32>,
    blocks: Vec<Block>,
    tree: Tree,
}

/// Blocks beside a block: mostly one or two.
type Beside = SmallVec<[Block; 2]>;

/// The successors of a block.
fn successors(body: &Body, block: Block) -> Beside {
    body.last_op(block).map_or(Beside::new(), |op| body.successors(op).collect())
}

/// The predecessors of a block, once for each edge.
fn predecessors(body: &Body, block: Block) -> impl Iterator<Item = Block> + '_ {
    body.preds(block).filter_map(|used| body.block_of(body.use_owner(used)))
}

/// Nodes that are reached from `root` and were not seen before, in post-order.
fn post_order(root: Block, seen: &mut FxHashSet<Block>, next: impl Fn(Block) -> Beside) -> Vec<Block> {
    let mut post: Vec<Block> = Vec::new();
    if !seen.insert(root) {
        return post;
    }
    let mut stack = vec![(root, next(root), 0usize)];
    while let Some((block, targets, at)) = stack.last_mut() {
        if let Some(&to) = targets.get(*at) {
            *at += 1;
            if seen.insert(to) {
                stack.push((to, next(to), 0));
            }
        } else {
            post.push(*block);
            stack.pop();
        }
    }
    post
}

impl DomTree {
    /// The tree of a region. Blocks that the entry does not reach are not in it.
    pub fn new(body: &Body, region: Region) -> Self {
        let within = |block: Block| -> Beside {
            let mut next = successors(body, block);
            next.retain(|&mut to| body.region_of(to) == Some(region));
            next
        };
        let post = body.entry(region).map(|entry| post_order(entry, &mut FxHashSet::default(), within));
        // Numbers are reverse post-order, so a dominator's is smaller.
        let blocks: Vec<Block> = post.unwrap_or_default().into_iter().rev().collect();
        let numbers: FxHashMap<Block, u32> = blocks.iter().enumerate().map(|(i, &b)| (b, i as u32)).collect();
        let mut preds = Lists::with_capacity(blocks.len());
        for &block in &blocks {
            preds.push(predecessors(body, block).filter_map(|p| numbers.get(&p).copied()));
        }
        Self { tree: Tree::new(&preds), numbers, blocks }
    }

    /// The blocks that the entry reaches, in reverse post-order: what dominates a block comes before it.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The blocks whose immediate dominator is `block`.
    pub fn children(&self, block: Block) -> impl Iterator<Item = Block> + '_ {
        let number = self.numbers.get(&block);
        let children = number.map_or(&[][..], |&number| self.tree.children.of(number as usize));
        children.iter().map(|&child| self.blocks[child as usize])
    }

    /// Whether the entry reaches the block.
    pub fn is_reachable(&self, block: Block) -> bool {
        self.numbers.contains_key(&block)
    }

    /// Whether every path from the entry to `b` goes through `a`. Everything dominates what is not reached.
    pub fn dominates(&self, a: Block, b: Block) -> bool {
        if a == b {
            return true;
        }
        match (self.numbers.get(&a), self.numbers.get(&b)) {
            (_, None) => true,
            (None, _) => false,
            (Some(&a), Some(&b)) => self.tree.dominates(a, b),
        }
    }

    /// The closest block other than itself that dominates `block`.
    pub fn immediate_dominator(&self, block: Block) -> Option<Block> {
        let number = *self.numbers.get(&block)?;
        (number != 0).then(|| self.blocks[self.tree.idom[number as usize] as usize])
    }

    /// The closest block that dominates both; none where the entry does not reach both.
    pub fn nearest_common_dominator(&self, a: Block, b: Block) -> Option<Block> {
        let (a, b) = (*self.numbers.get(&a)?, *self.numbers.get(&b)?);
        Some(self.blocks[intersect(&self.tree.idom, a, b) as usize])
    }
}

/// Immediate post-dominators of a region's blocks: what every path to an exit goes through. Blocks on endless loops
/// count as if the one farthest along left the region.
#[derive(Debug)]
pub struct PostDomTree {
    /// Numbers from 1 on; 0 stands for the outside.
    numbers: FxHashMap<Block, u32>,
    blocks: Vec<Block>,
    tree: Tree,
}

impl PostDomTree {
    /// The tree of a region; it holds all blocks.
    pub fn new(body: &Body, region: Region) -> Self {
        let backward = |block: Block| predecessors(body, block).collect();
        let mut seen: FxHashSet<Block> = FxHashSet::default();
        let (mut exits, mut post) = (Vec::new(), Vec::new());
        for block in body.blocks_of(region).filter(|&block| successors(body, block).is_empty()) {
            exits.push(block);
            post.extend(post_order(block, &mut seen, backward));
        }
        for block in body.blocks_of(region) {
            if seen.contains(&block) {
                continue;
            }
            // What is seen first is left last: the end of a post-order is not the farthest, its start is.
            let ahead = post_order(block, &mut seen.clone(), |block| successors(body, block));
            let exit = ahead.first().copied().unwrap_or(block);
            exits.push(exit);
            post.extend(post_order(exit, &mut seen, backward));
        }
        let blocks: Vec<Block> = post.into_iter().rev().collect();
        let numbers: FxHashMap<Block, u32> =
            blocks.iter().enumerate().map(|(i, &block)| (block, i as u32 + 1)).collect();
        let exits: FxHashSet<Block> = exits.into_iter().collect();
        let mut after = Lists::with_capacity(blocks.len() + 1);
        after.push(std::iter::empty());
        for &block in &blocks {
            let next = successors(body, block).into_iter().filter_map(|to| numbers.get(&to).copied());
            after.push(next.chain(exits.contains(&block).then_some(0)));
        }
        Self { tree: Tree::new(&after), numbers, blocks }
    }

    /// Whether every path from `b` to an exit goes through `a`.
    pub fn post_dominates(&self, a: Block, b: Block) -> bool {
        match (self.numbers.get(&a), self.numbers.get(&b)) {
            (Some(&a), Some(&b)) => self.tree.dominates(a, b),
            _ => a == b,
        }
    }

    /// The closest block that post-dominates both; none where that is only the outside.
    pub fn nearest_common_post_dominator(&self, a: Block, b: Block) -> Option<Block> {
        let (a, b) = (*self.numbers.get(&a)?, *self.numbers.get(&b)?);
        let number = intersect(&self.tree.idom, a, b);
        (number != 0).then(|| self.blocks[number as usize - 1])
    }
}

fn intersect(idom: &[u32], mut a: u32, mut b: u32) -> u32 {
    while a != b {
        while a > b {
            a = idom[a as usize];
        }
        while b > a {
            b = idom[b as usize];
        }
    }
    a
}

/// Which region lies in which, for one body: interval numbers, so that a query takes constant time.
#[derive(Debug, Default)]
pub struct RegionOrder {
    spans: Vec<(u32, u32)>,
}

impl RegionOrder {
    /// Numbers the regions of a body.
    pub fn new(body: &Body) -> Self {
        let mut order = Self { spans: vec![(0, 0); body.num_regions()] };
        enum Step {
            Enter(Region),
            Leave(Region),
        }
        let mut clock = 0u32;
        let mut stack: Vec<Step> = body.top_regions().iter().rev().map(|&r| Step::Enter(r)).collect();
        while let Some(step) = stack.pop() {
            clock += 1;
            match step {
                Step::Leave(region) => order.spans[region.index()].1 = clock,
                Step::Enter(region) => {
                    order.spans[region.index()].0 = clock;
                    stack.push(Step::Leave(region));
                    for block in body.blocks_of(region) {
                        for op in body.ops_of(block) {
                            stack.extend(body.regions(op).map(Step::Enter));
                        }
                    }
                }
            }
        }
        order
    }

    /// Whether `inner` is `outer` or lies in it.
    pub fn contains(&self, outer: Region, inner: Region) -> bool {
        let (o, i) = (self.spans[outer.index()], self.spans[inner.index()]);
        o.0 <= i.0 && i.1 <= o.1
    }
}

/// The op that stands in `region` and holds (or is) `op`, found by walking up; none where there is none.
pub fn ancestor_in(body: &Body, region: Region, mut op: Op) -> Option<Op> {
    loop {
        let at = body.region_of(body.block_of(op)?)?;
        if at == region {
            return Some(op);
        }
        op = body.region_parent(at)?;
    }
}
