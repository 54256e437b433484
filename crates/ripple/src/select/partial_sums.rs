//! Partial sums of terms, in fewer elements than there are terms.
//!
//! If only the total over all elements matters, each element of a vector of sums gets the terms of several elements:
//! `psadbw` adds eight bytes, `pmaddwd` two products of 16 bits, `vpdpbusd` and `sdot` four products of bytes, and vectors
//! of any terms are added to each other. Nothing saturates.

use terrace_dialects_llvm::intrinsics::{CtPopOp, UMaxOp, UMinOp};
use terrace_dialects_llvm::ops::{
    ConstantOp, FreezeOp, InsertElementOp, MulOp, PoisonOp, SExtOp, SelectOp, TruncOp, ZExtOp,
};
use terrace_ir::{Loc, Rewriter, Signedness, Type, Value};
use terrace_target::{DotProduct, SumOfTerms, Target};

use super::factors::Factor;
use super::plans::{Offsets, Plan};
use super::terms::{Term, TermKind};
use super::writer::VectorWriter;
use crate::vectors::{concatenate, lanes_of, numbers, shuffle};

/// The largest number of masks whose elements are counted at once.
const MAX_COUNTED: usize = 512;
/// The largest number of terms that are added in bytes.
const MAX_BYTE: usize = 255;

/// The sums of a variable: a vector, or one number.
#[derive(Clone, Copy, Debug)]
pub(super) struct SumType {
    /// The type.
    pub(super) ty: Type,
    /// The number of elements; `None` for a number.
    pub(super) lanes: Option<usize>,
    /// The type of an element.
    pub(super) element: Type,
    /// Its width in bits.
    pub(super) width: u32,
}

/// Writes sums.
pub(super) struct Sums<'s, 'r> {
    pub(super) rw: &'s mut Rewriter<'r>,
    pub(super) target: &'s dyn Target,
    pub(super) loc: Loc,
    /// The number of terms.
    pub(super) count: usize,
    /// The sums.
    pub(super) to: SumType,
}

impl<'r> VectorWriter<'r> for Sums<'_, 'r> {
    fn place(&mut self) -> (&mut Rewriter<'r>, Loc) {
        (self.rw, self.loc)
    }

    fn written(&self) -> &Rewriter<'r> {
        self.rw
    }
}

impl Sums<'_, '_> {
    /// Adds a term to a sum.
    pub(super) fn add_term(&mut self, sum: Value, term: &Term, plan: Plan) -> Option<Value> {
        if let (Plan::Dot { .. }, 32, false) = (plan, self.to.width, term.is_negative) {
            return self.dot(Some(sum), term, plan);
        }
        if let Plan::Weighted { bytes, number } = plan {
            return self.weighted(sum, term, (bytes, number));
        }
        let added = match plan {
            Plan::Count(mask, _) if self.to.lanes.is_none() => self.counted(mask, term),
            _ => self.sums_of(term, plan),
        }?;
        Some(match term.is_negative {
            true => self.sub(sum, added),
            false => self.add(sum, added),
        })
    }

