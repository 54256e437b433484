//! Ops that look elements up or make images of another size.

use terrace_ir::{Attr, CheckResult, DYNAMIC, Folded, OpDef, OpKind, OpRef};
use terrace_macros::op;

use crate::attrs::ResizeModeAttr;
use crate::folds_layout::unchanged;
use crate::shapes::{InferBy, InferShapedType, OF_FIRST, Shape, const_shape_values, extent_of, known_or};
use crate::syntax::{parse_with_resize_mode, print_with_enums};
use crate::types::known;
use crate::types::{
    INDEX_TENSOR_2D, SHAPE_OF_2, SHAPE_OF_4, TENSOR, TENSOR_1D, TENSOR_3D, TENSOR_4D, extent,
};
use crate::verify::{check_shape_operands, exact_quotient, fail, input_like_output, listed};

/// An extent that is found in several operands.
struct Shared<'a> {
    op: OpRef<'a>,
    extent: i64,
}

impl Shared<'_> {
    /// Checks an extent of an operand, and takes it as the shared one if there is none yet.
    fn merge(&mut self, found: i64, name: &str, dim: usize) -> CheckResult {
        if self.extent == DYNAMIC {
            self.extent = found;
        } else if found != DYNAMIC && found != self.extent {
            let wanted = self.extent;
            return fail(
                self.op,
                format!("requires {name} dimension {dim} to have size {wanted}, got {found}"),
            );
        }
        Ok(())
    }
}

/// The elements at indices.
#[op("tosa.gather", traits(Pure), interfaces(dyn InferShapedType = OF_GATHER), verify = verify_gather,
     format = "operands attr-dict `:` functional-type(operands, results)")]
pub struct GatherOp {
    values: Operand<TENSOR_3D>,
    indices: Operand<INDEX_TENSOR_2D>,
    output: Res<TENSOR_3D>,
}

const OF_GATHER: InferBy = InferBy(|input| {
    let (values, indices) = (input.shape(0), input.shape(1));
    let batch = known_or(extent(values, 0), extent(indices, 0));
    let shape: Shape = Some(vec![batch, extent(indices, 1), extent(values, 2)]);
    Some(vec![shape])
});

fn verify_gather(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), GatherOp::view_of(op));
    input_like_output(op, view.values(), view.output())?;
    let [values, indices, output] =
        [view.values(), view.indices(), view.output()].map(|value| value.ty().shape(cx));
    let shared = |extent: i64| Shared { op, extent };
    let mut batch = shared(extent(values, 0));
    batch.merge(extent(indices, 0), "indices", 0)?;
    batch.merge(extent(output, 0), "output", 0)?;
    shared(extent(indices, 1)).merge(extent(output, 1), "output", 1)?;
    shared(extent(values, 2)).merge(extent(output, 2), "output", 2)
}

/// The elements with others put in at indices.
#[op("tosa.scatter", traits(Pure), interfaces(dyn InferShapedType = OF_SCATTER), verify = verify_scatter,
     format = "operands attr-dict `:` functional-type(operands, results)")]
pub struct ScatterOp {
    values_in: Operand<TENSOR_3D>,
    indices: Operand<INDEX_TENSOR_2D>,
    input: Operand<TENSOR_3D>,
    values_out: Res<TENSOR_3D>,
}

const OF_SCATTER: InferBy = InferBy(|input| {
    let [values, indices, added] = [0, 1, 2].map(|at| input.shape(at));
    let batch = known_or(known_or(extent(values, 0), extent(indices, 0)), extent(added, 0));
    let shape: Shape = Some(vec![batch, extent(values, 1), known_or(extent(values, 2), extent(added, 2))]);
    Some(vec![shape])
});

fn verify_scatter(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), ScatterOp::view_of(op));
    input_like_output(op, view.values_in(), view.values_out())?;
    input_like_output(op, view.input(), view.values_out())?;
    let [values, indices, input, output] =
        [view.values_in(), view.indices(), view.input(), view.values_out()].map(|value| value.ty().shape(cx));
    let shared = |extent: i64| Shared { op, extent };
    let (mut batch, mut length) = (shared(extent(values, 0)), shared(extent(values, 1)));
    let (mut added, mut channels) = (shared(extent(indices, 1)), shared(extent(values, 2)));
    batch.merge(extent(indices, 0), "indices", 0)?;
    batch.merge(extent(input, 0), "input", 0)?;
    added.merge(extent(input, 1), "input", 1)?;
    channels.merge(extent(input, 2), "input", 2)?;
    batch.merge(extent(output, 0), "values_out", 0)?;
    length.merge(extent(output, 1), "values_out", 1)?;
    channels.merge(extent(output, 2), "values_out", 2)?;
    match (known(length.extent), known(added.extent)) {
        (Some(k), Some(w)) if k < w => fail(op, format!("requires dimensions K >= W, got K={k} and W={w}")),
        _ => Ok(()),
    }
}

/// An image of another size.
#[op("tosa.resize", traits(Pure, Check(check_shape_operands)), interfaces(dyn InferShapedType = OF_RESIZE),
     verify = verify_resize, fold = fold_resize, asm = (parse_with_resize_mode, print_with_enums),
     syntax = "operands attr-dict `:` functional-type(operands, results)")]
pub struct ResizeOp {
    input: Operand<TENSOR_4D>,
    scale: Operand<SHAPE_OF_4>,
    offset: Operand<SHAPE_OF_2>,
    border: Operand<SHAPE_OF_2>,
    mode: Prop<ResizeModeAttr>,
    output: Res<TENSOR_4D>,
}

