//! Stores: of rows if these do not overlap, otherwise scatters, which keep the order of lanes.

use terrace_dialects_llvm::enums::ICmpPredicate;
use terrace_dialects_llvm::intrinsics::{MaskedGatherOp, MaskedScatterOp, MaskedStoreOp};
use terrace_dialects_llvm::ops::{AddOp, BrOp, CondBrOp, GEPOp, GepIndex, LoadOp, StoreOp, ZExtOp};
use terrace_ir::{Type, Value};
use terrace_target::Quirk;

use super::accesses::{Access, MAX_ROWS, Row, Strided};
use super::emit::Emitter;
use super::lanes::{Lanes, Mask};
use super::reports::{AccessKind, RunMask, Step};
use super::rows::{row_members, runs, steps_by, why};
use super::values::Original;
use crate::diagnostics::Tag;
use crate::select::is_at_ranks;
use crate::shape::Shape;

impl Emitter<'_, '_> {
    /// Emits a store to an address with a shape.
    pub(super) fn store(&mut self, original: &Original, mask: Option<&Mask>) {
        let Some(store) = self.rw.op(original.op).cast::<StoreOp>() else { return };
        let (stored, to) = (store.value().id(), store.addr().id());
        let address = self.lanes(to);
        let shape = address.shape;
        let value = self.lanes(stored);
        let ty = value.ty;
        let Some(access) = self.access(original, ty) else {
            let text = self.cx().type_text(ty);
            self.error(Tag::Type, format_args!("a value of type '{text}' cannot have shape {shape}"));
            return;
        };
        self.report_access(AccessKind::Store, to, (ty, shape), mask);
        let active = self.mask_vector(mask, shape);
        let value = value.in_shape(shape);
        let mut value = self.vector_of(&value);
        let whole = self.shaped(access.element, shape);
        value = self.bitcast(value, whole);
        if let Some(unwrapped) =
            self.worth_a_branch(to, |emit, lanes| emit.is_written_densely(lanes, &access))
        {
            self.flush_stores();
            self.with_branch(&unwrapped, &address, |emit, lanes| {
                emit.store_shaped(lanes, value, &access, active);
                emit.flush_stores();
                None
            });
        } else if !self.store_unwrapped_later(to, &address, value, &access, active) {
            self.store_shaped(&address, value, &access, active);
        }
        let object = self.object_of(to);
        match self.memory.group.as_mut() {
            Some(group) => group.objects.push(object),
            None => self.memory.load_groups.clear(),
        }
        self.reports.resume(None);
    }

    /// Defers a store whose address may wrap until stores to the elements in between follow; returns whether it does.
    fn store_unwrapped_later(
        &mut self,
        to: Value,
        plain: &Lanes,
        value: Value,
        access: &Access,
        active: Option<Value>,
    ) -> bool {
        let Some(unwrapped) = self.unwrapped_of(to) else { return false };
        let is_whole = self.address_shape(&unwrapped.lanes) == plain.shape;
        if !is_whole
            || !self.store_later(&unwrapped.lanes, Some((&unwrapped.wraps, plain)), value, access, active)
        {
            return false;
        }
        self.reports.reason("every few elements, unless the index wraps");
        true
    }

    /// Whether a store needs no scatter.
    fn is_written_densely(&self, lanes: &Lanes, access: &Access) -> bool {
        let (shape, outer) = (lanes.shape, self.outer_shape(lanes));
        if self.address_shape(lanes) != shape {
            return false;
        }
        let numbers = lanes.numbers(shape);
        if outer.is_scalar() {
            return self.stores_dense(&numbers, shape, access.size) || runs(&numbers, access.size).is_some();
        }
        let inner = shape.without(outer);
        let first: Vec<i64> = row_members(shape, outer, inner, 0).iter().map(|&flat| numbers[flat]).collect();
        inner.elements() >= 2 && outer.elements() <= MAX_ROWS && self.stores_dense(&first, inner, access.size)
    }

