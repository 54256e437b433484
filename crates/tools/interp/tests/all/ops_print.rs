//! Tests of the module `ops/print`.

use terrace_interp::ops::print::general;

#[test]
fn floats_are_shown_as_c_does() {
    let cases = [
        (0.0, "0"),
        (1.0, "1"),
        (-2.5, "-2.5"),
        (1e6, "1e+06"),
        (123456.0, "123456"),
        (999999.5, "1e+06"),
        (0.0001, "0.0001"),
        (0.00001234567, "1.23457e-05"),
        (1.0 / 3.0, "0.333333"),
        (f64::INFINITY, "inf"),
    ];
    for (value, text) in cases {
        assert_eq!(general(value), text);
    }
}
