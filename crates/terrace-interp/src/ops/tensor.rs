//! The dialect tensor.
//!
//! Elements of `tensor.empty` are not there until they are written; reading one is reported.

use std::rc::Rc;

use terrace_dialects_mem::slices::{mixed, rank_reduction_mask, slice};
use terrace_ir::interfaces::{Mixed, mixed_values};
use terrace_ir::{DYNAMIC, OpRef, Type, ValueRef};

use super::loops::{Loop, nest};
use super::memref::{Number, groups, numbers, values};
use crate::fault::{Fault, Outcome};
use crate::inst::Reg;
use crate::lower::{Exit, Lowered, Lowering, Place, Row, is_last_use};
use crate::memref::row_major;
use crate::object::Array;
use crate::program::Env;

/// How the ops are lowered.
pub static ROWS: &[Row] = &[
    ("tensor.empty", &empty),
    ("tensor.extract", &extract),
    ("tensor.insert", &insert),
    ("tensor.dim", &dim),
    ("tensor.from_elements", &from_elements),
    ("tensor.splat", &splat),
    ("tensor.generate", &generate),
    ("tensor.yield", &leave),
    ("tensor.cast", &cast),
    ("tensor.extract_slice", &extract_slice),
    ("tensor.insert_slice", &insert_slice),
    ("tensor.collapse_shape", &collapse_shape),
    ("tensor.expand_shape", &expand_shape),
];

fn leave(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    lw.leave(op)
}

/// The extents of a type, the unknown ones by the values that stand for them.
fn extents<'a>(
    lw: &mut Lowering<'_>,
    ty: Type,
    sizes: impl Iterator<Item = ValueRef<'a>>,
) -> Lowered<Vec<Number>> {
    let shape = ty.shape(lw.cx).ok_or("a tensor with a rank is expected")?;
    let list: Vec<Mixed<'_>> = mixed_values(shape, sizes);
    numbers(lw, list)
}

/// The tensor in a register.
pub(super) fn array(objects: &[crate::object::Object], reg: Reg) -> Outcome<&Array> {
    objects
        .get(reg as usize)
        .and_then(|object| object.as_deref())
        .ok_or_else(|| Fault::new("use of a tensor that is not there"))
}

/// The tensor in a register to be changed: taken out where it is not read again, and copied where it is shared.
fn take(env: &mut Env<'_>, reg: Reg, last: bool) -> Outcome<Rc<Array>> {
    let object = &mut env.objects[reg as usize];
    let taken = if last { object.take() } else { object.clone() };
    let mut taken = taken.ok_or_else(|| Fault::new("use of a tensor that is not there"))?;
    if Rc::get_mut(&mut taken).is_none() {
        env.heap.copied += taken.bytes.len() as u64;
    }
    Ok(taken)
}

/// How many elements there are; a fault where there are too many.
fn count(env: &mut Env<'_>, sizes: &[u64], size: usize) -> Outcome<usize> {
    let count = sizes.iter().try_fold(1u64, |n, &extent| n.checked_mul(extent));
    let bytes = count.and_then(|count| count.checked_mul(size as u64));
    let limit = env.heap.limit.unwrap_or(1 << 32);
    match (count, bytes) {
        (Some(count), Some(bytes)) if bytes <= limit => Ok(count as usize),
        _ => Err(Fault::new(format!(
            "a tensor of sizes {:?} is too large",
            sizes.iter().map(|&n| n as i64).collect::<Vec<_>>()
        ))),
    }
}

fn empty(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let ty = op.result(0).ty();
    let element = lw.element(ty.element_type_or_self(lw.cx))?;
    let (sizes, d) = (extents(lw, ty, op.operands())?, lw.object(op.result(0))?);
    lw.native(op, true, move |env| {
        let shape = values(env, &sizes);
        let n = count(env, &shape, element.bytes())?;
        env.objects[d as usize] = Some(Rc::new(Array::unwritten(element, shape, n)));
        Ok(())
    })
}

