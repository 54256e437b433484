//! Masked loads whose masks LLVM finds to be false late ([`Quirk::FalseMask`]).
//!
//! If a part of a mask is found to be false after vectors were split into registers, all elements of the register are
//! read. So each register is loaded by an op of its own, and what may become constant of a mask, as the comparison of an
//! index does in the first block of a loop, is passed through an empty piece of assembly, which is opaque to LLVM.

use terrace_dialects_llvm::enums::ICmpPredicate;
use terrace_dialects_llvm::intrinsics::MaskedLoadOp;
use terrace_dialects_llvm::ops::{
    AndOp, ConstantOp, ICmpOp, OrOp, SExtOp, SelectOp, ShuffleVectorOp, ZeroOp,
};
use terrace_ir::elements::int_values;
use terrace_ir::{Value, ValueRef, op_match};
use terrace_support::apint::ApInt;
use terrace_target::Quirk;

use super::accesses::Access;
use super::emit::Emitter;
use super::truncating::is_composed_mask;
use super::values::Computed;

/// The bytes of a register of AVX. Those of the half of one are concerned as well.
const REGISTER: usize = 32;
/// The largest number of ops on a path from a mask to the constants that it is composed of.
const MAX_DEPTH: u32 = 6;

/// The state of a lane of a mask.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lane {
    On,
    Off,
    Unknown,
}

impl Emitter<'_, '_> {
    /// Loads `count` elements under a mask.
    pub(super) fn load_masked(
        &mut self,
        pointer: Value,
        count: usize,
        access: &Access,
        active: Value,
    ) -> Value {
        let register = self.affected_register(access);
        let is_affected = register.is_some() && count > 1;
        let lanes = if is_affected { self.lanes_of(active, MAX_DEPTH) } else { Vec::new() };
        let is_of_index = is_affected && self.may_turn_false(active, MAX_DEPTH);
        let may_be_false = is_of_index
            || lanes.contains(&Lane::Unknown) && (!count.is_power_of_two() || lanes.contains(&Lane::Off));
        let Some(register) = register.filter(|_| may_be_false) else {
            return self.load_padded(pointer, count, access, active, false);
        };
        let parts = (0..count)
            .step_by(register)
            .map(|first| {
                let members: Vec<usize> = (first..count.min(first + register)).collect();
                if members.iter().all(|&lane| lanes[lane] == Lane::Off) {
                    let ty = self.vector(access.element, members.len());
                    return if access.leaves_inactive { self.poison(ty) } else { self.zero(ty) };
                }
                let active = self.part_of_mask(active, &members);
                let from = self.after(pointer, first as i64 * access.size);
                let value = self.load_padded(from, members.len(), access, active, is_of_index);
                if members.len() == 1 { self.splat(value, 1) } else { value }
            })
            .collect();
        self.concatenate_all(parts)
    }

    /// The number of elements of a register whose loads are concerned.
    fn affected_register(&self, access: &Access) -> Option<usize> {
        let is_affected = self.target.has_quirk(Quirk::FalseMask) && matches!(access.size, 4 | 8);
        is_affected.then(|| REGISTER / access.size as usize)
    }

    /// Whether a mask depends on a comparison of scalars and constants, such as an index: LLVM may find that no lane of
    /// a register satisfies it. The comparison with which a loop ends is harmless alone, since some lane satisfies it.
    fn may_turn_false(&self, mask: Value, depth: u32) -> bool {
        let Some(op) = self.rw.value(mask).defining_op().filter(|_| depth > 0) else { return false };
        if op.isa::<ICmpOp>() {
            let is_alone = depth == MAX_DEPTH;
            let is_harmless = is_alone && self.prefixes.counts.contains_key(&mask);
            return !is_harmless && !self.depends_on_memory(mask);
        }
        is_composed_mask(op) && op.operands().any(|part| self.may_turn_false(part.id(), depth - 1))
    }

