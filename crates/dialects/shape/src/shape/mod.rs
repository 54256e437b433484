//! The dialect shape: computing shapes, and conditions on them.
//!
//! The map: [`types`] holds types and constraints of operands, [`arith`] computes with extents, [`shapes`]
//! with shapes, [`witness`] has constraints that code depends on, [`function`] shape functions, [`reduce`]
//! iterates over a shape's extents.

pub mod arith;
mod canonicalize;
mod canonicalize_witness;
mod fold;
pub mod function;
pub mod reduce;
pub mod shapes;
pub mod types;
pub mod witness;

pub use arith::*;
pub use function::*;
pub use reduce::*;
pub use shapes::*;
pub use types::*;
pub use witness::*;

use terrace_ir::def::{DialectDef, EMPTY_DIALECT};
use terrace_ir::dialect_interfaces::{DialectFoldInterface, DialectInlinerInterface};
use terrace_ir::{Attr, Context, OpKind, OpName, Type};

/// Materializes an attribute: as a shape, extent or witness, otherwise by `arith`.
fn materialize(cx: &Context, attr: Attr, ty: Type) -> Option<(OpName, Vec<Attr>)> {
    let name = match () {
        () if terrace_dialects_builtin::fold::is_poison(cx, attr) => {
            return terrace_dialects_core::arith::materialize(cx, attr, ty);
        }
        // A constant shape has the extent in its type.
        () if is_extent_tensor(cx, ty) && attr.ty(cx) != Some(ty) => return None,
        () if is_shape(cx, ty) || is_extent_tensor(cx, ty) => ConstShapeOp::DEF.name,
        () if is_size(cx, ty) => ConstSizeOp::DEF.name,
        () if is_witness(cx, ty) => ConstWitnessOp::DEF.name,
        () => return terrace_dialects_core::arith::materialize(cx, attr, ty),
    };
    Some((cx.op_name(name), vec![attr]))
}

/// The dialect.
pub static SHAPE: DialectDef = DialectDef {
    name: "shape",
    doc: "Shape computations and constraints.",
    ops: &[
        AddOp::DEF,
        AnyOp::DEF,
        AssumingAllOp::DEF,
        AssumingOp::DEF,
        AssumingYieldOp::DEF,
        BroadcastOp::DEF,
        ConcatOp::DEF,
        ConstShapeOp::DEF,
        ConstSizeOp::DEF,
        ConstWitnessOp::DEF,
        CstrBroadcastableOp::DEF,
        CstrEqOp::DEF,
        CstrRequireOp::DEF,
        DebugPrintOp::DEF,
        DimOp::DEF,
        DivOp::DEF,
        FromExtentTensorOp::DEF,
        FromExtentsOp::DEF,
        FuncOp::DEF,
        FunctionLibraryOp::DEF,
        GetExtentOp::DEF,
        IndexToSizeOp::DEF,
        IsBroadcastableOp::DEF,
        MaxOp::DEF,
        MeetOp::DEF,
        MinOp::DEF,
        MulOp::DEF,
        NumElementsOp::DEF,
        RankOp::DEF,
        ReduceOp::DEF,
        ReturnOp::DEF,
        ShapeEqOp::DEF,
        ShapeOfOp::DEF,
        SizeToIndexOp::DEF,
        SplitAtOp::DEF,
        ToExtentTensorOp::DEF,
        ValueAsShapeOp::DEF,
        ValueOfOp::DEF,
        WithOp::DEF,
        YieldOp::DEF,
    ],
    allows_unknown_ops: true,
    types: &[&SHAPE_TYPE, &SIZE_TYPE, &VALUE_SHAPE_TYPE, &WITNESS_TYPE],
    depends: &["arith", "tensor"],
    verify_op_attr: Some(function::verify_op_attr),
    canonicalize: canonicalize::PATTERNS,
    interfaces: &[
        &(&materialize as &dyn DialectFoldInterface),
        &(&terrace_dialects_builtin::dialect_interfaces::InlineAll as &dyn DialectInlinerInterface),
    ],
    ..EMPTY_DIALECT
};
