//! Listeners to edits.
//!
//! A [`Listener`] of a [`Rewriter`](super::Rewriter) is notified of its edits. An [`IrListener`] of an IR is
//! notified of all edits in all bodies: each body has a separate listener, so that passes that work on bodies
//! in parallel notify theirs without synchronization.

use std::sync::Arc;

use crate::body::Body;
use crate::ids::{Block, BodyId, Op, Value};

/// A change to a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edit {
    /// An op was put into a block.
    Inserted(Op),
    /// An op was moved.
    Moved(Op),
    /// An op is about to be erased; it can still be read. Ops inside come before the op around them.
    Erased(Op),
    /// Operands, attributes, result types, regions or location of an op changed.
    Modified(Op),
    /// The results of an op are about to be replaced by other values; its erasure follows.
    Replaced(Op),
    /// A block was put into a region, new or from elsewhere, with the ops that it has.
    BlockInserted(Block),
    /// The arguments of a block changed.
    BlockModified(Block),
    /// A block is about to be erased, or detached from its region to be erased later. The blocks of an op come before the op,
    /// and after the ops inside of any of its region's blocks.
    BlockErased(Block),
}

/// A listener of changes as they happen.
///
/// The listener of a rewriter is notified of the rewriter's changes to other bodies
/// ([`Rewriter::with_ir`](super::Rewriter::with_ir)) afterwards, edit by edit: an erased op is then a tombstone that
/// can still be read.
pub trait Listener {
    /// Called for one change to `body`, whose number is `id`.
    fn edit(&mut self, id: BodyId, body: &Body, edit: Edit);

    /// `op` is about to be moved; [`Edit::Moved`] follows. Not called for changes to other bodies.
    fn moving(&mut self, _id: BodyId, _body: &Body, _op: Op) {}

    /// `block` is about to be moved, maybe to another region; [`Edit::BlockInserted`] follows. Not called for changes to other
    /// bodies.
    fn moving_block(&mut self, _id: BodyId, _body: &Body, _block: Block) {}

    /// The results of `op` are about to be replaced by `values`; follows [`Edit::Replaced`].
    fn replaced(&mut self, _id: BodyId, _body: &Body, _op: Op, _values: &[Value]) {}

    /// Called with the reason when a pattern, `None` if its name is not known, did not match `op`. The reason is empty if
    /// the pattern has none.
    fn no_match(
        &mut self,
        _id: BodyId,
        _body: &Body,
        _op: Op,
        _pattern: Option<&'static str>,
        _reason: &str,
    ) {
    }
}

/// A listener that a body carries.
pub type BodyListener = Box<dyn Listener + Send + Sync>;

/// A listener of every change of an IR, in all its bodies.
pub trait IrListener: Send + Sync {
    /// Returns the listener of a body: called for each body when this is set, and for each that is added
    /// later, with its contents at that time.
    fn listen(&self, id: BodyId, body: &Body) -> BodyListener;

    /// A body is about to go, with all that is in it.
    fn body_erased(&self, _id: BodyId) {}
}

/// The listener of a body, and the number of match failures that it was notified of. A copy of the body has none.
#[derive(Default)]
pub(crate) struct ListenerSlot(pub(crate) Option<BodyListener>, pub(crate) u64);

impl Clone for ListenerSlot {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// The listener of an IR. A copy of the IR has none.
#[derive(Default)]
pub(crate) struct IrListenerSlot(pub(crate) Option<Arc<dyn IrListener>>);

impl Clone for IrListenerSlot {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// A listener that remembers all edits with their bodies, in order.
#[derive(Clone, Default, Debug)]
pub struct Journal {
    /// The edits so far.
    pub edits: Vec<(BodyId, Edit)>,
}

impl Listener for Journal {
    fn edit(&mut self, id: BodyId, _body: &Body, edit: Edit) {
        self.edits.push((id, edit));
    }
}
