//! Control flow: blocks that all elements execute together stay blocks, others follow each other under masks.
//!
//! A branch whose condition has a shape divides its region: the blocks in it are laid out one after the other, each with
//! the mask of the elements that reach it, and arguments of blocks become selections by the masks of the edges. What must
//! not be executed when no element is active, such as a store to a scalar address, is guarded by a branch. A loop that
//! elements leave at different times keeps a mask of those that are still in it; what is used after it is recorded when
//! elements leave.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_llvm::enums::ICmpPredicate;
use terrace_dialects_llvm::ops::*;
use terrace_ir::interfaces::BranchOp;
use terrace_ir::{Block, Op, OpRef, Type, Value, ValueDef};

use super::arithmetic::{is_division, is_elementwise};
use super::emit::{Emitter, Original};
use super::lanes::{Anchor, Lanes};
use super::masks::Mask;
use crate::analysis::CallPlan;
use crate::diagnostics::Tag;
use crate::evaluate::switch_cases;
use crate::levels::{DividedRegion, Level, Loop, Node, predecessors};
use crate::prepare::ripple_call_of;
use crate::shape::Shape;

/// How far a loop-carried value is followed to see that each iteration adds the same to all elements.
const MAX_INDUCTION: usize = 8;

/// A branch that passes values to a block that is not begun yet.
pub(super) struct PendingEdge {
    pub branch: Op,
    pub successor: usize,
    pub args: Vec<Lanes>,
}

/// An edge that some elements take.
#[derive(Clone)]
pub(super) struct MaskedEdge {
    /// The block that it leaves.
    pub from: Block,
    /// Whether the block has no other edge.
    pub is_only: bool,
    pub mask: Mask,
    pub args: Vec<Lanes>,
}

/// The masked edges to each block.
type MaskedEdges = FxHashMap<Block, Vec<MaskedEdge>>;

/// How an argument of the original is passed: as it is, or as the base of values that differ by known numbers.
#[derive(Clone)]
enum Passed {
    Whole(Type, Shape),
    Base(Lanes),
}

/// A loop that all elements execute together, within blocks that are laid out under masks: its exits meet in one block.
struct Collector {
    block: Block,
    landings: Vec<Block>,
    edges: Vec<(Op, usize, Vec<Lanes>)>,
}

/// What control is about while a function is written.
#[derive(Default)]
pub(super) struct Control {
    headers: FxHashMap<Block, Vec<Passed>>,
    collectors: Vec<Collector>,
    returned: Option<Option<Lanes>>,
}

impl Emitter<'_, '_> {
    fn block_of(&mut self, old: Block) -> Block {
        if let Some(&block) = self.blocks.get(&old) {
            return block;
        }
        let block = self.new_block();
        self.blocks.insert(old, block);
        block
    }

    fn terminator(&self, block: Block) -> Option<Op> {
        self.rw.body().last_op(block)
    }

