//! `convert-math-to-libm`: ops of math become calls of the functions that C's library has for them.

use smallvec::SmallVec;
use terrace_conversion::{
    Conversion, ConversionPass, ConversionPatterns, ConversionRewriter, ConversionTarget,
};
use terrace_dialects_builtin::builtin::ModuleOp;
use terrace_dialects_core::{arith, math};
use terrace_dialects_vector::element::{ExtractOp, InsertOp};
use terrace_ir::body::OpSpec;
use terrace_ir::{Attr, Context, Op, OpKind, Type, TypeData, Value};
use terrace_pass::PassDef;
use terrace_pass::pass::EMPTY_PASS;
use terrace_support::apfloat::FloatKind;

use terrace_passes_shared::arithmetic::zero_attr;
use terrace_passes_shared::library_calls::replace_with_call;

/// The pass.
pub static CONVERT_MATH_TO_LIBM: PassDef = PassDef {
    name: "convert-math-to-libm",
    class: "ConvertMathToLibmPass",
    doc: "Convert Math dialect to libm calls",
    anchor: Some(ModuleOp::DEF.name),
    make: |options| ConversionPass::plain(options, conversion),
    ..EMPTY_PASS
};

fn conversion(cx: &Context) -> Conversion {
    let target = ConversionTarget::new()
        .legal_dialects(&["arith", "builtin", "func", "vector"])
        .illegal_dialects(&["math"]);
    let mut patterns = ConversionPatterns::new();
    populate_patterns(cx, &mut patterns);
    Conversion { target, patterns }
}

/// Adds the patterns.
pub fn populate_patterns(cx: &Context, patterns: &mut ConversionPatterns) {
    macro_rules! functions {
        ($($op:ident = $single:literal, $double:literal;)*) => {
            $(patterns
                .add::<math::$op>(cx, "VecOpToScalarOp", |rw, op| each_element(rw, op.into()))
                .add::<math::$op>(cx, "PromoteOpToF32", |rw, op| widen(rw, op.into()))
                .add::<math::$op>(cx, "ScalarOpToLibmCall", |rw, op| call(rw, op.into(), [$single, $double]))
                .across_bodies();)*
        };
    }
    functions! {
        AbsFOp = "fabsf", "fabs";
        AcosOp = "acosf", "acos";
        AcoshOp = "acoshf", "acosh";
        AsinOp = "asinf", "asin";
        AsinhOp = "asinhf", "asinh";
        Atan2Op = "atan2f", "atan2";
        AtanOp = "atanf", "atan";
        AtanhOp = "atanhf", "atanh";
        CbrtOp = "cbrtf", "cbrt";
        CeilOp = "ceilf", "ceil";
        CosOp = "cosf", "cos";
        CoshOp = "coshf", "cosh";
        ErfOp = "erff", "erf";
        ErfcOp = "erfcf", "erfc";
        ExpOp = "expf", "exp";
        Exp2Op = "exp2f", "exp2";
        ExpM1Op = "expm1f", "expm1";
        FloorOp = "floorf", "floor";
        FmaOp = "fmaf", "fma";
        LogOp = "logf", "log";
        Log2Op = "log2f", "log2";
        Log10Op = "log10f", "log10";
        Log1pOp = "log1pf", "log1p";
        PowFOp = "powf", "pow";
        RoundEvenOp = "roundevenf", "roundeven";
        RoundOp = "roundf", "round";
        RsqrtOp = "rsqrtf", "rsqrt";
        SinOp = "sinf", "sin";
        SinhOp = "sinhf", "sinh";
        SqrtOp = "sqrtf", "sqrt";
        TanOp = "tanf", "tan";
        TanhOp = "tanhf", "tanh";
        TruncOp = "truncf", "trunc";
    }
}

/// The operands and the type of the result of an op, before which new ops come.
fn parts(rw: &mut ConversionRewriter<'_>, op: Op) -> Option<(Vec<Value>, Type)> {
    let view = rw.op(op);
    let operands = view.operands().map(|operand| operand.id()).collect();
    let ty = view.results().next()?.ty();
    rw.set_insertion_point_before(op);
    Some((operands, ty))
}

/// An op of the same kind and with the same inherent attributes, on other numbers.
fn same_on(rw: &mut ConversionRewriter<'_>, op: Op, operands: &[Value], result: Type) -> Value {
    let view = rw.op(op);
    let (name, props, loc) = (view.name(), SmallVec::<[Attr; 4]>::from_slice(view.props()), view.loc());
    let attrs = Attr::EMPTY_DICT;
    let (props, results) = (&props[..], &[result]);
    let new = rw.create_op(&OpSpec { name, operands, results, props, attrs, successors: &[], loc });
    rw.op(new).single_result().id()
}

/// Scalarizes an op on vectors.
pub fn each_element(rw: &mut ConversionRewriter<'_>, op: Op) -> Option<()> {
    let (cx, loc) = (rw.cx(), rw.body().loc(op));
    let (operands, ty) = parts(rw, op)?;
    let TypeData::Vector { shape, scalable, element } = ty.data(cx) else { return None };
    let element = *element;
    if scalable.contains(&true) {
        return rw.notify_match_failure(op, "the number of elements is not known");
    }
    let zeros = zero_attr(cx, ty)?;
    let mut result = rw.build_value(arith::ConstantOp::of().loc(loc).value_attr(zeros).result(ty));
    let count: i64 = shape.iter().product();
    for index in 0..count {
        let (mut rest, mut position) = (index, vec![0; shape.len()]);
        for (at, extent) in position.iter_mut().zip(shape).rev() {
            *at = rest % extent;
            rest /= extent;
        }
        let position = cx.i64_array(&position);
        let numbers: Vec<Value> = operands
            .iter()
            .map(|&operand| {
                let extract = ExtractOp::of(operand).loc(loc).dynamic_position(&[]);
                let element = rw.body().value_type(operand).element_type_or_self(cx);
                rw.build_value(extract.static_position_attr(position).result(element))
            })
            .collect();
        let value = same_on(rw, op, &numbers, element);
        let insert = InsertOp::of(value, result).loc(loc).dynamic_position(&[]);
        result = rw.build_value(insert.static_position_attr(position).result(ty));
    }
    rw.replace_op(op, &[result]);
    Some(())
}

/// Widens numbers of half a word.
fn widen(rw: &mut ConversionRewriter<'_>, op: Op) -> Option<()> {
    let (cx, loc) = (rw.cx(), rw.body().loc(op));
    let (operands, ty) = parts(rw, op)?;
    if !matches!(ty.float_kind(cx), Some(FloatKind::F16 | FloatKind::BF16)) {
        return None;
    }
    let wide: Vec<Value> = operands
        .iter()
        .map(|&operand| rw.build_value(arith::ExtFOp::of(operand).loc(loc).out(Type::F32)))
        .collect();
    let value = same_on(rw, op, &wide, Type::F32);
    let result = rw.build_value(arith::TruncFOp::of(value).loc(loc).out(ty));
    rw.replace_op(op, &[result]);
    Some(())
}

/// Calls the function for the type.
fn call(rw: &mut ConversionRewriter<'_>, op: Op, [single, double]: [&str; 2]) -> Option<()> {
    let name = match rw.op(op).single_result().ty().float_kind(rw.cx())? {
        FloatKind::F32 => single,
        FloatKind::F64 => double,
        _ => return None,
    };
    // The functions set no error number here.
    replace_with_call(rw, op, name, rw.body().loc(op), &["llvm.readnone"])
}
