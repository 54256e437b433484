//! Vectors of narrow elements stored to buffers of wider ones: whole elements at once, parts of one by reading it first.

use terrace_conversion::{Adaptor, ConversionRewriter};
use terrace_dialects_core::arith::{self, SelectOp};
use terrace_dialects_mem::index_values::{index_constant, known_index, value_of};
use terrace_dialects_mem::layout::memref;
use terrace_dialects_mem::memref::{AtomicYieldOp, GenericAtomicRMWOp};
use terrace_dialects_vector::{BitCastOp, FromElementsOp, LoadOp, StoreOp};
use terrace_ir::elements::int_elements;
use terrace_ir::{DYNAMIC, Loc, OpFoldResult, Type, Value, VectorType};
use terrace_support::apint::ApInt;

use super::narrow_memory::{Packed, extract_part, insert_part};
use terrace_passes_shared::arithmetic::Arith;
use terrace_passes_shared::vector_ops::{extract, zeros};

/// Converts a `vector.store`.
pub(super) fn store(
    rw: &mut ConversionRewriter<'_>,
    op: StoreOp,
    adaptor: &Adaptor,
    atomic: bool,
) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (value, old, loc) = (view.value_to_store().id(), view.base().id(), view.0.loc());
    let (ty, buffer) = (view.value_to_store().ty(), adaptor.of(rw, op).base());
    let last = *memref(cx, view.base().ty())?.shape.last()?;
    if ty.shape(cx)?.len() != 1 {
        return rw.notify_match_failure(op, "only 1-D vectors are supported ATM");
    }
    let packed = Packed::of(rw, op.into(), ty, buffer)?;
    rw.set_insertion_point_before(op);
    let place = packed.place(rw, old, &adaptor.flat()[2..])?;
    let whole_rows = packed.is_whole() && (last == DYNAMIC || last == packed.elements);
    let front = if whole_rows { Some(0) } else { known_index(rw, place.within) };
    let Some(front) = front else {
        let reason = "subbyte store emulation: dynamic front padding size is not yet implemented";
        return rw.notify_match_failure(op, reason);
    };
    let mut stores = Stores { rw, packed: &packed, value, buffer, loc, atomic };
    match front {
        0 => stores.store_whole(place.index)?,
        front => {
            let at = value_of(stores.rw, place.index, loc);
            stores.store_parts(at, front)?;
        }
    }
    rw.erase_op(op);
    Some(())
}

struct Stores<'b, 'r, 's> {
    rw: &'b mut ConversionRewriter<'r>,
    packed: &'s Packed,
    value: Value,
    buffer: Value,
    loc: Loc,
    atomic: bool,
}

