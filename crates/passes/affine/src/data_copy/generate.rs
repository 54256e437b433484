//! Buffers in faster memory, with the copies to and from them.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_mem::affine::value_map::ValueMap;
use terrace_dialects_mem::affine::{
    AffineApplyOp, AffineDmaStartOp, AffineDmaWaitOp, AffineForOp, AffineLoadOp, AffineStoreOp,
};
use terrace_dialects_mem::layout::memref;
use terrace_dialects_mem::memref::causes::DATA_COPY;
use terrace_dialects_mem::memref::{AllocOp, AllocSpec, AllocaOp, DeallocOp, create_alloc};
use terrace_ir::types::MemRefType;
use terrace_ir::{Block, Diag, Loc, Op, Rewriter, Type, Value, ValueRef};
use terrace_pass::PassRun;
use terrace_passes_shared::arithmetic::Arith;

use super::check::{Judgement, first_place, judge};
use super::regions::{Accessed, Range};
use crate::dependence::Obstacle;
use crate::fusion::transform::redirect;
use crate::nests::{Bound, create_loop};
use crate::region::{Shape, element_size_in_bytes};

/// The memory spaces of copies, and the size of the fast one.
#[derive(Clone, Copy)]
pub(super) struct CopyOptions {
    /// Whether copies are DMA transfers instead of loops.
    pub(super) generates_dma: bool,
    /// The space of the memory to copy.
    pub(super) slow_space: i64,
    /// The space of the buffers.
    pub(super) fast_space: i64,
    /// The space of the tags of transfers.
    pub(super) tag_space: i64,
    /// The number of bytes that are available for the buffers, if they are limited.
    pub(super) capacity: Option<i64>,
}

/// The copies of a body.
pub(super) struct Copies {
    options: CopyOptions,
    nests: Vec<Op>,
    remarks: Vec<Box<Diag>>,
}

/// A copy to create.
pub(super) struct CopyPlan {
    memref: Value,
    is_write: bool,
    /// Whether the buffer is copied in, though the region is written.
    copies_in: bool,
    shape: Shape,
    /// The bounds of each dimension in terms of the outer values.
    bounds: Vec<[AffineMap; 2]>,
    outer: Vec<Value>,
    loc: Loc,
    /// The op before which the buffer is copied in.
    start: Op,
    /// The loop after which it is copied out, if that is not the range.
    hoisted: Option<Op>,
    /// The op before which it is copied out.
    end: Op,
}

/// The places of a copy while it is created.
struct Site<'p> {
    plan: &'p CopyPlan,
    fast: Value,
    zero: Value,
    /// The numbers of elements, the stride, and the elements of a stride.
    counts: [Option<Value>; 3],
}

impl Copies {
    /// No copies.
    pub(super) fn new(options: CopyOptions) -> Self {
        Self { options, nests: Vec::new(), remarks: Vec::new() }
    }

    /// The outermost loops that copy.
    pub(super) fn nests(&self) -> &[Op] {
        &self.nests
    }

    /// Reports the memory that is not copied.
    pub(super) fn report(self, run: &mut PassRun<'_>) {
        self.remarks.into_iter().for_each(|remark| run.report(remark));
    }

    /// Copies what the ops of a range access.
    pub(super) fn generate(&mut self, rw: &mut Rewriter<'_>, range: Range) -> Option<()> {
        self.generate_for(rw, range, None)
    }

