//! Empty tensors that are computed on and then written to a part of another tensor: the computation is to happen in that
//! part from the start.

use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use terrace_dialects_mem::bufferization::types::BufferizationType;
use terrace_dialects_mem::bufferization::{MaterializeInDestinationOp, ToTensorOp};
use terrace_dialects_mem::index_values::indices;
use terrace_dialects_mem::tensor::{CastOp, EmptyOp, ExtractSliceOp};
use terrace_ir::dominance::ancestor_in;
use terrace_ir::subset::HyperrectangularSlice;
use terrace_ir::{
    Attr, Loc, Op, OpFoldResultRef, OpRef, RankedTensorType, Rewriter, TypeData, UnrankedTensorType, Value,
    ValueRef,
};
use terrace_rewrite::motion::{Dominance, move_value_definitions};
use terrace_rewrite::walk::body_post_order;

use crate::analysis::Analysis;
use crate::conflicts::Insertion;
use crate::happens_before::Order;
use crate::interface::{Operand, OperandKey};
use crate::state::{State, TraversalConfig, region_of};

/// Replaces empty tensors of a body that end in a part of another tensor by that part, as far as the operands that are
/// written there are in place. Uses that must be in place keep their empty tensors where the body could not be bufferized
/// otherwise, unless upstream is matched.
pub fn eliminate_empty_tensors(rw: &mut Rewriter<'_>, state: &State<'_>) {
    let mut barren = FxHashSet::default();
    let mut dominance = Dominance::default();
    // The uses that must be in place, with what they used before.
    let mut bound: Vec<(OperandKey, Value)> = Vec::new();
    for op in body_post_order(rw.body()) {
        let Some(index) = Insertion::of(rw.op(op)).map(|insertion| insertion.source) else { continue };
        let source = Operand { op: rw.op(op), index };
        if !source.value().ty().is_tensor_like(rw.cx()) || !state.is_in_place(source) {
            continue;
        }
        for (empty, used) in empty_tensors_behind(source, state, &mut barren) {
            if !rw.cx().matches_upstream() && is_overwritten_too_soon(rw, op, used, state) {
                continue;
            }
            let must_be_in_place = must_bufferize_in_place(rw, used, state);
            let replaced = replace_use(rw, op, empty, used, &mut dominance);
            if replaced.is_some() && must_be_in_place {
                bound.push((used, rw.body().single_result(empty)));
            }
            state.reset();
        }
    }
    // Two that must be in place may now have one buffer, and the one overwrite what the other's readers are to see.
    let Some(&((user, _), _)) = bound.first().filter(|_| !rw.cx().matches_upstream()) else { return };
    if !Analysis::accepts(state, rw.op(user)) {
        for ((user, index), empty) in bound.into_iter().rev() {
            rw.set_operand(user, index as usize, empty);
        }
        state.reset();
    }
}

/// Whether an alias of an operand is read after an op wrote its source to a memref. That write is not a write to a
/// tensor, so the analysis does not see its effect on tensors in that memref. Aliases of the op's source are not
/// affected: they have the value that was written.
fn is_overwritten_too_soon(
    rw: &Rewriter<'_>,
    insertion: Op,
    (user, index): OperandKey,
    state: &State<'_>,
) -> bool {
    let written = rw.op(insertion);
    let Some(Insertion { source, destination, .. }) = Insertion::of(written) else { return false };
    if written.operand(destination).ty().is_tensor_like(rw.cx()) {
        return false;
    }
    let source = written.operand(source);
    let mut order = None;
    let mut seen = FxHashSet::default();
    let mut operands = vec![Operand { op: rw.op(user), index: index as usize }];
    while let Some(operand) = operands.pop() {
        for alias in state.aliasing_values(operand) {
            let value = alias.value;
            if value == source || !seen.insert(value.id()) {
                continue;
            }
            for (reader, index) in value.uses() {
                let reader = Operand { op: reader, index };
                operands.push(reader);
                if state.bufferizes_to_memory_read(reader)
                    && !is_before_in_block(value, reader.op, written)
                    && order.get_or_insert_with(|| Order::of(written)).comes_between(
                        value,
                        written,
                        reader.op,
                        false,
                        |region| state.is_repetitive(region),
                    )
                {
                    return true;
                }
            }
        }
    }
    false
}

