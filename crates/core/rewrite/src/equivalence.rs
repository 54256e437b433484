//! When two ops do the same: same name, attributes and types, same operands, and regions that do the same.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;
use smallvec::SmallVec;
use terrace_ir::context::FastMap;
use terrace_ir::ids::ValueHandle;
use terrace_ir::traits::TraitSet;
use terrace_ir::{Block, Body, BodyId, Op, OpRef, Region, RegionRef, Rewriter, Value, ValueRef};

/// The operands, in a canonical order for commutative ops.
fn operands(op: OpRef<'_>, map: impl Fn(Value) -> Value) -> SmallVec<[Value; 4]> {
    let mut out: SmallVec<[Value; 4]> = op.operands().map(|v| map(v.id())).collect();
    if op.has_trait(TraitSet::Commutative) {
        out.sort_unstable_by_key(|v| v.as_u32());
    }
    out
}

/// A hash that is equal for ops that do the same. Regions do not count.
pub fn hash_op(op: OpRef<'_>) -> u64 {
    let mut hasher = FxHasher::default();
    let (body, id) = (op.body(), op.id());
    op.name().hash(&mut hasher);
    op.attrs().hash(&mut hasher);
    op.props().hash(&mut hasher);
    for value in operands(op, |v| v) {
        value.hash(&mut hasher);
    }
    for value in body.results(id) {
        body.value_type(value).hash(&mut hasher);
    }
    hasher.finish()
}

/// The correspondence of values and blocks between two compared regions.
#[derive(Default)]
struct Pairs {
    values: FastMap<Value, Value>,
    blocks: FastMap<Block, Block>,
}

/// Whether two ops of a body are equivalent. Ops whose regions are in separate bodies do not count as
/// equivalent.
pub fn equivalent(rw: &Rewriter<'_>, a: Op, b: Op) -> bool {
    if a == b {
        return true;
    }
    let mut pairs = Pairs::default();
    let mut pending = vec![(a, b)];
    while let Some((a, b)) = pending.pop() {
        if !same_shell(rw, a, b, &mut pairs) {
            return false;
        }
        let body = rw.body();
        if body.inner(a).is_some() || body.inner(b).is_some() {
            return false;
        }
        for (x, y) in body.regions(a).zip(body.regions(b)) {
            if !pair_regions(body, x, y, &mut pairs, &mut pending) {
                return false;
            }
        }
    }
    true
}

/// Whether two ops are the same up to their regions; pairs their results.
fn same_shell(rw: &Rewriter<'_>, a: Op, b: Op, pairs: &mut Pairs) -> bool {
    let (x, y) = (rw.op(a), rw.op(b));
    let body = rw.body();
    let types = |op: Op| body.results(op).map(|v| body.value_type(v));
    let same = x.name() == y.name()
        && x.attrs() == y.attrs()
        && x.props() == y.props()
        && x.num_operands() == y.num_operands()
        && x.num_regions() == y.num_regions()
        && x.num_successors() == y.num_successors()
        && types(a).eq(types(b));
    if !same {
        return false;
    }
    let left = operands(x, |v| pairs.values.get(&v).copied().unwrap_or(v));
    if left != operands(y, |v| v) {
        return false;
    }
    let block = |b: Block| pairs.blocks.get(&b).copied().unwrap_or(b);
    if !body.successors(a).map(block).eq(body.successors(b)) {
        return false;
    }
    pairs.values.extend(body.results(a).zip(body.results(b)));
    true
}

/// Pairs the blocks and ops of two regions; the ops are to be compared in the order of the region.
fn pair_regions(body: &Body, x: Region, y: Region, pairs: &mut Pairs, pending: &mut Vec<(Op, Op)>) -> bool {
    let start = pending.len();
    let (mut left, mut right) = (body.entry(x), body.entry(y));
    while let (Some(a), Some(b)) = (left, right) {
        if body.n_args(a) != body.n_args(b) {
            return false;
        }
        for (u, v) in body.args(a).zip(body.args(b)) {
            if body.value_type(u) != body.value_type(v) {
                return false;
            }
            pairs.values.insert(u, v);
        }
        pairs.blocks.insert(a, b);
        let (mut p, mut q) = (body.first_op(a), body.first_op(b));
        while let (Some(s), Some(t)) = (p, q) {
            pending.push((s, t));
            (p, q) = (body.next_op(s), body.next_op(t));
        }
        if p.is_some() || q.is_some() {
            return false;
        }
        (left, right) = (body.next_block(a), body.next_block(b));
    }
    pending[start..].reverse();
    left.is_none() && right.is_none()
}

/// Returns a hash of an op without its operands' identity: equal for ops that perform the same operation on other
/// operands. Regions are ignored.
pub fn hash_shell(op: OpRef<'_>) -> u64 {
    let mut hasher = FxHasher::default();
    op.name().hash(&mut hasher);
    op.attrs().hash(&mut hasher);
    op.props().hash(&mut hasher);
    op.num_operands().hash(&mut hasher);
    op.results().for_each(|result| result.ty().hash(&mut hasher));
    hasher.finish()
}

/// Whether two regions are equivalent, in any bodies, with operands in the same order. They must use the same
/// values from outside.
pub fn same_regions(a: RegionRef<'_>, b: RegionRef<'_>) -> bool {
    let mut values: FastMap<ValueHandle, ValueHandle> = FastMap::default();
    let mut blocks: FastMap<(BodyId, Block), (BodyId, Block)> = FastMap::default();
    let handle = |value: ValueRef<'_>| ValueHandle { body: value.body_id(), value: value.id() };
    let mut pending = vec![(a, b)];
    // Regions first, so that what is used ahead of its definition is known; then ops, in pairs.
    let mut ops: Vec<(OpRef<'_>, OpRef<'_>)> = Vec::new();
    while let Some((a, b)) = pending.pop() {
        let (left, right): (Vec<_>, Vec<_>) = (a.blocks().collect(), b.blocks().collect());
        if left.len() != right.len() {
            return false;
        }
        for (x, y) in left.into_iter().zip(right) {
            if x.arg_types() != y.arg_types() {
                return false;
            }
            values.extend(x.args().zip(y.args()).map(|(u, v)| (handle(u), handle(v))));
            blocks.insert((x.body_id(), x.id()), (y.body_id(), y.id()));
            let (mut p, mut q) = (x.ops(), y.ops());
            loop {
                match (p.next(), q.next()) {
                    (None, None) => break,
                    (Some(s), Some(t)) => {
                        let same = s.name() == t.name()
                            && s.attrs() == t.attrs()
                            && s.props() == t.props()
                            && s.num_operands() == t.num_operands()
                            && s.num_regions() == t.num_regions()
                            && s.num_successors() == t.num_successors()
                            && s.results().map(|r| r.ty()).eq(t.results().map(|r| r.ty()));
                        if !same {
                            return false;
                        }
                        values.extend(s.results().zip(t.results()).map(|(u, v)| (handle(u), handle(v))));
                        pending.extend(s.regions().zip(t.regions()));
                        ops.push((s, t));
                    }
                    _ => return false,
                }
            }
        }
    }
    ops.iter().all(|(s, t)| {
        let left = s.operands().map(|v| values.get(&handle(v)).copied().unwrap_or(handle(v)));
        let right = t.operands().map(handle);
        let target = |b: terrace_ir::BlockRef<'_>| blocks.get(&(b.body_id(), b.id())).copied();
        left.eq(right) && s.successors().map(target).eq(t.successors().map(|b| Some((b.body_id(), b.id()))))
    })
}