    /// Stores elements, whose addresses may be equal.
    fn store_shaped(&mut self, address: &Lanes, mut value: Value, access: &Access, active: Option<Value>) {
        let (shape, used) = (address.shape, self.address_shape(address));
        self.report_addresses(address, access.size);
        if used == shape {
            self.store_all(address, value, access, active);
            return;
        }
        self.flush_stores();
        if active.is_some() {
            self.scatter(address, value, access, active);
            return;
        }
        // Of several elements with one address the last one is stored.
        let picked: Vec<usize> = (0..used.elements())
            .map(|flat| {
                let mut at = used.coordinates(flat);
                for dim in shape.without(used).dims() {
                    at[dim] = shape.size(dim) as usize - 1;
                }
                shape.flat(&at)
            })
            .collect();
        value = self.pick(value, &picked);
        let address = self.reduced(address, used);
        self.store_all(&address, value, access, None);
        self.reports.reason("several elements have one address: the last one is stored");
    }

    fn store_all(&mut self, lanes: &Lanes, value: Value, access: &Access, active: Option<Value>) {
        let shape = lanes.shape;
        let outer = self.outer_shape(lanes);
        if outer.is_scalar() {
            let numbers = lanes.numbers(shape);
            let pointer = self.base_of(lanes, Shape::SCALAR);
            if self.stores_dense(&numbers, shape, access.size) {
                self.flush_stores();
                self.store_row(&Row { pointer, numbers: &numbers, shape }, value, access, active);
                return;
            }
            if self.store_later(lanes, None, value, access, active) {
                return;
            }
            self.flush_stores();
            let Some(runs) = runs(&numbers, access.size) else {
                self.scatter(lanes, value, access, active);
                return;
            };
            let parts = self.parts(value, &runs);
            for (run, part) in runs.iter().zip(parts) {
                let pointer = self.after(pointer, numbers[run[0]]);
                let active = active.map(|active| self.pick_vector(active, run));
                self.store_run(pointer, part, access, active);
            }
            return;
        }
        self.flush_stores();
        let inner = shape.without(outer);
        let members: Vec<Vec<usize>> =
            (0..outer.elements()).map(|row| row_members(shape, outer, inner, row)).collect();
        let all = lanes.numbers(shape);
        let first: Vec<i64> = members[0].iter().map(|&flat| all[flat]).collect();
        if inner.elements() < 2
            || outer.elements() > MAX_ROWS
            || !self.stores_dense(&first, inner, access.size)
        {
            self.scatter(lanes, value, access, active);
            return;
        }
        // If rows overlap, the last store to an element wins: rows must be disjoint, unless they are contiguous.
        let follow = inner.dims().next_back() < outer.dims().next();
        let mut after = None;
        if !follow {
            let Some(are_apart) = self.are_apart(lanes, outer, &first, access.size) else {
                self.scatter(lanes, value, access, active);
                return;
            };
            let (rows, scattered, done) = (self.new_block(), self.new_block(), self.new_block());
            let branch =
                CondBrOp::of(are_apart).loc(self.loc).true_dest_operands(&[]).false_dest_operands(&[]);
            self.rw.build(branch.true_dest(rows).false_dest(scattered));
            self.enter(scattered);
            let whole = lanes.clone().detached();
            self.scatter(&whole, value, access, active);
            self.rw.build(BrOp::of(&[]).loc(self.loc).dest(done));
            self.enter(rows);
            after = Some(done);
        }
        let numbers: Vec<Vec<i64>> =
            members.iter().map(|members| members.iter().map(|&flat| all[flat]).collect()).collect();
        let is_plain = active.is_none() && numbers.iter().all(|numbers| steps_by(numbers, access.size));
        if !is_plain || !self.store_tiles((lanes, outer), &members, &numbers, value, access) {
            let parts = self.parts(value, &members);
            for (row, (members, part)) in members.iter().zip(parts).enumerate() {
                let pointer = self.row_pointer(lanes, outer, row);
                let active = active.map(|active| self.part_of_mask(active, members));
                self.store_row(&Row { pointer, numbers: &numbers[row], shape: inner }, part, access, active);
            }
        }
        if let Some(done) = after {
            self.rw.build(BrOp::of(&[]).loc(self.loc).dest(done));
            self.enter(done);
        }
    }

    /// The elements of a vector in groups.
    fn parts(&mut self, value: Value, groups: &[Vec<usize>]) -> Vec<Value> {
        let order: Vec<usize> = groups.iter().flatten().copied().collect();
        let length = groups[0].len();
        let is_even = groups.iter().all(|group| group.len() == length);
        if is_even && let Some(parts) = self.permuted(value, &order, length) {
            return parts;
        }
        groups.iter().map(|group| self.pick(value, group)).collect()
    }

