//! Linearized blocks under masks, with selects for their arguments.

use rustc_hash::FxHashMap;
use terrace_dialects_llvm::enums::ICmpPredicate;
use terrace_dialects_llvm::ops::{BrOp, CondBrOp, InvokeOp, ReturnOp, SwitchOp};
use terrace_ir::interfaces::BranchOp;
use terrace_ir::{Block, Type, Value, op_match};

use super::control::{Control, MaskedEdge, MaskedEdges};
use super::emit::Emitter;
use super::lanes::{Lanes, Mask};
use crate::diagnostics::Tag;
use crate::evaluate::switch_cases;
use crate::levels::{Level, Node};
use crate::shape::Shape;

impl Emitter<'_, '_> {
    /// Emits nodes in order, each under the mask of its incoming edges.
    pub(super) fn lay_out(
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
                    if let Some(arrived) = control.arrivals.get_mut(block) {
                        arrived.clone_from(&incoming[0]);
                    }
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

    pub(super) fn add_edges(&mut self, edges: &mut MaskedEdges, more: MaskedEdges) {
        let mut more: Vec<(Block, Vec<MaskedEdge>)> = more.into_iter().collect();
        more.sort_by_key(|(target, _)| *target);
        for (target, list) in more {
            edges.entry(target).or_default().extend(list);
        }
    }

    pub(super) fn any_of(&mut self, masks: &[Mask]) -> Mask {
        let mut all = masks[0].clone();
        for mask in &masks[1..] {
            all = self.either(&all, mask);
        }
        all
    }

    pub(super) fn set_args(&mut self, block: Block, args: Vec<Lanes>) {
        let old: Vec<Value> = self.rw.body().args(block).collect();
        for (arg, lanes) in old.into_iter().zip(args) {
            self.set(arg, lanes);
        }
    }

    /// The values of a block's arguments, selected by the masks of its incoming edges.
    pub(super) fn merge_args(&mut self, target: Block, edges: &[MaskedEdge]) -> Vec<Lanes> {
        let args: Vec<Value> = self.rw.body().args(target).collect();
        let mut merged = Vec::new();
        for (place, arg) in args.into_iter().enumerate() {
            let (ty, shape) = (self.type_of(arg), self.shapes.of(arg));
            merged.push(self.merge_arg(target, edges, place, ty, shape));
        }
        merged
    }

    fn merge_arg(
        &mut self,
        target: Block,
        edges: &[MaskedEdge],
        place: usize,
        ty: Type,
        shape: Shape,
    ) -> Lanes {
        // Several edges are active at once if the value lacks dimensions of the masks: then values from divergent paths
        // take precedence over values from before the branch, and edges of jumps over edges of conditional branches.
        let is_any = edges.iter().any(|edge| !edge.mask.shape.without(shape).is_scalar());
        let mut ranked: Vec<(usize, &MaskedEdge)> = edges
            .iter()
            .map(|edge| match edge.is_only {
                _ if !is_any => (0, edge),
                _ if self.is_assigned(edge, target, place) => (0, edge),
                true => (1, edge),
                false => (2, edge),
            })
            .collect();
        ranked.sort_by_key(|&(rank, _)| rank);
        // Edges with the same value are merged.
        let mut groups: Vec<(usize, Lanes, Vec<Mask>)> = Vec::new();
        for (rank, edge) in ranked {
            let lanes = &edge.args[place];
            match groups.iter_mut().find(|(other, known, _)| *other == rank && same(known, lanes)) {
                Some((.., masks)) => masks.push(edge.mask.clone()),
                None => groups.push((rank, lanes.clone(), vec![edge.mask.clone()])),
            }
        }
        if groups.windows(2).all(|pair| same(&pair[0].1, &pair[1].1)) {
            groups.truncate(1);
        }
        let groups: Vec<(Lanes, Vec<Mask>)> =
            groups.into_iter().map(|(_, lanes, masks)| (lanes, masks)).collect();
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
        self.record_merged(value, &groups, ty, shape);
        Lanes::opaque(value, ty, shape)
    }

    /// Whether the value that an edge passes is defined after the immediate dominator of its target.
    fn is_assigned(&self, edge: &MaskedEdge, target: Block, place: usize) -> bool {
        let Some(above) = self.tree.immediate_dominator(target) else { return false };
        let Some(branch) = self.terminator(edge.from) else { return false };
        let view = self.rw.op(branch);
        let Some(index) = view.successors().position(|successor| successor.id() == target) else {
            return false;
        };
        let Some(operands) = view.interface::<dyn BranchOp>().map(|op| op.successor_operands(view, index))
        else {
            return false;
        };
        let Some(value) = operands.operand_for(place).map(|at| view.operand(at)) else { return false };
        let made = value.defining_op().map_or_else(|| value.owner_block(), |op| op.block());
        made.is_some_and(|block| block.id() != above && self.tree.dominates(above, block.id()))
    }

    /// The outgoing edges of a block with their masks.
    pub(super) fn edges_of(
        &mut self,
        control: &mut Control,
        block: Block,
        mask: Option<&Mask>,
    ) -> MaskedEdges {
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
        let masks: Vec<Mask> = op_match!(view, {
            BrOp => vec![self.or_all(mask)],
            CondBrOp(branch) => {
                let condition = branch.condition().id();
                let condition = self.condition(condition);
                let not = self.not(&condition);
                vec![self.both(mask, &condition), self.both(mask, &not)]
            }
            SwitchOp(switch) => {
                let (value, cases) = (switch.value().id(), switch_cases(switch, self.cx()));
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
            }
            _ => {
                let message = match view.isa::<InvokeOp>() {
                    true => "a call that may throw is under a condition with a shape".to_string(),
                    false => {
                        format!("'{}' is not supported under a condition with a shape", view.name_text())
                    }
                };
                self.error(Tag::Type, message);
                return edges;
            }
        });
        let is_only = targets.len() == 1;
        for (index, (target, mask)) in targets.into_iter().zip(masks).enumerate() {
            let args = self.passed(op, index);
            edges.entry(target).or_default().push(MaskedEdge { from: block, is_only, mask, args });
        }
        edges
    }

    pub(super) fn condition(&mut self, value: Value) -> Mask {
        let lanes = self.lanes(value);
        Mask { value: self.vector_of(&lanes), shape: lanes.shape }
    }

    /// The mask, or one with all lanes active.
    pub(super) fn or_all(&mut self, mask: Option<&Mask>) -> Mask {
        match mask {
            Some(mask) => mask.clone(),
            None => {
                let ty = self.bool_type();
                Mask { value: self.integer(1, ty), shape: Shape::SCALAR }
            }
        }
    }
}

/// Whether two have the same values.
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
