//! Permutations of vectors that fit no register.
//!
//! A transposition of a tile, or any other permutation that only exchanges bits of the index, is a few rounds of
//! shuffles of two registers each: one round for each bit that goes from the number of the register into the place
//! within it (as in a butterfly network). Back ends take a shuffle of the whole apart element by element instead.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use terrace_ir::Value;

use super::emit::Emitter;

/// The bytes of the smallest registers.
const SMALLEST_REGISTER: usize = 16;

/// The bytes of the largest registers of x86.
const LARGEST_REGISTER: usize = 64;

/// The largest number of registers of results that are computed together: half of those of x86 before AVX-512.
const MOST_WAITING: usize = 8;

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

/// A round of shuffles of pairs of registers, whose numbers differ in a bit.
struct Round {
    high: u32,
    masks: [Vec<i32>; 2],
}

impl Round {
    /// Exchanges a bit of the number of registers with one of the place in them.
    fn exchange(width: usize, high: u32, low: u32) -> Self {
        let bit = 1 << low;
        let first = |at: usize| if at & bit == 0 { at } else { width + (at & !bit) };
        let second = |at: usize| if at & bit == 0 { at | bit } else { width + at };
        let masks = [(0..width).map(first).collect::<Vec<_>>(), (0..width).map(second).collect()];
        Self { high, masks: masks.map(|mask| mask.into_iter().map(|at| at as i32).collect()) }
    }

    /// Puts the first halves, and the second halves, of each part of two registers between each other.
    fn interleave(width: usize, part: usize, high: u32) -> Self {
        let masks = [0, part / 2].map(|start| {
            let place = |at: usize| at / part * part + start + at % part / 2 + at % 2 * width;
            (0..width).map(|at| place(at) as i32).collect()
        });
        Self { high, masks }
    }
}

/// A permutation of a vector in rounds, of which each register is written when it is used first.
pub(super) struct Network {
    vector: Value,
    /// The elements of a register, and of a part of the result.
    width: usize,
    part: usize,
    rounds: Vec<Round>,
    /// The registers after each round, before the first one too.
    memo: Vec<Vec<Option<Value>>>,
    /// The register after the last round for each one of the result, and the elements of it.
    sources: Vec<usize>,
    places: Vec<usize>,
}

impl Network {
    /// The part of the result that a register is in, and its first element there.
    pub(super) fn place_in_rows(&self, at: usize) -> (usize, usize) {
        (at * self.width / self.part, at * self.width % self.part)
    }
}

impl Emitter<'_, '_> {
    /// The elements of a vector in another order, in parts of as many elements; `None` if the order is no exchange of
    /// bits, or a plain shuffle does as well.
    pub(super) fn permuted(&mut self, vector: Value, order: &[usize], part: usize) -> Option<Vec<Value>> {
        let mut network = self.network(vector, order, part)?;
        self.write_rounds(&mut network);
        Some((0..order.len() / part).map(|at| self.part_of_network(&mut network, at)).collect())
    }

    /// The rounds of shuffles for [`Self::permuted`].
    pub(super) fn network(&self, vector: Value, order: &[usize], part: usize) -> Option<Network> {
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
        let mut rounds = Vec::new();
        // The bit of the source that each bit of a place stands for.
        let mut now: Vec<u32> = (0..all).collect();
        // Two registers of x86 are put between each other by one instruction, within parts of them; their elements are
        // exchanged by two. Whole parts are exchanged first, which is done by loads where the registers are read.
        let inner = self.target.interleaved_bytes().map(|bytes| (bytes / size).clamp(1, width));
        let inner = inner.filter(|_| wanted[..low as usize].iter().all(|&bit| bit >= low));
        if let Some(inner) = inner {
            let places = inner.ilog2();
            for place in (places..low).rev() {
                let high = wanted[place as usize];
                rounds.push(Round::exchange(width, high - low, place));
                now.swap(high as usize, place as usize);
            }
            for place in (0..places).rev() {
                let high = wanted[place as usize];
                rounds.push(Round::interleave(width, inner, high - low));
                // The places in parts are those of before times two, and the number of the register is below them.
                let number = now[high as usize];
                now[..places as usize].rotate_right(1);
                now[high as usize] = std::mem::replace(&mut now[0], number);
            }
        }
        let stays = |bit: u32| wanted[..low as usize].contains(&bit);
        for place in (0..low).filter(|_| inner.is_none()) {
            let bit = wanted[place as usize];
            let Some(high) = now.iter().position(|&other| other == bit).filter(|&at| at as u32 >= low) else {
                continue;
            };
            let free = std::iter::once(place).chain(0..low).find(|&at| !stays(now[at as usize]))?;
            rounds.push(Round::exchange(width, high as u32 - low, free));
            now.swap(high, free as usize);
        }
        // Where the bits of a number, of some places, are now.
        let source = |number: usize, bits: std::ops::Range<u32>| -> usize {
            let first = bits.start;
            let set = bits.filter(|bit| number >> (bit - first) & 1 == 1);
            set.filter_map(|bit| now.iter().position(|&other| other == wanted[bit as usize]))
                .map(|from| 1 << (from - first as usize))
                .sum()
        };
        let registers = order.len() / width;
        Some(Network {
            vector,
            width,
            part,
            memo: vec![vec![None; registers]; rounds.len() + 1],
            rounds,
            sources: (0..registers).map(|at| source(at, low..all)).collect(),
            places: (0..width).map(|at| source(at, 0..low)).collect(),
        })
    }

