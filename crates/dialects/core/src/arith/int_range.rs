//! Ranges of integers.

use terrace_ir::elements::Numbers;
use terrace_ir::int_range::{InferIntRange, Range, storage_width};
use terrace_ir::{OpRef, Value, infer_int_range};
use terrace_support::apint::ApInt;
use terrace_support::int_range::*;

use super::*;

/// The overflows that flags rule out.
fn no_wrap(flags: IntegerOverflowFlags) -> NoWrap {
    NoWrap {
        signed: flags.contains(IntegerOverflowFlags::NSW),
        unsigned: flags.contains(IntegerOverflowFlags::NUW),
    }
}

/// The width of an op's result.
fn width(op: OpRef<'_>) -> u32 {
    storage_width(op.cx(), op.single_result().ty())
}

/// The range of an answer.
pub(crate) fn boolean(answer: Option<bool>) -> Range {
    answer.map_or(Range::full(1), |answer| Range::constant(ApInt::new(1, u64::from(answer))))
}

/// Computes the folded quotient of two constants; for other ranges, see [`infer_ceil_div_s`].
fn ceil_div_s(op: OpRef<'_>, lhs: &Range, rhs: &Range) -> Range {
    let constant = op.operands().all(|value| terrace_ir::matchers::m_constant_int(value).is_some());
    match constant {
        true => infer_ceil_quotient_s(lhs, rhs),
        false if op.cx().matches_upstream() => infer_ceil_div_s_as_upstream(lhs, rhs),
        false => infer_ceil_div_s(lhs, rhs),
    }
}

fn cast_to(range: &Range, width: u32, extend: impl Fn(&Range, u32) -> Range) -> Range {
    match range.width() {
        from if from < width => extend(range, width),
        from if from > width => truncate(range, width),
        _ => range.clone(),
    }
}

/// The range of all elements of an integer constant.
fn constant(op: OpRef<'_>) -> Option<Range> {
    match Numbers::<ApInt>::of_attr(op.cx(), ConstantOp::view_of(op).value_attr().opt()?)? {
        Numbers::Scalar(value) | Numbers::Splat(value) => Some(Range::constant(value)),
        Numbers::List(values) => values.into_iter().map(Range::constant).reduce(|a, b| a.union(&b)),
    }
}

fn compare(op: OpRef<'_>, r: &[Range]) -> Option<Range> {
    let comparison = Comparison::from_number(CmpIOp::view_of(op).predicate_attr().as_u64(op.cx())?)?;
    Some(boolean(comparison.decide(&r[0], &r[1])))
}

infer_int_range! {
    ConstantOp = |op, _| constant(op);
    AddIOp = |op, r| Some(infer_add(&r[0], &r[1], no_wrap(AddIOp::view_of(op).overflow_flags())));
    SubIOp = |op, r| Some(infer_sub(&r[0], &r[1], no_wrap(SubIOp::view_of(op).overflow_flags())));
    MulIOp = |op, r| Some(infer_mul(&r[0], &r[1], no_wrap(MulIOp::view_of(op).overflow_flags())));
    ShLIOp = |op, r| Some(infer_shl(&r[0], &r[1], no_wrap(ShLIOp::view_of(op).overflow_flags())));
    DivUIOp = |_, r| Some(infer_div_u(&r[0], &r[1]));
    DivSIOp = |_, r| Some(infer_div_s(&r[0], &r[1]));
    CeilDivUIOp = |_, r| Some(infer_ceil_div_u(&r[0], &r[1]));
    CeilDivSIOp = |op, r| Some(ceil_div_s(op, &r[0], &r[1]));
    FloorDivSIOp = |_, r| Some(infer_floor_div_s(&r[0], &r[1]));
    RemUIOp = |_, r| Some(infer_rem_u(&r[0], &r[1]));
    RemSIOp = |_, r| Some(infer_rem_s(&r[0], &r[1]));
    AndIOp = |_, r| Some(infer_and(&r[0], &r[1]));
    OrIOp = |_, r| Some(infer_or(&r[0], &r[1]));
    XOrIOp = |_, r| Some(infer_xor(&r[0], &r[1]));
    MaxSIOp = |_, r| Some(infer_max_s(&r[0], &r[1]));
    MaxUIOp = |_, r| Some(infer_max_u(&r[0], &r[1]));
    MinSIOp = |_, r| Some(infer_min_s(&r[0], &r[1]));
    MinUIOp = |_, r| Some(infer_min_u(&r[0], &r[1]));
    ShRUIOp = |_, r| Some(infer_shr_u(&r[0], &r[1]));
    ShRSIOp = |_, r| Some(infer_shr_s(&r[0], &r[1]));
    ExtUIOp = |op, r| Some(extend_unsigned(&r[0], width(op)));
    ExtSIOp = |op, r| Some(extend_signed(&r[0], width(op)));
    TruncIOp = |op, r| Some(truncate(&r[0], width(op)));
    IndexCastOp = |op, r| Some(cast_to(&r[0], width(op), extend_signed));
    IndexCastUIOp = |op, r| Some(cast_to(&r[0], width(op), extend_unsigned));
    CmpIOp = compare;
}

/// The range of the selected operand if the condition is constant, otherwise the union of both.
impl InferIntRange for SelectOp {
    fn infer(&self, op: OpRef<'_>, operands: &[Option<Range>], set: &mut dyn FnMut(Value, Range)) {
        let [condition, yes, no] = operands else { return };
        let chosen = match condition.as_ref().and_then(Range::constant_value) {
            Some(value) if value.is_zero() => no.clone(),
            Some(_) => yes.clone(),
            None => match (yes, no) {
                (Some(yes), Some(no)) => Some(yes.union(no)),
                (yes, no) => yes.clone().or_else(|| no.clone()),
            },
        };
        if let Some(range) = chosen {
            set(op.single_result().id(), range);
        }
    }
}
