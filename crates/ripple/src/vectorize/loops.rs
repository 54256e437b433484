//! Loops under masks, with uniform and with divergent exits.

use rustc_hash::FxHashMap;
use terrace_dialects_llvm::ops::{BrOp, CondBrOp};
use terrace_ir::{Block, Type, Value, ValueDef};

use super::control::{Collector, Control, MaskedEdge, MaskedEdges};
use super::emit::Emitter;
use super::lanes::{Anchor, Lanes, Mask};
use super::passing::Passed;
use super::requests::PendingEdge;
use crate::levels::{Loop, RED_ZONE, SEGMENT};
use crate::shape::Shape;

impl Emitter<'_, '_> {
    /// Live-out values of a loop.
    pub(super) fn live_out(&self, inner: &Loop) -> Vec<Value> {
        let body = self.rw.body();
        let (mut found, inside) = (Vec::new(), inner.blocks());
        let mut blocks: Vec<Block> = inside.iter().copied().collect();
        blocks.sort();
        for block in blocks {
            let args = body.args(block);
            let results = body.ops_of(block).flat_map(|op| body.results(op).collect::<Vec<_>>());
            for value in args.chain(results) {
                let is_used = body.uses(value).any(|used| {
                    body.block_of(body.use_owner(used)).is_none_or(|user| !inside.contains(&user))
                });
                if is_used {
                    found.push(value);
                }
            }
        }
        found
    }

    pub(super) fn is_known_at(&self, value: Value, block: Block) -> bool {
        let body = self.rw.body();
        let defined = match body.value_def(value) {
            ValueDef::Result(op) => body.block_of(op),
            ValueDef::Argument(block) => Some(block),
            ValueDef::Placeholder => None,
        };
        defined.is_some_and(|defined| self.tree.dominates(defined, block))
    }

