//! The dialect vector: moving elements, making masks and sequences; [`reduce`] combines them, [`memory`] reads and writes,
//! and [`print`] prints.

pub(super) mod memory;
mod print;
mod reduce;

use std::rc::Rc;

use terrace_dialects_mem::affine::{AffineVectorLoadOp, AffineVectorStoreOp};
use terrace_dialects_vector::{
    BitCastOp, BroadcastOp, CompressStoreOp, ConstantMaskOp, ContractionOp, CreateMaskOp, DeinterleaveOp,
    ExpandLoadOp, ExtractOp, ExtractStridedSliceOp, FMAOp, FromElementsOp, GatherOp, InsertOp,
    InsertStridedSliceOp, InterleaveOp, LoadOp, MaskOp, MaskedLoadOp, MaskedStoreOp, MultiDimReductionOp,
    OuterProductOp, PrintOp, ReductionOp, ScanOp, ScatterOp, ShapeCastOp, ShuffleOp, StepOp, StoreOp,
    ToElementsOp, TransferReadOp, TransferWriteOp, TransposeOp, TypeCastOp, VECTOR, YieldOp,
};
use terrace_ir::attr_kind::{I64Attr, TypedArray};
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION, ExternalModels, OpModel};
use terrace_ir::interfaces::mixed_values;
use terrace_ir::{OpKind, OpRef, ValueRef};

use super::memref::{numbers, values};
use super::moves::{self, Source, compute, element_of, extents, put, replace, view};
use super::tensor::{made_of_elements, parts::reshaped};
use crate::fault::{Fault, Outcome};
use crate::lower::{Exit, Interpret, Lowered, Lowering, ValuePlace};
use crate::object::{Array, VALUE};
use crate::view::View;

/// The instructions of the dialect's ops.
pub static EXTENSION: DialectExtension =
    DialectExtension { dialect: "vector", interfaces: &[&ExternalModels(MODELS)], ..EMPTY_EXTENSION };

/// The lowerings of vector accesses of the dialect `affine`.
pub static AFFINE: &[OpModel<dyn Interpret>] =
    &[(AffineVectorLoadOp::DEF, &memory::affine_load), (AffineVectorStoreOp::DEF, &memory::affine_store)];

/// The lowerings of the ops.
static MODELS: &[OpModel<dyn Interpret>] = &[
    (BroadcastOp::DEF, &broadcast),
    (BitCastOp::DEF, &bitcast),
    (ShapeCastOp::DEF, &shape_cast),
    (TransposeOp::DEF, &transpose),
    (ExtractOp::DEF, &extract),
    (InsertOp::DEF, &insert),
    (ExtractStridedSliceOp::DEF, &extract_strided_slice),
    (InsertStridedSliceOp::DEF, &insert_strided_slice),
    (FromElementsOp::DEF, &from_elements),
    (ToElementsOp::DEF, &to_elements),
    (ShuffleOp::DEF, &shuffle),
    (InterleaveOp::DEF, &interleave),
    (DeinterleaveOp::DEF, &deinterleave),
    (StepOp::DEF, &step),
    (ConstantMaskOp::DEF, &constant_mask),
    (CreateMaskOp::DEF, &create_mask),
    (MaskOp::DEF, &mask),
    (YieldOp::DEF, &leave),
    (FMAOp::DEF, &super::math::fma),
    (ReductionOp::DEF, &reduce::reduction),
    (MultiDimReductionOp::DEF, &reduce::multi_reduction),
    (ContractionOp::DEF, &reduce::contract),
    (OuterProductOp::DEF, &reduce::outer_product),
    (ScanOp::DEF, &reduce::scan),
    (LoadOp::DEF, &memory::load),
    (StoreOp::DEF, &memory::store),
    (MaskedLoadOp::DEF, &memory::masked_load),
    (MaskedStoreOp::DEF, &memory::masked_store),
    (ExpandLoadOp::DEF, &memory::expand_load),
    (CompressStoreOp::DEF, &memory::compress_store),
    (GatherOp::DEF, &memory::gather),
    (ScatterOp::DEF, &memory::scatter),
    (TransferReadOp::DEF, &memory::transfer_read),
    (TransferWriteOp::DEF, &memory::transfer_write),
    (TypeCastOp::DEF, &memory::type_cast),
    (PrintOp::DEF, &print::print),
];

