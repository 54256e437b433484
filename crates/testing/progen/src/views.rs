//! Vectors that are read and written through chains of views of a buffer, and loops whose iterations depend on each other.

use crate::generator::Gen;
use crate::shown::show;
use crate::types::{Elem, Layout, Shape, Ty, Value};

/// The element type of these buffers.
const ELEM: Elem = Elem::Int(32);

/// A buffer, or a view of one: all extents and strides are known.
pub(crate) struct View {
    /// The name.
    pub(crate) name: String,
    /// The extents.
    pub(crate) sizes: Vec<i64>,
    /// Strides and offset; `None` in row-major order from the start.
    layout: Option<(Vec<i64>, i64)>,
}

/// Strides of elements in row-major order.
fn row_major(sizes: &[i64]) -> Vec<i64> {
    let mut strides = vec![1; sizes.len()];
    for i in (1..sizes.len()).rev() {
        strides[i - 1] = strides[i] * sizes[i];
    }
    strides
}

impl View {
    fn strides(&self) -> Vec<i64> {
        self.layout.as_ref().map_or_else(|| row_major(&self.sizes), |(strides, _)| strides.clone())
    }

    /// The type.
    pub(crate) fn ty(&self) -> Ty {
        let layout = self.layout.as_ref().map(|(strides, offset)| Layout {
            strides: strides.iter().copied().map(Some).collect(),
            offset: Some(*offset),
        });
        Ty::Memref(Shape::fixed(&self.sizes), ELEM, layout)
    }

    /// The layout of what takes dimensions apart or together. That of a single dimension with a stride of one is none.
    fn regrouped(&self, strides: Vec<i64>) -> Option<(Vec<i64>, i64)> {
        let (own, offset) = self.layout.as_ref()?;
        (*offset != 0 || own[..] != [1]).then_some((strides, *offset))
    }

    /// The view that an op returns.
    fn by(
        &self,
        g: &mut Gen<'_>,
        op: &str,
        how: &str,
        sizes: Vec<i64>,
        layout: Option<(Vec<i64>, i64)>,
    ) -> View {
        let to = if op == "memref.subview" { "to" } else { "into" };
        let view = View { name: g.name(), sizes, layout };
        g.line(format!("{} = {op} {}{how} : {} {to} {}", view.name, self.name, self.ty(), view.ty()));
        view
    }
}

