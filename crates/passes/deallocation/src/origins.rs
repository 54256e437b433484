//! The origins of buffers, and must- and may-alias queries on them.
//!
//! Values in a cycle of aliases are one node of an acyclic graph, numbered such that the origins of a value
//! have smaller numbers. Each node records whether it has no terminal, one or several, and whether these are
//! all allocations or function arguments; so most queries take constant time. For the others, whether two
//! nodes share a terminal, both are followed to their origins, the greater number first, until they meet.

use std::collections::BinaryHeap;
use std::sync::Mutex;

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_mem::bufferization::has_effect;
use terrace_ir::effects::EffectKind;
use terrace_ir::interfaces::FunctionOp;
use terrace_ir::{Rewriter, Value, ValueRef};

use crate::components::components;
use crate::flow::{BufferViewFlow, is_buffer_type, view_base};

/// The terminals that a value may originate from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Terminals {
    None,
    One(Value),
    Many,
}

impl Terminals {
    fn join(self, other: Self) -> Self {
        match (self, other) {
            (Terminals::None, other) | (other, Terminals::None) => other,
            (a, b) if a == b => a,
            _ => Terminals::Many,
        }
    }
}

/// The terminals of all nodes that a node is reachable from, summarized.
#[derive(Clone, Copy)]
struct Summary {
    terminals: Terminals,
    /// All terminals are allocations.
    allocations: bool,
    /// All terminals are allocations or arguments of the function.
    allocations_or_arguments: bool,
}

/// The origins of the buffers of a body.
pub struct BufferOrigins {
    /// The node of each value.
    nodes: Vec<u32>,
    summaries: Vec<Summary>,
    sources: Vec<Vec<u32>>,
    /// The representative of each connected component of nodes.
    parts: Vec<u32>,
    asked: Mutex<Asked>,
}

/// Cached answers: for a node with many queries, its origins are followed once.
#[derive(Default)]
struct Asked {
    often: FxHashMap<u32, usize>,
    answers: FxHashMap<u32, Answers>,
}

/// The nodes that are known to share a terminal with a node, since that originates from them, and those that
/// are known not to.
#[derive(Default)]
struct Answers {
    inside: FxHashSet<u32>,
    outside: FxHashSet<u32>,
}

/// The number of queries of a node after which its answers are cached.
const OFTEN: usize = 16;
/// The number of nodes with cached answers.
const MOST_ANSWERS: usize = 8;

const UNSEEN: u32 = u32::MAX;

impl BufferOrigins {
    /// Computes the origins of the buffers of a body.
    pub fn new(rw: &Rewriter<'_>) -> Self {
        let body = rw.body();
        let flow = BufferViewFlow::new(body.top_regions().iter().map(|&region| rw.region(region)));
        let count = body.num_values();
        let mut origins = Self {
            nodes: vec![UNSEEN; count],
            summaries: Vec::new(),
            sources: Vec::new(),
            parts: Vec::new(),
            asked: Mutex::default(),
        };
        let wanted = |value: Value| is_buffer_type(rw.cx(), body.value_type(value));
        components(count, wanted, |value| flow.sources(value), |members| origins.close(rw, &flow, members));
        origins
    }

    /// Merges a cycle of values to a node.
    fn close(&mut self, rw: &Rewriter<'_>, flow: &BufferViewFlow, members: &[Value]) {
        let node = self.summaries.len() as u32;
        self.parts.push(node);
        for &value in members {
            self.nodes[value.as_u32() as usize] = node;
        }
        let mut summary =
            Summary { terminals: Terminals::None, allocations: true, allocations_or_arguments: true };
        let mut sources: Vec<u32> = Vec::new();
        for &value in members {
            if flow.may_be_terminal(value) {
                let view = rw.value(value);
                let allocated =
                    view.defining_op().is_some_and(|op| has_effect(op, EffectKind::Allocate, view));
                summary.terminals = summary.terminals.join(Terminals::One(value));
                summary.allocations &= allocated;
                summary.allocations_or_arguments &= allocated || is_function_argument(view);
            }
            sources.extend(flow.sources(value).iter().map(|source| self.nodes[source.as_u32() as usize]));
        }
        sources.retain(|&source| source != node);
        sources.sort_unstable();
        sources.dedup();
        for &source in &sources {
            let from = self.summaries[source as usize];
            summary.terminals = summary.terminals.join(from.terminals);
            summary.allocations &= from.allocations;
            summary.allocations_or_arguments &= from.allocations_or_arguments;
            let (a, b) = (self.part(source), self.part(node));
            self.parts[a.max(b) as usize] = a.min(b);
        }
        self.summaries.push(summary);
        self.sources.push(sources);
    }

