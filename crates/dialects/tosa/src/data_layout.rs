//! Ops that move elements.

use terrace_dialects_mem::extents::extent;
use terrace_ir::attr_kind::{DenseI32ArrayAttr, I32Attr};
use terrace_ir::fold::Change;
use terrace_ir::infer::InferInput;
use terrace_ir::tiling::ReifyShapes;
use terrace_ir::{
    Attr, CheckResult, DYNAMIC, Folded, Op, OpDef, OpFoldResult, OpKind, OpRef, Rewriter, Type, Value,
    ValueRef,
};
use terrace_macros::op;

use crate::folds::{Splat, plain_constant};
use crate::folds_layout::{self, element_at, unchanged, with_type};
use crate::reductions::COMPATIBLE;
use crate::shapes::{
    BROADCAST, InferBy, InferShapedType, Shape, ShapeInput, concatenated, const_shape_values, dynamic_shape,
    extent_of, tensor_type,
};
use crate::types::known;
use crate::types::{SCALAR_TENSOR, SHAPE, TENSOR, TENSOR_AT_LEAST_1D, shape_rank};
use crate::verify::{check_shape_operands, fail, input_like_output, same_element_types};

/// The elements of several tensors, one tensor after the other along an axis.
#[op("tosa.concat", traits(InferTypes, Pure), interfaces(dyn InferShapedType = OF_CONCAT), infer = infer_concat,
     compatible = COMPATIBLE, verify = verify_concat, fold = fold_concat,
     format = "operands attr-dict `:` functional-type(operands, results)")]
pub struct ConcatOp {
    input1: VarOperand<TENSOR_AT_LEAST_1D>,
    axis: Prop<I32Attr>,
    output: Res<TENSOR_AT_LEAST_1D>,
}

const OF_CONCAT: InferBy = InferBy(|input| {
    concatenated(input.cx(), input.operands, input.number("axis")).ok().map(|shape| vec![shape])
});

fn infer_concat(input: &InferInput<'_>) -> Result<Vec<Type>, String> {
    let (cx, axis) = (input.cx, input.prop("axis").and_then(|axis| axis.as_i64(input.cx)));
    let element = input.operands.first().map_or(Type::NONE, |ty| ty.element_type_or_self(cx));
    Ok(vec![tensor_type(cx, concatenated(cx, input.operands, axis)?, element)])
}

fn verify_concat(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), ConcatOp::view_of(op));
    let (output, axis) = (view.output(), view.axis());
    if view.input1().len() == 0 {
        return fail(op, "expect at least one input");
    }
    view.input1().try_for_each(|input| input_like_output(op, input, output))?;
    let shapes: Vec<Option<&[i64]>> = view.input1().map(|input| input.ty().shape(cx)).collect();
    let Some(first) = shapes.iter().find_map(|shape| *shape) else { return Ok(()) };
    let Some(at) = usize::try_from(axis).ok().filter(|&axis| axis < first.len()) else {
        let range = "expect axis to be within range 0 < axis < rank(input1[firstRankedTensorIdx])";
        return fail(op, format!("{range}, got {axis}"));
    };
    let Some(shapes) = shapes.into_iter().collect::<Option<Vec<&[i64]>>>() else { return Ok(()) };
    for (operand, shape) in shapes.iter().enumerate().skip(1) {
        let (rank, found) = (first.len(), shape.len());
        if rank != found {
            let got = format!("but got {rank} vs {found} on operands 0 and {operand}");
            return fail(op, format!("expect all operands to have the same rank, {got}"));
        }
        for dim in (0..rank).filter(|&dim| dim != at && first[dim] != DYNAMIC && shape[dim] != DYNAMIC) {
            if first[dim] != shape[dim] {
                let got = format!("but got {} vs {} at index {dim}", shape[dim], first[dim]);
                let message = "expect all operand shapes to have the same sizes on non-axis dimensions";
                return fail(op, format!("{message}, {got} on operands 0 and {operand}"));
            }
        }
    }
    check_concat_result(op, &shapes, output, at)
}