    /// The values that a terminator of the original passes to a successor.
    fn passed(&mut self, terminator: Op, index: usize) -> Vec<Lanes> {
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

    fn targets(&self, block: Block) -> Vec<Block> {
        self.terminator(block).map(|op| self.rw.body().successors(op).collect()).unwrap_or_default()
    }

    /// Writes the blocks of a level, which all elements of `mask` execute together.
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
        for (at, node) in level.nodes.iter().enumerate() {
            if covered.contains(&at) {
                continue;
            }
            let region = level.regions.iter().find(|region| region.head == at);
            match node {
                Node::Block(block) => {
                    if entry != Some(*block) {
                        if !self.pending.contains_key(block) {
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
                Node::Loop(inner) => self.level(control, &inner.level, mask, &inner.entries, None),
            }
        }
    }

    /// Begins a block that branches are pending to.
    fn begin(&mut self, control: &mut Control, old: Block, is_header: bool) {
        let edges = self.pending.remove(&old).unwrap_or_default();
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

    /// How values that come together are passed best.
    fn common_form(&mut self, incoming: &[&Lanes], ty: Type, shape: Shape, may_differ: bool) -> Passed {
        let whole = Passed::Whole(ty, shape);
        let Some(first) = incoming.first() else { return whole };
        let first = (*first).clone().in_shape(shape);
        let has_scalar_base = |lanes: &Lanes| lanes.base_shape().is_scalar() && lanes.strides.is_empty();
        if shape.is_scalar()
            || !may_differ
            || !has_scalar_base(&first)
            || !(first.base.is_some() || ty.is_integer(self.cx()))
        {
            return whole;
        }
        let numbers = first.numbers(shape);
        let same = incoming.iter().all(|lanes| {
            let lanes = (*lanes).clone().in_shape(shape);
            has_scalar_base(&lanes) && lanes.numbers(shape) == numbers
        });
        if same { Passed::Base(first) } else { whole }
    }

    /// Adds the argument of a new block by which a value is passed; returns the values as they are in the block.
    fn add_passed(&mut self, block: Block, form: &Passed) -> Lanes {
        match form {
            Passed::Whole(ty, shape) => {
                let whole = self.shaped(*ty, *shape);
                let value = self.add_argument(block, whole);
                Lanes::opaque(value, *ty, *shape)
            }
            Passed::Base(form) => {
                let value = self.add_argument(block, form.ty);
                let table = Some((form.shape, form.numbers(form.shape).into()));
                let anchor = Anchor::Start(block);
                Lanes::sum(
                    form.ty,
                    form.shape,
                    Some((value, Shape::SCALAR)),
                    table,
                    form.strides.clone(),
                    anchor,
                )
            }
        }
    }

    /// The value that is passed for an argument.
    fn pass(&mut self, lanes: &Lanes, form: &Passed) -> Value {
        match form {
            Passed::Whole(_, shape) => {
                let lanes = lanes.clone().in_shape(*shape);
                self.vector_of(&lanes)
            }
            Passed::Base(form) => {
                let (numbers, expected) =
                    (lanes.clone().in_shape(form.shape).numbers(form.shape), form.numbers(form.shape));
                let added = numbers[0].wrapping_sub(expected[0]);
                let same = numbers
                    .iter()
                    .zip(&expected)
                    .all(|(number, expected)| number.wrapping_sub(*expected) == added);
                if !same || !lanes.base_shape().is_scalar() || lanes.strides != form.strides {
                    self.error(Tag::Type, "a loop-carried value changes its form");
                }
                let base = self.base_of(lanes, Shape::SCALAR);
                if added == 0 {
                    return base;
                }
                if !form.ty.is_integer(self.cx()) {
                    let wide = self.i64_type();
                    let added = self.integer(added, wide);
                    return self.add_bytes(base, added, Shape::SCALAR, form.ty);
                }
                let added = self.integer(added, form.ty);
                self.binary::<AddOp>(base, added)
            }
        }
    }

    fn poison_for(&mut self, form: &Passed) -> Value {
        let ty = match form {
            Passed::Whole(ty, shape) => self.shaped(*ty, *shape),
            Passed::Base(form) => form.ty,
        };
        self.poison(ty)
    }

    /// Whether each iteration adds the same to all elements of a loop-carried value.
    fn is_inductive(&self, header: Block, place: usize) -> bool {
        let body = self.rw.body();
        let arg = body.arg(header, place);
        predecessors(body, header).into_iter().all(|(branch, index)| {
            let Some(from) = body.block_of(branch) else { return true };
            if !self.tree.dominates(header, from) {
                return true;
            }
            let view = self.rw.op(branch);
            let Some(operands) =
                view.interface::<dyn BranchOp>().map(|op| op.successor_operands(view, index))
            else {
                return false;
            };
            let mut value = match operands.operand_for(place) {
                Some(at) => view.operand(at),
                None => return false,
            };
            for _ in 0..MAX_INDUCTION {
                if value.id() == arg {
                    return true;
                }
                let Some(op) = value.defining_op() else { return false };
                let is_scalar = |index: usize| self.shapes.of(op.operand(index).id()).is_scalar();
                value = if op.isa::<AddOp>() && is_scalar(0) && !is_scalar(1) {
                    op.operand(1)
                } else if (op.isa::<AddOp>() || op.isa::<SubOp>()) && is_scalar(1)
                    || op.isa::<GEPOp>() && (1..op.num_operands()).all(is_scalar)
                {
                    op.operand(0)
                } else {
                    return false;
                };
            }
            false
        })
    }

    /// Ends a block that all elements execute together as the original ends.
    fn end(&mut self, control: &mut Control, block: Block) {
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
            self.create_like(&original, &[], &[]);
            return;
        }
        if let Some(at) = control.collectors.iter().position(|collector| collector.landings.contains(&block))
        {
            let place =
                control.collectors[at].landings.iter().position(|&landing| landing == block).unwrap_or(0);
            let args = self.passed(op, 0);
            let branch = self.rw.build(
                BrOp::builder(self.cx(), self.loc).dest_operands(&[]).dest(control.collectors[at].block),
            );
            control.collectors[at].edges.push((branch, place, args));
            return;
        }
        let targets = self.targets(block);
        let new: Vec<Block> = targets.iter().map(|&target| self.block_of(target)).collect();
        let view = self.rw.op(op);
        let branch = if view.isa::<BrOp>() {
            self.rw.build(BrOp::builder(self.cx(), self.loc).dest_operands(&[]).dest(new[0]))
        } else if view.isa::<CondBrOp>() {
            let condition = view.operand(0).id();
            let condition = self.lanes(condition);
            let condition = self.vector_of(&condition);
            let branch = CondBrOp::builder(self.cx(), self.loc)
                .condition(condition)
                .true_dest_operands(&[])
                .false_dest_operands(&[]);
            self.rw.build(branch.true_dest(new[0]).false_dest(new[1]))
        } else if let Some(switch) = view.cast::<SwitchOp>() {
            let (value, cases) = (view.operand(0).id(), SwitchOpView::case_values_attr(switch));
            let value = self.lanes(value);
            let value = self.vector_of(&value);
            let groups: Vec<&[Value]> = vec![&[]; new.len() - 1];
            let mut branch = SwitchOp::builder(self.cx(), self.loc)
                .value(value)
                .default_operands(&[])
                .case_operands(&groups);
            if let Some(cases) = cases {
                branch = branch.case_values_attr(cases);
            }
            self.rw.build(branch.default_destination(new[0]).case_destinations(&new[1..]))
        } else {
            let name = view.name_text().to_string();
            self.error(Tag::Type, format_args!("'{name}' is not supported in functions that use Ripple"));
            return;
        };
        if let Some(annotation) = self.rw.op(op).inherent_attr("loop_annotation") {
            self.rw.set_attr(branch, "loop_annotation", annotation);
        }
        for (index, &target) in targets.iter().enumerate() {
            let args = self.passed(op, index);
            self.edge(control, branch, index, target, args);
        }
    }

    fn ret(&mut self, value: Option<Lanes>) {
        let values: Vec<Value> = value.iter().map(|lanes| self.vector_of(lanes)).collect();
        self.rw.create::<ReturnOp>(&values, &[], &[], self.loc);
    }

    /// An edge of what is written to a block of the original.
    fn edge(&mut self, control: &mut Control, branch: Op, successor: usize, target: Block, args: Vec<Lanes>) {
        let Some(forms) = control.headers.get(&target).cloned() else {
            self.pending.entry(target).or_default().push(PendingEdge { branch, successor, args });
            return;
        };
        let mut values = Vec::new();
        for (lanes, form) in args.iter().zip(&forms) {
            let value = self.at(Anchor::Before(branch), |emit| emit.pass(lanes, form));
            values.push(value);
        }
        self.rw.set_successor_operands(branch, successor, &values);
    }

    /// Goes on where all masked edges lead, which is one block.
    fn leave(&mut self, control: &mut Control, edges: MaskedEdges) {
        let mut targets: Vec<Block> = edges.keys().copied().collect();
        targets.sort();
        match targets[..] {
            [] => {
                self.rw.create::<UnreachableOp>(&[], &[], &[], self.loc);
            }
            [target, ..] => {
                self.go_to(control, target, edges.get(&target).map(Vec::as_slice).unwrap_or_default())
            }
        }
    }

    fn go_to(&mut self, control: &mut Control, target: Block, edges: &[MaskedEdge]) {
        let args = self.merge_args(target, edges);
        let block = self.block_of(target);
        let branch = self.rw.build(BrOp::builder(self.cx(), self.loc).dest_operands(&[]).dest(block));
        self.edge(control, branch, 0, target, args);
    }

    /// Writes a region that its head divides, and goes on where it ends.
    fn region(
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
                    self.rw.create::<UnreachableOp>(&[], &[], &[], self.loc);
                }
            },
        }
    }

