//! Why operands are out of place.

use terrace_dialects_core::arith::ConstantOp;
use terrace_dialects_core::func::{CallOp, FuncOp};
use terrace_dialects_mem::bufferization::ToTensorOp;
use terrace_ir::{Diag, OpRef, Value, ValueRef};

use crate::advice::{Edit, shared_tensor};
use crate::analysis::{Analysis, Reason};
use crate::conflicts::view;
use crate::explain::names::{operand_loc, operand_place, operand_text, value_loc, value_text};
use crate::happens_before::Order;
use crate::interface::{Operand, OperandKey, owner};
use crate::provenance::{Explanation, Note, Role};
use crate::state::State;

/// Explains the operands of a body that are out of place, in the order of the program, to the records of the body. Returns
/// a warning for each write in place that a read does not expect.
pub(crate) fn explain(state: &State<'_>, analysis: &Analysis<'_, '_, '_>, any: OpRef<'_>) -> Vec<Box<Diag>> {
    let order = Order::of(any);
    let mut remarks = Vec::new();
    for &(operand, reason) in analysis.reasons.iter().rev() {
        let copied = at(any, operand);
        let mut explanation = out_of_place(state, &order, copied, reason);
        if state.options.explain_aliases {
            for alias in analysis.aliases(copied.value().id()) {
                let alias = view(any, alias);
                let text = format!("shares the buffer: {}", value_text(alias));
                explanation = explanation.note(Role::Alias, value_loc(alias), text);
            }
        }
        match state.provenance.filter(|_| !state.options.test_analysis_only) {
            Some(provenance) => provenance.explain(copied, explanation),
            None => remarks.push(to_remark(explanation)),
        }
    }
    for (definition, write, read) in analysis.missed_conflicts() {
        remarks.push(missed_conflicts(any, definition, write, read));
    }
    remarks
}

/// Converts an explanation to a remark, if nothing is created that it could be attached to.
fn to_remark(explanation: Explanation) -> Box<Diag> {
    let remark = Diag::remark(explanation.loc, explanation.message);
    with_notes(remark, explanation.notes)
}

/// Adds notes with their roles.
pub(crate) fn with_notes(mut diag: Box<Diag>, notes: Vec<Note>) -> Box<Diag> {
    for Note { loc, text, role } in notes {
        diag =
            diag.note(loc, text).note_property("role", terrace_diag::Property::Text(role.name().to_owned()));
    }
    diag
}

fn at<'a>(any: OpRef<'a>, (op, index): OperandKey) -> Operand<'a> {
    Operand { op: OpRef::in_body(any.ir(), any.body(), any.body_id(), op), index: index as usize }
}

/// Why an operand is out of place.
fn out_of_place(state: &State<'_>, order: &Order, copied: Operand<'_>, reason: Reason) -> Explanation {
    let omitted = state.can_omit_tensor_copy(copied);
    let does = if omitted { "gets a buffer of its own, without a copy" } else { "is copied" };
    let itself = matches!(reason, Reason::Conflict(_, write, _) if write.0 == copied.op.id());
    let (cause, why) = match reason {
        Reason::Conflict(_, _, read) if itself && read.0 == copied.op.id() => {
            ("conflict", "in place, it could overwrite what another operand of the op reads")
        }
        Reason::Conflict(..) if itself => ("conflict", "in place, it would overwrite what is read later"),
        Reason::Conflict(..) => ("conflict", "in place, its buffer would be overwritten before it is read"),
        Reason::NotWritable(_) => ("read-only", "in place, it would write to a read-only buffer"),
        Reason::Parallel(_) => {
            ("parallel", "in place, instances of a parallel region would write to one buffer")
        }
    };
    let message = format!("{} {does}: {why}", operand_text(copied));
    let mut found = Explanation::new(operand_loc(copied), cause, message);
    found = found.edit(shared_tensor(copied.value()).map(|op| Edit::OwnTensors(vec![op.handle()])));
    with_reason(found, state, order, copied.op, itself, reason)
}

/// Explains a conflict that upstream's rules do not detect.
fn missed_conflicts(any: OpRef<'_>, definition: Value, write: OperandKey, read: OperandKey) -> Box<Diag> {
    let (definition, write, read) = (view(any, definition), at(any, write), at(any, read));
    let text = format!(
        "{} is in place, as upstream decides, and overwrites what is read later",
        operand_text(write)
    );
    let loc = operand_loc(write);
    let found = Explanation::new(loc, "missed-conflict", String::new())
        .note(Role::Definition, value_loc(definition), defined(definition))
        .note(Role::Read, operand_loc(read), read_here(read))
        .rule("only writes in the block that was given the buffer count; strict-analysis counts those in other blocks too, and copies");
    with_notes(Diag::warning(loc, text), found.notes)
}

