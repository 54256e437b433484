//! The common parts of ops that map the points of an iteration space to elements of their operands.

use smallvec::SmallVec;
use terrace_affine::{AffineExpr, AffineMap};
use terrace_ir::def::op_error;
use terrace_ir::{Attr, CheckResult, Context, DYNAMIC, OpRef, OptionalAttr};

/// The maps of an array of them; those that are none are left out.
pub fn indexing_maps(cx: &Context, attr: Attr) -> Vec<AffineMap> {
    attr.optional_elements(cx).iter().filter_map(|map| map.as_affine_map(cx).cloned()).collect()
}

/// Verifies that there is a map for each operand, with these shapes, that the maps determine the extents of
/// the iteration space, and that no map is out of bounds of its operand.
///
/// # Errors
///
/// With the first of these rules that does not hold.
pub fn verify_indexing_maps(op: OpRef<'_>, maps: &[AffineMap], shapes: &[&[i64]]) -> CheckResult {
    let fail = |message: String| Err(op_error(op, message));
    if maps.len() != op.num_operands() {
        return fail(format!(
            "expected the number of indexing_map ({}) to be equal to the number of input/output operands ({})",
            maps.len(),
            op.num_operands()
        ));
    }
    for (i, (map, shape)) in maps.iter().zip(shapes).enumerate() {
        if map.num_symbols != 0 {
            return fail(format!("unexpected symbols in indexing_map #{i}"));
        }
        if map.num_results() != shape.len() {
            return fail(format!(
                "expected operand #{i} rank ({}) to match the result rank of indexing_map ({})",
                shape.len(),
                map.num_results()
            ));
        }
    }
    if maps.iter().all(|map| map.results.is_empty()) {
        return Ok(());
    }
    // The extents of the dimensions: the first operand that has one as it is tells it.
    let num_dims = maps.iter().map(|map| map.num_dims as usize).fold(0, Ord::max);
    let mut found: SmallVec<[Option<i64>; 8]> = SmallVec::from_elem(None, num_dims);
    for (result, &extent) in maps.iter().zip(shapes).flat_map(|(map, shape)| map.results.iter().zip(*shape)) {
        if let Some(slot) = result.as_dim().and_then(|dim| found.get_mut(dim as usize)) {
            slot.get_or_insert(extent);
        }
    }
    let Some(ends) = found.into_iter().collect::<Option<SmallVec<[i64; 8]>>>() else {
        return fail(format!("invalid indexing maps are non-invertible: ({})", AffineMap::concat(maps)));
    };
    if ends.contains(&DYNAMIC) {
        return Ok(());
    }
    let last: SmallVec<[i64; 8]> = ends.iter().map(|end| end.wrapping_sub(1)).collect();
    let zeros: SmallVec<[i64; 8]> = SmallVec::from_elem(0, num_dims);
    // The value of each result at a point; `None` if one has none.
    let eval = |map: &AffineMap, point: &[i64]| -> Option<SmallVec<[i64; 8]>> {
        let value = |result: &AffineExpr| match result.as_dim() {
            Some(dim) => point.get(dim as usize).copied(),
            None => result.eval(point, &[]),
        };
        map.results.iter().map(value).collect()
    };
    for (i, (map, shape)) in maps.iter().zip(shapes).enumerate() {
        let (Some(from), Some(to)) = (eval(map, &zeros), eval(map, &last)) else { continue };
        for (dim, &extent) in shape.iter().enumerate() {
            if extent == DYNAMIC || extent == 0 {
                continue;
            }
            if from[dim].min(to[dim]) < 0 {
                return fail(format!("unexpected result less than 0 at expression #{dim} in {}", map));
            }
            let inferred = from[dim].max(to[dim]).wrapping_add(1);
            let plain = map.results[dim].as_dim().is_some();
            let rule = match plain {
                true if inferred != extent => "",
                false if inferred > extent => "greater than or equal to ",
                _ => continue,
            };
            let message = format!(
                "inferred input/output operand #{i} has shape's dimension #{dim} to be {rule}{inferred}, but \
                 found {extent}"
            );
            let loop_dim = map.results[dim].as_dim();
            let same = loop_dim.and_then(|number| {
                maps.iter().take(i).enumerate().find_map(|(other, map)| {
                    let place = map.results.iter().position(|result| result.as_dim() == Some(number))?;
                    Some(format!(
                        "dimension #{dim} of operand #{i} and dimension #{place} of operand #{other} are one \
                         dimension of the loops: give both the same extent"
                    ))
                })
            });
            let mut error = op_error(op, message);
            error.help.extend(same);
            return Err(error);
        }
    }
    Ok(())
}
