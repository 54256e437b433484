//! Canonicalization of region branch ops: inputs that are always the same value, duplicate inputs, and unused
//! inputs.
//!
//! An operand of the op or of a region's terminator flows to inputs: block arguments of the regions and results
//! of the op.

use std::ops::Range;

use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use terrace_ir::interfaces::{RegionBranchOp, RegionPoint, terminator_operands};
use terrace_ir::{Block, Body, Op, OpRef, Region, Rewriter, Value, ValueDef};

/// An operand: its op and its number.
type OperandOf = (Op, usize);

/// An edge of region control flow: an operand, and the region input that receives it.
type Edge = (OperandOf, Value);

/// The region control flow of an op. Edges are in program order.
#[derive(Default)]
struct Flow {
    edges: SmallVec<[Edge; 8]>,
    /// The edges, those to one input next to each other, in order.
    by_input: SmallVec<[Edge; 8]>,
    /// Each input, by when something flows to it first, with the range of `by_input` that does.
    inputs: SmallVec<[(Value, Range<usize>); 4]>,
    /// The same, sorted by input.
    places: SmallVec<[(Value, u32); 4]>,
}

impl Flow {
    fn of(op: OpRef<'_>) -> Option<Self> {
        let branch = op.interface::<dyn RegionBranchOp>()?;
        let mut flow = Flow::default();
        for target in branch.successors(op, RegionPoint::Parent) {
            flow.edge(op, op, branch.entry_successor_operands(op, target), branch, target);
        }
        for (i, region) in op.regions().enumerate() {
            let targets = branch.successors(op, RegionPoint::Region(i));
            for last in region.blocks().filter_map(|block| block.last()) {
                for &target in &targets {
                    let Some(passed) = terminator_operands(last, target) else { break };
                    flow.edge(op, last, passed, branch, target);
                }
            }
        }
        flow.group();
        Some(flow)
    }

    fn edge(
        &mut self,
        op: OpRef<'_>,
        from: OpRef<'_>,
        passed: Range<usize>,
        branch: &dyn RegionBranchOp,
        target: RegionPoint,
    ) {
        if passed.is_empty() {
            return;
        }
        for (index, input) in passed.zip(branch.successor_inputs(op, target)) {
            self.edges.push(((from.id(), index), input.id()));
        }
    }

    /// Groups the edges by input.
    fn group(&mut self) {
        let mut order: SmallVec<[(Value, u32); 8]> =
            self.edges.iter().enumerate().map(|(at, &(_, input))| (input, at as u32)).collect();
        order.sort_unstable();
        let mut groups: SmallVec<[(u32, Value, Range<usize>); 4]> = SmallVec::new();
        for (place, &(input, at)) in order.iter().enumerate() {
            self.by_input.push(self.edges[at as usize]);
            match groups.last_mut() {
                Some((_, known, range)) if *known == input => range.end = place + 1,
                _ => groups.push((at, input, place..place + 1)),
            }
        }
        groups.sort_unstable_by_key(|&(first, ..)| first);
        self.inputs = groups.into_iter().map(|(_, input, range)| (input, range)).collect();
        self.places = self.inputs.iter().enumerate().map(|(at, &(input, _))| (input, at as u32)).collect();
        self.places.sort_unstable();
    }

    /// The number of an input, if the value is one.
    fn place(&self, input: Value) -> Option<usize> {
        let at = self.places.binary_search_by_key(&input, |&(known, _)| known).ok()?;
        Some(self.places[at].1 as usize)
    }

