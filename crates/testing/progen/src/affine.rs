//! Loops, accesses and numbers of the dialect affine.
//!
//! Operands of maps are small, since their lowered arithmetic must not overflow.

use crate::generator::Gen;
use crate::loops::less_than_none;
use crate::types::{Affine, Elem, Ty, Value, names, types};

/// The largest number that is in a map.
const MOST: i64 = 1000;

/// An index that may are in a map, with where it may stand.
fn operand(g: &mut Gen<'_>, least: Affine) -> Option<Value> {
    g.find(|v| {
        v.ty == Ty::INDEX
            && v.affine >= least
            && v.range.is_some_and(|(low, high)| low >= -MOST && high <= MOST)
    })
}

/// Dimensions and symbols of a map, and the operands for them.
struct Operands {
    dims: Vec<Value>,
    symbols: Vec<Value>,
}

impl Operands {
    fn of(g: &mut Gen<'_>, most: usize) -> Operands {
        let (mut dims, mut symbols) = (Vec::new(), Vec::new());
        for _ in 0..1 + g.n.below(most) {
            if g.n.percent(60) {
                dims.extend(operand(g, Affine::Dim));
            } else {
                symbols.extend(operand(g, Affine::Symbol));
            }
        }
        Operands { dims, symbols }
    }

    /// `(d0, d1)[s0]`.
    fn head(&self) -> String {
        let list = |letter, n| (0..n).map(|i| format!("{letter}{i}")).collect::<Vec<_>>().join(", ");
        let symbols = match self.symbols.len() {
            0 => String::new(),
            n => format!("[{}]", list("s", n)),
        };
        format!("({}){symbols}", list("d", self.dims.len()))
    }

    /// `(%a, %b)[%c]`.
    fn list(&self) -> String {
        let symbols =
            if self.symbols.is_empty() { String::new() } else { format!("[{}]", names(&self.symbols)) };
        format!("({}){symbols}", names(&self.dims))
    }

    /// An expression, with its bounds.
    fn expression(&self, g: &mut Gen<'_>, depth: usize) -> (String, i64, i64) {
        let count = self.dims.len() + self.symbols.len();
        if depth == 0 || count == 0 || g.n.percent(25) {
            let at = g.n.below(count + 1);
            let all = self.dims.iter().chain(&self.symbols);
            let Some((low, high)) = all.clone().nth(at).and_then(|value| value.range) else {
                let number = g.n.within(-2, 5);
                return (number.to_string(), number, number);
            };
            let name = match at.checked_sub(self.dims.len()) {
                Some(symbol) => format!("s{symbol}"),
                None => format!("d{at}"),
            };
            return (name, low, high);
        }
        let (a, low, high) = self.expression(g, depth - 1);
        match g.n.below(6) {
            0 => {
                let by = g.n.within(1, 5);
                (format!("({a}) mod {by}"), 0, by - 1)
            }
            1 => {
                let by = g.n.within(1, 4);
                (format!("({a}) floordiv {by}"), low.div_euclid(by), high.div_euclid(by))
            }
            2 => {
                let by = g.n.within(1, 4);
                (format!("({a}) ceildiv {by}"), -(-low).div_euclid(by), -(-high).div_euclid(by))
            }
            3 => {
                let by = g.n.within(-3, 4);
                let (x, y) = (low * by, high * by);
                (format!("({a}) * {by}"), x.min(y), x.max(y))
            }
            _ => {
                let (b, l, h) = self.expression(g, depth - 1);
                if g.n.percent(30) {
                    (format!("({a}) - ({b})"), low - h, high - l)
                } else {
                    (format!("({a}) + ({b})"), low + l, high + h)
                }
            }
        }
    }
}

/// Returns the valid uses of an op's result in affine maps.
fn result_kind(g: &Gen<'_>, operands: &Operands) -> Affine {
    match operands.dims.iter().all(|v| v.affine == Affine::Symbol) || g.depth() == 0 {
        true => Affine::Symbol,
        false => Affine::Dim,
    }
}

/// `affine.apply`.
pub fn apply(g: &mut Gen<'_>) -> bool {
    let operands = Operands::of(g, 3);
    let (text, low, high) = operands.expression(g, 3);
    let kind = result_kind(g, &operands);
    let op = format!("affine.apply affine_map<{} -> ({text})>{}", operands.head(), operands.list());
    let value = g.def_in(Ty::INDEX, (low, high), op);
    g.known(value, |value| value.affine = kind);
    true
}

