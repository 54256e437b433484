//! Internal to Terrace; no promise of stability. The dialect llvm: LLVM's instructions, constants, globals and
//! intrinsics as ops, so that translation to LLVM IR is one op at a time.
//!
//! The map: [`types`] and [`attrs`] (with [`enums`]) are types and attributes, [`constraints`] the
//! constraints of operands; [`ops`] are instructions and module-level ops, [`intrinsics`] calls of
//! intrinsics, each with the data of its name; `inline` is the inliner interface, `parameter_attrs` has the
//! valid attributes of function arguments and results.

#![forbid(unsafe_code)]

pub mod attrs;
mod bytecode;
pub mod constraints;
pub mod enums;
mod inline;
pub mod intrinsics;
mod layout_text;

pub mod ops;
mod parameter_attrs;
pub mod reader;
pub mod types;

pub use layout_text::check as check_data_layout;
pub use ops::*;

use terrace_dialects_builtin::dialect_interfaces::LoopAttrDialectInterface;
use terrace_ir::bytecode::BytecodeDialectInterface;
use terrace_ir::def::{DialectDef, EMPTY_DIALECT, OpDef, joined_ops, op_count};
use terrace_ir::dialect_interfaces::{
    DialectFoldInterface, DialectInlinerInterface, DialectResources, OpAsmDialectInterface,
};

/// The dialects this crate defines.
pub static DIALECTS: &[&DialectDef] = &[&LLVM];

const LISTS: &[&[&OpDef]] = &[ops::OPS, intrinsics::OPS];

static OPS: [&OpDef; op_count(LISTS)] = joined_ops(LISTS);

/// The parser and printer hooks of the dialect.
struct Syntax;

impl OpAsmDialectInterface for Syntax {
    fn resources(&self) -> DialectResources {
        DialectResources::None
    }

    fn unknown_type_message(&self, name: &str) -> Option<String> {
        Some(types::syntax::unknown_type_message(name))
    }
}

/// Loops of other dialects may have the dialect's annotations.
struct LoopAttributes;

impl LoopAttrDialectInterface for LoopAttributes {}

/// The dialect.
pub static LLVM: DialectDef = DialectDef {
    name: "llvm",
    doc: "LLVM IR instructions, constants, globals and intrinsics.",
    ops: &OPS,
    types: &[
        types::ArrayType::DEF,
        types::FunctionType::DEF,
        types::LabelType::DEF,
        types::MetadataType::DEF,
        types::PointerType::DEF,
        types::PpcFp128Type::DEF,
        types::StructType::DEF,
        types::TargetExtType::DEF,
        types::TokenType::DEF,
        types::VoidType::DEF,
        types::X86AmxType::DEF,
    ],
    attrs: attrs::ATTRS,
    allows_unknown_ops: true,
    verify_op_attr: Some(parameter_attrs::verify_op_attr),
    verify_region_attr: Some(parameter_attrs::verify_region_attr),
    interfaces: &[
        &(&ops::materialize::materialize as &dyn DialectFoldInterface),
        &(&bytecode::Encodings as &dyn BytecodeDialectInterface),
        &(&inline::Inliner as &dyn DialectInlinerInterface),
        &(&LoopAttributes as &dyn LoopAttrDialectInterface),
        &(&Syntax as &dyn OpAsmDialectInterface),
    ],
    ..EMPTY_DIALECT
};
