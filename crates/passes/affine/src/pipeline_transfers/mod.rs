//! `affine-pipeline-data-transfer`: overlaps transfers into faster memory with the computation of a loop.
//!
//! A transfer that a loop starts and waits for is started one iteration ahead. Its buffer and its tag are doubled, so
//! that the transfer of the next iteration does not touch what the current one works on. Other than upstream, nothing
//! in the loop may write the memory that is transferred, and nothing may observe that the buffer is another one in
//! every other iteration.

mod buffers;
mod check;
mod skew;

use rustc_hash::FxHashSet;

use terrace_dialects_core::func::FuncOp;
use terrace_dialects_mem::affine::value_map::ValueMap;
use terrace_dialects_mem::affine::{AffineApplyOp, AffineDmaStartOp, AffineForOp};
use terrace_ir::{Op, OpKind, OpRef, Rewriter, Type, Value};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};
use terrace_rewrite::walk::body_post_order;

use terrace_affine::AffineMap;

use crate::loop_normalize::trip_count;
use buffers::double_buffer;
use check::{Transfer, is_computed_outside, transfers};
use skew::start_ahead;

/// The pass.
pub static AFFINE_PIPELINE_DATA_TRANSFER: PassDef = PassDef {
    name: "affine-pipeline-data-transfer",
    class: "AffinePipelineDataTransfer",
    doc: "Pipeline non-blocking data transfers between explicitly managed levels of the memory hierarchy",
    anchor: Some(FuncOp::DEF.name),
    make: |_| Ok(Pass::Body(Box::new(PipelineDataTransfer))),
    ..EMPTY_PASS
};

struct PipelineDataTransfer;

impl BodyPass for PipelineDataTransfer {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        // Inner loops first: copies of an outer one contain them as they are then.
        let is_loop = |&op: &Op| rw.op(op).isa::<AffineForOp>();
        let loops: Vec<Op> = body_post_order(rw.body()).into_iter().filter(is_loop).collect();
        for op in loops {
            pipeline(rw, AffineForOp::assume(op), run);
        }
        Ok(())
    }
}

/// Starts the transfers of a loop one iteration ahead, as far as that is legal.
fn pipeline(rw: &mut Rewriter<'_>, op: AffineForOp, run: &mut PassRun<'_>) -> Option<()> {
    let view = op.view(rw);
    let count = trip_count(view).filter(|&count| count > 0)?;
    // The loop is copied, and no value is carried from one of its copies to the next.
    if view.0.num_results() > 0 || rw.holds_isolated(op.into()) || !skew::has_bounds(view, count) {
        return None;
    }
    let (transfers, refused) = transfers(op.view(rw));
    for obstacle in refused {
        run.report(obstacle.to_remark(op.view(rw).0.loc(), "a transfer is not pipelined"));
    }
    if transfers.is_empty() {
        return None;
    }
    let memrefs = |of: fn(&Transfer) -> Value| {
        let mut seen = FxHashSet::default();
        transfers.iter().map(of).filter(|&memref| seen.insert(memref)).collect::<Vec<Value>>()
    };
    for memref in memrefs(|transfer| transfer.buffer).into_iter().chain(memrefs(|transfer| transfer.tag)) {
        double_buffer(rw, op, memref)?;
    }
    let mut ahead = FxHashSet::default();
    for transfer in &transfers {
        ahead.insert(transfer.start);
        ahead.extend(own_subscripts(rw, transfer.start));
        if !is_computed_outside(op.view(rw), rw.op(transfer.start), &[]) {
            return None;
        }
    }
    start_ahead(rw, op, count, &ahead)
}

/// The ops that compute the operands of an op: those that compute nothing else, or else copies for this op alone.
fn own_subscripts(rw: &mut Rewriter<'_>, op: Op) -> Vec<Op> {
    let applies = applies_of(rw.op(op));
    let is_own =
        |&apply: &Op| rw.op(apply).results().flat_map(|value| value.uses()).all(|(user, _)| user.id() == op);
    if applies.iter().all(is_own) {
        return applies;
    }
    let operands: Vec<Value> = rw.op(op).operands().map(|value| value.id()).collect();
    let is_applied = |&value: &Value| rw.value(value).defined_by::<AffineApplyOp>().is_some();
    let applied: Vec<Value> = operands.iter().copied().filter(is_applied).collect();
    let inputs = applied.iter().map(|&value| rw.value(value));
    let mut composed = ValueMap::new(AffineMap::identity(applied.len() as u32), inputs);
    composed.compose_fully();
    let (inputs, map, loc) = (composed.values(), composed.map, rw.op(op).loc());
    rw.set_insertion_point_before(op);
    let mut copies = Vec::with_capacity(applied.len());
    for result in map.results {
        let map = rw.cx().affine_map_attr(AffineMap::new(map.num_dims, map.num_symbols, vec![result]));
        copies.push(rw.build_value(AffineApplyOp::of(&inputs).map_attr(map).result(Type::INDEX).loc(loc)));
    }
    let copy = |value: Value| {
        let at = applied.iter().position(|&applied| applied == value);
        at.and_then(|at| copies.get(at).copied()).unwrap_or(value)
    };
    let operands: Vec<Value> = operands.into_iter().map(copy).collect();
    rw.set_operands(op, &operands);
    copies.into_iter().filter_map(|value| rw.value(value).defining_op().map(|op| op.id())).collect()
}

/// The `affine.apply` ops that the operands of an op are computed by.
fn applies_of(op: OpRef<'_>) -> Vec<Op> {
    let (mut found, mut seen, mut pending) = (Vec::new(), FxHashSet::default(), vec![op]);
    while let Some(op) = pending.pop() {
        for apply in op.operands().filter_map(|value| value.defining_op()) {
            if apply.isa::<AffineApplyOp>() && seen.insert(apply.id()) {
                found.push(apply.id());
                pending.push(apply);
            }
        }
    }
    found
}

/// The buffers of a transfer: source, destination and tag.
fn elements(op: OpRef<'_>) -> Option<[terrace_dialects_mem::affine::DmaElement<'_>; 3]> {
    Some(op.cast::<AffineDmaStartOp>()?.elements()?.0)
}
