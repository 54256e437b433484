//! Simplification of maps by the ranges of induction variables among their operands.

use std::cmp::Ordering;
use terrace_ir::View;

use terrace_affine::{AffineExpr, AffineMap, BinaryOp, Bounds};
use terrace_ir::ValueRef;

use super::AffineForOp;

/// The loop whose induction variable a value is.
pub fn loop_of(value: ValueRef<'_>) -> Option<View<'_, AffineForOp>> {
    if value.defining_op().is_some() || value.index() != 0 {
        return None;
    }
    value.owner_block()?.region()?.parent_op()?.cast::<AffineForOp>()
}

/// The operands of a map with their constant bounds.
struct Operands<'a> {
    values: &'a [ValueRef<'a>],
    num_dims: u32,
    lower: Vec<Option<i64>>,
    upper: Vec<Option<i64>>,
}

/// The greatest value that an induction variable takes.
fn last_value(view: View<'_, AffineForOp>) -> Option<i64> {
    let last = view.constant_upper_bound()?.checked_sub(1)?;
    match view.constant_lower_bound() {
        Some(lower) => last.checked_sub(last.checked_sub(lower)?.checked_rem(view.constant_step())?),
        None => Some(last),
    }
}

impl<'a> Operands<'a> {
    fn new(map: &AffineMap, values: &'a [ValueRef<'a>]) -> Self {
        let loops: Vec<Option<View<'a, AffineForOp>>> = values.iter().map(|&value| loop_of(value)).collect();
        let known =
            |bound: fn(View<'a, AffineForOp>) -> Option<i64>| loops.iter().map(|l| bound((*l)?)).collect();
        Self {
            values,
            num_dims: map.num_dims,
            lower: known(|view| view.constant_lower_bound()),
            upper: known(last_value),
        }
    }

    fn bound(&self, expr: &AffineExpr, upper: bool) -> Option<i64> {
        let bounds = Bounds { num_dims: self.num_dims, lower: &self.lower, upper: &self.upper };
        expr.bound(bounds, upper)
    }

    /// A number that divides all values of an expression.
    fn divisor(&self, expr: &AffineExpr) -> i64 {
        let value = expr.as_dim().and_then(|at| self.values.get(at as usize));
        let Some(view) = value.and_then(|&value| loop_of(value)) else { return expr.largest_known_divisor() };
        let mut divisor = view.constant_step();
        if view.constant_lower_bound() != Some(0)
            && let Some(map) = view.lower_bound_map_attr().as_affine_map(view.0.cx())
        {
            let numbers = map.results.iter().map(AffineExpr::largest_known_divisor);
            divisor = numbers.fold(divisor, gcd);
        }
        divisor
    }

    /// Whether a dimension or constant is known to be at least zero and less than `limit`.
    fn is_below(&self, expr: &AffineExpr, limit: i64) -> bool {
        if let Some(value) = expr.as_constant() {
            return (0..limit).contains(&value);
        }
        let value = expr.as_dim().and_then(|at| self.values.get(at as usize));
        let Some(view) = value.and_then(|&value| loop_of(value)) else { return false };
        view.constant_lower_bound().is_some_and(|lower| lower >= 0)
            && view.constant_upper_bound().is_some_and(|upper| upper <= limit)
    }

    /// A sum as a multiple of a number and a remainder less than that number.
    fn multiple_and_rest<'e>(&self, expr: &'e AffineExpr) -> Option<(i64, &'e AffineExpr, &'e AffineExpr)> {
        let (_, lhs, rhs) = expr.as_binary().filter(|(op, ..)| *op == BinaryOp::Add)?;
        let split = |multiple: &'e AffineExpr, rest: &'e AffineExpr| {
            let divisor = self.divisor(multiple);
            self.is_below(rest, divisor).then_some((divisor, multiple, rest))
        };
        split(lhs, rhs).or_else(|| split(rhs, lhs))
    }

    /// A quotient or remainder whose operands are simplified already.
    fn simplify_division(&self, op: BinaryOp, expr: &AffineExpr) -> Option<AffineExpr> {
        let (_, lhs, rhs) = expr.as_binary()?;
        let divisor = rhs.as_constant().filter(|&divisor| divisor > 0)?;
        if let (Some(least), Some(greatest)) = (self.bound(lhs, false), self.bound(lhs, true)) {
            let quotient = |value| AffineExpr::binary(op, AffineExpr::constant(value), rhs.clone());
            if op == BinaryOp::Mod {
                if (0..divisor).contains(&least) && greatest < divisor {
                    return Some(lhs.clone());
                }
            } else if quotient(least) == quotient(greatest) {
                return Some(quotient(least));
            }
        }
        if let Some((number, multiple, rest)) = self.multiple_and_rest(lhs) {
            let divides = |a: i64, b: i64| a.checked_rem(b) == Some(0);
            return match op {
                BinaryOp::FloorDiv if divides(divisor, number) => {
                    Some(AffineExpr::floor_div(multiple.clone(), rhs.clone()))
                }
                BinaryOp::Mod if divides(number, divisor) => {
                    Some(AffineExpr::modulo(rest.clone(), rhs.clone()))
                }
                _ => None,
            };
        }
        let is_zero = match op {
            BinaryOp::FloorDiv => self.is_below(lhs, divisor),
            BinaryOp::Mod => self.divisor(lhs) % divisor == 0,
            _ => false,
        };
        is_zero.then(|| AffineExpr::constant(0))
    }

    fn simplify(&self, expr: &AffineExpr) -> AffineExpr {
        let simplified = expr.fold(
            |leaf| Some(leaf.clone()),
            |_, op, lhs, rhs| {
                let expr = AffineExpr::binary(op, lhs, rhs);
                let division = expr.as_binary().map(|(op, ..)| op);
                let division = division.filter(|op| !matches!(op, BinaryOp::Add | BinaryOp::Mul));
                Some(division.and_then(|op| self.simplify_division(op, &expr)).unwrap_or(expr))
            },
        );
        simplified.unwrap_or_else(|| expr.clone())
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a.wrapping_rem(b));
    }
    a.wrapping_abs()
}

