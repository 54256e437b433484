//! Nests of affine loops on arrays: what vectorizers, and passes about dependences, look at.
//!
//! Subscripts advance by one, by more, backwards or not at all; bounds are rarely multiples of a vector; iterations may
//! depend on each other; loops carry reductions, and values that only look like these.

use crate::functions::digest;
use crate::generator::{Gen, suffix};
use crate::memory::allocate;
use crate::shown::show;
use crate::types::{Elem, Shape, Ty, Value};

/// The element types of arrays.
const ELEMS: [Elem; 3] = [Elem::Int(32), Elem::Int(64), Elem::F32];

/// The largest number of iterations of a loop.
const MOST_TRIPS: i64 = 11;

/// The approximate cost of a nest.
const COST: u64 = 120;

/// An array, filled with different numbers.
fn array(g: &mut Gen<'_>) -> Value {
    let elem = *g.n.pick(&ELEMS);
    let rank = *g.n.pick(&[1, 2]);
    let most = if rank == 1 { 16 } else { 9 };
    let sizes: Vec<i64> = (0..rank).map(|_| g.n.within(5, most)).collect();
    let mut shape = Shape::fixed(&sizes);
    shape.open[0] = g.n.percent(30);
    let value = allocate(g, &shape, elem, false);
    if let Some(frame) = g.frames.last_mut() {
        frame.to_free.push(value.clone());
    }
    let by = g.n.within(1, 9);
    let number = g.number(Elem::Int(64), by);
    let variables: Vec<String> = sizes.iter().map(|_| g.name()).collect();
    for (variable, size) in variables.iter().zip(&sizes) {
        g.line(format!("affine.for {variable} = 0 to {size} {{"));
        g.open(true);
    }
    let sum: Vec<String> = (0..).zip(&variables).map(|(at, _)| format!("d{at} * {}", 1 + at * 4)).collect();
    let dims: Vec<String> = (0..).zip(&variables).map(|(at, _)| format!("d{at}")).collect();
    let at = variables.join(", ");
    let map = format!("affine_map<({}) -> ({})>", dims.join(", "), sum.join(" + "));
    let place = g.def(Ty::INDEX, format!("affine.apply {map}({at})"));
    let wide = g.def(Ty::int(64), format!("arith.index_cast {place} : index to i64"));
    let wide = g.def(Ty::int(64), format!("arith.muli {wide}, {number} : i64"));
    let filler = match elem {
        Elem::Int(64) => wide,
        Elem::Int(_) => g.def(Ty::Scalar(elem), format!("arith.trunci {wide} : i64 to {elem}")),
        _ => g.def(Ty::Scalar(elem), format!("arith.sitofp {wide} : i64 to {elem}")),
    };
    g.line(format!("affine.store {filler}, {value}[{at}] : {}", value.ty));
    for _ in &sizes {
        g.close();
        g.line("}");
    }
    value
}

/// An array in scope, or a new one.
fn any_array(g: &mut Gen<'_>) -> Value {
    let is_array = |v: &Value| match &v.ty {
        Ty::Memref(shape, elem, None) => {
            !v.constant
                && ELEMS.contains(elem)
                && shape.sizes.len() < 3
                && shape.sizes.iter().all(|&n| n >= 5)
        }
        _ => false,
    };
    match g.find(is_array) {
        Some(value) if g.n.percent(70) => value,
        _ => array(g),
    }
}

/// A loop around the insertion point.
struct Loop {
    variable: String,
    low: i64,
    high: i64,
    /// The values that it carries, by the arguments of the block.
    carried: Vec<(Value, Reduction)>,
}

/// A value that a loop carries, and how it is combined.
#[derive(Clone, Copy)]
struct Reduction {
    elem: Elem,
    op: &'static str,
    /// The values that it starts with.
    init: &'static str,
}

const REDUCTIONS: [Reduction; 13] = [
    Reduction { elem: Elem::Int(32), op: "addi", init: "0" },
    Reduction { elem: Elem::Int(32), op: "addi", init: "17" },
    Reduction { elem: Elem::Int(32), op: "muli", init: "3" },
    Reduction { elem: Elem::Int(32), op: "maxsi", init: "-2147483648" },
    Reduction { elem: Elem::Int(32), op: "minui", init: "40" },
    Reduction { elem: Elem::Int(64), op: "xori", init: "5" },
    Reduction { elem: Elem::Int(64), op: "andi", init: "-1" },
    Reduction { elem: Elem::Int(64), op: "subi", init: "100" },
    Reduction { elem: Elem::F32, op: "addf", init: "-0.0" },
    Reduction { elem: Elem::F32, op: "addf", init: "-0.0" },
    Reduction { elem: Elem::F32, op: "maximumf", init: "4.0" },
    Reduction { elem: Elem::F32, op: "minnumf", init: "9.0" },
    Reduction { elem: Elem::F32, op: "maxnumf", init: "-1.0" },
];

