//! Arithmetic on small numbers, in vectors of bytes or of 16 bits.
//!
//! C computes with bytes as `int`. What is computed from bytes, and is of interest as a byte or in a comparison alone, is
//! computed in as few bits as do not change it. Sums, products and selections of low bits are the low bits of sums,
//! products and selections. Comparisons, minima and shifts to the right need all bits of their operands: their
//! [`Intervals`] tell whether fewer are as good.
//!
//! The values to narrow are the greatest set of results of such ops that are computed from extensions, constants and each
//! other, and used by each other, by truncations and by comparisons only. So no op is computed twice, and nothing is
//! extended again.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_llvm::enums::ICmpPredicate;
use terrace_dialects_llvm::intrinsics::{AbsOp, SMaxOp, SMinOp, UMaxOp, UMinOp, USubSatOp};
use terrace_dialects_llvm::ops::{
    AShrOp, AddOp, AndOp, ConstantOp, FCmpOp, FreezeOp, ICmpOp, LShrOp, MulOp, OrOp, SExtOp, SelectOp, ShlOp,
    SubOp, TruncOp, XOrOp, ZExtOp,
};
use terrace_ir::dominance::DomTree;
use terrace_ir::{Attr, Block, Loc, Op, OpRef, OpSpec, Rewriter, Type, Value, ValueRef};
use terrace_target::Target;

use super::build::Build;
use super::factors::{all_numbers, bits_of};
use super::intervals::{Interval, Intervals, amount};
use super::writer::VectorWriter;
use crate::evaluate::extended;
use crate::functions::erase_dead;
use crate::parallel_loops::form;
use crate::splats::splat_of;
use crate::vectors::{lanes_of, numbers};

/// The bytes of registers beside which there are others for masks.
const LEAST_WITH_MASKS: usize = 64;

/// The largest number of ops on a path from a mask to the comparisons that it is composed of.
const MAX_DEPTH: usize = 8;

/// Computes with small numbers in fewer bits; returns whether anything is.
pub(super) fn narrow_small_numbers(rw: &mut Rewriter<'_>, target: &dyn Target) -> bool {
    let mut any = false;
    for width in [8, 16] {
        let Some(&region) = rw.body().top_regions().first() else { return any };
        let blocks = DomTree::new(rw.body(), region).blocks().to_vec();
        let intervals = Intervals::of_blocks(rw, &blocks);
        let register = target.register_bytes();
        let has_masks = register >= LEAST_WITH_MASKS;
        let mut narrowing = Narrowing { width, register, has_masks, intervals, chosen: FxHashSet::default() };
        narrowing.choose(rw, &blocks);
        if narrowing.rewrite(rw, &blocks) {
            erase_dead(rw);
            any = true;
        }
    }
    any
}

/// A comparison in fewer bits.
#[derive(Clone, Copy)]
struct NarrowComparison {
    predicate: ICmpPredicate,
    /// The interval that a scalar in all elements of an operand is brought to; it may be any number.
    clamped: Option<(usize, Interval)>,
    /// The operand that is a scalar in all elements, any number, which the other one is compared with as a number without
    /// a sign.
    limit: Option<usize>,
}

/// The values that are computed in so many bits.
struct Narrowing {
    width: u32,
    register: usize,
    /// Whether masks have registers of their own. Elsewhere they are as wide as what is compared.
    has_masks: bool,
    intervals: Intervals,
    chosen: FxHashSet<Value>,
}

impl Narrowing {
    /// Finds the values that are computed in fewer bits: all that might be, without those that cannot.
    fn choose(&mut self, rw: &Rewriter<'_>, blocks: &[Block]) {
        for op in blocks.iter().flat_map(|&block| rw.body().ops_of(block)) {
            let view = rw.op(op);
            if view.num_results() == 1 && self.is_wide(view.single_result()) && self.is_computed(view) {
                self.chosen.insert(view.single_result().id());
            }
        }
        let mut pending: Vec<Value> = blocks
            .iter()
            .flat_map(|&block| rw.body().ops_of(block))
            .flat_map(|op| rw.op(op).results().map(|result| result.id()).collect::<Vec<_>>())
            .filter(|value| self.chosen.contains(value))
            .collect();
        while let Some(value) = pending.pop() {
            if !self.chosen.contains(&value) || self.is_right(rw.value(value)) {
                continue;
            }
            self.chosen.remove(&value);
            let view = rw.value(value);
            pending.extend(view.defining_op().into_iter().flat_map(|op| op.operands()).map(|used| used.id()));
            for (user, _) in view.uses() {
                // What is compared with the value is not compared in fewer bits either.
                let others = user.operands().filter(|_| user.isa::<ICmpOp>());
                pending.extend(user.results().chain(others).map(|other| other.id()));
            }
        }
    }

