//! Systems of constraints.

use super::reader::read;
use crate::{Constraints, Linear};

/// A system over two dimensions whose expressions are not negative.
fn system(constraints: &[&str]) -> Constraints {
    let mut system = Constraints::new();
    let dims = [system.add_variable(), system.add_variable()];
    for text in constraints {
        let sum = system.linear(&read(text), &dims, &[]).expect("a linear expression");
        system.add_not_negative(sum);
    }
    system
}

#[test]
fn bounds_hold() {
    let system = system(&["d0 - 3", "10 - d0", "d0 * 2 - d1", "d1 - d0 - 1"]);
    assert_eq!((system.bound(0, false), system.bound(0, true)), (Some(3), Some(10)));
    assert_eq!((system.bound(1, false), system.bound(1, true)), (Some(4), Some(20)));
    assert!(!system.is_empty());
    let mut sums = system.clone();
    let sum = |text| sums.linear(&read(text), &[0, 1], &[]).expect("a linear expression");
    let sums = ["d1 - 4", "d1 - 5", "d1 + d0 - 7"].map(sum);
    assert_eq!(sums.map(|sum| system.implies(&sum)), [true, false, true]);
}

#[test]
fn integers_leave_gaps() {
    // Between 1/3 and 2/3 there is no integer.
    assert!(system(&["d0 * 3 - 1", "2 - d0 * 3"]).is_empty());
    assert!(!system(&["d0 * 3 - 1", "3 - d0 * 3"]).is_empty());
    let mut even = system(&[]);
    even.add_zero(
        Linear::variable(0).plus(&Linear::variable(1), 1).and_then(|sum| sum.times(2)).expect("small"),
    );
    assert!(!even.is_empty());
    even.add_zero(Linear::constant(1).plus(&Linear::variable(0), 2).expect("small"));
    assert!(even.is_empty());
}

#[test]
fn quotients_and_remainders_are_bounded() {
    let system = system(&["d0 mod 8 - d1", "d1 - 7", "d0", "63 - d0"]);
    assert_eq!((system.bound(1, false), system.bound(1, true)), (Some(7), Some(7)));
    assert_eq!(system.value(1), Some(7));
    assert_eq!(system.bound(0, true), Some(63));
}

#[test]
fn what_follows_goes() {
    let mut system = system(&["d0", "d0 + 5", "d1 - d0", "d1 + 1"]);
    system.drop_redundant();
    let kept: Vec<String> = system
        .inequalities()
        .iter()
        .filter_map(|row| row.to_expr(|at| Some(crate::AffineExpr::dim(at as u32))))
        .map(|expr| expr.to_string())
        .collect();
    assert_eq!(kept, ["d0", "-d0 + d1"]);
}

#[test]
fn large_numbers_say_nothing() {
    let huge = i64::MAX.to_string();
    let mut system = system(&[&format!("d0 * {huge} - d1"), &format!("d1 * {huge} - d0 - 1")]);
    for _ in 0..4 {
        let product = system.inequalities()[0].times(i128::from(i64::MAX));
        product.into_iter().for_each(|row| system.add_not_negative(row));
    }
    assert!(!system.is_empty());
}
