//! Reading vectors from buffers and tensors, and writing them.
//!
//! Each op maps each lane to the element of the base that it accesses, if any; the access itself is shared.

use std::rc::Rc;

use rustc_hash::FxHashSet;
use terrace_affine::{AffineMap, ExprKind};
use terrace_dialects_mem::affine::{AffineVectorLoadOp, AffineVectorStoreOp};
use terrace_dialects_vector::{
    CompressStoreOp, ExpandLoadOp, GatherOp, LoadOp, MaskedLoadOp, MaskedStoreOp, ScatterOp, StoreOp,
    TransferReadOp, TransferWriteOp, TypeCastOp,
};
use terrace_ir::attr_kind::{BoolAttr, TypedArray};
use terrace_ir::{OpKind, OpRef, Type, ValueRef};

use super::{mask_around, unravel};
use crate::fault::{Fault, Outcome};
use crate::inst::Reg;
use crate::layout::Element;
use crate::lower::{Lowered, Lowering, ValuePlace, is_last_use};
use crate::memref::{Descriptor, outside};
use crate::object::{Array, UNWRITTEN, VALUE, check_mark};
use crate::ops::affine::mapped;
use crate::ops::moves::{Source, element_of, extents};
use crate::ops::tensor::{array, take};
use crate::program::Env;

/// A buffer or tensor, and the indices of an op.
struct Base {
    place: ValuePlace,
    rank: usize,
    /// The element of the vector.
    element: Element,
    /// The elements of the vector in one of the base: more than one where those are vectors.
    lanes: usize,
    indices: Vec<Reg>,
    alignment: u64,
}

/// The element of the base that a lane accesses.
enum Lane {
    At(Vec<u64>),
    /// No element: the lane's value comes from elsewhere, or is not written.
    Off,
}

impl Base {
    fn of<'a>(
        lw: &mut Lowering<'_>,
        base: ValueRef<'a>,
        indices: impl Iterator<Item = ValueRef<'a>>,
        vector: Type,
        alignment: Option<i64>,
    ) -> Lowered<Self> {
        let indices = indices.map(|value| lw.slot(value)).collect::<Lowered<Vec<Reg>>>()?;
        Self::at(lw, base, indices, vector, alignment)
    }

    fn at(
        lw: &mut Lowering<'_>,
        base: ValueRef<'_>,
        indices: Vec<Reg>,
        vector: Type,
        alignment: Option<i64>,
    ) -> Lowered<Self> {
        let element = element_of(lw, vector)?;
        let own = element_of(lw, base.ty())?;
        if own.scalar != element.scalar || own.parts % element.parts != 0 {
            return Err(
                "an access to elements of another type is not supported by the interpreter".to_owned()
            );
        }
        let alignment = alignment.map_or(1, |alignment| alignment as u64);
        let lanes = (own.parts / element.parts) as usize;
        Ok(Self { place: lw.place(base)?, rank: indices.len(), element, lanes, indices, alignment })
    }

    fn start(&self, env: &Env<'_>) -> Vec<u64> {
        self.indices.iter().map(|&reg| env.slots[reg as usize]).collect()
    }

    fn sizes(&self, env: &Env<'_>) -> Outcome<Vec<u64>> {
        match self.place {
            ValuePlace::Slots(first, _) => {
                Ok(Descriptor::of(&env.slots[first as usize..], self.rank).sizes.to_vec())
            }
            ValuePlace::Object(reg) => Ok(array(env.objects, reg)?.shape.clone()),
        }
    }

    /// The handle and the byte, or the number of the element in a tensor.
    fn locate(&self, env: &Env<'_>, index: &[u64]) -> Outcome<(u64, u64)> {
        let (handle, mut at, sizes, strides) = match self.place {
            ValuePlace::Slots(first, _) => {
                let base = Descriptor::of(&env.slots[first as usize..], self.rank);
                (base.handle, base.offset, base.sizes.to_vec(), base.strides.to_vec())
            }
            ValuePlace::Object(reg) => {
                let shape = array(env.objects, reg)?.shape.clone();
                let strides = crate::memref::row_major(&shape);
                (u64::MAX, 0, shape, strides)
            }
        };
        for (i, ((&index, &size), &stride)) in index.iter().zip(&sizes).zip(&strides).enumerate() {
            if index >= size {
                return Err(outside(index, size, i, handle, env.heap));
            }
            at = at.wrapping_add(index.wrapping_mul(stride));
        }
        match self.place {
            ValuePlace::Slots(..) => {
                Ok((handle, at.wrapping_mul((self.lanes * self.element.bytes()) as u64)))
            }
            ValuePlace::Object(_) => Ok((handle, at)),
        }
    }

    /// Reports that the first access is not aligned as the op promises.
    fn check_alignment(&self, env: &Env<'_>) -> Outcome {
        if self.alignment <= 1 || !matches!(self.place, ValuePlace::Slots(..)) {
            return Ok(());
        }
        let (handle, at) = self.locate(env, &self.start(env))?;
        crate::ops::memref::check_alignment(env, handle, at, self.alignment)
    }
}

