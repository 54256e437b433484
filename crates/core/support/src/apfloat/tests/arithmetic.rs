//! Results and exceptions as LLVM 22's `APFloat` returns them.
//!
//! A row is an operation, a format, a rounding mode and operands: patterns, but the target format of `cvt`, and the width
//! and the signedness of the integer of `toi` and `fri`.

use super::super::{ApFloat, FloatKind, Rounding, Status};
use crate::apint::ApInt;

const RESULTS: &[(&str, &str)] = &[
    ("add f8E5M2 p 46 3E", "48 16"),
    ("mnn f8E5M2 p E4 8B", "E4 0"),
    ("add f6E2M3FN e D E", "16 16"),
    (
        "div f128 p 4010C24101A9E71FDE8A774BCF36D58B 4010C24101A9E71FDE8A774BCF36D58B",
        "3FFF0000000000000000000000000000 0",
    ),
    ("toi f8E3M4 p 9E 64 s", "0 16"),
    ("mnn f6E2M3FN e 31 31", "31 0"),
    ("toi f8E4M3FNUZ e 61 64 s", "12 0"),
    ("mnn f8E5M2FNUZ e B3 EF", "EF 0"),
    ("min f8E4M3FN p 3E 29", "29 0"),
    (
        "div f128 p BFED10F1448AAA000000000000000000 7577A491F0B2EA1FCA65E27A0000",
        "FFEC296A6A5C43F6027F19F44EFF3015 16",
    ),
    ("cvt f6E3M2FN e 37 f8E4M3FN", "CE 0"),
    ("max tf32 e 62101 6E2E0", "62101 0"),
    ("min f8E4M3B11FNUZ n 2D 81", "81 0"),
    ("toi f8E3M4 p 81 8 u", "0 16"),
    ("cvt f128 z BFF2D4E8FC3E058BE0F3EAB05CEC4EB5 tf32", "5CB53 16"),
    ("cvt f128 p 40021EFA7394988F847FD9B4E64D1B00 f64", "4021EFA7394988F9 16"),
    ("cvt f64 a 406693DF6C6FA611 f128", "4006693DF6C6FA611000000000000000 0"),
    ("mul tf32 e 1BF3B 6340F", "5F756 16"),
    ("fri f16 e 1 1 u", "3C00 0"),
    ("min f64 n 40B2F923D9F195D0 BF291D4000000000", "BF291D4000000000 0"),
    ("div f8E8M0FNU e 65 21", "C3 0"),
    ("fma f32 n C47FCD5A BC21F000 3D240000", "412273F6 16"),
    ("add f80 p 4CA48DFA6A56D12DBC9A BFF1A7CB6F2A8DA01097", "4CA48DFA6A56D12DBC9A 16"),
    ("sub f6E2M3FN p 1B 1B", "0 0"),
    (
        "mxn f128 a 13432E611CA3C4480279B6A68F9797B0 400E4EEA0AB54BDE20A045026E068097",
        "400E4EEA0AB54BDE20A045026E068097 0",
    ),
    ("max tf32 p 13C84 40000", "13C84 0"),
    ("rem f8E4M3FNUZ e C9 B3", "AC 0"),
    ("toi f6E2M3FN a E 128 u", "2 16"),
    ("div f8E4M3FNUZ e A8 31", "B6 16"),
    ("cvt f6E3M2FN e 16 f16", "4600 0"),
    (
        "fma f128 e 3FFB587E6F3F920C98B8E4CC1BC044FC C0030B5C41357E8C30A900AD939B462D 3FF7AA0BF2E9702D11E9CDAA6E6981A3",
        "BFFF661DF7447572805D808B02B75058 16",
    ),
    ("mxn f8E5M2 e 81 4F", "4F 0"),
    ("mxn f16 e BBC2 BF85", "BBC2 0"),
    ("cmp f8E8M0FNU a 71 AC", "0 0"),
    ("mnn f8E4M3FN e 48 83", "83 0"),
    ("sub f8E8M0FNU n F3 C0", "F2 16"),
    ("cvt f8E4M3FNUZ e 25 f8E4M3FNUZ", "25 0"),
    ("cmp f6E3M2FN a 38 28", "0 0"),
    ("cmp f16 a 5F92 C521", "2 0"),
    ("cmp f8E5M2 e CD 76", "0 0"),
    (
        "max f128 e 8000D4A06D3EE1DC81392443E45B712E BE6033F728BE9288E5AF6E39722764E6",
        "8000D4A06D3EE1DC81392443E45B712E 0",
    ),
    ("fma f8E8M0FNU z 14 23 26", "26 16"),
    ("mxn f8E4M3 e 10 6A", "6A 0"),
    ("rnd f32 e 34F3193C", "0 16"),
    ("min tf32 p 644E1 1B158", "644E1 0"),
    (
        "add f128 a 40060CDF2E85CB217631DE0000000000 7FFF8000000000000000000000000000",
        "7FFF8000000000000000000000000000 0",
    ),
    ("cvt f6E2M3FN e 3C f4E2M1FN", "F 0"),
    ("mul f8E4M3FNUZ a AB 1D", "89 16"),
    ("mxn f32 e C8FB5BA8 80000000", "80000000 0"),
    ("sub f8E5M2FNUZ z B0 D4", "53 16"),
    ("toi f8E3M4 p 99 1 u", "0 16"),
    ("sub bf16 z C2A0 A2B5", "C29F 16"),
    ("fma f8E4M3B11FNUZ n 3E 3E EF", "EF 16"),
    ("div f32 n 4183AC71 3C661F00", "44927B37 16"),
    ("mxn f8E4M3FNUZ a 7D 8E", "7D 0"),
    ("mnn f64 p 0 4108DB0679279973", "0 0"),
    ("rem f8E3M4 e 1E B8", "1E 0"),
    ("cvt f128 p C010487298C7472A864E9A13C29CFC0C f32", "C824394C 16"),
    ("rem f6E2M3FN n 1E 1E", "0 0"),
    ("sub f64 z BF4F2F9E90164161 C05CA6DF989BC4DA", "405CA6D000CC7CCE 16"),
    ("max f6E2M3FN p 6 3C", "6 0"),
    ("rem f8E5M2FNUZ p 14 28", "14 0"),
    ("mul f6E3M2FN e 1A 1C", "1F 16"),
    ("add f8E3M4 e 49 B4", "3E 0"),
    ("sub f32 p 3BC1A987 3B8EB0FD", "3ACBE228 0"),
    ("cmp f8E3M4 e 77 B0", "3 0"),
    ("min f8E4M3B11FNUZ z 7E 70", "70 0"),
    ("mxn tf32 e 1C3D8 5B30F", "1C3D8 0"),
    ("max f8E4M3FN a A2 D0", "A2 0"),
    ("fma f64 a 800546E0292BD156 C2B01D045DD1C 3FFC5C5BF85E06A1", "3FFC5C5BF85E06A1 16"),
    ("mnn f4E2M1FN n 8 8", "8 0"),
    ("fma f80 z 3FEE8C99A894445DCC38 7C9013260763FCD0 400EE87213F98D605936", "400EE87213F98D605936 16"),
    ("cmp f8E5M2 e A5 D5", "2 0"),
    ("min f8E3M4 p 45 6A", "45 0"),
    ("div f64 a C11E11B8BF0D0730 7FF8000000000000", "7FF8000000000000 0"),
    ("toi f64 e C008B1E3C34B9FBB 65 u", "0 1"),
    ("cmp f8E4M3 e 20 80", "2 0"),
    ("toi f8E5M2 n 70 128 s", "2000 0"),
    ("toi tf32 p 62600 128 s", "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFA00 0"),
    ("mnn f8E4M3FNUZ p EB 49", "EB 0"),
    ("rnd f6E3M2FN e 30", "30 0"),
    ("mul f32 p 4CA9CF06 431F41DC", "50534689 16"),
    ("cmp f8E4M3FNUZ z 24 3B", "0 0"),
    ("rem f32 p 267DEB3 9744E", "1E9E0 0"),
    ("toi f32 e 32FFE294 1 u", "0 16"),
    ("cvt f8E3M4 n 3A bf16", "3FD0 0"),
    ("max f8E5M2FNUZ e AD C1", "AD 0"),
    ("mnn f8E4M3 e E7 E7", "E7 0"),
    ("add f32 z 0 80000000", "0 0"),
    ("rem f8E4M3FN n F1 7B", "F1 0"),
    ("add f16 e B2FE D578", "D57B 16"),
    ("mnn f6E3M2FN n 1D 3A", "3A 0"),
    ("sub tf32 e 5CDE 5EA00", "1EA00 16"),
    ("fri f8E4M3 a 27 32 u", "62 16"),
    ("div bf16 a 71D7 196F", "7F80 20"),
    ("sub f8E5M2FNUZ n D2 74", "F5 16"),
    ("add f4E2M1FN n 5 3", "6 16"),
    ("sub f8E5M2FNUZ n C3 8D", "C3 16"),
    ("fma f8E4M3FNUZ n 25 C9 E6", "E7 16"),
    ("mul f4E2M1FN e 5 C", "F 0"),
    ("add f8E8M0FNU e 43 D", "43 16"),
    ("rnd f8E4M3FNUZ e D3", "D4 16"),
    ("fma f8E5M2 a 50 AA 41", "3C 0"),
    ("fma f8E8M0FNU e 2E DE 24", "8D 16"),
    ("rnd f32 e 0", "0 0"),
    ("rem f8E4M3B11FNUZ e 1E 1", "0 0"),
    ("mul f8E4M3FN a 88 B4", "6 0"),
    ("cmp f32 e 3ED2846E 3ED2846E", "1 0"),
    ("rnd f16 n 328", "0 16"),
    ("fri f8E4M3 e 4C2A4F9110817CE4B22BADE254C 128 u", "78 20"),
    ("min tf32 e 5D8DB 5E480", "5E480 0"),
    ("div f32 z C4E00000 43E27000", "C07D3E88 16"),
    ("mxn f8E5M2 n 84 D9", "84 0"),
    ("rem f8E4M3FN a E7 83", "80 0"),
    ("fri f6E3M2FN e EE33 16 u", "1F 16"),
    ("rem f4E2M1FN e D 2", "8 0"),
    ("rnd f80 e 3FEEA39257316B79AFCC", "0 16"),
    ("max f8E4M3FNUZ a 2F 2F", "2F 0"),
    ("mul f8E8M0FNU e 5A 8B", "66 0"),
    ("mxn f6E3M2FN n 3C 1D", "1D 0"),
    ("min f8E4M3FN e 52 1A", "1A 0"),
    ("div f8E4M3B11FNUZ e 6 BC", "A0 0"),
    ("fri f16 z 1 1 u", "3C00 0"),
    (
        "min f128 e 80000000000000000000000000000000 3FF35C6306BA8CD37E7838C9CA55E38B",
        "80000000000000000000000000000000 0",
    ),
    ("rnd f80 n BFFFF331874912FC7A87", "C0008000000000000000 16"),
    ("max f8E5M2FNUZ e C C", "C 0"),
    ("mul f8E5M2 e 64 5F", "7C 20"),
    ("max tf32 e 65FC0 227DE", "227DE 0"),
    ("fri f8E4M3FN e 3B77D39C4FBD938F7F2FEFAB1EBBF165 200 s", "7F 20"),
    ("fri f8E5M2 e 38E9A29C1F9C42D5618E6F50 128 u", "7C 20"),
    ("mul f8E5M2FNUZ z DB A3", "3E 16"),
    ("rnd bf16 p 8C9A", "8000 16"),
    ("fri f128 z 6C0B981CCD12B2102D940C350337 200 s", "406DB02E6073344AC840B65030D40CDC 0"),
    ("fri f6E2M3FN e 0 1 s", "0 0"),
    ("rnd f16 z 39F2", "0 16"),
];