    /// Stores disjoint rows of elements that follow each other register by register, those of a tile together: a tile
    /// then needs registers for its own elements only. Returns whether the rows are written in tiles.
    fn store_tiles(
        &mut self,
        (lanes, outer): (&Lanes, Shape),
        members: &[Vec<usize>],
        numbers: &[Vec<i64>],
        value: Value,
        access: &Access,
    ) -> bool {
        let order: Vec<usize> = members.iter().flatten().copied().collect();
        let length = members[0].len();
        let Some((mut network, registers)) = self.tiles(value, &order, length) else { return false };
        let pointers: Vec<Value> =
            (0..members.len()).map(|row| self.row_pointer(lanes, outer, row)).collect();
        members.iter().for_each(|row| self.report_run(row.len(), access.size, RunMask::Unmasked));
        for at in registers {
            let register = self.register_of_network(&mut network, at);
            let (row, column) = network.place_in_rows(at);
            let pointer = self.after(pointers[row], numbers[row][column]);
            self.store_plain(pointer, register, access);
        }
        true
    }

    /// A bit that is set if rows with a stride that is not constant do not overlap; `None` if that needs more than one
    /// comparison.
    fn are_apart(&mut self, lanes: &Lanes, outer: Shape, row: &[i64], size: i64) -> Option<Value> {
        let &[(dim, stride)] = &lanes.strides[..] else { return None };
        if !lanes.base_shape().is_scalar() || outer.dims().ne([dim]) {
            return None;
        }
        // Rows are at multiples of the stride from the first one.
        if lanes.table.as_ref().is_some_and(|(shape, _)| shape.size(dim) > 1) {
            return None;
        }
        let span = row.iter().max()?.checked_sub(*row.iter().min()?)?.checked_add(size)?;
        let ty = self.type_of(stride);
        let (least, most) = (self.integer(span, ty), self.integer(-span, ty));
        let forwards = self.compare(ICmpPredicate::Sge, stride, least);
        let backwards = self.compare(ICmpPredicate::Sle, stride, most);
        Some(self.or(forwards, backwards))
    }

    /// Whether a store of a row needs no scatter.
    fn stores_dense(&self, numbers: &[i64], shape: Shape, size: i64) -> bool {
        if numbers.len() == 1 || steps_by(numbers, size) || steps_by(numbers, -size) {
            return true;
        }
        let mut dims = shape.dims();
        let (Some(_), Some(last)) = (dims.next(), dims.next_back()) else { return false };
        let rows = shape.size(last) as usize;
        rows <= MAX_ROWS
            && numbers
                .chunks(numbers.len() / rows)
                .all(|part| self.stores_dense(part, shape.with(last, 1), size))
    }

    fn store_row(&mut self, row: &Row<'_>, value: Value, access: &Access, active: Option<Value>) {
        let (numbers, size, count) = (row.numbers, access.size, row.numbers.len());
        if steps_by(numbers, size) {
            let pointer = self.after(row.pointer, numbers[0]);
            self.store_run(pointer, value, access, active);
            return;
        }
        if steps_by(numbers, -size) {
            if let Some(first) = self.copied_prefix(active, access) {
                self.report_run(count, size, RunMask::Copied);
                let reversed: Vec<usize> = (0..count).rev().collect();
                let value = self.pick(value, &reversed);
                let pointer = self.after(row.pointer, numbers[count - 1]);
                self.store_last(pointer, value, access, first);
                return;
            }
            if active.is_some() && self.is_masked_by_call(count, access) {
                self.reports.step(Step::Loop(count));
                let pointer = self.after(row.pointer, numbers[0]);
                let word = self.i64_type();
                let to = Strided { pointer, step: self.integer(-size, word) };
                self.store_by_call(to, value, access, active);
                return;
            }
            let reversed: Vec<usize> = (0..count).rev().collect();
            let active = active.map(|active| self.pick(active, &reversed));
            let value = self.pick(value, &reversed);
            let pointer = self.after(row.pointer, numbers[count - 1]);
            self.store_run(pointer, value, access, active);
            return;
        }
        let Some(last) = row.shape.dims().next_back() else { return };
        // Contiguous rows are stored at once.
        let first = row.shape.dims().next().map_or(1, |dim| row.shape.size(dim) as usize);
        if numbers.chunks(first).all(|part| steps_by(part, size)) {
            let mut begin = 0;
            for end in 1..=count {
                if end < count && numbers[end].wrapping_sub(numbers[end - 1]) == size {
                    continue;
                }
                let members: Vec<usize> = (begin..end).collect();
                let active = active.map(|active| self.part_of_mask(active, &members));
                let part = self.pick(value, &members);
                let pointer = self.after(row.pointer, numbers[begin]);
                self.store_run(pointer, part, access, active);
                begin = end;
            }
            return;
        }
        let length = count / row.shape.size(last) as usize;
        for (at, part) in numbers.chunks(length).enumerate() {
            let members: Vec<usize> = (at * length..(at + 1) * length).collect();
            let active = active.map(|active| self.pick_vector(active, &members));
            let value = self.pick(value, &members);
            self.store_row(
                &Row { pointer: row.pointer, numbers: part, shape: row.shape.with(last, 1) },
                value,
                access,
                active,
            );
        }
    }

