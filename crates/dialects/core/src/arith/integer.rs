//! Arithmetic on integers and `index`.

use terrace_ir::attr_kind::UnitAttr;
use terrace_ir::effects::ConditionallySpeculatable;
use terrace_ir::fold::constant_value;
use terrace_ir::int_range::InferIntRange;
use terrace_ir::value_bounds::ValueBounds;
use terrace_ir::{OpKind, OpRef, Type, Value, ValueRef};
use terrace_macros::op;

use super::attrs::{IntegerOverflowFlagsAttr, no_overflow};
use super::canonicalize::*;
use super::fold_integer;
use super::{ExtSIOp, ExtUIOp};
use terrace_dialects_builtin::constraints::{BOOL_LIKE, SIGNLESS_INT_OR_INDEX_LIKE};

macro_rules! int_ops {
    ($($(#[doc = $doc:tt])* $name:ident = $full:tt [$($trait:tt)*] { $($rest:tt)* };)*) => {
        $(
            $(#[doc = $doc])*
            #[op($full,
                 traits($($trait)*, SameOperandsAndResultType, Elementwise, Scalarizable, Vectorizable,
                        Tensorizable, InferTypes),
                 format = "$lhs `,` $rhs attr-dict `:` type($result)",
                 infer = terrace_dialects_builtin::infer::first_operand, interfaces(dyn InferIntRange), $($rest)*)]
            pub struct $name {
                lhs: Operand<SIGNLESS_INT_OR_INDEX_LIKE>,
                rhs: Operand<SIGNLESS_INT_OR_INDEX_LIKE>,
                result: Res<SIGNLESS_INT_OR_INDEX_LIKE>,
            }
        )*
    };
}

macro_rules! overflow_ops {
    ($($(#[doc = $doc:tt])* $name:ident = $full:tt [$($trait:tt)*] { $($rest:tt)* };)*) => {
        $(
            $(#[doc = $doc])*
            #[op($full,
                 traits($($trait)*, SameOperandsAndResultType, Elementwise, Scalarizable, Vectorizable,
                        Tensorizable, InferTypes),
                 format = "$lhs `,` $rhs (`overflow` `` $overflowFlags^)? attr-dict `:` type($result)",
                 infer = terrace_dialects_builtin::infer::first_operand, interfaces(dyn InferIntRange), $($rest)*)]
            pub struct $name {
                lhs: Operand<SIGNLESS_INT_OR_INDEX_LIKE>,
                rhs: Operand<SIGNLESS_INT_OR_INDEX_LIKE>,
                overflowFlags: DefaultProp<IntegerOverflowFlagsAttr, no_overflow>,
                result: Res<SIGNLESS_INT_OR_INDEX_LIKE>,
            }
        )*
    };
}

macro_rules! exact_ops {
    ($($(#[doc = $doc:tt])* $name:ident = $full:tt [$($trait:tt)*] { $($rest:tt)* };)*) => {
        $(
            $(#[doc = $doc])*
            #[op($full,
                 traits($($trait)*, SameOperandsAndResultType, Elementwise, Scalarizable, Vectorizable,
                        Tensorizable, InferTypes),
                 format = "$lhs `,` $rhs (`exact` $isExact^)? attr-dict `:` type($result)",
                 infer = terrace_dialects_builtin::infer::first_operand, interfaces(dyn InferIntRange), $($rest)*)]
            pub struct $name {
                lhs: Operand<SIGNLESS_INT_OR_INDEX_LIKE>,
                rhs: Operand<SIGNLESS_INT_OR_INDEX_LIKE>,
                isExact: OptProp<UnitAttr>,
                result: Res<SIGNLESS_INT_OR_INDEX_LIKE>,
            }
        )*
    };
}

overflow_ops! {
    /// Adds integers; wraps on overflow, unless a flag makes overflow poison.
    AddIOp = "arith.addi" [Commutative, Pure] { interfaces(dyn ValueBounds),
        fold = fold_integer::addi,
        canonicalize(addi_add_constant, addi_sub_constant_rhs, addi_sub_constant_lhs, addi_mul_negative_one_rhs,
                     addi_mul_negative_one_lhs)
    };
    /// Subtracts integers; wraps on overflow, unless a flag makes overflow poison.
    SubIOp = "arith.subi" [Pure] {
        interfaces(dyn ValueBounds),
        fold = fold_integer::subi,
        canonicalize(subi_rhs_add_constant, subi_lhs_add_constant, subi_rhs_sub_constant_rhs,
                     subi_rhs_sub_constant_lhs, subi_lhs_sub_constant_rhs, subi_lhs_sub_constant_lhs,
                     subi_subi_lhs_rhs_lhs)
    };
    /// Multiplies integers; wraps on overflow, unless a flag makes overflow poison.
    MulIOp = "arith.muli" [Commutative, OpAsmInterface, Pure] { interfaces(dyn ValueBounds), names = name_product, fold = fold_integer::muli, canonicalize(muli_muli_constant) };
    /// Shifts left; shifting by the width or more is poison.
    ShLIOp = "arith.shli" [Pure] { fold = fold_integer::shli };
}

// A zero divisor keeps divisions from being executed speculatively.
exact_ops! {
    /// Divides unsigned integers and rounds towards zero; with `exact`, a remainder is poison.
    DivUIOp = "arith.divui" [NoMemoryEffect] { fold = fold_integer::divui, interfaces(dyn ConditionallySpeculatable) };
    /// Divides signed integers and rounds towards zero; with `exact`, a remainder is poison.
    DivSIOp = "arith.divsi" [NoMemoryEffect] { fold = fold_integer::divsi, interfaces(dyn ConditionallySpeculatable) };
    /// Shifts right and fills with zeros; with `exact`, shifting out a one is poison.
    ShRUIOp = "arith.shrui" [Pure] { fold = fold_integer::shrui };
    /// Shifts right and repeats the sign bit; with `exact`, shifting out a one is poison.
    ShRSIOp = "arith.shrsi" [Pure] { fold = fold_integer::shrsi };
}

int_ops! {
    /// Divides unsigned integers and rounds up.
    CeilDivUIOp = "arith.ceildivui" [NoMemoryEffect] { fold = fold_integer::ceildivui, interfaces(dyn ConditionallySpeculatable) };
    /// Divides signed integers and rounds up.
    CeilDivSIOp = "arith.ceildivsi" [NoMemoryEffect] { fold = fold_integer::ceildivsi, interfaces(dyn ConditionallySpeculatable) };
    /// Divides signed integers and rounds down.
    FloorDivSIOp = "arith.floordivsi" [Pure, MayBeUndefined] { interfaces(dyn ValueBounds, dyn ConditionallySpeculatable), fold = fold_integer::floordivsi };
    /// The remainder of an unsigned division.
    RemUIOp = "arith.remui" [Pure, MayBeUndefined] { fold = fold_integer::remui, interfaces(dyn ConditionallySpeculatable) };
    /// The remainder of a signed division; it has the sign of the dividend.
    RemSIOp = "arith.remsi" [Pure, MayBeUndefined] { fold = fold_integer::remsi, interfaces(dyn ConditionallySpeculatable) };
    /// Bitwise and.
    AndIOp = "arith.andi" [Commutative, Idempotent, Pure] {
        fold = fold_integer::andi,
        canonicalize(andi_of_extui: bits_of_exts::<AndIOp, ExtUIOp>, andi_of_extsi: bits_of_exts::<AndIOp, ExtSIOp>)
    };
    /// Bitwise or.
    OrIOp = "arith.ori" [Commutative, Idempotent, Pure] {
        fold = fold_integer::ori,
        canonicalize(ori_of_extui: bits_of_exts::<OrIOp, ExtUIOp>, ori_of_extsi: bits_of_exts::<OrIOp, ExtSIOp>)
    };
    /// Bitwise exclusive or.
    XOrIOp = "arith.xori" [Commutative, Pure] {
        fold = fold_integer::xori,
        canonicalize(xori_of_extui: bits_of_exts::<XOrIOp, ExtUIOp>, xori_of_extsi: bits_of_exts::<XOrIOp, ExtSIOp>,
                     xori_not_cmpi)
    };
    /// The greater of two signed integers.
    MaxSIOp = "arith.maxsi" [Commutative, Pure] { fold = fold_integer::maxsi };
    /// The greater of two unsigned integers.
    MaxUIOp = "arith.maxui" [Commutative, Pure] { fold = fold_integer::maxui };
    /// The lesser of two signed integers.
    MinSIOp = "arith.minsi" [Commutative, Pure] { fold = fold_integer::minsi };
    /// The lesser of two unsigned integers.
    MinUIOp = "arith.minui" [Commutative, Pure] { fold = fold_integer::minui };
}

/// Adds unsigned integers; the second result is the overflow flag.
#[op("arith.addui_extended",
     traits(Pure, Commutative, AllTypesMatch(&["lhs", "rhs", "sum"]), Elementwise, Scalarizable, Vectorizable,
            Tensorizable),
     format = "$lhs `,` $rhs attr-dict `:` type($sum) `,` type($overflow)",
     fold = fold_integer::addui_extended,
     canonicalize(addui_extended_to_addi: drop_second_result::<AddIOp>))]
pub struct AddUIExtendedOp {
    lhs: Operand<SIGNLESS_INT_OR_INDEX_LIKE>,
    rhs: Operand<SIGNLESS_INT_OR_INDEX_LIKE>,
    sum: Res<SIGNLESS_INT_OR_INDEX_LIKE>,
    overflow: Res<BOOL_LIKE>,
}

macro_rules! mul_extended_ops {
    ($($(#[doc = $doc:tt])* $name:ident = $full:tt { $($rest:tt)* };)*) => {
        $(
            $(#[doc = $doc])*
            #[op($full,
                 traits(Pure, Commutative, AllTypesMatch(&["lhs", "rhs", "low", "high"]), Elementwise,
                        Scalarizable, Vectorizable, Tensorizable, InferTypes),
                 format = "$lhs `,` $rhs attr-dict `:` type($lhs)", $($rest)*)]
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
    MulSIExtendedOp = "arith.mulsi_extended" {
        fold = fold_integer::mulsi_extended,
        canonicalize(mulsi_extended_to_muli: drop_second_result::<MulIOp>, mulsi_extended_rhs_one)
    };
    /// Multiplies unsigned integers into a product of twice the width, in two halves.
    MulUIExtendedOp = "arith.mului_extended" {
        fold = fold_integer::mului_extended,
        canonicalize(mului_extended_to_muli: drop_second_result::<MulIOp>)
    };
}

/// A constant times `vector.vscale` is called `c<constant>_vscale`.
fn name_product(op: OpRef<'_>, set: &mut dyn FnMut(Value, &str)) {
    let view = MulIOp::view_of(op);
    if view.result().ty() != Type::INDEX {
        return;
    }
    let factor = |constant: ValueRef<'_>, scale: ValueRef<'_>| {
        let scaled = scale.defining_op()?.name_text() == "vector.vscale";
        constant_value(constant).filter(|_| scaled)?.as_integer(op.cx())
    };
    if let Some((value, _)) = factor(view.lhs(), view.rhs()).or_else(|| factor(view.rhs(), view.lhs())) {
        let mut name = "c".to_string();
        value.write_signed(&mut name);
        name.push_str("_vscale");
        set(view.result().id(), &name);
    }
}
