//! Masked loads and stores as branches around those of single elements, for targets that have none under masks.

use terrace_dialects_core::arith::AddIOp;
use terrace_dialects_core::scf::build::{if_else, if_then};
use terrace_dialects_mem::index_values::index_constant;
use terrace_dialects_mem::memref::{LoadOp, StoreOp};
use terrace_dialects_vector::types::vector;
use terrace_dialects_vector::{MaskedLoadOp, MaskedStoreOp};
use terrace_ir::elements::MAX_EXPANDED_ELEMENTS;
use terrace_ir::pattern::Pattern;
use terrace_ir::{Loc, Op, Rewriter, Type, Value, pattern};

use terrace_passes_shared::vector_ops::{extract, insert};

/// Emulates masked loads and stores of vectors of one dimension.
pub static EMULATE_MASKED_MEMORY: &[Pattern] = &[
    pattern!("VectorMaskedLoadOpConverter", MaskedLoadOp, emulate_load),
    pattern!("VectorMaskedStoreOpConverter", MaskedStoreOp, emulate_store),
];

/// The number of elements of a vector of one dimension.
fn element_count(rw: &mut Rewriter<'_>, op: Op, ty: Type) -> Option<i64> {
    let own = vector(rw.cx(), ty);
    if own.rank() != 1 || own.is_scalable() {
        return rw.notify_match_failure(op, "expected a vector of one dimension and of fixed length");
    }
    if own.shape[0] > MAX_EXPANDED_ELEMENTS as i64 {
        return rw.notify_match_failure(op, "has too many elements");
    }
    Some(own.shape[0])
}

/// Moves on to the next element: the last index, if there is one, is one more.
fn advance(rw: &mut Rewriter<'_>, indices: &mut [Value], loc: Loc) {
    let Some(last) = indices.last_mut() else { return };
    let one = index_constant(rw, 1, loc);
    *last = rw.build_or_fold_value(AddIOp::of(*last, one).result(Type::INDEX).loc(loc));
}

fn emulate_load(rw: &mut Rewriter<'_>, op: MaskedLoadOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (ty, loc, alignment) = (view.result().ty(), view.0.loc(), view.alignment());
    let (base, mask, mut result) = (view.base().id(), view.mask().id(), view.pass_thru().id());
    let mut indices: Vec<Value> = view.indices().map(|index| index.id()).collect();
    let element = vector(cx, ty).element;
    for at in 0..element_count(rw, op.into(), ty)? {
        if at > 0 {
            advance(rw, &mut indices, loc);
        }
        let bit = extract(rw, mask, &[at], loc);
        let loaded = |rw: &mut Rewriter<'_>| {
            let mut load = LoadOp::of(base, &indices).loc(loc).result(element);
            if let Some(alignment) = alignment {
                load = load.alignment(alignment);
            }
            let value = rw.build_value(load);
            Some(vec![insert(rw, value, result, &[at], loc)])
        };
        let chosen = if_else(rw, bit, loc, loaded, |_| Some(vec![result]))?;
        result = rw.body().single_result(chosen);
    }
    rw.replace_op(op, &[result]);
    Some(())
}

fn emulate_store(rw: &mut Rewriter<'_>, op: MaskedStoreOp) -> Option<()> {
    let view = op.view(rw);
    let (value, loc, alignment) = (view.value_to_store().id(), view.0.loc(), view.alignment());
    let (base, mask) = (view.base().id(), view.mask().id());
    let mut indices: Vec<Value> = view.indices().map(|index| index.id()).collect();
    let ty = rw.value(value).ty();
    for at in 0..element_count(rw, op.into(), ty)? {
        if at > 0 {
            advance(rw, &mut indices, loc);
        }
        let bit = extract(rw, mask, &[at], loc);
        if_then(rw, bit, loc, |rw| {
            let element = extract(rw, value, &[at], loc);
            let mut store = StoreOp::of(element, base, &indices).loc(loc);
            if let Some(alignment) = alignment {
                store = store.alignment(alignment);
            }
            rw.build(store);
        })?;
    }
    rw.erase_op(op);
    Some(())
}
