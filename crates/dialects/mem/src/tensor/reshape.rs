//! Casts and reshapes of tensors.

use terrace_dialects_builtin::cast::verify_cast;
use terrace_dialects_builtin::index_list::DYNAMIC_INDEX_LIST;
use terrace_ir::attr_kind::DenseI64ArrayAttr;
use terrace_ir::constraints::INDEX;
use terrace_ir::def::op_error;
use terrace_ir::value_bounds::ValueBounds;
use terrace_ir::verify::compatible_shapes;
use terrace_ir::{CheckResult, Context, DYNAMIC, OpKind, OpRef, RankedTensorType, Type};
use terrace_macros::op;

use super::canonicalize::{
    bitcast_of_bitcast, cast_of_cast, cast_of_empty, collapse_expanded, collapse_of_cast,
    collapse_of_collapse, expand_collapsed, expand_known_sizes, expand_of_expand, reshape_of_elements,
    reshape_of_splat,
};
use super::canonicalize_slices::cast_of_extract_slice;
use super::fold::{fold_collapse, fold_expand, fold_tensor_reshape};

use crate::constraints::{ANY_TENSOR, INT_OR_FLOAT_TENSOR, INT_OR_INDEX_TENSOR_RANK_1, IndexListArrayAttr};
use crate::layout::rank;
use crate::reassociation::{collapsed_size, groups, verify_groups};
use crate::reshape_patterns::ReassociativeReshape;
use crate::slices::numbers;

/// The bits of a tensor's elements as elements of another type of their width.
#[op(
    "tensor.bitcast",
    canonicalize(bitcast_of_bitcast),
    traits(CastLike, Check(check_bitcast), Pure),
    format = "$source attr-dict `:` type($source) `to` type($dest)"
)]
pub struct BitcastOp {
    source: Operand<INT_OR_FLOAT_TENSOR>,
    dest: Res<INT_OR_FLOAT_TENSOR>,
}

/// The tensors a cast converts between, where their shapes do not exclude each other.
fn tensors(cx: &Context, inputs: &[Type], outputs: &[Type]) -> Option<(Type, Type)> {
    let (&[from], &[to]) = (inputs, outputs) else { return None };
    (from.is_tensor(cx) && to.is_tensor(cx) && compatible_shapes(cx, from, to)).then_some((from, to))
}

fn check_bitcast(op: OpRef<'_>) -> CheckResult {
    verify_cast(op, |cx, inputs, outputs| {
        let width = |ty: Type| ty.element_type_or_self(cx).bit_width(cx);
        tensors(cx, inputs, outputs).is_some_and(|(from, to)| width(from) == width(to))
    })
}

/// Casts extents or the rank between static and dynamic.
#[op(
    "tensor.cast", interfaces(dyn ValueBounds),
    canonicalize(cast_of_cast, cast_of_extract_slice, cast_of_empty),
    traits(CastLike, Check(check_cast), Pure),
    names = "cast",
    format = "$source attr-dict `:` type($source) `to` type($dest)"
)]
pub struct CastOp {
    source: Operand<ANY_TENSOR>,
    dest: Res<ANY_TENSOR>,
}

/// Whether `tensor.cast` converts between these types.
pub fn cast_compatible(cx: &Context, inputs: &[Type], outputs: &[Type]) -> bool {
    tensors(cx, inputs, outputs).is_some_and(|(from, to)| from.element_type(cx) == to.element_type(cx))
}

fn check_cast(op: OpRef<'_>) -> CheckResult {
    verify_cast(op, cast_compatible)
}

/// The elements of a tensor in order, under a shape that another tensor holds.
#[op("tensor.reshape", fold = fold_tensor_reshape, traits(Pure), verify = verify_reshape, names = "reshape",
     format = "$source `(` $shape `)` attr-dict `:` functional-type(operands, results)")]
pub struct ReshapeOp {
    source: Operand<ANY_TENSOR>,
    shape: Operand<INT_OR_INDEX_TENSOR_RANK_1>,
    result: Res<ANY_TENSOR>,
}

