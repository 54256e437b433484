//! `affine-raise-from-memref`: accesses of buffers become accesses by affine maps where their indices are such.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_core::arith::{AddIOp, MulIOp};
use terrace_dialects_core::func::FuncOp;
use terrace_dialects_mem::affine::identifiers::OwnIdentifiers;
use terrace_dialects_mem::affine::{AffineLoadOp, AffineStoreOp};
use terrace_dialects_mem::memref::{LoadOp, StoreOp};
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::{BinaryOpView, Op, OpKind, OpRef, Rewriter, Value, ValueRef, op_match};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};
use terrace_rewrite::walk::body_post_order;

/// The pass.
pub static AFFINE_RAISE_FROM_MEMREF: PassDef = PassDef {
    name: "affine-raise-from-memref",
    class: "RaiseMemrefDialect",
    doc: "Turn some memref operators to affine operators where supported",
    anchor: Some(FuncOp::DEF.name),
    make: |_| Ok(Pass::Body(Box::new(RaiseFromMemRef))),
    ..EMPTY_PASS
};

struct RaiseFromMemRef;

impl BodyPass for RaiseFromMemRef {
    fn run(&self, rw: &mut Rewriter<'_>, _: &mut PassRun<'_>) -> Result<(), Failed> {
        for op in body_post_order(rw.body()) {
            raise(rw, op);
        }
        Ok(())
    }
}

/// The inputs of a map that is put together, in the order in which they occur.
#[derive(Default)]
struct Inputs {
    dims: Vec<Value>,
    symbols: Vec<Value>,
}

/// The place of a value in a list, to which it is added if it is not in there.
fn place(list: &mut Vec<Value>, value: Value) -> u32 {
    let at = list.iter().position(|&other| other == value).unwrap_or_else(|| {
        list.push(value);
        list.len() - 1
    });
    at as u32
}

impl Inputs {
    /// The expression that computes a value; `None` if it is no affine one.
    fn expr<'a>(&mut self, identifiers: &mut OwnIdentifiers<'a>, value: ValueRef<'a>) -> Option<AffineExpr> {
        // Operands first; an operator takes the two results on top.
        enum ExpressionStep<'a> {
            Value(ValueRef<'a>),
            Add,
            Mul,
        }
        let (mut pending, mut done) = (vec![ExpressionStep::Value(value)], Vec::new());
        while let Some(step) = pending.pop() {
            let value = match step {
                ExpressionStep::Value(value) => value,
                ExpressionStep::Add | ExpressionStep::Mul => {
                    let (rhs, lhs): (AffineExpr, AffineExpr) = (done.pop()?, done.pop()?);
                    if matches!(step, ExpressionStep::Mul)
                        && !lhs.is_symbolic_or_constant()
                        && !rhs.is_symbolic_or_constant()
                    {
                        return None;
                    }
                    done.push(if matches!(step, ExpressionStep::Add) { lhs + rhs } else { lhs * rhs });
                    continue;
                }
            };
            let def = value.defining_op();
            if let Some(number) = m_scalar_i64(value) {
                done.push(AffineExpr::constant(number));
            } else if let Some(op) = def.filter(|op| op.isa::<AddIOp>() || op.isa::<MulIOp>()) {
                let (lhs, rhs) = BinaryOpView(op).operands();
                pending.push(if op.isa::<AddIOp>() { ExpressionStep::Add } else { ExpressionStep::Mul });
                pending.extend([ExpressionStep::Value(rhs), ExpressionStep::Value(lhs)]);
            } else if identifiers.is_symbol(value) {
                done.push(AffineExpr::symbol(place(&mut self.symbols, value.id())));
            } else if identifiers.is_dim(value) {
                done.push(AffineExpr::dim(place(&mut self.dims, value.id())));
            } else {
                return None;
            }
        }
        done.pop()
    }
}

/// The map of some indices, and its operands; `None` if an index is no affine expression.
fn map_of<'a>(indices: impl Iterator<Item = ValueRef<'a>>) -> Option<(AffineMap, Vec<Value>)> {
    let (mut identifiers, mut inputs, mut results) =
        (OwnIdentifiers::default(), Inputs::default(), Vec::new());
    for index in indices {
        results.push(inputs.expr(&mut identifiers, index)?);
    }
    let map = AffineMap::new(inputs.dims.len() as u32, inputs.symbols.len() as u32, results);
    Some((map, [inputs.dims, inputs.symbols].concat()))
}

/// Replaces a load or a store.
fn raise(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view: OpRef<'_> = rw.op(op);
    let loc = view.loc();
    op_match!(view, {
        LoadOp(load) => {
            let (buffer, ty) = (load.memref().id(), load.result().ty());
            let (map, indices) = map_of(load.indices())?;
            rw.set_insertion_point_before(op);
            let load = AffineLoadOp::of(buffer, &indices).loc(loc).map(&map).result(ty);
            rw.replace(op, load);
        }
        StoreOp(store) => {
            let (value, buffer) = (store.value().id(), store.memref().id());
            let (map, indices) = map_of(store.indices())?;
            rw.set_insertion_point_before(op);
            let store = AffineStoreOp::of(value, buffer, &indices).loc(loc).map(&map);
            rw.replace(op, store);
        }
        _ => {}
    });
    Some(())
}