fn evaluate(row: &str) -> String {
    let words: Vec<&str> = row.split(' ').collect();
    let kind = FloatKind::from_name(words[1]).unwrap();
    let rounding = match words[2] {
        "e" => Rounding::NearestEven,
        "a" => Rounding::NearestAway,
        "z" => Rounding::TowardZero,
        "p" => Rounding::TowardPositive,
        _ => Rounding::TowardNegative,
    };
    let float = |at: usize| ApFloat::from_bits(kind, u128::from_str_radix(words[at], 16).unwrap());
    let width = || words[4].parse().unwrap();
    let signed = || words[5] == "s";
    let (value, status) = match words[0] {
        "add" => float(3).add(float(4), rounding),
        "sub" => float(3).sub(float(4), rounding),
        "mul" => float(3).mul(float(4), rounding),
        "div" => float(3).div(float(4), rounding),
        "rem" => float(3).rem(float(4)),
        "fma" => float(3).fma(float(4), float(5), rounding),
        "rnd" => float(3).round_to_integral(rounding),
        "min" => (float(3).minimum(float(4)), Status::OK),
        "max" => (float(3).maximum(float(4)), Status::OK),
        "mnn" => (float(3).minnum(float(4)), Status::OK),
        "mxn" => (float(3).maxnum(float(4)), Status::OK),
        "cvt" => float(3).convert(FloatKind::from_name(words[4]).unwrap(), rounding),
        "fri" => {
            let value = ApInt::parse_hex(words[3].as_bytes()).zext_or_trunc(width());
            ApFloat::from_int(kind, &value, signed(), rounding)
        }
        "toi" => {
            let (value, status) = float(3).to_int(width(), signed(), rounding);
            return format!("{} {}", hex(&value), status.0);
        }
        _ => {
            let order = float(3).compare(float(4)).map_or(3, |order| order as i8 + 1);
            return format!("{order} 0");
        }
    };
    format!("{} {}", hex(&ApInt::from_u128(128, value.bits())), status.0)
}