    /// The operands that flow to the inputs of a range.
    fn operands(&self, range: &Range<usize>) -> impl ExactSizeIterator<Item = OperandOf> + '_ {
        self.by_input[range.clone()].iter().map(|&(operand, _)| operand)
    }

    /// For each input the one value that it always is, traced back through other inputs; `None` if there are several or
    /// none. Inputs that flow to each other are found after Tarjan, "Depth-First Search and Linear Graph Algorithms" (1972).
    fn single_sources(&self, body: &Body) -> SmallVec<[Option<Value>; 4]> {
        let count = self.inputs.len();
        let mut found: SmallVec<[Sources; 4]> = smallvec![Sources::None; count];
        // Numbers from 1 on in the order of discovery; the largest is for what is finished.
        const DONE: u32 = u32::MAX;
        let mut numbers: SmallVec<[u32; 16]> = smallvec![0; count];
        let mut next = 0;
        let mut stack: SmallVec<[usize; 8]> = SmallVec::new();
        // Inputs on the way, the edge to go on with, and the least number that was reached.
        let mut path: SmallVec<[(usize, usize, u32); 8]> = SmallVec::new();
        for start in 0..count {
            if numbers[start] == 0 {
                path.push((start, self.inputs[start].1.start, 0));
            }
            while let Some((place, at, least)) = path.last_mut() {
                let place = *place;
                if numbers[place] == 0 {
                    next += 1;
                    (numbers[place], *least) = (next, next);
                    stack.push(place);
                }
                if *at < self.inputs[place].1.end {
                    let (op, index) = self.by_input[*at].0;
                    *at += 1;
                    let value = body.operand(op, index);
                    match self.place(value) {
                        None => found[place] = found[place].join(Sources::One(value)),
                        Some(other) if numbers[other] == 0 => {
                            path.push((other, self.inputs[other].1.start, 0));
                        }
                        Some(other) if numbers[other] == DONE => {
                            found[place] = found[place].join(found[other]);
                        }
                        Some(other) => *least = (*least).min(numbers[other]),
                    }
                    continue;
                }
                let least = *least;
                path.pop();
                if least == numbers[place] {
                    let members = stack
                        .iter()
                        .rposition(|&member| member == place)
                        .expect("a place that is visited is open");
                    let all = stack[members..].iter().fold(Sources::None, |all, &at| all.join(found[at]));
                    for member in stack.drain(members..) {
                        (numbers[member], found[member]) = (DONE, all);
                    }
                }
                if let Some((above, _, least_above)) = path.last_mut() {
                    match numbers[place] {
                        DONE => found[*above] = found[*above].join(found[place]),
                        _ => *least_above = (*least_above).min(least),
                    }
                }
            }
        }
        let single = |sources| match sources {
            Sources::One(value) => Some(value),
            Sources::None | Sources::Several => None,
        };
        found.into_iter().map(single).collect()
    }
}

/// The values that an input may be that are no inputs themselves.
#[derive(Clone, Copy)]
enum Sources {
    None,
    One(Value),
    Several,
}

impl Sources {
    fn join(self, other: Self) -> Self {
        match (self, other) {
            (Sources::None, other) => other,
            (one, Sources::None) => one,
            (Sources::One(a), Sources::One(b)) if a == b => self,
            _ => Sources::Several,
        }
    }
}

/// The values that can be inputs: the results, and the arguments of the blocks of the regions.
fn possible_inputs(body: &Body, op: Op) -> impl Iterator<Item = Value> + '_ {
    let blocks = body.regions(op).flat_map(|region| body.blocks_of(region));
    body.results(op).chain(blocks.flat_map(|block| body.args(block)))
}

/// The region that a value is defined in, not in one inside.
pub(crate) fn region_of(body: &Body, value: Value) -> Option<Region> {
    match body.value_def(value) {
        ValueDef::Result(op) => body.region_of(body.block_of(op)?),
        ValueDef::Argument(block) => body.region_of(block),
        ValueDef::Placeholder => None,
    }
}

fn block_of_argument(body: &Body, value: Value) -> Option<Block> {
    match body.value_def(value) {
        ValueDef::Argument(block) => Some(block),
        _ => None,
    }
}

/// Whether `source`, which flows to `input`, can be used in its place.
fn is_in_scope(body: &Body, op: Op, source: Value, input: Value) -> bool {
    let inside = region_of(body, source).and_then(|region| body.region_parent(region)) == Some(op);
    if !inside {
        return true;
    }
    let block = block_of_argument(body, input);
    block.is_some() && block == block_of_argument(body, source)
}

/// An input that is always the same value is replaced by it.
pub fn make_inputs_dead(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    if possible_inputs(rw.body(), op).all(|input| rw.body().first_use(input).is_none()) {
        return None;
    }
    let flow = Flow::of(rw.op(op))?;
    let mut changed = None;
    // What takes an input's place is what others that it flows to are as well.
    let sources = flow.single_sources(rw.body());
    for (&(input, _), source) in flow.inputs.iter().zip(sources) {
        if rw.body().first_use(input).is_none() {
            continue;
        }
        let Some(source) = source else { continue };
        if is_in_scope(rw.body(), op, source, input) {
            rw.replace_all_uses_with(input, source);
            changed = Some(());
        }
    }
    changed
}

