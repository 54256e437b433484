//! Types: tokens, matrices of a subgroup, and handles of sparse matrices; and constraints of operands.

use terrace_dialects_vector::types::as_vector;
use terrace_ir::asm::{AttrPrinter, OpParser, PResult};
use terrace_ir::def::{EMPTY_PARAMS, ParamDef, ParamKind, TypeConstraint, TypeDef};
use terrace_ir::{Attr, Context, Type};
use terrace_macros::type_def;

/// The end of an asynchronous op.
#[type_def("gpu.async.token", format = "")]
pub struct AsyncTokenType {}

/// A handle of a dense tensor.
#[type_def("gpu.sparse.dntensor_handle", format = "")]
pub struct SparseDnTensorHandleType {}

/// A handle of a sparse matrix.
#[type_def("gpu.sparse.spmat_handle", format = "")]
pub struct SparseSpMatHandleType {}

/// A handle of a product of sparse matrices.
#[type_def("gpu.sparse.spgemmop_handle", format = "")]
pub struct SparseSpGEMMOpHandleType {}

/// A matrix that the threads of a subgroup hold together: `!gpu.mma_matrix<16x16xf16, "AOp">`.
pub static MMA_MATRIX: TypeDef = TypeDef {
    name: "gpu.mma_matrix",
    doc: "A matrix that the threads of a subgroup hold together.",
    params: &[
        ParamDef {
            name: "shape",
            kind: ParamKind::Array(&ParamKind::Int(64)),
            optional: false,
            default: None,
        },
        ParamDef { name: "elementType", kind: ParamKind::Type, optional: false, default: None },
        ParamDef { name: "operand", kind: ParamKind::Str, optional: false, default: None },
    ],
    asm: Some((parse_matrix, print_matrix)),
    verify: Some(&verify_matrix),
    ..EMPTY_PARAMS
};

fn parse_matrix(p: &mut dyn OpParser, _ty: Type) -> PResult<Vec<Attr>> {
    p.token("<")?;
    let shape = p.dimension_list(false, true)?;
    let element = p.ty()?;
    p.token(",")?;
    let operand = p.optional_string()?;
    p.token(">")?;
    let cx = p.cx();
    let shape: Vec<Attr> = shape.into_iter().map(|extent| cx.int_attr(Type::I64, extent)).collect();
    Ok(vec![
        cx.array_attr(&shape),
        cx.type_attr(element),
        cx.str_attr(cx.str_from_bytes(operand.as_deref().map_or(b"", |text| text))),
    ])
}

fn print_matrix(p: &mut dyn AttrPrinter, cx: &Context, params: &[Attr]) {
    let Some(matrix) = MmaMatrix::of_params(cx, params) else { return };
    p.text("<");
    for extent in &matrix.shape {
        p.text(&format!("{extent}x"));
    }
    p.ty(matrix.element);
    p.text(", \"");
    p.text(matrix.operand);
    p.text("\">");
}

fn verify_matrix(cx: &Context, params: &[Attr]) -> Result<(), String> {
    let Some(matrix) = MmaMatrix::of_params(cx, params) else { return Ok(()) };
    if !matches!(matrix.operand, "AOp" | "BOp" | "COp") {
        return Err("operand expected to be one of AOp, BOp or COp".to_string());
    }
    if matrix.shape.len() != 2 {
        return Err("MMAMatrixType must have exactly two dimensions".to_string());
    }
    match cx.type_text(matrix.element).as_str() {
        "si8" | "ui8" | "i32" | "f16" | "f32" | "f64" => Ok(()),
        _ => Err("MMAMatrixType elements must be SI8, UI8, I32, F16, F32, or F64".to_string()),
    }
}

/// The parts of the type `!gpu.mma_matrix`.
pub struct MmaMatrix<'a> {
    /// The extents: two.
    pub shape: Vec<i64>,
    /// The type of the elements.
    pub element: Type,
    /// The place among the operands of a product: `AOp`, `BOp` or `COp`.
    pub operand: &'a str,
}

impl<'a> MmaMatrix<'a> {
    /// Takes a type apart; `None` for another type.
    pub fn of(cx: &'a Context, ty: Type) -> Option<Self> {
        Self::of_params(cx, cx.type_params(ty, &MMA_MATRIX)?)
    }

