//! Dominance within a region, and the order of regions in each other.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use terrace_support::entity::Entity;

use crate::analysis::{EditCounts, RegionAnalysis};
use crate::body::Body;
use crate::ids::{Block, Op, Region};

/// Lists of numbers one after the other.
#[derive(Debug, Default)]
struct Lists {
    /// The end offset of each list.
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

    /// For each number below `n`, those of `1..n` that `parent` returns it for, in order.
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

const NONE: u32 = u32::MAX;

/// The immediate dominators of nodes that are numbered in reverse post-order, after Cooper, Harvey and Kennedy, "A
/// Simple, Fast Dominance Algorithm" (2001). `None` if that takes many steps, as in deep nests of loops.
fn iterate(preds: &Lists) -> Option<Vec<u32>> {
    let n = preds.len();
    let mut idom = vec![NONE; n];
    idom[0] = 0;
    let mut steps = 16 * (n + preds.items.len());
    let mut changed = true;
    while changed {
        changed = false;
        for b in 1..n {
            let mut best = NONE;
            for &p in preds.of(b) {
                if idom[p as usize] == NONE {
                    continue;
                }
                best = if best == NONE { p } else { intersect_within(&idom, best, p, &mut steps)? };
            }
            if best != NONE && idom[b] != best {
                idom[b] = best;
                changed = true;
            }
        }
    }
    Some(idom)
}

/// The immediate dominators of nodes that node 0 reaches, in time `O(m log n)`, after Lengauer and Tarjan, "A Fast
/// Algorithm for Finding Dominators in a Flowgraph" (1979).
fn lengauer_tarjan(preds: &Lists) -> Vec<u32> {
    let n = preds.len();
    let mut succs: Vec<Vec<u32>> = vec![Vec::new(); n];
    for b in 0..n {
        preds.of(b).iter().for_each(|&p| succs[p as usize].push(b as u32));
    }
    // Nodes by their number in a depth-first search from here on.
    let (mut number, mut node, mut parent) = (vec![NONE; n], Vec::with_capacity(n), Vec::with_capacity(n));
    let mut stack = vec![(0u32, 0u32)];
    while let Some((b, from)) = stack.pop() {
        if number[b as usize] == NONE {
            number[b as usize] = node.len() as u32;
            stack.extend(succs[b as usize].iter().rev().map(|&to| (to, node.len() as u32)));
            node.push(b);
            parent.push(from);
        }
    }
    let count = node.len();
    let (mut semi, mut label): (Vec<u32>, Vec<u32>) = (0..count as u32).map(|at| (at, at)).unzip();
    let (mut ancestor, mut idom) = (vec![NONE; count], vec![0u32; count]);
    let mut buckets: Vec<Vec<u32>> = vec![Vec::new(); count];
    for w in (1..count).rev() {
        for &p in preds.of(node[w] as usize) {
            let v = number[p as usize];
            if v != NONE {
                let least = least_label(v, &mut ancestor, &mut label, &semi);
                semi[w] = semi[w].min(semi[least as usize]);
            }
        }
        buckets[semi[w] as usize].push(w as u32);
        ancestor[w] = parent[w];
        for v in std::mem::take(&mut buckets[parent[w] as usize]) {
            let least = least_label(v, &mut ancestor, &mut label, &semi);
            let below = semi[least as usize] < semi[v as usize];
            idom[v as usize] = if below { least } else { parent[w] };
        }
    }
    let mut out = vec![NONE; n];
    out[0] = 0;
    for w in 1..count {
        if idom[w] != semi[w] {
            idom[w] = idom[idom[w] as usize];
        }
        out[node[w] as usize] = node[idom[w] as usize];
    }
    out
}

/// The node with the least semidominator on the path from `v` up to the root of its tree, whose path is compressed.
fn least_label(v: u32, ancestor: &mut [u32], label: &mut [u32], semi: &[u32]) -> u32 {
    let mut path = Vec::new();
    let mut at = v;
    while ancestor[at as usize] != NONE && ancestor[ancestor[at as usize] as usize] != NONE {
        path.push(at);
        at = ancestor[at as usize];
    }
    for at in path.into_iter().rev() {
        let above = ancestor[at as usize];
        if semi[label[above as usize] as usize] < semi[label[at as usize] as usize] {
            label[at as usize] = label[above as usize];
        }
        ancestor[at as usize] = ancestor[above as usize];
    }
    label[v as usize]
}

/// A tree of dominators over numbered nodes, node 0 its root, with interval numbers so that a query takes constant time.
#[derive(Debug, Default)]
struct Tree {
    enter: Vec<u32>,
    leave: Vec<u32>,
    idom: Vec<u32>,
    children: Lists,
}

impl Tree {
    /// The tree of a graph whose nodes are numbered in reverse post-order and reached from node 0, given by the
    /// predecessors of each.
    fn new(preds: &Lists) -> Self {
        let n = preds.len();
        if n == 0 {
            return Self::default();
        }
        let idom = iterate(preds).unwrap_or_else(|| lengauer_tarjan(preds));
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

/// Neighbors of a block in the CFG: mostly one or two.
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

impl RegionAnalysis for DomTree {
    const NAME: &'static str = "DominanceInfo";

    fn compute(body: &Body, region: Region) -> Self {
        Self::new(body, region)
    }

    fn depends_on(edits: EditCounts) -> u64 {
        edits.control_flow
    }
}

impl RegionAnalysis for PostDomTree {
    const NAME: &'static str = "PostDominanceInfo";

    fn compute(body: &Body, region: Region) -> Self {
        Self::new(body, region)
    }

    fn depends_on(edits: EditCounts) -> u64 {
        edits.control_flow
    }
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

    /// The blocks that the entry reaches, in reverse post-order: dominators precede the blocks that they dominate.
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

    /// Whether every path from the entry to `b` contains `a`. Unreachable blocks are dominated by every block.
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

    /// The place of a block in pre-order, which lists the blocks that a block dominates right after it.
    pub fn preorder(&self, block: Block) -> Option<u32> {
        self.numbers.get(&block).map(|&number| self.tree.enter[number as usize])
    }

    /// For each of some reached blocks, the closest other one of them that dominates it. Takes the time of sorting them.
    pub fn closest_dominators(&self, blocks: impl IntoIterator<Item = Block>) -> FxHashMap<Block, Block> {
        let mut sorted: Vec<(u32, Block)> =
            blocks.into_iter().filter_map(|block| Some((self.preorder(block)?, block))).collect();
        sorted.sort_unstable();
        sorted.dedup();
        let mut closest = FxHashMap::default();
        let mut above: Vec<Block> = Vec::new();
        for (_, block) in sorted {
            while above.last().is_some_and(|&last| !self.dominates(last, block)) {
                above.pop();
            }
            closest.extend(above.last().map(|&last| (block, last)));
            above.push(block);
        }
        closest
    }

    /// The closest block other than itself that dominates `block`.
    pub fn immediate_dominator(&self, block: Block) -> Option<Block> {
        let number = *self.numbers.get(&block)?;
        (number != 0).then(|| self.blocks[self.tree.idom[number as usize] as usize])
    }

    /// The closest block that dominates both; `None` if the entry does not reach both.
    pub fn nearest_common_dominator(&self, a: Block, b: Block) -> Option<Block> {
        let (a, b) = (*self.numbers.get(&a)?, *self.numbers.get(&b)?);
        Some(self.blocks[intersect(&self.tree.idom, a, b) as usize])
    }
}

/// Immediate post-dominators of a region's blocks. Blocks in infinite loops are treated as if the farthest one had an
/// edge to the exit.
#[derive(Debug)]
pub struct PostDomTree {
    /// Numbers from 1 on; 0 represents the virtual exit.
    numbers: FxHashMap<Block, u32>,
    blocks: Vec<Block>,
    tree: Tree,
}

/// The first node of the post-order from a block over nodes that were not seen: where going on to the first successor
/// ends.
fn farthest(body: &Body, block: Block, seen: &FxHashSet<Block>) -> Block {
    let mut path = FxHashSet::from_iter([block]);
    let mut at = block;
    while let Some(next) =
        successors(body, at).into_iter().find(|to| !seen.contains(to) && !path.contains(to))
    {
        path.insert(next);
        at = next;
    }
    at
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
            let exit = farthest(body, block, &seen);
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

    /// Whether every path from `b` to an exit contains `a`.
    pub fn post_dominates(&self, a: Block, b: Block) -> bool {
        match (self.numbers.get(&a), self.numbers.get(&b)) {
            (Some(&a), Some(&b)) => self.tree.dominates(a, b),
            _ => a == b,
        }
    }

    /// The closest block that post-dominates both; `None` if that is only the outside.
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

/// Like [`intersect`]; `None` if no steps are left.
fn intersect_within(idom: &[u32], mut a: u32, mut b: u32, steps: &mut usize) -> Option<u32> {
    while a != b {
        if a < b {
            (a, b) = (b, a);
        }
        a = idom[a as usize];
        *steps = steps.checked_sub(1)?;
    }
    Some(a)
}

/// The nesting of a body's regions as intervals, so that a query takes constant time.
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

    /// Returns the first and the last number of a region; those of the regions inside are between them.
    pub fn span(&self, region: Region) -> (u32, u32) {
        self.spans[region.index()]
    }

    /// Whether `inner` is `outer` or is in it.
    pub fn contains(&self, outer: Region, inner: Region) -> bool {
        let (o, i) = (self.spans[outer.index()], self.spans[inner.index()]);
        o.0 <= i.0 && i.1 <= o.1
    }
}

/// The op that is in `region` and holds (or is) `op`, found by walking up; `None` if there is none.
pub fn ancestor_in(body: &Body, region: Region, mut op: Op) -> Option<Op> {
    loop {
        let at = body.region_of(body.block_of(op)?)?;
        if at == region {
            return Some(op);
        }
        op = body.region_parent(at)?;
    }
}

#[cfg(test)]
mod tests {
    use super::{Lists, iterate, lengauer_tarjan};

    /// The predecessors of the nodes of a graph that node 0 reaches, by their number in a reverse post-order.
    fn numbered(edges: &[Vec<u32>]) -> Lists {
        let (mut post, mut seen) = (Vec::new(), vec![false; edges.len()]);
        let mut stack = vec![(0u32, 0usize)];
        seen[0] = true;
        while let Some((node, at)) = stack.last_mut() {
            match edges[*node as usize].get(*at) {
                Some(&to) => {
                    *at += 1;
                    if !std::mem::replace(&mut seen[to as usize], true) {
                        stack.push((to, 0));
                    }
                }
                None => {
                    post.push(*node);
                    stack.pop();
                }
            }
        }
        post.reverse();
        let number = |node: u32| post.iter().position(|&other| other == node).map(|at| at as u32);
        let mut preds = Lists::with_capacity(post.len());
        for &node in &post {
            let from = (0..edges.len() as u32).filter(|&from| edges[from as usize].contains(&node));
            preds.push(from.filter_map(number));
        }
        preds
    }

    #[test]
    fn both_algorithms_find_the_same_dominators() {
        let mut state = 1u64;
        let mut random = |below: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % below
        };
        for _ in 0..2000 {
            let n = 1 + random(12);
            let edges: Vec<Vec<u32>> =
                (0..n).map(|_| (0..random(4)).map(|_| random(n) as u32).collect()).collect();
            let preds = numbered(&edges);
            if let Some(idom) = iterate(&preds) {
                assert_eq!(idom, lengauer_tarjan(&preds), "{edges:?}");
            }
        }
    }

    #[test]
    fn a_nest_of_loops_is_left_to_the_faster_algorithm() {
        // A chain of headers, then latches, each of which branches to its header or the next latch.
        let n = 2000u32;
        let header = |at: u32| vec![at + 1];
        let latch = |at: u32| vec![2 * n - 1 - at, at + 1];
        let edges: Vec<Vec<u32>> =
            (0..n).map(header).chain((n..2 * n - 1).map(latch)).chain([Vec::new()]).collect();
        let preds = numbered(&edges);
        assert!(iterate(&preds).is_none());
        let idom = lengauer_tarjan(&preds);
        assert!(idom.iter().enumerate().skip(1).all(|(node, &idom)| idom as usize + 1 == node));
    }
}
