//! Terms of sums of which only the total matters, as far as instructions add them up.

use terrace_dialects_llvm::intrinsics::{AbsOp, CtPopOp};
use terrace_dialects_llvm::ops::{
    AddOp, AndOp, ConstantOp, FCmpOp, FreezeOp, ICmpOp, MulOp, OrOp, SelectOp, ShuffleVectorOp, SubOp,
    TruncOp, XOrOp,
};
use terrace_ir::{OpRef, Value, ValueRef, op_match};

use super::absolute_difference::absolute_difference;
use super::dots::Dot;
use super::factors::{Factor, all_numbers, bits_of, innermost, range};
use crate::evaluate::{extended, is_everywhere};
use crate::splats::splat_of;
use crate::vectors::lanes_of;

/// The largest depth to which operands are followed.
const MAX_DEPTH: usize = 8;

/// Something that is added to a sum, or subtracted from it.
#[derive(Clone, Debug)]
pub(super) struct Term {
    /// The vector that is added.
    pub(super) whole: Value,
    /// The kind of term.
    pub(super) kind: TermKind,
    /// Whether it is subtracted.
    pub(super) is_negative: bool,
    /// The conditions under which it is, each with the value that it must have.
    pub(super) conditions: Vec<(Value, bool)>,
}

/// Kinds of terms.
#[derive(Clone, Debug)]
pub(super) enum TermKind {
    /// Any vector.
    Whole,
    /// Bytes, or signed numbers of 16 bits, extended.
    Narrow(Factor),
    /// Differences of unsigned bytes, without a sign.
    Differences([Value; 2]),
    /// Products of numbers of at most 16 bits, so many for each element.
    Products([Factor; 2], usize),
    /// Products of unsigned bytes and of sums of two numbers: one for all elements, and a constant for each.
    Weighted {
        /// The bytes.
        bytes: Value,
        /// The number.
        number: Value,
        /// The constants.
        weights: Vec<i64>,
    },
    /// The number of set bits of each element.
    Bits {
        /// The elements.
        value: Value,
        /// Their width.
        bits: u32,
    },
    /// One for each element of a mask that is set.
    Count {
        /// The mask.
        mask: Value,
        /// The width of what was compared.
        bits: u32,
        /// Whether the mask is a condition as well, and the vector is one everywhere.
        is_condition: bool,
    },
}

impl Term {
    /// The number of terms for each element.
    pub(super) fn per_element(&self) -> usize {
        match self.kind {
            TermKind::Products(_, per_element) => per_element,
            _ => 1,
        }
    }

    /// The sum of unsigned bytes.
    pub(super) fn bytes(value: Value) -> Self {
        let kind = TermKind::Narrow(Factor::extended(value, 8, false));
        Self { whole: value, kind, is_negative: false, conditions: Vec::new() }
    }

