//! An IR: bodies, and views that make reading them read like MLIR.

use std::cmp::Ordering;
use std::fmt;
use std::sync::{Arc, LazyLock};

use terrace_diag::{Pos, SourceMap};

use crate::attrs::{Attr, LocData};
use crate::body::{Body, ValueDef};
use crate::context::{Context, OpInfo};
use crate::def::{Arity, OpDef, OpKind};
use crate::ids::{Block, BodyId, Op, OpHandle, OpName, Region, Value, ValueHandle};
use crate::loc::Loc;
use crate::mapped::Mapped;
use crate::op_info::Slots;
use crate::resources::ResourceValue;
use crate::rewriter::{
    InsertPoint, IrListener, IrListenerSlot, Mapping, Rewriter, clone_op, copy_op_between,
    copy_region_between,
};
use crate::strings::Str;
use crate::traits::TraitSet;
use crate::types::Type;

/// A whole IR: the outermost body with one op in it, and a body for each isolated op below. A clone has the same handles.
#[derive(Clone)]
pub struct Ir {
    cx: Arc<Context>,
    bodies: Vec<Option<Box<Body>>>,
    /// The loaded sources, which source locations point into.
    pub sources: Arc<SourceMap>,
    /// `external_resources` of the file's metadata: group, key and value, in order.
    pub external: Vec<(String, String, ResourceValue)>,
    /// Hears of what changes in any body.
    listener: IrListenerSlot,
}

