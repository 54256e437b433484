//! The dialect index.

use terrace_dialects_core::index::{
    AddOp, AndOp, BoolConstantOp, CastSOp, CastUOp, CeilDivSOp, CeilDivUOp, CmpOp, ConstantOp, DivSOp,
    DivUOp, FloorDivSOp, MaxSOp, MaxUOp, MinSOp, MinUOp, MulOp, OrOp, RemSOp, RemUOp, ShlOp, ShrSOp, ShrUOp,
    SizeOfOp, SubOp, XOrOp,
};
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION, ExternalModels, OpModel};
use terrace_ir::{OpKind, OpRef};

use super::arith::{Convert, IntBinary, extend_signed, extend_unsigned, number_of};
use crate::inst::Inst;
use crate::int_ops::IntOp;
use crate::lower::{Interpret, Lowered, Lowering, ValuePlace};

/// The instructions of the dialect's ops.
pub static EXTENSION: DialectExtension =
    DialectExtension { dialect: "index", interfaces: &[&ExternalModels(MODELS)], ..EMPTY_EXTENSION };

/// The lowerings of the ops.
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
    (BoolConstantOp::DEF, &bool_constant),
];

fn compare(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = CmpOp::view_of(op);
    let predicate = view.pred().into();
    let w = lw.element(view.lhs().ty())?.scalar.bits() as u8;
    let (d, a, b) = (lw.slot(view.result())?, lw.slot(view.lhs())?, lw.slot(view.rhs())?);
    lw.emit(Inst::Compare { predicate, w, d, a, b });
    Ok(())
}

fn size_of(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let result = SizeOfOp::view_of(op).result();
    let bits = lw.element(result.ty())?.scalar.bits();
    let reg = lw.constant(u64::from(bits));
    lw.alias(result, ValuePlace::Slots(reg, 1));
    Ok(())
}

fn constant(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = ConstantOp::view_of(op);
    let value = number_of(lw, view.value_attr()).ok_or("a constant without a value")?;
    let reg = lw.constants(&value);
    lw.alias(view.result(), ValuePlace::Slots(reg, value.len() as u32));
    Ok(())
}

fn bool_constant(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = BoolConstantOp::view_of(op);
    let reg = lw.constant(u64::from(view.value()));
    lw.alias(view.result(), ValuePlace::Slots(reg, 1));
    Ok(())
}
