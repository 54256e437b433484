//! Relations of affine accesses to loops around them and to the extents of their memrefs.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_mem::affine::AffineForOp;
use terrace_dialects_mem::affine::value_map::ValueMap;
use terrace_dialects_mem::layout::memref;
use terrace_ir::types::DYNAMIC;
use terrace_ir::{OpRef, Rewriter, ValueRef, View};

use crate::dependence::MemRefAccess;
use crate::flat::Side;
use crate::fusion::accesses::loop_views_around;
use crate::nests::induction_var;
use crate::region::{Region, RegionOptions};

/// The affine loops around an op, the outermost first.
pub fn affine_loops_around(op: OpRef<'_>) -> Vec<View<'_, AffineForOp>> {
    loop_views_around(op)
}

/// Whether an access is of the same elements in all iterations of a loop around it.
pub fn is_invariant_access(access: &MemRefAccess<'_>, looped: View<'_, AffineForOp>) -> bool {
    induction_var(looped).is_none_or(|variable| !access.subscripts.operands.contains(&variable))
}

/// Whether a subscript is the same in all iterations of a loop with this induction variable.
fn is_invariant_subscript(variable: ValueRef<'_>, subscript: ValueRef<'_>) -> bool {
    let mut value = ValueMap::new(AffineMap::new(1, 0, vec![AffineExpr::dim(0)]), [subscript]);
    value.compose_fully();
    value.map = value.map.simplify();
    value.canonicalize();
    !value.operands.contains(&variable)
}

/// The dimension of a memref, counted from the last one, along which the iterations of a loop access elements: `Some(None)`
/// for none. `None` if there are several, or the layout of the memref is no identity.
pub fn contiguous_dim<'a>(
    map: &AffineMap,
    operands: &[ValueRef<'a>],
    buffer: ValueRef<'a>,
    looped: View<'a, AffineForOp>,
) -> Option<Option<usize>> {
    let (cx, variable) = (buffer.cx(), induction_var(looped)?);
    memref(cx, buffer.ty()).filter(|ty| ty.has_identity_layout(cx))?;
    let mut varying = None;
    for (dim, expr) in map.results.iter().enumerate() {
        for (at, &operand) in operands.iter().enumerate() {
            let at = at as u32;
            let count = match at.checked_sub(map.num_dims) {
                None => expr.is_function_of_dim(at),
                Some(symbol) => expr.is_function_of_symbol(symbol),
            };
            if count && !is_invariant_subscript(variable, operand) {
                if varying.is_some() {
                    return None;
                }
                varying = Some(map.results.len() - 1 - dim);
            }
        }
    }
    Some(varying)
}

/// The dimensions along which an access may be out of bounds, with whether that is above them, in the order of upstream's
/// checks. Empty if the access is not linear.
pub fn out_of_bounds(rw: &Rewriter<'_>, op: OpRef<'_>) -> Vec<(usize, bool)> {
    let options = RegionOptions { has_extents: false, ..RegionOptions::at_depth(0) };
    let Some(region) = Region::of(rw, op, options, None) else { return Vec::new() };
    let sizes = memref(op.cx(), region.memref.ty()).map_or(&[][..], |buffer| buffer.shape);
    let mut found = Vec::new();
    for (dim, &size) in sizes.iter().enumerate().filter(|(_, size)| **size != DYNAMIC) {
        let Some(variable) = region.system.dims.get(dim).map(|var| var.id) else { continue };
        for (is_above, side, bound) in [(true, Side::Lower, size), (false, Side::Upper, -1)] {
            let mut outside = region.system.clone();
            outside.add_constant(side, variable, bound);
            if !outside.constraints().is_empty() {
                found.push((dim, is_above));
            }
        }
    }
    found
}
