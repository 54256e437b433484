//! Internal to Terrace; no promise of stability. The dialect irdl, and dialects that are defined by it while the
//! program runs.
//!
//! The map: [`definitions`] are the ops that define a dialect and its components, [`slots`] those that name
//! the parameters of a type or the slots of an op, [`constraints`] those that constrain them; [`types`] are
//! the types and attributes that these use, [`names`] verifies names. [`mod@load`] compiles a module of
//! definitions to tables, with the checks of [`check`].

#![forbid(unsafe_code)]

pub mod check;
pub mod constraints;
pub mod definitions;
pub mod load;
pub mod names;
mod op_check;
pub mod slots;
pub mod types;

use terrace_ir::OpKind;
use terrace_ir::def::{DialectDef, EMPTY_DIALECT};

pub use load::load_dialects;

/// The dialects this crate defines.
pub static DIALECTS: &[&DialectDef] = &[&IRDL];

/// The dialect.
pub static IRDL: DialectDef = DialectDef {
    name: "irdl",
    doc: "Dialect definitions as IR.",
    ops: &[
        constraints::AllOfOp::DEF,
        constraints::AnyOfOp::DEF,
        constraints::AnyOp::DEF,
        definitions::AttributeOp::DEF,
        slots::AttributesOp::DEF,
        constraints::BaseOp::DEF,
        constraints::CPredOp::DEF,
        definitions::DialectOp::DEF,
        constraints::IsOp::DEF,
        slots::OperandsOp::DEF,
        definitions::OperationOp::DEF,
        slots::ParametersOp::DEF,
        constraints::ParametricOp::DEF,
        slots::RegionOp::DEF,
        slots::RegionsOp::DEF,
        slots::ResultsOp::DEF,
        definitions::TypeOp::DEF,
    ],
    types: &[types::AttributeType::DEF, types::RegionType::DEF],
    attrs: &[types::VariadicityAttr::DEF, types::VariadicityArrayAttr::DEF],
    ..EMPTY_DIALECT
};
