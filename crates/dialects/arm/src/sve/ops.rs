//! Computing on vectors of scalable length, and predicates.

use terrace_dialects_llvm::intrinsics::{Intrinsic, IntrinsicOp};
use terrace_dialects_vector::types::{as_vector, mask_of};
use terrace_ir::attr_kind::I64Attr;
use terrace_ir::constraints::INDEX;
use terrace_ir::traits::TypesMatch;
use terrace_ir::{Context, Type, VectorType};
use terrace_macros::op;

use crate::constraints::*;

static MASKS: TypesMatch =
    TypesMatch::new("mask has i1 element type and same shape as operands", "src1", "mask", |cx, ty| {
        as_vector(cx, ty).map(|_| mask_of(cx, ty))
    });

macro_rules! masked_ops {
    ($values:ident: $($(#[doc = $doc:literal])* $marker:ident = $name:literal ($($commutative:ident)?);)*) => {$(
        $(#[doc = $doc])*
        #[op($name, traits($($commutative,)? AllTypesMatch(&["src1", "src2", "res"]), TypesMatchWith(&MASKS)),
             format = "$mask `,` $src1 `,` $src2 attr-dict `:` type($mask) `,` type($res)")]
        pub struct $marker {
            mask: Operand<SCALABLE_MASK>,
            src1: Operand<$values>,
            src2: Operand<$values>,
            res: Res<$values>,
        }
    )*};
}

masked_ops! { SCALABLE_INTS:
    /// Adds integers where a mask is set; elsewhere the result is the first.
    ScalableMaskedAddIOp = "arm_sve.masked.addi" (Commutative);
    /// Subtracts integers where a mask is set; elsewhere the result is the first.
    ScalableMaskedSubIOp = "arm_sve.masked.subi" ();
    /// Multiplies integers where a mask is set; elsewhere the result is the first.
    ScalableMaskedMulIOp = "arm_sve.masked.muli" (Commutative);
    /// Divides signed integers where a mask is set; elsewhere the result is the first.
    ScalableMaskedSDivIOp = "arm_sve.masked.divi_signed" ();
    /// Divides unsigned integers where a mask is set; elsewhere the result is the first.
    ScalableMaskedUDivIOp = "arm_sve.masked.divi_unsigned" ();
}

masked_ops! { SCALABLE_FLOATS:
    /// Adds floats where a mask is set; elsewhere the result is the first.
    ScalableMaskedAddFOp = "arm_sve.masked.addf" (Commutative);
    /// Subtracts floats where a mask is set; elsewhere the result is the first.
    ScalableMaskedSubFOp = "arm_sve.masked.subf" ();
    /// Multiplies floats where a mask is set; elsewhere the result is the first.
    ScalableMaskedMulFOp = "arm_sve.masked.mulf" (Commutative);
    /// Divides floats where a mask is set; elsewhere the result is the first.
    ScalableMaskedDivFOp = "arm_sve.masked.divf" ();
}

macro_rules! sums_of_products {
    ($acc:ident, $factor:ident: $($(#[doc = $doc:literal])* $marker:ident = $name:literal;)*) => {$(
        $(#[doc = $doc])*
        #[op($name, traits(Pure, AllTypesMatch(&["src1", "src2"]), AllTypesMatch(&["acc", "dst"])),
             format = "$acc `,` $src1 `,` $src2 attr-dict `:` type($src1) `to` type($dst)")]
        pub struct $marker {
            acc: Operand<$acc>,
            src1: Operand<$factor>,
            src2: Operand<$factor>,
            dst: Res<$acc>,
        }
    )*};
}

sums_of_products! { SVE_SUMS, SVE_FACTORS:
    /// Adds the dot products of groups of four signed integers.
    SdotOp = "arm_sve.sdot";
    /// Adds the dot products of groups of four unsigned integers.
    UdotOp = "arm_sve.udot";
}

sums_of_products! { SVE_4_I32, SVE_16_I8:
    /// Adds the products of 2x8 and 8x2 matrices of signed bytes.
    SmmlaOp = "arm_sve.smmla";
    /// Adds the products of 2x8 and 8x2 matrices of unsigned bytes.
    UmmlaOp = "arm_sve.ummla";
    /// Adds the products of 2x8 matrices of unsigned and 8x2 matrices of signed bytes.
    UsmmlaOp = "arm_sve.usmmla";
}

