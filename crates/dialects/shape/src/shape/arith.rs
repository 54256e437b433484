//! Computing with extents.

use terrace_dialects_builtin::cast::verify_cast;
use terrace_ir::attr_kind::IndexAttr;
use terrace_ir::constraints::INDEX;
use terrace_ir::infer::InferInput;
use terrace_ir::{CheckResult, OpKind, OpRef, Type, Value};
use terrace_macros::op;

use super::canonicalize::{index_to_size_to_index, size_to_index_to_size};
use super::fold::{fold_add, fold_div, fold_extreme, fold_mul, fold_same};

use super::types::{
    IS_SIZE, SHAPE_OR_SIZE, SIZE_OR_INDEX, each, is_shape, is_size, size_type, sizes_compatible,
    verify_size_result,
};

/// An index where no operand may be an error.
fn infer_size(input: &InferInput<'_>) -> Result<Vec<Type>, String> {
    let fails = input.operands.iter().any(|&ty| is_size(input.cx, ty));
    Ok(vec![if fails { size_type(input.cx) } else { Type::INDEX }])
}

macro_rules! size_ops {
    ($($(#[doc = $doc:tt])* $name:ident = $full:tt [$($tr:tt)*] $fold:ident;)*) => {
        $(
            $(#[doc = $doc])*
            #[op($full, traits($($tr)*, InferTypes), infer = infer_size, compatible = sizes_compatible,
                 verify = verify_size_result, fold = $fold,
                 format = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)")]
            pub struct $name {
                lhs: Operand<SIZE_OR_INDEX>,
                rhs: Operand<SIZE_OR_INDEX>,
                result: Res<SIZE_OR_INDEX>,
            }
        )*
    };
}

size_ops! {
    /// The sum of extents.
    AddOp = "shape.add" [Commutative, Pure] fold_add;
    /// The quotient of extents, rounded down.
    DivOp = "shape.div" [Pure] fold_div;
    /// The product of extents.
    MulOp = "shape.mul" [Commutative, Pure] fold_mul;
}

/// The operands' type where they have one.
fn infer_extreme(input: &InferInput<'_>) -> Result<Vec<Type>, String> {
    match *input.operands {
        [lhs, rhs] if lhs == rhs => Ok(vec![lhs]),
        _ => Ok(vec![size_type(input.cx)]),
    }
}

macro_rules! extreme_ops {
    ($($(#[doc = $doc:tt])* $name:ident = $full:tt;)*) => {
        $(
            $(#[doc = $doc])*
            #[op($full, traits(Commutative, Pure, InferTypes), infer = infer_extreme, fold = fold_extreme,
                 compatible = |cx, a, b| each(cx, a, b, is_shape) || each(cx, a, b, is_size),
                 format = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)")]
            pub struct $name {
                lhs: Operand<SHAPE_OR_SIZE>,
                rhs: Operand<SHAPE_OR_SIZE>,
                result: Res<SHAPE_OR_SIZE>,
            }
        )*
    };
}

extreme_ops! {
    /// The greater extent, or extents of shapes of one rank.
    MaxOp = "shape.max";
    /// The lesser extent, or extents of shapes of one rank.
    MinOp = "shape.min";
}

/// An extent.
#[op("shape.const_size", fold = |op, _| ConstSizeOp::view_of(op).value_attr().into(), traits(ConstantLike, Pure), names = name_size, format = "$value attr-dict")]
pub struct ConstSizeOp {
    value: Prop<IndexAttr>,
    result: Res<IS_SIZE>,
}

fn name_size(op: OpRef<'_>, set: &mut dyn FnMut(Value, &str)) {
    let value = ConstSizeOp::view_of(op).value();
    set(ConstSizeOp::view_of(op).result().id(), &format!("c{value}"));
}

/// An index as an extent that may be an error.
#[op("shape.index_to_size", canonicalize(size_to_index_to_size), fold = fold_same, traits(Pure), format = "$arg attr-dict")]
pub struct IndexToSizeOp {
    arg: Operand<INDEX>,
    result: Res<IS_SIZE>,
}

/// An extent that is no error as an index.
#[op(
    "shape.size_to_index", canonicalize(index_to_size_to_index), fold = fold_same,
    traits(CastLike, Check(check_size_cast), Pure),
    format = "$arg attr-dict `:` type($arg)"
)]
pub struct SizeToIndexOp {
    arg: Operand<SIZE_OR_INDEX>,
    result: Res<INDEX>,
}

fn check_size_cast(op: OpRef<'_>) -> CheckResult {
    verify_cast(
        op,
        |cx, inputs, outputs| matches!((inputs, outputs), (&[from], &[Type::INDEX]) if from == Type::INDEX || is_size(cx, from)),
    )
}
