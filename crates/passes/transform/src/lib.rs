//! Internal to Terrace; no promise of stability. The dialect transform: scripts as IR that match and transform IR, and
//! their interpreter.
//!
//! The map: [`types`] are those of handles and parameters, [`interfaces`] those of transform ops, here or in
//! other crates, [`ops`] the ops of the dialect itself; [`state`] maps handles to payload, [`interpreter`]
//! applies ops and updates it, `tracking` updates handles when payload is replaced, `invalidation` detects
//! uses of invalid handles; [`failure`] has the failures of ops, [`results`] their results, [`effects`] their
//! side effects; [`passes`] run scripts, [`observe`] observes them; [`text`] prints ops in messages;
//! [`prelude`] is for crates that define ops.

#![forbid(unsafe_code)]

mod each;
pub mod effects;
pub mod extension;
pub mod failure;
pub mod interfaces;
pub mod interpreter;
mod invalidation;
pub mod nested_effects;
pub mod observe;
pub mod ops;
pub mod passes;
pub mod prelude;
pub mod results;
pub mod state;
pub mod text;
mod tracking;
pub mod types;
pub mod walk;

use terrace_ir::def::{DialectDef, EMPTY_DIALECT};

pub use failure::{TransformFailure, TransformResult};
pub use interfaces::{Each, EachResult, MatchOpInterface, Matcher, TransformEachOp, TransformOpInterface};
pub use results::{Mapping, TransformResults};
pub use state::TransformState;
pub use tracking::find_replacement_op;

/// The dialects this crate defines.
pub static DIALECTS: &[&DialectDef] = &[&TRANSFORM];

/// The dialect.
pub static TRANSFORM: DialectDef = DialectDef {
    name: "transform",
    doc: "Scripts that match and transform payload IR.",
    ops: ops::OPS,
    verify_op: Some(effects::verify_effects),
    verify_op_attr: Some(ops::verify::verify_op_attr),
    types: &[
        types::AffineMapParamType::DEF,
        types::AnyOpType::DEF,
        types::AnyParamType::DEF,
        types::AnyValueType::DEF,
        types::OperationType::DEF,
        types::ParamType::DEF,
        types::TypeParamType::DEF,
    ],
    attrs: &[&ops::apply::PARAM_OPERAND],
    ..EMPTY_DIALECT
};
