//! Ops that have a trait each, and types and attributes that have one.

use terrace_dialects_mem::constraints::ANY_SHAPED;
use terrace_ir::attr_kind::{AnyAttr, StrAttr, SymbolNameAttr};
use terrace_ir::constraints::{ANY_TYPE, I32};
use terrace_ir::def::{AttrDef, EMPTY_PARAMS, OpDef, TypeDef, plain_error};
use terrace_ir::diag::CheckResult;
use terrace_ir::{OpKind, OpRef};
use terrace_macros::op;

/// Two operands of one element type.
#[op("test.same_operand_element_type", traits(SameOperandsElementType))]
pub struct SameOperandElementTypeOp {
    _lhs: Operand<ANY_TYPE>,
    _rhs: Operand<ANY_TYPE>,
    _result: Res<ANY_TYPE>,
}

/// Operands and results of one element type.
#[op("test.same_operand_and_result_element_type", traits(SameOperandsAndResultElementType))]
pub struct SameOperandAndResultElementTypeOp {
    _operands: VarOperand<ANY_TYPE>,
    _results: VarRes<ANY_TYPE>,
}

/// Operands of one shape.
#[op("test.same_operand_shape", traits(SameOperandsShape))]
pub struct SameOperandShapeOp {
    _operands: VarOperand<ANY_SHAPED>,
}

/// Operands and results of one shape.
#[op("test.same_operand_and_result_shape", traits(SameOperandsAndResultShape))]
pub struct SameOperandAndResultShapeOp {
    _operands: VarOperand<ANY_SHAPED>,
    _results: VarRes<ANY_SHAPED>,
}

/// Operands and results of one type.
#[op("test.same_operand_and_result_type", traits(SameOperandsAndResultType))]
pub struct SameOperandAndResultTypeOp {
    _operands: VarOperand<ANY_TYPE>,
    _results: VarRes<ANY_TYPE>,
}

/// Works element by element.
#[op("test.elementwise_mappable", traits(Elementwise, Scalarizable, Vectorizable, Tensorizable))]
pub struct ElementwiseMappableOp {
    _operands: VarOperand<ANY_TYPE>,
    _results: VarRes<ANY_TYPE>,
}

/// Holds a [`ChildOp`].
#[op("test.parent")]
pub struct ParentOp {
    region: Region,
}

/// Holds no [`ChildOp`].
#[op("test.parent1")]
pub struct Parent1Op {
    region: Region,
}

/// Stands in one kind of op.
#[op("test.child", traits(HasParent(&["test.parent"])))]
pub struct ChildOp {}

/// Stands in one of two kinds of ops.
#[op("test.child_with_parent_one_of", traits(HasParent(&["test.parent", "test.parent1"])))]
pub struct ChildWithParentOneOfOp {}

/// Ends a block.
#[op("test.finish", traits(Terminator))]
pub struct FinishOp {}

/// Has a name.
#[op("test.symbol", traits(Symbol))]
pub struct SymbolOp {
    sym_name: Prop<SymbolNameAttr>,
    sym_visibility: OptProp<StrAttr>,
}

/// Names inside are its own.
#[op("test.symbol_scope", traits(SymbolTable, SingleBlockImplicitTerminator("test.finish")))]
pub struct SymbolScopeOp {
    region: Region<Sized<1>>,
}

/// Blocks with an implicit terminator.
#[op("test.SingleBlockImplicitTerminator", traits(SingleBlockImplicitTerminator("test.finish")))]
pub struct SingleBlockImplicitTerminatorOp {
    _region: Region,
}

/// Four groups of operands.
#[op("test.attr_sized_operands", traits(AttrSizedOperandSegments))]
pub struct AttrSizedOperandOp {
    a: VarOperand<I32>,
    b: VarOperand<I32>,
    c: Operand<I32>,
    d: VarOperand<I32>,
}

/// Four groups of results.
#[op("test.attr_sized_results", traits(AttrSizedResultSegments))]
pub struct AttrSizedResultOp {
    a: VarRes<I32>,
    b: VarRes<I32>,
    c: Res<I32>,
    d: VarRes<I32>,
}

/// `!test.test_type_with_trait`: a type with a trait.
pub(crate) static TYPE_WITH_TRAIT: TypeDef = TypeDef { name: "test.test_type_with_trait", ..EMPTY_PARAMS };

/// `#test.attr_with_trait`: an attribute with a trait.
pub(crate) static ATTR_WITH_TRAIT: AttrDef = AttrDef { name: "test.attr_with_trait", ..EMPTY_PARAMS };

/// Verifies that its result's type has a trait.
#[op("test.result_type_with_trait", verify = result_has_trait)]
pub struct ResultTypeWithTraitOp {
    _result: Res<ANY_TYPE>,
}

fn result_has_trait(op: OpRef<'_>) -> CheckResult {
    match op.cx().type_params(op.single_result().ty(), &TYPE_WITH_TRAIT) {
        Some(_) => Ok(()),
        None => Err(plain_error(op, "result type should have trait 'TestTypeTrait'")),
    }
}

/// Verifies that its attribute has a trait.
#[op("test.attr_with_trait", verify = attr_has_trait)]
pub struct AttrWithTraitOp {
    attr: Prop<AnyAttr>,
}

fn attr_has_trait(op: OpRef<'_>) -> CheckResult {
    match op.cx().attr_params(AttrWithTraitOp::view_of(op).attr_attr(), &ATTR_WITH_TRAIT) {
        Some(_) => Ok(()),
        None => Err(plain_error(op, "'attr' attribute should have trait 'TestAttrTrait'")),
    }
}

/// The ops of this file.
pub(crate) const OPS: [&OpDef; 18] = [
    SameOperandElementTypeOp::DEF,
    SameOperandAndResultElementTypeOp::DEF,
    SameOperandShapeOp::DEF,
    SameOperandAndResultShapeOp::DEF,
    SameOperandAndResultTypeOp::DEF,
    ElementwiseMappableOp::DEF,
    ParentOp::DEF,
    Parent1Op::DEF,
    ChildOp::DEF,
    ChildWithParentOneOfOp::DEF,
    FinishOp::DEF,
    SymbolOp::DEF,
    SymbolScopeOp::DEF,
    SingleBlockImplicitTerminatorOp::DEF,
    AttrSizedOperandOp::DEF,
    AttrSizedResultOp::DEF,
    ResultTypeWithTraitOp::DEF,
    AttrWithTraitOp::DEF,
];
