//! Ops brought into forms that tiles have.

use terrace_affine::AffineMap;
use terrace_dialects_arm::sme::tile::tile_type_of;
use terrace_dialects_arm::sme::{GetTileOp, slice_of};
use terrace_dialects_core::arith::{
    AddIOp, CmpIOp, CmpIPredicate, ConstantOp, ExtFOp, ExtSIOp, ExtUIOp, MulIOp, SelectOp, SubIOp,
};
use terrace_dialects_core::index::MinSOp;
use terrace_dialects_core::scf::build::for_loop;
use terrace_dialects_mem::layout::{MemRef, memref, strided_layout};
use terrace_dialects_mem::memref::{LoadOp, SubViewOp, TransposeOp as MemRefTransposeOp, infer_subview_type};
use terrace_dialects_mem::slices::Slice;
use terrace_dialects_vector as v;
use terrace_dialects_vector::transfer::Transfer;
use terrace_dialects_vector::types::{Vector, as_vector, mask_of, vector};
use terrace_ir::enum_attr::enum_attr;
use terrace_ir::pattern::Pattern;
use terrace_ir::{Attr, DYNAMIC, OpSpec, Rewriter, Type, Value, ValueRef, VectorType, pattern};
use terrace_passes_shared::arithmetic::zero_attr;

use super::decompose::{NO_PERMUTATION, UNSUPPORTED_MASK, mask_extents};
use super::{Multiples, sub_tiles};
use crate::build::index;

/// The patterns that are applied before vectors are decomposed.
pub(super) static PATTERNS: &[Pattern] = &[
    pattern!("FoldExtractFromVectorOfSMELikeCreateMasks", v::ExtractOp, extract_of_mask),
    pattern!("LowerColumnTransferReadToLoops", v::TransferReadOp, read_column),
    pattern!("LiftIllegalVectorTransposeToMemory", v::TransposeOp, transpose_in_memory),
    pattern!("LowerIllegalTransposeStoreViaZA", v::TransferWriteOp, write_transposed),
];

/// A mask of two scalable dimensions out of several: the mask of these dimensions, if the bit of the place is set.
fn extract_of_mask(rw: &mut Rewriter<'_>, op: v::ExtractOp) -> Option<()> {
    let cx = rw.cx();
    let view = op.view(rw);
    let (loc, ty) = (view.0.loc(), view.result().ty());
    let Some(extents) = mask_extents(view.source()) else {
        return rw.notify_match_failure(op, "extract not from vector.create_mask op");
    };
    let Some(extracted) = as_vector(cx, ty) else {
        return rw.notify_match_failure(op, "extracted type is not a vector type");
    };
    if extracted.scalable.iter().filter(|&&scalable| scalable).count() != 2 {
        return rw.notify_match_failure(op, "expected extracted type to be an SME-like mask");
    }
    let position = view.static_position().to_vec();
    let &[place] = position.as_slice() else {
        return rw.notify_match_failure(op, "only a single extraction index is supported");
    };
    let &[front, rows, columns] = extents.as_slice() else { return None };
    if rw.value(front).defining_op().is_some_and(|op| op.isa::<ConstantOp>()) {
        let reason = "constant vector.create_masks dims should be folded elsewhere";
        return rw.notify_match_failure(op, reason);
    }
    let dynamic = op.view(rw).dynamic_position().next().map(ValueRef::id);
    rw.set_insertion_point_before(op);
    let zero = index(rw, 0, loc);
    let place = match dynamic {
        Some(place) => place,
        None => index(rw, place, loc),
    };
    let less = Some(enum_attr(cx, CmpIPredicate::Slt));
    let is_set = rw.build_value(CmpIOp::of(place, front).predicate_attr(less).result(Type::I1).loc(loc));
    let rows = rw.build_value(SelectOp::of(is_set, rows, zero).result(Type::INDEX).loc(loc));
    rw.replace(op, v::CreateMaskOp::of(&[rows, columns]));
    Some(())
}