/// Whether two ops are, or are in, ops of the block of a value, the first before the second: then control passes the
/// value's definition on the way from the second to the first.
fn is_before_in_block(value: ValueRef<'_>, first: OpRef<'_>, second: OpRef<'_>) -> bool {
    let (body, Some(region)) = (value.body(), region_of(value)) else { return false };
    let block = match value.defining_op() {
        Some(op) => body.block_of(op.id()),
        None => value.owner_block().map(|block| block.id()),
    };
    let in_block =
        |op: OpRef<'_>| ancestor_in(body, region.id(), op.id()).filter(|&op| body.block_of(op) == block);
    let both = in_block(first).zip(in_block(second));
    both.is_some_and(|(first, second)| first != second && body.is_before(first, second))
}

/// Whether an operand, by its op's model, must be in place.
fn must_bufferize_in_place(rw: &Rewriter<'_>, (op, index): OperandKey, state: &State<'_>) -> bool {
    let operand = Operand { op: rw.op(op), index: index as usize };
    state.bufferizable(operand.op).is_some_and(|model| model.must_bufferize_in_place(operand, state))
}

/// The empty tensors that an operand may be the buffer of, each with a use that leads to it. `barren` are values that are
/// known not to be such a buffer.
fn empty_tensors_behind(
    operand: Operand<'_>,
    state: &State<'_>,
    barren: &mut FxHashSet<Value>,
) -> Vec<(Op, OperandKey)> {
    let config = TraversalConfig {
        always_include_leaves: false,
        follow_equivalent_only: true,
        follow_same_type_or_casts_only: true,
        ..TraversalConfig::default()
    };
    let is_empty = |value: ValueRef<'_>| value.defining_op().is_some_and(|op| op.isa::<EmptyOp>());
    let (visited, mut uses) = (RefCell::new(Vec::new()), FxHashMap::default());
    let found = state.find_along_operands(
        operand,
        |value| {
            visited.borrow_mut().push(value.id());
            is_empty(value) || barren.contains(&value.id())
        },
        config,
        |operand| {
            uses.entry(operand.value().id()).or_insert(operand.key());
        },
    );
    let found: Vec<(Op, OperandKey)> = found
        .into_iter()
        .filter_map(|value| {
            let op = value.defining_op().filter(|op| op.isa::<EmptyOp>())?;
            Some((op.id(), *uses.get(&value.id())?))
        })
        .collect();
    if found.is_empty() {
        barren.extend(visited.into_inner());
    }
    found
}

/// Replaces one use of an empty tensor by the slice that an op writes to.
fn replace_use(
    rw: &mut Rewriter<'_>,
    insertion: Op,
    empty: Op,
    (user, index): OperandKey,
    dominance: &mut Dominance,
) -> Option<()> {
    let needed = needed_values(&Insertion::of(rw.op(insertion))?);
    let at = match insertion_point(rw, empty, user, &needed, dominance) {
        Some(at) => at,
        None => {
            move_value_definitions(rw, &needed, user, dominance).ok()?;
            user
        }
    };
    rw.set_insertion_point_before(at);
    let loc = rw.op(empty).loc();
    let mut part = make_part(rw, insertion, loc)?;
    let tensor = rw.body().single_result(empty);
    if part == tensor {
        return None;
    }
    let (from, to) = (rw.value(part).ty(), rw.value(tensor).ty());
    if from != to {
        if from.element_type(rw.cx()) != to.element_type(rw.cx()) {
            return None;
        }
        let made = rw.value(part).defining_op().map(|op| op.id());
        let block = rw.value(part).owner_block().map(|block| block.id());
        match (made, block) {
            (Some(made), _) => rw.set_insertion_point_after(made),
            (None, Some(block)) => rw.set_insertion_point_to_start(block),
            (None, None) => return None,
        }
        part = rw.build_value(CastOp::of(part).dest(to).loc(loc));
    }
    rw.set_operand(user, index as usize, part);
    Some(())
}

