//! Changes of an IR, in one body or in several.

use super::Ir;
use crate::body::{Body, BodyBuilder};
use crate::ids::{BodyId, Op, OpHandle, Region};
use crate::rewriter::{
    InsertPoint, IrMapping, Journal, Rewriter, clone_op, copy_op_between, copy_region_between,
};

impl Ir {
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

    /// Appends edits to the journal.
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
        self.drop_bodies(bodies);
    }

    /// Drops a body that no op has, such as one that was read to be copied, and those of isolated ops in it.
    pub fn drop_body(&mut self, id: BodyId) {
        self.drop_bodies(vec![id]);
    }

    fn drop_bodies(&mut self, mut bodies: Vec<BodyId>) {
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

    /// Clones an op, with its regions and the bodies of isolated ops, into the same or another body. Returns
    /// the copy. Values and blocks of another body that the op uses must be mapped.
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

    /// Clones an op of another IR of the same context into a body, with its contents. Returns the copy. The op must not
    /// use values and blocks outside of it. Its locations must not be positions in sources that this IR does not have.
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

    /// Runs `work` with a rewriter of each of the given bodies, on all cores; the rest of the IR is readable.
    /// Results are in the order of `ids`, independent of scheduling.
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
            // With a listener, bodies are processed in order.
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
}
