//! Masks that are known to have all bits set, by bounds of their sizes, as constants.

use terrace_affine::{AffineExpr, BinaryOp};
use terrace_analysis::value_bounds::{BoundKind, ValueBoundsConstraintSet, Variable};
use terrace_dialects_vector::types::vector;
use terrace_dialects_vector::{ConstantMaskOp, CreateMaskOp, vscale_multiple};
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::value_bounds::Quantity;
use terrace_ir::{Block, InsertPoint, Op, OpKind, Rewriter, ValueRef, View};
use terrace_rewrite::walk::body_post_order;

/// The least and the greatest factor of scalable vectors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VscaleRange {
    /// The least factor.
    pub min: i64,
    /// The greatest factor.
    pub max: i64,
}

/// A number of elements, or of those of one scale.
struct Size {
    base: i64,
    scales: bool,
}

/// Replaces all uses of masks of a function that are all-true for any `vscale` in the range. The masks stay,
/// without uses; constants are at the start of the function.
pub fn eliminate_masks(rw: &mut Rewriter<'_>, range: VscaleRange) {
    let masks: Vec<Op> =
        body_post_order(rw.body()).into_iter().filter(|&op| rw.op(op).isa::<CreateMaskOp>()).collect();
    let Some(entry) = masks.first().and_then(|&mask| entry_around(rw, mask)) else { return };
    rw.set_insertion_point(InsertPoint::start(rw.body(), entry));
    for mask in masks {
        if is_all_true(CreateMaskOp::view_of(rw.op(mask)), range) != Some(true) {
            continue;
        }
        let (cx, view) = (rw.cx(), rw.op(mask));
        let (result, loc) = (view.single_result(), view.loc());
        let (ty, result) = (result.ty(), result.id());
        let sizes = cx.i64_array(vector(cx, ty).shape);
        let all = rw.build_value(ConstantMaskOp::of().mask_dim_sizes_attr(sizes).result(ty).loc(loc));
        rw.replace_all_uses_with(result, all);
    }
}

/// The first block of the outermost region around an op.
fn entry_around(rw: &Rewriter<'_>, op: Op) -> Option<Block> {
    let body = rw.body();
    let mut region = body.region_of(body.block_of(op)?)?;
    while let Some(parent) = body.region_parent(region) {
        region = body.region_of(body.block_of(parent)?)?;
    }
    body.entry(region)
}

/// Whether all bits of a mask are set; sizes that are known are looked at before bounds are computed.
fn is_all_true(mask: View<'_, CreateMaskOp>, range: VscaleRange) -> Option<bool> {
    let own = vector(mask.0.cx(), mask.0.single_result().ty());
    let mut unknown: Vec<(usize, ValueRef<'_>)> = Vec::new();
    for (dim, size) in mask.0.operands().enumerate() {
        let (&extent, &scales) = (own.shape.get(dim)?, own.scalable.get(dim)?);
        let fits = match (m_scalar_i64(size), vscale_multiple(size)) {
            (Some(size), _) => !scales && size >= extent,
            (None, Some(multiple)) => multiple >= extent,
            (None, None) => {
                unknown.push((dim, size));
                true
            }
        };
        if !fits {
            return Some(false);
        }
    }
    for (dim, size) in unknown {
        let least = least_size(size, range)?;
        if least.base < own.shape[dim] || (own.scalable[dim] && !least.scales) {
            return Some(false);
        }
    }
    Some(true)
}

/// The least size that a value may be; `None` if that is neither a number nor a multiple of the factor.
fn least_size(value: ValueRef<'_>, range: VscaleRange) -> Option<Size> {
    let variable = Variable::from(Quantity::index(value));
    let bound =
        ValueBoundsConstraintSet::compute_scalable_bound(BoundKind::Lower, &variable, range.min, range.max)?;
    let is_factor = |expr: &AffineExpr| expr.as_symbol().is_some() || expr.as_dim().is_some();
    if let Some(base) = bound.expr.as_constant() {
        return Some(Size { base, scales: false });
    }
    if is_factor(&bound.expr) {
        return Some(Size { base: 1, scales: true });
    }
    match bound.expr.as_binary()? {
        (BinaryOp::Mul, factor, multiple) if is_factor(factor) => {
            Some(Size { base: multiple.as_constant()?, scales: true })
        }
        _ => None,
    }
}
