//! Ops that search the payload with matchers, and pass on the matched payload.

use rustc_hash::FxHashSet;
use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::{SymbolRefAttr, UnitAttr};
use terrace_ir::def::{CustomArg, CustomDirective, op_error, plain_error};
use terrace_ir::effects::{Effect, MemoryEffects};
use terrace_ir::interfaces::{FunctionOp, SymbolUser};
use terrace_ir::symbols::SymbolTables;
use terrace_ir::{Attr, CheckResult, Diag, OpHandle, OpKind, OpName, OpRef, Type, Value, View, attr_kinds};
use terrace_macros::op;

use super::matchers::MatchOperationNameOp;
use super::sequence::{FUNCTION, NamedSequenceOp};
use super::verify::{CONSUMED, READONLY, callee, has_arg_attr, verify_consume_annotations};
use crate::effects::{
    consumes_handle, modifies_payload, only_reads_handle, only_reads_payload, produces_handle,
};
use crate::failure::{TransformFailure, TransformResult};
use crate::interfaces::{MatchOpInterface, TransformOpInterface};
use crate::observe::MatcherOutcome;
use crate::results::{Mapping, TransformResults};
use crate::state::TransformState;
use crate::types::{HandleKind, TRANSFORM_ANY_HANDLE_OR_PARAM, TRANSFORM_HANDLE, handle_kind};
use crate::walk::post_order;

attr_kinds! {
    /// References to symbols.
    pub SymbolRefArrayAttr("symbol ref array attribute") { array_of: SymbolRefAttr }
}

/// Collects the results of a matcher for all payload ops on which it succeeds.
#[op("transform.collect_matching",
     interfaces(dyn TransformOpInterface, dyn MemoryEffects, dyn SymbolUser),
     format = "$matcher `in` $root attr-dict `:` functional-type($root, $results)")]
pub struct CollectMatchingOp {
    root: Operand<TRANSFORM_HANDLE>,
    matcher: Prop<SymbolRefAttr>,
    results: VarRes<TRANSFORM_ANY_HANDLE_OR_PARAM>,
}

impl MemoryEffects for CollectMatchingOp {
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
        only_reads_handle(op.operands(), out);
        produces_handle(op.results(), out);
        only_reads_payload(out);
    }
}

/// The sequence that a symbol refers to.
fn lookup<'a>(tables: &SymbolTables, op: OpRef<'a>, symbol: Attr) -> Option<OpRef<'a>> {
    tables.lookup_nearest(op, symbol).filter(|callee| callee.isa::<NamedSequenceOp>())
}

impl SymbolUser for CollectMatchingOp {
    fn verify_symbol_uses(&self, op: OpRef<'_>, tables: &SymbolTables) -> CheckResult {
        let (cx, view) = (op.cx(), CollectMatchingOp::view_of(op));
        let fail = |message: String| Err(plain_error(op, message));
        let name = cx.attr_text(view.matcher_attr());
        let Some(matcher) = lookup(tables, op, view.matcher_attr()) else {
            return fail(format!("unresolved matcher symbol {name}"));
        };
        let arguments = FUNCTION.argument_types(matcher);
        if arguments.len() != 1 || handle_kind(cx, arguments[0]) != Some(HandleKind::Op) {
            return fail("expected the matcher to take one operation handle argument".to_owned());
        }
        if !has_arg_attr(matcher, 0, READONLY) {
            return fail("expected the matcher argument to be marked readonly".to_owned());
        }
        let yielded = FUNCTION.result_types(matcher);
        if yielded.len() != op.num_results() {
            return fail(format!(
                "expected the matcher to yield as many values as op has results ({}), got {}",
                op.num_results(),
                yielded.len()
            ));
        }
        for (i, (&yielded, result)) in yielded.iter().zip(op.results()).enumerate() {
            if handle_kind(cx, yielded) != handle_kind(cx, result.ty()) {
                return fail(format!("mismatching type interfaces for matcher result and op result #{i}"));
            }
        }
        Ok(())
    }
}

