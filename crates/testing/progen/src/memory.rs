//! Memory: buffers, views of them, and accesses to their elements.

use crate::generator::Gen;
use crate::types::{Elem, Layout, Shape, Ty, Value};

/// Whether a value is a buffer that may be changed here.
fn writable(g: &Gen<'_>) -> impl Fn(&Value) -> bool + use<> {
    let may_write = g.may_write;
    move |v: &Value| may_write && matches!(v.ty, Ty::Memref(..)) && !v.constant
}

/// Extents of a buffer: the first may be unknown to the type.
fn shape(g: &mut Gen<'_>) -> Shape {
    let rank = *g.n.pick(&[0, 1, 1, 1, 2, 2, 3]);
    let sizes: Vec<i64> = (0..rank).map(|_| g.n.within(1, if rank == 3 { 2 } else { 4 })).collect();
    let mut shape = Shape::fixed(&sizes);
    if rank > 0 && g.n.percent(30) {
        shape.open[0] = true;
    }
    shape
}

/// Allocates an unwritten buffer, on the stack if `on_stack`.
pub fn allocate(g: &mut Gen<'_>, shape: &Shape, elem: Elem, on_stack: bool) -> Value {
    let ty = Ty::Memref(shape.clone(), elem, None);
    let sizes: Vec<(i64, bool)> = shape.sizes.iter().copied().zip(shape.open.iter().copied()).collect();
    let sizes: Vec<String> =
        sizes.into_iter().filter(|(_, open)| *open).map(|(size, _)| g.index(size).to_string()).collect();
    let op = if on_stack { "alloca" } else { "alloc" };
    let (base, home) = (g.base(), g.depth());
    let value = g.def(ty.clone(), format!("memref.{op}({}) : {ty}", sizes.join(", ")));
    g.known(value, |value| (value.base, value.home) = (base, home))
}

/// All indices of a shape.
fn positions(shape: &Shape) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for &size in &shape.sizes {
        all = all.into_iter().flat_map(|at| (0..size).map(move |i| [at.clone(), vec![i]].concat())).collect();
    }
    all
}

/// Writes every element of a buffer.
pub fn fill(g: &mut Gen<'_>, buffer: &Value) {
    let (shape, elem) = (buffer.ty.shape(), buffer.ty.elem());
    if shape.count() <= 4 && g.n.percent(60) {
        for at in positions(&shape) {
            let value = g.scalar(elem);
            let at: Vec<String> = at.iter().map(|&i| g.number(Elem::Index, i).to_string()).collect();
            g.line(format!("memref.store {value}, {buffer}[{}] : {}", at.join(", "), buffer.ty));
        }
        return;
    }
    let value = g.scalar(elem);
    if g.n.percent(50) || shape.rank() != 1 {
        g.line(format!("linalg.fill ins({value} : {elem}) outs({buffer} : {})", buffer.ty));
        g.cost += g.weight * shape.count() as u64;
        return;
    }
    let (zero, one) = (g.number(Elem::Index, 0), g.number(Elem::Index, 1));
    let high = g.index(shape.sizes[0]);
    let variable = g.name();
    g.line(format!("scf.for {variable} = {zero} to {high} step {one} {{"));
    g.line(format!("  memref.store {value}, {buffer}[{variable}] : {}", buffer.ty));
    g.line("}");
    g.cost += g.weight * shape.count() as u64;
}

/// A buffer that is freed at the end of the region.
pub fn buffer(g: &mut Gen<'_>) -> bool {
    if !g.affords(20) {
        return false;
    }
    let (shape, elem) = (shape(g), g.elem());
    let on_stack = g.n.percent(30);
    let value = allocate(g, &shape, elem, on_stack);
    if !on_stack && let Some(frame) = g.frames.last_mut() {
        frame.to_free.push(value.clone());
    }
    fill(g, &value);
    true
}

/// A cell on the stack, for `mem2reg`: written before it is read, here or in branches.
pub fn cell(g: &mut Gen<'_>) -> bool {
    if g.depth() > 2 {
        return false;
    }
    let elem = g.elem();
    let value = allocate(g, &Shape::default(), elem, true);
    let (a, b) = (g.scalar(elem), g.scalar(elem));
    if g.n.percent(70) {
        g.line(format!("memref.store {a}, {value}[] : memref<{elem}>"));
        return true;
    }
    let flag = g.scalar(Elem::Int(1));
    g.line(format!("scf.if {flag} {{"));
    g.line(format!("  memref.store {a}, {value}[] : memref<{elem}>"));
    g.line("} else {");
    g.line(format!("  memref.store {b}, {value}[] : memref<{elem}>"));
    g.line("}");
    true
}

