//! Indices that may wrap around.
//!
//! An index in a type that is narrower than an address, `a[i + v]` with `unsigned`, is extended to 64 bits. If it wraps
//! in its type, the addresses of one access are not contiguous. That is rare. So an extension of a sum has two forms:
//! the vector, which is always right, and the sum of the extended operands, with a bit that is set if the index wraps.
//! Addresses that are computed from it have both forms, too, and an access that would be contiguous is emitted twice,
//! after a branch on the bit.
//!
//! The low bits of an index, `ring[(i + v) & 255]` or `% 256`, are an index in a narrow type.
//!
//! Other conditional forms of indices are in [`super::bits`].

use rustc_hash::FxHashMap;
use terrace_dialects_llvm::enums::ICmpPredicate;
use terrace_dialects_llvm::ops::{
    AddOp, AndOp, BrOp, CondBrOp, FreezeOp, GEPOp, InsertElementOp, MulOp, SExtOp, ShuffleVectorOp, URemOp,
    ZExtOp,
};
use terrace_ir::{OpKind, TraitSet, Type, Value, ValueDef};

use super::emit::Emitter;
use super::lanes::Lanes;
use super::values::{Original, Unwrapped};
use crate::shape::Shape;

/// The largest number of ops that are recomputed on the path with wrapping.
const MAX_REPEATED: usize = 32;
/// The largest number of users of an index that are visited.
const MAX_USERS: usize = 16;
/// The branch weights of the path with wrapping and of the other one.
const WEIGHTS: [i32; 2] = [1, 2000];

impl Emitter<'_, '_> {
    /// Records the form of an elementwise op's result without wrapping.
    pub(super) fn record_unwrapped(&mut self, original: &Original) {
        let (result, ty) = original.results[0];
        let shape = self.shapes.of(result);
        if shape.is_scalar() || !ty.is_integer(self.cx()) {
            return;
        }
        if let Some(mut unwrapped) = self.unwrapped_result(original, ty, shape) {
            self.add_others(original, &mut unwrapped);
            self.values.unwrapped.insert(result, unwrapped);
        }
    }

    fn unwrapped_result(&mut self, original: &Original, ty: Type, shape: Shape) -> Option<Unwrapped> {
        let is_signed = self.is::<SExtOp>(original);
        let extends = is_signed || self.is::<ZExtOp>(original);
        let bits = self.low_bits(original);
        let (operands, mut wraps) = self.unwrapped_operands(&original.operands);
        if !extends && bits.is_none() {
            if self.lanes(original.results[0].0).base_shape() == shape
                && self.reaches_address(original.results[0].0)
                && let Some((lanes, more)) = self.taken_apart(original, &operands[0], shape, false)
            {
                wraps.extend(more);
                return (!wraps.is_empty()).then(|| Unwrapped::new(lanes, wraps));
            }
            if wraps.is_empty() {
                return None;
            }
            if self.is_same_as_operand(original) || self.is::<FreezeOp>(original) {
                return Some(Unwrapped::new(operands[0].clone().in_shape(shape), wraps));
            }
            let lanes = self.form(original, &operands, ty, shape)?;
            return Some(Unwrapped::new(lanes, wraps));
        }
        let form = &operands[0];
        if form.is_constant() && !wraps.is_empty() {
            let lanes = self.form(original, &operands, ty, shape)?;
            return Some(Unwrapped::new(lanes, wraps));
        }
        if form.is_constant() || form.base_shape() == form.shape {
            return None;
        }
        if bits.is_some() && !self.reaches_address(original.results[0].0) {
            return None;
        }
        // The sum may be known not to wrap.
        let is_exact = if is_signed { form.signed } else { form.unsigned };
        if extends && is_exact {
            if wraps.is_empty() {
                return None;
            }
            let lanes = self.form(original, &operands, ty, shape)?;
            return Some(Unwrapped::new(lanes, wraps));
        }
        let part = match bits {
            Some(bits) => self.low_part(form, bits, shape),
            None => self.extended_part(form, is_signed, ty, shape),
        };
        let (lanes, wrap) = match part {
            Some((lanes, wrap)) => (lanes, wrap.into_iter().collect()),
            None => self.taken_apart(original, form, shape, false)?,
        };
        wraps.extend(wrap);
        Some(Unwrapped::new(lanes, wraps))
    }

