//! Computes the number of iterations of a loop.

use terrace_dialects_llvm::enums::{ICmpPredicate, IntegerOverflowFlags};
use terrace_ir::{Type, Value};
use terrace_support::apint::ApInt;

use super::build::Build;
use super::form::{Amount, Counter, LoopForm};
use crate::faults::{Fault, is_planted};
use crate::vectors::scalar_width;

/// The values of a loop before its first iteration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    /// The condition.
    pub(super) condition: Value,
    /// The operand of the comparison that depends on the counter.
    pub(super) compared: Value,
    /// The bound.
    pub(super) bound: Value,
    /// The step.
    pub(super) step: Amount,
}

/// The direction in which a loop approaches its bound.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Up,
    Down,
    /// The sign of the step decides.
    BySign,
}

fn way_of(predicate: ICmpPredicate, step: Amount) -> Way {
    match (predicate, step) {
        (ICmpPredicate::Slt | ICmpPredicate::Sle | ICmpPredicate::Ult | ICmpPredicate::Ule, _) => Way::Up,
        (ICmpPredicate::Sgt | ICmpPredicate::Sge | ICmpPredicate::Ugt | ICmpPredicate::Uge, _) => Way::Down,
        (_, Amount::Constant(step)) if step > 0 => Way::Up,
        (_, Amount::Constant(_)) => Way::Down,
        (_, Amount::Value { .. }) => Way::BySign,
    }
}

/// The distance of a step from zero, without one if that is 1, and whether it leads down where only its sign says so.
fn distance_of(
    build: &mut Build<'_, '_>,
    step: Amount,
    way: Way,
    is_signed: bool,
    ty: Type,
) -> (Option<Value>, Option<Value>) {
    match step {
        Amount::Constant(step) => {
            let distance = (step.unsigned_abs() != 1).then(|| build.integer(step.unsigned_abs() as i64, ty));
            (distance, None)
        }
        Amount::Value { value, negated } => {
            let is_signed = is_signed || way == Way::BySign;
            // Without a sign, the opposite of a narrow number is one of its own type.
            let own = if is_signed { ty } else { build.ty(value) };
            let value = build.resize(value, own, true);
            let zero = build.integer(0, own);
            let opposite = build.sub(zero, value, IntegerOverflowFlags::NONE);
            let [value, opposite] = [value, opposite].map(|number| build.resize(number, ty, is_signed));
            let (up, down) = if negated { (opposite, value) } else { (value, opposite) };
            match way {
                Way::Up => (Some(up), None),
                Way::Down => (Some(down), None),
                Way::BySign => {
                    let is_down = build.compare(ICmpPredicate::Slt, up, zero);
                    (Some(build.select(is_down, down, up)), Some(is_down))
                }
            }
        }
    }
}

/// Whether the counter may wrap before the loop ends in a program with defined behavior.
///
/// A counter of 32 bits or more with a small constant step is assumed not to wrap: it would take nearly all values of
/// its type; one that is compared with `!=` may wrap on its way to the bound.
pub(super) fn may_wrap(form: &LoopForm) -> bool {
    /// The most that a small step adds.
    const SMALL: u64 = 1 << 16;
    let Counter::Integer(flags) = form.counter else { return false };
    if is_planted(Fault::WrapsNotCounted) {
        return false;
    }
    let is_different = form.predicate == ICmpPredicate::Ne;
    // An addition with a no-wrap flag does not wrap, if numbers are compared with a sign, or without one, as it says.
    let [signed, unsigned] =
        [IntegerOverflowFlags::NSW, IntegerOverflowFlags::NUW].map(|flag| flags.contains(flag));
    let is_flagged = match form.extends_zero || !is_signed(form) {
        _ if is_different => signed || unsigned,
        true => unsigned && !form.extends_sign,
        false => signed,
    };
    if is_flagged && form.width == form.counter_width {
        return false;
    }
    if form.is_mixed || form.crosses_sign {
        return true;
    }
    match form.step {
        Amount::Constant(1 | -1) => is_different,
        Amount::Constant(step) => is_different || form.width < 32 || step.unsigned_abs() >= SMALL,
        Amount::Value { .. } => true,
    }
}