/// A small array on the stack that is only accessed at constant indices, for `sroa`.
pub fn parts(g: &mut Gen<'_>) -> bool {
    let elem = g.elem();
    let sizes = *g.n.pick(&[&[2][..], &[3], &[2, 2]]);
    let shape = Shape::fixed(sizes);
    let value = allocate(g, &shape, elem, true);
    g.values.retain(|v| v.name != value.name);
    let ty = value.ty.clone();
    let all = positions(&shape);
    let text = |g: &mut Gen<'_>, at: &[i64]| {
        let at: Vec<String> = at.iter().map(|&i| g.number(Elem::Index, i).to_string()).collect();
        at.join(", ")
    };
    for at in &all {
        let (new, at) = (g.scalar(elem), text(g, at));
        g.line(format!("memref.store {new}, {value}[{at}] : {ty}"));
    }
    for _ in 0..g.n.within(1, 5) {
        let at = g.n.pick(&all).clone();
        let at = text(g, &at);
        if g.n.percent(50) {
            let new = g.scalar(elem);
            g.line(format!("memref.store {new}, {value}[{at}] : {ty}"));
        } else {
            g.def(Ty::Scalar(elem), format!("memref.load {value}[{at}] : {ty}"));
        }
    }
    true
}

/// Indices that are in the bounds of a shape.
pub fn indices(g: &mut Gen<'_>, shape: &Shape) -> String {
    let list: Vec<String> = shape.sizes.iter().map(|&size| g.index_below(size).to_string()).collect();
    list.join(", ")
}

/// A read.
pub fn load(g: &mut Gen<'_>) -> bool {
    let Some(buffer) = g.find(|v| matches!(v.ty, Ty::Memref(..))) else { return false };
    let at = indices(g, &buffer.ty.shape());
    g.def(Ty::Scalar(buffer.ty.elem()), format!("memref.load {buffer}[{at}] : {}", buffer.ty));
    true
}

/// A write.
pub fn store(g: &mut Gen<'_>) -> bool {
    let test = writable(g);
    let Some(buffer) = g.find(test) else { return false };
    let (value, at) = (g.scalar(buffer.ty.elem()), indices(g, &buffer.ty.shape()));
    g.line(format!("memref.store {value}, {buffer}[{at}] : {}", buffer.ty));
    true
}

/// A read, a sum and a write of the same element, or of one that may be the same.
pub fn update(g: &mut Gen<'_>) -> bool {
    let test = writable(g);
    let Some(buffer) = g.find(test) else { return false };
    let elem = buffer.ty.elem();
    if elem == Elem::Int(1) {
        return false;
    }
    let at = indices(g, &buffer.ty.shape());
    let old = g.def(Ty::Scalar(elem), format!("memref.load {buffer}[{at}] : {}", buffer.ty));
    let by = g.scalar(elem);
    let op = if elem.is_integer() { "addi" } else { "addf" };
    let new = g.def(Ty::Scalar(elem), format!("arith.{op} {old}, {by} : {elem}"));
    let at = if g.n.percent(60) { at } else { indices(g, &buffer.ty.shape()) };
    g.line(format!("memref.store {new}, {buffer}[{at}] : {}", buffer.ty));
    if g.n.percent(40) {
        g.def(Ty::Scalar(elem), format!("memref.load {buffer}[{at}] : {}", buffer.ty));
    }
    true
}

/// A copy between buffers that do not overlap.
pub fn copy(g: &mut Gen<'_>) -> bool {
    let test = writable(g);
    let Some(to) = g.find(|v| test(v) && v.base != 0) else { return false };
    let from = g.find(|v| match &v.ty {
        Ty::Memref(shape, elem, _) => {
            shape.sizes == to.ty.shape().sizes && *elem == to.ty.elem() && v.base != 0 && v.base != to.base
        }
        _ => false,
    });
    let Some(from) = from else { return false };
    g.line(format!("memref.copy {from}, {to} : {} to {}", from.ty, to.ty));
    g.cost += g.weight * to.ty.shape().count() as u64;
    true
}

/// One of two buffers.
pub fn choice(g: &mut Gen<'_>) -> bool {
    let Some(one) = g.find(|v| matches!(v.ty, Ty::Memref(..)) && !v.constant) else { return false };
    let Some(two) = g.find(|v| v.ty == one.ty && v.ty.shape() == one.ty.shape() && !v.constant) else {
        return false;
    };
    let flag = g.scalar(Elem::Int(1));
    let value = g.def(one.ty.clone(), format!("arith.select {flag}, {one}, {two} : {}", one.ty));
    g.known(value, |value| (value.base, value.home) = (0, one.home.max(two.home)));
    true
}

