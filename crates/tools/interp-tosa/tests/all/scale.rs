//! Tests of the module `scale`.

use terrace_interp_tosa::scale::*;

#[test]
fn scales_are_those_of_the_specification() {
    // One half is 1 << 30 shifted by 31: 5 / 2 is rounded up, and -5 / 2 too.
    assert_eq!(scale_32(5, 1 << 30, 31, false), Ok(3));
    assert_eq!(scale_32(-5, 1 << 30, 31, false), Ok(-2));
    // (5 + 2) / 4, and with a quarter more or less (5 + 3) / 4 and (-5 + 1) / 4.
    assert_eq!(scale_32(5, 1 << 30, 32, false), Ok(1));
    assert_eq!(scale_32(5, 1 << 30, 32, true), Ok(2));
    assert_eq!(scale_32(-5, 1 << 30, 32, true), Ok(-1));
    assert!(scale_32(1 << 30, 1, 31, false).is_err());
    assert!(scale_32(1, 1, 1, false).is_err());
    assert!(scale_32(1, 1, 63, false).is_err());
    assert!(scale_32(1, -1, 31, false).is_err());
    assert_eq!(scale_16(1 << 46, 1 << 14, 47), Ok(1 << 13));
    assert!(scale_16(1 << 46, 1 << 14, 29).is_err());
}

#[test]
fn reciprocals_divide_exactly_where_that_is_possible() {
    assert_eq!(reciprocal_scale(1), ((1 << 30) + 1, 30));
    assert_eq!(reciprocal_scale(2), ((1 << 30) + 1, 31));
    // ((2^30 + 1) * 4) / 3, shifted by 32.
    assert_eq!(reciprocal_scale(3), (1431655766, 32));
}
