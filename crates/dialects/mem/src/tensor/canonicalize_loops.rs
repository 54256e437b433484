//! Patterns on loops that carry tensors: casts move out of them.

use terrace_dialects_core::scf::{ForOp, ForallOp};
use terrace_ir::interfaces::LoopLike;
use terrace_ir::{InsertPoint, OpKind, Rewriter, Type, Value};

use super::{CastOp, ParallelInsertSliceOp, foldable_cast_source};

/// Changes the type of a value; its users get a cast to the previous type. Returns the cast.
fn retype(rw: &mut Rewriter<'_>, value: Value, ty: Type, at: InsertPoint) -> Value {
    let (old, loc) = (rw.value(value).ty(), rw.value(value).loc());
    rw.set_type(value, ty);
    rw.set_insertion_point(at);
    let cast = rw.build_value(CastOp::of(value).dest(old).loc(loc));
    rw.replace_uses_with_if(value, cast, |body, user, _| !body.results(user).any(|result| result == cast));
    cast
}

/// A loop that carries a cast tensor carries the tensor itself, where that knows more of its shape and the result has one
/// use.
pub(super) fn for_carries_source(rw: &mut Rewriter<'_>, op: ForOp) -> Option<()> {
    let view = op.view(rw);
    let carried = view.init_args().zip(view.results()).enumerate();
    let (at, source, result) = carried.into_iter().find_map(|(at, (init, result))| {
        let source = foldable_cast_source(init).filter(|source| source.ty() != init.ty())?;
        (result.uses().count() == 1).then_some((at, source, result))
    })?;
    let (source, ty, result) = (source.id(), source.ty(), result.id());
    let looped: &dyn LoopLike = &ForOp::MODEL;
    let arg = looped.iter_args(view.0).get(at)?.id();
    let (init, block) = (looped.inits(view.0).0 + at, view.region().entry()?.id());
    let end = rw.body().last_op(block)?;
    rw.set_operand(op, init, source);
    retype(rw, arg, ty, InsertPoint::start(rw.body(), block));
    let (yielded, loc) = (rw.body().operand(end, at), rw.body().loc(end));
    rw.set_insertion_point_before(end);
    let yielded = rw.build_value(CastOp::of(yielded).dest(ty).loc(loc));
    rw.set_operand(end, at, yielded);
    retype(rw, result, ty, InsertPoint::after(rw.body(), op.into()));
    Some(())
}

/// Iterations share a tensor itself instead of a cast one, where that knows more of its shape.
pub(super) fn forall_shares_source(rw: &mut Rewriter<'_>, op: ForallOp) -> Option<()> {
    let view = op.view(rw);
    let (block, args) = (view.region().entry()?.id(), view.region_outputs());
    let looped: &dyn LoopLike = &ForallOp::MODEL;
    let first = looped.inits(view.0).0;
    let mut found = Vec::new();
    for (at, ((output, arg), result)) in view.outputs().zip(&args).zip(view.results()).enumerate() {
        let source = foldable_cast_source(output).filter(|source| source.ty() != output.ty());
        found.extend(source.map(|source| (first + at, source.id(), source.ty(), arg.id(), result.id())));
    }
    if found.is_empty() {
        return None;
    }
    for &(output, source, ty, arg, _) in &found {
        rw.set_operand(op, output, source);
        let cast = retype(rw, arg, ty, InsertPoint::start(rw.body(), block));
        let insert = rw.cx().op_name(ParallelInsertSliceOp::DEF.name);
        // What the iterations make goes into the shared tensor.
        rw.replace_uses_with_if(cast, arg, |body, user, _| body.name(user) == insert);
    }
    for &(_, _, ty, _, result) in &found {
        retype(rw, result, ty, InsertPoint::after(rw.body(), op.into()));
    }
    Some(())
}
