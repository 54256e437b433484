//! Vectors in chains of ops that repeat, reorder, take and set elements, with many extents of one; and transfers of
//! them, with masks and maps, that overlap.

use crate::generator::Gen;
use crate::types::{Elem, Shape, Ty, Value, names};

/// The largest number of elements of a vector.
pub(crate) const MOST: i64 = 32;

/// Numbers with commas between them.
pub(crate) fn list(numbers: impl IntoIterator<Item = i64>) -> String {
    numbers.into_iter().map(|number| number.to_string()).collect::<Vec<_>>().join(", ")
}

pub(crate) fn sizes(value: &Value) -> Vec<i64> {
    value.ty.shape().sizes
}

/// An index that passes may not know: `main` has numbers below sixteen of which they know nothing.
pub(crate) fn an_index(g: &mut Gen<'_>, number: i64, often: usize) -> Option<Value> {
    (number < 16 && g.n.percent(often)).then(|| g.opaque_index(number))
}

pub(crate) fn count(sizes: &[i64]) -> i64 {
    sizes.iter().product()
}

/// Extents, of which many are one.
pub(crate) fn some_sizes(g: &mut Gen<'_>) -> Vec<i64> {
    let rank = 1 + g.n.below(3);
    let mut sizes: Vec<i64> = (0..rank).map(|_| *g.n.pick(&[1, 1, 2, 2, 3, 4])).collect();
    while count(&sizes) > MOST {
        sizes.pop();
    }
    sizes
}

/// A constant whose elements differ.
fn numbered_constant(g: &mut Gen<'_>, ty: &Ty) -> Value {
    let first = g.n.within(-4, 40);
    let text = match ty.elem() {
        Elem::Int(1) => list_of_flags(g, ty.shape().count()),
        elem if elem.is_integer() => list(first..first + ty.shape().count()),
        _ => (0..ty.shape().count()).map(|i| format!("{}.5", first + i)).collect::<Vec<_>>().join(", "),
    };
    let flat = Ty::Vector(vec![ty.shape().count()], ty.elem());
    let flat = g.def(flat.clone(), format!("arith.constant dense<[{text}]> : {flat}"));
    if flat.ty == *ty {
        return flat;
    }
    g.def(ty.clone(), format!("vector.shape_cast {flat} : {} to {ty}", flat.ty))
}

fn list_of_flags(g: &mut Gen<'_>, count: i64) -> String {
    let flags: Vec<&str> = (0..count).map(|_| *g.n.pick(&["true", "false"])).collect();
    flags.join(", ")
}

/// A vector whose elements differ, and which no pass knows.
pub(crate) fn numbered(g: &mut Gen<'_>, ty: &Ty) -> Value {
    let constant = numbered_constant(g, ty);
    let scalar = g.scalar(ty.elem());
    let splat = g.def(ty.clone(), format!("vector.broadcast {scalar} : {} to {ty}", ty.elem()));
    let op = match ty.elem() {
        Elem::Int(1) => "xori",
        elem if elem.is_integer() => "addi",
        _ => "addf",
    };
    g.def(ty.clone(), format!("arith.{op} {splat}, {constant} : {ty}"))
}

/// A mask of a number of elements along each dimension.
pub(crate) fn box_mask(g: &mut Gen<'_>, sizes: &[i64]) -> Value {
    let ty = Ty::Vector(sizes.to_vec(), Elem::Int(1));
    let bounds: Vec<i64> = sizes.iter().map(|&size| g.n.within(0, size)).collect();
    if g.n.percent(40) {
        let bounds = if bounds.contains(&0) { vec![0; bounds.len()] } else { bounds };
        return g.def(ty.clone(), format!("vector.constant_mask [{}] : {ty}", list(bounds)));
    }
    let bounds: Vec<Value> = bounds
        .into_iter()
        .map(|bound| an_index(g, bound, 50).unwrap_or_else(|| g.number(Elem::Index, bound)))
        .collect();
    g.def(ty.clone(), format!("vector.create_mask {} : {ty}", names(&bounds)))
}

