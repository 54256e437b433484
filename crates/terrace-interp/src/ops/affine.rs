//! Affine expressions, and the dialect affine.

use terrace_affine::{AffineExpr, AffineMap, BinaryOp, ExprKind};
use terrace_ir::OpRef;

use crate::inst::{Inst, Reg};
use crate::int_ops::{IntOp, mask};
use crate::lower::{Lowered, Lowering, Place, Row};

/// How the ops are lowered.
pub static ROWS: &[Row] =
    &[("affine.apply", &apply), ("affine.min", &least), ("affine.max", &greatest), ("affine.yield", &leave)];

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

/// The slots of a map's results at an op's operands.
fn results(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered<Vec<Reg>> {
    let map: AffineMap =
        op.prop(0).and_then(|attr| attr.as_affine_map(lw.cx)).ok_or("a map is expected")?.clone();
    let operands = op.operands().map(|value| lw.slot(value)).collect::<Lowered<Vec<Reg>>>()?;
    let (dims, symbols) = operands.split_at((map.num_dims as usize).min(operands.len()));
    map.results.iter().map(|expr| expression(lw, expr, dims, symbols)).collect()
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
    let (&first, rest) = all.split_first().ok_or("a map without a result")?;
    let Place::Slots(d, _) = lw.place(op.result(0))? else { return Err("an index is expected".to_owned()) };
    let w = lw.index_bits() as u8;
    lw.emit(Inst::Copy { d, a: first });
    rest.iter().for_each(|&b| lw.emit(Inst::Int { op: code, w, flags: 0, d, a: d, b }));
    Ok(())
}

fn least(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    choose(lw, op, IntOp::MinS)
}

fn greatest(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    choose(lw, op, IntOp::MaxS)
}
