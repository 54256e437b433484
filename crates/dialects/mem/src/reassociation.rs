//! Groups of dimensions that become one, or one that becomes a group.

use terrace_ir::def::op_error;
use terrace_ir::{Attr, CheckResult, Context, DYNAMIC, OpRef, OptionalAttr, Type};

/// The groups an attribute lists.
pub fn groups(cx: &Context, attr: Attr) -> Vec<Vec<i64>> {
    let items = |list: &Attr| -> Vec<i64> {
        list.optional_elements(cx).iter().filter_map(|item| item.as_i64(cx)).collect()
    };
    attr.optional_elements(cx).iter().map(items).collect()
}

/// The groups list the expanded dimensions in order, and each has the size of its collapsed dimension.
///
/// # Errors
///
/// The first mismatching group.
pub fn verify_memref_groups(
    op: OpRef<'_>,
    collapsed: &[i64],
    expanded: &[i64],
    groups: &[Vec<i64>],
) -> CheckResult {
    let fail = |message: String| Err(op_error(op, message));
    if collapsed.len() != groups.len() {
        let (found, expected) = (groups.len(), collapsed.len());
        return fail(format!("invalid number of reassociation groups: found {found}, expected {expected}"));
    }
    let mut next = 0;
    for (dim, (group, &size)) in groups.iter().zip(collapsed).enumerate() {
        let (mut product, mut dynamic) = (1i64, false);
        for &index in group {
            if index != next {
                return fail("reassociation indices must be contiguous".to_string());
            }
            next += 1;
            let Some(&extent) = usize::try_from(index).ok().and_then(|index| expanded.get(index)) else {
                return fail(format!("reassociation index {index} is out of bounds"));
            };
            dynamic |= extent == DYNAMIC;
            product = product.wrapping_mul(extent);
        }
        if (size == DYNAMIC) != dynamic {
            let rule = "must be dynamic if and only if reassociation group is dynamic";
            return fail(format!("collapsed dim ({dim}) {rule}"));
        }
        if !dynamic && product != size {
            return fail(format!(
                "collapsed dim size ({size}) must equal reassociation group size ({product})"
            ));
        }
    }
    if collapsed.is_empty() {
        if expanded.iter().any(|&extent| extent != 1) {
            return fail("rank 0 memrefs can only be extended/collapsed with/from ones".to_string());
        }
    } else if next != expanded.len() as i64 {
        let rank = expanded.len();
        return fail(format!(
            "expanded rank ({rank}) inconsistent with number of reassociation indices ({next})"
        ));
    }
    Ok(())
}

/// Verifies that the groups are the dimensions of `expanded` in order, one group for each dimension of
/// `collapsed`, with matching sizes, as tensors and vectors require.
///
/// # Errors
///
/// The first mismatching group.
pub fn verify_groups(op: OpRef<'_>, expanded: Type, collapsed: Type, groups: &[Vec<i64>]) -> CheckResult {
    let cx = op.cx();
    let fail = |message: String| Err(op_error(op, message));
    let (Some(shape), Some(sizes)) = (expanded.shape(cx), collapsed.shape(cx)) else { return Ok(()) };
    let (rank, collapsed_rank) = (shape.len() as i64, sizes.len());
    if shape.len() < collapsed_rank {
        let (expanded, collapsed) = (cx.type_text(expanded), cx.type_text(collapsed));
        return fail(format!(
            "expected the expanded type, '{expanded}' to have a higher (or same) rank than the collapsed type, \
             '{collapsed}'."
        ));
    }
    if groups.len() != collapsed_rank {
        let found = groups.len();
        return fail(format!(
            "expected collapsed rank ({collapsed_rank}) to equal the number of reassociation maps ({found})."
        ));
    }
    let dims = groups.iter().flatten().max().map_or(0, |&last| last).saturating_add(1);
    if dims != rank && !groups.is_empty() {
        return fail(format!(
            "expected reassociation map #0 to have size equal to the expanded rank ({rank}), but it is  {dims}."
        ));
    }
    let mut next = 0;
    for (i, group) in groups.iter().enumerate() {
        for &dim in group {
            if dim != next {
                return fail(format!("expected reassociation map #{i} to be valid and contiguous."));
            }
            next += 1;
        }
    }
    if next != rank && !groups.is_empty() {
        let last = groups.len() - 1;
        return fail(format!("expected reassociation map #{last} to be valid and contiguous."));
    }
    for (i, (group, &size)) in groups.iter().zip(sizes).enumerate() {
        let product = collapsed_size(shape, group);
        if product == DYNAMIC && size != DYNAMIC {
            return fail(format!(
                "expected dimension {i} of collapsed type to be dynamic since one or more of the corresponding \
                 dimensions in the expanded type is dynamic"
            ));
        }
        if product != size {
            return fail(format!("expected dimension {i} of collapsed type to be static value of {product}"));
        }
    }
    Ok(())
}

/// The size of a group of dimensions, unknown where a part of it is.
pub fn collapsed_size(shape: &[i64], group: &[i64]) -> i64 {
    let extents = || group.iter().filter_map(|&dim| shape.get(dim as usize).copied());
    if extents().any(|extent| extent == DYNAMIC) {
        return DYNAMIC;
    }
    extents().fold(1, i64::wrapping_mul)
}