fn check_concat_result(op: OpRef<'_>, shapes: &[&[i64]], output: ValueRef<'_>, axis: usize) -> CheckResult {
    let Some(result) = output.ty().shape(op.cx()) else { return Ok(()) };
    let rank = shapes[0].len();
    if result.len() != rank {
        return fail(op, format!("expect output rank to match inputs rank, got {} vs {rank}", result.len()));
    }
    let sum = shapes.iter().try_fold(0, |sum, shape| Some(sum + known(shape[axis])?));
    match (sum, known(result[axis])) {
        (Some(sum), Some(found)) if sum != found => {
            let message = "requires sum of axis dimensions of input1 equal to output axis dimension";
            fail(op, format!("{message}, got {sum} and {found}"))
        }
        _ => Ok(()),
    }
}

/// The elements with others around them.
#[op("tosa.pad", traits(Pure, Check(check_shape_operands)), interfaces(dyn InferShapedType = OF_PAD),
     verify = verify_pad, fold = folds_layout::fold_pad, format = "operands attr-dict `:` functional-type(operands, results)")]
pub struct PadOp {
    input1: Operand<TENSOR_AT_LEAST_1D>,
    padding: Operand<SHAPE>,
    pad_const: Operand<SCALAR_TENSOR>,
    output: Res<TENSOR_AT_LEAST_1D>,
}

const OF_PAD: InferBy = InferBy(|input| {
    let Some(shape) = input.shape(0) else { return Some(vec![dynamic_shape(input.rank_of_shape(1)? / 2)]) };
    let Some(padding) = input.constant_shape(1) else { return Some(vec![dynamic_shape(shape.len())]) };
    let padded = |(dim, &extent): (usize, &i64)| match (padding.get(2 * dim), padding.get(2 * dim + 1)) {
        (Some(&front @ 0..), Some(&back @ 0..)) => {
            known(extent).map_or(DYNAMIC, |extent| extent_of(extent + i128::from(front) + i128::from(back)))
        }
        _ => DYNAMIC,
    };
    let result: Shape = Some(shape.iter().enumerate().map(padded).collect());
    Some(vec![result])
});

fn verify_pad(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), PadOp::view_of(op));
    input_like_output(op, view.input1(), view.output())?;
    input_like_output(op, view.pad_const(), view.output())?;
    let (Some(input), Some(output)) = (view.input1().ty().shape(cx), view.output().ty().shape(cx)) else {
        return Ok(());
    };
    let (rank, found) = (input.len(), output.len());
    if rank != found {
        let got = format!("but got inputRank: {rank}, outputRank: {found}");
        return fail(op, format!("expect same input and output tensor rank, {got}"));
    }
    let Some(padding) = const_shape_values(view.padding()) else { return Ok(()) };
    if padding.len() != rank * 2 {
        let (wanted, found) = (rank * 2, padding.len());
        return fail(op, format!("padding tensor must have {rank} * 2 = {wanted} elements, but got {found}"));
    }
    for (dim, pads) in padding.chunks(2).enumerate() {
        let (front, back) = (pads[0], pads[1]);
        if front < -1 || back < -1 {
            let message =
                format!("invalid padding values at dimension {dim}: values must be non-negative or -1 for");
            return fail(op, format!("{message} dynamic padding, got [{front}, {back}]"));
        }
        let (Some(from), Some(to)) = (known(input[dim]), known(output[dim])) else { continue };
        let expected = from + i128::from(front) + i128::from(back);
        if expected != to {
            let message =
                format!("mismatch in output shape at dimension {dim}: expected {from} + {front} + {back}");
            return fail(op, format!("{message} = {expected}, but got {to}"));
        }
    }
    Ok(())
}

/// The elements under another shape.
#[op("tosa.reshape", traits(InferTypes, Pure, Check(check_shape_operands)),
     interfaces(dyn InferShapedType = OF_RESHAPE), infer = infer_reshape, compatible = same_elements,
     verify = verify_reshape, fold = fold_reshape, format = "operands attr-dict `:` functional-type(operands, results)")]
pub struct ReshapeOp {
    input1: Operand<TENSOR>,
    shape: Operand<SHAPE>,
    output: Res<TENSOR>,
}

