//! Read access to a body.

use terrace_support::entity::Entity;

use super::{BLOCK_BIT, BigCounts, Body, Def, NO_DEF, OpData, UseData, ValueDef, flags};
use crate::attrs::Attr;
use crate::ids::{Block, BodyId, Op, OpName, Region, Use, Value};
use crate::loc::Loc;
use crate::mapped::Mapped;
use crate::types::Type;

impl Body {
    #[inline]
    pub(crate) fn op(&self, op: Op) -> &OpData {
        &self.ops[op.index()]
    }

    #[cold]
    fn big_counts(&self, op: Op) -> BigCounts {
        self.big.get(&op).copied().unwrap_or_default()
    }

    #[inline]
    pub(crate) fn n_operands(&self, op: Op) -> usize {
        let data = self.op(op);
        if data.flags & flags::BIG != 0 {
            self.big_counts(op).operands as usize
        } else {
            data.n_operands as usize
        }
    }

    #[inline]
    pub(crate) fn n_results(&self, op: Op) -> usize {
        let data = self.op(op);
        if data.flags & flags::BIG != 0 {
            self.big_counts(op).results as usize
        } else {
            data.n_results as usize
        }
    }

    #[inline]
    pub(crate) fn n_props(&self, op: Op) -> usize {
        let data = self.op(op);
        if data.flags & flags::BIG != 0 { self.big_counts(op).props as usize } else { data.n_props as usize }
    }

    #[inline]
    pub(crate) fn n_regions(&self, op: Op) -> usize {
        let data = self.op(op);
        if data.flags & flags::BIG != 0 {
            self.big_counts(op).regions as usize
        } else {
            data.n_regions as usize
        }
    }

    #[inline]
    pub(crate) fn n_successors(&self, op: Op) -> usize {
        let data = self.op(op);
        if data.flags & flags::BIG != 0 {
            self.big_counts(op).successors as usize
        } else {
            data.n_successors as usize
        }
    }

    /// The op's name.
    #[inline]
    pub fn name(&self, op: Op) -> OpName {
        self.op(op).name
    }

    /// The op's location.
    #[inline]
    pub fn loc(&self, op: impl Into<Op>) -> Loc {
        let op = op.into();
        self.op(op).loc
    }

    /// The `index`th operand.
    #[inline]
    pub fn operand(&self, op: Op, index: usize) -> Value {
        debug_assert!(index < self.n_operands(op));
        Value::from_u32(self.uses[self.op(op).operands as usize + index].target)
    }