/// The number of steps that lead over a distance, where numbers of so many bits begin anew at their end: the distance
/// times the inverse of the step modulo the number of them.
fn divide_around(build: &mut Build<'_, '_>, difference: Value, step: u64, width: u32) -> Value {
    let (ty, none) = (build.ty(difference), IntegerOverflowFlags::NONE);
    let zeros = step.trailing_zeros().min(width - 1);
    let (odd, two) = (ApInt::new(width, step >> zeros), ApInt::new(width, 2));
    // Each round doubles the number of bits that are right, of which there are three at first.
    let inverse =
        (0..width.ilog2()).fold(odd.clone(), |inverse, _| inverse.mul(&two.sub(&odd.mul(&inverse))));
    let mask = ApInt::all_ones(width).lshr_by(zeros);
    let factor = build.number(inverse.and(&mask), ty);
    if zeros == 0 {
        return build.mul(difference, factor, none);
    }
    let divisor = build.number(ApInt::new(width, 1).shl_by(zeros), ty);
    let difference = build.divide(difference, divisor);
    let product = build.mul(difference, factor, none);
    let mask = build.number(mask, ty);
    build.and(product, mask)
}

/// A bit that is set if a loop that was counted to have iterations goes on past the end of the counter's type, or does
/// not end where it was counted to.
pub(super) fn wraps(build: &mut Build<'_, '_>, form: &LoopForm, start: Start, count: Value) -> Value {
    let none = IntegerOverflowFlags::NONE;
    let has_iterations = match form.stays {
        0 => start.condition,
        _ => {
            let no = build.integer(0, Type::I1);
            build.compare(ICmpPredicate::Eq, start.condition, no)
        }
    };
    if form.is_mixed {
        return has_iterations;
    }
    let way = way_of(form.predicate, start.step);
    let is_different = form.predicate == ICmpPredicate::Ne;
    let ty = match is_different {
        true => build.integer_type(form.width),
        false => build.ty(start.compared),
    };
    let (distance, is_down) = distance_of(build, start.step, way, is_signed(form), ty);
    let distance = distance.unwrap_or_else(|| build.integer(1, ty));
    let (from, to) = (build.resize(start.compared, ty, false), build.resize(start.bound, ty, false));
    let steps = build.resize(count, ty, false);
    if let Some(is_down) = is_down {
        // The last step reaches or passes the bound.
        let moved = build.mul(steps, distance, none);
        let (up, down) = (build.add(from, moved, none), build.sub(from, moved, none));
        let end = build.select(is_down, down, up);
        let misses = build.compare(ICmpPredicate::Ne, end, to);
        return build.select(has_iterations, misses, has_iterations);
    }
    let one = build.integer(1, ty);
    let before = build.sub(steps, one, none);
    let moved = build.mul(before, distance, none);
    let [least, most] = ends(form, build.width(from));
    let (last, least, most) = match way {
        Way::Down => (build.sub(from, moved, none), build.integer(least, ty), None),
        _ => (build.add(from, moved, none), build.integer(0, ty), Some(build.integer(most, ty))),
    };
    let room = match most {
        None => build.sub(last, least, none),
        Some(most) => build.sub(most, last, none),
    };
    let mut passes = build.compare(ICmpPredicate::Ugt, distance, room);
    if form.crosses_sign {
        // Both ends are numbers that are the same with and without a sign.
        let most = build.integer(most_of(form), ty);
        for end in [from, last] {
            let is_outside = build.compare(ICmpPredicate::Ugt, end, most);
            passes = build.or(passes, is_outside);
        }
    }
    build.select(has_iterations, passes, has_iterations)
}

/// The least and the largest number that the counter is compared as, in a type of so many bits.
fn ends(form: &LoopForm, compared: u32) -> [i64; 2] {
    if form.crosses_sign {
        return [0, most_of(form)];
    }
    let is_signed = if form.width == compared { is_signed(form) } else { form.extends_sign };
    let width = form.width.min(64);
    match is_signed {
        true => [i64::MIN >> (64 - width), i64::MAX >> (64 - width)],
        false => [0, (u64::MAX >> (64 - width)) as i64],
    }
}

