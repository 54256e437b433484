//! `cf.switch`: its cases are written one a line, each with its block.

use terrace_ir::asm::{Delimiter, OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::DenseI32ArrayAttr;
use terrace_ir::constraints::{ANY_TYPE, INTEGER_KIND};
use terrace_ir::def::{CustomArg, CustomDirective, TypeConstraint, op_error};
use terrace_ir::diag::CheckResult;
use terrace_ir::elements::{int_values, int_vector};
use terrace_ir::interfaces::{BranchOp, SuccessorOperands};
use terrace_ir::ir::{BlockRef, OpRef, ValueRef};
use terrace_ir::{AttrData, OpKind, Type, attr_kinds};
use terrace_macros::op;

use super::canonicalize::*;
use terrace_support::apint::ApInt;

/// An integer of any width and signedness.
static ANY_INTEGER: TypeConstraint =
    TypeConstraint::new("integer", |cx, ty| ty.is_integer(cx)).of_kind(&INTEGER_KIND);

attr_kinds! {
    /// A dense constant of integers.
    pub IntElementsAttr("integer elements attribute") {
        accepts: |cx, attr| match attr.data(cx) {
            AttrData::DenseElements { ty, .. } => ty.element_type(cx).is_some_and(|e| e.is_int_or_index(cx)),
            _ => false,
        },
    }
}

/// Branches to the block of the case that equals an integer, or to the default block.
#[op("cf.switch", traits(AttrSizedOperandSegments, Pure, Terminator), interfaces(dyn BranchOp),
     customs(&SWITCH_CASES), verify = verify,
     canonicalize(switch_only_default, switch_drop_default_cases, switch_known, switch_pass_through,
                  switch_in_case, switch_in_default),
     format = "$flag `:` type($flag) `,` `[` `\\n` \
               custom<SwitchOpCases>(ref(type($flag)), $defaultDestination, $defaultOperands, \
                                     type($defaultOperands), $case_values, $caseDestinations, $caseOperands, \
                                     type($caseOperands)) \
               `]` attr-dict")]
pub struct SwitchOp {
    flag: Operand<ANY_INTEGER>,
    defaultOperands: VarOperand<ANY_TYPE>,
    caseOperands: VarVarOperand<ANY_TYPE, "case_operand_segments">,
    case_values: OptProp<IntElementsAttr>,
    case_operand_segments: Prop<DenseI32ArrayAttr>,
    defaultDestination: Succ,
    caseDestinations: VarSucc,
}

const FLAG: usize = 0;
const DEFAULT: usize = 1;
const CASES: usize = 2;

impl SwitchOp {
    /// The index of the first operand that is passed to a case's block, and their number.
    fn case_range(op: OpRef<'_>, case: usize) -> (usize, usize) {
        let (start, total) = op.operand_range(CASES);
        let (skipped, len) = op.cx().segment_range(SwitchOp::view_of(op).case_operand_segments_attr(), case);
        let skipped = skipped.min(total);
        (start + skipped, len.min(total - skipped))
    }
}

impl BranchOp for SwitchOp {
    fn successor_operands(&self, op: OpRef<'_>, index: usize) -> SuccessorOperands {
        if index == 0 {
            return SuccessorOperands::of_slot(op, DEFAULT);
        }
        let (start, len) = SwitchOp::case_range(op, index - 1);
        SuccessorOperands::of_segment(CASES, index - 1, start, len)
    }

    fn successor_for_operands(&self, op: OpRef<'_>, constants: &[Option<terrace_ir::Attr>]) -> Option<usize> {
        let flag = terrace_ir::matchers::single_int(op.cx(), constants[0])?;
        let cases = match SwitchOp::view_of(op).case_values_attr() {
            Some(values) => int_values(op.cx(), values)?,
            None => Vec::new(),
        };
        Some(cases.iter().position(|case| *case == flag).map_or(0, |case| case + 1))
    }
}