/// Appends a read: `lane` returns the element that each lane reads; the other lanes are those of `other`.
fn read(
    lw: &mut Lowering<'_>,
    op: OpRef<'_>,
    (base, result): (Base, ValueRef<'_>),
    other: Option<Source>,
    lane: impl Fn(&mut Env<'_>, &[u64], usize) -> Outcome<Lane> + 'static,
) -> Lowered {
    let (shape, result) = (extents(lw, result.ty())?, Source::of(lw, result)?);
    let element = base.element;
    // Values that lanes have may be poison, places may not.
    let mut place = |value: &ValueRef<'_>| matches!(lw.place(*value), Ok(ValuePlace::Slots(at, _)) if base.indices.contains(&at));
    let seen: Vec<ValueRef<'_>> = op.operands().filter(|value| !place(value)).collect();
    lw.native_seeing(op, &seen, move |env| {
        base.check_alignment(env)?;
        let other = other.map(|other| other.get(env)).transpose()?;
        let count = shape.iter().product::<u64>() as usize;
        let mut made = Array::marked(element, shape.clone(), count, VALUE)?;
        let size = element.bytes();
        for i in 0..count {
            // An element of the base that is a vector holds the last lanes.
            match lane(env, &unravel(i as u64, &shape), i)? {
                Lane::At(index) => {
                    let (handle, at) = base.locate(env, &index)?;
                    match base.place {
                        ValuePlace::Slots(..) => {
                            let at = at + ((i % base.lanes) * size) as u64;
                            let bytes = env.heap.read(handle, at, size)?;
                            made.bytes[i * size..(i + 1) * size].copy_from_slice(bytes);
                        }
                        ValuePlace::Object(reg) => {
                            let from = array(env.objects, reg)?;
                            if from.mark(at as usize) == UNWRITTEN {
                                from.check_written(at as usize)?;
                            }
                            made.copy_element(i, from, at as usize);
                        }
                    }
                }
                Lane::Off => match &other {
                    Some(other) if other.len() == count => made.copy_element(i, other, i),
                    Some(other) => made.copy_element(i, other, 0),
                    None => {
                        let here = env.heap.here;
                        let mark = env.new_mark(here, "a lane that a mask leaves out");
                        made.set_mark(i, mark);
                    }
                },
            }
        }
        result.set(env, made)
    })
}

/// Appends a write of `value`: `lane` returns the element that each lane writes.
fn write(
    lw: &mut Lowering<'_>,
    op: OpRef<'_>,
    base: Base,
    (value, base_value): (ValueRef<'_>, ValueRef<'_>),
    lane: impl Fn(&mut Env<'_>, &[u64], usize) -> Outcome<Lane> + 'static,
) -> Lowered {
    let (shape, value_source) = (extents(lw, value.ty())?, Source::of(lw, value)?);
    let result = op.results().next().map(|result| lw.object(result)).transpose()?;
    let last = is_last_use(base_value, op);
    // In which order lanes of a scatter write is not defined.
    let unordered = op.isa::<ScatterOp>();
    lw.native_seeing(op, &[value], move |env| {
        base.check_alignment(env)?;
        let value = value_source.get(env)?;
        let size = base.element.bytes();
        let mut taken = match (base.place, result) {
            (ValuePlace::Object(reg), Some(_)) => {
                // The lanes still query its sizes.
                let kept = array(env.objects, reg)?.shape.clone();
                Some((take(env, reg, last)?, reg, kept))
            }
            _ => None,
        };
        let mut places = Vec::new();
        if let Some((_, reg, shape)) = &taken {
            env.objects[*reg as usize]
                .get_or_insert_with(|| Rc::new(Array::new(base.element, shape.clone(), Vec::new())));
        }
        for i in 0..value.len() {
            if let Lane::At(index) = lane(env, &unravel(i as u64, &shape), i)? {
                places.push((i, base.locate(env, &index)?));
            }
        }
        let mut seen = FxHashSet::default();
        if unordered && !places.iter().all(|&(_, place)| seen.insert(place)) {
            return Err(Fault::new("a scatter writes an element twice"));
        }
        for (i, (handle, at)) in places {
            match &mut taken {
                Some((array, ..)) => Rc::make_mut(array).copy_element(at as usize, &value, i),
                None => {
                    let at = at + ((i % base.lanes) * size) as u64;
                    match check_mark(value.mark(i)) {
                        Ok(()) => {
                            let bytes = &value.bytes[i * size..(i + 1) * size];
                            env.heap.write(handle, at, size)?.copy_from_slice(bytes);
                        }
                        Err(Fault::Origin(_)) => env.heap.forget(handle, at, size)?,
                        Err(fault) => return Err(fault),
                    }
                }
            }
        }
        if let (Some((array, reg, _)), Some(d)) = (taken, result) {
            if last {
                env.objects[reg as usize] = None;
            }
            env.objects[d as usize] = Some(array);
        }
        Ok(())
    })
}

/// The lanes of a vector one after the other along the last dimensions.
fn contiguous(base: &Base) -> impl Fn(&Env<'_>, &[u64]) -> Vec<u64> + use<> {
    let (indices, lanes) = (base.indices.clone(), base.lanes);
    move |env, lane| {
        let mut index: Vec<u64> = indices.iter().map(|&reg| env.slots[reg as usize]).collect();
        if lanes == 1 {
            let skip = index.len() - lane.len().min(index.len());
            for (at, &lane) in index[skip..].iter_mut().zip(lane) {
                *at = at.wrapping_add(lane);
            }
        }
        index
    }
}

fn is_set(env: &Env<'_>, mask: Option<Source>, i: usize) -> Outcome<bool> {
    let mut slot = [1];
    if let Some(mask) = mask {
        mask.get(env)?.read(i, &mut slot)?;
    }
    Ok(slot[0] != 0)
}

fn lane_if(set: bool, index: impl FnOnce() -> Vec<u64>) -> Lane {
    if set { Lane::At(index()) } else { Lane::Off }
}

pub(super) fn load(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = LoadOp::view_of(op);
    let indices = view.indices().map(|value| lw.slot(value)).collect::<Lowered<_>>()?;
    load_at(lw, op, (view.base(), view.result()), indices, view.alignment())
}

pub(super) fn store(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = StoreOp::view_of(op);
    let indices = view.indices().map(|value| lw.slot(value)).collect::<Lowered<_>>()?;
    store_at(lw, op, (view.value_to_store(), view.base()), indices, view.alignment())
}

/// Appends: `result` is a vector at these indices of `memref`.
pub(in crate::ops) fn load_at(
    lw: &mut Lowering<'_>,
    op: OpRef<'_>,
    (memref, result): (ValueRef<'_>, ValueRef<'_>),
    indices: Vec<Reg>,
    alignment: Option<i64>,
) -> Lowered {
    let base = Base::at(lw, memref, indices, result.ty(), alignment)?;
    let along = contiguous(&base);
    read(lw, op, (base, result), None, move |env, lane, _| Ok(Lane::At(along(env, lane))))
}

/// Appends the write of a vector at these indices of `memref`.
pub(in crate::ops) fn store_at(
    lw: &mut Lowering<'_>,
    op: OpRef<'_>,
    (value, memref): (ValueRef<'_>, ValueRef<'_>),
    indices: Vec<Reg>,
    alignment: Option<i64>,
) -> Lowered {
    let base = Base::at(lw, memref, indices, value.ty(), alignment)?;
    let along = contiguous(&base);
    write(lw, op, base, (value, memref), move |env, lane, _| Ok(Lane::At(along(env, lane))))
}

pub(super) fn affine_load(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = AffineVectorLoadOp::view_of(op);
    let indices = mapped(lw, view.map(), view.indices())?;
    load_at(lw, op, (view.memref(), view.result()), indices, None)
}

pub(super) fn affine_store(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = AffineVectorStoreOp::view_of(op);
    let indices = mapped(lw, view.map(), view.indices())?;
    store_at(lw, op, (view.value(), view.memref()), indices, None)
}

/// The operands of a masked access: the base, its indices, the mask, and the stored or pass-through value.
struct Masked<'a> {
    base: ValueRef<'a>,
    indices: Vec<ValueRef<'a>>,
    mask: ValueRef<'a>,
    other: ValueRef<'a>,
    alignment: Option<i64>,
}

impl<'a> Masked<'a> {
    fn base(&self, lw: &mut Lowering<'_>) -> Lowered<Base> {
        Base::of(lw, self.base, self.indices.iter().copied(), self.other.ty(), self.alignment)
    }
}

/// Those of the op of a view with these accessors.
macro_rules! masked {
    ($view:expr, $indices:ident, $other:ident) => {{
        let view = $view;
        Masked {
            base: view.base(),
            indices: view.$indices().collect(),
            mask: view.mask(),
            other: view.$other(),
            alignment: view.alignment(),
        }
    }};
}

pub(super) fn masked_load(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = MaskedLoadOp::view_of(op);
    let parts = masked!(view, indices, pass_thru);
    let (base, mask) = (parts.base(lw)?, Source::of(lw, parts.mask)?);
    let (along, other) = (contiguous(&base), Source::of(lw, parts.other)?);
    read(lw, op, (base, view.result()), Some(other), move |env, lane, i| {
        Ok(lane_if(is_set(env, Some(mask), i)?, || along(env, lane)))
    })
}

pub(super) fn masked_store(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let parts = masked!(MaskedStoreOp::view_of(op), indices, value_to_store);
    let (base, mask) = (parts.base(lw)?, Source::of(lw, parts.mask)?);
    let along = contiguous(&base);
    write(lw, op, base, (parts.other, parts.base), move |env, lane, i| {
        Ok(lane_if(is_set(env, Some(mask), i)?, || along(env, lane)))
    })
}

/// The lanes of which the mask is set one after the other along the last dimension.
fn packed(base: &Base, mask: Source) -> impl Fn(&mut Env<'_>, &[u64], usize) -> Outcome<Lane> + use<> {
    let indices = base.indices.clone();
    move |env, lane, i| {
        if !is_set(env, Some(mask), i)? {
            return Ok(Lane::Off);
        }
        let mask = mask.get(env)?;
        let (mut before, mut slot) = (0, [0]);
        let row = i - lane.last().map_or(0, |&at| at as usize);
        for k in row..i {
            mask.read(k, &mut slot)?;
            before += slot[0];
        }
        let mut index: Vec<u64> = indices.iter().map(|&reg| env.slots[reg as usize]).collect();
        if let Some(last) = index.last_mut() {
            *last = last.wrapping_add(before);
        }
        Ok(Lane::At(index))
    }
}

pub(super) fn expand_load(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = ExpandLoadOp::view_of(op);
    let parts = masked!(view, indices, pass_thru);
    let (base, mask, other) = (parts.base(lw)?, Source::of(lw, parts.mask)?, Source::of(lw, parts.other)?);
    let lanes = packed(&base, mask);
    read(lw, op, (base, view.result()), Some(other), lanes)
}

pub(super) fn compress_store(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let parts = masked!(CompressStoreOp::view_of(op), indices, value_to_store);
    let (base, mask) = (parts.base(lw)?, Source::of(lw, parts.mask)?);
    let lanes = packed(&base, mask);
    write(lw, op, base, (parts.other, parts.base), lanes)
}

/// The lanes whose last index is moved by an element of a vector.
fn scattered(
    lw: &mut Lowering<'_>,
    base: &Base,
    vector: ValueRef<'_>,
    mask: ValueRef<'_>,
    around: Option<Source>,
) -> Lowered<impl Fn(&mut Env<'_>, &[u64], usize) -> Outcome<Lane> + use<>> {
    let bits = element_of(lw, vector.ty())?.scalar.bits().clamp(1, 64) as u8;
    let (vector, mask) = (Source::of(lw, vector)?, Source::of(lw, mask)?);
    let indices = base.indices.clone();
    Ok(move |env: &mut Env<'_>, _: &[u64], i: usize| {
        if !is_set(env, Some(mask), i)? || !is_set(env, around, i)? {
            return Ok(Lane::Off);
        }
        let mut slot = [0];
        vector.get(env)?.read(i, &mut slot)?;
        let mut index: Vec<u64> = indices.iter().map(|&reg| env.slots[reg as usize]).collect();
        if let Some(last) = index.last_mut() {
            *last = last.wrapping_add(crate::int_ops::signed(slot[0], bits) as u64);
        }
        Ok(Lane::At(index))
    })
}

/// The mask of the op around this one.
fn around(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered<(Option<Source>, Option<Source>)> {
    let Some((mask, other)) = mask_around(op) else { return Ok((None, None)) };
    Ok((Some(Source::of(lw, mask)?), other.map(|other| Source::of(lw, other)).transpose()?))
}

pub(super) fn gather(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = GatherOp::view_of(op);
    let parts = masked!(view, offsets, pass_thru);
    let (base, (mask, _)) = (parts.base(lw)?, around(lw, op)?);
    let (lanes, other) =
        (scattered(lw, &base, view.indices(), parts.mask, mask)?, Source::of(lw, parts.other)?);
    read(lw, op, (base, view.result()), Some(other), lanes)
}

pub(super) fn scatter(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = ScatterOp::view_of(op);
    let parts = masked!(view, offsets, value_to_store);
    let (base, (mask, _)) = (parts.base(lw)?, around(lw, op)?);
    let lanes = scattered(lw, &base, view.indices(), parts.mask, mask)?;
    write(lw, op, base, (parts.other, parts.base), lanes)
}

/// The lanes of a transfer.
fn transfer(
    lw: &mut Lowering<'_>,
    op: OpRef<'_>,
    base: &Base,
    vector: Type,
    (map, in_bounds): (&AffineMap, TypedArray<'_, BoolAttr>),
    own_mask: Option<ValueRef<'_>>,
) -> Lowered<impl Fn(&mut Env<'_>, &[u64], usize) -> Outcome<Lane> + use<>> {
    let dim = |expr: &terrace_affine::AffineExpr| match expr.kind() {
        ExprKind::Dim(dim) => Ok(Some(dim as usize)),
        ExprKind::Constant(0) => Ok(None),
        _ => Err("a permutation of dimensions is expected".to_owned()),
    };
    let dims: Vec<Option<usize>> = map.results.iter().map(dim).collect::<Lowered<_>>()?;
    let in_bounds: Vec<bool> = in_bounds.iter().collect();
    let (around, _) = around(lw, op)?;
    let mask = own_mask.map(|mask| Source::of(lw, mask)).transpose()?.or(around);
    // The mask has the vector's dimensions in the order of the base's.
    let shape = extents(lw, vector)?;
    let mut order: Vec<(usize, usize)> =
        dims.iter().enumerate().filter_map(|(i, dim)| Some(((*dim)?, i))).collect();
    order.sort_unstable();
    let order: Vec<usize> = order.into_iter().map(|(_, i)| i).collect();
    let mask_shape: Vec<u64> = order.iter().map(|&i| shape[i]).collect();
    let strides = crate::memref::row_major(&mask_shape);
    let indices = base.indices.clone();
    if base.lanes != 1 {
        return Err("a transfer of elements that are vectors is not supported by the interpreter".to_owned());
    }
    let (place, rank, element) = (base.place, base.rank, base.element);
    let sized = Base { place, rank, element, lanes: 1, indices: indices.clone(), alignment: 1 };
    Ok(move |env: &mut Env<'_>, lane: &[u64], _: usize| {
        let at: u64 = order.iter().zip(&strides).map(|(&i, &stride)| lane[i] * stride).sum();
        if !is_set(env, mask, at as usize)? {
            return Ok(Lane::Off);
        }
        let mut index: Vec<u64> = indices.iter().map(|&reg| env.slots[reg as usize]).collect();
        let sizes = sized.sizes(env)?;
        for (i, dim) in dims.iter().enumerate() {
            let Some(dim) = *dim else { continue };
            index[dim] = index[dim].wrapping_add(lane[i]);
            if index[dim] >= sizes[dim] && !in_bounds.get(i).copied().unwrap_or(false) {
                return Ok(Lane::Off);
            }
        }
        Ok(Lane::At(index))
    })
}

pub(super) fn transfer_read(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = TransferReadOp::view_of(op);
    let ty = view.vector().ty();
    let base = Base::of(lw, view.base(), view.indices(), ty, None)?;
    let lanes = transfer(lw, op, &base, ty, (view.permutation_map(), view.in_bounds()), view.mask())?;
    // Lanes that an enclosing mask disables have its passthru.
    let other = around(lw, op)?.1.unwrap_or(Source::of(lw, view.padding())?);
    read(lw, op, (base, view.vector()), Some(other), lanes)
}

pub(super) fn transfer_write(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = TransferWriteOp::view_of(op);
    let (value, ty) = (view.value_to_store(), view.value_to_store().ty());
    let base = Base::of(lw, view.base(), view.indices(), ty, None)?;
    let lanes = transfer(lw, op, &base, ty, (view.permutation_map(), view.in_bounds()), view.mask())?;
    write(lw, op, base, (value, view.base()), lanes)
}

/// A buffer of numbers as one whose only element is a vector of them.
pub(super) fn type_cast(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = TypeCastOp::view_of(op);
    let (from, to) = (lw.slot(view.memref())?, lw.slot(view.result())?);
    let [source, result] = [view.memref(), view.result()].map(|value| element_of(lw, value.ty()));
    let (source, result) = (source?, result?);
    if view.result().ty().shape(lw.cx).is_none_or(|shape| !shape.is_empty()) {
        return Err("a cast to a buffer of more than one vector is not supported".to_owned());
    }
    lw.native(op, true, move |env| {
        let (handle, offset) = (env.slots[from as usize], env.slots[from as usize + 1]);
        let bytes = offset.wrapping_mul(source.bytes() as u64);
        if bytes % result.bytes() as u64 != 0 {
            return Err(Fault::new("a buffer that does not start at a whole vector"));
        }
        (env.slots[to as usize], env.slots[to as usize + 1]) = (handle, bytes / result.bytes() as u64);
        Ok(())
    })
}
