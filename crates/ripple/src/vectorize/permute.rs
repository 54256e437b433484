//! Permutations of vectors that fit no register.
//!
//! A transposition of a tile, or any other permutation that only exchanges bits of the index, is a few rounds of
//! shuffles of two registers each: one round for each bit that goes from the number of the register into the place
//! within it (as in a butterfly network). Back ends take a shuffle of the whole apart element by element instead.

use terrace_ir::Value;

use super::emit::Emitter;

/// The bytes of the smallest registers.
const SMALLEST_REGISTER: usize = 16;

/// For each bit of the place in the result the bit of the place in the source, if that is all there is to a
/// permutation.
fn bit_permutation(order: &[usize]) -> Option<Vec<u32>> {
    let count = order.len();
    if !count.is_power_of_two() || count < 4 || order[0] != 0 {
        return None;
    }
    let bits: Vec<usize> = (0..count.ilog2()).map(|bit| order[1 << bit]).collect();
    let mut seen = 0;
    for &bit in &bits {
        if !bit.is_power_of_two() || bit >= count || seen & bit != 0 {
            return None;
        }
        seen |= bit;
    }
    let is_linear = order.iter().enumerate().all(|(at, &from)| {
        let sum: usize =
            bits.iter().enumerate().filter(|(bit, _)| at >> bit & 1 == 1).map(|(_, &from)| from).sum();
        sum == from
    });
    is_linear.then(|| bits.into_iter().map(usize::ilog2).collect())
}

impl Emitter<'_, '_> {
    /// The elements of a vector in another order, in parts of as many elements; `None` if the order is no exchange of
    /// bits, or a plain shuffle does as well.
    pub(super) fn permuted(&mut self, vector: Value, order: &[usize], part: usize) -> Option<Vec<Value>> {
        if order.len() != self.count(vector) || !part.is_power_of_two() {
            return None;
        }
        let wanted = bit_permutation(order)?;
        let element = self.element(self.type_of(vector));
        if element == self.bool_type() {
            return None;
        }
        let size = self.layout.type_size(self.cx(), element).ok()?.minimum.max(1) as usize;
        let width = part.min((self.target.register_bytes() / size).max(2));
        let (low, all) = (width.ilog2(), order.len().ilog2());
        let is_crossed = (0..low).any(|bit| wanted[bit as usize] >= low);
        if width < 2 || order.len() <= 2 * width || !is_crossed {
            return None;
        }
        let mut registers: Vec<Value> = (0..order.len() / width)
            .map(|at| {
                let members: Vec<usize> = (at * width..(at + 1) * width).collect();
                self.pick(vector, &members)
            })
            .collect();
        // The bit of the source that each bit of a place stands for.
        let mut now: Vec<u32> = (0..all).collect();
        let stays = |bit: u32| wanted[..low as usize].contains(&bit);
        // Small registers of x86 are put between each other by one instruction, elements of them are exchanged by two.
        let is_interleaved =
            self.target.interleaves_halves() && wanted[..low as usize].iter().all(|&bit| bit >= low);
        for place in (0..low).rev().filter(|_| is_interleaved) {
            let high = wanted[place as usize];
            self.interleave_pairs(&mut registers, width, (high - low) as usize);
            // The places in registers are those of before times two, and the number of the register is below them.
            let bits: Vec<u32> =
                std::iter::once(now[high as usize]).chain(now[..low as usize].iter().copied()).collect();
            now[..low as usize].copy_from_slice(&bits[..low as usize]);
            now[high as usize] = bits[low as usize];
        }
        for place in (0..low).filter(|_| !is_interleaved) {
            let bit = wanted[place as usize];
            let Some(high) = now.iter().position(|&other| other == bit).filter(|&at| at as u32 >= low) else {
                continue;
            };
            let free = std::iter::once(place).chain(0..low).find(|&at| !stays(now[at as usize]))?;
            self.exchange(&mut registers, width, high - low as usize, free);
            now.swap(high, free as usize);
        }
        // Elements in the right register may be at other positions in it.
        let places: Vec<usize> = (0..width)
            .map(|at| {
                (0..low)
                    .filter(|bit| at >> bit & 1 == 1)
                    .filter_map(|bit| now.iter().position(|&other| other == wanted[bit as usize]))
                    .map(|from| 1 << from)
                    .sum()
            })
            .collect();
        let in_order: Vec<Value> = (0..registers.len())
            .map(|at| {
                let from: usize = (low..all)
                    .filter(|bit| at >> (bit - low) & 1 == 1)
                    .filter_map(|bit| now.iter().position(|&other| other == wanted[bit as usize]))
                    .map(|from| 1 << (from - low as usize))
                    .sum();
                registers[from]
            })
            .map(|register| self.pick(register, &places))
            .collect();
        Some(
            in_order
                .chunks(part / width)
                .map(|chunk| match chunk {
                    [single] => *single,
                    _ => self.concatenate(chunk.to_vec()),
                })
                .collect(),
        )
    }

