//! Branches and other terminators.

use terrace_ir::asm::{Delimiter, OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::DenseI32ArrayAttr;
use terrace_ir::constraints::{ANY_TYPE, I1};
use terrace_ir::def::{CustomArg, CustomDirective, op_error, plain_error};
use terrace_ir::elements::{int_elements, int_values};
use terrace_ir::interfaces::{BranchOp, RegionBranchTerminator, SuccessorOperands};
use terrace_ir::{BlockRef, CheckResult, OpKind, OpRef, Type, ValueRef};
use terrace_macros::op;
use terrace_support::apint::ApInt;

use super::function::LLVMFuncOp;
use crate::attrs::*;
use crate::constraints::*;
use crate::types::{FunctionType, VoidType, vector_type};

/// Branches to a block.
#[op("llvm.br", traits(Pure, Terminator), interfaces(dyn BranchOp),
     format = "$dest (`(` $destOperands^ `:` type($destOperands) `)`)? attr-dict")]
pub struct BrOp {
    destOperands: VarOperand<LLVM_TYPE>,
    loop_annotation: OptProp<LoopAnnotationKind>,
    dest: Succ,
}

/// Branches to one of two blocks, depending on a condition.
#[op("llvm.cond_br", traits(AttrSizedOperandSegments, Check(verify_weights), Pure, Terminator), interfaces(dyn BranchOp),
     format = "$condition (`weights` `(` $branch_weights^ `)`)? `,` \
               $trueDest (`(` $trueDestOperands^ `:` type($trueDestOperands) `)`)? `,` \
               $falseDest (`(` $falseDestOperands^ `:` type($falseDestOperands) `)`)? attr-dict")]
pub struct CondBrOp {
    condition: Operand<I1>,
    trueDestOperands: VarOperand<LLVM_TYPE>,
    falseDestOperands: VarOperand<LLVM_TYPE>,
    branch_weights: OptProp<DenseI32ArrayAttr>,
    loop_annotation: OptProp<LoopAnnotationKind>,
    trueDest: Succ,
    falseDest: Succ,
}

impl BranchOp for BrOp {
    fn successor_operands(&self, op: OpRef<'_>, _index: usize) -> SuccessorOperands {
        SuccessorOperands::of_slot(op, 0)
    }
}

impl BranchOp for CondBrOp {
    fn successor_operands(&self, op: OpRef<'_>, index: usize) -> SuccessorOperands {
        SuccessorOperands::of_slot(op, index + 1)
    }

    fn successor_for_operands(
        &self,
        _op: OpRef<'_>,
        _constants: &[Option<terrace_ir::Attr>],
    ) -> Option<usize> {
        None
    }
}

/// Verifies that there are as many weights as successors, and that one is not zero.
pub(super) fn verify_weights(op: OpRef<'_>) -> CheckResult {
    let Some(weights) = op.inherent_attr("branch_weights").and_then(|w| w.as_i32_array(op.cx())) else {
        return Ok(());
    };
    if weights.is_empty() {
        return Ok(());
    }
    if weights.len() != op.num_successors() {
        let message = format!(
            "expects number of branch weights to match number of successors: {} vs {}",
            weights.len(),
            op.num_successors()
        );
        return Err(plain_error(op, message));
    }
    if weights.iter().all(|&weight| weight == 0) {
        return Err(plain_error(op, "branch weights cannot all be zero"));
    }
    Ok(())
}

/// Returns from a function, or from the region of a global its initial value.
#[op("llvm.return", traits(Pure, ReturnLike, Terminator), verify = verify_return,
     interfaces(dyn RegionBranchTerminator), format = "attr-dict ($arg^ `:` type($arg))?")]
pub struct ReturnOp {
    arg: OptOperand<LLVM_TYPE>,
}

impl RegionBranchTerminator for ReturnOp {}

fn verify_return(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), ReturnOp::view_of(op));
    let Some(function) = op.parent_of_kind::<LLVMFuncOp>() else { return Ok(()) };
    let expected = function.function_type().dyn_cast::<FunctionType>(cx).map(|ty| ty.return_type(cx));
    let Some(expected) = expected else { return Ok(()) };
    let message = match (view.arg(), expected.isa::<VoidType>(cx)) {
        (None, true) => return Ok(()),
        (Some(_), true) => "expected no operands",
        (None, false) => "expected 1 operand",
        (Some(arg), false) if arg.ty() != expected => "mismatching result types",
        _ => return Ok(()),
    };
    Err(op_error(op, message).note(function.0.loc(), "when returning from function".to_string()))
}

/// Resumes unwinding.
#[op("llvm.resume", traits(Terminator), format = "$value attr-dict `:` type($value)")]
pub struct ResumeOp {
    value: Operand<LLVM_TYPE>,
}