    fn of_params(cx: &'a Context, params: &[Attr]) -> Option<Self> {
        let &[shape, element, operand] = params else { return None };
        let shape = shape.as_array(cx)?.iter().map(|extent| extent.as_i64(cx)).collect::<Option<Vec<_>>>()?;
        Some(Self { shape, element: element.as_type(cx)?, operand: operand.as_str(cx)? })
    }
}

/// The type of the elements of a matrix of a subgroup; `None` for another type.
pub fn matrix_element(cx: &Context, ty: Type) -> Option<Type> {
    MmaMatrix::of(cx, ty).map(|matrix| matrix.element)
}

fn is_int_or_float(cx: &Context, ty: Type) -> bool {
    ty.is_integer(cx) || ty.is_float(cx)
}

/// Whether the type is an integer or a float whose text is among those of a list.
fn is_one_of(cx: &Context, ty: Type, texts: &[&str]) -> bool {
    is_int_or_float(cx, ty) && texts.contains(&cx.type_text(ty).as_str())
}

fn is_matrix_of(cx: &Context, ty: Type, texts: &[&str]) -> bool {
    matrix_element(cx, ty).is_some_and(|element| is_one_of(cx, element, texts))
}

macro_rules! constraints {
    ($($(#[$meta:meta])* $name:ident = $summary:literal, $pred:expr;)*) => {
        $($(#[$meta])*
        pub static $name: TypeConstraint = TypeConstraint::new($summary, $pred);)*
    };
}

buildable! {
    /// A token.
    ASYNC_TOKEN = "async token type", AsyncTokenType;
    /// A handle of a dense tensor.
    DN_TENSOR = "dense tensor handle type", SparseDnTensorHandleType;
    /// A handle of a sparse matrix.
    SP_MAT = "sparse matrix handle type", SparseSpMatHandleType;
    /// A handle of a product of sparse matrices.
    SPGEMM_OP = "SpGEMM operation handle type", SparseSpGEMMOpHandleType;
}

constraints! {
    /// An integer or a float.
    INT_OR_FLOAT = "Integer or Float", is_int_or_float;
    /// An integer, a float, or a vector of rank one of them.
    INT_OR_FLOAT_OR_1D_VECTOR =
        "Integer or Float or fixed-length vector of Integer or Float values of ranks 1", |cx, ty| {
            is_int_or_float(cx, ty)
                || as_vector(cx, ty).is_some_and(|vector| {
                    vector.shape.len() == 1
                        && !vector.scalable.iter().any(|&scalable| scalable)
                        && is_int_or_float(cx, vector.element)
                })
        };
    /// An integer, an index or a float.
    INT_INDEX_OR_FLOAT = "integer or index or floating-point", |cx, ty| {
        ty.is_int_or_index(cx) || ty.is_float(cx)
    };
    /// A size of a launch.
    LAUNCH_SIZE = "index or 32-bit signless integer or 64-bit signless integer", |cx, ty| {
        ty == Type::INDEX || matches!(cx.type_text(ty).as_str(), "i32" | "i64")
    };
    /// Any type of a value.
    MEMSET_VALUE = "any type", |_, _| true;
    /// A matrix of a subgroup.
    ANY_MMA_MATRIX = "MMAMatrix type", |cx, ty| matrix_element(cx, ty).is_some();
    /// A matrix that is multiplied.
    MMA_FACTOR = "gpu.mma_matrix of 8-bit signed integer or 8-bit unsigned integer or 16-bit float or 32-bit float or \
                  64-bit float values",
        |cx, ty| is_matrix_of(cx, ty, &["si8", "ui8", "f16", "f32", "f64"]);
    /// A matrix of sums of products.
    MMA_SUM = "gpu.mma_matrix of 32-bit signless integer or 16-bit float or 32-bit float or 64-bit float values",
        |cx, ty| is_matrix_of(cx, ty, &["i32", "f16", "f32", "f64"]);
    /// A matrix that is stored.
    MMA_STORED = "gpu.mma_matrix of 8-bit signed integer or 8-bit unsigned integer or 32-bit signless integer or 16-bit \
                  float or 32-bit float or 64-bit float values",
        |cx, ty| is_matrix_of(cx, ty, &["si8", "ui8", "i32", "f16", "f32", "f64"]);
    /// A value of a constant matrix.
    MMA_SCALAR = "8-bit signed integer or 8-bit unsigned integer or 32-bit signless integer or 16-bit float or 32-bit \
                  float",
        |cx, ty| is_one_of(cx, ty, &["si8", "ui8", "i32", "f16", "f32"]);
}
