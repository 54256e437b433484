//! Ops that allocate buffers: how these are freed, cloned, moved and put on the stack.

use terrace_ir::{Op, Rewriter, Value};

/// An op that allocates its single result, and says so by a memory effect.
///
/// The passes that place, move and free buffers find allocations by their effects. This interface tells them what the
/// effects do not: which ops free and clone such a buffer, how far the op may be moved, and what it is on the stack. Every
/// method has an answer that is safe.
pub trait AllocationOpInterface: Send + Sync {
    /// Creates the op that frees a buffer at the insertion point; `None` if `memref.dealloc` does.
    ///
    /// The buffer is a result of the op, what [`build_clone`](Self::build_clone) returned, or a value that may be any of
    /// several such buffers. Where it may be a part of one, it is a buffer with no dimensions that begins where the whole does.
    fn build_dealloc(&self, _rw: &mut Rewriter<'_>, _buffer: Value) -> Option<Op> {
        None
    }

    /// Creates a copy of a buffer at the insertion point, which has the type of the buffer and is freed as the buffer is;
    /// `None`, for every buffer then, if it is copied by `bufferization.clone`, whose result `memref.dealloc` frees.
    fn build_clone(&self, _rw: &mut Rewriter<'_>, _buffer: Value) -> Option<Value> {
        None
    }

    /// The distance that the op may be moved.
    fn hoisting_kind(&self) -> HoistingKind {
        HoistingKind::NONE
    }

    /// Creates an allocation on the stack at the insertion point that the result of the op is replaced with; `None` if
    /// the buffer stays where it is.
    fn build_promoted_alloc(&self, _rw: &mut Rewriter<'_>, _buffer: Value) -> Option<Value> {
        None
    }

    /// The allocator that the op takes its buffers from; `None` if it has one of its own. Ops of the same allocator are
    /// freed and cloned alike: a value may be a buffer of either.
    fn allocator(&self) -> Option<&'static str> {
        None
    }
}

/// The allocator whose buffers `memref.dealloc` frees.
pub const MEMREF_ALLOCATOR: &str = "memref";

/// The distance that an op that allocates may be moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HoistingKind {
    /// To blocks that dominate its own, out of regions that are not those of loops.
    pub blocks: bool,
    /// Out of loops.
    pub loops: bool,
}

impl HoistingKind {
    /// Not at all.
    pub const NONE: Self = Self { blocks: false, loops: false };
    /// To blocks that dominate its own.
    pub const BLOCKS: Self = Self { blocks: true, loops: false };
    /// Out of loops.
    pub const LOOPS: Self = Self { blocks: false, loops: true };
    /// To blocks that dominate its own, and out of loops.
    pub const ALL: Self = Self { blocks: true, loops: true };
}
