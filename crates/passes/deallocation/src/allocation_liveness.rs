//! `optimize-allocation-liveness`: frees buffers right after their last use.
//!
//! Entry: a function with deallocations. Exit: the same ops; a deallocation in the block of its allocation is after the
//! last use of the buffer and its aliases.

use std::cell::RefCell;

use terrace_dialects_core::func::FuncOp;
use terrace_ir::effects::{EffectKind, own_effects};
use terrace_ir::{Block, Body, InsertPoint, Op, OpKind, OpRef, Rewriter, Value};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};
use terrace_rewrite::walk::body_post_order;

use crate::blocks::{Blocks, parent};
use crate::components::components;
use crate::flow::{BufferViewFlow, is_buffer_type};

/// The pass.
pub static OPTIMIZE_ALLOCATION_LIVENESS: PassDef = PassDef {
    name: "optimize-allocation-liveness",
    class: "OptimizeAllocationLivenessPass",
    doc: "This pass optimizes the liveness of temp allocations in the input function",
    anchor: Some(FuncOp::DEF.name),
    make: |_| Ok(Pass::Body(Box::new(OptimizeLiveness))),
    ..EMPTY_PASS
};

struct OptimizeLiveness;

/// Uses, summed up: the innermost block around all of them, and the last op in it that is one or holds one; `None` if
/// they are in several blocks of a region.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LastUse {
    None,
    At(Op),
    /// Several blocks, in the region of this one.
    Spread(Block),
}

impl BodyPass for OptimizeLiveness {
    fn run(&self, rw: &mut Rewriter<'_>, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        let pairs: Vec<(Op, Value, Op)> = body_post_order(rw.body())
            .into_iter()
            .filter_map(|op| {
                let buffer = only_allocation(rw.op(op))?;
                // What frees one buffer and makes another stays before the uses of that. (Upstream moves it.)
                let free = only_free(rw, buffer).filter(|&free| rw.op(free).num_results() == 0)?;
                (rw.body().block_of(free) == rw.body().block_of(op)).then_some((op, buffer, free))
            })
            .collect();
        if pairs.is_empty() {
            return Ok(());
        }
        let uses = Uses::new(rw);
        for (op, buffer, free) in pairs {
            let Some(block) = rw.body().block_of(op) else { continue };
            let last = uses.of_allocation(rw.body(), buffer, free);
            let last = match last {
                LastUse::At(last) => uses.blocks.ancestor_in(rw.body(), block, last),
                LastUse::Spread(at) => uses.op_around(rw.body(), block, at),
                LastUse::None => None,
            };
            if let Some(last) = last.filter(|&last| last != free) {
                let point = InsertPoint::after(rw.body(), last);
                rw.move_op(free, point);
            }
        }
        Ok(())
    }
}

/// The one buffer that an op allocates.
fn only_allocation(op: OpRef<'_>) -> Option<Value> {
    let effects = own_effects(op)?;
    let own = |value: Value| op.results().any(|result| result.id() == value);
    let mut found =
        effects.iter().filter(|effect| effect.kind == EffectKind::Allocate).filter_map(|e| e.value);
    let first = found.by_ref().find(|&value| own(value))?;
    (!found.any(own)).then_some(first)
}

/// The one op among the users of a buffer that frees anything.
fn only_free(rw: &Rewriter<'_>, buffer: Value) -> Option<Op> {
    let mut frees = rw.value(buffer).uses().flat_map(|(user, _)| {
        let effects = own_effects(user).into_iter().flatten();
        effects.filter(|effect| effect.kind == EffectKind::Free).map(move |_| user.id())
    });
    let first = frees.next()?;
    frees.next().is_none().then_some(first)
}

/// The last uses of buffers and their aliases.
struct Uses {
    blocks: Blocks,
    flow: BufferViewFlow,
    last: RefCell<Vec<LastUse>>,
}

impl Uses {
    fn new(rw: &Rewriter<'_>) -> Self {
        let body = rw.body();
        let uses = Self {
            blocks: Blocks::new(body),
            flow: BufferViewFlow::new(body.top_regions().iter().map(|&region| rw.region(region))),
            last: RefCell::new(vec![LastUse::None; body.num_values()]),
        };
        let wanted = |value: Value| is_buffer_type(rw.cx(), body.value_type(value));
        components(
            body.num_values(),
            wanted,
            |value| uses.flow.targets(value),
            |members| {
                let all = members
                    .iter()
                    .fold(LastUse::None, |all, &value| uses.join(body, all, uses.own(body, value, None)));
                let mut last = uses.last.borrow_mut();
                members.iter().for_each(|value| last[value.as_u32() as usize] = all);
            },
        );
        uses
    }

    /// The last use of a value itself, except for one op, and of the values that it is forwarded to, as far
    /// as known.
    fn own(&self, body: &Body, value: Value, but: Option<Op>) -> LastUse {
        let users = body.uses(value).map(|used| body.use_owner(used)).filter(|&user| Some(user) != but);
        let all = users.fold(LastUse::None, |all, user| self.join(body, all, LastUse::At(user)));
        let last = self.last.borrow();
        let targets = self.flow.targets(value).iter().map(|to| last[to.as_u32() as usize]);
        targets.fold(all, |all, next| self.join(body, all, next))
    }

    /// The last use of an allocation and its aliases, except for its deallocation.
    fn of_allocation(&self, body: &Body, buffer: Value, free: Op) -> LastUse {
        self.own(body, buffer, Some(free))
    }

    fn join(&self, body: &Body, a: LastUse, b: LastUse) -> LastUse {
        let place = |last: LastUse| match last {
            LastUse::None => None,
            LastUse::At(op) => body.block_of(op),
            LastUse::Spread(block) => Some(block),
        };
        let (Some(in_a), Some(in_b)) = (place(a), place(b)) else {
            return if a == LastUse::None { b } else { a };
        };
        if let (LastUse::At(a), LastUse::At(b)) = (a, b)
            && in_a == in_b
        {
            return LastUse::At(if body.is_before(a, b) { b } else { a });
        }
        let Some((at_a, at_b)) = self.blocks.side_by_side(body, in_a, in_b) else { return a };
        let lift = |last: LastUse, from: Block, at: Block| match last {
            LastUse::At(op) => self.blocks.ancestor_in(body, at, op),
            _ if from == at || parent(body, from).is_none() => None,
            _ => self.op_around(body, at, from),
        };
        match (lift(a, in_a, at_a), lift(b, in_b, at_b)) {
            (Some(a), Some(b)) if at_a == at_b => LastUse::At(if body.is_before(a, b) { b } else { a }),
            _ => LastUse::Spread(at_a),
        }
    }

    /// The op in `outer` whose regions hold a block.
    fn op_around(&self, body: &Body, outer: Block, block: Block) -> Option<Op> {
        let around = body.region_of(block).and_then(|region| body.region_parent(region))?;
        self.blocks.ancestor_in(body, outer, around)
    }
}
