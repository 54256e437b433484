//! `buffer-deallocation`: frees each buffer after its last use, and clones a value that may be one of several buffers.
//!
//! Entry: a bufferized function with structured loops, whose ops with regions implement the region branch interface.
//! Exit: each allocation that is not returned is freed once on each path; `bufferization.clone` may be left. On error
//! nothing is changed if the control flow is unsupported.
//!
//! The values that may be an allocation are its aliases. An alias that the allocation does not dominate is
//! critical: it may be that allocation or another buffer. All values that are passed to it are cloned, so
//! that it is a separate buffer, which is freed separately; its aliases are no longer those of the
//! allocation. Critical aliases are found by iterating to a fixed point. Then each buffer is freed after the
//! last use of its aliases, in the common post-dominator of their blocks; a buffer that is used by the
//! terminator of that block is returned by the function and not freed.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_core::func::FuncOp;
use terrace_dialects_mem::bufferization::{AllocationOpInterface, create_clone, find_dealloc};
use terrace_dialects_mem::memref::causes::ALIAS_CLONE;
use terrace_ir::def::plain_error;
use terrace_ir::dominance::PostDomTree;
use terrace_ir::interfaces::{
    BranchOp, RegionBranchOp, RegionBranchTerminator, RegionPoint, terminator_operands,
};
use terrace_ir::{
    Block, CheckResult, Diag, InsertPoint, Op, OpKind, OpRef, Region, Rewriter, Value, ValueDef,
};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};

use crate::allocations::allocations;
use crate::allocators::{Allocator, Allocators, free};
use crate::blocks::{Blocks, defining_block};
use crate::flow::{BufferViewFlow, is_buffer_type, is_region_terminator, nested_ops_post_order};
use crate::liveness::BufferLiveness;
use crate::ownership::check::has_cycle;

/// The pass.
pub static BUFFER_DEALLOCATION: PassDef = PassDef {
    name: "buffer-deallocation",
    class: "BufferDeallocationPass",
    doc: "Adds all required dealloc operations for all allocations in the input program",
    anchor: Some(FuncOp::DEF.name),
    make: |_| Ok(Pass::Body(Box::new(BufferDeallocation))),
    ..EMPTY_PASS
};

struct BufferDeallocation;

impl BodyPass for BufferDeallocation {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let mut found = check(rw);
        if found.is_empty() {
            found.extend(deallocate(rw).err());
        }
        let Some(last) = found.pop() else { return Ok(()) };
        run.diags.extend(found);
        run.fail(last)
    }
}

/// Reports an error at the function around the body.
fn function_error(rw: &Rewriter<'_>, message: &str) -> CheckResult {
    match rw.body().parent() {
        Some(function) => Err(plain_error(rw.ir().op(function), message)),
        None => Ok(()),
    }
}

/// Reports unsupported control flow: every op with regions whose control flow is unknown, inner ones first.
fn check(rw: &Rewriter<'_>) -> Vec<Box<Diag>> {
    if has_cycle(rw) {
        let loops = function_error(rw, "Only structured control-flow loops are supported.");
        return loops.err().into_iter().collect();
    }
    let regions = rw.body().top_regions().iter().map(|&region| rw.region(region));
    let unknown = |op: &OpRef<'_>| {
        let (count, silent) = (op.num_regions(), op.num_results() == 0);
        (count == 1 && !silent || count > 1) && op.interface::<dyn RegionBranchOp>().is_none()
    };
    let message = "All operations with attached regions need to implement the RegionBranchOpInterface.";
    let found = nested_ops_post_order(regions).into_iter().filter(unknown);
    found.map(|op| plain_error(op, message)).collect()
}

/// A buffer to free, its deallocation, and the op that creates one otherwise.
struct Owned {
    buffer: Value,
    dealloc: Option<Op>,
    allocator: Option<&'static dyn AllocationOpInterface>,
}

