//! Values as users write and read them.

use terrace_ir::{Context, Type};
use terrace_support::apfloat::{ApFloat, FloatKind, Rounding};
use terrace_support::apint::ApInt;

use crate::layout::{Element, Repr, Scalar, repr};
use crate::object::{Array, Object};
use crate::ops::elementwise::{float, integer, set_float, set_integer};

/// Reads the slots of a value of a type from a command line.
pub fn parse(cx: &Context, ty: Type, index_bits: u32, text: &str) -> Result<Vec<u64>, String> {
    let element = Element::of(cx, ty, index_bits).filter(|element| element.parts == 1);
    let Some(Element { scalar, .. }) = element else {
        return Err(format!("arguments of type {} cannot be given here", cx.type_text(ty)));
    };
    let mut slots = vec![0; scalar.slots() as usize];
    let refused = || format!("'{text}' is no value of type {}", cx.type_text(ty));
    match scalar {
        Scalar::Int(width) => set_integer(&parse_integer(width, text).ok_or_else(refused)?, &mut slots),
        Scalar::Float(kind) => {
            let value: f64 = text.parse().map_err(|_| refused())?;
            let value = ApFloat::from_f64(FloatKind::F64, value);
            set_float(value.convert(kind, Rounding::NearestEven).0, &mut slots);
        }
    }
    Ok(slots)
}

fn parse_integer(width: u32, text: &str) -> Option<ApInt> {
    if width == 1 && (text == "true" || text == "false") {
        return Some(ApInt::new(1, u64::from(text == "true")));
    }
    let (negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
    let magnitude = match digits.strip_prefix("0x") {
        Some(hex) if !hex.is_empty() && hex.bytes().all(|b| b.is_ascii_hexdigit()) => {
            ApInt::parse_hex(hex.as_bytes())
        }
        None if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) => {
            ApInt::parse_decimal(digits.as_bytes())
        }
        _ => return None,
    };
    if magnitude.active_bits() > width {
        return None;
    }
    let value = magnitude.zext_or_trunc(width);
    // Below zero there is one number more than there is above.
    if negative && value.is_negative() && !value.is_signed_min() {
        return None;
    }
    Some(if negative { value.neg() } else { value })
}

/// Writes a number, or a complex one, from its slots.
pub fn element(element: Element, slots: &[u64], out: &mut String) {
    let n = element.scalar.slots() as usize;
    let number = |slots: &[u64], out: &mut String| match element.scalar {
        Scalar::Int(1) => out.push_str(if slots[0] != 0 { "true" } else { "false" }),
        Scalar::Int(width) => integer(width, slots).write_signed(out),
        Scalar::Float(kind) => float(kind, slots).write_mlir(out),
    };
    if element.parts == 1 {
        return number(slots, out);
    }
    out.push('(');
    number(&slots[..n], out);
    out.push_str(", ");
    number(&slots[n..], out);
    out.push(')');
}

/// Writes an array as nested lists.
pub fn array(array: &Array, out: &mut String) {
    let total = array.len();
    // The number of elements in each of the lists that may begin or end at an element.
    let mut spans: Vec<usize> = Vec::new();
    let mut span = 1usize;
    for &extent in array.shape.iter().rev() {
        span = span.saturating_mul(extent as usize);
        spans.push(span);
    }
    if total == 0 || spans.is_empty() {
        match total {
            0 => out.push_str("[]"),
            _ => element(array.element, &array.get(0), out),
        }
        return;
    }
    for i in 0..total {
        let opens = spans.iter().filter(|&&span| i % span == 0).count();
        if i > 0 {
            out.push_str(", ");
        }
        (0..opens).for_each(|_| out.push('['));
        match array.check_written(i) {
            Ok(()) => element(array.element, &array.get(i), out),
            Err(_) => out.push('?'),
        }
        let closes = spans.iter().filter(|&&span| (i + 1) % span == 0).count();
        (0..closes).for_each(|_| out.push(']'));
    }
}

/// Writes the results of a program, each on a line with its type.
pub fn results(cx: &Context, types: &[Type], index_bits: u32, slots: &[u64], objects: &[Object]) -> String {
    let mut out = String::new();
    let (mut slots, mut objects) = (slots, objects.iter());
    for &ty in types {
        match repr(cx, ty, index_bits) {
            Some(Repr::Slots(n)) => {
                let (own, rest) = slots.split_at((n as usize).min(slots.len()));
                slots = rest;
                match Element::of(cx, ty, index_bits) {
                    Some(kind) => element(kind, own, &mut out),
                    None => out.push_str("..."),
                }
            }
            _ => match objects.next() {
                Some(Some(value)) => array(value, &mut out),
                _ => out.push_str("..."),
            },
        }
        out.push_str(" : ");
        out.push_str(&cx.type_text(ty));
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_read_if_they_fit() {
        let read = |width, text| parse_integer(width, text).map(|value| value.to_i64().unwrap());
        assert_eq!(read(8, "127"), Some(127));
        assert_eq!(read(8, "255"), Some(-1));
        assert_eq!(read(8, "-128"), Some(-128));
        assert_eq!(read(8, "-129"), None);
        assert_eq!(read(8, "256"), None);
        assert_eq!(read(64, "0xff"), Some(255));
        assert_eq!(read(1, "true"), Some(-1));
        assert_eq!(read(8, ""), None);
        assert_eq!(read(8, "-"), None);
    }

    #[test]
    fn arrays_are_nested_lists() {
        let kind = Element { scalar: Scalar::Int(8), parts: 1 };
        let value = Array::new(kind, vec![2, 3], vec![1, 2, 3, 4, 5, 255]);
        let mut out = String::new();
        array(&value, &mut out);
        assert_eq!(out, "[[1, 2, 3], [4, 5, -1]]");
    }
}
