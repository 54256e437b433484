//! Reshapes, transpositions and casts.

use terrace_dialects_mem::constraints::{ANY_MEMREF, ANY_STATIC_SHAPE_MEMREF};
use terrace_dialects_mem::layout::memref;
use terrace_ir::attr_kind::DenseI64ArrayAttr;
use terrace_ir::constraints::ANY_TYPE;
use terrace_ir::def::op_error;
use terrace_ir::infer::InferInput;
use terrace_ir::int_range::InferIntRange;
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::traits::{Predicate, TypesMatch};
use terrace_ir::{Attr, CheckResult, Context, Op, OpKind, OpRef, Rewriter, Type, Value, VectorType, View};
use terrace_macros::op;

use crate::canonicalize_element::splat_source;
use crate::constraints::{
    ANY_FIXED_VECTOR, ANY_NON0_VECTOR, ANY_VECTOR, LIKE_OPERAND, LIKE_SOURCE, like_first, like_second,
};
use crate::elements::{delinearize, linearize, strides};
use crate::fold::{self, keeps_order};
use crate::types::{Vector, as_vector, scalar_bits, vector};
use crate::{ConstantMaskOp, CreateMaskOp, FromElementsOp};

/// Repeats a value or a vector.
#[op("vector.broadcast", traits(Pure, Predicate(&LIKE_SOURCE)), verify = verify_broadcast,
     fold = fold::broadcast, interfaces(dyn InferIntRange), canonicalize(broadcast_of_broadcast),
     format = "$source attr-dict `:` type($source) `to` type($vector)")]
pub struct BroadcastOp {
    source: Operand<ANY_TYPE>,
    vector: Res<ANY_VECTOR>,
}

/// Why a type cannot be broadcast to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NoBroadcast {
    /// The source has a higher rank.
    SourceRankHigher,
    /// These dimensions do not match: extent, and whether it is scalable.
    DimensionMismatch([(i64, bool); 2]),
    /// The source is neither a vector nor of the element type.
    NoVector,
}

/// Checks that values of type `from` can be broadcast to vectors of type `to`.
///
/// # Errors
///
/// The reason if they cannot.
pub fn check_broadcast(cx: &Context, from: Type, to: Type) -> Result<(), NoBroadcast> {
    let dest = vector(cx, to);
    if from == dest.element && !from.is_shaped(cx) {
        return Ok(());
    }
    let source = as_vector(cx, from).ok_or(NoBroadcast::NoVector)?;
    let lead = dest.rank().checked_sub(source.rank()).ok_or(NoBroadcast::SourceRankHigher)?;
    for dim in 0..source.rank() {
        let (from, from_scales) = (source.shape[dim], source.scalable[dim]);
        let (to, to_scales) = (dest.shape[lead + dim], dest.scalable[lead + dim]);
        let differs = from != 1 && from != to;
        let one_scales = from == 1 && from_scales && to != 1;
        let mixes = from_scales != to_scales && (from != 1 || from_scales);
        if differs || one_scales || mixes {
            return Err(NoBroadcast::DimensionMismatch([(from, from_scales), (to, to_scales)]));
        }
    }
    Ok(())
}

fn verify_broadcast(op: OpRef<'_>) -> CheckResult {
    let view = BroadcastOp::view_of(op);
    let extent = |(extent, scales)| if scales { format!("[{extent}]") } else { format!("{extent}") };
    let message = match check_broadcast(op.cx(), view.source().ty(), view.vector().ty()) {
        Ok(()) => return Ok(()),
        Err(NoBroadcast::SourceRankHigher) => "source rank higher than destination rank".to_string(),
        Err(NoBroadcast::DimensionMismatch([from, to])) => {
            format!("dimension mismatch ({} vs. {})", extent(from), extent(to))
        }
        Err(NoBroadcast::NoVector) => "source type is not a vector".to_string(),
    };
    Err(op_error(op, message))
}

static LIKE_V1: Predicate = like_first("first operand v1 and result have same element type");
static LIKE_V2: Predicate = like_second("second operand v2 and result have same element type");

