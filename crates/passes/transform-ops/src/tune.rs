//! Ops on tuning choices.

use std::ops::Range;

use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::{AnyAttr, IntegerAttr, StrAttr};
use terrace_ir::def::{CustomArg, CustomDirective, op_error};
use terrace_ir::effects::{Effect, MemoryEffects};
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION};
use terrace_ir::interfaces::{RegionBranchOp, RegionPoint};
use terrace_ir::{Attr, CheckResult, OpKind, OpRef, Type, ValueRef};
use terrace_macros::op;
use terrace_support::apint::ApInt;
use terrace_transform::effects::{only_reads_handle, only_reads_payload, produces_handle};
use terrace_transform::ops::FailurePropagationMode;
use terrace_transform::ops::sequence::YieldOp;
use terrace_transform::types::{TRANSFORM_ANY_PARAM_OR_ANY_HANDLE, TRANSFORM_PARAM};
use terrace_transform::{TransformOpInterface, TransformResult, TransformResults, TransformState};

/// The transform ops of this module.
pub static EXTENSION: DialectExtension =
    DialectExtension { dialect: "transform", ops: &[AlternativesOp::DEF, KnobOp::DEF], ..EMPTY_EXTENSION };

/// A parameter of which one of several values is selected.
#[op("transform.tune.knob", interfaces(dyn TransformOpInterface, dyn MemoryEffects), verify = verify_knob,
     format = "`<` $name `>` (`=` $selected^ `from`)? `options` `=` $options attr-dict `->` type(results)")]
pub struct KnobOp {
    name: Prop<StrAttr>,
    options: Prop<AnyAttr>,
    selected: OptProp<AnyAttr>,
    result: Res<TRANSFORM_PARAM>,
}

fn verify_knob(op: OpRef<'_>) -> CheckResult {
    let view = KnobOp::view_of(op);
    match (view.selected(), view.options().as_array(op.cx())) {
        (Some(selected), Some(options)) if !options.contains(&selected) => {
            let message = "provided `selected` attribute is not an element of `options` array of attributes";
            Err(op_error(op, message))
        }
        _ => Ok(()),
    }
}

impl MemoryEffects for KnobOp {
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
        produces_handle(op.results(), out);
        only_reads_payload(out);
    }
}

impl TransformOpInterface for KnobOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = KnobOp::view_of(op);
        let Some(selected) = view.selected() else {
            let name = op.cx().attr_text(view.name_attr());
            let message = format!(
                "non-deterministic choice {name} is only resolved through providing a `selected` attr"
            );
            return Err(state.definite_at(op, message));
        };
        results.set_params(0, vec![selected]);
        Ok(())
    }
}

/// Applies one of several regions, the selected one.
#[op("transform.tune.alternatives", traits(SingleBlockImplicitTerminator("transform.yield"), NoRegionArguments),
     interfaces(dyn TransformOpInterface, dyn MemoryEffects, dyn RegionBranchOp), verify = verify_alternatives,
     customs(&SELECTED_REGION),
     format = "`<` $name `>` (`selected_region` `=` \
               custom<AlternativesOpSelectedRegion>($selected_region_attr, $selected_region_param)^)? \
               attr-dict-with-keyword (`:` type($selected_region_param)^)? (`->` type($results)^)? regions")]
pub struct AlternativesOp {
    name: Prop<StrAttr>,
    selected_region_attr: OptProp<IntegerAttr>,
    selected_region_param: OptOperand<TRANSFORM_PARAM>,
    results: VarRes<TRANSFORM_ANY_PARAM_OR_ANY_HANDLE>,
    alternatives: VarRegion<Sized<1>>,
}

/// A number, or a parameter that has it.
static SELECTED_REGION: CustomDirective =
    CustomDirective { name: "AlternativesOpSelectedRegion", parse: parse_selected, print: print_selected };

fn parse_selected(p: &mut dyn OpParser, state: &mut ParseState, args: &[CustomArg]) -> PResult<bool> {
    let [CustomArg::Prop(number), CustomArg::Operand(param)] = args else { return Ok(true) };
    if let Some(index) = p.optional_integer()? {
        state.props[*number as usize] = p.cx().int_attr(Type::INDEX, index);
        return Ok(true);
    }
    let Some(operand) = p.optional_operand()? else {
        let loc = p.loc();
        let message = "expected either an integer attribute or a transform.param operand";
        return Err(p.error(loc, message.to_owned()));
    };
    state.slots.operands[*param as usize].push(operand);
    Ok(true)
}

