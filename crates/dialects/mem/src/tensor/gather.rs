//! Gathering and scattering of slices.

use terrace_dialects_builtin::constraints::ANY_RANKED_TENSOR;
use terrace_ir::attr_kind::{DenseI64ArrayAttr, UnitAttr};
use terrace_ir::def::op_error;
use terrace_ir::{CheckResult, Context, OpKind, OpRef, Type};
use terrace_macros::op;

use super::fold::fold_gather;

use super::with_shape;
use crate::constraints::INT_OR_INDEX_TENSOR;
use crate::layout::rank;
use crate::slices::numbers;

/// The slices of a tensor that stand at given indices of some dimensions.
#[op("tensor.gather", fold = fold_gather, traits(Pure), verify = verify_gather, names = "gather",
     format = "$source `[` $indices `]` `gather_dims` `(` $gather_dims `)` (`unique` $unique^)? attr-dict `:` \
               functional-type(operands, results)")]
pub struct GatherOp {
    source: Operand<ANY_RANKED_TENSOR>,
    indices: Operand<INT_OR_INDEX_TENSOR>,
    gather_dims: Prop<DenseI64ArrayAttr>,
    unique: OptProp<UnitAttr>,
    result: Res<ANY_RANKED_TENSOR>,
}

/// A tensor with slices at given indices of some dimensions replaced.
#[op("tensor.scatter", traits(Pure), verify = verify_scatter, names = "scatter",
     format = "$source `into` $dest `[` $indices `]` `scatter_dims` `(` $scatter_dims `)` (`unique` $unique^)? \
               attr-dict `:` functional-type(operands, results)")]
pub struct ScatterOp {
    source: Operand<ANY_RANKED_TENSOR>,
    dest: Operand<ANY_RANKED_TENSOR>,
    indices: Operand<INT_OR_INDEX_TENSOR>,
    scatter_dims: Prop<DenseI64ArrayAttr>,
    unique: OptProp<UnitAttr>,
    result: Res<ANY_RANKED_TENSOR>,
}

/// The type of gathered slices: gathered dimensions have extent one or, `reduced`, are left out.
pub fn gathered_type(cx: &Context, source: Type, indices: Type, dims: &[i64], reduced: bool) -> Type {
    let indices = indices.ranked_shape(cx);
    let mut shape = indices[..indices.len().saturating_sub(1)].to_vec();
    for (dim, &extent) in source.ranked_shape(cx).iter().enumerate() {
        if dims.binary_search(&(dim as i64)).is_err() {
            shape.push(extent);
        } else if !reduced {
            shape.push(1);
        }
    }
    with_shape(cx, source, &shape)
}

/// The dimensions are some of the tensor's in order, one for each number of an index.
fn verify_dims(op: OpRef<'_>, dims: &[i64], indices: Type, rank: usize, names: [&str; 2]) -> CheckResult {
    let [what, whose] = names;
    let fail = |rule: String| Err(op_error(op, format!("{what}_dims {rule}")));
    if dims.is_empty() {
        return fail("must be non-empty".to_string());
    }
    if dims.len() > rank {
        return fail(format!("overflow {whose} rank"));
    }
    if indices.shape(op.cx()).and_then(|shape| shape.last().copied()) != Some(dims.len() as i64) {
        return fail("length must match the size of last dimension of indices".to_string());
    }
    for &dim in dims {
        if dim < 0 {
            return fail("value must be non-negative".to_string());
        }
        if dim >= rank as i64 {
            return fail(format!("value must be smaller than {whose} rank"));
        }
    }
    if !dims.is_sorted_by(|a, b| a < b) {
        return fail("values must be strictly increasing".to_string());
    }
    Ok(())
}

/// The slices of `whole` have the type `slices`.
fn verify_slices(
    op: OpRef<'_>,
    whole: Type,
    slices: Type,
    indices: Type,
    dims: &[i64],
    what: &str,
) -> CheckResult {
    let cx = op.cx();
    let [full, reduced] = [false, true].map(|reduced| gathered_type(cx, whole, indices, dims, reduced));
    if slices == full || slices == reduced {
        return Ok(());
    }
    let [full, reduced, found] = [full, reduced, slices].map(|ty| cx.type_text(ty));
    Err(op_error(
        op,
        format!(
            "{what} type mismatch: expected '{full}' or its rank-reduced variant '{reduced}' (got: '{found}')"
        ),
    ))
}

fn verify_gather(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), GatherOp::view_of(op));
    let (source, indices) = (view.source().ty(), view.indices().ty());
    let dims = numbers(cx, view.gather_dims_attr());
    verify_dims(op, &dims, indices, rank(cx, source), ["gather", "source"])?;
    verify_slices(op, source, view.result().ty(), indices, &dims, "result")
}

fn verify_scatter(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), ScatterOp::view_of(op));
    let (dest, indices) = (view.dest().ty(), view.indices().ty());
    let dims = numbers(cx, view.scatter_dims_attr());
    verify_dims(op, &dims, indices, rank(cx, dest), ["scatter", "dest"])?;
    if !view.unique() {
        return Err(op_error(op, "requires 'unique' attribute to be set"));
    }
    verify_slices(op, dest, view.source().ty(), indices, &dims, "source")
}