    /// The sums of a term.
    fn sums_of(&mut self, term: &Term, plan: Plan) -> Option<Value> {
        match plan {
            Plan::Whole => {
                let mut value = self.under(term, term.whole);
                if let TermKind::Count { mask, is_condition: true, .. } = term.kind {
                    value = self.selected(mask, true, value);
                }
                self.folded(value, true)
            }
            Plan::Dot { .. } => self.dot(None, term, plan),
            Plan::Weighted { .. } => None,
            Plan::Words(first, second) => self.words(term, first, second),
            Plan::SmallProducts(factors) => {
                let [a, b] = self.factors(term, factors, 8);
                let pairs = self.called(SumOfTerms::ByteProducts, a, b)?;
                let ty = self.ty(pairs);
                let ones = self.number(1, ty);
                let sums = self.called(SumOfTerms::ShortProducts, pairs, ones)?;
                match self.to.width {
                    32 => self.folded(sums, true),
                    _ => self.widened(sums, 4 * factors[0].most() * factors[1].most()),
                }
            }
            Plan::NarrowProducts(factors) => {
                let [a, b] = self.factors(term, factors, 16);
                let ty = self.ty(a);
                let product = self.rw.build_value(MulOp::of(a, b).loc(self.loc).res(ty));
                self.with_neighbors(product, factors[0].is_signed)
            }
            Plan::Differences { first, second, is_signed } => {
                let first = self.under(term, first);
                let second = second.map(|second| self.under(term, second));
                self.differences(first, second, is_signed)
            }
            Plan::Neighbors(numbers) => {
                let value = self.under(term, numbers.value);
                self.with_neighbors(value, numbers.is_signed)
            }
            Plan::NeighborDifferences(pair) => {
                let [a, b] = pair.map(|value| self.under(term, value));
                let ty = self.ty(a);
                let most = self.rw.build_value(UMaxOp::of(a, b).loc(self.loc).res(ty));
                let least = self.rw.build_value(UMinOp::of(a, b).loc(self.loc).res(ty));
                let difference = self.sub(most, least);
                self.with_neighbors(difference, false)
            }
            Plan::Bits(value, bits) => self.counted_bits(term, value, bits),
            Plan::Count(mask, bits) => self.counted_in(term, mask, bits),
        }
    }

    /// Products of words, or words.
    fn words(&mut self, term: &Term, first: Factor, second: Option<Factor>) -> Option<Value> {
        let [a, b] = match second {
            Some(second) => self.factors(term, [first, second], 16),
            None => {
                let value = self.under(term, first.value);
                let ty = self.ty(value);
                [value, self.number(1, ty)]
            }
        };
        let sums = self.called(SumOfTerms::ShortProducts, a, b)?;
        match self.to.width {
            32 => self.folded(sums, true),
            _ => self.widened(sums, 2 * first.most() * second.map_or(1, Factor::most)),
        }
    }

    /// Differences of unsigned bytes, or bytes, of which signed ones are made unsigned.
    fn differences(&mut self, first: Value, second: Option<Value>, is_signed: bool) -> Option<Value> {
        let ty = self.ty(first);
        let first = if is_signed { self.flipped(first) } else { first };
        let second = second.unwrap_or_else(|| self.number(0, ty));
        let mut sums = self.called(SumOfTerms::ByteDifferences, first, second)?;
        let lanes = self.count_of(sums)?;
        // The upper halves are zero.
        let halves = self.to.width == 32;
        let ty = if halves { self.vector(32, 2 * lanes) } else { self.ty(sums) };
        if halves {
            sums = self.bitcast(sums, ty);
        }
        if is_signed {
            // Each of eight bytes is 128 too much.
            let excess: &[i64] = if halves { &[8 * 128, 0] } else { &[8 * 128] };
            let excess = numbers(self.rw, &excess.repeat(lanes), ty, self.loc);
            sums = self.sub(sums, excess);
        }
        self.folded(sums, true)
    }

