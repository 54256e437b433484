//! Branches, and the order of blocks.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_llvm::*;
use terrace_ir::interfaces::BranchOp;
use terrace_ir::{Block, BlockRef, OpRef, RegionRef, ValueRef};

use super::metadata::{Item, Kind, Node, string_item};
use super::{Exporter, Result};
use crate::kept::EDGE;
use crate::phi_notes::PhiNote;

/// The blocks of a region in an order in which values come before their uses: those that the entry reaches, and then those
/// that are not reached, each with what it reaches.
pub(super) fn blocks_by_dominance(region: RegionRef<'_>) -> Vec<BlockRef<'_>> {
    let mut seen: FxHashSet<Block> = FxHashSet::default();
    let mut all = Vec::new();
    for root in region.blocks() {
        if !seen.insert(root.id()) {
            continue;
        }
        let mut post = Vec::new();
        let mut pending = vec![(root, successors(root).into_iter())];
        while let Some((block, left)) = pending.last_mut() {
            match left.next() {
                Some(next) if seen.insert(next.id()) => pending.push((next, successors(next).into_iter())),
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

fn successors(block: BlockRef<'_>) -> Vec<BlockRef<'_>> {
    block.last().map(|op| op.successors().collect()).unwrap_or_default()
}

/// The predecessors of each block, once for each edge, those that are translated last first.
pub(super) fn predecessors(
    order: &[BlockRef<'_>],
    edges: &FxHashMap<Block, (Block, Block)>,
) -> FxHashMap<Block, Vec<Block>> {
    let mut predecessors: FxHashMap<Block, Vec<Block>> = FxHashMap::default();
    for block in order.iter().rev().filter(|block| !edges.contains_key(&block.id())) {
        for successor in successors(*block) {
            let to = edges.get(&successor.id()).map_or(successor.id(), |&(_, to)| to);
            predecessors.entry(to).or_default().push(block.id());
        }
    }
    predecessors
}

/// The terminators that branch to a block, with which of their successors it is; the last one that was made comes first.
fn edges_to(block: BlockRef<'_>) -> Vec<(OpRef<'_>, usize)> {
    let body = block.body();
    let owner = |used| OpRef::in_body(block.ir(), body, block.body_id(), body.use_owner(used));
    body.preds(block.id())
        .map(owner)
        .filter_map(|op| Some((op, op.successors().position(|successor| successor.id() == block.id())?)))
        .collect()
}

impl<'a> Exporter<'a> {
    /// The block in which an edge begins, and the one where it ends, if a block is a part of it: an import had to put a block where a
    /// call passes its result to its successor.
    pub(super) fn kept_edge(&self, block: BlockRef<'_>) -> Option<(Block, Block)> {
        let branch = block.last()?.cast::<BrOp>()?;
        self.kept_entry(branch.0, EDGE)?;
        let mut from = edges_to(block).into_iter();
        let (Some((invoke, _)), None) = (from.next(), from.next()) else { return None };
        let invoke = invoke.cast::<InvokeOp>()?;
        let stands = block.args().len() == 0
            && block.ops().take(2).count() == 1
            && invoke.normal_dest().id() == block.id()
            && invoke.unwind_dest().id() != branch.dest().id()
            && branch.dest().id() != block.id();
        stands.then_some((invoke.0.block()?.id(), branch.dest().id()))
    }

    /// The block that the text names as that of a branch.
    fn written_block(&self, branch: OpRef<'_>) -> Option<Block> {
        let block = branch.block()?.id();
        Some(self.function.edges.get(&block).map_or(block, |&(from, _)| from))
    }

    /// Appends the instructions that give the arguments of a block their values.
    pub(super) fn phis(&mut self, block: BlockRef<'a>, notes: &[PhiNote]) {
        if block.args().len() == 0 {
            return;
        }
        let mut edges: Vec<(OpRef<'a>, usize)> = edges_to(block);
        let mut orders = Vec::new();
        if self.kept.in_block_order {
            let number = |op| self.function.blocks.get(&self.written_block(op)?).copied();
            edges.sort_by_key(|&(op, _)| number(op));
            orders = block.terminator().map_or(orders, |op| self.kept_predecessors(op, edges.len()));
        }
        for (index, argument) in block.args().enumerate() {
            self.text("  ");
            self.value(argument);
            self.text(" = phi ");
            let note = notes.get(index).cloned().unwrap_or_default();
            for flag in &note.flags {
                self.text(flag);
                self.text(" ");
            }
            self.ty(argument.ty());
            let order = if orders.len() == 1 { &orders[0] } else { orders.get(index).unwrap_or(&None) };
            for place in 0..edges.len() {
                let edge = order.as_ref().map_or(place, |order| order[place]);
                let Some(&(op, successor)) = edges.get(edge) else { continue };
                let Some(branch) = op.interface::<dyn BranchOp>() else { continue };
                let operands = branch.successor_operands(op, successor);
                self.text(if place > 0 { ", [ " } else { " [ " });
                match operands.operand_for(index) {
                    Some(operand) => self.value(op.operand(operand)),
                    // The result of the terminator itself.
                    None => self.text("poison"),
                }
                self.text(", ");
                if let Some(from) = self.written_block(op) {
                    self.block(from);
                }
                self.text(" ]");
            }
            let location = self.location_at(argument.loc());
            let mut attached = self.kept_kinds(&note.metadata);
            if !attached.iter().any(|(kind, _)| *kind == Kind::Dbg) {
                attached.extend(location.map(|node| (Kind::Dbg, node)));
            }
            let mut out = std::mem::take(&mut self.out);
            self.write_attachments(&mut out, ", ", attached);
            out.push('\n');
            self.out = out;
        }
    }

    fn label(&mut self, block: BlockRef<'_>) {
        self.text("label ");
        self.block(block.id());
    }

    /// Appends a terminator; returns what is attached to it, or nothing if the op is none of the dialect's.
    pub(super) fn terminator(&mut self, op: OpRef<'a>) -> Result<Option<Vec<(Kind, Node)>>> {
        let mut attached = Vec::new();
        if let Some(br) = op.cast::<BrOp>() {
            self.text("br ");
            self.label(br.dest());
            attached.extend(self.loop_of(op, br.loop_annotation_attr()));
        } else if let Some(br) = op.cast::<CondBrOp>() {
            self.text("br ");
            self.typed(br.condition());
            self.text(", ");
            self.label(br.true_dest());
            self.text(", ");
            self.label(br.false_dest());
            attached.extend(self.weights(op, br.branch_weights_attr()));
            attached.extend(self.loop_of(op, br.loop_annotation_attr()));
        } else if let Some(switch) = op.cast::<SwitchOp>() {
            self.switch(switch);
            attached.extend(self.weights(op, switch.branch_weights_attr()));
        } else if let Some(ret) = op.cast::<ReturnOp>() {
            self.text("ret ");
            match ret.arg() {
                Some(value) => self.typed(value),
                None => self.text("void"),
            }
        } else if let Some(resume) = op.cast::<ResumeOp>() {
            self.text("resume ");
            self.typed(resume.value());
        } else if op.isa::<UnreachableOp>() {
            self.text("unreachable");
        } else if let Some(br) = op.cast::<IndirectBrOp>() {
            self.text("indirectbr ");
            self.typed(br.addr());
            self.text(", [");
            for (index, block) in br.successors().enumerate() {
                self.text(if index > 0 { ", " } else { "" });
                self.label(block);
            }
            self.text("]");
        } else {
            return Ok(None);
        }
        Ok(Some(attached))
    }

    /// The metadata attachment of a loop's branch.
    fn loop_of(&mut self, op: OpRef<'_>, annotation: Option<terrace_ir::Attr>) -> Option<(Kind, Node)> {
        match annotation.and_then(|annotation| self.exact_node(op, "llvm.loop", annotation)) {
            Some(node) => Some((Kind::Loop, node)),
            None => self.loop_attachment(annotation),
        }
    }

    fn switch(&mut self, switch: SwitchOpView<'a>) {
        self.text("switch ");
        self.typed(switch.value());
        self.text(", ");
        self.label(switch.default_destination());
        self.text(" [\n");
        let values =
            switch.case_values_attr().and_then(|values| terrace_ir::elements::int_values(self.cx, values));
        let ty = switch.value().ty();
        for (value, block) in values.unwrap_or_default().iter().zip(switch.case_destinations()) {
            self.text("    ");
            self.ty(ty);
            self.text(" ");
            value.write_signed(&mut self.out);
            self.text(", ");
            self.label(block);
            self.text("\n");
        }
        self.text("  ]");
    }

    /// The metadata attachment with branch weights.
    pub(super) fn weights(
        &mut self,
        op: OpRef<'_>,
        weights: Option<terrace_ir::Attr>,
    ) -> Option<(Kind, Node)> {
        let weights = weights?.as_i32_array(self.cx)?;
        let is_expected = self.kept_entry(op, "expected").is_some();
        let mut items = vec![string_item(b"branch_weights")];
        if is_expected {
            items.push(string_item(b"expected"));
        }
        items.extend(weights.iter().map(|weight| Item::Text(format!("i32 {weight}"))));
        Some((Kind::Prof, self.metadata.tuple(&items)))
    }

    /// Appends the value a block argument or result is known by on the left of an instruction.
    pub(super) fn define(&mut self, value: Option<ValueRef<'_>>) {
        self.text("  ");
        if let Some(value) = value {
            self.value(value);
            self.text(" = ");
        }
    }
}
