//! Casts between quantized types, their expressed types and their storage types.

use terrace_ir::def::{TypeConstraint, plain_error};
use terrace_ir::traits::Predicate;
use terrace_ir::{Attr, CheckResult, Context, DYNAMIC, Folded, OpKind, OpRef, Type, TypeData, ValueRef};
use terrace_macros::op;

use crate::quant::types::{
    Granularity, UniformQuantizedType, expressed_type, is_quantized, numbers, storage_type,
};

fn is_or_tensor_of(cx: &Context, ty: Type, is: fn(&Context, Type) -> bool) -> bool {
    is(cx, ty) || is_tensor(cx, ty) && is(cx, ty.element_type_or_self(cx))
}

fn is_tensor(cx: &Context, ty: Type) -> bool {
    matches!(ty.data(cx), TypeData::RankedTensor { .. } | TypeData::UnrankedTensor(_))
}

fn is_float(cx: &Context, ty: Type) -> bool {
    ty.is_float(cx)
}

fn is_signless(cx: &Context, ty: Type) -> bool {
    ty.is_signless_integer(cx)
}

/// A quantized type, or a tensor of it.
pub static QUANTIZED: TypeConstraint =
    TypeConstraint::new("scalar or tensor of quantized type", |cx, ty| is_or_tensor_of(cx, ty, is_quantized));
/// A float, or a tensor of them.
pub static FLOAT: TypeConstraint =
    TypeConstraint::new("scalar or tensor of floating-point", |cx, ty| is_or_tensor_of(cx, ty, is_float));
/// A signless integer or a quantized type, or a tensor of it.
pub static INTEGER_OR_QUANTIZED: TypeConstraint =
    TypeConstraint::new("scalar or tensor of signless integer or quantized type", |cx, ty| {
        is_or_tensor_of(cx, ty, |cx, ty| is_signless(cx, ty) || is_quantized(cx, ty))
    });

static SAME_SHAPE: Predicate = Predicate {
    summary: "input and result are both scalars or both tensors with matching shape",
    holds: |op| {
        let (cx, [input, result]) = (op.cx(), types_of(op));
        match (input.data(cx), result.data(cx)) {
            (TypeData::UnrankedTensor(_), TypeData::UnrankedTensor(_)) => true,
            (TypeData::RankedTensor { shape, .. }, TypeData::RankedTensor { shape: other, .. }) => {
                shape == other
            }
            _ => !is_tensor(cx, input) && !is_tensor(cx, result),
        }
    },
};

static ONE_IS_STORED: Predicate = Predicate {
    summary: "input must be integer and result must be quantized, or vice versa",
    holds: |op| {
        let [input, result] = types_of(op).map(|ty| is_or_tensor_of(op.cx(), ty, is_quantized));
        input != result
    },
};

/// The type of the operand and that of the result of a cast.
fn types_of(op: OpRef<'_>) -> [Type; 2] {
    let ty = |value: Option<ValueRef<'_>>| value.map_or(Type::NONE, |value| value.ty());
    [ty(op.operands().next()), ty(op.results().next())]
}

/// Converts a value of a quantized type to the expressed type.
#[op("quant.dcast", traits(Pure, Predicate(&SAME_SHAPE)), verify = verify_dequantize, fold = fold_dequantize,
     format = "$input attr-dict `:` type($input) `to` type($result)")]
pub struct DequantizeCastOp {
    input: Operand<QUANTIZED>,
    result: Res<FLOAT>,
}

/// Converts to a quantized type.
#[op("quant.qcast", traits(Pure, Predicate(&SAME_SHAPE)), verify = verify_quantize, fold = fold_quantize,
     format = "$input attr-dict `:` type($input) `to` type($result)")]
pub struct QuantizeCastOp {
    input: Operand<FLOAT>,
    result: Res<QUANTIZED>,
}

/// Reinterprets a quantized type as its storage type, or the reverse.
#[op("quant.scast", traits(Pure, Predicate(&SAME_SHAPE), Predicate(&ONE_IS_STORED)), verify = verify_storage_cast,
     fold = fold_storage_cast, format = "$input attr-dict `:` type($input) `to` type($result)")]
pub struct StorageCastOp {
    input: Operand<INTEGER_OR_QUANTIZED>,
    result: Res<INTEGER_OR_QUANTIZED>,
}

/// Folds `dcast(qcast(x))` to `x`.
fn fold_dequantize(op: OpRef<'_>, _: &[Option<Attr>]) -> Folded {
    let view = DequantizeCastOp::view_of(op);
    let source = view.input().defining_op().and_then(|op| op.cast::<QuantizeCastOp>());
    source.map(|source| source.input()).filter(|value| value.ty() == view.result().ty()).into()
}

fn fold_quantize(op: OpRef<'_>, _: &[Option<Attr>]) -> Folded {
    let view = QuantizeCastOp::view_of(op);
    let source = view.input().defining_op().and_then(|op| op.cast::<DequantizeCastOp>());
    source.map(|source| source.input()).filter(|value| value.ty() == view.result().ty()).into()
}

