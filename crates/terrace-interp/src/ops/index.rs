//! The dialect index.

use terrace_dialects_core::index::CMP_PREDICATE_ATTR;
use terrace_ir::OpRef;
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION, ExternalModels, OpModel};

use super::arith::{Convert, IntBinary, extend_signed, extend_unsigned, number_of};
use crate::inst::Inst;
use crate::int_ops::{IntOp, Predicate};
use crate::lower::{Interpret, Lowered, Lowering, Place};

/// The instructions of the dialect's ops.
pub static EXTENSION: DialectExtension =
    DialectExtension { dialect: "index", interfaces: &[&ExternalModels(MODELS)], ..EMPTY_EXTENSION };

/// How the ops are lowered.
static MODELS: &[OpModel<dyn Interpret>] = &[
    ("index.add", &IntBinary(IntOp::Add)),
    ("index.sub", &IntBinary(IntOp::Sub)),
    ("index.mul", &IntBinary(IntOp::Mul)),
    ("index.divs", &IntBinary(IntOp::DivS)),
    ("index.divu", &IntBinary(IntOp::DivU)),
    ("index.ceildivs", &IntBinary(IntOp::CeilDivS)),
    ("index.ceildivu", &IntBinary(IntOp::CeilDivU)),
    ("index.floordivs", &IntBinary(IntOp::FloorDivS)),
    ("index.rems", &IntBinary(IntOp::RemS)),
    ("index.remu", &IntBinary(IntOp::RemU)),
    ("index.maxs", &IntBinary(IntOp::MaxS)),
    ("index.maxu", &IntBinary(IntOp::MaxU)),
    ("index.mins", &IntBinary(IntOp::MinS)),
    ("index.minu", &IntBinary(IntOp::MinU)),
    ("index.shl", &IntBinary(IntOp::Shl)),
    ("index.shrs", &IntBinary(IntOp::ShrS)),
    ("index.shru", &IntBinary(IntOp::ShrU)),
    ("index.and", &IntBinary(IntOp::And)),
    ("index.or", &IntBinary(IntOp::Or)),
    ("index.xor", &IntBinary(IntOp::Xor)),
    ("index.casts", &Convert(extend_signed)),
    ("index.castu", &Convert(extend_unsigned)),
    ("index.cmp", &compare),
    ("index.sizeof", &size_of),
    ("index.constant", &constant),
    ("index.bool.constant", &constant),
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
