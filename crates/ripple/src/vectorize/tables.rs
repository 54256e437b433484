//! Lookups of bytes in tables.
//!
//! The entries of a constant table often are numbers that follow each other but for a few steps, as digits and letters are:
//! then they are computed. Others are picked from registers ([`super::lookup`]). Where no instruction does this, and indices
//! are bytes that were just read, each is read again by itself, and the entries are put together in words: what a vector
//! has in memory is not read well by elements, nor is a vector of what was written by elements.

use rustc_hash::FxHashMap;
use terrace_dialects_llvm::enums::{AtomicOrdering, ICmpPredicate, Linkage};
use terrace_dialects_llvm::ops::{
    AddOp, AddressOfOp, AndOp, BitcastOp, GEPOp, GepIndex, GlobalOp, LoadOp, OrOp, SExtOp, ShlOp, SubOp,
    TruncOp, ZExtOp, parent_module,
};
use terrace_ir::data_layout::DataLayout;
use terrace_ir::elements::Numbers;
use terrace_ir::{Attr, Ir, Op, OpHandle, TraitSet, Type, Value};
use terrace_support::apint::ApInt;
use terrace_target::BytePick;

use super::accesses::Access;
use super::emit::Emitter;
use super::is_big_endian;
use super::lanes::{Lanes, Mask};
use super::reports::Step;
use super::values::Original;
use crate::addresses::offset_of;
use crate::functions::ops_of;

/// The least number of elements for which entries are computed.
const LEAST_COMPUTED: usize = 16;

/// The largest number of steps of a table whose entries are computed.
const MAX_STEPS: usize = 8;

/// The largest number of elements that are looked up one by one without a loop.
const MOST_IN_WORDS: usize = 64;

/// The bytes of a word that entries are put together in.
const WORD: usize = 8;

/// The bytes of constant tables whose addresses are values of a function.
pub(super) fn constant_tables(ir: &Ir, function: OpHandle, layout: &DataLayout) -> FxHashMap<Value, Vec<u8>> {
    let (view, cx) = (ir.op(function), ir.cx());
    let tables = ir.symbol_tables();
    let bytes_of = |address: terrace_ir::OpRef<'_>| {
        let name = address.cast::<AddressOfOp>()?.global_name_attr().as_flat_symbol_ref(cx)?;
        let global = tables.lookup(parent_module(address)?, name)?.cast::<GlobalOp>()?;
        let is_final = matches!(global.linkage(), Linkage::Internal | Linkage::Private);
        if !is_final || !global.constant() || global.externally_initialized() {
            return None;
        }
        let size = layout.type_size(cx, global.global_type()).ok()?.minimum;
        let value = global.value().filter(|_| (1..=256).contains(&size))?;
        if let Some(text) = value.as_string(cx) {
            return Some(cx.str_bytes(text).to_vec());
        }
        let Numbers::List(numbers) = Numbers::<ApInt>::of_attr(cx, value)? else { return None };
        numbers
            .iter()
            .map(|number| (number.width() == 8).then(|| number.to_u64().map(|n| n as u8))?)
            .collect()
    };
    let with_bytes = |op: terrace_ir::OpRef<'_>| bytes_of(op).map(|bytes| (op.single_result().id(), bytes));
    ops_of(view).filter_map(with_bytes).collect()
}

/// A table whose entries follow each other, up or down or not at all, but for a few steps.
struct Steps {
    /// The difference of an entry and the one before it: 0, 1 or 255.
    slope: u8,
    first: u8,
    shifts: Vec<Shift>,
}

/// A number that is added to the entries of some ranges.
struct Shift {
    by: u8,
    /// The last index before each range, and the last one of it; that of the last range may be the last of the table.
    ranges: Vec<(u8, Option<u8>)>,
}

impl Steps {
    fn of(table: &[u8]) -> Option<Self> {
        let first = *table.first().filter(|_| table.len() <= 256)?;
        let with_slope = |slope: u8| {
            let steps = table.windows(2).enumerate().filter_map(|(at, pair)| {
                let step = pair[1].wrapping_sub(pair[0]).wrapping_sub(slope);
                (step != 0).then_some((at as u8, step))
            });
            (slope, steps.collect::<Vec<_>>())
        };
        let (slope, steps) = [0, 1, 255].map(with_slope).into_iter().min_by_key(|(_, steps)| steps.len())?;
        (steps.len() <= MAX_STEPS).then(|| Self { slope, first, shifts: Shift::of(&steps) })
    }

    /// The number of instructions that compute entries.
    fn cost(&self) -> usize {
        let of_range = |range: &(u8, Option<u8>)| if range.1.is_some() { 4 } else { 3 };
        1 + self
            .shifts
            .iter()
            .map(|shift| 1 + shift.ranges.iter().map(of_range).sum::<usize>())
            .sum::<usize>()
    }
}

