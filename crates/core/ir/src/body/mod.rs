//! A body: the arena of one op that is isolated from above.
//!
//! Ops, values, uses, blocks and regions are records in vectors, named by `u32` handles that are local to
//! the body and never reused within it. Lists (ops of a block, blocks of a region, uses of a value) are
//! threaded through the records. New uses go to the head of their list, as upstream's do.

mod builder;
mod edit;
mod history;
mod make;
mod read;
#[cfg(test)]
mod tests;

pub use builder::{BodyBuilder, OpBuilder};
use std::sync::atomic::{AtomicU64, Ordering};

use rustc_hash::FxHashMap;
use terrace_support::entity::PackedOption;

use crate::analysis::BodyAnalyses;
use crate::attrs::Attr;
use crate::ids::{Block, Op, OpHandle, OpName, Region, Use, Value};
use crate::loc::Loc;
use crate::rewriter::ListenerSlot;
use crate::types::Type;

/// An op's flags.
pub(crate) mod flags {
    /// The op's regions are in a separate body.
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

impl OpData {
    /// The name and the numbers of operands, results and successors in one number, which is not zero; zero where they do
    /// not fit.
    #[inline]
    pub(crate) fn shape(&self) -> u64 {
        let name = u64::from(self.name.as_u32()) + 1;
        if self.flags & flags::BIG != 0 || name >> 24 != 0 {
            return 0;
        }
        let counts = u64::from(self.n_operands) | u64::from(self.n_results) << 16;
        name | (counts | u64::from(self.n_successors) << 32) << 24
    }
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
    /// The first of a run of values, or where their list starts in `lists`.
    pub(crate) args: u32,
    /// The number of arguments; the highest bit is set if they are listed.
    packed_args: u32,
    pub(crate) arg_locs: u32,
    pub(crate) region: PackedOption<Region>,
    pub(crate) prev: PackedOption<Block>,
    pub(crate) next: PackedOption<Block>,
    pub(crate) first_pred: PackedOption<Use>,
}

const LISTED: u32 = 1 << 31;

impl BlockData {
    pub(crate) fn n_args(&self) -> usize {
        (self.packed_args & !LISTED) as usize
    }

    pub(crate) fn listed(&self) -> bool {
        self.packed_args & LISTED != 0
    }

    fn set_args(&mut self, start: u32, count: usize, listed: bool) {
        self.args = start;
        self.packed_args = count as u32 | if listed { LISTED } else { 0 };
    }
}

#[derive(Clone)]
pub(crate) struct RegionData {
    pub(crate) first: PackedOption<Block>,
    pub(crate) last: PackedOption<Block>,
    /// The op that owns it, in this body; `None` for a region of the body's own op.
    pub(crate) parent: PackedOption<Op>,
    /// Its number among the regions of that op.
    pub(crate) number: u32,
}

const _: () = assert!(size_of::<OpData>() == 52);
const _: () = assert!(size_of::<ValueData>() == 16);
const _: () = assert!(size_of::<UseData>() == 16);
const _: () = assert!(size_of::<BlockData>() == 36);
const _: () = assert!(size_of::<RegionData>() == 16);

/// The definition of a value, packed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Def(u32);

const BLOCK_BIT: u32 = 1 << 31;
const NO_DEF: u32 = BLOCK_BIT - 1;

/// The definition of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueDef {
    /// A result of an op.
    Result(Op),
    /// An argument of a block.
    Argument(Block),
    /// A placeholder for a name used before its definition.
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

/// The components of a new op.
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
    /// The location.
    pub loc: Loc,
}

/// The arena of one isolated op. In an IR it is changed only by a [`Rewriter`](crate::Rewriter); it is created by a
/// [`BodyBuilder`].
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
    /// The op whose regions are this body's; `None` for the outermost body.
    pub(crate) parent: Option<OpHandle>,
    /// The regions of that op.
    pub(crate) top: Vec<Region>,
    /// Whether ops may use a value that is defined outside, which is invalid: it is a placeholder here.
    uses_outside: bool,
    /// The number of a rewriter's edits.
    pub(crate) edits: u64,
    /// The number of edits of control flow: blocks and branches created, erased or moved, and successors changed.
    pub(crate) control_flow_edits: u64,
    /// The state that was verified last.
    verified: VerifiedState,
    /// Cached analyses of regions.
    pub(crate) analyses: BodyAnalyses,
    /// Names of values and what became of them, where that is wanted.
    history: Option<Box<history::History>>,
    /// The listener of rewriters' changes.
    pub(crate) listener: ListenerSlot,
}

/// One more than the number of edits of a body when it was verified; zero before.
#[derive(Default)]
struct VerifiedState(AtomicU64);

