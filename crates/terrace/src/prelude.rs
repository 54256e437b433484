//! What most files that define or transform IR use: `use terrace::prelude::*;`.

pub use std::sync::Arc;

pub use terrace_conversion::{
    Conversion, ConversionPass, ConversionPatterns, ConversionRewriter, ConversionTarget,
};
pub use terrace_dialects_builtin::builtin::ModuleOp;
pub use terrace_dialects_core::arith::constant::ConstantBuilder;
pub use terrace_dialects_core::func::NewFunction;
// What `#[op]` emits names the crate.
pub use terrace_ir;
pub use terrace_ir::asm::{AttrPrinter, OpParser, PResult};
pub use terrace_ir::constraints::I64;
pub use terrace_ir::def::{
    AttrDef, DialectDef, EMPTY_DIALECT, EMPTY_PARAMS, IdentifiedAsm, TypeConstraint, TypeDef, TypeDefId,
};
pub use terrace_ir::extension::{
    DialectExtension, EMPTY_EXTENSION, ExternalModelWhere, ExternalModels, ExternalModelsByName, NamedModel,
    OpModel,
};
pub use terrace_ir::symbol_table::SymbolTable;
pub use terrace_ir::{
    Attr, AttrData, Block, CheckResult, Context, DYNAMIC, Diag, Folded, Ir, Loc, Op, OpFoldResult, OpHandle,
    OpKind, OpRef, RankedTensorType, Region, Rewriter, Type, TypeData, Value, ValueRef, View, attr_kinds,
    bit_enums, enums, int_attr_kinds, op_error,
};
pub use terrace_macros::{attr_def, op, type_def};
pub use terrace_opt::Setup;
pub use terrace_pass::pass::EMPTY_PASS;
pub use terrace_pass::{BodyPass, Failed, IrPass, Pass, PassDef, PassRun, option_enum, pass_options};

pub use terrace_support::apfloat::{ApFloat, FloatKind};
pub use terrace_support::apint::ApInt;

pub use crate::Errors;
