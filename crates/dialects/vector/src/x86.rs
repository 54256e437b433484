//! The dialect x86vector: instructions of x86-64 on vectors of AVX and AVX-512, each one intrinsic of LLVM.

use terrace_dialects_builtin::infer::first_operand;
use terrace_dialects_mem::layout::memref;
use terrace_ir::constraints::{I32, MEMREF_KIND, VECTOR_KIND};
use terrace_ir::def::{DialectDef, EMPTY_DIALECT, TypeConstraint, plain_error};
use terrace_ir::effects::{EffectOn, reads};
use terrace_ir::traits::{Predicate, TypesMatch};
use terrace_ir::{
    Attr, AttrData, CheckResult, Context, OpKind, OpRef, Signedness, Type, VectorType, attr_kinds,
};
use terrace_macros::op;

use crate::types::{as_vector, vector};

/// The dialect.
pub static X86_VECTOR: DialectDef = DialectDef {
    name: "x86vector",
    doc: "x86-64 vector instructions.",
    ops: &[
        BcstToPackedF32Op::DEF,
        CvtPackedEvenIndexedToF32Op::DEF,
        CvtPackedF32ToBF16Op::DEF,
        CvtPackedOddIndexedToF32Op::DEF,
        DotBF16Op::DEF,
        DotInt8Op::DEF,
        DotOp::DEF,
        MaskCompressOp::DEF,
        MaskRndScaleOp::DEF,
        MaskScaleFOp::DEF,
        RsqrtOp::DEF,
        Vp2IntersectOp::DEF,
    ],
    ..EMPTY_DIALECT
};

