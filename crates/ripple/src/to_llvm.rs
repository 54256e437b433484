//! `convert-ripple-to-llvm`: ops of ripple become calls of Ripple's intrinsics.

use terrace_dialects_builtin::builtin::UnrealizedConversionCastOp;
use terrace_dialects_llvm::ops::{CallIntrinsicOp, ConstantOp};
use terrace_dialects_llvm::types::{PointerType, address_space};
use terrace_ir::{Context, Op, OpRef, Rewriter, Signedness, Type, Value, op_match};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};

use crate::dialect::*;
use crate::shape::MAX_DIMS;

/// The pass.
pub static CONVERT_RIPPLE_TO_LLVM: PassDef = PassDef {
    name: "convert-ripple-to-llvm",
    class: "ConvertRippleToLLVM",
    doc: "Convert ops of the ripple dialect to calls of Ripple intrinsics",
    make: |_| Ok(Pass::Body(Box::new(ConvertRippleToLlvm))),
    ..EMPTY_PASS
};

struct ConvertRippleToLlvm;

impl BodyPass for ConvertRippleToLlvm {
    fn run(&self, rw: &mut Rewriter<'_>, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        for op in terrace_rewrite::walk::body_pre_order(rw.body()) {
            if is_converted(rw.op(op)) {
                convert(rw, op);
            }
        }
        Ok(())
    }
}

/// Whether an op is one of the dialect, and no mark.
fn is_converted(op: OpRef<'_>) -> bool {
    let cx = op.cx();
    cx.op_info(op.name()).dialect_name().text(cx) == RIPPLE.name && !is_mark(op)
}

/// The end of the name of an intrinsic for a type.
fn suffix(cx: &Context, ty: Type) -> String {
    if ty == Type::INDEX {
        return "i64".to_owned();
    }
    match ty.bit_width(cx) {
        Some(width) if ty.is_integer(cx) => format!("i{width}"),
        _ if ty.is_float(cx) => cx.type_text(ty).to_string(),
        _ => "p0".to_owned(),
    }
}

struct Call<'c, 'r> {
    rw: &'c mut Rewriter<'r>,
    op: Op,
    operands: Vec<Value>,
}

impl Call<'_, '_> {
    /// A value as the dialect llvm has it.
    fn push(&mut self, value: Value) {
        let (cx, loc) = (self.rw.cx(), self.rw.body().loc(self.op));
        let ty = self.rw.body().value_type(value);
        let wanted = llvm_type(cx, ty);
        let value = match wanted == ty {
            true => value,
            false => {
                self.rw.build_value(UnrealizedConversionCastOp::of(&[value]).outputs(&[wanted]).loc(loc))
            }
        };
        self.operands.push(value);
    }

    fn push_integer(&mut self, number: i64, width: u32) {
        let (cx, loc) = (self.rw.cx(), self.rw.body().loc(self.op));
        let ty = cx.integer(width, Signedness::Signless);
        let value =
            self.rw.build_value(ConstantOp::of().loc(loc).value_attr(cx.int_attr(ty, number)).res(ty));
        self.operands.push(value);
    }

    /// The address of an index function: the conversion of func turns the constant into it.
    fn push_function(&mut self, value: Value) {
        let (cx, loc) = (self.rw.cx(), self.rw.body().loc(self.op));
        let pointer = PointerType::default_space(cx);
        if self.rw.body().value_type(value) == pointer {
            self.operands.push(value);
            return;
        }
        let address =
            self.rw.build_value(UnrealizedConversionCastOp::of(&[value]).outputs(&[pointer]).loc(loc));
        self.operands.push(address);
    }
}

fn llvm_type(cx: &Context, ty: Type) -> Type {
    if ty == Type::INDEX {
        return cx.integer(64, Signedness::Signless);
    }
    match ty.is_integer(cx) || ty.is_float(cx) || address_space(cx, ty).is_some() {
        true => ty,
        false => PointerType::default_space(cx),
    }
}

/// The name of the intrinsic for an op without the type, and whether the type of the result is a part of it.
fn reduction(op: OpRef<'_>) -> Option<String> {
    let (kind, is_unsigned) = op_match!(op, {
        ReduceAddOp(_) => ("add", false),
        ReduceMulOp(_) => ("mul", false),
        ReduceAndOp(_) => ("and", false),
        ReduceOrOp(_) => ("or", false),
        ReduceXorOp(_) => ("xor", false),
        ReduceMaxOp(max) => ("max", max.unsigned()),
        ReduceMinOp(min) => ("min", min.unsigned()),
        ReduceMaximumOp(_) => ("maximum", false),
        ReduceMinimumOp(_) => ("minimum", false),
        _ => return None,
    });
    let is_float = op.single_result().ty().is_float(op.cx());
    let prefix = match kind {
        "max" | "min" if is_float => "f",
        "max" | "min" if is_unsigned => "u",
        "max" | "min" => "s",
        "add" | "mul" if is_float => "f",
        "maximum" | "minimum" => "f",
        _ => "",
    };
    Some(format!("llvm.ripple.reduce.{prefix}{kind}"))
}

