//! Why copies and allocations are made, in words: what was defined, overwritten and read where, which rule decided, and
//! what would help.

use rustc_hash::FxHashMap;
use terrace_ir::{Diag, Ir, OpHandle, OpRef, Value, ValueRef};
use terrace_rewrite::callgraph::CallGraph;

use crate::analysis::{Analysis, Reason};
use crate::conflicts::view;
use crate::interface::{Operand, OperandKey, owner};
use crate::order::Order;
use crate::state::State;

/// A remark for each operand that is copied, a warning for each write that should not have been in place, then a remark for
/// each result that is a new allocation.
pub fn explain(state: &State<'_>, analysis: &Analysis<'_, '_, '_>, any: OpRef<'_>) -> Vec<Box<Diag>> {
    let order = Order::of(any);
    let mut remarks: Vec<Box<Diag>> = Vec::with_capacity(analysis.reasons.len());
    for &(operand, reason) in analysis.reasons.iter().rev() {
        let mut remark = copy(state, &order, any, operand, reason);
        if state.options.explain_aliases {
            for alias in analysis.aliases(at(any, operand).value().id()) {
                let alias = view(any, alias);
                remark = remark.note(alias.loc(), shares(alias));
            }
        }
        remarks.push(remark);
    }
    for (definition, write, read) in analysis.overlooked() {
        remarks.push(overlooked(&order, any, definition, write, read));
    }
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

/// What a note of an explanation points at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// What is to be read.
    Definition,
    /// What would be overwritten in between.
    Write,
    /// The read.
    Read,
    /// A value that shares the buffer.
    Alias,
}

impl Role {
    const STARTS: [(&str, Role); 5] = [
        ("what is to be read is", Role::Definition),
        ("it is overwritten here", Role::Write),
        ("it is written here", Role::Write),
        ("it is read here", Role::Read),
        ("shares the buffer", Role::Alias),
    ];

    /// What the text of a note points at; none for rules, edits and other notes.
    pub fn of(note: &str) -> Option<Self> {
        Self::STARTS.iter().find(|(start, _)| note.starts_with(start)).map(|&(_, role)| role)
    }

    /// A word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Definition => "definition",
            Self::Write => "write",
            Self::Read => "read",
            Self::Alias => "alias",
        }
    }
}

/// Says which value shares a buffer.
fn shares(alias: ValueRef<'_>) -> String {
    let index = alias.index();
    match owner(alias) {
        Some(op) if alias.defining_op().is_some() => {
            format!("shares the buffer: result #{index} of '{}'", op.name_text())
        }
        Some(op) => format!("shares the buffer: argument #{index} of a block of '{}'", op.name_text()),
        None => format!("shares the buffer: argument #{index}"),
    }
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
    let itself = matches!(reason, Reason::Conflict(_, write, _) if write.0 == copied.op.id());
    let why = match reason {
        Reason::Conflict(..) if itself => "in place, it would overwrite what is read later",
        Reason::Conflict(..) => "in place, its buffer would be overwritten before it is read",
        Reason::NotWritable(_) => "in place, it would write to a buffer that must not be written",
        Reason::Parallel(_) => "in place, instances of a parallel region would write to one buffer",
    };
    let found = Diag::remark(copied.op.loc(), format!("{what} {does}: {why}"));
    with_reason(found, state, order, copied.op, itself, reason)
}

/// What upstream's rules take for no conflict, and is one.
fn overlooked(
    order: &Order,
    any: OpRef<'_>,
    definition: Value,
    write: OperandKey,
    read: OperandKey,
) -> Box<Diag> {
    let (definition, write, read) = (view(any, definition), at(any, write), at(any, read));
    let text = format!(
        "operand #{} of '{}' is in place, as upstream decides, and overwrites what is read later",
        write.index,
        write.op.name_text()
    );
    let text_of_read = format!("it is read here, by operand #{} of '{}'", read.index, read.op.name_text());
    let found = Diag::warning(write.op.loc(), text)
        .note(definition.loc(), defined(definition))
        .note(read.op.loc(), text_of_read)
        .note(write.op.loc(), "rule: only writes in the block that was given the buffer count")
        .note(write.op.loc(), "edit: strict-analysis counts those in other blocks too, and copies");
    match edit(order, write, read) {
        Some(text) => found.note(read.op.loc(), text),
        None => found,
    }
}

/// Adds to what is said about an op what was defined, overwritten and read where, which rule decided, and what would help.
/// `itself` tells that the op is what overwrites.
pub(crate) fn with_reason(
    found: Box<Diag>,
    state: &State<'_>,
    order: &Order,
    about: OpRef<'_>,
    itself: bool,
    reason: Reason,
) -> Box<Diag> {
    match reason {
        Reason::Conflict(definition, write, read) => {
            let (definition, write, read) = (view(about, definition), at(about, write), at(about, read));
            let mut found = found.note(definition.loc(), defined(definition));
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
            let found = found.note(about.loc(), "rule: a read sees its definition, and no write after that");
            match edit(order, write, read) {
                Some(text) => found.note(read.op.loc(), text),
                None => found,
            }
        }
        Reason::NotWritable(value) => {
            let value = view(about, value);
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
            let found = found.note(about.loc(), "rule: what is not writable is not written");
            match edit {
                Some(edit) => found.note(value.loc(), edit),
                None => found,
            }
        }
        Reason::Parallel(write) => found
            .note(at(about, write).op.loc(), "it is written here")
            .note(about.loc(), "rule: a buffer from outside of a parallel region is not written in it")
            .note(about.loc(), "edit: let iterations give their parts to a shared output of scf.forall"),
    }
}

