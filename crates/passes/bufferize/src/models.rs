//! External models of the bufferization interface: one extension for each dialect.

/// The methods of [`BufferizableOp`](crate::interface::BufferizableOp) about operands, for ops that write none of them and
/// whose results alias none: all that is said is whether they are read.
#[macro_export]
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
pub mod sparse_tensor;
pub mod tensor;
pub mod uniform;
pub mod vector;

use terrace_ir::extension::DialectExtension;

/// The external models of the [interface](crate::interface::BufferizableOp) for the ops of each dialect.
pub static EXTENSIONS: &[&DialectExtension] = &[
    &arith::EXTENSION,
    &bufferization::EXTENSION,
    &cf::EXTENSION,
    &func::EXTENSION,
    &linalg::EXTENSION,
    &ml_program::EXTENSION,
    &scf::EXTENSION,
    &shape::EXTENSION,
    &sparse_tensor::EXTENSION,
    &tensor::EXTENSION,
    &vector::EXTENSION,
];
