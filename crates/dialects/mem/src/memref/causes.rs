//! The causes of allocations and copies of buffers by passes: recorded in the locations of the created ops,
//! for explanations.
//!
//! A pass creates allocations and copies with functions that take a [`BufferCause`], such as
//! [`create_alloc`](super::create_alloc). If the context [records causes](Context::records_causes), the
//! location contains the cause; it is kept by later passes, and the final report reads it with [`cause_of`].

use terrace_ir::attrs::LocData;
use terrace_ir::{Context, Loc, Rewriter};

/// Why a pass allocates or copies.
#[derive(PartialEq, Eq, Debug)]
pub struct BufferCause {
    /// A word for it, for programs.
    pub name: &'static str,
    /// The action and its reason.
    pub message: &'static str,
    /// The rule that decided.
    pub rule: &'static str,
    /// Whether the op replaces another one, whose cause it keeps.
    pub replaces: bool,
}

const fn new(name: &'static str, message: &'static str, rule: &'static str) -> BufferCause {
    BufferCause { name, message, rule, replaces: false }
}

const fn instead(name: &'static str, message: &'static str, rule: &'static str) -> BufferCause {
    BufferCause { name, message, rule, replaces: true }
}

/// The caller of a function allocates the buffer for a result.
pub static OUT_PARAM: BufferCause = new(
    "out-param",
    "the buffer that the callee returned is allocated by its caller",
    "buffer-results-to-out-params passes a buffer for each buffer that a function returned",
);
/// A function copies a result to the buffer of its caller.
pub static OUT_PARAM_COPY: BufferCause = new(
    "out-param",
    "what the function returned is copied into the buffer of its caller",
    "buffer-results-to-out-params copies, unless the buffer is allocated in the function and may be hoisted (hoist-static-allocs, hoist-dynamic-allocs)",
);
/// A buffer must be of a type that its buffer cannot be cast to.
pub static BUFFER_TYPE: BufferCause = new(
    "type",
    "a buffer is copied: it has another layout or memory space than it must have there",
    "a buffer is only cast to a type that cannot be wrong at run time",
);
/// An empty tensor becomes an allocation.
pub static EMPTY_TENSOR: BufferCause = new(
    "empty-tensor",
    "a tensor.empty becomes an allocation",
    "empty-tensor-to-alloc-tensor gives each tensor.empty a buffer of its own",
);
/// A copy of a tensor that is not padded.
pub static COPIED_PAD: BufferCause = new(
    "copied-pad",
    "a tensor that is not padded is copied into an allocation: it must not become its source",
    "rewriting in destination-passing style copies the source of a tensor.pad that adds nothing and must not be folded",
);
/// A value may be one buffer or another, and no conditions are carried.
pub static ALIAS_CLONE: BufferCause = new(
    "deallocation",
    "a buffer is copied where control flow joins: it may be one buffer or another, and each must be freed once",
    "buffer-deallocation carries no conditions, and clones what may be one of several buffers",
);
/// The ownership of a buffer is unknown.
pub static OWNERSHIP_CLONE: BufferCause = new(
    "deallocation",
    "a buffer is copied: it is not known before run time whether it is owned there",
    "ownership-based-buffer-deallocation passes on one condition for each buffer, or a clone",
);
/// A buffer that a function returns has a custom allocator.
pub static ALLOCATOR_CLONE: BufferCause = new(
    "deallocation",
    "a buffer is copied where it is returned: it is freed by an op of its own, which callers do not know",
    "callers free what functions return with memref.dealloc",
);
/// A function returns a buffer that it does not own.
pub static RETURN_CLONE: BufferCause = new(
    "deallocation",
    "a buffer is copied where it is returned, unless it is owned: callers free what they are given",
    "functions return buffers that they own",
);
/// The tables of a comparison of buffers at run time.
pub static DEALLOC_TABLE: BufferCause = new(
    "deallocation",
    "the helper that frees buffers gets their addresses and conditions in a table",
    "a bufferization.dealloc of several buffers is lowered to a call that compares them",
);
/// A `bufferization.clone` is lowered.
pub static CLONE: BufferCause = instead(
    "clone",
    "a bufferization.clone of the program becomes an allocation and a copy",
    "convert-bufferization-to-memref leaves no clone",
);
/// A `memref.realloc` is lowered.
pub static REALLOC: BufferCause = instead(
    "realloc",
    "a memref.realloc of the program becomes an allocation and a copy",
    "expand-realloc copies what is kept into the larger buffer",
);
/// An allocation moves to the stack.
pub static STACK: BufferCause = instead(
    "stack",
    "an allocation of the program is on the stack",
    "promote-buffers-to-stack moves small buffers that do not leave their scope",
);
/// A buffer on the stack is split into its elements.
pub static ELEMENT: BufferCause = instead(
    "element",
    "a buffer of the program is split into buffers of one element",
    "what is only accessed at constant indices is split",
);
/// Fused loops have elements of a buffer of their own.
pub static FUSED: BufferCause = new(
    "fused",
    "loops that were fused keep elements in a buffer of their own",
    "affine-loop-fusion makes private what only the fused loops need of a buffer",
);
/// Elements of a buffer are copied to faster memory, or a tag counts the copies.
pub static DATA_COPY: BufferCause = new(
    "data-copy",
    "the elements that loops access are in a buffer in faster memory",
    "affine-data-copy-generate copies what a loop accesses before and after it",
);
/// Iterations of a loop have the halves of a buffer in turn.
pub static DOUBLE_BUFFER: BufferCause = new(
    "double-buffer",
    "a buffer is doubled: the transfer of the next iteration must not write what the current one uses",
    "affine-pipeline-data-transfer doubles the buffers and the tags of transfers that it starts one iteration ahead",
);
/// The parts of a split reduction.
pub static SPLIT_REDUCTION: BufferCause = new(
    "split-reduction",
    "the parts of a reduction are in an allocation",
    "a split reduction with use_alloc allocates the tensor of its parts",
);
/// A type that is known more exactly.
pub static REFINED: BufferCause = instead(
    "refined",
    "an allocation of the program has a type with more static extents",
    "sizes that are constants are in the type",
);