    fn arrive(&mut self, control: &mut Control, target: Block, edges: &MaskedEdges) {
        match edges.get(&target) {
            Some(edges) => self.go_to(control, target, edges),
            None => {
                self.rw.create::<UnreachableOp>(&[], &[], &[], self.loc);
            }
        }
    }

    /// Writes nodes one after the other, each under the mask of the edges to it.
    fn lay_out(
        &mut self,
        control: &mut Control,
        level: &Level,
        nodes: &[usize],
        masks: &mut FxHashMap<usize, Option<Mask>>,
        edges: &mut MaskedEdges,
    ) {
        for &at in nodes {
            let entries: &[Block] = match &level.nodes[at] {
                Node::Block(block) => std::slice::from_ref(block),
                Node::Loop(inner) => &inner.entries,
            };
            let incoming: Vec<Vec<MaskedEdge>> =
                entries.iter().map(|entry| edges.remove(entry).unwrap_or_default()).collect();
            if incoming.iter().all(Vec::is_empty) {
                continue;
            }
            let above = level.before.get(at).copied().flatten();
            let meets = above.filter(|&above| level.after.get(above).copied().flatten() == Some(at));
            let known = meets.and_then(|above| masks.get(&above).cloned());
            let whole = match (known, &incoming[..]) {
                (Some(known), [_]) => known,
                _ => {
                    let all: Vec<Mask> = incoming.iter().flatten().map(|edge| edge.mask.clone()).collect();
                    Some(self.any_of(&all))
                }
            };
            masks.insert(at, whole.clone());
            match &level.nodes[at] {
                Node::Block(block) => {
                    let args = self.merge_args(*block, &incoming[0]);
                    self.set_args(*block, args);
                    self.guarded_body(*block, whole.as_ref());
                    let out = self.edges_of(control, *block, whole.as_ref());
                    self.add_edges(edges, out);
                }
                Node::Loop(inner) if inner.is_divergent => {
                    let mut states = Vec::new();
                    for (entry, incoming) in inner.entries.iter().zip(&incoming) {
                        let all: Vec<Mask> = incoming.iter().map(|edge| edge.mask.clone()).collect();
                        states.push(match (all.is_empty(), inner.entries.len()) {
                            (true, _) => None,
                            (false, 1) => Some((whole.clone(), self.merge_args(*entry, incoming))),
                            _ => Some((Some(self.any_of(&all)), self.merge_args(*entry, incoming))),
                        });
                    }
                    let out = self.divergent_loop(control, inner, states);
                    self.add_edges(edges, out);
                }
                Node::Loop(inner) => {
                    let args = self.merge_args(inner.entries[0], &incoming[0]);
                    let out = self.guarded_loop(control, inner, whole.as_ref(), args);
                    self.add_edges(edges, out);
                }
            }
        }
    }

    fn add_edges(&mut self, edges: &mut MaskedEdges, more: MaskedEdges) {
        let mut more: Vec<(Block, Vec<MaskedEdge>)> = more.into_iter().collect();
        more.sort_by_key(|(target, _)| *target);
        for (target, list) in more {
            edges.entry(target).or_default().extend(list);
        }
    }

    fn any_of(&mut self, masks: &[Mask]) -> Mask {
        let mut all = masks[0].clone();
        for mask in &masks[1..] {
            all = self.either(&all, mask);
        }
        all
    }

    fn set_args(&mut self, block: Block, args: Vec<Lanes>) {
        let old: Vec<Value> = self.rw.body().args(block).collect();
        for (arg, lanes) in old.into_iter().zip(args) {
            self.set(arg, lanes);
        }
    }

    /// The values of the arguments of a block, by the masks of the edges to it.
    fn merge_args(&mut self, target: Block, edges: &[MaskedEdge]) -> Vec<Lanes> {
        let args: Vec<Value> = self.rw.body().args(target).collect();
        let mut merged = Vec::new();
        for (place, arg) in args.into_iter().enumerate() {
            let (ty, shape) = (self.type_of(arg), self.shapes.of(arg));
            merged.push(self.merge_arg(edges, place, ty, shape));
        }
        merged
    }