/// What is seen of the body of an isolated op while it is detached: regions without blocks.
static DETACHED: LazyLock<Body> = LazyLock::new(|| {
    let mut body = Body::new(None);
    (0..=u8::MAX).for_each(|_| {
        body.new_top_region();
    });
    body
});

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
        Self { cx, bodies, sources, external: Vec::new(), listener: IrListenerSlot::default() }
    }

    /// The context.
    pub fn cx(&self) -> &Arc<Context> {
        &self.cx
    }

    /// The outermost body.
    pub const ROOT: BodyId = BodyId::from_u32(0);

    /// A body. Panics where it was taken out.
    #[inline]
    pub fn body(&self, id: BodyId) -> &Body {
        self.bodies[id.as_u32() as usize].as_deref().expect("the body was taken out")
    }

    /// A body, unless it was erased or taken out.
    pub fn find_body(&self, id: BodyId) -> Option<&Body> {
        self.bodies.get(id.as_u32() as usize)?.as_deref()
    }

    /// Lets all bodies that are there remember which values are replaced by which.
    pub fn keep_history(&mut self) {
        self.bodies.iter_mut().flatten().for_each(|body| body.keep_history());
    }

    /// A body to change, which nobody hears of: for those who read IR. Panics where it was taken out.
    #[inline]
    pub fn body_mut(&mut self, id: BodyId) -> &mut Body {
        self.bodies[id.as_u32() as usize].as_deref_mut().expect("the body was taken out")
    }

    /// Reserves a handle for a body that is put in later.
    pub fn reserve_body(&mut self) -> BodyId {
        let id = BodyId::from_u32(self.bodies.len() as u32);
        self.bodies.push(None);
        id
    }

    /// Adds a body.
    pub fn add_body(&mut self, body: Body) -> BodyId {
        let id = self.reserve_body();
        self.put_body(id, Box::new(body));
        id
    }

    /// Takes a body out, to work on it alone.
    pub fn take_body(&mut self, id: BodyId) -> Box<Body> {
        self.bodies[id.as_u32() as usize].take().expect("the body was taken out")
    }

    /// Puts a body in, or back. The listener of the IR hears of one that it has not heard of.
    pub fn put_body(&mut self, id: BodyId, mut body: Box<Body>) {
        if let Some(listener) = &self.listener.0
            && body.listener.0.is_none()
        {
            body.listener.0 = Some(listener.listen(id, &body));
        }
        self.bodies[id.as_u32() as usize] = Some(body);
    }

    /// Lets a listener hear of every change from now on, in all bodies that are there and that are added; `None` ends that.
    /// What is heard is complete where changes are made by rewriters and by methods of the IR.
    pub fn set_listener(&mut self, listener: Option<Arc<dyn IrListener>>) {
        for (id, body) in self.bodies.iter_mut().enumerate() {
            if let Some(body) = body {
                let id = BodyId::from_u32(id as u32);
                body.listener.0 = listener.as_ref().map(|listener| listener.listen(id, body));
            }
        }
        self.listener.0 = listener;
    }

    /// Changes a body with a rewriter, everything else being there to read.
    pub fn rewrite<R>(&mut self, id: BodyId, work: impl FnOnce(&mut Rewriter<'_>) -> R) -> R {
        let mut body = self.take_body(id);
        let result = work(&mut Rewriter::new(self, &mut body, id));
        self.put_body(id, body);
        result
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
        self.rewrite(op.body, |rw| rw.erase(op.op));
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
        map: &mut Mapping,
    ) {
        let mut target = self.take_body(dst);
        let last = target.last_block(to);
        let copies = copy_region_between(self.body(src), from, &mut target, to, map);
        Rewriter::new(self, &mut target, dst).note_blocks_after(to, last);
        self.put_body(dst, target);
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
        map: &mut Mapping,
    ) -> OpHandle {
        let mut target = self.take_body(to);
        let (copy, isolated) = match to == op.body {
            true => clone_op(&mut target, op.op, map),
            false => copy_op_between(self.body(op.body), op.op, &mut target, map),
        };
        let mut rw = Rewriter::new(self, &mut target, to);
        rw.set_insert_point(point);
        rw.insert(copy);
        self.put_body(to, target);
        for (copy, inner) in isolated {
            self.copy_inner(inner, OpHandle { body: to, op: copy });
        }
        OpHandle { body: to, op: copy }
    }

    /// Adds a body with empty regions to an op without regions, as isolated ops have one; returns the regions with the body.
    pub fn add_inner_body(&mut self, op: OpHandle, regions: usize) -> (BodyId, Vec<Region>) {
        let mut body = Body::new(Some(op));
        let regions: Vec<Region> = (0..regions).map(|_| body.new_top_region()).collect();
        let id = self.add_body(body);
        self.rewrite(op.body, |rw| rw.set_inner(op.op, id, regions.len()));
        (id, regions)
    }

    /// Gives an isolated op a copy of a body.
    fn copy_inner(&mut self, original: BodyId, owner: OpHandle) {
        let mut pending = vec![(original, owner)];
        while let Some((original, owner)) = pending.pop() {
            let mut body = Box::new(self.body(original).clone());
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

    /// The outermost op.
    pub fn root(&self) -> Option<OpRef<'_>> {
        let body = self.body(Self::ROOT);
        let block = body.entry(body.top_regions()[0])?;
        Some(OpRef { ir: self, body, body_id: Self::ROOT, id: body.first_op(block)? })
    }

    /// The view of an op.
    pub fn op(&self, handle: OpHandle) -> OpRef<'_> {
        OpRef { ir: self, body: self.body(handle.body), body_id: handle.body, id: handle.op }
    }

    /// The location attribute for a location: a source position becomes a file position.
    pub fn loc_attr(&self, loc: Loc) -> Attr {
        match (loc.as_attr(), loc.as_source()) {
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

    /// What a location holds.
    pub fn loc_data(&self, loc: Loc) -> &LocData {
        self.loc_attr(loc).as_loc(&self.cx).unwrap_or(&LocData::Unknown)
    }

    /// Bytes that all bodies have allocated.
    pub fn heap_bytes(&self) -> usize {
        self.bodies.iter().flatten().map(|b| b.heap_bytes()).sum()
    }
}

/// A view of an op. Cheap to copy; borrows the IR.
#[derive(Clone, Copy)]
pub struct OpRef<'a> {
    ir: &'a Ir,
    body: &'a Body,
    body_id: BodyId,
    id: Op,
}

/// A view of a value.
#[derive(Clone, Copy)]
pub struct ValueRef<'a> {
    ir: &'a Ir,
    body: &'a Body,
    body_id: BodyId,
    id: Value,
}

/// A view of a block.
#[derive(Clone, Copy)]
pub struct BlockRef<'a> {
    ir: &'a Ir,
    body: &'a Body,
    body_id: BodyId,
    id: Block,
}