/// The order of the variables of loops in subscripts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    /// That of the loops, which step by one.
    Loops,
    /// The reverse; the loops step by one.
    Reverse,
    /// Any.
    Any,
}

/// The nest that is being generated.
struct Nest {
    arrays: Vec<Value>,
    loops: Vec<Loop>,
    /// The number of loops that are still to be opened in each other.
    depth: usize,
    /// A value from outside.
    uniform: Value,
    order: Order,
    /// Bounds that passes do not know.
    sizes: Vec<(Value, i64)>,
}

/// A nest of up to three loops.
pub fn nest(g: &mut Gen<'_>) -> bool {
    if g.depth() > 0 || !g.may_write || !g.affords(COST) || !g.may_nest() {
        return false;
    }
    let arrays: Vec<Value> = (0..1 + g.n.below(3)).map(|_| any_array(g)).collect();
    let depth = *g.n.pick(&[1, 1, 1, 2, 2, 3]);
    let uniform = g.scalar(Elem::Int(32));
    let order = *g.n.pick(&[Order::Loops, Order::Loops, Order::Reverse, Order::Any, Order::Any]);
    let sizes = [g.n.within(0, 6), g.n.within(5, MOST_TRIPS)].map(|size| (g.opaque_index(size), size));
    let mut nest = Nest { arrays, loops: Vec::new(), depth, uniform, order, sizes: sizes.to_vec() };
    nest.open_loop(g);
    g.cost += g.weight * COST;
    for array in nest.arrays {
        let total = digest(g, &array);
        show(g, &total);
    }
    true
}

impl Nest {
    /// The text of bounds, and the range of the variable.
    fn bounds(&self, g: &mut Gen<'_>, step: i64) -> (String, String, i64, i64) {
        // A loop that ends before it starts.
        if let [(high, least), (low, most)] = &self.sizes[..]
            && least < most
            && g.n.percent(5)
        {
            return (low.to_string(), high.to_string(), *most, *most);
        }
        let most = if self.depth + self.loops.len() > 2 { 5 } else { MOST_TRIPS };
        let (low, trips) = (*g.n.pick(&[0, 0, 0, 0, 1, 3]), g.n.within(0, most));
        let mut high = low + trips * step;
        // Up to the end of an array, or almost.
        let ends: Vec<i64> = self.arrays.iter().flat_map(|array| array.ty.shape().sizes).collect();
        let end = *g.n.pick(&ends) - *g.n.pick(&[0, 0, 0, 1]);
        if self.order != Order::Any && step == 1 && g.n.percent(50) && (low..=low + most).contains(&end) {
            high = end;
        }
        if let Some(outer) = self.loops.last().filter(|_| g.n.percent(15)) {
            let upper = format!("affine_map<(d0) -> (d0 + 1)>({})", outer.variable);
            return (low.to_string(), upper, low, outer.high);
        }
        let (size, known) = g.n.pick(&self.sizes).clone();
        let (upper, high) = match g.n.below(10) {
            0..2 if known <= high => (size.to_string(), known),
            2 => (format!("min affine_map<(d0) -> (d0, {high})>({size})"), high.min(known)),
            _ => (high.to_string(), high),
        };
        (low.to_string(), upper, low, (high - 1).max(low))
    }

    fn open_loop(&mut self, g: &mut Gen<'_>) {
        self.depth -= 1;
        let step = if self.order != Order::Any { 1 } else { *g.n.pick(&[1, 1, 1, 1, 1, 2, 3]) };
        let (lower, upper, low, high) = self.bounds(g, step);
        let count =
            if g.n.percent(if self.order == Order::Any { 35 } else { 20 }) { 1 + g.n.below(2) } else { 0 };
        let reductions: Vec<Reduction> = (0..count).map(|_| *g.n.pick(&REDUCTIONS)).collect();
        let (mut carried, mut results, mut inits) = (Vec::new(), Vec::new(), Vec::new());
        for reduction in reductions {
            let ty = Ty::Scalar(reduction.elem);
            let text = format!("arith.constant {}{}", reduction.init, suffix(reduction.elem));
            let init = g.def(ty.clone(), text);
            let arg = g.fresh(ty.clone());
            inits.push(format!("{arg} = {init}"));
            results.push(g.fresh(ty));
            carried.push((arg, reduction));
        }
        let types: Vec<String> = results.iter().map(|value| value.ty.to_string()).collect();
        let names: Vec<String> = results.iter().map(ToString::to_string).collect();
        let variable = g.name();
        let (before, after) = match names.is_empty() {
            true => Default::default(),
            false => (
                format!("{} = ", names.join(", ")),
                format!(" iter_args({}) -> ({})", inits.join(", "), types.join(", ")),
            ),
        };
        g.line(format!("{before}affine.for {variable} = {lower} to {upper} step {step}{after} {{"));
        g.open(true);
        self.loops.push(Loop { variable, low, high, carried });
        self.body(g);
        let yielded = self.combine(g);
        if !yielded.is_empty() {
            g.line(format!("affine.yield {} : {}", yielded.join(", "), types.join(", ")));
        }
        self.loops.pop();
        g.close();
        g.line("}");
        match self.loops.is_empty() {
            true => results.iter().for_each(|value| show_result(g, value)),
            false => g.values.extend(results),
        }
    }

