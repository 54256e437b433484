//! Merges blocks that do the same, and drops arguments that always receive the same value.

use rustc_hash::FxHashMap;
use terrace_ir::interfaces::BranchOp;
use terrace_ir::{Block, Body, Op, Rewriter, Type, Value, ValueDef};

use super::liveness::trimmed_branches;
use super::{all_regions, branches_to};

/// Merges blocks of each region that do the same up to the values they use from outside, which become
/// arguments; whether any were merged.
pub fn merge_identical_blocks(rw: &mut Rewriter<'_>) -> bool {
    let mut changed = false;
    for region in all_regions(rw) {
        while merge_in_region(rw, region) {
            changed = true;
        }
    }
    changed
}

fn merge_in_region(rw: &mut Rewriter<'_>, region: terrace_ir::Region) -> bool {
    // Blocks that may go together: same successors and same ops, by what can be told without comparing values.
    let body = rw.body();
    let mut groups: FxHashMap<Signature, Vec<Block>> = FxHashMap::default();
    let mut order: Vec<Signature> = Vec::new();
    for block in body.blocks_of(region).skip(1) {
        if !can_merge(body, block) {
            continue;
        }
        let signature = signature(body, block);
        let group = groups.entry(signature.clone()).or_default();
        if group.is_empty() {
            order.push(signature);
        }
        group.push(block);
    }
    let mut changed = false;
    for signature in order {
        let mut rest = groups.remove(&signature).expect("each signature that is listed has a group");
        while rest.len() > 1 {
            let leader = rest.remove(0);
            let mut cluster = Cluster { leader, merged: Vec::new(), differing: Vec::new() };
            rest.retain(|&block| !cluster.add(rw, block));
            changed |= cluster.merge(rw);
        }
    }
    changed
}

/// The shared structure of equal blocks, without the values they use from outside.
type Signature = (Vec<Type>, Vec<Vec<u32>>);

/// The numbers of the ops of a block, of which there are several.
struct Numbers(FxHashMap<Op, u32>);

impl Numbers {
    fn of(body: &Body, block: Block) -> Self {
        Self(body.ops_of(block).zip(1..).collect())
    }

    /// The number of a value among those that the block defines: zero and the number of an argument, or the number of
    /// an op and that of its result.
    fn place(&self, body: &Body, block: Block, value: Value) -> Option<(u32, u32)> {
        match body.value_def(value) {
            ValueDef::Argument(owner) if owner == block => Some((0, body.value_index(value))),
            ValueDef::Result(op) => Some((*self.0.get(&op)?, body.value_index(value))),
            _ => None,
        }
    }
}

fn signature(body: &Body, block: Block) -> Signature {
    let args = body.args(block).map(|v| body.value_type(v)).collect();
    let numbers = Numbers::of(body, block);
    let op = |op: Op| {
        let mut out = vec![body.name(op).as_u32(), body.attrs(op).as_u32(), body.operands(op).len() as u32];
        out.extend(body.props(op).iter().map(|a| a.as_u32()));
        for value in body.operands(op) {
            out.push(body.value_type(value).as_u32());
            match numbers.place(body, block, value) {
                Some((op, index)) => out.extend([op, index]),
                None => out.push(u32::MAX),
            }
        }
        out.push(u32::MAX);
        out.extend(body.results(op).map(|v| body.value_type(v).as_u32()));
        out.push(u32::MAX);
        out.extend(body.successors(op).map(|b| b.as_u32()));
        out
    };
    (args, body.ops_of(block).map(op).collect())
}

/// Whether a block may be merged with another: it has no regions, and its arguments are used inside alone.
fn can_merge(body: &Body, block: Block) -> bool {
    let inside = |value: Value| body.uses(value).all(|u| body.block_of(body.use_owner(u)) == Some(block));
    body.args(block).all(inside)
        && body.ops_of(block).all(|op| {
            body.inner(op).is_none()
                && body.regions(op).all(|r| body.entry(r).is_none())
                && body.results(op).all(inside)
        })
}

/// Blocks that become one.
struct Cluster {
    leader: Block,
    merged: Vec<Block>,
    /// The operands that differ between the blocks: the indices of the op and of the operand, in order.
    differing: Vec<(usize, usize)>,
}

/// The block that defines a value.
fn block_of(body: &Body, value: Value) -> Option<Block> {
    match body.value_def(value) {
        ValueDef::Argument(block) => Some(block),
        ValueDef::Result(op) => body.block_of(op),
        ValueDef::Placeholder => None,
    }
}

/// Whether a value can be passed to `block` by those who branch to it: a terminator's own results cannot.
fn can_be_passed(body: &Body, block: Block, value: Value) -> bool {
    let ValueDef::Result(op) = body.value_def(value) else { return true };
    body.block_of(op).is_none_or(|b| body.last_op(b) != Some(op))
        || !body.preds(block).any(|u| body.block_of(body.use_owner(u)) == body.block_of(op))
}

