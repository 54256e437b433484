//! `transform-dialect-check-uses`: warns of handles that may be used after they were used up, without running the script.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_ir::interfaces::RegionBranchOp;
use terrace_ir::{BlockRef, Diag, Ir, OpHandle, OpRef, ValueHandle, ValueRef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};

use crate::interfaces::TransformOpInterface;
use crate::nested_effects::NestedEffects;
use crate::types::handle_kind;
use crate::walk::pre_order;

/// The pass.
pub static CHECK_USES: PassDef = PassDef {
    name: "transform-dialect-check-uses",
    class: "CheckUsesPass",
    doc: "warn about potential use-after-free in the transform dialect",
    make: |_| Ok(Pass::Ir(Box::new(CheckUses))),
    ..EMPTY_PASS
};

struct CheckUses;

impl IrPass for CheckUses {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let mut consumers = HandleConsumers::new(ir.op(op));
        for at in pre_order(ir, op) {
            let at = ir.op(at);
            for operand in at.operands() {
                consumers.misuses(at, operand).into_iter().for_each(|warning| run.report(warning));
            }
        }
        Ok(())
    }

    fn only_reads(&self) -> bool {
        true
    }
}

/// The ops nested in an op that consume handles, by handle. Results for one use are cached for the others.
pub struct HandleConsumers<'a> {
    effects: NestedEffects,
    by_handle: FxHashMap<ValueHandle, Vec<OpRef<'a>>>,
}

impl<'a> HandleConsumers<'a> {
    /// Returns those below an op.
    #[must_use]
    pub fn new(root: OpRef<'a>) -> Self {
        Self { effects: NestedEffects::new(root), by_handle: FxHashMap::default() }
    }

    /// Returns the warnings about one use of a handle: one for each op that may use it up before.
    #[must_use]
    pub fn misuses(&mut self, user: OpRef<'a>, handle: ValueRef<'a>) -> Vec<Box<Diag>> {
        if handle_kind(handle.cx(), handle.ty()).is_none() {
            return Vec::new();
        }
        let effects = &self.effects;
        let consumers = self.by_handle.entry(handle.handle()).or_insert_with(|| {
            let users = handle.uses().map(|(user, _)| user);
            users.filter(|user| effects.is_handle_consumed(*user, handle.id())).collect()
        });
        let consumers = consumers.iter().filter_map(|&consumer| comes_before(consumer, user));
        let number = user
            .operands()
            .position(|operand| operand == handle)
            .expect("a user of a handle has it as an operand");
        let warning = |consumer: OpRef<'_>| {
            Diag::warning(user.loc(), format!("operand #{number} may be used after free"))
                .about(user.handle())
                .note(handle.loc(), "allocated here")
                .note(consumer.loc(), "freed here")
        };
        consumers.map(warning).collect()
    }
}

/// The op, `a` or one of its parents, after which control may reach `b`, or one of its parents.
fn comes_before<'a>(a: OpRef<'a>, b: OpRef<'a>) -> Option<OpRef<'a>> {
    if a.handle() == b.handle() {
        return a.block().filter(|block| reaches(*block, *block)).map(|_| a);
    }
    let around: Vec<OpRef<'_>> = b.self_and_ancestors().collect();
    // The innermost region that both are in.
    let mut outer = Some(a);
    while let Some(op) = outer {
        let (Some(block), parent) = (op.block(), op.parent_op()) else { return None };
        let region = block.region().map(|region| region.id());
        let other = around.iter().find(|other| {
            other.body_id() == op.body_id()
                && other.block().and_then(|block| block.region()).map(|region| region.id()) == region
        });
        if let Some(other) = other {
            let other_block = other.block()?;
            if other_block.id() != block.id() {
                return reaches(block, other_block).then_some(op);
            }
            let comes_before = (op.handle() != other.handle() && op.body().is_before(op.id(), other.id()))
                || reaches(block, block)
                || (op.handle() == other.handle() && op.regions().len() > 1);
            return comes_before.then_some(op);
        }
        // A transform op that holds others runs them once, or says where control goes.
        if parent.is_some_and(|parent| {
            parent.interface::<dyn TransformOpInterface>().is_none()
                && parent.interface::<dyn RegionBranchOp>().is_none()
        }) {
            return None;
        }
        outer = parent;
    }
    None
}

/// Whether a block can be reached from the end of another one.
fn reaches(from: BlockRef<'_>, to: BlockRef<'_>) -> bool {
    let mut seen = FxHashSet::default();
    let mut pending: Vec<BlockRef<'_>> = from.last().into_iter().flat_map(|last| last.successors()).collect();
    while let Some(block) = pending.pop() {
        if block.id() == to.id() {
            return true;
        }
        if seen.insert(block.id()) {
            pending.extend(block.last().into_iter().flat_map(|last| last.successors()));
        }
    }
    false
}
