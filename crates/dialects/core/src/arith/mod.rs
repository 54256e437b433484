//! Arithmetic on integers, floats and containers of them.
//!
//! The map: [`attrs`] holds flags and predicates, [`integer`] and [`float`] the ops on one kind of number,
//! [`compare`] comparisons and selection, [`casts`] conversions, [`constant`] constants. The `fold_*` modules
//! fold them, the `canonicalize*` modules hold their patterns.

pub mod attrs;
pub(crate) mod canonicalize;
mod canonicalize_cmpf;
pub mod casts;
pub mod compare;
pub mod constant;
pub mod float;
mod fold_cast;
pub(crate) mod fold_compare;
mod fold_float;
mod fold_integer;
mod int_range;
pub mod integer;
pub mod poison;
pub mod reductions;
mod value_bounds;

pub use attrs::*;
pub use casts::*;
pub use compare::*;
pub use constant::*;
pub use float::*;
pub(crate) use int_range::boolean as boolean_range;
pub use integer::*;

use terrace_ir::OpKind;
use terrace_ir::def::{DialectDef, EMPTY_DIALECT};
use terrace_ir::dialect_interfaces::{DialectFoldInterface, DialectInlinerInterface};

/// The dialect of arithmetic.
pub static ARITH: DialectDef = DialectDef {
    name: "arith",
    doc: "Integer and floating-point arithmetic, elementwise on vectors and tensors.",
    ops: &[
        AddFOp::DEF,
        AddIOp::DEF,
        AddUIExtendedOp::DEF,
        AndIOp::DEF,
        BitcastOp::DEF,
        CeilDivSIOp::DEF,
        CeilDivUIOp::DEF,
        CmpFOp::DEF,
        CmpIOp::DEF,
        ConstantOp::DEF,
        DivFOp::DEF,
        DivSIOp::DEF,
        DivUIOp::DEF,
        ExtFOp::DEF,
        ExtSIOp::DEF,
        ExtUIOp::DEF,
        FPToSIOp::DEF,
        FPToUIOp::DEF,
        FloorDivSIOp::DEF,
        IndexCastOp::DEF,
        IndexCastUIOp::DEF,
        MaxNumFOp::DEF,
        MaxSIOp::DEF,
        MaxUIOp::DEF,
        MaximumFOp::DEF,
        MinNumFOp::DEF,
        MinSIOp::DEF,
        MinUIOp::DEF,
        MinimumFOp::DEF,
        MulFOp::DEF,
        MulIOp::DEF,
        MulSIExtendedOp::DEF,
        MulUIExtendedOp::DEF,
        NegFOp::DEF,
        OrIOp::DEF,
        RemFOp::DEF,
        RemSIOp::DEF,
        RemUIOp::DEF,
        SIToFPOp::DEF,
        ScalingExtFOp::DEF,
        ScalingTruncFOp::DEF,
        SelectOp::DEF,
        ShLIOp::DEF,
        ShRSIOp::DEF,
        ShRUIOp::DEF,
        SubFOp::DEF,
        SubIOp::DEF,
        TruncFOp::DEF,
        TruncIOp::DEF,
        UIToFPOp::DEF,
        XOrIOp::DEF,
    ],
    attrs: &[&FASTMATH_ATTR, &OVERFLOW_ATTR],
    depends: &["ub"],
    interfaces: &[
        &(&constant::materialize as &dyn DialectFoldInterface),
        &(&terrace_dialects_builtin::dialect_interfaces::InlineAll as &dyn DialectInlinerInterface),
    ],
    ..EMPTY_DIALECT
};
