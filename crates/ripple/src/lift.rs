//! `convert-llvm-to-ripple`: calls of Ripple's intrinsics become ops of ripple.
//!
//! At the end there are no such calls and no declarations of them. Sizes of 1 at the end of a block's shape, indices of -1 at the
//! end of a slice and dimensions of -1 at the end of those of a chunk are left out.

use terrace_dialects_llvm::ops::{CallIntrinsicOp, LLVMFuncOp};
use terrace_ir::build::OperationState;
use terrace_ir::verify::{VerifyOptions, verify};
use terrace_ir::{Attr, Diag, Ir, Op, OpHandle, OpKind, Rewriter, Type, Value, ValueRef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};

use crate::diagnostics::{Tag, error};
use crate::dialect::*;
use crate::evaluate::integer_of_constant;
use crate::functions::{functions, name_of, ops_of};
use crate::intrinsics::{BLOCK_INDEPENDENT, Intrinsic, NO_REMAINDER, PREFIX};

/// The pass.
pub static CONVERT_LLVM_TO_RIPPLE: PassDef = PassDef {
    name: "convert-llvm-to-ripple",
    class: "ConvertLLVMToRipple",
    doc: "Convert calls of Ripple intrinsics to ops of the ripple dialect",
    make: |_| Ok(Pass::Body(Box::new(ConvertLlvmToRipple))),
    ..EMPTY_PASS
};

struct ConvertLlvmToRipple;

impl BodyPass for ConvertLlvmToRipple {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let errors = lift_calls(rw);
        let failed = !errors.is_empty();
        errors.into_iter().for_each(|error| run.report(error));
        if failed { Err(Failed) } else { Ok(()) }
    }
}

/// Replaces the calls of Ripple's intrinsics in a body by ops, and erases declarations of such; returns errors.
pub(crate) fn lift_calls(rw: &mut Rewriter<'_>) -> Vec<Box<Diag>> {
    let mut errors = Vec::new();
    for op in terrace_rewrite::walk::body_pre_order(rw.body()) {
        let view = rw.op(op);
        if view.isa::<LLVMFuncOp>() && name_of(view).starts_with(PREFIX) {
            rw.erase_op(op);
            continue;
        }
        let call = view.cast::<CallIntrinsicOp>();
        if let Some(intrinsic) = call.and_then(|call| Intrinsic::of_name(call.intrin())) {
            errors.extend(lift(rw, op, intrinsic).err());
        }
    }
    errors
}

/// Errors about the calls that are left in the functions of a module.
pub(crate) fn errors_about_calls(ir: &Ir, module: OpHandle) -> Vec<Box<Diag>> {
    let ops = functions(ir, module).flat_map(ops_of);
    let calls = ops.filter_map(|op| op.cast::<CallIntrinsicOp>());
    let left = calls.filter(|call| Intrinsic::of_name(call.intrin()).is_some());
    left.map(|call| {
        let message = format_args!(
            "a call of '{}' is left; run 'convert-llvm-to-ripple' or 'ripple-prepare' before",
            call.intrin()
        );
        error(Tag::Type, call.0.loc(), message)
    })
    .collect()
}

/// The integer that a constant is.
fn number(value: ValueRef<'_>) -> Option<i64> {
    value.defining_op().and_then(integer_of_constant)
}

/// The values without trailing ones that are equal to a number.
fn without_trailing<'a, 'v>(values: &'v [ValueRef<'a>], default: i64) -> &'v [ValueRef<'a>] {
    let kept = values.iter().rposition(|&value| number(value) != Some(default)).map_or(0, |last| last + 1);
    &values[..kept]
}