/// Adds the products of 2x4 and 4x2 matrices of `bf16`.
#[op("arm_sve.intr.bfmmla", traits(Pure, AllTypesMatch(&["src1", "src2"]), AllTypesMatch(&["acc", "res"])),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.aarch64.sve.bfmmla", overloaded_results: &[], overloaded_arguments: &[], immediates: &[] }),
     format = "$acc `,` $src1 `,` $src2 attr-dict `:` type($src1) `to` type($res)")]
pub struct BfmmlaOp {
    acc: Operand<SVE_4_F32>,
    src1: Operand<SVE_8_BF16>,
    src2: Operand<SVE_8_BF16>,
    res: Res<SVE_4_F32>,
}

/// The same vector with sixteen elements in its last dimension.
fn svbool_of(cx: &Context, ty: Type) -> Option<Type> {
    let predicates = as_vector(cx, ty)?;
    let mut shape = predicates.shape.to_vec();
    *shape.last_mut()? = 16;
    Some(VectorType::get_scalable(cx, &shape, predicates.scalable, predicates.element))
}

static SOURCE_IS_SVBOOL: TypesMatch =
    TypesMatch::new("expected corresponding svbool type widened to [16]xi1", "result", "source", svbool_of);
static RESULT_IS_SVBOOL: TypesMatch =
    TypesMatch::new("expected corresponding svbool type widened to [16]xi1", "source", "result", svbool_of);

/// Converts predicates of all lanes of a byte to predicates of wider lanes.
#[op("arm_sve.convert_from_svbool", traits(Pure, TypesMatchWith(&SOURCE_IS_SVBOOL)),
     format = "$source attr-dict `:` type($result)")]
pub struct ConvertFromSvboolOp {
    source: Operand<SVBOOL_MASK>,
    result: Res<PREDICATE_MASK>,
}

/// Converts predicates to predicates of all lanes of a byte, which have a form in memory.
#[op("arm_sve.convert_to_svbool", traits(Pure, TypesMatchWith(&RESULT_IS_SVBOOL)),
     format = "$source attr-dict `:` type($source)")]
pub struct ConvertToSvboolOp {
    source: Operand<PREDICATE_MASK>,
    result: Res<SVBOOL_MASK>,
}

/// Interleaves the elements of two vectors.
#[op("arm_sve.zip.x2", traits(Pure, AllTypesMatch(&["sourceV1", "sourceV2", "resultV1", "resultV2"])),
     format = "$sourceV1 `,` $sourceV2 attr-dict `:` type($sourceV1)")]
pub struct ZipX2Op {
    sourceV1: Operand<REGISTER>,
    sourceV2: Operand<REGISTER>,
    resultV1: Res<REGISTER>,
    resultV2: Res<REGISTER>,
}

/// Interleaves the elements of four vectors.
#[op("arm_sve.zip.x4",
     traits(Pure, AllTypesMatch(&["sourceV1", "sourceV2", "sourceV3", "sourceV4", "resultV1", "resultV2", "resultV3",
                                  "resultV4"])),
     format = "$sourceV1 `,` $sourceV2 `,` $sourceV3 `,` $sourceV4 attr-dict `:` type($sourceV1)")]
pub struct ZipX4Op {
    sourceV1: Operand<REGISTER>,
    sourceV2: Operand<REGISTER>,
    sourceV3: Operand<REGISTER>,
    sourceV4: Operand<REGISTER>,
    resultV1: Res<REGISTER>,
    resultV2: Res<REGISTER>,
    resultV3: Res<REGISTER>,
    resultV4: Res<REGISTER>,
}

/// The first predicate if a bit of the second is set, otherwise an all-false one.
#[op("arm_sve.psel", traits(Pure, AllTypesMatch(&["p1", "result"])),
     format = "$p1 `,` $p2 `[` $index `]` attr-dict `:` type($p1) `,` type($p2)")]
pub struct PselOp {
    p1: Operand<PREDICATE>,
    p2: Operand<PREDICATE>,
    index: Operand<INDEX>,
    result: Res<PREDICATE>,
}

/// Repeats a segment of 128 bits of a vector.
#[op("arm_sve.dupq_lane", traits(Pure, AllTypesMatch(&["src", "dst"])),
     format = "$src `[` $lane `]` attr-dict `:` type($dst)")]
pub struct DupQLaneOp {
    src: Operand<REGISTER>,
    lane: Prop<I64Attr>,
    dst: Res<REGISTER>,
}
