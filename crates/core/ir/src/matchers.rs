//! Matchers of constants, named after upstream's (`m_Zero`): they tell a value's constant whatever op defines it. Those of
//! attributes are for folds, which get the constants of their operands.

use terrace_support::apfloat::ApFloat;
use terrace_support::apint::ApInt;

use crate::attrs::Attr;
use crate::context::Context;
use crate::elements::Numbers;
use crate::fold::constant_value;
use crate::ir::ValueRef;

/// The integer that a constant is, in all its elements.
pub fn single_int(cx: &Context, constant: Option<Attr>) -> Option<ApInt> {
    Numbers::of_attr(cx, constant?)?.single().cloned()
}

/// The float that a constant is, in all its elements.
pub fn single_float(cx: &Context, constant: Option<Attr>) -> Option<ApFloat> {
    Numbers::of_attr(cx, constant?)?.single().cloned()
}

/// Whether a constant is the integer zero, in all its elements.
pub fn is_zero(cx: &Context, constant: Option<Attr>) -> bool {
    single_int(cx, constant).is_some_and(|value| value.is_zero())
}

/// Whether a constant is the integer one, in all its elements.
pub fn is_one(cx: &Context, constant: Option<Attr>) -> bool {
    single_int(cx, constant).is_some_and(|value| value.is_one())
}

/// Whether a constant is a floating-point zero of any sign, in all its elements.
pub fn is_any_zero_float(cx: &Context, constant: Option<Attr>) -> bool {
    single_float(cx, constant).is_some_and(|value| value.is_zero())
}

/// The integer that a value is known to be, in all its elements.
pub fn m_constant_int(value: ValueRef<'_>) -> Option<ApInt> {
    single_int(value.cx(), constant_value(value))
}

/// The float that a value is known to be, in all its elements.
pub fn m_constant_float(value: ValueRef<'_>) -> Option<ApFloat> {
    single_float(value.cx(), constant_value(value))
}

/// The integer that a scalar is known to be.
pub fn m_scalar_int(value: ValueRef<'_>) -> Option<ApInt> {
    constant_value(value)?.as_integer(value.cx()).map(|(value, _)| value.clone())
}

/// The integer that a scalar is known to be, if it has at most 64 bits.
pub fn m_scalar_i64(value: ValueRef<'_>) -> Option<i64> {
    constant_value(value)?.as_i64(value.cx())
}

/// Whether a value is known to be the integer zero, in all its elements.
pub fn m_zero(value: ValueRef<'_>) -> bool {
    is_zero(value.cx(), constant_value(value))
}

/// Whether a value is known to be the integer one, in all its elements.
pub fn m_one(value: ValueRef<'_>) -> bool {
    is_one(value.cx(), constant_value(value))
}

/// Whether a value is known to be a floating-point zero of any sign, in all its elements.
pub fn m_any_zero_float(value: ValueRef<'_>) -> bool {
    is_any_zero_float(value.cx(), constant_value(value))
}

/// Whether a value is known to be the positive floating-point zero, in all its elements.
pub fn m_pos_zero_float(value: ValueRef<'_>) -> bool {
    m_constant_float(value).is_some_and(|value| value.is_zero() && !value.is_negative())
}