/// Replaces a call by the op that stands for it.
fn lift(rw: &mut Rewriter<'_>, op: Op, intrinsic: Intrinsic) -> Result<(), Box<Diag>> {
    let view = rw.op(op);
    let loc = view.loc();
    let args: Vec<ValueRef<'_>> =
        view.cast::<CallIntrinsicOp>().map(|call| call.args().collect()).unwrap_or_default();
    let result = view.results().next().map(|result| result.ty());
    let name = view.cast::<CallIntrinsicOp>().map_or("", |call| call.intrin()).to_owned();
    let lifted = lifted(intrinsic, &args, result).map_err(|fault| match fault {
        Fault::Operands => error(Tag::Type, loc, format_args!("a call of '{name}' has unexpected operands")),
        Fault::Mark => error(Tag::LoopForm, loc, "the mark of an annotated loop has unexpected operands"),
        Fault::NotConstant => {
            let message = "non-constant kind of shuffle; make it a literal, or a constant after inlining";
            error(Tag::NotConstant, loc, message)
        }
    })?;
    rw.set_insertion_point_before(op);
    let types: Vec<Type> = result.into_iter().collect();
    let made = rw.build(lifted.with_results(&types).with_loc(loc));
    if let Err(errors) = verify(rw.op(made), VerifyOptions::default().parallel(false).recursive(false)) {
        rw.erase_op(made);
        let reason = errors.first().map_or("", |error| error.message.as_str()).to_owned();
        return Err(error(Tag::Type, loc, format_args!("a call of '{name}' is not valid: {reason}")));
    }
    let values: Vec<Value> = rw.body().results(made).collect();
    rw.replace_op(op, &values);
    Ok(())
}

/// The reason for which no op stands for a call.
enum Fault {
    Operands,
    /// Operands of the mark of a loop.
    Mark,
    /// It is not constant whether a shuffle is one of a pair.
    NotConstant,
}

/// The op for an intrinsic with operands.
fn lifted(
    intrinsic: Intrinsic,
    args: &[ValueRef<'_>],
    result: Option<Type>,
) -> Result<OperationState<'static>, Fault> {
    let is_number = |value: &ValueRef<'_>| {
        let cx = value.cx();
        value.ty().is_signless_integer(cx) || value.ty().is_float(cx)
    };
    let has_number = args.last().is_some_and(is_number);
    let exactly = |count: usize| if args.len() == count { Ok(args) } else { Err(Fault::Operands) };
    if result.is_none() && intrinsic != Intrinsic::ParallelMark {
        return Err(Fault::Operands);
    }
    Ok(match intrinsic {
        Intrinsic::SetShape => {
            let [_, _, others @ ..] = args else { return Err(Fault::Operands) };
            state::<SetShapeOp>(&args[..2 + without_trailing(others, 1).len()])
        }
        Intrinsic::Index => state::<IndexOp>(exactly(2)?),
        Intrinsic::GetSize => state::<GetSizeOp>(exactly(2)?),
        Intrinsic::Reduce(reduction) => reduced(reduction, exactly(2)?),
        Intrinsic::Broadcast if has_number => state::<BroadcastOp>(exactly(3)?),
        Intrinsic::Broadcast => state::<BroadcastPtrOp>(exactly(3)?),
        Intrinsic::Slice => {
            let [_, indices @ ..] = args else { return Err(Fault::Operands) };
            state::<SliceOp>(&args[..1 + without_trailing(indices, -1).len()])
        }
        Intrinsic::Shuffle => {
            let &[first, second, is_pair, function] = args else { return Err(Fault::Operands) };
            match number(is_pair).ok_or(Fault::NotConstant)? & 1 {
                1 => state::<ShufflePairOp>(&[first, second, function]),
                _ => state::<ShuffleOp>(&[first, function]),
            }
        }
        Intrinsic::Stack => state::<StackOp>(args.get(1..).map(|_| args).ok_or(Fault::Operands)?),
        Intrinsic::Reinterp => state::<ReinterpOp>(exactly(2)?),
        Intrinsic::Row => state::<RowOp>(exactly(2)?),
        Intrinsic::FloatExtension | Intrinsic::FloatTruncation => state::<FloatCastOp>(exactly(1)?),
        Intrinsic::Scalable => state::<ScalableOp>(exactly(1)?),
        Intrinsic::LoopMark => {
            let [block, id, rest @ ..] = args else { return Err(Fault::Mark) };
            let (flags, dims) = flags_and_dims(rest)?;
            let id = number(*id).ok_or(Fault::Mark)?;
            let cx = block.cx();
            let props = [Some(cx.int_attr(Type::I64, id)), flags[0], flags[1]];
            with_props::<LoopMarkOp>(&[&[*block], dims].concat(), &props)
        }
        Intrinsic::ThreadMark => {
            let &[chunks, next, id, dims, rank, is_dynamic] = args else { return Err(Fault::Mark) };
            let (Some(id), Some(rank), Some(is_dynamic)) = (number(id), number(rank), number(is_dynamic))
            else {
                return Err(Fault::Mark);
            };
            if !(1..=MAX_THREAD_DIMS).contains(&rank) {
                return Err(Fault::Mark);
            }
            let cx = chunks.cx();
            let dynamic = (is_dynamic != 0).then_some(Attr::UNIT);
            let props = [Some(cx.int_attr(Type::I64, id)), Some(cx.int_attr(Type::I64, rank)), dynamic];
            with_props::<ThreadMarkOp>(&[chunks, next, dims], &props)
        }
        Intrinsic::ParallelMark => {
            let [block, rest @ ..] = args else { return Err(Fault::Mark) };
            let (flags, dims) = flags_and_dims(rest)?;
            with_props::<ParallelMarkOp>(&[&[*block], dims].concat(), &flags)
        }
        Intrinsic::ParallelIdx => {
            let [_, dims @ ..] = args else { return Err(Fault::Operands) };
            state::<ParallelIdxOp>(&args[..1 + without_trailing(dims, -1).len()])
        }
    })
}

