//! A body: the arena of one op that is isolated from above.
//!
//! Ops, values, uses, blocks and regions are records in vectors, named by `u32` handles that are local to
//! the body and never reused within it. Lists (ops of a block, blocks of a region, uses of a value) are
//! threaded through the records. New uses go to the head of their list, as upstream's do.

use rustc_hash::FxHashMap;
use terrace_support::entity::{Entity, PackedOption};

use crate::attrs::Attr;
use crate::ids::{Block, BodyId, Op, OpHandle, OpName, Region, Use, Value};
use crate::loc::Loc;
use crate::types::Type;

/// An op's flags.
pub(crate) mod flags {
    /// The op's regions live in a body of their own.
    pub(crate) const ISOLATED: u8 = 1;
    /// A count did not fit; see `Body::big`.
    pub(crate) const BIG: u8 = 2;
    /// The op was erased.
    pub(crate) const ERASED: u8 = 4;
    /// The op is not registered: its one property slot is a whole dictionary.
    pub(crate) const OPAQUE_PROPS: u8 = 8;
}

#[derive(Clone)]
pub(crate) struct OpData {
    pub(crate) name: OpName,
    pub(crate) block: PackedOption<Block>,
    pub(crate) prev: PackedOption<Op>,
    pub(crate) next: PackedOption<Op>,
    pub(crate) order: u32,
    pub(crate) operands: u32,
    pub(crate) results: u32,
    pub(crate) props: u32,
    pub(crate) attrs: Attr,
    /// Start in `lists`, or the body that holds the regions.
    pub(crate) regions: u32,
    pub(crate) loc: Loc,
    n_operands: u16,
    n_results: u16,
    n_props: u8,
    n_regions: u8,
    n_successors: u8,
    pub(crate) flags: u8,
}

#[derive(Clone)]
pub(crate) struct ValueData {
    pub(crate) ty: Type,
    pub(crate) first_use: PackedOption<Use>,
    pub(crate) def: Def,
    pub(crate) index: u32,
}

#[derive(Clone)]
pub(crate) struct UseData {
    /// The value, or the block for a successor.
    pub(crate) target: u32,
    pub(crate) owner: Op,
    pub(crate) next: PackedOption<Use>,
    pub(crate) prev: PackedOption<Use>,
}

#[derive(Clone)]
pub(crate) struct BlockData {
    pub(crate) first: PackedOption<Op>,
    pub(crate) last: PackedOption<Op>,
    pub(crate) args: u32,
    pub(crate) n_args: u32,
    pub(crate) arg_locs: u32,
    pub(crate) region: PackedOption<Region>,
    pub(crate) prev: PackedOption<Block>,
    pub(crate) next: PackedOption<Block>,
    pub(crate) first_pred: PackedOption<Use>,
}

#[derive(Clone)]
pub(crate) struct RegionData {
    pub(crate) first: PackedOption<Block>,
    pub(crate) last: PackedOption<Block>,
    /// The op that owns it, in this body; none for a region of the body's own op.
    pub(crate) parent: PackedOption<Op>,
}

const _: () = assert!(size_of::<OpData>() == 52);
const _: () = assert!(size_of::<ValueData>() == 16);
const _: () = assert!(size_of::<UseData>() == 16);
const _: () = assert!(size_of::<BlockData>() == 36);
const _: () = assert!(size_of::<RegionData>() == 12);

/// What defines a value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Def(u32);

const BLOCK_BIT: u32 = 1 << 31;
const NO_DEF: u32 = BLOCK_BIT - 1;

/// What defines a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueDef {
    /// A result of an op.
    Result(Op),
    /// An argument of a block.
    Argument(Block),
    /// Nothing yet: a name used before its definition.
    Placeholder,
}

impl Def {
    pub(crate) fn op(op: Op) -> Self {
        Def(op.as_u32())
    }
    fn block(block: Block) -> Self {
        Def(block.as_u32() | BLOCK_BIT)
    }
}

#[derive(Clone, Copy, Default)]
struct BigCounts {
    operands: u32,
    results: u32,
    props: u32,
    regions: u32,
    successors: u32,
}

