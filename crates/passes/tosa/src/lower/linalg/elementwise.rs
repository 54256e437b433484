//! Ops that combine elements one by one.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_conversion::{Adaptor, ConversionRewriter};
use terrace_dialects_linalg::builders::Loops;
use terrace_dialects_mem::make_slices::empty;
use terrace_dialects_tosa::verify::zero_point;
use terrace_ir::{Op, Type, Value};
use terrace_passes_shared::arithmetic::Arith;

use super::broadcast::Broadcast;
use super::make::{Make, replace_with_cast};
use super::scalars::Scalars;
use super::table::Elementwise;
use super::types::without_unsigned;

/// The map of an operand to which elements of the result belong.
fn map_of(shape: &[i64], result: &[i64]) -> AffineMap {
    let dims = shape.iter().enumerate().map(|(dim, &extent)| match result.get(dim) {
        Some(&wanted) if extent != 1 || wanted == 1 => AffineExpr::dim(dim as u32),
        _ => AffineExpr::constant(0),
    });
    AffineMap::new(result.len() as u32, 0, dims.collect())
}

/// Lowers an op of the table to a loop over elements.
pub(super) fn lower(
    rw: &mut ConversionRewriter<'_>,
    op: Op,
    adaptor: &Adaptor,
    entry: &Elementwise,
) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let (loc, own_ty) = (view.loc(), view.single_result().ty());
    let types = view.operand_types();
    if types.iter().chain([&own_ty]).any(|ty| ty.shape(cx).is_none()) {
        return rw.notify_match_failure(op, "unranked operands and results are not supported");
    }
    let source = types.get(entry.typed_operand)?.element_type_or_self(cx);
    let Some(compute) = entry.body_for(cx, source) else {
        return rw.notify_match_failure(op, "unsupported types of elements");
    };
    let ty = without_unsigned(cx, own_ty)?;
    let element = ty.element_type_or_self(cx);
    if !element.is_integer(cx) && !element.is_float(cx) {
        return rw.notify_match_failure(op, "unsupported type of elements of the result");
    }
    let shaped = types.len().checked_sub(entry.parameters)?;
    // Parameters that are constants are known to the computation.
    let are_known = view.operands().skip(shaped).all(|parameter| zero_point(parameter, true).is_some());
    let operands = adaptor.range((0, if are_known { shaped } else { types.len() }));
    let mut make = Make { rw, loc };
    let (shaped, parameters) = operands.split_at(shaped);
    let result = loop_over(&mut make, shaped, parameters, ty, |make, args, result| {
        let arith = Arith::new(make.rw, make.loc);
        compute(&mut Scalars { arith, op, source, result }, args)
    });
    let Some(result) = result else {
        return rw.notify_match_failure(op, "no computation of elements of these types");
    };
    replace_with_cast(rw, op, result, ty, loc)
}

/// A loop over the elements of operands that are repeated to a common shape, and of parameters of one element, with what
/// `compute` creates for an element of the result's type.
fn loop_over(
    make: &mut Make<'_, '_>,
    operands: &[Value],
    parameters: &[Value],
    ty: Type,
    compute: impl FnOnce(&mut Make<'_, '_>, &[Value], Type) -> Option<Value>,
) -> Option<Value> {
    let cx = make.rw.cx();
    let (element, shape) = (ty.element_type_or_self(cx), ty.shape(cx)?);
    let (sizes, mut inputs) = Broadcast::new(make).broadcast(operands, shape.len())?;
    inputs.extend(parameters);
    let init = empty(make.rw, &sizes, element, make.loc);
    let mut maps = Vec::with_capacity(inputs.len() + 1);
    for &input in &inputs {
        maps.push(map_of(make.ty(input).shape(cx)?, shape));
    }
    maps.push(AffineMap::identity(shape.len() as u32));
    let parallel = vec![true; shape.len()];
    let loops = Loops { inputs: &inputs, outputs: &[init], maps: &maps, parallel: &parallel };
    make.generic(&loops, |make, args| compute(make, args, element))
}
