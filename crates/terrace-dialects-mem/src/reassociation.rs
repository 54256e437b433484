//! Groups of dimensions that become one, or one that becomes a group.

use terrace_ir::def::op_error;
use terrace_ir::{Attr, CheckResult, Context, DYNAMIC, OpRef};

/// The groups an attribute lists.
pub fn groups(cx: &Context, attr: Attr) -> Vec<Vec<i64>> {
    let items = |list: &Attr| -> Vec<i64> {
        list.as_array(cx).unwrap_or(&[]).iter().filter_map(|item| item.as_i64(cx)).collect()
    };
    attr.as_array(cx).unwrap_or(&[]).iter().map(items).collect()
}

/// The groups list the expanded dimensions in order, and each has the size of its collapsed dimension.
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
