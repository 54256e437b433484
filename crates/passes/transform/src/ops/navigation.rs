//! Ops that go from payload to payload: to parents, producers, consumers, operands and results.

use rustc_hash::FxHashSet;
use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::{DenseI64ArrayAttr, I64Attr, StrAttr, UnitAttr};
use terrace_ir::def::{CustomArg, CustomDirective, op_error};
use terrace_ir::effects::MemoryEffects;
use terrace_ir::traits::TraitSet;
use terrace_ir::{Attr, CheckResult, Context, OpKind, OpRef, Type, ValueHandle, ValueRef, int_attr_kinds};
use terrace_macros::op;

use crate::effects::Navigation;
use crate::failure::{TransformFailure, TransformResult};
use crate::interfaces::{MatchOpInterface, Matcher, TransformOpInterface};
use crate::results::TransformResults;
use crate::state::TransformState;
use crate::text::op_in_error;
use crate::types::{TRANSFORM_HANDLE, TRANSFORM_PARAM, TRANSFORM_VALUE_HANDLE};

int_attr_kinds! {
    /// A positive `i64` integer.
    pub PositiveI64Attr("64-bit signless integer attribute whose value is positive", Type::I64, |value| value > 0);
}

/// The ops that use a result.
#[op("transform.get_consumers_of_result",
     interfaces(dyn TransformOpInterface, dyn MemoryEffects = Navigation),
     format = "$target `[` $result_number `]` attr-dict `:` functional-type(operands, results)")]
pub struct GetConsumersOfResult {
    target: Operand<TRANSFORM_HANDLE>,
    result_number: Prop<I64Attr>,
    consumers: Res<TRANSFORM_HANDLE>,
}

impl TransformOpInterface for GetConsumersOfResult {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = GetConsumersOfResult::view_of(op);
        let consumers = match state.payload_ops(view.target()).as_slice() {
            [] => Vec::new(),
            &[target] => {
                let target = state.ir.op(target);
                let result = usize::try_from(view.result_number())
                    .ok()
                    .and_then(|number| target.results().nth(number));
                let users = result.map(|result| result.uses().map(|(user, _)| user.handle()).collect());
                let Some(users) = users else { return Err(state.definite_at(op, "result number overflow")) };
                users
            }
            _ => return Err(state.definite_at(op, "handle must be mapped to exactly one payload op")),
        };
        results.set(0, consumers);
        Ok(())
    }
}

/// The ops that define values.
#[op("transform.get_defining_op",
     interfaces(dyn TransformOpInterface, dyn MatchOpInterface = Matcher, dyn MemoryEffects = Navigation),
     format = "$target attr-dict `:` functional-type(operands, results)")]
pub struct GetDefiningOp {
    target: Operand<TRANSFORM_VALUE_HANDLE>,
    result: Res<TRANSFORM_HANDLE>,
}

impl TransformOpInterface for GetDefiningOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let mut owners = Vec::new();
        for value in state.payload_values(GetDefiningOp::view_of(op).target()) {
            let value = state.value(value);
            let Some(owner) = value.defining_op() else {
                return Err(TransformFailure::at(op, "cannot get defining op of block argument")
                    .note(value.loc(), "target value"));
            };
            owners.push(owner.handle());
        }
        results.set(0, owners);
        Ok(())
    }
}

/// Checks a list of positions.
///
/// # Errors
///
/// The error, at the op.
pub fn verify_positions(op: OpRef<'_>, raw: &[i64], inverted: bool, all: bool) -> CheckResult {
    let fail = |message: &str| Err(op_error(op, message.to_owned()));
    if all && inverted {
        return fail("cannot request both 'all' and 'inverted' values in the list");
    }
    if all && !raw.is_empty() {
        return fail("cannot both request 'all' and specific values in the list");
    }
    if !all && raw.is_empty() {
        return fail("must request specific values in the list if 'all' is not specified");
    }
    if raw.windows(2).any(|pair| pair[0] == pair[1]) {
        return fail("expected the listed values to be unique");
    }
    Ok(())
}

/// Returns the positions that a list selects, of `count` ones.
///
/// # Errors
///
/// A silenceable failure if one is out of range or repeated.
pub fn expand_positions(
    op: OpRef<'_>,
    (raw, inverted, all): (&[i64], bool, bool),
    count: usize,
) -> Result<Vec<usize>, TransformFailure> {
    if all {
        return Ok((0..count).collect());
    }
    let max = count as i64;
    let mut listed = Vec::new();
    let mut seen = FxHashSet::default();
    for &raw in raw {
        let at = if raw < 0 { max + raw } else { raw };
        let message = if at >= max {
            format!("position overflow {at} (updated from {raw}) for maximum {max}")
        } else if at < 0 {
            format!("position underflow {at} (updated from {raw})")
        } else if !seen.insert(at) {
            format!("repeated position {at} (updated from {raw})")
        } else {
            listed.push(at as usize);
            continue;
        };
        return Err(TransformFailure::at(op, message));
    }
    if !inverted {
        return Ok(listed);
    }
    Ok((0..count).filter(|at| !seen.contains(&(*at as i64))).collect())
}

