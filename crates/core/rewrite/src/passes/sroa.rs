//! `sroa`: memory slots with parts fall apart into those parts that are used ("scalar replacement of aggregates").

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;
use terrace_ir::memory_slots::{
    Deletion, DestructurableAccessor, DestructurableAllocation, DestructurableSlot, MemorySlot, PromotableOp,
    SafeMemorySlotAccess,
};
use terrace_ir::{Attr, Op, Rewriter};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};

/// The pass.
pub static SROA: PassDef = PassDef {
    name: "sroa",
    class: "SROA",
    doc: "Scalar Replacement of Aggregates",
    statistics: &[
        ("destructured slots", "Total amount of memory slots destructured"),
        (
            "slots with memory benefit",
            "Total amount of memory slots in which the destructured size was smaller than the total size after \
             eliminating unused fields",
        ),
        (
            "max subelement number",
            "Maximal number of sub-elements a successfully destructured slot initially had",
        ),
    ],
    make: |_| Ok(Pass::Body(Box::new(Sroa))),
    ..EMPTY_PASS
};

struct Sroa;

impl BodyPass for Sroa {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let counts = destructure_slots(rw);
        run.count(0, counts.destructured);
        run.count(1, counts.benefit);
        run.count(2, counts.most_parts);
        Ok(())
    }
}

/// The statistics of the pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Destructured {
    /// Slots that fell apart.
    pub destructured: u64,
    /// The number of destructured slots with unused elements.
    pub benefit: u64,
    /// Parts of the slot with the most.
    pub most_parts: u64,
}

/// Destructures all destructurable slots of a body, and their elements recursively.
pub fn destructure_slots(rw: &mut Rewriter<'_>) -> Destructured {
    let mut counts = Destructured::default();
    let mut pending: Vec<Op> = crate::walk::body_post_order(rw.body());
    pending.retain(|&op| rw.op(op).interface::<dyn DestructurableAllocation>().is_some());
    loop {
        let mut left = Vec::with_capacity(pending.len());
        let before = counts.destructured;
        for &op in &pending {
            let Some(allocation) = rw.op(op).interface::<dyn DestructurableAllocation>() else { continue };
            let slots = allocation.destructurable_slots(rw.op(op));
            match slots.into_iter().find_map(|slot| Plan::make(rw, slot)) {
                Some(plan) => {
                    counts.destructured += 1;
                    counts.benefit += u64::from(plan.used.len() != plan.slot.parts.len());
                    counts.most_parts = counts.most_parts.max(plan.slot.parts.len() as u64);
                    plan.carry_out(rw, op, allocation, &mut left);
                }
                None => left.push(op),
            }
        }
        if counts.destructured == before {
            return counts;
        }
        pending = left;
    }
}

/// The plan to destructure one slot.
struct Plan {
    slot: DestructurableSlot,
    /// The parts that are used.
    used: Vec<Attr>,
    /// Ops that use parts.
    accessors: Vec<Op>,
    /// Ops that have to do without operands, with their numbers.
    blocking: BTreeMap<Op, Vec<usize>>,
}

impl Plan {
    fn make(rw: &Rewriter<'_>, slot: DestructurableSlot) -> Option<Plan> {
        let ptr = slot.slot.ptr;
        if rw.value(ptr).is_unused() {
            return None;
        }
        let mut plan = Plan { slot, used: Vec::new(), accessors: Vec::new(), blocking: BTreeMap::new() };
        let mut safely: Vec<MemorySlot> = Vec::new();
        let mut queue: Vec<Op> = Vec::new();
        for (user, index) in rw.value(ptr).uses() {
            let accessor = user.interface::<dyn DestructurableAccessor>();
            if accessor.is_some_and(|op| op.can_rewire(user, &plan.slot, &mut plan.used, &mut safely)) {
                plan.accessors.push(user.id());
            } else {
                plan.block(user.id(), index, &mut queue);
            }
        }
        let mut seen: FxHashSet<(Op, usize)> = FxHashSet::default();
        while let Some(slot) = safely.pop() {
            for (user, index) in rw.value(slot.ptr).uses() {
                let access = user.interface::<dyn SafeMemorySlotAccess>();
                let new = seen.insert((user.id(), index));
                if new && !access.is_some_and(|op| op.stays_within(user, &slot, &mut safely)) {
                    plan.block(user.id(), index, &mut queue);
                }
            }
        }
        // An op is asked again when more of its operands have to go.
        while let Some(op) = queue.pop() {
            let view = rw.op(op);
            let mut more = Vec::new();
            let removable = view
                .interface::<dyn PromotableOp>()
                .is_some_and(|promotable| promotable.can_remove_uses(view, &plan.blocking[&op], &mut more));
            if !removable {
                return None;
            }
            more.into_iter().for_each(|(user, index)| plan.block(user, index, &mut queue));
        }
        let mut parts: FxHashSet<Attr> = FxHashSet::default();
        plan.used.retain(|&part| parts.insert(part));
        Some(plan)
    }

    fn block(&mut self, user: Op, index: usize, queue: &mut Vec<Op>) {
        let uses = self.blocking.entry(user).or_default();
        if !uses.contains(&index) {
            uses.push(index);
            queue.push(user);
        }
    }

    fn carry_out(
        self,
        rw: &mut Rewriter<'_>,
        op: Op,
        allocation: &'static dyn DestructurableAllocation,
        left: &mut Vec<Op>,
    ) {
        let parts = allocation.destructure(rw, op, &self.slot, &self.used, left);
        let accessors: FxHashSet<Op> = self.accessors.iter().copied().collect();
        let mut users: Vec<Op> = self.accessors.clone();
        users.extend(self.blocking.keys().filter(|op| !accessors.contains(op)));
        let mut erased = Vec::new();
        for op in sort_topologically(rw, users).into_iter().rev() {
            rw.set_insertion_point_after(op);
            let accessor = rw.op(op).interface::<dyn DestructurableAccessor>();
            let deletion = match (accessor.filter(|_| accessors.contains(&op)), self.blocking.get(&op)) {
                (Some(accessor), _) => accessor.rewire(rw, op, &self.slot, &parts),
                (None, Some(uses)) => match rw.op(op).interface::<dyn PromotableOp>() {
                    Some(promotable) => promotable.remove_uses(rw, op, uses),
                    None => Deletion::Keep,
                },
                (None, None) => Deletion::Keep,
            };
            if deletion == Deletion::Delete {
                erased.push(op);
            }
        }
        erased.into_iter().for_each(|op| rw.erase_op(op));
        left.extend(allocation.destructuring_complete(rw, op, &self.slot));
    }
}

/// Sorts ops such that definitions precede uses.
fn sort_topologically(rw: &Rewriter<'_>, ops: Vec<Op>) -> Vec<Op> {
    let members: FxHashSet<Op> = ops.iter().copied().collect();
    let (mut done, mut sorted): (FxHashSet<Op>, Vec<Op>) =
        (FxHashSet::default(), Vec::with_capacity(ops.len()));
    for root in ops {
        let mut stack = vec![(root, false)];
        while let Some((op, entered)) = stack.pop() {
            if entered {
                sorted.push(op);
            } else if done.insert(op) {
                stack.push((op, true));
                let definitions = rw.op(op).operands().filter_map(|operand| operand.defining_op());
                stack.extend(definitions.map(|op| (op.id(), false)).filter(|(op, _)| members.contains(op)));
            }
        }
    }
    sorted
}
