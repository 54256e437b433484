//! Vectors of narrow elements read from buffers of wider ones, and what stores share with that.

use std::sync::Arc;

use terrace_affine::AffineExpr;
use terrace_conversion::{Adaptor, ConversionPatterns, ConversionRewriter, TypeConverter};
use terrace_dialects_core::arith::{self, BitcastOp, ExtUIOp, SelectOp};
use terrace_dialects_mem::index_values::{index_constant, known_index, value_of};
use terrace_dialects_mem::layout::memref;
use terrace_dialects_vector::types::{Vector, vector};
use terrace_dialects_vector::{
    BitCastOp, ConstantMaskOp, CreateMaskOp, ExtractOp, ExtractStridedSliceOp, InsertOp,
    InsertStridedSliceOp, LoadOp, MaskedLoadOp, MaskedStoreOp, StoreOp, TransferReadOp,
};
use terrace_ir::elements::{int_elements, int_values};
use terrace_ir::{
    Context, Loc, Op, OpFoldResult, OpKind, Rewriter, Signedness, Type, Value, VectorType, op_match,
};
use terrace_support::apint::ApInt;

use super::narrow_stores;
use terrace_dialects_mem::affine::make::apply_expr;
use terrace_passes_shared::arithmetic::Arith;
use terrace_passes_shared::linearize::{Linearized, as_indices, linearized, strided};
use terrace_passes_shared::transfers::{Read, create_read, minor_map};
use terrace_passes_shared::vector_ops::zeros;

/// Adds the patterns on vectors. Parts of wide elements are stored by read-modify-write sequences, atomic ones if `atomic`.
pub fn populate_vector_narrow_type_patterns(
    cx: &Context,
    patterns: &mut ConversionPatterns,
    converter: &Arc<TypeConverter>,
    atomic: bool,
) {
    macro_rules! add {
        ($($op:ty, $name:literal, $convert:expr;)*) => {$(
            patterns.add_with_type_converter::<$op>(cx, $name, converter, $convert);
        )*};
    }
    add! {
        LoadOp, "ConvertVectorLoad", load;
        MaskedLoadOp, "ConvertVectorMaskedLoad", masked_load;
        MaskedStoreOp, "ConvertVectorMaskedStore", masked_store;
        TransferReadOp, "ConvertVectorTransferRead", transfer_read;
    }
    patterns.add_with_adaptor::<StoreOp>(cx, "ConvertVectorStore", move |rw, op, adaptor| {
        narrow_stores::store(rw, op, adaptor, atomic)
    });
}

/// A vector with one dimension that is in a buffer of wider elements.
pub(super) struct Packed {
    pub(super) loc: Loc,
    /// The elements of the vector.
    pub(super) narrow: Type,
    /// The elements of the buffer.
    pub(super) wide: Type,
    /// The number of vector elements in one buffer element.
    pub(super) scale: i64,
    /// The number of vector elements.
    pub(super) elements: i64,
}

impl Packed {
    /// The vector of an access; `None`, with a reason, unless its elements fill those of the buffer.
    pub(super) fn of(rw: &mut ConversionRewriter<'_>, op: Op, ty: Type, buffer: Value) -> Option<Self> {
        let cx = rw.cx();
        let own = vector(cx, ty);
        if own.rank() != 1 {
            let reason = "Memref in emulated vector ops must be flattened beforehand.";
            return rw.notify_match_failure(op, reason);
        }
        let wide = memref(cx, rw.body().value_type(buffer))?.element;
        let bits = |ty: Type| ty.bit_width(cx).filter(|&bits| bits > 0).map(i64::from);
        let (narrow_bits, wide_bits) = (bits(own.element)?, bits(wide)?);
        if wide_bits % narrow_bits != 0 {
            let reason =
                "impossible to pack emulated elements into container elements (bit-wise misalignment)";
            return rw.notify_match_failure(op, reason);
        }
        Some(Self {
            loc: rw.body().loc(op),
            narrow: own.element,
            wide,
            scale: wide_bits / narrow_bits,
            elements: own.minor(),
        })
    }

