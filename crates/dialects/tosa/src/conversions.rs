//! Conversions of elements.

use terrace_ir::attr_kind::BoolAttr;
use terrace_ir::verify::compatible_shapes;
use terrace_ir::{CheckResult, DYNAMIC, OpDef, OpKind, OpRef, Type, ValueRef};
use terrace_macros::op;

use crate::attrs::{BlockSizeAttr, RoundingModeAttr};
use crate::images::part_of;
use crate::shapes::{BROADCAST, InferBy, InferShapedType, OF_FIRST, compatible_extents};
use crate::syntax::{parse_with_block_size, parse_with_rounding, print_with_enums};
use crate::types::{
    I8_1D, I8_LIKE, I16_OR_I32_1D, INT_LIKE, MXFP_DATA_AT_LEAST_1D, MXFP_SCALE_AT_LEAST_1D,
    SCALAR_INT_OR_FLOAT_TENSOR, TENSOR, TENSOR_AT_LEAST_1D, is_integer_of, storage_element,
};
use crate::verify::{fail, quoted, zero_point};

/// The elements in another type.
#[op("tosa.cast", traits(Pure, SameOperandsAndResultShape), interfaces(dyn InferShapedType = BROADCAST),
     fold = crate::folds::fold_cast,
     format = "operands attr-dict `:` functional-type(operands, results)")]
pub struct CastOp {
    input: Operand<TENSOR>,
    output: Res<TENSOR>,
}

/// Micro-scaled numbers as numbers.
#[op("tosa.cast_from_block_scaled", traits(Pure), interfaces(dyn InferShapedType = OF_FIRST), verify = verify_cast_from,
     asm = (parse_with_block_size, print_with_enums),
     syntax = "operands attr-dict `:` functional-type(operands, results)")]
pub struct CastFromBlockScaledOp {
    input_data: Operand<MXFP_DATA_AT_LEAST_1D>,
    input_scale: Operand<MXFP_SCALE_AT_LEAST_1D>,
    block_size: Prop<BlockSizeAttr>,
    output_data: Res<TENSOR_AT_LEAST_1D>,
}

/// Numbers as micro-scaled ones, with their scales.
#[op("tosa.cast_to_block_scaled", traits(Pure), interfaces(dyn InferShapedType = WITH_SCALES), verify = verify_cast_to,
     asm = (parse_with_block_size, print_with_enums),
     syntax = "operands attr-dict `:` functional-type(operands, results)")]
pub struct CastToBlockScaledOp {
    input_data: Operand<TENSOR_AT_LEAST_1D>,
    block_size: Prop<BlockSizeAttr>,
    output_data: Res<MXFP_DATA_AT_LEAST_1D>,
    output_scale: Res<MXFP_SCALE_AT_LEAST_1D>,
}

const WITH_SCALES: InferBy = InferBy(|input| {
    let Some(shape) = input.shape(0) else { return Some(vec![None]) };
    let size = CastToBlockScaledOp::view_of(input.op).block_size().elements();
    let mut scales = shape.to_vec();
    if let Some(last) = scales.last_mut() {
        *last = part_of(*last, size);
    }
    Some(vec![Some(shape.to_vec()), Some(scales)])
});

fn verify_cast_from(op: OpRef<'_>) -> CheckResult {
    let view = CastFromBlockScaledOp::view_of(op);
    let (data, scale) = ((view.input_data(), "input_data"), (view.input_scale(), "input_scale"));
    check_same_shape(op, data, (view.output_data(), "output_data"))?;
    check_scales(op, data, scale, view.block_size().elements())
}

fn verify_cast_to(op: OpRef<'_>) -> CheckResult {
    let view = CastToBlockScaledOp::view_of(op);
    let (input, data) = ((view.input_data(), "input_data"), (view.output_data(), "output_data"));
    let size = view.block_size().elements();
    check_same_shape(op, input, data)?;
    check_divisible(op, input, size)?;
    check_scales(op, data, (view.output_scale(), "output_scale"), size)
}

/// A value with its name in messages.
type Named<'a> = (ValueRef<'a>, &'static str);

fn check_same_shape(op: OpRef<'_>, (one, name1): Named<'_>, (other, name2): Named<'_>) -> CheckResult {
    let (cx, one, other) = (op.cx(), one.ty(), other.ty());
    if compatible_shapes(cx, one, other) {
        return Ok(());
    }
    let (one, other) = (quoted(cx, one), quoted(cx, other));
    fail(op, format!("require compatible shapes for {name1} ({one}) and {name2} ({other})"))
}

fn check_divisible(op: OpRef<'_>, (value, name): Named<'_>, size: i64) -> CheckResult {
    let last = value.ty().shape(op.cx()).and_then(|shape| shape.last().copied());
    match last {
        Some(last) if last != DYNAMIC && last % size != 0 => {
            let message =
                format!("expect last dimension of {name} ({last}) to be divisible by block_size ({size})");
            fail(op, message)
        }
        _ => Ok(()),
    }
}

/// Checks that each block has a scale.
fn check_scales(op: OpRef<'_>, data: Named<'_>, (scale, scale_name): Named<'_>, size: i64) -> CheckResult {
    check_divisible(op, data, size)?;
    let (cx, (data, name)) = (op.cx(), data);
    let (Some(extents), Some(scales)) = (data.ty().shape(cx), scale.ty().shape(cx)) else { return Ok(()) };
    let (Some((&last, outer)), Some((&blocks, outer_scales))) = (extents.split_last(), scales.split_last())
    else {
        return Ok(());
    };
    if !compatible_extents(outer, outer_scales) {
        let (data, scale) = (quoted(cx, data.ty()), quoted(cx, scale.ty()));
        let message = format!("require compatible shapes for {name} ({data}) and {scale_name} ({scale})");
        return fail(op, format!("{message} except for the last dimension"));
    }
    if last == DYNAMIC || blocks == DYNAMIC || last / size == blocks {
        return Ok(());
    }
    let message =
        format!("expect last dimension of {scale_name} ({blocks}) to be equal to last dimension of {name}");
    fail(op, format!("{message} / block_size ({})", last / size))
}