fn splat(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let ty = op.result(0).ty();
    if !ty.is_tensor(lw.cx) {
        return Err("a splat of a vector is not supported by the interpreter".to_owned());
    }
    let element = lw.element(ty.element_type_or_self(lw.cx))?;
    let sizes = extents(lw, ty, op.operands().skip(1))?;
    let (a, d) = (lw.slot(op.operand(0))? as usize, lw.object(op.result(0))?);
    lw.native(op, false, move |env| {
        let shape = values(env, &sizes);
        let n = count(env, &shape, element.bytes())?;
        let mut one = vec![0; element.bytes()];
        element.write(&env.slots[a..a + element.slots() as usize], &mut one);
        env.objects[d as usize] = Some(Rc::new(Array::new(element, shape, one.repeat(n))));
        Ok(())
    })
}

fn from_elements(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let ty = op.result(0).ty();
    let element = lw.element(ty.element_type_or_self(lw.cx))?;
    let (sizes, d) = (extents(lw, ty, std::iter::empty())?, lw.object(op.result(0))?);
    let items = op.operands().map(|value| lw.slot(value)).collect::<Lowered<Vec<Reg>>>()?;
    lw.native(op, false, move |env| {
        let shape = values(env, &sizes);
        let size = element.bytes();
        let mut bytes = vec![0; items.len() * size];
        for (&reg, bytes) in items.iter().zip(bytes.chunks_exact_mut(size)) {
            element.write(&env.slots[reg as usize..(reg + element.slots()) as usize], bytes);
        }
        env.objects[d as usize] = Some(Rc::new(Array::new(element, shape, bytes)));
        Ok(())
    })
}

/// The number of the element that indices name.
pub(super) fn position(array: &Array, slots: &[u64], indices: &[Reg]) -> Outcome<usize> {
    let mut at = 0;
    for (i, (&reg, &extent)) in indices.iter().zip(&array.shape).enumerate() {
        let index = slots[reg as usize];
        if index >= extent {
            let index = index as i64;
            return Err(Fault::new(format!("index {index} is outside of dimension {i} of size {extent}")));
        }
        at = at * extent as usize + index as usize;
    }
    Ok(at)
}

fn extract(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let source = lw.object(op.operand(0))?;
    let indices = op.operands().skip(1).map(|value| lw.slot(value)).collect::<Lowered<Vec<Reg>>>()?;
    let d = lw.slot(op.result(0))? as usize;
    lw.native(op, true, move |env| {
        let array = array(env.objects, source)?;
        let at = position(array, env.slots, &indices)?;
        array.check_written(at)?;
        let size = array.element.bytes();
        let slots = &mut env.slots[d..d + array.element.slots() as usize];
        array.element.read(&array.bytes[at * size..(at + 1) * size], slots);
        Ok(())
    })
}

fn insert(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let (value, dest) = (lw.slot(op.operand(0))? as usize, lw.object(op.operand(1))?);
    let last = is_last_use(op.operand(1), op);
    let indices = op.operands().skip(2).map(|value| lw.slot(value)).collect::<Lowered<Vec<Reg>>>()?;
    let d = lw.object(op.result(0))?;
    lw.native(op, false, move |env| {
        let at = position(array(env.objects, dest)?, env.slots, &indices)?;
        let mut taken = take(env, dest, last)?;
        let array = Rc::make_mut(&mut taken);
        let (element, size) = (array.element, array.element.bytes());
        let slots = &env.slots[value..value + element.slots() as usize];
        element.write(slots, &mut array.bytes[at * size..(at + 1) * size]);
        array.mark_written(at);
        env.objects[d as usize] = Some(taken);
        Ok(())
    })
}

fn dim(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let (source, index) = (lw.object(op.operand(0))?, lw.slot(op.operand(1))?);
    let d = lw.slot(op.result(0))?;
    lw.native(op, true, move |env| {
        let (shape, index) = (&array(env.objects, source)?.shape, env.slots[index as usize]);
        let size = usize::try_from(index).ok().and_then(|index| shape.get(index)).copied();
        let rank = shape.len();
        env.slots[d as usize] = size
            .ok_or_else(|| Fault::new(format!("dimension {} of a tensor that has {rank}", index as i64)))?;
        Ok(())
    })
}