/// `affine.min` and `affine.max`.
pub fn least(g: &mut Gen<'_>) -> bool {
    let operands = Operands::of(g, 3);
    let all: Vec<_> = (0..1 + g.n.below(3)).map(|_| operands.expression(g, 2)).collect();
    let texts: Vec<&str> = all.iter().map(|(text, ..)| text.as_str()).collect();
    let (lows, highs) = (all.iter().map(|&(_, low, _)| low), all.iter().map(|&(_, _, high)| high));
    let is_min = g.n.percent(50);
    let (low, high) = if is_min { (lows.min(), highs.min()) } else { (lows.max(), highs.max()) };
    let name = if is_min { "min" } else { "max" };
    // Only the result of an affine.apply can be a dimension in a loop.
    let kind = if g.depth() == 0 { Affine::Symbol } else { Affine::No };
    let op =
        format!("affine.{name} affine_map<{} -> ({})>{}", operands.head(), texts.join(", "), operands.list());
    let value = g.def_in(Ty::INDEX, (low.unwrap_or(0), high.unwrap_or(0)), op);
    g.known(value, |value| value.affine = kind);
    true
}

/// The text of indices that are in the bounds of a shape; `None` if an operand is missing.
fn subscripts(g: &mut Gen<'_>, sizes: &[i64]) -> String {
    let list: Vec<String> = sizes
        .iter()
        .map(|&size| {
            let fits = |v: &Value| {
                v.ty == Ty::INDEX
                    && v.affine >= Affine::Dim
                    && v.range.is_some_and(|(low, high)| low >= 0 && high < size)
            };
            match g.find(fits) {
                Some(value) if g.n.percent(70) => value.name,
                _ => match operand(g, Affine::Dim) {
                    Some(value) if g.n.percent(70) => {
                        let by = g.n.within(0, 3);
                        format!("({value} + {by}) mod {size}")
                    }
                    _ => g.n.within(0, size - 1).to_string(),
                },
            }
        })
        .collect();
    list.join(", ")
}

/// `affine.load`.
pub fn load(g: &mut Gen<'_>) -> bool {
    let Some(buffer) = g.find(|v| matches!(&v.ty, Ty::Memref(..))) else { return false };
    let at = subscripts(g, &buffer.ty.shape().sizes);
    g.def(Ty::Scalar(buffer.ty.elem()), format!("affine.load {buffer}[{at}] : {}", buffer.ty));
    true
}

/// `affine.store`, of a value or of its sum with the previous content.
pub fn store(g: &mut Gen<'_>) -> bool {
    if !g.may_write {
        return false;
    }
    let Some(buffer) = g.find(|v| matches!(&v.ty, Ty::Memref(..)) && !v.constant) else { return false };
    let (at, elem) = (subscripts(g, &buffer.ty.shape().sizes), buffer.ty.elem());
    let mut value = g.scalar(elem);
    if g.n.percent(50) && elem != Elem::Int(1) {
        let old = g.def(Ty::Scalar(elem), format!("affine.load {buffer}[{at}] : {}", buffer.ty));
        let op = if elem.is_integer() { "addi" } else { "addf" };
        value = g.def(Ty::Scalar(elem), format!("arith.{op} {old}, {value} : {elem}"));
    }
    g.line(format!("affine.store {value}, {buffer}[{at}] : {}", buffer.ty));
    true
}

