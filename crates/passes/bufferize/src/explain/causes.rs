//! Causes of allocations and copies other than out-of-place operands.

use terrace_dialects_core::scf::{ConditionOp, ForOp, WhileOp};
use terrace_dialects_mem::bufferization::MaterializeInDestinationOp;
use terrace_dialects_mem::bufferization::types::BufferizationType;
use terrace_dialects_mem::memref::causes::{BufferCause, cause_of};
use terrace_dialects_mem::tensor::{ConcatOp, EmptyOp, PadOp};
use terrace_dialects_shape::ml_program::global::GlobalStoreOp;
use terrace_ir::op_match;
use terrace_ir::{Loc, Op, OpRef, Rewriter, ValueRef};

use crate::advice::Edit;
use crate::explain::names::{value_loc, value_text};
use crate::interface::Operand;
use crate::provenance::{Cause, Explanation, Records, Role};
use crate::state::State;

/// The name and location of an operand in the source.
fn operand(rw: &Rewriter<'_>, records: &Records, op: Op, index: usize) -> (String, Loc) {
    let origin = rw.op(records.origin(op));
    let place = format!("operand #{index} of '{}'", origin.name_text());
    match records.operand(op, index) {
        Some(known) => match &known.name {
            Some(name) => (format!("{name} ({place})"), known.loc),
            None => (place, known.loc),
        },
        // An op that was made for another one has operands of its own.
        None if origin.id() != op => (format!("an operand of '{}'", origin.name_text()), origin.loc()),
        None => (place, origin.loc()),
    }
}

/// The first result of the op that an op was created for, by its name.
fn result(rw: &Rewriter<'_>, records: &Records, op: Op) -> (String, Loc) {
    let origin = rw.op(records.origin(op));
    match origin.results().next().filter(|_| origin.id() == op) {
        Some(result) => (value_text(result), value_loc(result)),
        None => (format!("the result of '{}'", origin.name_text()), origin.loc()),
    }
}

/// Explains a cause for which the analysis has no explanation.
pub(crate) fn explain(rw: &Rewriter<'_>, state: &State<'_>, records: &Records, cause: Cause) -> Explanation {
    match cause {
        Cause::OutOfPlace(op, index) => not_analyzed(rw, records, op, index),
        Cause::Carried(op, index) => carried(rw, state, records, op, index),
        Cause::NewResult(op) => new_result(rw, records, op),
        Cause::AllocTensor(op) => asked_for(rw, records, op),
        Cause::Layout(op) => {
            let (what, loc) = operand(rw, records, op, 0);
            let name = rw.op(records.origin(op)).name_text();
            let message = format!("{what} is copied: its elements do not adjoin in its buffer");
            Explanation::new(loc, "layout", message)
                .rule(&format!("'{name}' keeps the buffer only where its dimensions are certain to adjoin"))
        }
        Cause::Written(op, index) => written(rw, records, op, index),
        Cause::BufferType(op) => buffer_type(rw, records, op),
        Cause::ArgumentType(op, index) => {
            let (what, loc) = operand(rw, records, op, index);
            let message =
                format!("{what} is copied: the callee takes a buffer of another layout or memory space");
            Explanation::new(loc, "call", message)
                .rule("a buffer is only cast to a type that cannot be wrong at run time")
                .edit(Some(Edit::Option("function-boundary-type-conversion=infer-layout-map")))
        }
    }
}

fn not_analyzed(rw: &Rewriter<'_>, records: &Records, op: Op, index: usize) -> Explanation {
    let (what, loc) = operand(rw, records, op, index);
    let message = format!("{what} is copied before it is written: there was no analysis");
    Explanation::new(loc, "no-analysis", message)
        .rule("with copy-before-write, and in functions of no-analysis-func-filter, every buffer is copied before it is written")
        .edit(Some(Edit::Option("copy-before-write=false")))
}

fn carried(rw: &Rewriter<'_>, state: &State<'_>, records: &Records, op: Op, index: usize) -> Explanation {
    let (what, loc) = operand(rw, records, op, index);
    let end = rw.op(op);
    let is_condition = end.isa::<ConditionOp>();
    let number = index - usize::from(is_condition);
    let value = end.operand(index);
    let argument = loop_argument(end, number);
    let found =
        |why: &str| Explanation::new(loc, "loop", format!("{what} is copied in each iteration: {why}"));
    let swapped = argument.and_then(|argument| other_argument(state, value, argument));
    let same = |argument: ValueRef<'_>| state.are_equivalent(value, argument);
    let explanation = if let Some(other) = swapped {
        let how = match other == value {
            true => "it passes on what came in as another argument".to_owned(),
            false => format!("it was computed in the buffer of {}", value_text(other)),
        };
        found(&format!("the loop swaps its buffers, as {how}"))
    } else if is_condition && argument.is_some_and(same) {
        found("the loop does not yield the buffer that it was given")
    } else if is_condition {
        found("the condition passes on another buffer than the loop was given")
    } else {
        found("its buffer comes from outside of the loop, or must not be written by the next iteration")
    };
    let explanation = explanation.note(
        Role::Definition,
        value_loc(value),
        format!("{} is defined here", value_text(value)),
    );
    let explanation = match argument {
        Some(argument) => {
            let text = format!("the next iteration gets it as {}", value_text(argument));
            explanation.note(Role::Alias, value_loc(argument), text)
        }
        None => explanation,
    };
    explanation
        .rule("what a loop passes on is the buffer that it was given, or one that is made in the iteration")
}

