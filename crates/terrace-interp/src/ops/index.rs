//! The dialect index.

use terrace_dialects_core::index::{
    AddOp, AndOp, BoolConstantOp, CMP_PREDICATE_ATTR, CastSOp, CastUOp, CeilDivSOp, CeilDivUOp, CmpOp,
    ConstantOp, DivSOp, DivUOp, FloorDivSOp, MaxSOp, MaxUOp, MinSOp, MinUOp, MulOp, OrOp, RemSOp, RemUOp,
    ShlOp, ShrSOp, ShrUOp, SizeOfOp, SubOp, XOrOp,
};
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION, ExternalModels, OpModel};
use terrace_ir::{OpKind, OpRef};

use super::arith::{Convert, IntBinary, extend_signed, extend_unsigned, number_of};
use crate::inst::Inst;
use crate::int_ops::{IntOp, Predicate};
use crate::lower::{Interpret, Lowered, Lowering, Place};

/// The instructions of the dialect's ops.
pub static EXTENSION: DialectExtension =
    DialectExtension { dialect: "index", interfaces: &[&ExternalModels(MODELS)], ..EMPTY_EXTENSION };

/// How the ops are lowered.
static MODELS: &[OpModel<dyn Interpret>] = &[
    (AddOp::DEF, &IntBinary(IntOp::Add)),
    (SubOp::DEF, &IntBinary(IntOp::Sub)),
    (MulOp::DEF, &IntBinary(IntOp::Mul)),
    (DivSOp::DEF, &IntBinary(IntOp::DivS)),
    (DivUOp::DEF, &IntBinary(IntOp::DivU)),
    (CeilDivSOp::DEF, &IntBinary(IntOp::CeilDivS)),
    (CeilDivUOp::DEF, &IntBinary(IntOp::CeilDivU)),
    (FloorDivSOp::DEF, &IntBinary(IntOp::FloorDivS)),
    (RemSOp::DEF, &IntBinary(IntOp::RemS)),
    (RemUOp::DEF, &IntBinary(IntOp::RemU)),
    (MaxSOp::DEF, &IntBinary(IntOp::MaxS)),
    (MaxUOp::DEF, &IntBinary(IntOp::MaxU)),
    (MinSOp::DEF, &IntBinary(IntOp::MinS)),
    (MinUOp::DEF, &IntBinary(IntOp::MinU)),
    (ShlOp::DEF, &IntBinary(IntOp::Shl)),
    (ShrSOp::DEF, &IntBinary(IntOp::ShrS)),
    (ShrUOp::DEF, &IntBinary(IntOp::ShrU)),
    (AndOp::DEF, &IntBinary(IntOp::And)),
    (OrOp::DEF, &IntBinary(IntOp::Or)),
    (XOrOp::DEF, &IntBinary(IntOp::Xor)),
    (CastSOp::DEF, &Convert(extend_signed)),
    (CastUOp::DEF, &Convert(extend_unsigned)),
    (CmpOp::DEF, &compare),
    (SizeOfOp::DEF, &size_of),
    (ConstantOp::DEF, &constant),
    (BoolConstantOp::DEF, &constant),
];

/// The predicates in the order of the dialect's numbers.
const PREDICATES: [Predicate; 10] = {
    use Predicate::*;
    [Eq, Ne, Slt, Sle, Sgt, Sge, Ult, Ule, Ugt, Uge]
};

fn compare(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let params = op.prop(0).and_then(|attr| lw.cx.attr_params(attr, &CMP_PREDICATE_ATTR));
    let number = params.and_then(|params| params[0].as_u64(lw.cx)).unwrap_or(u64::MAX);
    let predicate = *PREDICATES.get(number as usize).ok_or("an unknown predicate")?;
    let w = lw.element(op.operand(0).ty())?.scalar.bits() as u8;
    let (d, a, b) = (lw.slot(op.result(0))?, lw.slot(op.operand(0))?, lw.slot(op.operand(1))?);
    lw.emit(Inst::Compare { predicate, w, d, a, b });
    Ok(())
}

fn size_of(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let bits = lw.element(op.result(0).ty())?.scalar.bits();
    let reg = lw.constant(u64::from(bits));
    lw.alias(op.result(0), Place::Slots(reg, 1));
    Ok(())
}

fn constant(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let value = op.prop(0).and_then(|attr| number_of(lw, attr)).ok_or("a constant without a value")?;
    let reg = lw.constants(&value);
    lw.alias(op.result(0), Place::Slots(reg, value.len() as u32));
    Ok(())
}