fn start(g: &mut Gen<'_>) -> Value {
    let shape = some_sizes(g);
    let elem = *g.n.pick(&[Elem::Int(32), Elem::Int(32), Elem::F32, Elem::Int(1), Elem::Int(8)]);
    let ty = Ty::Vector(shape.clone(), elem);
    match g.n.below(10) {
        0 => numbered_constant(g, &ty),
        1 => {
            let scalar = g.scalar(elem);
            g.def(ty.clone(), format!("vector.broadcast {scalar} : {elem} to {ty}"))
        }
        2 => {
            let scalars: Vec<Value> = (0..count(&shape)).map(|_| g.scalar(elem)).collect();
            g.def(ty.clone(), format!("vector.from_elements {} : {ty}", names(&scalars)))
        }
        3 => box_mask(g, &shape),
        4 | 5 => g.find(|value| matches!(value.ty, Ty::Vector(..))).unwrap_or_else(|| numbered(g, &ty)),
        _ => numbered(g, &ty),
    }
}

/// The same elements in another shape.
fn reshape(g: &mut Gen<'_>, from: &Value) -> Value {
    let mut rest = from.ty.shape().count();
    let mut shape = Vec::new();
    while rest > 1 {
        let divisors: Vec<i64> = (2..=rest).filter(|by| rest % by == 0).collect();
        let by = *g.n.pick(&divisors);
        shape.push(by);
        rest /= by;
    }
    while shape.is_empty() || (shape.len() < 4 && g.n.percent(45)) {
        let at = g.n.below(shape.len() + 1);
        shape.insert(at, 1);
    }
    let ty = Ty::Vector(shape, from.ty.elem());
    g.def(ty.clone(), format!("vector.shape_cast {from} : {} to {ty}", from.ty))
}

/// Leading dimensions before it, and along some dimensions of extent one.
fn repeat(g: &mut Gen<'_>, from: &Value) -> Value {
    let mut shape = sizes(from);
    for dim in 0..shape.len() {
        if shape[dim] == 1 && g.n.percent(50) && count(&shape) * 3 <= MOST {
            shape[dim] = g.n.within(1, 3);
        }
    }
    while shape.len() < 4 && g.n.percent(50) && count(&shape) * 3 <= MOST {
        shape.insert(0, g.n.within(1, 3));
    }
    let ty = Ty::Vector(shape, from.ty.elem());
    g.def(ty.clone(), format!("vector.broadcast {from} : {} to {ty}", from.ty))
}

fn transpose(g: &mut Gen<'_>, from: &Value) -> Value {
    let shape = sizes(from);
    let mut order: Vec<usize> = (0..shape.len()).collect();
    g.n.shuffle(&mut order);
    let ty = Ty::Vector(order.iter().map(|&dim| shape[dim]).collect(), from.ty.elem());
    let order = list(order.into_iter().map(|dim| dim as i64));
    g.def(ty.clone(), format!("vector.transpose {from}, [{order}] : {} to {ty}", from.ty))
}

/// A place of a part, some coordinates of which are values.
fn place(g: &mut Gen<'_>, shape: &[i64]) -> String {
    let at: Vec<String> = shape
        .iter()
        .map(|&size| {
            let number = g.n.within(0, size - 1);
            an_index(g, number, 15).map_or_else(|| number.to_string(), |index| index.name)
        })
        .collect();
    at.join(", ")
}

