//! Branches, and the order of blocks.

use rustc_hash::FxHashSet;
use terrace_dialects_llvm::*;
use terrace_ir::interfaces::BranchOp;
use terrace_ir::{Block, BlockRef, Loc, OpRef, RegionRef, op_match};
use terrace_llvm_ir::model::{BlockId, Body, ConstKind, InstKind, LocalId, Metadata, NodeId, Value};

use super::module::int_metadata;
use super::{Attached, Exporter, Made};
use crate::kept::EDGE;
use crate::phi_notes::PhiNote;

/// The blocks of a region in an order in which definitions precede uses: reachable blocks first, then
/// unreachable ones, each with the blocks that it reaches.
pub(super) fn blocks_by_dominance(region: RegionRef<'_>) -> Vec<BlockRef<'_>> {
    fn successors(block: BlockRef<'_>) -> Vec<BlockRef<'_>> {
        block.last().map_or(Vec::new(), |op| op.successors().collect())
    }
    reverse_post_order(region.blocks(), |block| block.id(), successors)
}

/// The blocks of a body, as [`blocks_by_dominance`].
fn order_of(body: &Body) -> Vec<BlockId> {
    let successors = |block| body.insts_of(block).last().map_or(Vec::new(), |inst| inst.kind.successors());
    reverse_post_order(body.order.iter().copied(), |block| block, successors)
}

fn reverse_post_order<B: Copy, K: Eq + std::hash::Hash>(
    roots: impl Iterator<Item = B>,
    key: impl Fn(B) -> K,
    successors: impl Fn(B) -> Vec<B>,
) -> Vec<B> {
    let mut seen: FxHashSet<K> = FxHashSet::default();
    let mut all = Vec::new();
    for root in roots {
        if !seen.insert(key(root)) {
            continue;
        }
        let mut post = Vec::new();
        let mut pending = vec![(root, successors(root).into_iter())];
        while let Some((block, left)) = pending.last_mut() {
            match left.next() {
                Some(next) if seen.insert(key(next)) => pending.push((next, successors(next).into_iter())),
                Some(_) => {}
                None => {
                    post.push(*block);
                    pending.pop();
                }
            }
        }
        all.extend(post.into_iter().rev());
    }
    all
}

/// An edge to a block: the terminator, which of its successors it is, and the block of the text if the edge has one.
#[derive(Clone, Copy)]
struct Edge<'a> {
    op: OpRef<'a>,
    successor: usize,
    split: Option<BlockId>,
}

/// The terminators that branch to a block, with which of their successors it is; the last one that was made comes first.
fn uses_of(block: BlockRef<'_>) -> impl Iterator<Item = (OpRef<'_>, usize)> {
    let body = block.body();
    let owner = move |used| {
        let op = OpRef::in_body(block.ir(), body, block.body_id(), body.use_owner(used));
        (op, body.successor_index(used))
    };
    body.preds(block.id()).map(owner)
}

impl<'a> Exporter<'a> {
    /// The block in which an edge begins, and the one where it ends, if a block is a part of it: an import had to put a block where a
    /// call passes its result to its successor.
    pub(super) fn kept_edge(&self, block: BlockRef<'_>) -> Option<(Block, Block)> {
        let branch = block.last()?.cast::<BrOp>()?;
        self.kept_entry(branch.0, EDGE)?;
        let mut from = uses_of(block);
        let (Some((invoke, _)), None) = (from.next(), from.next()) else { return None };
        let invoke = invoke.cast::<InvokeOp>()?;
        let stands = block.args().len() == 0
            && block.ops().take(2).count() == 1
            && invoke.normal_dest().id() == block.id()
            && invoke.unwind_dest().id() != branch.dest().id()
            && branch.dest().id() != block.id();
        stands.then_some((invoke.0.block()?.id(), branch.dest().id()))
    }

    /// The edges to a block: split edges come first, since their blocks are created last.
    fn edges_to(&self, block: BlockRef<'a>) -> Vec<Edge<'a>> {
        let (mut split, mut edges) = (Vec::new(), Vec::new());
        for (op, successor) in uses_of(block) {
            let edge = Edge { op, successor, split: self.function.split.block(op.id(), successor) };
            if edge.split.is_some() { &mut split } else { &mut edges }.push(edge);
        }
        split.sort_by_key(|edge| std::cmp::Reverse(edge.split));
        split.extend(edges);
        split
    }

    /// The block of the text that a terminator ends.
    fn block_of(&self, branch: OpRef<'_>) -> BlockId {
        let block = branch.block().expect("a terminator is in a block").id();
        self.block(self.function.edges.get(&block).map_or(block, |&(from, _)| from))
    }

    /// The value that a terminator passes to an argument of a successor; poison for one that it produces itself.
    fn passed_value(&mut self, op: OpRef<'a>, successor: usize, argument: usize) -> Option<Value> {
        let branch = op.interface::<dyn BranchOp>()?;
        let operand = branch.successor_operands(op, successor).operand_for(argument)?;
        Some(self.value(op.operand(operand)))
    }

    /// Adds the instructions by which the arguments of a block get their values.
    pub(super) fn phis(&mut self, block: BlockRef<'a>, notes: &[PhiNote]) {
        if block.args().len() == 0 {
            return;
        }
        let mut edges = self.edges_to(block);
        let mut orders = Vec::new();
        if self.kept.in_block_order {
            edges.sort_by_key(|edge| edge.split.unwrap_or_else(|| self.block_of(edge.op)));
            orders = block.terminator().map_or(orders, |op| self.kept_predecessors(op, edges.len()));
        }
        for (index, argument) in block.args().enumerate() {
            let order = if orders.len() == 1 { &orders[0] } else { orders.get(index).unwrap_or(&None) };
            let (mut operands, mut blocks) = (Vec::new(), Vec::new());
            for place in 0..edges.len() {
                let edge = edges[order.as_ref().map_or(place, |order| order[place])];
                let Edge { op, successor, split } = edge;
                if op.interface::<dyn BranchOp>().is_none() {
                    continue;
                }
                operands.push(match split {
                    Some(split) => Value::Local(self.function.split.value(split, index)),
                    None => match self.passed_value(op, successor, index) {
                        Some(value) => value,
                        None => self.poison(argument.ty()),
                    },
                });
                blocks.push(split.unwrap_or_else(|| self.block_of(op)));
            }
            let note = notes.get(index).cloned().unwrap_or_default();
            let mut attached = self.kept_kinds(&note.metadata);
            self.add_location(&mut attached, argument.loc());
            let made = Made::new(InstKind::Phi(blocks.into()), operands).with(note.flags);
            let Value::Local(result) = self.value(argument) else { continue };
            let ty = self.ty(argument.ty());
            self.push(made, Some(result), ty, &attached);
        }
    }

    fn poison(&mut self, ty: terrace_ir::Type) -> Value {
        let ty = self.ty(ty);
        Value::Const(self.module.constant(ty, ConstKind::Poison))
    }

    /// Attaches a location, unless one is attached.
    fn add_location(&mut self, attached: &mut Attached, loc: Loc) {
        let dbg = self.module.str("dbg");
        if !attached.iter().any(|(kind, _)| *kind == dbg) {
            attached.extend(self.location_at(loc).map(|node| (dbg, node)));
        }
        self.sort_attachments(attached);
    }

    /// Creates handles for the operands that the blocks of split edges forward.
    pub(super) fn create_split_values(&mut self, region: RegionRef<'a>) {
        for edge in 0..self.function.split.edges.len() {
            let (op, successor, block) = self.function.split.edges[edge];
            let target = self.target_of(region, op, successor);
            let values: Vec<LocalId> = target.args().map(|argument| self.new_local(argument.ty())).collect();
            self.function.split.set_values(block, values);
        }
    }

    fn target_of(&self, region: RegionRef<'a>, op: terrace_ir::Op, successor: usize) -> BlockRef<'a> {
        let op = OpRef::in_body(region.ir(), region.body(), region.body_id(), op);
        op.successors().nth(successor).expect("a split edge is one of its terminator's")
    }

    /// Builds the blocks of split edges.
    pub(super) fn split_blocks(&mut self, region: RegionRef<'a>) {
        for edge in 0..self.function.split.edges.len() {
            let (op, successor, block) = self.function.split.edges[edge];
            let target = self.target_of(region, op, successor);
            let op = OpRef::in_body(region.ir(), region.body(), region.body_id(), op);
            let first = self.function.body.insts.len() as u32;
            let from = self.block_of(op);
            for (index, argument) in target.args().enumerate() {
                let value = match self.passed_value(op, successor, index) {
                    Some(value) => value,
                    None => self.poison(argument.ty()),
                };
                let mut attached = Vec::new();
                self.add_location(&mut attached, argument.loc());
                let made = Made::new(InstKind::Phi([from].into()), vec![value]);
                let (result, ty) = (self.function.split.value(block, index), self.ty(argument.ty()));
                self.push(made, Some(result), ty, &attached);
            }
            let mut attached = Vec::new();
            self.add_location(&mut attached, op.loc());
            let made = Made::new(InstKind::Br([self.block(target.id())].into()), Vec::new());
            self.push(made, None, terrace_llvm_ir::Type::VOID, &attached);
            self.finish_block(block, first);
        }
    }

    /// Sets the predecessors of blocks in the order in which LLVM names them: once for each edge, those that are translated last
    /// first.
    pub(super) fn set_predecessors(&mut self) {
        let body = &mut self.function.body;
        let mut predecessors = vec![Vec::new(); body.blocks.len()];
        for block in order_of(body).into_iter().rev() {
            let last = body.insts_of(block).last();
            for to in last.into_iter().flat_map(|inst| inst.kind.successors()) {
                predecessors[to.0 as usize].push(block);
            }
        }
        for (block, predecessors) in body.blocks.iter_mut().zip(predecessors) {
            block.predecessors = Some(predecessors.into());
        }
    }

    /// The block of the text that a successor of a terminator is.
    pub(super) fn successor(&self, op: OpRef<'_>, index: usize) -> BlockId {
        if let Some(split) = self.function.split.block(op.id(), index) {
            return split;
        }
        let block = op.successors().nth(index).expect("a terminator has its successors").id();
        self.block(self.function.edges.get(&block).map_or(block, |&(_, to)| to))
    }

    /// Creates a terminator; returns it with its attachments, or nothing if the op is none of the dialect's.
    pub(super) fn terminator(&mut self, op: OpRef<'a>) -> Option<(Made, Attached)> {
        let mut attached = Vec::new();
        let targets: Box<[BlockId]> =
            (0..op.successors().count()).map(|index| self.successor(op, index)).collect();
        let made = op_match!(op, {
            BrOp(br) => {
                self.attach_loop(op, br.loop_annotation_attr(), &mut attached);
                Made::new(InstKind::Br(targets), Vec::new())
            }
            CondBrOp(br) => {
                self.attach_weights(op, br.branch_weights_attr(), &mut attached);
                self.attach_loop(op, br.loop_annotation_attr(), &mut attached);
                Made::new(InstKind::Br(targets), vec![self.value(br.condition())])
            }
            SwitchOp(switch) => {
                self.attach_weights(op, switch.branch_weights_attr(), &mut attached);
                let mut operands = vec![self.value(switch.value())];
                let ty = self.ty(switch.value().ty());
                if let Some(values) = switch.case_values_attr() {
                    let values = terrace_ir::elements::int_values(self.cx, values);
                    for value in values.expect("the cases of a switch are integers") {
                        operands.push(Value::Const(self.module.int(ty, value)));
                    }
                }
                Made::new(InstKind::Switch(targets), operands)
            }
            ReturnOp(ret) => Made::new(InstKind::Ret, self.values(ret.arg())),
            ResumeOp(resume) => Made::new(InstKind::Resume, vec![self.value(resume.value())]),
            UnreachableOp => Made::new(InstKind::Unreachable, Vec::new()),
            IndirectBrOp(br) => Made::new(InstKind::IndirectBr(targets), vec![self.value(br.addr())]),
            _ => return None,
        });
        Some((made, attached))
    }

    /// Attaches the annotation of a loop to its branch.
    fn attach_loop(&mut self, op: OpRef<'_>, annotation: Option<terrace_ir::Attr>, attached: &mut Attached) {
        let exact = annotation.and_then(|annotation| self.exact_node(op, "llvm.loop", annotation));
        if let Some(node) = exact.or_else(|| self.loop_attachment(annotation)) {
            attached.push((self.module.str("llvm.loop"), node));
        }
    }

    /// Attaches the weights of branches.
    pub(super) fn attach_weights(
        &mut self,
        op: OpRef<'_>,
        weights: Option<terrace_ir::Attr>,
        attached: &mut Attached,
    ) {
        if let Some(node) = self.weights(op, weights) {
            attached.push((self.module.str("prof"), node));
        }
    }

    fn weights(&mut self, op: OpRef<'_>, weights: Option<terrace_ir::Attr>) -> Option<NodeId> {
        let weights = weights?.as_i32_array(self.cx)?;
        let mut items = vec![self.module.text(b"branch_weights")];
        if self.kept_entry(op, "expected").is_some() {
            items.push(self.module.text(b"expected"));
        }
        let weights = weights.iter().map(|&weight| int_metadata(&mut self.module, 32, i64::from(weight)));
        let weights: Vec<Metadata> = weights.collect();
        items.extend(weights);
        Some(self.module.tuple_node(&items))
    }
}