/// The index of a poison element.
pub const POISON_INDEX: i64 = -1;

/// Parts of two vectors in any order.
#[op("vector.shuffle", traits(Pure, Predicate(&LIKE_V1), Predicate(&LIKE_V2), InferTypes), infer = infer_shuffle,
     verify = verify_shuffle, fold = fold::shuffle,
     canonicalize(shuffle_splat, shuffle_interleave,
                  shuffle_scalars),
     format = "operands $mask attr-dict `:` type(operands)")]
pub struct ShuffleOp {
    v1: Operand<ANY_FIXED_VECTOR>,
    v2: Operand<ANY_FIXED_VECTOR>,
    mask: Prop<DenseI64ArrayAttr>,
    vector: Res<ANY_NON0_VECTOR>,
}

fn infer_shuffle(input: &InferInput<'_>) -> Result<Vec<Type>, String> {
    let cx = input.cx;
    let source = vector(cx, input.operand("v1").unwrap_or(Type::NONE));
    let length = input.prop("mask").and_then(|mask| mask.as_i64_array(cx)).map_or(0, |mask| mask.len());
    let mut shape = vec![length.max(1) as i64];
    shape.extend(source.shape.iter().skip(1));
    Ok(vec![VectorType::get(cx, &shape, source.element)])
}

fn verify_shuffle(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), ShuffleOp::view_of(op));
    let fail = |message: &str| Err(op_error(op, message));
    let [v1, v2, to] = [view.v1(), view.v2(), view.vector()].map(|value| vector(cx, value.ty()).shape);
    let scalars = v1.is_empty() && v2.is_empty() && to.len() == 1;
    if !(scalars || v1.len() == to.len() && v2.len() == to.len()) {
        return fail("rank mismatch");
    }
    if (1..v1.len()).any(|i| to[i] != v1[i] || v1[i] != v2[i]) {
        return fail("dimension mismatch");
    }
    let mask = view.mask().to_vec();
    if mask.is_empty() {
        return fail("invalid mask length");
    }
    if Some(&(mask.len() as i64)) != to.first() {
        return fail("mask length mismatch");
    }
    let size = v1.first().unwrap_or(&1) + v2.first().unwrap_or(&1);
    match mask.iter().position(|&at| at != POISON_INDEX && !(0..size).contains(&at)) {
        Some(at) => fail(&format!("mask index #{} out of range", at + 1)),
        None => Ok(()),
    }
}

/// The vector with its last extent replaced.
fn with_minor(cx: &Context, from: Vector<'_>, extent: i64) -> Type {
    let mut shape = from.shape.to_vec();
    let mut scalable = from.scalable.to_vec();
    match shape.last_mut() {
        Some(last) => *last = extent,
        None => (shape, scalable) = (vec![extent], vec![false]),
    }
    VectorType::get_scalable(cx, &shape, &scalable, from.element)
}

static DOUBLED: TypesMatch =
    TypesMatch::new("type of 'result' is double the width of the inputs", "lhs", "result", |cx, ty| {
        let from = as_vector(cx, ty)?;
        Some(with_minor(cx, from, from.minor().wrapping_mul(2)))
    });

/// Interleaves the elements of two vectors.
#[op("vector.interleave",
     traits(Pure, AllTypesMatch(&["lhs", "rhs"]), TypesMatchWith(&DOUBLED)),
     format = "$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)")]
pub struct InterleaveOp {
    lhs: Operand<ANY_VECTOR>,
    rhs: Operand<ANY_VECTOR>,
    result: Res<ANY_NON0_VECTOR>,
}

static EVEN: Predicate = Predicate {
    summary: "the trailing dimension of the source vector has an even number of elements",
    holds: |op| vector(op.cx(), DeinterleaveOp::view_of(op).source().ty()).minor() % 2 == 0,
};
static HALVED: TypesMatch = TypesMatch::new(
    "the trailing dimension of the results is half the width of source trailing dimension",
    "source",
    "res1",
    |cx, ty| {
        let from = as_vector(cx, ty)?;
        Some(if from.minor() < 2 { ty } else { with_minor(cx, from, from.minor() / 2) })
    },
);