    /// The forms of operands without wrapping, and the bits that are set if one wraps.
    pub(super) fn unwrapped_operands(&mut self, operands: &[Value]) -> (Vec<Lanes>, Vec<Value>) {
        let mut wraps: Vec<Value> = Vec::new();
        let lanes = operands
            .iter()
            .map(|operand| match self.unwrapped_of(*operand) {
                Some(unwrapped) => {
                    wraps.extend(
                        unwrapped
                            .wraps
                            .iter()
                            .filter(|&bit| !wraps.contains(bit))
                            .copied()
                            .collect::<Vec<_>>(),
                    );
                    unwrapped.lanes
                }
                None => self.lanes(*operand),
            })
            .collect();
        (lanes, wraps)
    }

    /// Whether an address is computed from a value.
    pub(super) fn reaches_address(&self, value: Value) -> bool {
        let mut pending = vec![value];
        for _ in 0..MAX_USERS {
            let Some(value) = pending.pop() else { return false };
            for (user, _) in self.rw.value(value).uses() {
                if user.isa::<GEPOp>() || user.num_successors() > 0 {
                    return true;
                }
                if user.has_trait(TraitSet::Lanewise) {
                    pending.extend(user.results().map(|result| result.id()));
                }
            }
        }
        true
    }

    /// The number of low bits of its operand that an op keeps, if it clears all others.
    fn low_bits(&mut self, original: &Original) -> Option<u32> {
        let is_mask = self.is::<AndOp>(original);
        if !is_mask && !self.is::<URemOp>(original) {
            return None;
        }
        let number = self.lanes(original.operands[1]).number().filter(|&number| number > 1)? as u64;
        let end = if is_mask { number.checked_add(1)? } else { number };
        (end.is_power_of_two() && end < 1 << 32).then(|| end.trailing_zeros())
    }

    /// The sum of the extended terms of a narrow type, and a bit that is set if it exceeds the type.
    fn extended_part(
        &mut self,
        form: &Lanes,
        is_signed: bool,
        ty: Type,
        shape: Shape,
    ) -> Option<(Lanes, Option<Value>)> {
        let width = self.width(form.ty);
        if !(8..=32).contains(&width) {
            return None;
        }
        let (least, most) = match is_signed {
            true => (-(1i64 << (width - 1)), (1i64 << (width - 1)) - 1),
            false => (0, (1i64 << width) - 1),
        };
        let from = form.base_shape();
        let base = form.base.map(|(value, _)| {
            let wide = |emit: &mut Self, ty: Type| match is_signed {
                true => emit.extended_once::<SExtOp>(value, ty),
                false => emit.extended_once::<ZExtOp>(value, ty),
            };
            let long = self.i64_type();
            (wide(self, long), wide(self, ty))
        });
        let strides: Vec<(usize, Value, Value)> = form
            .strides
            .iter()
            .map(|&(dim, stride)| {
                let long = self.i64_type();
                (dim, self.extended_once::<SExtOp>(stride, long), self.extended_once::<SExtOp>(stride, ty))
            })
            .collect();
        let reach: Vec<(Value, i64)> =
            strides.iter().map(|&(dim, long, _)| (long, i64::from(shape.size(dim)) - 1)).collect();
        let wrap = self.leaves(base.map(|(long, _)| long), from, form, &reach, (least, most));
        let is_growing = reach.is_empty() && form.numbers(form.shape).iter().all(|&number| number >= 0);
        let anchor = self.anchor();
        let lanes = Lanes::sum(
            ty,
            shape,
            base.map(|(_, value)| (value, from)),
            form.table.clone(),
            strides.iter().map(|&(dim, _, stride)| (dim, stride)).collect(),
            anchor,
        );
        Some((lanes.exact(true, is_growing), wrap))
    }

