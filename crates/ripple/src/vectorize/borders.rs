//! Blocks in which some elements choose another index than the usual one: the border of an image.
//!
//! The other elements are read together, under a mask, and what is chosen instead is read once for all that choose it,
//! if it is one place, or together, if it is mirrored. So what is chosen is followed through the ops that compute an
//! address, as the usual alternative is.

use terrace_dialects_llvm::enums::ICmpPredicate;
use terrace_dialects_llvm::ops::{BrOp, CondBrOp};
use terrace_ir::Value;

use super::accesses::Access;
use super::emit::Emitter;
use super::lanes::{Lanes, Mask};
use super::values::{Original, Other, Unwrapped};
use crate::op_kinds::is_division;
use crate::shape::Shape;

/// The largest number of alternatives that are followed.
const MAX_OTHERS: usize = 4;

impl Emitter<'_, '_> {
    /// Adds what an elementwise op returns for the elements that choose another operand than the usual one.
    pub(super) fn add_others(&mut self, original: &Original, unwrapped: &mut Unwrapped) {
        let Some(&(result, ty)) = original.results.first() else { return };
        let shape = self.shapes.of(result);
        if is_division(self.rw.op(original.op)) {
            return;
        }
        let bits = self.unwrapped_operands(&original.operands).1.len();
        self.inherit_others(&original.operands, unwrapped, |emit, operands| {
            if emit.is_same_as_operand(original) {
                return operands.first().cloned();
            }
            if operands.iter().all(is_uniform) {
                let values: Vec<Value> = operands.iter().map(|lanes| emit.uniform(lanes)).collect();
                let op = emit.create_like(original, &values, &[ty]);
                let value = emit.rw.body().single_result(op);
                return Some(Lanes::opaque(value, ty, Shape::SCALAR));
            }
            emit.form(original, operands, ty, shape)
        });
        if unwrapped.others.is_none() || unwrapped.wraps.len() == bits {
            return;
        }
        // Elements whose index wraps in a narrow type.
        let operands = self.unwrapped_operands(&original.operands).0;
        let values: Vec<Value> =
            operands.into_iter().map(|lanes| self.vector_of(&lanes.in_shape(shape))).collect();
        let whole = self.shaped(ty, shape);
        let op = self.create_like(original, &values, &[whole]);
        let exact = self.rw.body().single_result(op);
        let lanes = unwrapped.lanes.clone().in_shape(shape);
        let form = self.vector_of(&lanes);
        let value = self.compare(ICmpPredicate::Ne, exact, form);
        unwrapped.strays.push(Mask { value, shape });
    }

    /// The scalar that all elements are.
    fn uniform(&mut self, lanes: &Lanes) -> Value {
        let table = lanes.table.as_ref().map(|(_, numbers)| (Shape::SCALAR, numbers[..1].into()));
        let scalar = Lanes { table, ..lanes.clone() };
        // Another shape has another vector.
        self.vector_of(&scalar.in_shape(Shape::SCALAR).detached())
    }

    /// Adds what is computed from the alternatives of the operand that has some.
    pub(super) fn inherit_others(
        &mut self,
        operands: &[Value],
        unwrapped: &mut Unwrapped,
        compute: impl Fn(&mut Self, &[Lanes]) -> Option<Lanes>,
    ) {
        let forms: Vec<Option<Unwrapped>> =
            operands.iter().map(|&operand| self.unwrapped_of(operand)).collect();
        let mut choosing: Option<(Value, &Unwrapped)> = None;
        for (&operand, form) in operands.iter().zip(&forms) {
            let Some(form) = form else { continue };
            if choosing.is_some_and(|(other, _)| other != operand) {
                return;
            }
            choosing = Some((operand, form));
        }
        let Some((choosing, form)) = choosing else { return };
        let Some(others) = form.others.as_ref().filter(|others| others.len() <= MAX_OTHERS) else { return };
        let mut followed = Vec::new();
        for other in others {
            let all: Vec<Lanes> = operands
                .iter()
                .map(|&operand| if operand == choosing { other.lanes.clone() } else { self.lanes(operand) })
                .collect();
            let Some(lanes) = compute(self, &all) else { return };
            followed.push(Other { mask: other.mask.clone(), lanes });
        }
        unwrapped.others = Some(followed);
        unwrapped.strays.clone_from(&form.strays);
    }

