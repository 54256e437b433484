//! Accesses of one buffer by vectors: whole, under masks, by indices, packed and unpacked; and products of vectors.

use crate::generator::Gen;
use crate::reshaped::{an_index, box_mask, list, numbered};
use crate::shown::show;
use crate::types::{Elem, Shape, Ty, Value, names};
use crate::vectors::vector;

/// A buffer that is accessed, and the index at which all accesses begin, mostly zero.
struct Window {
    buffer: Value,
    at: Value,
    /// The number of elements from there on.
    room: i64,
}

fn place(g: &mut Gen<'_>, buffer: &Value) -> Window {
    let size = buffer.ty.shape().sizes[0];
    let at = if g.n.percent(60) { 0 } else { g.n.within(0, size - 1) };
    let index = an_index(g, at, 25).unwrap_or_else(|| g.number(Elem::Index, at));
    Window { buffer: buffer.clone(), at: index, room: size - at }
}

/// A mask: some, or known to be all or none.
fn mask(g: &mut Gen<'_>, size: i64) -> Value {
    let ty = Ty::Vector(vec![size], Elem::Int(1));
    match g.n.below(6) {
        0 => g.def(ty.clone(), format!("arith.constant dense<true> : {ty}")),
        1 => g.def(ty.clone(), format!("arith.constant dense<false> : {ty}")),
        2 | 3 => box_mask(g, &[size]),
        _ => match g.find(|value| value.ty == ty) {
            Some(mask) if g.n.percent(60) => mask,
            _ => numbered(g, &ty),
        },
    }
}

/// A mask whose elements beyond a number are false.
fn mask_of_first(g: &mut Gen<'_>, size: i64, most: i64) -> Value {
    let ty = Ty::Vector(vec![size], Elem::Int(1));
    let bound = g.n.within(0, size.min(most));
    let first = an_index(g, bound, 60).unwrap_or_else(|| g.number(Elem::Index, bound));
    let first = g.def(ty.clone(), format!("vector.create_mask {first} : {ty}"));
    if g.n.percent(50) {
        return first;
    }
    let other = mask(g, size);
    g.def(ty.clone(), format!("arith.andi {first}, {other} : {ty}"))
}

/// Indices below a number, each once.
fn indices(g: &mut Gen<'_>, size: i64, below: i64) -> Value {
    let ty = Ty::Vector(vec![size], Elem::Index);
    if g.n.percent(35) {
        return g.def(ty.clone(), format!("vector.step : {ty}"));
    }
    let mut numbers: Vec<i64> = (0..below).collect();
    if g.n.percent(60) {
        g.n.shuffle(&mut numbers);
    }
    let from = g.n.below((below - size + 1) as usize);
    let taken = numbers[from..from + size as usize].to_vec();
    if g.n.percent(50) {
        return g.def(ty.clone(), format!("arith.constant dense<[{}]> : {ty}", list(taken)));
    }
    let values: Vec<Value> = taken.into_iter().map(|number| g.opaque_index(number)).collect();
    g.def(ty.clone(), format!("vector.from_elements {} : {ty}", names(&values)))
}

