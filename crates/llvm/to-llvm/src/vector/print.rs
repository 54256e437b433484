//! `vector.print` as calls of the run-time library.

use terrace_conversion::{Adaptor, ConversionRewriter};
use terrace_dialects_core::arith;
use terrace_dialects_llvm::ops as llvm;
use terrace_dialects_vector::PrintOp;
use terrace_dialects_vector::attrs::PrintPunctuation;
use terrace_ir::{Diag, Op, Signedness, Type, TypeData, Value};
use terrace_support::apfloat::FloatKind;

use super::Lowering;
use crate::functions::RuntimeFunction;
use crate::print::print_string;
use terrace_llvm_common::build::Build;

/// The run-time function that prints a scalar, and its arguments.
struct Scalar {
    function: &'static str,
    values: Vec<Value>,
}

/// The number that the run-time library has for a format whose numbers are integers in LLVM.
fn format_number(kind: FloatKind) -> Option<i64> {
    Some(match kind {
        FloatKind::F8E5M2 => 7,
        FloatKind::F8E5M2FNUZ => 8,
        FloatKind::F8E4M3 => 9,
        FloatKind::F8E4M3FN => 10,
        FloatKind::F8E4M3FNUZ => 11,
        FloatKind::F8E4M3B11FNUZ => 12,
        FloatKind::F8E3M4 => 13,
        FloatKind::TF32 => 14,
        FloatKind::F8E8M0FNU => 15,
        FloatKind::F6E3M2FN => 16,
        FloatKind::F6E2M3FN => 17,
        FloatKind::F4E2M1FN => 18,
        _ => return None,
    })
}

/// A number in the form in which a function prints it; `None` if none does.
fn scalar(build: &mut Build<'_, '_>, value: Value, ty: Type) -> Option<Scalar> {
    let (cx, loc) = (build.cx(), build.loc);
    let by = |function, value| Some(Scalar { function, values: vec![value] });
    if let Some(kind) = ty.float_kind(cx) {
        return match kind {
            FloatKind::F32 => by("printF32", value),
            FloatKind::F64 => by("printF64", value),
            FloatKind::F16 | FloatKind::BF16 => {
                let bits = build.unary::<llvm::BitcastOp>(value, Type::I16);
                by(if kind == FloatKind::F16 { "printF16" } else { "printBF16" }, bits)
            }
            kind => {
                let format = format_number(kind)?;
                let format = build.integer(format, Type::I32);
                let bits = build.unary::<llvm::ZExtOp>(value, Type::I64);
                Some(Scalar { function: "printApFloat", values: vec![format, bits] })
            }
        };
    }
    let TypeData::Integer { width, signedness } = *ty.data(cx) else {
        return (ty == Type::INDEX).then(|| by("printU64", value)).flatten();
    };
    if width > 64 {
        return None;
    }
    let is_unsigned = signedness == Signedness::Unsigned;
    // Booleans are 0 and 1.
    let value = match (width, is_unsigned || width == 1) {
        (64, _) => value,
        (_, true) => build.rw.build_value(arith::ExtUIOp::of(value).out(Type::I64).loc(loc)),
        (_, false) => build.rw.build_value(arith::ExtSIOp::of(value).out(Type::I64).loc(loc)),
    };
    by(if is_unsigned { "printU64" } else { "printI64" }, value)
}

fn call(build: &mut Build<'_, '_>, from: Op, function: &str, values: &[Value]) -> Result<(), Box<Diag>> {
    let inputs: Vec<Type> = values.iter().map(|&value| build.rw.body().value_type(value)).collect();
    RuntimeFunction { name: function, inputs: &inputs, result: None }.call(build, from, values).map(|_| ())
}

/// The function that prints punctuation; `None` for nothing.
fn printer_of(punctuation: PrintPunctuation) -> Option<&'static str> {
    match punctuation {
        PrintPunctuation::NoPunctuation => None,
        PrintPunctuation::NewLine => Some("printNewline"),
        PrintPunctuation::Comma => Some("printComma"),
        PrintPunctuation::Open => Some("printOpen"),
        PrintPunctuation::Close => Some("printClose"),
    }
}

pub(super) fn print(
    rw: &mut ConversionRewriter<'_>,
    op: PrintOp,
    adaptor: &Adaptor,
    lowering: &Lowering,
) -> Option<()> {
    let (cx, loc, view) = (rw.cx(), rw.body().loc(op), op.view(rw));
    let ty = view.source().map(|source| source.ty());
    let text = view.string_literal().map(|text| text.as_bytes().to_vec());
    let punctuation = printer_of(view.punctuation());
    rw.set_insertion_point_before(op);
    let mut build = Build::new(rw, loc, lowering.converter.index);
    let printed = match ty {
        Some(ty) => {
            // Vectors are unrolled before.
            lowering.convert(cx, ty).filter(|_| !ty.is_vector(cx))?;
            let value = *adaptor.flat().first()?;
            let Scalar { function, values } = scalar(&mut build, value, ty)?;
            call(&mut build, op.into(), function, &values)
        }
        None => Ok(()),
    };
    let printed = printed.and_then(|()| match (text, punctuation) {
        (Some(text), _) => {
            let string = ("vector_print_str", &text[..], "printString");
            print_string(&mut build, &lowering.strings, op.into(), string)
        }
        (None, Some(function)) => call(&mut build, op.into(), function, &[]),
        (None, None) => Ok(()),
    });
    if let Err(diag) = printed {
        rw.report(diag);
        return None;
    }
    rw.erase_op(op);
    Some(())
}
