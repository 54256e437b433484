//! The causes of allocations and copies: recorded when they are created, reported for those that remain.
//!
//! The functions that create them, such as [`create_alloc`](crate::buffers::create_alloc), take a [`Cause`].
//! A body has a [`Provenance`] only if explanations are requested; otherwise causes are dropped immediately.

use std::sync::{Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;
use terrace_ir::{BodyId, Ir, Loc, Op, OpHandle, OpRef, Rewriter};

use crate::advice::Edit;
use crate::explain::causes;
use crate::explain::names::{name, operand_loc};
use crate::interface::{Operand, OperandKey, tensor_operands};
use crate::state::State;

/// The cause of an allocation or a copy.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Cause {
    /// An operand is out of place.
    OutOfPlace(Op, usize),
    /// The operand of a terminator need not be the buffer that the next iteration of the loop around it expects.
    Carried(Op, usize),
    /// A result needs a buffer, and none of the operands has one for it.
    NewResult(Op),
    /// The buffer of an op's first operand is not laid out as the op needs it.
    Layout(Op),
    /// An `alloc_tensor` becomes an allocation: the cause is that of the `alloc_tensor`.
    AllocTensor(Op),
    /// An op writes an operand to another buffer.
    Written(Op, usize),
    /// The buffer of a `to_buffer` is not of its type.
    BufferType(Op),
    /// The buffer of an operand is not of the type that a callee takes.
    ArgumentType(Op, usize),
}

/// The subject of a note of an explanation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Role {
    /// The definition that must be read.
    Definition,
    /// The write that would overwrite it.
    Write,
    /// The read.
    Read,
    /// A value that shares the buffer.
    Alias,
    /// The rule that decided.
    Rule,
    /// An edit that was tried.
    Edit,
    /// The ops of the output that a remark explains.
    Output,
}

impl Role {
    /// A word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Definition => "definition",
            Self::Write => "write",
            Self::Read => "read",
            Self::Alias => "alias",
            Self::Rule => "rule",
            Self::Edit => "edit",
            Self::Output => "output",
        }
    }
}

/// A note of an explanation.
#[derive(Clone, Debug)]
pub struct Note {
    /// The location.
    pub loc: Loc,
    /// The text of the note.
    pub text: String,
    /// Its subject.
    pub role: Role,
}

/// Why there is an allocation, a copy, or both.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The location.
    pub loc: Loc,
    /// A word for the cause, for programs.
    pub cause: &'static str,
    /// The explanation.
    pub message: String,
    /// Further notes.
    pub notes: Vec<Note>,
    /// Edits that may help: they are to be tried before they are offered.
    pub edits: Vec<Edit>,
}

impl Explanation {
    /// An explanation without notes.
    pub(crate) fn new(loc: Loc, cause: &'static str, message: impl Into<String>) -> Self {
        Self { loc, cause, message: message.into(), notes: Vec::new(), edits: Vec::new() }
    }

    /// Adds a note.
    pub(crate) fn note(mut self, role: Role, loc: Loc, text: impl Into<String>) -> Self {
        self.notes.push(Note { loc, text: text.into(), role });
        self
    }

    /// Adds the rule that decided.
    pub(crate) fn rule(self, text: &str) -> Self {
        let loc = self.loc;
        self.note(Role::Rule, loc, format!("rule: {text}"))
    }

    /// Adds an edit that may help.
    pub(crate) fn edit(mut self, edit: Option<Edit>) -> Self {
        self.edits.extend(edit);
        self
    }
}

/// An operand as it was in the source.
#[derive(Clone, Debug)]
pub(crate) struct SourceOperand {
    /// The name of the value.
    pub(crate) name: Option<String>,
    /// The location.
    pub(crate) loc: Loc,
}

/// The provenance of the ops of a body.
#[derive(Default, Debug)]
pub struct Records {
    /// All explanations, also of erased allocations and copies.
    pub explanations: Vec<Explanation>,
    /// The explanations of out-of-place operands.
    out_of_place: FxHashMap<OperandKey, usize>,
    /// The explanations of allocations and copies, and of tensors that become these.
    made: FxHashMap<Op, usize>,
    /// The tensors among the operands before anything was changed.
    operands: FxHashMap<OperandKey, SourceOperand>,
    /// The original op of each new op.
    origins: FxHashMap<Op, Op>,
    /// The number of ops before the first change.
    pub ops: usize,
}