fn print_selected(p: &mut dyn OpPrinter, op: OpRef<'_>, _: &[CustomArg]) {
    let view = AlternativesOp::view_of(op);
    if let Some((number, _)) = view.selected_region_attr().and_then(|number| number.as_integer(op.cx())) {
        p.text(&number.to_string());
    }
    if let Some(param) = view.selected_region_param() {
        p.value(param);
    }
}

fn verify_alternatives(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), AlternativesOp::view_of(op));
    for region in op.regions() {
        let Some(end) = region.entry().and_then(|block| block.last()) else { continue };
        if !end.isa::<YieldOp>() {
            return Err(op_error(op, "expected 'transform.yield' as terminator"));
        }
        if end.num_operands() != op.num_results() {
            let message = "expected terminator to have as many operands as the parent op has results";
            return Err(op_error(end, message));
        }
        let types = end.operand_types().into_iter().zip(op.result_types());
        if let Some((at, (found, wanted))) = types.enumerate().find(|(_, (found, wanted))| found != wanted) {
            let (found, wanted) = (cx.type_text(found), cx.type_text(wanted));
            let message = format!(
                "the type of the terminator operand #{at} must match the type of the corresponding parent op result \
                 ('{found}' vs '{wanted}')"
            );
            return Err(op_error(end, message));
        }
    }
    let count = op.num_regions();
    if let Some((number, _)) = view.selected_region_attr().and_then(|number| number.as_integer(cx))
        && region_at(number).is_none_or(|region| region >= count)
    {
        let message = "'selected_region' attribute specifies region at index";
        return Err(op_error(op, format!("{message} {number} while op has only {count} regions")));
    }
    Ok(())
}

/// The index of a region that a number may be.
fn region_at(number: &ApInt) -> Option<usize> {
    number.to_i64().and_then(|number| usize::try_from(number).ok())
}

fn selected_by_attribute(op: OpRef<'_>) -> Option<usize> {
    let (number, _) = AlternativesOp::view_of(op).selected_region_attr()?.as_integer(op.cx())?;
    region_at(number)
}

impl MemoryEffects for AlternativesOp {
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
        only_reads_handle(AlternativesOp::view_of(op).selected_region_param(), out);
        produces_handle(op.results(), out);
    }
}

impl RegionBranchOp for AlternativesOp {
    fn successors(&self, op: OpRef<'_>, point: RegionPoint) -> Vec<RegionPoint> {
        match (point, selected_by_attribute(op)) {
            (RegionPoint::Parent, Some(index)) => vec![RegionPoint::Region(index)],
            (RegionPoint::Parent, None) => (0..op.num_regions()).map(RegionPoint::Region).collect(),
            (RegionPoint::Region(_), _) => vec![RegionPoint::Parent],
        }
    }

    fn successor_inputs<'a>(&self, op: OpRef<'a>, target: RegionPoint) -> Vec<ValueRef<'a>> {
        match target {
            RegionPoint::Parent => op.results().collect(),
            RegionPoint::Region(_) => Vec::new(),
        }
    }

    fn entry_successor_operands(&self, _op: OpRef<'_>, _target: RegionPoint) -> Range<usize> {
        0..0
    }

    fn region_invocation_bounds(&self, op: OpRef<'_>, _constants: &[Option<Attr>]) -> Vec<Option<u64>> {
        let selected = selected_by_attribute(op);
        let is_possible = |at: usize| selected.is_none_or(|index| index == at);
        (0..op.num_regions()).map(|at| Some(u64::from(is_possible(at)))).collect()
    }
}

impl TransformOpInterface for AlternativesOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let (cx, view) = (op.cx(), AlternativesOp::view_of(op));
        let mut numbers: Vec<Attr> = view.selected_region_attr().into_iter().collect();
        if let Some(param) = view.selected_region_param() {
            numbers = state.params(param).to_vec();
            if !matches!(numbers[..], [number] if number.as_integer(cx).is_some()) {
                let found = numbers.first().map_or("nothing".to_owned(), |attr| cx.attr_text(*attr));
                let message = format!("param should hold exactly one integer attribute, got: {found}");
                return Err(state.definite_at(op, message));
            }
        }
        let Some((number, _)) = numbers.first().and_then(|number| number.as_integer(cx)) else {
            let name = cx.attr_text(view.name_attr());
            let message = format!(
                "non-deterministic choice {name} is only resolved through providing a `selected_region` attr/param"
            );
            return Err(state.definite_at(op, message));
        };
        let Some(region) = region_at(number).and_then(|region| op.regions().nth(region)) else {
            let count = op.num_regions();
            let message = format!(
                "'selected_region' attribute/param specifies region at index {number} while op has only {count} regions"
            );
            return Err(state.definite_at(op, message));
        };
        state
            .in_region_scope(|state| state.apply_sequence(region, FailurePropagationMode::Propagate, results))
    }
}
