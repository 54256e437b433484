//! Hoisting of `tensor.pad` out of loops: loops before them pad all slices that the loops use, and pack them into one
//! tensor.
//!
//! The packing loops are those whose induction variables the slice or its padding depend on. A pad in a loop that carries
//! the padded slice, whose iterations write all of it in place, is hoisted alone: the loop carries the padded tensor.

use rustc_hash::FxHashSet;
use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_core::arith::ConstantOp;
use terrace_dialects_core::scf::{ForOp, YieldOp};
use terrace_dialects_linalg::builders::make_transpose;
use terrace_dialects_linalg::structured::as_structured;
use terrace_dialects_mem::affine::{AffineApplyOp, AffineMaxOp, AffineMinOp};
use terrace_dialects_mem::index_values::{known_indices, value_of};
use terrace_dialects_mem::make_slices::extract_slice_of;
use terrace_dialects_mem::slices::{mixed_offsets, mixed_sizes, mixed_strides};
use terrace_dialects_mem::tensor::{
    EmptyOp, ExtractSliceOp, InsertSliceOp, PadOp, constant_padding_value, with_shape,
};
use terrace_ir::effects::is_memory_effect_free;
use terrace_ir::fold::constant_value;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{Block, DYNAMIC, Loc, Op, OpFoldResult, OpKind, OpRef, Rewriter, Type, Value, ValueRef};
use terrace_passes_shared::value_bounds::reified_upper_bound;
use terrace_rewrite::passes::subset_hoisting::hoist_from_loop;
use terrace_rewrite::walk::nested_post_order;

/// A pad that was hoisted.
#[derive(Clone, Debug)]
pub struct HoistedPad {
    /// The replacement of the result of the pad that was hoisted.
    pub value: Value,
    /// The pad before the loops.
    pub pad: Op,
}

/// Loops that pad and pack.
#[derive(Clone, Copy, Debug)]
pub struct PackingLoopNest {
    /// The outermost of the loops; `None` if the pad depends on no loop.
    pub outermost: Option<Op>,
    /// The pad in the loops.
    pub pad: Op,
}

/// Hoists a pad of a slice out of at most `num_loops` of the `scf.for` around it. The packed slices are transposed by a
/// permutation, unless it is empty. Returns the replacement; the pad is left for the caller to replace. `None` if the
/// padding is not constant, the padded shape is not static, or the slice is not taken from a value defined before the
/// loops at places computed from loops alone. Subsets of the outermost loop may have been hoisted then.
pub fn hoist_pad(
    rw: &mut Rewriter<'_>,
    op: PadOp,
    num_loops: usize,
    transpose: &[i64],
) -> Option<HoistedPad> {
    let loops = enclosing_loops(rw.op(op), |found, _| found < num_loops);
    let hoisting = Hoisting::of(rw, op, loops)?;
    // A slice that a loop carries is another one in each iteration.
    let is_carried = hoisting.consumer.is_some() || op.view(rw).source().owner_block().is_some();
    let carried = match hoisting.consumer.filter(|_| hoisting.loops.is_empty()) {
        Some(consumer) => Some(CarriedPad::of(rw, &hoisting, consumer)?),
        None if is_carried => return None,
        None => None,
    };
    let packed = hoisting.pack(rw, transpose)?;
    rw.set_insertion_point_before(op);
    let value = match carried {
        Some(carried) => carried.carry(rw, &packed, op)?,
        None => hoisting.unpack(rw, &packed)?,
    };
    let pad = packed.pad;
    let value = match transpose {
        [] => value,
        _ => {
            let inverse: Vec<i64> = (0..transpose.len() as i64)
                .filter_map(|dim| transpose.iter().position(|&at| at == dim).map(|at| at as i64))
                .collect();
            let (ty, loc) = (op.view(rw).result().ty(), rw.body().loc(op));
            rw.set_insertion_point_after(rw.value(value).defining_op()?.id());
            let init = rw.build_value(EmptyOp::of(&[]).result(ty).loc(loc));
            let back = make_transpose(rw, value, init, &inverse, loc);
            rw.body().results(back).next()?
        }
    };
    Some(HoistedPad { value, pad })
}