fn generate(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let ty = op.result(0).ty();
    let element = lw.element(ty.element_type_or_self(lw.cx))?;
    let entry = op.region(0).entry().ok_or("a tensor.generate without a body")?;
    empty(lw, op)?;
    let sizes = extents(lw, ty, op.operands())?;
    let d = lw.object(op.result(0))?;
    let (zero, one) = (lw.constant(0), lw.constant(1));
    let mut loops = Vec::new();
    for size in sizes {
        let upper = match size {
            Number::Known(value) => lw.constant(value),
            Number::Slot(reg) => reg,
        };
        loops.push(Loop { lower: zero, upper, step: one, checked: true });
    }
    let variables: Vec<ValueRef<'_>> = entry.args().collect();
    let (value, next) = (lw.new_slots(element.slots()), lw.new_slots(1));
    lw.emit(crate::inst::Inst::Copy { d: next, a: zero });
    let w = lw.index_bits() as u8;
    nest(lw, op, (w, false), &loops, &variables, |lw, _| {
        let label = lw.label();
        lw.region(op.region(0), Exit { targets: vec![Place::Slots(value, element.slots())], label });
        lw.bind(label);
        // Iterations are in row-major order.
        let uses = (value..value + element.slots()).collect();
        lw.native_on(uses, Vec::new(), move |env| {
            let at = env.slots[next as usize] as usize;
            env.slots[next as usize] += 1;
            let object = env.objects[d as usize].as_mut().map(Rc::make_mut);
            let array = object.ok_or_else(|| Fault::new("use of a tensor that is not there"))?;
            let (value, size) = (value as usize, element.bytes());
            let slots = &env.slots[value..value + element.slots() as usize];
            element.write(slots, &mut array.bytes[at * size..(at + 1) * size]);
            array.mark_written(at);
            Ok(())
        });
        Ok(())
    })
}

fn cast(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let shape = op.result(0).ty().shape(lw.cx).ok_or("a tensor with a rank is expected")?.to_vec();
    let (source, d) = (lw.object(op.operand(0))?, lw.object(op.result(0))?);
    let last = is_last_use(op.operand(0), op);
    lw.native(op, true, move |env| {
        let found = &array(env.objects, source)?.shape;
        let fits = |(&known, &found): (&i64, &u64)| known == DYNAMIC || known as u64 == found;
        if found.len() != shape.len() || !shape.iter().zip(found).all(fits) {
            return Err(Fault::new(format!(
                "cast of a tensor of sizes {found:?} to a type that does not fit"
            )));
        }
        let object = &mut env.objects[source as usize];
        env.objects[d as usize] = if last { object.take() } else { object.clone() };
        Ok(())
    })
}

/// The numbers of the elements of a part of a tensor, in row-major order of the part.
fn part(shape: &[u64], [offsets, sizes, steps]: [Vec<u64>; 3]) -> Outcome<Vec<usize>> {
    let strides = row_major(shape);
    let mut places = vec![0usize];
    for (i, &extent) in shape.iter().enumerate() {
        let (at, size, step) = (offsets[i] as i64, sizes[i] as i64, steps[i] as i64);
        let last = i128::from(at) + (i128::from(size) - 1) * i128::from(step);
        let inside = |at: i128| (0..i128::from(extent)).contains(&at);
        if size < 0 || size > 0 && !(inside(i128::from(at)) && inside(last)) {
            return Err(Fault::new(format!(
                "slice outside of dimension {i} of size {extent}: offset {at}, size {size}, stride {step}"
            )));
        }
        let along = |place: usize| {
            let stride = strides[i] as usize;
            (0..size).map(move |k| place + (at + k * step) as usize * stride)
        };
        places = places.into_iter().flat_map(along).collect();
    }
    Ok(places)
}

