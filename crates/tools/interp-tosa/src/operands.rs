//! Ops as functions of arrays.

use std::rc::Rc;

use terrace_dialects_tosa::types::shape_rank;
use terrace_interp::budget;
use terrace_interp::fault::{Fault, Outcome};
use terrace_interp::layout::{Element, Scalar};
use terrace_interp::lower::{Lowered, Lowering, ValuePlace};
use terrace_interp::object::{Array, VALUE, check_mark};
use terrace_ir::{DYNAMIC, OpRef, ValueRef};

use crate::number::{Number, NumberType};

/// The numbers of a shape.
pub(crate) const EXTENT: Element = Element { scalar: Scalar::Int(64), parts: 1 };

/// Returns the register of a tensor, or of a shape, which is an array of extents.
pub(crate) fn register(lw: &mut Lowering<'_>, value: ValueRef<'_>) -> Lowered<u32> {
    lw.object(value)
}

/// Allocates registers for results that are shapes.
fn shape_results(lw: &mut Lowering<'_>, op: OpRef<'_>) {
    for value in op.results() {
        if shape_rank(lw.cx, value.ty()).is_some() {
            let place = lw.fresh(ValuePlace::Object(0));
            lw.alias(value, place);
        }
    }
}

/// A result: its register, and the extents that its type fixes.
struct Output {
    register: u32,
    extents: Option<Vec<i64>>,
}

impl Output {
    fn check(&self, array: &Array) -> Outcome {
        let Some(extents) = &self.extents else { return Ok(()) };
        let fits = |(&fixed, &found): (&i64, &u64)| fixed == DYNAMIC || fixed as u64 == found;
        if extents.len() == array.shape.len() && extents.iter().zip(&array.shape).all(fits) {
            return Ok(());
        }
        let found = &array.shape;
        Err(Fault::new(format!("the result has sizes {found:?}, which its type does not allow")))
    }
}

/// Appends: the results are made by a function from the operands. They are poison if an element of an operand is.
///
/// # Errors
///
/// If values of the type of an operand or a result are not supported.
pub(crate) fn compute(
    lw: &mut Lowering<'_>,
    op: OpRef<'_>,
    run: impl Fn(&[Rc<Array>]) -> Outcome<Vec<Array>> + 'static,
) -> Lowered {
    compute_marked(lw, op, move |arrays| {
        for marks in arrays.iter().filter_map(|array| array.marks.as_ref()) {
            marks.iter().try_for_each(|&mark| check_mark(mark))?;
        }
        run(arrays)
    })
}

/// The same, where the function takes elements that are poison, and marks those that it makes.
///
/// # Errors
///
/// If values of the type of an operand or a result are not supported.
pub(crate) fn compute_marked(
    lw: &mut Lowering<'_>,
    op: OpRef<'_>,
    run: impl Fn(&[Rc<Array>]) -> Outcome<Vec<Array>> + 'static,
) -> Lowered {
    shape_results(lw, op);
    let inputs = op.operands().map(|value| register(lw, value)).collect::<Lowered<Vec<u32>>>()?;
    let mut outputs = Vec::new();
    for value in op.results() {
        let extents = value.ty().shape(lw.cx).map(<[i64]>::to_vec);
        outputs.push(Output { register: register(lw, value)?, extents });
    }
    lw.native(op, false, move |env| {
        let array = |&reg: &u32| {
            let object = env.objects[reg as usize].clone();
            object.ok_or_else(|| Fault::new("use of a tensor that is not there"))
        };
        let arrays = inputs.iter().map(array).collect::<Outcome<Vec<_>>>()?;
        for (output, array) in outputs.iter().zip(run(&arrays)?) {
            output.check(&array)?;
            env.objects[output.register as usize] = Some(Rc::new(array));
        }
        Ok(())
    })
}

/// The element type and the numbers of a value.
///
/// # Errors
///
/// If they are not supported.
pub(crate) fn elements(lw: &Lowering<'_>, value: ValueRef<'_>) -> Lowered<Elements> {
    let ty = value.ty().element_type_or_self(lw.cx);
    Ok(Elements { element: lw.element(ty)?, numbers: NumberType::of(lw, ty)? })
}

/// The elements of a tensor: as they are in memory, and as numbers.
#[derive(Clone, Copy)]
pub(crate) struct Elements {
    /// The representation.
    pub(crate) element: Element,
    /// The numbers.
    pub(crate) numbers: NumberType,
}

impl Elements {
    /// Returns a tensor of these sizes, whose elements are zero.
    ///
    /// # Errors
    ///
    /// If it is too large.
    pub(crate) fn zeros(self, shape: &[u64]) -> Outcome<Array> {
        Array::marked(self.element, shape.to_vec(), count(shape)?, VALUE)
    }

    /// Returns a tensor of these sizes with these numbers, in row-major order.
    ///
    /// # Errors
    ///
    /// If it is too large.
    pub(crate) fn tensor(self, shape: &[u64], numbers: impl IntoIterator<Item = Number>) -> Outcome<Array> {
        let mut made = self.zeros(shape)?;
        let count = made.len();
        for (at, number) in numbers.into_iter().take(count).enumerate() {
            self.numbers.write(&mut made, at, number);
        }
        Ok(made)
    }

    /// Returns the only number of a tensor that is a parameter.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub(crate) fn parameter(self, array: &Array) -> Outcome<Number> {
        if array.is_empty() {
            return Err(Fault::new("a parameter has no elements"));
        }
        Ok(self.numbers.read(array, 0))
    }

    /// Returns all numbers of a tensor.
    ///
    /// # Errors
    ///
    /// If there is no memory for them.
    pub(crate) fn numbers(self, array: &Array) -> Outcome<Vec<Number>> {
        budget::check(array.len() as u64 * size_of::<Number>() as u64)?;
        Ok((0..array.len()).map(|at| self.numbers.read(array, at)).collect())
    }
}

/// Returns the number of elements of a shape.
///
/// # Errors
///
/// If they are too many.
pub(crate) fn count(shape: &[u64]) -> Outcome<usize> {
    let count = shape.iter().try_fold(1u64, |n, &extent| n.checked_mul(extent));
    match count.filter(|&count| count <= 1 << 40) {
        Some(count) => Ok(count as usize),
        None => Err(Fault::new(format!("a tensor of sizes {shape:?} is too large"))),
    }
}

/// Returns the extents that a shape holds.
pub(crate) fn extents(array: &Array) -> Vec<i64> {
    (0..array.len()).map(|at| array.get(at)[0] as i64).collect()
}

/// Returns the sizes of a tensor, which must have this rank.
///
/// # Errors
///
/// If it has another one.
pub(crate) fn sizes<const N: usize>(array: &Array) -> Outcome<[usize; N]> {
    let sizes: Result<[u64; N], _> = array.shape.clone().try_into();
    match sizes {
        Ok(sizes) => Ok(sizes.map(|size| size as usize)),
        Err(found) => {
            Err(Fault::new(format!("a tensor of rank {N} is expected, but it has sizes {found:?}")))
        }
    }
}

/// Checks that two extents are the same.
///
/// # Errors
///
/// If they are not.
pub(crate) fn same(what: &str, one: usize, other: usize) -> Outcome {
    if one == other { Ok(()) } else { Err(Fault::new(format!("different {what}: {one} and {other}"))) }
}
