//! The blocks of a function by loops, in an order in which control flows forward, and the regions that block-shaped
//! branches divide.
//!
//! A loop is a strongly connected set of blocks; without the edges to the blocks through which it is entered, smaller
//! loops are left in it. That takes in control flow that is not reducible: such a loop has several entries. In normal
//! form each entry has one latch, a block that only branches back to it, and all edges out of a loop to one block go
//! through a landing, a block that only branches there. Latches and landings belong to the loop, so that among the
//! nodes of a level control only flows forward, and ends in latches, landings and returns. What is executed between
//! different exits and the block in which they meet belongs to the loop.
//!
//! A region is divided if a branch in it is divergent: from the branch to its nearest common post-dominator,
//! blocks are laid out one after the other under masks. Without a common post-dominator in the loop, lanes leave it
//! in different iterations, and the whole loop is executed under masks.

mod leaving;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use terrace_dialects_llvm::ops::{BrOp, LandingpadOp, ReturnOp};
use terrace_ir::{Block, Body, Context, Loc, OpKind, OpName, Region, Rewriter, Type, Value};
use terrace_support::graph;

use self::leaving::{Meets, Places, exit_blocks};
use crate::dialect::ExpressionOp;
use crate::faults::{Fault, is_planted};
use crate::unwinding::separate_landing_pads;

/// The least free stack, in bytes, before more is allocated: levels are as deep as loops nest.
pub(crate) const RED_ZONE: usize = 256 << 10;
/// The size of a new stack segment, in bytes.
pub(crate) const SEGMENT: usize = 2 << 20;

/// Blocks and loops in an order in which control flows forward.
#[derive(Debug, Default)]
pub struct Level {
    /// The nodes.
    pub nodes: Vec<Node>,
    /// The successors of each node.
    pub successors: Vec<Vec<usize>>,
    /// The numbers of the nodes in which control enters.
    pub entries: Vec<usize>,
    /// The regions that are laid out one block after the other.
    pub regions: Vec<DividedRegion>,
    /// The nodes of blocks; in a loop, of those alone at which it is entered or left.
    pub node_of: FxHashMap<Block, usize>,
    /// The immediate dominator of each node.
    pub before: Vec<Option<usize>>,
    /// The immediate post-dominator of each node.
    pub after: Vec<Option<usize>>,
}

/// A block or a loop.
#[derive(Debug)]
pub enum Node {
    /// A block.
    Block(Block),
    /// A loop.
    Loop(Box<Loop>),
}

/// A loop.
#[derive(Debug)]
pub struct Loop {
    /// The entries: blocks with a predecessor outside of the loop.
    pub entries: Vec<Block>,
    /// The latch of each entry; `None` if no block branches back to it.
    pub latches: Vec<Option<Block>>,
    /// The landings, each with its successor outside of the loop.
    pub landings: Vec<(Block, Block)>,
    /// The body.
    pub level: Level,
    /// Whether lanes leave it in different iterations.
    pub is_divergent: bool,
}

impl Loop {
    /// All blocks of the loop, including those of nested loops.
    pub fn blocks(&self) -> FxHashSet<Block> {
        let (mut blocks, mut pending) = (FxHashSet::default(), vec![&self.level]);
        while let Some(level) = pending.pop() {
            for node in &level.nodes {
                match node {
                    Node::Block(block) => {
                        blocks.insert(*block);
                    }
                    Node::Loop(inner) => pending.push(&inner.level),
                }
            }
        }
        blocks
    }
}

/// Nodes that are laid out one after the other.
#[derive(Clone, Debug)]
pub struct DividedRegion {
    /// The node with the divergent branch; all lanes execute it.
    pub head: usize,
    /// The other nodes, in order.
    pub nodes: Vec<usize>,
    /// The post-dominator in which all paths join; `None` if this level has none.
    pub join: Option<usize>,
}

fn targets(body: &Body, block: Block) -> SmallVec<[Block; 2]> {
    body.last_op(block).into_iter().flat_map(|op| body.successors(op)).collect()
}

