//! Reductions.

use terrace_dialects_core::arith::ConstantOp;
use terrace_dialects_gpu::gpu::attrs::{ShuffleMode, ShuffleModeAttr};
use terrace_dialects_gpu::gpu::group::ShuffleOp;
use terrace_dialects_gpu::gpu::warp::WarpExecuteOnLane0Op;
use terrace_dialects_vector::ReductionOp;
use terrace_dialects_vector::attrs::CombiningKind;
use terrace_dialects_vector::types::as_vector;
use terrace_ir::attr_kind::AttrKind;
use terrace_ir::{Loc, OpKind, Rewriter, Type, Value};
use terrace_passes_shared::vector_ops::{combine, create_reduction};

use super::lanes::with_shape;
use super::region::Warp;

/// An `i32` constant.
fn i32_constant(rw: &mut Rewriter<'_>, number: i64, loc: Loc) -> Value {
    let attr = rw.cx().int_attr(Type::I32, number);
    rw.build_value(ConstantOp::of().value_attr(attr).result(Type::I32).loc(loc))
}

/// The value that another lane of a warp has.
pub(super) fn shuffle(
    rw: &mut Rewriter<'_>,
    mode: ShuffleMode,
    value: Value,
    [lane, width]: [Value; 2],
    loc: Loc,
) -> Value {
    let (cx, ty) = (rw.cx(), rw.value(value).ty());
    let shuffle = ShuffleOp::of(value, lane, width).mode_attr(ShuffleModeAttr::attr(cx, mode));
    let shuffle = rw.build(shuffle.shuffle_result(ty).valid(Type::I1).loc(loc));
    shuffle.view(rw).shuffle_result().id()
}

/// The value that a lane of a warp has, as all lanes get it.
pub(super) fn shuffle_from(rw: &mut Rewriter<'_>, value: Value, lane: Value, size: i64, loc: Loc) -> Value {
    use terrace_dialects_core::arith::IndexCastOp;
    let lane = rw.build_value(IndexCastOp::of(lane).out(Type::I32).loc(loc));
    let width = i32_constant(rw, size, loc);
    shuffle(rw, ShuffleMode::Idx, value, [lane, width], loc)
}

/// Reduces the part of a lane, and combines the results of all lanes, whose number is a power of two.
fn reduce_all(rw: &mut Rewriter<'_>, kind: CombiningKind, part: Value, size: i64, loc: Loc) -> Value {
    let reduced = create_reduction(rw, kind, part, None, loc);
    let mut value = rw.body().single_result(reduced);
    let mut distance = 1;
    while distance < size {
        let (offset, width) = (i32_constant(rw, distance, loc), i32_constant(rw, size, loc));
        let other = shuffle(rw, ShuffleMode::Xor, value, [offset, width], loc);
        value = combine(rw, kind, value, other, None, loc);
        distance *= 2;
    }
    value
}

/// Reduces the parts of all lanes and combines their results.
pub(super) fn move_reduction(rw: &mut Rewriter<'_>, op: WarpExecuteOnLane0Op) -> Option<()> {
    let (cx, warp) = (rw.cx(), Warp::of(rw, op)?);
    let (index, def) = warp.yielded(rw, |def| def.isa::<ReductionOp>())?;
    let view = ReductionOp::view_of(rw.op(def));
    let (source, kind, loc, ty) = (view.vector(), view.kind(), view.0.loc(), view.dest().ty());
    let whole = as_vector(cx, source.ty())?;
    let is_shared = whole.rank() == 1 && !whole.is_scalable() && whole.shape[0] % warp.size == 0;
    // Lanes exchange values of 32 or 64 bits at most, and each has a partner at each distance.
    if !is_shared
        || !(ty.is_float(cx) || ty.is_signless_integer(cx))
        || !warp.size.unsigned_abs().is_power_of_two()
    {
        return rw.notify_match_failure(op, "Reduction vector dimension must match was size.");
    }
    let mut values = vec![source.id()];
    let mut types = vec![with_shape(cx, source.ty(), &[whole.shape[0] / warp.size])];
    if let Some(acc) = view.acc() {
        values.push(acc.id());
        types.push(acc.ty());
    }
    let (warp, values) = warp.append(rw, &values, &types)?;
    let mut value = reduce_all(rw, kind, *values.first()?, warp.size, loc);
    if let Some(&acc) = values.get(1) {
        value = combine(rw, kind, value, acc, None, loc);
    }
    warp.replace_result(rw, index, value);
    Some(())
}
