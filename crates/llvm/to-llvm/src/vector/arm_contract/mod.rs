//! Lowering of matrix products to Arm's matrix-multiply instructions on two-by-two tiles.
//!
//! The map: this module determines the extension of factors, [`neon`] and [`sve`] create the instructions of
//! vectors of fixed and of scalable length.

pub mod neon;
pub mod sve;

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_core::arith::{ExtSIOp, ExtUIOp};
use terrace_dialects_core::indexing::indexing_maps;
use terrace_dialects_vector::attrs::CombiningKind;
use terrace_dialects_vector::types::{Vector, as_vector};
use terrace_dialects_vector::{ContractionOp, MaskOp};
use terrace_ir::{Context, Op, OpKind, Rewriter, Type, Value, ValueRef};

/// The matrix multiplication instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Instruction {
    /// Signed by signed bytes.
    Signed,
    /// Unsigned by unsigned bytes.
    Unsigned,
    /// Unsigned by signed bytes.
    Mixed,
    /// `bf16`.
    Bfloat,
}

/// The factors as they were before they were extended.
#[derive(Clone, Copy)]
struct Factors {
    instruction: Instruction,
    /// Whether the right factors are the unsigned ones, which the instruction takes first.
    swapped: bool,
    lhs: Value,
    rhs: Value,
}

/// The value that was extended to `i32`; with `plain` the value itself if it was not.
fn extended(
    cx: &Context,
    value: ValueRef<'_>,
    signed: bool,
    fits: fn(&Context, Type) -> bool,
) -> Option<Value> {
    let op = value.defining_op();
    let source = match signed {
        true => op.and_then(|op| op.cast::<ExtSIOp>()).map(|view| (view.in_(), view.out())),
        false => op.and_then(|op| op.cast::<ExtUIOp>()).map(|view| (view.in_(), view.out())),
    };
    let fits = |ty: Type| as_vector(cx, ty).is_some_and(|vector| fits(cx, vector.element));
    match source {
        Some((from, to)) => {
            (fits(from.ty()) && to.ty().element_type(cx) == Some(Type::I32)).then(|| from.id())
        }
        // A vector that is narrow already is taken as signed.
        None => (signed && fits(value.ty())).then(|| value.id()),
    }
}

/// The factors of a product of bytes, or of what fits bytes.
fn integer_factors(
    rw: &mut Rewriter<'_>,
    op: ContractionOp,
    fits: fn(&Context, Type) -> bool,
    [no_lhs, no_rhs]: [&str; 2],
) -> Option<Factors> {
    let cx = rw.cx();
    let view = op.view(rw);
    let lhs_signed = extended(cx, view.lhs(), true, fits);
    let Some(lhs) = lhs_signed.or_else(|| extended(cx, view.lhs(), false, fits)) else {
        return rw.notify_match_failure(op, no_lhs);
    };
    let rhs_signed = extended(cx, view.rhs(), true, fits);
    let Some(rhs) = rhs_signed.or_else(|| extended(cx, view.rhs(), false, fits)) else {
        return rw.notify_match_failure(op, no_rhs);
    };
    let (instruction, swapped) = match (lhs_signed.is_some(), rhs_signed.is_some()) {
        (true, true) => (Instruction::Signed, false),
        (false, false) => (Instruction::Unsigned, false),
        (false, true) => (Instruction::Mixed, false),
        (true, false) => (Instruction::Mixed, true),
    };
    Some(Factors { instruction, swapped, lhs, rhs })
}

/// The factors of a product of `bf16`.
fn bfloat_factors(rw: &mut Rewriter<'_>, op: ContractionOp) -> Option<Factors> {
    let cx = rw.cx();
    let view = op.view(rw);
    if view.0.single_result().ty().element_type(cx) != Some(Type::F32) {
        return rw.notify_match_failure(op, "output type is not a vector of f32");
    }
    let is_bfloat = |value: ValueRef<'_>| value.ty().element_type(cx) == Some(Type::BF16);
    if !is_bfloat(view.lhs()) || !is_bfloat(view.rhs()) {
        return rw.notify_match_failure(op, "input type is not a vector of bf16");
    }
    let (lhs, rhs) = (view.lhs().id(), view.rhs().id());
    Some(Factors { instruction: Instruction::Bfloat, swapped: false, lhs, rhs })
}

/// Whether a contraction sums the products of rows of two matrices, or of a row and of those of a matrix if `dims` is two.
fn multiplies_rows(rw: &mut Rewriter<'_>, op: ContractionOp) -> bool {
    let cx = rw.cx();
    let view = op.view(rw);
    let maps = indexing_maps(cx, view.indexing_maps_attr());
    let map = |dims: u32, results: &[u32]| {
        AffineMap::new(dims, 0, results.iter().map(|&dim| AffineExpr::dim(dim)).collect())
    };
    let matrices = [map(3, &[0, 2]), map(3, &[1, 2]), map(3, &[0, 1])];
    let row = [map(2, &[1]), map(2, &[0, 1]), map(2, &[0])];
    let is_masked = view.0.parent_op().is_some_and(|around| around.isa::<MaskOp>());
    !is_masked && view.kind() == CombiningKind::Add && (maps == matrices || maps == row)
}

/// The types of the factors.
fn factor_types<'c>(cx: &'c Context, rw: &Rewriter<'_>, op: Op) -> Option<[Vector<'c>; 2]> {
    let view = ContractionOp::view_of(rw.op(op));
    Some([as_vector(cx, view.lhs().ty())?, as_vector(cx, view.rhs().ty())?])
}
