//! Folding: the results of an op as constants or as values that exist already, or a simpler form of the op.
//!
//! A fold only returns the replacement of the op; the caller (a driver, an analysis) decides whether to modify the IR.

use smallvec::{SmallVec, smallvec};

use crate::attrs::Attr;
use crate::body::ValueDef;
use crate::ids::{Op, Value};
use crate::ir::{OpRef, ValueRef};
use crate::rule_counts::RuleKind;
use crate::traits::TraitSet;
use crate::types::Type;

/// The value or constant that a result folds to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FoldValue {
    /// A constant.
    Attr(Attr),
    /// A value of the same body.
    Value(Value),
}

impl From<Attr> for FoldValue {
    fn from(attr: Attr) -> Self {
        FoldValue::Attr(attr)
    }
}

impl From<ValueRef<'_>> for FoldValue {
    fn from(value: ValueRef<'_>) -> Self {
        FoldValue::Value(value.id())
    }
}

/// A change of an op in place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// A new value of the operand with this index.
    Operand(usize, Value),
    /// Other operands, as many as there may be.
    Operands(Vec<Value>),
    /// A new inherent attribute in this slot.
    Prop(usize, Attr),
    /// Other discardable attributes: a dictionary.
    Attrs(Attr),
    /// The regions with these numbers change places.
    SwapRegions(usize, usize),
    /// A new type of the result with this index.
    ResultType(usize, Type),
    /// The uses of the result with this index, which there are, become uses of a constant.
    Constant(usize, Attr),
}

/// The result of folding an op.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Folded {
    /// The op does not fold.
    Unchanged,
    /// One value for each result.
    Results(SmallVec<[FoldValue; 1]>),
    /// The op can be simplified in place.
    Changed(Vec<Change>),
    /// This op in one of its regions, which uses nothing that is defined there, takes its place: each of its results that of
    /// the same number.
    Hoisted(Op),
}

impl From<Attr> for Folded {
    fn from(attr: Attr) -> Self {
        Folded::Results(smallvec![FoldValue::Attr(attr)])
    }
}

impl From<Value> for Folded {
    fn from(value: Value) -> Self {
        Folded::Results(smallvec![FoldValue::Value(value)])
    }
}

impl From<ValueRef<'_>> for Folded {
    fn from(value: ValueRef<'_>) -> Self {
        value.id().into()
    }
}

impl From<FoldValue> for Folded {
    fn from(value: FoldValue) -> Self {
        Folded::Results(smallvec![value])
    }
}

impl From<Change> for Folded {
    fn from(change: Change) -> Self {
        Folded::Changed(vec![change])
    }
}

impl<T: Into<Folded>> From<Option<T>> for Folded {
    fn from(folded: Option<T>) -> Self {
        folded.map_or(Folded::Unchanged, T::into)
    }
}

impl Folded {
    /// This, or what `other` returns where this is nothing.
    pub fn or_else(self, other: impl FnOnce() -> Folded) -> Folded {
        match self {
            Folded::Unchanged => other(),
            folded => folded,
        }
    }
}

/// Folds an op. `constants` has the constant value of each operand, if it is known.
pub type FoldFn = for<'a> fn(op: OpRef<'a>, constants: &[Option<Attr>]) -> Folded;

/// Folds an op: by its own hook, or else by its traits.
pub fn fold(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let Some(def) = op.def() else { return Folded::Unchanged };
    let folded = match def.fold.map_or(Folded::Unchanged, |hook| hook(op, constants)) {
        Folded::Unchanged => fold_traits(op, constants),
        folded => folded,
    };
    if !matches!(folded, Folded::Unchanged) {
        op.cx().rule_applied(RuleKind::Fold, def.name, op);
    }
    folded
}

/// Folds an op, with constant operands from their definitions.
pub fn fold_op(op: OpRef<'_>) -> Folded {
    let info = op.info();
    let has_hook = info.def().is_some_and(|def| def.fold.is_some());
    if !has_hook && !info.traits.has_any(FOLDING) {
        return Folded::Unchanged;
    }
    let folded = fold(op, &constants_of(op));
    match &folded {
        Folded::Results(results) if results.iter().any(|result| is_needed_result(op, result)) => {
            Folded::Unchanged
        }
        _ => folded,
    }
}

/// Whether a value is a result of `op` itself, as in a cycle, and others use it, so that the op cannot go.
fn is_needed_result(op: OpRef<'_>, value: &FoldValue) -> bool {
    let &FoldValue::Value(value) = value else { return false };
    let body = op.body();
    body.value_def(value) == ValueDef::Result(op.id())
        && body.uses(value).any(|used| body.use_owner(used) != op.id())
}

/// The constant operands of an op, by number.
pub fn constants_of(op: OpRef<'_>) -> SmallVec<[Option<Attr>; 4]> {
    op.operands().map(constant_value).collect()
}

/// The constant that a value is, if it is the result of a constant op.
pub fn constant_value(value: ValueRef<'_>) -> Option<Attr> {
    let op = value.defining_op()?;
    if !op.has_trait(TraitSet::ConstantLike) {
        return None;
    }
    match (op.def()?.fold?)(op, &[]) {
        Folded::Results(results) => match results.first() {
            Some(&FoldValue::Attr(attr)) => Some(attr),
            _ => None,
        },
        _ => None,
    }
}

/// The traits by which ops fold.
const FOLDING: TraitSet =
    TraitSet::Commutative.with(TraitSet::Idempotent).with(TraitSet::CastLike).with(TraitSet::Involution);

fn fold_traits(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    if !op.info().traits.has_any(FOLDING) {
        return Folded::Unchanged;
    }
    if op.has_trait(TraitSet::Commutative) && op.num_operands() > 1 {
        let is_constant = |i: &usize| constants[*i].is_some();
        let sorted = (0..constants.len()).all(|i| i == 0 || !is_constant(&(i - 1)) || is_constant(&i));
        if !sorted {
            let (constant, others): (Vec<usize>, Vec<usize>) = (0..constants.len()).partition(is_constant);
            let operands = others.iter().chain(&constant).map(|&i| op.operand(i).id()).collect();
            return Change::Operands(operands).into();
        }
    }
    // `f(f(x))` is `f(x)`, or `x`.
    let of_itself = |op: OpRef<'_>| {
        let inner = (op.num_operands() == 1).then(|| op.operand(0).defining_op())??;
        (inner.name() == op.name() && inner.num_results() == 1).then(|| inner.id())
    };
    if op.has_trait(TraitSet::Idempotent) {
        if op.num_operands() == 1 && of_itself(op).is_some() {
            return op.operand(0).into();
        }
        if op.num_operands() == 2 && op.operand(0) == op.operand(1) {
            return op.operand(0).into();
        }
    }
    // A cast to the same type folds to its operand.
    if op.has_trait(TraitSet::CastLike)
        && op.num_operands() == op.num_results()
        && op.operands().zip(op.results()).all(|(from, to)| from.ty() == to.ty())
    {
        return Folded::Results(op.operands().map(FoldValue::from).collect());
    }
    if op.has_trait(TraitSet::Involution)
        && let Some(inner) = of_itself(op)
    {
        return op.body().operand(inner, 0).into();
    }
    Folded::Unchanged
}