/// Creates the loops that pad and pack the slices that a pad of a slice is applied to in a loop around it, before this loop;
/// nothing uses their result. `None` as for [`hoist_pad`].
pub fn build_packing_loop_nest(
    rw: &mut Rewriter<'_>,
    op: PadOp,
    outer: Op,
    transpose: &[i64],
) -> Option<PackingLoopNest> {
    let loops = enclosing_loops(rw.op(op), |_, last| last != Some(outer));
    if loops.last() != Some(&outer) {
        return None;
    }
    let packed = Hoisting::of(rw, op, loops)?.pack(rw, transpose)?;
    Some(PackingLoopNest { outermost: packed.loops.first().map(|&(op, _)| op), pad: packed.pad })
}

/// The `scf.for` immediately around an op, the innermost first, while a condition on their number and the last one holds.
fn enclosing_loops(op: OpRef<'_>, goes_on: impl Fn(usize, Option<Op>) -> bool) -> Vec<Op> {
    let mut loops: Vec<Op> = Vec::new();
    let mut next = op.parent_op();
    while let Some(parent) = next.filter(|parent| parent.isa::<ForOp>()) {
        if !goes_on(loops.len(), loops.last().copied()) {
            break;
        }
        loops.push(parent.id());
        next = parent.parent_op();
    }
    loops
}

/// Whether an op is another one or nested in it.
fn is_within(op: OpRef<'_>, outer: Op) -> bool {
    let body = op.body_id();
    let around = std::iter::successors(Some(op), |op| op.parent_op());
    around.take_while(|op| op.body_id() == body).any(|op| op.id() == outer)
}

/// Whether a value is defined outside of a loop.
fn is_outside(value: ValueRef<'_>, outer: Op) -> bool {
    let owner = match value.owner_block() {
        Some(block) => block.region().and_then(|region| region.parent_op()),
        None => value.defining_op(),
    };
    owner.is_none_or(|owner| !is_within(owner, outer))
}

/// A pad that can be hoisted.
struct Hoisting {
    pad: PadOp,
    /// The op that takes the padded slice.
    extract: Op,
    /// The loop above which it is hoisted.
    outer: Op,
    /// The ops that compute the padded slice, in order.
    slice: Vec<Op>,
    /// The loops that it depends on, the outermost first.
    loops: Vec<Op>,
    /// The loop that carries the slice, if nothing else uses it.
    consumer: Option<Op>,
    loc: Loc,
}

/// Slices that were padded and packed.
struct Packed {
    /// The loops, with their blocks.
    loops: Vec<(Op, Block)>,
    pad: Op,
    tensor: Value,
    sizes: Vec<OpFoldResult>,
    ty: Type,
}

impl Hoisting {
    fn of(rw: &mut Rewriter<'_>, pad: PadOp, loops: Vec<Op>) -> Option<Self> {
        let extract = pad.view(rw).source().defined_by::<ExtractSliceOp>()?.0.id();
        let depth = loops.len();
        let mut outer = *loops.last()?;
        if !is_outside(ExtractSliceOp::view_of(rw.op(extract)).source(), outer) {
            hoist_from_loop(rw, outer);
            outer = *enclosing_loops(rw.op(pad), |found, _| found < depth).last()?;
        }
        let loops = enclosing_loops(rw.op(pad), |found, _| found < depth);
        if rw.body().is_erased(extract) || loops.len() != depth {
            return None;
        }
        let source = ExtractSliceOp::view_of(rw.op(extract)).source();
        if !is_outside(source, outer) {
            return None;
        }
        let mut users = rw.op(extract).single_result().uses().map(|(user, _)| user);
        let only = users.next().filter(|_| users.next().is_none());
        let consumer = only.filter(|user| user.isa::<ForOp>()).map(|user| user.id());
        constant_padding_value(rw.op(pad))?.defined_by::<ConstantOp>()?;
        let all = backward_slice(rw, pad.into(), outer);
        if all.len() <= 1 {
            return None;
        }
        let slice = index_computation(rw, &all, [pad.into(), extract])?;
        let mut loops: Vec<Op> = loops.into_iter().rev().filter(|op| slice.contains(op)).collect();
        if consumer.is_some() {
            loops.truncate(1);
        }
        let loc = rw.body().loc(pad);
        let is_countable = |&op: &Op| {
            let view = ForOp::view_of(rw.op(op));
            [view.lower_bound(), view.step()].iter().all(|value| {
                value.ty() == Type::INDEX && (is_outside(*value, outer) || constant_value(*value).is_some())
            })
        };
        loops.iter().all(is_countable).then_some(Self { pad, extract, outer, slice, loops, consumer, loc })
    }

