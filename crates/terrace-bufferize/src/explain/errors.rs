//! What explanations add to errors: the rule that decided, and an edit.

use terrace_ir::{Diag, OpRef, ValueRef};

use crate::explain::names::{operand_loc, value_loc, value_text};
use crate::interface::{BufferizableOp, Operand};

/// Adds why an op was not bufferized.
pub(crate) fn with_reason_for_tensors(found: Box<Diag>, op: OpRef<'_>) -> Box<Diag> {
    let name = op.name_text();
    let (text, edit) = if op.interface::<dyn BufferizableOp>().is_none() {
        (
            format!("nobody has told what '{name}' does with buffers"),
            "help: allow-unknown-ops lets it stay, with casts around it",
        )
    } else {
        (
            format!("'{name}' still has tensors, which belong to ops that were not bufferized"),
            "help: bufferize those ops too, or let them stay with allow-unknown-ops",
        )
    };
    let rule = "rule: where unknown ops are not allowed, no tensors are left";
    found.note(op.loc(), text).note(op.loc(), rule).note(op.loc(), edit)
}

/// Parts of errors that need no example from the program, each with the rule that decided and an edit that helps.
const RULES: [(&str, &str, &str); 14] = [
    (
        "does not support unstructured control flow",
        "several blocks in a region are only for ops whose models know what branches pass on",
        "put the blocks into a function or an scf.execute_region, or make loops and branches of them with lift-cf-to-scf",
    ),
    (
        "op without unique scf.yield",
        "the buffer of a result is what one yield gives, whichever way control goes",
        "let all blocks branch to one block that yields",
    ),
    (
        "could not infer memory space",
        "with must-infer-memory-space the space of each buffer is told by what it is made of",
        "say memory_space on the bufferization.alloc_tensor that it begins with",
    ),
    (
        "inconsistent memory space",
        "a buffer has one memory space, whichever way control goes",
        "copy one of them with bufferization.alloc_tensor copy(..) {memory_space = ..}",
    ),
    (
        "memory space not implemented yet",
        "this op gets its buffer in the default memory space",
        "copy its result with bufferization.alloc_tensor copy(..) {memory_space = ..}",
    ),
    (
        "copying of unranked tensors",
        "a copy is as large as the extents say, and an unranked tensor has none",
        "cast it to a ranked tensor with tensor.cast, or write to another one, so that no copy is needed",
    ),
    (
        "without func.return",
        "the results of a function are what its returns give",
        "let one block of it return",
    ),
    (
        "only i1 condition values",
        "one buffer is chosen by one condition, not element by element",
        "make a linalg.generic of the elementwise select",
    ),
    (
        "unsupported scf::YieldOp parent",
        "what a yield gives is known for the loops and branches of scf",
        "yield in those",
    ),
    ("unsupported vector::YieldOp parent", "what a yield gives is known for vector.mask", "yield in that"),
    (
        "body must bufferize in-place",
        "a mask holds one op and no room for a copy",
        "copy what the masked op writes to in front of the mask",
    ),
    (
        "does not have pure tensor semantics",
        "an op is bufferized when all that it works on are tensors",
        "turn its memrefs into tensors with bufferization.to_tensor restrict, or all its tensors into memrefs",
    ),
    (
        "not a valid memref element type",
        "a buffer holds integers, floats, indices, complex numbers, vectors, memrefs, or what a dialect allows there",
        "use a tensor for each part of the element",
    ),
    (
        "global op must have a value",
        "the contents of a global buffer that is not written are known from the start",
        "give it a value, or make it mutable",
    ),
];

/// Adds the rule, and what may help, to errors that say what is wrong, but not why.
pub(crate) fn with_rules(found: Box<Diag>) -> Box<Diag> {
    let mut errors = Vec::new();
    let mut next = Some(found);
    while let Some(mut error) = next {
        next = error.next.take();
        let rule = RULES.iter().find(|(part, ..)| error.message.contains(part));
        if let Some((_, rule, edit)) = rule.filter(|_| error.notes.is_empty()) {
            let loc = error.loc;
            error = error.note(loc, format!("rule: {rule}")).note(loc, format!("help: {edit}"));
        }
        errors.push(error);
    }
    crate::analysis::in_a_row(errors).expect("there was one")
}

/// Adds why what a loop passes on is not the buffer that it was given, `arg`.
pub(crate) fn with_reason_for_yield(found: Box<Diag>, passed: Operand<'_>, arg: ValueRef<'_>) -> Box<Diag> {
    let (value, loc) = (passed.value(), operand_loc(passed));
    let swapped = value != arg && value.owner_block().is_some() && value.owner_block() == arg.owner_block();
    let (from, to) = (value_text(value), value_text(arg));
    let made = match value.defining_op() {
        _ if swapped => format!("the loop swaps its buffers: {from} is what came in as another argument"),
        Some(op) => {
            format!("{from}, made by '{}', has a buffer of its own, or perhaps another one", op.name_text())
        }
        None => format!("{from} has another buffer"),
    };
    found
        .note(value_loc(value), made)
        .note(value_loc(arg), format!("the loop goes on with this one, {to}"))
        .note(loc, "rule: a loop gives back the buffer that it was given, so that nobody must find out which one it is")
        .note(loc, "help: write what is passed on into the argument, as with outs(..) or tensor.insert_slice")
}
