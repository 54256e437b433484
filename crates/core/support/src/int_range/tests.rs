use super::*;

const WIDTH: u32 = 4;

fn int(value: u64) -> ApInt {
    ApInt::new(WIDTH, value)
}

/// Every range of consecutive unsigned integers, and of signed ones.
fn ranges() -> Vec<IntRange> {
    let mut out = Vec::new();
    for low in 0..16 {
        for high in low..16 {
            out.push(IntRange::unsigned(int(low), int(high)));
            out.push(IntRange::signed(int(low ^ 8), int(high ^ 8)));
        }
    }
    out
}

fn holds(range: &IntRange, value: &ApInt) -> bool {
    range.umin.ule(value) && value.ule(&range.umax) && range.smin.sle(value) && value.sle(&range.smax)
}

/// Checks that the inferred ranges contain the results of all pairs, on some hundred thousand ranges.
fn check(infer: impl Fn(&IntRange, &IntRange) -> IntRange, result: impl Fn(&ApInt, &ApInt) -> Option<ApInt>) {
    let ranges = ranges();
    let table: Vec<Option<ApInt>> = (0..256).map(|at| result(&int(at / 16), &int(at % 16))).collect();
    for lhs in &ranges {
        for rhs in ranges.iter().step_by(3) {
            let inferred = infer(lhs, rhs);
            for a in (0..16).filter(|&a| holds(lhs, &int(a))) {
                for b in (0..16).filter(|&b| holds(rhs, &int(b))) {
                    if let Some(value) = &table[(a * 16 + b) as usize] {
                        assert!(
                            holds(&inferred, value),
                            "{a} in {lhs}, {b} in {rhs}: {value} not in {inferred}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn sums_and_products_are_held() {
    check(|a, b| infer_add(a, b, NoWrap::default()), |a, b| Some(a.add(b)));
    check(|a, b| infer_sub(a, b, NoWrap::default()), |a, b| Some(a.sub(b)));
    check(|a, b| infer_mul(a, b, NoWrap::default()), |a, b| Some(a.mul(b)));
    let both = NoWrap { signed: true, unsigned: true };
    let defined =
        |signed: (ApInt, bool), unsigned: (ApInt, bool)| (!signed.1 && !unsigned.1).then_some(signed.0);
    check(|a, b| infer_add(a, b, both), |a, b| defined(a.sadd_overflow(b), a.uadd_overflow(b)));
    check(|a, b| infer_mul(a, b, both), |a, b| defined(a.smul_overflow(b), a.umul_overflow(b)));
}

#[test]
fn quotients_are_held() {
    check(infer_div_u, |a, b| a.udiv(b));
    check(infer_ceil_div_u, |a, b| a.uceildiv(b));
    let defined = |a: &ApInt, b: &ApInt, value: Option<ApInt>| {
        if a.is_signed_min() && b.is_all_ones() { None } else { value }
    };
    check(infer_div_s, |a, b| defined(a, b, a.sdiv(b)));
    check(infer_floor_div_s, |a, b| defined(a, b, a.sfloordiv(b)));
    check(infer_rem_u, |a, b| a.urem(b));
}

#[test]
fn bits_and_shifts_are_held() {
    check(infer_and, |a, b| Some(a.and(b)));
    check(infer_or, |a, b| Some(a.or(b)));
    check(infer_xor, |a, b| Some(a.xor(b)));
    let in_range = |by: &ApInt| amount_of(by) < WIDTH;
    check(|a, b| infer_shl(a, b, NoWrap::default()), |a, by| in_range(by).then(|| a.shl(by)));
    check(infer_shr_s, |a, by| in_range(by).then(|| a.ashr(by)));
    check(infer_shr_u, |a, by| in_range(by).then(|| a.lshr(by)));
}

fn amount_of(by: &ApInt) -> u32 {
    by.to_u64().map_or(WIDTH, |n| n as u32)
}

#[test]
fn comparisons_are_decided_rightly() {
    for lhs in ranges() {
        for rhs in ranges() {
            if let Some(decided) = Comparison::Ult.decide(&lhs, &rhs) {
                for (a, b) in (0..16).flat_map(|a| (0..16).map(move |b| (int(a), int(b)))) {
                    assert!(!holds(&lhs, &a) || !holds(&rhs, &b) || a.ult(&b) == decided, "{lhs} < {rhs}");
                }
            }
        }
    }
}

#[test]
fn widths_change() {
    let range = IntRange::signed(ApInt::from_i64(8, -3), ApInt::from_i64(8, 5));
    assert_eq!(truncate(&range, 4), IntRange::signed(ApInt::from_i64(4, -3), ApInt::from_i64(4, 5)));
    assert_eq!(truncate(&range, 3), IntRange::full(3));
    assert_eq!(extend_signed(&range, 16).smin(), &ApInt::from_i64(16, -3));
    assert_eq!(extend_unsigned(&range, 16).umax(), &ApInt::new(16, 255));
    assert_eq!(range.to_string(), "unsigned : [0, 255] signed : [-3, 5]");
    assert_eq!(IntRange::constant(ApInt::new(8, 7)).constant_value(), Some(&ApInt::new(8, 7)));
}
