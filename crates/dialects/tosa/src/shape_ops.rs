//! Ops on shapes.

use terrace_ir::attr_kind::I32Attr;
use terrace_ir::def::OpDef;
use terrace_ir::fold::constant_value;
use terrace_ir::matchers::single_int;
use terrace_ir::{CheckResult, OpKind, OpRef, Type, ValueRef};
use terrace_macros::op;

use crate::attrs::IndexElementsAttr;
use crate::interfaces::{Marker, TosaShapeOperator};
use crate::types::{SCALAR_I32_TENSOR, SHAPE, TENSOR_AT_LEAST_1D, shape_rank};
use crate::verify::{check_shape_operands, fail, quoted};

/// Checks that operands and results have as many extents.
fn check_same_ranks(op: OpRef<'_>) -> CheckResult {
    let rank = |value: ValueRef<'_>| shape_rank(op.cx(), value.ty());
    let Some(first) = op.operands().next().map(rank) else {
        return fail(op, "expected 1 or more operands, but found 0");
    };
    if !op.operands().all(|value| rank(value) == first) {
        return fail(op, "operands don't have matching ranks");
    }
    match op.results().all(|value| rank(value) == first) {
        true => Ok(()),
        false => fail(op, "result shape has different rank than operands"),
    }
}

macro_rules! shape_ops {
    ($list:ident: $($(#[doc = $doc:literal])* $name:ident = $op:literal, $($input:ident),* $({ $($rest:tt)* })?;)*) => {
        $(
            $(#[doc = $doc])*
            #[op($op, traits(Pure, Check(check_same_ranks), Check(check_shape_operands)),
                 interfaces(dyn TosaShapeOperator = Marker),
                 format = "operands attr-dict `:` functional-type(operands, results)" $(, $($rest)*)?)]
            pub struct $name {
                $($input: Operand<SHAPE>,)*
                output: Res<SHAPE>,
            }
        )*
        const $list: &[&OpDef] = &[$($name::DEF),*];
    };
}

shape_ops! { ELEMENTWISE:
    /// The sums of extents.
    AddShapeOp = "tosa.add_shape", input1, input2;
    /// The quotients of extents, rounded up.
    DivCeilShapeOp = "tosa.div_ceil_shape", input1, input2;
    /// The quotients of extents, rounded down.
    DivFloorShapeOp = "tosa.div_floor_shape", input1, input2;
    /// Powers of two.
    Exp2ShapeOp = "tosa.exp2_shape", input;
    /// Binary logarithms, rounded up.
    Log2CeilShapeOp = "tosa.log2_ceil_shape", input;
    /// Binary logarithms, rounded down.
    Log2FloorShapeOp = "tosa.log2_floor_shape", input;
    /// The greater extents.
    MaxShapeOp = "tosa.max_shape", input1, input2;
    /// The lesser extents.
    MinShapeOp = "tosa.min_shape", input1, input2;
    /// The remainders of extents.
    ModShapeOp = "tosa.mod_shape", input1, input2;
    /// The products of extents.
    MulShapeOp = "tosa.mul_shape", input1, input2;
    /// The differences of extents.
    SubShapeOp = "tosa.sub_shape", input1, input2;
}

/// A constant shape, where -1 stands for an extent that is inferred.
#[op("tosa.const_shape", traits(ConstantLike, Pure), interfaces(dyn TosaShapeOperator = Marker),
     verify = verify_const_shape, fold = |op, _| ConstShapeOp::view_of(op).values_attr().opt().into(),
     format = "operands attr-dict `:` functional-type(operands, results)")]
pub struct ConstShapeOp {
    values: Prop<IndexElementsAttr>,
    output: Res<SHAPE>,
}

fn verify_const_shape(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), ConstShapeOp::view_of(op));
    let ty = view.values_attr().ty(cx).unwrap_or(Type::NONE);
    if ty.shape(cx).map(<[i64]>::len) != Some(1) {
        return fail(op, "expect elements in attribute values with rank 1");
    }
    let (Some(count), Some(rank)) = (ty.num_elements(cx), shape_rank(cx, view.output().ty())) else {
        return Ok(());
    };
    if count == rank as i64 || (count == 1 && rank == 0) {
        return Ok(());
    }
    let message =
        format!("expect number of elements in attribute values ({count}) to be equal to the rank ({rank})");
    fail(op, format!("{message} for the result shape type"))
}