/// `all`, `except(0, 1)` or `0, 1`.
pub static TRANSFORM_MATCH_DIMS: CustomDirective =
    CustomDirective { name: "TransformMatchDims", parse: parse_positions, print: print_positions };

/// The inherent attributes of a list of positions: the list, whether it is inverted, whether all are meant.
fn position_props(args: &[CustomArg]) -> [usize; 3] {
    match args {
        [CustomArg::Prop(list), CustomArg::Prop(inverted), CustomArg::Prop(all)] => {
            [*list as usize, *inverted as usize, *all as usize]
        }
        _ => [0, 1, 2],
    }
}

fn parse_positions(p: &mut dyn OpParser, state: &mut ParseState, args: &[CustomArg]) -> PResult<bool> {
    let [list, inverted, all] = position_props(args);
    let mut numbers = Vec::new();
    if p.optional_keyword_of(&["all"]).is_some() {
        state.props[all] = Attr::UNIT;
    } else {
        let except = p.optional_keyword_of(&["except"]).is_some();
        if except {
            state.props[inverted] = Attr::UNIT;
            p.token("(")?;
        }
        loop {
            numbers.push(p.integer()?);
            if !p.optional_token(",") {
                break;
            }
        }
        if except {
            p.token(")")?;
        }
    }
    state.props[list] = p.cx().i64_array(&numbers);
    Ok(true)
}

fn print_positions(p: &mut dyn OpPrinter, op: OpRef<'_>, args: &[CustomArg]) {
    let [list, inverted, all] = position_props(args);
    if op.prop(all).is_some() {
        p.text("all");
        return;
    }
    let numbers = op.prop(list).and_then(|list| list.i64_elements(op.cx()));
    let numbers: Vec<String> = numbers.into_iter().flatten().map(|number| number.to_string()).collect();
    let numbers = numbers.join(", ");
    match op.prop(inverted).is_some() {
        true => p.text(&format!("except({numbers})")),
        false => p.text(&numbers),
    }
}

/// The values at some positions of each target.
fn values_at(
    op: OpRef<'_>,
    target: ValueRef<'_>,
    positions: (&[i64], bool, bool),
    state: &TransformState<'_>,
    values: impl for<'v> Fn(OpRef<'v>) -> Vec<ValueRef<'v>>,
) -> Result<Vec<ValueHandle>, TransformFailure> {
    let mut all = Vec::new();
    for target in state.payload_ops(target) {
        let target = state.ir.op(target);
        let values = values(target);
        let at = expand_positions(op, positions, values.len()).map_err(|failure| {
            failure.note(target.loc(), "while considering positions of this payload operation")
        })?;
        all.extend(at.into_iter().map(|at| values[at].handle()));
    }
    Ok(all)
}

/// Operands of ops.
#[op("transform.get_operand",
     interfaces(dyn TransformOpInterface, dyn MatchOpInterface = Matcher, dyn MemoryEffects = Navigation),
     customs(&TRANSFORM_MATCH_DIMS), verify = verify_get_operand,
     format = "$target `[` custom<TransformMatchDims>($raw_position_list, $is_inverted, $is_all) `]` attr-dict `:` \
               functional-type(operands, results)")]
pub struct GetOperandOp {
    target: Operand<TRANSFORM_HANDLE>,
    raw_position_list: Prop<DenseI64ArrayAttr>,
    is_inverted: OptProp<UnitAttr>,
    is_all: OptProp<UnitAttr>,
    result: Res<TRANSFORM_VALUE_HANDLE>,
}

fn verify_get_operand(op: OpRef<'_>) -> CheckResult {
    let view = GetOperandOp::view_of(op);
    verify_positions(op, &view.raw_position_list().to_vec(), view.is_inverted(), view.is_all())
}

impl TransformOpInterface for GetOperandOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = GetOperandOp::view_of(op);
        let raw = view.raw_position_list().to_vec();
        let positions = (&raw[..], view.is_inverted(), view.is_all());
        results.set_values(0, values_at(op, view.target(), positions, state, |op| op.operands().collect())?);
        Ok(())
    }
}

/// Results of ops.
#[op("transform.get_result",
     interfaces(dyn TransformOpInterface, dyn MemoryEffects = Navigation),
     customs(&TRANSFORM_MATCH_DIMS), verify = verify_get_result,
     format = "$target `[` custom<TransformMatchDims>($raw_position_list, $is_inverted, $is_all) `]` attr-dict `:` \
               functional-type(operands, results)")]
pub struct GetResultOp {
    target: Operand<TRANSFORM_HANDLE>,
    raw_position_list: Prop<DenseI64ArrayAttr>,
    is_inverted: OptProp<UnitAttr>,
    is_all: OptProp<UnitAttr>,
    result: Res<TRANSFORM_VALUE_HANDLE>,
}

fn verify_get_result(op: OpRef<'_>) -> CheckResult {
    let view = GetResultOp::view_of(op);
    verify_positions(op, &view.raw_position_list().to_vec(), view.is_inverted(), view.is_all())
}

