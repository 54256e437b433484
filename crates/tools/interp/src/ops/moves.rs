//! Ops that only move elements: a result is a view of an array, or an array with a view replaced by another.
//!
//! Numbers take part as arrays of one element; elements that are poison stay that without being a use of it.

use std::rc::Rc;

use terrace_ir::{OpRef, Type, TypeData, ValueRef};

use super::tensor::array;
use crate::fault::{Fault, Outcome};
use crate::layout::Element;
use crate::lower::{Lowered, Lowering, ValuePlace, is_last_use};
use crate::object::{Array, VALUE, check_mark};
use crate::program::Env;
use crate::view::View;

/// The extents of a shaped type, as they are written.
///
/// # Errors
///
/// If its rank is not known.
pub fn shape_of<'a>(lw: &Lowering<'a>, ty: Type) -> Lowered<&'a [i64]> {
    let message = || format!("values of type {} are not supported by the interpreter", lw.cx.type_text(ty));
    ty.shape(lw.cx).ok_or_else(message)
}

/// The extents of a type, all of which are known; none of a scalar.
///
/// # Errors
///
/// If they are not all known, or the type has too many elements.
pub fn extents(lw: &Lowering<'_>, ty: Type) -> Lowered<Vec<u64>> {
    let shape = if ty.is_shaped(lw.cx) { shape_of(lw, ty)? } else { &[] };
    let scalable = match ty.data(lw.cx) {
        TypeData::Vector { scalable, .. } => scalable.contains(&true),
        _ => false,
    };
    if scalable || shape.iter().any(|&extent| extent < 0) {
        return Err(format!("values of type {} are not supported by the interpreter", lw.cx.type_text(ty)));
    }
    let count = shape.iter().try_fold(1i64, |n, &extent| n.checked_mul(extent));
    if count.is_none_or(|count| count > MAX_ELEMENTS) {
        return Err(format!("values of type {} are too large", lw.cx.type_text(ty)));
    }
    Ok(shape.iter().map(|&extent| extent as u64).collect())
}

/// The elements that a type of known extents may have.
const MAX_ELEMENTS: i64 = 1 << 28;

/// The element of a type that has elements, or is one.
///
/// # Errors
///
/// If it is not supported.
pub fn element_of(lw: &Lowering<'_>, ty: Type) -> Lowered<Element> {
    lw.element(ty.element_type_or_self(lw.cx))
}

/// A value and what its elements are.
#[derive(Clone, Copy)]
pub struct Source {
    /// The storage.
    pub place: ValuePlace,
    /// The element type.
    pub element: Element,
}

impl Source {
    /// The source that a value is.
    ///
    /// # Errors
    ///
    /// If values of its type are not supported.
    pub fn of(lw: &mut Lowering<'_>, value: ValueRef<'_>) -> Lowered<Self> {
        Ok(Self { place: lw.place(value)?, element: element_of(lw, value.ty())? })
    }

    /// Its elements; a number is an array of one.
    ///
    /// # Errors
    ///
    /// If there is no tensor, or no memory for the array.
    pub fn get(&self, env: &Env<'_>) -> Outcome<Rc<Array>> {
        match self.place {
            ValuePlace::Object(reg) => env.objects[reg as usize]
                .clone()
                .ok_or_else(|| Fault::new("use of a tensor that is not there")),
            ValuePlace::Slots(first, n) => {
                let mut one = Array::marked(self.element, Vec::new(), 1, VALUE)?;
                one.write(0, &env.slots[first as usize..(first + n) as usize]);
                let marks = (first..first + n).map(|reg| env.mark_of(reg));
                one.set_mark(0, marks.max().unwrap_or(VALUE));
                Ok(Rc::new(one))
            }
        }
    }

    /// Stores an array to the place; a number is its only element, which must not be poison.
    ///
    /// # Errors
    ///
    /// If a number has no value.
    pub fn set(&self, env: &mut Env<'_>, array: Array) -> Outcome {
        match self.place {
            ValuePlace::Object(reg) => env.objects[reg as usize] = Some(Rc::new(array)),
            ValuePlace::Slots(first, n) => {
                array.read(0, &mut env.slots[first as usize..(first + n) as usize])?;
            }
        }
        Ok(())
    }
}