    fn body(&mut self, g: &mut Gen<'_>) {
        if self.depth == 0 || g.n.percent(25) {
            self.accesses(g);
        }
        if self.depth > 0 {
            self.open_loop(g);
            if g.n.percent(25) {
                self.accesses(g);
            }
        }
    }

    /// A subscript along an extent.
    fn subscript(&self, g: &mut Gen<'_>, size: i64) -> String {
        let at = if g.n.percent(70) { self.loops.len() - 1 } else { g.n.below(self.loops.len()) };
        let Loop { variable, low, high, .. } = &self.loops[at];
        let (low, high) = (*low, *high);
        let other = &self.loops[0];
        let fits = |low: i64, high: i64| low >= 0 && high < size;
        let offset = g.n.within(-1, 2);
        match g.n.below(20) {
            0 if fits(2 * low, 2 * high) => format!("{variable} * 2"),
            1 if fits(size - 1 - high, size - 1 - low) => format!("{} - {variable}", size - 1),
            2 => format!("{variable} mod {}", g.n.within(2, size)),
            3 if fits(low + other.low, high + other.high) && at > 0 => {
                format!("{variable} + {}", other.variable)
            }
            4 => g.n.within(0, size - 1).to_string(),
            5..8 if fits(low + offset, high + offset) => format!("{variable} + {offset}"),
            _ if fits(low, high) => variable.clone(),
            _ => format!("{variable} mod {size}"),
        }
    }

    fn subscripts(&self, g: &mut Gen<'_>, array: &Value) -> String {
        let sizes = array.ty.shape().sizes;
        if g.n.percent(if self.order == Order::Any { 45 } else { 95 })
            && let Some(plain) = self.plain_subscripts(g, &sizes)
        {
            return plain.join(", ");
        }
        let all: Vec<String> = sizes.iter().map(|&size| self.subscript(g, size)).collect();
        all.join(", ")
    }

    /// The innermost loops' variables, or these and small numbers, in the order of the loops or the other way around.
    fn plain_subscripts(&self, g: &mut Gen<'_>, sizes: &[i64]) -> Option<Vec<String>> {
        let first = self.loops.len().checked_sub(sizes.len())?;
        let mut loops: Vec<&Loop> = self.loops[first..].iter().collect();
        let reverses = [(Order::Loops, 2), (Order::Reverse, 98), (Order::Any, 35)];
        let often = reverses.iter().find(|(order, _)| *order == self.order).map_or(0, |&(_, often)| often);
        if g.n.percent(often) {
            loops.reverse();
        }
        let subscript = |(looped, &size): (&Loop, &i64)| {
            let offset = *g.n.pick(&[0, 0, 0, 1, -1]);
            let fits = looped.low + offset >= 0 && looped.high + offset < size;
            fits.then(|| match offset {
                0 => looped.variable.clone(),
                _ => format!("{} + {offset}", looped.variable),
            })
        };
        loops.into_iter().zip(sizes).map(subscript).collect()
    }

    /// An element of an array, or another value, of a type.
    fn value(&self, g: &mut Gen<'_>, elem: Elem) -> Value {
        let arrays: Vec<&Value> = self.arrays.iter().filter(|array| array.ty.elem() == elem).collect();
        if !arrays.is_empty() && g.n.percent(75) {
            let array = (*g.n.pick(&arrays)).clone();
            let at = self.subscripts(g, &array);
            return g.def(Ty::Scalar(elem), format!("affine.load {array}[{at}] : {}", array.ty));
        }
        if let Elem::Int(width) = elem {
            match g.n.below(6) {
                0 => {
                    let at = g.n.below(self.loops.len());
                    let text = format!("arith.index_cast {} : index to i{width}", self.loops[at].variable);
                    return g.def(Ty::Scalar(elem), text);
                }
                1..3 if elem == self.uniform.ty.elem() => return self.uniform.clone(),
                _ => {}
            }
        }
        let ty = Ty::Scalar(elem);
        if let Some(value) = g.find(|value| value.ty == ty).filter(|_| g.n.percent(50)) {
            return value;
        }
        let number = g.n.within(-4, 9);
        let text = if elem.is_integer() { number.to_string() } else { format!("{number}.0") };
        g.def(ty, format!("arith.constant {text}{}", suffix(elem)))
    }