fn fold_storage_cast(op: OpRef<'_>, _: &[Option<Attr>]) -> Folded {
    let view = StorageCastOp::view_of(op);
    let source = view.input().defining_op().and_then(|op| op.cast::<StorageCastOp>());
    source.map(|source| source.input()).filter(|value| value.ty() == view.result().ty()).into()
}

fn verify_dequantize(op: OpRef<'_>) -> CheckResult {
    let view = DequantizeCastOp::view_of(op);
    verify_expressed(op, view.input().ty(), view.result().ty())
}

fn verify_quantize(op: OpRef<'_>) -> CheckResult {
    let view = QuantizeCastOp::view_of(op);
    verify_expressed(op, view.result().ty(), view.input().ty())
}

fn verify_expressed(op: OpRef<'_>, quantized: Type, float: Type) -> CheckResult {
    let cx = op.cx();
    if expressed_type(cx, quantized.element_type_or_self(cx)) != Some(float.element_type_or_self(cx)) {
        return Err(plain_error(op, "expressed type in quantized type expected to match float type"));
    }
    verify_granularity(op, quantized)
}

fn verify_storage_cast(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), StorageCastOp::view_of(op));
    let (input, result) = (view.input().ty(), view.result().ty());
    let is_stored = is_or_tensor_of(cx, input, is_quantized);
    let (quantized, integer) = if is_stored { (input, result) } else { (result, input) };
    if storage_type(cx, quantized.element_type_or_self(cx)) != Some(integer.element_type_or_self(cx)) {
        return Err(plain_error(op, "storage type in quantized type expected to match integer type"));
    }
    verify_granularity(op, quantized)
}

/// Checks that a tensor has the axes and blocks that have scales.
fn verify_granularity(op: OpRef<'_>, container: Type) -> CheckResult {
    let cx = op.cx();
    let Some(ty) = container.element_type_or_self(cx).dyn_cast::<UniformQuantizedType>(cx) else {
        return Ok(());
    };
    match ty.granularity(cx) {
        Granularity::Layer => Ok(()),
        Granularity::Axis => verify_axis(op, ty, container),
        Granularity::SubChannel => verify_blocks(op, ty, container),
    }
}

fn verify_axis(op: OpRef<'_>, ty: UniformQuantizedType, container: Type) -> CheckResult {
    let cx = op.cx();
    let fail = |message: &str| Err(plain_error(op, message.to_owned()));
    let shape = match container.data(cx) {
        TypeData::RankedTensor { shape, .. } => shape,
        TypeData::UnrankedTensor(_) => return Ok(()),
        _ => return fail("scalar types may not use per-axis quantization"),
    };
    let axis = numbers(cx, ty.axes(cx)).first().copied().unwrap_or(0);
    let Some(&extent) = usize::try_from(axis).ok().and_then(|axis| shape.get(axis)) else {
        return fail("quantized dimension must be less than tensor rank");
    };
    if extent != DYNAMIC && extent != ty.zero_point_values(cx).len() as i64 {
        return fail("quantized dimension size does not match number of scales");
    }
    Ok(())
}

fn verify_blocks(op: OpRef<'_>, ty: UniformQuantizedType, container: Type) -> CheckResult {
    let cx = op.cx();
    let fail = |message: String| Err(plain_error(op, message));
    let shape = match container.data(cx) {
        TypeData::RankedTensor { shape, .. } => shape,
        TypeData::UnrankedTensor(_) => {
            return fail("tensor containing the sub-channel quantized type must be ranked".to_owned());
        }
        _ => return fail("scalar types may not use sub-channel quantization".to_owned()),
    };
    let rank = shape.len();
    let mut expected = vec![1; rank];
    for (axis, block) in ty.block_size_info(cx) {
        let Some((at, &extent)) = usize::try_from(axis).ok().and_then(|axis| Some((axis, shape.get(axis)?)))
        else {
            return fail(format!("quantized dimension {axis} must be less than tensor rank {rank}"));
        };
        if extent == DYNAMIC {
            expected[at] = DYNAMIC;
            continue;
        }
        if extent % block != 0 {
            return fail(format!(
                "tensor dimension size {extent} at axis {axis} must be divisible by the corresponding block size {block}"
            ));
        }
        expected[at] = extent / block;
    }
    if shape.contains(&0) {
        let message = "tensor dimension size of zero is not allowed with sub-channel quantization";
        return fail(message.to_owned());
    }
    let found = numbers(cx, ty.shape(cx));
    if found.len() != rank {
        return fail(format!("Rank of scales {} must match the rank of the tensor {rank}", found.len()));
    }
    for (axis, (&expected, found)) in expected.iter().zip(found).enumerate() {
        if expected != DYNAMIC && expected != found {
            return fail(format!(
                "dimension size {expected} of scales tensor at axis {axis} should match (tensor dimension at axis / block \
                 sizes at axis) = {expected}"
            ));
        }
    }
    Ok(())
}
