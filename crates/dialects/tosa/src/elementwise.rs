//! Ops on elements.

use terrace_dialects_builtin::broadcast::check_broadcast;
use terrace_ir::attr_kind::BoolAttr;
use terrace_ir::infer::InferInput;
use terrace_ir::verify::compatible_types;
use terrace_ir::{Attr, AttrData, CheckResult, Context, Folded, OpDef, OpKind, OpRef, Type, ValueRef, View};
use terrace_macros::op;
use terrace_support::apfloat::{ApFloat, Rounding};
use terrace_support::apint::ApInt;

use crate::attrs::{IntOrFloatAttr, NanPropagationModeAttr, propagate};
use crate::folds::{
    self, Splat, fold_binary, fold_comparison, is_unsigned, ranked_result, shifted_product, splat,
};
use crate::interfaces::{Marker, TosaElementwiseOperator};
use crate::shapes::{
    BROADCAST, BROADCAST_TWO, InferShapedType, OF_FIRST, broadcast_of, compatible_extents, tensor_type,
};
use crate::syntax::{parse_with_nan_mode, print_with_enums};
use crate::types::{
    FLOAT_TENSOR, I1_TENSOR, I32_OR_I64_TENSOR, SCALAR_I8_TENSOR, SCALAR_INT_OR_FLOAT_TENSOR, TENSOR,
    storage_element,
};
use crate::verify::{
    check_zero_point, fail, input_like_output, quoted, same_element_types, zero_point, zero_point_like,
};

macro_rules! unary_ops {
    ($list:ident: $($(#[doc = $doc:literal])*
       $name:ident = $op:literal, $input:ident: $constraint:ident $({ $($rest:tt)* })?;)*) => {
        $(
            $(#[doc = $doc])*
            #[op($op,
                 traits(SameOperandsAndResultShape, SameOperandsAndResultElementType, Check(check_broadcast),
                        SameOperandsAndResultRank, Pure),
                 interfaces(dyn InferShapedType = BROADCAST, dyn TosaElementwiseOperator = Marker),
                 format = "operands attr-dict `:` functional-type(operands, results)" $(, $($rest)*)?)]
            pub struct $name {
                $input: Operand<$constraint>,
                output: Res<$constraint>,
            }
        )*
        const $list: &[&OpDef] = &[$($name::DEF),*];
    };
}

unary_ops! { UNARY:
    /// The magnitude.
    AbsOp = "tosa.abs", input1: TENSOR { fold = fold_abs };
    /// The complement of the bits.
    BitwiseNotOp = "tosa.bitwise_not", input1: TENSOR;
    /// The least integer that is not less.
    CeilOp = "tosa.ceil", input1: TENSOR;
    /// The number of leading zeros.
    ClzOp = "tosa.clz", input1: TENSOR;
    /// The cosine.
    CosOp = "tosa.cos", input1: FLOAT_TENSOR;
    /// The error function.
    ErfOp = "tosa.erf", input: TENSOR;
    /// The exponential.
    ExpOp = "tosa.exp", input1: TENSOR;
    /// The greatest integer that is not greater.
    FloorOp = "tosa.floor", input1: TENSOR;
    /// The natural logarithm.
    LogOp = "tosa.log", input1: TENSOR;
    /// The negated truth value.
    LogicalNotOp = "tosa.logical_not", input1: I1_TENSOR;
    /// The reciprocal.
    ReciprocalOp = "tosa.reciprocal", input1: TENSOR { fold = folds::fold_reciprocal };
    /// The reciprocal of the square root.
    RsqrtOp = "tosa.rsqrt", input1: TENSOR;
    /// The logistic function.
    SigmoidOp = "tosa.sigmoid", input: TENSOR;
    /// The sine.
    SinOp = "tosa.sin", input1: FLOAT_TENSOR;
    /// The hyperbolic tangent.
    TanhOp = "tosa.tanh", input: TENSOR;
}

macro_rules! binary_ops {
    ($list:ident: $($(#[doc = $doc:literal])*
       $name:ident = $op:literal, $input:ident, $output:ident; $($traits:ident),* $({ $($rest:tt)* })?;)*) => {
        $(
            $(#[doc = $doc])*
            #[op($op, traits($($traits,)* Check(check_broadcast), SameOperandsAndResultRank, Pure),
                 interfaces(dyn InferShapedType = BROADCAST, dyn TosaElementwiseOperator = Marker),
                 format = "operands attr-dict `:` functional-type(operands, results)" $(, $($rest)*)?)]
            pub struct $name {
                input1: Operand<$input>,
                input2: Operand<$input>,
                output: Res<$output>,
            }
        )*
        const $list: &[&OpDef] = &[$($name::DEF),*];
    };
}

