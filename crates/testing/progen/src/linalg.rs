//! Ops of linalg, on tensors and on buffers.

use crate::generator::Gen;
use crate::types::{Elem, Shape, Ty, Value, names, types_of};

/// The required operand: a tensor or buffer of these sizes and elements.
#[derive(Clone)]
struct Wanted {
    sizes: Vec<i64>,
    elem: Elem,
}

/// Operands of a structured op.
struct Operands {
    inputs: Vec<Value>,
    out: Value,
    on_tensors: bool,
}

impl Operands {
    /// Whether all extents are static: some ops require equal ones.
    fn is_fixed(&self) -> bool {
        self.inputs.iter().chain([&self.out]).all(|value| value.ty.shape().is_fixed())
    }

    fn text(&self) -> String {
        let inputs = match self.inputs.is_empty() {
            true => String::new(),
            false => format!("ins({} : {}) ", names(&self.inputs), types_of(&self.inputs)),
        };
        format!("{inputs}outs({} : {})", self.out, self.out.ty)
    }
}

fn element(g: &mut Gen<'_>) -> Elem {
    *g.n.pick(&[Elem::Int(32), Elem::F32, Elem::Int(32), Elem::F32, Elem::Int(64), Elem::F64])
}

fn input(g: &mut Gen<'_>, on_tensors: bool, wanted: &Wanted, avoid: usize) -> Value {
    let Wanted { sizes, elem } = wanted;
    let found = g.find(|v| match &v.ty {
        Ty::Tensor(shape, e) => on_tensors && shape.sizes == *sizes && e == elem,
        Ty::Memref(shape, e, _) => {
            !on_tensors && shape.sizes == *sizes && e == elem && v.base != 0 && v.base != avoid
        }
        _ => false,
    });
    if let Some(value) = found.filter(|_| g.n.percent(75)) {
        return value;
    }
    let shape = Shape::fixed(sizes);
    if on_tensors { crate::tensors::make(g, &shape, *elem) } else { owned(g, &shape, *elem) }
}

/// A new buffer that is filled.
fn owned(g: &mut Gen<'_>, shape: &Shape, elem: Elem) -> Value {
    let value = crate::memory::allocate(g, shape, elem, false);
    if let Some(frame) = g.frames.last_mut() {
        frame.to_free.push(value.clone());
    }
    crate::memory::fill(g, &value);
    value
}

/// Operands of these extents; the destination is one that may be overwritten, and shares no memory with the inputs.
fn operands(g: &mut Gen<'_>, inputs: &[Wanted], out: &Wanted) -> Option<Operands> {
    let on_tensors = g.kind.on_tensors(&mut g.n);
    if !on_tensors && !g.may_write {
        return None;
    }
    let destination = if on_tensors {
        input(g, true, out, 0)
    } else {
        let found = g.find(|v| match &v.ty {
            Ty::Memref(shape, e, _) => {
                shape.sizes == out.sizes && *e == out.elem && v.base != 0 && !v.constant
            }
            _ => false,
        });
        match found.filter(|_| g.n.percent(60)) {
            Some(value) => value,
            None => owned(g, &Shape::fixed(&out.sizes), out.elem),
        }
    };
    let inputs = inputs.iter().map(|wanted| input(g, on_tensors, wanted, destination.base)).collect();
    Some(Operands { inputs, out: destination, on_tensors })
}

/// Appends an op, of which `text` is all up to the types of the results.
fn finish(g: &mut Gen<'_>, operands: &Operands, text: &str) {
    if operands.on_tensors {
        let ty = operands.out.ty.clone();
        g.def(ty.clone(), format!("{text} -> {ty}"));
    } else {
        g.line(text);
    }
}

/// The same with a region: `text` up to its brace, then lines.
fn with_region(g: &mut Gen<'_>, operands: &Operands, text: &str, lines: &[String], end: &str) {
    let ty = operands.out.ty.clone();
    let out = g.fresh(ty.clone());
    let prefix = if operands.on_tensors { format!("{out} = ") } else { String::new() };
    g.line(format!("{prefix}{text} {{"));
    for line in lines {
        g.line(format!("  {line}"));
    }
    let arrow = if operands.on_tensors && end == "->" { format!(" -> {ty}") } else { String::new() };
    g.line(format!("}}{arrow}"));
    if operands.on_tensors {
        g.values.push(out);
    }
}