/// A matcher that is about to be tried on many ops.
struct Candidate<'s> {
    sequence: View<'s, NamedSequenceOp>,
    /// The op names that it can match; on all others it fails immediately. `None` if unknown.
    names: Option<FxHashSet<OpName>>,
}

impl<'s> Candidate<'s> {
    fn new(sequence: OpRef<'s>) -> Self {
        let sequence = NamedSequenceOp::view_of(sequence);
        Self { sequence, names: Self::names(sequence) }
    }

    /// The names that the sequence begins with asking for.
    fn names(sequence: View<'s, NamedSequenceOp>) -> Option<FxHashSet<OpName>> {
        let (cx, block) = (sequence.0.cx(), sequence.body().entry()?);
        let first = block.first().filter(|first| first.isa::<MatchOperationNameOp>())?;
        let first = MatchOperationNameOp::view_of(first);
        let any_op = block.args().next()?.ty().isa::<crate::types::AnyOpType>(cx);
        (any_op && Some(first.operand_handle()) == block.args().next())
            .then(|| first.op_names().iter().map(|name| cx.op_name(name)).collect())
    }

    /// Applies the matcher; returns the yielded mappings if it succeeds, `None` if it fails.
    fn matches(
        &self,
        op: OpHandle,
        more: &[Mapping],
        state: &mut TransformState<'s>,
    ) -> Result<Option<Vec<Mapping>>, TransformFailure> {
        if let Some(names) = &self.names
            && !state.debug_matcher
            && !state.is_observed()
            && !names.contains(&state.ir.op(op).name())
        {
            return Ok(None);
        }
        state.observe(|observer, state| observer.enter_matcher(state, self.sequence.0, op));
        let mut last = self.sequence.0.handle();
        let outcome = state.in_region_scope(|state| {
            let mut inputs = vec![Mapping::Ops(vec![op])];
            inputs.extend_from_slice(more);
            state.map_block_arguments(self.sequence.body(), inputs)?;
            let Some(block) = self.sequence.body().entry() else { return Ok(Vec::new()) };
            let end = block.terminator();
            for matcher in block.ops().filter(|op| Some(op.id()) != end.map(|end| end.id())) {
                if matcher.interface::<dyn MatchOpInterface>().is_none() {
                    let message = "expected operations in the match part to implement MatchOpInterface";
                    return Err(state.definite_at(matcher, message));
                }
                last = matcher.handle();
                state.apply_transform(matcher)?;
            }
            Ok(state.mapped_values(end.into_iter().flat_map(OpRef::operands)))
        });
        state.observe(|observer, state| {
            let outcome = match &outcome {
                Ok(_) => MatcherOutcome::Matched,
                Err(TransformFailure::Silenceable(errors)) => MatcherOutcome::Refused(last, errors),
                Err(TransformFailure::Definite) => MatcherOutcome::Failed,
            };
            observer.leave_matcher(state, outcome);
        });
        match outcome {
            Ok(yielded) => Ok(Some(yielded)),
            Err(TransformFailure::Definite) => Err(TransformFailure::Definite),
            Err(failure) => {
                let name = self.sequence.sym_name().text(self.sequence.0.cx());
                state.debug_matcher(|_| format!("matcher {name} failed: {}", failure.message()));
                Ok(None)
            }
        }
    }
}

fn debug_matching(state: &mut TransformState<'_>, op: OpHandle) {
    state.debug_matcher(|state| {
        let options = terrace_asm::PrintOptions::default().skip_regions(true).assume_verified(true);
        let text = terrace_asm::print_op(state.ir.op(op), &options);
        format!("matching {}", text.trim_end())
    });
}

/// A definite failure where a symbol is declared alone.
fn defined<'s>(
    op: OpRef<'s>,
    symbol: Attr,
    state: &mut TransformState<'s>,
) -> Result<OpRef<'s>, TransformFailure> {
    match callee(op, symbol).filter(|callee| !NamedSequenceOp::view_of(*callee).body().is_empty()) {
        Some(callee) => Ok(callee),
        None => {
            Err(state.definite_at(op, format!("unresolved external symbol {}", op.cx().attr_text(symbol))))
        }
    }
}

