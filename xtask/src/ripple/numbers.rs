//! Numbers of the types of generated programs: bits, and what operations make of them.

use super::program::{Bin, Cmp, LENGTH_FUNCTION, Red, Ty};

/// The bits that a type has.
pub(super) fn cut(bits: u64, ty: Ty) -> u64 {
    match ty {
        Ty::Int { bits: width, .. } if width < 64 => bits & ((1 << width) - 1),
        Ty::F32 => bits & 0xFFFF_FFFF,
        Ty::F16 | Ty::BF16 => bits & 0xFFFF,
        _ => bits,
    }
}

/// The number that bits of a floating-point type are.
pub(super) fn float_of(bits: u64, ty: Ty) -> f64 {
    match ty {
        Ty::F64 => f64::from_bits(bits),
        Ty::F32 => f64::from(f32::from_bits(bits as u32)),
        Ty::BF16 => f64::from(f32::from_bits((bits as u32) << 16)),
        _ => {
            let (exponent, fraction) = (bits >> 10 & 31, (bits & 1023) as f64);
            let size = match exponent {
                0 => fraction / 16_777_216.0,
                31 if fraction == 0.0 => f64::INFINITY,
                31 => f64::NAN,
                _ => (1024.0 + fraction) / 1024.0 * 2f64.powi(exponent as i32 - 15),
            };
            if bits >> 15 & 1 == 1 { -size } else { size }
        }
    }
}

/// The bits of a number that is rounded to a floating-point type, once, to nearest and to even.
pub(super) fn float_bits(value: f64, ty: Ty) -> u64 {
    let (digits, least, bias) = match ty {
        Ty::F64 => return value.to_bits(),
        Ty::F32 => return u64::from((value as f32).to_bits()),
        Ty::BF16 => (7, -126, 127),
        _ => (10, -14, 15),
    };
    let sign = (value.to_bits() >> 63) << 15;
    let top = (2 * bias + 1) << digits;
    if value.is_nan() {
        return top | 1 << (digits - 1);
    }
    let size = value.abs();
    let exponent = if size == 0.0 { least } else { (size.to_bits() >> 52) as i32 - 1023 }.max(least);
    if exponent > bias as i32 {
        return sign | top;
    }
    // In units of the last place, a whole number after rounding; a carry moves to the next exponent.
    let units = (size * 2f64.powi(digits - exponent)).round_ties_even() as u64;
    sign | ((((exponent - least) as u64) << digits) + units)
}

/// The number that bits of an integer type are; those of an unsigned one of 64 bits wrap.
pub(super) fn signed(bits: u64, ty: Ty) -> i64 {
    match ty {
        Ty::Int { bits: width, signed: true } => ((bits << (64 - width)) as i64) >> (64 - width),
        _ => bits as i64,
    }
}

/// A whole number in a type.
pub(super) fn constant(ty: Ty, number: i64) -> u64 {
    match ty {
        Ty::Int { .. } | Ty::Bool => cut(number as u64, ty),
        _ => float_bits(number as f64, ty),
    }
}

