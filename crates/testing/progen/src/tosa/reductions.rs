//! Reductions.

use super::elements::bounded;
use super::{Elem, Range, Writer, exact};

pub(super) fn reduce(w: &mut Writer) -> Option<()> {
    let truths = w.truths().filter(|value| value.rank() > 0);
    let a = truths.or_else(|| w.find(|value| value.rank() > 0 && value.elem != Elem::Int(48)))?;
    let mut a = w.or_constant(a);
    if w.n.percent(25) {
        // Few reductions are of constants, and few sums of floats are exact.
        let (rank, elem) =
            (1 + w.n.below(3), *w.n.pick(&[Elem::I32, Elem::I32, Elem::Int(8), Elem::BOOL, Elem::F32]));
        let shape = w.extents(rank);
        let range = match elem {
            Elem::F32 => Range::Exact { bound: 2.0, digits: 1 },
            Elem::BOOL => Range::Ints(0, 1),
            _ => Range::Ints(-9, 9),
        };
        a = w.input_in(&shape, elem, range);
    }
    let axis = w.n.below(a.rank());
    let extent = a.shape[axis];
    let mut shape = a.shape.clone();
    shape[axis] = 1;
    let op = match a.elem {
        Elem::Int(1) => *w.n.choice(&["all", "any"]),
        Elem::Int(32) => *w.n.choice(&["max", "min", "sum", "sum"]),
        Elem::Int(_) => *w.n.choice(&["max", "min"]),
        _ => *w.n.choice(&["max", "min", "sum", "product"]),
    };
    let mode = match op {
        "max" | "min" => *w.n.pick(&["", ", nan_mode = PROPAGATE", ", nan_mode = IGNORE"]),
        _ => "",
    };
    let range = match (op, a.range) {
        ("sum", Range::Ints(..)) => {
            let limit = i64::from(i32::MAX) / extent;
            a = bounded(w, &a, -limit, limit);
            let (low, high) = a.ints();
            Range::Ints(low * extent, high * extent)
        }
        ("sum", Range::Exact { bound, digits }) => exact(a.elem, bound * extent as f64, digits),
        ("product", Range::Exact { bound, digits }) => {
            exact(a.elem, bound.max(1.0).powi(extent as i32), digits * extent as i32)
        }
        // Sums that are rounded depend on their order, and the type that they are made in.
        ("sum" | "product", _) => return None,
        (_, range) => range,
    };
    let is_rounded = matches!(range, Range::Any { .. });
    if matches!(op, "sum" | "product") && is_rounded {
        return None;
    }
    w.def(&shape, a.elem, range, &[&a], &format!("tosa.reduce_{op} {a} {{axis = {axis} : i32{mode}}}"));
    Some(())
}

pub(super) fn argmax(w: &mut Writer) -> Option<()> {
    let a = w.find(|value| value.rank() > 1 && !matches!(value.elem, Elem::Int(1 | 48)))?;
    let axis = w.n.below(a.rank());
    let mut shape = a.shape.clone();
    let extent = shape.remove(axis);
    let mode = *w.n.pick(&["", ", nan_mode = PROPAGATE", ", nan_mode = IGNORE"]);
    let index = if w.wide { Elem::Int(64) } else { Elem::I32 };
    w.def(
        &shape,
        index,
        Range::Ints(0, extent - 1),
        &[&a],
        &format!("tosa.argmax {a} {{axis = {axis} : i32{mode}}}"),
    );
    Some(())
}