/// The values that must dominate the point at which the destination subset is created.
fn needed_values(insertion: &Insertion<'_>) -> Vec<Value> {
    let mut needed = Vec::new();
    if let Some(slice) = insertion.subset.and_then(|subset| subset.slice(insertion.op)) {
        for mixed in slice.offsets.iter().chain(&slice.sizes).chain(&slice.strides) {
            if let OpFoldResultRef::Value(value) = mixed {
                needed.push(value.id());
            }
        }
    }
    needed.push(insertion.op.operand(insertion.destination).id());
    needed
}

/// The insertion point at which the needed values are in scope and which precedes a user: the empty tensor,
/// or the first op after one of the values.
fn insertion_point(
    rw: &Rewriter<'_>,
    empty: Op,
    user: Op,
    needed: &[Value],
    dominance: &mut Dominance,
) -> Option<Op> {
    let behind = |&value: &Value| match rw.value(value).defining_op() {
        Some(def) => rw.body().next_op(def.id()),
        None => rw.body().first_op(rw.value(value).owner_block()?.id()),
    };
    let candidates: Vec<Op> = std::iter::once(empty).chain(needed.iter().filter_map(behind)).collect();
    let mut fits = |&at: &Op| {
        let mut is_there = |&value: &Value| match rw.value(value).defining_op() {
            Some(def) => dominance.properly_dominates(rw, def.id(), at, false),
            // Only the argument's own block counts, not those that it dominates.
            None => rw.value(value).owner_block().is_some_and(|block| holds(rw, block.id(), at)),
        };
        needed.iter().all(&mut is_there) && (at == user || dominance.properly_dominates(rw, at, user, true))
    };
    candidates.into_iter().find(|at| fits(at))
}

/// Whether an op is in a block, or in an op of that.
fn holds(rw: &Rewriter<'_>, block: terrace_ir::Block, op: Op) -> bool {
    let body = rw.body();
    let around =
        body.region_of(block).and_then(|region| terrace_ir::dominance::ancestor_in(body, region, op));
    around.and_then(|op| body.block_of(op)) == Some(block)
}

/// Creates the slice that an op writes to, at the insertion point. `None` if only this op can compute that
/// slice.
fn make_part(rw: &mut Rewriter<'_>, op: Op, loc: Loc) -> Option<Value> {
    let cx = rw.cx();
    let insertion = Insertion::of(rw.op(op))?;
    let dest = insertion.op.operand(insertion.destination);
    if let Some(subset) = insertion.subset {
        let HyperrectangularSlice { offsets, sizes, strides } = subset.slice(insertion.op)?;
        let [offsets, sizes, strides] = [offsets, sizes, strides].map(|list| indices(&list));
        let (dest, ty) = (dest.id(), insertion.op.operand(insertion.source).ty());
        return Some(
            rw.build_value(
                ExtractSliceOp::of(dest)
                    .loc(loc)
                    .mixed_offsets(&offsets)
                    .mixed_sizes(&sizes)
                    .mixed_strides(&strides)
                    .result(ty),
            ),
        );
    }
    let ty = match dest.ty().data(cx) {
        TypeData::MemRef { shape, element, .. } => RankedTensorType::get(cx, shape, *element),
        TypeData::UnrankedMemRef { element, .. } => UnrankedTensorType::get(cx, *element),
        _ => return Some(dest.id()),
    };
    let dest = dest.id();
    let view: OpRef<'_> = rw.op(op);
    // Only one cast may have the attribute.
    let materialize = view.cast::<MaterializeInDestinationOp>()?;
    materialize.restrict_attr()?;
    let writable = materialize.writable_attr();
    let slot = view.def()?.props.iter().position(|prop| prop.name == "restrict")?;
    rw.set_prop(op, slot, Attr::NULL);
    Some(rw.build_value(
        ToTensorOp::of(dest).restrict_attr(Attr::UNIT).writable_attr(writable).result(ty).loc(loc),
    ))
}
