//! Properties against an independent big integer, and fixed values at the edges.

use num_bigint::{BigInt, BigUint, Sign};
use proptest::prelude::*;
use terrace_support::apint::ApInt;

fn unsigned(value: &ApInt) -> BigInt {
    let mut bytes = Vec::new();
    value.to_le_bytes(&mut bytes);
    BigInt::from(BigUint::from_bytes_le(&bytes))
}

fn modulus(width: u32) -> BigInt {
    BigInt::from(1) << width
}

fn signed(value: &ApInt) -> BigInt {
    let whole = unsigned(value);
    if value.is_negative() { whole - modulus(value.width()) } else { whole }
}

fn wrapped(width: u32, value: &BigInt) -> ApInt {
    let m = modulus(width);
    let low = ((value % &m) + &m) % &m;
    ApInt::from_le_bytes(width, &low.to_bytes_le().1)
}

fn fits_unsigned(width: u32, value: &BigInt) -> bool {
    value.sign() != Sign::Minus && *value < modulus(width)
}

fn fits_signed(width: u32, value: &BigInt) -> bool {
    *value >= -modulus(width - 1) && *value < modulus(width - 1)
}

/// A pair of one width, with runs of equal bits so that carries and edge values occur.
fn pair() -> impl Strategy<Value = (ApInt, ApInt)> {
    let word = prop_oneof![any::<u64>(), Just(0), Just(u64::MAX), 0u64..4, Just(1 << 63)];
    let words = prop::collection::vec(word, 5);
    let width = prop_oneof![1u32..=64, 65u32..=320, Just(64), Just(128)];
    (width, words.clone(), words).prop_map(|(w, a, b)| (ApInt::from_words(w, &a), ApInt::from_words(w, &b)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn arithmetic_matches((a, b) in pair(), n in 0u32..330) {
        let w = a.width();
        let (ua, ub, sa, sb) = (unsigned(&a), unsigned(&b), signed(&a), signed(&b));
        prop_assert_eq!(a.uadd_overflow(&b), (wrapped(w, &(&ua + &ub)), !fits_unsigned(w, &(&ua + &ub))));
        prop_assert_eq!(a.sadd_overflow(&b), (wrapped(w, &(&ua + &ub)), !fits_signed(w, &(&sa + &sb))));
        prop_assert_eq!(a.usub_overflow(&b), (wrapped(w, &(&ua - &ub)), !fits_unsigned(w, &(&ua - &ub))));
        prop_assert_eq!(a.ssub_overflow(&b), (wrapped(w, &(&ua - &ub)), !fits_signed(w, &(&sa - &sb))));
        prop_assert_eq!(a.umul_overflow(&b), (wrapped(w, &(&ua * &ub)), !fits_unsigned(w, &(&ua * &ub))));
        prop_assert_eq!(a.smul_overflow(&b), (wrapped(w, &(&ua * &ub)), !fits_signed(w, &(&sa * &sb))));
        prop_assert_eq!(a.mul(&b), wrapped(w, &(&ua * &ub)));
        prop_assert_eq!(a.neg(), wrapped(w, &-&ua));
        prop_assert_eq!(a.ult(&b), ua < ub);
        prop_assert_eq!(a.sle(&b), sa <= sb);
        if b.is_zero() {
            prop_assert_eq!(a.udiv(&b), None);
            prop_assert_eq!(a.srem(&b), None);
        } else {
            prop_assert_eq!(a.udivrem(&b), Some((wrapped(w, &(&ua / &ub)), wrapped(w, &(&ua % &ub)))));
            prop_assert_eq!(a.sdiv(&b), Some(wrapped(w, &(&sa / &sb))));
            prop_assert_eq!(a.srem(&b), Some(wrapped(w, &(&sa % &sb))));
            prop_assert_eq!(a.sdiv_overflow(&b).map(|r| r.1), Some(!fits_signed(w, &(&sa / &sb))));
            let floor = num_floor(&sa, &sb);
            prop_assert_eq!(a.sfloordiv(&b), Some(wrapped(w, &floor)));
            prop_assert_eq!(a.sceildiv(&b), Some(wrapped(w, &-num_floor(&-&sa, &sb))));
        }
        prop_assert_eq!(a.shl_by(n), if n >= w { ApInt::zero(w) } else { wrapped(w, &(&ua << n)) });
        prop_assert_eq!(a.lshr_by(n), wrapped(w, &(&ua >> n)));
        prop_assert_eq!(a.ashr_by(n), wrapped(w, &(&sa >> n)));
        prop_assert_eq!(a.rotl(n).rotr(n), a.clone());
        if n < w {
            prop_assert_eq!(a.ushl_overflow(n).1, !fits_unsigned(w, &(&ua << n)));
            prop_assert_eq!(a.sshl_overflow(n).1, !fits_signed(w, &(&sa << n)));
        }
    }

    #[test]
    fn widths_and_counts_match((a, _) in pair(), w in 1u32..400) {
        prop_assert_eq!(a.sext(w), wrapped(w, &signed(&a)));
        prop_assert_eq!(a.zext_or_trunc(w), wrapped(w, &unsigned(&a)));
        prop_assert_eq!(u64::from(a.active_bits()), unsigned(&a).bits());
        prop_assert!(fits_signed(a.min_signed_bits(), &signed(&a)));
        prop_assert!(a.min_signed_bits() == 1 || !fits_signed(a.min_signed_bits() - 1, &signed(&a)));
        prop_assert_eq!(a.to_i64(), i64::try_from(signed(&a)).ok());
        prop_assert_eq!(a.to_u64(), u64::try_from(unsigned(&a)).ok());
        prop_assert_eq!(a.not().not(), a.clone());
        prop_assert_eq!(a.count_ones() + a.not().count_ones(), a.width());
    }

    #[test]
    fn text_round_trips((a, _) in pair()) {
        let (mut s, mut u, mut h) = (String::new(), String::new(), String::new());
        a.write_signed(&mut s);
        a.write_unsigned(&mut u);
        a.write_hex(&mut h);
        prop_assert_eq!(&s, &signed(&a).to_string());
        prop_assert_eq!(&u, &unsigned(&a).to_string());
        prop_assert_eq!(&h, &unsigned(&a).to_str_radix(16).to_uppercase());
        prop_assert_eq!(ApInt::parse_decimal(u.as_bytes()).zext_or_trunc(a.width()), a.clone());
        prop_assert_eq!(ApInt::parse_hex(h.as_bytes()).zext_or_trunc(a.width()), a);
    }

    #[test]
    fn long_products_and_conversions_match(words in prop::collection::vec(any::<u64>(), 1..700), cut in 1usize..300) {
        let width = words.len() as u32 * 64;
        let a = ApInt::from_words(width, &words);
        let b = ApInt::from_words(width, &words[..cut.min(words.len())]);
        prop_assert_eq!(a.mul(&b), wrapped(width, &(unsigned(&a) * unsigned(&b))));
        let mut text = String::new();
        a.write_unsigned(&mut text);
        prop_assert_eq!(&text, &unsigned(&a).to_string());
        prop_assert_eq!(ApInt::parse_decimal(text.as_bytes()).zext_or_trunc(width), a);
    }
}

fn num_floor(a: &BigInt, b: &BigInt) -> BigInt {
    let (quotient, remainder) = (a / b, a % b);
    let inexact =
        remainder.sign() != Sign::NoSign && (remainder.sign() == Sign::Minus) != (b.sign() == Sign::Minus);
    if inexact { quotient - 1 } else { quotient }
}

#[test]
fn width_zero_is_a_value() {
    let zero = ApInt::new(0, 17);
    assert!(zero.is_zero() && !zero.is_negative() && zero.is_all_ones());
    assert_eq!((zero.width(), zero.to_u64(), zero.to_i64()), (0, Some(0), Some(0)));
    assert_eq!(zero.add(&zero), zero);
    assert_eq!(zero.smul_overflow(&zero), (zero.clone(), false));
    assert_eq!(zero.not().leading_zeros(), 0);
    assert_eq!(zero.to_string(), "0");
}

#[test]
fn parsing_gives_the_smallest_width() {
    let width = |text: &str| ApInt::parse_decimal(text.as_bytes()).width();
    assert_eq!([width("0"), width("1"), width("255"), width("256"), width("0000")], [1, 1, 8, 9, 1]);
    assert_eq!(width("18446744073709551615"), 64);
    assert_eq!(width("18446744073709551616"), 65);
    assert_eq!(ApInt::parse_hex(b"Ff").to_u64(), Some(255));
    assert_eq!(ApInt::parse_hex(b"00000000000000000001").width(), 1);
    assert_eq!(ApInt::parse_decimal(b"").width(), 1);
}

#[test]
fn signed_extremes_print() {
    assert_eq!(ApInt::signed_min(64).to_string(), "-9223372036854775808");
    assert_eq!(ApInt::signed_min(128).to_string(), "-170141183460469231731687303715884105728");
    assert_eq!(ApInt::signed_max(8).to_string(), "127");
    assert_eq!(format!("{:?}", ApInt::from_i64(65, -1)), "-1 : i65");
}
