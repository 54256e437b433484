//! Computing with shapes.

use terrace_dialects_builtin::cast::verify_cast;
use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::StrAttr;
use terrace_ir::attr_kinds;
use terrace_ir::constraints::{I1, TENSOR_KIND};
use terrace_ir::def::TypeConstraint;
use terrace_ir::elements::{int_elements, int_values};
use terrace_ir::infer::InferInput;
use terrace_ir::verify::compatible_shapes;
use terrace_ir::{Attr, AttrData, CheckResult, Context, DYNAMIC, OpKind, OpRef, RankedTensorType, Type};
use terrace_macros::op;

use super::canonicalize::*;
use super::fold::{
    fold_any, fold_broadcast, fold_concat, fold_dim, fold_from_extents, fold_get_extent,
    fold_is_broadcastable, fold_num_elements, fold_rank, fold_shape_eq, fold_split, fold_to_extents,
};
use terrace_support::apint::ApInt;

use super::types::{
    ANY_SHAPE_OR_SIZE, EXTENT_TENSOR, INTS_OR_VALUE_SHAPE, IS_SHAPE, IS_VALUE_SHAPE, SHAPE_OR_EXTENT_TENSOR,
    SHAPE_OR_SIZE, SHAPED_OR_VALUE_SHAPE, SIZE_OR_INDEX, is_extent_tensor, is_shape, is_size, is_value_shape,
    shape_type, size_type, sizes_compatible, verify_shape_result, verify_size_result,
};
use terrace_dialects_mem::constraints::ANY_SHAPED;

attr_kinds! {
    /// A dense constant of indices.
    pub IndexElementsAttr("index elements attribute") {
        accepts: |cx, attr| match attr.data(cx) {
            AttrData::DenseElements { ty, .. } => ty.element_type(cx) == Some(Type::INDEX),
            _ => false,
        },
    }
}

/// A tensor of indices.
static INDEX_TENSOR: TypeConstraint = TypeConstraint::new("tensor of index values", |cx, ty| {
    ty.is_tensor(cx) && ty.element_type(cx) == Some(Type::INDEX)
})
.of_kind(&TENSOR_KIND);

/// The tensor type of a shape with `rank` extents.
pub(super) fn extents_type(cx: &Context, rank: i64) -> Type {
    RankedTensorType::get(cx, &[rank], Type::INDEX)
}

/// A constant shape.
#[op("shape.const_shape", fold = |op, _| ConstShapeOp::view_of(op).shape_attr().into(), traits(ConstantLike, Pure, InferTypes), asm = (parse_const, print_const),
     syntax = "attr-dict $shape `:` type($result)",
     infer = infer_const, compatible = const_compatible)]
pub struct ConstShapeOp {
    shape: Prop<IndexElementsAttr>,
    result: Res<SHAPE_OR_EXTENT_TENSOR>,
}

impl ConstShapeOpView<'_> {
    /// The extents.
    pub fn extents(self) -> Vec<i64> {
        let values = int_values(self.0.cx(), self.shape_attr()).into_iter().flatten();
        values.map(|value| value.low_u128() as i64).collect()
    }
}

fn infer_const(input: &InferInput<'_>) -> Result<Vec<Type>, String> {
    let count = input.prop("shape").and_then(|shape| shape.ty(input.cx)?.num_elements(input.cx));
    Ok(vec![extents_type(input.cx, count.unwrap_or(0))])
}

fn const_compatible(cx: &Context, inferred: &[Type], found: &[Type]) -> bool {
    match (inferred, found) {
        (&[a], &[b]) => a == b || is_shape(cx, a) || is_shape(cx, b),
        _ => false,
    }
}

fn parse_const(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    p.optional_attr_dict(state)?;
    let loc = p.loc();
    let written = p.attr(Type::NONE)?;
    let items = written.as_array(p.cx()).map(<[Attr]>::to_vec);
    let extents: Option<Vec<ApInt>> = items.and_then(|items| {
        items.iter().map(|item| item.as_i64(p.cx()).map(|extent| ApInt::from_i64(64, extent))).collect()
    });
    let Some(extents) = extents else {
        return Err(p.error(loc, "expected an array of extents".to_string()));
    };
    let ty = extents_type(p.cx(), extents.len() as i64);
    let shape = int_elements(p.cx(), ty, &extents).unwrap_or(Attr::NULL);
    state.set_prop(p.cx(), "shape", shape);
    p.token(":")?;
    state.results.push(p.ty()?);
    Ok(())
}

