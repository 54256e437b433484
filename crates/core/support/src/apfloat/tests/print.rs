//! Values as mlir-opt 22.1.8 prints them, from patterns and from decimal literals.

use super::super::{ApFloat, FloatKind, exact, parse_f64_literal, shorten};
use proptest::prelude::*;

const PRINTED: &[(&str, &str, &str)] = &[
    ("f4E2M1FN", "0x7", "6.000000e+00"),
    ("f4E2M1FN", "0xD", "-3.000000e+00"),
    ("f4E2M1FN", "0x7", "6.000000e+00"),
    ("f4E2M1FN", "0xD", "-3.000000e+00"),
    ("f6E2M3FN", "0xB", "1.375000e+00"),
    ("f6E2M3FN", "0x1E", "7.000000e+00"),
    ("f6E2M3FN", "0x32", "-2.500000e+00"),
    ("f6E2M3FN", "0x1C", "6.000000e+00"),
    ("f6E3M2FN", "0x5", "3.125000e-01"),
    ("f6E3M2FN", "0x38", "-8.000000e+00"),
    ("f6E3M2FN", "0x2", "1.250000e-01"),
    ("f6E3M2FN", "0x19", "1.000000e+01"),
    ("f8E5M2", "0xA7", "-2.734380e-02"),
    ("f8E5M2", "0xA6", "-2.343750e-02"),
    ("f8E5M2", "0x3", "4.577640e-05"),
    ("f8E5M2", "0x10", "4.882810e-04"),
    ("f8E4M3", "0x30", "5.000000e-01"),
    ("f8E4M3", "0x99", "-7.031250e-02"),
    ("f8E4M3", "0x76", "2.240000e+02"),
    ("f8E4M3", "0x97", "-5.859380e-02"),
    ("f8E4M3FN", "0x84", "-7.812500e-03"),
    ("f8E4M3FN", "0x4B", "5.500000e+00"),
    ("f8E4M3FN", "0xA9", "-2.812500e-01"),
    ("f8E4M3FN", "0xA7", "-2.343750e-01"),
    ("f8E5M2FNUZ", "0xFF", "-5.734400e+04"),
    ("f8E5M2FNUZ", "0xEE", "-3.072000e+03"),
    ("f8E5M2FNUZ", "0xB5", "-1.562500e-01"),
    ("f8E5M2FNUZ", "0xC2", "-1.500000e+00"),
    ("f8E4M3FNUZ", "0x49", "2.250000e+00"),
    ("f8E4M3FNUZ", "0x90", "-1.562500e-02"),
    ("f8E4M3FNUZ", "0x66", "2.800000e+01"),
    ("f8E4M3FNUZ", "0x4A", "2.500000e+00"),
    ("f8E4M3B11FNUZ", "0xF5", "-1.300000e+01"),
    ("f8E4M3B11FNUZ", "0xAF", "-2.929690e-02"),
    ("f8E4M3B11FNUZ", "0x35", "5.078130e-02"),
    ("f8E4M3B11FNUZ", "0xD", "1.586910e-03"),
    ("f8E3M4", "0xFA", "0xFA"),
    ("f8E3M4", "0x6B", "1.350000e+01"),
    ("f8E3M4", "0xA1", "-5.312500e-01"),
    ("f8E3M4", "0xAC", "-8.750000e-01"),
    ("f8E8M0FNU", "0x16", "2.465190e-32"),
    ("f8E8M0FNU", "0x3", "4.701980e-38"),
    ("f8E8M0FNU", "0xC2", "1.475740e+20"),
    ("f8E8M0FNU", "0x22", "1.009740e-28"),
    ("bf16", "0x19DE", "2.295430e-23"),
    ("bf16", "0x7706", "2.717840e+33"),
    ("bf16", "0x2D7C", "1.432450e-11"),
    ("bf16", "0x303A", "6.766640e-10"),
    ("f16", "0x30D0", "1.503910e-01"),
    ("f16", "0xC4FF", "-4.996090e+00"),
    ("f16", "0xA4CA", "-1.870730e-02"),
    ("f16", "0x6515", "1.301000e+03"),
    ("tf32", "0x1B3F2", "3.788620e-06"),
    ("tf32", "0x6EA27", "-8.866460e+17"),
    ("tf32", "0x66D63", "-3.614970e+08"),
    ("tf32", "0x7FBB4", "-3.276550e+38"),
    ("f32", "0x48F11AF2", "493783.563"),
    ("f32", "0xB6CF576A", "-6.17925707E-6"),
    ("f32", "0xC3C2E044", "-389.752075"),
    ("f32", "0x491E7A60", "6.491260e+05"),
    ("f32", "0x54366C21", "3.1339926E+12"),
    ("f32", "0x385C08D6", "5.24603165E-5"),
    ("f32", "0x3D6F8BD1", "0.0584829487"),
    ("f32", "0x3F8670D", "1.45997892E-36"),
    ("f32", "0x5F27FF08", "1.21054031E+19"),
    ("f32", "0x20918FA7", "2.46590166E-19"),
    ("f32", "0x7BD55EE6", "2.215768E+36"),
    ("f32", "0x22BFB8E0", "5.19663978E-18"),
    ("f32", "0x2ECDCC0A", "9.35856531E-11"),
    ("f32", "0x4F91540C", "4.87640883E+9"),
    ("f64", "0xBE961CB5D15B77F2", "-3.294967013521157E-7"),
    ("f64", "0xBD4AEAB02891DD3C", "-1.9125501513188998E-13"),
    ("f64", "0x3253B5628DCE6F52", "2.9241207791647853E-66"),
    ("f64", "0xBCD7300F6361B9F8", "-1.2871778534956069E-15"),
    ("f64", "0x3C2282666BE49EE7", "5.0169762353322244E-19"),
    ("f64", "0xC1D24BA08329C05B", "-1227784716.6523654"),
    ("f64", "0x6BBA8D2141C9886E", "8.728961686405993E+210"),
    ("f64", "0x3E5224CB98B20411", "1.689766685993713E-8"),
    ("f64", "0xB869135CEDE26C2E", "-5.8952538656671032E-37"),
    ("f64", "0x3CB82EBB205BC308", "3.3560019794082586E-16"),
    ("f64", "0x365FDCD647BC7548", "8.7205224661555041E-47"),
    ("f64", "0xBFDD7D143437F5AB", "-0.4607592115351859"),
    ("f64", "0x3C49C1DA69534048", "2.7926054420190236E-18"),
    ("f64", "0x3DAEA7602D1EF7BF", "1.3939739475594823E-11"),
    ("f64", "0x42C58B8E1799E728", "47378257097678.313"),
    ("f64", "0x54BA1E74FB019DF4", "1.4282185372235206E+100"),
    ("f80", "0x959D859DCAC8B0F3E5FD", "-6.96942201618426153884E-3267"),
    ("f80", "0x401488FB09A0970216FC", "2244290.4068260504273"),
    ("f80", "0x3FCCCFD26EC4B372C56B", "7.2102741378549217706E-16"),
    ("f80", "0x3FDB9138A4E47B73CCF8", "1.65097465082918402055E-11"),
    ("f80", "0x4017928AE84AFFD5E6D8", "19207632.5859324814955"),
    ("f80", "0xE6730B620DC6BCAC6462", "0xFFFF0B620DC6BCAC6462"),
    ("f80", "0x2129B4251188BCB5D0E3", "6.57091707504203745035E-2377"),
    ("f80", "0x4032D7740511EA3D9BE7", "3790292819813337.7439"),
    ("f128", "0x3FC0B923DF007DFA13E222B8E69D2F3B", "1.86830108628597646988134508917885305E-19"),
    ("f128", "0x3B8676692A383287FFB20E6DD0C8B94", "8.98412596073072988363347039076094167E-4646"),
    ("f128", "0x32FBCE3952A71B26111B4B561E09C2F", "6.38321100223020620678217971571509907E-4687"),
    ("f128", "0x1D96AC56A3B000431734BC4414881EDC", "2.82042968150663216624834826459266916E-2652"),
    ("f128", "0x402EB3DBBA6BC77C6A8F1DD4E13A0996", "239615641772990.208123142467787469636"),
    ("f128", "0x403C7AEFD69F6B16766E690070C61508", "3413159880744423117.80127037147997626"),
    ("f32", "0.7", "0.699999988"),
    ("f32", "0.1", "1.000000e-01"),
    ("f32", "0.3", "3.000000e-01"),
    ("f32", "-0.0", "-0.000000e+00"),
    ("f32", "1.0e400", "0x7F800000"),
    ("f32", "16777216.0", "0x4B800000"),
    ("f32", "33554432.0", "0x4C000000"),
    ("f32", "100000000.0", "1.000000e+08"),
    ("f32", "3.14159274", "3.14159274"),
    ("f32", "123456789.0", "0x4CEB79A3"),
    ("f32", "1.0e10", "1.000000e+10"),
    ("f32", "1.0e-45", "1.401300e-45"),
    ("f32", "3.4028235e38", "3.40282347E+38"),
    ("f32", "0.0001", "9.99999974E-5"),
    ("f32", "0.000123456789", "1.2345679E-4"),
    ("f64", "0.7", "0.69999999999999996"),
    ("f64", "0.1", "1.000000e-01"),
    ("f64", "3.141592653589793", "3.1415926535897931"),
    ("f64", "1.0e22", "1.000000e+22"),
    ("f64", "1.0e23", "9.9999999999999991E+22"),
    ("f64", "123456789012345678.0", "1.2345678901234568E+17"),
    ("f64", "9007199254740993.0", "0x4340000000000000"),
    ("f64", "1234567.0", "0x4132D68700000000"),
    ("f64", "0.001234567", "0.001234567"),
    ("f64", "4.9e-324", "4.940660e-324"),
    ("f64", "1.7976931348623157e308", "1.7976931348623157E+308"),
    ("f64", "2.5e-5", "2.500000e-05"),
    ("f8E4M3FN", "448.0", "4.480000e+02"),
    ("f8E4M3FN", "464.0", "4.480000e+02"),
    ("f8E4M3FN", "465.0", "0x7F"),
    ("f8E4M3FN", "0.001953125", "1.953130e-03"),
    ("f8E5M2FNUZ", "-0.0", "0.000000e+00"),
    ("f8E5M2FNUZ", "57344.0", "5.734400e+04"),
    ("f8E5M2FNUZ", "70000.0", "0x80"),
    ("f8E8M0FNU", "0.0", "5.877470e-39"),
    ("f8E8M0FNU", "-1.0", "-1.000000e+00"),
    ("f8E8M0FNU", "3.0", "4.000000e+00"),
    ("f8E8M0FNU", "3.0e38", "0xFF"),
    ("f4E2M1FN", "5.0", "4.000000e+00"),
    ("f4E2M1FN", "100.0", "6.000000e+00"),
    ("f4E2M1FN", "-0.25", "-0.000000e+00"),
    ("f16", "65504.0", "6.550400e+04"),
    ("f16", "65520.0", "0x7C00"),
    ("f16", "0.1", "9.997550e-02"),
    ("bf16", "0.1", "1.000980e-01"),
    ("bf16", "3.4e38", "0x7F80"),
    ("f80", "0.1", "0.100000000000000005551"),
    ("f80", "1.0e20", "1.000000e+20"),
    ("f128", "0.1", "0.100000000000000005551115123125782702"),
    ("f128", "123456789.0", "0x4019D6F3454000000000000000000000"),
    ("f32", "0x7FC00000", "0x7FC00000"),
    ("f32", "0xFF800000", "0xFF800000"),
    ("f80", "0x7FFF8000000000000000", "0x7FFF8000000000000000"),
    ("f80", "0x7FFE0000000000000000", "0x7FFF0000000000000000"),
    ("f80", "0x00008000000000000000", "3.36210314311209350626E-4932"),
    ("f8E4M3FNUZ", "0x80", "0x80"),
    ("f8E8M0FNU", "0xFF", "0xFF"),
    ("f128", "0x1", "6.475180e-4966"),
    ("f64", "0x1", "4.940660e-324"),
    ("f80", "0x1", "3.645200e-4951"),
    ("f128", "0x7FFEFFFFFFFFFFFFFFFFFFFFFFFFFFFF", "1.18973149535723176508575932662800702E+4932"),
];