fn extract(g: &mut Gen<'_>, from: &Value) -> Value {
    let shape = sizes(from);
    if shape.len() == 1 {
        let at = place(g, &shape);
        let elem = Ty::Scalar(from.ty.elem());
        let scalar = g.def(elem.clone(), format!("vector.extract {from}[{at}] : {elem} from {}", from.ty));
        let ty = Ty::Vector(some_sizes(g), from.ty.elem());
        return g.def(ty.clone(), format!("vector.broadcast {scalar} : {elem} to {ty}"));
    }
    let depth = 1 + g.n.below(shape.len() - 1);
    let at = place(g, &shape[..depth]);
    let ty = Ty::Vector(shape[depth..].to_vec(), from.ty.elem());
    g.def(ty.clone(), format!("vector.extract {from}[{at}] : {ty} from {}", from.ty))
}

/// Sets it in a larger vector, or an element or a part of another one in it.
fn insert(g: &mut Gen<'_>, from: &Value) -> Value {
    let shape = sizes(from);
    let larger = (shape.len() < 4 && count(&shape) * 3 <= MOST && g.n.percent(50)).then(|| g.n.within(1, 3));
    let (part, into) = if let Some(size) = larger {
        let whole = Ty::Vector([&[size], &shape[..]].concat(), from.ty.elem());
        (from.clone(), numbered(g, &whole))
    } else {
        let depth = 1 + g.n.below(shape.len());
        let part = match &shape[depth..] {
            [] => Ty::Scalar(from.ty.elem()),
            rest => Ty::Vector(rest.to_vec(), from.ty.elem()),
        };
        let found = g.find(|value| value.ty == part);
        let made = match (found, &part) {
            (Some(value), _) => value,
            (None, Ty::Scalar(elem)) => g.scalar(*elem),
            (None, _) => numbered(g, &part),
        };
        (made, from.clone())
    };
    let whole = sizes(&into);
    let at = place(g, &whole[..whole.len() - part.ty.shape().rank()]);
    g.def(into.ty.clone(), format!("vector.insert {part}, {into}[{at}] : {} into {}", part.ty, into.ty))
}

fn slice(g: &mut Gen<'_>, from: &Value) -> Value {
    let shape = sizes(from);
    let depth = 1 + g.n.below(shape.len());
    let offsets: Vec<i64> = shape[..depth].iter().map(|&size| g.n.within(0, size - 1)).collect();
    let lengths: Vec<i64> = shape.iter().zip(&offsets).map(|(&size, &at)| g.n.within(1, size - at)).collect();
    let ty = Ty::Vector([&lengths[..], &shape[depth..]].concat(), from.ty.elem());
    let ones = list(offsets.iter().map(|_| 1));
    let how = format!("{{offsets = [{}], sizes = [{}], strides = [{ones}]}}", list(offsets), list(lengths));
    g.def(ty.clone(), format!("vector.extract_strided_slice {from} {how} : {} to {ty}", from.ty))
}

fn insert_slice(g: &mut Gen<'_>, from: &Value) -> Value {
    let part = sizes(from);
    let mut whole: Vec<i64> = part.iter().map(|&size| size + g.n.within(0, 1)).collect();
    if g.n.percent(40) {
        whole.insert(0, g.n.within(1, 2));
    }
    if count(&whole) > MOST {
        return from.clone();
    }
    let lead = whole.len() - part.len();
    let room = |dim: usize| whole[dim] - if dim < lead { 1 } else { part[dim - lead] };
    let offsets: Vec<i64> = (0..whole.len()).map(|dim| g.n.within(0, room(dim))).collect();
    let ones = list(part.iter().map(|_| 1));
    let ty = Ty::Vector(whole, from.ty.elem());
    let into = numbered(g, &ty);
    let how = format!("{{offsets = [{}], strides = [{ones}]}}", list(offsets));
    g.def(ty.clone(), format!("vector.insert_strided_slice {from}, {into} {how} : {} into {ty}", from.ty))
}