fn cheap(g: &Gen<'_>) -> bool {
    g.affords(150)
}

/// `linalg.fill`.
pub fn fill(g: &mut Gen<'_>) -> bool {
    if !cheap(g) {
        return false;
    }
    let elem = element(g);
    let sizes = crate::tensors::shape(g).sizes;
    let Some(mut operands) = operands(g, &[], &Wanted { sizes, elem }) else { return false };
    operands.inputs.push(g.scalar(elem));
    finish(g, &operands, &format!("linalg.fill {}", operands.text()));
    true
}

/// Products of matrices and vectors.
pub fn product(g: &mut Gen<'_>) -> bool {
    if !cheap(g) {
        return false;
    }
    let elem = element(g);
    let (m, n, k) = (g.n.within(1, 3), g.n.within(1, 3), g.n.within(1, 3));
    let (name, a, b, c) = match g.n.below(6) {
        0 => ("matvec", vec![m, k], vec![k], vec![m]),
        1 => ("vecmat", vec![k], vec![k, n], vec![n]),
        2 => ("dot", vec![k], vec![k], vec![]),
        3 => ("batch_matmul", vec![2, m, k], vec![2, k, n], vec![2, m, n]),
        _ => ("matmul", vec![m, k], vec![k, n], vec![m, n]),
    };
    let wanted = |sizes| Wanted { sizes, elem };
    let Some(operands) = operands(g, &[wanted(a), wanted(b)], &wanted(c)) else { return false };
    finish(g, &operands, &format!("linalg.{name} {}", operands.text()));
    g.cost += g.weight * 60;
    true
}

/// A product of matrices, perhaps transposed, that casts on its own, or does more than that.
pub fn casted(g: &mut Gen<'_>) -> bool {
    if !cheap(g) {
        return false;
    }
    let widths = [0; 3].map(|_| *g.n.pick(&[8, 16, 32, 32, 64]));
    let size = g.n.within(1, 3);
    let wanted = |width| Wanted { sizes: vec![size, size], elem: Elem::Int(width) };
    let inputs = [wanted(widths[0]), wanted(widths[1])];
    let Some(operands) = operands(g, &inputs, &wanted(widths[2])) else { return false };
    let map = |g: &mut Gen<'_>, row: &str, column: &str| {
        let swapped = g.n.percent(25);
        let (x, y) = if swapped { (column, row) } else { (row, column) };
        format!("affine_map<(m, n, k) -> ({x}, {y})>")
    };
    let maps = [map(g, "m", "k"), map(g, "k", "n"), "affine_map<(m, n, k) -> (m, n)>".to_owned()];
    let [x, y, z] = [0; 3].map(|_| g.name());
    let to = format!("i{}", widths[2]);
    let mut lines = Vec::new();
    let mut cast = |g: &mut Gen<'_>, value: String, from: u32| {
        let mut value = value;
        if g.n.percent(10) {
            let more = g.name();
            lines.push(format!("{more} = math.absi {value} : i{from}"));
            value = more;
        }
        if from == widths[2] {
            return value;
        }
        let op = match from > widths[2] {
            true => "trunci",
            false => *g.n.pick(&["extsi", "extsi", "extui"]),
        };
        let new = g.name();
        lines.push(format!("{new} = arith.{op} {value} : i{from} to {to}"));
        new
    };
    let (a, b) = (cast(g, x.clone(), widths[0]), cast(g, y.clone(), widths[1]));
    let [product, sum] = [0; 2].map(|_| g.name());
    let swap = |g: &mut Gen<'_>, a: &str, b: &str| {
        if g.n.percent(50) { format!("{a}, {b}") } else { format!("{b}, {a}") }
    };
    let factors = swap(g, &a, &b);
    lines.push(format!("{product} = arith.muli {factors} : {to}"));
    let terms = swap(g, &z, &product);
    lines.push(format!("{sum} = arith.addi {terms} : {to}"));
    lines.push(format!("linalg.yield {sum} : {to}"));
    let loops = "\"parallel\", \"parallel\", \"reduction\"";
    let text = format!(
        "linalg.generic {{indexing_maps = [{}], iterator_types = [{loops}]}} {}",
        maps.join(", "),
        operands.text()
    );
    let args = format!("^bb0({x}: i{}, {y}: i{}, {z}: {to}):", widths[0], widths[1]);
    lines.insert(0, args);
    with_region(g, &operands, &text, &lines, "->");
    g.cost += g.weight * 60;
    true
}

