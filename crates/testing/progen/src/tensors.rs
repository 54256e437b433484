//! Tensors.

use crate::generator::Gen;
use crate::types::{Affine, Elem, Shape, Ty, Value, names};

/// Returns a random element type of a tensor.
fn element(g: &mut Gen<'_>) -> Elem {
    *g.n.pick(&[Elem::Int(32), Elem::Int(32), Elem::F32, Elem::F32, Elem::Int(64), Elem::Index, Elem::F64])
}

/// Extents of a tensor.
pub fn shape(g: &mut Gen<'_>) -> Shape {
    let rank = *g.n.pick(&[0, 1, 1, 2, 2, 2, 3]);
    let sizes: Vec<i64> = (0..rank).map(|_| g.n.within(1, if rank == 3 { 2 } else { 4 })).collect();
    let mut shape = Shape::fixed(&sizes);
    if g.n.percent(20) {
        for open in &mut shape.open {
            *open = g.n.percent(50);
        }
    }
    shape
}

/// A tensor in scope.
pub fn any(g: &mut Gen<'_>, test: impl Fn(&Shape, Elem) -> bool) -> Option<Value> {
    g.find(|v| matches!(&v.ty, Ty::Tensor(shape, elem) if test(shape, *elem)))
}

/// A tensor of a type: one in scope, or a new one.
pub fn tensor(g: &mut Gen<'_>, ty: &Ty) -> Value {
    if g.n.percent(75)
        && let Some(value) = g.find(|v| v.ty == *ty)
    {
        return value;
    }
    let Ty::Tensor(shape, elem) = ty else { unreachable!("{ty} is no tensor") };
    make(g, shape, *elem)
}

/// A new tensor.
pub fn make(g: &mut Gen<'_>, shape: &Shape, elem: Elem) -> Value {
    let ty = Ty::Tensor(shape.clone(), elem);
    if g.kind.by_element {
        return filled(g, shape, elem);
    }
    if !shape.is_fixed() {
        if g.n.percent(50) {
            return generate(g, shape, elem);
        }
        let fixed = make(g, &Shape::fixed(&shape.sizes), elem);
        return g.def(ty.clone(), format!("tensor.cast {fixed} : {} to {ty}", fixed.ty));
    }
    match g.n.below(5) {
        0 if shape.count() <= 6 => {
            let list: Vec<Value> = (0..shape.count()).map(|_| g.scalar(elem)).collect();
            g.def(ty.clone(), format!("tensor.from_elements {} : {ty}", names(&list)))
        }
        1 => {
            let value = g.scalar(elem);
            g.def(ty.clone(), format!("tensor.splat {value} : {ty}"))
        }
        2 => generate(g, shape, elem),
        3 => {
            let value = g.scalar(elem);
            let empty = g.def(ty.clone(), format!("tensor.empty() : {ty}"));
            g.values.retain(|v| v.name != empty.name);
            g.def(ty.clone(), format!("linalg.fill ins({value} : {elem}) outs({empty} : {ty}) -> {ty}"))
        }
        _ => {
            let text = dense(g, &shape.sizes, elem);
            g.def(ty.clone(), format!("arith.constant dense<{text}> : {ty}"))
        }
    }
}

/// An empty tensor, with each element set.
fn filled(g: &mut Gen<'_>, shape: &Shape, elem: Elem) -> Value {
    let ty = Ty::Tensor(shape.clone(), elem);
    let mut tensor = empty(g, shape, elem);
    let value = g.scalar(elem);
    for place in 0..shape.count() {
        let (mut rest, mut at) = (place, Vec::new());
        for &size in shape.sizes.iter().rev() {
            at.push(g.number(Elem::Index, rest % size));
            rest /= size;
        }
        at.reverse();
        let other = if g.n.percent(30) { g.scalar(elem) } else { value.clone() };
        tensor = g.def(ty.clone(), format!("tensor.insert {other} into {tensor}[{}] : {ty}", names(&at)));
        // A partially initialized tensor must not be in scope.
        g.values.retain(|value| value.name != tensor.name);
    }
    g.values.push(tensor.clone());
    tensor
}

fn dense(g: &mut Gen<'_>, sizes: &[i64], elem: Elem) -> String {
    match sizes.split_first() {
        None => g.literal(elem),
        Some((&size, rest)) => {
            let list: Vec<String> = (0..size).map(|_| dense(g, rest, elem)).collect();
            format!("[{}]", list.join(", "))
        }
    }
}

