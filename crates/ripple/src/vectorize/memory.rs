//! Loads and stores: selection of vector accesses by the form of addresses.
//!
//! Contiguous addresses are one access; with stride -1 it is reversed. A dimension that the address does not depend on
//! is left out. Otherwise each row along the innermost dimension is an access; a row of constant stride is loaded as a
//! window from its lowest to its highest element. All other accesses are gathers and scatters. No memory outside of the
//! span of a row's active lanes is read, but of their pages ([`super::emulated_masks`]).

use terrace_dialects_llvm::intrinsics::MaskedGatherOp;
use terrace_dialects_llvm::ops::{AddOp, FreezeOp, LoadOp, MulOp, StoreOp};
use terrace_ir::{Attr, Type, Value};
use terrace_support::apfloat::FloatKind;
use terrace_target::Quirk;

use super::accesses::{Access, MAX_ROWS, Row};
use super::emit::Emitter;
use super::lanes::{Lanes, Mask};
use super::reports::{AccessKind, RunMask, Step};
use super::rows::{row_members, runs, steps_by, why, window};
use super::values::Original;
use crate::diagnostics::Tag;
use crate::shape::Shape;

/// The largest number of scalar loads that are splat to a vector each.
const MAX_SPLATS: usize = 32;

impl Emitter<'_, '_> {
    pub(super) fn access(&self, original: &Original, element: Type) -> Option<Access> {
        let cx = self.cx();
        let size = self.layout.type_size(cx, element).ok().filter(|size| !size.scalable)?.minimum as i64;
        let stride = crate::addresses::stride(cx, &self.layout, element)?;
        let is_plain = element.is_integer(cx) && element.bit_width(cx).is_some_and(|width| width % 8 == 0)
            || element.is_float(cx)
            || terrace_dialects_llvm::types::address_space(cx, element).is_some();
        if size != stride || !is_plain {
            return None;
        }
        let alignment = self.attribute(original, "alignment").and_then(|attr| attr.as_i64(cx));
        let alignment = alignment
            .or_else(|| self.layout.abi_alignment(cx, element).ok().map(|alignment| alignment as i64))
            .unwrap_or(1);
        // Back ends without bfloat scalarize vectors of it, but not vectors of its bits. The x86 back end cannot
        // concatenate vectors of bfloat with odd sizes.
        let is_bfloat = element.float_kind(cx) == Some(FloatKind::BF16);
        let element = if is_bfloat { self.integer_type(16) } else { element };
        let tbaa = self.attribute(original, "tbaa");
        Some(Access { element, size, alignment, tbaa, leaves_inactive: false })
    }

    /// The dimensions that an address depends on.
    pub(super) fn address_shape(&self, lanes: &Lanes) -> Shape {
        let mut used = lanes.base_shape();
        used = lanes.strides.iter().fold(used, |used, &(dim, _)| used.with(dim, lanes.shape.size(dim)));
        let Some((shape, numbers)) = &lanes.table else { return used };
        for dim in shape.dims() {
            let varies = (0..shape.elements()).any(|flat| {
                let mut at = shape.coordinates(flat);
                at[dim] = 0;
                numbers[shape.flat(&at)] != numbers[flat]
            });
            if varies {
                used = used.with(dim, lanes.shape.size(dim));
            }
        }
        used
    }

    /// The addresses, projected to the dimensions that they depend on.
    pub(super) fn reduced(&self, lanes: &Lanes, shape: Shape) -> Lanes {
        let mut reduced = lanes.clone().in_shape(shape);
        if let Some((part, _)) = &lanes.table {
            let kept = part.restricted_to(shape);
            let numbers = lanes.numbers(lanes.shape);
            let picked = (0..kept.elements())
                .map(|flat| numbers[lanes.shape.flat(&kept.coordinates(flat))])
                .collect::<Vec<i64>>();
            reduced.table = Some((kept, picked.into()));
        }
        reduced
    }

