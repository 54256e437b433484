//! Casts of buffers to other types.

use terrace_dialects_builtin::cast::verify_cast;
use terrace_dialects_builtin::index_list::DYNAMIC_INDEX_LIST;
use terrace_ir::attr_kind::DenseI64ArrayAttr;
use terrace_ir::constraints::INDEX;
use terrace_ir::def::{op_error, plain_error};
use terrace_ir::effects::{EffectOn, reads};
use terrace_ir::value_bounds::ValueBounds;
use terrace_ir::{CheckResult, Context, DYNAMIC, OpKind, OpRef, Type};
use terrace_macros::op;

use super::canonicalize_views::{reinterpret_constants, reinterpret_metadata};
use super::fold::{fold_casts, fold_reinterpret, fold_space_cast};

use crate::constraints::{ANY_RANKED_OR_UNRANKED_MEMREF, ANY_STRIDED_MEMREF, INT_OR_INDEX_MEMREF_RANK_1};
use crate::layout::{memory_space, memref, rank};
use crate::slices::{OffsetSizeAndStride, offset_size_and_stride, slice, verify_lists};

/// Casts extents, strides or the rank between static and dynamic.
#[op(
    "memref.cast", interfaces(dyn ValueBounds), fold = fold_casts,
    traits(MemRefsNormalizable, ViewLike, CastLike, Check(check_cast), Pure, SameOperandsAndResultShape),
    names = "cast",
    format = "$source attr-dict `:` type($source) `to` type($dest)"
)]
pub struct CastOp {
    source: Operand<ANY_RANKED_OR_UNRANKED_MEMREF>,
    dest: Res<ANY_RANKED_OR_UNRANKED_MEMREF>,
}

/// Whether two numbers may be one.
fn may_equal(a: i64, b: i64) -> bool {
    a == b || a == DYNAMIC || b == DYNAMIC
}

fn may_all_equal(a: &[i64], b: &[i64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| may_equal(a, b))
}

/// Whether `memref.cast` converts between these types.
pub fn cast_compatible(cx: &Context, inputs: &[Type], outputs: &[Type]) -> bool {
    let (&[from], &[to]) = (inputs, outputs) else { return false };
    if from.element_type(cx) != to.element_type(cx) || memory_space(cx, from) != memory_space(cx, to) {
        return false;
    }
    let (Some(a), Some(b)) = (memref(cx, from), memref(cx, to)) else {
        // One of them has a rank.
        return from.is_memref(cx)
            && to.is_memref(cx)
            && (from.shape(cx).is_some() || to.shape(cx).is_some());
    };
    if a.layout != b.layout {
        let (Some((strides, offset)), Some((other_strides, other_offset))) =
            (a.strides_and_offset(cx), b.strides_and_offset(cx))
        else {
            return false;
        };
        if !may_equal(offset, other_offset) || !may_all_equal(&strides, &other_strides) {
            return false;
        }
    }
    may_all_equal(a.shape, b.shape)
}

fn check_cast(op: OpRef<'_>) -> CheckResult {
    verify_cast(op, cast_compatible)
}

/// The buffer as seen in another memory space.
#[op(
    "memref.memory_space_cast", fold = fold_space_cast,
    traits(MemRefsNormalizable, ViewLike,
        CastLike,
        Check(check_space_cast),
        Check(check_same_kind),
        Pure,
        SameOperandsAndResultElementType,
        SameOperandsAndResultShape
    ),
    names = "memspacecast",
    format = "$source attr-dict `:` type($source) `to` type($dest)"
)]
pub struct MemorySpaceCastOp {
    source: Operand<ANY_RANKED_OR_UNRANKED_MEMREF>,
    dest: Res<ANY_RANKED_OR_UNRANKED_MEMREF>,
}

fn check_space_cast(op: OpRef<'_>) -> CheckResult {
    verify_cast(op, |cx, inputs, outputs| {
        let (&[from], &[to]) = (inputs, outputs) else { return false };
        match (memref(cx, from), memref(cx, to)) {
            (Some(a), Some(b)) => a.element == b.element && a.layout == b.layout && a.shape == b.shape,
            (None, None) => from.element_type(cx) == to.element_type(cx),
            _ => false,
        }
    })
}

fn check_same_kind(op: OpRef<'_>) -> CheckResult {
    let ranked = |ty: Type| ty.shape(op.cx()).is_some();
    if ranked(op.single_operand().ty()) != ranked(op.single_result().ty()) {
        return Err(plain_error(op, "expected source and target types of the same kind"));
    }
    Ok(())
}

