//! Marks of annotated loops. None is left when functions are vectorized.

use terrace_ir::{Attr, OpRef, Type, ValueRef};

use super::Construct;
use crate::analysis::{FunctionAnalysis, InferShape};
use crate::diagnostics::Tag;
use crate::dialect::{LoopMarkOp, MAX_THREAD_DIMS, ParallelIdxOp, ParallelMarkOp, ThreadMarkOp};
use crate::intrinsics::{BLOCK_INDEPENDENT, Fault, Intrinsic, IntrinsicCall, Lifted, NO_REMAINDER, number};
use crate::shape::Shape;
use crate::vectorize::{Emitter, Lanes, Render, Rendered};

/// The construct.
pub(crate) struct MarkConstruct;

impl Construct for MarkConstruct {
    const INTRINSICS: &'static [Intrinsic] = &[
        ("loop.mark", loop_mark),
        ("thread.mark", thread_mark),
        ("parallel.mark", parallel_mark),
        ("parallel.idx", |call| call.without_trailing::<ParallelIdxOp>(1, -1)),
    ];
}

impl InferShape for MarkConstruct {
    fn infer_shape<'a>(&self, _op: OpRef<'a>, _analysis: &mut FunctionAnalysis<'a, '_>) -> Option<Shape> {
        Some(Shape::SCALAR)
    }
}

impl Render for MarkConstruct {
    fn render(&self, emit: &mut Emitter<'_, '_>, _at: &Rendered<'_>) -> Option<Lanes> {
        emit.error(
            Tag::LoopForm,
            "the annotation of a loop is left: it does not precede a loop in the form that it takes",
        );
        None
    }
}

/// A call has the block, the number of the loop, flags, the number of dimensions, and these.
fn loop_mark(call: &IntrinsicCall<'_, '_>) -> Lifted {
    let [block, id, rest @ ..] = call.args else { return Err(Fault::Mark) };
    let (flags, dims) = flags_and_dims(rest)?;
    let id = number(*id).ok_or(Fault::Mark)?;
    let id = block.cx().int_attr(Type::I64, id);
    call.op_with::<LoopMarkOp>(&[&[*block], dims].concat(), &[Some(id), flags[0], flags[1]])
}

/// A call has chunks, the next one, the number of the loop, dimensions, their number, and whether chunks are dynamic.
fn thread_mark(call: &IntrinsicCall<'_, '_>) -> Lifted {
    let &[chunks, next, id, dims, rank, is_dynamic] = call.args else { return Err(Fault::Mark) };
    let (Some(id), Some(rank), Some(is_dynamic)) = (number(id), number(rank), number(is_dynamic)) else {
        return Err(Fault::Mark);
    };
    if !(1..=MAX_THREAD_DIMS).contains(&rank) {
        return Err(Fault::Mark);
    }
    let [id, rank] = [id, rank].map(|number| Some(chunks.cx().int_attr(Type::I64, number)));
    let dynamic = (is_dynamic != 0).then_some(Attr::UNIT);
    call.op_with::<ThreadMarkOp>(&[chunks, next, dims], &[id, rank, dynamic])
}

/// A call has the block, flags, the number of dimensions, and these.
fn parallel_mark(call: &IntrinsicCall<'_, '_>) -> Lifted {
    let [block, rest @ ..] = call.args else { return Err(Fault::Mark) };
    let (flags, dims) = flags_and_dims(rest)?;
    call.op_with::<ParallelMarkOp>(&[&[*block], dims].concat(), &flags)
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
