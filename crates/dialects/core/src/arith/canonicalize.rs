//! Canonicalization of integer arithmetic and conversions.

use terrace_ir::build::OperationState;
use terrace_ir::fold::constant_value;
use terrace_ir::matchers::{m_constant_int, m_scalar_int};
use terrace_ir::{Attr, BinaryOpView, Loc, Op, OpKind, OpRef, Rewriter, Type, Value, ValueRef};
use terrace_support::apfloat::{ApFloat, FloatKind, Rounding, Status};
use terrace_support::apint::ApInt;

use super::attrs::{CmpIPredicate, IntegerOverflowFlags, fastmath_flags, overflow_flags};
use super::fold_compare::cmpi_predicate;
use super::{
    AddIOp, BitcastOp, CmpIOp, ExtSIOp, ExtUIOp, IndexCastOp, IndexCastUIOp, MulIOp, MulSIExtendedOp, NegFOp,
    SIToFPOp, SelectOp, ShRSIOp, ShRUIOp, SubIOp, TruncFOp, TruncIOp, UIToFPOp, XOrIOp, constant,
};
use terrace_dialects_builtin::fold::{int_attr, operand_of, operands_of};

/// Creates a constant at the insertion point.
pub(crate) fn constant_of(rw: &mut Rewriter<'_>, attr: Attr, ty: Type, loc: Loc) -> Option<Value> {
    let op = rw.materialize_constant(&constant::materialize, attr, ty, loc)?;
    Some(rw.body().single_result(op))
}

/// Creates an integer constant at the insertion point, or a splat of a shaped type.
pub(crate) fn int_constant(rw: &mut Rewriter<'_>, value: i64, ty: Type, loc: Loc) -> Option<Value> {
    let attr = int_attr(rw.cx(), ty, value)?;
    constant_of(rw, attr, ty, loc)
}

/// The bits of an element; `None` for an index.
fn element_width(value: ValueRef<'_>) -> Option<u32> {
    value.ty().element_type_or_self(value.cx()).bit_width(value.cx())
}

// Constants of two ops become one: `outer(inner(x, c0), c1)` is `result(x, c)`.

const LHS: usize = 0;
const RHS: usize = 1;

/// A rule that combines the constants of two nested ops.
struct Combination {
    /// The index of the inner op among the operands of the outer op; the other operand is constant.
    at: usize,
    /// The index of the inner op's constant operand.
    constant: usize,
    /// The constant of the result, from those of the inner and the outer op.
    combine: fn(&ApInt, &ApInt) -> ApInt,
    /// The index of the result's constant operand.
    result: usize,
    /// Whether overflows remain poison that were so for both.
    flags: bool,
}

impl Combination {
    fn apply<Inner: OpKind, Result: OpKind>(&self, rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
        let (cx, view) = (rw.cx(), rw.op(op));
        let ty = view.single_result().ty();
        let inner = view.operand(self.at).defining_op().filter(|inner| inner.isa::<Inner>())?;
        let c0 = m_scalar_int(inner.operand(self.constant))?;
        let c1 = m_scalar_int(view.operand(1 - self.at))?;
        let width = ty.integer_width(cx);
        if c0.width() != width || c1.width() != width {
            return None;
        }
        let x = inner.operand(1 - self.constant).id();
        let flags = |op: OpRef<'_>| overflow_flags(op).unwrap_or_default();
        let mut flags = if self.flags { flags(view) & flags(inner) } else { IntegerOverflowFlags::NONE };
        if !cx.matches_upstream() {
            flags = self.kept_flags::<Inner>(view, flags, &c0, &c1);
        }
        let loc = view.loc();
        let attr = cx.attr(terrace_ir::AttrData::Integer { ty, value: (self.combine)(&c0, &c1) });
        let c = constant_of(rw, attr, ty, loc)?;
        let (lhs, rhs) = if self.result == LHS { (c, x) } else { (x, c) };
        rw.replace(op, OperationState::binary::<Result>(lhs, rhs).with_attr("overflowFlags", flags.attr(cx)));
        Some(())
    }

