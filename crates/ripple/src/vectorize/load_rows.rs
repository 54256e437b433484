//! Loads of the rows of a tensor: elements side by side, at even steps, or under a mask.

use smallvec::SmallVec;
use terrace_ir::Value;
use terrace_target::Quirk;

use super::accesses::{Access, Row, Strided, even_step, step_of};
use super::emit::Emitter;
use super::lanes::{Anchor, Lanes};
use super::reports::{RunMask, Step};
use super::rows::{steps_by, window};
use crate::shape::Shape;

/// The most registers that are read for every few elements of what they hold, unless all of it is of use.
const MOST_SPANNED: usize = 4;
/// The largest number of lanes that share an element of a masked row.
const MAX_REPEATS: usize = 8;

impl Emitter<'_, '_> {
    /// Loads a row; `None` if that needs a gather.
    pub(super) fn load_row(
        &mut self,
        row: &Row<'_>,
        access: &Access,
        active: Option<Value>,
    ) -> Option<Value> {
        let (numbers, size, count) = (row.numbers, access.size, row.numbers.len());
        if steps_by(numbers, size) {
            let pointer = self.after(row.pointer, numbers[0]);
            return Some(self.load_run(pointer, count, access, active));
        }
        if self.is_unlikely
            && let Some(step) = step_of(numbers, size)
            && (step * count) as i64 * size > self.target.register_bytes() as i64
        {
            return Some(self.load_far(row, step, access, active));
        }
        let first = self.copied_prefix(active, access);
        if let Some(first) = first
            && steps_by(numbers, -size)
        {
            self.report_run(count, size, RunMask::Copied);
            let pointer = self.after(row.pointer, numbers[count - 1]);
            let value = self.load_last(pointer, count, access, first);
            let reversed: Vec<usize> = (0..count).rev().collect();
            return Some(self.pick(value, &reversed));
        }
        if let Some(first) = first
            && let Some(step) = step_of(numbers, size)
        {
            self.report_run(step * count, size, RunMask::Copied);
            let pointer = self.after(row.pointer, numbers[0]);
            let spanned = self.spanned(first, step);
            let value = self.load_first(pointer, step * count, access, spanned);
            let places: Vec<usize> = (0..count).map(|at| at * step).collect();
            let value = self.pick(value, &places);
            self.group_load(row.pointer, numbers, access, value, Some(first));
            return Some(value);
        }
        if let Some(active) = active
            && let Some(first) = self.prefix(active).filter(|_| first.is_none())
            && let Some(step) = step_of(numbers, size)
        {
            return Some(self.load_strided_first(row, step, access, (active, first)));
        }
        if let Some(active) = active
            && self.is_masked_by_call(count, access)
            && let Some(step) = even_step(numbers)
        {
            self.reports.step(Step::Loop(count));
            let pointer = self.after(row.pointer, numbers[0]);
            let word = self.i64_type();
            let from = Strided { pointer, step: self.integer(step, word) };
            return Some(self.load_by_call(from, count, access, Some(active)));
        }
        if steps_by(numbers, -size) {
            let pointer = self.after(row.pointer, numbers[count - 1]);
            let reversed: Vec<usize> = (0..count).rev().collect();
            let active = active.map(|active| self.pick(active, &reversed));
            let value = self.load_run(pointer, count, access, active);
            return Some(self.pick(value, &reversed));
        }
        if !self.is_dense(numbers, row.shape, size) {
            return None;
        }
        let mut dims = row.shape.dims();
        if let (Some(_), Some(last)) = (dims.next(), dims.next_back()) {
            let rows = row.shape.size(last) as usize;
            let length = count / rows;
            let mut parts = Vec::new();
            for (at, part) in numbers.chunks(length).enumerate() {
                let members: Vec<usize> = (at * length..(at + 1) * length).collect();
                let active = active.map(|active| self.part_of_mask(active, &members));
                parts.push(self.load_row(
                    &Row { pointer: row.pointer, numbers: part, shape: row.shape.with(last, 1) },
                    access,
                    active,
                )?);
            }
            return Some(self.concatenate(parts));
        }
        let (start, length, mut places) = window(numbers, size)?;
        // A long window is loaded in pieces with as many elements as there are lanes; the last one ends with the
        // window.
        let pieces = length.div_ceil(count);
        let mut starts = vec![0];
        let mut total = length;
        if pieces > 1 {
            let last = (pieces - 1) * count;
            starts = (0..pieces)
                .map(|piece| if piece + 1 == pieces { length - count } else { piece * count })
                .collect();
            for place in places.iter_mut().filter(|place| **place >= last) {
                *place += pieces * count - length;
            }
            total = pieces * count;
        }
        let wanted = active;
        let active = match active {
            Some(active) => Some(self.spread_mask(active, total, &places)?),
            None => None,
        };
        let leaves_inactive = self.target.has_quirk(Quirk::InactiveZeros);
        let access = &Access { leaves_inactive, ..access.clone() };
        let piece_length = total / starts.len();
        let mut parts = Vec::new();
        for (piece, at) in starts.into_iter().enumerate() {
            let pointer = self.after(row.pointer, start + at as i64 * size);
            let members: Vec<usize> = (piece * piece_length..(piece + 1) * piece_length).collect();
            let active =
                active.map(|active| if pieces > 1 { self.pick_vector(active, &members) } else { active });
            parts.push(self.load_run(pointer, piece_length, access, active));
        }
        let value = self.concatenate_all(parts);
        if total == 1 {
            return Some(self.splat(value, count));
        }
        let value = self.pick(value, &places);
        match wanted {
            None => self.group_load(row.pointer, numbers, access, value, None),
            Some(wanted) if leaves_inactive => {
                let whole = self.type_of(value);
                let zero = self.zero(whole);
                return Some(self.select(wanted, value, zero));
            }
            Some(_) => {}
        }
        Some(value)
    }