    /// Whether the vector fills elements of the buffer.
    pub(super) fn is_whole(&self) -> bool {
        self.elements % self.scale == 0
    }

    pub(super) fn narrow_vector(&self, cx: &Context, elements: i64) -> Type {
        VectorType::get(cx, &[elements], self.narrow)
    }

    pub(super) fn wide_vector(&self, cx: &Context, elements: i64) -> Type {
        VectorType::get(cx, &[elements], self.wide)
    }

    /// The linearized address of an access.
    pub(super) fn place(&self, rw: &mut Rewriter<'_>, buffer: Value, at: &[Value]) -> Option<Linearized> {
        let at = as_indices(rw, at);
        let layout = strided(rw, buffer, self.loc)?;
        linearized(rw, self.loc, self.scale, &layout, &at).filter(|_| !layout.sizes.is_empty())
    }

    /// The narrow element with which a read begins, if it is known; and how many wide ones are read for all cases.
    fn extent(&self, rw: &Rewriter<'_>, place: &Linearized) -> (Option<i64>, i64) {
        let begin = if self.is_whole() { Some(0) } else { known_index(rw, place.within) };
        let most = begin.unwrap_or(self.scale - 1) + self.elements;
        (begin, (most + self.scale - 1) / self.scale)
    }

    /// The vector that begins with a narrow element of another one.
    fn cut(
        &self,
        rw: &mut Rewriter<'_>,
        value: Value,
        begin: Option<i64>,
        place: &Linearized,
        into: impl FnOnce(&mut Rewriter<'_>) -> Option<Value>,
    ) -> Option<Value> {
        match begin {
            None => {
                let into = into(rw)?;
                Some(extract_dynamic(rw, value, into, place.within, self.elements, self.loc))
            }
            Some(begin) if !self.is_whole() => Some(extract_part(rw, value, begin, self.elements, self.loc)),
            Some(_) => Some(value),
        }
    }
}

/// Elements of a vector from one on; the vector itself if those are all.
pub(super) fn extract_part(
    rw: &mut Rewriter<'_>,
    value: Value,
    offset: i64,
    elements: i64,
    loc: Loc,
) -> Value {
    let cx = rw.cx();
    let own = vector(cx, rw.body().value_type(value));
    if own.minor() == elements {
        return value;
    }
    let ty = VectorType::get(cx, &[elements], own.element);
    let [offset, size, stride] = [offset, elements, 1].map(|number| i64_items(cx, number));
    let slice = ExtractStridedSliceOp::of(value).offsets_attr(offset).sizes_attr(size).strides_attr(stride);
    rw.build_value(slice.result(ty).loc(loc))
}

fn i64_items(cx: &Context, number: i64) -> terrace_ir::Attr {
    cx.array_attr(&[cx.int_attr(Type::I64, number)])
}

/// A vector with other elements from one on; those themselves if they are all.
pub(super) fn insert_part(rw: &mut Rewriter<'_>, value: Value, into: Value, offset: i64, loc: Loc) -> Value {
    let cx = rw.cx();
    let ty = rw.body().value_type(into);
    let own = |value: Value| vector(cx, rw.body().value_type(value)).minor();
    if own(value) == own(into) && offset == 0 {
        return value;
    }
    let [offset, stride] = [offset, 1].map(|number| i64_items(cx, number));
    rw.build_value(
        InsertStridedSliceOp::of(value, into).offsets_attr(offset).strides_attr(stride).result(ty).loc(loc),
    )
}

/// The indices from one that is computed on.
fn index_after(rw: &mut Rewriter<'_>, index: Value, after: i64, loc: Loc) -> Value {
    if after == 0 {
        return index;
    }
    let after = index_constant(rw, after, loc);
    Arith::new(rw, loc).add(index, after)
}

fn element_at(rw: &mut Rewriter<'_>, value: Value, at: OpFoldResult, loc: Loc) -> Value {
    let cx = rw.cx();
    let element = vector(cx, rw.body().value_type(value)).element;
    rw.build_value(ExtractOp::of(value).loc(loc).mixed_position(&[at]).result(element))
}

fn set_element(rw: &mut Rewriter<'_>, value: Value, into: Value, at: OpFoldResult, loc: Loc) -> Value {
    let ty = rw.body().value_type(into);
    rw.build_value(InsertOp::of(value, into).loc(loc).mixed_position(&[at]).result(ty))
}

/// Elements of a vector from one on that is computed, put into another vector.
fn extract_dynamic(
    rw: &mut Rewriter<'_>,
    value: Value,
    into: Value,
    offset: OpFoldResult,
    elements: i64,
    loc: Loc,
) -> Value {
    if vector(rw.cx(), rw.body().value_type(value)).minor() == elements {
        return value;
    }
    let offset = value_of(rw, offset, loc);
    (0..elements).fold(into, |into, at| {
        let place = index_after(rw, offset, at, loc);
        let element = element_at(rw, value, OpFoldResult::Value(place), loc);
        set_element(rw, element, into, OpFoldResult::Static(at), loc)
    })
}

/// A vector with other elements from one on that is computed.
fn insert_dynamic(
    rw: &mut Rewriter<'_>,
    value: Value,
    into: Value,
    offset: OpFoldResult,
    elements: i64,
    loc: Loc,
) -> Value {
    let offset = value_of(rw, offset, loc);
    (0..elements).fold(into, |into, at| {
        let place = index_after(rw, offset, at, loc);
        let element = element_at(rw, value, OpFoldResult::Static(at), loc);
        set_element(rw, element, into, OpFoldResult::Value(place), loc)
    })
}

fn load(rw: &mut ConversionRewriter<'_>, op: LoadOp, adaptor: &Adaptor) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (ty, old, buffer) = (view.result().ty(), view.base().id(), adaptor.of(rw, op).base());
    let packed = Packed::of(rw, op.into(), ty, buffer)?;
    let loc = packed.loc;
    rw.set_insertion_point_before(op);
    let place = packed.place(rw, old, &adaptor.flat()[1..])?;
    let (begin, count) = packed.extent(rw, &place);
    let at = value_of(rw, place.index, loc);
    let wide = packed.wide_vector(cx, count);
    let loaded = rw.build_value(LoadOp::of(buffer, &[at]).loc(loc).result(wide));
    let all = packed.narrow_vector(cx, count * packed.scale);
    let all = rw.build_value(BitCastOp::of(loaded).result(all).loc(loc));
    let result = packed.cut(rw, all, begin, &place, |rw| zeros(rw, ty, loc))?;
    rw.replace_op(op, &[result]);
    Some(())
}

/// The mask of the wide elements of which a narrow one is set, with `front` narrow ones before. `None` for masks that are
/// not known well enough.
fn compressed_mask(
    rw: &mut Rewriter<'_>,
    mask: Value,
    elements: i64,
    scale: i64,
    front: i64,
    loc: Loc,
) -> Option<Value> {
    let cx = rw.cx();
    let count = (front + elements + scale - 1) / scale;
    let mut maker = rw.value(mask).defining_op()?;
    let mut extracts: Vec<Op> = Vec::new();
    while let Some(extract) = maker.cast::<ExtractOp>() {
        extracts.push(maker.id());
        maker = extract.source().defining_op()?;
    }
    let own = vector(cx, maker.results().next()?.ty());
    let mut shape = own.shape.to_vec();
    *shape.last_mut()? = count;
    let ty = VectorType::get(cx, &shape, Type::I1);
    let mut new = op_match!(maker, {
        CreateMaskOp(_) => {
            let mut sizes: Vec<Value> = maker.operands().map(|value| value.id()).collect();
            let last = sizes.pop()?;
            let padded = AffineExpr::symbol(0) + AffineExpr::constant(front);
            let expr = AffineExpr::ceil_div(padded, AffineExpr::constant(scale));
            let last = as_indices(rw, &[last]);
            let size = apply_expr(rw, expr, &last, loc);
            sizes.push(value_of(rw, size, loc));
            rw.build_value(CreateMaskOp::of(&sizes).loc(loc).result(ty))
        }
        ConstantMaskOp(_) => {
            let mut sizes = ConstantMaskOp::view_of(maker).mask_dim_sizes().to_vec();
            let last = sizes.last_mut()?;
            *last = (front + *last + scale - 1).div_euclid(scale);
            rw.build_value(ConstantMaskOp::of().mask_dim_sizes_attr(cx.i64_array(&sizes)).result(ty).loc(loc))
        }
        arith::ConstantOp(_) => compressed_constant(rw, maker.id(), own, (ty, count), scale, front, loc)?,
        _ => {
            return None;
        }
    });
    while let Some(extract) = extracts.pop() {
        let view = ExtractOp::view_of(rw.op(extract));
        let position: Vec<OpFoldResult> = view.mixed_position().into_iter().map(Into::into).collect();
        let own = vector(cx, rw.body().value_type(new));
        let (rest, scalable) = (own.shape.get(position.len()..)?, own.scalable.get(position.len()..)?);
        let ty = if rest.is_empty() {
            own.element
        } else {
            VectorType::get_scalable(cx, rest, scalable, own.element)
        };
        new = rw.build_value(ExtractOp::of(new).loc(loc).mixed_position(&position).result(ty));
    }
    Some(new)
}

fn compressed_constant(
    rw: &mut Rewriter<'_>,
    constant: Op,
    own: Vector<'_>,
    (ty, count): (Type, i64),
    scale: i64,
    front: i64,
    loc: Loc,
) -> Option<Value> {
    let cx = rw.cx();
    if own.rank() != 1 {
        return None;
    }
    let values = int_values(cx, arith::ConstantOp::view_of(rw.op(constant)).value_attr())?;
    let mut bits = vec![false; usize::try_from(front).ok()?];
    bits.extend(values.iter().map(|value| !value.is_zero()));
    bits.resize(usize::try_from(count * scale).ok()?, false);
    let bits: Vec<ApInt> = bits
        .chunks(usize::try_from(scale).ok()?)
        .map(|chunk| ApInt::new(1, u64::from(chunk.contains(&true))))
        .collect();
    let attr = int_elements(cx, ty, &bits)?;
    Some(rw.build_value(arith::ConstantOp::of().value_attr(attr).result(ty).loc(loc)))
}

fn masked_store(rw: &mut ConversionRewriter<'_>, op: MaskedStoreOp, adaptor: &Adaptor) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (value, mask, old) = (view.value_to_store().id(), view.mask().id(), view.base().id());
    let (ty, buffer) = (view.value_to_store().ty(), adaptor.of(rw, op).base());
    let packed = Packed::of(rw, op.into(), ty, buffer)?;
    if !packed.is_whole() {
        return None;
    }
    let loc = packed.loc;
    let indices = adaptor.flat();
    let indices = indices.get(1..indices.len().checked_sub(2)?)?.to_vec();
    rw.set_insertion_point_before(op);
    let place = packed.place(rw, old, &indices)?;
    let at = value_of(rw, place.index, loc);
    let new_mask = compressed_mask(rw, mask, packed.elements, packed.scale, 0, loc)?;
    let wide = packed.wide_vector(cx, packed.elements / packed.scale);
    let pass_thru = zeros(rw, wide, loc)?;
    let loaded = rw.build_value(MaskedLoadOp::of(buffer, &[at], new_mask, pass_thru).loc(loc).result(wide));
    let before = rw.build_value(BitCastOp::of(loaded).result(ty).loc(loc));
    let merged = rw.build_value(SelectOp::of(mask, value, before).result(ty).loc(loc));
    let merged = rw.build_value(BitCastOp::of(merged).result(wide).loc(loc));
    rw.build(MaskedStoreOp::of(buffer, &[at], new_mask, merged).loc(loc));
    rw.erase_op(op);
    Some(())
}

fn masked_load(rw: &mut ConversionRewriter<'_>, op: MaskedLoadOp, adaptor: &Adaptor) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (mask, pass_thru, old) = (view.mask().id(), view.pass_thru().id(), view.base().id());
    let (ty, buffer) = (view.result().ty(), adaptor.of(rw, op).base());
    let packed = Packed::of(rw, op.into(), ty, buffer)?;
    let (loc, elements) = (packed.loc, packed.elements);
    let indices = adaptor.flat();
    let indices = indices.get(1..indices.len().checked_sub(2)?)?.to_vec();
    rw.set_insertion_point_before(op);
    let place = packed.place(rw, old, &indices)?;
    let (begin, count) = packed.extent(rw, &place);
    let front = begin.unwrap_or(packed.scale - 1);
    let new_mask = compressed_mask(rw, mask, elements, packed.scale, front, loc)?;
    let (wide, all) = (packed.wide_vector(cx, count), packed.narrow_vector(cx, count * packed.scale));
    let widen = |rw: &mut Rewriter<'_>, value: Value, into: Value| match begin {
        None => insert_dynamic(rw, value, into, place.within, elements, loc),
        Some(begin) if !packed.is_whole() => insert_part(rw, value, into, begin, loc),
        Some(_) => value,
    };
    let empty = zeros(rw, all, loc)?;
    let passed = widen(rw, pass_thru, empty);
    let wide_passed = rw.build_value(BitCastOp::of(passed).result(wide).loc(loc));
    let at = value_of(rw, place.index, loc);
    let loaded = rw.build_value(MaskedLoadOp::of(buffer, &[at], new_mask, wide_passed).loc(loc).result(wide));
    let loaded = rw.build_value(BitCastOp::of(loaded).result(all).loc(loc));
    let empty = zeros(rw, vector(cx, all).with_element(cx, Type::I1), loc)?;
    let select = widen(rw, mask, empty);
    let merged = rw.build_value(SelectOp::of(select, loaded, passed).result(all).loc(loc));
    let result = packed.cut(rw, merged, begin, &place, |_| Some(pass_thru))?;
    rw.replace_op(op, &[result]);
    Some(())
}

