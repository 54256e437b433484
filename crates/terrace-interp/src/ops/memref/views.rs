//! Other views of a buffer's elements.

use std::rc::Rc;

use terrace_dialects_mem::slices::{mixed, rank_reduction_mask, slice};
use terrace_ir::interfaces::mixed_values;
use terrace_ir::{DYNAMIC, OpRef, Type};

use super::{Number, numbers, parts, set};
use crate::fault::{Fault, Outcome};
use crate::inst::Reg;
use crate::layout::{Element, Scalar};
use crate::lower::{Lowered, Lowering, Place};
use crate::memref::Descriptor;
use crate::object::Array;
use crate::program::Env;

/// The numbers of a memref without a rank.
pub(in crate::ops) fn unranked(env: &Env<'_>, reg: Reg) -> Outcome<Vec<u64>> {
    match env.objects.get(reg as usize) {
        Some(Some(array)) => Ok((0..array.len()).flat_map(|i| array.get(i)).collect()),
        _ => Err(Fault::new("use of a memref that is not there")),
    }
}

pub(super) fn dim(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let (source, index, d) = (lw.place(op.operand(0))?, lw.slot(op.operand(1))?, lw.slot(op.result(0))?);
    lw.native(op, true, move |env| {
        let index = env.slots[index as usize];
        let sizes = match source {
            Place::Slots(first, n) => {
                Descriptor::of(&env.slots[first as usize..], (n as usize - 2) / 2).sizes.to_vec()
            }
            Place::Object(reg) => {
                let numbers = unranked(env, reg)?;
                Descriptor::of(&numbers, (numbers.len() - 2) / 2).sizes.to_vec()
            }
        };
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
    (memref.map(|memref| memref.shape.to_vec()).unwrap_or_default(), known)
}

pub(super) fn cast(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let (from, to) = (lw.place(op.operand(0))?, lw.place(op.result(0))?);
    let (shape, layout) = promises(lw, op.result(0).ty());
    lw.native(op, true, move |env| {
        let numbers = match from {
            Place::Slots(first, n) => env.slots[first as usize..(first + n) as usize].to_vec(),
            Place::Object(reg) => unranked(env, reg)?,
        };
        match to {
            Place::Object(reg) => {
                let element = Element { scalar: Scalar::Int(64), parts: 1 };
                let bytes = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
                let array = Array::new(element, vec![numbers.len() as u64], bytes);
                env.objects[reg as usize] = Some(Rc::new(array));
            }
            Place::Slots(first, n) => {
                if numbers.len() != n as usize {
                    let (found, wanted) = ((numbers.len() - 2) / 2, (n - 2) / 2);
                    return Err(Fault::new(format!("cast of a memref of rank {found} to rank {wanted}")));
                }
                let found = Descriptor::of(&numbers, shape.len());
                let differs = |known: &[i64], found: &[u64]| {
                    known
                        .iter()
                        .zip(found)
                        .position(|(&known, &found)| known != DYNAMIC && known as u64 != found)
                };
                if let Some(i) = differs(&shape, found.sizes) {
                    return Err(Fault::new(format!(
                        "cast of a memref whose dimension {i} has size {} to size {}",
                        found.sizes[i], shape[i]
                    )));
                }
                if let Some((strides, offset)) = &layout
                    && (differs(strides, found.strides).is_some()
                        || differs(&[*offset], &[found.offset]).is_some())
                {
                    return Err(Fault::new("cast of a memref to a layout that it does not have"));
                }
                env.slots[first as usize..(first + n) as usize].copy_from_slice(&numbers);
            }
        }
        Ok(())
    })
}

/// Offsets, sizes and strides as an op has them.
fn lists(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered<[Vec<Number>; 3]> {
    Ok([numbers(lw, mixed(op, 0))?, numbers(lw, mixed(op, 1))?, numbers(lw, mixed(op, 2))?])
}

pub(in crate::ops) fn values(env: &Env<'_>, list: &[Number]) -> Vec<u64> {
    list.iter().map(|number| number.get(env)).collect()
}

pub(super) fn subview(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let lists = lists(lw, op)?;
    let (_, rank) = parts(lw, op.operand(0).ty())?;
    let shape = op.result(0).ty().shape(lw.cx).unwrap_or_default();
    let dropped = rank_reduction_mask(&slice(op).sizes, shape).ok_or("a subview whose type does not fit")?;
    let (from, d) = (lw.slot(op.operand(0))?, lw.slot(op.result(0))?);
    lw.native(op, true, move |env| {
        let [offsets, sizes, steps] = [0, 1, 2].map(|i| values(env, &lists[i]));
        let source = Descriptor::of(&env.slots[from as usize..], rank);
        let (handle, mut offset) = (source.handle, source.offset);
        let (mut kept_sizes, mut kept_strides) = (Vec::new(), Vec::new());
        for i in 0..rank {
            let extent = i128::from(source.sizes[i]);
            let (at, size, step) = (offsets[i] as i64, sizes[i] as i64, steps[i] as i64);
            let last = i128::from(at) + (i128::from(size) - 1) * i128::from(step);
            let inside = |at: i128| (0..extent).contains(&at);
            if size < 0 || size > 0 && !(inside(i128::from(at)) && inside(last)) {
                let fault = Fault::new(format!(
                    "subview outside of dimension {i} of size {extent}: offset {at}, size {size}, stride {step}"
                ));
                let made = env.heap.allocation(handle).map(|allocation| allocation.made);
                return Err(made.map_or(fault.clone(), |made| fault.note(made, "allocated here")));
            }
            offset = offset.wrapping_add(offsets[i].wrapping_mul(source.strides[i]));
            if !dropped[i] {
                kept_sizes.push(sizes[i]);
                kept_strides.push(steps[i].wrapping_mul(source.strides[i]));
            }
        }
        set(env, d, handle, offset, &kept_sizes, &kept_strides);
        Ok(())
    })
}

pub(super) fn reinterpret_cast(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let lists = lists(lw, op)?;
    let (from, d) = (lw.place(op.operand(0))?, lw.slot(op.result(0))?);
    lw.native(op, true, move |env| {
        let [offsets, sizes, strides] = [0, 1, 2].map(|i| values(env, &lists[i]));
        let handle = match from {
            Place::Slots(first, _) => env.slots[first as usize],
            Place::Object(reg) => unranked(env, reg)?[0],
        };
        set(env, d, handle, offsets.first().copied().unwrap_or(0), &sizes, &strides);
        Ok(())
    })
}

pub(super) fn extract_strided_metadata(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let rank = parts(lw, op.operand(0).ty())?.1;
    let from = lw.slot(op.operand(0))?;
    let base = lw.slot(op.result(0))?;
    let rest = op.results().skip(1).map(|value| lw.slot(value)).collect::<Lowered<Vec<Reg>>>()?;
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
    let rank = parts(lw, op.operand(0).ty())?.1;
    let map = op.prop(0).and_then(|attr| attr.as_affine_map(lw.cx)).ok_or("a transposition without a map")?;
    let order: Vec<usize> = map
        .results
        .iter()
        .map(|result| result.as_dim().map(|dim| dim as usize).filter(|&dim| dim < rank))
        .collect::<Option<_>>()
        .ok_or("a transposition that is no permutation")?;
    let (from, d) = (lw.slot(op.operand(0))?, lw.slot(op.result(0))?);
    lw.native(op, true, move |env| {
        let source = Descriptor::of(&env.slots[from as usize..], rank);
        let sizes: Vec<u64> = order.iter().map(|&i| source.sizes[i]).collect();
        let strides: Vec<u64> = order.iter().map(|&i| source.strides[i]).collect();
        let (handle, offset) = (source.handle, source.offset);
        set(env, d, handle, offset, &sizes, &strides);
        Ok(())
    })
}

/// The groups of dimensions of a reshape.
pub(in crate::ops) fn groups(lw: &Lowering<'_>, op: OpRef<'_>) -> Lowered<Vec<Vec<usize>>> {
    let lists = op.inherent_attr("reassociation").and_then(|attr| attr.as_array(lw.cx));
    let list = |attr: &terrace_ir::Attr| {
        let items = attr.as_array(lw.cx)?;
        items.iter().map(|item| item.as_i64(lw.cx).map(|i| i as usize)).collect::<Option<Vec<_>>>()
    };
    lists
        .and_then(|lists| lists.iter().map(list).collect())
        .ok_or_else(|| "a reshape without groups".to_owned())
}

pub(super) fn collapse_shape(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let (rank, groups) = (parts(lw, op.operand(0).ty())?.1, groups(lw, op)?);
    let (from, d) = (lw.slot(op.operand(0))?, lw.slot(op.result(0))?);
    lw.native(op, true, move |env| {
        let source = Descriptor::of(&env.slots[from as usize..], rank);
        let (mut sizes, mut strides) = (Vec::new(), Vec::new());
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
            sizes.push(size);
            strides.push(stride);
        }
        let (handle, offset) = (source.handle, source.offset);
        set(env, d, handle, offset, &sizes, &strides);
        Ok(())
    })
}

pub(super) fn expand_shape(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let (rank, groups) = (parts(lw, op.operand(0).ty())?.1, groups(lw, op)?);
    let fixed = op.inherent_attr("static_output_shape").and_then(|attr| attr.as_i64_array(lw.cx));
    let sizes = numbers(lw, mixed_values(&fixed.unwrap_or_default(), op.operands().skip(1)))?;
    let (from, d) = (lw.slot(op.operand(0))?, lw.slot(op.result(0))?);
    lw.native(op, true, move |env| {
        let sizes = values(env, &sizes);
        let source = Descriptor::of(&env.slots[from as usize..], rank);
        let mut strides = vec![1; sizes.len()];
        for (group, (&stride, &size)) in groups.iter().zip(source.strides.iter().zip(source.sizes)) {
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
        let (handle, offset) = (source.handle, source.offset);
        set(env, d, handle, offset, &sizes, &strides);
        Ok(())
    })
}