/// The strongly connected components of some blocks (Tarjan), in topological order. Edges to `cut` are left out.
fn components(body: &Body, blocks: &[Block], cut: &[Block], places: &mut Places) -> Vec<Vec<Block>> {
    places.fill(blocks);
    let place = |block: Block| places.of(blocks, block);
    // The first successor is visited last, which places it first.
    let next = |at: usize| {
        let all = targets(body, blocks[at]).into_iter().rev();
        all.filter(|target| !cut.contains(target)).filter_map(place)
    };
    // From the entries of a loop on, so that the order is that of the source.
    let roots = cut.iter().filter_map(|&block| place(block)).chain(0..blocks.len());
    let mut found: Vec<Vec<Block>> = Vec::new();
    graph::components(roots, next, |members| {
        found.push(members.iter().rev().map(|&member| blocks[member]).collect());
    });
    found.reverse();
    found
}

fn is_loop(body: &Body, component: &[Block], cut: &[Block]) -> bool {
    component.len() > 1 || targets(body, component[0]).contains(&component[0]) && !cut.contains(&component[0])
}

/// The incoming edges of a block: branches, each with the number of the successor.
pub(crate) fn predecessors(body: &Body, block: Block) -> Vec<(terrace_ir::Op, usize)> {
    let mut edges: Vec<(terrace_ir::Op, usize)> =
        body.preds(block).map(|used| (body.use_owner(used), body.successor_index(used))).collect();
    edges.sort();
    edges
}

/// Whether a block only branches to another one; marks of what expressions choose and landing pads do not count.
fn only_branches(body: &Body, block: Block, passing: [OpName; 2]) -> bool {
    let last = body.last_op(block);
    targets(body, block).len() == 1
        && body.ops_of(block).all(|op| Some(op) == last || passing.contains(&body.name(op)))
}

/// Whether what meets in the arguments of a block is used by its terminator alone, so that it is the value after a loop
/// of no variable.
fn passes_arguments_on(rw: &Rewriter<'_>, block: Block) -> bool {
    let last = rw.body().last_op(block);
    let mut uses = rw.body().args(block).flat_map(|arg| rw.value(arg).uses().map(|(user, _)| user.id()));
    uses.all(|user| Some(user) == last) || is_planted(Fault::MeetsInLoops)
}

/// The ops that do not count in a block that only branches.
fn passing_ops(cx: &Context) -> [OpName; 2] {
    [cx.op_name(ExpressionOp::DEF.name), cx.op_name(LandingpadOp::DEF.name)]
}

/// Brings the region of a function into normal form.
pub fn normalize(rw: &mut Rewriter<'_>, region: Region) {
    separate_landing_pads(rw);
    unify_returns(rw, region);
    let blocks: Vec<Block> = rw.body().blocks_of(region).collect();
    let Some(&entry) = blocks.first() else { return };
    if rw.body().preds(entry).next().is_some() {
        return;
    }
    let mut meets = Meets::new(rw.body(), region, passing_ops(rw.cx()));
    normalize_level(rw, &mut meets, &blocks, &[]);
}

fn unify_returns(rw: &mut Rewriter<'_>, region: Region) {
    let returns: Vec<_> = rw
        .body()
        .blocks_of(region)
        .filter_map(|block| rw.body().last_op(block))
        .filter(|&op| rw.op(op).isa::<ReturnOp>())
        .collect();
    if returns.len() < 2 {
        return;
    }
    let loc = rw.body().loc(returns[0]);
    let args: Vec<(Type, Loc)> = rw.op(returns[0]).operand_types().into_iter().map(|ty| (ty, loc)).collect();
    let exit = rw.create_block(region, &args);
    let values: Vec<Value> = rw.body().args(exit).collect();
    rw.set_insertion_point_to_end(exit);
    rw.build(ReturnOp::of().arg(values.first().copied()).loc(loc));
    for op in returns {
        let (values, loc): (Vec<Value>, Loc) = (rw.body().operands(op).collect(), rw.body().loc(op));
        rw.set_insertion_point_before(op);
        rw.build(BrOp::of(&values).loc(loc).dest(exit));
        rw.erase_op(op);
    }
}