    fn store_plain(&mut self, pointer: Value, value: Value, access: &Access) {
        let mut store = StoreOp::of(value, pointer).loc(self.loc).alignment_attr(self.alignment(access));
        if let Some(tbaa) = access.tbaa {
            store = store.tbaa_attr(tbaa);
        }
        self.rw.build(store);
    }

    pub(super) fn store_run(&mut self, pointer: Value, value: Value, access: &Access, active: Option<Value>) {
        let count = match self.type_of(value).element_type(self.cx()) {
            Some(_) => self.count(value),
            None => 1,
        };
        if active.is_none()
            && count == 3
            && access.size == 1
            && self.target.has_quirk(Quirk::ThreeTruncatedBytes)
        {
            let (first, last) = (self.pick_vector(value, &[0, 1]), self.extract(value, 2));
            let after = self.after(pointer, 2);
            self.store_run(pointer, first, access, None);
            self.store_run(after, last, access, None);
            return;
        }
        let Some(active) = active else {
            self.report_run(count, access.size, RunMask::Unmasked);
            self.store_plain(pointer, value, access);
            return;
        };
        let is_scalar = |emit: &Self, value: Value| emit.type_of(value).element_type(emit.cx()).is_none();
        let value = if is_scalar(self, value) { self.splat(value, 1) } else { value };
        let active = if is_scalar(self, active) { self.splat(active, 1) } else { active };
        if self.store_predicated(pointer, value, access, active) {
            self.report_run(count, access.size, RunMask::Instruction);
            return;
        }
        if let Some(first) = self.copied_prefix(Some(active), access) {
            self.report_run(count, access.size, RunMask::Copied);
            self.store_first(pointer, value, access, first);
            return;
        }
        self.report_masked_run(count, access);
        if self.store_emulated((pointer, value), access, active) {
            return;
        }
        if self.is_masked_by_call(count, access) {
            let to = self.consecutive(pointer, access);
            self.store_by_call(to, value, access, Some(active));
            return;
        }
        self.store_masked(pointer, value, access, active);
    }

    pub(super) fn store_masked(&mut self, pointer: Value, value: Value, access: &Access, active: Value) {
        let count = self.count(value);
        let active = self.mask_of_store(value, active);
        let length = self.padded(count);
        let value = self.lengthen(value, length);
        let active = self.lengthen_mask(active, length);
        let alignment = self.cx().int_attr(self.i32_type(), access.alignment);
        let store = MaskedStoreOp::of(value, pointer, active).loc(self.loc).alignment_attr(alignment);
        self.rw.build(store);
    }

    /// Whether an access is one to the ranks of the elements that it accesses, which are moved in registers. Blocks of sizes that are
    /// no powers of two are divided later.
    fn is_at_ranks(&self, pointers: Value, active: Value, ty: Type) -> bool {
        let (pointers, mask) = (self.rw.value(pointers), self.rw.value(active));
        self.count(active).is_power_of_two() && is_at_ranks(pointers, mask, ty, self.target)
    }