binary_ops! { BINARY:
    /// The sum.
    AddOp = "tosa.add", TENSOR, TENSOR; Commutative, SameOperandsAndResultElementType
        { fold = folds::fold_add };
    /// The bits that both have.
    BitwiseAndOp = "tosa.bitwise_and", TENSOR, TENSOR; Commutative, SameOperandsAndResultElementType;
    /// The bits that one has.
    BitwiseOrOp = "tosa.bitwise_or", TENSOR, TENSOR; Commutative, SameOperandsAndResultElementType;
    /// The bits that differ.
    BitwiseXorOp = "tosa.bitwise_xor", TENSOR, TENSOR; Commutative, SameOperandsAndResultElementType;
    /// The quotient of integers, rounded towards zero.
    IntDivOp = "tosa.intdiv", I32_OR_I64_TENSOR, I32_OR_I64_TENSOR; SameOperandsAndResultElementType
        { fold = folds::fold_intdiv };
    /// Returns whether both are true.
    LogicalAndOp = "tosa.logical_and", I1_TENSOR, I1_TENSOR; Commutative, SameOperandsAndResultElementType;
    /// The bits moved to the left.
    LogicalLeftShiftOp = "tosa.logical_left_shift", TENSOR, TENSOR; SameOperandsAndResultElementType;
    /// The bits moved to the right.
    LogicalRightShiftOp = "tosa.logical_right_shift", TENSOR, TENSOR; SameOperandsAndResultElementType;
    /// Returns whether one is true.
    LogicalOrOp = "tosa.logical_or", I1_TENSOR, I1_TENSOR; Commutative, SameOperandsAndResultElementType;
    /// Returns whether exactly one is true.
    LogicalXorOp = "tosa.logical_xor", I1_TENSOR, I1_TENSOR; Commutative, SameOperandsAndResultElementType;
    /// The power.
    PowOp = "tosa.pow", TENSOR, TENSOR; SameOperandsAndResultElementType;
    /// The difference.
    SubOp = "tosa.sub", TENSOR, TENSOR; SameOperandsAndResultElementType { fold = folds::fold_sub };
    /// Returns whether both are equal.
    EqualOp = "tosa.equal", TENSOR, I1_TENSOR; InferTypes, Commutative, SameOperandsElementType
        { fold = fold_equal, infer = infer_equal, compatible = compatible_shapes_only };
    /// Returns whether the first is greater.
    GreaterOp = "tosa.greater", TENSOR, I1_TENSOR; SameOperandsElementType { fold = folds::fold_greater };
    /// Returns whether the first is not less.
    GreaterEqualOp = "tosa.greater_equal", TENSOR, I1_TENSOR; SameOperandsElementType
        { fold = folds::fold_greater_equal };
}

fn infer_equal(input: &InferInput<'_>) -> Result<Vec<Type>, String> {
    Ok(vec![tensor_type(input.cx, broadcast_of(input.cx, input.operands), Type::I1)])
}

fn compatible_shapes_only(cx: &Context, inferred: &[Type], found: &[Type]) -> bool {
    let fits = |(one, other): (&Type, &Type)| match (one.shape(cx), other.shape(cx)) {
        (Some(one), Some(other)) => compatible_extents(one, other),
        _ => true,
    };
    inferred.len() == found.len() && inferred.iter().zip(found).all(fits)
}

/// The bits moved to the right under the sign, rounded if so desired.
#[op("tosa.arithmetic_right_shift",
     traits(SameOperandsAndResultElementType, Check(check_broadcast), SameOperandsAndResultRank, Pure),
     interfaces(dyn InferShapedType = BROADCAST, dyn TosaElementwiseOperator = Marker),
     format = "operands attr-dict `:` functional-type(operands, results)")]
pub struct ArithmeticRightShiftOp {
    input1: Operand<TENSOR>,
    input2: Operand<TENSOR>,
    round: Prop<BoolAttr>,
    output: Res<TENSOR>,
}