/// The largest signed number.
fn most_of(form: &LoopForm) -> i64 {
    i64::MAX >> (64 - form.width.min(64))
}

/// Computes the number of iterations in an integer type that holds it: the difference of the bounds, which is exact
/// as an unsigned number once the condition holds for the first value of the counter.
pub(super) fn iterations(build: &mut Build<'_, '_>, form: &LoopForm, start: Start, word: Type) -> Value {
    let none = IntegerOverflowFlags::NONE;
    // Selects one of two values by whether the loop has an iteration.
    let choose = |build: &mut Build<'_, '_>, some: Value, no: Value| match form.stays {
        0 => build.select(start.condition, some, no),
        _ => build.select(start.condition, no, some),
    };
    let is_signed = is_signed(form);
    let way = way_of(form.predicate, start.step);
    let (from, to, element) = match form.counter {
        Counter::Integer(_) if form.predicate == ICmpPredicate::Ne && !is_planted(Fault::WrapsNotCounted) => {
            // The difference is computed in the type in which the counter wraps.
            let narrow = build.integer_type(form.width);
            (build.resize(start.compared, narrow, false), build.resize(start.bound, narrow, false), None)
        }
        Counter::Integer(_) => (start.compared, start.bound, None),
        Counter::Pointer(element, _) => (
            build.address_number(start.compared, word),
            build.address_number(start.bound, word),
            Some(element),
        ),
    };
    let ty = build.ty(from);
    let size = element.map(|element| build.size_of(element, ty));
    let (distance, is_down) = distance_of(build, start.step, way, is_signed, ty);
    let difference = match (way, is_down) {
        (Way::Up, _) => build.sub(to, from, none),
        (Way::Down, _) => build.sub(from, to, none),
        (Way::BySign, is_down) => {
            let (up, down) = (build.sub(to, from, none), build.sub(from, to, none));
            is_down.map_or(up, |is_down| build.select(is_down, down, up))
        }
    };
    let distance = match (distance, size) {
        (Some(distance), Some(size)) => Some(build.mul(distance, size, none)),
        (distance, size) => distance.or(size),
    };
    let excludes_bound = matches!(
        form.predicate,
        ICmpPredicate::Slt | ICmpPredicate::Ult | ICmpPredicate::Sgt | ICmpPredicate::Ugt
    );
    let includes_bound = !excludes_bound && form.predicate != ICmpPredicate::Ne;
    let divide = |build: &mut Build<'_, '_>, difference: Value| match distance {
        None => difference,
        Some(distance) if matches!(start.step, Amount::Value { .. }) => {
            // A loop without iterations may have any step.
            let one = build.integer(1, ty);
            let divisor = choose(build, distance, one);
            build.divide(difference, divisor)
        }
        Some(distance) => match (start.step, form.predicate) {
            (Amount::Constant(step), ICmpPredicate::Ne) if may_wrap(form) => {
                divide_around(build, difference, step.unsigned_abs(), form.width)
            }
            _ => build.divide(difference, distance),
        },
    };
    // An inclusive bound adds one iteration, which may need a wider type.
    let width = match includes_bound {
        true => build.width(from).max(64).max(scalar_width(build.cx(), word)),
        false => build.width(from).max(scalar_width(build.cx(), word)),
    };
    let wide = build.integer_type(width);
    let one = build.integer(1, wide);
    let count = if excludes_bound && distance.is_some() {
        let unit = build.integer(1, ty);
        let before = build.sub(difference, unit, none);
        let quotient = divide(build, before);
        let quotient = build.resize(quotient, wide, false);
        build.add(quotient, one, none)
    } else {
        let quotient = divide(build, difference);
        let quotient = build.resize(quotient, wide, false);
        if includes_bound { build.add(quotient, one, none) } else { quotient }
    };
    let zero = build.integer(0, wide);
    choose(build, count, zero)
}

/// Whether the counter is compared as a signed number.
pub(super) fn is_signed(form: &LoopForm) -> bool {
    matches!(
        form.predicate,
        ICmpPredicate::Slt | ICmpPredicate::Sle | ICmpPredicate::Sgt | ICmpPredicate::Sge
    )
}