/// The scaling of one dimension of an image.
#[derive(Clone, Copy)]
struct Scaling {
    numerator: i64,
    denominator: i64,
    offset: i64,
    border: i64,
}

impl Scaling {
    /// The distance between the first and the last element of the result, before it is divided.
    fn steps(self, extent: i128) -> i128 {
        (extent - 1) * i128::from(self.numerator) - i128::from(self.offset) + i128::from(self.border)
    }
}

/// Returns the scalings of both dimensions; `None` if they are not constant.
fn scalings(
    scale: Option<Vec<i64>>,
    offset: Option<Vec<i64>>,
    border: Option<Vec<i64>>,
) -> Option<[Scaling; 2]> {
    let (scale, offset, border) = (scale?, offset?, border?);
    let one = |dim: usize| {
        Some(Scaling {
            numerator: *scale.get(2 * dim)?,
            denominator: *scale.get(2 * dim + 1)?,
            offset: *offset.get(dim)?,
            border: *border.get(dim)?,
        })
    };
    Some([one(0)?, one(1)?])
}

const OF_RESIZE: InferBy = InferBy(|input| {
    let image = input.shape(0)?;
    let scalings = scalings(input.constant_shape(1), input.constant_shape(2), input.constant_shape(3))?;
    let mut result = vec![extent(Some(image), 0), DYNAMIC, DYNAMIC, extent(Some(image), 3)];
    for (dim, scaling) in (1..).zip(scalings) {
        let steps = scaling.steps(known(extent(Some(image), dim))?);
        let resized = steps.checked_div(i128::from(scaling.denominator))? + 1;
        result[dim] = i64::try_from(resized).ok().filter(|&resized| resized >= 0)?;
    }
    let result: Shape = Some(result);
    Some(vec![result])
});

fn verify_resize(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), ResizeOp::view_of(op));
    let [scale, offset, border] = [view.scale(), view.offset(), view.border()].map(const_shape_values);
    if let (Some(scale), true) = (&scale, offset.is_some() && border.is_some())
        && scale.iter().any(|&scale| scale <= 0)
    {
        return fail(op, format!("expect all scale values to be > 0, got {}", listed(scale)));
    }
    let Some(scalings) = scalings(scale, offset, border) else { return Ok(()) };
    let (Some(input), Some(output)) = (view.input().ty().shape(cx), view.output().ty().shape(cx)) else {
        return Ok(());
    };
    for (dim, (scaling, [name, axis])) in
        (1..).zip(scalings.into_iter().zip([["height", "y"], ["width", "x"]]))
    {
        // An image of one element is broadcast.
        let Some(size) = known(input[dim]).filter(|&size| size != 1) else { continue };
        let Scaling { numerator, denominator, offset, border } = scaling;
        let Some(quotient) = exact_quotient(scaling.steps(size), i128::from(denominator)) else {
            return fail(
                op,
                format!(
                    "expected (input_{name} - 1) * scale_{axis}_n - offset_{axis} + border_{axis} to be wholly \
                     divisible by scale_{axis}_d, got (({size} - 1) * {numerator} - {offset} + {border}) / {denominator}"
                ),
            );
        };
        let calculated = quotient + 1;
        if let Some(expected) = known(output[dim]).filter(|&expected| expected != calculated) {
            let message = format!("calculated output {name} did not match expected: calculated={calculated}");
            return fail(op, format!("{message}, expected={expected}"));
        }
    }
    Ok(())
}

/// The elements of a table at the positions that elements say.
#[op("tosa.table", traits(Pure), interfaces(dyn InferShapedType = OF_FIRST), verify = verify_table,
     format = "operands attr-dict `:` functional-type(operands, results)")]
pub struct TableOp {
    input1: Operand<TENSOR>,
    table: Operand<TENSOR_1D>,
    output: Res<TENSOR>,
}

fn verify_table(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), TableOp::view_of(op));
    let (Some(input), Some(output)) = (view.input1().ty().shape(cx), view.output().ty().shape(cx)) else {
        return Ok(());
    };
    if input.len() != output.len() {
        return fail(op, "expected input tensor rank to equal result tensor rank");
    }
    for (dim, (&from, &to)) in input.iter().zip(output).enumerate() {
        if to != DYNAMIC && to != from {
            return fail(op, format!("dim(result, {dim}) = {to} doesn't match dim(input, {dim}) = {from}"));
        }
    }
    Ok(())
}

/// The image, if it keeps its size.
fn fold_resize(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let view = ResizeOp::view_of(op);
    let [scale, offset, border] = [view.scale(), view.offset(), view.border()].map(const_shape_values);
    let (Some(scale), Some(offset), Some(border)) = (scale, offset, border) else { return Folded::Unchanged };
    let is_copy = scale.chunks(2).all(|scale| scale.first() == scale.last())
        && offset.iter().chain(&border).all(|&number| number == 0);
    let is_ranked = view.input().ty().shape(op.cx()).is_some();
    if is_copy && is_ranked { unchanged(op) } else { Folded::Unchanged }
}

/// Returns an extent that is a part of another.
pub(crate) fn part_of(extent: i64, size: i64) -> i64 {
    known(extent).filter(|_| size > 0).map_or(DYNAMIC, |extent| extent_of(extent / i128::from(size)))
}

/// The ops of this file.
pub(crate) const OPS: &[&OpDef] = &[GatherOp::DEF, ResizeOp::DEF, ScatterOp::DEF, TableOp::DEF];
