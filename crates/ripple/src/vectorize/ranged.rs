//! Arithmetic whose numbers are known to be small.
//!
//! `sum > 255 ? 255 : sum`, of sums and differences of bytes, is computed with `int` in C, in four vectors for one of
//! bytes. Comparisons, selections and shifts need all bits of their operands, so the low bits that a truncation wants do
//! not say in which type these can be computed ([`super::narrow`]); the intervals of their values do. Where all values
//! that a truncation is computed from fit a narrower type, and are used for nothing else, they are computed in it.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_llvm::enums::ICmpPredicate;
use terrace_dialects_llvm::intrinsics::{AbsOp, SMaxOp, SMinOp, UMaxOp, UMinOp};
use terrace_dialects_llvm::ops::{
    AShrOp, AddOp, AndOp, ICmpOp, LShrOp, MulOp, OrOp, SelectOp, ShlOp, SubOp, TruncOp, XOrOp, ZExtOp,
};
use terrace_ir::{Attr, Op, OpRef, OpSpec, Type, Value, ValueRef};

use super::emit::Emitter;
use super::lanes::Lanes;
use super::narrow::{amount, is_extension};
use super::values::Original;
use crate::evaluate::{extended, integer_of_constant};
use crate::op_kinds::pair_of;
use crate::shape::Shape;

/// The largest number of ops that are computed anew for one truncation.
const MAX_OPS: usize = 128;

/// The least and the largest value.
#[derive(Clone, Copy)]
struct Interval {
    least: i64,
    most: i64,
}

impl Interval {
    fn of(ends: &[Option<i64>]) -> Option<Self> {
        let ends = ends.iter().copied().collect::<Option<Vec<i64>>>()?;
        Some(Self { least: *ends.iter().min()?, most: *ends.iter().max()? })
    }

    /// The values of a function that is monotonic in both operands.
    fn combined(self, other: Self, function: impl Fn(i64, i64) -> Option<i64>) -> Option<Self> {
        let pairs = [self.least, self.most].into_iter().flat_map(|a| [(a, other.least), (a, other.most)]);
        Self::of(&pairs.map(|(a, b)| function(a, b)).collect::<Vec<_>>())
    }

    fn joined(self, other: Self) -> Self {
        Self { least: self.least.min(other.least), most: self.most.max(other.most) }
    }

    fn is_nonnegative(self) -> bool {
        self.least >= 0
    }

    fn fits(self, width: u32) -> bool {
        let half = 1_i64 << (width - 1);
        self.least >= -half && self.most < half
    }
}

/// The ops that a truncation is computed from.
#[derive(Default)]
struct Closure {
    /// The ops that are computed anew, operands first.
    order: Vec<Op>,
    known: FxHashMap<Value, Interval>,
    inner: FxHashSet<Op>,
    /// The interval of all values.
    all: Option<Interval>,
    /// Whether the low bits alone do not suffice for an op.
    needs_intervals: bool,
}

impl Emitter<'_, '_> {
    /// Renders a truncation with what it truncates, if all of that fits a narrower type.
    pub(super) fn narrowed_by_intervals(&mut self, original: &Original) -> Option<Lanes> {
        let truncation = self.rw.op(original.op).cast::<TruncOp>()?;
        let operand = truncation.arg();
        let (result, ty) = original.results[0];
        let wide = operand.ty().bit_width(self.cx()).filter(|&wide| wide <= 64)?;
        let shape = self.shapes.of(result);
        if shape.is_scalar() {
            return None;
        }
        let mut closure = Closure::default();
        self.interval(operand, &mut closure)?;
        let all = closure.all.filter(|_| closure.needs_intervals)?;
        let chosen = [16, 32].into_iter().find(|&width| width < wide && all.fits(width))?;
        if !self.is_used_within(original.op, &closure) {
            return None;
        }
        let narrow = self.integer_type(chosen);
        let mut values: FxHashMap<Value, Value> = FxHashMap::default();
        let operand = operand.id();
        for &op in &closure.order {
            self.compute_narrow(op, shape, narrow, &mut values);
        }
        let value = self.narrow_operand(operand, shape, narrow, &mut values);
        let width = self.width(ty);
        let whole = self.shaped(ty, shape);
        let value = match chosen.cmp(&width) {
            std::cmp::Ordering::Equal => value,
            _ => self.unary::<TruncOp>(value, whole),
        };
        Some(Lanes::opaque(value, ty, shape))
    }

