//! The intervals that the integers of a function are in, element by element.
//!
//! Each op is looked at once, after the ops that its operands are from. Nothing is concluded from branches, nor from
//! flags that make a result poison: what wraps may be any number of its type, and so may what is frozen.

use rustc_hash::FxHashMap;
use terrace_dialects_llvm::intrinsics::{AbsOp, CtPopOp, SMaxOp, SMinOp, UMaxOp, UMinOp};
use terrace_dialects_llvm::ops::{
    AShrOp, AddOp, AndOp, ConstantOp, LShrOp, MulOp, OrOp, SExtOp, SelectOp, ShlOp, ShuffleVectorOp, SubOp,
    TruncOp, XOrOp, ZExtOp, ZeroOp,
};
use terrace_ir::{Block, OpRef, Rewriter, Value, ValueRef, op_match};

use super::factors::{all_numbers, bits_of};
use crate::evaluate::{extended, integer_of_constant};
use crate::splats::{number_everywhere, splat_of};

/// The least and the greatest number, read with a sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Interval {
    pub(super) least: i64,
    pub(super) most: i64,
}

impl Interval {
    /// All numbers of so many bits.
    fn all(bits: u32) -> Self {
        let most = i64::MAX >> (64 - bits.clamp(1, 64));
        Self { least: -most - 1, most }
    }

    /// The numbers between two, if they are numbers of so many bits; none of them wraps then.
    fn checked(least: i128, most: i128, bits: u32) -> Option<Self> {
        let all = Self::all(bits);
        let fits = i128::from(all.least) <= least && most <= i128::from(all.most);
        fits.then_some(Self { least: least as i64, most: most as i64 })
    }

    fn joined(self, other: Self) -> Self {
        Self { least: self.least.min(other.least), most: self.most.max(other.most) }
    }

    fn combined(self, other: Self, bits: u32, function: impl Fn(i128, i128) -> i128) -> Option<Self> {
        let ends = [(self.least, other.least), (self.least, other.most), (self.most, other.least)];
        let last = function(self.most.into(), other.most.into());
        let all = ends.map(|(a, b)| function(a.into(), b.into()));
        let (least, most) = all.iter().fold((last, last), |(least, most), &at| (least.min(at), most.max(at)));
        Self::checked(least, most, bits)
    }

    /// Whether no number is below zero.
    pub(super) fn is_nonnegative(self) -> bool {
        self.least >= 0
    }

    /// Whether all are numbers of so many bits, with a sign or without.
    pub(super) fn fits(self, bits: u32, is_signed: bool) -> bool {
        let (least, most) = match is_signed {
            true => (-(1_i64 << (bits - 1)), (1_i64 << (bits - 1)) - 1),
            false => (0, (1_i64 << bits) - 1),
        };
        least <= self.least && self.most <= most
    }
}

/// The intervals of the integers of a function.
pub(super) struct Intervals {
    known: FxHashMap<Value, Interval>,
}

impl Intervals {
    /// The intervals of what blocks compute, which are in an order of dominance.
    pub(super) fn of_blocks(rw: &Rewriter<'_>, blocks: &[Block]) -> Self {
        let mut found = Self { known: FxHashMap::default() };
        for &block in blocks {
            for op in rw.body().ops_of(block) {
                let view = rw.op(op);
                let Some(result) = view.results().next().filter(|_| view.num_results() == 1) else {
                    continue;
                };
                if is_integers(result)
                    && let Some(interval) = found.of_op(view, result)
                {
                    found.known.insert(result.id(), interval);
                }
            }
        }
        found
    }

    /// The interval of an integer of at most 64 bits, or of those of a vector.
    pub(super) fn of(&self, value: ValueRef<'_>) -> Interval {
        self.known.get(&value.id()).copied().unwrap_or_else(|| Interval::all(bits_of(value)))
    }