fn transfer_read(rw: &mut ConversionRewriter<'_>, op: TransferReadOp, adaptor: &Adaptor) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (ty, old, buffer) = (view.vector().ty(), view.base().id(), adaptor.of(rw, op).base());
    let rank = view.indices().len();
    let packed = Packed::of(rw, op.into(), ty, buffer)?;
    let loc = packed.loc;
    let operands = adaptor.flat();
    let (indices, mut padding) = (operands.get(1..=rank)?.to_vec(), *operands.get(rank + 1)?);
    rw.set_insertion_point_before(op);
    let padding_ty = rw.body().value_type(padding);
    if !padding_ty.is_integer(cx) {
        let bits = cx.integer(padding_ty.bit_width(cx)?, Signedness::Signless);
        padding = rw.build_value(BitcastOp::of(padding).out(bits).loc(loc));
    }
    let padding = rw.build_value(ExtUIOp::of(padding).out(packed.wide).loc(loc));
    let place = packed.place(rw, old, &indices)?;
    let (begin, count) = packed.extent(rw, &place);
    let at = value_of(rw, place.index, loc);
    let read = Read {
        base: buffer,
        indices: &[at],
        padding: Some(padding),
        mask: None,
        map: minor_map(rw, buffer, 1),
        in_bounds: &[false],
        ty: packed.wide_vector(cx, count),
    };
    let read = create_read(rw, &read, loc);
    let read = rw.body().single_result(read);
    let all = packed.narrow_vector(cx, count * packed.scale);
    let all = rw.build_value(BitCastOp::of(read).result(all).loc(loc));
    let result = packed.cut(rw, all, begin, &place, |rw| zeros(rw, ty, loc))?;
    rw.replace_op(op, &[result]);
    Some(())
}
