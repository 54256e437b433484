//! Other views of a buffer's elements.

use std::rc::Rc;

use terrace_dialects_mem::layout::memref as memref_of;
use terrace_dialects_mem::memref::{
    AssumeAlignmentOp, CastOp, CollapseShapeOp, DimOp, ExpandShapeOp, ExtractAlignedPointerAsIndexOp,
    ExtractStridedMetadataOp, MemorySpaceCastOp, RankOp, ReinterpretCastOp, ReshapeOp, SubViewOp,
    TransposeOp, ViewOp, dropped_dims, infer_subview_type,
};
use terrace_dialects_mem::slices::{mixed_lists, slice};
use terrace_ir::attr_kind::{I64ArrayAttr, TypedArray};
use terrace_ir::interfaces::mixed_values;
use terrace_ir::{DYNAMIC, OpKind, OpRef, Type, ValueRef};

use super::{Buffer, Number, check_alignment, numbers, parts, set};
use crate::fault::{Fault, Outcome};
use crate::inst::Reg;
use crate::layout::{Element, Scalar};
use crate::lower::{Lowered, Lowering, ValuePlace};
use crate::memref::Descriptor;
use crate::object::Array;
use crate::ops::tensor::parts::Part;
use crate::program::Env;
use crate::view::View;

/// The numbers of a memref without a rank.
pub(in crate::ops) fn unranked(env: &Env<'_>, reg: Reg) -> Outcome<Vec<u64>> {
    match env.objects.get(reg as usize) {
        Some(Some(array)) if array.len() >= 2 => Ok((0..array.len()).flat_map(|i| array.get(i)).collect()),
        _ => Err(Fault::new("use of a memref that is not there")),
    }
}

pub(super) fn dim(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = DimOp::view_of(op);
    let (source, index, d) = (lw.place(view.source())?, lw.slot(view.index())?, lw.slot(view.result())?);
    lw.native(op, true, move |env| {
        let index = env.slots[index as usize];
        let numbers = memref_numbers(env, source)?;
        let sizes = Descriptor::of(&numbers, (numbers.len() - 2) / 2).sizes;
        let size = usize::try_from(index).ok().and_then(|index| sizes.get(index));
        env.slots[d as usize] = *size.ok_or_else(|| {
            Fault::new(format!("dimension {} of a memref that has {}", index as i64, sizes.len()))
        })?;
        Ok(())
    })
}

/// The extents, strides and offset that a type promises.
fn promises(lw: &Lowering<'_>, ty: Type) -> (Vec<i64>, Option<(Vec<i64>, i64)>) {
    let memref = terrace_dialects_mem::layout::memref(lw.cx, ty);
    let known = memref.as_ref().and_then(|memref| memref.strides_and_offset(lw.cx));
    (memref.map_or(Vec::new(), |memref| memref.shape.to_vec()), known)
}

/// The stride of a unit dimension is arbitrary: it is set to the one in the type.
fn promised_strides(promised: &[i64], sizes: &[u64], strides: &mut [u64]) {
    for ((&promised, &size), stride) in promised.iter().zip(sizes).zip(strides) {
        if promised != DYNAMIC && size <= 1 {
            *stride = promised as u64;
        }
    }
}

pub(super) fn cast(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = CastOp::view_of(op);
    cast_to(lw, op, view.source(), view.dest())
}

pub(super) fn memory_space_cast(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = MemorySpaceCastOp::view_of(op);
    cast_to(lw, op, view.source(), view.dest())
}

/// Appends a cast of the buffer `source` to the type of `dest`.
fn cast_to(lw: &mut Lowering<'_>, op: OpRef<'_>, source: ValueRef<'_>, dest: ValueRef<'_>) -> Lowered {
    let (from, to) = (lw.place(source)?, lw.place(dest)?);
    let (shape, layout) = promises(lw, dest.ty());
    lw.native(op, true, move |env| {
        let mut numbers = memref_numbers(env, from)?;
        if let ValuePlace::Slots(_, n) = to
            && numbers.len() == n as usize
        {
            let found = Descriptor::of(&numbers, shape.len());
            let differs = |known: &[i64], found: &[u64]| {
                known.iter().zip(found).position(|(&known, &found)| known != DYNAMIC && known as u64 != found)
            };
            if let Some(i) = differs(&shape, found.sizes) {
                return Err(Fault::new(format!(
                    "cast of a memref whose dimension {i} has size {} to size {}",
                    found.sizes[i], shape[i]
                )));
            }
            if let Some((strides, offset)) = &layout {
                let (sizes, mut own) = (found.sizes.to_vec(), found.strides.to_vec());
                let moved = differs(&[*offset], &[found.offset]).is_some();
                promised_strides(strides, &sizes, &mut own);
                if moved || differs(strides, &own).is_some() {
                    return Err(Fault::new("cast of a memref to a layout that it does not have"));
                }
                numbers[2 + sizes.len()..].copy_from_slice(&own);
            }
        }
        set_memref(env, to, numbers)
    })
}

