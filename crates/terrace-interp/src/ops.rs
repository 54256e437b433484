//! The tables of the dialects: which op is lowered how.

pub mod affine;
pub mod arith;
pub mod cf;
pub mod elementwise;
pub mod func;
pub mod index;
pub mod linalg;
pub mod loops;
pub mod math;
pub mod memref;
pub mod print;
pub mod scf;
pub mod tensor;
pub mod ub;

use crate::lower::{Row, Rows};

/// The rows of all dialects that are known here.
pub static TABLES: &[&[Row]] = &[
    arith::ROWS,
    cf::ROWS,
    func::ROWS,
    index::ROWS,
    linalg::ROWS,
    affine::ROWS,
    math::ROWS,
    memref::ROWS,
    print::ROWS,
    scf::ROWS,
    tensor::ROWS,
    ub::ROWS,
];

/// The rows of tables, and what this crate knows of ops by what they are.
pub fn rows(tables: &[&[Row]]) -> Rows {
    Rows {
        by_name: tables.iter().copied().flatten().copied().collect(),
        by_kind: vec![linalg::structured_row],
    }
}
