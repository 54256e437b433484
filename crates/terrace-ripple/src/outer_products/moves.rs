//! Values that are computed in one dimension and taken for ones in another.
//!
//! A library of outer products takes columns as values of dimension 0 and reshapes them. What computes such a value from
//! memory and indices is computed with indices of the other dimension in the first place, so that all else sees a column.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_llvm::ops::LoadOp;
use terrace_ir::data_layout::DataLayout;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::traits::TraitSet;
use terrace_ir::{Body, Ir, Op, OpHandle, OpRef, Rewriter, Value, ValueRef};

use super::linear::{Elements, Slice, elements_of};
use crate::analysis::{Analyzed, Analyzer, Findings, Shapes};
use crate::dialect::ExpressionOp;
use crate::intrinsics::RippleCall;
use crate::libraries::Library;
use crate::operands::ReinterpCall;
use crate::parallel_loops::build::Build;
use crate::prepare::{ops_of, ripple_call_of};

/// A value that is taken for one in another dimension.
struct Move {
    /// The reshape.
    op: Op,
    /// What computes its operand.
    slice: Slice,
    /// The dimension of the result.
    dim: usize,
}

/// Computes values that are reshaped to another dimension in that dimension.
pub(super) fn compute_in_dimension_of_use(ir: &mut Ir, module: OpHandle, functions: &[OpHandle]) {
    let reshapes = |ir: &Ir, function: OpHandle| {
        ops_of(ir.op(function)).any(|op| ripple_call_of(op) == Some(RippleCall::Reinterp))
    };
    let functions: Vec<OpHandle> =
        functions.iter().copied().filter(|&function| reshapes(ir, function)).collect();
    if functions.is_empty() {
        return;
    }
    let mut found: Vec<(OpHandle, Vec<Move>)> = Vec::new();
    {
        let (none, library) = (FxHashMap::default(), Library::default());
        let mut analyzer = Analyzer::new(ir, module, &none, &library, Analyzed::default());
        let mut all = Vec::new();
        for &function in &functions {
            let key = Analyzer::unspecialized(ir.op(function));
            all.extend(analyzer.analyze(&key, true).map(|known| (key, known)));
        }
        let specialized: FxHashSet<OpHandle> = analyzer.specialized().collect();
        let analyzed = analyzer.into_analyzed();
        for (key, known) in all {
            let mut findings = Findings::default();
            findings.collect(&analyzed, &key);
            if findings.errors.is_empty() && !specialized.contains(&key.function) {
                let moves = moves_of(ir.op(key.function), &known.shapes);
                found.push((key.function, moves));
            }
        }
    }
    for (function, moves) in found {
        let Some(body) = ir.op(function).inner_body() else { continue };
        ir.rewrite(body, |rw| moves.iter().for_each(|moved| carry_out(rw, moved)));
    }
}

fn moves_of(function: OpRef<'_>, shapes: &Shapes) -> Vec<Move> {
    let layout = DataLayout::of(function);
    let body = function.region(0).body();
    let mut moves = Vec::new();
    for op in ops_of(function).filter(|&op| ripple_call_of(op) == Some(RippleCall::Reinterp)) {
        let (value, result) = (ReinterpCall(op).value(), op.single_result());
        let (from, to) = (shapes.of(value.id()), shapes.of(result.id()));
        let (mut old, mut new) = (from.dims(), to.dims());
        let (Some(old_dim), None, Some(dim), None) = (old.next(), old.next(), new.next(), new.next()) else {
            continue;
        };
        if value.ty() != result.ty() || from.size(old_dim) != to.size(dim) || old_dim == dim {
            continue;
        }
        let Some(block) = op.block().map(|block| block.id()) else { continue };
        // What is read in the block is what is read at the reshape.
        let (here, none) = (FxHashSet::from_iter([block]), FxHashSet::default());
        let elements = Elements { shapes, layout: &layout, inside: &here, late: &none };
        let Some(slice) = elements.slice(value) else { continue };
        if slice.spilled.is_empty() && is_unchanged(body, function, &slice, op.id()) {
            moves.push(Move { op: op.id(), slice, dim });
        }
    }
    moves
}

/// Whether memory is not written between the loads of a slice and an op after them in their block.
fn is_unchanged(body: &Body, function: OpRef<'_>, slice: &Slice, op: Op) -> bool {
    let view = |op: Op| OpRef::in_body(function.ir(), body, function.region(0).body_id(), op);
    let Some(first) = slice.ops.iter().copied().find(|&op| view(op).isa::<LoadOp>()) else { return true };
    let Some(block) = body.block_of(op) else { return false };
    let mut between = body.ops_of(block).skip_while(|&other| other != first).take_while(|&other| other != op);
    between.all(|other| {
        let other = view(other);
        other.has_trait(TraitSet::Pure)
            || other.isa::<LoadOp>()
            || other.isa::<ExpressionOp>()
            || ripple_call_of(other).is_some()
    })
}

/// Computes the value again, with the indices of the other dimension.
fn carry_out(rw: &mut Rewriter<'_>, moved: &Move) {
    let mut map = IrMapping::new();
    let view = rw.op(moved.op);
    let (block, value) = (ReinterpCall(view).block().id(), ReinterpCall(view).value().id());
    let loc = view.loc();
    rw.set_insertion_point_before(moved.op);
    for &op in &moved.slice.ops {
        let view = rw.op(op);
        match ripple_call_of(view) {
            Some(RippleCall::Index) => {
                let (result, ty) = (view.result(0).id(), view.result(0).ty());
                let mut build = Build { rw: &mut *rw, loc };
                let dim = build.integer(moved.dim as i64, ty);
                let name = format!("llvm.ripple.block.index.i{}", build.width(dim));
                let index = build.call(&name, &[block, dim], ty);
                map.map(result, index);
            }
            Some(_) => {
                let operand = elements_of(view).next().map(|operand: ValueRef<'_>| operand.id());
                let result: Value = view.result(0).id();
                if let Some(operand) = operand {
                    let new = map.value(operand);
                    map.map(result, new);
                }
            }
            None => {
                rw.clone_op(op, &mut map).expect("an op of the dialect llvm holds no isolated ops");
            }
        }
    }
    let new = map.value(value);
    rw.replace_op(moved.op, &[new]);
}
