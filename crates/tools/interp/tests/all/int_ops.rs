//! Tests of the module `int_ops`.

use terrace_interp::int_ops::*;
use terrace_support::apint::ApInt;

const ALL: [IntOp; 23] = {
    use IntOp::*;
    [
        Add, Sub, Mul, And, Or, Xor, Shl, ShrS, ShrU, DivS, DivU, CeilDivS, CeilDivU, FloorDivS, RemS, RemU,
        MaxS, MaxU, MinS, MinU, MulHighS, MulHighU, AddCarry,
    ]
};

#[test]
fn narrow_and_wide_integers_agree() {
    for width in [1u8, 2, 5] {
        for op in ALL {
            for flags in 0..8 {
                for (a, b) in (0..=mask(width)).flat_map(|a| (0..=mask(width)).map(move |b| (a, b))) {
                    let big = |x| ApInt::new(u32::from(width), x);
                    let expected = wide(op, &big(a), &big(b), flags);
                    let found = narrow(op, a, b, width, flags);
                    // The order of flags does not matter.
                    let same = match (&expected, &found) {
                        (Ok(expected), Ok(found)) => expected.to_u64() == Some(*found),
                        (Err(expected), Err(found)) => {
                            std::mem::discriminant(expected) == std::mem::discriminant(found)
                        }
                        _ => false,
                    };
                    assert!(same, "{op:?} i{width} {a} {b} flags {flags}: {expected:?} {found:?}");
                }
            }
        }
    }
}

#[test]
fn the_widest_narrow_integers_do_not_overflow_inside() {
    assert_eq!(narrow(IntOp::Mul, u64::MAX, u64::MAX, 64, 0), Ok(1));
    assert_eq!(narrow(IntOp::Add, i64::MAX as u64, 1, 64, NSW), Err(SIGNED));
    assert_eq!(narrow(IntOp::Add, u64::MAX, 1, 64, NUW), Err(UNSIGNED));
    assert_eq!(narrow(IntOp::DivS, i64::MIN as u64, u64::MAX, 64, 0), Err(DIVISION_OVERFLOW));
    assert_eq!(narrow(IntOp::MulHighU, u64::MAX, u64::MAX, 64, 0), Ok(u64::MAX - 1));
    assert_eq!(narrow(IntOp::Pow, 3, 4, 64, 0), Ok(81));
}