/// An array of the elements at these places of another; `None` is for elements that have this mark.
///
/// # Errors
///
/// If there is no memory for it.
pub fn gather(
    from: &Array,
    shape: Vec<u64>,
    count: usize,
    places: impl Iterator<Item = usize>,
) -> Outcome<Array> {
    let mut to = Array::marked(from.element, shape, count, VALUE)?;
    for (i, place) in places.enumerate() {
        to.copy_element(i, from, place);
    }
    Ok(to)
}

/// Appends: `result` is a view of `source`.
///
/// # Errors
///
/// If values of the type of either are not supported.
pub fn view(
    lw: &mut Lowering<'_>,
    op: OpRef<'_>,
    (source, result): (ValueRef<'_>, ValueRef<'_>),
    view: impl Fn(&Env<'_>, &View) -> Outcome<View> + 'static,
) -> Lowered {
    let seen = [source];
    let (source, result) = (Source::of(lw, source)?, Source::of(lw, result)?);
    lw.native_seeing(op, &seen, move |env| {
        let from = source.get(env)?;
        let view = view(env, &View::whole(&from.shape))?;
        let count = super::tensor::count(&view.sizes, from.element.bytes())?;
        let to = gather(&from, view.sizes.clone(), count, view.places())?;
        result.set(env, to)
    })
}

/// Appends: `result` is `dest` with a view of it replaced by `source`.
pub fn replace(
    lw: &mut Lowering<'_>,
    op: OpRef<'_>,
    [source, dest, result]: [ValueRef<'_>; 3],
    view: impl Fn(&Env<'_>, &View) -> Outcome<View> + 'static,
) -> Lowered {
    let (from, result) = (Source::of(lw, source)?, Source::of(lw, result)?);
    let (into, last) = (Source::of(lw, dest)?, is_last_use(dest, op));
    lw.native_seeing(op, &[source, dest], move |env| {
        let from = from.get(env)?;
        let whole = match into.place {
            ValuePlace::Object(reg) => View::whole(&array(env.objects, reg)?.shape),
            ValuePlace::Slots(..) => View::whole(&[]),
        };
        let view = view(env, &whole)?;
        let (ValuePlace::Object(reg), ValuePlace::Object(d)) = (into.place, result.place) else {
            return result.set(env, Array::clone(&from));
        };
        let mut taken = super::tensor::take(env, reg, last)?;
        put(env, Rc::make_mut(&mut taken), &view, &from)?;
        env.objects[d as usize] = Some(taken);
        Ok(())
    })
}

/// Replaces a view of an array by another one.
///
/// # Errors
///
/// If they have different numbers of elements.
pub fn put(env: &mut Env<'_>, to: &mut Array, view: &View, from: &Array) -> Outcome {
    if from.len() as u64 != view.len() {
        return Err(Fault::new(format!("insertion of {} elements for {}", from.len(), view.len())));
    }
    env.heap.copied += from.bytes.len() as u64;
    for (i, place) in view.places().enumerate() {
        to.copy_element(place, from, i);
    }
    Ok(())
}

/// Appends: each result is made by a function from the operands, all of which may have poison elements.
///
/// # Errors
///
/// If values of the type of an operand or a result are not supported.
pub fn compute(
    lw: &mut Lowering<'_>,
    op: OpRef<'_>,
    run: impl Fn(&mut Env<'_>, &[Rc<Array>]) -> Outcome<Vec<Array>> + 'static,
) -> Lowered {
    let operands: Vec<ValueRef<'_>> = op.operands().collect();
    let sources = operands.iter().map(|&value| Source::of(lw, value)).collect::<Lowered<Vec<_>>>()?;
    let results = op.results().map(|value| Source::of(lw, value)).collect::<Lowered<Vec<_>>>()?;
    lw.native_seeing(op, &operands, move |env| {
        let arrays = sources.iter().map(|source| source.get(env)).collect::<Outcome<Vec<_>>>()?;
        let made = run(env, &arrays)?;
        results.iter().zip(made).try_for_each(|(result, array)| result.set(env, array))
    })
}

/// The slots of an element, or its mark where it has no value that could be used.
///
/// # Errors
///
/// If it was not written.
pub fn value_of(array: &Array, index: usize) -> Outcome<Result<Vec<u64>, u32>> {
    match check_mark(array.mark(index)) {
        Ok(()) => Ok(Ok(array.get(index))),
        Err(Fault::Origin(_)) => Ok(Err(array.mark(index))),
        Err(fault) => Err(fault),
    }
}
