//! Calls of intrinsics, by which programs state constructs: each becomes an op.

use terrace_ir::build::OperationState;
use terrace_ir::def::Arity;
use terrace_ir::{Attr, OpKind, Value, ValueRef};

use crate::evaluate::integer_of_constant;

/// The prefix of all names.
pub(crate) const PREFIX: &str = "llvm.ripple.";

/// The flag of marks whose loops have no iterations that fill no block.
pub(crate) const NO_REMAINDER: i64 = 1;
/// The flag of marks whose loops carry out the iterations that fill no block one by one.
pub(crate) const BLOCK_INDEPENDENT: i64 = 2;

/// A name without the prefix and the types that follow, and the op that a call becomes.
pub(crate) type Intrinsic = (&'static str, fn(&IntrinsicCall<'_, '_>) -> Lifted);

/// An op, or the reason for which no op stands for a call.
pub(crate) type Lifted = Result<OperationState<'static>, Fault>;

/// The reason for which no op stands for a call.
pub(crate) enum Fault {
    Operands,
    /// Operands of the mark of a loop.
    Mark,
    /// It is not constant whether a shuffle is one of a pair.
    NotConstant,
}

/// A call of an intrinsic.
pub(crate) struct IntrinsicCall<'a, 'v> {
    pub(crate) args: &'v [ValueRef<'a>],
    pub(crate) has_result: bool,
}

impl<'a, 'v> IntrinsicCall<'a, 'v> {
    /// Returns the op with operands, whose result has the type of the call's.
    pub(crate) fn op<K: OpKind>(&self, operands: &[ValueRef<'a>]) -> Lifted {
        self.op_with::<K>(operands, &[])
    }

    /// Returns the op with operands and properties, whose result has the type of the call's.
    pub(crate) fn op_with<K: OpKind>(&self, operands: &[ValueRef<'a>], props: &[Option<Attr>]) -> Lifted {
        let needs_result = K::DEF.results.iter().any(|result| result.arity == Arity::One);
        if needs_result && !self.has_result {
            return Err(Fault::Operands);
        }
        let operands: Vec<Value> = operands.iter().map(|operand| operand.id()).collect();
        Ok(OperationState::positional::<K>(&operands, props))
    }

    /// Returns the op with the same operands, of which there must be so many.
    pub(crate) fn with<K: OpKind>(&self, count: usize) -> Lifted {
        if self.args.len() == count { self.op::<K>(self.args) } else { Err(Fault::Operands) }
    }

    /// Returns the op with the same operands, at least `fixed`, without those after `fixed` at the end that are equal to
    /// a number.
    pub(crate) fn without_trailing<K: OpKind>(&self, fixed: usize, default: i64) -> Lifted {
        let others = self.args.get(fixed..).ok_or(Fault::Operands)?;
        let kept =
            others.iter().rposition(|&value| number(value) != Some(default)).map_or(0, |last| last + 1);
        self.op::<K>(&self.args[..fixed + kept])
    }

    /// Returns whether the last operand is an integer or a floating-point number.
    pub(crate) fn ends_in_number(&self) -> bool {
        self.args.last().is_some_and(|value| {
            let cx = value.cx();
            value.ty().is_signless_integer(cx) || value.ty().is_float(cx)
        })
    }
}

/// The integer that a constant is.
pub(crate) fn number(value: ValueRef<'_>) -> Option<i64> {
    value.defining_op().and_then(integer_of_constant)
}