fn hex(value: &ApInt) -> String {
    let mut text = String::new();
    value.write_hex(&mut text);
    text
}

#[test]
fn results_are_those_of_llvm() {
    for &(row, result) in RESULTS {
        assert_eq!(evaluate(row), result, "{row}");
    }
}

#[test]
fn double_arithmetic_is_that_of_the_host() {
    let samples =
        [0.0, -0.0, 1.0, -1.5, 1e300, -1e-310, 0.1, f64::INFINITY, f64::MAX, 3.0, 1e16, f64::MIN_POSITIVE];
    let double = |value| ApFloat::from_f64(FloatKind::F64, value);
    let even = Rounding::NearestEven;
    for a in samples {
        for b in samples {
            let (x, y) = (double(a), double(b));
            let pairs = [
                (x.add(y, even).0, a + b),
                (x.sub(y, even).0, a - b),
                (x.mul(y, even).0, a * b),
                (x.div(y, even).0, a / b),
                (x.rem(y).0, a % b),
                (x.fma(y, double(0.3), even).0, a.mul_add(b, 0.3)),
            ];
            for (ours, host) in pairs {
                assert!(ours == double(host) || ours.is_nan() && host.is_nan(), "{a} {b}: {ours} {host}");
            }
            assert_eq!(x.compare(y), a.partial_cmp(&b));
        }
    }
}

#[test]
fn signs_and_extremes() {
    for kind in FloatKind::ALL {
        let (largest, smallest) = (ApFloat::largest(kind, false), ApFloat::smallest(kind, false));
        assert!(largest.is_finite() && smallest.is_finite() && !smallest.is_zero(), "{}", kind.name());
        assert_eq!(largest.compare(smallest), Some(std::cmp::Ordering::Greater));
        assert_eq!(largest.neg().abs(), largest);
        assert!(largest.neg().is_negative());
        assert_eq!(ApFloat::nan(kind, false).is_nan(), kind.has_nan());
        assert_eq!(ApFloat::infinity(kind, false).is_inf(), kind.has_infinity());
        assert_eq!(ApFloat::zero(kind, true).is_negative(), kind.has_negative_zero());
        assert_eq!(FloatKind::from_name(kind.name()), Some(kind));
        assert_eq!(kind as usize, FloatKind::ALL.iter().position(|&other| other == kind).unwrap());
    }
}
