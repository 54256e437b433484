//! Interleaved accesses: members of structures, real and imaginary parts, channels of pixels.
//!
//! Loads with a stride of two, three or four elements also read the elements in between. Once a block has loads of all
//! members of such a group, the group is loaded once and shuffled. Stores are deferred until the block has stores of
//! all members, which are then one store. Stores with accesses in between are moved together in [`super::versions`].

use terrace_dialects_llvm::ops::{MulOp, ShuffleVectorOp};
use terrace_ir::{Op, Value, ValueDef};

use super::accesses::{Access, LoadGroup, StoreGroup, step_of};
use super::emit::Emitter;
use super::lanes::{Anchor, Lanes};
use super::reports::RunMask;
use super::values::Original;
use crate::shape::Shape;

impl Emitter<'_, '_> {
    /// Records a strided load, whose `value` is a shuffle of a window. Once all members of the group are recorded, all
    /// shuffle the windows of one load without overlap, at the first one. `first` is the number of elements to load if
    /// they are not all.
    pub(super) fn group_load(
        &mut self,
        pointer: Value,
        numbers: &[i64],
        access: &Access,
        value: Value,
        first: Option<Value>,
    ) {
        let Some(step) = step_of(numbers, access.size) else { return };
        let ValueDef::Result(picked) = self.rw.body().value_def(value) else { return };
        let source = self.rw.op(picked).cast::<ShuffleVectorOp>().map(|op| op.v1().id());
        // Pieces of a window end with its last element, so that it may have fewer of them than the group.
        let count = numbers.len();
        let window = (step * (count - 1) + 1).div_ceil(count) * count;
        // Elements of far-off addresses may have been gathered.
        if source.is_none_or(|source| ![window, step * count, count].contains(&self.count(source))) {
            return;
        }
        let (start, bytes) = (numbers[0], step as i64 * access.size);
        let fits = |group: &&mut LoadGroup| {
            let starts = group.members.iter().map(|&(at, _)| at);
            let (least, most) = starts.clone().fold((start, start), |(a, b), at| (a.min(at), b.max(at)));
            group.pointer == pointer
                && group.first == first
                && group.element == access.element
                && group.step == step
                && !group.is_whole
                && most - least < bytes
                && starts.clone().all(|at| at != start && (at - start) % access.size == 0)
        };
        let loc = self.loc;
        self.advise_on_stride(step, numbers.len());
        let Some(group) = self.memory.load_groups.iter_mut().find(fits) else {
            self.memory.load_groups.push(LoadGroup {
                pointer,
                element: access.element,
                step,
                first,
                members: vec![(start, picked)],
                reports: vec![self.reports.current()],
                places: vec![loc],
                is_whole: false,
            });
            return;
        };
        group.members.push((start, picked));
        group.reports.push(self.reports.current());
        group.places.push(loc);
        if group.members.len() < step {
            if first.is_none() {
                let members = group.members.clone();
                self.share_window(pointer, &members, (step, numbers.len()), access);
            }
            return;
        }
        group.is_whole = true;
        let (members, reports) = (group.members.clone(), group.reports.clone());
        let places = std::mem::take(&mut group.places);
        self.withdraw_advice_on_stride(&places);
        let noted = self.reports.steps();
        let start = members.iter().map(|&(at, _)| at).min().unwrap_or(start);
        let all = self.at(Anchor::Before(members[0].1), |emit| {
            if let Some(first) = first {
                let from = emit.after(pointer, start);
                let active = emit.interleaved(first, step);
                return emit.load_prefix(from, step * count, access, active);
            }
            // A group that fits a register is one load.
            let most = emit.target.costs().most_read_at_once;
            if (step * count) as i64 * access.size <= most as i64 {
                let from = emit.after(pointer, start);
                return emit.load_run(from, step * count, access, None);
            }
            let parts = (0..step)
                .map(|part| {
                    let from = emit.after(pointer, start + (part * count) as i64 * access.size);
                    emit.load_run(from, count, access, None)
                })
                .collect();
            emit.concatenate(parts)
        });
        self.reports.share(&reports, noted, "accesses that lie between each other are read together");
        if first.is_some() {
            for &(_, picked) in &members {
                if let Some(read) = self.rw.op(picked).cast::<ShuffleVectorOp>().map(|op| op.v1().id()) {
                    self.scratch.superseded.push(read);
                }
            }
        }
        if self.pick_transposed(&members, all, start, access) {
            return;
        }
        self.pick_each(&members, all, (step, count), access);
    }

