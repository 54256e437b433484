//! Computes the number of iterations of a loop.

use terrace_dialects_llvm::enums::{ICmpPredicate, IntegerOverflowFlags};
use terrace_ir::{Type, Value};

use super::build::Build;
use super::form::{Amount, Counter, LoopForm};

/// The values of a loop before its first iteration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    /// The condition.
    pub(super) condition: Value,
    /// The counter as it is compared.
    pub(super) compared: Value,
    /// The bound.
    pub(super) bound: Value,
    /// The step.
    pub(super) step: Amount,
}

/// How a loop approaches its bound.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Up,
    Down,
    /// The sign of the step decides.
    BySign,
}

/// Computes the number of iterations in an integer type that holds it: the difference of the bounds, which is exact
/// as an unsigned number once the condition holds for the first value of the counter.
pub(super) fn iterations(build: &mut Build<'_, '_>, form: &LoopForm, start: Start, word: Type) -> Value {
    let none = IntegerOverflowFlags::NONE;
    // Which of two values, depending on whether there is an iteration.
    let choose = |build: &mut Build<'_, '_>, some: Value, no: Value| match form.stays {
        0 => build.select(start.condition, some, no),
        _ => build.select(start.condition, no, some),
    };
    let is_signed = is_signed(form);
    let way = match (form.predicate, start.step) {
        (ICmpPredicate::Slt | ICmpPredicate::Sle | ICmpPredicate::Ult | ICmpPredicate::Ule, _) => Way::Up,
        (ICmpPredicate::Sgt | ICmpPredicate::Sge | ICmpPredicate::Ugt | ICmpPredicate::Uge, _) => Way::Down,
        (_, Amount::Constant(step)) => {
            if step > 0 {
                Way::Up
            } else {
                Way::Down
            }
        }
        (_, Amount::Value { .. }) => Way::BySign,
    };
    let (from, to, element) = match form.counter {
        Counter::Integer(_) => (start.compared, start.bound, None),
        Counter::Pointer(element, _) => (
            build.address_number(start.compared, word),
            build.address_number(start.bound, word),
            Some(element),
        ),
    };
    let ty = build.ty(from);
    let size = element.map(|element| build.size_of(element, ty));
    // The step as it is added, and its distance from zero; without one if that is 1.
    let (distance, is_down) = match start.step {
        Amount::Constant(step) => {
            let distance = (step.unsigned_abs() != 1).then(|| build.integer(step.unsigned_abs() as i64, ty));
            (distance, None)
        }
        Amount::Value { value, negated } => {
            let value = build.resize(value, ty, is_signed || way == Way::BySign);
            let zero = build.integer(0, ty);
            let opposite = build.sub(zero, value, none);
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
    };
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
        Some(distance) => build.divide(difference, distance),
    };
    // A bound that is included adds one, which may need a wider type.
    let width = match includes_bound {
        true if build.width(from) < 64 => 64.max(word.bit_width(build.cx()).unwrap_or(64)),
        _ => build.width(from).max(word.bit_width(build.cx()).unwrap_or(64)),
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
