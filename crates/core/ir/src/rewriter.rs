//! Modification of IR, with notifications.
//!
//! Every edit is made through a rewriter. A [`Listener`] is notified of each one immediately: worklists and
//! handles are listeners, and [`Journal`] records the edits. There is no other way to observe the IR.

mod across;
mod blocks;
mod clone;
mod fold;
mod listener;
mod ops;

pub use clone::IrMapping;
pub(crate) use clone::{clone_op, copy_op_between, copy_region_between};
pub use listener::{BodyListener, Edit, IrListener, Journal, Listener};
pub(crate) use listener::{IrListenerSlot, ListenerSlot};

use crate::body::{Body, OpBuilder};
use crate::context::Context;
use crate::ids::{Block, BodyId, Op, OpHandle, Value};
use crate::ir::{BlockRef, Ir, OpRef, RegionRef, ValueRef};
use crate::{Loc, Type};

/// An insertion point for new ops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InsertPoint {
    /// At the end of a block.
    End(Block),
    /// Before an op.
    Before(Op),
}

impl InsertPoint {
    /// The beginning of a block.
    pub fn start(body: &Body, block: Block) -> Self {
        body.first_op(block).map_or(InsertPoint::End(block), InsertPoint::Before)
    }

    /// After an op that is in a block.
    pub fn after(body: &Body, op: Op) -> Self {
        match body.next_op(op) {
            Some(next) => InsertPoint::Before(next),
            None => InsertPoint::End(body.block_of(op).expect("an op to insert after stands in a block")),
        }
    }
}

/// The IR without the body that a rewriter changes.
enum Outside<'a> {
    /// Others read it, too.
    Shared(&'a Ir),
    /// It may be changed as well.
    Whole(&'a mut Ir),
}

/// Changes one body and notifies listeners. The rest of the IR can be read; a rewriter made by [`Ir::rewrite_across`]
/// can change it, too.
pub struct Rewriter<'a> {
    cx: &'a Context,
    outside: Outside<'a>,
    body: &'a mut Body,
    id: BodyId,
    listener: Option<&'a mut dyn Listener>,
    /// A listener notified after `listener`.
    outer: Option<&'a mut dyn Listener>,
    point: Option<InsertPoint>,
    /// The default location of new ops.
    loc: Loc,
    /// The pattern that is tried.
    pattern: Option<&'static str>,
}

impl<'a> Rewriter<'a> {
    /// Creates a rewriter of a body that is detached from `ir`.
    pub fn new(ir: &'a Ir, body: &'a mut Body, id: BodyId) -> Self {
        Self {
            cx: ir.cx(),
            outside: Outside::Shared(ir),
            body,
            id,
            listener: None,
            outer: None,
            point: None,
            loc: Loc::UNKNOWN,
            pattern: None,
        }
    }

    /// The same rewriter, with a listener.
    pub fn with_listener(self, listener: &'a mut dyn Listener) -> Self {
        Self { listener: Some(listener), ..self }
    }

    /// Returns a rewriter of the same body that notifies `listener` as well, before this one's. Panics if there are two
    /// listeners already.
    pub fn listening<'b>(&'b mut self, listener: &'b mut dyn Listener) -> Rewriter<'b> {
        assert!(self.outer.is_none(), "at most two listeners");
        let mut same = self.reborrow();
        same.outer = same.listener.replace(listener);
        same
    }

