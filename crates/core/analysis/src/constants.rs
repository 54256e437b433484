//! Sparse conditional constant propagation.

use terrace_ir::fold::{FoldValue, Folded, fold};
use terrace_ir::{Attr, OpRef, Str, ValueRef};

use crate::lattice::{ForwardLattice, Lattice};
use crate::sparse_forward::SparseForwardAnalysis;

/// The constant lattice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Constant {
    /// Uninitialized.
    #[default]
    Unreached,
    /// A constant, with the dialect of the op that it originates from, for materialization.
    Known(Attr, Str),
    /// The value is not a constant.
    Anything,
}

/// The analysis: folds every op with the known constants of its operands.
pub struct ConstantPropagation;

impl Lattice for Constant {
    fn join(&mut self, other: &Self) -> bool {
        let joined = match (*self, *other) {
            (Constant::Unreached, other) => other,
            (this, Constant::Unreached) => this,
            (Constant::Known(a, dialect), Constant::Known(b, _)) if a == b => Constant::Known(a, dialect),
            _ => Constant::Anything,
        };
        let changed = joined != *self;
        *self = joined;
        changed
    }
}

impl ForwardLattice for Constant {
    fn is_uninitialized(&self) -> bool {
        *self == Constant::Unreached
    }

    fn constant(&self) -> Option<Attr> {
        match self {
            Constant::Known(attr, _) => Some(*attr),
            _ => None,
        }
    }
}

impl SparseForwardAnalysis for ConstantPropagation {
    type Lattice = Constant;

    fn entry_state(&self, _value: ValueRef<'_>) -> Constant {
        Constant::Anything
    }

    fn transfer(
        &self,
        op: OpRef<'_>,
        operands: &[Constant],
        known: &dyn Fn(ValueRef<'_>) -> Constant,
    ) -> Option<Vec<Constant>> {
        if op.num_regions() > 0 {
            return None;
        }
        let constants: Vec<Option<Attr>> = operands.iter().map(ForwardLattice::constant).collect();
        let Folded::Results(results) = fold(op, &constants) else { return None };
        let dialect = op.info().dialect_name();
        let fact = |result: &FoldValue| match *result {
            FoldValue::Attr(attr) => Constant::Known(attr, dialect),
            FoldValue::Value(value) => known(ValueRef::in_body(op.ir(), op.body(), op.body_id(), value)),
        };
        Some(results.iter().map(fact).collect())
    }
}
