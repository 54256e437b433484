//! The dialect math: functions of numbers beyond arithmetic, element by element on vectors and tensors.
//!
//! The map: [`float`] holds the functions of floats, [`integer`] those of integers, [`classify`] the
//! questions about floats; `fold` folds them.

pub mod classify;
pub mod float;
mod fold;
pub mod integer;

pub use classify::*;
pub use float::*;
pub use integer::*;

use terrace_ir::OpKind;
use terrace_ir::def::{DialectDef, EMPTY_DIALECT, OpDef, joined_ops, op_count};
use terrace_ir::dialect_interfaces::{DialectFoldInterface, DialectInlinerInterface};

/// The ops that are in no table.
const OTHERS: &[&OpDef] = &[ClampFOp::DEF, FPowIOp::DEF, FmaOp::DEF, IPowIOp::DEF, SincosOp::DEF];

const LISTS: &[&[&OpDef]] = &[classify::OPS, float::UNARY, float::BINARY, integer::UNARY, OTHERS];

static OPS: [&OpDef; op_count(LISTS)] = joined_ops(LISTS);

/// The dialect.
pub static MATH: DialectDef = DialectDef {
    name: "math",
    doc: "Mathematical functions, elementwise on vectors and tensors.",
    ops: &OPS,
    depends: &["arith", "ub"],
    interfaces: &[
        &(&crate::arith::constant::materialize as &dyn DialectFoldInterface),
        &(&terrace_dialects_builtin::dialect_interfaces::InlineAll as &dyn DialectInlinerInterface),
    ],
    ..EMPTY_DIALECT
};
