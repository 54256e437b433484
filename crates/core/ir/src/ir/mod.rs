//! An IR: bodies, and their shared state.

mod edit;
mod locations;

use std::fmt;
use std::sync::Arc;

use terrace_diag::SourceMap;

use crate::analysis::IrAnalyses;
use crate::body::{Body, BodyBuilder};
use crate::context::Context;
use crate::encoded::BytecodeOrigin;
use crate::ids::{BodyId, OpHandle};
use crate::resources::ResourceValue;
use crate::rewriter::{IrListener, IrListenerSlot, Journal};

pub use crate::view::{Ancestors, BlockRef, OpRef, RegionRef, ValueRef};

/// A whole IR: the outermost body with one op in it, and a body for each isolated op below. A clone has the same handles.
#[derive(Clone)]
pub struct Ir {
    cx: Arc<Context>,
    bodies: Vec<Option<Box<Body>>>,
    /// The loaded sources, which source locations point into.
    pub sources: Arc<SourceMap>,
    /// `external_resources` of the file's metadata: group, key and value, in order.
    pub external: Vec<(String, String, ResourceValue)>,
    /// The bytecode file that the IR comes from, if it has parts of that file that are kept unread.
    pub origin: Option<Arc<BytecodeOrigin>>,
    /// The listener for changes of all bodies.
    listener: IrListenerSlot,
    /// Edits of other bodies made through a rewriter of one body.
    pub(crate) journal: Option<Journal>,
    /// Cached analyses of ops.
    pub(crate) analyses: IrAnalyses,
}

/// Shows how much there is; its text is printed by other means.
impl fmt::Debug for Ir {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ir").field("bodies", &self.bodies.len()).finish_non_exhaustive()
    }
}

impl Ir {
    /// An IR with an outermost body of one empty block.
    pub fn new(cx: Arc<Context>, sources: Arc<SourceMap>) -> Self {
        let mut body = Body::new(None);
        let region = body.new_top_region();
        let block = body.new_block();
        body.append_block(region, block);
        let bodies = vec![Some(Box::new(body))];
        Self {
            cx,
            bodies,
            sources,
            external: Vec::new(),
            origin: None,
            listener: IrListenerSlot::default(),
            journal: None,
            analyses: IrAnalyses::default(),
        }
    }

    /// The context.
    pub fn cx(&self) -> &Arc<Context> {
        &self.cx
    }

    /// The outermost body.
    pub const ROOT: BodyId = BodyId::from_u32(0);

    /// Returns a body. Panics if it is detached.
    #[inline]
    pub fn body(&self, id: BodyId) -> &Body {
        self.bodies[id.as_u32() as usize].as_deref().expect("the body was taken out")
    }

    /// Returns a body, unless it is erased or detached.
    pub fn find_body(&self, id: BodyId) -> Option<&Body> {
        self.bodies.get(id.as_u32() as usize)?.as_deref()
    }

    /// Enables recording of the replacements of values, in all present bodies.
    pub fn keep_history(&mut self) {
        self.bodies.iter_mut().flatten().for_each(|body| body.keep_history());
    }

    /// Returns a body for changes that are not reported to listeners. Panics if it is detached.
    #[inline]
    pub(crate) fn body_mut(&mut self, id: BodyId) -> &mut Body {
        self.bodies[id.as_u32() as usize].as_deref_mut().expect("the body was taken out")
    }

    /// Reserves a handle for a body that is inserted later.
    pub fn reserve_body(&mut self) -> BodyId {
        let id = BodyId::from_u32(self.bodies.len() as u32);
        self.bodies.push(None);
        id
    }

    /// Adds a body.
    pub fn add_body(&mut self, body: BodyBuilder) -> BodyId {
        let id = self.reserve_body();
        self.put_new_body(id, body);
        id
    }

    /// Inserts a body whose handle was reserved.
    pub fn put_new_body(&mut self, id: BodyId, body: BodyBuilder) {
        self.put_body(id, body.finish());
    }

    /// Replaces a body by another one of the same op, such as a copy of an earlier state. The listener of the IR
    /// provides a new listener of the body.
    pub fn replace_body(&mut self, id: BodyId, body: Body) {
        let old = self.take_body(id);
        let mut body = Box::new(body);
        // Edit counts must not repeat.
        body.edits = body.edits.max(old.edits) + 1;
        body.control_flow_edits = body.control_flow_edits.max(old.control_flow_edits) + 1;
        self.put_body(id, body);
    }

