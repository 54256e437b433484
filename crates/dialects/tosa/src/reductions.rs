//! Reductions along an axis.

use terrace_ir::attr_kind::I32Attr;
use terrace_ir::def::CompatibleFn;
use terrace_ir::infer::InferInput;
use terrace_ir::{Attr, CheckResult, DYNAMIC, Folded, OpDef, OpKind, OpRef, Type};
use terrace_macros::op;
use terrace_support::apint::ApInt;

use crate::attrs::{NanPropagationModeAttr, propagate};
use crate::folds::Splat;
use crate::folds_layout::{extent_along_axis, fold_reduction};
use crate::shapes::{InferBy, InferShapedType, Shape, compatible_extents, int_attr, reduced, tensor_type};
use crate::syntax::{parse_with_nan_mode, print_with_enums};
use crate::types::{TENSOR, TENSOR_AT_LEAST_1D};
use crate::verify::fail;

const REDUCED: InferBy = InferBy(|input| Some(vec![reduced(input.shape(0), input.number("axis"))]));

macro_rules! reductions {
    ($list:ident: $($(#[doc = $doc:literal])* $name:ident = $op:literal, $nan:ident $({ $($rest:tt)* })?;)*) => {
        $(reductions!(@op $nan [$(#[doc = $doc])*] $name, $op, [$(, $($rest)*)?]);)*
        /// The ops that reduce to one element along an axis.
        pub(crate) const $list: &[&OpDef] = &[$($name::DEF),*];
    };
    (@op plain [$(#[doc = $doc:literal])*] $name:ident, $op:literal, [$($rest:tt)*]) => {
        $(#[doc = $doc])*
        #[op($op, traits(InferTypes, Pure), interfaces(dyn InferShapedType = REDUCED), infer = infer_reduced,
             compatible = COMPATIBLE, fold = fold_reduction, verify = verify_reduction,
             format = "operands attr-dict `:` functional-type(operands, results)" $($rest)*)]
        pub struct $name {
            input: Operand<TENSOR_AT_LEAST_1D>,
            axis: Prop<I32Attr>,
            output: Res<TENSOR_AT_LEAST_1D>,
        }
    };
    (@op nan [$(#[doc = $doc:literal])*] $name:ident, $op:literal, [$($rest:tt)*]) => {
        $(#[doc = $doc])*
        #[op($op, traits(InferTypes, Pure), interfaces(dyn InferShapedType = REDUCED), infer = infer_reduced,
             compatible = COMPATIBLE, fold = fold_reduction, verify = verify_reduction, asm = (parse_with_nan_mode, print_with_enums),
             syntax = "operands attr-dict `:` functional-type(operands, results)" $($rest)*)]
        pub struct $name {
            input: Operand<TENSOR_AT_LEAST_1D>,
            axis: Prop<I32Attr>,
            nan_mode: DefaultProp<NanPropagationModeAttr, propagate>,
            output: Res<TENSOR_AT_LEAST_1D>,
        }
    };
}

reductions! { REDUCTIONS:
    /// Returns whether all are true.
    ReduceAllOp = "tosa.reduce_all", plain;
    /// Returns whether one is true.
    ReduceAnyOp = "tosa.reduce_any", plain;
    /// The greatest.
    ReduceMaxOp = "tosa.reduce_max", nan;
    /// The least.
    ReduceMinOp = "tosa.reduce_min", nan;
    /// The product.
    ReduceProductOp = "tosa.reduce_product", plain;
    /// The sum.
    ReduceSumOp = "tosa.reduce_sum", plain;
}

/// Compares element types, and extents that are known.
pub(crate) const COMPATIBLE: CompatibleFn = |cx, inferred, found| {
    let fits = |(one, other): (&Type, &Type)| {
        let same = one.element_type_or_self(cx) == other.element_type_or_self(cx);
        same && match (one.shape(cx), other.shape(cx)) {
            (Some(one), Some(other)) => compatible_extents(one, other),
            _ => true,
        }
    };
    inferred.len() == found.len() && inferred.iter().zip(found).all(fits)
};

fn infer_reduced(input: &InferInput<'_>) -> Result<Vec<Type>, String> {
    let (cx, source) = (input.cx, input.operand("input").unwrap_or(Type::NONE));
    let axis = input.prop("axis").and_then(|axis| axis.as_i64(cx));
    Ok(vec![tensor_type(cx, reduced(source.shape(cx), axis), source.element_type_or_self(cx))])
}

fn verify_reduction(op: OpRef<'_>) -> CheckResult {
    let (cx, axis) = (op.cx(), int_attr(op, "axis").unwrap_or(-1));
    if axis < 0 {
        return fail(op, "reduce axis must not be negative");
    }
    let (input, output) = (op.single_operand().ty().shape(cx), op.single_result().ty().shape(cx));
    let outside = |rank: usize| axis >= rank as i64 && (axis != 0 || rank != 0);
    let too_small = |name: &str, rank: usize| {
        fail(op, format!("expect {name} tensor rank ({rank}) to be larger than reduce axis ({axis})"))
    };
    if let Some(input) = input.filter(|input| outside(input.len())) {
        return too_small("input", input.len());
    }
    let Some(output) = output else { return Ok(()) };
    if input.is_some_and(|input| input.len() != output.len()) {
        return fail(op, "expect output tensor rank to be equal to input tensor rank");
    }
    if outside(output.len()) {
        return too_small("output", output.len());
    }
    match output.get(axis as usize) {
        Some(&extent) if extent != 1 && extent != DYNAMIC => {
            fail(op, format!("expect reduced dimension size to be 1, got {extent}"))
        }
        _ => Ok(()),
    }
}

/// The position of the greatest element along an axis.
#[op("tosa.argmax", traits(Pure), interfaces(dyn InferShapedType = WITHOUT_AXIS), verify = verify_argmax,
     fold = fold_argmax,
     asm = (parse_with_nan_mode, print_with_enums),
     syntax = "operands attr-dict `:` functional-type(operands, results)")]
pub struct ArgMaxOp {
    input: Operand<TENSOR_AT_LEAST_1D>,
    axis: Prop<I32Attr>,
    nan_mode: DefaultProp<NanPropagationModeAttr, propagate>,
    output: Res<TENSOR>,
}

/// Returns a shape without an axis.
fn without(shape: &[i64], axis: i64) -> Vec<i64> {
    let kept = shape.iter().enumerate().filter(|(dim, _)| *dim as i64 != axis);
    kept.map(|(_, &extent)| extent).collect()
}

const WITHOUT_AXIS: InferBy = InferBy(|input| {
    let axis = input.number("axis")?;
    let shape: Shape = input.shape(0).map(|shape| without(shape, axis));
    Some(vec![shape])
});

fn verify_argmax(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), ArgMaxOp::view_of(op));
    let result = view.output().ty();
    if !result.element_type_or_self(cx).is_int_or_index(cx) {
        return fail(op, "result tensor is not of integer type");
    }
    let Some(input) = view.input().ty().shape(cx) else { return Ok(()) };
    if !(0..input.len() as i64).contains(&view.axis()) {
        return fail(op, "specified axis is outside the rank of the tensor");
    }
    let (expected, Some(found)) = (without(input, view.axis()), result.shape(cx)) else { return Ok(()) };
    match compatible_extents(&expected, found) {
        true => Ok(()),
        false => {
            let [expected, found] = [&expected[..], found].map(crate::verify::listed);
            fail(op, format!("expected output shape '{expected}', got '{found}'"))
        }
    }
}

/// Zero, if there is one element along the axis.
fn fold_argmax(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let (cx, ty) = (op.cx(), ArgMaxOp::view_of(op).output().ty());
    let Some(element) = ty.element_type(cx).filter(|element| element.is_integer(cx)) else {
        return Folded::Unchanged;
    };
    match (extent_along_axis(op), element.bit_width(cx)) {
        (Some(1), Some(width)) if op.single_operand().ty().num_elements(cx).is_some() => {
            Splat::Int(ApInt::zero(width)).attr(cx, ty).into()
        }
        _ => Folded::Unchanged,
    }
}

/// The ops of this file.
pub(crate) const OPS: &[&[&OpDef]] = &[REDUCTIONS, &[ArgMaxOp::DEF]];
