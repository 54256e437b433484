//! Arithmetic of floats.
//!
//! A number that is none has no defined bits, so these are never looked at: a float becomes an integer only
//! after it was replaced where it is none.

use crate::generator::Gen;
use crate::types::{Elem, Ty};

/// A type of floats.
pub fn float(g: &mut Gen<'_>) -> Elem {
    *g.n.pick(&[Elem::F32, Elem::F32, Elem::F32, Elem::F64, Elem::F64, Elem::F16, Elem::BF16])
}

/// One op on floats.
pub fn operation(g: &mut Gen<'_>) -> bool {
    let elem = float(g);
    let ty = Ty::Scalar(elem);
    let (a, b) = (g.scalar(elem), g.scalar(elem));
    match g.n.below(10) {
        0..=5 => {
            let ops = &[
                "addf", "subf", "mulf", "divf", "maximumf", "minimumf", "maxnumf", "minnumf", "addf", "mulf",
            ];
            let op = *g.n.pick(ops);
            g.def(ty, format!("arith.{op} {a}, {b} : {elem}"));
        }
        6 => drop(g.def(ty, format!("arith.negf {a} : {elem}"))),
        7 => {
            let flag = g.scalar(Elem::Int(1));
            g.def(ty, format!("arith.select {flag}, {a}, {b} : {elem}"));
        }
        8 => {
            let predicates = &[
                "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une",
                "uno",
            ];
            let predicate = *g.n.pick(predicates);
            g.def(Ty::FLAG, format!("arith.cmpf {predicate}, {a}, {b} : {elem}"));
        }
        _ => drop(g.def(ty, format!("arith.remf {a}, {b} : {elem}"))),
    }
    true
}

/// A conversion.
pub fn conversion(g: &mut Gen<'_>) -> bool {
    match g.n.below(4) {
        0 => {
            let a = g.scalar(Elem::F32);
            g.def(Ty::Scalar(Elem::F64), format!("arith.extf {a} : f32 to f64"));
        }
        1 => {
            let a = g.scalar(Elem::F64);
            g.def(Ty::Scalar(Elem::F32), format!("arith.truncf {a} : f64 to f32"));
        }
        2 => {
            // A number is cut to what fits before it becomes an integer.
            let a = g.scalar(Elem::F32);
            let low = g.def(Ty::Scalar(Elem::F32), "arith.constant -100.0 : f32");
            let high = g.def(Ty::Scalar(Elem::F32), "arith.constant 100.0 : f32");
            let least = g.def(Ty::Scalar(Elem::F32), format!("arith.maxnumf {a}, {low} : f32"));
            let cut = g.def(Ty::Scalar(Elem::F32), format!("arith.minnumf {least}, {high} : f32"));
            let to = *g.n.pick(&[8, 16, 32, 64]);
            g.def(Ty::int(to), format!("arith.fptosi {cut} : f32 to i{to}"));
        }
        _ => {
            let (elem, width) = *g.n.pick(&[(Elem::F32, 32), (Elem::F64, 64)]);
            let number = g.not_nan(elem);
            g.def(Ty::int(width), format!("arith.bitcast {number} : {elem} to i{width}"));
        }
    }
    true
}

/// Functions of the dialect math whose results are exact.
pub fn exact(g: &mut Gen<'_>) -> bool {
    let elem = *g.n.pick(&[Elem::F32, Elem::F64]);
    let a = g.scalar(elem);
    let ty = Ty::Scalar(elem);
    if g.n.percent(20) {
        let (b, c) = (g.scalar(elem), g.scalar(elem));
        g.def(ty, format!("math.fma {a}, {b}, {c} : {elem}"));
        return true;
    }
    let op = *g.n.pick(&["absf", "ceil", "floor", "trunc", "round", "roundeven", "sqrt"]);
    g.def(ty, format!("math.{op} {a} : {elem}"));
    true
}
