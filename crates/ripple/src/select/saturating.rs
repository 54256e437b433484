//! Sums and differences that saturate: selections of the bounds of a type by a sum of a wider one.

use terrace_dialects_llvm::enums::ICmpPredicate;
use terrace_dialects_llvm::intrinsics::{SAddSatOp, SSubSatOp, UAddSatOp, USubSatOp};
use terrace_dialects_llvm::ops::{AddOp, ICmpOp, SExtOp, SelectOp, SubOp, TruncOp, ZExtOp};
use terrace_ir::{Op, Rewriter, ValueRef};
use terrace_target::Target;

use super::factors::bits_of;
use crate::splats::{number_everywhere, splat_of};
use crate::vectors::{lanes_of, scalar_width};

/// A selection of bounds is an op that saturates.
pub(super) fn select_saturating(rw: &mut Rewriter<'_>, op: Op, _target: &dyn Target) -> Option<()> {
    let view = rw.op(op);
    view.cast::<SelectOp>()?;
    let (result, loc) = (view.single_result(), view.loc());
    lanes_of(result)?;
    let width = scalar_width(view.cx(), result.ty().element_type(view.cx())?);
    if !result.ty().element_type(view.cx())?.is_integer(view.cx()) || ![8, 16].contains(&width) {
        return None;
    }
    let (mut bounds, mut value) = (Vec::new(), result);
    while bounds.len() < 2
        && let Some(bound) = value.defining_op().and_then(|op| op.cast::<SelectOp>())
    {
        bounds.push((bound.condition(), number_everywhere(bound.true_value())?));
        value = bound.false_value();
    }
    let narrow = Sum::of(value)?;
    let is_signed = [true, false].into_iter().find(|&is_signed| {
        let range = Range::of(width, is_signed);
        let sides = bounds.iter().map(|&(condition, chosen)| range.side(condition, chosen, &narrow));
        let sides: Option<Vec<Side>> = sides.collect();
        sides.is_some_and(|sides| {
            let [has_upper, has_lower] = [Side::Upper, Side::Lower].map(|side| sides.contains(&side));
            match is_signed {
                true => has_upper && has_lower,
                false => {
                    if narrow.is_difference {
                        has_lower
                    } else {
                        has_upper
                    }
                }
            }
        })
    })?;
    let ([a, b], ty) = (narrow.operands.map(|operand| operand.id()), result.ty());
    let is_difference = narrow.is_difference;
    rw.set_insertion_point_before(op);
    let value = match (is_signed, is_difference) {
        (true, false) => rw.build_value(SAddSatOp::of(a, b).loc(loc).res(ty)),
        (true, true) => rw.build_value(SSubSatOp::of(a, b).loc(loc).res(ty)),
        (false, false) => rw.build_value(UAddSatOp::of(a, b).loc(loc).res(ty)),
        (false, true) => rw.build_value(USubSatOp::of(a, b).loc(loc).res(ty)),
    };
    rw.replace_op(op, &[value]);
    Some(())
}

/// A sum or a difference.
struct Sum<'a> {
    operands: [ValueRef<'a>; 2],
    is_difference: bool,
}

impl<'a> Sum<'a> {
    fn of(value: ValueRef<'a>) -> Option<Self> {
        let op = value.defining_op()?;
        if let Some(add) = op.cast::<AddOp>() {
            return Some(Self { operands: [add.lhs(), add.rhs()], is_difference: false });
        }
        let sub = op.cast::<SubOp>()?;
        Some(Self { operands: [sub.lhs(), sub.rhs()], is_difference: true })
    }
}

/// A bound of a range.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Upper,
    Lower,
}

/// The numbers of a type.
struct Range {
    least: i64,
    most: i64,
    is_signed: bool,
}

impl Range {
    fn of(width: u32, is_signed: bool) -> Self {
        match is_signed {
            true => Self { least: -(1 << (width - 1)), most: (1 << (width - 1)) - 1, is_signed },
            false => Self { least: 0, most: (1 << width) - 1, is_signed },
        }
    }

