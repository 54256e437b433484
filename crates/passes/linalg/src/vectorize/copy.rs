//! `memref.copy` of buffers of static shape, as a read and a write of a vector.

use terrace_affine::AffineMap;
use terrace_dialects_mem::index_values::index_constant;
use terrace_dialects_mem::memref::CopyOp;
use terrace_dialects_vector::{BroadcastOp, ExtractOp};
use terrace_ir::pattern::Pattern;
use terrace_ir::{DYNAMIC, Rewriter, Type, VectorType, pattern};

use terrace_passes_shared::transfers::{Read, create_read, create_write};

/// Vectorizes copies.
pub static COPY_VECTORIZATION: &[Pattern] = &[pattern!("CopyVectorizationPattern", CopyOp, vectorize_copy)];

fn vectorize_copy(rw: &mut Rewriter<'_>, op: CopyOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (source, target, loc) = (view.source(), view.target(), view.0.loc());
    let (from, to) = (source.ty().shape(cx)?.to_vec(), target.ty().shape(cx)?.to_vec());
    if from.contains(&DYNAMIC) || to.contains(&DYNAMIC) {
        return None;
    }
    let (own, into) = (source.ty().element_type(cx)?, target.ty().element_type(cx)?);
    let is_element = |ty: Type| ty.is_int_or_index(cx) || ty.is_float(cx);
    if !is_element(own) || !is_element(into) {
        return None;
    }
    let (source, target, rank) = (source.id(), target.id(), from.len());
    let ty = VectorType::get_scalable(cx, &from, &vec![false; rank], own);
    let zero = index_constant(rw, 0, loc);
    let (indices, in_bounds, map) = (vec![zero; rank], vec![false; rank], AffineMap::identity(rank as u32));
    let read = Read {
        base: source,
        indices: &indices,
        padding: None,
        mask: None,
        map: map.clone(),
        in_bounds: &in_bounds,
        ty,
    };
    let read = create_read(rw, &read, loc);
    let mut value = rw.body().single_result(read);
    if rank == 0 {
        let place = cx.i64_array(&[]);
        value = rw.build_value(ExtractOp::of(value).loc(loc).static_position_attr(place).result(own));
        value = rw.build_value(
            BroadcastOp::of(value).vector(VectorType::get_scalable(cx, &to, &[], into)).loc(loc),
        );
    }
    create_write(rw, value, target, &indices, &map, &in_bounds, loc);
    rw.erase_op(op);
    Some(())
}
