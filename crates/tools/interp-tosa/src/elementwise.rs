//! The walker over the elements of broadcast tensors.

use std::rc::Rc;

use terrace_interp::fault::{Fault, Outcome};
use terrace_interp::lower::{Lowered, Lowering};
use terrace_interp::object::{Array, VALUE, check_mark};
use terrace_interp::ops::moves::gather;
use terrace_interp::view::View;
use terrace_ir::OpRef;

use crate::number::{Number, NumberType};
use crate::operands::{compute_marked, count, elements};

/// A function of one element of each operand.
pub(crate) type Function = Box<dyn Fn(&[Number]) -> Outcome<Number>>;

/// Returns the sizes that tensors of one rank are broadcast to.
///
/// # Errors
///
/// If there are none.
pub(crate) fn broadcast_shape<'a>(shapes: impl IntoIterator<Item = &'a [u64]>) -> Outcome<Vec<u64>> {
    let mut shapes = shapes.into_iter();
    let Some(first) = shapes.next() else { return Ok(Vec::new()) };
    let mut whole = first.to_vec();
    for shape in shapes {
        let differ =
            || Fault::new(format!("tensors of sizes {whole:?} and {shape:?} are not broadcast to one shape"));
        if shape.len() != whole.len() {
            return Err(differ());
        }
        let merged = whole.iter().zip(shape).map(|(&one, &other)| match (one, other) {
            (1, other) => Some(other),
            (one, 1) => Some(one),
            (one, other) => (one == other).then_some(one),
        });
        whole = merged.collect::<Option<_>>().ok_or_else(differ)?;
    }
    Ok(whole)
}

/// Returns a tensor broadcast to these sizes.
///
/// # Errors
///
/// If there is no memory for it.
pub(crate) fn spread(array: &Rc<Array>, shape: &[u64]) -> Outcome<Rc<Array>> {
    if array.shape == shape {
        return Ok(Rc::clone(array));
    }
    let view = View::whole(&array.shape).broadcast(shape);
    Ok(Rc::new(gather(array, shape.to_vec(), count(shape)?, view.places())?))
}

/// Appends a function of one element of each operand. The first `broadcast` operands are broadcast to the shape of the
/// result; of the others, an element at a position of the last dimension has the one at this position, or the only
/// one.
///
/// # Errors
///
/// If elements of an operand or the result are not supported.
pub(crate) fn elementwise(lw: &mut Lowering<'_>, op: OpRef<'_>, broadcast: usize, run: Function) -> Lowered {
    let inputs = op.operands().map(|value| elements(lw, value)).collect::<Lowered<Vec<_>>>()?;
    let types: Vec<NumberType> = inputs.iter().map(|elements| elements.numbers).collect();
    let output = elements(lw, op.single_result())?;
    compute_marked(lw, op, move |arrays| {
        let shape = broadcast_shape(arrays[..broadcast].iter().map(|array| &array.shape[..]))?;
        let mut spreads = Vec::new();
        for (at, array) in arrays.iter().enumerate() {
            spreads.push(if at < broadcast { spread(array, &shape)? } else { Rc::clone(array) });
        }
        let mut made = output.zeros(&shape)?;
        if made.is_empty() {
            return Ok(vec![made]);
        }
        if spreads.iter().any(|array| array.is_empty()) {
            return Err(Fault::new("a parameter has no elements"));
        }
        let marked = spreads.iter().any(|array| array.marks.is_some());
        let mut args = vec![Number::Int(0); spreads.len()];
        for at in 0..made.len() {
            if marked && let Some(mark) = first_mark(&spreads, at)? {
                made.set_mark(at, mark);
                continue;
            }
            for ((arg, array), ty) in args.iter_mut().zip(&spreads).zip(&types) {
                *arg = ty.read(array, position(array, at));
            }
            output.numbers.write(&mut made, at, run(&args)?);
        }
        Ok(vec![made])
    })
}

/// Returns the position of the element of an operand for an element of the result.
fn position(array: &Array, at: usize) -> usize {
    at % array.len()
}

/// Returns the mark of the first operand whose element is poison; `None` if all are values.
fn first_mark(arrays: &[Rc<Array>], at: usize) -> Outcome<Option<u32>> {
    for array in arrays {
        let mark = array.mark(position(array, at));
        match check_mark(mark) {
            Err(fault @ Fault::Undefined(_)) => return Err(fault),
            Err(_) => return Ok(Some(mark)),
            Ok(()) => debug_assert_eq!(mark, VALUE),
        }
    }
    Ok(None)
}