    /// Whether what is computed anew is used for nothing else.
    fn is_used_within(&self, root: Op, closure: &Closure) -> bool {
        let is_inside = |user: Op| user == root || closure.inner.contains(&user);
        let results = closure.order.iter().flat_map(|&op| self.rw.op(op).results());
        results.flat_map(|result| result.uses()).all(|(user, _)| is_inside(user.id()))
    }

    /// The interval of a value, and of all that it is computed from.
    fn interval(&self, value: ValueRef<'_>, closure: &mut Closure) -> Option<Interval> {
        if let Some(known) = closure.known.get(&value.id()) {
            return Some(*known);
        }
        let op = value.defining_op()?;
        let found = match integer_of_constant(op) {
            Some(number) => Interval { least: number, most: number },
            None if is_extension(op) => self.interval_of_extension(op)?,
            None => self.interval_of_op(op, closure)?,
        };
        closure.known.insert(value.id(), found);
        closure.all = Some(closure.all.map_or(found, |all| all.joined(found)));
        Some(found)
    }

    fn interval_of_extension(&self, op: OpRef<'_>) -> Option<Interval> {
        let width = extended(op)?.ty().bit_width(self.cx()).filter(|&width| width < 32)?;
        let is_known = self.is_here(op) || self.shapes.of(op.single_result().id()).is_scalar();
        let most = match op.isa::<ZExtOp>() {
            true => Interval { least: 0, most: (1 << width) - 1 },
            false => Interval { least: -(1 << (width - 1)), most: (1 << (width - 1)) - 1 },
        };
        is_known.then_some(most)
    }

    fn interval_of_op(&self, op: OpRef<'_>, closure: &mut Closure) -> Option<Interval> {
        let has_form = |value: Value| self.values.lanes.get(&value).is_some_and(Lanes::has_form);
        let result = op.single_result().id();
        let is_computed = self.is_here(op) && !self.shapes.of(result).is_scalar() && !has_form(result);
        if !is_computed || closure.inner.len() >= MAX_OPS {
            return None;
        }
        closure.inner.insert(op.id());
        let found = self.interval_of_computation(op, closure)?;
        closure.order.push(op.id());
        Some(found)
    }

    fn interval_of_computation(&self, op: OpRef<'_>, closure: &mut Closure) -> Option<Interval> {
        if let Some(select) = op.cast::<SelectOp>() {
            self.condition_fits(select.condition(), closure)?;
            let yes = self.interval(select.true_value(), closure)?;
            return Some(yes.joined(self.interval(select.false_value(), closure)?));
        }
        let one = self.interval(op.operands().next()?, closure)?;
        if op.isa::<AbsOp>() {
            closure.needs_intervals = true;
            let magnitude = one.least.checked_abs()?.max(one.most.checked_abs()?);
            return Some(Interval { least: 0, most: magnitude });
        }
        if op.isa::<ShlOp>() || op.isa::<AShrOp>() || op.isa::<LShrOp>() {
            let by = amount(op).filter(|&by| by < 16)?;
            if op.isa::<ShlOp>() {
                return Interval::of(&[one.least.checked_mul(1 << by), one.most.checked_mul(1 << by)]);
            }
            // The bits that a logical shift brings in are another number for a negative one.
            (op.isa::<AShrOp>() || one.is_nonnegative()).then_some(())?;
            closure.needs_intervals = true;
            return Some(Interval { least: one.least >> by, most: one.most >> by });
        }
        // Another truncation has one operand.
        let [_, two] = pair_of(op)?;
        let two = self.interval(two, closure)?;
        match () {
            () if op.isa::<AddOp>() => one.combined(two, i64::checked_add),
            () if op.isa::<SubOp>() => one.combined(two, i64::checked_sub),
            () if op.isa::<MulOp>() => one.combined(two, i64::checked_mul),
            () if op.isa::<AndOp>() && one.is_nonnegative() && two.is_nonnegative() => {
                Some(Interval { least: 0, most: one.most.min(two.most) })
            }
            () if (op.isa::<OrOp>() || op.isa::<XOrOp>()) && one.is_nonnegative() && two.is_nonnegative() => {
                let width = 64 - (one.most | two.most).leading_zeros();
                Some(Interval { least: 0, most: (1 << width.min(62)) - 1 })
            }
            () => self.interval_of_extreme(op, one, two, closure),
        }
    }