impl TransformOpInterface for GetResultOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = GetResultOp::view_of(op);
        let raw = view.raw_position_list().to_vec();
        let positions = (&raw[..], view.is_inverted(), view.is_all());
        results.set_values(0, values_at(op, view.target(), positions, state, |op| op.results().collect())?);
        Ok(())
    }
}

/// The closest ancestors of payload ops that meet the conditions.
#[op("transform.get_parent_op",
     interfaces(dyn TransformOpInterface, dyn MatchOpInterface = Matcher, dyn MemoryEffects = Navigation),
     format = "$target attr-dict `:` functional-type(operands, results)")]
pub struct GetParentOp {
    target: Operand<TRANSFORM_HANDLE>,
    isolated_from_above: OptProp<UnitAttr>,
    allow_empty_results: OptProp<UnitAttr>,
    op_name: OptProp<StrAttr>,
    deduplicate: OptProp<UnitAttr>,
    nth_parent: DefaultProp<PositiveI64Attr, one>,
    parent: Res<TRANSFORM_HANDLE>,
}

fn one(cx: &Context) -> Attr {
    cx.int_attr(Type::I64, 1)
}

impl TransformOpInterface for GetParentOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = GetParentOp::view_of(op);
        let (mut parents, mut seen) = (Vec::new(), FxHashSet::default());
        let fits = |parent: &OpRef<'_>| {
            (!view.isolated_from_above() || parent.has_trait(TraitSet::IsolatedFromAbove))
                && view.op_name().is_none_or(|name| name == parent.name_text())
        };
        for target in state.payload_ops(view.target()) {
            let target = state.ir.op(target);
            let around = target.ancestors().filter(fits).nth(view.nth_parent() as usize - 1);
            match around {
                Some(parent) => {
                    if !view.deduplicate() || seen.insert(parent.handle()) {
                        parents.push(parent.handle());
                    }
                }
                None if view.allow_empty_results() => break,
                None => {
                    return Err(TransformFailure::at(
                        op,
                        "could not find a parent op that matches all requirements",
                    )
                    .note(target.loc(), "target op"));
                }
            }
        }
        results.set(0, parents);
        Ok(())
    }
}

/// The ops that define an operand of ops.
#[op("transform.get_producer_of_operand",
     interfaces(dyn TransformOpInterface, dyn MatchOpInterface = Matcher, dyn MemoryEffects = Navigation),
     format = "$target `[` $operand_number `]` attr-dict `:` functional-type(operands, results)")]
pub struct GetProducerOfOperand {
    target: Operand<TRANSFORM_HANDLE>,
    operand_number: Prop<I64Attr>,
    producer: Res<TRANSFORM_HANDLE>,
}

impl TransformOpInterface for GetProducerOfOperand {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = GetProducerOfOperand::view_of(op);
        let (number, mut producers) = (view.operand_number(), Vec::new());
        for target in state.payload_ops(view.target()) {
            let target = state.ir.op(target);
            let operand = usize::try_from(number).ok().and_then(|number| target.operands().nth(number));
            let Some(producer) = operand.and_then(ValueRef::defining_op) else {
                let text = op_in_error(target);
                let message = format!("could not find a producer for operand number: {number} of {text}");
                return Err(TransformFailure::at(op, message).note(target.loc(), "target op"));
            };
            producers.push(producer.handle());
        }
        results.set(0, producers);
        Ok(())
    }
}

/// The types of values.
#[op("transform.get_type",
     interfaces(dyn TransformOpInterface, dyn MatchOpInterface = Matcher, dyn MemoryEffects = Navigation),
     format = "(`elemental` $elemental^)? $value attr-dict `:` functional-type(operands, results)")]
pub struct GetTypeOp {
    value: Operand<TRANSFORM_VALUE_HANDLE>,
    elemental: OptProp<UnitAttr>,
    type_param: Res<TRANSFORM_PARAM>,
}

impl TransformOpInterface for GetTypeOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let (cx, view) = (op.cx(), GetTypeOp::view_of(op));
        let one = |value: ValueHandle| {
            let ty = state.value(value).ty();
            cx.type_attr(if view.elemental() { ty.element_type_or_self(cx) } else { ty })
        };
        results.set_params(0, state.payload_values(view.value()).into_iter().map(one).collect());
        Ok(())
    }
}

/// The ops of a name.
#[op("transform.select", interfaces(dyn TransformOpInterface, dyn MemoryEffects = Navigation),
     format = "$op_name `in` $target attr-dict `:` functional-type(operands, results)")]
pub struct SelectOp {
    target: Operand<TRANSFORM_HANDLE>,
    op_name: Prop<StrAttr>,
    result: Res<TRANSFORM_HANDLE>,
}

impl TransformOpInterface for SelectOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = SelectOp::view_of(op);
        let mut ops = state.payload_ops(view.target());
        ops.retain(|&op| state.ir.op(op).name_text() == view.op_name());
        results.set(0, ops);
        Ok(())
    }
}