/// Is never reached.
#[op("llvm.unreachable", traits(Terminator), format = "attr-dict")]
pub struct UnreachableOp {}

/// Branches to the block of the case that equals an integer, or to the default block.
#[op("llvm.switch", traits(AttrSizedOperandSegments, Check(verify_weights), Pure, Terminator), interfaces(dyn BranchOp),
     customs(&SWITCH_CASES), verify = verify_switch,
     format = "$value `:` type($value) `,` \
               $defaultDestination (`(` $defaultOperands^ `:` type($defaultOperands) `)`)? \
               custom<SwitchOpCases>(ref(type($value)), $case_values, $caseDestinations, $caseOperands, \
                                     type($caseOperands)) attr-dict")]
pub struct SwitchOp {
    value: Operand<INT>,
    defaultOperands: VarOperand<ANY_TYPE>,
    caseOperands: VarVarOperand<ANY_TYPE, "case_operand_segments">,
    case_values: OptProp<IntElementsKind>,
    case_operand_segments: Prop<DenseI32ArrayAttr>,
    branch_weights: OptProp<DenseI32ArrayAttr>,
    defaultDestination: Succ,
    caseDestinations: VarSucc,
}

const SWITCH_DEFAULT: usize = 1;
const SWITCH_CASE_OPERANDS: usize = 2;

/// The operands of a segment of a slot: number of the first, and how many.
fn segment(op: OpRef<'_>, slot: usize, sizes: terrace_ir::Attr, index: usize) -> (usize, usize) {
    let (start, total) = op.operand_range(slot);
    let (skipped, len) = op.cx().segment_range(sizes, index);
    let skipped = skipped.min(total);
    (start + skipped, len.min(total - skipped))
}

impl BranchOp for SwitchOp {
    fn successor_operands(&self, op: OpRef<'_>, index: usize) -> SuccessorOperands {
        if index == 0 {
            return SuccessorOperands::of_slot(op, SWITCH_DEFAULT);
        }
        let sizes = SwitchOp::view_of(op).case_operand_segments_attr();
        let (start, len) = segment(op, SWITCH_CASE_OPERANDS, sizes, index - 1);
        SuccessorOperands::of_segment(SWITCH_CASE_OPERANDS, index - 1, start, len)
    }

    fn successor_for_operands(
        &self,
        _op: OpRef<'_>,
        _constants: &[Option<terrace_ir::Attr>],
    ) -> Option<usize> {
        None
    }
}

fn verify_switch(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), SwitchOp::view_of(op));
    let ty = view.case_values().and_then(|values| values.ty(cx));
    let count = ty.and_then(|ty| ty.num_elements(cx)).unwrap_or(0);
    if count != view.case_destinations().len() as i64 {
        let message = "expects number of case values to match number of case destinations";
        return Err(op_error(op, message));
    }
    if ty.is_some_and(|ty| ty.element_type(cx) != Some(view.value().ty())) {
        return Err(plain_error(op, "expects case value type to match condition value type"));
    }
    Ok(())
}

static SWITCH_CASES: CustomDirective =
    CustomDirective { name: "SwitchOpCases", parse: parse_cases, print: print_cases };

/// The slots of a list of blocks, each with operands.
struct Targets {
    /// The operand slot of the successor operands.
    operands: usize,
    /// Successor slot of the blocks.
    successors: usize,
    /// The attribute of the sizes of the segments.
    sizes: &'static str,
}

const CASES: Targets =
    Targets { operands: SWITCH_CASE_OPERANDS, successors: 1, sizes: "case_operand_segments" };
const INDIRECT: Targets = Targets { operands: 1, successors: 0, sizes: "indbr_operand_segments" };

/// `^block` or `^block(%a, %b : types)`; appends how many operands there are.
fn parse_target(
    p: &mut dyn OpParser,
    state: &mut ParseState,
    targets: &Targets,
    sizes: &mut Vec<i32>,
) -> PResult<()> {
    let block = p.successor()?;
    state.slots.successors[targets.successors].push(block);
    let mut size = 0;
    if p.optional_token("(") {
        let operands = p.operand_list(Delimiter::None)?;
        size = operands.len() as i32;
        state.slots.operands[targets.operands].extend(operands);
        p.token(":")?;
        let types = p.type_list()?;
        state.slots.operand_types[targets.operands].extend(types);
        p.token(")")?;
    }
    sizes.push(size);
    Ok(())
}

/// Stores how many operands go to each block.
fn set_sizes(p: &mut dyn OpParser, state: &mut ParseState, targets: &Targets, sizes: Vec<i32>) {
    let attr = p.cx().i32_array(&sizes);
    state.set_prop(p.cx(), targets.sizes, attr);
    if state.slots.segments.len() <= targets.operands {
        state.slots.segments.resize(targets.operands + 1, Vec::new());
    }
    state.slots.segments[targets.operands] = sizes;
}