/// Adds to an error about an op why it cannot be bufferized as it must be.
pub(crate) fn refusal(
    failed: Box<Diag>,
    state: &State<'_>,
    order: &Order,
    op: OpRef<'_>,
    reason: Reason,
) -> Box<Diag> {
    let found = Explanation::new(op.loc(), "error", String::new());
    with_notes(failed, with_reason(found, state, order, op, false, reason).notes)
}

/// Adds the definition, the write and the read with their locations, the rule that decided, and possible
/// remedies. `itself` means that the op is the write.
fn with_reason(
    found: Explanation,
    state: &State<'_>,
    order: &Order,
    about: OpRef<'_>,
    itself: bool,
    reason: Reason,
) -> Explanation {
    match reason {
        Reason::Conflict(definition, write, read) => {
            let (definition, write, read) = (view(about, definition), at(about, write), at(about, read));
            let mut found = found.note(Role::Definition, value_loc(definition), defined(definition));
            if !itself {
                let text = format!("it is overwritten here, by {}", operand_place(write));
                found = found.note(Role::Write, operand_loc(write), text);
            }
            let found = found.note(Role::Read, operand_loc(read), read_here(read));
            found
                .rule("a read sees its definition, and no write after that")
                .edit(early_read(order, write, read))
        }
        Reason::NotWritable(value) => not_writable(found, state, view(about, value)),
        Reason::Parallel(write) => {
            let write = at(about, write);
            found
                .note(Role::Write, operand_loc(write), "it is written here")
                .rule("a buffer from outside of a parallel region is not written in it")
        }
    }
}

fn read_here(read: Operand<'_>) -> String {
    format!("it is read here, by {}", operand_place(read))
}

fn defined(definition: ValueRef<'_>) -> String {
    format!("{} is defined here", value_text(definition))
}

/// Adds which value must not be written, and why.
fn not_writable(found: Explanation, state: &State<'_>, value: ValueRef<'_>) -> Explanation {
    let name = value_text(value);
    let maker = value.defining_op();
    let is_argument = maker.is_none() && owner(value).is_some_and(OpRef::isa::<FuncOp>);
    let (text, edit) = match maker {
        _ if is_argument && state.options.bufferize_function_boundaries => {
            (format!("{name} is read-only: the argument has bufferization.writable = false"), None)
        }
        _ if is_argument => (
            format!(
                "{name} is read-only: without bufferize-function-boundaries, arguments must not be written"
            ),
            Some(Edit::Option("bufferize-function-boundaries")),
        ),
        Some(op) if op.isa::<ConstantOp>() => {
            let edit = Edit::FillInsteadOfConstant(op.handle());
            (format!("{name} is read-only: a constant becomes a global"), Some(edit))
        }
        Some(op) if op.isa::<ToTensorOp>() => (format!("{name} is read-only: it is not 'writable'"), None),
        Some(op) if op.isa::<CallOp>() => {
            (format!("{name} is read-only: the callee may return a constant or an argument"), None)
        }
        Some(op) if state.bufferizable(op).is_none() => {
            (format!("{name} is read-only: '{}' is an unknown op", op.name_text()), None)
        }
        _ => (format!("{name} is read-only"), None),
    };
    found.note(Role::Definition, value_loc(value), text).rule("a read-only buffer is not written").edit(edit)
}

/// The edit that moves a read before the conflicting write, if its operands dominate that position.
fn early_read(order: &Order, write: Operand<'_>, read: Operand<'_>) -> Option<Edit> {
    if write.op == read.op || write.op.block() != read.op.block() || !order.happens_before(write.op, read.op)
    {
        return None;
    }
    let early = |value: ValueRef<'_>| match value.defining_op() {
        Some(op) => op != write.op && order.happens_before(op, write.op),
        None => true,
    };
    let pure = read.op.num_regions() == 0 && terrace_ir::effects::is_memory_effect_free(read.op);
    let is_end = read.op.next().is_none();
    (pure && !is_end && read.op.operands().all(early))
        .then(|| Edit::MoveBefore { op: read.op.handle(), before: write.op.handle() })
}
