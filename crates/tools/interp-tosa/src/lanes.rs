//! Reductions along an axis.

use std::rc::Rc;

use terrace_dialects_tosa::attrs::NanPropagationMode;
use terrace_dialects_tosa::reductions::{
    ArgMaxOp, ReduceAllOp, ReduceAnyOp, ReduceMaxOp, ReduceMinOp, ReduceProductOp, ReduceSumOp,
};
use terrace_interp::fault::{Fault, Outcome};
use terrace_interp::lower::{Interpret, Lowered, Lowering};
use terrace_interp::object::{Array, VALUE, check_mark};
use terrace_ir::extension::OpModel;
use terrace_ir::{OpKind, OpRef};
use terrace_support::apfloat::FloatKind;

use crate::functions::{maximum, minimum};
use crate::number::{Number, NumberType, round};
use crate::operands::{Elements, compute_marked, elements};

/// The lowerings of the ops.
pub(crate) static MODELS: &[OpModel<dyn Interpret>] = &[
    (ReduceAllOp::DEF, &|lw: &mut Lowering<'_>, op: OpRef<'_>| {
        let and = |a: Number, b: Number| Ok(Number::Int(a.int()? & b.int()?));
        reduce(lw, op, ReduceAllOp::view_of(op).axis(), Fold { start: Number::Int(1), step: Box::new(and) })
    }),
    (ReduceAnyOp::DEF, &|lw: &mut Lowering<'_>, op: OpRef<'_>| {
        let or = |a: Number, b: Number| Ok(Number::Int(a.int()? | b.int()?));
        reduce(lw, op, ReduceAnyOp::view_of(op).axis(), Fold { start: Number::Int(0), step: Box::new(or) })
    }),
    (ReduceMaxOp::DEF, &|lw: &mut Lowering<'_>, op: OpRef<'_>| {
        let (ty, nan_mode) = (elements(lw, op.single_result())?.numbers, ReduceMaxOp::view_of(op).nan_mode());
        let step = move |a: Number, b: Number| Ok(maximum(a, b, nan_mode));
        let start = start_of_maximum(ty, nan_mode);
        reduce(lw, op, ReduceMaxOp::view_of(op).axis(), Fold { start, step: Box::new(step) })
    }),
    (ReduceMinOp::DEF, &|lw: &mut Lowering<'_>, op: OpRef<'_>| {
        let (ty, nan_mode) = (elements(lw, op.single_result())?.numbers, ReduceMinOp::view_of(op).nan_mode());
        let step = move |a: Number, b: Number| Ok(minimum(a, b, nan_mode));
        let start = unless_ignored(ty, nan_mode, ty.greatest());
        reduce(lw, op, ReduceMinOp::view_of(op).axis(), Fold { start, step: Box::new(step) })
    }),
    (ReduceProductOp::DEF, &|lw: &mut Lowering<'_>, op: OpRef<'_>| {
        let ty = elements(lw, op.single_result())?.numbers;
        let step = move |a: Number, b: Number| match ty {
            NumberType::Int(ty) => Ok(Number::Int(ty.wrap(a.int()?.wrapping_mul(b.int()?)))),
            NumberType::Float(kind) => Ok(Number::Float(round(kind, a.float() * b.float()))),
        };
        let start = ty.convert(Number::Int(1));
        reduce(lw, op, ReduceProductOp::view_of(op).axis(), Fold { start, step: Box::new(step) })
    }),
    (ReduceSumOp::DEF, &|lw: &mut Lowering<'_>, op: OpRef<'_>| {
        // Sums of bf16 are of f32.
        let ty = match elements(lw, op.single_result())?.numbers {
            NumberType::Float(FloatKind::BF16) => NumberType::Float(FloatKind::F32),
            ty => ty,
        };
        let step = move |a: Number, b: Number| ty.add(a, b);
        let start = ty.convert(Number::Int(0));
        reduce(lw, op, ReduceSumOp::view_of(op).axis(), Fold { start, step: Box::new(step) })
    }),
    (ArgMaxOp::DEF, &argmax),
];

/// Returns the number that is less than all others; NaN if NaN is ignored, so that it is the result of nothing else.
pub(crate) fn start_of_maximum(ty: NumberType, nan_mode: NanPropagationMode) -> Number {
    unless_ignored(ty, nan_mode, ty.least())
}

