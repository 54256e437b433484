//! Hyperbolic functions, by the exponential function.

use super::exponentials::{exp, expm1_short};
use super::expressions::Num;

/// `(tanh(x) / x - 1) / x^2` by `x^2`, for `|x| <= 0.63`, within 2^-32 of `tanh(x)`.
const TANH: &[f64] =
    &[-3.333333e-01, 1.3333218e-01, -5.394758e-02, 2.1702772e-02, -8.178281e-03, 2.1408338e-03];

pub(super) fn tanh<'e>(x: Num<'e>) -> Num<'e> {
    let size = x.abs();
    let square = size * size;
    let small = (size * square).mul_add(square.polynomial(TANH), size);
    // From 10 on it is 1.
    let power = exp(size.clamp(0.0, 10.0) * 2.0);
    let large = power.float(1.0) - power.float(2.0) / (power + 1.0);
    size.lt(0.625).select(small, large).copysign(x)
}

pub(super) fn sinh<'e>(x: Num<'e>) -> Num<'e> {
    let less = expm1_short(x.abs().clamp(0.0, 100.0).double());
    let sum = less + less / (less + 1.0);
    (sum * 0.5).single().copysign(x)
}

pub(super) fn cosh<'e>(x: Num<'e>) -> Num<'e> {
    let power = expm1_short(x.abs().clamp(0.0, 100.0).double()) + 1.0;
    ((power + power.float(1.0) / power) * 0.5).single()
}