macro_rules! extremum_ops {
    ($($(#[doc = $doc:literal])* $name:ident = $op:literal;)*) => {$(
        $(#[doc = $doc])*
        #[op($op,
             traits(Commutative, SameOperandsAndResultElementType, Check(check_broadcast), SameOperandsAndResultRank,
                    Pure),
             interfaces(dyn InferShapedType = BROADCAST, dyn TosaElementwiseOperator = Marker),
             asm = (parse_with_nan_mode, print_with_enums),
             syntax = "operands attr-dict `:` functional-type(operands, results)")]
        pub struct $name {
            input1: Operand<TENSOR>,
            input2: Operand<TENSOR>,
            nan_mode: DefaultProp<NanPropagationModeAttr, propagate>,
            output: Res<TENSOR>,
        }
    )*};
}

extremum_ops! {
    /// The greater one.
    MaximumOp = "tosa.maximum";
    /// The lesser one.
    MinimumOp = "tosa.minimum";
}

/// The nearest number within bounds.
#[op("tosa.clamp",
     traits(SameOperandsAndResultShape, SameOperandsAndResultElementType, Check(check_broadcast),
            SameOperandsAndResultRank, Pure),
     interfaces(dyn InferShapedType = BROADCAST, dyn TosaElementwiseOperator = Marker),
     asm = (parse_with_nan_mode, print_with_enums), verify = verify_clamp,
     syntax = "operands attr-dict `:` functional-type(operands, results)")]
pub struct ClampOp {
    input: Operand<TENSOR>,
    min_val: Prop<IntOrFloatAttr>,
    max_val: Prop<IntOrFloatAttr>,
    nan_mode: DefaultProp<NanPropagationModeAttr, propagate>,
    output: Res<TENSOR>,
}

fn verify_clamp(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), ClampOp::view_of(op));
    let element = storage_element(cx, view.input().ty());
    if element != storage_element(cx, view.output().ty()) {
        return fail(op, "input/output element types are incompatible.");
    }
    let (min, max) = (view.min_val_attr(), view.max_val_attr());
    let got = || format!("got min_val={}, max_val={}", cx.attr_text(min), cx.attr_text(max));
    let incompatible =
        || fail(op, "min/max attributes types are incompatible with input/output element types.");
    match (min.data(cx), max.data(cx)) {
        (AttrData::Integer { ty, value: least }, AttrData::Integer { ty: other, value: greatest }) => {
            if *ty != element || *other != element {
                return incompatible();
            }
            let unsigned = is_unsigned(cx, element);
            let is_empty = if unsigned { greatest.ult(least) } else { greatest.slt(least) };
            if is_empty { fail(op, format!("expected min_val <= max_val, {}", got())) } else { Ok(()) }
        }
        (AttrData::Float { .. }, AttrData::Float { .. }) => {
            if min.ty(cx) != Some(element) || max.ty(cx) != Some(element) {
                return incompatible();
            }
            let (Some(least), Some(greatest)) = (min.as_float(cx), max.as_float(cx)) else { return Ok(()) };
            if least.is_nan() || greatest.is_nan() {
                return fail(op, format!("min/max attributes should not be 'NaN', {}", got()));
            }
            match greatest.to_f64() < least.to_f64() {
                true => fail(op, format!("expected min_val <= max_val, {}", got())),
                false => Ok(()),
            }
        }
        _ => incompatible(),
    }
}

/// The product, shifted to the right with rounding if the operands are integers of 32 bits.
#[op("tosa.mul", traits(Pure), interfaces(dyn InferShapedType = BROADCAST_TWO), verify = verify_mul,
     fold = fold_mul,
     format = "operands attr-dict `:` functional-type(operands, results)")]
pub struct MulOp {
    input1: Operand<TENSOR>,
    input2: Operand<TENSOR>,
    shift: Operand<SCALAR_I8_TENSOR>,
    output: Res<TENSOR>,
}

fn verify_mul(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), MulOp::view_of(op));
    let (a, b, result) = (view.input1().ty(), view.input2().ty(), view.output().ty());
    let [lhs, rhs, out] = [a, b, result].map(|ty| ty.element_type_or_self(cx));
    if out.is_integer(cx) {
        if !lhs.is_integer(cx) || lhs != rhs {
            return fail(op, "requires the same element type for all operands");
        }
        if lhs.bit_width(cx) > out.bit_width(cx) {
            return fail(op, "invalid data type size for operands or result");
        }
    } else {
        if lhs != out || rhs != out {
            return fail(op, "requires the same element type for all operands and results");
        }
        if zero_point(view.shift(), true).is_some_and(|shift| shift != 0) {
            return fail(op, "require shift to be 0 for float type");
        }
    }
    verify_mul_shapes(op, [a, b, result])
}

