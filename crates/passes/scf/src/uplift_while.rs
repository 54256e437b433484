//! `scf.while` loops that count as `scf.for` loops.

use terrace_dialects_core::arith::{AddIOp, CmpIOp, CmpIPredicate, DivSIOp, IntegerOverflowFlags};
use terrace_dialects_core::scf::{ForOp, WhileOp, YieldOp};
use terrace_ir::matchers::m_constant_int;
use terrace_ir::pattern::Pattern;
use terrace_ir::{Block, InsertPoint, Loc, Rewriter, Value, ValueRef, View, pattern};
use terrace_passes_shared::arithmetic::Arith;
use terrace_support::apint::ApInt;

use super::build::is_inside;

/// The pattern that uplifts loops, by upstream's name.
pub static UPLIFT_WHILE_TO_FOR: &[Pattern] =
    &[pattern!("UpliftWhileOp", WhileOp, |rw, op| uplift_while_to_for(rw, op).map(|_| ()))];

/// A loop that counts from the value it starts with up to a bound.
struct Counting {
    /// The numbers of the counter among the arguments of `before` and of `after`.
    before: usize,
    after: usize,
    /// For each argument of `after`, and for each result, the argument of `before` that is passed on.
    order: Vec<usize>,
    lower: Value,
    upper: Value,
    step: Value,
    inits: Vec<Value>,
    /// Whether the sum of the counter and the step does not overflow, by its flags.
    is_exact: bool,
    loc: Loc,
    body: Block,
    /// Whether what the counter is in the end is used.
    is_used: bool,
}