fn verify_reshape(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), ReshapeOp::view_of(op));
    let fail = |message: &str| Err(op_error(op, message));
    let (from, to) = (view.source().ty(), view.result().ty());
    if from.element_type(cx) != to.element_type(cx) {
        return fail("element types of source and destination tensor types should be the same");
    }
    let Some(shape) = to.shape(cx) else { return Ok(()) };
    if from.has_static_shape(cx) && to.has_static_shape(cx) && from.num_elements(cx) != to.num_elements(cx) {
        return fail("source and destination tensor should have the same number of elements");
    }
    let length = view.shape().ty().shape(cx).and_then(|shape| shape.first().copied()).unwrap_or(DYNAMIC);
    if length == DYNAMIC {
        return fail(
            "cannot use shape operand with dynamic length to reshape to statically-ranked tensor type",
        );
    }
    if length != shape.len() as i64 {
        return fail("length of shape operand differs from the result's tensor rank");
    }
    Ok(())
}

/// Expands dimensions to several each.
#[op("tensor.expand_shape", interfaces(dyn ValueBounds, dyn ReassociativeReshape), fold = fold_expand, canonicalize(expand_of_expand, expand_collapsed, expand_known_sizes, reshape_of_splat, reshape_of_elements), traits(Pure), customs(&DYNAMIC_INDEX_LIST), verify = verify_expand, names = "expanded",
     format = "$src $reassociation `output_shape` custom<DynamicIndexList>($output_shape, $static_output_shape) \
               attr-dict `:` type($src) `into` type($result)")]
pub struct ExpandShapeOp {
    src: Operand<ANY_TENSOR>,
    output_shape: VarOperand<INDEX>,
    reassociation: Prop<IndexListArrayAttr>,
    static_output_shape: Prop<DenseI64ArrayAttr>,
    result: Res<ANY_TENSOR>,
}

/// Collapses several dimensions to one.
#[op("tensor.collapse_shape", interfaces(dyn ValueBounds, dyn ReassociativeReshape), fold = fold_collapse, canonicalize(collapse_of_collapse, collapse_expanded, reshape_of_splat, reshape_of_elements, collapse_of_cast), traits(Pure), verify = verify_collapse, names = "collapsed",
     format = "$src $reassociation attr-dict `:` type($src) `into` type($result)")]
pub struct CollapseShapeOp {
    src: Operand<ANY_TENSOR>,
    reassociation: Prop<IndexListArrayAttr>,
    result: Res<ANY_TENSOR>,
}

/// The type of a tensor with collapsed dimensions, without encoding.
pub fn collapsed_type(cx: &Context, expanded: Type, groups: &[Vec<i64>]) -> Type {
    let shape = expanded.shape(cx).unwrap_or(&[]);
    let sizes: Vec<i64> = groups.iter().map(|group| collapsed_size(shape, group)).collect();
    RankedTensorType::get(cx, &sizes, expanded.element_type_or_self(cx))
}

fn verify_reassociation(op: OpRef<'_>, expanded: Type, collapsed: Type, groups: &[Vec<i64>]) -> CheckResult {
    let cx = op.cx();
    verify_groups(op, expanded, collapsed, groups)?;
    let expected = collapsed_type(cx, expanded, groups);
    let same =
        collapsed.shape(cx) == expected.shape(cx) && collapsed.element_type(cx) == expected.element_type(cx);
    if same || expanded.shape(cx).is_none() || collapsed.shape(cx).is_none() {
        return Ok(());
    }
    let (expected, found) = (cx.type_text(expected), cx.type_text(collapsed));
    Err(op_error(op, format!("expected collapsed type to be '{expected}', but got '{found}'")))
}

fn verify_expand(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), ExpandShapeOp::view_of(op));
    let to = view.result().ty();
    let fixed = numbers(cx, view.static_output_shape_attr());
    if fixed.len() != rank(cx, to) {
        let (rank, found) = (rank(cx, to), fixed.len());
        return Err(op_error(
            op,
            format!(
                "expected number of static shape dims to be equal to the output rank ({rank}) but found {found} \
                 inputs instead"
            ),
        ));
    }
    let (dynamic, given) = (fixed.iter().filter(|&&n| n == DYNAMIC).count(), view.output_shape().len());
    if given != dynamic {
        return Err(op_error(
            op,
            format!(
                "mismatch in dynamic dims in output_shape and static_output_shape: static_output_shape has \
                 {dynamic} dynamic dims while output_shape has {given} values"
            ),
        ));
    }
    verify_reassociation(op, to, view.src().ty(), &groups(cx, view.reassociation_attr()))
}

fn verify_collapse(op: OpRef<'_>) -> CheckResult {
    let view = CollapseShapeOp::view_of(op);
    let groups = groups(op.cx(), view.reassociation_attr());
    if groups.iter().any(Vec::is_empty) {
        return Err(op_error(op, "reassociation indices must not be empty"));
    }
    verify_reassociation(op, view.src().ty(), view.result().ty(), &groups)
}
