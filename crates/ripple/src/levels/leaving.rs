//! Exit blocks that belong to a loop although they are not repeated: those that are executed on leaving it.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_ir::dominance::PostDomTree;
use terrace_ir::{Block, Body, OpName, Region};
use terrace_support::entity::Entity;

use super::{meet, predecessors, targets};

/// The places of blocks in a list. What other lists have left here does not count.
#[derive(Default)]
pub(super) struct Places(Vec<u32>);

impl Places {
    /// Notes the places of blocks in a list.
    pub(super) fn fill(&mut self, blocks: &[Block]) {
        for (place, block) in blocks.iter().enumerate() {
            if self.0.len() <= block.index() {
                self.0.resize(block.index() + 1, 0);
            }
            self.0[block.index()] = place as u32;
        }
    }

    /// Returns the place of a block in the list that was noted last; `None` if it is not in it.
    #[inline]
    pub(super) fn of(&self, blocks: &[Block], block: Block) -> Option<usize> {
        let place = *self.0.get(block.index())? as usize;
        (blocks.get(place) == Some(&block)).then_some(place)
    }
}

/// The common post-dominator of blocks, computed over the tree of components.
pub(super) struct Meets {
    tree: PostDomTree,
    /// The blocks that the tree knows; others only branch to one.
    known: FxHashSet<Block>,
    /// The ops that do not count in a block that only branches.
    pub(super) passing: [OpName; 2],
    /// The places of the blocks that are worked on.
    pub(super) places: Places,
}

impl Meets {
    pub(super) fn new(body: &Body, region: Region, passing: [OpName; 2]) -> Self {
        let known = body.blocks_of(region).collect();
        Self { tree: PostDomTree::new(body, region), known, passing, places: Places::default() }
    }

    /// The nearest common post-dominator of some blocks.
    fn of(&self, body: &Body, blocks: &[Block]) -> Option<Block> {
        let resolved = |mut block: Block| {
            while !self.known.contains(&block) {
                block = *targets(body, block).first()?;
            }
            Some(block)
        };
        let mut all = blocks.iter().map(|&block| resolved(block));
        let first = all.next()??;
        all.try_fold(first, |meet, block| self.tree.nearest_common_post_dominator(meet, block?))
    }
}

/// The blocks out of which a loop is left and which belong to it all the same: elements that leave a loop at different
/// places meet again in one block, and what is executed on the way there is executed when they leave. The loop is one of
/// the components of a level; its members are those whose places are noted.
pub(super) fn exit_blocks(
    body: &Body,
    meets: &Meets,
    (components, own, cut): (&[Vec<Block>], usize, &[Block]),
    ways: &mut Option<WaysBack>,
    members: &[Block],
) -> Vec<Block> {
    let is_member = |block: Block| meets.places.of(members, block).is_some();
    let from = |&block: &Block| targets(body, block).into_iter().map(move |target| (block, target));
    let mut left: Vec<(Block, Block)> =
        members.iter().flat_map(from).filter(|&(_, target)| !is_member(target)).collect();
    left.sort_by_key(|&(block, _)| block);
    let mut exits: Vec<Block> = Vec::new();
    for (_, target) in left {
        if !exits.contains(&target) {
            exits.push(target);
        }
    }
    if exits.len() < 2 {
        return Vec::new();
    }
    let Some(meet) = meets.of(body, &exits) else { return Vec::new() };
    let ways = ways.get_or_insert_with(|| WaysBack::of(body, components, cut));
    // Elements that go on in a loop around this one meet before that, and the others nowhere in it.
    let meet_back = ways.meet(&exits, cut);
    let (mut found, mut found_blocks) = (Vec::new(), FxHashSet::default());
    for (at, component) in components.iter().enumerate().skip(own + 1) {
        if component.contains(&meet) {
            break;
        }
        let is_passed = ways.leads_back(at) && meet_back.is_none_or(|meet| at >= meet);
        if is_passed || meet_back.is_some() && ways.leaves_level(body, component, own, cut) {
            continue;
        }
        let mut entered = false;
        let only_from_inside = component.iter().all(|&block| {
            predecessors(body, block).into_iter().all(|(op, _)| {
                let from = body.block_of(op);
                let is_inside = from.is_some_and(|from| is_member(from) || found_blocks.contains(&from));
                entered |= is_inside;
                is_inside || from.is_some_and(|from| component.contains(&from))
            })
        });
        if only_from_inside && entered {
            found_blocks.extend(component.iter().copied());
            found.extend(component.iter().copied());
        }
    }
    found
}

/// The paths through the components of a level to the back edge of the surrounding loop.
pub(super) struct WaysBack {
    number: FxHashMap<Block, usize>,
    /// For each component that leads there the next one through which all its ways there go; the number of components
    /// stands for the end.
    next: Vec<Option<usize>>,
}

impl WaysBack {
    fn of(body: &Body, components: &[Vec<Block>], cut: &[Block]) -> Self {
        let end = components.len();
        let number: FxHashMap<Block, usize> = components
            .iter()
            .enumerate()
            .flat_map(|(at, part)| part.iter().map(move |&block| (block, at)))
            .collect();
        let mut next: Vec<Option<usize>> = vec![None; end];
        if cut.is_empty() {
            return Self { number, next };
        }
        for at in (0..end).rev() {
            let mut all: Option<usize> = None;
            for target in components[at].iter().flat_map(|&block| targets(body, block)) {
                let to = match number.get(&target) {
                    _ if cut.contains(&target) => end,
                    Some(&to) if to > at && next[to].is_some() => to,
                    _ => continue,
                };
                all = Some(all.map_or(to, |other| Self::join(&next, other, to)));
            }
            next[at] = all;
        }
        Self { number, next }
    }

    /// Whether a component is a block that only branches to one outside of the level.
    fn leaves_level(&self, body: &Body, component: &[Block], own: usize, cut: &[Block]) -> bool {
        let &[block] = component else { return false };
        let &[target] = &targets(body, block)[..] else { return false };
        body.ops_of(block).count() == 1
            && !cut.contains(&target)
            && self.number.get(&target).is_none_or(|&at| at <= own)
    }

    fn join(next: &[Option<usize>], a: usize, b: usize) -> usize {
        let end = next.len();
        meet(a, b, |node| next.get(node).copied().flatten().unwrap_or(end), |a, b| a < b)
    }

    fn leads_back(&self, component: usize) -> bool {
        self.next[component].is_some()
    }

    /// The component in which the ways back from some blocks meet; `None` if none of them leads back.
    fn meet(&self, from: &[Block], cut: &[Block]) -> Option<usize> {
        let end = self.next.len();
        let starts = from.iter().filter_map(|block| match self.number.get(block) {
            _ if cut.contains(block) => Some(end),
            Some(&at) => self.leads_back(at).then_some(at),
            None => None,
        });
        starts.reduce(|a, b| Self::join(&self.next, a, b))
    }
}
