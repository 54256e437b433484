//! The dialect shape.

use crate::generator::Gen;
use crate::types::{Elem, Ty};

/// The shape of a tensor as a value, and queries of it.
pub fn extents(g: &mut Gen<'_>) -> bool {
    if !g.has(&["tensor.dim", "tensor.from_elements"]) {
        return false;
    }
    let Some(from) = crate::tensors::any(g, |shape, _| shape.rank() > 0) else { return false };
    let rank = from.ty.shape().rank();
    let ty = format!("tensor<{rank}xindex>");
    let shape = g.name();
    g.line(format!("{shape} = shape.shape_of {from} : {} -> {ty}", from.ty));
    match g.n.below(4) {
        0 => drop(g.def(Ty::INDEX, format!("shape.num_elements {shape} : {ty} -> index"))),
        1 => drop(g.def(Ty::INDEX, format!("shape.rank {shape} : {ty} -> index"))),
        2 => {
            let at = g.n.below(rank);
            let (size, at) = (from.ty.shape().sizes[at], g.index(at as i64));
            g.def_in(
                Ty::INDEX,
                (size, size),
                format!("shape.get_extent {shape}, {at} : {ty}, index -> index"),
            );
        }
        _ => drop(g.def(Ty::FLAG, format!("shape.shape_eq {shape}, {shape} : {ty}, {ty}"))),
    }
    true
}

/// A constraint that holds, and what stands after it.
pub fn assuming(g: &mut Gen<'_>) -> bool {
    let flag = g.scalar(Elem::Int(1));
    let truth = g.def(Ty::FLAG, "arith.constant true");
    let either = g.def(Ty::FLAG, format!("arith.ori {flag}, {truth} : i1"));
    let (witness, out) = (g.name(), g.fresh(Ty::int(32)));
    g.line(format!("{witness} = shape.cstr_require {either}, \"never\""));
    g.line(format!("{out} = shape.assuming {witness} -> (i32) {{"));
    g.open(true);
    let before = (g.blocks, g.may_return);
    (g.blocks, g.may_return) = (false, false);
    g.statements(2);
    let value = g.scalar(Elem::Int(32));
    g.free();
    g.line(format!("shape.assuming_yield {value} : i32"));
    (g.blocks, g.may_return) = before;
    g.close();
    g.line("}");
    g.values.push(out);
    true
}