impl Stores<'_, '_, '_> {
    /// Stores the vector, which begins with a wide element and ends with one.
    fn store_whole(&mut self, at: OpFoldResult) -> Option<()> {
        if !self.packed.is_whole() {
            return None;
        }
        let wide = self.packed.wide_vector(self.rw.cx(), self.packed.elements / self.packed.scale);
        let value = self.rw.build_value(BitCastOp::of(self.value).result(wide).loc(self.loc));
        let at = value_of(self.rw, at, self.loc);
        self.store_at(value, at);
        Some(())
    }

    fn store_at(&mut self, value: Value, at: Value) {
        let store = StoreOp::of(value, self.buffer, &[at]).loc(self.loc);
        self.rw.build(store);
    }

    /// Stores a vector that begins within a wide element: its rest, whole ones, and the beginning of another one.
    fn store_parts(&mut self, at: Value, front: i64) -> Option<()> {
        let Packed { scale, elements, .. } = *self.packed;
        let first = elements.min(scale - front);
        let mask = (0..scale).map(|i| i >= front && i < front + first).collect::<Vec<bool>>();
        let mask = self.mask(&mask)?;
        let part = self.part_of_unit(0, first, front)?;
        self.modify(at, part, mask)?;
        let mut done = scale - front;
        if done >= elements {
            return Some(());
        }
        let one = index_constant(self.rw, 1, self.loc);
        let mut at = Arith::new(self.rw, self.loc).add(at, one);
        let whole = (elements - done) / scale;
        if whole > 0 {
            let part = extract_part(self.rw, self.value, done, whole * scale, self.loc);
            let wide = self.packed.wide_vector(self.rw.cx(), whole);
            let part = self.rw.build_value(BitCastOp::of(part).result(wide).loc(self.loc));
            self.store_at(part, at);
            done += whole * scale;
            let step = index_constant(self.rw, whole, self.loc);
            at = Arith::new(self.rw, self.loc).add(at, step);
        }
        let rest = elements - done;
        if rest != 0 {
            let part = self.part_of_unit(done, rest, 0)?;
            let mask = (0..scale).map(|i| i < rest).collect::<Vec<bool>>();
            let mask = self.mask(&mask)?;
            self.modify(at, part, mask)?;
        }
        Some(())
    }

    fn mask(&mut self, bits: &[bool]) -> Option<Value> {
        let cx = self.rw.cx();
        let ty = VectorType::get(cx, &[bits.len() as i64], Type::I1);
        let bits: Vec<ApInt> = bits.iter().map(|&bit| ApInt::new(1, u64::from(bit))).collect();
        let attr = int_elements(cx, ty, &bits)?;
        Some(self.rw.build_value(arith::ConstantOp::of().value_attr(attr).result(ty).loc(self.loc)))
    }

    /// Elements of the vector where they belong in a wide element.
    fn part_of_unit(&mut self, from: i64, elements: i64, to: i64) -> Option<Value> {
        let ty = self.packed.narrow_vector(self.rw.cx(), self.packed.scale);
        let empty = zeros(self.rw, ty, self.loc)?;
        let part = extract_part(self.rw, self.value, from, elements, self.loc);
        Some(insert_part(self.rw, part, empty, to, self.loc))
    }

    /// The wide element of which the narrow ones that are set are those of `value`.
    fn merge(&mut self, value: Value, before: Value, mask: Value) -> Value {
        let cx = self.rw.cx();
        let (narrow, wide) =
            (self.packed.narrow_vector(cx, self.packed.scale), self.packed.wide_vector(cx, 1));
        let mut before = before;
        if self.rw.body().value_type(before) != narrow {
            before = self.rw.build_value(BitCastOp::of(before).result(narrow).loc(self.loc));
        }
        let merged = self.rw.build_value(SelectOp::of(mask, value, before).result(narrow).loc(self.loc));
        self.rw.build_value(BitCastOp::of(merged).result(wide).loc(self.loc))
    }

    /// Replaces the narrow elements that are set of a wide one.
    fn modify(&mut self, at: Value, value: Value, mask: Value) -> Option<()> {
        let cx = self.rw.cx();
        let (one, narrow) =
            (self.packed.wide_vector(cx, 1), self.packed.narrow_vector(cx, self.packed.scale));
        if !self.atomic {
            let load = LoadOp::of(self.buffer, &[at]).loc(self.loc).result(one);
            let before = self.rw.build_value(load);
            let before = self.rw.build_value(BitCastOp::of(before).result(narrow).loc(self.loc));
            let merged = self.merge(value, before, mask);
            self.store_at(merged, at);
            return Some(());
        }
        let point = self.rw.insertion_point()?;
        let region = self.rw.new_region();
        let block = self.rw.create_block(region, &[(self.packed.wide, self.loc)]);
        self.rw.set_insertion_point_to_end(block);
        let before = self.rw.body().arg(block, 0);
        let before = self.rw.build_value(FromElementsOp::of(&[before]).dest(one).loc(self.loc));
        let merged = self.merge(value, before, mask);
        let merged = extract(self.rw, merged, &[0], self.loc);
        self.rw.build(AtomicYieldOp::of(merged).loc(self.loc));
        self.rw.set_insertion_point(point);
        let rmw = GenericAtomicRMWOp::of(self.buffer, &[at])
            .loc(self.loc)
            .result(self.packed.wide)
            .atomic_body(region);
        self.rw.build(rmw);
        Some(())
    }
}