/// Simplifies the quotients and remainders of a map.
pub fn simplify_divisions(map: &AffineMap, operands: &[ValueRef<'_>]) -> AffineMap {
    let known = Operands::new(map, operands);
    let results = map.results.iter().map(|result| known.simplify(result)).collect();
    AffineMap::new(map.num_dims, map.num_symbols, results)
}

/// Drops the results of a map that are never the maximum, if `greatest`, otherwise the minimum.
pub fn drop_redundant(map: &AffineMap, operands: &[ValueRef<'_>], greatest: bool) -> AffineMap {
    if operands.is_empty() {
        return map.clone();
    }
    let known = Operands::new(map, operands);
    // For each result how near it may come to winning and what it reaches for sure, both the greater the better.
    let sign = if greatest { 1 } else { -1i128 };
    let bound = |expr: &AffineExpr, upper| known.bound(expr, upper).map(|bound| i128::from(bound) * sign);
    let ranges: Vec<(Option<i128>, Option<i128>)> =
        map.results.iter().map(|expr| (bound(expr, !greatest), bound(expr, greatest))).collect();
    // Who cannot win against those that reach furthest for sure goes; of equal constants the first one stays. In a loop
    // that does not run a range may be upside down, so that none is compared with itself.
    let top = ranges.iter().filter_map(|range| range.0).max();
    let leaders: Vec<usize> = (0..ranges.len()).filter(|&i| top.is_some() && ranges[i].0 == top).collect();
    let second = ranges.iter().filter_map(|range| range.0).filter(|&sure| Some(sure) != top).max();
    let all_fixed = leaders.iter().all(|&i| ranges[i].0 == ranges[i].1);
    let beaten = |i: usize| {
        let (sure, best) = ranges[i];
        let others = if leaders == [i] { second } else { top };
        match best.cmp(&others) {
            _ if best.is_none() || others.is_none() => false,
            Ordering::Less => true,
            Ordering::Greater => false,
            Ordering::Equal => sure != best || leaders[0] < i || !all_fixed,
        }
    };
    let results = (0..ranges.len()).filter(|&i| !beaten(i)).map(|i| match ranges[i] {
        (Some(sure), Some(best)) if sure == best => AffineExpr::constant((best * sign) as i64),
        _ => map.results[i].clone(),
    });
    let results: Vec<AffineExpr> = results.collect();
    // In a loop that does not run each may be beaten by another.
    if results.is_empty() { map.clone() } else { AffineMap::new(map.num_dims, map.num_symbols, results) }
}
