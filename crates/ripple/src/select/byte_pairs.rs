//! Sums of two weighted bytes that are beside each other: an instruction multiplies bytes with bytes that have a sign, and
//! adds the products up in pairs.
//!
//! It saturates where a sum has more than 16 bits. Constant weights tell whether it does; where a program computes the
//! weights, a branch tests them, and the other way multiplies numbers of 16 bits.

use terrace_dialects_llvm::enums::ICmpPredicate;
use terrace_dialects_llvm::ops::{
    AddOp, AndOp, BitcastOp, BrOp, CondBrOp, FreezeOp, ICmpOp, LShrOp, MulOp, OrOp, ShlOp, ZExtOp,
};
use terrace_ir::{Op, OpRef, Rewriter, Type, Value, ValueRef};
use terrace_target::{SumOfTerms, Target};

use super::build::Build;
use super::writer::VectorWriter;
use crate::functions::erase_dead;
use crate::splats::{number_everywhere, splat_of};
use crate::vectors::{concatenate, lanes_of, scalar_width};

/// The largest number of terms of a sum.
const MAX_TERMS: usize = 16;

/// The largest number of sums of a function for which weights are tested.
const MAX_TESTED: usize = 4;

/// The sum of weights without a sign up to which no sum of products saturates: 128 times 255 has 15 bits.
const MOST: i64 = 128;

/// Computes sums of weighted pairs of bytes with one multiplication; returns whether there are any.
pub(super) fn select_byte_pairs(rw: &mut Rewriter<'_>, target: &dyn Target) -> bool {
    let mut tested = 0;
    let mut any = false;
    let ops: Vec<Op> = rw.body().live_ops().collect();
    for op in ops {
        let Some(sum) = WeightedSum::of(rw.op(op), target) else { continue };
        if sum.needs_test() {
            if tested == MAX_TESTED {
                continue;
            }
            tested += 1;
        }
        sum.replace(rw, op);
        any = true;
    }
    if any {
        erase_dead(rw);
    }
    any
}

/// A weight of the even or the odd bytes.
#[derive(Clone, Copy)]
enum Weight {
    Constant(i64),
    /// A scalar of 16 bits that all elements of a vector are.
    Computed {
        scalar: Value,
        vector: Value,
    },
}

/// The even or the odd bytes of words, with their weight.
struct Term {
    words: Value,
    is_odd: bool,
    weight: Weight,
}

impl Term {
    fn of(value: ValueRef<'_>) -> Option<Self> {
        let weighted = value.defined_by::<MulOp>().and_then(|product| {
            let [a, b] = [product.lhs(), product.rhs()];
            let in_order = |bytes, weight| Some((bytes_of(bytes)?, weight_of(weight)?));
            in_order(a, b).or_else(|| in_order(b, a))
        });
        let shifted = || {
            let shift = value.defined_by::<ShlOp>()?;
            let by = number_everywhere(shift.rhs()).filter(|by| (0..7).contains(by))?;
            Some((bytes_of(shift.lhs())?, Weight::Constant(1 << by)))
        };
        let plain = || Some((bytes_of(value)?, Weight::Constant(1)));
        let ((words, is_odd), weight) = weighted.or_else(shifted).or_else(plain)?;
        Some(Self { words, is_odd, weight })
    }
}

/// The words of which a value has the even or the odd bytes, and whether the odd ones.
fn bytes_of(value: ValueRef<'_>) -> Option<(Value, bool)> {
    let even = value.defined_by::<AndOp>().and_then(|and| {
        let [a, b] = [and.lhs(), and.rhs()];
        match (number_everywhere(a), number_everywhere(b)) {
            (_, Some(255)) => Some(a),
            (Some(255), _) => Some(b),
            _ => None,
        }
    });
    if let Some(words) = even {
        return Some((from_bytes(words), false));
    }
    let shift = value.defined_by::<LShrOp>()?;
    (number_everywhere(shift.rhs()) == Some(8)).then(|| (from_bytes(shift.lhs()), true))
}

/// The value whose bits a value has.
fn from_bytes(words: ValueRef<'_>) -> Value {
    words.defined_by::<BitcastOp>().map_or(words, |cast| cast.arg()).id()
}

fn weight_of(value: ValueRef<'_>) -> Option<Weight> {
    if let Some(number) = number_everywhere(value) {
        return Some(Weight::Constant(number));
    }
    let scalar = splat_of(value)?;
    Some(Weight::Computed { scalar: scalar.id(), vector: value.id() })
}

/// The even and the odd bytes of words, with their weights.
struct Pair {
    words: Value,
    weights: [Weight; 2],
}