    /// Drops the bodies nested in an isolated op, whose body becomes `body`: one that a reader populates, or
    /// an empty one until it is materialized again. Panics if the op has none.
    pub fn replace_inner_body(&mut self, op: OpHandle, body: BodyBuilder) {
        let id = self.body(op.body).inner(op.op).expect("the op has a body of its own");
        let mut dropped = vec![id];
        while let Some(next) = dropped.pop() {
            let Some(old) = self.bodies[next.as_u32() as usize].take() else { continue };
            dropped.extend(old.live_ops().filter_map(|op| old.inner(op)));
        }
        self.put_new_body(id, body);
    }

    /// Works on some bodies as if there were no others.
    pub fn with_bodies<R>(&mut self, kept: &[BodyId], work: impl FnOnce(&mut Self) -> R) -> R {
        let count = self.bodies.len();
        let mut others = std::mem::replace(&mut self.bodies, (0..count).map(|_| None).collect());
        for &id in kept {
            let at = id.as_u32() as usize;
            self.bodies[at] = others[at].take();
        }
        let result = work(self);
        for (at, body) in others.into_iter().enumerate() {
            if body.is_some() {
                self.bodies[at] = body;
            }
        }
        result
    }

    /// Detaches a body, to work on it alone.
    pub(crate) fn take_body(&mut self, id: BodyId) -> Box<Body> {
        self.bodies[id.as_u32() as usize].take().expect("the body was taken out")
    }

    /// Attaches a body. A new one is reported to the listener of the IR.
    pub(crate) fn put_body(&mut self, id: BodyId, mut body: Box<Body>) {
        if let Some(listener) = &self.listener.0
            && body.listener.0.is_none()
        {
            body.listener.0 = Some(listener.listen(id, &body));
        }
        self.bodies[id.as_u32() as usize] = Some(body);
    }

    /// Sets the listener of every change in all bodies, present and future; `None` removes it. Notifications are
    /// complete for changes made by rewriters and by methods of the IR.
    pub fn set_listener(&mut self, listener: Option<Arc<dyn IrListener>>) {
        for (id, body) in self.bodies.iter_mut().enumerate() {
            if let Some(body) = body {
                let id = BodyId::from_u32(id as u32);
                body.listener.0 = listener.as_ref().map(|listener| listener.listen(id, body));
            }
        }
        self.listener.0 = listener;
    }

    /// Returns the listener.
    #[must_use]
    pub fn listener(&self) -> Option<Arc<dyn IrListener>> {
        self.listener.0.clone()
    }

    /// Returns a copy with some of the bodies, under the same handles; the others are detached. The copy has no
    /// listener.
    #[must_use]
    pub fn clone_bodies(&self, keep: impl Fn(BodyId) -> bool) -> Self {
        let copy = |(id, body): (usize, &Option<Box<Body>>)| match keep(BodyId::from_u32(id as u32)) {
            true => body.clone(),
            false => None,
        };
        Self {
            cx: Arc::clone(&self.cx),
            bodies: self.bodies.iter().enumerate().map(copy).collect(),
            sources: Arc::clone(&self.sources),
            external: Vec::new(),
            origin: self.origin.clone(),
            listener: IrListenerSlot::default(),
            journal: None,
            analyses: IrAnalyses::default(),
        }
    }

    /// Upper bound of body handles.
    pub fn num_bodies(&self) -> usize {
        self.bodies.len()
    }

    /// Runs `work`, which only reads, on the given bodies; on all cores if `parallel`. Results come in the order of `ids`.
    pub fn par_bodies<R: Send>(
        &self,
        ids: &[BodyId],
        parallel: bool,
        work: impl Fn(&Ir, BodyId) -> R + Sync,
    ) -> Vec<R> {
        use rayon::prelude::*;
        match parallel && ids.len() > 1 {
            true => ids.par_iter().map(|&id| work(self, id)).collect(),
            false => ids.iter().map(|&id| work(self, id)).collect(),
        }
    }

    /// Bytes that all bodies have allocated.
    pub fn heap_bytes(&self) -> usize {
        self.bodies.iter().flatten().map(|b| b.heap_bytes()).sum()
    }
}