/// Returns the shape that a constant asks for, where one extent may follow from the number of elements.
fn reshaped(from: Option<&[i64]>, to: &[i64]) -> Vec<i64> {
    let product =
        |shape: &[i64]| shape.iter().try_fold(1, |count: i128, &extent| count.checked_mul(known(extent)?));
    let explicit: Vec<i64> = to.iter().copied().filter(|&extent| extent != -1).collect();
    let inferred = from.and_then(product).zip(product(&explicit));
    let inferred =
        inferred.filter(|&(_, explicit)| explicit != 0).map(|(all, explicit)| extent_of(all / explicit));
    to.iter().map(|&extent| if extent == -1 { inferred.unwrap_or(DYNAMIC) } else { extent }).collect()
}

const OF_RESHAPE: InferBy = InferBy(|input| match input.constant_shape(1) {
    Some(to) => Some(vec![Some(reshaped(input.shape(0), &to))]),
    None => Some(vec![dynamic_shape(input.rank_of_shape(1)?)]),
});

fn infer_reshape(input: &InferInput<'_>) -> Result<Vec<Type>, String> {
    let element = input.operand("input1").map_or(Type::NONE, |ty| ty.element_type_or_self(input.cx));
    let rank = input.operand("shape").and_then(|ty| shape_rank(input.cx, ty));
    Ok(vec![tensor_type(input.cx, rank.and_then(dynamic_shape), element)])
}

fn same_elements(cx: &terrace_ir::Context, inferred: &[Type], found: &[Type]) -> bool {
    let element = |types: &[Type]| types.first().map(|ty| ty.element_type_or_self(cx));
    inferred.len() == found.len() && element(inferred) == element(found)
}

fn verify_reshape(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), ReshapeOp::view_of(op));
    input_like_output(op, view.input1(), view.output())?;
    let Some(to) = const_shape_values(view.shape()) else { return Ok(()) };
    if to.iter().filter(|&&extent| extent == -1).count() > 1 {
        return fail(op, "expected at most one target dimension to be -1");
    }
    let Some(output) = view.output().ty().shape(cx) else { return Ok(()) };
    if to.len() != output.len() {
        return fail(op, "new shape does not match result rank");
    }
    for (&wanted, &found) in to.iter().zip(output) {
        if wanted != -1 && wanted != DYNAMIC && found != DYNAMIC && wanted != found {
            return fail(op, "new shape is inconsistent with result shape");
        }
        if wanted != DYNAMIC && wanted < -1 {
            return fail(op, format!("new shape has invalid tensor dimension size {wanted}"));
        }
    }
    let count =
        |shape: &[i64]| shape.iter().try_fold(1, |count: i128, &extent| count.checked_mul(known(extent)?));
    let Some(elements) = view.input1().ty().shape(cx).and_then(count) else { return Ok(()) };
    let mismatch = |found: i128| fail(op, format!("cannot reshape {elements} elements into {found}"));
    if let Some(found) = count(output).filter(|&found| found != elements) {
        return mismatch(found);
    }
    let positive: Vec<i64> = to.iter().copied().filter(|&extent| extent > 0).collect();
    let Some(explicit) = count(&positive) else { return Ok(()) };
    let is_static = positive.len() == to.len();
    if (is_static && elements != explicit) || (!is_static && explicit > elements) {
        return mismatch(explicit);
    }
    Ok(())
}

/// The elements in reverse order along an axis.
#[op("tosa.reverse", traits(Pure), interfaces(dyn InferShapedType = BROADCAST), verify = verify_reverse,
     fold = folds_layout::fold_reverse,
     format = "operands attr-dict `:` functional-type(operands, results)")]
pub struct ReverseOp {
    input1: Operand<TENSOR_AT_LEAST_1D>,
    axis: Prop<I32Attr>,
    output: Res<TENSOR_AT_LEAST_1D>,
}

