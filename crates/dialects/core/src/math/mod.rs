//! The dialect math: functions of numbers beyond arithmetic, element by element on vectors and tensors.
//!
//! The map: [`float`] holds the functions of floats, [`integer`] those of integers, [`classify`] the
//! questions about floats; `fold` folds them.

pub mod classify;
pub mod float;
mod fold;
pub mod integer;

pub use classify::*;
pub use float::*;
pub use integer::*;

use terrace_ir::OpKind;
use terrace_ir::def::{DialectDef, EMPTY_DIALECT};
use terrace_ir::dialect_interfaces::{DialectFoldInterface, DialectInlinerInterface};

/// The dialect.
pub static MATH: DialectDef = DialectDef {
    name: "math",
    doc: "Mathematical functions, elementwise on vectors and tensors.",
    ops: &[
        AbsFOp::DEF,
        AbsIOp::DEF,
        AcosOp::DEF,
        AcoshOp::DEF,
        AsinOp::DEF,
        AsinhOp::DEF,
        Atan2Op::DEF,
        AtanOp::DEF,
        AtanhOp::DEF,
        CbrtOp::DEF,
        CeilOp::DEF,
        ClampFOp::DEF,
        CopySignOp::DEF,
        CosOp::DEF,
        CoshOp::DEF,
        CountLeadingZerosOp::DEF,
        CountTrailingZerosOp::DEF,
        CtPopOp::DEF,
        ErfOp::DEF,
        ErfcOp::DEF,
        Exp2Op::DEF,
        ExpM1Op::DEF,
        ExpOp::DEF,
        FPowIOp::DEF,
        FloorOp::DEF,
        FmaOp::DEF,
        IPowIOp::DEF,
        IsFiniteOp::DEF,
        IsInfOp::DEF,
        IsNaNOp::DEF,
        IsNormalOp::DEF,
        Log10Op::DEF,
        Log1pOp::DEF,
        Log2Op::DEF,
        LogOp::DEF,
        PowFOp::DEF,
        RoundEvenOp::DEF,
        RoundOp::DEF,
        RsqrtOp::DEF,
        SinOp::DEF,
        SincosOp::DEF,
        SinhOp::DEF,
        SqrtOp::DEF,
        TanOp::DEF,
        TanhOp::DEF,
        TruncOp::DEF,
    ],
    depends: &["arith", "ub"],
    interfaces: &[
        &(&crate::arith::constant::materialize as &dyn DialectFoldInterface),
        &(&terrace_dialects_builtin::dialect_interfaces::InlineAll as &dyn DialectInlinerInterface),
    ],
    ..EMPTY_DIALECT
};