/// Doubles as llvm-dis 22 prints them; `None` in hexadecimal.
const SHORT: &[(u64, Option<&str>)] = &[
    (0x2b93_d178_4427_fd14, None),
    (0x5a49_e953_8dfe_4a8d, None),
    (0x40c2_48e6_6666_6666, None),
    (0x0000_0000_0000_075f, Some("9.323010e-321")),
    (0x3f82_6e97_8d4f_df3b, None),
    (0x6125_7c86_bae4_9897, None),
    (0x401f_8f5c_28f5_c28f, None),
    (0x6cf5_21f1_34bf_6ea6, None),
    (0x5233_8647_467d_f791, None),
    (0x0000_0000_0000_062b, Some("7.801290e-321")),
    (0x61f1_c835_bd3f_7d78, None),
    (0x0000_0000_0000_04d1, Some("6.091820e-321")),
    (0x401e_bd70_a3d7_0a3d, None),
    (0x3661_f09f_6c39_df1b, None),
    (0x4582_9c37_5a45_4881, None),
    (0x28e2_37de_22a1_d19a, None),
    (0x0f58_ac61_7ffe_4122, None),
    (0xbeae_a995_d6d5_f958, None),
    (0x401e_e147_ae14_7ae1, None),
    (0x40c0_9926_6666_6666, None),
    (0x44b3_b18a_4420_e1e0, None),
    (0x4020_0a3d_70a3_d70a, None),
    (0x3fb8_a1df_b938_9b52, None),
    (0x7368_998e_132f_1fb6, None),
    (0x1d36_a4ce_68a9_a5f5, Some("6.000000e-168")),
    (0x3ec0_aa20_683d_f698, Some("1.986570e-06")),
    (0x4374_4a3c_e8e4_9200, Some("9.137800e+16")),
    (0x1da8_1f8f_a7c1_28d6, Some("8.181800e-166")),
    (0x4146_4720_0000_0000, Some("2.920000e+06")),
    (0x401f_51eb_851e_b852, Some("7.830000e+00")),
    (0x9bc0_d71e_a7e6_21a9, Some("-5.319400e-175")),
    (0x0000_0000_0000_010e, Some("1.333980e-321")),
    (0x58ff_2aa7_9736_4199, Some("5.030000e+120")),
    (0xbfce_48e8_a71d_e69b, Some("-2.366000e-01")),
    (0x0000_0000_0000_042f, Some("5.291440e-321")),
    (0x22d0_c467_7d5d_b712, Some("5.500000e-141")),
    (0xd5d5_992d_c500_565d, None),
    (0x7360_0000_0000_0000, None),
    (0x0bc0_0000_0000_0000, None),
    (0x4086_57c3_2ca5_7a78, None),
    (0xe4f6_fd7a_8625_1445, None),
    (0x07f0_0000_0000_0000, None),
    (0x3fef_f7ce_d916_872b, None),
    (0x8000_0000_0000_0000, Some("-0.000000e+00")),
    (0x7ff0_0000_0000_0000, None),
];

