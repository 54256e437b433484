//! Sizes, offsets and the like that are known or computed, as patterns change them.

use terrace_dialects_core::arith;
use terrace_ir::interfaces::mixed_values;
pub use terrace_ir::interfaces::split;
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::{
    Attr, Context, Loc, OpFoldResult, OpFoldResultRef, OpRef, OptionalAttr, Rewriter, Type, Value,
};

/// The integer that a number is, where it is written or its value is a constant.
pub fn known_mixed(mixed: OpFoldResultRef<'_>) -> Option<i64> {
    match mixed {
        OpFoldResultRef::Static(number) => Some(number),
        OpFoldResultRef::Value(value) => m_scalar_i64(value),
    }
}

/// The numbers of an attribute, with values from an operand slot where it has none.
pub fn mixed_slot<'a>(op: OpRef<'a>, fixed: Attr, slot: usize) -> Vec<OpFoldResultRef<'a>> {
    let fixed = fixed.optional_i64s(op.cx());
    mixed_values(&fixed, op.operand_group(slot))
}

/// The same list without views.
pub fn indices(list: &[OpFoldResultRef<'_>]) -> Vec<OpFoldResult> {
    list.iter().map(|&mixed| mixed.into()).collect()
}

/// The same list with static values substituted.
pub fn known_indices(list: &[OpFoldResultRef<'_>]) -> Vec<OpFoldResult> {
    list.iter().map(|&mixed| known_mixed(mixed).map_or(mixed.into(), OpFoldResult::Static)).collect()
}

/// The numbers of a list as an attribute.
pub fn fixed_attr(cx: &Context, list: &[OpFoldResult]) -> Attr {
    let (_, fixed) = split(list);
    cx.i64_array(&fixed)
}

/// A constant of type `index` at the insertion point.
pub fn index_constant(rw: &mut Rewriter<'_>, number: i64, loc: Loc) -> Value {
    let attr = rw.cx().int_attr(Type::INDEX, number);
    rw.build_value(arith::ConstantOp::of().value_attr(attr).result(Type::INDEX).loc(loc))
}

/// The value of a number, a constant where it is known.
pub fn value_of(rw: &mut Rewriter<'_>, index: OpFoldResult, loc: Loc) -> Value {
    match index {
        OpFoldResult::Static(number) => index_constant(rw, number, loc),
        OpFoldResult::Value(value) => value,
    }
}

/// The number that an index is known to be.
pub fn known_index(rw: &Rewriter<'_>, index: OpFoldResult) -> Option<i64> {
    match index {
        OpFoldResult::Static(number) => Some(number),
        OpFoldResult::Value(value) => m_scalar_i64(rw.value(value)),
    }
}
