//! Shapes that are broadcast to a common one: the check of upstream's trait `ResultsBroadcastableShape`.

use terrace_ir::def::{op_error, plain_error};
use terrace_ir::{CheckResult, DYNAMIC, OpRef, Type, TypeData};

/// The shapes of ranked tensors.
fn shapes(op: OpRef<'_>, types: impl Iterator<Item = Type>) -> Vec<Vec<i64>> {
    let ranked = types.filter(|ty| matches!(ty.data(op.cx()), TypeData::RankedTensor { .. }));
    ranked.filter_map(|ty| Some(ty.shape(op.cx())?.to_vec())).collect()
}

/// The shape that both shapes broadcast to; `None` if there is none.
pub fn broadcast_shapes(a: &[i64], b: &[i64]) -> Option<Vec<i64>> {
    let rank = a.len().max(b.len());
    let extent = |shape: &[i64], at: usize| (at + shape.len()).checked_sub(rank).map_or(1, |at| shape[at]);
    let merged = |at: usize| match (extent(a, at), extent(b, at)) {
        (DYNAMIC, 1) | (1, DYNAMIC) => Some(DYNAMIC),
        (DYNAMIC, other) | (other, DYNAMIC) | (1, other) | (other, 1) => Some(other),
        (one, other) => (one == other).then_some(one),
    };
    (0..rank).map(merged).collect()
}

/// A shape as messages have it: `'2x?'`.
pub fn quoted_shape(shape: &[i64]) -> String {
    let extent = |&extent: &i64| if extent == DYNAMIC { "?".to_owned() } else { extent.to_string() };
    format!("'{}'", shape.iter().map(extent).collect::<Vec<_>>().join("x"))
}

/// Checks that the operands broadcast to one shape, and that the results have it.
pub fn check_broadcast(op: OpRef<'_>) -> CheckResult {
    let types = || op.operands().map(|value| value.ty()).chain(op.results().map(|value| value.ty()));
    if types().any(|ty| ty.is_tensor(op.cx())) && types().any(|ty| ty.is_vector(op.cx())) {
        return Err(plain_error(op, "cannot broadcast vector with tensor"));
    }
    let operands = shapes(op, op.operands().map(|value| value.ty()));
    let Some((first, others)) = operands.split_first() else { return Ok(()) };
    let shape = others.iter().try_fold(first.clone(), |shape, other| broadcast_shapes(&shape, other));
    let Some(shape) = shape else {
        return Err(op_error(op, "operands don't have broadcast-compatible shapes"));
    };
    for result in shapes(op, op.results().map(|value| value.ty())) {
        let suffix = &result[result.len().saturating_sub(shape.len())..];
        let fits = |(&one, &other): (&i64, &i64)| one == DYNAMIC || other == DYNAMIC || one == other;
        if suffix.len() != shape.len() || !shape.iter().zip(suffix).all(fits) {
            let (result, shape) = (quoted_shape(&result), quoted_shape(&shape));
            let message = format!(
                "result type {result} not broadcast compatible with broadcasted operands's shapes {shape}"
            );
            return Err(op_error(op, message));
        }
    }
    Ok(())
}
