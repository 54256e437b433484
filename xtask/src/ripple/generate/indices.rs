//! Indices of generated programs.

use super::Generator;
use crate::ripple::program::{Affine, DIMS, LENGTH, Ty};

impl Generator {
    /// A start and factors of indices that stay within an array.
    pub(super) fn affine(&mut self, is_store: bool) -> Affine {
        let (start, factors, counter) = match self.counters.is_empty() || self.random.chance(40) {
            true => self.sum_of_indices(is_store),
            false => self.sum_with_counter(),
        };
        let ty = match self.random.below(8) {
            // It wraps where an array ends.
            0 => Ty::Int { bits: 8, signed: false },
            1 => Ty::Int { bits: 16, signed: false },
            2..=3 => Ty::Int { bits: 32, signed: false },
            4 => Ty::I32,
            5 => Ty::Int { bits: 64, signed: false },
            _ => Ty::Int { bits: 64, signed: true },
        };
        let is_byte = matches!(ty, Ty::Int { bits: 8, .. });
        let start = if is_byte { start + self.random.below(200) as i64 } else { start };
        let has_unknown = self.random.chance(40);
        let is_signed = matches!(ty, Ty::Int { bits: 32 | 64, signed: true });
        if !is_signed || !self.random.chance(50) {
            return Affine { start, factors, ty, has_unknown, bounds: None, counter };
        }
        // Clamped indices may begin before an array, or end after it.
        let start = start + self.random.below(24) as i64 - 12;
        let low = self.random.below(6) as i64;
        let high = LENGTH as i64 - 1 - self.random.below(12) as i64;
        Affine { start, factors, ty, has_unknown, bounds: Some((low, high)), counter }
    }

    /// A sum with the counter of a loop around it, which is within an array for all elements that are in the loop.
    fn sum_with_counter(&mut self) -> (i64, [i64; DIMS], Option<(usize, i64)>) {
        let counter = self.random.pick(&self.counters.clone());
        let factor: i64 = self.random.pick(&[1, 1, 1, 1, 1, -1, 2, 3]);
        let ends = [factor * counter.low, factor * counter.high];
        let (low, mut high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        let mut factors = [0; DIMS];
        if let Some(dim) = counter.dim {
            factors[dim] = factor;
        }
        let shape = self.kernel.vars[counter.var].shape;
        for dim in 0..DIMS {
            let size = self.kernel.block[dim] as i64;
            let step = self.random.pick(&[1, high - low + 1]);
            let is_counted = counter.dim == Some(dim) || shape[dim] > 1;
            if !is_counted && high - low + step * (size - 1) < LENGTH as i64 && self.random.chance(40) {
                factors[dim] = step;
                high += step * (size - 1);
            }
        }
        let room = (LENGTH as i64 - 1 - (high - low)).max(0);
        // Often where an array begins or ends.
        let start = match self.random.below(4) {
            0 => 0,
            1 => room,
            _ => self.random.below(room as usize + 1) as i64,
        };
        (start - low, factors, Some((counter.var, factor)))
    }

    fn sum_of_indices(&mut self, is_store: bool) -> (i64, [i64; DIMS], Option<(usize, i64)>) {
        let block = self.kernel.block;
        let mut factors = [0; DIMS];
        let mut step = 1;
        for dim in 0..DIMS {
            if block[dim] == 1 || (!is_store || dim > 0) && self.random.chance(15) {
                continue;
            }
            factors[dim] = match self.random.below(10) {
                0..=6 => step,
                7 => step + 3,
                8 => 2,
                _ => -step,
            };
            step *= block[dim] as i64;
        }
        let low: i64 = (0..DIMS).map(|dim| (factors[dim] * (block[dim] as i64 - 1)).min(0)).sum();
        let high: i64 = (0..DIMS).map(|dim| (factors[dim] * (block[dim] as i64 - 1)).max(0)).sum();
        if high - low >= LENGTH as i64 {
            return (0, std::array::from_fn(|dim| i64::from(dim == 0 && block[0] > 1)), None);
        }
        let room = LENGTH as i64 - (high - low);
        // Often where an array begins or ends.
        let start = match self.random.below(4) {
            0 => 0,
            1 => room - 1,
            _ => self.random.below(room.min(40) as usize) as i64,
        };
        (start - low, factors, None)
    }

    /// A sum that is distinct for every element of the block.
    pub(super) fn own_places(&mut self) -> Affine {
        let block = self.kernel.block;
        let strides = [1, block[0] as i64, (block[0] * block[1]) as i64];
        let factors = std::array::from_fn(|dim| if block[dim] > 1 { strides[dim] } else { 0 });
        let ty = Ty::Int { bits: 64, signed: true };
        Affine { start: 0, factors, ty, has_unknown: self.random.chance(30), bounds: None, counter: None }
    }
}
