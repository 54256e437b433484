//! Vectors as a whole: reductions, masked accesses, subvectors and matrices.

use terrace_ir::attr_kind::{DictArrayAttr, I32Attr, I64Attr, UnitAttr};
use terrace_ir::def::op_error;
use terrace_ir::traits::Predicate;
use terrace_ir::{CheckResult, OpKind, OpRef, Type};
use terrace_macros::op;

use super::{Intrinsic, IntrinsicOp};
use crate::attrs::*;
use crate::constraints::*;
use crate::types::{is_scalable_vector, primitive_size_in_bits, vector_element_count, vector_type};

/// The intrinsic `llvm.get.active.lane.mask`.
#[op("llvm.intr.get.active.lane.mask", traits(Pure),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.get.active.lane.mask", overloaded_results: &[0], overloaded_arguments: &[0], immediates: &[] }),
     format = "$base `,` $n attr-dict `:` type($base) `,` type($n) `to` type($res)")]
pub struct GetActiveLaneMaskOp {
    base: Operand<INT>,
    n: Operand<INT>,
    res: Res<LLVM_TYPE>,
}

/// The intrinsic `llvm.masked.load`.
#[op("llvm.intr.masked.load",
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.masked.load", overloaded_results: &[0], overloaded_arguments: &[0], immediates: &[] }),
     format = "operands attr-dict `:` functional-type(operands, results)")]
pub struct MaskedLoadOp {
    data: Operand<POINTER>,
    mask: Operand<MASK>,
    pass_thru: OptOperand<VECTOR>,
    alignment: Prop<I32Attr>,
    nontemporal: OptProp<UnitAttr>,
    res: Res<VECTOR>,
}

/// The intrinsic `llvm.masked.store`.
#[op("llvm.intr.masked.store",
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.masked.store", overloaded_results: &[], overloaded_arguments: &[0, 1], immediates: &[] }),
     format = "$value `,` $data `,` $mask attr-dict `:` type($value) `,` type($mask) `into` qualified(type($data))")]
pub struct MaskedStoreOp {
    value: Operand<VECTOR>,
    data: Operand<POINTER>,
    mask: Operand<MASK>,
    alignment: Prop<I32Attr>,
}

/// The intrinsic `llvm.matrix.column.major.load`.
#[op("llvm.intr.matrix.column.major.load",
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.matrix.column.major.load", overloaded_results: &[0], overloaded_arguments: &[1], immediates: &[(2, "isVolatile"), (3, "rows"), (4, "columns")] }),
     format = "$data `,` `<` `stride` `=` $stride `>` attr-dict `:` type($res) `from` qualified(type($data)) `stride` type($stride)")]
pub struct MatrixColumnMajorLoadOp {
    data: Operand<POINTER>,
    stride: Operand<INT>,
    isVolatile: Prop<I1Kind>,
    rows: Prop<I32Attr>,
    columns: Prop<I32Attr>,
    res: Res<VECTOR>,
}

/// The intrinsic `llvm.matrix.column.major.store`.
#[op("llvm.intr.matrix.column.major.store",
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.matrix.column.major.store", overloaded_results: &[], overloaded_arguments: &[0, 2], immediates: &[(3, "isVolatile"), (4, "rows"), (5, "columns")] }),
     format = "$matrix `,` $data `,` `<` `stride` `=` $stride `>` attr-dict `:` type($matrix) `to` qualified(type($data)) `stride` type($stride)")]
pub struct MatrixColumnMajorStoreOp {
    matrix: Operand<VECTOR>,
    data: Operand<POINTER>,
    stride: Operand<INT>,
    isVolatile: Prop<I1Kind>,
    rows: Prop<I32Attr>,
    columns: Prop<I32Attr>,
}

/// The intrinsic `llvm.matrix.multiply`.
#[op("llvm.intr.matrix.multiply",
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.matrix.multiply", overloaded_results: &[0], overloaded_arguments: &[0, 1], immediates: &[(2, "lhs_rows"), (3, "lhs_columns"), (4, "rhs_columns")] }),
     format = "$lhs `,` $rhs attr-dict `:` `(` type($lhs) `,` type($rhs) `)` `->` type($res)")]
pub struct MatrixMultiplyOp {
    lhs: Operand<VECTOR>,
    rhs: Operand<VECTOR>,
    lhs_rows: Prop<I32Attr>,
    lhs_columns: Prop<I32Attr>,
    rhs_columns: Prop<I32Attr>,
    res: Res<VECTOR>,
}

