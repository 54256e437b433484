//! Values as users write and read them.

use terrace_ir::{Context, Type};
use terrace_support::apfloat::{ApFloat, FloatKind, Rounding};
use terrace_support::apint::ApInt;

use crate::budget;
use crate::layout::{Element, Scalar};
use crate::object::Array;
use crate::ops::elementwise::{float, integer, set_float, set_integer};
use crate::value::{Value, array_type, misfit};

/// Parses a value of a type from a command line.
///
/// Numbers are written as in Rust and MLIR; complex ones are in parentheses. Tensors, vectors and memrefs are nested
/// lists, `[[1, 2], [3, 4]]`, or one number for all elements, or `random` and `random:SEED` for numbers from -1 to 1,
/// if the type has a static shape.
///
/// # Errors
///
/// The error in the text.
pub fn parse(cx: &Context, ty: Type, index_bits: u32, text: &str) -> Result<Value, String> {
    let refused = |why: String| format!("'{text}' is no value of type {}: {why}", cx.type_text(ty));
    // A vector is an element where it is in a buffer.
    if let Some(element) = Element::of(cx, ty, index_bits).filter(|_| !ty.is_vector(cx)) {
        let slots = parse_element(element, text).map_err(refused)?;
        return Ok(Value::Number(element, slots));
    }
    let Some((fixed, element)) = array_type(cx, ty, index_bits) else {
        return Err(format!("arguments of type {} cannot be given here", cx.type_text(ty)));
    };
    let (mut shape, mut bytes) = (Vec::new(), Vec::new());
    let push = |slots: &[u64], bytes: &mut Vec<u8>| {
        let at = bytes.len();
        bytes.resize(at + element.bytes(), 0);
        element.write(slots, &mut bytes[at..]);
    };
    if text.trim_start().starts_with('[') {
        shape = parse_list(text, fixed.len(), &mut |text| {
            push(&parse_element(element, text)?, &mut bytes);
            Ok(())
        })
        .map_err(refused)?;
    } else {
        let extent = |&extent: &i64| {
            u64::try_from(extent)
                .map_err(|_| format!("'{text}' does not say how many elements {} has", cx.type_text(ty)))
        };
        for fixed in &fixed {
            shape.push(extent(fixed)?);
        }
        let count = shape.iter().try_fold(1u64, |n, &extent| n.checked_mul(extent).filter(|&n| n < 1 << 32));
        let count = count.ok_or_else(|| format!("{} is too large", cx.type_text(ty)))?;
        if budget::check(count.saturating_mul(element.bytes() as u64)).is_err() {
            return Err(format!("{} is larger than the memory that may be used", cx.type_text(ty)));
        }
        let seed = match text.strip_prefix("random") {
            Some("") => Some(0),
            Some(rest) => {
                let seed = rest.strip_prefix(':').and_then(|n| n.parse().ok());
                Some(seed.ok_or_else(|| refused("expected random:SEED".to_owned()))?)
            }
            None => None,
        };
        match seed {
            Some(seed) => {
                random(element, seed).take(count as usize).for_each(|slots| push(&slots, &mut bytes))
            }
            None => {
                push(&parse_element(element, text).map_err(refused)?, &mut bytes);
                bytes = bytes.repeat(count as usize);
            }
        }
    }
    let array = Array::new(element, shape, bytes);
    match misfit(cx, ty, index_bits, &array) {
        None => Ok(Value::Array(array)),
        Some(why) => Err(refused(why)),
    }
}

/// Numbers from -1 to 1, integers of all their bits: the same for a seed everywhere.
fn random(element: Element, seed: u64) -> impl Iterator<Item = Vec<u64>> {
    let mut state = seed;
    // SplitMix64.
    let mut next = move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    };
    std::iter::from_fn(move || {
        let mut slots = Vec::new();
        for _ in 0..element.parts {
            let n = slots.len();
            slots.resize(n + element.scalar.slots() as usize, 0);
            match element.scalar {
                Scalar::Int(width) => {
                    let words: Vec<u64> = slots[n..].iter().map(|_| next()).collect();
                    set_integer(&integer(width, &words), &mut slots[n..]);
                }
                Scalar::Float(kind) => {
                    let value = (next() >> 11) as f64 / (1u64 << 52) as f64 - 1.0;
                    let value = ApFloat::from_f64(FloatKind::F64, value);
                    set_float(value.convert(kind, Rounding::NearestEven).0, &mut slots[n..]);
                }
            }
        }
        Some(slots)
    })
}