/// Reads a column of scalable height element by element.
fn read_column(rw: &mut Rewriter<'_>, op: v::TransferReadOp) -> Option<()> {
    let cx = rw.cx();
    let view = op.view(rw);
    let (loc, ty, base) = (view.0.loc(), view.vector().ty(), view.base());
    if base.ty().is_tensor(cx) {
        let reason = "Tensor semantics are unsupported (either bufferize or extend this pattern)";
        return rw.notify_match_failure(op, reason);
    }
    let column = vector(cx, ty);
    if column.rank() != 2 {
        return rw.notify_match_failure(op, "Only 2D vectors are supported!");
    }
    if column.shape[1] != 1 {
        return rw.notify_match_failure(op, "The trailing output dim is != 1 (not supported ATM)");
    }
    if column.scalable != [true, false] {
        let reason = "Expected the leading dim to be scalable and the trailing dim to be fixed.";
        return rw.notify_match_failure(op, reason);
    }
    if view.mask().is_some() || !Transfer::of(view.0)?.permutation_map().is_minor_identity() {
        return rw.notify_match_failure(op, NO_PERMUTATION);
    }
    let indices: Vec<Value> = view.indices().map(ValueRef::id).collect();
    let &[row, column_index] = indices.as_slice() else { return None };
    let (base, rows, element) = (base.id(), column.shape[0], column.element);
    let row_ty = VectorType::get_scalable(cx, &[rows], &[true], element);
    let zero = zero_attr(cx, row_ty)?;
    rw.set_insertion_point_before(op);
    let first = index(rw, 0, loc);
    let count = Multiples::new(loc).get(rw, rows);
    let step = index(rw, 1, loc);
    let init = rw.build_value(ConstantOp::of().value_attr(zero).result(row_ty).loc(loc));
    let looped = for_loop(rw, [first, count, step], &[init], loc, |rw, at, carried| {
        let row = rw.build_value(AddIOp::of(at, row).result(Type::INDEX).loc(loc));
        let load = LoadOp::of(base, &[row, column_index]).loc(loc);
        let number = rw.build_value(load.result(element));
        let position = Some(cx.i64_array(&[DYNAMIC]));
        Some(vec![
            rw.build_value(
                v::InsertOp::of(number, *carried.first()?)
                    .dynamic_position(&[at])
                    .static_position_attr(position)
                    .result(row_ty)
                    .loc(loc),
            ),
        ])
    })?;
    let value = rw.op(looped).single_result().id();
    rw.set_insertion_point_after(looped);
    let cast = rw.build_value(v::ShapeCastOp::of(value).result(ty).loc(loc));
    rw.replace_op(op, &[cast]);
    Some(())
}

/// Whether no fixed dimension comes after a scalable one.
fn is_legal(vector: &Vector<'_>) -> bool {
    vector.scalable.iter().rev().skip_while(|&&scalable| scalable).all(|&scalable| !scalable)
}

