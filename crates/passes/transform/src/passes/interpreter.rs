//! `transform-interpreter`: runs a script on the IR.

use terrace_ir::def::plain_error;
use terrace_ir::traits::TraitSet;
use terrace_ir::{Diag, Ir, OpHandle, OpKind, OpRef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassOptions, PassRun, pass_options};

use super::library::{self, Library};
use crate::ops::sequence::NamedSequenceOp;
use crate::ops::verify::{WITH_NAMED_SEQUENCE, verify_possible_top_level};
use crate::results::Mapping;
use crate::state::TransformState;
use crate::walk::pre_order;

/// The attribute that marks the payload root.
const TARGET_TAG: &str = "transform.target_tag";

pass_options! {
    /// The options of the pass.
    struct InterpreterOptions {
        /// Select the operation with 'transform.target_tag' attribute having the given value as payload IR root. If
        /// empty select the pass anchor operation as the payload IR root.
        debug_payload_root_tag("debug-payload-root-tag"): String = "",
        /// Binds trailing arguments of the entry point to the payload operations with specified names.
        debug_bind_trailing_args("debug-bind-trailing-args"): Vec<String> = "",
        /// Disable expensive checks in the interpreter for a faster run.
        disable_expensive_checks("disable-expensive-checks"): bool = "false",
        /// Entry point of the pass pipeline.
        entry_point("entry-point"): String = "__transform_main",
    }
}

/// The pass.
pub static INTERPRETER: PassDef = PassDef {
    name: "transform-interpreter",
    class: "InterpreterPass",
    doc: "transform dialect interpreter",
    options: InterpreterOptions::DEFS,
    make: |options| Ok(Pass::Ir(Box::new(Interpreter::new(options)))),
    ..EMPTY_PASS
};

struct Interpreter {
    entry_point: String,
    payload_root_tag: String,
    trailing_args: Vec<String>,
    expensive_checks: bool,
}

impl Interpreter {
    fn new(options: &PassOptions) -> Self {
        let options = InterpreterOptions::from(options);
        Self {
            entry_point: options.entry_point,
            payload_root_tag: options.debug_payload_root_tag,
            trailing_args: options.debug_bind_trailing_args,
            expensive_checks: !options.disable_expensive_checks,
        }
    }
}

impl IrPass for Interpreter {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let root = match payload_root(ir, op, &self.payload_root_tag) {
            Ok(root) => root,
            Err(error) => return run.fail(error),
        };
        let library = ir.cx().slot::<Library>().module();
        let entry = find_entry(ir, op, &self.entry_point);
        let of_library = || {
            Some((
                library.as_deref()?,
                find_entry(library.as_deref()?, library.as_deref()?.root()?.handle(), &self.entry_point)?,
            ))
        };
        let script = match (entry, of_library()) {
            (Some(entry), _) => {
                if let Some(library) = &library
                    && let Err(error) = library::merge_symbols(ir, entry, library)
                {
                    run.report(error);
                    return run.fail(Diag::error(ir.op(root).loc(), "failed to merge symbols"));
                }
                (script_of(ir, entry), entry)
            }
            (None, Some((library, entry))) => (library.clone(), entry),
            (None, None) => {
                let message =
                    format!("could not find a nested named sequence with name: {}", self.entry_point);
                return run.fail(plain_error(ir.op(op), message));
            }
        };
        let (script, entry) = script;
        // A declaration has nothing to run.
        if let Err(mut error) = verify_possible_top_level(script.op(entry)) {
            // The op may be one of a library.
            error.op = None;
            return run.fail(error);
        }
        let trailing = match trailing_args(ir, op, script.op(entry), &self.trailing_args) {
            Ok(trailing) => trailing,
            Err(error) => return run.fail(error),
        };
        apply_script(ir, &script, entry, root, trailing, self.expensive_checks, run)
    }
}

/// The op that a script is to transform: the one with the tag, or that of the pass.
fn payload_root(ir: &Ir, op: OpHandle, tag: &str) -> Result<OpHandle, Box<Diag>> {
    if tag.is_empty() {
        return Ok(op);
    }
    let cx = ir.cx();
    let is_tagged = |at: &OpHandle| {
        ir.op(*at).attr(TARGET_TAG).and_then(|value| value.as_str(cx)).is_some_and(|value| value == tag)
    };
    let mut tagged = pre_order(ir, op).into_iter().filter(is_tagged);
    match (tagged.next(), tagged.next()) {
        (Some(found), None) => Ok(found),
        (None, _) => {
            let message = format!("could not find the operation with {TARGET_TAG}=\"{tag}\" attribute");
            Err(plain_error(ir.op(op), message))
        }
        (Some(first), Some(second)) => {
            let message = format!("repeated operation with the target tag '{tag}'");
            Err(plain_error(ir.op(second), message).note(ir.op(first).loc(), "previously seen operation"))
        }
    }
}

