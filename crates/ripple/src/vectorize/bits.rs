//! Indices that are divided, rounded and taken apart by powers of two: `p[i / 4]`, `p[i % 4]`, `p[i ^ 1]`, `p[i & ~3]`.
//!
//! If the base of an index is a multiple of the power of two, as at the start of a block of iterations, all of these
//! are computed on the constant offsets alone. Otherwise that is checked at run time, as is wrapping.

use smallvec::SmallVec;
use terrace_dialects_llvm::enums::ICmpPredicate;
use terrace_dialects_llvm::ops::{
    AShrOp, AddOp, AndOp, ConstantOp, FreezeOp, LShrOp, MulOp, OrOp, SDivOp, SExtOp, ShlOp, SubOp, TruncOp,
    UDivOp, URemOp, XOrOp, ZExtOp,
};
use terrace_ir::{Value, ValueDef};

use super::emit::Emitter;
use super::lanes::Lanes;
use super::values::Original;
use crate::evaluate::integer_of_constant;
use crate::op_kinds::is_division;
use crate::shape::Shape;

/// The largest depth to which the computation of a base is examined.
const MAX_DEPTH: usize = 8;

/// An operation on an index, in terms of `k`, the logarithm of a power of two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum BitOp {
    /// The lowest `k` bits.
    Low,
    /// All but the lowest `k` bits.
    High,
    /// Some of the lowest `k` bits are flipped.
    Flip(i64),
    /// All but the lowest `k` bits, moved down.
    Shift,
}

/// As what numbers an index must be the sum of its parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Range {
    /// As any.
    Any,
    /// As unsigned ones.
    Unsigned,
    /// As signed ones.
    Signed,
    /// As signed ones that are not negative.
    NotNegative,
}

impl Emitter<'_, '_> {
    /// The result of an op that takes an index apart by a power of two, applied to a sum of parts, and bits that are
    /// set if the result is wrong. If `is_exact`, `None` instead of a result with such bits.
    pub(super) fn taken_apart(
        &mut self,
        original: &Original,
        form: &Lanes,
        shape: Shape,
        is_exact: bool,
    ) -> Option<(Lanes, Vec<Value>)> {
        let (op, bits, range) = self.bit_op(original)?;
        let (base, Shape::SCALAR) = form.base? else { return None };
        let (ty, width) = (form.ty, self.width(form.ty));
        if !form.strides.is_empty() || !(8..=64).contains(&width) || bits >= width - 1 {
            return None;
        }
        let zeros = self.low_zeros(base, MAX_DEPTH).min(width - 1);
        let is_aligned = zeros >= bits;
        let numbers = form.numbers(shape);
        let (low, high) = (*numbers.iter().min()?, *numbers.iter().max()?);
        // Bits that are zero in the base take the numbers up without a carry.
        let fits = low >= 0 && high.checked_shr(zeros).unwrap_or(0) == 0;
        let holds = match range {
            Range::Any => true,
            Range::Unsigned | Range::Signed => fits,
            Range::NotNegative => false,
        };
        if is_exact && !(is_aligned && holds) {
            return None;
        }
        let mut wraps = Vec::new();
        if !is_aligned {
            let low = self.integer((1 << bits) - 1, ty);
            let zero = self.integer(0, ty);
            let rest = self.combined_once::<AndOp>(base, low);
            wraps.push(self.compare(ICmpPredicate::Ne, rest, zero));
        }
        if !holds {
            wraps.extend(self.overflows(base, (low, high), range));
        }
        let low_part = |number: i64| number & ((1 << bits) - 1);
        let table: Vec<i64> = numbers
            .iter()
            .map(|&number| match op {
                BitOp::Low => low_part(number),
                BitOp::High => number - low_part(number),
                BitOp::Flip(flipped) => number ^ flipped,
                BitOp::Shift => number >> bits,
            })
            .collect();
        let amount = self.integer(i64::from(bits), ty);
        let new_base = match (op, range) {
            (BitOp::Low, _) => None,
            (BitOp::Shift, Range::Signed) => Some(self.combined_once::<AShrOp>(base, amount)),
            (BitOp::Shift, _) => Some(self.combined_once::<LShrOp>(base, amount)),
            _ => Some(base),
        };
        let is_growing = table.iter().all(|&number| number >= 0);
        let anchor = self.anchor();
        let lanes = Lanes::sum(
            ty,
            shape,
            new_base.map(|base| (base, Shape::SCALAR)),
            Some((shape, table.into())),
            SmallVec::new(),
            anchor,
        );
        let (signed, unsigned) = match op {
            BitOp::Low => (true, true),
            BitOp::Shift => (true, is_growing && range != Range::Signed),
            _ => (form.signed, form.unsigned),
        };
        let bit = self.bool_type();
        let wraps = wraps.into_iter().map(|wrap| self.unary::<FreezeOp>(wrap, bit)).collect();
        Some((lanes.exact(signed, unsigned), wraps))
    }