/// The elements at even and those at odd places.
#[op("vector.deinterleave",
     traits(Pure, Predicate(&EVEN), TypesMatchWith(&HALVED), AllTypesMatch(&["res1", "res2"])),
     format = "$source attr-dict `:` type($source) `->` type($res1)")]
pub struct DeinterleaveOp {
    source: Operand<ANY_NON0_VECTOR>,
    res1: Res<ANY_NON0_VECTOR>,
    res2: Res<ANY_NON0_VECTOR>,
}

/// The elements in order under another shape.
#[op("vector.shape_cast", traits(Pure), verify = verify_shape_cast,
     fold = fold::shape_cast,
     canonicalize(shape_cast_of_mask,
                  shape_cast_of_broadcast),
     interfaces(dyn InferIntRange),
     format = "$source attr-dict `:` type($source) `to` type($result)")]
pub struct ShapeCastOp {
    source: Operand<ANY_VECTOR>,
    result: Res<ANY_VECTOR>,
}

fn verify_shape_cast(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), ShapeCastOp::view_of(op));
    let [from, to] = [view.source(), view.result()].map(|value| vector(cx, value.ty()));
    if from.element != to.element {
        return Err(op_error(op, "has different source and result element types"));
    }
    let scaled = |v: &Vector<'_>| v.scalable.iter().filter(|&&s| s).count() as i64;
    for (what, from, to) in
        [("elements", from.num_elements(), to.num_elements()), ("scalable dims", scaled(&from), scaled(&to))]
    {
        if from != to {
            let message = format!("has different number of {what} at source ({from}) and result ({to})");
            return Err(op_error(op, message));
        }
    }
    Ok(())
}

/// The bits of a vector as elements of another type.
#[op("vector.bitcast", traits(Pure, AllRanksMatch(&["source", "result"])), verify = verify_bitcast,
     fold = fold::bitcast,
     format = "$source attr-dict `:` type($source) `to` type($result)")]
pub struct BitCastOp {
    source: Operand<ANY_VECTOR>,
    result: Res<ANY_VECTOR>,
}

fn verify_bitcast(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), BitCastOp::view_of(op));
    let [from, to] = [view.source(), view.result()].map(|value| vector(cx, value.ty()));
    let outer = from.rank().saturating_sub(1);
    if let Some(i) = (0..outer).find(|&i| from.shape[i] != to.shape[i]) {
        return Err(op_error(op, format!("dimension size mismatch at: {i}")));
    }
    let bits = |v: Vector<'_>| scalar_bits(cx, v.element).map(|bits| bits.wrapping_mul(v.minor()));
    if bits(from) == bits(to) {
        return Ok(());
    }
    Err(op_error(
        op,
        if from.rank() == 0 {
            "source/result bitwidth of the 0-D vector element types must be equal"
        } else {
            "source/result bitwidth of the minor 1-D vectors must be equal"
        },
    ))
}

/// A buffer of scalars as one of vectors.
#[op("vector.type_cast", traits(ViewLike, Pure), verify = verify_type_cast,
     format = "$memref attr-dict `:` type($memref) `to` type($result)")]
pub struct TypeCastOp {
    memref: Operand<ANY_STATIC_SHAPE_MEMREF>,
    result: Res<ANY_MEMREF>,
}