fn print_const(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = ConstShapeOp::view_of(op);
    p.text(" ");
    p.attr_dict(op, &["shape"]);
    let extents: Vec<String> = view.extents().iter().map(i64::to_string).collect();
    p.text(&format!("[{}] : ", extents.join(", ")));
    p.ty(view.result().ty());
}

/// Any one of several shapes that are known to be equal.
#[op(
    "shape.any", fold = fold_any,
    traits(Commutative, Pure),
    format = "$inputs attr-dict `:` type($inputs) `->` type($result)"
)]
pub struct AnyOp {
    inputs: VarOperand<SHAPE_OR_EXTENT_TENSOR>,
    result: Res<SHAPE_OR_EXTENT_TENSOR>,
}

/// The shape that shapes broadcast to.
#[op("shape.broadcast", canonicalize(concrete_broadcast, broadcast_constants, broadcast_of_one, drop_casts: drop_casts::<BroadcastOp>,
                  drop_duplicates, drop_empty_shapes),
     fold = fold_broadcast, traits(Commutative, Pure), verify = verify_shape_result,
     format = "$shapes attr-dict `:` type($shapes) `->` type($result)")]
pub struct BroadcastOp {
    shapes: VarOperand<SHAPE_OR_EXTENT_TENSOR>,
    error: OptProp<StrAttr>,
    result: Res<SHAPE_OR_EXTENT_TENSOR>,
}

/// The extents of one shape and then those of another.
#[op(
    "shape.concat", fold = fold_concat,
    traits(Pure),
    format = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)"
)]
pub struct ConcatOp {
    lhs: Operand<SHAPE_OR_EXTENT_TENSOR>,
    rhs: Operand<SHAPE_OR_EXTENT_TENSOR>,
    result: Res<SHAPE_OR_EXTENT_TENSOR>,
}

/// The extents of a shape before an index, and the others.
#[op("shape.split_at", fold = fold_split, traits(Pure))]
pub struct SplitAtOp {
    operand: Operand<SHAPE_OR_EXTENT_TENSOR>,
    index: Operand<SIZE_OR_INDEX>,
    head: Res<SHAPE_OR_EXTENT_TENSOR>,
    tail: Res<SHAPE_OR_EXTENT_TENSOR>,
}

/// Prints a shape or an extent when the program runs.
#[op("shape.debug_print")]
pub struct DebugPrintOp {
    input: Operand<SHAPE_OR_SIZE>,
    output: Res<SHAPE_OR_SIZE>,
}

/// The shape of given extents.
#[op("shape.from_extents", fold = fold_from_extents, traits(Pure), format = "$extents attr-dict `:` type($extents)")]
pub struct FromExtentsOp {
    extents: VarOperand<SIZE_OR_INDEX>,
    shape: Res<IS_SHAPE>,
}

/// The shape whose extents a tensor holds.
#[op("shape.from_extent_tensor", traits(Pure), format = "$input attr-dict `:` type($input)")]
pub struct FromExtentTensorOp {
    input: Operand<EXTENT_TENSOR>,
    result: Res<IS_SHAPE>,
}

/// The extents of a shape that is no error, as a tensor.
#[op(
    "shape.to_extent_tensor", fold = fold_to_extents,
    traits(CastLike, Check(check_extents_cast), Pure),
    format = "$input attr-dict `:` type($input) `->` type($result)"
)]
pub struct ToExtentTensorOp {
    input: Operand<SHAPE_OR_EXTENT_TENSOR>,
    result: Res<INDEX_TENSOR>,
}

