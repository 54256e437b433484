//! Contractions as `vector.contract`.

use terrace_affine::AffineMap;
use terrace_dialects_core::arith;
use terrace_dialects_linalg::builders::maps_attr;
use terrace_dialects_linalg::structured::as_structured;
use terrace_dialects_vector::ContractionOp;
use terrace_dialects_vector::attrs::{IteratorType, IteratorTypeAttr};
use terrace_ir::attr_kind::AttrKind;
use terrace_ir::{Attr, Op, Rewriter, Value};

use super::generic::{combiner, combining_kind};
use super::state::VectorizationState;
use terrace_passes_shared::arithmetic::zero_attr;
use terrace_passes_shared::transfers::{read_or_masked_read, write_or_masked_write};

/// Vectorizes a named contraction, before it; returns its results.
pub(super) fn vectorize_contraction(
    rw: &mut Rewriter<'_>,
    op: Op,
    state: &mut VectorizationState,
) -> Option<Vec<Value>> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let parallel = as_structured(view)?.parallel(view);
    let kind = combining_kind(combiner(view, 0)?)?;
    let operands: Vec<Value> = view.operands().map(|value| value.id()).collect();
    let &[_, _, dest] = operands.as_slice() else { return None };
    let (loc, maps) = (state.loc, state.maps.clone());
    if !AffineMap::concat(&maps[..2]).unused_dims().is_empty() {
        return rw.notify_match_failure(op, "contraction with dimensions that no input has");
    }
    let mut vectors = Vec::with_capacity(operands.len());
    for (&operand, map) in operands.iter().zip(&maps) {
        let element = rw.value(operand).ty().element_type_or_self(cx);
        let ty = state.vector_of(rw, element, map);
        let zero = rw.build_value(
            arith::ConstantOp::of().value_attr(zero_attr(cx, element)?).result(element).loc(loc),
        );
        vectors.push(read_or_masked_read(rw, operand, ty, Some(zero), false, loc));
    }
    let iterator = |&parallel: &bool| {
        let kind = if parallel { IteratorType::Parallel } else { IteratorType::Reduction };
        IteratorTypeAttr::attr(cx, kind)
    };
    let iterators: Vec<Attr> = parallel.iter().map(iterator).collect();
    let [lhs, rhs, acc] = vectors[..] else { return None };
    let ty = rw.value(acc).ty();
    let contract = ContractionOp::of(lhs, rhs, acc).indexing_maps_attr(maps_attr(cx, &maps)).kind(kind);
    let contract =
        rw.build(contract.iterator_types_attr(cx.array_attr(&iterators)).result(ty).loc(loc)).into();
    let contract = state.mask_operation(rw, contract, None);
    let value = rw.body().single_result(contract);
    let write = write_or_masked_write(rw, value, dest, &[], false, loc);
    Some(rw.body().results(write).collect())
}