fn verify_type_cast(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), TypeCastOp::view_of(op));
    let to_text = || cx.type_text(view.result().ty());
    let (Some(from), Some(to)) = (memref(cx, view.memref().ty()), memref(cx, view.result().ty())) else {
        return Ok(());
    };
    let plain = from.canonicalize_strided_layout(cx);
    if memref(cx, plain).is_some_and(|m| !m.has_identity_layout(cx)) {
        return Err(op_error(op, "expects operand to be a memref with identity layout"));
    }
    if !to.has_identity_layout(cx) {
        return Err(op_error(op, "expects result to be a memref with identity layout"));
    }
    if from.space != to.space {
        return Err(op_error(op, "expects result in same memory space"));
    }
    if from.element.element_type_or_self(cx) != to.element.element_type_or_self(cx) {
        let rule = "expects result and operand with same underlying scalar type";
        return Err(op_error(op, format!("{rule}: '{}'", to_text())));
    }
    let shape = |shape: &[i64], element: Type| [shape, vector(cx, element).shape].concat();
    if shape(from.shape, from.element) != shape(to.shape, to.element) {
        let rule = "expects concatenated result and operand shapes to be equal";
        return Err(op_error(op, format!("{rule}: '{}'", to_text())));
    }
    Ok(())
}

/// The dimensions in another order.
#[op("vector.transpose", traits(Pure, Predicate(&LIKE_OPERAND)), verify = verify_transpose,
     fold = fold::transpose,
     canonicalize(transpose_of_mask,
                  transpose_of_shape_cast,
                  transpose_of_transpose,
                  transpose_splat,
                  transpose_of_elements,
                  transpose_of_broadcast),
     interfaces(dyn InferIntRange),
     format = "$vector `,` $permutation attr-dict `:` type($vector) `to` type($result)")]
pub struct TransposeOp {
    vector: Operand<ANY_VECTOR>,
    permutation: Prop<DenseI64ArrayAttr>,
    result: Res<ANY_VECTOR>,
}

fn verify_transpose(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), TransposeOp::view_of(op));
    let fail = |message: &str, number: i64| Err(op_error(op, format!("{message}: {number}")));
    let [from, to] = [view.vector(), view.result()].map(|value| vector(cx, value.ty()).shape);
    let rank = to.len() as i64;
    if from.len() != to.len() {
        return fail("vector result rank mismatch", rank);
    }
    let permutation = view.permutation().to_vec();
    if permutation.len() != to.len() {
        return fail("transposition length mismatch", permutation.len() as i64);
    }
    let mut seen = vec![false; to.len()];
    for (&at, &extent) in permutation.iter().zip(to) {
        if !(0..rank).contains(&at) {
            return fail("transposition index out of range", at);
        }
        if std::mem::replace(&mut seen[at as usize], true) {
            return fail("duplicate position index", at);
        }
        if extent != from[at as usize] {
            return fail("dimension size mismatch at", at);
        }
    }
    Ok(())
}

// Casts.

/// `broadcast(broadcast(x))` is `broadcast(x)`.
fn broadcast_of_broadcast(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let source = rw.op(op).single_operand().defined_by::<BroadcastOp>()?.source().id();
    rw.replace(op, BroadcastOp::of(source));
    Some(())
}

/// The shape without the ones at its end, but for one dimension.
fn without_trailing_ones<'a>(from: Vector<'a>) -> Vector<'a> {
    let one = |dim: usize| from.shape[dim] == 1 && !from.scalable[dim];
    let kept = (0..from.rank()).rev().find(|&dim| !one(dim)).map_or(0, |dim| dim + 1);
    if kept == 0 {
        let last = from.rank().saturating_sub(1);
        return Vector { shape: &from.shape[last..], scalable: &from.scalable[last..], ..from };
    }
    Vector { shape: &from.shape[..kept], scalable: &from.scalable[..kept], ..from }
}

/// Trailing ones of a mask are taken from the mask itself.
fn shape_cast_of_mask(rw: &mut Rewriter<'_>, op: ShapeCastOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let mask = view.source().defining_op()?;
    if !mask.isa::<CreateMaskOp>() && !mask.isa::<ConstantMaskOp>() {
        return None;
    }
    let (from, to) = (vector(cx, view.source().ty()), vector(cx, view.result().ty()));
    let kept = to.rank();
    if without_trailing_ones(from) != to || from.rank() == kept {
        return None;
    }
    if let Some(mask) = mask.cast::<ConstantMaskOp>() {
        let sizes = mask.mask_dim_sizes().to_vec();
        if sizes[kept..].iter().any(|&size| size != 1) {
            return None;
        }
        let sizes = cx.i64_array(&sizes[..kept]);
        rw.replace(op, ConstantMaskOp::of().mask_dim_sizes_attr(sizes));
        return Some(());
    }
    if mask.operands().skip(kept).any(|size| m_scalar_i64(size) != Some(1)) {
        return None;
    }
    let sizes: Vec<Value> = mask.operands().take(kept).map(|size| size.id()).collect();
    rw.replace(op, CreateMaskOp::of(&sizes));
    Some(())
}

