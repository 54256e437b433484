//! Instructions of arithmetic, comparisons, casts and aggregates, and the way to all others.

use terrace_dialects_llvm::enums::{FCmpPredicate, FastmathFlags, GEPNoWrapFlags, IntegerOverflowFlags};
use terrace_dialects_llvm::intrinsics::IntrinsicOp;
use terrace_dialects_llvm::*;
use terrace_ir::enum_attr::EnumValue;
use terrace_ir::{Attr, OpRef, ValueRef};

use super::metadata::{Kind, Node};
use super::module::unsupported;
use super::{Exporter, Result};
use crate::constants::GepFlags;

/// What an op is written as.
enum Form<'a> {
    /// `add nuw i32 %0, %1`
    Binary(&'static str, ValueRef<'a>, ValueRef<'a>),
    /// `trunc nuw i32 %0 to i8`
    Cast(&'static str, ValueRef<'a>),
    /// `fneg float %0`
    Unary(&'static str, ValueRef<'a>),
}

impl<'a> Exporter<'a> {
    /// Appends what an op becomes, if that is an instruction or a record.
    pub(super) fn instruction(&mut self, op: OpRef<'a>) -> Result {
        if let Some(result) = op.results().next()
            && self.constant_of(result).is_some()
        {
            return Ok(());
        }
        if op.isa::<BlockTagOp>() || self.debug_record(op)? {
            return Ok(());
        }
        let start = self.out.len();
        self.define(op.results().next().filter(|value| self.has_number(*value)));
        let attached = match self.attached(op)? {
            Some(attached) => attached,
            None => {
                self.out.truncate(start);
                return Err(unsupported(op));
            }
        };
        let mut attached = attached;
        if op.attrs() != Attr::EMPTY_DICT {
            attached.extend(self.relaxations(op));
            attached.extend(self.kept_attachments(op));
        }
        attached.extend(self.location(op).map(|node| (Kind::Dbg, node)));
        let mut out = std::mem::take(&mut self.out);
        self.write_attachments(&mut out, ", ", attached);
        out.push('\n');
        self.out = out;
        Ok(())
    }

    fn has_number(&self, value: ValueRef<'_>) -> bool {
        matches!(self.local(value), super::Local::Number(_))
    }

    /// Appends an instruction; returns what is attached to it, or `None` where the op is not an LLVM instruction.
    fn attached(&mut self, op: OpRef<'a>) -> Result<Option<Vec<(Kind, Node)>>> {
        if let Some(form) = self.simple_flags(op) {
            self.simple(op, &form);
            let view = op.cast::<IntToPtrOp>();
            let known = view.and_then(|view| self.dereferenceable(view.dereferenceable_attr()));
            return Ok(Some(known.into_iter().collect()));
        }
        if self.aggregate(op) {
            return Ok(Some(Vec::new()));
        }
        if let Some(attached) = self.memory_instruction(op) {
            return Ok(Some(attached));
        }
        if let Some(attached) = self.terminator(op)? {
            return Ok(Some(attached));
        }
        if let Some(attached) = self.call_instruction(op)? {
            return Ok(Some(attached));
        }
        match op.interface::<dyn IntrinsicOp>() {
            Some(intrinsic) => Ok(Some(self.intrinsic_call(op, intrinsic.intrinsic())?)),
            None => Ok(None),
        }
    }

    fn simple(&mut self, op: OpRef<'a>, form: &Form<'a>) {
        match *form {
            Form::Binary(name, lhs, rhs) => {
                self.operation(op, name);
                self.typed(lhs);
                self.text(", ");
                self.value(rhs);
            }
            Form::Cast(name, value) => {
                self.operation(op, name);
                self.typed(value);
                self.text(" to ");
                self.result_type(op);
            }
            Form::Unary(name, value) => {
                self.operation(op, name);
                self.typed(value);
            }
        }
    }

    /// Appends the name of an operation with its flags and a space.
    fn operation(&mut self, op: OpRef<'a>, name: &str) {
        self.text(self.kept_string(op, "opcode").unwrap_or(name));
        self.flags(op);
        self.write_kept_flags(op);
        self.text(" ");
    }