    fn interval_of_extreme(
        &self,
        op: OpRef<'_>,
        one: Interval,
        two: Interval,
        closure: &mut Closure,
    ) -> Option<Interval> {
        let is_least = op.isa::<SMinOp>() || op.isa::<UMinOp>();
        let is_most = op.isa::<SMaxOp>() || op.isa::<UMaxOp>();
        let is_signed = op.isa::<SMinOp>() || op.isa::<SMaxOp>();
        let has_order = is_signed || one.is_nonnegative() && two.is_nonnegative();
        closure.needs_intervals = true;
        match (is_least || is_most) && has_order {
            true if is_least => one.combined(two, |a, b| Some(a.min(b))),
            true => one.combined(two, |a, b| Some(a.max(b))),
            false => None,
        }
    }

    /// Takes up the comparisons of a condition, if these are of numbers that are known.
    fn condition_fits(&self, condition: ValueRef<'_>, closure: &mut Closure) -> Option<()> {
        let op = condition.defining_op()?;
        if closure.inner.contains(&op.id()) {
            return Some(());
        }
        let compare = op.cast::<ICmpOp>().filter(|_| self.is_here(op))?;
        let [one, two] = [compare.lhs(), compare.rhs()];
        (one.ty().is_integer(self.cx()) && closure.inner.len() < MAX_OPS).then_some(())?;
        (!self.shapes.of(condition.id()).is_scalar()).then_some(())?;
        closure.inner.insert(op.id());
        // A comparison of extended numbers is one of the numbers.
        let is_computed = |value: ValueRef<'_>| {
            value.defining_op().is_some_and(|op| !is_extension(op) && integer_of_constant(op).is_none())
        };
        closure.needs_intervals |= is_computed(one) || is_computed(two);
        let (one, two) = (self.interval(one, closure)?, self.interval(two, closure)?);
        let ignores_sign = matches!(
            compare.predicate(),
            ICmpPredicate::Ult | ICmpPredicate::Ule | ICmpPredicate::Ugt | ICmpPredicate::Uge
        );
        closure.order.push(op.id());
        (!ignores_sign || one.is_nonnegative() && two.is_nonnegative()).then_some(())
    }

    fn compute_narrow(&mut self, op: Op, shape: Shape, narrow: Type, values: &mut FxHashMap<Value, Value>) {
        let view = self.rw.op(op);
        let result = view.single_result().id();
        let operands: Vec<Value> = view.operands().map(|operand| operand.id()).collect();
        let narrowed: Vec<Value> = operands
            .iter()
            .map(|&operand| match values.get(&operand) {
                Some(&known) => known,
                None => self.narrow_operand(operand, shape, narrow, values),
            })
            .collect();
        let value = self.computed_narrow(op, narrow, shape, &narrowed);
        values.insert(result, value);
    }

    fn computed_narrow(&mut self, op: Op, narrow: Type, shape: Shape, operands: &[Value]) -> Value {
        let whole = self.shaped(narrow, shape);
        let view = self.rw.op(op);
        let (name, predicate) = (view.name(), view.cast::<ICmpOp>().map(|compare| compare.predicate()));
        let is_shift = view.isa::<ShlOp>() || view.isa::<AShrOp>() || view.isa::<LShrOp>();
        let by = if is_shift { amount(view) } else { None };
        match (operands, predicate) {
            (&[one, two], Some(predicate)) => self.compare(predicate, one, two),
            (&[condition, yes, no], _) => self.select(condition, yes, no),
            (&[one], _) => {
                let zero = self.zero(whole);
                let opposite = self.binary::<SubOp>(zero, one);
                self.binary::<SMaxOp>(one, opposite)
            }
            (&[one, two, ..], _) => {
                let two = by.map_or(two, |by| self.integer(by.into(), whole));
                let made = self.rw.create_op(&OpSpec {
                    name,
                    operands: &[one, two],
                    results: &[whole],
                    props: &[],
                    attrs: Attr::NULL,
                    successors: &[],
                    loc: self.loc,
                });
                self.rw.body().single_result(made)
            }
            ([], _) => self.poison(whole),
        }
    }

    /// A value that is not computed anew, in a narrower type.
    fn narrow_operand(
        &mut self,
        operand: Value,
        shape: Shape,
        narrow: Type,
        values: &mut FxHashMap<Value, Value>,
    ) -> Value {
        if let Some(&known) = values.get(&operand) {
            return known;
        }
        let value = {
            let lanes = self.low_bits_of(operand, narrow).in_shape(shape);
            self.vector_of(&lanes)
        };
        values.insert(operand, value);
        value
    }
}