/// Another argument of a loop whose buffer a value that is passed on for an argument may have.
fn other_argument<'a>(
    state: &State<'_>,
    value: ValueRef<'a>,
    argument: ValueRef<'a>,
) -> Option<ValueRef<'a>> {
    let aliases = state.decisions.aliases(value.id()).unwrap_or_else(|| vec![value.id()]);
    let aliases = aliases.into_iter().map(|alias| view(argument, alias));
    aliases
        .filter(|alias| *alias != argument && alias.owner_block() == argument.owner_block())
        .min_by_key(|alias| alias.index())
}

/// Another value of the body of a value.
fn view<'a>(value: ValueRef<'a>, other: terrace_ir::Value) -> ValueRef<'a> {
    ValueRef::in_body(value.ir(), value.body(), value.body_id(), other)
}

/// The iteration argument of the loop around a terminator that receives the forwarded operand with an index.
fn loop_argument(end: OpRef<'_>, number: usize) -> Option<ValueRef<'_>> {
    let parent = end.parent_op()?;
    if let Some(view) = parent.cast::<ForOp>() {
        return view.region().entry()?.args().nth(1 + number);
    }
    parent.cast::<WhileOp>()?.before().entry()?.args().nth(number)
}

fn new_result(rw: &Rewriter<'_>, records: &Records, op: Op) -> Explanation {
    let (what, loc) = result(rw, records, op);
    let origin = rw.op(records.origin(op));
    let name = origin.name_text();
    let tensors = origin.operands().any(|value| value.ty().is_tensor_like(origin.cx()));
    let is_empty = origin.isa::<EmptyOp>();
    let rule = match (is_empty, tensors) {
        (true, _) => "a tensor that is not computed from another has a buffer of its own".to_owned(),
        (_, true) => format!("none of the operands of '{name}' is a destination"),
        _ => format!("'{name}' has no operand whose buffer it could take"),
    };
    let found =
        Explanation::new(loc, "new", format!("{what} is a new allocation: '{name}' has no destination"));
    let found = found.rule(&rule);
    if is_empty { found.edit(Some(Edit::Pass("eliminate-empty-tensors"))) } else { found }
}

/// The explanation of an allocation or copy by a pass before or after bufferization.
pub(crate) fn of_pass(loc: Loc, cause: &'static BufferCause) -> Explanation {
    Explanation::new(loc, cause.name, cause.message).rule(cause.rule)
}

fn asked_for(rw: &Rewriter<'_>, records: &Records, op: Op) -> Explanation {
    let view = rw.op(op);
    if let Some((cause, loc)) = cause_of(view.cx(), view.loc()) {
        return of_pass(loc, cause);
    }
    let (what, loc) = result(rw, records, op);
    let origin = rw.op(records.origin(op));
    let copies = origin.operands().any(|value| value.ty().is_tensor_like(origin.cx()));
    let does = if copies { "is a new allocation with a copy" } else { "is a new allocation" };
    Explanation::new(loc, "asked", format!("{what} {does}: '{}' is one", origin.name_text()))
        .rule("an alloc_tensor is a buffer of its own")
}

fn written(rw: &Rewriter<'_>, records: &Records, op: Op, index: usize) -> Explanation {
    let (what, loc) = operand(rw, records, op, index);
    let origin = rw.op(records.origin(op));
    let (into, rule) = op_match!(origin, {
        GlobalStoreOp(_) => ("the global", "a store to a global copies what it stores"),
        MaterializeInDestinationOp(_) => {
            ("the destination", "what is materialized is copied, unless it was computed in the destination")
        }
        ConcatOp(_) => ("its part of the result", "each input is copied to its part of a new buffer"),
        PadOp(_) => ("its part of the result", "the source is copied into the padded buffer"),
        _ => ("the part that it replaces", "what is inserted is copied, unless it was computed in that part"),
    });
    let message = format!("{what} is copied into {into}: it was computed in another buffer");
    let eliminate = Edit::Pass("eliminate-empty-tensors");
    let edit = match origin.isa::<PadOp>() {
        // The source can be computed in its part of the result once that part is an op's operand.
        true => Edit::All(vec![Edit::Pass("convert-tensor-to-linalg"), eliminate]),
        false => eliminate,
    };
    Explanation::new(loc, "write-back", message).rule(rule).edit(Some(edit))
}

fn buffer_type(rw: &Rewriter<'_>, records: &Records, op: Op) -> Explanation {
    let view = rw.op(op);
    let (cx, result) = (view.cx(), view.single_result());
    let to = result.ty();
    let made = view.single_operand().defining_op().filter(|op| op.num_operands() == 1);
    let source = made.map(|op| op.single_operand().ty());
    let user = result.uses().next().map(|(user, index)| Operand { op: user, index });
    let own = records.operand(op, 0).is_some();
    let (what, loc) = match user.filter(|_| !own) {
        Some(user) => operand(rw, records, user.op.id(), user.index),
        None => operand(rw, records, op, 0),
    };
    let message =
        format!("{what} is copied: its buffer has another layout or memory space than it must have there");
    let found = Explanation::new(loc, "type", message);
    let found = match source {
        Some(from) => {
            let text = format!("its buffer is {}, and must be {}", cx.type_text(from), cx.type_text(to));
            found.note(Role::Definition, loc, text)
        }
        None => found,
    };
    found
        .rule("a buffer is only cast to a type that cannot be wrong at run time")
        .edit(Some(Edit::Option("function-boundary-type-conversion=infer-layout-map")))
}