    /// Loads from addresses that have a form unless indices wrap or other alternatives are chosen.
    pub(super) fn load_unless(
        &mut self,
        original: &Original,
        (unwrapped, plain): (&Unwrapped, &Lanes),
        access: &Access,
        mask: Option<&Mask>,
    ) -> Option<Value> {
        let mut is_apart = !unwrapped.wraps.is_empty();
        self.with_branch(unwrapped, plain, |emit, lanes| {
            let at_border = match std::mem::take(&mut is_apart) {
                true => emit.load_at_border(original, (unwrapped, plain), access, mask),
                false => None,
            };
            Some(at_border.unwrap_or_else(|| emit.load_shaped(original, lanes, access, mask)))
        })
    }

    /// Loads from the addresses of elements of which some choose another one than the usual one, if what they choose
    /// can be read without a gather.
    fn load_at_border(
        &mut self,
        original: &Original,
        (unwrapped, plain): (&Unwrapped, &Lanes),
        access: &Access,
        mask: Option<&Mask>,
    ) -> Option<Value> {
        let others = unwrapped.others.as_ref().filter(|others| !others.is_empty())?;
        let can_read = |emit: &Self, lanes: &Lanes| {
            emit.address_shape(lanes).is_scalar() || emit.is_read_densely(lanes, access)
        };
        if !others.iter().all(|other| can_read(self, &other.lanes)) {
            return None;
        }
        // Each element takes the last alternative that it chooses.
        let mut left: Option<Mask> = mask.cloned();
        let mut taken = Vec::new();
        for other in others.iter().rev() {
            taken.push((self.both(left.as_ref(), &other.mask), other.lanes.clone()));
            let not = self.not(&other.mask);
            left = Some(self.both(left.as_ref(), &not));
        }
        let left = left?;
        let usual = unwrapped.lanes.clone().detached();
        let strays = unwrapped.strays.clone();
        let mut stray: Option<Value> = None;
        for mask in &strays {
            let mask = self.both(Some(&left), mask);
            let any = self.any(&mask);
            stray = Some(stray.map_or(any, |all| self.or(all, any)));
        }
        let bits: Vec<Value> = stray.into_iter().collect();
        let mut is_first = true;
        self.with_branch_on(&bits, |emit| {
            if std::mem::take(&mut is_first) && !bits.is_empty() {
                let lanes = emit.repeated_lanes(plain);
                return Some(emit.load_shaped(original, &lanes, access, mask));
            }
            let mut value = emit.load_active(original, &usual, access, &left);
            for (mask, lanes) in &taken {
                value = emit.load_other(original, value, (mask, lanes), access);
            }
            Some(value)
        })
    }

    /// A vector with what some elements read in place of its own.
    fn load_other(
        &mut self,
        original: &Original,
        value: Value,
        (mask, lanes): (&Mask, &Lanes),
        access: &Access,
    ) -> Value {
        let (result, ty) = original.results[0];
        let shape = self.shapes.of(result);
        let any = self.any(mask);
        let (then, done) = (self.new_block(), self.new_block());
        let branch = CondBrOp::of(any).loc(self.loc).true_dest_operands(&[]).false_dest_operands(&[value]);
        self.rw.build(branch.true_dest(then).false_dest(done));
        self.enter(then);
        let other = match self.address_shape(lanes).is_scalar() {
            true => {
                let base = self.base_of(lanes, Shape::SCALAR);
                let pointer = self.after(base, lanes.numbers(lanes.shape)[0]);
                let one = self.load_run(pointer, 1, access, None);
                let all = self.splat(one, shape.elements());
                let whole = self.shaped(ty, shape);
                self.bitcast(all, whole)
            }
            false => self.load_shaped(original, &lanes.clone().detached(), access, Some(mask)),
        };
        let active = self.reshape_mask(mask, shape);
        let chosen = self.select(active, other, value);
        self.rw.build(BrOp::of(&[chosen]).loc(self.loc).dest(done));
        let value = self.type_of(value);
        let value = self.add_argument(done, value);
        self.enter(done);
        value
    }
}

/// Whether a value is the same for all elements.
fn is_uniform(lanes: &Lanes) -> bool {
    let is_alike =
        lanes.table.as_ref().is_none_or(|(_, numbers)| numbers.windows(2).all(|pair| pair[0] == pair[1]));
    lanes.base_shape().is_scalar() && lanes.strides.is_empty() && is_alike
}