    /// Copies what the ops of a range access, of one memref if it is given.
    pub(super) fn generate_for(
        &mut self,
        rw: &mut Rewriter<'_>,
        range: Range,
        only: Option<Value>,
    ) -> Option<()> {
        let regions = range.regions(rw, self.options.slow_space, only)?;
        let (mut plans, mut refused) = (Vec::new(), Vec::new());
        for (accessed, is_write) in
            regions.read.iter().map(|a| (a, false)).chain(regions.written.iter().map(|a| (a, true)))
        {
            let is_in =
                |list: &[Accessed<'_>]| list.iter().any(|a| a.region.memref == accessed.region.memref);
            match self.plan(rw, range, accessed, is_write, [is_in(&regions.read), is_in(&regions.written)]) {
                Ok(plan) => plans.extend(plan),
                Err(remark) => {
                    self.remarks.push(remark);
                    refused.push(accessed.region.memref.id());
                }
            }
        }
        plans.retain(|plan| !refused.contains(&plan.memref));
        let mut buffers: Vec<(Value, Value)> = Vec::new();
        let last = rw.body().prev_op(range.end)?;
        let (mut end, mut total) = (range.end, 0i64);
        for mut plan in plans {
            plan.end = match plan.hoisted {
                Some(around) => rw.op(around).next()?.id(),
                None => end,
            };
            let known = buffers.iter().find(|(memref, _)| *memref == plan.memref).map(|&(_, fast)| fast);
            let is_at_end = plan.hoisted.is_none();
            let (fast, first) =
                self.create(rw, &plan, [if is_at_end { plan.start } else { range.begin }, last], known)?;
            if known.is_none() {
                buffers.push((plan.memref, fast));
                total = total.saturating_add(size_in_bytes(rw, fast).map_or(0, |size| size));
            }
            if is_at_end {
                end = first;
            }
        }
        if self.options.capacity.is_some_and(|capacity| total > capacity) {
            let loc = rw.op(range.begin).parent_op().map(|parent| parent.loc())?;
            let rule = "total size of all copy buffers' for this block exceeds fast memory capacity";
            self.remarks.push(Diag::warning(loc, rule));
        }
        Some(())
    }

    /// The copy of a region; an error if it is refused, and nothing if it has no constant size.
    fn plan(
        &self,
        rw: &Rewriter<'_>,
        range: Range,
        accessed: &Accessed<'_>,
        is_write: bool,
        [is_read, is_written]: [bool; 2],
    ) -> Result<Option<CopyPlan>, Box<Diag>> {
        let region = &accessed.region;
        let cx = rw.cx();
        let usable = memref(cx, region.memref.ty())
            .is_some_and(|buffer| buffer.has_identity_layout(cx) && !buffer.shape.is_empty());
        let Some(shape) = region.shape().filter(|_| usable) else { return Ok(None) };
        if shape.num_elements().is_none_or(|count| count == 0) {
            return Ok(None);
        }
        let transfer = Some(&shape).filter(|_| self.options.generates_dma);
        let to_remark =
            |obstacle: Obstacle<'_>| obstacle.to_remark(accessed.op.loc(), "memory is not copied");
        let judgement = judge(rw, range, accessed, is_written, transfer).map_err(to_remark)?;
        let Judgement { hoisted, is_overwritten, is_clamped } = judgement;
        let start = match hoisted {
            Some(around) => around,
            // Nothing is copied in.
            None if is_write && cx.matches_upstream() => range.begin,
            None => first_place(rw, range, accessed).map_err(to_remark)?,
        };
        let Some(bounds) = bounds_of(accessed, is_clamped) else { return Ok(None) };
        Ok(Some(CopyPlan {
            memref: region.memref.id(),
            is_write,
            copies_in: is_write
                && !is_read
                && !is_overwritten
                && !cx.matches_upstream()
                && !is_allocated_in(rw, range, region.memref),
            shape,
            bounds,
            outer: region.system.symbols.iter().map(|var| var.value.id()).collect(),
            loc: accessed.op.loc(),
            start,
            hoisted,
            end: range.end,
        }))
    }

    /// Creates a copy and lets the accesses of the range be of the buffer, which is created unless it is given. Returns it
    /// and the first op that is created after the range.
    fn create(
        &mut self,
        rw: &mut Rewriter<'_>,
        plan: &CopyPlan,
        range: [Op; 2],
        known: Option<Value>,
    ) -> Option<(Value, Op)> {
        let zero = constant_at_top(rw, plan.loc, &[0])?.first().copied()?;
        let before_end = rw.body().prev_op(plan.end);
        let offsets: Vec<i64> =
            plan.shape.offsets.iter().filter_map(AffineExpr::as_constant).filter(|&at| at != 0).collect();
        let count = plan.shape.num_elements()?;
        let strides = self.strides(rw, plan)?;
        let numbers: Vec<i64> =
            offsets.iter().copied().chain([count]).chain(strides.iter().copied()).collect();
        let mut constants = constant_at_top(rw, plan.loc, &numbers)?.into_iter();
        let starts: Vec<Value> = constants.by_ref().take(offsets.len()).collect();
        let counts = [constants.next(), constants.next(), constants.next()];
        let indices = self.start_indices(rw, plan, zero, starts);
        let fast = match known {
            Some(fast) => fast,
            None => {
                let old = memref(rw.cx(), rw.body().value_type(plan.memref))?;
                let ty = self.buffer_type(rw, &plan.shape.sizes, old.element, self.options.fast_space);
                rw.set_insertion_point_before(plan.start);
                create_alloc(rw, AllocSpec::default(), ty, plan.loc, &DATA_COPY)
            }
        };
        let site = Site { plan, fast, zero, counts };
        if plan.copies_in {
            self.copy(rw, &site, &indices, false)?;
        }
        self.copy(rw, &site, &indices, plan.is_write)?;
        if known.is_none() {
            rw.set_insertion_point_before(plan.end);
            rw.build(DeallocOp::of(fast).loc(plan.loc));
        }
        self.redirect(rw, plan, fast, range);
        let first = match before_end {
            Some(before) => rw.op(before).next().map(|op| op.id()),
            None => rw.body().block_of(plan.end).and_then(|block| rw.body().ops_of(block).next()),
        };
        Some((fast, first?))
    }

    fn buffer_type(&self, rw: &Rewriter<'_>, sizes: &[i64], element: Type, space: i64) -> Type {
        let cx = rw.cx();
        let space = (space != 0).then(|| cx.int_attr(Type::I64, space));
        MemRefType::get_with(cx, sizes, element, None, space)
    }

    /// The stride and number of elements of each stride of a transfer, if it has one.
    fn strides(&self, rw: &Rewriter<'_>, plan: &CopyPlan) -> Option<Vec<i64>> {
        let sizes = memref(rw.cx(), rw.body().value_type(plan.memref))?.shape.to_vec();
        let (mut stride, mut count, mut found) = (1i64, 1i64, Vec::new());
        for d in (1..sizes.len()).rev().filter(|_| self.options.generates_dma) {
            stride = stride.checked_mul(sizes[d])?;
            count = count.checked_mul(plan.shape.sizes[d])?;
            if plan.shape.sizes[d] < sizes[d] && plan.shape.sizes[d - 1] > 1 {
                found.extend([stride, count]);
            }
        }
        // Transfers have one level of strides.
        (found.len() <= 2).then_some(found)
    }

    /// The first subscripts of a region.
    fn start_indices(
        &self,
        rw: &mut Rewriter<'_>,
        plan: &CopyPlan,
        zero: Value,
        starts: Vec<Value>,
    ) -> Vec<Value> {
        let (mut starts, mut indices) = (starts.into_iter(), Vec::new());
        for offset in &plan.shape.offsets {
            let index = match offset.as_constant() {
                Some(0) => Some(zero),
                Some(_) => starts.next(),
                None => {
                    rw.set_insertion_point_before(if plan.is_write { plan.end } else { plan.start });
                    let map = rw.cx().affine_map_attr(plan.map_of_outer(offset));
                    let apply =
                        AffineApplyOp::of(&plan.outer).map_attr(map).result(Type::INDEX).loc(plan.loc);
                    Some(rw.build_value(apply))
                }
            };
            indices.extend(index);
        }
        indices
    }

    /// Creates a copy in or out.
    fn copy(
        &mut self,
        rw: &mut Rewriter<'_>,
        site: &Site<'_>,
        indices: &[Value],
        is_out: bool,
    ) -> Option<()> {
        rw.set_insertion_point_before(if is_out { site.plan.end } else { site.plan.start });
        match self.options.generates_dma {
            true => self.transfer(rw, site, indices, is_out),
            false => {
                let nest = copy_loops(rw, site, is_out)?;
                self.nests.push(nest);
                Some(())
            }
        }
    }

    /// Creates a transfer and waits for it.
    fn transfer(
        &self,
        rw: &mut Rewriter<'_>,
        site: &Site<'_>,
        indices: &[Value],
        is_out: bool,
    ) -> Option<()> {
        let (plan, cx) = (site.plan, rw.cx());
        let loc = plan.loc;
        let tag_type = self.buffer_type(rw, &[1], Type::I32, self.options.tag_space);
        rw.set_insertion_point_before(plan.start);
        let tag = create_alloc(rw, AllocSpec::default(), tag_type, loc, &DATA_COPY);
        rw.set_insertion_point_before(if is_out { plan.end } else { plan.start });
        let slow = composed(rw, indices);
        let fast = composed(rw, &vec![site.zero; indices.len()]);
        let of_tag = composed(rw, &[site.zero]);
        let named = |memref: Value, (map, operands): &(AffineMap, Vec<Value>)| {
            (cx.affine_map_attr(map.clone()), [&[memref][..], operands].concat())
        };
        let (slow, fast, of_tag) = (named(plan.memref, &slow), named(site.fast, &fast), named(tag, &of_tag));
        let (source, target) = if is_out { (&fast, &slow) } else { (&slow, &fast) };
        let counts: Vec<Value> = site.counts.iter().copied().flatten().collect();
        let operands = [&source.1[..], &target.1, &of_tag.1, &counts].concat();
        let start: Op = rw.build(AffineDmaStartOp::of(&operands).loc(loc)).into();
        for (name, (map, _)) in [("src_map", source), ("dst_map", target), ("tag_map", &of_tag)] {
            rw.set_attr(start, name, *map);
        }
        let operands = [&of_tag.1[..], &counts[..1]].concat();
        rw.set_insertion_point_after(start);
        let wait: Op = rw.build(AffineDmaWaitOp::of(&operands).loc(loc)).into();
        rw.set_attr(wait, "tag_map", of_tag.0);
        rw.set_insertion_point_before(plan.end);
        rw.build(DeallocOp::of(tag).loc(loc));
        Some(())
    }

    /// Lets the accesses of a range be of the buffer.
    fn redirect(&self, rw: &mut Rewriter<'_>, plan: &CopyPlan, fast: Value, [begin, last]: [Op; 2]) {
        let (outer, rank) = (plan.outer.len() as u32, plan.shape.sizes.len() as u32);
        let results = plan.shape.offsets.iter().enumerate().map(|(at, offset)| {
            let offset = offset.replace_symbols(&dims(outer));
            AffineExpr::dim(outer + at as u32) - offset
        });
        let map = AffineMap::new(outer + rank, 0, results.collect());
        let block = rw.body().block_of(begin);
        let is_inside = |rw: &Rewriter<'_>, user: Op| {
            let around =
                rw.op(user).self_and_ancestors().find(|op| op.block().map(|block| block.id()) == block);
            around.is_some_and(|op| {
                let op = op.id();
                (op == begin || rw.body().is_before(begin, op))
                    && (op == last || rw.body().is_before(op, last))
            })
        };
        let users: Vec<Op> = rw.value(plan.memref).uses().map(|(user, _)| user.id()).collect();
        for user in users {
            if is_inside(rw, user) && super::regions::accessed(rw.op(user)).is_some() {
                redirect(rw, user, fast, &map, &plan.outer);
            }
        }
    }
}