    /// Loads the first elements of a row with a stride, where there are masked accesses. Once all members of a group are
    /// loaded, they are read together.
    fn load_strided_first(
        &mut self,
        row: &Row<'_>,
        step: usize,
        access: &Access,
        (active, first): (Value, Value),
    ) -> Value {
        let count = row.numbers.len();
        let (value, places) = match self.is_far(step * count, access) {
            true => (self.load_far(row, step, access, Some(active)), (0..count as i32).collect()),
            false => {
                let pointer = self.after(row.pointer, row.numbers[0]);
                let spanned = self.spanned(first, step);
                let value = self.load_prefix(pointer, step * count, access, spanned);
                (value, (0..count).map(|at| (at * step) as i32).collect::<Vec<_>>())
            }
        };
        let ty = self.type_of(value);
        let poison = self.poison(ty);
        let value = self.shuffle([value, poison], &places);
        self.group_load(row.pointer, row.numbers, access, value, Some(first));
        value
    }

    /// Whether so many elements fill more registers than are read for a few of them.
    fn is_far(&self, count: usize, access: &Access) -> bool {
        count as i64 * access.size > (MOST_SPANNED * self.target.register_bytes()) as i64
    }

    /// Loads a row whose elements are far from each other, without what is between them.
    fn load_far(&mut self, row: &Row<'_>, step: usize, access: &Access, active: Option<Value>) -> Value {
        let (size, count) = (access.size, row.numbers.len());
        if !self.target.gathers(size as u32 * 8) {
            self.reports.step(Step::Loop(count));
            let (word, pointer) = (self.i64_type(), self.after(row.pointer, row.numbers[0]));
            let from = Strided { pointer, step: self.integer(step as i64 * size, word) };
            return self.load_by_call(from, count, access, active);
        }
        self.reports.step(Step::Scattered(count));
        let (ty, table) = (self.type_of(row.pointer), (row.shape, row.numbers.into()));
        let base = Some((row.pointer, Shape::SCALAR));
        let start = Anchor::Start(self.current);
        let addresses = Lanes::sum(ty, row.shape, base, Some(table), SmallVec::new(), start).detached();
        let pointers = self.vector_of(&addresses);
        let active = active.unwrap_or_else(|| self.all(count));
        self.gather_masked(pointers, access, active)
    }

    /// The mask of a window's elements, given the places of the lanes' elements in it.
    fn spread_mask(&mut self, active: Value, length: usize, places: &[usize]) -> Option<Value> {
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); length];
        places.iter().enumerate().for_each(|(lane, &place)| users[place].push(lane));
        let rounds = users.iter().map(Vec::len).max().unwrap_or(0);
        if rounds > MAX_REPEATS || rounds == 0 {
            return None;
        }
        let ty = self.type_of(active);
        let none = self.integer(0, ty);
        let mut all: Option<Value> = None;
        for round in 0..rounds {
            let indices: Vec<i32> =
                users.iter().map(|lanes| lanes.get(round).copied().unwrap_or(places.len()) as i32).collect();
            let part = self.shuffle([active, none], &indices);
            all = Some(match all {
                Some(other) => self.or(other, part),
                None => part,
            });
        }
        all
    }
}
