//! Read-after-write conflicts: the rules for a read and a write of one buffer.
//!
//! A conflict is a definition that is read, a write to the same buffer between the two, and the read. The
//! rules depend only on the IR and on interfaces of ops, so that a pair that is no conflict remains none
//! after later decisions.

use std::cell::Cell;

use terrace_analysis::slices::are_equivalent_slices;
use terrace_dialects_linalg::named_elementwise::CopyOp;
use terrace_dialects_mem::bufferization::MaterializeInDestinationOp;
use terrace_ir::subset::{HyperrectangularSlice, SubsetOp};
use terrace_ir::{OpFoldResultRef, OpRef, RegionRef, Value, ValueRef};

use crate::happens_before::{Order, inside_mutually_exclusive_regions};
use crate::interface::Operand;
use crate::options::Heuristic;
use crate::state::{State, TraversalConfig, region_of};

/// The definition that a read would miss if the write is to the same buffer, according to the selected rules.
pub fn conflict(state: &State<'_>, order: &Order, read: Operand<'_>, write: Operand<'_>) -> Option<Value> {
    conflict_by(state.options.strict_analysis, state, order, read, write)
}

/// The same by the rules of `strict-analysis`, or by upstream's.
pub(crate) fn conflict_by(
    strict: bool,
    state: &State<'_>,
    order: &Order,
    read: Operand<'_>,
    write: Operand<'_>,
) -> Option<Value> {
    let definitions = state.find_definitions(read);
    if definitions.is_empty() {
        return None;
    }
    let definitions: Vec<ValueRef<'_>> = definitions.iter().map(|&id| view(read.op, id)).collect();
    let in_step = read == write || is_elementwise(state, read, write);
    let is_in_order = can_use_order(state, order, read, write, &definitions)
        && (in_step
            || order.happens_before(read.op, write.op)
            || inside_mutually_exclusive_regions(order, read.op, write.op));
    let missed = |definition: &&ValueRef<'_>| !is_in_order && !is_before(state, order, write, **definition);
    let repeats = |region: RegionRef<'_>| state.is_repetitive(region);
    let between =
        |definition: &&ValueRef<'_>| order.comes_between(**definition, write.op, read.op, !in_step, repeats);
    let found = match state.options.heuristic {
        // A path proves it.
        Heuristic::FewestCopies => definitions
            .iter()
            .find(|definition| between(definition) || !order.has_paths(**definition) && missed(definition)),
        _ if strict => definitions.iter().find(missed).or_else(|| definitions.iter().find(between)),
        _ => definitions.iter().find(missed),
    };
    let missed = found?.id();
    if are_non_conflicting_subsets(state, read, write) {
        return None;
    }
    let says_no = |op: OpRef<'_>| {
        state.bufferizable(op).is_some_and(|model| model.is_not_conflicting(read, write, state))
    };
    let not_conflicting = says_no(read.op) || write.op != read.op && says_no(write.op);
    (!not_conflicting).then_some(missed)
}

/// A value of the body that an op is in.
pub fn view<'a>(op: OpRef<'a>, value: Value) -> ValueRef<'a> {
    ValueRef::in_body(op.ir(), op.body(), op.body_id(), value)
}

/// Whether a write does not come between a definition and its reads: it happens before it, belongs to it, or is it.
fn is_before(state: &State<'_>, order: &Order, write: Operand<'_>, definition: ValueRef<'_>) -> bool {
    match definition.defining_op() {
        Some(op) => {
            if order.happens_before(write.op, op) || op != write.op && order.contains(op.id(), write.op.id())
            {
                return true;
            }
        }
        None => {
            let may_follow = definition.owner_block().is_some_and(|block| {
                let Some(region) = block.region() else { return false };
                let body = write.op.body();
                let around = terrace_ir::dominance::ancestor_in(body, region.id(), write.op.id());
                around.and_then(|op| body.block_of(op)) == Some(block.id())
            });
            if !may_follow {
                return true;
            }
        }
    }
    matches!(state.aliasing_values(write)[..], [alias] if alias.value == definition)
}

/// Whether the order of ops decides if the read or the write comes first. In a loop that the definition is outside of,
/// both orders occur.
fn can_use_order(
    state: &State<'_>,
    order: &Order,
    read: Operand<'_>,
    write: Operand<'_>,
    definitions: &[ValueRef<'_>],
) -> bool {
    let region = |op: OpRef<'_>| op.block().and_then(|block| block.region()).map(|region| region.id());
    let around = read.op.block().and_then(|block| block.region());
    for definition in definitions {
        if let Some(outermost) = state.parallel_region_between(around, region_of(*definition))
            && outermost.is_none_or(|op| order.contains(op.id(), write.op.id()))
        {
            return false;
        }
    }
    if region(read.op) != region(write.op) {
        return true;
    }
    let (Some(reads), Some(writes)) = (read.op.block(), write.op.block()) else { return true };
    let body = read.op.body();
    definitions.iter().all(|definition| {
        let defined_in = match definition.defining_op() {
            Some(op) => op.block(),
            None => definition.owner_block(),
        };
        let defined_in = defined_in.map(|block| block.id());
        !order.is_circular(body, reads.id(), writes.id(), defined_in)
    })
}

/// Whether both are operands with the same buffer of an op that reads each element before it writes it.
fn is_elementwise(state: &State<'_>, read: Operand<'_>, write: Operand<'_>) -> bool {
    read.op == write.op
        && state.bufferizable(read.op).is_some_and(|model| {
            model.bufferizes_to_elementwise_access(read.op, [read.index, write.index], state)
        })
        && (has_equivalent_value(state, read, write.value())
            || has_equivalent_value(state, write, read.value()))
}

/// Whether a value that is equivalent to an operand is a source of the operand's data.
fn has_equivalent_value(state: &State<'_>, start: Operand<'_>, other: ValueRef<'_>) -> bool {
    let config = TraversalConfig {
        follow_equivalent_only: true,
        always_include_leaves: false,
        follow_same_type_or_casts_only: true,
        ..TraversalConfig::default()
    };
    !state.find_in_reverse_use_def_chain(start, |value| value == other, config).is_empty()
}

/// An op that writes its source to a part, or all, of its destination.
pub(crate) struct Insertion<'a> {
    /// The op.
    pub(crate) op: OpRef<'a>,
    /// The number of the operand that is written.
    pub(crate) source: usize,
    /// The number of the operand that is written to.
    pub(crate) destination: usize,
    /// The interface that describes the subset; `None` for an op that writes all of its destination.
    pub(crate) subset: Option<&'static dyn SubsetOp>,
}