/// Integers in another scale, about zero points.
#[op("tosa.rescale", traits(Pure), interfaces(dyn InferShapedType = OF_FIRST), verify = verify_rescale,
     asm = (parse_with_rounding, print_with_enums),
     syntax = "operands attr-dict `:` functional-type(operands, results)")]
pub struct RescaleOp {
    input: Operand<TENSOR>,
    multiplier: Operand<I16_OR_I32_1D>,
    shift: Operand<I8_1D>,
    input_zp: Operand<SCALAR_INT_OR_FLOAT_TENSOR>,
    output_zp: Operand<SCALAR_INT_OR_FLOAT_TENSOR>,
    scale32: Prop<BoolAttr>,
    rounding_mode: Prop<RoundingModeAttr>,
    per_channel: Prop<BoolAttr>,
    input_unsigned: Prop<BoolAttr>,
    output_unsigned: Prop<BoolAttr>,
    output: Res<TENSOR>,
}

fn verify_rescale(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), RescaleOp::view_of(op));
    for (value, name) in [(view.input(), "input"), (view.output(), "output")] {
        let element = storage_element(cx, value.ty());
        if !element.is_integer(cx) {
            let found = quoted(cx, element);
            return fail(op, format!("expect {name} to have integer element type, got {found}"));
        }
    }
    check_rescale_types(op, view.input(), view.input_zp(), "input")?;
    check_rescale_types(op, view.output(), view.output_zp(), "output")?;
    check_rescale_zero_point(op, view.input_zp(), view.input_unsigned(), "input")?;
    check_rescale_zero_point(op, view.output_zp(), view.output_unsigned(), "output")?;
    let multiplier = view.multiplier().ty().element_type_or_self(cx);
    let (wanted, name) = if view.scale32() { (Type::I32, "i32") } else { (Type::I16, "i16") };
    if multiplier != wanted {
        let (scale32, found) = (view.scale32(), quoted(cx, multiplier));
        let message = format!("expect {name} element type for multiplier for scale32={scale32}, got {found}");
        return fail(op, message);
    }
    let Some(input) = view.input().ty().shape(cx) else { return Ok(()) };
    let channels = match (view.per_channel(), input.last()) {
        (false, _) => 1,
        (true, Some(&channels)) => channels,
        (true, None) => {
            let message = "requires input to be at least rank 1 when per_channel is true, but got rank 0";
            return fail(op, message);
        }
    };
    for (value, name) in [(view.multiplier(), "multiplier"), (view.shift(), "shift")] {
        let Some(&found) = value.ty().shape(cx).and_then(<[i64]>::first) else { return Ok(()) };
        if found != DYNAMIC && found != channels {
            return fail(op, format!("expect shape of {{ {channels} }} for {name} input, got {{ {found} }}"));
        }
    }
    Ok(())
}

fn check_rescale_types(op: OpRef<'_>, value: ValueRef<'_>, zero: ValueRef<'_>, name: &str) -> CheckResult {
    let cx = op.cx();
    let [element, zero] = [value, zero].map(|value| storage_element(cx, value.ty()));
    if element.is_integer(cx) && zero.is_integer(cx) && element.bit_width(cx) == zero.bit_width(cx) {
        return Ok(());
    }
    let got = format!("but got {} vs. {}", quoted(cx, element), quoted(cx, zero));
    fail(op, format!("expected {name} and {name}_zp to both be integer of the same bitwidth, {got}"))
}

fn check_rescale_zero_point(op: OpRef<'_>, zero: ValueRef<'_>, unsigned: bool, name: &str) -> CheckResult {
    let Some(value) = zero_point(zero, !unsigned).filter(|&value| value != 0) else { return Ok(()) };
    let element = zero.ty().element_type_or_self(op.cx());
    let [is_i8, is_i16] = [8, 16].map(|width| is_integer_of(op.cx(), element, width));
    let may_differ = is_i8 || (is_i16 && unsigned);
    if !may_differ {
        return fail(op, format!("expect {name}_zp of 0, got {value}"));
    }
    if is_i16 && value != 32768 {
        let message = format!("expect {name}_zp of 0 or 32768 for unsigned int16 {name}");
        return fail(op, format!("{message}, got {value}"));
    }
    Ok(())
}

/// An integer in another scale; ops on tensors are lowered to it.
#[op("tosa.apply_scale", traits(Pure, Elementwise, Scalarizable, Vectorizable, Tensorizable),
     asm = (parse_with_rounding, print_with_enums),
     syntax = "operands attr-dict `:` functional-type(operands, results)")]
pub struct ApplyScaleOp {
    value: Operand<INT_LIKE>,
    multiplier: Operand<INT_LIKE>,
    shift: Operand<I8_LIKE>,
    rounding_mode: Prop<RoundingModeAttr>,
    output: Res<INT_LIKE>,
}

/// The ops of this file.
pub(crate) const OPS: &[&OpDef] =
    &[ApplyScaleOp::DEF, CastFromBlockScaledOp::DEF, CastOp::DEF, CastToBlockScaledOp::DEF, RescaleOp::DEF];
