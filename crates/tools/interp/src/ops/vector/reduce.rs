//! Combining the elements of vectors.

use std::rc::Rc;

use terrace_dialects_vector::attrs::CombiningKind;
use terrace_dialects_vector::{ContractionOp, MultiDimReductionOp, OuterProductOp, ReductionOp, ScanOp};
use terrace_ir::{OpKind, OpRef, ValueRef};

use super::{mask_around, unravel};
use crate::fault::{Fault, Outcome};
use crate::layout::{Element, Scalar};
use crate::lower::{Lowered, Lowering};
use crate::object::{Array, VALUE};
use crate::ops::combine::Combine;
use crate::ops::elementwise::{float, set_float};
use crate::ops::moves::{Source, element_of, extents, value_of};
use crate::program::Env;
use crate::view::View;
use terrace_support::apfloat::Rounding;

/// The function that an op combines with.
fn kind(lw: &Lowering<'_>, kind: CombiningKind, element: Element) -> Lowered<Combine> {
    Ok(Combine::of_kind(kind, element.scalar)?.with_zeros(lw.program.zeros))
}

/// The mask around an op, and its operands and result.
struct Inputs {
    operands: Vec<Source>,
    mask: Option<Source>,
    other: Option<Source>,
}

impl Inputs {
    fn of(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered<Self> {
        for value in op.operands().chain(op.results()) {
            extents(lw, value.ty())?;
        }
        let operands = op.operands().map(|value| Source::of(lw, value)).collect::<Lowered<_>>()?;
        let mut source = |value: Option<ValueRef<'_>>| value.map(|value| Source::of(lw, value)).transpose();
        let around = mask_around(op);
        Ok(Self {
            operands,
            mask: source(around.map(|(mask, _)| mask))?,
            other: source(around.and_then(|(_, other)| other))?,
        })
    }

    /// Appends a function of the operands and the mask that returns the results.
    fn compute(
        self,
        lw: &mut Lowering<'_>,
        op: OpRef<'_>,
        run: impl Fn(&[Rc<Array>], Option<&Array>) -> Outcome<Vec<Array>> + 'static,
    ) -> Lowered {
        let results = op.results().map(|value| Source::of(lw, value)).collect::<Lowered<Vec<_>>>()?;
        let seen: Vec<ValueRef<'_>> = op.operands().collect();
        lw.native_seeing(op, &seen, move |env: &mut Env<'_>| {
            let arrays = self.operands.iter().map(|source| source.get(env)).collect::<Outcome<Vec<_>>>()?;
            let mask = self.mask.map(|mask| mask.get(env)).transpose()?;
            let mut made = run(&arrays, mask.as_deref())?;
            if let (Some(other), Some(mask), Some(first)) = (self.other, &mask, made.first_mut())
                && mask.len() == first.len()
            {
                super::keep_masked(first, mask, &*other.get(env)?)?;
            }
            results.iter().zip(made).try_for_each(|(result, array)| result.set(env, array))
        })
    }
}

fn is_set(mask: Option<&Array>, i: usize) -> Outcome<bool> {
    let mut slot = [1];
    if let Some(mask) = mask {
        mask.read(i, &mut slot)?;
    }
    Ok(slot[0] != 0)
}

fn write(array: &mut Array, i: usize, value: Result<Vec<u64>, u32>) {
    match value {
        Ok(slots) => array.write(i, &slots),
        Err(mark) => array.set_mark(i, mark),
    }
}

/// Combines `value` into an element, which is first set where it was not.
fn into(array: &mut Array, i: usize, kind: Combine, value: Result<Vec<u64>, u32>) -> Outcome {
    let so_far = value_of(array, i)?;
    let next = kind.marked(so_far, value)?;
    write(array, i, next);
    Ok(())
}

pub(super) fn reduction(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = ReductionOp::view_of(op);
    let element = element_of(lw, view.dest().ty())?;
    let kind = kind(lw, view.kind(), element)?;
    let neutral = kind.neutral(element.scalar);
    Inputs::of(lw, op)?.compute(lw, op, move |inputs, mask| {
        let mut made = Array::marked(element, Vec::new(), 1, VALUE)?;
        let mut begun = inputs.len() > 1;
        if let Some(acc) = inputs.get(1) {
            made.copy_element(0, acc, 0);
        }
        for i in 0..inputs[0].len() {
            if !is_set(mask, i)? {
                continue;
            }
            match std::mem::replace(&mut begun, true) {
                true => into(&mut made, 0, kind, value_of(&inputs[0], i)?)?,
                false => made.copy_element(0, &inputs[0], i),
            }
        }
        if !begun {
            made.write(0, &neutral);
        }
        Ok(vec![made])
    })
}

pub(super) fn multi_reduction(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = MultiDimReductionOp::view_of(op);
    let element = element_of(lw, view.dest().ty())?;
    let kind = kind(lw, view.kind(), element)?;
    let dims = view.reduction_dims().to_vec();
    Inputs::of(lw, op)?.compute(lw, op, move |inputs, mask| {
        let (source, mut made) = (&inputs[0], Array::clone(&inputs[1]));
        // The result's elements along the source's: reduced dimensions do not move.
        let kept = (0..source.shape.len()).filter(|&i| !dims.contains(&(i as i64)));
        let mut strides = vec![0; source.shape.len()];
        for (dim, stride) in kept.zip(crate::memref::row_major(&made.shape)) {
            strides[dim] = stride;
        }
        let targets = View { offset: 0, sizes: source.shape.clone(), strides };
        for (i, target) in targets.places().enumerate() {
            if is_set(mask, i)? {
                into(&mut made, target, kind, value_of(source, i)?)?;
            }
        }
        Ok(vec![made])
    })
}