    fn bit_op(&mut self, original: &Original) -> Option<(BitOp, u32, Range)> {
        let keeps_or_flips = self.is::<AndOp>(original) || self.is::<XOrOp>(original);
        let shifts = self.is::<LShrOp>(original) || self.is::<AShrOp>(original);
        if !keeps_or_flips && !shifts && !is_division(self.rw.op(original.op)) {
            return None;
        }
        let number = self.lanes(original.operands[1]).number()?;
        let log = |number: i64| {
            (number > 1 && number.count_ones() == 1 && number < 1 << 32).then(|| number.trailing_zeros())
        };
        if self.is::<AndOp>(original) {
            return match number > 0 {
                true => Some((BitOp::Low, log(number.checked_add(1)?)?, Range::Any)),
                false => Some((BitOp::High, log(number.checked_neg()?)?, Range::Any)),
            };
        }
        if self.is::<XOrOp>(original) {
            let bits = (0 < number && number < 1 << 16).then(|| 64 - number.leading_zeros())?;
            return Some((BitOp::Flip(number), bits, Range::Any));
        }
        let amount = || (1..32).contains(&number).then_some(number as u32);
        match () {
            () if self.is::<LShrOp>(original) => Some((BitOp::Shift, amount()?, Range::Unsigned)),
            () if self.is::<AShrOp>(original) => Some((BitOp::Shift, amount()?, Range::Signed)),
            () if self.is::<UDivOp>(original) => Some((BitOp::Shift, log(number)?, Range::Unsigned)),
            () if self.is::<SDivOp>(original) => Some((BitOp::Shift, log(number)?, Range::NotNegative)),
            () if self.is::<URemOp>(original) => Some((BitOp::Low, log(number)?, Range::Any)),
            () => Some((BitOp::Low, log(number)?, Range::NotNegative)),
        }
    }

    /// Bits of which one is set if a base and numbers from the lowest to the highest have no sum in a range.
    fn overflows(&mut self, base: Value, (low, high): (i64, i64), range: Range) -> Vec<Value> {
        let ty = self.type_of(base);
        let width = self.width(ty);
        let mut all = Vec::new();
        let mut unless = |emit: &mut Self, predicate: ICmpPredicate, limit: i64| {
            let limit = emit.integer(limit, ty);
            all.push(emit.compare(predicate, base, limit));
        };
        let most = if width == 64 { i64::MAX } else { (1 << (width - 1)) - 1 };
        match range {
            Range::Any => {}
            Range::Unsigned => {
                if high > 0 {
                    // The limit is that of an unsigned number.
                    unless(self, ICmpPredicate::Ugt, (-1i64).wrapping_sub(high));
                }
                if low < 0 {
                    unless(self, ICmpPredicate::Ult, low.wrapping_neg());
                }
            }
            Range::Signed | Range::NotNegative => {
                if high > 0 {
                    unless(self, ICmpPredicate::Sgt, most.wrapping_sub(high));
                }
                if range == Range::NotNegative {
                    unless(self, ICmpPredicate::Slt, low.wrapping_neg());
                } else if low < 0 {
                    unless(self, ICmpPredicate::Slt, (-most - 1).wrapping_sub(low));
                }
            }
        }
        all
    }

    /// The number of lowest bits of a scalar that are known to be zero.
    fn low_zeros(&self, value: Value, depth: usize) -> u32 {
        let ValueDef::Result(op) = self.rw.body().value_def(value) else { return 0 };
        let view = self.rw.op(op);
        if view.isa::<ConstantOp>() {
            return integer_of_constant(view).map_or(0, |number| number.trailing_zeros());
        }
        if depth == 0 || view.num_operands() == 0 || self.type_of(value).element_type(self.cx()).is_some() {
            return 0;
        }
        let below = |at: usize| self.low_zeros(view.operand(at).id(), depth - 1);
        if view.isa::<MulOp>() {
            return (below(0) + below(1)).min(64);
        }
        if view.isa::<ShlOp>() {
            let amount = view.operand(1).defining_op().and_then(integer_of_constant).unwrap_or(0);
            return below(0) + u32::try_from(amount.clamp(0, 64)).unwrap_or(0);
        }
        if view.isa::<AndOp>() {
            return below(0).max(below(1));
        }
        if view.isa::<AddOp>() || view.isa::<SubOp>() || view.isa::<OrOp>() || view.isa::<XOrOp>() {
            return below(0).min(below(1));
        }
        let keeps =
            view.isa::<SExtOp>() || view.isa::<ZExtOp>() || view.isa::<TruncOp>() || view.isa::<FreezeOp>();
        if keeps { below(0) } else { 0 }
    }
}
