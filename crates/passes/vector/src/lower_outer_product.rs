//! `vector.outerproduct` as multiplications and additions of vectors.

use terrace_dialects_vector::OuterProductOp;
use terrace_dialects_vector::types::{as_vector, vector};
use terrace_ir::pattern::Pattern;
use terrace_ir::{Rewriter, pattern};

use terrace_passes_shared::vector_ops::{
    broadcast, extract, insert, multiply_and_combine, root_and_mask, zeros,
};

/// Lowers outer products.
pub static LOWER_OUTER_PRODUCT: &[Pattern] =
    &[pattern!("OuterProductOpLowering", OuterProductOp, lower_outer_product)];

fn lower_outer_product(rw: &mut Rewriter<'_>, op: OuterProductOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let ty = view.0.single_result().ty();
    let own = vector(cx, ty);
    if own.rank() >= 2 && !own.scalable.contains(&false) {
        return None;
    }
    let (lhs, rhs, kind, loc) = (view.lhs().id(), view.rhs().id(), view.kind(), view.0.loc());
    let acc = view.acc().map(|acc| acc.id());
    let (lhs_ty, rhs_ty) = (view.lhs().ty(), view.rhs().ty());
    let (root, mask) = root_and_mask(rw, op.into());
    if as_vector(cx, rhs_ty).is_none() {
        let rhs = broadcast(rw, rhs, lhs_ty, loc);
        let value = multiply_and_combine(rw, kind, [lhs, rhs], acc, mask, loc)?;
        rw.replace_op(root, &[value]);
        return Some(());
    }
    let mut result = zeros(rw, ty, loc)?;
    for at in 0..own.shape[0] {
        let x = extract(rw, lhs, &[at], loc);
        let x = broadcast(rw, x, rhs_ty, loc);
        let acc = acc.map(|acc| extract(rw, acc, &[at], loc));
        let mask = mask.map(|mask| extract(rw, mask, &[at], loc));
        let row = multiply_and_combine(rw, kind, [x, rhs], acc, mask, loc)?;
        result = insert(rw, row, result, &[at], loc);
    }
    rw.replace_op(root, &[result]);
    Some(())
}