/// Writes a transposed vector, whose columns are scalable, through tiles.
fn write_transposed(rw: &mut Rewriter<'_>, op: v::TransferWriteOp) -> Option<()> {
    let cx = rw.cx();
    let view = op.view(rw);
    let transfer = Transfer::of(view.0)?;
    let (loc, base) = (view.0.loc(), view.base().id());
    let extents = match view.mask().map(mask_extents) {
        Some(None) => return rw.notify_match_failure(op, UNSUPPORTED_MASK),
        extents => extents.flatten(),
    };
    if !transfer.permutation_map().is_identity() {
        return rw.notify_match_failure(op, NO_PERMUTATION);
    }
    let transpose = view.value_to_store().defining_op()?.cast::<v::TransposeOp>()?;
    let source = transpose.vector();
    let (from, result) = (vector(cx, source.ty()), vector(cx, transpose.result().ty()));
    if result.rank() != 2 {
        return rw.notify_match_failure(op, "TransposeOp not rank 2");
    }
    if !is_legal(&from) || is_legal(&result) {
        return rw.notify_match_failure(op, "not illegal/unsupported SVE transpose");
    }
    let tile_ty = tile_type_of(cx, result.element)?;
    let side = vector(cx, tile_ty).minor();
    let slice_ty = slice_of(cx, tile_ty)?;
    let fits = from.shape[0] <= terrace_ir::elements::MAX_EXPANDED_ELEMENTS as i64
        && from.shape[1] / side.max(1) <= terrace_ir::elements::MAX_EXPANDED_ELEMENTS as i64;
    if from.shape[0] <= 1 || from.shape[1] % side != 0 || !fits {
        return rw.notify_match_failure(op, "unsupported source shape");
    }
    let (source, source_ty, in_bounds) = (source.id(), source.ty(), view.in_bounds_attr());
    let indices: Vec<Value> = view.indices().map(ValueRef::id).collect();
    let &[row_index, column_index] = indices.as_slice() else { return None };
    let on_tensor = view.0.results().next().map(|result| result.ty());
    let map = cx.affine_map_attr(AffineMap::permutation(&[1, 0]));
    rw.set_insertion_point_before(op);
    let mut multiples = Multiples::new(loc);
    let undefined = rw.build_value(GetTileOp::of().tile(tile_ty).loc(loc));
    let count = from.shape[0].min(side);
    let slices = index(rw, count, loc);
    let row_ty = VectorType::get_scalable(cx, &[from.shape[1]], &[true], from.element);
    let mut base = base;
    for place in sub_tiles(cx, source_ty, tile_ty, false) {
        let mut tile = undefined;
        for slice in 0..count {
            let position = Some(cx.i64_array(&[slice + place.row]));
            let mut row = rw
                .build_value(v::ExtractOp::of(source).static_position_attr(position).result(row_ty).loc(loc));
            if row_ty != slice_ty {
                let at = Some(cx.int_attr(Type::I64, place.column));
                row = rw.build_value(v::ScalableExtractOp::of(row).pos_attr(at).result(slice_ty).loc(loc));
            }
            let position = Some(cx.i64_array(&[slice]));
            tile = rw.build_value(
                v::InsertOp::of(row, tile).static_position_attr(position).result(tile_ty).loc(loc),
            );
        }
        let row = multiples.get(rw, place.column);
        let column = index(rw, place.row, loc);
        let mask = match extents.as_deref() {
            Some(&[rows, columns]) => {
                let rows = rw.build_value(SubIOp::of(rows, row).result(Type::INDEX).loc(loc));
                let columns = rw.build_value(SubIOp::of(columns, column).result(Type::INDEX).loc(loc));
                [rows, rw.build_value(MinSOp::of(columns, slices).result(Type::INDEX).loc(loc))]
            }
            _ => [multiples.get(rw, side), slices],
        };
        let mask = rw.build_value(v::CreateMaskOp::of(&mask).result(mask_of(cx, tile_ty)).loc(loc));
        let row = rw.build_value(AddIOp::of(row, row_index).result(Type::INDEX).loc(loc));
        let column = rw.build_value(AddIOp::of(column, column_index).result(Type::INDEX).loc(loc));
        let write = v::TransferWriteOp::of(tile, base).loc(loc).mask(mask);
        let write = write.indices(&[row, column]).in_bounds_attr(in_bounds).permutation_map_attr(map);
        match on_tensor {
            Some(ty) => base = rw.build_value(write.result(ty)),
            None => {
                rw.build(write);
            }
        }
    }
    match on_tensor {
        Some(_) => rw.replace_op(op, &[base]),
        None => rw.erase_op(op),
    }
    Some(())
}

