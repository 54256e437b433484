//! Truncations of 32 bits to bytes by instructions that pack the halves of registers.
//!
//! Back ends for AVX2 put the halves in order after each step. One permutation after the last step is enough.

use terrace_dialects_llvm::enums::{FCmpPredicate, ICmpPredicate};
use terrace_dialects_llvm::intrinsics::{SMaxOp, SMinOp};
use terrace_dialects_llvm::ops::{
    AndOp, ConstantOp, FCmpOp, FPToSIOp, ICmpOp, SExtOp, SelectOp, TruncOp, ZExtOp,
};
use terrace_ir::{Op, Rewriter, TraitSet, Type, Value, ValueRef, op_match};
use terrace_target::Target;

use super::build::Build;
use super::float_bounds::{float_bounds, float_constant};
use super::writer::VectorWriter;
use crate::if_conversion::depends;
use crate::splats::{number_everywhere, splat_of};
use crate::vectors::{concatenate, lanes_of, part_of, scalar_width, shuffle};

/// The number of bytes of a register.
const BYTES: usize = 32;

/// The order of the groups of four bytes of a register whose halves were packed twice.
const ORDER: [i32; 8] = [0, 4, 1, 5, 2, 6, 3, 7];

/// A truncation of 32 bits to bytes is a packing of registers.
pub(super) fn select_packing(rw: &mut Rewriter<'_>, op: Op, target: &dyn Target) -> Option<()> {
    let view = rw.op(op);
    let truncation = view.cast::<TruncOp>()?;
    let (wide, cx) = (truncation.arg(), view.cx());
    let count = lanes_of(wide).filter(|count| count.is_multiple_of(BYTES))?;
    let width = |ty: Type| Some(scalar_width(cx, ty.element_type(cx)?));
    let packs = target
        .packs_halves()
        .filter(|_| (width(wide.ty()), width(truncation.res().ty())) == (Some(32), Some(8)))?;
    // What is computed from narrower numbers is computed in their width.
    let is_extended = |value: ValueRef<'_>| {
        value.defined_by::<ZExtOp>().is_some() || value.defined_by::<SExtOp>().is_some()
    };
    let is_constant = wide.defined_by::<ConstantOp>().is_some() || splat_of(wide).is_some();
    if is_constant || depends(wide, is_extended, |op| op.has_trait(TraitSet::Lanewise)) {
        return None;
    }
    let ranges = [(Range::Unsigned, 0, 255), (Range::Signed, -128, 127)];
    let saturated = ranges.into_iter().find_map(|(range, least, most)| {
        Some((range, unclamped(wide, (least, most)).map(|value| value.id())?))
    });
    let rounded = ranges.into_iter().find_map(|(range, least, most)| {
        let float = unbounded_below(wide, (least, most)).filter(|_| count.is_multiple_of(BYTES / 4))?;
        Some((range, float.id()))
    });
    let sign = saturated.or(rounded).map(|(range, _)| range).or_else(|| range_of(wide));
    let (loc, wide, whole) = (view.loc(), wide.id(), wide.ty());
    rw.set_insertion_point_before(op);
    let mut build = Build { rw, loc };
    let wide = match (sign, saturated, rounded) {
        // Packing saturates.
        (_, Some((_, value)), _) => value,
        (_, _, Some((_, float))) => build.rounded_to_zero(float)?,
        (Some(_), ..) => wide,
        (None, ..) => {
            let mask = build.number(0xFF, whole);
            build.rw.build_value(AndOp::of(wide, mask).loc(loc).res(whole))
        }
    };
    let to_bytes = packs.to_bytes(sign == Some(Range::Signed));
    let mut registers = Vec::new();
    for first in (0..count).step_by(BYTES) {
        registers.push(build.packed(wide, first, packs.to_words, to_bytes));
    }
    let packed = concatenate(rw, &registers, loc)?;
    rw.replace_op(op, &[packed]);
    Some(())
}

/// The numbers that a byte has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Range {
    Signed,
    Unsigned,
}

/// The numbers that a value's elements are among, if these are those of a byte.
fn range_of(value: ValueRef<'_>) -> Option<Range> {
    let bounds = op_match!(value.defining_op()?, {
        AndOp(view) => (0, number_everywhere(view.lhs()).or_else(|| number_everywhere(view.rhs())).filter(|most| *most >= 0)?),
        SMinOp(view) => clamped(view.a(), view.b(), true)?,
        SMaxOp(view) => clamped(view.a(), view.b(), false)?,
        FPToSIOp(view) => {
            // Rounded to zero; a number that is none may become any.
            let (low, high) = float_bounds(view.arg());
            (low as i64, high as i64)
        }
        _ => return None,
    });
    match bounds {
        (0.., ..=255) => Some(Range::Unsigned),
        (-128.., ..=127) => Some(Range::Signed),
        _ => None,
    }
}

/// The value that is brought to the numbers from one to another one, by minima and maxima or selections.
fn unclamped<'a>(value: ValueRef<'a>, (least, most): (i64, i64)) -> Option<ValueRef<'a>> {
    let (mut at, mut bounds, mut compared) = (value, [false; 2], Vec::new());
    for _ in 0..2 {
        let Some((inner, is_upper, of)) = without_bound(at, (least, most)) else { break };
        bounds[usize::from(is_upper)] = true;
        compared.push((of.id(), inner.id()));
        at = inner;
    }
    // What a selection compares is what it selects, or that before it is brought to the other bound.
    let is_right = compared.iter().all(|&(of, inner)| of == inner || of == at.id());
    (bounds == [true; 2] && is_right).then_some(at)
}