/// The intrinsic `llvm.matrix.transpose`.
#[op("llvm.intr.matrix.transpose",
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.matrix.transpose", overloaded_results: &[0], overloaded_arguments: &[], immediates: &[(1, "rows"), (2, "columns")] }),
     format = "$matrix attr-dict `:` type($matrix) `into` type($res)")]
pub struct MatrixTransposeOp {
    matrix: Operand<VECTOR>,
    rows: Prop<I32Attr>,
    columns: Prop<I32Attr>,
    res: Res<VECTOR>,
}

/// The intrinsic `llvm.stepvector`.
#[op("llvm.intr.stepvector", traits(Pure),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.stepvector", overloaded_results: &[0], overloaded_arguments: &[], immediates: &[] }),
     format = "attr-dict `:` type($res)")]
pub struct StepVectorOp {
    res: Res<INT_VECTOR>,
}

/// The intrinsic `llvm.masked.compressstore`.
#[op("llvm.intr.masked.compressstore",
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.masked.compressstore", overloaded_results: &[], overloaded_arguments: &[0], immediates: &[] }))]
pub struct MaskedCompressstoreOp {
    value: Operand<VECTOR>,
    ptr: Operand<POINTER>,
    mask: Operand<MASK>,
    arg_attrs: OptProp<DictArrayAttr>,
    res_attrs: OptProp<DictArrayAttr>,
}

/// The intrinsic `llvm.masked.expandload`.
#[op("llvm.intr.masked.expandload",
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.masked.expandload", overloaded_results: &[0], overloaded_arguments: &[], immediates: &[] }))]
pub struct MaskedExpandloadOp {
    ptr: Operand<POINTER>,
    mask: Operand<MASK>,
    passthru: Operand<VECTOR>,
    arg_attrs: OptProp<DictArrayAttr>,
    res_attrs: OptProp<DictArrayAttr>,
    res: Res<LLVM_TYPE>,
}

/// The intrinsic `llvm.masked.gather`.
#[op("llvm.intr.masked.gather", verify = verify_gather,
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.masked.gather", overloaded_results: &[0], overloaded_arguments: &[0], immediates: &[] }),
     format = "operands attr-dict `:` functional-type(operands, results)")]
pub struct MaskedGatherOp {
    ptrs: Operand<POINTER_VECTOR>,
    mask: Operand<MASK>,
    pass_thru: VarOperand<VECTOR>,
    alignment: Prop<I32Attr>,
    res: Res<VECTOR>,
}

/// The intrinsic `llvm.masked.scatter`.
#[op("llvm.intr.masked.scatter", verify = verify_scatter,
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.masked.scatter", overloaded_results: &[], overloaded_arguments: &[0, 1], immediates: &[] }),
     format = "$value `,` $ptrs `,` $mask attr-dict `:` type($value) `,` type($mask) `into` type($ptrs)")]
pub struct MaskedScatterOp {
    value: Operand<VECTOR>,
    ptrs: Operand<POINTER_VECTOR>,
    mask: Operand<MASK>,
    alignment: Prop<I32Attr>,
}

/// The intrinsic `llvm.vector.deinterleave2`.
#[op("llvm.intr.vector.deinterleave2", traits(Pure),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.vector.deinterleave2", overloaded_results: &[], overloaded_arguments: &[0], immediates: &[] }))]
pub struct VectorDeinterleave2Op {
    vec: Operand<VECTOR>,
    res: Res<LLVM_TYPE>,
}

/// The intrinsic `llvm.vector.extract`.
#[op("llvm.intr.vector.extract", traits(Pure, Predicate(&SIZE), Predicate(&NOT_EXTRACTING_SCALABLE)),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.vector.extract", overloaded_results: &[0], overloaded_arguments: &[0], immediates: &[(1, "pos")] }),
     format = "$srcvec `[` $pos `]` attr-dict `:` type($res) `from` type($srcvec)")]
pub struct VectorExtractOp {
    srcvec: Operand<VECTOR>,
    pos: Prop<I64Attr>,
    res: Res<VECTOR>,
}

/// The intrinsic `llvm.vector.insert`.
#[op("llvm.intr.vector.insert",
     traits(Pure, AllTypesMatch(&["dstvec", "res"]), Predicate(&SIZE), Predicate(&NOT_INSERTING_SCALABLE)),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.vector.insert", overloaded_results: &[0], overloaded_arguments: &[1], immediates: &[(2, "pos")] }),
     format = "$srcvec `,` $dstvec `[` $pos `]` attr-dict `:` type($srcvec) `into` type($res)")]