    /// Writes a network round by round, unless small registers call for one result after the other.
    pub(super) fn write_rounds(&mut self, network: &mut Network) {
        if self.target.interleaved_bytes().is_some() {
            return;
        }
        let registers = network.sources.len();
        for at in 0..registers {
            self.register_of(network, 0, at);
        }
        for round in 0..network.rounds.len() {
            let bit = 1 << network.rounds[round].high;
            for at in (0..registers).filter(|at| at & bit == 0).flat_map(|at| [at, at | bit]) {
                self.register_of(network, round + 1, at);
            }
        }
    }

    /// A permutation for [`Self::permuted`] whose result is written register by register, and the numbers of these, those
    /// of a tile together: what rounds exchange stays within a tile. `None` if all tiles that share parts of the result
    /// fit the registers, so that parts are as well written one after the other.
    pub(super) fn tiles(&self, vector: Value, order: &[usize], part: usize) -> Option<(Network, Vec<usize>)> {
        // Elsewhere, the number of registers that hold intermediate results is not known.
        if self.target.interleaved_bytes().is_none() && self.target.register_bytes() < LARGEST_REGISTER {
            return None;
        }
        let network = self.network(vector, order, part).filter(|network| network.width < network.part)?;
        let exchanged = network.rounds.iter().fold(0, |bits, round| bits | 1 << round.high);
        // Tiles are in the order of their first registers, so that lines of memory are filled one after the other.
        let mut tiles: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let mut first = FxHashMap::default();
        for (at, source) in network.sources.iter().enumerate() {
            let tile = *first.entry(source & !exchanged).or_insert(at);
            tiles.entry(tile).or_default().push(at);
        }
        let rows = tiles.first_key_value().map_or(1, |(_, registers)| registers.len());
        let is_large = rows * (network.part / network.width) > MOST_WAITING;
        is_large.then(|| (network, tiles.into_values().flatten().collect()))
    }

    /// A part of the result of a network. Only what it is computed from is written.
    pub(super) fn part_of_network(&mut self, network: &mut Network, part: usize) -> Value {
        let count = network.part / network.width;
        let registers: Vec<Value> =
            (part * count..(part + 1) * count).map(|at| self.register_of_network(network, at)).collect();
        self.concatenate_all(registers)
    }

    /// A register of the result of a network.
    pub(super) fn register_of_network(&mut self, network: &mut Network, at: usize) -> Value {
        let register = self.register_of(network, network.rounds.len(), network.sources[at]);
        // Elements in the right register may be at other positions in it.
        self.pick(register, &network.places)
    }

    /// A register of a network after some rounds.
    fn register_of(&mut self, network: &mut Network, rounds: usize, at: usize) -> Value {
        if let Some(known) = network.memo[rounds][at] {
            return known;
        }
        let value = match rounds.checked_sub(1) {
            None => {
                let members: Vec<usize> = (at * network.width..(at + 1) * network.width).collect();
                self.pick(network.vector, &members)
            }
            Some(before) => {
                let bit = 1 << network.rounds[before].high;
                let pair = [at & !bit, at | bit].map(|at| self.register_of(network, before, at));
                self.shuffle(pair, &network.rounds[before].masks[usize::from(at & bit != 0)])
            }
        };
        network.memo[rounds][at] = Some(value);
        value
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
