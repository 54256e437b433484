//! `convert-llvm-to-ripple`: calls of Ripple's intrinsics become ops of ripple, the reverse of [`crate::to_llvm`].
//!
//! What was imported from LLVM IR is easier to read and to match so: sizes of 1 at the end of a block's shape and indices of
//! -1 at the end of a slice are left out. Calls that no op stands for stay as they are: marks of annotated loops,
//! conversions that optimizations must not see, and slices and shuffles of addresses.

use terrace_dialects_llvm::ops::CallIntrinsicOp;
use terrace_ir::build::OperationState;
use terrace_ir::verify::{VerifyOptions, verify};
use terrace_ir::{Attr, Op, OpKind, Rewriter, Type, Value, ValueRef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};

use crate::dialect::*;
use crate::evaluate::integer_of_constant;
use crate::functions::ripple_call_of;
use crate::intrinsics::{Reduction, RippleCall};

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
    fn run(&self, rw: &mut Rewriter<'_>, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        for op in terrace_rewrite::walk::body_pre_order(rw.body()) {
            lift(rw, op);
        }
        Ok(())
    }
}

/// The number of operands without trailing ones that are equal to one of some numbers.
fn without_trailing<'a>(values: &[ValueRef<'a>], numbers: &[i64]) -> usize {
    let is_default = |value: &ValueRef<'a>| {
        value.defining_op().and_then(integer_of_constant).is_some_and(|number| numbers.contains(&number))
    };
    values.iter().rposition(|value| !is_default(value)).map_or(0, |last| last + 1)
}

/// Replaces a call by an op, if there is one for it.
fn lift(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let kind = ripple_call_of(view)?;
    let call = view.cast::<CallIntrinsicOp>()?;
    let cx = rw.cx();
    let args: Vec<ValueRef<'_>> = call.args().collect();
    let result = call.results()?.ty();
    let is_number = result.is_signless_integer(cx) || result.is_float(cx);
    let mut operands: Vec<Value> = args.iter().map(|arg| arg.id()).collect();
    let (mut unsigned, mut is_pair) = (false, false);
    let kept = match kind {
        RippleCall::SetShape => 1 + without_trailing(args.get(1..)?, &[0, 1]).max(1),
        RippleCall::Slice if is_number => 1 + without_trailing(args.get(1..)?, &[-1]),
        RippleCall::Shuffle if is_number => {
            is_pair = integer_of_constant(args.get(2)?.defining_op()?)? != 0;
            operands = vec![operands[0], operands[1], *operands.get(3)?];
            if !is_pair {
                operands.remove(1);
            }
            operands.len()
        }
        RippleCall::Slice
        | RippleCall::Shuffle
        | RippleCall::Row
        | RippleCall::FloatCast
        | RippleCall::LoopMark
        | RippleCall::ThreadMark
        | RippleCall::ParallelMark => return None,
        RippleCall::Reduce(reduction) => {
            unsigned = matches!(reduction, Reduction::UMax | Reduction::UMin);
            operands.len()
        }
        _ => operands.len(),
    };
    operands.truncate(kept);
    rw.set_insertion_point_before(op);
    let mut lifted = Lifted { rw, op, operands, result };
    let made = match kind {
        RippleCall::SetShape => lifted.create::<SetShapeOp>(),
        RippleCall::Index => lifted.create::<IndexOp>(),
        RippleCall::GetSize => lifted.create::<GetSizeOp>(),
        RippleCall::Broadcast if is_number => lifted.create::<BroadcastOp>(),
        RippleCall::Broadcast => lifted.create::<BroadcastPtrOp>(),
        RippleCall::Slice => lifted.create::<SliceOp>(),
        RippleCall::Shuffle if is_pair => lifted.create::<ShufflePairOp>(),
        RippleCall::Shuffle => lifted.create::<ShuffleOp>(),
        RippleCall::Stack => lifted.create::<StackOp>(),
        RippleCall::Reinterp => lifted.create::<ReinterpOp>(),
        RippleCall::ParallelIdx => lifted.create::<ParallelIdxOp>(),
        RippleCall::Reduce(reduction) => match reduction {
            Reduction::Add | Reduction::FAdd => lifted.create::<ReduceAddOp>(),
            Reduction::Mul | Reduction::FMul => lifted.create::<ReduceMulOp>(),
            Reduction::And => lifted.create::<ReduceAndOp>(),
            Reduction::Or => lifted.create::<ReduceOrOp>(),
            Reduction::Xor => lifted.create::<ReduceXorOp>(),
            Reduction::SMax | Reduction::UMax | Reduction::FMax => lifted.create::<ReduceMaxOp>(),
            Reduction::SMin | Reduction::UMin | Reduction::FMin => lifted.create::<ReduceMinOp>(),
            Reduction::FMaximum => lifted.create::<ReduceMaximumOp>(),
            Reduction::FMinimum => lifted.create::<ReduceMinimumOp>(),
        },
        RippleCall::Row
        | RippleCall::FloatCast
        | RippleCall::LoopMark
        | RippleCall::ThreadMark
        | RippleCall::ParallelMark => return None,
    };
    if unsigned {
        rw.set_attr(made, "unsigned", Attr::UNIT);
    }
    // What no op may be, such as the index in an eleventh dimension, is left for `ripple-vectorize` to tell of.
    if verify(rw.op(made), VerifyOptions { parallel: false, recursive: false }).is_err() {
        rw.erase_op(made);
        return None;
    }
    let value = rw.body().single_result(made);
    rw.replace_op(op, &[value]);
    Some(())
}

/// An op in the place of a call.
struct Lifted<'l, 'r> {
    rw: &'l mut Rewriter<'r>,
    op: Op,
    operands: Vec<Value>,
    result: Type,
}

impl Lifted<'_, '_> {
    fn create<K: OpKind>(&mut self) -> Op {
        let loc = self.rw.body().loc(self.op);
        self.rw.build(
            OperationState::positional::<K>(&self.operands, &[]).with_results(&[self.result]).with_loc(loc),
        )
    }
}
