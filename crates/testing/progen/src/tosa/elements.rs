//! Ops on elements.

use super::{Elem, Range, Value, Writer, broadcast, exact};

fn attribute(w: &mut Writer) -> &'static str {
    const MODES: [&str; 3] = ["", " {nan_mode = PROPAGATE}", " {nan_mode = IGNORE}"];
    MODES[w.n.below(MODES.len())]
}

/// A value of numbers.
fn number(w: &mut Writer) -> Option<Value> {
    w.find(|value| value.elem != Elem::BOOL)
}

/// A value of integers that has room for sums.
fn small(w: &mut Writer, value: &Value) -> Value {
    let (low, high) = value.ints();
    let (least, most) = value.elem.limits();
    if low >= least / 2 && high <= most / 2 {
        return value.clone();
    }
    bounded(w, value, least / 2, most / 2)
}

/// A value clamped to limits.
pub(super) fn bounded(w: &mut Writer, value: &Value, low: i64, high: i64) -> Value {
    let elem = value.elem;
    let text = format!("tosa.clamp {value} {{min_val = {low} : {elem}, max_val = {high} : {elem}}}");
    let (from, to) = value.ints();
    w.def(&value.shape, elem, Range::Ints(from.clamp(low, high), to.clamp(low, high)), &[value], &text)
}

/// Floats that may be narrowed must not be rounded.
fn is_narrow(elem: Elem, range: Range) -> Option<()> {
    (elem != Elem::F64 || matches!(range, Range::Exact { .. })).then_some(())
}

pub(super) fn arithmetic(w: &mut Writer) -> Option<()> {
    let a = number(w)?;
    let b = w.partner(&a);
    let op = *w.n.choice(&["add", "sub", "maximum", "minimum"]);
    let shape = broadcast(&a.shape, &b.shape);
    let is_sum = matches!(op, "add" | "sub");
    let (mut a, mut b) = (a, b);
    let range = if a.elem.is_float() {
        let nan = a.may_be_nan() || b.may_be_nan();
        match (a.exact(), b.exact()) {
            (Some((x, i)), Some((y, j))) if is_sum => exact(a.elem, x + y, i.max(j)),
            (Some((x, i)), Some((y, j))) => exact(a.elem, x.max(y), i.max(j)),
            _ => Range::Any { nan },
        }
    } else {
        if is_sum {
            (a, b) = (small(w, &a), small(w, &b));
        }
        let ((al, ah), (bl, bh)) = (a.ints(), b.ints());
        match op {
            "add" => Range::Ints(al + bl, ah + bh),
            "sub" => Range::Ints(al - bh, ah - bl),
            "maximum" => Range::Ints(al.max(bl), ah.max(bh)),
            _ => Range::Ints(al.min(bl), ah.min(bh)),
        }
    };
    is_narrow(a.elem, range)?;
    let attr = if is_sum { "" } else { attribute(w) };
    w.def(&shape, a.elem, range, &[&a, &b], &format!("tosa.{op} {a}, {b}{attr}"));
    Some(())
}

pub(super) fn bits(w: &mut Writer) -> Option<()> {
    let a = w.truths().or_else(|| w.find(|value| matches!(value.elem, Elem::Int(1 | 8 | 16 | 32))))?;
    let (low, high) = a.elem.limits();
    let all = Range::Ints(low, high);
    let is_truth = a.elem == Elem::BOOL;
    if w.n.percent(25) {
        let op = if is_truth { "logical_not" } else { "bitwise_not" };
        w.def(&a.shape, a.elem, all, &[&a], &format!("tosa.{op} {a}"));
        return Some(());
    }
    if a.elem == Elem::I32 && w.n.percent(20) {
        w.def(&a.shape, a.elem, Range::Ints(0, 32), &[&a], &format!("tosa.clz {a}"));
        return Some(());
    }
    let b = w.partner(&a);
    let prefix = if is_truth { "logical" } else { "bitwise" };
    let op = *w.n.choice(&["and", "or", "xor"]);
    let shape = broadcast(&a.shape, &b.shape);
    w.def(&shape, a.elem, all, &[&a, &b], &format!("tosa.{prefix}_{op} {a}, {b}"));
    Some(())
}

pub(super) fn shift(w: &mut Writer) -> Option<()> {
    let a = w.find(|value| matches!(value.elem, Elem::Int(8 | 16 | 32)))?;
    let Elem::Int(width) = a.elem else { return None };
    let shape: Vec<i64> = a.shape.iter().map(|&extent| if w.n.percent(30) { 1 } else { extent }).collect();
    let amount = w.input_in(&shape, a.elem, Range::Ints(0, i64::from(width) - 1));
    let (low, high) = a.elem.limits();
    let round = w.n.percent(50);
    let (op, attr) = match w.n.weighted([1; 3].into_iter()) {
        0 => ("logical_left_shift", String::new()),
        1 => ("logical_right_shift", String::new()),
        _ => ("arithmetic_right_shift", format!(" {{round = {round}}}")),
    };
    w.def(
        &a.shape,
        a.elem,
        Range::Ints(low, high),
        &[&a, &amount],
        &format!("tosa.{op} {a}, {amount}{attr}"),
    );
    Some(())
}

