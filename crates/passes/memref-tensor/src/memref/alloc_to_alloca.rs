//! Buffers on the stack in the place of buffers on the heap.

use terrace_dialects_mem::layout::memref;
use terrace_dialects_mem::memref::causes::STACK;
use terrace_dialects_mem::memref::{AllocOp, AllocSpec, DeallocOp, create_alloca};
use terrace_ir::data_layout::DataLayout;
use terrace_ir::{OpKind, OpRef, Rewriter, Value};

/// The bytes of a buffer of static extents.
fn size_of(op: OpRef<'_>) -> Option<u64> {
    let (cx, buffer) = (op.cx(), memref(op.cx(), AllocOp::view_of(op).memref().ty())?);
    if buffer.num_dynamic() > 0 {
        return None;
    }
    let count = buffer.shape.iter().fold(1_u64, |count, &extent| count.saturating_mul(extent.unsigned_abs()));
    let size = DataLayout::of(op).type_size(cx, buffer.element).ok()?;
    Some(count.saturating_mul(size.minimum))
}

/// Replaces a `memref.alloc` of static extents whose `memref.dealloc` is after it in its block by a `memref.alloca`. With a
/// limit, the buffer has fewer bytes. `None`, without modifications, for other ops.
pub fn alloc_to_alloca(rw: &mut Rewriter<'_>, op: AllocOp, limit: Option<u64>) -> Option<()> {
    let view = op.view(rw);
    let size = size_of(view.0)?;
    if limit.is_some_and(|limit| size >= limit) {
        return None;
    }
    let (buffer, ty, loc) = (view.memref().id(), view.memref().ty(), view.0.loc());
    let frees =
        |user: &OpRef<'_>| user.isa::<DeallocOp>() && DeallocOp::view_of(*user).memref().id() == buffer;
    let block = view.0.block()?.id();
    let is_after = |user: &OpRef<'_>| {
        user.block().map(|block| block.id()) == Some(block) && rw.body().is_before(op.into(), user.id())
    };
    let freed = view.memref().uses().map(|(user, _)| user).filter(frees).filter(is_after);
    let first = freed.map(|user| user.id()).reduce(|a, b| if rw.body().is_before(b, a) { b } else { a })?;
    let symbols: Vec<Value> = view.symbol_operands().map(|symbol| symbol.id()).collect();
    rw.set_insertion_point_before(op);
    let spec = AllocSpec { symbols: &symbols, ..AllocSpec::default() };
    let made = create_alloca(rw, spec, ty, loc, &STACK);
    rw.replace_op(op, &[made]);
    rw.erase_op(first);
    Some(())
}