fn parse_cases(p: &mut dyn OpParser, state: &mut ParseState, _args: &[CustomArg]) -> PResult<bool> {
    let flag = state.slots.operand_types[0].first().copied().unwrap_or(Type::NONE);
    p.token("[")?;
    let (mut values, mut sizes) = (Vec::new(), Vec::new());
    if !p.optional_token("]") {
        let width = flag.bit_width(p.cx()).unwrap_or(64);
        loop {
            values.push(ApInt::from_i64(width, p.integer()?));
            p.token(":")?;
            parse_target(p, state, &CASES, &mut sizes)?;
            if !p.optional_token(",") {
                break;
            }
        }
        let ty = vector_type(p.cx(), flag, values.len() as i64, false);
        if let Some(values) = int_elements(p.cx(), ty, &values) {
            state.set_prop(p.cx(), "case_values", values);
        }
        p.token("]")?;
    }
    set_sizes(p, state, &CASES, sizes);
    Ok(true)
}

fn print_cases(p: &mut dyn OpPrinter, op: OpRef<'_>, _args: &[CustomArg]) {
    let view = SwitchOp::view_of(op);
    p.text("[");
    p.newline();
    let Some(values) = view.case_values() else { return p.text("]") };
    let values = int_values(op.cx(), values).into_iter().flatten();
    for (i, (value, block)) in values.zip(view.case_destinations()).enumerate() {
        if i > 0 {
            p.text(",");
            p.newline();
        }
        p.text(&format!("  {value}: "));
        let (start, len) = segment(op, SWITCH_CASE_OPERANDS, view.case_operand_segments_attr(), i);
        print_target(p, block, &mut (start..start + len).map(|i| op.operand(i)));
    }
    p.newline();
    p.text("]");
}

/// A block, and in parentheses the operands that go to it with their types.
pub(super) fn print_target<'a>(
    p: &mut dyn OpPrinter,
    block: BlockRef<'a>,
    operands: &mut (impl ExactSizeIterator<Item = ValueRef<'a>> + Clone),
) {
    p.successor(block);
    if operands.len() > 0 {
        p.text("(");
        p.values(&mut operands.clone());
        p.text(" : ");
        p.types_of(operands);
        p.text(")");
    }
}

/// Branches to the block of a block address.
#[op("llvm.indirectbr", traits(Pure, Terminator), interfaces(dyn BranchOp), customs(&INDIRECT_TARGETS),
     format = "$addr `:` type($addr) `,` \
               custom<IndirectBrOpSucessors>(ref(type($addr)), $successors, $succOperands, type($succOperands)) \
               attr-dict")]
pub struct IndirectBrOp {
    addr: Operand<POINTER>,
    succOperands: VarVarOperand<ANY_TYPE, "indbr_operand_segments">,
    indbr_operand_segments: Prop<DenseI32ArrayAttr>,
    successors: VarSucc,
}

impl BranchOp for IndirectBrOp {
    fn successor_operands(&self, op: OpRef<'_>, index: usize) -> SuccessorOperands {
        let sizes = IndirectBrOp::view_of(op).indbr_operand_segments_attr();
        let (start, len) = segment(op, INDIRECT.operands, sizes, index);
        SuccessorOperands::of_segment(INDIRECT.operands, index, start, len)
    }

    fn successor_for_operands(
        &self,
        _op: OpRef<'_>,
        _constants: &[Option<terrace_ir::Attr>],
    ) -> Option<usize> {
        None
    }
}

static INDIRECT_TARGETS: CustomDirective =
    CustomDirective { name: "IndirectBrOpSucessors", parse: parse_indirect, print: print_indirect };

fn parse_indirect(p: &mut dyn OpParser, state: &mut ParseState, _args: &[CustomArg]) -> PResult<bool> {
    p.token("[")?;
    let mut sizes = Vec::new();
    if !p.optional_token("]") {
        loop {
            parse_target(p, state, &INDIRECT, &mut sizes)?;
            if !p.optional_token(",") {
                break;
            }
        }
        p.token("]")?;
    }
    set_sizes(p, state, &INDIRECT, sizes);
    Ok(true)
}

fn print_indirect(p: &mut dyn OpPrinter, op: OpRef<'_>, _args: &[CustomArg]) {
    let view = IndirectBrOp::view_of(op);
    p.text("[");
    for (i, block) in view.successors().enumerate() {
        if i > 0 {
            p.text(",");
        }
        p.newline();
        let (start, len) = segment(op, INDIRECT.operands, view.indbr_operand_segments_attr(), i);
        print_target(p, block, &mut (start..start + len).map(|i| op.operand(i)));
    }
    if op.num_successors() > 0 {
        p.newline();
    }
    p.text("]");
}
