//! Ops that contain transform ops: sequences, their callers, loops over payload and alternatives.

use terrace_dialects_builtin::function::{BUILTIN_FUNCTION, parse_function, print_function, verify_function};
use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::{
    DictArrayAttr, FunctionTypeAttr, StrAttr, SymbolNameAttr, SymbolRefAttr, UnitAttr,
};
use terrace_ir::def::{CustomArg, CustomDirective, op_error, plain_error};
use terrace_ir::effects::{Effect, MemoryEffects};
use terrace_ir::interfaces::{Callable, FunctionOp, SymbolUser};
use terrace_ir::rewriter::{InsertPoint, IrMapping};
use terrace_ir::symbols::SymbolTables;
use terrace_ir::{Attr, CheckResult, Diag, OpHandle, OpKind, OpRef, RegionRef, Type, ValueRef};
use terrace_macros::op;

use super::verify::{
    CONSUMED, READONLY, callee, has_arg_attr, verify_children, verify_consume_annotations, verify_entries,
    verify_named_sequence, verify_possible_top_level, verify_yields,
};
use super::{FailurePropagationMode, FailurePropagationModeAttr};
use crate::effects::{
    NoEffects, consumes_handle, modifies_payload, only_reads_handle, only_reads_payload, produces_handle,
};
use crate::failure::{TransformFailure, TransformResult};
use crate::interfaces::{MatchOpInterface, Matcher, TransformOpInterface};
use crate::nested_effects::{EffectsOfNestedOps, FromNestedOps, NestedEffects};
use crate::results::{Mapping, TransformResults};
use crate::state::TransformState;
use crate::text::value_in_error;
use crate::types::{HandleKind, TRANSFORM_ANY_HANDLE_OR_PARAM, TRANSFORM_HANDLE, handle_kind};

/// Terminates a region, and yields its results.
#[op("transform.yield", traits(Terminator, ReturnLike), interfaces(dyn MemoryEffects),
     format = "operands attr-dict (`:` type($operands)^)?")]
pub struct YieldOp {
    operands: VarOperand<TRANSFORM_ANY_HANDLE_OR_PARAM>,
}

impl MemoryEffects for YieldOp {
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
        only_reads_handle(op.operands(), out);
    }
}

/// Applies its ops in order.
#[op("transform.sequence", traits(AttrSizedOperandSegments, SingleBlockImplicitTerminator("transform.yield")),
     interfaces(dyn TransformOpInterface, dyn MatchOpInterface = Matcher, dyn MemoryEffects = FromNestedOps),
     customs(&SEQUENCE_OPERANDS), verify = verify_sequence, verify_regions = verify_entries, default_dialect = "transform",
     format = "custom<SequenceOpOperands>($root, type($root), $extra_bindings, type($extra_bindings)) \
               (`->` type($results)^)? `failures` `(` $failure_propagation_mode `)` attr-dict-with-keyword regions")]
pub struct SequenceOp {
    root: OptOperand<TRANSFORM_HANDLE>,
    extra_bindings: VarOperand<TRANSFORM_ANY_HANDLE_OR_PARAM>,
    failure_propagation_mode: Prop<FailurePropagationModeAttr>,
    results: VarRes<TRANSFORM_HANDLE>,
    body: Region<Sized<1>>,
}

/// `%root, %extra : (!root, !extra)`, or nothing.
static SEQUENCE_OPERANDS: CustomDirective = CustomDirective {
    name: "SequenceOpOperands",
    parse: parse_sequence_operands,
    print: print_sequence_operands,
};

/// The slots of operands that the directive reads.
const ROOT: usize = 0;
const EXTRA_BINDINGS: usize = 1;

fn parse_sequence_operands(p: &mut dyn OpParser, state: &mut ParseState, _: &[CustomArg]) -> PResult<bool> {
    let Some(root) = p.optional_operand()? else { return Ok(true) };
    state.slots.operands[ROOT].push(root);
    if p.optional_token(",") {
        let extra = p.operand_list(terrace_ir::asm::Delimiter::None)?;
        state.slots.operands[EXTRA_BINDINGS].extend(extra);
    }
    p.token(":")?;
    // Upstream takes either parenthesis as it comes.
    p.optional_token("(");
    let ty = p.ty()?;
    state.slots.operand_types[ROOT].push(ty);
    if !state.slots.operands[EXTRA_BINDINGS].is_empty() {
        p.token(",")?;
        let types = p.type_list()?;
        state.slots.operand_types[EXTRA_BINDINGS].extend(types);
    }
    if state.slots.operands[EXTRA_BINDINGS].len() != state.slots.operand_types[EXTRA_BINDINGS].len() {
        let loc = p.name_loc();
        return Err(p.error(loc, "expected types to be provided for all operands".to_owned()));
    }
    p.optional_token(")");
    Ok(true)
}

