//! Views of ops, values, blocks and regions: cheap to copy, they borrow the IR and make reading it read like MLIR.

mod defined;

use std::sync::LazyLock;

use crate::attrs::Attr;
use crate::body::{Body, ValueDef};
use crate::context::{Context, OpInfo};
use crate::ids::{Block, BodyId, Op, OpHandle, OpName, Region, Value, ValueHandle};
use crate::ir::Ir;
use crate::loc::Loc;
use crate::mapped::Mapped;
use crate::traits::TraitSet;
use crate::types::Type;

/// The body of a detached isolated op, as seen by views: regions without blocks.
static DETACHED: LazyLock<Body> = LazyLock::new(|| {
    let mut body = Body::new(None);
    (0..=u8::MAX).for_each(|_| {
        body.new_top_region();
    });
    body
});

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
                self.ir.cx()
            }
            /// Returns a view into a body that is detached from `ir`.
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

impl From<ValueRef<'_>> for Value {
    #[inline]
    fn from(value: ValueRef<'_>) -> Self {
        value.id
    }
}

impl From<OpRef<'_>> for Op {
    #[inline]
    fn from(op: OpRef<'_>) -> Self {
        op.id
    }
}

/// Ops, each in a region of the next, across bodies.
pub type Ancestors<'a> = std::iter::Successors<OpRef<'a>, fn(&OpRef<'a>) -> Option<OpRef<'a>>>;

impl<'a> OpRef<'a> {
    /// The handle that crosses bodies.
    #[inline]
    pub fn handle(self) -> OpHandle {
        OpHandle { body: self.body_id, op: self.id }
    }

    /// The name.
    #[inline]
    pub fn name(self) -> OpName {
        self.body.name(self.id)
    }

    /// Returns the information on the op's name.
    #[inline]
    pub fn info(self) -> &'a OpInfo {
        self.cx().op_info(self.name())
    }

    /// The name's text.
    pub fn name_text(self) -> &'a str {
        let info = self.info();
        info.def().map_or_else(|| info.name.text(self.cx()), |def| def.name)
    }

    /// Whether the op is registered.
    #[inline]
    pub fn is_registered(self) -> bool {
        self.info().is_registered()
    }

    /// Whether the op has the trait.
    #[inline]
    pub fn has_trait(self, traits: TraitSet) -> bool {
        self.info().traits.has(traits)
    }

    /// Whether the op may have the trait: it has it, or it is not registered.
    #[inline]
    pub fn might_have_trait(self, traits: TraitSet) -> bool {
        let info = self.info();
        !info.is_registered() || info.traits.has(traits)
    }

    /// The op's implementation of an interface (`dyn Trait`).
    #[inline]
    pub fn interface<I: ?Sized + 'static>(self) -> Option<&'static I> {
        self.info().interface::<I>()
    }

    /// Returns the location of the op.
    #[inline]
    pub fn loc(self) -> Loc {
        self.body.loc(self.id)
    }

    /// The number of operands.
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

    /// The number of results.
    #[inline]
    pub fn num_results(self) -> usize {
        self.body.n_results(self.id)
    }

    /// The `index`th result. Panics where there is none.
    #[inline]
    pub fn result(self, index: usize) -> ValueRef<'a> {
        self.value_ref(self.body.result(self.id, index))
    }

    /// The buffer that an op with the trait `ViewLike` views, its first operand; `None` for any other op.
    pub fn view_source(self) -> Option<ValueRef<'a>> {
        self.operands().next().filter(|_| self.has_trait(TraitSet::ViewLike))
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

    /// The number of successors.
    #[inline]
    pub fn num_successors(self) -> usize {
        self.body.n_successors(self.id)
    }

    /// The successors.
    #[inline]
    pub fn successors(self) -> impl ExactSizeIterator<Item = BlockRef<'a>> + Clone {
        Mapped::new(self.body.successors(self.id), move |b| self.block_ref(b))
    }

    /// The number of regions.
    #[inline]
    pub fn num_regions(self) -> usize {
        self.body.n_regions(self.id)
    }

    /// The regions.
    #[inline]
    pub fn regions(self) -> impl ExactSizeIterator<Item = RegionRef<'a>> + DoubleEndedIterator + Clone {
        Mapped::new(0..self.num_regions(), move |i| self.region(i))
    }

    /// Returns the `index`th region. A missing region appears without blocks, since hooks also run on unverified ops;
    /// so do the regions of an isolated op while its body is detached for a change.
    #[inline]
    pub fn region(self, index: usize) -> RegionRef<'a> {
        match self.body.inner(self.id) {
            Some(id) => match self.ir.find_body(id) {
                Some(body) if index < body.top_regions().len() => {
                    RegionRef { ir: self.ir, body, body_id: id, id: body.top_regions()[index] }
                }
                _ => self.missing_region(id, index),
            },
            None if index < self.num_regions() => {
                let start = self.body.op(self.id).regions as usize;
                self.region_ref(Region::from_u32(self.body.lists[start + index]))
            }
            None => self.missing_region(self.body_id, index),
        }
    }

    /// Returns a region without blocks.
    #[cold]
    fn missing_region(self, body_id: BodyId, index: usize) -> RegionRef<'a> {
        let regions = DETACHED.top_regions();
        RegionRef { ir: self.ir, body: &DETACHED, body_id, id: regions[index.min(regions.len() - 1)] }
    }

    /// The body that holds the regions of an isolated op.
    #[inline]
    pub fn inner_body(self) -> Option<BodyId> {
        self.body.inner(self.id)
    }

    /// The inherent attribute slots.
    #[inline]
    pub fn props(self) -> &'a [Attr] {
        self.body.props(self.id)
    }

    /// The inherent attribute in a slot; `None` if it is absent.
    #[inline]
    pub fn prop(self, index: usize) -> Option<Attr> {
        self.props().get(index).and_then(|a| a.opt())
    }

    /// The discardable attribute of this name.
    pub fn discardable_attr(self, name: &str) -> Option<Attr> {
        let cx = self.cx();
        self.attrs().dict_get(cx, cx.find_str(name)?)
    }

    /// The discardable attributes, a dictionary.
    #[inline]
    pub fn attrs(self) -> Attr {
        self.body.attrs(self.id)
    }

    /// The block it is in.
    #[inline]
    pub fn block(self) -> Option<BlockRef<'a>> {
        self.body.block_of(self.id).map(|b| self.block_ref(b))
    }

    /// The op whose region it is in.
    pub fn parent_op(self) -> Option<OpRef<'a>> {
        self.block()?.region()?.parent_op()
    }

    /// The ops whose regions it is in, the innermost first, across bodies.
    pub fn ancestors(self) -> Ancestors<'a> {
        std::iter::successors(self.parent_op(), |op| op.parent_op())
    }

    /// The op and its ancestors, across bodies.
    pub fn self_and_ancestors(self) -> Ancestors<'a> {
        std::iter::successors(Some(self), |op| op.parent_op())
    }

    /// Whether another op is in a region of this one, at any depth.
    pub fn is_proper_ancestor(self, other: OpRef<'_>) -> bool {
        other.ancestors().any(|op| op.handle() == self.handle())
    }

    /// Whether another op is this one, or in a region of it at any depth.
    pub fn is_ancestor(self, other: OpRef<'_>) -> bool {
        other.self_and_ancestors().any(|op| op.handle() == self.handle())
    }

    /// The ops in its regions, at any depth, across bodies, in pre-order.
    pub fn nested_ops(self) -> impl Iterator<Item = OpRef<'a>> {
        // The next op of each enclosing block, except for the innermost one.
        let mut pending: Vec<OpRef<'a>> = Vec::new();
        let (mut entered, mut next) = (Some(self), None);
        std::iter::from_fn(move || {
            if let Some(op) = entered.take().filter(|op| op.num_regions() > 0) {
                pending.extend(next.take());
                let start = pending.len();
                pending.extend(op.regions().flat_map(|r| r.blocks()).filter_map(|b| b.first()));
                pending[start..].reverse();
            }
            let op = next.take().or_else(|| pending.pop())?;
            next = op.next();
            entered = Some(op);
            Some(op)
        })
    }

    /// The op after it.
    #[inline]
    pub fn next(self) -> Option<OpRef<'a>> {
        self.body.next_op(self.id).map(|o| self.op_ref(o))
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

    /// Returns the definition of the value.
    #[inline]
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

    /// Returns the region that it is defined in; `None` for a value that is not defined yet.
    #[inline]
    pub fn parent_region(self) -> Option<RegionRef<'a>> {
        match self.def() {
            ValueDef::Result(op) => self.op_ref(op).block()?.region(),
            ValueDef::Argument(block) => self.block_ref(block).region(),
            ValueDef::Placeholder => None,
        }
    }

    /// The number of the result or argument.
    #[inline]
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

    /// Returns the location of the value's definition.
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
    #[inline]
    pub fn ops(self) -> impl Iterator<Item = OpRef<'a>> {
        self.body.ops_of(self.id).map(move |o| self.op_ref(o))
    }

    /// The first op.
    #[inline]
    pub fn first(self) -> Option<OpRef<'a>> {
        self.body.first_op(self.id).map(|o| self.op_ref(o))
    }

    /// The last op.
    #[inline]
    pub fn last(self) -> Option<OpRef<'a>> {
        self.body.last_op(self.id).map(|o| self.op_ref(o))
    }

    /// The last op, if it is (or may be) a terminator.
    pub fn terminator(self) -> Option<OpRef<'a>> {
        self.last().filter(|op| op.might_have_trait(TraitSet::Terminator))
    }

    /// The arguments.
    #[inline]
    pub fn args(self) -> impl ExactSizeIterator<Item = ValueRef<'a>> + DoubleEndedIterator + Clone {
        Mapped::new(self.body.args(self.id), move |v| self.value_ref(v))
    }

    /// The types of the arguments.
    pub fn arg_types(self) -> Vec<Type> {
        self.args().map(|v| v.ty()).collect()
    }

    /// The region it is in.
    #[inline]
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
    /// Returns whether the region seems empty because its body is detached to be changed: see [`OpRef::region`].
    pub(crate) fn is_detached(self) -> bool {
        std::ptr::eq(self.body, &*DETACHED)
    }

    /// The blocks.
    #[inline]
    pub fn blocks(self) -> impl Iterator<Item = BlockRef<'a>> {
        self.body.blocks_of(self.id).map(move |b| self.block_ref(b))
    }

    /// The entry block.
    #[inline]
    pub fn entry(self) -> Option<BlockRef<'a>> {
        self.body.entry(self.id).map(|b| self.block_ref(b))
    }

    /// Whether it has no block.
    pub fn is_empty(self) -> bool {
        self.body.entry(self.id).is_none()
    }

    /// Whether it has exactly one block.
    #[inline]
    pub fn has_one_block(self) -> bool {
        self.body.entry(self.id).is_some_and(|b| self.body.next_block(b).is_none())
    }

    /// The op it belongs to; `None` if there is none, or while the body with that op is detached.
    pub fn parent_op(self) -> Option<OpRef<'a>> {
        match self.body.region_parent(self.id) {
            Some(op) => Some(self.op_ref(op)),
            None if !self.body.top_regions().contains(&self.id) => None,
            None => self.body.parent().filter(|h| self.ir.find_body(h.body).is_some()).map(|h| self.ir.op(h)),
        }
    }

    /// Its number among the op's regions.
    #[inline]
    pub fn index(self) -> usize {
        self.body.region_number(self.id)
    }
}

impl Ir {
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
}
