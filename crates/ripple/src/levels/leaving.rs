//! Exit blocks that belong to a loop although they are not repeated: those that are executed on leaving it.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_ir::dominance::PostDomTree;
use terrace_ir::{Block, Body, OpName};

use super::{meet, predecessors, targets};

/// The common post-dominator of blocks, computed over the tree of components.
pub(super) struct Meets {
    pub(super) tree: PostDomTree,
    /// The blocks that the tree knows; others only branch to one.
    pub(super) known: FxHashSet<Block>,
    /// The ops that do not count in a block that only branches.
    pub(super) passing: [OpName; 2],
}

impl Meets {
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
/// places meet again in one block, and what is executed on the way there is executed when they leave.
pub(super) fn exit_blocks(
    body: &Body,
    meets: &Meets,
    (later, cut): (&[Vec<Block>], &[Block]),
    members: &FxHashSet<Block>,
) -> Vec<Block> {
    let mut exits: Vec<Block> = Vec::new();
    let mut from: Vec<Block> = members.iter().copied().collect();
    from.sort();
    for block in from {
        for target in targets(body, block) {
            if !members.contains(&target) && !exits.contains(&target) {
                exits.push(target);
            }
        }
    }
    if exits.len() < 2 {
        return Vec::new();
    }
    let Some(meet) = meets.of(body, &exits) else { return Vec::new() };
    let back = WaysBack::of(body, later, cut);
    // Elements that go on in a loop around this one meet before that, and the others nowhere in it.
    let meet_back = back.meet(&exits, cut);
    let mut all = members.clone();
    let mut found = Vec::new();
    for (at, component) in later.iter().enumerate() {
        if component.contains(&meet) {
            break;
        }
        let is_passed = back.leads_back(at) && meet_back.is_none_or(|meet| at >= meet);
        if is_passed || meet_back.is_some() && leaves_level(body, component, later, cut) {
            continue;
        }
        let mut entered = false;
        let only_from_inside = component.iter().all(|&block| {
            predecessors(body, block).into_iter().all(|(op, _)| {
                let from = body.block_of(op);
                entered |= from.is_some_and(|from| all.contains(&from));
                from.is_some_and(|from| all.contains(&from) || component.contains(&from))
            })
        });
        if only_from_inside && entered {
            all.extend(component.iter().copied());
            found.extend(component.iter().copied());
        }
    }
    found
}

/// Whether a component is a block that only branches to one outside of the level.
fn leaves_level(body: &Body, component: &[Block], later: &[Vec<Block>], cut: &[Block]) -> bool {
    let &[block] = component else { return false };
    let &[target] = &targets(body, block)[..] else { return false };
    body.ops_of(block).count() == 1
        && !cut.contains(&target)
        && !later.iter().any(|component| component.contains(&target))
}

/// The paths through the components of a level to the back edge of the surrounding loop.
struct WaysBack {
    number: FxHashMap<Block, usize>,
    /// For each component that leads there the next one through which all its ways there go; the number of components
    /// stands for the end.
    next: Vec<Option<usize>>,
}

impl WaysBack {
    fn of(body: &Body, later: &[Vec<Block>], cut: &[Block]) -> Self {
        let end = later.len();
        let number: FxHashMap<Block, usize> = later
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
            for target in later[at].iter().flat_map(|&block| targets(body, block)) {
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