/// The values of extents that a type leaves open.
pub fn open_sizes(g: &mut Gen<'_>, shape: &Shape) -> Vec<Value> {
    let sizes: Vec<(i64, bool)> = shape.sizes.iter().copied().zip(shape.open.iter().copied()).collect();
    sizes.into_iter().filter(|(_, open)| *open).map(|(size, _)| g.index(size)).collect()
}

/// `tensor.empty`, in scope only for the caller.
pub fn empty(g: &mut Gen<'_>, shape: &Shape, elem: Elem) -> Value {
    let ty = Ty::Tensor(shape.clone(), elem);
    let sizes = open_sizes(g, shape);
    let value = g.def(ty.clone(), format!("tensor.empty({}) : {ty}", names(&sizes)));
    g.values.retain(|v| v.name != value.name);
    value
}

fn generate(g: &mut Gen<'_>, shape: &Shape, elem: Elem) -> Value {
    let ty = Ty::Tensor(shape.clone(), elem);
    let sizes = open_sizes(g, shape);
    let out = g.fresh(ty.clone());
    g.line(format!("{out} = tensor.generate {} {{", names(&sizes)));
    let before = (g.blocks, g.may_return, g.may_write);
    (g.blocks, g.may_return, g.may_write) = (false, false, false);
    g.open(true);
    let variables: Vec<Value> = shape
        .sizes
        .iter()
        .map(|&size| {
            let mut value = g.fresh(Ty::INDEX);
            (value.range, value.affine) = (Some((0, size - 1)), Affine::No);
            value
        })
        .collect();
    if !variables.is_empty() {
        let list: Vec<String> = variables.iter().map(|value| format!("{value}: index")).collect();
        let block = g.block();
        g.line(format!("{block}({}):", list.join(", ")));
    }
    let weight = shape.count().max(1) as u64;
    g.weight *= weight;
    g.values.extend(variables);
    // Code per element is kept small.
    let fuel = std::mem::replace(&mut g.fuel, 0);
    if g.n.percent(70) {
        match elem.is_integer() {
            true => drop(crate::integers::operation(g)),
            false => drop(crate::floats::operation(g)),
        }
    }
    let value = g.scalar(elem);
    g.fuel = fuel;
    g.line(format!("tensor.yield {value} : {elem}"));
    g.weight /= weight;
    g.close();
    (g.blocks, g.may_return, g.may_write) = before;
    g.line(format!("}} : {ty}"));
    g.values.push(out.clone());
    out
}

/// A new tensor in scope.
pub fn create(g: &mut Gen<'_>) -> bool {
    if !g.affords(20) {
        return false;
    }
    let (shape, elem) = (shape(g), element(g));
    make(g, &shape, elem);
    true
}

/// Memory spaces: the default one in all its forms, and others.
const SPACES: [&str; 7] = ["0 : i64", "0 : i32", "0 : ui8", "1 : i64", "1 : i32", "2 : i64", "\"fast\""];

/// A new tensor whose buffer is in some memory space.
pub fn placed(g: &mut Gen<'_>) -> bool {
    let Some(from) = any(g, |_, _| true).filter(|_| g.has(&["bufferization.alloc_tensor"])) else {
        return false;
    };
    let (space, ty) = (*g.n.pick(&SPACES), from.ty.clone());
    if g.n.percent(60) {
        g.def(
            ty.clone(),
            format!("bufferization.alloc_tensor() copy({from}) {{memory_space = {space}}} : {ty}"),
        );
        return true;
    }
    let (shape, elem) = (ty.shape(), ty.elem());
    let (sizes, value) = (open_sizes(g, &shape), g.scalar(elem));
    let empty = g.def(
        ty.clone(),
        format!("bufferization.alloc_tensor({}) {{memory_space = {space}}} : {ty}", names(&sizes)),
    );
    // It has no elements yet.
    g.values.retain(|v| v.name != empty.name);
    g.def(ty.clone(), format!("linalg.fill ins({value} : {elem}) outs({empty} : {ty}) -> {ty}"));
    true
}

