//! Stores of every few elements with loads between them, in two versions.
//!
//! `y[2 * i] = f(x[i]); y[2 * i + 1] = g(x[i])` writes a whole range if the second load may go before the first store.
//! If that depends on where pointers lead, the ops from the first store to the last one of the range are emitted twice,
//! after a comparison of the ranges that the block accesses: with all loads before all stores, and in program order.
//! Ops that depend neither on these loads nor on other effects come before the comparison.
//!
//! Ranges are compared modulo the size of the address space, in which each is shorter than the whole: the comparison
//! needs no assumption about where objects are, nor about elements that are not active.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_llvm::enums::ICmpPredicate;
use terrace_dialects_llvm::ops::{
    AddOp, BrOp, CondBrOp, FreezeOp, GEPOp, LoadOp, PtrToIntOp, StoreOp, SubOp,
};
use terrace_ir::{Block, Op, TraitSet, Type, Value, ValueDef};

use super::accesses::step_of;
use super::emit::Emitter;
use super::lanes::{Lanes, Mask};
use super::ops::is_speculatable;
use super::values::Original;
use crate::addresses::offset_of;
use crate::dialect::is_ripple;
use crate::evaluate::integer_of_constant;
use crate::op_kinds::is_marker;
use crate::shape::Shape;

/// The largest number of ops that are searched for the last store of a range, and that are emitted twice.
const MAX_OPS: usize = 512;
/// The largest number of pairs of ranges that are compared.
const MAX_PAIRS: usize = 8;
/// The largest number of constant offsets of an address that are added.
const MAX_OFFSETS: usize = 16;
/// The branch weights of program order and of the other one.
const WEIGHTS: [i32; 2] = [1, 2000];

/// The ops from the first store of a range to the last one.
struct Span<'o> {
    ops: &'o [Op],
    /// Those that do not depend on loads among them.
    early: Vec<Op>,
    /// The others.
    late: Vec<Op>,
    late_set: FxHashSet<Op>,
}

/// Bytes that a block accesses from a base on.
#[derive(Clone)]
struct Extent {
    base: Value,
    from: i64,
    to: i64,
}

/// An access among ops.
struct Placed {
    op: Op,
    /// The address of the original.
    address: Value,
    is_store: bool,
    /// A base, the beginnings of the elements from there, and their size; `None` if the address is computed from what is
    /// loaded.
    elements: Option<(Value, Vec<i64>, i64)>,
    /// The distance of elements, if it is constant and more than one, their type, and their shape.
    step: Option<(usize, Type, Shape)>,
}

impl Placed {
    fn extent(&self) -> Option<Extent> {
        let (base, numbers, size) = self.elements.as_ref()?;
        let (from, last) = (*numbers.iter().min()?, *numbers.iter().max()?);
        Some(Extent { base: *base, from, to: last.checked_add(*size)? })
    }
}

/// The comparisons that decide between versions.
#[derive(Default)]
struct Comparisons {
    pairs: Vec<(Extent, Extent)>,
    /// Bits of which one is set if an index wraps.
    wraps: Vec<Value>,
    /// A load that lies between stores.
    load: Option<Op>,
}

impl Emitter<'_, '_> {
    /// Emits the first ops of some of a block, if they are stores of a range with accesses in between that can be
    /// moved out, and returns their number. Some may be emitted already, which are recorded.
    pub(super) fn versions(
        &mut self,
        ops: &[Op],
        mask: Option<&Mask>,
        emitted: &mut FxHashSet<Op>,
    ) -> Option<usize> {
        let &first = ops.first()?;
        if self.memory.group.is_some() || !self.may_wait(&self.original(first)) {
            return None;
        }
        let span = self.span(ops)?;
        for &op in span.early.iter().filter(|op| !emitted.contains(op)).collect::<Vec<_>>() {
            self.op(op, mask);
            emitted.insert(op);
        }
        let mut comparisons = Comparisons::default();
        let placed = self.placed(&span, &mut comparisons)?;
        let order = order_of_stores(&placed)?;
        self.compare_reordered(&placed, &order, &mut comparisons)?;
        let stores: Vec<Op> = order.iter().map(|&at| placed[at].op).collect();
        self.emit_versions(&span, &stores, &comparisons, mask);
        Some(span.ops.len())
    }