impl TransformOpInterface for CollectMatchingOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let (cx, view) = (op.cx(), CollectMatchingOp::view_of(op));
        let matcher = Candidate::new(defined(op, view.matcher_attr(), state)?);
        let mut all: Vec<Mapping> = op
            .results()
            .map(|result| Mapping::empty(handle_kind(cx, result.ty()).unwrap_or(HandleKind::Op)))
            .collect();
        for root in state.payload_ops(view.root()) {
            for candidate in post_order(state.ir, root) {
                debug_matching(state, candidate);
                let Some(yielded) = matcher.matches(candidate, &[], state)? else { continue };
                for (i, (all, one)) in all.iter_mut().zip(yielded).enumerate() {
                    if one.len() != 1 {
                        let message =
                            format!("result #{i}, associated with {} payload objects, expected 1", one.len());
                        return Err(TransformFailure::at(op, message));
                    }
                    all.append(one);
                }
            }
        }
        for (i, mapping) in all.into_iter().enumerate() {
            results.set_mapped(i, mapping);
        }
        Ok(())
    }
}

/// Runs the action of the first matcher that succeeds, on each op in the payload.
#[op("transform.foreach_match",
     interfaces(dyn TransformOpInterface, dyn MemoryEffects, dyn SymbolUser), customs(&FOREACH_MATCH_SYMBOLS),
     verify = verify_foreach_match, names = name_results,
     format = "oilist(`restrict_root` $restrict_root | `flatten_results` $flatten_results) `in` $root \
               (`,` $forwarded_inputs^)? custom<ForeachMatchSymbols>($matchers, $actions) attr-dict `:` \
               functional-type(operands, results)")]
pub struct ForeachMatchOp {
    root: Operand<TRANSFORM_HANDLE>,
    forwarded_inputs: VarOperand<TRANSFORM_ANY_HANDLE_OR_PARAM>,
    restrict_root: OptProp<UnitAttr>,
    flatten_results: OptProp<UnitAttr>,
    matchers: Prop<SymbolRefArrayAttr>,
    actions: Prop<SymbolRefArrayAttr>,
    updated: Res<TRANSFORM_HANDLE>,
    forwarded_outputs: VarRes<TRANSFORM_ANY_HANDLE_OR_PARAM>,
}

/// `@matcher -> @action, ...`.
static FOREACH_MATCH_SYMBOLS: CustomDirective =
    CustomDirective { name: "ForeachMatchSymbols", parse: parse_pairs, print: print_pairs };

fn parse_pairs(p: &mut dyn OpParser, state: &mut ParseState, _: &[CustomArg]) -> PResult<bool> {
    let (mut matchers, mut actions) = (Vec::new(), Vec::new());
    loop {
        matchers.push(symbol(p)?);
        p.token("->")?;
        actions.push(symbol(p)?);
        if !p.optional_token(",") {
            break;
        }
    }
    let cx = p.cx();
    state.set_prop(cx, "matchers", cx.array_attr(&matchers));
    state.set_prop(cx, "actions", cx.array_attr(&actions));
    Ok(true)
}

fn print_pairs(p: &mut dyn OpPrinter, op: OpRef<'_>, _: &[CustomArg]) {
    let view = ForeachMatchOp::view_of(op);
    p.indent();
    p.indent();
    let pairs = view.matchers().attrs().iter().zip(view.actions().attrs());
    let last = view.matchers().attrs().len().saturating_sub(1);
    for (i, (&matcher, &action)) in pairs.enumerate() {
        p.newline();
        p.attr(matcher);
        p.text(" -> ");
        p.attr(action);
        if i != last {
            p.text(", ");
        }
    }
    p.outdent();
    p.outdent();
}

fn name_results(op: OpRef<'_>, name: &mut dyn FnMut(Value, &str)) {
    let view = ForeachMatchOp::view_of(op);
    name(view.updated().id(), "updated_root");
    view.forwarded_outputs().for_each(|output| name(output.id(), "yielded"));
}

