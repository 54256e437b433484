//! Ops that move elements.

use super::{Elem, Range, Value, Writer};

/// Writes an op with shapes among its operands.
fn with_shapes(
    w: &mut Writer,
    a: &Value,
    shape: &[i64],
    op: &str,
    shapes: &[&[i64]],
    last: Option<&Value>,
) -> Value {
    let (mut names, mut types) = (vec![a.name.clone()], vec![a.ty()]);
    for extents in shapes {
        let (name, ty) = w.shape(extents);
        names.push(name);
        types.push(ty);
    }
    if let Some(last) = last {
        names.push(last.name.clone());
        types.push(last.ty());
    }
    let is_open = a.open.contains(&true);
    let open = shape.iter().map(|_| is_open && w.n.percent(w.open)).collect();
    let value = Value { name: w.fresh(), shape: shape.to_vec(), open, elem: a.elem, range: a.range };
    w.line(&format!("{value} = tosa.{op} {} : ({}) -> {}", names.join(", "), types.join(", "), value.ty()));
    w.values.push(value.clone());
    value
}

fn ranked(w: &mut Writer) -> Option<Value> {
    w.find(|value| value.rank() > 0)
}

pub(super) fn transpose(w: &mut Writer) -> Option<()> {
    let a = ranked(w)?;
    let mut perms: Vec<usize> = (0..a.rank()).collect();
    w.n.shuffle(&mut perms);
    let moved = transposed(w, &a, &perms);
    if w.n.percent(30) {
        // The inverse, after an op on elements perhaps.
        if w.n.percent(50) {
            super::elements::function(w);
        }
        let last = w.values.last().cloned().filter(|last| last.rank() == a.rank()).unwrap_or(moved);
        let inverse: Vec<usize> =
            (0..perms.len()).map(|dim| perms.iter().position(|&at| at == dim).unwrap_or(dim)).collect();
        transposed(w, &last, &inverse);
    }
    Some(())
}

fn transposed(w: &mut Writer, a: &Value, perms: &[usize]) -> Value {
    let shape: Vec<i64> = perms.iter().map(|&dim| a.shape[dim]).collect();
    let list: Vec<String> = perms.iter().map(usize::to_string).collect();
    let text = format!("tosa.transpose {a} {{perms = array<i32: {}>}}", list.join(", "));
    w.def(&shape, a.elem, a.range, &[a], &text)
}

pub(super) fn reshape(w: &mut Writer) -> Option<()> {
    let a = w.find(|_| true)?;
    let mut rest = a.count();
    let mut shape = Vec::new();
    for _ in 0..w.n.below(3) {
        let divisors: Vec<i64> = (1..=rest).filter(|divisor| rest % divisor == 0).collect();
        let divisor = *w.n.pick(&divisors);
        shape.push(divisor);
        rest /= divisor;
    }
    shape.push(rest);
    if w.n.percent(40) {
        let at = w.n.below(shape.len() + 1);
        shape.insert(at, 1);
    }
    let mut extents = shape.clone();
    if w.n.percent(25) {
        let at = w.n.below(shape.len());
        extents[at] = -1;
    }
    with_shapes(w, &a, &shape, "reshape", &[&extents], None);
    Some(())
}

pub(super) fn reverse(w: &mut Writer) -> Option<()> {
    let a = ranked(w)?;
    let axis = w.n.below(a.rank());
    w.def(&a.shape, a.elem, a.range, &[&a], &format!("tosa.reverse {a} {{axis = {axis} : i32}}"));
    Some(())
}

pub(super) fn slice(w: &mut Writer) -> Option<()> {
    let a = ranked(w)?;
    sliced(w, &a);
    Some(())
}

fn sliced(w: &mut Writer, a: &Value) {
    let (mut start, mut size) = (Vec::new(), Vec::new());
    for &extent in &a.shape {
        let first = if w.n.percent(40) { 0 } else { w.n.within(0, extent - 1) };
        start.push(first);
        size.push(if w.n.percent(30) { extent - first } else { w.n.within(1, extent - first) });
    }
    let shape = size.clone();
    if w.n.percent(15) {
        // The rest of a dimension.
        for (dim, size) in size.iter_mut().enumerate() {
            if start[dim] + *size == a.shape[dim] {
                *size = -1;
            }
        }
    }
    with_shapes(w, a, &shape, "slice", &[&start, &size], None);
}

