//! Tensors in chains of ops that repeat, reorder, take and set elements, with many extents of one.

use crate::generator::Gen;
use crate::reshaped::{MOST, an_index, count, list, sizes, some_sizes};
use crate::types::{Elem, Shape, Ty, Value, names};

/// A tensor whose elements differ, one of which no pass knows.
fn numbered_tensor(g: &mut Gen<'_>, sizes: &[i64], elem: Elem) -> Value {
    let ty = Ty::Tensor(Shape::fixed(sizes), elem);
    let first = g.n.within(-4, 60);
    let text: Vec<String> = (0..count(sizes))
        .map(|i| if elem.is_integer() { (first + i).to_string() } else { format!("{}.5", first + i) })
        .collect();
    let flat = Ty::Tensor(Shape::fixed(&[count(sizes)]), elem);
    let constant = g.def(flat.clone(), format!("arith.constant dense<[{}]> : {flat}", text.join(", ")));
    let (scalar, at) = (g.scalar(elem), g.n.within(0, count(sizes) - 1));
    let at = g.number(Elem::Index, at);
    let flat = g.def(flat.clone(), format!("tensor.insert {scalar} into {constant}[{at}] : {flat}"));
    if flat.ty == ty {
        return flat;
    }
    let shape: Vec<Value> = sizes.iter().map(|&size| g.number(Elem::Index, size)).collect();
    let shape_ty = format!("tensor<{}xindex>", sizes.len());
    let of = g.name();
    g.line(format!("{of} = tensor.from_elements {} : {shape_ty}", names(&shape)));
    g.def(ty.clone(), format!("tensor.reshape {flat}({of}) : ({}, {shape_ty}) -> {ty}", flat.ty))
}

fn like(of: &Value, sizes: &[i64]) -> Ty {
    Ty::Tensor(Shape::fixed(sizes), of.ty.elem())
}

fn empty_like(g: &mut Gen<'_>, of: &Value, sizes: &[i64]) -> Value {
    let ty = like(of, sizes);
    let empty = g.fresh(ty.clone());
    g.line(format!("{empty} = tensor.empty() : {ty}"));
    empty
}

/// Groups of successive numbers, as text.
fn groups_text(lengths: &[usize]) -> String {
    let mut next = 0;
    let groups: Vec<String> = lengths
        .iter()
        .map(|&length| {
            next += length;
            format!("[{}]", list((next - length..next).map(|dim| dim as i64)))
        })
        .collect();
    groups.join(", ")
}

/// Each dimension as several, of which the product is its extent.
fn expand(g: &mut Gen<'_>, from: &Value) -> Value {
    let (mut shape, mut lengths) = (Vec::new(), Vec::new());
    for size in sizes(from) {
        let parts = match g.n.below(5) {
            0 => vec![1, size],
            1 => vec![size, 1],
            2 => {
                let by = *g.n.pick(&(1..=size).filter(|by| size % by == 0).collect::<Vec<_>>());
                vec![by, size / by]
            }
            _ => vec![size],
        };
        lengths.push(parts.len());
        shape.extend(parts);
    }
    if shape.len() > 5 {
        return from.clone();
    }
    let ty = like(from, &shape);
    let (groups, shape) = (groups_text(&lengths), list(shape));
    g.def(
        ty.clone(),
        format!("tensor.expand_shape {from} [{groups}] output_shape [{shape}] : {} into {ty}", from.ty),
    )
}

/// Successive dimensions as one.
fn collapse(g: &mut Gen<'_>, from: &Value) -> Value {
    let (mut shape, mut lengths) = (Vec::<i64>::new(), Vec::<usize>::new());
    for size in sizes(from) {
        match (shape.last_mut(), lengths.last_mut()) {
            (Some(last), Some(length)) if g.n.percent(50) => {
                *last *= size;
                *length += 1;
            }
            _ => {
                shape.push(size);
                lengths.push(1);
            }
        }
    }
    let ty = like(from, &shape);
    let groups = groups_text(&lengths);
    g.def(ty.clone(), format!("tensor.collapse_shape {from} [{groups}] : {} into {ty}", from.ty))
}

/// Offsets, sizes and strides, as text.
fn box_text(g: &mut Gen<'_>, offsets: &[i64], lengths: &[i64], steps: &[i64]) -> String {
    let mut numbers = |numbers: &[i64], often: usize| {
        let texts: Vec<String> = numbers
            .iter()
            .map(|&number| an_index(g, number, often).map_or_else(|| number.to_string(), |index| index.name))
            .collect();
        texts.join(", ")
    };
    format!("[{}] [{}] [{}]", numbers(offsets, 25), list(lengths.iter().copied()), numbers(steps, 5))
}

