//! Creation of the computation of an element.

use terrace_dialects_core::arith::{
    CmpFPredicate, CmpIPredicate, MaxSIOp, MaxUIOp, MaximumFOp, MinSIOp, MinUIOp, MinimumFOp,
};
use terrace_dialects_tosa::attrs::NanPropagationMode;
use terrace_ir::build::OperationState;
use terrace_ir::{Op, OpKind, Signedness, Type, TypeData, Value};
use terrace_passes_shared::arithmetic::Arith;
use terrace_support::apfloat::ApFloat;

/// Creates the computation of one element.
pub(super) struct Scalars<'b, 'r> {
    pub(super) arith: Arith<'b, 'r>,
    /// The op on tensors.
    pub(super) op: Op,
    /// The type of the elements that are combined, with their signedness.
    pub(super) source: Type,
    /// The type of the result.
    pub(super) result: Type,
}

/// Creates the computation; `None` for types that it does not support.
pub(super) type Compute = fn(&mut Scalars<'_, '_>, &[Value]) -> Option<Value>;

impl Scalars<'_, '_> {
    /// The arguments, of a computation that is that of signed integers; `None` for unsigned ones.
    pub(super) fn signless<'a>(&self, args: &'a [Value]) -> Option<&'a [Value]> {
        let is_unsigned = matches!(
            self.source.data(self.arith.rw.cx()),
            TypeData::Integer { signedness: Signedness::Unsigned, .. }
        );
        (!is_unsigned).then_some(args)
    }

    pub(super) fn compare_floats(&mut self, predicate: CmpFPredicate, args: &[Value]) -> Option<Value> {
        let &[a, b] = args.first_chunk::<2>()?;
        Some(self.arith.compare_floats(predicate, a, b))
    }

    pub(super) fn compare_ints(&mut self, predicate: CmpIPredicate, args: &[Value]) -> Option<Value> {
        let &[a, b] = self.signless(args)?.first_chunk::<2>()?;
        Some(self.arith.compare(predicate, a, b))
    }

    /// A float as a constant of a type.
    pub(super) fn float(&mut self, number: f64, ty: Type) -> Option<Value> {
        let kind = ty.float_kind(self.arith.rw.cx())?;
        let number = ApFloat::from_f64(kind, number);
        let attr = self.arith.rw.cx().float_attr(ty, number);
        Some(self.arith.constant(attr, ty))
    }

    pub(super) fn is_nan(&mut self, value: Value) -> Value {
        self.arith.compare_floats(CmpFPredicate::Uno, value, value)
    }

    /// The other one of two floats where one is not a number, if such are ignored; else what was computed from both.
    pub(super) fn without_nan(
        &mut self,
        mode: NanPropagationMode,
        args: &[Value],
        computed: Value,
    ) -> Option<Value> {
        let &[a, b] = args.first_chunk::<2>()?;
        if mode == NanPropagationMode::Propagate {
            return Some(computed);
        }
        let (is_a_nan, is_b_nan) = (self.is_nan(a), self.is_nan(b));
        let chosen = self.arith.select(is_a_nan, b, computed);
        Some(self.arith.select(is_b_nan, a, chosen))
    }

    /// The number within bounds.
    pub(super) fn clamp_int(&mut self, value: Value, bounds: [Value; 2], is_unsigned: bool) -> Value {
        let [least, greatest] = bounds;
        match is_unsigned {
            true => {
                let value = self.arith.binary::<MaxUIOp>(least, value);
                self.arith.binary::<MinUIOp>(greatest, value)
            }
            false => {
                let value = self.arith.binary::<MaxSIOp>(least, value);
                self.arith.binary::<MinSIOp>(greatest, value)
            }
        }
    }

    /// The number within bounds; what is not a number stays.
    pub(super) fn clamp_float(&mut self, value: Value, [least, greatest]: [Value; 2]) -> Value {
        let value = self.arith.binary::<MinimumFOp>(value, greatest);
        self.arith.binary::<MaximumFOp>(value, least)
    }
}

/// An op on one element.
pub(super) fn unary<K: OpKind>(s: &mut Scalars<'_, '_>, args: &[Value]) -> Option<Value> {
    let ty = s.result;
    Some(s.arith.cast::<K>(*args.first()?, ty))
}

/// An op on two elements.
pub(super) fn binary<K: OpKind>(s: &mut Scalars<'_, '_>, args: &[Value]) -> Option<Value> {
    let state = OperationState::binary::<K>(*args.first()?, *args.get(1)?);
    Some(s.arith.rw.build_value(state.with_results(&[s.result]).with_loc(s.arith.loc)))
}