fn verify_reverse(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), ReverseOp::view_of(op));
    input_like_output(op, view.input1(), view.output())?;
    let axis = view.axis();
    if axis < 0 {
        return fail(op, "expected non-negative reverse axis");
    }
    let [input, output] = [view.input1().ty(), view.output().ty()].map(|ty| ty.shape(cx).map(<[i64]>::len));
    let outside = |rank: usize| axis >= rank as i64 && (axis != 0 || rank != 0);
    let too_small = |name: &str, rank: usize| {
        fail(op, format!("expect {name} tensor rank ({rank}) to be larger than reverse axis ({axis})"))
    };
    if let Some(rank) = input.filter(|&rank| outside(rank)) {
        return too_small("input", rank);
    }
    if let (Some(input), Some(output)) = (input, output)
        && input != output
    {
        return fail(op, "expect output tensor rank to be equal to input tensor rank");
    }
    output.filter(|&rank| outside(rank)).map_or(Ok(()), |rank| too_small("output", rank))
}

/// A part of the elements.
#[op("tosa.slice", traits(Pure, Check(check_shape_operands)), interfaces(dyn InferShapedType = OF_SLICE),
     verify = verify_slice, fold = fold_slice, format = "operands attr-dict `:` functional-type(operands, results)")]
pub struct SliceOp {
    input1: Operand<TENSOR_AT_LEAST_1D>,
    start: Operand<SHAPE>,
    size: Operand<SHAPE>,
    output: Res<TENSOR_AT_LEAST_1D>,
}

/// Returns an extent of a slice: a size of -1 is that of the rest.
fn sliced(input: i64, start: i64, size: i64) -> i64 {
    let is_inside = start >= 0 && (input == DYNAMIC || start < input);
    match size {
        _ if !is_inside => DYNAMIC,
        -1 if input != DYNAMIC => input - start,
        1.. if known(input).is_none_or(|input| i128::from(start) + i128::from(size) <= input) => size,
        _ => DYNAMIC,
    }
}

const OF_SLICE: InferBy = InferBy(|input| {
    let (Some(start), Some(size)) = (input.constant_shape(1), input.constant_shape(2)) else {
        return Some(vec![dynamic_shape(input.rank_of_shape(2)?)]);
    };
    let Some(shape) = input.shape(0) else {
        let sizes: Shape = Some(size.iter().map(|&size| extent_of(i128::from(size))).collect());
        return Some(vec![sizes]);
    };
    let extents = shape.iter().zip(&start).zip(&size);
    let result: Shape = Some(extents.map(|((&extent, &start), &size)| sliced(extent, start, size)).collect());
    Some(vec![result])
});

fn verify_slice(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), SliceOp::view_of(op));
    input_like_output(op, view.input1(), view.output())?;
    let Some(input) = view.input1().ty().shape(cx) else { return Ok(()) };
    if let Some(output) = view.output().ty().shape(cx)
        && output.len() != input.len()
    {
        let got = format!("got {} and {}", input.len(), output.len());
        return fail(op, format!("expect input1 and output to have the same ranks, {got}"));
    }
    for (shape, name) in [(view.start(), "start"), (view.size(), "size")] {
        if shape_rank(cx, shape.ty()) != Some(input.len()) {
            return fail(op, format!("length of {name} is not equal to rank of input shape"));
        }
    }
    Ok(())
}

/// The elements repeated along each dimension.
#[op("tosa.tile", traits(Pure, Check(check_shape_operands)), interfaces(dyn InferShapedType = OF_TILE),
     verify = verify_tile, fold = folds_layout::fold_tile, format = "operands attr-dict `:` functional-type(operands, results)")]
pub struct TileOp {
    input1: Operand<TENSOR_AT_LEAST_1D>,
    multiples: Operand<SHAPE>,
    output: Res<TENSOR_AT_LEAST_1D>,
}

const OF_TILE: InferBy = InferBy(|input| {
    let rank = input.rank_of_shape(1)?;
    let (Some(multiples), Some(shape)) = (input.constant_shape(1), input.shape(0)) else {
        return Some(vec![dynamic_shape(rank)]);
    };
    if multiples.len() != shape.len() {
        return None;
    }
    let tiled = |(&extent, &multiple): (&i64, &i64)| match (known(extent), multiple) {
        (Some(extent), 0..) => extent_of(extent.saturating_mul(i128::from(multiple))),
        _ => DYNAMIC,
    };
    let result: Shape = Some(shape.iter().zip(&multiples).map(tiled).collect());
    Some(vec![result])
});

