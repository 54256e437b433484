//! Sizes, offsets and the like that are known or computed, as patterns change them.

use terrace_dialects_core::arith;
use terrace_dialects_core::fold::known_scalar;
use terrace_ir::interfaces::{Mixed, mixed_values};
use terrace_ir::{Attr, Context, Loc, OpRef, Rewriter, Type, Value, ValueRef};

pub use terrace_ir::interfaces::Index;

/// The integer that a value is known to be.
pub fn known(value: ValueRef<'_>) -> Option<i64> {
    known_scalar(value)?.to_i64()
}

/// The integer that a number is, where it is written or its value is a constant.
pub fn known_mixed(mixed: Mixed<'_>) -> Option<i64> {
    match mixed {
        Mixed::Static(number) => Some(number),
        Mixed::Value(value) => known(value),
    }
}

/// The numbers of an attribute, with values from an operand slot where it has none.
pub fn mixed_slot<'a>(op: OpRef<'a>, fixed: Attr, slot: usize) -> Vec<Mixed<'a>> {
    let fixed = fixed.as_i64_array(op.cx()).unwrap_or_default();
    mixed_values(&fixed, op.operand_group(slot))
}

/// The same list without views.
pub fn indices(list: &[Mixed<'_>]) -> Vec<Index> {
    list.iter().map(|&mixed| mixed.into()).collect()
}

/// The same list, with what is known in place of values.
pub fn known_indices(list: &[Mixed<'_>]) -> Vec<Index> {
    list.iter().map(|&mixed| known_mixed(mixed).map_or(mixed.into(), Index::Known)).collect()
}

/// The values of a list and its numbers, [`terrace_ir::DYNAMIC`] where a value stands.
pub fn split(list: &[Index]) -> (Vec<Value>, Vec<i64>) {
    let value = |index: &Index| if let Index::Value(value) = index { Some(*value) } else { None };
    (list.iter().filter_map(value).collect(), list.iter().map(|index| index.fixed()).collect())
}

/// The numbers of a list as an attribute.
pub fn fixed_attr(cx: &Context, list: &[Index]) -> Attr {
    let (_, fixed) = split(list);
    cx.i64_array(&fixed)
}

/// A constant of type `index` at the insertion point.
pub fn index_constant(rw: &mut Rewriter<'_>, number: i64, loc: Loc) -> Value {
    let attr = rw.cx().int_attr(Type::INDEX, number);
    rw.create_value::<arith::ConstantOp>(&[], &[Some(attr)], Type::INDEX, loc)
}

/// The value of a number, a constant where it is known.
pub fn value_of(rw: &mut Rewriter<'_>, index: Index, loc: Loc) -> Value {
    match index {
        Index::Known(number) => index_constant(rw, number, loc),
        Index::Value(value) => value,
    }
}

/// The number that an index is known to be.
pub fn known_index(rw: &Rewriter<'_>, index: Index) -> Option<i64> {
    match index {
        Index::Known(number) => Some(number),
        Index::Value(value) => known(rw.value(value)),
    }
}