fn unless_ignored(ty: NumberType, nan_mode: NanPropagationMode, start: Number) -> Number {
    match (ty, nan_mode) {
        (NumberType::Float(_), NanPropagationMode::Ignore) => Number::Float(f64::NAN),
        _ => start,
    }
}

/// A combination of numbers, from a start.
struct Fold {
    start: Number,
    step: Box<dyn Fn(Number, Number) -> Outcome<Number>>,
}

/// The lanes along an axis: their positions in a tensor.
struct Lanes {
    outer: usize,
    extent: usize,
    inner: usize,
}

impl Lanes {
    fn of(array: &Array, axis: usize) -> Outcome<Self> {
        let shape = &array.shape;
        let product = |extents: &[u64]| extents.iter().product::<u64>() as usize;
        let Some(&extent) = shape.get(axis) else {
            return Err(Fault::new(format!("axis {axis} of a tensor of sizes {shape:?}")));
        };
        Ok(Self {
            outer: product(&shape[..axis]),
            extent: extent as usize,
            inner: product(&shape[axis + 1..]),
        })
    }

    /// Sets each element of a tensor by the numbers of a lane; an element is poison if one of its lane is.
    fn reduce(
        &self,
        (from, ty): (&Rc<Array>, NumberType),
        to: &mut Array,
        write: impl Fn(&mut Array, usize, &mut dyn Iterator<Item = Number>) -> Outcome,
    ) -> Outcome {
        for at in 0..self.outer * self.inner {
            let (outer, inner) = (at / self.inner, at % self.inner);
            let places = (0..self.extent).map(|i| (outer * self.extent + i) * self.inner + inner);
            if from.marks.is_some() {
                let marks = places.clone().map(|place| from.mark(place));
                if let Some(mark) = marks.clone().find(|&mark| mark != VALUE) {
                    match check_mark(mark) {
                        Err(fault @ Fault::Undefined(_)) => return Err(fault),
                        _ => to.set_mark(at, mark),
                    }
                    continue;
                }
            }
            write(to, at, &mut places.map(|place| ty.read(from, place)))?;
        }
        Ok(())
    }
}

/// An axis of an op, which verifiers check.
fn position(axis: i64) -> Lowered<usize> {
    usize::try_from(axis).map_err(|_| format!("axis {axis} of a tensor"))
}

fn reduce(lw: &mut Lowering<'_>, op: OpRef<'_>, axis: i64, fold: Fold) -> Lowered {
    let (axis, output) = (position(axis)?, elements(lw, op.single_result())?);
    let from = elements(lw, op.single_operand())?;
    compute_marked(lw, op, move |arrays| {
        let lanes = Lanes::of(&arrays[0], axis)?;
        let mut shape = arrays[0].shape.clone();
        shape[axis] = 1;
        let mut made = output.zeros(&shape)?;
        lanes.reduce((&arrays[0], from.numbers), &mut made, |made, at, lane| {
            let mut sum = fold.start;
            for number in lane {
                sum = (fold.step)(sum, number)?;
            }
            output.numbers.write(made, at, sum);
            Ok(())
        })?;
        Ok(vec![made])
    })
}

/// The position of the first of the greatest elements: that of the first NaN, unless it is ignored.
fn argmax(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = ArgMaxOp::view_of(op);
    let (axis, nan_mode) = (position(view.axis())?, view.nan_mode());
    let (from, output): (Elements, Elements) = (elements(lw, view.input())?, elements(lw, view.output())?);
    let NumberType::Int(index) = output.numbers else { return Err("positions that are floats".to_owned()) };
    let start = start_of_maximum(from.numbers, nan_mode);
    compute_marked(lw, op, move |arrays| {
        let lanes = Lanes::of(&arrays[0], axis)?;
        let mut shape = arrays[0].shape.clone();
        shape.remove(axis);
        let mut made = output.zeros(&shape)?;
        lanes.reduce((&arrays[0], from.numbers), &mut made, |made, at, lane| {
            let (mut greatest, mut found) = (start, 0);
            for (i, number) in lane.enumerate() {
                let result = maximum(number, greatest, nan_mode);
                let is_same = match (result, greatest) {
                    (Number::Int(a), Number::Int(b)) => a == b,
                    (a, b) => a.float() == b.float() || (a.float().is_nan() && b.float().is_nan()),
                };
                if !is_same {
                    (greatest, found) = (result, index.fit(i as i128)?);
                }
            }
            output.numbers.write(made, at, Number::Int(found));
            Ok(())
        })?;
        Ok(vec![made])
    })
}