/// A view of a region.
#[derive(Clone, Copy)]
pub struct RegionRef<'a> {
    ir: &'a Ir,
    body: &'a Body,
    body_id: BodyId,
    id: Region,
}

macro_rules! view_basics {
    ($view:ident, $id:ty) => {
        impl<'a> $view<'a> {
            /// The handle within the body.
            #[inline]
            pub fn id(self) -> $id {
                self.id
            }
            /// The body.
            #[inline]
            pub fn body(self) -> &'a Body {
                self.body
            }
            /// The body's handle.
            #[inline]
            pub fn body_id(self) -> BodyId {
                self.body_id
            }
            /// The IR.
            #[inline]
            pub fn ir(self) -> &'a Ir {
                self.ir
            }
            /// The context.
            #[inline]
            pub fn cx(self) -> &'a Context {
                &self.ir.cx
            }
            /// A view into a body that was taken out of `ir`.
            #[inline]
            pub fn in_body(ir: &'a Ir, body: &'a Body, body_id: BodyId, id: $id) -> Self {
                Self { ir, body, body_id, id }
            }
            #[inline]
            #[allow(dead_code)]
            fn op_ref(self, id: Op) -> OpRef<'a> {
                OpRef { ir: self.ir, body: self.body, body_id: self.body_id, id }
            }
            #[inline]
            #[allow(dead_code)]
            fn value_ref(self, id: Value) -> ValueRef<'a> {
                ValueRef { ir: self.ir, body: self.body, body_id: self.body_id, id }
            }
            #[inline]
            #[allow(dead_code)]
            fn block_ref(self, id: Block) -> BlockRef<'a> {
                BlockRef { ir: self.ir, body: self.body, body_id: self.body_id, id }
            }
            #[inline]
            #[allow(dead_code)]
            fn region_ref(self, id: Region) -> RegionRef<'a> {
                RegionRef { ir: self.ir, body: self.body, body_id: self.body_id, id }
            }
        }

        impl PartialEq for $view<'_> {
            fn eq(&self, other: &Self) -> bool {
                self.body_id == other.body_id && self.id == other.id
            }
        }
        impl Eq for $view<'_> {}
    };
}

view_basics!(OpRef, Op);
view_basics!(ValueRef, Value);
view_basics!(BlockRef, Block);
view_basics!(RegionRef, Region);

impl<'a> OpRef<'a> {
    /// The handle that crosses bodies.
    pub fn handle(self) -> OpHandle {
        OpHandle { body: self.body_id, op: self.id }
    }

    /// The name.
    #[inline]
    pub fn name(self) -> OpName {
        self.body.name(self.id)
    }

