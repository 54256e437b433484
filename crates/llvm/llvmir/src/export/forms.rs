//! The translations of ops, computed once for each op name.

use terrace_dialects_llvm::intrinsics::{DbgDeclareOp, DbgLabelOp, DbgValueOp, Intrinsic, IntrinsicOp};
use terrace_dialects_llvm::*;
use terrace_ir::OpRef;
use terrace_support::entity::Entity;

use super::Exporter;
use crate::opcodes::{SimpleOp, of_op};

/// The translation of an op.
#[derive(Clone, Copy)]
pub(super) enum Form {
    /// A constant, which is no instruction.
    Constant,
    /// An instruction on one or two operands.
    Simple(&'static SimpleOp),
    /// An instruction on aggregates or vectors, a comparison or a choice.
    Aggregate,
    /// An instruction on memory.
    Memory,
    /// The end of a block.
    Terminator,
    /// A call, or what belongs to one.
    Call,
    /// The call of an intrinsic by name, or a record that was kept as one.
    CallIntrinsic,
    /// The call of an intrinsic that the dialect has an op for.
    Intrinsic(&'static Intrinsic),
    /// A record of debug information.
    Record,
    /// The tag of a block, which is not written.
    BlockTag,
    /// Nothing that LLVM IR has.
    Unsupported,
}

/// Tests if an op is of one of several kinds.
macro_rules! is_one_of {
    ($op:expr, $($kind:ident),*) => { $($op.isa::<$kind>())||* };
}

impl Form {
    fn of(op: OpRef<'_>) -> Self {
        if is_one_of!(
            op,
            ConstantOp,
            AddressOfOp,
            UndefOp,
            PoisonOp,
            ZeroOp,
            NoneTokenOp,
            DSOLocalEquivalentOp,
            BlockAddressOp
        ) {
            Form::Constant
        } else if let Some(entry) = of_op(op) {
            Form::Simple(entry)
        } else if is_one_of!(
            op,
            GEPOp,
            ICmpOp,
            FCmpOp,
            SelectOp,
            ExtractValueOp,
            InsertValueOp,
            ExtractElementOp,
            InsertElementOp,
            ShuffleVectorOp,
            FreezeOp
        ) {
            Form::Aggregate
        } else if is_one_of!(op, LoadOp, StoreOp, AllocaOp, AtomicRMWOp, AtomicCmpXchgOp, FenceOp) {
            Form::Memory
        } else if is_one_of!(op, BrOp, CondBrOp, SwitchOp, ReturnOp, ResumeOp, UnreachableOp, IndirectBrOp) {
            Form::Terminator
        } else if op.isa::<CallIntrinsicOp>() {
            Form::CallIntrinsic
        } else if is_one_of!(op, CallOp, InvokeOp, InlineAsmOp, LandingpadOp, VaArgOp) {
            Form::Call
        } else if is_one_of!(op, DbgValueOp, DbgDeclareOp, DbgLabelOp) {
            Form::Record
        } else if op.isa::<BlockTagOp>() {
            Form::BlockTag
        } else {
            op.interface::<dyn IntrinsicOp>()
                .map_or(Form::Unsupported, |intrinsic| Form::Intrinsic(intrinsic.intrinsic()))
        }
    }
}

impl<'a> Exporter<'a> {
    /// Returns the translation of an op, cached by op name.
    pub(super) fn form(&mut self, op: OpRef<'a>) -> Form {
        let index = op.name().index();
        if let Some(&Some(form)) = self.forms.get(index) {
            return form;
        }
        if index >= self.forms.len() {
            self.forms.resize(index + 1, None);
        }
        *self.forms[index].insert(Form::of(op))
    }
}
