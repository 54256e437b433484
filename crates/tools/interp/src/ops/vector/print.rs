//! Printing, as the runner of upstream does.

use terrace_dialects_vector::PrintOp;
use terrace_dialects_vector::attrs::PrintPunctuation;
use terrace_ir::{OpKind, OpRef, Type, TypeData};

use crate::layout::Scalar;
use crate::lower::{Lowered, Lowering};
use crate::ops::moves::{Source, extents};
use crate::ops::print::{number, write};

/// Whether a type's integers are printed without a sign.
fn is_unsigned(lw: &Lowering<'_>, ty: Type) -> bool {
    match ty.data(lw.cx) {
        TypeData::Integer { width, signedness } => {
            *width == 1 || *signedness == terrace_ir::Signedness::Unsigned
        }
        TypeData::Index => true,
        _ => false,
    }
}

pub(super) fn print(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = PrintOp::view_of(op);
    let end = match view.punctuation() {
        PrintPunctuation::NoPunctuation => "",
        PrintPunctuation::Comma => ", ",
        PrintPunctuation::Open => "( ",
        PrintPunctuation::Close => " )",
        PrintPunctuation::NewLine => "\n",
    };
    let literal = view.string_literal().map(str::to_owned);
    let Some(value) = view.source() else {
        let text = literal.unwrap_or_else(|| end.to_owned());
        return lw.native(op, true, move |env| {
            write(env, &text);
            Ok(())
        });
    };
    let (source, shape) = (Source::of(lw, value)?, extents(lw, value.ty())?);
    let unsigned = is_unsigned(lw, value.ty().element_type_or_self(lw.cx));
    if source.element.parts != 1 || source.element.scalar.bits() > 64 {
        return Err("printing these elements is not supported by the interpreter".to_owned());
    }
    lw.native_reading(op, move |env| {
        let array = source.get(env)?;
        let mut text = String::new();
        let mut slot = [0];
        let spans: Vec<u64> = (0..shape.len()).map(|i| shape[i..].iter().product()).collect();
        // A vector without dimensions is in parentheses as well.
        let flat = [1];
        let is_vector = matches!(source.place, crate::lower::ValuePlace::Object(_));
        let spans: &[u64] = if spans.is_empty() && is_vector { &flat } else { &spans };
        for i in 0..array.len() {
            array.read(i, &mut slot)?;
            if i > 0 {
                text.push_str(", ");
            }
            spans.iter().filter(|&&span| (i as u64).is_multiple_of(span)).for_each(|_| text.push_str("( "));
            match source.element.scalar {
                Scalar::Int(_) if unsigned => text.push_str(&slot[0].to_string()),
                scalar => text.push_str(&number(scalar, &slot)),
            }
            spans
                .iter()
                .filter(|&&span| (i as u64 + 1).is_multiple_of(span))
                .for_each(|_| text.push_str(" )"));
        }
        text.push_str(end);
        write(env, &text);
        Ok(())
    })
}
