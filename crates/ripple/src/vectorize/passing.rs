//! Block arguments: passed as vectors, or as the base of lanes at constant offsets.

use terrace_dialects_llvm::ops::{AddOp, GEPOp, SubOp};
use terrace_ir::interfaces::BranchOp;
use terrace_ir::{Block, Type, Value};

use super::emit::Emitter;
use super::lanes::{Anchor, Lanes};
use crate::diagnostics::Tag;
use crate::levels::predecessors;
use crate::shape::Shape;

/// The largest depth to which a loop-carried value is followed in search of a uniform increment.
const MAX_INDUCTION: usize = 8;

/// The form in which an argument is passed: whole, or as the base of lanes at constant offsets.
#[derive(Clone)]
pub(super) enum Passed {
    Whole(Type, Shape),
    Base(Lanes),
}

impl Emitter<'_, '_> {
    /// The best form for the values that predecessors pass.
    pub(super) fn common_form(
        &mut self,
        incoming: &[&Lanes],
        ty: Type,
        shape: Shape,
        may_differ: bool,
    ) -> Passed {
        let whole = Passed::Whole(ty, shape);
        let Some(first) = incoming.first() else { return whole };
        let first = (*first).clone().in_shape(shape);
        let has_scalar_base = |lanes: &Lanes| lanes.base_shape().is_scalar() && lanes.strides.is_empty();
        if shape.is_scalar()
            || !may_differ
            || !has_scalar_base(&first)
            || !(first.base.is_some() || ty.is_integer(self.cx()))
        {
            return whole;
        }
        let numbers = first.numbers(shape);
        let same = incoming.iter().all(|lanes| {
            let lanes = (*lanes).clone().in_shape(shape);
            has_scalar_base(&lanes) && lanes.numbers(shape) == numbers
        });
        if same { Passed::Base(first) } else { whole }
    }

    /// Adds the argument of a new block for a value; returns the lanes in the block.
    pub(super) fn add_passed(&mut self, block: Block, form: &Passed) -> Lanes {
        match form {
            Passed::Whole(ty, shape) => {
                let whole = self.shaped(*ty, *shape);
                let value = self.add_argument(block, whole);
                Lanes::opaque(value, *ty, *shape)
            }
            Passed::Base(form) => {
                let value = self.add_argument(block, form.ty);
                let table = Some((form.shape, form.numbers(form.shape).into()));
                let anchor = Anchor::Start(block);
                Lanes::sum(
                    form.ty,
                    form.shape,
                    Some((value, Shape::SCALAR)),
                    table,
                    form.strides.clone(),
                    anchor,
                )
            }
        }
    }

    /// The operand that is passed for an argument.
    pub(super) fn pass(&mut self, lanes: &Lanes, form: &Passed) -> Value {
        match form {
            Passed::Whole(_, shape) => {
                let lanes = lanes.clone().in_shape(*shape);
                self.vector_of(&lanes)
            }
            Passed::Base(form) => {
                let (numbers, expected) =
                    (lanes.clone().in_shape(form.shape).numbers(form.shape), form.numbers(form.shape));
                let added = numbers[0].wrapping_sub(expected[0]);
                let same = numbers
                    .iter()
                    .zip(&expected)
                    .all(|(number, expected)| number.wrapping_sub(*expected) == added);
                if !same || !lanes.base_shape().is_scalar() || lanes.strides != form.strides {
                    self.error(Tag::Type, "a loop-carried value changes its form");
                }
                let base = self.base_of(lanes, Shape::SCALAR);
                if added == 0 {
                    return base;
                }
                if !form.ty.is_integer(self.cx()) {
                    let wide = self.i64_type();
                    let added = self.integer(added, wide);
                    return self.add_bytes(base, added, Shape::SCALAR, form.ty);
                }
                let added = self.integer(added, form.ty);
                self.binary::<AddOp>(base, added)
            }
        }
    }

    pub(super) fn poison_for(&mut self, form: &Passed) -> Value {
        let ty = match form {
            Passed::Whole(ty, shape) => self.shaped(*ty, *shape),
            Passed::Base(form) => form.ty,
        };
        self.poison(ty)
    }

    /// Whether each iteration adds a uniform increment to a loop-carried value.
    pub(super) fn is_inductive(&self, header: Block, place: usize) -> bool {
        let body = self.rw.body();
        let arg = body.arg(header, place);
        predecessors(body, header).into_iter().all(|(branch, index)| {
            let Some(from) = body.block_of(branch) else { return true };
            if !self.tree.dominates(header, from) {
                return true;
            }
            let view = self.rw.op(branch);
            let Some(operands) =
                view.interface::<dyn BranchOp>().map(|op| op.successor_operands(view, index))
            else {
                return false;
            };
            let mut value = match operands.operand_for(place) {
                Some(at) => view.operand(at),
                None => return false,
            };
            for _ in 0..MAX_INDUCTION {
                if value.id() == arg {
                    return true;
                }
                let Some(op) = value.defining_op() else { return false };
                let is_scalar = |index: usize| self.shapes.of(op.operand(index).id()).is_scalar();
                value = if op.isa::<AddOp>() && is_scalar(0) && !is_scalar(1) {
                    op.operand(1)
                } else if (op.isa::<AddOp>() || op.isa::<SubOp>()) && is_scalar(1)
                    || op.isa::<GEPOp>() && (1..op.num_operands()).all(is_scalar)
                {
                    op.operand(0)
                } else {
                    return false;
                };
            }
            false
        })
    }
}