    /// The sum of the low bits of terms, and a bit that is set if it has more bits.
    fn low_part(&mut self, form: &Lanes, bits: u32, shape: Shape) -> Option<(Lanes, Option<Value>)> {
        let (base, from) = form.base?;
        let ty = form.ty;
        let numbers = form.numbers(shape);
        let span = numbers.iter().max()?.checked_sub(*numbers.iter().min()?)?;
        if !form.strides.is_empty() || self.width(ty) > 64 || self.width(ty) <= bits || span >= 1 << bits {
            return None;
        }
        let whole = self.type_of(base);
        let most = (1i64 << bits) - 1;
        let mask = self.integer(most, whole);
        let low = self.binary::<AndOp>(base, mask);
        let shift = 64 - bits;
        let table = form.table.as_ref().map(|(part, numbers)| {
            (*part, numbers.iter().map(|&number| (number << shift) >> shift).collect::<Vec<i64>>().into())
        });
        let anchor = self.anchor();
        let lanes = Lanes::sum(ty, shape, Some((low, from)), table, smallvec::SmallVec::new(), anchor);
        let long = self.i64_type();
        let wide = match self.width(ty) {
            64 => low,
            _ => self.extended_once::<ZExtOp>(low, long),
        };
        let wrap = self.leaves(Some(wide), from, &lanes, &[], (0, most));
        let is_growing = lanes.numbers(shape).iter().all(|&number| number >= 0);
        Some((lanes.exact(true, is_growing), wrap))
    }

    /// A bit that is set if the sum of a 64-bit base, the offsets of a form and multiples of its strides is out of a
    /// range in any lane; `None` if it cannot be.
    fn leaves(
        &mut self,
        base: Option<Value>,
        from: Shape,
        form: &Lanes,
        strides: &[(Value, i64)],
        (least, most): (i64, i64),
    ) -> Option<Value> {
        let numbers = form.numbers(form.shape);
        let (low, high) = (*numbers.iter().min()?, *numbers.iter().max()?);
        let long = self.i64_type();
        let whole = self.shaped(long, from);
        let base = base.unwrap_or_else(|| self.integer(0, whole));
        let end = |emit: &mut Self, number: i64, is_high: bool| {
            let number = emit.integer(number, whole);
            let mut sum = emit.binary::<AddOp>(base, number);
            for &(stride, times) in strides {
                let times = emit.integer(times, long);
                let zero = emit.integer(0, long);
                let reach = emit.binary::<MulOp>(stride, times);
                let predicate = if is_high { ICmpPredicate::Sgt } else { ICmpPredicate::Slt };
                let counts = emit.compare(predicate, reach, zero);
                let part = emit.select(counts, reach, zero);
                let part = emit.broadcast(part, Shape::SCALAR, from);
                sum = emit.binary::<AddOp>(sum, part);
            }
            sum
        };
        let mut wrap = None;
        if high > 0 || !strides.is_empty() {
            let (highest, limit) = (end(self, high, true), self.integer(most, whole));
            let over = self.compare(ICmpPredicate::Sgt, highest, limit);
            wrap = Some(self.any_bit(over));
        }
        if low < 0 || !strides.is_empty() {
            let (lowest, limit) = (end(self, low, false), self.integer(least, whole));
            let under = self.compare(ICmpPredicate::Slt, lowest, limit);
            let under = self.any_bit(under);
            wrap = Some(match wrap {
                Some(over) => self.or(over, under),
                None => under,
            });
        }
        // Inactive lanes may be poison.
        let bit = self.bool_type();
        wrap.map(|wrap| self.unary::<FreezeOp>(wrap, bit))
    }

    /// A term of a sum in a wider type; one value for all uses.
    fn extended_once<K: OpKind>(&mut self, value: Value, element: Type) -> Value {
        let key = (value, element, K::DEF.name == SExtOp::DEF.name);
        if let Some(&known) = self.values.extended.get(&key) {
            return known;
        }
        let definition = self.definition(value);
        let wide = self.at(definition, |emit| emit.resized::<K>(value, element));
        self.values.extended.insert(key, wide);
        wide
    }

    /// The form of an address without wrapping, if an access to it is worth a branch, which `dense` decides.
    pub(super) fn worth_a_branch(
        &mut self,
        address: Value,
        dense: impl Fn(&mut Self, &Lanes) -> bool,
    ) -> Option<Unwrapped> {
        let unwrapped = self.unwrapped_of(address)?;
        let plain = self.lanes(address);
        (dense(self, &unwrapped.lanes) && !dense(self, &plain)).then_some(unwrapped)
    }