/// A loop around which two buffers change places.
pub fn swapped(g: &mut Gen<'_>) -> bool {
    let repeats = g.most_repeats();
    if !g.may_nest() || !g.may_write || repeats < 2 {
        return false;
    }
    let Some(one) = g.find(|v| matches!(v.ty, Ty::Memref(..)) && !v.constant) else { return false };
    let Some(two) = g.find(|v| v.ty == one.ty && v.ty.shape() == one.ty.shape() && !v.constant) else {
        return false;
    };
    let ty = one.ty.clone();
    let (zero, step) = (g.number(Elem::Index, 0), g.number(Elem::Index, 1));
    let high = g.n.within(1, repeats);
    let high = g.index(high);
    let home = one.home.max(two.home);
    let as_other = |mut v: Value| {
        (v.base, v.home) = (0, home);
        v
    };
    let (x, y) = (g.fresh(ty.clone()), g.fresh(ty.clone()));
    let (r, s) = (g.fresh(ty.clone()), g.fresh(ty.clone()));
    let variable = g.name();
    g.line(format!(
        "{r}, {s} = scf.for {variable} = {zero} to {high} step {step} iter_args({x} = {one}, {y} = {two}) -> ({ty}, {ty}) {{"
    ));
    let before = (g.blocks, g.may_return);
    (g.blocks, g.may_return) = (false, false);
    g.open(true);
    g.weight *= repeats as u64;
    g.values.extend([as_other(x.clone()), as_other(y.clone())]);
    g.statements(3);
    g.free();
    g.line(if g.n.clone().percent(70) {
        format!("scf.yield {y}, {x} : {ty}, {ty}")
    } else {
        format!("scf.yield {x}, {two} : {ty}, {ty}")
    });
    g.weight /= repeats as u64;
    g.close();
    (g.blocks, g.may_return) = before;
    g.line("}");
    g.values.extend([as_other(r), as_other(s)]);
    true
}

/// The strides and the offset of a buffer's type.
fn layout_of(ty: &Ty) -> Option<Layout> {
    let Ty::Memref(shape, _, layout) = ty else { return None };
    if let Some(layout) = layout {
        return Some(layout.clone());
    }
    let mut strides = vec![Some(1); shape.rank()];
    for i in (0..shape.rank().saturating_sub(1)).rev() {
        let size = Some(shape.sizes[i + 1]).filter(|_| !shape.open[i + 1]);
        strides[i] = strides[i + 1].zip(size).map(|(stride, size)| stride * size);
    }
    Some(Layout { strides, offset: Some(0) })
}

/// A part of a buffer.
pub fn subview(g: &mut Gen<'_>) -> bool {
    let known = |v: &Value| match &v.ty {
        Ty::Memref(shape, ..) => {
            shape.rank() > 0 && layout_of(&v.ty).is_some_and(|layout| !layout.strides.contains(&None))
        }
        _ => false,
    };
    let Some(from) = g.find(known) else { return false };
    let Some(layout) = layout_of(&from.ty) else { return false };
    let (mut offsets, mut sizes, mut steps) = (vec![], vec![], vec![]);
    let (mut offset, mut strides, mut result) = (layout.offset, vec![], Shape::default());
    for (&size, &stride) in from.ty.shape().sizes.iter().zip(&layout.strides) {
        let start = g.n.within(0, size - 1);
        let step = if g.n.percent(25) { 2 } else { 1 };
        let count = g.n.within(1, (size - start + step - 1) / step);
        let stride = stride.unwrap_or(1);
        steps.push(step.to_string());
        strides.push(Some(stride * step));
        if g.n.percent(35) {
            offsets.push(g.index(start).to_string());
            offset = None;
        } else {
            offsets.push(start.to_string());
            offset = offset.map(|offset| offset + start * stride);
        }
        let open = g.n.percent(25);
        sizes.push(if open { g.index(count).to_string() } else { count.to_string() });
        result.sizes.push(count);
        result.open.push(open);
    }
    // Unit dimensions may be dropped: all of them, since a type does not determine which of several were.
    let open_unit = result.sizes.iter().zip(&result.open).any(|(&size, &open)| open && size == 1);
    let all = g.n.percent(30) && !open_unit;
    for i in (0..result.rank()).rev() {
        if all && result.sizes[i] == 1 && !result.open[i] {
            result.sizes.remove(i);
            result.open.remove(i);
            strides.remove(i);
        }
    }
    let ty = Ty::Memref(result, from.ty.elem(), Some(Layout { strides, offset }));
    let value = g.def(
        ty.clone(),
        format!(
            "memref.subview {from}[{}] [{}] [{}] : {} to {ty}",
            offsets.join(", "),
            sizes.join(", "),
            steps.join(", "),
            from.ty
        ),
    );
    derived(g, value, &from);
    true
}

