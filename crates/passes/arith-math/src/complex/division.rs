//! Division of complex numbers by their parts.

use terrace_dialects_core::arith::{CmpFPredicate, FastMathFlags};
use terrace_dialects_core::math;
use terrace_support::apfloat::ApFloat;

use super::to_standard::Parts;
use terrace_passes_shared::expressions::{Emitter, Num};

/// The quotient as the definition has it.
pub(super) fn divide<'e>([xr, xi]: Parts<'e>, [yr, yi]: Parts<'e>) -> Parts<'e> {
    let square = yr * yr + yi * yi;
    let real = xr * yr + xi * yi;
    let imaginary = xi * yr - xr * yi;
    [real / square, imaginary / square]
}

/// The quotient without intermediate overflow, after R. L. Smith, "Algorithm 116: Complex division"; NaN
/// results are corrected for zeros and infinities by annex G of the C standard.
pub(super) fn divide_by_smith<'e>(
    emitter: &'e Emitter<'_, '_>,
    [xr, xi]: Parts<'e>,
    [yr, yi]: Parts<'e>,
) -> Parts<'e> {
    use CmpFPredicate::{Oeq, Olt, One, Ord, Uno};
    // Comparisons and copies of signs have no flags: they find what flags would rule out.
    let compare =
        |predicate, a: Num<'e>, b: Num<'e>| emitter.with_flags(FastMathFlags::NONE, || a.cmpf(predicate, b));
    let copy_sign = |value: Num<'e>, sign: Num<'e>| {
        emitter.with_flags(FastMathFlags::NONE, || value.binary::<math::CopySignOp>(sign))
    };
    // If the imaginary part of the divisor is larger.
    let ratio = yr / yi;
    let divisor = yi + ratio * yr;
    let real_by_imaginary = (xr * ratio + xi) / divisor;
    let imaginary_by_imaginary = (xi * ratio - xr) / divisor;
    // If the real part is.
    let ratio = yi / yr;
    let divisor = yr + ratio * yi;
    let real_by_real = (xr + xi * ratio) / divisor;
    let imaginary_by_real = (xi - xr * ratio) / divisor;
    // A divisor of zero.
    let zero = yr.like(0.0);
    let yr_abs = yr.unary::<math::AbsFOp>();
    let yr_is_zero = compare(Oeq, yr_abs, zero);
    let yi_abs = yi.unary::<math::AbsFOp>();
    let yi_is_zero = compare(Oeq, yi_abs, zero);
    let xr_is_number = compare(Ord, xr, zero);
    let xi_is_number = compare(Ord, xi, zero);
    let x_has_number = xr_is_number | xi_is_number;
    let by_zero = x_has_number & (yr_is_zero & yi_is_zero);
    let infinity = yr.like_with(|kind| ApFloat::infinity(kind, false));
    let signed = copy_sign(infinity, yr);
    let (real_by_zero, imaginary_by_zero) = (signed * xr, signed * xi);
    // An infinite dividend and a finite divisor.
    let yr_is_finite = compare(One, yr_abs, infinity);
    let yi_is_finite = compare(One, yi_abs, infinity);
    let y_is_finite = yr_is_finite & yi_is_finite;
    let xr_abs = xr.unary::<math::AbsFOp>();
    let xr_is_infinite = compare(Oeq, xr_abs, infinity);
    let xi_abs = xi.unary::<math::AbsFOp>();
    let xi_is_infinite = compare(Oeq, xi_abs, infinity);
    let of_infinity = (xr_is_infinite | xi_is_infinite) & y_is_finite;
    let one = yr.like(1.0);
    let xr_unit = copy_sign(xr_is_infinite.select(one, zero), xr);
    let xi_unit = copy_sign(xi_is_infinite.select(one, zero), xi);
    let (first, second) = (xr_unit * yr, xi_unit * yi);
    let real_of_infinity = infinity * (first + second);
    let (first, second) = (xr_unit * yi, xi_unit * yr);
    let imaginary_of_infinity = infinity * (second - first);
    // A finite dividend and an infinite divisor.
    let xr_is_finite = compare(One, xr_abs, infinity);
    let xi_is_finite = compare(One, xi_abs, infinity);
    let x_is_finite = xr_is_finite & xi_is_finite;
    let yr_is_infinite = compare(Oeq, yr_abs, infinity);
    let yi_is_infinite = compare(Oeq, yi_abs, infinity);
    let by_infinity = x_is_finite & (yr_is_infinite | yi_is_infinite);
    let yr_unit = copy_sign(yr_is_infinite.select(one, zero), yr);
    let yi_unit = copy_sign(yi_is_infinite.select(one, zero), yi);
    let (first, second) = (xr * yr_unit, xi * yi_unit);
    let real_by_infinity = zero * (first + second);
    let (first, second) = (xi * yr_unit, xr * yi_unit);
    let imaginary_by_infinity = zero * (first - second);
    // The selection between both.
    let imaginary_is_larger = compare(Olt, yr_abs, yi_abs);
    let real = imaginary_is_larger.select(real_by_imaginary, real_by_real);
    let imaginary = imaginary_is_larger.select(imaginary_by_imaginary, imaginary_by_real);
    let mut special = [real, imaginary];
    for (holds, parts) in [
        (by_infinity, [real_by_infinity, imaginary_by_infinity]),
        (of_infinity, [real_of_infinity, imaginary_of_infinity]),
        (by_zero, [real_by_zero, imaginary_by_zero]),
    ] {
        special = [holds.select(parts[0], special[0]), holds.select(parts[1], special[1])];
    }
    let real_is_nan = compare(Uno, real, zero);
    let imaginary_is_nan = compare(Uno, imaginary, zero);
    let is_nan = real_is_nan & imaginary_is_nan;
    [is_nan.select(special[0], real), is_nan.select(special[1], imaginary)]
}