/// What a new op is made of.
#[derive(Clone, Debug)]
pub struct OpSpec<'a> {
    /// Its name.
    pub name: OpName,
    /// Operands.
    pub operands: &'a [Value],
    /// Types of the results.
    pub results: &'a [Type],
    /// Inherent attributes, in the definition's order. For an op without definition: nothing, or a dictionary.
    pub props: &'a [Attr],
    /// Discardable attributes: a dictionary.
    pub attrs: Attr,
    /// Successors.
    pub successors: &'a [Block],
    /// Where it comes from.
    pub loc: Loc,
}

/// The arena of one isolated op.
#[derive(Default, Clone)]
pub struct Body {
    pub(crate) ops: Vec<OpData>,
    pub(crate) values: Vec<ValueData>,
    pub(crate) uses: Vec<UseData>,
    pub(crate) blocks: Vec<BlockData>,
    pub(crate) regions: Vec<RegionData>,
    pub(crate) props: Vec<Attr>,
    pub(crate) lists: Vec<u32>,
    pub(crate) arg_locs: Vec<Loc>,
    big: FxHashMap<Op, BigCounts>,
    /// The op whose regions are this body's; none for the outermost body.
    pub(crate) parent: Option<OpHandle>,
    /// The regions of that op.
    pub(crate) top: Vec<Region>,
    /// Whether ops may use a value that is defined outside, which is invalid: it is a placeholder here.
    uses_outside: bool,
}

const STRIDE: u32 = 16;

impl Body {
    /// An empty body of the given op.
    pub fn new(parent: Option<OpHandle>) -> Self {
        Self { parent, ..Self::default() }
    }

    /// The op whose regions this body holds.
    pub fn parent(&self) -> Option<OpHandle> {
        self.parent
    }

    /// Sets the op whose regions this body holds.
    pub fn set_parent(&mut self, parent: Option<OpHandle>) {
        self.parent = parent;
    }

    /// The regions of the body's own op.
    pub fn top_regions(&self) -> &[Region] {
        &self.top
    }

    /// Upper bound of op handles.
    pub fn num_ops(&self) -> usize {
        self.ops.len()
    }

    /// Upper bound of value handles.
    pub fn num_values(&self) -> usize {
        self.values.len()
    }

    /// Upper bound of block handles.
    pub fn num_blocks(&self) -> usize {
        self.blocks.len()
    }

    /// Upper bound of region handles.
    pub fn num_regions(&self) -> usize {
        self.regions.len()
    }

    /// Bytes the arenas have allocated.
    pub fn heap_bytes(&self) -> usize {
        self.ops.capacity() * size_of::<OpData>()
            + self.values.capacity() * size_of::<ValueData>()
            + self.uses.capacity() * size_of::<UseData>()
            + self.blocks.capacity() * size_of::<BlockData>()
            + self.regions.capacity() * size_of::<RegionData>()
            + (self.props.capacity() + self.lists.capacity() + self.arg_locs.capacity()) * 4
    }

    /// Gives memory back that growth left unused.
    pub fn shrink(&mut self) {
        self.ops.shrink_to_fit();
        self.values.shrink_to_fit();
        self.uses.shrink_to_fit();
        self.blocks.shrink_to_fit();
        self.regions.shrink_to_fit();
        self.props.shrink_to_fit();
        self.lists.shrink_to_fit();
        self.arg_locs.shrink_to_fit();
    }

    // ---- reading --------------------------------------------------------------------------------

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
    pub fn loc(&self, op: Op) -> Loc {
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
        self.uses[start..start + self.n_operands(op)].iter().map(|u| Value::from_u32(u.target))
    }

    /// The `index`th result.
    #[inline]
    pub fn result(&self, op: Op, index: usize) -> Value {
        debug_assert!(index < self.n_results(op));
        Value::from_u32(self.op(op).results + index as u32)
    }

    /// The results.
    #[inline]
    pub fn results(
        &self,
        op: Op,
    ) -> impl ExactSizeIterator<Item = Value> + DoubleEndedIterator + Clone + use<> {
        let start = self.op(op).results;
        (start..start + self.n_results(op) as u32).map(Value::from_u32)
    }