/// Attributes of a function argument for the layout and use of its buffer.
pub(crate) fn boundary(g: &mut Gen<'_>, ty: &Ty) -> String {
    let Ty::Tensor(shape, _) = ty else { return String::new() };
    let rank = shape.rank();
    let mut attrs = Vec::new();
    if g.n.percent(50) {
        let open = vec!["?"; rank].join(", ");
        let dims: Vec<String> = (0..rank).map(|i| format!("d{i}")).collect();
        let turned: Vec<&str> = dims.iter().rev().map(String::as_str).collect();
        let (dims, turned) = (dims.join(", "), turned.join(", "));
        let layouts = [
            format!("strided<[{open}], offset: ?>"),
            format!("strided<[{open}]>"),
            format!("affine_map<({dims}) -> ({dims})>"),
            format!("affine_map<({dims}) -> ({turned})>"),
        ];
        attrs.push(format!("bufferization.buffer_layout = {}", g.n.pick(&layouts)));
    }
    if g.n.percent(30) {
        attrs.push("bufferization.writable = false".to_owned());
    }
    if attrs.is_empty() { String::new() } else { format!(" {{{}}}", attrs.join(", ")) }
}

/// An element.
pub fn extract(g: &mut Gen<'_>) -> bool {
    let Some(from) = any(g, |_, _| true) else { return false };
    let at = crate::memory::indices(g, &from.ty.shape());
    g.def(Ty::Scalar(from.ty.elem()), format!("tensor.extract {from}[{at}] : {}", from.ty));
    true
}

/// Generates an insertion of an element.
pub fn insert(g: &mut Gen<'_>) -> bool {
    let Some(to) = any(g, |_, _| true) else { return false };
    let (value, at) = (g.scalar(to.ty.elem()), crate::memory::indices(g, &to.ty.shape()));
    g.def(to.ty.clone(), format!("tensor.insert {value} into {to}[{at}] : {}", to.ty));
    true
}

/// Returns a random slice, as in `[%a, 1] [2, 2] [1, 1]`, and its shape.
fn slice(g: &mut Gen<'_>, sizes: &[i64]) -> (String, Shape) {
    let (mut offsets, mut counts, mut steps, mut result) = (vec![], vec![], vec![], Shape::default());
    for &size in sizes {
        let start = g.n.within(0, size - 1);
        let step = if g.n.percent(20) { 2 } else { 1 };
        let count = g.n.within(1, (size - start + step - 1) / step);
        let open = g.n.percent(20);
        offsets.push(if g.n.percent(30) { g.index(start).to_string() } else { start.to_string() });
        counts.push(if open { g.index(count).to_string() } else { count.to_string() });
        steps.push(step.to_string());
        result.sizes.push(count);
        result.open.push(open);
    }
    (format!("[{}] [{}] [{}]", offsets.join(", "), counts.join(", "), steps.join(", ")), result)
}

/// Drops unit dimensions: all or none, since a type does not determine which of several were dropped.
fn reduced(g: &mut Gen<'_>, shape: Shape) -> Shape {
    let units = || shape.sizes.iter().zip(&shape.open).filter(|(size, _)| **size == 1);
    if units().any(|(_, &open)| open) || g.n.percent(60) {
        return shape;
    }
    let kept = shape.sizes.iter().copied().zip(shape.open.iter().copied()).filter(|(size, _)| *size != 1);
    let (sizes, open) = kept.unzip();
    Shape { sizes, open }
}

/// A part of a tensor.
pub fn extract_slice(g: &mut Gen<'_>) -> bool {
    let Some(from) = any(g, |shape, _| shape.rank() > 0) else { return false };
    let (at, shape) = slice(g, &from.ty.shape().sizes);
    let shape = reduced(g, shape);
    let ty = Ty::Tensor(shape, from.ty.elem());
    g.def(ty.clone(), format!("tensor.extract_slice {from}{at} : {} to {ty}", from.ty));
    true
}

/// A part of a tensor in place of another.
pub fn insert_slice(g: &mut Gen<'_>) -> bool {
    let Some(to) = any(g, |shape, _| shape.rank() > 0) else { return false };
    let (at, shape) = slice(g, &to.ty.shape().sizes);
    let shape = reduced(g, shape);
    let ty = Ty::Tensor(shape, to.ty.elem());
    let part = tensor(g, &ty);
    g.def(to.ty.clone(), format!("tensor.insert_slice {part} into {to}{at} : {ty} into {}", to.ty));
    true
}

