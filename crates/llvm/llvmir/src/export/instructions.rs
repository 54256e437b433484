//! Instructions of arithmetic, comparisons, casts and aggregates, and the way to all others.

use terrace_dialects_llvm::enums::{FCmpPredicate, FastmathFlags, GEPNoWrapFlags, IntegerOverflowFlags};
use terrace_dialects_llvm::*;
use terrace_ir::enum_attr::EnumValue;
use terrace_ir::{Attr, OpRef, ValueRef};

use super::forms::{Form, SimpleWriter};
use super::metadata::{Kind, Node};
use super::module::unsupported;
use super::{Exporter, Result};
use crate::constants::GepFlags;

/// The writer of an instruction with one or two operands; `None` for other ops.
pub(super) fn simple_writer<'a>(op: OpRef<'a>) -> Option<SimpleWriter<'a>> {
    macro_rules! writers {
        ($($op:ident => |$e:ident, $of:ident, $view:ident| $what:expr;)*) => {
            $(if op.isa::<$op>() {
                fn write<'a>($e: &mut Exporter<'a>, $of: OpRef<'a>) {
                    if let Some($view) = $of.cast::<$op>() {
                        $what;
                    }
                }
                return Some(write);
            })*
        };
    }
    writers! {
        AddOp => |e, op, v| e.overflow_op(op, "add", v.overflow_flags(), v.lhs(), v.rhs());
        SubOp => |e, op, v| e.overflow_op(op, "sub", v.overflow_flags(), v.lhs(), v.rhs());
        MulOp => |e, op, v| e.overflow_op(op, "mul", v.overflow_flags(), v.lhs(), v.rhs());
        ShlOp => |e, op, v| e.overflow_op(op, "shl", v.overflow_flags(), v.lhs(), v.rhs());
        UDivOp => |e, op, v| e.binary(op, "udiv", flag(v.is_exact(), " exact"), v.lhs(), v.rhs());
        SDivOp => |e, op, v| e.binary(op, "sdiv", flag(v.is_exact(), " exact"), v.lhs(), v.rhs());
        LShrOp => |e, op, v| e.binary(op, "lshr", flag(v.is_exact(), " exact"), v.lhs(), v.rhs());
        AShrOp => |e, op, v| e.binary(op, "ashr", flag(v.is_exact(), " exact"), v.lhs(), v.rhs());
        OrOp => |e, op, v| e.binary(op, "or", flag(v.is_disjoint(), " disjoint"), v.lhs(), v.rhs());
        URemOp => |e, op, v| e.binary(op, "urem", "", v.lhs(), v.rhs());
        SRemOp => |e, op, v| e.binary(op, "srem", "", v.lhs(), v.rhs());
        AndOp => |e, op, v| e.binary(op, "and", "", v.lhs(), v.rhs());
        XOrOp => |e, op, v| e.binary(op, "xor", "", v.lhs(), v.rhs());
        FAddOp => |e, op, v| e.float_op(op, "fadd", v.fastmath_flags(), v.lhs(), v.rhs());
        FSubOp => |e, op, v| e.float_op(op, "fsub", v.fastmath_flags(), v.lhs(), v.rhs());
        FMulOp => |e, op, v| e.float_op(op, "fmul", v.fastmath_flags(), v.lhs(), v.rhs());
        FDivOp => |e, op, v| e.float_op(op, "fdiv", v.fastmath_flags(), v.lhs(), v.rhs());
        FRemOp => |e, op, v| e.float_op(op, "frem", v.fastmath_flags(), v.lhs(), v.rhs());
        TruncOp => |e, op, v| e.cast_op(op, "trunc", overflow_text(v.overflow_flags()), v.arg());
        ZExtOp => |e, op, v| e.cast_op(op, "zext", flag(v.non_neg(), " nneg"), v.arg());
        UIToFPOp => |e, op, v| e.cast_op(op, "uitofp", flag(v.non_neg(), " nneg"), v.arg());
        BitcastOp => |e, op, v| e.cast_op(op, "bitcast", "", v.arg());
        AddrSpaceCastOp => |e, op, v| e.cast_op(op, "addrspacecast", "", v.arg());
        IntToPtrOp => |e, op, v| e.cast_op(op, "inttoptr", "", v.arg());
        PtrToIntOp => |e, op, v| e.cast_op(op, "ptrtoint", "", v.arg());
        SExtOp => |e, op, v| e.cast_op(op, "sext", "", v.arg());
        SIToFPOp => |e, op, v| e.cast_op(op, "sitofp", "", v.arg());
        FPToSIOp => |e, op, v| e.cast_op(op, "fptosi", "", v.arg());
        FPToUIOp => |e, op, v| e.cast_op(op, "fptoui", "", v.arg());
        FPExtOp => |e, op, v| e.cast_op(op, "fpext", "", v.arg());
        FPTruncOp => |e, op, v| e.cast_op(op, "fptrunc", "", v.arg());
        FNegOp => |e, op, v| e.negation(op, v.fastmath_flags(), v.operand());
        FreezeOp => |e, op, v| e.unary(op, v.val());
    }
    None
}