impl Pair {
    /// Whether no sum of constant products has more than 16 bits; `None` if weights are computed.
    fn is_exact(&self) -> Option<bool> {
        let [Weight::Constant(a), Weight::Constant(b)] = self.weights else { return None };
        let fits = [a, b].iter().all(|weight| (-128..128).contains(weight));
        let within = |a: i64, b: i64| (-32768..32768).contains(&(255 * (a + b)));
        Some(fits && within(a.max(0), b.max(0)) && within(a.min(0), b.min(0)))
    }

    /// Whether an instruction may compute the sum, for some weights.
    fn is_possible(&self) -> bool {
        let is_small = |weight: &Weight| match weight {
            Weight::Constant(number) => (0..128).contains(number),
            Weight::Computed { .. } => true,
        };
        self.is_exact().unwrap_or_else(|| self.weights.iter().all(is_small))
    }
}

/// A sum of pairs and other terms, in 16 bits.
struct WeightedSum {
    pairs: Vec<Pair>,
    others: Vec<Value>,
    ty: Type,
    lanes: usize,
    intrinsic: &'static str,
    /// The bytes of an operand of the intrinsic.
    bytes: usize,
}

impl WeightedSum {
    fn of(op: OpRef<'_>, target: &dyn Target) -> Option<Self> {
        let sum = op.cast::<AddOp>()?.res();
        let (cx, ty, lanes) = (op.cx(), sum.ty(), lanes_of(sum)?);
        if scalar_width(cx, ty.element_type(cx)?) != 16 {
            return None;
        }
        let is_term = sum.uses().nth(1).is_none() && sum.uses().all(|(user, _)| user.isa::<AddOp>());
        let (intrinsic, bytes) = target.sum_of_terms(SumOfTerms::ByteProducts, 2 * lanes)?;
        if is_term || !(2 * lanes).is_multiple_of(bytes) {
            return None;
        }
        let (mut terms, mut others) = (Vec::new(), Vec::new());
        let mut left = vec![sum];
        while let Some(value) = left.pop() {
            let is_used_once = value == sum || value.uses().nth(1).is_none();
            match value.defined_by::<AddOp>().filter(|_| is_used_once) {
                Some(add) => left.extend([add.rhs(), add.lhs()]),
                None => match Term::of(value) {
                    Some(term) => terms.push((term, value.id())),
                    None => others.push(value.id()),
                },
            }
            (left.len() + terms.len() + others.len() <= MAX_TERMS).then_some(())?;
        }
        let mut pairs = Vec::new();
        while let Some((term, value)) = terms.pop() {
            let is_other = |(other, _): &(Term, Value)| {
                let weights =
                    if term.is_odd { [other.weight, term.weight] } else { [term.weight, other.weight] };
                let pair = Pair { words: term.words, weights };
                other.words == term.words && other.is_odd != term.is_odd && pair.is_possible()
            };
            match terms.iter().position(is_other).map(|at| terms.remove(at).0) {
                Some(other) if term.is_odd => {
                    pairs.push(Pair { words: term.words, weights: [other.weight, term.weight] });
                }
                Some(other) => pairs.push(Pair { words: term.words, weights: [term.weight, other.weight] }),
                None => others.push(value),
            }
        }
        (!pairs.is_empty()).then_some(Self { pairs, others, ty, lanes, intrinsic, bytes })
    }

    /// Whether weights must be tested.
    fn needs_test(&self) -> bool {
        self.pairs.iter().any(|pair| pair.is_exact().is_none())
    }

    fn replace(&self, rw: &mut Rewriter<'_>, op: Op) {
        let loc = rw.body().loc(op);
        rw.set_insertion_point_before(op);
        if !self.needs_test() {
            let total = self.in_pairs(&mut Build { rw, loc });
            rw.replace_op(op, &[total]);
            return;
        }
        let Some(block) = rw.op(op).block().map(|block| block.id()) else { return };
        let done = rw.split_block(op);
        let in_words = rw.create_block_before(done, &[]);
        let in_pairs = rw.create_block_before(in_words, &[]);
        rw.set_insertion_point_to_end(block);
        let are_small = self.are_small(&mut Build { rw, loc });
        let branch = CondBrOp::of(are_small).loc(loc).true_dest_operands(&[]).false_dest_operands(&[]);
        rw.build(branch.true_dest(in_pairs).false_dest(in_words));
        rw.set_insertion_point_to_end(in_pairs);
        let total = self.in_pairs(&mut Build { rw, loc });
        rw.build(BrOp::of(&[total]).loc(loc).dest(done));
        rw.set_insertion_point_to_end(in_words);
        let total = self.in_words(&mut Build { rw, loc });
        rw.build(BrOp::of(&[total]).loc(loc).dest(done));
        let total = rw.add_argument(done, self.ty, loc);
        rw.replace_op(op, &[total]);
    }

