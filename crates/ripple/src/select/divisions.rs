//! Quotients and remainders of small integers, as those of floats.
//!
//! Most targets have no instruction that divides vectors of integers, so LLVM divides them one by one. Integers of at
//! most 23 bits are floats without rounding. Where `a / b` is no integer it is at least `1 / |b|` from the next one, `q`.
//! The float that it is rounded to is at most `|q| / 2^24` from it, in whichever direction it is rounded, which is less,
//! since `|q * b|` is at most `|a| + |b|`. So the whole part of the float is that of the quotient.

use terrace_dialects_llvm::ops::{
    ConstantOp, FDivOp, FMulOp, FPToSIOp, FSubOp, SDivOp, SExtOp, SIToFPOp, SRemOp, TruncOp, UDivOp, URemOp,
    ZExtOp,
};
use terrace_dialects_llvm::types::vector_type;
use terrace_ir::dominance::DomTree;
use terrace_ir::{Op, Rewriter, Type, Value};
use terrace_target::Target;

use super::build::Build;
use super::factors::bits_of;
use super::intervals::Intervals;
use super::writer::VectorWriter;
use crate::faults::{Fault, is_planted};
use crate::op_kinds::{is_division, pair_of};
use crate::vectors::lanes_of;

/// The number of bits, with that of the sign, of integers that are divided as floats.
const BITS: u32 = 23;

/// Divides vectors of small integers as floats; returns whether it does.
pub(super) fn divide_as_floats(rw: &mut Rewriter<'_>, target: &dyn Target) -> bool {
    let Some(&region) = rw.body().top_regions().first() else { return false };
    if target.divides_integers() {
        return false;
    }
    let is_candidate = |rw: &Rewriter<'_>, op: &Op| {
        let view = rw.op(*op);
        is_division(view) && lanes_of(view.single_result()).is_some()
    };
    if !rw.body().live_ops().any(|op| is_candidate(rw, &op)) {
        return false;
    }
    let blocks = DomTree::new(rw.body(), region).blocks().to_vec();
    let intervals = Intervals::of_blocks(rw, &blocks);
    let ops: Vec<Op> = blocks.iter().flat_map(|&block| rw.body().ops_of(block)).collect();
    let mut any = false;
    for op in ops {
        any |= is_candidate(rw, &op) && divide_as_float(rw, op, &intervals).is_some();
    }
    any
}

/// Replaces a division of small integers.
fn divide_as_float(rw: &mut Rewriter<'_>, op: Op, intervals: &Intervals) -> Option<()> {
    let view = rw.op(op);
    let operands = pair_of(view)?;
    let [lhs, rhs] = operands;
    let is_signed = view.isa::<SDivOp>() || view.isa::<SRemOp>();
    let is_remainder = view.isa::<SRemOp>() || view.isa::<URemOp>();
    debug_assert!(is_signed || is_remainder || view.isa::<UDivOp>());
    let bits = bits_of(lhs);
    // LLVM multiplies by the inverse of what it knows.
    let is_known = rhs.defining_op().is_some_and(|op| op.isa::<ConstantOp>());
    let is_small = operands.iter().all(|&operand| {
        let interval = intervals.of(operand);
        bits < BITS || interval.fits(BITS, true) && (is_signed || interval.is_nonnegative())
    });
    let is_small = is_small || is_planted(Fault::LargeIntegersDivided) && bits <= 32;
    if is_known || !is_small {
        return None;
    }
    let (loc, result, lanes) = (view.loc(), view.single_result().ty(), lanes_of(lhs)?);
    let operands = operands.map(|operand| operand.id());
    rw.set_insertion_point_before(op);
    let mut division = Division { build: Build { rw, loc }, lanes };
    let [dividend, divisor] = operands.map(|operand| {
        let whole = division.in_words(operand, is_signed);
        division.float(whole)
    });
    let floats = division.floats();
    let quotient = division.build.rw.build_value(FDivOp::of(dividend, divisor).loc(loc).res(floats));
    let mut whole = division.whole(quotient);
    if is_remainder {
        // Products and differences are integers of as few bits, so nothing is rounded.
        let quotient = division.float(whole);
        let rw = &mut *division.build.rw;
        let product = rw.build_value(FMulOp::of(quotient, divisor).loc(loc).res(floats));
        let rest = rw.build_value(FSubOp::of(dividend, product).loc(loc).res(floats));
        whole = division.whole(rest);
    }
    let value = division.resized(whole, result, is_signed);
    rw.replace_op(op, &[value]);
    Some(())
}

/// Creates the ops of a division.
struct Division<'b, 'r> {
    build: Build<'b, 'r>,
    lanes: usize,
}

impl Division<'_, '_> {
    fn floats(&self) -> Type {
        vector_type(self.build.rw.cx(), Type::F32, self.lanes as i64, false)
    }

    fn float(&mut self, whole: Value) -> Value {
        let floats = self.floats();
        self.build.rw.build_value(SIToFPOp::of(whole).loc(self.build.loc).res(floats))
    }

    fn whole(&mut self, float: Value) -> Value {
        let words = self.build.vector(32, self.lanes);
        self.build.rw.build_value(FPToSIOp::of(float).loc(self.build.loc).res(words))
    }

    /// Integers that 32 bits represent, in as many.
    fn in_words(&mut self, value: Value, is_signed: bool) -> Value {
        let words = self.build.vector(32, self.lanes);
        self.resized(value, words, is_signed)
    }

    /// Integers in another number of bits, which represents them.
    fn resized(&mut self, value: Value, ty: Type, is_signed: bool) -> Value {
        let (from, loc) = (self.build.width(value), self.build.loc);
        let cx = self.build.rw.cx();
        let Some(to) = ty.element_type(cx).and_then(|element| element.bit_width(cx)) else { return value };
        let rw = &mut *self.build.rw;
        match from.cmp(&to) {
            std::cmp::Ordering::Equal => value,
            std::cmp::Ordering::Greater => rw.build_value(TruncOp::of(value).loc(loc).res(ty)),
            std::cmp::Ordering::Less if is_signed => rw.build_value(SExtOp::of(value).loc(loc).res(ty)),
            std::cmp::Ordering::Less => rw.build_value(ZExtOp::of(value).loc(loc).res(ty)),
        }
    }
}
