//! Why copies and allocations are made, in words: what was defined, overwritten and read where, which rule decided, and
//! what would help.

use terrace_ir::{Diag, OpRef, ValueRef};

use crate::analysis::{Analysis, Reason};
use crate::conflicts::view;
use crate::interface::{Operand, OperandKey, owner};
use crate::order::Order;
use crate::state::State;

/// A remark for each operand that is copied, then one for each result that is a new allocation.
pub fn explain(state: &State<'_>, analysis: &Analysis<'_, '_, '_>, any: OpRef<'_>) -> Vec<Box<Diag>> {
    let order = Order::of(any);
    let mut remarks: Vec<Box<Diag>> = analysis
        .reasons
        .iter()
        .rev()
        .map(|&(operand, reason)| copy(state, &order, any, operand, reason))
        .collect();
    for op in analysis.ops() {
        let Some(model) = state.bufferizable(op) else { continue };
        let allocates = |value: &ValueRef<'_>| {
            value.ty().is_tensor(op.cx()) && !value.is_unused() && model.bufferizes_to_allocation(*value)
        };
        for result in op.results().filter(allocates) {
            remarks.push(allocation(op, result));
        }
    }
    remarks
}

fn at<'a>(any: OpRef<'a>, (op, index): OperandKey) -> Operand<'a> {
    Operand { op: OpRef::in_body(any.ir(), any.body(), any.body_id(), op), index: index as usize }
}

/// Why an operand is copied.
fn copy(state: &State<'_>, order: &Order, any: OpRef<'_>, operand: OperandKey, reason: Reason) -> Box<Diag> {
    let copied = at(any, operand);
    let what = format!("operand #{} of '{}'", copied.index, copied.op.name_text());
    let omitted = state.can_omit_tensor_copy(copied);
    let does = if omitted { "gets a buffer of its own, without a copy" } else { "is copied" };
    let diag = |why: &str| Diag::remark(copied.op.loc(), format!("{what} {does}: {why}"));
    match reason {
        Reason::Conflict(definition, write, read) => {
            let (definition, write, read) = (view(any, definition), at(any, write), at(any, read));
            let itself = write.op == copied.op;
            let why = match itself {
                true => "in place, it would overwrite what is read later",
                false => "in place, its buffer would be overwritten before it is read",
            };
            let mut found = diag(why).note(definition.loc(), defined(definition));
            if !itself {
                let text = format!(
                    "it is overwritten here, by operand #{} of '{}'",
                    write.index,
                    write.op.name_text()
                );
                found = found.note(write.op.loc(), text);
            }
            let text = format!("it is read here, by operand #{} of '{}'", read.index, read.op.name_text());
            found = found.note(read.op.loc(), text);
            let found =
                found.note(copied.op.loc(), "rule: a read sees its definition, and no write after that");
            match edit(order, write, read) {
                Some(text) => found.note(read.op.loc(), text),
                None => found,
            }
        }
        Reason::NotWritable(value) => {
            let found = diag("in place, it would write to a buffer that must not be written");
            let value = view(any, value);
            let (text, edit) = match owner(value).filter(|_| value.defining_op().is_none()) {
                Some(op) if op.name_text() == "func.func" => (
                    format!("argument #{} is not writable", value.index()),
                    state
                        .options
                        .bufferize_function_boundaries
                        .then_some("edit: bufferization.writable = false on the argument forbids it")
                        .or(Some("edit: bufferize-function-boundaries lets arguments be written")),
                ),
                Some(_) => ("this block argument is not writable".to_owned(), None),
                None => (
                    "this value is not writable".to_owned(),
                    is_constant(value)
                        .then_some("edit: start from a tensor.empty that is filled instead of a constant"),
                ),
            };
            let found = found.note(value.loc(), text);
            let found = found.note(copied.op.loc(), "rule: what is not writable is not written");
            match edit {
                Some(edit) => found.note(value.loc(), edit),
                None => found,
            }
        }
        Reason::Parallel(write) => {
            let write = at(any, write);
            diag("in place, instances of a parallel region would write to one buffer")
                .note(write.op.loc(), "it is written here")
                .note(
                    copied.op.loc(),
                    "rule: a buffer from outside of a parallel region is not written in it",
                )
                .note(
                    copied.op.loc(),
                    "edit: let iterations give their parts to a shared output of scf.forall",
                )
        }
    }
}

fn defined(definition: ValueRef<'_>) -> String {
    let (index, is_result) = (definition.index(), definition.defining_op().is_some());
    match owner(definition) {
        Some(op) if is_result => {
            format!("what is to be read is defined here, as result #{index} of '{}'", op.name_text())
        }
        Some(op) => format!("what is to be read is argument #{index} of a block of '{}'", op.name_text()),
        None => "what is to be read is defined here".to_owned(),
    }
}

fn is_constant(value: ValueRef<'_>) -> bool {
    value.defining_op().is_some_and(|op| op.name_text() == "arith.constant")
}

/// An edit that would let the operand be in place, where one is easy to see.
fn edit(order: &Order, write: Operand<'_>, read: Operand<'_>) -> Option<String> {
    if write.op == read.op || write.op.block() != read.op.block() || !order.happens_before(write.op, read.op)
    {
        return None;
    }
    // The read may go in front of the write, if all it needs is there by then.
    let early = |value: ValueRef<'_>| match value.defining_op() {
        Some(op) => op != write.op && order.happens_before(op, write.op),
        None => true,
    };
    read.op
        .operands()
        .all(early)
        .then(|| format!("edit: move this in front of the '{}' that overwrites it", write.op.name_text()))
}

/// Why a result is a new allocation.
fn allocation(op: OpRef<'_>, result: ValueRef<'_>) -> Box<Diag> {
    let text = format!("result #{} of '{}' is a new allocation", result.index(), op.name_text());
    let found = Diag::remark(op.loc(), text);
    if op.num_operands() > 0 && op.operands().any(|value| value.ty().is_tensor(op.cx())) {
        return found.note(op.loc(), "rule: none of its operands is a destination");
    }
    found.note(op.loc(), "rule: it has no operand whose buffer it could take")
}
