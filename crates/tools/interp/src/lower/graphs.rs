//! The order in which the ops of a graph are run.

use rustc_hash::FxHashMap;
use terrace_ir::traits::TraitSet;
use terrace_ir::{BlockRef, Op, OpRef};

/// The ops of a block: each after those that define its operands if the block is of a graph and there is such an order,
/// the first of the text first; otherwise in the order of the text.
pub(super) fn in_order_of_values(block: BlockRef<'_>) -> Vec<OpRef<'_>> {
    let ops: Vec<OpRef<'_>> = block.ops().collect();
    let parent = block.region().and_then(|region| region.parent_op());
    if !parent.is_some_and(|parent| parent.has_trait(TraitSet::GraphRegions)) {
        return ops;
    }
    let numbers: FxHashMap<Op, usize> = ops.iter().enumerate().map(|(at, op)| (op.id(), at)).collect();
    let needs = |op: OpRef<'_>| {
        let defined = op.operands().filter_map(|value| value.defining_op());
        defined.filter_map(|def| numbers.get(&def.id()).copied()).collect::<Vec<_>>()
    };
    let mut users = vec![Vec::new(); ops.len()];
    let mut missing: Vec<usize> = Vec::with_capacity(ops.len());
    for (at, &op) in ops.iter().enumerate() {
        let needed = needs(op);
        missing.push(needed.len());
        needed.into_iter().for_each(|def| users[def].push(at));
    }
    let ready = (0..ops.len()).filter(|&at| missing[at] == 0);
    let mut ready: std::collections::BTreeSet<usize> = ready.collect();
    let mut order = Vec::with_capacity(ops.len());
    while let Some(at) = ready.pop_first() {
        order.push(ops[at]);
        for &user in &users[at] {
            missing[user] -= 1;
            if missing[user] == 0 {
                ready.insert(user);
            }
        }
    }
    // A terminator without operands is ready before others; a cycle has no order.
    if let Some(end) = ops.last().filter(|_| order.len() == ops.len()) {
        order.retain(|op| op != end);
        order.push(*end);
        return order;
    }
    ops
}
