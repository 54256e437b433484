//! Reductions: what is combined over dimensions, and how.

use terrace_ir::attr_kind::UnitAttr;
use terrace_ir::constraints::I64;
use terrace_ir::def::op_error;
use terrace_ir::{CheckResult, OpRef, Type, ValueRef};
use terrace_macros::op;

use super::ops::NUMBER;

/// A combining operation of a reduction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reduction {
    /// The sum of integers.
    Add,
    /// The product of integers.
    Mul,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// The maximum of signed integers.
    SMax,
    /// The minimum of signed integers.
    SMin,
    /// The maximum of unsigned integers.
    UMax,
    /// The minimum of unsigned integers.
    UMin,
    /// The sum of floating-point numbers, in any order.
    FAdd,
    /// The product of floating-point numbers, in any order.
    FMul,
    /// The maximum of floating-point numbers; a number wins over a NaN.
    FMax,
    /// The minimum of floating-point numbers; a number wins over a NaN.
    FMin,
    /// The maximum of floating-point numbers; a NaN wins.
    FMaximum,
    /// The minimum of floating-point numbers; a NaN wins.
    FMinimum,
}

/// The operands of a reduction of any kind.
#[derive(Clone, Copy)]
pub struct Reduced<'a> {
    /// The combining operation.
    pub kind: Reduction,
    /// The dimensions, as bits.
    pub dims: ValueRef<'a>,
    /// The value whose elements are combined.
    pub value: ValueRef<'a>,
}

macro_rules! reductions {
    ($($(#[doc = $doc:literal])* $marker:ident = $name:literal, $kinds:expr;)*) => {
        $(
            $(#[doc = $doc])*
            #[op($name, traits(AllTypesMatch(&["value", "result"])),
                 verify = |op| verify(op, $kinds),
                 format = "$dims `[` $value attr-dict `:` type($value) `]` `->` type($result)")]
            pub struct $marker {
                dims: Operand<I64>,
                value: Operand<NUMBER>,
                unsigned: OptProp<UnitAttr>,
                result: Res<NUMBER>,
            }
        )*

        impl<'a> Reduced<'a> {
            /// Returns the operands of an op, or `None` if it is no reduction.
            pub fn of(op: OpRef<'a>) -> Option<Self> {
                $(
                    if let Some(view) = op.cast::<$marker>() {
                        let kind = $kinds.of(op, view.unsigned())?;
                        return Some(Self { kind, dims: view.dims(), value: view.value() });
                    }
                )*
                None
            }
        }
    };
}

/// The combining operations that an op stands for, by the type of its value.
#[derive(Clone, Copy)]
struct Kinds {
    signed: Option<Reduction>,
    unsigned: Option<Reduction>,
    float: Option<Reduction>,
}

impl Kinds {
    fn of(self, op: OpRef<'_>, unsigned: bool) -> Option<Reduction> {
        match op.single_result().ty().is_float(op.cx()) {
            true => self.float,
            false if unsigned => self.unsigned,
            false => self.signed,
        }
    }
}

/// Operations for which the sign of integers does not matter.
const fn of_bits(integer: Reduction, float: Option<Reduction>) -> Kinds {
    Kinds { signed: Some(integer), unsigned: Some(integer), float }
}

const fn of_floats(float: Reduction) -> Kinds {
    Kinds { signed: None, unsigned: None, float: Some(float) }
}

const fn choice(signed: Reduction, unsigned: Reduction, float: Reduction) -> Kinds {
    Kinds { signed: Some(signed), unsigned: Some(unsigned), float: Some(float) }
}

reductions! {
    /// The sum over dimensions.
    ReduceAddOp = "ripple.reduce.add", of_bits(Reduction::Add, Some(Reduction::FAdd));
    /// The product over dimensions.
    ReduceMulOp = "ripple.reduce.mul", of_bits(Reduction::Mul, Some(Reduction::FMul));
    /// The bitwise and over dimensions.
    ReduceAndOp = "ripple.reduce.and", of_bits(Reduction::And, None);
    /// The bitwise or over dimensions.
    ReduceOrOp = "ripple.reduce.or", of_bits(Reduction::Or, None);
    /// The bitwise exclusive or over dimensions.
    ReduceXorOp = "ripple.reduce.xor", of_bits(Reduction::Xor, None);
    /// The maximum over dimensions, of signed integers unless `unsigned` is given; a number wins over a NaN.
    ReduceMaxOp = "ripple.reduce.max", choice(Reduction::SMax, Reduction::UMax, Reduction::FMax);
    /// The minimum over dimensions, of signed integers unless `unsigned` is given; a number wins over a NaN.
    ReduceMinOp = "ripple.reduce.min", choice(Reduction::SMin, Reduction::UMin, Reduction::FMin);
    /// The maximum of floating-point numbers over dimensions; a NaN wins.
    ReduceMaximumOp = "ripple.reduce.maximum", of_floats(Reduction::FMaximum);
    /// The minimum of floating-point numbers over dimensions; a NaN wins.
    ReduceMinimumOp = "ripple.reduce.minimum", of_floats(Reduction::FMinimum);
}

impl Reduction {
    /// Returns the combining operation of an op, or `None` if it is no reduction.
    pub fn of(op: OpRef<'_>) -> Option<Self> {
        Some(Reduced::of(op)?.kind)
    }
}

fn verify(op: OpRef<'_>, kinds: Kinds) -> CheckResult {
    let ty: Type = op.single_result().ty();
    let is_float = ty.is_float(op.cx());
    if !is_float && kinds.signed.is_none() {
        return Err(op_error(op, "expects a floating-point number"));
    }
    if is_float && kinds.float.is_none() {
        return Err(op_error(op, "expects an integer"));
    }
    Ok(())
}