    /// Adds products of bytes and sums: of a number, which the sum of all bytes is multiplied by, an offset for each register,
    /// and a small number for each element.
    fn weighted(&mut self, sum: Value, term: &Term, (bytes, number): (Value, Value)) -> Option<Value> {
        let TermKind::Weighted { weights, .. } = &term.kind else { return None };
        let lanes = self.target.register_bytes().min(self.count);
        let offsets = Offsets::of(weights, lanes)?;
        let bytes = self.under(term, bytes);
        let ty = self.ty(bytes);
        let rest = numbers(self.rw, &offsets.rest, ty, self.loc);
        let range = (0, offsets.rest.iter().copied().max()?);
        let factors =
            [Factor::extended(bytes, 8, false), Factor { range, ..Factor::extended(rest, 8, false) }];
        let products = Term { kind: TermKind::Products(factors, 1), conditions: Vec::new(), ..term.clone() };
        let plan = match Plan::of_products(factors, self.target, self.count) {
            // There is no vector of the products.
            Plan::Whole => return None,
            plan => plan,
        };
        let sum = self.add_term(sum, &products, plan)?;
        // The sums of each register, and of those from each one on.
        let to = self.register(lanes / 4);
        let parts = self.parts(bytes, lanes);
        let mut all: Option<Value> = None;
        let mut later: Option<Value> = None;
        for (at, part) in parts.into_iter().enumerate().rev() {
            let plan = Plan::of_bytes_alone(part, self.target, (lanes, 32));
            let part = Term::bytes(part);
            let mut sums = Sums { rw: self.rw, target: self.target, loc: self.loc, count: lanes, to };
            let part = sums.sums_of(&part, plan)?;
            let from = all.map_or(part, |all| self.add(all, part));
            all = Some(from);
            if at > 0 {
                later = Some(later.map_or(from, |later| self.add(later, from)));
            }
        }
        let all = all?;
        let offset = self.rw.cx().int_attr(to.element, offsets.first);
        let offset = ConstantOp::of().loc(self.loc).value_attr(offset).res(to.element);
        let offset = self.rw.build_value(offset);
        let number = self.add(number, offset);
        let number = self.splat(number, to.ty, lanes / 4);
        let mut added = self.rw.build_value(MulOp::of(all, number).loc(self.loc).res(to.ty));
        if let Some(later) = later {
            let step = self.number(offsets.step, to.ty);
            let later = self.rw.build_value(MulOp::of(later, step).loc(self.loc).res(to.ty));
            added = self.add(added, later);
        }
        let added = self.folded(added, true)?;
        Some(match term.is_negative {
            true => self.sub(sum, added),
            false => self.add(sum, added),
        })
    }

    /// Sums of 32 bits, so many.
    fn register(&self, lanes: usize) -> SumType {
        let element = self.rw.cx().integer(32, Signedness::Signless);
        SumType { ty: self.vector(32, lanes), lanes: Some(lanes), element, width: 32 }
    }

    /// A number in all of so many elements.
    fn splat(&mut self, number: Value, ty: Type, count: usize) -> Value {
        let poison = self.rw.build_value(PoisonOp::of().loc(self.loc).res(ty));
        let first = self.rw.cx().int_attr(Type::I64, 0);
        let first = self.rw.build_value(ConstantOp::of().loc(self.loc).value_attr(first).res(Type::I64));
        let one = self.rw.build_value(InsertElementOp::of(poison, number, first).loc(self.loc).res(ty));
        shuffle(self.rw, [one, poison], std::iter::repeat_n(0, count), self.loc)
    }

    /// Products of bytes, added to a sum of 32 bits if there is one.
    fn dot(&mut self, sum: Option<Value>, term: &Term, plan: Plan) -> Option<Value> {
        let Plan::Dot { instruction, first, second, flipped } = plan else { return None };
        let bytes = self.vector(8, self.count);
        let [mut a, mut b] = match (first, second) {
            (Some(a), Some(b)) => self.factors(term, [a, b], 8),
            (a, b) => [a, b].map(|factor| match factor {
                Some(factor) => self.under(term, factor.value),
                None => self.number(1, bytes),
            }),
        };
        let per_call = instruction.bytes / 4;
        let lanes = self.to.lanes?;
        let register = self.vector(32, per_call);
        let is_in_place = sum.is_some() && lanes >= per_call;
        let mut sums: Vec<Value> = match sum.filter(|_| is_in_place) {
            Some(sum) => self.parts(sum, per_call),
            None => vec![self.number(0, register)],
        };
        // Exchanging the highest bit adds 128 to a signed byte, and subtracts it from an unsigned one: the products of that
        // number, which is the highest bit alone, and the other factor are subtracted again.
        let other = flipped.map(|at| if at == 0 { b } else { a });
        match flipped {
            Some(0) => a = self.flipped(a),
            Some(_) => b = self.flipped(b),
            None => {}
        }
        let (first, second) = (self.parts(a, instruction.bytes), self.parts(b, instruction.bytes));
        for (at, (a, b)) in first.into_iter().zip(second).enumerate() {
            let at = at % sums.len();
            sums[at] = self.multiplied(instruction, sums[at], a, b);
        }
        if let (Some(at), Some(other)) = (flipped, other) {
            let mut excess = self.number(0, register);
            let ones = self.vector(8, instruction.bytes);
            let highest = self.number(-128, ones);
            for part in self.parts(other, instruction.bytes) {
                let pair = if at == 0 { [highest, part] } else { [part, highest] };
                excess = self.multiplied(instruction, excess, pair[0], pair[1]);
            }
            sums[0] = self.sub(sums[0], excess);
        }
        let all = concatenate(self.rw, &sums, self.loc)?;
        if is_in_place {
            return Some(all);
        }
        let added = self.folded(all, true)?;
        Some(match sum {
            Some(sum) => self.add(sum, added),
            None => added,
        })
    }

