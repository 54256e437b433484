//! The dialect shape: computing shapes, and conditions on them.
//!
//! The map: [`types`] holds types and what operands are declared with, [`arith`] computes with extents, [`shapes`]
//! with shapes, [`witness`] is about conditions that code rests on, [`function`] about functions of shapes,
//! [`reduce`] goes over a shape's extents.

pub mod arith;
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

use terrace_ir::OpKind;
use terrace_ir::def::{DialectDef, EMPTY_DIALECT};

/// The dialect.
pub static SHAPE: DialectDef = DialectDef {
    name: "shape",
    doc: "Computing shapes, and conditions on them.",
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
    ..EMPTY_DIALECT
};
