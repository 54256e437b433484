//! The tables of the dialects: which op is lowered how.

pub mod affine;
pub mod arith;
pub mod bufferization;
pub mod cf;
pub mod combine;
pub mod complex;
pub mod elementwise;
pub mod func;
pub mod index;
pub mod linalg;
pub mod loops;
pub mod math;
pub mod memref;
pub mod moves;
pub mod print;
pub mod scf;
pub mod tensor;
pub mod ub;
pub mod vector;

use rustc_hash::FxHashMap;

use crate::lower::{Interpret, Row};

/// The rows of all dialects that are known here.
pub static TABLES: &[&[Row]] = &[
    arith::ROWS,
    bufferization::ROWS,
    cf::ROWS,
    complex::ROWS,
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
    vector::ROWS,
];

/// Rows by the names of their ops.
pub fn by_name(tables: &[&[Row]]) -> FxHashMap<&'static str, &'static dyn Interpret> {
    tables.iter().copied().flatten().copied().collect()
}