impl Cluster {
    /// Adds a block that has the signature of the leader to the cluster, if the differing operands can be
    /// passed to it as arguments.
    fn add(&mut self, rw: &Rewriter<'_>, block: Block) -> bool {
        let body = rw.body();
        let mut found = Vec::new();
        for (n, (a, b)) in body.ops_of(self.leader).zip(body.ops_of(block)).enumerate() {
            for (i, (x, y)) in body.operands(a).zip(body.operands(b)).enumerate() {
                if x == y {
                    continue;
                }
                if block_of(body, x) == Some(self.leader) && block_of(body, y) == Some(block) {
                    continue;
                }
                if !can_be_passed(body, self.leader, x) || !can_be_passed(body, block, y) {
                    return false;
                }
                found.push((n, i));
            }
        }
        self.differing.extend(found);
        self.differing.sort_unstable();
        self.differing.dedup();
        self.merged.push(block);
        true
    }

    fn merge(self, rw: &mut Rewriter<'_>) -> bool {
        if self.merged.is_empty() {
            return false;
        }
        let blocks: Vec<Block> = std::iter::once(self.leader).chain(self.merged.iter().copied()).collect();
        if !self.differing.is_empty() {
            let branches = |&block: &Block| {
                let mut preds = rw.body().preds(block);
                preds.all(|u| rw.op(rw.body().use_owner(u)).interface::<dyn BranchOp>().is_some())
            };
            if !blocks.iter().all(branches) {
                return false;
            }
            self.pass_differing(rw, &blocks);
        }
        for &block in &self.merged {
            let preds = branches_to(rw, block);
            for (op, index) in preds {
                rw.set_successor(op, index, self.leader);
            }
        }
        rw.erase_blocks(&self.merged);
        true
    }

    /// Passes the values in which the blocks differ as arguments; equal columns share one.
    fn pass_differing(&self, rw: &mut Rewriter<'_>, blocks: &[Block]) {
        let ops: Vec<Vec<Op>> = blocks.iter().map(|&block| rw.body().ops_of(block).collect()).collect();
        let column = |&(n, i): &(usize, usize)| -> Vec<Value> {
            ops.iter().map(|ops| rw.body().operand(ops[n], i)).collect()
        };
        let columns: Vec<Vec<Value>> = self.differing.iter().map(column).collect();
        let mut first: FxHashMap<&[Value], Value> = FxHashMap::default();
        let mut passed: Vec<&[Value]> = Vec::new();
        for (&(n, i), values) in self.differing.iter().zip(&columns) {
            let arg = *first.entry(values).or_insert_with(|| {
                passed.push(values);
                let (ty, loc) = (rw.value(values[0]).ty(), rw.value(values[0]).loc());
                rw.add_argument(self.leader, ty, loc)
            });
            rw.set_operand(ops[0][n], i, arg);
        }
        let mut changes = Vec::new();
        for (which, &block) in blocks.iter().enumerate() {
            for (op, index) in branches_to(rw, block) {
                let pred = rw.op(op);
                let branch = pred.interface::<dyn BranchOp>().expect("predecessors are branches");
                let range = branch.successor_operands(pred, index);
                let mut values: Vec<Value> =
                    (range.start..range.start + range.len).map(|i| pred.operand(i).id()).collect();
                values.extend(passed.iter().map(|column| column[which]));
                changes.push((op, index, values));
            }
        }
        rw.set_passed(changes);
    }
}

/// Drops arguments of blocks that receive the same value from everywhere; whether there were any.
pub fn drop_redundant_args(rw: &mut Rewriter<'_>) -> bool {
    let mut changed = false;
    for region in all_regions(rw) {
        let blocks: Vec<Block> = rw.body().blocks_of(region).collect();
        let mut deferred = Vec::new();
        for block in blocks {
            changed |= drop_redundant_args_of(rw, block, &mut deferred);
        }
        let mut passed = Vec::new();
        for (block, keep) in &deferred {
            passed.extend(trimmed_branches(rw, *block, keep));
        }
        rw.set_passed(passed);
        for (block, keep) in &deferred {
            rw.keep_args(*block, keep);
        }
    }
    changed
}

/// Drops redundant arguments of a block; if a predecessor's terminator has many successors, the change is deferred, so
/// that the terminator is changed once.
fn drop_redundant_args_of(
    rw: &mut Rewriter<'_>,
    block: Block,
    deferred: &mut Vec<(Block, Vec<bool>)>,
) -> bool {
    const MANY: usize = 8;

    let args: Vec<Value> = rw.body().args(block).collect();
    let mut keep = vec![true; args.len()];
    for (i, &arg) in args.iter().enumerate() {
        let mut common = None;
        let same = rw.body().preds(block).all(|used| {
            let pred = rw.op(rw.body().use_owner(used));
            let index = rw.body().use_index(used) - pred.num_operands();
            let passed = pred
                .interface::<dyn BranchOp>()
                .and_then(|branch| branch.successor_operands(pred, index).operand_for(i))
                .map(|at| pred.operand(at).id());
            passed.is_some() && (common.is_none() || common == passed) && {
                common = passed;
                true
            }
        });
        if let (true, Some(value)) = (same, common)
            && value != arg
        {
            rw.replace_all_uses_with(arg, value);
            keep[i] = false;
        }
    }
    if !keep.contains(&false) {
        return false;
    }
    let body = rw.body();
    if body.preds(block).any(|used| body.successors(body.use_owner(used)).len() > MANY) {
        deferred.push((block, keep));
        return true;
    }
    let passed = trimmed_branches(rw, block, &keep);
    rw.set_passed(passed);
    rw.keep_args(block, &keep);
    true
}
