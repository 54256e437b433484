//! Several nests of affine loops over the same buffers: producers and consumers, siblings, and loops that carry dependences.

use crate::generator::Gen;
use crate::types::{Affine, Elem, Shape, Ty};
use crate::views::{View, numbered, show_all};

/// The element type of these buffers.
const ELEM: Elem = Elem::Int(32);

/// A buffer as nests name it.
struct Buffer {
    name: String,
    ty: String,
    sizes: Vec<i64>,
}

/// A loop that is open: its variable, and the least and greatest number of it.
struct Counter {
    name: String,
    low: i64,
    high: i64,
}

/// A subscript below `size` in terms of loops.
fn subscript(g: &mut Gen<'_>, counters: &[Counter], at: usize, size: i64) -> String {
    let counter = match g.n.percent(75) {
        true => counters.get(at.min(counters.len().saturating_sub(1))),
        false => counters.get(g.n.below(counters.len())),
    };
    let Some(counter) = counter else { return g.n.within(0, size - 1).to_string() };
    let (name, low, high) = (&counter.name, counter.low, counter.high);
    let shift = *g.n.pick(&[0, 0, 0, 0, 1, -1, 2]);
    match g.n.below(10) {
        0 => g.n.within(0, size - 1).to_string(),
        // In the other direction.
        1 if high < size => format!("{} - {name}", (size - 1).min(high + low)),
        2 if size > 2 => format!("{name} floordiv 2"),
        3 => format!("({name} + {}) mod {size}", g.n.within(0, 2)),
        _ if low + shift >= 0 && high + shift < size => format!("{name} + {shift}"),
        _ if low >= 0 && high < size => name.clone(),
        _ => format!("{name} mod {size}"),
    }
}

/// Subscripts of a buffer in its bounds.
fn subscripts(g: &mut Gen<'_>, counters: &[Counter], buffer: &Buffer) -> String {
    let list: Vec<String> =
        buffer.sizes.iter().enumerate().map(|(at, &size)| subscript(g, counters, at, size)).collect();
    list.join(", ")
}

/// Opens a loop over a dimension of a size.
fn open_loop(
    g: &mut Gen<'_>,
    counters: &[Counter],
    size: i64,
    is_whole: bool,
    carried: Option<&str>,
) -> Counter {
    let (mut low, mut high) = (0, size);
    let mut step = 1;
    if !is_whole {
        (low, high) = (*g.n.pick(&[0, 0, 0, 1, 2]), size - *g.n.pick(&[0, 0, 1, 2]));
        step = *g.n.pick(&[1, 1, 1, 1, 2, 3]);
    }
    let (mut lower, mut upper) = (low.to_string(), high.to_string());
    let outer = counters.last().filter(|_| !is_whole && g.n.percent(25));
    if let Some(outer) = outer {
        match g.n.below(3) {
            0 => upper = format!("min affine_map<(d0) -> (d0 + 2, {high})>({})", outer.name),
            1 => lower = format!("max affine_map<(d0) -> (d0 - 1, {low})>({})", outer.name),
            _ if outer.high < size => {
                lower = format!("affine_map<(d0) -> (d0)>({})", outer.name);
                low = low.min(outer.low);
            }
            _ => {}
        }
    }
    let name = g.name();
    let step_text = if step == 1 { String::new() } else { format!(" step {step}") };
    let (mut result, mut values) = (String::new(), String::new());
    if let Some(carried) = carried {
        let initial = g.scalar(ELEM);
        result = format!("{} = ", g.name());
        values = format!(" iter_args({carried} = {initial}) -> ({ELEM})");
    }
    g.line(format!("{result}affine.for {name} = {lower} to {upper}{step_text}{values} {{"));
    g.open(true);
    Counter { name, low, high: (high - 1).max(low) }
}

/// Reads an element, and writes what it makes, perhaps with a value that a loop carries, to another one.
fn statement(
    g: &mut Gen<'_>,
    counters: &[Counter],
    [from, to]: [&Buffer; 2],
    carried: Option<&str>,
) -> String {
    let (read_at, write_at) = (subscripts(g, counters, from), subscripts(g, counters, to));
    let [value, new] = [0; 2].map(|_| g.name());
    let by = carried.map_or_else(|| g.scalar(ELEM).name, str::to_owned);
    let op = *g.n.pick(&["addi", "addi", "muli", "xori"]);
    g.line(format!("{value} = affine.load {}[{read_at}] : {}", from.name, from.ty));
    g.line(format!("{new} = arith.{op} {value}, {by} : {ELEM}"));
    g.line(format!("affine.store {new}, {}[{write_at}] : {}", to.name, to.ty));
    new
}

