//! The dialect quant: quantized types, with scales and zero points, and casts of them.
//!
//! The map: [`types`] are the types, [`syntax`] how they are written, [`casts`] the ops; `bytecode` encodes the types.

mod bytecode;
pub mod casts;
pub mod syntax;
pub mod types;

use terrace_ir::OpKind;
use terrace_ir::bytecode::BytecodeDialectInterface;
use terrace_ir::def::{DialectDef, EMPTY_DIALECT};
use terrace_ir::dialect_interfaces::OpAsmDialectInterface;

/// The dialect.
pub static QUANT: DialectDef = DialectDef {
    name: "quant",
    doc: "Quantized types and casts.",
    ops: &[casts::DequantizeCastOp::DEF, casts::QuantizeCastOp::DEF, casts::StorageCastOp::DEF],
    types: &[
        types::AnyQuantizedType::DEF,
        types::CalibratedQuantizedType::DEF,
        types::UniformQuantizedType::DEF,
    ],
    interfaces: &[
        &(&syntax::Syntax as &dyn OpAsmDialectInterface),
        &(&bytecode::Encodings as &dyn BytecodeDialectInterface),
    ],
    ..EMPTY_DIALECT
};
