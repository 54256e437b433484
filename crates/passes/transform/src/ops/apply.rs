//! Ops that rewrite the payload with patterns, passes and simplifications.

use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::{DictionaryAttr, I64Attr, StrAttr, UnitAttr};
use terrace_ir::def::{CustomArg, CustomDirective, op_error};
use terrace_ir::effects::{Effect, MemoryEffects, is_trivially_dead};
use terrace_ir::interfaces::LoopLike;
use terrace_ir::traits::TraitSet;
use terrace_ir::{
    Attr, AttrData, BodyId, CheckResult, Context, Diag, Op, OpHandle, OpKind, OpRef, Type, attr_kinds,
};
use terrace_macros::op;
use terrace_pass::pipeline::OpPipeline;
use terrace_pass::{Collect, PassRun};
use terrace_rewrite::greedy::apply_greedily_to;
use terrace_rewrite::passes::cse::eliminate_common_subexpressions;
use terrace_rewrite::{GreedyOptions, PatternSet, apply_greedily_below};

use crate::effects::{
    ReadsHandlesModifiesPayload, consumes_handle, modifies_payload, only_reads_handle, produces_handle,
};
use crate::failure::{TransformFailure, TransformResult};
use crate::interfaces::{
    Each, EachResult, PatternDescriptorOpInterface, TransformEachOp, TransformOpInterface,
};
use crate::results::{Mapping, TransformResults};
use crate::state::TransformState;
use crate::types::{TRANSFORM_HANDLE, TRANSFORM_PARAM};
use crate::walk::{post_order, pre_order};

/// A transform op does not change the script that it is part of.
pub(crate) fn check_separate(
    op: OpRef<'_>,
    target: OpHandle,
    state: &mut TransformState<'_>,
) -> TransformResult {
    if !op.self_and_ancestors().any(|around| around.handle() == target) {
        return Ok(());
    }
    let loc = state.ir.op(target).loc();
    let error = Diag::error(op.loc(), "cannot apply transform to itself (or one of its ancestors)");
    Err(state.definite(error.note(loc, "target payload op")))
}

/// The bodies of a payload op and of the ops nested in it, its own last.
fn bodies_below(state: &TransformState<'_>, target: OpHandle) -> Vec<BodyId> {
    post_order(state.ir, target).into_iter().filter_map(|op| state.ir.op(op).inner_body()).collect()
}

/// Eliminates common subexpressions in the targets.
#[op("transform.apply_cse",
     interfaces(dyn TransformOpInterface = Each(ApplyCommonSubexpressionEliminationOp::MODEL),
                dyn MemoryEffects = ReadsHandlesModifiesPayload),
     format = "`to` $target attr-dict `:` type($target)")]
pub struct ApplyCommonSubexpressionEliminationOp {
    target: Operand<TRANSFORM_HANDLE>,
}

impl TransformEachOp for ApplyCommonSubexpressionEliminationOp {
    fn apply_to_one(&self, op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
        check_separate(op, target, state)?;
        cse(state, target);
        Ok(Vec::new())
    }
}

fn cse(state: &mut TransformState<'_>, target: OpHandle) -> bool {
    let mut changed = false;
    for body in bodies_below(state, target) {
        let (replaced, dead) = state.ir.rewrite(body, eliminate_common_subexpressions);
        changed |= replaced + dead > 0;
    }
    changed
}

/// Erases ops in the targets that have neither use nor effect.
#[op("transform.apply_dce",
     interfaces(dyn TransformOpInterface = Each(ApplyDeadCodeEliminationOp::MODEL),
                dyn MemoryEffects = ReadsHandlesModifiesPayload),
     format = "`to` $target attr-dict `:` type($target)")]
pub struct ApplyDeadCodeEliminationOp {
    target: Operand<TRANSFORM_HANDLE>,
}