fn normalize_level(rw: &mut Rewriter<'_>, meets: &mut Meets, blocks: &[Block], cut: &[Block]) {
    let mut all = components(rw.body(), blocks, cut, &mut meets.places);
    let (mut taken, mut ways) = (FxHashSet::default(), None);
    for at in 0..all.len() {
        if taken.contains(&all[at][0]) || !is_loop(rw.body(), &all[at], cut) {
            continue;
        }
        let mut members = std::mem::take(&mut all[at]);
        meets.places.fill(&members);
        let entries = entries_of(rw.body(), &members, &meets.places);
        let more = exit_blocks(rw.body(), meets, (&all, at, cut), &mut ways, &members);
        taken.extend(more.iter().copied());
        members.extend(more);
        meets.places.fill(&members);
        let is_member = |block| meets.places.of(&members, block).is_some();
        let mut added = Vec::new();
        for &entry in &entries {
            let back = edges_into(rw.body(), entry, is_member);
            let is_latch = back.len() == 1
                && rw.body().block_of(back[0].0).is_some_and(|from| targets(rw.body(), from).len() == 1);
            if !back.is_empty() && !is_latch {
                added.push(merge_edges(rw, entry, &back));
            }
        }
        let mut outside: Vec<Block> = Vec::new();
        for target in members.iter().flat_map(|&block| targets(rw.body(), block)) {
            if !is_member(target) && !added.contains(&target) && !outside.contains(&target) {
                outside.push(target);
            }
        }
        for target in outside {
            let all_inside = edges_into(rw.body(), target, |from| !is_member(from)).is_empty();
            if all_inside
                && only_branches(rw.body(), target, meets.passing)
                && passes_arguments_on(rw, target)
            {
                added.push(target);
                continue;
            }
            let exits = edges_into(rw.body(), target, is_member);
            added.push(merge_edges(rw, target, &exits));
        }
        members.extend(added);
        stacker::maybe_grow(RED_ZONE, SEGMENT, || normalize_level(rw, meets, &members, &entries));
    }
}

fn entries_of(body: &Body, members: &[Block], places: &Places) -> Vec<Block> {
    let is_member = |block: Option<Block>| block.is_some_and(|block| places.of(members, block).is_some());
    let is_entry =
        |&block: &Block| body.preds(block).any(|used| !is_member(body.block_of(body.use_owner(used))));
    let mut entries: Vec<Block> = members.iter().copied().filter(is_entry).collect();
    entries.sort();
    entries
}

fn edges_into(body: &Body, block: Block, wanted: impl Fn(Block) -> bool) -> Vec<(terrace_ir::Op, usize)> {
    predecessors(body, block).into_iter().filter(|&(op, _)| body.block_of(op).is_some_and(&wanted)).collect()
}

/// Splits edges to a block: they are redirected to a new block that branches to it.
fn merge_edges(rw: &mut Rewriter<'_>, target: Block, edges: &[(terrace_ir::Op, usize)]) -> Block {
    let args: Vec<(Type, Loc)> = (0..rw.body().n_args(target))
        .map(|at| (rw.body().value_type(rw.body().arg(target, at)), rw.body().arg_loc(target, at)))
        .collect();
    let merged = rw.create_block_before(target, &args);
    let loc = rw.body().loc(edges[0].0);
    let mut values: Vec<Value> = rw.body().args(merged).collect();
    rw.set_insertion_point_to_end(merged);
    // The selection of an expression is decided here, too.
    for (place, value) in values.iter_mut().enumerate() {
        let arg = rw.value(rw.body().arg(target, place));
        let is_marked = arg.uses().any(|(user, _)| user.isa::<ExpressionOp>());
        if is_marked {
            let (ty, loc) = (arg.ty(), rw.body().arg_loc(target, place));
            *value = rw.build_value(ExpressionOp::of(*value).loc(loc).result(ty));
        }
    }
    let branch = rw.build(BrOp::of(&values).loc(loc).dest(target));
    for &(op, index) in edges {
        rw.set_successor(op, index, merged);
    }
    // The loop's annotations stay on the branch of its latch.
    if let [(single, _)] = edges
        && let Some(annotation) = rw.op(*single).inherent_attr("loop_annotation")
    {
        rw.set_attr(branch, "loop_annotation", annotation);
    }
    merged
}

