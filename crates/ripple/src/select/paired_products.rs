//! Sums of products of numbers of 16 bits, as filters are: an instruction multiplies pairs of them and adds the products up
//! in pairs, so that two products of each element cost one multiplication, and numbers are not extended.

use terrace_dialects_llvm::ops::{AddOp, MulOp, OrOp, SExtOp, ShlOp, TruncOp, ZExtOp};
use terrace_ir::{Op, Rewriter, Type, Value, ValueRef};
use terrace_target::{SumOfTerms, Target};

use super::build::Build;
use super::factors::Factor;
use super::writer::VectorWriter;
use crate::vectors::{concatenate, lanes_of, part_of, scalar_width, shuffle};

/// The largest number of terms of a sum.
const MAX_TERMS: usize = 64;

/// The words of each part of registers that are interleaved by an instruction.
const PART: usize = 8;

/// A sum of elements of 32 bits of which at least two terms are products of numbers of 16 bits.
pub(super) fn select_paired_products(rw: &mut Rewriter<'_>, op: Op, target: &dyn Target) -> Option<()> {
    let view = rw.op(op);
    let sum = view.cast::<AddOp>()?.res();
    let (loc, ty, count) = (view.loc(), sum.ty(), lanes_of(sum)?);
    let is_term = sum.uses().nth(1).is_none() && sum.uses().all(|(user, _)| user.isa::<AddOp>());
    if is_term || scalar_width(rw.cx(), ty.element_type(rw.cx())?) != 32 {
        return None;
    }
    let (intrinsic, words) = target.sum_of_terms(SumOfTerms::ShortProducts, 2 * count)?;
    let layout = match () {
        () if count.is_multiple_of(words) && words.is_multiple_of(PART) => {
            Layout { words, is_in_order: false }
        }
        () if 2 * count == words => Layout { words: count, is_in_order: true },
        () => return None,
    };
    let (mut products, mut others) = (Vec::new(), Vec::new());
    split(rw, sum, &mut products, &mut others)?;
    // The last one of an odd number stays as it is.
    if products.len() % 2 == 1 {
        others.extend(products.pop().map(|(whole, _)| whole));
    }
    if products.is_empty() {
        return None;
    }
    let products: Vec<[Factor; 2]> = products.into_iter().map(|(_, factors)| factors).collect();
    rw.set_insertion_point_before(op);
    let mut build = Build { rw, loc };
    let mut parts = Vec::new();
    let pairs: Vec<[Pair; 2]> =
        products.chunks(2).map(|pair| build.pairs([pair[0], pair[1]], count)).collect();
    for first in (0..count).step_by(layout.words) {
        let mut halves: Vec<Value> = Vec::new();
        for half in 0..layout.halves() {
            let mut total: Option<Value> = None;
            for pair in &pairs {
                let words = pair.map(|factor| build.words(factor, first, half, &layout));
                let register = build.vector(32, layout.operand() / 2);
                let product = build.call(intrinsic, &words, register);
                total = Some(match total {
                    Some(total) => build.add(total, product),
                    None => product,
                });
            }
            halves.extend(total);
        }
        parts.push(match halves[..] {
            [low, high] => shuffle(build.rw, [low, high], layout.in_order(), loc),
            _ => halves[0],
        });
    }
    let mut total = concatenate(build.rw, &parts, loc)?;
    for other in others {
        total = build.add(total, other);
    }
    rw.replace_op(op, &[total]);
    Some(())
}

/// A term that is a product, and its factors.
type Product = (Value, [Factor; 2]);

/// Splits a sum into products of numbers of 16 bits and other terms; `None` if it has too many.
fn split(
    rw: &Rewriter<'_>,
    sum: ValueRef<'_>,
    products: &mut Vec<Product>,
    others: &mut Vec<Value>,
) -> Option<()> {
    let mut left = vec![sum];
    while let Some(term) = left.pop() {
        let is_used_once = term.uses().nth(1).is_none();
        let add =
            term.defining_op().and_then(|op| op.cast::<AddOp>()).filter(|_| is_used_once || term == sum);
        if let Some(add) = add {
            left.extend([add.rhs(), add.lhs()]);
        } else if let Some(factors) = product(rw, term).filter(|_| is_used_once) {
            products.push((term.id(), factors));
        } else {
            others.push(term.id());
        }
        (left.len() + products.len() + others.len() <= MAX_TERMS).then_some(())?;
    }
    Some(())
}