fn verify_foreach_match(op: OpRef<'_>) -> CheckResult {
    let view = ForeachMatchOp::view_of(op);
    if view.matchers().attrs().len() != view.actions().attrs().len() {
        return Err(op_error(op, "expected the same number of matchers and actions".to_owned()));
    }
    if view.matchers().attrs().is_empty() {
        return Err(op_error(op, "expected at least one match/action pair".to_owned()));
    }
    Ok(())
}

impl MemoryEffects for ForeachMatchOp {
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
        let view = ForeachMatchOp::view_of(op);
        consumes_handle([view.root()], out);
        only_reads_handle(view.forwarded_inputs(), out);
        produces_handle(op.results(), out);
        modifies_payload(out);
    }
}

impl SymbolUser for ForeachMatchOp {
    fn verify_symbol_uses(&self, op: OpRef<'_>, tables: &SymbolTables) -> CheckResult {
        let view = ForeachMatchOp::view_of(op);
        for (&matcher, &action) in view.matchers().attrs().iter().zip(view.actions().attrs()) {
            verify_pair(op, tables, matcher, action)?;
        }
        Ok(())
    }
}

/// Verifies that a matcher takes the operands, an action the results of the matcher, and that the op has the
/// action's results.
fn verify_pair(op: OpRef<'_>, tables: &SymbolTables, matcher: Attr, action: Attr) -> CheckResult {
    let cx = op.cx();
    let fail = |message: String| plain_error(op, message);
    let (m, a) = (cx.attr_text(matcher), cx.attr_text(action));
    let Some(matcher) = lookup(tables, op, matcher) else {
        return Err(fail(format!("unresolved matcher symbol {m}")));
    };
    let Some(action) = lookup(tables, op, action) else {
        return Err(fail(format!("unresolved action symbol {a}")));
    };
    verify_consume_annotations(matcher)?;
    verify_consume_annotations(action)?;
    let declared = |error: Box<Diag>, at: OpRef<'_>| Err(error.note(at.loc(), "symbol declaration"));
    let (operands, arguments) = (op.operand_types(), FUNCTION.argument_types(matcher));
    if operands.len() != arguments.len() {
        let (has, wanted) = (operands.len(), arguments.len());
        let message = format!(
            "the number of operands ({has}) doesn't match the number of matcher arguments ({wanted}) for {m}"
        );
        return declared(fail(message), matcher);
    }
    let same = |x, y| handle_kind(cx, x) == handle_kind(cx, y);
    for (i, (&operand, &argument)) in operands.iter().zip(&arguments).enumerate() {
        if has_arg_attr(matcher, i, CONSUMED) {
            let message = format!("does not expect matcher symbol to consume its operand #{i}");
            return declared(op_error(op, message), matcher);
        }
        if !same(operand, argument) {
            let message =
                format!("mismatching type interfaces for operand and matcher argument #{i} of matcher {m}");
            return declared(fail(message), matcher);
        }
    }
    let (yielded, taken) = (FUNCTION.result_types(matcher), FUNCTION.argument_types(action));
    if yielded.len() != taken.len() {
        let (n, k) = (yielded.len(), taken.len());
        let message = format!(
            "mismatching number of matcher results and action arguments between {m} ({n}) and {a} ({k})"
        );
        return Err(fail(message));
    }
    for (i, (&yielded, &taken)) in yielded.iter().zip(&taken).enumerate() {
        if !same(yielded, taken) {
            let message = format!(
                "mismatching type interfaces for matcher result and action argument #{i}of matcher {m} and action {a}"
            );
            return Err(fail(message));
        }
    }
    let results: Vec<Type> =
        ForeachMatchOp::view_of(op).forwarded_outputs().map(|output| output.ty()).collect();
    let made = FUNCTION.result_types(action);
    if made.len() != results.len() {
        let (n, k) = (made.len(), results.len());
        let message = format!(
            "the number of action results ({n}) for {a} doesn't match the number of extra op results ({k})"
        );
        return declared(fail(message), action);
    }
    for (i, (&made, &result)) in made.iter().zip(&results).enumerate() {
        if !same(made, result) {
            let message =
                format!("mismatching type interfaces for action result #{i} of action {a} and op result");
            return declared(fail(message), action);
        }
    }
    Ok(())
}

