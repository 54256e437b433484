//! Canonicalization of whatever passes values among its regions: values that are always the same, values that
//! are passed twice, and values that nothing uses.
//!
//! An operand of the op or of a region's terminator flows to inputs: block arguments of the regions and results
//! of the op.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_ir::interfaces::{RegionBranchOp, RegionPoint, terminator_operands};
use terrace_ir::{Block, Body, Op, OpRef, Region, Rewriter, Value, ValueDef};

/// An operand: its op and its number.
type OperandOf = (Op, usize);

/// What flows where, in the order of the edges.
#[derive(Default)]
struct Flow {
    /// Each operand with the inputs that it flows to.
    operands: Vec<(OperandOf, Vec<Value>)>,
    places: FxHashMap<OperandOf, usize>,
    /// Each input with the operands that flow to it.
    inputs: Vec<(Value, Vec<OperandOf>)>,
    input_places: FxHashMap<Value, usize>,
}

impl Flow {
    fn of(op: OpRef<'_>) -> Option<Self> {
        let branch = op.interface::<dyn RegionBranchOp>()?;
        let mut flow = Flow::default();
        for target in branch.successors(op, RegionPoint::Parent) {
            flow.edge(op, op, branch.entry_operands(op, target), branch, target);
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
        Some(flow)
    }

    fn edge(
        &mut self,
        op: OpRef<'_>,
        from: OpRef<'_>,
        passed: std::ops::Range<usize>,
        branch: &dyn RegionBranchOp,
        target: RegionPoint,
    ) {
        for (index, input) in passed.zip(branch.successor_inputs(op, target)) {
            let (operand, input) = ((from.id(), index), input.id());
            let place = *self.places.entry(operand).or_insert_with(|| {
                self.operands.push((operand, Vec::new()));
                self.operands.len() - 1
            });
            self.operands[place].1.push(input);
            let place = *self.input_places.entry(input).or_insert_with(|| {
                self.inputs.push((input, Vec::new()));
                self.inputs.len() - 1
            });
            self.inputs[place].1.push(operand);
        }
    }

    /// The one value that an input always is, traced back through other inputs.
    fn single_source(&self, body: &Body, input: Value) -> Option<Value> {
        let mut found = None;
        let mut visited = FxHashSet::default();
        let mut pending = vec![input];
        while let Some(value) = pending.pop() {
            let Some(&place) = self.input_places.get(&value) else {
                if found.is_some_and(|found| found != value) {
                    return None;
                }
                found = Some(value);
                continue;
            };
            for &(op, index) in &self.inputs[place].1 {
                let operand = body.operand(op, index);
                if visited.insert(operand) {
                    pending.push(operand);
                }
            }
        }
        found
    }
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
    let flow = Flow::of(rw.op(op))?;
    let mut changed = None;
    for &(input, _) in &flow.inputs {
        if rw.body().first_use(input).is_none() {
            continue;
        }
        let Some(source) = flow.single_source(rw.body(), input) else { continue };
        if is_in_scope(rw.body(), op, source, input) {
            rw.replace_all_uses(input, source);
            changed = Some(());
        }
    }
    changed
}

/// Of inputs of one block or op that receive the same from everywhere, the first one is used.
pub fn merge_equal_inputs(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let mut flow = Flow::of(rw.op(op))?;
    // Sorted, so that of inputs that go together the same one is kept.
    flow.inputs.sort_by_key(|&(input, _)| rw.body().value_index(input));
    let mut first: FxHashMap<(Option<Block>, Vec<(Op, Value)>), Value> = FxHashMap::default();
    let mut changed = None;
    for (input, operands) in &flow.inputs {
        let body = rw.body();
        let mut received: Vec<(Op, Value)> =
            operands.iter().map(|&(op, index)| (op, body.operand(op, index))).collect();
        received.sort_unstable_by_key(|&(op, _)| op.as_u32());
        match first.entry((block_of_argument(body, *input), received)) {
            std::collections::hash_map::Entry::Vacant(entry) => {
                entry.insert(*input);
            }
            std::collections::hash_map::Entry::Occupied(entry) => {
                let kept = *entry.get();
                if rw.body().first_use(*input).is_some() {
                    rw.replace_all_uses(*input, kept);
                    changed = Some(());
                }
            }
        }
    }
    changed
}

/// Inputs that nothing uses go, with what flows to them, where all inputs go that have to go with them.
pub fn remove_dead_inputs(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
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
    for (_, inputs) in &flow.operands {
        let places: Vec<usize> = inputs.iter().map(|input| flow.input_places[input]).collect();
        for pair in places.windows(2) {
            let (a, b) = (leader(&mut leaders, pair[0]), leader(&mut leaders, pair[1]));
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
        let (input, from) = &flow.inputs[place];
        let index = rw.body().value_index(*input) as usize;
        match block_of_argument(rw.body(), *input) {
            Some(block) => args.push((block, index)),
            None => keep_results[index] = false,
        }
        for &(owner, index) in from {
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
    for &(block, index) in &args {
        rw.erase_arg(block, index);
    }
    if !args.is_empty() {
        rw.modified(op);
    }
    if keep_results.contains(&false) {
        rw.keep_results(op, &keep_results);
    }
    Some(())
}
