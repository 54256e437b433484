//! Models of the allocator `memref`: buffers are freed, cloned, hoisted and promoted to the stack.

use terrace_ir::{Op, OpKind, Rewriter, Value, ValueDef};

use super::allocation::{AllocationOpInterface, HoistingKind, MEMREF_ALLOCATOR};
use super::{CloneOp, create_clone};
use crate::memref::causes::{ALIAS_CLONE, STACK};
use crate::memref::{AllocOp, AllocSpec, AllocaOp, DeallocOp, ReallocOp, create_alloca};

/// The op that frees buffers of the allocator `memref`.
fn build_memref_dealloc(rw: &mut Rewriter<'_>, buffer: Value) -> Op {
    let loc = rw.value(buffer).loc();
    rw.build(DeallocOp::of(buffer).loc(loc)).into()
}

/// A clone of the allocator `memref`.
fn build_memref_clone(rw: &mut Rewriter<'_>, buffer: Value) -> Value {
    let (ty, loc) = (rw.body().value_type(buffer), rw.value(buffer).loc());
    create_clone(rw, buffer, ty, loc, &ALIAS_CLONE)
}

impl AllocationOpInterface for AllocOp {
    fn build_dealloc(&self, rw: &mut Rewriter<'_>, buffer: Value) -> Option<Op> {
        Some(build_memref_dealloc(rw, buffer))
    }

    fn build_clone(&self, rw: &mut Rewriter<'_>, buffer: Value) -> Option<Value> {
        Some(build_memref_clone(rw, buffer))
    }

    fn hoisting_kind(&self) -> HoistingKind {
        HoistingKind::ALL
    }

    fn build_promoted_alloc(&self, rw: &mut Rewriter<'_>, buffer: Value) -> Option<Value> {
        let view = AllocOp::view_of(rw.value(buffer).defining_op().filter(|op| op.isa::<AllocOp>())?);
        let (ty, attrs, loc) = (view.memref().ty(), view.0.attrs(), view.0.loc());
        let sizes: Vec<Value> = view.dynamic_sizes().map(|v| v.id()).collect();
        let symbols: Vec<Value> = view.symbol_operands().map(|v| v.id()).collect();
        let spec = AllocSpec { sizes: &sizes, symbols: &symbols, alignment: view.alignment_attr() };
        let made = create_alloca(rw, spec, ty, loc, &STACK);
        if let ValueDef::Result(alloca) = rw.body().value_def(made) {
            rw.set_attrs(alloca, attrs);
        }
        Some(made)
    }

    fn allocator(&self) -> Option<&'static str> {
        Some(MEMREF_ALLOCATOR)
    }
}

/// The stack frees itself.
impl AllocationOpInterface for AllocaOp {
    fn hoisting_kind(&self) -> HoistingKind {
        HoistingKind::LOOPS
    }

    fn allocator(&self) -> Option<&'static str> {
        Some(MEMREF_ALLOCATOR)
    }
}

impl AllocationOpInterface for ReallocOp {
    fn build_dealloc(&self, rw: &mut Rewriter<'_>, buffer: Value) -> Option<Op> {
        Some(build_memref_dealloc(rw, buffer))
    }

    fn hoisting_kind(&self) -> HoistingKind {
        HoistingKind::ALL
    }

    fn allocator(&self) -> Option<&'static str> {
        Some(MEMREF_ALLOCATOR)
    }
}

impl AllocationOpInterface for CloneOp {
    fn build_dealloc(&self, rw: &mut Rewriter<'_>, buffer: Value) -> Option<Op> {
        Some(build_memref_dealloc(rw, buffer))
    }

    fn build_clone(&self, rw: &mut Rewriter<'_>, buffer: Value) -> Option<Value> {
        Some(build_memref_clone(rw, buffer))
    }

    fn allocator(&self) -> Option<&'static str> {
        Some(MEMREF_ALLOCATOR)
    }
}