/// A flag that holds, after a space.
fn flag(holds: bool, text: &'static str) -> &'static str {
    if holds { text } else { "" }
}

/// Flags about overflow, each after a space.
fn overflow_text(flags: IntegerOverflowFlags) -> &'static str {
    let has = |flag| flags.contains(flag);
    match (has(IntegerOverflowFlags::NUW), has(IntegerOverflowFlags::NSW)) {
        (true, true) => " nuw nsw",
        (true, false) => " nuw",
        (false, true) => " nsw",
        (false, false) => "",
    }
}

impl<'a> Exporter<'a> {
    /// Appends what an op becomes, if that is an instruction or a record.
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
        let start = self.out.len();
        self.define(result.filter(|value| self.has_number(*value)));
        let Some(mut attached) = self.attached(op, form)? else {
            self.out.truncate(start);
            return Err(unsupported(op));
        };
        if op.attrs() != Attr::EMPTY_DICT {
            attached.extend(self.relaxations(op));
            attached.extend(self.kept_attachments(op));
        }
        attached.extend(self.location(op).map(|node| (Kind::Dbg, node)));
        if !attached.is_empty() {
            let mut out = std::mem::take(&mut self.out);
            self.write_attachments(&mut out, ", ", attached);
            self.out = out;
        }
        self.text("\n");
        Ok(())
    }

    /// Appends an instruction; returns what is attached to it, or `None` where the op is not an LLVM instruction.
    fn attached(&mut self, op: OpRef<'a>, form: Form<'a>) -> Result<Option<Vec<(Kind, Node)>>> {
        match form {
            Form::Simple(write) => {
                write(self, op);
                let view = op.cast::<IntToPtrOp>();
                let known = view.and_then(|view| self.dereferenceable(view.dereferenceable_attr()));
                Ok(Some(known.into_iter().collect()))
            }
            Form::Aggregate => Ok(self.aggregate(op).then(Vec::new)),
            Form::Memory => Ok(self.memory_instruction(op)),
            Form::Terminator => self.terminator(op),
            Form::Call | Form::CallIntrinsic => self.call_instruction(op),
            Form::Intrinsic(intrinsic) => self.intrinsic_call(op, intrinsic).map(Some),
            Form::Constant | Form::Record | Form::BlockTag | Form::Unsupported => Ok(None),
        }
    }

    /// Appends the name of an operation with its flags and a space.
    fn operation(&mut self, op: OpRef<'a>, name: &str, flags: &str) {
        self.text(self.kept_string(op, "opcode").unwrap_or(name));
        self.text(flags);
        self.write_kept_flags(op);
        self.text(" ");
    }

    /// Appends `add nuw i32 %0, %1`.
    fn binary(&mut self, op: OpRef<'a>, name: &str, flags: &str, lhs: ValueRef<'a>, rhs: ValueRef<'a>) {
        self.operation(op, name, flags);
        self.typed(lhs);
        self.text(", ");
        self.value(rhs);
    }

    fn overflow_op(
        &mut self,
        op: OpRef<'a>,
        name: &str,
        flags: IntegerOverflowFlags,
        lhs: ValueRef<'a>,
        rhs: ValueRef<'a>,
    ) {
        self.binary(op, name, overflow_text(flags), lhs, rhs);
    }

    fn float_op(
        &mut self,
        op: OpRef<'a>,
        name: &str,
        flags: FastmathFlags,
        lhs: ValueRef<'a>,
        rhs: ValueRef<'a>,
    ) {
        self.text(name);
        self.fastmath(flags);
        self.binary(op, "", "", lhs, rhs);
    }

    /// Appends `trunc nuw i32 %0 to i8`.
    fn cast_op(&mut self, op: OpRef<'a>, name: &str, flags: &str, value: ValueRef<'a>) {
        self.operation(op, name, flags);
        self.typed(value);
        self.text(" to ");
        self.result_type(op);
    }

    fn negation(&mut self, op: OpRef<'a>, flags: FastmathFlags, value: ValueRef<'a>) {
        self.text("fneg");
        self.fastmath(flags);
        self.operation(op, "", "");
        self.typed(value);
    }

    fn unary(&mut self, op: OpRef<'a>, value: ValueRef<'a>) {
        self.operation(op, "freeze", "");
        self.typed(value);
    }

    fn flag_text(&mut self, holds: bool, text: &str) {
        if holds {
            self.text(text);
        }
    }

    /// Appends the flags of a call, which only calls have that return numbers.
    pub(super) fn call_fastmath(&mut self, op: OpRef<'_>, flags: FastmathFlags) {
        let fits = op.results().next().is_some_and(|result| crate::types::has_fastmath(self.cx, result.ty()));
        if fits {
            self.fastmath(flags);
        }
    }

    /// Appends flags of floating-point operations, each after a space.
    pub(super) fn fastmath(&mut self, flags: FastmathFlags) {
        if flags.contains(FastmathFlags::FAST) {
            return self.text(" fast");
        }
        let all = [
            (FastmathFlags::REASSOC, " reassoc"),
            (FastmathFlags::NNAN, " nnan"),
            (FastmathFlags::NINF, " ninf"),
            (FastmathFlags::NSZ, " nsz"),
            (FastmathFlags::ARCP, " arcp"),
            (FastmathFlags::CONTRACT, " contract"),
            (FastmathFlags::AFN, " afn"),
        ];
        all.into_iter().for_each(|(flag, text)| self.flag_text(flags.contains(flag), text));
    }

    /// Appends an instruction on aggregates or vectors, a comparison or a choice.
    fn aggregate(&mut self, op: OpRef<'a>) -> bool {
        if let Some(view) = op.cast::<GEPOp>() {
            self.gep(view);
        } else if let Some(view) = op.cast::<ICmpOp>() {
            self.text("icmp");
            self.write_kept_flags(op);
            self.text(" ");
            self.text(view.predicate().keyword());
            self.text(" ");
            self.typed_list([view.lhs()].into_iter());
            self.text(", ");
            self.value(view.rhs());
        } else if let Some(view) = op.cast::<FCmpOp>() {
            self.text("fcmp");
            self.fastmath(view.fastmath_flags());
            self.text(match view.predicate() {
                FCmpPredicate::False => " false ",
                FCmpPredicate::True => " true ",
                _ => " ",
            });
            if !matches!(view.predicate(), FCmpPredicate::False | FCmpPredicate::True) {
                self.text(view.predicate().keyword());
                self.text(" ");
            }
            self.typed(view.lhs());
            self.text(", ");
            self.value(view.rhs());
        } else if let Some(view) = op.cast::<SelectOp>() {
            self.text("select");
            self.fastmath(view.fastmath_flags());
            self.text(" ");
            self.typed_list([view.condition(), view.true_value(), view.false_value()].into_iter());
        } else if let Some(view) = op.cast::<ExtractValueOp>() {
            self.text("extractvalue ");
            self.typed(view.container());
            self.positions(&view.position().iter().collect::<Vec<_>>());
        } else if let Some(view) = op.cast::<InsertValueOp>() {
            self.text("insertvalue ");
            self.typed_list([view.container(), view.value()].into_iter());
            self.positions(&view.position().iter().collect::<Vec<_>>());
        } else if let Some(view) = op.cast::<ExtractElementOp>() {
            self.text("extractelement ");
            self.typed_list([view.vector(), view.position()].into_iter());
        } else if let Some(view) = op.cast::<InsertElementOp>() {
            self.text("insertelement ");
            self.typed_list([view.vector(), view.value(), view.position()].into_iter());
        } else if let Some(view) = op.cast::<ShuffleVectorOp>() {
            self.shuffle(view);
        } else {
            return false;
        }
        true
    }

    fn positions(&mut self, positions: &[i64]) {
        for &position in positions {
            self.text(", ");
            self.number_text(position.unsigned_abs());
        }
    }

    fn shuffle(&mut self, view: ShuffleVectorOpView<'a>) {
        self.text("shufflevector ");
        self.typed_list([view.v1(), view.v2()].into_iter());
        let mask: Vec<i32> = view.mask().iter().collect();
        let is_scalable = types::is_scalable_vector(self.cx, view.res().ty());
        self.text(if is_scalable { ", <vscale x " } else { ", <" });
        self.number_text(mask.len() as u64);
        self.text(" x i32> ");
        if mask.iter().all(|&index| index == 0) {
            return self.text("zeroinitializer");
        }
        if mask.iter().all(|&index| index < 0) {
            return self.text("poison");
        }
        self.text("<");
        for (place, &index) in mask.iter().enumerate() {
            self.text(if place > 0 { ", i32 " } else { "i32 " });
            match u64::try_from(index) {
                Ok(index) => self.number_text(index),
                Err(_) => self.text("poison"),
            }
        }
        self.text(">");
    }

    fn gep(&mut self, view: GEPOpView<'a>) {
        self.text("getelementptr");
        let flags = view.no_wrap_flags();
        GepFlags {
            inbounds: flags.contains(GEPNoWrapFlags::INBOUNDS_FLAG),
            nusw: flags.contains(GEPNoWrapFlags::NUSW),
            nuw: flags.contains(GEPNoWrapFlags::NUW),
        }
        .write(&mut self.out);
        self.text(" ");
        self.ty(view.elem_type());
        self.text(", ");
        self.typed(view.base());
        for index in view.indices() {
            self.text(", ");
            match index {
                GepIndexRef::Constant(number) => {
                    self.text("i32 ");
                    terrace_support::apint::ApInt::from_i64(32, i64::from(number))
                        .write_signed(&mut self.out);
                }
                GepIndexRef::Value(value) => self.typed(value),
            }
        }
    }
}