/// Verifies that there is a value of the flag's type for each case.
fn verify(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), SwitchOp::view_of(op));
    let cases = view.case_destinations().len();
    let Some(values) = view.case_values_attr() else {
        // Upstream cannot be asked about cases without values: it crashes.
        return match cases {
            0 => Ok(()),
            _ => Err(op_error(op, count_mismatch(0, cases))),
        };
    };
    let ty = values.ty(cx);
    let element = ty.and_then(|ty| ty.element_type(cx)).unwrap_or(Type::NONE);
    let flag = view.flag().ty();
    if element != flag {
        return Err(op_error(
            op,
            format!(
                "'flag' type ('{}') should match case value type ('{}')",
                cx.type_text(flag),
                cx.type_text(element)
            ),
        ));
    }
    let count = ty.and_then(|ty| ty.num_elements(cx)).unwrap_or(0);
    if count != cases as i64 {
        return Err(op_error(op, count_mismatch(count, cases)));
    }
    Ok(())
}

fn count_mismatch(values: i64, cases: usize) -> String {
    format!("number of case values ({values}) should match number of case destinations ({cases})")
}

static SWITCH_CASES: CustomDirective =
    CustomDirective { name: "SwitchOpCases", parse: parse_cases, print: print_cases };

fn parse_cases(p: &mut dyn OpParser, state: &mut ParseState, _args: &[CustomArg]) -> PResult<bool> {
    let flag = state.slots.operand_types[FLAG].first().copied().unwrap_or(Type::NONE);
    p.token("default")?;
    p.token(":")?;
    state.slots.successors[0].push(p.successor()?);
    if p.optional_token("(") {
        state.slots.operands[DEFAULT].extend(p.operand_list(Delimiter::None)?);
        p.token(":")?;
        state.slots.operand_types[DEFAULT].extend(p.type_list()?);
        p.token(")")?;
    }
    let width = flag.bit_width(p.cx()).unwrap_or(64);
    let mut values = Vec::new();
    let mut sizes = Vec::new();
    while p.optional_token(",") {
        values.push(ApInt::from_i64(width, p.integer()?));
        p.token(":")?;
        state.slots.successors[1].push(p.successor()?);
        let mut size = 0;
        if p.optional_token("(") {
            let operands = p.operand_list(Delimiter::None)?;
            size = operands.len() as i32;
            state.slots.operands[CASES].extend(operands);
            p.token(":")?;
            state.slots.operand_types[CASES].extend(p.type_list()?);
            p.token(")")?;
        }
        sizes.push(size);
    }
    let segments = p.cx().i32_array(&sizes);
    state.set_prop(p.cx(), "case_operand_segments", segments);
    if state.slots.segments.len() <= CASES {
        state.slots.segments.resize(CASES + 1, Vec::new());
    }
    state.slots.segments[CASES] = sizes;
    if let Some(values) = int_vector(p.cx(), flag, &values) {
        state.set_prop(p.cx(), "case_values", values);
    }
    Ok(true)
}

fn print_cases(p: &mut dyn OpPrinter, op: OpRef<'_>, _args: &[CustomArg]) {
    let view = SwitchOp::view_of(op);
    p.text("  default: ");
    print_target(p, view.default_destination(), &mut view.default_operands());
    let Some(values) = view.case_values_attr() else { return };
    let values = int_values(op.cx(), values).into_iter().flatten();
    for (i, (value, block)) in values.zip(view.case_destinations()).enumerate() {
        p.text(",");
        p.newline();
        // Read without a sign and cut off at 64 bits, as upstream prints it.
        p.text(&format!("  {}: ", value.to_u64().unwrap_or(u64::MAX)));
        let (start, len) = SwitchOp::case_range(op, i);
        print_target(p, block, &mut (start..start + len).map(|i| op.operand(i)));
    }
    p.newline();
}

/// A block, and in parentheses the operands that go to it with their types.
fn print_target<'a>(
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