    fn merge_arg(&mut self, edges: &[MaskedEdge], place: usize, ty: Type, shape: Shape) -> Lanes {
        // Edges with the same value are one. A scalar is that of an assignment rather than what it was before.
        let mut groups: Vec<(Lanes, Vec<Mask>)> = Vec::new();
        let mut ordered: Vec<&MaskedEdge> = edges.iter().filter(|edge| edge.is_only).collect();
        ordered.extend(edges.iter().filter(|edge| !edge.is_only));
        for edge in ordered {
            let lanes = &edge.args[place];
            match groups.iter_mut().find(|(other, _)| same(other, lanes)) {
                Some((_, masks)) => masks.push(edge.mask.clone()),
                None => groups.push((lanes.clone(), vec![edge.mask.clone()])),
            }
        }
        if let [(lanes, _)] = &groups[..] {
            return lanes.clone().in_shape(shape);
        }
        let Some((last, rest)) = groups.split_last() else {
            let whole = self.shaped(ty, shape);
            let poison = self.poison(whole);
            return Lanes::opaque(poison, ty, shape);
        };
        let last = last.0.clone().in_shape(shape);
        let mut value = self.vector_of(&last);
        for (lanes, masks) in rest.iter().rev() {
            let mask = self.any_of(masks);
            let active = self.reshape_mask(&mask, shape);
            let lanes = lanes.clone().in_shape(shape);
            let other = self.vector_of(&lanes);
            value = self.select(active, other, value);
        }
        Lanes::opaque(value, ty, shape)
    }

    /// The edges out of a block with the elements that take them.
    fn edges_of(&mut self, control: &mut Control, block: Block, mask: Option<&Mask>) -> MaskedEdges {
        let mut edges = MaskedEdges::default();
        let Some(op) = self.terminator(block) else { return edges };
        let targets = self.targets(block);
        let view = self.rw.op(op);
        self.loc = view.loc();
        if view.isa::<ReturnOp>() {
            let value = view.operands().next().map(|value| value.id());
            control.returned = Some(value.map(|value| self.lanes(value)));
            return edges;
        }
        if targets.is_empty() {
            return edges;
        }
        let masks: Vec<Mask> = if view.isa::<BrOp>() {
            vec![self.or_all(mask)]
        } else if view.isa::<CondBrOp>() {
            let condition = view.operand(0).id();
            let condition = self.condition(condition);
            let not = self.not(&condition);
            vec![self.both(mask, &condition), self.both(mask, &not)]
        } else if let Some(switch) = view.cast::<SwitchOp>() {
            let (value, cases) = (view.operand(0).id(), switch_cases(switch, self.cx()));
            let lanes = self.lanes(value);
            let vector = self.vector_of(&lanes);
            let mut masks = Vec::new();
            let mut any: Option<Mask> = None;
            for case in cases {
                let ty = self.type_of(vector);
                let number = self.integer(case as i64, ty);
                let equal =
                    Mask { value: self.compare(ICmpPredicate::Eq, vector, number), shape: lanes.shape };
                any = Some(match &any {
                    Some(other) => self.either(other, &equal),
                    None => equal.clone(),
                });
                masks.push(self.both(mask, &equal));
            }
            let default = match any {
                Some(any) => {
                    let not = self.not(&any);
                    self.both(mask, &not)
                }
                None => self.or_all(mask),
            };
            masks.insert(0, default);
            masks
        } else {
            let name = view.name_text().to_string();
            self.error(Tag::Type, format_args!("'{name}' is not supported under a block-shaped condition"));
            return edges;
        };
        let is_only = targets.len() == 1;
        for (index, (target, mask)) in targets.into_iter().zip(masks).enumerate() {
            let args = self.passed(op, index);
            edges.entry(target).or_default().push(MaskedEdge { from: block, is_only, mask, args });
        }
        edges
    }

    fn condition(&mut self, value: Value) -> Mask {
        let lanes = self.lanes(value);
        Mask { value: self.vector_of(&lanes), shape: lanes.shape }
    }

    /// The mask, or one in which all elements are active.
    fn or_all(&mut self, mask: Option<&Mask>) -> Mask {
        match mask {
            Some(mask) => mask.clone(),
            None => {
                let ty = self.bool_type();
                Mask { value: self.integer(1, ty), shape: Shape::SCALAR }
            }
        }
    }

    fn body(&mut self, block: Block, mask: Option<&Mask>) {
        self.block = block;
        let ops: Vec<Op> = self.rw.body().ops_of(block).collect();
        for &op in &ops[..ops.len().saturating_sub(1)] {
            self.op(op, mask);
        }
    }

    /// What was read from an address before, if all elements of the block did, and memory is as it was.
    fn read_before(&self, original: &Original) -> Option<Lanes> {
        let (_, ty) = *original.results.first()?;
        let (block, lanes) = self.loaded.get(&(*original.operands.first()?, ty))?;
        self.tree.dominates(*block, self.block).then(|| lanes.clone())
    }

