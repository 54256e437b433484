//! The test dialect: accepts any operation, type and attribute under its name, and defines a few.

#![forbid(unsafe_code)]

pub mod accesses;
pub mod allocations;
pub mod attributes;
mod base64;
pub mod bounds;
pub mod buffers;
pub mod calls;
pub mod confined;
pub mod dynamic;
pub mod effects;
pub mod enums;
pub mod folds;
pub mod formats;
mod layouts;
pub mod legal;
pub mod params;
pub mod passing;
pub mod properties;
pub mod regions;
pub mod shaped;
pub mod slots;
pub mod structured;
pub mod syntax;
pub mod traits;
pub mod transform_conversion;
pub mod transform_effects;
mod transform_extension;
pub mod transform_ops;
pub mod transform_regions;
mod ugly;
pub mod value_bounds;
pub mod verifiers;
pub mod versions;

use terrace_ir::attr_kind::AnyAttr;
use terrace_ir::attrs::NamedAttr;
use terrace_ir::bytecode::BytecodeDialectInterface;
use terrace_ir::constraints::ANY_TYPE;
use terrace_ir::def::{DialectDef, EMPTY_DIALECT, OpDef, joined_ops, op_count};
use terrace_ir::diag::{CheckResult, Diag};
use terrace_ir::dialect_interfaces::{
    AliasResult, DialectFoldInterface, DialectInlinerInterface, OpAsmDialectInterface,
};
use terrace_ir::{Attr, Context, OpKind, OpName, OpRef, RegionRef, Type, TypeData};
use terrace_macros::op;

/// The dialect `test`.
pub static TEST: DialectDef = DialectDef {
    name: "test",
    doc: "Operations, types and attributes for tests; few have a definition.",
    ops: &OPS,
    types: params::TYPES,
    attrs: params::ATTRS,
    allows_unknown_ops: true,
    allows_unknown_types: true,
    verify_op_attr: Some(refuse_invalid),
    canonicalize: &[folds::DIALECT_PATTERN],
    interfaces: &[
        &(&TestConstants as &dyn DialectFoldInterface),
        &(&terrace_dialects_builtin::dialect_interfaces::InlineAll as &dyn DialectInlinerInterface),
        &(&TestDialectInterfaces as &dyn OpAsmDialectInterface),
        &(&versions::TestBytecode as &dyn BytecodeDialectInterface),
    ],
    ..EMPTY_DIALECT
};

/// Constants of the dialect may hold any attribute, and stay in an op with one region.
struct TestConstants;

impl DialectFoldInterface for TestConstants {
    fn materialize_constant(&self, cx: &Context, attr: Attr, _ty: Type) -> Option<(OpName, Vec<Attr>)> {
        Some((cx.op_name(ConstantOp::DEF.name), vec![attr]))
    }

    fn should_materialize_into(&self, region: RegionRef<'_>) -> bool {
        region.parent_op().is_some_and(|op| op.isa::<regions::OneRegionOp>())
    }
}

/// The dialect has resources, and aliases for tuples of one of its types and for a type of a special name.
struct TestDialectInterfaces;

/// Strings that are aliases, for what they begin with; the same are in attributes `#test.nested_alias`.
const ALIASES: [(&str, &str); 13] = [
    ("dot_in_name", "test.alias"),
    ("trailing_digit", "test_alias0"),
    ("trailing_digit_conflict_a", "test_alias_conflict0_1_1_1"),
    ("trailing_digit_conflict_b", "test_alias_conflict0"),
    ("trailing_digit_conflict_c", "test_alias_conflict0"),
    ("trailing_digit_conflict_d", "test_alias_conflict0_"),
    ("trailing_digit_conflict_e", "test_alias_conflict0_1"),
    ("trailing_digit_conflict_f", "test_alias_conflict0_1"),
    ("trailing_digit_conflict_g", "test_alias_conflict0_1_"),
    ("trailing_digit_conflict_h", "test_alias_conflict0_1_1"),
    ("prefixed_digit", "0_test_alias"),
    ("prefixed_symbol", "%test"),
    ("tensor_encoding", "test_encoding"),
];

