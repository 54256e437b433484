//! Ops that find payload by patterns of the dialect pdl.

use terrace_dialects_pdl::matching::ApplyNativeConstraintOp;
use terrace_dialects_pdl::native::native_constraint;
use terrace_dialects_pdl::pattern::PatternOp;
use terrace_ir::attr_kind::SymbolRefAttr;
use terrace_ir::def::op_error;
use terrace_ir::effects::{Effect, MemoryEffects};
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION, ExternalModelsByName, NamedModel};
use terrace_ir::{CheckResult, OpHandle, OpKind, OpRef, View};
use terrace_macros::op;
use terrace_pdl::PdlMatcher;
use terrace_transform::effects::Navigation;
use terrace_transform::nested_effects::{EffectsOfNestedOps, FromNestedOps, NestedEffects};
use terrace_transform::types::{AnyPayload, TRANSFORM_HANDLE, TransformHandleTypeInterface};
use terrace_transform::walk::post_order;
use terrace_transform::{TransformOpInterface, TransformResult, TransformResults, TransformState};

/// The name of the rewrite without effect: only the match is needed.
const TRANSFORM_DIALECT: &str = "transform.dialect";

/// The transform ops of this module.
pub static EXTENSION: DialectExtension = DialectExtension {
    dialect: "transform",
    ops: &[PDLMatchOp::DEF, WithPDLPatternsOp::DEF],
    ..EMPTY_EXTENSION
};

/// The types that this module adds to the dialect pdl: `!pdl.operation` is a handle to any ops.
pub static PDL_EXTENSION: DialectExtension = DialectExtension {
    dialect: "pdl",
    type_interfaces: &[&ExternalModelsByName(OP_HANDLES)],
    ..EMPTY_EXTENSION
};

/// Types of the dialect that are handles to ops.
const OP_HANDLES: &[NamedModel<dyn TransformHandleTypeInterface>] = &[("pdl.operation", &AnyPayload)];

/// The patterns that may be named, while the op that holds them runs.
struct PdlPatterns {
    holder: OpHandle,
}

/// Finds the ops in the payload that a pattern matches, inner ones first.
#[op("transform.pdl_match", interfaces(dyn TransformOpInterface, dyn MemoryEffects = Navigation),
     format = "$pattern_name `in` $root attr-dict `:` functional-type(operands, results)")]
pub struct PDLMatchOp {
    root: Operand<TRANSFORM_HANDLE>,
    pattern_name: Prop<SymbolRefAttr>,
    matched: Res<TRANSFORM_HANDLE>,
}

/// Prepares a pattern; the op and a message if it rewrites, or calls a constraint that does not exist.
fn compile<'s>(
    state: &TransformState<'s>,
    pattern: View<'s, PatternOp>,
) -> Result<PdlMatcher, (OpRef<'s>, String)> {
    let Some(rewriter) = pattern.rewriter() else {
        return Err((pattern.0, "the pattern has no rewrite".to_owned()));
    };
    if rewriter.name() != Some(TRANSFORM_DIALECT) {
        let message = format!("only patterns with the rewriter '{TRANSFORM_DIALECT}' can be matched");
        return Err((rewriter.0, message));
    }
    let ops = pattern.body_region().entry().into_iter().flat_map(|block| block.ops());
    for call in ops.filter_map(|op| op.cast::<ApplyNativeConstraintOp>()) {
        let name = call.name();
        if native_constraint(call.0.cx(), name).is_none() {
            return Err((call.0, format!("no native constraint '{name}' is registered")));
        }
    }
    PdlMatcher::compile(state.ir.cx(), pattern).map_err(|diag| (pattern.0, diag.message))
}