    /// What is known of the name.
    #[inline]
    pub fn info(self) -> &'a OpInfo {
        self.cx().op_info(self.name())
    }

    /// The name's text.
    pub fn name_text(self) -> &'a str {
        self.info().name.text(self.cx())
    }

    /// The definition of a registered op.
    #[inline]
    pub fn def(self) -> Option<&'static OpDef> {
        self.info().def
    }

    /// Whether the op is registered.
    pub fn is_registered(self) -> bool {
        self.def().is_some()
    }

    /// Whether the op has the trait.
    #[inline]
    pub fn has_trait(self, traits: TraitSet) -> bool {
        self.info().traits.has(traits)
    }

    /// Whether the op may have the trait: it has it, or it is not registered.
    pub fn might_have_trait(self, traits: TraitSet) -> bool {
        let info = self.info();
        info.def.is_none() || info.traits.has(traits)
    }

    /// Whether the op is of this kind.
    #[inline]
    pub fn isa<K: OpKind>(self) -> bool {
        self.def().is_some_and(|d| std::ptr::eq(d, K::DEF))
    }

    /// The typed view, if the op is of this kind.
    #[inline]
    pub fn cast<K: OpKind>(self) -> Option<K::View<'a>> {
        self.isa::<K>().then(|| K::View::from(self))
    }

    /// The op's implementation of an interface (`dyn Trait`).
    pub fn interface<I: ?Sized + 'static>(self) -> Option<&'static I> {
        self.info().interface::<I>()
    }

    /// Where the op comes from.
    #[inline]
    pub fn loc(self) -> Loc {
        self.body.loc(self.id)
    }

    /// How many operands.
    #[inline]
    pub fn num_operands(self) -> usize {
        self.body.n_operands(self.id)
    }

    /// The `index`th operand. Panics where there is none.
    #[inline]
    pub fn operand(self, index: usize) -> ValueRef<'a> {
        self.value_ref(self.body.operand(self.id, index))
    }

    /// The operands.
    #[inline]
    pub fn operands(self) -> impl ExactSizeIterator<Item = ValueRef<'a>> + DoubleEndedIterator + Clone {
        Mapped::new(self.body.operands(self.id), move |v| self.value_ref(v))
    }

    /// How many results.
    #[inline]
    pub fn num_results(self) -> usize {
        self.body.n_results(self.id)
    }

    /// The `index`th result. Panics where there is none.
    #[inline]
    pub fn result(self, index: usize) -> ValueRef<'a> {
        self.value_ref(self.body.result(self.id, index))
    }

    /// The results.
    #[inline]
    pub fn results(self) -> impl ExactSizeIterator<Item = ValueRef<'a>> + DoubleEndedIterator + Clone {
        Mapped::new(self.body.results(self.id), move |v| self.value_ref(v))
    }

    /// The types of the operands.
    pub fn operand_types(self) -> Vec<Type> {
        self.operands().map(|v| v.ty()).collect()
    }

    /// The types of the results.
    pub fn result_types(self) -> Vec<Type> {
        self.results().map(|v| v.ty()).collect()
    }

    /// How many successors.
    pub fn num_successors(self) -> usize {
        self.body.n_successors(self.id)
    }

    /// The successors.
    pub fn successors(self) -> impl ExactSizeIterator<Item = BlockRef<'a>> + Clone {
        Mapped::new(self.body.successors(self.id), move |b| self.block_ref(b))
    }

    /// How many regions.
    #[inline]
    pub fn num_regions(self) -> usize {
        self.body.n_regions(self.id)
    }

    /// The regions.
    pub fn regions(self) -> impl ExactSizeIterator<Item = RegionRef<'a>> + DoubleEndedIterator + Clone {
        Mapped::new(0..self.num_regions(), move |i| self.region(i))
    }

    /// The `index`th region. Panics where there is none. While the body of an isolated op is detached to be changed,
    /// the op's regions have no blocks for whoever follows a symbol or an ancestor to it.
    pub fn region(self, index: usize) -> RegionRef<'a> {
        match self.body.inner(self.id) {
            Some(id) => {
                let detached = || (&*DETACHED, index.min(DETACHED.top_regions().len() - 1));
                let (body, index) = self.ir.find_body(id).map_or_else(detached, |body| (body, index));
                RegionRef { ir: self.ir, body, body_id: id, id: body.top_regions()[index] }
            }
            None => {
                let start = self.body.op(self.id).regions as usize;
                self.region_ref(Region::from_u32(self.body.lists[start + index]))
            }
        }
    }

    /// The body that holds the regions of an isolated op.
    pub fn inner_body(self) -> Option<BodyId> {
        self.body.inner(self.id)
    }

    /// The inherent attribute slots.
    #[inline]
    pub fn props(self) -> &'a [Attr] {
        self.body.props(self.id)
    }

    /// The inherent attribute in a slot; none where it is absent.
    #[inline]
    pub fn prop(self, index: usize) -> Option<Attr> {
        self.props().get(index).and_then(|a| a.opt())
    }

    /// The inherent attribute of this name; none where it is absent.
    pub fn inherent_attr(self, name: &str) -> Option<Attr> {
        match self.def() {
            Some(def) => self.prop(def.props.iter().position(|p| p.name == name)?),
            None => {
                let name = self.cx().find_str(name)?;
                self.body.opaque_props(self.id)?.dict_get(self.cx(), name)
            }
        }
    }

    /// The discardable attribute of this name.
    pub fn discardable_attr(self, name: &str) -> Option<Attr> {
        let cx = self.cx();
        self.attrs().dict_get(cx, cx.find_str(name)?)
    }

    /// The attribute of this name, inherent or discardable.
    pub fn attr(self, name: &str) -> Option<Attr> {
        self.inherent_attr(name).or_else(|| self.discardable_attr(name))
    }

    /// The discardable attributes, a dictionary.
    pub fn attrs(self) -> Attr {
        self.body.attrs(self.id)
    }

    /// The block it stands in.
    pub fn block(self) -> Option<BlockRef<'a>> {
        self.body.block_of(self.id).map(|b| self.block_ref(b))
    }

    /// The op whose region it stands in.
    pub fn parent_op(self) -> Option<OpRef<'a>> {
        self.block()?.region()?.parent_op()
    }

    /// The op after it.
    pub fn next(self) -> Option<OpRef<'a>> {
        self.body.next_op(self.id).map(|o| self.op_ref(o))
    }

    /// Start and length of an operand slot's values.
    pub fn operand_range(self, slot: usize) -> (usize, usize) {
        let (info, total) = (self.info(), self.num_operands());
        let arity = |i: usize| info.def.map_or(Arity::One, |def| def.operands[i].arity);
        self.segment(info.operand_slots, slot, total, arity)
    }

    /// Start and length of a result slot's values.
    pub fn result_range(self, slot: usize) -> (usize, usize) {
        let (info, total) = (self.info(), self.num_results());
        let arity = |i: usize| info.def.map_or(Arity::One, |def| def.results[i].arity);
        self.segment(info.result_slots, slot, total, arity)
    }

    /// Start and length of a slot, from how slots are filled and the number of values.
    fn segment(
        self,
        shape: Slots,
        slot: usize,
        total: usize,
        arity: impl Fn(usize) -> Arity,
    ) -> (usize, usize) {
        let (start, len) = match shape {
            Slots::Unknown => return (0, 0),
            Slots::Fixed => (slot, 1),
            Slots::One { variable, slots } => {
                let extra = (total + 1).saturating_sub(slots);
                match slot.cmp(&variable) {
                    Ordering::Less => (slot, 1),
                    Ordering::Equal => (slot, extra),
                    Ordering::Greater => (slot - 1 + extra, 1),
                }
            }
            Slots::Several { sizes, slots } => {
                let sizes = sizes.and_then(|sizes| self.prop(sizes)?.i32_elements(self.cx()));
                match sizes.filter(|sizes| sizes.len() == slots && slot < slots) {
                    Some(sizes) => {
                        let (mut start, mut len) = (0, 0);
                        for size in sizes.take(slot + 1) {
                            start += len;
                            len = size.max(0) as usize;
                        }
                        (start, len)
                    }
                    // Several variable slots without sizes share the values evenly (`SameVariadicOperandSize`).
                    None => {
                        let variable = (0..slots).filter(|&i| arity(i) != Arity::One).count().max(1);
                        let each = total.saturating_sub(slots - variable) / variable;
                        let len = |i: usize| if arity(i) == Arity::One { 1 } else { each };
                        let known = slot.min(slots);
                        ((0..known).map(len).sum(), if slot < slots { len(slot) } else { 0 })
                    }
                }
            }
        };
        let start = start.min(total);
        (start, len.min(total - start))
    }

    /// The values of an operand slot.
    pub fn operand_group(self, slot: usize) -> impl ExactSizeIterator<Item = ValueRef<'a>> + Clone {
        let (start, len) = self.operand_range(slot);
        Mapped::new(start..start + len, move |i| self.operand(i))
    }

    /// The values of a result slot.
    pub fn result_group(self, slot: usize) -> impl ExactSizeIterator<Item = ValueRef<'a>> + Clone {
        let (start, len) = self.result_range(slot);
        Mapped::new(start..start + len, move |i| self.result(i))
    }

    /// The name of the symbol the op defines.
    pub fn symbol_name(self) -> Option<Str> {
        self.attr("sym_name")?.as_string(self.cx())
    }
}

