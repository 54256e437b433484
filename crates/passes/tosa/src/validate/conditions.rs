//! Conditions of the specification that the verifiers of ops leave open.

use terrace_dialects_tosa::attrs::RoundingMode;
use terrace_dialects_tosa::control_flow::{IfOp, WhileOp};
use terrace_dialects_tosa::conversions::RescaleOp;
use terrace_dialects_tosa::data_layout::PadOp;
use terrace_dialects_tosa::elementwise::MulOp;
use terrace_dialects_tosa::images::{ResizeOp, ScatterOp, TableOp};
use terrace_dialects_tosa::shapes::const_shape_values;
use terrace_dialects_tosa::types::is_integer_of;
use terrace_dialects_tosa::verify::zero_point;
use terrace_ir::def::op_error;
use terrace_ir::elements::int_values;
use terrace_ir::fold::constant_value;
use terrace_ir::{CheckResult, DYNAMIC, OpRef, RegionRef, View, op_match};
use terrace_rewrite::walk::walk;

/// Checks the conditions of an op.
pub(super) fn check_conditions(op: OpRef<'_>) -> CheckResult {
    op_match!(op, {
        ResizeOp(resize) => check_resize(resize),
        MulOp(mul) => check_mul(mul),
        TableOp(table) => check_table(table),
        RescaleOp(rescale) => check_rescale(rescale),
        PadOp(pad) => check_pad(pad),
        IfOp(branch) => {
            check_isolated(op, branch.then_graph(), "then")?;
            check_isolated(op, branch.else_graph(), "else")
        }
        WhileOp(looped) => {
            check_isolated(op, looped.cond_graph(), "cond")?;
            check_isolated(op, looped.body_graph(), "body")
        }
        ScatterOp(scatter) => check_scatter(scatter),
        _ => Ok(()),
    })
}

fn fail(op: OpRef<'_>, message: impl std::fmt::Display) -> CheckResult {
    Err(op_error(op, message))
}

/// The scale, offset and border of one dimension of an image.
struct Scaling {
    numerator: i128,
    denominator: i128,
    offset: i128,
    border: i128,
}

fn check_resize(resize: View<'_, ResizeOp>) -> CheckResult {
    let (op, cx) = (resize.0, resize.0.cx());
    let (Some(input), Some(output)) = (resize.input().ty().shape(cx), resize.output().ty().shape(cx)) else {
        return fail(op, "expect ranked input/output tensor");
    };
    let sizes = [output[1], output[2], input[1], input[2]];
    if sizes.iter().all(|&size| size != DYNAMIC) && sizes.iter().any(|&size| size >= 16384) {
        let sizes = sizes.map(|size| size.to_string()).join(", ");
        let message = "expect input/output height/width dims to be < 16384";
        return fail(op, format!("{message}, got [OH, OW, IH, IW] = {sizes}"));
    }
    let values = [resize.scale(), resize.offset(), resize.border()].map(const_shape_values);
    let [Some(scale), Some(offset), Some(border)] = values else { return Ok(()) };
    let ([yn, yd, xn, xd], [oy, ox], [by, bx]) = (&scale[..], &offset[..], &border[..]) else {
        return Ok(());
    };
    let wide = |number: &i64| i128::from(*number);
    let [y, x] =
        [(yn, yd, oy, by), (xn, xd, ox, bx)].map(|(numerator, denominator, offset, border)| Scaling {
            numerator: wide(numerator),
            denominator: wide(denominator),
            offset: wide(offset),
            border: wide(border),
        });
    if y.numerator > 1 << 11 || x.numerator > 1 << 11 {
        let message = "expect all scale numerator values to be <= (1 << 11)";
        return fail(op, format!("{message}, got scale_y_n={yn}, scale_x_n={xn}"));
    }
    if y.denominator >= 16 * y.numerator || x.denominator >= 16 * x.numerator {
        return fail(op, format!("expect a downscale ratio larger than 1/16, got y={yn}/{yd}, x={xn}/{xd}"));
    }
    for (scaling, axis) in [(&y, "Y"), (&x, "X")] {
        let Scaling { numerator, offset, .. } = *scaling;
        if offset < -numerator || offset >= 16 * numerator {
            let message = format!("expect offset{axis} / scale{axis}Numerator to be in range [-1, 16)");
            return fail(op, format!("{message}, got {offset}/{numerator}"));
        }
    }
    for (scaling, axis) in [(&y, "Y"), (&x, "X")] {
        let Scaling { numerator, border, .. } = *scaling;
        if border < -16 * numerator || border >= numerator {
            let message = format!("expect border{axis} / scale{axis}Numerator to be in range [-16, 1)");
            return fail(op, format!("{message}, got {border}/{numerator}"));
        }
    }
    check_extent(op, &y, [input[1], output[1]], ["height", "y"])?;
    check_extent(op, &x, [input[2], output[2]], ["width", "x"])
}

