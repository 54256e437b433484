//! Conversions between types of numbers.

use terrace_ir::int_range::InferIntRange;
use terrace_ir::traits::Predicate;
use terrace_ir::{CheckResult, Context, OpRef, Type};
use terrace_macros::op;

use super::attrs::{FastMathFlagsAttr, IntegerOverflowFlagsAttr, RoundingModeAttr, no_overflow};
use super::canonicalize::*;
use super::fold_cast;
use terrace_dialects_builtin::cast::{one_to_one, scalar_of, scalar_of_memref, verify_cast};
use terrace_dialects_builtin::constraints::{BITCAST, FLOAT_LIKE, INDEX_CAST, SIGNLESS_FIXED_WIDTH_INT_LIKE};

static SAME_TENSOR_DIMS: Predicate = Predicate {
    summary: "input and output have the same tensor dimensions",
    holds: |op| {
        let cx = op.cx();
        let Some(input) = op.operands().next().map(|input| input.ty()) else { return false };
        let output = op.single_result().ty();
        // Only a tensor with a rank has dimensions to compare.
        let dims = |ty: Type| if ty.is_tensor(cx) { ty.shape(cx) } else { Some(&[][..]) };
        dims(input).is_some() && dims(input) == dims(output)
    },
};

macro_rules! cast_ops {
    ($($(#[doc = $doc:tt])* $name:ident = $full:tt, $from:ident => $to:ident, $verify:ident,
       { $($rest:tt)* };)*) => {
        $(
            $(#[doc = $doc])*
            #[op($full,
                 traits(Pure, SameOperandsAndResultShape, Predicate(&SAME_TENSOR_DIMS), CastLike, Elementwise,
                        Scalarizable, Vectorizable, Tensorizable),
                 format = "$in attr-dict `:` type($in) `to` type($out)",
                 verify = $verify, $($rest)*)]
            pub struct $name {
                r#in: Operand<$from>,
                out: Res<$to>,
            }
        )*
    };
}

cast_ops! {
    /// Extends an integer with zeros.
    ExtUIOp = "arith.extui", SIGNLESS_FIXED_WIDTH_INT_LIKE => SIGNLESS_FIXED_WIDTH_INT_LIKE, verify_int_ext,
        { interfaces(dyn InferIntRange), fold = fold_cast::extui };
    /// Extends an integer by its sign.
    ExtSIOp = "arith.extsi", SIGNLESS_FIXED_WIDTH_INT_LIKE => SIGNLESS_FIXED_WIDTH_INT_LIKE, verify_int_ext,
        { interfaces(dyn InferIntRange), fold = fold_cast::extsi, canonicalize(extsi_of_extui) };
    /// The float nearest to an unsigned integer.
    UIToFPOp = "arith.uitofp", SIGNLESS_FIXED_WIDTH_INT_LIKE => FLOAT_LIKE, verify_int_to_float,
        { fold = fold_cast::uitofp };
    /// The float nearest to a signed integer.
    SIToFPOp = "arith.sitofp", SIGNLESS_FIXED_WIDTH_INT_LIKE => FLOAT_LIKE, verify_int_to_float,
        { fold = fold_cast::sitofp };
    /// A float rounded towards zero to an unsigned integer; poison if it is out of range.
    FPToUIOp = "arith.fptoui", FLOAT_LIKE => SIGNLESS_FIXED_WIDTH_INT_LIKE, verify_float_to_int,
        { fold = fold_cast::fptoui };
    /// A float rounded towards zero to a signed integer; poison if it is out of range.
    FPToSIOp = "arith.fptosi", FLOAT_LIKE => SIGNLESS_FIXED_WIDTH_INT_LIKE, verify_float_to_int,
        { fold = fold_cast::fptosi };
    /// Converts between `index` and an integer; extends by the sign.
    IndexCastOp = "arith.index_cast", INDEX_CAST => INDEX_CAST, verify_index_cast,
        { interfaces(dyn InferIntRange), fold = fold_cast::index_cast, canonicalize(index_cast_of_index_cast: cast_back::<IndexCastOp>, index_cast_of_extsi) };
    /// Converts between `index` and an integer; extends by zeros.
    IndexCastUIOp = "arith.index_castui", INDEX_CAST => INDEX_CAST, verify_index_cast,
        { interfaces(dyn InferIntRange), fold = fold_cast::index_castui, canonicalize(index_castui_of_index_castui: cast_back::<IndexCastUIOp>, index_castui_of_extui) };
    /// Reinterprets the bits of a value as another type of the same width.
    BitcastOp = "arith.bitcast", BITCAST => BITCAST, verify_bitcast,
        { fold = fold_cast::bitcast, canonicalize(bitcast_of_bitcast) };
}