    /// The flags that exclude no result of the two ops.
    fn kept_flags<Inner: OpKind>(
        &self,
        op: OpRef<'_>,
        flags: IntegerOverflowFlags,
        c0: &ApInt,
        c1: &ApInt,
    ) -> IntegerOverflowFlags {
        // Wide enough for what the numbers are without wrapping.
        let wide = 2 * c0.width() + 4;
        let exact = |c: &ApInt, signed: bool| if signed { c.sext(wide) } else { c.zext_or_trunc(wide) };
        let keeps = |signed: bool| {
            let (a, b) = (exact(c0, signed), exact(c1, signed));
            let (least, greatest) = match signed {
                true => (ApInt::signed_min(c0.width()), ApInt::signed_max(c0.width())),
                false => (ApInt::zero(c0.width()), ApInt::all_ones(c0.width())),
            };
            let bounds = (exact(&least, signed), exact(&greatest, signed));
            let constant = (self.combine)(&a, &b);
            if constant.scmp(&bounds.0).is_ge() && constant.scmp(&bounds.1).is_le() {
                return true;
            }
            if Inner::DEF.name == MulIOp::DEF.name {
                // What `x` may be besides zero is -1, where the product is one more than the greatest number.
                let one = ApInt::new(wide, 1);
                return !signed || constant != bounds.1.add(&one) || *c0 == least;
            }
            let inner = Linear {
                negated: self.constant == LHS,
                plus: if Inner::DEF.name == SubIOp::DEF.name && self.constant == RHS { a.neg() } else { a },
            };
            let is_difference = op.isa::<SubIOp>();
            let negated = is_difference && self.at == RHS;
            let plus = if is_difference && self.at == LHS { b.neg() } else { b };
            let both = inner.then(&Linear { negated, plus });
            // Where the constant wraps, so does whatever is not ruled out already: is there anything?
            let within = [bounds.clone(), inner.preimage(&bounds), both.preimage(&bounds)];
            let least = within.iter().map(|range| &range.0).max_by(|a, b| a.scmp(b));
            let greatest = within.iter().map(|range| &range.1).min_by(|a, b| a.scmp(b));
            least.zip(greatest).is_some_and(|(least, greatest)| least.scmp(greatest).is_gt())
        };
        let kept = |flag: IntegerOverflowFlags, signed: bool| match flags.contains(flag) && keeps(signed) {
            true => flag,
            false => IntegerOverflowFlags::NONE,
        };
        kept(IntegerOverflowFlags::NSW, true) | kept(IntegerOverflowFlags::NUW, false)
    }
}

/// `x + plus`, or `plus - x`.
struct Linear {
    negated: bool,
    plus: ApInt,
}

impl Linear {
    /// Another one of the result.
    fn then(&self, outer: &Self) -> Self {
        let inner = if outer.negated { self.plus.neg() } else { self.plus.clone() };
        Self { negated: self.negated != outer.negated, plus: inner.add(&outer.plus) }
    }

    /// The range of `x` for which the result is in a range.
    fn preimage(&self, (least, greatest): &(ApInt, ApInt)) -> (ApInt, ApInt) {
        match self.negated {
            false => (least.sub(&self.plus), greatest.sub(&self.plus)),
            true => (self.plus.sub(greatest), self.plus.sub(least)),
        }
    }
}