impl Shift {
    /// The shifts for steps after some indices, in order: a step back ends a range of those that have been shifted so far.
    fn of(steps: &[(u8, u8)]) -> Vec<Self> {
        let mut shifts: Vec<Self> = Vec::new();
        for &(last, step) in steps {
            let is_open = |shift: &Self| shift.ranges.last().is_some_and(|range| range.1.is_none());
            let ended = shifts.iter_mut().find(|shift| is_open(shift) && shift.by == step.wrapping_neg());
            if let Some(range) = ended.and_then(|shift| shift.ranges.last_mut()) {
                range.1 = Some(last);
                continue;
            }
            match shifts.iter_mut().find(|shift| !is_open(shift) && shift.by == step) {
                Some(shift) => shift.ranges.push((last, None)),
                None => shifts.push(Self { by: step, ranges: vec![(last, None)] }),
            }
        }
        shifts
    }
}

impl Emitter<'_, '_> {
    /// Renders a load of a byte of a table for each element, and returns how; `None` if it is another load, or a gather
    /// does as well.
    pub(super) fn lookup(
        &mut self,
        original: &Original,
        access: &Access,
        mask: Option<&Mask>,
    ) -> Option<(Lanes, Step)> {
        let (result, ty) = original.results[0];
        let shape = self.shapes.of(result);
        if ty != self.integer_type(8) || self.is_ordered(original) {
            return None;
        }
        let gep = self.rw.value(*original.operands.first()?).defining_op().filter(|&op| self.is_here(op))?;
        let offset = offset_of(gep, &self.layout).filter(|offset| offset.bytes == 0)?;
        let &[(index, 1)] = &offset.terms[..] else { return None };
        let (index, base) = (index.id(), gep.cast::<GEPOp>()?.base().id());
        let lanes = self.lanes(index);
        if lanes.has_form() || lanes.shape != shape || !self.shapes.of(base).is_scalar() {
            return None;
        }
        let count = shape.elements();
        let table = self.memory.constant_tables.get(&base).filter(|_| count >= LEAST_COMPUTED);
        let computed = table.and_then(|table| Some((Steps::of(table)?, table.len())));
        if let Some((steps, size)) = computed.filter(|(steps, size)| self.is_better_computed(steps, *size)) {
            let index = self.vector_of(&lanes);
            let value = self.computed_entries(index, &steps, size)?;
            return Some((Lanes::opaque(value, ty, shape), Step::Computed));
        }
        if self.target.byte_pick().is_some() {
            return Some((self.lookup_in_registers(original)?, Step::Permutation));
        }
        // Bytes that are no indices of active elements must be within the table too.
        let is_whole = self.memory.object_sizes.get(&base).is_some_and(|&size| size >= 256);
        let fits = count.is_multiple_of(WORD) && count <= MOST_IN_WORDS;
        if !fits || mask.is_some() && !is_whole || is_big_endian(self.cx(), &self.layout) {
            return None;
        }
        let bytes = self.bytes_just_read(index, count)?;
        let table = self.lanes(base);
        let table = self.vector_of(&table);
        let value = self.entries_in_words(table, bytes, count, access);
        Some((Lanes::opaque(value, ty, shape), Step::Words))
    }

    /// Whether the entries of a table take fewer instructions to compute than to pick from registers.
    fn is_better_computed(&self, steps: &Steps, size: usize) -> bool {
        let Some(picker) = self.target.byte_pick() else { return true };
        let registers = size.div_ceil(picker.table_bytes());
        steps.cost()
            < match picker {
                BytePick::Shuffle { .. } if registers > 1 => 4 * registers,
                BytePick::Shuffle { .. } => 1,
                BytePick::Permute { .. } | BytePick::Table { .. } => registers,
            }
    }