    /// Writes the ops of a block; skips them when no element is active, where that is needed.
    fn guarded_body(&mut self, block: Block, mask: Option<&Mask>) {
        let ops: Vec<Op> = self.rw.body().ops_of(block).collect();
        let needs_guard = ops[..ops.len().saturating_sub(1)].iter().any(|&op| self.needs_guard(op));
        let Some(mask) = mask.filter(|_| needs_guard) else {
            self.body(block, mask);
            return;
        };
        let (before, then, after) = self.open_guard(mask);
        let (known, writes) = (self.loaded.clone(), self.writes);
        self.body(block, Some(mask));
        // What is read in here is not known where it is skipped.
        if self.writes == writes {
            self.loaded = known;
        } else {
            self.forget_loads();
        }
        let results: Vec<Value> =
            ops.iter().flat_map(|&op| self.rw.body().results(op).collect::<Vec<_>>()).collect();
        let last = ops.last().copied();
        let used: Vec<Value> = results
            .into_iter()
            .filter(|&value| {
                let body = self.rw.body();
                body.uses(value).any(|used| {
                    let user = body.use_owner(used);
                    Some(user) == last || body.block_of(user) != Some(block)
                })
            })
            .collect();
        let _ = then;
        let mut passed = Vec::new();
        let mut skipped = Vec::new();
        for value in used {
            let Some(lanes) = self.values.get(&value).cloned() else { continue };
            if lanes.is_constant() {
                self.set(value, lanes.anchored(Anchor::Start(after)));
                continue;
            }
            let form = self.common_form(&[&lanes], lanes.ty, lanes.shape, true);
            passed.push(self.pass(&lanes, &form));
            skipped.push(self.at(Anchor::Before(before), |emit| emit.poison_for(&form)));
            let lanes = self.add_passed(after, &form);
            self.set(value, lanes);
        }
        self.rw.build(BrOp::builder(self.cx(), self.loc).dest_operands(&passed).dest(after));
        self.rw.set_successor_operands(before, 1, &skipped);
        self.enter(after);
    }

    /// Branches to a new block if any element is active, and to another one otherwise; goes on in the first.
    fn open_guard(&mut self, mask: &Mask) -> (Op, Block, Block) {
        let any = self.any(mask);
        let (then, after) = (self.new_block(), self.new_block());
        let branch = CondBrOp::builder(self.cx(), self.loc)
            .condition(any)
            .true_dest_operands(&[])
            .false_dest_operands(&[]);
        let branch = self.rw.build(branch.true_dest(then).false_dest(after));
        self.enter(then);
        (branch, then, after)
    }

    /// Whether an op must not be executed when no element is active.
    fn needs_guard(&self, op: Op) -> bool {
        let view = self.rw.op(op);
        if ripple_call_of(view).is_some() || view.num_successors() > 0 {
            return false;
        }
        match self.shapes.calls.get(&op) {
            Some(CallPlan::Specialized(_)) => return true,
            Some(CallPlan::Sequential) => return false,
            None => {}
        }
        let is_scalar = view.operands().all(|operand| self.shapes.of(operand.id()).is_scalar());
        if !is_scalar {
            return false;
        }
        if is_division(view) {
            return true;
        }
        !(is_elementwise(view.name_text()) || is_speculatable(view))
    }

    /// Writes an op.
    fn op(&mut self, op: Op, mask: Option<&Mask>) {
        let original = self.original(op);
        self.loc = original.loc;
        let view = self.rw.op(op);
        let name = view.name_text();
        if let Some(call) = ripple_call_of(view) {
            self.ripple(&original, call, mask);
            return;
        }
        if let Some(plan) = self.shapes.calls.get(&op).cloned() {
            self.forget_loads();
            match plan {
                CallPlan::Specialized(key) => self.specialized_call(&original, key, mask),
                CallPlan::Sequential => self.sequential(&original, mask),
            }
            return;
        }
        let is_scalar = original.operands.iter().all(|&operand| self.shapes.of(operand).is_scalar());
        if name.starts_with("llvm.intr.dbg.")
            || name == "llvm.intr.experimental.noalias.scope.decl"
            || name == "llvm.intr.assume" && (mask.is_some() || !is_scalar)
        {
            return;
        }
        if view.isa::<LoadOp>() && !self.is_ordered(&original) {
            if let Some(lanes) = self.read_before(&original) {
                self.set(original.results[0].0, lanes);
                return;
            }
            match is_scalar {
                true => self.scalar(&original),
                false => self.load(&original, mask),
            }
            let (result, ty) = original.results[0];
            let lanes = self.lanes(result);
            self.loaded.insert((original.operands[0], ty), (self.block, lanes));
            return;
        }
        let may_write = !is_elementwise(name) && !is_speculatable(view);
        if may_write {
            self.forget_loads();
        }
        let view = self.rw.op(op);
        let name = view.name_text();
        if is_elementwise(name) {
            self.elementwise(&original, mask);
        } else if view.isa::<GEPOp>() {
            self.address(&original, mask);
        } else if view.isa::<ConstantOp>()
            && let Some(number) = crate::evaluate::integer_of_constant(view)
        {
            let (result, ty) = original.results[0];
            self.create_like(&original, &[], &[ty]);
            let anchor = self.anchor();
            self.set(result, Lanes::constants(vec![number], ty, Shape::SCALAR, anchor));
        } else if view.isa::<AllocaOp>() && !self.shapes.of(original.results[0].0).is_scalar() {
            self.local(&original);
        } else if is_scalar {
            self.scalar(&original);
        } else if view.isa::<StoreOp>() && !self.is_ordered(&original) {
            self.store(&original, mask);
        } else {
            self.sequential(&original, mask);
        }
    }

    fn scalar(&mut self, original: &Original) {
        let values: Vec<Value> = original
            .operands
            .iter()
            .map(|&operand| {
                let lanes = self.lanes(operand);
                self.vector_of(&lanes)
            })
            .collect();
        let types: Vec<Type> = original.results.iter().map(|&(_, ty)| ty).collect();
        let op = self.create_like(original, &values, &types);
        let results: Vec<Value> = self.rw.body().results(op).collect();
        for (&(result, ty), value) in original.results.iter().zip(results) {
            self.set(result, Lanes::opaque(value, ty, Shape::SCALAR));
        }
    }

