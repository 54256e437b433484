//! `tensor.generate` and `tensor.pad` of constants as constants.

use terrace_dialects_core::arith::ConstantOp;
use terrace_dialects_mem::index_values::known_indices;
use terrace_dialects_mem::tensor::{CastOp, GenerateOp, PadOp, constant_padding_value, with_shape};
use terrace_dialects_vector::elements::splat_of;
use terrace_ir::elements::{MAX_EXPANDED_ELEMENTS, dense_attr};
use terrace_ir::fold::constant_value;
use terrace_ir::pattern::Root;
use terrace_ir::{AttrData, Context, Op, OpFoldResult, OpKind, Rewriter, pattern};
use terrace_rewrite::PatternSet;

/// Adds the patterns; padding is folded where its source has no other use, or in any case if it is `aggressive`.
pub fn add_rewrite_as_constant(set: &mut PatternSet, cx: &Context, aggressive: bool) {
    set.add(cx, &pattern!("GenerateToConstant", GenerateOp, generate));
    let action = move |rw: &mut Rewriter<'_>, op: Op| pad(rw, PadOp::assume(op), aggressive);
    set.add_action(cx, "PadOpToConstant", Root::Op(PadOp::DEF.name), 1, Box::new(action));
}

/// A tensor of known shape all of whose elements are the same constant.
fn generate(rw: &mut Rewriter<'_>, op: GenerateOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (ty, loc) = (view.result().ty(), view.0.loc());
    if !ty.has_static_shape(cx) {
        return None;
    }
    let element = constant_value(view.body().entry()?.last()?.operands().next()?)?;
    let value = splat_of(cx, element, ty)?;
    let new = rw.build_value(ConstantOp::of().value_attr(value).result(ty).loc(loc));
    rw.replace_op(op, &[new]);
    Some(())
}

/// The elements of `inner`, of `size` bytes each, in a larger tensor that `filler` fills.
fn padded(inner: &[u8], size: usize, shape: &[i64], filler: &[u8], low: &[i64], outer: &[i64]) -> Vec<u8> {
    let count: i64 = outer.iter().product();
    let mut data = filler.repeat(count as usize);
    for (at, element) in inner.chunks_exact(size).enumerate() {
        let (mut rest, mut place, mut stride) = (at as i64, 0, 1);
        for dim in (0..shape.len()).rev() {
            place += (rest % shape[dim] + low[dim]) * stride;
            rest /= shape[dim];
            stride *= outer[dim];
        }
        let place = place as usize * size;
        data[place..place + size].copy_from_slice(element);
    }
    data
}

/// A constant between constants.
fn pad(rw: &mut Rewriter<'_>, op: PadOp, aggressive: bool) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (source, ty, loc) = (view.source(), view.result().ty(), view.0.loc());
    if view.nofold() {
        return rw.notify_match_failure(op, "refusing to fold nofold pad operation");
    }
    let AttrData::DenseElements { ty: inner_ty, data, splat } = constant_value(source)?.data(cx) else {
        return None;
    };
    let Some(filler) = constant_padding_value(view.0).and_then(constant_value) else {
        return rw.notify_match_failure(op, "unable to get constant value");
    };
    let lists = [view.mixed_low(), view.mixed_high()].map(|list| known_numbers(&known_indices(&list)));
    let [Some(low), Some(high)] = lists else {
        return rw.notify_match_failure(op, "unable to extract constant padding");
    };
    if !aggressive && source.uses().count() != 1 {
        return rw.notify_match_failure(op, "not folding due to cost function");
    }
    let element = inner_ty.element_type(cx)?;
    if !element.is_int_or_index(cx) && element.float_kind(cx).is_none() {
        return rw.notify_match_failure(op, "tensor type not supported");
    }
    let shape = inner_ty.shape(cx)?;
    let outer: Vec<i64> =
        shape.iter().zip(&low).zip(&high).map(|((&extent, low), high)| extent + low + high).collect();
    let total = outer.iter().try_fold(1_i64, |total, &extent| total.checked_mul(extent));
    let in_range = low.iter().chain(&high).all(|&border| border >= 0);
    if !in_range || total.is_none_or(|total| total > MAX_EXPANDED_ELEMENTS as i64) {
        return rw.notify_match_failure(op, "too many elements to fold");
    }
    let new_ty = with_shape(cx, *inner_ty, &outer);
    let AttrData::DenseElements { data: filler, .. } = splat_of(cx, filler, new_ty)?.data(cx) else {
        return None;
    };
    let size = filler.len();
    let count: i64 = shape.iter().product();
    let inner = if *splat { data.repeat(count as usize) } else { data.to_vec() };
    let value = dense_attr(cx, new_ty, padded(&inner, size, shape, filler, &low, &outer), size);
    let mut new = rw.build_value(ConstantOp::of().value_attr(value).result(new_ty).loc(loc));
    if new_ty != ty {
        new = rw.build_value(CastOp::of(new).dest(ty).loc(loc));
    }
    rw.replace_op(op, &[new]);
    Some(())
}

/// The numbers of a list all of which are known.
fn known_numbers(list: &[OpFoldResult]) -> Option<Vec<i64>> {
    let number = |entry: &OpFoldResult| match entry {
        OpFoldResult::Static(number) => Some(*number),
        OpFoldResult::Value(_) => None,
    };
    list.iter().map(number).collect()
}
