//! The flow of buffers through views, branches and regions.
//!
//! A value that an op creates from a buffer, or that a buffer is passed to, depends on it. A value without a
//! known origin is a terminal: it may alias unknown buffers.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use terrace_dialects_core::arith::SelectOp;
use terrace_dialects_mem::memref::alloc::ReallocOp;
use terrace_ir::interfaces::{
    BranchOp, CallLike, RegionBranchOp, RegionBranchTerminator, RegionPoint, terminator_operands,
};
use terrace_ir::traits::TraitSet;
use terrace_ir::{Context, OpRef, RegionRef, Type, TypeData, Value, ValueRef, op_match};

/// Whether a type is that of a buffer, with or without rank.
pub fn is_buffer_type(cx: &Context, ty: Type) -> bool {
    matches!(ty.data(cx), TypeData::MemRef { .. } | TypeData::UnrankedMemRef { .. })
}

/// Whether a value is a buffer.
pub fn is_buffer(value: ValueRef<'_>) -> bool {
    is_buffer_type(value.cx(), value.ty())
}

/// Whether the op ends a region and passes operands out of it.
pub fn is_region_terminator(op: OpRef<'_>) -> bool {
    op.has_trait(TraitSet::ReturnLike) || op.interface::<dyn RegionBranchTerminator>().is_some()
}

/// An operand that an op with regions, or a region terminator, forwards, and the value that receives it.
#[derive(Clone, Copy)]
pub struct RegionEdge<'a> {
    /// The op that has the operand.
    pub op: OpRef<'a>,
    /// The number of the operand.
    pub operand: usize,
    /// An argument of a region, or a result of the op with regions.
    pub target: ValueRef<'a>,
}

/// The values that an op with regions passes on, at its entry and at the ends of its regions.
pub fn region_operands(op: OpRef<'_>) -> Vec<RegionEdge<'_>> {
    let Some(branch) = op.interface::<dyn RegionBranchOp>() else { return Vec::new() };
    let mut edges = Vec::new();
    let mut pass = |from, operands: std::ops::Range<usize>, target: RegionPoint| {
        for (operand, target) in operands.zip(branch.successor_inputs(op, target)) {
            edges.push(RegionEdge { op: from, operand, target });
        }
    };
    for target in branch.successors(op, RegionPoint::Parent) {
        pass(op, branch.entry_successor_operands(op, target), target);
    }
    for (index, region) in op.regions().enumerate() {
        for last in
            region.blocks().filter_map(|block| block.last()).filter(|last| is_region_terminator(*last))
        {
            let targets = last
                .interface::<dyn RegionBranchTerminator>()
                .and_then(|terminator| terminator.successors(last, &vec![None; last.num_operands()]));
            let targets = targets.unwrap_or_else(|| branch.successors(op, RegionPoint::Region(index)));
            for target in targets {
                if let Some(operands) = terminator_operands(last, target) {
                    pass(last, operands, target);
                }
            }
        }
    }
    edges
}

/// The same edges as pairs of values.
pub fn region_edges(op: OpRef<'_>) -> Vec<(Value, Value)> {
    let values = |edge: RegionEdge<'_>| (edge.op.operand(edge.operand).id(), edge.target.id());
    region_operands(op).into_iter().map(values).collect()
}

/// The source and the result of an op that creates a view.
pub fn view(op: OpRef<'_>) -> Option<(ValueRef<'_>, ValueRef<'_>)> {
    op.view_source().zip(op.results().next())
}

/// The buffer at the end of the chain of views that a buffer is the result of.
pub fn view_base(mut value: ValueRef<'_>) -> ValueRef<'_> {
    while let Some((source, made)) = value.defining_op().and_then(view) {
        if made != value {
            break;
        }
        value = source;
    }
    value
}

/// Ops outside in, in order, without those of isolated ops inside.
pub fn nested_ops<'a>(regions: impl Iterator<Item = RegionRef<'a>>) -> Vec<OpRef<'a>> {
    let mut pending: Vec<OpRef<'a>> = regions.flat_map(|r| r.blocks()).flat_map(|b| b.ops()).collect();
    pending.reverse();
    let mut out = Vec::new();
    while let Some(op) = pending.pop() {
        out.push(op);
        if op.inner_body().is_none() {
            let start = pending.len();
            pending.extend(op.regions().flat_map(|r| r.blocks()).flat_map(|b| b.ops()));
            pending[start..].reverse();
        }
    }
    out
}