    /// Whether a value is a vector of integers that fills more than a register.
    fn is_wide(&self, value: ValueRef<'_>) -> bool {
        let bits = bits_of(value);
        let is_integers = value.ty().element_type(value.cx()).is_some_and(|ty| ty.is_integer(value.cx()));
        let bytes = lanes_of(value).unwrap_or(0) * bits as usize / 8;
        is_integers && [16, 32, 64].contains(&bits) && bits > self.width && bytes > self.register
    }

    /// Whether an op is one whose low bits are computed, or all of them from those of small numbers.
    fn is_computed(&self, op: OpRef<'_>) -> bool {
        let in_words = op.isa::<MulOp>();
        op.isa::<AddOp>()
            || op.isa::<SubOp>()
            || op.isa::<AndOp>()
            || op.isa::<OrOp>()
            || op.isa::<XOrOp>()
            || op.isa::<SelectOp>()
            || op.isa::<ShlOp>()
            || op.isa::<LShrOp>()
            || op.isa::<AShrOp>()
            || op.isa::<FreezeOp>()
            || op.isa::<AbsOp>()
            || is_extreme(op)
            || in_words && self.width >= 16
    }

    /// Whether the low bits of a value are there in any case.
    fn is_leaf(&self, value: ValueRef<'_>) -> bool {
        let Some(op) = value.defining_op() else { return false };
        let is_narrow = |from| self.is_narrow(from);
        let is_constant = || {
            let constant = op.cast::<ConstantOp>();
            constant.is_some_and(|constant| all_numbers(constant.value_attr(), value, 1).is_some())
        };
        extended(op).is_some_and(is_narrow) || is_constant() || splat_of(value).is_some()
    }

    /// Whether what is extended has few bits. Masks that are as wide as what is compared are not narrowed to be extended.
    fn is_narrow(&self, from: ValueRef<'_>) -> bool {
        let bits = bits_of(from);
        bits <= self.width && (bits > 1 || self.has_masks || self.mask_bits(from, MAX_DEPTH) <= self.width)
    }

