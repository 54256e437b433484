//! Variables of the callee on the stack of the caller.

use terrace_ir::fold::constant_value;
use terrace_ir::traits::TraitSet;
use terrace_ir::{Attr, Block, InsertPoint, Op, OpKind, OpRef, Rewriter};

use crate::intrinsics::{LifetimeEndOp, LifetimeStartOp, StackRestoreOp, StackSaveOp};
use crate::ops::{AllocaOp, BitcastOp, ConstantOp};
use crate::types::PointerType;

/// Whether there are lifetime markers of a variable, or of a cast of its address.
fn has_lifetime(alloca: OpRef<'_>) -> bool {
    let users =
        |op: OpRef<'_>| op.results().flat_map(|result| result.uses()).map(|(user, _)| user.id()).collect();
    let mut pending: Vec<Op> = users(alloca);
    while let Some(op) = pending.pop() {
        let op = OpRef::in_body(alloca.ir(), alloca.body(), alloca.body_id(), op);
        if op.isa::<LifetimeStartOp>() || op.isa::<LifetimeEndOp>() {
            return true;
        }
        if op.isa::<BitcastOp>() {
            let more: Vec<Op> = users(op);
            pending.extend(more);
        }
    }
    false
}

/// The block where variables go that live as long as the scope that a call is in.
fn scope_entry(call: OpRef<'_>) -> Option<Block> {
    let mut at = call;
    while let Some(parent) = at.parent_op() {
        if parent.might_have_trait(TraitSet::IsolatedFromAbove)
            || parent.might_have_trait(TraitSet::AutomaticAllocationScope)
        {
            return Some(at.block()?.region()?.entry()?.id());
        }
        at = parent;
    }
    None
}

/// A variable that moves.
struct Moved {
    alloca: Op,
    size: Attr,
    /// Whether lifetime markers are needed.
    needs_lifetime: bool,
}

/// Moves variables of a known size to the start of the caller, and frees the space of others at the end.
pub(super) fn place(rw: &mut Rewriter<'_>, call: Op, blocks: &[Block]) {
    let (Some(target), [entry, others @ ..]) = (scope_entry(rw.op(call)), blocks) else { return };
    if target == *entry {
        return;
    }
    let mut moved = Vec::new();
    let size = |op: OpRef<'_>| constant_value(AllocaOp::view_of(op).array_size());
    let mut has_dynamic = false;
    for op in rw.block(*entry).ops().filter(|op| op.isa::<AllocaOp>()) {
        match size(op).and_then(|size| Some((size, size.as_integer(op.cx())?.0))) {
            Some((size, count)) => {
                let needs_lifetime = !count.is_zero() && !has_lifetime(op);
                moved.push(Moved { alloca: op.id(), size, needs_lifetime });
            }
            None => has_dynamic = true,
        }
    }
    has_dynamic |= others
        .iter()
        .flat_map(|&block| rw.block(block).ops())
        .any(|op| op.isa::<AllocaOp>() && size(op).is_none());
    if moved.is_empty() && !has_dynamic {
        return;
    }
    let (cx, call_loc) = (rw.cx(), rw.body().loc(call));
    let saved = has_dynamic.then(|| {
        rw.set_insertion_point_to_start(*entry);
        rw.build_value(StackSaveOp::of().res(PointerType::default_space(cx)).loc(call_loc))
    });
    let start = InsertPoint::start(rw.body(), target);
    for &Moved { alloca, size, needs_lifetime } in &moved {
        let view = AllocaOp::view_of(rw.op(alloca));
        let (address, ty, loc) = (view.res().id(), view.array_size().ty(), view.0.loc());
        rw.set_insertion_point(start);
        let size = rw.build_value(ConstantOp::of().value_attr(size).res(ty).loc(loc));
        if needs_lifetime {
            rw.set_insertion_point_before(alloca);
            rw.build(LifetimeStartOp::of(address).loc(loc));
        }
        rw.move_op(alloca, start);
        rw.set_operand(alloca, 0, size);
    }
    for &block in blocks {
        let Some(end) = rw.block(block).last().filter(|op| op.has_trait(TraitSet::ReturnLike)) else {
            continue;
        };
        let end = end.id();
        rw.set_insertion_point_before(end);
        if let Some(saved) = saved {
            rw.build(StackRestoreOp::of(saved).loc(call_loc));
        }
        for moved in moved.iter().filter(|moved| moved.needs_lifetime) {
            let (address, loc) = (rw.body().single_result(moved.alloca), rw.body().loc(moved.alloca));
            rw.build(LifetimeEndOp::of(address).loc(loc));
        }
    }
}