fn f32_of(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

/// The result of an operation on two numbers.
pub(super) fn binary(kind: Bin, a: u64, b: u64, ty: Ty) -> u64 {
    match ty {
        Ty::F32 => {
            let (a, b) = (f32_of(a), f32_of(b));
            let value = match kind {
                Bin::Add => a + b,
                Bin::Sub => a - b,
                _ => a * b,
            };
            u64::from(value.to_bits())
        }
        // Sums and products of numbers of 16 bits are exact in double precision.
        Ty::F64 | Ty::F16 | Ty::BF16 => {
            let (a, b) = (float_of(a, ty), float_of(b, ty));
            let value = match kind {
                Bin::Add => a + b,
                Bin::Sub => a - b,
                _ => a * b,
            };
            float_bits(value, ty)
        }
        Ty::Int { bits, signed: is_signed } => {
            let amount = b & u64::from(bits - 1);
            let (x, y) = (i128::from(signed(a, ty)), i128::from(signed(b, ty)));
            let (x, y) = if is_signed { (x, y) } else { (i128::from(a), i128::from(b)) };
            let divisor = ((y & 15) | 1).max(1);
            let saturated = |value: i128| {
                let (low, high) = if is_signed {
                    (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1)
                } else {
                    (0, (1i128 << bits) - 1)
                };
                value.clamp(low, high) as u64
            };
            let value = match kind {
                Bin::Add => a.wrapping_add(b),
                Bin::Sub => a.wrapping_sub(b),
                Bin::Mul => a.wrapping_mul(b),
                Bin::And => a & b,
                Bin::Or => a | b,
                Bin::Xor => a ^ b,
                Bin::Shl => a << amount,
                Bin::Shr => (x >> amount) as u64,
                Bin::Div => (x / divisor) as u64,
                Bin::Rem => (x % divisor) as u64,
                Bin::AddSat => saturated(x + y),
                Bin::SubSat => saturated(x - y),
            };
            cut(value, ty)
        }
        Ty::Bool => 0,
    }
}

/// Whether the comparison of two numbers holds.
pub(super) fn compare(kind: Cmp, a: u64, b: u64, ty: Ty) -> bool {
    match ty {
        Ty::Int { signed: true, .. } => order(kind, signed(a, ty), signed(b, ty)),
        Ty::Int { .. } | Ty::Bool => order(kind, a, b),
        _ => order(kind, float_of(a, ty), float_of(b, ty)),
    }
}

fn order<T: PartialOrd>(kind: Cmp, a: T, b: T) -> bool {
    match kind {
        Cmp::Lt => a < b,
        Cmp::Le => a <= b,
        Cmp::Eq => a == b,
        Cmp::Ne => a != b,
    }
}

/// A number converted to another type.
pub(super) fn cast(bits: u64, from: Ty, to: Ty) -> u64 {
    match (from, to) {
        (Ty::F16 | Ty::BF16 | Ty::F32 | Ty::F64, Ty::F16 | Ty::BF16 | Ty::F32 | Ty::F64) => {
            if from == to {
                bits
            } else {
                float_bits(float_of(bits, from), to)
            }
        }
        // Converted values have at most six bits.
        (Ty::Int { .. }, Ty::F16 | Ty::BF16 | Ty::F32 | Ty::F64) => float_bits(signed(bits, from) as f64, to),
        _ => cut(signed(bits, from) as u64, to),
    }
}

/// Combines two numbers as a reduction does.
pub(super) fn combine(kind: Red, a: u64, b: u64, ty: Ty) -> u64 {
    match ty {
        Ty::F16 | Ty::BF16 | Ty::F32 | Ty::F64 => {
            let (x, y) = (float_of(a, ty), float_of(b, ty));
            let takes_first = match kind {
                Red::Max => y.is_nan() || x >= y,
                _ => y.is_nan() || x <= y,
            };
            if takes_first { a } else { b }
        }
        _ => {
            let less = compare(Cmp::Lt, a, b, ty);
            match kind {
                Red::Add => cut(a.wrapping_add(b), ty),
                Red::Max => {
                    if less {
                        b
                    } else {
                        a
                    }
                }
                Red::Min => {
                    if less {
                        a
                    } else {
                        b
                    }
                }
                Red::Xor => a ^ b,
                Red::Or => a | b,
                Red::And => a & b,
            }
        }
    }
}

/// The result of a reduction of nothing.
pub(super) fn neutral(kind: Red, ty: Ty) -> u64 {
    match ty {
        Ty::F16 | Ty::BF16 | Ty::F32 | Ty::F64 => float_bits(f64::NAN, ty),
        Ty::Int { bits, signed: is_signed } => {
            let ones = cut(u64::MAX, ty);
            let top = 1u64 << (bits - 1);
            match kind {
                Red::Add | Red::Xor | Red::Or => 0,
                Red::And => ones,
                Red::Max => {
                    if is_signed {
                        top
                    } else {
                        0
                    }
                }
                Red::Min => {
                    if is_signed {
                        top - 1
                    } else {
                        ones
                    }
                }
            }
        }
        Ty::Bool => 0,
    }
}

/// The functions of [`super::program::FUNCTIONS`], with vectors of `granules` times 128 bits.
pub(super) fn called(function: usize, a: i32, b: i32, granules: usize) -> i32 {
    match function {
        0 => {
            if a > b {
                return a.wrapping_sub(b);
            }
            if a & 3 == 1 { b } else { a ^ b }
        }
        1 => {
            let (mut a, mut b) = (a & 255, b & 255);
            while b != 0 {
                (a, b) = (b, a % b);
            }
            a
        }
        2 => {
            let mut sum = 0;
            for i in 0..5 {
                if (b >> i) & 1 == 0 {
                    continue;
                }
                if sum > 100 {
                    break;
                }
                sum += (a & 31) + i;
            }
            sum
        }
        LENGTH_FUNCTION => {
            let count = granules as i32;
            let scaled = a.wrapping_mul(4 * count);
            if b & 1 != 0 { scaled } else { b.wrapping_add(2 * count - 1) }
        }
        3 => {
            let b = match a & 7 {
                0 => return b,
                1 => b.wrapping_add(3) ^ 5,
                2 => b ^ 5,
                3 | 4 => return -7,
                _ => b.wrapping_mul(2).wrapping_add(1),
            };
            b.wrapping_add(1)
        }
        _ => {
            let (mut n, mut sum) = (a & 63, 0);
            let mut skips = b & 1 != 0;
            loop {
                if !skips {
                    sum += 2;
                    if sum > 40 {
                        return sum;
                    }
                }
                skips = false;
                n = if n & 1 != 0 { (3 * n + 1) & 127 } else { n / 2 };
                sum += 1;
                if n <= 1 {
                    return sum;
                }
            }
        }
    }
}