/// A product, and its sum with a third number, rounded once where the sum is one of floats and `fused`.
fn multiply_add(
    kind: Combine,
    scalar: Scalar,
    fused: bool,
    [a, b, c]: [Result<Vec<u64>, u32>; 3],
) -> Outcome<Result<Vec<u64>, u32>> {
    if let (Scalar::Float(float_kind), true, true, Ok(a), Ok(b), Ok(c)) =
        (scalar, fused, kind.is_float_sum(), &a, &b, &c)
    {
        let [a, b, c] = [a, b, c].map(|slots| float(float_kind, slots));
        let mut out = vec![0; scalar.slots() as usize];
        set_float(a.fma(b, c, Rounding::NearestEven).0, &mut out);
        return Ok(Ok(out));
    }
    let product = Combine::of_kind(CombiningKind::Mul, scalar).map_err(Fault::new)?.marked(a, b)?;
    kind.marked(c, product)
}

pub(super) fn outer_product(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = OuterProductOp::view_of(op);
    let element = element_of(lw, view.result().ty())?;
    let (kind, shape) = (kind(lw, view.kind(), element)?, extents(lw, view.result().ty())?);
    Inputs::of(lw, op)?.compute(lw, op, move |inputs, mask| {
        let count = shape.iter().product::<u64>() as usize;
        let mut made = Array::marked(element, shape.clone(), count, VALUE)?;
        let columns = inputs[1].len();
        for i in 0..count {
            let (a, b) = (value_of(&inputs[0], i / columns)?, value_of(&inputs[1], i % columns)?);
            let value = match inputs.get(2) {
                Some(acc) if !is_set(mask, i)? => value_of(acc, i)?,
                Some(acc) => multiply_add(kind, element.scalar, true, [a, b, value_of(acc, i)?])?,
                None => {
                    Combine::of_kind(CombiningKind::Mul, element.scalar).map_err(Fault::new)?.marked(a, b)?
                }
            };
            write(&mut made, i, value);
        }
        Ok(vec![made])
    })
}

pub(super) fn contract(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = ContractionOp::view_of(op);
    let element = element_of(lw, view.result().ty())?;
    let kind = kind(lw, view.kind(), element)?;
    let operand_elements = [element_of(lw, view.lhs().ty())?, element_of(lw, view.rhs().ty())?];
    if operand_elements.iter().any(|&found| found != element) {
        return Err("a contraction of elements of other types is not supported by the interpreter".to_owned());
    }
    let dims = |map: &terrace_ir::Attr| {
        let map = map.as_affine_map(lw.cx)?;
        map.results.iter().map(|result| result.as_dim().map(|dim| dim as usize)).collect::<Option<Vec<_>>>()
    };
    let maps: Vec<Vec<usize>> = view
        .indexing_maps()
        .iter()
        .map(dims)
        .collect::<Option<_>>()
        .ok_or("a map of dimensions is expected")?;
    let rank = maps.iter().flatten().max().map_or(0, |&dim| dim + 1);
    Inputs::of(lw, op)?.compute(lw, op, move |inputs, mask| {
        let mut space = vec![1; rank];
        let mut strides = vec![vec![0; rank]; 3];
        for (k, map) in maps.iter().enumerate() {
            for (&dim, (&extent, stride)) in
                map.iter().zip(inputs[k].shape.iter().zip(crate::memref::row_major(&inputs[k].shape)))
            {
                (space[dim], strides[k][dim]) = (extent, stride);
            }
        }
        let views: Vec<View> =
            strides.into_iter().map(|strides| View { offset: 0, sizes: space.clone(), strides }).collect();
        let mut made = Array::clone(&inputs[2]);
        let [a, b, c] = [&views[0], &views[1], &views[2]];
        for (i, ((a, b), c)) in a.places().zip(b.places()).zip(c.places()).enumerate() {
            if !is_set(mask, i)? {
                continue;
            }
            let numbers = [value_of(&inputs[0], a)?, value_of(&inputs[1], b)?, value_of(&made, c)?];
            let value = multiply_add(kind, element.scalar, false, numbers)?;
            write(&mut made, c, value);
        }
        Ok(vec![made])
    })
}

pub(super) fn scan(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = ScanOp::view_of(op);
    let element = element_of(lw, view.dest().ty())?;
    let kind = kind(lw, view.kind(), element)?;
    let (dim, inclusive) = (view.reduction_dim() as usize, view.inclusive());
    Inputs::of(lw, op)?.compute(lw, op, move |inputs, _| {
        let (source, mut last) = (&inputs[0], Array::clone(&inputs[1]));
        let mut made = Array::marked(element, source.shape.clone(), source.len(), VALUE)?;
        for i in 0..source.len() {
            let mut index = unravel(i as u64, &source.shape);
            let along = index.remove(dim);
            let strides = crate::memref::row_major(&last.shape);
            let lane: u64 = index.iter().zip(strides).map(|(&i, stride)| i * stride).sum();
            let value = value_of(source, i)?;
            let before = value_of(&last, lane as usize)?;
            match (inclusive, along) {
                // The first element of an inclusive scan is the source's; the initial value is that of an exclusive one.
                (true, 0) => write(&mut made, i, value.clone()),
                (true, _) => write(&mut made, i, kind.marked(before, value)?),
                (false, 0) => write(&mut made, i, before),
                (false, _) => {
                    let previous = i - crate::memref::row_major(&source.shape)[dim] as usize;
                    write(&mut made, i, kind.marked(before, value_of(source, previous)?)?);
                }
            }
            let now = value_of(&made, i)?;
            write(&mut last, lane as usize, now);
        }
        Ok(vec![made, last])
    })
}