/// Checks an extent of a resized image, which is not broadcast.
fn check_extent(
    op: OpRef<'_>,
    scaling: &Scaling,
    [from, to]: [i64; 2],
    [name, axis]: [&str; 2],
) -> CheckResult {
    let Scaling { numerator, denominator, offset, border } = *scaling;
    if from == DYNAMIC || denominator == 0 {
        return Ok(());
    }
    let steps = (i128::from(from) - 1) * numerator - offset + border;
    if steps % denominator != 0 {
        return fail(
            op,
            format!(
                "expected (input_{name} - 1) * scale_{axis}_n - offset_{axis} + border_{axis} to be wholly divisible by \
                 scale_{axis}_d, got (({from} - 1) * {numerator} - {offset} + {border}) / {denominator}"
            ),
        );
    }
    let calculated = steps / denominator + 1;
    match to != DYNAMIC && calculated != i128::from(to) {
        true => {
            let message = format!("calculated output {name} did not match expected: calculated={calculated}");
            fail(op, format!("{message}, expected={to}"))
        }
        false => Ok(()),
    }
}

fn check_mul(mul: View<'_, MulOp>) -> CheckResult {
    let (op, cx) = (mul.0, mul.0.cx());
    let Some(shift) = zero_point(mul.shift(), true) else { return Ok(()) };
    if is_integer_of(cx, mul.input1().ty().element_type_or_self(cx), 32) {
        return match (0..=63).contains(&shift) {
            true => Ok(()),
            false => fail(op, format!("requires 0 <= shift && shift <= 63, but got: {shift}")),
        };
    }
    match shift {
        0 => Ok(()),
        _ => {
            let message = "requires shift = 0 for all input data types that are not int32_t";
            fail(op, format!("{message}, but got: {shift}"))
        }
    }
}

fn check_table(table: View<'_, TableOp>) -> CheckResult {
    let (op, cx) = (table.0, table.0.cx());
    let wanted = if is_integer_of(cx, table.input1().ty().element_type_or_self(cx), 8) { 256 } else { 513 };
    match table.table().ty().num_elements(cx) {
        Some(found) if found != wanted => fail(op, format!("requires table size of {wanted}, got {found}")),
        _ => Ok(()),
    }
}

fn check_rescale(rescale: View<'_, RescaleOp>) -> CheckResult {
    let (op, cx) = (rescale.0, rescale.0.cx());
    let elements = [rescale.input(), rescale.output()].map(|value| value.ty().element_type_or_self(cx));
    let [Some(from), Some(to)] = elements.map(|ty| ty.bit_width(cx).filter(|_| ty.is_integer(cx))) else {
        return Ok(());
    };
    let (input, output) = (rescale.input_unsigned(), rescale.output_unsigned());
    let rules = [
        (rescale.scale32() && from == 48, "scale32 is not allowed with 48-bit input."),
        (
            !rescale.scale32() && rescale.rounding_mode() == RoundingMode::DoubleRound,
            "DOUBLE_ROUND is only allowed with scale32=true.",
        ),
        (input && output, "input and output cannot be both unsigned."),
        (to == 32 && input, "i32 output type is not allowed with unsigned input."),
        (from == 32 && output, "i32 input type is not allowed with unsigned output."),
        (from == 48 && output, "i48 input type is not allowed with unsigned output."),
        (from == 48 && input, "i48 input type cannot be unsigned."),
        (from == 32 && input, "i32 input type cannot be unsigned."),
        (to == 32 && output, "i32 output type cannot be unsigned."),
    ];
    match rules.into_iter().find(|(broken, _)| *broken) {
        Some((_, message)) => fail(op, message),
        None => Ok(()),
    }
}

fn check_pad(pad: View<'_, PadOp>) -> CheckResult {
    let Some(padding) = const_shape_values(pad.padding()) else { return Ok(()) };
    match padding.into_iter().find(|&pad| pad < 0) {
        Some(negative) => fail(pad.0, format!("padding value must all be non-negative, got {negative}")),
        None => Ok(()),
    }
}

/// Checks that a region uses no value from outside.
fn check_isolated(op: OpRef<'_>, region: RegionRef<'_>, name: &str) -> CheckResult {
    let mut isolated = true;
    for inner in region.blocks().flat_map(|block| block.ops()) {
        walk(inner, |inner| {
            let is_inside = |value: terrace_ir::ValueRef<'_>| {
                let owner = value.parent_region().and_then(|region| region.parent_op());
                // The region of a value is this one, or in an op of it.
                value.parent_region().is_some_and(|at| at.id() == region.id())
                    || owner.is_some_and(|owner| owner.id() != op.id() && op.is_ancestor(owner))
            };
            isolated &= inner.operands().all(is_inside);
        });
    }
    match isolated {
        true => Ok(()),
        false => {
            let message = "is not conformant to the TOSA specification. It requires the";
            fail(op, format!("{message} '{name}' region is isolated from above."))
        }
    }
}

fn check_scatter(scatter: View<'_, ScatterOp>) -> CheckResult {
    let (op, cx, indices) = (scatter.0, scatter.0.cx(), scatter.indices());
    let Some(values) = constant_value(indices).and_then(|attr| int_values(cx, attr)) else { return Ok(()) };
    let Some(length) = indices.ty().shape(cx).and_then(|shape| shape.last().copied()) else {
        return fail(op, "expect ranked indices tensor");
    };
    let Some(length) = usize::try_from(length).ok().filter(|&length| length > 0) else { return Ok(()) };
    let has_duplicates = |batch: &[terrace_support::apint::ApInt]| {
        let mut sorted: Vec<Option<i64>> = batch.iter().map(|index| index.to_i64()).collect();
        sorted.sort_unstable();
        sorted.windows(2).any(|pair| pair[0] == pair[1])
    };
    match values.chunks(length).any(has_duplicates) {
        true => fail(op, "indices values contain duplicates"),
        false => Ok(()),
    }
}