/// Rewrites a transposition of a read to a vector with scalable rows: the buffer is transposed instead.
fn transpose_in_memory(rw: &mut Rewriter<'_>, op: v::TransposeOp) -> Option<()> {
    let cx = rw.cx();
    let view = op.view(rw);
    let (source, result_ty, loc) = (view.vector(), view.result().ty(), view.0.loc());
    let (from, to) = (vector(cx, source.ty()), vector(cx, result_ty));
    if is_legal(&from) || !is_legal(&to) {
        return rw.notify_match_failure(op, "expected transpose from illegal type to legal type");
    }
    let extension =
        source.defining_op().filter(|op| op.isa::<ExtSIOp>() || op.isa::<ExtUIOp>() || op.isa::<ExtFOp>());
    let read = match extension {
        Some(extension) => extension.operands().next()?,
        None => source,
    };
    let Some(read) = read.defining_op().and_then(|op| op.cast::<v::TransferReadOp>()) else {
        return rw.notify_match_failure(op, "expected source to be (possibly extended) transfer_read");
    };
    let transfer = Transfer::of(read.0)?;
    if !transfer.permutation_map().is_identity() {
        return rw.notify_match_failure(op, "expected read to have identity permutation map");
    }
    let buffer = memref(cx, transfer.shaped)?;
    let read_vector = vector(cx, transfer.vector);
    let rank = read_vector.rank();
    let permutation = view.permutation().to_vec();
    let order: Vec<u32> = permutation.iter().map(|&dim| dim as u32).collect();
    let any = vec![DYNAMIC; rank];
    let slice = Slice { offsets: any.clone(), sizes: any.clone(), strides: any.clone() };
    let part_ty = infer_subview_type(cx, &buffer, &slice)?;
    let part = memref(cx, part_ty)?;
    let (strides, offset) = part.strides_and_offset(cx)?;
    let permuted = |list: &[i64]| permutation.iter().map(|&dim| list[dim as usize]).collect::<Vec<i64>>();
    let layout = Some(strided_layout(cx, offset, &permuted(&strides)));
    let transposed_ty = MemRef { shape: &permuted(part.shape), layout, ..part }.ty(cx);
    let flags = transfer.in_bounds();
    let flags: Vec<Attr> = permutation.iter().map(|&dim| cx.bool_attr(flags[dim as usize])).collect();
    let (base, padding) = (read.base().id(), read.padding().id());
    let mask = read.mask().map(|mask| (mask.id(), mask.ty()));
    let indices: Vec<Value> = read.indices().map(ValueRef::id).collect();
    let read_map = read.permutation_map_attr();
    let extension = extension.map(|extension| extension.name());
    rw.set_insertion_point_before(op);
    let zero = index(rw, 0, loc);
    let one = index(rw, 1, loc);
    let sizes: Vec<Value> = (read_vector.shape.iter().zip(read_vector.scalable))
        .map(|(&extent, &scalable)| {
            let extent = index(rw, extent, loc);
            if !scalable {
                return extent;
            }
            let scale = rw.build_value(v::VectorScaleOp::of().res(Type::INDEX).loc(loc));
            rw.build_value(MulIOp::of(scale, extent).result(Type::INDEX).loc(loc))
        })
        .collect();
    let all = cx.i64_array(&any);
    let part = SubViewOp::of(base).loc(loc).offsets(&indices).sizes(&sizes).strides(&vec![one; rank]);
    let part = part.static_offsets_attr(all).static_sizes_attr(all).static_strides_attr(all);
    let part = rw.build_value(part.result(part_ty));
    let order = cx.affine_map_attr(AffineMap::permutation(&order));
    let mask = mask.map(|(mask, ty)| {
        let mask_ty = vector(cx, ty);
        let shape: Vec<i64> = permuted(mask_ty.shape);
        let scalable: Vec<bool> = permutation.iter().map(|&dim| mask_ty.scalable[dim as usize]).collect();
        let ty = VectorType::get_scalable(cx, &shape, &scalable, Type::I1);
        let permutation = Some(cx.i64_array(&permutation));
        rw.build_value(v::TransposeOp::of(mask).permutation_attr(permutation).result(ty).loc(loc))
    });
    let transposed =
        rw.build_value(MemRefTransposeOp::of(part).permutation_attr(order).result(transposed_ty).loc(loc));
    let ty = to.with_element(cx, read_vector.element);
    let zeros = vec![zero; indices.len()];
    let mut legal = v::TransferReadOp::of(transposed, padding).indices(&zeros).loc(loc);
    if let Some(mask) = mask {
        legal = legal.mask(mask);
    }
    let legal = legal.permutation_map_attr(read_map).in_bounds_attr(cx.array_attr(&flags));
    let mut value = rw.build_value(legal.vector(ty));
    if let Some(name) = extension {
        let props = cx.op_info(name).prop_defaults.to_vec();
        let spec = OpSpec {
            name,
            operands: &[value],
            results: &[result_ty],
            props: &props,
            attrs: Attr::EMPTY_DICT,
            successors: &[],
            loc,
        };
        let extended = rw.create_op(&spec);
        value = rw.op(extended).single_result().id();
    }
    rw.replace_op(op, &[value]);
    Some(())
}
