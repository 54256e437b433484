//! Integer sets.

use crate::expr::AffineExpr;
use std::fmt;

/// The points that satisfy affine constraints.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct IntegerSet {
    /// The number of dimensions.
    pub num_dims: u32,
    /// The number of symbols.
    pub num_symbols: u32,
    /// Expressions that are zero where the flag is set, and not negative otherwise.
    pub constraints: Vec<(AffineExpr, bool)>,
}

impl IntegerSet {
    /// The set of the points that satisfy the constraints.
    pub fn new(num_dims: u32, num_symbols: u32, constraints: Vec<(AffineExpr, bool)>) -> IntegerSet {
        IntegerSet { num_dims, num_symbols, constraints }
    }

    /// The canonical set without points, `1 == 0`.
    pub fn empty(num_dims: u32, num_symbols: u32) -> IntegerSet {
        IntegerSet::new(num_dims, num_symbols, vec![(AffineExpr::constant(1), true)])
    }

    /// Whether this is the canonical set without points.
    pub fn is_canonically_empty(&self) -> bool {
        *self == IntegerSet::empty(self.num_dims, self.num_symbols)
    }

    /// The number of dimensions and symbols.
    pub fn num_inputs(&self) -> u32 {
        self.num_dims + self.num_symbols
    }

    /// The number of constraints that are equalities.
    pub fn num_equalities(&self) -> usize {
        self.constraints.iter().filter(|constraint| constraint.1).count()
    }

    /// The set with dimensions and symbols replaced.
    pub fn replace_dims_and_symbols(
        &self,
        dims: &[AffineExpr],
        symbols: &[AffineExpr],
        num_dims: u32,
        num_symbols: u32,
    ) -> IntegerSet {
        let replaced =
            |(expr, equality): &(AffineExpr, bool)| (expr.replace_dims_and_symbols(dims, symbols), *equality);
        IntegerSet::new(num_dims, num_symbols, self.constraints.iter().map(replaced).collect())
    }

    /// Whether a point satisfies all constraints; `None` where one has no value there.
    pub fn contains(&self, dims: &[i64], symbols: &[i64]) -> Option<bool> {
        let mut inside = true;
        for (expr, equality) in &self.constraints {
            let value = expr.eval(dims, symbols)?;
            inside &= if *equality { value == 0 } else { value >= 0 };
        }
        Some(inside)
    }
}

impl fmt::Debug for IntegerSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