impl CopyPlan {
    /// An expression of the outer values as a map whose dimensions they are.
    fn map_of_outer(&self, expr: &AffineExpr) -> AffineMap {
        let outer = self.outer.len() as u32;
        AffineMap::new(outer, 0, vec![expr.replace_symbols(&dims(outer))])
    }
}

/// Whether a memref is allocated in a range: it holds nothing before.
fn is_allocated_in(rw: &Rewriter<'_>, range: Range, buffer: ValueRef<'_>) -> bool {
    let allocation = buffer.defining_op().filter(|op| op.isa::<AllocOp>() || op.isa::<AllocaOp>());
    allocation.is_some_and(|allocation| range.ops(rw).contains(&allocation))
}

fn dims(count: u32) -> Vec<AffineExpr> {
    (0..count).map(AffineExpr::dim).collect()
}

/// The size of a buffer.
fn size_in_bytes(rw: &Rewriter<'_>, fast: Value) -> Option<i64> {
    let buffer = memref(rw.cx(), rw.body().value_type(fast))?;
    let count = buffer.shape.iter().try_fold(1i64, |count, &size| count.checked_mul(size))?;
    count.checked_mul(element_size_in_bytes(rw.cx(), buffer.element)?)
}

/// Creates constants at the start of the body.
fn constant_at_top(rw: &mut Rewriter<'_>, loc: Loc, numbers: &[i64]) -> Option<Vec<Value>> {
    let region = *rw.body().top_regions().first()?;
    rw.set_insertion_point_to_start(rw.body().entry(region)?);
    let mut build = Arith::new(rw, loc);
    Some(numbers.iter().map(|&number| build.index(number)).collect())
}

