//! Arithmetic in the type that its result is truncated to.
//!
//! C computes with bytes and 16-bit numbers as `int`, so a vector of them would be four vectors. Where a sum, product
//! or shift is truncated, only some of its low bits are wanted; what they are computed from is found from the
//! truncation upwards (demanded bits), and computed in a type that has just these.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_llvm::enums::ICmpPredicate;
use terrace_dialects_llvm::ops::{
    AShrOp, AddOp, AndOp, ICmpOp, LShrOp, MulOp, OrOp, SExtOp, SelectOp, ShlOp, SubOp, TruncOp, XOrOp, ZExtOp,
};
use terrace_ir::{Op, OpRef, Type, Value, ValueRef};

use super::emit::Emitter;
use super::lanes::Lanes;
use super::values::Original;
use crate::evaluate::{extended, integer_of_constant};
use crate::shape::Shape;

/// The largest number of ops that are recomputed for one truncation.
const MAX_OPS: usize = 64;

/// The plan for the ops that a truncation is computed from.
#[derive(Default)]
struct Plan {
    /// The number of low bits that are wanted of recomputed values.
    wanted: FxHashMap<Value, u32>,
    /// The results of ops that are computed anew.
    inner: FxHashSet<Value>,
    /// The number of values that need a truncation of their own.
    truncated: usize,
    /// Whether there is an op that vectors of bytes have no instruction for.
    needs_words: bool,
}

/// The number of bits that a shift by a constant shifts by.
pub(super) fn amount(op: OpRef<'_>) -> Option<u32> {
    let number = integer_of_constant(op.operand(1).defining_op()?)?;
    u32::try_from(number).ok()
}

/// Whether an op extends an integer.
pub(super) fn is_extension(op: OpRef<'_>) -> bool {
    op.isa::<ZExtOp>() || op.isa::<SExtOp>()
}

/// Whether low bits of the result are computed from as many low bits of the operands.
fn keeps_low_bits(op: OpRef<'_>) -> bool {
    op.isa::<AddOp>()
        || op.isa::<SubOp>()
        || op.isa::<MulOp>()
        || op.isa::<AndOp>()
        || op.isa::<OrOp>()
        || op.isa::<XOrOp>()
}

impl Emitter<'_, '_> {
    /// Renders a truncation with what it truncates, if that takes less.
    pub(super) fn narrowed(&mut self, original: &Original) -> Option<Lanes> {
        let truncation = self.rw.op(original.op).cast::<TruncOp>()?;
        let operand = truncation.arg();
        let (result, ty) = original.results[0];
        if self.shapes.of(result).is_scalar() || operand.ty().bit_width(self.cx())? > 64 {
            return None;
        }
        let (wide, width) = (self.width(operand.ty()), self.width(ty));
        let mut plan = Plan::default();
        self.plan(operand, width, wide, &mut plan);
        let widest = plan.wanted.values().copied().max()?;
        let lowest = if plan.needs_words { 16 } else { 8 };
        let chosen = widest.next_power_of_two().max(lowest);
        if chosen >= wide || plan.inner.len() < 2 * plan.truncated + 1 {
            return None;
        }
        let operand = operand.id();
        let narrow = self.integer_type(chosen);
        let mut done = FxHashMap::default();
        let lanes = self.narrow(operand, narrow, &plan, &mut done);
        if chosen == width {
            return Some(lanes);
        }
        let vector = self.vector_of(&lanes);
        let whole = self.shaped(ty, lanes.shape);
        let value = self.unary::<TruncOp>(vector, whole);
        Some(Lanes::opaque(value, ty, lanes.shape))
    }