fn check_extents_cast(op: OpRef<'_>) -> CheckResult {
    verify_cast(op, |cx, inputs, outputs| {
        let (&[from], &[to]) = (inputs, outputs) else { return false };
        let known = is_extent_tensor(cx, from) || is_shape(cx, from);
        known && to.is_tensor(cx) && to.element_type(cx) == Some(Type::INDEX)
    })
}

/// The extent of a dimension of a value.
#[op("shape.dim", fold = fold_dim, traits(Pure, InferTypes), infer = |input| Ok(input.operands.last().copied().into_iter().collect()),
     compatible = sizes_compatible,
     format = "$value `,` $index attr-dict `:` type($value) `,` type($index) `->` type($extent)")]
pub struct DimOp {
    value: Operand<ANY_SHAPED>,
    index: Operand<SIZE_OR_INDEX>,
    extent: Res<SIZE_OR_INDEX>,
}

/// The extent of a dimension of a shape.
#[op("shape.get_extent", fold = fold_get_extent, traits(Pure, InferTypes), infer = |_| Ok(vec![Type::INDEX]), compatible = sizes_compatible,
     verify = verify_size_result,
     format = "$shape `,` $dim attr-dict `:` type($shape) `,` type($dim) `->` type($extent)")]
pub struct GetExtentOp {
    shape: Operand<SHAPE_OR_EXTENT_TENSOR>,
    dim: Operand<SIZE_OR_INDEX>,
    extent: Res<SIZE_OR_INDEX>,
}

/// An index where the shape is no error.
fn infer_count(input: &InferInput<'_>) -> Result<Vec<Type>, String> {
    let fails = input.operands.first().is_some_and(|&ty| is_shape(input.cx, ty));
    Ok(vec![if fails { size_type(input.cx) } else { Type::INDEX }])
}

/// The number of dimensions.
#[op("shape.rank", canonicalize(rank_of_shape_of), fold = fold_rank, traits(Pure, InferTypes), infer = infer_count, compatible = sizes_compatible,
     verify = verify_size_result, format = "$shape attr-dict `:` type($shape) `->` type($rank)")]
pub struct RankOp {
    shape: Operand<SHAPE_OR_EXTENT_TENSOR>,
    rank: Res<SIZE_OR_INDEX>,
}

/// The product of all extents.
#[op("shape.num_elements", fold = fold_num_elements, traits(Pure, InferTypes), infer = infer_count, compatible = sizes_compatible,
     verify = verify_size_result, format = "$shape attr-dict `:` type($shape) `->` type($result)")]
pub struct NumElementsOp {
    shape: Operand<SHAPE_OR_EXTENT_TENSOR>,
    result: Res<SIZE_OR_INDEX>,
}

/// Tests if all shapes are equal.
#[op("shape.shape_eq", fold = fold_shape_eq, traits(Pure, Commutative), format = "$shapes attr-dict `:` type($shapes)")]
pub struct ShapeEqOp {
    shapes: VarOperand<SHAPE_OR_EXTENT_TENSOR>,
    result: Res<I1>,
}

/// Tests if shapes can be broadcast to each other.
#[op("shape.is_broadcastable", canonicalize(drop_duplicates), fold = fold_is_broadcastable, traits(Commutative), format = "$shapes attr-dict `:` type($shapes)")]
pub struct IsBroadcastableOp {
    shapes: VarOperand<SHAPE_OR_EXTENT_TENSOR>,
    result: Res<I1>,
}

/// The shape of a value.
#[op("shape.shape_of", canonicalize(constant_shape_of, shape_of_reshape), traits(Pure, InferTypes), infer = infer_shape_of, compatible = shape_of_compatible,
     verify = verify_shape_result, format = "$arg attr-dict `:` type($arg) `->` type($result)")]
pub struct ShapeOfOp {
    arg: Operand<SHAPED_OR_VALUE_SHAPE>,
    result: Res<SHAPE_OR_EXTENT_TENSOR>,
}

fn infer_shape_of(input: &InferInput<'_>) -> Result<Vec<Type>, String> {
    let cx = input.cx;
    Ok(match input.operands.first() {
        Some(&ty) if !is_value_shape(cx, ty) => {
            vec![extents_type(cx, ty.shape(cx).map_or(DYNAMIC, |shape| shape.len() as i64))]
        }
        _ => vec![shape_type(cx)],
    })
}