impl TransformEachOp for ApplyDeadCodeEliminationOp {
    fn apply_to_one(&self, op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
        check_separate(op, target, state)?;
        // Users come after what they use, so that what becomes dead is still to come.
        let mut ops = pre_order(state.ir, target);
        ops.reverse();
        for dead in ops {
            let gone = state.ir.find_body(dead.body).is_none_or(|body| body.is_erased(dead.op));
            if dead != target && !gone && is_trivially_dead(state.ir.op(dead)) {
                state.ir.erase_op(dead);
            }
        }
        Ok(Vec::new())
    }
}

/// Hoists loop-invariant ops out of loops.
#[op("transform.apply_licm",
     interfaces(dyn TransformOpInterface = Each(ApplyLoopInvariantCodeMotionOp::MODEL),
                dyn MemoryEffects = ReadsHandlesModifiesPayload),
     format = "`to` $target attr-dict `:` type($target)")]
pub struct ApplyLoopInvariantCodeMotionOp {
    target: Operand<TRANSFORM_HANDLE>,
}

impl TransformEachOp for ApplyLoopInvariantCodeMotionOp {
    fn apply_to_one(&self, op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
        if state.ir.op(target).interface::<dyn LoopLike>().is_none() {
            let loc = state.ir.op(target).loc();
            return Err(TransformFailure::at(op, "transform applied to the wrong op kind")
                .note(loc, "when applied to this op"));
        }
        state.rewrite(target.body, |rw| terrace_rewrite::passes::licm::hoist_from_loop(rw, target.op));
        Ok(Vec::new())
    }
}

/// The canonicalization patterns of all dialects.
#[op("transform.apply_patterns.canonicalization",
     interfaces(dyn PatternDescriptorOpInterface), format = "attr-dict")]
pub struct ApplyCanonicalizationPatternsOp {}

impl PatternDescriptorOpInterface for ApplyCanonicalizationPatternsOp {
    fn populate_patterns(
        &self,
        op: OpRef<'_>,
        _: &TransformState<'_>,
        patterns: &mut PatternSet,
    ) -> Result<(), String> {
        patterns.add_canonicalization(op.cx(), &|_| true);
        Ok(())
    }
}

/// Applies patterns greedily to the regions of the targets.
#[op("transform.apply_patterns", traits(GraphRegions, NoTerminator, SingleBlock),
     interfaces(dyn TransformOpInterface = ApplyPatterns, dyn MemoryEffects = ReadsHandlesModifiesPayload),
     verify = verify_apply_patterns, format = "`to` $target $patterns attr-dict `:` type($target)")]
pub struct ApplyPatternsOp {
    target: Operand<TRANSFORM_HANDLE>,
    apply_cse: OptProp<UnitAttr>,
    max_iterations: DefaultProp<I64Attr, no_limit>,
    max_num_rewrites: DefaultProp<I64Attr, no_limit>,
    patterns: Region<Sized<1>>,
}

fn no_limit(cx: &Context) -> Attr {
    cx.int_attr(Type::I64, -1)
}

fn verify_apply_patterns(op: OpRef<'_>) -> CheckResult {
    let Some(block) = ApplyPatternsOp::view_of(op).patterns().entry() else { return Ok(()) };
    match block.ops().find(|op| op.interface::<dyn PatternDescriptorOpInterface>().is_none()) {
        None => Ok(()),
        Some(other) => {
            let message = "expected children ops to implement PatternDescriptorOpInterface";
            Err(op_error(op, message.to_owned()).note(other.loc(), "op without interface"))
        }
    }
}

/// Applies patterns to each target; losing a handle is a failure.
struct ApplyPatterns;

impl TransformOpInterface for ApplyPatterns {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        crate::each::apply_to_each(self, op, state, results)
    }

    fn reports_tracking_failures(&self) -> bool {
        true
    }
}