/// Whether broadcasts of a vector to two types with equally many elements have these in the same order: the extents
/// that its own, without leading ones, are broadcast to are the same.
fn repeat_alike(from: Vector<'_>, a: Vector<'_>, b: Vector<'_>) -> bool {
    let one = |dim: &usize| from.shape[*dim] == 1 && !from.scalable[*dim];
    let own = from.rank() - (0..from.rank()).take_while(one).count();
    (1..=own).all(|i| {
        let [a, b] = [a, b].map(|of| (of.shape[of.rank() - i], of.scalable[of.rank() - i]));
        a == b
    })
}

fn shape_cast_of_broadcast(rw: &mut Rewriter<'_>, op: ShapeCastOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let broadcast = view.source();
    let source = broadcast.defined_by::<BroadcastOp>()?.source();
    let ty = view.result().ty();
    let from = as_vector(cx, source.ty());
    let id = source.id();
    if from.is_some_and(|from| from.num_elements() == vector(cx, ty).num_elements()) {
        rw.replace(op, ShapeCastOp::of(id));
        return Some(());
    }
    if let Some(from) = from {
        check_broadcast(cx, source.ty(), ty).ok()?;
        if !cx.matches_upstream() && !repeat_alike(from, vector(cx, broadcast.ty()), vector(cx, ty)) {
            return None;
        }
    }
    rw.replace(op, BroadcastOp::of(id));
    Some(())
}

// Shuffles.

/// Parts of one value everywhere.
fn shuffle_splat(rw: &mut Rewriter<'_>, op: ShuffleOp) -> Option<()> {
    let view = op.view(rw);
    let splat = splat_source(view.v1())?;
    if splat_source(view.v2()) != Some(splat) {
        return None;
    }
    let splat = splat.id();
    rw.replace(op, BroadcastOp::of(splat));
    Some(())
}

/// Replaces an interleaving shuffle.
fn shuffle_interleave(rw: &mut Rewriter<'_>, op: ShuffleOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (a, b) = (view.v1(), view.v2());
    let (from, to) = (vector(cx, a.ty()), vector(cx, view.vector().ty()));
    if to.is_scalable() {
        return rw.notify_match_failure(op, "ShuffleOp can't represent a scalable interleave");
    }
    if to.rank() != 1 {
        return rw.notify_match_failure(op, "ShuffleOp can't represent an n-D interleave");
    }
    if a.ty() != b.ty() || from.num_elements().wrapping_mul(2) != to.num_elements() {
        return rw.notify_match_failure(op, "ShuffleOp types don't match an interleave");
    }
    let half = from.num_elements();
    if !view.mask().iter().eq((0..half).flat_map(|i| [i, half + i])) {
        return rw.notify_match_failure(op, "ShuffleOp mask not interleaving");
    }
    rw.replace(op, InterleaveOp::of(a.id(), b.id()));
    Some(())
}

/// One of two elements.
fn shuffle_scalars(rw: &mut Rewriter<'_>, op: ShuffleOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let &[at] = view.mask().to_vec().as_slice() else { return None };
    if vector(cx, view.v1().ty()).rank() > 0 {
        return None;
    }
    let source = if at == 0 { view.v1() } else { view.v2() }.id();
    rw.replace(op, BroadcastOp::of(source));
    Some(())
}

// Transpositions.

fn permutation(view: View<'_, TransposeOp>) -> Vec<usize> {
    view.permutation().iter().map(|dim| dim as usize).collect()
}