/// The identity map of indices, composed with the ops that compute them.
fn composed(rw: &Rewriter<'_>, indices: &[Value]) -> (AffineMap, Vec<Value>) {
    let identity = AffineMap::identity(indices.len() as u32);
    let mut map = ValueMap::new(identity, indices.iter().map(|&value| rw.value(value)));
    map.compose_fully();
    let values = map.values();
    (map.map, values)
}

/// The bounds of the dimensions of a region as maps of the outer values; `None` if one has none.
fn bounds_of(accessed: &Accessed<'_>, is_clamped: bool) -> Option<Vec<[AffineMap; 2]>> {
    let mut region = accessed.region.clone();
    if is_clamped {
        region.add_extents();
    }
    let system = &region.system;
    let all: Vec<usize> = system.dims.iter().map(|var| var.id).collect();
    let outer = system.symbols.len() as u32;
    let map = |results: Vec<AffineExpr>| {
        let results: Vec<AffineExpr> =
            results.iter().map(|result| result.replace_symbols(&dims(outer))).collect();
        (!results.is_empty()).then(|| AffineMap::new(outer, 0, results))
    };
    all.iter()
        .map(|&variable| {
            let [lower, upper] = system.lower_and_upper_bound(variable, &all);
            Some([map(lower)?, map(upper)?])
        })
        .collect()
}