    fn multiplied(&mut self, instruction: DotProduct, sum: Value, a: Value, b: Value) -> Value {
        let ty = self.ty(sum);
        let [a, b] = match instruction.takes_words {
            true => [a, b].map(|value| self.bitcast(value, ty)),
            false => [a, b],
        };
        self.call(instruction.intrinsic, &[sum, a, b], ty)
    }

    /// The sums that an instruction computes of neighboring terms.
    fn called(&mut self, terms: SumOfTerms, a: Value, b: Value) -> Option<Value> {
        let (intrinsic, lanes) = self.target.sum_of_terms(terms, self.count_of(a)?)?;
        let bits = terms.sum_bits();
        let ty = self.vector(bits, lanes * terms.operand_bytes() * 8 / bits as usize);
        let (first, second) = (self.parts(a, lanes), self.parts(b, lanes));
        let sums: Vec<Value> =
            first.into_iter().zip(second).map(|(a, b)| self.call(intrinsic, &[a, b], ty)).collect();
        concatenate(self.rw, &sums, self.loc)
    }

    /// Sums of 32 bits, each at most so large or so much below zero, as ones of 64 bits.
    fn widened(&mut self, sums: Value, most: i64) -> Option<Value> {
        let (count, lanes, ty) = (self.count_of(sums)?, self.to.lanes?, self.ty(sums));
        let register = (self.target.register_bytes() / 4).min(count);
        if most.saturating_mul((count / register) as i64) <= i64::from(i32::MAX) {
            let parts = self.parts(sums, register);
            let sums = self.added(&parts)?;
            return self.folded(sums, true);
        }
        // Two products of the least numbers are 2^31, which wraps: no sum is so little. One less never wraps.
        let one = self.number(1, ty);
        let less = self.sub(sums, one);
        let sums = self.folded(less, true)?;
        let ones = self.number((count / lanes) as i64, self.to.ty);
        Some(self.add(sums, ones))
    }

    /// Adds neighbors until sums are as wide as wanted.
    fn with_neighbors(&mut self, value: Value, is_signed: bool) -> Option<Value> {
        let mut value = value;
        loop {
            let bits = self.width(value);
            if bits >= self.to.width {
                return self.folded(value, is_signed);
            }
            let intrinsic = self.target.sum_of_neighbors(bits, is_signed)?;
            let lanes = 128 / bits as usize;
            let ty = self.vector(2 * bits, lanes / 2);
            let sums: Vec<Value> =
                self.parts(value, lanes).into_iter().map(|part| self.call(intrinsic, &[part], ty)).collect();
            value = concatenate(self.rw, &sums, self.loc)?;
        }
    }

