//! Control flow: blocks with uniform control flow stay blocks; the blocks of a divergent region are linearized under
//! masks.
//!
//! A branch whose condition has a shape is divergent. The blocks of its region are laid out one after the other, each
//! with the mask of the lanes that reach it, and block arguments become selects by the masks of the edges. An op that
//! must not be executed without an active lane, such as a store to a scalar address, is guarded by a branch. A loop
//! with divergent exits has a mask of the lanes that are still in it; its live-out values are recorded when lanes
//! leave.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_llvm::ops::*;
use terrace_ir::build::OperationState;
use terrace_ir::interfaces::BranchOp;
use terrace_ir::{Block, Op, OpSpec, Type, Value, op_match};

use super::emit::Emitter;
use super::lanes::{Anchor, Lanes, Mask};
use super::passing::Passed;
use super::requests::PendingEdge;
use crate::diagnostics::Tag;
use crate::levels::{DividedRegion, Level, Node, RED_ZONE, SEGMENT};
use crate::shape::Shape;

/// An edge with a mask.
#[derive(Clone)]
pub(super) struct MaskedEdge {
    /// The source block.
    pub from: Block,
    /// Whether the block has no other edge.
    pub is_only: bool,
    pub mask: Mask,
    pub args: Vec<Lanes>,
}

/// The masked edges to each block.
pub(super) type MaskedEdges = FxHashMap<Block, Vec<MaskedEdge>>;

/// A loop with uniform exits in a linearized region: its exits meet in one block.
pub(super) struct Collector {
    pub(super) block: Block,
    pub(super) landings: Vec<Block>,
    pub(super) edges: Vec<(Op, usize, Vec<Lanes>)>,
}

/// The state of control flow while a function is emitted.
#[derive(Default)]
pub(super) struct Control {
    pub(super) headers: FxHashMap<Block, Vec<Passed>>,
    pub(super) collectors: Vec<Collector>,
    pub(super) returned: Option<Option<Lanes>>,
    /// The edges to the exits of loops with divergent exits.
    pub(super) arrivals: FxHashMap<Block, Vec<MaskedEdge>>,
}

impl Emitter<'_, '_> {
    pub(super) fn block_of(&mut self, old: Block) -> Block {
        if let Some(&block) = self.blocks.written.get(&old) {
            return block;
        }
        let block = self.new_block();
        self.blocks.written.insert(old, block);
        block
    }

    pub(super) fn terminator(&self, block: Block) -> Option<Op> {
        self.rw.body().last_op(block)
    }

    /// The values that a terminator of the original passes to a successor.
    pub(super) fn passed(&mut self, terminator: Op, index: usize) -> Vec<Lanes> {
        let view = self.rw.op(terminator);
        let Some(branch) = view.interface::<dyn BranchOp>() else { return Vec::new() };
        let operands = branch.successor_operands(view, index);
        let count = view.successors().nth(index).map_or(0, |target| target.args().len());
        let values: Vec<Option<Value>> =
            (0..count).map(|place| operands.operand_for(place).map(|at| view.operand(at).id())).collect();
        values
            .into_iter()
            .map(|value| match value {
                Some(value) => self.lanes(value),
                None => Lanes::opaque(Value::from_u32(0), Type::NONE, Shape::SCALAR),
            })
            .collect()
    }

    pub(super) fn targets(&self, block: Block) -> Vec<Block> {
        self.terminator(block).into_iter().flat_map(|op| self.rw.body().successors(op)).collect()
    }

    /// Emits the blocks of a level, which all lanes of `mask` execute together.
    pub(super) fn level(
        &mut self,
        control: &mut Control,
        level: &Level,
        mask: Option<&Mask>,
        headers: &[Block],
        entry: Option<Block>,
    ) {
        let covered: FxHashSet<usize> =
            level.regions.iter().flat_map(|region| region.nodes.iter().copied()).collect();
        let heads: FxHashMap<usize, &DividedRegion> =
            level.regions.iter().map(|region| (region.head, region)).collect();
        for (at, node) in level.nodes.iter().enumerate() {
            if covered.contains(&at) {
                continue;
            }
            let region = heads.get(&at).copied();
            match node {
                Node::Block(block) => {
                    if entry != Some(*block) {
                        if !self.blocks.pending.contains_key(block) {
                            continue;
                        }
                        self.begin(control, *block, headers.contains(block));
                    }
                    self.body(*block, mask);
                    match region {
                        Some(region) => {
                            let edges = self.edges_of(control, *block, mask);
                            self.region(control, level, region, mask, edges);
                        }
                        None => self.end(control, *block),
                    }
                }
                Node::Loop(inner) if inner.is_divergent => {
                    let Some(states) = self.enter_loop(inner, mask) else { continue };
                    let edges = self.divergent_loop(control, inner, states);
                    match region {
                        Some(region) => self.region(control, level, region, mask, edges),
                        None => self.leave(control, edges),
                    }
                }
                Node::Loop(inner) => stacker::maybe_grow(RED_ZONE, SEGMENT, || {
                    self.level(control, &inner.level, mask, &inner.entries, None);
                }),
            }
        }
    }

