//! Tests of the module `number`.

use terrace_interp_tosa::number::*;
use terrace_support::apfloat::{ApFloat, FloatKind};

#[test]
fn halves_round_as_the_general_conversion() {
    for bits in (0..0x7fff_ffffu32).step_by(997) {
        let value = f64::from(f32::from_bits(bits));
        let expected = ApFloat::from_f64(FloatKind::F16, value).to_f64();
        let found = round_f16(value);
        assert!(found == expected || (found.is_nan() && expected.is_nan()), "{value}: {found} {expected}");
        assert!(round_f16(-value).is_sign_negative(), "{value}");
    }
    assert_eq!(round_f16(65519.9), 65504.0);
    assert_eq!(round_f16(65520.0), f64::INFINITY);
    // Ties: half of the least subnormal, and one and a half of it.
    assert_eq!(round_f16(2f64.powi(-25)), 0.0);
    assert_eq!(round_f16(3.0 * 2f64.powi(-25)), 2f64.powi(-23));
}

#[test]
fn limits_are_those_of_the_width() {
    let limits = |ty: IntType| (ty.min(), ty.max());
    assert_eq!(limits(IntType::signed(8)), (-128, 127));
    assert_eq!(limits(IntType { width: 8, unsigned: true }), (0, 255));
    assert_eq!(limits(IntType { width: 1, unsigned: true }), (0, 1));
    assert_eq!(limits(IntType::signed(64)), (i64::MIN, i64::MAX));
    assert_eq!(limits(IntType::signed(48)), (-(1 << 47), (1 << 47) - 1));
    assert_eq!(IntType::signed(4).wrap(9), -7);
}
