//! Explanations of errors: the rule that decided. Edits that help are tried: see [`crate::advice`].

use terrace_ir::{Diag, OpRef, ValueRef};

use crate::explain::names::{operand_loc, value_loc, value_text};
use crate::interface::{BufferizableOp, Operand};
use crate::lowered_before;

/// Adds why an op was not bufferized.
pub(crate) fn with_reason_for_tensors(found: Box<Diag>, op: OpRef<'_>) -> Box<Diag> {
    let name = op.name_text();
    let text = match (op.interface::<dyn BufferizableOp>(), lowered_before::of_op(name)) {
        (None, Some((reason, flags))) => format!("{reason}: run --{flags} before"),
        (None, None) => format!("nobody has told what '{name}' does with buffers"),
        (Some(_), _) => format!("'{name}' still has tensors, which belong to ops that were not bufferized"),
    };
    let rule = "rule: where unknown ops are not allowed, no tensors are left";
    found.note(op.loc(), text).note(op.loc(), rule)
}

/// Parts of errors that need no example from the program, each with the rule that decided.
const RULES: [(&str, &str); 14] = [
    (
        "does not support unstructured control flow",
        "several blocks in a region are only for ops whose models know what branches pass on",
    ),
    (
        "op without unique scf.yield",
        "the buffer of a result is what one yield gives, whichever way control goes",
    ),
    (
        "could not infer memory space",
        "with must-infer-memory-space the space of each buffer is told by what it is made of",
    ),
    ("inconsistent memory space", "a buffer has one memory space, whichever way control goes"),
    ("memory space not implemented yet", "this op gets its buffer in the default memory space"),
    ("copying of unranked tensors", "a copy is as large as the extents say, and an unranked tensor has none"),
    ("without func.return", "the results of a function are what its returns give"),
    ("only i1 condition values", "one buffer is chosen by one condition, not element by element"),
    ("unsupported scf::YieldOp parent", "what a yield gives is known for the loops and branches of scf"),
    ("unsupported vector::YieldOp parent", "what a yield gives is known for vector.mask"),
    ("body must bufferize in-place", "a mask holds one op and no room for a copy"),
    ("does not have pure tensor semantics", "an op is bufferized when all that it works on are tensors"),
    (
        "not a valid memref element type",
        "a buffer holds integers, floats, indices, complex numbers, vectors, memrefs, or what a dialect allows there",
    ),
    (
        "global op must have a value",
        "the contents of a global buffer that is not written are known from the start",
    ),
];

/// Adds the violated rule to errors that do not state it.
pub(crate) fn with_rules(found: Box<Diag>) -> Box<Diag> {
    let mut errors = Vec::new();
    let mut next = Some(found);
    while let Some(mut error) = next {
        next = error.next.take();
        let rule = RULES.iter().find(|(part, _)| error.message.contains(part));
        if let Some((_, rule)) = rule.filter(|_| error.notes.is_empty()) {
            let loc = error.loc;
            error = error.note(loc, format!("rule: {rule}"));
        }
        errors.push(error);
    }
    crate::refusal::chain_errors(errors).expect("there was one")
}

/// Adds the reason why a value that a loop yields is not equivalent to its iteration argument `arg`.
pub(crate) fn with_reason_for_yield(found: Box<Diag>, passed: Operand<'_>, arg: ValueRef<'_>) -> Box<Diag> {
    let (value, loc) = (passed.value(), operand_loc(passed));
    let swapped = value != arg && value.owner_block().is_some() && value.owner_block() == arg.owner_block();
    let (from, to) = (value_text(value), value_text(arg));
    let made = match value.defining_op() {
        _ if swapped => format!("the loop swaps its buffers: {from} is what came in as another argument"),
        Some(_) if from.starts_with("result #") => {
            format!("{from} has a buffer of its own, or perhaps another one")
        }
        Some(op) => {
            format!("{from}, made by '{}', has a buffer of its own, or perhaps another one", op.name_text())
        }
        None => format!("{from} has another buffer"),
    };
    found
        .note(value_loc(value), made)
        .note(value_loc(arg), format!("the loop goes on with this one, {to}"))
        .note(loc, "rule: a loop gives back the buffer that it was given, so that nobody must find out which one it is")
}
