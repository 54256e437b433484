//! Ops that combine elements one by one.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_conversion::{Adaptor, ConversionRewriter};
use terrace_dialects_linalg::builders::Loops;
use terrace_dialects_mem::make_slices::empty;
use terrace_dialects_tosa::elementwise::{MulOp, NegateOp};
use terrace_dialects_tosa::verify::zero_point;
use terrace_ir::{Op, OpRef};
use terrace_passes_shared::arithmetic::Arith;

use super::broadcast::Broadcast;
use super::make::Make;
use super::scalars::{Elementwise, Scalars};
use super::{replace_with_cast, without_unsigned};

/// The operands whose elements are combined: all but parameters that are constants. The second number is how many of these are
/// repeated to a common shape; the others are parameters of one element.
fn combined_operands(op: OpRef<'_>) -> (usize, usize) {
    let all = op.operands().count();
    let parameters = if op.isa::<MulOp>() {
        1
    } else if op.isa::<NegateOp>() {
        2
    } else {
        return (all, all);
    };
    let shaped = all - parameters;
    let are_known = op.operands().skip(shaped).all(|parameter| zero_point(parameter, true).is_some());
    (if are_known { shaped } else { all }, shaped)
}

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
    let loc = view.loc();
    let types = view.operand_types();
    let own_ty = view.single_result().ty();
    let are_ranked = types.iter().chain([&own_ty]).all(|ty| ty.shape(cx).is_some());
    if !are_ranked {
        return rw.notify_match_failure(op, "unranked operands and results are not supported");
    }
    let (count, shaped) = combined_operands(view);
    let ty = without_unsigned(cx, own_ty)?;
    let (element, shape) = (ty.element_type_or_self(cx), ty.shape(cx)?.to_vec());
    let source = types.get(entry.typed_operand)?.element_type_or_self(cx);
    let Some(compute) = entry.body_for(cx, source) else {
        return rw.notify_match_failure(op, "unsupported types of elements");
    };
    let operands = adaptor.range((0, count));
    let mut make = Make { rw, loc };
    let (sizes, mut inputs) = Broadcast::new(&mut make).broadcast(operands.get(..shaped)?, shape.len())?;
    inputs.extend(operands.get(shaped..)?);
    let init = empty(make.rw, &sizes, element, loc);
    let mut maps = Vec::with_capacity(inputs.len() + 1);
    for &input in &inputs {
        maps.push(map_of(make.ty(input).shape(cx)?, &shape));
    }
    maps.push(AffineMap::identity(shape.len() as u32));
    let parallel = vec![true; shape.len()];
    let loops = Loops { inputs: &inputs, outputs: &[init], maps: &maps, parallel: &parallel };
    let result = make.generic(&loops, |make, args| {
        let arith = Arith::new(make.rw, make.loc);
        compute(&mut Scalars { arith, op, source, result: element }, args)
    });
    let Some(result) = result else {
        return rw.notify_match_failure(op, "no computation of elements of these types");
    };
    replace_with_cast(rw, op, result, ty, loc)
}
