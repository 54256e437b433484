//! The dialect arm_sve: vectors of scalable length.
//!
//! The map: [`ops`] are the dialect's ops, [`intrinsics`] those of LLVM.

pub mod intrinsics;
pub mod ops;

pub use intrinsics::*;
pub use ops::*;

use terrace_ir::OpKind;
use terrace_ir::def::{DialectDef, EMPTY_DIALECT};

/// The dialect.
pub static ARM_SVE: DialectDef = DialectDef {
    name: "arm_sve",
    doc: "Arm SVE operations on scalable vectors.",
    ops: &[
        BfmmlaOp::DEF,
        ConvertFromSvboolIntrOp::DEF,
        ConvertFromSvboolOp::DEF,
        ConvertToSvboolIntrOp::DEF,
        ConvertToSvboolOp::DEF,
        DupQLaneIntrOp::DEF,
        DupQLaneOp::DEF,
        PselIntrOp::DEF,
        PselOp::DEF,
        ScalableMaskedAddFIntrOp::DEF,
        ScalableMaskedAddFOp::DEF,
        ScalableMaskedAddIIntrOp::DEF,
        ScalableMaskedAddIOp::DEF,
        ScalableMaskedDivFIntrOp::DEF,
        ScalableMaskedDivFOp::DEF,
        ScalableMaskedMulFIntrOp::DEF,
        ScalableMaskedMulFOp::DEF,
        ScalableMaskedMulIIntrOp::DEF,
        ScalableMaskedMulIOp::DEF,
        ScalableMaskedSDivIIntrOp::DEF,
        ScalableMaskedSDivIOp::DEF,
        ScalableMaskedSubFIntrOp::DEF,
        ScalableMaskedSubFOp::DEF,
        ScalableMaskedSubIIntrOp::DEF,
        ScalableMaskedSubIOp::DEF,
        ScalableMaskedUDivIIntrOp::DEF,
        ScalableMaskedUDivIOp::DEF,
        SdotIntrOp::DEF,
        SdotOp::DEF,
        SmmlaIntrOp::DEF,
        SmmlaOp::DEF,
        UdotIntrOp::DEF,
        UdotOp::DEF,
        UmmlaIntrOp::DEF,
        UmmlaOp::DEF,
        UsmmlaIntrOp::DEF,
        UsmmlaOp::DEF,
        WhileLTIntrOp::DEF,
        ZipX2IntrOp::DEF,
        ZipX2Op::DEF,
        ZipX4IntrOp::DEF,
        ZipX4Op::DEF,
    ],
    depends: &["vector"],
    ..EMPTY_DIALECT
};
