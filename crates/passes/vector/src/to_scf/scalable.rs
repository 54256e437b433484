//! Writes of transposed scalable vectors as loops over rows.

use terrace_dialects_core::arith::MulIOp;
use terrace_dialects_mem::index_values::index_constant;
use terrace_dialects_vector::transfer::minor_identity;
use terrace_dialects_vector::types::vector;
use terrace_dialects_vector::{
    ConstantMaskOp, CreateMaskOp, FromElementsOp, TransferWriteOp, TransposeOp, VectorScaleOp,
};
use terrace_ir::elements::MAX_EXPANDED_ELEMENTS;
use terrace_ir::{Loc, Op, OpFoldResult, Rewriter, Type, Value, VectorType};

use super::TransferToScfOptions;
use super::transfer::{Xfer, extract_at};
use terrace_passes_shared::build::for_loop;
use terrace_passes_shared::transfers::{flags_attr, is_masked};
use terrace_passes_shared::vector_ops::extract;

/// A number times the run-time scale, which is computed once.
fn scaled(rw: &mut Rewriter<'_>, scale: &mut Option<Value>, number: i64, loc: Loc) -> Value {
    let scale = *scale.get_or_insert_with(|| rw.build_value(VectorScaleOp::of().res(Type::INDEX).loc(loc)));
    let number = index_constant(rw, number, loc);
    rw.build_value(MulIOp::of(scale, number).result(Type::INDEX).loc(loc))
}

/// A number that a mask has for a dimension.
enum Bound {
    Value(Value),
    Number(i64),
    Scaled(i64),
}

/// Up to where a mask is set in each dimension; `None` if that is not known.
fn bounds_of_mask(rw: &Rewriter<'_>, mask: Value) -> Option<Vec<Bound>> {
    let value = rw.value(mask);
    if let Some(created) = value.defined_by::<CreateMaskOp>() {
        return Some(created.operands().map(|size| Bound::Value(size.id())).collect());
    }
    let constant = value.defined_by::<ConstantMaskOp>()?;
    let scalable = vector(rw.cx(), value.ty()).scalable;
    let bound = |(&size, &is_scalable)| if is_scalable { Bound::Scaled(size) } else { Bound::Number(size) };
    Some(constant.mask_dim_sizes().to_vec().iter().zip(scalable).map(bound).collect())
}

pub(in super::super) fn write(rw: &mut Rewriter<'_>, op: Op, options: TransferToScfOptions) -> Option<()> {
    let (cx, xfer) = (rw.cx(), Xfer::of(rw, op)?);
    let (loc, own) = (xfer.loc, xfer.vector(cx));
    if xfer.is_tensor(cx) && !options.lower_tensors {
        return rw.notify_match_failure(op, "lowering tensor transfers is disabled");
    }
    if own.scalable != [true, false] || is_masked(rw.op(op)) {
        return rw.notify_match_failure(op, "expected vector of the form vector<[N]xMxty>");
    }
    if !xfer.map.is_identity() {
        return rw.notify_match_failure(op, "non-identity permutations are unsupported (lower first)");
    }
    if xfer.in_bounds.first() != Some(&true) {
        return rw.notify_match_failure(op, "out-of-bounds dims are unsupported (use masking)");
    }
    let transpose = rw.value(xfer.operand).defined_by::<TransposeOp>();
    let Some(transpose) = transpose.filter(|transpose| transpose.permutation().to_vec() == [1, 0]) else {
        return rw.notify_match_failure(op, "source not transpose");
    };
    let source = transpose.vector().id();
    let bounds = match xfer.mask {
        None => None,
        Some(mask) => match bounds_of_mask(rw, mask) {
            Some(bounds) => Some(bounds),
            None => return rw.notify_match_failure(op, "failed to resolve mask dims"),
        },
    };
    let (rows, count) = (own.shape[0], own.shape[1]);
    if count > MAX_EXPANDED_ELEMENTS as i64 {
        return None;
    }
    let mut scale = None;
    let bounds: Option<Vec<OpFoldResult>> = bounds.map(|bounds| {
        let bound = |bound| match bound {
            Bound::Value(value) => OpFoldResult::Value(value),
            Bound::Number(number) => OpFoldResult::Static(number),
            Bound::Scaled(number) => OpFoldResult::Value(scaled(rw, &mut scale, number, loc)),
        };
        bounds.into_iter().map(bound).collect()
    });
    let columns: Vec<Value> = (0..count).map(|at| extract(rw, source, &[at], loc)).collect();
    let as_value = |rw: &mut Rewriter<'_>, bound: OpFoldResult| match bound {
        OpFoldResult::Value(value) => value,
        OpFoldResult::Static(number) => index_constant(rw, number, loc),
    };
    let lower = index_constant(rw, 0, loc);
    let upper = match &bounds {
        None => scaled(rw, &mut scale, rows, loc),
        Some(bounds) => as_value(rw, *bounds.first()?),
    };
    let step = index_constant(rw, 1, loc);
    let row_ty = xfer.part_ty(cx);
    let mask = bounds.map(|bounds| {
        let bounds: Vec<Value> = bounds[1..].iter().map(|&bound| as_value(rw, bound)).collect();
        let ty = VectorType::get_scalable(cx, &own.shape[1..], &own.scalable[1..], Type::I1);
        rw.build_value(CreateMaskOp::of(&bounds).result(ty).loc(loc))
    });
    let inits: Vec<Value> = Some(xfer.base).filter(|_| xfer.is_tensor(cx)).into_iter().collect();
    let map = cx.affine_map_attr(minor_identity(cx, xfer.base_ty, row_ty)?);
    let in_bounds = flags_attr(cx, &xfer.in_bounds[1..]);
    let made = for_loop(rw, [lower, upper, step], &inits, loc, |rw, iv, carried| {
        let indices = xfer.indices_at(rw, iv);
        let elements: Vec<Value> =
            columns.iter().map(|&column| extract_at(rw, column, &[OpFoldResult::Value(iv)], loc)).collect();
        let row = rw.build_value(FromElementsOp::of(&elements).dest(row_ty).loc(loc));
        let write = TransferWriteOp::of(row, carried.first().copied().unwrap_or(xfer.base))
            .loc(loc)
            .indices(&indices)
            .mask(mask)
            .permutation_map_attr(map)
            .in_bounds_attr(in_bounds)
            .result(xfer.tensor(cx));
        let write = rw.build(write);
        Some(rw.body().results(write).collect())
    })?;
    let results: Vec<Value> = rw.body().results(made).collect();
    match results.is_empty() {
        true => rw.erase_op(op),
        false => rw.replace_op(op, &results),
    }
    Some(())
}
