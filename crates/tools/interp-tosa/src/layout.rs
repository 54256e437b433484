//! Ops that move elements: each is a view of its operand, or several tensors put together.

use terrace_dialects_tosa::data_layout::{
    ConcatOp, PadOp, ReshapeOp, ReverseOp, SliceOp, TileOp, TransposeOp, permutation,
};
use terrace_interp::fault::{Fault, Outcome};
use terrace_interp::lower::{Interpret, Lowered, Lowering};
use terrace_interp::object::Array;
use terrace_interp::ops::moves::gather;
use terrace_interp::view::View;
use terrace_ir::extension::OpModel;
use terrace_ir::{OpKind, OpRef};

use crate::operands::{compute_marked, count, extents};

/// The lowerings of the ops.
pub(crate) static MODELS: &[OpModel<dyn Interpret>] = &[
    (ReshapeOp::DEF, &|lw: &mut Lowering<'_>, op: OpRef<'_>| moved(lw, op, reshape)),
    (SliceOp::DEF, &|lw: &mut Lowering<'_>, op: OpRef<'_>| moved(lw, op, slice)),
    (TileOp::DEF, &|lw: &mut Lowering<'_>, op: OpRef<'_>| moved(lw, op, tile)),
    (ReverseOp::DEF, &|lw: &mut Lowering<'_>, op: OpRef<'_>| {
        let axis = ReverseOp::view_of(op).axis() as usize;
        moved(lw, op, move |whole, _| reverse(whole, axis))
    }),
    (TransposeOp::DEF, &|lw: &mut Lowering<'_>, op: OpRef<'_>| {
        let perms = TransposeOp::view_of(op).perms().to_vec();
        let order = permutation(&perms).ok_or("dimensions that are no permutation")?;
        moved(lw, op, move |whole, _| match order.len() == whole.sizes.len() {
            true => Ok(Moved::of(whole.dims(order.iter().copied()))),
            false => Err(Fault::new(format!(
                "{} dimensions of a tensor that has {}",
                order.len(),
                whole.sizes.len()
            ))),
        })
    }),
    (ConcatOp::DEF, &concat),
    (PadOp::DEF, &pad),
];

/// Elements of a tensor in some order, under a shape.
struct Moved {
    view: View,
    shape: Vec<u64>,
}

impl Moved {
    /// The elements of a view, under its own shape.
    fn of(view: View) -> Self {
        let shape = view.sizes.clone();
        Self { view, shape }
    }
}

/// Appends: the result has elements of the first operand. The function gets all of them, and the extents that the other
/// operands hold.
fn moved(
    lw: &mut Lowering<'_>,
    op: OpRef<'_>,
    run: impl Fn(&View, &[Vec<i64>]) -> Outcome<Moved> + 'static,
) -> Lowered {
    compute_marked(lw, op, move |arrays| {
        let shapes: Vec<Vec<i64>> = arrays[1..].iter().map(|array| extents(array)).collect();
        let moved = run(&View::whole(&arrays[0].shape), &shapes)?;
        let count = count(&moved.shape)?;
        Ok(vec![gather(&arrays[0], moved.shape, count, moved.view.places())?])
    })
}

fn reshape(whole: &View, shapes: &[Vec<i64>]) -> Outcome<Moved> {
    let wanted = &shapes[0];
    let explicit = wanted.iter().filter(|&&extent| extent != -1);
    let given = explicit.fold(1i64, |n, &extent| n.saturating_mul(extent));
    let elements = whole.len() as i64;
    let inferred = if given > 0 { elements / given } else { 0 };
    let shape: Vec<u64> =
        wanted.iter().map(|&extent| if extent == -1 { inferred } else { extent } as u64).collect();
    let found = shape.iter().fold(1u64, |n, &extent| n.saturating_mul(extent));
    if found != whole.len() || wanted.iter().filter(|&&extent| extent == -1).count() > 1 {
        let sizes = &whole.sizes;
        return Err(Fault::new(format!("a tensor of sizes {sizes:?} under the shape {wanted:?}")));
    }
    Ok(Moved { view: whole.clone(), shape })
}

