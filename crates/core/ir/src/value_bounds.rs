//! Bounds of index values and of extents that ops declare, in terms of other index values and extents.

/// The expressions of bounds.
pub use terrace_affine::AffineExpr;

use crate::interfaces::OpFoldResultRef;
use crate::ir::{OpRef, ValueRef};

/// An index value, or an extent of a shaped value where there is the number of a dimension.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Quantity<'a> {
    /// The value.
    pub value: ValueRef<'a>,
    /// The dimension whose size is meant; `None` for the value itself.
    pub dim: Option<usize>,
}

impl<'a> Quantity<'a> {
    /// An index value.
    pub fn index(value: ValueRef<'a>) -> Self {
        Quantity { value, dim: None }
    }

    /// The same extent of another value, or that value itself.
    pub fn of(self, value: ValueRef<'a>) -> Self {
        Quantity { value, dim: self.dim }
    }
}

/// The relation between a quantity and an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// It is equal.
    Equal,
    /// It is not greater.
    AtMost,
    /// It is not less.
    AtLeast,
}

/// A set of bounds on quantities, to which more may be added.
pub trait BoundSet<'a> {
    /// Returns the expression of a quantity, and enqueues the quantity for its bounds to be added.
    fn expr(&mut self, quantity: Quantity<'a>) -> AffineExpr;
    /// Adds the bound that a quantity returned by [`Self::expr`] is in the given relation to `expr`.
    fn bound(&mut self, quantity: Quantity<'a>, relation: Relation, expr: AffineExpr);
    /// Whether `lhs` is known to be in the given relation to `rhs`, after the bounds of both were added.
    fn holds(&mut self, lhs: Quantity<'a>, relation: Relation, rhs: Quantity<'a>) -> bool;
    /// Declares that a value is `vscale`. Returns the representative of all such values with the bounds of `vscale`;
    /// `None` if they are not tracked.
    fn scale(&mut self, _value: ValueRef<'a>) -> Option<Scale<'a>> {
        None
    }
}

/// The known bounds of `vscale`.
#[derive(Clone, Copy)]
pub struct Scale<'a> {
    /// The representative of all its values.
    pub value: ValueRef<'a>,
    /// The least it can be.
    pub least: i64,
    /// The most it can be.
    pub most: i64,
}

impl<'a> dyn BoundSet<'a> + '_ {
    /// Returns the expression of an index value.
    pub fn value(&mut self, value: ValueRef<'a>) -> AffineExpr {
        self.expr(Quantity::index(value))
    }

    /// Returns the expression of an extent.
    pub fn extent(&mut self, value: ValueRef<'a>, dim: usize) -> AffineExpr {
        self.expr(Quantity { value, dim: Some(dim) })
    }

    /// Returns the expression of a number or a value.
    pub fn mixed(&mut self, mixed: OpFoldResultRef<'a>) -> AffineExpr {
        match mixed {
            OpFoldResultRef::Static(number) => AffineExpr::constant(number),
            OpFoldResultRef::Value(value) => self.value(value),
        }
    }

    /// The quantity equals the expression.
    pub fn equal(&mut self, quantity: Quantity<'a>, expr: AffineExpr) {
        self.bound(quantity, Relation::Equal, expr);
    }

    /// The quantity is the same extent of another value, or that value itself.
    pub fn same(&mut self, quantity: Quantity<'a>, other: ValueRef<'a>) {
        let expr = self.expr(quantity.of(other));
        self.equal(quantity, expr);
    }

    /// The quantity is at least `expr`.
    pub fn at_least(&mut self, quantity: Quantity<'a>, expr: AffineExpr) {
        self.bound(quantity, Relation::AtLeast, expr);
    }

    /// The quantity is at most `expr`.
    pub fn at_most(&mut self, quantity: Quantity<'a>, expr: AffineExpr) {
        self.bound(quantity, Relation::AtMost, expr);
    }

    /// The quantity is less than `expr`.
    pub fn less(&mut self, quantity: Quantity<'a>, expr: AffineExpr) {
        self.at_most(quantity, expr - AffineExpr::constant(1));
    }

    /// Bounds a quantity that equals one of two values: it is between them, if their order is known.
    pub fn either(&mut self, quantity: Quantity<'a>, values: [ValueRef<'a>; 2]) {
        let [one, other] = values.map(|value| quantity.of(value));
        self.expr(one);
        self.expr(other);
        for (low, high) in [(one, other), (other, one)] {
            if self.holds(low, Relation::AtMost, high) {
                let (low, high) = (self.expr(low), self.expr(high));
                self.at_least(quantity, low);
                self.at_most(quantity, high);
            }
        }
    }
}

/// Adds bounds on an op's results and on the arguments of its regions.
pub trait ValueBounds: Send + Sync {
    /// Adds the bounds of a quantity of a result of `op` or of an argument of its regions.
    fn bounds<'a>(&self, op: OpRef<'a>, quantity: Quantity<'a>, set: &mut dyn BoundSet<'a>);
}

/// Implements [`ValueBounds`] for kinds of ops by functions of an op, a quantity and a set. Those after `index` are
/// called for index values only, those after `extent` for extents only, with the dimension.
#[macro_export]
macro_rules! value_bounds {
    ($($which:ident $op:ty = $bounds:expr;)*) => {
        $(
            impl $crate::value_bounds::ValueBounds for $op {
                fn bounds<'a>(
                    &self,
                    op: $crate::OpRef<'a>,
                    quantity: $crate::value_bounds::Quantity<'a>,
                    set: &mut dyn $crate::value_bounds::BoundSet<'a>,
                ) {
                    $crate::value_bounds!(@$which $bounds, op, quantity, set);
                }
            }
        )*
    };
    (@index $bounds:expr, $op:ident, $quantity:ident, $set:ident) => {
        if $quantity.dim.is_none() {
            $crate::value_bounds::typed($bounds)($op, $quantity, $set)
        }
    };
    (@extent $bounds:expr, $op:ident, $quantity:ident, $set:ident) => {
        if let Some(dim) = $quantity.dim {
            $crate::value_bounds::typed_extent($bounds)($op, $quantity, dim, $set)
        }
    };
    (@any $bounds:expr, $op:ident, $quantity:ident, $set:ident) => {
        $crate::value_bounds::typed($bounds)($op, $quantity, $set)
    };
}

/// The function itself, with the types of its arguments known.
pub fn typed<F>(bounds: F) -> F
where
    F: for<'a, 'b> Fn(OpRef<'a>, Quantity<'a>, &'b mut dyn BoundSet<'a>),
{
    bounds
}

/// The function itself, with the types of its arguments known.
pub fn typed_extent<F>(bounds: F) -> F
where
    F: for<'a, 'b> Fn(OpRef<'a>, Quantity<'a>, usize, &'b mut dyn BoundSet<'a>),
{
    bounds
}