/// Generates a loop that extracts a slice of a tensor, changes it and inserts it back.
pub fn subset_loop(g: &mut Gen<'_>) -> bool {
    let repeats = g.most_repeats();
    if !g.affords(60) || repeats < 2 {
        return false;
    }
    let Some(from) = any(g, |shape, elem| shape.rank() == 1 && shape.sizes[0] > 1 && elem != Elem::Int(1))
    else {
        return false;
    };
    let (size, elem) = (from.ty.shape().sizes[0], from.ty.elem());
    let count = g.n.within(1, size - 1);
    let at = g.n.within(0, size - count);
    let at = if g.n.percent(40) { g.index(at).to_string() } else { at.to_string() };
    let other = g.n.percent(30).then(|| g.n.within(0, size - count));
    let part = format!("tensor<{count}x{elem}>");
    let (zero, one, high) = (g.number(Elem::Index, 0), g.number(Elem::Index, 1), g.n.within(0, repeats));
    let (high, by) = (g.index(high), g.scalar(elem));
    let [i, t, p, x, y, q, r] = std::array::from_fn(|_| g.name());
    let out = g.fresh(from.ty.clone());
    let add = if elem.is_integer() { "addi" } else { "addf" };
    g.line(format!(
        "{out} = scf.for {i} = {zero} to {high} step {one} iter_args({t} = {from}) -> ({}) {{",
        from.ty
    ));
    g.line(format!("  {p} = tensor.extract_slice {t}[{at}] [{count}] [1] : {} to {part}", from.ty));
    g.line(format!("  {x} = tensor.extract {p}[{zero}] : {part}"));
    g.line(format!("  {y} = arith.{add} {x}, {by} : {elem}"));
    g.line(format!("  {q} = tensor.insert {y} into {p}[{zero}] : {part}"));
    // Somewhere else, it is no longer the same part.
    let back = other.map_or(at, |other| other.to_string());
    g.line(format!(
        "  {r} = tensor.insert_slice {q} into {t}[{back}] [{count}] [1] : {part} into {}",
        from.ty
    ));
    g.line(format!("  scf.yield {r} : {}", from.ty));
    g.line("}");
    g.values.push(out);
    true
}

/// Generates a reshape.
pub fn reshape(g: &mut Gen<'_>) -> bool {
    let Some(from) = any(g, |shape, _| shape.rank() > 0 && shape.is_fixed()) else { return false };
    let (shape, elem) = (from.ty.shape(), from.ty.elem());
    if shape.rank() == 1 || g.n.percent(30) {
        // The last dimension becomes two.
        let (head, last) = (&shape.sizes[..shape.rank() - 1], shape.sizes[shape.rank() - 1]);
        let outer = *g.n.pick(&[1, 2, 3]);
        let outer = if last % outer == 0 { outer } else { 1 };
        let (a, b) = if g.n.percent(50) { (outer, last / outer) } else { (last / outer, outer) };
        let sizes = [head, &[a, b]].concat();
        if sizes.len() > 4 {
            return false;
        }
        let mut groups: Vec<String> = (0..head.len()).map(|i| format!("[{i}]")).collect();
        groups.push(format!("[{}, {}]", head.len(), head.len() + 1));
        let ty = Ty::Tensor(Shape::fixed(&sizes), elem);
        let text: Vec<String> = sizes.iter().map(i64::to_string).collect();
        let op = format!(
            "tensor.expand_shape {from} [{}] output_shape [{}] : {} into {ty}",
            groups.join(", "),
            text.join(", "),
            from.ty
        );
        g.def(ty, op);
        return true;
    }
    // The first two dimensions become one.
    let sizes = [&[shape.sizes[0] * shape.sizes[1]], &shape.sizes[2..]].concat();
    let mut groups = vec!["[0, 1]".to_owned()];
    groups.extend((2..shape.rank()).map(|i| format!("[{i}]")));
    let ty = Ty::Tensor(Shape::fixed(&sizes), elem);
    g.def(
        ty.clone(),
        format!("tensor.collapse_shape {from} [{}] : {} into {ty}", groups.join(", "), from.ty),
    );
    true
}

/// Generates a cast to a type with more or fewer static extents.
pub fn cast(g: &mut Gen<'_>) -> bool {
    let Some(from) = any(g, |shape, _| shape.rank() > 0) else { return false };
    let mut shape = from.ty.shape();
    for open in &mut shape.open {
        *open = if g.n.percent(50) { !*open } else { *open };
    }
    let ty = Ty::Tensor(shape, from.ty.elem());
    g.def(ty.clone(), format!("tensor.cast {from} : {} to {ty}", from.ty));
    true
}