    /// The same rewriter for a while.
    fn reborrow(&mut self) -> Rewriter<'_> {
        fn shorter<'b>(listener: &'b mut Option<&mut dyn Listener>) -> Option<&'b mut dyn Listener> {
            listener.as_mut().map(|listener| &mut **listener as &mut dyn Listener)
        }
        Rewriter {
            cx: self.cx,
            outside: match &mut self.outside {
                Outside::Shared(ir) => Outside::Shared(ir),
                Outside::Whole(ir) => Outside::Whole(ir),
            },
            body: &mut *self.body,
            id: self.id,
            listener: shorter(&mut self.listener),
            outer: shorter(&mut self.outer),
            point: self.point,
            loc: self.loc,
            pattern: self.pattern,
        }
    }

    /// Returns a rewriter of the same body whose edits the listener of this one is not told, unless it has a second one.
    pub fn unheard(&mut self) -> Rewriter<'_> {
        let mut same = self.reborrow();
        same.listener = same.outer.take();
        same
    }

    /// Replaces the whole body by a copy that was taken before; listeners are not told.
    pub fn restore(&mut self, mut copy: Body) {
        // Edit counts must not repeat.
        copy.edits = copy.edits.max(self.body.edits) + 1;
        copy.control_flow_edits = copy.control_flow_edits.max(self.body.control_flow_edits) + 1;
        copy.listener = std::mem::take(&mut self.body.listener);
        *self.body = copy;
        self.point = None;
    }

    /// Tries a pattern on an op: `action` rewrites, or returns `None` and leaves the IR unchanged. A failure is reported to
    /// listeners with the name and the reason, which is empty if the pattern has none. With debug assertions, a pattern that changes the IR and does not match
    /// is an error.
    pub fn try_pattern(
        &mut self,
        name: &'static str,
        op: impl Into<Op>,
        action: impl FnOnce(&mut Rewriter<'_>) -> Option<()>,
    ) -> Option<()> {
        let (edits, failures) = (self.num_edits(), self.num_match_failures());
        let outer = self.pattern.replace(name);
        let matched = action(self);
        if matched.is_none() {
            self.note_unmatched(op.into(), failures);
        }
        self.pattern = outer;
        debug_assert!(
            matched.is_some() || edits == self.num_edits(),
            "pattern '{name}' changed the IR and did not match"
        );
        matched
    }

    /// Runs an action on a temporary body, which is dropped afterwards: for creating ops and inspecting them without
    /// changing the IR. The action gets a block with arguments of the given types, at the end of which it inserts.
    pub fn try_out<R>(&self, types: &[Type], action: impl FnOnce(&mut Rewriter<'_>, Block) -> R) -> R {
        let mut body = Body::new(None);
        let (region, block) = (body.new_top_region(), body.new_block());
        body.append_block(region, block);
        body.add_args(block, types.iter().map(|&ty| (ty, Loc::UNKNOWN)));
        let mut rw = Rewriter::new(self.ir(), &mut body, BodyId::from_u32(u32::MAX));
        rw.set_insertion_point_to_end(block);
        action(&mut rw, block)
    }

    /// Sets the name of the pattern being applied, which is passed to listeners with match-failure reasons.
    /// Returns the previous one.
    pub fn set_pattern(&mut self, name: Option<&'static str>) -> Option<&'static str> {
        std::mem::replace(&mut self.pattern, name)
    }

    /// The body, to read.
    pub fn body(&self) -> &Body {
        self.body
    }

    /// The body's handle.
    pub fn body_id(&self) -> BodyId {
        self.id
    }

    /// Returns the rest of the IR, from which the body itself is detached.
    #[inline]
    pub fn ir(&self) -> &Ir {
        match &self.outside {
            Outside::Shared(ir) => ir,
            Outside::Whole(ir) => ir,
        }
    }

    /// The context.
    #[inline]
    pub fn cx(&self) -> &'a Context {
        self.cx
    }

    /// The handle of an op across bodies.
    pub fn handle(&self, op: impl Into<Op>) -> OpHandle {
        OpHandle { body: self.id, op: op.into() }
    }

    /// The view of an op.
    #[inline]
    pub fn op(&self, op: impl Into<Op>) -> OpRef<'_> {
        OpRef::in_body(self.ir(), self.body, self.id, op.into())
    }

    /// The view of a value.
    pub fn value(&self, value: Value) -> ValueRef<'_> {
        ValueRef::in_body(self.ir(), self.body, self.id, value)
    }

    /// The view of a block.
    pub fn block(&self, block: Block) -> BlockRef<'_> {
        BlockRef::in_body(self.ir(), self.body, self.id, block)
    }

    /// The view of a region.
    pub fn region(&self, region: crate::ids::Region) -> RegionRef<'_> {
        RegionRef::in_body(self.ir(), self.body, self.id, region)
    }

    /// The number of edits so far, of this body and of others through [`Self::with_ir`].
    pub fn num_edits(&self) -> u64 {
        self.body.edits
    }

    /// Returns the insertion point of new ops.
    pub fn insertion_point(&self) -> Option<InsertPoint> {
        self.point
    }

    /// Sets or clears the insertion point; returns the previous one.
    pub(crate) fn replace_insertion_point(&mut self, point: Option<InsertPoint>) -> Option<InsertPoint> {
        std::mem::replace(&mut self.point, point)
    }

    /// Creates ops and regions that are not in the IR yet.
    pub fn op_builder(&mut self) -> OpBuilder<'_> {
        OpBuilder::new(self.body)
    }

    /// The default location of new ops: that of the op at which the insertion point was set.
    pub fn loc(&self) -> Loc {
        self.loc
    }

    /// Sets the default location of new ops; returns the previous one.
    pub(crate) fn replace_loc(&mut self, loc: Loc) -> Loc {
        std::mem::replace(&mut self.loc, loc)
    }

    /// Sets where new ops go. Before an op, they get its location.
    pub fn set_insertion_point(&mut self, point: InsertPoint) {
        if let InsertPoint::Before(op) = point {
            self.loc = self.body.loc(op);
        }
        self.point = Some(point);
    }

    /// New ops go before `op` and get its location.
    pub fn set_insertion_point_before(&mut self, op: impl Into<Op>) {
        self.set_insertion_point(InsertPoint::Before(op.into()));
    }

    /// New ops go after `op` and get its location.
    pub fn set_insertion_point_after(&mut self, op: impl Into<Op>) {
        let op = op.into();
        self.loc = self.body.loc(op);
        self.point = Some(InsertPoint::after(self.body, op));
    }

    /// New ops go to the start of `block`.
    pub fn set_insertion_point_to_start(&mut self, block: Block) {
        self.point = Some(InsertPoint::start(self.body, block));
    }

    /// New ops go to the end of `block`.
    pub fn set_insertion_point_to_end(&mut self, block: Block) {
        self.point = Some(InsertPoint::End(block));
    }

    /// Reports why a pattern does not match. Always returns `None`, for the pattern to return.
    pub fn notify_match_failure<T>(&mut self, op: impl Into<Op>, reason: &str) -> Option<T> {
        self.note_match_failure(op.into(), reason);
        None
    }

    /// The number of match failures that the body's listener was notified of.
    pub fn num_match_failures(&self) -> u64 {
        self.body.listener.1
    }

    /// Notifies the body's listener that the current pattern does not match, unless one was notified since there were
    /// `before` failures.
    #[inline]
    pub fn note_unmatched(&mut self, op: Op, before: u64) {
        if self.body.listener.0.is_some() && self.body.listener.1 == before && !self.body.is_erased(op) {
            self.note_match_failure(op, "");
        }
    }

    fn note_match_failure(&mut self, op: Op, reason: &str) {
        self.body.listener.1 += 1;
        for listener in [&mut self.listener, &mut self.outer].into_iter().flatten() {
            listener.no_match(self.id, self.body, op, self.pattern, reason);
        }
        let pattern = self.pattern;
        self.tell_body(|listener, id, body| listener.no_match(id, body, op, pattern, reason));
    }

    fn note(&mut self, edit: Edit) {
        self.note_here(edit);
        self.tell_body(|listener, id, body| listener.edit(id, body, edit));
    }

    /// Notifies the rewriter's own listeners.
    fn note_here(&mut self, edit: Edit) {
        self.body.edits += 1;
        for listener in [&mut self.listener, &mut self.outer].into_iter().flatten() {
            listener.edit(self.id, self.body, edit);
        }
    }

    /// Whether there is a listener.
    fn is_heard(&self) -> bool {
        self.listener.is_some() || self.outer.is_some() || self.body.listener.0.is_some()
    }

    /// Notifies listeners that an op is about to be moved.
    fn note_moving(&mut self, op: Op) {
        for listener in [&mut self.listener, &mut self.outer].into_iter().flatten() {
            listener.moving(self.id, self.body, op);
        }
        self.tell_body(|listener, id, body| listener.moving(id, body, op));
    }

    fn note_moving_block(&mut self, block: Block) {
        for listener in [&mut self.listener, &mut self.outer].into_iter().flatten() {
            listener.moving_block(self.id, self.body, block);
        }
        self.tell_body(|listener, id, body| listener.moving_block(id, body, block));
    }

    /// Notifies the body's listener, if there is one.
    #[inline]
    fn tell_body(&mut self, tell: impl FnOnce(&mut dyn Listener, BodyId, &Body)) {
        if self.body.listener.0.is_some() {
            let mut listener = self.body.listener.0.take();
            if let Some(listener) = &mut listener {
                tell(&mut **listener, self.id, self.body);
            }
            self.body.listener.0 = listener;
        }
    }
}

#[cfg(test)]
mod tests;