    /// The number of an iteration of a loop: `(iv - lb) ceildiv step`.
    fn iteration(&self, rw: &mut Rewriter<'_>, [iv, lower, step]: [Value; 3]) -> Value {
        let difference = AffineExpr::dim(0) - AffineExpr::dim(1);
        let map = AffineMap::new(2, 1, vec![AffineExpr::ceil_div(difference, AffineExpr::symbol(0))]);
        let map = rw.cx().affine_map_attr(map);
        rw.build_or_fold_value(
            AffineApplyOp::of(&[iv, lower, step]).map_attr(map).result(Type::INDEX).loc(self.loc),
        )
    }

    /// An operand of a loop at the insertion point before the outermost one.
    fn before(&self, rw: &mut Rewriter<'_>, value: Value) -> Option<Value> {
        if is_outside(rw.value(value), self.outer) {
            return Some(value);
        }
        let number = terrace_ir::matchers::m_scalar_i64(rw.value(value))?;
        Some(value_of(rw, OpFoldResult::Static(number), self.loc))
    }

    /// The maximum number of iterations of each loop.
    fn counts(&self, rw: &mut Rewriter<'_>) -> Option<Vec<Value>> {
        let mut counts = Vec::with_capacity(self.loops.len());
        for &op in &self.loops {
            let view = ForOp::view_of(rw.op(op));
            let [lower, upper, step] =
                [view.lower_bound(), view.upper_bound(), view.step()].map(|value| value.id());
            let stop = |value: ValueRef<'_>| {
                let is_affine = |op: OpRef<'_>| {
                    op.isa::<AffineMinOp>() || op.isa::<AffineMaxOp>() || op.isa::<AffineApplyOp>()
                };
                value.id() != upper && value.defining_op().is_none_or(|op| !is_affine(op))
            };
            let bound = reified_upper_bound(rw, upper, &stop, self.loc)?;
            if let OpFoldResult::Value(bound) = bound {
                let view = rw.value(bound);
                let operands = view.defining_op().filter(|op| op.isa::<AffineApplyOp>());
                let depends = operands.into_iter().flat_map(|op| op.operands()).chain([view]);
                if !depends.into_iter().all(|value| is_outside(value, self.outer)) {
                    return None;
                }
            }
            let upper = value_of(rw, bound, self.loc);
            let (lower, step) = (self.before(rw, lower)?, self.before(rw, step)?);
            counts.push(self.iteration(rw, [upper, lower, step]));
        }
        Some(counts)
    }

    /// The shape of a padded slice as it is packed; `None` if it is not static.
    fn packed_shape(&self, rw: &Rewriter<'_>, transpose: &[i64]) -> Option<Vec<i64>> {
        let padded = self.pad.view(rw).result().ty().shape(rw.cx())?;
        if padded.contains(&DYNAMIC) || ![0, padded.len()].contains(&transpose.len()) {
            return None;
        }
        match transpose {
            [] => Some(padded.to_vec()),
            _ => transpose.iter().map(|&dim| padded.get(usize::try_from(dim).ok()?).copied()).collect(),
        }
    }

    /// Creates the loops before the outermost one.
    fn pack(&self, rw: &mut Rewriter<'_>, transpose: &[i64]) -> Option<Packed> {
        let (cx, ty) = (rw.cx(), self.pad.view(rw).result().ty());
        let shape = self.packed_shape(rw, transpose)?;
        rw.set_insertion_point_before(self.outer);
        let counts = self.counts(rw)?;
        let all: Vec<i64> = counts.iter().map(|_| DYNAMIC).chain(shape.iter().copied()).collect();
        let packed = with_shape(cx, ty, &all);
        let init = rw.build_value(EmptyOp::of(&counts).result(packed).loc(self.loc));
        let ty = with_shape(cx, ty, &shape);
        let (mut map, mut loops, mut numbers, mut tensor) = (IrMapping::new(), Vec::new(), Vec::new(), init);
        self.map_carried(rw, &mut map);
        for &op in &self.slice {
            if !rw.op(op).isa::<ForOp>() {
                rw.clone_op(op, &mut map)?;
                continue;
            }
            if !self.loops.contains(&op) {
                return None;
            }
            let (made, block, number) = self.clone_loop(rw, op, tensor, &mut map)?;
            tensor = rw.body().args(block).nth(1)?;
            loops.push((made, block));
            numbers.push(OpFoldResult::Value(number));
        }
        let result = self.pad.view(rw).result().id();
        let mut value = map.value(result);
        let pad = rw.value(value).defining_op()?.id();
        let rank = shape.len();
        let ones = vec![OpFoldResult::Static(1); loops.len()];
        let offsets = [numbers, vec![OpFoldResult::Static(0); rank]].concat();
        let sizes: Vec<OpFoldResult> =
            ones.into_iter().chain(shape.iter().map(|&extent| OpFoldResult::Static(extent))).collect();
        let strides = vec![OpFoldResult::Static(1); sizes.len()];
        let lists = [offsets, sizes, strides];
        if !transpose.is_empty() {
            let dest = extract_slice_of(rw, tensor, &lists, ty, self.loc);
            let dest = rw.body().single_result(dest);
            let transposed = make_transpose(rw, value, dest, transpose, self.loc);
            value = rw.body().results(transposed).next()?;
        }
        if !loops.is_empty() {
            let [offsets, sizes, strides] = &lists;
            let insert = InsertSliceOp::of(value, tensor).loc(self.loc).mixed_offsets(offsets);
            value = rw.build_value(insert.mixed_sizes(sizes).mixed_strides(strides).result(packed));
            for &(op, block) in loops.iter().rev() {
                rw.set_insertion_point_to_end(block);
                rw.build(YieldOp::of(&[value]).loc(self.loc));
                value = rw.body().single_result(op);
            }
        }
        let [_, sizes, _] = lists;
        Some(Packed { loops, pad, tensor: value, sizes, ty })
    }

    /// A source that loops carry is the value that it starts with.
    fn map_carried(&self, rw: &Rewriter<'_>, map: &mut IrMapping) {
        let mut source = self.pad.view(rw).source();
        while let Some(parent) = source.owner_block().and_then(|block| block.region()?.parent_op()) {
            if !parent.isa::<ForOp>() || !is_within(parent, self.outer) {
                return;
            }
            let Some(init) = (source.index() as usize)
                .checked_sub(1)
                .and_then(|at| ForOp::view_of(parent).init_args().nth(at))
            else {
                return;
            };
            map.map(source.id(), init.id());
            source = init;
        }
    }

    /// A loop like another one that carries a tensor, without ops; returns its block and the number of an iteration, which is
    /// computed at the insertion point in it.
    fn clone_loop(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        tensor: Value,
        map: &mut IrMapping,
    ) -> Option<(Op, Block, Value)> {
        let view = ForOp::view_of(rw.op(op));
        let bounds = [view.lower_bound(), view.upper_bound(), view.step()].map(|value| map.value(value.id()));
        let (unsigned, old) = (view.unsigned_cmp_attr(), view.region().entry()?.id());
        let ty = rw.value(tensor).ty();
        let region = rw.new_region();
        let block = rw.create_block(region, &[(Type::INDEX, self.loc), (ty, self.loc)]);
        let made = ForOp::of(bounds[0], bounds[1], bounds[2], &[tensor]).unsigned_cmp_attr(unsigned);
        let made = rw.build(made.results(&[ty]).region(region).loc(self.loc)).into();
        let (old, new): (Vec<Value>, Vec<Value>) =
            (rw.body().args(old).collect(), rw.body().args(block).collect());
        old.into_iter().zip(new.iter().copied()).for_each(|(old, new)| map.map(old, new));
        rw.set_insertion_point_to_start(block);
        let number = self.iteration(rw, [new[0], bounds[0], bounds[2]]);
        Some((made, block, number))
    }

    /// The padded slice of the current iterations.
    fn unpack(&self, rw: &mut Rewriter<'_>, packed: &Packed) -> Option<Value> {
        let mut offsets = vec![OpFoldResult::Static(0); packed.sizes.len()];
        for (offset, &op) in offsets.iter_mut().zip(&self.loops) {
            let view = ForOp::view_of(rw.op(op));
            let iv = view.region().entry()?.args().next()?.id();
            let (lower, step) = (view.lower_bound().id(), view.step().id());
            *offset = OpFoldResult::Value(self.iteration(rw, [iv, lower, step]));
        }
        let strides = vec![OpFoldResult::Static(1); offsets.len()];
        let lists = [offsets, packed.sizes.clone(), strides];
        let slice = extract_slice_of(rw, packed.tensor, &lists, packed.ty, self.loc);
        Some(rw.body().single_result(slice))
    }
}

