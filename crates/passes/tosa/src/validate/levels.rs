//! The limits of a level.

use terrace_dialects_builtin::builtin::ModuleOp;
use terrace_dialects_core::func::FuncOp;
use terrace_dialects_tosa::attrs::{Level, SpecificationVersion};
use terrace_dialects_tosa::control_flow::{IfOp, WhileOp, YieldOp};
use terrace_dialects_tosa::conversions::ApplyScaleOp;
use terrace_dialects_tosa::convolutions::TransposeConv2DOp;
use terrace_dialects_tosa::data_layout::ConcatOp;
use terrace_dialects_tosa::images::ResizeOp;
use terrace_dialects_tosa::reductions::ArgMaxOp;
use terrace_dialects_tosa::shape_ops::ConcatShapeOp;
use terrace_dialects_tosa::shapes::const_shape_values;
use terrace_dialects_tosa::types::{MxInt8Type, shape_rank};
use terrace_dialects_tosa::variables::{CustomOp, VariableOp, variable_type};
use terrace_ir::def::op_error;
use terrace_ir::{CheckResult, Context, DYNAMIC, OpRef, Type, op_match};

use super::Facts;
use crate::target::TargetEnv;

/// The limits of the level 8k.
const MAX_RANK: usize = 6;
const MAX_KERNEL: i64 = 8192;
const MAX_STRIDE: i64 = 8192;
const MAX_SCALE: i64 = 256;
const MAX_LOG2_SIZE: u32 = 31;
const MAX_NESTING: usize = 6;
const MAX_TENSOR_LIST_SIZE: usize = 64;

/// Checks an op against the limits of the target's level.
pub(super) fn check_level(op: OpRef<'_>, target: &TargetEnv, facts: Facts) -> CheckResult {
    if target.level == Level::None {
        return Ok(());
    }
    check_ranks_and_sizes(op, target, facts)?;
    if facts.has_windows {
        check_windows(op)?;
    }
    check_resize(op)?;
    check_lists(op)?;
    if op.isa::<IfOp>() || op.isa::<WhileOp>() {
        let depth = nesting(op);
        if depth >= MAX_NESTING {
            return Err(op_error(op, format!("failed level check: {depth} >= MAX_NESTING")));
        }
    }
    Ok(())
}

/// The ops whose ranks the level does not limit: those of the op's definition do.
const NO_RANKS: &[&str] = &[
    "tosa.avg_pool2d",
    "tosa.conv2d",
    "tosa.conv3d",
    "tosa.depthwise_conv2d",
    "tosa.transpose_conv2d",
    "tosa.fft2d",
    "tosa.matmul",
    "tosa.matmul_t_block_scaled",
    "tosa.max_pool2d",
    "tosa.rfft2d",
    "tosa.gather",
    "tosa.scatter",
    "tosa.resize",
    "tosa.custom",
    "tosa.while_loop",
    "tosa.const_shape",
];

/// Whether the ranks of an op are limited.
pub(super) fn has_limited_ranks(name: &str) -> bool {
    !NO_RANKS.contains(&name)
}

/// The attributes whose numbers are limited.
const WINDOWS: &[&str] = &["kernel", "stride", "pad", "out_pad", "dilation"];

/// Whether an op with such attributes has windows, or transforms images.
pub(super) fn has_windows(name: &str, has_attr: impl Fn(&str) -> bool) -> bool {
    name.ends_with("fft2d") || WINDOWS.iter().any(|attr| has_attr(attr))
}

/// The element types and shapes of an op's operands and results, with the words for them.
fn types_of(op: OpRef<'_>) -> Vec<(Type, &'static str)> {
    if op.isa::<VariableOp>() {
        return variable_type(op).map(|ty| (ty, "variable type")).into_iter().collect();
    }
    let operands = op.operands().map(|value| (value.ty(), "operand"));
    operands.chain(op.results().map(|value| (value.ty(), "result"))).collect()
}