    /// The terms that a value of a vector type is the sum of.
    pub(super) fn all_of<'a>(
        value: ValueRef<'a>,
        is_negative: bool,
        conditions: &[(ValueRef<'a>, bool)],
    ) -> Vec<Self> {
        let mut terms = Vec::new();
        Self::collect(value, is_negative, conditions, &mut terms, 0);
        terms
    }

    fn collect<'a>(
        value: ValueRef<'a>,
        is_negative: bool,
        conditions: &[(ValueRef<'a>, bool)],
        terms: &mut Vec<Self>,
        depth: usize,
    ) {
        let first = terms.len();
        if let Some(dot) = Dot::of(value).filter(|_| conditions.is_empty()) {
            let kind = TermKind::Products(dot.factors, dot.per_element);
            terms.push(Self { whole: value.id(), kind, is_negative, conditions: Vec::new() });
            return;
        }
        let parts = value.defining_op().filter(|_| depth < MAX_DEPTH).and_then(|op| {
            op_match!(op, {
                AddOp(add) => Some((add.lhs(), add.rhs(), is_negative)),
                SubOp(sub) => Some((sub.lhs(), sub.rhs(), !is_negative)),
                _ => None,
            })
        });
        if let Some((lhs, rhs, is_second_negative)) = parts {
            Self::collect(lhs, is_negative, conditions, terms, depth + 1);
            Self::collect(rhs, is_second_negative, conditions, terms, depth + 1);
            // Sums of nothing special stay as they are.
            if terms[first..].iter().any(|term| !matches!(term.kind, TermKind::Whole)) {
                return;
            }
            terms.truncate(first);
        }
        let chosen = value.defining_op().filter(|_| depth < MAX_DEPTH).and_then(chosen_or_zero);
        if let Some((condition, holds, chosen)) =
            chosen.filter(|(condition, ..)| condition.ty().is_vector(condition.cx()))
        {
            let all = [conditions, &[(condition, holds)]].concat();
            Self::collect(chosen, is_negative, &all, terms, depth + 1);
            if terms[first..].iter().any(|term| !matches!(term.kind, TermKind::Whole)) {
                return;
            }
            terms.truncate(first);
        }
        let ids = conditions.iter().map(|(condition, holds)| (condition.id(), *holds)).collect();
        let mut term = Self { whole: value.id(), kind: TermKind::Whole, is_negative, conditions: ids };
        match conditions.last() {
            Some(&(mask, true)) if is_everywhere(value, 1) && mask.ty().is_vector(mask.cx()) => {
                term.conditions.pop();
                let bits = compared_bits(mask, 0);
                term.kind = TermKind::Count { mask: mask.id(), bits, is_condition: true };
            }
            _ => term.find_kind(value),
        }
        terms.push(term);
    }

    fn find_kind(&mut self, value: ValueRef<'_>) {
        let Some(op) = value.defining_op() else { return };
        let (narrow, is_signed) = innermost(value);
        if let Some((value, bits)) = counted_bits(value) {
            self.kind = TermKind::Bits { value: value.id(), bits };
            return;
        }
        match bits_of(narrow) {
            1 => {
                self.is_negative ^= is_signed;
                let (mask, bits) = (narrow.id(), compared_bits(narrow, 0));
                self.kind = TermKind::Count { mask, bits, is_condition: false };
            }
            bits @ (8 | 16) if narrow != value && (bits == 8 || is_signed) => {
                self.kind = TermKind::Narrow(Factor::extended(narrow.id(), bits, is_signed));
            }
            _ => {
                // A product that is extended is one of `int`. With zeros, a negative one is another number.
                let is_kept =
                    narrow == value || is_signed || range(narrow, 0).is_some_and(|(least, _)| least >= 0);
                let product = narrow.defining_op().filter(|_| is_kept).and_then(|op| op.cast::<MulOp>());
                if let Some(product) = product.filter(|_| bits_of(narrow) >= 32) {
                    let factors = [product.lhs(), product.rhs()];
                    self.find_product(factors);
                    if matches!(self.kind, TermKind::Whole) && narrow == value {
                        let weighted =
                            weighted_bytes(factors).or_else(|| weighted_bytes([factors[1], factors[0]]));
                        self.kind = weighted.unwrap_or(TermKind::Whole);
                    }
                    return;
                }
                let difference = op.cast::<AbsOp>().map(|absolute| absolute.in_());
                let difference = difference.or_else(|| absolute_difference(op));
                let difference = difference.and_then(|value| value.defining_op()?.cast::<SubOp>());
                let Some(difference) = difference else { return };
                if let [Some(a), Some(b)] = [difference.lhs(), difference.rhs()].map(unsigned_bytes) {
                    self.kind = TermKind::Differences([a, b]);
                }
            }
        }
    }

    fn find_product(&mut self, factors: [ValueRef<'_>; 2]) {
        if let [Some(a), Some(b)] = factors.map(Factor::of) {
            self.kind = TermKind::Products([a, b], 1);
        }
    }
}

/// The elements whose set bits a value is the number of, and their width. A number of bits is the
/// same one in any integer of at least 8 bits, with a sign and without.
fn counted_bits(value: ValueRef<'_>) -> Option<(ValueRef<'_>, u32)> {
    let mut value = value;
    loop {
        let op = value.defining_op()?;
        if let Some(count) = op.cast::<CtPopOp>() {
            let (narrow, is_signed) = innermost(count.in_());
            let of = if is_signed { count.in_() } else { narrow };
            let bits = bits_of(of);
            return [8, 16, 32, 64].contains(&bits).then_some((of, bits));
        }
        let from = op.cast::<TruncOp>().map(|cast| cast.arg()).or_else(|| extended(op))?;
        if bits_of(value) < 8 || bits_of(from) < 8 {
            return None;
        }
        value = from;
    }
}

/// The condition, the value it must have, and the operand that an op chooses under it; zero otherwise.
fn chosen_or_zero(op: OpRef<'_>) -> Option<(ValueRef<'_>, bool, ValueRef<'_>)> {
    let select = op.cast::<SelectOp>()?;
    let [yes, no] = [select.true_value(), select.false_value()];
    match () {
        () if is_everywhere(no, 0) => Some((select.condition(), true, yes)),
        () if is_everywhere(yes, 0) => Some((select.condition(), false, no)),
        () => None,
    }
}

/// Bytes, each of which is multiplied by the sum of a number and a constant.
fn weighted_bytes([bytes, weight]: [ValueRef<'_>; 2]) -> Option<TermKind> {
    let bytes = unsigned_bytes(bytes)?;
    let sum = weight.defining_op()?.cast::<AddOp>()?;
    let [lhs, rhs] = [sum.lhs(), sum.rhs()];
    let (number, constant) = match rhs.defined_by::<ConstantOp>() {
        Some(constant) => (lhs, constant),
        None => (rhs, lhs.defined_by::<ConstantOp>()?),
    };
    let count = lanes_of(weight)?;
    let weights = all_numbers(constant.value_attr(), weight, count)?;
    let number = splat_of(number).filter(|&number| bits_of(number) == bits_of(weight))?;
    Some(TermKind::Weighted { bytes, number: number.id(), weights })
}

fn unsigned_bytes(value: ValueRef<'_>) -> Option<Value> {
    let (narrow, is_signed) = innermost(value);
    (narrow != value && !is_signed && bits_of(narrow) == 8).then(|| narrow.id())
}

/// The least width of what a mask compares.
pub(super) fn compared_bits(mask: ValueRef<'_>, depth: usize) -> u32 {
    let Some(op) = mask.defining_op().filter(|_| depth < MAX_DEPTH) else { return 64 };
    let either = |a, b| compared_bits(a, depth + 1).min(compared_bits(b, depth + 1));
    op_match!(op, {
        ICmpOp(compare) => {
            let [lhs, rhs] = [compare.lhs(), compare.rhs()].map(|side| match innermost(side).0 {
                // A mask that is compared as a number.
                mask if bits_of(mask) == 1 => compared_bits(mask, depth + 1),
                number => bits_of(number).max(8),
            });
            lhs.min(rhs)
        }
        FCmpOp(compare) => bits_of(compare.lhs()),
        TruncOp(cast) => bits_of(cast.arg()).max(8),
        AndOp(op) => either(op.lhs(), op.rhs()),
        OrOp(op) => either(op.lhs(), op.rhs()),
        XOrOp(op) => either(op.lhs(), op.rhs()),
        SelectOp(select) => either(select.true_value(), select.false_value()),
        FreezeOp(freeze) => compared_bits(freeze.val(), depth + 1),
        // Masks that are held in parts.
        ShuffleVectorOp(shuffle) => either(shuffle.v1(), shuffle.v2()),
        _ => 64,
    })
}