fn verify_tile(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), TileOp::view_of(op));
    input_like_output(op, view.input1(), view.output())?;
    let [input, output] = [view.input1().ty(), view.output().ty()].map(|ty| ty.shape(cx).map(<[i64]>::len));
    let Some(multiples) = shape_rank(cx, view.multiples().ty()) else { return Ok(()) };
    match (input, output) {
        (Some(rank), _) if rank != multiples => {
            return fail(op, format!("expect 'multiples' to have rank {rank} but got {multiples}."));
        }
        (Some(rank), Some(found)) if rank != found => {
            return fail(op, "expect same input and output tensor rank.");
        }
        (None, Some(rank)) if rank != multiples => {
            return fail(op, format!("expect 'multiples' array to have length {rank} but got {multiples}."));
        }
        _ => {}
    }
    let Some(values) = const_shape_values(view.multiples()) else { return Ok(()) };
    match values.iter().all(|&value| value > 0 || value == -1) {
        true => Ok(()),
        false => fail(op, "expect element of 'multiples' to be positive integer or -1."),
    }
}

/// The elements under permuted dimensions.
#[op("tosa.transpose", traits(AllElementTypesMatch(&["input1", "output"]), Pure),
     interfaces(dyn InferShapedType = OF_TRANSPOSE, dyn ReifyShapes), verify = verify_transpose, fold = fold_transpose,
     format = "operands attr-dict `:` functional-type(operands, results)")]
pub struct TransposeOp {
    input1: Operand<TENSOR_AT_LEAST_1D>,
    perms: Prop<DenseI32ArrayAttr>,
    output: Res<TENSOR_AT_LEAST_1D>,
}

impl ReifyShapes for TransposeOp {
    fn reify_shapes(&self, rw: &mut Rewriter<'_>, op: Op) -> Option<Vec<Vec<OpFoldResult>>> {
        let (view, loc) = (TransposeOp::view_of(rw.op(op)), rw.body().loc(op));
        let (input, order) = (view.input1().id(), permutation(&view.perms().to_vec())?);
        view.input1().ty().shape(rw.cx()).filter(|shape| shape.len() == order.len())?;
        Some(vec![order.into_iter().map(|dim| extent(rw, input, dim, loc)).collect()])
    }
}

/// Returns the permutation of an op as positions; `None` if it is none.
pub fn permutation(perms: &[i32]) -> Option<Vec<usize>> {
    let mut seen = vec![false; perms.len()];
    let position = |&dim: &i32| {
        let at = usize::try_from(dim).ok()?;
        (!std::mem::replace(seen.get_mut(at)?, true)).then_some(at)
    };
    perms.iter().map(position).collect()
}

fn transposed(input: &ShapeInput<'_>) -> Option<Vec<Shape>> {
    let Some(shape) = input.shape(0) else { return Some(vec![None]) };
    let perms = TransposeOp::view_of(input.op).perms().to_vec();
    if perms.len() != shape.len() {
        return None;
    }
    let extent = |&dim: &i32| shape.get(usize::try_from(dim).ok()?).copied();
    let result: Vec<i64> = perms.iter().map(extent).collect::<Option<_>>()?;
    Some(vec![Some(result)])
}

const OF_TRANSPOSE: InferBy = InferBy(transposed);