impl Clone for VerifiedState {
    fn clone(&self) -> Self {
        Self(AtomicU64::new(self.0.load(Ordering::Relaxed)))
    }
}

const STRIDE: u32 = 16;

impl Body {
    /// An empty body of the given op.
    pub(crate) fn new(parent: Option<OpHandle>) -> Self {
        Self { parent, ..Self::default() }
    }

    /// The op whose regions this body holds.
    pub fn parent(&self) -> Option<OpHandle> {
        self.parent
    }

    /// Sets the op whose regions this body holds.
    pub(crate) fn set_parent(&mut self, parent: Option<OpHandle>) {
        self.parent = parent;
    }

    /// The regions of the body's own op.
    pub fn top_regions(&self) -> &[Region] {
        &self.top
    }

    /// The number of edits of this body.
    pub fn num_edits(&self) -> u64 {
        self.edits
    }

    /// Whether it was verified and has not been edited since.
    pub(crate) fn is_verified(&self) -> bool {
        self.verified.0.load(Ordering::Relaxed) == self.edits + 1
    }

    /// Notes that it is valid as it is, and all that is around it.
    pub(crate) fn set_verified(&self) {
        self.verified.0.store(self.edits + 1, Ordering::Relaxed);
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

    /// Whether the next op needs a reallocation.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.ops.len() == self.ops.capacity()
    }

    /// Reserves capacity for this many more ops of at most one result, and for their operands.
    pub(crate) fn reserve(&mut self, ops: usize, operands: usize) {
        self.ops.reserve(ops);
        self.values.reserve(ops);
        self.uses.reserve(operands);
    }

    /// Reserves `left / done` times the current size of all tables.
    pub(crate) fn reserve_in_proportion(&mut self, left: usize, done: usize) {
        let more = |len: usize| (len as u64 * left as u64).div_ceil(done.max(1) as u64) as usize;
        self.ops.reserve_exact(more(self.ops.len()));
        self.values.reserve_exact(more(self.values.len()));
        self.uses.reserve_exact(more(self.uses.len()));
        self.props.reserve_exact(more(self.props.len()));
    }

    /// Reserves the capacity of another body, unless that is large.
    pub(crate) fn reserve_as(&mut self, other: &Body) {
        const LARGE: usize = 1 << 10;
        if other.ops.len() > LARGE {
            return;
        }
        self.ops.reserve_exact(other.ops.len());
        self.values.reserve_exact(other.values.len());
        self.uses.reserve_exact(other.uses.len());
        self.blocks.reserve_exact(other.blocks.len());
        self.regions.reserve_exact(other.regions.len());
        self.props.reserve_exact(other.props.len());
        self.lists.reserve_exact(other.lists.len());
        self.arg_locs.reserve_exact(other.arg_locs.len());
    }

    /// Moves the contents out, without excess capacity. Small contents are copied, and leave their allocation here.
    pub(crate) fn take_exact(&mut self) -> Self {
        fn take<T>(from: &mut Vec<T>) -> Vec<T> {
            const LARGE: usize = 1 << 12;
            if from.len() > LARGE {
                let mut taken = std::mem::take(from);
                taken.shrink_to_fit();
                return taken;
            }
            let mut taken = Vec::with_capacity(from.len());
            taken.append(from);
            taken
        }
        let (ops, values, uses) = (take(&mut self.ops), take(&mut self.values), take(&mut self.uses));
        let (blocks, regions) = (take(&mut self.blocks), take(&mut self.regions));
        let (props, lists, arg_locs) =
            (take(&mut self.props), take(&mut self.lists), take(&mut self.arg_locs));
        let mut rest = std::mem::take(self);
        std::mem::swap(&mut self.props, &mut rest.props);
        std::mem::swap(&mut self.ops, &mut rest.ops);
        std::mem::swap(&mut self.values, &mut rest.values);
        std::mem::swap(&mut self.uses, &mut rest.uses);
        std::mem::swap(&mut self.blocks, &mut rest.blocks);
        std::mem::swap(&mut self.regions, &mut rest.regions);
        std::mem::swap(&mut self.lists, &mut rest.lists);
        std::mem::swap(&mut self.arg_locs, &mut rest.arg_locs);
        Self { ops, values, uses, blocks, regions, props, lists, arg_locs, ..rest }
    }

    /// Returns memory back that growth left unused.
    pub(crate) fn shrink(&mut self) {
        self.ops.shrink_to_fit();
        self.values.shrink_to_fit();
        self.uses.shrink_to_fit();
        self.blocks.shrink_to_fit();
        self.regions.shrink_to_fit();
        self.props.shrink_to_fit();
        self.lists.shrink_to_fit();
        self.arg_locs.shrink_to_fit();
    }
}