    /// Renders a comparison of numbers with one for all elements, both of which are extended to be compared, in the
    /// type that they have: LLVM does so with constants, and not with a number that is extended before it is repeated.
    pub(super) fn compared_narrow(&mut self, original: &Original, shape: Shape) -> Option<Lanes> {
        let compare = self.rw.op(original.op).cast::<ICmpOp>()?;
        let predicate = compare.predicate();
        let [lhs, rhs] = [compare.lhs(), compare.rhs()];
        let is_scalar = [lhs, rhs].map(|value| self.shapes.of(value.id()).is_scalar());
        let [a, b] = [lhs.defining_op()?, rhs.defining_op()?];
        let fits = is_scalar[0] != is_scalar[1]
            && a.name() == b.name()
            && [a, b].into_iter().all(|op| is_extension(op) && self.is_here(op));
        if !fits {
            return None;
        }
        let predicate = match (predicate, a.isa::<ZExtOp>()) {
            (ICmpPredicate::Slt, true) => ICmpPredicate::Ult,
            (ICmpPredicate::Sle, true) => ICmpPredicate::Ule,
            (ICmpPredicate::Sgt, true) => ICmpPredicate::Ugt,
            (ICmpPredicate::Sge, true) => ICmpPredicate::Uge,
            (predicate, _) => predicate,
        };
        let [Some(a), Some(b)] = [a, b].map(extended) else { return None };
        let (ty, same) = (a.ty(), a.ty() == b.ty());
        if !same || !ty.is_integer(self.cx()) || ty.bit_width(self.cx()) == Some(1) {
            return None;
        }
        let [a, b] = [a.id(), b.id()].map(|value| {
            let lanes = self.lanes(value).in_shape(shape);
            self.vector_of(&lanes)
        });
        let value = self.compare(predicate, a, b);
        let bits = self.bool_type();
        Some(Lanes::opaque(value, bits, shape))
    }

    /// Whether an op of the original is in the block that is rendered, so that its operands are known here.
    pub(super) fn is_here(&self, op: OpRef<'_>) -> bool {
        op.block().is_some_and(|block| block.id() == self.block)
    }

    /// Finds what is computed anew so that the low bits of a value are known.
    fn plan(&self, value: ValueRef<'_>, wanted: u32, wide: u32, plan: &mut Plan) {
        if let Some(known) = plan.wanted.get_mut(&value.id()) {
            *known = (*known).max(wanted);
        } else {
            plan.wanted.insert(value.id(), wanted);
        }
        let Some(op) = value.defining_op() else {
            plan.truncated += usize::from(!self.shapes.of(value.id()).is_scalar());
            return;
        };
        let is_extended_here = is_extension(op) && self.is_here(op);
        if integer_of_constant(op).is_some() || is_extended_here || self.shapes.of(value.id()).is_scalar() {
            return;
        }
        let is_here = self.is_here(op) && value.uses().nth(1).is_none() && plan.inner.len() < MAX_OPS;
        let more = match () {
            () if !is_here || self.values.lanes.get(&value.id()).is_some_and(Lanes::has_form) => None,
            () if keeps_low_bits(op) || op.isa::<SelectOp>() => Some(wanted),
            () if op.isa::<ShlOp>() && amount(op).is_some() => Some(wanted),
            () if op.isa::<LShrOp>() || op.isa::<AShrOp>() => amount(op)
                .and_then(|amount| wanted.checked_add(amount))
                .filter(|&more| more.next_power_of_two() < wide),
            () => None,
        };
        let Some(more) = more else {
            plan.truncated += 1;
            return;
        };
        plan.inner.insert(value.id());
        plan.needs_words |= !(keeps_low_bits(op) || op.isa::<SelectOp>()) || op.isa::<MulOp>();
        if let Some(select) = op.cast::<SelectOp>() {
            self.plan(select.true_value(), more, wide, plan);
            self.plan(select.false_value(), more, wide, plan);
            return;
        }
        let is_shift = op.isa::<ShlOp>() || op.isa::<LShrOp>() || op.isa::<AShrOp>();
        for operand in op.operands().take(if is_shift { 1 } else { 2 }) {
            self.plan(operand, more, wide, plan);
        }
    }

    /// The low bits of a value, as a value of a narrower type.
    fn narrow(
        &mut self,
        value: Value,
        narrow: Type,
        plan: &Plan,
        done: &mut FxHashMap<Value, Lanes>,
    ) -> Lanes {
        if let Some(known) = done.get(&value) {
            return known.clone();
        }
        let lanes = self.narrow_here(value, narrow, plan, done);
        done.insert(value, lanes.clone());
        lanes
    }

    fn narrow_here(
        &mut self,
        value: Value,
        narrow: Type,
        plan: &Plan,
        done: &mut FxHashMap<Value, Lanes>,
    ) -> Lanes {
        let shape = self.shapes.of(value);
        let op = self.rw.value(value).defining_op();
        if let Some(op) = op.filter(|_| plan.inner.contains(&value)).map(|op| op.id()) {
            let value = self.narrow_op(op, shape, narrow, plan, done);
            return Lanes::opaque(value, narrow, shape);
        }
        self.low_bits_of(value, narrow)
    }

