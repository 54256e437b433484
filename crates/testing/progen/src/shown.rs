//! The output of a program: numbers that it adds to global buffers.

use crate::generator::Gen;
use crate::types::{Elem, Shape, Ty, Value};

/// The number of elements that `main` sums up in a buffer of each kind.
pub(crate) const SHOWN: i64 = 4;

/// Adds a scalar to a global buffer.
pub(crate) fn show(g: &mut Gen<'_>, value: &Value) {
    let at = g.n.within(0, SHOWN - 1);
    let at = g.number(Elem::Index, at);
    let elem = value.ty.elem();
    let (to, add) = if elem.is_integer() { (Elem::Int(64), "addi") } else { (Elem::F64, "addf") };
    let wide = match elem {
        Elem::Index => format!("arith.index_cast {value} : index to i64"),
        Elem::Int(width) if width > 64 => format!("arith.trunci {value} : i{width} to i64"),
        Elem::Int(width) if width < 64 => format!("arith.extui {value} : i{width} to i64"),
        Elem::F16 | Elem::BF16 | Elem::F32 => format!("arith.extf {value} : {elem} to f64"),
        _ => String::new(),
    };
    let ty = Ty::Memref(Shape::fixed(&[SHOWN]), to, None);
    let values = g.values.len();
    let wide = if wide.is_empty() { value.clone() } else { g.def(Ty::Scalar(to), wide) };
    let name = if to == Elem::F64 { "@outf64" } else { "@out64" };
    let buffer = g.def(ty.clone(), format!("memref.get_global {name} : {ty}"));
    let old = g.def(Ty::Scalar(to), format!("memref.load {buffer}[{at}] : {ty}"));
    let old = if to == Elem::Int(64) {
        let by = g.number(to, 31);
        g.def(Ty::Scalar(to), format!("arith.muli {old}, {by} : i64"))
    } else {
        old
    };
    let sum = g.def(Ty::Scalar(to), format!("arith.{add} {old}, {wide} : {to}"));
    g.line(format!("memref.store {sum}, {buffer}[{at}] : {ty}"));
    g.values.truncate(values);
}
