//! Double buffers: a memref that a loop uses gets a leading dimension, of which iterations use one half in turn.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_mem::affine::{AffineApplyOp, AffineForOp};
use terrace_dialects_mem::layout::memref;
use terrace_dialects_mem::memref::causes::DOUBLE_BUFFER;
use terrace_dialects_mem::memref::{AllocSpec, DeallocOp, DimOp, create_alloc};
use terrace_ir::effects::{EffectKind, own_effects};
use terrace_ir::types::DYNAMIC;
use terrace_ir::{MemRefType, Op, Rewriter, Type, TypeData, Value};
use terrace_passes_shared::arithmetic::Arith;

use super::check::uses_in;
use crate::fusion::transform::redirect_use;

/// Replaces a memref in a loop by a double buffer around the loop. All uses of the memref in it are of ops whose
/// subscripts can be changed, or free it.
pub(super) fn double_buffer(rw: &mut Rewriter<'_>, op: AffineForOp, old: Value) -> Option<Value> {
    let (view, cx) = (op.view(rw), rw.cx());
    let (loc, step, block) = (view.0.loc(), view.constant_step(), view.region().entry()?);
    let buffer = memref(cx, rw.body().value_type(old))?;
    let TypeData::MemRef { space, .. } = *rw.body().value_type(old).data(cx) else { return None };
    let variable = block.args().next()?.id();
    let (block, shape, element) = (block.id(), buffer.shape.to_vec(), buffer.element);
    let rank = shape.len() as u32;

    rw.set_insertion_point_before(op);
    let mut sizes = Vec::new();
    for (dim, _) in (0..).zip(&shape).filter(|(_, extent)| **extent == DYNAMIC) {
        let index = Arith::new(rw, loc).index(dim);
        sizes.push(rw.build_value(DimOp::of(old, index).loc(loc)));
    }
    let doubled: Vec<i64> = [2].into_iter().chain(shape).collect();
    let ty = MemRefType::get_with(cx, &doubled, element, None, space);
    let new = create_alloc(rw, AllocSpec { sizes: &sizes, ..AllocSpec::default() }, ty, loc, &DOUBLE_BUFFER);

    rw.set_insertion_point_to_start(block);
    let iteration = AffineExpr::floor_div(AffineExpr::dim(0), AffineExpr::constant(step));
    let half = AffineExpr::modulo(iteration, AffineExpr::constant(2));
    let map = cx.affine_map_attr(AffineMap::new(1, 0, vec![half]));
    let half = rw.build_value(AffineApplyOp::of(&[variable]).map_attr(map).result(Type::INDEX).loc(loc));

    let subscripts = AffineMap::identity(rank + 1);
    for (user, place) in uses_in(op.view(rw), rw.value(old)) {
        redirect_use(rw, user, &place, new, &subscripts, &[half]);
    }
    erase_allocation(rw, old);
    rw.set_insertion_point_after(op);
    rw.build(DeallocOp::of(new).loc(loc));
    Some(new)
}

/// Erases the allocation of a memref that nothing uses but the op that frees it.
fn erase_allocation(rw: &mut Rewriter<'_>, memref: Value) -> Option<()> {
    let value = rw.value(memref);
    let alloc = value.defining_op()?;
    let allocates = own_effects(alloc)?
        .iter()
        .all(|effect| effect.kind == EffectKind::Allocate && effect.value == Some(memref));
    let users: Vec<Op> = value.uses().map(|(user, _)| user.id()).collect();
    let is_freed = |&user: &Op| rw.op(user).isa::<DeallocOp>();
    if !allocates || users.len() > 1 || !users.iter().all(is_freed) {
        return None;
    }
    let alloc = alloc.id();
    users.into_iter().for_each(|user| rw.erase_op(user));
    rw.erase_op(alloc);
    Some(())
}
