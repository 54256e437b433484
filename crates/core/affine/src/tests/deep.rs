//! Expressions far deeper than a stack of recursive calls could go.

use crate::{AffineExpr, BinaryOp};
use std::hash::BuildHasher;

const DEPTH: u32 = 100_000;

fn d(position: u32) -> AffineExpr {
    AffineExpr::dim(position)
}

/// Runs on a small stack, so that recursion over the depth fails.
fn on_small_stack(test: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(256 << 10).spawn(test).unwrap().join().unwrap();
}

#[test]
fn long_sums_are_linear() {
    on_small_stack(|| {
        let sum = (0..DEPTH).fold(AffineExpr::constant(0), |sum, i| sum + d(i) * AffineExpr::constant(4));
        assert_eq!(sum.depth(), DEPTH);
        assert_eq!(sum.largest_known_divisor(), 4);
        let halved = AffineExpr::floor_div(sum.clone(), AffineExpr::constant(2));
        assert!(halved.to_string().starts_with("d0 * 2 + d1 * 2 + "));
        assert_eq!(AffineExpr::modulo(sum.clone(), AffineExpr::constant(4)), AffineExpr::constant(0));
        assert_eq!(sum.simplify(DEPTH, 0), sum);
    });
}

#[test]
fn nested_operators_need_no_stack() {
    on_small_stack(|| {
        let nest = |innermost| {
            (0..DEPTH).fold(innermost, |expr, i| match i % 3 {
                0 => AffineExpr::ceil_div(expr, AffineExpr::constant(3)),
                1 => AffineExpr::floor_div(expr, AffineExpr::symbol(0)),
                _ => d(1) + expr,
            })
        };
        let (a, b) = (nest(d(0)), nest(d(0)));
        assert_eq!(a, b);
        assert_ne!(a, nest(d(2)));
        let hasher = std::hash::RandomState::new();
        assert_eq!(hasher.hash_one(&a), hasher.hash_one(&b));
        assert_eq!(a.eval(&[0, 0], &[5]), Some(0));
        assert_eq!(a.replace_dims(&[d(2)]), nest(d(2)));
        assert_eq!(a.replace(&d(0), &d(2)), nest(d(2)));
        assert!(a.to_string().len() > DEPTH as usize);
        assert!(a.simplify(2, 1).depth() > 0);
        assert!(a.is_function_of_dim(1) && !a.is_function_of_dim(3));
    });
}

#[test]
fn sums_nested_to_the_right_need_no_stack() {
    on_small_stack(|| {
        let sum = (0..DEPTH).fold(d(0), |sum, i| AffineExpr::raw(BinaryOp::Add, d(i + 1), sum));
        let term = AffineExpr::floor_div(d(0), AffineExpr::constant(8)) * AffineExpr::constant(-8);
        // The last summand combines with the term to a remainder.
        assert!((sum + term).to_string().ends_with("d0 mod 8"));
    });
}
