//! Ops that change the layout of a buffer, and that decompose a buffer.

use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::AffineMapAttr;
use terrace_ir::constraints::{INDEX, MEMREF_KIND};
use terrace_ir::def::{op_error, plain_error};
use terrace_ir::infer::InferInput;
use terrace_ir::{CheckResult, OpKind, OpRef, Type, Value};
use terrace_macros::op;

use super::canonicalize::{view_known_sizes, view_of_cast};
use super::fold::{fold_metadata, fold_transpose, fold_view};

use crate::constraints::{
    ANY_MEMREF, ANY_RANKED_OR_UNRANKED_MEMREF, ANY_STRIDED_MEMREF, I8_MEMREF_RANK_1, STRIDED_MEMREF_RANK_0,
};
use crate::layout::{MemRef, memref, strided_layout, verify_dynamic_sizes};

/// Some bytes of a buffer as a buffer of another type.
#[op("memref.view", fold = fold_view, canonicalize(view_known_sizes, view_of_cast), traits(ViewLike, Pure), verify = verify_view, names = "view",
     format = "$source `[` $byte_shift `]` `` `[` $sizes `]` attr-dict `:` type($source) `to` type(results)")]
pub struct ViewOp {
    source: Operand<I8_MEMREF_RANK_1>,
    byte_shift: Operand<INDEX>,
    sizes: VarOperand<INDEX>,
    _result: Res<ANY_MEMREF>,
}

fn verify_view(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), ViewOp::view_of(op));
    let (from_ty, to_ty) = (view.source().ty(), view.result().ty());
    let (Some(from), Some(to)) = (memref(cx, from_ty), memref(cx, to_ty)) else { return Ok(()) };
    let (from_text, to_text) = (cx.type_text(from_ty), cx.type_text(to_ty));
    if !from.has_identity_layout(cx) {
        return Err(plain_error(op, format!("unsupported map for base memref type '{from_text}'")));
    }
    if !to.has_identity_layout(cx) {
        return Err(plain_error(op, format!("unsupported map for result memref type '{to_text}'")));
    }
    if from.space != to.space {
        let pair = format!("base memref type '{from_text}' and view memref type '{to_text}'");
        return Err(plain_error(op, format!("different memory spaces specified for {pair}")));
    }
    verify_dynamic_sizes(op, to_ty, view.sizes().len())
}

/// The buffer with its dimensions in another order.
#[op("memref.transpose", fold = fold_transpose, traits(Pure), asm = (parse_transpose, print_transpose),
     syntax = "$in $permutation attr-dict `:` type($in) `to` type(results)",
     verify = verify_transpose,
     names = "transpose")]
pub struct TransposeOp {
    r#in: Operand<ANY_STRIDED_MEMREF>,
    permutation: Prop<AffineMapAttr>,
    _result: Res<ANY_STRIDED_MEMREF>,
}

fn parse_transpose(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let operand = p.operand()?;
    let (at, map) = (p.loc(), p.affine_map_or_set()?);
    if map.as_affine_map(p.cx()).is_none() {
        return Err(p.error(at, "expected AffineMap, but got IntegerSet".to_string()));
    }
    p.optional_attr_dict(state)?;
    let from = p.colon_ty_of(&MEMREF_KIND)?;
    state.operands.push(p.resolve(operand, from)?);
    p.token("to")?;
    state.results.push(p.ty()?);
    state.set_prop(p.cx(), "permutation", map);
    Ok(())
}

fn print_transpose(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = TransposeOp::view_of(op);
    p.text(" ");
    p.value(view.in_());
    p.text(" ");
    if let Some(map) = view.permutation_attr().as_affine_map(op.cx()) {
        p.text(&map.to_string());
    }
    p.attr_dict(op, &["permutation"]);
    p.text(" : ");
    p.ty(view.in_().ty());
    p.text(" to ");
    p.ty(view.result().ty());
}

fn verify_transpose(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), TransposeOp::view_of(op));
    let (Some(map), Some(from)) = (view.permutation_attr().as_affine_map(cx), memref(cx, view.in_().ty()))
    else {
        return Ok(());
    };
    if !map.is_permutation() {
        return Err(op_error(op, "expected a permutation map"));
    }
    if map.num_dims as usize != from.shape.len() {
        return Err(op_error(op, "expected a permutation map of same rank as the input"));
    }
    let (Some((strides, offset)), Some(to)) = (from.strides_and_offset(cx), memref(cx, view.result().ty()))
    else {
        return Ok(());
    };
    let permuted = |list: &[i64]| -> Vec<i64> {
        map.results.iter().filter_map(|e| list.get(e.as_dim()? as usize).copied()).collect()
    };
    let shape = permuted(from.shape);
    let layout = Some(strided_layout(cx, offset, &permuted(&strides)));
    let expected = MemRef { shape: &shape, layout, ..from }.canonicalize_strided_layout(cx);
    if to.canonicalize_strided_layout(cx) == expected {
        return Ok(());
    }
    let (found, expected) = (cx.type_text(view.result().ty()), cx.type_text(expected));
    let rule = "is not equivalent to the canonical transposed input type";
    Err(op_error(op, format!("result type '{found}' {rule} '{expected}'")))
}

/// A buffer's start, offset, sizes and strides.
#[op("memref.extract_strided_metadata", fold = fold_metadata, traits(ViewLike, Pure, InferTypes), infer = infer_metadata, names = name_metadata,
     format = "$source `:` type($source) `->` type(results) attr-dict")]
pub struct ExtractStridedMetadataOp {
    source: Operand<ANY_STRIDED_MEMREF>,
    base_buffer: Res<STRIDED_MEMREF_RANK_0>,
    offset: Res<INDEX>,
    sizes: VarRes<INDEX>,
    strides: VarRes<INDEX>,
}

fn infer_metadata(input: &InferInput<'_>) -> Result<Vec<Type>, String> {
    let source = input.operands.first().and_then(|&ty| memref(input.cx, ty));
    let source = source.ok_or_else(|| "expected a memref".to_string())?;
    let mut types = vec![MemRef { shape: &[], layout: None, ..source }.ty(input.cx), Type::INDEX];
    types.resize(2 + 2 * source.shape.len(), Type::INDEX);
    Ok(types)
}

fn name_metadata(op: OpRef<'_>, set: &mut dyn FnMut(Value, &str)) {
    let view = ExtractStridedMetadataOp::view_of(op);
    set(view.base_buffer().id(), "base_buffer");
    set(view.offset().id(), "offset");
    // A name is for the first of a pack.
    if let (Some(size), Some(stride)) = (view.sizes().next(), view.strides().next()) {
        set(size.id(), "sizes");
        set(stride.id(), "strides");
    }
}

/// The address of a buffer's first element, as a number.
#[op(
    "memref.extract_aligned_pointer_as_index",
    traits(Pure),
    names = "intptr",
    format = "$source `:` type($source) `->` type(results) attr-dict"
)]
pub struct ExtractAlignedPointerAsIndexOp {
    source: Operand<ANY_RANKED_OR_UNRANKED_MEMREF>,
    aligned_pointer: Res<INDEX>,
}