    /// Renders a load.
    pub(super) fn load(&mut self, original: &Original, mask: Option<&Mask>) {
        let (result, ty) = original.results[0];
        let shape = self.shapes.of(result);
        let Some(from) = self.rw.op(original.op).cast::<LoadOp>().map(|load| load.addr().id()) else {
            return;
        };
        let lanes = self.lanes(from);
        let Some(access) = self.access(original, ty) else {
            let text = self.cx().type_text(ty);
            self.error(Tag::Type, format_args!("a value of type '{text}' cannot have shape {shape}"));
            return;
        };
        let used = self.address_shape(&lanes);
        self.report_access(AccessKind::Load, from, (ty, shape), mask);
        if used == shape
            && let Some((value, step)) = self.lookup(original, &access, mask)
        {
            self.reports.step(step);
            self.reports.resume(None);
            self.set(result, value);
            return;
        }
        let unwrapped = self.worth_a_branch(from, |emit, lanes| emit.is_read_densely(lanes, &access));
        let value = match unwrapped {
            Some(unwrapped) => self.load_unless(original, (&unwrapped, &lanes), &access, mask),
            None => Some(self.load_shaped(original, &lanes, &access, mask)),
        };
        self.reports.resume(None);
        if let Some(value) = value {
            self.set(result, Lanes::opaque(value, ty, shape));
        }
    }

    /// Whether a load needs no gather.
    pub(super) fn is_read_densely(&self, lanes: &Lanes, access: &Access) -> bool {
        let lanes = self.reduced(lanes, self.address_shape(lanes));
        let (outer, numbers) = (self.outer_shape(&lanes), lanes.numbers(lanes.shape));
        if outer.is_scalar() {
            return self.is_dense(&numbers, lanes.shape, access.size)
                || runs(&numbers, access.size).is_some();
        }
        self.inner_rows(&lanes, outer, access).is_some()
    }

    /// Loads from addresses, in the shape and the type of the result.
    pub(super) fn load_shaped(
        &mut self,
        original: &Original,
        lanes: &Lanes,
        access: &Access,
        mask: Option<&Mask>,
    ) -> Value {
        let (result, ty) = original.results[0];
        let (shape, used) = (self.shapes.of(result), self.address_shape(lanes));
        let lanes = self.reduced(lanes, used);
        self.report_addresses(&lanes, access.size);
        let active = self.mask_vector(mask, used);
        // Elements that are broadcast along inner dimensions are loaded as scalars, each splat to a vector.
        let is_spread = active.is_none()
            && (2..=MAX_SPLATS).contains(&used.elements())
            && self.is_repeated(result, used)
            && self.lies_apart(&lanes, access);
        let mut value = match is_spread {
            true => self.load_each(&lanes, access),
            false => self.load_all(&lanes, access, active),
        };
        if used != shape {
            value = self.broadcast(value, used, shape);
            if let Some(active) = self.mask_vector(mask, shape) {
                let whole = self.type_of(value);
                let zero = self.zero(whole);
                value = self.select(active, value, zero);
            }
        }
        let whole = self.shaped(ty, shape);
        self.bitcast(value, whole)
    }