    /// The interval of `x * w + y * (c - w)`, for a constant `c` and `w` between zero and it: the sum of weights is `c`, so
    /// it is between `c` times the least and `c` times the greatest number. No product wraps that is between zero and the
    /// greatest sum.
    fn weighted<'a>(&self, a: ValueRef<'a>, b: ValueRef<'a>, bits: u32) -> Option<Interval> {
        let factors = |value: ValueRef<'a>| {
            let product = value.defining_op()?.cast::<MulOp>()?;
            Some([product.lhs(), product.rhs()])
        };
        let (first, second) = (factors(a)?, factors(b)?);
        for (at, one) in
            [(first, second), (second, first)].into_iter().flat_map(|sides| [(0, sides), (1, sides)])
        {
            let (weight, x) = (one.0[at], self.of(one.0[1 - at]));
            for other in [0, 1] {
                let Some(rest) = one.1[other].defining_op().and_then(|op| op.cast::<SubOp>()) else {
                    continue;
                };
                let (total, y) = (self.of(rest.lhs()), self.of(one.1[1 - other]));
                let range = self.of(weight);
                let is_rest = total.least == total.most && is_same(rest.rhs(), weight);
                if is_rest && range.is_nonnegative() && range.most <= total.most {
                    let all = x.joined(y);
                    let total = i128::from(total.most);
                    let least = i128::from(all.least) * total;
                    let most = i128::from(all.most) * total;
                    return Interval::checked(least.min(0), most.max(0), bits)
                        .and_then(|_| Interval::checked(least, most, bits));
                }
            }
        }
        None
    }

    fn of_op(&self, op: OpRef<'_>, result: ValueRef<'_>) -> Option<Interval> {
        let bits = bits_of(result);
        let pair = |a, b| (self.of(a), self.of(b));
        let join = |a, b| Some(self.of(a).joined(self.of(b)));
        op_match!(op, {
            ZeroOp(_) => Some(Interval { least: 0, most: 0 }),
            ConstantOp(constant) => {
                if let Some(number) = integer_of_constant(op) {
                    return Some(Interval { least: number, most: number });
                }
                let all = all_numbers(constant.value_attr(), result, 1)?;
                Some(Interval { least: *all.iter().min()?, most: *all.iter().max()? })
            }
            SExtOp(cast) => Some(self.of(cast.arg())),
            ZExtOp(cast) => {
                let from = bits_of(cast.arg());
                let known = Some(self.of(cast.arg())).filter(|known| known.is_nonnegative());
                known.or_else(|| Interval::checked(0, (1_i128 << from) - 1, bits))
            }
            TruncOp(cast) => {
                let from = self.of(cast.arg());
                Interval::checked(from.least.into(), from.most.into(), bits)
            }
            AddOp(op) => {
                let mean = self.weighted(op.lhs(), op.rhs(), bits);
                let (a, b) = pair(op.lhs(), op.rhs());
                mean.or_else(|| a.combined(b, bits, |a, b| a + b))
            }
            SubOp(op) => { let (a, b) = pair(op.lhs(), op.rhs()); a.combined(b, bits, |a, b| a - b) }
            MulOp(op) => { let (a, b) = pair(op.lhs(), op.rhs()); a.combined(b, bits, |a, b| a * b) }
            AndOp(op) => {
                let (a, b) = pair(op.lhs(), op.rhs());
                let bounds = [a, b].into_iter().filter(|side| side.is_nonnegative()).map(|side| side.most);
                Some(Interval { least: 0, most: bounds.min()? })
            }
            OrOp(op) => either(pair(op.lhs(), op.rhs())),
            XOrOp(op) => either(pair(op.lhs(), op.rhs())),
            ShlOp(op) => {
                let by = amount(op.rhs(), bits)?;
                let from = self.of(op.lhs());
                Interval::checked(i128::from(from.least) << by, i128::from(from.most) << by, bits)
            }
            LShrOp(op) => {
                let by = amount(op.rhs(), bits)?;
                let from = self.of(op.lhs());
                match from.is_nonnegative() {
                    true => Some(Interval { least: from.least >> by, most: from.most >> by }),
                    false => Interval::checked(0, (1_i128 << (bits - by)) - 1, bits),
                }
            }
            AShrOp(op) => {
                let by = amount(op.rhs(), bits)?;
                let from = self.of(op.lhs());
                Some(Interval { least: from.least >> by, most: from.most >> by })
            }
            SelectOp(select) => join(select.true_value(), select.false_value()),
            SMinOp(op) => { let (a, b) = pair(op.a(), op.b()); a.combined(b, bits, i128::min) }
            SMaxOp(op) => { let (a, b) = pair(op.a(), op.b()); a.combined(b, bits, i128::max) }
            UMinOp(op) => {
                let (a, b) = pair(op.a(), op.b());
                let bounds = [a, b].into_iter().filter(|side| side.is_nonnegative()).map(|side| side.most);
                Some(Interval { least: 0, most: bounds.min()? })
            }
            UMaxOp(op) => {
                let (a, b) = pair(op.a(), op.b());
                (a.is_nonnegative() && b.is_nonnegative()).then(|| a.combined(b, bits, i128::max))?
            }
            AbsOp(op) => {
                let from = self.of(op.in_());
                let (least, most) = (i128::from(from.least), i128::from(from.most));
                Interval::checked(0, least.abs().max(most.abs()), bits)
            }
            CtPopOp(_) => Interval::checked(0, bits.into(), bits),
            ShuffleVectorOp(shuffle) => match splat_of(result) {
                Some(number) => Some(self.of(number)),
                None => join(shuffle.v1(), shuffle.v2()),
            },
            _ => None,
        })
    }
}

/// Whether two values are one, or the same extension of one.
fn is_same(a: ValueRef<'_>, b: ValueRef<'_>) -> bool {
    let source =
        |value: ValueRef<'_>| value.defining_op().and_then(|op| Some((op.name(), extended(op)?.id())));
    a.id() == b.id() || source(a).is_some_and(|from| source(b) == Some(from))
}

/// Whether a value is an integer of at most 64 bits, or a vector of such.
fn is_integers(value: ValueRef<'_>) -> bool {
    let cx = value.cx();
    let element = value.ty().element_type(cx).unwrap_or(value.ty());
    element.is_integer(cx) && (1..=64).contains(&bits_of(value))
}

/// The number of bits that all elements are shifted by.
pub(super) fn amount(by: ValueRef<'_>, bits: u32) -> Option<u32> {
    let number = number_everywhere(by).and_then(|by| u32::try_from(by).ok());
    number.filter(|&by| by < bits)
}

/// The interval of bits that are set in one of two numbers.
fn either((a, b): (Interval, Interval)) -> Option<Interval> {
    let width = 64 - (a.most | b.most).leading_zeros();
    (a.is_nonnegative() && b.is_nonnegative())
        .then(|| Interval { least: 0, most: i64::MAX >> (63 - width.min(63)) })
}
