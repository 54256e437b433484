//! What is known of dialects of upstream that are not there: as much as is needed to write their types and attributes, which
//! are not interpreted, as upstream writes them.

use terrace_ir::dialect_interfaces::{AliasResult, OpAsmDialectInterface};
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION};
use terrace_ir::{Attr, Context, Type};

/// A dialect that has aliases for its types and attributes: they keep the names that the file has for them.
struct KeepsAliases;

fn kept(written: Option<&str>) -> AliasResult {
    written.map_or(AliasResult::NoAlias, |name| AliasResult::OverridableAlias(name.to_owned().into()))
}

impl OpAsmDialectInterface for KeepsAliases {
    fn get_attr_alias(&self, _cx: &Context, _attr: Attr, written: Option<&str>) -> AliasResult {
        kept(written)
    }

    fn get_type_alias(&self, _cx: &Context, _ty: Type, written: Option<&str>) -> AliasResult {
        kept(written)
    }
}

const fn with_aliases(dialect: &'static str) -> DialectExtension {
    DialectExtension {
        dialect,
        dialect_interfaces: &[&(&KeepsAliases as &dyn OpAsmDialectInterface)],
        ..EMPTY_EXTENSION
    }
}

static SPARSE_TENSOR: DialectExtension = with_aliases("sparse_tensor");
static ACC: DialectExtension = with_aliases("acc");
static XEGPU: DialectExtension = with_aliases("xegpu");
static SPIRV: DialectExtension = with_aliases("spirv");
static NVVM: DialectExtension = with_aliases("nvvm");
static EMITC: DialectExtension = with_aliases("emitc");

/// Extensions of dialects that are not registered.
pub(crate) static EXTENSIONS: &[&DialectExtension] = &[&SPARSE_TENSOR, &ACC, &XEGPU, &SPIRV, &NVVM, &EMITC];