    /// Values that are defined in a loop and used after it.
    fn live_out(&self, inner: &Loop) -> Vec<Value> {
        let body = self.rw.body();
        let mut found = Vec::new();
        let mut blocks: Vec<Block> = inner.blocks.iter().copied().collect();
        blocks.sort();
        for block in blocks {
            let args = body.args(block);
            let results = body.ops_of(block).flat_map(|op| body.results(op).collect::<Vec<_>>());
            for value in args.chain(results) {
                let is_used = body.uses(value).any(|used| {
                    body.block_of(body.use_owner(used)).is_none_or(|user| !inner.blocks.contains(&user))
                });
                if is_used {
                    found.push(value);
                }
            }
        }
        found
    }

    fn is_known_at(&self, value: Value, block: Block) -> bool {
        let body = self.rw.body();
        let defined = match body.value_def(value) {
            ValueDef::Result(op) => body.block_of(op),
            ValueDef::Argument(block) => Some(block),
            ValueDef::Placeholder => None,
        };
        defined.is_some_and(|defined| self.tree.dominates(defined, block))
    }

    /// Writes a loop that elements execute together, under a mask; it is skipped when no element is active.
    fn guarded_loop(
        &mut self,
        control: &mut Control,
        inner: &Loop,
        mask: Option<&Mask>,
        args: Vec<Lanes>,
    ) -> MaskedEdges {
        self.forget_loads();
        let live_out = self.live_out(inner);
        let whole = self.or_all(mask);
        let (before, _, collected) = self.open_guard(&whole);
        let header = inner.entries[0];
        let block = self.block_of(header);
        let branch = self.rw.build(BrOp::builder(self.cx(), self.loc).dest_operands(&[]).dest(block));
        self.edge(control, branch, 0, header, args);
        let landings: Vec<Block> = inner.landings.iter().map(|&(landing, _)| landing).collect();
        control.collectors.push(Collector {
            block: collected,
            landings: landings.clone(),
            edges: Vec::new(),
        });
        self.level(control, &inner.level, mask, &inner.entries, None);
        let Some(collector) = control.collectors.pop() else { return MaskedEdges::default() };
        // What is passed: which landing control came through, the values for its target, and what is used later.
        let mut operands: Vec<Vec<Value>> = vec![Vec::new(); collector.edges.len()];
        let mut skipped: Vec<Value> = Vec::new();
        let mut flags: Vec<Option<Value>> = vec![None; landings.len()];
        let bool_type = self.bool_type();
        if landings.len() > 1 {
            for (place, flag) in flags.iter_mut().enumerate() {
                *flag = Some(self.add_argument(collected, bool_type));
                for (at, (branch, from, _)) in collector.edges.iter().enumerate() {
                    let number = i64::from(*from == place);
                    operands[at]
                        .push(self.at(Anchor::Before(*branch), |emit| emit.integer(number, bool_type)));
                }
                skipped.push(self.at(Anchor::Before(before), |emit| emit.integer(0, bool_type)));
            }
        }
        let mut targets: Vec<Vec<Lanes>> = Vec::new();
        for (place, &(_, target)) in inner.landings.iter().enumerate() {
            let mut values = Vec::new();
            let args: Vec<Value> = self.rw.body().args(target).collect();
            for (number, arg) in args.into_iter().enumerate() {
                let (ty, shape) = (self.type_of(arg), self.shapes.of(arg));
                let form = Passed::Whole(ty, shape);
                for (at, (branch, from, args)) in collector.edges.iter().enumerate() {
                    let value = self.at(Anchor::Before(*branch), |emit| match *from == place {
                        true => emit.pass(&args[number], &form),
                        false => emit.poison_for(&form),
                    });
                    operands[at].push(value);
                }
                skipped.push(self.at(Anchor::Before(before), |emit| emit.poison_for(&form)));
                values.push(self.add_passed(collected, &form));
            }
            targets.push(values);
        }
        for value in live_out {
            let Some(lanes) = self.values.get(&value).cloned() else { continue };
            if lanes.is_constant() {
                self.set(value, lanes.anchored(Anchor::Start(collected)));
                continue;
            }
            let form = Passed::Whole(lanes.ty, lanes.shape);
            for (at, (branch, from, _)) in collector.edges.iter().enumerate() {
                let known = self.is_known_at(value, landings[*from]);
                let passed = self.at(Anchor::Before(*branch), |emit| {
                    if known { emit.pass(&lanes, &form) } else { emit.poison_for(&form) }
                });
                operands[at].push(passed);
            }
            skipped.push(self.at(Anchor::Before(before), |emit| emit.poison_for(&form)));
            let lanes = self.add_passed(collected, &form);
            self.set(value, lanes);
        }
        for ((branch, ..), values) in collector.edges.iter().zip(operands) {
            self.rw.set_successor_operands(*branch, 0, &values);
        }
        self.rw.set_successor_operands(before, 1, &skipped);
        self.forget_loads();
        self.enter(collected);
        let mut edges = MaskedEdges::default();
        for ((&(landing, target), args), flag) in inner.landings.iter().zip(targets).zip(flags) {
            let mask = match flag {
                Some(flag) => self.both(Some(&whole), &Mask { value: flag, shape: Shape::SCALAR }),
                None => whole.clone(),
            };
            edges.entry(target).or_default().push(MaskedEdge { from: landing, is_only: true, mask, args });
        }
        edges
    }