/// What is said of functions that do not come behind all that they call: those that call each other in circles, and those
/// that call these.
pub(crate) fn recursion(ir: &Ir, module: OpHandle, functions: &[OpHandle]) -> Vec<Box<Diag>> {
    if functions.is_empty() {
        return Vec::new();
    }
    let graph = CallGraph::new(ir.op(module));
    let mut circles: Vec<Vec<OpHandle>> = Vec::new();
    let mut circle_of: FxHashMap<OpHandle, usize> = FxHashMap::default();
    for mut component in graph.components() {
        let calls_itself = || component.iter().any(|&node| graph.calls[node].contains(&node));
        if component.len() > 1 || calls_itself() {
            component.sort_unstable();
            let members: Vec<OpHandle> = component.iter().map(|&node| graph.callables[node]).collect();
            circle_of.extend(members.iter().map(|&member| (member, circles.len())));
            circles.push(members);
        }
    }
    let circle = |function: &OpHandle| circle_of.get(function).map(|&circle| circles[circle].as_slice());
    functions.iter().map(|function| boundary_not_analyzed(ir.op(*function), circle(function))).collect()
}

/// How a function's boundary is treated of which nothing is known while its callers are analyzed.
fn boundary_not_analyzed(function: OpRef<'_>, circle: Option<&[OpHandle]>) -> Box<Diag> {
    let name = |op: OpRef<'_>| op.symbol_name().map_or("", |name| name.text(op.cx())).to_owned();
    let this = name(function);
    let what = if circle.is_some() { "is recursive" } else { "calls recursive functions" };
    let mut found = Diag::remark(
        function.loc(),
        format!(
            "function '{this}' {what}: its body is analyzed, but calls of it are taken to be of a function that nobody knows"
        ),
    );
    const MOST: usize = 4;
    let circle = circle.unwrap_or(&[]);
    for &other in circle.iter().filter(|&&other| other != function.handle()).take(MOST) {
        let other = function.ir().op(other);
        found = found.note(other.loc(), format!("'{}' and '{this}' call each other", name(other)));
    }
    if let Some(left) = circle.len().checked_sub(MOST + 1).filter(|&left| left > 0) {
        found = found.note(function.loc(), format!("and {left} more"));
    }
    let at = function.loc();
    found
        .note(at, "what is given to a call is taken to be read and written, so that it is copied if it is used later")
        .note(at, "each result of a call is taken to be, perhaps, the buffer of any argument")
        .note(at, "rule: a function is known to its callers once all that it calls is known")
}

/// Adds why an op was not bufferized.
pub(crate) fn with_reason_for_tensors(found: Box<Diag>, state: &State<'_>, op: OpRef<'_>) -> Box<Diag> {
    let name = op.name_text();
    let (text, edit) = if state.models.find(op).is_none() {
        (
            format!("nobody has told what '{name}' does with buffers"),
            "edit: allow-unknown-ops lets it stay, with casts around it",
        )
    } else {
        (
            format!("'{name}' still has tensors, which belong to ops that were not bufferized"),
            "edit: bufferize those ops too, or let them stay with allow-unknown-ops",
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

/// Adds the rule and the edit to errors that say what is wrong, but not why.
pub(crate) fn with_rules(found: Box<Diag>) -> Box<Diag> {
    let mut errors = Vec::new();
    let mut next = Some(found);
    while let Some(mut error) = next {
        next = error.next.take();
        let rule = RULES.iter().find(|(part, ..)| error.message.contains(part));
        if let Some((_, rule, edit)) = rule.filter(|_| error.notes.is_empty()) {
            let loc = error.loc;
            error = error.note(loc, format!("rule: {rule}")).note(loc, format!("edit: {edit}"));
        }
        errors.push(error);
    }
    crate::analysis::in_a_row(errors).expect("there was one")
}

/// Adds why what a loop passes on is not the buffer that it was given, `arg`.
pub(crate) fn with_reason_for_yield(found: Box<Diag>, passed: Operand<'_>, arg: ValueRef<'_>) -> Box<Diag> {
    let (value, loc) = (passed.value(), passed.op.loc());
    let made = match value.defining_op() {
        Some(op) => {
            format!("this result of '{}' has a buffer of its own, or perhaps another one", op.name_text())
        }
        None => "this argument has another buffer".to_owned(),
    };
    found
        .note(value.loc(), made)
        .note(arg.loc(), format!("the loop goes on with this one, argument #{}", arg.index()))
        .note(loc, "rule: a loop gives back the buffer that it was given, so that nobody must find out which one it is")
        .note(loc, "edit: write what is passed on into the argument, as with outs(..) or tensor.insert_slice")
        .note(loc, "edit: allow-return-allocs-from-loops lets the loop pass on another buffer, or a copy")
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
