//! A type whose layout is given by a specification, and an op that has one.

use terrace_ir::data_layout::{
    DataLayout, DataLayoutEntry, DataLayoutOpInterface, DataLayoutTypeInterface, MissingDataLayout, TypeSize,
};
use terrace_ir::def::{EMPTY_PARAMS, OpDef, ParamDef, ParamKind, TypeDef};
use terrace_ir::{Context, OpKind, Type};
use terrace_macros::op;

/// `!test.test_type_with_layout<10>`: entries for one such type apply to all, independent of the number.
pub(crate) static TYPE_WITH_LAYOUT: TypeDef = TypeDef {
    name: "test.test_type_with_layout",
    class: "TestTypeWithLayout",
    params: &[ParamDef { name: "key", kind: ParamKind::Int(32), optional: false, default: None }],
    format: Some("`<` $key `>`"),
    interfaces: &[&(&Layout as &dyn DataLayoutTypeInterface)],
    ..EMPTY_PARAMS
};

struct Layout;

/// The number of the first entry `["kind", number]` of a kind, or 1.
fn number(cx: &Context, entries: &[DataLayoutEntry], kind: &str) -> u64 {
    let of_kind = |entry: &DataLayoutEntry| match *entry.value.as_array(cx)? {
        [name, number] if name.as_str(cx) == Some(kind) => number.as_u64(cx),
        _ => None,
    };
    entries.iter().find_map(of_kind).unwrap_or(1)
}

impl DataLayoutTypeInterface for Layout {
    fn size_in_bits(
        &self,
        cx: &Context,
        _ty: Type,
        _layout: &DataLayout,
        entries: &[DataLayoutEntry],
    ) -> Result<TypeSize, MissingDataLayout> {
        Ok(TypeSize::fixed(number(cx, entries, "size")))
    }

    fn abi_alignment(
        &self,
        cx: &Context,
        _ty: Type,
        _layout: &DataLayout,
        entries: &[DataLayoutEntry],
    ) -> Result<u64, MissingDataLayout> {
        Ok(number(cx, entries, "alignment"))
    }

    fn preferred_alignment(
        &self,
        cx: &Context,
        _ty: Type,
        _layout: &DataLayout,
        entries: &[DataLayoutEntry],
    ) -> Result<u64, MissingDataLayout> {
        Ok(number(cx, entries, "preferred"))
    }

    fn index_bitwidth(
        &self,
        cx: &Context,
        _ty: Type,
        _layout: &DataLayout,
        entries: &[DataLayoutEntry],
    ) -> Option<u64> {
        Some(number(cx, entries, "index"))
    }
}

/// An op with a data layout specification.
#[op("test.op_with_data_layout", interfaces(dyn DataLayoutOpInterface))]
pub struct OpWithDataLayoutOp {
    _regions: VarRegion,
}

impl DataLayoutOpInterface for OpWithDataLayoutOp {}

/// The ops of this file.
pub(crate) const OPS: [&OpDef; 1] = [OpWithDataLayoutOp::DEF];
