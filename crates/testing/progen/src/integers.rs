//! Arithmetic of integers and `index`.

use crate::generator::Gen;
use crate::types::{Elem, Ty, Value};

const PREDICATES: &[&str] = &["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];

/// One op on integers of any width.
pub fn operation(g: &mut Gen<'_>) -> bool {
    let width = g.width();
    let elem = if g.n.percent(25) { Elem::Index } else { Elem::Int(width) };
    let (a, b) = (g.scalar(elem), g.scalar(elem));
    binary(g, elem, &a, &b);
    true
}

/// An op on two integers.
pub fn binary(g: &mut Gen<'_>, elem: Elem, a: &Value, b: &Value) -> Value {
    const TOTAL: &[&str] =
        &["addi", "addi", "subi", "subi", "muli", "andi", "ori", "xori", "maxsi", "maxui", "minsi", "minui"];
    let ty = Ty::Scalar(elem);
    match g.n.below(20) {
        0..=9 => {
            let op = g.n.pick(TOTAL).to_owned();
            g.def(ty, format!("arith.{op} {a}, {b} : {elem}"))
        }
        10 | 11 => {
            let predicate = *g.n.pick(PREDICATES);
            let flag = g.def(Ty::FLAG, format!("arith.cmpi {predicate}, {a}, {b} : {elem}"));
            if elem == Elem::Int(1) {
                flag
            } else {
                g.def(ty, format!("arith.select {flag}, {a}, {b} : {elem}"))
            }
        }
        12 | 13 => {
            let by = amount(g, elem, b);
            let op = *g.n.pick(&["shli", "shrsi", "shrui"]);
            g.def(ty, format!("arith.{op} {a}, {by} : {elem}"))
        }
        14 | 15 => {
            let by = non_zero(g, elem, b);
            let op = *g.n.pick(&["divui", "remui", "ceildivui"]);
            g.def(ty, format!("arith.{op} {a}, {by} : {elem}"))
        }
        16 | 17 if elem != Elem::Int(1) => {
            let by = positive(g, elem, b);
            let op = *g.n.pick(&["divsi", "remsi", "floordivsi", "ceildivsi"]);
            let a = &dividend(g, op, elem, a);
            g.def(ty, format!("arith.{op} {a}, {by} : {elem}"))
        }
        18 if elem != Elem::Index => extended(g, elem, a, b),
        _ => {
            let flag = g.scalar(Elem::Int(1));
            g.def(ty, format!("arith.select {flag}, {a}, {b} : {elem}"))
        }
    }
}

/// A number that `ceildivsi` may divide: not one that is known to be the signed minimum, whose negation
/// overflows, since upstream's tests expect the result of a lowering by negation.
fn dividend(g: &mut Gen<'_>, op: &str, elem: Elem, a: &Value) -> Value {
    if op != "ceildivsi" {
        return a.clone();
    }
    if g.n.percent(50)
        && let Some(number) = g.opaque(elem)
    {
        return number;
    }
    let one = g.number(elem, 1);
    g.def(Ty::Scalar(elem), format!("arith.shrsi {a}, {one} : {elem}"))
}

/// Returns a shift amount that is less than the bit width.
fn amount(g: &mut Gen<'_>, elem: Elem, b: &Value) -> Value {
    let width = if let Elem::Int(width) = elem { i64::from(width) } else { 64 };
    if width == 1 {
        return g.number(elem, 0);
    }
    // A five-bit number cannot be as large as a power of two above it.
    let bits = i64::from(64 - (width - 1).leading_zeros()) - i64::from(!(width as u64).is_power_of_two());
    let mask = ((1 << bits) - 1).min(width - 1);
    if g.n.percent(40) {
        let by = g.n.within(0, width - 1);
        return g.number(elem, by);
    }
    let mask = g.number(elem, mask);
    g.def(Ty::Scalar(elem), format!("arith.andi {b}, {mask} : {elem}"))
}

fn non_zero(g: &mut Gen<'_>, elem: Elem, b: &Value) -> Value {
    if elem == Elem::Int(1) {
        return g.def(Ty::FLAG, "arith.constant true");
    }
    if g.n.percent(40) {
        let by = *g.n.pick(&[1, 2, 3, 5, 8, 15]);
        return g.number(elem, by);
    }
    let one = g.number(elem, 1);
    g.def(Ty::Scalar(elem), format!("arith.ori {b}, {one} : {elem}"))
}

fn positive(g: &mut Gen<'_>, elem: Elem, b: &Value) -> Value {
    if g.n.percent(40) {
        let by = *g.n.pick(&[1, 2, 3, 4, 7, 8, -2, -3, -8]);
        return g.number(elem, by);
    }
    let (mask, one) = (g.number(elem, 7), g.number(elem, 1));
    let low = g.def(Ty::Scalar(elem), format!("arith.andi {b}, {mask} : {elem}"));
    g.def(Ty::Scalar(elem), format!("arith.ori {low}, {one} : {elem}"))
}

fn extended(g: &mut Gen<'_>, elem: Elem, a: &Value, b: &Value) -> Value {
    let ty = Ty::Scalar(elem);
    let op = *g.n.pick(&["addui_extended", "mulsi_extended", "mului_extended"]);
    let second = if op == "addui_extended" { Ty::FLAG } else { ty.clone() };
    let (low, high) = (g.fresh(ty.clone()), g.fresh(second.clone()));
    let types = if op == "addui_extended" { format!("{elem}, i1") } else { elem.to_string() };
    g.line(format!("{low}, {high} = arith.{op} {a}, {b} : {types}"));
    g.values.extend([low.clone(), high.clone()]);
    if second == ty { high } else { low }
}

/// Generates arithmetic with no-wrap flags that cannot overflow.
pub fn no_overflow(g: &mut Gen<'_>) -> bool {
    let (narrow, wide) = *g.n.pick(&[(8, 16), (8, 32), (16, 32), (32, 64), (16, 64)]);
    let unsigned = g.n.percent(50);
    let ext = if unsigned { "extui" } else { "extsi" };
    let mut sides = Vec::new();
    for _ in 0..2 {
        let from = g.scalar(Elem::Int(narrow));
        sides.push(g.def(Ty::int(wide), format!("arith.{ext} {from} : i{narrow} to i{wide}")));
    }
    let flag = if unsigned { "nuw" } else { "nsw" };
    let (op, flag) = match g.n.below(4) {
        0 if !unsigned => ("subi", flag),
        // The product of the smallest numbers is as wide as it can be.
        1 => ("muli", flag),
        2 => ("addi", "nsw, nuw"),
        _ => ("addi", flag),
    };
    let flag = if flag == "nsw, nuw" && !unsigned { "nsw" } else { flag };
    let (a, b) = (sides[0].clone(), sides[1].clone());
    g.def(Ty::int(wide), format!("arith.{op} {a}, {b} overflow<{flag}> : i{wide}"));
    true
}

/// A comparison.
pub fn compare(g: &mut Gen<'_>) -> bool {
    let width = g.width();
    let elem = if g.n.percent(25) { Elem::Index } else { Elem::Int(width) };
    let (a, b) = (g.scalar(elem), g.scalar(elem));
    let predicate = *g.n.pick(PREDICATES);
    g.def(Ty::FLAG, format!("arith.cmpi {predicate}, {a}, {b} : {elem}"));
    true
}

/// A number that is unwrapped and wrapped again, or cut and extended.
pub fn there_and_back(g: &mut Gen<'_>) -> bool {
    let (narrow, wide) = *g.n.pick(&[(8, 16), (8, 32), (16, 32), (32, 64), (1, 32), (7, 64)]);
    let a = g.scalar(Elem::Int(wide));
    let cut = g.def(Ty::int(narrow), format!("arith.trunci {a} : i{wide} to i{narrow}"));
    let op = *g.n.pick(&["extsi", "extui"]);
    g.def(Ty::int(wide), format!("arith.{op} {cut} : i{narrow} to i{wide}"));
    true
}

/// A division that a branch protects, so that it may not be moved before it.
pub fn guarded_division(g: &mut Gen<'_>) -> bool {
    let elem = *g.n.pick(&[Elem::Int(32), Elem::Int(64), Elem::Index, Elem::Int(8)]);
    let ty = Ty::Scalar(elem);
    let (a, b) = (g.scalar(elem), g.scalar(elem));
    let (zero, minus) = (g.number(elem, 0), g.number(elem, -1));
    let fine = g.def(Ty::FLAG, format!("arith.cmpi ne, {b}, {zero} : {elem}"));
    let other = g.def(Ty::FLAG, format!("arith.cmpi ne, {b}, {minus} : {elem}"));
    let flag = g.def(Ty::FLAG, format!("arith.andi {fine}, {other} : i1"));
    let op = *g.n.pick(&["divsi", "remsi", "divui", "remui", "floordivsi", "ceildivsi", "ceildivui"]);
    let a = dividend(g, op, elem, &a);
    if g.blocks && g.n.percent(60) {
        let (then, join) = (g.block(), g.block());
        g.line(format!("cf.cond_br {flag}, {then}, {join}({a} : {elem})"));
        g.line(format!("{then}:"));
        let quotient = g.fresh(ty.clone());
        g.line(format!("{quotient} = arith.{op} {a}, {b} : {elem}"));
        g.line(format!("cf.br {join}({quotient} : {elem})"));
        let result = g.fresh(ty);
        g.line(format!("{join}({result}: {elem}):"));
        g.values.push(result);
        return true;
    }
    let (result, quotient) = (g.fresh(ty), g.name());
    g.line(format!("{result} = scf.if {flag} -> ({elem}) {{"));
    g.line(format!("  {quotient} = arith.{op} {a}, {b} : {elem}"));
    g.line(format!("  scf.yield {quotient} : {elem}"));
    g.line("} else {");
    g.line(format!("  scf.yield {a} : {elem}"));
    g.line("}");
    g.values.push(result);
    true
}

/// An op of the dialect index.
pub fn of_index(g: &mut Gen<'_>) -> bool {
    let (a, b) = (g.scalar(Elem::Index), g.scalar(Elem::Index));
    match g.n.below(5) {
        0 => {
            let predicate = *g.n.pick(&["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"]);
            g.def(Ty::FLAG, format!("index.cmp {predicate}({a}, {b})"));
        }
        1 => {
            let by = non_zero(g, Elem::Index, &b);
            let op = *g.n.pick(&["divu", "remu", "ceildivu"]);
            g.def(Ty::INDEX, format!("index.{op} {a}, {by}"));
        }
        2 => {
            let by = positive(g, Elem::Index, &b);
            let op = *g.n.pick(&["divs", "rems", "ceildivs", "floordivs"]);
            g.def(Ty::INDEX, format!("index.{op} {a}, {by}"));
        }
        3 => {
            let by = amount(g, Elem::Index, &b);
            let op = *g.n.pick(&["shl", "shrs", "shru"]);
            g.def(Ty::INDEX, format!("index.{op} {a}, {by}"));
        }
        _ => {
            let ops = &["add", "sub", "mul", "maxs", "maxu", "mins", "minu", "and", "or", "xor"];
            let op = *g.n.pick(ops);
            g.def(Ty::INDEX, format!("index.{op} {a}, {b}"));
        }
    }
    true
}

/// Functions of the dialect math on integers.
pub fn bits(g: &mut Gen<'_>) -> bool {
    let elem = *g.n.pick(&[Elem::Int(32), Elem::Int(64), Elem::Int(8), Elem::Int(16)]);
    let a = g.scalar(elem);
    let ty = Ty::Scalar(elem);
    let op = *g.n.pick(&["ctlz", "cttz", "ctpop", "absi"]);
    g.def(ty, format!("math.{op} {a} : {elem}"));
    true
}

/// The same op twice, for CSE.
pub fn repeated(g: &mut Gen<'_>) -> bool {
    let elem = g.elem();
    let (a, b) = (g.scalar(elem), g.scalar(elem));
    let op = match elem.is_integer() {
        true => *g.n.pick(&["addi", "muli", "xori", "subi"]),
        false => *g.n.pick(&["addf", "mulf", "subf"]),
    };
    let one = g.def(Ty::Scalar(elem), format!("arith.{op} {a}, {b} : {elem}"));
    let (a, b) = if g.n.percent(50) { (b, a) } else { (a, b) };
    let two = g.def(Ty::Scalar(elem), format!("arith.{op} {a}, {b} : {elem}"));
    let op = if elem.is_integer() { "subi" } else { "subf" };
    g.def(Ty::Scalar(elem), format!("arith.{op} {one}, {two} : {elem}"));
    true
}
