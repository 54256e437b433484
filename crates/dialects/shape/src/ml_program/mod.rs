//! The dialect ml_program: the structure of machine learning programs.
//!
//! The map: [`function`] has the functions and their terminators; [`global`] has global variables and
//! constants, with loads and stores; [`token`] orders these in a graph.

pub mod function;
pub mod global;
pub mod token;

use terrace_dialects_builtin::dialect_interfaces::InlineAll;
use terrace_ir::OpKind;
use terrace_ir::def::{DialectDef, EMPTY_DIALECT};
use terrace_ir::dialect_interfaces::{DialectInlinerInterface, DialectResources, OpAsmDialectInterface};

/// The dialect.
pub static ML_PROGRAM: DialectDef = DialectDef {
    name: "ml_program",
    doc: "Functions, globals and subgraphs of machine learning programs.",
    ops: &[
        function::FuncOp::DEF,
        global::GlobalOp::DEF,
        global::GlobalLoadOp::DEF,
        global::GlobalLoadConstOp::DEF,
        token::GlobalLoadGraphOp::DEF,
        global::GlobalStoreOp::DEF,
        token::GlobalStoreGraphOp::DEF,
        function::SubgraphOp::DEF,
        function::OutputOp::DEF,
        function::ReturnOp::DEF,
        token::TokenOp::DEF,
    ],
    types: &[token::TokenType::DEF],
    attrs: &[global::ExternAttr::DEF],
    interfaces: &[&(&InlineAll as &dyn DialectInlinerInterface), &(&Syntax as &dyn OpAsmDialectInterface)],
    ..EMPTY_DIALECT
};

/// The parser and printer hooks of the dialect.
struct Syntax;

impl OpAsmDialectInterface for Syntax {
    fn resources(&self) -> DialectResources {
        DialectResources::NoKeys
    }
}
