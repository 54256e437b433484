//! The edits of a conversion, for its listener.
//!
//! They are recorded in the order in which patterns request them, across bodies, and the listener is notified of them when
//! all ops are legal: not of what was undone, nor of casts that the conversion itself creates, except where a type
//! converter materializes one.

use std::cell::RefCell;
use std::rc::Rc;

use terrace_ir::rewriter::{Edit, Listener};
use terrace_ir::{Block, Body, BodyId, Ir, Op};

/// The edits of one request in one body.
pub(crate) struct Record {
    body: BodyId,
    /// The block that the next request moves.
    moving: Option<Block>,
    edits: Vec<Edit>,
}

#[derive(Default)]
struct Records {
    requests: Vec<Record>,
    /// Those of casts, which are materialized at the end.
    casts: Vec<Record>,
}

/// The records of a conversion, shared by the states of its bodies.
#[derive(Clone, Default)]
pub(crate) struct Log(Rc<RefCell<Records>>);

impl Log {
    /// The number of requests.
    pub(crate) fn len(&self) -> usize {
        self.0.borrow().requests.len()
    }

    /// Forgets all requests but the first.
    pub(crate) fn truncate(&self, len: usize) {
        self.0.borrow_mut().requests.truncate(len);
    }

    /// Takes the requests from a number on, to add them later.
    pub(crate) fn split_off(&self, at: usize) -> Vec<Record> {
        self.0.borrow_mut().requests.split_off(at)
    }

    /// Adds requests that were taken.
    pub(crate) fn extend(&self, records: Vec<Record>) {
        self.0.borrow_mut().requests.extend(records);
    }

    /// Adds a request; returns its number.
    pub(crate) fn push(&self, body: BodyId, edits: Vec<Edit>) -> usize {
        let requests = &mut self.0.borrow_mut().requests;
        requests.push(Record { body, moving: None, edits });
        requests.len() - 1
    }

    /// Adds that the next request moves a block.
    pub(crate) fn push_moving(&self, body: BodyId, block: Block) {
        self.0.borrow_mut().requests.push(Record { body, moving: Some(block), edits: Vec::new() });
    }

    /// Adds the modification of an op, unless the last request is the same: one request may change an op in several places.
    pub(crate) fn modified(&self, body: BodyId, op: Op, from: usize) {
        let is_known = self.0.borrow().requests[from..]
            .last()
            .is_some_and(|last| last.body == body && last.edits == [Edit::Modified(op)]);
        if !is_known {
            self.push(body, vec![Edit::Modified(op)]);
        }
    }

    /// Sets the edits of a request that are known only when it is committed.
    pub(crate) fn fill(&self, at: usize, edits: Vec<Edit>) {
        self.0.borrow_mut().requests[at].edits = edits;
    }

    /// Adds the materialization of a cast.
    pub(crate) fn push_cast(&self, body: BodyId, edits: Vec<Edit>) {
        self.0.borrow_mut().casts.push(Record { body, moving: None, edits });
    }

    /// Notifies a listener of all edits in bodies that still exist.
    pub(crate) fn notify(&self, ir: &Ir, listener: &mut dyn Listener) {
        let records = self.0.borrow();
        for record in records.requests.iter().chain(&records.casts) {
            let Some(body) = ir.find_body(record.body) else { continue };
            if let Some(block) = record.moving {
                listener.moving_block(record.body, body, block);
            }
            record.edits.iter().for_each(|&edit| listener.edit(record.body, body, edit));
        }
    }
}

/// The edits that erase an op: what is in it comes first.
pub(crate) fn erasure_of_op(body: &Body, op: Op) -> Vec<Edit> {
    erasure(body, vec![Erased::Op(op)])
}

/// The edits that erase a block: the ops in it come first.
pub(crate) fn erasure_of_block(body: &Body, block: Block) -> Vec<Edit> {
    erasure(body, vec![Erased::Block(block)])
}

/// An op or a block to erase, or the edit that erases one once all in it is erased.
enum Erased {
    Op(Op),
    Block(Block),
    Emptied(Edit),
}

fn erasure(body: &Body, mut pending: Vec<Erased>) -> Vec<Edit> {
    let mut edits = Vec::new();
    while let Some(next) = pending.pop() {
        let start = match next {
            Erased::Emptied(edit) => {
                edits.push(edit);
                continue;
            }
            Erased::Op(op) => {
                pending.push(Erased::Emptied(Edit::Erased(op)));
                let start = pending.len();
                let blocks = body.regions(op).flat_map(|region| body.blocks_of(region));
                pending.extend(blocks.map(Erased::Block));
                start
            }
            Erased::Block(block) => {
                pending.push(Erased::Emptied(Edit::BlockErased(block)));
                let start = pending.len();
                pending.extend(body.ops_of(block).map(Erased::Op));
                start
            }
        };
        pending[start..].reverse();
    }
    edits
}