    /// The bits of the numbers whose comparisons a mask is composed of; 1 if it is another one.
    fn mask_bits(&self, mask: ValueRef<'_>, depth: usize) -> u32 {
        let Some(op) = mask.defining_op().filter(|_| depth > 0) else { return 1 };
        let is_composed = op.isa::<AndOp>() || op.isa::<OrOp>() || op.isa::<XOrOp>() || op.isa::<SelectOp>();
        let bits = |operand: ValueRef<'_>| match operand.defining_op().and_then(extended) {
            _ if is_composed => self.mask_bits(operand, depth - 1),
            // LLVM compares these as they are without extension.
            Some(from) => bits_of(from),
            None if self.chosen.contains(&operand.id()) => self.width,
            None if self.is_leaf(operand) => 1,
            None => bits_of(operand),
        };
        match is_composed || op.isa::<ICmpOp>() || op.isa::<FCmpOp>() {
            true => op.operands().map(bits).max().unwrap_or(1),
            false => 1,
        }
    }

    fn is_there(&self, value: ValueRef<'_>) -> bool {
        self.chosen.contains(&value.id()) || self.is_leaf(value)
    }

    fn fits(&self, value: ValueRef<'_>, is_signed: bool) -> bool {
        self.intervals.of(value).fits(self.width, is_signed)
    }

    /// Whether a value can be computed in fewer bits, and is used as it is then only, if the others can.
    fn is_right(&self, value: ValueRef<'_>) -> bool {
        value.defining_op().is_some_and(|op| self.is_computable(op))
            && value.uses().all(|(user, index)| self.is_user(value, user, index))
    }

    /// Whether all elements are shifted by one number, which is less than the bits.
    fn is_short(&self, by: ValueRef<'_>) -> bool {
        let range = self.intervals.of(by);
        let is_any = || splat_of(by).is_some() && range.is_nonnegative() && range.most < self.width.into();
        amount(by, self.width).is_some() || is_any()
    }

    fn is_computable(&self, op: OpRef<'_>) -> bool {
        let mut operands = op.operands();
        if op.isa::<SelectOp>() {
            return operands.skip(1).all(|operand| self.is_there(operand));
        }
        let Some(first) = operands.next().filter(|&first| self.is_there(first)) else { return false };
        if op.isa::<ShlOp>() || op.isa::<LShrOp>() || op.isa::<AShrOp>() {
            let is_short = operands.next().is_some_and(|by| self.is_short(by));
            // Bits above a number without a sign are zeros, and those above one with a sign are its sign.
            let is_whole = op.isa::<ShlOp>() || self.fits(first, op.isa::<AShrOp>()) || {
                op.isa::<AShrOp>() && self.fits(first, false)
            };
            return is_short && is_whole;
        }
        if op.isa::<AbsOp>() {
            return self.fits(first, true);
        }
        let Some(second) = operands.next() else { return true };
        self.is_there(second) && (!is_extreme(op) || self.order_of(first, second).is_some())
    }

    /// Whether both of two numbers are, in fewer bits, ones with a sign or without one.
    fn order_of(&self, first: ValueRef<'_>, second: ValueRef<'_>) -> Option<bool> {
        [false, true]
            .into_iter()
            .find(|&is_signed| self.fits(first, is_signed) && self.fits(second, is_signed))
    }

    /// Whether an op uses a value as it is in fewer bits.
    fn is_user(&self, value: ValueRef<'_>, user: OpRef<'_>, index: usize) -> bool {
        if let Some(result) = user.results().next()
            && self.chosen.contains(&result.id())
        {
            return !(user.isa::<SelectOp>() && index == 0);
        }
        if let Some(truncation) = user.cast::<TruncOp>() {
            return bits_of(truncation.res()) <= self.width;
        }
        if user.isa::<ICmpOp>() {
            return self.comparison(user).is_some();
        }
        // An extension of the number is one of its low bits.
        user.isa::<ZExtOp>() && self.fits(value, false) || user.isa::<SExtOp>() && self.fits(value, true)
    }

    /// How a comparison is one of fewer bits.
    fn comparison(&self, op: OpRef<'_>) -> Option<NarrowComparison> {
        let compare = op.cast::<ICmpOp>()?;
        let predicate = compare.predicate();
        let sides = [compare.lhs(), compare.rhs()];
        let is_any = sides.iter().any(|side| self.chosen.contains(&side.id()));
        if !sides.iter().all(|&side| self.is_there(side)) {
            return None;
        }
        let all = sides.map(|side| self.intervals.of(side));
        let (is_signed, is_unsigned) = signs(predicate);
        for at in [0, 1] {
            let other = all[1 - at];
            // A scalar further away than the next number beyond those of the other side is as good as that one.
            let is_extended = sides[1 - at].defining_op().and_then(extended);
            let is_extended = is_extended.is_some_and(|from| bits_of(from) > 1 || self.is_narrow(from));
            let is_scalar = (is_any || is_extended && self.is_wide(sides[at]))
                && splat_of(sides[at]).is_some()
                && !self.chosen.contains(&sides[at].id());
            let clamped = match is_unsigned {
                true => Interval { least: 0, most: other.most.saturating_add(1) },
                false => {
                    Interval { least: other.least.saturating_sub(1), most: other.most.saturating_add(1) }
                }
            };
            let mut both = all;
            both[at] = clamped;
            let has_order = !is_unsigned || other.is_nonnegative();
            if is_scalar && has_order && order(both, self.width).is_some() && order(all, self.width).is_none()
            {
                let predicate = in_order(predicate, order(both, self.width)?);
                return Some(NarrowComparison { predicate, clamped: Some((at, clamped)), limit: None });
            }
            let is_whole = other.fits(self.width, false) && order(all, self.width).is_none();
            if is_scalar && is_whole {
                return Some(NarrowComparison { predicate, clamped: None, limit: Some(at) });
            }
        }
        let (clamped, limit) = (None, None);
        // LLVM compares extended numbers as they are without extension.
        if !is_any {
            return None;
        }
        // Numbers with a sign have the order that their bits have once they are extended with it.
        if is_unsigned && all.iter().all(|side| side.fits(self.width, true)) {
            return Some(NarrowComparison { predicate, clamped, limit });
        }
        if let Some(order) = order(all, self.width).filter(|&is_negative| !(is_unsigned && is_negative)) {
            return Some(NarrowComparison { predicate: in_order(predicate, order), clamped, limit });
        }
        let modulus = 1_i64 << self.width;
        let (least, most) = (all[0].least.min(all[1].least), all[0].most.max(all[1].most));
        if !is_signed && !is_unsigned {
            // Different numbers that are less than the modulus apart differ in their low bits.
            let is_near = most.checked_sub(least).is_some_and(|span| span < modulus);
            return is_near.then_some(NarrowComparison { predicate, clamped, limit });
        }
        // Below a constant are numbers from zero on. Those below zero are great ones without a sign, and in fewer bits
        // still not below the constant, if they are not that far below zero.
        let [number, bound] = all;
        let is_constant = bound.least == bound.most && (0..modulus).contains(&bound.most);
        let is_kept = is_unsigned
            && is_constant
            && number.most < modulus
            && number.least > bound.most - modulus
            && !number.is_nonnegative();
        is_kept.then_some(NarrowComparison { predicate, clamped, limit })
    }

    fn rewrite(&self, rw: &mut Rewriter<'_>, blocks: &[Block]) -> bool {
        let mut writer = Writer { narrowing: self, narrow: FxHashMap::default(), any: false };
        for &block in blocks {
            let ops: Vec<Op> = rw.body().ops_of(block).collect();
            for op in ops {
                writer.rewrite_op(rw, op);
            }
        }
        writer.any
    }
}

