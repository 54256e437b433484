//! Ranges of indices, whose width is 32 or 64 bits.

use terrace_ir::elements::Numbers;
use terrace_ir::fold::constant_value;
use terrace_ir::int_range::{Range, storage_width};
use terrace_ir::{OpRef, infer_int_range};
use terrace_support::apint::ApInt;
use terrace_support::int_range::*;

use super::*;
use crate::arith::boolean_range;

type Infer = fn(&Range, &Range) -> Range;

fn binary(reading: Reading, infer: Infer) -> impl Fn(OpRef<'_>, &[Range]) -> Option<Range> {
    move |_, r| Some(infer_index(reading, r, |r| infer(&r[0], &r[1])))
}

fn wrapping(infer: fn(&Range, &Range, NoWrap) -> Range) -> impl Fn(OpRef<'_>, &[Range]) -> Option<Range> {
    move |_, r| Some(infer_index(Reading::Both, r, |r| infer(&r[0], &r[1], NoWrap::default())))
}

fn cast(op: OpRef<'_>, range: &Range, extend: fn(&Range, u32) -> Range) -> Range {
    let like = |range: &Range, width: u32| match range.width() {
        from if from < width => extend(range, width),
        from if from > width => truncate(range, width),
        _ => range.clone(),
    };
    let width = storage_width(op.cx(), op.single_result().ty());
    let stored = like(range, width);
    if op.single_operand().ty() == terrace_ir::Type::INDEX {
        // An index of 32 bits is extended from these; upstream takes it for one of 64.
        return match width > 32 && !op.cx().matches_upstream() {
            true => stored.union(&like(&truncate(range, 32), width)),
            false => stored,
        };
    }
    stored.union(&terrace_support::int_range::extend(&like(range, 32), width))
}

fn constant(op: OpRef<'_>) -> Option<Range> {
    match Numbers::<ApInt>::of_attr(op.cx(), constant_value(op.single_result())?)? {
        Numbers::Scalar(value) => Some(Range::constant(value)),
        _ => None,
    }
}

fn compare(op: OpRef<'_>, r: &[Range]) -> Option<Range> {
    let params = op.cx().attr_params(CmpOp::view_of(op).pred_attr(), &CMP_PREDICATE_ATTR)?;
    let comparison = Comparison::from_number(params[0].as_u64(op.cx())?)?;
    let wide = comparison.decide(&r[0], &r[1]);
    let narrow = comparison.decide(&truncate(&r[0], 32), &truncate(&r[1], 32));
    Some(boolean_range(if wide == narrow { wide } else { None }))
}

infer_int_range! {
    ConstantOp = |op, _| constant(op);
    BoolConstantOp = |op, _| constant(op);
    AddOp = wrapping(infer_add);
    SubOp = wrapping(infer_sub);
    MulOp = wrapping(infer_mul);
    ShlOp = wrapping(infer_shl);
    DivUOp = binary(Reading::Unsigned, infer_div_u);
    DivSOp = binary(Reading::Signed, infer_div_s);
    CeilDivUOp = binary(Reading::Unsigned, infer_ceil_div_u);
    CeilDivSOp = |op, r| match op.cx().matches_upstream() {
        true => Some(infer_index(Reading::Signed, r, |r| infer_ceil_div_s_as_upstream(&r[0], &r[1]))),
        false => Some(infer_index(Reading::Signed, r, |r| infer_ceil_div_s(&r[0], &r[1]))),
    };
    FloorDivSOp = binary(Reading::Signed, infer_floor_div_s);
    RemSOp = binary(Reading::Signed, infer_rem_s);
    RemUOp = binary(Reading::Unsigned, infer_rem_u);
    MaxSOp = binary(Reading::Signed, infer_max_s);
    MaxUOp = binary(Reading::Unsigned, infer_max_u);
    MinSOp = binary(Reading::Signed, infer_min_s);
    MinUOp = binary(Reading::Unsigned, infer_min_u);
    ShrSOp = binary(Reading::Signed, infer_shr_s);
    ShrUOp = binary(Reading::Unsigned, infer_shr_u);
    AndOp = binary(Reading::Unsigned, infer_and);
    OrOp = binary(Reading::Unsigned, infer_or);
    XOrOp = binary(Reading::Unsigned, infer_xor);
    CastSOp = |op, r| Some(cast(op, &r[0], extend_signed));
    CastUOp = |op, r| Some(cast(op, &r[0], extend_unsigned));
    CmpOp = compare;
    SizeOfOp = |_, _| Some(Range::unsigned(ApInt::new(64, 32), ApInt::new(64, 64)));
}