    /// A bit that is set if no pair of computed weights lets a sum saturate.
    fn are_small(&self, build: &mut Build<'_, '_>) -> Value {
        let wide = Type::I32;
        let mut all: Option<Value> = None;
        for pair in self.pairs.iter().filter(|pair| pair.is_exact().is_none()) {
            let weights = pair.weights.map(|weight| match weight {
                Weight::Constant(number) => build.scalar_number(number, wide),
                Weight::Computed { scalar, .. } => {
                    build.rw.build_value(ZExtOp::of(scalar).loc(build.loc).res(wide))
                }
            });
            let sum = build.add(weights[0], weights[1]);
            for (value, limit) in [(weights[0], 127), (weights[1], 127), (sum, MOST)] {
                let limit = build.scalar_number(limit, wide);
                let test = ICmpOp::of(value, limit).loc(build.loc).predicate(ICmpPredicate::Ule);
                let test = build.rw.build_value(test.res(Type::I1));
                all = Some(match all {
                    Some(all) => build.rw.build_value(AndOp::of(all, test).loc(build.loc).res(Type::I1)),
                    None => test,
                });
            }
        }
        let all = all.unwrap_or_else(|| build.scalar_number(1, Type::I1));
        // Weights that no active element uses may be poison.
        build.rw.build_value(FreezeOp::of(all).loc(build.loc).res(Type::I1))
    }

    /// The sum, with a multiplication for each pair.
    fn in_pairs(&self, build: &mut Build<'_, '_>) -> Value {
        let (bytes, words) = (build.vector(8, self.bytes), build.vector(16, self.bytes / 2));
        let all_bytes = build.vector(8, 2 * self.lanes);
        let totals = self.pairs.iter().map(|pair| {
            let weights = build.weights(pair, words);
            let weights = build.bitcast(weights, bytes);
            let from = build.bitcast(pair.words, all_bytes);
            let parts = build.parts(from, self.bytes);
            let sums = parts.into_iter().map(|part| build.call(self.intrinsic, &[part, weights], words));
            let sums: Vec<Value> = sums.collect();
            concatenate(build.rw, &sums, build.loc)
        });
        let totals: Vec<Value> = totals.flatten().collect();
        self.with_others(build, totals)
    }

    /// The sum, with two multiplications for each pair.
    fn in_words(&self, build: &mut Build<'_, '_>) -> Value {
        let mut terms = Vec::new();
        for pair in &self.pairs {
            let words = build.bitcast(pair.words, self.ty);
            let [low, eight] = [255, 8].map(|number| build.number(number, self.ty));
            let even = build.rw.build_value(AndOp::of(words, low).loc(build.loc).res(self.ty));
            let odd = build.rw.build_value(LShrOp::of(words, eight).loc(build.loc).res(self.ty));
            for (bytes, weight) in [even, odd].into_iter().zip(pair.weights) {
                let weight = match weight {
                    Weight::Constant(number) => build.number(number, self.ty),
                    Weight::Computed { vector, .. } => vector,
                };
                terms.push(build.rw.build_value(MulOp::of(bytes, weight).loc(build.loc).res(self.ty)));
            }
        }
        self.with_others(build, terms)
    }

    fn with_others(&self, build: &mut Build<'_, '_>, terms: Vec<Value>) -> Value {
        let all = terms.into_iter().chain(self.others.iter().copied());
        all.reduce(|total, term| build.add(total, term)).unwrap_or_else(|| build.number(0, self.ty))
    }
}

impl Build<'_, '_> {
    /// The weights of a pair beside each other, in all words of a type.
    fn weights(&mut self, pair: &Pair, words: Type) -> Value {
        let word = self.integer(16);
        if let [Weight::Constant(a), Weight::Constant(b)] = pair.weights {
            return self.number(i64::from((a & 255 | (b & 255) << 8) as i16), words);
        }
        let [low, high] = pair.weights.map(|weight| match weight {
            Weight::Constant(number) => self.scalar_number(number, word),
            Weight::Computed { scalar, .. } => scalar,
        });
        let eight = self.scalar_number(8, word);
        let high = self.rw.build_value(ShlOp::of(high, eight).loc(self.loc).res(word));
        let both = self.rw.build_value(OrOp::of(low, high).loc(self.loc).res(word));
        self.splat(both, words)
    }
}