fn print_sequence_operands(p: &mut dyn OpPrinter, op: OpRef<'_>, _: &[CustomArg]) {
    let view = SequenceOp::view_of(op);
    let Some(root) = view.root() else { return };
    p.value(root);
    let extras = view.extra_bindings().len() > 0;
    if extras {
        p.text(", ");
        p.values(&mut view.extra_bindings());
    }
    p.text(if extras { " : (" } else { " : " });
    p.ty(root.ty());
    if extras {
        p.text(", ");
        p.types_of(&mut view.extra_bindings());
        p.text(")");
    }
}

fn verify_sequence(op: OpRef<'_>) -> CheckResult {
    verify_possible_top_level(op)?;
    let view = SequenceOp::view_of(op);
    if view.root().is_none() && view.extra_bindings().len() > 0 {
        return Err(op_error(op, "does not expect extra operands when used as top-level".to_owned()));
    }
    let Some(block) = view.body().entry() else { return Ok(()) };
    verify_children(op, block, |op| {
        op_error(op, "expected children ops to implement TransformOpInterface".to_owned())
    })?;
    verify_yields(op, view.body())
}

fn effects_of_sequence(op: OpRef<'_>, nested: &NestedEffects, out: &mut Vec<Effect>) {
    if let Some(block) = SequenceOp::view_of(op).body().entry() {
        nested.effects_of_region(op, block, out);
    }
}

impl TransformOpInterface for SequenceOp {
    fn effects_of_nested_ops(&self) -> Option<EffectsOfNestedOps> {
        Some(effects_of_sequence)
    }

    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = SequenceOp::view_of(op);
        state.in_region_scope(|state| {
            state.bind_sequence(op, view.body())?;
            state.apply_sequence(view.body(), view.failure_propagation_mode(), results)
        })
    }

    fn is_possible_top_level(&self) -> bool {
        true
    }
}

/// A sequence that is called by its name, or where a script starts.
#[op("transform.named_sequence", traits(IsolatedFromAbove, Symbol),
     interfaces(dyn TransformOpInterface, dyn MemoryEffects = NoEffects, dyn FunctionOp = FUNCTION, dyn Callable = FUNCTION),
     asm = (parse_named_sequence, print_named_sequence),
     syntax = "($sym_visibility)? $sym_name `(` <arguments> `)` (`->` <result types>)? (`attributes` attr-dict)? ($body)?",
     verify = verify_named)]
pub struct NamedSequenceOp {
    sym_name: Prop<SymbolNameAttr>,
    function_type: Prop<FunctionTypeAttr>,
    sym_visibility: OptProp<StrAttr>,
    arg_attrs: OptProp<DictArrayAttr>,
    res_attrs: OptProp<DictArrayAttr>,
    body: Region<Max<1>>,
}

/// The function interface of named sequences.
pub struct NamedSequenceFunction;

/// [`NamedSequenceFunction`].
pub const FUNCTION: NamedSequenceFunction = NamedSequenceFunction;

impl FunctionOp for NamedSequenceFunction {
    fn is_declared_without_body(&self) -> bool {
        false
    }
}

impl Callable for NamedSequenceFunction {
    fn callable_region<'a>(&self, op: OpRef<'a>) -> Option<RegionRef<'a>> {
        op.regions().next().filter(|region| !region.is_empty())
    }

    fn callable_results(&self, op: OpRef<'_>) -> Vec<Type> {
        self.result_types(op)
    }
}

fn parse_named_sequence(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    parse_function(p, state, &BUILTIN_FUNCTION)
}

fn print_named_sequence(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    print_function(p, op, &FUNCTION, &BUILTIN_FUNCTION);
}

fn verify_named(op: OpRef<'_>) -> CheckResult {
    verify_function(op, &FUNCTION)?;
    verify_named_sequence(op)
}

impl TransformOpInterface for NamedSequenceOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let body = NamedSequenceOp::view_of(op).body();
        if body.is_empty() {
            return Err(state.definite_at(op, "unresolved external named sequence"));
        }
        state.in_region_scope(|state| {
            state.bind_sequence(op, body)?;
            state.apply_sequence(body, FailurePropagationMode::Propagate, results)
        })
    }
}