fn leave(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    lw.leave(op)
}

fn unsigned(list: TypedArray<'_, I64Attr>) -> Vec<u64> {
    list.iter().map(|n| n as u64).collect()
}

fn broadcast(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let broadcast = BroadcastOp::view_of(op);
    let shape = extents(lw, broadcast.vector().ty())?;
    view(lw, op, (broadcast.source(), broadcast.vector()), move |_, whole| Ok(whole.broadcast(&shape)))
}

fn shape_cast(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = ShapeCastOp::view_of(op);
    let shape = extents(lw, view.result().ty())?;
    reshaped(lw, op, (view.source(), view.result()), move |_, _| Ok(shape.clone()))
}

fn transpose(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let transpose = TransposeOp::view_of(op);
    extents(lw, transpose.result().ty())?;
    let order: Vec<usize> = transpose.permutation().iter().map(|dim| dim as usize).collect();
    view(lw, op, (transpose.vector(), transpose.result()), move |_, whole| {
        Ok(whole.dims(order.iter().copied()))
    })
}

/// The index that represents poison.
const POISON_INDEX: u64 = u64::MAX;

fn extract(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let extract = ExtractOp::view_of(op);
    extents(lw, extract.source().ty())?;
    let known = extract.static_position().to_vec();
    let position = numbers(lw, mixed_values(&known, extract.dynamic_position()))?;
    let known_poison = known.contains(&-1);
    view(lw, op, (extract.source(), extract.result()), move |env, whole| {
        if known_poison {
            return Err(Fault::Poison("an element whose index is poison"));
        }
        whole.at(&values(env, &position))
    })
}

fn insert(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = InsertOp::view_of(op);
    extents(lw, view.dest().ty())?;
    let known = view.static_position().to_vec();
    let position = numbers(lw, mixed_values(&known, view.dynamic_position()))?;
    let known_poison = known.contains(&-1);
    replace(lw, op, [view.value_to_store(), view.dest(), view.result()], move |env, whole| {
        let position = values(env, &position);
        if known_poison && position.contains(&POISON_INDEX) {
            return Err(Fault::Poison("an element is set whose index is poison"));
        }
        whole.at(&position)
    })
}

fn extract_strided_slice(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let extract = ExtractStridedSliceOp::view_of(op);
    extents(lw, extract.source().ty())?;
    let [offsets, sizes, steps] = [extract.offsets(), extract.sizes(), extract.strides()].map(unsigned);
    view(lw, op, (extract.source(), extract.result()), move |_, whole| {
        whole.slice("slice", &offsets, &sizes, &steps)
    })
}

fn insert_strided_slice(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = InsertStridedSliceOp::view_of(op);
    let (from, to) = (extents(lw, view.value_to_store().ty())?, extents(lw, view.dest().ty())?);
    let (offsets, mut steps) = (unsigned(view.offsets()), unsigned(view.strides()));
    let above = to.len() - from.len().min(to.len());
    let sizes = [vec![1; above], from].concat();
    steps = [vec![1; to.len() - steps.len().min(to.len())], steps].concat();
    let values = [view.value_to_store(), view.dest(), view.result()];
    replace(lw, op, values, move |_, whole| whole.slice("slice", &offsets, &sizes, &steps))
}

fn from_elements(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    made_of_elements(lw, op, FromElementsOp::view_of(op).dest().ty())
}

fn to_elements(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = ToElementsOp::view_of(op);
    for (i, value) in view.elements().enumerate() {
        let (source, result) = (Source::of(lw, view.source())?, Source::of(lw, value)?);
        let ValuePlace::Slots(first, n) = result.place else { return Err("a number is expected".to_owned()) };
        // One by one, since some may be poison.
        lw.native_on(Vec::new(), (first..first + n).collect(), move |env| {
            let array = source.get(env)?;
            array.read(i, &mut env.slots[first as usize..(first + n) as usize])
        });
    }
    Ok(())
}

