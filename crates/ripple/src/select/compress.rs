//! Compression and expansion: what is stored and loaded at the ranks of the elements for which a condition holds.
//!
//! `if (c) y[n + rank] = x` stores neighbors: those elements of `x` moved together in a register. `c ? z[n + rank] : 0` loads
//! neighbors, and moves them apart. A rank is what [`Counts`] says.

use terrace_dialects_llvm::enums::ICmpPredicate;
use terrace_dialects_llvm::intrinsics::{
    MaskedCompressstoreOp, MaskedExpandloadOp, MaskedGatherOp, MaskedLoadOp, MaskedScatterOp, MaskedStoreOp,
};
use terrace_dialects_llvm::ops::{
    ExtractElementOp, GEPOp, GepIndex, ICmpOp, MulOp, SelectOp, TruncOp, ZExtOp,
};
use terrace_dialects_llvm::types::vector_type;
use terrace_ir::data_layout::{DataLayout, LayoutProperty};
use terrace_ir::{Attr, Op, Rewriter, Type, Value, ValueRef};
use terrace_target::{Compression, Target};

use super::affine::{Affine, Scalar};
use super::build::Build;
use super::ranks::{Counts, tested};
use super::writer::VectorWriter;
use crate::splats::number_everywhere;
use crate::vectors::{concatenate, lanes_of, numbers, part_of};

/// The least number of elements that are counted as bits of a word.
const LEAST_COUNTED: usize = 4;

/// The largest number of elements that are counted as bits of a word.
const MOST_COUNTED: usize = 64;

/// A count of the elements that hold, of which one element of a vector of counts is used, is one of bits.
pub(super) fn select_count(rw: &mut Rewriter<'_>, op: Op, target: &dyn Target) -> Option<()> {
    let view = rw.op(op);
    let extract = view.cast::<ExtractElementOp>()?;
    if !target.counts_conditions() {
        return None;
    }
    let at = number_everywhere(extract.position()).and_then(|at| usize::try_from(at).ok())?;
    let counts = Counts::of(extract.vector())?;
    let (condition, counted) = (counts.condition()?, counts.counted.get(at)?.clone());
    let lanes = lanes_of(rw.value(condition))?;
    let order = DataLayout::of(view).property(view.cx(), LayoutProperty::Endianness);
    let is_reversed = order.is_some_and(|order| order.as_str(view.cx()) == Some("big"));
    if counted.len() < LEAST_COUNTED || lanes > MOST_COUNTED || is_reversed {
        return None;
    }
    let (loc, ty) = (view.loc(), extract.res().ty());
    rw.set_insertion_point_before(op);
    let mut build = Build { rw, loc };
    let word = build.bits(condition, counted.start, counted.end);
    let count = build.count(word, ty);
    rw.replace_op(op, &[count]);
    Some(())
}

/// A scatter to the ranks of the elements that it stores is a store of those, moved together.
pub(super) fn select_compression(rw: &mut Rewriter<'_>, op: Op, target: &dyn Target) -> Option<()> {
    let view = rw.op(op);
    let scatter = view.cast::<MaskedScatterOp>()?;
    let access = Ranked::of(scatter.ptrs(), scatter.mask(), scatter.value().ty(), target)?;
    let (loc, alignment, value) = (view.loc(), scatter.alignment_attr(), scatter.value().id());
    rw.set_insertion_point_before(op);
    let mut build = Build { rw, loc };
    for part in access.registers(&mut build)? {
        let value = part.of(&mut build, value);
        if let Compression::Each { .. } = access.how {
            build.rw.build(MaskedCompressstoreOp::of(value, part.pointer, part.condition).loc(loc));
            continue;
        }
        let moved = build.compressed(value, &part, access.how)?;
        let store = MaskedStoreOp::of(moved, part.pointer, part.firsts).loc(loc).alignment_attr(alignment);
        build.rw.build(store);
    }
    rw.erase_op(op);
    Some(())
}

