//! The dialect arm_neon: vectors of 64 and 128 bits.

use terrace_dialects_llvm::intrinsics::{Intrinsic, IntrinsicOp};
use terrace_dialects_vector::types::vector;
use terrace_ir::def::{DialectDef, EMPTY_DIALECT};
use terrace_ir::traits::{Predicate, TypesMatch};
use terrace_ir::{Context, OpKind, OpRef, Type, VectorType};
use terrace_macros::op;

use crate::constraints::*;

/// The dialect.
pub static ARM_NEON: DialectDef = DialectDef {
    name: "arm_neon",
    doc: "Arm NEON operations on 64-bit and 128-bit vectors.",
    ops: &[
        BfmmlaOp::DEF,
        SMullOp::DEF,
        Sdot2dOp::DEF,
        SdotOp::DEF,
        SmmlaOp::DEF,
        UmmlaOp::DEF,
        UsmmlaOp::DEF,
    ],
    ..EMPTY_DIALECT
};

static PRODUCTS: TypesMatch = TypesMatch::new(
    "res has same vector shape and element bitwidth scaled by 2 as a",
    "a",
    "res",
    |cx, ty| {
        let factors = vector(cx, ty);
        Some(factors.with_element(cx, widened(cx, factors.element)?))
    },
);

static SUMS: TypesMatch =
    TypesMatch::new("res has the same number of elements as operand b", "b", "res", |cx, ty| {
        Some(VectorType::get(cx, &[vector(cx, ty).shape.first()? / 4], Type::I32))
    });

/// The integer of twice as many bits.
fn widened(cx: &Context, element: Type) -> Option<Type> {
    Some(cx.integer(element.bit_width(cx)? * 2, terrace_ir::Signedness::Signless))
}

/// Multiplies signed integers to integers of twice as many bits.
#[op("arm_neon.intr.smull", traits(Pure, AllTypesMatch(&["a", "b"]), TypesMatchWith(&PRODUCTS)),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.aarch64.neon.smull", overloaded_results: &[0], overloaded_arguments: &[], immediates: &[] }),
     format = "$a `,` $b attr-dict `:` type($a) `to` type($res)")]
pub struct SMullOp {
    a: Operand<NEON_NARROW>,
    b: Operand<NEON_NARROW>,
    res: Res<NEON_WIDE>,
}

/// Adds the dot products of groups of four signed bytes.
#[op("arm_neon.intr.sdot",
     traits(Pure, AllTypesMatch(&["b", "c"]), AllTypesMatch(&["a", "res"]), TypesMatchWith(&SUMS)),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.aarch64.neon.sdot", overloaded_results: &[0], overloaded_arguments: &[1], immediates: &[] }),
     format = "$a `,` $b `,` $c attr-dict `:` type($b) `,` type($c) `to` type($res)")]
pub struct SdotOp {
    a: Operand<NEON_SUMS>,
    b: Operand<NEON_BYTES>,
    c: Operand<NEON_BYTES>,
    res: Res<NEON_SUMS>,
}

macro_rules! byte_matrices {
    ($($(#[doc = $doc:literal])* $marker:ident = $name:literal, $llvm:literal;)*) => {$(
        $(#[doc = $doc])*
        #[op($name, traits(Pure, AllTypesMatch(&["src1", "src2"]), AllTypesMatch(&["acc", "res"])),
             interfaces(dyn IntrinsicOp = Intrinsic { name: $llvm, overloaded_results: &[0], overloaded_arguments: &[1], immediates: &[] }),
             format = "$acc `,` $src1 `,` $src2 attr-dict `:` type($src1) `to` type($res)")]
        pub struct $marker {
            acc: Operand<NEON_4_I32>,
            src1: Operand<NEON_16_I8>,
            src2: Operand<NEON_16_I8>,
            res: Res<NEON_4_I32>,
        }
    )*};
}

byte_matrices! {
    /// Adds the product of a 2x8 and an 8x2 matrix of signed bytes.
    SmmlaOp = "arm_neon.intr.smmla", "llvm.aarch64.neon.smmla";
    /// Adds the product of a 2x8 and an 8x2 matrix of unsigned bytes.
    UmmlaOp = "arm_neon.intr.ummla", "llvm.aarch64.neon.ummla";
    /// Adds the product of a 2x8 matrix of unsigned and an 8x2 matrix of signed bytes.
    UsmmlaOp = "arm_neon.intr.usmmla", "llvm.aarch64.neon.usmmla";
}

/// Adds the product of a 2x4 and a 4x2 matrix of `bf16`.
#[op("arm_neon.intr.bfmmla", traits(Pure, AllTypesMatch(&["src1", "src2"]), AllTypesMatch(&["acc", "res"])),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.aarch64.neon.bfmmla", overloaded_results: &[], overloaded_arguments: &[], immediates: &[] }),
     format = "$acc `,` $src1 `,` $src2 attr-dict `:` type($src1) `to` type($res)")]
pub struct BfmmlaOp {
    acc: Operand<NEON_4_F32>,
    src1: Operand<NEON_8_BF16>,
    src2: Operand<NEON_8_BF16>,
    res: Res<NEON_4_F32>,
}

fn shapes<'a>(op: OpRef<'a>) -> (&'a [i64], &'a [i64]) {
    let view = Sdot2dOp::view_of(op);
    (vector(op.cx(), view.a().ty()).shape, vector(op.cx(), view.b().ty()).shape)
}

static A_IS_1D: Predicate =
    Predicate { summary: "operand `a` should be 1-dimensional", holds: |op| shapes(op).0.len() == 1 };
static B_IS_2D: Predicate =
    Predicate { summary: "operand `b` should be 2-dimensional", holds: |op| shapes(op).1.len() == 2 };
static B_HAS_4_COLUMNS: Predicate =
    Predicate { summary: "operand `b` should have 4 columns", holds: |op| shapes(op).1.get(1) == Some(&4) };
static B_HAS_THE_ROWS_OF_A: Predicate = Predicate {
    summary: "operand `b` should have as many rows as the size of operand `a`",
    holds: |op| shapes(op).0.first() == shapes(op).1.first(),
};

/// Adds the dot products of the rows of two matrices of four columns.
#[op("arm_neon.2d.sdot",
     traits(Pure, AllTypesMatch(&["b", "c"]), AllTypesMatch(&["a", "res"]), Predicate(&A_IS_1D), Predicate(&B_IS_2D),
            Predicate(&B_HAS_4_COLUMNS), Predicate(&B_HAS_THE_ROWS_OF_A)),
     format = "$a `,` $b `,` $c attr-dict `:` type($b) `,` type($c) `to` type($res)")]
pub struct Sdot2dOp {
    a: Operand<NEON_SUMS>,
    b: Operand<NEON_BYTES>,
    c: Operand<NEON_BYTES>,
    res: Res<NEON_SUMS>,
}