    /// Appends the flags of an op, each after a space.
    fn flags(&mut self, op: OpRef<'a>) {
        macro_rules! flags {
            ($($op:ident => |$view:ident| $what:expr;)*) => {
                $(if let Some($view) = op.cast::<$op>() {
                    return $what;
                })*
            };
        }
        flags! {
            AddOp => |view| self.overflow(view.overflow_flags());
            SubOp => |view| self.overflow(view.overflow_flags());
            MulOp => |view| self.overflow(view.overflow_flags());
            ShlOp => |view| self.overflow(view.overflow_flags());
            TruncOp => |view| self.overflow(view.overflow_flags());
            OrOp => |view| self.flag_text(view.is_disjoint(), " disjoint");
            UDivOp => |view| self.flag_text(view.is_exact(), " exact");
            SDivOp => |view| self.flag_text(view.is_exact(), " exact");
            LShrOp => |view| self.flag_text(view.is_exact(), " exact");
            AShrOp => |view| self.flag_text(view.is_exact(), " exact");
            ZExtOp => |view| self.flag_text(view.non_neg(), " nneg");
            UIToFPOp => |view| self.flag_text(view.non_neg(), " nneg");
            FAddOp => |view| self.fastmath(view.fastmath_flags());
            FSubOp => |view| self.fastmath(view.fastmath_flags());
            FMulOp => |view| self.fastmath(view.fastmath_flags());
            FDivOp => |view| self.fastmath(view.fastmath_flags());
            FRemOp => |view| self.fastmath(view.fastmath_flags());
            FNegOp => |view| self.fastmath(view.fastmath_flags());
        }
    }

    fn flag_text(&mut self, holds: bool, text: &str) {
        if holds {
            self.text(text);
        }
    }

    fn overflow(&mut self, flags: IntegerOverflowFlags) {
        self.flag_text(flags.contains(IntegerOverflowFlags::NUW), " nuw");
        self.flag_text(flags.contains(IntegerOverflowFlags::NSW), " nsw");
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

    /// The form of an op of one or two operands.
    fn simple_flags(&self, op: OpRef<'a>) -> Option<Form<'a>> {
        macro_rules! binary {
            ($($op:ident = $text:literal),*) => {
                $(if let Some(view) = op.cast::<$op>() {
                    return Some(Form::Binary($text, view.lhs(), view.rhs()));
                })*
            };
        }
        macro_rules! casts {
            ($($op:ident = $text:literal),*) => {
                $(if let Some(view) = op.cast::<$op>() {
                    return Some(Form::Cast($text, view.arg()));
                })*
            };
        }
        if !op.name_text().starts_with("llvm.") {
            return None;
        }
        binary! {
            AddOp = "add", SubOp = "sub", MulOp = "mul", UDivOp = "udiv", SDivOp = "sdiv", URemOp = "urem",
            SRemOp = "srem", AndOp = "and", OrOp = "or", XOrOp = "xor", ShlOp = "shl", LShrOp = "lshr",
            AShrOp = "ashr", FAddOp = "fadd", FSubOp = "fsub", FMulOp = "fmul", FDivOp = "fdiv", FRemOp = "frem"
        }
        casts! {
            BitcastOp = "bitcast", AddrSpaceCastOp = "addrspacecast", IntToPtrOp = "inttoptr",
            PtrToIntOp = "ptrtoint", SExtOp = "sext", ZExtOp = "zext", TruncOp = "trunc",
            SIToFPOp = "sitofp", UIToFPOp = "uitofp", FPToSIOp = "fptosi", FPToUIOp = "fptoui", FPExtOp = "fpext",
            FPTruncOp = "fptrunc"
        }
        if let Some(view) = op.cast::<FNegOp>() {
            return Some(Form::Unary("fneg", view.operand()));
        }
        op.cast::<FreezeOp>().map(|view| Form::Unary("freeze", view.val()))
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
