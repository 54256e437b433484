//! Creates ops on vectors, their conditions and numbers, at an insertion point.

use terrace_dialects_llvm::intrinsics::CtPopOp;
use terrace_dialects_llvm::ops::{AndOp, ConstantOp, InsertElementOp, PoisonOp, TruncOp, ZExtOp};
use terrace_ir::{Loc, Rewriter, Signedness, Type, Value};

use super::writer::VectorWriter;
use crate::vectors::{lanes_of, scalar_width, shuffle};

/// Creates ops at the insertion point of a rewriter, with one location.
pub(super) struct Build<'b, 'r> {
    pub(super) rw: &'b mut Rewriter<'r>,
    pub(super) loc: Loc,
}

impl<'r> VectorWriter<'r> for Build<'_, 'r> {
    fn place(&mut self) -> (&mut Rewriter<'r>, Loc) {
        (self.rw, self.loc)
    }

    fn written(&self) -> &Rewriter<'r> {
        self.rw
    }
}

impl Build<'_, '_> {
    /// A constant scalar, of which the bits of the type count.
    pub(super) fn scalar_number(&mut self, number: i64, ty: Type) -> Value {
        let unused = 64 - scalar_width(self.rw.cx(), ty).min(64);
        let number = (number << unused) >> unused;
        let attr = self.rw.cx().int_attr(ty, number);
        self.rw.build_value(ConstantOp::of().loc(self.loc).value_attr(attr).res(ty))
    }

    /// The type of integers of so many bits.
    pub(super) fn integer(&self, bits: usize) -> Type {
        self.rw.cx().integer(bits as u32, Signedness::Signless)
    }

    /// The elements of a condition from one to another, as the bits of a word of as many bits as it has elements.
    pub(super) fn bits(&mut self, condition: Value, start: usize, end: usize) -> Value {
        let lanes = lanes_of(self.rw.value(condition)).unwrap_or(end);
        let ty = self.integer(lanes);
        let word = self.bitcast(condition, ty);
        if (start, end) == (0, lanes) {
            return word;
        }
        let ones = (u64::MAX >> (64 - (end - start))) << start;
        let ones = self.scalar_number(ones as i64, ty);
        self.rw.build_value(AndOp::of(word, ones).loc(self.loc).res(ty))
    }

    /// The number of bits of a word that are set, in another type.
    pub(super) fn count(&mut self, word: Value, ty: Type) -> Value {
        let cx = self.rw.cx();
        let (bits, wanted) = (self.rw.body().value_type(word).bit_width(cx), ty.bit_width(cx));
        // A word of eight bits counts to eight, which those of four do not represent.
        let wide = self.integer(bits.unwrap_or(64).max(8) as usize);
        let word = match self.rw.body().value_type(word) == wide {
            true => word,
            false => self.rw.build_value(ZExtOp::of(word).loc(self.loc).res(wide)),
        };
        let count = self.rw.build_value(CtPopOp::of(word).loc(self.loc).res(wide));
        match wide.bit_width(cx).cmp(&wanted) {
            std::cmp::Ordering::Less => self.rw.build_value(ZExtOp::of(count).loc(self.loc).res(ty)),
            std::cmp::Ordering::Equal => count,
            std::cmp::Ordering::Greater => self.rw.build_value(TruncOp::of(count).loc(self.loc).res(ty)),
        }
    }

    /// A scalar in all elements of a vector.
    pub(super) fn splat(&mut self, value: Value, ty: Type) -> Value {
        let loc = self.loc;
        let zero = self.scalar_number(0, Type::I64);
        let poison = self.rw.build_value(PoisonOp::of().loc(loc).res(ty));
        let first = self.rw.build_value(InsertElementOp::of(poison, value, zero).loc(loc).res(ty));
        let lanes = lanes_of(self.rw.value(first)).unwrap_or(1);
        shuffle(self.rw, [first, poison], vec![0; lanes], loc)
    }

    /// A vector, followed by elements of another one of its type.
    pub(super) fn padded(&mut self, [vector, rest]: [Value; 2], lanes: usize) -> Value {
        let count = lanes_of(self.rw.value(vector)).unwrap_or(lanes);
        match count == lanes {
            true => vector,
            false => shuffle(self.rw, [vector, rest], (0..lanes).map(|at| at.min(count) as i32), self.loc),
        }
    }

    /// A value that may be any.
    pub(super) fn poison(&mut self, ty: Type) -> Value {
        self.rw.build_value(PoisonOp::of().loc(self.loc).res(ty))
    }
}