/// The ops in a loop, or the loop, that an op depends on, in an order in which they can be computed; the op is the last.
/// Those that its regions use come first.
fn backward_slice(rw: &Rewriter<'_>, op: Op, outer: Op) -> Vec<Op> {
    let inside: FxHashSet<Op> =
        nested_post_order(rw.body(), op).into_iter().filter(|&inner| inner != op).collect();
    let maker = |value: ValueRef<'_>| {
        let owner = value.defining_op().or_else(|| value.owner_block()?.region()?.parent_op())?;
        (is_within(owner, outer) && !inside.contains(&owner.id()) && owner.id() != op).then(|| owner.id())
    };
    let mut roots: Vec<Op> = Vec::new();
    for inner in nested_post_order(rw.body(), op).into_iter().filter(|inner| inside.contains(inner)) {
        roots.extend(rw.op(inner).operands().filter_map(maker));
    }
    roots.push(op);
    let (mut slice, mut seen) = (Vec::new(), FxHashSet::default());
    for root in roots {
        let mut pending = vec![(root, false)];
        while let Some((next, is_done)) = pending.pop() {
            if is_done {
                slice.push(next);
                continue;
            }
            if !seen.insert(next) {
                continue;
            }
            pending.push((next, true));
            let start = pending.len();
            pending.extend(rw.op(next).operands().filter_map(maker).map(|op| (op, false)));
            pending[start..].reverse();
        }
    }
    slice
}