/// Notes that a value is a view of another.
fn derived(g: &mut Gen<'_>, value: Value, from: &Value) -> Value {
    let (base, home, constant) = (from.base, from.home, from.constant);
    g.known(value, |value| (value.base, value.home, value.constant) = (base, home, constant))
}

/// The same buffer by another type.
pub fn cast(g: &mut Gen<'_>) -> bool {
    let Some(from) = g.find(|v| matches!(&v.ty, Ty::Memref(shape, ..) if shape.rank() > 0)) else {
        return false;
    };
    let Ty::Memref(mut shape, elem, layout) = from.ty.clone() else { return false };
    let layout = match layout {
        Some(layout) if g.n.percent(60) => {
            Some(Layout { strides: vec![None; layout.strides.len()], offset: None })
        }
        None if g.n.percent(30) => Some(Layout { strides: vec![None; shape.rank()], offset: None }),
        layout => {
            for open in &mut shape.open {
                *open |= g.n.percent(60);
            }
            layout
        }
    };
    let ty = Ty::Memref(shape, elem, layout);
    if ty == from.ty {
        return false;
    }
    let value = g.def(ty.clone(), format!("memref.cast {from} : {} to {ty}", from.ty));
    derived(g, value, &from);
    true
}

/// A buffer by another shape.
pub fn reshape(g: &mut Gen<'_>) -> bool {
    let fits =
        |v: &Value| matches!(&v.ty, Ty::Memref(shape, _, None) if shape.is_fixed() && shape.rank() > 0);
    let Some(from) = g.find(fits) else { return false };
    let (shape, elem) = (from.ty.shape(), from.ty.elem());
    let count = shape.count();
    let all: Vec<String> = (0..shape.rank()).map(|i| i.to_string()).collect();
    match g.n.below(3) {
        0 if shape.rank() > 1 => {
            let ty = Ty::Memref(Shape::fixed(&[count]), elem, None);
            let value = g.def(
                ty.clone(),
                format!("memref.collapse_shape {from} [[{}]] : {} into {ty}", all.join(", "), from.ty),
            );
            derived(g, value, &from);
        }
        1 if shape.rank() == 1 => {
            let outer = *g.n.pick(&[1, 2, 3, 4]);
            let outer = if count % outer == 0 { outer } else { 1 };
            let ty = Ty::Memref(Shape::fixed(&[outer, count / outer]), elem, None);
            let op = format!(
                "memref.expand_shape {from} [[0, 1]] output_shape [{outer}, {}] : {} into {ty}",
                count / outer,
                from.ty
            );
            let value = g.def(ty, op);
            derived(g, value, &from);
        }
        _ => {
            let size = g.n.within(1, count);
            let start = g.n.within(0, count - size);
            let open = g.n.percent(40);
            let at = if open { g.index(start).to_string() } else { start.to_string() };
            let offset = if open { None } else { Some(start) };
            let layout = Layout { strides: vec![Some(1)], offset };
            let ty = Ty::Memref(Shape::fixed(&[size]), elem, Some(layout));
            let value = g.def(
                ty.clone(),
                format!(
                    "memref.reinterpret_cast {from} to offset: [{at}], sizes: [{size}], strides: [1] : {} to {ty}",
                    from.ty
                ),
            );
            derived(g, value, &from);
        }
    }
    true
}