fn permutation_attr(rw: &Rewriter<'_>, permutation: &[usize]) -> Attr {
    let dims: Vec<i64> = permutation.iter().map(|&dim| dim as i64).collect();
    rw.cx().i64_array(&dims)
}

fn transpose_of_mask(rw: &mut Rewriter<'_>, op: TransposeOp) -> Option<()> {
    let view = op.view(rw);
    let dims = permutation(view);
    if let Some(mask) = view.vector().defined_by::<CreateMaskOp>() {
        let extents: Vec<Value> = mask.operands().map(|extent| extent.id()).collect();
        let sizes: Vec<Value> = dims.iter().map(|&dim| extents[dim]).collect();
        rw.replace(op, CreateMaskOp::of(&sizes));
        return Some(());
    }
    let sizes = view.vector().defined_by::<ConstantMaskOp>()?.mask_dim_sizes().to_vec();
    let sizes: Vec<i64> = dims.iter().map(|&dim| sizes[dim]).collect();
    let sizes = rw.cx().i64_array(&sizes);
    rw.replace(op, ConstantMaskOp::of().mask_dim_sizes_attr(sizes));
    Some(())
}

fn transpose_of_shape_cast(rw: &mut Rewriter<'_>, op: TransposeOp) -> Option<()> {
    let view = op.view(rw);
    let source = view.vector().defined_by::<ShapeCastOp>()?.source().id();
    if !keeps_order(view) {
        return None;
    }
    rw.replace(op, ShapeCastOp::of(source));
    Some(())
}

fn transpose_of_transpose(rw: &mut Rewriter<'_>, op: TransposeOp) -> Option<()> {
    let view = op.view(rw);
    let inner = view.vector().defined_by::<TransposeOp>()?;
    let first = permutation(inner);
    let both: Vec<usize> = permutation(view).into_iter().map(|dim| first[dim]).collect();
    let (source, both) = (inner.vector().id(), permutation_attr(rw, &both));
    rw.replace(op, TransposeOp::of(source).permutation_attr(both));
    Some(())
}

fn transpose_splat(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let splat = splat_source(rw.op(op).single_operand())?.id();
    rw.replace(op, BroadcastOp::of(splat));
    Some(())
}

fn transpose_of_elements(rw: &mut Rewriter<'_>, op: TransposeOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let made = view.vector().defined_by::<FromElementsOp>()?;
    let dims = permutation(view);
    let [from, to] = [view.vector(), view.result()].map(|value| vector(cx, value.ty()));
    let (inner, outer) = (strides(from.shape), strides(to.shape));
    let element = |number: i64| {
        let mut place = vec![0; dims.len()];
        for (&dim, at) in dims.iter().zip(delinearize(number, &outer)) {
            place[dim] = at;
        }
        made.0.operand(linearize(&place, &inner) as usize).id()
    };
    let elements: Vec<Value> = (0..to.num_elements()).map(element).collect();
    rw.replace(op, FromElementsOp::of(&elements));
    Some(())
}

/// Replaces a transposition of a broadcast by a broadcast if the permutation does not affect the source's non-unit
/// dimensions.
fn transpose_of_broadcast(rw: &mut Rewriter<'_>, op: TransposeOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let Some(broadcast) = view.vector().defined_by::<BroadcastOp>() else {
        return rw.notify_match_failure(op, "not preceded by a broadcast");
    };
    let source = broadcast.source();
    let id = source.id();
    if let Some(from) = as_vector(cx, source.ty()) {
        let dims = permutation(view);
        let lead = dims.len() - from.rank();
        let mut low = 0;
        for (i, &extent) in from.shape.iter().enumerate() {
            if extent == 1 && (i == 0 || from.shape[i - 1] == 1) {
                continue;
            }
            let high = i + lead;
            if dims[low..high].iter().any(|dim| !(low..high).contains(dim)) {
                return rw.notify_match_failure(op, "permutation not local to group");
            }
            low = high;
        }
    }
    rw.replace(op, BroadcastOp::of(id));
    Some(())
}