    /// Loads from the ranks of elements; `None` if the addresses are others. Inactive elements are zero.
    pub(super) fn load_at_ranks(
        &mut self,
        pointers: Value,
        access: &Access,
        active: Option<Value>,
    ) -> Option<Value> {
        let count = self.count(pointers);
        let ty = self.vector(access.element, count);
        let active = active.filter(|&active| self.is_at_ranks(pointers, active, ty))?;
        self.reports.step(Step::Ranked(count));
        let alignment = self.cx().int_attr(self.i32_type(), access.alignment);
        let zero = self.zero(ty);
        let gather = MaskedGatherOp::of(pointers, active, &[zero]).loc(self.loc).alignment_attr(alignment);
        Some(self.rw.build_value(gather.res(ty)))
    }

    pub(super) fn scatter(&mut self, lanes: &Lanes, value: Value, access: &Access, active: Option<Value>) {
        let count = lanes.shape.elements();
        if self.is_unlikely
            && !self.target.scatters(access.size as u32 * 8)
            && let Some(to) = self.strided(lanes)
        {
            self.reports.step(Step::Loop(count));
            self.store_by_call(to, value, access, active);
            return;
        }
        let pointers = self.vector_of(lanes);
        if lanes.shape.is_scalar() {
            self.store_run(pointers, value, access, active);
            return;
        }
        let ty = self.type_of(value);
        if let Some(active) = active.filter(|&active| self.is_at_ranks(pointers, active, ty)) {
            self.reports.step(Step::Ranked(count));
            let alignment = self.cx().int_attr(self.i32_type(), access.alignment);
            let scatter =
                MaskedScatterOp::of(value, pointers, active).loc(self.loc).alignment_attr(alignment);
            self.rw.build(scatter);
            return;
        }
        self.remark(
            Tag::Gather,
            format_args!("a store of shape {} is a scatter: {}", lanes.shape, why(lanes)),
        );
        self.advise_on_dimension(lanes, access);
        if self.outer_shape(lanes).is_scalar() {
            self.reports.reason_more("what lies between them must stay as it is, or they overlap");
        } else {
            self.reports.reason(why(lanes));
        }
        if count > self.target.costs().most_scattered {
            self.reports.step(Step::Loop(count));
            let access_report = self.reports.resume(None);
            match self.strided(lanes).filter(|_| self.lacks_masks(access)) {
                Some(to) => self.store_by_call(to, value, access, active),
                None => self.store_each(pointers, value, access, active),
            }
            self.reports.resume(access_report);
            return;
        }
        self.reports.step(Step::Scattered(count));
        if let Some(active) = active.filter(|_| self.lacks_masks(access)) {
            self.scatter_by_call(pointers, value, access, active);
            return;
        }
        let active = active.unwrap_or_else(|| self.all(count));
        let length = self.padded_scattered(count);
        let (value, pointers) = (self.lengthen(value, length), self.lengthen(pointers, length));
        let active = self.lengthen_mask(active, length);
        let alignment = self.cx().int_attr(self.i32_type(), access.alignment);
        let scatter = MaskedScatterOp::of(value, pointers, active).loc(self.loc).alignment_attr(alignment);
        self.rw.build(scatter);
    }

    /// Stores elements one by one, in a loop. Back ends expand scatters, which takes long for large blocks.
    fn store_each(&mut self, pointers: Value, value: Value, access: &Access, active: Option<Value>) {
        let (count, element) = (self.count(pointers), self.element(self.type_of(value)));
        let pointer = self.element(self.type_of(pointers));
        let (pointers, values) = (self.in_memory(pointers), self.in_memory(value));
        self.for_each(count, active, |emit, index| {
            let to = emit.element_at(pointers, pointer, index);
            let value = emit.element_at(values, element, index);
            emit.store_run(to, value, access, None);
        });
    }

    /// Loads elements one by one, in a loop; inactive ones are zero.
    pub(super) fn load_each_in_loop(
        &mut self,
        pointers: Value,
        access: &Access,
        active: Option<Value>,
    ) -> Value {
        let (count, pointer) = (self.count(pointers), self.element(self.type_of(pointers)));
        if let Some(offsets) = self.narrow_offsets(pointers) {
            let narrow = self.in_memory(offsets.narrow);
            return self.load_in_loop(count, access, active, |emit, index| {
                emit.address_by_offset(&offsets, narrow, index)
            });
        }
        let pointers = self.in_memory(pointers);
        self.load_in_loop(count, access, active, |emit, index| emit.element_at(pointers, pointer, index))
    }