/// Parts of it and of another vector along the first dimension.
fn shuffle(g: &mut Gen<'_>, from: &Value) -> Value {
    let shape = sizes(from);
    let other = match g.find(|value| value.ty == from.ty) {
        Some(other) if g.n.percent(70) => other,
        _ => numbered(g, &from.ty.clone()),
    };
    let length = g.n.within(1, 4);
    if length * count(&shape[1..]) > MOST {
        return from.clone();
    }
    let first = g.n.within(0, 2 * shape[0] - 1);
    let in_order = g.n.percent(50);
    let at: Vec<i64> = (0..length)
        .map(|i| if in_order { (first + i) % (2 * shape[0]) } else { g.n.within(0, 2 * shape[0] - 1) })
        .collect();
    let ty = Ty::Vector([&[length], &shape[1..]].concat(), from.ty.elem());
    g.def(ty, format!("vector.shuffle {from}, {other} [{}] : {}, {}", list(at), from.ty, other.ty))
}

/// Takes all elements, and makes a vector of them or of some.
fn elements(g: &mut Gen<'_>, from: &Value) -> Value {
    let number = count(&sizes(from)) as usize;
    if number > 12 {
        return from.clone();
    }
    let all: Vec<String> = (0..number).map(|_| g.name()).collect();
    g.line(format!("{} = vector.to_elements {from} : {}", all.join(", "), from.ty));
    let keeps = g.n.percent(50);
    let (first, length) = if keeps { (0, number) } else { (g.n.below(number), 1 + g.n.below(number)) };
    let taken: Vec<&str> = (0..length).map(|i| all[(first + i) % number].as_str()).collect();
    let ty = if keeps && g.n.percent(60) {
        from.ty.clone()
    } else {
        Ty::Vector(vec![length as i64], from.ty.elem())
    };
    g.def(ty.clone(), format!("vector.from_elements {} : {ty}", taken.join(", ")))
}

/// Every other element, or those of two vectors in turn.
fn interleave(g: &mut Gen<'_>, from: &Value) -> Value {
    let mut shape = sizes(from);
    let last = shape.len() - 1;
    if shape[last] % 2 == 0 && g.n.percent(60) {
        shape[last] /= 2;
        let ty = Ty::Vector(shape, from.ty.elem());
        let (even, odd) = (g.fresh(ty.clone()), g.fresh(ty.clone()));
        g.line(format!("{even}, {odd} = vector.deinterleave {from} : {} -> {ty}", from.ty));
        g.values.extend([even.clone(), odd.clone()]);
        return if g.n.percent(50) { even } else { odd };
    }
    if count(&shape) * 2 > MOST {
        return from.clone();
    }
    shape[last] *= 2;
    let other = g.find(|value| value.ty == from.ty).unwrap_or_else(|| from.clone());
    let ty = Ty::Vector(shape, from.ty.elem());
    g.def(ty.clone(), format!("vector.interleave {from}, {other} : {} -> {ty}", from.ty))
}

/// A sum of it and another vector, or a choice between both by a mask.
fn combined(g: &mut Gen<'_>, from: &Value) -> Value {
    let ty = from.ty.clone();
    let other = match g.find(|value| value.ty == ty) {
        Some(other) => other,
        None => numbered(g, &ty),
    };
    if g.n.percent(50) {
        let mask = box_mask(g, &sizes(from));
        return g.def(ty.clone(), format!("arith.select {mask}, {from}, {other} : {}, {ty}", mask.ty));
    }
    let op = match ty.elem() {
        Elem::Int(1) => "andi",
        elem if elem.is_integer() => "addi",
        _ => "maximumf",
    };
    g.def(ty.clone(), format!("arith.{op} {from}, {other} : {ty}"))
}

/// A sum, or the largest element, along some dimensions.
fn reduce(g: &mut Gen<'_>, from: &Value) -> Value {
    let shape = sizes(from);
    let kept: Vec<bool> = shape.iter().map(|_| g.n.percent(60)).collect();
    let sizes: Vec<i64> = shape.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(size, _)| *size).collect();
    if sizes.is_empty() {
        return from.clone();
    }
    let ty = Ty::Vector(sizes, from.ty.elem());
    let start = numbered(g, &ty);
    let kind = match ty.elem() {
        Elem::Int(1) => "and",
        elem if elem.is_integer() => "add",
        _ => "maximumf",
    };
    let dims = list(kept.iter().enumerate().filter(|(_, kept)| !**kept).map(|(dim, _)| dim as i64));
    g.def(
        ty.clone(),
        format!("vector.multi_reduction <{kind}>, {from}, {start} [{dims}] : {} to {ty}", from.ty),
    )
}