fn lists(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered<[Vec<Number>; 3]> {
    Ok([numbers(lw, mixed(op, 0))?, numbers(lw, mixed(op, 1))?, numbers(lw, mixed(op, 2))?])
}

fn extract_slice(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let lists = lists(lw, op)?;
    let shape = op.result(0).ty().shape(lw.cx).unwrap_or_default();
    let dropped = rank_reduction_mask(&slice(op).sizes, shape).ok_or("a slice whose type does not fit")?;
    let (source, d) = (lw.object(op.operand(0))?, lw.object(op.result(0))?);
    lw.native(op, true, move |env| {
        let lists = [0, 1, 2].map(|i| values(env, &lists[i]));
        let sizes = lists[1].iter().zip(&dropped).filter(|(_, dropped)| !**dropped).map(|(&size, _)| size);
        let shape: Vec<u64> = sizes.collect();
        let from = array(env.objects, source)?;
        let places = part(&from.shape, lists)?;
        let mut to = Array::unwritten(from.element, shape, places.len());
        for (i, place) in places.into_iter().enumerate() {
            to.copy_element(i, from, place);
        }
        env.objects[d as usize] = Some(Rc::new(to));
        Ok(())
    })
}

fn insert_slice(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let lists = lists(lw, op)?;
    let (source, dest, d) = (lw.object(op.operand(0))?, lw.object(op.operand(1))?, lw.object(op.result(0))?);
    let last = is_last_use(op.operand(1), op);
    lw.native(op, true, move |env| {
        let lists = [0, 1, 2].map(|i| values(env, &lists[i]));
        let places = part(&array(env.objects, dest)?.shape, lists)?;
        let from = env.objects[source as usize]
            .clone()
            .ok_or_else(|| Fault::new("use of a tensor that is not there"))?;
        if from.len() != places.len() {
            return Err(Fault::new(format!("insertion of {} elements for {}", from.len(), places.len())));
        }
        let mut taken = take(env, dest, last)?;
        let to = Rc::make_mut(&mut taken);
        env.heap.copied += from.bytes.len() as u64;
        for (i, place) in places.into_iter().enumerate() {
            to.copy_element(place, &from, i);
        }
        env.objects[d as usize] = Some(taken);
        Ok(())
    })
}

/// Gives a tensor another shape with as many elements.
fn reshape(
    lw: &mut Lowering<'_>,
    op: OpRef<'_>,
    shape: impl Fn(&Env<'_>, &[u64]) -> Vec<u64> + 'static,
) -> Lowered {
    let (source, d) = (lw.object(op.operand(0))?, lw.object(op.result(0))?);
    let last = is_last_use(op.operand(0), op);
    lw.native(op, true, move |env| {
        let shape = shape(env, &array(env.objects, source)?.shape);
        let object = &mut env.objects[source as usize];
        let taken = if last { object.take() } else { object.clone() };
        let mut taken = taken.ok_or_else(|| Fault::new("use of a tensor that is not there"))?;
        let product = shape.iter().fold(1u64, |n, &extent| n.wrapping_mul(extent));
        if product != taken.len() as u64 {
            return Err(Fault::new(format!("reshape of {} elements to {product}", taken.len())));
        }
        Rc::make_mut(&mut taken).shape = shape;
        env.objects[d as usize] = Some(taken);
        Ok(())
    })
}

fn collapse_shape(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let groups = groups(lw, op)?;
    reshape(lw, op, move |_, shape| {
        groups.iter().map(|group| group.iter().fold(1u64, |n, &i| n.wrapping_mul(shape[i]))).collect()
    })
}

fn expand_shape(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let fixed = op.inherent_attr("static_output_shape").and_then(|attr| attr.as_i64_array(lw.cx));
    let sizes = numbers(lw, mixed_values(&fixed.unwrap_or_default(), op.operands().skip(1)))?;
    reshape(lw, op, move |env, _| values(env, &sizes))
}
