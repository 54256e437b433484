//! `convert-ripple-to-llvm`: ops of ripple become calls of Ripple's intrinsics.

use terrace_dialects_builtin::builtin::UnrealizedConversionCastOp;
use terrace_dialects_llvm::ops::{CallIntrinsicOp, ConstantOp};
use terrace_dialects_llvm::types::{PointerType, address_space};
use terrace_ir::{Context, Op, Rewriter, Signedness, Type, Value, op_match};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};

use crate::dialect::*;
use crate::intrinsics::{BLOCK_INDEPENDENT, Intrinsic, NO_REMAINDER};
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
            if is_ripple(rw.op(op)) || rw.op(op).isa::<ScalableOp>() {
                convert(rw, op);
            }
        }
        Ok(())
    }
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

    fn push_all(&mut self, values: &[Value]) {
        values.iter().for_each(|&value| self.push(value));
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

/// The name of the intrinsic for an op; its operands are pushed.
fn call_of(call: &mut Call<'_, '_>, op: &Original) -> String {
    let (cx, view) = (call.rw.cx(), call.rw.op(call.op));
    let suffix = |ty: Type| suffix(cx, ty);
    let mut types: Vec<String> = op.result.into_iter().map(suffix).collect();
    if let Some(reduction) = Reduction::of(view) {
        call.push_all(&op.operands);
        return Intrinsic::Reduce(reduction).name(&types);
    }
    if let Some(shuffle) = Shuffle::of(view) {
        let (first, second) = (shuffle.first.id(), shuffle.second.map(|second| second.id()));
        let function = shuffle.function.id();
        call.push(first);
        call.push(second.unwrap_or(first));
        call.push_integer(second.is_some().into(), 1);
        call.push_function(function);
        return Intrinsic::Shuffle.name(&types);
    }
    let mark = op_match!(view, {
        LoopMarkOp(mark) => Some((mark.no_remainder(), mark.block_independent(), Some(mark.number()))),
        ParallelMarkOp(mark) => Some((mark.no_remainder(), mark.block_independent(), None)),
        _ => None,
    });
    if let (Some((no_remainder, block_independent, number)), [block, dims @ ..]) = (mark, &op.operands[..]) {
        let flags = match (no_remainder, block_independent) {
            (true, _) => NO_REMAINDER,
            (false, true) => BLOCK_INDEPENDENT,
            (false, false) => 0,
        };
        call.push(*block);
        number.into_iter().for_each(|number| call.push_integer(number, 32));
        call.push_integer(flags, 32);
        call.push_integer(dims.len() as i64, 32);
        call.push_all(dims);
        let intrinsic = if number.is_some() { Intrinsic::LoopMark } else { Intrinsic::ParallelMark };
        return intrinsic.name(&[]);
    }
    if let Some(mark) = view.cast::<ThreadMarkOp>() {
        let (chunks, next, dims) = (mark.chunks().id(), mark.next().id(), mark.dims().id());
        let (number, rank, dynamic) = (mark.number(), mark.rank(), mark.dynamic());
        call.push_all(&[chunks, next]);
        call.push_integer(number, 32);
        call.push(dims);
        call.push_integer(rank, 32);
        call.push_integer(dynamic.into(), 32);
        return Intrinsic::ThreadMark.name(&[]);
    }
    let width = |ty: Type| if ty == Type::INDEX { 64 } else { ty.bit_width(cx).unwrap_or(64) };
    let of_first = op.types.first().copied();
    let (intrinsic, padding) = op_match!(view, {
        SetShapeOp(_) => {
            types = of_first.into_iter().map(suffix).collect();
            (Intrinsic::SetShape, Some((1, of_first.map_or(64, width))))
        }
        SliceOp(_) => (Intrinsic::Slice, Some((-1, 64))),
        StackOp(_) => {
            types.insert(0, (op.operands.len() - 1).to_string());
            (Intrinsic::Stack, None)
        }
        ReinterpOp(view) => {
            types.push(suffix(view.value().ty()));
            (Intrinsic::Reinterp, None)
        }
        FloatCastOp(view) => {
            types.push(suffix(view.value().ty()));
            match of_first.map(width) < op.result.map(width) {
                true => (Intrinsic::FloatExtension, None),
                false => (Intrinsic::FloatTruncation, None),
            }
        }
        IndexOp(_) => (Intrinsic::Index, None),
        GetSizeOp(_) => (Intrinsic::GetSize, None),
        RowOp(_) => (Intrinsic::Row, None),
        ScalableOp(_) => (Intrinsic::Scalable, None),
        ParallelIdxOp(_) => (Intrinsic::ParallelIdx, None),
        _ => (Intrinsic::Broadcast, None),
    });
    call.push_all(&op.operands);
    if let Some((number, width)) = padding {
        (op.operands.len()..=MAX_DIMS).for_each(|_| call.push_integer(number, width));
    }
    intrinsic.name(&types)
}

/// The operands of an op, their types, and the type of its result.
struct Original {
    operands: Vec<Value>,
    types: Vec<Type>,
    result: Option<Type>,
}

fn convert(rw: &mut Rewriter<'_>, op: Op) {
    rw.set_insertion_point_before(op);
    let cx = rw.cx();
    let view = rw.op(op);
    let loc = view.loc();
    let original = Original {
        operands: view.operands().map(|operand| operand.id()).collect(),
        types: view.operands().map(|operand| operand.ty()).collect(),
        result: view.results().next().map(|result| result.ty()),
    };
    let mut call = Call { rw, op, operands: Vec::new() };
    let intrinsic = call_of(&mut call, &original);
    let operands = call.operands;
    let made = CallIntrinsicOp::of().loc(loc).intrin(&intrinsic).args(&operands).op_bundle_operands(&[]);
    let Some(result) = original.result else {
        rw.build(made);
        rw.erase_op(op);
        return;
    };
    let value = rw.build_value(made.results(llvm_type(cx, result)));
    let value = match llvm_type(cx, result) == result {
        true => value,
        false => rw.build_value(UnrealizedConversionCastOp::of(&[value]).outputs(&[result]).loc(loc)),
    };
    rw.replace_op(op, &[value]);
}