/// Whether an op is a minimum or a maximum.
fn is_extreme(op: OpRef<'_>) -> bool {
    op.isa::<SMinOp>() || op.isa::<SMaxOp>() || op.isa::<UMinOp>() || op.isa::<UMaxOp>()
}

/// Whether a comparison is one of numbers with a sign, and whether it is one of numbers without.
fn signs(predicate: ICmpPredicate) -> (bool, bool) {
    match predicate {
        ICmpPredicate::Eq | ICmpPredicate::Ne => (false, false),
        ICmpPredicate::Slt | ICmpPredicate::Sle | ICmpPredicate::Sgt | ICmpPredicate::Sge => (true, false),
        ICmpPredicate::Ult | ICmpPredicate::Ule | ICmpPredicate::Ugt | ICmpPredicate::Uge => (false, true),
    }
}

/// Whether numbers of two intervals are compared with a sign in so many bits, or without one; `None` if in neither way.
fn order(sides: [Interval; 2], width: u32) -> Option<bool> {
    [false, true].into_iter().find(|&is_signed| sides.iter().all(|side| side.fits(width, is_signed)))
}

/// A predicate for numbers with a sign or without one.
fn in_order(predicate: ICmpPredicate, is_signed: bool) -> ICmpPredicate {
    match (predicate, is_signed) {
        (ICmpPredicate::Slt | ICmpPredicate::Ult, false) => ICmpPredicate::Ult,
        (ICmpPredicate::Sle | ICmpPredicate::Ule, false) => ICmpPredicate::Ule,
        (ICmpPredicate::Sgt | ICmpPredicate::Ugt, false) => ICmpPredicate::Ugt,
        (ICmpPredicate::Sge | ICmpPredicate::Uge, false) => ICmpPredicate::Uge,
        (ICmpPredicate::Ult, true) => ICmpPredicate::Slt,
        (ICmpPredicate::Ule, true) => ICmpPredicate::Sle,
        (ICmpPredicate::Ugt, true) => ICmpPredicate::Sgt,
        (ICmpPredicate::Uge, true) => ICmpPredicate::Sge,
        (same, _) => same,
    }
}

/// Writes values of fewer bits.
struct Writer<'n> {
    narrowing: &'n Narrowing,
    /// Values as ones of fewer bits.
    narrow: FxHashMap<Value, Value>,
    /// Whether anything is.
    any: bool,
}

