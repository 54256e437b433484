//! `ripple-select-instructions`: vector code in the form in which back ends look for it, and single instructions of targets.
//!
//! Each rule rewrites ops on vectors, whatever they were made of. Entry and exit: the dialect llvm, without ops of Ripple.

use terrace_dialects_llvm::enums::ICmpPredicate;
use terrace_dialects_llvm::intrinsics::AbsOp;
use terrace_dialects_llvm::ops::{
    AShrOp, AddOp, CallIntrinsicOp, ICmpOp, LShrOp, MulOp, SExtOp, SelectOp, SubOp, TruncOp, ZExtOp,
};
use terrace_ir::{Ir, Op, OpHandle, OpRef, Rewriter, Type, ValueRef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};
use terrace_target::{Target, target_of};

use crate::evaluate::is_everywhere;
use crate::functions::{erase_dead, functions};
use crate::vectors::{concatenate, lanes_of, part_of};

/// Rewrites vector code to instructions of the target.
pub static RIPPLE_SELECT_INSTRUCTIONS: PassDef = PassDef {
    name: "ripple-select-instructions",
    class: "RippleSelectInstructions",
    doc: "Rewrite vector code to idioms that back ends match, and to target instructions",
    anchor: Some("builtin.module"),
    make: |_| Ok(Pass::Ir(Box::new(SelectInstructions))),
    ..EMPTY_PASS
};

struct SelectInstructions;

impl IrPass for SelectInstructions {
    fn run(&self, ir: &mut Ir, op: OpHandle, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        let all: Vec<OpHandle> = functions(ir, op).map(|function| function.handle()).collect();
        for function in all {
            let view = ir.op(function);
            let (target, Some(body)) = (target_of(view), view.inner_body()) else { continue };
            ir.rewrite(body, |rw| {
                let ops: Vec<Op> = rw.body().live_ops().collect();
                let mut any = false;
                for op in ops {
                    any |= RULES.iter().any(|rule| rule(rw, op, &*target).is_some());
                }
                if any {
                    erase_dead(rw);
                }
            });
        }
        Ok(())
    }
}

/// A rule: it replaces an op, or returns `None`.
type Rule = fn(&mut Rewriter<'_>, Op, &dyn Target) -> Option<()>;

/// The rules, in the order in which they are tried.
const RULES: [Rule; 2] = [select_rounded_product, select_absolute_difference];

/// `trunc((sext(a) * sext(b) + (1 << 14)) >> 15)` of 16-bit numbers is one instruction.
fn select_rounded_product(rw: &mut Rewriter<'_>, op: Op, target: &dyn Target) -> Option<()> {
    let view = rw.op(op);
    let factors = rounded_product(view)?.map(|factor| factor.id());
    let (loc, count) = (view.loc(), lanes_of(view.single_result())?);
    let (intrinsic, width) = target.rounded_product(count)?;
    if !count.is_multiple_of(width) {
        return None;
    }
    rw.set_insertion_point_before(op);
    let mut parts = Vec::new();
    for first in (0..count).step_by(width) {
        let pair = factors.map(|factor| part_of(rw, factor, first..first + width, loc));
        let ty = rw.body().value_type(pair[0]);
        let call = CallIntrinsicOp::of().loc(loc).intrin(intrinsic).args(&pair);
        let made = rw.build(call.op_bundle_operands(&[]).results(ty));
        parts.push(rw.body().single_result(made));
    }
    let whole = concatenate(rw, &parts, loc)?;
    rw.replace_op(op, &[whole]);
    Some(())
}

/// The factors of a product of fractions of 15 bits, rounded: `(a * b + (1 << 14)) >> 15`, truncated to 16 bits.
fn rounded_product(op: OpRef<'_>) -> Option<[ValueRef<'_>; 2]> {
    let truncation = op.cast::<TruncOp>()?;
    let cx = op.cx();
    let shifted = truncation.arg();
    let shift = shifted.defining_op()?;
    let (sum, by) = match shift.cast::<AShrOp>() {
        Some(shift) => (shift.lhs(), shift.rhs()),
        None => shift.cast::<LShrOp>().map(|shift| (shift.lhs(), shift.rhs()))?,
    };
    let sum = sum.defining_op()?.cast::<AddOp>()?;
    let product = sum.lhs().defining_op()?.cast::<MulOp>()?;
    let has_width = |ty: Type, width: u32| {
        ty.element_type(cx).is_some_and(|element| element.bit_width(cx) == Some(width))
    };
    let fits = has_width(truncation.res().ty(), 16)
        && has_width(shifted.ty(), 32)
        && is_everywhere(by, 15)
        && is_everywhere(sum.rhs(), 1 << 14);
    let factors = [product.lhs(), product.rhs()];
    let [x, y] = factors.map(|factor| Some(factor.defining_op()?.cast::<SExtOp>()?.arg()));
    let sources = [x?, y?];
    (fits && sources.iter().all(|source| has_width(source.ty(), 16))).then_some(sources)
}

/// `a > b ? a - b : b - a` of zero-extended numbers is the absolute value of a difference.
fn select_absolute_difference(rw: &mut Rewriter<'_>, op: Op, _target: &dyn Target) -> Option<()> {
    let view = rw.op(op);
    let difference = absolute_difference(view)?;
    let (loc, ty, difference) = (view.loc(), difference.ty(), difference.id());
    rw.set_insertion_point_before(op);
    let absolute = AbsOp::of(difference).loc(loc).is_int_min_poison(false);
    let absolute = rw.build_value(absolute.res(ty));
    rw.replace_op(op, &[absolute]);
    Some(())
}

/// The difference of which a selection is the absolute value: `a > b ? a - b : b - a`, of vectors of numbers that have no sign.
pub(crate) fn absolute_difference(op: OpRef<'_>) -> Option<ValueRef<'_>> {
    let select = op.cast::<SelectOp>()?;
    let (yes, no) = (select.true_value(), select.false_value());
    yes.ty().element_type(op.cx())?;
    let compare = select.condition().defining_op()?.cast::<ICmpOp>()?;
    let (mut a, mut b) = (compare.lhs(), compare.rhs());
    match compare.predicate() {
        ICmpPredicate::Sgt | ICmpPredicate::Sge | ICmpPredicate::Ugt | ICmpPredicate::Uge => {}
        ICmpPredicate::Slt | ICmpPredicate::Sle | ICmpPredicate::Ult | ICmpPredicate::Ule => {
            std::mem::swap(&mut a, &mut b);
        }
        _ => return None,
    }
    // The same element is read, and extended, where it is compared and where it is subtracted.
    let source = |value: ValueRef<'_>| Some(value.defining_op()?.cast::<ZExtOp>()?.arg().id());
    let (from_a, from_b) = (source(a)?, source(b)?);
    let is = |value: ValueRef<'_>, from, less| {
        let difference = value.defining_op().and_then(|op| op.cast::<SubOp>());
        difference.is_some_and(|difference| {
            let terms = [difference.lhs(), difference.rhs()];
            terms.map(source) == [Some(from), Some(less)]
        })
    };
    (a.ty() == yes.ty() && is(yes, from_a, from_b) && is(no, from_b, from_a)).then_some(yes)
}