    /// Starts a block that has pending branches to it.
    pub(super) fn begin(&mut self, control: &mut Control, old: Block, is_header: bool) {
        let edges = self.blocks.pending.remove(&old).unwrap_or_default();
        let block = self.block_of(old);
        self.forget_loads();
        self.enter(block);
        let args: Vec<Value> = self.rw.body().args(old).collect();
        let mut forms = Vec::new();
        let mut operands: Vec<Vec<Value>> = vec![Vec::new(); edges.len()];
        for (place, &arg) in args.iter().enumerate() {
            let (ty, shape) = (self.type_of(arg), self.shapes.of(arg));
            if let ([edge], false) = (&edges[..], is_header) {
                let lanes = edge.args[place].clone().in_shape(shape);
                self.set(arg, lanes);
                continue;
            }
            let incoming: Vec<&Lanes> = edges.iter().map(|edge| &edge.args[place]).collect();
            let form = self.common_form(&incoming, ty, shape, !is_header || self.is_inductive(old, place));
            let lanes = self.add_passed(block, &form);
            self.set(arg, lanes);
            for (at, edge) in edges.iter().enumerate() {
                let value = self.at(Anchor::Before(edge.branch), |emit| emit.pass(&edge.args[place], &form));
                operands[at].push(value);
            }
            forms.push(form);
        }
        for (edge, values) in edges.iter().zip(operands) {
            self.rw.set_successor_operands(edge.branch, edge.successor, &values);
        }
        self.enter(block);
        if is_header {
            control.headers.insert(old, forms);
        }
    }

    /// Emits the terminator of a block with uniform control flow.
    pub(super) fn end(&mut self, control: &mut Control, block: Block) {
        let Some(op) = self.terminator(block) else { return };
        let view = self.rw.op(op);
        self.loc = view.loc();
        if view.isa::<ReturnOp>() {
            let value = view.operands().next().map(|value| value.id());
            let value = value.map(|value| self.lanes(value));
            self.ret(value);
            return;
        }
        if view.num_successors() == 0 {
            let original = self.original(op);
            self.scalar(&original);
            return;
        }
        if let Some(at) = control.collectors.iter().position(|collector| collector.landings.contains(&block))
        {
            let place =
                control.collectors[at].landings.iter().take_while(|&&landing| landing != block).count();
            let args = self.passed(op, 0);
            let branch = self.rw.build(BrOp::of(&[]).loc(self.loc).dest(control.collectors[at].block));
            control.collectors[at].edges.push((branch.into(), place, args));
            return;
        }
        if view.isa::<InvokeOp>() {
            self.invoke(control, op);
            return;
        }
        let targets = self.targets(block);
        let new: Vec<Block> = targets.iter().map(|&target| self.block_of(target)).collect();
        let view = self.rw.op(op);
        let branch: Op = op_match!(view, {
            BrOp => self.rw.build(BrOp::of(&[]).loc(self.loc).dest(new[0])).into(),
            CondBrOp(branch) => {
                let condition = branch.condition().id();
                let condition = self.lanes(condition);
                let condition = self.vector_of(&condition);
                let branch =
                    CondBrOp::of(condition).loc(self.loc).true_dest_operands(&[]).false_dest_operands(&[]);
                self.rw.build(branch.true_dest(new[0]).false_dest(new[1])).into()
            }
            SwitchOp(switch) => {
                let (value, cases) = (switch.value().id(), switch.case_values_attr());
                let value = self.lanes(value);
                let value = self.vector_of(&value);
                let groups: Vec<&[Value]> = vec![&[]; new.len() - 1];
                let mut branch =
                    SwitchOp::of(value).loc(self.loc).default_operands(&[]).case_operands(&groups);
                if let Some(cases) = cases {
                    branch = branch.case_values_attr(cases);
                }
                self.rw.build(branch.default_destination(new[0]).case_destinations(&new[1..])).into()
            }
            _ => {
                let name = view.name_text().to_string();
                self.error(Tag::Type, format_args!("'{name}' is not supported in functions that use Ripple"));
                return;
            }
        });
        if let Some(annotation) = self.rw.op(op).inherent_attr("loop_annotation") {
            self.rw.set_attr(branch, "loop_annotation", annotation);
        }
        for (index, &target) in targets.iter().enumerate() {
            let args = self.passed(op, index);
            self.edge(control, branch, index, target, args);
        }
    }

