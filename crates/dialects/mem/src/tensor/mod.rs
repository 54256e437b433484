//! The dialect tensor: creation, slicing and reshaping of tensors.
//!
//! The map: [`element`] has elements and extents, [`make`] creates tensors, [`reshape`] changes types and
//! shapes, [`mod@slice`] extracts and inserts slices, [`gather`] gathers and scatters them, [`pad`] pads, and
//! [`tiling`] does so by tiles; [`encoded`] converts tensors with encodings. The module `constants` reads elements of constants. The module `fold` folds,
//! the `canonicalize*` modules hold patterns.

mod canonicalize;
mod canonicalize_loops;
mod canonicalize_pad;
mod canonicalize_slices;
pub(crate) mod constants;
pub mod element;
pub mod encoded;
mod fold;
pub mod gather;
pub mod make;
pub mod pad;
pub mod reshape;
pub mod slice;
pub mod tiling;

pub use canonicalize::FOLD_EMPTY_TENSOR_WITH_DIM;
pub use constants::splat_element;
pub use element::*;
pub use fold::{foldable_cast_source, keeps_extents};
pub use gather::*;
pub use make::*;
pub use pad::*;
pub use reshape::*;
pub use slice::*;

use terrace_dialects_core::{arith, complex};
use terrace_ir::def::{DialectDef, EMPTY_DIALECT};
use terrace_ir::dialect_interfaces::{DialectFoldInterface, DialectInlinerInterface};
use terrace_ir::{Attr, Context, OpKind, OpName, RankedTensorType, Type, TypeData};

/// The dialect.
pub static TENSOR: DialectDef = DialectDef {
    name: "tensor",
    doc: "Creation, slicing and reshaping of tensors.",
    ops: &[
        BitcastOp::DEF,
        CastOp::DEF,
        CollapseShapeOp::DEF,
        ConcatOp::DEF,
        DimOp::DEF,
        EmptyOp::DEF,
        ExpandShapeOp::DEF,
        ExtractOp::DEF,
        ExtractSliceOp::DEF,
        FromElementsOp::DEF,
        GatherOp::DEF,
        GenerateOp::DEF,
        InsertOp::DEF,
        InsertSliceOp::DEF,
        PadOp::DEF,
        ParallelInsertSliceOp::DEF,
        RankOp::DEF,
        ReshapeOp::DEF,
        ScatterOp::DEF,
        SplatOp::DEF,
        YieldOp::DEF,
    ],
    depends: &["affine", "arith", "complex"],
    canonicalize: canonicalize::PATTERNS,
    interfaces: &[
        &(&materialize as &dyn DialectFoldInterface),
        &(&terrace_dialects_builtin::dialect_interfaces::InlineAll as &dyn DialectInlinerInterface),
    ],
    ..EMPTY_DIALECT
};

/// The constant op for an attribute: of `arith`, or `complex.constant` for two parts.
fn materialize(cx: &Context, attr: Attr, ty: Type) -> Option<(OpName, Vec<Attr>)> {
    arith::materialize(cx, attr, ty).or_else(|| complex::materialize(cx, attr, ty))
}

/// The encoding of a ranked tensor, where it has one.
pub fn encoding(cx: &Context, ty: Type) -> Option<Attr> {
    match ty.data(cx) {
        TypeData::RankedTensor { encoding, .. } => *encoding,
        _ => None,
    }
}

/// The same tensor type with another shape.
pub fn with_shape(cx: &Context, ty: Type, shape: &[i64]) -> Type {
    RankedTensorType::get_encoded(cx, shape, ty.element_type_or_self(cx), encoding(cx, ty))
}