/// Without some of the dimensions of extent one.
fn without_ones(g: &mut Gen<'_>, sizes: &[i64]) -> Vec<i64> {
    let often = *g.n.pick(&[0, 0, 50, 100]);
    sizes.iter().copied().filter(|&size| size != 1 || !g.n.percent(often)).collect()
}

fn take_slice(g: &mut Gen<'_>, from: &Value) -> Value {
    let (mut offsets, mut lengths, mut steps) = (Vec::new(), Vec::new(), Vec::new());
    for size in sizes(from) {
        let (offset, step) = (g.n.within(0, size - 1), g.n.within(1, 2));
        let most = (size - offset + step - 1) / step;
        let whole = g.n.percent(50);
        offsets.push(if whole { 0 } else { offset });
        lengths.push(if whole { size } else { g.n.within(1, most) });
        steps.push(if whole { 1 } else { step });
    }
    let kept = without_ones(g, &lengths);
    let ty = like(from, &kept);
    let at = box_text(g, &offsets, &lengths, &steps);
    g.def(ty.clone(), format!("tensor.extract_slice {from}{at} : {} to {ty}", from.ty))
}

/// Sets it, or a part of another one, in a larger tensor.
fn set_slice(g: &mut Gen<'_>, from: &Value) -> Value {
    // The part's dimensions, with others of one between.
    let mut lengths = sizes(from);
    while lengths.len() < 4 && (lengths.is_empty() || g.n.percent(30)) {
        let at = g.n.below(lengths.len() + 1);
        lengths.insert(at, 1);
    }
    let whole: Vec<i64> = lengths.iter().map(|&size| size + *g.n.pick(&[0, 0, 1, 2])).collect();
    if count(&whole) > 2 * MOST {
        return from.clone();
    }
    let offsets: Vec<i64> =
        lengths.iter().zip(&whole).map(|(&size, &all)| g.n.within(0, all - size)).collect();
    let ty = like(from, &whole);
    let into = match g.find(|value| value.ty == ty) {
        Some(into) => into,
        None => numbered_tensor(g, &whole, from.ty.elem()),
    };
    let steps = vec![1; lengths.len()];
    let at = box_text(g, &offsets, &lengths, &steps);
    g.def(ty.clone(), format!("tensor.insert_slice {from} into {into}{at} : {} into {ty}", from.ty))
}

fn pad(g: &mut Gen<'_>, from: &Value) -> Value {
    let shape = sizes(from);
    let mut side = || -> Vec<i64> { shape.iter().map(|_| *g.n.pick(&[0, 0, 0, 1, 2])).collect() };
    let (low, high) = (side(), side());
    let whole: Vec<i64> = (0..shape.len()).map(|dim| low[dim] + shape[dim] + high[dim]).collect();
    if count(&whole) > 2 * MOST {
        return from.clone();
    }
    let (ty, value) = (like(from, &whole), g.scalar(from.ty.elem()));
    let padded = g.fresh(ty.clone());
    g.line(format!("{padded} = tensor.pad {from} low[{}] high[{}] {{", list(low), list(high)));
    let places: Vec<String> = shape.iter().map(|_| format!("{}: index", g.name())).collect();
    g.line(format!("^bb0({}):", places.join(", ")));
    g.line(format!("tensor.yield {value} : {}", ty.elem()));
    g.line(format!("}} : {} to {ty}", from.ty));
    g.values.push(padded.clone());
    padded
}

/// Dimensions in another order, or further ones.
fn moved_tensor(g: &mut Gen<'_>, from: &Value) -> Value {
    let shape = sizes(from);
    if g.n.percent(60) {
        let mut order: Vec<usize> = (0..shape.len()).collect();
        g.n.shuffle(&mut order);
        let to: Vec<i64> = order.iter().map(|&dim| shape[dim]).collect();
        let out = empty_like(g, from, &to);
        let order = list(order.into_iter().map(|dim| dim as i64));
        return g.def(
            out.ty.clone(),
            format!(
                "linalg.transpose ins({from} : {}) outs({out} : {}) permutation = [{order}]",
                from.ty, out.ty
            ),
        );
    }
    if shape.len() > 3 || count(&shape) * 2 > MOST {
        return from.clone();
    }
    let (at, mut to) = (g.n.below(shape.len() + 1), shape);
    to.insert(at, g.n.within(1, 2));
    let out = empty_like(g, from, &to);
    g.def(
        out.ty.clone(),
        format!("linalg.broadcast ins({from} : {}) outs({out} : {}) dimensions = [{at}]", from.ty, out.ty),
    )
}