impl TransformEachOp for ApplyPatterns {
    fn apply_to_one(&self, op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
        check_separate(op, target, state)?;
        let view = ApplyPatternsOp::view_of(op);
        let mut patterns = PatternSet::new();
        for descriptor in view.patterns().entry().into_iter().flat_map(|block| block.ops()) {
            let Some(interface) = descriptor.interface::<dyn PatternDescriptorOpInterface>() else {
                continue;
            };
            if let Err(why) = interface.populate_patterns(descriptor, state, &mut patterns) {
                return Err(state.definite_at(descriptor, why));
            }
        }
        let limit = |number: i64| u64::try_from(number).ok();
        let options = GreedyOptions::bottom_up()
            .max_iterations(limit(view.max_iterations()))
            .max_rewrites(limit(view.max_num_rewrites()));
        // With common subexpressions eliminated, patterns may apply again, and the other way round.
        for _ in 0..100 {
            if !apply_patterns(state, target, &patterns, &options) {
                let loc = state.ir.op(target).loc();
                let error = Diag::error(loc, "greedy pattern application failed");
                return Err(TransformFailure::silenceable(error));
            }
            if !view.apply_cse() || !cse(state, target) {
                break;
            }
        }
        Ok(Vec::new())
    }
}

/// Applies patterns to the regions of an op, isolated or not; returns whether this converged.
pub fn apply_patterns(
    state: &mut TransformState<'_>,
    target: OpHandle,
    patterns: &PatternSet,
    options: &GreedyOptions,
) -> bool {
    if state.ir.op(target).has_trait(TraitSet::IsolatedFromAbove) {
        return state.with_run(|ir, run| apply_greedily_below(ir, target, patterns, options, run)).is_ok();
    }
    let ops: Vec<OpHandle> = pre_order(state.ir, target).into_iter().skip(1).collect();
    let mut bodies: Vec<(BodyId, Vec<Op>)> = Vec::new();
    for op in ops {
        match bodies.iter_mut().find(|(body, _)| *body == op.body) {
            Some((_, ops)) => ops.push(op.op),
            None => bodies.push((op.body, vec![op.op])),
        }
    }
    for (body, ops) in bodies {
        let result = state.rewrite(body, |rw| apply_greedily_to(rw, &ops, patterns, options));
        if !result.converged {
            return false;
        }
    }
    true
}

attr_kinds! {
    /// The number of a parameter among the dynamic options of a pass.
    pub ParamOperandAttr("param operand") -> i64 {
        value: |cx: &Context, attr: Attr| cx.attr_params(attr, &PARAM_OPERAND)?.first()?.as_i64(cx),
        attr: |cx, index| cx.dialect_attr(&PARAM_OPERAND, &[cx.int_attr(Type::I64, index)]).unwrap_or(Attr::NULL),
    }
}

/// `#transform.param_operand<index = 0>`.
pub static PARAM_OPERAND: terrace_ir::def::AttrDef = terrace_ir::def::AttrDef {
    name: "transform.param_operand",
    class: "ParamOperandAttr",
    doc: "The index of a parameter among the dynamic options of a pass.",
    params: &[terrace_ir::def::ParamDef {
        name: "index",
        kind: terrace_ir::def::ParamKind::AttrWhere(
            |cx, attr| attr.as_integer(cx).is_some(),
            "::mlir::IntegerAttr",
        ),
        optional: false,
        default: None,
    }],
    format: Some("`<` `index` `=` $index `>`"),
    ..terrace_ir::def::EMPTY_PARAMS
};

/// Runs a pass, or a pipeline, on the targets.
#[op("transform.apply_registered_pass",
     interfaces(dyn TransformOpInterface = Each(ApplyRegisteredPassOp::MODEL), dyn MemoryEffects),
     customs(&PASS_OPTIONS), verify = verify_registered_pass,
     format = "$pass_name (`with` `options` `=` custom<ApplyRegisteredPassOptions>($options, $dynamic_options)^)? `to` \
               $target attr-dict `:` functional-type(operands, results)")]
pub struct ApplyRegisteredPassOp {
    target: Operand<TRANSFORM_HANDLE>,
    dynamic_options: VarOperand<TRANSFORM_PARAM>,
    pass_name: Prop<StrAttr>,
    options: DefaultProp<DictionaryAttr, no_options>,
    result: Res<TRANSFORM_HANDLE>,
}

fn no_options(_: &Context) -> Attr {
    Attr::EMPTY_DICT
}

