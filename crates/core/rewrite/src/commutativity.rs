//! One order of the operands of commutative ops, by the ops that they are computed from, so that a pattern on several ops
//! need not try all orders.
//!
//! The key of an operand is the list of its ancestors, those that are nearest first: block arguments, which are less than
//! ops, which are less than constant ops; ops are ordered by name. Keys are compared as lists.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;
use terrace_ir::pattern::Pattern;
use terrace_ir::traits::TraitSet;
use terrace_ir::{Op, Rewriter, Value};

/// Sorts the operands of commutative ops; those whose first 1024 ancestors are of the same kinds stay in their order.
pub const SORT_COMMUTATIVE_OPERANDS: Pattern = Pattern::having(
    "sort_commutative_operands",
    |info| info.traits.has(TraitSet::Commutative),
    sort_operands,
)
.with_benefit(5);

/// The number of ancestors that are compared at most.
const LIMIT: usize = 1024;

/// A part of the key of an operand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Ancestor<'a> {
    BlockArgument,
    Op(&'a [u8]),
    Constant(&'a [u8]),
}

/// An operand, with as much of its key as was needed so far.
struct Keyed<'a> {
    operand: Value,
    key: Vec<Ancestor<'a>>,
    /// The definitions, `None` for a block argument, that are next in the key.
    queue: VecDeque<Option<Op>>,
    seen: FxHashSet<Op>,
}

impl<'a> Keyed<'a> {
    fn new(rw: &Rewriter<'_>, operand: Value) -> Self {
        let mut keyed = Self { operand, key: Vec::new(), queue: VecDeque::new(), seen: FxHashSet::default() };
        keyed.push(rw, operand);
        keyed
    }

    /// Adds the definition of a value to those that come last, unless it was met.
    fn push(&mut self, rw: &Rewriter<'_>, value: Value) {
        let def = rw.value(value).defining_op().map(|def| def.id());
        if def.is_none_or(|def| self.seen.insert(def)) {
            self.queue.push_back(def);
        }
    }

    /// Makes the key this long, or whole.
    fn extend(&mut self, rw: &'a Rewriter<'_>, length: usize) {
        while self.key.len() < length
            && let Some(next) = self.queue.pop_front()
        {
            let Some(def) = next else {
                self.key.push(Ancestor::BlockArgument);
                continue;
            };
            let view = rw.op(def);
            let (name, constant) = (view.info().name, view.has_trait(TraitSet::ConstantLike));
            let name = rw.cx().str_bytes(name);
            self.key.push(if constant { Ancestor::Constant(name) } else { Ancestor::Op(name) });
            for operand in rw.body().operands(def).collect::<Vec<Value>>() {
                self.push(rw, operand);
            }
        }
    }

    /// Whether more of the keys could tell two operands apart whose keys are the same so far.
    fn is_open(&self, other: &Self) -> bool {
        self.operand != other.operand
            && self.key == other.key
            && !(self.queue.is_empty() && other.queue.is_empty())
    }
}

fn sort_operands(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let operands: Vec<Value> = rw.body().operands(op).collect();
    let mut sorted: Vec<Keyed<'_>> = operands.iter().map(|&operand| Keyed::new(rw, operand)).collect();
    let mut length = 1;
    loop {
        sorted.iter_mut().for_each(|keyed| keyed.extend(rw, length));
        sorted.sort_by(|a, b| a.key.cmp(&b.key));
        let open = sorted.windows(2).any(|pair| pair[0].is_open(&pair[1]));
        if !open || length >= LIMIT {
            break;
        }
        length *= 4;
    }
    let sorted: Vec<Value> = sorted.iter().map(|keyed| keyed.operand).collect();
    if sorted == operands {
        return None;
    }
    rw.set_operands(op, &sorted);
    Some(())
}