impl Counting {
    /// The reason why the loop may have other iterations than an `scf.for` has.
    fn refusal(&self, rw: &Rewriter<'_>) -> Option<&'static str> {
        let step = m_constant_int(rw.value(self.step)).filter(|step| !step.is_zero() && !step.is_negative());
        let Some(step) = step else { return Some("the step may not be positive") };
        // The counter is last at most the value before the bound, and then gets one step further.
        let (less, _) = step.ssub_overflow(&ApInt::new(step.width(), 1));
        let upper = m_constant_int(rw.value(self.upper));
        let is_bounded = step.is_one() || upper.is_some_and(|upper| !upper.sadd_overflow(&less).1);
        (!self.is_exact && !is_bounded).then_some("the counter may overflow")
    }
}

/// Replaces a loop by an `scf.for` and returns that: its condition compares an argument with a value from outside, and
/// each iteration adds a constant to it. Returns `None`, without modifications, for other loops, and where the step
/// may not be positive or the counter may overflow, unless the context follows upstream.
///
/// The result of the counter is the first value that is not below the bound: it is carried by the new loop if it is
/// used. Upstream, whose formula computes the last value of the counter that is below the bound, has a different result.
pub fn uplift_while_to_for(rw: &mut Rewriter<'_>, op: WhileOp) -> Option<ForOp> {
    let counting = match counting(op.view(rw)) {
        Ok(counting) => counting,
        Err(reason) => return rw.notify_match_failure(op, reason),
    };
    let as_upstream = rw.cx().matches_upstream();
    if !as_upstream && let Some(reason) = counting.refusal(rw) {
        return rw.notify_match_failure(op, reason);
    }
    let Counting { before, after, ref order, lower, upper, step, loc, body, .. } = counting;
    // The counter itself is carried only where its last value is asked for.
    let carries = counting.is_used && !as_upstream;
    let kept = |index: usize| index != before || carries;
    let pick = |values: &[Value]| -> Vec<Value> {
        values.iter().enumerate().filter(|&(i, _)| kept(i)).map(|(_, &value)| value).collect()
    };
    let inits = pick(&counting.inits);
    let types: Vec<_> = inits.iter().map(|&value| (rw.body().value_type(value), loc)).collect();
    rw.set_insertion_point_before(op);
    let region = rw.new_region();
    let variable = (rw.body().value_type(lower), loc);
    let block = rw.create_block(region, &[&[variable], &types[..]].concat());
    let args: Vec<Value> = rw.body().args(block).collect();
    // The carried values by the arguments of `before` that they were.
    let position = |index: usize| (0..index).filter(|&i| kept(i)).count();
    let passed: Vec<Value> = order
        .iter()
        .enumerate()
        .map(|(to, &from)| if to == after { args[0] } else { args[1 + position(from)] })
        .collect();
    rw.inline_block(body, InsertPoint::End(block), &passed);
    let end = rw.body().last_op(block)?;
    let yielded = pick(&rw.body().operands(end).collect::<Vec<_>>());
    rw.set_insertion_point_before(end);
    rw.build(YieldOp::of(&yielded).loc(loc));
    rw.erase_op(end);
    rw.set_insertion_point_before(op);
    let types: Vec<_> = types.iter().map(|&(ty, _)| ty).collect();
    let uplifted = rw.build(ForOp::of(lower, upper, step, &inits).loc(loc).results(&types).region(region));
    let results: Vec<Value> = rw.body().results(uplifted).collect();
    let end = match carries {
        true => results[position(before)],
        false if counting.is_used => last_below(rw, [lower, upper, step], loc),
        false => lower,
    };
    let replacements: Vec<Value> =
        order.iter().map(|&from| if from == before { end } else { results[position(from)] }).collect();
    rw.replace_op(op, &replacements);
    Some(uplifted)
}

/// Computes what upstream takes for the counter's value after the loop.
fn last_below(rw: &mut Rewriter<'_>, [lower, upper, step]: [Value; 3], loc: Loc) -> Value {
    let mut arith = Arith::new(rw, loc);
    let ty = arith.ty(step);
    let one = arith.int(1, ty);
    let less = arith.sub(step, one);
    let distance = arith.sub(upper, lower);
    let distance = arith.add(distance, less);
    let count = arith.binary::<DivSIOp>(distance, step);
    let count = arith.sub(count, one);
    let covered = arith.mul(count, step);
    arith.add(lower, covered)
}

/// Recognizes a loop that counts, or returns the reason why it is none.
fn counting(view: View<'_, WhileOp>) -> Result<Counting, &'static str> {
    let op = view.0.id();
    let (before, after) = match (view.before().entry(), view.after().entry()) {
        (Some(before), Some(after)) => (before, after),
        _ => return Err("Loop body must have single op"),
    };
    let [first, condition] = before.ops().take(3).collect::<Vec<_>>()[..] else {
        return Err("Loop body must have single op");
    };
    let Some(compare) = first.cast::<CmpIOp>() else { return Err("Loop body must have single cmp op") };
    if compare.result().uses().count() != 1 || condition.operands().next() != Some(compare.result()) {
        return Err("Expected single condition use");
    }
    let order = forwarded(before.args().len(), condition.operands().skip(1), |value| {
        value.owner_block() == Some(before) && value.defining_op().is_none()
    });
    let order = order.ok_or("Invalid args order")?;
    let (counter, upper) = match compare.predicate() {
        CmpIPredicate::Slt => (compare.lhs(), compare.rhs()),
        CmpIPredicate::Sgt => (compare.rhs(), compare.lhs()),
        _ => return Err("Expected 'slt' or 'sgt' predicate"),
    };
    let is_argument = counter.defining_op().is_none() && counter.owner_block() == Some(before);
    if !is_argument || is_inside(upper, op) {
        return Err("Unrecognized cmp form");
    }
    // It is compared, and passed on.
    if counter.uses().count() != 2 {
        return Err("Unrecognized induction var");
    }
    let number = counter.index() as usize;
    let end = after.terminator().ok_or("Didn't found suitable 'addi' op")?;
    let at = order.iter().position(|&from| from == number).ok_or("Unrecognized induction var")?;
    let inside = after.args().nth(at).ok_or("Unrecognized induction var")?;
    let next = end.operands().nth(number).and_then(|value| value.defining_op());
    let sum = next.and_then(|op| op.cast::<AddIOp>()).ok_or("Didn't found suitable 'addi' op")?;
    let step = match (sum.lhs() == inside, sum.rhs() == inside) {
        (true, _) => sum.rhs(),
        (_, true) => sum.lhs(),
        _ => return Err("Invalid 'addi' form"),
    };
    if is_inside(step, op) {
        return Err("Invalid 'addi' form");
    }
    let inits: Vec<Value> = view.inits().map(|value| value.id()).collect();
    Ok(Counting {
        before: number,
        after: at,
        lower: *inits.get(number).ok_or("Unrecognized induction var")?,
        upper: upper.id(),
        step: step.id(),
        inits,
        is_exact: sum.overflow_flags().contains(IntegerOverflowFlags::NSW),
        loc: view.0.loc(),
        body: after.id(),
        is_used: view.0.results().nth(at).is_some_and(|result| !result.is_unused()),
        order,
    })
}

/// For each value, which argument it is; `None` unless each of the `count` arguments is passed exactly once.
fn forwarded<'a>(
    count: usize,
    values: impl Iterator<Item = ValueRef<'a>>,
    is_argument: impl Fn(ValueRef<'a>) -> bool,
) -> Option<Vec<usize>> {
    let mut seen = vec![false; count];
    let mut order = Vec::with_capacity(count);
    for value in values {
        let number = value.index() as usize;
        if !is_argument(value) || std::mem::replace(seen.get_mut(number)?, true) {
            return None;
        }
        order.push(number);
    }
    (order.len() == count).then_some(order)
}