    /// Emits an access twice, for the addresses with and without wrapping. Both return a value, or neither does.
    pub(super) fn with_branch(
        &mut self,
        unwrapped: &Unwrapped,
        plain: &Lanes,
        mut access: impl FnMut(&mut Self, &Lanes) -> Option<Value>,
    ) -> Option<Value> {
        let mut is_first = true;
        self.with_branch_on(&unwrapped.wraps, |emit| {
            let lanes = match std::mem::take(&mut is_first) && !unwrapped.wraps.is_empty() {
                true => emit.repeated_lanes(plain),
                false => unwrapped.lanes.clone().detached(),
            };
            access(emit, &lanes)
        })
    }

    /// Emits code twice: on the paths where any of some bits is set and where none is; once if there are no bits.
    pub(super) fn with_branch_on(
        &mut self,
        bits: &[Value],
        mut write: impl FnMut(&mut Self) -> Option<Value>,
    ) -> Option<Value> {
        let Some((&first, rest)) = bits.split_first() else { return write(self) };
        let any = rest.iter().fold(first, |all, &bit| self.or(all, bit));
        let groups = std::mem::take(&mut self.memory.load_groups);
        let (apart, together, done) = (self.new_block(), self.new_block(), self.new_block());
        let weights = self.cx().i32_array(&WEIGHTS);
        let branch = CondBrOp::of(any)
            .loc(self.loc)
            .true_dest_operands(&[])
            .false_dest_operands(&[])
            .branch_weights_attr(weights);
        self.rw.build(branch.true_dest(apart).false_dest(together));
        self.enter(apart);
        // The remark describes the access on the path without wrapping.
        let report = self.reports.resume(None);
        let remarks = self.remarks.len();
        let exact = write(self);
        self.remarks.truncate(remarks);
        self.reports.resume(report);
        self.memory.load_groups.clear();
        self.rw.build(BrOp::of(exact.as_slice()).loc(self.loc).dest(done));
        self.enter(together);
        let usual = write(self);
        self.reports.reason_more("unless the index wraps, or is kept within bounds");
        self.rw.build(BrOp::of(usual.as_slice()).loc(self.loc).dest(done));
        self.memory.load_groups = groups;
        let value = usual.map(|value| {
            let ty = self.type_of(value);
            self.add_argument(done, ty)
        });
        self.enter(done);
        value
    }

    /// The same lanes, with vectors that are computed at this point.
    pub(super) fn repeated_lanes(&mut self, lanes: &Lanes) -> Lanes {
        let base = lanes.base.map(|(value, from)| (self.repeated(value), from));
        let anchor = self.anchor();
        Lanes::sum(lanes.ty, lanes.shape, base, lanes.table.clone(), lanes.strides.clone(), anchor).detached()
    }

    /// The same value, recomputed at this point if it can be: it is then computed on this path only if it has no other
    /// uses.
    fn repeated(&mut self, value: Value) -> Value {
        let mut order: Vec<Value> = Vec::new();
        let mut pending = vec![(value, false)];
        let mut known: FxHashMap<Value, Value> = FxHashMap::default();
        while let Some((value, is_done)) = pending.pop() {
            if is_done {
                order.push(value);
                continue;
            }
            if known.contains_key(&value) || order.len() >= MAX_REPEATED || !self.is_repeatable(value) {
                continue;
            }
            known.insert(value, value);
            pending.push((value, true));
            let ValueDef::Result(op) = self.rw.body().value_def(value) else { continue };
            pending.extend(self.rw.body().operands(op).map(|operand| (operand, false)));
        }
        for &value in &order {
            let ValueDef::Result(op) = self.rw.body().value_def(value) else { continue };
            let view = self.rw.op(op);
            let operands: Vec<Value> = view
                .operands()
                .map(|operand| known.get(&operand.id()).copied().unwrap_or(operand.id()))
                .collect();
            let ty = self.type_of(value);
            let made = self.rw.create_like(op, &operands, &[ty]);
            known.insert(value, self.rw.body().single_result(made));
        }
        known.get(&value).copied().unwrap_or(value)
    }

    fn is_repeatable(&self, value: Value) -> bool {
        let is_vector = self.type_of(value).element_type(self.cx()).is_some();
        let ValueDef::Result(op) = self.rw.body().value_def(value) else { return false };
        let view = self.rw.op(op);
        is_vector
            && (view.has_trait(TraitSet::Lanewise)
                || view.isa::<GEPOp>()
                || view.isa::<InsertElementOp>()
                || view.isa::<ShuffleVectorOp>())
    }
}
