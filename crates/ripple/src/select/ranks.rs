//! Counts in vectors: for each element, the number of some neighboring elements of a condition that hold.
//!
//! A prefix sum of a condition, by steps of any widths, is the rank of each element that holds, the number of those before
//! it: what is accessed at ranks is contiguous.

use std::ops::Range;

use rustc_hash::FxHashMap;
use terrace_dialects_llvm::enums::ICmpPredicate;
use terrace_dialects_llvm::ops::{
    AddOp, ConstantOp, ICmpOp, InlineAsmOp, SExtOp, SelectOp, ShuffleVectorOp, SubOp, TruncOp, ZExtOp, ZeroOp,
};
use terrace_ir::{OpRef, Value, ValueRef, op_match};

use crate::evaluate::is_everywhere;
use crate::vectors::lanes_of;

/// The largest number of values that are looked at for one.
const MAX_VALUES: usize = 128;

/// The numbers of elements of a condition that hold, for each element of a vector.
#[derive(Clone, Debug)]
pub(super) struct Counts {
    /// The condition, a vector of single bits; `None` if nothing is counted.
    condition: Option<Value>,
    /// The elements of the condition that each element counts.
    pub(super) counted: Vec<Range<usize>>,
}

impl Counts {
    /// Returns what a vector of integers counts, or `None` if it is something else.
    pub(super) fn of(value: ValueRef<'_>) -> Option<Self> {
        let lanes = lanes_of(value)?;
        let known = Search::default().counts(value).filter(|_| represents(value, lanes))?;
        known.condition.is_some().then_some(known)
    }

    /// The condition.
    pub(super) fn condition(&self) -> Option<Value> {
        self.condition
    }

    /// The number that the first element that holds has, if each of those has its rank, plus that.
    pub(super) fn first_rank(&self) -> Option<i64> {
        let from_first =
            |end: usize| (self.counted.iter().enumerate()).all(|(at, counted)| *counted == (0..at + end));
        (0..=1).find(|&end| from_first(end)).map(|end| end as i64)
    }

    fn joined(
        &self,
        other: &Self,
        join: impl Fn(&Range<usize>, &Range<usize>) -> Option<Range<usize>>,
    ) -> Option<Self> {
        if self.condition.is_some() && other.condition.is_some() && self.condition != other.condition {
            return None;
        }
        let counted = self.counted.iter().zip(&other.counted).map(|(a, b)| join(a, b));
        Some(Self { condition: self.condition.or(other.condition), counted: counted.collect::<Option<_>>()? })
    }
}

/// Returns the condition that a condition tests: `c` for `c ? 1 : 0` that is not zero, or is one.
pub(super) fn tested(condition: ValueRef<'_>) -> Value {
    let tested = || {
        let test = condition.defining_op()?.cast::<ICmpOp>()?;
        let is_test = match test.predicate() {
            ICmpPredicate::Ne => is_zero(test.rhs()),
            ICmpPredicate::Eq => is_everywhere(test.rhs(), 1),
            _ => false,
        };
        let mut number = test.lhs().defining_op()?;
        while let Some(wide) = extended(number).filter(|_| counted_condition(number).is_none()) {
            number = wide.defining_op()?;
        }
        counted_condition(number).filter(|_| is_test)
    };
    tested().map_or(condition.id(), |value| value.id())
}

