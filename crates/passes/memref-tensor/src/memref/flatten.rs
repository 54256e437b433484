//! `flatten-memref`: accesses of buffers with several dimensions access casts of them with one.

use terrace_affine::AffineMap;
use terrace_conversion::ConversionPatterns;
use terrace_dialects_mem::index_values::value_of;
use terrace_dialects_mem::layout::{MemRef, memref, strided_layout};
use terrace_dialects_mem::memref::causes::FLATTENED;
use terrace_dialects_mem::memref::{
    self as buffers, AllocOp, AllocSpec, AllocaOp, ReinterpretCastOp, create_alloc, create_alloca,
};
use terrace_dialects_vector as vector;
use terrace_dialects_vector::TransferWriteOp;
use terrace_ir::pattern::Pattern;
use terrace_ir::{
    AttrData, Context, DYNAMIC, Loc, Op, OpFoldResult, OpKind, OpRef, Rewriter, Type, Value, View,
};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Pass, PassDef};

use terrace_passes_shared::greedy::Greedy;
use terrace_passes_shared::linearize::{
    Linearized, Strided, as_indices, element_bits, linearized, strided, suffix_products,
};
use terrace_passes_shared::transfers::{Read, create_read, create_write};

/// The pass.
pub static FLATTEN_MEMREF: PassDef = PassDef {
    name: "flatten-memref",
    class: "FlattenMemrefsPass",
    doc: "Flatten a multiple dimensional memref to 1-dimensional",
    make: |_| Ok(Pass::Body(Box::new(Greedy::new(&patterns())))),
    ..EMPTY_PASS
};

/// The ops that access a buffer, with the number of the operand that is it.
const ACCESSES: [(&str, usize); 2] = [(buffers::LoadOp::DEF.name, 0), (buffers::StoreOp::DEF.name, 1)];

/// The same for vectors.
const VECTOR_ACCESSES: [(&str, usize); 6] = [
    (vector::LoadOp::DEF.name, 0),
    (vector::StoreOp::DEF.name, 1),
    (vector::TransferReadOp::DEF.name, 0),
    (vector::TransferWriteOp::DEF.name, 1),
    (vector::MaskedLoadOp::DEF.name, 0),
    (vector::MaskedStoreOp::DEF.name, 0),
];

/// The patterns.
pub fn patterns() -> Vec<Pattern> {
    let accesses = ACCESSES.iter().chain(&VECTOR_ACCESSES);
    let mut patterns: Vec<Pattern> = accesses
        .map(|&(name, _)| {
            Pattern::new("MemRefRewritePattern", name, |rw, op| {
                let new = flat_access(rw, op)?;
                rw.replace_op_with(op, new);
                Some(())
            })
        })
        .collect();
    let allocs = [AllocOp::DEF.name, AllocaOp::DEF.name];
    patterns.extend(allocs.map(|name| Pattern::new("AllocLikeFlattenPattern", name, flat_allocation)));
    patterns
}

/// Adds the patterns on accesses of vectors to a conversion.
pub fn populate_flatten_vector_access_patterns(cx: &Context, patterns: &mut ConversionPatterns) {
    macro_rules! add {
        ($($op:ident)*) => {$(
            patterns.add::<vector::$op>(cx, "MemRefRewritePattern", |rw, op| {
                let new = flat_access(rw, op.into())?;
                rw.replace_op_with(op, new);
                Some(())
            });
        )*};
    }
    add! { LoadOp StoreOp TransferReadOp TransferWriteOp MaskedLoadOp MaskedStoreOp }
}

/// The index of an access's buffer operand, and its number of indices, which follow.
fn access_of(op: OpRef<'_>) -> Option<(usize, usize)> {
    let name = op.name_text();
    let (_, at) = ACCESSES.iter().chain(&VECTOR_ACCESSES).find(|(access, _)| *access == name)?;
    let rank = memref(op.cx(), op.operand(*at).ty())?.shape.len();
    Some((*at, rank))
}