/// The same ops in post-order.
pub fn nested_ops_post_order<'a>(regions: impl Iterator<Item = RegionRef<'a>>) -> Vec<OpRef<'a>> {
    // Backwards, each op comes before those inside of it, the last one first.
    let mut pending: Vec<OpRef<'a>> = regions.flat_map(|r| r.blocks()).flat_map(|b| b.ops()).collect();
    let mut out = Vec::new();
    while let Some(op) = pending.pop() {
        out.push(op);
        if op.inner_body().is_none() {
            pending.extend(op.regions().flat_map(|r| r.blocks()).flat_map(|b| b.ops()));
        }
    }
    out.reverse();
    out
}

type Edges = FxHashMap<Value, SmallVec<[Value; 2]>>;

/// The values of a body that may alias the same buffer, as a graph of views, branches and region edges.
#[derive(Default)]
pub struct BufferViewFlow {
    forward: Edges,
    backward: Edges,
    terminals: FxHashSet<Value>,
}

impl BufferViewFlow {
    /// Collects the regions of an op with a separate body.
    pub fn new<'a>(regions: impl Iterator<Item = RegionRef<'a>> + Clone) -> Self {
        let mut flow = Self::default();
        for args in regions.clone().filter_map(|region| region.entry()) {
            flow.terminals.extend(args.args().filter(|arg| is_buffer(*arg)).map(|arg| arg.id()));
        }
        for op in nested_ops(regions) {
            flow.add_op(op);
        }
        flow
    }

    fn add(&mut self, from: Value, to: Value) {
        self.forward.entry(from).or_default().push(to);
        self.backward.entry(to).or_default().push(from);
    }

    fn add_terminals(&mut self, op: OpRef<'_>) {
        let args = op.regions().filter(|_| op.inner_body().is_none()).filter_map(|region| region.entry());
        let values = args.flat_map(|block| block.args()).chain(op.results());
        self.terminals.extend(values.filter(|value| is_buffer(*value)).map(|value| value.id()));
    }

    fn add_op(&mut self, op: OpRef<'_>) {
        op_match!(op, {
            SelectOp(select) => {
                for chosen in [select.true_value(), select.false_value()] {
                    self.add(chosen.id(), select.result().id());
                }
            }
            ReallocOp(realloc) => {
                // The result is the source or a new buffer.
                self.add(realloc.source().id(), realloc.result().id());
                self.add_terminals(op);
            }
            _ => {
                if let Some((source, made)) = view(op) {
                    self.add(source.id(), made.id());
                } else if let Some(branch) = op.interface::<dyn BranchOp>() {
                    for (index, target) in op.successors().enumerate() {
                        let passed = branch.successor_operands(op, index);
                        for (at, arg) in target.args().enumerate() {
                            if let Some(operand) = passed.operand_for(at) {
                                self.add(op.operand(operand).id(), arg.id());
                            }
                        }
                    }
                } else if op.interface::<dyn RegionBranchOp>().is_some() {
                    for (from, to) in region_edges(op) {
                        self.add(from, to);
                    }
                } else if is_region_terminator(op) {
                    // The op around it has it.
                } else if op.interface::<dyn CallLike>().is_some() {
                    self.add_terminals(op);
                    // A callee may return a buffer in any result, numbers included, as upstream has it. Upstream also takes
                    // numbers for buffers that are given to a callee; then frees may stand where the buffer is not
                    // known.
                    for result in op.results() {
                        for operand in op.operands().filter(|operand| is_buffer(*operand)) {
                            self.add(operand.id(), result.id());
                        }
                    }
                } else {
                    self.add_terminals(op);
                }
            }
        })
    }

    /// The values that may alias `value` downstream: itself, the values that it is passed to, and views of
    /// it.
    pub fn resolve(&self, value: Value) -> Vec<Value> {
        closure(&self.forward, value)
    }

    /// The values that `value` may originate from: itself, the values passed to it, and the sources of views.
    pub fn resolve_reverse(&self, value: Value) -> Vec<Value> {
        closure(&self.backward, value)
    }

    /// The values that a value is directly passed to or viewed as.
    pub fn targets(&self, value: Value) -> &[Value] {
        self.forward.get(&value).map_or(&[], |list| list)
    }

    /// The values that are directly passed to a value or that it is a view of.
    pub fn sources(&self, value: Value) -> &[Value] {
        self.backward.get(&value).map_or(&[], |list| list)
    }

    /// Whether a value may be a buffer of unknown origin.
    pub fn may_be_terminal(&self, value: Value) -> bool {
        self.terminals.contains(&value)
    }
}

fn closure(edges: &Edges, value: Value) -> Vec<Value> {
    let mut seen: FxHashSet<Value> = FxHashSet::default();
    let (mut out, mut pending) = (Vec::new(), vec![value]);
    while let Some(value) = pending.pop() {
        if seen.insert(value) {
            out.push(value);
            pending.extend(edges.get(&value).into_iter().flatten().copied());
        }
    }
    out
}
