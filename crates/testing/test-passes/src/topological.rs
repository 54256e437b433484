//! `test-topological-sort-analysis` and `test-print-topological-sort`: ops in an order in which definitions come before
//! uses. `test-pattern-selective-replacement`: some uses of a value are replaced.

use rustc_hash::FxHashSet;
use terrace_dialects_test::legal::CastOp;
use terrace_ir::pattern::Pattern;
use terrace_ir::traits::TraitSet;
use terrace_ir::{BlockRef, Ir, Op, OpHandle, OpKind, OpRef, RegionRef, Type, Value, op_error};
use terrace_pass::pass::{EMPTY_PASS, SYMBOL};
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};
use terrace_rewrite::GreedyOptions;
use terrace_rewrite::walk::post_order;

use crate::vector_patterns::Patterns;

/// Numbers the ops with `selected` in each op with `root`.
pub(crate) static TEST_TOPOLOGICAL_SORT_ANALYSIS: PassDef = PassDef {
    name: "test-topological-sort-analysis",
    class: "(anonymous namespace)::TestTopologicalSortAnalysisPass",
    doc: "Test topological sorting of ops",
    anchor: Some("builtin.module"),
    make: |_| Ok(Pass::Ir(Box::new(SortSelected))),
    ..EMPTY_PASS
};

struct SortSelected;

impl IrPass for SortSelected {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        for root in post_order(ir, op) {
            if ir.op(root).attr("root").is_none() {
                continue;
            }
            let is_selected = |op: &OpHandle| ir.op(*op).attr("selected").is_some();
            let selected: Vec<OpHandle> = post_order(ir, root).into_iter().filter(is_selected).collect();
            let Some(order) = scheduled(ir, selected) else {
                return run.fail(op_error(ir.op(root), "could not schedule all ops"));
            };
            for (place, op) in order.into_iter().enumerate() {
                let attr = ir.cx().int_attr(Type::INDEX, place as i64);
                ir.rewrite(op.body, |rw| rw.set_attr(op.op, "pos", attr));
            }
        }
        Ok(())
    }
}

/// Returns the ops in sweeps: each takes, in order, those that use nothing of the remaining ones. `None` if ops use each
/// other.
fn scheduled(ir: &Ir, mut ops: Vec<OpHandle>) -> Option<Vec<OpHandle>> {
    let mut left: FxHashSet<OpHandle> = ops.iter().copied().collect();
    let mut done = 0;
    while done < ops.len() {
        let before = done;
        let mut at = done;
        while at < ops.len() {
            let op = ops[at];
            let needed = values_used(ir.op(op));
            if needed.iter().all(|&def| def == op || !left.contains(&def)) {
                left.remove(&op);
                ops.swap(done, at);
                done += 1;
            }
            at += 1;
        }
        if done == before {
            return None;
        }
    }
    Some(ops)
}

/// Returns the ops whose results an op or what is in it uses, and the ops around them, up to the op itself.
fn values_used(op: OpRef<'_>) -> Vec<OpHandle> {
    let mut found = Vec::new();
    let mut pending = vec![op];
    while let Some(at) = pending.pop() {
        for def in at.operands().filter_map(|operand| operand.defining_op()) {
            let around = def.self_and_ancestors().map(|op| op.handle());
            found.extend(around.take_while(|&around| around != op.handle()));
        }
        pending.extend(at.regions().flat_map(|region| region.blocks()).flat_map(|block| block.ops()));
    }
    found
}

/// Numbers the ops with `test_to_sort` in a function.
pub(crate) static TEST_PRINT_TOPOLOGICAL_SORT: PassDef = PassDef {
    name: "test-print-topological-sort",
    class: "(anonymous namespace)::TestTopologicalSortPass",
    doc: "Sorts operations topologically and attaches attributes with their corresponding index in the ordering to them",
    requires: Some(SYMBOL),
    make: |_| Ok(Pass::Ir(Box::new(SortMarked))),
    ..EMPTY_PASS
};

struct SortMarked;

impl IrPass for SortMarked {
    fn run(&self, ir: &mut Ir, op: OpHandle, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        let order = in_control_flow_order(ir.op(op));
        let marked = order.into_iter().filter(|op| ir.op(*op).attr("test_to_sort").is_some());
        for (place, op) in marked.collect::<Vec<_>>().into_iter().enumerate() {
            let attr = ir.cx().int_attr(Type::I32, place as i64);
            ir.rewrite(op.body, |rw| rw.set_attr(op.op, "test_sort_index", attr));
        }
        Ok(())
    }
}

/// The ops in an op, outer ones first; blocks are in reverse post-order, those without predecessors last.
fn in_control_flow_order(op: OpRef<'_>) -> Vec<OpHandle> {
    let (mut out, mut pending) = (Vec::new(), vec![op]);
    while let Some(op) = pending.pop() {
        out.push(op.handle());
        let start = pending.len();
        pending.extend(op.regions().flat_map(sorted_blocks).flat_map(|block| block.ops()));
        pending[start..].reverse();
    }
    out
}

fn sorted_blocks<'a>(region: RegionRef<'a>) -> Vec<BlockRef<'a>> {
    let (mut order, mut seen) = (Vec::new(), FxHashSet::default());
    let mut pending: Vec<(BlockRef<'a>, bool)> =
        region.entry().into_iter().map(|entry| (entry, false)).collect();
    while let Some((block, done)) = pending.pop() {
        if done {
            order.push(block);
        } else if seen.insert(block.id()) {
            pending.push((block, true));
            let successors = block.terminator().into_iter().flat_map(|op| op.successors());
            let start = pending.len();
            pending.extend(successors.map(|block| (block, false)));
            pending[start..].reverse();
        }
    }
    order.reverse();
    order.extend(region.blocks().filter(|block| !seen.contains(&block.id())));
    order
}

/// Replaces a cast of two values: by the first for terminators, by the second for all others.
pub(crate) static TEST_SELECTIVE_REPLACEMENT: PassDef = PassDef {
    name: "test-pattern-selective-replacement",
    class: "(anonymous namespace)::TestSelectiveReplacementPatternDriver",
    doc: "Test selective replacement in the PatternRewriter",
    make: |_| Patterns::with(GreedyOptions::bottom_up(), |set, cx| set.add(cx, &SELECTIVE)),
    ..EMPTY_PASS
};

static SELECTIVE: Pattern = Pattern::new("TestSelectiveOpReplacementPattern", CastOp::DEF.name, |rw, op| {
    let operands: Vec<Value> = rw.op(op).operands().map(|operand| operand.id()).collect();
    let &[first, second] = &operands[..] else { return None };
    let result = rw.body().single_result(op);
    let ends: Vec<Op> = rw
        .value(result)
        .uses()
        .map(|(user, _)| user)
        .filter(|user| user.has_trait(TraitSet::Terminator))
        .map(|user| user.id())
        .collect();
    rw.replace_uses_with_if(result, first, |_, user, _| ends.contains(&user));
    rw.replace_op(op, &[second]);
    Some(())
});
