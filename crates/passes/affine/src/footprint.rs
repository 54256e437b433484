//! The memory that loops access, as constant boxes of memrefs.

use std::collections::BTreeMap;

use terrace_dialects_mem::affine::AffineForOp;
use terrace_dialects_mem::layout::memref;
use terrace_ir::types::DYNAMIC;
use terrace_ir::{Value, ValueRef, View};

use crate::dependence::MemRefAccess;
use crate::region::element_size_in_bytes;

/// The inclusive bounds of accessed subscripts, by dimension; `None` where there is no constant.
type Region = Vec<Option<(i64, i64)>>;

/// The number of bytes that a loop which is in no other one accesses, as boxes around the elements of each memref; `None`
/// if it is unknown.
pub(crate) fn footprint_in_bytes(view: View<'_, AffineForOp>) -> Option<i64> {
    let mut regions: BTreeMap<Value, (ValueRef<'_>, Region)> = BTreeMap::new();
    for access in view.0.nested_ops().filter_map(MemRefAccess::of) {
        let region = access.subscript_bounds();
        let entry = regions.entry(access.memref.id());
        let (_, known) = entry.or_insert_with(|| (access.memref, region.clone()));
        for (known, own) in known.iter_mut().zip(region) {
            *known = known.zip(own).map(|((low, high), (l, h))| (low.min(l), high.max(h)));
        }
    }
    regions
        .into_values()
        .try_fold(0i64, |sum, (value, region)| sum.checked_add(size_in_bytes(value, &region)?))
}

/// The size of a part of a memref; `None` if it is unknown.
fn size_in_bytes(value: ValueRef<'_>, region: &Region) -> Option<i64> {
    let cx = value.cx();
    let buffer = memref(cx, value.ty())?;
    if !buffer.has_identity_layout(cx) {
        return None;
    }
    let mut count = 1i64;
    for (bounds, &size) in region.iter().zip(buffer.shape) {
        let whole = (size != DYNAMIC).then(|| (0, size.saturating_sub(1)));
        let (low, high) = match (*bounds, whole) {
            (Some((low, high)), Some((first, last))) => (low.max(first), high.min(last)),
            (Some(known), None) => known,
            (None, Some(whole)) => whole,
            (None, None) => return None,
        };
        count = count.checked_mul(high.checked_sub(low)?.checked_add(1)?.max(0))?;
    }
    count.checked_mul(element_size_in_bytes(cx, buffer.element)?)
}
