//! An IR: bodies, and what changes several of them.

use std::fmt;
use std::sync::Arc;

use terrace_diag::{Pos, SourceMap};

use crate::analysis::IrAnalyses;
use crate::attrs::{Attr, LocData};
use crate::body::{Body, BodyBuilder};
use crate::context::Context;
use crate::encoded::BytecodeOrigin;
use crate::ids::{Block, BodyId, Op, OpHandle, Region};
use crate::loc::Loc;
use crate::resources::ResourceValue;
use crate::rewriter::{
    InsertPoint, IrListener, IrListenerSlot, IrMapping, Journal, Rewriter, clone_op, copy_op_between,
    copy_region_between,
};
use crate::symbols::SymbolTables;

pub use crate::view::{BlockRef, OpRef, RegionRef, ValueRef};

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

    /// Reserves a handle for a body that is put in later.
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

    /// Puts in a body whose handle was reserved.
    pub fn put_new_body(&mut self, id: BodyId, body: BodyBuilder) {
        self.put_body(id, body.finish());
    }

    /// Replaces a body by another one of the same op, such as a copy of an earlier state. The listener of the IR
    /// provides a new listener of the body.
    pub fn replace_body(&mut self, id: BodyId, body: Body) {
        let old = self.take_body(id);
        let mut body = Box::new(body);
        // No count may be one that was there before.
        body.edits = body.edits.max(old.edits) + 1;
        body.control_flow_edits = body.control_flow_edits.max(old.control_flow_edits) + 1;
        self.put_body(id, body);
    }

    /// Drops the bodies nested in an op that has one of its own, which becomes `body`: one that a reader fills, or an
    /// empty one until it is materialized again. Panics if the op has none.
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

    /// Returns the symbols of all tables; each table is built on first use, and rebuilt after changes.
    pub fn symbol_tables(&self) -> Arc<SymbolTables> {
        Arc::clone(&self.analyses.symbol_tables)
    }

    /// Takes a body out, to work on it alone.
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

    /// Changes a body with a rewriter, everything else being there to read.
    pub fn rewrite<R>(&mut self, id: BodyId, work: impl FnOnce(&mut Rewriter<'_>) -> R) -> R {
        let mut body = self.take_body(id);
        let mut journal = self.journal.as_ref().map(|_| Journal::default());
        let mut rw = Rewriter::new(self, &mut body, id);
        let result = match &mut journal {
            Some(journal) => work(&mut rw.with_listener(journal)),
            None => work(&mut rw),
        };
        self.put_body(id, body);
        self.note_in_journal(journal);
        result
    }

    /// Adds what was changed to the journal.
    pub(crate) fn note_in_journal(&mut self, heard: Option<Journal>) {
        if let (Some(journal), Some(heard)) = (&mut self.journal, heard) {
            journal.edits.extend(heard.edits);
        }
    }

    /// Erases an op whose results have no uses, and the bodies of all isolated ops in it.
    pub fn erase_op(&mut self, op: OpHandle) {
        let mut bodies: Vec<BodyId> = self.body(op.body).inner(op.op).into_iter().collect();
        let mut pending = vec![op.op];
        let body = self.body(op.body);
        while let Some(at) = pending.pop() {
            let ops = body.regions(at).flat_map(|r| body.blocks_of(r)).flat_map(|b| body.ops_of(b));
            for inner in ops {
                bodies.extend(body.inner(inner));
                pending.push(inner);
            }
        }
        self.rewrite(op.body, |rw| rw.erase_op(op.op));
        while let Some(id) = bodies.pop() {
            if let Some(listener) = &self.listener.0 {
                listener.body_erased(id);
            }
            let body = self.take_body(id);
            bodies.extend(body.live_ops().filter_map(|op| body.inner(op)));
        }
    }

    /// Copies the blocks of a region to the end of a region of another body, isolated ops inside included.
    /// Values used in there must be mapped or defined inside.
    pub fn copy_region(
        &mut self,
        (src, from): (BodyId, Region),
        (dst, to): (BodyId, Region),
        map: &mut IrMapping,
    ) {
        let mut target = self.take_body(dst);
        let last = target.last_block(to);
        let copies = copy_region_between(self.body(src), from, &mut target, to, map);
        self.put_body(dst, target);
        self.rewrite(dst, |rw| rw.note_blocks_after(to, last));
        for (copy, inner) in copies {
            self.copy_inner(inner, OpHandle { body: dst, op: copy });
        }
    }

    /// Puts a copy of an op, with all in its regions and in the bodies of isolated ops, into a body, the same or another.
    /// Returns the copy. Values and blocks of another body that the op uses must be mapped.
    pub fn clone_op(
        &mut self,
        op: OpHandle,
        (to, point): (BodyId, InsertPoint),
        map: &mut IrMapping,
    ) -> OpHandle {
        let mut target = self.take_body(to);
        let (copy, isolated) = match to == op.body {
            true => clone_op(&mut target, op.op, map),
            false => copy_op_between(self.body(op.body), op.op, &mut target, map),
        };
        self.put_body(to, target);
        self.rewrite(to, |rw| {
            rw.set_insertion_point(point);
            rw.insert(copy);
        });
        for (copy, inner) in isolated {
            self.copy_inner(inner, OpHandle { body: to, op: copy });
        }
        OpHandle { body: to, op: copy }
    }

    /// Puts a copy of an op of another IR of the same context into a body, with all that is in it. Returns the copy. The op
    /// uses no values and no blocks that are not in it. Its locations must not be positions in sources that this IR has not.
    pub fn clone_op_from(
        &mut self,
        other: &Ir,
        op: OpHandle,
        (to, point): (BodyId, InsertPoint),
    ) -> OpHandle {
        let mut target = self.take_body(to);
        let (copy, isolated) =
            copy_op_between(other.body(op.body), op.op, &mut target, &mut IrMapping::new());
        self.put_body(to, target);
        self.rewrite(to, |rw| {
            rw.set_insertion_point(point);
            rw.insert(copy);
        });
        for (copy, inner) in isolated {
            self.copy_inner_from(Some(other), inner, OpHandle { body: to, op: copy });
        }
        OpHandle { body: to, op: copy }
    }

    /// Adds a body with empty regions to an op without regions, as isolated ops have one; returns the regions with the body.
    pub fn add_inner_body(&mut self, op: OpHandle, regions: usize) -> (BodyId, Vec<Region>) {
        let mut body = BodyBuilder::new(Some(op));
        let regions: Vec<Region> = (0..regions).map(|_| body.new_top_region()).collect();
        let id = self.add_body(body);
        self.rewrite(op.body, |rw| rw.set_inner(op.op, id, regions.len()));
        (id, regions)
    }

    /// Moves the body of an isolated op to an op without regions, which becomes the body's parent; the other one gets empty
    /// regions instead. No-op if there is no body.
    pub fn move_inner_body(&mut self, from: OpHandle, to: OpHandle) {
        let Some(id) = self.body(from.body).inner(from.op) else { return };
        let regions = self.body(id).top_regions().len();
        self.body_mut(id).set_parent(Some(to));
        self.rewrite(from.body, |rw| rw.leave_inner(from.op, regions));
        self.rewrite(to.body, |rw| rw.set_inner(to.op, id, regions));
    }

    /// Returns an isolated op a copy of a body.
    fn copy_inner(&mut self, original: BodyId, owner: OpHandle) {
        self.copy_inner_from(None, original, owner);
    }

    /// Returns an isolated op a copy of a body, of another IR where one is given.
    fn copy_inner_from(&mut self, other: Option<&Ir>, original: BodyId, owner: OpHandle) {
        let mut pending = vec![(original, owner)];
        while let Some((original, owner)) = pending.pop() {
            let mut body = Box::new(other.unwrap_or(self).body(original).clone());
            body.set_parent(Some(owner));
            let regions = body.top_regions().len();
            let nested: Vec<(Op, BodyId)> =
                body.live_ops().filter_map(|op| Some((op, body.inner(op)?))).collect();
            let id = self.reserve_body();
            self.put_body(id, body);
            self.rewrite(owner.body, |rw| rw.set_inner(owner.op, id, regions));
            pending.extend(nested.into_iter().map(|(op, inner)| (inner, OpHandle { body: id, op })));
        }
    }

    /// Upper bound of body handles.
    pub fn num_bodies(&self) -> usize {
        self.bodies.len()
    }

    /// Runs `work` with a rewriter of each of the given bodies, on all cores; the rest of the IR is there to read. Results come
    /// in the order of `ids`, whatever the timing.
    pub fn par_rewrite<R: Send>(
        &mut self,
        ids: &[BodyId],
        work: impl Fn(&mut Rewriter<'_>) -> R + Sync,
    ) -> Vec<R> {
        let given = ids.iter().map(|&id| (id, ())).collect();
        self.par_rewrite_with(given, |rw, ()| work(rw))
    }

    /// The same, with something given for each body.
    pub fn par_rewrite_with<T: Send, R: Send>(
        &mut self,
        ids: Vec<(BodyId, T)>,
        work: impl Fn(&mut Rewriter<'_>, T) -> R + Sync,
    ) -> Vec<R> {
        use rayon::prelude::*;
        if self.journal.is_some() {
            // What is done is told in order.
            return ids.into_iter().map(|(id, given)| self.rewrite(id, |rw| work(rw, given))).collect();
        }
        let mut taken: Vec<(BodyId, Box<Body>, Option<T>)> =
            ids.into_iter().map(|(id, given)| (id, self.take_body(id), Some(given))).collect();
        let shared = &*self;
        let results = taken
            .par_iter_mut()
            .map(|(id, body, given)| {
                given.take().map(|given| work(&mut Rewriter::new(shared, body, *id), given))
            })
            .collect::<Vec<Option<R>>>();
        for (id, body, _) in taken {
            self.put_body(id, body);
        }
        results.into_iter().flatten().collect()
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

    /// The outermost op; `None` if there is none, or while its body is detached.
    pub fn root(&self) -> Option<OpRef<'_>> {
        let body = self.find_body(Self::ROOT)?;
        let block = body.entry(body.top_regions()[0])?;
        Some(OpRef::in_body(self, body, Self::ROOT, body.first_op(block)?))
    }

    /// The view of an op.
    pub fn op(&self, handle: OpHandle) -> OpRef<'_> {
        OpRef::in_body(self, self.body(handle.body), handle.body, handle.op)
    }

    /// The location of what was at `callee` and is inlined into a call at `caller`: after the call sites that it is made
    /// of already, another one.
    pub fn called_at(&self, callee: Loc, caller: Loc) -> Loc {
        let resolved = |loc: Loc| match loc.as_source() {
            Some(_) => Loc::from_attr(self.loc_attr(loc)),
            None => loc,
        };
        self.cx.note_call_site(resolved(callee), resolved(caller))
    }

    /// The location attribute for a location: a source position becomes a file position.
    pub fn loc_attr(&self, loc: Loc) -> Attr {
        match (loc.as_attr(&self.cx), loc.as_source()) {
            (Some(attr), _) => attr,
            (None, Some(position)) => match self.sources.line_column(Pos(position)) {
                Some((buffer, at)) => {
                    let file = self.cx.str(self.sources.buffer(buffer).name());
                    self.cx.file_loc(file, at.line, at.column)
                }
                None => Attr::UNKNOWN_LOC,
            },
            (None, None) => Attr::UNKNOWN_LOC,
        }
    }

    /// Turns positions in sources into positions in files, for an IR that is to be read without its sources.
    pub fn resolve_locations(&mut self) {
        for id in (0..self.bodies.len()).map(|id| BodyId::from_u32(id as u32)) {
            let Some(body) = self.find_body(id) else { continue };
            let resolve = |loc: Loc| Loc::from_attr(self.loc_attr(loc));
            let ops: Vec<(Op, Loc)> = body.live_ops().map(|op| (op, resolve(body.loc(op)))).collect();
            let regions =
                body.top_regions().iter().copied().chain(body.live_ops().flat_map(|op| body.regions(op)));
            let blocks: Vec<Block> = regions.flat_map(|region| body.blocks_of(region)).collect();
            let args: Vec<(Block, usize, Loc)> = blocks
                .iter()
                .flat_map(|&block| (0..body.n_args(block)).map(move |i| (block, i)))
                .map(|(block, i)| (block, i, resolve(body.arg_loc(block, i))))
                .collect();
            self.rewrite(id, |rw| {
                ops.into_iter().for_each(|(op, loc)| rw.set_loc(op, loc));
                args.into_iter().for_each(|(block, i, loc)| rw.set_arg_loc(block, i, loc));
            });
        }
    }

    /// Returns the data of a location.
    pub fn loc_data(&self, loc: Loc) -> &LocData {
        self.loc_attr(loc).as_loc(&self.cx).unwrap_or(&LocData::Unknown)
    }

    /// Bytes that all bodies have allocated.
    pub fn heap_bytes(&self) -> usize {
        self.bodies.iter().flatten().map(|b| b.heap_bytes()).sum()
    }
}
