//! The test dialect: accepts any operation, type and attribute under its name, and defines a few.

#![forbid(unsafe_code)]

pub mod accesses;
pub mod allocations;
pub mod attributes;
pub mod bounds;
pub mod buffers;
pub mod calls;
pub mod dynamic;
pub mod effects;
pub mod folds;
pub mod formats;
mod layouts;
pub mod legal;
mod params;
pub mod passing;
pub mod regions;
pub mod slots;
pub mod structured;
pub mod traits;
pub mod transform_conversion;
pub mod transform_effects;
mod transform_extension;
pub mod transform_ops;
pub mod transform_regions;
pub mod value_bounds;
pub mod versions;

use terrace_ir::attr_kind::AnyAttr;
use terrace_ir::attrs::NamedAttr;
use terrace_ir::bytecode::BytecodeDialectInterface;
use terrace_ir::constraints::ANY_TYPE;
use terrace_ir::def::{DialectDef, EMPTY_DIALECT, OpDef};
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

impl OpAsmDialectInterface for TestDialectInterfaces {
    fn get_type_alias(&self, cx: &Context, ty: Type, _written: Option<&str>) -> AliasResult {
        if let TypeData::Tuple(types) = ty.data(cx) {
            let all = types.iter().all(|&ty| cx.type_params(ty, &params::SMPLA).is_some());
            return match all && !types.is_empty() {
                true => AliasResult::FinalAlias("test_tuple".into()),
                false => AliasResult::NoAlias,
            };
        }
        match cx.identified_name(ty, &params::TEST_REC) {
            Some(name) if name.text(cx) == "type_to_alias" => AliasResult::FinalAlias("testrec".into()),
            _ => AliasResult::NoAlias,
        }
    }
}

/// Its ops, as lists that grow file by file.
static OPS: [&OpDef; 136] = concat_ops([
    &[ConstantOp::DEF],
    &accesses::OPS,
    &allocations::OPS,
    &attributes::OPS,
    &bounds::OPS,
    &buffers::OPS,
    &effects::OPS,
    &calls::OPS,
    &dynamic::OPS,
    &folds::OPS,
    &formats::OPS,
    &layouts::OPS,
    &legal::OPS,
    &passing::OPS,
    &regions::OPS,
    &slots::OPS,
    &structured::OPS,
    &value_bounds::OPS,
    &traits::OPS,
    &versions::OPS,
]);

/// The ops of several lists, in order.
const fn concat_ops<const N: usize, const LISTS: usize>(
    lists: [&[&'static OpDef]; LISTS],
) -> [&'static OpDef; N] {
    let mut all = [ConstantOp::DEF; N];
    let (mut at, mut list) = (0, 0);
    while list < LISTS {
        let mut i = 0;
        while i < lists[list].len() {
            all[at] = lists[list][i];
            (at, i) = (at + 1, i + 1);
        }
        list += 1;
    }
    assert!(at == N, "as many ops as the table has");
    all
}

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