/// A buffer becomes several.
pub static MULTI_BUFFER: BufferCause = instead(
    "multi-buffer",
    "an allocation of the program has a part for each of several iterations",
    "multi-buffering lets iterations overlap that overwrite one buffer",
);

/// A filter is transposed.
pub static TRANSPOSED_FILTER: BufferCause = new(
    "transposed-filter",
    "the filter of a convolution is transposed into an allocation",
    "transposing convolutions puts the features of filters last",
);

/// An op needs a private buffer.
pub static OWN_BUFFER: BufferCause = new(
    "own-buffer",
    "an op is bufferized into an allocation of its own",
    "bufferizing an op to an allocation gives it a new buffer, with a copy of what it reads there",
);

/// A vector transfer uses a temporary buffer.
pub static TRANSFER_BUFFER: BufferCause = new(
    "transfer",
    "a vector of more than one dimension goes to or from memory through a buffer on the stack",
    "convert-vector-to-scf copies by rows through a buffer, unless it unrolls (full-unroll) or the vector has few dimensions (target-rank)",
);

/// A buffer becomes one with a single dimension.
pub static FLATTENED: BufferCause = instead(
    "flattened",
    "an allocation of the program has one dimension",
    "flatten-memref computes the place of an element from its indices",
);
/// A buffer of narrow elements becomes one of wider ones.
pub static NARROW: BufferCause = instead(
    "narrow",
    "an allocation of the program has elements of the width that memory is accessed with",
    "emulation of narrow types puts several elements into one",
);
/// The buffer for partial transfers.
pub static SPLIT_TRANSFER: BufferCause = new(
    "split-transfer",
    "a vector that may leave its buffer is transferred by way of another one, whose size it has",
    "splitting transfers into full and partial ones lets the full ones go without a mask",
);
/// A part of a buffer has a copy of its own.
pub static PROMOTED: BufferCause = new(
    "promoted",
    "a part of a buffer is copied to a buffer of its own, on which an op works",
    "promotion of subviews makes tiles contiguous, in a memory space of their own",
);

/// All causes.
pub static CAUSES: &[&BufferCause] = &[
    &OUT_PARAM,
    &OUT_PARAM_COPY,
    &BUFFER_TYPE,
    &EMPTY_TENSOR,
    &COPIED_PAD,
    &ALIAS_CLONE,
    &OWNERSHIP_CLONE,
    &ALLOCATOR_CLONE,
    &RETURN_CLONE,
    &DEALLOC_TABLE,
    &CLONE,
    &REALLOC,
    &STACK,
    &ELEMENT,
    &REFINED,
    &FUSED,
    &DATA_COPY,
    &DOUBLE_BUFFER,
    &SPLIT_REDUCTION,
    &MULTI_BUFFER,
    &TRANSPOSED_FILTER,
    &OWN_BUFFER,
    &TRANSFER_BUFFER,
    &FLATTENED,
    &NARROW,
    &SPLIT_TRANSFER,
    &PROMOTED,
];

/// The prefix of the name in a location that records a cause, or the number of an explanation.
pub const PREFIX: &str = "terrace.provenance:";

/// The text after [`PREFIX`] in a location, and the location without it; `None` where nothing is recorded.
pub fn recorded(cx: &Context, loc: Loc) -> Option<(&str, Loc)> {
    let LocData::Name { name, child } = loc.as_attr(cx)?.as_loc(cx)? else { return None };
    Some((name.text(cx).strip_prefix(PREFIX)?, Loc::from_attr(*child)))
}

/// The cause in a location, and the location without it.
pub fn cause_of(cx: &Context, loc: Loc) -> Option<(&'static BufferCause, Loc)> {
    let (text, loc) = recorded(cx, loc)?;
    // Messages tell causes of one name apart.
    let number: usize = text.strip_prefix('#')?.parse().ok()?;
    CAUSES.get(number).map(|cause| (*cause, loc))
}

/// A location that records a cause, where causes are recorded.
pub(crate) fn with_cause(rw: &Rewriter<'_>, loc: Loc, cause: &'static BufferCause) -> Loc {
    let cx = rw.cx();
    if !cx.records_causes() {
        return loc;
    }
    let before = recorded(cx, loc);
    if cause.replaces && before.is_some() {
        return loc;
    }
    let number = CAUSES.iter().position(|known| *known == cause).expect("all causes are listed");
    let name = cx.str(&format!("{PREFIX}#{number}"));
    let child = rw.ir().loc_attr(before.map_or(loc, |(_, loc)| loc));
    Loc::from_attr(cx.loc_attr(LocData::Name { name, child }))
}