    /// A value that is computed from others.
    fn computed(&self, g: &mut Gen<'_>, elem: Elem) -> Value {
        let mut value = self.value(g, elem);
        let ty = Ty::Scalar(elem);
        for _ in 0..g.n.below(3) {
            let other = self.value(g, elem);
            if !elem.is_integer() {
                // Sums of these are exact in any order.
                let op = g.n.pick(&["maximumf", "minimumf"]);
                value = g.def(ty.clone(), format!("arith.{op} {value}, {other} : {elem}"));
                continue;
            }
            value = match g.n.below(6) {
                0 => {
                    let one = g.number(elem, 1);
                    let odd = g.def(ty.clone(), format!("arith.ori {other}, {one} : {elem}"));
                    g.def(ty.clone(), format!("arith.divui {value}, {odd} : {elem}"))
                }
                1 => {
                    let less = g.def(Ty::FLAG, format!("arith.cmpi slt, {value}, {other} : {elem}"));
                    g.def(ty.clone(), format!("arith.select {less}, {value}, {other} : {elem}"))
                }
                _ => {
                    let op = g.n.pick(&["addi", "subi", "muli", "xori"]);
                    g.def(ty.clone(), format!("arith.{op} {value}, {other} : {elem}"))
                }
            };
        }
        value
    }

    fn accesses(&self, g: &mut Gen<'_>) {
        for _ in 0..1 + g.n.below(2) {
            let array = g.n.pick(&self.arrays).clone();
            let value = self.computed(g, array.ty.elem());
            if g.n.percent(75) {
                let at = self.subscripts(g, &array);
                g.line(format!("affine.store {value}, {array}[{at}] : {}", array.ty));
            }
        }
    }

    /// The values that the innermost loop yields.
    fn combine(&self, g: &mut Gen<'_>) -> Vec<String> {
        let Some(innermost) = self.loops.last() else { return Vec::new() };
        let mut yielded = Vec::new();
        for (arg, Reduction { elem, op, .. }) in &innermost.carried {
            let ty = Ty::Scalar(*elem);
            let mut value = self.computed(g, *elem);
            if *op == "addf" {
                value = small(g, &value);
            }
            if g.n.percent(8) {
                yielded.push(value.to_string());
                continue;
            }
            let (lhs, rhs) = if g.n.percent(50) || *op == "subi" { (arg, &value) } else { (&value, arg) };
            let combined = g.def(ty.clone(), format!("arith.{op} {lhs}, {rhs} : {elem}"));
            let arrays: Vec<&Value> = self.arrays.iter().filter(|array| array.ty.elem() == *elem).collect();
            if !arrays.is_empty() && g.n.percent(15) {
                let array = (*g.n.pick(&arrays)).clone();
                let at = self.subscripts(g, &array);
                let stored = if g.n.percent(50) { &combined } else { arg };
                g.line(format!("affine.store {stored}, {array}[{at}] : {}", array.ty));
            }
            yielded.push(combined.to_string());
        }
        yielded
    }
}

/// A number whose sums are exact in any order: a small one, or negative zero.
fn small(g: &mut Gen<'_>, value: &Value) -> Value {
    let ty = value.ty.clone();
    let factor = if g.n.percent(40) { "-0.0" } else { "1.0" };
    let [low, high, factor] =
        ["0.0", "8.0", factor].map(|text| g.def(ty.clone(), format!("arith.constant {text} : f32")));
    let value = g.def(ty.clone(), format!("arith.minnumf {value}, {high} : f32"));
    let value = g.def(ty.clone(), format!("arith.maxnumf {value}, {low} : f32"));
    let whole = g.def(Ty::int(32), format!("arith.fptosi {value} : f32 to i32"));
    let number = g.def(ty.clone(), format!("arith.sitofp {whole} : i32 to f32"));
    g.def(ty, format!("arith.mulf {number}, {factor} : f32"))
}

/// Shows the result of a loop, with the sign of a zero.
fn show_result(g: &mut Gen<'_>, value: &Value) {
    if value.ty.elem().is_integer() {
        return show(g, value);
    }
    let nan = g.def(Ty::FLAG, format!("arith.cmpf uno, {value}, {value} : f32"));
    let zero = g.def(value.ty.clone(), "arith.constant 0.0 : f32");
    let number = g.def(value.ty.clone(), format!("arith.select {nan}, {zero}, {value} : f32"));
    let bits = g.def(Ty::int(32), format!("arith.bitcast {number} : f32 to i32"));
    show(g, &bits);
}