    /// The low bits of a value that is not computed anew, as a value of a narrower type.
    pub(super) fn low_bits_of(&mut self, value: Value, narrow: Type) -> Lanes {
        let shape = self.shapes.of(value);
        let whole = self.shaped(narrow, shape);
        let op = self.rw.value(value).defining_op();
        if let Some(op) = op.filter(|&op| is_extension(op) && self.is_here(op) && !shape.is_scalar()) {
            let (source, is_signed) = (op.operand(0).id(), op.isa::<SExtOp>());
            let lanes = self.lanes(source);
            let (from, to) = (self.width(lanes.ty), self.width(narrow));
            let vector = self.vector_of(&lanes);
            let extended = match from.cmp(&to) {
                std::cmp::Ordering::Equal => vector,
                std::cmp::Ordering::Greater => self.unary::<TruncOp>(vector, whole),
                std::cmp::Ordering::Less if is_signed => self.unary::<SExtOp>(vector, whole),
                std::cmp::Ordering::Less => self.unary::<ZExtOp>(vector, whole),
            };
            return Lanes::opaque(extended, narrow, shape);
        }
        let lanes = self.lanes(value);
        if let Some(number) = lanes.number() {
            let anchor = self.anchor();
            let shift = 64 - self.width(narrow);
            let number = (number << shift) >> shift;
            return Lanes::constants(vec![number], narrow, Shape::SCALAR, anchor);
        }
        let vector = self.vector_of(&lanes);
        let value = self.unary::<TruncOp>(vector, whole);
        Lanes::opaque(value, narrow, shape)
    }

    fn narrow_op(
        &mut self,
        op: Op,
        shape: Shape,
        narrow: Type,
        plan: &Plan,
        done: &mut FxHashMap<Value, Lanes>,
    ) -> Value {
        let whole = self.shaped(narrow, shape);
        let view = self.rw.op(op);
        let amount = amount(view);
        let operands: Vec<Value> = view.operands().map(|operand| operand.id()).collect();
        if let Some(select) = view.cast::<SelectOp>() {
            let [condition, yes, no] = [select.condition(), select.true_value(), select.false_value()];
            let [condition, yes, no] = [condition, yes, no].map(|value| value.id());
            let condition = self.lanes(condition).in_shape(shape);
            let condition = self.vector_of(&condition);
            let yes = self.narrow_vector(yes, shape, narrow, plan, done);
            let no = self.narrow_vector(no, shape, narrow, plan, done);
            return self.select(condition, yes, no);
        }
        let [lhs, .., rhs] = operands[..] else { panic!("only ops on two values are narrowed") };
        let first = self.narrow_vector(lhs, shape, narrow, plan, done);
        let view = self.rw.op(op);
        if view.isa::<ShlOp>() || view.isa::<LShrOp>() || view.isa::<AShrOp>() {
            let (is_left, is_logical) = (view.isa::<ShlOp>(), view.isa::<LShrOp>());
            let amount = amount.unwrap_or(0);
            if amount >= self.width(narrow) {
                return self.zero(whole);
            }
            let by = self.integer(amount.into(), whole);
            return match (is_left, is_logical) {
                (true, _) => self.binary::<ShlOp>(first, by),
                (_, true) => self.binary::<LShrOp>(first, by),
                _ => self.binary::<AShrOp>(first, by),
            };
        }
        let second = self.narrow_vector(rhs, shape, narrow, plan, done);
        let view = self.rw.op(op);
        match () {
            () if view.isa::<AddOp>() => self.binary::<AddOp>(first, second),
            () if view.isa::<SubOp>() => self.binary::<SubOp>(first, second),
            () if view.isa::<MulOp>() => self.binary::<MulOp>(first, second),
            () if view.isa::<AndOp>() => self.binary::<AndOp>(first, second),
            () if view.isa::<OrOp>() => self.binary::<OrOp>(first, second),
            () => self.binary::<XOrOp>(first, second),
        }
    }

    fn narrow_vector(
        &mut self,
        value: Value,
        shape: Shape,
        narrow: Type,
        plan: &Plan,
        done: &mut FxHashMap<Value, Lanes>,
    ) -> Value {
        let lanes = self.narrow(value, narrow, plan, done).in_shape(shape);
        self.vector_of(&lanes)
    }
}