/// A fill of a part of a buffer by an op that names its place.
pub fn filled(g: &mut Gen<'_>) -> bool {
    if !cheap(g) {
        return false;
    }
    let elem = element(g);
    let wanted = Wanted { sizes: vec![g.n.within(1, 3), g.n.within(1, 3)], elem };
    let Some(mut operands) = operands(g, &[], &wanted) else { return false };
    operands.inputs.push(g.scalar(elem));
    let (loops, place) = *g.n.pick(&[("d0", "d0, 0"), ("d0", "0, d0"), ("d0, d1", "d0, d1")]);
    let kinds = vec!["\"parallel\""; loops.split(", ").count()].join(", ");
    let text = format!(
        "linalg.generic {{indexing_maps = [affine_map<({loops}) -> ()>, affine_map<({loops}) -> ({place})>], iterator_types = \
         [{kinds}]}} {}",
        operands.text()
    );
    let [x, y] = [0; 2].map(|_| g.name());
    let lines = [format!("^bb0({x}: {elem}, {y}: {elem}):"), format!("linalg.yield {x} : {elem}")];
    with_region(g, &operands, &text, &lines, "->");
    true
}

/// Arithmetic of elements by name.
pub fn named(g: &mut Gen<'_>) -> bool {
    if !cheap(g) {
        return false;
    }
    let elem = element(g);
    let sizes = crate::tensors::shape(g).sizes;
    let wanted = Wanted { sizes, elem };
    let (name, count) = match g.n.below(3) {
        0 => (*g.n.pick(&["add", "sub", "mul", "max", "min"]), 2),
        1 if !elem.is_integer() => (*g.n.pick(&["abs", "negf", "ceil", "floor", "square", "div"]), 1),
        _ => (*g.n.pick(&["add", "mul", "sub"]), 2),
    };
    let count = if name == "div" { 2 } else { count };
    let Some(operands) = operands(g, &vec![wanted.clone(); count], &wanted) else { return false };
    finish(g, &operands, &format!("linalg.{name} {}", operands.text()));
    g.cost += g.weight * 30;
    true
}

/// `linalg.transpose`, `broadcast` and `copy`.
pub fn moved(g: &mut Gen<'_>) -> bool {
    if !cheap(g) {
        return false;
    }
    let elem = element(g);
    let (a, b) = (g.n.within(1, 4), g.n.within(1, 4));
    let wanted = |sizes| Wanted { sizes, elem };
    let (name, from, to, how) = match g.n.below(3) {
        0 => ("transpose", vec![a, b], vec![b, a], " permutation = [1, 0]"),
        1 => ("broadcast", vec![a], vec![b, a], " dimensions = [0]"),
        _ => ("copy", vec![a, b], vec![a, b], ""),
    };
    let Some(operands) = operands(g, &[wanted(from)], &wanted(to)) else { return false };
    if !operands.is_fixed() {
        return false;
    }
    // These two leave the type of the result to the destination.
    if operands.on_tensors && !how.is_empty() {
        g.def(operands.out.ty.clone(), format!("linalg.{name} {}{how}", operands.text()));
    } else {
        finish(g, &operands, &format!("linalg.{name} {}{how}", operands.text()));
    }
    g.cost += g.weight * 30;
    true
}

