//! Tests of the module `float_ops`.

use terrace_ir::enum_attr::EnumValue;

use terrace_dialects_core::arith::CmpFPredicate;
use terrace_interp::float_ops::*;
use terrace_support::apfloat::{ApFloat, FloatKind};

#[test]
fn small_floats_round_as_their_kind_says() {
    let bits = |kind, value| ApFloat::from_f64(kind, value).bits() as u64;
    let (one, tiny) = (bits(FloatKind::BF16, 1.0), bits(FloatKind::BF16, 0.003));
    assert_eq!(binary(FloatOp::Add, FloatKind::BF16, one, tiny), one);
    let (two, three) = (bits(FloatKind::F16, 2.0), bits(FloatKind::F16, 3.0));
    assert_eq!(binary(FloatOp::Mul, FloatKind::F16, two, three), bits(FloatKind::F16, 6.0));
}

#[test]
fn predicates_say_what_they_do_of_nan() {
    let (nan, one) = (f64::NAN.to_bits(), 1f64.to_bits());
    let all: Vec<CmpFPredicate> = (0..16).filter_map(CmpFPredicate::from_int).collect();
    let true_of = |a, b| -> Vec<u64> {
        let holds = all.iter().filter(|predicate| compare(**predicate, FloatKind::F64, a, b));
        holds.map(|predicate| predicate.to_int()).collect()
    };
    assert_eq!(true_of(nan, one), [8, 9, 10, 11, 12, 13, 14, 15]);
    assert_eq!(true_of(one, one), [1, 3, 5, 7, 8, 10, 12, 15]);
}
