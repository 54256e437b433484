//! tests
use super::*;
#[test]
fn basics() {
    let p = |k, v: f64| ApFloat::from_f64(k, v).to_string();
    assert_eq!(p(FloatKind::F32, 0.7), "0.699999988");
    assert_eq!(p(FloatKind::F32, 0.1), "1.000000e-01");
    assert_eq!(p(FloatKind::F64, 0.1), "1.000000e-01");
    assert_eq!(p(FloatKind::F8E8M0FNU, -1.0), "-1.000000e+00");
}
