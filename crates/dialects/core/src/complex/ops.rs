//! Making complex numbers, taking them apart and comparing them.

use terrace_ir::attr_kind::ArrayAttr;
use terrace_ir::attrs::AttrData;
use terrace_ir::constraints::{ANY_TYPE, I1};
use terrace_ir::def::op_error;
use terrace_ir::infer::InferInput;
use terrace_ir::traits::TypesMatch;
use terrace_ir::{Attr, CheckResult, Context, OpKind, OpName, OpRef, Type, Value};
use terrace_macros::op;

use super::fold;
use super::{ANY_COMPLEX, COMPLEX_OF_FLOAT, element_of, element_rule};
use crate::arith::{FastMathFlagsAttr, no_fastmath};
use terrace_dialects_builtin::constraints::ANY_FLOAT;

/// A constant: an array of the real and the imaginary part.
#[op("complex.constant", traits(ConstantLike, Pure, OpAsmInterface), verify = verify_constant,
     names = name_constant, fold = |op, _| ConstantOp::view_of(op).value_attr().opt().into(),
     format = "$value attr-dict `:` type($complex)")]
pub struct ConstantOp {
    value: Prop<ArrayAttr>,
    complex: Res<ANY_COMPLEX>,
}

/// The constant op for an array of two parts of the type's element type.
pub fn materialize(cx: &Context, attr: Attr, ty: Type) -> Option<(OpName, Vec<Attr>)> {
    let (parts, element) = (attr.as_array(cx)?, element_of(cx, ty)?);
    let fits = parts.len() == 2 && parts.iter().all(|part| part.ty(cx) == Some(element));
    fits.then(|| (cx.op_name(ConstantOp::DEF.name), vec![attr]))
}

fn name_constant(op: OpRef<'_>, set: &mut dyn FnMut(Value, &str)) {
    set(op.single_result().id(), "cst");
}

fn verify_constant(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), ConstantOp::view_of(op));
    let Some(&[real, imag]) = view.value_attr().as_array(cx) else {
        let message = "requires 'value' to be a complex constant, represented as array of two values";
        return Err(op_error(op, message));
    };
    let number_type = |a: Attr| match a.data(cx) {
        AttrData::Float { ty, .. } | AttrData::Integer { ty, .. } => Some(*ty),
        _ => None,
    };
    let (Some(real), Some(imag)) = (number_type(real), number_type(imag)) else {
        return Err(op_error(op, "requires attribute's elements to be float or integer attributes"));
    };
    let element = element_of(cx, view.complex().ty()).unwrap_or(Type::NONE);
    if real != element || imag != element {
        return Err(op_error(
            op,
            format!(
                "requires attribute's element types ('{}', '{}') to match the element type of the op's return \
                 type ('{}')",
                cx.type_text(real),
                cx.type_text(imag),
                cx.type_text(element)
            ),
        ));
    }
    Ok(())
}

static REAL_IS_ELEMENT: TypesMatch = element_rule("complex element type matches real operand type", "real");
static IMAGINARY_IS_ELEMENT: TypesMatch =
    element_rule("complex element type matches imaginary operand type", "imaginary");

/// A complex number from its real and its imaginary part.
#[op("complex.create",
     traits(Pure, AllTypesMatch(&["real", "imaginary"]), TypesMatchWith(&REAL_IS_ELEMENT),
            TypesMatchWith(&IMAGINARY_IS_ELEMENT)),
     format = "$real `,` $imaginary attr-dict `:` type($complex)", fold = fold::create)]
pub struct CreateOp {
    real: Operand<ANY_FLOAT>,
    imaginary: Operand<ANY_FLOAT>,
    complex: Res<COMPLEX_OF_FLOAT>,
}

/// One result of the operand's element type.
pub(super) fn element_of_first_operand(input: &InferInput<'_>) -> Result<Vec<Type>, String> {
    let ty = input.operands.first().and_then(|&ty| element_of(input.cx, ty));
    ty.map(|ty| vec![ty]).ok_or_else(|| "expected a complex operand".to_string())
}

