//! Loops that run only where what they compute is defined, though no iteration depends on another: what leaves such a
//! loop is computed where it must not be.

use crate::generator::Gen;
use crate::types::{Affine, Elem, Ty, Value};

/// An op without its result, the type of that, and the flag that it needs.
struct Guarded {
    op: String,
    ty: Ty,
    flag: Value,
}

fn compared(g: &mut Gen<'_>, predicate: &str, a: &Value, b: &Value) -> Value {
    g.def(Ty::FLAG, format!("arith.cmpi {predicate}, {a}, {b} : {}", a.ty))
}

/// A divisor that is neither zero nor minus one, where the flag is true.
fn divides(g: &mut Gen<'_>, divisor: &Value) -> Value {
    let elem = divisor.ty.elem();
    let (zero, minus) = (g.number(elem, 0), g.number(elem, -1));
    let (fine, other) = (compared(g, "ne", divisor, &zero), compared(g, "ne", divisor, &minus));
    g.def(Ty::FLAG, format!("arith.andi {fine}, {other} : i1"))
}

fn division(g: &mut Gen<'_>) -> Option<Guarded> {
    let elem = *g.n.pick(&[Elem::Int(32), Elem::Int(64), Elem::Int(8)]);
    let (a, b) = (g.scalar(elem), g.scalar(elem));
    let op = *g.n.pick(&["divsi", "remsi", "divui", "remui", "floordivsi", "ceildivui"]);
    let flag = divides(g, &b);
    Some(Guarded { op: format!("arith.{op} {a}, {b} : {elem}"), ty: Ty::Scalar(elem), flag })
}

fn index_division(g: &mut Gen<'_>) -> Option<Guarded> {
    let (a, b) = (g.scalar(Elem::Index), g.scalar(Elem::Index));
    let op = *g.n.pick(&["divs", "rems", "divu", "remu", "floordivs", "ceildivu"]);
    let flag = divides(g, &b);
    Some(Guarded { op: format!("index.{op} {a}, {b}"), ty: Ty::INDEX, flag })
}

/// An affine map with a divisor that must be positive.
fn affine_division(g: &mut Gen<'_>) -> Option<Guarded> {
    let symbol = |g: &mut Gen<'_>| g.find(|value| value.ty == Ty::INDEX && value.affine == Affine::Symbol);
    let (a, b) = (symbol(g)?, symbol(g)?);
    let zero = g.number(Elem::Index, 0);
    let flag = compared(g, "sgt", &b, &zero);
    let op = *g.n.pick(&["mod", "floordiv", "ceildiv"]);
    let op = match g.n.below(3) {
        0 => format!("affine.min affine_map<()[s0, s1] -> (s0 {op} s1, s0)>()[{a}, {b}]"),
        _ => format!("affine.apply affine_map<()[s0, s1] -> (s0 {op} s1)>()[{a}, {b}]"),
    };
    Some(Guarded { op, ty: Ty::INDEX, flag })
}

/// An element that is there where the index is less than the extent.
fn element(g: &mut Gen<'_>) -> Option<Guarded> {
    let from = g.find(|value| matches!(&value.ty, Ty::Tensor(shape, _) if shape.rank() == 1))?;
    let (at, extent) = (g.scalar(Elem::Index), g.number(Elem::Index, from.ty.shape().sizes[0]));
    let flag = compared(g, "ult", &at, &extent);
    Some(Guarded {
        op: format!("tensor.extract {from}[{at}] : {}", from.ty),
        ty: Ty::Scalar(from.ty.elem()),
        flag,
    })
}

/// A loop with as many iterations as the flag permits: none, or two.
pub fn guarded_loop(g: &mut Gen<'_>) -> bool {
    let guarded = match g.n.below(4) {
        0 => division(g),
        1 => index_division(g),
        2 => affine_division(g),
        _ => element(g),
    };
    let Some(Guarded { op, ty, flag }) = guarded else { return false };
    let Some(first) = g.value(&ty) else { return false };
    let (zero, one, two) = (g.number(Elem::Index, 0), g.number(Elem::Index, 1), g.number(Elem::Index, 2));
    let times = g.def(Ty::INDEX, format!("arith.select {flag}, {two}, {zero} : index"));
    let (result, part, carried) = (g.fresh(ty.clone()), g.name(), g.name());
    let next = if ty.elem().is_integer() {
        format!("arith.xori {carried}, {part} : {ty}")
    } else {
        format!("arith.maximumf {carried}, {part} : {ty}")
    };
    let sum = g.name();
    let variable = g.name();
    g.line(format!(
        "{result} = scf.for {variable} = {zero} to {times} step {one} iter_args({carried} = {first}) -> ({ty}) {{"
    ));
    g.line(format!("  {part} = {op}"));
    g.line(format!("  {sum} = {next}"));
    g.line(format!("  scf.yield {sum} : {ty}"));
    g.line("}");
    g.values.push(result);
    true
}