/// `affine.for`.
pub fn for_(g: &mut Gen<'_>) -> bool {
    let repeats = g.most_repeats();
    if !g.may_nest() || repeats < 2 {
        return false;
    }
    let (trips, mut low) = (g.n.within(0, repeats), *g.n.pick(&[0, 0, 0, 1, 2, -1]));
    let step = *g.n.pick(&[1, 1, 1, 2, 3]);
    let mut high = low + trips * step - if step > 1 && trips > 0 { g.n.within(0, step - 1) } else { 0 };
    let mut lower = low.to_string();
    let mut upper = high.to_string();
    if g.n.percent(12) {
        (low, high) = less_than_none(g);
        [lower, upper] = [low, high].map(|number| {
            let value = g.opaque_index(number);
            let is_operand = value.affine >= Affine::Dim;
            if is_operand { format!("affine_map<(d0) -> (d0)>({value})") } else { number.to_string() }
        });
    // Bounds that are not constants are those of a value with a known one.
    } else if g.n.percent(40)
        && let Some(value) = operand(g, Affine::Dim)
        && let Some((least, most)) = value.range
    {
        if most <= low + repeats * step {
            upper = format!("affine_map<(d0) -> (d0)>({value})");
            high = most;
        } else {
            upper = format!("min affine_map<(d0) -> (d0, {high})>({value})");
        }
        if g.n.percent(30) && least >= low && most <= low + repeats {
            lower = format!("max affine_map<(d0) -> (d0, {low})>({value})");
        }
    }
    let carried = g.carried(2);
    let initial = g.values_of(&carried);
    let out: Vec<Value> = carried.iter().map(|ty| g.fresh(ty.clone())).collect();
    let args: Vec<Value> = carried.iter().map(|ty| g.fresh(ty.clone())).collect();
    let mut variable = g.fresh(Ty::INDEX);
    (variable.range, variable.affine) = (Some((low, (high - 1).max(low))), Affine::Dim);
    let pairs: Vec<String> = args.iter().zip(&initial).map(|(arg, init)| format!("{arg} = {init}")).collect();
    let (prefix, around) = match carried.is_empty() {
        true => Default::default(),
        false => (
            format!("{} = ", names(&out)),
            format!(" iter_args({}) -> ({})", pairs.join(", "), types(&carried)),
        ),
    };
    g.line(format!("{prefix}affine.for {variable} = {lower} to {upper} step {step}{around} {{"));
    region(g, repeats as u64, &carried, |g| {
        g.values.push(variable);
        g.values.extend(args.into_iter().map(|mut arg| {
            arg.affine = Affine::No;
            arg
        }));
        g.statements(4);
    });
    g.line("}");
    g.values.extend(out);
    true
}

fn region(g: &mut Gen<'_>, weight: u64, carried: &[Ty], body: impl FnOnce(&mut Gen<'_>)) {
    let before = (g.blocks, g.may_return);
    (g.blocks, g.may_return) = (false, false);
    g.open(true);
    g.weight *= weight;
    body(g);
    let values = g.values_of(carried);
    g.free();
    if !values.is_empty() {
        g.line(format!("affine.yield {} : {}", names(&values), types(carried)));
    }
    g.weight /= weight;
    g.close();
    (g.blocks, g.may_return) = before;
}

/// `affine.if`.
pub fn if_(g: &mut Gen<'_>) -> bool {
    if !g.may_nest() {
        return false;
    }
    let operands = Operands::of(g, 2);
    let tests: Vec<String> = (0..1 + g.n.below(2))
        .map(|_| {
            let (text, ..) = operands.expression(g, 2);
            format!("{text} {} 0", g.n.pick(&[">=", ">=", "=="]))
        })
        .collect();
    let carried = g.carried(1);
    let out: Vec<Value> = carried.iter().map(|ty| g.fresh(ty.clone())).collect();
    let (prefix, arrow) = match carried.is_empty() {
        true => Default::default(),
        false => (format!("{} = ", names(&out)), format!(" -> {}", types(&carried))),
    };
    g.line(format!(
        "{prefix}affine.if affine_set<{} : ({})>{}{arrow} {{",
        operands.head(),
        tests.join(", "),
        operands.list()
    ));
    region(g, 1, &carried, |g| g.statements(2));
    if !carried.is_empty() || g.n.percent(40) {
        g.line("} else {");
        region(g, 1, &carried, |g| g.statements(2));
    }
    g.line("}");
    g.values.extend(out);
    true
}

/// `affine.delinearize_index` and `affine.linearize_index`.
pub fn linear(g: &mut Gen<'_>) -> bool {
    if !g.has(&["affine.delinearize_index", "affine.linearize_index"]) {
        return false;
    }
    let (outer, inner) = (g.n.within(1, 4), g.n.within(1, 4));
    let at = g.index_below(outer * inner);
    let (mut a, mut b) = (g.fresh(Ty::INDEX), g.fresh(Ty::INDEX));
    (a.range, b.range) = (Some((0, outer - 1)), Some((0, inner - 1)));
    (a.affine, b.affine) = (Affine::No, Affine::No);
    g.line(format!("{a}, {b} = affine.delinearize_index {at} into ({outer}, {inner}) : index, index"));
    let op = format!("affine.linearize_index disjoint [{b}, {a}] by ({inner}, {outer}) : index");
    g.values.extend([a, b]);
    let value = g.def_in(Ty::INDEX, (0, outer * inner - 1), op);
    g.known(value, |value| value.affine = Affine::No);
    true
}