/// The buffer with an offset, sizes and strides that need not be those it has.
#[op("memref.reinterpret_cast", fold = fold_reinterpret, canonicalize(reinterpret_metadata, reinterpret_constants), traits(MemRefsNormalizable, ViewLike, AttrSizedOperandSegments, Pure, Check(verify_lists)),
     interfaces(dyn OffsetSizeAndStride), customs(&DYNAMIC_INDEX_LIST), verify = verify_reinterpret,
     names = "reinterpret_cast",
     format = "$source `to` `offset` `` `:` custom<DynamicIndexList>($offsets, $static_offsets) `` `,` \
               `sizes` `` `:` custom<DynamicIndexList>($sizes, $static_sizes) `` `,` \
               `strides` `` `:` custom<DynamicIndexList>($strides, $static_strides) \
               attr-dict `:` type($source) `to` type($result)")]
pub struct ReinterpretCastOp {
    source: Operand<ANY_RANKED_OR_UNRANKED_MEMREF>,
    offsets: VarOperand<INDEX>,
    sizes: VarOperand<INDEX>,
    strides: VarOperand<INDEX>,
    static_offsets: Prop<DenseI64ArrayAttr>,
    static_sizes: Prop<DenseI64ArrayAttr>,
    static_strides: Prop<DenseI64ArrayAttr>,
    result: Res<ANY_STRIDED_MEMREF>,
}

offset_size_and_stride! {
    ReinterpretCastOp, ReinterpretCastOpView: |view| {
        let rank = rank(view.0.cx(), view.result().ty());
        [1, rank, rank]
    };
}

/// A number that may be unknown, in words.
fn known(n: i64) -> String {
    if n == DYNAMIC { "dynamic".to_string() } else { n.to_string() }
}

fn verify_reinterpret(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), ReinterpretCastOp::view_of(op));
    let (from, to) = (view.source().ty(), view.result().ty());
    let Some(result) = memref(cx, to) else { return Ok(()) };
    let (from_text, to_text) = (cx.type_text(from), cx.type_text(to));
    let different = |what: &str| {
        let message = format!(
            "different {what} specified for source type '{from_text}' and result memref type '{to_text}'"
        );
        Err(plain_error(op, message))
    };
    if memory_space(cx, from) != result.space {
        return different("memory spaces");
    }
    if from.element_type(cx) != Some(result.element) {
        return different("element types");
    }
    let fixed = slice(op);
    let instead = |what: &str, expected: i64, found: i64| {
        format!("expected result type with {what} = {} instead of {found}", known(expected))
    };
    let per_dim = |what: &str, found: &[i64], expected: &[i64]| {
        for (dim, (&found, &expected)) in found.iter().zip(expected).enumerate() {
            if found != DYNAMIC && found != expected {
                let message = format!("{} in dim = {dim}", instead(what, expected, found));
                return Err(plain_error(op, message));
            }
        }
        Ok(())
    };
    per_dim("size", result.shape, &fixed.sizes)?;
    let Some((strides, offset)) = result.strides_and_offset(cx) else {
        let message = format!("expected result type to have strided layout but found '{to_text}'");
        return Err(plain_error(op, message));
    };
    let expected = fixed.offsets.first().copied().unwrap_or(DYNAMIC);
    if offset != DYNAMIC && offset != expected {
        return Err(plain_error(op, instead("offset", expected, offset)));
    }
    per_dim("stride", &strides, &fixed.strides)
}

/// The elements of a buffer in order, under a shape that another buffer holds.
#[op("memref.reshape", effects(reads(EffectOn::Operand(1))), traits(ViewLike, Pure), verify = verify_reshape, names = "reshape",
     format = "$source `(` $shape `)` attr-dict `:` functional-type(operands, results)")]
pub struct ReshapeOp {
    source: Operand<ANY_RANKED_OR_UNRANKED_MEMREF>,
    shape: Operand<INT_OR_INDEX_MEMREF_RANK_1>,
    result: Res<ANY_RANKED_OR_UNRANKED_MEMREF>,
}

fn verify_reshape(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), ReshapeOp::view_of(op));
    let (from, to) = (view.source().ty(), view.result().ty());
    let fail = |message: &str| Err(op_error(op, message));
    if from.element_type(cx) != to.element_type(cx) {
        return fail("element types of source and destination memref types should be the same");
    }
    let plain = |ty: Type| memref(cx, ty).is_none_or(|m| m.has_identity_layout(cx));
    if !plain(from) {
        return fail("source memref type should have identity affine map");
    }
    let Some(result) = memref(cx, to) else { return Ok(()) };
    if !plain(to) {
        return fail("result memref type should have identity affine map");
    }
    let length = view.shape().ty().shape(cx).and_then(|shape| shape.first().copied()).unwrap_or(DYNAMIC);
    if length == DYNAMIC {
        return fail(
            "cannot use shape operand with dynamic length to reshape to statically-ranked memref type",
        );
    }
    if length != result.shape.len() as i64 {
        return fail("length of shape operand differs from the result's memref rank");
    }
    Ok(())
}