fn verify_mul_shapes(op: OpRef<'_>, types: [Type; 3]) -> CheckResult {
    let cx = op.cx();
    let [a, b, result] = types.map(|ty| ty.shape(cx));
    if let (Some(a), Some(b)) = (a, b) {
        if a.len() != b.len() {
            let (a, b) = (a.len(), b.len());
            return fail(op, format!("a and b operands don't have matching ranks, got {a} and {b}"));
        }
        if terrace_dialects_builtin::broadcast::broadcast_shapes(a, b).is_none() {
            let (a, b) = (quoted(cx, types[0]), quoted(cx, types[1]));
            return fail(
                op,
                format!("a and b operands don't have broadcast-compatible shapes, got {a} and {b}"),
            );
        }
    }
    let Some(result) = result else { return Ok(()) };
    for (shape, name) in [(a, "a"), (b, "b")] {
        if let Some(shape) = shape
            && shape.len() != result.len()
        {
            let (found, wanted) = (result.len(), shape.len());
            return fail(op, format!("result type has different rank than {name}, got {found} vs {wanted}"));
        }
    }
    Ok(())
}

/// The negated number, about zero points.
#[op("tosa.negate", traits(Pure), verify = verify_negate, fold = fold_negate,
     interfaces(dyn InferShapedType = OF_FIRST, dyn TosaElementwiseOperator = Marker),
     format = "operands attr-dict `:` functional-type(operands, results)")]
pub struct NegateOp {
    input1: Operand<TENSOR>,
    input1_zp: Operand<SCALAR_INT_OR_FLOAT_TENSOR>,
    output_zp: Operand<SCALAR_INT_OR_FLOAT_TENSOR>,
    output: Res<TENSOR>,
}

fn verify_negate(op: OpRef<'_>) -> CheckResult {
    let view = NegateOp::view_of(op);
    input_like_output(op, view.input1(), view.output())?;
    if !terrace_ir::verify::compatible_shapes(op.cx(), view.input1().ty(), view.output().ty()) {
        return fail(op, "requires the same shape for input1 and output");
    }
    let words = "expect both input1 and its zero point are the same element type";
    zero_point_like(op, view.input1(), view.input1_zp(), words)?;
    let words = "expect both output and its zero point are the same element type";
    zero_point_like(op, view.output(), view.output_zp(), words)?;
    check_zero_point(op, view.input1_zp(), "input1")?;
    check_zero_point(op, view.output_zp(), "output")
}

/// One of two numbers, by a truth value.
#[op("tosa.select", traits(Check(check_broadcast), SameOperandsAndResultRank, Pure), verify = verify_select,
     fold = fold_select,
     interfaces(dyn InferShapedType = BROADCAST, dyn TosaElementwiseOperator = Marker),
     format = "operands attr-dict `:` functional-type(operands, results)")]
pub struct SelectOp {
    input1: Operand<I1_TENSOR>,
    input2: Operand<TENSOR>,
    input3: Operand<TENSOR>,
    output: Res<TENSOR>,
}

fn verify_select(op: OpRef<'_>) -> CheckResult {
    let view = SelectOp::view_of(op);
    let output = view.output().ty();
    same_element_types(op, view.input2().ty(), output, ["input", "output"])?;
    same_element_types(op, view.input3().ty(), output, ["input", "output"])
}

/// Returns the amount by which a product is shifted; `None` if it is not known.
fn shift_of(view: View<'_, MulOp>) -> Option<u32> {
    let element = view.output().ty().element_type(view.0.cx())?;
    if element != Type::I32 {
        return Some(0);
    }
    u32::try_from(zero_point(view.shift(), true)?).ok().filter(|&shift| shift < 63)
}

