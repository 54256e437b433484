//! Instructions of arithmetic, comparisons, casts and aggregates, and the dispatch to all others.

use terrace_dialects_llvm::*;
use terrace_ir::enum_attr::EnumValue;
use terrace_ir::{Attr, OpRef, View, op_match};
use terrace_llvm_ir::model::{Flags, InstKind, Opcode, Value};
use terrace_support::apint::ApInt;

use super::forms::Form;
use super::module::unsupported;
use super::{Attached, Exporter, Made, Result};
use crate::opcodes::{fastmath_flags, fcmp_keyword, no_wrap_flags};

/// The positions of a part of an aggregate.
fn positions(position: impl IntoIterator<Item = i64>) -> Box<[u32]> {
    let position = position.into_iter();
    position.map(|index| u32::try_from(index).expect("the verifier checks positions")).collect()
}

impl<'a> Exporter<'a> {
    /// Exports an op that is an instruction or a record.
    pub(super) fn instruction(&mut self, op: OpRef<'a>) -> Result {
        let result = op.results().next();
        if result.is_some_and(|result| self.constant_of(result).is_some()) {
            return Ok(());
        }
        let form = self.form(op);
        match form {
            Form::BlockTag => return Ok(()),
            Form::Record | Form::CallIntrinsic if self.debug_record(op)? => return Ok(()),
            _ => {}
        }
        let Some((made, mut attached)) = self.made(op, form)? else { return Err(unsupported(op)) };
        if op.attrs() != Attr::EMPTY_DICT {
            let relaxations = self.relaxations(op);
            attached.extend(relaxations.map(|node| (self.module.str("mmra"), node)));
            // An attribute says anew what was kept.
            let kept = self.kept_attachments(op);
            let is_new = |attached: &Attached, kind| attached.iter().all(|&(known, _)| known != kind);
            let kept: Attached = kept.into_iter().filter(|&(kind, _)| is_new(&attached, kind)).collect();
            attached.extend(kept);
        }
        let location = self.location(op);
        attached.extend(location.map(|node| (self.module.str("dbg"), node)));
        self.sort_attachments(&mut attached);
        let (result, ty) = (self.result_of(op), self.result_type(op));
        self.push(made, result, ty, &attached);
        Ok(())
    }

    /// Creates an instruction; returns it with its attachments, or `None` where the op is not an LLVM instruction.
    fn made(&mut self, op: OpRef<'a>, form: Form) -> Result<Option<(Made, Attached)>> {
        match form {
            Form::Simple(_) | Form::Aggregate => {
                let Some(made) = self.plain(op, form) else { return Ok(None) };
                let mut attached = Vec::new();
                if let Some(view) = op.cast::<IntToPtrOp>() {
                    self.attach_dereferenceable(view.dereferenceable_attr(), &mut attached);
                }
                Ok(Some((made, attached)))
            }
            Form::Memory => Ok(self.memory_instruction(op)),
            Form::Terminator => Ok(self.terminator(op)),
            Form::Call | Form::CallIntrinsic => self.call_instruction(op),
            Form::Intrinsic(intrinsic) => self.intrinsic_call(op, intrinsic).map(Some),
            Form::Constant | Form::Record | Form::BlockTag | Form::Unsupported => Ok(None),
        }
    }

    /// Creates an instruction whose operands are those of the op; `None` for other ops.
    pub(super) fn plain(&mut self, op: OpRef<'a>, form: Form) -> Option<Made> {
        let mut made = match form {
            Form::Simple(entry) => {
                let opcode = self.kept_string(op, "opcode");
                let opcode = opcode.and_then(|word| Opcode::from_keyword(word.as_bytes()));
                let kind = InstKind::Simple(opcode.unwrap_or(entry.opcode));
                Made::new(kind, self.values(op.operands())).with((entry.flags)(op))
            }
            _ => self.aggregate(op)?,
        };
        for flag in self.kept_flags(op) {
            if let Some(flag) = Flags::from_keyword(flag.as_bytes()) {
                made.flags.add(flag);
            }
        }
        Some(made)
    }

    /// Creates an instruction on aggregates or vectors, a comparison or a choice.
    fn aggregate(&mut self, op: OpRef<'a>) -> Option<Made> {
        if let Some(view) = op.cast::<GEPOp>() {
            return Some(self.gep(view));
        }
        let (kind, flags) = op_match!(op, {
            ICmpOp(view) => (InstKind::ICmp(self.module.str(view.predicate().keyword())), Flags::default()),
            FCmpOp(view) => {
                let kind = InstKind::FCmp(self.module.str(fcmp_keyword(view.predicate())));
                (kind, fastmath_flags(view.fastmath_flags()))
            }
            SelectOp(view) => (InstKind::Select, fastmath_flags(view.fastmath_flags())),
            ExtractValueOp(view) => {
                (InstKind::ExtractValue(positions(view.position().iter())), Flags::default())
            }
            InsertValueOp(view) => {
                (InstKind::InsertValue(positions(view.position().iter())), Flags::default())
            }
            ExtractElementOp => (InstKind::ExtractElement, Flags::default()),
            InsertElementOp => (InstKind::InsertElement, Flags::default()),
            ShuffleVectorOp(view) => {
                (InstKind::ShuffleVector(view.mask().iter().collect()), Flags::default())
            }
            FreezeOp => (InstKind::Freeze, Flags::default()),
            _ => return None,
        });
        Some(Made::new(kind, self.values(op.operands())).with(flags))
    }

    fn gep(&mut self, view: View<'a, GEPOp>) -> Made {
        let mut operands = vec![self.value(view.base())];
        for index in view.indices() {
            operands.push(match index {
                GepIndexRef::Constant(number) => {
                    let number = ApInt::from_i64(32, i64::from(number));
                    Value::Const(self.module.int(terrace_llvm_ir::Type::I32, number))
                }
                GepIndexRef::Value(value) => self.value(value),
            });
        }
        let kind = InstKind::Gep(self.ty(view.elem_type()));
        Made::new(kind, operands).with(no_wrap_flags(view.no_wrap_flags()))
    }
}
