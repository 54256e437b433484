//! Matrices that the threads of a subgroup hold together.

use terrace_dialects_mem::layout::memref;
use terrace_dialects_vector::types::as_vector;
use terrace_ir::attr_kind::{IndexAttr, UnitAttr};
use terrace_ir::constraints::INDEX;
use terrace_ir::def::{TypeConstraint, plain_error};
use terrace_ir::effects::{EffectOn, reads, writes};
use terrace_ir::traits::TypesMatch;
use terrace_ir::{CheckResult, Context, OpKind, OpRef, Type};
use terrace_macros::op;

use super::attrs::MMAElementwiseAttr;
use super::types::*;

/// An element of a buffer that matrices are loaded from.
fn is_scalar(cx: &Context, ty: Type) -> bool {
    (ty.is_integer(cx) || ty.is_float(cx))
        && matches!(cx.type_text(ty).as_str(), "i8" | "i32" | "f16" | "f32" | "f64")
}

static MATRIX_BUFFER: TypeConstraint = TypeConstraint::new(
    "memref of 8-bit signless integer or 32-bit signless integer or 16-bit float or 32-bit float or 64-bit float or \
     vector of 8-bit signless integer or 32-bit signless integer or 16-bit float or 32-bit float or 64-bit float values \
     of ranks 1 values",
    |cx, ty| {
        let is_row = |ty: Type| {
            as_vector(cx, ty).is_some_and(|row| {
                row.shape.len() == 1 && is_scalar(cx, row.element) && !row.scalable.contains(&true)
            })
        };
        memref(cx, ty).is_some_and(|ty| is_scalar(cx, ty.element) || is_row(ty.element))
    },
);

/// Loads a matrix.
#[op("gpu.subgroup_mma_load_matrix", effects(reads(EffectOn::Operand(0))), verify = verify_load,
     format = "$srcMemref `[` $indices `]` attr-dict `:` type($srcMemref) `->` type($res)")]
pub struct SubgroupMmaLoadMatrixOp {
    srcMemref: Operand<MATRIX_BUFFER>,
    indices: VarOperand<INDEX>,
    leadDimension: Prop<IndexAttr>,
    transpose: OptProp<UnitAttr>,
    res: Res<ANY_MMA_MATRIX>,
}

/// Stores a matrix.
#[op("gpu.subgroup_mma_store_matrix", effects(writes(EffectOn::Operand(1))), verify = verify_store,
     format = "$src `,` $dstMemref `[` $indices `]` attr-dict `:` type($src) `,` type($dstMemref)")]
pub struct SubgroupMmaStoreMatrixOp {
    src: Operand<MMA_STORED>,
    dstMemref: Operand<MATRIX_BUFFER>,
    indices: VarOperand<INDEX>,
    leadDimension: Prop<IndexAttr>,
    transpose: OptProp<UnitAttr>,
}

/// Whether elements of the last dimension are neighbours.
fn has_unit_stride(cx: &Context, ty: Type) -> bool {
    let strides = memref(cx, ty).and_then(|ty| ty.strides_and_offset(cx));
    strides.is_some_and(|(strides, _)| strides.last().is_none_or(|&stride| stride == 1))
}

fn verify_load(op: OpRef<'_>) -> CheckResult {
    match has_unit_stride(op.cx(), SubgroupMmaLoadMatrixOp::view_of(op).src_memref().ty()) {
        true => Ok(()),
        false => Err(plain_error(op, "expected source memref most minor dim must have unit stride")),
    }
}

fn verify_store(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), SubgroupMmaStoreMatrixOp::view_of(op));
    if !has_unit_stride(cx, view.dst_memref().ty()) {
        return Err(plain_error(op, "expected destination memref most minor dim must have unit stride"));
    }
    match MmaMatrix::of(cx, view.src().ty()) {
        Some(matrix) if matrix.operand != "COp" => {
            Err(plain_error(op, "expected the operand matrix being stored to have 'COp' operand type"))
        }
        _ => Ok(()),
    }
}

