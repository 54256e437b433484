//! An allocator: `my.make` allocates a buffer, `my.free` frees it, `my.copy` is another one with the same contents.

use terrace::deallocation::{AllocationOpInterface, HoistingKind};
use terrace::dialects::{constraints::*, memref};
use terrace::ir::effects::{EffectOn, allocates, frees, reads, writes};
use terrace::prelude::*;

/// Allocates a buffer.
#[op("my.make", interfaces(dyn AllocationOpInterface), effects(allocates(EffectOn::Result(0))),
     format = "attr-dict `:` type($result)")]
pub struct MakeOp {
    result: Res<ANY_MEMREF>,
}

/// Copies a buffer into a new one.
#[op("my.copy", interfaces(dyn AllocationOpInterface), traits(SameOperandsAndResultType),
     effects(reads(EffectOn::Operand(0)), writes(EffectOn::Result(0)), allocates(EffectOn::Result(0))),
     format = "$source attr-dict `:` type($source)")]
pub struct CopyOp {
    source: Operand<ANY_MEMREF>,
    result: Res<ANY_MEMREF>,
}

/// Frees a buffer.
#[op("my.free", effects(frees(EffectOn::Operand(0))), format = "$buffer attr-dict `:` type($buffer)")]
pub struct FreeOp {
    buffer: Operand<ANY_MEMREF>,
}

/// Shows what is in a buffer.
#[op(
    "my.use",
    effects(reads(EffectOn::Operand(0)), writes(EffectOn::Anything)),
    format = "$buffer attr-dict `:` type($buffer)"
)]
pub struct UseOp {
    buffer: Operand<ANY_MEMREF>,
}

/// The name of the allocator, which `my.make` and `my.copy` share: one op frees and copies what either returns.
const ALLOCATOR: Option<&str> = Some("my");

/// Creates the op that frees a buffer.
fn build_free(rw: &mut Rewriter<'_>, buffer: Value) -> Op {
    let loc = rw.value(buffer).loc();
    rw.build(FreeOp::of(buffer).loc(loc)).into()
}

/// Creates a copy of a buffer.
fn build_copy(rw: &mut Rewriter<'_>, buffer: Value) -> Value {
    let (ty, loc) = (rw.value(buffer).ty(), rw.value(buffer).loc());
    rw.build_value(CopyOp::of(buffer).result(ty).loc(loc))
}

impl AllocationOpInterface for MakeOp {
    fn build_dealloc(&self, rw: &mut Rewriter<'_>, buffer: Value) -> Option<Op> {
        Some(build_free(rw, buffer))
    }

    fn build_clone(&self, rw: &mut Rewriter<'_>, buffer: Value) -> Option<Value> {
        Some(build_copy(rw, buffer))
    }

    fn hoisting_kind(&self) -> HoistingKind {
        HoistingKind::ALL
    }

    fn build_promoted_alloc(&self, rw: &mut Rewriter<'_>, buffer: Value) -> Option<Value> {
        let (ty, loc) = (rw.value(buffer).ty(), rw.value(buffer).loc());
        Some(rw.build_value(memref::AllocaOp::of().loc(loc).memref(ty)))
    }

    fn allocator(&self) -> Option<&'static str> {
        ALLOCATOR
    }
}

/// A copy is made where its source has the right contents: it is not moved.
impl AllocationOpInterface for CopyOp {
    fn build_dealloc(&self, rw: &mut Rewriter<'_>, buffer: Value) -> Option<Op> {
        Some(build_free(rw, buffer))
    }

    fn build_clone(&self, rw: &mut Rewriter<'_>, buffer: Value) -> Option<Value> {
        Some(build_copy(rw, buffer))
    }

    fn allocator(&self) -> Option<&'static str> {
        ALLOCATOR
    }
}
