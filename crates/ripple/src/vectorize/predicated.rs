//! Masked accesses with the predicates of SVE, whatever the length of its vectors.
//!
//! LLVM writes masked accesses to vectors of fixed length out, element by element, where vectors have an unknown length
//! ([`Quirk::MasksWrittenOut`]). Each 128 bits, which every vector has, are accessed under a predicate for the elements
//! that are active: those after them are not.

use terrace_dialects_llvm::enums::ICmpPredicate;
use terrace_dialects_llvm::intrinsics::{MaskedLoadOp, MaskedStoreOp, UMinOp};
use terrace_dialects_llvm::ops::{CallIntrinsicOp, ICmpOp, SExtOp};
use terrace_dialects_llvm::types::vector_type;
use terrace_ir::{Type, Value};
use terrace_target::Quirk;

use super::accesses::Access;
use super::emit::Emitter;

/// The size of all vectors, in bytes.
const LEAST: i64 = 16;

impl Emitter<'_, '_> {
    /// Reads elements that are active under predicates; others are zero. `None` if the target or the type has none.
    pub(super) fn load_predicated(
        &mut self,
        pointer: Value,
        count: usize,
        access: &Access,
        active: Value,
    ) -> Option<Value> {
        let (element, lanes) = self.predicated_element(access, count)?;
        let (fixed, scalable) = self.both_lengths(element, lanes);
        let alignment = self.cx().int_attr(self.i32_type(), access.alignment);
        let mut parts = Vec::new();
        for start in (0..count).step_by(lanes) {
            let predicate = self.predicate(active, start, (element, lanes));
            let from = self.after(pointer, start as i64 * access.size);
            let zero = self.zero(scalable);
            let load = MaskedLoadOp::of(from, predicate).loc(self.loc).pass_thru(zero);
            let value = self.rw.build_value(load.alignment_attr(alignment).res(scalable));
            let name = format!("llvm.vector.extract.{}", self.suffixes(element, lanes, false));
            parts.push(self.of_intrinsic(&name, &[value], fixed));
        }
        let all = self.concatenate_all(parts);
        let wanted: Vec<usize> = (0..count).collect();
        let value = self.pick(all, &wanted);
        let whole = self.vector(access.element, count);
        Some(self.bitcast(value, whole))
    }

    /// Writes elements that are active under predicates; returns whether the target and the type have some.
    pub(super) fn store_predicated(
        &mut self,
        pointer: Value,
        value: Value,
        access: &Access,
        active: Value,
    ) -> bool {
        let count = self.count(value);
        let Some((element, lanes)) = self.predicated_element(access, count) else { return false };
        let (_, scalable) = self.both_lengths(element, lanes);
        let alignment = self.cx().int_attr(self.i32_type(), access.alignment);
        let whole = self.vector(element, count);
        let value = self.bitcast(value, whole);
        let none = self.zero(whole);
        for start in (0..count).step_by(lanes) {
            let predicate = self.predicate(active, start, (element, lanes));
            let indices: Vec<i32> = (start..start + lanes).map(|at| at.min(count) as i32).collect();
            let part = self.shuffle([value, none], &indices);
            let part = self.in_scalable(part, (element, lanes), scalable);
            let to = self.after(pointer, start as i64 * access.size);
            let store = MaskedStoreOp::of(part, to, predicate).loc(self.loc);
            self.rw.build(store.alignment_attr(alignment));
        }
        true
    }

    /// The integers that elements are taken for, and how many every vector has.
    fn predicated_element(&self, access: &Access, count: usize) -> Option<(Type, usize)> {
        let cx = self.cx();
        let ty = access.element;
        let is_number = ty.is_integer(cx) || ty.is_float(cx);
        let bits = ty.bit_width(cx).filter(|&bits| i64::from(bits) == access.size * 8)?;
        let fits = self.target.has_quirk(Quirk::MasksWrittenOut)
            && count > 1
            && is_number
            && matches!(bits, 8 | 16 | 32 | 64);
        fits.then(|| (self.integer_type(bits), (LEAST / access.size) as usize))
    }

    fn both_lengths(&self, element: Type, lanes: usize) -> (Type, Type) {
        (self.vector(element, lanes), vector_type(self.cx(), element, lanes as i64, true))
    }

    /// The predicate for the elements of a mask from one on.
    fn predicate(&mut self, active: Value, start: usize, (element, lanes): (Type, usize)) -> Value {
        let (fixed, scalable) = self.both_lengths(element, lanes);
        let result = vector_type(self.cx(), self.bool_type(), lanes as i64, true);
        if let Some(&first_active) = self.prefixes.counts.get(&active) {
            // Elements after the part are those of other parts.
            let word = self.i64_type();
            let (start, end) = (self.integer(start as i64, word), self.integer((start + lanes) as i64, word));
            let end = self.binary::<UMinOp>(first_active, end);
            let name = format!("llvm.get.active.lane.mask.nxv{lanes}i1.i64");
            return self.call_of_intrinsic(&name, &[start, end], result);
        }
        let (count, ty) = (self.count(active), self.type_of(active));
        let none = self.zero(ty);
        let indices: Vec<i32> = (start..start + lanes).map(|at| at.min(count) as i32).collect();
        let part = self.shuffle([active, none], &indices);
        let bits = self.unary::<SExtOp>(part, fixed);
        let bits = self.in_scalable(bits, (element, lanes), scalable);
        let zero = self.zero(scalable);
        let compare = ICmpOp::of(bits, zero).loc(self.loc).predicate(ICmpPredicate::Ne);
        self.rw.build_value(compare.res(result))
    }

    /// The elements, followed by zeros.
    fn in_scalable(&mut self, value: Value, (element, lanes): (Type, usize), ty: Type) -> Value {
        let zero = self.zero(ty);
        let name = format!("llvm.vector.insert.{}", self.suffixes(element, lanes, true));
        self.of_intrinsic(&name, &[zero, value], ty)
    }

    /// The types in the name of an intrinsic between vectors of both kinds.
    fn suffixes(&self, element: Type, lanes: usize, scalable_first: bool) -> String {
        let bits = self.width(element);
        match scalable_first {
            true => format!("nxv{lanes}i{bits}.v{lanes}i{bits}"),
            false => format!("v{lanes}i{bits}.nxv{lanes}i{bits}"),
        }
    }

    /// The result of an intrinsic with these operands and the number of the first element.
    fn of_intrinsic(&mut self, name: &str, operands: &[Value], ty: Type) -> Value {
        let i64_type = self.i64_type();
        let first = self.integer(0, i64_type);
        let args: Vec<Value> = operands.iter().copied().chain([first]).collect();
        self.call_of_intrinsic(name, &args, ty)
    }

    /// The result of an intrinsic that has no op of its own.
    pub(super) fn call_of_intrinsic(&mut self, name: &str, args: &[Value], ty: Type) -> Value {
        let call = CallIntrinsicOp::of().loc(self.loc).intrin(name).args(args);
        let op = self.rw.build(call.op_bundle_operands(&[]).results(ty));
        self.rw.body().single_result(op)
    }
}