    /// Lets the members of a group pick their elements from all of it.
    fn pick_each(
        &mut self,
        members: &[(i64, Op)],
        all: Value,
        (step, count): (usize, usize),
        access: &Access,
    ) {
        let Some(start) = members.iter().map(|&(at, _)| at).min() else { return };
        // Some may have picked from a window that they share.
        let ty = self.type_of(all);
        let is_shared = members.iter().any(|&(_, picked)| {
            self.rw.op(picked).cast::<ShuffleVectorOp>().is_some_and(|op| op.v2().ty() != ty)
        });
        let poison = is_shared.then(|| self.at(Anchor::Before(members[0].1), |emit| emit.poison(ty)));
        for &(at, picked) in members {
            let from = ((at - start) / access.size) as usize;
            let mask: Vec<i32> = (0..count).map(|lane| (from + lane * step) as i32).collect();
            self.rw.set_operand(picked, 0, all);
            if let Some(poison) = poison {
                self.rw.set_operand(picked, 1, poison);
            }
            self.rw.set_attr(picked, "mask", self.cx().i32_array(&mask));
        }
    }

    /// Lets some members of a group pick their elements from one window, from the first element of any to the last of any.
    /// Elements that fill a register are picked before more are read.
    fn share_window(
        &mut self,
        pointer: Value,
        members: &[(i64, Op)],
        (step, count): (usize, usize),
        access: &Access,
    ) {
        let starts = members.iter().map(|&(at, _)| at);
        let (Some(least), Some(most)) = (starts.clone().min(), starts.max()) else { return };
        let place = |at: i64| ((at - least) / access.size) as usize;
        let register = self.target.register_bytes() / access.size as usize;
        let lanes = if count.is_multiple_of(register.max(1)) { register } else { count };
        let vectors = self.at(Anchor::Before(members[0].1), |emit| {
            let mut picked: Vec<Vec<Value>> = vec![Vec::new(); members.len()];
            for first in (0..count).step_by(lanes) {
                let is_last = first + lanes == count;
                let length = if is_last { step * (lanes - 1) + place(most) + 1 } else { step * lanes };
                // Pieces have as many elements as there are lanes; the last one ends with the window.
                let pieces = length.div_ceil(lanes);
                let last = pieces - 1;
                let begin = |piece: usize| if piece == last { length - lanes } else { piece * lanes };
                let parts = (0..pieces).map(|piece| {
                    let offset = (first * step + begin(piece)) as i64 * access.size;
                    let from = emit.after(pointer, least + offset);
                    emit.load_run(from, lanes, access, None)
                });
                let parts = parts.collect();
                let window = emit.concatenate_all(parts);
                for (&(at, _), picked) in members.iter().zip(&mut picked) {
                    let lane = |lane: usize| match place(at) + lane * step {
                        place if place < last * lanes => place,
                        place => place - begin(last) + last * lanes,
                    };
                    let wanted: Vec<usize> = (0..lanes).map(lane).collect();
                    picked.push(emit.pick(window, &wanted));
                }
            }
            let vectors = picked.into_iter().map(|parts| {
                let vector = emit.concatenate_all(parts);
                let ty = emit.type_of(vector);
                (vector, emit.poison(ty))
            });
            vectors.collect::<Vec<_>>()
        });
        let in_order: Vec<i32> = (0..count as i32).collect();
        for (&(_, picked), (vector, poison)) in members.iter().zip(vectors) {
            self.rw.set_operand(picked, 0, vector);
            self.rw.set_operand(picked, 1, poison);
            self.rw.set_attr(picked, "mask", self.cx().i32_array(&in_order));
        }
    }

    /// Deinterleaves loads by a transposition in rounds, if they are many; returns whether it does.
    fn pick_transposed(&mut self, members: &[(i64, Op)], all: Value, start: i64, access: &Access) -> bool {
        let step = members.len();
        let count = self.count(all) / step;
        let is_taken_apart = self.is_deinterleaved_in_rounds(step, count, access.size);
        let has_quarters = self.has_quarters(step, count, access.size);
        if step <= self.target.costs().most_interleaved && !is_taken_apart && !has_quarters {
            return false;
        }
        let block = |emit: &Self, op: Op| emit.rw.op(op).block().map(|block| block.id());
        let first = members[0].1;
        if !is_taken_apart && !has_quarters {
            let order: Vec<usize> = (0..step * count).map(|at| at % count * step + at / count).collect();
            let Some(mut network) = self.network(all, &order, count) else { return false };
            self.at(Anchor::Before(first), |emit| emit.write_rounds(&mut network));
            // Shuffles just before the first use of their results leave registers to others.
            let is_here = members.iter().all(|&(_, picked)| block(self, picked) == block(self, first));
            for &(at, picked) in members {
                let from = ((at - start) / access.size) as usize;
                let anchor = if is_here { picked } else { first };
                let part = self.at(Anchor::Before(anchor), |emit| emit.part_of_network(&mut network, from));
                self.replace_pick(picked, part, count);
            }
            return true;
        }
        let parts = self.at(Anchor::Before(first), |emit| match is_taken_apart {
            true => emit.deinterleaved(all, step, access.size),
            false => emit.deinterleaved_in_quarters(all, access.size),
        });
        for &(at, picked) in members {
            self.replace_pick(picked, parts[((at - start) / access.size) as usize], count);
        }
        true
    }