fn read(g: &mut Gen<'_>, place: &Window, size: i64) -> Option<Value> {
    let Window { buffer, at, room } = place;
    let elem = buffer.ty.elem();
    let ty = Ty::Vector(vec![size], elem);
    let fits = size <= *room;
    let other = vector(g, &ty);
    let text = match g.n.below(5) {
        0 if fits => format!("vector.load {buffer}[{at}] : {}, {ty}", buffer.ty),
        1 => {
            let mask = mask_of_first(g, size, *room);
            format!(
                "vector.maskedload {buffer}[{at}], {mask}, {other} : {}, {}, {ty} into {ty}",
                buffer.ty, mask.ty
            )
        }
        2 if fits => {
            let (by, mask) = (indices(g, size, *room), mask(g, size));
            format!(
                "vector.gather {buffer}[{at}] [{by}], {mask}, {other} : {}, {}, {}, {ty} into {ty}",
                buffer.ty, by.ty, mask.ty
            )
        }
        3 => {
            let mask = mask_of_first(g, size, *room);
            format!(
                "vector.expandload {buffer}[{at}], {mask}, {other} : {}, {}, {ty} into {ty}",
                buffer.ty, mask.ty
            )
        }
        _ => {
            let (padding, inside) = (g.scalar(elem), fits && g.n.percent(70));
            let mask = if g.n.percent(50) { format!(", {}", mask(g, size)) } else { String::new() };
            format!(
                "vector.transfer_read {buffer}[{at}], {padding}{mask} {{in_bounds = [{inside}]}} : {}, {ty}",
                buffer.ty
            )
        }
    };
    Some(g.def(ty, text))
}

fn write(g: &mut Gen<'_>, place: &Window, value: &Value) {
    let Window { buffer, at, room } = place;
    let (ty, size) = (&value.ty, value.ty.shape().sizes[0]);
    let fits = size <= *room;
    let text = match g.n.below(5) {
        0 if fits => format!("vector.store {value}, {buffer}[{at}] : {}, {ty}", buffer.ty),
        1 => {
            let mask = mask_of_first(g, size, *room);
            format!("vector.maskedstore {buffer}[{at}], {mask}, {value} : {}, {}, {ty}", buffer.ty, mask.ty)
        }
        2 if fits => {
            let (by, mask) = (indices(g, size, *room), mask(g, size));
            format!(
                "vector.scatter {buffer}[{at}] [{by}], {mask}, {value} : {}, {}, {}, {ty}",
                buffer.ty, by.ty, mask.ty
            )
        }
        3 => {
            let mask = mask_of_first(g, size, *room);
            format!("vector.compressstore {buffer}[{at}], {mask}, {value} : {}, {}, {ty}", buffer.ty, mask.ty)
        }
        _ => {
            let inside = fits && g.n.percent(70);
            let mask = if g.n.percent(50) { format!(", {}", mask(g, size)) } else { String::new() };
            format!(
                "vector.transfer_write {value}, {buffer}[{at}]{mask} {{in_bounds = [{inside}]}} : {ty}, {}",
                buffer.ty
            )
        }
    };
    g.line(text);
}

/// Reads of a buffer and writes to it.
pub fn accesses(g: &mut Gen<'_>) -> bool {
    const OPS: &[&str] = &[
        "vector.compressstore",
        "vector.expandload",
        "vector.gather",
        "vector.load",
        "vector.maskedload",
        "vector.maskedstore",
        "vector.scatter",
        "vector.step",
        "vector.store",
        "vector.transfer_read",
        "vector.transfer_write",
    ];
    if !g.has(OPS) || !g.affords(400) {
        return false;
    }
    let size = g.n.within(3, 8);
    let elem = *g.n.pick(&[Elem::Int(32), Elem::Int(32), Elem::F32, Elem::Int(8)]);
    let (ty, whole) = (Ty::Memref(Shape::fixed(&[size]), elem, None), Ty::Vector(vec![size], elem));
    let buffer = g.fresh(ty.clone());
    g.line(format!("{buffer} = memref.alloc() : {ty}"));
    let (first, zero) = (numbered(g, &whole), g.number(Elem::Index, 0));
    g.line(format!("vector.store {first}, {buffer}[{zero}] : {ty}, {whole}"));
    let mut last = first;
    for _ in 0..2 + g.n.below(5) {
        let place = place(g, &buffer);
        if g.n.percent(50) {
            let length = *g.n.pick(&[place.room, place.room, last.ty.shape().sizes[0], 1, 2, 4]);
            if let Some(value) = read(g, &place, length) {
                last = value;
            }
        } else {
            write(g, &place, &last.clone());
        }
    }
    let end = g.def(whole.clone(), format!("vector.load {buffer}[{zero}] : {ty}, {whole}"));
    let at = g.n.within(0, size - 1);
    let shown = g.def(Ty::Scalar(elem), format!("vector.extract {end}[{at}] : {elem} from {whole}"));
    show(g, &shown);
    g.line(format!("memref.dealloc {buffer} : {ty}"));
    g.cost += g.weight * 200;
    true
}