/// Merges inputs of one block or op that receive the same values on every path.
pub fn merge_equal_inputs(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    // Only inputs beside each other can be merged.
    let body = rw.body();
    let few = |region: Region| body.blocks_of(region).all(|block| body.n_args(block) < 2);
    if body.results(op).len() < 2 && body.regions(op).all(few) {
        return None;
    }
    let mut flow = Flow::of(rw.op(op))?;
    // Sorted, so that of inputs that go together the same one is kept.
    flow.inputs.sort_by_key(|&(input, _)| rw.body().value_index(input));
    let mut first: FxHashMap<(Option<Block>, SmallVec<[(Op, Value); 4]>), Value> = FxHashMap::default();
    let mut changed = None;
    for (input, range) in &flow.inputs {
        let body = rw.body();
        let mut received: SmallVec<[(Op, Value); 4]> =
            flow.operands(range).map(|(op, index)| (op, body.operand(op, index))).collect();
        received.sort_unstable_by_key(|&(op, _)| op.as_u32());
        match first.entry((block_of_argument(body, *input), received)) {
            std::collections::hash_map::Entry::Vacant(entry) => {
                entry.insert(*input);
            }
            std::collections::hash_map::Entry::Occupied(entry) => {
                let kept = *entry.get();
                if rw.body().first_use(*input).is_some() {
                    rw.replace_all_uses_with(*input, kept);
                    changed = Some(());
                }
            }
        }
    }
    changed
}

/// Removes unused successor inputs and the operands forwarded to them, if all inputs that must be removed
/// together are unused.
pub fn remove_dead_inputs(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    if possible_inputs(rw.body(), op).all(|input| rw.body().first_use(input).is_some()) {
        return None;
    }
    let flow = Flow::of(rw.op(op))?;
    // Inputs that one operand flows to come and go together.
    let mut leaders: Vec<usize> = (0..flow.inputs.len()).collect();
    fn leader(leaders: &mut [usize], mut at: usize) -> usize {
        while leaders[at] != at {
            leaders[at] = leaders[leaders[at]];
            at = leaders[at];
        }
        at
    }
    let mut edges = flow.edges.clone();
    edges.sort_by_key(|&((op, index), _)| (op.as_u32(), index));
    for pair in edges.windows(2) {
        let ((from, a), (next, b)) = (pair[0], pair[1]);
        if from == next
            && let (Some(a), Some(b)) = (flow.place(a), flow.place(b))
        {
            let (a, b) = (leader(&mut leaders, a), leader(&mut leaders, b));
            leaders[b] = a;
        }
    }
    let mut dead = vec![true; flow.inputs.len()];
    for (place, (input, _)) in flow.inputs.iter().enumerate() {
        if rw.body().first_use(*input).is_some() {
            let leader = leader(&mut leaders, place);
            dead[leader] = false;
        }
    }
    let doomed: Vec<usize> =
        (0..flow.inputs.len()).filter(|&place| dead[leader(&mut leaders, place)]).collect();
    if doomed.is_empty() {
        return None;
    }
    let mut keep_results = vec![true; rw.body().results(op).len()];
    let mut args: Vec<(Block, usize)> = Vec::new();
    let mut operands: Vec<(Op, Vec<bool>)> = Vec::new();
    let mut owners: FxHashMap<Op, usize> = FxHashMap::default();
    for place in doomed {
        let (input, range) = &flow.inputs[place];
        let index = rw.body().value_index(*input) as usize;
        match block_of_argument(rw.body(), *input) {
            Some(block) => args.push((block, index)),
            None => keep_results[index] = false,
        }
        for (owner, index) in flow.operands(range) {
            let at = *owners.entry(owner).or_insert_with(|| {
                operands.push((owner, vec![true; rw.body().operands(owner).len()]));
                operands.len() - 1
            });
            operands[at].1[index] = false;
        }
    }
    for (owner, keep) in &operands {
        rw.keep_operands(*owner, keep);
    }
    args.sort_unstable_by_key(|&(block, index)| (block.as_u32(), std::cmp::Reverse(index)));
    for group in args.chunk_by(|a, b| a.0 == b.0) {
        let mut keep = vec![true; rw.body().n_args(group[0].0)];
        group.iter().for_each(|&(_, index)| keep[index] = false);
        rw.keep_args(group[0].0, &keep);
    }
    if !args.is_empty() {
        rw.notify_op_modified(op);
    }
    if keep_results.contains(&false) {
        rw.keep_results(op, &keep_results);
    }
    Some(())
}
