//! Accesses that lie between each other: members of structures, real and imaginary parts, channels of pixels.
//!
//! Loads of every second, third or fourth element read what lies between them, too; what another load of the same block
//! reads of it is taken from there. Stores wait for those of the elements between; once they are all there, they are
//! stored together.

use terrace_ir::{Loc, Type, Value};

use super::emit::Emitter;
use super::lanes::Lanes;
use super::memory::Access;
use crate::shape::Shape;

/// How many stores are interleaved at most.
const MAX_STEP: usize = 4;

/// What was read from an address on.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pointer: Value,
    element: Type,
    /// The number of bytes from the pointer to its first element.
    start: i64,
    count: usize,
    value: Value,
}

impl Piece {
    /// The place of the element that is a number of bytes after the pointer.
    fn place(&self, number: i64, size: i64) -> Option<usize> {
        let at = number.checked_sub(self.start)?;
        let place = usize::try_from(at / size).ok()?;
        (at >= 0 && at % size == 0 && place < self.count).then_some(place)
    }
}

/// Stores of which each writes one of so many elements.
pub(super) struct StoreGroup {
    base: Value,
    step: usize,
    active: Option<Value>,
    access: Access,
    shape: Shape,
    loc: Loc,
    /// Addresses and values, in the order of the program.
    members: Vec<(Lanes, Value)>,
}

impl Emitter<'_, '_> {
    /// Reads elements of a row between `start` and the last of them, of which some may have been read before; `None` if
    /// that has no advantage.
    pub(super) fn load_shared(&mut self, pointer: Value, numbers: &[i64], access: &Access) -> Option<Value> {
        let (size, count) = (access.size, numbers.len());
        let covers = |piece: &Piece, number: i64| {
            (piece.pointer == pointer && piece.element == access.element)
                .then(|| piece.place(number, size))
                .flatten()
        };
        let is_known = |number: &&i64| self.pieces.iter().any(|piece| covers(piece, **number).is_some());
        let missing: Vec<i64> = numbers.iter().filter(|number| !is_known(number)).copied().collect();
        if missing.len() == count {
            return None;
        }
        if let (Some(least), Some(most)) = (missing.iter().min(), missing.iter().max()) {
            let start = most - (count as i64 - 1) * size;
            if start > *least || start < *numbers.iter().min()? {
                return None;
            }
            let from = self.after(pointer, start);
            let value = self.load_run(from, count, access, None);
            self.record_piece(pointer, start, count, value, access);
        }
        let mut used: Vec<usize> = Vec::new();
        let mut places = Vec::with_capacity(count);
        for &number in numbers {
            // What was read last covers most of what is read now.
            let (at, place) = self
                .pieces
                .iter()
                .enumerate()
                .rev()
                .find_map(|(at, piece)| Some((at, covers(piece, number)?)))?;
            let source = used.iter().position(|&other| other == at).unwrap_or_else(|| {
                used.push(at);
                used.len() - 1
            });
            places.push((source, place));
        }
        let longest = used.iter().map(|&at| self.pieces[at].count).max()?;
        if used.iter().any(|&at| self.pieces[at].count != longest) {
            return None;
        }
        let parts: Vec<Value> = used.iter().map(|&at| self.pieces[at].value).collect();
        let all = self.concatenate_all(parts);
        let places: Vec<usize> = places.into_iter().map(|(source, place)| source * longest + place).collect();
        Some(self.pick(all, &places))
    }

    /// Records what was read, until memory is written.
    pub(super) fn record_piece(
        &mut self,
        pointer: Value,
        start: i64,
        count: usize,
        value: Value,
        access: &Access,
    ) {
        self.pieces.push(Piece { pointer, element: access.element, start, count, value });
    }

    /// Keeps a store for those of the elements between its own; returns whether it does.
    pub(super) fn store_later(
        &mut self,
        lanes: &Lanes,
        value: Value,
        access: &Access,
        active: Option<Value>,
    ) -> bool {
        let numbers = lanes.numbers(lanes.shape);
        let Some((base, Shape::SCALAR)) = lanes.base else { return false };
        let (Some(first), Some(second)) = (numbers.first(), numbers.get(1)) else { return false };
        let bytes = second.wrapping_sub(*first);
        let step = usize::try_from(bytes / access.size).unwrap_or(0);
        let is_even = numbers.windows(2).all(|pair| pair[1].wrapping_sub(pair[0]) == bytes);
        if !lanes.strides.is_empty()
            || !is_even
            || bytes % access.size != 0
            || !(2..=MAX_STEP).contains(&step)
            || !lanes.shape.elements().is_power_of_two()
        {
            return false;
        }
        let fits = self.group.as_ref().is_some_and(|group| {
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
        let group = self.group.get_or_insert_with(|| StoreGroup {
            base,
            step,
            active,
            access: access.clone(),
            shape: lanes.shape,
            loc: self.loc,
            members: Vec::new(),
        });
        group.members.push((lanes.clone(), value));
        if group.members.len() == step {
            self.flush_stores();
        }
        true
    }

    /// Writes the stores that wait for others.
    pub(super) fn flush_stores(&mut self) {
        let Some(mut group) = self.group.take() else { return };
        let before = std::mem::replace(&mut self.loc, group.loc);
        if group.members.len() == group.step {
            group.members.sort_by_key(|(lanes, _)| lanes.numbers(lanes.shape)[0]);
            self.store_interleaved(&group);
        } else {
            for (lanes, value) in &group.members {
                self.scatter(lanes, *value, &group.access, group.active);
            }
        }
        self.loc = before;
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
                (0..step)
                    .map(|piece| {
                        let at = piece * count..(piece + 1) * count;
                        let places: Vec<usize> = at.map(|at| at % step * count + at / step).collect();
                        self.pick(all, &places)
                    })
                    .collect()
            }
        };
        for (number, piece) in pieces.into_iter().enumerate() {
            let pointer = self.after(group.base, start + (number * count) as i64 * group.access.size);
            let active = group.active.map(|active| {
                let lanes: Vec<usize> = (number * count..(number + 1) * count).map(|at| at / step).collect();
                self.pick(active, &lanes)
            });
            self.store_run(pointer, piece, &group.access, active);
        }
    }

    /// The elements of two vectors in turn, in two vectors.
    fn zipped(&mut self, pair: [Value; 2]) -> [Value; 2] {
        let count = self.count(pair[0]);
        let half = |from: usize| -> Vec<i32> {
            (0..count).map(|at| (from + at / 2 + at % 2 * count) as i32).collect()
        };
        [self.shuffle(pair, &half(0)), self.shuffle(pair, &half(count / 2))]
    }
}