fn verify_transpose(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), TransposeOp::view_of(op));
    same_element_types(op, view.input1().ty(), view.output().ty(), ["input", "output"])?;
    let (input, output) = (view.input1().ty().shape(cx), view.output().ty().shape(cx));
    let perms = view.perms().to_vec();
    let wrong_size = |rank: usize, which: &str| {
        let got = format!("({which} rank) but got size {}", perms.len());
        fail(op, format!("expected perms attribute to have size {rank} {got}"))
    };
    if let Some(input) = input.filter(|input| input.len() != perms.len()) {
        return wrong_size(input.len(), "input");
    }
    if let (Some(input), Some(output)) = (input, output)
        && input.len() != output.len()
    {
        return fail(op, "expected input tensor rank to equal result tensor rank");
    }
    if let Some(output) = output.filter(|output| output.len() != perms.len()) {
        return wrong_size(output.len(), "output");
    }
    let Some(order) = permutation(&perms) else { return fail(op, "expected valid permutation indices") };
    let (Some(input), Some(output)) = (input, output) else { return Ok(()) };
    let count =
        |shape: &[i64]| shape.iter().try_fold(1, |count: i128, &extent| count.checked_mul(known(extent)?));
    if let (Some(from), Some(to)) = (count(input), count(output))
        && from != to
    {
        let got = format!("got {from} and {to}");
        return fail(op, format!("expected input1 and output to have same numbers of elements, {got}"));
    }
    for (dim, (&found, &source)) in output.iter().zip(&order).enumerate() {
        let expected = input[source];
        if expected != DYNAMIC && found != DYNAMIC && expected != found {
            let message = format!("expected output tensor dim {dim} to match input dim {source}");
            return fail(op, format!("{message} with value of {expected}"));
        }
    }
    Ok(())
}

/// The operand under its own shape; a reshaped tensor that is reshaped; a constant under the shape.
fn fold_reshape(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let (cx, view) = (op.cx(), ReshapeOp::view_of(op));
    let (from, to) = (view.input1().ty(), view.output().ty());
    let (Some(shape), Some(_)) = (from.shape(cx), to.shape(cx)) else { return Folded::Unchanged };
    let dynamic = shape.iter().filter(|&&extent| known(extent).is_none()).count();
    if from == to && dynamic < 2 {
        return view.input1().into();
    }
    if let Some(inner) = view.input1().defined_by::<ReshapeOp>() {
        return Change::Operand(0, inner.input1().id()).into();
    }
    let Some(constant) = plain_constant(op, constants, 0) else { return Folded::Unchanged };
    // A large constant is not made twice.
    let is_single = view.input1().uses().count() == 1;
    if Splat::of(cx, constant).is_none() && !(is_single && const_shape_values(view.shape()).is_some()) {
        return Folded::Unchanged;
    }
    with_type(cx, constant, to).into()
}

/// The whole operand; a part of a constant whose elements are alike, or one element of another.
fn fold_slice(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let (cx, view) = (op.cx(), SliceOp::view_of(op));
    let (from, to) = (view.input1().ty(), view.output().ty());
    if from == to && from.num_elements(cx).is_some() {
        return view.input1().into();
    }
    let Some(constant) = plain_constant(op, constants, 0) else { return Folded::Unchanged };
    if let Some(element) = Splat::of(cx, constant) {
        return element.attr(cx, to).into();
    }
    element_at(cx, constant, const_shape_values(view.start()), to).into()
}

/// The operand, if its dimensions stay; a constant whose elements are alike.
fn fold_transpose(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let (cx, view) = (op.cx(), TransposeOp::view_of(op));
    if let Some(element) = plain_constant(op, constants, 0).and_then(|attr| Splat::of(cx, attr))
        && let Some(attr) = element.attr(cx, view.output().ty())
    {
        return attr.into();
    }
    let perms = view.perms();
    if perms.iter().eq(0..perms.len() as i32) { unchanged(op) } else { Folded::Unchanged }
}

/// Takes the operands of concatenations along the same axis in their place.
fn fold_concat(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let view = ConcatOp::view_of(op);
    let (mut operands, mut found): (Vec<Value>, bool) = (Vec::new(), false);
    for operand in view.input1() {
        match operand.defined_by::<ConcatOp>().filter(|inner| inner.axis() == view.axis()) {
            Some(inner) if inner.0.id() != op.id() => {
                found = true;
                operands.extend(inner.input1().map(|value| value.id()));
            }
            _ => operands.push(operand.id()),
        }
    }
    if found { Change::Operands(operands).into() } else { Folded::Unchanged }
}

/// The ops of this file.
pub(crate) const OPS: &[&OpDef] =
    &[ConcatOp::DEF, PadOp::DEF, ReshapeOp::DEF, ReverseOp::DEF, SliceOp::DEF, TileOp::DEF, TransposeOp::DEF];
