//! What the ops of the dialects tell: tables, one for each dialect.

pub mod arith;
pub mod bufferization;
pub mod cf;
pub mod func;
pub mod linalg;
pub mod ml_program;
pub mod scf;
pub mod shape;
pub mod tensor;
pub mod uniform;
pub mod vector;

use terrace_ir::Context;

use crate::interface::{Models, Row};

/// The tables of all dialects that are known here.
pub static TABLES: &[&[Row]] = &[
    arith::ROWS,
    bufferization::ROWS,
    cf::ROWS,
    func::ROWS,
    linalg::ROWS,
    ml_program::ROWS,
    scf::ROWS,
    shape::ROWS,
    tensor::ROWS,
    vector::ROWS,
];

/// The models of all tables.
pub fn models(cx: &Context) -> Models {
    let mut models = Models::new(cx, TABLES.iter().copied().flatten());
    linalg::add_structured(cx, &mut models);
    models
}
