//! `tensor.concat` as insertions of its parts.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_mem::affine::make::composed_apply;
use terrace_dialects_mem::extents::extents;
use terrace_dialects_mem::make_slices::{empty, insert_slice};
use terrace_dialects_mem::tensor::{CastOp, ConcatOp};
use terrace_ir::pattern::Pattern;
use terrace_ir::tiling::Tile;
use terrace_ir::{OpFoldResult, Rewriter, Value, pattern};

/// Decomposes `tensor.concat`.
pub static DECOMPOSE_CONCAT: &[Pattern] = &[pattern!("DecomposeTensorConcatOp", ConcatOp, decompose_concat)];

fn decompose_concat(rw: &mut Rewriter<'_>, op: ConcatOp) -> Option<()> {
    let view = op.view(rw);
    let (ty, loc) = (view.result().ty(), view.0.loc());
    let dim = usize::try_from(view.dim()).ok()?;
    let inputs: Vec<(Value, terrace_ir::Loc)> =
        view.inputs().map(|input| (input.id(), input.loc())).collect();
    let element = ty.element_type(rw.cx())?;
    rw.set_insertion_point_before(op);
    let sum = AffineMap::new(0, 2, vec![AffineExpr::symbol(0) + AffineExpr::symbol(1)]);
    let mut whole: Vec<OpFoldResult> = Vec::new();
    let mut parts = Vec::with_capacity(inputs.len());
    for &(input, input_loc) in &inputs {
        let sizes = extents(rw, input, input_loc);
        let mut offsets = vec![OpFoldResult::Static(0); sizes.len()];
        if whole.is_empty() {
            whole.clone_from(&sizes);
        } else {
            offsets[dim] = whole[dim];
            whole[dim] = composed_apply(rw, &sum, &[whole[dim], sizes[dim]], loc);
        }
        parts.push(Tile { offsets, sizes });
    }
    let mut made = empty(rw, &whole, element, loc);
    for (&(input, _), part) in inputs.iter().zip(&parts) {
        made = insert_slice(rw, input, made, part, loc);
    }
    if rw.value(made).ty() != ty {
        made = rw.build_value(CastOp::of(made).dest(ty).loc(loc));
    }
    rw.replace_op(op, &[made]);
    Some(())
}