fn list(numbers: &[i64]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Opens a loop for each extent; returns the variables.
fn open_loops(g: &mut Gen<'_>, sizes: &[i64]) -> Vec<String> {
    let (zero, one) = (g.number(Elem::Index, 0), g.number(Elem::Index, 1));
    let mut variables = Vec::new();
    for &size in sizes {
        let high = g.number(Elem::Index, size);
        let variable = g.name();
        g.line(format!("scf.for {variable} = {zero} to {high} step {one} {{"));
        g.open(true);
        variables.push(variable);
    }
    variables
}

fn close_loops(g: &mut Gen<'_>, count: usize) {
    for _ in 0..count {
        g.close();
        g.line("}");
    }
}

/// A buffer each element of which holds another number.
pub(crate) fn numbered(g: &mut Gen<'_>, sizes: Vec<i64>) -> View {
    let first = g.scalar(ELEM);
    let view = View { name: g.name(), sizes, layout: None };
    g.line(format!("{} = memref.alloc() : {}", view.name, view.ty()));
    let variables = open_loops(g, &view.sizes);
    let mut sum = g.number(Elem::Index, 0).name;
    for (variable, stride) in variables.iter().zip(view.strides()) {
        let stride = g.number(Elem::Index, stride);
        let (product, next) = (g.name(), g.name());
        g.line(format!("{product} = arith.muli {variable}, {stride} : index"));
        g.line(format!("{next} = arith.addi {sum}, {product} : index"));
        sum = next;
    }
    let (number, value) = (g.name(), g.name());
    g.line(format!("{number} = arith.index_cast {sum} : index to {ELEM}"));
    g.line(format!("{value} = arith.addi {number}, {first} : {ELEM}"));
    g.line(format!("memref.store {value}, {}[{}] : {}", view.name, variables.join(", "), view.ty()));
    close_loops(g, view.sizes.len());
    g.cost += g.weight * view.sizes.iter().product::<i64>() as u64;
    view
}

/// Shows a number that depends on each element and its place, and frees the buffer.
pub(crate) fn show_all(g: &mut Gen<'_>, view: &View) {
    let (ty, cell) = (view.ty(), g.name());
    let zero = g.number(ELEM, 0);
    g.line(format!("{cell} = memref.alloca() : memref<{ELEM}>"));
    g.line(format!("memref.store {zero}, {cell}[] : memref<{ELEM}>"));
    let by = g.number(ELEM, 31);
    let variables = open_loops(g, &view.sizes);
    let [element, old, product, new] = [0; 4].map(|_| g.name());
    g.line(format!("{element} = memref.load {}[{}] : {ty}", view.name, variables.join(", ")));
    g.line(format!("{old} = memref.load {cell}[] : memref<{ELEM}>"));
    g.line(format!("{product} = arith.muli {old}, {by} : {ELEM}"));
    g.line(format!("{new} = arith.addi {product}, {element} : {ELEM}"));
    g.line(format!("memref.store {new}, {cell}[] : memref<{ELEM}>"));
    close_loops(g, view.sizes.len());
    g.cost += g.weight * 2 * view.sizes.iter().product::<i64>() as u64;
    let sum = g.def(Ty::Scalar(ELEM), format!("memref.load {cell}[] : memref<{ELEM}>"));
    show(g, &sum);
    g.line(format!("memref.dealloc {} : {ty}", view.name));
}

/// A view of a view: expanded or collapsed dimensions, or a strided subview, whose unit dimensions may be
/// dropped.
fn view_of(g: &mut Gen<'_>, from: &View) -> Option<View> {
    let strides = from.strides();
    match g.n.below(3) {
        0 => {
            let fits: Vec<usize> =
                (0..from.sizes.len()).filter(|&i| from.sizes.len() < 4 && from.sizes[i] > 1).collect();
            let at = *fits.get(g.n.below(fits.len().max(1)))?;
            let factors: Vec<i64> =
                (1..=from.sizes[at]).filter(|factor| from.sizes[at] % factor == 0).collect();
            let outer = *g.n.pick(&factors);
            let inner = from.sizes[at] / outer;
            let (mut sizes, mut new, mut groups) = (from.sizes.clone(), strides.clone(), Vec::new());
            sizes.splice(at..=at, [outer, inner]);
            new.splice(at..=at, [strides[at] * inner, strides[at]]);
            for dim in 0..from.sizes.len() {
                groups.push(match dim.cmp(&at) {
                    std::cmp::Ordering::Less => format!("[{dim}]"),
                    std::cmp::Ordering::Equal => format!("[{dim}, {}]", dim + 1),
                    std::cmp::Ordering::Greater => format!("[{}]", dim + 1),
                });
            }
            let how = format!(" [{}] output_shape [{}]", groups.join(", "), list(&sizes));
            let layout = from.regrouped(new);
            Some(from.by(g, "memref.expand_shape", &how, sizes, layout))
        }
        1 => {
            let fits: Vec<usize> = (1..from.sizes.len())
                .filter(|&i| {
                    strides[i - 1] == strides[i] * from.sizes[i] && from.sizes[i - 1] > 1 && from.sizes[i] > 1
                })
                .collect();
            let at = *fits.get(g.n.below(fits.len().max(1)))? - 1;
            let (mut sizes, mut new, mut groups) = (from.sizes.clone(), strides.clone(), Vec::new());
            sizes.splice(at..=at + 1, [from.sizes[at] * from.sizes[at + 1]]);
            new.remove(at);
            for dim in 0..from.sizes.len() {
                match dim {
                    _ if dim == at => groups.push(format!("[{dim}, {}]", dim + 1)),
                    _ if dim == at + 1 => {}
                    _ => groups.push(format!("[{dim}]")),
                }
            }
            let how = format!(" [{}]", groups.join(", "));
            let layout = from.regrouped(new);
            Some(from.by(g, "memref.collapse_shape", &how, sizes, layout))
        }
        _ => {
            let (mut offsets, mut counts, mut steps) = (vec![], vec![], vec![]);
            let mut offset = from.layout.as_ref().map_or(0, |(_, offset)| *offset);
            for (i, &size) in from.sizes.iter().enumerate() {
                let start = g.n.within(0, (size - 1).min(2));
                let step = if g.n.percent(25) { 2 } else { 1 };
                let most = (size - start + step - 1) / step;
                counts.push(if g.n.percent(20) { 1 } else { most });
                offsets.push(start);
                steps.push(step);
                offset += start * strides[i];
            }
            // All unit dimensions are dropped, or none: a type does not determine which of several were.
            let drops = g.n.percent(50);
            let kept: Vec<usize> = (0..counts.len()).filter(|&i| !drops || counts[i] != 1).collect();
            if kept.is_empty() {
                return None;
            }
            let how = format!("[{}] [{}] [{}]", list(&offsets), list(&counts), list(&steps));
            let sizes = kept.iter().map(|&i| counts[i]).collect();
            let new = kept.iter().map(|&i| strides[i] * steps[i]).collect();
            Some(from.by(g, "memref.subview", &how, sizes, Some((new, offset))))
        }
    }
}

/// Reads or writes a vector in a view.
fn access(g: &mut Gen<'_>, view: &View) {
    let (ty, rank) = (view.ty(), view.sizes.len());
    let unit = view.strides().last() == Some(&1);
    let vector_rank = 1 + g.n.below(rank.min(2));
    let first = rank - vector_rank;
    let (mut extents, mut at) = (Vec::new(), Vec::new());
    for (i, &size) in view.sizes.iter().enumerate() {
        let extent = if i < first { 1 } else { g.n.within(1, size.min(4)) };
        let start = g.n.within(0, size - extent);
        at.push(g.index(start).name);
        if i >= first {
            extents.push(extent);
        }
    }
    let vector = Ty::Vector(extents.clone(), ELEM);
    let mask = Ty::Vector(extents.clone(), Elem::Int(1));
    let (name, at) = (&view.name, at.join(", "));
    let in_bounds = format!("{{in_bounds = [{}]}}", vec!["true"; vector_rank].join(", "));
    let masked = |g: &mut Gen<'_>| {
        let bounds: Vec<i64> = extents.iter().map(|&extent| g.n.within(0, extent)).collect();
        let mask_value = g.name();
        g.line(format!("{mask_value} = vector.constant_mask [{}] : {mask}", list(&bounds)));
        mask_value
    };
    match g.n.below(6) {
        0 if unit => {
            g.def(vector.clone(), format!("vector.load {name}[{at}] : {ty}, {vector}"));
        }
        1 if unit => {
            let value = crate::vectors::vector(g, &vector);
            g.line(format!("vector.store {value}, {name}[{at}] : {ty}, {vector}"));
        }
        2 if unit && vector_rank == 1 => {
            let (mask_value, other) = (masked(g), crate::vectors::vector(g, &vector));
            let op = format!(
                "vector.maskedload {name}[{at}], {mask_value}, {other} : {ty}, {mask}, {vector} into {vector}"
            );
            g.def(vector.clone(), op);
        }
        3 if unit && vector_rank == 1 => {
            let (mask_value, value) = (masked(g), crate::vectors::vector(g, &vector));
            g.line(format!(
                "vector.maskedstore {name}[{at}], {mask_value}, {value} : {ty}, {mask}, {vector}"
            ));
        }
        4 => {
            let value = crate::vectors::vector(g, &vector);
            g.line(format!("vector.transfer_write {value}, {name}[{at}] {in_bounds} : {vector}, {ty}"));
        }
        _ => {
            let padding = g.scalar(ELEM);
            let bounds = if g.n.percent(70) { in_bounds } else { String::new() };
            g.def(
                vector.clone(),
                format!("vector.transfer_read {name}[{at}], {padding} {bounds} : {ty}, {vector}"),
            );
        }
    }
}