    /// The operands.
    #[inline]
    pub fn operands(
        &self,
        op: Op,
    ) -> impl ExactSizeIterator<Item = Value> + DoubleEndedIterator + Clone + '_ {
        let start = self.op(op).operands as usize;
        Mapped::new(self.uses[start..start + self.n_operands(op)].iter(), |u: &UseData| {
            Value::from_u32(u.target)
        })
    }

    /// The `index`th result.
    #[inline]
    pub fn result(&self, op: impl Into<Op>, index: usize) -> Value {
        let op = op.into();
        debug_assert!(index < self.n_results(op));
        Value::from_u32(self.op(op).results + index as u32)
    }

    /// The result of an op that has one.
    ///
    /// # Panics
    ///
    /// In debug builds, if the op has no result, or several.
    #[inline]
    pub fn single_result(&self, op: impl Into<Op>) -> Value {
        let op = op.into();
        debug_assert_eq!(self.n_results(op), 1, "results of {op:?}");
        self.result(op, 0)
    }

    /// The results.
    #[inline]
    pub fn results<O: Into<Op>>(
        &self,
        op: O,
    ) -> impl ExactSizeIterator<Item = Value> + DoubleEndedIterator + Clone + use<O> {
        let op = op.into();
        let start = self.op(op).results;
        Mapped::new(start..start + self.n_results(op) as u32, Value::from_u32)
    }

    /// The successors.
    #[inline]
    pub fn successors(&self, op: Op) -> impl ExactSizeIterator<Item = Block> + Clone + '_ {
        let start = self.op(op).operands as usize + self.n_operands(op);
        Mapped::new(self.uses[start..start + self.n_successors(op)].iter(), |u: &UseData| {
            Block::from_u32(u.target)
        })
    }

    /// The inherent attribute slots.
    #[inline]
    pub fn props(&self, op: Op) -> &[Attr] {
        let start = self.op(op).props as usize;
        &self.props[start..start + self.n_props(op)]
    }

    /// The discardable attributes, a dictionary.
    #[inline]
    pub fn attrs(&self, op: impl Into<Op>) -> Attr {
        let op = op.into();
        self.op(op).attrs
    }

    /// The regions of an op that shares this body; empty for an isolated op.
    #[inline]
    pub fn regions(
        &self,
        op: impl Into<Op>,
    ) -> impl ExactSizeIterator<Item = Region> + DoubleEndedIterator + Clone + '_ {
        let op = op.into();
        let data = self.op(op);
        let list: &[u32] = if data.flags & flags::ISOLATED != 0 {
            &[]
        } else {
            &self.lists[data.regions as usize..data.regions as usize + self.n_regions(op)]
        };
        Mapped::new(list.iter(), |&r| Region::from_u32(r))
    }

    /// The body that holds an isolated op's regions.
    #[inline]
    pub fn inner(&self, op: Op) -> Option<BodyId> {
        let data = self.op(op);
        (data.flags & flags::ISOLATED != 0).then(|| BodyId::from_u32(data.regions))
    }

    /// The block the op is in.
    #[inline]
    pub fn block_of(&self, op: impl Into<Op>) -> Option<Block> {
        let op = op.into();
        self.op(op).block.get()
    }

    /// The op after this one.
    #[inline]
    pub fn next_op(&self, op: Op) -> Option<Op> {
        self.op(op).next.get()
    }

    /// The op before this one.
    #[inline]
    pub fn prev_op(&self, op: Op) -> Option<Op> {
        self.op(op).prev.get()
    }

    /// Whether the op was erased.
    #[inline]
    pub fn is_erased(&self, op: Op) -> bool {
        self.op(op).flags & flags::ERASED != 0
    }

    /// The ops that are in a block, in the order of their handles.
    pub fn live_ops(&self) -> impl Iterator<Item = Op> + '_ {
        let live = |data: &OpData| data.block.is_some() && data.flags & flags::ERASED == 0;
        self.ops.iter().enumerate().filter(move |(_, data)| live(data)).map(|(i, _)| Op::from_index(i))
    }

    /// The ops that [`Self::live_ops`] returns that have regions, or whose [shape](OpData::shape) is not `known`.
    pub(crate) fn live_ops_but(&self, known: impl Fn(u64) -> bool) -> impl Iterator<Item = Op> {
        let live = |data: &OpData| data.block.is_some() && data.flags & flags::ERASED == 0;
        let chosen = move |data: &OpData| live(data) && (data.n_regions != 0 || !known(data.shape()));
        self.ops.iter().enumerate().filter(move |(_, data)| chosen(data)).map(|(i, _)| Op::from_index(i))
    }

    /// The shape of an op.
    #[inline]
    pub(crate) fn shape(&self, op: Op) -> u64 {
        self.op(op).shape()
    }

    /// The type of a value.
    #[inline]
    pub fn value_type(&self, value: Value) -> Type {
        self.values[value.index()].ty
    }

    /// Returns the definition of a value.
    #[inline]
    pub fn value_def(&self, value: Value) -> ValueDef {
        let Def(raw) = self.values[value.index()].def;
        if raw & BLOCK_BIT != 0 {
            ValueDef::Argument(Block::from_u32(raw & !BLOCK_BIT))
        } else if raw == NO_DEF {
            ValueDef::Placeholder
        } else {
            ValueDef::Result(Op::from_u32(raw))
        }
    }

    /// The number of the result or argument.
    #[inline]
    pub fn value_index(&self, value: Value) -> u32 {
        self.values[value.index()].index
    }

    /// The first use of a value; the last one made.
    #[inline]
    pub fn first_use(&self, value: Value) -> Option<Use> {
        self.values[value.index()].first_use.get()
    }

    /// The uses of a value, the last made first.
    #[inline]
    pub fn uses(&self, value: Value) -> impl Iterator<Item = Use> + '_ {
        let mut next = self.first_use(value);
        std::iter::from_fn(move || {
            let this = next?;
            next = self.uses[this.index()].next.get();
            Some(this)
        })
    }

    /// The op that a use belongs to.
    #[inline]
    pub fn use_owner(&self, used: Use) -> Op {
        self.uses[used.index()].owner
    }

    /// The operand number of a use.
    #[inline]
    pub fn use_index(&self, used: Use) -> usize {
        used.index() - self.op(self.use_owner(used)).operands as usize
    }

    /// The uses of a block as a successor, the last made first.
    #[inline]
    pub fn preds(&self, block: Block) -> impl Iterator<Item = Use> + '_ {
        let mut next = self.blocks[block.index()].first_pred.get();
        std::iter::from_fn(move || {
            let this = next?;
            next = self.uses[this.index()].next.get();
            Some(this)
        })
    }

    /// The number of the successor that a use of a block is.
    #[inline]
    pub fn successor_index(&self, used: Use) -> usize {
        let op = self.use_owner(used);
        used.index() - self.op(op).operands as usize - self.n_operands(op)
    }

    /// The block's arguments.
    #[inline]
    pub fn args(
        &self,
        block: Block,
    ) -> impl ExactSizeIterator<Item = Value> + DoubleEndedIterator + Clone + '_ {
        let data = &self.blocks[block.index()];
        let start = data.args as usize;
        let list: &[u32] = if data.listed() { &self.lists[start..start + data.n_args()] } else { &[] };
        let run = !data.listed();
        Mapped::new(0..data.n_args(), move |i| {
            Value::from_u32(if run { (start + i) as u32 } else { list[i] })
        })
    }

    /// The number of arguments of a block.
    #[inline]
    pub fn n_args(&self, block: Block) -> usize {
        self.blocks[block.index()].n_args()
    }

    /// The `index`th argument of a block.
    #[inline]
    pub fn arg(&self, block: Block, index: usize) -> Value {
        let data = &self.blocks[block.index()];
        assert!(index < data.n_args(), "argument number out of range");
        let at = data.args as usize + index;
        Value::from_u32(if data.listed() { self.lists[at] } else { at as u32 })
    }

    /// The location of an argument.
    #[inline]
    pub fn arg_loc(&self, block: Block, index: usize) -> Loc {
        let data = &self.blocks[block.index()];
        debug_assert!(index < data.n_args());
        self.arg_locs[data.arg_locs as usize + index]
    }

    /// The first op of a block.
    #[inline]
    pub fn first_op(&self, block: Block) -> Option<Op> {
        self.blocks[block.index()].first.get()
    }

    /// The last op of a block.
    #[inline]
    pub fn last_op(&self, block: Block) -> Option<Op> {
        self.blocks[block.index()].last.get()
    }

    /// The ops of a block, in order.
    #[inline]
    pub fn ops_of(&self, block: Block) -> impl Iterator<Item = Op> + '_ {
        let mut next = self.first_op(block);
        std::iter::from_fn(move || {
            let this = next?;
            next = self.next_op(this);
            Some(this)
        })
    }

    /// The region a block is in.
    #[inline]
    pub fn region_of(&self, block: Block) -> Option<Region> {
        self.blocks[block.index()].region.get()
    }

    /// The block after this one.
    #[inline]
    pub fn next_block(&self, block: Block) -> Option<Block> {
        self.blocks[block.index()].next.get()
    }

    /// The entry block of a region.
    #[inline]
    pub fn entry(&self, region: Region) -> Option<Block> {
        self.regions[region.index()].first.get()
    }

    /// The block before this one.
    pub fn prev_block(&self, block: Block) -> Option<Block> {
        self.blocks[block.index()].prev.get()
    }

    /// The last block of a region.
    pub fn last_block(&self, region: Region) -> Option<Block> {
        self.regions[region.index()].last.get()
    }

    /// The blocks of a region, in order.
    pub fn blocks_of(&self, region: Region) -> impl Iterator<Item = Block> + '_ {
        let mut next = self.entry(region);
        std::iter::from_fn(move || {
            let this = next?;
            next = self.next_block(this);
            Some(this)
        })
    }

    /// Whether some region may have more than one block.
    pub fn may_branch(&self) -> bool {
        self.regions.iter().any(|region| region.first != region.last)
    }

    /// The op in this body that owns a region; `None` for a region of the body's own op.
    #[inline]
    pub fn region_parent(&self, region: Region) -> Option<Op> {
        self.regions[region.index()].parent.get()
    }

    /// The number of a region among those of its op.
    pub fn region_number(&self, region: Region) -> usize {
        self.regions[region.index()].number as usize
    }
}