impl<'a> ValueRef<'a> {
    /// The handle that crosses bodies.
    pub fn handle(self) -> ValueHandle {
        ValueHandle { body: self.body_id, value: self.id }
    }

    /// The type.
    #[inline]
    pub fn ty(self) -> Type {
        self.body.value_type(self.id)
    }

    /// What defines it.
    pub fn def(self) -> ValueDef {
        self.body.value_def(self.id)
    }

    /// The op it is a result of.
    pub fn defining_op(self) -> Option<OpRef<'a>> {
        match self.def() {
            ValueDef::Result(op) => Some(self.op_ref(op)),
            _ => None,
        }
    }

    /// The block it is an argument of.
    pub fn owner_block(self) -> Option<BlockRef<'a>> {
        match self.def() {
            ValueDef::Argument(block) => Some(self.block_ref(block)),
            _ => None,
        }
    }

    /// The number of the result or argument.
    pub fn index(self) -> u32 {
        self.body.value_index(self.id)
    }

    /// The ops that use it with the operand number, the last use made first.
    pub fn uses(self) -> impl Iterator<Item = (OpRef<'a>, usize)> {
        self.body.uses(self.id).map(move |u| (self.op_ref(self.body.use_owner(u)), self.body.use_index(u)))
    }

    /// Whether nothing uses it.
    pub fn is_unused(self) -> bool {
        self.body.first_use(self.id).is_none()
    }

    /// Where it comes from.
    pub fn loc(self) -> Loc {
        match self.def() {
            ValueDef::Result(op) => self.body.loc(op),
            ValueDef::Argument(block) => self.body.arg_loc(block, self.index() as usize),
            ValueDef::Placeholder => Loc::UNKNOWN,
        }
    }
}

