//! Bases and strides in wider types.
//!
//! That elements are in the range of their type says nothing of the parts that they are the sum of: with `s - 3 + v`
//! under the condition `v >= 3`, `s - 3` may wrap where no active element does. In modular arithmetic that does not
//! matter until elements are extended. Then the parts are computed anew in the wider type, from the values that they
//! were computed from, which are as they are in the program: what is exact for each element is so for the sum of its
//! parts.

use std::cmp::Ordering;

use terrace_dialects_llvm::ops::{AddOp, MulOp, SExtOp, SubOp, TruncOp};
use terrace_ir::{OpKind, Type, Value, ValueDef};

use super::emit::Emitter;
use super::lanes::Anchor;
use super::values::{Computed, Derived};

impl Emitter<'_, '_> {
    /// Writes a base or a stride, and records how it is computed. It makes no promise about its range.
    pub(super) fn derive(&mut self, how: Derived) -> Value {
        let value = match how {
            Derived::Sum(a, b) => self.combined_once::<AddOp>(a, b),
            Derived::Difference(a, b) => self.combined_once::<SubOp>(a, b),
            Derived::Product(a, b) => self.combined_once::<MulOp>(a, b),
            Derived::Scaled(a, 1) => return a,
            Derived::Scaled(a, number) => {
                let ty = self.type_of(a);
                let factor = self.integer(number, ty);
                self.combined_once::<MulOp>(a, factor)
            }
            Derived::Truncated(a, ty) => self.unary::<TruncOp>(a, ty),
            Derived::Broadcast(a, from, to) if from == to => return a,
            Derived::Broadcast(a, from, to) => self.broadcast(a, from, to),
        };
        self.values.derived.insert(value, how);
        value
    }

    pub(super) fn combined_once<K: OpKind>(&mut self, a: Value, b: Value) -> Value {
        self.once(Computed::Binary(K::DEF.name, a, b), |emit| emit.binary::<K>(a, b))
    }

    /// A base or a stride as elements of a wider type; `K` is how the values of the program are extended.
    pub(super) fn widened_part<K: OpKind>(&mut self, value: Value, element: Type) -> Value {
        let is_signed = K::DEF.name == SExtOp::DEF.name;
        let key = |value: Value| (value, element, is_signed);
        let mut pending = vec![value];
        while let Some(&part) = pending.last() {
            if self.values.widened.contains_key(&key(part)) {
                pending.pop();
                continue;
            }
            let how = self.values.derived.get(&part).copied();
            let missing: Vec<Value> = how
                .into_iter()
                .flat_map(Derived::parts)
                .flatten()
                .filter(|&below| !self.values.widened.contains_key(&key(below)))
                .collect();
            if !missing.is_empty() {
                pending.extend(missing);
                continue;
            }
            let wide =
                |emit: &Self, part: Value| emit.values.widened.get(&key(part)).copied().unwrap_or(part);
            let how = how.map(|how| match how {
                Derived::Sum(a, b) => Derived::Sum(wide(self, a), wide(self, b)),
                Derived::Difference(a, b) => Derived::Difference(wide(self, a), wide(self, b)),
                Derived::Product(a, b) => Derived::Product(wide(self, a), wide(self, b)),
                Derived::Scaled(a, number) => Derived::Scaled(wide(self, a), number),
                Derived::Truncated(a, ty) => Derived::Truncated(a, ty),
                Derived::Broadcast(a, from, to) => Derived::Broadcast(wide(self, a), from, to),
            });
            let definition = self.definition(part);
            let widened = self.at(definition, |emit| match how {
                Some(Derived::Truncated(before, _)) => emit.resized::<K>(before, element),
                Some(how) => emit.derive(how),
                None => {
                    let whole = emit.with_element(part, element);
                    emit.unary::<K>(part, whole)
                }
            });
            self.values.widened.insert(key(part), widened);
            pending.pop();
        }
        self.values.widened.get(&key(value)).copied().unwrap_or(value)
    }

    /// The place from which a value is available.
    pub(super) fn definition(&self, value: Value) -> Anchor {
        match self.rw.body().value_def(value) {
            // The result of an invoke is available in its normal destination, which has no other predecessor.
            ValueDef::Result(op) => match self.rw.body().successors(op).next() {
                Some(normal) => Anchor::Start(normal),
                None => Anchor::After(op),
            },
            ValueDef::Argument(block) => Anchor::Start(block),
            ValueDef::Placeholder => self.anchor(),
        }
    }

    /// A value with wider or narrower elements.
    pub(super) fn resized<K: OpKind>(&mut self, value: Value, element: Type) -> Value {
        let whole = self.with_element(value, element);
        let from = self.element(self.type_of(value));
        match self.width(from).cmp(&self.width(element)) {
            Ordering::Less => self.unary::<K>(value, whole),
            Ordering::Equal => value,
            Ordering::Greater => self.unary::<TruncOp>(value, whole),
        }
    }

    /// The type of a value with other elements.
    fn with_element(&self, value: Value, element: Type) -> Type {
        let ty = self.type_of(value);
        match ty.element_type(self.cx()) {
            Some(_) => ty.with_element(self.cx(), element).unwrap_or(element),
            None => element,
        }
    }
}