/// The factors of a product, of which one has 16 bits, and one is a vector: the first one. Each is extended, or the same for
/// all elements.
fn product(rw: &Rewriter<'_>, term: ValueRef<'_>) -> Option<[Factor; 2]> {
    let multiplication = term.defining_op()?.cast::<MulOp>()?;
    let [a, b] = [multiplication.lhs(), multiplication.rhs()].map(Factor::of);
    let (a, b) = (a?, b?);
    let is_vector = |factor: Factor| lanes_of(rw.value(factor.value)).is_some();
    let is_cheap = |factor: Factor| {
        let ty = rw.value(factor.value).ty();
        !is_vector(factor) || scalar_width(rw.cx(), ty.element_type(rw.cx()).unwrap_or(ty)) <= 16
    };
    let is_wide = [a, b].iter().any(|factor| factor.bits == 16);
    let fits = is_wide && [a, b].into_iter().all(is_cheap);
    match (is_vector(a), is_vector(b)) {
        (true, _) if fits => Some([a, b]),
        (false, true) if fits => Some([b, a]),
        _ => None,
    }
}

/// The order of elements in registers.
struct Layout {
    /// The words of each factor that are interleaved at once.
    words: usize,
    /// Whether they fit one register, in their order; otherwise the first and the second halves of each part are interleaved.
    is_in_order: bool,
}

impl Layout {
    fn halves(&self) -> usize {
        if self.is_in_order { 1 } else { 2 }
    }

    /// The words of an operand of the instruction.
    fn operand(&self) -> usize {
        if self.is_in_order { 2 * self.words } else { self.words }
    }

    /// The words of two factors that are beside each other.
    fn interleaved(&self, half: usize) -> impl Iterator<Item = i32> {
        let (words, is_in_order) = (self.words, self.is_in_order);
        (0..self.operand()).map(move |at| {
            let (pair, second) = (at / 2, at % 2);
            let word = match is_in_order {
                true => pair,
                false => pair / (PART / 2) * PART + half * (PART / 2) + pair % (PART / 2),
            };
            (word + second * words) as i32
        })
    }

    /// The elements of two halves in their order.
    fn in_order(&self) -> impl Iterator<Item = i32> {
        let words = self.words;
        (0..words).map(move |at| {
            let (part, place) = (at / PART, at % PART);
            (place / (PART / 2) * (words / 2) + part * (PART / 2) + place % (PART / 2)) as i32
        })
    }
}

/// Factors of two products beside each other.
#[derive(Clone, Copy)]
enum Pair {
    /// Vectors of words.
    Vectors([Value; 2]),
    /// A number of 32 bits, which holds the words of all elements.
    Number(Value),
}

impl Build<'_, '_> {
    /// The factors of two products, each with that of the other one.
    fn pairs(&mut self, products: [[Factor; 2]; 2], count: usize) -> [Pair; 2] {
        [0, 1].map(|at| {
            let pair = products.map(|factors| factors[at]);
            let is_vector = pair.map(|factor| lanes_of(self.rw.value(factor.value)).is_some());
            let words = pair.map(|factor| self.as_words(factor));
            if is_vector != [false; 2] {
                let whole = self.vector(16, count);
                let vectors =
                    [0, 1].map(|at| if is_vector[at] { words[at] } else { self.splat(words[at], whole) });
                return Pair::Vectors(vectors);
            }
            let number = Type::I32;
            let [low, high] =
                words.map(|word| self.rw.build_value(ZExtOp::of(word).loc(self.loc).res(number)));
            let by = self.scalar_number(16, number);
            let high = self.rw.build_value(ShlOp::of(high, by).loc(self.loc).res(number));
            Pair::Number(self.rw.build_value(OrOp::of(low, high).loc(self.loc).res(number)))
        })
    }

    /// A factor in 16 bits.
    fn as_words(&mut self, factor: Factor) -> Value {
        let (ty, cx) = (self.ty(factor.value), self.rw.cx());
        let width = scalar_width(cx, ty.element_type(cx).unwrap_or(ty));
        let word = self.integer(16);
        let words = ty.with_element(cx, word).unwrap_or(word);
        let (value, loc) = (factor.value, self.loc);
        match (width, factor.is_signed) {
            (16, _) => value,
            (17.., _) => self.rw.build_value(TruncOp::of(value).loc(loc).res(words)),
            (_, true) => self.rw.build_value(SExtOp::of(value).loc(loc).res(words)),
            (_, false) => self.rw.build_value(ZExtOp::of(value).loc(loc).res(words)),
        }
    }

    /// An operand of the instruction: the words of two factors beside each other.
    fn words(&mut self, pair: Pair, first: usize, half: usize, layout: &Layout) -> Value {
        match pair {
            Pair::Vectors(vectors) => {
                let range = first..first + layout.words;
                let vectors = vectors.map(|vector| part_of(self.rw, vector, range.clone(), self.loc));
                shuffle(self.rw, vectors, layout.interleaved(half), self.loc)
            }
            Pair::Number(number) => {
                let (numbers, words) =
                    (self.vector(32, layout.operand() / 2), self.vector(16, layout.operand()));
                let all = self.splat(number, numbers);
                self.bitcast(all, words)
            }
        }
    }
}