/// Six digits of a value; `None` if they are another value.
fn short(value: ApFloat) -> Option<String> {
    let mut text = String::new();
    value.write_short(&mut text).then_some(text)
}

#[test]
fn doubles_have_six_digits_as_in_llvm_ir() {
    for &(bits, text) in SHORT {
        let value = ApFloat::from_bits(FloatKind::F64, u128::from(bits));
        assert_eq!(short(value).as_deref(), text, "{bits:#x}");
    }
}

/// Reads a pattern or a literal as the parser does, where a sign is no part of the literal.
fn read(kind: FloatKind, source: &str) -> ApFloat {
    if let Some(pattern) = source.strip_prefix("0x") {
        return ApFloat::from_bits(kind, u128::from_str_radix(pattern, 16).unwrap());
    }
    let magnitude = parse_f64_literal(source.trim_start_matches('-').as_bytes()).unwrap();
    ApFloat::from_f64(kind, if source.starts_with('-') { -magnitude } else { magnitude })
}

#[test]
fn values_print_as_upstream() {
    for &(name, source, printed) in PRINTED {
        let kind = FloatKind::from_name(name).unwrap();
        assert_eq!(read(kind, source).to_string(), printed, "{source} : {name}");
    }
}

#[test]
fn patterns_of_small_formats_read_back() {
    for kind in FloatKind::ALL.into_iter().filter(|kind| kind.width() <= 19) {
        for bits in 0..1 << kind.width() {
            let value = ApFloat::from_bits(kind, bits);
            assert_eq!(value.bits(), bits);
            if value.is_finite() {
                assert_eq!(read(kind, &value.to_string()), value, "{bits:#x} : {}", kind.name());
                assert_eq!(ApFloat::from_f64(kind, value.to_f64()), value);
            }
        }
    }
}

