//! Weighted averages of unsigned bytes, and of unsigned numbers of 16 bits, without wider ones.
//!
//! `(a + 2 * b + c + 2) >> 2` is the average of `b` and that of `a` and `c`: the inner one rounded down, the outer one as the sum
//! is. What the inner one loses is a half of the last bit, which does not carry.

use terrace_dialects_llvm::ops::{AShrOp, AddOp, AndOp, LShrOp, MulOp, ShlOp, TruncOp, ZExtOp};
use terrace_ir::{Op, OpRef, Rewriter, Type, Value, ValueRef, op_match};
use terrace_target::{Averages, Target};

use super::build::Build;
use super::writer::VectorWriter;
use crate::splats::number_everywhere;
use crate::vectors::{lanes_of, scalar_width};

/// The largest number of terms and sums of one average.
const MAX_VALUES: usize = 16;

/// A truncated shift of a sum of four, two of which are the same, is an average of averages.
pub(super) fn select_average(rw: &mut Rewriter<'_>, op: Op, target: &dyn Target) -> Option<()> {
    let view = rw.op(op);
    let average = Average::of(view)?;
    let averages = target.averages()?;
    let (loc, ty, wide) = (view.loc(), view.single_result().ty(), average.wide);
    rw.set_insertion_point_before(op);
    let mut build = Averager { build: Build { rw, loc }, ty, wide, averages };
    let [a, c] = average.outer;
    let inner = if a == c { a } else { build.average(a, c, false) };
    let result = build.average(inner, average.middle, average.is_rounded);
    rw.replace_op(op, &[result]);
    Some(())
}

/// The average of a number and the average of two others.
struct Average {
    middle: Value,
    outer: [Value; 2],
    /// Whether a half is rounded up.
    is_rounded: bool,
    /// The type in which the sum is computed.
    wide: Type,
}

impl Average {
    fn of(op: OpRef<'_>) -> Option<Self> {
        let cx = op.cx();
        let shift = op.cast::<TruncOp>()?.arg();
        lanes_of(shift)?;
        let shifted = shift.defining_op()?;
        let (sum, by) = op_match!(shifted, {
            AShrOp(view) => (view.lhs(), view.rhs()),
            LShrOp(view) => (view.lhs(), view.rhs()),
            _ => return None,
        });
        let element =
            op.single_result().ty().element_type(cx).filter(|_| number_everywhere(by) == Some(2))?;
        let width = scalar_width(cx, element);
        // A sum of four of them, and two, has two bits more; the sign has one.
        let wide = scalar_width(cx, shift.ty().element_type(cx)?);
        if ![8, 16].contains(&width) || wide < width + 3 {
            return None;
        }
        let (terms, rounding) = terms_of(sum, op.single_result().ty())?;
        let mut all: Vec<Value> =
            terms.iter().flat_map(|&(term, count)| vec![term; count as usize]).collect();
        let is_rounded = match rounding {
            0 => false,
            2 => true,
            _ => return None,
        };
        let at = (0..all.len()).find(|&at| all[at + 1..].contains(&all[at])).filter(|_| all.len() == 4)?;
        let middle = all[at];
        for _ in 0..2 {
            let at = all.iter().position(|&other| other == middle)?;
            all.remove(at);
        }
        Some(Self { middle, outer: [*all.first()?, *all.last()?], is_rounded, wide: shift.ty() })
    }
}

/// The numbers of a narrow type that a sum adds, how often each, and the number that it adds to them.
fn terms_of(sum: ValueRef<'_>, narrow: Type) -> Option<(Vec<(Value, i64)>, i64)> {
    let mut terms: Vec<(Value, i64)> = Vec::new();
    let (mut rest, mut seen, mut pending) = (0_i64, 0, vec![(sum, 1_i64)]);
    while let Some((value, times)) = pending.pop() {
        seen += 1;
        if seen > MAX_VALUES || !(1..=4).contains(&times) {
            return None;
        }
        if let Some(number) = number_everywhere(value) {
            rest = number.checked_mul(times)?.checked_add(rest).filter(|rest| (0..=4).contains(rest))?;
            continue;
        }
        op_match!(value.defining_op()?, {
            AddOp(view) => pending.extend([(view.lhs(), times), (view.rhs(), times)]),
            MulOp(view) => {
                let (factor, other) = match (number_everywhere(view.lhs()), number_everywhere(view.rhs())) {
                    (Some(factor), _) => (factor, view.rhs()),
                    (_, Some(factor)) => (factor, view.lhs()),
                    _ => return None,
                };
                pending.push((other, times.checked_mul(factor)?));
            }
            ShlOp(view) => {
                let by = number_everywhere(view.rhs()).filter(|by| (0..=2).contains(by))?;
                pending.push((view.lhs(), times << by));
            }
            ZExtOp(view) => {
                let term = view.arg();
                if term.ty() != narrow {
                    return None;
                }
                match terms.iter_mut().find(|(known, _)| *known == term.id()) {
                    Some((_, count)) => *count += times,
                    None => terms.push((term.id(), times)),
                }
            }
            _ => return None,
        });
    }
    let all: i64 = terms.iter().map(|&(_, count)| count).sum();
    (all == 4).then_some((terms, rest))
}

/// Creates the ops of averages.
struct Averager<'b, 'r> {
    build: Build<'b, 'r>,
    ty: Type,
    wide: Type,
    averages: Averages,
}

impl Averager<'_, '_> {
    /// The average of two, rounded up or down.
    fn average(&mut self, a: Value, b: Value, is_rounded: bool) -> Value {
        let Self { build, ty, wide, averages } = self;
        let (loc, ty, wide) = (build.loc, *ty, *wide);
        let is_direct = is_rounded || *averages == Averages::Both;
        let [x, y] = [a, b].map(|value| build.rw.build_value(ZExtOp::of(value).loc(loc).res(wide)));
        let mut sum = build.add(x, y);
        let one = build.number(1, wide);
        if is_rounded || !is_direct {
            sum = build.add(sum, one);
        }
        let half = build.rw.build_value(LShrOp::of(sum, one).loc(loc).res(wide));
        let average = build.rw.build_value(TruncOp::of(half).loc(loc).res(ty));
        if is_direct {
            return average;
        }
        // An odd sum was rounded up.
        let other = build.xor(a, b);
        let one = build.number(1, ty);
        let odd = build.rw.build_value(AndOp::of(other, one).loc(loc).res(ty));
        build.sub(average, odd)
    }
}
