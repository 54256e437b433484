//! Affine expressions, and the dialect affine.

use terrace_affine::{AffineExpr, AffineMap, BinaryOp, ExprKind};
use terrace_ir::{Attr, OpRef, ValueRef};

use super::loops::{Loop, nest};
use super::memref::access;
use crate::inst::{Inst, Reg};
use crate::int_ops::{IntOp, Predicate, mask};
use crate::lower::{Exit, Lowered, Lowering, Row};

/// How the ops are lowered.
pub static ROWS: &[Row] = &[
    ("affine.apply", &apply),
    ("affine.min", &least),
    ("affine.max", &greatest),
    ("affine.for", &for_),
    ("affine.if", &if_),
    ("affine.load", &load),
    ("affine.store", &store),
    ("affine.yield", &leave),
];

fn leave(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    lw.leave(op)
}

/// Appends the instructions of an expression; the result is the slot that holds its value.
pub fn expression(lw: &mut Lowering<'_>, expr: &AffineExpr, dims: &[Reg], symbols: &[Reg]) -> Lowered<Reg> {
    let w = lw.index_bits() as u8;
    let missing = || "an affine expression without its operand".to_owned();
    match expr.kind() {
        ExprKind::Constant(value) => Ok(lw.constant(value as u64 & mask(w))),
        ExprKind::Dim(position) => dims.get(position as usize).copied().ok_or_else(missing),
        ExprKind::Symbol(position) => symbols.get(position as usize).copied().ok_or_else(missing),
        ExprKind::Binary(op, lhs, rhs) => stacker::maybe_grow(64 << 10, 1 << 20, || {
            let a = expression(lw, lhs, dims, symbols)?;
            let b = expression(lw, rhs, dims, symbols)?;
            let d = lw.new_slots(1);
            let int = |op, d, a, b| Inst::Int { op, w, flags: 0, d, a, b };
            match op {
                BinaryOp::Add => lw.emit(Inst::Add { w, d, a, b }),
                BinaryOp::Mul => lw.emit(Inst::Mul { w, d, a, b }),
                BinaryOp::FloorDiv => lw.emit(int(IntOp::FloorDivS, d, a, b)),
                BinaryOp::CeilDiv => lw.emit(int(IntOp::CeilDivS, d, a, b)),
                BinaryOp::Mod => {
                    // What is left of the quotient rounded down; it is not negative.
                    let (quotient, product) = (lw.new_slots(1), lw.new_slots(1));
                    lw.emit(int(IntOp::FloorDivS, quotient, a, b));
                    lw.emit(Inst::Mul { w, d: product, a: quotient, b });
                    lw.emit(Inst::Sub { w, d, a, b: product });
                }
            }
            Ok(d)
        }),
    }
}

/// The slots of a map's results at operands.
pub(super) fn mapped<'a>(
    lw: &mut Lowering<'_>,
    map: Option<Attr>,
    operands: impl Iterator<Item = ValueRef<'a>>,
) -> Lowered<Vec<Reg>> {
    let map: AffineMap = map.and_then(|attr| attr.as_affine_map(lw.cx)).ok_or("a map is expected")?.clone();
    let operands = operands.map(|value| lw.slot(value)).collect::<Lowered<Vec<Reg>>>()?;
    let (dims, symbols) = operands.split_at((map.num_dims as usize).min(operands.len()));
    map.results.iter().map(|expr| expression(lw, expr, dims, symbols)).collect()
}

/// The slots of the results of an op's map at all of its operands.
fn results(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered<Vec<Reg>> {
    mapped(lw, op.prop(0), op.operands())
}

/// Puts the least or the greatest of some numbers into a slot.
fn reduce(lw: &mut Lowering<'_>, code: IntOp, all: &[Reg], d: Reg) -> Lowered {
    let (&first, rest) = all.split_first().ok_or("a map without a result")?;
    let w = lw.index_bits() as u8;
    lw.emit(Inst::Copy { d, a: first });
    rest.iter().for_each(|&b| lw.emit(Inst::Int { op: code, w, flags: 0, d, a: d, b }));
    Ok(())
}

fn for_(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let entry = op.region(0).entry().ok_or("a loop without a body")?;
    let (lower, upper) = (lw.new_slots(1), lw.new_slots(1));
    let all = mapped(lw, op.inherent_attr("lowerBoundMap"), op.operand_group(0))?;
    reduce(lw, IntOp::MaxS, &all, lower)?;
    let all = mapped(lw, op.inherent_attr("upperBoundMap"), op.operand_group(1))?;
    reduce(lw, IntOp::MinS, &all, upper)?;
    let step = op.inherent_attr("step").and_then(|attr| attr.as_i64(lw.cx)).filter(|&step| step > 0);
    let step = lw.constant(step.ok_or("a loop with a step that is not positive")? as u64);
    let variables: Vec<ValueRef<'_>> = entry.args().take(1).collect();
    let carried = lw.places(entry.args().skip(1))?;
    let results = lw.places(op.results())?;
    lw.pass(op, op.operand_group(2), &carried)?;
    let w = lw.index_bits() as u8;
    nest(lw, op, (w, false), &[Loop { lower, upper, step, checked: true }], &variables, |lw, _| {
        let next = lw.label();
        lw.region(op.region(0), Exit { targets: carried.clone(), label: next });
        lw.bind(next);
        Ok(())
    })?;
    lw.copy(&carried, &results)
}

fn if_(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let set = op
        .inherent_attr("condition")
        .and_then(|attr| attr.as_integer_set(lw.cx))
        .ok_or("a set is expected")?;
    let set = set.clone();
    let operands = op.operands().map(|value| lw.slot(value)).collect::<Lowered<Vec<Reg>>>()?;
    let (dims, symbols) = operands.split_at((set.num_dims as usize).min(operands.len()));
    let targets = lw.places(op.results())?;
    let (other, end, zero) = (lw.label(), lw.label(), lw.constant(0));
    let w = lw.index_bits() as u8;
    for (expr, equal) in &set.constraints {
        let a = expression(lw, expr, dims, symbols)?;
        let d = lw.new_slots(1);
        let predicate = if *equal { Predicate::Ne } else { Predicate::Slt };
        lw.emit(Inst::Compare { predicate, w, d, a, b: zero });
        lw.jump_if(d, other);
    }
    lw.region(op.region(0), Exit { targets: targets.clone(), label: end });
    lw.bind(other);
    lw.region(op.region(1), Exit { targets, label: end });
    lw.bind(end);
    Ok(())
}

fn load(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let indices = mapped(lw, op.inherent_attr("map"), op.operands().skip(1))?;
    access::load_at(lw, op, indices)
}

fn store(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let indices = mapped(lw, op.inherent_attr("map"), op.operands().skip(2))?;
    access::store_at(lw, op, indices)
}

fn apply(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let all = results(lw, op)?;
    let reg = *all.first().ok_or("a map without a result")?;
    // A loop's variable changes, so its slot cannot be that of another value.
    let d = lw.slot(op.result(0))?;
    lw.emit(Inst::Copy { d, a: reg });
    Ok(())
}

fn choose(lw: &mut Lowering<'_>, op: OpRef<'_>, code: IntOp) -> Lowered {
    let all = results(lw, op)?;
    let d = lw.slot(op.result(0))?;
    reduce(lw, code, &all, d)
}

fn least(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    choose(lw, op, IntOp::MinS)
}

fn greatest(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    choose(lw, op, IntOp::MaxS)
}