pub struct VectorInsertOp {
    dstvec: Operand<VECTOR>,
    srcvec: Operand<VECTOR>,
    pos: Prop<I64Attr>,
    res: Res<VECTOR>,
}

/// The intrinsic `llvm.vector.interleave2`.
#[op("llvm.intr.vector.interleave2", traits(Pure, AllTypesMatch(&["vec1", "vec2"]), Predicate(&TWICE_AS_MANY)),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.vector.interleave2", overloaded_results: &[0], overloaded_arguments: &[], immediates: &[] }))]
pub struct VectorInterleave2Op {
    vec1: Operand<VECTOR>,
    vec2: Operand<VECTOR>,
    res: Res<LLVM_TYPE>,
}

macro_rules! integer_reductions {
    ($($(#[doc = $doc:literal])* $marker:ident = $name:literal, $llvm:literal;)*) => {$(
        $(#[doc = $doc])*
        #[op($name, traits(Pure, SameOperandsAndResultElementType),
             interfaces(dyn IntrinsicOp = Intrinsic { name: $llvm, overloaded_results: &[], overloaded_arguments: &[0], immediates: &[] }))]
        pub struct $marker {
            r#in: Operand<INT_VECTOR>,
            res: Res<LLVM_TYPE>,
        }
    )*};
}

integer_reductions! {
    /// The intrinsic `llvm.vector.reduce.add`.
    VectorReduceAddOp = "llvm.intr.vector.reduce.add", "llvm.vector.reduce.add";
    /// The intrinsic `llvm.vector.reduce.and`.
    VectorReduceAndOp = "llvm.intr.vector.reduce.and", "llvm.vector.reduce.and";
    /// The intrinsic `llvm.vector.reduce.mul`.
    VectorReduceMulOp = "llvm.intr.vector.reduce.mul", "llvm.vector.reduce.mul";
    /// The intrinsic `llvm.vector.reduce.or`.
    VectorReduceOrOp = "llvm.intr.vector.reduce.or", "llvm.vector.reduce.or";
    /// The intrinsic `llvm.vector.reduce.smax`.
    VectorReduceSmaxOp = "llvm.intr.vector.reduce.smax", "llvm.vector.reduce.smax";
    /// The intrinsic `llvm.vector.reduce.smin`.
    VectorReduceSminOp = "llvm.intr.vector.reduce.smin", "llvm.vector.reduce.smin";
    /// The intrinsic `llvm.vector.reduce.umax`.
    VectorReduceUmaxOp = "llvm.intr.vector.reduce.umax", "llvm.vector.reduce.umax";
    /// The intrinsic `llvm.vector.reduce.umin`.
    VectorReduceUminOp = "llvm.intr.vector.reduce.umin", "llvm.vector.reduce.umin";
    /// The intrinsic `llvm.vector.reduce.xor`.
    VectorReduceXorOp = "llvm.intr.vector.reduce.xor", "llvm.vector.reduce.xor";
}

/// The intrinsic `llvm.vector.reduce.fadd`.
#[op("llvm.intr.vector.reduce.fadd", traits(Pure, SameOperandsAndResultElementType),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.vector.reduce.fadd", overloaded_results: &[], overloaded_arguments: &[1], immediates: &[] }))]
pub struct VectorReduceFaddOp {
    start_value: Operand<ANY_FLOAT>,
    input: Operand<FLOAT_VECTOR>,
    fastmathFlags: DefaultProp<FastmathKind, no_fastmath>,
    res: Res<LLVM_TYPE>,
}

/// The intrinsic `llvm.vector.reduce.fmul`.
#[op("llvm.intr.vector.reduce.fmul", traits(Pure, SameOperandsAndResultElementType),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.vector.reduce.fmul", overloaded_results: &[], overloaded_arguments: &[1], immediates: &[] }))]
pub struct VectorReduceFmulOp {
    start_value: Operand<ANY_FLOAT>,
    input: Operand<FLOAT_VECTOR>,
    fastmathFlags: DefaultProp<FastmathKind, no_fastmath>,
    res: Res<LLVM_TYPE>,
}