/// The ops of a slice that compute where a pad and the extraction of its source are, with these and constants. `None` if one
/// of them takes other values than indices, has regions, or has effects.
fn index_computation(rw: &Rewriter<'_>, slice: &[Op], roots: [Op; 2]) -> Option<Vec<Op>> {
    let mut indices: FxHashSet<Value> = FxHashSet::default();
    let mut kept = Vec::with_capacity(slice.len());
    for &op in slice.iter().rev() {
        let view = rw.op(op);
        let computes_index = view.results().any(|result| indices.contains(&result.id()));
        let is_loop = view.cast::<ForOp>().is_some_and(|looped| {
            let iv = looped.region().entry().and_then(|block| block.args().next());
            !computes_index && iv.is_some_and(|iv| indices.contains(&iv.id()))
        });
        let is_root = roots.contains(&op);
        if computes_index && !is_root {
            let takes_indices = view.operand_types().iter().all(|&ty| ty == Type::INDEX);
            if !takes_indices || view.num_regions() != 0 || !is_memory_effect_free(view) {
                return None;
            }
        }
        let is_needed = is_root || is_loop || computes_index;
        if is_needed {
            indices.extend(view.operands().filter(|value| value.ty() == Type::INDEX).map(|value| value.id()));
        }
        if !is_needed && !view.isa::<ConstantOp>() {
            continue;
        }
        kept.push(op);
    }
    kept.reverse();
    Some(kept)
}

