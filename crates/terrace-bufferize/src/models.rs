//! What the ops of the dialects tell: tables, one for each dialect.

pub mod bufferization;
pub mod cf;
pub mod func;
pub mod scf;
pub mod tensor;

use terrace_ir::Context;

use crate::interface::{Models, Row};

/// The tables of all dialects that are known here.
pub static TABLES: &[&[Row]] = &[bufferization::ROWS, cf::ROWS, func::ROWS, scf::ROWS, tensor::ROWS];

/// The models of all tables.
pub fn models(cx: &Context) -> Models {
    Models::new(cx, TABLES.iter().copied().flatten())
}