/// `linalg.reduce` and `linalg.map`.
pub fn reduce(g: &mut Gen<'_>) -> bool {
    if !cheap(g) {
        return false;
    }
    let elem = element(g);
    let (a, b) = (g.n.within(1, 4), g.n.within(1, 4));
    let wanted = |sizes| Wanted { sizes, elem };
    let op = match elem.is_integer() {
        true => *g.n.pick(&["addi", "muli", "maxsi", "xori"]),
        false => *g.n.pick(&["addf", "mulf", "maximumf"]),
    };
    let (x, y, z) = (g.name(), g.name(), g.name());
    if g.n.percent(50) {
        let dim = g.n.below(2);
        let out = if dim == 0 { b } else { a };
        let Some(operands) = operands(g, &[wanted(vec![a, b])], &wanted(vec![out])) else { return false };
        if !operands.is_fixed() {
            return false;
        }
        let text =
            format!("linalg.reduce {} dimensions = [{dim}]\n({x}: {elem}, {y}: {elem})", operands.text());
        let lines = [format!("{z} = arith.{op} {x}, {y} : {elem}"), format!("linalg.yield {z} : {elem}")];
        with_region(g, &operands, &text, &lines, "");
    } else {
        let sizes = vec![a, b];
        let Some(operands) = operands(g, &[wanted(sizes.clone()), wanted(sizes.clone())], &wanted(sizes))
        else {
            return false;
        };
        if !operands.is_fixed() {
            return false;
        }
        let w = g.name();
        let text = format!("linalg.map {}\n({x}: {elem}, {y}: {elem}, {w}: {elem})", operands.text());
        let lines = [format!("{z} = arith.{op} {x}, {y} : {elem}"), format!("linalg.yield {z} : {elem}")];
        with_region(g, &operands, &text, &lines, "");
    }
    g.cost += g.weight * 40;
    true
}

/// `linalg.generic` with any maps.
pub fn generic(g: &mut Gen<'_>) -> bool {
    if !cheap(g) {
        return false;
    }
    let rank = 1 + g.n.below(3);
    let extents: Vec<i64> = (0..rank)
        .map(|_| if g.n.percent(25) { 1 } else { g.n.within(1, if rank == 3 { 2 } else { 3 }) })
        .collect();
    let elem = element(g);
    // The destination has the parallel dimensions, in any order.
    let parallel: Vec<bool> = (0..rank).map(|_| g.n.percent(75)).collect();
    let mut out: Vec<usize> = (0..rank).filter(|&i| parallel[i]).collect();
    if g.n.percent(30) {
        g.n.shuffle(&mut out);
    }
    let mut maps = Vec::new();
    let mut wanted = Vec::new();
    for _ in 0..g.n.below(3) + 1 {
        let mut dims: Vec<usize> = (0..rank).filter(|_| g.n.percent(80)).collect();
        if g.n.percent(30) {
            g.n.shuffle(&mut dims);
        }
        maps.push(dims.clone());
        wanted.push((dims, elem));
    }
    // Every dimension has an extent somewhere.
    let seen = |i: usize| maps.iter().any(|dims| dims.contains(&i)) || out.contains(&i);
    if !(0..rank).all(seen) {
        let all: Vec<usize> = (0..rank).collect();
        maps[0].clone_from(&all);
        wanted[0].0 = all;
    }
    let sizes = |dims: &[usize]| dims.iter().map(|&i| extents[i]).collect::<Vec<i64>>();
    let inputs: Vec<Wanted> =
        wanted.iter().map(|(dims, elem)| Wanted { sizes: sizes(dims), elem: *elem }).collect();
    let Some(operands) = operands(g, &inputs, &Wanted { sizes: sizes(&out), elem }) else { return false };
    maps.push(out);
    let head: Vec<String> = (0..rank).map(|i| format!("d{i}")).collect();
    let head = head.join(", ");
    let text = |dims: &[usize]| {
        let list: Vec<String> = dims.iter().map(|i| format!("d{i}")).collect();
        format!("affine_map<({head}) -> ({})>", list.join(", "))
    };
    let maps: Vec<String> = maps.iter().map(|dims| text(dims)).collect();
    let kinds: Vec<&str> =
        parallel.iter().map(|&parallel| if parallel { "\"parallel\"" } else { "\"reduction\"" }).collect();
    let args: Vec<String> = (0..maps.len()).map(|_| g.name()).collect();
    let typed: Vec<String> = args.iter().map(|arg| format!("{arg}: {elem}")).collect();
    let block = g.block();
    let mut lines = vec![format!("{block}({}):", typed.join(", "))];
    let mut last = body(g, elem, &args, rank, &mut lines);
    // Only a reduction reads the previous content.
    if parallel.contains(&false) || g.n.percent(15) {
        let name = g.name();
        let op = if elem.is_integer() { *g.n.pick(&["addi", "maxsi", "muli"]) } else { "addf" };
        lines.push(format!("{name} = arith.{op} {}, {last} : {elem}", args[args.len() - 1]));
        last = name;
    }
    lines.push(format!("linalg.yield {last} : {elem}"));
    let text = format!(
        "linalg.generic {{indexing_maps = [{}], iterator_types = [{}]}} {}",
        maps.join(", "),
        kinds.join(", "),
        operands.text()
    );
    with_region(g, &operands, &text, &lines, "->");
    g.cost += g.weight * extents.iter().product::<i64>() as u64 * 4;
    true
}