/// Orders the blocks of a function that is in normal form; `None` if control goes back to the first block.
pub fn levels(cx: &Context, body: &Body, region: Region) -> Option<Level> {
    let blocks: Vec<Block> = body.blocks_of(region).collect();
    let &entry = blocks.first()?;
    if body.preds(entry).next().is_some() {
        return None;
    }
    let mut meets = Meets::new(body, region, passing_ops(cx));
    Some(level_of(body, &mut meets, &blocks, &[], &[entry]))
}

fn level_of(body: &Body, meets: &mut Meets, blocks: &[Block], cut: &[Block], entries: &[Block]) -> Level {
    let mut level = Level::default();
    let (mut taken, mut ways) = (FxHashSet::default(), None);
    let mut all = components(body, blocks, cut, &mut meets.places);
    for place in 0..all.len() {
        if taken.contains(&all[place][0]) {
            continue;
        }
        let at = level.nodes.len();
        if !is_loop(body, &all[place], cut) {
            level.node_of.insert(all[place][0], at);
            level.nodes.push(Node::Block(all[place][0]));
            continue;
        }
        let mut members = std::mem::take(&mut all[place]);
        meets.places.fill(&members);
        let entries = entries_of(body, &members, &meets.places);
        let latch = |&entry: &Block| {
            let back = edges_into(body, entry, |from| meets.places.of(&members, from).is_some());
            back.first().and_then(|edge| body.block_of(edge.0))
        };
        let latches = entries.iter().map(latch).collect();
        let repeated = members.len();
        members.extend(exit_blocks(body, meets, (&all, place, cut), &mut ways, &members));
        meets.places.fill(&members);
        // The blocks with a successor outside of the loop are its landings.
        let is_inside = |block| meets.places.of(&members, block).is_some();
        let is_landing = |block: Block| {
            only_branches(body, block, meets.passing)
                && edges_into(body, block, |from| !is_inside(from)).is_empty()
        };
        let stays = |&block: &Block| {
            let target = targets(body, block).first().copied().filter(|&target| !is_inside(target));
            target.is_none_or(|target| !only_branches(body, block, meets.passing) || is_landing(target))
        };
        let more: Vec<Block> = members[repeated..].iter().copied().filter(stays).collect();
        members.truncate(repeated);
        members.extend(more);
        meets.places.fill(&members);
        let mut landings = Vec::new();
        for target in members.iter().flat_map(|&block| targets(body, block)) {
            let is_known = || landings.iter().any(|&(landing, _)| landing == target);
            if meets.places.of(&members, target).is_none() && !is_known() {
                landings.extend(targets(body, target).first().map(|&to| (target, to)));
            }
        }
        members.extend(landings.iter().map(|&(landing, _)| landing));
        taken.extend(members[repeated..].iter().copied());
        level.node_of.extend(entries.iter().chain(&members[repeated..]).map(|&block| (block, at)));
        let inside =
            stacker::maybe_grow(RED_ZONE, SEGMENT, || level_of(body, meets, &members, &entries, &entries));
        level.nodes.push(Node::Loop(Box::new(Loop {
            entries,
            latches,
            landings,
            level: inside,
            is_divergent: false,
        })));
    }
    level.entries = entries.iter().map(|entry| level.node_of[entry]).collect();
    level.successors = (0..level.nodes.len()).map(|at| successors_of(body, &level, at, cut)).collect();
    level
}