    /// The number of elements of a mask that are set.
    fn counted(&mut self, mask: Value, term: &Term) -> Option<Value> {
        let mask = self.under(term, mask);
        let mut total: Option<Value> = None;
        for part in self.parts(mask, self.count.min(MAX_COUNTED)) {
            let bits = u32::try_from(self.count_of(part)?).ok()?;
            let all = self.rw.cx().integer(bits, Signedness::Signless);
            let part = self.bitcast(part, all);
            let count = self.rw.build_value(CtPopOp::of(part).loc(self.loc).res(all));
            let count = match bits.cmp(&self.to.width) {
                std::cmp::Ordering::Less => {
                    self.rw.build_value(ZExtOp::of(count).loc(self.loc).res(self.to.element))
                }
                std::cmp::Ordering::Equal => count,
                std::cmp::Ordering::Greater => {
                    self.rw.build_value(TruncOp::of(count).loc(self.loc).res(self.to.element))
                }
            };
            total = Some(match total {
                Some(total) => self.add(total, count),
                None => count,
            });
        }
        total
    }

    /// The numbers of set bits of elements of so many bits. Those of its bytes are the bits of an element, and at most 8 each:
    /// registers are added in bytes, as many as cannot wrap.
    fn counted_bits(&mut self, term: &Term, value: Value, bits: u32) -> Option<Value> {
        let value = self.under(term, value);
        let count = self.count * bits as usize / 8;
        let bytes = self.vector(8, count);
        let bytes = self.bitcast(value, bytes);
        let lanes = count.min(self.target.register_bytes());
        let mut counts = Vec::new();
        for part in self.parts(bytes, lanes) {
            let ty = self.ty(part);
            counts.push(self.rw.build_value(CtPopOp::of(part).loc(self.loc).res(ty)));
        }
        let mut total: Option<Value> = None;
        for counts in counts.chunks(MAX_BYTE / 8) {
            let sum = self.added(counts)?;
            let sums = self.counts(sum, 8, lanes)?;
            total = Some(match total {
                Some(total) => self.add(total, sums),
                None => sums,
            });
        }
        total
    }

    /// The elements of a mask that are set, counted in vectors of elements of so many bits first.
    fn counted_in(&mut self, term: &Term, mask: Value, bits: u32) -> Option<Value> {
        let mask = self.under(term, mask);
        let whole = self.vector(bits, self.count);
        let mask = self.rw.build_value(SExtOp::of(mask).loc(self.loc).res(whole));
        let lanes = self.count.min(self.target.register_bytes() * 8 / bits as usize);
        let parts = self.parts(mask, lanes);
        let mut total: Option<Value> = None;
        for parts in parts.chunks(if bits == 8 { MAX_BYTE } else { parts.len() }) {
            let sum = self.added(parts)?;
            let ty = self.ty(sum);
            let is_counted_by_product = bits == 16 && self.to.width == 32;
            let has_products =
                is_counted_by_product && self.target.sum_of_terms(SumOfTerms::ShortProducts, lanes).is_some();
            let sums = match has_products {
                true => {
                    let one = self.number(-1, ty);
                    let sums = self.called(SumOfTerms::ShortProducts, sum, one)?;
                    self.folded(sums, true)?
                }
                false => {
                    let zero = self.number(0, ty);
                    let counts = self.sub(zero, sum);
                    self.counts(counts, bits, lanes)?
                }
            };
            total = Some(match total {
                Some(total) => self.add(total, sums),
                None => sums,
            });
        }
        total
    }

    /// The sums of counts of so many bits.
    fn counts(&mut self, counts: Value, bits: u32, lanes: usize) -> Option<Value> {
        let term = Term::bytes(counts);
        let plan = Plan::of_bytes_alone(counts, self.target, (lanes, self.to.width));
        match plan {
            _ if bits == 8 && !matches!(plan, Plan::Whole) => {
                let to = self.to;
                Sums { rw: self.rw, target: self.target, loc: self.loc, count: lanes, to }
                    .sums_of(&term, plan)
            }
            _ if 128 / bits as usize <= lanes && self.target.sum_of_neighbors(bits, false).is_some() => {
                self.with_neighbors(counts, false)
            }
            _ => {
                let wide = self.vector(self.to.width, lanes);
                let counts = self.rw.build_value(ZExtOp::of(counts).loc(self.loc).res(wide));
                self.folded(counts, false)
            }
        }
    }