/// The form of an intrinsic's operands and of the end of its name.
enum Kind {
    /// A reduction, by its intrinsic.
    Reduction(String),
    SetShape,
    Slice,
    Shuffle,
    ShufflePair,
    Stack,
    Reinterp,
    /// The operands are those of the op, and the name ends with the type of the result.
    Plain(&'static str),
}

impl Kind {
    fn of(op: OpRef<'_>) -> Self {
        if let Some(name) = reduction(op) {
            return Self::Reduction(name);
        }
        op_match!(op, {
            SetShapeOp(_) => Self::SetShape,
            SliceOp(_) => Self::Slice,
            ShuffleOp(_) => Self::Shuffle,
            IShuffleOp(_) => Self::Shuffle,
            ShufflePairOp(_) => Self::ShufflePair,
            StackOp(_) => Self::Stack,
            ReinterpOp(_) => Self::Reinterp,
            IndexOp(_) => Self::Plain("block.index"),
            GetSizeOp(_) => Self::Plain("block.getsize"),
            ParallelIdxOp(_) => Self::Plain("parallel.idx"),
            _ => Self::Plain("broadcast"),
        })
    }
}

fn convert(rw: &mut Rewriter<'_>, op: Op) {
    rw.set_insertion_point_before(op);
    let cx = rw.cx();
    let view = rw.op(op);
    let (loc, kind) = (view.loc(), Kind::of(view));
    let result = view.single_result().ty();
    let operands: Vec<Value> = view.operands().map(|operand| operand.id()).collect();
    let types: Vec<Type> = view.operands().map(|operand| operand.ty()).collect();
    let mut call = Call { rw, op, operands: Vec::new() };
    let width = |ty: Type| if ty == Type::INDEX { 64 } else { ty.bit_width(cx).unwrap_or(64) };
    let intrinsic = match kind {
        Kind::Reduction(name) => {
            operands.iter().for_each(|&operand| call.push(operand));
            format!("{name}.{}", suffix(cx, result))
        }
        Kind::SetShape => {
            operands.iter().for_each(|&operand| call.push(operand));
            (operands.len()..=MAX_DIMS).for_each(|_| call.push_integer(1, width(types[0])));
            format!("llvm.ripple.block.setshape.{}", suffix(cx, types[0]))
        }
        Kind::Slice => {
            operands.iter().for_each(|&operand| call.push(operand));
            (operands.len()..=MAX_DIMS).for_each(|_| call.push_integer(-1, 64));
            format!("llvm.ripple.slice.{}", suffix(cx, result))
        }
        Kind::Shuffle => {
            let [value, function] = operands[..] else { panic!("a shuffle has two operands") };
            call.push(value);
            call.push(value);
            call.push_integer(0, 1);
            call.push_function(function);
            format!("llvm.ripple.shuffle.{}", suffix(cx, result))
        }
        Kind::ShufflePair => {
            let [a, b, function] = operands[..] else { panic!("a shuffle of a pair has three operands") };
            call.push(a);
            call.push(b);
            call.push_integer(1, 1);
            call.push_function(function);
            format!("llvm.ripple.shuffle.{}", suffix(cx, result))
        }
        Kind::Plain(name) => {
            operands.iter().for_each(|&operand| call.push(operand));
            format!("llvm.ripple.{name}.{}", suffix(cx, result))
        }
        Kind::Stack => {
            operands.iter().for_each(|&operand| call.push(operand));
            format!("llvm.ripple.stack.{}.{}", operands.len() - 1, suffix(cx, result))
        }
        Kind::Reinterp => {
            operands.iter().for_each(|&operand| call.push(operand));
            format!("llvm.ripple.reinterp.{}.{}", suffix(cx, result), suffix(cx, types[1]))
        }
    };
    let operands = call.operands;
    let made = CallIntrinsicOp::of()
        .loc(loc)
        .intrin(&intrinsic)
        .args(&operands)
        .op_bundle_operands(&[])
        .results(llvm_type(cx, result));
    let value = rw.build_value(made);
    let value = match llvm_type(cx, result) == result {
        true => value,
        false => rw.build_value(UnrealizedConversionCastOp::of(&[value]).outputs(&[result]).loc(loc)),
    };
    rw.replace_op(op, &[value]);
}