fn successors_of(body: &Body, level: &Level, at: usize, cut: &[Block]) -> Vec<usize> {
    let all: SmallVec<[Block; 2]> = match &level.nodes[at] {
        Node::Block(block) => targets(body, *block),
        Node::Loop(inner) => inner.landings.iter().map(|&(_, target)| target).collect(),
    };
    let mut seen: FxHashSet<usize> = FxHashSet::default();
    let mut found: Vec<usize> = Vec::new();
    for target in all {
        if cut.contains(&target) {
            continue;
        }
        if let Some(&node) = level.node_of.get(&target)
            && node != at
            && seen.insert(node)
        {
            found.push(node);
        }
    }
    found
}

/// Properties of blocks that decide how a level is divided into regions.
#[derive(Debug, Default)]
pub struct BlockFacts {
    /// The blocks whose branch is divergent.
    pub divides: FxHashSet<Block>,
    /// The blocks that end without returning, such as in `unreachable`.
    pub dead_ends: FxHashSet<Block>,
}

impl Level {
    /// Finds the regions that branches divide, in this level and those below.
    pub fn divide(&mut self, body: &Body, facts: &BlockFacts) {
        for node in &mut self.nodes {
            if let Node::Loop(inner) = node {
                stacker::maybe_grow(RED_ZONE, SEGMENT, || inner.level.divide(body, facts));
                inner.is_divergent =
                    inner.entries.len() > 1 || inner.level.regions.iter().any(|region| region.join.is_none());
            }
        }
        let after = self.post_dominators(body, facts);
        let before = self.dominators();
        let preds = self.predecessors();
        let mut regions: Vec<DividedRegion> = Vec::new();
        // Whether a node is in one of the regions.
        let mut covered = vec![false; self.nodes.len()];
        for at in 0..self.nodes.len() {
            let is_divided = match &self.nodes[at] {
                Node::Block(block) => facts.divides.contains(block),
                Node::Loop(inner) => inner.is_divergent && inner.landings.len() > 1,
            };
            if !is_divided || covered[at] {
                continue;
            }
            let region = self.enclose(at, &before, &after, &preds);
            let all =
                || region.nodes.iter().copied().chain((region.head < covered.len()).then_some(region.head));
            if all().any(|node| covered[node]) {
                let inside: FxHashSet<usize> = all().collect();
                regions.retain(|old| !inside.contains(&old.head));
            }
            let nodes: Vec<usize> = all().collect();
            nodes.into_iter().for_each(|node| covered[node] = true);
            regions.push(region);
        }
        regions.sort_by_key(|region| region.head);
        self.regions = regions;
        (self.before, self.after) = (before, after);
    }

    /// The immediate post-dominator of each node; the number of nodes denotes the exit.
    fn post_dominators(&self, body: &Body, facts: &BlockFacts) -> Vec<Option<usize>> {
        let end = self.nodes.len();
        let mut next: Vec<Option<usize>> = vec![None; end];
        for at in (0..end).rev() {
            if self.is_dead_end(facts, at) {
                continue;
            }
            let leaves = self.leaves(body, at);
            let mut all = leaves.then_some(end);
            for &successor in &self.successors[at] {
                if !leaves && next[successor].is_none() && self.is_dead_end(facts, successor) {
                    continue;
                }
                all = Some(match all {
                    None => successor,
                    Some(other) => meet(
                        other,
                        successor,
                        |node| next.get(node).copied().flatten().unwrap_or(end),
                        |a, b| a < b,
                    ),
                });
            }
            next[at] = Some(all.unwrap_or(end));
        }
        next
    }

    fn is_dead_end(&self, facts: &BlockFacts, at: usize) -> bool {
        matches!(&self.nodes[at], Node::Block(block) if facts.dead_ends.contains(block))
    }