/// Offsets, sizes and strides as an op has them.
fn lists(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered<[Vec<Number>; 3]> {
    let [offsets, sizes, steps] = mixed_lists(op).map(|list| numbers(lw, list));
    Ok([offsets?, sizes?, steps?])
}

pub(in crate::ops) fn values(env: &Env<'_>, list: &[Number]) -> Vec<u64> {
    list.iter().map(|number| number.get(env)).collect()
}

/// The view that a memref in slots is, and its allocation.
fn view_of(env: &Env<'_>, first: Reg, rank: usize) -> (u64, View) {
    let memref = Descriptor::of(&env.slots[first as usize..], rank);
    let view = View { offset: memref.offset, sizes: memref.sizes.to_vec(), strides: memref.strides.to_vec() };
    (memref.handle, view)
}

/// Appends: `result` is a view of the elements of `source`.
fn viewed(
    lw: &mut Lowering<'_>,
    op: OpRef<'_>,
    (source, result): (ValueRef<'_>, ValueRef<'_>),
    view: impl Fn(&Env<'_>, &View) -> Outcome<View> + 'static,
) -> Lowered {
    let rank = parts(lw, source.ty())?.1;
    let (from, d) = (lw.slot(source)?, lw.slot(result)?);
    let promised = promises(lw, result.ty()).1.map_or(Vec::new(), |(strides, _)| strides);
    lw.native(op, true, move |env| {
        let (handle, whole) = view_of(env, from, rank);
        let mut view = view(env, &whole).map_err(|fault| match env.heap.allocation(handle) {
            Ok(allocation) => fault.note(allocation.made, "allocated here"),
            Err(_) => fault,
        })?;
        promised_strides(&promised, &view.sizes, &mut view.strides);
        set(env, d, handle, view.offset, &view.sizes, &view.strides);
        Ok(())
    })
}

pub(super) fn subview(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = SubViewOp::view_of(op);
    let part = Part::of(lw, op)?;
    let (whole, to) = (memref_of(lw.cx, view.source().ty()), memref_of(lw.cx, view.result().ty()));
    let (whole, to) = whole.zip(to).ok_or("a memref with a rank is expected")?;
    let sizes = slice(op).sizes;
    // The dropped dimensions are inferred from the strides of the subview.
    let expected = infer_subview_type(lw.cx, &whole, &slice(op));
    let expected = expected.and_then(|ty| memref_of(lw.cx, ty));
    let dropped = expected.and_then(|expected| dropped_dims(lw.cx, &expected, &to, &sizes));
    let dropped = dropped.or_else(|| dropped_dims(lw.cx, &whole, &to, &sizes));
    let dropped = dropped.ok_or("a subview whose type does not fit")?;
    viewed(lw, op, (view.source(), view.result()), move |env, whole| {
        Ok(part.view("subview", env, whole)?.without(&dropped))
    })
}

pub(super) fn reinterpret_cast(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = ReinterpretCastOp::view_of(op);
    let lists = lists(lw, op)?;
    let (from, d) = (lw.place(view.source())?, lw.slot(view.result())?);
    lw.native(op, true, move |env| {
        let [offsets, sizes, strides] = [0, 1, 2].map(|i| values(env, &lists[i]));
        let handle = memref_numbers(env, from)?[0];
        set(env, d, handle, offsets.first().copied().unwrap_or(0), &sizes, &strides);
        Ok(())
    })
}

pub(super) fn extract_strided_metadata(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = ExtractStridedMetadataOp::view_of(op);
    let rank = parts(lw, view.source().ty())?.1;
    let from = lw.slot(view.source())?;
    let base = lw.slot(view.base_buffer())?;
    let rest = std::iter::once(view.offset()).chain(view.sizes()).chain(view.strides());
    let rest = rest.map(|value| lw.slot(value)).collect::<Lowered<Vec<Reg>>>()?;
    lw.native(op, true, move |env| {
        let numbers = env.slots[from as usize..from as usize + 2 + 2 * rank].to_vec();
        set(env, base, numbers[0], 0, &[], &[]);
        for (&reg, &number) in rest.iter().zip(&numbers[1..]) {
            env.slots[reg as usize] = number;
        }
        Ok(())
    })
}

pub(super) fn transpose(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = TransposeOp::view_of(op);
    let rank = parts(lw, view.in_().ty())?.1;
    let order: Vec<usize> = view
        .permutation()
        .results
        .iter()
        .map(|result| result.as_dim().map(|dim| dim as usize).filter(|&dim| dim < rank))
        .collect::<Option<_>>()
        .ok_or("a transposition that is no permutation")?;
    viewed(lw, op, (view.in_(), view.result()), move |_, whole| Ok(whole.dims(order.iter().copied())))
}

/// The groups of dimensions of a reshape.
pub(in crate::ops) fn groups(lists: TypedArray<'_, I64ArrayAttr>) -> Vec<Vec<usize>> {
    lists.iter().map(|list| list.iter().map(|dim| dim as usize).collect()).collect()
}

pub(super) fn collapse_shape(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = CollapseShapeOp::view_of(op);
    let groups = groups(view.reassociation());
    viewed(lw, op, (view.src(), view.result()), move |_, source| {
        let mut to = View { offset: source.offset, sizes: Vec::new(), strides: Vec::new() };
        for group in &groups {
            let mut dims = group.iter().rev().filter(|&&i| source.sizes[i] != 1);
            let first = dims.next();
            let mut size = first.map_or(1, |&i| source.sizes[i]);
            let stride = first.or(group.last()).map_or(1, |&i| source.strides[i]);
            for &i in dims {
                if source.strides[i] != stride.wrapping_mul(size) && !source.is_empty() {
                    return Err(Fault::new("collapse of dimensions that are not contiguous"));
                }
                size = size.wrapping_mul(source.sizes[i]);
            }
            to.sizes.push(size);
            to.strides.push(stride);
        }
        Ok(to)
    })
}

pub(super) fn expand_shape(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = ExpandShapeOp::view_of(op);
    let groups = groups(view.reassociation());
    let sizes = numbers(lw, mixed_values(&view.static_output_shape().to_vec(), view.output_shape()))?;
    viewed(lw, op, (view.src(), view.result()), move |env, source| {
        let sizes = values(env, &sizes);
        let mut strides = vec![1; sizes.len()];
        for (group, (&stride, &size)) in groups.iter().zip(source.strides.iter().zip(&source.sizes)) {
            let mut step = stride;
            for &i in group.iter().rev() {
                strides[i] = step;
                step = step.wrapping_mul(sizes[i]);
            }
            let product = group.iter().fold(1u64, |n, &i| n.wrapping_mul(sizes[i]));
            if product != size {
                return Err(Fault::new(format!(
                    "expansion of a dimension of size {size} to {product} elements"
                )));
            }
        }
        Ok(View { offset: source.offset, sizes, strides })
    })
}

/// Part of a buffer of bytes as elements of another type.
pub(super) fn view(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = ViewOp::view_of(op);
    let (element, _) = parts(lw, view.result().ty())?;
    let shape = crate::ops::moves::shape_of(lw, view.result().ty())?;
    let sizes = numbers(lw, mixed_values(shape, view.sizes()))?;
    let (from, shift, d) = (lw.slot(view.source())?, lw.slot(view.byte_shift())?, lw.slot(view.result())?);
    lw.native(op, true, move |env| {
        let (handle, source) = view_of(env, from, 1);
        let sizes = values(env, &sizes);
        let (shift, size) = (env.slots[shift as usize], element.bytes() as u64);
        let whole = View::whole(&sizes);
        let end = whole.len().checked_mul(size).and_then(|bytes| bytes.checked_add(shift));
        if end.is_none_or(|end| end > source.sizes[0]) {
            let (count, shift) = (whole.len(), shift as i64);
            let message =
                format!("view of {count} elements of {size} bytes from byte {shift} of {}", source.sizes[0]);
            return Err(Fault::new(message).note(env.heap.allocation(handle)?.made, "allocated here"));
        }
        let start = source.offset.wrapping_add(shift);
        check_alignment(env, handle, start, size)?;
        set(env, d, handle, start / size, &whole.sizes, &whole.strides);
        Ok(())
    })
}

/// The numbers of a memref, ranked or not.
pub(super) fn memref_numbers(env: &Env<'_>, place: ValuePlace) -> Outcome<Vec<u64>> {
    match place {
        ValuePlace::Slots(first, n) => Ok(env.slots[first as usize..(first + n) as usize].to_vec()),
        ValuePlace::Object(reg) => unranked(env, reg),
    }
}

/// Stores a memref to slots or, if it is unranked, to an object.
fn set_memref(env: &mut Env<'_>, place: ValuePlace, numbers: Vec<u64>) -> Outcome {
    match place {
        ValuePlace::Object(reg) => {
            let element = Element { scalar: Scalar::Int(64), parts: 1 };
            let bytes = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
            let array = Array::new(element, vec![numbers.len() as u64], bytes);
            env.objects[reg as usize] = Some(Rc::new(array));
        }
        ValuePlace::Slots(first, n) if numbers.len() == n as usize => {
            env.slots[first as usize..(first + n) as usize].copy_from_slice(&numbers);
        }
        ValuePlace::Slots(_, n) => {
            let (found, wanted) = ((numbers.len() - 2) / 2, (n - 2) / 2);
            return Err(Fault::new(format!("cast of a memref of rank {found} to rank {wanted}")));
        }
    }
    Ok(())
}

pub(super) fn reshape(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = ReshapeOp::view_of(op);
    let (source, shape) = (lw.place(view.source())?, Buffer::of(lw, view.shape())?);
    let result = lw.place(view.result())?;
    lw.native(op, true, move |env| {
        let list = shape.read(env)?;
        let mut sizes = Vec::new();
        let mut slot = [0];
        for i in 0..list.len() {
            list.read(i, &mut slot)?;
            sizes.push(slot[0]);
        }
        let numbers = memref_numbers(env, source)?;
        let from = Descriptor::of(&numbers, (numbers.len() - 2) / 2);
        let to = View::whole(&sizes);
        if to.len() != from.len() {
            return Err(Fault::new(format!("reshape of {} elements to {}", from.len(), to.len())));
        }
        let numbers = [vec![from.handle, from.offset], to.sizes, to.strides].concat();
        set_memref(env, result, numbers)
    })
}

pub(super) fn rank(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = RankOp::view_of(op);
    let (source, d) = (lw.place(view.memref())?, lw.slot(view.result())?);
    lw.native(op, true, move |env| {
        env.slots[d as usize] = (memref_numbers(env, source)?.len() as u64 - 2) / 2;
        Ok(())
    })
}

/// An address that no other allocation has.
pub(super) fn pointer(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = ExtractAlignedPointerAsIndexOp::view_of(op);
    let (source, d) = (lw.place(view.source())?, lw.slot(view.aligned_pointer())?);
    let w = lw.index_bits() as u8;
    lw.native(op, true, move |env| {
        env.slots[d as usize] = ((memref_numbers(env, source)?[0] + 1) << 12) & crate::int_ops::mask(w);
        Ok(())
    })
}

/// The results are the operands.
pub(super) fn same(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    for (operand, result) in op.operands().zip(op.results()) {
        let place = lw.place(operand)?;
        let to = lw.place(result)?;
        lw.pass(op, [operand].into_iter(), &[to])?;
        let _ = place;
    }
    Ok(())
}

/// The result is the operand, whose first element is aligned.
pub(super) fn assume_alignment(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    same(lw, op)?;
    let view = AssumeAlignmentOp::view_of(op);
    let element = parts(lw, view.memref().ty())?.0;
    let alignment = view.alignment() as u64;
    let from = lw.slot(view.memref())?;
    lw.native_reading(op, move |env| {
        let (handle, offset) = (env.slots[from as usize], env.slots[from as usize + 1]);
        check_alignment(env, handle, offset.wrapping_mul(element.bytes() as u64), alignment.max(1))
    })
}
