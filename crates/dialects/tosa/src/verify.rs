//! Checks that the verifiers of several ops share.

use terrace_dialects_shape::quant::types::UniformQuantizedType;
use terrace_ir::def::op_error;
use terrace_ir::elements::{Number, Numbers};
use terrace_ir::fold::constant_value;
use terrace_ir::verify::compatible_shapes;
use terrace_ir::{Attr, CheckResult, Context, OpRef, Type, ValueRef};
use terrace_support::apfloat::ApFloat;
use terrace_support::apint::ApInt;

use crate::types::known;
use crate::types::{is_integer_of, shape_rank, storage_element};

/// An error of an op, as the result of its verifier.
pub(crate) fn fail(op: OpRef<'_>, message: impl std::fmt::Display) -> CheckResult {
    Err(op_error(op, message))
}

/// Numbers as messages list them.
pub(crate) fn listed(numbers: &[i64]) -> String {
    numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
}

/// A type as messages quote it.
pub(crate) fn quoted(cx: &Context, ty: Type) -> String {
    format!("'{}'", cx.type_text(ty))
}

/// Checks that two tensors have the same element type, if both are numbers.
pub(crate) fn same_element_types(op: OpRef<'_>, a: Type, b: Type, names: [&str; 2]) -> CheckResult {
    let cx = op.cx();
    let [first, second] = [a, b].map(|ty| ty.element_type_or_self(cx));
    let is_plain = |ty: Type| ty.is_int_or_index(cx) || ty.is_float(cx) || ty.isa::<UniformQuantizedType>(cx);
    if first == second || !is_plain(first) || !is_plain(second) {
        return Ok(());
    }
    let [a_name, b_name] = names;
    let (first, second) = (quoted(cx, first), quoted(cx, second));
    fail(op, format!("expect {a_name} and {b_name} to have same element type, got {first} and {second}"))
}

/// Checks that the first operand and the first result have the same element type.
pub(crate) fn input_like_output(op: OpRef<'_>, input: ValueRef<'_>, output: ValueRef<'_>) -> CheckResult {
    same_element_types(op, input.ty(), output.ty(), ["input", "output"])
}

/// Checks that shape operands are made by ops on shapes, so that they are known when the program is compiled.
pub(crate) fn check_shape_operands(op: OpRef<'_>) -> CheckResult {
    let is_resolvable = |value: ValueRef<'_>| {
        let def = value.defining_op();
        def.is_some_and(|def| def.interface::<dyn crate::interfaces::TosaShapeOperator>().is_some())
    };
    let shapes = op.operands().filter(|value| shape_rank(op.cx(), value.ty()).is_some());
    match shapes.into_iter().all(is_resolvable) {
        true => Ok(()),
        false => fail(op, "shape operand is not compile time resolvable"),
    }
}

/// Returns the first of some numbers.
fn first_number<T: Number>(cx: &Context, attr: Attr) -> Option<T> {
    match Numbers::of_attr(cx, attr)? {
        Numbers::Scalar(value) | Numbers::Splat(value) => Some(value),
        Numbers::List(values) => values.into_iter().next(),
    }
}

/// Returns the zero point that a value holds: -1 for a float that is not zero; `None` if it is not constant.
pub fn zero_point(value: ValueRef<'_>, signed: bool) -> Option<i64> {
    let (cx, attr) = (value.cx(), constant_value(value)?);
    if !attr.is_elements(cx) {
        return None;
    }
    if let Some(number) = first_number::<ApFloat>(cx, attr) {
        return Some(if number.is_zero() { 0 } else { -1 });
    }
    let number = first_number::<ApInt>(cx, attr)?;
    if signed { number.to_i64() } else { number.to_u64().map(|value| value as i64) }
}

/// Checks the zero point of a tensor: of its element type, and zero unless that is an integer of 8 bits.
pub(crate) fn check_zero_point(op: OpRef<'_>, zero: ValueRef<'_>, name: &str) -> CheckResult {
    let eight_bits = is_integer_of(op.cx(), zero.ty().element_type_or_self(op.cx()), 8);
    match zero_point(zero, true) {
        Some(value) if value != 0 && !eight_bits => {
            fail(op, format!("{name} zero point must be zero for non-int8 integer types"))
        }
        _ => Ok(()),
    }
}

/// Checks that a tensor and its zero point are stored in the same type.
pub(crate) fn zero_point_like(
    op: OpRef<'_>,
    tensor: ValueRef<'_>,
    zero: ValueRef<'_>,
    words: &str,
) -> CheckResult {
    let cx = op.cx();
    let [tensor, zero] = [tensor, zero].map(|value| storage_element(cx, value.ty()));
    match tensor == zero {
        true => Ok(()),
        false => fail(op, format!("{words}, got {} and {}", quoted(cx, tensor), quoted(cx, zero))),
    }
}

/// Returns the quotient of a division without remainder.
pub(crate) fn exact_quotient(dividend: i128, divisor: i128) -> Option<i128> {
    (divisor != 0 && dividend % divisor == 0).then(|| dividend / divisor)
}

/// Checks an extent of the result of a window that moves over an input: `steps` is the distance that it moves,
/// `formula` how the messages describe it.
pub(crate) fn check_steps(
    op: OpRef<'_>,
    dim: &str,
    (steps, stride): (i128, i64),
    output: i64,
    not_divisible: impl FnOnce() -> String,
) -> CheckResult {
    let Some(quotient) = exact_quotient(steps, i128::from(stride)) else {
        return fail(op, not_divisible());
    };
    let calculated = quotient + 1;
    match known(output) {
        Some(expected) if expected != calculated => {
            let message =
                format!("calculated output {dim} did not match expected: calculated={calculated}, ");
            fail(op, format!("{message}expected={expected}"))
        }
        _ => Ok(()),
    }
}

/// Checks that values of two lists have the same types, shapes that may be unknown in part.
pub(crate) fn same_types(op: OpRef<'_>, list1: (&[Type], &str), list2: (&[Type], &str)) -> CheckResult {
    let ((types1, name1), (types2, name2)) = (list1, list2);
    if types1.len() != types2.len() {
        let (count1, count2) = (types1.len(), types2.len());
        let message = format!("require same number of values in {name1} ({count1}) and {name2} ({count2})");
        return fail(op, message);
    }
    types1.iter().zip(types2).try_for_each(|(&one, &other)| same_type(op, (one, name1), (other, name2)))
}

/// Checks that two types are the same, shapes that may be unknown in part.
pub(crate) fn same_type(
    op: OpRef<'_>,
    (one, name1): (Type, &str),
    (other, name2): (Type, &str),
) -> CheckResult {
    let cx = op.cx();
    let differ = |what: &str, one: Type, other: Type| {
        let (one, other) = (quoted(cx, one), quoted(cx, other));
        fail(op, format!("require same {what} for {name1} ({one}) and {name2} ({other})"))
    };
    let [element1, element2] = [one, other].map(|ty| ty.element_type_or_self(cx));
    if element1 != element2 {
        return differ("element type", element1, element2);
    }
    match compatible_shapes(cx, one, other) {
        true => Ok(()),
        false => differ("shapes", one, other),
    }
}

/// Returns whether a tensor may have exactly one element.
pub(crate) fn may_be_size_one(cx: &Context, ty: Type) -> bool {
    ty.num_elements(cx).is_none_or(|count| count == 1)
}
