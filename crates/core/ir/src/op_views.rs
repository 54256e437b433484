//! Views of ops by their shape, for code that is generic over the ops that have it. Each kind of op has a
//! view with named accessors ([`crate::OpKind::View`]).

use crate::{OpKind, OpRef, RegionRef, ValueRef};

/// Accessors for an op's only operand, result, region or successor.
impl<'a> OpRef<'a> {
    /// The operand of an op that has one.
    ///
    /// # Panics
    ///
    /// If the op has no operand; in debug builds, if it has several.
    #[inline]
    pub fn single_operand(self) -> ValueRef<'a> {
        debug_assert_eq!(self.num_operands(), 1, "operands of {}", self.name_text());
        self.operand(0)
    }

    /// The result of an op that has one.
    ///
    /// # Panics
    ///
    /// If the op has no result; in debug builds, if it has several.
    #[inline]
    pub fn single_result(self) -> ValueRef<'a> {
        debug_assert_eq!(self.num_results(), 1, "results of {}", self.name_text());
        self.result(0)
    }

    /// The region of an op that has one.
    ///
    /// # Panics
    ///
    /// If the op has no region; in debug builds, if it has several.
    #[inline]
    pub fn single_region(self) -> RegionRef<'a> {
        debug_assert_eq!(self.num_regions(), 1, "regions of {}", self.name_text());
        self.region(0)
    }
}

impl<'a> OpRef<'a> {
    /// The typed view of the innermost ancestor of a kind.
    pub fn parent_of_kind<K: OpKind>(self) -> Option<K::View<'a>> {
        self.ancestors().find_map(|op| op.cast::<K>())
    }
}

impl<'a> ValueRef<'a> {
    /// The typed view of the op it is a result of, if that op is of this kind.
    #[inline]
    pub fn defined_by<K: OpKind>(self) -> Option<K::View<'a>> {
        self.defining_op()?.cast::<K>()
    }
}

/// A view of an op with two operands, such as one of arithmetic.
#[derive(Clone, Copy)]
pub struct BinaryOpView<'a>(
    /// The op.
    pub OpRef<'a>,
);

impl<'a> BinaryOpView<'a> {
    /// The view, if the op has two operands.
    #[inline]
    pub fn of(op: OpRef<'a>) -> Option<Self> {
        (op.num_operands() == 2).then_some(Self(op))
    }

    /// The left operand.
    #[inline]
    pub fn lhs(self) -> ValueRef<'a> {
        self.0.operand(0)
    }

    /// The right operand.
    #[inline]
    pub fn rhs(self) -> ValueRef<'a> {
        self.0.operand(1)
    }

    /// The left and the right operand.
    #[inline]
    pub fn operands(self) -> (ValueRef<'a>, ValueRef<'a>) {
        (self.lhs(), self.rhs())
    }
}

/// Chooses by the kind of an op: each arm is a kind with a pattern for its view, as of
/// [`OpRef::cast`], or kinds alone, as for [`OpRef::isa`]; the last is `_`. An arm may have a guard.
///
/// ```text
/// op_match!(op, {
///     AddIOp(add) => add.lhs(),
///     SubIOp(sub) if sub.lhs() == zero => sub.rhs(),
///     MulIOp | DivSIOp => zero,
///     _ => return None,
/// })
/// ```
#[macro_export]
macro_rules! op_match {
    (@arms $op:ident, _ => $default:expr $(,)?) => { $default };
    (@arms $op:ident, $($kind:ident)::+ ($view:pat) $(if $guard:expr)? => $body:block $(,)? $($rest:tt)+) => {
        if let Some($view) = $op.cast::<$($kind)::+>() $(&& $guard)? $body else {
            $crate::op_match!(@arms $op, $($rest)+)
        }
    };
    (@arms $op:ident, $($kind:ident)::+ ($view:pat) $(if $guard:expr)? => $body:expr, $($rest:tt)+) => {
        if let Some($view) = $op.cast::<$($kind)::+>() $(&& $guard)? {
            $body
        } else {
            $crate::op_match!(@arms $op, $($rest)+)
        }
    };
    (@arms $op:ident, $($($kind:ident)::+)|+ $(if $guard:expr)? => $body:block $(,)? $($rest:tt)+) => {
        if ($($op.isa::<$($kind)::+>())||+) $(&& $guard)? $body else {
            $crate::op_match!(@arms $op, $($rest)+)
        }
    };
    (@arms $op:ident, $($($kind:ident)::+)|+ $(if $guard:expr)? => $body:expr, $($rest:tt)+) => {
        if ($($op.isa::<$($kind)::+>())||+) $(&& $guard)? {
            $body
        } else {
            $crate::op_match!(@arms $op, $($rest)+)
        }
    };
    ($op:expr, { $($arms:tt)+ }) => {{
        let op: $crate::OpRef<'_> = $op;
        $crate::op_match!(@arms op, $($arms)+)
    }};
}
