//! Dot products of the bytes, or the halves, of elements of 32 bits, which instructions compute for each element, and add
//! to another vector.

use terrace_dialects_llvm::ops::{
    AShrOp, AddOp, AndOp, InsertElementOp, LShrOp, PoisonOp, ShlOp, ShuffleVectorOp,
};
use terrace_ir::{Loc, Op, Rewriter, Type, Value};
use terrace_target::{SumOfTerms, Target};

use super::build::Build;
use super::dots::Dot;
use super::plans::Plan;
use super::writer::VectorWriter;
use crate::vectors::{concatenate, lanes_of, number, part_of, shuffle};

/// The highest bits of four bytes.
const HIGHEST: i64 = 0x8080_8080_u32 as i32 as i64;

/// A dot product, and an addition of one, is an instruction for each register.
pub(super) fn select_dot_product(rw: &mut Rewriter<'_>, op: Op, target: &dyn Target) -> Option<()> {
    let view = rw.op(op);
    let add = view.cast::<AddOp>()?;
    let (loc, ty, result) = (view.loc(), add.res().ty(), add.res());
    let count = lanes_of(result)?;
    let mut addends = Vec::new();
    let mut dots = Vec::new();
    match Dot::of(result) {
        Some(dot) => {
            // What it is added to is computed with it.
            let mut users = result.uses();
            let is_added =
                users.next().is_some_and(|(user, _)| user.isa::<AddOp>()) && users.next().is_none();
            (!is_added).then_some(())?;
            dots.push(dot);
        }
        None => {
            for operand in [add.lhs(), add.rhs()] {
                match Dot::of(operand).filter(|_| operand.uses().nth(1).is_none()) {
                    Some(dot) => dots.push(dot),
                    None => addends.push(operand.id()),
                }
            }
        }
    }
    let written: Vec<Written> =
        dots.iter().map(|&dot| Written::of(dot, target, count)).collect::<Option<_>>()?;
    (!written.is_empty()).then_some(())?;
    rw.set_insertion_point_before(op);
    let mut sum = match addends[..] {
        [] => number(rw, 0, ty, loc),
        [first, ..] => first,
    };
    for written in written {
        sum = written.write(rw, sum, (ty, loc))?;
    }
    rw.replace_op(op, &[sum]);
    Some(())
}

/// A way to write a dot product.
struct Written {
    dot: Dot,
    plan: Option<Plan>,
    /// The instruction for products of words otherwise, and the number of elements of 32 bits of a register.
    intrinsic: &'static str,
    lanes: usize,
}

impl Written {
    fn of(dot: Dot, target: &dyn Target, count: usize) -> Option<Self> {
        let plan = match dot.per_element {
            4 => Plan::of_bytes_by_bytes(dot.factors, target, 4 * count),
            _ => None,
        };
        if let Some(Plan::Dot { instruction, .. }) = plan {
            let (intrinsic, lanes) = (instruction.intrinsic, instruction.bytes / 4);
            return count.is_multiple_of(lanes).then_some(Self { dot, plan, intrinsic, lanes });
        }
        let (intrinsic, words) = target.sum_of_terms(SumOfTerms::ShortProducts, 2 * count)?;
        let lanes = words / 2;
        count.is_multiple_of(lanes).then_some(Self { dot, plan: None, intrinsic, lanes })
    }

    fn write(&self, rw: &mut Rewriter<'_>, sum: Value, (ty, loc): (Type, Loc)) -> Option<Value> {
        let count = lanes_of(rw.value(sum))?;
        let mut build = Build { rw, loc };
        // Factors as elements of 32 bits, which they were.
        let factors = self.dot.factors.map(|factor| build.bitcast(factor.value, ty));
        let [a, b] = match self.exchanged() {
            Some(0) => [build.flipped(factors[0]), factors[1]],
            Some(_) => [factors[0], build.flipped(factors[1])],
            None => factors,
        };
        let mut parts = Vec::new();
        for first in (0..count).step_by(self.lanes) {
            let range = first..first + self.lanes;
            let [sum, a, b] = [sum, a, b].map(|value| part_of(build.rw, value, range.clone(), loc));
            let (register, words) = (build.vector(32, self.lanes), build.vector(16, 2 * self.lanes));
            parts.push(match (self.plan, self.dot.per_element) {
                (Some(plan), _) => self.with_bytes(&mut build, plan, (sum, [a, b]), register),
                (None, 2) => {
                    let [a, b] = [a, b].map(|value| build.bitcast(value, words));
                    let product = build.call(self.intrinsic, &[a, b], register);
                    build.add(sum, product)
                }
                (None, _) => {
                    let pair = [(a, self.dot.factors[0]), (b, self.dot.factors[1])].map(|(value, factor)| {
                        let value = build.bitcast(value, words);
                        build.halves(value, factor.is_signed)
                    });
                    let [[a0, a1], [b0, b1]] = pair;
                    let even = build.call(self.intrinsic, &[a0, b0], register);
                    let odd = build.call(self.intrinsic, &[a1, b1], register);
                    let sum = build.add(sum, even);
                    build.add(sum, odd)
                }
            });
        }
        concatenate(build.rw, &parts, loc)
    }