#[test]
fn literals_are_checked() {
    assert_eq!(parse_f64_literal(b"1.5e-3"), Some(1.5e-3));
    assert_eq!(parse_f64_literal(b"-2."), Some(-2.0));
    assert_eq!(parse_f64_literal(b"1.0e400"), Some(f64::INFINITY));
    assert_eq!(parse_f64_literal(b"inf"), None);
    assert_eq!(parse_f64_literal(b"nan"), None);
    assert_eq!(parse_f64_literal(b""), None);
    assert_eq!(parse_f64_literal(b"1.0e"), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn fast_digits_are_exact(significand in any::<u64>(), cut in 0u32..64, exponent in -1074i32..960, precision in 2u32..18) {
        let odd = significand >> cut | 1;
        if let Some((digits, power)) = shorten::Narrow::new(odd, exponent).and_then(|n| n.leading_digits(precision)) {
            let fast = shorten::Decimal { digits: u128::from(digits), exponent: power };
            let exact = exact::leading_digits(u128::from(odd), exponent, precision);
            prop_assert_eq!(fast, exact);
            let (digits, power, count) = shorten::rounded(digits, power, precision);
            let fast = shorten::Decimal { digits: u128::from(digits), exponent: power };
            prop_assert_eq!(count, digits.to_string().len() as u32);
            prop_assert_eq!(fast.rounded(precision), exact.rounded(precision));
        }
    }

    #[test]
    fn literals_read_as_by_the_standard_library(whole in 0u64..100_000, fraction in any::<u64>(), cut in 0u32..64, exponent in -40i32..40) {
        let fraction = fraction >> cut;
        for text in [format!("{whole}.{fraction}"), format!("{whole}.e{exponent}"), format!("{whole}.{fraction}e{exponent}")] {
            prop_assert_eq!(parse_f64_literal(text.as_bytes()), text.parse::<f64>().ok());
        }
    }

    #[test]
    fn six_digits_are_those_of_the_exact_number(digits in 1u32..9_999_999, power in -330i32..305, ulps in 0u64..3) {
        let value = format!("{digits}e{power}").parse::<f64>().unwrap();
        let value = ApFloat::from_bits(FloatKind::F64, u128::from(value.to_bits() + ulps));
        // The number cut to six digits, roughly, and rounded to them.
        let parts = value.parts();
        prop_assume!(value.is_finite() && parts.significand != 0);
        let zeros = parts.significand.trailing_zeros();
        let exponent = parts.exponent + zeros as i32;
        let (exact, _) = exact::leading_digits(parts.significand >> zeros, exponent, 6).rounded(6);
        let read = format!("{}e{}", exact.digits, exact.exponent).parse::<f64>().unwrap();
        let text = short(value);
        prop_assert_eq!(text.is_some(), u128::from(read.to_bits()) == value.bits());
        if let Some(text) = text {
            prop_assert_eq!(u128::from(text.parse::<f64>().unwrap().to_bits()), value.bits());
        }
    }

    #[test]
    fn doubles_read_back(bits in any::<u64>()) {
        let value = f64::from_bits(bits);
        let text = ApFloat::from_f64(FloatKind::F64, value).to_string();
        if text.starts_with("0x") {
            prop_assert!(!value.is_finite() || value.fract() == 0.0);
        } else {
            prop_assert_eq!(text.parse::<f64>().unwrap().to_bits(), bits);
        }
    }
}
