//! Constants in another order.

use terrace_affine::AffineMap;
use terrace_dialects_core::arith::ConstantOp;
use terrace_dialects_linalg::region_ops::YieldOp;
use terrace_dialects_linalg::structured::{Structured, as_structured, has_tensor_semantics};
use terrace_ir::context::OpInfo;
use terrace_ir::fold::constant_value;
use terrace_ir::pattern::Pattern;
use terrace_ir::{Attr, AttrData, Context, Op, OpRef, Rewriter, Type};

fn is_structured(info: &OpInfo) -> bool {
    info.interface::<dyn Structured>().is_some()
}

/// An op that puts the elements of a constant in another order is a constant.
pub(super) const CONSTANT_TRANSPOSE: Pattern =
    Pattern::having("constant_transpose", is_structured, constant_transpose);

/// The result's dimension for each of the input's, where an op moves its only input's elements there.
fn moved(op: OpRef<'_>) -> Option<Vec<usize>> {
    let structured = as_structured(op)?;
    if !has_tensor_semantics(op) || structured.destinations(op) != (1, 1) {
        return None;
    }
    let block = op.single_region().entry()?;
    let end = block.first().filter(|end| end.isa::<YieldOp>())?;
    let mut args = block.args();
    let (input, output) = (args.next()?, args.next()?);
    if !output.is_unused() || end.operands().any(|value| value != input) {
        return None;
    }
    let maps = structured.indexing_maps(op);
    let [from, to] = maps.as_slice() else { return None };
    if ![from, to].into_iter().all(AffineMap::is_permutation) {
        return None;
    }
    let place = |result: &terrace_affine::AffineExpr| to.result_position(result.as_dim()?);
    from.results.iter().map(place).collect()
}

/// The elements of a constant under a type whose dimensions are in another order.
fn transposed(cx: &Context, attr: Attr, places: &[usize], ty: Type) -> Option<Attr> {
    let AttrData::DenseElements { ty: from, data, splat } = attr.data(cx) else { return None };
    if *splat {
        return Some(cx.attr(AttrData::DenseElements { ty, data: data.clone(), splat: true }));
    }
    let (from, to) = (from.shape(cx)?, ty.shape(cx)?);
    let count = usize::try_from(ty.num_elements(cx)?).ok()?;
    let size = data.len().checked_div(count)?;
    // The strides in the result, by the dimensions of the input.
    let mut strides = vec![1usize; to.len()];
    for dim in (1..to.len()).rev() {
        strides[dim - 1] = strides[dim] * to[dim] as usize;
    }
    let mut out = vec![0; data.len()];
    let mut at = vec![0i64; from.len()];
    for element in data.chunks_exact(size) {
        let number: usize = at.iter().zip(places).map(|(&at, &place)| at as usize * strides[place]).sum();
        out.get_mut(number * size..(number + 1) * size)?.copy_from_slice(element);
        for (at, &extent) in at.iter_mut().zip(from).rev() {
            *at += 1;
            if *at < extent {
                break;
            }
            *at = 0;
        }
    }
    Some(cx.attr(AttrData::DenseElements { ty, data: out.into(), splat: false }))
}

fn constant_transpose(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let places = moved(view)?;
    let (input, ty) = (view.operands().next()?, view.single_result().ty());
    let element = ty.element_type(cx)?;
    let same = input.ty().element_type(cx) == Some(element) && ty.has_static_shape(cx);
    if !same || !(element.is_integer(cx) || element.is_float(cx)) || input.uses().count() != 1 {
        return None;
    }
    let constant = transposed(cx, constant_value(input)?, &places, ty)?;
    rw.replace(op, ConstantOp::of().value_attr(constant));
    Some(())
}