/// Runs a named sequence on its operands.
#[op("transform.include",
     interfaces(dyn TransformOpInterface, dyn MatchOpInterface = Matcher, dyn MemoryEffects, dyn SymbolUser),
     format = "$target `failures` `(` $failure_propagation_mode `)` `(` $operands `)` attr-dict `:` \
               functional-type($operands, $results)")]
pub struct IncludeOp {
    operands: VarOperand<TRANSFORM_ANY_HANDLE_OR_PARAM>,
    target: Prop<SymbolRefAttr>,
    failure_propagation_mode: Prop<FailurePropagationModeAttr>,
    arg_attrs: OptProp<DictArrayAttr>,
    res_attrs: OptProp<DictArrayAttr>,
    results: VarRes<TRANSFORM_ANY_HANDLE_OR_PARAM>,
}

impl MemoryEffects for IncludeOp {
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
        modifies_payload(out);
        produces_handle(op.results(), out);
        // An op that does not verify has no target.
        let target = IncludeOp::view_of(op).target_attr();
        let callee = (target != Attr::NULL).then(|| callee(op, target)).flatten();
        // Without a callee the operands are as read: what is wrong with the callee is the error.
        let Some(callee) = callee else { return only_reads_handle(op.operands(), out) };
        for (i, operand) in op.operands().enumerate() {
            if has_arg_attr(callee, i, CONSUMED) {
                consumes_handle([operand], out);
            } else if has_arg_attr(callee, i, READONLY) {
                only_reads_handle([operand], out);
            }
        }
    }
}

impl SymbolUser for IncludeOp {
    fn verify_symbol_uses(&self, op: OpRef<'_>, tables: &SymbolTables) -> CheckResult {
        let (cx, view) = (op.cx(), IncludeOp::view_of(op));
        let target = tables.lookup_nearest(op, view.target_attr());
        let Some(target) = target.filter(|target| target.isa::<NamedSequenceOp>()) else {
            return Err(op_error(op, "does not reference a named transform sequence".to_owned()));
        };
        let (inputs, outputs) = (FUNCTION.argument_types(target), FUNCTION.result_types(target));
        if inputs.len() != op.num_operands() {
            return Err(plain_error(op, "incorrect number of operands for callee"));
        }
        for (i, (operand, &input)) in op.operands().zip(&inputs).enumerate() {
            if operand.ty() != input {
                let (wanted, given) = (cx.type_text(input), cx.type_text(operand.ty()));
                let message = format!(
                    "operand type mismatch: expected operand type '{wanted}', but provided '{given}' for operand number {i}"
                );
                return Err(op_error(op, message));
            }
        }
        if outputs.len() != op.num_results() {
            return Err(plain_error(op, "incorrect number of results for callee"));
        }
        for (i, (result, &output)) in op.results().zip(&outputs).enumerate() {
            if handle_kind(cx, result.ty()) != handle_kind(cx, output) {
                let message = format!(
                    "type of result #{i} must implement the same transform dialect interface as the corresponding callee result"
                );
                return Err(op_error(op, message));
            }
        }
        verify_consume_annotations(target)
    }
}

impl TransformOpInterface for IncludeOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = IncludeOp::view_of(op);
        let callee = callee(op, view.target_attr()).map(NamedSequenceOp::view_of);
        let Some(callee) = callee.filter(|callee| !callee.body().is_empty()) else {
            return Err(state.definite_at(op, "unresolved external named sequence"));
        };
        let mappings = state.mapped_values(view.operands());
        state.in_region_scope(|state| {
            state.map_block_arguments(callee.body(), mappings)?;
            state.apply_sequence(callee.body(), view.failure_propagation_mode(), results)
        })
    }
}

/// Runs its region for each of the payload objects of its operands.
#[op("transform.foreach", traits(SingleBlockImplicitTerminator("transform.yield")),
     interfaces(dyn TransformOpInterface, dyn MemoryEffects = FromNestedOps), verify = verify_foreach,
     format = "$targets oilist(`with_zip_shortest` $with_zip_shortest) `:` type($targets) (`->` type($results)^)? $body \
               attr-dict")]
