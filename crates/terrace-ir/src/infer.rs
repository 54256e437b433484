//! What type inference sees of an op that is about to be made.

use crate::attrs::Attr;
use crate::context::Context;
use crate::def::{Arity, OpTable};
use crate::types::Type;

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

    /// The first type of the operand slot of this name, where no slot before it is of variable size.
    pub fn operand(&self, name: &str) -> Option<Type> {
        let slot = self.def.operands.iter().position(|operand| operand.name == name)?;
        debug_assert!(self.def.operands[..slot].iter().all(|o| o.arity == Arity::One));
        self.operands.get(slot).copied()
    }
}