/// Whether a layout is one that a cast can have.
fn has_plain_layout(cx: &Context, ty: &MemRef<'_>) -> bool {
    let is_strided = |layout: terrace_ir::Attr| matches!(layout.data(cx), AttrData::StridedLayout { .. });
    ty.has_identity_layout(cx) || ty.layout.is_some_and(is_strided)
}

/// Whether elements that are neighbors in the last dimension are neighbors in memory.
fn has_unit_stride(cx: &Context, ty: &MemRef<'_>) -> bool {
    ty.strides_and_offset(cx).is_some_and(|(strides, _)| strides.last() == Some(&1))
}

/// The same access of the buffer with one dimension.
fn flat_access(rw: &mut Rewriter<'_>, op: Op) -> Option<Op> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let ((at, rank), loc) = (access_of(view)?, view.loc());
    let buffer = view.operand(at).id();
    let operands: Vec<Value> = view.operands().map(|value| value.id()).collect();
    let ty = rw.body().value_type(buffer);
    let own = memref(cx, ty)?;
    if rank < 2 || !has_plain_layout(cx, &own) {
        return None;
    }
    let is_transfer =
        [vector::TransferReadOp::DEF.name, vector::TransferWriteOp::DEF.name].contains(&view.name_text());
    // The accessed elements of a transfer depend on its map, which is only valid for the original buffer.
    if is_transfer && !is_minor_transfer(view) {
        return None;
    }
    // A transfer accesses elements that follow each other, which those of a last dimension with another stride do not.
    if is_transfer && !has_unit_stride(cx, &own) && !cx.matches_upstream() {
        return None;
    }
    // Elements of a vector with several dimensions do not follow each other.
    let rank_of = |ty: Type| if ty.is_vector(cx) { ty.shape(cx).map_or(0, <[i64]>::len) } else { 0 };
    if view.result_types().into_iter().chain(view.operand_types()).any(|ty| rank_of(ty) > 1) {
        return None;
    }
    element_bits(rw, ty)?;
    rw.set_insertion_point_before(op);
    let layout = strided(rw, buffer, loc)?;
    let indices = as_indices(rw, operands.get(at + 1..=at + rank)?);
    let place = linearized(rw, loc, 1, &layout, &indices)?;
    let cast = cast_flat(rw, buffer, &own, &place, loc);
    let index = value_of(rw, place.index, loc);
    copy_access(rw, op, (at, rank), cast, index, loc)
}

/// Whether a transfer has one dimension, the last one of its buffer, and no mask.
fn is_minor_transfer(op: OpRef<'_>) -> bool {
    let (map, is_masked, ty) = match op.cast::<vector::TransferReadOp>() {
        Some(read) => (read.permutation_map().clone(), read.mask().is_some(), read.vector().ty()),
        None => {
            let write = TransferWriteOp::view_of(op);
            (write.permutation_map().clone(), write.mask().is_some(), write.value_to_store().ty())
        }
    };
    let rank = ty.shape(op.cx()).map_or(0, <[i64]>::len);
    rank == 1 && !is_masked && map == AffineMap::minor_identity(map.num_dims, 1)
}

fn cast_flat(rw: &mut Rewriter<'_>, buffer: Value, own: &MemRef<'_>, place: &Linearized, loc: Loc) -> Value {
    let cx = rw.cx();
    let ty = flat_type(cx, own, place);
    rw.build_value(
        ReinterpretCastOp::of(buffer)
            .loc(loc)
            .mixed_offsets(&[place.offset])
            .mixed_sizes(&[place.size])
            .mixed_strides(&[OpFoldResult::Static(1)])
            .result(ty),
    )
}

/// The type of the elements in the order of memory: linearized indices count elements, whatever the strides are.
fn flat_type(cx: &Context, own: &MemRef<'_>, place: &Linearized) -> Type {
    let layout = strided_layout(cx, place.offset.fixed(), &[1]);
    MemRef { shape: &[place.size.fixed()], layout: Some(layout), ..*own }.ty(cx)
}