    /// Lets a shuffle return a vector of as many elements.
    fn replace_pick(&mut self, picked: Op, part: Value, count: usize) {
        let ty = self.type_of(part);
        let poison = self.at(Anchor::Before(picked), |emit| emit.poison(ty));
        for (index, operand) in [part, poison].into_iter().enumerate() {
            self.rw.set_operand(picked, index, operand);
        }
        let in_order: Vec<i32> = (0..count as i32).collect();
        self.rw.set_attr(picked, "mask", self.cx().i32_array(&in_order));
    }

    /// Defers a store until stores of the elements in between follow; returns whether it does. `unless` are the bits of
    /// which one is set if an index wraps, and the address in that case.
    pub(super) fn store_later(
        &mut self,
        lanes: &Lanes,
        unless: Option<(&[Value], &Lanes)>,
        value: Value,
        access: &Access,
        active: Option<Value>,
    ) -> bool {
        let numbers = lanes.numbers(lanes.shape);
        let Some((base, Shape::SCALAR)) = lanes.base else { return false };
        let (Some(first), Some(second)) = (numbers.first(), numbers.get(1)) else { return false };
        let bytes = second.wrapping_sub(*first);
        let Some(step) = step_of(&numbers, access.size) else {
            return false;
        };
        if !lanes.strides.is_empty() || !lanes.shape.elements().is_power_of_two() {
            return false;
        }
        let fits = self.memory.group.as_ref().is_some_and(|group| {
            let starts = group.members.iter().map(|(other, _)| other.numbers(other.shape)[0]);
            let (least, most) = starts.clone().fold((*first, *first), |(a, b), at| (a.min(at), b.max(at)));
            group.base == base
                && group.step == step
                && group.active == active
                && group.access.element == access.element
                && group.shape == lanes.shape
                && most - least < bytes
                && starts.clone().all(|at| at != *first && (at - first) % access.size == 0)
        });
        if !fits {
            self.flush_stores();
        }
        let group = self.memory.group.get_or_insert_with(|| StoreGroup {
            base,
            step,
            active,
            access: access.clone(),
            shape: lanes.shape,
            loc: self.loc,
            members: Vec::new(),
            plain: Vec::new(),
            wraps: Vec::new(),
            objects: Vec::new(),
            reports: Vec::new(),
        });
        group.members.push((lanes.clone(), value));
        group.plain.push(unless.map_or(lanes, |(_, plain)| plain).clone());
        for bit in unless.into_iter().flat_map(|(wraps, _)| wraps) {
            if !group.wraps.contains(bit) {
                group.wraps.push(*bit);
            }
        }
        group.reports.push(self.reports.current());
        if group.members.len() == step {
            self.flush_stores();
        }
        true
    }

    /// Whether a load does not overlap the deferred stores.
    pub(super) fn is_beside_stores(&mut self, original: &Original) -> bool {
        let address = self.lanes(original.operands[0]);
        let ty = original.results[0].1;
        let Some(size) = crate::addresses::stride(self.cx(), &self.layout, ty) else { return false };
        let Some(group) = &self.memory.group else { return true };
        let from_base = address.base == Some((group.base, Shape::SCALAR)) && address.strides.is_empty();
        if !from_base || !group.wraps.is_empty() {
            return false;
        }
        let mut written: Vec<i64> =
            group.members.iter().flat_map(|(lanes, _)| lanes.numbers(lanes.shape)).collect();
        written.sort_unstable();
        address.numbers(address.shape).into_iter().all(|number| {
            // The first one that ends after the element begins.
            let next = written.partition_point(|&start| start.saturating_add(group.access.size) <= number);
            written.get(next).is_none_or(|&start| start >= number.saturating_add(size))
        })
    }