/// A nest of loops; that of a producer writes each element of a buffer.
fn nest(g: &mut Gen<'_>, buffers: &[Buffer], target: Option<&Buffer>) {
    let size = buffers[0].sizes[0];
    let depth = target.map_or(1 + g.n.below(2), |target| target.sizes.len());
    let carried = if g.n.percent(15) { Some(g.name()) } else { None };
    let mut counters = Vec::new();
    for at in 0..depth {
        let size = target.map_or(size, |target| target.sizes[at]);
        let carries = at + 1 == depth && carried.is_some();
        let counter = open_loop(g, &counters, size, target.is_some(), carried.as_deref().filter(|_| carries));
        counters.push(counter);
        let (from, to) = (g.n.below(buffers.len()), g.n.below(buffers.len()));
        if at + 1 < depth && target.is_none() && g.n.percent(20) {
            statement(g, &counters, [&buffers[from], &buffers[to]], None);
        }
    }
    let mut yielded = None;
    if let Some(target) = target {
        let from = g.n.below(buffers.len());
        let read_at = subscripts(g, &counters, &buffers[from]);
        let write_at: Vec<&str> = counters.iter().map(|counter| counter.name.as_str()).collect();
        let mut value = g.name();
        g.line(format!("{value} = affine.load {}[{read_at}] : {}", buffers[from].name, buffers[from].ty));
        if let Some(carried) = &carried {
            let sum = g.name();
            g.line(format!("{sum} = arith.addi {value}, {carried} : {ELEM}"));
            value = sum;
        }
        yielded = Some(value.clone());
        g.line(format!("affine.store {value}, {}[{}] : {}", target.name, write_at.join(", "), target.ty));
    } else {
        for _ in 0..1 + g.n.below(2) {
            let (from, to) = (g.n.below(buffers.len()), g.n.below(buffers.len()));
            yielded = Some(statement(g, &counters, [&buffers[from], &buffers[to]], carried.as_deref()));
        }
    }
    if let Some(value) = yielded.filter(|_| carried.is_some()) {
        g.line(format!("affine.yield {value} : {ELEM}"));
    }
    for _ in 0..depth {
        g.close();
        g.line("}");
    }
    g.cost += g.weight * size.pow(depth as u32) as u64;
}

/// Buffers, and another name of one of them.
fn buffers_of(g: &mut Gen<'_>, views: &[View]) -> Vec<Buffer> {
    let mut buffers: Vec<Buffer> = views
        .iter()
        .map(|view| Buffer { name: view.name.clone(), ty: view.ty().to_string(), sizes: view.sizes.clone() })
        .collect();
    if g.n.percent(25) {
        let at = g.n.below(views.len());
        let name = g.name();
        let dynamic = vec!["?"; views[at].sizes.len()].join("x");
        let (from, to) = (&buffers[at], format!("memref<{dynamic}x{ELEM}>"));
        g.line(format!("{name} = memref.cast {} : {} to {to}", from.name, from.ty));
        let sizes = from.sizes.clone();
        buffers.push(Buffer { name, ty: to, sizes });
    }
    buffers
}

/// An access that is not affine, between nests.
fn other_access(g: &mut Gen<'_>, buffer: &Buffer) {
    let mut at = Vec::new();
    for &size in &buffer.sizes {
        let index = g.n.within(0, size - 1);
        at.push(g.index(index).name);
    }
    let at = at.join(", ");
    if g.n.percent(50) {
        let value = g.scalar(ELEM);
        g.line(format!("memref.store {value}, {}[{at}] : {}", buffer.name, buffer.ty));
    } else {
        g.def(Ty::Scalar(ELEM), format!("memref.load {}[{at}] : {}", buffer.name, buffer.ty));
    }
}

/// A nest whose loops end before they start, which passes do not know: it writes nothing.
fn idle_nest(g: &mut Gen<'_>, buffer: &Buffer) {
    let number = g.n.within(1, 3);
    let size = g.opaque_index(number);
    if size.affine < Affine::Symbol {
        return;
    }
    let at = vec!["0"; buffer.sizes.len()].join(", ");
    let [end, i, j] = [0; 3].map(|_| g.name());
    let value = g.scalar(ELEM);
    g.line(format!("{end} = affine.apply affine_map<()[s0] -> (-s0)>()[{size}]"));
    g.line(format!("affine.for {i} = 0 to {end} {{"));
    g.line(format!("affine.for {j} = 0 to {end} {{"));
    g.line(format!("affine.store {value}, {}[{at}] : {}", buffer.name, buffer.ty));
    g.line("}");
    g.line("}");
}

/// Nests one after another.
pub fn nests(g: &mut Gen<'_>) -> bool {
    if !g.may_write || !g.affords(300) || !g.has(&["affine.for", "affine.load", "affine.store"]) {
        return false;
    }
    let sizes = g.n.pick(&[&[6][..], &[7], &[4, 4], &[5, 3]]).to_vec();
    let views: Vec<View> = (0..1 + g.n.below(2)).map(|_| numbered(g, sizes.clone())).collect();
    let mut buffers = buffers_of(g, &views);
    let mut own = Vec::new();
    for _ in 0..2 + g.n.below(3) {
        if g.n.percent(45) {
            // A buffer that a producer fills.
            let (name, ty) = (g.name(), Ty::Memref(Shape::fixed(&sizes), ELEM, None).to_string());
            // Memory that is freed is never private to nests.
            let on_stack = g.n.percent(60);
            let op = if on_stack { "memref.alloca" } else { "memref.alloc" };
            g.line(format!("{name} = {op}() : {ty}"));
            let buffer = Buffer { name: name.clone(), ty: ty.clone(), sizes: sizes.clone() };
            nest(g, &buffers, Some(&buffer));
            own.extend((!on_stack).then_some((name, ty)));
            buffers.push(buffer);
        } else {
            nest(g, &buffers, None);
        }
        if g.n.percent(15) {
            let at = g.n.below(buffers.len());
            other_access(g, &buffers[at]);
        }
        if g.n.percent(5) {
            let at = g.n.below(buffers.len());
            idle_nest(g, &buffers[at]);
        }
    }
    views.iter().for_each(|view| show_all(g, view));
    own.into_iter().for_each(|(name, ty)| g.line(format!("memref.dealloc {name} : {ty}")));
    true
}