/// A gather from the ranks of the elements that it loads is a load of neighbors that are moved apart.
pub(super) fn select_expansion(rw: &mut Rewriter<'_>, op: Op, target: &dyn Target) -> Option<()> {
    let view = rw.op(op);
    let gather = view.cast::<MaskedGatherOp>()?;
    let access = Ranked::of(gather.ptrs(), gather.mask(), gather.res().ty(), target)?;
    let (loc, alignment) = (view.loc(), gather.alignment_attr());
    let other = gather.pass_thru().next().map(|other| other.id());
    rw.set_insertion_point_before(op);
    let mut build = Build { rw, loc };
    let mut loaded = Vec::new();
    for part in access.registers(&mut build)? {
        let other = other.map(|other| part.of(&mut build, other));
        let moved = build.expanded(other, &part, access.how, alignment)?;
        loaded.push(part_of(build.rw, moved, 0..part.count, loc));
    }
    let whole = concatenate(rw, &loaded, loc)?;
    rw.replace_op(op, &[whole]);
    Some(())
}

/// Whether an access by several addresses is one to the ranks of the elements that it accesses, which the target moves together or apart.
pub(crate) fn is_at_ranks(pointers: ValueRef<'_>, mask: ValueRef<'_>, ty: Type, target: &dyn Target) -> bool {
    Ranked::of(pointers, mask, ty, target).is_some()
}

/// An access to the ranks of elements.
struct Ranked {
    /// The condition of the elements that are accessed.
    condition: Value,
    /// The address of the element of rank 0.
    first: Scalar,
    /// The type of an element.
    element: Type,
    how: Compression,
}

/// A part of an access, of a register's elements.
struct Register {
    first: usize,
    /// The number of its elements.
    count: usize,
    /// The number of elements of the register, of which those past the part are not accessed.
    lanes: usize,
    /// The conditions of the register's elements.
    condition: Value,
    /// As many conditions, of which as many hold: the first ones.
    firsts: Value,
    /// The address of the first element that is accessed.
    pointer: Value,
    /// The type of the register's elements.
    ty: Type,
}

impl Register {
    /// The register of this part of a vector, followed by any elements.
    fn of(&self, build: &mut Build<'_, '_>, whole: Value) -> Value {
        let part = part_of(build.rw, whole, self.first..self.first + self.count, build.loc);
        let rest = build.poison(build.rw.body().value_type(part));
        build.padded([part, rest], self.lanes)
    }
}

impl Ranked {
    fn of(pointers: ValueRef<'_>, mask: ValueRef<'_>, ty: Type, target: &dyn Target) -> Option<Self> {
        let cx = pointers.cx();
        let element = ty.element_type(cx)?;
        let bits = element.bit_width(cx).filter(|bits| [8, 16, 32, 64].contains(bits))?;
        let how = target.compression(bits);
        let condition = tested(mask);
        lanes_of(mask)?;
        let found = Affine::of(pointers, condition)?;
        let is_dense = found.step == i64::from(bits / 8);
        is_dense.then_some(Self { condition, first: found.scalar, element, how })
    }

    fn registers(&self, build: &mut Build<'_, '_>) -> Option<Vec<Register>> {
        let lanes = lanes_of(build.rw.value(self.condition))?;
        let cx = build.rw.cx();
        let bits = self.element.bit_width(cx)?;
        let mut pointer = build.scalar(&self.first);
        let mut parts = Vec::new();
        let (mut first, most) = (0, self.how.lanes(lanes, bits));
        while first < lanes {
            let count = most.min(lanes - first);
            let of = self.how.lanes(count, bits);
            let ty = vector_type(cx, self.element, of as i64, false);
            let condition = part_of(build.rw, self.condition, first..first + count, build.loc);
            let none = build.vector(1, count);
            let none = VectorWriter::number(build, 0, none);
            let condition = build.padded([condition, none], of);
            let word = build.bits(condition, 0, of);
            let held = build.count(word, Type::I64);
            let firsts = build.firsts(held, of, bits);
            parts.push(Register { first, count, lanes: of, condition, firsts, pointer, ty });
            first += count;
            if first < lanes {
                let ty = build.rw.body().value_type(pointer);
                let next = [GepIndex::Value(held)];
                let next = GEPOp::of_indices(build.rw.cx(), build.loc, pointer, self.element, &next).res(ty);
                pointer = build.rw.build_value(next);
            }
        }
        Some(parts)
    }
}

