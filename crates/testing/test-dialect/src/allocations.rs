//! Ops that allocate from a pool: only an op of the pool frees such a buffer.

use terrace_dialects_mem::bufferization::{AllocationOpInterface, HoistingKind};
use terrace_dialects_mem::constraints::{ANY_MEMREF, ANY_RANKED_OR_UNRANKED_MEMREF};
use terrace_dialects_mem::memref::AllocaOp;
use terrace_ir::constraints::INDEX;
use terrace_ir::def::OpDef;
use terrace_ir::effects::{EffectOn, allocates, frees, reads, writes};
use terrace_ir::{Op, OpKind, Rewriter, Value};
use terrace_macros::op;

/// Allocates from the pool; values are given for unknown extents.
#[op(
    "test.pool_alloc",
    interfaces(dyn AllocationOpInterface = Pool { hoisting: HoistingKind::ALL }),
    effects(allocates(EffectOn::Result(0))),
    format = "`(` $sizes `)` attr-dict `:` type($result)"
)]
pub struct PoolAllocOp {
    sizes: VarOperand<INDEX>,
    result: Res<ANY_MEMREF>,
}

/// A copy of a buffer in the pool.
#[op(
    "test.pool_clone",
    interfaces(dyn AllocationOpInterface = Pool { hoisting: HoistingKind::NONE }),
    traits(SameOperandsAndResultType),
    effects(reads(EffectOn::Operand(0)), writes(EffectOn::Result(0)), allocates(EffectOn::Result(0))),
    format = "$source attr-dict `:` type($source)"
)]
pub struct PoolCloneOp {
    source: Operand<ANY_RANKED_OR_UNRANKED_MEMREF>,
    result: Res<ANY_RANKED_OR_UNRANKED_MEMREF>,
}

/// Returns a buffer to the pool.
#[op("test.pool_free", effects(frees(EffectOn::Operand(0))), format = "$buffer attr-dict `:` type($buffer)")]
pub struct PoolFreeOp {
    buffer: Operand<ANY_RANKED_OR_UNRANKED_MEMREF>,
}

/// Allocates what `memref.dealloc` frees, and is never moved.
#[op("test.plain_alloc", interfaces(dyn AllocationOpInterface), effects(allocates(EffectOn::Result(0))),
     format = "attr-dict `:` type($result)")]
pub struct PlainAllocOp {
    result: Res<ANY_MEMREF>,
}

impl AllocationOpInterface for PlainAllocOp {}

/// The allocator of buffers of the pool.
struct Pool {
    hoisting: HoistingKind,
}

impl AllocationOpInterface for Pool {
    fn build_dealloc(&self, rw: &mut Rewriter<'_>, buffer: Value) -> Option<Op> {
        let loc = rw.value(buffer).loc();
        Some(rw.build(PoolFreeOp::of(buffer).loc(loc)).into())
    }

    fn build_clone(&self, rw: &mut Rewriter<'_>, buffer: Value) -> Option<Value> {
        let (ty, loc) = (rw.value(buffer).ty(), rw.value(buffer).loc());
        Some(rw.build_value(PoolCloneOp::of(buffer).result(ty).loc(loc)))
    }

    fn hoisting_kind(&self) -> HoistingKind {
        self.hoisting
    }

    fn build_promoted_alloc(&self, rw: &mut Rewriter<'_>, buffer: Value) -> Option<Value> {
        let view = rw.value(buffer);
        let alloc = PoolAllocOp::view_of(view.defining_op().filter(|op| op.isa::<PoolAllocOp>())?);
        let (sizes, ty, loc) = (alloc.sizes().map(|v| v.id()).collect::<Vec<_>>(), view.ty(), view.loc());
        Some(rw.build_value(AllocaOp::of().loc(loc).dynamic_sizes(&sizes).memref(ty)))
    }

    fn allocator(&self) -> Option<&'static str> {
        Some("test.pool")
    }
}

/// The ops of this file.
pub(crate) const OPS: [&OpDef; 4] = [PlainAllocOp::DEF, PoolAllocOp::DEF, PoolCloneOp::DEF, PoolFreeOp::DEF];