fn deallocate(rw: &mut Rewriter<'_>) -> CheckResult {
    let mut owned = Vec::new();
    for allocation in allocations(rw) {
        let allocator = rw.op(allocation.op).interface::<dyn AllocationOpInterface>();
        if !allocation.freed && allocator.is_none() {
            let message = "Allocation is not deallocated explicitly nor does the operation implement the \
                           AllocationOpInterface.";
            return function_error(rw, message);
        }
        let dealloc = find_dealloc(rw.value(allocation.buffer)).flatten().map(|op| op.id());
        owned.push(Owned { buffer: allocation.buffer, dealloc, allocator });
    }
    if owned.is_empty() {
        return Ok(());
    }
    let live = LiveOut::new(rw);
    let flow = BufferViewFlow::new(rw.body().top_regions().iter().map(|&region| rw.region(region)));
    let blocks = Blocks::new(rw.body());
    let critical = critical_aliases(rw, &flow, &blocks, &owned);
    let removed: FxHashSet<Value> = critical.iter().copied().collect();
    let mut copies =
        Copies { made: FxHashSet::default(), allocators: Allocators::new(rw), clones: FxHashMap::default() };
    // Numbers that a call returns are aliases too, but nothing to copy.
    let is_buffer = |value: &Value| is_buffer_type(rw.cx(), rw.body().value_type(*value));
    let critical: Vec<Value> = critical.into_iter().filter(is_buffer).collect();
    for value in critical {
        copy_sources(rw, value, &mut copies)?;
        let allocator = copies.interface(value);
        owned.push(Owned { buffer: value, dealloc: None, allocator });
    }
    let mut work = Placement { flow, blocks, removed, live, trees: FxHashMap::default() };
    for owned in owned {
        work.place(rw, &owned)?;
    }
    Ok(())
}

/// The created clones.
struct Copies {
    made: FxHashSet<Value>,
    /// The allocators of the buffers, as they were before.
    allocators: Option<Allocators>,
    /// Whether buffers of an allocator are cloned by a custom op.
    clones: FxHashMap<Allocator, bool>,
}

impl Copies {
    /// The joined allocator of the values that may be passed to a value.
    fn allocator(&self, value: Value) -> Allocator {
        self.allocators.as_ref().map_or(Allocator::Memref, |allocators| allocators.of_part(value))
    }

    /// The op that frees the copies that are passed to a value.
    fn interface(&self, value: Value) -> Option<&'static dyn AllocationOpInterface> {
        let allocator = self.allocator(value);
        let clones = self.clones.get(&allocator).copied().unwrap_or(false);
        self.allocators.as_ref()?.interface(allocator).filter(|_| clones)
    }

    /// Clones `source` before `op`, which passes it to `target`. A clone that was created for another
    /// successor of the same op is reused.
    fn copy(
        &mut self,
        rw: &mut Rewriter<'_>,
        source: Value,
        op: Op,
        target: Value,
    ) -> Result<Value, Box<Diag>> {
        if self.made.contains(&source) {
            return Ok(source);
        }
        rw.set_insertion_point_before(op);
        let allocator = self.allocator(target);
        let own = self.allocators.as_ref().and_then(|allocators| allocators.interface(allocator));
        let clone = own.and_then(|own| own.build_clone(rw, source));
        if own.is_some() && *self.clones.entry(allocator).or_insert(clone.is_some()) != clone.is_some() {
            let message = "the interface of its allocation clones some buffers, but not this one";
            return Err(Diag::error(rw.value(source).loc(), message));
        }
        let copy = clone.unwrap_or_else(|| {
            let (ty, loc) = (rw.body().value_type(source), rw.value(source).loc());
            create_clone(rw, source, ty, loc, &ALIAS_CLONE)
        });
        self.made.insert(copy);
        Ok(copy)
    }

    /// Passes a copy of an operand to `target`.
    fn copy_operand(&mut self, rw: &mut Rewriter<'_>, op: Op, at: usize, target: Value) -> CheckResult {
        let copy = self.copy(rw, rw.body().operand(op, at), op, target)?;
        rw.set_operand(op, at, copy);
        Ok(())
    }
}

/// The values that may be an allocation or another buffer at their uses, in the order of discovery.
fn critical_aliases(
    rw: &Rewriter<'_>,
    flow: &BufferViewFlow,
    blocks: &Blocks,
    owned: &[Owned],
) -> Vec<Value> {
    let body = rw.body();
    let (mut found, mut critical) = (Vec::new(), FxHashSet::default());
    let mut visited: FxHashSet<(Value, Block)> = FxHashSet::default();
    let mut pending: Vec<(Value, Block)> = Vec::new();
    let mut look = |source: Value, from: Block, pending: &mut Vec<(Value, Block)>| {
        for &alias in flow.targets(source) {
            let Some(own) = defining_block(body, alias) else { continue };
            if critical.contains(&alias) {
                continue;
            }
            let argument = matches!(body.value_def(alias), ValueDef::Argument(_));
            if !blocks.dominates(body, from, own) || from == own && argument {
                critical.insert(alias);
                found.push(alias);
                pending.push((alias, own));
            } else if visited.insert((alias, from)) {
                pending.push((alias, from));
            }
        }
    };
    for owned in owned {
        if let Some(block) = defining_block(body, owned.buffer) {
            look(owned.buffer, block, &mut pending);
        }
    }
    while let Some((value, from)) = pending.pop() {
        look(value, from, &mut pending);
    }
    found
}

