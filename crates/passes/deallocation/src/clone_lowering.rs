//! `bufferization.clone` as an allocation and a copy.

use terrace_conversion::ConversionRewriter;
use terrace_dialects_core::arith::MulIOp;
use terrace_dialects_mem::bufferization::CloneOp;
use terrace_dialects_mem::layout::memref;
use terrace_dialects_mem::memref as buffers;
use terrace_dialects_mem::memref::causes::CLONE;
use terrace_dialects_mem::memref::{AllocSpec, create_alloc, create_alloca, create_copy};
use terrace_ir::{Context, DYNAMIC, Loc, MemRefType, Rewriter, Type, TypeData, Value};
use terrace_passes_shared::arithmetic::Arith;
use terrace_passes_shared::build::for_loop;

use crate::strided_allocation::allocate_strided;

/// Replaces a clone. `None` if no new buffer can have its type.
pub(crate) fn lower_clone(rw: &mut ConversionRewriter<'_>, op: CloneOp) -> Option<()> {
    let view = op.view(rw);
    let (input, ty, loc) = (view.input().id(), view.output().ty(), view.0.loc());
    let copy = match ty.data(rw.cx()) {
        TypeData::UnrankedMemRef { element, .. } => {
            let element = *element;
            allocate_unranked(rw, input, element, ty, loc)?
        }
        TypeData::MemRef { shape, element, space, .. } => {
            let plain =
                TypeData::MemRef { shape: shape.clone(), element: *element, layout: None, space: *space };
            let (shape, plain) = (shape.to_vec(), rw.cx().ty(plain));
            allocate_ranked(rw, input, &shape, plain, ty, loc)?
        }
        _ => return None,
    };
    create_copy(rw, input, copy, loc, &CLONE);
    rw.replace_op(op, &[copy]);
    Some(())
}

/// A new buffer in row-major order as large as another, cast to a type.
fn allocate_ranked(
    rw: &mut ConversionRewriter<'_>,
    input: Value,
    shape: &[i64],
    plain: Type,
    ty: Type,
    loc: Loc,
) -> Option<Value> {
    let is_castable = match rw.cx().matches_upstream() {
        true => buffers::cast_compatible(rw.cx(), &[plain], &[ty]),
        false => is_layout_of(rw.cx(), plain, ty),
    };
    if !is_castable {
        return if rw.cx().matches_upstream() { None } else { allocate_strided(rw, input, ty, loc) };
    }
    let mut sizes = Vec::new();
    for (i, _) in shape.iter().enumerate().filter(|(_, extent)| **extent == DYNAMIC) {
        let index = Arith::new(rw, loc).index(i as i64);
        sizes.push(rw.build_or_fold_value(buffers::DimOp::of(input, index).result(Type::INDEX).loc(loc)));
    }
    let new = create_alloc(rw, AllocSpec::of_sizes(&sizes), plain, loc, &CLONE);
    Some(if plain == ty { new } else { rw.build_value(buffers::CastOp::of(new).dest(ty).loc(loc)) })
}

/// Whether all buffers of a type have the layout of another one of the same shape. Of dynamic strides `memref.cast` leaves it
/// to the program whether they are those of its result.
fn is_layout_of(cx: &Context, from: Type, to: Type) -> bool {
    let layout = |ty: Type| memref(cx, ty).and_then(|buffer| buffer.strides_and_offset(cx));
    let (Some((from, _)), Some((to, offset))) = (layout(from), layout(to)) else { return false };
    let fits = |(&from, &to): (&i64, &i64)| to == DYNAMIC || from == to;
    matches!(offset, 0 | DYNAMIC) && from.iter().zip(&to).all(fits)
}

fn list(cx: &Context, element: Type) -> Type {
    MemRefType::get(cx, &[DYNAMIC], element)
}

/// A new buffer with the rank and the extents that another has at run time: as many elements, in another shape.
fn allocate_unranked(
    rw: &mut Rewriter<'_>,
    input: Value,
    element: Type,
    ty: Type,
    loc: Loc,
) -> Option<Value> {
    let zero = Arith::new(rw, loc).index(0);
    let one = Arith::new(rw, loc).index(1);
    let rank = rw.build_value(buffers::RankOp::of(input).result(Type::INDEX).loc(loc));
    let shape_ty = list(rw.cx(), Type::INDEX);
    let shape = create_alloca(rw, AllocSpec::of_sizes(&[rank]), shape_ty, loc, &CLONE);
    let counted = for_loop(rw, [zero, rank, one], &[one], loc, |rw, i, carried| {
        let extent = rw.build_value(buffers::DimOp::of(input, i).result(Type::INDEX).loc(loc));
        rw.build(buffers::StoreOp::of(extent, shape, &[i]).loc(loc));
        Some(vec![Arith::new(rw, loc).binary::<MulIOp>(carried[0], extent)])
    })?;
    let size = rw.body().single_result(counted);
    let flat_ty = list(rw.cx(), element);
    let flat = create_alloc(rw, AllocSpec::of_sizes(&[size]), flat_ty, loc, &CLONE);
    Some(rw.build_value(buffers::ReshapeOp::of(flat, shape).result(ty).loc(loc)))
}