fn check_ranks_and_sizes(op: OpRef<'_>, target: &TargetEnv, facts: Facts) -> CheckResult {
    if op.isa::<ApplyScaleOp>() || op.isa::<YieldOp>() {
        return Ok(());
    }
    let types = types_of(op);
    if facts.has_limited_ranks {
        for (at, &(ty, what)) in types.iter().enumerate() {
            if op.isa::<IfOp>() && at > 0 {
                break;
            }
            let limit = if op.isa::<ArgMaxOp>() && what == "result" { MAX_RANK - 1 } else { MAX_RANK };
            check_rank(op, ty, what, limit)?;
        }
    }
    types.into_iter().try_for_each(|(ty, what)| check_size(op, ty, what, target))
}

fn check_rank(op: OpRef<'_>, ty: Type, what: &str, limit: usize) -> CheckResult {
    let cx = op.cx();
    if let Some(rank) = shape_rank(cx, ty) {
        let text = cx.type_text(ty);
        let message = format!("failed shape type level check: '{text}' exceeds MAX_RANK");
        return if rank > limit { Err(op_error(op, message)) } else { Ok(()) };
    }
    if !ty.is_shaped(cx) {
        return Ok(());
    }
    match ty.shape(cx) {
        None => Err(op_error(op, "failed level check: unranked tensor")),
        Some(shape) if shape.len() > limit => {
            Err(op_error(op, format!("failed level check: {what} rank(shape) <= MAX_RANK")))
        }
        Some(_) => Ok(()),
    }
}

/// The bits of an element.
fn element_bits(cx: &Context, ty: Type) -> u32 {
    let element = ty.element_type_or_self(cx);
    if element.isa::<MxInt8Type>(cx) { 8 } else { element.number_width(cx) }
}

fn check_size(op: OpRef<'_>, ty: Type, what: &str, target: &TargetEnv) -> CheckResult {
    let cx = op.cx();
    if !ty.is_shaped(cx) {
        return Ok(());
    }
    let Some(shape) = ty.shape(cx) else { return Err(op_error(op, "failed level check: unranked tensor")) };
    if shape.contains(&DYNAMIC) {
        // Later versions leave it to the target to know the extents in time.
        if target.version > SpecificationVersion::V1_0 {
            return Ok(());
        }
        let message =
            "shape dimension cannot be dynamic when targeting TOSA specification version 1.0 or below";
        return Err(op_error(op, format!("failed level check: {what} {message}")));
    }
    let bytes = i128::from((element_bits(cx, ty) / 8).max(1));
    let size = shape.iter().fold(bytes, |size, &extent| size.saturating_mul(i128::from(extent)));
    match size > (1 << MAX_LOG2_SIZE) - 1 {
        true => {
            let message =
                format!("failed level check: {what} tensor size (in bytes) <= (1 << MAX_LOG2_SIZE - 1)");
            Err(op_error(op, message))
        }
        false => Ok(()),
    }
}

fn check_limit(op: OpRef<'_>, values: &[i64], limit: i64, what: &str) -> CheckResult {
    match values.iter().any(|&value| value > limit) {
        true => Err(op_error(op, format!("failed level check: {what}"))),
        false => Ok(()),
    }
}

/// The operand that is the weight, of every convolution.
const WEIGHT: usize = 1;

/// The dimensions of the weight along which windows of a convolution are, with their words.
fn kernel_dims(name: &str) -> &'static [(usize, &'static str)] {
    match name {
        "tosa.conv2d" => &[(1, "dilation_y * KH"), (2, "dilation_x * KW")],
        "tosa.conv3d" => &[(1, "dilation_d * KD"), (2, "dilation_y * KH"), (3, "dilation_x * KW")],
        "tosa.depthwise_conv2d" => &[(0, "dilation_y * KH"), (1, "dilation_x * KW")],
        _ => &[],
    }
}

