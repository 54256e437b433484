//! Ops that tests of dialect conversion call legal or illegal.

use terrace_ir::attr_kind::{I32Attr, I64Attr, StrAttr, UnitAttr};
use terrace_ir::constraints::{ANY_TYPE, I32};
use terrace_ir::def::{OpDef, TypeConstraint};
use terrace_ir::fold::Change;
use terrace_ir::{Attr, Folded, OpKind, OpRef, TypeData};
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

/// A legal op.
#[op("test.legal_op_c")]
pub struct LegalOpC {
    input: Operand<I32>,
    result: Res<I32>,
}

/// A legal op with an operand.
#[op("test.legal_op_d")]
pub struct LegalOpD {
    input: Operand<ANY_TYPE>,
}

/// Is erased, and so is the producer of its operand.
#[op("test.blackhole")]
pub struct BlackHoleOp {
    input: Operand<ANY_TYPE>,
}

/// Counts down.
#[op("test.recursive_rewrite", format = "$depth attr-dict")]
pub struct RecursiveRewriteOp {
    depth: Prop<I64Attr>,
}

/// The arguments of its blocks are converted.
#[op(
    "test.convert_block_args",
    traits(SingleBlock),
    format = "$val (`is_legal` $is_legal^)? (`replace_with_operand` $replace_with_operand^)? \
              (`duplicate` $duplicate^)? $body attr-dict `:` functional-type(operands, results)"
)]
pub struct ConvertBlockArgsOp {
    val: OptOperand<ANY_TYPE>,
    result: VarRes<ANY_TYPE>,
    duplicate: OptProp<UnitAttr>,
    is_legal: OptProp<UnitAttr>,
    replace_with_operand: OptProp<UnitAttr>,
    body: Region,
}

/// A block signature whose conversion is taken back.
#[op("test.signature_conversion_undo")]
pub struct SignatureConversionUndoOp {
    region: Region,
}

/// A block signature that is converted without a type converter.
#[op("test.signature_conversion_no_converter")]
pub struct SignatureConversionNoConverterOp {
    region: Region,
}

/// Two blocks that become one.
#[op("test.merge_blocks")]
pub struct MergeBlocksOp {
    result: VarRes<ANY_TYPE>,
    body: Region,
}

static ANY_TUPLE: TypeConstraint =
    TypeConstraint::new("tuple with any combination of any type values", |cx, ty| {
        matches!(ty.data(cx), TypeData::Tuple(_))
    });

/// A tuple of its operands.
#[op("test.make_tuple")]
pub struct MakeTupleOp {
    inputs: VarOperand<ANY_TYPE>,
    result: Res<ANY_TUPLE>,
}

/// An element of a tuple.
#[op("test.get_tuple_element")]
pub struct GetTupleElementOp {
    source: Operand<ANY_TUPLE>,
    index: Prop<I32Attr>,
    result: Res<ANY_TYPE>,
}

/// Takes and returns any number of values.
#[op("test.one_variadic_out_one_variadic_in1")]
pub struct OneVResOneVOperandOp1 {
    operands: VarOperand<I32>,
    results: VarRes<I32>,
}

/// The ops of this file.
pub(crate) const OPS: [&OpDef; 26] = [
    LegalOpC::DEF,
    LegalOpD::DEF,
    BlackHoleOp::DEF,
    RecursiveRewriteOp::DEF,
    ConvertBlockArgsOp::DEF,
    SignatureConversionUndoOp::DEF,
    SignatureConversionNoConverterOp::DEF,
    MergeBlocksOp::DEF,
    MakeTupleOp::DEF,
    GetTupleElementOp::DEF,
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
    OneVResOneVOperandOp1::DEF,
];