/// Reads nested lists; the result is their lengths.
///
/// # Errors
///
/// If they are not nested `rank` deep, if lists of one dimension have different lengths, or if an element is wrong.
pub fn parse_list(
    text: &str,
    rank: usize,
    element: &mut impl FnMut(&str) -> Result<(), String>,
) -> Result<Vec<u64>, String> {
    let dimensions = || format!("{rank} dimension{}", if rank == 1 { "" } else { "s" });
    let mut shape: Vec<Option<u64>> = vec![None; rank];
    // The lengths of the lists that are open, and whether an element or a list may stand here.
    let (mut open, mut rest, mut wanted) = (Vec::new(), text.trim(), true);
    while !rest.is_empty() {
        if wanted && rest.starts_with('[') {
            if open.len() == rank {
                return Err(format!("lists are nested deeper than the {} of the type", dimensions()));
            }
            open.push(0);
            rest = rest[1..].trim_start();
            // A list of lists that has none of them has lists of no length.
            if !(rest.starts_with(']')) {
                continue;
            }
            wanted = false;
        }
        if !wanted && rest.starts_with(']') {
            let Some(length) = open.pop() else { break };
            let dimension = open.len();
            let known = &mut shape[dimension];
            if let Some(known) = known.filter(|known| *known != length) {
                return Err(format!("lists of dimension {dimension} have {known} and {length} elements"));
            }
            *known = Some(length);
            rest = rest[1..].trim_start();
            if let Some(around) = open.last_mut() {
                *around += 1;
            } else {
                break;
            }
        } else if wanted {
            let end = match rest.starts_with('(') {
                true => rest.find(')').map(|at| at + 1),
                false => rest.find([',', ']']),
            };
            let text = rest[..end.unwrap_or(rest.len())].trim();
            if open.len() < rank {
                return Err(format!(
                    "'{text}' is at depth {} of the {} of the type",
                    open.len(),
                    dimensions()
                ));
            }
            element(text)?;
            if let Some(length) = open.last_mut() {
                *length += 1;
            }
            (rest, wanted) = (rest[end.unwrap_or(rest.len())..].trim_start(), false);
        } else {
            return Err(format!("expected ',' or ']' before '{rest}'"));
        }
        if rest.starts_with(',') && !open.is_empty() {
            (rest, wanted) = (rest[1..].trim_start(), true);
        }
    }
    if !rest.is_empty() {
        return Err(format!("'{rest}' follows the list"));
    }
    if !open.is_empty() {
        return Err("']' is missing".to_owned());
    }
    Ok(shape.into_iter().map(|length| length.unwrap_or(0)).collect())
}

/// Reads a number, or a complex one in parentheses.
///
/// # Errors
///
/// If the text is no number of this type.
pub fn parse_element(element: Element, text: &str) -> Result<Vec<u64>, String> {
    let number = |text: &str| {
        let mut slots = vec![0; element.scalar.slots() as usize];
        match element.scalar {
            Scalar::Int(width) => set_integer(&parse_integer(width, text)?, &mut slots),
            Scalar::Float(kind) => {
                let value: f64 = text.parse().map_err(|_| format!("'{text}' is no number"))?;
                let value = ApFloat::from_f64(FloatKind::F64, value);
                set_float(value.convert(kind, Rounding::NearestEven).0, &mut slots);
            }
        }
        Ok(slots)
    };
    if element.parts == 1 {
        return number(text);
    }
    let parts = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')?.split_once(','));
    let (re, im) = parts.ok_or_else(|| format!("'{text}' is no complex number such as (1, -2)"))?;
    Ok([number(re.trim())?, number(im.trim())?].concat())
}