impl Writer<'_> {
    fn ty(&self, rw: &Rewriter<'_>, like: Value) -> Type {
        let lanes = lanes_of(rw.value(like)).unwrap_or(1);
        let cx = rw.cx();
        let element = cx.integer(self.narrowing.width, terrace_ir::Signedness::Signless);
        terrace_dialects_llvm::types::vector_type(cx, element, lanes as i64, false)
    }

    fn rewrite_op(&mut self, rw: &mut Rewriter<'_>, op: Op) {
        let view = rw.op(op);
        let Some(result) =
            view.results().next().filter(|_| view.num_results() == 1).map(|result| result.id())
        else {
            return;
        };
        if self.narrowing.chosen.contains(&result) {
            let value = self.computed(rw, op, result);
            self.narrow.insert(result, value);
            self.any = true;
            return;
        }
        let Some(from) = view.operands().next() else { return };
        let is_chosen = self.narrowing.chosen.contains(&from.id());
        let (from, loc, ty) = (from.id(), view.loc(), view.single_result().ty());
        if view.isa::<ICmpOp>() {
            if let Some(comparison) = self.narrowing.comparison(view) {
                self.any = true;
                match comparison.limit {
                    Some(at) => self.compare_with_limit(rw, op, at),
                    None => self.compare(rw, op, comparison),
                }
            }
            return;
        }
        let (is_zero, is_sign) = (view.isa::<ZExtOp>(), view.isa::<SExtOp>());
        if !is_chosen || !(is_zero || is_sign || view.isa::<TruncOp>()) {
            return;
        }
        let value = self.value(rw, from);
        rw.set_insertion_point_before(op);
        let value = match () {
            () if rw.body().value_type(value) == ty => value,
            () if is_zero => rw.build_value(ZExtOp::of(value).loc(loc).res(ty)),
            () if is_sign => rw.build_value(SExtOp::of(value).loc(loc).res(ty)),
            () => rw.build_value(TruncOp::of(value).loc(loc).res(ty)),
        };
        rw.replace_op(op, &[value]);
    }

    /// The result of an op, in fewer bits.
    fn computed(&mut self, rw: &mut Rewriter<'_>, op: Op, result: Value) -> Value {
        let ty = self.ty(rw, result);
        let view = rw.op(op);
        let (name, loc) = (view.name(), view.loc());
        let operands: Vec<Value> = view.operands().map(|operand| operand.id()).collect();
        let (is_select, is_absolute) = (view.isa::<SelectOp>(), view.isa::<AbsOp>());
        let is_shift = view.isa::<ShlOp>() || view.isa::<LShrOp>() || view.isa::<AShrOp>();
        let by = if is_shift { amount(view.operand(1), self.narrowing.width) } else { None };
        let is_extreme = is_extreme(view);
        let is_least = view.isa::<SMinOp>() || view.isa::<UMinOp>();
        // Numbers with a sign that are ordered without one keep their order, as in comparisons.
        let orders_signs = view.isa::<SMinOp>() || view.isa::<SMaxOp>();
        // A number without a sign is shifted as such.
        let is_unsigned_shift = view.isa::<AShrOp>() && !self.narrowing.fits(view.operand(0), true);
        let order = match operands[..] {
            [a, b] if is_extreme => self.narrowing.order_of(rw.value(a), rw.value(b)),
            _ => None,
        };
        let mut narrow: Vec<Value> = Vec::new();
        for (at, &operand) in operands.iter().enumerate() {
            let is_number = !(is_select && at == 0 || by.is_some() && at == 1);
            narrow.push(if is_number { self.value(rw, operand) } else { operand });
        }
        rw.set_insertion_point_before(op);
        if let (Some(by), [_, amount]) = (by, &mut narrow[..]) {
            *amount = numbers(rw, &[by.into()], ty, loc);
        }
        if is_absolute {
            let absolute = AbsOp::of(narrow[0]).loc(loc).is_int_min_poison(false);
            return rw.build_value(absolute.res(ty));
        }
        if let (Some(is_signed), &[a, b]) = (order, &narrow[..]) {
            return match (is_least, is_signed && orders_signs) {
                (true, true) => rw.build_value(SMinOp::of(a, b).loc(loc).res(ty)),
                (true, false) => rw.build_value(UMinOp::of(a, b).loc(loc).res(ty)),
                (false, true) => rw.build_value(SMaxOp::of(a, b).loc(loc).res(ty)),
                (false, false) => rw.build_value(UMaxOp::of(a, b).loc(loc).res(ty)),
            };
        }
        if is_unsigned_shift {
            return rw.build_value(LShrOp::of(narrow[0], narrow[1]).loc(loc).res(ty));
        }
        if is_select {
            return rw.build_value(SelectOp::of(narrow[0], narrow[1], narrow[2]).loc(loc).res(ty));
        }
        // Flags of the wide op do not hold for fewer bits.
        let made = rw.create_op(&OpSpec {
            name,
            operands: &narrow,
            results: &[ty],
            props: &[],
            attrs: Attr::NULL,
            successors: &[],
            loc,
        });
        rw.body().single_result(made)
    }

    fn compare(&mut self, rw: &mut Rewriter<'_>, op: Op, comparison: NarrowComparison) {
        let view = rw.op(op);
        let loc = view.loc();
        let is_unsigned = view.cast::<ICmpOp>().is_some_and(|compare| signs(compare.predicate()).1);
        let sides: Vec<Value> = view.operands().map(|operand| operand.id()).collect();
        let mut narrow = Vec::new();
        for (at, side) in sides.into_iter().enumerate() {
            narrow.push(match comparison.clamped {
                Some((place, interval)) if place == at => {
                    rw.set_insertion_point_before(op);
                    self.clamped(rw, side, (interval, is_unsigned), loc)
                }
                _ => self.value(rw, side),
            });
        }
        rw.set_insertion_point_before(op);
        let bits = rw.body().value_type(rw.body().single_result(op));
        let value = ICmpOp::of(narrow[0], narrow[1]).predicate(comparison.predicate).loc(loc);
        let value = rw.build_value(value.res(bits));
        rw.replace_op(op, &[value]);
    }

    /// Compares numbers without a sign that fit fewer bits with a scalar that need not, at an operand. Each comparison is
    /// one of whether a number is at least a limit, or its opposite: it is not if what it lacks, by a saturating
    /// subtraction, is not zero, nor if the limit does not fit, for which bits of all elements are set.
    fn compare_with_limit(&mut self, rw: &mut Rewriter<'_>, op: Op, at: usize) {
        let view = rw.op(op);
        let Some(predicate) = view.cast::<ICmpOp>().map(|compare| compare.predicate()) else { return };
        let (loc, bits) = (view.loc(), view.single_result().ty());
        let sides: Vec<Value> = view.operands().map(|operand| operand.id()).collect();
        let Some(scalar) = splat_of(rw.value(sides[at])).map(|scalar| scalar.id()) else { return };
        let number = self.value(rw, sides[1 - at]);
        // With the number before the scalar.
        let predicate = if at == 0 { form::swapped(predicate) } else { predicate };
        let is_unsigned = signs(predicate).1;
        let (ty, wide) = (self.ty(rw, sides[at]), rw.body().value_type(scalar));
        let most = (1_i64 << self.narrowing.width) - 1;
        rw.set_insertion_point_before(op);
        let mut build = Build { rw, loc };
        let [zero, one, last] = [0, 1, most].map(|number| build.scalar_number(number, wide));
        let less = if is_unsigned { ICmpPredicate::Ult } else { ICmpPredicate::Slt };
        let is_equality = matches!(predicate, ICmpPredicate::Eq | ICmpPredicate::Ne);
        let is_beyond = matches!(
            predicate,
            ICmpPredicate::Sgt | ICmpPredicate::Ugt | ICmpPredicate::Sle | ICmpPredicate::Ule
        );
        let minimum = |build: &mut Build<'_, '_>, a: Value, b: Value| match is_unsigned {
            true => build.rw.build_value(UMinOp::of(a, b).loc(loc).res(wide)),
            false => build.rw.build_value(SMinOp::of(a, b).loc(loc).res(wide)),
        };
        // Numbers greater than a scalar are at least the next one, which does not fit from the last number on.
        let (limit, is_unfit) = match (is_equality, is_beyond) {
            (true, _) => {
                let compare = ICmpOp::of(last, scalar).predicate(ICmpPredicate::Ult).loc(loc);
                (scalar, build.rw.build_value(compare.res(Type::I1)))
            }
            (_, true) => {
                let before = build.scalar_number(most - 1, wide);
                let compare = ICmpOp::of(before, scalar).predicate(less).loc(loc);
                let is_unfit = build.rw.build_value(compare.res(Type::I1));
                let limit = minimum(&mut build, scalar, before);
                let limit = build.rw.build_value(AddOp::of(limit, one).loc(loc).res(wide));
                (limit, is_unfit)
            }
            _ => {
                let compare = ICmpOp::of(last, scalar).predicate(less).loc(loc);
                let is_unfit = build.rw.build_value(compare.res(Type::I1));
                (minimum(&mut build, scalar, last), is_unfit)
            }
        };
        // There are no numbers below zero.
        let limit = match is_unsigned || is_equality {
            true => limit,
            false => build.rw.build_value(SMaxOp::of(limit, zero).loc(loc).res(wide)),
        };
        let limit = self.truncated_splat(&mut build, limit, ty);
        let narrow = build.integer(self.narrowing.width as usize);
        let unfit = build.rw.build_value(SExtOp::of(is_unfit).loc(loc).res(narrow));
        let unfit = build.splat(unfit, ty);
        let lacking = match is_equality {
            true => build.rw.build_value(XOrOp::of(number, limit).loc(loc).res(ty)),
            false => build.rw.build_value(USubSatOp::of(limit, number).loc(loc).res(ty)),
        };
        let lacking = build.rw.build_value(OrOp::of(lacking, unfit).loc(loc).res(ty));
        let none = build.number(0, ty);
        let is_positive = matches!(
            predicate,
            ICmpPredicate::Eq
                | ICmpPredicate::Sgt
                | ICmpPredicate::Ugt
                | ICmpPredicate::Sge
                | ICmpPredicate::Uge
        );
        let outcome = if is_positive { ICmpPredicate::Eq } else { ICmpPredicate::Ne };
        let value = rw.build_value(ICmpOp::of(lacking, none).predicate(outcome).loc(loc).res(bits));
        rw.replace_op(op, &[value]);
    }

    /// A scalar in all elements, brought to an interval of numbers with a sign or without one before.
    fn clamped(
        &self,
        rw: &mut Rewriter<'_>,
        splat: Value,
        (interval, is_unsigned): (Interval, bool),
        loc: Loc,
    ) -> Value {
        let ty = self.ty(rw, splat);
        let Some(mut scalar) = splat_of(rw.value(splat)).map(|scalar| scalar.id()) else { return splat };
        let wide = rw.body().value_type(scalar);
        let mut build = Build { rw, loc };
        let most = build.scalar_number(interval.most, wide);
        if is_unsigned {
            scalar = build.rw.build_value(UMinOp::of(scalar, most).loc(loc).res(wide));
        } else {
            let least = build.scalar_number(interval.least, wide);
            scalar = build.rw.build_value(SMinOp::of(scalar, most).loc(loc).res(wide));
            scalar = build.rw.build_value(SMaxOp::of(scalar, least).loc(loc).res(wide));
        }
        self.truncated_splat(&mut build, scalar, ty)
    }

    fn truncated_splat(&self, build: &mut Build<'_, '_>, scalar: Value, ty: Type) -> Value {
        let narrow = build.integer(self.narrowing.width as usize);
        let scalar = build.rw.build_value(TruncOp::of(scalar).loc(build.loc).res(narrow));
        build.splat(scalar, ty)
    }

    /// A value as one of fewer bits: one that was computed, or a leaf, which is made where the value is.
    fn value(&mut self, rw: &mut Rewriter<'_>, value: Value) -> Value {
        if let Some(&known) = self.narrow.get(&value) {
            return known;
        }
        let ty = self.ty(rw, value);
        let Some(op) = rw.value(value).defining_op().map(|op| op.id()) else { return value };
        rw.set_insertion_point_after(op);
        let view = rw.op(op);
        let (loc, from) = (view.loc(), extended(view).map(|from| (from.id(), from.ty())));
        let is_signed = view.isa::<SExtOp>();
        let constant = view.cast::<ConstantOp>().map(|constant| constant.value_attr());
        let lanes = lanes_of(rw.value(value)).unwrap_or(1);
        let all = constant.and_then(|attr| all_numbers(attr, rw.value(value), lanes));
        let scalar = splat_of(rw.value(value)).map(|scalar| scalar.id());
        let made = match (from, all, scalar) {
            (Some((from, source)), ..) if source == ty => from,
            (Some((from, _)), ..) if is_signed => rw.build_value(SExtOp::of(from).loc(loc).res(ty)),
            (Some((from, _)), ..) => rw.build_value(ZExtOp::of(from).loc(loc).res(ty)),
            (_, Some(all), _) => {
                let unused = 64 - self.narrowing.width;
                let all: Vec<i64> = all.into_iter().map(|number| (number << unused) >> unused).collect();
                numbers(rw, &all, ty, loc)
            }
            (.., Some(scalar)) => self.truncated_splat(&mut Build { rw, loc }, scalar, ty),
            _ => return value,
        };
        self.narrow.insert(value, made);
        made
    }
}