pub struct ForeachOp {
    targets: VarOperand<TRANSFORM_ANY_HANDLE_OR_PARAM>,
    with_zip_shortest: OptProp<UnitAttr>,
    results: VarRes<TRANSFORM_ANY_HANDLE_OR_PARAM>,
    body: Region<Sized<1>>,
}

fn verify_foreach(op: OpRef<'_>) -> CheckResult {
    let view = ForeachOp::view_of(op);
    let fail = |message: &str| Err(op_error(op, message.to_owned()));
    let Some(block) = view.body().entry() else { return Ok(()) };
    let Some(end) = block.last() else { return Ok(()) };
    if view.targets().len() != block.args().len() {
        return fail("expects the same number of targets as the body has block arguments");
    }
    if end.num_operands() != op.num_results() {
        return fail("expects the same number of results as the yield terminator has operands");
    }
    let differ = |(a, b): (ValueRef<'_>, ValueRef<'_>)| a.ty() != b.ty();
    if view.targets().zip(block.args()).any(differ) {
        return fail(
            "expects co-indexed targets and the body's block arguments to have the same op/value/param type",
        );
    }
    if view.results().zip(end.operands()).any(differ) {
        return fail("expects co-indexed results and yield operands to have the same op/value/param type");
    }
    Ok(())
}

fn effects_of_foreach(op: OpRef<'_>, nested: &NestedEffects, out: &mut Vec<Effect>) {
    let view = ForeachOp::view_of(op);
    let Some(block) = view.body().entry() else { return };
    for (target, arg) in view.targets().zip(block.args()) {
        match nested.is_argument_consumed(arg) {
            true => consumes_handle([target], out),
            false => only_reads_handle([target], out),
        }
    }
    match block.ops().any(|op| nested.modifies_payload(op)) {
        true => modifies_payload(out),
        false => only_reads_payload(out),
    }
    produces_handle(op.results(), out);
}

impl TransformOpInterface for ForeachOp {
    fn effects_of_nested_ops(&self) -> Option<EffectsOfNestedOps> {
        Some(effects_of_foreach)
    }

    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = ForeachOp::view_of(op);
        let targets = state.mapped_values(view.targets());
        let mut count = targets.first().map_or(0, Mapping::len);
        if view.with_zip_shortest() {
            count = targets.iter().map(Mapping::len).min().unwrap_or(0);
        }
        for (i, target) in targets.iter().enumerate().skip(1) {
            if target.len() != count && !view.with_zip_shortest() {
                let handle = view.targets().nth(i).map_or(String::new(), value_in_error);
                let message = format!(
                    "prior targets' payload size ({count}) differs from payload size ({}) of target {handle}",
                    target.len()
                );
                return Err(TransformFailure::at(op, message));
            }
        }
        let kind = |value: ValueRef<'_>| handle_kind(value.cx(), value.ty()).unwrap_or(HandleKind::Op);
        let mut all: Vec<Mapping> = view.results().map(|result| Mapping::empty(kind(result))).collect();
        for at in 0..count {
            let parts = targets.iter().filter_map(|target| target.part(at)).collect();
            let yielded = state.in_region_scope(|state| {
                state.map_block_arguments(view.body(), parts)?;
                let mut yielded = TransformResults::new(all.len());
                state.apply_sequence(view.body(), FailurePropagationMode::Propagate, &mut yielded)?;
                Ok(yielded)
            })?;
            for (all, one) in all.iter_mut().zip(yielded.into_mappings()) {
                one.into_iter().for_each(|one| {
                    all.append(one);
                });
            }
        }
        for (i, mapping) in all.into_iter().enumerate() {
            results.set_mapped(i, mapping);
        }
        Ok(())
    }
}

/// Applies one region after the other to a copy of the scope, until one succeeds; the copy then replaces the
/// scope.
#[op("transform.alternatives", traits(IsolatedFromAbove, SingleBlockImplicitTerminator("transform.yield")),
     interfaces(dyn TransformOpInterface, dyn MemoryEffects = FromNestedOps), verify = verify_alternatives,
     verify_regions = verify_entries,
     format = "($scope^ `:` type($scope))? (`->` type($results)^)? attr-dict-with-keyword regions")]
pub struct AlternativesOp {
    scope: OptOperand<TRANSFORM_HANDLE>,
    results: VarRes<TRANSFORM_HANDLE>,
    alternatives: VarRegion<Sized<1>>,
}