/// A chain of ops on a vector.
pub fn chain(g: &mut Gen<'_>) -> bool {
    const OPS: &[&str] = &[
        "vector.broadcast",
        "vector.constant_mask",
        "vector.create_mask",
        "vector.deinterleave",
        "vector.extract",
        "vector.extract_strided_slice",
        "vector.from_elements",
        "vector.insert",
        "vector.insert_strided_slice",
        "vector.interleave",
        "vector.multi_reduction",
        "vector.shape_cast",
        "vector.shuffle",
        "vector.to_elements",
        "vector.transpose",
    ];
    if !g.has(OPS) {
        return false;
    }
    let mut value = start(g);
    for _ in 0..2 + g.n.below(4) {
        value = match g.n.below(20) {
            0..=4 => repeat(g, &value),
            5..=8 => reshape(g, &value),
            9..=11 => transpose(g, &value),
            12 => extract(g, &value),
            13 => insert(g, &value),
            14 => slice(g, &value),
            15 => insert_slice(g, &value),
            16 => shuffle(g, &value),
            17 => elements(g, &value),
            18 if g.n.percent(50) => interleave(g, &value),
            18 => reduce(g, &value),
            _ => combined(g, &value),
        };
    }
    true
}

/// The dimensions of a tensor that a transfer moves, in the order of the vector; `None` is one that is repeated.
fn moved_dims(g: &mut Gen<'_>, rank: usize, reads: bool) -> Vec<Option<usize>> {
    let mut dims: Vec<Option<usize>> = (0..rank).map(Some).collect();
    if g.n.percent(30) {
        let skipped = g.n.below(rank);
        dims.drain(..skipped);
    }
    if g.n.percent(30) {
        g.n.shuffle(&mut dims);
    }
    if reads && g.n.percent(15) {
        let at = g.n.below(dims.len());
        dims[at] = None;
    }
    dims
}

/// A transfer's vector, indices, map and `in_bounds`.
struct Moved {
    sizes: Vec<i64>,
    indices: String,
    how: String,
    masked: Vec<i64>,
}

fn moved(g: &mut Gen<'_>, tensor: &Value, reads: bool) -> Moved {
    let shape = sizes(tensor);
    let dims = moved_dims(g, shape.len(), reads);
    // Most transfers are of the same elements.
    let starts: Vec<i64> =
        shape.iter().map(|&size| if g.n.percent(75) { 0 } else { g.n.within(0, size - 1) }).collect();
    let mut lengths = Vec::new();
    let mut inside = Vec::new();
    for dim in &dims {
        let Some(dim) = *dim else {
            lengths.push(g.n.within(1, 3));
            inside.push(true);
            continue;
        };
        let room = shape[dim] - starts[dim];
        let length = match g.n.below(10) {
            0..=6 => room,
            7 => room + 1,
            _ => g.n.within(1, room),
        };
        lengths.push(length);
        inside.push(length <= room && g.n.percent(70));
    }
    let indices: Vec<Value> = starts
        .into_iter()
        .map(|start| an_index(g, start, 25).unwrap_or_else(|| g.number(Elem::Index, start)))
        .collect();
    let inputs: Vec<String> = (0..shape.len()).map(|dim| format!("d{dim}")).collect();
    let results: Vec<String> =
        dims.iter().map(|dim| dim.map_or("0".to_owned(), |dim| format!("d{dim}"))).collect();
    let inside: Vec<String> = inside.iter().map(bool::to_string).collect();
    let how = format!(
        "{{permutation_map = affine_map<({}) -> ({})>, in_bounds = [{}]}}",
        inputs.join(", "),
        results.join(", "),
        inside.join(", ")
    );
    // A mask has the dimensions of the tensor that are moved, in their order.
    let mut order: Vec<(usize, i64)> =
        dims.iter().zip(&lengths).filter_map(|(dim, &length)| Some(((*dim)?, length))).collect();
    order.sort_unstable();
    Moved {
        sizes: lengths,
        indices: names(&indices),
        how,
        masked: order.into_iter().map(|(_, length)| length).collect(),
    }
}