    /// The entries of a table at indices, computed from these.
    fn computed_entries(&mut self, index: Value, steps: &Steps, size: usize) -> Option<Value> {
        let byte = self.integer_type(8);
        let ty = self.vector(byte, self.count(index));
        let index = match self.element(self.type_of(index)).bit_width(self.cx())? {
            8 => index,
            9.. => self.unary::<TruncOp>(index, ty),
            _ => return None,
        };
        let first = self.integer(i64::from(steps.first as i8), ty);
        let mut value = match steps.slope {
            0 => first,
            1 => self.binary::<AddOp>(index, first),
            _ => self.binary::<SubOp>(first, index),
        };
        // Indices of a small table have no sign bit, which back ends compare with fewer instructions.
        let above = if size <= 128 { ICmpPredicate::Sgt } else { ICmpPredicate::Ugt };
        for shift in &steps.shifts {
            let mut shifted: Option<Value> = None;
            for &(before, last) in &shift.ranges {
                let is_within = match last {
                    Some(last) => {
                        let start = self.integer(i64::from(before.wrapping_add(1) as i8), ty);
                        let count = self.integer(i64::from((last - before) as i8), ty);
                        let distance = self.binary::<SubOp>(index, start);
                        self.compare(ICmpPredicate::Ult, distance, count)
                    }
                    None => {
                        let before = self.integer(i64::from(before as i8), ty);
                        self.compare(above, index, before)
                    }
                };
                shifted = Some(match shifted {
                    Some(others) => self.or(others, is_within),
                    None => is_within,
                });
            }
            let Some(shifted) = shifted else { continue };
            let shifted = self.unary::<SExtOp>(shifted, ty);
            let by = self.integer(i64::from(shift.by as i8), ty);
            let by = self.binary::<AndOp>(shifted, by);
            value = self.binary::<AddOp>(value, by);
        }
        Some(value)
    }

    /// The load that just read the bytes that an index is, if they are used as this alone: an op of the current block after
    /// which nothing writes memory. Returns its address, and its type for alias analysis.
    fn bytes_just_read(&mut self, index: Value, count: usize) -> Option<(Value, Option<Attr>)> {
        let mut from = self.rw.value(index);
        let is_used_once = |value: terrace_ir::ValueRef<'_>| value.uses().nth(1).is_none();
        while let Some(cast) = from.defined_by::<ZExtOp>().filter(|_| is_used_once(from)) {
            from = cast.arg();
        }
        let (byte, is_alone) = (from.id(), is_used_once(from));
        let is_byte = from.ty() == self.integer_type(8) && from.defined_by::<LoadOp>().is_some();
        if !is_byte || !is_alone {
            return None;
        }
        let lanes = self.lanes(byte);
        if lanes.has_form() {
            return None;
        }
        let vector = self.vector_of(&lanes);
        let load = self.rw.value(vector).defined_by::<LoadOp>()?;
        let is_plain = !load.volatile_() && load.ordering() == AtomicOrdering::NotAtomic;
        let (op, from) = (load.0.id(), (load.addr().id(), load.tbaa_attr()));
        let is_here = load.0.block().is_some_and(|block| block.id() == self.current);
        if !is_plain || !is_here || self.count(vector) != count || self.is_elsewhere {
            return None;
        }
        let reads = |op: Op| {
            let view = self.rw.op(op);
            view.has_trait(TraitSet::Pure) || view.cast::<LoadOp>().is_some_and(|load| !load.volatile_())
        };
        let mut next = self.rw.body().next_op(op);
        while let Some(op) = next {
            reads(op).then_some(())?;
            next = self.rw.body().next_op(op);
        }
        Some(from)
    }

    /// The entries of a table at bytes from an address on, each of which is read by itself.
    fn entries_in_words(
        &mut self,
        table: Value,
        (from, tbaa): (Value, Option<Attr>),
        count: usize,
        access: &Access,
    ) -> Value {
        let (byte, word) = (self.integer_type(8), self.i64_type());
        let one = self.cx().int_attr(Type::I64, 1);
        let mut words = Vec::new();
        for first in (0..count).step_by(WORD) {
            let mut all: Option<Value> = None;
            for at in 0..WORD {
                let place = self.after(from, (first + at) as i64);
                let mut load = LoadOp::of(place).loc(self.loc).alignment_attr(one);
                if let Some(tbaa) = tbaa {
                    load = load.tbaa_attr(tbaa);
                }
                let index = self.rw.build_value(load.res(byte));
                let index = self.unary::<ZExtOp>(index, word);
                let ty = self.type_of(table);
                let entry = GEPOp::of_indices(self.cx(), self.loc, table, byte, &[GepIndex::Value(index)]);
                let entry = self.rw.build_value(entry.res(ty));
                let entry = self.load_run(entry, 1, access, None);
                let entry = self.unary::<ZExtOp>(entry, word);
                all = Some(match all {
                    None => entry,
                    Some(all) => {
                        let by = self.integer(8 * at as i64, word);
                        let entry = self.binary::<ShlOp>(entry, by);
                        self.binary::<OrOp>(all, entry)
                    }
                });
            }
            words.extend(all);
        }
        let words: Vec<Value> = words.into_iter().map(|word| self.splat(word, 1)).collect();
        let all = self.concatenate_all(words);
        let ty = self.vector(byte, count);
        self.unary::<BitcastOp>(all, ty)
    }
}