    fn load_all(&mut self, lanes: &Lanes, access: &Access, active: Option<Value>) -> Value {
        let shape = lanes.shape;
        let outer = self.outer_shape(lanes);
        if outer.is_scalar() {
            let numbers = lanes.numbers(shape);
            let pointer = self.base_of(lanes, Shape::SCALAR);
            if let Some(value) = self.load_row(&Row { pointer, numbers: &numbers, shape }, access, active) {
                return value;
            }
            let Some(runs) = runs(&numbers, access.size) else { return self.gather(lanes, access, active) };
            let mut order = vec![0; numbers.len()];
            runs.iter().flatten().enumerate().for_each(|(place, &flat)| order[flat] = place);
            let mut parts = Vec::new();
            for run in runs {
                let pointer = self.after(pointer, numbers[run[0]]);
                let active = active.map(|active| self.pick_vector(active, &run));
                parts.push(self.load_run(pointer, run.len(), access, active));
            }
            let all = self.concatenate_all(parts);
            return self.pick(all, &order);
        }
        let Some(inner) = self.inner_rows(lanes, outer, access) else {
            return self.gather(lanes, access, active);
        };
        let mut parts = Vec::new();
        let mut order = vec![0; shape.elements()];
        for row in 0..outer.elements() {
            let members = row_members(shape, outer, inner, row);
            for (place, &flat) in members.iter().enumerate() {
                order[flat] = row * inner.elements() + place;
            }
            let pointer = self.row_pointer(lanes, outer, row);
            let numbers: Vec<i64> = {
                let all = lanes.numbers(shape);
                members.iter().map(|&flat| all[flat]).collect()
            };
            let active = active.map(|active| self.part_of_mask(active, &members));
            let Some(part) = self.load_row(&Row { pointer, numbers: &numbers, shape: inner }, access, active)
            else {
                return self.gather(lanes, access, active);
            };
            parts.push(part);
        }
        let all = self.concatenate(parts);
        self.pick(all, &order)
    }

    /// Whether lanes are too far apart for a window of all of them or of a row.
    fn lies_apart(&self, lanes: &Lanes, access: &Access) -> bool {
        let outer = self.outer_shape(lanes);
        match outer.is_scalar() {
            true => !self.is_dense(&lanes.numbers(lanes.shape), lanes.shape, access.size),
            false => lanes.base_shape().is_scalar() && self.inner_rows(lanes, outer, access).is_none(),
        }
    }

    /// Whether each element of a value is broadcast to adjacent lanes, in this shape or in that of a use.
    fn is_repeated(&self, value: Value, used: Shape) -> bool {
        let repeats = |shape: Shape| shape.dims().next() < used.dims().next();
        let mut users = self.rw.value(value).uses().flat_map(|(user, _)| user.results());
        repeats(self.shapes.of(value)) || users.any(|result| repeats(self.shapes.of(result.id())))
    }

    /// Loads the elements one by one.
    fn load_each(&mut self, lanes: &Lanes, access: &Access) -> Value {
        let outer = self.outer_shape(lanes);
        let numbers = lanes.numbers(lanes.shape);
        let parts = (0..lanes.shape.elements())
            .map(|flat| {
                let row = outer.flat(&lanes.shape.coordinates(flat));
                let pointer = self.row_pointer(lanes, outer, row);
                let pointer = self.after(pointer, numbers[flat]);
                self.load_run(pointer, 1, access, None)
            })
            .collect();
        self.concatenate(parts)
    }

    /// The dimensions with a stride that is not constant.
    pub(super) fn outer_shape(&self, lanes: &Lanes) -> Shape {
        lanes
            .strides
            .iter()
            .fold(lanes.base_shape(), |outer, &(dim, _)| outer.with(dim, lanes.shape.size(dim)))
    }

    /// The shape of rows, if access by row is profitable.
    fn inner_rows(&self, lanes: &Lanes, outer: Shape, access: &Access) -> Option<Shape> {
        let inner = lanes.shape.without(outer);
        if inner.elements() < 2 || outer.elements() > MAX_ROWS {
            return None;
        }
        let members = row_members(lanes.shape, outer, inner, 0);
        let all = lanes.numbers(lanes.shape);
        let numbers: Vec<i64> = members.iter().map(|&flat| all[flat]).collect();
        self.is_dense(&numbers, inner, access.size).then_some(inner)
    }

    /// Whether an access to a row needs no gather.
    pub(super) fn is_dense(&self, numbers: &[i64], shape: Shape, size: i64) -> bool {
        if numbers.len() == 1 || steps_by(numbers, size) || steps_by(numbers, -size) {
            return true;
        }
        let mut dims = shape.dims();
        let (first, last) = (dims.next(), dims.next_back());
        match (first, last) {
            (Some(_), Some(last)) => {
                let rows = shape.size(last) as usize;
                let count = numbers.len() / rows;
                rows <= MAX_ROWS
                    && numbers.chunks(count).all(|part| self.is_dense(part, shape.with(last, 1), size))
            }
            _ => window(numbers, size).is_some(),
        }
    }