fn verify_alternatives(op: OpRef<'_>) -> CheckResult {
    verify_possible_top_level(op)?;
    for (i, region) in op.regions().enumerate() {
        let Some(block) = region.entry() else { continue };
        let Some(end) = block.terminator() else {
            let message = format!("expects '{}' as a terminator of the region #{i}", "transform.yield");
            return Err(op_error(op, message));
        };
        if end.num_operands() != op.num_results() || end.operand_types() != op.result_types() {
            let message = "expects terminator operands to have the same type as results of the operation";
            return Err(op_error(op, message.to_owned()).note(end.loc(), "terminator"));
        }
    }
    Ok(())
}

fn effects_of_alternatives(op: OpRef<'_>, nested: &NestedEffects, out: &mut Vec<Effect>) {
    consumes_handle(op.operands(), out);
    produces_handle(op.results(), out);
    let mut arguments = op.regions().filter_map(|region| region.entry()).flat_map(|block| block.args());
    if op.num_operands() > 0 || arguments.any(|arg| nested.is_argument_consumed(arg)) {
        modifies_payload(out);
    }
}

/// Whether an op of the payload was not erased.
fn is_live(state: &TransformState<'_>, op: OpHandle) -> bool {
    state.ir.find_body(op.body).is_some_and(|body| !body.is_erased(op.op))
}

/// Replaces a scope by its copy.
fn put_in_place(state: &mut TransformState<'_>, original: OpHandle, copy: OpHandle) {
    let results = |op| state.op(op).results().map(|result| result.id()).collect::<Vec<_>>();
    if original.body == copy.body && is_live(state, copy) {
        let pairs: Vec<_> = results(original).into_iter().zip(results(copy)).collect();
        state.ir.rewrite(original.body, |rw| {
            pairs.into_iter().for_each(|(old, new)| rw.replace_all_uses_with(old, new));
        });
    }
    state.ir.erase_op(original);
}

impl TransformOpInterface for AlternativesOp {
    fn effects_of_nested_ops(&self) -> Option<EffectsOfNestedOps> {
        Some(effects_of_alternatives)
    }

    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = AlternativesOp::view_of(op);
        let originals = match view.scope() {
            Some(scope) => state.payload_ops(scope),
            None => vec![state.payload_root()],
        };
        for &original in &originals {
            let payload = state.ir.op(original);
            if op.self_and_ancestors().any(|around| around.handle() == original) {
                let error = Diag::error(op.loc(), "scope must not contain the transforms being applied");
                let error = error.note(payload.loc(), "scope");
                return Err(state.definite(error));
            }
            if !payload.has_trait(terrace_ir::traits::TraitSet::IsolatedFromAbove) {
                let loc = payload.loc();
                let error = Diag::error(op.loc(), "only isolated-from-above ops can be alternative scopes");
                return Err(state.definite(error.note(loc, "scope")));
            }
        }
        for region in view.alternatives() {
            let copies: Vec<_> = originals
                .iter()
                .map(|&original| {
                    let to = (original.body, InsertPoint::Before(original.op));
                    state.ir.clone_op(original, to, &mut IrMapping::new())
                })
                .collect();
            let mut yielded = TransformResults::new(op.num_results());
            let mut kept = copies.clone();
            let outcome = state.in_region_scope(|state| {
                if let Some(argument) = region.entry().and_then(|block| block.args().next()) {
                    state.map_block_argument(argument, Mapping::Ops(copies.clone()))?;
                }
                let outcome = state.apply_sequence(region, FailurePropagationMode::Propagate, &mut yielded);
                if let Some(argument) = region.entry().and_then(|block| block.args().next()) {
                    let now = state.payload_ops(argument);
                    kept = if now.len() == copies.len() { now } else { copies.clone() };
                }
                outcome
            });
            match outcome {
                Ok(()) => {
                    for (&original, &copy) in originals.iter().zip(&kept) {
                        put_in_place(state, original, copy);
                    }
                    for (i, mapping) in yielded.into_mappings().into_iter().enumerate() {
                        mapping.into_iter().for_each(|mapping| results.set_mapped(i, mapping));
                    }
                    return Ok(());
                }
                Err(TransformFailure::Silenceable(_)) => {
                    kept.retain(|&copy| is_live(state, copy));
                    kept.into_iter().for_each(|copy| state.ir.erase_op(copy));
                }
                Err(definite) => return Err(definite),
            }
        }
        Err(TransformFailure::at(op, "all alternatives failed"))
    }

    fn is_possible_top_level(&self) -> bool {
        true
    }
}