/// Packs it in tiles, and unpacks them, to another size that has as many tiles, or not.
fn packed(g: &mut Gen<'_>, from: &Value) -> Value {
    let shape = sizes(from);
    let mut tiled: Vec<usize> = (0..shape.len()).collect();
    g.n.shuffle(&mut tiled);
    tiled.truncate(1 + g.n.below(shape.len().min(2)));
    let tiles: Vec<i64> = tiled.iter().map(|_| g.n.within(1, 3)).collect();
    let mut outer = shape.clone();
    let mut needs_padding = false;
    for (&dim, &tile) in tiled.iter().zip(&tiles) {
        needs_padding |= outer[dim] % tile != 0;
        outer[dim] = (outer[dim] + tile - 1) / tile;
    }
    let mut order: Vec<usize> = (0..shape.len()).collect();
    let permutes = g.n.percent(40);
    if permutes {
        g.n.shuffle(&mut order);
    }
    let to: Vec<i64> = order.iter().map(|&dim| outer[dim]).chain(tiles.iter().copied()).collect();
    if count(&to) > 2 * MOST || to.len() > 6 {
        return from.clone();
    }
    let perm = if permutes {
        format!(" outer_dims_perm = [{}]", list(order.into_iter().map(|dim| dim as i64)))
    } else {
        String::new()
    };
    let how = format!(
        "{perm} inner_dims_pos = [{}] inner_tiles = [{}]",
        list(tiled.iter().map(|&dim| dim as i64)),
        list(tiles.iter().copied())
    );
    let padding = if needs_padding || g.n.percent(20) {
        let value = g.scalar(from.ty.elem());
        format!(" padding_value({value} : {})", from.ty.elem())
    } else {
        String::new()
    };
    let out = empty_like(g, from, &to);
    let packed = g.def(
        out.ty.clone(),
        format!("linalg.pack {from}{padding}{how} into {out} : {} -> {}", from.ty, out.ty),
    );
    if g.n.percent(40) {
        return packed;
    }
    let mut back = shape;
    if g.n.percent(30) {
        for (&dim, &tile) in tiled.iter().zip(&tiles) {
            let number = (back[dim] + tile - 1) / tile;
            back[dim] = g.n.within((number - 1) * tile + 1, number * tile);
        }
    }
    let out = empty_like(g, from, &back);
    g.def(out.ty.clone(), format!("linalg.unpack {packed}{how} into {out} : {} -> {}", packed.ty, out.ty))
}

/// Beside another tensor.
fn beside(g: &mut Gen<'_>, from: &Value) -> Value {
    let mut shape = sizes(from);
    let other = match g.find(|value| value.ty == from.ty) {
        Some(other) => other,
        None => numbered_tensor(g, &shape, from.ty.elem()),
    };
    let dim = g.n.below(shape.len());
    shape[dim] *= 2;
    if count(&shape) > 2 * MOST {
        return from.clone();
    }
    let ty = like(from, &shape);
    g.def(
        ty.clone(),
        format!("tensor.concat dim({dim}) {from}, {other} : ({}, {}) -> {ty}", from.ty, other.ty),
    )
}

/// With fewer extents in its type, and with all again.
fn opened(g: &mut Gen<'_>, from: &Value) -> Value {
    let mut shape = from.ty.shape();
    for open in &mut shape.open {
        *open = g.n.percent(50);
    }
    let open = Ty::Tensor(shape, from.ty.elem());
    if open == from.ty {
        return from.clone();
    }
    let cast = g.name();
    g.line(format!("{cast} = tensor.cast {from} : {} to {open}", from.ty));
    g.def(from.ty.clone(), format!("tensor.cast {cast} : {open} to {}", from.ty))
}

/// A chain of ops on a tensor that move its elements.
pub fn chain(g: &mut Gen<'_>) -> bool {
    const OPS: &[&str] = &[
        "linalg.broadcast",
        "linalg.pack",
        "linalg.transpose",
        "linalg.unpack",
        "tensor.cast",
        "tensor.collapse_shape",
        "tensor.concat",
        "tensor.expand_shape",
        "tensor.extract_slice",
        "tensor.insert_slice",
        "tensor.pad",
        "tensor.reshape",
    ];
    if !g.has(OPS) || !g.affords(400) {
        return false;
    }
    let elem = *g.n.pick(&[Elem::Int(32), Elem::F32]);
    let first =
        g.find(|value| matches!(&value.ty, Ty::Tensor(shape, _) if shape.is_fixed() && shape.rank() > 0));
    let mut value = match first {
        Some(value) if g.n.percent(30) => value,
        _ => {
            let shape = some_sizes(g);
            numbered_tensor(g, &shape, elem)
        }
    };
    for _ in 0..2 + g.n.below(4) {
        if sizes(&value).is_empty() {
            break;
        }
        value = match g.n.below(20) {
            0..=2 => expand(g, &value),
            3..=5 => collapse(g, &value),
            6..=8 => take_slice(g, &value),
            9..=11 => set_slice(g, &value),
            12 | 13 => pad(g, &value),
            14 | 15 => moved_tensor(g, &value),
            16 | 17 => packed(g, &value),
            18 => beside(g, &value),
            _ => opened(g, &value),
        };
    }
    g.cost += g.weight * 300;
    true
}