    pub(super) fn row_pointer(&mut self, lanes: &Lanes, outer: Shape, row: usize) -> Value {
        let at = outer.coordinates(row);
        let mut pointer = match lanes.base {
            Some((value, from)) if !from.is_scalar() => self.extract(value, from.flat(&at)),
            Some((value, _)) => value,
            None => self.base_of(lanes, Shape::SCALAR),
        };
        let mut offset: Option<Value> = None;
        for &(dim, stride) in &lanes.strides {
            let index = at[dim] as i64;
            if index == 0 {
                continue;
            }
            let ty = self.type_of(stride);
            let number = self.integer(index, ty);
            let product = self.binary::<MulOp>(stride, number);
            offset = Some(match offset {
                Some(sum) => self.binary::<AddOp>(sum, product),
                None => product,
            });
        }
        if let Some(offset) = offset {
            let ty = self.type_of(pointer);
            pointer = self.add_bytes(pointer, offset, Shape::SCALAR, ty);
        }
        pointer
    }

    pub(super) fn pick_vector(&mut self, vector: Value, members: &[usize]) -> Value {
        let element = self.element(self.type_of(vector));
        let ty = self.vector(element, 1);
        let picked = self.pick(vector, members);
        if members.len() > 1 {
            if members.windows(2).all(|pair| pair[1] == pair[0] + 1) {
                self.record_part_of_prefix(vector, picked, members[0], members.len());
            }
            return picked;
        }
        let one = self.poison(ty);
        let i64_type = self.i64_type();
        let zero = self.integer(0, i64_type);
        self.insert_at(one, picked, zero)
    }

    pub(super) fn after(&mut self, pointer: Value, bytes: i64) -> Value {
        if bytes == 0 {
            return pointer;
        }
        let i64_type = self.i64_type();
        let offset = self.integer(bytes, i64_type);
        let ty = self.type_of(pointer);
        self.add_bytes(pointer, offset, Shape::SCALAR, ty)
    }

    /// Loads contiguous elements; a scalar for one element.
    pub(super) fn load_run(
        &mut self,
        pointer: Value,
        count: usize,
        access: &Access,
        active: Option<Value>,
    ) -> Value {
        let one = count == 1;
        let Some(active) = active else {
            self.report_run(count, access.size, RunMask::Unmasked);
            let mut load = LoadOp::of(pointer).loc(self.loc).alignment_attr(self.alignment(access));
            if let Some(tbaa) = access.tbaa {
                load = load.tbaa_attr(tbaa);
            }
            let ty = if one { access.element } else { self.vector(access.element, count) };
            return self.rw.build_value(load.res(ty));
        };
        let active = if one && self.type_of(active).element_type(self.cx()).is_none() {
            self.splat(active, 1)
        } else {
            active
        };
        if let Some(value) = self.load_predicated(pointer, count, access, active) {
            self.report_run(count, access.size, RunMask::Instruction);
            return value;
        }
        if let Some(first) = self.copied_prefix(Some(active), access) {
            self.report_run(count, access.size, RunMask::Copied);
            return self.load_first(pointer, count, access, first);
        }
        self.report_masked_run(count, access);
        if let Some(value) = self.load_emulated((pointer, count), access, active) {
            return value;
        }
        if self.is_masked_by_call(count, access) {
            let from = self.consecutive(pointer, access);
            return self.load_by_call(from, count, access, Some(active));
        }
        self.load_masked(pointer, count, access, active)
    }

    /// The number of elements of a masked access to `count` elements: a power of two. LLVM's code generators may pad
    /// other lengths with undefined mask bits.
    pub(super) fn padded(&self, count: usize) -> usize {
        count.next_power_of_two().max(if self.target.has_quirk(Quirk::SingleMaskedElement) { 2 } else { 1 })
    }