    /// The successors.
    pub fn successors(&self, op: Op) -> impl ExactSizeIterator<Item = Block> + Clone + '_ {
        let start = self.op(op).operands as usize + self.n_operands(op);
        self.uses[start..start + self.n_successors(op)].iter().map(|u| Block::from_u32(u.target))
    }

    /// The inherent attribute slots.
    #[inline]
    pub fn props(&self, op: Op) -> &[Attr] {
        let start = self.op(op).props as usize;
        &self.props[start..start + self.n_props(op)]
    }

    /// The discardable attributes, a dictionary.
    #[inline]
    pub fn attrs(&self, op: Op) -> Attr {
        self.op(op).attrs
    }

    /// The regions of an op that shares this body; empty for an isolated op.
    pub fn regions(
        &self,
        op: Op,
    ) -> impl ExactSizeIterator<Item = Region> + DoubleEndedIterator + Clone + '_ {
        let data = self.op(op);
        let list: &[u32] = if data.flags & flags::ISOLATED != 0 {
            &[]
        } else {
            &self.lists[data.regions as usize..data.regions as usize + self.n_regions(op)]
        };
        list.iter().map(|&r| Region::from_u32(r))
    }

    /// The body that holds an isolated op's regions.
    #[inline]
    pub fn inner(&self, op: Op) -> Option<BodyId> {
        let data = self.op(op);
        (data.flags & flags::ISOLATED != 0).then(|| BodyId::from_u32(data.regions))
    }

    /// The block the op stands in.
    #[inline]
    pub fn block_of(&self, op: Op) -> Option<Block> {
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
    pub fn is_erased(&self, op: Op) -> bool {
        self.op(op).flags & flags::ERASED != 0
    }

    /// The type of a value.
    #[inline]
    pub fn value_type(&self, value: Value) -> Type {
        self.values[value.index()].ty
    }

    /// What defines a value.
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
    pub fn value_index(&self, value: Value) -> u32 {
        self.values[value.index()].index
    }

    /// The first use of a value; the last one made.
    pub fn first_use(&self, value: Value) -> Option<Use> {
        self.values[value.index()].first_use.get()
    }

    /// The uses of a value, the last made first.
    pub fn uses(&self, value: Value) -> impl Iterator<Item = Use> + '_ {
        let mut next = self.first_use(value);
        std::iter::from_fn(move || {
            let this = next?;
            next = self.uses[this.index()].next.get();
            Some(this)
        })
    }

    /// The op that a use belongs to.
    pub fn use_owner(&self, used: Use) -> Op {
        self.uses[used.index()].owner
    }

    /// The operand number of a use.
    pub fn use_index(&self, used: Use) -> usize {
        used.index() - self.op(self.use_owner(used)).operands as usize
    }

    /// The uses of a block as a successor, the last made first.
    pub fn preds(&self, block: Block) -> impl Iterator<Item = Use> + '_ {
        let mut next = self.blocks[block.index()].first_pred.get();
        std::iter::from_fn(move || {
            let this = next?;
            next = self.uses[this.index()].next.get();
            Some(this)
        })
    }

    /// The block's arguments.
    #[inline]
    pub fn args(
        &self,
        block: Block,
    ) -> impl ExactSizeIterator<Item = Value> + DoubleEndedIterator + Clone + use<> {
        let data = &self.blocks[block.index()];
        (data.args..data.args + data.n_args).map(Value::from_u32)
    }

    /// The location of an argument.
    pub fn arg_loc(&self, block: Block, index: usize) -> Loc {
        let data = &self.blocks[block.index()];
        debug_assert!(index < data.n_args as usize);
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
    pub fn ops_of(&self, block: Block) -> impl Iterator<Item = Op> + '_ {
        let mut next = self.first_op(block);
        std::iter::from_fn(move || {
            let this = next?;
            next = self.next_op(this);
            Some(this)
        })
    }

    /// The region a block stands in.
    #[inline]
    pub fn region_of(&self, block: Block) -> Option<Region> {
        self.blocks[block.index()].region.get()
    }

    /// The block after this one.
    pub fn next_block(&self, block: Block) -> Option<Block> {
        self.blocks[block.index()].next.get()
    }

    /// The entry block of a region.
    #[inline]
    pub fn entry(&self, region: Region) -> Option<Block> {
        self.regions[region.index()].first.get()
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

    /// The op in this body that owns a region; none for a region of the body's own op.
    #[inline]
    pub fn region_parent(&self, region: Region) -> Option<Op> {
        self.regions[region.index()].parent.get()
    }

    // ---- making ---------------------------------------------------------------------------------

    /// A region that no op owns yet.
    pub fn new_region(&mut self) -> Region {
        let region = Region::from_index(self.regions.len());
        self.regions.push(RegionData {
            first: PackedOption::NONE,
            last: PackedOption::NONE,
            parent: PackedOption::NONE,
        });
        region
    }

    /// A region of the body's own op.
    pub fn new_top_region(&mut self) -> Region {
        let region = self.new_region();
        self.top.push(region);
        region
    }

    /// Makes a region one of the body's own op.
    pub fn adopt_top_region(&mut self, region: Region) {
        self.top.push(region);
    }

    /// A block that stands in no region yet.
    pub fn new_block(&mut self) -> Block {
        let block = Block::from_index(self.blocks.len());
        self.blocks.push(BlockData {
            first: PackedOption::NONE,
            last: PackedOption::NONE,
            args: 0,
            n_args: 0,
            arg_locs: 0,
            region: PackedOption::NONE,
            prev: PackedOption::NONE,
            next: PackedOption::NONE,
            first_pred: PackedOption::NONE,
        });
        block
    }

    /// Puts a block at the end of a region.
    pub fn append_block(&mut self, region: Region, block: Block) {
        debug_assert!(self.region_of(block).is_none());
        let last = self.regions[region.index()].last;
        let data = &mut self.blocks[block.index()];
        data.region = region.into();
        data.prev = last;
        data.next = PackedOption::NONE;
        match last.get() {
            Some(last) => self.blocks[last.index()].next = block.into(),
            None => self.regions[region.index()].first = block.into(),
        }
        self.regions[region.index()].last = block.into();
    }

    /// Takes a block out of its region; its ops stay in it.
    pub fn unlink_block(&mut self, block: Block) {
        let BlockData { prev, next, region, .. } = self.blocks[block.index()].clone();
        let Some(region) = region.get() else { return };
        match prev.get() {
            Some(p) => self.blocks[p.index()].next = next,
            None => self.regions[region.index()].first = next,
        }
        match next.get() {
            Some(n) => self.blocks[n.index()].prev = prev,
            None => self.regions[region.index()].last = prev,
        }
        let data = &mut self.blocks[block.index()];
        data.region = PackedOption::NONE;
        data.prev = PackedOption::NONE;
        data.next = PackedOption::NONE;
    }

    /// Adds arguments to a block; returns the first of the new ones.
    pub fn add_args(&mut self, block: Block, args: impl ExactSizeIterator<Item = (Type, Loc)>) -> Value {
        let BlockData { args: old, n_args: n_old, arg_locs: old_locs, .. } = self.blocks[block.index()];
        let (mut start, mut locs) = (old, old_locs);
        let at_end =
            (old + n_old) as usize == self.values.len() && (old_locs + n_old) as usize == self.arg_locs.len();
        if n_old == 0 {
            start = self.values.len() as u32;
            locs = self.arg_locs.len() as u32;
        } else if !at_end {
            // The run cannot grow in place: move it, and its uses with it.
            start = self.values.len() as u32;
            locs = self.arg_locs.len() as u32;
            for i in 0..n_old {
                let data = self.values[(old + i) as usize].clone();
                self.values.push(ValueData { first_use: PackedOption::NONE, ..data });
                self.arg_locs.push(self.arg_locs[(old_locs + i) as usize]);
                self.replace_all_uses(Value::from_u32(old + i), Value::from_u32(start + i));
            }
        }
        let first = Value::from_u32(start + n_old);
        let n_new = args.len() as u32;
        for (i, (ty, loc)) in args.enumerate() {
            self.values.push(ValueData {
                ty,
                first_use: PackedOption::NONE,
                def: Def::block(block),
                index: n_old + i as u32,
            });
            self.arg_locs.push(loc);
        }
        let data = &mut self.blocks[block.index()];
        data.args = start;
        data.arg_locs = locs;
        data.n_args = n_old + n_new;
        first
    }

    /// Sets the location of an argument.
    pub fn set_arg_loc(&mut self, block: Block, index: usize, loc: Loc) {
        let data = &self.blocks[block.index()];
        assert!(index < data.n_args as usize);
        self.arg_locs[data.arg_locs as usize + index] = loc;
    }

    /// A value that nothing defines yet, for a name used before its definition.
    pub fn new_placeholder(&mut self, ty: Type) -> Value {
        let value = Value::from_index(self.values.len());
        self.values.push(ValueData { ty, first_use: PackedOption::NONE, def: Def(NO_DEF), index: 0 });
        value
    }

    /// Records that a placeholder stands for a value of another body, which the verifier is to report.
    pub fn set_uses_outside(&mut self) {
        self.uses_outside = true;
    }

    /// Whether a placeholder may stand for a value of another body.
    pub fn uses_outside(&self) -> bool {
        self.uses_outside
    }

    /// Makes an op that stands in no block yet. Regions are added with [`Self::set_regions`] or
    /// [`Self::set_inner`].
    pub fn new_op(&mut self, spec: &OpSpec<'_>) -> Op {
        let op = Op::from_index(self.ops.len());
        let operands = self.uses.len() as u32;
        for &value in spec.operands {
            let used = Use::from_index(self.uses.len());
            let head = std::mem::replace(&mut self.values[value.index()].first_use, used.into());
            if let Some(head) = head.get() {
                self.uses[head.index()].prev = used.into();
            }
            self.uses.push(UseData {
                target: value.as_u32(),
                owner: op,
                next: head,
                prev: PackedOption::NONE,
            });
        }
        for &block in spec.successors {
            let used = Use::from_index(self.uses.len());
            let head = std::mem::replace(&mut self.blocks[block.index()].first_pred, used.into());
            if let Some(head) = head.get() {
                self.uses[head.index()].prev = used.into();
            }
            self.uses.push(UseData {
                target: block.as_u32(),
                owner: op,
                next: head,
                prev: PackedOption::NONE,
            });
        }
        let results = self.values.len() as u32;
        for (i, &ty) in spec.results.iter().enumerate() {
            self.values.push(ValueData {
                ty,
                first_use: PackedOption::NONE,
                def: Def::op(op),
                index: i as u32,
            });
        }
        let props = self.props.len() as u32;
        self.props.extend_from_slice(spec.props);
        self.ops.push(OpData {
            name: spec.name,
            block: PackedOption::NONE,
            prev: PackedOption::NONE,
            next: PackedOption::NONE,
            order: 0,
            operands,
            results,
            props,
            attrs: spec.attrs,
            regions: 0,
            loc: spec.loc,
            n_operands: 0,
            n_results: 0,
            n_props: 0,
            n_regions: 0,
            n_successors: 0,
            flags: 0,
        });
        self.set_counts(
            op,
            BigCounts {
                operands: spec.operands.len() as u32,
                results: spec.results.len() as u32,
                props: spec.props.len() as u32,
                regions: 0,
                successors: spec.successors.len() as u32,
            },
        );
        op
    }

    #[inline]
    fn set_counts(&mut self, op: Op, counts: BigCounts) {
        let data = &mut self.ops[op.index()];
        let fits = counts.operands <= u16::MAX as u32
            && counts.results <= u16::MAX as u32
            && counts.props <= u8::MAX as u32
            && counts.regions <= u8::MAX as u32
            && counts.successors <= u8::MAX as u32;
        if fits {
            if data.flags & flags::BIG != 0 {
                data.flags &= !flags::BIG;
                self.big.remove(&op);
            }
            data.n_operands = counts.operands as u16;
            data.n_results = counts.results as u16;
            data.n_props = counts.props as u8;
            data.n_regions = counts.regions as u8;
            data.n_successors = counts.successors as u8;
        } else {
            data.flags |= flags::BIG;
            self.big.insert(op, counts);
        }
    }

    fn counts(&self, op: Op) -> BigCounts {
        BigCounts {
            operands: self.n_operands(op) as u32,
            results: self.n_results(op) as u32,
            props: self.n_props(op) as u32,
            regions: self.n_regions(op) as u32,
            successors: self.n_successors(op) as u32,
        }
    }

    /// Gives the op these regions, which no op owns yet.
    pub fn set_regions(&mut self, op: Op, regions: &[Region]) {
        self.ops[op.index()].regions = self.lists.len() as u32;
        for &region in regions {
            self.regions[region.index()].parent = op.into();
            self.lists.push(region.as_u32());
        }
        let counts = self.counts(op);
        self.set_counts(op, BigCounts { regions: regions.len() as u32, ..counts });
    }

    /// Gives the op the top regions of another body.
    pub fn set_inner(&mut self, op: Op, body: BodyId, n_regions: usize) {
        let data = &mut self.ops[op.index()];
        data.regions = body.as_u32();
        data.flags |= flags::ISOLATED;
        let counts = self.counts(op);
        self.set_counts(op, BigCounts { regions: n_regions as u32, ..counts });
    }

    /// Marks the op's one property slot as a whole dictionary.
    pub fn set_opaque_props(&mut self, op: Op) {
        self.ops[op.index()].flags |= flags::OPAQUE_PROPS;
    }

    /// The dictionary of properties of an op without definition.
    pub fn opaque_props(&self, op: Op) -> Option<Attr> {
        (self.op(op).flags & flags::OPAQUE_PROPS != 0).then(|| self.props(op)[0])
    }

    // ---- placing --------------------------------------------------------------------------------

    /// Puts an op at the end of a block.
    #[inline]
    pub fn append_op(&mut self, block: Block, op: Op) {
        let last = self.blocks[block.index()].last;
        let order = match last.get() {
            Some(last) => {
                let data = &mut self.ops[last.index()];
                data.next = op.into();
                data.order.saturating_add(STRIDE)
            }
            None => {
                self.blocks[block.index()].first = op.into();
                STRIDE
            }
        };
        let data = &mut self.ops[op.index()];
        data.block = block.into();
        data.prev = last;
        data.next = PackedOption::NONE;
        data.order = order;
        self.blocks[block.index()].last = op.into();
        if order == u32::MAX {
            self.renumber(block);
        }
    }

    /// Puts an op in front of another.
    pub fn insert_before(&mut self, op: Op, before: Op) {
        let Some(block) = self.block_of(before) else { return };
        let prev = self.op(before).prev;
        let data = &mut self.ops[op.index()];
        data.block = block.into();
        data.prev = prev;
        data.next = before.into();
        self.ops[before.index()].prev = op.into();
        match prev.get() {
            Some(prev) => self.ops[prev.index()].next = op.into(),
            None => self.blocks[block.index()].first = op.into(),
        }
        let low = prev.get().map_or(0, |p| self.op(p).order);
        let high = self.op(before).order;
        if high - low >= 2 {
            self.ops[op.index()].order = low + (high - low) / 2;
        } else {
            self.renumber(block);
        }
    }

    fn renumber(&mut self, block: Block) {
        let (mut next, mut order) = (self.first_op(block), 0u32);
        let count = self.ops_of(block).count() as u64;
        let stride = (u64::from(u32::MAX - 1) / (count + 1)).clamp(1, u64::from(STRIDE)) as u32;
        while let Some(op) = next {
            order += stride;
            self.ops[op.index()].order = order;
            next = self.next_op(op);
        }
    }

    /// Takes an op out of its block.
    pub fn unlink_op(&mut self, op: Op) {
        let OpData { prev, next, block, .. } = self.ops[op.index()].clone();
        let Some(block) = block.get() else { return };
        match prev.get() {
            Some(p) => self.ops[p.index()].next = next,
            None => self.blocks[block.index()].first = next,
        }
        match next.get() {
            Some(n) => self.ops[n.index()].prev = prev,
            None => self.blocks[block.index()].last = prev,
        }
        let data = &mut self.ops[op.index()];
        data.block = PackedOption::NONE;
        data.prev = PackedOption::NONE;
        data.next = PackedOption::NONE;
    }

    /// Whether `a` stands before `b`; both are in one block.
    #[inline]
    pub fn is_before(&self, a: Op, b: Op) -> bool {
        debug_assert_eq!(self.block_of(a), self.block_of(b));
        self.op(a).order < self.op(b).order
    }

    // ---- changing -------------------------------------------------------------------------------

    fn unlink_use(&mut self, used: Use, of_block: bool) {
        let UseData { target, next, prev, .. } = self.uses[used.index()].clone();
        match prev.get() {
            Some(p) => self.uses[p.index()].next = next,
            None if of_block => self.blocks[target as usize].first_pred = next,
            None => self.values[target as usize].first_use = next,
        }
        if let Some(n) = next.get() {
            self.uses[n.index()].prev = prev;
        }
    }

    fn link_use(&mut self, used: Use, target: u32, of_block: bool) {
        let slot = if of_block {
            &mut self.blocks[target as usize].first_pred
        } else {
            &mut self.values[target as usize].first_use
        };
        let head = std::mem::replace(slot, used.into());
        if let Some(head) = head.get() {
            self.uses[head.index()].prev = used.into();
        }
        let data = &mut self.uses[used.index()];
        data.target = target;
        data.prev = PackedOption::NONE;
        data.next = head;
    }

    /// Replaces an operand.
    pub fn set_operand(&mut self, op: Op, index: usize, value: Value) {
        assert!(index < self.n_operands(op), "operand number out of range");
        let used = Use::from_u32(self.op(op).operands + index as u32);
        self.unlink_use(used, false);
        self.link_use(used, value.as_u32(), false);
    }

    /// Replaces a successor.
    pub fn set_successor(&mut self, op: Op, index: usize, block: Block) {
        assert!(index < self.n_successors(op), "successor number out of range");
        let used = Use::from_u32(self.op(op).operands + (self.n_operands(op) + index) as u32);
        self.unlink_use(used, true);
        self.link_use(used, block.as_u32(), true);
    }

    /// Replaces all operands, whose number may change.
    pub fn set_operands(&mut self, op: Op, operands: &[Value]) {
        let (start, n) = (self.op(op).operands, self.n_operands(op));
        if n == operands.len() {
            for (i, &value) in operands.iter().enumerate() {
                if self.operand(op, i) != value {
                    self.set_operand(op, i, value);
                }
            }
            return;
        }
        let successors: Vec<Block> = self.successors(op).collect();
        for i in 0..n as u32 {
            self.unlink_use(Use::from_u32(start + i), false);
        }
        for i in 0..successors.len() as u32 {
            self.unlink_use(Use::from_u32(start + n as u32 + i), true);
        }
        self.ops[op.index()].operands = self.uses.len() as u32;
        let blank =
            |target| UseData { target, owner: op, next: PackedOption::NONE, prev: PackedOption::NONE };
        for &value in operands {
            let used = Use::from_index(self.uses.len());
            self.uses.push(blank(value.as_u32()));
            self.link_use(used, value.as_u32(), false);
        }
        for block in &successors {
            let used = Use::from_index(self.uses.len());
            self.uses.push(blank(block.as_u32()));
            self.link_use(used, block.as_u32(), true);
        }
        let counts = self.counts(op);
        self.set_counts(op, BigCounts { operands: operands.len() as u32, ..counts });
    }

    /// Makes every use of `old` a use of `new`.
    pub fn replace_all_uses(&mut self, old: Value, new: Value) {
        if old == new {
            return;
        }
        while let Some(used) = self.first_use(old) {
            self.unlink_use(used, false);
            self.link_use(used, new.as_u32(), false);
        }
    }

    /// Changes a value's type.
    pub fn set_value_type(&mut self, value: Value, ty: Type) {
        self.values[value.index()].ty = ty;
    }

    /// Sets an inherent attribute slot.
    pub fn set_prop(&mut self, op: Op, index: usize, attr: Attr) {
        assert!(index < self.n_props(op), "property number out of range");
        let start = self.op(op).props as usize;
        self.props[start + index] = attr;
    }

    /// Sets the discardable attributes, a dictionary.
    pub fn set_attrs(&mut self, op: Op, attrs: Attr) {
        self.ops[op.index()].attrs = attrs;
    }

    /// Sets the op's location.
    pub fn set_loc(&mut self, op: Op, loc: Loc) {
        self.ops[op.index()].loc = loc;
    }

    /// Erases an op and the ops in its regions (of this body). Its results must have no uses outside.
    ///
    /// The record stays as a tombstone: reading an erased op gives what it was, and its handle is not reused.
    pub fn erase_op(&mut self, op: Op) {
        self.unlink_op(op);
        let mut pending = vec![op];
        while let Some(op) = pending.pop() {
            let (start, n, s) =
                (self.op(op).operands, self.n_operands(op) as u32, self.n_successors(op) as u32);
            for i in 0..n {
                self.unlink_use(Use::from_u32(start + i), false);
            }
            for i in n..n + s {
                self.unlink_use(Use::from_u32(start + i), true);
            }
            self.ops[op.index()].flags |= flags::ERASED;
            let regions: Vec<Region> = self.regions(op).collect();
            for region in regions {
                for block in self.blocks_of(region) {
                    pending.extend(self.ops_of(block));
                }
            }
        }
    }
}