impl TransformOpInterface for ForeachMatchOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let (cx, view) = (op.cx(), ForeachMatchOp::view_of(op));
        let mut pairs = Vec::new();
        for (&matcher, &action) in view.matchers().attrs().iter().zip(view.actions().attrs()) {
            let matcher = Candidate::new(defined(op, matcher, state)?);
            pairs.push((matcher, NamedSequenceOp::view_of(defined(op, action, state)?)));
        }
        let more = state.mapped_values(view.forwarded_inputs());
        let mut all: Vec<Mapping> = view
            .forwarded_outputs()
            .map(|result| Mapping::empty(handle_kind(cx, result.ty()).unwrap_or(HandleKind::Op)))
            .collect();
        let mut failed: Option<TransformFailure> = None;
        let roots = state.payload_ops(view.root());
        for &root in &roots {
            for candidate in post_order(state.ir, root) {
                let is_gone =
                    state.ir.find_body(candidate.body).is_none_or(|body| body.is_erased(candidate.op));
                if is_gone || (candidate == root && !view.restrict_root()) {
                    continue;
                }
                debug_matching(state, candidate);
                let loc = state.ir.op(candidate).loc();
                for (matcher, action) in &pairs {
                    let Some(matched) = matcher.matches(candidate, &more, state)? else { continue };
                    let outcome = act(op, *action, matched, state, &mut all, view.flatten_results())?;
                    for failure in outcome {
                        let first =
                            failed.take().unwrap_or_else(|| TransformFailure::at(op, "actions failed"));
                        failed = Some(
                            first
                                .note(action.0.loc(), format!("failed action: {}", failure.message()))
                                .note(loc, "when applied to this matching payload"),
                        );
                    }
                    break;
                }
            }
        }
        results.set(0, roots);
        for (i, mapping) in all.into_iter().enumerate() {
            results.set_mapped(i + 1, mapping);
        }
        failed.map_or(Ok(()), Err)
    }

    fn allows_repeated_handle_operands(&self, _op: OpRef<'_>) -> bool {
        true
    }
}

/// Runs an action; returns the silenceable failures of its ops.
fn act<'s>(
    op: OpRef<'s>,
    action: View<'s, NamedSequenceOp>,
    matched: Vec<Mapping>,
    state: &mut TransformState<'s>,
    all: &mut [Mapping],
    flatten: bool,
) -> Result<Vec<TransformFailure>, TransformFailure> {
    state.in_region_scope(|state| {
        state.map_block_arguments(action.body(), matched)?;
        let Some(block) = action.body().entry() else { return Ok(Vec::new()) };
        let end = block.terminator();
        let mut failures = Vec::new();
        for transform in block.ops().filter(|op| Some(op.id()) != end.map(|end| end.id())) {
            match state.apply_transform(transform) {
                Ok(()) => {}
                Err(TransformFailure::Definite) => return Err(TransformFailure::Definite),
                Err(failure) => failures.push(failure),
            }
        }
        for (all, one) in all.iter_mut().zip(state.mapped_values(end.into_iter().flat_map(OpRef::operands))) {
            if one.len() != 1 && !flatten {
                let name = action.sym_name().text(op.cx());
                let message = format!(
                    "action @{name} has results associated with multiple payload entities, but flattening was not requested"
                );
                return Err(state.definite_at(op, message));
            }
            all.append(one);
        }
        Ok(failures)
    })
}

/// A reference to a symbol.
fn symbol(p: &mut dyn OpParser) -> PResult<Attr> {
    let loc = p.loc();
    let attr = p.attr(Type::NONE)?;
    match attr.data(p.cx()) {
        terrace_ir::AttrData::SymbolRef { .. } => Ok(attr),
        _ => Err(p.error(loc, "invalid kind of attribute specified".to_owned())),
    }
}