impl Records {
    /// The number of the explanation of an op.
    pub fn of(&self, op: Op) -> Option<usize> {
        self.made.get(&op).copied()
    }

    /// An operand as it was in the source.
    pub(crate) fn operand(&self, op: Op, index: usize) -> Option<&SourceOperand> {
        self.operands.get(&(op, index as u32))
    }

    /// The source op that an op was created for: itself, if it is from the source.
    pub(crate) fn origin(&self, op: Op) -> Op {
        self.origins.get(&op).copied().unwrap_or(op)
    }
}

/// A recorder for the causes of allocations and copies in one body.
#[derive(Default, Debug)]
pub struct Provenance(Mutex<Records>);

impl Provenance {
    /// Locks and returns the records.
    pub fn records(&self) -> MutexGuard<'_, Records> {
        // An explanation is added whole or not at all.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn without_names(ir: &Ir, id: BodyId) -> Self {
        Self(Mutex::new(Records { ops: ir.body(id).num_ops(), ..Records::default() }))
    }

    fn new(ir: &Ir, id: BodyId) -> Self {
        let body = ir.body(id);
        let mut records = Records { ops: body.num_ops(), ..Records::default() };
        for op in body.live_ops() {
            for operand in tensor_operands(OpRef::in_body(ir, body, id, op)) {
                let known = SourceOperand { name: name(operand.value()), loc: operand_loc(operand) };
                records.operands.insert(operand.key(), known);
            }
        }
        Self(Mutex::new(records))
    }

    /// Explains why an operand is out of place, before it is copied.
    pub(crate) fn explain(&self, operand: Operand<'_>, explanation: Explanation) {
        let mut records = self.records();
        let number = records.explanations.len();
        records.explanations.push(explanation);
        records.out_of_place.insert(operand.key(), number);
    }

    /// Records the cause of created ops.
    fn record(&self, rw: &Rewriter<'_>, state: &State<'_>, cause: Cause, made: &[Op]) {
        let mut records = self.records();
        let known = match cause {
            Cause::OutOfPlace(op, index) => records.out_of_place.get(&(op, index as u32)).copied(),
            Cause::AllocTensor(op) => records.of(op),
            _ => None,
        };
        let number = known.unwrap_or_else(|| {
            let explanation = causes::explain(rw, state, &records, cause);
            records.explanations.push(explanation);
            records.explanations.len() - 1
        });
        records.made.extend(made.iter().map(|&op| (op, number)));
    }

    /// Records the op that new ops were created for.
    pub(crate) fn derive(&self, from: Op, new: &[Op]) {
        let mut records = self.records();
        let origin = records.origin(from);
        records.origins.extend(new.iter().map(|&op| (op, origin)));
    }
}

/// The records of all bodies.
#[derive(Default, Debug)]
pub struct Provenances(FxHashMap<BodyId, Provenance>);

impl Provenances {
    /// Empty records for bodies that nothing was done to yet.
    pub fn new(ir: &Ir, bodies: &[BodyId]) -> Self {
        Self(bodies.iter().map(|&id| (id, Provenance::new(ir, id))).collect())
    }

    /// Empty records that only contain the existing ops.
    pub fn without_names(ir: &Ir, bodies: &[BodyId]) -> Self {
        Self(bodies.iter().map(|&id| (id, Provenance::without_names(ir, id))).collect())
    }

    /// The records of a body.
    pub fn of(&self, body: BodyId) -> Option<&Provenance> {
        self.0.get(&body)
    }

    /// The explanation of an op, by its number in its body.
    pub fn find(&self, op: OpHandle) -> Option<usize> {
        self.of(op.body)?.records().of(op.op)
    }
}

impl State<'_> {
    /// Records the cause of created ops, if enabled.
    pub fn record(&self, rw: &Rewriter<'_>, cause: Cause, made: &[Op]) {
        if let Some(provenance) = self.provenance {
            provenance.record(rw, self, cause, made);
        }
    }
}