    /// Lets all branches that are pending to the entries of a loop meet in one block.
    fn enter_loop(
        &mut self,
        inner: &Loop,
        mask: Option<&Mask>,
    ) -> Option<Vec<Option<(Option<Mask>, Vec<Lanes>)>>> {
        let pending: Vec<Vec<PendingEdge>> =
            inner.entries.iter().map(|entry| self.pending.remove(entry).unwrap_or_default()).collect();
        if pending.iter().all(Vec::is_empty) {
            return None;
        }
        let block = self.new_block();
        self.enter(block);
        let several = inner.entries.len() > 1;
        let bool_type = self.bool_type();
        let mut states = Vec::new();
        let all: Vec<(usize, PendingEdge)> = pending
            .into_iter()
            .enumerate()
            .flat_map(|(entry, edges)| edges.into_iter().map(move |edge| (entry, edge)))
            .collect();
        let mut operands: Vec<Vec<Value>> = vec![Vec::new(); all.len()];
        for (entry, &old) in inner.entries.iter().enumerate() {
            let mut state = mask.cloned();
            if several {
                let flag = self.add_argument(block, bool_type);
                for (at, (from, edge)) in all.iter().enumerate() {
                    let number = i64::from(*from == entry);
                    operands[at]
                        .push(self.at(Anchor::Before(edge.branch), |emit| emit.integer(number, bool_type)));
                }
                state = Some(self.both(mask, &Mask { value: flag, shape: Shape::SCALAR }));
            }
            let args: Vec<Value> = self.rw.body().args(old).collect();
            let mut values = Vec::new();
            for (place, arg) in args.into_iter().enumerate() {
                let (ty, shape) = (self.type_of(arg), self.shapes.of(arg));
                let incoming: Vec<&Lanes> = all
                    .iter()
                    .filter(|(from, _)| *from == entry)
                    .map(|(_, edge)| &edge.args[place])
                    .collect();
                if let [(_, edge)] = &all[..] {
                    values.push(edge.args[place].clone().in_shape(shape));
                    continue;
                }
                let form = self.common_form(&incoming, ty, shape, true);
                for (at, (from, edge)) in all.iter().enumerate() {
                    let value = self.at(Anchor::Before(edge.branch), |emit| match *from == entry {
                        true => emit.pass(&edge.args[place], &form),
                        false => emit.poison_for(&form),
                    });
                    operands[at].push(value);
                }
                values.push(self.add_passed(block, &form));
            }
            states.push(Some((state, values)));
        }
        for ((_, edge), values) in all.iter().zip(operands) {
            self.rw.set_successor(edge.branch, edge.successor, block);
            self.rw.set_successor_operands(edge.branch, edge.successor, &values);
        }
        self.enter(block);
        Some(states)
    }

    /// The shape of the mask of the elements that are in a loop.
    fn mask_shape(&self, inner: &Loop, states: &[Option<(Option<Mask>, Vec<Lanes>)>]) -> Shape {
        let mut shape = Shape::SCALAR;
        for (mask, _) in states.iter().flatten() {
            shape = self.joined(shape, mask.as_ref().map_or(Shape::SCALAR, |mask| mask.shape));
        }
        let mut blocks: Vec<Block> = inner.blocks.iter().copied().collect();
        blocks.sort();
        for block in blocks {
            let condition =
                self.terminator(block).and_then(|op| crate::analysis::condition_of(self.rw.op(op)));
            if let Some(condition) = condition {
                shape = self.joined(shape, self.shapes.of(condition));
            }
        }
        shape
    }