pub(super) fn comparison(w: &mut Writer) -> Option<()> {
    let a = number(w)?;
    let b = if w.n.percent(15) { a.clone() } else { w.partner(&a) };
    let op = *w.n.choice(&["equal", "greater", "greater_equal"]);
    let shape = broadcast(&a.shape, &b.shape);
    w.def(&shape, Elem::BOOL, Range::Ints(0, 1), &[&a, &b], &format!("tosa.{op} {a}, {b}"));
    Some(())
}

pub(super) fn selection(w: &mut Writer) -> Option<()> {
    let a = w.find(|_| true)?;
    let b = if w.n.percent(10) { a.clone() } else { w.partner(&a) };
    let shape = broadcast(&a.shape, &b.shape);
    let fits = |value: &Value| {
        value.elem == Elem::BOOL
            && value.rank() == shape.len()
            && value.shape.iter().zip(&shape).all(|(&one, &other)| one == other || one == 1)
    };
    let condition = match w.find(fits) {
        Some(condition) if w.n.percent(80) => condition,
        _ => {
            let shape: Vec<i64> =
                shape.iter().map(|&extent| if w.n.percent(20) { 1 } else { extent }).collect();
            w.input_in(&shape, Elem::BOOL, Range::Ints(0, 1))
        }
    };
    let condition = match w.n.percent(15) {
        true => {
            let text = format!("tosa.logical_not {condition}");
            w.def(&condition.shape, Elem::BOOL, Range::Ints(0, 1), &[&condition], &text)
        }
        false => condition,
    };
    let range = match (a.exact(), b.exact()) {
        (Some((x, i)), Some((y, j))) => exact(a.elem, x.max(y), i.max(j)),
        _ if a.elem.is_float() => Range::Any { nan: a.may_be_nan() || b.may_be_nan() },
        _ => {
            let ((al, ah), (bl, bh)) = (a.ints(), b.ints());
            Range::Ints(al.min(bl), ah.max(bh))
        }
    };
    w.def(&shape, a.elem, range, &[&condition, &a, &b], &format!("tosa.select {condition}, {a}, {b}"));
    Some(())
}

pub(super) fn clamp(w: &mut Writer) -> Option<()> {
    let a = number(w)?;
    if !a.elem.is_float() {
        let (least, most) = a.elem.limits();
        let (mut low, mut high) = (w.n.within(-30, 30), w.n.within(-30, 30));
        if w.n.percent(20) {
            low = least;
        }
        if w.n.percent(20) {
            high = most;
        }
        bounded(w, &a, low.min(high), low.max(high));
        return Some(());
    }
    let (low, high) = (w.n.within(-8, 8), w.n.within(-8, 8));
    let (low, high) = (low.min(high), low.max(high));
    let (least, most) = match w.n.below(4) {
        0 => (format!("{low}.0"), "3.0e+4".to_owned()),
        1 => ("-3.0e+4".to_owned(), format!("{high}.0")),
        _ => (format!("{low}.0"), format!("{high}.0")),
    };
    let mode = *w.n.pick(&["", ", nan_mode = PROPAGATE", ", nan_mode = IGNORE"]);
    let elem = a.elem;
    let range = match a.exact() {
        Some((bound, digits)) => exact(elem, bound.max(8.0), digits),
        None => Range::Any { nan: a.may_be_nan() },
    };
    let text = format!("tosa.clamp {a} {{min_val = {least} : {elem}, max_val = {most} : {elem}{mode}}}");
    w.def(&a.shape, elem, range, &[&a], &text);
    Some(())
}