/// The named sequence of a name, in an op.
pub(crate) fn find_entry(ir: &Ir, op: OpHandle, name: &str) -> Option<OpHandle> {
    let is_entry = |op: &OpRef<'_>| {
        op.isa::<NamedSequenceOp>() && NamedSequenceOp::view_of(*op).sym_name().text(ir.cx()) == name
    };
    // The outermost table that has one.
    let mut tables = std::collections::VecDeque::from([op]);
    while let Some(table) = tables.pop_front() {
        let ops = || ir.op(table).regions().flat_map(|region| region.blocks()).flat_map(|block| block.ops());
        if let Some(entry) = ops().find(is_entry) {
            return Some(entry.handle());
        }
        tables.extend(ops().filter(|op| op.has_trait(TraitSet::SymbolTable)).map(OpRef::handle));
    }
    None
}

/// The payload of the entry's arguments after the first, from the options of the pass.
fn trailing_args(
    ir: &Ir,
    op: OpHandle,
    entry: OpRef<'_>,
    bindings: &[String],
) -> Result<Vec<Mapping>, Box<Diag>> {
    let entry = NamedSequenceOp::view_of(entry);
    let Some(block) = entry.body().entry() else { return Ok(Vec::new()) };
    if bindings.len() + 1 != block.args().len() {
        let message = format!(
            "operation expects {} extra value bindings, but {} were provided to the interpreter",
            block.args().len().saturating_sub(1),
            bindings.len()
        );
        return Err(Diag::error(entry.0.loc(), message));
    }
    let ops = pre_order(ir, op);
    let named = |name: &str| {
        ops.iter().map(|&op| ir.op(op)).filter(|op| op.name_text() == name).collect::<Vec<OpRef<'_>>>()
    };
    let mut out = Vec::new();
    for binding in bindings {
        let mapping = match binding.strip_prefix('^') {
            Some(name) => Mapping::Values(
                named(name).iter().flat_map(|op| op.results()).map(|result| result.handle()).collect(),
            ),
            None => match binding.strip_prefix('#') {
                Some(numbers) => {
                    let parse = |number: &str| number.parse::<i64>().ok();
                    let Some(numbers) = numbers.split(';').map(parse).collect::<Option<Vec<i64>>>() else {
                        return Err(Diag::error(
                            entry.0.loc(),
                            format!("couldn't parse integer pass argument {binding}"),
                        ));
                    };
                    let one = |number| ir.cx().int_attr(terrace_ir::Type::I64, number);
                    Mapping::Params(numbers.into_iter().map(one).collect())
                }
                None => Mapping::Ops(named(binding).iter().map(|op| op.handle()).collect()),
            },
        };
        out.push(mapping);
    }
    Ok(out)
}

/// Runs a named sequence on a payload.
///
/// # Errors
///
/// Failures of the script, which have been reported.
pub fn apply_named_sequence(
    ir: &mut Ir,
    entry: OpHandle,
    root: OpHandle,
    trailing: Vec<Mapping>,
    expensive_checks: bool,
    run: &mut PassRun<'_>,
) -> Result<(), Failed> {
    let script = script_of(ir, entry);
    apply_script(ir, &script, entry, root, trailing, expensive_checks, run)
}

/// Runs a named sequence of a script in a separate IR.
fn apply_script(
    ir: &mut Ir,
    script: &Ir,
    entry: OpHandle,
    root: OpHandle,
    trailing: Vec<Mapping>,
    expensive_checks: bool,
    run: &mut PassRun<'_>,
) -> Result<(), Failed> {
    let mut state = TransformState::new(ir, script, root, trailing, run.manager);
    state.expensive_checks = expensive_checks;
    state.observe(|observer, state| observer.start(state, script.op(entry)));
    let outcome = state.apply_transform(script.op(entry));
    let passed = state.check_and_report(outcome);
    let done = state.finish();
    run.printed.push_str(&done.printed);
    run.text.push_str(&done.text);
    done.diags.into_iter().for_each(|diag| run.report(diag));
    if passed { Ok(()) } else { Err(Failed) }
}

/// Copies the script of an entry point: the bodies around it, and all sequences next to it. Handles are
/// preserved.
fn script_of(ir: &Ir, entry: OpHandle) -> Ir {
    let mut keep = rustc_hash::FxHashSet::default();
    let around = ir.op(entry).self_and_ancestors();
    keep.extend(around.map(OpRef::body_id));
    let mut pending = vec![(entry.body, false)];
    while let Some((body, is_op_of_script)) = pending.pop() {
        for op in ir.body(body).live_ops() {
            let view = ir.op(OpHandle { body, op });
            let is_op = matches!(view.name_text().split('.').next(), Some("transform" | "pdl"));
            // What is in an op of the script is part of the script, whatever it is.
            let is_script = is_op_of_script || is_op || view.attr(WITH_NAMED_SEQUENCE).is_some();
            if let Some(inner) = view.inner_body().filter(|_| is_script)
                && keep.insert(inner)
            {
                pending.push((inner, is_op_of_script || is_op));
            }
        }
    }
    ir.clone_bodies(|body| keep.contains(&body))
}
