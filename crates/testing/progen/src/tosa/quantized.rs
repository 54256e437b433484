//! Scaled integers, casts and tables.

use super::elements::bounded;
use super::{Elem, Range, Writer, exact, nested};

/// Integers in another scale, of at most one.
pub(super) fn rescale(w: &mut Writer) -> Option<()> {
    let a = w.find(|value| matches!(value.elem, Elem::Int(8 | 16 | 32 | 48)))?;
    let Elem::Int(from) = a.elem else { return None };
    let to = *w.n.pick(&[8, 8, 16, 32]);
    let elem = Elem::Int(to);
    let scale32 = from != 48 && w.n.percent(60);
    let (input_unsigned, output_unsigned) = match w.n.below(6) {
        0 if from <= 16 && to <= 16 => (true, false),
        1 if from <= 16 && to <= 16 => (false, true),
        _ => (false, false),
    };
    let zero = |w: &mut Writer, width: u32, unsigned: bool| match (width, unsigned) {
        (8, _) if w.n.percent(60) => w.n.within(-128, 127),
        (16, true) if w.n.percent(50) => -32768,
        _ => 0,
    };
    let (input_zp, output_zp) = (zero(w, from, input_unsigned), zero(w, to, output_unsigned));
    // Verifiers want to know the number of channels.
    let is_known = a.open.last() == Some(&false);
    let channels = if is_known && w.n.percent(40) { *a.shape.last()? } else { 0 };
    let [multiplier, shift] = scale(w, from, scale32, channels.max(1));
    let (input_zp, output_zp) = (w.parameter(a.elem, input_zp), w.parameter(elem, output_zp));
    let rounding = match w.n.below(3) {
        0 if scale32 => "DOUBLE_ROUND",
        _ => "SINGLE_ROUND",
    };
    let attrs = format!(
        "scale32 = {scale32}, rounding_mode = {rounding}, per_channel = {}, input_unsigned = {input_unsigned}, \
         output_unsigned = {output_unsigned}",
        channels > 0
    );
    let (low, high) = elem.limits();
    let mut value = super::Value {
        name: String::new(),
        shape: a.shape.clone(),
        open: a.open.clone(),
        elem,
        range: Range::Ints(low, high),
    };
    value.name = w.fresh();
    w.line(&format!(
        "{value} = tosa.rescale {a}, {}, {}, {input_zp}, {output_zp} {{{attrs}}} : ({}, {}, {}, {}, {}) -> {}",
        multiplier.0,
        shift.0,
        a.ty(),
        multiplier.1,
        shift.1,
        input_zp.ty(),
        output_zp.ty(),
        value.ty()
    ));
    w.values.push(value);
    Some(())
}

/// Multipliers and shifts for channels; returns their names and types.
fn scale(w: &mut Writer, from: u32, scale32: bool, count: i64) -> [(String, String); 2] {
    let (multiplier, multipliers) = match scale32 {
        true => (Elem::I32, Range::Ints(1 << 30, i64::from(i32::MAX))),
        false => (Elem::Int(16), Range::Ints(1 << 14, 32767)),
    };
    // The sum with the zero point must fit 32 bits.
    let shifts = match (scale32, from) {
        (true, _) => Range::Ints(33, 40),
        (false, 48) => Range::Ints(34, 40),
        (false, _) => Range::Ints(17, 30),
    };
    [(multiplier, multipliers), (Elem::Int(8), shifts)].map(|(elem, range)| {
        let list: Vec<String> = (0..count).map(|_| w.literal(range)).collect();
        let ty = format!("tensor<{count}x{elem}>");
        (w.constant(&ty, &nested(&[count], &mut list.into_iter())), ty)
    })
}

pub(super) fn cast(w: &mut Writer) -> Option<()> {
    let a = w.find(|value| !value.may_be_nan() && value.elem != Elem::Int(48))?;
    let to =
        *w.n.pick(&[Elem::BOOL, Elem::Int(8), Elem::Int(16), Elem::I32, Elem::F32, Elem::F16, Elem::BF16]);
    if matches!((a.elem, to), (Elem::F16, Elem::BF16) | (Elem::BF16, Elem::F16)) {
        // The specification has no such cast.
        return None;
    }
    let (low, high) = to.limits();
    let range = match (a.range, to) {
        (_, Elem::Int(1)) => Range::Ints(0, 1),
        (Range::Ints(from, until), Elem::Int(_)) if from >= low && until <= high => a.range,
        (_, Elem::Int(_)) => Range::Ints(low, high),
        (Range::Ints(from, until), _) => exact(to, from.abs().max(until.abs()) as f64, 0),
        (Range::Exact { bound, digits }, _) => exact(to, bound, digits),
        (range, _) => range,
    };
    let is_rounded = to == Elem::F64 && !matches!(range, Range::Exact { .. });
    if is_rounded || (a.elem == to && w.n.percent(70)) {
        return None;
    }
    w.def(&a.shape, to, range, &[&a], &format!("tosa.cast {a}"));
    Some(())
}

pub(super) fn table(w: &mut Writer) -> Option<()> {
    let a = w.find(|value| matches!(value.elem, Elem::Int(8 | 16)))?;
    let (count, elem, to) = match a.elem {
        Elem::Int(8) => (256, Elem::Int(8), Elem::Int(8)),
        _ => (513, Elem::Int(16), Elem::I32),
    };
    let entries: Vec<String> = (0..count).map(|_| w.n.within(-100, 100).to_string()).collect();
    let ty = format!("tensor<{count}x{elem}>");
    let table = w.constant(&ty, &nested(&[count], &mut entries.into_iter()));
    let table = super::Value {
        name: table,
        shape: vec![count],
        open: vec![false],
        elem,
        range: Range::Ints(-100, 100),
    };
    let range = if to == Elem::I32 { Range::Ints(-100 << 7, 100 << 7) } else { Range::Ints(-100, 100) };
    let result = super::Value { elem: to, range, ..a.clone() };
    let found = w.def_with(result, &[&a, &table], &format!("tosa.table {a}, {table}"));
    if to == Elem::I32 && w.n.percent(50) {
        bounded(w, &found, -1000, 1000);
    }
    Some(())
}
