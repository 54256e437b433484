//! Ops that fold, that canonicalization rewrites, and that branch.

use terrace_dialects_core::arith::constant::ConstantOp as ArithConstantOp;
use terrace_ir::asm::{Delimiter, OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::{AnyAttr, DenseI32ArrayAttr};
use terrace_ir::constraints::{ANY_TYPE, I32};
use terrace_ir::def::{CustomArg, CustomDirective, OpDef, TypeConstraint};
use terrace_ir::fold::{Change, FoldValue};
use terrace_ir::interfaces::{BranchOp, SuccessorOperands};
use terrace_ir::pattern::Pattern;
use terrace_ir::{Attr, Folded, Op, OpKind, OpRef, OptionalAttr, Rewriter, Type};
use terrace_macros::op;

use crate::versions::TEST_I32;

/// An op with a region that a pattern erases.
#[op("test.op_with_region_pattern", canonicalize(TestRemoveOpWithInnerOps: erase_op))]
pub struct OpWithRegionPattern {
    region: Region<Sized<1>>,
}

fn erase_op(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    rw.erase_op(op);
    Some(())
}

/// An op with a region that folds to its operand.
#[op("test.op_with_region_fold", fold = |op, _| op.single_operand().into())]
pub struct OpWithRegionFold {
    operand: Operand<ANY_TYPE>,
    result: Res<ANY_TYPE>,
    region: Region<Sized<1>>,
}

/// An op with a region and without effects.
#[op("test.op_with_region_fold_no_side_effect", traits(NoMemoryEffect))]
pub struct OpWithRegionFoldNoSideEffect {
    region: Region<Sized<1>>,
}

/// Folds to its operands.
#[op("test.op_with_variadic_results_and_folder", fold = fold_to_operands)]
pub struct OpWithVariadicResultsAndFolder {
    operands: VarOperand<I32>,
    results: VarRes<I32>,
}

fn fold_to_operands(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    if op.num_operands() != op.num_results() {
        return Folded::Unchanged;
    }
    Folded::Results(op.operands().map(|operand| FoldValue::Value(operand.id())).collect())
}

macro_rules! i32_ops {
    ($($(#[doc = $doc:tt])* $name:ident($($operand:ident),+) = $full:tt [$($trait:ident),*] { $($rest:tt)* };)*) => {$(
        $(#[doc = $doc])*
        #[op($full, traits($($trait),*), $($rest)*)]
        pub struct $name {
            $($operand: Operand<I32>,)+
            result: Res<I32>,
        }
    )*};
}

i32_ops! {
    /// Four operands in any order.
    OpCommutative(op1, op2, op3, op4) = "test.op_commutative" [Commutative] {};
    /// Seven operands in any order.
    OpLargeCommutative(op1, op2, op3, op4, op5, op6, op7) = "test.op_large_commutative" [Commutative] {};
    /// Two operands in any order.
    OpCommutative2(op1, op2) = "test.op_commutative2" [Commutative] {};
    /// Applied twice, it is as if applied once.
    OpIdempotentTrait(op1) = "test.op_idempotent_trait" [SameOperandsAndResultType, NoMemoryEffect, Idempotent] {};
    /// Of two equal operands it is the operand.
    OpIdempotentTraitBinary(op1, op2) = "test.op_idempotent_trait_binary"
        [SameOperandsAndResultType, NoMemoryEffect, Idempotent] {};
    /// Applied twice, it has no effect.
    OpInvolutionTraitNoOperationFold(op1) = "test.op_involution_trait_no_operation_fold"
        [SameOperandsAndResultType, NoMemoryEffect, Involution] {};
    /// Applied twice, it has no effect; its own fold does nothing.
    OpInvolutionTraitFailingOperationFold(op1) = "test.op_involution_trait_failing_operation_fold"
        [SameOperandsAndResultType, NoMemoryEffect, Involution] { fold = |_, _| Folded::Unchanged };
    /// Its own fold, which comes before that of the trait, applies to results of ops.
    OpInvolutionTraitSuccesfulOperationFold(op1) = "test.op_involution_trait_succesful_operation_fold"
        [SameOperandsAndResultType, NoMemoryEffect, Involution] { fold = fold_to_result };
}

/// `i32` or the type of the dialect that is like it; upstream's messages do not name that.
static I32_OR_TEST_I32: TypeConstraint = TypeConstraint::new("32-bit signless integer or ", |cx, ty| {
    ty == Type::I32 || cx.type_params(ty, &TEST_I32).is_some()
});

/// Adds.
#[op("test.addi")]
pub struct AddI {
    op1: Operand<I32_OR_TEST_I32>,
    op2: Operand<I32_OR_TEST_I32>,
    result: Res<I32_OR_TEST_I32>,
}

fn fold_to_result(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    Some(op.single_operand()).filter(|operand| operand.defining_op().is_some()).into()
}

/// Keeps a constant operand as an attribute too.
#[op("test.op_in_place_fold", fold = fold_in_place)]
pub struct OpInPlaceFold {
    op: Operand<I32>,
    attr: OptProp<AnyAttr>,
    result: Res<I32>,
}

fn fold_in_place(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    match constants[0] {
        Some(value) if OpInPlaceFold::view_of(op).attr_attr().is_none() => Change::Prop(0, value).into(),
        _ => Folded::Unchanged,
    }
}

/// Any operands; folds to the first where that is a constant.
#[op("test.manual_cpp_op_with_fold", fold = |_, constants| constants.first().copied().flatten().into())]
pub struct ManualCppOpWithFold {
    _operands: VarOperand<ANY_TYPE>,
    _result: Res<ANY_TYPE>,
}

/// Becomes a constant by a pattern of the dialect.
#[op("test.dialect_canonicalizable")]
pub struct DialectCanonicalizableOp {
    result: Res<I32>,
}

/// The dialect's own pattern for them.
pub(crate) const DIALECT_PATTERN: Pattern =
    Pattern::new("dialect_canonicalizable", "test.dialect_canonicalizable", |rw, op| {
        let value = rw.cx().int_attr(Type::I32, 42);
        rw.replace(op, ArithConstantOp::of().value_attr(value));
        Some(())
    });

/// Folds to a weighted sum of all its operands.
#[op("test.fold_with_fold_adaptor", traits(AttrSizedOperandSegments, NoTerminator), customs(&LISTS), fold = fold_weighted,
     format = "$op `,` `[` $variadic `]` `,` `{` custom<Lists>($var_of_var) `}` $body attr-dict-with-keyword")]
pub struct FoldWithFoldAdaptorOp {
    op: Operand<I32>,
    variadic: VarOperand<I32>,
    var_of_var: VarVarOperand<I32, "attr">,
    attr: Prop<DenseI32ArrayAttr>,
    result: Res<I32>,
    body: Region,
}

/// Folds to a weighted sum of the constant operands; operands that are not constant count as zero.
fn fold_weighted(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let mut sum: i64 = if op.single_region().is_empty() { 0 } else { 4 };
    for slot in 0..3 {
        let (start, len) = op.operand_range(slot);
        let known = constants[start..start + len]
            .iter()
            .filter_map(|constant| constant.and_then(|c| c.as_i64(op.cx())));
        known.for_each(|value| sum = sum.wrapping_add(value.wrapping_mul(slot as i64 + 1)));
    }
    op.cx().int_attr(Type::I32, i64::from(sum as i32)).into()
}

const VAR_OF_VAR: usize = 2;

static LISTS: CustomDirective = CustomDirective { name: "Lists", parse: parse_lists, print: print_lists };

fn parse_lists(p: &mut dyn OpParser, state: &mut ParseState, _args: &[CustomArg]) -> PResult<bool> {
    let mut sizes: Vec<i32> = Vec::new();
    if p.optional_token("(") {
        loop {
            let operands = p.operand_list(Delimiter::None)?;
            p.token(")")?;
            sizes.push(operands.len() as i32);
            state.slots.operands[VAR_OF_VAR].extend(operands);
            if !p.optional_token(",") {
                break;
            }
            p.token("(")?;
        }
    }
    let segments = p.cx().i32_array(&sizes);
    state.set_prop(p.cx(), "attr", segments);
    if state.slots.segments.len() <= VAR_OF_VAR {
        state.slots.segments.resize(VAR_OF_VAR + 1, Vec::new());
    }
    state.slots.segments[VAR_OF_VAR] = sizes;
    Ok(true)
}

fn print_lists(p: &mut dyn OpPrinter, op: OpRef<'_>, _args: &[CustomArg]) {
    let view = FoldWithFoldAdaptorOp::view_of(op);
    let (mut at, total) = op.operand_range(VAR_OF_VAR);
    let end = at + total;
    for (i, size) in view.attr_attr().optional_i32s(op.cx()).into_iter().enumerate() {
        let next = at.saturating_add(size.max(0) as usize).min(end);
        p.text(if i == 0 { "(" } else { ", (" });
        p.values(&mut (at..next).map(|i| op.operand(i)));
        p.text(")");
        at = next;
    }
}

/// Branches to a block.
#[op("test.br", traits(Terminator), interfaces(dyn BranchOp))]
pub struct BranchToOp {
    targetOperands: VarOperand<ANY_TYPE>,
    target: Succ,
}

impl BranchOp for BranchToOp {
    fn successor_operands(&self, op: OpRef<'_>, _index: usize) -> SuccessorOperands {
        SuccessorOperands::of_slot(op, 0)
    }
}

/// Branches to either block; produces the first argument of the second itself.
#[op("test.internal_br", traits(Terminator, AttrSizedOperandSegments), interfaces(dyn BranchOp))]
pub struct InternalBranchOp {
    successOperands: VarOperand<ANY_TYPE>,
    errorOperands: VarOperand<ANY_TYPE>,
    successTarget: Succ,
    errorTarget: Succ,
}

impl BranchOp for InternalBranchOp {
    fn successor_operands(&self, op: OpRef<'_>, index: usize) -> SuccessorOperands {
        SuccessorOperands { produced: index, ..SuccessorOperands::of_slot(op, index) }
    }
}

/// Branches to either block, and has a result.
#[op("test.producing_br", traits(Terminator, AttrSizedOperandSegments), interfaces(dyn BranchOp))]
pub struct ProducingBranchOp {
    firstOperands: VarOperand<ANY_TYPE>,
    secondOperands: VarOperand<ANY_TYPE>,
    result: Res<ANY_TYPE>,
    first: Succ,
    second: Succ,
}

impl BranchOp for ProducingBranchOp {
    fn successor_operands(&self, op: OpRef<'_>, index: usize) -> SuccessorOperands {
        SuccessorOperands::of_slot(op, index)
    }
}

/// The ops of this file.
pub(crate) const OPS: [&OpDef; 20] = [
    OpWithRegionPattern::DEF,
    OpWithRegionFold::DEF,
    OpWithRegionFoldNoSideEffect::DEF,
    OpWithVariadicResultsAndFolder::DEF,
    OpCommutative::DEF,
    OpLargeCommutative::DEF,
    OpCommutative2::DEF,
    AddI::DEF,
    OpIdempotentTrait::DEF,
    OpIdempotentTraitBinary::DEF,
    OpInvolutionTraitNoOperationFold::DEF,
    OpInvolutionTraitFailingOperationFold::DEF,
    OpInvolutionTraitSuccesfulOperationFold::DEF,
    OpInPlaceFold::DEF,
    ManualCppOpWithFold::DEF,
    DialectCanonicalizableOp::DEF,
    FoldWithFoldAdaptorOp::DEF,
    BranchToOp::DEF,
    InternalBranchOp::DEF,
    ProducingBranchOp::DEF,
];
