//! Results of replaced ops that must be kept for other blocks.
//!
//! Upstream does not know that such results are live in other blocks, and frees them before. This has no
//! effect if they are only forwarded, and not accessed there; nor if each path to a block that needs one also
//! passes it as an argument, which retains it. In these cases the output is upstream's; otherwise the results
//! are kept.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_core::arith::SelectOp;
use terrace_ir::effects::{Effects, own_effects};
use terrace_ir::interfaces::{BranchOp, CallLike, RegionBranchOp};
use terrace_ir::{Block, Body, Op, OpRef, Rewriter, Value, ValueRef};

use crate::blocks::defining_block;
use crate::flow::{is_buffer, is_region_terminator, nested_ops, region_edges, view};

/// A use of a buffer: its block, the buffer, and the value that it is forwarded to; `None` if it is accessed
/// or escapes.
type Seen = (Block, Value, Option<Value>);

/// The values that each buffer is passed on as.
type Handed = FxHashMap<Value, Vec<Value>>;

/// The buffers of a body, results of ops with regions and of calls, that have to be kept for other blocks.
pub(super) fn kept_for_others(rw: &Rewriter<'_>) -> FxHashSet<Value> {
    let body = rw.body();
    let mut uses: Vec<Seen> = Vec::new();
    let mut edges: FxHashMap<Op, Handed> = FxHashMap::default();
    for op in nested_ops(body.top_regions().iter().map(|&region| rw.region(region))) {
        add_uses(op, &mut edges, &mut uses);
    }
    let mut sources: FxHashMap<Value, Vec<Value>> = FxHashMap::default();
    let mut pending: Vec<Value> = Vec::new();
    for &(_, from, to) in &uses {
        match to {
            Some(to) => sources.entry(to).or_default().push(from),
            None => pending.push(from),
        }
    }
    let mut looked_at: FxHashSet<Value> = FxHashSet::default();
    while let Some(value) = pending.pop() {
        if looked_at.insert(value) {
            pending.extend(sources.get(&value).into_iter().flatten());
        }
    }
    let matters = |to: Option<Value>| to.is_none_or(|to| looked_at.contains(&to));
    let mut places: FxHashMap<Value, Vec<Block>> = FxHashMap::default();
    for &(block, from, to) in &uses {
        if matters(to)
            && is_replaced(rw.value(from))
            && let Some(own) = defining_block(body, from)
            && let Some(place) = place_beside(body, block, own)
        {
            places.entry(from).or_default().push(place);
        }
    }
    let kept = places.into_iter().filter(|(value, places)| !is_passed_to_all(rw, *value, places));
    kept.map(|(value, _)| value).collect()
}

fn is_replaced(value: ValueRef<'_>) -> bool {
    value.defining_op().is_some_and(|op| {
        op.interface::<dyn RegionBranchOp>().is_some() || op.interface::<dyn CallLike>().is_some()
    })
}

/// Whether all blocks on the paths to `places` have an argument that is always this buffer.
fn is_passed_to_all(rw: &Rewriter<'_>, value: Value, places: &[Block]) -> bool {
    let body = rw.body();
    let Some(own) = defining_block(body, value) else { return false };
    let before = |block: Block| body.preds(block).filter_map(|used| body.block_of(body.use_owner(used)));
    // From the places back to where the value is made.
    let (mut live, mut order) = (FxHashSet::default(), Vec::new());
    let mut pending: Vec<Block> = places.to_vec();
    while let Some(block) = pending.pop() {
        if block != own && live.insert(block) {
            order.push(block);
            pending.extend(before(block));
        }
    }
    // The arguments that are the value. What is passed to a block is looked at again once more is known of one before.
    let mut same: FxHashMap<Block, Vec<Value>> = FxHashMap::default();
    let mut pending = order;
    while let Some(block) = pending.pop() {
        if same.contains_key(&block) {
            continue;
        }
        let is_it = |passed: Value, from: Block| {
            passed == value || same.get(&from).is_some_and(|args| args.contains(&passed))
        };
        let args = (0..body.n_args(block)).filter(|&arg| {
            body.preds(block).next().is_some()
                && body.preds(block).all(|used| {
                    let passed = passed_to(rw, used, arg);
                    let from = body.block_of(body.use_owner(used));
                    passed.zip(from).is_some_and(|(passed, from)| is_it(passed, from))
                })
        });
        let args: Vec<Value> = args.map(|arg| body.arg(block, arg)).collect();
        if !args.is_empty() {
            same.insert(block, args);
            let behind = body.last_op(block).into_iter().flat_map(|op| body.successors(op));
            pending.extend(behind.filter(|next| live.contains(next)));
        }
    }
    same.len() == live.len()
}