/// A mask, or none; often the one that another transfer has.
fn mask(g: &mut Gen<'_>, shape: &[i64]) -> String {
    if shape.is_empty() || g.n.percent(50) {
        return String::new();
    }
    let ty = Ty::Vector(shape.to_vec(), Elem::Int(1));
    let found = g.find(|value| value.ty == ty);
    let mask = match found {
        Some(mask) if g.n.percent(60) => mask,
        _ if g.n.percent(50) => numbered(g, &ty),
        _ => box_mask(g, shape),
    };
    format!(", {mask}")
}

fn written(g: &mut Gen<'_>, value: &Value, tensor: &Value, to: &Moved, mask: &str) -> Value {
    let (indices, how) = (&to.indices, &to.how);
    g.def(
        tensor.ty.clone(),
        format!(
            "vector.transfer_write {value}, {tensor}[{indices}]{mask} {how} : {}, {}",
            value.ty, tensor.ty
        ),
    )
}

/// Reads of a tensor and writes to it or to another one, with and without masks, mostly of the same elements.
pub fn transfers(g: &mut Gen<'_>) -> bool {
    if !g.has(&["vector.transfer_read", "vector.transfer_write", "vector.broadcast", "vector.create_mask"]) {
        return false;
    }
    let shape: Vec<i64> = (0..1 + g.n.below(2)).map(|_| g.n.within(1, 4)).collect();
    let elem = *g.n.pick(&[Elem::Int(32), Elem::F32]);
    let (ty, vector) = (Ty::Tensor(Shape::fixed(&shape), elem), Ty::Vector(shape.clone(), elem));
    let mut tensors = Vec::new();
    for _ in 0..2 {
        let value = numbered(g, &vector);
        let scalars: Vec<String> = (0..count(&shape)).map(|_| g.name()).collect();
        g.line(format!("{} = vector.to_elements {value} : {vector}", scalars.join(", ")));
        tensors.push(g.def(ty.clone(), format!("tensor.from_elements {} : {ty}", scalars.join(", "))));
    }
    let mut last: Option<Value> = None;
    for _ in 0..2 + g.n.below(4) {
        let at = g.n.below(tensors.len());
        let tensor = tensors[at].clone();
        match &last {
            Some(value) if g.n.percent(55) => {
                // What was read is written, wherever it fits.
                let to = (0..8).map(|_| moved(g, &tensor, false)).find(|to| to.sizes == sizes(value));
                let Some(to) = to else { continue };
                let mask = mask(g, &to.masked);
                tensors[at] = written(g, value, &tensor, &to, &mask);
            }
            _ if g.n.percent(40) => {
                let to = moved(g, &tensor, false);
                let value = numbered(g, &Ty::Vector(to.sizes.clone(), elem));
                let mask = mask(g, &to.masked);
                tensors[at] = written(g, &value, &tensor, &to, &mask);
            }
            _ => {
                let from = moved(g, &tensor, true);
                let ty = Ty::Vector(from.sizes.clone(), elem);
                let padding = g.scalar(elem);
                let mask = mask(g, &from.masked);
                let (indices, how) = (&from.indices, &from.how);
                let text = format!(
                    "vector.transfer_read {tensor}[{indices}], {padding}{mask} {how} : {}, {ty}",
                    tensor.ty
                );
                last = Some(g.def(ty, text));
            }
        }
    }
    true
}