/// An extent.
pub fn dim(g: &mut Gen<'_>) -> bool {
    let Some(from) = any(g, |shape, _| shape.rank() > 0) else { return false };
    let at = g.n.below(from.ty.shape().rank());
    let (size, at) = (from.ty.shape().sizes[at], g.index(at as i64));
    g.def_in(Ty::INDEX, (size, size), format!("tensor.dim {from}, {at} : {}", from.ty));
    true
}

/// Arithmetic of all elements at once.
pub fn elementwise(g: &mut Gen<'_>) -> bool {
    // Ops that fold to zero become constants, whose type must be static.
    let fits = |shape: &Shape, elem: Elem| elem != Elem::Int(1) && (shape.is_fixed() || !elem.is_integer());
    let Some(a) = any(g, fits) else { return false };
    let b = tensor(g, &a.ty.clone());
    let (ty, elem) = (a.ty.clone(), a.ty.elem());
    // A comparison of a tensor with itself folds to a constant, which has extents if its type has.
    if g.n.percent(15) && ty.shape().is_fixed() {
        let flags = Ty::Tensor(ty.shape(), Elem::Int(1));
        let op = if elem.is_integer() { "arith.cmpi slt" } else { "arith.cmpf olt" };
        let flag = g.def(flags, format!("{op}, {a}, {b} : {ty}"));
        g.def(ty.clone(), format!("arith.select {flag}, {a}, {b} : {}, {ty}", flag.ty));
        return true;
    }
    let op = match elem.is_integer() {
        true => *g.n.pick(&["addi", "subi", "muli", "andi", "ori", "xori", "maxsi", "minui"]),
        false => *g.n.pick(&["addf", "subf", "mulf", "maximumf", "minimumf", "divf"]),
    };
    g.def(ty.clone(), format!("arith.{op} {a}, {b} : {ty}"));
    true
}

/// `tensor.pad`.
pub fn pad(g: &mut Gen<'_>) -> bool {
    if !g.has(&["tensor.pad"]) || !g.affords(40) {
        return false;
    }
    let Some(from) = any(g, |shape, _| shape.rank() > 0 && shape.rank() < 3 && shape.count() < 10) else {
        return false;
    };
    let shape = from.ty.shape();
    let elem = from.ty.elem();
    let (mut low, mut high, mut result) = (vec![], vec![], Shape::default());
    for (&size, &open) in shape.sizes.iter().zip(&shape.open) {
        let (l, h) = (g.n.within(0, 1), g.n.within(0, 2));
        let dynamic = g.n.percent(30);
        low.push(l.to_string());
        high.push(if dynamic { g.index(h).to_string() } else { h.to_string() });
        result.sizes.push(size + l + h);
        result.open.push(dynamic || open);
    }
    let ty = Ty::Tensor(result, elem);
    let (out, fill) = (g.fresh(ty.clone()), g.scalar(elem));
    let args: Vec<String> = low.iter().map(|_| format!("{}: index", g.name())).collect();
    let block = g.block();
    g.line(format!("{out} = tensor.pad {from} low[{}] high[{}] {{", low.join(", "), high.join(", ")));
    g.line(format!("{block}({}):", args.join(", ")));
    g.line(format!("  tensor.yield {fill} : {elem}"));
    g.line(format!("}} : {} to {ty}", from.ty));
    g.values.push(out);
    true
}

/// `tensor.concat`.
pub fn concat(g: &mut Gen<'_>) -> bool {
    if !g.has(&["tensor.concat"]) || !g.affords(40) {
        return false;
    }
    let Some(a) = any(g, |shape, _| shape.rank() > 0 && shape.is_fixed()) else { return false };
    let b = tensor(g, &a.ty.clone());
    let at = g.n.below(a.ty.shape().rank());
    let mut sizes = a.ty.shape().sizes;
    sizes[at] *= 2;
    let ty = Ty::Tensor(Shape::fixed(&sizes), a.ty.elem());
    g.def(ty.clone(), format!("tensor.concat dim({at}) {a}, {b} : ({}, {}) -> {ty}", a.ty, b.ty));
    true
}
