//! The view of an operation state for type inference.

mod results;

pub use results::{infer_result_types, infers_result_types};

use crate::attrs::Attr;
use crate::context::Context;
use crate::def::{Arity, OpKind, OpTable, OperandDef, Optionality, PropDef};
use crate::types::Type;

/// The attribute with the operand segment sizes.
const OPERAND_SEGMENT_SIZES: &str = "operandSegmentSizes";

/// An op's parts before the op exists.
pub struct InferInput<'a> {
    /// The context.
    pub cx: &'a Context,
    /// The definition.
    pub def: &'a OpTable<'a>,
    /// Types of the operands.
    pub operands: &'a [Type],
    /// Inherent attributes, in the definition's order.
    pub props: &'a [Attr],
    /// For each region, the types its first block's terminator yields; empty where there is none.
    pub yields: &'a [Vec<Type>],
}

impl InferInput<'_> {
    /// The inherent attribute of this name; `None` if it is absent.
    pub fn prop(&self, name: &str) -> Option<Attr> {
        let at = self.def.props.iter().position(|p| p.name == name)?;
        self.props.get(at)?.opt()
    }

    /// The types of the operands by their names, for an op of the kind `K`.
    ///
    /// # Errors
    ///
    /// If there are not as many operands as the definition has slots for.
    pub fn adaptor<K: OpKind>(&self) -> Result<K::Adaptor<'_, Type>, String> {
        debug_assert_eq!(self.def.name, K::DEF.name);
        let slots = self.operand_slots().ok_or_else(|| "incorrect number of operands".to_owned())?;
        Ok(crate::adaptor::OperandGroups::from(slots).into())
    }

    /// The first type of the operand slot of this name, where no slot before it is of variable size.
    pub fn operand(&self, name: &str) -> Option<Type> {
        let slot = self.def.operands.iter().position(|operand| operand.name == name)?;
        debug_assert!(self.def.operands[..slot].iter().all(|o| o.arity == Arity::One));
        self.operands.get(slot).copied()
    }

    /// Returns the types of each operand slot; `None` if the number of operands does not match the
    /// definition, or their slots are unknown.
    fn operand_slots(&self) -> Option<Vec<&[Type]>> {
        let slots = self.def.operands;
        let variable = slots.iter().filter(|slot| slot.arity != Arity::One).count();
        let has_sizes = variable > 1 && self.def.props.iter().any(|prop| prop.name == OPERAND_SEGMENT_SIZES);
        let sizes = has_sizes.then(|| self.prop(OPERAND_SEGMENT_SIZES)?.as_i32_array(self.cx));
        let rest = self.operands.len().checked_sub(slots.len() - variable)?;
        let mut left = self.operands;
        let mut found = Vec::with_capacity(slots.len());
        for (i, slot) in slots.iter().enumerate() {
            let len = match (&sizes, slot.arity) {
                (Some(sizes), _) => usize::try_from(*sizes.as_ref()?.get(i)?).ok()?,
                (None, Arity::One) => 1,
                // Several have the same size.
                (None, _) => rest / variable,
            };
            let is_fit = match slot.arity {
                Arity::One => len == 1,
                Arity::Optional => len <= 1,
                Arity::Variadic => true,
            };
            let (first, others) = left.split_at_checked(len).filter(|_| is_fit)?;
            found.push(first);
            left = others;
        }
        left.is_empty().then_some(found)
    }

    /// Returns whether operands and attributes satisfy the constraints on each of them.
    fn satisfies_constraints(&self, slots: &[&[Type]]) -> bool {
        let fits = |(slot, types): (&OperandDef<'_>, &&[Type])| {
            types.iter().all(|&ty| (slot.constraint.pred)(self.cx, ty))
        };
        let is_valid = |(prop, &value): (&PropDef<'_>, &Attr)| match value.is_null() {
            true => !matches!(prop.presence, Optionality::Required) || prop.name == OPERAND_SEGMENT_SIZES,
            false => (prop.constraint.pred)(self.cx, value),
        };
        self.def.operands.iter().zip(slots).all(fits) && self.def.props.iter().zip(self.props).all(is_valid)
    }
}