    /// Writes a loop that elements leave at different times.
    fn divergent_loop(
        &mut self,
        control: &mut Control,
        inner: &Loop,
        states: Vec<Option<(Option<Mask>, Vec<Lanes>)>>,
    ) -> MaskedEdges {
        let mask_shape = self.mask_shape(inner, &states);
        let bits = self.bool_type();
        let mask_type = self.shaped(bits, mask_shape);
        let live_out = self.live_out(inner);
        // The values on entry.
        let mut initial: Vec<Value> = Vec::new();
        let mut entry_mask: Option<Mask> = None;
        let header = self.new_block();
        let mut edges = MaskedEdges::default();
        let mut forms: Vec<Vec<Passed>> = Vec::new();
        for (&entry, state) in inner.entries.iter().zip(&states) {
            let live = match state {
                Some((mask, _)) => {
                    let mask = self.or_all(mask.as_ref());
                    entry_mask = Some(match &entry_mask {
                        Some(other) => self.either(other, &mask),
                        None => mask.clone(),
                    });
                    self.reshape_mask(&mask, mask_shape)
                }
                None => self.integer(0, mask_type),
            };
            initial.push(live);
            let live = self.add_argument(header, mask_type);
            let args: Vec<Value> = self.rw.body().args(entry).collect();
            let mut passed = Vec::new();
            let mut values = Vec::new();
            for (place, arg) in args.into_iter().enumerate() {
                let (ty, shape) = (self.type_of(arg), self.shapes.of(arg));
                let form = match state {
                    Some((_, args)) => self.common_form(
                        &[&args[place]],
                        ty,
                        shape,
                        inner.entries.len() == 1 && self.is_inductive(entry, place),
                    ),
                    None => Passed::Whole(ty, shape),
                };
                initial.push(match state {
                    Some((_, args)) => self.pass(&args[place], &form),
                    None => self.poison_for(&form),
                });
                values.push(self.add_passed(header, &form));
                passed.push(form);
            }
            forms.push(passed);
            let mask = Mask { value: live, shape: mask_shape };
            edges.entry(entry).or_default().push(MaskedEdge {
                from: entry,
                is_only: true,
                mask,
                args: values,
            });
        }
        // What elements leave with.
        let several = inner.landings.len() > 1;
        let mut left_masks: Vec<Value> = Vec::new();
        let mut left_args: Vec<Vec<(Value, Type, Shape)>> = Vec::new();
        for &(_, target) in &inner.landings {
            if several {
                initial.push(self.integer(0, mask_type));
                left_masks.push(self.add_argument(header, mask_type));
            }
            let args: Vec<Value> = self.rw.body().args(target).collect();
            let mut list = Vec::new();
            for arg in args {
                let (ty, shape) = (self.type_of(arg), self.shapes.of(arg));
                list.push((self.add_left(header, &mut initial, ty, shape), ty, shape));
            }
            left_args.push(list);
        }
        let mut left_values: Vec<(Value, Value, Type, Shape)> = Vec::new();
        for &value in &live_out {
            let (ty, shape) = (self.type_of(value), self.shapes.of(value));
            left_values.push((value, self.add_left(header, &mut initial, ty, shape), ty, shape));
        }
        self.rw.build(BrOp::builder(self.cx(), self.loc).dest_operands(&initial).dest(header));
        self.enter(header);
        self.forget_loads();
        let all: Vec<usize> = (0..inner.level.nodes.len()).collect();
        self.lay_out(control, &inner.level, &all, &mut FxHashMap::default(), &mut edges);
        // The next iteration, for those that go back.
        let mut next: Vec<Value> = Vec::new();
        let mut going_on: Option<Mask> = None;
        for ((entry, latch), forms) in inner.entries.iter().zip(&inner.latches).zip(&forms) {
            let back =
                edges.get(entry).and_then(|list| list.iter().find(|edge| Some(edge.from) == *latch)).cloned();
            match back {
                Some(back) => {
                    next.push(self.reshape_mask(&back.mask, mask_shape));
                    going_on = Some(match &going_on {
                        Some(other) => self.either(other, &back.mask),
                        None => back.mask.clone(),
                    });
                    for (lanes, form) in back.args.iter().zip(forms) {
                        next.push(self.pass(lanes, form));
                    }
                }
                None => {
                    next.push(self.integer(0, mask_type));
                    for form in forms {
                        next.push(self.poison_for(form));
                    }
                }
            }
        }
        let leaving: Vec<Option<MaskedEdge>> = inner
            .landings
            .iter()
            .map(|(landing, target)| {
                edges.get(target).and_then(|list| list.iter().find(|edge| edge.from == *landing)).cloned()
            })
            .collect();
        let mut out = MaskedEdges::default();
        for (place, &(landing, target)) in inner.landings.iter().enumerate() {
            let edge = leaving[place].clone();
            let mask = if several {
                let mut value = left_masks[place];
                if let Some(edge) = &edge {
                    let now = self.reshape_mask(&edge.mask, mask_shape);
                    value = self.or(value, now);
                }
                next.push(value);
                Mask { value, shape: mask_shape }
            } else {
                match &entry_mask {
                    Some(mask) => mask.clone(),
                    None => self.or_all(None),
                }
            };
            let mut args = Vec::new();
            for (number, &(before, ty, shape)) in left_args[place].iter().enumerate() {
                let value = match &edge {
                    Some(edge) => self.keep(&[edge.mask.clone()], &edge.args[number], before, shape),
                    None => before,
                };
                next.push(value);
                args.push(Lanes::opaque(value, ty, shape));
            }
            out.entry(target).or_default().push(MaskedEdge { from: landing, is_only: true, mask, args });
        }
        let mut kept: Vec<(Value, Lanes)> = Vec::new();
        for &(value, before, ty, shape) in &left_values {
            let masks: Vec<Mask> = inner
                .landings
                .iter()
                .zip(&leaving)
                .filter(|((landing, _), _)| self.is_known_at(value, *landing))
                .filter_map(|(_, edge)| edge.as_ref().map(|edge| edge.mask.clone()))
                .collect();
            let lanes = self.lanes(value);
            let now = if masks.is_empty() { before } else { self.keep(&masks, &lanes, before, shape) };
            next.push(now);
            kept.push((value, Lanes::opaque(now, ty, shape)));
        }
        let done = self.new_block();
        match going_on {
            Some(mask) => {
                let any = self.any(&mask);
                let branch = CondBrOp::builder(self.cx(), self.loc)
                    .condition(any)
                    .true_dest_operands(&next)
                    .false_dest_operands(&[]);
                self.rw.build(branch.true_dest(header).false_dest(done));
            }
            None => {
                self.rw.build(BrOp::builder(self.cx(), self.loc).dest_operands(&[]).dest(done));
            }
        }
        self.enter(done);
        self.forget_loads();
        for (value, lanes) in kept {
            self.set(value, lanes);
        }
        out
    }

    fn add_left(&mut self, header: Block, initial: &mut Vec<Value>, ty: Type, shape: Shape) -> Value {
        let whole = self.shaped(ty, shape);
        initial.push(self.poison(whole));
        self.add_argument(header, whole)
    }

    /// The value of the elements that leave now, and what was kept of the others.
    fn keep(&mut self, masks: &[Mask], lanes: &Lanes, before: Value, shape: Shape) -> Value {
        let mask = self.any_of(masks);
        let active = self.reshape_mask(&mask, shape);
        let lanes = lanes.clone().in_shape(shape);
        let now = self.vector_of(&lanes);
        self.select(active, now, before)
    }
}

/// Whether two are the same values.
fn same(a: &Lanes, b: &Lanes) -> bool {
    a.base == b.base
        && a.strides == b.strides
        && a.ty == b.ty
        && match (&a.table, &b.table) {
            (None, None) => true,
            (Some((x, p)), Some((y, q))) => x == y && p == q,
            _ => false,
        }
}

/// Whether an op can be executed at any time.
fn is_speculatable(op: OpRef<'_>) -> bool {
    op.num_operands() == 0
        || op.isa::<GEPOp>()
        || op.isa::<AllocaOp>()
        || op.isa::<ExtractValueOp>()
        || op.isa::<InsertValueOp>()
        || op.isa::<ExtractElementOp>()
        || op.isa::<InsertElementOp>()
        || op.isa::<ShuffleVectorOp>()
        || op.name_text().starts_with("llvm.intr.vector.")
        || op.name_text().starts_with("llvm.intr.dbg.")
        || op.name_text() == "llvm.intr.assume"
}