    /// The ops from a store to the last one that may write what is between its elements, if there are other accesses
    /// between them, and all can be emitted in another order.
    fn span<'o>(&self, ops: &'o [Op]) -> Option<Span<'o>> {
        let root = self.root_of(self.stored_to(*ops.first()?)?);
        let (mut last, mut has_others) = (None, false);
        let mut between = false;
        for (at, &op) in ops.iter().enumerate().take(MAX_OPS) {
            let original = self.original(op);
            match self.stored_to(op) {
                Some(address) if self.root_of(address) == root => {
                    has_others |= between;
                    last = Some(at);
                }
                Some(_) => between = true,
                None if self.is::<LoadOp>(&original) && !self.is_ordered(&original) => between = true,
                None if self.is_computation(&original) => {}
                None => break,
            }
        }
        let ops = &ops[..=last.filter(|_| has_others)?];
        let (mut early, mut late) = (Vec::new(), Vec::new());
        let mut late_set: FxHashSet<Op> = FxHashSet::default();
        for &op in ops {
            let view = self.rw.op(op);
            let depends = |value: Value| self.is_result_of(value, &late_set);
            let accesses = view.isa::<LoadOp>() || view.isa::<StoreOp>();
            if accesses || view.operands().any(|operand| depends(operand.id())) {
                late.push(op);
                late_set.insert(op);
            } else {
                early.push(op);
            }
        }
        Some(Span { ops, early, late, late_set })
    }

    fn is_result_of(&self, value: Value, ops: &FxHashSet<Op>) -> bool {
        matches!(self.rw.body().value_def(value), ValueDef::Result(from) if ops.contains(&from))
    }

    /// Whether an op computes values of numbers or addresses, from its operands alone.
    fn is_computation(&self, original: &Original) -> bool {
        let view = self.rw.op(original.op);
        let is_math = self.math_function(original).is_some() || self.conversion(original).is_some();
        let is_pure = view.has_trait(TraitSet::Lanewise)
            || is_marker(view)
            || view.isa::<GEPOp>()
            || view.num_operands() == 0 && view.has_trait(TraitSet::Pure)
            || view.has_trait(TraitSet::Pure) && is_speculatable(view);
        let is_number = |ty: Type| {
            ty.is_integer(self.cx())
                || ty.is_float(self.cx())
                || terrace_dialects_llvm::types::address_space(self.cx(), ty).is_some()
        };
        !is_ripple(view)
            && (is_math || is_pure && !self.shapes.calls.contains_key(&original.op))
            && original.results.iter().all(|&(_, ty)| is_number(ty))
    }

    /// The address of a plain store.
    fn stored_to(&self, op: Op) -> Option<Value> {
        let address = self.rw.op(op).cast::<StoreOp>()?.addr().id();
        (!self.is_ordered(&self.original(op))).then_some(address)
    }

    /// Whether an op stores or loads, the address, and the type of what it accesses.
    fn access_of(&self, op: Op) -> Option<(bool, Value, Type)> {
        let view = self.rw.op(op);
        match view.cast::<StoreOp>() {
            Some(store) => Some((true, store.addr().id(), store.value().ty())),
            None => view.cast::<LoadOp>().map(|load| (false, load.addr().id(), load.res().ty())),
        }
    }

    /// The pointer that an address is computed from.
    fn root_of(&self, address: Value) -> Value {
        let mut view = self.rw.value(address);
        while let Some(gep) = view.defined_by::<GEPOp>() {
            view = gep.base();
        }
        view.id()
    }

    /// The accesses among ops; `None` if it is not known where one writes.
    fn placed(&mut self, span: &Span<'_>, comparisons: &mut Comparisons) -> Option<Vec<Placed>> {
        let mut all = Vec::new();
        for &op in &span.late {
            let Some((is_store, address, ty)) = self.access_of(op) else { continue };
            let is_late = self.is_result_of(address, &span.late_set);
            let mut placed = Placed { op, address, is_store, elements: None, step: None };
            if !is_late {
                let size = crate::addresses::stride(self.cx(), &self.layout, ty)?;
                let unwrapped = self.unwrapped_of(address);
                let lanes = unwrapped.as_ref().map_or_else(|| self.lanes(address), |it| it.lanes.clone());
                if let (Some((base, Shape::SCALAR)), true) = (lanes.base, lanes.strides.is_empty()) {
                    let (base, from) = self.constant_offset(base);
                    let mut numbers = lanes.numbers(lanes.shape);
                    for number in &mut numbers {
                        *number = number.checked_add(from)?;
                    }
                    placed.step = step_of(&numbers, size).map(|step| (step, ty, lanes.shape));
                    placed.elements = Some((base, numbers, size));
                    let wraps = unwrapped.into_iter().flat_map(|unwrapped| unwrapped.wraps);
                    for bit in wraps {
                        if !comparisons.wraps.contains(&bit) {
                            comparisons.wraps.push(bit);
                        }
                    }
                }
            }
            if is_store && placed.elements.is_none() {
                return None;
            }
            all.push(placed);
        }
        Some(all)
    }

    /// The pointer that an address is a constant number of bytes away from, and that number.
    fn constant_offset(&self, address: Value) -> (Value, i64) {
        let (mut base, mut bytes) = (self.rw.value(address), 0_i64);
        for _ in 0..MAX_OFFSETS {
            let added = base.defining_op().and_then(|op| {
                let offset = offset_of(op, &self.layout)?;
                offset.terms.iter().try_fold(offset.bytes, |sum, (value, scale)| {
                    let number = integer_of_constant(value.defining_op()?)?;
                    sum.checked_add(number.checked_mul(*scale)?)
                })
            });
            let (Some(gep), Some(sum)) =
                (base.defined_by::<GEPOp>(), added.and_then(|added| bytes.checked_add(added)))
            else {
                break;
            };
            (base, bytes) = (gep.base(), sum);
        }
        (base.id(), bytes)
    }

    /// Notes the ranges that must not overlap if all loads are before all stores, these in an order; `None` if some
    /// overlap, or if it is not known where they are, or there are too many.
    fn compare_reordered(
        &self,
        placed: &[Placed],
        order: &[usize],
        comparisons: &mut Comparisons,
    ) -> Option<()> {
        let mut rank = vec![0; placed.len()];
        order.iter().enumerate().for_each(|(place, &at)| rank[at] = place);
        let mut pairs: FxHashMap<(Value, Value), usize> = FxHashMap::default();
        for (at, store) in placed.iter().enumerate().filter(|(_, access)| access.is_store) {
            for (later, access) in placed.iter().enumerate().skip(at + 1) {
                let stays = access.is_store && rank[at] < rank[later];
                if stays || self.are_other_objects(self.object_of(store.address), access.address) {
                    continue;
                }
                let (Some(one), Some(other)) = (store.extent(), access.extent()) else { return None };
                if one.base == other.base {
                    are_disjoint(store, access).then_some(())?;
                    continue;
                }
                if !access.is_store {
                    comparisons.load.get_or_insert(access.op);
                }
                let number = *pairs.entry((one.base, other.base)).or_insert(comparisons.pairs.len());
                match comparisons.pairs.get_mut(number) {
                    None => comparisons.pairs.push((one, other)),
                    Some((known, known_other)) => {
                        for (known, new) in [(known, one), (known_other, other)] {
                            known.from = known.from.min(new.from);
                            known.to = known.to.max(new.to);
                        }
                    }
                }
            }
        }
        (comparisons.pairs.len() <= MAX_PAIRS).then_some(())
    }

    /// Emits ops with all loads before all stores, these in an order, and after comparisons that refuse that in the
    /// order of the program.
    fn emit_versions(
        &mut self,
        span: &Span<'_>,
        stores: &[Op],
        comparisons: &Comparisons,
        mask: Option<&Mask>,
    ) {
        let overlap = self.overlap(comparisons);
        let reports = self.reports.accesses.len();
        let Some(overlap) = overlap else {
            self.emit_reordered(span, stores, mask);
            return;
        };
        let (apart, in_order, done) = (self.new_block(), self.new_block(), self.new_block());
        let weights = self.cx().i32_array(&WEIGHTS);
        let branch = CondBrOp::of(overlap)
            .loc(self.loc)
            .true_dest_operands(&[])
            .false_dest_operands(&[])
            .branch_weights_attr(weights);
        self.rw.build(branch.true_dest(in_order).false_dest(apart));
        let rows = self.memory.rows.clone();
        self.enter(apart);
        self.emit_reordered(span, stores, mask);
        self.tell_of_comparison(reports, comparisons);
        let live: Vec<Value> = self.live_after(span);
        let first: Vec<Option<Lanes>> =
            live.iter().map(|value| self.values.lanes.get(value).cloned()).collect();
        let apart = self.current;

        self.forget_loads();
        self.memory.rows.clone_from(&rows);
        self.enter(in_order);
        let (remarks, was_muted) = (self.remarks.len(), self.reports.mute(true));
        let was_unlikely = std::mem::replace(&mut self.is_unlikely, true);
        for &op in &span.late {
            self.op(op, mask);
        }
        self.flush_stores();
        self.is_unlikely = was_unlikely;
        self.remarks.truncate(remarks);
        self.reports.mute(was_muted);
        self.forget_loads();
        self.memory.rows = rows;
        self.join(&live, first, apart, done);
        for &op in &span.late {
            let results: Vec<Value> = self.rw.body().results(op).collect();
            results.into_iter().for_each(|result| {
                self.values.unwrapped.remove(&result);
            });
        }
    }

    /// Joins two versions, the first of which ends in a block and has some values, in a new block.
    fn join(&mut self, live: &[Value], first: Vec<Option<Lanes>>, end: Block, done: Block) {
        let in_order = self.current;
        let (mut from_first, mut from_second) = (Vec::new(), Vec::new());
        for (&value, first) in live.iter().zip(first) {
            let (Some(one), Some(other)) = (first, self.values.lanes.get(&value).cloned()) else { continue };
            let form = self.common_form(&[&one, &other], one.ty, one.shape, true);
            self.enter(end);
            from_first.push(self.pass(&one, &form));
            self.enter(in_order);
            from_second.push(self.pass(&other, &form));
            let lanes = self.add_passed(done, &form);
            self.set(value, lanes);
        }
        for (block, values) in [(end, from_first), (in_order, from_second)] {
            self.enter(block);
            self.rw.build(BrOp::of(&values).loc(self.loc).dest(done));
        }
        self.enter(done);
    }

    fn emit_reordered(&mut self, span: &Span<'_>, stores: &[Op], mask: Option<&Mask>) {
        let others = span.late.iter().copied().filter(|op| !stores.contains(op));
        for op in others.chain(stores.iter().copied()).collect::<Vec<_>>() {
            self.op(op, mask);
        }
        self.flush_stores();
    }

    /// The values of ops that are used by others.
    fn live_after(&self, span: &Span<'_>) -> Vec<Value> {
        let body = self.rw.body();
        let is_used =
            |value: Value| body.uses(value).any(|used| !span.late_set.contains(&body.use_owner(used)));
        span.late.iter().flat_map(|&op| body.results(op)).filter(|&value| is_used(value)).collect()
    }

    /// A bit that is set if ranges overlap or an index wraps; `None` if nothing is to be compared.
    fn overlap(&mut self, comparisons: &Comparisons) -> Option<Value> {
        let mut all: Option<Value> = None;
        let mut bits = comparisons.wraps.clone();
        for (one, other) in &comparisons.pairs {
            let word = self.i64_type();
            let [start, other_start] = [one, other].map(|extent| self.unary::<PtrToIntOp>(extent.base, word));
            let [length, other_length] = [one, other].map(|extent| extent.to.wrapping_sub(extent.from));
            // They are apart if one begins where the other ends or later, and ends where that begins or before.
            let distance = self.binary::<SubOp>(other_start, start);
            let added = self.integer(other.from.wrapping_sub(one.from).wrapping_sub(length), word);
            let gap = self.binary::<AddOp>(distance, added);
            let most = self.integer(0_i64.wrapping_sub(length).wrapping_sub(other_length), word);
            let overlaps = self.compare(ICmpPredicate::Ugt, gap, most);
            // Addresses may be poison if no element is active.
            let bit = self.bool_type();
            bits.push(self.unary::<FreezeOp>(overlaps, bit));
        }
        for bit in bits {
            all = Some(match all {
                Some(other) => self.or(other, bit),
                None => bit,
            });
        }
        all
    }

    fn tell_of_comparison(&mut self, since: usize, comparisons: &Comparisons) {
        if !self.reports.is_wanted {
            return;
        }
        let reason = match comparisons.load {
            Some(load) => format!(
                "unless {} between the stores reads what they write, which is tested at run time",
                self.name_of_load(load)
            ),
            None => "unless stores in between write the same, which is tested at run time".to_owned(),
        };
        let end = self.reports.accesses.len();
        for at in since..end {
            if self.reports.accesses[at].kind == super::reports::AccessKind::Store {
                let before = self.reports.resume(Some(at));
                self.reports.reason_more(&reason);
                self.reports.resume(before);
            }
        }
    }
}