    /// Whether a way out of the level begins at a node.
    fn leaves(&self, body: &Body, at: usize) -> bool {
        match &self.nodes[at] {
            Node::Block(block) => {
                let all = targets(body, *block);
                all.is_empty()
                    || all.iter().any(|target| {
                        self.node_of.get(target).is_none_or(|&node| !self.successors[at].contains(&node))
                    })
            }
            Node::Loop(inner) => {
                inner.landings.is_empty()
                    || inner.landings.iter().any(|(_, target)| !self.node_of.contains_key(target))
            }
        }
    }

    /// The predecessors of each node.
    fn predecessors(&self) -> Vec<Vec<usize>> {
        let mut preds: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        for (at, successors) in self.successors.iter().enumerate() {
            successors.iter().for_each(|&successor| preds[successor].push(at));
        }
        preds
    }

    /// The immediate dominator of each node; `None` for an entry.
    fn dominators(&self) -> Vec<Option<usize>> {
        let count = self.nodes.len();
        let root = count;
        let mut above: Vec<Option<usize>> = vec![None; count];
        let preds = self.predecessors();
        for at in 0..count {
            if self.entries.contains(&at) {
                continue;
            }
            let mut all: Option<usize> = None;
            for &pred in &preds[at] {
                all = Some(match all {
                    None => pred,
                    Some(other) => {
                        let depth = |node: usize| if node == root { -1 } else { node as i64 };
                        meet(
                            other,
                            pred,
                            |node| above.get(node).copied().flatten().unwrap_or(root),
                            |a, b| depth(a) > depth(b),
                        )
                    }
                });
            }
            above[at] = all.filter(|&node| node != root);
        }
        above
    }

    /// The smallest single-entry region around a node.
    fn enclose(
        &self,
        at: usize,
        before: &[Option<usize>],
        after: &[Option<usize>],
        preds: &[Vec<usize>],
    ) -> DividedRegion {
        let end = self.nodes.len();
        let (mut head, mut join) = (at, after[at].unwrap_or(end));
        loop {
            let mut inside: FxHashSet<usize> = FxHashSet::default();
            let mut pending = vec![head];
            while let Some(node) = pending.pop() {
                if node == join || !inside.insert(node) {
                    continue;
                }
                pending.extend(self.successors[node].iter().copied());
            }
            // Lanes cannot reconverge in a loop with several entries.
            if let Some(Node::Loop(inner)) = self.nodes.get(join)
                && inner.entries.len() > 1
            {
                join = after[join].unwrap_or(end);
                continue;
            }
            let mut nodes: Vec<usize> = inside.iter().copied().collect();
            nodes.sort_unstable();
            let (old_head, old_join) = (head, join);
            for &node in &nodes {
                let next = |node: usize| after.get(node).copied().flatten().unwrap_or(end);
                join = meet(join, after[node].unwrap_or(join), next, |a, b| a < b);
                if node == old_head {
                    continue;
                }
                for &pred in preds[node].iter().filter(|pred| !inside.contains(pred)) {
                    let depth = |node: usize| if node == end { -1 } else { node as i64 };
                    let next = |node: usize| before.get(node).copied().flatten().unwrap_or(end);
                    head = meet(head, pred, next, |a, b| depth(a) > depth(b));
                    if head == end {
                        // The region has several entries: all of its nodes are laid out.
                        return DividedRegion { head: end, nodes: (0..end).collect(), join: None };
                    }
                }
            }
            if (head, join) == (old_head, old_join) {
                nodes.retain(|&node| node != head);
                return DividedRegion { head, nodes, join: (join != end).then_some(join) };
            }
        }
    }
}

/// The nearest common ancestor of two nodes; `further` returns true if the first of two has to advance.
fn meet(
    mut a: usize,
    mut b: usize,
    next: impl Fn(usize) -> usize,
    further: impl Fn(usize, usize) -> bool,
) -> usize {
    while a != b {
        if further(a, b) {
            a = next(a);
        } else {
            b = next(b);
        }
    }
    a
}
