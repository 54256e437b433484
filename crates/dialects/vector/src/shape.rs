//! Other shapes, orders and types of elements.

use terrace_dialects_mem::constraints::{ANY_MEMREF, ANY_STATIC_SHAPE_MEMREF};
use terrace_dialects_mem::layout::memref;
use terrace_ir::attr_kind::DenseI64ArrayAttr;
use terrace_ir::constraints::ANY_TYPE;
use terrace_ir::def::op_error;
use terrace_ir::infer::InferInput;
use terrace_ir::int_range::InferIntRange;
use terrace_ir::traits::{Predicate, TypesMatch};
use terrace_ir::{CheckResult, Context, OpKind, OpRef, Type};
use terrace_macros::op;

use crate::canonicalize;
use crate::canonicalize_shape as patterns;
use crate::constraints::{
    ANY_FIXED_VECTOR, ANY_NON0_VECTOR, ANY_VECTOR, LIKE_OPERAND, LIKE_SOURCE, like_first, like_second,
};
use crate::fold;
use crate::types::{Vector, as_vector, scalar_bits, vector, vector_type};

/// Repeats a value or a vector.
#[op("vector.broadcast", traits(Pure, Predicate(&LIKE_SOURCE)), verify = verify_broadcast,
     fold = fold::broadcast, interfaces(dyn InferIntRange), canonicalize(broadcast_of_broadcast: canonicalize::broadcast_of_broadcast),
     format = "$source attr-dict `:` type($source) `to` type($vector)")]
pub struct BroadcastOp {
    source: Operand<ANY_TYPE>,
    vector: Res<ANY_VECTOR>,
}

/// Why a type cannot be broadcast to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoBroadcast {
    /// It has more dimensions.
    SourceRankHigher,
    /// These dimensions do not go together: extent, and whether it is scalable.
    DimensionMismatch([(i64, bool); 2]),
    /// It is neither a vector nor the element type.
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

/// The index that stands for no element in particular.
pub const POISON_INDEX: i64 = -1;

/// Parts of two vectors in any order.
#[op("vector.shuffle", traits(Pure, Predicate(&LIKE_V1), Predicate(&LIKE_V2), InferTypes), infer = infer_shuffle,
     verify = verify_shuffle, fold = fold::shuffle,
     canonicalize(shuffle_splat: patterns::shuffle_splat, shuffle_interleave: patterns::shuffle_interleave,
                  shuffle_scalars: patterns::shuffle_scalars),
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
    Ok(vec![vector_type(cx, &shape, &vec![false; shape.len()], source.element)])
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
    vector_type(cx, &shape, &scalable, from.element)
}

static DOUBLED: TypesMatch =
    TypesMatch::new("type of 'result' is double the width of the inputs", "lhs", "result", |cx, ty| {
        let from = as_vector(cx, ty)?;
        Some(with_minor(cx, from, from.minor().wrapping_mul(2)))
    });

/// Two vectors, an element of each in turn.
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
     canonicalize(shape_cast_of_mask: patterns::shape_cast_of_mask,
                  shape_cast_of_broadcast: patterns::shape_cast_of_broadcast),
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
     canonicalize(transpose_of_mask: patterns::transpose_of_mask,
                  transpose_of_shape_cast: patterns::transpose_of_shape_cast,
                  transpose_of_transpose: patterns::transpose_of_transpose,
                  transpose_splat: patterns::transpose_splat,
                  transpose_of_elements: patterns::transpose_of_elements,
                  transpose_of_broadcast: patterns::transpose_of_broadcast),
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
