//! Vectors.

use crate::generator::Gen;
use crate::types::{Elem, Ty, Value, names};

fn any(g: &mut Gen<'_>, test: impl Fn(&[i64], Elem) -> bool) -> Option<Value> {
    g.find(|v| matches!(&v.ty, Ty::Vector(sizes, elem) if test(sizes, *elem)))
}

/// A vector of a type: one in scope, or a constant.
pub fn vector(g: &mut Gen<'_>, ty: &Ty) -> Value {
    if let Some(value) = g.find(|v| v.ty == *ty) {
        return value;
    }
    let text = g.literal(ty.elem());
    g.def(ty.clone(), format!("arith.constant dense<{text}> : {ty}"))
}

/// A new vector.
pub fn create(g: &mut Gen<'_>) -> bool {
    if !g.has(&["vector.broadcast"]) {
        return false;
    }
    let elem = *g.n.pick(&[Elem::Int(32), Elem::F32, Elem::Int(64), Elem::F64, Elem::Int(8)]);
    let rank = 1 + g.n.below(2);
    let sizes: Vec<i64> = (0..rank).map(|_| g.n.within(1, 4)).collect();
    let ty = Ty::Vector(sizes, elem);
    let count = ty.shape().count();
    if g.has(&["vector.from_elements"]) && count <= 8 && g.n.percent(50) {
        let list: Vec<Value> = (0..count).map(|_| g.scalar(elem)).collect();
        g.def(ty.clone(), format!("vector.from_elements {} : {ty}", names(&list)));
        return true;
    }
    let value = g.scalar(elem);
    g.def(ty.clone(), format!("vector.broadcast {value} : {elem} to {ty}"));
    true
}

/// Arithmetic of all elements at once.
pub fn elementwise(g: &mut Gen<'_>) -> bool {
    let Some(a) = any(g, |_, elem| elem != Elem::Int(1)) else { return false };
    let b = vector(g, &a.ty.clone());
    let op = match a.ty.elem().is_integer() {
        true => *g.n.pick(&["addi", "subi", "muli", "andi", "xori", "maxsi"]),
        false => *g.n.pick(&["addf", "subf", "mulf", "maximumf"]),
    };
    g.def(a.ty.clone(), format!("arith.{op} {a}, {b} : {}", a.ty));
    true
}

/// A part of a vector, or a vector with another part.
pub fn element(g: &mut Gen<'_>) -> bool {
    if !g.has(&["vector.extract", "vector.insert"]) {
        return false;
    }
    let Some(a) = any(g, |_, _| true) else { return false };
    let Ty::Vector(sizes, elem) = a.ty.clone() else { return false };
    let depth = 1 + g.n.below(sizes.len());
    let at: Vec<String> = sizes[..depth].iter().map(|&size| g.n.within(0, size - 1).to_string()).collect();
    let part = match &sizes[depth..] {
        [] => Ty::Scalar(elem),
        rest => Ty::Vector(rest.to_vec(), elem),
    };
    if g.n.percent(50) {
        g.def(part.clone(), format!("vector.extract {a}[{}] : {part} from {}", at.join(", "), a.ty));
    } else if let Some(value) = g.value(&part) {
        g.def(a.ty.clone(), format!("vector.insert {value}, {a}[{}] : {part} into {}", at.join(", "), a.ty));
    }
    true
}

/// Elements in another order.
pub fn shuffle(g: &mut Gen<'_>) -> bool {
    if !g.has(&["vector.shuffle"]) {
        return false;
    }
    let Some(a) = any(g, |sizes, _| sizes.len() == 1) else { return false };
    let Ty::Vector(sizes, elem) = a.ty.clone() else { return false };
    let b = vector(g, &a.ty.clone());
    let count = g.n.within(1, 5);
    let mask: Vec<String> = (0..count).map(|_| g.n.within(0, 2 * sizes[0] - 1).to_string()).collect();
    let ty = Ty::Vector(vec![count], elem);
    g.def(ty, format!("vector.shuffle {a}, {b} [{}] : {}, {}", mask.join(", "), a.ty, b.ty));
    true
}

/// A reduction of all elements; for floats only kinds that do not depend on the order.
pub fn reduction(g: &mut Gen<'_>) -> bool {
    if !g.has(&["vector.reduction"]) {
        return false;
    }
    let Some(a) = any(g, |sizes, elem| sizes.len() == 1 && elem != Elem::Int(1)) else { return false };
    let elem = a.ty.elem();
    let kind = match elem.is_integer() {
        true => *g.n.pick(&["add", "mul", "maxsi", "minui", "xor", "and", "or"]),
        false => *g.n.pick(&["maximumf", "minimumf"]),
    };
    g.def(Ty::Scalar(elem), format!("vector.reduction <{kind}>, {a} : {} into {elem}", a.ty));
    true
}

/// A read of memory into a vector, and a write.
pub fn transfer(g: &mut Gen<'_>) -> bool {
    if !g.has(&["vector.transfer_read", "vector.transfer_write"]) {
        return false;
    }
    let fits = |v: &Value| matches!(&v.ty, Ty::Memref(shape, _, None) if shape.rank() == 1);
    let Some(buffer) = g.find(fits) else { return false };
    let elem = buffer.ty.elem();
    let ty = Ty::Vector(vec![g.n.within(1, 4)], elem);
    let at = g.index_below(buffer.ty.shape().sizes[0]);
    if g.n.percent(60) || buffer.constant || !g.may_write {
        let fill = g.scalar(elem);
        g.def(ty.clone(), format!("vector.transfer_read {buffer}[{at}], {fill} : {}, {ty}", buffer.ty));
    } else {
        let value = vector(g, &ty);
        g.line(format!("vector.transfer_write {value}, {buffer}[{at}] : {ty}, {}", buffer.ty));
    }
    true
}