    /// Emits a loop with uniform exits under a mask; it is skipped if no lane is active.
    pub(super) fn guarded_loop(
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
        let branch = self.rw.build(BrOp::of(&[]).loc(self.loc).dest(block));
        self.edge(control, branch.into(), 0, header, args);
        let landings: Vec<Block> = inner.landings.iter().map(|&(landing, _)| landing).collect();
        control.collectors.push(Collector {
            block: collected,
            landings: landings.clone(),
            edges: Vec::new(),
        });
        stacker::maybe_grow(RED_ZONE, SEGMENT, || {
            self.level(control, &inner.level, mask, &inner.entries, None);
        });
        let Some(collector) = control.collectors.pop() else { return MaskedEdges::default() };
        // Block arguments: the number of the exit, the operands for its target, and the live-out values.
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
            let Some(lanes) = self.values.lanes.get(&value).cloned() else { continue };
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

    /// Joins all pending branches to the entries of a loop in one block.
    pub(super) fn enter_loop(
        &mut self,
        inner: &Loop,
        mask: Option<&Mask>,
    ) -> Option<Vec<Option<(Option<Mask>, Vec<Lanes>)>>> {
        let pending: Vec<Vec<PendingEdge>> =
            inner.entries.iter().map(|entry| self.blocks.pending.remove(entry).unwrap_or_default()).collect();
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

    /// The shape of the mask of a loop.
    pub(super) fn mask_shape(&self, inner: &Loop, states: &[Option<(Option<Mask>, Vec<Lanes>)>]) -> Shape {
        let mut shape = Shape::SCALAR;
        for (mask, _) in states.iter().flatten() {
            shape = self.joined(shape, mask.as_ref().map_or(Shape::SCALAR, |mask| mask.shape));
        }
        let mut blocks: Vec<Block> = inner.blocks().into_iter().collect();
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

    /// Emits a loop with divergent exits.
    pub(super) fn divergent_loop(
        &mut self,
        control: &mut Control,
        inner: &Loop,
        states: Vec<Option<(Option<Mask>, Vec<Lanes>)>>,
    ) -> MaskedEdges {
        let mask_shape = self.mask_shape(inner, &states);
        let bits = self.bool_type();
        let mask_type = self.shaped(bits, mask_shape);
        let live_out = self.live_out(inner);
        let variables = self.left_variables(inner, mask_shape);
        control.arrivals.extend(variables.collectors().map(|block| (block, Vec::new())));
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
        // The live-out values of the lanes that leave.
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
            for (place, arg) in args.into_iter().enumerate() {
                let (ty, shape) = (self.type_of(arg), self.shapes.of(arg));
                let left = self.add_left(header, &mut initial, ty, shape);
                if let (Some(outside), Some(first)) = (variables.outside(target, place), initial.last_mut()) {
                    let lanes = self.lanes(outside).in_shape(shape);
                    *first = self.vector_of(&lanes);
                }
                list.push((left, ty, shape));
            }
            left_args.push(list);
        }
        let mut left_values: Vec<(Value, Value, Type, Shape)> = Vec::new();
        for &value in &live_out {
            let (ty, shape) = (self.type_of(value), self.shapes.of(value));
            left_values.push((value, self.add_left(header, &mut initial, ty, shape), ty, shape));
        }
        self.rw.build(BrOp::of(&initial).loc(self.loc).dest(header));
        self.enter(header);
        self.forget_loads();
        let all: Vec<usize> = (0..inner.level.nodes.len()).collect();
        stacker::maybe_grow(RED_ZONE, SEGMENT, || {
            self.lay_out(control, &inner.level, &all, &mut FxHashMap::default(), &mut edges);
        });
        let leaving: FxHashMap<Block, MaskedEdge> = (inner.landings.iter())
            .filter_map(|(landing, target)| {
                let edge = edges.get(target)?.iter().find(|edge| edge.from == *landing)?;
                Some((*landing, edge.clone()))
            })
            .collect();
        // The next iteration, for the lanes that take the back edge.
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
                    for (place, (lanes, form)) in back.args.iter().zip(forms).enumerate() {
                        let lanes = self.assigned_by_leaving(control, &variables, &leaving, (place, lanes));
                        next.push(self.pass(&lanes, form));
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
        let mut out = MaskedEdges::default();
        for (place, &(landing, target)) in inner.landings.iter().enumerate() {
            let edge = leaving.get(&landing).cloned();
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
                let kept = self.kept_if_assigned(control, &variables, &leaving, (target, number, before));
                let value = match (kept, &edge) {
                    (Some(kept), _) => kept,
                    (None, Some(edge)) => {
                        self.keep(std::slice::from_ref(&edge.mask), &edge.args[number], before, shape)
                    }
                    (None, None) => before,
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
                .filter(|(landing, _)| self.is_known_at(value, *landing))
                .filter_map(|(landing, _)| leaving.get(landing).map(|edge| edge.mask.clone()))
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
                let branch =
                    CondBrOp::of(any).loc(self.loc).true_dest_operands(&next).false_dest_operands(&[]);
                self.rw.build(branch.true_dest(header).false_dest(done));
            }
            None => {
                self.rw.build(BrOp::of(&[]).loc(self.loc).dest(done));
            }
        }
        self.enter(done);
        self.forget_loads();
        for (value, lanes) in kept {
            self.set(value, lanes);
        }
        out
    }

    pub(super) fn add_left(
        &mut self,
        header: Block,
        initial: &mut Vec<Value>,
        ty: Type,
        shape: Shape,
    ) -> Value {
        let whole = self.shaped(ty, shape);
        initial.push(self.poison(whole));
        self.add_argument(header, whole)
    }

    /// The value for the lanes that leave in this iteration, the recorded one for others.
    pub(super) fn keep(&mut self, masks: &[Mask], lanes: &Lanes, before: Value, shape: Shape) -> Value {
        let mask = self.any_of(masks);
        let active = self.reshape_mask(&mask, shape);
        let lanes = lanes.clone().in_shape(shape);
        let now = self.vector_of(&lanes);
        self.select(active, now, before)
    }
}