/// A bound in its simplest form, each result once.
fn canonical_bound(rw: &Rewriter<'_>, map: &AffineMap, operands: &[Value]) -> Bound {
    let mut map = ValueMap::new(map.clone(), operands.iter().map(|&value| rw.value(value)));
    map.compose_fully();
    map.canonicalize();
    let mut results: Vec<AffineExpr> = Vec::new();
    for result in &map.map.results {
        if !results.contains(result) {
            results.push(result.clone());
        }
    }
    map.map.results = results;
    Bound::of(&map)
}

/// Creates loops that copy each element of a region; returns the outermost.
fn copy_loops(rw: &mut Rewriter<'_>, site: &Site<'_>, is_out: bool) -> Option<Op> {
    let plan = site.plan;
    let (mut root, mut counters, mut exprs, mut operands) = (None, Vec::new(), Vec::new(), Vec::new());
    let mut applied = Vec::new();
    for (at, ([lower, upper], offset)) in plan.bounds.iter().zip(&plan.shape.offsets).enumerate() {
        let bounds = [lower, upper].map(|map| canonical_bound(rw, map, &plan.outer));
        let made = create_loop(rw, plan.loc, [&bounds[0], &bounds[1]], 1);
        root = root.or(Some(made.op));
        set_insertion_point_to_terminator(rw, made.block)?;
        let map = rw.cx().affine_map_attr(plan.map_of_outer(offset));
        let offset =
            rw.build_value(AffineApplyOp::of(&plan.outer).map_attr(map).result(Type::INDEX).loc(plan.loc));
        applied.push(offset);
        let at = 2 * at as u32;
        exprs.push(AffineExpr::dim(at + 1) - AffineExpr::dim(at));
        operands.extend([offset, made.variable]);
        counters.push(made.variable);
    }
    let inputs: Vec<ValueRef<'_>> = operands.iter().map(|&value| rw.value(value)).collect();
    let mut subscripts = ValueMap::new(AffineMap::new(inputs.len() as u32, 0, exprs), inputs);
    subscripts.compose_fully();
    subscripts.map = subscripts.map.simplify();
    subscripts.canonicalize();
    let (fast_map, fast_indices) = (rw.cx().affine_map_attr(subscripts.map.clone()), subscripts.values());
    for value in applied {
        let is_unused = rw.value(value).is_unused();
        if let Some(op) = rw.value(value).defining_op().map(|op| op.id()).filter(|_| is_unused) {
            rw.erase_op(op);
        }
    }
    let slow_map = rw.cx().affine_map_attr(AffineMap::identity(counters.len() as u32));
    let ((from, from_map, from_at), (to, to_map, to_at)) = match is_out {
        true => ((site.fast, fast_map, fast_indices), (plan.memref, slow_map, counters)),
        false => ((plan.memref, slow_map, counters), (site.fast, fast_map, fast_indices)),
    };
    let element = memref(rw.cx(), rw.body().value_type(from))?.element;
    let value =
        rw.build_value(AffineLoadOp::of(from, &from_at).map_attr(from_map).result(element).loc(plan.loc));
    rw.build(AffineStoreOp::of(value, to, &to_at).map_attr(to_map).loc(plan.loc));
    root.map(|op: AffineForOp| op.into())
}

fn set_insertion_point_to_terminator(rw: &mut Rewriter<'_>, block: Block) -> Option<()> {
    let end = rw.body().last_op(block)?;
    rw.set_insertion_point_before(end);
    Some(())
}