fn shuffle(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = ShuffleOp::view_of(op);
    let (shape, mask, loc) = (extents(lw, view.vector().ty())?, view.mask().to_vec(), op.loc());
    let element = element_of(lw, view.vector().ty())?;
    compute(lw, op, move |env, vectors| {
        let [first, second] = vectors else { return Err(Fault::new("two vectors are expected")) };
        let count = shape.iter().product::<u64>() as usize;
        let block = count / mask.len().max(1);
        let mut made = Array::marked(element, shape.clone(), count, VALUE)?;
        let split = first.len() / block.max(1);
        for (i, &chosen) in mask.iter().enumerate() {
            for k in 0..block {
                match usize::try_from(chosen) {
                    Err(_) => made
                        .set_mark(i * block + k, env.new_mark(loc, "an element that a shuffle leaves out")),
                    Ok(chosen) if chosen < split => {
                        made.copy_element(i * block + k, first, chosen * block + k)
                    }
                    Ok(chosen) => made.copy_element(i * block + k, second, (chosen - split) * block + k),
                }
            }
        }
        Ok(vec![made])
    })
}

/// Every other element along the last dimension, from the first or the second on.
fn every_other(whole: &View, which: u64) -> View {
    let mut part = whole.clone();
    if let (Some(size), Some(stride)) = (part.sizes.last_mut(), part.strides.last_mut()) {
        part.offset = part.offset.wrapping_add(which.wrapping_mul(*stride));
        (*size, *stride) = (*size / 2, *stride * 2);
    }
    part
}

fn interleave(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let ty = InterleaveOp::view_of(op).result().ty();
    let (shape, element) = (extents(lw, ty)?, element_of(lw, ty)?);
    compute(lw, op, move |env, vectors| {
        let whole = View::whole(&shape);
        let mut made = Array::marked(element, shape.clone(), whole.len() as usize, VALUE)?;
        for (which, vector) in (0..).zip(vectors) {
            put(env, &mut made, &every_other(&whole, which), vector)?;
        }
        Ok(vec![made])
    })
}

fn deinterleave(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    extents(lw, DeinterleaveOp::view_of(op).source().ty())?;
    compute(lw, op, |_, vectors| {
        let vector = vectors.first().ok_or_else(|| Fault::new("a vector is expected"))?;
        let part = |which| {
            let part = every_other(&View::whole(&vector.shape), which);
            moves::gather(vector, part.sizes.clone(), part.len() as usize, part.places())
        };
        Ok(vec![part(0)?, part(1)?])
    })
}

fn bitcast(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = BitCastOp::view_of(op);
    let (shape, to) = (extents(lw, view.result().ty())?, element_of(lw, view.result().ty())?);
    let from = element_of(lw, view.source().ty())?;
    let (narrow, wide) = (from.scalar.bits(), to.scalar.bits());
    if from.parts != 1 || to.parts != 1 || narrow == 0 || wide == 0 {
        return Err("a bitcast of these vectors is not supported by the interpreter".to_owned());
    }
    compute(lw, op, move |_, vectors| {
        let vector = vectors.first().ok_or_else(|| Fault::new("a vector is expected"))?;
        let count = shape.iter().product::<u64>() as usize;
        let mut made = Array::marked(to, shape.clone(), count, VALUE)?;
        let bit = |slots: &[u64], i: u32| slots[i as usize / 64] >> (i % 64) & 1;
        for i in 0..count {
            let mut slots = vec![0; to.slots() as usize];
            let (mut last, mut mark, mut source) = (usize::MAX, VALUE, Vec::new());
            // Element by element the lowest bits come first.
            for k in 0..wide {
                let at = i as u64 * u64::from(wide) + u64::from(k);
                let element = (at / u64::from(narrow)) as usize;
                if element != last {
                    last = element;
                    match moves::value_of(vector, element)? {
                        Ok(value) => source = value,
                        Err(found) => mark = found,
                    }
                }
                if mark == VALUE {
                    slots[k as usize / 64] |= bit(&source, (at % u64::from(narrow)) as u32) << (k % 64);
                }
            }
            made.write(i, &slots);
            made.set_mark(i, mark);
        }
        Ok(vec![made])
    })
}