/// Multiplies two matrices and adds a third.
#[op("gpu.subgroup_mma_compute", traits(Pure, AllTypesMatch(&["opC", "res"]), InferTypes), verify = verify_compute,
     format = "$opA `,` $opB `,` $opC attr-dict `:` type($opA) `,` type($opB) `->` type($res)")]
pub struct SubgroupMmaComputeOp {
    opA: Operand<MMA_FACTOR>,
    opB: Operand<MMA_FACTOR>,
    opC: Operand<MMA_SUM>,
    a_transpose: OptProp<UnitAttr>,
    b_transpose: OptProp<UnitAttr>,
    res: Res<ANY_MMA_MATRIX>,
}

fn verify_compute(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), SubgroupMmaComputeOp::view_of(op));
    let matrix = |ty| MmaMatrix::of(cx, ty);
    let parts = (matrix(view.op_a().ty()), matrix(view.op_b().ty()), matrix(view.op_c().ty()));
    let (Some(a), Some(b), Some(c)) = parts else { return Ok(()) };
    if (a.operand, b.operand, c.operand) != ("AOp", "BOp", "COp") {
        return Err(plain_error(op, "operands must be in the order AOp, BOp, COp"));
    }
    match (a.shape.as_slice(), b.shape.as_slice(), c.shape.as_slice()) {
        (&[m, k], &[depth, n], &[rows, columns]) if k == depth && m == rows && n == columns => Ok(()),
        _ => Err(plain_error(op, "operand shapes do not satisfy matmul constraints")),
    }
}

const fn element_of(from: &'static str, to: &'static str) -> TypesMatch {
    TypesMatch::new("value type matches element type of mma_matrix", from, to, matrix_element)
}

static CONSTANT: TypesMatch = element_of("res", "value");
static EXTRACTED: TypesMatch = element_of("matrix", "res");
static INSERTED: TypesMatch = element_of("matrix", "value");

/// A matrix of equal elements.
#[op("gpu.subgroup_mma_constant_matrix", traits(Pure, TypesMatchWith(&CONSTANT)),
     format = "$value attr-dict `:` type($res)")]
pub struct SubgroupMmaConstantMatrixOp {
    value: Operand<MMA_SCALAR>,
    res: Res<ANY_MMA_MATRIX>,
}

/// Reads an element that the thread itself holds.
#[op("gpu.subgroup_mma_extract_thread_local", traits(Pure, TypesMatchWith(&EXTRACTED)),
     format = "$matrix `[` $indices `]` attr-dict `:` type($matrix) `->` type($res)")]
pub struct SubgroupMmaExtractThreadLocalOp {
    matrix: Operand<ANY_MMA_MATRIX>,
    indices: VarOperand<INDEX>,
    res: Res<INT_OR_FLOAT>,
}

/// Replaces an element that the thread itself holds.
#[op("gpu.subgroup_mma_insert_thread_local", traits(Pure, TypesMatchWith(&INSERTED)),
     format = "$value `,` $matrix `[` $indices `]` attr-dict `:` type($value) `,` type($matrix) `->` type($res)")]
pub struct SubgroupMmaInsertThreadLocalOp {
    value: Operand<INT_OR_FLOAT>,
    matrix: Operand<ANY_MMA_MATRIX>,
    indices: VarOperand<INDEX>,
    res: Res<ANY_MMA_MATRIX>,
}

/// An operation on each element of matrices.
#[op("gpu.subgroup_mma_elementwise", traits(Pure, AllTypesMatch(&["args"])),
     format = "$opType $args attr-dict `:` functional-type($args, $res)")]
pub struct SubgroupMmaElementwiseOp {
    args: VarOperand<ANY_MMA_MATRIX>,
    opType: Prop<MMAElementwiseAttr>,
    res: Res<ANY_MMA_MATRIX>,
}