    /// Emits a call that may unwind, with uniform control flow. Its result is available in a block of its own.
    fn invoke(&mut self, control: &mut Control, op: Op) {
        let original = self.original(op);
        let is_scalar = original.operands.iter().all(|&operand| self.shapes.of(operand).is_scalar());
        let Some(invoke) = self.rw.op(op).cast::<InvokeOp>() else { return };
        let targets = [invoke.normal_dest(), invoke.unwind_dest()].map(|block| block.id());
        if !is_scalar {
            self.error(Tag::Type, "a call that may throw has arguments with a shape");
            return;
        }
        self.forget_loads();
        let new: Vec<Block> = targets.iter().map(|&target| self.block_of(target)).collect();
        let returned = self.new_block();
        let values = self.operand_values(&original);
        let types: Vec<Type> = original.results.iter().map(|&(_, ty)| ty).collect();
        let made = self.rw.create_op(&OpSpec {
            name: original.name,
            operands: &values,
            results: &types,
            props: &original.props,
            attrs: original.attrs,
            successors: &[returned, new[1]],
            loc: original.loc,
        });
        self.rw.set_successor_operands(made, 0, &[]);
        self.rw.set_successor_operands(made, 1, &[]);
        if let Some(&(result, ty)) = original.results.first() {
            let value = self.rw.body().single_result(made);
            self.set(result, Lanes::opaque(value, ty, Shape::SCALAR));
        }
        let args = self.passed(op, 1);
        self.edge(control, made, 1, targets[1], args);
        self.enter(returned);
        let args = self.passed(op, 0);
        let branch = self.rw.build(BrOp::of(&[]).loc(self.loc).dest(new[0]));
        self.edge(control, branch.into(), 0, targets[0], args);
    }

    pub(super) fn ret(&mut self, value: Option<Lanes>) {
        let values: Vec<Value> = value.iter().map(|lanes| self.vector_of(lanes)).collect();
        self.rw
            .build(OperationState::positional::<ReturnOp>(&values, &[]).with_results(&[]).with_loc(self.loc));
    }

    /// Emits an edge to a block of the original.
    pub(super) fn edge(
        &mut self,
        control: &mut Control,
        branch: Op,
        successor: usize,
        target: Block,
        args: Vec<Lanes>,
    ) {
        let Some(forms) = control.headers.get(&target).cloned() else {
            self.blocks.pending.entry(target).or_default().push(PendingEdge { branch, successor, args });
            return;
        };
        let mut values = Vec::new();
        for (lanes, form) in args.iter().zip(&forms) {
            let value = self.at(Anchor::Before(branch), |emit| emit.pass(lanes, form));
            values.push(value);
        }
        self.rw.set_successor_operands(branch, successor, &values);
    }

    /// Continues at the target of all masked edges, which is one block.
    pub(super) fn leave(&mut self, control: &mut Control, edges: MaskedEdges) {
        let mut targets: Vec<Block> = edges.keys().copied().collect();
        targets.sort();
        match targets[..] {
            [] => {
                self.rw.build(UnreachableOp::of().loc(self.loc));
            }
            [target, ..] => {
                self.go_to(control, target, edges.get(&target).map(Vec::as_slice).unwrap_or_default())
            }
        }
    }

    pub(super) fn go_to(&mut self, control: &mut Control, target: Block, edges: &[MaskedEdge]) {
        let args = self.merge_args(target, edges);
        let block = self.block_of(target);
        let branch = self.rw.build(BrOp::of(&[]).loc(self.loc).dest(block));
        self.edge(control, branch.into(), 0, target, args);
    }

    /// Emits a divergent region, and continues at its join.
    pub(super) fn region(
        &mut self,
        control: &mut Control,
        level: &Level,
        region: &DividedRegion,
        mask: Option<&Mask>,
        edges: MaskedEdges,
    ) {
        let mut edges = edges;
        let mut masks = FxHashMap::default();
        masks.insert(region.head, mask.cloned());
        self.lay_out(control, level, &region.nodes, &mut masks, &mut edges);
        match region.join.map(|join| &level.nodes[join]) {
            Some(Node::Block(target)) => self.arrive(control, *target, &edges),
            Some(Node::Loop(inner)) => self.arrive(control, inner.entries[0], &edges),
            None => match control.returned.take() {
                Some(value) => self.ret(value),
                None => {
                    self.rw.build(UnreachableOp::of().loc(self.loc));
                }
            },
        }
    }

    pub(super) fn arrive(&mut self, control: &mut Control, target: Block, edges: &MaskedEdges) {
        match edges.get(&target) {
            Some(edges) => self.go_to(control, target, edges),
            None => {
                self.rw.build(UnreachableOp::of().loc(self.loc));
            }
        }
    }
}
