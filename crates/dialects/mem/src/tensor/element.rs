//! Elements and extents.

use terrace_dialects_builtin::constraints::ANY_RANKED_TENSOR;
use terrace_ir::constraints::{ANY_TYPE, INDEX};
use terrace_ir::def::op_error;
use terrace_ir::effects::{ConditionallySpeculatable, Speculatability};
use terrace_ir::int_range::{InferIntRange, Range, infer_extent};
use terrace_ir::interfaces::{DestinationStyleOp, ShapedDimOp};
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::traits::TypesMatch;
use terrace_ir::value_bounds::ValueBounds;
use terrace_ir::{CheckResult, DYNAMIC, OpKind, OpRef, Value, ValueRef};
use terrace_macros::op;

use super::canonicalize::{
    dim_of_cast, dim_of_destination, dim_of_reshape, extract_of_cast, extract_of_generate,
    extract_of_index_cast,
};
use super::fold::{fold_dim, fold_extract, fold_insert, fold_rank};

use crate::constraints::{ANY_NON0_RANKED_OR_UNRANKED_TENSOR, ANY_TENSOR};
use crate::extents::extent_speculatability;
use crate::layout::{element_rule, rank};

static EXTRACTED: TypesMatch = element_rule("result type matches element type of tensor", "tensor", "result");
static INSERTED: TypesMatch = element_rule("scalar type matches element type of dest", "dest", "scalar");
static SAME_AS_DEST: TypesMatch =
    TypesMatch::new("result type matches type of dest", "dest", "result", |_, ty| Some(ty));

/// An element.
#[op("tensor.extract", fold = fold_extract, canonicalize(extract_of_cast, extract_of_index_cast, extract_of_generate), traits(Pure, MayBeUndefined, TypesMatchWith(&EXTRACTED)),
     interfaces(dyn ConditionallySpeculatable), verify = verify_extract, names = "extracted",
     format = "$tensor `[` $indices `]` attr-dict `:` type($tensor)")]
pub struct ExtractOp {
    tensor: Operand<ANY_RANKED_TENSOR>,
    indices: VarOperand<INDEX>,
    result: Res<ANY_TYPE>,
}

fn verify_extract(op: OpRef<'_>) -> CheckResult {
    let view = ExtractOp::view_of(op);
    if view.indices().len() != rank(op.cx(), view.tensor().ty()) {
        return Err(op_error(op, "incorrect number of indices for extract_element"));
    }
    Ok(())
}

/// A tensor with one element changed.
#[op("tensor.insert", fold = fold_insert, traits(Pure, MayBeUndefined, TypesMatchWith(&SAME_AS_DEST), TypesMatchWith(&INSERTED)),
     interfaces(dyn DestinationStyleOp, dyn ConditionallySpeculatable), verify = verify_insert, names = "inserted",
     format = "$scalar `into` $dest `[` $indices `]` attr-dict `:` type($dest)")]
pub struct InsertOp {
    scalar: Operand<ANY_TYPE>,
    dest: Operand<ANY_RANKED_TENSOR>,
    indices: VarOperand<INDEX>,
    result: Res<ANY_RANKED_TENSOR>,
}

/// Whether a place is known to be in a tensor.
fn is_inside<'a>(tensor: ValueRef<'a>, indices: impl Iterator<Item = ValueRef<'a>>) -> bool {
    let Some(shape) = tensor.ty().shape(tensor.cx()) else { return false };
    shape.iter().zip(indices).all(|(&extent, index)| {
        extent != DYNAMIC && m_scalar_i64(index).is_some_and(|index| (0..extent).contains(&index))
    })
}

impl ConditionallySpeculatable for ExtractOp {
    fn speculatability(&self, op: OpRef<'_>) -> Speculatability {
        let view = ExtractOp::view_of(op);
        Speculatability::where_defined(op, || is_inside(view.tensor(), view.indices()))
    }
}

impl ConditionallySpeculatable for InsertOp {
    fn speculatability(&self, op: OpRef<'_>) -> Speculatability {
        let view = InsertOp::view_of(op);
        Speculatability::where_defined(op, || is_inside(view.dest(), view.indices()))
    }
}

impl DestinationStyleOp for InsertOp {
    fn inits(&self, _op: OpRef<'_>) -> (usize, usize) {
        (1, 1)
    }
}

fn verify_insert(op: OpRef<'_>) -> CheckResult {
    let view = InsertOp::view_of(op);
    if view.indices().len() != rank(op.cx(), view.dest().ty()) {
        return Err(op_error(op, "incorrect number of indices"));
    }
    Ok(())
}

/// The extent of a dimension.
#[op(
    "tensor.dim", fold = fold_dim, canonicalize(dim_of_cast, dim_of_destination, dim_of_reshape),
    traits(NoMemoryEffect), interfaces(dyn ValueBounds, dyn ShapedDimOp, dyn InferIntRange, dyn ConditionallySpeculatable),
    names = "dim",
    format = "attr-dict $source `,` $index `:` type($source)"
)]
pub struct DimOp {
    source: Operand<ANY_NON0_RANKED_OR_UNRANKED_TENSOR>,
    index: Operand<INDEX>,
    result: Res<INDEX>,
}

impl ConditionallySpeculatable for DimOp {
    fn speculatability(&self, op: OpRef<'_>) -> Speculatability {
        let view = DimOp::view_of(op);
        extent_speculatability(view.source(), view.index())
    }
}

impl ShapedDimOp for DimOp {
    fn shaped_value<'a>(&self, op: OpRef<'a>) -> ValueRef<'a> {
        DimOp::view_of(op).source()
    }
    fn dimension<'a>(&self, op: OpRef<'a>) -> ValueRef<'a> {
        DimOp::view_of(op).index()
    }
}

impl InferIntRange for DimOp {
    fn infer(&self, op: OpRef<'_>, operands: &[Option<Range>], set: &mut dyn FnMut(Value, Range)) {
        let view = DimOp::view_of(op);
        let range = infer_extent(op, view.source().ty(), operands.get(1).and_then(Option::as_ref));
        set(view.result().id(), range);
    }
}

/// The number of dimensions.
#[op("tensor.rank", interfaces(dyn ValueBounds), fold = fold_rank, traits(Pure), names = "rank", format = "$tensor attr-dict `:` type($tensor)")]
pub struct RankOp {
    tensor: Operand<ANY_TENSOR>,
    _result: Res<INDEX>,
}