fn shape_of_compatible(cx: &Context, inferred: &[Type], found: &[Type]) -> bool {
    let (&[a], &[b]) = (inferred, found) else { return inferred == found };
    let known = |ty: Type| is_shape(cx, ty) || ty.is_shaped(cx);
    a == b || known(a) && known(b) && (is_shape(cx, a) || is_shape(cx, b) || compatible_shapes(cx, a, b))
}

/// A value that is a shape already.
#[op("shape.value_as_shape", traits(Pure), format = "$arg attr-dict `:` type($arg) `->` type($result)")]
pub struct ValueAsShapeOp {
    arg: Operand<INTS_OR_VALUE_SHAPE>,
    result: Res<SHAPE_OR_EXTENT_TENSOR>,
}

/// The value of a value with its shape.
#[op("shape.value_of", traits(Pure), format = "$arg attr-dict `:` type($result)")]
pub struct ValueOfOp {
    arg: Operand<IS_VALUE_SHAPE>,
    result: Res<ANY_SHAPED>,
}

/// A value with a shape.
#[op("shape.with_shape", traits(Pure), format = "operands attr-dict `:` type($operand) `,` type($shape)")]
pub struct WithOp {
    operand: Operand<SHAPED_OR_VALUE_SHAPE>,
    shape: Operand<SHAPE_OR_EXTENT_TENSOR>,
    result: Res<IS_VALUE_SHAPE>,
}

/// Merges two shapes or extents to the more specific one; an error if they differ.
#[op("shape.meet", traits(Commutative, InferTypes), infer = infer_meet, compatible = meet_compatible,
     format = "$arg0 `,` $arg1 (`,` `error` `=` $error^)? attr-dict `:` type($arg0) `,` type($arg1) `->` type($result)")]
pub struct MeetOp {
    arg0: Operand<ANY_SHAPE_OR_SIZE>,
    arg1: Operand<ANY_SHAPE_OR_SIZE>,
    error: OptProp<StrAttr>,
    result: Res<ANY_SHAPE_OR_SIZE>,
}

fn infer_meet(input: &InferInput<'_>) -> Result<Vec<Type>, String> {
    let cx = input.cx;
    let &[a, b] = input.operands else { return Err("expected two operands".to_string()) };
    let fails = |ty: Type| is_shape(cx, ty) || is_size(cx, ty);
    let (l, r) = if fails(a) { (a, b) } else { (b, a) };
    let fits = if is_size(cx, l) {
        is_size(cx, r) || r == Type::INDEX
    } else if l == Type::INDEX {
        r == Type::INDEX
    } else if is_shape(cx, l) {
        is_shape(cx, r) || is_extent_tensor(cx, r)
    } else {
        let (n, m) = (cardinality(cx, l), cardinality(cx, r));
        if n != m && n != DYNAMIC && m != DYNAMIC {
            return Err("unequal shape cardinality".to_string());
        }
        return Ok(vec![if n != DYNAMIC && m == DYNAMIC { r } else { l }]);
    };
    if fits { Ok(vec![l]) } else { Err("requires all sizes or shapes".to_string()) }
}

/// The number of extents in an extent tensor.
fn cardinality(cx: &Context, ty: Type) -> i64 {
    ty.shape(cx).and_then(|shape| shape.first().copied()).unwrap_or(DYNAMIC)
}

fn meet_compatible(cx: &Context, inferred: &[Type], found: &[Type]) -> bool {
    let (&[a], &[b]) = (inferred, found) else { return inferred == found };
    let fails = |ty: Type| is_shape(cx, ty) || is_size(cx, ty);
    let (l, r) = if fails(a) { (a, b) } else { (b, a) };
    if a == b {
        true
    } else if is_size(cx, l) {
        is_size(cx, r) || r == Type::INDEX
    } else if is_shape(cx, l) {
        is_shape(cx, r) || r.is_tensor(cx)
    } else {
        compatible_shapes(cx, l, r)
    }
}