    /// Puts the first halves, and the second halves, of registers between each other whose numbers differ in a bit.
    fn interleave_pairs(&mut self, registers: &mut [Value], width: usize, high: usize) {
        let between = |start: usize| -> Vec<i32> {
            (0..width).map(|at| (start + at / 2 + at % 2 * width) as i32).collect()
        };
        let (first, second) = (between(0), between(width / 2));
        for at in (0..registers.len()).filter(|at| at >> high & 1 == 0) {
            let pair = [registers[at], registers[at | 1 << high]];
            registers[at] = self.shuffle(pair, &first);
            registers[at | 1 << high] = self.shuffle(pair, &second);
        }
    }

    /// Exchanges a bit of the number of registers with one of the place in them.
    fn exchange(&mut self, registers: &mut [Value], width: usize, high: usize, low: u32) {
        let bit = 1 << low;
        let first: Vec<i32> =
            (0..width).map(|at| if at & bit == 0 { at } else { width + (at & !bit) } as i32).collect();
        let second: Vec<i32> =
            (0..width).map(|at| if at & bit == 0 { at | bit } else { width + at } as i32).collect();
        for at in (0..registers.len()).filter(|at| at >> high & 1 == 0) {
            let pair = [registers[at], registers[at | 1 << high]];
            registers[at] = self.shuffle(pair, &first);
            registers[at | 1 << high] = self.shuffle(pair, &second);
        }
    }

    /// Whether every so many elements are picked in rounds of shuffles that put two halves of registers between each
    /// other: where back ends have no instruction that picks bytes, and the number of elements is no power of two.
    pub(super) fn is_deinterleaved_in_rounds(&self, step: usize, count: usize, size: i64) -> bool {
        let lanes = SMALLEST_REGISTER / size.max(1) as usize;
        !self.target.shuffles_bytes() && !step.is_power_of_two() && size <= 2 && count.is_multiple_of(lanes)
    }

    /// The elements of a vector, every so many of them in one of the results. A round puts the elements of the second
    /// half of as many registers between those of the first half, which doubles the places modulo their number less
    /// one; once there were as many rounds as doublings make a register, the elements are in order.
    pub(super) fn deinterleaved(&mut self, vector: Value, step: usize, size: i64) -> Vec<Value> {
        let lanes = SMALLEST_REGISTER / size.max(1) as usize;
        let half = lanes / 2;
        let mut results: Vec<Vec<Value>> = vec![Vec::new(); step];
        for chunk in 0..self.count(vector) / (step * lanes) {
            let mut registers: Vec<Value> = (0..step)
                .map(|at| {
                    let start = (chunk * step + at) * lanes;
                    let members: Vec<usize> = (start..start + lanes).collect();
                    self.pick(vector, &members)
                })
                .collect();
            for _ in 0..lanes.ilog2() {
                registers = (0..step)
                    .map(|at| {
                        let (first, second) = (at, step + at);
                        let indices: Vec<i32> = (0..lanes)
                            .map(|lane| match lane % 2 {
                                0 => first % 2 * half + lane / 2,
                                _ => lanes + second % 2 * half + lane / 2,
                            } as i32)
                            .collect();
                        self.shuffle([registers[first / 2], registers[second / 2]], &indices)
                    })
                    .collect();
            }
            results.iter_mut().zip(registers).for_each(|(result, register)| result.push(register));
        }
        results.into_iter().map(|parts| self.concatenate_all(parts)).collect()
    }

    /// Whether every fourth element is picked by exchanges of quarters of registers.
    pub(super) fn has_quarters(&self, step: usize, count: usize, size: i64) -> bool {
        let lanes = self.target.register_bytes() / size.max(1) as usize;
        self.target.exchanges_quarters() && step == 4 && size <= 4 && count.is_multiple_of(lanes)
    }

    /// The elements of a vector, every fourth of them in one of four results. A shuffle of each register puts the elements
    /// of each result into a quarter of it, and the quarters of four registers are transposed.
    pub(super) fn deinterleaved_in_quarters(&mut self, vector: Value, size: i64) -> Vec<Value> {
        let lanes = self.target.register_bytes() / size.max(1) as usize;
        let (quarter, element) = (lanes / 4, self.element(self.type_of(vector)));
        let word = self.integer_type(self.target.register_bytes() as u32 * 2);
        let (words, whole) = (self.vector(word, 4), self.vector(element, lanes));
        let mut results: Vec<Vec<Value>> = vec![Vec::new(); 4];
        for start in (0..self.count(vector)).step_by(4 * lanes) {
            let registers: Vec<Value> = (0..4)
                .map(|at| {
                    let first = start + at * lanes;
                    let members: Vec<usize> =
                        (0..lanes).map(|lane| first + lane % quarter * 4 + lane / quarter).collect();
                    let picked = self.pick(vector, &members);
                    self.bitcast(picked, words)
                })
                .collect();
            for (half, indices) in [[0, 4, 2, 6], [1, 5, 3, 7]].into_iter().enumerate() {
                let [first, second] =
                    [0, 2].map(|at| self.shuffle([registers[at], registers[at + 1]], &indices));
                for (at, indices) in [[0, 1, 4, 5], [2, 3, 6, 7]].into_iter().enumerate() {
                    let result = self.shuffle([first, second], &indices);
                    let result = self.bitcast(result, whole);
                    results[half + 2 * at].push(result);
                }
            }
        }
        results.into_iter().map(|parts| self.concatenate_all(parts)).collect()
    }
}