    /// The bound that is chosen under a condition, which holds where the sum without wrapping is beyond it, or is it.
    fn side(&self, condition: ValueRef<'_>, chosen: i64, narrow: &Sum<'_>) -> Option<Side> {
        use ICmpPredicate::{Sge, Sgt, Sle, Slt, Uge, Ugt};
        let compare = condition.defining_op()?.cast::<ICmpOp>()?;
        let wide = Sum::of(compare.lhs())?;
        let width_of =
            |value: ValueRef<'_>| Some(scalar_width(value.cx(), value.ty().element_type(value.cx())?));
        let [first, _] = narrow.operands;
        // With twice the bits no sum and no difference wraps, whatever the sign of the operands.
        let (width, narrow_width) = (width_of(compare.lhs())?, width_of(first)?);
        let is_same = wide.is_difference == narrow.is_difference
            && width >= 2 * narrow_width
            && wide.operands.iter().zip(&narrow.operands).all(|(wide, narrow)| self.extends(*wide, *narrow));
        if !is_same {
            return None;
        }
        let limit = number_everywhere(compare.rhs())?;
        let is_unsigned_sum = !self.is_signed && !narrow.is_difference;
        let chosen = if self.is_signed { chosen } else { chosen & self.most };
        match compare.predicate() {
            Sgt => self.is_upper(chosen, limit).then_some(Side::Upper),
            Sge => self.is_upper(chosen, limit - 1).then_some(Side::Upper),
            Ugt if is_unsigned_sum => self.is_upper(chosen, limit).then_some(Side::Upper),
            Uge if is_unsigned_sum => self.is_upper(chosen, limit - 1).then_some(Side::Upper),
            Slt => self.is_lower(chosen, limit).then_some(Side::Lower),
            Sle => self.is_lower(chosen, limit + 1).then_some(Side::Lower),
            _ => None,
        }
    }

    fn is_upper(&self, chosen: i64, exceeded: i64) -> bool {
        chosen == self.most && (exceeded == self.most || exceeded == self.most - 1)
    }

    fn is_lower(&self, chosen: i64, beneath: i64) -> bool {
        chosen == self.least && (beneath == self.least || beneath == self.least + 1)
    }

    /// Whether a value is another one, extended as the type is signed or not.
    fn extends(&self, wide: ValueRef<'_>, narrow: ValueRef<'_>) -> bool {
        if let (Some(wide), Some(narrow)) = (number_everywhere(wide), number_everywhere(narrow)) {
            return wide == if self.is_signed { narrow } else { narrow & self.most };
        }
        if let (Some(wide), Some(narrow)) = (splat_of(wide), splat_of(narrow)) {
            return self.extends_scalar(wide, narrow);
        }
        let of = |value: ValueRef<'_>| value.id() == narrow.id();
        match wide.defining_op() {
            Some(op) if self.is_signed => op.cast::<SExtOp>().is_some_and(|cast| of(cast.arg())),
            Some(op) => op.cast::<ZExtOp>().is_some_and(|cast| of(cast.arg())),
            None => false,
        }
    }

    /// The same for scalars. Those that C extends are narrowed again where vectors of fewer bits are made of them.
    fn extends_scalar(&self, wide: ValueRef<'_>, narrow: ValueRef<'_>) -> bool {
        let (whole, part) = (truncated(wide), truncated(narrow));
        let Some(op) = whole.defining_op() else { return false };
        let from = match self.is_signed {
            true => op.cast::<SExtOp>().map(|cast| cast.arg()),
            false => op.cast::<ZExtOp>().map(|cast| cast.arg()),
        };
        from.is_some_and(|from| {
            bits_of(from) <= bits_of(narrow) && (part.id() == whole.id() || part.id() == from.id())
        })
    }
}

/// The value that one is the low bits of.
fn truncated(mut value: ValueRef<'_>) -> ValueRef<'_> {
    while let Some(cast) = value.defining_op().and_then(|op| op.cast::<TruncOp>()) {
        value = cast.arg();
    }
    value
}