macro_rules! combinations {
    ($($(#[$doc:meta])* $name:ident: $inner:ident at $at:ident, constant at $constant:ident
       => $result:ident of $combine:expr, constant at $place:ident $(, $flags:ident)?;)*) => {
        $($(#[$doc])*
        pub(super) fn $name(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
            let combination = Combination {
                at: $at,
                constant: $constant,
                combine: $combine,
                result: $place,
                flags: combinations!(@flags $($flags)?),
            };
            combination.apply::<$inner, $result>(rw, op)
        })*
    };
    (@flags) => { true };
    (@flags wraps) => { false };
}

combinations! {
    /// `(x + c0) + c1` is `x + (c0 + c1)`.
    addi_add_constant: AddIOp at LHS, constant at RHS => AddIOp of |a, b| a.add(b), constant at RHS;
    /// `(x - c0) + c1` is `x + (c1 - c0)`.
    addi_sub_constant_rhs: SubIOp at LHS, constant at RHS => AddIOp of |a, b| b.sub(a), constant at RHS;
    /// `(c0 - x) + c1` is `(c0 + c1) - x`.
    addi_sub_constant_lhs: SubIOp at LHS, constant at LHS => SubIOp of |a, b| a.add(b), constant at LHS;
    /// `(x * c0) * c1` is `x * (c0 * c1)`.
    muli_muli_constant: MulIOp at LHS, constant at RHS => MulIOp of |a, b| a.mul(b), constant at RHS;
    /// `(x + c0) - c1` is `x + (c0 - c1)`.
    subi_rhs_add_constant: AddIOp at LHS, constant at RHS => AddIOp of |a, b| a.sub(b), constant at RHS, wraps;
    /// `c1 - (x + c0)` is `(c1 - c0) - x`.
    subi_lhs_add_constant: AddIOp at RHS, constant at RHS => SubIOp of |a, b| b.sub(a), constant at LHS;
    /// `(x - c0) - c1` is `x - (c0 + c1)`.
    subi_rhs_sub_constant_rhs: SubIOp at LHS, constant at RHS => SubIOp of |a, b| a.add(b), constant at RHS;
    /// `(c0 - x) - c1` is `(c0 - c1) - x`.
    subi_rhs_sub_constant_lhs: SubIOp at LHS, constant at LHS => SubIOp of |a, b| a.sub(b), constant at LHS;
    /// `c1 - (x - c0)` is `(c0 + c1) - x`.
    subi_lhs_sub_constant_rhs: SubIOp at RHS, constant at RHS => SubIOp of |a, b| a.add(b), constant at LHS;
    /// `c1 - (c0 - x)` is `x + (c1 - c0)`.
    subi_lhs_sub_constant_lhs: SubIOp at RHS, constant at LHS => AddIOp of |a, b| b.sub(a), constant at RHS;
}

/// `(a - b) - a` is `0 - b`.
pub(super) fn subi_subi_lhs_rhs_lhs(rw: &mut Rewriter<'_>, op: SubIOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let inner = view.lhs().defined_by::<SubIOp>()?;
    let (a, b) = (inner.lhs(), inner.rhs());
    if a != view.rhs() {
        return None;
    }
    let flags = view.overflow_flags() & inner.overflow_flags();
    let (ty, loc, b) = (b.ty(), view.0.loc(), b.id());
    let zero = int_constant(rw, 0, ty, loc)?;
    rw.replace(op, SubIOp::of(zero, b).overflow_flags_attr(flags.attr(cx)));
    Some(())
}

/// Adding `y * -1` is subtracting `y`.
fn addi_negated(rw: &mut Rewriter<'_>, op: Op, at: usize) -> Option<()> {
    let view = rw.op(op);
    let [y, factor] = operands_of::<MulIOp, 2>(view.operand(at))?;
    if !m_constant_int(factor)?.is_all_ones() {
        return None;
    }
    rw.replace(op, SubIOp::of(view.operand(1 - at).id(), y.id()));
    Some(())
}

/// `x + (y * -1)` is `x - y`.
pub(super) fn addi_mul_negative_one_rhs(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    addi_negated(rw, op, RHS)
}

/// `(x * -1) + y` is `y - x`.
pub(super) fn addi_mul_negative_one_lhs(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    addi_negated(rw, op, LHS)
}

/// Replaces an op with an unused second result by the op with one result. The replacement of the unused
/// result is arbitrary.
pub(super) fn drop_second_result<K: OpKind>(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = BinaryOpView(rw.op(op));
    if !view.0.results().skip(1).all(|dropped| dropped.is_unused()) {
        return None;
    }
    let (x, y, ty, loc) = (view.lhs().id(), view.rhs().id(), view.lhs().ty(), view.0.loc());
    let value = rw.build_value(OperationState::binary::<K>(x, y).with_results(&[ty]).with_loc(loc));
    // The unused result may be of another type than `x`.
    rw.replace_op(op, &[value, x]);
    Some(())
}

/// `mulsi_extended(x, 1)` is `x` and its sign.
pub(super) fn mulsi_extended_rhs_one(rw: &mut Rewriter<'_>, op: MulSIExtendedOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let x = view.lhs();
    // In one bit, one is negative.
    if !m_constant_int(view.rhs()).is_some_and(|one| one.is_one() && !one.is_negative()) {
        return None;
    }
    // Of an index no flag is extended; upstream fails.
    element_width(x)?;
    let (x, ty, loc) = (x.id(), x.ty(), view.0.loc());
    let zero = int_constant(rw, 0, ty, loc)?;
    let less = Some(cmpi_predicate(cx, CmpIPredicate::Slt));
    let negative =
        rw.build_value(CmpIOp::of(x, zero).predicate_attr(less).result(ty.i1_same_shape(cx)).loc(loc));
    let high = rw.build_value(ExtSIOp::of(negative).out(ty).loc(loc));
    rw.replace_op(op, &[x, high]);
    Some(())
}

/// A bitwise op of two extended values is the extended op of the values.
pub(super) fn bits_of_exts<K: OpKind, Ext: OpKind>(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = BinaryOpView(rw.op(op));
    let (x, y) = (operand_of::<Ext>(view.lhs())?, operand_of::<Ext>(view.rhs())?);
    if x.ty() != y.ty() {
        return None;
    }
    let (x, y, ty, loc) = (x.id(), y.id(), x.ty(), view.0.loc());
    let narrow = rw.build_value(OperationState::binary::<K>(x, y).with_results(&[ty]).with_loc(loc));
    rw.replace(op, OperationState::unary::<Ext>(narrow));
    Some(())
}

/// Compares the operands of two extensions for equality instead of the extended values.
pub(super) fn cmpi_of_exts<Ext: OpKind>(rw: &mut Rewriter<'_>, op: CmpIOp) -> Option<()> {
    let view = op.view(rw);
    let (x, y) = (operand_of::<Ext>(view.lhs())?, operand_of::<Ext>(view.rhs())?);
    if x.ty() != y.ty() || !matches!(view.predicate(), CmpIPredicate::Eq | CmpIPredicate::Ne) {
        return None;
    }
    rw.replace(op, CmpIOp::of(x, y).predicate_attr(view.predicate_attr()));
    Some(())
}

/// A comparison flipped is the opposite comparison.
pub(super) fn xori_not_cmpi(rw: &mut Rewriter<'_>, op: XOrIOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let comparison = view.lhs().defined_by::<CmpIOp>()?;
    if constant_value(view.rhs()) != Some(Attr::TRUE) {
        return None;
    }
    let predicate = cmpi_predicate(cx, comparison.predicate().inverse());
    rw.replace(op, CmpIOp::of(comparison.lhs().id(), comparison.rhs().id()).predicate_attr(predicate));
    Some(())
}

// Selection.

/// A choice by a flipped condition is the other choice.
pub(super) fn select_not_cond(rw: &mut Rewriter<'_>, op: SelectOp) -> Option<()> {
    let view = op.view(rw);
    let [condition, ones] = operands_of::<XOrIOp, 2>(view.condition())?;
    if !m_constant_int(ones)?.is_all_ones() {
        return None;
    }
    rw.replace(op, SelectOp::of(condition.id(), view.false_value().id(), view.true_value().id()));
    Some(())
}

/// A choice within a choice by the same condition is known.
fn redundant_select(rw: &mut Rewriter<'_>, op: SelectOp, choice: bool) -> Option<()> {
    let view = op.view(rw);
    let (condition, mut yes, mut no) = (view.condition(), view.true_value(), view.false_value());
    let inner = if choice { yes } else { no }.defined_by::<SelectOp>()?;
    if inner.condition() != condition {
        return None;
    }
    match choice {
        true => yes = inner.true_value(),
        false => no = inner.false_value(),
    }
    rw.replace(op, SelectOp::of(condition.id(), yes.id(), no.id()));
    Some(())
}

pub(super) fn redundant_select_true(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    redundant_select(rw, SelectOp::assume(op), true)
}

pub(super) fn redundant_select_false(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    redundant_select(rw, SelectOp::assume(op), false)
}

/// Choosing `false` or `true` is flipping the condition.
pub(super) fn select_i1_to_not(rw: &mut Rewriter<'_>, op: SelectOp) -> Option<()> {
    let view = op.view(rw);
    let is = |value: ValueRef<'_>, attr: Attr| constant_value(value) == Some(attr);
    if !is(view.true_value(), Attr::FALSE) || !is(view.false_value(), Attr::TRUE) {
        return None;
    }
    let (condition, loc) = (view.condition().id(), view.0.loc());
    let one = constant_of(rw, Attr::TRUE, Type::I1, loc)?;
    rw.replace(op, XOrIOp::of(condition, one));
    Some(())
}

/// Choosing one or zero is extending the condition, or its opposite.
pub(super) fn select_to_extui(rw: &mut Rewriter<'_>, op: SelectOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let ty = view.result().ty();
    if !ty.is_integer(cx) || ty.bit_width(cx) == Some(1) {
        return None;
    }
    let (yes, no) = (m_constant_int(view.true_value())?, m_constant_int(view.false_value())?);
    let (condition, loc) = (view.condition(), view.0.loc());
    let (mut chosen, flag) = (condition.id(), condition.ty());
    if yes.is_zero() && no.is_one() {
        let one = int_constant(rw, 1, flag, loc)?;
        chosen = rw.build_value(XOrIOp::of(chosen, one).result(flag).loc(loc));
    } else if !(yes.is_one() && no.is_zero()) {
        return None;
    }
    rw.replace(op, ExtUIOp::of(chosen));
    Some(())
}

// Conversions.

/// The maximum width of an index in bits.
const INDEX_BITS: u32 = 64;

/// Folds a conversion to an index and back, or the reverse, if it does not truncate: an index has up to 64
/// bits.
pub(super) fn cast_back<K: OpKind>(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let x = operand_of::<K>(view.single_operand()).filter(|x| x.ty() == view.single_result().ty())?;
    let fits = || match element_width(x) {
        Some(width) => width <= INDEX_BITS,
        None => element_width(view.single_operand()).is_none_or(|via| via >= INDEX_BITS),
    };
    if !rw.cx().matches_upstream() && !fits() {
        return None;
    }
    let x = x.id();
    rw.replace_op(op, &[x]);
    Some(())
}

/// A conversion of a converted value is one conversion, of kind `To`.
pub(super) fn cast_of_cast<From: OpKind, To: OpKind>(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let x = operand_of::<From>(rw.op(op).single_operand())?.id();
    rw.replace(op, OperationState::unary::<To>(x));
    Some(())
}

/// `index_cast(extsi(x))` is `index_cast(x)`.
pub(super) fn index_cast_of_extsi(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    cast_of_cast::<ExtSIOp, IndexCastOp>(rw, op)
}

/// `index_castui(extui(x))` is `index_castui(x)`.
pub(super) fn index_castui_of_extui(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    cast_of_cast::<ExtUIOp, IndexCastUIOp>(rw, op)
}

/// `bitcast(bitcast(x))` is `bitcast(x)`.
pub(super) fn bitcast_of_bitcast(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    cast_of_cast::<BitcastOp, BitcastOp>(rw, op)
}

/// `extsi(extui(x))` is `extui(x)`.
pub(super) fn extsi_of_extui(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    cast_of_cast::<ExtUIOp, ExtUIOp>(rw, op)
}

/// Cutting off less than was extended is extending less.
pub(super) fn trunci_of_ext<Ext: OpKind>(rw: &mut Rewriter<'_>, op: TruncIOp) -> Option<()> {
    let view = op.view(rw);
    let x = operand_of::<Ext>(view.in_())?;
    let (from, via, to) = (element_width(x)?, element_width(view.in_())?, element_width(view.out())?);
    if from >= to || to >= via {
        return None;
    }
    cast_of_cast::<Ext, Ext>(rw, op.into())
}

/// Replaces an arithmetic right shift by a logical one if truncation drops the bits that are shifted in.
pub(super) fn trunci_shrsi_to_trunci_shrui(rw: &mut Rewriter<'_>, op: TruncIOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let shift = view.in_().defined_by::<ShRSIOp>()?;
    let (x, amount) = (shift.lhs(), constant_value(shift.rhs())?);
    let dropped = element_width(x)?.checked_sub(element_width(view.out())?)?;
    if m_constant_int(shift.rhs())?.to_u64() != Some(u64::from(dropped)) {
        return None;
    }
    let (x, ty, loc) = (x.id(), x.ty(), view.0.loc());
    let (exact, mut flags) = (shift.is_exact_attr(), view.overflow_flags_attr());
    // What was the sign becomes zeros, so a negative number does not come back from what is kept.
    if !cx.matches_upstream() {
        flags = view.overflow_flags().without(IntegerOverflowFlags::NSW).attr(cx);
    }
    let amount = constant_of(rw, amount, ty, loc)?;
    let shifted = rw.build_value(ShRUIOp::of(x, amount).is_exact_attr(exact).result(ty).loc(loc));
    rw.replace(op, TruncIOp::of(shifted).overflow_flags_attr(flags));
    Some(())
}

fn truncf_of_int<K: OpKind>(rw: &mut Rewriter<'_>, op: TruncFOp) -> Option<()> {
    let view = op.view(rw);
    if view.roundingmode().is_some() {
        return None;
    }
    // What rounds twice may give another number than what rounds once.
    let is_exact = || {
        let x = operand_of::<K>(view.in_())?;
        let kind = view.in_().ty().element_type_or_self(rw.cx()).float_kind(rw.cx())?;
        let width = x.ty().element_type_or_self(rw.cx()).bit_width(rw.cx())?;
        holds_all_integers(kind, width, K::DEF.name == SIToFPOp::DEF.name).then_some(())
    };
    if !rw.cx().matches_upstream() && is_exact().is_none() {
        return None;
    }
    cast_of_cast::<K, K>(rw, op.into())
}

/// Whether all integers of a width have a float of a kind.
fn holds_all_integers(kind: FloatKind, width: u32, signed: bool) -> bool {
    let holds = |n: &ApInt| {
        let (value, _) = ApFloat::from_int(kind, n, signed, Rounding::NearestEven);
        let (back, status) = value.to_int(width, signed, Rounding::TowardZero);
        status != Status::INVALID && back == *n
    };
    match signed {
        true => holds(&ApInt::signed_max(width)) && holds(&ApInt::signed_min(width)),
        false => holds(&ApInt::all_ones(width)),
    }
}

/// `truncf(sitofp(x))` is `sitofp(x)`, rounded as usual.
pub(super) fn truncf_sitofp_to_sitofp(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    truncf_of_int::<SIToFPOp>(rw, TruncFOp::assume(op))
}

/// `truncf(uitofp(x))` is `uitofp(x)`, rounded as usual.
pub(super) fn truncf_uitofp_to_uitofp(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    truncf_of_int::<UIToFPOp>(rw, TruncFOp::assume(op))
}

/// Cancels two negations in a product or quotient.
pub(super) fn of_negf<K: OpKind>(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = BinaryOpView(rw.op(op));
    let (x, y) = (operand_of::<NegFOp>(view.lhs())?, operand_of::<NegFOp>(view.rhs())?);
    let (x, y, fastmath) = (x.id(), y.id(), fastmath_flags(view.0).map(|flags| flags.attr(rw.cx())));
    rw.replace(op, OperationState::binary::<K>(x, y).with_attr("fastmath", fastmath));
    Some(())
}