impl<'a> Insertion<'a> {
    /// The op as one that writes a source to a destination, if it is.
    pub(crate) fn of(op: OpRef<'a>) -> Option<Self> {
        // Both write their first operand to all of their second.
        if op.isa::<MaterializeInDestinationOp>() || op.isa::<CopyOp>() {
            return Some(Self { op, source: 0, destination: 1, subset: None });
        }
        let subset = op.interface::<dyn SubsetOp>()?;
        let (source, destination) = (subset.source(op)?, subset.container(op));
        Some(Self { op, source, destination, subset: Some(subset) })
    }

    /// Whether a value is the part that is written, taken out of a tensor with the destination's buffer.
    fn is_equivalent_subset(&self, candidate: ValueRef<'_>, state: &State<'_>) -> bool {
        let destination = self.op.operand(self.destination);
        let Some(subset) = self.subset else {
            return candidate.defining_op().is_some() && state.are_equivalent(destination, candidate);
        };
        let Some(from) = candidate.defining_op() else { return false };
        let Some(extraction) = from.interface::<dyn SubsetOp>().filter(|e| e.source(from).is_none()) else {
            return false;
        };
        if !state.are_equivalent(destination, from.operand(extraction.container(from))) {
            return false;
        }
        let slices = subset.slice(self.op).zip(extraction.slice(from));
        slices.is_some_and(|(one, other)| are_equal(&one, &other))
    }

    /// Whether all the data of an operand originates from that subset.
    fn matches(&self, operand: Operand<'_>, state: &State<'_>) -> bool {
        // Each value is looked at once, and what is a part is found: is anything else? Where data comes from outside of all
        // subsets, something is, and the walk ends.
        let (parts, outside) = (Cell::new(0), Cell::new(false));
        let ends_walk = |value: ValueRef<'_>| {
            let found = self.is_equivalent_subset(value, state);
            parts.set(parts.get() + usize::from(found));
            if !found && self.subset.is_some() && state.comes_from_outside(value) {
                outside.set(true);
            }
            found || outside.get()
        };
        if self.subset.is_some() && state.comes_from_outside(operand.value()) {
            return false;
        }
        let found = state.find_in_reverse_use_def_chain(operand, ends_walk, TraversalConfig::default());
        !outside.get() && found.len() == parts.get()
    }
}

fn are_equal<'a>(one: &HyperrectangularSlice<'a>, other: &HyperrectangularSlice<'a>) -> bool {
    let same = |one: &[OpFoldResultRef<'a>], other: &[OpFoldResultRef<'a>]| {
        one.len() == other.len()
            && one.iter().zip(other).all(|pair| match pair {
                (OpFoldResultRef::Static(a), OpFoldResultRef::Static(b)) => a == b,
                (OpFoldResultRef::Value(a), OpFoldResultRef::Value(b)) => a == b,
                _ => false,
            })
    };
    same(&one.offsets, &other.offsets) && same(&one.sizes, &other.sizes) && same(&one.strides, &other.strides)
        || are_equivalent_slices(one, other) == Some(true)
}

/// Whether the written subset is not read, or already has the written contents.
fn are_non_conflicting_subsets(state: &State<'_>, read: Operand<'_>, write: Operand<'_>) -> bool {
    if let Some(insertion) = Insertion::of(read.op) {
        // What is overwritten is not read.
        if read.index == insertion.destination && insertion.matches(write, state) {
            return true;
        }
        // The source is where it goes.
        if read.index == insertion.source
            && write == (Operand { op: read.op, index: insertion.destination })
            && insertion.matches(read, state)
        {
            return true;
        }
    }
    // What is written is there already, and is what is read.
    Insertion::of(write.op).is_some_and(|insertion| {
        let source = Operand { op: write.op, index: insertion.source };
        write.index == insertion.destination
            && state.are_equivalent(read.value(), source.value())
            && insertion.matches(source, state)
    })
}

/// Whether a write must not go to a buffer from outside of the parallel region that it is in.
pub fn must_privatize(state: &State<'_>, write: Operand<'_>) -> bool {
    let writes = |value: ValueRef<'_>| state.value_bufferizes_to_memory_write(value);
    let found = state.find_in_reverse_use_def_chain(write, writes, TraversalConfig::default());
    let around = state.parallel_region(write.op.block().and_then(|block| block.region()));
    found.into_iter().any(|definition| state.parallel_region(region_of(definition)) != around)
}
