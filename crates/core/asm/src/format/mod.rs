//! Declarative assembly formats: compiled to a small program for each op, and interpreted for parsing and printing.

mod compile;
mod finish;
mod guards;
mod instrs;
mod parse;
mod print;
mod property;
mod storage;

use terrace_ir::context::OpInfo;
use terrace_ir::traits::TypesMatch;

pub(crate) use instrs::{AnchorOf, Clause, Group, Instr, TypeList};
pub(crate) use storage::{same_storage, stored};

/// An op's format, ready to run.
pub(crate) struct Program {
    pub(crate) instrs: Vec<Instr>,
    /// The source of each operand slot's types.
    pub(crate) operand_types: Vec<TypeSource>,
    /// The source of each result slot's types.
    pub(crate) result_types: Vec<TypeSource>,
    /// Inherent attributes that `attr-dict` does not print.
    pub(crate) printed_props: Vec<bool>,
    /// Slots of the others.
    pub(crate) dict_props: Vec<usize>,
    /// Each operand and result slot takes one value, so slot and value indices are equal.
    pub(crate) one_each: bool,
    /// True if some types are inferred after all others are known.
    pub(crate) infers: bool,
    /// True if some types are computed from others.
    pub(crate) transforms: bool,
    /// The types of all operands are one list, but the operands are not.
    pub(crate) types_apart: bool,
}

/// The source of a slot's types when the op is parsed.
#[derive(Clone, Copy)]
pub(crate) enum TypeSource {
    /// Written in the text.
    Written,
    /// The constraint admits one only.
    Build(fn(&terrace_ir::Context) -> terrace_ir::Type),
    /// The types of another slot.
    Same(Slot),
    /// Computed from those of another slot.
    Transform(&'static TypesMatch, Slot),
    /// Inferred after all others are known.
    Infer,
    /// The types cannot be determined.
    Unknown,
}

/// A slot of an op.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Slot {
    Operand(usize),
    Result(usize),
    Prop(usize),
}

/// The compiled format of an op. The op has one.
pub(crate) fn program(info: &OpInfo) -> &Program {
    info.compiled.get_or_init::<Program>(|| compile::compile(info))
}