impl<'a> BlockRef<'a> {
    /// The ops.
    pub fn ops(self) -> impl Iterator<Item = OpRef<'a>> {
        self.body.ops_of(self.id).map(move |o| self.op_ref(o))
    }

    /// The first op.
    pub fn first(self) -> Option<OpRef<'a>> {
        self.body.first_op(self.id).map(|o| self.op_ref(o))
    }

    /// The last op.
    pub fn last(self) -> Option<OpRef<'a>> {
        self.body.last_op(self.id).map(|o| self.op_ref(o))
    }

    /// The last op, if it is (or may be) a terminator.
    pub fn terminator(self) -> Option<OpRef<'a>> {
        self.last().filter(|op| op.might_have_trait(TraitSet::Terminator))
    }

    /// The arguments.
    pub fn args(self) -> impl ExactSizeIterator<Item = ValueRef<'a>> + DoubleEndedIterator + Clone {
        Mapped::new(self.body.args(self.id), move |v| self.value_ref(v))
    }

    /// The types of the arguments.
    pub fn arg_types(self) -> Vec<Type> {
        self.args().map(|v| v.ty()).collect()
    }

    /// The region it stands in.
    pub fn region(self) -> Option<RegionRef<'a>> {
        self.body.region_of(self.id).map(|r| self.region_ref(r))
    }

    /// Whether no op branches to it.
    pub fn has_no_predecessors(self) -> bool {
        self.body.preds(self.id).next().is_none()
    }

    /// Its number in its region.
    pub fn number(self) -> usize {
        self.region().map_or(0, |r| r.blocks().take_while(|b| b.id != self.id).count())
    }
}

impl<'a> RegionRef<'a> {
    /// The blocks.
    pub fn blocks(self) -> impl Iterator<Item = BlockRef<'a>> {
        self.body.blocks_of(self.id).map(move |b| self.block_ref(b))
    }

    /// The entry block.
    pub fn entry(self) -> Option<BlockRef<'a>> {
        self.body.entry(self.id).map(|b| self.block_ref(b))
    }

    /// Whether it has no block.
    pub fn is_empty(self) -> bool {
        self.body.entry(self.id).is_none()
    }

    /// Whether it has exactly one block.
    pub fn has_one_block(self) -> bool {
        self.body.entry(self.id).is_some_and(|b| self.body.next_block(b).is_none())
    }

    /// The op it belongs to; `None` if there is none, or while the body with that op is detached.
    pub fn parent_op(self) -> Option<OpRef<'a>> {
        match self.body.region_parent(self.id) {
            Some(op) => Some(self.op_ref(op)),
            None => self.body.parent().filter(|h| self.ir.find_body(h.body).is_some()).map(|h| self.ir.op(h)),
        }
    }

    /// Its number among the op's regions.
    pub fn index(self) -> usize {
        self.body.region_number(self.id)
    }
}