/// A part; a size of -1 is that of the rest.
fn slice(whole: &View, shapes: &[Vec<i64>]) -> Outcome<Moved> {
    let (start, size) = (&shapes[0], &shapes[1]);
    let rank = whole.sizes.len();
    if start.len() != rank || size.len() != rank {
        return Err(Fault::new(format!("a slice of {} dimensions of a tensor that has {rank}", start.len())));
    }
    let of = |(i, &start): (usize, &i64)| {
        (start as u64, if size[i] == -1 { (whole.sizes[i] as i64).wrapping_sub(start) } else { size[i] })
    };
    let (starts, sizes): (Vec<u64>, Vec<i64>) = start.iter().enumerate().map(of).unzip();
    let sizes: Vec<u64> = sizes.into_iter().map(|size| size as u64).collect();
    Ok(Moved::of(whole.slice("slice", &starts, &sizes, &vec![1; rank])?))
}

fn tile(whole: &View, shapes: &[Vec<i64>]) -> Outcome<Moved> {
    let multiples = &shapes[0];
    if multiples.len() != whole.sizes.len() || multiples.iter().any(|&multiple| multiple < 0) {
        let sizes = &whole.sizes;
        return Err(Fault::new(format!("a tensor of sizes {sizes:?} repeated {multiples:?} times")));
    }
    let mut repeated = View { offset: 0, sizes: Vec::new(), strides: Vec::new() };
    let mut shape = Vec::new();
    for (i, &multiple) in multiples.iter().enumerate() {
        repeated.sizes.extend([multiple as u64, whole.sizes[i]]);
        repeated.strides.extend([0, whole.strides[i]]);
        shape.push(whole.sizes[i].saturating_mul(multiple as u64));
    }
    Ok(Moved { view: repeated, shape })
}

fn reverse(whole: &View, axis: usize) -> Outcome<Moved> {
    let mut view = whole.clone();
    if axis >= view.sizes.len() {
        return Err(Fault::new(format!("axis {axis} of a tensor of sizes {:?}", whole.sizes)));
    }
    view.offset = view.sizes[axis].saturating_sub(1).wrapping_mul(view.strides[axis]);
    view.strides[axis] = view.strides[axis].wrapping_neg();
    Ok(Moved::of(view))
}

/// Replaces a view of a tensor by another tensor.
fn put(to: &mut Array, view: &View, from: &Array) {
    view.places().enumerate().for_each(|(i, place)| to.copy_element(place, from, i));
}

fn concat(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let axis = ConcatOp::view_of(op).axis() as usize;
    compute_marked(lw, op, move |arrays| {
        let mut shape = arrays[0].shape.clone();
        let rank = shape.len();
        if axis >= rank {
            return Err(Fault::new(format!("axis {axis} of a tensor of sizes {shape:?}")));
        }
        for array in &arrays[1..] {
            let fits = |i: usize| i == axis || array.shape[i] == shape[i];
            if array.shape.len() != rank || !(0..rank).all(fits) {
                let (one, other) = (&arrays[0].shape, &array.shape);
                return Err(Fault::new(format!("tensors of sizes {one:?} and {other:?} are put together")));
            }
            shape[axis] = shape[axis].saturating_add(array.shape[axis]);
        }
        let mut made = Array::marked(arrays[0].element, shape.clone(), count(&shape)?, 0)?;
        let mut start = vec![0; rank];
        for array in arrays {
            let part = View::whole(&shape).slice("part", &start, &array.shape, &vec![1; rank])?;
            put(&mut made, &part, array);
            start[axis] += array.shape[axis];
        }
        Ok(vec![made])
    })
}

fn pad(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    compute_marked(lw, op, |arrays| {
        let (source, padding, value) = (&arrays[0], extents(&arrays[1]), &arrays[2]);
        let rank = source.shape.len();
        if padding.len() != 2 * rank || padding.iter().any(|&pad| pad < 0) || value.is_empty() {
            return Err(Fault::new(format!(
                "a padding of {padding:?} of a tensor of sizes {:?}",
                source.shape
            )));
        }
        let before: Vec<u64> = padding.iter().step_by(2).map(|&pad| pad as u64).collect();
        let padded =
            |i: usize| source.shape[i].saturating_add(before[i]).saturating_add(padding[2 * i + 1] as u64);
        let shape: Vec<u64> = (0..rank).map(padded).collect();
        let all = count(&shape)?;
        let mut made = gather(value, shape.clone(), all, std::iter::repeat_n(0, all))?;
        put(&mut made, &View::whole(&shape).slice("part", &before, &source.shape, &vec![1; rank])?, source);
        Ok(vec![made])
    })
}