    fn part(&mut self, mut node: u32) -> u32 {
        while self.parts[node as usize] != node {
            let next = self.parts[node as usize];
            self.parts[node as usize] = self.parts[next as usize];
            node = next;
        }
        node
    }

    fn find_part(&self, mut node: u32) -> u32 {
        while self.parts[node as usize] != node {
            node = self.parts[node as usize];
        }
        node
    }

    fn node(&self, value: ValueRef<'_>) -> Option<u32> {
        self.nodes.get(value.id().as_u32() as usize).copied().filter(|&node| node != UNSEEN)
    }

    /// The only place that a buffer may have been allocated, where that is known, and that it is an allocation.
    pub fn only_allocation(&self, value: ValueRef<'_>) -> Option<Value> {
        let summary = self.summaries[self.node(view_base(value))? as usize];
        match summary.terminals {
            Terminals::One(terminal) if summary.allocations => Some(terminal),
            _ => None,
        }
    }

    /// Whether two buffers are, or are parts of, the same allocation; `None` if that is not known.
    pub fn is_same_allocation(&self, a: ValueRef<'_>, b: ValueRef<'_>) -> Option<bool> {
        let (a, b) = (view_base(a), view_base(b));
        if a == b {
            return Some(true);
        }
        let (a, b) = (self.node(a)?, self.node(b)?);
        let (of_a, of_b) = (self.summaries[a as usize], self.summaries[b as usize]);
        match (of_a.terminals, of_b.terminals) {
            (Terminals::One(a), Terminals::One(b)) if a == b => return Some(true),
            _ if self.share_terminal(a, b) => return None,
            _ => {}
        }
        let distinct = of_a.allocations && of_b.allocations_or_arguments
            || of_a.allocations_or_arguments && of_b.allocations;
        distinct.then_some(false)
    }

    /// Whether two nodes originate from the same terminal, if one of them is queried often.
    fn share_as_asked(&self, often: u32, other: u32) -> Option<bool> {
        let mut asked = self.asked.lock().unwrap_or_else(|error| error.into_inner());
        let count = asked.often.entry(often).or_default();
        *count += 1;
        if *count < OFTEN {
            return None;
        }
        if !asked.answers.contains_key(&often) && asked.answers.len() >= MOST_ANSWERS {
            asked.answers.clear();
        }
        let answers = asked.answers.entry(often).or_insert_with(|| {
            let mut answers = Answers::default();
            let mut pending = vec![often];
            while let Some(node) = pending.pop() {
                if self.summaries[node as usize].terminals != Terminals::None && answers.inside.insert(node) {
                    pending.extend(&self.sources[node as usize]);
                }
            }
            answers
        });
        let (mut seen, mut pending) = (Vec::new(), vec![other]);
        while let Some(node) = pending.pop() {
            if answers.inside.contains(&node) {
                seen.iter().for_each(|node| {
                    answers.outside.remove(node);
                });
                return Some(true);
            }
            if answers.outside.insert(node) {
                seen.push(node);
                pending.extend(&self.sources[node as usize]);
            }
        }
        Some(false)
    }

    /// Whether two nodes originate from the same terminal.
    fn share_terminal(&self, a: u32, b: u32) -> bool {
        let (of_a, of_b) = (self.summaries[a as usize].terminals, self.summaries[b as usize].terminals);
        let least = match (of_a, of_b) {
            (Terminals::None, _) | (_, Terminals::None) => return false,
            (Terminals::One(a), Terminals::One(b)) => return a == b,
            // Nothing older than the only terminal matters.
            (Terminals::One(one), _) | (_, Terminals::One(one)) => self.nodes[one.as_u32() as usize],
            _ => 0,
        };
        if a == b {
            return true;
        }
        if self.find_part(a) != self.find_part(b) {
            return false;
        }
        if let Some(known) = self.share_as_asked(a, b).or_else(|| self.share_as_asked(b, a)) {
            return known;
        }
        let mut pending = BinaryHeap::from([(a, 1u8), (b, 2u8)]);
        while let Some((node, mut marks)) = pending.pop() {
            while let Some(&(same, more)) = pending.peek().filter(|(other, _)| *other == node) {
                debug_assert_eq!(same, node);
                marks |= more;
                pending.pop();
            }
            if self.summaries[node as usize].terminals == Terminals::None {
                continue;
            }
            if marks == 3 {
                return true;
            }
            let older = self.sources[node as usize].iter().filter(|&&source| source >= least);
            pending.extend(older.map(|&source| (source, marks)));
        }
        false
    }
}

/// Whether a value is an argument of a function.
fn is_function_argument(value: ValueRef<'_>) -> bool {
    let region = value.owner_block().and_then(|block| block.region().filter(|r| r.entry() == Some(block)));
    region.and_then(|region| region.parent_op()).is_some_and(|op| op.interface::<dyn FunctionOp>().is_some())
}