/// A product with zero or with one; the product of constants, shifted to the right with rounding.
fn fold_mul(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let (cx, view) = (op.cx(), MulOp::view_of(op));
    let (Some(ty), Some(shift)) = (ranked_result(op), shift_of(view)) else { return Folded::Unchanged };
    for (known, other) in [(0, 1), (1, 0)] {
        if op.operand(other).ty() != ty {
            continue;
        }
        let Some(factor) = splat(op, constants, known) else { continue };
        // Zero times infinity, or times what is not a number, is no number.
        let annihilates = matches!(factor, Splat::Int(_)) || cx.matches_upstream();
        if factor.is_zero() && annihilates {
            return factor.attr(cx, ty).into();
        }
        let is_one = match factor {
            Splat::Int(value) => value.to_i64() == Some(1 << shift),
            Splat::Float(value) => value.to_f64() == 1.0,
        };
        if is_one {
            return op.operand(other).into();
        }
    }
    let Some(element) = ty.element_type(cx) else { return Folded::Unchanged };
    let unsigned = view.input1().ty().element_type(cx).is_some_and(|element| is_unsigned(cx, element));
    let product = |a: &ApInt, b: &ApInt| match element.bit_width(cx)? {
        // To upstream, a product is of the width of its factors.
        width if shift == 0 && cx.matches_upstream() && a.width() <= width => Some(a.mul(b).sext(width)),
        width => shifted_product(a, b, shift, unsigned, width),
    };
    let float = |a: ApFloat, b: ApFloat| Some(Splat::Float(a.mul(b, Rounding::NearestEven).0));
    fold_binary(op, constants, product, float).unwrap_or(Folded::Unchanged)
}

/// Compares constants, and integers with themselves.
fn fold_equal(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let (cx, view) = (op.cx(), EqualOp::view_of(op));
    let is_int = view.input1().ty().element_type(cx).is_some_and(|element| element.is_integer(cx));
    if is_int && view.input1().id() == view.input2().id() {
        return Splat::Int(ApInt::new(1, 1)).attr(cx, view.output().ty()).into();
    }
    fold_comparison(op, constants, std::cmp::Ordering::is_eq)
}

/// The value that is selected, where operands need no broadcast.
fn fold_select(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let (cx, view) = (op.cx(), SelectOp::view_of(op));
    let types = op.operand_types();
    let broadcasts = types.iter().any(|ty| ty.num_elements(cx).is_none()) || !compatible_types(cx, &types);
    let fits = |value: ValueRef<'_>| value.ty() == view.output().ty();
    if broadcasts {
        return Folded::Unchanged;
    }
    let (yes, no) = (view.input2(), view.input3());
    let chosen = match splat(op, constants, 0) {
        _ if yes.id() == no.id() => yes,
        Some(Splat::Int(value)) if value.is_zero() => no,
        Some(_) => yes,
        None => return Folded::Unchanged,
    };
    if fits(chosen) { chosen.into() } else { Folded::Unchanged }
}

/// The magnitude of a magnitude.
fn fold_abs(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let input = op.single_operand();
    let is_abs = input.defining_op().is_some_and(|def| def.isa::<AbsOp>());
    if is_abs && input.ty() == op.single_result().ty() { input.into() } else { Folded::Unchanged }
}

/// The operand of a negation that is negated, about zero points of zero.
///
/// Integers of 8 and 16 bits saturate, so that the least one is not what it was.
fn fold_negate(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let (cx, view) = (op.cx(), NegateOp::view_of(op));
    let Some(inner) = view.input1().defined_by::<NegateOp>() else { return Folded::Unchanged };
    let zeros = [view.input1_zp(), view.output_zp(), inner.input1_zp(), inner.output_zp()];
    let element = view.output().ty().element_type_or_self(cx);
    let saturates = element != Type::I32 && !element.is_float(cx) && !cx.matches_upstream();
    let is_plain = zeros.into_iter().all(|zero| zero_point(zero, true) == Some(0));
    let source = inner.input1();
    match is_plain && !saturates && source.ty() == view.output().ty() {
        true => source.into(),
        false => Folded::Unchanged,
    }
}

const OTHERS: &[&OpDef] = &[
    ArithmeticRightShiftOp::DEF,
    ClampOp::DEF,
    MaximumOp::DEF,
    MinimumOp::DEF,
    MulOp::DEF,
    NegateOp::DEF,
    SelectOp::DEF,
];

/// The ops of this file.
pub(crate) const OPS: &[&[&OpDef]] = &[UNARY, BINARY, OTHERS];

/// The number of operands whose elements an op combines one by one, before those that are parameters; `None` for an op of another
/// kind.
pub fn num_elementwise_operands(op: OpRef<'_>) -> Option<usize> {
    let is_elementwise = OPS.iter().flat_map(|ops| ops.iter()).any(|def| def.name == op.name_text());
    is_elementwise.then(|| match (op.isa::<NegateOp>(), op.isa::<MulOp>()) {
        (true, _) => 1,
        (_, true) => 2,
        _ => op.num_operands(),
    })
}