/// Reads an integer of a width in bits, signed or unsigned, also as `0x...`, or `true` or `false`.
///
/// # Errors
///
/// If the text is no integer, or does not fit.
pub fn parse_integer(width: u32, text: &str) -> Result<ApInt, String> {
    if width == 1 && (text == "true" || text == "false") {
        return Ok(ApInt::new(1, u64::from(text == "true")));
    }
    let (negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
    let magnitude = match digits.strip_prefix("0x") {
        Some(hex) if !hex.is_empty() && hex.bytes().all(|b| b.is_ascii_hexdigit()) => {
            ApInt::parse_hex(hex.as_bytes())
        }
        None if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) => {
            ApInt::parse_decimal(digits.as_bytes())
        }
        _ => return Err(format!("'{text}' is no integer")),
    };
    let misfit = || format!("'{text}' does not fit into {width} bit{}", if width == 1 { "" } else { "s" });
    if magnitude.active_bits() > width {
        return Err(misfit());
    }
    let value = magnitude.zext_or_trunc(width);
    // Below zero there is one number more than there is above.
    if negative && value.is_negative() && !value.is_signed_min() {
        return Err(misfit());
    }
    Ok(if negative { value.neg() } else { value })
}

/// Writes a number, or a complex one, from its slots.
pub fn element(element: Element, slots: &[u64], out: &mut String) {
    let n = element.scalar.slots() as usize;
    let number = |slots: &[u64], out: &mut String| match element.scalar {
        Scalar::Int(1) => out.push_str(if slots[0] != 0 { "true" } else { "false" }),
        Scalar::Int(width) => integer(width, slots).write_signed(out),
        Scalar::Float(kind) => {
            let value = float(kind, slots);
            match (value.is_finite(), value.is_nan(), value.is_negative()) {
                (true, ..) => value.write_mlir(out),
                (_, true, _) => out.push_str("nan"),
                (_, _, true) => out.push_str("-inf"),
                _ => out.push_str("inf"),
            }
        }
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

/// Writes an array as nested lists; of a large one, only the first and last elements of each list.
pub fn elided(value: &Array, out: &mut String) {
    /// More elements than this are too many to read.
    const MANY: usize = 1000;
    /// The number of entries shown at either end of an elided list.
    const EDGE: usize = 3;
    /// Deeper nests of lists are written whole.
    const DEEP: usize = 16;

    fn list(value: &Array, extents: &[u64], at: usize, out: &mut String) {
        let Some((&extent, inner)) = extents.split_first() else {
            match value.check_written(at) {
                Ok(()) => element(value.element, &value.get(at), out),
                Err(_) => out.push('?'),
            }
            return;
        };
        let span: usize = inner.iter().map(|&extent| extent as usize).product();
        let extent = extent as usize;
        let long = extent > 2 * EDGE;
        out.push('[');
        for i in (0..extent).filter(|&i| !long || i <= EDGE || i >= extent - EDGE) {
            if i > 0 {
                out.push_str(", ");
            }
            if long && i == EDGE {
                out.push_str("...");
            } else {
                list(value, inner, at + i * span, out);
            }
        }
        out.push(']');
    }
    if value.len() <= MANY || value.shape.len() > DEEP {
        array(value, out);
    } else {
        list(value, &value.shape, 0, out);
    }
}

/// Writes a value with its type, on a line; of a large array, only the ends of its lists.
pub fn brief(cx: &Context, ty: Type, value: &Value) -> String {
    line(cx, ty, value, elided)
}

/// Writes a value with its type, on a line.
pub fn value(cx: &Context, ty: Type, value: &Value) -> String {
    line(cx, ty, value, array)
}

fn line(cx: &Context, ty: Type, value: &Value, array: fn(&Array, &mut String)) -> String {
    let mut out = String::new();
    match value {
        Value::Number(kind, slots) => element(*kind, slots, &mut out),
        Value::Array(value) => array(value, &mut out),
        Value::Opaque => out.push_str("..."),
    }
    out.push_str(" : ");
    out.push_str(&cx.type_text(ty));
    out.push('\n');
    out
}
