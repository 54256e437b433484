//! `test-scf-parallel-loop-collapsing`: dimensions of parallel loops become one.

use std::collections::BTreeSet;

use terrace_dialects_core::arith::{DivSIOp, RemSIOp};
use terrace_dialects_core::scf::ParallelOp;
use terrace_dialects_mem::index_values::value_of;
use terrace_ir::def::op_error;
use terrace_ir::{InsertPoint, Ir, OpHandle, OpKind, Rewriter, Type, Value};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun, pass_options};
use terrace_passes_shared::arithmetic::Arith;
use terrace_rewrite::walk::post_order;

use super::build::make_parallel;
use super::counts::{clamped, denormalize_index, index_trip_count};

pass_options! {
    /// The source dimensions of each collapsed loop dimension.
    struct ParallelLoopCollapsingOptions {
        /// Dimensions to collapse to one
        first("collapsed-indices-0"): Vec<u32> = "",
        /// Dimensions to collapse to one
        second("collapsed-indices-1"): Vec<u32> = "",
        /// Dimensions to collapse to one
        third("collapsed-indices-2"): Vec<u32> = "",
    }
}

/// The pass.
pub static PARALLEL_LOOP_COLLAPSING: PassDef = PassDef {
    name: "test-scf-parallel-loop-collapsing",
    class: "TestSCFParallelLoopCollapsing",
    doc: "Test parallel loops collapsing transformation",
    options: ParallelLoopCollapsingOptions::DEFS,
    make: |options| {
        let options = ParallelLoopCollapsingOptions::from(options);
        let lists = [options.first, options.second, options.third];
        let lists = lists.map(|list| list.into_iter().map(|dim| dim as usize).collect());
        Ok(Pass::Ir(Box::new(ParallelLoopCollapsing { lists })))
    },
    ..EMPTY_PASS
};

struct ParallelLoopCollapsing {
    lists: [Vec<usize>; 3],
}

impl ParallelLoopCollapsing {
    /// The dimensions that become one, for each new dimension; or an error.
    fn groups(&self) -> Result<Vec<&[usize]>, String> {
        for i in 1..self.lists.len() {
            if !self.lists[i].is_empty() && self.lists[i - 1].is_empty() {
                let before = i - 1;
                return Err(format!("collapsed-indices-{i} specified but not collapsed-indices-{before}"));
            }
        }
        let groups: Vec<&[usize]> =
            self.lists.iter().map(Vec::as_slice).filter(|list| !list.is_empty()).collect();
        let all: BTreeSet<usize> = groups.iter().copied().flatten().copied().collect();
        match all.last() {
            None => Err("No collapsed-indices were specified. This pass is only for testing and does not \
                         automatically collapse all parallel loops or similar."
                .to_string()),
            Some(&last) if last != all.len() - 1 => {
                Err("collapsed-indices arguments must include all values [0,N).".to_string())
            }
            Some(_) => Ok(groups),
        }
    }
}

impl IrPass for ParallelLoopCollapsing {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let groups = match self.groups() {
            Ok(groups) => groups,
            Err(message) => {
                run.text.push_str(&message);
                return Err(Failed);
            }
        };
        let all: BTreeSet<usize> = groups.iter().copied().flatten().copied().collect();
        for op in post_order(ir, op) {
            let view = ir.op(op);
            let Some(looped) = view.cast::<ParallelOp>() else { continue };
            let (loops, expected) = (looped.step().len(), all.len());
            if loops != expected {
                let message = format!(
                    "has {loops} iter args while this limited functionality testing pass was configured only for \
                     loops with exactly {expected} iter args."
                );
                run.report(op_error(view, message));
            } else if view.num_results() == 0 {
                ir.rewrite(op.body, |rw| collapse(rw, ParallelOp::assume(op.op), &groups));
            }
        }
        Ok(())
    }
}

fn collapse(rw: &mut Rewriter<'_>, op: ParallelOp, groups: &[&[usize]]) -> Option<()> {
    let view = op.view(rw);
    let loc = view.0.loc();
    let ids = |slot: usize| -> Vec<Value> { view.0.operand_group(slot).map(|value| value.id()).collect() };
    let [lower, upper, steps] = [0, 1, 2].map(ids);
    let block = view.region().entry()?.id();
    let variables: Vec<Value> = rw.body().args(block).collect();
    let controls: Vec<[Value; 3]> = (0..steps.len()).map(|i| [lower[i], upper[i], steps[i]]).collect();
    let clamped = clamped(rw, &controls);
    let mut counts = Vec::new();
    for i in 0..steps.len() {
        rw.set_insertion_point_before(op);
        let count = index_trip_count(rw, controls[i], clamped[i], loc);
        counts.push(value_of(rw, count, loc));
        rw.set_insertion_point_to_start(block);
        denormalize_index(rw, variables[i], [lower[i], steps[i]], loc);
    }
    rw.set_insertion_point_before(op);
    let [zero, one] = [0, 1].map(|number| Arith::new(rw, loc).int(number, Type::INDEX));
    let mut ends = Vec::new();
    for group in groups {
        let mut sorted = group.to_vec();
        sorted.sort_unstable();
        let mut end = Arith::new(rw, loc).int(1, Type::INDEX);
        for at in sorted {
            end = Arith::new(rw, loc).mul(end, counts[at]);
        }
        ends.push(end);
    }
    let new = make_parallel(rw, [&vec![zero; ends.len()], &ends, &vec![one; ends.len()]], loc);
    let places: Vec<Value> = rw.body().args(new).collect();
    rw.set_insertion_point_to_start(new);
    let mut values = variables.clone();
    for (group, place) in groups.iter().zip(places) {
        let (&first, inner) = group.split_first()?;
        let mut rest = place;
        for &at in inner.iter().rev() {
            values[at] = Arith::new(rw, loc).binary::<RemSIOp>(rest, counts[at]);
            rest = Arith::new(rw, loc).binary::<DivSIOp>(rest, counts[at]);
        }
        values[first] = rest;
    }
    if let Some(end) = rw.body().last_op(block) {
        rw.erase_op(end);
    }
    let end = rw.body().last_op(new)?;
    rw.inline_block(block, InsertPoint::Before(end), &values);
    rw.erase_op(op);
    Some(())
}