/// Whether elements with one base do not overlap.
fn are_disjoint(one: &Placed, other: &Placed) -> bool {
    let (Some((_, first, size)), Some((_, second, other_size))) = (&one.elements, &other.elements) else {
        return false;
    };
    let mut written = first.clone();
    written.sort_unstable();
    let is_free = |&number: &i64| {
        // The first one that ends after the element begins.
        let next = written.partition_point(|&start| start.saturating_add(*size) <= number);
        written.get(next).is_none_or(|&start| start >= number.saturating_add(*other_size))
    };
    second.iter().all(is_free)
}

/// The order of stores in which those that write a range are one after the other; `None` if none do.
fn order_of_stores(placed: &[Placed]) -> Option<Vec<usize>> {
    let stores: Vec<usize> = (0..placed.len()).filter(|&at| placed[at].is_store).collect();
    let key = |at: usize| placed[at].elements.as_ref().map(|(base, ..)| (*base, placed[at].step));
    let mut order: Vec<usize> = Vec::new();
    let mut writes_range = false;
    for &at in &stores {
        if order.contains(&at) {
            continue;
        }
        let members = stores.iter().copied().filter(|&other| key(other) == key(at));
        let members: Vec<usize> = members.collect();
        writes_range |= placed[at].step.is_some_and(|(step, ..)| members.len() >= step);
        order.extend(members);
    }
    writes_range.then_some(order)
}