/// Extends a float to a wider format.
#[op("arith.extf",
     traits(Pure, SameOperandsAndResultShape, Predicate(&SAME_TENSOR_DIMS), CastLike, Elementwise, Scalarizable,
            Vectorizable, Tensorizable),
     format = "$in (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `to` type($out)",
     verify = verify_float_ext, fold = fold_cast::extf)]
pub struct ExtFOp {
    r#in: Operand<FLOAT_LIKE>,
    fastmath: OptProp<FastMathFlagsAttr>,
    out: Res<FLOAT_LIKE>,
}

/// Truncates an integer; with a flag, a change of value is poison.
#[op("arith.trunci",
     traits(Pure, SameOperandsAndResultShape, Predicate(&SAME_TENSOR_DIMS), CastLike, Elementwise, Scalarizable,
            Vectorizable, Tensorizable),
     format = "$in (`overflow` `` $overflowFlags^)? attr-dict `:` type($in) `to` type($out)",
     verify = verify_int_trunc, interfaces(dyn InferIntRange), fold = fold_cast::trunci,
     canonicalize(trunci_extsi_to_extsi: trunci_of_ext::<ExtSIOp>, trunci_extui_to_extui: trunci_of_ext::<ExtUIOp>,
                  trunci_shrsi_to_trunci_shrui))]
pub struct TruncIOp {
    r#in: Operand<SIGNLESS_FIXED_WIDTH_INT_LIKE>,
    overflowFlags: DefaultProp<IntegerOverflowFlagsAttr, no_overflow>,
    out: Res<SIGNLESS_FIXED_WIDTH_INT_LIKE>,
}

/// Rounds a float to a narrower format.
#[op("arith.truncf",
     traits(Pure, SameOperandsAndResultShape, Predicate(&SAME_TENSOR_DIMS), CastLike, Elementwise, Scalarizable,
            Vectorizable, Tensorizable),
     format = "$in ($roundingmode^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `to` type($out)",
     verify = verify_float_trunc, fold = fold_cast::truncf,
     canonicalize(truncf_sitofp_to_sitofp, truncf_uitofp_to_uitofp))]
pub struct TruncFOp {
    r#in: Operand<FLOAT_LIKE>,
    roundingmode: OptProp<RoundingModeAttr>,
    fastmath: OptProp<FastMathFlagsAttr>,
    out: Res<FLOAT_LIKE>,
}

/// Extends a float of a block format to a wider format and multiplies it by its block's scale.
#[op("arith.scaling_extf",
     traits(Pure, Predicate(&SAME_TENSOR_DIMS), CastLike, Elementwise, Scalarizable, Vectorizable, Tensorizable),
     format = "$in `,` $scale (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `,` type($scale) `to` type($out)",
     verify = verify_scaling_ext)]
pub struct ScalingExtFOp {
    r#in: Operand<FLOAT_LIKE>,
    scale: Operand<FLOAT_LIKE>,
    fastmath: OptProp<FastMathFlagsAttr>,
    out: Res<FLOAT_LIKE>,
}

/// Divides a float by its block's scale and rounds it to a narrower format.
#[op("arith.scaling_truncf",
     traits(Pure, Predicate(&SAME_TENSOR_DIMS), CastLike, Elementwise, Scalarizable, Vectorizable, Tensorizable),
     format = "$in `,` $scale ($roundingmode^)? (`fastmath` `` $fastmath^)? attr-dict `:` \
               type($in) `,` type($scale) `to` type($out)",
     verify = verify_scaling_trunc)]