/// An op that is an intrinsic of LLVM.
pub trait X86IntrinsicOp: Send + Sync {
    /// The name of the intrinsic, with the types that it is for.
    fn intrinsic_name(&self, op: OpRef<'_>) -> String;
}

fn is_vector_of(cx: &Context, ty: Type, lengths: &[i64], elements: &[Type]) -> bool {
    as_vector(cx, ty).is_some_and(|own| {
        own.rank() > 0 && lengths.contains(&own.num_elements()) && elements.contains(&own.element)
    })
}

macro_rules! constraints {
    ($($(#[$meta:meta])* $name:ident($summary:literal, $lengths:expr, $elements:expr);)*) => {
        $($(#[$meta])*
        pub static $name: TypeConstraint =
            TypeConstraint::new($summary, |cx, ty| is_vector_of(cx, ty, &$lengths, &$elements)).of_kind(&VECTOR_KIND);)*
    };
}

constraints! {
    /// A mask of AVX-512.
    MASK_512("vector of 1-bit signless integer values of length 16/8", [16, 8], [Type::I1]);
    /// A vector of AVX-512.
    ANY_512(
        "vector of 32-bit float or 32-bit signless integer or 64-bit float or 64-bit signless integer values of length 16/8",
        [16, 8], [Type::F32, Type::I32, Type::F64, Type::I64]
    );
    /// Floats of AVX-512.
    FLOATS_512("vector of 32-bit float or 64-bit float values of length 16/8", [16, 8], [Type::F32, Type::F64]);
    /// Integers of AVX-512.
    INTS_512(
        "vector of 32-bit signless integer or 64-bit signless integer values of length 16/8",
        [16, 8], [Type::I32, Type::I64]
    );
    /// Sums of products.
    SUMS("vector of 32-bit float values of length 4/8/16", [4, 8, 16], [Type::F32]);
    /// Factors of sums of products.
    FACTORS("vector of bfloat16 type values of length 8/16/32", [8, 16, 32], [Type::BF16]);
    /// Floats that are narrowed.
    WIDE("vector of 32-bit float values of length 8/16", [8, 16], [Type::F32]);
    /// Narrow floats.
    NARROW("vector of bfloat16 type values of length 8/16", [8, 16], [Type::BF16]);
    /// Eight floats.
    EIGHT_F32("vector of 32-bit float values of length 8", [8], [Type::F32]);
    /// Integer sums of products.
    INT_SUMS("vector of 32-bit signless integer values of length 4/8", [4, 8], [Type::I32]);
    /// Integer factors of sums of products.
    BYTES("vector of 8-bit signless integer values of length 16/32", [16, 32], [Type::I8]);
    /// The results of loads that convert narrow floats.
    LOADED("vector of 32-bit float values of length 4/8", [4, 8], [Type::F32]);
}

/// A mask of as many bits as a vector of AVX-512 has elements.
pub static MASK_BITS: TypeConstraint =
    TypeConstraint::new("16-bit signless integer or 8-bit signless integer", |_, ty| {
        [Type::I16, Type::I8].contains(&ty)
    });

/// A buffer of narrow floats.
pub static NARROW_BUFFER: TypeConstraint =
    TypeConstraint::new("memref of bfloat16 type or 16-bit float values", |cx, ty| {
        memref(cx, ty).is_some_and(|buffer| [Type::BF16, Type::F16].contains(&buffer.element))
    })
    .of_kind(&MEMREF_KIND);

attr_kinds! {
    /// A constant of several elements.
    pub ConstantElementsAttr("constant vector/tensor attribute") {
        accepts: |cx, attr| matches!(attr.data(cx), AttrData::DenseElements { .. }),
    }
}

/// The type of a mask, a bit for each element of a vector.
fn mask_type(cx: &Context, ty: Type) -> Option<Type> {
    Some(VectorType::get(cx, &[*vector(cx, ty).shape.first()?], Type::I1))
}

/// The integer of a bit for each element of a vector.
fn bits_type(cx: &Context, ty: Type) -> Option<Type> {
    let bits = u32::try_from(*vector(cx, ty).shape.first()?).ok()?;
    Some(cx.integer(bits, Signedness::Signless))
}

/// A vector type with `factor` times the elements of another one.
fn times(cx: &Context, ty: Type, factor: i64, element: Type) -> Option<Type> {
    Some(VectorType::get(cx, &[vector(cx, ty).shape.first()? * factor], element))
}

/// The bits of a vector, as the names of intrinsics have them.
fn total_bits(cx: &Context, ty: Type) -> i64 {
    let own = vector(cx, ty);
    own.shape.iter().product::<i64>() * i64::from(own.element.number_width(cx))
}

fn float_suffix(op: OpRef<'_>) -> String {
    let (cx, ty) = (op.cx(), op.single_result().ty());
    let kind = if vector(cx, ty).element == Type::F32 { "ps" } else { "pd" };
    format!("{kind}.{}", total_bits(cx, ty))
}

static COMPRESS_MASK: TypesMatch =
    TypesMatch::new("`k` has the same number of bits as elements in `dst`", "dst", "k", mask_type);

/// The elements for which a mask is set, next to each other; others are those of a source, or zero.
#[op("x86vector.avx512.mask.compress", traits(Pure, AllTypesMatch(&["a", "dst"]), TypesMatchWith(&COMPRESS_MASK)),
     interfaces(dyn X86IntrinsicOp), verify = verify_compress,
     format = "$k `,` $a (`,` $src^)? attr-dict `:` type($dst) (`,` type($src)^)?")]
pub struct MaskCompressOp {
    k: Operand<MASK_512>,
    a: Operand<ANY_512>,
    src: OptOperand<ANY_512>,
    constant_src: OptProp<ConstantElementsAttr>,
    dst: Res<ANY_512>,
}

impl X86IntrinsicOp for MaskCompressOp {
    fn intrinsic_name(&self, _: OpRef<'_>) -> String {
        "llvm.x86.avx512.mask.compress".to_owned()
    }
}

fn verify_compress(op: OpRef<'_>) -> CheckResult {
    let view = MaskCompressOp::view_of(op);
    let (source, constant, ty) = (view.src(), view.constant_src_attr(), view.dst().ty());
    if source.is_some() && constant.is_some() {
        return Err(plain_error(op, "cannot use both src and constant_src"));
    }
    if source.is_some_and(|source| source.ty() != ty) {
        return Err(plain_error(op, "failed to verify that src and dst have same type"));
    }
    if constant.is_some_and(|constant: Attr| constant.ty(op.cx()) != Some(ty)) {
        return Err(plain_error(op, "failed to verify that constant_src and dst have same type"));
    }
    Ok(())
}

static SCALE_BITS: TypesMatch =
    TypesMatch::new("imm has the same number of bits as elements in dst", "dst", "imm", bits_type);

/// Elements rounded to a number of fraction bits, where a mask is set.
#[op("x86vector.avx512.mask.rndscale", traits(Pure, AllTypesMatch(&["src", "a", "dst"]), TypesMatchWith(&SCALE_BITS)),
     interfaces(dyn X86IntrinsicOp), format = "$src `,` $k `,` $a `,` $imm `,` $rounding attr-dict `:` type($dst)")]