fn check_windows(op: OpRef<'_>) -> CheckResult {
    let cx = op.cx();
    let numbers = |name: &str| op.inherent_attr(name).and_then(|attr| attr.as_i64_array(cx));
    let limited = |name: &str, limit: i64, what: &str| match numbers(name) {
        Some(numbers) => check_limit(op, &numbers, limit, what),
        None => Ok(()),
    };
    let is_pool = numbers("kernel").is_some();
    if let Some(transposed) = op.cast::<TransposeConv2DOp>() {
        if let Some(&[_, height, width, _]) = transposed.weight().ty().shape(cx) {
            check_limit(op, &[height], MAX_KERNEL, "KH <= MAX_KERNEL")?;
            check_limit(op, &[width], MAX_KERNEL, "KW <= MAX_KERNEL")?;
        }
        limited("out_pad", MAX_KERNEL, "pad <= MAX_KERNEL")?;
        return limited("stride", MAX_STRIDE, "stride <= MAX_STRIDE");
    }
    limited("kernel", MAX_KERNEL, "kernel <= MAX_KERNEL")?;
    limited("dilation", MAX_KERNEL, "dilation <= MAX_KERNEL")?;
    if is_pool {
        limited("stride", MAX_STRIDE, "stride <= MAX_STRIDE")?;
        return limited("pad", MAX_KERNEL, "pad <= MAX_KERNEL");
    }
    limited("pad", MAX_KERNEL, "pad <= MAX_KERNEL")?;
    limited("stride", MAX_STRIDE, "stride <= MAX_STRIDE")?;
    if let (Some(dilation), Some(weight)) = (numbers("dilation"), op.operands().nth(WEIGHT)) {
        let shape = weight.ty().shape(cx).unwrap_or(&[]);
        for (&(dim, what), &dilation) in kernel_dims(op.name_text()).iter().zip(&dilation) {
            if let Some(&extent) = shape.get(dim).filter(|&&extent| extent != DYNAMIC) {
                check_limit(
                    op,
                    &[dilation.saturating_mul(extent)],
                    MAX_KERNEL,
                    &format!("{what} <= MAX_KERNEL)"),
                )?;
            }
        }
    }
    if op.name_text().ends_with("fft2d") {
        for operand in op.operands() {
            if let Some(&[_, height, width]) = operand.ty().shape(cx) {
                check_limit(op, &[height], MAX_KERNEL, "H <= MAX_KERNEL")?;
                check_limit(op, &[width], MAX_KERNEL, "W <= MAX_KERNEL")?;
            }
        }
    }
    Ok(())
}

fn check_resize(op: OpRef<'_>) -> CheckResult {
    let Some(resize) = op.cast::<ResizeOp>() else { return Ok(()) };
    let Some(scale) = const_shape_values(resize.scale()) else { return Ok(()) };
    for (scale, axis) in scale.chunks(2).zip(["y", "x"]) {
        if let [numerator, denominator] = *scale
            && let Some(quotient) = numerator.checked_div(denominator)
        {
            let what = format!("scale_{axis}_n/scale_{axis}_d <= MAX_SCALE");
            check_limit(op, &[quotient], MAX_SCALE, &what)?;
        }
    }
    Ok(())
}

fn check_lists(op: OpRef<'_>) -> CheckResult {
    let lists: Vec<(usize, &str)> = op_match!(op, {
        ConcatOp(concat) => vec![(concat.input1().len(), "input1")],
        CustomOp(custom) => vec![
            (custom.input_list().len(), "input_list"),
            (custom.output_list().len(), "output_list"),
        ],
        IfOp(branch) => vec![(branch.input_list().len(), "inputs"), (branch.output_list().len(), "outputs")],
        WhileOp(looped) => vec![(looped.input_list().len(), "inputs"), (looped.output_list().len(), "outputs")],
        ConcatShapeOp(concat) => vec![(concat.input().len(), "input")],
        _ => Vec::new(),
    });
    match lists.into_iter().find(|(count, _)| *count > MAX_TENSOR_LIST_SIZE) {
        Some((_, what)) => Err(op_error(op, format!("failed level check for MAX_TENSOR_LIST_SIZE: {what}"))),
        None => Ok(()),
    }
}

/// The number of regions that an op is nested in, within its function.
fn nesting(op: OpRef<'_>) -> usize {
    let inner = op.self_and_ancestors().take_while(|op| !op.isa::<FuncOp>() && !op.isa::<ModuleOp>());
    inner.count()
}
