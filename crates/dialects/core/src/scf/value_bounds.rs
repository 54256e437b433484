//! Bounds of induction variables, and of the results of loops and branches.

use terrace_affine::AffineExpr;
use terrace_ir::interfaces::LoopLike;
use terrace_ir::value_bounds::{BoundSet, Quantity, Relation};
use terrace_ir::{OpFoldResultRef, OpKind, OpRef, value_bounds};

use super::{ForOp, ForallOp, IfOp};

/// The lower bound, upper bound, step and trip count of a loop.
fn trip<'a>(control: [OpFoldResultRef<'a>; 3], set: &mut dyn BoundSet<'a>) -> [AffineExpr; 4] {
    let [lower, upper, step] = control.map(|mixed| set.mixed(mixed));
    let count = AffineExpr::ceil_div(upper.clone() - lower.clone(), step.clone());
    [lower, upper, step, count]
}

/// Bounds the induction variable by its range and the last step.
fn induction_variable<'a>(
    variable: Quantity<'a>,
    control: [OpFoldResultRef<'a>; 3],
    set: &mut dyn BoundSet<'a>,
) {
    let [lower, upper, step, count] = trip(control, set);
    set.at_least(variable, lower.clone());
    set.less(variable, upper);
    let last = lower + (count - AffineExpr::constant(1)) * step;
    set.at_most(variable, last);
}

/// The bounds and step of the loop's `index`th variable.
fn control<'a>(op: OpRef<'a>, looped: &dyn LoopLike, index: usize) -> Option<[OpFoldResultRef<'a>; 3]> {
    let lists = [looped.lower_bounds(op), looped.upper_bounds(op), looped.steps(op)];
    let [Some(&lower), Some(&upper), Some(&step)] = lists.each_ref().map(|list| list.get(index)) else {
        return None;
    };
    Some([lower, upper, step])
}

/// Bounds an iteration argument that every iteration yields unchanged by its initial value, and a result that
/// changes by a constant by the trip count.
fn for_loop<'a>(op: OpRef<'a>, quantity: Quantity<'a>, set: &mut dyn BoundSet<'a>) {
    let looped: &dyn LoopLike = &ForOp::MODEL;
    let is_argument = quantity.value.defining_op().is_none();
    let Some(bounds) = control(op, looped, 0) else { return };
    let index = quantity.value.index() as usize;
    let Some(index) = (if is_argument { index.checked_sub(1) } else { Some(index) }) else {
        return induction_variable(quantity, bounds, set);
    };
    let (args, Some(yielded)) = (looped.iter_args(op), looped.yielded(op)) else { return };
    let (Some(&arg), Some(&yielded)) = (args.get(index), yielded.get(index)) else { return };
    let init = op.operand(looped.inits(op).0 + index);
    if set.holds(quantity.of(yielded), Relation::Equal, quantity.of(arg)) {
        set.same(quantity, init);
    }
    if quantity.dim.is_none() && !is_argument {
        let [.., count] = trip(bounds, set);
        let advance = set.value(yielded) - set.value(arg);
        let start = set.value(init);
        set.equal(quantity, start + count * advance);
    }
}

fn forall<'a>(op: OpRef<'a>, quantity: Quantity<'a>, set: &mut dyn BoundSet<'a>) {
    let looped: &dyn LoopLike = &ForallOp::MODEL;
    let mut index = quantity.value.index() as usize;
    if quantity.value.defining_op().is_none() {
        if let Some(bounds) = control(op, looped, index) {
            return induction_variable(quantity, bounds, set);
        }
        index -= looped.induction_vars(op).len().min(index);
    }
    let (first, len) = looped.inits(op);
    if quantity.dim.is_some() && index < len {
        set.same(quantity, op.operand(first + index));
    }
}

/// Bounds a result by the values that the two regions yield.
fn branch<'a>(op: OpRef<'a>, quantity: Quantity<'a>, set: &mut dyn BoundSet<'a>) {
    let yielded = |region: usize| {
        let mut operands = op.region(region).entry()?.last()?.operands();
        operands.nth(quantity.value.index() as usize)
    };
    if op.num_regions() == 2
        && let (Some(yes), Some(no)) = (yielded(0), yielded(1))
    {
        set.either(quantity, [yes, no]);
    }
}

value_bounds! {
    any ForOp = for_loop;
    any ForallOp = forall;
    any IfOp = branch;
}