pub struct MaskRndScaleOp {
    src: Operand<FLOATS_512>,
    k: Operand<I32>,
    a: Operand<FLOATS_512>,
    imm: Operand<MASK_BITS>,
    rounding: Operand<I32>,
    dst: Res<FLOATS_512>,
}

impl X86IntrinsicOp for MaskRndScaleOp {
    fn intrinsic_name(&self, op: OpRef<'_>) -> String {
        format!("llvm.x86.avx512.mask.rndscale.{}", float_suffix(op))
    }
}

static SCALEF_BITS: TypesMatch =
    TypesMatch::new("k has the same number of bits as elements in dst", "dst", "k", bits_type);

/// Elements times powers of two, where a mask is set.
#[op("x86vector.avx512.mask.scalef", traits(Pure, AllTypesMatch(&["src", "a", "b", "dst"]), TypesMatchWith(&SCALEF_BITS)),
     interfaces(dyn X86IntrinsicOp), format = "$src `,` $a `,` $b `,` $k `,` $rounding attr-dict `:` type($dst)")]
pub struct MaskScaleFOp {
    src: Operand<FLOATS_512>,
    a: Operand<FLOATS_512>,
    b: Operand<FLOATS_512>,
    k: Operand<MASK_BITS>,
    rounding: Operand<I32>,
    dst: Res<FLOATS_512>,
}

impl X86IntrinsicOp for MaskScaleFOp {
    fn intrinsic_name(&self, op: OpRef<'_>) -> String {
        format!("llvm.x86.avx512.mask.scalef.{}", float_suffix(op))
    }
}

static FIRST_MASK: TypesMatch =
    TypesMatch::new("k1 has the same number of bits as elements in a", "a", "k1", mask_type);
static SECOND_MASK: TypesMatch =
    TypesMatch::new("k2 has the same number of bits as elements in b", "a", "k2", mask_type);

/// For each element of two vectors, whether the other one has it.
#[op("x86vector.avx512.vp2intersect",
     traits(Pure, AllTypesMatch(&["a", "b"]), TypesMatchWith(&FIRST_MASK), TypesMatchWith(&SECOND_MASK)),
     interfaces(dyn X86IntrinsicOp), format = "$a `,` $b attr-dict `:` type($a)")]
pub struct Vp2IntersectOp {
    a: Operand<INTS_512>,
    b: Operand<INTS_512>,
    k1: Res<MASK_512>,
    k2: Res<MASK_512>,
}

impl X86IntrinsicOp for Vp2IntersectOp {
    fn intrinsic_name(&self, op: OpRef<'_>) -> String {
        let (cx, ty) = (op.cx(), Vp2IntersectOp::view_of(op).a().ty());
        let kind = if vector(cx, ty).element == Type::I32 { "d" } else { "q" };
        format!("llvm.x86.avx512.vp2intersect.{kind}.{}", total_bits(cx, ty))
    }
}

static DOT_FACTORS: TypesMatch =
    TypesMatch::new("`a` has twice an many elements as `src`", "src", "a", |cx, ty| {
        times(cx, ty, 2, Type::BF16)
    });

/// Adds the dot products of pairs of narrow floats.
#[op("x86vector.avx512.dot",
     traits(Pure, AllTypesMatch(&["a", "b"]), AllTypesMatch(&["src", "dst"]), TypesMatchWith(&DOT_FACTORS)),
     interfaces(dyn X86IntrinsicOp), format = "$src `,` $a `,` $b attr-dict `:` type($a) `->` type($src)")]
pub struct DotBF16Op {
    src: Operand<SUMS>,
    a: Operand<FACTORS>,
    b: Operand<FACTORS>,
    dst: Res<SUMS>,
}

impl X86IntrinsicOp for DotBF16Op {
    fn intrinsic_name(&self, op: OpRef<'_>) -> String {
        format!("llvm.x86.avx512bf16.dpbf16ps.{}", total_bits(op.cx(), op.single_result().ty()))
    }
}

/// The constraint that an op's operand has as many elements as its result.
static SAME_COUNT: Predicate = Predicate {
    summary: "all of {a, dst} have same element count",
    holds: |op| {
        let cx = op.cx();
        let count = |ty| vector(cx, ty).num_elements();
        count(op.single_operand().ty()) == count(op.single_result().ty())
    },
};

/// Floats as narrow floats.
#[op("x86vector.avx512.cvt.packed.f32_to_bf16", traits(Pure, Predicate(&SAME_COUNT)), interfaces(dyn X86IntrinsicOp),
     format = "$a attr-dict `:` type($a) `->` type($dst)")]
