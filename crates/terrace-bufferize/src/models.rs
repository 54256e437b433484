//! What the ops of the dialects tell: tables, one for each dialect.

/// What ops tell of operands that nothing aliases and nothing writes: whether they are read.
macro_rules! never_written {
    (read: $reads:expr) => {
        fn bufferizes_to_memory_read(
            &self,
            _operand: $crate::interface::Operand<'_>,
            _state: &$crate::state::State<'_>,
        ) -> bool {
            $reads
        }

        fn bufferizes_to_memory_write(
            &self,
            _operand: $crate::interface::Operand<'_>,
            _state: &$crate::state::State<'_>,
        ) -> bool {
            false
        }

        fn aliasing_values<'a>(
            &self,
            _operand: $crate::interface::Operand<'a>,
            _state: &$crate::state::State<'_>,
        ) -> $crate::interface::AliasingValues<'a> {
            $crate::interface::AliasingValues::new()
        }
    };
}

pub(crate) mod alias_sets;
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