fn state<K: OpKind>(operands: &[ValueRef<'_>]) -> OperationState<'static> {
    with_props::<K>(operands, &[])
}

fn with_props<K: OpKind>(operands: &[ValueRef<'_>], props: &[Option<Attr>]) -> OperationState<'static> {
    let operands: Vec<Value> = operands.iter().map(|operand| operand.id()).collect();
    OperationState::positional::<K>(&operands, props)
}

/// The flags of a mark as attributes, and its dimensions.
fn flags_and_dims<'a, 'v>(
    args: &'v [ValueRef<'a>],
) -> Result<([Option<Attr>; 2], &'v [ValueRef<'a>]), Fault> {
    let [flags, count, dims @ ..] = args else { return Err(Fault::Mark) };
    let (Some(flags), Some(count)) = (number(*flags), number(*count)) else { return Err(Fault::Mark) };
    if count != dims.len() as i64 || dims.is_empty() {
        return Err(Fault::Mark);
    }
    let flags = [NO_REMAINDER, BLOCK_INDEPENDENT].map(|flag| (flags == flag).then_some(Attr::UNIT));
    Ok((flags, dims))
}

fn reduced(reduction: Reduction, args: &[ValueRef<'_>]) -> OperationState<'static> {
    let unsigned = [Some(Attr::UNIT)];
    match reduction {
        Reduction::Add | Reduction::FAdd => state::<ReduceAddOp>(args),
        Reduction::Mul | Reduction::FMul => state::<ReduceMulOp>(args),
        Reduction::And => state::<ReduceAndOp>(args),
        Reduction::Or => state::<ReduceOrOp>(args),
        Reduction::Xor => state::<ReduceXorOp>(args),
        Reduction::UMax => with_props::<ReduceMaxOp>(args, &unsigned),
        Reduction::UMin => with_props::<ReduceMinOp>(args, &unsigned),
        Reduction::SMax | Reduction::FMax => state::<ReduceMaxOp>(args),
        Reduction::SMin | Reduction::FMin => state::<ReduceMinOp>(args),
        Reduction::FMaximum => state::<ReduceMaximumOp>(args),
        Reduction::FMinimum => state::<ReduceMinimumOp>(args),
    }
}
