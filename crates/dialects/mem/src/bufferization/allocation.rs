//! The interface of allocating ops: deallocation, cloning, hoisting and promotion to the stack of their
//! buffers.

use terrace_ir::{Op, Rewriter, Value};

/// An op that allocates its single result, with a memory effect.
///
/// The passes that place, move and free buffers find allocations by their memory effects. This interface
/// provides the rest: the ops that free and clone such a buffer, how far the op may be hoisted, and its stack
/// allocation. Every method has a conservative default.
pub trait AllocationOpInterface: Send + Sync {
    /// Creates the op that frees a buffer at the insertion point; `None` if `memref.dealloc` does.
    ///
    /// The buffer is a result of the op, a result of [`build_clone`](Self::build_clone), or a value that may
    /// be any of several such buffers. If it may be a view of one, it is a zero-dimensional buffer with the
    /// same base.
    fn build_dealloc(&self, _rw: &mut Rewriter<'_>, _buffer: Value) -> Option<Op> {
        None
    }

    /// Creates a copy of a buffer at the insertion point, of the same type and freed by the same op; `None`,
    /// for every buffer, if it is copied by `bufferization.clone`, whose result `memref.dealloc` frees.
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

    /// The allocator of the op's buffers; `None` if it is not shared. Buffers of ops with the same allocator
    /// are freed and cloned alike: a value may be a buffer of either.
    fn allocator(&self) -> Option<&'static str> {
        None
    }
}

/// The allocator whose buffers `memref.dealloc` frees.
pub const MEMREF_ALLOCATOR: &str = "memref";

/// The distance that an op that allocates may be moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HoistingKind {
    /// To blocks that dominate its own, out of regions other than loop bodies.
    pub blocks: bool,
    /// Out of loops.
    pub loops: bool,
}

impl HoistingKind {
    /// No hoisting.
    pub const NONE: Self = Self { blocks: false, loops: false };
    /// To blocks that dominate its own.
    pub const BLOCKS: Self = Self { blocks: true, loops: false };
    /// Out of loops.
    pub const LOOPS: Self = Self { blocks: false, loops: true };
    /// To blocks that dominate its own, and out of loops.
    pub const ALL: Self = Self { blocks: true, loops: true };
}
