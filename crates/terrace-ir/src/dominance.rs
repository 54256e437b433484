//! Dominance within a region, and the order of regions in each other.

use rustc_hash::FxHashMap;
use terrace_support::entity::Entity;

use crate::body::Body;
use crate::ids::{Block, Op, Region};

/// Immediate dominators of a region's blocks, after Cooper, Harvey and Kennedy, "A Simple, Fast Dominance
/// Algorithm" (2001), with interval numbers so that a query takes constant time.
#[derive(Debug)]
pub struct DomTree {
    numbers: FxHashMap<Block, u32>,
    enter: Vec<u32>,
    leave: Vec<u32>,
    idom: Vec<u32>,
    children: Vec<Vec<u32>>,
    blocks: Vec<Block>,
}

impl DomTree {
    /// The tree of a region. Blocks that the entry does not reach are not in it.
    pub fn new(body: &Body, region: Region) -> Self {
        let mut tree = Self {
            numbers: FxHashMap::default(),
            enter: Vec::new(),
            leave: Vec::new(),
            idom: Vec::new(),
            children: Vec::new(),
            blocks: Vec::new(),
        };
        let Some(entry) = body.entry(region) else { return tree };
        let mut post: Vec<Block> = Vec::new();
        let mut seen: FxHashMap<Block, ()> = FxHashMap::default();
        seen.insert(entry, ());
        let succ = |b: Block| -> Vec<Block> {
            body.last_op(b).map_or(Vec::new(), |op| body.successors(op).collect())
        };
        let mut stack = vec![(entry, succ(entry), 0usize)];
        while let Some((block, succs, next)) = stack.last_mut() {
            if let Some(&to) = succs.get(*next) {
                *next += 1;
                if body.region_of(to) == Some(region) && seen.insert(to, ()).is_none() {
                    stack.push((to, succ(to), 0));
                }
            } else {
                post.push(*block);
                stack.pop();
            }
        }
        // Numbers are reverse post-order, so a dominator's is smaller.
        tree.blocks = post.into_iter().rev().collect();
        tree.numbers = tree.blocks.iter().enumerate().map(|(i, &b)| (b, i as u32)).collect();
        let n = tree.blocks.len();
        let preds: Vec<Vec<u32>> = tree
            .blocks
            .iter()
            .map(|&b| {
                body.preds(b)
                    .filter_map(|u| body.block_of(body.use_owner(u)))
                    .filter_map(|p| tree.numbers.get(&p).copied())
                    .collect()
            })
            .collect();
        const NONE: u32 = u32::MAX;
        let mut idom = vec![NONE; n];
        idom[0] = 0;
        let mut changed = true;
        while changed {
            changed = false;
            for b in 1..n {
                let mut best = NONE;
                for &p in &preds[b] {
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
        let mut children: Vec<Vec<u32>> = vec![Vec::new(); n];
        for b in 1..n {
            children[idom[b] as usize].push(b as u32);
        }
        tree.enter = vec![0; n];
        tree.leave = vec![0; n];
        let (mut clock, mut stack) = (0u32, vec![(0u32, 0usize)]);
        while let Some((b, next)) = stack.last_mut() {
            if *next == 0 {
                tree.enter[*b as usize] = clock;
                clock += 1;
            }
            if let Some(&child) = children[*b as usize].get(*next) {
                *next += 1;
                stack.push((child, 0));
            } else {
                tree.leave[*b as usize] = clock;
                stack.pop();
            }
        }
        tree.idom = idom;
        tree.children = children;
        tree
    }

    /// The blocks that the entry reaches, in reverse post-order: what dominates a block comes before it.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The blocks whose immediate dominator is `block`.
    pub fn children(&self, block: Block) -> impl Iterator<Item = Block> + '_ {
        let number = self.numbers.get(&block);
        let children = number.map_or(&[][..], |&number| &self.children[number as usize]);
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
            (Some(&a), Some(&b)) => {
                let (a, b) = (a as usize, b as usize);
                self.enter[a] <= self.enter[b] && self.leave[b] <= self.leave[a]
            }
        }
    }

    /// The closest block other than itself that dominates `block`.
    pub fn immediate_dominator(&self, block: Block) -> Option<Block> {
        let number = *self.numbers.get(&block)?;
        (number != 0).then(|| self.blocks[self.idom[number as usize] as usize])
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