/// A loop that carries the slice that a pad in it is applied to, and yields the part of the result of structured ops on the
/// padded slice.
struct CarriedPad {
    consumer: Op,
    /// The number of the result of the loop.
    at: usize,
    /// The op that takes the part.
    yielded: Op,
    /// The op that takes the slice from the whole tensor.
    slice: Op,
}

impl CarriedPad {
    /// The parts of a loop in which only structured ops use the padded tensor, as the destination that they update in place, and
    /// whose padding is at the ends of dimensions, so that what becomes of it is never seen.
    fn of(rw: &Rewriter<'_>, hoisting: &Hoisting, consumer: Op) -> Option<Self> {
        let pad = hoisting.pad.view(rw);
        let looped = ForOp::view_of(rw.op(consumer));
        let block = looped.region().entry()?;
        let argument = pad.source().owner_block().filter(|owner| *owner == block).map(|_| pad.source())?;
        let at = (argument.index() as usize).checked_sub(1)?;
        if argument.uses().take(2).count() != 1 {
            return None;
        }
        let extract = block.last()?.operands().nth(at)?.defined_by::<ExtractSliceOp>()?;
        let zero = OpFoldResult::Static(0);
        let lists = [pad.mixed_low(), mixed_offsets(extract.0)];
        let starts_alike = lists.iter().all(|list| known_indices(list).iter().all(|&offset| offset == zero));
        let is_dense =
            known_indices(&mixed_strides(extract.0)).iter().all(|&step| step == OpFoldResult::Static(1));
        if !starts_alike || !is_dense || extract.result().ty() != argument.ty() {
            return None;
        }
        let mut value = extract.source();
        while value != pad.result() {
            let maker = value.defining_op()?;
            let (first, _) = as_structured(maker)?.destinations(maker);
            if value.uses().take(2).count() != 1 {
                return None;
            }
            value = maker.operand(first + value.index() as usize);
        }
        let is_free = mixed_sizes(extract.0).iter().all(|size| match *size {
            terrace_ir::OpFoldResultRef::Value(size) => is_outside(size, consumer),
            terrace_ir::OpFoldResultRef::Static(_) => true,
        });
        let is_single = pad.result().uses().take(2).count() == 1;
        (is_free && is_single).then(|| Self {
            consumer,
            at,
            yielded: extract.0.id(),
            slice: hoisting.extract,
        })
    }

    /// Lets the loop carry the padded tensor; returns the tensor in an iteration.
    fn carry(&self, rw: &mut Rewriter<'_>, packed: &Packed, pad: PadOp) -> Option<Value> {
        let view = ExtractSliceOp::view_of(rw.op(self.yielded));
        // Upstream takes the part from the place of the slice in the whole tensor.
        let place = if rw.cx().matches_upstream() { rw.op(self.slice) } else { view.0 };
        let lists = [mixed_offsets(place), mixed_sizes(place), mixed_strides(place)]
            .map(|list| terrace_dialects_mem::index_values::indices(&list));
        let (source, ty, loc) = (view.source().id(), view.result().ty(), rw.body().loc(pad));
        let looped = rw.replace_with_additional_yields(self.consumer, packed.tensor, source)?;
        rw.set_insertion_point_after(looped);
        let padded = rw.body().results(looped).last()?;
        let part = extract_slice_of(rw, padded, &lists, ty, loc);
        let part = rw.body().single_result(part);
        let result = rw.body().result(looped, self.at);
        rw.replace_all_uses_with(result, part);
        let block = ForOp::view_of(rw.op(looped)).region().entry()?.id();
        rw.body().args(block).last()
    }
}