/// The extents of several shapes, one shape after the other.
#[op("tosa.concat_shape", traits(Pure, Check(check_shape_operands)), interfaces(dyn TosaShapeOperator = Marker),
     verify = verify_concat_shape, format = "operands attr-dict `:` functional-type(operands, results)")]
pub struct ConcatShapeOp {
    input: VarOperand<SHAPE>,
    output: Res<SHAPE>,
}

fn verify_concat_shape(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), ConcatShapeOp::view_of(op));
    let sum: usize = view.input().filter_map(|input| shape_rank(cx, input.ty())).sum();
    match shape_rank(cx, view.output().ty()) {
        Some(rank) if rank != sum => {
            let message = "requires output shape rank to be equal to the sum of the input shape ranks";
            fail(op, format!("{message} ({sum}), got {rank}"))
        }
        _ => Ok(()),
    }
}

/// An extent of a tensor, as a shape of one extent.
#[op("tosa.dim", traits(Pure), interfaces(dyn TosaShapeOperator = Marker), verify = verify_dim,
     format = "operands attr-dict `:` functional-type(operands, results)")]
pub struct DimOp {
    input1: Operand<TENSOR_AT_LEAST_1D>,
    axis: Prop<I32Attr>,
    output: Res<SHAPE>,
}

fn verify_dim(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), DimOp::view_of(op));
    if shape_rank(cx, view.output().ty()) != Some(1) {
        let found = quoted(cx, view.output().ty());
        return fail(op, format!("expect output shape type to contain one element, got {found}"));
    }
    let (axis, shape) = (view.axis(), view.input1().ty().shape(cx));
    match shape {
        Some(shape) if !(0..shape.len() as i64).contains(&axis) => {
            fail(op, format!("expect axis to be in the range [0, {}), got {axis}", shape.len()))
        }
        _ => Ok(()),
    }
}

/// Some of the extents.
#[op("tosa.slice_shape", traits(Pure, Check(check_shape_operands)), interfaces(dyn TosaShapeOperator = Marker),
     verify = verify_slice_shape, format = "operands attr-dict `:` functional-type(operands, results)")]
pub struct SliceShapeOp {
    input: Operand<SHAPE>,
    start: Operand<SCALAR_I32_TENSOR>,
    size: Operand<SCALAR_I32_TENSOR>,
    output: Res<SHAPE>,
}

fn verify_slice_shape(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), SliceShapeOp::view_of(op));
    let number = |value: ValueRef<'_>| single_int(cx, constant_value(value))?.to_i64();
    let (start, size) = (number(view.start()), number(view.size()));
    if let Some(start) = start.filter(|&start| start < 0) {
        return fail(op, format!("expected non-negative start index, got {start}"));
    }
    let Some(size) = size else { return Ok(()) };
    if size <= 0 {
        return fail(op, format!("expected positive size, got {size}"));
    }
    let (Some(rank), Some(input)) = (shape_rank(cx, view.output().ty()), shape_rank(cx, view.input().ty()))
    else {
        return Ok(());
    };
    if rank as i64 != size {
        let got = format!("got {rank} vs {size}");
        return fail(op, format!("expected output type size to be equal to size attribute, {got}"));
    }
    match start.map(|start| start + size) {
        Some(end) if end > input as i64 => {
            let message = "expected start + size to be less than or equal to input shape rank";
            fail(op, format!("{message} ({input}), got {end}"))
        }
        _ => Ok(()),
    }
}

const OTHERS: &[&OpDef] = &[ConcatShapeOp::DEF, ConstShapeOp::DEF, DimOp::DEF, SliceShapeOp::DEF];

/// The ops of this file.
pub(crate) const OPS: &[&[&OpDef]] = &[ELEMENTWISE, OTHERS];
