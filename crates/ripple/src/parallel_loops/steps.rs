//! Values of the counter: in each element of a block, and after a number of steps.

use terrace_dialects_llvm::enums::{ICmpPredicate, IntegerOverflowFlags};
use terrace_ir::Value;

use super::count::{is_signed, may_wrap};
use super::distribute::{Distribution, Elements, NONE, ScalarLoop};
use super::form::{Amount, Counter};

impl Distribution<'_, '_> {
    /// The counter of each element, at the insertion point.
    pub(super) fn counter(
        &mut self,
        looped: &ScalarLoop,
        index: Value,
        elements: &Elements,
        step: Amount,
    ) -> Value {
        let value = self.moved(looped.counter, index, elements, step);
        if let Some(slot) = self.slot_of(self.args[self.form.counter_arg]) {
            self.build().store(value, slot);
        }
        value
    }

    /// The counter `index` steps after `base`.
    fn moved(&mut self, base: Value, index: Value, elements: &Elements, step: Amount) -> Value {
        let form = self.form;
        let mut build = self.build();
        let ty = build.ty(base);
        let Counter::Integer(update) = form.counter else {
            return self.advance(base, index, step, true);
        };
        let width = build.width(base);
        let fits = |number: i64| width >= 64 || number < 1_i64 << (width - 1);
        let most = elements.static_count.map(|count| count - 1);
        let small = most.filter(|&most| fits(most));
        let both = IntegerOverflowFlags::NSW | IntegerOverflowFlags::NUW;
        let index = build.resize_with(index, ty, false, if small.is_some() { both } else { NONE });
        // In every element that is executed, the counter has a value that it has in the sequential loop.
        let compared_as_is = build.ty(form.compared) == ty;
        let may_wrap = may_wrap(form);
        let mut flags = update;
        if is_signed(form) && (compared_as_is || form.extends_sign) && !may_wrap {
            flags = flags | IntegerOverflowFlags::NSW;
        }
        let is_unsigned = !is_signed(form) && form.predicate != ICmpPredicate::Ne && !may_wrap;
        if is_unsigned && compared_as_is || !compared_as_is && !form.extends_sign && !may_wrap {
            flags = flags | IntegerOverflowFlags::NUW;
        }
        match step {
            Amount::Constant(step) => {
                let distance = step.unsigned_abs();
                let scaled = if distance == 1 {
                    index
                } else {
                    let factor = build.integer(distance as i64, ty);
                    let product = small.and_then(|most| most.checked_mul(i64::try_from(distance).ok()?));
                    let is_exact = product.is_some_and(fits);
                    if !is_exact {
                        // The distance may not be a number of its type, where the sum is.
                        flags = without_nsw(flags);
                    }
                    build.mul(index, factor, if is_exact { both } else { NONE })
                };
                if step > 0 {
                    build.add(base, scaled, flags)
                } else {
                    // The addition of a negative number has weaker flags.
                    let flags = if is_unsigned { flags } else { without_nuw(flags) };
                    build.sub(base, scaled, flags)
                }
            }
            Amount::Value { value, negated } => {
                // A step of few bits, so many times, is a distance of the type; any other may not be where the sum is.
                let room = width.saturating_sub(build.width(value)).min(62);
                let is_exact = most.is_some_and(|most| most < 1_i64 << room);
                let value = build.resize(value, ty, true);
                let scaled = build.mul(index, value, NONE);
                let flags = if is_exact { without_nuw(flags) } else { NONE };
                if negated { build.sub(base, scaled, flags) } else { build.add(base, scaled, flags) }
            }
        }
    }

    /// Whether so many steps are a distance that is a signed number of the type of the counter.
    pub(super) fn is_distance(&mut self, counter: Value, count: Option<i64>, step: Amount) -> bool {
        if !matches!(self.form.counter, Counter::Integer(_)) {
            return true;
        }
        let width = self.build().width(counter);
        let Amount::Constant(step) = step else { return false };
        let distance = count.and_then(|count| count.checked_mul(i64::try_from(step.unsigned_abs()).ok()?));
        distance.is_some_and(|distance| width >= 64 || distance < 1_i64 << (width - 1))
    }

    /// The counter a scalar number of steps later, at the insertion point; `follows` if the loop passes all on the way,
    /// and that is a distance.
    pub(super) fn advance(&mut self, base: Value, count: Value, step: Amount, follows: bool) -> Value {
        let form = self.form;
        let mut build = self.build();
        match form.counter {
            Counter::Integer(flags) => {
                let ty = build.ty(base);
                let count = build.resize(count, ty, false);
                let (factor, negative) = match step {
                    Amount::Constant(step) => {
                        let factor =
                            (step.unsigned_abs() != 1).then(|| build.integer(step.unsigned_abs() as i64, ty));
                        (factor, step < 0)
                    }
                    Amount::Value { value, negated } => (Some(build.resize(value, ty, true)), negated),
                };
                let distance = factor.map_or(count, |factor| build.mul(count, factor, NONE));
                let flags = if follows && matches!(step, Amount::Constant(_)) { flags } else { NONE };
                match negative {
                    true => build.sub(base, distance, without_nuw(flags)),
                    false => build.add(base, distance, flags),
                }
            }
            Counter::Pointer(element, flags) => {
                let ty = build.integer_type(64);
                let count = build.resize(count, ty, false);
                let distance = match step {
                    Amount::Constant(1) => count,
                    Amount::Constant(step) => {
                        let factor = build.integer(step, ty);
                        build.mul(count, factor, IntegerOverflowFlags::NSW)
                    }
                    Amount::Value { value, negated } => {
                        let value = build.resize(value, ty, true);
                        let scaled = build.mul(count, value, NONE);
                        let zero = build.integer(0, ty);
                        if negated { build.sub(zero, scaled, NONE) } else { scaled }
                    }
                };
                build.offset(base, element, distance, flags)
            }
        }
    }
}

fn without_nsw(flags: IntegerOverflowFlags) -> IntegerOverflowFlags {
    if flags.contains(IntegerOverflowFlags::NUW) { IntegerOverflowFlags::NUW } else { NONE }
}

fn without_nuw(flags: IntegerOverflowFlags) -> IntegerOverflowFlags {
    if flags.contains(IntegerOverflowFlags::NSW) { IntegerOverflowFlags::NSW } else { NONE }
}