    fn load_padded(
        &mut self,
        pointer: Value,
        count: usize,
        access: &Access,
        active: Value,
        is_of_index: bool,
    ) -> Value {
        let length = self.padded(count);
        let padded = self.vector(access.element, length);
        let otherwise = if access.leaves_inactive { self.poison(padded) } else { self.zero(padded) };
        let mut active = self.lengthen_mask(active, length);
        let register = self.affected_register(access);
        if register.is_some_and(|register| length == register || length == register / 2) && length > 1 {
            let how = Computed::Hidden(active, is_of_index);
            let bits = access.size as u32 * 8;
            active = self.once(how, |emit| emit.hidden_mask(active, is_of_index, bits));
        }
        let alignment = self.cx().int_attr(self.i32_type(), access.alignment);
        let load = MaskedLoadOp::of(pointer, active)
            .loc(self.loc)
            .pass_thru(otherwise)
            .alignment_attr(alignment)
            .res(padded);
        let value = self.rw.build_value(load);
        let wanted: Vec<usize> = (0..count).collect();
        self.pick(value, &wanted)
    }

    /// A mask of a register with elements of so many bits of which LLVM does not know that no lane is active.
    fn hidden_mask(&mut self, mask: Value, is_of_index: bool, bits: u32) -> Value {
        let lanes = self.lanes_of(mask, MAX_DEPTH);
        if !is_of_index && !lanes.contains(&Lane::Off) || !lanes.contains(&Lane::Unknown) {
            return mask;
        }
        let numbers = self.vector(self.integer_type(bits), lanes.len());
        let signs = self.unary::<SExtOp>(mask, numbers);
        let signs = self.hidden(signs, "=x,0");
        let zero = self.zero(numbers);
        self.compare(ICmpPredicate::Slt, signs, zero)
    }

    /// The lanes of a mask, as far as they follow from the constants that it is composed of.
    fn lanes_of(&self, mask: Value, depth: u32) -> Vec<Lane> {
        let unknown = vec![Lane::Unknown; self.count(mask)];
        let Some(op) = self.rw.value(mask).defining_op().filter(|_| depth > 0) else { return unknown };
        let lanes = |value: ValueRef<'_>| self.lanes_of(value.id(), depth - 1);
        let both = |lhs: ValueRef<'_>, rhs: ValueRef<'_>, of: fn(Lane, Lane) -> Lane| -> Vec<Lane> {
            lanes(lhs).into_iter().zip(lanes(rhs)).map(|(lhs, rhs)| of(lhs, rhs)).collect()
        };
        op_match!(op, {
            ZeroOp => vec![Lane::Off; unknown.len()],
            ConstantOp(constant) => {
                let bits = int_values(self.cx(), constant.value_attr());
                let bits = bits.filter(|bits| bits.len() == unknown.len());
                let lane = |bit: &ApInt| if bit.is_zero() { Lane::Off } else { Lane::On };
                bits.map_or(unknown, |bits| bits.iter().map(lane).collect())
            }
            AndOp(and) => both(and.lhs(), and.rhs(), |lhs, rhs| strong_or_known(Lane::Off, lhs, rhs)),
            OrOp(or) => both(or.lhs(), or.rhs(), |lhs, rhs| strong_or_known(Lane::On, lhs, rhs)),
            SelectOp(select) => {
                let (yes, no) = (lanes(select.true_value()), lanes(select.false_value()));
                // A scalar condition chooses for all lanes.
                let conditions = lanes(select.condition());
                let conditions = conditions.into_iter().chain(std::iter::repeat(Lane::Unknown));
                let lane = |((yes, no), condition): ((Lane, Lane), Lane)| match condition {
                    Lane::On => yes,
                    Lane::Off => no,
                    Lane::Unknown if yes == no => yes,
                    Lane::Unknown => Lane::Unknown,
                };
                yes.into_iter().zip(no).zip(conditions).map(lane).collect()
            }
            ShuffleVectorOp(shuffle) => {
                let mut all = lanes(shuffle.v1());
                all.extend(lanes(shuffle.v2()));
                let lane = |at: i32| all.get(at as usize).copied().unwrap_or(Lane::Unknown);
                shuffle.mask().iter().map(lane).collect()
            }
            _ => unknown,
        })
    }
}

/// The lane of a conjunction, of which `Off` decides alone, or of a disjunction, of which `On` does.
fn strong_or_known(strong: Lane, lhs: Lane, rhs: Lane) -> Lane {
    match [lhs, rhs] {
        lanes if lanes.contains(&strong) => strong,
        lanes if lanes.contains(&Lane::Unknown) => Lane::Unknown,
        [lane, _] => lane,
    }
}
