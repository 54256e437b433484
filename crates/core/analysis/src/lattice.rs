//! Lattices, and the program points that states are attached to.

use rustc_hash::FxHashMap;
use terrace_ir::ids::ValueHandle;
use terrace_ir::{Attr, Block, BlockRef, BodyId, OpHandle, OpRef, ValueRef};

/// An element of a join semilattice. The default is its bottom: nothing has reached the value or the place.
///
/// Equality must not depend on the order in which elements were joined: in a loop that order may never settle.
pub trait Lattice: Clone + PartialEq + Default + 'static {
    /// Joins another element; returns whether that was new.
    fn join(&mut self, other: &Self) -> bool;
}

/// A lattice element of a value that is computed from its definition on.
pub trait ForwardLattice: Lattice {
    /// Whether nothing has reached the value.
    fn is_uninitialized(&self) -> bool;

    /// Returns the constant that decides control flow; `None` if unknown.
    fn constant(&self) -> Option<Attr> {
        None
    }
}

/// A place in the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ProgramPoint {
    /// Before an op.
    BeforeOp(OpHandle),
    /// After an op.
    AfterOp(OpHandle),
    /// At the start of a block.
    BlockStart(BodyId, Block),
    /// At the end of a block.
    BlockEnd(BodyId, Block),
}

impl ProgramPoint {
    /// The start of a block.
    pub fn start(block: BlockRef<'_>) -> Self {
        Self::BlockStart(block.body_id(), block.id())
    }

    /// The end of a block.
    pub fn end(block: BlockRef<'_>) -> Self {
        Self::BlockEnd(block.body_id(), block.id())
    }
}

/// The lattice elements of all values.
#[derive(Clone, Debug)]
pub struct ValueStates<L> {
    values: FxHashMap<BodyId, Vec<L>>,
    bottom: L,
}

impl<L: Default> Default for ValueStates<L> {
    fn default() -> Self {
        Self { values: FxHashMap::default(), bottom: L::default() }
    }
}

impl<L: Lattice> ValueStates<L> {
    /// The element of a value.
    pub fn get(&self, value: ValueHandle) -> &L {
        self.values
            .get(&value.body)
            .and_then(|v| v.get(value.value.as_u32() as usize))
            .unwrap_or(&self.bottom)
    }

    /// The element of a value.
    pub fn of(&self, value: ValueRef<'_>) -> &L {
        self.get(ValueHandle { body: value.body_id(), value: value.id() })
    }

    /// Sets the element of a value, such as one that was created after the analysis.
    pub fn set(&mut self, value: ValueHandle, element: L) {
        let values = self.values.entry(value.body).or_default();
        let index = value.value.as_u32() as usize;
        if values.len() <= index {
            values.resize(index + 1, L::default());
        }
        values[index] = element;
    }

    /// The element of a value, to change.
    pub(crate) fn entry(&mut self, value: ValueRef<'_>) -> &mut L {
        let values = self.values.entry(value.body_id()).or_default();
        if values.len() < value.body().num_values() {
            values.resize(value.body().num_values(), L::default());
        }
        &mut values[value.id().as_u32() as usize]
    }
}

/// The lattice elements of places in the program: after ops and at the start of blocks if they were computed forward, before
/// ops and at the end of blocks if backward.
#[derive(Clone, Debug)]
pub struct PointStates<L> {
    pub(crate) points: FxHashMap<ProgramPoint, L>,
}

impl<L> Default for PointStates<L> {
    fn default() -> Self {
        Self { points: FxHashMap::default() }
    }
}

impl<L: Lattice> PointStates<L> {
    /// Returns the state before an op; `None` if it is unreachable.
    pub fn before(&self, op: OpRef<'_>) -> Option<&L> {
        self.points.get(&ProgramPoint::BeforeOp(op.handle())).or_else(|| match op.body().prev_op(op.id()) {
            Some(prev) => self.points.get(&ProgramPoint::AfterOp(OpHandle { body: op.body_id(), op: prev })),
            None => self.points.get(&ProgramPoint::start(op.block()?)),
        })
    }

    /// Returns the state after an op; `None` if it is unreachable.
    pub fn after(&self, op: OpRef<'_>) -> Option<&L> {
        self.points.get(&ProgramPoint::AfterOp(op.handle())).or_else(|| match op.next() {
            Some(next) => self.points.get(&ProgramPoint::BeforeOp(next.handle())),
            None => self.points.get(&ProgramPoint::end(op.block()?)),
        })
    }

    /// Returns the state at the start of a block; `None` if it is unreachable.
    pub fn start(&self, block: BlockRef<'_>) -> Option<&L> {
        self.points.get(&ProgramPoint::start(block)).or_else(|| match block.first() {
            Some(first) => self.points.get(&ProgramPoint::BeforeOp(first.handle())),
            None => self.points.get(&ProgramPoint::end(block)),
        })
    }

    /// Returns the state at the end of a block; `None` if it is unreachable.
    pub fn end(&self, block: BlockRef<'_>) -> Option<&L> {
        self.points.get(&ProgramPoint::end(block)).or_else(|| match block.last() {
            Some(last) => self.points.get(&ProgramPoint::AfterOp(last.handle())),
            None => self.points.get(&ProgramPoint::start(block)),
        })
    }
}