/// The ops of a body; returns the last value.
fn body(g: &mut Gen<'_>, elem: Elem, args: &[String], rank: usize, lines: &mut Vec<String>) -> String {
    let mut names: Vec<String> = args[..args.len() - 1].to_vec();
    if g.n.percent(30) {
        names.push(g.scalar(elem).name);
    }
    if g.n.percent(25) && elem == Elem::Int(64) {
        let (index, number) = (g.name(), g.name());
        lines.push(format!("{index} = linalg.index {} : index", g.n.below(rank)));
        lines.push(format!("{number} = arith.index_cast {index} : index to i64"));
        names.push(number);
    }
    for _ in 0..g.n.below(4) {
        let (a, b) = (g.n.pick(&names).clone(), g.n.pick(&names).clone());
        let name = g.name();
        let op = match elem.is_integer() {
            true => *g.n.pick(&["addi", "subi", "muli", "maxsi", "minui", "andi", "xori"]),
            false => *g.n.pick(&["addf", "subf", "mulf", "maximumf", "minnumf", "divf"]),
        };
        lines.push(format!("{name} = arith.{op} {a}, {b} : {elem}"));
        names.push(name);
    }
    match names.last() {
        Some(last) => last.clone(),
        None => args[args.len() - 1].clone(),
    }
}

/// Two consecutive elementwise ops, for fusion.
pub fn chain(g: &mut Gen<'_>) -> bool {
    if !cheap(g) || !g.affords(200) {
        return false;
    }
    let elem = element(g);
    let (a, b) = (g.n.within(1, 3), g.n.within(1, 3));
    let ty = Ty::Tensor(Shape::fixed(&[a, b]), elem);
    let mut value = crate::tensors::tensor(g, &ty);
    let identity = "affine_map<(d0, d1) -> (d0, d1)>";
    let turned = if a == b && g.n.percent(40) { "affine_map<(d0, d1) -> (d1, d0)>" } else { identity };
    for i in 0..2 {
        let other = crate::tensors::tensor(g, &ty);
        let out = crate::tensors::empty(g, &ty.shape(), elem);
        let (x, y, o, z) = (g.name(), g.name(), g.name(), g.name());
        let op = match elem.is_integer() {
            true => *g.n.pick(&["addi", "subi", "muli"]),
            false => *g.n.pick(&["addf", "subf", "mulf"]),
        };
        let first = if i == 1 { turned } else { identity };
        let text = format!(
            "linalg.generic {{indexing_maps = [{first}, {identity}, {identity}], iterator_types = [\"parallel\", \"parallel\"]}} ins({value}, {other} : {ty}, {ty}) outs({out} : {ty})"
        );
        let block = g.block();
        let lines = [
            format!("{block}({x}: {elem}, {y}: {elem}, {o}: {elem}):"),
            format!("{z} = arith.{op} {x}, {y} : {elem}"),
            format!("linalg.yield {z} : {elem}"),
        ];
        let operands = Operands { inputs: vec![], out, on_tensors: true };
        with_region(g, &operands, &text, &lines, "->");
        if let Some(last) = g.values.last() {
            value = last.clone();
        }
    }
    g.cost += g.weight * 80;
    true
}
