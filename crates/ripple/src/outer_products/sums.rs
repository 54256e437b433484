//! Values as linear combinations of terms, for the distance of two addresses.

use terrace_dialects_llvm::enums::IntegerOverflowFlags;
use terrace_dialects_llvm::ops::{AddOp, GEPOp, MulOp, SExtOp, ShlOp, SubOp, ZExtOp};
use terrace_ir::{Value, ValueRef};

use super::linear::{Elements, flags_of, index_dim};
use crate::addresses::offset_of;
use crate::constants::constant_integer;
use crate::constructs::Broadcast;
use crate::dialect::{IndexOp, is_ripple, marked};

/// The largest depth to which operands are followed.
const MAX_DEPTH: usize = 32;

/// The extension of a value to 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Extension {
    Sign,
    Zero,
}

/// A term of a sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Term {
    /// A value, extended.
    Value(Value, Extension),
    /// The index in a dimension.
    Index(usize),
}

/// A constant plus multiples of terms, modulo 2^64.
#[derive(Clone, Debug, Default)]
struct Sum {
    number: i64,
    terms: Vec<(Term, i64)>,
}

impl Sum {
    fn add(&mut self, term: Term, factor: i64) {
        match self.terms.iter_mut().find(|(known, _)| *known == term) {
            Some((_, known)) => *known = known.wrapping_add(factor),
            None => self.terms.push((term, factor)),
        }
    }
}

impl Elements<'_> {
    /// Returns the distance of an address from another one in bytes, if it is a constant and the same for all lanes.
    pub(super) fn distance(&self, from: ValueRef<'_>, to: ValueRef<'_>) -> Option<i64> {
        let mut sum = Sum::default();
        self.add_to(&mut sum, to, 1, Extension::Sign, 0);
        self.add_to(&mut sum, from, -1, Extension::Sign, 0);
        sum.terms.iter().all(|&(_, factor)| factor == 0).then_some(sum.number)
    }

    /// Adds a multiple of a value.
    fn add_to(&self, sum: &mut Sum, value: ValueRef<'_>, factor: i64, extension: Extension, depth: usize) {
        if self.add_parts(sum, value, factor, extension, depth).is_none() {
            sum.add(Term::Value(value.id(), extension), factor);
        }
    }

    /// Adds the operands of a value, if the value is their sum in 64 bits, too.
    fn add_parts(
        &self,
        sum: &mut Sum,
        value: ValueRef<'_>,
        factor: i64,
        extension: Extension,
        depth: usize,
    ) -> Option<()> {
        let op = value.defining_op().filter(|_| depth < MAX_DEPTH)?;
        if let Some(number) = constant_integer(value, self.shapes) {
            let is_same = extension == Extension::Sign || number >= 0;
            return is_same.then(|| sum.number = sum.number.wrapping_add(number.wrapping_mul(factor)));
        }
        if op.isa::<IndexOp>() {
            // The index in a dimension of size one is zero.
            if self.shapes.of(value.id()).is_scalar() {
                return Some(());
            }
            return index_dim(op, self.shapes).map(|dim| sum.add(Term::Index(dim), factor));
        }
        if let Some(broadcast) = Broadcast::of(op) {
            self.add_to(sum, broadcast.value, factor, extension, depth + 1);
            return Some(());
        }
        if is_ripple(op) {
            return None;
        }
        if let Some(address) = op.cast::<GEPOp>() {
            let offset = offset_of(op, self.layout)?;
            self.add_to(sum, address.base(), factor, extension, depth + 1);
            sum.number = sum.number.wrapping_add(offset.bytes.wrapping_mul(factor));
            for (index, bytes) in offset.terms {
                self.add_to(sum, index, factor.wrapping_mul(bytes), Extension::Sign, depth + 1);
            }
            return Some(());
        }
        if let Some(op) = op.cast::<SExtOp>() {
            // A zero extension of a narrower sign extension is no single extension.
            let is_wide = value.ty().bit_width(value.cx()) == Some(64) || extension == Extension::Sign;
            return is_wide.then(|| self.add_to(sum, op.arg(), factor, Extension::Sign, depth + 1));
        }
        if let Some(op) = op.cast::<ZExtOp>() {
            self.add_to(sum, op.arg(), factor, Extension::Zero, depth + 1);
            return Some(());
        }
        if let Some(value) = marked(op) {
            self.add_to(sum, value, factor, extension, depth + 1);
            return Some(());
        }
        let flags = flags_of(op);
        let wraps = match extension {
            Extension::Sign => !flags.contains(IntegerOverflowFlags::NSW),
            Extension::Zero => !flags.contains(IntegerOverflowFlags::NUW),
        };
        if wraps && value.ty().bit_width(value.cx()) != Some(64) {
            return None;
        }
        let mut operands = op.operands();
        let (first, second) = self.constant_last(op, operands.next()?, operands.next()?);
        let (first_factor, second_factor) = match () {
            () if op.isa::<AddOp>() => (factor, Some(factor)),
            () if op.isa::<SubOp>() => (factor, Some(factor.wrapping_neg())),
            () if op.isa::<MulOp>() => (factor.wrapping_mul(constant_integer(second, self.shapes)?), None),
            () if op.isa::<ShlOp>() => {
                let amount =
                    constant_integer(second, self.shapes).filter(|amount| (0..63).contains(amount))?;
                (factor.wrapping_mul(1 << amount), None)
            }
            () => return None,
        };
        self.add_to(sum, first, first_factor, extension, depth + 1);
        if let Some(factor) = second_factor {
            self.add_to(sum, second, factor, extension, depth + 1);
        }
        Some(())
    }
}