    /// Emits the deferred stores.
    pub(super) fn flush_stores(&mut self) {
        let Some(mut group) = self.memory.group.take() else { return };
        let before = std::mem::replace(&mut self.loc, group.loc);
        let report = self.reports.resume(None);
        if group.members.len() == group.step {
            let in_order = group.members.clone();
            group.members.sort_by_key(|(lanes, _)| lanes.numbers(lanes.shape)[0]);
            self.reports.resume(group.reports[0]);
            let noted = self.reports.steps();
            let wraps = std::mem::take(&mut group.wraps);
            let mut is_first = true;
            // If an index wraps, the stores are in program order.
            self.with_branch_on(&wraps, |emit| {
                if std::mem::take(&mut is_first) && !wraps.is_empty() {
                    for ((_, value), plain) in in_order.iter().zip(&group.plain) {
                        let plain = emit.repeated_lanes(plain);
                        emit.scatter(&plain, *value, &group.access, group.active);
                    }
                } else {
                    emit.store_interleaved(&group);
                }
                None
            });
            let reason = "accesses that lie between each other are written together";
            self.reports.share(&group.reports, noted, reason);
        } else {
            for ((plain, (_, value)), &report) in group.plain.iter().zip(&group.members).zip(&group.reports) {
                self.reports.resume(report);
                self.scatter(plain, *value, &group.access, group.active);
                if let Some(load) = self.memory.interrupting.filter(|_| self.reports.is_wanted) {
                    let name = self.name_of_load(load);
                    self.reports.reason_more(&format!("{name} between the stores may read what they write"));
                }
            }
        }
        self.reports.resume(report);
        self.loc = before;
        self.memory.load_groups.clear();
    }

    fn store_interleaved(&mut self, group: &StoreGroup) {
        let (step, count) = (group.step, group.shape.elements());
        let start = group.members[0].0.numbers(group.shape)[0];
        let values: Vec<Value> = group.members.iter().map(|(_, value)| *value).collect();
        let pieces = match values[..] {
            [a, b] => self.zipped([a, b]).to_vec(),
            [a, b, c, d] => {
                let (even, odd) = (self.zipped([a, c]), self.zipped([b, d]));
                let (first, second) = (self.zipped([even[0], odd[0]]), self.zipped([even[1], odd[1]]));
                [first, second].concat()
            }
            _ => {
                let all = self.concatenate(values);
                let order: Vec<usize> = (0..step * count).map(|at| at % step * count + at / step).collect();
                let rounds = self.permuted(all, &order, count);
                rounds.unwrap_or_else(|| {
                    (0..step)
                        .map(|piece| {
                            let at = piece * count..(piece + 1) * count;
                            let places: Vec<usize> = at.map(|at| at % step * count + at / step).collect();
                            self.pick(all, &places)
                        })
                        .collect()
                })
            }
        };
        if let Some(first) = self.copied_prefix(group.active, &group.access) {
            let pointer = self.after(group.base, start);
            let all = self.concatenate(pieces);
            let active = self.interleaved(first, step);
            self.report_run(step * count, group.access.size, RunMask::Copied);
            self.store_first(pointer, all, &group.access, active);
            return;
        }
        let first = group.active.and_then(|active| self.prefix(active));
        let total = first.map(|first| self.interleaved(first, step));
        for (number, piece) in pieces.into_iter().enumerate() {
            let pointer = self.after(group.base, start + (number * count) as i64 * group.access.size);
            let active = match total {
                Some(total) => Some(self.part_of_prefix(total, number * count, count)),
                None => group.active.map(|active| {
                    let lanes: Vec<usize> =
                        (number * count..(number + 1) * count).map(|at| at / step).collect();
                    self.pick(active, &lanes)
                }),
            };
            self.store_run(pointer, piece, &group.access, active);
        }
    }

    /// The number of elements in a window of `first` elements with stride `step`.
    fn interleaved(&mut self, first: Value, step: usize) -> Value {
        let word = self.i64_type();
        let step = self.integer(step as i64, word);
        self.binary::<MulOp>(first, step)
    }

    /// Interleaves two vectors, to two vectors.
    fn zipped(&mut self, pair: [Value; 2]) -> [Value; 2] {
        let count = self.count(pair[0]);
        let half = |from: usize| -> Vec<i32> {
            (0..count).map(|at| (from + at / 2 + at % 2 * count) as i32).collect()
        };
        [self.shuffle(pair, &half(0)), self.shuffle(pair, &half(count / 2))]
    }
}