/// The operand that a branch passes to an argument of the successor to which a use belongs.
fn passed_to(rw: &Rewriter<'_>, used: terrace_ir::Use, arg: usize) -> Option<Value> {
    let body = rw.body();
    let op = rw.op(body.use_owner(used));
    let index = body.use_index(used).checked_sub(op.num_operands())?;
    let at = op.interface::<dyn BranchOp>()?.successor_operands(op, index).operand_for(arg)?;
    Some(op.operand(at).id())
}

/// Adds the uses by an op; `edges` caches the operands that ops with regions forward.
fn add_uses(op: OpRef<'_>, edges: &mut FxHashMap<Op, Handed>, uses: &mut Vec<Seen>) {
    let Some(block) = op.block().map(|block| block.id()) else { return };
    let buffers: Vec<(usize, Value)> = op
        .operands()
        .enumerate()
        .filter(|(_, operand)| is_buffer(*operand))
        .map(|(at, operand)| (at, operand.id()))
        .collect();
    if buffers.is_empty() {
        return;
    }
    let (mut own, mut only) = (Handed::default(), None);
    let around = match op.interface::<dyn RegionBranchOp>() {
        Some(_) => Some(op),
        // Ops around the body give away what ends there.
        None => op.parent_op().filter(|around| is_region_terminator(op) && around.inner_body().is_none()),
    };
    if let Some(select) = op.cast::<SelectOp>() {
        for chosen in [select.true_value(), select.false_value()] {
            own.entry(chosen.id()).or_default().push(select.result().id());
        }
    } else if let Some((from, to)) = view(op) {
        // Other operands of views are read, such as shapes.
        only = Some(0);
        own.entry(from.id()).or_default().push(to.id());
    } else if let Some(branch) = op.interface::<dyn BranchOp>() {
        for (index, target) in op.successors().enumerate() {
            let passed = branch.successor_operands(op, index);
            for &(at, from) in &buffers {
                let arg = passed.arg_of(at).filter(|&arg| arg < op.body().n_args(target.id()));
                own.entry(from).or_default().extend(arg.map(|arg| op.body().arg(target.id(), arg)));
            }
        }
    } else if let Some(around) = around {
        let known = edges.entry(around.id()).or_insert_with(|| handed_on_by(around));
        own = buffers.iter().filter_map(|(_, from)| Some((*from, known.get(from)?.clone()))).collect();
    }
    // Ops of which no effects are known are refused before.
    let effects: Effects = own_effects(op).into_iter().flatten().collect();
    let mut seen = FxHashSet::default();
    for (at, from) in
        buffers.into_iter().filter(|(at, from)| only.is_some_and(|only| only != *at) || seen.insert(*from))
    {
        let targets = own.get(&from).filter(|targets| !targets.is_empty());
        let touched = effects.iter().any(|effect| effect.value == Some(from));
        match targets.filter(|_| !touched && only.is_none_or(|only| only == at)) {
            Some(targets) => uses.extend(targets.iter().map(|&to| (block, from, Some(to)))),
            None => uses.push((block, from, None)),
        }
    }
}

/// The buffers that an op with regions passes on, at its entry and from its regions' terminators.
fn handed_on_by(op: OpRef<'_>) -> Handed {
    let mut handed = Handed::default();
    let mut seen = FxHashSet::default();
    for (from, to) in region_edges(op).into_iter().filter(|edge| seen.insert(*edge)) {
        handed.entry(from).or_default().push(to);
    }
    handed
}

/// The sibling block of `own` that is, or contains, a block; `None` if that is `own` itself.
fn place_beside(body: &Body, mut block: Block, own: Block) -> Option<Block> {
    let region = body.region_of(own);
    while body.region_of(block) != region {
        let around = body.region_of(block).and_then(|region| body.region_parent(region))?;
        block = body.block_of(around)?;
    }
    (block != own).then_some(block)
}