    fn load_in_loop(
        &mut self,
        count: usize,
        access: &Access,
        active: Option<Value>,
        address: impl FnOnce(&mut Self, Value) -> Value,
    ) -> Value {
        let ty = self.vector(access.element, count);
        let zero = self.zero(ty);
        let values = self.in_memory(zero);
        self.for_each(count, active, |emit, index| {
            let from = address(emit, index);
            let value = emit.load_run(from, 1, access, None);
            let to = emit.element_address(values, access.element, index);
            emit.rw.build(StoreOp::of(value, to).loc(emit.loc));
        });
        self.rw.build_value(LoadOp::of(values).loc(self.loc).res(ty))
    }

    /// Whether the target has no masked accesses to elements of a type, so that back ends would expand them.
    pub(super) fn lacks_masks(&self, access: &Access) -> bool {
        self.lacks_masks_for(access.element, access.size)
    }

    /// The same, given the size of an element in bytes.
    pub(super) fn lacks_masks_for(&self, element: Type, size: i64) -> bool {
        let has_masks = self.target.least_masked().is_some_and(|least| size >= least);
        let bits = element.bit_width(self.cx()).map_or(size * 8, i64::from);
        !has_masks && bits == size * 8 && matches!(size, 1 | 2 | 4 | 8)
    }

    /// Whether a masked access to `count` elements is a call, since LLVM would expand it.
    pub(super) fn is_masked_by_call(&self, count: usize, access: &Access) -> bool {
        count > self.target.costs().most_masked_one_by_one && self.lacks_masks(access)
    }

    /// Creates a loop over the active elements.
    fn for_each(&mut self, count: usize, active: Option<Value>, work: impl FnOnce(&mut Self, Value)) {
        let byte = self.integer_type(8);
        let active = active.map(|active| {
            let bytes = self.vector(byte, count);
            let active = self.unary::<ZExtOp>(active, bytes);
            self.in_memory(active)
        });
        let index_type = self.i64_type();
        let (header, inner, next, done) =
            (self.new_block(), self.new_block(), self.new_block(), self.new_block());
        let index = self.add_argument(header, index_type);
        let zero = self.integer(0, index_type);
        self.rw.build(BrOp::of(&[zero]).loc(self.loc).dest(header));
        self.enter(header);
        match active {
            Some(active) => {
                let bit = self.element_at(active, byte, index);
                let none = self.integer(0, byte);
                let is_active = self.compare(ICmpPredicate::Ne, bit, none);
                let branch =
                    CondBrOp::of(is_active).loc(self.loc).true_dest_operands(&[]).false_dest_operands(&[]);
                self.rw.build(branch.true_dest(inner).false_dest(next));
            }
            None => {
                self.rw.build(BrOp::of(&[]).loc(self.loc).dest(inner));
            }
        }
        self.enter(inner);
        work(self, index);
        self.rw.build(BrOp::of(&[]).loc(self.loc).dest(next));
        self.enter(next);
        let one = self.integer(1, index_type);
        let following = self.binary::<AddOp>(index, one);
        let end = self.integer(count as i64, index_type);
        let goes_on = self.compare(ICmpPredicate::Ult, following, end);
        let branch =
            CondBrOp::of(goes_on).loc(self.loc).true_dest_operands(&[following]).false_dest_operands(&[]);
        self.rw.build(branch.true_dest(header).false_dest(done));
        self.enter(done);
    }

    fn element_address(&mut self, array: Value, element: Type, index: Value) -> Value {
        let ty = self.type_of(array);
        let gep = GEPOp::of_indices(self.cx(), self.loc, array, element, &[GepIndex::Value(index)]);
        self.rw.build_value(gep.res(ty))
    }

    pub(super) fn element_at(&mut self, array: Value, element: Type, index: Value) -> Value {
        let address = self.element_address(array, element, index);
        self.rw.build_value(LoadOp::of(address).loc(self.loc).res(element))
    }
}