pub struct CvtPackedF32ToBF16Op {
    a: Operand<WIDE>,
    dst: Res<NARROW>,
}

impl X86IntrinsicOp for CvtPackedF32ToBF16Op {
    fn intrinsic_name(&self, op: OpRef<'_>) -> String {
        format!("llvm.x86.avx512bf16.cvtneps2bf16.{}", total_bits(op.cx(), op.single_operand().ty()))
    }
}

/// Approximate reciprocals of square roots.
#[op("x86vector.avx.rsqrt", traits(Pure, SameOperandsAndResultType, InferTypes), infer = first_operand, interfaces(dyn X86IntrinsicOp),
     format = "$a attr-dict `:` type($a)")]
pub struct RsqrtOp {
    a: Operand<EIGHT_F32>,
    b: Res<EIGHT_F32>,
}

impl X86IntrinsicOp for RsqrtOp {
    fn intrinsic_name(&self, _: OpRef<'_>) -> String {
        "llvm.x86.avx.rsqrt.ps.256".to_owned()
    }
}

/// The dot products of halves of vectors, in all elements of each half.
#[op("x86vector.avx.intr.dot", traits(Pure, SameOperandsAndResultType, InferTypes), infer = first_operand, interfaces(dyn X86IntrinsicOp),
     format = "$a `,` $b attr-dict `:` type($res)")]
pub struct DotOp {
    a: Operand<EIGHT_F32>,
    b: Operand<EIGHT_F32>,
    res: Res<EIGHT_F32>,
}

impl X86IntrinsicOp for DotOp {
    fn intrinsic_name(&self, _: OpRef<'_>) -> String {
        "llvm.x86.avx.dp.ps.256".to_owned()
    }
}

static BYTE_FACTORS: TypesMatch =
    TypesMatch::new("`a` has four times elements as `w`", "w", "a", |cx, ty| times(cx, ty, 4, Type::I8));

/// Adds the dot products of groups of four bytes.
#[op("x86vector.avx.dot.i8",
     traits(Pure, AllTypesMatch(&["a", "b"]), AllTypesMatch(&["w", "dst"]), TypesMatchWith(&BYTE_FACTORS)),
     interfaces(dyn X86IntrinsicOp), format = "$w `,` $a `,` $b attr-dict `:` type($a) `->` type($w)")]
pub struct DotInt8Op {
    w: Operand<INT_SUMS>,
    a: Operand<BYTES>,
    b: Operand<BYTES>,
    dst: Res<INT_SUMS>,
}

impl X86IntrinsicOp for DotInt8Op {
    fn intrinsic_name(&self, op: OpRef<'_>) -> String {
        format!("llvm.x86.avx2.vpdpbssd.{}", total_bits(op.cx(), op.single_result().ty()))
    }
}

macro_rules! loads {
    ($($(#[$meta:meta])* $marker:ident, $view:ident = $name:literal, $bf16:literal, $f16:literal;)*) => {$(
        $(#[$meta])*
        #[op($name, effects(reads(EffectOn::Anything)), interfaces(dyn X86IntrinsicOp),
             format = "$a  attr-dict`:` type($a)`->` type($dst)")]
        pub struct $marker {
            a: Operand<NARROW_BUFFER>,
            dst: Res<LOADED>,
        }

        impl X86IntrinsicOp for $marker {
            fn intrinsic_name(&self, op: OpRef<'_>) -> String {
                let (cx, view) = (op.cx(), $view(op));
                let is_bf16 = view.a().ty().element_type(cx) == Some(Type::BF16);
                format!("llvm.x86.{}{}", if is_bf16 { $bf16 } else { $f16 }, total_bits(cx, view.dst().ty()))
            }
        }
    )*};
}

loads! {
    /// A narrow float in memory, in all elements.
    BcstToPackedF32Op, BcstToPackedF32OpView = "x86vector.avx.bcst_to_f32.packed", "vbcstnebf162ps", "vbcstnesh2ps";
    /// The elements at even places in memory.
    CvtPackedEvenIndexedToF32Op, CvtPackedEvenIndexedToF32OpView =
        "x86vector.avx.cvt.packed.even.indexed_to_f32", "vcvtneebf162ps", "vcvtneeph2ps";
    /// The elements at odd places in memory.
    CvtPackedOddIndexedToF32Op, CvtPackedOddIndexedToF32OpView =
        "x86vector.avx.cvt.packed.odd.indexed_to_f32", "vcvtneobf162ps", "vcvtneoph2ps";
}