static REAL_RESULT: TypesMatch = element_rule("complex element type matches result type", "real");
static IMAGINARY_RESULT: TypesMatch = element_rule("complex element type matches result type", "imaginary");

/// The real part.
#[op("complex.re", traits(TypesMatchWith(&REAL_RESULT), Pure, Elementwise, InferTypes),
     format = "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)",
     infer = element_of_first_operand, fold = fold::re, canonicalize(fold::re_of_neg))]
pub struct ReOp {
    complex: Operand<COMPLEX_OF_FLOAT>,
    fastmath: DefaultProp<FastMathFlagsAttr, no_fastmath>,
    real: Res<ANY_FLOAT>,
}

/// The imaginary part.
#[op("complex.im", traits(TypesMatchWith(&IMAGINARY_RESULT), Pure, Elementwise, InferTypes),
     format = "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)",
     infer = element_of_first_operand, fold = fold::im, canonicalize(fold::im_of_neg))]
pub struct ImOp {
    complex: Operand<COMPLEX_OF_FLOAT>,
    fastmath: DefaultProp<FastMathFlagsAttr, no_fastmath>,
    imaginary: Res<ANY_FLOAT>,
}

/// Reinterprets the bits as another type of the same width; one of both types is complex.
#[op("complex.bitcast", traits(Pure), verify = verify_bitcast,
     format = "$operand attr-dict `:` type($operand) `to` type($result)", fold = fold::bitcast,
     canonicalize(fold::merge_bitcasts))]
pub struct BitcastOp {
    operand: Operand<ANY_TYPE>,
    result: Res<ANY_TYPE>,
}

fn verify_bitcast(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), BitcastOp::view_of(op));
    let (from, to) = (view.operand().ty(), view.result().ty());
    if from == to {
        return Ok(());
    }
    let castable = |ty: Type| ty.is_integer(cx) || ty.is_float(cx) || element_of(cx, ty).is_some();
    if !castable(from) {
        return Err(op_error(op, "operand must be int/float/complex"));
    }
    if !castable(to) {
        return Err(op_error(op, "result must be int/float/complex"));
    }
    if element_of(cx, from).is_some() == element_of(cx, to).is_some() {
        return Err(op_error(op, "requires that either input or output has a complex type"));
    }
    if bits(cx, from) != bits(cx, to) {
        return Err(op_error(op, "casting bitwidths do not match"));
    }
    Ok(())
}

/// The bit width of a number, for a complex number that of both parts.
fn bits(cx: &Context, ty: Type) -> u64 {
    let parts = if element_of(cx, ty).is_some() { 2 } else { 1 };
    let part = element_of(cx, ty).unwrap_or(ty);
    let width = part.bit_width(cx).unwrap_or_else(|| panic!("'{}' is no number", cx.type_text(part)));
    u64::from(width) * parts
}

/// One result: `i1`.
fn i1_result(_input: &InferInput<'_>) -> Result<Vec<Type>, String> {
    Ok(vec![Type::I1])
}

macro_rules! compare_ops {
    ($($(#[doc = $doc:tt])* $name:ident = $full:tt;)*) => {
        $(
            $(#[doc = $doc])*
            #[op($full, traits(Pure, AllTypesMatch(&["lhs", "rhs"]), Elementwise, InferTypes), infer = i1_result,
                 format = "$lhs `,` $rhs attr-dict `:` type($lhs)")]
            pub struct $name {
                lhs: Operand<COMPLEX_OF_FLOAT>,
                rhs: Operand<COMPLEX_OF_FLOAT>,
                result: Res<I1>,
            }
        )*
    };
}

compare_ops! {
    /// Compares complex numbers for equality.
    EqualOp = "complex.eq";
    /// Compares complex numbers for inequality.
    NotEqualOp = "complex.neq";
}