/// The number that another one is extended or truncated from.
fn extended(op: OpRef<'_>) -> Option<ValueRef<'_>> {
    op_match!(op, {
        ZExtOp(view) => Some(view.arg()),
        SExtOp(view) => {
            let cx = op.cx();
            Some(view.arg()).filter(|arg| arg.ty().element_type(cx).and_then(|ty| ty.bit_width(cx)) != Some(1))
        }
        TruncOp(view) => Some(view.arg()),
        _ => None,
    })
}

/// The condition `c` of `c ? 1 : 0`.
fn counted_condition(op: OpRef<'_>) -> Option<ValueRef<'_>> {
    let condition = op_match!(op, {
        ZExtOp(view) => view.arg(),
        SelectOp(view) => {
            let is_number = is_everywhere(view.true_value(), 1) && is_zero(view.false_value());
            is_number.then(|| view.condition())?
        }
        _ => return None,
    });
    let cx = op.cx();
    let is_vector = condition.ty().element_type(cx).and_then(|element| element.bit_width(cx)) == Some(1);
    is_vector.then_some(condition)
}

/// Whether all elements are zero, also where that is hidden from back ends.
fn is_zero(value: ValueRef<'_>) -> bool {
    let Some(op) = value.defining_op() else { return false };
    op_match!(op, {
        ConstantOp(_view) => is_everywhere(value, 0),
        ZeroOp(_view) => true,
        InlineAsmOp(view) => {
            view.asm_string().is_empty()
                && op.operands().next().is_some_and(|passed| op.num_operands() == 1 && is_everywhere(passed, 0))
        }
        _ => false,
    })
}

/// A search for what values count.
#[derive(Default)]
struct Search {
    known: FxHashMap<Value, Option<Counts>>,
}

impl Search {
    fn counts(&mut self, value: ValueRef<'_>) -> Option<Counts> {
        if let Some(known) = self.known.get(&value.id()) {
            return known.clone();
        }
        if self.known.len() >= MAX_VALUES {
            return None;
        }
        self.known.insert(value.id(), None);
        let found = self.find(value);
        self.known.insert(value.id(), found.clone());
        found
    }

    fn find(&mut self, value: ValueRef<'_>) -> Option<Counts> {
        let lanes = lanes_of(value)?;
        let op = value.defining_op()?;
        if is_zero(value) {
            return Some(Counts { condition: None, counted: vec![0..0; lanes] });
        }
        if let Some(condition) = counted_condition(op) {
            let counted = (0..lanes).map(|at| at..at + 1).collect();
            return Some(Counts { condition: Some(condition.id()), counted });
        }
        op_match!(op, {
            AddOp(view) => {
                let (a, b) = (self.counts(view.lhs())?, self.counts(view.rhs())?);
                a.joined(&b, sum)
            }
            SubOp(view) => {
                let (a, b) = (self.counts(view.lhs())?, self.counts(view.rhs())?);
                a.joined(&b, difference)
            }
            ZExtOp(view) => self.counts(view.arg()).filter(|_| represents(view.arg(), lanes)),
            SExtOp(view) => self.counts(view.arg()).filter(|_| represents(view.arg(), lanes)),
            TruncOp(view) => self.counts(view.arg()),
            ShuffleVectorOp(view) => {
                let first = lanes_of(view.v1())?;
                let picked = view.mask();
                let from = |at: i32| usize::try_from(at).ok();
                let indices: Vec<usize> = picked.iter().map(from).collect::<Option<_>>()?;
                let none = || Counts { condition: None, counted: vec![0..0; first] };
                let mut operand = |value: ValueRef<'_>, of: Range<usize>| {
                    let is_used = indices.iter().any(|at| of.contains(at));
                    if is_used { self.counts(value) } else { Some(none()) }
                };
                let (a, b) = (operand(view.v1(), 0..first)?, operand(view.v2(), first..usize::MAX)?);
                let both = a.joined(&b, |_, _| Some(0..0))?;
                let counted = indices.iter().map(|&at| a.counted.get(at).or_else(|| b.counted.get(at - first)).cloned());
                Some(Counts { condition: both.condition, counted: counted.collect::<Option<_>>()? })
            }
            _ => None,
        })
    }
}

/// Two counts of neighboring elements, together.
fn sum(a: &Range<usize>, b: &Range<usize>) -> Option<Range<usize>> {
    match () {
        () if a.is_empty() => Some(b.clone()),
        () if b.is_empty() => Some(a.clone()),
        () if a.end == b.start => Some(a.start..b.end),
        () if b.end == a.start => Some(b.start..a.end),
        () => None,
    }
}

/// A count without elements at its start or its end.
fn difference(a: &Range<usize>, b: &Range<usize>) -> Option<Range<usize>> {
    match () {
        () if b.is_empty() => Some(a.clone()),
        () if a == b => Some(0..0),
        () if a.end == b.end && a.start <= b.start => Some(a.start..b.start),
        () if a.start == b.start && b.end <= a.end => Some(b.end..a.end),
        () => None,
    }
}

/// Whether the elements of a value are numbers, with a sign, up to a count.
fn represents(value: ValueRef<'_>, count: usize) -> bool {
    let cx = value.cx();
    let width = value.ty().element_type(cx).and_then(|element| element.bit_width(cx));
    width.is_some_and(|width| width > 1 && (width > 32 || count < 1 << (width - 1)))
}
