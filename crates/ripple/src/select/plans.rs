//! Ways to add terms to sums of which only the total matters: the instructions that a target has for it.

use terrace_ir::Value;
use terrace_target::{DotProduct, SumOfTerms, Target};

use super::factors::Factor;
use super::terms::{Term, TermKind};

/// A way to add up terms.
#[derive(Clone, Copy, Debug)]
pub(super) enum Plan {
    /// As they are.
    Whole,
    /// Products of bytes: `flipped` is the factor whose highest bits are exchanged to have the other sign. Without a second
    /// factor, bytes.
    Dot { instruction: DotProduct, first: Option<Factor>, second: Option<Factor>, flipped: Option<usize> },
    /// Products of signed numbers of 16 bits; without a second factor, the numbers.
    Words(Factor, Option<Factor>),
    /// Products of unsigned bytes and of signed ones, of which two fit 16 bits.
    SmallProducts([Factor; 2]),
    /// Products of bytes with the same signs, which fit 16 bits; neighbors are added.
    NarrowProducts([Factor; 2]),
    /// Differences of unsigned bytes, or bytes; signed ones are made unsigned.
    Differences { first: Value, second: Option<Value>, is_signed: bool },
    /// Numbers whose neighbors are added.
    Neighbors(Factor),
    /// Differences of unsigned bytes whose neighbors are added.
    NeighborDifferences([Value; 2]),
    /// Unsigned bytes that are multiplied by sums of a number and of constants.
    Weighted {
        /// The bytes.
        bytes: Value,
        /// The number.
        number: Value,
    },
    /// Elements of so many bits, whose set bits are counted in bytes.
    Bits(Value, u32),
    /// Elements of a mask, and the width in which they are counted.
    Count(Value, u32),
}

impl Plan {
    /// Chooses how the terms of `count` elements are added to sums of so many bits.
    pub(super) fn of(term: &Term, target: &dyn Target, (count, width): (usize, u32)) -> Self {
        if ![32, 64].contains(&width) {
            return Self::Whole;
        }
        match term.kind {
            TermKind::Whole => Self::Whole,
            TermKind::Products(factors, per_element) => {
                Self::of_products(factors, target, count * per_element)
            }
            TermKind::Count { mask, bits, .. } if bits < width && [8, 16, 32].contains(&bits) => {
                Self::Count(mask, bits)
            }
            TermKind::Count { .. } => Self::Whole,
            TermKind::Bits { value, bits } => {
                let bytes = count * bits as usize / 8;
                let lanes = target.register_bytes().min(bytes);
                let of_bytes = Self::of_bytes_alone(value, target, (lanes, width));
                match bits > 8 && target.counts_bits(bits) || matches!(of_bytes, Self::Whole) {
                    true => Self::Whole,
                    false => Self::Bits(value, bits),
                }
            }
            TermKind::Differences([first, second]) => {
                match target.sum_of_terms(SumOfTerms::ByteDifferences, count) {
                    Some(_) => Self::Differences { first, second: Some(second), is_signed: false },
                    None if can_add_neighbors(target, count) => Self::NeighborDifferences([first, second]),
                    None => Self::Whole,
                }
            }
            TermKind::Weighted { bytes, number, ref weights } => {
                let lanes = target.register_bytes().min(count);
                let bytes_plan = Self::of(&Term::bytes(bytes), target, (lanes, width));
                let small = Factor { range: (0, 127), ..Factor::extended(bytes, 8, false) };
                let products = Self::of_products([Factor::extended(bytes, 8, false), small], target, count);
                let has_instructions = !matches!(bytes_plan, Self::Whole) && !matches!(products, Self::Whole);
                match has_instructions && width == 32 && Offsets::of(weights, lanes).is_some() {
                    true => Self::Weighted { bytes, number },
                    false => Self::Whole,
                }
            }
            TermKind::Narrow(numbers) if numbers.bits == 16 => {
                let has_products = target.sum_of_terms(SumOfTerms::ShortProducts, count).is_some();
                let has_neighbors = count >= 8 && target.sum_of_neighbors(16, true).is_some();
                match () {
                    () if has_products => Self::Words(numbers, None),
                    () if has_neighbors => Self::Neighbors(numbers),
                    () => Self::Whole,
                }
            }
            TermKind::Narrow(bytes) => Self::of_bytes(bytes, target, (count, width)),
        }
    }

    /// Chooses how unsigned bytes are added up that are added to nothing else.
    pub(super) fn of_bytes_alone(bytes: Value, target: &dyn Target, (count, width): (usize, u32)) -> Self {
        match target.sum_of_terms(SumOfTerms::ByteDifferences, count) {
            Some(_) => Self::Differences { first: bytes, second: None, is_signed: false },
            None => Self::of(&Term::bytes(bytes), target, (count, width)),
        }
    }

    fn of_bytes(bytes: Factor, target: &dyn Target, (count, width): (usize, u32)) -> Self {
        let with_ones = |signs: [bool; 2], is_first| {
            let instruction = target.dot_product(signs, count)?;
            let (first, second) = if is_first { (Some(bytes), None) } else { (None, Some(bytes)) };
            Some(Self::Dot { instruction, first, second, flipped: None })
        };
        let is_signed = bytes.is_signed;
        let same = with_ones([is_signed, is_signed], true);
        let dot = same.or_else(|| with_ones([false, true], !is_signed)).filter(|_| width == 32);
        let has_differences = target.sum_of_terms(SumOfTerms::ByteDifferences, count).is_some();
        match dot {
            Some(dot) => dot,
            None if has_differences => Self::Differences { first: bytes.value, second: None, is_signed },
            None if can_add_neighbors(target, count) => Self::Neighbors(bytes),
            None => Self::Whole,
        }
    }

