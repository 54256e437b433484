//! A dialect that has one of everything: its ops do little, and each shows an interface or a trait.
//!
//! | Module | What it defines |
//! |---|---|
//! | [`attributes`] | a type, an attribute, an enum, and an op with all of them |
//! | [`bytecode`] | how these are encoded, in two versions |
//! | [`structure`] | kinds of regions, symbols, a trait |
//! | [`tensors`] | ops that One-Shot Bufferize turns into ops on buffers |
//! | [`analysis`] | a bufferization by decisions of one's own |
//! | [`buffers`] | an allocator: an op that allocates, and those that free and copy what it returns |
//! | [`control_flow`] | branches, and an op with regions that lead to each other |
//! | [`passes`] | a pass with options and statistics |
//! | [`scripts`] | ops of scripts: one that changes payload, and a matcher |

#![forbid(unsafe_code)]

pub mod analysis;
pub mod attributes;
pub mod buffers;
pub mod bytecode;
pub mod control_flow;
pub mod passes;
pub mod scripts;
pub mod structure;
pub mod tensors;

use terrace::ir::bytecode::BytecodeDialectInterface;
use terrace::ir::dialect_interfaces::OpAsmDialectInterface;
use terrace::prelude::*;

/// The dialect.
pub static MY: DialectDef = DialectDef {
    name: "my",
    doc: "One of everything.",
    ops: &[
        attributes::OpenOp::DEF,
        buffers::CopyOp::DEF,
        buffers::FreeOp::DEF,
        buffers::MakeOp::DEF,
        buffers::UseOp::DEF,
        control_flow::BrOp::DEF,
        control_flow::CondBrOp::DEF,
        control_flow::RegionIfOp::DEF,
        control_flow::YieldOp::DEF,
        structure::GraphOp::DEF,
        structure::LibraryOp::DEF,
        structure::PairsOp::DEF,
        tensors::BoxedOp::DEF,
        tensors::PickOp::DEF,
        tensors::SetOp::DEF,
        tensors::ZeroOp::DEF,
    ],
    types: &[attributes::BoxType::DEF],
    attrs: &[attributes::RangeAttr::DEF],
    verify_op_attr: Some(attributes::verify_op_attr),
    interfaces: &[
        &(&bytecode::Encoding as &dyn BytecodeDialectInterface),
        &(&attributes::Aliases as &dyn OpAsmDialectInterface),
    ],
    ..EMPTY_DIALECT
};

/// Returns all that terrace has, and the dialect with its pass and its ops of scripts.
///
/// # Panics
///
/// If an op of scripts has the name of another one.
pub fn setup() -> Setup {
    terrace::tools::setup()
        .with(&[&MY], &[&passes::COUNT_OPS])
        .extend([&scripts::EXTENSION])
        .expect("its ops have names of their own")
        .named("own-dialect", env!("CARGO_PKG_VERSION"))
}