/// A function of one number.
pub(super) fn function(w: &mut Writer) -> Option<()> {
    let a = number(w)?;
    let a = if w.n.percent(15) { w.neutral(&a) } else { w.or_constant(a) };
    if !a.elem.is_float() {
        let (low, high) = a.ints();
        let a = if low == a.elem.limits().0 { bounded(w, &a, low + 1, high.max(low + 1)) } else { a };
        let (low, high) = a.ints();
        let most = high.max(-low);
        w.def(&a.shape, a.elem, Range::Ints(0, most.max(0)), &[&a], &format!("tosa.abs {a}"));
        return Some(());
    }
    let same = a.range;
    let any = Range::Any { nan: true };
    let of_f32: &[(&str, Range)] = if a.elem == Elem::F32 { &[("sigmoid", any)] } else { &[] };
    let common = [
        ("abs", same),
        ("ceil", same),
        ("floor", same),
        ("exp", any),
        ("tanh", any),
        ("reciprocal", any),
        ("rsqrt", any),
        ("log", any),
        ("sin", any),
        ("cos", any),
        ("erf", any),
    ];
    let all: Vec<(&str, Range)> = common.iter().chain(of_f32).copied().collect();
    let most = if a.elem == Elem::F64 { 3 } else { all.len() };
    let (op, range) = *w.n.choice(&all[..most]);
    let range = match (op, range) {
        ("ceil" | "floor", Range::Exact { bound, digits }) => exact(a.elem, bound + 1.0, digits),
        (_, range) => range,
    };
    w.def(&a.shape, a.elem, range, &[&a], &format!("tosa.{op} {a}"));
    Some(())
}

/// Products and quotients.
pub(super) fn product(w: &mut Writer) -> Option<()> {
    let a = w.find(|value| matches!(value.elem, Elem::Int(8 | 16 | 32)) || value.elem.is_float())?;
    if a.elem == Elem::I32 && w.n.percent(30) {
        let (low, high) = (a.elem.limits().0 + 1, a.elem.limits().1);
        let a = bounded(w, &a, low, high);
        let range = *w.n.pick(&[Range::Ints(1, 9), Range::Ints(-9, -1), Range::Ints(1, 1)]);
        let shape = a.shape.clone();
        let a = match w.n.below(6) {
            0 => w.input_in(&shape, Elem::I32, Range::Ints(0, 0)),
            1 => w.input_in(&shape, Elem::I32, Range::Ints(-99, 99)),
            _ => a,
        };
        let b = w.input_in(&shape, Elem::I32, range);
        w.def(&a.shape, Elem::I32, Range::Ints(low, high), &[&a, &b], &format!("tosa.intdiv {a}, {b}"));
        return Some(());
    }
    let b = w.partner(&a);
    let shape = broadcast(&a.shape, &b.shape);
    let (mut shift, mut elem) = (0, a.elem);
    let range = match a.elem {
        Elem::Int(8 | 16) => {
            elem = Elem::I32;
            let ((al, ah), (bl, bh)) = (a.ints(), b.ints());
            let corners = [al * bl, al * bh, ah * bl, ah * bh];
            Range::Ints(*corners.iter().min()?, *corners.iter().max()?)
        }
        Elem::Int(_) => {
            // A shifted product must fit.
            if w.n.percent(50) {
                shift = w.n.within(31, 40);
            }
            Range::Ints(elem.limits().0, elem.limits().1)
        }
        _ => match (a.exact(), b.exact()) {
            (Some((x, i)), Some((y, j))) => exact(elem, x * y, i + j),
            _ => Range::Any { nan: true },
        },
    };
    is_narrow(elem, range)?;
    // The least number times itself, shifted by 31, is one too great.
    let a = if shift > 0 { bounded(w, &a, -i64::from(i32::MAX), i64::from(i32::MAX)) } else { a };
    let amount = w.parameter(Elem::Int(8), shift);
    w.def(&shape, elem, range, &[&a, &b, &amount], &format!("tosa.mul {a}, {b}, {amount}"));
    Some(())
}

pub(super) fn negation(w: &mut Writer) -> Option<()> {
    let a = w.find(|value| matches!(value.elem, Elem::Int(8 | 16 | 32)) || value.elem.is_float())?;
    let (least, most) = a.elem.limits();
    let a = if a.elem == Elem::I32 { bounded(w, &a, least + 1, most) } else { a };
    let mut zeros = [0, 0];
    if a.elem == Elem::Int(8) && w.n.percent(60) {
        zeros = [w.n.within(-128, 127), w.n.within(-128, 127)];
    }
    let [from, to] = zeros.map(|zero| w.parameter(a.elem, zero));
    let range = match a.range {
        Range::Ints(low, high) => {
            let of = |value: i64| (zeros[0] - value + zeros[1]).clamp(least, most);
            Range::Ints(of(high), of(low))
        }
        range => range,
    };
    let negated =
        w.def(&a.shape, a.elem, range, &[&a, &from, &to], &format!("tosa.negate {a}, {from}, {to}"));
    if w.n.percent(30) && zeros == [0, 0] {
        let range = match negated.range {
            Range::Ints(low, high) => Range::Ints((-high).clamp(least, most), (-low).clamp(least, most)),
            range => range,
        };
        let back = if negated.elem == Elem::I32 { bounded(w, &negated, least + 1, most) } else { negated };
        w.def(
            &back.shape.clone(),
            back.elem,
            range,
            &[&back, &from, &to],
            &format!("tosa.negate {back}, {from}, {to}"),
        );
    }
    Some(())
}
