//! Parts of tensors: whether they are the same, and whether they overlap.

use terrace_affine::AffineExpr;
use terrace_ir::OpFoldResultRef;
use terrace_ir::subset::HyperrectangularSlice;
use terrace_ir::value_bounds::Quantity;

use crate::value_bounds::{BoundKind, ValueBoundsConstraintSet, Variable};

/// Whether two slices are equal, where that is known. Slices of different ranks are not comparable.
pub fn are_equivalent_slices<'a>(
    one: &HyperrectangularSlice<'a>,
    other: &HyperrectangularSlice<'a>,
) -> Option<bool> {
    if one.offsets.len() != other.offsets.len() {
        return None;
    }
    let lists = [(&one.offsets, &other.offsets), (&one.sizes, &other.sizes), (&one.strides, &other.strides)];
    for (&one, &other) in lists.into_iter().flat_map(|(one, other)| one.iter().zip(other)) {
        if !ValueBoundsConstraintSet::are_equal(&one.into(), &other.into())? {
            return Some(false);
        }
    }
    Some(true)
}

/// Whether two slices of one value have an element in common, where that is known.
pub fn are_overlapping_slices<'a>(
    one: &HyperrectangularSlice<'a>,
    other: &HyperrectangularSlice<'a>,
) -> Option<bool> {
    if one.offsets.len() != other.offsets.len() {
        return None;
    }
    let mut known = true;
    for dim in 0..one.offsets.len() {
        for (one, other) in [(one, other), (other, one)] {
            match distance(one, dim, other.offsets[dim]) {
                Some(..=0) => return Some(false),
                Some(_) => {}
                None => known = false,
            }
        }
    }
    known.then_some(true)
}

/// The end of a slice in a dimension minus an offset, where that is a known number.
fn distance<'a>(slice: &HyperrectangularSlice<'a>, dim: usize, offset: OpFoldResultRef<'a>) -> Option<i64> {
    let mut operands = Vec::new();
    let mut expr = |mixed: OpFoldResultRef<'a>| match mixed {
        OpFoldResultRef::Static(number) => AffineExpr::constant(number),
        OpFoldResultRef::Value(value) => {
            operands.push(Quantity::index(value));
            AffineExpr::symbol(operands.len() as u32 - 1)
        }
    };
    let start = expr(*slice.offsets.get(dim)?);
    let extent = expr(*slice.sizes.get(dim)?) * expr(*slice.strides.get(dim)?);
    let expr = start + extent - expr(offset);
    ValueBoundsConstraintSet::compute_constant_bound(BoundKind::Equal, &Variable { expr, operands })
}