fn copy_access(
    rw: &mut Rewriter<'_>,
    op: Op,
    (at, rank): (usize, usize),
    buffer: Value,
    index: Value,
    loc: Loc,
) -> Option<Op> {
    let view = rw.op(op);
    if let Some(read) = view.cast::<vector::TransferReadOp>() {
        let read = Read {
            base: buffer,
            indices: &[index],
            padding: Some(read.padding().id()),
            mask: None,
            map: AffineMap::minor_identity(1, 1),
            in_bounds: &[false],
            ty: read.vector().ty(),
        };
        return Some(create_read(rw, &read, loc));
    }
    if let Some(write) = view.cast::<vector::TransferWriteOp>() {
        let value = write.value_to_store().id();
        return Some(create_write(
            rw,
            value,
            buffer,
            &[index],
            &AffineMap::minor_identity(1, 1),
            &[false],
            loc,
        ));
    }
    let mut operands: Vec<Value> = view.operands().map(|value| value.id()).collect();
    operands.splice(at..=at + rank, [buffer, index]);
    let results = view.result_types();
    Some(rw.create_like(op, &operands, &results))
}

/// A buffer with one dimension is allocated and cast to the one there was.
fn flat_allocation(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let (loc, ty) = (view.loc(), view.single_result().ty());
    let own = memref(cx, ty)?;
    if own.shape.len() < 2 || !has_plain_layout(cx, &own) {
        return None;
    }
    element_bits(rw, ty)?;
    let (strides, offset) = own.strides_and_offset(cx)?;
    if offset != 0 || (strides.contains(&DYNAMIC) && !own.has_identity_layout(cx)) {
        return rw.notify_match_failure(op, "the layout is not known");
    }
    let (dynamic, symbols, alignment) = match view.cast::<AllocOp>() {
        Some(alloc) => parts_of_alloc(alloc),
        None => {
            let alloca = AllocaOp::view_of(view);
            let dynamic: Vec<Value> = alloca.dynamic_sizes().map(|v| v.id()).collect();
            (dynamic, alloca.symbol_operands().map(|v| v.id()).collect(), alloca.alignment_attr())
        }
    };
    let on_stack = view.isa::<AllocaOp>();
    let mut values = dynamic.into_iter();
    let sizes: Option<Vec<OpFoldResult>> = own
        .shape
        .iter()
        .map(|&extent| match extent {
            DYNAMIC => values.next().map(OpFoldResult::Value),
            extent => Some(OpFoldResult::Static(extent)),
        })
        .collect();
    let sizes = sizes?;
    rw.set_insertion_point_before(op);
    let strides = match own.has_identity_layout(cx) {
        true => suffix_products(rw, loc, &sizes),
        false => strides.iter().map(|&stride| OpFoldResult::Static(stride)).collect(),
    };
    let layout = Strided { offset: OpFoldResult::Static(offset), sizes, strides };
    let place = linearized(rw, loc, 1, &layout, &[])?;
    let flat = flat_type(cx, &own, &place);
    let size: Vec<Value> = match place.size {
        OpFoldResult::Value(size) => vec![size],
        OpFoldResult::Static(_) => Vec::new(),
    };
    let spec = AllocSpec { sizes: &size, symbols: &symbols, alignment };
    let new = match on_stack {
        true => create_alloca(rw, spec, flat, loc, &FLATTENED),
        false => create_alloc(rw, spec, flat, loc, &FLATTENED),
    };
    let cast = rw.build_value(
        ReinterpretCastOp::of(new)
            .loc(loc)
            .mixed_offsets(&[layout.offset])
            .mixed_sizes(&layout.sizes)
            .mixed_strides(&layout.strides)
            .result(ty),
    );
    rw.replace_op(op, &[cast]);
    Some(())
}

fn parts_of_alloc(alloc: View<'_, AllocOp>) -> (Vec<Value>, Vec<Value>, Option<terrace_ir::Attr>) {
    let dynamic = alloc.dynamic_sizes().map(|v| v.id()).collect();
    (dynamic, alloc.symbol_operands().map(|v| v.id()).collect(), alloc.alignment_attr())
}