pub struct ScalingTruncFOp {
    r#in: Operand<FLOAT_LIKE>,
    scale: Operand<FLOAT_LIKE>,
    roundingmode: OptProp<RoundingModeAttr>,
    fastmath: OptProp<FastMathFlagsAttr>,
    out: Res<FLOAT_LIKE>,
}

fn is_int(cx: &Context, ty: Type) -> bool {
    ty.is_integer(cx)
}

fn is_float(cx: &Context, ty: Type) -> bool {
    ty.is_float(cx)
}

type Kind = fn(&Context, Type) -> bool;

/// The scalars of a cast between vectors, tensors or scalars of these kinds.
fn scalars(cx: &Context, inputs: &[Type], outputs: &[Type], from: Kind, to: Kind) -> Option<(Type, Type)> {
    let (a, b) = one_to_one(cx, inputs, outputs)?;
    let (a, b) = (scalar_of(cx, a)?, scalar_of(cx, b)?);
    (from(cx, a) && to(cx, b)).then_some((a, b))
}

/// Whether the result of a cast within `kind` is wider (or narrower) than the operand.
fn changes_width(cx: &Context, inputs: &[Type], outputs: &[Type], kind: Kind, wider: bool) -> bool {
    scalars(cx, inputs, outputs, kind, kind).is_some_and(|(from, to)| {
        let (from, to) = (from.bit_width(cx), to.bit_width(cx));
        if wider { to > from } else { to < from }
    })
}

fn verify_int_ext(op: OpRef<'_>) -> CheckResult {
    verify_cast(op, |cx, inputs, outputs| changes_width(cx, inputs, outputs, is_int, true))
}

fn verify_int_trunc(op: OpRef<'_>) -> CheckResult {
    verify_cast(op, |cx, inputs, outputs| changes_width(cx, inputs, outputs, is_int, false))
}

fn verify_float_ext(op: OpRef<'_>) -> CheckResult {
    verify_cast(op, |cx, inputs, outputs| changes_width(cx, inputs, outputs, is_float, true))
}

fn verify_float_trunc(op: OpRef<'_>) -> CheckResult {
    verify_cast(op, |cx, inputs, outputs| changes_width(cx, inputs, outputs, is_float, false))
}

// The scale takes no part in the conversion's types.
fn verify_scaling_ext(op: OpRef<'_>) -> CheckResult {
    verify_cast(op, |cx, inputs, outputs| changes_width(cx, &inputs[..1], outputs, is_float, true))
}

fn verify_scaling_trunc(op: OpRef<'_>) -> CheckResult {
    verify_cast(op, |cx, inputs, outputs| changes_width(cx, &inputs[..1], outputs, is_float, false))
}

fn verify_int_to_float(op: OpRef<'_>) -> CheckResult {
    verify_cast(op, |cx, inputs, outputs| scalars(cx, inputs, outputs, is_int, is_float).is_some())
}

fn verify_float_to_int(op: OpRef<'_>) -> CheckResult {
    verify_cast(op, |cx, inputs, outputs| scalars(cx, inputs, outputs, is_float, is_int).is_some())
}

fn verify_index_cast(op: OpRef<'_>) -> CheckResult {
    verify_cast(op, |cx, inputs, outputs| {
        let scalars = one_to_one(cx, inputs, outputs)
            .and_then(|(a, b)| Some((scalar_of_memref(cx, a)?, scalar_of_memref(cx, b)?)));
        scalars.is_some_and(|(from, to)| {
            (from == Type::INDEX && to.is_signless_integer(cx))
                || (from.is_signless_integer(cx) && to == Type::INDEX)
        })
    })
}

fn verify_bitcast(op: OpRef<'_>) -> CheckResult {
    verify_cast(op, |cx, inputs, outputs| {
        let scalars = one_to_one(cx, inputs, outputs)
            .and_then(|(a, b)| Some((scalar_of_memref(cx, a)?, scalar_of_memref(cx, b)?)));
        scalars
            .is_some_and(|(from, to)| from.bit_width(cx).is_some() && from.bit_width(cx) == to.bit_width(cx))
    })
}