    /// The number of elements of a gather or scatter of `count` elements.
    pub(super) fn padded_scattered(&self, count: usize) -> usize {
        if self.target.has_quirk(Quirk::OddGather) { self.padded(count) } else { count }
    }

    /// A mask, padded with inactive lanes.
    pub(super) fn lengthen_mask(&mut self, active: Value, length: usize) -> Value {
        let (count, ty) = (self.count(active), self.type_of(active));
        if length == count {
            return active;
        }
        let none = self.zero(ty);
        let indices: Vec<i32> = (0..length).map(|at| at.min(count) as i32).collect();
        self.shuffle([active, none], &indices)
    }

    pub(super) fn alignment(&self, access: &Access) -> Attr {
        self.cx().int_attr(self.i64_type(), access.alignment)
    }

    /// The concatenation of values.
    pub(super) fn concatenate_all(&mut self, parts: Vec<Value>) -> Value {
        match parts[..] {
            [single] => single,
            _ => self.concatenate(parts),
        }
    }

    fn gather(&mut self, lanes: &Lanes, access: &Access, active: Option<Value>) -> Value {
        let count = lanes.shape.elements();
        let pointers = self.vector_of(lanes);
        if lanes.shape.is_scalar() {
            return self.load_run(pointers, 1, access, active);
        }
        if let Some(value) = self.load_at_ranks(pointers, access, active) {
            return value;
        }
        self.remark(Tag::Gather, format_args!("a load of shape {} is a gather: {}", lanes.shape, why(lanes)));
        self.advise_on_dimension(lanes, access);
        self.reports.reason(why(lanes));
        let is_large = self.target.costs().most_gathered.is_some_and(|most| count > most);
        if is_large && !self.is_elsewhere {
            self.reports.step(Step::Loop(count));
            let access_report = self.reports.resume(None);
            let value = match self.strided(lanes).filter(|_| self.lacks_masks(access)) {
                Some(from) => self.load_by_call(from, count, access, active),
                None => self.load_each_in_loop(pointers, access, active),
            };
            self.reports.resume(access_report);
            return value;
        }
        self.reports.step(Step::Scattered(count));
        if let Some(active) = active.filter(|_| self.lacks_masks(access)) {
            return self.gather_by_call(pointers, access, active);
        }
        let active = active.unwrap_or_else(|| self.all(count));
        self.gather_masked(pointers, access, active)
    }

    /// Loads the active elements at addresses by an instruction; others are zero.
    pub(super) fn gather_masked(&mut self, pointers: Value, access: &Access, active: Value) -> Value {
        let count = self.count(pointers);
        let length = self.padded_scattered(count);
        let pointers = self.lengthen(pointers, length);
        let active = self.lengthen_mask(active, length);
        let ty = self.vector(access.element, length);
        let zero = self.zero(ty);
        let alignment = self.cx().int_attr(self.i32_type(), access.alignment);
        let gather =
            MaskedGatherOp::of(pointers, active, &[zero]).loc(self.loc).alignment_attr(alignment).res(ty);
        let value = self.rw.build_value(gather);
        let value = match self.target.has_quirk(Quirk::ExtendedGather) {
            true => self.unary::<FreezeOp>(value, ty),
            false => value,
        };
        let wanted: Vec<usize> = (0..count).collect();
        if length == count { value } else { self.pick(value, &wanted) }
    }

    /// Whether an access is volatile or atomic, and so scalarized.
    pub(super) fn is_ordered(&self, original: &Original) -> bool {
        let view = self.rw.op(original.op);
        let not_atomic = terrace_dialects_llvm::enums::AtomicOrdering::NotAtomic;
        if let Some(load) = view.cast::<LoadOp>() {
            return load.volatile_() || load.ordering() != not_atomic;
        }
        view.cast::<StoreOp>().is_some_and(|store| store.volatile_() || store.ordering() != not_atomic)
    }
}