impl Build<'_, '_> {
    /// Conditions of which as many hold as a number says: the first ones, for elements of a width.
    fn firsts(&mut self, held: Value, lanes: usize, bits: u32) -> Value {
        let loc = self.loc;
        let (element, whole) = (self.integer(bits as usize), self.vector(bits, lanes));
        let held = match bits {
            64 => held,
            _ => self.rw.build_value(TruncOp::of(held).loc(loc).res(element)),
        };
        let all = self.splat(held, whole);
        let indices: Vec<i64> = (0..lanes as i64).collect();
        let indices = numbers(self.rw, &indices, whole, loc);
        let condition = self.vector(1, lanes);
        self.rw.build_value(ICmpOp::of(indices, all).loc(loc).predicate(ICmpPredicate::Ult).res(condition))
    }

    /// The elements of a part for which the condition holds, first.
    fn compressed(&mut self, value: Value, part: &Register, how: Compression) -> Option<Value> {
        let ty = part.ty;
        match how {
            Compression::Each { .. } => None,
            Compression::Moved { .. } => {
                let poison = self.poison(ty);
                Some(self.call("llvm.experimental.vector.compress", &[value, part.condition, poison], ty))
            }
            Compression::Permuted { deposit, extract, permute, .. } => {
                let chosen = self.chosen_bytes(part, deposit)?;
                let all = self.scalar_number(0x0706_0504_0302_0100, Type::I64);
                let order = self.call(extract, &[all, chosen], Type::I64);
                Some(self.permuted(value, order, permute))
            }
        }
    }

    /// Elements that are loaded for those for which the condition holds, in their places; others are `other`.
    fn expanded(
        &mut self,
        other: Option<Value>,
        part: &Register,
        how: Compression,
        alignment: Attr,
    ) -> Option<Value> {
        let (loc, ty) = (self.loc, part.ty);
        let other = match other {
            Some(other) => other,
            None => self.poison(ty),
        };
        if let Compression::Each { .. } = how {
            let load = MaskedExpandloadOp::of(part.pointer, part.condition, other).loc(loc);
            return Some(self.rw.build_value(load.res(ty)));
        }
        // A load that moves them apart is slower, for some processors.
        let load = MaskedLoadOp::of(part.pointer, part.firsts).loc(loc).alignment_attr(alignment);
        let rest = self.poison(ty);
        let loaded = self.rw.build_value(load.pass_thru(rest).res(ty));
        match how {
            Compression::Each { .. } => None,
            Compression::Moved { expand, .. } => {
                Some(self.call(expand, &[loaded, other, part.condition], ty))
            }
            Compression::Permuted { deposit, permute, .. } => {
                let chosen = self.chosen_bytes(part, deposit)?;
                let all = self.scalar_number(0x0706_0504_0302_0100, Type::I64);
                let order = self.call(deposit, &[all, chosen], Type::I64);
                let moved = self.permuted(loaded, order, permute);
                Some(self.rw.build_value(SelectOp::of(part.condition, moved, other).loc(loc).res(ty)))
            }
        }
    }

    /// For each 32 bits of a register of eight, a byte of ones if its condition holds.
    fn chosen_bytes(&mut self, part: &Register, deposit: &str) -> Option<Value> {
        let loc = self.loc;
        let word = self.bits(part.condition, 0, part.lanes);
        let word = self.rw.build_value(ZExtOp::of(word).loc(loc).res(Type::I64));
        // The lowest bit of each byte, or of each second one.
        let (places, ones) = match part.lanes {
            8 => (0x0101_0101_0101_0101, 0xFF),
            4 => (0x0001_0001_0001_0001, 0xFFFF),
            _ => return None,
        };
        let places = self.scalar_number(places, Type::I64);
        let spread = self.call(deposit, &[word, places], Type::I64);
        let ones = self.scalar_number(ones, Type::I64);
        Some(self.rw.build_value(MulOp::of(spread, ones).loc(loc).res(Type::I64)))
    }

    /// The elements of a register of eight times 32 bits in the order that the bytes of a word have.
    fn permuted(&mut self, value: Value, order: Value, permute: &str) -> Value {
        let ty = self.ty(value);
        let (bytes, words) = (self.vector(8, 8), self.vector(32, 8));
        let order = self.bitcast(order, bytes);
        let order = self.rw.build_value(ZExtOp::of(order).loc(self.loc).res(words));
        let value = self.bitcast(value, words);
        let moved = self.call(permute, &[value, order], words);
        self.bitcast(moved, ty)
    }
}