impl TransformOpInterface for PDLMatchOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let (cx, view) = (op.cx(), PDLMatchOp::view_of(op));
        let (name, nested) = view.pattern_name();
        let name = nested.last().copied().unwrap_or(name);
        let holder = state.extensions.get::<PdlPatterns>().map(|patterns| patterns.holder);
        let pattern = holder.and_then(|holder| {
            let body = WithPDLPatternsOp::view_of(state.script().op(holder)).body().entry()?;
            let mut patterns = body.ops().filter(|op| op.isa::<PatternOp>());
            patterns.find(|pattern| pattern.symbol_name() == Some(name)).map(PatternOp::view_of)
        });
        let Some(pattern) = pattern else {
            let name = cx.attr_text(view.pattern_name_attr());
            return Err(state.definite_at(op, format!("could not find pattern '{name}'")));
        };
        let matcher = match compile(state, pattern) {
            Ok(matcher) => matcher,
            Err((at, message)) => return Err(state.definite_at(at, message)),
        };
        let (mut found, mut reported) = (Vec::new(), Vec::new());
        for root in state.payload_ops(view.root()) {
            for candidate in post_order(state.ir, root) {
                if matcher.matches(state.op(candidate), &mut |diag| reported.push(diag)) {
                    found.push(candidate);
                }
            }
        }
        reported.into_iter().for_each(|diag| state.report(diag));
        results.set(0, found);
        Ok(())
    }
}

/// Holds patterns, and one op that may name them and is run.
#[op("transform.with_pdl_patterns", traits(NoTerminator, SymbolTable), default_dialect = "transform",
     interfaces(dyn TransformOpInterface, dyn MemoryEffects = FromNestedOps), verify = verify_with_patterns,
     format = "($root^ `:` type($root))? attr-dict-with-keyword regions")]
pub struct WithPDLPatternsOp {
    root: OptOperand<TRANSFORM_HANDLE>,
    body: Region<Sized<1>>,
}

fn is_possible_top_level(op: OpRef<'_>) -> bool {
    op.interface::<dyn TransformOpInterface>().is_some_and(TransformOpInterface::is_possible_top_level)
}

fn verify_with_patterns(op: OpRef<'_>) -> CheckResult {
    terrace_transform::ops::verify::verify_possible_top_level(op)?;
    let Some(block) = WithPDLPatternsOp::view_of(op).body().entry() else { return Ok(()) };
    let mut top_level: Option<OpRef<'_>> = None;
    for nested in block.ops().filter(|nested| !nested.isa::<PatternOp>()) {
        if !is_possible_top_level(nested) {
            return Err(op_error(op, "expects only pattern and top-level transform ops in its body")
                .note(nested.loc(), "offending op"));
        }
        if let Some(first) = top_level {
            return Err(op_error(op, "expects only one non-pattern op in its body")
                .note(first.loc(), "first non-pattern op")
                .note(nested.loc(), "second non-pattern op"));
        }
        top_level = Some(nested);
    }
    let mut ancestors = op.ancestors();
    if let Some(outer) = ancestors.find(|outer| outer.isa::<WithPDLPatternsOp>()) {
        return Err(op_error(op, "cannot be nested").note(outer.loc(), "parent operation"));
    }
    match top_level {
        Some(_) => Ok(()),
        None => Err(op_error(op, "expects at least one non-pattern op")),
    }
}

fn effects_of_nested(op: OpRef<'_>, nested: &NestedEffects, out: &mut Vec<Effect>) {
    if let Some(block) = WithPDLPatternsOp::view_of(op).body().entry() {
        nested.effects_of_region(op, block, out);
    }
}

impl TransformOpInterface for WithPDLPatternsOp {
    fn effects_of_nested_ops(&self) -> Option<EffectsOfNestedOps> {
        Some(effects_of_nested)
    }

    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        _results: &mut TransformResults,
    ) -> TransformResult {
        let body = WithPDLPatternsOp::view_of(op).body();
        let nested = body.entry().and_then(|block| block.ops().find(|op| !op.isa::<PatternOp>()));
        let Some(nested) = nested else { return Ok(()) };
        let added = state.extensions.add(PdlPatterns { holder: op.handle() });
        let outcome = state.in_region_scope(|state| {
            state.bind_sequence(op, body)?;
            state.apply_transform(nested)
        });
        if added {
            state.extensions.remove::<PdlPatterns>();
        }
        outcome
    }

    fn is_possible_top_level(&self) -> bool {
        true
    }
}