    /// The factors of products as vectors of so many bits.
    fn factors(&mut self, term: &Term, factors: [Factor; 2], bits: u32) -> [Value; 2] {
        let [a, b] = factors.map(|factor| self.factor(factor, bits));
        if term.conditions.is_empty() {
            return [a, b];
        }
        let ty = self.ty(b);
        [self.under(term, a), self.rw.build_value(FreezeOp::of(b).loc(self.loc).res(ty))]
    }

    fn factor(&mut self, factor: Factor, bits: u32) -> Value {
        let element = self.rw.cx().integer(factor.bits, Signedness::Signless);
        let lanes = lanes_of(self.rw.value(factor.value));
        let narrow = lanes.map_or(element, |_| self.vector(factor.bits, self.count));
        let is_wider = self.width(factor.value) > factor.bits;
        let mut value = match is_wider {
            true => self.rw.build_value(TruncOp::of(factor.value).loc(self.loc).res(narrow)),
            false => factor.value,
        };
        let whole = self.vector(factor.bits, self.count);
        if lanes.is_none() {
            value = self.splat(value, whole, self.count);
        }
        let wide = self.vector(bits, self.count);
        match (bits > factor.bits, factor.is_signed) {
            (false, _) => value,
            (true, true) => self.rw.build_value(SExtOp::of(value).loc(self.loc).res(wide)),
            (true, false) => self.rw.build_value(ZExtOp::of(value).loc(self.loc).res(wide)),
        }
    }

    /// A vector where the conditions of a term hold, and zero elsewhere.
    fn under(&mut self, term: &Term, value: Value) -> Value {
        let mut value = value;
        for &(condition, holds) in &term.conditions {
            value = self.selected(condition, holds, value);
        }
        value
    }

    /// A vector where a condition holds or not, and zero elsewhere.
    fn selected(&mut self, condition: Value, holds: bool, value: Value) -> Value {
        let ty = self.ty(value);
        let zero = self.number(0, ty);
        let (yes, no) = if holds { (value, zero) } else { (zero, value) };
        self.rw.build_value(SelectOp::of(condition, yes, no).loc(self.loc).res(ty))
    }

    /// Bytes with their highest bit exchanged.
    fn flipped(&mut self, value: Value) -> Value {
        let ty = self.ty(value);
        let highest = self.number(-128, ty);
        self.xor(value, highest)
    }

    /// Adds the elements of a vector up to as many as there are sums, in their type.
    pub(super) fn folded(&mut self, value: Value, is_signed: bool) -> Option<Value> {
        let mut value = value;
        if self.width(value) < self.to.width {
            let wide = self.vector(self.to.width, self.count_of(value)?);
            value = match is_signed {
                true => self.rw.build_value(SExtOp::of(value).loc(self.loc).res(wide)),
                false => self.rw.build_value(ZExtOp::of(value).loc(self.loc).res(wide)),
            };
        }
        let has = self.count_of(value)?;
        let Some(lanes) = self.to.lanes else { return self.total(value) };
        if has >= lanes {
            let parts = self.parts(value, lanes);
            return self.added(&parts);
        }
        let ty = self.ty(value);
        let zeros = self.number(0, ty);
        Some(shuffle(self.rw, [value, zeros], (0..lanes).map(|at| at.min(has) as i32), self.loc))
    }

    /// The sum of all elements.
    fn total(&mut self, value: Value) -> Option<Value> {
        use terrace_dialects_llvm::intrinsics::VectorReduceAddOp;
        (self.width(value) == self.to.width).then_some(())?;
        Some(self.rw.build_value(VectorReduceAddOp::of(value).loc(self.loc).res(self.to.element)))
    }

    /// The sum of vectors, pair by pair.
    fn added(&mut self, vectors: &[Value]) -> Option<Value> {
        let mut vectors = vectors.to_vec();
        while vectors.len() > 1 {
            vectors = vectors
                .chunks(2)
                .map(|pair| match *pair {
                    [a, b] => self.add(a, b),
                    _ => pair[0],
                })
                .collect();
        }
        vectors.pop()
    }
}