const NESTED_ALIASES: [(&str, &str); 3] = [
    ("trailing_digit_conflict_base", "unique_base"),
    ("trailing_digit_conflict_base_conflict", "unique_base"),
    ("trailing_digit_conflict_base1", "unique_base1"),
];

/// The alias of a string in a list.
fn alias_in(list: &'static [(&str, &str)], text: Option<&str>) -> AliasResult {
    let key = text.and_then(|text| text.strip_prefix("alias_test:"));
    match list.iter().find(|(name, _)| Some(*name) == key) {
        Some((_, alias)) => AliasResult::FinalAlias((*alias).into()),
        None => AliasResult::NoAlias,
    }
}

impl OpAsmDialectInterface for TestDialectInterfaces {
    fn get_attr_alias(&self, cx: &Context, attr: Attr, _written: Option<&str>) -> AliasResult {
        if let Some(params) = cx.attr_params(attr, &params::NESTED_ALIAS) {
            return alias_in(&NESTED_ALIASES, params.first().and_then(|text| text.as_str(cx)));
        }
        match cx.attr_params(attr, &params::OP_ASM_ATTR) {
            Some(params) => {
                let value = params.first().and_then(|text| text.as_str(cx)).unwrap_or("");
                AliasResult::FinalAlias(format!("op_asm_attr_interface_{value}").into())
            }
            None => alias_in(&ALIASES, attr.as_str(cx)),
        }
    }

    fn get_type_alias(&self, cx: &Context, ty: Type, _written: Option<&str>) -> AliasResult {
        if let TypeData::Tuple(types) = ty.data(cx) {
            let all = types.iter().all(|&ty| cx.type_params(ty, &params::SMPLA).is_some());
            return match all && !types.is_empty() {
                true => AliasResult::FinalAlias("test_tuple".into()),
                false => AliasResult::NoAlias,
            };
        }
        if let Some([width, signedness]) = cx.type_params(ty, &params::INT) {
            return match (width.as_u64(cx), signedness.as_str(cx)) {
                (Some(8), Some("unsigned")) => AliasResult::FinalAlias("test_ui8".into()),
                _ => AliasResult::NoAlias,
            };
        }
        match cx.identified_name(ty, &params::TEST_REC) {
            Some(name) if name.text(cx) == "type_to_alias" => AliasResult::FinalAlias("testrec".into()),
            _ => AliasResult::NoAlias,
        }
    }
}

/// Its ops, as lists that grow file by file.
const LISTS: &[&[&OpDef]] = &[
    &[ConstantOp::DEF],
    &accesses::OPS,
    &allocations::OPS,
    &attributes::OPS,
    &bounds::OPS,
    &buffers::OPS,
    &effects::OPS,
    &enums::OPS,
    &calls::OPS,
    &confined::OPS,
    &dynamic::OPS,
    &folds::OPS,
    &formats::OPS,
    &layouts::OPS,
    &legal::OPS,
    &passing::OPS,
    &properties::OPS,
    &regions::OPS,
    &slots::OPS,
    &structured::OPS,
    &syntax::OPS,
    &value_bounds::OPS,
    &traits::OPS,
    &verifiers::OPS,
    &versions::OPS,
];

static OPS: [&OpDef; op_count(LISTS)] = joined_ops(LISTS);

/// A constant of any type.
#[op("test.constant", traits(ConstantLike, Pure), fold = |op, _| ConstantOp::view_of(op).value_attr().opt().into())]
pub struct ConstantOp {
    value: Prop<AnyAttr>,
    result: Res<ANY_TYPE>,
}

/// Refuses `test.invalid_attr`, so that tests have an attribute which is always wrong.
fn refuse_invalid(op: OpRef<'_>, (name, _): NamedAttr) -> CheckResult {
    if name.text(op.cx()) != "test.invalid_attr" {
        return Ok(());
    }
    let mut diag = Diag::error(op.loc(), "invalid to use 'test.invalid_attr'");
    diag.op = Some(op.handle());
    Err(diag)
}

/// The dialects this crate defines.
pub static DIALECTS: &[&DialectDef] = &[&TEST];