pub(super) fn pad(w: &mut Writer) -> Option<()> {
    let a = w.find(|value| value.rank() > 0 && value.count() < 200)?;
    let padding: Vec<i64> =
        (0..2 * a.rank()).map(|_| if w.n.percent(50) { 0 } else { w.n.within(1, 2) }).collect();
    let shape: Vec<i64> =
        a.shape.iter().enumerate().map(|(i, &extent)| extent + padding[2 * i] + padding[2 * i + 1]).collect();
    let (value, range) = match a.range {
        Range::Ints(low, high) => {
            let value = w.n.within(a.elem.limits().0.max(-5), a.elem.limits().1.min(5));
            (value, Range::Ints(low.min(value), high.max(value)))
        }
        Range::Exact { bound, digits } => {
            let value = w.n.within(-3, 3);
            (value, super::exact(a.elem, bound.max(3.0), digits))
        }
        range => (1, range),
    };
    let constant = w.parameter(a.elem, value);
    let value = Value { range, ..a };
    let padded = with_shapes(w, &value, &shape, "pad", &[&padding], Some(&constant));
    if w.n.percent(30) {
        sliced(w, &padded);
    }
    Some(())
}

pub(super) fn concat(w: &mut Writer) -> Option<()> {
    let a = w.find(|value| value.rank() > 0 && value.count() < 200)?;
    let axis = w.n.below(a.rank());
    let fits = |other: &Value| {
        other.elem == a.elem
            && other.rank() == a.rank()
            && (0..a.rank()).all(|dim| dim == axis || other.shape[dim] == a.shape[dim])
    };
    let mut parts = vec![a.clone()];
    for _ in 0..w.n.below(3) {
        if let Some(part) = w.find(fits) {
            parts.push(part);
        }
    }
    let mut shape = a.shape.clone();
    shape[axis] = parts.iter().map(|part| part.shape[axis]).sum();
    let range = parts.iter().map(|part| part.range).reduce(|one, other| match (one, other) {
        (Range::Ints(al, ah), Range::Ints(bl, bh)) => Range::Ints(al.min(bl), ah.max(bh)),
        (Range::Exact { bound, digits }, Range::Exact { bound: other, digits: others }) => {
            super::exact(a.elem, bound.max(other), digits.max(others))
        }
        _ => Range::Any { nan: true },
    })?;
    let names: Vec<&str> = parts.iter().map(|part| &*part.name).collect();
    let operands: Vec<&Value> = parts.iter().collect();
    let text = format!("tosa.concat {} {{axis = {axis} : i32}}", names.join(", "));
    let whole = w.def(&shape, a.elem, range, &operands, &text);
    if w.n.percent(40) {
        sliced(w, &whole);
    }
    Some(())
}

pub(super) fn tile(w: &mut Writer) -> Option<()> {
    let a = w.find(|value| value.rank() > 0 && value.count() < 60)?;
    let multiples: Vec<i64> =
        (0..a.rank()).map(|_| if w.n.percent(60) { 1 } else { w.n.within(1, 3) }).collect();
    let shape: Vec<i64> =
        a.shape.iter().zip(&multiples).map(|(extent, multiple)| extent * multiple).collect();
    with_shapes(w, &a, &shape, "tile", &[&multiples], None);
    Some(())
}

pub(super) fn identity(w: &mut Writer) -> Option<()> {
    let a = w.find(|_| true)?;
    w.def(&a.shape, a.elem, a.range, &[&a], &format!("tosa.identity {a}"));
    Some(())
}

/// A gather or a scatter.
pub(super) fn lookup(w: &mut Writer) -> Option<()> {
    let a = w.find(|value| value.rank() == 3 && !matches!(value.elem, Elem::Int(1 | 48)))?;
    let (batches, extent, channels) = (a.shape[0], a.shape[1], a.shape[2]);
    if w.n.percent(60) {
        let count = w.n.within(1, 4);
        let indices = w.input_in(&[batches, count], Elem::I32, Range::Ints(0, extent - 1));
        let text = format!("tosa.gather {a}, {indices}");
        w.def(&[batches, count, channels], a.elem, a.range, &[&a, &indices], &text);
        return Some(());
    }
    let count = w.n.within(1, extent);
    let mut rows = Vec::new();
    for _ in 0..batches {
        let mut row: Vec<i64> = (0..extent).collect();
        w.n.shuffle(&mut row);
        row.truncate(count as usize);
        rows.push(format!("{row:?}"));
    }
    let name = w.constant(&format!("tensor<{batches}x{count}xi32>"), &format!("[{}]", rows.join(", ")));
    let (shape, open) = (vec![batches, count], vec![false; 2]);
    let indices = Value { name, shape, open, elem: Elem::I32, range: Range::Ints(0, extent) };
    let range = match a.range {
        Range::Any { .. } => Range::Any { nan: false },
        range => range,
    };
    let new = w.input_in(&[batches, count, channels], a.elem, range);
    let text = format!("tosa.scatter {a}, {indices}, {new}");
    w.def(&a.shape, a.elem, a.range, &[&a, &indices, &new], &text);
    Some(())
}