/// `{"option" = value, "other" = %param}`.
static PASS_OPTIONS: CustomDirective = CustomDirective {
    name: "ApplyRegisteredPassOptions",
    parse: parse_pass_options,
    print: print_pass_options,
};

/// The slot of the operands that options name.
const DYNAMIC_OPTIONS: usize = 1;

fn parse_option_value(p: &mut dyn OpParser, state: &mut ParseState, key: &str) -> PResult<Attr> {
    if let Some(operand) = p.optional_operand()? {
        let at = state.slots.operands[DYNAMIC_OPTIONS].len() as i64;
        state.slots.operands[DYNAMIC_OPTIONS].push(operand);
        return Ok(<ParamOperandAttr as terrace_ir::attr_kind::AttrKind>::attr(p.cx(), at));
    }
    if p.optional_token("[") {
        let mut values = Vec::new();
        while !p.optional_token("]") {
            values.push(parse_option_value(p, state, key)?);
            if !p.optional_token(",") {
                p.token("]")?;
                break;
            }
        }
        return Ok(p.cx().array_attr(&values));
    }
    let loc = p.loc();
    match p.optional_attr(Type::NONE)? {
        Some(attr) => Ok(attr),
        None => {
            let message = format!("expected a valid attribute or operand as value associated to key '{key}'");
            Err(p.error(loc, message))
        }
    }
}

fn parse_pass_options(p: &mut dyn OpParser, state: &mut ParseState, _: &[CustomArg]) -> PResult<bool> {
    p.token("{")?;
    let mut pairs: Vec<(String, Attr)> = Vec::new();
    while !p.optional_token("}") {
        let loc = p.loc();
        let Ok(key) = p.keyword_or_string() else {
            return Err(p.error(loc, "expected key to either be an identifier or a string".to_owned()));
        };
        p.token("=")?;
        let value = parse_option_value(p, state, &key)?;
        if pairs.iter().any(|(known, _)| *known == key) {
            return Err(p.error(loc, format!("duplicate key '{key}' in dictionary attribute")));
        }
        pairs.push((key, value));
        if !p.optional_token(",") {
            p.token("}")?;
            break;
        }
    }
    let cx = p.cx();
    let named: Vec<(terrace_ir::Str, Attr)> =
        pairs.iter().map(|(key, value)| (cx.str(key), *value)).collect();
    let dict = cx.dict(named);
    state.set_prop(cx, "options", dict);
    Ok(!pairs.is_empty())
}

fn print_option_value(p: &mut dyn OpPrinter, op: OpRef<'_>, value: Attr) {
    let cx = op.cx();
    if let Some(index) = cx.attr_params(value, &PARAM_OPERAND).and_then(|params| params.first()?.as_i64(cx)) {
        if let Some(operand) = ApplyRegisteredPassOp::view_of(op).dynamic_options().nth(index as usize) {
            p.value(operand);
        }
    } else if let Some(values) = value.as_array(cx) {
        p.text("[");
        for (i, &value) in values.iter().enumerate() {
            if i > 0 {
                p.text(", ");
            }
            print_option_value(p, op, value);
        }
        p.text("]");
    } else {
        p.attr(value);
    }
}

fn print_pass_options(p: &mut dyn OpPrinter, op: OpRef<'_>, _: &[CustomArg]) {
    let cx = op.cx();
    let options = ApplyRegisteredPassOp::view_of(op).options();
    p.text("{");
    for (i, &(key, value)) in options.iter().enumerate() {
        if i > 0 {
            p.text(", ");
        }
        p.quoted(key.text(cx).as_bytes());
        p.text(" = ");
        print_option_value(p, op, value);
    }
    p.text("}");
}