/// Appends the computation of `result` by a function of each element's indices.
fn indexed(
    lw: &mut Lowering<'_>,
    op: OpRef<'_>,
    result: ValueRef<'_>,
    value: impl Fn(&crate::program::Env<'_>, &[u64]) -> u64 + 'static,
) -> Lowered {
    let (shape, element) = (extents(lw, result.ty())?, element_of(lw, result.ty())?);
    let d = lw.object(result)?;
    lw.native(op, true, move |env| {
        let whole = View::whole(&shape);
        let mut made = Array::marked(element, shape.clone(), whole.len() as usize, VALUE)?;
        for place in whole.places() {
            let index = unravel(place as u64, &shape);
            made.write(place, &[value(env, &index)]);
        }
        env.objects[d as usize] = Some(Rc::new(made));
        Ok(())
    })
}

/// The indices of an element by its place in row-major order.
pub(super) fn unravel(place: u64, shape: &[u64]) -> Vec<u64> {
    let mut rest = place;
    let mut index = vec![0; shape.len()];
    for (i, &extent) in shape.iter().enumerate().rev() {
        (index[i], rest) = (rest % extent.max(1), rest / extent.max(1));
    }
    index
}

fn step(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    indexed(lw, op, StepOp::view_of(op).result(), |_, index| index.first().copied().unwrap_or(0))
}

fn constant_mask(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = ConstantMaskOp::view_of(op);
    let sizes = view.mask_dim_sizes().to_vec();
    let rank = view.result().ty().shape(lw.cx).map_or(0, <[i64]>::len);
    indexed(lw, op, view.result(), move |_, index| match rank {
        0 => u64::from(sizes.first().is_some_and(|&size| size > 0)),
        _ => u64::from(index.iter().zip(&sizes).all(|(&i, &size)| (i as i64) < size)),
    })
}

fn create_mask(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = CreateMaskOp::view_of(op);
    let sizes = view.operands().map(|value| lw.slot(value)).collect::<Lowered<Vec<_>>>()?;
    let rank = view.result().ty().shape(lw.cx).map_or(0, <[i64]>::len);
    let w = lw.index_bits() as u8;
    indexed(lw, op, view.result(), move |env, index| {
        let size =
            |i: usize| sizes.get(i).map_or(0, |&reg| crate::int_ops::signed(env.slots[reg as usize], w));
        match rank {
            0 => u64::from(size(0) > 0),
            _ => u64::from(index.iter().enumerate().all(|(i, &at)| (at as i64) < size(i))),
        }
    })
}

/// The mask around an op and what its result is where the mask is not set.
fn mask_around<'a>(op: OpRef<'a>) -> Option<(ValueRef<'a>, Option<ValueRef<'a>>)> {
    let around = op.parent_op()?.cast::<MaskOp>()?;
    Some((around.mask(), around.passthru()))
}

/// Whether an op is one of the dialect.
fn is_of_vector(op: OpRef<'_>) -> bool {
    op.def().is_some_and(|def| VECTOR.ops.iter().any(|known| std::ptr::eq(*known, def)))
}

fn mask(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = MaskOp::view_of(op);
    let targets = lw.places(view.results())?;
    // Ops that know of masks look for theirs; the results of others are chosen from afterwards.
    let inner = view.mask_region().entry().and_then(|block| block.first());
    let end = lw.label();
    // A mask without an op selects between the yielded values and the passthru.
    let unmasked =
        |inner: OpRef<'_>| inner.isa::<FMAOp>() || inner.isa::<YieldOp>() && view.passthru().is_some();
    let knows = inner.is_none_or(|inner| is_of_vector(inner) && !unmasked(inner));
    if !knows && view.passthru().is_none() {
        return Err(
            "a mask without other values around an op that is not of vector is not supported".to_owned()
        );
    }
    lw.region(view.mask_region(), Exit { targets, label: end });
    lw.bind(end);
    if !knows && let (Some(other), Some(result)) = (view.passthru(), view.results().next()) {
        let [mask, other, result] =
            [Source::of(lw, view.mask())?, Source::of(lw, other)?, Source::of(lw, result)?];
        lw.action(move |env| {
            let (mask, other) = (mask.get(env)?, other.get(env)?);
            let mut made = Array::clone(&*result.get(env)?);
            keep_masked(&mut made, &mask, &other)?;
            result.set(env, made)
        });
    }
    Ok(())
}

/// Replaces masked-off elements by those of another array.
fn keep_masked(array: &mut Array, mask: &Array, other: &Array) -> Outcome {
    let mut slot = [0];
    for i in 0..array.len() {
        mask.read(i, &mut slot)?;
        if slot[0] == 0 {
            array.copy_element(i, other, i);
        }
    }
    Ok(())
}