/// The value that is brought below the upper one of two bounds, or above the lower one; whether it is the upper one; and
/// the value that is compared for it.
fn without_bound<'a>(
    value: ValueRef<'a>,
    (least, most): (i64, i64),
) -> Option<(ValueRef<'a>, bool, ValueRef<'a>)> {
    let op = value.defining_op()?;
    let extreme = op_match!(op, {
        SMinOp(view) => Some((view.a(), view.b(), most, true)),
        SMaxOp(view) => Some((view.a(), view.b(), least, false)),
        _ => None,
    });
    if let Some((a, b, bound, is_upper)) = extreme {
        return (number_everywhere(b) == Some(bound)).then_some((a, is_upper, a));
    }
    let select = op.cast::<SelectOp>()?;
    let compare = select.condition().defining_op()?.cast::<ICmpOp>()?;
    let (yes, no) = (select.true_value(), select.false_value());
    let (bound, other, is_yes) = match (number_everywhere(yes), number_everywhere(no)) {
        (Some(bound), None) => (bound, no, true),
        (None, Some(bound)) => (bound, yes, false),
        _ => return None,
    };
    let is_upper = bound == most;
    let (of, limit) = (compare.lhs(), number_everywhere(compare.rhs())?);
    // The bound is chosen for all numbers beyond it, and for no others but itself.
    let first_below = |limit: i64| limit == bound || limit == bound + 1;
    let last_below = |limit: i64| limit == bound - 1 || limit == bound;
    let fits = match (compare.predicate(), is_upper, is_yes) {
        (ICmpPredicate::Slt, false, true) | (ICmpPredicate::Sge, false, false) => first_below(limit),
        (ICmpPredicate::Sle, false, true) | (ICmpPredicate::Sgt, false, false) => last_below(limit),
        (ICmpPredicate::Sgt, true, true) | (ICmpPredicate::Sle, true, false) => last_below(limit),
        (ICmpPredicate::Sge, true, true) | (ICmpPredicate::Slt, true, false) => first_below(limit),
        _ => false,
    };
    (fits && (is_upper || bound == least)).then_some((other, is_upper, of))
}

/// The float that is brought above a bound, rounded to zero, and not greater than another bound: the instruction rounds
/// numbers that are too small for 32 bits to the least one.
fn unbounded_below<'a>(value: ValueRef<'a>, (least, most): (i64, i64)) -> Option<ValueRef<'a>> {
    let rounded = value.defining_op()?.cast::<FPToSIOp>()?.arg();
    let select = rounded.defining_op()?.cast::<SelectOp>()?;
    let compare = select.condition().defining_op()?.cast::<FCmpOp>()?;
    let (bound, other) = (float_constant(select.true_value())?, select.false_value());
    let is_less = matches!(compare.predicate(), FCmpPredicate::Olt | FCmpPredicate::Ole);
    let is_maximum = is_less
        && compare.lhs().id() == other.id()
        && float_constant(compare.rhs()) == Some(bound)
        && bound == least as f64;
    let cx = value.cx();
    let is_single = scalar_width(cx, rounded.ty().element_type(cx)?) == 32;
    let (_, high) = float_bounds(other);
    (is_maximum && is_single && high <= most as f64).then_some(other)
}

/// The bounds of a minimum of a maximum, or the other way round, with constants.
fn clamped(a: ValueRef<'_>, b: ValueRef<'_>, is_minimum: bool) -> Option<(i64, i64)> {
    let with_constant = |a: ValueRef<'_>, b: ValueRef<'_>| match (number_everywhere(a), number_everywhere(b))
    {
        (_, Some(bound)) => Some((a.id(), bound)),
        (Some(bound), _) => Some((b.id(), bound)),
        _ => None,
    };
    let (inner, outer_bound) = with_constant(a, b)?;
    let inner = [a, b].into_iter().find(|value| value.id() == inner)?.defining_op()?;
    let (_, inner_bound) = match is_minimum {
        true => inner.cast::<SMaxOp>().and_then(|view| with_constant(view.a(), view.b()))?,
        false => inner.cast::<SMinOp>().and_then(|view| with_constant(view.a(), view.b()))?,
    };
    let (low, high) = if is_minimum { (inner_bound, outer_bound) } else { (outer_bound, inner_bound) };
    (low <= high).then_some((low, high))
}

impl Build<'_, '_> {
    /// Floats as integers of 32 bits, rounded to zero; the least one for what no such integer is.
    fn rounded_to_zero(&mut self, floats: Value) -> Option<Value> {
        let register = self.vector(32, BYTES / 4);
        let parts = self.parts(floats, BYTES / 4);
        let parts: Vec<Value> = parts
            .into_iter()
            .map(|part| self.call("llvm.x86.avx.cvtt.ps2dq.256", &[part], register))
            .collect();
        concatenate(self.rw, &parts, self.loc)
    }

    /// The low bytes of 32 elements, from one on.
    fn packed(&mut self, wide: Value, first: usize, to_words: &str, to_bytes: &str) -> Value {
        let (bytes, words, numbers) =
            (self.vector(8, BYTES), self.vector(16, BYTES / 2), self.vector(32, BYTES / 4));
        let whole = part_of(self.rw, wide, first..first + BYTES, self.loc);
        let parts = self.parts(whole, BYTES / 4);
        let halves: Vec<Value> = parts.chunks(2).map(|pair| self.call(to_words, pair, words)).collect();
        let packed = self.call(to_bytes, &halves, bytes);
        let groups = self.bitcast(packed, numbers);
        let ordered = shuffle(self.rw, [groups, groups], ORDER, self.loc);
        self.bitcast(ordered, bytes)
    }
}
