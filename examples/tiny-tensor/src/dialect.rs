//! The dialect: matrices of `f32` and what is computed with them.

use terrace::ir::infer::InferInput;
use terrace::prelude::*;

/// The dialect.
pub static TINY: DialectDef = DialectDef {
    name: "tiny",
    doc: "Expressions of matrices.",
    ops: &[AddOp::DEF, MulOp::DEF, MatmulOp::DEF, TransposeOp::DEF, ReluOp::DEF],
    ..EMPTY_DIALECT
};

/// The type of all operands and results.
static MATRIX: TypeConstraint = TypeConstraint::new("matrix of f32", |cx, ty| extents(cx, ty).is_some());

/// Returns the rows and columns of a matrix of `f32`; `None` for other types.
pub fn extents(cx: &Context, ty: Type) -> Option<[i64; 2]> {
    let TypeData::RankedTensor { shape, element: Type::F32, encoding: None } = ty.data(cx) else {
        return None;
    };
    shape[..].try_into().ok()
}

/// Returns the type of a matrix of `f32`.
pub fn matrix(cx: &Context, extents: [i64; 2]) -> Type {
    RankedTensorType::get(cx, &extents, Type::F32)
}

/// Adds two matrices element by element.
#[op(
    "tiny.add",
    traits(Pure, Commutative, SameOperandsAndResultType),
    format = "$lhs `,` $rhs attr-dict `:` type($result)"
)]
pub struct AddOp {
    lhs: Operand<MATRIX>,
    rhs: Operand<MATRIX>,
    result: Res<MATRIX>,
}

/// Multiplies two matrices element by element.
#[op(
    "tiny.mul",
    traits(Pure, Commutative, SameOperandsAndResultType),
    format = "$lhs `,` $rhs attr-dict `:` type($result)"
)]
pub struct MulOp {
    lhs: Operand<MATRIX>,
    rhs: Operand<MATRIX>,
    result: Res<MATRIX>,
}

/// Replaces the negative elements of a matrix by zero.
#[op(
    "tiny.relu",
    traits(Pure, Idempotent, SameOperandsAndResultType),
    format = "$input attr-dict `:` type($result)"
)]
pub struct ReluOp {
    input: Operand<MATRIX>,
    result: Res<MATRIX>,
}

/// The product of two matrices.
#[op("tiny.matmul", traits(Pure), canonicalize(matmul_of_transposes),
     format = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs)",
     infer = infer_product)]
pub struct MatmulOp {
    lhs: Operand<MATRIX>,
    rhs: Operand<MATRIX>,
    result: Res<MATRIX>,
}

/// Swaps rows and columns.
#[op("tiny.transpose", traits(Pure), fold = fold_transpose,
     format = "$input attr-dict `:` type($input)",
     infer = infer_transpose)]
pub struct TransposeOp {
    input: Operand<MATRIX>,
    result: Res<MATRIX>,
}

/// Returns the type of a product.
pub fn product_type(cx: &Context, lhs: Type, rhs: Type) -> Result<Type, String> {
    match (extents(cx, lhs), extents(cx, rhs)) {
        (Some([rows, inner]), Some([same, columns])) if inner == same => Ok(matrix(cx, [rows, columns])),
        _ => Err(format!("no product of {}", cx.types_text(&[lhs, rhs]))),
    }
}

/// Returns the type of a matrix whose rows and columns are swapped.
pub fn transposed_type(cx: &Context, input: Type) -> Result<Type, String> {
    let [rows, columns] = extents(cx, input).ok_or("expected a matrix")?;
    Ok(matrix(cx, [columns, rows]))
}

fn infer_product(input: &InferInput<'_>) -> Result<Vec<Type>, String> {
    let op = input.adaptor::<MatmulOp>()?;
    Ok(vec![product_type(input.cx, op.lhs(), op.rhs())?])
}

fn infer_transpose(input: &InferInput<'_>) -> Result<Vec<Type>, String> {
    let op = input.adaptor::<TransposeOp>()?;
    Ok(vec![transposed_type(input.cx, op.input())?])
}

/// transpose(transpose(x)) is x.
fn fold_transpose(op: View<'_, TransposeOp>, _constants: &[Option<Attr>]) -> Folded {
    op.input().defined_by::<TransposeOp>().map(|inner| inner.input()).into()
}

/// transpose(a) @ transpose(b) is transpose(b @ a), which is one transpose less.
fn matmul_of_transposes(rw: &mut Rewriter<'_>, op: MatmulOp) -> Option<()> {
    let view = op.view(rw);
    let a = view.lhs().defined_by::<TransposeOp>()?.input();
    let b = view.rhs().defined_by::<TransposeOp>()?.input();
    let product = rw.build_value(MatmulOp::of(b, a));
    rw.replace(op, TransposeOp::of(product));
    Some(())
}