macro_rules! float_reductions {
    ($($(#[doc = $doc:literal])* $marker:ident = $name:literal, $llvm:literal;)*) => {$(
        $(#[doc = $doc])*
        #[op($name, traits(Pure, SameOperandsAndResultElementType),
             interfaces(dyn IntrinsicOp = Intrinsic { name: $llvm, overloaded_results: &[], overloaded_arguments: &[0], immediates: &[] }),
             format = "`(` operands `)` attr-dict `:` functional-type(operands, results)")]
        pub struct $marker {
            r#in: Operand<FLOAT_VECTOR>,
            fastmathFlags: DefaultProp<FastmathKind, no_fastmath>,
            res: Res<LLVM_TYPE>,
        }
    )*};
}

float_reductions! {
    /// The intrinsic `llvm.vector.reduce.fmax`.
    VectorReduceFmaxOp = "llvm.intr.vector.reduce.fmax", "llvm.vector.reduce.fmax";
    /// The intrinsic `llvm.vector.reduce.fmaximum`.
    VectorReduceFmaximumOp = "llvm.intr.vector.reduce.fmaximum", "llvm.vector.reduce.fmaximum";
    /// The intrinsic `llvm.vector.reduce.fmin`.
    VectorReduceFminOp = "llvm.intr.vector.reduce.fmin", "llvm.vector.reduce.fmin";
    /// The intrinsic `llvm.vector.reduce.fminimum`.
    VectorReduceFminimumOp = "llvm.intr.vector.reduce.fminimum", "llvm.vector.reduce.fminimum";
}

/// The intrinsic `llvm.vscale`.
#[op("llvm.intr.vscale",
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.vscale", overloaded_results: &[0], overloaded_arguments: &[], immediates: &[] }))]
pub struct VscaleOp {
    res: Res<LLVM_TYPE>,
}

/// The number of bits of a vector, at least.
fn vector_bits(op: OpRef<'_>, ty: Type) -> u64 {
    primitive_size_in_bits(op.cx(), ty)
}

const MAX_VECTOR_BITS: u64 = 1 << 17;

static SIZE: Predicate = Predicate {
    summary: "vectors are not bigger than 2^17 bits.",
    holds: |op| op.operands().chain(op.results()).all(|v| vector_bits(op, v.ty()) <= MAX_VECTOR_BITS),
};
static NOT_EXTRACTING_SCALABLE: Predicate = Predicate {
    summary: "it is not extracting scalable from fixed-length vectors.",
    holds: |op| {
        let view = VectorExtractOp::view_of(op);
        !is_scalable_vector(op.cx(), view.res().ty()) || is_scalable_vector(op.cx(), view.srcvec().ty())
    },
};
static NOT_INSERTING_SCALABLE: Predicate = Predicate {
    summary: "it is not inserting scalable into fixed-length vectors.",
    holds: |op| {
        let view = VectorInsertOp::view_of(op);
        !is_scalable_vector(op.cx(), view.srcvec().ty()) || is_scalable_vector(op.cx(), view.dstvec().ty())
    },
};
static TWICE_AS_MANY: Predicate = Predicate {
    summary: "result has twice as many elements as 'vec1'",
    holds: |op| {
        let (cx, view) = (op.cx(), VectorInterleave2Op::view_of(op));
        let (from, to) = (view.vec1().ty(), view.res().ty());
        let twice = vector_element_count(cx, from).map(|(count, scalable)| (2 * count, scalable));
        vector_element_count(cx, to) == twice && from.element_type(cx) == to.element_type(cx)
    },
};

/// Verifies that there is a pointer for each element.
fn verify_pointers(op: OpRef<'_>, pointers: Type, value: Type, operand: usize) -> CheckResult {
    let cx = op.cx();
    let Some((count, scalable)) = vector_element_count(cx, value) else { return Ok(()) };
    let expected = vector_type(cx, pointers.element_type_or_self(cx), count, scalable);
    if pointers == expected {
        return Ok(());
    }
    Err(op_error(op, format!("expected operand #{operand} type to be '{}'", cx.type_text(expected))))
}

fn verify_gather(op: OpRef<'_>) -> CheckResult {
    let view = MaskedGatherOp::view_of(op);
    verify_pointers(op, view.ptrs().ty(), view.res().ty(), 1)
}

fn verify_scatter(op: OpRef<'_>) -> CheckResult {
    let view = MaskedScatterOp::view_of(op);
    verify_pointers(op, view.ptrs().ty(), view.value().ty(), 2)
}
