//! Edits of other bodies from within one: a pattern on a function enters its body, one in a function declares another.
//!
//! While a closure works on the whole IR, the body of the rewriter is returned to the IR. Edits of the
//! closure are journaled, and reported to the listeners of the rewriter afterwards; the listeners of bodies
//! are notified immediately.

use std::sync::Arc;

use super::{Edit, InsertPoint, Journal, Listener, Outside, Rewriter};
use crate::Loc;
use crate::body::Body;
use crate::ids::{BodyId, Op};
use crate::ir::Ir;

impl Ir {
    /// Changes a body with a rewriter that can change the rest of the IR as well ([`Rewriter::with_ir`]).
    pub fn rewrite_across<R>(&mut self, id: BodyId, work: impl FnOnce(&mut Rewriter<'_>) -> R) -> R {
        let cx = Arc::clone(self.cx());
        let mut body = self.take_body(id);
        let mut journal = self.journal.as_ref().map(|_| Journal::default());
        let result = work(&mut Rewriter {
            cx: &cx,
            outside: Outside::Whole(self),
            body: &mut body,
            id,
            listener: journal.as_mut().map(|journal| journal as &mut dyn Listener),
            outer: None,
            loc: Loc::UNKNOWN,
            point: None,
            pattern: None,
        });
        self.put_body(id, body);
        self.note_in_journal(journal);
        result
    }
}

impl Rewriter<'_> {
    /// Whether other bodies can be changed, by [`Self::with_ir`] and [`Self::enter`].
    pub fn is_across_bodies(&self) -> bool {
        matches!(self.outside, Outside::Whole(_))
    }

    /// Works on the whole IR, with this body back in its place. Handles stay good; the insertion point is kept unless its op or
    /// its block is erased.
    ///
    /// # Panics
    ///
    /// If the rest of the IR is shared: patterns that need this are declared so
    /// ([`Pattern::across_bodies`](crate::pattern::Pattern::across_bodies)).
    pub fn with_ir<R>(&mut self, work: impl FnOnce(&mut Ir) -> R) -> R {
        let Outside::Whole(ir) = &mut self.outside else {
            panic!("a rewriter that shares the IR changes body {} alone", self.id.as_u32())
        };
        ir.put_body(self.id, Box::new(std::mem::take(self.body)));
        let outer = ir.journal.replace(Journal::default());
        let result = work(ir);
        let heard = std::mem::replace(&mut ir.journal, outer).unwrap_or_default();
        *self.body = *ir.take_body(self.id);
        self.replay(&heard);
        let point_is_gone = match self.point {
            Some(InsertPoint::Before(op)) => self.body.is_erased(op) || self.body.block_of(op).is_none(),
            Some(InsertPoint::End(block)) => self.body.region_of(block).is_none(),
            None => false,
        };
        if point_is_gone {
            self.point = None;
        }
        result
    }

    /// Notifies the rewriter's own listeners of changes to the IR.
    fn replay(&mut self, heard: &Journal) {
        let Outside::Whole(ir) = &self.outside else { return };
        let mut elsewhere = 0;
        for &(id, edit) in &heard.edits {
            let body: Option<&Body> = if id == self.id { Some(self.body) } else { ir.find_body(id) };
            elsewhere += u64::from(id != self.id);
            let Some(body) = body else { continue };
            for listener in [&mut self.listener, &mut self.outer].into_iter().flatten() {
                listener.edit(id, body, edit);
            }
        }
        self.body.edits += elsewhere;
    }

    /// Works on the body of an isolated op of this body, with a rewriter that can change the rest as well.
    /// Returns `None` if the op is not isolated.
    ///
    /// # Panics
    ///
    /// As [`Self::with_ir`].
    pub fn enter<R>(&mut self, op: Op, work: impl FnOnce(&mut Rewriter<'_>) -> R) -> Option<R> {
        let inner = self.body.inner(op)?;
        let before = self.num_edits();
        let result = self.with_ir(|ir| ir.rewrite_across(inner, work));
        if self.num_edits() != before && !self.body.is_erased(op) {
            // For patterns, an edit of the nested body is a modification of the op.
            self.note(Edit::Modified(op));
        }
        Some(result)
    }
}