/// Vectors read and written through a chain of views.
pub fn chain(g: &mut Gen<'_>) -> bool {
    if !g.has(&["vector.load", "vector.maskedload", "vector.transfer_read"])
        || !g.may_write
        || !g.affords(200)
    {
        return false;
    }
    let sizes = g.n.pick(&[&[4, 6][..], &[2, 3, 8], &[2, 4, 4], &[8, 4], &[24], &[2, 12]]).to_vec();
    let base = numbered(g, sizes);
    let mut chain = Vec::new();
    for _ in 0..1 + g.n.below(3) {
        let made = view_of(g, chain.last().unwrap_or(&base));
        chain.extend(made);
    }
    for _ in 0..1 + g.n.below(3) {
        let at = g.n.below(chain.len() + 1);
        let before = g.values.len();
        access(g, chain.get(at).unwrap_or(&base));
        // The vector that was read is output, element by element.
        let read = g.values.iter().skip(before).rev();
        let found = read.clone().find(|value| matches!(value.ty, Ty::Vector(..))).cloned();
        if let Some(value) = found.filter(|_| g.n.percent(80)) {
            show_vector(g, &value);
        }
    }
    show_all(g, &base);
    true
}

/// Shows one element of a vector.
fn show_vector(g: &mut Gen<'_>, value: &Value) {
    let at: Vec<String> =
        value.ty.shape().sizes.iter().map(|&size| g.n.within(0, size - 1).to_string()).collect();
    let op = format!("vector.extract {value}[{}] : {} from {}", at.join(", "), value.ty.elem(), value.ty);
    let element = g.def(Ty::Scalar(value.ty.elem()), op);
    show(g, &element);
}

