//! Arithmetic on integers and `index`.

use terrace_ir::constraints::UNIT_ATTR;
use terrace_ir::{OpRef, Type, Value};
use terrace_macros::op;

use super::attrs::{OVERFLOW, no_overflow};
use super::fold_integer;
use crate::constraints::{BOOL_LIKE, SIGNLESS_INT_OR_INDEX_LIKE};

macro_rules! int_ops {
    ($($(#[doc = $doc:tt])* $name:ident = $full:tt [$($trait:tt)*];)*) => {
        $(
            $(#[doc = $doc])*
            #[op($full,
                 traits($($trait)*, SameOperandsAndResultType, Elementwise, Scalarizable, Vectorizable,
                        Tensorizable, InferTypes),
                 format = "$lhs `,` $rhs attr-dict `:` type($result)",
                 infer = crate::infer::first_operand)]
            pub struct $name {
                lhs: Operand<SIGNLESS_INT_OR_INDEX_LIKE>,
                rhs: Operand<SIGNLESS_INT_OR_INDEX_LIKE>,
                result: Res<SIGNLESS_INT_OR_INDEX_LIKE>,
            }
        )*
    };
}

macro_rules! overflow_ops {
    ($($(#[doc = $doc:tt])* $name:ident = $full:tt [$($trait:tt)*] $(, $key:ident = $hook:expr)*;)*) => {
        $(
            $(#[doc = $doc])*
            #[op($full,
                 traits($($trait)*, SameOperandsAndResultType, Elementwise, Scalarizable, Vectorizable,
                        Tensorizable, InferTypes),
                 format = "$lhs `,` $rhs (`overflow` `` $overflowFlags^)? attr-dict `:` type($result)",
                 infer = crate::infer::first_operand $(, $key = $hook)*)]
            pub struct $name {
                lhs: Operand<SIGNLESS_INT_OR_INDEX_LIKE>,
                rhs: Operand<SIGNLESS_INT_OR_INDEX_LIKE>,
                overflowFlags: DefaultProp<OVERFLOW, no_overflow>,
                result: Res<SIGNLESS_INT_OR_INDEX_LIKE>,
            }
        )*
    };
}

macro_rules! exact_ops {
    ($($(#[doc = $doc:tt])* $name:ident = $full:tt [$($trait:tt)*];)*) => {
        $(
            $(#[doc = $doc])*
            #[op($full,
                 traits($($trait)*, SameOperandsAndResultType, Elementwise, Scalarizable, Vectorizable,
                        Tensorizable, InferTypes),
                 format = "$lhs `,` $rhs (`exact` $isExact^)? attr-dict `:` type($result)",
                 infer = crate::infer::first_operand)]
            pub struct $name {
                lhs: Operand<SIGNLESS_INT_OR_INDEX_LIKE>,
                rhs: Operand<SIGNLESS_INT_OR_INDEX_LIKE>,
                isExact: OptProp<UNIT_ATTR>,
                result: Res<SIGNLESS_INT_OR_INDEX_LIKE>,
            }
        )*
    };
}

overflow_ops! {
    /// Adds integers; wraps on overflow, unless a flag makes that poison.
    AddIOp = "arith.addi" [Commutative, Pure], fold = fold_integer::addi;
    /// Subtracts integers; wraps on overflow, unless a flag makes that poison.
    SubIOp = "arith.subi" [Pure], fold = fold_integer::subi;
    /// Multiplies integers; wraps on overflow, unless a flag makes that poison.
    MulIOp = "arith.muli" [Commutative, OpAsmInterface, Pure], names = name_product, fold = fold_integer::muli;
    /// Shifts left; shifting by the width or more is poison.
    ShLIOp = "arith.shli" [Pure];
}

// A zero divisor keeps most divisions from being executed speculatively.
exact_ops! {
    /// Divides unsigned integers and rounds towards zero; `exact` makes a remainder poison.
    DivUIOp = "arith.divui" [NoMemoryEffect];
    /// Divides signed integers and rounds towards zero; `exact` makes a remainder poison.
    DivSIOp = "arith.divsi" [NoMemoryEffect];
    /// Shifts right and fills with zeros; `exact` makes shifting out a one poison.
    ShRUIOp = "arith.shrui" [Pure];
    /// Shifts right and repeats the sign bit; `exact` makes shifting out a one poison.
    ShRSIOp = "arith.shrsi" [Pure];
}

int_ops! {
    /// Divides unsigned integers and rounds up.
    CeilDivUIOp = "arith.ceildivui" [NoMemoryEffect];
    /// Divides signed integers and rounds up.
    CeilDivSIOp = "arith.ceildivsi" [NoMemoryEffect];
    /// Divides signed integers and rounds down.
    FloorDivSIOp = "arith.floordivsi" [Pure];
    /// The remainder of an unsigned division.
    RemUIOp = "arith.remui" [Pure];
    /// The remainder of a signed division; it has the sign of the dividend.
    RemSIOp = "arith.remsi" [Pure];
    /// Bitwise and.
    AndIOp = "arith.andi" [Commutative, Idempotent, Pure];
    /// Bitwise or.
    OrIOp = "arith.ori" [Commutative, Idempotent, Pure];
    /// Bitwise exclusive or.
    XOrIOp = "arith.xori" [Commutative, Pure];
    /// The greater of two signed integers.
    MaxSIOp = "arith.maxsi" [Commutative, Pure];
    /// The greater of two unsigned integers.
    MaxUIOp = "arith.maxui" [Commutative, Pure];
    /// The lesser of two signed integers.
    MinSIOp = "arith.minsi" [Commutative, Pure];
    /// The lesser of two unsigned integers.
    MinUIOp = "arith.minui" [Commutative, Pure];
}

/// Adds unsigned integers; the second result says whether the sum overflowed.
#[op("arith.addui_extended",
     traits(Pure, Commutative, AllTypesMatch(&["lhs", "rhs", "sum"]), Elementwise, Scalarizable, Vectorizable,
            Tensorizable),
     format = "$lhs `,` $rhs attr-dict `:` type($sum) `,` type($overflow)")]
pub struct AddUIExtendedOp {
    lhs: Operand<SIGNLESS_INT_OR_INDEX_LIKE>,
    rhs: Operand<SIGNLESS_INT_OR_INDEX_LIKE>,
    sum: Res<SIGNLESS_INT_OR_INDEX_LIKE>,
    overflow: Res<BOOL_LIKE>,
}

macro_rules! mul_extended_ops {
    ($($(#[doc = $doc:tt])* $name:ident = $full:tt;)*) => {
        $(
            $(#[doc = $doc])*
            #[op($full,
                 traits(Pure, Commutative, AllTypesMatch(&["lhs", "rhs", "low", "high"]), Elementwise,
                        Scalarizable, Vectorizable, Tensorizable, InferTypes),
                 format = "$lhs `,` $rhs attr-dict `:` type($lhs)")]
            pub struct $name {
                lhs: Operand<SIGNLESS_INT_OR_INDEX_LIKE>,
                rhs: Operand<SIGNLESS_INT_OR_INDEX_LIKE>,
                low: Res<SIGNLESS_INT_OR_INDEX_LIKE>,
                high: Res<SIGNLESS_INT_OR_INDEX_LIKE>,
            }
        )*
    };
}

mul_extended_ops! {
    /// Multiplies signed integers into a product of twice the width, in two halves.
    MulSIExtendedOp = "arith.mulsi_extended";
    /// Multiplies unsigned integers into a product of twice the width, in two halves.
    MulUIExtendedOp = "arith.mului_extended";
}

/// A constant times `vector.vscale` is called `c<constant>_vscale`.
fn name_product(op: OpRef<'_>, set: &mut dyn FnMut(Value, &str)) {
    if op.result(0).ty() != Type::INDEX {
        return;
    }
    let factor = |a: usize, b: usize| {
        let scale = op.operand(b).defining_op()?;
        let constant = op.operand(a).defining_op()?;
        if scale.name_text() != "vector.vscale" || !constant.has_trait(terrace_ir::TraitSet::ConstantLike) {
            return None;
        }
        constant.inherent_attr("value")?.as_integer(op.cx())
    };
    if let Some((value, _)) = factor(0, 1).or_else(|| factor(1, 0)) {
        let mut name = "c".to_string();
        value.write_signed(&mut name);
        name.push_str("_vscale");
        set(op.result(0).id(), &name);
    }
}