/// Clones all values that are passed to a value.
fn copy_sources(rw: &mut Rewriter<'_>, value: Value, copies: &mut Copies) -> CheckResult {
    match rw.body().value_def(value) {
        ValueDef::Argument(block) => {
            copy_from_branches(rw, block, value, copies)?;
            let Some(region) = rw.body().region_of(block) else { return Ok(()) };
            let around = rw.body().region_parent(region);
            let Some(op) = around.filter(|_| rw.body().entry(region) == Some(block)) else { return Ok(()) };
            let target = RegionPoint::Region(rw.region(region).index());
            copy_from_regions(rw, op, target, value, copies)?;
            copy_at_entry(rw, op, target, value, copies)
        }
        ValueDef::Result(op) => copy_from_regions(rw, op, RegionPoint::Parent, value, copies),
        ValueDef::Placeholder => Ok(()),
    }
}

fn copy_from_branches(rw: &mut Rewriter<'_>, block: Block, arg: Value, copies: &mut Copies) -> CheckResult {
    let index = rw.body().value_index(arg) as usize;
    let edges: Vec<(Op, usize)> = (rw.body().preds(block))
        .map(|used| {
            let op = rw.body().use_owner(used);
            (op, rw.body().use_index(used) - rw.op(op).num_operands())
        })
        .collect();
    for (op, successor) in edges {
        let view = rw.op(op);
        let Some(branch) = view.interface::<dyn BranchOp>() else { continue };
        if let Some(at) = branch.successor_operands(view, successor).operand_for(index) {
            copies.copy_operand(rw, op, at, arg)?;
        }
    }
    Ok(())
}

/// Clones the values that region terminators pass to an input of `target`.
fn copy_from_regions(
    rw: &mut Rewriter<'_>,
    op: Op,
    target: RegionPoint,
    input: Value,
    copies: &mut Copies,
) -> CheckResult {
    let view = rw.op(op);
    let Some(branch) = view.interface::<dyn RegionBranchOp>() else { return Ok(()) };
    let inputs = branch.successor_inputs(view, target);
    let Some(place) = inputs.iter().position(|other| other.id() == input) else { return Ok(()) };
    let mut passed: Vec<(Op, usize)> = Vec::new();
    for (index, region) in view.regions().enumerate() {
        for last in
            region.blocks().filter_map(|block| block.last()).filter(|last| is_region_terminator(*last))
        {
            let targets = last
                .interface::<dyn RegionBranchTerminator>()
                .and_then(|terminator| terminator.successors(last, &vec![None; last.num_operands()]));
            let targets = targets.unwrap_or_else(|| branch.successors(view, RegionPoint::Region(index)));
            if targets.contains(&target)
                && let Some(at) = terminator_operands(last, target).and_then(|mut range| range.nth(place))
            {
                passed.push((last.id(), at));
            }
        }
    }
    passed.into_iter().try_for_each(|(last, at)| copies.copy_operand(rw, last, at, input))
}

/// Clones the value that an op passes to an argument of an entered region.
fn copy_at_entry(
    rw: &mut Rewriter<'_>,
    op: Op,
    target: RegionPoint,
    input: Value,
    copies: &mut Copies,
) -> CheckResult {
    let view = rw.op(op);
    let Some(branch) = view.interface::<dyn RegionBranchOp>() else { return Ok(()) };
    if !branch.successors(view, RegionPoint::Parent).contains(&target) {
        return Ok(());
    }
    let place = branch.successor_inputs(view, target).iter().position(|other| other.id() == input);
    match place.and_then(|place| branch.entry_successor_operands(view, target).nth(place)) {
        Some(at) => copies.copy_operand(rw, op, at, input),
        None => Ok(()),
    }
}

/// The buffers that are live where blocks end.
struct LiveOut {
    live_in: FxHashSet<(Block, Value)>,
}