    pub(super) fn of_products([a, b]: [Factor; 2], target: &dyn Target, count: usize) -> Self {
        if a.bits == 8
            && b.bits == 8
            && let Some(dot) = Self::of_bytes_by_bytes([a, b], target, count)
        {
            return dot;
        }
        let small = [[a, b], [b, a]].into_iter().find(|[bytes, signed]| {
            let fits = 2 * bytes.most() * signed.most() <= i64::from(i16::MAX);
            let has_signs = !bytes.is_signed && (signed.is_signed || signed.is_small());
            bytes.bits == 8 && signed.bits == 8 && fits && has_signs
        });
        if let Some(factors) =
            small.filter(|_| target.sum_of_terms(SumOfTerms::ByteProducts, count).is_some())
        {
            return Self::SmallProducts(factors);
        }
        if target.sum_of_terms(SumOfTerms::ShortProducts, count).is_some() {
            return Self::Words(a, Some(b));
        }
        let has_same_signs = a.is_signed == b.is_signed;
        if a.bits == 8 && b.bits == 8 && has_same_signs && can_add_neighbors(target, count) {
            return Self::NarrowProducts([a, b]);
        }
        Self::Whole
    }

    /// The instruction for products of bytes, with factors in its order; one for other signs if the target lacks one for theirs.
    pub(super) fn of_bytes_by_bytes(factors: [Factor; 2], target: &dyn Target, count: usize) -> Option<Self> {
        let [a, b] = factors;
        let orders = [[a, b], [b, a]];
        let found = |[first, second]: [Factor; 2], signs: [bool; 2], flipped| {
            let instruction = target.dot_product(signs, count)?;
            Some(Self::Dot { instruction, first: Some(first), second: Some(second), flipped })
        };
        let all = [[false, true], [true, true], [false, false]];
        let fits = |pair: [Factor; 2], signs: [bool; 2]| {
            pair.iter()
                .zip(signs)
                .all(|(factor, is_signed)| factor.is_small() || factor.is_signed == is_signed)
        };
        let exact = all.iter().find_map(|&signs| {
            orders.iter().find_map(|&pair| found(pair, signs, None).filter(|_| fits(pair, signs)))
        });
        exact.or_else(|| {
            all.iter().find_map(|&signs| {
                orders.iter().find_map(|&pair| {
                    (0..2).find_map(|at| {
                        let mut flipped = signs;
                        flipped[at] = !flipped[at];
                        found(pair, signs, Some(at)).filter(|_| fits(pair, flipped))
                    })
                })
            })
        })
    }

    /// The largest number of sums that one instruction needs for `count` terms, if there are fewer sums than terms.
    pub(super) fn most_sums(&self, target: &dyn Target, (count, width): (usize, u32)) -> Option<usize> {
        match self {
            Self::Whole => None,
            Self::Dot { .. }
            | Self::NeighborDifferences(_)
            | Self::SmallProducts(_)
            | Self::Weighted { .. } => Some(count / 4),
            Self::Words(..) | Self::NarrowProducts(_) => Some(count / 2),
            Self::Neighbors(numbers) => Some(count * numbers.bits as usize / 32),
            Self::Differences { .. } => Some(count / if width == 64 { 8 } else { 4 }),
            Self::Bits(_, bits) => {
                let lanes = (count * *bits as usize / 8).min(target.register_bytes());
                Some((lanes * 8 / width as usize).max(1))
            }
            Self::Count(_, bits) => {
                // Those of a register are added up first.
                let lanes = count.min(target.register_bytes() * 8 / *bits as usize);
                Some((lanes * *bits as usize / width as usize).max(1))
            }
        }
    }
}

/// Constants as offsets of registers, which are equally far from each other, and what is left for each element.
pub(super) struct Offsets {
    /// The first offset.
    pub(super) first: i64,
    /// The distance of offsets.
    pub(super) step: i64,
    /// The rest: small numbers without a sign.
    pub(super) rest: Vec<i64>,
}

impl Offsets {
    /// The offsets for registers of so many elements.
    pub(super) fn of(numbers: &[i64], lanes: usize) -> Option<Self> {
        let offsets: Vec<i64> = numbers.chunks(lanes).filter_map(|part| part.iter().min().copied()).collect();
        let first = *offsets.first()?;
        let step = offsets.get(1).map_or(0, |second| second.wrapping_sub(first));
        let is_even = offsets.windows(2).all(|pair| pair[1].wrapping_sub(pair[0]) == step);
        let rest = numbers.iter().enumerate().map(|(at, number)| number.wrapping_sub(offsets[at / lanes]));
        let rest: Vec<i64> = rest.collect();
        let is_small = rest.iter().all(|rest| (0..=127).contains(rest));
        (is_even && is_small && numbers.len().is_multiple_of(lanes)).then_some(Self { first, step, rest })
    }
}

/// Whether neighbors of bytes and of what is twice as wide are added.
fn can_add_neighbors(target: &dyn Target, count: usize) -> bool {
    count >= 16 && target.sum_of_neighbors(8, false).is_some()
}
