//! Ops that tests of dialect conversion call legal or illegal.

use terrace_ir::attr_kind::{I32Attr, StrAttr, UnitAttr};
use terrace_ir::constraints::{ANY_TYPE, I32};
use terrace_ir::def::OpDef;
use terrace_ir::fold::Change;
use terrace_ir::{Attr, Folded, OpKind, OpRef};
use terrace_macros::op;

/// An op with an inherent attribute.
#[op("test.op_a")]
pub struct OpA {
    _operand: Operand<I32>,
    attr: Prop<I32Attr>,
    _result: Res<I32>,
}

/// Becomes a legal op.
#[op("test.illegal_op_a")]
pub struct IllegalOpA {
    result: Res<I32>,
}

/// Becomes an op that is legal, or one that is not, which is of less benefit.
#[op("test.illegal_op_b")]
pub struct IllegalOpB {
    result: Res<I32>,
}

/// Becomes an op that is illegal itself.
#[op("test.illegal_op_c")]
pub struct IllegalOpC {
    result: Res<I32>,
}

/// Becomes another illegal op.
#[op("test.illegal_op_d")]
pub struct IllegalOpD {
    result: Res<I32>,
}

/// An illegal op that occurs as an intermediate result.
#[op("test.illegal_op_e")]
pub struct IllegalOpE {
    result: Res<I32>,
}

/// Becomes nothing.
#[op("test.illegal_op_f")]
pub struct IllegalOpF {
    result: Res<I32>,
}

/// Never becomes anything.
#[op("test.illegal_op_g")]
pub struct IllegalOpG {
    result: Res<I32>,
}

/// A legal op that records its origin.
#[op("test.legal_op_a")]
pub struct LegalOpA {
    status: Prop<StrAttr>,
    result: Res<I32>,
}

/// A legal op.
#[op("test.legal_op_b")]
pub struct LegalOpB {
    result: Res<I32>,
}

/// An op with an in-place fold that records itself in an attribute.
#[op("test.op_in_place_self_fold", fold = say_folded)]
pub struct OpInPlaceSelfFold {
    folded: OptProp<UnitAttr>,
    result: Res<I32>,
}

fn say_folded(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    match OpInPlaceSelfFold::view_of(op).folded() {
        false => Change::Prop(0, Attr::UNIT).into(),
        true => Folded::Unchanged,
    }
}

/// Returns its operand another type.
#[op("test.type_changer")]
pub struct TypeChangerOp {
    operand: Operand<ANY_TYPE>,
    result: Res<ANY_TYPE>,
}

/// The cast that conversions insert.
#[op("test.cast")]
pub struct CastOp {
    inputs: VarOperand<ANY_TYPE>,
    result: Res<ANY_TYPE>,
}

/// An op that takes anything and is illegal.
#[op("test.invalid", traits(Terminator))]
pub struct InvalidOp {
    arg: VarOperand<ANY_TYPE>,
}

/// An op that takes anything and is legal.
#[op("test.valid", traits(Terminator))]
pub struct ValidOp {
    arg: VarOperand<ANY_TYPE>,
}

/// The ops of this file.
pub(crate) const OPS: [&OpDef; 15] = [
    OpA::DEF,
    IllegalOpA::DEF,
    IllegalOpB::DEF,
    IllegalOpC::DEF,
    IllegalOpD::DEF,
    IllegalOpE::DEF,
    IllegalOpF::DEF,
    IllegalOpG::DEF,
    LegalOpA::DEF,
    LegalOpB::DEF,
    OpInPlaceSelfFold::DEF,
    TypeChangerOp::DEF,
    CastOp::DEF,
    InvalidOp::DEF,
    ValidOp::DEF,
];