impl LiveOut {
    fn new(rw: &Rewriter<'_>) -> Self {
        let liveness = BufferLiveness::new(rw);
        Self { live_in: liveness.iter().collect() }
    }

    fn is_live(&self, rw: &Rewriter<'_>, block: Block, value: Value) -> bool {
        let targets = rw.body().last_op(block).into_iter().flat_map(|op| rw.body().successors(op));
        targets.into_iter().any(|target| self.live_in.contains(&(target, value)))
    }
}

/// Finds where buffers are freed.
struct Placement {
    flow: BufferViewFlow,
    blocks: Blocks,
    /// The aliases that are separate buffers now.
    removed: FxHashSet<Value>,
    live: LiveOut,
    trees: FxHashMap<Region, Arc<PostDomTree>>,
}

impl Placement {
    /// Frees a buffer after its last use.
    fn place(&mut self, rw: &mut Rewriter<'_>, owned: &Owned) -> CheckResult {
        let aliases = self.aliases(owned.buffer);
        let Some(block) = self.common_post_dominator(rw, &aliases) else {
            let message = "buffers that are needed in several blocks without a common end are not supported";
            return match rw.value(owned.buffer).defining_op() {
                Some(op) => Err(plain_error(op, message)),
                None => function_error(rw, message),
            };
        };
        let Some(mut end) = rw.body().first_op(block) else { return Ok(()) };
        for alias in aliases {
            let start = match rw.body().value_def(alias) {
                ValueDef::Result(op) => self.blocks.ancestor_in(rw.body(), block, op),
                _ => Some(end),
            };
            let Some(start) = start else { continue };
            let last = self.last_use(rw, block, alias, start);
            if rw.body().is_before(end, last) {
                end = last;
            }
        }
        if let Some(dealloc) = owned.dealloc {
            // What is needed by the last op is given away, and was freed before by mistake: that is left as it is.
            if dealloc != end && rw.body().next_op(end).is_some() {
                let point = InsertPoint::after(rw.body(), end);
                rw.move_op(dealloc, point);
            }
        } else if let Some(next) = rw.body().next_op(end) {
            // What is needed by the last op is given away.
            let loc = rw.value(owned.buffer).loc();
            rw.set_insertion_point_before(next);
            free(rw, owned.allocator, owned.buffer, loc);
        }
        Ok(())
    }

    fn aliases(&self, buffer: Value) -> Vec<Value> {
        let mut seen: FxHashSet<Value> = FxHashSet::from_iter([buffer]);
        let mut found = vec![buffer];
        let mut at = 0;
        while at < found.len() {
            let targets = self.flow.targets(found[at]).iter().copied();
            found.extend(targets.filter(|alias| !self.removed.contains(alias) && seen.insert(*alias)));
            at += 1;
        }
        found
    }

    /// The last op in a block that needs a value, `start` at least.
    fn last_use(&self, rw: &Rewriter<'_>, block: Block, value: Value, start: Op) -> Op {
        if self.live.is_live(rw, block, value) {
            return rw.body().last_op(block).unwrap_or(start);
        }
        let body = rw.body();
        let users =
            body.uses(value).filter_map(|used| self.blocks.ancestor_in(body, block, body.use_owner(used)));
        users.fold(start, |end, user| if body.is_before(end, user) { user } else { end })
    }

    fn common_post_dominator(&mut self, rw: &Rewriter<'_>, values: &[Value]) -> Option<Block> {
        let body = rw.body();
        let mut common: Option<Block> = None;
        let mut last = None;
        for &value in values {
            let users = body.uses(value).filter_map(|used| body.block_of(body.use_owner(used)));
            for block in users.chain(defining_block(body, value)) {
                if last.replace(block) == Some(block) {
                    continue;
                }
                common = Some(match common {
                    None => block,
                    Some(common) => self.post_dominator(rw, common, block)?,
                });
            }
        }
        common
    }

    fn post_dominator(&mut self, rw: &Rewriter<'_>, a: Block, b: Block) -> Option<Block> {
        let (a, b) = self.blocks.side_by_side(rw.body(), a, b)?;
        if a == b {
            return Some(a);
        }
        let region = rw.body().region_of(a)?;
        let tree = self.trees.entry(region).or_insert_with(|| rw.body().analysis(region));
        tree.nearest_common_post_dominator(a, b)
    }
}
