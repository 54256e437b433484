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
    ToElementsOp, TransferReadOp, TransferWriteOp, TransposeOp, TypeCastOp, YieldOp,
};
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION, ExternalModels, OpModel};
use terrace_ir::interfaces::mixed_values;
use terrace_ir::{OpKind, OpRef, ValueRef};

use super::memref::{numbers, values};
use super::moves::{self, Source, compute, element_of, extents, put, replace, view};
use super::tensor::{from_elements, parts::reshaped};
use crate::fault::{Fault, Outcome};
use crate::lower::{Exit, Interpret, Lowered, Lowering, Place};
use crate::object::{Array, VALUE};
use crate::view::View;

/// The instructions of the dialect's ops.
pub static EXTENSION: DialectExtension =
    DialectExtension { dialect: "vector", interfaces: &[&ExternalModels(MODELS)], ..EMPTY_EXTENSION };

/// How the ops are lowered.
/// How vectors are read and written by ops of the dialect affine.
pub static AFFINE: &[OpModel<dyn Interpret>] =
    &[(AffineVectorLoadOp::DEF, &memory::affine_load), (AffineVectorStoreOp::DEF, &memory::affine_store)];

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

fn list(op: OpRef<'_>, name: &str) -> Vec<i64> {
    let attr = op.inherent_attr(name);
    attr.and_then(|attr| attr.as_i64_array(op.cx())).unwrap_or_else(|| {
        attr.map(|attr| terrace_dialects_vector::attrs::integers(op.cx(), attr)).unwrap_or_default()
    })
}

fn unsigned(list: Vec<i64>) -> Vec<u64> {
    list.into_iter().map(|n| n as u64).collect()
}

fn broadcast(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let shape = extents(lw, op.result(0).ty())?;
    view(lw, op, move |_, whole| Ok(whole.broadcast(&shape)))
}

fn shape_cast(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let shape = extents(lw, op.result(0).ty())?;
    reshaped(lw, op, move |_, _| Ok(shape.clone()))
}

fn transpose(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    extents(lw, op.result(0).ty())?;
    let order: Vec<usize> = list(op, "permutation").into_iter().map(|dim| dim as usize).collect();
    view(lw, op, move |_, whole| Ok(whole.dims(order.iter().copied())))
}

/// The index that stands for poison.
const POISON_INDEX: u64 = u64::MAX;

fn extract(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    extents(lw, op.operand(0).ty())?;
    let position = numbers(lw, mixed_values(&list(op, "static_position"), op.operands().skip(1)))?;
    let known_poison = list(op, "static_position").contains(&-1);
    view(lw, op, move |env, whole| {
        if known_poison {
            return Err(Fault::Poison("an element whose index is poison"));
        }
        whole.at(&values(env, &position))
    })
}

fn insert(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    extents(lw, op.operand(1).ty())?;
    let position = numbers(lw, mixed_values(&list(op, "static_position"), op.operands().skip(2)))?;
    let known_poison = list(op, "static_position").contains(&-1);
    replace(lw, op, (0, 1), move |env, whole| {
        let position = values(env, &position);
        if known_poison && position.contains(&POISON_INDEX) {
            return Err(Fault::Poison("an element is set whose index is poison"));
        }
        whole.at(&position)
    })
}

fn extract_strided_slice(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    extents(lw, op.operand(0).ty())?;
    let [offsets, sizes, steps] = ["offsets", "sizes", "strides"].map(|name| unsigned(list(op, name)));
    view(lw, op, move |_, whole| whole.slice("slice", &offsets, &sizes, &steps))
}

fn insert_strided_slice(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let (from, to) = (extents(lw, op.operand(0).ty())?, extents(lw, op.operand(1).ty())?);
    let (offsets, mut steps) = (unsigned(list(op, "offsets")), unsigned(list(op, "strides")));
    let above = to.len() - from.len().min(to.len());
    let sizes = [vec![1; above], from].concat();
    steps = [vec![1; to.len() - steps.len().min(to.len())], steps].concat();
    replace(lw, op, (0, 1), move |_, whole| whole.slice("slice", &offsets, &sizes, &steps))
}

fn to_elements(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    for (i, value) in op.results().enumerate() {
        let (source, result) = (Source::of(lw, op.operand(0))?, Source::of(lw, value)?);
        let Place::Slots(first, n) = result.place else { return Err("a number is expected".to_owned()) };
        // One by one, since some may be poison.
        lw.native_on(Vec::new(), (first..first + n).collect(), move |env| {
            let array = source.get(env)?;
            array.read(i, &mut env.slots[first as usize..(first + n) as usize])
        });
    }
    Ok(())
}

fn shuffle(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let (shape, mask, loc) = (extents(lw, op.result(0).ty())?, list(op, "mask"), op.loc());
    let element = element_of(lw, op.result(0).ty())?;
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
    let (shape, element) = (extents(lw, op.result(0).ty())?, element_of(lw, op.result(0).ty())?);
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
    extents(lw, op.operand(0).ty())?;
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
    let (shape, to) = (extents(lw, op.result(0).ty())?, element_of(lw, op.result(0).ty())?);
    let from = element_of(lw, op.operand(0).ty())?;
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

/// Appends: the result holds what a function gives for each element's indices.
fn indexed(
    lw: &mut Lowering<'_>,
    op: OpRef<'_>,
    value: impl Fn(&crate::program::Env<'_>, &[u64]) -> u64 + 'static,
) -> Lowered {
    let (shape, element) = (extents(lw, op.result(0).ty())?, element_of(lw, op.result(0).ty())?);
    let d = lw.object(op.result(0))?;
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
    indexed(lw, op, |_, index| index.first().copied().unwrap_or(0))
}

fn constant_mask(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let sizes = list(op, "mask_dim_sizes");
    let rank = op.result(0).ty().shape(lw.cx).map_or(0, <[i64]>::len);
    indexed(lw, op, move |_, index| match rank {
        0 => u64::from(sizes.first().is_some_and(|&size| size > 0)),
        _ => u64::from(index.iter().zip(&sizes).all(|(&i, &size)| (i as i64) < size)),
    })
}

fn create_mask(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let sizes = op.operands().map(|value| lw.slot(value)).collect::<Lowered<Vec<_>>>()?;
    let rank = op.result(0).ty().shape(lw.cx).map_or(0, <[i64]>::len);
    let w = lw.index_bits() as u8;
    indexed(lw, op, move |env, index| {
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
    let around = op.parent_op().filter(|around| around.name_text() == "vector.mask")?;
    Some((around.operand(0), around.operands().nth(1)))
}

fn mask(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let targets = lw.places(op.results())?;
    // Ops that know of masks look for theirs; the results of others are chosen from afterwards.
    let inner = op.region(0).entry().and_then(|block| block.first());
    let end = lw.label();
    let knows = inner
        .is_none_or(|inner| inner.name_text().starts_with("vector.") && inner.name_text() != "vector.fma");
    if !knows && op.num_operands() < 2 {
        return Err(
            "a mask without other values around an op that is not of vector is not supported".to_owned()
        );
    }
    lw.region(op.region(0), Exit { targets, label: end });
    lw.bind(end);
    if !knows {
        let [mask, other, result] =
            [Source::of(lw, op.operand(0))?, Source::of(lw, op.operand(1))?, Source::of(lw, op.result(0))?];
        lw.action(move |env| {
            let (mask, other) = (mask.get(env)?, other.get(env)?);
            let mut made = Array::clone(&*result.get(env)?);
            keep_masked(&mut made, &mask, &other)?;
            result.set(env, made)
        });
    }
    Ok(())
}

/// Takes the elements of another array where a mask is not set.
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