/// The extent of a dimension, or the metadata of a descriptor.
pub fn metadata(g: &mut Gen<'_>) -> bool {
    let Some(from) = g.find(|v| matches!(&v.ty, Ty::Memref(shape, ..) if shape.rank() > 0)) else {
        return false;
    };
    let shape = from.ty.shape();
    if g.n.percent(60) {
        let at = g.n.below(shape.rank());
        let (size, dim) = (shape.sizes[at], g.index(at as i64));
        let value = g.def_in(Ty::INDEX, (size, size), format!("memref.dim {from}, {dim} : {}", from.ty));
        g.known(value, |value| value.affine = crate::types::Affine::No);
        return true;
    }
    let (base, offset) = (g.name(), g.fresh(Ty::INDEX));
    let sizes: Vec<Value> = shape.sizes.iter().map(|_| g.fresh(Ty::INDEX)).collect();
    let strides: Vec<Value> = shape.sizes.iter().map(|_| g.fresh(Ty::INDEX)).collect();
    let index = vec!["index"; 1 + 2 * shape.rank()].join(", ");
    g.line(format!(
        "{base}, {offset}, {}, {} = memref.extract_strided_metadata {from} : {} -> memref<{}>, {index}",
        crate::types::names(&sizes),
        crate::types::names(&strides),
        from.ty,
        from.ty.elem(),
    ));
    for (mut size, &known) in sizes.into_iter().zip(&shape.sizes) {
        size.range = Some((known, known));
        g.values.push(size);
    }
    // The stride of a unit dimension is unspecified.
    if shape.sizes.iter().all(|&size| size > 1) {
        g.values.extend(strides);
        g.values.push(offset);
    }
    true
}

/// A buffer that the program has from the start.
pub fn global(g: &mut Gen<'_>) -> bool {
    let choices: [&[i64]; 3] = [&[4], &[2, 2], &[3]];
    let shape = Shape::fixed(choices[g.n.below(choices.len())]);
    let elem = *g.n.pick(&[Elem::Int(32), Elem::F32, Elem::Int(64)]);
    let constant = g.n.percent(50);
    let numbers: Vec<String> = (0..shape.count()).map(|_| g.literal(elem)).collect();
    let list = match shape.rank() {
        2 => format!("[[{}], [{}]]", numbers[..2].join(", "), numbers[2..].join(", ")),
        _ => format!("[{}]", numbers.join(", ")),
    };
    let name = format!("@g{}", g.num_globals);
    g.num_globals += 1;
    let word = if constant { "constant " } else { "" };
    let ty = Ty::Memref(shape.clone(), elem, None);
    g.globals.push_str(&format!("memref.global \"private\" {word}{name} : {ty} = dense<{list}>\n"));
    let base = g.base();
    let value = g.def(ty.clone(), format!("memref.get_global {name} : {ty}"));
    g.known(value, |value| (value.base, value.home, value.constant) = (base, 0, constant));
    true
}

/// An atomic update.
pub fn atomic(g: &mut Gen<'_>) -> bool {
    if !g.has(&["memref.atomic_rmw"]) {
        return false;
    }
    let test = writable(g);
    let kinds = [Elem::Int(32), Elem::Int(64), Elem::F32, Elem::F64];
    let Some(buffer) = g.find(|v| test(v) && kinds.contains(&v.ty.elem())) else { return false };
    let elem = buffer.ty.elem();
    let kind = match elem.is_integer() {
        true => *g.n.pick(&["addi", "maxs", "maxu", "mins", "minu", "muli", "ori", "andi", "assign"]),
        false => *g.n.pick(&["addf", "mulf", "maximumf", "minimumf", "maxnumf", "minnumf"]),
    };
    let (value, at) = (g.scalar(elem), indices(g, &buffer.ty.shape()));
    let op = format!("memref.atomic_rmw {kind} {value}, {buffer}[{at}] : ({elem}, {}) -> {elem}", buffer.ty);
    g.def(Ty::Scalar(elem), op);
    true
}

/// A buffer that grows.
pub fn realloc(g: &mut Gen<'_>) -> bool {
    if !g.has(&["memref.realloc"]) || !g.may_write {
        return false;
    }
    let elem = *g.n.pick(&[Elem::Int(32), Elem::F32]);
    let size = g.n.within(1, 3);
    let old = allocate(g, &Shape::fixed(&[size]), elem, false);
    fill(g, &old);
    g.values.retain(|v| v.name != old.name);
    let new = g.n.within(size, size + 2);
    let open = g.n.percent(50);
    let mut shape = Shape::fixed(&[new]);
    shape.open[0] = open;
    let ty = Ty::Memref(shape, elem, None);
    let count = if open { format!("({})", g.index(new)) } else { String::new() };
    let grown = g.def(ty.clone(), format!("memref.realloc {old}{count} : {} to {ty}", old.ty));
    g.values.retain(|v| v.name != grown.name);
    let at = g.index_below(size);
    // An unused realloc is erased, and with it the deallocation of the previous buffer.
    let element = g.def(Ty::Scalar(elem), format!("memref.load {grown}[{at}] : {ty}"));
    crate::shown::show(g, &element);
    if let Some(frame) = g.frames.last_mut() {
        frame.to_free.push(grown);
    }
    true
}