/// A vector of integers with some of the extents.
fn of(extents: &[i64], dims: &[usize]) -> Ty {
    Ty::Vector(dims.iter().map(|&dim| extents[dim]).collect(), Elem::Int(32))
}

/// A product of matrices, or of a matrix and a vector, in any order of their dimensions.
fn contraction(g: &mut Gen<'_>, extents: &[i64], kind: &str) {
    // The last dimension is summed up.
    let (mut left, mut right, mut out) = (vec![0, 2], vec![1, 2], vec![0, 1]);
    if g.n.percent(25) {
        right = vec![2];
        out = vec![0];
    }
    for dims in [&mut left, &mut right, &mut out] {
        g.n.shuffle(dims);
    }
    let loops = if out.len() == 2 { vec![0, 1, 2] } else { vec![0, 2] };
    let name = |dim: &usize| format!("d{}", loops.iter().take_while(|&at| at != dim).count());
    let inputs: Vec<String> = loops.iter().map(name).collect();
    let map = |dims: &[usize]| {
        let results: Vec<String> = dims.iter().map(name).collect();
        format!("affine_map<({}) -> ({})>", inputs.join(", "), results.join(", "))
    };
    let kinds: Vec<&str> =
        loops.iter().map(|&dim| if dim == 2 { "\"reduction\"" } else { "\"parallel\"" }).collect();
    let (a, b, sum) = (of(extents, &left), of(extents, &right), of(extents, &out));
    let [x, y, z] = [&a, &b, &sum].map(|ty| numbered(g, ty));
    g.def(
        sum.clone(),
        format!(
            "vector.contract {{indexing_maps = [{}, {}, {}], iterator_types = [{}], kind = #vector.kind<{kind}>}} {x}, {y}, {z} : {a}, {b} into {sum}",
            map(&left),
            map(&right),
            map(&out),
            kinds.join(", ")
        ),
    );
}

/// A contraction, an outer product or a scan, whose sums are of integers.
pub fn product(g: &mut Gen<'_>) -> bool {
    if !g.has(&["vector.contract", "vector.outerproduct", "vector.scan"]) || !g.affords(200) {
        return false;
    }
    let extents: Vec<i64> = (0..3).map(|_| *g.n.pick(&[1, 2, 3])).collect();
    let of = |dims: &[usize]| of(&extents, dims);
    let kind = *g.n.pick(&["add", "add", "maxsi", "xor", "minui"]);
    match g.n.below(4) {
        0 => {
            let (a, b, sum) = (of(&[0]), of(&[1]), of(&[0, 1]));
            let [x, y, z] = [&a, &b, &sum].map(|ty| numbered(g, ty));
            g.def(
                sum.clone(),
                format!("vector.outerproduct {x}, {y}, {z} {{kind = #vector.kind<{kind}>}} : {a}, {b}"),
            );
        }
        1 => {
            let (source, dim, inclusive) = (of(&[0, 1]), g.n.below(2), g.n.percent(50));
            let start = of(&[1 - dim]);
            let [x, y] = [&source, &start].map(|ty| numbered(g, ty));
            let (all, last) = (g.fresh(source.clone()), g.fresh(start.clone()));
            g.line(format!(
                "{all}, {last} = vector.scan <{kind}>, {x}, {y} {{inclusive = {inclusive}, reduction_dim = {dim} : i64}} : {source}, {start}"
            ));
            g.values.extend([all, last]);
        }
        _ => contraction(g, &extents, kind),
    }
    g.cost += g.weight * 100;
    true
}