/// Two loops in each other: an element becomes what one nearby and another buffer's make, perhaps of an iteration before or
/// after.
pub fn nest(g: &mut Gen<'_>) -> bool {
    if !g.may_write || !g.affords(200) {
        return false;
    }
    let a = numbered(g, vec![5, 5]);
    let b = numbered(g, vec![5, 5]);
    let (one, low) = (g.number(Elem::Index, 1), g.number(Elem::Index, 1));
    let high = g.number(Elem::Index, *g.n.clone().pick(&[3, 4]));
    let [i, j] = [0; 2].map(|_| g.name());
    g.line(format!("scf.for {i} = {low} to {high} step {one} {{"));
    g.open(true);
    let place = |g: &mut Gen<'_>| {
        let [i, j] = [&i, &j].map(|variable| {
            let by = g.n.within(-1, 1);
            if by == 0 {
                return variable.clone();
            }
            let (by, moved) = (g.number(Elem::Index, by), g.name());
            g.line(format!("{moved} = arith.addi {variable}, {by} : index"));
            moved
        });
        if g.n.percent(85) { format!("{i}, {j}") } else { format!("{j}, {i}") }
    };
    let statement = |g: &mut Gen<'_>, place: &dyn Fn(&mut Gen<'_>) -> String| {
        let ty = a.ty();
        let (from, to) = (if g.n.percent(50) { &a } else { &b }, if g.n.percent(60) { &a } else { &b });
        let (read_at, write_at) = (place(g), place(g));
        let [value, mut new] = [0; 2].map(|_| g.name());
        let by = g.scalar(ELEM);
        g.line(format!("{value} = memref.load {}[{read_at}] : {ty}", from.name));
        g.line(format!("{new} = arith.addi {value}, {by} : {ELEM}"));
        if g.n.percent(25) {
            // Through memory that is private to each iteration.
            let [own, read] = [0; 2].map(|_| g.name());
            g.line(format!("{own} = memref.alloc() : memref<{ELEM}>"));
            g.line(format!("memref.store {new}, {own}[] : memref<{ELEM}>"));
            g.line(format!("{read} = memref.load {own}[] : memref<{ELEM}>"));
            g.line(format!("memref.dealloc {own} : memref<{ELEM}>"));
            new = read;
        }
        if g.n.percent(25) {
            // Through a subview that moves with the loops.
            let part = format!("memref<1x1x{ELEM}, strided<[5, 1], offset: ?>>");
            let (view, zero) = (g.name(), g.number(Elem::Index, 0));
            g.line(format!("{view} = memref.subview {}[{write_at}] [1, 1] [1, 1] : {ty} to {part}", to.name));
            g.line(format!("memref.store {new}, {view}[{zero}, {zero}] : {part}"));
            return;
        }
        g.line(format!("memref.store {new}, {}[{write_at}] : {ty}", to.name));
    };
    let row = |g: &mut Gen<'_>| {
        let column = g.number(Elem::Index, g.n.clone().within(0, 4));
        format!("{i}, {column}")
    };
    if g.n.percent(30) {
        statement(g, &row);
    }
    g.line(format!("scf.for {j} = {low} to {high} step {one} {{"));
    g.open(true);
    for _ in 0..1 + g.n.below(2) {
        statement(g, &place);
    }
    close_loops(g, 1);
    if g.n.percent(30) {
        statement(g, &row);
    }
    close_loops(g, 1);
    g.cost += g.weight * 100;
    show_all(g, &a);
    show_all(g, &b);
    true
}

/// A loop over points, each of which modifies a distinct element; bounds may be negative.
pub fn points(g: &mut Gen<'_>) -> bool {
    if !g.may_write || !g.affords(200) {
        return false;
    }
    let extents = vec![g.n.within(1, 7), g.n.within(1, 7)];
    let buffer = numbered(g, extents.clone());
    let (mut lows, mut highs, mut steps, mut variables, mut shifts) =
        (vec![], vec![], vec![], vec![], vec![]);
    for &extent in &extents {
        let low = *g.n.pick(&[0, 0, 0, 1, -2]);
        lows.push(g.index(low).name);
        highs.push(g.index(low + extent).name);
        let step = *g.n.pick(&[1, 1, 2, 3]);
        steps.push(g.number(Elem::Index, step).name);
        variables.push(g.name());
        shifts.push(g.number(Elem::Index, -low).name);
    }
    let by = g.scalar(ELEM);
    let join = |names: &[String]| names.join(", ");
    g.line(format!(
        "scf.parallel ({}) = ({}) to ({}) step ({}) {{",
        join(&variables),
        join(&lows),
        join(&highs),
        join(&steps)
    ));
    let [x, y, old, new] = [0; 4].map(|_| g.name());
    g.line(format!("  {x} = arith.addi {}, {} : index", variables[0], shifts[0]));
    g.line(format!("  {y} = arith.addi {}, {} : index", variables[1], shifts[1]));
    g.line(format!("  {old} = memref.load {}[{x}, {y}] : {}", buffer.name, buffer.ty()));
    g.line(format!("  {new} = arith.muli {old}, {by} : {ELEM}"));
    g.line(format!("  memref.store {new}, {}[{x}, {y}] : {}", buffer.name, buffer.ty()));
    g.line("  scf.reduce");
    g.line("}");
    g.cost += g.weight * 200;
    show_all(g, &buffer);
    true
}