    /// The factor whose highest bits are exchanged.
    fn exchanged(&self) -> Option<usize> {
        let Some(Plan::Dot { first, flipped: Some(at), .. }) = self.plan else { return None };
        let is_in_order = first.is_some_and(|first| first.value == self.dot.factors[0].value);
        Some(if is_in_order { at } else { 1 - at })
    }

    /// Products of bytes by an instruction, which may be for other signs: highest bits are exchanged then.
    fn with_bytes(
        &self,
        build: &mut Build<'_, '_>,
        plan: Plan,
        (sum, [a, b]): (Value, [Value; 2]),
        register: Type,
    ) -> Value {
        let Plan::Dot { instruction, first, flipped, .. } = plan else { return sum };
        let is_in_order = first.is_some_and(|first| first.value == self.dot.factors[0].value);
        let pair = if is_in_order { [a, b] } else { [b, a] };
        let bytes = build.vector(8, instruction.bytes);
        let operand = if instruction.takes_words { register } else { bytes };
        let Some(at) = flipped else {
            let [a, b] = pair.map(|value| build.bitcast(value, operand));
            return build.call(instruction.intrinsic, &[sum, a, b], register);
        };
        let highest = build.number(HIGHEST, register);
        let mut excess = pair;
        excess[at] = highest;
        let zero = build.number(0, register);
        let [a, b] = excess.map(|value| build.bitcast(value, operand));
        let excess = build.call(instruction.intrinsic, &[zero, a, b], register);
        let [a, b] = pair.map(|value| build.bitcast(value, operand));
        let sum = build.call(instruction.intrinsic, &[sum, a, b], register);
        build.sub(sum, excess)
    }
}

impl Build<'_, '_> {
    /// Elements with the highest bit of each byte exchanged, before they are repeated.
    ///
    /// LLVM 22 does not end for some vectors of bytes of which a part is exchanged, and then repeated.
    fn flipped(&mut self, value: Value) -> Value {
        let ty = self.ty(value);
        let repeated = self.rw.value(value).defined_by::<ShuffleVectorOp>();
        let repeated = repeated.filter(|shuffle| shuffle.v2().defined_by::<PoisonOp>().is_some());
        let Some((from, mask)) = repeated.map(|shuffle| (shuffle.v1().id(), shuffle.mask_attr())) else {
            let highest = self.number(HIGHEST, ty);
            return self.xor(value, highest);
        };
        let Some(mask) = mask.as_i32_array(self.rw.cx()) else { return value };
        let inserted = self.rw.value(from).defined_by::<InsertElementOp>().map(|insert| {
            let is_alone = insert.vector().defined_by::<PoisonOp>().is_some();
            ([insert.vector().id(), insert.position().id()], insert.value().id(), is_alone)
        });
        let from = match inserted {
            Some(([vector, position], number, true)) => {
                let element = self.ty(number);
                let highest = self.scalar_number(HIGHEST, element);
                let number = self.xor(number, highest);
                let from = self.ty(from);
                self.rw.build_value(InsertElementOp::of(vector, number, position).loc(self.loc).res(from))
            }
            _ => {
                let from_type = self.ty(from);
                let highest = self.number(HIGHEST, from_type);
                self.xor(from, highest)
            }
        };
        shuffle(self.rw, [from, from], mask, self.loc)
    }

    /// The even and the odd bytes of words, as words.
    fn halves(&mut self, words: Value, is_signed: bool) -> [Value; 2] {
        let ty = self.ty(words);
        let eight = self.number(8, ty);
        if !is_signed {
            let low = self.number(255, ty);
            return [
                self.rw.build_value(AndOp::of(words, low).loc(self.loc).res(ty)),
                self.rw.build_value(LShrOp::of(words, eight).loc(self.loc).res(ty)),
            ];
        }
        let low = self.rw.build_value(ShlOp::of(words, eight).loc(self.loc).res(ty));
        [low, words].map(|value| self.rw.build_value(AShrOp::of(value, eight).loc(self.loc).res(ty)))
    }
}