fn verify_registered_pass(op: OpRef<'_>) -> CheckResult {
    let cx = op.cx();
    let view = ApplyRegisteredPassOp::view_of(op);
    let count = view.dynamic_options().len();
    let mut used = vec![false; count];
    for &(_, value) in view.options() {
        let nested: Vec<Attr> = value.as_array(cx).map_or(vec![value], <[Attr]>::to_vec);
        for value in nested {
            let Some(index) =
                cx.attr_params(value, &PARAM_OPERAND).and_then(|params| params.first()?.as_i64(cx))
            else {
                continue;
            };
            let Some(slot) = usize::try_from(index).ok().and_then(|index| used.get_mut(index)) else {
                let message = format!(
                    "dynamic option index {index} is out of bounds for the number of dynamic options: {count}"
                );
                return Err(op_error(op, message));
            };
            if std::mem::replace(slot, true) {
                return Err(op_error(op, format!("dynamic option index {index} is already used in options")));
            }
        }
    }
    match used.iter().position(|used| !used) {
        None => Ok(()),
        Some(at) => Err(op_error(
            op,
            format!(
                "a param operand does not have a corresponding param_operand attr in the options dict (#{at})"
            ),
        )),
    }
}

impl MemoryEffects for ApplyRegisteredPassOp {
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
        let view = ApplyRegisteredPassOp::view_of(op);
        consumes_handle([view.target()], out);
        only_reads_handle(view.dynamic_options(), out);
        produces_handle(op.results(), out);
        modifies_payload(out);
    }
}

/// An option's value as the command line has it.
fn option_text(cx: &Context, value: Attr, params: &[Vec<Attr>]) -> Option<String> {
    if let Some(index) = cx.attr_params(value, &PARAM_OPERAND).and_then(|params| params.first()?.as_i64(cx)) {
        let texts: Option<Vec<String>> =
            params.get(index as usize)?.iter().map(|&value| option_text(cx, value, params)).collect();
        return Some(texts?.join(","));
    }
    match value.data(cx) {
        AttrData::Integer { ty, .. } if *ty == Type::I1 => {
            value.as_i64(cx).map(|flag| (flag != 0).to_string())
        }
        AttrData::Integer { .. } => value.as_i64(cx).map(|number| number.to_string()),
        AttrData::String { .. } => value.as_str(cx).map(|text| text.to_string()),
        AttrData::Array(values) => {
            let texts: Option<Vec<String>> =
                values.iter().map(|&value| option_text(cx, value, params)).collect();
            Some(texts?.join(","))
        }
        _ => Some(cx.attr_text(value)),
    }
}

impl TransformEachOp for ApplyRegisteredPassOp {
    fn apply_to_one(&self, op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
        let (cx, view) = (op.cx(), ApplyRegisteredPassOp::view_of(op));
        let name = view.pass_name();
        let registry = state.manager.registry;
        if registry.pass(name).is_none() && registry.pipeline(name).is_none() {
            return Err(state.definite_at(op, format!("unknown pass or pass pipeline: {name}")));
        }
        check_separate(op, target, state)?;
        let params: Vec<Vec<Attr>> = view.dynamic_options().map(|param| state.params(param)).collect();
        let mut options = Vec::new();
        for &(key, value) in view.options() {
            let Some(text) = option_text(cx, value, &params) else {
                return Err(state.definite_at(op, format!("the option '{}' has no value", key.text(cx))));
            };
            options.push(format!("{}={text}", key.text(cx)));
        }
        let options = options.join(" ");
        let mut pipeline = OpPipeline::new(None);
        if let Err(error) = pipeline.add_named(registry, name, &options) {
            state.report_about(op, Diag::error(op.loc(), error.message().trim_end()));
            let message = format!("failed to add pass or pass pipeline to pipeline: {name}");
            return Err(state.definite_at(op, message));
        }
        let manager = state.manager;
        let passed = state.with_run(|ir, run: &mut PassRun<'_>| {
            let mut diags = Vec::new();
            let passed = manager.run(ir, &pipeline, target, &mut Collect(&mut diags));
            diags.into_iter().for_each(|diag| run.report(diag));
            passed.is_ok()
        });
        if !passed {
            let loc = state.ir.op(target).loc();
            return Err(TransformFailure::at(op, "pass pipeline failed").note(loc, "target op"));
        }
        Ok(vec![Mapping::Ops(vec![target])])
    }
}
